"""Path following: switching of waypoints, and monitoring of the progress toward the next one."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.autopilot.guidance import line_of_sight
from snakelab.control.autopilot.state_estimate import StateEstimate
from snakelab.types import FloatArray

# Progress is a decrease of the distance by at least this fraction of the radius.
PROGRESS = 0.1
# A robot that rests at the last waypoint returns to it from a distance of this many radii.
AWAY = 2.0


@dataclass(frozen=True)
class WaypointPath:
    """Waypoints and the constant parameters of path following.

    Attributes:
        points: Waypoints, shape (n, 3), [m].
        use_depth: Include the depth in the distance to a waypoint.
        radius, lookahead: See `Autopilot` [m].
        drift_gain: Integral gain of the line of sight divided by the speed [-].
        speed: Reference speed [m/s]; None uses the measured speed.
        period: Control period [s].
        patience: See `Autopilot` [s].
    """

    points: FloatArray
    use_depth: bool
    radius: float
    lookahead: float
    drift_gain: float
    speed: float | None
    period: float
    patience: float

    def distance(self, position: FloatArray, i: int) -> float:
        """Distance from a position to waypoint i [m]."""
        return float(np.linalg.norm((self.points[i] - position)[: 3 if self.use_depth else 2]))


@dataclass(frozen=True)
class PathProgress:
    """Progress along the path; part of the autopilot's memory.

    Attributes:
        next: Index of the next waypoint; the index of the last one once it is reached.
        start: Start of the current line, shape (3,), [m]; None before the first cycle.
        drift: Integral of the line of sight as a horizontal vector, shape (2,), [m]. Each line uses the component across
            it, so that the estimate of a current carries over from line to line.
        heading, height: Reference values [rad, m].
        arrived: True while the robot rests at the last waypoint.
        nearest: Least distance to the next waypoint that counted as progress [m].
        since: Time of the last progress [s].
        reported: True once a note on missing progress is written.
        notes: Events as lines of text.
    """

    next: int = 0
    start: FloatArray | None = None
    drift: FloatArray = field(default_factory=lambda: np.zeros(2))
    heading: float = 0.0
    height: float = 0.0
    arrived: bool = False
    nearest: float = math.inf
    since: float = 0.0
    reported: bool = False
    notes: tuple[str, ...] = ()


def progress_in(memory: dict[str, Any]) -> PathProgress:
    """Return the progress in the memory of an autopilot."""
    return PathProgress(**memory["progress"])


def follow_path(path: WaypointPath, estimate: StateEstimate, progress: PathProgress) -> PathProgress:
    """Update the progress: passed and missed waypoints, and reference heading and height at this instant."""
    v = progress if progress.start is not None else _leg(progress, estimate, estimate.position)
    gap = path.distance(estimate.position, v.next)
    if v.arrived and gap <= AWAY * path.radius:
        return v
    if v.arrived:
        v = replace(_leg(v, estimate, estimate.position), arrived=False)
    elif gap <= path.radius:
        v = _passed(path, estimate, v, gap)
        if v.arrived:
            return v
    v, overshot = _toward(path, estimate, v)
    if overshot:
        v = _missed(estimate, v, gap)
    return v


def monitor_progress(path: WaypointPath, estimate: StateEstimate, progress: PathProgress, full: bool) -> PathProgress:
    """Update the progress, and add a note if the robot has not come closer for the time `patience`.

    Args:
        path: The path.
        estimate: State of the robot.
        progress: The progress so far.
        full: True if the forward thrust is at its limit.
    """
    if progress.arrived:
        return progress
    gap = path.distance(estimate.position, progress.next)
    if gap < progress.nearest - PROGRESS * path.radius:
        return replace(progress, nearest=gap, since=estimate.time, reported=False)
    if progress.reported or estimate.time - progress.since < path.patience:
        return progress
    reason = (
        "at full thrust: the current may be stronger than the robot"
        if full
        else "with thrust to spare: its turning circle may be wider than the waypoint's radius"
    )
    times = f"from t = {progress.since:.4g} to {estimate.time:.4g} s"
    line = f"no progress toward waypoint {progress.next + 1} {times}, {gap:.3g} m away, {reason}"
    return replace(progress, reported=True, notes=(*progress.notes, line))


def _leg(progress: PathProgress, estimate: StateEstimate, start: FloatArray) -> PathProgress:
    """Return the progress at the start of a new line to the next waypoint."""
    return replace(progress, start=start.copy(), nearest=math.inf, since=estimate.time, reported=False)


def _passed(path: WaypointPath, estimate: StateEstimate, progress: PathProgress, gap: float) -> PathProgress:
    """Return the progress after a waypoint is reached: the next line, or rest at the last waypoint."""
    i = progress.next
    notes = (*progress.notes, f"passed waypoint {i + 1} at t = {estimate.time:.4g} s, {gap:.3g} m away")
    if i + 1 < len(path.points):
        return replace(_leg(progress, estimate, path.points[i]), next=i + 1, notes=notes)
    if any(note.startswith(f"passed waypoint {i + 1} ") for note in progress.notes):
        notes = progress.notes  # reached before, then moved away
    return replace(progress, arrived=True, height=float(path.points[i][2]), notes=notes)


def _missed(estimate: StateEstimate, progress: PathProgress, gap: float) -> PathProgress:
    """Return the progress with a note on a missed waypoint; at most one note per waypoint."""
    line = f"missed waypoint {progress.next + 1} "
    if any(note.startswith(line) for note in progress.notes):
        return progress
    line += f"at t = {estimate.time:.4g} s by {gap:.3g} m, and turns back to it"
    return replace(progress, notes=(*progress.notes, line))


def _toward(path: WaypointPath, estimate: StateEstimate, progress: PathProgress) -> tuple[PathProgress, bool]:
    """Return the progress with the reference values of the current line, and True if the end of the line is passed."""
    speed = math.hypot(estimate.velocity[0], estimate.velocity[1]) if path.speed is None else path.speed
    assert progress.start is not None
    course = line_of_sight(
        estimate.position,
        progress.start,
        path.points[progress.next],
        path.lookahead,
        path.drift_gain * speed,
        progress.drift,
        path.period,
    )
    updated = replace(progress, drift=course.drift, heading=course.heading, height=course.height)
    return updated, course.along > course.length
