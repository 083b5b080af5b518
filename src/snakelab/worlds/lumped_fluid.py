"""Lumped fluid models: that of the planar eel models, and the inertia boxes of MuJoCo."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Len

from snakelab.errors import WorldError
from snakelab.geometry.sections import Hull
from snakelab.geometry.spatial import (
    ZERO_MAT,
    inertia_dot,
    inertia_rotate,
    mat_t_vec,
    set_inertia,
    set_twist,
    sub,
    twist_into,
    twist_scale,
)
from snakelab.geometry.surfaces import Pipe
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import Choices, Density, Slider, TermName, Unit, check_declared
from snakelab.worlds.currents import Current, CurrentMap, Region, UserCurrent
from snakelab.worlds.fluid import (
    FLUID_ROWS,
    FORMS,
    Coefficients,
    FluidCoefficient,
    SurfaceHeight,
    check_place,
    lay_out,
    scaled_inertia,
)
from snakelab.worlds.law import (
    INERTIA_BOX,
    LAW_INERTIA,
    LAW_WRENCH,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    station_frame,
)

# ----------------------------------------------------------------------------------------------------------------------
# Fluid model of the planar eel models: the fluid force of a link at its centre, and a resisting moment
#
# force = -(c_t + c_t |u_t|) u_t along,  -(c_n + c_n |u_n|) u_n across,  -mu_n a_n,  moment = -l1 w' - l2 w - l3 w |w|.
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LumpedFluid(ForceLaw):
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
        form: "simplified" (default): as in the papers, without the terms of added mass due to rotation; or "kirchhoff",
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
    form: Annotated[str, Choices(FORMS)] = "simplified"
    name: TermName = "water"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_place(self, "LumpedFluid")

    def numbers(self, hulls: tuple[Hull, ...], masses: FloatArray) -> FloatArray:
        """Numbers for the compiled law; arguments as `Fluid.numbers`."""
        return lay_out(self, hulls, masses, per_axis=True, entry_loss=True)

    def tables(self, stations: Stations) -> LawTables:
        """Rows of added mass, drag and buoyancy."""
        return LawTables(FLUID_ROWS, self.numbers(stations.hulls, stations.masses))

    def scaled(self, factor: float) -> "LumpedFluid":
        """Return the fluid with its coefficients of drag multiplied by a factor."""
        return replace(self, friction=factor * self.friction, drag=factor * self.drag)

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


# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of the compiled law of inertia boxes
# ----------------------------------------------------------------------------------------------------------------------

# Wind, world axes [m/s]; then, for each station, the axes of its box as columns of nine numbers, linear
# drag, quadratic drag along each of these axes, and the same of the moments.
WIND, BOXES = 0, 3
AXES, LINEAR, QUADRATIC, LINEAR_MOMENT, QUADRATIC_MOMENT, BOX_WIDTH = 0, 9, 10, 13, 14, 17


# ----------------------------------------------------------------------------------------------------------------------
# Fluid model of MuJoCo's inertia boxes: drag on the box with the mass and the principal inertias of each body
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InertiaBoxFluid(ForceLaw):
    """Drag on the equivalent inertia box of every body, as in MuJoCo with its options `density` and `viscosity`.

    The box has the mass and the principal inertias I of the body: sides b_i = sqrt(6 (I_j + I_k - I_i) / m). With the
    velocity u of the centre of mass relative to the wind and the angular velocity w, both in the principal axes, and d
    = (b_1 + b_2 + b_3) / 3:

        force_i  = -3 pi viscosity d u_i   - 1/2 density b_j b_k |u_i| u_i
        torque_i = -pi viscosity d^3 w_i   - 1/64 density b_i (b_j^4 + b_k^4) |w_i| w_i

    There is no added mass and no buoyancy. Use this law for comparisons with MuJoCo, and `Fluid` for slender bodies.

    Args:
        density: Density [kg/m^3].
        viscosity: Dynamic viscosity [Pa s].
        wind: Velocity of the fluid, world axes, shape (3,), [m/s].
        name: Name of the force in recordings.

    Source: MuJoCo documentation, Computation, Passive forces, Inertia model.
    """

    density: Annotated[float, Ge(0), Unit("kg/m^3"), Slider(0, 2000, 1)] = 0.0
    viscosity: Annotated[float, Ge(0), Unit("Pa s"), Slider(0, 1, 0.001)] = 0.0
    wind: Annotated[Sequence[float], Len(3, 3), Unit("m/s"), Slider(-2, 2, 0.01)] = (0.0, 0.0, 0.0)
    name: TermName = "fluid"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def numbers(self, masses: Sequence[float], inertias: Sequence[FloatArray]) -> FloatArray:
        """Numbers for the compiled law.

        Args:
            masses: Of the stations, shape (n,), [kg].
            inertias: Of each station about its centre of mass, shape (3, 3), [kg m^2].
        """
        boxes = [self._box(mass, inertia) for mass, inertia in zip(masses, inertias, strict=True)]
        return np.concatenate([vector(self.wind, "InertiaBoxFluid wind", WorldError, size=3), *boxes])

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law."""
        return LawTables((LawRow(INERTIA_BOX),), self.numbers(stations.masses.tolist(), stations.inertias))

    def _box(self, mass: float, inertia: FloatArray) -> FloatArray:
        principal, axes = np.linalg.eigh(inertia)
        if not mass > 0:
            return np.concatenate([np.eye(3).ravel(), np.zeros(BOX_WIDTH - 9)])
        sides = np.sqrt(np.maximum(1e-15, 6 * (principal.sum() - 2 * principal) / mass))
        x, y, z = sides
        mean = sides.mean()
        faces = np.array([y * z, z * x, x * y])
        sum_of_fourth_powers = sides * (np.sum(sides**4) - sides**4)
        record = np.zeros(BOX_WIDTH)
        record[:9] = axes.ravel()
        record[LINEAR] = 3 * math.pi * self.viscosity * mean
        record[QUADRATIC : QUADRATIC + 3] = self.density / 2 * faces
        record[LINEAR_MOMENT] = math.pi * self.viscosity * mean**3
        record[QUADRATIC_MOMENT : QUADRATIC_MOMENT + 3] = self.density / 64 * sum_of_fourth_powers
        return record


