"""Gait that follows a curve: an arc to roll, a helix to climb, a wave to sidewind."""

from dataclasses import dataclass
from typing import Annotated, get_args

from annotated_types import Ge, Gt, Le

from snakelab.errors import GaitError
from snakelab.gaits.bounds import Frequency
from snakelab.gaits.curve_following.curves import Curve
from snakelab.gaits.curve_following.fitting import MAX_SAMPLES, fit_curve
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider
from snakelab.parameter_declarations.quantities import Ramp, Time
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.types import instance


@dataclass(frozen=True)
class CurveGait(Displayed):
    """Motion of the body along a curve that rotates or travels, one cycle after another.

    Args:
        curve: CircularArc, Helix, EllipticWave, DrawnCurve or FunctionCurve.
        frequency: Cycles per second [Hz]; negative for backward motion.
        start: Start time [s]; all targets are zero before it.
        ramp: Duration of the smooth start [s]; 0 for none.
        samples: Number of fitted phases of a cycle, interpolated by periodic cubic splines [-].
        tolerance: Largest distance between body and curve, as a fraction of the length of the curve [-]; a larger one
            raises a GaitError.

    A fit takes about a second for each body and curve; the last eight fits are cached. `fit_curve` returns a fit, whose
    `gait` does not repeat it.
    """

    curve: Curve
    frequency: Frequency
    start: Annotated[Time, FIXED] = 0.0
    ramp: Ramp = 0.0
    samples: Annotated[int, Ge(6), Le(MAX_SAMPLES), Slider(6, 100, 1)] = 36
    tolerance: Annotated[float, Gt(0), Slider(0.01, 0.5, 0.01), FIXED] = 0.05

    def __post_init__(self) -> None:
        instance(self.curve, "CurveGait curve", get_args(Curve), GaitError)
        check_declared(self, GaitError)
        if self.frequency == 0:
            raise GaitError("CurveGait frequency must not be 0; a negative one runs backward")

    def reference(self, model: Model) -> Reference:
        """Return the fitted cycle, repeated.

        Raises:
            GaitError: if no shape follows the curve, or a force has no spring to press on.
        """
        fit = fit_curve(model, self.curve, self.samples, self.tolerance)
        return fit.gait(model, self.frequency, self.start, self.ramp).reference(model)
