"""Conversion of commands to a reference of the coordinates over one control period."""

from dataclasses import replace

import numpy as np

from snakelab.physics.command import Command, Reference, piecewise_reference, quintic
from snakelab.physics.layout.tables import MOTOR
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray


def ends(command: Command) -> FloatArray:
    """Value, rate and acceleration of a command, shape (3, nv)."""
    zero = np.zeros_like(command.target)
    return np.array(
        [
            command.target,
            zero if command.rate is None else command.rate,
            zero if command.acceleration is None else command.acceleration,
        ]
    )


def complete(command: Command, before: FloatArray, last: ControlState, opens: float) -> Command:
    """Complete a command that gives only targets by rate and acceleration, from differences of the last three."""
    if command.rate is not None:
        return command
    now, before = targets_at(last.reference, opens)[0, : len(command.target)], before[: len(command.target)]
    period = opens - float(last.reference.knots[0])
    rate = (3.0 * command.target - 4.0 * now + before) / (2.0 * period)
    bend = (command.target - 2.0 * now + before) / period**2
    return replace(command, rate=rate, acceleration=bend if command.acceleration is None else command.acceleration)


def join(model: Model, start: FloatArray, command: Command, opens: float, closes: float) -> Reference:
    """Return the reference over one period: a quintic between commands; constant for motors and propellers."""
    coefficients = quintic(start[:, : len(command.target)], ends(command), closes - opens)
    held = (model.arrays.coordinates["actuator"] == MOTOR) | command.hold
    coefficients[held] = 0.0
    coefficients[held, 0] = command.target[held]
    thrust = np.zeros((0 if command.thrust is None else len(command.thrust), 6))
    thrust[:, 0] = 0.0 if command.thrust is None else command.thrust
    return piecewise_reference(np.array([opens, closes]), np.concatenate([coefficients, thrust])[None], command.force)
