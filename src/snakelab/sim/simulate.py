"""Simulation of a model under a gait or a controller, with a recording as the result."""

import json
import math
import time as clock
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference, constant_reference
from snakelab.physics.layout.tables import MOTOR
from snakelab.physics.model import Model
from snakelab.physics.observe import record_width
from snakelab.physics.queries import check_determined
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.results.diagnostics.balance import warn_of_imbalance
from snakelab.results.diagnostics.impossible import warn_of_impossible
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus
from snakelab.sim.engine import INTEGRATORS, Engine, SnakelabEngine, load_loop
from snakelab.sim.events import StopCondition
from snakelab.sim.feasible import check_memory, warn_of_late_sensors, warn_of_stiffness
from snakelab.sim.impacts import warn_of_impacts
from snakelab.sim.run import Progress, Run
from snakelab.sim.run.recording import recording_of
from snakelab.sim.scipy_engine import METHODS, ScipyEngine
from snakelab.sim.sensing import sensing_of
from snakelab.sim.starting import check_lengths, check_outside
from snakelab.types import FloatArray, choice, count, instances, number


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
        seed: Seed of sensor noise, of the samples of a predictive controller, and of trials; stored with the
            recording. A bit-for-bit continuation requires the same seed.
        scenario: Scenario data of the run; stored with the recording.
        progress: Callback with the fraction done [-] and the simulated time [s].
        engine: Another engine, such as `snakelab.bridges.mujoco.engine.MujocoEngine()`; it replaces `step`, `integrator` and
            `tolerance`. The lines of its optional `notes(model)`, deviations from snakelab's laws, are stored with the recording.

    Returns:
        The recording. If a run diverges, is stopped or interrupted, it contains the records so far and `status` the reason.
        A `SnakelabWarning` is issued if the energy balance has an error of more than 5 %, with a recommended step; for an
        impact from free flight that is too short for a fixed step; for a soft section of negative length; and for a link
        that passed through a block or a pole.

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
    load_loop(model)
    stops = instances(stop_when, "stop_when", (StopCondition,), SimulationError)
    began = clock.perf_counter()
    state = _starting_state(model, state)
    check_lengths(model, state)
    check_outside(model, state)
    count(seed, "seed", SimulationError, most=2**63 - 1)
    warn_of_late_sensors(model, duration)
    sensing = sensing_of(model, seed)
    check_memory(duration * record_rate, record_width(model) + (sensing.width if sensing else 0))
    run = Run(model, engine, _source(controller, model, state, seed), duration, record_rate, stops, progress, sensing)
    settings = {"duration": duration, "record_rate": record_rate, "engine": repr(engine)}
    provenance = {"scenario": _as_json({} if scenario is None else scenario), "settings": settings, "seed": seed}
    recording = _recorded(run, state, provenance, began)
    warn_of_imbalance(recording)
    warn_of_impacts(model, engine, recording)
    warn_of_impossible(recording)
    return recording


def _recorded(run: Run, state: State, provenance: dict[str, Any], began: float) -> Recording:
    """Run from a state; the error of a failing run contains the recording so far.

    Args:
        run: Run with its settings.
        state: Initial state.
        provenance: Settings, scenario and seed.
        began: Time of the call on the clock of `perf_counter` [s].
    """
    try:
        status = run.run(state)
    except SnakelabError as problem:
        if run.records.pieces:  # a controller's fault must not cost what was computed
            problem.recording = recording_of(
                run, RunStatus.failed(str(problem), run.state.time), provenance, clock.perf_counter() - began
            )
        raise
    return recording_of(run, status, provenance, clock.perf_counter() - began)


def _as_json(scenario: dict[str, Any]) -> str:
    """Return the scenario as plain data, or raise an error before the run."""
    try:
        return json.dumps(scenario)
    except (TypeError, ValueError) as problem:
        raise SimulationError(f"scenario must hold plain values (numbers, text, lists, dicts): {problem}") from problem


def _starting_state(model: Model, state: State | Recording | None) -> State:
    """Return the initial state of the run."""
    if isinstance(state, Recording):
        if state.state is None:
            raise SimulationError(
                "this recording holds no state to go on from: its controller's memory could not be written"
            )
        state = state.state
    return initial_state(model) if state is None else fitting_state(model, state)


def make_engine(step: float, integrator: str, tolerance: float | None) -> Engine:
    """Return the engine that the settings of `simulate` specify."""
    choice(integrator, "integrator", (*INTEGRATORS, *METHODS), SimulationError)
    if integrator in METHODS:
        return ScipyEngine(integrator, 1e-8 if tolerance is None else tolerance, max_step=math.inf)
    return SnakelabEngine(step, integrator, tolerance)


@dataclass(frozen=True)
class _Hold:
    """Controller that holds prescribed and servo coordinates at q, with zero motor torque."""

    q: FloatArray

    def reference(self, model: Model) -> Reference:
        """Return the reference; see `Gait`."""
        return constant_reference(np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, self.q))


def _source(controller: Gait | Controller | Planner | None, model: Model, state: State, seed: int) -> Gait | Controller:
    if controller is None:
        return _Hold(state.q)
    if isinstance(controller, Seeded) and not isinstance(controller, type):
        controller = controller.with_seed(seed)
    if isinstance(controller, Planner) and not isinstance(controller, type):
        return controller.for_model(model)
    if isinstance(controller, type) or not isinstance(controller, (Gait, Controller)):
        raise SimulationError(
            f"simulate takes a gait (with reference(model)) or a controller (with period, start and command), got "
            f"{controller!r}; write for example SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)"
        )
    return controller
