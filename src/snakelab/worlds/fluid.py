"""Fluid by strip theory: added mass, linear and quadratic drag, buoyancy, for rigid links and soft sections alike.

With the twist V_r = (v - v_c, omega) relative to the stream v_c, in the axes of the station, the added inertia A and h = A V_r:

    -A (V' - V_c') - (omega x h_l, omega x h_a + v_r x h_l)     added mass, with Kirchhoff's terms
    + rho volume Dv_c/Dt                                       the pressure gradient that accelerates the stream
    -(linear + quadratic |u_r|) u_r                            drag of every strip
    -rho volume g                                              buoyancy, at the centre of buoyancy

and v_c' = -omega x v_c + Dv_c/Dt. The sections give the wetted volume of a cylinder, the parameters of the compiled law, the
class `Fluid`, and the kernel.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import WorldError
from snakelab.geometry.cross_sections import Hull
from snakelab.geometry.spatial import (
    NO_INERTIA,
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    mat_t_vec,
    mat_vec,
    scale,
    set_inertia,
    set_twist,
    sub,
    twist_sub,
)
from snakelab.geometry.surfaces import Pipe
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instance, instances
from snakelab.parameters.declarations import Choices, Density, Slider, TermName, Unit, check_declared
from snakelab.worlds.currents import (
    EVERYWHERE,
    Current,
    CurrentMap,
    Region,
    UserCurrent,
    boundary,
    outside,
    region_numbers,
    stream_acceleration,
    stream_velocity,
    submerged,
)
from snakelab.worlds.force_law import (
    FLUID,
    FLUID_BUOYANCY,
    FLUID_DRAG,
    LAW_INERTIA,
    LAW_WRENCH,
    SCRATCH,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    gravity_of,
    station_frame,
)

# ----------------------------------------------------------------------------------------------------------------------
# Wetted volume of a round cylinder cut by a plane at any slope: fraction and first moments, in closed form
#
# The axis makes the angle `slope` with the plane: the distance increases by x sin(slope) at the position x along the
# axis. A cross-section there is immersed by the fraction S(h) with h = distance / (radius cos(slope)); the integrals of
# S, of x S and of the sections' own centroids over the length are differences of the antiderivatives below.
# ----------------------------------------------------------------------------------------------------------------------

# Minimum cosine of the slope: a vertical cylinder is treated as tilted by this angle [-].
MIN_COSINE = 1e-9
# Range of h over a strip below which differences of antiderivatives lose digits; there two Gauss points are used [-].
MIN_SPAN = 0.02
# The two Gauss points, as a fraction of the length from its middle [-].
GAUSS_NODE = 0.5 / math.sqrt(3.0)


@kernel
def wet_fraction(distance, sine, cosine, radius, length):
    """Mean fraction of the cylinder's sections that is in the fluid [-].

    Args:
        distance: Distance of the middle of its axis from the fluid, positive outside [m].
        sine: Of the slope, positive where +x points out of the fluid [-].
        cosine: Of the slope, positive [-].
        radius: Radius [m].
        length: Length [m].
    """
    across = radius * max(cosine, MIN_COSINE)
    middle, span = distance / across, length * sine / across
    if abs(span) < MIN_SPAN:
        return 0.5 * (submerged(middle - GAUSS_NODE * span, 1.0) + submerged(middle + GAUSS_NODE * span, 1.0))
    return (area_beyond(middle - 0.5 * span) - area_beyond(middle + 0.5 * span)) / span


@kernel
def wet_moments(distance, sine, cosine, radius, length):
    """First moments of the wet part: along x from the middle, and toward the fluid across x [m]. Arguments as `wet_fraction`."""
    across = radius * max(cosine, MIN_COSINE)
    middle, span = distance / across, length * sine / across
    low, high = middle - 0.5 * span, middle + 0.5 * span
    if abs(span) < MIN_SPAN:
        low, high = middle - GAUSS_NODE * span, middle + GAUSS_NODE * span
        along = 0.5 * GAUSS_NODE * length * (submerged(high, 1.0) - submerged(low, 1.0))
        return along, 0.5 * radius * (section_moment(low) + section_moment(high))
    area = area_beyond(low) - area_beyond(high)
    along = length * (moment_beyond(low) - moment_beyond(high) - middle * area) / (span * span)
    return along, radius * (depth_beyond(low) - depth_beyond(high)) / span


@kernel(inline=True)
def section_moment(h):
    """First moment of a wet section of unit radius from its centre toward the fluid, over the whole disc's area [-]."""
    return 2.0 / (3.0 * math.pi) * max(1.0 - h * h, 0.0) ** 1.5


