"""Public names of the package, each with its module: imported on first use."""

from .cpg import CpgGait as CpgGait, GaitChange as GaitChange, HopfNetwork as HopfNetwork
from .curve_following.curves import (
    CircularArc as CircularArc,
    Curve as Curve,
    DrawnCurve as DrawnCurve,
    EllipticWave as EllipticWave,
    FunctionCurve as FunctionCurve,
    Helix as Helix,
)
from .curve_following.fitting import CurveFit as CurveFit, fit_curve as fit_curve
from .curve_following.gait import CurveGait as CurveGait
from .function import FunctionGait as FunctionGait
from .gait import Gait as Gait
from .orthogonal_snakes import (
    ConcertinaGait as ConcertinaGait,
    HelixRollingGait as HelixRollingGait,
    NamedGait as NamedGait,
    WindingGait as WindingGait,
)
from .rolling import RollingGait as RollingGait
from .serpenoid import SerpenoidGait as SerpenoidGait, serpenoid_angles as serpenoid_angles
from .steady import SteadyGait as SteadyGait, ThrustGait as ThrustGait
from .table import TableGait as TableGait
