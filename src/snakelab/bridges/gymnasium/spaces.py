"""Spaces of actions and observations, and names and units of their columns."""

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from snakelab.bridges.gymnasium.core import Course
from snakelab.bridges.gymnasium.terms import OBSERVED
from snakelab.sim.dataset import VARIABLES

LANE_UNITS = {"head_angle": "rad", "head_rate": "rad/s"}


class ObservationColumns(NamedTuple):
    """Columns of one term of an observation.

    Attributes:
        name: The term.
        columns: Its columns.
        unit: Unit of its values.
    """

    name: str
    columns: slice
    unit: str


class ActionColumn(NamedTuple):
    """One column of an action.

    Attributes:
        name: Joint, propeller or parameter of a gait.
        low, high: Values at -1 and 1.
        unit: Their unit.
    """

    name: str
    low: float
    high: float
    unit: str


def action_space(course: Course) -> Any:
    """Box from -1 to 1."""
    return spaces.Box(-1.0, 1.0, (course.actions.width,), np.float32)


def observation_space(width: int) -> Any:
    """Box of all 32-bit numbers."""
    return spaces.Box(-np.inf, np.inf, (width,), np.float32)


def observation_columns(course: Course) -> tuple[ObservationColumns, ...]:
    """Columns of the terms of an observation, in their order."""
    ends = np.cumsum([0, *course.widths()]).tolist()
    return tuple(
        ObservationColumns(name, slice(first, last), _unit(name))
        for name, first, last in zip(course.observation, ends[:-1], ends[1:], strict=True)
    )


def action_columns(course: Course) -> tuple[ActionColumn, ...]:
    """Columns of an action."""
    actions = course.actions
    each = zip(actions.names, actions.low.tolist(), actions.high.tolist(), actions.units, strict=True)
    return tuple(ActionColumn(*one) for one in each)


def _unit(name: str) -> str:
    if name in OBSERVED:
        return OBSERVED[name].unit
    unit = VARIABLES[name][1] if name in VARIABLES else LANE_UNITS.get(name, "-")
    return "-" if unit == "1" else unit
