"""Engines by the names that a command knows."""

import json
from collections.abc import Callable

from snakelab.errors import SimulationError
from snakelab.results.recording import Recording
from snakelab.sim.engine import Engine
from snakelab.types import choice

SNAKELAB, MUJOCO = "snakelab", "mujoco"
MakeEngine = Callable[[float], Engine]


def engine_called(name: str) -> MakeEngine | None:
    """What makes the engine from its largest step [s]; None for our own, which a scenario's solver describes.

    Raises:
        SimulationError: if there is no such engine.
        MissingExtraError: if its package is not installed.
    """
    if choice(name, "--engine", (SNAKELAB, MUJOCO), SimulationError) == SNAKELAB:
        return None
    from snakelab.bridges.mujoco.engine import MujocoEngine

    MujocoEngine()  # what is missing is said before anything is loaded
    return MujocoEngine


def engine_line(recording: Recording) -> str:
    """A line that says which engine ran, and what it did otherwise than our laws say."""
    engine = json.loads(str(recording.dataset.attrs.get("settings", "{}"))).get("engine", "unknown")
    notes = str(recording.dataset.attrs.get("notes", "")).splitlines()
    return "; ".join((f"engine: {engine}", *notes))
