"""One run under way: from event to event, open loop or closed, until its end or what stops it."""

import copy
import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.controller import Controller
from snakelab.control.interpolation import complete, ends, join
from snakelab.errors import ControlError, SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Measurement, Reference, checked_command
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout, record_width
from snakelab.physics.state import ControlState, State
from snakelab.physics.targets import targets_at
from snakelab.results.recording import FINISHED
from snakelab.sim.engine import Engine, Outcome
from snakelab.sim.events import Snapshot, StopCondition
from snakelab.types import FloatArray, number

Progress = Callable[[float, float], None]
# Wall time that one compiled call should take: short enough for progress [s].
CALL = 0.2
ON_TARGET = 1e-9
# Least number of steps over the quintic of a command, where it prescribes a motion.
POINTS = 8


@dataclass
class Run:
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
        self.end = snap(state.time + self.duration, self.record_rate)
        if (prepare := getattr(self.source, "prepare", None)) is not None:
            self.source = prepare(self.model)
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

    def notes(self) -> str:
        """What the controller has to say of the run, one line each; empty for nothing."""
        notes, control = getattr(self.source, "notes", None), self.state.control
        return "" if notes is None or control is None else "\n".join(notes(control.memory))

    # ---- open loop -------------------------------------------------------------------------------------------------
    def _follow(self, reference: Reference) -> str:
        self.state = replace(self.state, control=None)
        self._put_on_target(reference)
        times = record_times(self.begin, self.end, self.record_rate)
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
        records = record_times(self.begin, self.end, self.record_rate)
        if status := self._advance(control.reference, records[:1], np.ones(1, bool)):
            return status
        while self.state.time < self.end:
            if self.state.time >= control.until - tie(self.end):
                control = self._ask(controller, control, period)
            closes = min(control.until, self.end)
            near = records[slice(*np.searchsorted(records, (closes - tie(self.end), closes + tie(self.end))))]
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
        first, last = np.searchsorted(records, (self.state.time, closes - tie(self.end)), side="right")
        inside = records[first:last]
        opens = float(control.reference.knots[0])
        if not self.model.driven.any() or (control.until - opens) / POINTS >= getattr(self.engine, "step", math.inf):
            return inside, np.ones(len(inside), bool)
        points = opens + (control.until - opens) / POINTS * np.arange(1, POINTS)
        points = points[(points > self.state.time + tie(self.end)) & (points < closes - tie(self.end))]
        points = points[[np.abs(inside - point).min(initial=math.inf) > tie(self.end) for point in points]]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]

    def _start(self, controller: Controller, name: str, period: float) -> ControlState:
        """The first command: it holds until now, when the first period begins."""
        command, memory = controller.start(self.model, self.begin)
        command = checked_command(command, self.model, self.begin)
        reference = join(self.model, ends(command), command, self.begin - period, self.begin)
        control = ControlState(name, self.begin, reference, self.begin, memory)
        self.state = replace(self.state, control=control)
        self._put_on_target(reference)
        return control

    def _ask(self, controller: Controller, last: ControlState, period: float) -> ControlState:
        """The next command, joined to the end of the last one."""
        opens = last.until
        command, memory = self._answer(controller, last)
        command = checked_command(command, self.model, self.state.time)
        until = last.origin + (round((opens - last.origin) / period) + 1) * period
        before = last.reference.coefficients[0, :, 0]  # where the last period began
        reference = join(
            self.model, targets_at(last.reference, opens), complete(command, before, last, opens), opens, until
        )
        control = replace(last, reference=reference, until=until, memory=memory)
        self.state = replace(self.state, control=control)
        return control

    def _answer(self, controller: Controller, last: ControlState) -> tuple[Any, Any]:
        """What the controller says, or an error that names the time."""
        try:
            # a copy: a controller that changes its memory in place must not change the saved state
            answer: Any = controller.command(self._measure(), copy.deepcopy(last.memory))
        except Exception as problem:
            raise ControlError(f"the controller raised {problem!r} at t = {self.state.time:g} s") from problem
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise ControlError(
                f"the controller must return a Command and its memory at t = {self.state.time:g} s, got {answer!r}; "
                "write return Command(...), memory"
            )
        return answer

    def _measure(self) -> Measurement:
        s = self.state
        assert s.control is not None and s.control.tau is not None
        return Measurement(
            s.time,
            s.q.copy(),
            s.v.copy(),
            s.control.tau.copy(),
            s.base_position.copy(),
            s.base_quaternion.copy(),
            s.base_velocity.copy(),
        )

    # ---- both ------------------------------------------------------------------------------------------------------
    def _put_on_target(self, reference: Reference) -> None:
        """Prescribed coordinates start on their targets; a restart, which is there already, stays bit for bit."""
        target = targets_at(reference, self.begin)[:, : self.model.n_coordinates]
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
        for i in np.flatnonzero(keep[:done]).tolist() if self.stops else ():
            reason = next((stop.reason for stop in self.stops if stop.met(self._snapshot(rows[i]))), None)
            if reason is not None:
                done, status = i + 1, f"stopped: {reason} at t = {times[i]:.6g} s"
                state = self.state.at(times[i], self._state_part(rows[i]), state.step)
                break
        moved = state.time > self.state.time
        self.state = state
        if done:
            self.last = rows[done - 1]
            self._remember_forces(moved)
        self.pieces.append(rows[:done][keep[:done]])
        self.steps, self.rejected, self.unsettled = (
            self.steps + outcome.steps,
            self.rejected + outcome.rejected,
            self.unsettled + outcome.unsettled,
        )
        if self.progress is not None:
            self.progress((self.state.time - self.begin) / self.duration, self.state.time)
        return status

    def _remember_forces(self, moved: bool) -> None:
        """What a controller is told of the actuators: at a restart, that which was applied before it."""
        control = self.state.control
        if control is not None and self.last is not None and (moved or control.tau is None):
            tau, _ = record_layout(self.model)["tau"]
            self.state = replace(self.state, control=replace(control, tau=self.last[tau].copy()))

    def _snapshot(self, row: FloatArray) -> Snapshot:
        return {name: row[place].reshape(shape) for name, (place, shape) in record_layout(self.model).items()}

    def _state_part(self, row: FloatArray) -> FloatArray:
        layout = record_layout(self.model)
        return row[layout["base_position"][0].start : layout["work"][0].stop]


def tie(time: float) -> float:
    """Instants nearer than this are one [s]."""
    return 1e-9 * max(1.0, time)


def snap(time: float, rate: float) -> float:
    """The time, or the record time k / rate that it means but for rounding."""
    record = round(time * rate) / rate
    return record if abs(record - time) < tie(time) else time


def record_times(begin: float, end: float, rate: float) -> FloatArray:
    """Record times k / rate in [begin, end], with begin and end themselves."""
    first, last = math.floor(begin * rate + 1e-9) + 1, math.ceil(end * rate - 1e-9) - 1
    inside = np.arange(first, last + 1) / rate
    return np.concatenate([[begin], inside, [end]])
