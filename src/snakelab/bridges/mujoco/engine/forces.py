"""Forces that MuJoCo applied in its last step, on joints and at every contact, and the work of each term."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import MujocoInstance
from snakelab.physics.terms import ACTUATOR_WORK, DAMPER_WORK, DRIVE_WORK, DRY_WORK, FIRST_LAW_WORK, STOP_WORK
from snakelab.types import FloatArray

EQUALITY, FRICTION, LIMIT, TOUCHING = (
    0,
    1,
    3,
    (5, 7),
)  # kinds of MuJoCo's constraint rows; contacts without and with friction


class Touch(NamedTuple):
    """Contacts of one instant.

    Attributes:
        rows: First constraint row of each, shape (n,).
        rubbing: True for contacts with friction, shape (n,), bool.
        law, link, point: Indices of its law, link and skin point, shape (n,).
        skin: Index of its geom of the skin, shape (n,).
        share: Number of contacts that one skin point of that geom has on a plane, shape (n,), [-].
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


def touches(instance: MujocoInstance) -> Touch:
    """Return the contacts of MuJoCo's solver."""
    d, contact = instance.d, instance.d.contact
    rows = np.asarray(contact.efc_address)
    seen = np.flatnonzero(rows >= 0)
    geoms = np.asarray(contact.geom)[seen]
    second = instance.geom_link[geoms[:, 1]] >= 0
    skin = np.where(second, geoms[:, 1], geoms[:, 0])
    law = instance.geom_law[np.where(second, geoms[:, 0], geoms[:, 1])]
    # a capsule lies along its z: the skin point at the end that is nearer
    axis = d.geom_xmat[skin].reshape(-1, 3, 3)[:, :, 2]
    ahead = np.einsum("ij,ij->i", axis, np.asarray(contact.pos)[seen] - d.geom_xpos[skin]) > 0
    frame = np.asarray(contact.frame)[seen].reshape(-1, 3, 3)
    return Touch(
        rows[seen],
        np.asarray(contact.dim)[seen] > 1,
        law,
        instance.geom_link[skin],
        instance.geom_points[skin, ahead.astype(int)],
        skin,
        instance.geom_contacts[skin],
        np.where(second, 1.0, -1.0),
        frame,
    )


def along_rows(instance: MujocoInstance, velocity: FloatArray) -> FloatArray:
    """Rate of every constraint row at a velocity: J qvel."""
    import mujoco

    rates = np.zeros(instance.d.nefc)
    mujoco.mj_mulJacVec(instance.m, instance.d, rates, velocity)
    return rates


def joint_forces(instance: MujocoInstance) -> tuple[FloatArray, FloatArray]:
    """Forces of all actuators, including prescribed joints, and of joint limits, shape (nv,) each."""
    d: Any = instance.d
    nv = instance.model.n_coordinates
    tau = d.qfrc_actuator[instance.n_base : instance.n_base + nv] - instance.slope * instance.v
    kinds, force, stops = d.efc_type, d.efc_force, np.zeros(len(tau))
    if len(instance.driven):
        tau[instance.driven] = force[kinds == EQUALITY]
    limits = np.flatnonzero(kinds == LIMIT)
    if len(limits):
        dofs = instance.m.jnt_dofadr[d.efc_id[limits]] - instance.n_base
        q = instance.q
        middle = instance.m.jnt_range[d.efc_id[limits]].mean(axis=1)
        np.add.at(stops, dofs, np.where(q[dofs] < middle, force[limits], -force[limits]))
    return tau, stops


def dry_forces(instance: MujocoInstance) -> FloatArray:
    """Dry friction of all coordinates, shape (nv,)."""
    kinds, of, friction = instance.d.efc_type, instance.d.efc_id, np.zeros(instance.model.n_coordinates)
    rows = np.flatnonzero(kinds == FRICTION)
    dofs = of[rows] - instance.n_base
    own = dofs < len(friction)  # the others are wheels' bearings
    friction[dofs[own]] = instance.d.efc_force[rows[own]]
    return friction


def bearings(instance: MujocoInstance) -> np.ndarray:
    """Constraint rows of the bearings of wheels that spin."""
    first = instance.n_base + instance.model.n_coordinates
    rows: np.ndarray = np.flatnonzero((instance.d.efc_type == FRICTION) & (instance.d.efc_id >= first))
    return rows


def contact_forces(instance: MujocoInstance, touch: Touch) -> tuple[FloatArray, FloatArray]:
    """Normal force and friction of every contact on its link, world axes, shape (n, 3) each."""
    force = instance.d.efc_force
    normal = touch.sign[:, None] * force[touch.rows, None] * touch.frame[:, 0]
    friction = np.zeros((len(touch.rows), 3))
    r = touch.rubbing
    for k in (1, 2):
        friction[r] += touch.sign[r, None] * force[touch.rows[r] + k, None] * touch.frame[r, k]
    return normal, friction


def add_works(instance: MujocoInstance, before: FloatArray, dt: float, work: FloatArray) -> None:
    """Add the work of the last step, each force times the mean of the velocities before and after it.

    Without gravity and springs, whose work is the change of their energies.

    Args:
        instance: The MuJoCo instance, after the step.
        before: MuJoCo's velocity before it, shape (n,).
        dt: Length of the step [s].
        work: Work of each term so far, shape (n_terms,), [J]; added to.
    """
    mean = 0.5 * (before + instance.d.qvel)
    n, nv = instance.n_base, instance.model.n_coordinates
    own_mean = mean[n : n + nv]
    tau, stops = joint_forces(instance)
    own = tau * own_mean
    driven = instance.model.driven
    work[DRIVE_WORK] += dt * own[driven].sum()
    work[ACTUATOR_WORK] += dt * own[~driven].sum()
    work[STOP_WORK] += dt * stops @ own_mean
    work[DRY_WORK] += dt * dry_forces(instance) @ own_mean
    damping = instance.model.arrays.coordinates["damping"]
    work[DAMPER_WORK] -= dt * (damping * instance.v) @ own_mean  # implicit: at the velocity reached
    if instance.d.ncon == 0:
        return
    touch = touches(instance)
    if not len(touch.rows):  # points that just touch
        return
    power = instance.d.efc_force * along_rows(instance, mean)
    np.add.at(work, FIRST_LAW_WORK + touch.law, dt * power[touch.rows])
    rows, laws = touch.rows[touch.rubbing], touch.law[touch.rubbing]
    np.add.at(work, FIRST_LAW_WORK + laws + 1, dt * (power[rows + 1] + power[rows + 2]))
    work[FIRST_LAW_WORK + touch.law[0] + 1] += dt * power[bearings(instance)].sum()
