"""Interface of gaits: a gait returns a reference for the coordinates of a model."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

import numpy as np

from snakelab.errors import GaitError
from snakelab.physics.command import Reference
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.tables import MOTOR, PASSIVE

_BODY_CHECKED: ContextVar[bool] = ContextVar("body_checked", default=True)


@runtime_checkable
class Gait(Protocol):
    """Open-loop motion, evaluated inside the compiled step."""

    def reference(self, model: Model) -> Reference:
        """The target of every coordinate of the model over time."""


def joints_of(model: Model, gait: str) -> int:
    """Return the number of coordinates that a gait may move; raise GaitError if there are none."""
    check_model(model, gait)
    if model.n_coordinates == 0:
        raise GaitError(
            f"{gait} needs joints, and robot {model.robot.name!r} has none; add for example Revolute('z') between its links"
        )
    codes = model.arrays.coordinates["actuator"]
    if (codes == PASSIVE).all():
        raise GaitError(
            f"{gait} has no joint to drive: every joint of {model.robot.name!r} is Passive(); use Servo(kp=...) or Prescribed()"
        )
    return model.n_coordinates


def angles_only(model: Model, gait: str, amplitude: float) -> None:
    """Raise GaitError for a gait of joint angles with a motor, which needs a force, or with an angle in degrees."""
    codes = model.arrays.coordinates["actuator"]
    if (codes == MOTOR).any():
        name = model.coordinate_names[int(np.flatnonzero(codes == MOTOR)[0])]
        raise GaitError(
            f"{gait} gives angles, and {name} is a Motor, which needs a force; use Servo(kp=...) or a TableGait of forces"
        )
    units = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates]
    if "rad" in units:
        at_most_one_revolution(gait, amplitude)


def at_most_one_revolution(gait: str, amplitude: float) -> None:
    """Raise GaitError for an amplitude of more than one turn, as of one in degrees."""
    if abs(amplitude) > 2 * math.pi:
        degrees = abs(amplitude) <= 360
        raise GaitError(
            f"{gait} amplitude must be in rad, at most one turn; got {amplitude:g}"
            + (f"; did you mean {math.radians(amplitude):.3g}?" if degrees else "")
        )


@contextmanager
def without_body_check() -> Iterator[None]:
    """Leave out the check for self-intersection, which takes milliseconds: for many variations of a gait that was checked."""
    token = _BODY_CHECKED.set(False)
    try:
        yield
    finally:
        _BODY_CHECKED.reset(token)


def body_is_checked() -> bool:
    """Return True if gaits are checked for self-intersection."""
    return _BODY_CHECKED.get()
