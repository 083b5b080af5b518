"""Gait that follows a curve: an arc to roll, a helix to climb, a wave to sidewind."""

from dataclasses import dataclass
from typing import get_args

from snakelab.errors import GaitError
from snakelab.gaits import bounds
from snakelab.gaits.curve.curves import Curve
from snakelab.gaits.curve.fitting import MOST_SAMPLES, fit_curve
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.types import count, instance, number


@dataclass(frozen=True)
class CurveGait:
    """Motion of the body along a curve that rotates or travels, one cycle after another.

    Args:
        curve: CircularArc, Helix, EllipticWave, DrawnCurve or FunctionCurve.
        frequency: Cycles per second [Hz]; negative runs them backward.
        start: Time of the start; before, all targets are zero [s].
        ramp: Duration of the smooth start [s]; 0 starts at once.
        samples: Number of fitted phases of a cycle, joined by periodic cubic splines [-].
        tolerance: Largest distance between body and curve, as a fraction of the curve's length [-]; more is a GaitError.

    The fit is made anew for every model, in about a second; `fit_curve` shows it, and its `gait` needs no second one.
    """

    curve: Curve
    frequency: float
    start: float = 0.0
    ramp: float = 0.0
    samples: int = 36
    tolerance: float = 0.05

    def __post_init__(self) -> None:
        instance(self.curve, "CurveGait curve", get_args(Curve), GaitError)
        if bounds.frequency(self.frequency, "CurveGait frequency") == 0:
            raise GaitError("CurveGait frequency must not be 0; a negative one runs backward")
        number(self.start, "CurveGait start", GaitError, unit="s")
        number(self.ramp, "CurveGait ramp", GaitError, least=0, unit="s")
        count(self.samples, "CurveGait samples", GaitError, least=6, most=MOST_SAMPLES)
        number(self.tolerance, "CurveGait tolerance", GaitError, above=0)

    def reference(self, model: Model) -> Reference:
        """The fitted cycle, repeated.

        Raises:
            GaitError: if no shape follows the curve, or a force has no spring to press on.
        """
        fit = fit_curve(model, self.curve, self.samples, self.tolerance)
        return fit.gait(model, self.frequency, self.start, self.ramp).reference(model)
