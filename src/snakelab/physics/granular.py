"""Resistive force theory of granular media: drag of buried or half-buried links in horizontal motion."""

import math
from dataclasses import dataclass

from snakelab.arguments import checked_arguments
from snakelab.errors import WorldError
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import choice, number
from snakelab.worlds.user_law import UserLaw

LI = "Li, Zhang and Goldman, A terradynamics of legged locomotion on granular media, Science 339 (2013), supplement"
PER_CUBIC_CENTIMETRE = 1e6  # [1/m^3]
STEEPNESS = 1.0 / math.tan(math.radians(13.84))  # cot gamma_0 of Maladen et al.


@dataclass(frozen=True)
class GranularMaterial:
    """Fourier coefficients of the stress per depth of a plate [N/cm^3], and their source.

    alpha_z(beta, gamma) = sum A_mn cos(2 m beta + n gamma) + B_mn sin(2 m beta + n gamma), and alpha_x likewise with C and D,
    with the plate's angle beta and the direction gamma of its motion.
    """

    a00: float
    a10: float
    b11: float
    b01: float
    b_11: float
    c11: float
    c01: float
    c_11: float
    d10: float
    source: str = LI

    def stresses(self, plate: float, direction: float) -> tuple[float, float]:
        """Return the stress per depth along x and z [N/m^3], for angles from -pi/2 to pi/2.

        Args:
            plate: beta [rad].
            direction: gamma [rad].
        """
        b, g = 2 * plate, direction
        z = self.a00 + self.a10 * math.cos(b) + self.b11 * math.sin(b + g) + self.b01 * math.sin(g)
        z += self.b_11 * math.sin(g - b)
        x = self.c11 * math.cos(b + g) + self.c01 * math.cos(g) + self.c_11 * math.cos(g - b) + self.d10 * math.sin(b)
        return PER_CUBIC_CENTIMETRE * x, PER_CUBIC_CENTIMETRE * z


MATERIALS = {
    "loose_poppy_seed": GranularMaterial(0.051, 0.047, 0.053, 0.083, 0.020, -0.026, 0.057, 0.0, 0.025),
    "close_poppy_seed": GranularMaterial(0.094, 0.092, 0.092, 0.151, 0.035, -0.039, 0.086, 0.018, 0.046),
}


@checked_arguments(WorldError)
def granular_resistance(
    robot: Robot,
    material: str | GranularMaterial = "loose_poppy_seed",
    *,
    radius: float,
    depth: float,
    head_drag: float = 0.3,
    eps: float = 1e-3,
    name: str = "sand",
) -> UserLaw:
    """Return the resistance of a granular medium to the links of a planar robot, as a law for `World`.

    Each link is an upright plate of height 2 radius at a fixed depth. Forces per length, with the angle psi between the
    velocity u and the axis, and I the integral of depth over the immersed height:

        normal:      -alpha_n I F(sin psi) u_n / |u_n|,   F(s) = s sqrt(1 + k^2) / sqrt(1 + k^2 s^2),   k = cot 13.84 deg
        tangential:  -alpha_t I cos psi

    alpha_n = alpha_x(90 deg, 0) of the material for a plate that moves along its normal, and alpha_t = alpha_x(0, 0)
    for a plate that moves in its plane. The drag on the front of the head is the fraction `head_drag` of that of a flat
    disc. Forces do not depend on the speed above `eps`.

    Args:
        robot: Planar robot of rigid links.
        material: Name in `MATERIALS` ("loose_poppy_seed", "close_poppy_seed"), or a `GranularMaterial`.
        radius: Half the height of the body [m].
        depth: Depth of the axis of the body [m]; less than the radius for a body at the surface, of which only the
            immersed part has resistance.
        head_drag: Drag on the front of the head as a fraction of that of a flat disc [-]; 0 for none.
        eps: Smoothing speed [m/s].
        name: Name of the force in recordings.

    Raises:
        WorldError: if an argument is out of range, or the robot has soft sections or a base that is not planar.

    Source: coefficients by Li et al. (`GranularMaterial.source`); dependence on direction of the normal force by
    Maladen, Ding, Li and Goldman, Undulatory swimming in sand, Science 325 (2009). Not for vertical motion, nor for
    speeds at which the inertia of the grains matters (above about 0.5 m/s).
    """
    grains = (
        MATERIALS[choice(material, "granular material", tuple(MATERIALS), WorldError)]
        if isinstance(material, str)
        else material
    )
    r = number(radius, "granular_resistance radius", WorldError, above=0, unit="m")
    middle = number(depth, "granular_resistance depth", WorldError, least=-r, most=10, unit="m")
    share = number(head_drag, "granular_resistance head_drag", WorldError, least=0, most=10)
    smooth = number(eps, "granular_resistance eps", WorldError, least=1e-9, unit="m/s")
    if robot.base != "planar" or any(isinstance(part, SoftSection) for part in robot.parts):
        raise WorldError("granular_resistance is for planar robots of rigid links; use Robot([...], base='planar')")
    immersed = (max(middle + r, 0.0) ** 2 - max(middle - r, 0.0) ** 2) / 2
    across, along = grains.stresses(math.pi / 2, 0.0)[0], grains.stresses(0.0, 0.0)[0]
    links = [part for part in robot.parts if isinstance(part, Link)]
    head = 0 if robot.base_end == "head" else len(links) - 1
    front = share * across * immersed * math.pi * r / 2
    numbers = [across * immersed, along * immersed, smooth, STEEPNESS]
    for i, link in enumerate(links):
        numbers += [link.length, front if i == head else 0.0]
    return UserLaw(granular_wrench, tuple(numbers), name)


def granular_wrench(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """Wrench of one link by three Gauss points along it; see `granular_resistance`."""
    across, along, eps, k = parameters[0], parameters[1], parameters[2], parameters[3]
    length = parameters[4 + 2 * state.station]
    front = parameters[5 + 2 * state.station]
    for i in range(3):
        x = (i - 1) * 0.3872983346207417 * length
        share = length * (4.0 if i == 1 else 2.5) / 9.0
        u, v = twist[0], twist[1] + twist[5] * x
        speed = math.sqrt(u * u + v * v + eps * eps)
        slope = v / speed
        c_t = share * along / speed
        c_n = share * across * math.sqrt((1.0 + k * k) / (1.0 + k * k * slope * slope)) / speed
        if i == 2 and u > 0.0:
            c_t += front / speed
        wrench[0] -= c_t * u
        wrench[1] -= c_n * v
        wrench[5] -= c_n * v * x
        damping[0, 0] += c_t
        damping[1, 1] += c_n
        damping[1, 5] += c_n * x
        damping[5, 1] += c_n * x
        damping[5, 5] += c_n * x * x
