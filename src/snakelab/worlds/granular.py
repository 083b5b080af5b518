"""Granular media: resistive force theory of buried or half-buried bodies in horizontal motion."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import WorldError
from snakelab.geometry.cross_sections import Hull
from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    NO_INERTIA,
    NO_TWIST,
    ZERO_MAT,
    ZERO_SYM,
    add,
    cross,
    dot,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_rotate,
    inertia_shift,
    scale,
    set_inertia,
    set_twist,
    sub,
    sym_vec,
    twist_add,
    twist_into,
    twist_out,
    twist_scale,
    twist_sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instance
from snakelab.parameters.declarations import Length, Slider, TermName, Unit, check_declared, declared_arguments
from snakelab.worlds.force_law import (
    ACCELERATION,
    GRANULAR,
    LAW_INERTIA,
    LAW_POINT,
    LAW_VELOCITY_CHANGE,
    LAW_WRENCH,
    TWIST,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    station_frame,
)
from snakelab.worlds.friction import SmoothingSpeed

# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of the compiled law of a granular medium
# ----------------------------------------------------------------------------------------------------------------------

# Stress per depth across and along a plate [N/m^3], depth of z = 0 [m], smoothing speed [m/s], k of the law; then, for each
# station, the middle of its axis from the centre of mass [m], its length [m], half its height [m], the width of a flat front
# with the resistance of the head [m], and 1 if it represents a thin disc.
ACROSS, ALONG, DEPTH, EPS, STEEP, STATIONS = range(6)
MIDDLE, LENGTH, HALF_HEIGHT, FRONT, THIN, STATION_WIDTH = range(6)


# ----------------------------------------------------------------------------------------------------------------------
# Granular materials, and the medium around a robot
# ----------------------------------------------------------------------------------------------------------------------

LI = "Li, Zhang and Goldman, A terradynamics of legged locomotion on granular media, Science 339 (2013), supplement"
PER_CUBIC_CENTIMETRE = 1e6  # [1/m^3]
STEEPNESS = 1.0 / math.tan(math.radians(13.84))  # cot gamma_0 of Maladen et al.

StressCoefficient = Annotated[float, Unit("N/cm^3"), Slider(-0.5, 1, 0.001)]


@dataclass(frozen=True)
class GranularMaterial:
    """Fourier coefficients of the stress per depth of a plate [N/cm^3], and their source.

    alpha_z(beta, gamma) = sum A_mn cos(2 m beta + n gamma) + B_mn sin(2 m beta + n gamma), and alpha_x likewise with C and D,
    with the plate's angle beta and the direction gamma of its motion.

    Args:
        a00, a10: A_00 and A_10 [N/cm^3].
        b11, b01, b_11: B_11, B_01 and B_-11 [N/cm^3].
        c11, c01, c_11: C_11, C_01 and C_-11 [N/cm^3].
        d10: D_10 [N/cm^3].
        source: Source of the coefficients.
    """

    a00: StressCoefficient
    a10: StressCoefficient
    b11: StressCoefficient
    b01: StressCoefficient
    b_11: StressCoefficient
    c11: StressCoefficient
    c01: StressCoefficient
    c_11: StressCoefficient
    d10: StressCoefficient
    source: str = ""

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if not (self.across > 0 and self.along > 0):
            raise WorldError(
                "GranularMaterial must give positive resistance to a plate that moves along its normal "
                f"(-c11 + c01 - c_11 > 0) and along itself (c11 + c01 + c_11 > 0), got "
                f"{-self.c11 + self.c01 - self.c_11:g} and {self.c11 + self.c01 + self.c_11:g} N/cm^3"
            )

    def stresses(self, plate: float, direction: float) -> tuple[float, float]:
        """Stress per depth along x and z [N/m^3], for angles from -pi/2 to pi/2.

        Args:
            plate: beta [rad].
            direction: gamma [rad].
        """
        b, g = 2 * plate, direction
        z = self.a00 + self.a10 * math.cos(b) + self.b11 * math.sin(b + g) + self.b01 * math.sin(g)
        z += self.b_11 * math.sin(g - b)
        x = self.c11 * math.cos(b + g) + self.c01 * math.cos(g) + self.c_11 * math.cos(g - b) + self.d10 * math.sin(b)
        return PER_CUBIC_CENTIMETRE * x, PER_CUBIC_CENTIMETRE * z

    @property
    def across(self) -> float:
        """alpha_n: stress per depth of an upright plate that moves along its normal [N/m^3]."""
        return self.stresses(math.pi / 2, 0.0)[0]

    @property
    def along(self) -> float:
        """alpha_t: stress per depth of a level plate that moves along itself [N/m^3]."""
        return self.stresses(0.0, 0.0)[0]


def loose_poppy_seed() -> GranularMaterial:
    """Loosely packed poppy seed: coefficients of Li, Zhang and Goldman."""
    return GranularMaterial(0.051, 0.047, 0.053, 0.083, 0.020, -0.026, 0.057, 0.0, 0.025, LI)


def close_poppy_seed() -> GranularMaterial:
    """Closely packed poppy seed: coefficients of Li, Zhang and Goldman."""
    return GranularMaterial(0.094, 0.092, 0.092, 0.151, 0.035, -0.039, 0.086, 0.018, 0.046, LI)


@declared_arguments(WorldError)
def generic_grains(scale: Annotated[float, Gt(0), Slider(0.1, 3, 0.01)] = 1.0) -> GranularMaterial:
    """Any dry, cohesionless grains: the generic coefficients of Li, Zhang and Goldman, times a factor of the material.

    Args:
        scale: Vertical stress per depth of a level plate that sinks, alpha_z(0, pi/2), over 1 N/cm^3 [-], from one measurement.
    """
    s = scale
    return GranularMaterial(
        a00=0.206 * s,
        a10=0.169 * s,
        b11=0.212 * s,
        b01=0.358 * s,
        b_11=0.055 * s,
        c11=-0.124 * s,
        c01=0.253 * s,
        c_11=0.007 * s,
        d10=0.088 * s,
        source=f"{LI}, generic coefficients",
    )


@dataclass(frozen=True)
class GranularMedium(ForceLaw):
    """Sand and other grains around a robot that moves horizontally, buried or at the surface.

    Each station is an upright plate as high as its cross-section. Per length, with the velocity u of the plate, its angle psi to
    the body's axis and I = integral of depth over the immersed height:

        normal:      -alpha_n I F(sin psi) u_n / |u_n|,   F(s) = s sqrt(1 + k^2) / sqrt(1 + k^2 s^2),   k = cot 13.84 deg
        tangential:  -alpha_t I cos psi

    alpha_n and alpha_t are `GranularMaterial.across` and `along`. The front of the head resists forward motion with a fraction
    `head_drag` of the resistance of a flat disc. Forces do not depend on the speed above `eps`.

    Args:
        material: `loose_poppy_seed()`, `close_poppy_seed()`, `generic_grains(scale)`, or a `GranularMaterial`.
        depth: Depth of the world's plane z = 0 below the surface [m]; less than the radius of the body for a body at the surface,
            which the medium covers up to its level only.
        head_drag: Fraction of a flat front [-]; 0 for none.
        eps: Smoothing speed [m/s].

    For planar bases, of rigid links and soft sections; a hull radius of 0 excludes a soft section.

    Source: coefficients by Li et al. (`GranularMaterial.source`); dependence on direction of the normal force by Maladen, Ding,
    Li and Goldman, Undulatory swimming in sand, Science 325 (2009). Not for motion that rises or sinks, nor for speeds at which
    the inertia of the grains matters (beyond about 0.5 m/s).
    """

    material: GranularMaterial
    depth: Annotated[Length, Ge(-10), Le(10)]
    head_drag: Annotated[float, Ge(0), Le(10), Slider(0, 1, 0.01)] = 0.3
    eps: SmoothingSpeed = 1e-3
    name: TermName = "sand"

    def __post_init__(self) -> None:
        instance(self.material, "GranularMedium material", (GranularMaterial,), WorldError)
        check_declared(self, WorldError)

    def numbers(self, hulls: Sequence[Hull], head: int) -> FloatArray:
        """Numbers for the compiled law.

        Args:
            hulls: Of the stations.
            head: Station at the head's end.
        """
        rows = np.zeros((len(hulls), STATION_WIDTH))
        for row, hull in zip(rows, hulls, strict=True):
            row[MIDDLE], row[LENGTH], row[HALF_HEIGHT], row[THIN] = (
                hull.middle[0], hull.length, hull.half_height, hull.thin,
            )  # fmt: skip
        if len(hulls):
            rows[head, FRONT] = self.head_drag * math.pi * hulls[head].half_width / 2
        material = (self.material.across, self.material.along, self.depth, self.eps, STEEPNESS)
        return np.concatenate([material, rows.ravel()])

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law.

        Raises:
            WorldError: if the base of the robot is not planar.
        """
        if stations.base != "planar":
            raise WorldError(
                f"GranularMedium {self.name!r} models horizontal motion only, without lift, and the base of robot "
                f"{stations.robot!r} is {stations.base}; write base: planar, or for a body that rests on sand a contact, as of "
                "sand()"
            )
        return LawTables((LawRow(GRANULAR),), self.numbers(stations.hulls, stations.head))


