"""Boundaries of control periods: instants at which a step of the run ends, and at which interventions take effect."""

import math

from snakelab.errors import SimulationError
from snakelab.sim.control_loop.drive import ClosedLoop
from snakelab.sim.instants import tie
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.timetable import Timetable
from snakelab.types import number


def checked_period(period: float | None, record_rate: float) -> float:
    """Return the period of `step` without a controller [s].

    Args:
        period: Period [s]; None for the time between two records.
        record_rate: Records per second [Hz].

    Raises:
        SimulationError: unless it is a multiple of the time between two records.
    """
    if period is None:
        return 1.0 / record_rate
    period = number(period, "period", SimulationError, above=0, unit="s")
    records = round(period * record_rate)
    if records < 1 or abs(period * record_rate - records) > 1e-6:
        raise SimulationError(
            f"period must be a multiple of 1 / record_rate = {1.0 / record_rate:g} s, got {period:g} s"
        )
    return records / record_rate


def next_boundary(course: Course, timetable: Timetable, period: float) -> float:
    """Return the next boundary of a control period [s].

    Args:
        course: Course of the run.
        timetable: Timetable of the run.
        period: Period of a run without a controller [s].
    """
    state = course.state
    if isinstance(course.drive, ClosedLoop) and state.control is not None:
        loop, until, origin = course.drive.loop, state.control.until, state.control.origin
        if until > state.time + tie(state.time):
            return until
        return origin + (round((until - origin) / loop.period) + 1) * loop.period
    return timetable.next_record(state.time + period * (1.0 - 1e-6))


def at_boundary(course: Course, timetable: Timetable, end: float) -> bool:
    """Return True where interventions take effect: at a boundary of a control period; with a gait, at a record.

    Args:
        course: Course of the run.
        timetable: Timetable of the run.
        end: Planned end [s], which determines the tolerance for coincident instants.
    """
    if isinstance(course.drive, ClosedLoop):
        return course.drive.due(course.state, end)
    return timetable.is_record(course.state.time)


def next_intervention(course: Course, timetable: Timetable) -> float:
    """Return the boundary at which the next intervention of a gait takes effect [s]; else infinity.

    The periods of a controller end at boundaries anyway.
    """
    at = course.agenda.next_time()
    if isinstance(course.drive, ClosedLoop) or math.isinf(at):
        return math.inf
    return max(timetable.next_record(at), timetable.record_after(course.state.time))
