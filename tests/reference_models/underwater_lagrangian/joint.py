"""One soft hydraulic joint: its numbers and its shape, an arc of three elongations.

q has shape (..., 3): the elongations of the three actuators [m], at 0, 120 and 240 degrees from y toward z.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from reference_models.complex_step import Array
from reference_models.quadrature import Quadrature, gauss
from snakelab.errors import RobotError
from snakelab.parameters.arguments import choice, number

LAWS = ("linear", "yeoh")


@dataclass(frozen=True, eq=False)
class HydraulicJoint:
    """A soft joint: three fibre-reinforced chambers in a silicone cylinder.

    Args:
        L0: Natural length [m].
        R_s: Radius [m]. The paper's 90 mm is a diameter [A]: its propellers, 76 mm from the axis, stand outside.
        r_s: Distance of the actuators from the axis [m].
        r_a: Inner radius of a chamber [m]; `h_c` is its silicone wall, `h_s` its fabric [m].
        m_s: Mass [kg].
        law: "linear" with the modulus E_m, or "yeoh" with C10, C20, C30.
        ring: Whether the fabric's ring adds its own force, with the modulus E_c = E_m / V_m (stiff fibres).
        filler: Whether the silicone between the chambers counts.
        E_m: Modulus of silicone [Pa].
        C10: Yeoh's constants [J/m^3], with `C20` and `C30`.
        V_m0: Share of silicone in the walls at rest [-] [A].
        eta0: Consistency of the power-law viscosity [Pa s^k]; `k` is its index [-].
        d: Rate of strain below which the viscosity is regular [1/s].
        stations: Where the mass lies along the joint.

    Raises:
        RobotError: if a value cannot be.
    """

    L0: float = 0.2
    R_s: float = 0.045
    r_s: float = 0.024
    r_a: float = 0.008
    h_c: float = 0.006
    h_s: float = 0.002
    m_s: float = 0.158
    law: str = "linear"
    ring: bool = False
    filler: bool = True
    E_m: float = 2.048e5
    C10: float = 12563.0
    C20: float = -67.784
    C30: float = 2.7385
    V_m0: float = 0.5
    eta0: float = 22263.8
    k: float = 0.3
    d: float = 1e-3
    stations: Quadrature = field(default_factory=lambda: gauss(6))

    def __post_init__(self) -> None:
        for key in ("L0", "R_s", "r_s", "r_a", "h_c", "h_s"):
            number(getattr(self, key), f"HydraulicJoint {key}", RobotError, above=0, unit="m")
        number(self.m_s, "HydraulicJoint m_s", RobotError, above=0, unit="kg")
        number(self.d, "HydraulicJoint d", RobotError, above=0, unit="1/s")
        number(self.V_m0, "HydraulicJoint V_m0", RobotError, above=0, maximum=1)
        for key in ("E_m", "C10", "eta0", "k"):
            number(getattr(self, key), f"HydraulicJoint {key}", RobotError, minimum=0)
        choice(self.law, "HydraulicJoint law", LAWS, RobotError)
        if self.r_a + self.h_c + self.h_s > self.R_s:
            wall = f"r_a + h_c + h_s = {self.r_a + self.h_c + self.h_s:g} m"
            raise RobotError(
                f"HydraulicJoint R_s = {self.R_s:g} m must hold its chambers of {wall}; write a larger R_s"
            )

    @property
    def strain_columns(self) -> Array:
        """dX/dq, shape (6, 3): a longer actuator lengthens the joint and bends it away from itself."""
        columns = np.zeros((6, 3))
        columns[0] = 1 / 3
        columns[4] = np.array([0, 1, -1]) / (math.sqrt(3) * self.r_s)
        columns[5] = np.array([-2, 1, 1]) / (3 * self.r_s)
        return columns

    @property
    def K(self) -> float:
        """Force of an actuator per pressure: pi r_a^2 [N/MPa] [A]."""
        return math.pi * self.r_a**2 * 1e6


class Arc(NamedTuple):
    """The circular arc of a joint."""

    L: Array  # length [m]
    theta: Array  # bend, from 0 [rad]
    phi: Array  # plane of the bend, from y toward z: the tip goes to (0, cos phi, sin phi) [rad]


def arc_parameters(joint: HydraulicJoint, q: Array) -> Arc:
    """L, theta and phi of elongations q, shape (..., 3); eq. 3, with its lost root and signs [R]. phi is lost when straight."""
    L1, L2, L3 = np.moveaxis(joint.L0 + q, -1, 0)
    root = np.sqrt(np.maximum(0.0, L1**2 + L2**2 + L3**2 - L1 * L2 - L1 * L3 - L2 * L3))
    phi = np.arctan2(math.sqrt(3) * (L3 - L2), L2 + L3 - 2 * L1)
    return Arc((L1 + L2 + L3) / 3, 2 * root / (3 * joint.r_s), phi)


def arc_pose(arc: Arc, share: float = 1.0) -> Array:
    """Pose at a share of the arc from its three parameters, shape (4, 4); eq. 4, 5 about x [R]. Singular when straight."""
    L, theta, c, s = arc.L, arc.theta, math.cos(arc.phi), math.sin(arc.phi)
    ca, sa = math.cos(share * theta), math.sin(share * theta)
    T = np.eye(4)
    T[:3, 0] = ca, c * sa, s * sa
    T[:3, 1] = -c * sa, c**2 * (ca - 1) + 1, s * c * (ca - 1)
    T[:3, 2] = -s * sa, s * c * (ca - 1), s**2 * (ca - 1) + 1
    T[:3, 3] = L / theta * np.array([sa, c * (1 - ca), s * (1 - ca)])
    return T


def joint_strain(joint: HydraulicJoint, q: Array) -> Array:
    """X(q) = (L, 0, 0, 0, kappa_y, kappa_z), shape (..., 6): the pose at a share xi is Exp(xi X), nowhere singular."""
    return q @ joint.strain_columns.T + joint.L0 * np.eye(6)[0]
