"""Waves of joint angles, one for each row of a lane batch."""

from dataclasses import dataclass, fields

import numpy as np

from snakelab.errors import GaitError
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class LaneWaves:
    """Waves of the driven joints, one for each row of a `LaneBatch`, or one for all.

        target_j = offset + amplitude sin(2 pi frequency t + phase + j lag), j = 0, 1, ... from the tail.

    Each argument is a number or has shape (n_rows,).

    Args:
        amplitude: Amplitude [rad].
        frequency: Frequency [Hz].
        lag: Phase of a joint ahead of the one behind it [rad].
        offset: Mean angle of all joints, for steering [rad].
        phase: Of the joint nearest to the tail, at the start [rad].

    Raises:
        GaitError: if a value is not finite, or has another shape.
    """

    amplitude: float | FloatArray
    frequency: float | FloatArray
    lag: float | FloatArray
    offset: float | FloatArray = 0.0
    phase: float | FloatArray = 0.0

    def __post_init__(self) -> None:
        for one in fields(self):
            given = getattr(self, one.name)
            try:
                values = np.asarray(given, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                values = np.full(1, np.nan)
            if values.ndim > 1 or not np.isfinite(values).all():
                raise GaitError(f"LaneWaves {one.name} must be a finite number, or one for each row, got {given!r}")

    def numbers(self, n_rows: int) -> FloatArray:
        """Amplitude, frequency, lag, offset and phase of each row, shape (n_rows, 5).

        Raises:
            GaitError: if there is not one value for each row.
        """
        columns = []
        for one in fields(self):
            values = np.asarray(getattr(self, one.name), dtype=np.float64)
            if values.ndim == 1 and len(values) != n_rows:
                raise GaitError(
                    f"LaneWaves {one.name} has {len(values)} values for {n_rows} rows; write one for each, or one"
                )
            columns.append(np.broadcast_to(values, n_rows))
        return np.stack(columns, axis=1)
