"""Stages of a step by MuJoCo: forces and their work, drives, ground friction, planes of skin points, contact loads.

In reading order: `joint_forces`, `contact_forces` and `add_works`, the results of the last step; `drive`, the controls
of the joints; `Ground`, friction of a stated load; `Planes`, surfaces without an equal geom; `fit_contacts`.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import (
    ACTUATOR_WORK,
    CONTACT_OFFSET,
    DAMPER_WORK,
    DRIVE_WORK,
    DRY_WORK,
    FIRST_LAW_WORK,
    GAP,
    LIMIT_WORK,
    NORMAL,
    SERVO,
    workspace,
)
from snakelab.physics.command import Reference, targets_at
from snakelab.physics.contact_detection import find_contacts
from snakelab.physics.coordinate_forces import LINE
from snakelab.physics.outward_pass import outward
from snakelab.plugins.mujoco.engine.compiled_model import NONE, CompiledModel
from snakelab.plugins.mujoco.engine.contact_parameters import MAX_IMPEDANCE
from snakelab.worlds.force_law import CONTACT, POSITION, ROTATION
from snakelab.worlds.friction import ONLY_STEP, TANH, smoothed_secant

# ----------------------------------------------------------------------------------------------------------------------
# Forces that MuJoCo applied in its last step, on joints and at every contact, and the work of each term
# ----------------------------------------------------------------------------------------------------------------------

EQUALITY, FRICTION, LIMIT = 0, 1, 3  # MuJoCo's types of constraint rows
CONTACT_ROWS = 5  # the first of the types of contacts
CONTACT_ITERATIONS = 3  # of friction at the centres of links beside contacts


class PresentContacts(NamedTuple):
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


def present_contacts(compiled: CompiledModel) -> PresentContacts:
    """Return the contacts of MuJoCo's solver with surfaces."""
    d, contact = compiled.d, compiled.d.contact
    rows = np.asarray(contact.efc_address)
    seen = np.flatnonzero((rows >= 0) & (compiled.geom_body[np.asarray(contact.geom)[:, 0]] == NONE))
    geoms = np.asarray(contact.geom)[seen]
    second = compiled.geom_link[geoms[:, 1]] >= 0
    skin = np.where(second, geoms[:, 1], geoms[:, 0])
    law = compiled.geom_law[np.where(second, geoms[:, 0], geoms[:, 1])]
    # a capsule lies along its z: the skin point at the end that is nearer
    axis = d.geom_xmat[skin].reshape(-1, 3, 3)[:, :, 2]
    ahead = np.einsum("ij,ij->i", axis, np.asarray(contact.pos)[seen] - d.geom_xpos[skin]) > 0
    frame = np.asarray(contact.frame)[seen].reshape(-1, 3, 3)
    return PresentContacts(
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


class ObjectContacts(NamedTuple):
    """Contacts of free bodies with the robot and with each other, of one instant.

    Attributes:
        rows: First constraint row of each, shape (n,).
        rubbing: True for contacts with friction, shape (n,), bool.
        stations: Station of both bodies, shape (n, 2).
        rests: Load at rest, room, stiffness and damping of each, shape (n, 4).
        frame: Normal from the first to the second body, and tangents, in world axes, shape (n, 3, 3).
    """

    rows: np.ndarray
    rubbing: np.ndarray
    stations: np.ndarray
    rests: FloatArray
    frame: FloatArray


def object_contacts(compiled: CompiledModel) -> ObjectContacts:
    """Return the contacts of MuJoCo's solver with free bodies."""
    contact = compiled.d.contact
    rows, geoms = np.asarray(contact.efc_address), np.asarray(contact.geom).reshape(-1, 2)
    seen = np.flatnonzero((rows >= 0) & (compiled.geom_body[geoms[:, 0]] != NONE))
    geoms = geoms[seen]
    free = compiled.geom_object[geoms] != NONE
    one, other = np.where(free[:, 0], geoms[:, 0], geoms[:, 1]), np.where(free[:, 0], geoms[:, 1], geoms[:, 0])
    return ObjectContacts(
        rows[seen],
        np.asarray(contact.dim)[seen] > 1,
        compiled.geom_body[geoms],
        compiled.object_rests[compiled.geom_object[one], other],
        np.asarray(contact.frame)[seen].reshape(-1, 3, 3),
    )


def constraint_rates(compiled: CompiledModel, velocity: FloatArray) -> FloatArray:
    """Rate of every constraint row at a velocity: J qvel."""
    import mujoco

    rates = np.zeros(compiled.d.nefc)
    mujoco.mj_mulJacVec(compiled.m, compiled.d, rates, velocity)
    return rates


def joint_forces(compiled: CompiledModel) -> tuple[FloatArray, FloatArray]:
    """Forces of all actuators, including prescribed joints, and of joint limits, shape (nv,) each."""
    d: Any = compiled.d
    tau = d.qfrc_actuator[compiled.dofs] - compiled.slope * compiled.v
    kinds, force, stops = d.efc_type, d.efc_force, np.zeros(len(tau))
    if len(compiled.driven):
        tau[compiled.driven] = force[kinds == EQUALITY]
    limits = np.flatnonzero(kinds == LIMIT)
    if len(limits):
        which = compiled.coordinates[compiled.m.jnt_dofadr[d.efc_id[limits]]]
        middle = compiled.m.jnt_range[d.efc_id[limits]].mean(axis=1)
        np.add.at(stops, which, np.where(compiled.q[which] < middle, force[limits], -force[limits]))
    return tau, stops


def dry_friction_forces(compiled: CompiledModel) -> FloatArray:
    """Dry friction of all coordinates, shape (nv,)."""
    kinds, of, friction = compiled.d.efc_type, compiled.d.efc_id, np.zeros(compiled.model.n_coordinates)
    rows = np.flatnonzero(kinds == FRICTION)
    which = compiled.coordinates[of[rows]]
    on_joints = which != NONE  # the others are wheels' bearings
    friction[which[on_joints]] = compiled.d.efc_force[rows[on_joints]]
    return friction


def bearings(compiled: CompiledModel) -> np.ndarray:
    """Constraint rows of the bearings of wheels that spin."""
    rows = np.flatnonzero(compiled.d.efc_type == FRICTION)
    return np.asarray(rows[compiled.coordinates[compiled.d.efc_id[rows]] == NONE])


def contact_forces(compiled: CompiledModel, contacts: PresentContacts) -> tuple[FloatArray, FloatArray]:
    """Normal force and friction of every contact on its link, world axes, shape (n, 3) each."""
    force = compiled.d.efc_force
    normal = contacts.sign[:, None] * force[contacts.rows, None] * contacts.frame[:, 0]
    friction = np.zeros((len(contacts.rows), 3))
    r = contacts.rubbing
    for k in (1, 2):
        friction[r] += contacts.sign[r, None] * force[contacts.rows[r] + k, None] * contacts.frame[r, k]
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
    own_mean = mean[compiled.dofs]
    tau, stops = joint_forces(compiled)
    power = tau * own_mean
    driven = compiled.model.driven
    work[DRIVE_WORK] += dt * power[driven].sum()
    work[ACTUATOR_WORK] += dt * power[~driven].sum()
    work[LIMIT_WORK] += dt * stops @ own_mean
    work[DRY_WORK] += dt * dry_friction_forces(compiled) @ own_mean
    damping = compiled.model.arrays.coordinates["damping"]
    work[DAMPER_WORK] -= dt * (damping * compiled.v) @ own_mean  # implicit: at the velocity reached
    if compiled.d.ncon == 0:
        return
    contacts = present_contacts(compiled)
    power = compiled.d.efc_force * constraint_rates(compiled, mean)
    if compiled.model.world.objects:
        touching, law = object_contacts(compiled), FIRST_LAW_WORK + compiled.model.n_media_laws
        rows = touching.rows[touching.rubbing]
        work[law] += dt * power[touching.rows].sum()
        work[law + 1] += dt * (power[rows + 1] + power[rows + 2]).sum()
    if not len(contacts.rows):  # points that just touch
        return
    np.add.at(work, FIRST_LAW_WORK + contacts.law, dt * power[contacts.rows])
    rows, laws = contacts.rows[contacts.rubbing], contacts.law[contacts.rubbing]
    np.add.at(work, FIRST_LAW_WORK + laws + 1, dt * (power[rows + 1] + power[rows + 2]))
    work[FIRST_LAW_WORK + contacts.law[0] + 1] += dt * power[bearings(compiled)].sum()


# ----------------------------------------------------------------------------------------------------------------------
# Drives of the joints in each step: controls of servos and motors, targets of prescribed joints, integrals of servos
# ----------------------------------------------------------------------------------------------------------------------


def drive(compiled: CompiledModel, reference: Reference, time: float, dt: float, z: FloatArray) -> FloatArray:
    """Set all controls for the step from `time`; return the targets at its start, shape (3, rows).

    The constraint of a prescribed joint requires the acceleration that brings it to its target at the end of the step,
    (r(t + dt) - q - dt v) / dt^2: MuJoCo then reaches it but for the constraint's softness, a ten-thousandth.
    """
    targets = targets_at(reference, time)
    d, servos = compiled.d, compiled.servos
    if len(servos):
        d.ctrl[compiled.places] = targets[0, servos]
        has = compiled.rates >= 0
        d.ctrl[compiled.rates[has]] = targets[1, servos[has]]
        rate = np.where(has, compiled.model.arrays.coordinates["kd"][servos] * targets[1, servos], 0.0)
        # less the term of the rate, which has its own actuator
        d.ctrl[compiled.more] = feedforward_torque(compiled, reference, targets, z)[servos] - rate
        set_speed_dependent_limits(compiled, reference, targets, z)
    if len(compiled.motors):
        d.ctrl[compiled.forces] = targets[0, compiled.motors]
    if len(compiled.driven):
        ahead = targets_at(reference, time + dt)
        compiled.m.eq_data[:, 0] = ahead[0, compiled.driven]
    return targets


def hold_at_rest(compiled: CompiledModel, targets: FloatArray, dt: float) -> None:
    """Set prescribed joints to their targets' acceleration, for a record before any step."""
    j = compiled.driven
    if len(j):
        compiled.m.eq_data[:, 0] = compiled.q[j] + dt * compiled.v[j] + dt**2 * targets[2, j]


def set_step(compiled: CompiledModel, dt: float) -> None:
    """Set the length of the coming steps, to which the constraints of prescribed joints are matched."""
    compiled.m.opt.timestep = dt
    if len(compiled.driven):
        compiled.m.eq_solref[:] = (-MAX_IMPEDANCE / dt**2, -MAX_IMPEDANCE / dt)


def update_memory(compiled: CompiledModel, targets: FloatArray, dt: float, z: FloatArray) -> None:
    """Update the actuator memory after a step: lags of motors; integrals of servos, which stop at the force limit."""
    coordinates, d = compiled.model.arrays.coordinates, compiled.d
    if len(compiled.servos):
        j = compiled.servos
        free = active_force_limits(compiled)[j] == 0
        z[j] += np.where(free & (coordinates["ki"][j] > 0), dt * (targets[0, j] - compiled.q[j]), 0.0)
    if len(compiled.motors):
        lagging = coordinates["time_constant"] > 0
        z[lagging] = d.act
        at_once = compiled.motors[~lagging[compiled.motors]]
        z[at_once] = targets[0, at_once]


def set_speed_dependent_limits(
    compiled: CompiledModel, reference: Reference, targets: FloatArray, z: FloatArray
) -> None:
    """Set the limits of servos that request more than limit (1 - |v| / speed_limit) in their direction of motion.

    The line is a constant force, the joint's range of actuator forces closed on it, and a damping of limit / speed_limit,
    which is implicit in MuJoCo's step.

    Args:
        compiled: The compiled model in its present state.
        reference: Reference of the coordinates.
        targets: Targets at the step's start, shape (3, rows).
        z: Actuator memory, shape (nv,).
    """
    j = compiled.speed_limited
    if not len(j):
        return
    c, m = compiled.model.arrays.coordinates[j], compiled.m
    q, v = compiled.q[j], compiled.v[j]
    pull = np.clip(c["kp"] * (targets[0, j] - q), -c["proportional_limit"], c["proportional_limit"])
    whole = pull - c["kd"] * v + feedforward_torque(compiled, reference, targets, z)[j]
    side = np.where(whole < 0, -1.0, 1.0)
    on_line = (side * v > 0) & (side * whole > c["force_limit"] * (1.0 - side * v / c["speed_limit"]))
    slope = np.where(on_line, c["force_limit"] / c["speed_limit"], 0.0)
    compiled.slope[j], compiled.side[j] = slope, np.where(on_line, side, 0.0)
    m.dof_damping[compiled.dofs[j]] = c["damping"] + slope
    held = side * c["force_limit"]
    low, high = np.where(on_line, held, -c["force_limit"]), np.where(on_line, held, c["force_limit"])
    m.jnt_actfrcrange[compiled.joints[j]] = np.column_stack([low, high])


def feedforward_torque(compiled: CompiledModel, reference: Reference, targets: FloatArray, z: FloatArray) -> FloatArray:
    """Feed-forward of servos, shape (nv,): from the target's rate and acceleration, the integral, or a command."""
    c, nv = compiled.model.arrays.coordinates, compiled.model.n_coordinates
    ahead = (c["kd"] + c["rate_feed"]) * targets[1, :nv] + c["acceleration_feed"] * targets[2, :nv]
    whole: FloatArray = ahead + c["ki"] * z + reference.force[:nv]
    return whole


def active_force_limits(compiled: CompiledModel) -> FloatArray:
    """Active limit of each servo and motor in the last step, shape (nv,): 0, +-1 if constant, +-2 if speed-dependent."""
    c, given = compiled.model.arrays.coordinates, compiled.d.qfrc_actuator[compiled.dofs]
    held = (np.abs(given) >= (1.0 - 1e-9) * c["force_limit"]) & ((c["actuator"] == SERVO) | (c["force_floor"] < 0.0))
    return np.where(compiled.side != 0, LINE * compiled.side, np.where(held, np.sign(given), 0.0))


# ----------------------------------------------------------------------------------------------------------------------
# Friction at the centres of links, as implicit forces on MuJoCo's bodies
#
# With u a link's velocity in its axes, C its drag coefficients at u and J its Jacobian, the force of a step is that of
# the velocity that the step reaches,
#
#     F = -C (u + dt (J a + J' v)),    (M + dt D + dt J^T C J) a = f - J^T C (u + dt J' v),
#
# with D the dampers and the secants of dry friction in the joints, f all other smooth forces, and the accelerations of
# prescribed joints given. MuJoCo's own step with these forces gives the same a. An actuator with this damping would not:
# MuJoCo finds the forces of prescribed joints before it takes damping implicitly, and the joints would lag.
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class Ground:
    """Friction on the links of one compiled model.

    Args:
        compiled: The compiled model.

    Attributes:
        laws: Indices of the laws of friction; empty if the world has no such media.
        forces: Forces of the last step, world axes, shape (n_laws, n_stations, 3), [N].
    """

    compiled: CompiledModel
    laws: list[int] = field(init=False)
    forces: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        model = self.compiled.model
        self._drags = {law.code: law.drag for law in model.world.centre_frictions}
        self.laws = [k for k, law in enumerate(model.arrays.laws) if law["code"] in self._drags]
        self.forces = np.zeros((len(self.laws), model.n_stations, 3))
        self._jacobian = np.zeros((3 * model.n_stations, self.compiled.m.nv))
        self._turning = np.zeros(3 * model.n_stations)

    def apply(self, dt: float, contact: FloatArray | None = None) -> None:
        """Set the forces of the step that begins here; MuJoCo has done the first half of its step, `mj_step1`.

        Args:
            dt: The step's length; 0 for the forces of the present velocities [s].
            contact: Forces of contacts at all velocities, if there are any, shape (nv,).
        """
        import mujoco

        compiled, m, d = self.compiled, self.compiled.m, self.compiled.d
        d.xfrc_applied[:] = 0.0
        if contact is None:  # else they are those of the same state
            self._turning = self._links()
        jacobian, turning = self._jacobian, self._turning
        u = jacobian @ d.qvel
        drags = np.array([self._drag(law, u.reshape(-1, 3)) for law in self.laws])
        ahead = u + dt * turning
        if dt > 0.0:
            mujoco.mj_fwdActuation(m, d)
            smooth = d.qfrc_passive - d.qfrc_bias + d.qfrc_actuator
            if contact is not None:
                smooth += contact
            mass = np.zeros((m.nv, m.nv))
            mujoco.mj_fullM(m, d, mass)
            c = drags.sum(axis=0).ravel()
            rub = self._dry_secants()
            smooth -= rub * d.qvel
            mass += np.diag(dt * (self._damping() + rub)) + dt * jacobian.T @ (c[:, None] * jacobian)
            ahead += dt * jacobian @ self._accelerations(mass, smooth - jacobian.T @ (c * ahead), dt)
        R_world_link = d.site_xmat[compiled.sites].reshape(-1, 3, 3)
        self.forces = -np.einsum("kij,lkj->lki", R_world_link, drags * ahead.reshape(-1, 3))
        d.xfrc_applied[compiled.bodies, :3] = self.forces.sum(axis=0)

    def settle(self, dt: float) -> None:
        """Apply the forces of the step beside contacts, whose forces depend on them and change them: by iteration."""
        import mujoco

        m, d, contact = self.compiled.m, self.compiled.d, np.zeros(self.compiled.m.nv)
        robot = np.setdiff1d(np.arange(m.nv), self.compiled.objects_v)
        for k in range(CONTACT_ITERATIONS):
            self.apply(dt, contact if k else None)
            touching = np.flatnonzero(d.efc_type >= CONTACT_ROWS)
            if not len(touching):
                return
            mujoco.mj_fwdActuation(m, d)
            mujoco.mj_fwdAcceleration(m, d)
            mujoco.mj_fwdConstraint(m, d)
            forces, before = np.zeros(d.nefc), contact[robot]
            forces[touching] = d.efc_force[touching]
            mujoco.mj_mulJacTVec(m, d, contact, forces)
            if np.array_equal(contact[robot], before):  # nothing touches the robot
                return
        self.apply(dt, contact)

    def add_works(self, mean: FloatArray, dt: float, work: FloatArray) -> None:
        """Add the work of the last step, in which the mean velocity was `mean`, shape (n,)."""
        if not self.laws:
            return
        R_world_link = self.compiled.d.site_xmat[self.compiled.sites].reshape(-1, 3, 3)
        velocity = np.einsum("kij,kj->ki", R_world_link, (self._jacobian @ mean).reshape(-1, 3))
        for law, forces in zip(self.laws, self.forces, strict=True):
            work[FIRST_LAW_WORK + law] += dt * float((forces * velocity).sum())

    def _links(self) -> FloatArray:
        """Set the Jacobian of all links' centres in their axes, shape (3 n, nv); return J' v, shape (3 n,)."""
        import mujoco

        m, d, turning = self.compiled.m, self.compiled.d, np.zeros(3 * self.compiled.model.n_stations)
        moves, rate = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        for k, (site, body) in enumerate(zip(self.compiled.sites, self.compiled.bodies, strict=True)):
            R_link_world = d.site_xmat[site].reshape(3, 3).T
            mujoco.mj_jacSite(m, d, moves, None, site)
            mujoco.mj_jacDot(m, d, rate, None, d.site_xpos[site], body)
            self._jacobian[3 * k : 3 * k + 3] = R_link_world @ moves
            turning[3 * k : 3 * k + 3] = R_link_world @ (rate @ d.qvel)
        return turning

    def _drag(self, law: int, u: FloatArray) -> FloatArray:
        """Drag coefficients of one law along each link's axes, shape (n, 3), [N s/m]."""
        arrays = self.compiled.model.arrays
        record = arrays.laws[law]
        p = arrays.law_parameters[record["first"] : record["first"] + record["count"]].tolist()
        stations = self.compiled.model.stations
        drag, masses = self._drags[int(record["code"])], (stations["friction"] * stations["mass"]).tolist()
        return np.array([drag(p, v, mass) for v, mass in zip(u.tolist(), masses, strict=True)])

    def _damping(self) -> FloatArray:
        """Implicit damping of MuJoCo's step at each velocity, shape (n,)."""
        compiled = self.compiled
        damping: FloatArray = compiled.m.dof_damping.copy()
        damping[compiled.dofs[compiled.servos]] += compiled.model.arrays.coordinates["kd"][compiled.servos]
        return damping

    def _dry_secants(self) -> FloatArray:
        """Secants of the joints' dry friction, for which MuJoCo has not yet solved, shape (n,)."""
        compiled, secants = self.compiled, np.zeros(self.compiled.m.nv)
        table = compiled.model.arrays.coordinates
        for j in np.flatnonzero(table["dry_friction"] > 0):
            rate = abs(float(compiled.v[j]))
            secants[compiled.dofs[j]] = table["dry_friction"][j] * smoothed_secant(rate, table["dry_eps"][j], TANH)
        return secants

    def _accelerations(self, mass: FloatArray, force: FloatArray, dt: float) -> FloatArray:
        """Accelerations of all velocities; those of prescribed joints reach their targets in one step."""
        compiled = self.compiled
        driven = compiled.driven
        given = compiled.dofs[driven]
        acceleration = np.zeros(len(force))
        targets = compiled.m.eq_data[: len(driven), 0]
        acceleration[given] = (targets - compiled.q[driven] - dt * compiled.v[driven]) / dt**2
        free = np.setdiff1d(np.arange(len(force)), given)
        rest = force[free] - mass[np.ix_(free, given)] @ acceleration[given]
        acceleration[free] = np.linalg.solve(mass[np.ix_(free, free)], rest)
        return acceleration


# ----------------------------------------------------------------------------------------------------------------------
# Planes of skin points, moved at every step to the surface below them
# ----------------------------------------------------------------------------------------------------------------------


class Planes:
    """Planes of one compiled model.

    Args:
        compiled: The compiled model.

    Attributes:
        any: True if there are any.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled, arrays = compiled, compiled.model.arrays
        self.geoms = np.flatnonzero(compiled.geom_plane != NONE)
        self.any = len(self.geoms) > 0
        if not self.any:
            return
        self.ws = workspace(arrays)
        self.mocaps = compiled.m.body_mocapid[compiled.m.geom_bodyid[compiled.geom_plane[self.geoms]]]
        self.links = compiled.geom_link[self.geoms]
        first = {int(k): int(law["address"]) for k, law in enumerate(arrays.laws) if law["code"] == CONTACT}
        laws = compiled.geom_law[compiled.geom_plane[self.geoms]]
        self.rows = np.array([first[int(law)] for law in laws], np.int64) * len(arrays.points)
        self.rows += compiled.geom_points[self.geoms, 0]
        self.radii = compiled.m.geom_size[self.geoms, 0]
        self.bodies = compiled.m.geom_bodyid[self.geoms]
        # a geom compiled at the origin of its body would remain there, independent of `geom_pos`
        compiled.m.geom_sameframe[self.geoms] = 0

    def place(self, row: FloatArray, dt: float) -> None:
        """Move every plane to the surface, and every ball of the skin to the point of contact with that plane.

        Of a ball at c with radius r on a plane through p - gap n, with n the normal and p our point at c - r n, MuJoCo
        finds the gap, the normal and, but for half of its depth, the point that the built-in step finds.

        Args:
            row: State row, equal to MuJoCo's state.
            dt: Length of the coming step [s].
        """
        import mujoco

        m, d, ws = self.compiled.m, self.compiled.d, self.ws
        update_contacts(self.compiled.model.arrays, row, dt, ws)
        mujoco.mj_kinematics(m, d)
        frames = ws.stations[self.links]
        R_world_link = frames[:, ROTATION : ROTATION + 9].reshape(-1, 3, 3)
        contacts = ws.contacts[self.rows]
        point = frames[:, POSITION : POSITION + 3] + np.einsum(
            "kij,kj->ki", R_world_link, contacts[:, CONTACT_OFFSET : CONTACT_OFFSET + 3]
        )
        normal = np.einsum("kij,kj->ki", R_world_link, contacts[:, NORMAL : NORMAL + 3])
        near = np.zeros(len(ws.contacts), bool)
        near[ws.near[1 : 1 + ws.near[0, 0], 0]] = True
        near = near[self.rows]
        normal[~near] = (0.0, 0.0, 1.0)
        gap = np.where(near, contacts[:, GAP], 1e3)  # an unused plane is far below its point [m]
        d.mocap_pos[self.mocaps] = point - gap[:, None] * normal
        d.mocap_quat[self.mocaps] = _quats_from_z(normal)
        away = point + self.radii[:, None] * normal - d.xpos[self.bodies]
        m.geom_pos[self.geoms] = np.einsum("kji,kj->ki", d.xmat[self.bodies].reshape(-1, 3, 3), away)


def _quats_from_z(directions: FloatArray) -> FloatArray:
    """Quaternions of the shortest rotations that take z to unit directions, shape (n, 3) to (n, 4)."""
    x, y, z = directions.T
    quats = np.column_stack((1.0 + z, -y, x, np.zeros(len(x))))
    quats[1.0 + z < 1e-12] = (0.0, 1.0, 0.0, 0.0)
    return quats / np.linalg.norm(quats, axis=1)[:, None]


@kernel
def update_contacts(model, y, dt, ws):
    """Gaps, points and normals of all contacts in a state.

    Args:
        model: ModelArrays.
        y: State row.
        dt: Next step, which determines the range of the query [s].
        ws: Workspace: fills stations, contacts and near.
    """
    outward(model, y, ws)
    find_contacts(model, dt, ONLY_STEP, ws)


# ----------------------------------------------------------------------------------------------------------------------
# Fit of MuJoCo's contacts at one instant to skin points with several contacts, and to their loads
# ----------------------------------------------------------------------------------------------------------------------


def fit_contacts(compiled: CompiledModel) -> None:
    """Match the stiffness and the friction slope of every skin point; MuJoCo has done `mj_step1`.

    Where a point touches several triangles of a height field or facets of a pipe, MuJoCo has a contact for each, and
    each would carry as much as the single contact of the built-in engine. They share its stiffness, damping and virtual
    mass in the proportion of their depths, which is continuous when one of them becomes active.

    In the document the slope of friction is for the load of a resting link. A body that rolls, or grips, is supported
    by a few points with many times that load, and would creep as many times too fast. The load is that of the spring
    and damper at the step's start, a function of the state alone, so that a restart is bit-exact. The slope never falls
    below that at rest, and never exceeds the stability limit of MuJoCo's step.

    Args:
        compiled: The compiled model, between the halves of a step.
    """
    d = compiled.d
    if d.ncon == 0:
        return
    if compiled.model.world.objects:
        _fit_friction_of_objects(compiled)
    contacts = present_contacts(compiled)
    if not len(contacts.rows):
        return
    _, point = np.unique(contacts.law * len(compiled.model.arrays.points) + contacts.point, return_inverse=True)
    weights = _stiffness_fractions(compiled, contacts, point)
    _scale_constraints(compiled, contacts.rows, weights)
    for k in (1, 2):
        _scale_constraints(compiled, contacts.rows[contacts.rubbing] + k, weights[contacts.rubbing])
    _fit_friction(compiled, contacts, point, weights)


def _fit_friction_of_objects(compiled: CompiledModel) -> None:
    contacts, d = object_contacts(compiled), compiled.d
    rows = contacts.rows[contacts.rubbing]
    load, room, stiffness, damping = contacts.rests[contacts.rubbing].T
    now = -stiffness * d.efc_pos[rows] - damping * d.efc_vel[rows]
    factor = np.clip(now / load, 1.0, room)
    d.efc_aref[rows + 1] *= factor
    d.efc_aref[rows + 2] *= factor


def _stiffness_fractions(compiled: CompiledModel, contacts: PresentContacts, point: np.ndarray) -> FloatArray:
    """Fraction of its stiffness for each contact, shape (n,) [-]."""
    depth = np.maximum(-compiled.d.efc_pos[contacts.rows], 1e-12)  # of a contact that just touches [m]
    many = np.bincount(point)[point] > contacts.fraction
    return np.where(many, np.minimum(contacts.fraction * depth / np.bincount(point, depth)[point], 1.0), 1.0)


def _scale_constraints(compiled: CompiledModel, rows: np.ndarray, weights: FloatArray) -> None:
    """Scale a constraint: MuJoCo's D, one over R, scales its spring, damper and virtual mass alike."""
    compiled.d.efc_D[rows] *= weights
    compiled.d.efc_R[rows] /= weights


def _fit_friction(compiled: CompiledModel, contacts: PresentContacts, point: np.ndarray, weights: FloatArray) -> None:
    d, r = compiled.d, contacts.rubbing
    rows = contacts.rows[r]
    load, room, stiffness, damping = compiled.rests[contacts.law[r], contacts.skin[r]].T
    now = weights[r] * (-stiffness * d.efc_pos[rows] - damping * d.efc_vel[rows])
    # of all contacts of a point together, for each of those that it has on a plane
    together = np.bincount(point[r], np.maximum(now, 0.0))[point[r]]
    factor = np.clip(together / np.minimum(np.bincount(point[r])[point[r]], contacts.fraction[r]) / load, 1.0, room)
    d.efc_aref[rows + 1] *= factor
    d.efc_aref[rows + 2] *= factor
