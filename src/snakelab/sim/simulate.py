"""One verb: simulate a model under a gait or a controller, and get a recording."""

import math
import os
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.controller import Controller
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import (
    Command,
    Measurement,
    Reference,
    checked_command,
    constant_reference,
    piecewise_reference,
    quintic,
)
from snakelab.physics.model import MOTOR, Model
from snakelab.physics.observe import record_layout, record_width
from snakelab.physics.queries import check_determined
from snakelab.physics.state import ControlState, State, fitting_state, initial_state
from snakelab.physics.targets import targets_at
from snakelab.results.recording import FINISHED, Recording
from snakelab.sim.dataset import dataset
from snakelab.sim.engine import INTEGRATORS, Engine, Outcome, SnakelabEngine, load_loop
from snakelab.sim.events import Snapshot, StopCondition
from snakelab.sim.scipy_engine import METHODS, ScipyEngine
from snakelab.types import FloatArray, choice, instances, number

Progress = Callable[[float, float], None]
# Wall time that one compiled call should take: short enough for Ctrl-C and progress [s].
CALL = 0.2
ON_TARGET = 1e-9
# Least number of steps over the quintic of a command, where it prescribes a motion.
POINTS = 8


def simulate(
    model: Model,
    controller: Gait | Controller | None = None,
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
        model: From `build_model`.
        controller: A gait (evaluated inside the compiled step) or a controller (asked once a period). None holds still.
        duration: [s].
        state: Where to start; None is the straight body at rest at the origin, prescribed coordinates on their targets.
            An earlier recording, or its state, goes on from there, bit for bit.
        step: Largest step [s].
        integrator: "extrapolated", "plain", "rk4", or one of SciPy's "DOP853", "Radau", "BDF", "LSODA".
        tolerance: Of the adaptive step, or SciPy's relative tolerance; None is a fixed step (SciPy: 1e-8).
        record_rate: Records per second [Hz].
        stop_when: Conditions that end the run, tested at every record.
        seed: Of the random numbers of sensors and trials; stored with the recording.
        scenario: What the run came from; stored with the recording.
        progress: Called with the fraction done and the simulated time.
        engine: Another engine; it replaces `step`, `integrator` and `tolerance`.

    Returns:
        The recording. A run that diverges, is stopped or interrupted keeps what it has; `status` says why.

    Raises:
        SimulationError: if a setting cannot work.
        GaitError, ControlError: if the controller does not fit the model.
    """
    if not isinstance(model, Model):
        raise SimulationError(
            f"simulate takes a Model, got a {type(model).__name__}; write simulate(build_model(robot, world), gait)"
        )
    number(duration, "duration", SimulationError, above=0, unit="s")
    number(record_rate, "record_rate", SimulationError, above=0, unit="Hz")
    check_determined(model)
    engine = engine or make_engine(step, integrator, tolerance)
    load_loop(model)
    stops = instances(stop_when, "stop_when", (StopCondition,), SimulationError)
    began = clock.perf_counter()
    _fits_in_memory(duration * record_rate, record_width(model))
    state = _starting_state(model, state)
    run = _Run(model, engine, _source(controller, state), duration, record_rate, stops, progress)
    status = run.go(state)
    wall = clock.perf_counter() - began
    rows = run.recorded()
    simulated = float(rows[-1, 0] - rows[0, 0])
    attributes = {
        "status": status,
        "scenario": scenario or {},
        "settings": {"duration": duration, "record_rate": record_rate, "engine": repr(engine)},
        "seed": seed,
        "wall_time": wall,
        "real_time_factor": simulated / wall,
        "steps": run.steps,
        "rejected_steps": run.rejected,
        "unsettled_steps": run.unsettled,
    }
    return Recording(dataset(model, rows, attributes), status, run.state)


def _starting_state(model: Model, state: State | Recording | None) -> State:
    """Where the run begins."""
    if isinstance(state, Recording):
        if state.state is None:
            raise SimulationError(
                "this recording holds no state to go on from: its controller's memory could not be written"
            )
        state = state.state
    return initial_state(model) if state is None else fitting_state(model, state)


def _fits_in_memory(records: float, width: int) -> None:
    """Refuse a recording larger than the machine, before it is begun."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not every platform tells
        memory = 1 << 36
    size = 2 * 8 * width * records  # the records, and the dataset made of them
    if size > memory:
        raise SimulationError(
            f"the recording would take {size / 1e9:.3g} GB ({records:.3g} records), and this machine has {memory / 1e9:.3g} GB; "
            "lower duration or record_rate"
        )


def make_engine(step: float, integrator: str, tolerance: float | None) -> Engine:
    """The engine that the settings of `simulate` name."""
    choice(integrator, "integrator", (*INTEGRATORS, *METHODS), SimulationError)
    if integrator in METHODS:
        return ScipyEngine(integrator, tolerance or 1e-8, max_step=math.inf)
    return SnakelabEngine(step, integrator, tolerance)


@dataclass(frozen=True)
class _Hold:
    """No controller: prescribed and servo coordinates stay at q, motors give nothing."""

    q: FloatArray

    def reference(self, model: Model) -> Reference:
        """See `Gait`."""
        return constant_reference(np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, self.q))


