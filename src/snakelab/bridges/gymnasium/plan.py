"""Plan of an environment: all its components."""

from dataclasses import dataclass
from typing import Any

from snakelab.bridges.gymnasium.core import Course
from snakelab.physics.model import Model
from snakelab.physics.state import State


@dataclass(frozen=True, eq=False)
class Plan:
    """All components of an environment.

    Attributes:
        model: The model.
        course: Its episodes.
        task: Period, observation, action and goal as plain data, for the file of a policy.
        start: State to start from.
        settings: Settings of `simulate` for a replay.
    """

    model: Model
    course: Course
    task: dict[str, Any]
    start: State
    settings: dict[str, Any]
