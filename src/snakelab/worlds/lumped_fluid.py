"""Lumped fluid models: that of the planar eel models, and the inertia boxes and ellipsoids of MuJoCo."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Len

from snakelab.errors import WorldError
from snakelab.geometry.cross_sections import Hull
from snakelab.geometry.rotations import quat_exp, rotation_matrices
from snakelab.geometry.spatial import (
    NO_INERTIA,
    ZERO,
    ZERO_MAT,
    add,
    add_scaled,
    cross,
    dot,
    inertia_add,
    inertia_dot,
    inertia_rotate,
    inertia_shift,
    mat_t_vec,
    scale,
    set_inertia,
    set_twist,
    sub,
    twist_add,
    twist_into,
    twist_out,
    twist_scale,
    twist_shift,
    wrench_shift,
)
from snakelab.geometry.surfaces import Pipe
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instances, vector
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Density,
    Label,
    Point,
    RotationVector,
    Slider,
    TermName,
    Unit,
    check_declared,
)
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
from snakelab.worlds.force_law import (
    ELLIPSOID,
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


AnyDensity = Annotated[float, Ge(0), Unit("kg/m^3"), Slider(0, 2000, 1)]
Viscosity = Annotated[float, Ge(0), Unit("Pa s"), Slider(0, 1, 0.001)]
Wind = Annotated[Sequence[float], Len(3, 3), Unit("m/s"), Slider(-2, 2, 0.01)]

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

    density: AnyDensity = 0.0
    viscosity: Viscosity = 0.0
    wind: Wind = (0.0, 0.0, 0.0)
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


@kernel(inner=True)
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


# ----------------------------------------------------------------------------------------------------------------------
# Fluid model of MuJoCo's ellipsoids: drag, lift and the gyroscopic part of the added mass of an ellipsoid
# ----------------------------------------------------------------------------------------------------------------------

SemiAxes = Annotated[tuple[float, float, float], Gt(0), Unit("m"), Slider(0.001, 1, 0.001), FIXED]
Lift = Annotated[float, Slider(0, 5, 0.01)]


@dataclass(frozen=True)
class FluidEllipsoid:
    """Ellipsoid of an `EllipsoidFluid`, fixed to a link.

    Args:
        on: Name of the link.
        semi_axes: Semi-axes r, shape (3,), [m].
        point: Centre from the tail end of the link, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the link, shape (3,), [rad].
        blunt_drag: Coefficient of the drag of the projected area [-].
        slender_drag: Coefficient of the drag of the rest of the largest projected area [-].
        angular_drag: Coefficient of the drag of rotation [-].
        kutta_lift: Coefficient of the lift of an inclined body [-].
        magnus_lift: Coefficient of the lift of a rotating body [-].

    Raises:
        WorldError: if a number is out of range.
    """

    on: Label
    semi_axes: SemiAxes
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    rotation: Annotated[RotationVector, FIXED] = (0.0, 0.0, 0.0)
    blunt_drag: FluidCoefficient = 0.5
    slender_drag: FluidCoefficient = 0.25
    angular_drag: FluidCoefficient = 1.5
    kutta_lift: Lift = 1.0
    magnus_lift: Lift = 1.0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def added_mass(self) -> tuple[FloatArray, FloatArray]:
        """Added masses and moments of inertia along the axes in a fluid of density 1, shape (3,) each, [m^3] and [m^5]."""
        from scipy.special import elliprd  # takes long to import

        r = np.asarray(self.semi_axes, dtype=np.float64)
        squares, volume = r**2, 4 / 3 * math.pi * float(np.prod(r))
        kappa = np.array([2 / 3 * np.prod(r) * elliprd(*np.delete(squares, i), squares[i]) for i in range(3)])
        inertia = np.zeros(3)
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            difference = squares[j] - squares[k]
            below = 2 * difference + (squares[j] + squares[k]) * (kappa[j] - kappa[k])
            if abs(difference) > 1e-9 * squares.max():
                inertia[i] = volume / 5 * difference**2 * (kappa[k] - kappa[j]) / below
        return volume * kappa / (2 - kappa), inertia


@dataclass(frozen=True)
class EllipsoidFluid(ForceLaw):
    """Drag and lift on ellipsoids, as in MuJoCo for geoms with `fluidshape="ellipsoid"`.

    With the velocity v of the centre relative to the wind and the angular velocity w, in the axes of the ellipsoid,
    its volume V, the area A that it projects along v, the normal n of the section that projects it, A_max = pi r_max
    r_mid, I_i = 8/15 pi r_i max(r_j, r_k)^4 and r_D = (r_1 + r_2 + r_3) / 3:

        force  = -[6 pi viscosity r_D + density |v| (C_blunt A + C_slender (A_max - A))] v
                 + (m v) x w + C_magnus density V w x v + C_kutta density A (v . n / |v|) (n x v) x v
        torque = -[8 pi viscosity r_D^3 + density |D w|] w + (m v) x v + (J w) x w,
                 D = C_angular I + C_slender (max I - I)

    with the added masses m and moments J of the ellipsoid. As in MuJoCo, the terms of the added mass with the
    acceleration are left out, and there is no buoyancy. Use this law for comparisons with MuJoCo, and `Fluid` for slender
    bodies.

    Args:
        density: Density [kg/m^3].
        viscosity: Dynamic viscosity [Pa s].
        wind: Velocity of the fluid, world axes, shape (3,), [m/s].
        ellipsoids: Ellipsoids, any number on a link; a link without any has the drag of its inertia box, as in
            `InertiaBoxFluid`. Default: one for each link, with its length, width and height.
        name: Name of the force in recordings; that of inertia boxes is `<name>_boxes`.

    Source: MuJoCo documentation, Computation, Fluid forces, Ellipsoid model, with A_max as MuJoCo computes it.
    """

    density: AnyDensity = 0.0
    viscosity: Viscosity = 0.0
    wind: Wind = (0.0, 0.0, 0.0)
    ellipsoids: Sequence[FluidEllipsoid] = ()
    name: TermName = "fluid"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        given = instances(self.ellipsoids, "EllipsoidFluid ellipsoids", (FluidEllipsoid,), WorldError)
        object.__setattr__(self, "ellipsoids", given)

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law."""
        rows: list[list[FloatArray]] = [[] for _ in stations.hulls]
        for ellipsoid in self.ellipsoids:
            station, offset = stations.nearest(ellipsoid.on, ellipsoid.point, "EllipsoidFluid")
            rows[station].append(self._row(ellipsoid, offset))
        for k, hull in enumerate(stations.hulls if not self.ellipsoids else ()):
            if hull.fraction < 1:
                raise WorldError(
                    f"EllipsoidFluid acts on rigid links, and {stations.robot!r} has soft sections; write Fluid() instead"
                )
            semi_axes = (hull.length / 2, hull.half_width, hull.half_height)
            rows[k].append(self._row(FluidEllipsoid("link", semi_axes), hull.middle))
        counts = np.array([len(own) for own in rows])
        firsts = ELLIPSOIDS + 2 * len(rows) + ELLIPSOID_WIDTH * (np.cumsum(counts) - counts)
        heads = np.column_stack([firsts, counts]).ravel()
        wind = vector(self.wind, "EllipsoidFluid wind", WorldError, size=3)
        numbers = np.concatenate([wind, heads, *(row for own in rows for row in own)])
        if counts.all():
            return LawTables((LawRow(ELLIPSOID),), numbers)
        boxes = InertiaBoxFluid(self.density, self.viscosity, self.wind)
        masses = np.where(counts > 0, 0.0, stations.masses)
        both = LawRow(ELLIPSOID, size=len(numbers)), LawRow(INERTIA_BOX, "_boxes", first=len(numbers))
        return LawTables(both, np.concatenate([numbers, boxes.numbers(masses.tolist(), stations.inertias)]))

    def _row(self, ellipsoid: FluidEllipsoid, offset: FloatArray) -> FloatArray:
        r = np.asarray(ellipsoid.semi_axes, dtype=np.float64)
        x, y, z = (float(value) for value in ellipsoid.rotation)
        mass, inertia = ellipsoid.added_mass()
        swept = np.array([8 / 15 * math.pi * r[i] * max(r[i - 1], r[i - 2]) ** 4 for i in range(3)])
        rotary = ellipsoid.angular_drag * swept + ellipsoid.slender_drag * (swept.max() - swept)
        row = np.zeros(ELLIPSOID_WIDTH)
        row[CENTRE : CENTRE + 3], row[TURN : TURN + 9] = offset, rotation_matrices(quat_exp((x, y, z))).ravel()
        row[FACES : FACES + 3] = np.prod(r) / r
        row[MASS : MASS + 3], row[INERTIA : INERTIA + 3] = self.density * mass, self.density * inertia
        row[STOKES], row[STOKES_MOMENT] = np.array([6 * r.mean(), 8 * r.mean() ** 3]) * math.pi * self.viscosity
        row[BLUNT] = self.density * (ellipsoid.blunt_drag - ellipsoid.slender_drag)
        row[SLENDER] = self.density * ellipsoid.slender_drag * math.pi * np.prod(np.sort(r)[1:])
        row[ROTARY : ROTARY + 3] = self.density * rotary
        row[KUTTA] = self.density * ellipsoid.kutta_lift
        row[MAGNUS] = self.density * ellipsoid.magnus_lift * 4 / 3 * math.pi * np.prod(r)
        return row