# ----------------------------------------------------------------------------------------------------------------------
# Compiled law: resistance of a granular medium on one station. See `GranularMedium` above
#
# As Coulomb friction, it is linearised at an estimate of the velocity that the step reaches, in the axes of the link at the
# end of the step, and solved again until the line meets the law. The line is the tangent, with a symmetric slope, where
# the estimate changes little; where it changes by more than half, the secant, which approaches the solution from any
# estimate.
# ----------------------------------------------------------------------------------------------------------------------

GAUSS_NODE = 0.3872983346207415  # sqrt(3/5) / 2: outer points of three, over the length
# Deviation of the line from the law that needs no further pass, as a fraction of the largest resistance.
GRANULAR_TOLERANCE = 1e-4
# Change of the velocity of a point, over its estimate, above which the line is the secant.
TRUSTED_CHANGE = 0.5
# Place of the flag of the secant in the row of a station; the estimated twist is at LAW_POINT.
SECANT = LAW_VELOCITY_CHANGE


@kernel(inline=True)
def plate_places(par, at, i):
    """Number of points of a station, and the place of point i on its axis and its fraction of the length."""
    if par[at + THIN] > 0.0:
        return 1, par[at + MIDDLE], 1.0
    return 3, par[at + MIDDLE] + (i - 1) * GAUSS_NODE * par[at + LENGTH], (8.0 if i == 1 else 5.0) / 18.0


