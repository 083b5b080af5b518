"""Smoothing of joint angles and attitudes: local polynomials (Savitzky and Golay 1964), and the fusion with a gyroscope."""

import numpy as np

from snakelab.geometry.poses import matrix_of, quaternion_of, rotation_exp, rotation_log
from snakelab.types import FloatArray

ORDER = 3
WINDOWS = (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.5, 0.7, 1.0)  # [s], tried one after the other
EXCESS = 1.06  # by which the residual of a window may exceed that of the noise alone
SHORT, SHORT_EXCESS = 0.22, 1.5  # of windows up to this [s]: without them the rates are mostly noise


def smoothed(values: FloatArray, window: int, order: int = ORDER) -> FloatArray:
    """Values at the middle of polynomials through windows of an odd number of equidistant samples, shape (n, ...)."""
    from scipy.signal import savgol_filter

    window = min(window, len(values) - 1 + len(values) % 2)
    if window <= order + 1:
        return values
    return np.asarray(savgol_filter(values, window, order, axis=0))


def passed_noise(window: int, order: int = ORDER) -> float:
    """Return the standard deviation of smoothed white noise, as a fraction of that of one sample [-]."""
    from scipy.signal import savgol_coeffs

    return float(np.sqrt(np.sum(savgol_coeffs(window, order) ** 2))) if window > order + 1 else 1.0


def smoothed_angles(q: FloatArray, period: float, noise: FloatArray) -> FloatArray:
    """Joint angles, each smoothed over the longest window whose residual is not larger than its noise, shape (n, n_q).

    Args:
        q: Samples, shape (n, n_q).
        period: Between samples [s].
        noise: Standard deviation of each, shape (n_q,); zero for no smoothing.

    Source: the discrepancy principle, Morozov 1966.
    """
    from scipy.signal import savgol_coeffs

    best, open_ = q.copy(), noise > 0
    for duration in WINDOWS:
        window = odd_window(duration, period)
        if window <= ORDER + 2 or window > len(q) or not open_.any():
            continue
        candidate = smoothed(q, window)
        left = np.sqrt(np.mean((q - candidate) ** 2, axis=0))
        centre_weight = savgol_coeffs(window, ORDER)[window // 2]  # fraction of a sample in its own smoothed value
        open_ = open_ & (left <= (SHORT_EXCESS if duration <= SHORT else EXCESS) * np.sqrt(1 - centre_weight) * noise)
        best[:, open_] = candidate[:, open_]
    return best


def smoothed_rotations(matrices: FloatArray, window: int, order: int = ORDER) -> FloatArray:
    """Smoothed rotation matrices: the polynomials pass through quaternions of continuous sign, shape (n, 3, 3)."""
    q = quaternion_of(matrices)
    flips = np.einsum("ni,ni->n", q[1:], q[:-1]) < 0
    q[1:] *= np.where(np.cumsum(flips) % 2 == 1, -1.0, 1.0)[:, None]
    return matrix_of(smoothed(q, window, order))


def fused_rotations(matrices: FloatArray, rates: FloatArray, period: float, window: int) -> FloatArray:
    """Attitudes that follow the gyroscope within a window and the measured attitude beyond it, shape (n, 3, 3).

    The rates are integrated by the trapezoidal rule. What the measured attitude differs from them, in the fixed axes, drifts
    slowly, and is smoothed.

    Args:
        matrices: Measured attitudes R_world_sensor, shape (n, 3, 3).
        rates: Angular rates in the sensor's axes, shape (n, 3), [rad/s].
        period: Between samples [s].
        window: Odd number of samples.
    """
    smooth_rotations = np.empty_like(matrices)
    smooth_rotations[0] = matrices[0]
    steps = rotation_exp(period / 2 * (rates[1:] + rates[:-1]))
    for k, step in enumerate(steps):
        smooth_rotations[k + 1] = smooth_rotations[k] @ step
    drift = smoothed(rotation_log(matrices @ np.swapaxes(smooth_rotations, -1, -2)), window, 2)
    return rotation_exp(drift) @ smooth_rotations


def odd_window(duration: float, period: float) -> int:
    """Odd number of samples nearest to a duration [s]."""
    return 2 * round(duration / period / 2) + 1
