"""Drives of the joints in each step: controls of servos and motors, targets of prescribed joints, and servos' integrals."""

import numpy as np

from snakelab.bridges.mujoco.engine.machine import Machine
from snakelab.bridges.mujoco.engine.step.ceilings import at_ceilings, fed_forward, set_falling_ceilings
from snakelab.bridges.mujoco.world.numbers import MOST_IMPEDANCE
from snakelab.physics.command import Reference
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray


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
        machine.m.eq_solref[:] = (-MOST_IMPEDANCE / dt**2, -MOST_IMPEDANCE / dt)


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
