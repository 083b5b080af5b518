"""Fluid models for the eel: as published, in the form that conserves energy, and with strips."""

import math

from snakelab.geometry.cross_sections import Hull
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.lumped_fluid import LumpedFluid


def waters(hull: Hull, drag: float = 1.0) -> dict[str, LumpedFluid | Fluid]:
    """Return the published fluid model and its variants, by label.

    Args:
        hull: Hull of the robot's equal links.
        drag: C_D [-].
    """
    lumped = LumpedFluid(drag=drag)
    return {
        "simplified": lumped,
        "kirchhoff": LumpedFluid(drag=drag, form="kirchhoff"),
        "strips": strips_alike(lumped, hull),
    }


def strips_alike(lumped: LumpedFluid, hull: Hull, **changed: object) -> Fluid:
    """Return a strip-theory fluid with the same added mass and drag for a link that moves without rotation.

    Two differences remain: the drag of rotation is that of the strips instead of three coefficients, and the form is
    "kirchhoff".

    Args:
        lumped: Fluid that provides the coefficients.
        hull: Hull of the equal links.
        changed: Arguments of `Fluid` to change, such as strips=8.
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
