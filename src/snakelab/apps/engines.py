"""Engines by their names on the command line."""

from collections.abc import Callable
from pathlib import Path

from snakelab.errors import SimulationError
from snakelab.results.comparisons.engine_differences import engine_of, notes_of
from snakelab.results.recording import Recording
from snakelab.scenarios import Scenario
from snakelab.sim.engines.engine import Engine, SnakelabEngine
from snakelab.types import choice

SNAKELAB, MUJOCO, HARDWARE = "snakelab", "mujoco", "hardware"
MakeEngine = Callable[[Scenario], Engine]


def engine_called(name: str, spinning_wheels: bool = False) -> MakeEngine | None:
    """Return a factory of an engine from a scenario; None for the built-in engine, configured by the scenario.

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
    return lambda scenario: MujocoEngine(scenario.settings.step, spinning_wheels=spinning_wheels)


def hardware_called(file: Path, engine: str) -> MakeEngine:
    """Return a factory of the engine that moves the robot of a robot file.

    Raises:
        SimulationError: if another engine is also requested.
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    if engine != SNAKELAB:
        raise SimulationError(f"--hardware moves a robot, so --engine {engine} has no meaning; omit one of them")
    from snakelab.apps.terminal.console import say_warning
    from snakelab.bridges.servo_bus import HardwareEngine, read_robot_file

    robot = read_robot_file(file)

    def make(scenario: Scenario) -> Engine:
        body = SnakelabEngine(scenario.settings.step)
        return HardwareEngine(robot, seed=scenario.settings.seed, body=body, on_warning=say_warning)

    make.robot = robot  # type: ignore[attr-defined]
    return make


def engine_lines(recording: Recording) -> list[str]:
    """Return the name of the engine, and its deviations from the laws of snakelab."""
    return [f"engine: {engine_of(recording)}", *(f"engine, deviation: {note}" for note in notes_of(recording))]
