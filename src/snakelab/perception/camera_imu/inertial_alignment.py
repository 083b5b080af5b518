"""Alignment of an IMU with visual poses: rest, gravity, gyroscope bias, velocities, and the offset of the clocks."""

from dataclasses import dataclass

import numpy as np

from snakelab.geometry.poses import rotation_exp
from snakelab.perception.camera_imu.sequence import ImuSamples
from snakelab.types import FloatArray

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
