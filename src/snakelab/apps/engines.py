"""Engines by their names on the command line."""

from collections.abc import Callable
from functools import partial

from snakelab.errors import SimulationError
from snakelab.results.diagnostics.engine_differences import engine_of, notes_of
from snakelab.results.recording import Recording
from snakelab.sim.engine import Engine
from snakelab.types import choice

SNAKELAB, MUJOCO = "snakelab", "mujoco"
MakeEngine = Callable[[float], Engine]


def engine_called(name: str, spinning_wheels: bool = False) -> MakeEngine | None:
    """Return a factory of an engine from its largest step [s]; None for the built-in engine, configured by the scenario.

    Args:
        name: "snakelab" or "mujoco".
        spinning_wheels: Model passive wheels as spinning bodies, which the built-in engine does not support.

    Raises:
        SimulationError: if there is no such engine, or it has no wheels that spin.
        MissingExtraError: if its package is not installed.
    """
    if choice(name, "--engine", (SNAKELAB, MUJOCO), SimulationError) == SNAKELAB:
        if spinning_wheels:
            raise SimulationError(
                "spinning wheels are available in MuJoCo only; add --engine mujoco, or omit --spinning-wheels"
            )
        return None
    from snakelab.bridges.mujoco.engine import MujocoEngine

    MujocoEngine()  # a missing package is reported before anything is loaded
    return partial(MujocoEngine, spinning_wheels=spinning_wheels)


def engine_lines(recording: Recording) -> list[str]:
    """Return the name of the engine, and its deviations from the laws of snakelab."""
    return [f"engine: {engine_of(recording)}", *(f"of the engine: {note}" for note in notes_of(recording))]
