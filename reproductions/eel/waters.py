"""The eel's water in several models: as the papers print it, with energy conserved, and strip by strip."""

import math

from snakelab.geometry.stations import Hull
from snakelab.worlds import Fluid, LumpedFluid


def waters(hull: Hull, drag: float = 1.0) -> dict[str, LumpedFluid | Fluid]:
    """The papers' water and its variants, by what they are.

    Args:
        hull: Of the robot's equal links.
        drag: C_D [-].
    """
    lumped = LumpedFluid(drag=drag)
    return {
        "literal": lumped,
        "kirchhoff": LumpedFluid(drag=drag, form="kirchhoff"),
        "strips": strips_alike(lumped, hull),
    }


def strips_alike(lumped: LumpedFluid, hull: Hull, **changed: object) -> Fluid:
    """The strip-theory fluid with the same added mass and drag on a link that moves without turning.

    What stays different is the drag of the turning itself: here each strip's own, there three coefficients; and the form,
    "kirchhoff" here.

    Args:
        lumped: Whose coefficients are taken.
        hull: Of the links, all alike.
        changed: Arguments of `Fluid` that shall differ, such as strips=8.
    """
    wide, high = hull.half_width, hull.half_height
    along = lumped.coefficients(hull).quadratic[0, 0]
    arguments: dict = {
        "density": lumped.density,
        "added_mass": lumped.added_mass,
        "axial_added_mass": 0.0,
        "linear_drag": lumped.drag,
        "axial_linear_drag": math.pi * lumped.friction / (2 * lumped.drag),
        "cross_drag": lumped.drag,
        "axial_drag": along / (lumped.density / 2 * math.pi * wide * high),
        "roll_linear_drag": 0.0,
        "roll_drag": 0.0,
    }
    return Fluid(**arguments | changed)
