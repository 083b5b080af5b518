"""The way from waypoint to waypoint: which one is next, and whether the robot comes nearer to it."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.control.pilot.fix import Fix
from snakelab.control.pilot.guidance import line_of_sight
from snakelab.types import FloatArray

# Coming nearer by this share of the radius counts as progress.
PROGRESS = 0.1
# At the last waypoint the robot sets out again from this many radii.
AWAY = 2.0


@dataclass(frozen=True)
class Chart:
    """What does not change on a voyage.

    Attributes:
        points: Waypoints, shape (n, 3), [m].
        deep: Whether depth counts in the distance to a waypoint.
        radius, lookahead: Of the pilot [m].
        drift_gain: Integral gain of the line of sight over the speed [-].
        speed: Wanted [m/s]; None takes the robot's own.
        period: Control period [s].
        patience: Of the pilot [s].
    """

    points: FloatArray
    deep: bool
    radius: float
    lookahead: float
    drift_gain: float
    speed: float | None
    period: float
    patience: float

    def distance(self, position: FloatArray, i: int) -> float:
        """From a position to waypoint i [m]."""
        return float(np.linalg.norm((self.points[i] - position)[: 3 if self.deep else 2]))


@dataclass(frozen=True)
class Voyage:
    """Where a pilot stands on its way; part of its memory.

    Attributes:
        next: Index of the waypoint ahead; the last one stays the last.
        start: Where the present line begins, shape (3,), [m]; None before the first look.
        drift: Integrals of the line of sight, as a vector of the horizontal plane: each line knows of the part across it, and
            what one has learned of a current serves the others, shape (2,), [m].
        heading, height: Ordered [rad, m].
        arrived: Whether it rests at the last waypoint.
        nearest: The least distance to the waypoint ahead that counted as progress [m].
        since: When it last came nearer [s].
        told: Whether the notes tell that it makes no progress.
        notes: What happened, for people.
    """

    next: int = 0
    start: FloatArray | None = None
    drift: FloatArray = field(default_factory=lambda: np.zeros(2))
    heading: float = 0.0
    height: float = 0.0
    arrived: bool = False
    nearest: float = math.inf
    since: float = 0.0
    told: bool = False
    notes: tuple[str, ...] = ()


def sail(chart: Chart, fix: Fix, voyage: Voyage) -> Voyage:
    """The voyage with the heading and height of this instant: waypoints passed or missed, the line to the next."""
    v = voyage if voyage.start is not None else _leg(voyage, fix, fix.position)
    gap = chart.distance(fix.position, v.next)
    if v.arrived and gap <= AWAY * chart.radius:
        return v
    if v.arrived:
        v = replace(_leg(v, fix, fix.position), arrived=False)
    elif gap <= chart.radius:
        v = _passed(chart, fix, v, gap)
        if v.arrived:
            return v
    v, overshot = _toward(chart, fix, v)
    if overshot:
        v = _missed(fix, v, gap)
    return v


def judged(chart: Chart, fix: Fix, voyage: Voyage, full: bool) -> Voyage:
    """The voyage after a look at the distance: a robot that comes no nearer for a time is told of.

    Args:
        chart: The voyage's chart.
        fix: Where the robot is.
        voyage: The voyage.
        full: Whether the robot gives all that it can to go forward.
    """
    if voyage.arrived:
        return voyage
    gap = chart.distance(fix.position, voyage.next)
    if gap < voyage.nearest - PROGRESS * chart.radius:
        return replace(voyage, nearest=gap, since=fix.time, told=False)
    if voyage.told or fix.time - voyage.since < chart.patience:
        return voyage
    why = (
        "at full thrust: the current may be stronger than the robot"
        if full
        else "with thrust to spare: its turning circle may be wider than the waypoint's radius"
    )
    times = f"from t = {voyage.since:.4g} to {fix.time:.4g} s"
    line = f"no progress toward waypoint {voyage.next + 1} {times}, {gap:.3g} m away, {why}"
    return replace(voyage, told=True, notes=(*voyage.notes, line))


def _leg(voyage: Voyage, fix: Fix, start: FloatArray) -> Voyage:
    """A new line to the waypoint ahead."""
    return replace(voyage, start=start.copy(), nearest=math.inf, since=fix.time, told=False)


def _passed(chart: Chart, fix: Fix, voyage: Voyage, gap: float) -> Voyage:
    """The voyage once a waypoint is reached: on to the next, or at rest at the last."""
    i = voyage.next
    notes = (*voyage.notes, f"passed waypoint {i + 1} at t = {fix.time:.4g} s, {gap:.3g} m away")
    if i + 1 < len(chart.points):
        return replace(_leg(voyage, fix, chart.points[i]), next=i + 1, notes=notes)
    if any(note.startswith(f"passed waypoint {i + 1} ") for note in voyage.notes):
        notes = voyage.notes  # it was here before and drifted off
    return replace(voyage, arrived=True, height=float(chart.points[i][2]), notes=notes)


def _missed(fix: Fix, voyage: Voyage, gap: float) -> Voyage:
    """The voyage with a note that it went by a waypoint; one note for each."""
    line = f"missed waypoint {voyage.next + 1} "
    if any(note.startswith(line) for note in voyage.notes):
        return voyage
    line += f"at t = {fix.time:.4g} s by {gap:.3g} m, and turns back to it"
    return replace(voyage, notes=(*voyage.notes, line))


def _toward(chart: Chart, fix: Fix, voyage: Voyage) -> tuple[Voyage, bool]:
    """The voyage with its orders along the present line, and whether the line's end lies behind."""
    speed = math.hypot(fix.velocity[0], fix.velocity[1]) if chart.speed is None else chart.speed
    assert voyage.start is not None
    course = line_of_sight(
        fix.position,
        voyage.start,
        chart.points[voyage.next],
        chart.lookahead,
        chart.drift_gain * speed,
        voyage.drift,
        chart.period,
    )
    orders = replace(voyage, drift=course.drift, heading=course.heading, height=course.height)
    return orders, course.along > course.length
