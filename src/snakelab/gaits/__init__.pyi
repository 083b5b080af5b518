"""Public names of the package, imported at their first use."""

from .cpg import CpgGait as CpgGait, GaitChange as GaitChange, HopfNetwork as HopfNetwork
from .curve_fitting import CurveFit as CurveFit, CurveGait as CurveGait, fit_curve as fit_curve
from .body_curves import (
    CircularArc as CircularArc,
    Curve as Curve,
    DrawnCurve as DrawnCurve,
    EllipticWave as EllipticWave,
    FunctionCurve as FunctionCurve,
    Helix as Helix,
)
from .wheeled_driving import DrivingGait as DrivingGait
from .gait import FunctionGait as FunctionGait, Gait as Gait, TableGait as TableGait
from .orthogonal_gaits import (
    ConcertinaGait as ConcertinaGait,
    HelixRollingGait as HelixRollingGait,
    NamedGait as NamedGait,
    WindingGait as WindingGait,
)
from .cpg_integration import Window as Window, empty_window as empty_window, slide as slide
from .serpenoid import (
    RollingGait as RollingGait,
    SerpenoidGait as SerpenoidGait,
    serpenoid_angles as serpenoid_angles,
)
from .equilibrium import static_equilibrium as static_equilibrium
from .constant_commands import SteadyGait as SteadyGait, ThrustGait as ThrustGait
from .geometric.local_connection import Connection as Connection
from .geometric.displacement import (
    CycleDisplacement as CycleDisplacement,
    cycle_displacement as cycle_displacement,
    virtual_chassis as virtual_chassis,
)
from .geometric.optimal_gaits import (
    HeightFunctions as HeightFunctions,
    OptimalLoop as OptimalLoop,
    height_functions as height_functions,
    optimal_loop as optimal_loop,
)
from .geometric.shape_space import (
    PolygonLoop as PolygonLoop,
    ShapeLoop as ShapeLoop,
    ShapeSpace as ShapeSpace,
    circle_loop as circle_loop,
    loop_gait as loop_gait,
    wave_modes as wave_modes,
)
from .geometric.local_connection import connection as connection

__all__ = [
    "CircularArc",
    "ConcertinaGait",
    "Connection",
    "CpgGait",
    "CurveFit",
    "CurveGait",
    "CycleDisplacement",
    "DrawnCurve",
    "DrivingGait",
    "EllipticWave",
    "FunctionCurve",
    "FunctionGait",
    "GaitChange",
    "HeightFunctions",
    "Helix",
    "HelixRollingGait",
    "HopfNetwork",
    "NamedGait",
    "OptimalLoop",
    "PolygonLoop",
    "RollingGait",
    "SerpenoidGait",
    "ShapeLoop",
    "ShapeSpace",
    "SteadyGait",
    "TableGait",
    "ThrustGait",
    "WindingGait",
    "circle_loop",
    "connection",
    "cycle_displacement",
    "fit_curve",
    "height_functions",
    "loop_gait",
    "optimal_loop",
    "static_equilibrium",
    "virtual_chassis",
    "wave_modes",
]
