"""Metrics of a run with a goal: time of arrival, distance from the goal, and resistance to the current."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics.series import ratio
from snakelab.results.metrics.swimming import stream
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

REACH = 0.5  # distance of the centre of mass at arrival, relative to the body's length


def goal_time(recording: Recording) -> float:
    """Time of arrival: the centre of mass is within half the body's length of the goal for the first time.

    From the recording's start; NaN if it never arrives. The goal is the key `goal` of the scenario.

    Raises:
        RecordingError: if the scenario has no goal.
    """
    after = _there(recording)
    return math.nan if after is None else float(recording["time"].values[after.start] - recording["time"].values[0])


def goal_mean_distance(recording: Recording) -> float:
    """Mean distance of the centre of mass from the goal, from the arrival to the end, integral of |r - goal| dt / T."""
    after = _there(recording)
    if after is None:
        return math.nan
    time = recording["time"].values[after]
    return ratio(float(np.trapezoid(_distance(recording)[after], time)), float(time[-1] - time[0]))


def goal_largest_distance(recording: Recording) -> float:
    """Largest distance of the centre of mass from the goal, from the arrival to the end."""
    after = _there(recording)
    return math.nan if after is None else float(_distance(recording)[after].max())


def goal_hold_fraction(recording: Recording) -> float:
    """Fraction of the current that the robot compensates after its arrival, 1 - |mean velocity| / |mean current|.

    Both are means from the arrival to the end, of the centre of mass and of the recorded `current` there. 1 is a robot
    that holds its position, 0 one that drifts with the water, below 0 one that swims downstream. NaN in still water.
    """
    after = _there(recording)
    if after is None or after.start == len(recording["time"]) - 1:
        return math.nan
    time, place = recording["time"].values[after], recording["com_position"].values[after]
    flow = np.trapezoid(stream(recording)[after], time, axis=0)
    return 1.0 - ratio(float(np.linalg.norm(place[-1] - place[0])), float(np.linalg.norm(flow)))


def _there(recording: Recording) -> slice | None:
    """Rows after the arrival; None if there are none."""
    near = _distance(recording) <= REACH * float(np.nansum(recording["link_length"].values))
    return slice(int(np.argmax(near)), len(near)) if near.any() else None


def _distance(recording: Recording) -> FloatArray:
    """Distance of the centre of mass from the goal, horizontal if the goal has no height, shape (n_rows,), [m]."""
    goal = goal_of(recording)
    if goal is None:
        raise RecordingError("the scenario has no goal; write goal: [x, y] in its controller")
    return np.asarray(np.linalg.norm(recording["com_position"].values[:, : len(goal)] - goal, axis=1))


def goal_of(recording: Recording) -> FloatArray | None:
    """Return the value of the key `goal` anywhere in the scenario, shape (2,) or (3,), [m]; None if there is none."""
    try:
        return _found(recording.scenario)
    except RecordingError:
        return None


def _found(given: Any) -> FloatArray | None:
    """Return the first entry `goal` of two or three numbers."""
    if isinstance(given, Mapping):
        goal = given.get("goal")
        if isinstance(goal, Sequence) and len(goal) in (2, 3) and all(_is_finite(value) for value in goal):
            return np.array(goal, dtype=np.float64)
        given = [*given.values()]
    if isinstance(given, Sequence) and not isinstance(given, str):
        return next((goal for one in given if (goal := _found(one)) is not None), None)
    return None


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
