"""Integration of a run: calls of the engine over the events of a stretch, and the resulting records."""

import time as clock
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from snakelab.results.status import RunStatus, StatusKind
from snakelab.sim.control_loop.drive import Stretch
from snakelab.sim.end_conditions import StopCondition
from snakelab.sim.engines.engine import Engine, Outcome
from snakelab.sim.record import snapshot, state_part, width_of
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.timetable import Events
from snakelab.types import FloatArray

# Desired wall time of one call of the engine, short enough for progress [s]; number of events of the first call.
CALL, FIRST_CALL = 0.2, 32


@dataclass
class Integration:
    """Integration of one run.

    Attributes:
        engine: Engine of the run.
        stops: Conditions that end the run, tested at every record.
        published: Called with the rows, the values of the sensors and the mask of recorded rows, after every call of the engine.
        progress: Called with the simulated time [s] after every call of the engine; None without it.
        n_events: Number of events of the next call, adapted to its wall time.
    """

    engine: Engine
    stops: tuple[StopCondition, ...]
    published: Callable[[FloatArray, FloatArray, np.ndarray], None]
    progress: Callable[[float], None] | None = None
    n_events: int = FIRST_CALL

    def through(self, course: Course, stretch: Stretch, events: Events) -> None:
        """Integrate through the events of a stretch, in calls of limited wall time."""
        times, keep = events
        at = 0
        while at < len(times) and course.status is None:
            began = clock.perf_counter()
            part = slice(at, at + self.n_events)
            n = len(times[part])
            self.call(course, stretch, (times[part], keep[part]))
            at += n
            if n == self.n_events:
                fitting = int(n * CALL / max(1e-6, clock.perf_counter() - began))
                self.n_events = max(1, min(4 * self.n_events, fitting))

    def call(self, course: Course, stretch: Stretch, events: Events) -> None:
        """Integrate through events in one call of the engine, and record them.

        Raises:
            KeyboardInterrupt: if the engine was interrupted by Ctrl-C.
        """
        times, keep = events
        rows = np.zeros((len(times), width_of(course.layout)))
        before = course.state
        outcome = self.engine.advance(course.model, stretch.reference, before, times, rows)
        outcome = self._until_stop(course, outcome, events, rows)
        rows, keep = rows[: outcome.events], keep[: outcome.events]
        held, sensing = np.zeros((len(rows), 0)), before.sensing
        if course.sensing is not None:
            held, sensing = course.sensing.through(sensing, stretch.reference, rows)
        course.state = replace(outcome.state, sensing=sensing)
        course.records.add(course.model, rows, held, keep, outcome)
        store_forces(course, rows, outcome.state.time > before.time)
        self.published(rows, held, keep)
        if self.progress is not None:
            self.progress(course.state.time)
        if outcome.problem:
            status = RunStatus(outcome.problem)
            if status.kind is StatusKind.INTERRUPTED:
                raise KeyboardInterrupt
            course.status = status

    def _until_stop(self, course: Course, outcome: Outcome, events: Events, rows: FloatArray) -> Outcome:
        """Truncate the result of the engine at the first record at which a stop condition holds."""
        if not self.stops:
            return outcome
        times, keep = events
        for i in np.flatnonzero(keep[: outcome.events]).tolist():
            reason = next((stop.reason for stop in self.stops if stop.met(snapshot(course.layout, rows[i]))), None)
            if reason is not None:
                state = outcome.state.at(times[i], state_part(course.layout, rows[i]), outcome.state.step)
                problem = RunStatus.stopped(reason, float(times[i]))
                return replace(outcome, state=state, events=i + 1, problem=problem)
        return outcome


def store_forces(course: Course, rows: FloatArray, moved: bool) -> None:
    """Store the actuator forces for the next measurement; at a restart, those applied before it."""
    control = course.state.control
    if len(rows) and control is not None and (moved or control.tau is None):
        tau, _ = course.layout["tau"]
        course.state = replace(course.state, control=replace(control, tau=rows[-1, tau].copy()))
