"""A fluid by strip theory: added mass, linear and quadratic drag, buoyancy, for rigid links and soft sections alike.

With the twist V_r = (v - v_c, omega) relative to the stream v_c, in the axes of the station, the added inertia A and h = A V_r:

    -A (V' - V_c') - (omega x h_l, omega x h_a + v_r x h_l)     added mass, with Kirchhoff's terms
    + rho volume Dv_c/Dt                                       the pressure gradient that accelerates the stream
    -(linear + quadratic |u_r|) u_r                            drag of every strip
    -rho volume g                                              buoyancy, at the centre of buoyancy

and v_c' = -omega x v_c + Dv_c/Dt.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import WorldError
from snakelab.geometry.stations import Hull
from snakelab.geometry.surfaces import Pipe
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Density, TermName
from snakelab.types import FloatArray, instance, instances
from snakelab.worlds.fluid.currents import Current, CurrentMap
from snakelab.worlds.fluid.numbers import Coefficients, lay_out
from snakelab.worlds.fluid.region import Region
from snakelab.worlds.fluid.user_current import UserCurrent

FORMS = ("kirchhoff", "literal")

FluidCoefficient = Annotated[float, Ge(0), Slider(0, 5, 0.01)]
SurfaceHeight = Annotated[float, Unit("m"), Slider(-5, 5, 0.01)]


@dataclass(frozen=True)
class Fluid(Displayed):
    """Fluid with buoyancy, drag and added mass. The default coefficients are those of cylinders in water.

    Args:
        density: Density rho [kg/m^3].
        added_mass: C_a, lateral added mass divided by the mass of the fluid in a cylinder whose diameter is the extent
            of the hull across the flow [-].
        axial_added_mass: alpha, axial added mass as a fraction of the lateral one [-].
        linear_drag: C_L, lateral linear drag coefficient: rho C_L reference_speed times the half extent, per metre [-].
        axial_linear_drag: beta, axial linear drag as a fraction of the lateral one [-].
        roll_linear_drag: Omega, linear roll damping as a fraction of the lateral linear drag times the radius squared
            [-].
        reference_speed: Speed for which the linear drag is given [m/s].
        cross_drag: C_D, lateral quadratic drag coefficient: rho C_D s u times the half extent, per metre [-].
        axial_drag: C_1, axial quadratic drag coefficient: 1/2 rho C_1 |u| u times the area of the cross-section, per
            part [-].
        roll_drag: C_4, quadratic roll damping coefficient: 1/2 rho pi radius^4 C_4 |p| p, per metre [-].
        currents: Currents of the fluid; several are added.
        region: Extent of the fluid: a Region or the inside of a Pipe; None for everywhere.
        surface: Height of the free surface [m]; None for no surface.
        strips: Number of stations along a rigid link [-]. The added mass is exact with 2 or more; the error of the drag
            depends on how smoothly the flow varies along the link.
        form: "kirchhoff", or "literal": the added mass without the terms of the rotation of the body, as in some
            papers, which does not conserve energy; A (V' - V_c') then replaces A (a + omega x v_c), with the
            acceleration a in world axes.
        name: Name of the forces in recordings: `<name>_added_mass`, `<name>_drag`, `<name>_buoyancy`.

    Forces on a partly submerged station are proportional to its submerged volume, which is exact for a round hull at
    any inclination; buoyancy acts at the centroid of that volume. A station that enters the water laterally also loses
    the momentum that it transfers to the water, -A' u; axial entry is without loss. Buoyancy requires `Gravity` in the
    world.

    Source: coefficients as in Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft
    Actuation, 2022, and quadratic strips as in Schmidt-Didlaukies, Sorensen, Pettersen, Modeling of Articulated
    Underwater Robots, 2018; currents by Auton, Hunt, Prud'homme, The force exerted on a body in inviscid unsteady
    non-uniform rotational flow, 1988; water entry by von Karman, The impact on seaplane floats during landing, 1929.
    Not for wakes, waves or vortex shedding.
    """

    density: Density = 1000.0
    added_mass: FluidCoefficient = 1.0
    axial_added_mass: FluidCoefficient = 0.2
    linear_drag: FluidCoefficient = 1.0
    axial_linear_drag: FluidCoefficient = 0.2
    roll_linear_drag: FluidCoefficient = 0.5
    reference_speed: Annotated[float, Ge(0), Unit("m/s", in_message=False), Slider(0, 5, 0.01)] = 1.0
    cross_drag: FluidCoefficient = 1.0
    axial_drag: FluidCoefficient = 0.2
    roll_drag: FluidCoefficient = 0.1
    currents: Sequence[Current | CurrentMap | UserCurrent] = ()
    region: Region | Pipe | None = None
    surface: SurfaceHeight | None = None
    strips: Annotated[int, Ge(1), Le(64), Slider(1, 16, 1)] = 4
    form: Annotated[str, Choices(FORMS)] = "kirchhoff"
    name: TermName = "water"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_place(self, "Fluid")

    def numbers(self, hulls: tuple[Hull, ...], masses: FloatArray) -> FloatArray:
        """Numbers for the compiled law.

        Args:
            hulls: One for each station.
            masses: Of the stations, shape (n,), [kg].
        """
        return lay_out(self, hulls, masses, per_axis=False)

    def coefficients(self, hull: Hull) -> Coefficients:
        """Return added mass and drag of one hull for each strip. The half height applies to flow along y, the half
        width to flow along z."""
        stations, weights = hull.stations(self.strips)
        wide, high = hull.half_width, hull.half_height
        area, mean = math.pi * wide * high, (wide + high) / 2
        lengths = hull.length * weights[:, None]
        rho, speed = self.density, self.reference_speed
        across = self.linear_drag * speed * rho
        coefficient = self.linear_drag * speed * rho * mean * hull.length
        added = rho * math.pi * self.added_mass * np.array([self.axial_added_mass * wide * high, high**2, wide**2])
        linear = across * np.array([self.axial_linear_drag * mean, high, wide])
        quadratic = rho * self.cross_drag * np.array([0.0, high, wide]) * lengths
        quadratic[:, 0] = rho / 2 * area * self.axial_drag * hull.fraction * weights
        # potential flow around an ellipse that rotates about its centre; zero for a circle
        added_inertia = rho * math.pi / 8 * self.added_mass * (wide**2 - high**2) ** 2 * hull.length
        return Coefficients(
            stations,
            weights,
            lengths * added,
            lengths * linear,
            quadratic,
            np.array([added_inertia, 0.0, 0.0]),
            np.array([coefficient * self.roll_linear_drag * wide * high, 0.0, 0.0]),
            np.array([rho / 2 * math.pi * hull.length * (wide * high) ** 2 * self.roll_drag, 0.0, 0.0]),
        )


def check_place(fluid: object, name: str) -> None:
    """Raise WorldError if currents or region of a fluid have the wrong type, or its surface is not within the region."""
    currents, region, surface = (getattr(fluid, key) for key in ("currents", "region", "surface"))
    object.__setattr__(
        fluid, "currents", instances(currents, f"{name} currents", (Current, CurrentMap, UserCurrent), WorldError)
    )
    if region is not None:
        instance(region, f"{name} region", (Region, Pipe), WorldError)
    if surface is not None:
        if isinstance(region, Pipe):
            raise WorldError(f"{name} surface cannot cut the inside of a Pipe, got {surface:g} m; omit one of the two")
        if isinstance(region, Region) and not surface > region.bounds()[0, 2]:
            raise WorldError(
                f"{name} surface must be above its region's floor of {region.bounds()[0, 2]:g} m, got {surface:g} m"
            )
