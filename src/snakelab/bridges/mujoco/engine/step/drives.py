"""Drives of the joints in each step: controls of servos and motors, targets of prescribed joints, and servos' integrals."""

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import MAX_IMPEDANCE
from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.physics.command import Reference
from snakelab.physics.force_kernels.coordinate_forces import LINE
from snakelab.physics.model_tables.tables import SERVO
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray

AT_LIMIT = 1.0 - 1e-9


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
        d.ctrl[compiled.more] = (
            feedforward_torque(compiled, reference, targets, z)[servos] - rate
        )  # which has its own actuator
        set_falling_ceilings(compiled, reference, targets, z)
    if len(compiled.motors):
        d.ctrl[compiled.forces] = targets[0, compiled.motors]
    if len(compiled.driven):
        ahead = targets_at(reference, time + dt)
        compiled.m.eq_data[:, 0] = ahead[0, compiled.driven]
    return targets


def stand(compiled: CompiledModel, targets: FloatArray, dt: float) -> None:
    """Set prescribed joints to their targets' acceleration, for a record before any step."""
    j = compiled.driven
    if len(j):
        compiled.m.eq_data[:, 0] = compiled.q[j] + dt * compiled.v[j] + dt**2 * targets[2, j]


def set_step(compiled: CompiledModel, dt: float) -> None:
    """Set the length of the coming steps, to which the constraints of prescribed joints are matched."""
    compiled.m.opt.timestep = dt
    if len(compiled.driven):
        compiled.m.eq_solref[:] = (-MAX_IMPEDANCE / dt**2, -MAX_IMPEDANCE / dt)


def remember(compiled: CompiledModel, targets: FloatArray, dt: float, z: FloatArray) -> None:
    """Update the actuator memory after a step: lags of motors; integrals of servos, which stop at the force limit."""
    coordinates, d = compiled.model.arrays.coordinates, compiled.d
    if len(compiled.servos):
        j = compiled.servos
        free = at_ceilings(compiled)[j] == 0
        z[j] += np.where(free & (coordinates["ki"][j] > 0), dt * (targets[0, j] - compiled.q[j]), 0.0)
    if len(compiled.motors):
        lagging = coordinates["time_constant"] > 0
        z[lagging] = d.act
        at_once = compiled.motors[~lagging[compiled.motors]]
        z[at_once] = targets[0, at_once]


def set_falling_ceilings(compiled: CompiledModel, reference: Reference, targets: FloatArray, z: FloatArray) -> None:
    """Set the limits of servos that request more than limit (1 - |v| / speed_limit) in their direction of motion.

    The line is a constant force, the joint's range of actuator forces closed on it, and a damping of limit / speed_limit,
    which is implicit in MuJoCo's step.

    Args:
        compiled: The compiled model in its present state.
        reference: Reference of the coordinates.
        targets: Targets at the step's start, shape (3, rows).
        z: Actuator memory, shape (nv,).
    """
    j = compiled.falling
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
    m.dof_damping[compiled.n_base + j] = c["damping"] + slope
    held = side * c["force_limit"]
    low, high = np.where(on_line, held, -c["force_limit"]), np.where(on_line, held, c["force_limit"])
    m.jnt_actfrcrange[compiled.joints[j]] = np.column_stack([low, high])


def feedforward_torque(compiled: CompiledModel, reference: Reference, targets: FloatArray, z: FloatArray) -> FloatArray:
    """Feed-forward of servos, shape (nv,): from the target's rate and acceleration, the integral, or a command."""
    c, nv = compiled.model.arrays.coordinates, compiled.model.n_coordinates
    ahead = (c["kd"] + c["rate_feed"]) * targets[1, :nv] + c["acceleration_feed"] * targets[2, :nv]
    whole: FloatArray = ahead + c["ki"] * z + reference.force[:nv]
    return whole


def at_ceilings(compiled: CompiledModel) -> FloatArray:
    """Active limit of each servo and motor in the last step, shape (nv,): 0, +-1 if constant, +-2 if speed-dependent."""
    c, nv = compiled.model.arrays.coordinates, compiled.model.n_coordinates
    given = compiled.d.qfrc_actuator[compiled.n_base : compiled.n_base + nv]
    held = (np.abs(given) >= AT_LIMIT * c["force_limit"]) & ((c["actuator"] == SERVO) | (c["force_floor"] < 0.0))
    return np.where(compiled.side != 0, LINE * compiled.side, np.where(held, np.sign(given), 0.0))
