"""Engines by their names on the command line."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from snakelab.entry_points import ENGINES, ROBOT_FILES, entry_points, load
from snakelab.errors import SimulationError
from snakelab.results.comparisons.engine_differences import engine_of, notes_of
from snakelab.results.recording import Recording
from snakelab.scenarios import Scenario
from snakelab.sim.engines.engine import Engine
from snakelab.types import choice

SNAKELAB, HARDWARE = "snakelab", "hardware"
MakeEngine = Callable[[Scenario], Engine]


def engine_called(name: str, spinning_wheels: bool = False) -> MakeEngine | None:
    """Return a factory of an engine from a scenario; None for the built-in engine, configured by the scenario.

    Args:
        name: "snakelab", or the name of an engine of a plug-in, such as "mujoco".
        spinning_wheels: Model passive wheels as spinning bodies, which the built-in engine does not support.

    Raises:
        SimulationError: if there is no such engine, it has no wheels that spin, or it has settings without defaults.
        MissingExtraError: if its package is not installed.
    """
    points = entry_points(ENGINES)
    arguments: Mapping[str, Parameter] = {}
    if choice(name, "--engine", (SNAKELAB, *points), SimulationError) != SNAKELAB:
        settings: Any = points[name].load()
        arguments = signature(settings).parameters
    if spinning_wheels and "spinning_wheels" not in arguments:
        raise SimulationError(
            "spinning wheels are available in MuJoCo only; add --engine mujoco, or omit --spinning-wheels"
        )
    if name == SNAKELAB:
        return None
    if required := [key for key, argument in arguments.items() if argument.default is argument.empty]:
        raise SimulationError(
            f"--engine {name} needs settings ({', '.join(required)}); write `engine: {{{name}: {{{required[0]}: ...}}}}` in "
            "the scenario"
        )
    # a missing package is reported before anything is loaded
    make: MakeEngine = settings(**{"spinning_wheels": True} if spinning_wheels else {}).make
    return make


def hardware_called(file: Path, engine: str) -> MakeEngine:
    """Return a factory of the engine that moves the robot of a robot file.

    Raises:
        SimulationError: if another engine is also requested.
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    if engine != SNAKELAB:
        raise SimulationError(f"--hardware moves a robot, so --engine {engine} has no meaning; omit one of them")
    from snakelab.apps.terminal.console import say_warning

    make: MakeEngine = load(ROBOT_FILES, "servo_bus")(file, say_warning)
    return make


def engine_lines(recording: Recording) -> list[str]:
    """Return the name of the engine, and its deviations from the laws of snakelab."""
    return [f"engine: {engine_of(recording)}", *(f"engine, deviation: {note}" for note in notes_of(recording))]
