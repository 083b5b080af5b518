"""Geometric mechanics: local connections, height functions, loops in shape space and their displacement."""

from snakelab.geometric.connection import Connection, connection
from snakelab.geometric.displacement import CycleDisplacement, cycle_displacement
from snakelab.geometric.height_functions import HeightFunctions, height_functions
from snakelab.geometric.loops import PolygonLoop, ShapeLoop, circle_loop, loop_gait
from snakelab.geometric.optimal import OptimalLoop, optimal_loop
from snakelab.geometric.shape_space import ShapeSpace
from snakelab.geometric.virtual_chassis import virtual_chassis
from snakelab.geometric.wave_modes import wave_modes

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
