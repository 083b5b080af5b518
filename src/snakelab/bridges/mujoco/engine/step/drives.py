"""Drives of the joints in each step: controls of servos and motors, targets of prescribed joints, and servos' integrals."""

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import MAX_IMPEDANCE
from snakelab.bridges.mujoco.engine.compiled_model import Machine
from snakelab.physics.command import Reference
from snakelab.physics.force_kernels.coordinate_forces import LINE
from snakelab.physics.model_tables.tables import SERVO
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray

AT_LIMIT = 1.0 - 1e-9


def drive(machine: Machine, reference: Reference, time: float, dt: float, z: FloatArray) -> FloatArray:
    """Set all controls for the step from `time`; return the targets at its start, shape (3, rows).

    A prescribed joint's constraint asks for the acceleration that takes the joint to its target at the end of the step,
    (r(t + dt) - q - dt v) / dt^2: MuJoCo then reaches it but for the constraint's softness, a ten-thousandth.
    """
    targets = targets_at(reference, time)
    d, servos = machine.d, machine.servos
    if len(servos):
        d.ctrl[machine.places] = targets[0, servos]
        has = machine.rates >= 0
        d.ctrl[machine.rates[has]] = targets[1, servos[has]]
        rate = np.where(has, machine.model.arrays.coordinates["kd"][servos] * targets[1, servos], 0.0)
        d.ctrl[machine.more] = fed_forward(machine, reference, targets, z)[servos] - rate  # which has its own actuator
        set_falling_ceilings(machine, reference, targets, z)
    if len(machine.motors):
        d.ctrl[machine.forces] = targets[0, machine.motors]
    if len(machine.driven):
        ahead = targets_at(reference, time + dt)
        machine.m.eq_data[:, 0] = ahead[0, machine.driven]
    return targets


def stand(machine: Machine, targets: FloatArray, dt: float) -> None:
    """Set prescribed joints to their targets' acceleration, for a record before any step."""
    j = machine.driven
    if len(j):
        machine.m.eq_data[:, 0] = machine.q[j] + dt * machine.v[j] + dt**2 * targets[2, j]


def set_step(machine: Machine, dt: float) -> None:
    """Set the length of the coming steps, to which the constraints of prescribed joints are matched."""
    machine.m.opt.timestep = dt
    if len(machine.driven):
        machine.m.eq_solref[:] = (-MAX_IMPEDANCE / dt**2, -MAX_IMPEDANCE / dt)


def remember(machine: Machine, targets: FloatArray, dt: float, z: FloatArray) -> None:
    """Update the actuator memory after a step: lags of motors; integrals of servos, which stop at the force limit."""
    coordinates, d = machine.model.arrays.coordinates, machine.d
    if len(machine.servos):
        j = machine.servos
        free = at_ceilings(machine)[j] == 0
        z[j] += np.where(free & (coordinates["ki"][j] > 0), dt * (targets[0, j] - machine.q[j]), 0.0)
    if len(machine.motors):
        lagging = coordinates["time_constant"] > 0
        z[lagging] = d.act
        at_once = machine.motors[~lagging[machine.motors]]
        z[at_once] = targets[0, at_once]


def set_falling_ceilings(machine: Machine, reference: Reference, targets: FloatArray, z: FloatArray) -> None:
    """Set the limits of servos that request more than limit (1 - |v| / speed_limit) in their direction of motion.

    The line is a constant force, the joint's range of actuator forces closed on it, and a damping of limit / speed_limit,
    which MuJoCo's step takes implicitly.

    Args:
        machine: The machine in its present state.
        reference: Reference of the coordinates.
        targets: Targets at the step's start, shape (3, rows).
        z: Actuator memory, shape (nv,).
    """
    j = machine.falling
    if not len(j):
        return
    c, m = machine.model.arrays.coordinates[j], machine.m
    q, v = machine.q[j], machine.v[j]
    pull = np.clip(c["kp"] * (targets[0, j] - q), -c["proportional_limit"], c["proportional_limit"])
    whole = pull - c["kd"] * v + fed_forward(machine, reference, targets, z)[j]
    side = np.where(whole < 0, -1.0, 1.0)
    on_line = (side * v > 0) & (side * whole > c["force_limit"] * (1.0 - side * v / c["speed_limit"]))
    slope = np.where(on_line, c["force_limit"] / c["speed_limit"], 0.0)
    machine.slope[j], machine.side[j] = slope, np.where(on_line, side, 0.0)
    m.dof_damping[machine.n_base + j] = c["damping"] + slope
    held = side * c["force_limit"]
    low, high = np.where(on_line, held, -c["force_limit"]), np.where(on_line, held, c["force_limit"])
    m.jnt_actfrcrange[machine.joints[j]] = np.column_stack([low, high])


def fed_forward(machine: Machine, reference: Reference, targets: FloatArray, z: FloatArray) -> FloatArray:
    """Feed-forward of servos, shape (nv,): from the target's rate and acceleration, the integral, or a command."""
    c, nv = machine.model.arrays.coordinates, machine.model.n_coordinates
    ahead = (c["kd"] + c["rate_feed"]) * targets[1, :nv] + c["acceleration_feed"] * targets[2, :nv]
    whole: FloatArray = ahead + c["ki"] * z + reference.force[:nv]
    return whole


def at_ceilings(machine: Machine) -> FloatArray:
    """Active limit of each servo and motor in the last step, shape (nv,): 0, +-1 if constant, +-2 if speed-dependent."""
    c, nv = machine.model.arrays.coordinates, machine.model.n_coordinates
    given = machine.d.qfrc_actuator[machine.n_base : machine.n_base + nv]
    held = (np.abs(given) >= AT_LIMIT * c["force_limit"]) & ((c["actuator"] == SERVO) | (c["force_floor"] < 0.0))
    return np.where(machine.side != 0, LINE * machine.side, np.where(held, np.sign(given), 0.0))