def _source(controller: Gait | Controller | None, state: State) -> Gait | Controller:
    if controller is None:
        return _Hold(state.q)
    if isinstance(controller, type) or not isinstance(controller, (Gait, Controller)):
        raise SimulationError(
            f"simulate takes a gait (with reference(model)) or a controller (with period, start and command), got "
            f"{controller!r}; write for example SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)"
        )
    return controller


@dataclass
class _Run:
    """One run under way: the records so far and the state reached."""

    model: Model
    engine: Engine
    source: Gait | Controller
    duration: float
    record_rate: float
    stops: tuple[StopCondition, ...]
    progress: Progress | None
    pieces: list[FloatArray] = field(default_factory=list)
    last: FloatArray | None = None
    steps: int = 0
    rejected: int = 0
    unsettled: int = 0

    def go(self, state: State) -> str:
        """Run to the end or to what stops it; returns the status."""
        self.state, self.begin = state, state.time
        self.end = _snap(state.time + self.duration, self.record_rate)
        try:
            if isinstance(self.source, Gait):
                return self._follow(self.source.reference(self.model))
            return self._control(self.source)
        except KeyboardInterrupt:
            if self.last is None:
                raise
            return f"interrupted at t = {self.state.time:.6g} s"

    def recorded(self) -> FloatArray:
        """All records, shape (n, record width)."""
        return np.concatenate(self.pieces)

    # ---- open loop -------------------------------------------------------------------------------------------------
    def _follow(self, reference: Reference) -> str:
        self.state = replace(self.state, control=None)
        self._put_on_target(reference)
        times = _events(self.begin, self.end, self.record_rate)
        at, chunk = 0, min(len(times), 32)
        while at < len(times):
            began = clock.perf_counter()
            part = times[at : at + chunk]
            if status := self._advance(reference, part, np.ones(len(part), bool)):
                return status
            at += chunk
            chunk = max(1, min(4 * chunk, int(chunk * CALL / max(1e-6, clock.perf_counter() - began))))
        return FINISHED

    # ---- closed loop -----------------------------------------------------------------------------------------------
    def _control(self, controller: Controller) -> str:
        period = number(controller.period, "controller period", SimulationError, above=0, unit="s")
        name = f"{type(controller).__module__}.{type(controller).__qualname__}"
        control = self.state.control
        if control is None or control.controller != name:
            control = self._start(controller, name, period)
        records = _events(self.begin, self.end, self.record_rate)
        self._advance(control.reference, records[:1], np.ones(1, bool))
        while self.state.time < self.end:
            if self.state.time >= control.until - _tie(self.end):
                control = self._ask(controller, control, period)
            closes = min(control.until, self.end)
            near = records[np.abs(records - closes) < _tie(self.end)]
            times, keep = self._within(records, control, closes)
            times, keep = np.append(times, near[0] if len(near) else closes), np.append(keep, len(near) > 0)
            if status := self._advance(control.reference, times, keep):
                return status
        return FINISHED

    def _within(self, records: FloatArray, control: ControlState, closes: float) -> tuple[FloatArray, np.ndarray]:
        """Events before the end of the period, and which of them are recorded.

        A prescribed coordinate may race through its quintic: the step must see several points of it, or the base takes up
        momentum that is not there.
        """
        inside = records[(records > self.state.time) & (records < closes - _tie(self.end))]
        opens = float(control.reference.knots[0])
        if not self.model.driven.any() or (control.until - opens) / POINTS >= getattr(self.engine, "step", math.inf):
            return inside, np.ones(len(inside), bool)
        points = opens + (control.until - opens) / POINTS * np.arange(1, POINTS)
        points = points[(points > self.state.time + _tie(self.end)) & (points < closes - _tie(self.end))]
        points = points[[np.abs(inside - point).min(initial=math.inf) > _tie(self.end) for point in points]]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]

    def _start(self, controller: Controller, name: str, period: float) -> ControlState:
        """The first command: it holds until now, when the first period begins."""
        command, memory = controller.start(self.model, self.begin)
        command = checked_command(command, self.model, self.begin)
        reference = _join(self.model, _ends(command), command, self.begin - period, self.begin)
        control = ControlState(name, self.begin, reference, self.begin, memory)
        self.state = replace(self.state, control=control)
        self._put_on_target(reference)
        return control

    def _ask(self, controller: Controller, last: ControlState, period: float) -> ControlState:
        """The next command, joined to the end of the last one."""
        opens = last.until
        command, memory = controller.command(self._measure(), last.memory)
        command = checked_command(command, self.model, self.state.time)
        until = last.origin + (round((opens - last.origin) / period) + 1) * period
        before = last.reference.coefficients[0, :, 0]  # where the last period began
        reference = _join(
            self.model, targets_at(last.reference, opens), _complete(command, before, last, opens), opens, until
        )
        control = ControlState(last.controller, last.origin, reference, until, memory)
        self.state = replace(self.state, control=control)
        return control

    def _measure(self) -> Measurement:
        assert self.last is not None
        tau, _ = record_layout(self.model)["tau"]
        s = self.state
        return Measurement(
            s.time,
            s.q.copy(),
            s.v.copy(),
            self.last[tau].copy(),
            s.base_position.copy(),
            s.base_quaternion.copy(),
            s.base_velocity.copy(),
        )

    # ---- both ------------------------------------------------------------------------------------------------------
    def _put_on_target(self, reference: Reference) -> None:
        """Prescribed coordinates start on their targets; a restart, which is there already, stays bit for bit."""
        target = targets_at(reference, self.begin)
        driven = self.model.driven
        q, v = self.state.q.copy(), self.state.v.copy()
        if driven.any() and max(np.abs(target[0] - q)[driven].max(), np.abs(target[1] - v)[driven].max()) > ON_TARGET:
            q[driven], v[driven] = target[0][driven], target[1][driven]
            self.state = replace(self.state, q=q, v=v)

    def _advance(self, reference: Reference, times: FloatArray, keep: np.ndarray) -> str:
        """Move through the times; returns a status if the run ends here, else nothing."""
        rows = np.zeros((len(times), record_width(self.model)))
        outcome: Outcome = self.engine.advance(self.model, reference, self.state, times, rows)
        done, status, state = outcome.events, outcome.problem, outcome.state
        for i in range(done if self.stops else 0):
            reason = next((stop.reason for stop in self.stops if stop.met(self._snapshot(rows[i]))), None)
            if reason is not None:
                done, status = i + 1, f"stopped: {reason} at t = {times[i]:.6g} s"
                state = self.state.at(times[i], self._state_part(rows[i]))
                keep[i] = True
                break
        self.state = state
        if done:
            self.last = rows[done - 1]
        self.pieces.append(rows[:done][keep[:done]])
        self.steps, self.rejected, self.unsettled = (
            self.steps + outcome.steps,
            self.rejected + outcome.rejected,
            self.unsettled + outcome.unsettled,
        )
        if self.progress is not None:
            self.progress((self.state.time - self.begin) / self.duration, self.state.time)
        return status

    def _snapshot(self, row: FloatArray) -> Snapshot:
        return {name: row[place].reshape(shape) for name, (place, shape) in record_layout(self.model).items()}

    def _state_part(self, row: FloatArray) -> FloatArray:
        layout = record_layout(self.model)
        return row[layout["base_position"][0].start : layout["work"][0].stop]


