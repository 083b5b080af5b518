"""A gait from a table: angles at given times, joined by cubic splines."""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from snakelab.errors import GaitError
from snakelab.gaits.gait import joints_of
from snakelab.physics.command import Reference, piecewise_reference
from snakelab.physics.model import Model
from snakelab.types import FloatArray, vector


@dataclass(frozen=True)
class TableGait:
    """Angles through the points of a table; acceleration is continuous, and zero at both ends of the table.

    Args:
        times: Ascending, shape (m,), m >= 2, [s].
        angles: Shape (m, nv), [rad] or [m]; one column for each coordinate. For a Motor they are forces [N m] or [N].

    Before the first time and after the last, the nearest row is held: the rate jumps there unless the table ends at rest.
    """

    times: FloatArray | list[float]
    angles: FloatArray | list[list[float]]

    def __post_init__(self) -> None:
        times, angles = self._table()
        if len(times) < 2 or not (np.diff(times) > 0).all():
            raise GaitError(f"TableGait times must ascend and hold at least 2 values, got {times.tolist()}")
        if len(angles) != len(times):
            raise GaitError(f"TableGait angles must have one row for each time: {len(times)} times, {len(angles)} rows")

    def _table(self) -> tuple[FloatArray, FloatArray]:
        times = vector(self.times, "TableGait times", GaitError, unit="s")
        try:
            angles = np.array(self.angles, dtype=np.float64)
        except (TypeError, ValueError):
            raise GaitError(f"TableGait angles must be rows of numbers of equal length, got {self.angles!r}") from None
        if angles.ndim != 2 or not np.isfinite(angles).all():
            raise GaitError(
                f"TableGait angles must be finite numbers of shape (times, coordinates), got shape {angles.shape}"
            )
        return times, angles

    def reference(self, model: Model) -> Reference:
        """The table as piecewise polynomials.

        Raises:
            GaitError: if the number of columns is not the model's number of coordinates.
        """
        n = joints_of(model, "TableGait")
        times, angles = self._table()
        if angles.shape[1] != n:
            raise GaitError(
                f"TableGait has {angles.shape[1]} columns, and robot {model.robot.name!r} has {n} coordinates"
            )
        spline = CubicSpline(times, angles, bc_type="natural")
        coefficients = np.zeros((len(times) - 1, n, 6))
        coefficients[:, :, :4] = np.moveaxis(spline.c[::-1], 0, -1)
        return piecewise_reference(times, coefficients)
