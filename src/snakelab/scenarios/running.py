"""Runs of scenarios: to their end, or step by step."""

from dataclasses import asdict

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording
from snakelab.results.reference_values import reference_values_attribute
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engines.engine import Engine
from snakelab.sim.engines.engine_choice import make_engine
from snakelab.sim.simulate import Progress, simulate
from snakelab.sim.simulation import Simulation


def scenario_engine(scenario: Scenario) -> Engine:
    """Return the engine of a scenario: that of its key `engine`, or a simulation with the settings of its solver."""
    settings = scenario.settings
    if scenario.engine is None:
        return make_engine(settings.step, settings.integrator, settings.tolerance)
    return scenario.engine.make(scenario)


@checked_arguments(ScenarioError)
def run_scenario(scenario: Scenario, progress: Progress | None = None, engine: Engine | None = None) -> Recording:
    """Simulate a scenario; its data and its reference values are stored with the recording, those of a changed one, or of another
    engine, without reference values.

    Args:
        scenario: From `load_scenario`.
        progress: Called with the fraction done and the simulated time [s].
        engine: Another engine than that of the scenario's solver.
    """
    model = build_model(scenario.robot, scenario.world)
    state = initial_state(model, **scenario.initial)
    settings = asdict(scenario.settings) | {"events": scenario.events}
    controller, data = scenario.controller, scenario.data
    used = scenario_engine(scenario) if engine is None and scenario.engine is not None else engine
    recording = simulate(model, controller, **settings, state=state, scenario=data, progress=progress, engine=used)
    if scenario.torque_reference is not None:
        recording.dataset.attrs["torque_reference"] = scenario.torque_reference
    if not scenario.changes and engine is None:
        recording.dataset.attrs |= reference_values_attribute(scenario.reference_values, scenario.unchecked)
    return recording


@checked_arguments(ScenarioError)
def start_scenario(
    scenario: Scenario, engine: Engine | None = None, period: float | None = None, keep: float | None = None
) -> Simulation:
    """Start a scenario as a `Simulation`, which is advanced from outside.

    Args:
        scenario: From `load_scenario`.
        engine: Another engine than that of the scenario's solver.
        period: Duration of `step` for a gait [s].
        keep: Time for which records are kept in memory [s]; None keeps all.
    """
    model, settings = build_model(scenario.robot, scenario.world), scenario.settings
    return Simulation(
        model,
        scenario.controller,
        state=initial_state(model, **scenario.initial),
        engine=scenario_engine(scenario) if engine is None else engine,
        record_rate=settings.record_rate,
        period=period,
        events=scenario.events,
        seed=settings.seed,
        scenario=scenario.data,
        keep=keep,
    )
