"""Fluid model of the planar eel models: the fluid force of a link at its centre, and a resisting moment.

force = -(c_t + c_t |u_t|) u_t along,  -(c_n + c_n |u_n|) u_n across,  -mu_n a_n,  moment = -l1 w' - l2 w - l3 w |w|.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.stations import Hull
from snakelab.geometry.surfaces import Pipe
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices
from snakelab.parameter_declarations.quantities import Density, TermName
from snakelab.types import FloatArray
from snakelab.worlds.fluid.currents import Current, CurrentMap
from snakelab.worlds.fluid.fluid import FORMS, FluidCoefficient, SurfaceHeight, check_place
from snakelab.worlds.fluid.numbers import Coefficients, lay_out
from snakelab.worlds.fluid.region import Region
from snakelab.worlds.fluid.user_current import UserCurrent


@dataclass(frozen=True)
class LumpedFluid(Displayed):
    """Drag, added mass and a resisting moment at the middle of every link, for an elliptic cross-section of half width
    b and half height a.

    For a link of half length l:  c_t = 1/2 rho pi C_f (a + b)/2 2l,  c_n = 1/2 rho C_D 2a 2l,  mu_n = rho pi C_A a^2
    2l, l1 = 1/12 rho pi C_M (a^2 - b^2)^2 l^3,  l2 = 1/6 rho pi C_f (a + b) l^3,  l3 = 1/8 rho pi C_f (a + b) l^4.

    Args:
        density: Density rho [kg/m^3].
        friction: C_f, for axial motion and rotation [-].
        drag: C_D, for lateral motion [-].
        added_mass: C_A, for lateral motion [-].
        added_inertia: C_M, for rotation [-]. As published, the dimension of its l1 has a surplus factor of length; the
            term is very small.
        currents, region, surface, name: As in `Fluid`.
        form: "literal" (default): as in the papers, without the terms of added mass due to rotation; or "kirchhoff",
            which conserves energy.

    Source: Kelasidi, Pettersen, Gravdahl, Liljeback, Modeling of underwater snake robots, ICRA 2014. For planar robots;
        use `Fluid` in 3-D.
    """

    density: Density = 1000.0
    friction: FluidCoefficient = 0.03
    drag: FluidCoefficient = 2.0
    added_mass: FluidCoefficient = 1.0
    added_inertia: FluidCoefficient = 1.0
    currents: Sequence[Current | CurrentMap | UserCurrent] = ()
    region: Region | Pipe | None = None
    surface: SurfaceHeight | None = None
    form: Annotated[str, Choices(FORMS)] = "literal"
    name: TermName = "water"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_place(self, "LumpedFluid")

    def numbers(self, hulls: tuple[Hull, ...], masses: FloatArray) -> FloatArray:
        """Numbers for the compiled law; arguments as `Fluid.numbers`."""
        return lay_out(self, hulls, masses, per_axis=True)

    def coefficients(self, hull: Hull) -> Coefficients:
        """Return c_t, c_n, mu_n and the moments of one hull at its middle. The half width applies to flow along z."""
        high, wide, half = hull.half_height, hull.half_width, hull.length / 2
        rho = self.density
        along = rho * math.pi * self.friction * (high + wide) / 4 * 2 * half
        across = rho * self.drag * np.array([high, wide]) * 2 * half
        drag = np.array([[along, *across]])
        added = np.array([[0.0, high**2, wide**2]]) * rho * math.pi * self.added_mass * 2 * half
        ones = np.ones(3)
        return Coefficients(
            np.zeros(1),
            np.ones(1),
            added,
            drag,
            drag.copy(),
            rho * math.pi * self.added_inertia * (high**2 - wide**2) ** 2 * half**3 / 12 * ones,
            rho * math.pi * self.friction * (high + wide) * half**3 / 6 * ones,
            rho * math.pi * self.friction * (high + wide) * half**4 / 8 * ones,
        )
