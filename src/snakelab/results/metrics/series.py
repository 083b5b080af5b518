"""Operations on time series: changes, ratios, peaks and means."""

import math

import numpy as np

from snakelab.types import FloatArray


def change(values: np.ndarray) -> np.ndarray:
    """Last row minus first row, shape of a row; NaN where there is no row."""
    return values[-1] - values[0] if len(values) else np.full(values.shape[1:], math.nan)


def ratio(above: float, below: float) -> float:
    """Return the ratio, or NaN if it is not defined."""
    return float(above) / float(below) if below else math.nan


def peak(values: FloatArray) -> float:
    """Largest absolute value, max |x|; NaN if there is none."""
    return float(np.abs(values).max()) if values.size else math.nan


def rms(values: FloatArray, time: FloatArray) -> float:
    """Root mean square over time and columns, sqrt(integral of mean_i x_i^2 dt / T), by the trapezoid rule."""
    if not values.size:
        return math.nan
    squares = np.trapezoid((values**2).mean(axis=1), time)
    return math.sqrt(ratio(float(squares), float(change(time))))


def slope(values: FloatArray, time: FloatArray) -> float:
    """Slope of the straight line that fits values over time best, in the sense of least squares over time.

    s = integral of (t - t_m)(x - x_m) dt / integral of (t - t_m)^2 dt, by the trapezoid rule, with the means t_m and x_m.

    Args:
        values: Shape (k,), [unit].
        time: Shape (k,), [s].

    Returns:
        Slope [unit/s], NaN if there are fewer than two instants.
    """
    span = float(change(time))
    if not span > 0:
        return math.nan
    t = time - np.trapezoid(time, time) / span
    x = values - np.trapezoid(values, time) / span
    return ratio(float(np.trapezoid(t * x, time)), float(np.trapezoid(t * t, time)))
