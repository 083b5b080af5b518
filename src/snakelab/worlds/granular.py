"""Granular media: resistive force theory of buried or half-buried bodies in horizontal motion."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import WorldError
from snakelab.geometry.sections import Hull
from snakelab.geometry.spatial import set_inertia, set_twist
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, instance
from snakelab.parameters.declarations import Length, Slider, TermName, Unit, check_declared, declared_arguments
from snakelab.worlds.friction import SmoothingSpeed
from snakelab.worlds.law import GRANULAR, LAW_INERTIA, LAW_WRENCH, ForceLaw, LawRow, LawTables, Stations, station_frame

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
# ----------------------------------------------------------------------------------------------------------------------

GAUSS_NODE = 0.3872983346207415  # sqrt(3/5) / 2: outer points of three, over the length


@kernel
def granular_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of one station, written to its row; three Gauss points along a link, one on a thin disc."""
    par = model.law_parameters
    a = model.laws[law].first
    at = a + STATIONS + k * STATION_WIDTH
    _, p, twist = station_frame(ws.stations, k)
    u, w = twist
    depth, half = par[a + DEPTH] - p[2], par[at + HALF_HEIGHT]
    top, bottom = max(depth - half, 0.0), max(depth + half, 0.0)
    immersed = 0.5 * (bottom * bottom - top * top)  # integral of depth over the height that grains cover
    eps, steep = par[a + EPS], par[a + STEEP]
    n = 1 if par[at + THIN] > 0.0 else 3
    ct = cn = first = second = 0.0
    for i in range(n):
        x = par[at + MIDDLE]
        fraction = 1.0
        if n == 3:
            x += (i - 1) * GAUSS_NODE * par[at + LENGTH]
            fraction = (8.0 if i == 1 else 5.0) / 18.0
        v1, v2 = u[1] + w[2] * x, u[2] - w[1] * x
        across = v1 * v1 + v2 * v2
        square = u[0] * u[0] + across + eps * eps
        size = fraction * par[at + LENGTH] * immersed / math.sqrt(square)
        c = size * par[a + ACROSS] * math.sqrt((1.0 + steep * steep) / (1.0 + steep * steep * across / square))
        ct += size * par[a + ALONG]
        if i == n - 1 and u[0] > 0.0:
            ct += par[at + FRONT] * par[a + ACROSS] * immersed / math.sqrt(square)
        cn += c
        first += c * x
        second += c * x * x
    force = (-ct * u[0], -cn * u[1] - first * w[2], -cn * u[2] + first * w[1])
    moment = (0.0, first * u[2] - second * w[1], -first * u[1] - second * w[2])
    set_twist(ws.laws, row, LAW_WRENCH, (force, moment))
    linear = (dt * ct, 0.0, 0.0, dt * cn, 0.0, dt * cn)
    coupling = (0.0, 0.0, 0.0, 0.0, 0.0, dt * first, 0.0, -dt * first, 0.0)
    angular = (0.0, 0.0, 0.0, dt * second, 0.0, dt * second)
    set_inertia(ws.laws, row, LAW_INERTIA, (linear, coupling, angular))
