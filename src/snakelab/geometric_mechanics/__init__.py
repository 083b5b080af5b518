"""Geometric mechanics: local connections, height functions, loops in shape space and their displacement."""

from snakelab.geometric_mechanics.connection import Connection, connection
from snakelab.geometric_mechanics.displacement import CycleDisplacement, cycle_displacement
from snakelab.geometric_mechanics.height_functions import HeightFunctions, height_functions
from snakelab.geometric_mechanics.loops import PolygonLoop, ShapeLoop, circle_loop, loop_gait
from snakelab.geometric_mechanics.optimal import OptimalLoop, optimal_loop
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.geometric_mechanics.virtual_chassis import virtual_chassis
from snakelab.geometric_mechanics.wave_modes import wave_modes

__all__ = [
    "Connection",
    "CycleDisplacement",
    "HeightFunctions",
    "OptimalLoop",
    "PolygonLoop",
    "ShapeLoop",
    "ShapeSpace",
    "circle_loop",
    "connection",
    "cycle_displacement",
    "height_functions",
    "loop_gait",
    "optimal_loop",
    "virtual_chassis",
    "wave_modes",
]
