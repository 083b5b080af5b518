"""Engine of a session: the simulation, emulated servos, or the robot of a robot file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from snakelab.errors import SimulationError, nearest
from snakelab.scenarios import Scenario
from snakelab.sim.engines.engine import Engine, SnakelabEngine

MakeEngine = Callable[[Scenario], Engine]
SIMULATION, EMULATED, HARDWARE = "simulation", "emulated", "hardware"


@dataclass(frozen=True)
class EngineChoice:
    """An engine that can be chosen in the page.

    Attributes:
        name: "simulation", "emulated" or "hardware".
        word: Its word in the page.
        make: Creates the engine of a scenario; None for that of the scenario.
        physical: True for a robot that moves.
    """

    name: str
    word: str
    make: MakeEngine | None = None
    physical: bool = False

    def plain(self) -> dict[str, Any]:
        """Return what the page needs."""
        return {"name": self.name, "word": self.word, "physical": self.physical}


def engine_choices(hardware: MakeEngine | None) -> tuple[EngineChoice, ...]:
    """Return the available choices.

    Args:
        hardware: Creates the engine of the robot file of the command line; None without one.
    """
    known = (EngineChoice(SIMULATION, "Simulation"), EngineChoice(EMULATED, "Emulated servos", emulated_engine))
    if hardware is None:
        return known
    robot = getattr(hardware, "robot", None)
    name, port = (getattr(robot, key, "") for key in ("name", "port"))
    return (*known, EngineChoice(HARDWARE, f"Robot {name}".strip(), hardware, physical=port != EMULATED))


def chosen_engine(choices: tuple[EngineChoice, ...], name: str) -> EngineChoice:
    """Return the choice of a name.

    Raises:
        SimulationError: if there is none.
    """
    for choice in choices:
        if choice.name == name:
            return choice
    if name == HARDWARE:
        raise SimulationError("there is no robot file; start the studio with --hardware FILE")
    raise SimulationError(f"there is no engine {name!r}{nearest(name, [choice.name for choice in choices])}")


def emulated_engine(scenario: Scenario) -> Engine:
    """Return the engine of emulated servos, one for each coordinate, as those of the scenario if it has such.

    Raises:
        HardwareError: if the robot cannot be moved by servos.
    """
    from snakelab.bridges.servo_bus import HardwareEngine
    from snakelab.bridges.servo_bus.emulated_bus import EmulatedBus
    from snakelab.bridges.servo_bus.robot_file import emulated_robot

    if isinstance(scenario.engine, EmulatedBus):
        return scenario.engine.make(scenario)
    settings = scenario.settings
    robot = emulated_robot(max(1, scenario.robot.n_coordinates))
    return HardwareEngine(robot, seed=settings.seed, body=SnakelabEngine(settings.step))