def _tie(time: float) -> float:
    """Instants nearer than this are one [s]."""
    return 1e-9 * max(1.0, time)


def _snap(time: float, rate: float) -> float:
    """The time, or the record time k / rate that it means but for rounding."""
    record = round(time * rate) / rate
    return record if abs(record - time) < _tie(time) else time


def _events(begin: float, end: float, rate: float) -> FloatArray:
    """Record times k / rate in [begin, end], with begin and end themselves."""
    first, last = math.floor(begin * rate + 1e-9) + 1, math.ceil(end * rate - 1e-9) - 1
    inside = np.arange(first, last + 1) / rate
    return np.concatenate([[begin], inside, [end]])


def _ends(command: Command) -> FloatArray:
    """Value, rate and acceleration of a command, shape (3, nv)."""
    zero = np.zeros_like(command.target)
    return np.array(
        [
            command.target,
            zero if command.rate is None else command.rate,
            zero if command.acceleration is None else command.acceleration,
        ]
    )


def _complete(command: Command, before: FloatArray, last: ControlState, opens: float) -> Command:
    """Rate and acceleration at the end of a command that gives only targets, by differences of the last three."""
    if command.rate is not None:
        return command
    now = targets_at(last.reference, opens)[0]
    period = opens - float(last.reference.knots[0])
    rate = (3.0 * command.target - 4.0 * now + before) / (2.0 * period)
    bend = (command.target - 2.0 * now + before) / period**2
    return replace(command, rate=rate, acceleration=bend if command.acceleration is None else command.acceleration)


def _join(model: Model, start: FloatArray, command: Command, opens: float, closes: float) -> Reference:
    """The reference over one period: a quintic from the last command's end to this one's; held for motors."""
    coefficients = quintic(start, _ends(command), closes - opens)
    held = (model.arrays.coordinates["actuator"] == MOTOR) | command.hold
    coefficients[held] = 0.0
    coefficients[held, 0] = command.target[held]
    return piecewise_reference(np.array([opens, closes]), coefficients[None], command.force)
