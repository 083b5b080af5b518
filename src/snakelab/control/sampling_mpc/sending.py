"""What a cycle sends: a command of the steered joints, with notes on the plan as people know it."""

from typing import Any

import numpy as np

from snakelab.control.sampling_mpc.steering import Steering
from snakelab.physics.command import Command
from snakelab.types import FloatArray

# Angles, rates and accelerations of the steered joints.
Moving = tuple[FloatArray, FloatArray, FloatArray]


def command_of(steering: Steering, moving: Moving, n: int, held: bool, notes: dict[str, Any]) -> Command:
    """What the steered joints should do, and nothing to those that follow.

    Args:
        steering: Whose joints.
        moving: At the end of the period.
        n: Coordinates of the robot [-].
        held: Whether the angles are held for the period.
        notes: Of the cycle.
    """
    target, rate, acceleration = np.zeros((3, n))
    for row, values in zip((target, rate, acceleration), moving, strict=True):
        row[list(steering.joints)] = values
    if held:
        return Command(target, rate=rate, hold=True, notes=notes)
    return Command(target, rate=rate, acceleration=acceleration, notes=notes)


def plan_notes(steering: Steering, plan: FloatArray, sigma: FloatArray) -> dict[str, Any]:
    """Input, its sigma and the plan, in the units that people know; of several inputs each by its name."""
    names = steering.names
    rows, wide = (np.reshape(values, (len(names), -1)) for values in (plan, sigma))
    spread = steering.told(wide) - steering.told(0.0 * wide)
    ends = [""] if len(names) == 1 else [f"_{name}" for name in names]
    notes: dict[str, Any] = {}
    for end, row, own in zip(ends, steering.told(rows), spread, strict=True):
        notes |= {f"input{end}": float(row[0]), f"sigma{end}": float(own[0]), f"plan{end}": row}
    return notes
