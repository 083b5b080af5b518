"""Inertial data: buffer of IMU samples, alignment with visual poses, comparison of rotations and scale."""

from dataclasses import dataclass

import numpy as np

from snakelab.geometry.rotations import rotation_exp
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import ImuSamples

# ----------------------------------------------------------------------------------------------------------------------
# Buffer of IMU samples: checked on arrival, cut into intervals between images
# ----------------------------------------------------------------------------------------------------------------------


class ImuBuffer:
    """Recent samples of an IMU.

    Samples that are not finite, or not later than the one before, are left out and counted.

    Args:
        length: Time that is kept [s].

    Attributes:
        invalid: Number of samples that were not finite.
        unordered: Number of samples that were not later than the one before.
        offset: Added to the stamps of the IMU to give the time of the cameras [s].
    """

    def __init__(self, length: float = 20.0) -> None:
        self.length, self.offset = length, 0.0
        self.invalid = self.unordered = 0
        self._table = np.zeros((0, 7))

    def __len__(self) -> int:
        return len(self._table)

    @property
    def end(self) -> float:
        """Time of the latest sample on the clock of the cameras [s]."""
        return float(self._table[-1, 0]) + self.offset if len(self._table) else -np.inf

    @property
    def period(self) -> float:
        """Median time between samples [s]."""
        return float(np.median(np.diff(self._table[:, 0]))) if len(self._table) > 2 else np.inf

    def add(self, samples: ImuSamples) -> None:
        """Append samples."""
        table = np.column_stack([samples.time, samples.angular_rate, samples.specific_force])
        finite = np.all(np.isfinite(table), axis=1)
        self.invalid += int((~finite).sum())
        table = table[finite]
        if not len(table):
            return
        last = self._table[-1, 0] if len(self._table) else -np.inf
        before = np.concatenate([[last], np.maximum(np.maximum.accumulate(table[:-1, 0]), last)])
        later = table[:, 0] > before
        self.unordered += int((~later).sum())
        table = np.concatenate([self._table, table[later]])
        self._table = table[table[:, 0] >= table[-1, 0] - self.length] if len(table) else table

    def samples(self) -> ImuSamples:
        """Return all samples that are kept, on the clock of the cameras."""
        return ImuSamples(self._table[:, 0] + self.offset, self._table[:, 1:4], self._table[:, 4:7])

    def interval(self, start: float, end: float) -> tuple[FloatArray, FloatArray, FloatArray] | None:
        """Return durations [s], rates [rad/s] and forces [m/s^2] that cover an interval; None where samples are missing.

        The interval is cut at the samples; each piece has the mean of the values at its two ends, which are interpolated.

        Args:
            start: On the clock of the cameras [s].
            end: Likewise [s].
        """
        t = self._table[:, 0] + self.offset
        period = self.period
        if len(t) < 3 or end <= start or t[0] > start + 1.5 * period or t[-1] < end - 1.5 * period:
            return None
        inside = (t > start + 1e-9) & (t < end - 1e-9)
        cuts = np.concatenate([[start], t[inside], [end]])
        if np.diff(cuts).max() > 5.0 * period:
            return None
        values = np.column_stack([np.interp(cuts, t, column) for column in self._table[:, 1:].T])
        middle = 0.5 * (values[1:] + values[:-1])
        return np.diff(cuts), middle[:, :3], middle[:, 3:]


def rotation_over(interval: tuple[FloatArray, FloatArray, FloatArray], bias: FloatArray) -> FloatArray:
    """Return the rotation R_start_end, shape (3, 3), that the gyroscope measured over an interval."""
    R = np.eye(3)
    for duration, rate in zip(interval[0], interval[1], strict=True):
        R = R @ rotation_exp((rate - bias) * duration)
    return R


# ----------------------------------------------------------------------------------------------------------------------
# Alignment of an IMU with visual poses: rest, gravity, gyroscope bias, velocities, and the offset of the clocks
# ----------------------------------------------------------------------------------------------------------------------

