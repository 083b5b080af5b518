"""Tracking of commanded joint angles, by amplitude and phase of the fundamental."""

from dataclasses import dataclass

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.results.recording import Recording

SMALLEST = np.radians(1.0)  # joints whose command has a smaller amplitude are not judged [rad]


@dataclass(frozen=True)
class Tracking:
    """Measured over commanded fundamental of each judged joint.

    Attributes:
        joints: Indices of the judged joints.
        gain: Amplitude ratio [-].
        lag: Time by which the measured angle lags the commanded one; negative if it leads [s].
    """

    joints: np.ndarray
    gain: FloatArray
    lag: FloatArray


def tracking(recording: Recording, omega: float, since: float = 10.0) -> Tracking:
    """Compare the fundamentals of measured and commanded angles over whole periods.

    Args:
        recording: A run with servos, which records their targets.
        omega: Angular frequency of the gait [rad/s].
        since: Begin of the evaluated interval [s].
    """
    time = recording["time"].values
    period = 2 * np.pi / abs(omega)
    span = max(np.floor((time[-1] - since) / period + 1e-6), 1.0) * period
    grid = np.linspace(time[-1] - span, time[-1], 401)[:-1]
    wave = np.exp(-1j * abs(omega) * grid) * 2 / len(grid)
    measured, commanded = (
        np.array([wave @ np.interp(grid, time, column) for column in recording[name].values.T])
        for name in ("q", "target")
    )
    joints = np.flatnonzero(abs(commanded) >= SMALLEST)
    ratio = measured[joints] / commanded[joints]
    return Tracking(joints, abs(ratio), -np.angle(ratio) / abs(omega))
