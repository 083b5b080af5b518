"""Metrics of runs among upright walls, and of runs with a goal."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import RecordingError
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.motion import forward_axes, ratio, stream
from snakelab.results.recorded_objects import MAX_WALL_DISTANCE, Wall, trunk_links, walls_of
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Metrics of a robot among upright walls: width, length and shape of its wave, absolute and relative to the passage
# ----------------------------------------------------------------------------------------------------------------------

DIRECTIONS = np.pi * np.arange(180) / 180  # directions in which a gap is measured [rad]
FREQUENCY_RATIOS = np.linspace(0.9, 1.1, 41)  # tested frequencies, relative to that of the rows of the last wave


def wave_amplitude(recording: Recording) -> float:
    """Width of the body's wave in the plan: lateral spread of the joints over the last wave, peak to peak.

    The last wave lies between the last two instants at which the middle joint swings from one side of its mean to the
    other and has come back, by at least 0.3 of its standard deviation. The mean line passes through the mean position of
    every joint over that wave, straight on beyond its ends; the spread is the largest less the smallest signed distance
    of any joint from it, so that a body that winds along a bend is as wide as along a straight path. A travelling wave
    of amplitude A gives 2 A; the ends of the body, which are not joints, may swing wider. NaN without a whole wave.
    """
    wave, joints = last_wave(recording), joint_places(recording)
    if wave is None or joints.shape[1] < 2 or not np.isfinite(joints[wave]).all():
        return math.nan
    return float(np.ptp(lateral_offsets(joints[wave])))


def wave_width_fraction(recording: Recording) -> float:
    """Width of the wave relative to the free width at the head, `wave_amplitude` / w.

    w is the smallest distance from wall to wall through the mean position of the head over the last wave, over all
    directions in the plan. In open water the ratio is 0; it may exceed 1 if the body behind is still in a wider part.
    NaN without a whole wave, and if that position lies within a wall.

    Raises:
        RecordingError: if the recording has no upright walls.
    """
    walls, wave = walls_of(recording), last_wave(recording)
    if not walls:
        raise RecordingError("the recording has no upright walls; write Contact(Extruded([HullWall(...)], ...))")
    if wave is None:
        return math.nan
    return ratio(wave_amplitude(recording), free_width(walls, recording["head_position"].values[wave, :2].mean(axis=0)))


def free_width(walls: list[Wall], point: FloatArray) -> float:
    """Width of the narrowest passage through a point: the minimum distance from wall to wall over all directions.

    Directions are one degree apart, so that the error in a straight pipe is at most 4e-5 of its width.

    Args:
        walls: The walls around the point.
        point: Shape (2,), [m].

    Returns:
        [m]; infinite in open water, NaN within a wall.
    """
    inside = [bool(_within(wall.points, point)) != wall.solid_outside for wall in walls]
    if any(inside) or not np.isfinite(point).all():
        return float("nan")
    reach = np.full(2 * len(DIRECTIONS), np.inf)
    for wall in walls:
        reach = np.minimum(reach, _reach(wall.points - point))
    reach[reach > MAX_WALL_DISTANCE] = np.inf
    return float((reach[: len(DIRECTIONS)] + reach[len(DIRECTIONS) :]).min())


def _within(points: FloatArray, point: FloatArray) -> int:
    """Return 1 if a point lies within an outline, else 0: parity of the crossings of a ray to the right."""
    (x, y), (u, v) = points.T, np.roll(points, -1, axis=0).T
    crosses = (y > point[1]) != (v > point[1])
    fraction = np.divide(point[1] - y, v - y, out=np.zeros_like(y), where=crosses)
    return int(np.count_nonzero(crosses & (x + fraction * (u - x) > point[0]))) % 2


def _reach(points: FloatArray) -> FloatArray:
    """Distance to an outline along each direction of `DIRECTIONS`, then each opposite one; infinite without intersection."""
    directions = np.concatenate((DIRECTIONS, DIRECTIONS + np.pi))
    direction = np.stack((np.cos(directions), np.sin(directions)), axis=1)[:, None]  # (n_turns, 1, 2)
    along = np.roll(points, -1, axis=0) - points
    determinant = direction[..., 0] * along[:, 1] - direction[..., 1] * along[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (points[:, 0] * along[:, 1] - points[:, 1] * along[:, 0]) / determinant
        fraction = (points[:, 0] * direction[..., 1] - points[:, 1] * direction[..., 0]) / determinant
    hits = (determinant != 0) & (far >= 0) & (fraction >= 0) & (fraction <= 1)
    return np.asarray(np.where(hits, far, np.inf).min(axis=1))


def last_wave(recording: Recording) -> slice | None:
    """Rows of the last whole cycle of the middle joint, see `wave_amplitude`; None if there is none."""
    q = recording["q"].values
    if not q.size:
        return None
    swing = q[:, q.shape[1] // 2] - q[:, q.shape[1] // 2].mean()
    # minimum amplitude of a joint to both sides in a wave, relative to its standard deviation
    minimum = 0.3 * float(swing.std())
    side = np.where(swing > minimum, 1, np.where(swing < -minimum, -1, 0))
    sure = np.flatnonzero(side)
    starts = sure[1:][np.diff(side[sure]) > 0]
    return slice(int(starts[-2]), int(starts[-1])) if len(starts) > 1 else None


def joint_places(recording: Recording) -> FloatArray:
    """Horizontal positions of the joints between links or stations of the trunk, shape (n_rows, n_links - 1, 2), [m]."""
    trunk = trunk_links(recording)
    position, forward = recording["link_position"].values[:, trunk], forward_axes(recording)[:, trunk]
    length, com = (np.nan_to_num(recording[name].values)[trunk, None] for name in ("link_length", "link_com"))
    tail = (position - forward * com)[..., :2]
    head = tail + (forward * length)[..., :2]
    onward, backward = (head[:, :-1], tail[:, 1:]), (tail[:, :-1], head[:, 1:])  # numbered from the tail, from the head
    one, other = min(onward, backward, key=lambda ends: float(np.nan_to_num(np.abs(ends[0] - ends[1])).sum()))
    return np.asarray((one + other) / 2)


def lateral_offsets(places: FloatArray) -> FloatArray:
    """Signed distances of positions, shape (n_rows, n, 2), from the line through their means, shape (n_rows, n)."""
    line = places.mean(axis=0)
    begin, along = line[:-1], np.diff(line, axis=0)
    square = np.maximum((along**2).sum(axis=1), 1e-300)
    away = places[:, :, None] - begin  # (n_rows, n, n - 1, 2)
    fraction = (away * along).sum(axis=-1) / square
    minimum, maximum = np.zeros(len(along)), np.ones(len(along))
    minimum[0], maximum[-1] = -np.inf, np.inf
    offset = away - np.clip(fraction, minimum, maximum)[..., None] * along
    near = (offset**2).sum(axis=-1).argmin(axis=-1)
    side = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    size = np.hypot(offset[..., 0], offset[..., 1])
    signed = np.sign(side) * size
    return np.asarray(np.take_along_axis(signed, near[..., None], axis=-1)[..., 0])


class Fit(NamedTuple):
    """The sinusoid of one frequency that is nearest to the joints' offsets."""

    frequency: float  # [rad/s]
    wave_number: float  # phase per length, positive if the wave arrives later at larger positions [rad/m]
    residual: float  # rms of the residual, relative to the rms of the offsets about their means [-]