# Places of the parameters: wind; for each station the place and the number of its ellipsoids; then a record of each.
ELLIPSOIDS = 3
CENTRE, TURN, FACES, MASS, INERTIA, STOKES, STOKES_MOMENT, BLUNT, SLENDER, ROTARY = 0, 3, 12, 15, 18, 21, 22, 23, 24, 25
KUTTA, MAGNUS, ELLIPSOID_WIDTH = 28, 29, 30


@kernel(inner=True)
def ellipsoids_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of the ellipsoids of one station, written to its row; drag by its secant, lift explicit."""
    par = model.law_parameters
    a = model.laws[law].first
    r, _, twist = station_frame(ws.stations, k)
    wind = mat_t_vec(r, (par[a], par[a + 1], par[a + 2]))
    head = a + ELLIPSOIDS + 2 * k
    wrench, inertia = (ZERO, ZERO), NO_INERTIA
    for i in range(int(par[head + 1])):
        at = a + int(par[head]) + i * ELLIPSOID_WIDTH
        centre, q = (par[at], par[at + 1], par[at + 2]), at + TURN
        axes = (
            par[q], par[q + 1], par[q + 2], par[q + 3], par[q + 4], par[q + 5], par[q + 6], par[q + 7], par[q + 8],
        )  # fmt: skip
        there = twist_shift((sub(twist[0], wind), twist[1]), centre)
        v, w = twist_into(there, axes)
        speed, area, normal = math.sqrt(dot(v, v)), 0.0, ZERO
        faces = (par[at + FACES], par[at + FACES + 1], par[at + FACES + 2])
        if speed > 0.0:
            normal = (faces[0] ** 2 * v[0], faces[1] ** 2 * v[1], faces[2] ** 2 * v[2])
            length = math.sqrt(dot(normal, normal))
            area = math.pi * length / math.sqrt(dot(normal, v))
            normal = scale(1.0 / length, normal)
        drag = par[at + STOKES] + speed * (par[at + BLUNT] * area + par[at + SLENDER])
        d = (par[at + ROTARY] * w[0], par[at + ROTARY + 1] * w[1], par[at + ROTARY + 2] * w[2])
        rotary = par[at + STOKES_MOMENT] + math.sqrt(dot(d, d))
        momentum = (par[at + MASS] * v[0], par[at + MASS + 1] * v[1], par[at + MASS + 2] * v[2])
        moment = (par[at + INERTIA] * w[0], par[at + INERTIA + 1] * w[1], par[at + INERTIA + 2] * w[2])
        force = add_scaled(cross(momentum, w), par[at + MAGNUS], cross(w, v))
        if speed > 0.0:
            lift = par[at + KUTTA] * area * dot(v, normal) / speed
            force = add_scaled(force, lift, cross(cross(normal, v), v))
        torque = add(cross(momentum, v), cross(moment, w))
        own = (add_scaled(force, -drag, v), add_scaled(torque, -rotary, w))
        wrench = twist_add(wrench, wrench_shift(twist_out(own, axes), centre))
        damping = ((drag, 0.0, 0.0, drag, 0.0, drag), ZERO_MAT, (rotary, 0.0, 0.0, rotary, 0.0, rotary))
        inertia = inertia_add(inertia, inertia_shift(inertia_rotate(damping, axes), centre))
    set_twist(ws.laws, row, LAW_WRENCH, wrench)
    set_inertia(ws.laws, row, LAW_INERTIA, scaled_inertia(dt, inertia))