GRAVITY = 9.81


@dataclass(frozen=True, eq=False)
class Rest:
    """State of an IMU at rest: mean specific force (upwards, in its axes) and mean rate, the gyroscope's bias."""

    specific_force: FloatArray
    gyroscope_bias: FloatArray


def find_rest(samples: ImuSamples, rate: float = 0.03, force: float = 0.2, shortest: int = 20) -> Rest | None:
    """Return the means of samples if the IMU was at rest, else None.

    Args:
        samples: Of the time before the first motion.
        rate: Largest mean rate and standard deviation of each component [rad/s].
        force: Largest standard deviation of each component [m/s^2].
        shortest: Smallest number of samples.
    """
    if len(samples.time) < shortest:
        return None
    w, f = samples.angular_rate, samples.specific_force
    quiet = w.std(0).max() < rate and np.abs(w.mean(0)).max() < rate and f.std(0).max() < force
    level = abs(float(np.linalg.norm(f.mean(0))) - GRAVITY) < 0.5
    return Rest(f.mean(0), w.mean(0)) if quiet and level else None


def level_rotation(specific_force: FloatArray) -> FloatArray:
    """Return a rotation R_world_body, z up, from the specific force of a body at rest; body x keeps its heading.

    Where x is vertical, y keeps it.
    """
    up = specific_force / np.linalg.norm(specific_force)
    x = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    x = x - up * (up @ x)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(up, x), up])