def wave_length(recording: Recording) -> float:
    """Length of the body's wave along its mean line, 2 pi / |k|, over the last wave.

    Every joint's offset from the mean line (see `wave_amplitude`) is fitted by a mean and a sinusoid of a frequency
    that all share; k is the slope of the sinusoids' phases along the mean line, weighted by their amplitudes squared.
    NaN without a whole wave; very long where all joints swing together.
    """
    fit = _last_fit(recording)
    return 2 * math.pi / abs(fit.wave_number) if fit is not None and fit.wave_number else math.nan


def wave_residual(recording: Recording) -> float:
    """Deviation of the last wave from a sinusoid: rms of the residual of `wave_length` over the rms of the offsets.

    0 is a sinusoid. Waves that travel unchanged have 0.12 as triangles, sqrt(1 - 96 / pi^4), up to 0.44 as rectangles,
    sqrt(1 - 8 / pi^2), and trapezoids are between 0.05 and that. NaN without a whole wave.
    """
    fit = _last_fit(recording)
    return math.nan if fit is None else fit.residual


def fit_wave(time: FloatArray, offsets: FloatArray, along: FloatArray) -> Fit:
    """Fit the nearest sinusoid of one frequency near that of one period.

    Args:
        time: Times of about one period, shape (n_rows,), [s].
        offsets: Offset of each joint, shape (n_rows, n_joints), [m].
        along: Position of each joint along the body, shape (n_joints,), [m].
    """
    middle = offsets - offsets.mean(axis=0)
    best, left, parts = 0.0, math.inf, np.zeros((2, len(along)))
    for fraction in FREQUENCY_RATIOS:
        rate = 2 * math.pi * fraction / (time[-1] - time[0])
        basis = np.stack((np.ones_like(time), np.cos(rate * time), np.sin(rate * time)), axis=1)
        coefficients, *_ = np.linalg.lstsq(basis, offsets, rcond=None)
        rest = float(((offsets - basis @ coefficients) ** 2).sum())
        if rest < left:
            best, left, parts = rate, rest, coefficients[1:]
    phase, weight = np.unwrap(np.arctan2(parts[1], parts[0])), np.hypot(*parts)
    slope = float(np.polyfit(along, phase, 1, w=weight)[0]) if weight.any() and np.ptp(along) > 0 else 0.0
    total = float((middle**2).sum())
    return Fit(best, slope, math.sqrt(left / total) if total > 0 else math.nan)


