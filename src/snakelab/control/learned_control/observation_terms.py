"""Observation terms that both environments and robots can give, as functions of joint and base motion."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from snakelab.geometry.poses import heading_of, wrapped

Values = Mapping[str, Any]


class ObservationTerm(NamedTuple):
    """Term of an observation.

    Attributes:
        unit: Of its values.
        needs: Variables that it is computed from.
        values: Function of the variables, with rows along the first axis, to shape (n, width) or (n,).
    """

    unit: str
    needs: tuple[str, ...]
    values: Callable[[Values], Any]


def _rotated(vector: Any, heading: Any) -> Any:
    c, s = np.cos(heading), np.sin(heading)
    return np.stack([c * vector[:, 0] + s * vector[:, 1], c * vector[:, 1] - s * vector[:, 0]], axis=1)


def _base_velocity_body(values: Values) -> Any:
    velocity = values["base_velocity"]
    planar = _rotated(velocity[:, :2], heading_of(values["base_quaternion"]))
    return np.concatenate([planar, velocity[:, 5:6]], axis=1)


def _heading_error(values: Values) -> Any:
    return wrapped(heading_of(values["base_quaternion"]) - values["set_heading"])


def _goal_in_base(values: Values) -> Any:
    away = values["goal"] - values["base_position"][:, :2]
    return _rotated(away, heading_of(values["base_quaternion"]))


DERIVED: dict[str, ObservationTerm] = {
    "heading": ObservationTerm("rad", ("base_quaternion",), lambda v: heading_of(v["base_quaternion"])),
    "body_velocity": ObservationTerm("m/s, rad/s", ("base_velocity", "base_quaternion"), _base_velocity_body),
    "goal_in_base": ObservationTerm("m", ("goal", "base_position", "base_quaternion"), _goal_in_base),
    "depth_error": ObservationTerm(
        "m", ("base_position", "set_depth"), lambda v: -v["base_position"][:, 2] - v["set_depth"]
    ),
    "heading_error": ObservationTerm("rad", ("base_quaternion", "set_heading"), _heading_error),
    "last_action": ObservationTerm("-", ("last_action",), lambda v: v["last_action"]),
}
MEASURED = ("q", "v", "tau", "base_position", "base_quaternion", "base_velocity")

SET_POINTS = {"depth": "m", "heading": "rad"}  # with the units; as variables "set_depth" and "set_heading"


def flat(values: Any) -> Any:
    """Values of shape (n, ...) as shape (n, width)."""
    return values.reshape(len(values), -1)