def rotation_between(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the smallest rotation that turns the direction of one vector, shape (3,), into that of another."""
    a, b = first / np.linalg.norm(first), second / np.linalg.norm(second)
    axis = np.cross(a, b)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:
        if a @ b > 0.0:
            return np.eye(3)
        side = np.cross(a, [1.0, 0.0, 0.0] if abs(a[0]) < 0.9 else [0.0, 1.0, 0.0])
        return rotation_exp(np.pi * side / np.linalg.norm(side))
    return rotation_exp(axis / sine * np.arctan2(sine, a @ b))


@dataclass(frozen=True, eq=False)
class VisualInertial:
    """Result of `align_gravity`: gravity in the map frame, shape (3,), and velocities of the body, shape (n, 3)."""

    gravity: FloatArray
    velocities: FloatArray
    residual: float


def align_gravity(
    positions: FloatArray, rotations: FloatArray, durations: FloatArray, dp: FloatArray, dv: FloatArray
) -> VisualInertial | None:
    """Return gravity and velocities that agree with visual poses and preintegrated specific forces.

        p_j = p_i + v_i t + g t^2 / 2 + R_i dp,      v_j = v_i + g t + R_i dv

    is linear in v and g; then |g| = 9.81 is imposed by a correction of g along itself.

    Args:
        positions: Of the body in the map, shape (n, 3), [m].
        rotations: Of the body in the map, shape (n, 3, 3).
        durations: Between the poses, shape (n - 1,), [s].
        dp: Preintegrated positions, shape (n - 1, 3), [m].
        dv: Preintegrated velocities, shape (n - 1, 3), [m/s].

    Returns:
        None if the length of gravity differs from 9.81 m/s^2 by more than a tenth.

    Source: Qin, Li, Shen 2018 (VINS-Mono), equations 10 and 11, with known scale.
    """
    n = len(positions)
    weight_v = 0.2  # velocities are noisier than positions over the short intervals
    A = np.zeros((6 * (n - 1), 3 * n + 3))
    b = np.zeros(6 * (n - 1))
    eye = np.eye(3)
    for i, t in enumerate(durations):
        rows = slice(6 * i, 6 * i + 3)
        A[rows, 3 * i : 3 * i + 3] = t * eye
        A[rows, 3 * n :] = 0.5 * t * t * eye
        b[rows] = positions[i + 1] - positions[i] - rotations[i] @ dp[i]
        rows = slice(6 * i + 3, 6 * i + 6)
        A[rows, 3 * i : 3 * i + 3] = -weight_v * eye
        A[rows, 3 * i + 3 : 3 * i + 6] = weight_v * eye
        A[rows, 3 * n :] = -weight_v * t * eye
        b[rows] = weight_v * rotations[i] @ dv[i]
    x, *_ = np.linalg.lstsq(A, b, rcond=None)
    g = x[3 * n :]
    size = float(np.linalg.norm(g))
    if abs(size - GRAVITY) > 0.1 * GRAVITY:
        return None
    g = g * (GRAVITY / size)
    v, *_ = np.linalg.lstsq(A[:, : 3 * n], b - A[:, 3 * n :] @ g, rcond=None)
    r = A[:, : 3 * n] @ v + A[:, 3 * n :] @ g - b
    return VisualInertial(
        np.asarray(g, np.float64), np.asarray(v, np.float64).reshape(n, 3), float(np.sqrt(np.mean(r * r)))
    )


@dataclass(frozen=True)
class ClockOffset:
    """Offset to add to the IMU's stamps [s], its standard deviation [s], and the gyroscope bias found with it."""

    offset: float
    sigma: float
    bias: FloatArray


def estimate_clock_offset(
    times: FloatArray, rotations: FloatArray, samples: ImuSamples, largest: float = 0.1, step: float = 0.001
) -> ClockOffset | None:
    """Return the offset for which the gyroscope's rates fit rotations seen by a camera.

    The mean rate over each interval between two images is compared with the integral of the gyroscope's rate over the
    shifted interval; the bias is free. The best offset is refined by a parabola.

    Args:
        times: Of the images, shape (n + 1,), [s].
        rotations: Rotation vectors from each image to the next in the axes of the IMU, shape (n, 3), [rad]; NaN if unknown.
        samples: Of the IMU on its own clock.
        largest: Largest offset considered [s].
        step: Between the offsets tried [s].

    Returns:
        None where the rotation varies too little, or too few intervals are covered by samples.
    """
    t0, t1 = times[:-1], times[1:]
    covered = (t0 - largest > samples.time[0]) & (t1 + largest < samples.time[-1]) & np.all(np.isfinite(rotations), 1)
    covered &= t1 - t0 < 0.3
    if covered.sum() < 20:
        return None
    t0, t1, seen = t0[covered], t1[covered], rotations[covered]
    dt = np.diff(samples.time)[:, None]
    rate = samples.angular_rate
    integral = np.concatenate([np.zeros((1, 3)), np.cumsum(0.5 * (rate[1:] + rate[:-1]) * dt, axis=0)])

    def mean_squares(offset: float) -> tuple[float, FloatArray]:
        ends = [[np.interp(t - offset, samples.time, column) for column in integral.T] for t in (t0, t1)]
        difference = (np.array(ends[1]) - np.array(ends[0])).T - seen
        bias = difference.sum(0) / (t1 - t0).sum()
        return float(np.mean((difference - np.outer(t1 - t0, bias)) ** 2)), bias

    offsets = np.arange(-largest, largest + 0.5 * step, step)
    costs = np.array([mean_squares(o)[0] for o in offsets])
    k = int(np.argmin(costs))
    if k in (0, len(offsets) - 1):
        return None
    curve = (costs[k - 1] - 2.0 * costs[k] + costs[k + 1]) / step**2
    if curve <= 0.0:
        return None
    offset = offsets[k] - 0.5 * (costs[k + 1] - costs[k - 1]) / step / curve
    sigma = float(np.sqrt(2.0 * costs[k] / (curve * 3.0 * len(t0))))
    if sigma > 0.0015:
        return None
    if abs(offset) > 5.0 * sigma and costs[len(offsets) // 2] < 1.5 * costs[k]:
        return None  # no offset fits nearly as well
    return ClockOffset(float(offset), sigma, mean_squares(float(offset))[1])


# ----------------------------------------------------------------------------------------------------------------------
# Comparison of the rotations that a camera and a gyroscope measured
#
# A wrong focal length changes the size of the camera's rotations, a wrong mount of the IMU their axes.
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RotationRatio:
    """Rotation of the camera relative to that of the gyroscope.

    Attributes:
        ratio: Of their sizes [-].
        sigma: Standard deviation of the ratio [-].
        tilt: Angle between their axes [rad].
        tilt_sigma: Standard deviation of that angle [rad].
    """

    ratio: float
    sigma: float
    tilt: float = 0.0
    tilt_sigma: float = 0.0

    def contradicts(self, tolerance: float) -> bool:
        """Return True if the ratio differs from 1 by more than a tolerance and by five standard deviations."""
        return abs(self.ratio - 1.0) > max(tolerance, 5.0 * self.sigma)

    def is_tilted(self, tolerance: float) -> bool:
        """Return True if the axes differ by more than a tolerance [rad] and by five standard deviations."""
        return self.tilt > max(tolerance, 5.0 * self.tilt_sigma)


def rotation_ratio(
    starts: FloatArray,
    ends: FloatArray,
    rotations: FloatArray,
    samples: ImuSamples,
    bias: FloatArray,
    min_intervals: int = 20,
) -> RotationRatio | None:
    """Return the ratio r that minimises sum |rotation - r (integral of the gyroscope's rate)|^2, and the tilt of the rest.

    Args:
        starts, ends: Of the intervals between images, shape (n,), [s].
        rotations: Rotation vectors over the intervals in the axes of the IMU, shape (n, 3), [rad]; NaN if unknown.
        samples: Of the IMU, on the clock of the images.
        bias: Of the gyroscope, shape (3,), [rad/s].
        min_intervals: Smallest number of intervals.

    Returns:
        None where too few intervals are covered by samples, or the camera hardly rotates.
    """
    if len(samples.time) < 2:
        return None
    known = (starts >= samples.time[0]) & (ends <= samples.time[-1]) & np.all(np.isfinite(rotations), 1)
    if known.sum() < min_intervals:
        return None
    rate = samples.angular_rate - bias
    steps = 0.5 * (rate[1:] + rate[:-1]) * np.diff(samples.time)[:, None]
    integral = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    at_ends = [
        np.array([np.interp(time[known], samples.time, column) for column in integral.T]) for time in (starts, ends)
    ]
    gyroscope, camera = (at_ends[1] - at_ends[0]).T, rotations[known]
    size = float(np.sum(gyroscope**2))
    # below this rms [rad/s] errors of the map cannot be told from rotations
    if size < 0.05**2 * np.sum((ends - starts)[known] ** 2):
        return None
    ratio = float(np.sum(camera * gyroscope) / size)
    left = camera - ratio * gyroscope
    # left = tilt x gyroscope; rotations about one axis do not show a tilt about it
    values, vectors = np.linalg.eigh(size * np.eye(3) - gyroscope.T @ gyroscope)
    seen = values > 0.02 * size
    parts = np.where(seen, vectors.T @ np.cross(gyroscope, left).sum(0) / np.where(seen, values, 1.0), 0.0)
    tilt = vectors @ parts
    noise = np.mean((left - np.cross(tilt, gyroscope)) ** 2)
    tilt_sigma = float(np.sqrt(noise / values[seen].min())) if seen.any() else np.inf
    return RotationRatio(ratio, float(np.sqrt(np.mean(left**2) / size)), float(np.linalg.norm(tilt)), tilt_sigma)


# ----------------------------------------------------------------------------------------------------------------------
# Scale of a camera's path against an accelerometer or an odometry: a wrong baseline scales the path
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScaleRatio:
    """Scale of the camera's path over that of another sensor [-], with its standard deviation [-]."""

    ratio: float
    sigma: float

    def contradicts(self, tolerance: float, deviations: float = 5.0) -> bool:
        """Return True if the ratio differs from 1 by more than a tolerance and by a number of standard deviations."""
        return abs(self.ratio - 1.0) > max(tolerance, deviations * self.sigma)


def scale_ratio(
    positions: FloatArray, rotations: FloatArray, durations: FloatArray, dp: FloatArray, dv: FloatArray
) -> ScaleRatio | None:
    """Return the scale of a path against preintegrated specific forces.

    With D the double integral of the specific force in the axes of the map, the second differences of

        p = p_0 + v_0 t + r (D + B b) + g t^2 / 2

    over about half a second are linear in the scale r, a vector g and the bias b of the accelerometer (B, its double integral),
    without p_0 and v_0. D has little noise, so that the least squares are hardly biased.

    Args:
        positions: Of the body in the map, shape (n, 3), [m].
        rotations: Of the body in the map, shape (n, 3, 3).
        durations: Between the poses, shape (n - 1,), [s].
        dp: Preintegrated positions, shape (n - 1, 3), [m].
        dv: Preintegrated velocities, shape (n - 1, 3), [m/s].

    Returns:
        None where there are too few poses, or where the fit leaves much of the signal unexplained, as after impacts which the
        samples of the accelerometer miss.
    """
    n = len(positions)
    time = np.concatenate([[0.0], np.cumsum(durations)])
    moved, bias = np.zeros((n, 3)), np.zeros((n, 3, 3))
    speed, bias_speed = np.zeros(3), np.zeros((3, 3))
    for m, t in enumerate(durations):
        R = rotations[m]
        moved[m + 1] = moved[m] + speed * t + R @ dp[m]
        bias[m + 1] = bias[m] + bias_speed * t + 0.5 * t * t * R
        speed, bias_speed = speed + R @ dv[m], bias_speed + t * R
    i = np.arange(n)
    j = np.searchsorted(time, time + 0.6)  # time between the poses of a second difference [s]
    k = np.searchsorted(time, time[np.minimum(j, n - 1)] + 0.6)
    known = (j < n) & (k < n)
    i, j, k = i[known], j[known], k[known]
    if len(i) < 8:
        return None
    first, second = time[j] - time[i], time[k] - time[j]

    def differences(values: FloatArray) -> FloatArray:
        shape = (-1,) + (1,) * (values.ndim - 1)
        return np.asarray(
            (values[k] - values[j]) / second.reshape(shape) - (values[j] - values[i]) / first.reshape(shape)
        )

    gravity = ((first + second) / 2)[:, None, None] * np.eye(3)
    A = np.concatenate([differences(moved)[..., None], gravity, differences(bias)], axis=-1).reshape(-1, 7)
    b = differences(positions).ravel()
    prior = (
        np.diag([0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]) * 1e-6 * np.sum(A[:, 4:] ** 2)
    )  # where the bias is not observable
    H = A.T @ A + prior
    x = np.linalg.solve(H + 1e-12 * np.eye(7), A.T @ b)
    squares, signal = float(np.sum((A @ x - b) ** 2)), 1.0 / float(np.linalg.inv(H + 1e-12 * np.eye(7))[0, 0])
    if squares > 0.5**2 * signal:  # a conclusive fit has a residual below half of the signal
        return None
    overlap = float(np.mean(k - i)) / 2.0
    return ScaleRatio(float(x[0]), float(np.sqrt(squares / max(len(b) / overlap - 7.0, 1.0) / signal)))


def path_ratio(camera: FloatArray, odometry: FloatArray, overlap: int = 1) -> ScaleRatio | None:
    """Return the scale r of the steps of a camera against those of an odometry, which minimises sum |camera - r odometry|^2.

    Args:
        camera: Translations of the body over some intervals by the camera, shape (n, 3), [m].
        odometry: Likewise by the odometry, in the same axes.
        overlap: Number of intervals that contain each instant.

    Returns:
        None for too few steps or too short a path.
    """
    if len(camera) < 8 or np.linalg.norm(odometry, axis=1).sum() < 0.3:
        return None
    size = float(np.sum(odometry**2))
    ratio = float(np.sum(camera * odometry)) / size
    along = np.sum(odometry * (camera - ratio * odometry), axis=1)
    return ScaleRatio(ratio, float(np.sqrt(overlap * np.sum(along**2)) / size))