def _last_fit(recording: Recording) -> Fit | None:
    """Fit of the last whole wave; None if there is none."""
    wave, places = last_wave(recording), joint_places(recording)
    if wave is None or places.shape[1] < 2 or wave.stop - wave.start < 4 or not np.isfinite(places[wave]).all():
        return None
    rows = slice(wave.start, wave.stop + 1)  # both ends, so that the rows cover one period
    line = places[rows].mean(axis=0)
    along = np.concatenate(([0.0], np.hypot(*np.diff(line, axis=0).T).cumsum()))
    return fit_wave(recording["time"].values[rows], lateral_offsets(places[rows]), along)


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of a run with a goal: time of arrival, distance from the goal, and resistance to the current
# ----------------------------------------------------------------------------------------------------------------------


def goal_time(recording: Recording) -> float:
    """Time of arrival: the centre of mass is within half the body's length of the goal for the first time.

    From the recording's start; NaN if it never arrives. The goal is the key `goal` of the scenario.

    Raises:
        RecordingError: if the scenario has no goal.
    """
    after = _rows_after_arrival(recording)
    return math.nan if after is None else float(recording["time"].values[after.start] - recording["time"].values[0])


def goal_mean_distance(recording: Recording) -> float:
    """Mean distance of the centre of mass from the goal, from the arrival to the end, integral of |r - goal| dt / T."""
    after = _rows_after_arrival(recording)
    if after is None:
        return math.nan
    time = recording["time"].values[after]
    return ratio(float(np.trapezoid(_distance(recording)[after], time)), float(time[-1] - time[0]))


def goal_largest_distance(recording: Recording) -> float:
    """Largest distance of the centre of mass from the goal, from the arrival to the end."""
    after = _rows_after_arrival(recording)
    return math.nan if after is None else float(_distance(recording)[after].max())


def goal_hold_fraction(recording: Recording) -> float:
    """Fraction of the current that the robot compensates after its arrival, 1 - |mean velocity| / |mean current|.

    Both are means from the arrival to the end, of the centre of mass and of the recorded `current` there. 1 is a robot
    that holds its position, 0 one that drifts with the water, below 0 one that swims downstream. NaN in still water.
    """
    after = _rows_after_arrival(recording)
    if after is None or after.start == len(recording["time"]) - 1:
        return math.nan
    time, place = recording["time"].values[after], recording["com_position"].values[after]
    flow = np.trapezoid(stream(recording)[after], time, axis=0)
    return 1.0 - ratio(float(np.linalg.norm(place[-1] - place[0])), float(np.linalg.norm(flow)))


def _rows_after_arrival(recording: Recording) -> slice | None:
    """Rows after the arrival; None if there are none."""
    # distance of the centre of mass at arrival, relative to the body's length
    near = _distance(recording) <= 0.5 * float(np.nansum(recording["link_length"].values))
    return slice(int(np.argmax(near)), len(near)) if near.any() else None


def _distance(recording: Recording) -> FloatArray:
    """Distance of the centre of mass from the goal, horizontal if the goal has no height, shape (n_rows,), [m]."""
    goal = goal_of(recording)
    if goal is None:
        raise RecordingError("the scenario has no goal; write goal: [x, y] in its controller")
    return np.asarray(np.linalg.norm(recording["com_position"].values[:, : len(goal)] - goal, axis=1))


def goal_of(recording: Recording) -> FloatArray | None:
    """Return the value of the key `goal` anywhere in the scenario, shape (2,) or (3,), [m]; None if there is none."""
    try:
        return _goal_entry(recording.scenario)
    except RecordingError:
        return None


def _goal_entry(given: Any) -> FloatArray | None:
    """Return the first entry `goal` of two or three numbers."""
    if isinstance(given, Mapping):
        goal = given.get("goal")
        if isinstance(goal, Sequence) and len(goal) in (2, 3) and all(_is_finite(value) for value in goal):
            return np.array(goal, dtype=np.float64)
        given = [*given.values()]
    if isinstance(given, Sequence) and not isinstance(given, str):
        return next((goal for one in given if (goal := _goal_entry(one)) is not None), None)
    return None


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
