"""Public names of the package, imported at their first use."""

from .local_connection import Connection as Connection
from .displacement import (
    CycleDisplacement as CycleDisplacement,
    cycle_displacement as cycle_displacement,
    virtual_chassis as virtual_chassis,
)
from .optimal import (
    HeightFunctions as HeightFunctions,
    OptimalLoop as OptimalLoop,
    height_functions as height_functions,
    optimal_loop as optimal_loop,
)
from .shape_space import (
    PolygonLoop as PolygonLoop,
    ShapeLoop as ShapeLoop,
    ShapeSpace as ShapeSpace,
    circle_loop as circle_loop,
    loop_gait as loop_gait,
    wave_modes as wave_modes,
)
from .local_connection import connection as connection
