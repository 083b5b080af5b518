"""Public names of the package, imported at their first use."""

from .cpg import CpgGait as CpgGait, GaitChange as GaitChange, HopfNetwork as HopfNetwork
from .curve_fitting import CurveFit as CurveFit, CurveGait as CurveGait, fit_curve as fit_curve
from .curves import (
    CircularArc as CircularArc,
    Curve as Curve,
    DrawnCurve as DrawnCurve,
    EllipticWave as EllipticWave,
    FunctionCurve as FunctionCurve,
    Helix as Helix,
)
from .gait import FunctionGait as FunctionGait, Gait as Gait, TableGait as TableGait
from .orthogonal import (
    ConcertinaGait as ConcertinaGait,
    HelixRollingGait as HelixRollingGait,
    NamedGait as NamedGait,
    WindingGait as WindingGait,
)
from .oscillators import Window as Window, empty_window as empty_window, slide as slide
from .serpenoid import (
    RollingGait as RollingGait,
    SerpenoidGait as SerpenoidGait,
    serpenoid_angles as serpenoid_angles,
)
from .static_equilibrium import static_equilibrium as static_equilibrium
from .steady import SteadyGait as SteadyGait, ThrustGait as ThrustGait
