"""Signals of each motor of a run as tables: angles, rates, torques and powers, over time and as one row for each motor."""

from collections.abc import Iterator

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

COLUMNS = (
    "motor", "unit", "least_position", "greatest_position", "peak_rate", "peak_torque", "rms_torque", "peak_power",
    "mean_power", "energy",
)  # fmt: skip


@checked_arguments(RecordingError)
def motor_table(recording: Recording) -> list[dict[str, str | float]]:
    """Return one row for each coordinate, from the tail to the head as recorded.

    Power is tau q'; the peak is that of its size, the mean and the energy are of |tau q'|, so that braking is not recovered.
    Rates and torques of linear coordinates are in m/s and N.

    Args:
        recording: The run; use a sufficient record rate.

    Returns:
        Rows with the keys `motor`, `unit`, `least_position`, `greatest_position` [rad or m], `peak_rate`, `peak_torque`,
        `rms_torque`, `peak_power`, `mean_power` [W] and `energy` [J].

    Raises:
        RecordingError: if the recording has no coordinates, or fewer than two rows.
    """
    time, q, rate, torque = _signals(recording)
    power = torque * rate
    duration = time[-1] - time[0]
    rows: list[dict[str, str | float]] = []
    for j, name in enumerate(recording["coordinate"].values):
        energy = float(np.trapezoid(np.abs(power[:, j]), time))
        numbers = (
            q[:, j].min(), q[:, j].max(), np.abs(rate[:, j]).max(), np.abs(torque[:, j]).max(),
            np.sqrt(np.trapezoid(torque[:, j] ** 2, time) / duration), np.abs(power[:, j]).max(), energy / duration, energy,
        )  # fmt: skip
        unit = str(recording["coordinate_unit"].values[j])
        rows.append(dict(zip(COLUMNS, (str(name), unit, *map(float, numbers)), strict=True)))
    return rows


@checked_arguments(RecordingError)
def motor_signals_csv(recording: Recording) -> str:
    """Return the signals of every motor over time as CSV: one line for each record and motor.

    Columns: time [s], motor, position, rate, torque, power [W]; positions in rad or m, and so on.

    Raises:
        RecordingError: if the recording has no coordinates, or fewer than two rows.
    """
    return "\n".join(["time,motor,position,rate,torque,power", *_lines(recording)]) + "\n"


def _lines(recording: Recording) -> Iterator[str]:
    time, q, rate, torque = _signals(recording)
    names = [str(name) for name in recording["coordinate"].values]
    for i, t in enumerate(time.tolist()):
        for j, name in enumerate(names):
            numbers = (q[i, j], rate[i, j], torque[i, j], rate[i, j] * torque[i, j])
            yield f"{t:.9g},{name}," + ",".join(f"{number:.9g}" for number in numbers)


def _signals(recording: Recording) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return times, positions, rates and torques."""
    time = np.asarray(recording["time"].values, dtype=np.float64)
    q, rate, torque = (np.asarray(recording[name].values, dtype=np.float64) for name in ("q", "v", "tau"))
    if len(time) < 2 or q.shape[1] == 0:
        raise RecordingError(
            f"a table of motors needs coordinates and two rows or more, got {q.shape[1]} and {len(time)}"
        )
    return time, q, rate, torque
