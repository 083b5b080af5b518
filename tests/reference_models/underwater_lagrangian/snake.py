"""The robot and its water: the paper's tables, with what they leave out."""

import math
from dataclasses import dataclass, field
from functools import cached_property

from reference_models.quadrature import Quadrature, gauss
from reference_models.underwater_lagrangian.joint import HydraulicJoint
from snakelab.errors import RobotError, WorldError
from snakelab.parameters.arguments import choice, count, number, vector

Vector = tuple[float, float, float]
# What a joint brings to the whole robot: nothing (the paper's sums), its mass, or its mass, added mass and drag.
JOINTS = ("massless", "massive", "wet")


@dataclass(frozen=True, eq=False)
class Water:
    """Still or evenly streaming water around round bodies along x.

    Args:
        rho: Density [kg/m^3].
        C_a: Added mass of a strip [-]; `alpha` is the axial share of it [-].
        C_D: Linear drag of a strip [-], at the speed V_ref; `beta` is its axial share and `Omega` that in roll [-].
        V_ref: Reference speed of the linear drag [m/s] [A].
        C_dC: Quadratic drag of a strip [-].
        C_d1: Quadratic axial drag [-]; `C_d4` that in roll [-]. Neither is in the paper.
        current: Velocity of the water, world axes [m/s].

    Raises:
        WorldError: if a value cannot be.

    Source of the quadratic drag: Schmidt-Didlaukies, Sorensen and Pettersen, "Modeling of Articulated Underwater Robots
    for Simulation and Control", 2018.
    """

    rho: float = 1000.0
    C_a: float = 1.0
    alpha: float = 0.2
    C_D: float = 1.0
    beta: float = 0.2
    Omega: float = 0.5
    V_ref: float = 1.0
    C_dC: float = 1.0
    C_d1: float = 0.2
    C_d4: float = 0.1
    current: Vector = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        for key in ("rho", "C_a", "alpha", "C_D", "beta", "Omega", "V_ref", "C_dC", "C_d1", "C_d4"):
            number(getattr(self, key), f"Water {key}", WorldError, minimum=0)
        vector(self.current, "Water current", WorldError, size=3, unit="m/s")


@dataclass(frozen=True)
class Propeller:
    """A thrust along `direction` at `point` of a module, both in the module's frame, whose origin is its tail end.

    Raises:
        RobotError: if the direction has no length.
    """

    module: int
    point: Vector
    direction: Vector

    def __post_init__(self) -> None:
        count(self.module, "Propeller module", RobotError)
        vector(self.point, "Propeller point", RobotError, size=3, unit="m")
        if not any(vector(self.direction, "Propeller direction", RobotError, size=3)):
            raise RobotError("Propeller direction must not be (0, 0, 0); write (1, 0, 0) for thrust toward the head")


@dataclass(frozen=True, eq=False)
class UnderwaterSnake:
    """n + 1 rigid modules and n soft joints in turn, module 0 the tail and the base.

    Args:
        n_joints: n [-].
        L_R: Length of a module [m].
        R_r: Radius of a module [m]. The paper's 90 mm is a diameter [A].
        m_R: Mass of a module [kg]; None for that of the water which it displaces. The paper's 0.563 kg would rise [A].
        z_g: Height of a module's centre of mass over its axis, where its buoyancy acts [m] [A].
        chi: Distance of the outer propellers from the axis [m].
        propellers: In order; None for the paper's six, see `thrusters`.
        joint: Of all joints.
        joints: What a joint brings to the whole robot: "massless" (the paper's sums), "massive" (its stations' inertia), or
            "wet" (also added mass and drag of its length at rest).
        dry: Whether the joints have weight without buoyancy; they float otherwise.
        water: What it swims in.
        gravity: g [m/s^2].
        strips: Where the quadratic drag is taken along a module.

    Raises:
        RobotError: if a value cannot be.
    """

    n_joints: int = 2
    L_R: float = 0.2
    R_r: float = 0.045
    m_R: float | None = None
    z_g: float = -0.005
    chi: float = 0.076
    propellers: tuple[Propeller, ...] | None = None
    joint: HydraulicJoint = field(default_factory=HydraulicJoint)
    joints: str = "massive"
    dry: bool = False
    water: Water = field(default_factory=Water)
    gravity: float = 9.81
    strips: Quadrature = field(default_factory=lambda: gauss(10))

    def __post_init__(self) -> None:
        count(self.n_joints, "UnderwaterSnake n_joints", RobotError)
        for key in ("L_R", "R_r"):
            number(getattr(self, key), f"UnderwaterSnake {key}", RobotError, above=0, unit="m")
        for key in ("z_g", "chi"):
            number(getattr(self, key), f"UnderwaterSnake {key}", RobotError, unit="m")
        number(self.gravity, "UnderwaterSnake gravity", RobotError, minimum=0, unit="m/s^2")
        number(self.module_mass, "UnderwaterSnake m_R", RobotError, above=0, unit="kg")
        choice(self.joints, "UnderwaterSnake joints", JOINTS, RobotError)
        for thruster in self.thrusters:
            if thruster.module > self.n_joints:
                raise RobotError(f"Propeller module must be at most {self.n_joints}, the head; got {thruster.module}")

    @property
    def n_coordinates(self) -> int:
        """6 + 3 n [-]."""
        return 6 + 3 * self.n_joints

    @property
    def displaced_mass(self) -> float:
        """rho pi R^2 L of a module [kg]."""
        return self.water.rho * math.pi * self.R_r**2 * self.L_R

    @property
    def module_mass(self) -> float:
        """m_R, or the displaced mass [kg]."""
        return self.displaced_mass if self.m_R is None else self.m_R

    @cached_property
    def thrusters(self) -> tuple[Propeller, ...]:
        """The propellers, or the paper's six: on the tail two forward at +-chi with one upward between, and likewise on the
        head [A]."""
        if self.propellers is not None:
            return self.propellers
        forward, up, middle = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), self.L_R / 2
        three = (((middle, self.chi, 0.0), forward), ((middle, 0.0, 0.0), up), ((middle, -self.chi, 0.0), forward))
        return tuple(Propeller(module, *place) for module in (0, self.n_joints) for place in three)


def literal_snake() -> UnderwaterSnake:
    """The paper's 90 mm taken as radii: modules of 5.09 kg, whose outer propellers stand inside the hull."""
    return UnderwaterSnake(R_r=0.09, joint=HydraulicJoint(R_s=0.09))