@kernel(inline=True)
def area_beyond(h):
    """Integral of S from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return -h
    root = math.sqrt(1.0 - h * h)
    return (root - h * math.acos(h) - root * root * root / 3.0) / math.pi


@kernel(inline=True)
def moment_beyond(h):
    """Integral of h S from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 0.125 - 0.5 * h * h
    root = math.sqrt(1.0 - h * h)
    second_moment = 0.25 * (math.asin(h) - h * root) - 0.125 * (math.asin(h) - h * root * (1.0 - 2.0 * h * h))
    return 0.0625 - (0.5 * h * h * math.acos(h) + second_moment) / math.pi


@kernel(inline=True)
def depth_beyond(h):
    """Integral of `section_moment` from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 0.25
    root = math.sqrt(1.0 - h * h)
    return 0.125 - (h * (5.0 - 2.0 * h * h) * root + 3.0 * math.asin(h)) / (12.0 * math.pi)


# ----------------------------------------------------------------------------------------------------------------------
# Parameters of the compiled law of a fluid: a header, its region, its currents, one record for each station and strip
#
# A strip is a short cylinder of the hull around one point of its axis. Per strip, with the velocity u of the hull relative to
# the water in the station's axes, s = sqrt(u_y^2 + u_z^2):
#
#     force = -(linear_x + quadratic_x |u_x|) u_x along x,  -(linear_e + quadratic_e s) u_e across, e = y, z,
#     added mass: diag(added) at that point.
# ----------------------------------------------------------------------------------------------------------------------

DENSITY, SIMPLIFIED, PER_AXIS, ENTRY_LOSS, N_CURRENTS, REGION, CURRENTS, STATIONS, HEADER_WIDTH = range(9)
# Of a station: centre of buoyancy from the centre of mass, volume, middle of the axis, added inertia and angular drag about the
# station's axes, the first of its strips, their number, and the largest distance of the hull from the centre of mass.
BUOYANCY, VOLUME, MIDDLE, ADDED_ROTARY_INERTIA, LINEAR_MOMENT, QUADRATIC_MOMENT, FIRST, COUNT, REACH, STATION_WIDTH = (
    0,
    3,
    4,
    7,
    10,
    13,
    16,
    17,
    18,
    19,
)
# Of a strip: position along x from the centre of mass, radius, fraction of its station's volume, coefficients along x, y and z;
# middle and length of the piece of the hull that it represents. The pieces lie end to end.
ALONG, RADIUS, FRACTION, ADDED, LINEAR, QUADRATIC, PIECE, LENGTH, STRIP_WIDTH = 0, 1, 2, 3, 6, 9, 12, 13, 14
# Minimum radius for crossing a free surface [m].
MIN_RADIUS = 1e-6


@dataclass(frozen=True)
class Coefficients:
    """Fluid coefficients of one hull, per strip and in total.

    Attributes:
        stations: From the middle of the hull's axis, shape (n,), [m].
        fractions: Of the hull's volume, shape (n,), [-].
        added: Added mass of each strip, shape (n, 3), [kg].
        linear: Linear drag of each strip, shape (n, 3), [N s/m].
        quadratic: Quadratic drag of each strip, shape (n, 3), [N s^2/m^2].
        added_inertia: Added rotary inertia of the hull in addition to that of the added mass of the strips, shape (3,), [kg m^2].
        linear_moment: Linear drag moment, shape (3,), [N m s].
        quadratic_moment: Quadratic drag moment, shape (3,), [N m s^2].
    """

    stations: FloatArray
    fractions: FloatArray
    added: FloatArray
    linear: FloatArray
    quadratic: FloatArray
    added_inertia: FloatArray
    linear_moment: FloatArray
    quadratic_moment: FloatArray


class FluidLaw(Protocol):
    """Parameters and coefficients from which the numbers of a fluid are computed; implemented by `Fluid` and `LumpedFluid`."""

    @property
    def density(self) -> float: ...
    @property
    def form(self) -> str: ...
    @property
    def region(self) -> Region | Pipe | None: ...
    @property
    def surface(self) -> float | None: ...
    @property
    def currents(self) -> Sequence[Current | CurrentMap | UserCurrent]: ...
    def coefficients(self, hull: Hull) -> Coefficients:
        """Added mass and drag of one hull."""
        ...


def lay_out(
    fluid: FluidLaw, hulls: tuple[Hull, ...], masses: FloatArray, *, per_axis: bool, entry_loss: bool
) -> FloatArray:
    """Return all parameters of a fluid in a row; places are relative to its beginning.

    Args:
        fluid: The fluid.
        hulls: One for each station.
        masses: Of the stations, shape (n,), [kg].
        per_axis: True if lateral quadratic drag depends on the speed along each axis, False if on the lateral speed.
        entry_loss: True if water entry dissipates energy: see `Fluid`.
    """
    region = region_numbers(fluid.region, fluid.surface)
    currents = [current.numbers() for current in fluid.currents]
    header = np.zeros(HEADER_WIDTH)
    header[DENSITY], header[SIMPLIFIED], header[PER_AXIS] = fluid.density, fluid.form == "simplified", per_axis
    header[ENTRY_LOSS] = entry_loss
    header[N_CURRENTS], header[REGION] = len(currents), HEADER_WIDTH
    header[CURRENTS] = HEADER_WIDTH + len(region)
    header[STATIONS] = header[CURRENTS] + sum(map(len, currents))
    stations = np.zeros((len(hulls), STATION_WIDTH))
    strips: list[FloatArray] = []
    at = int(header[STATIONS]) + stations.size
    for record, hull, mass in zip(stations, hulls, masses, strict=True):
        given = fluid.coefficients(hull)
        record[BUOYANCY : BUOYANCY + 3] = hull.buoyancy
        record[VOLUME] = mass / fluid.density if hull.volume is None else hull.volume
        record[MIDDLE : MIDDLE + 3] = hull.middle
        record[ADDED_ROTARY_INERTIA : ADDED_ROTARY_INERTIA + 3] = given.added_inertia
        record[LINEAR_MOMENT : LINEAR_MOMENT + 3] = given.linear_moment
        record[QUADRATIC_MOMENT : QUADRATIC_MOMENT + 3] = given.quadratic_moment
        record[REACH] = np.linalg.norm(hull.middle) + hull.length / 2 + max(hull.half_width, hull.half_height)
        n = len(given.stations)
        record[FIRST], record[COUNT] = at, n
        block = np.zeros((n, STRIP_WIDTH))
        block[:, ALONG] = hull.middle[0] + given.stations
        block[:, RADIUS] = max((hull.half_width * hull.half_height) ** 0.5, MIN_RADIUS)
        block[:, FRACTION] = given.fractions
        block[:, LENGTH] = hull.length * given.fractions
        ends = hull.length * np.cumsum(given.fractions)
        block[:, PIECE] = hull.middle[0] - hull.length / 2 + ends - block[:, LENGTH] / 2
        block[:, ADDED : ADDED + 3] = given.added
        block[:, LINEAR : LINEAR + 3] = given.linear
        block[:, QUADRATIC : QUADRATIC + 3] = given.quadratic
        strips.append(block.ravel())
        at += block.size
    return np.concatenate([header, region, *currents, stations.ravel(), *strips])


# ----------------------------------------------------------------------------------------------------------------------
# Fluid: coefficients, region and currents. The equation of the law is at the top of the file
# ----------------------------------------------------------------------------------------------------------------------

FORMS = ("kirchhoff", "simplified")
# The three forces of a fluid share its parameters; the kernel of the first fills the rows of all.
FLUID_ROWS = (LawRow(FLUID, "_added_mass"), LawRow(FLUID_DRAG, "_drag"), LawRow(FLUID_BUOYANCY, "_buoyancy"))

FluidCoefficient = Annotated[float, Ge(0), Slider(0, 5, 0.01)]
SurfaceHeight = Annotated[float, Unit("m"), Slider(-5, 5, 0.01)]


@dataclass(frozen=True)
class Fluid(ForceLaw):
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
        water_entry: True if a station that enters the water laterally loses the momentum -A' u that it transfers to the
            water (von Karman's slamming force, counted as drag); False if it exchanges energy with the water without loss,
            -A' u / 2 in both directions, as in an ideal fluid. The default is True if the lateral drag is not zero.
        form: "kirchhoff", or "simplified": the added mass without the terms of the rotation of the body, as in some
            papers, which does not conserve energy; A (V' - V_c') then replaces A (a + omega x v_c), with the
            acceleration a in world axes.
        name: Name of the forces in recordings: `<name>_added_mass`, `<name>_drag`, `<name>_buoyancy`.

    Forces on a partly submerged station are proportional to its submerged volume, which is exact for a round hull at
    any inclination; buoyancy acts at the centroid of that volume. Lateral entry into the water has the loss of
    `water_entry`; axial entry is without loss. Buoyancy requires `Gravity` in the world.

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
    water_entry: bool | None = None
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
        drags = self.linear_drag * self.reference_speed > 0.0 or self.cross_drag > 0.0
        entry_loss = drags if self.water_entry is None else self.water_entry
        return lay_out(self, hulls, masses, per_axis=False, entry_loss=entry_loss)

    def tables(self, stations: Stations) -> LawTables:
        """Rows of added mass, drag and buoyancy."""
        return LawTables(FLUID_ROWS, self.numbers(stations.hulls, stations.masses))

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


# ----------------------------------------------------------------------------------------------------------------------
# Compiled law: added mass, drag and buoyancy on one station, strip by strip
#
# Three rows are filled, one for each of the laws that a fluid is. With the classical acceleration a = V' + omega x v, the
# added mass A is inertia, and -A (V' - V_c') - Kirchhoff's terms = -A a + A (omega x (v - v_c) + Dv_c/Dt) - Kirchhoff's
# terms.
# ----------------------------------------------------------------------------------------------------------------------

# Interval for the rate of entering water without a step: rk4, SciPy's solvers, queries [s].
ENTRY_INTERVAL = 1e-7


@kernel(inline=True)
def moments_added(total, x, c):
    """Sums of c, x c and x^2 c over strips, with c along x, y and z: (c_x, c_y, c_z, x c_y, x c_z, x^2 c_y, x^2 c_z)."""
    return (
        total[0] + c[0],
        total[1] + c[1],
        total[2] + c[2],
        total[3] + x * c[1],
        total[4] + x * c[2],
        total[5] + x * x * c[1],
        total[6] + x * x * c[2],
    )


@kernel(inline=True)
def along_axis(s, oy, oz, rotary):
    """Inertia, or damping, about the centre of mass of strips on an axis at the distance (oy, oz), from their sums.

    For one strip at o = (x, oy, oz): the wrench (-c u, o x -c u) of the velocity u = v + omega x o.
    """
    m = (s[0], 0.0, 0.0, s[1], 0.0, s[2])
    c = (0.0, s[0] * oz, -s[0] * oy, -s[1] * oz, 0.0, s[3], s[2] * oy, -s[4], 0.0)
    j = (
        s[1] * oz * oz + s[2] * oy * oy + rotary[0],
        -s[4] * oy,
        -s[3] * oz,
        s[0] * oz * oz + s[6] + rotary[1],
        -s[0] * oy * oz,
        s[0] * oy * oy + s[5] + rotary[2],
    )
    return m, c, j


@kernel(inline=True)
def scaled_inertia(k, a):
    """k A."""
    m, c, j = a
    return (
        (k * m[0], k * m[1], k * m[2], k * m[3], k * m[4], k * m[5]),
        (k * c[0], k * c[1], k * c[2], k * c[3], k * c[4], k * c[5], k * c[6], k * c[7], k * c[8]),
        (k * j[0], k * j[1], k * j[2], k * j[3], k * j[4], k * j[5]),
    )


@kernel(inner=True)
def fluid_on_station(model, law, k, t, dt, ws):
    """Added mass, drag and buoyancy on station k, written to the rows of laws law, law + 1 and law + 2.

    Args:
        model: ModelArrays.
        law: The fluid's first law.
        k: The station.
        t: Time of the stream [s].
        dt: Step [s].
        ws: Workspace: fills rows of `laws`.
    """
    par = model.law_parameters
    a = model.laws[law].first
    w = a + int(par[a + STATIONS]) + k * STATION_WIDTH
    frame = station_frame(ws.stations, k)
    r, _, twist = frame
    scratch = ws.body[0, SCRATCH:]
    weight = scale(-par[a + DENSITY] * par[w + VOLUME], mat_t_vec(r, gravity_of(model)))
    added, damping, drag, lift, inside, surge = over_strips(par, a, w, frame, weight, t, dt, scratch)
    n = len(model.stations)
    row = law * n + k
    oy, oz, omega = par[w + MIDDLE + 1], par[w + MIDDLE + 2], twist[1]
    rotary_damping = rotary_drag(par, w, omega, inside)
    moment = sub(drag[1], (rotary_damping[0] * omega[0], rotary_damping[1] * omega[1], rotary_damping[2] * omega[2]))
    set_twist(ws.laws, row + n, LAW_WRENCH, (drag[0], moment))
    set_inertia(ws.laws, row + n, LAW_INERTIA, scaled_inertia(dt, along_axis(damping, oy, oz, rotary_damping)))
    set_twist(ws.laws, row + 2 * n, LAW_WRENCH, lift)
    set_inertia(ws.laws, row + 2 * n, LAW_INERTIA, NO_INERTIA)
    rotary_inertia = (
        inside * par[w + ADDED_ROTARY_INERTIA],
        inside * par[w + ADDED_ROTARY_INERTIA + 1],
        inside * par[w + ADDED_ROTARY_INERTIA + 2],
    )
    inertia = along_axis(added, oy, oz, rotary_inertia)
    wrench, stream = added_mass_wrench(par, a, w, inertia, inside, frame, t, scratch)
    set_twist(ws.laws, row, LAW_WRENCH, wrench)
    set_inertia(ws.laws, row, LAW_INERTIA, inertia)
    if surge[0] != 0.0 or surge[1] != 0.0 or surge[2] != 0.0:
        add_surge(surge, sub(twist[0], stream), omega, oy, oz, dt, ws.laws, row)


@kernel
def over_strips(par, a, w, frame, weight, t, dt, scratch):
    """Sums over the strips of a station, weighted by the immersed fraction of the section.

    Returns:
        Added mass and drag coefficients as `moments_added` sums them, the wrenches of drag and of buoyancy about the station's
        centre of mass, the fraction of the station in the fluid, and half the rate of the added mass that is exchanged without
        loss, summed likewise [kg/s]: of the added mass along the axis by motion along the axis; without entry loss, of all of it.
    """
    r, p, (v, omega) = frame
    oy, oz = par[w + MIDDLE + 1], par[w + MIDDLE + 2]
    region = a + int(par[a + REGION])
    bounded = par[region] != EVERYWHERE
    if bounded:
        # no query for the strips of a station that is fully immersed throughout the step at any orientation
        far = par[w + REACH]
        speed = math.sqrt(dot(v, v)) + far * math.sqrt(dot(omega, omega))
        bounded = outside(par, region, p) > -far - (dt if dt > 0.0 else ENTRY_INTERVAL) * speed
    n_currents = int(par[a + N_CURRENTS])
    none = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    added, damping = none, none
    drag_force, drag_moment, buoyancy, buoyancy_moment = ZERO, ZERO, ZERO, ZERO
    inside, surge = 0.0, none
    entry_loss = par[a + ENTRY_LOSS] != 0.0
    for s in range(int(par[w + COUNT])):
        at = a + int(par[w + FIRST]) + s * STRIP_WIDTH
        o = (par[at + ALONG], oy, oz)
        u = add(v, cross(omega, o))
        fraction, moment, sideways, growth, entry = 1.0, ZERO, 0.0, 0.0, 0.0
        if bounded:
            middle = (par[at + PIECE], oy, oz)
            place, velocity = add(p, mat_vec(r, middle)), add(v, cross(omega, middle))
            radius, length = par[at + RADIUS], par[at + LENGTH]
            fraction, moment, sideways, growth = wetted_fraction(par, region, r, place, velocity, radius, length, dt)
            entry = max(0.0, sideways + growth)
            if fraction <= 0.0 and entry <= 0.0 and sideways <= 0.0:
                continue
        if n_currents > 0:
            flow = stream_velocity(par, a + int(par[a + CURRENTS]), n_currents, add(p, mat_vec(r, o)), t, scratch)
            u = sub(u, mat_t_vec(r, flow))
        mass = (par[at + ADDED], par[at + ADDED + 1], par[at + ADDED + 2])
        c = scale(fraction, strip_drag(par, at, par[a + PER_AXIS] != 0.0, u))
        if entry_loss:
            c = add(c, (max(0.0, sideways) * mass[0], entry * mass[1], entry * mass[2]))
            surge = moments_added(surge, 0.0, (0.5 * growth * mass[0], 0.0, 0.0))
        else:
            surge = moments_added(surge, o[0], scale(0.5 * (sideways + growth), mass))
        added = moments_added(added, o[0], scale(fraction, mass))
        damping = moments_added(damping, o[0], c)
        drag = (-c[0] * u[0], -c[1] * u[1], -c[2] * u[2])
        drag_force, drag_moment = add(drag_force, drag), add(drag_moment, cross(o, drag))
        station_fraction = fraction * par[at + FRACTION]
        inside += station_fraction
        part = scale(station_fraction, weight)
        centre = (par[w + BUOYANCY] + par[at + PIECE] - par[w + MIDDLE], par[w + BUOYANCY + 1], par[w + BUOYANCY + 2])
        buoyancy, buoyancy_moment = add(buoyancy, part), add(buoyancy_moment, cross(centre, part))
        if bounded:
            buoyancy_moment = add(buoyancy_moment, cross(scale(par[at + FRACTION], moment), weight))
    return added, damping, (drag_force, drag_moment), (buoyancy, buoyancy_moment), inside, surge


@kernel
def wetted_fraction(par, region, r, place, velocity, radius, length, dt):
    """Immersed fraction of a strip, and its rate of change.

    A strip that enters laterally transfers momentum and energy to the water; it recovers none when it leaves. Along its axis it
    slides through the boundary: the force is half the rate of the added mass in both directions, which conserves the energy.

    Args:
        par: Numbers of all laws in a row.
        region: Where the region's begin.
        r: Rotation of the station.
        place: Middle of the strip's piece of the axis, world axes [m].
        velocity: Of that point, station axes [m/s].
        radius: Radius [m].
        length: Of the piece [m].
        dt: Step [s].

    Returns:
        Fraction of its volume [-], the first moments of that fraction from `place` in station axes [m], and its rates
        by the motion across the axis and by the motion along it [1/s].
    """
    distance, normal = boundary(par, region, place)
    n = mat_t_vec(r, normal)
    sine, cosine = n[0], math.sqrt(n[1] * n[1] + n[2] * n[2])
    reach = radius * cosine + 0.5 * length * abs(sine)
    interval = dt if dt > 0.0 else ENTRY_INTERVAL
    beside = distance + interval * (n[1] * velocity[1] + n[2] * velocity[2])
    ahead = beside + interval * sine * velocity[0]
    if max(distance, beside, ahead) <= -reach:
        return 1.0, ZERO, 0.0, 0.0
    if min(distance, beside, ahead) >= reach:
        return 0.0, ZERO, 0.0, 0.0
    before = wet_fraction(distance, sine, cosine, radius, length)
    between = wet_fraction(beside, sine, cosine, radius, length)
    after = wet_fraction(ahead, sine, cosine, radius, length)
    moment = ZERO
    if abs(distance) < reach:
        along, deep = wet_moments(distance, sine, cosine, radius, length)
        deep /= max(cosine, MIN_COSINE)
        moment = (along, -deep * n[1], -deep * n[2])
    return before, moment, (between - before) / interval, (after - between) / interval


@kernel(inline=True)
def strip_drag(par, at, per_axis, u):
    """Drag coefficients of a strip at its velocity u relative to the water, along x, y and z [N s/m]: linear and quadratic
    by secant.
    """
    across = math.sqrt(u[1] * u[1] + u[2] * u[2])
    return (
        par[at + LINEAR] + par[at + QUADRATIC] * abs(u[0]),
        par[at + LINEAR + 1] + par[at + QUADRATIC + 1] * (abs(u[1]) if per_axis else across),
        par[at + LINEAR + 2] + par[at + QUADRATIC + 2] * (abs(u[2]) if per_axis else across),
    )


@kernel(inline=True)
def rotary_drag(par, w, omega, inside):
    """Rotary drag coefficients about x, y and z [N m s]."""
    return (
        inside * (par[w + LINEAR_MOMENT] + par[w + QUADRATIC_MOMENT] * abs(omega[0])),
        inside * (par[w + LINEAR_MOMENT + 1] + par[w + QUADRATIC_MOMENT + 1] * abs(omega[1])),
        inside * (par[w + LINEAR_MOMENT + 2] + par[w + QUADRATIC_MOMENT + 2] * abs(omega[2])),
    )


@kernel(inline=True)
def added_mass_wrench(par, a, w, inertia, inside, frame, t, scratch):
    """Part of the added-mass force that is not proportional to the acceleration.

    Returns:
        The wrench, and the velocity of the stream at the station's centre of mass, both in the station's axes [N, N m], [m/s].
    """
    r, p, (v, omega) = frame
    stream, rate = ZERO, ZERO
    n_currents = int(par[a + N_CURRENTS])
    if n_currents > 0:
        first = a + int(par[a + CURRENTS])
        flow = stream_velocity(par, first, n_currents, p, t, scratch)
        stream = mat_t_vec(r, flow)
        rate = mat_t_vec(r, stream_acceleration(par, first, n_currents, p, t, flow, scratch))
    against = sub(v, stream)
    if par[a + SIMPLIFIED] != 0.0:
        wrench = inertia_dot(inertia, (scale(-1.0, cross(omega, stream)), ZERO))
    else:
        force, moment = inertia_dot(inertia, (add(cross(omega, against), rate), ZERO))
        h = inertia_dot(inertia, (against, omega))
        force = add_scaled(sub(force, cross(omega, h[0])), inside * par[a + DENSITY] * par[w + VOLUME], rate)
        moment = sub(sub(moment, cross(omega, h[1])), cross(against, h[0]))
        wrench = (force, moment)
    return wrench, stream


@kernel
def add_surge(surge, v, omega, oy, oz, dt, rows, row):
    """Add the force -surge u on the axis, u = v + omega x o, to the first law's row, implicit as a damping."""
    column = along_axis(surge, oy, oz, ZERO)
    set_twist(rows, row, LAW_WRENCH, twist_sub(get_twist(rows, row, LAW_WRENCH), inertia_dot(column, (v, omega))))
    inertia = inertia_add(get_inertia(rows, row, LAW_INERTIA), scaled_inertia(dt, column))
    set_inertia(rows, row, LAW_INERTIA, inertia)
