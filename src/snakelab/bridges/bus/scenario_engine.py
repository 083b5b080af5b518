"""Engine of a scenario whose robot is behind an emulated servo bus."""

from snakelab.bridges.bus.hardware_engine import HardwareEngine
from snakelab.bridges.bus.robot_file import emulated_robot
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engine_choice import make_engine


def emulated_bus_engine(scenario: Scenario) -> HardwareEngine:
    """Return the engine; its seed is that of the scenario.

    Raises:
        HardwareError: if a setting is out of range.
    """
    assert scenario.engine is not None
    settings = scenario.settings
    body = make_engine(settings.step, settings.integrator, settings.tolerance)
    robot = emulated_robot(scenario.robot.n_coordinates, scenario.engine.emulated_bus)
    return HardwareEngine(robot, seed=settings.seed, body=body)