@kernel(inline=True)
def plate_strength(par, a, at, z, fraction, is_front):
    """Largest resistances of a point along its axis, of the front of the head, and across [N]: times u / |u|."""
    depth, half = par[a + DEPTH] - z, par[at + HALF_HEIGHT]
    top, bottom = max(depth - half, 0.0), max(depth + half, 0.0)
    immersed = 0.5 * (bottom * bottom - top * top)  # integral of depth over the height that grains cover
    size = fraction * par[at + LENGTH] * immersed
    front = par[at + FRONT] * par[a + ACROSS] * immersed if is_front else 0.0
    return size * par[a + ALONG], front, size * par[a + ACROSS] * math.sqrt(1.0 + par[a + STEEP] ** 2)


@kernel(inline=True)
def plate_drag(v, strength, eps, steep):
    """Drag coefficients along and across that make -c v the resistance at the velocity v [N s/m]."""
    along = strength[0] + (strength[1] if v[0] > 0.0 else 0.0)
    square = v[1] * v[1] + v[2] * v[2]
    total = v[0] * v[0] + square + eps * eps
    return along / math.sqrt(total), strength[2] / math.sqrt(total + steep * steep * square)


@kernel
def plate_line(v, strength, eps, steep, secant):
    """Drag coefficients and slope of the resistance at the velocity v: symmetric, (xx, xy, xz, yy, yz, zz) [N s/m].

    The slope is the derivative, with the geometric mean of the two different derivatives off its diagonal, which keeps it
    positive semidefinite; or the secant.
    """
    along, across = plate_drag(v, strength, eps, steep)
    if secant:
        return along, across, (along, 0.0, 0.0, across, 0.0, across)
    square = v[1] * v[1] + v[2] * v[2]
    total = v[0] * v[0] + square + eps * eps
    other = total + steep * steep * square
    turned = (1.0 + steep * steep) * across / other
    mixed = -v[0] * math.sqrt(along / total * across / other)
    slope = (
        along * (1.0 - v[0] * v[0] / total), mixed * v[1], mixed * v[2],
        across - turned * v[1] * v[1], -turned * v[1] * v[2], across - turned * v[2] * v[2],
    )  # fmt: skip
    return along, across, slope


@kernel(inline=True)
def plate_velocity(twist, x):
    """Velocity of the point at x on the axis of a station."""
    return (twist[0][0], twist[0][1] + twist[1][2] * x, twist[0][2] - twist[1][1] * x)


