"""Goal of a run, from its scenario."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


def goal_of(recording: Recording) -> FloatArray | None:
    """Return the value of the key `goal` anywhere in the scenario, shape (2,) or (3,), [m]; None if there is none."""
    try:
        return _found(recording.scenario)
    except RecordingError:
        return None


def _found(words: Any) -> FloatArray | None:
    """Return the first entry `goal` of two or three numbers."""
    if isinstance(words, Mapping):
        goal = words.get("goal")
        if isinstance(goal, Sequence) and len(goal) in (2, 3) and all(_is_finite(value) for value in goal):
            return np.array(goal, dtype=np.float64)
        words = [*words.values()]
    if isinstance(words, Sequence) and not isinstance(words, str):
        return next((goal for one in words if (goal := _found(one)) is not None), None)
    return None


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