# ----------------------------------------------------------------------------------------------------------------------
# Compiled law: drag of a station's inertia box. See `InertiaBoxFluid` above
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def inertia_box_on_station(model, law, k, row, dt, ws):
    """Wrench -C (u, w) and added inertia dt C of one station, written to its row; C by its secant, linear and quadratic."""
    par = model.law_parameters
    a = model.laws[law].first
    r, _, twist = station_frame(ws.stations, k)
    wind = mat_t_vec(r, (par[a + WIND], par[a + WIND + 1], par[a + WIND + 2]))
    against = (sub(twist[0], wind), twist[1])
    at = a + BOXES + k * BOX_WIDTH
    q = at + AXES
    axes = (
        par[q], par[q + 1], par[q + 2], par[q + 3], par[q + 4], par[q + 5], par[q + 6], par[q + 7], par[q + 8],
    )  # fmt: skip
    u, w = twist_into(against, axes)
    m = (
        par[at + LINEAR] + par[at + QUADRATIC] * abs(u[0]), 0.0, 0.0,
        par[at + LINEAR] + par[at + QUADRATIC + 1] * abs(u[1]), 0.0,
        par[at + LINEAR] + par[at + QUADRATIC + 2] * abs(u[2]),
    )  # fmt: skip
    j = (
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT] * abs(w[0]), 0.0, 0.0,
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT + 1] * abs(w[1]), 0.0,
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT + 2] * abs(w[2]),
    )  # fmt: skip
    damping = inertia_rotate((m, ZERO_MAT, j), axes)
    set_twist(ws.laws, row, LAW_WRENCH, twist_scale(-1.0, inertia_dot(damping, against)))
    set_inertia(ws.laws, row, LAW_INERTIA, scaled_inertia(dt, damping))
