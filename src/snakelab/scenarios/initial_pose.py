"""Check of the initial pose of a scenario, before its run."""

from snakelab.compiling import interpreted
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.scenarios.running import scenario_engine
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engines.live_engine import LiveEngine
from snakelab.sim.feasibility.initial_state import check_lengths, check_outside


def check_start(scenario: Scenario) -> None:
    """Check the initial pose of a scenario as its run does, before anything is compiled.

    Args:
        scenario: From `load_scenario`.

    Raises:
        SimulationError: if the robot starts deep inside a surface, or a soft section without length.
    """
    if isinstance(scenario_engine(scenario), LiveEngine):  # it starts where the hardware is
        return
    with interpreted():
        model = build_model(scenario.robot, scenario.world)
        state = initial_state(model, **scenario.initial)
        check_lengths(model, state)
        check_outside(model, state)
