"""Gaits: targets as functions of time, each a small set of parameters evaluated as a `Reference`."""

from snakelab.gaits.cpg import CpgGait, GaitChange, HopfNetwork
from snakelab.gaits.curve.curves import CircularArc, Curve, DrawnCurve, EllipticWave, FunctionCurve, Helix
from snakelab.gaits.curve.fitting import CurveFit, fit_curve
from snakelab.gaits.curve.gait import CurveGait
from snakelab.gaits.function import FunctionGait
from snakelab.gaits.gait import Gait
from snakelab.gaits.orthogonal import ConcertinaGait, HelixRollingGait, NamedGait, WindingGait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait, serpenoid_angles
from snakelab.gaits.steady import SteadyGait, ThrustGait
from snakelab.gaits.table import TableGait

__all__ = [
    "CircularArc",
    "ConcertinaGait",
    "CpgGait",
    "Curve",
    "CurveFit",
    "CurveGait",
    "DrawnCurve",
    "EllipticWave",
    "FunctionCurve",
    "FunctionGait",
    "Gait",
    "GaitChange",
    "Helix",
    "HelixRollingGait",
    "HopfNetwork",
    "NamedGait",
    "RollingGait",
    "SerpenoidGait",
    "SteadyGait",
    "TableGait",
    "ThrustGait",
    "WindingGait",
    "fit_curve",
    "serpenoid_angles",
]
