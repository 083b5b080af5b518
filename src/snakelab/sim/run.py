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
from snakelab.errors import ControlError, SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Command, Measurement, Reference, checked_command
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout, record_width
from snakelab.physics.state import ControlState, SensorState, State
from snakelab.physics.targets import targets_at
from snakelab.results.recording import FINISHED
from snakelab.sim.engine import Engine, Outcome
from snakelab.sim.events import Snapshot, StopCondition
from snakelab.sim.instants import merged, record_times, snap, tie
from snakelab.sim.looking_ahead import PATHS, Glimpse, LooksAhead, moments
from snakelab.sim.sensing import Sensing
from snakelab.sim.sensing.measuring import advice, ideal, measured
from snakelab.sim.thoughts import Thought
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
    sensing: Sensing | None = None
    thoughts: list[Thought] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    pieces: list[FloatArray] = field(default_factory=list)
    senses: list[FloatArray] = field(default_factory=list)
    looked: int = 0
    last: FloatArray | None = None
    steps: int = 0
    rejected: int = 0
    unsettled: int = 0

    def go(self, state: State) -> str:
        """Run to the end or to what stops it; returns the status."""
        self.state = replace(state, sensing=None) if self.sensing is None else self.sensing.begin(state)
        self.begin = state.time
        self.end = snap(state.time + self.duration, self.record_rate)
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

    def sensed(self) -> FloatArray:
        """What the sensors held at all records, shape (n, numbers of all sensors)."""
        return np.concatenate(self.senses)

    def notes(self) -> str:
        """What the controller has to say of the run, one line each; empty for nothing."""
        notes, control = getattr(self.source, "notes", None), self.state.control
        return "\n".join(notes(control.memory)) if callable(notes) and control is not None else ""

    # ---- open loop -------------------------------------------------------------------------------------------------
    def _follow(self, reference: Reference) -> str:
        self.state = replace(self.state, control=None)
        self._put_on_target(reference)
        times, keep = self._with_samples(record_times(self.begin, self.end, self.record_rate), self.begin, self.end)
        at, chunk = 0, min(len(times), 32)
        while at < len(times):
            began = clock.perf_counter()
            part = times[at : at + chunk]
            if status := self._advance(reference, part, keep[at : at + chunk]):
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
            times, own = self._with_samples(times, self.state.time, times[-1])
            keep = _spread(keep, own)
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
        until = last.origin + (round((opens - last.origin) / period) + 1) * period
        before = last.reference.coefficients[0, :, 0]  # where the last period began
        reference = join(
            self.model, targets_at(last.reference, opens), complete(command, before, last, opens), opens, until
        )
        control = replace(last, reference=reference, until=until, memory=memory)
        self.state = replace(self.state, control=control)
        return control

    def _answer(self, controller: Controller, last: ControlState) -> tuple[Command, Any]:
        """What the controller says, or an error that names the time, and the sensor that it may lack."""
        known = self._measure()
        # a copy: a controller that changes its memory in place must not change the saved state
        memory = copy.deepcopy(last.memory)
        try:
            began = clock.perf_counter()
            answer: Any = controller.command(known, memory)
            took = clock.perf_counter() - began
        except ControlError as problem:  # it says itself what is wrong
            raise ControlError(f"{problem} (asked at t = {self.state.time:g} s)") from problem
        except Exception as problem:
            hint = advice(controller, known, problem)
            said = f"{problem}" if isinstance(problem, SnakelabError) else f"the controller raised {problem!r}"
            raise ControlError(f"{said} at t = {self.state.time:g} s{hint}") from problem
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise ControlError(
                f"the controller must return a Command and its memory at t = {self.state.time:g} s, got {answer!r}; "
                "write return Command(...), memory"
            )
        try:
            command = checked_command(answer[0], self.model, self.state.time)
        except ControlError as problem:
            raise ControlError(f"{problem}{advice(controller, known, problem)}") from problem
        self.thoughts.append(Thought(self.state.time, took, command.notes))
        self._look_ahead(controller, known, last.memory)
        return command, answer[1]

    def _look_ahead(self, controller: Controller, known: Measurement, memory: Any) -> None:
        """At a few moments, keep what the controller looks at; what that takes is no part of its cycle."""
        due, now = moments(self.begin, self.end), self.state.time
        if isinstance(controller, LooksAhead) and np.count_nonzero(due <= now + tie(self.end)) > self.looked:
            self.looked = int(np.count_nonzero(due <= now + tie(self.end)))
            self.glimpses.append(Glimpse(now, controller.futures(known, copy.deepcopy(memory), PATHS)))

    def _measure(self) -> Measurement:
        return ideal(self.state) if self.sensing is None else measured(self.sensing, self.state)

    # ---- both ------------------------------------------------------------------------------------------------------
    def _put_on_target(self, reference: Reference) -> None:
        """Prescribed coordinates start on their targets; a restart, which is there already, stays bit for bit."""
        target = targets_at(reference, self.begin)[:, : self.model.n_coordinates]
        driven = self.model.driven
        q, v = self.state.q.copy(), self.state.v.copy()
        if driven.any() and max(np.abs(target[0] - q)[driven].max(), np.abs(target[1] - v)[driven].max()) > ON_TARGET:
            q[driven], v[driven] = target[0][driven], target[1][driven]
            self.state = replace(self.state, q=q, v=v)

    def _with_samples(self, times: FloatArray, begin: float, end: float) -> tuple[FloatArray, np.ndarray]:
        """The times with those between at which a sensor samples, and which of them were given."""
        samples = np.zeros(0) if self.sensing is None else self.sensing.times(begin, end)
        return merged(times, samples, self.end)

    def _sense(self, reference: Reference, rows: FloatArray) -> tuple[FloatArray, SensorState | None]:
        """What the sensors hold at every row, and their memory after the last."""
        now = self.state.sensing
        if self.sensing is None:
            return np.zeros((len(rows), 0)), now
        held = np.zeros((len(rows), self.sensing.width))
        for i, row in enumerate(rows):
            now = self.sensing.after(now, reference, row, float(row[0]))
            held[i] = now.held
        return held, now

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
        held, sensing = self._sense(reference, rows[:done])
        self.state = replace(state, sensing=sensing)
        if done:
            self.last = rows[done - 1]
            self._remember_forces(moved)
        self.pieces.append(rows[:done][keep[:done]])
        self.senses.append(held[keep[:done]])
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


def _spread(keep: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Flags of the own places among more places, which have none."""
    wide = np.zeros(len(own), bool)
    wide[own] = keep
    return wide
