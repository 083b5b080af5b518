"""One run: advance from event to event, in open or closed loop, until the end or a stop condition."""

import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.control.controller import Controller
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout, record_width
from snakelab.physics.state import ControlState, State
from snakelab.results.status import RunStatus
from snakelab.sim.engine import Engine, Outcome
from snakelab.sim.events import StopCondition
from snakelab.sim.instants import snap, tie
from snakelab.sim.record import snapshot, state_part
from snakelab.sim.run.control_loop import ControlLoop
from snakelab.sim.run.records import Records
from snakelab.sim.run.timetable import Events, Timetable
from snakelab.sim.sensing import Sensing
from snakelab.sim.starting import on_target
from snakelab.types import FloatArray

Progress = Callable[[float, float], None]
# Wall time that one compiled call should take: short enough for progress [s].
CALL = 0.2
# Least number of steps over the quintic of a command, where it prescribes a motion.
POINTS = 8


@dataclass
class Run:
    """One run.

    Attributes:
        model: Model of the run.
        engine: Engine that integrates the model.
        source: Gait or controller.
        duration: Simulated time [s].
        record_rate: Records per second [Hz].
        stops: Conditions that end the run early.
        progress: Callback after every compiled call.
        sensing: Sensors; None without any.
        records: The records so far.
        control_loop: Loop of the controller; None for a gait, and before the start.
    """

    model: Model
    engine: Engine
    source: Gait | Controller
    duration: float
    record_rate: float
    stops: tuple[StopCondition, ...]
    progress: Progress | None
    sensing: Sensing | None = None
    records: Records = field(default_factory=Records)
    control_loop: ControlLoop | None = None

    def run(self, state: State) -> RunStatus:
        """Run to the end or to a stop condition, and return the status."""
        self.state = replace(state, sensing=None) if self.sensing is None else self.sensing.begin(state)
        end = snap(state.time + self.duration, self.record_rate)
        self.timetable = Timetable(state.time, end, self.record_rate, self.sensing)
        try:
            if isinstance(self.source, Gait):
                return self._follow(self.source.reference(self.model))
            return self._control(self.source)
        except KeyboardInterrupt:
            if self.records.last is None:
                raise
            return RunStatus.interrupted(self.state.time)

    # ---- open loop -------------------------------------------------------------------------------------------------
    def _follow(self, reference: Reference) -> RunStatus:
        self.state = on_target(self.model, replace(self.state, control=None), reference)
        times, keep = self.timetable.whole()
        at, chunk = 0, min(len(times), 32)
        while at < len(times):
            began = clock.perf_counter()
            part = slice(at, at + chunk)
            if status := self._advance(reference, (times[part], keep[part])):
                return RunStatus(status)
            at += chunk
            chunk = max(1, min(4 * chunk, int(chunk * CALL / max(1e-6, clock.perf_counter() - began))))
        return RunStatus.finished(self.state.time)

    # ---- closed loop -----------------------------------------------------------------------------------------------
    def _control(self, controller: Controller) -> RunStatus:
        loop = self.control_loop = ControlLoop(self.model, controller, self.timetable, self.sensing)
        control, end = self.state.control, self.timetable.end
        if control is None or control.controller != loop.name:
            control = loop.start()
            self.state = on_target(self.model, replace(self.state, control=control), control.reference)
        if status := self._advance(control.reference, self.timetable.start()):
            return RunStatus(status)
        while self.state.time < end:
            if self.state.time >= control.until - tie(end):
                control = loop.next_period(self.state, control)
                self.state = replace(self.state, control=control)
            events = self.timetable.until(min(control.until, end), self.state.time, self._points(control))
            if status := self._advance(control.reference, events):
                return RunStatus(status)
        return RunStatus.finished(self.state.time)

    def _points(self, control: ControlState) -> FloatArray:
        """Return the instants within a control period at which steps must end.

        The quintic of a prescribed coordinate may be fast: several steps must resolve it, or the base gains spurious
        momentum.
        """
        opens = float(control.reference.knots[0])
        apart = (control.until - opens) / POINTS
        if not self.model.driven.any() or apart >= getattr(self.engine, "step", math.inf):
            return np.zeros(0)
        return opens + apart * np.arange(1.0, POINTS)

    # ---- both ------------------------------------------------------------------------------------------------------
    def _advance(self, reference: Reference, events: Events) -> str:
        """Integrate through the events; return a status if the run ends, else None."""
        times, keep = events
        rows = np.zeros((len(times), record_width(self.model)))
        outcome = self.engine.advance(self.model, reference, self.state, times, rows)
        outcome = self._until_stop(outcome, times, rows, keep)
        moved = outcome.state.time > self.state.time
        rows, keep = rows[: outcome.events], keep[: outcome.events]
        held, sensing = np.zeros((len(rows), 0)), self.state.sensing
        if self.sensing is not None:
            held, sensing = self.sensing.through(sensing, reference, rows)
        self.state = replace(outcome.state, sensing=sensing)
        self.records.add(rows, held, keep, outcome)
        self._store_forces(rows, moved)
        if self.progress is not None:
            self.progress((self.state.time - self.timetable.begin) / self.duration, self.state.time)
        return outcome.problem

    def _until_stop(self, outcome: Outcome, times: FloatArray, rows: FloatArray, keep: np.ndarray) -> Outcome:
        """Truncate the result of the engine at the first record at which a stop condition holds."""
        if not self.stops:
            return outcome
        layout = record_layout(self.model)
        for i in np.flatnonzero(keep[: outcome.events]).tolist():
            reason = next((stop.reason for stop in self.stops if stop.met(snapshot(layout, rows[i]))), None)
            if reason is not None:
                state = outcome.state.at(times[i], state_part(layout, rows[i]), outcome.state.step)
                problem = RunStatus.stopped(reason, float(times[i]))
                return replace(outcome, state=state, events=i + 1, problem=problem)
        return outcome

    def _store_forces(self, rows: FloatArray, moved: bool) -> None:
        """Store the actuator forces for the next measurement; at a restart, those applied before it."""
        control = self.state.control
        if len(rows) and control is not None and (moved or control.tau is None):
            tau, _ = record_layout(self.model)["tau"]
            self.state = replace(self.state, control=replace(control, tau=rows[-1, tau].copy()))
