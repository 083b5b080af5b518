"""Gait from a table: angles at given times, joined by cubic splines, once or periodically."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.gait import joints_of
from snakelab.gaits.reach import check_table
from snakelab.gaits.static_equilibrium import check_pressures
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import Flag, Ramp
from snakelab.physics.command import Reference, periodic_reference, piecewise_reference
from snakelab.physics.model import Model
from snakelab.types import FloatArray, floats, vector

# Tolerance of the difference of the first and last row of a repeating table, as a fraction of the largest value.
SEAM = 1e-9
# Number of test points of the spline between two rows.
BETWEEN = 8


@dataclass(frozen=True)
class TableGait(Displayed):
    """Gait through the points of a table. The acceleration is continuous, and zero at both ends of a table that does
    not repeat.

    Args:
        times: Ascending times, shape (m,), m >= 2, [s].
        angles: Targets, one column for each coordinate, shape (m, nv), [rad] or [m]; forces [N m] or [N] for a Motor,
            pressures [Pa] for a Pneumatic or Hydraulic actuator.
        repeat: True to repeat the table, whose last row must equal its first: value, rate and acceleration are continuous.
        ramp: Duration of the smooth start of a table that repeats, from zero at its first time [s]; 0 for none.

    Before the first and after the last time, the nearest row is held, so the rate is discontinuous unless the table
    ends at rest. A table that repeats holds zero before its first time.
    """

    times: FloatArray | list[float]
    angles: FloatArray | list[list[float]]
    repeat: Flag = False
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        times, angles = self._table()
        if len(times) < 2 or not (np.diff(times) > 0).all():
            raise GaitError(f"TableGait times must ascend and contain at least 2 values, got {times.tolist()}")
        if len(angles) != len(times):
            raise GaitError(f"TableGait angles must have one row for each time: {len(times)} times, {len(angles)} rows")
        if self.ramp > 0 and not self.repeat:
            raise GaitError(f"TableGait ramp is for a table that repeats, got {self.ramp:g} s; write repeat=True")
        if self.repeat and np.abs(angles[-1] - angles[0]).max(initial=0.0) > SEAM * np.abs(angles).max(initial=0.0):
            raise GaitError(
                f"TableGait angles must end with their first row if repeat is True, got {angles[0].tolist()} and "
                f"{angles[-1].tolist()}"
            )

    def _table(self) -> tuple[FloatArray, FloatArray]:
        times = vector(self.times, "TableGait times", GaitError, unit="s")
        try:
            angles = floats(self.angles)
        except ValueError:
            raise GaitError(f"TableGait angles must be rows of numbers of equal length, got {self.angles!r}") from None
        if angles.ndim != 2 or not np.isfinite(angles).all():
            raise GaitError(
                f"TableGait angles must be finite numbers of shape (times, coordinates), got shape {angles.shape}"
            )
        return times, angles

    def reference(self, model: Model) -> Reference:
        """Return the table as piecewise polynomials.

        Raises:
            GaitError: if the number of columns is not the model's number of coordinates, a pressure cannot be had, or a
                prescribed joint would go beyond its range; of a servo is warned.
        """
        from scipy.interpolate import CubicSpline

        n = joints_of(model, "TableGait")
        times, angles = self._table()
        if angles.shape[1] != n:
            raise GaitError(
                f"TableGait has {angles.shape[1]} columns, and robot {model.robot.name!r} has {n} coordinates"
            )
        if self.repeat:
            angles[-1] = angles[0]
        spline = CubicSpline(times, angles, bc_type="periodic" if self.repeat else "natural")
        between = np.arange(BETWEEN) / BETWEEN
        instants = np.append((times[:-1, None] + between * np.diff(times)[:, None]).ravel(), times[-1])
        values = spline(instants)
        check_pressures(model, values, "TableGait", instants)
        check_table(model, "TableGait", values.min(axis=0), values.max(axis=0))
        coefficients = np.zeros((len(times) - 1, n, 6))
        coefficients[:, :, :4] = np.moveaxis(spline.c[::-1], 0, -1)
        if self.repeat:
            return periodic_reference(times, coefficients, self.ramp)
        return piecewise_reference(times, coefficients)
