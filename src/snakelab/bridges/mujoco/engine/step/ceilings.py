"""Torque limits of servos and motors: active limits, and limits that decrease with speed."""

import numpy as np

from snakelab.bridges.mujoco.engine.machine import Machine
from snakelab.physics.command import Reference
from snakelab.physics.layout.tables import SERVO
from snakelab.physics.recursion.coordinate_forces import LINE
from snakelab.types import FloatArray

AT_LIMIT = 1.0 - 1e-9


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
