"""Simulation of a model under a gait or a controller, with a recording as the result."""

from collections.abc import Sequence
from typing import Any

from snakelab.argument_names import named_arguments
from snakelab.arguments import check_arguments
from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.dynamics.inertia import check_determined
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_width
from snakelab.physics.state import State
from snakelab.results.diagnostics.energy_balance import warn_of_imbalance
from snakelab.results.diagnostics.impossible_motion import warn_of_impossible
from snakelab.results.recording import Recording
from snakelab.sim.end_conditions import StopCondition
from snakelab.sim.engines.engine import Engine
from snakelab.sim.engines.engine_choice import make_engine
from snakelab.sim.engines.live_engine import LiveEngine
from snakelab.sim.feasibility.feasibility import (
    check_memory,
    warn_of_late_sensors,
    warn_of_missing_gravity,
    warn_of_stiffness,
)
from snakelab.sim.feasibility.impacts import warn_of_impacts
from snakelab.sim.interventions.interventions import Intervention
from snakelab.sim.sensor_sampling.channels import channels
from snakelab.sim.simulation import Progress, Simulation
from snakelab.types import number


@named_arguments
def simulate(
    model: Model,
    controller: Gait | Controller | Planner | None = None,
    duration: float = 10.0,
    *,
    state: State | Recording | None = None,
    step: float = 2e-3,
    integrator: str = "extrapolated",
    tolerance: float | None = None,
    record_rate: float = 100.0,
    stop_when: Sequence[StopCondition] = (),
    events: Sequence[Intervention] = (),
    seed: int = 0,
    scenario: dict[str, Any] | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> Recording:
    """Simulate a model and record it.

    Args:
        model: Model from `build_model`.
        controller: Gait (evaluated inside the compiled step) or controller (called once per period), which may be
            predictive, such as `MonteCarloMpc`. None holds the robot still.
        duration: Simulated time [s].
        state: Initial state; None for the straight body at rest at the origin, prescribed coordinates on their targets.
            An earlier recording, or its state, is continued bit for bit.
        step: Largest step [s]; steps end at records and control periods, so a comparison of steps needs a step that divides them.
        integrator: "extrapolated", "plain", "rk4", or one of SciPy's "DOP853", "RK45", "Radau", "BDF", "LSODA".
        tolerance: Tolerance of the adaptive step, or SciPy's relative tolerance; None for a fixed step (SciPy: 1e-8).
        record_rate: Records per second [Hz].
        stop_when: Conditions that end the run, tested at every record.
        events: Interventions during the run, such as `ChangeController(gait, at=5.0)` or `Push("link3", force=(0, 2,
            0), at=3.0)`.
        seed: Seed of sensor noise, of the samples of a predictive controller, and of trials; stored with the
            recording. A bit-for-bit continuation requires the same seed.
        scenario: Scenario data of the run; stored with the recording.
        progress: Callback with the fraction done [-] and the simulated time [s].
        engine: Another engine, such as `snakelab.bridges.mujoco.engine.MujocoEngine()`; it replaces `step`, `integrator` and
            `tolerance`. The lines of its optional `notes(model)`, deviations from snakelab's laws, are stored with the recording.

    Returns:
        The recording. If a run diverges, is stopped or interrupted, it contains the records so far and `status` the reason.
        A `SnakelabWarning` is issued if the energy balance has an error of more than 5 %, with a recommended step; for an
        impact from free flight that is too short for a fixed step; for a robot at rest on a ground in a world without gravity;
        for a soft section of negative length; and for a link that passed through a block or a pole.

    Raises:
        SimulationError: if a setting is invalid.
        GaitError, ControlError: if the controller does not fit the model or fails; its `recording` contains the records so far.
    """
    if not isinstance(model, Model):
        raise SimulationError(
            f"simulate takes a Model, got a {type(model).__name__}; write simulate(build_model(robot, world), gait)"
        )
    check_arguments(simulate, {"progress": progress, "engine": engine}, SimulationError)
    duration = number(duration, "duration", SimulationError, above=0, unit="s")
    record_rate = number(record_rate, "record_rate", SimulationError, above=0, unit="Hz")
    check_determined(model)
    engine = make_engine(step, integrator, tolerance) if engine is None else engine
    warn_of_stiffness(engine, model)
    warn_of_late_sensors(model, duration)
    width = record_width(model) + sum(channel.place.stop - channel.place.start for channel in channels(model))
    check_memory(duration * record_rate, width)
    simulation = Simulation(
        model,
        controller,
        state=state,
        engine=engine,
        record_rate=record_rate,
        events=events,
        stop_when=stop_when,
        seed=seed,
        scenario=scenario,
    )
    if not events:
        warn_of_missing_gravity(model, simulation.course.state)
    with simulation:
        recording = simulation.run_to_end(duration, progress)
    if not isinstance(engine, LiveEngine):  # neither steps nor links are ours to correct
        warn_of_imbalance(recording)
        warn_of_impacts(model, engine, recording)
        warn_of_impossible(recording)
    return recording