@kernel(inner=True)
def granular_on_station(model, law, k, row, dt, secant, ws):
    """Wrench and added inertia of one station, written to its row; three Gauss points along a link, one on a thin disc."""
    par = model.law_parameters
    a = model.laws[law].first
    at = a + STATIONS + k * STATION_WIDTH
    _, p, twist = station_frame(ws.stations, k)
    turn = rotation_within_step(scale(dt, twist[1]))
    start, estimate = twist_into(twist, turn), get_twist(ws.laws, row, LAW_POINT)
    secant = secant or ws.laws[row, SECANT] != 0.0
    wrench, block = NO_TWIST, NO_INERTIA
    n, _, _ = plate_places(par, at, 0)
    for i in range(n):
        _, x, fraction = plate_places(par, at, i)
        strength = plate_strength(par, a, at, p[2], fraction, i == n - 1)
        v = plate_velocity(estimate, x)
        along, across, slope = plate_line(v, strength, par[a + EPS], par[a + STEEP], secant)
        change = sym_vec(slope, sub(plate_velocity(start, x), v))
        force = (-along * v[0] - change[0], -across * v[1] - change[1], -across * v[2] - change[2])
        wrench = twist_add(wrench, (force, (0.0, -x * force[2], x * force[1])))
        slope = (dt * slope[0], dt * slope[1], dt * slope[2], dt * slope[3], dt * slope[4], dt * slope[5])
        block = inertia_add(block, inertia_shift((slope, ZERO_MAT, ZERO_SYM), (x, 0.0, 0.0)))
    set_twist(ws.laws, row, LAW_WRENCH, twist_out(wrench, turn))
    set_inertia(ws.laws, row, LAW_INERTIA, inertia_rotate(block, turn))


@kernel(stage=True)
def start_granular(model, ws):
    """First estimates of the twists that a step reaches: those at its start, in the axes of the stations."""
    n = len(model.stations)
    for law in range(len(model.laws)):
        if model.laws[law].code == GRANULAR:
            for row in range(law * n, (law + 1) * n):
                set_twist(ws.laws, row, LAW_POINT, get_twist(ws.stations, row - law * n, TWIST))
                ws.laws[row, SECANT] = 0.0


@kernel(stage=True)
def check_granular(model, dt, ws):
    """Compare the resistance of all stations with the law at the twist reached, and update the estimate of that twist.

    Returns:
        Number of stations whose linearisation deviates from the law [-].
    """
    n = len(model.stations)
    par = model.law_parameters
    open_lines = 0
    for law in range(len(model.laws)):
        if model.laws[law].code != GRANULAR:
            continue
        a = model.laws[law].first
        for k in range(n):
            row, at = law * n + k, a + STATIONS + k * STATION_WIDTH
            _, p, twist = station_frame(ws.stations, k)
            acc = get_twist(ws.stations, k, ACCELERATION)
            change = (add(acc[0], cross(twist[1], twist[0])), acc[1])
            turn = rotation_within_step(scale(dt, twist[1]))
            reached = twist_into(twist_add(twist, twist_scale(dt, change)), turn)
            estimate = get_twist(ws.laws, row, LAW_POINT)
            # the line as applied, less the law: zero where they meet
            missed = twist_sub(
                get_twist(ws.laws, row, LAW_WRENCH), inertia_dot(get_inertia(ws.laws, row, LAW_INERTIA), change)
            )
            missed = twist_into(missed, turn)
            limit, secant = 0.0, 0.0
            points, _, _ = plate_places(par, at, 0)
            for i in range(points):
                _, x, fraction = plate_places(par, at, i)
                strength = plate_strength(par, a, at, p[2], fraction, i == points - 1)
                v, guess = plate_velocity(reached, x), plate_velocity(estimate, x)
                along, across = plate_drag(v, strength, par[a + EPS], par[a + STEEP])
                force = (along * v[0], across * v[1], across * v[2])
                missed = twist_add(missed, (force, (0.0, -x * force[2], x * force[1])))
                limit += strength[0] + strength[1] + strength[2]
                moved = sub(v, guess)
                trusted = TRUSTED_CHANGE * (math.sqrt(dot(guess, guess)) + par[a + EPS])
                if dot(moved, moved) > trusted * trusted:
                    secant = 1.0
            most = GRANULAR_TOLERANCE * limit
            length = max(par[at + LENGTH], 1e-9)
            if dot(missed[0], missed[0]) > most * most or dot(missed[1], missed[1]) > most * most * length * length:
                open_lines += 1
                set_twist(ws.laws, row, LAW_POINT, reached)
                ws.laws[row, SECANT] = secant
    return open_lines
