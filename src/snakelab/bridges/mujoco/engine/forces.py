"""Forces that MuJoCo applied in its last step, on joints and at every contact, and the work of each term."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.physics.terms import ACTUATOR_WORK, DAMPER_WORK, DRIVE_WORK, DRY_WORK, FIRST_LAW_WORK, LIMIT_WORK
from snakelab.types import FloatArray

EQUALITY, FRICTION, LIMIT = 0, 1, 3  # kinds of MuJoCo's constraint rows


class Touch(NamedTuple):
    """Contacts of one instant.

    Attributes:
        rows: First constraint row of each, shape (n,).
        rubbing: True for contacts with friction, shape (n,), bool.
        law, link, point: Indices of its law, link and skin point, shape (n,).
        skin: Index of its geom of the skin, shape (n,).
        fraction: Number of contacts that one skin point of that geom has on a plane, shape (n,), [-].
        sign: 1 where the link is MuJoCo's second body, -1 where it is the first, shape (n,).
        frame: Normal and tangents in world axes, shape (n, 3, 3).
    """

    rows: np.ndarray
    rubbing: np.ndarray
    law: np.ndarray
    link: np.ndarray
    point: np.ndarray
    skin: np.ndarray
    fraction: FloatArray
    sign: FloatArray
    frame: FloatArray


def touches(compiled: CompiledModel) -> Touch:
    """Return the contacts of MuJoCo's solver."""
    d, contact = compiled.d, compiled.d.contact
    rows = np.asarray(contact.efc_address)
    seen = np.flatnonzero(rows >= 0)
    geoms = np.asarray(contact.geom)[seen]
    second = compiled.geom_link[geoms[:, 1]] >= 0
    skin = np.where(second, geoms[:, 1], geoms[:, 0])
    law = compiled.geom_law[np.where(second, geoms[:, 0], geoms[:, 1])]
    # a capsule lies along its z: the skin point at the end that is nearer
    axis = d.geom_xmat[skin].reshape(-1, 3, 3)[:, :, 2]
    ahead = np.einsum("ij,ij->i", axis, np.asarray(contact.pos)[seen] - d.geom_xpos[skin]) > 0
    frame = np.asarray(contact.frame)[seen].reshape(-1, 3, 3)
    return Touch(
        rows[seen],
        np.asarray(contact.dim)[seen] > 1,
        law,
        compiled.geom_link[skin],
        compiled.geom_points[skin, ahead.astype(int)],
        skin,
        compiled.geom_contacts[skin],
        np.where(second, 1.0, -1.0),
        frame,
    )


def along_rows(compiled: CompiledModel, velocity: FloatArray) -> FloatArray:
    """Rate of every constraint row at a velocity: J qvel."""
    import mujoco

    rates = np.zeros(compiled.d.nefc)
    mujoco.mj_mulJacVec(compiled.m, compiled.d, rates, velocity)
    return rates


def joint_forces(compiled: CompiledModel) -> tuple[FloatArray, FloatArray]:
    """Forces of all actuators, including prescribed joints, and of joint limits, shape (nv,) each."""
    d: Any = compiled.d
    nv = compiled.model.n_coordinates
    tau = d.qfrc_actuator[compiled.n_base : compiled.n_base + nv] - compiled.slope * compiled.v
    kinds, force, stops = d.efc_type, d.efc_force, np.zeros(len(tau))
    if len(compiled.driven):
        tau[compiled.driven] = force[kinds == EQUALITY]
    limits = np.flatnonzero(kinds == LIMIT)
    if len(limits):
        dofs = compiled.m.jnt_dofadr[d.efc_id[limits]] - compiled.n_base
        q = compiled.q
        middle = compiled.m.jnt_range[d.efc_id[limits]].mean(axis=1)
        np.add.at(stops, dofs, np.where(q[dofs] < middle, force[limits], -force[limits]))
    return tau, stops


def dry_forces(compiled: CompiledModel) -> FloatArray:
    """Dry friction of all coordinates, shape (nv,)."""
    kinds, of, friction = compiled.d.efc_type, compiled.d.efc_id, np.zeros(compiled.model.n_coordinates)
    rows = np.flatnonzero(kinds == FRICTION)
    dofs = of[rows] - compiled.n_base
    on_joints = dofs < len(friction)  # the others are wheels' bearings
    friction[dofs[on_joints]] = compiled.d.efc_force[rows[on_joints]]
    return friction


def bearings(compiled: CompiledModel) -> np.ndarray:
    """Constraint rows of the bearings of wheels that spin."""
    first = compiled.n_base + compiled.model.n_coordinates
    rows: np.ndarray = np.flatnonzero((compiled.d.efc_type == FRICTION) & (compiled.d.efc_id >= first))
    return rows


def contact_forces(compiled: CompiledModel, touch: Touch) -> tuple[FloatArray, FloatArray]:
    """Normal force and friction of every contact on its link, world axes, shape (n, 3) each."""
    force = compiled.d.efc_force
    normal = touch.sign[:, None] * force[touch.rows, None] * touch.frame[:, 0]
    friction = np.zeros((len(touch.rows), 3))
    r = touch.rubbing
    for k in (1, 2):
        friction[r] += touch.sign[r, None] * force[touch.rows[r] + k, None] * touch.frame[r, k]
    return normal, friction


def add_works(compiled: CompiledModel, before: FloatArray, dt: float, work: FloatArray) -> None:
    """Add the work of the last step, each force times the mean of the velocities before and after it.

    Without gravity and springs, whose work is the change of their energies.

    Args:
        compiled: The compiled model, after the step.
        before: MuJoCo's velocity before it, shape (n,).
        dt: Length of the step [s].
        work: Work of each term so far, shape (n_terms,), [J]; added to.
    """
    mean = 0.5 * (before + compiled.d.qvel)
    n, nv = compiled.n_base, compiled.model.n_coordinates
    own_mean = mean[n : n + nv]
    tau, stops = joint_forces(compiled)
    power = tau * own_mean
    driven = compiled.model.driven
    work[DRIVE_WORK] += dt * power[driven].sum()
    work[ACTUATOR_WORK] += dt * power[~driven].sum()
    work[LIMIT_WORK] += dt * stops @ own_mean
    work[DRY_WORK] += dt * dry_forces(compiled) @ own_mean
    damping = compiled.model.arrays.coordinates["damping"]
    work[DAMPER_WORK] -= dt * (damping * compiled.v) @ own_mean  # implicit: at the velocity reached
    if compiled.d.ncon == 0:
        return
    touch = touches(compiled)
    if not len(touch.rows):  # points that just touch
        return
    power = compiled.d.efc_force * along_rows(compiled, mean)
    np.add.at(work, FIRST_LAW_WORK + touch.law, dt * power[touch.rows])
    rows, laws = touch.rows[touch.rubbing], touch.law[touch.rubbing]
    np.add.at(work, FIRST_LAW_WORK + laws + 1, dt * (power[rows + 1] + power[rows + 2]))
    work[FIRST_LAW_WORK + touch.law[0] + 1] += dt * power[bearings(compiled)].sum()
