"""Shape of the body's wave in the plan: its length, and its deviation from a sinusoid."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.results.metrics.passages import joint_places, last_wave, lateral_offsets
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

NEAR = np.linspace(0.9, 1.1, 41)  # frequencies that are tried, of that of the last wave's rows


class Fit(NamedTuple):
    """The sinusoid of one frequency that is nearest to the joints' offsets."""

    frequency: float  # [rad/s]
    wave_number: float  # phase per length, positive where the wave comes later at larger places [rad/m]
    residual: float  # rms of what it leaves, of the rms of the offsets about their means [-]


def wave_length(recording: Recording) -> float:
    """Length of the body's wave along its mean line, 2 pi / |k|, over the last wave.

    Every joint's offset from the mean line (see `wave_amplitude`) is fitted by a mean and a sinusoid of a frequency that all
    share; k is the slope of the sinusoids' phases along the mean line, weighted by their amplitudes squared. NaN without a whole
    wave; very long where all joints swing together.
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
    for fraction in NEAR:
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
    rows = slice(wave.start, wave.stop + 1)  # both ends, so that the rows last one period
    line = places[rows].mean(axis=0)
    along = np.concatenate(([0.0], np.hypot(*np.diff(line, axis=0).T).cumsum()))
    return fit_wave(recording["time"].values[rows], lateral_offsets(places[rows]), along)
