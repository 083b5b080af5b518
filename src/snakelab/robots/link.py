"""Links: rigid bodies of a chain with skin, wheels, frames and propellers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, Len

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Cylinder, Hull, Lump, Section, Station, as_one, disc
from snakelab.geometry.rotations import matrix_to_quat, quat_exp, rotation_matrices, transforms_of
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, at_most, floats, instances, is_row, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    INFINITE,
    Choices,
    Coefficient,
    DampingGain,
    Label,
    NonNegativeLength,
    Point,
    RotationVector,
    Scale,
    Slider,
    TimeConstant,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import UNLIMITED, Actuator, Follower, Passive, Spring
from snakelab.robots.joints import (
    MAX_ARMATURE,
    MAX_DRY_FRICTION,
    MAX_LENGTH,
    Axis,
    Coordinate,
    PartLength,
    PartMass,
    PartRadius,
    Revolute,
    Volume,
    WheelMass,
    check_holders,
    unit_axis,
)

# ----------------------------------------------------------------------------------------------------------------------
# Skin: the points of a robot at which contact with surfaces is tested
# ----------------------------------------------------------------------------------------------------------------------

MAX_RINGS = 1000  # of a link, and points of a ring; every point is tested in every step


@dataclass(frozen=True)
class Skin:
    """Contact points of the body, on rings: at every station of a soft section, and evenly spaced along a link.

    A round ring touches a surface at its lowest point, which moves along the ring (`points_around=None`), or at fixed
    points: a ring of ten points rolls like a ten-sided wheel, with small vertical oscillations. A box-shaped link
    touches at the four corners of each ring. Two soft sections share the ring between them if their radii are equal;
    two links that meet in a joint have two rings there, unless `joined`.

    Args:
        points_around: Number of fixed points on a round ring, at least 3, the first along the y axis of the part; None
            for the lowest point.
        rings_per_link: Number of rings of a rigid link, at least 1; a single one is in the middle.
        joined: True if two links that meet in a hinge share one ring there, which is fixed to the link nearer to the
            tail.
        radius: Radius of the rings of links [m]; None for that of the cross-section, 0 for points on the axis.
    """

    points_around: Annotated[int, Ge(3), Le(MAX_RINGS), Slider(3, 40, 1)] | None = None
    rings_per_link: Annotated[int, Ge(1), Le(MAX_RINGS), Slider(1, 20, 1)] = 2
    joined: bool = False
    radius: Annotated[NonNegativeLength, Slider(0, 0.2, 0.001), FIXED] | None = None

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


# ----------------------------------------------------------------------------------------------------------------------
# Passive wheel on a link: rolls along the link, with friction across it
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wheel:
    """Wheel that rotates freely about an axle fixed to a link, modelled as directional friction.

    It touches a surface with normal n at the lowest point of its rim. In the rolling direction, axle x n, friction has
    the coefficient `friction`; along the axle it has that of the surface (mu_normal of `SurfaceFriction`, or
    mu_tangential if that is the only one). The wheel has no thickness. Its mass is that of a uniform disc fixed to the
    link, in addition to the mass of the link. The spin is not simulated: a spinning disc of mass m would resist like an
    additional mass m / 2 in the rolling direction. In MuJoCo, where wheels can spin, the disc is a rotor.

    A `SpinningWheel` spins, at the cost of one coordinate.

    Args:
        point: Centre relative to the tail end of the link, shape (3,), [m].
        radius: Radius [m].
        friction: Coefficient in the rolling direction, from the bearing and from rolling resistance [-]. None for a link that is
            itself the wheel and spins with its joint: its rim has the friction of the surface and replaces the rings of the link.
        axle: "x", "y", "z", or a vector, shape (3,), in the link's axes.
        mass: Mass [kg]; 0 if the mass and inertia of the link already include the wheel.

    Raises:
        RobotError: if a number is out of range.
    """

    point: Annotated[Point, FIXED]
    radius: PartRadius
    friction: Coefficient | None = 0.02
    axle: Axis = "y"
    mass: WheelMass = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        unit_axis(self.axle, "Wheel axle")

    @property
    def roll(self) -> float:
        """Coefficient in the rolling direction; 0 for the rim of a link, which has that of the surface [-]."""
        return 0.0 if self.friction is None else self.friction

    def lump(self) -> Lump:
        """Return the mass of the wheel, its centre relative to the tail end of the link, and its inertia about that
        centre."""
        return self.mass, self.centre(), disc(self.mass, self.radius, 0.0, self.direction())

    def centre(self) -> FloatArray:
        """Return the centre relative to the tail end of the link, shape (3,), [m]."""
        return np.asarray(self.point, dtype=np.float64)

    def direction(self) -> FloatArray:
        """The axle as a unit vector, shape (3,)."""
        return unit_axis(self.axle, "Wheel axle")


# ----------------------------------------------------------------------------------------------------------------------
# Wheel that spins: a body of its own on a joint about its axle
# ----------------------------------------------------------------------------------------------------------------------

WheelInertia = Annotated[tuple[float, float], Ge(0), Unit("kg m^2"), Slider(0, 0.01, 1e-6), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class SpinningWheel(Displayed):
    """Wheel on a link that spins about its axle, freely or driven, as a body with its own mass and inertia.

    It has a coordinate, the angle of spin, which is positive about the axle: with the default axle, y, it then rolls forward. It
    touches surfaces at the lowest point of its rim, in the middle of its width, with the friction of the surface: mu_tangential
    in the rolling direction and mu_normal along the axle. Its velocity there includes the spin, so that it rolls while friction
    can hold it, and skids beyond. A robot with such wheels has a branch for each, whose joint and link have the name of the
    wheel, or link1_wheel1, link1_wheel2 and so on.

    Args:
        point: Centre relative to the tail end of the link, shape (3,), [m].
        radius: Radius [m].
        mass: Mass, in addition to that of the link [kg].
        width: Width along the axle [m]; it is drawn, and counts for the inertia and the displaced volume.
        axle: "x", "y", "z", "-x", "-y", "-z", or a vector, shape (3,), in the axes of the link.
        inertia: About the axle, and across it, shape (2,), [kg m^2]; None for a solid disc.
        actuator: Drive: `Passive` spins freely, `Motor` is commanded a torque; a `Servo` follows an angle that may grow without
            bound, with kp=0 its rate only, and `Prescribed` follows it exactly.
        damping: Viscous damping of the bearing and the gear [N m s/rad].
        dry_friction: Dry friction of the bearing and the gear [N m].
        armature: Inertia of the rotor reflected to the wheel [kg m^2].
        name: Name of its joint and of its link.

    Raises:
        RobotError: if a number is out of range, or no body has this inertia.
    """

    point: Annotated[Point, FIXED]
    radius: PartRadius
    mass: PartMass
    width: PartLength = 0.01
    axle: Axis = "y"
    inertia: WheelInertia | None = None
    actuator: Actuator = field(default_factory=Passive)
    damping: DampingGain = 0.0
    dry_friction: Annotated[float, Ge(0), Le(MAX_DRY_FRICTION), Unit("N m", in_message=False), Slider(0, 2, 0.01)] = 0.0
    armature: Annotated[float, Ge(0), Le(MAX_ARMATURE), Unit("kg m^2"), Slider(0, 0.1, 1e-4)] = 0.0
    name: Label = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if isinstance(self.actuator, Follower):
            raise RobotError(
                "SpinningWheel cannot have a Follower, which follows the next joint; write Motor() or Servo()"
            )
        check_holders(self.actuator, Spring(), UNLIMITED, "SpinningWheel", (Spring,))
        if self.inertia is not None and (not is_row(self.inertia) or len(self.inertia) != 2):
            raise RobotError(
                f"SpinningWheel inertia must be (about the axle, across it) in kg m^2, got {self.inertia!r}; write for example "
                f"inertia=({self.mass * self.radius**2 / 2:.3g}, {self.mass * self.radius**2 / 4:.3g})"
            )
        _ = self.turn, self.rim("")

    @cached_property
    def turn(self) -> tuple[float, float, float]:
        """Rotation vector of a frame whose x axis is the axle, in the axes of the link, [rad]."""
        x, y, z = unit_axis(self.axle, "SpinningWheel axle").tolist()
        size = math.hypot(y, z)
        angle = math.atan2(size, x)
        return (0.0, -z / size * angle, y / size * angle) if size > 0 else (0.0, 0.0, 0.0 if x > 0 else math.pi)

    @property
    def start(self) -> tuple[float, float, float]:
        """Point of the axle at which its body begins, half a width before the centre, from the tail end of the link [m]."""
        place = np.asarray(self.point, dtype=np.float64) - self.width / 2 * unit_axis(self.axle, "SpinningWheel axle")
        x, y, z = place.tolist()
        return x, y, z

    def joint(self, name: str) -> Revolute:
        """Return the joint about its axle."""
        return Revolute(
            "x",
            self.actuator,
            Spring(damping=self.damping),
            name=name,
            dry_friction=self.dry_friction,
            armature=self.armature,
        )

    def rim(self, name: str) -> "Link":
        """Return its body: a link along the axle that touches surfaces with its rim."""
        moments = None
        if self.inertia is not None:
            spin, across = vector(self.inertia, "SpinningWheel inertia", RobotError, size=2, unit="kg m^2")
            moments = (float(spin), float(across), float(across))
        middle = Wheel((self.width / 2, 0.0, 0.0), self.radius, None, "x")
        return Link(self.width, self.mass, Cylinder(self.radius), inertia=moments, name=name, wheels=[middle])


# ----------------------------------------------------------------------------------------------------------------------
# Triangle mesh by which a link is drawn
# ----------------------------------------------------------------------------------------------------------------------

ORIGIN = (0.0, 0.0, 0.0)
MAX_MESHES = 100  # of a link


@dataclass(frozen=True)
class LinkMesh:
    """Triangle mesh by which a link is drawn in reports, the studio, camera images and movies, in place of its
    cross-section. It has no effect on the motion.

    Recordings contain the mesh, simplified to at most 2000 triangles. Reading it needs the extra `meshes`; without it,
    or without the file, the cross-section is drawn, with a warning.

    Args:
        file: STL, OBJ, DAE or GLB file, relative to the working directory.
        point: Origin of the mesh from the tail end of the link, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the link, shape (3,), [rad].
        scale: Factors along its own axes from the file's unit to metres, shape (3,), [-].

    Raises:
        RobotError: if there is no file name, or a number is out of range.
    """

    file: Label
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    scale: Scale = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if not self.file:
            raise RobotError("LinkMesh file must not be empty; write for example LinkMesh('meshes/link.stl')")

    @property
    def transform(self) -> FloatArray:
        """T_link_mesh, shape (4, 4)."""
        return placed(self.point, self.rotation)


# ----------------------------------------------------------------------------------------------------------------------
# Rigid link: T = exp(L e_x), with an exact inertia
# ----------------------------------------------------------------------------------------------------------------------

CentreOfMass = (
    Annotated[float, Unit("m"), Slider(0, 1, 0.01), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, ...], Len(3, 3), Unit("m"), Slider(-1, 1, 0.01), CHECKED_ELSEWHERE]
)
FrictionFactor = Annotated[float, Ge(0), Le(1e3), Slider(0, 5, 0.01)]
Inertia = Annotated[tuple[float, ...], Ge(0), Unit("kg m^2"), Slider(0, 0.1, 1e-5), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Link(Displayed):
    """Rigid link along x.

    Args:
        length: Length [m].
        mass: Mass [kg].
        section: Cross-section; the default is a solid cylinder of radius length / 8.
        com: Centre of mass from the tail end: distance along x, or a point, shape (3,), [m]. Default: the middle.
        inertia: About the centre of mass: (Ixx, Iyy, Izz), or a 3x3 matrix, [kg m^2]. Default: from the section.
        volume: Displaced volume [m^3]; None for that of the section, "neutral" for neutral buoyancy in any fluid.
        buoyancy: Centre of buoyancy from the tail end, shape (3,), [m]; None for the middle of the axis.
        name: Name in messages and plots.
        wheels: Wheels of the link. The mass of a `Wheel` is added to the link; for one of mass 0, `mass` must include it. A
            `SpinningWheel` becomes a branch of the robot, a body of its own.
        contact_points: Points at which contact with surfaces is tested, from the tail end, shape (n, 3), [m], in place of
            the rings of the cross-section; for example the vertices of a convex hull.
        meshes: Meshes by which the link is drawn.
        friction_factor: Factor by which the friction coefficients of grounds and surfaces are multiplied at this link [-]; its
            wheels have those of the ground and their own rolling friction, but the rim of a link that is a wheel has its factor.

    `mass`, `com` and `inertia` do not include wheels that have a mass; `whole_mass`, `com_point` and `inertia_matrix`
    do.

    Raises:
        RobotError: if a length, mass or inertia is physically impossible.
    """

    length: PartLength
    mass: PartMass
    section: Section | None = None
    com: CentreOfMass | FloatArray | None = None
    inertia: Inertia | FloatArray | None = None
    name: Label = ""
    volume: Volume | Annotated[str, Choices(("neutral",))] | None = None
    buoyancy: Point | None = None
    wheels: Sequence[Wheel | SpinningWheel] = ()
    contact_points: Sequence[Sequence[float]] = ()
    meshes: Sequence[LinkMesh] = ()
    friction_factor: FrictionFactor = 1.0
    coordinates: tuple[Coordinate, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.section is not None and not isinstance(self.section, Section):
            raise RobotError(f"Link section must be Box(width, height) or Cylinder(radius), got {self.section!r}")
        object.__setattr__(self, "wheels", instances(self.wheels, "Link wheels", (Wheel, SpinningWheel), RobotError))
        object.__setattr__(self, "contact_points", _points(self.contact_points))
        object.__setattr__(self, "meshes", instances(self.meshes, "Link meshes", (LinkMesh,), RobotError))
        at_most(len(self.meshes), MAX_MESHES, "Link meshes", RobotError)
        _ = self.stations, self.hulls  # check the centre of mass and the inertia

    @cached_property
    def shape(self) -> Section:
        """The cross-section, or the default one."""
        return self.section or Cylinder(self.length / 8)

    @property
    def fixed_wheels(self) -> tuple[Wheel, ...]:
        """Its wheels that do not spin. In a robot, those that spin are links of their own."""
        return tuple(wheel for wheel in self.wheels if isinstance(wheel, Wheel))

    @property
    def friction_wheels(self) -> tuple[Wheel, ...]:
        """Its wheels that are modelled by friction: all but the rim of a link that is itself a wheel."""
        return tuple(wheel for wheel in self.fixed_wheels if wheel.friction is not None)

    @property
    def is_wheel(self) -> bool:
        """True if it touches surfaces with its rim, in place of its rings."""
        return any(wheel.friction is None for wheel in self.fixed_wheels)

    @property
    def whole_mass(self) -> float:
        """Mass including wheels [kg]."""
        return self._total()[0]

    def com_point(self) -> FloatArray:
        """Centre of mass with its wheels, in the frame of the tail end, shape (3,), [m]."""
        return self._total()[1]

    def inertia_matrix(self) -> FloatArray:
        """Inertia with its wheels, about their common centre of mass, shape (3, 3), [kg m^2]."""
        return self._total()[2]

    def _total(self) -> Lump:
        """Mass, centre of mass and inertia about it, with the wheels; the arrays may be changed."""
        mass, com, inertia = self._lump
        return mass, com.copy(), inertia.copy()

    @cached_property
    def _lump(self) -> Lump:
        """Result of `_total`, computed once."""
        link = self.mass, self._own_com(), self._own_inertia()
        heavy = [wheel.lump() for wheel in self.fixed_wheels if wheel.mass > 0]
        return as_one([link, *heavy]) if heavy else link

    def _own_com(self) -> FloatArray:
        if self.com is None:
            return np.array([self.length / 2, 0.0, 0.0])
        com = self.com if is_row(self.com) else [self.com, 0.0, 0.0]
        if not is_row(self.com):
            number(self.com, "Link com", RobotError, unit="m")
        position = vector(com, "Link com", RobotError, size=3, unit="m")
        number(
            float(np.abs(position).max()),
            "Link com, its distance along each axis,",
            RobotError,
            maximum=MAX_LENGTH,
            unit="m",
        )
        return position

    def _own_inertia(self) -> FloatArray:
        if self.inertia is None:
            return np.diag(self.shape.inertia(self.mass, self.length))
        matrix = np.asarray(self.inertia, dtype=object)
        if matrix.shape == (3,):
            rows = vector(self.inertia, "Link inertia", RobotError, size=3, unit="kg m^2")
            return _physical(np.diag(rows), self.mass)
        if matrix.shape != (3, 3):
            raise RobotError(f"Link inertia must be (Ixx, Iyy, Izz) or a 3x3 matrix in kg m^2, got {self.inertia!r}")
        rows = vector(matrix.ravel().tolist(), "Link inertia", RobotError, size=9, unit="kg m^2")
        return _physical(rows.reshape(3, 3), self.mass)

    @cached_property
    def stations(self) -> tuple[Station, ...]:
        """The single station of the link, at its centre of mass."""
        mass, com, inertia = self._total()
        return (Station(0, com, mass, inertia),)

    @cached_property
    def hulls(self) -> tuple[Hull, ...]:
        """Hull of the link for the fluid."""
        middle = np.array([self.length / 2, 0.0, 0.0])
        centre = middle
        if self.buoyancy is not None:
            centre = np.asarray(self.buoyancy, dtype=np.float64)
        volume: float | None = self.shape.volume(self.length)
        if isinstance(self.volume, str):
            volume = None
        elif self.volume is not None:
            volume = float(self.volume)
        com = self.com_point()
        width, height = self.shape.half_width, self.shape.half_height
        return (Hull(middle - com, self.length, width, height, 1.0, False, volume, centre - com),)


def _points(values: object) -> tuple[tuple[float, float, float], ...]:
    """Return the contact points of a link."""
    if not is_row(values):
        raise RobotError(
            f"Link contact_points must be a list of points, got {values!r}; write ((0.1, 0.02, 0.02), ...)"
        )
    at_most(len(values), MAX_RINGS, "Link contact_points", RobotError)
    points = [vector(one, f"Link contact_points {i}", RobotError, size=3, unit="m") for i, one in enumerate(values)]
    return tuple((float(x), float(y), float(z)) for x, y, z in points)


def _physical(matrix: FloatArray, mass: float) -> FloatArray:
    """Return the inertia if it is physically possible for that mass."""
    if not np.allclose(matrix, matrix.T):
        raise RobotError(f"Link inertia must be symmetric, got {matrix.tolist()}")
    a, b, c = (float(moment) for moment in np.linalg.eigvalsh(matrix))
    if not c > 0:
        small = 1e-6 * mass
        raise RobotError(
            f"Link inertia must be greater than 0 kg m^2, got {matrix.tolist()}: a rigid body has extent; omit it, or write "
            f"({small:g}, {small:g}, {small:g}) for a small body"
        )
    number(float(c / mass) ** 0.5, "Link inertia, its radius of gyration,", RobotError, maximum=MAX_LENGTH, unit="m")
    if a < -1e-12 * abs(c):
        raise RobotError(f"Link inertia must not be negative, got a principal inertia of {a:g} kg m^2")
    if a + b < c * (1 - 1e-6):
        raise RobotError(
            f"Link inertia: no body has principal inertias {a:g}, {b:g}, {c:g} kg m^2, the two smaller must add up to at "
            f"least the largest; in the plane only Izz counts, write for example ({c:g}, {c:g}, {c:g})"
        )
    return matrix


# ----------------------------------------------------------------------------------------------------------------------
# Named frame on a part of a robot, such as that of a camera or another instrument
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """Frame fixed to a part, for `frame_tree` and sensors. It has no mass and no effect on the motion.

    Args:
        name: Name of the frame.
        on: "base", "head", or the name of a link or soft section, whose frame is at its tail end.
        point: Origin of the frame in the axes of that part, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the part, shape (3,), [rad].

    Raises:
        RobotError: if it has no name, or a number is out of range.
    """

    name: Label
    on: Label = "head"
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if not self.name:
            raise RobotError("Frame name must not be empty; write for example Frame('camera')")

    @property
    def transform(self) -> FloatArray:
        """T_part_frame, shape (4, 4)."""
        return placed(self.point, self.rotation)


def placed(point: tuple[float, float, float], rotation_vector: tuple[float, float, float]) -> FloatArray:
    """Homogeneous transform from an origin and a rotation vector, shape (4, 4)."""
    x, y, z = (float(value) for value in rotation_vector)
    return transforms_of(rotation_matrices(quat_exp((x, y, z))), np.array(point))


def rotation_vector(R: FloatArray) -> tuple[float, float, float]:
    """Rotation vector of a rotation matrix, of at most pi, shape (3,), [rad]."""
    w, x, y, z = matrix_to_quat(tuple(R.ravel().tolist()))
    sine = math.copysign(math.hypot(x, y, z), w)
    scale = 2 * math.atan2(abs(sine), abs(w)) / sine if sine else 2.0
    return scale * x, scale * y, scale * z


# ----------------------------------------------------------------------------------------------------------------------
# Propellers: thrust at a point of a part, in a fixed direction
# ----------------------------------------------------------------------------------------------------------------------

DIRECTIONS = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

Direction = (
    Annotated[str, Choices(("x", "y", "z", "-x", "-y", "-z")), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, float, float], Slider(-1, 1, 0.01), CHECKED_ELSEWHERE, FIXED]
)


@dataclass(frozen=True)
class Propeller:
    """A propeller. Its command u arrives through a lag, z' = (u - z) / time_constant, solved exactly over a step, and gives

    thrust = gain z, or curve(z), between min_thrust and max_thrust, and a moment of torque_ratio times the thrust
    about its axis.

    Args:
        on: Name of the part on which it is mounted, as in `model.station_names` ("link1", "section2", or a given name).
            On a soft section it is mounted on the station nearest to `point`.
        point: Point of action of the thrust, in the frame of the tail end of the straight part, shape (3,), [m].
        direction: Direction of positive thrust on the robot: "x", "y", "z" or a vector, shape (3,), in the axes of the
            part.
        gain: Thrust for a command of 1 [N]; with 1, the command is the thrust.
        curve: Pairs (command, thrust [N]) with ascending commands, interpolated linearly and constant beyond the ends;
            it replaces `gain`.
        min_thrust, max_thrust: Limits [N].
        time_constant: Time constant of the lag [s]; 0 for no lag.
        torque_ratio: Reaction moment about the direction divided by the thrust [m]; the sign depends on the handedness
            of the blades.
        name: Name in commands and recordings; the default is propeller1, propeller2, ...

    Source: a wrench [direction; point x direction] u as in Zhang, Chen, Liu, Gong, 2022, eq. 35 to 37; lag and curve as
        manufacturers of thrusters specify them. The thrust is independent of the inflow; at speed, a real propeller
        gives less.
    """

    on: Label
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    direction: Direction = "x"
    gain: Annotated[float, Unit("N"), Slider(-10, 10, 0.1)] = 1.0
    curve: Sequence[Sequence[float]] | None = None
    min_thrust: Annotated[float, Unit("N"), Slider(-100, 0, 1), INFINITE] = -math.inf
    max_thrust: Annotated[float, Unit("N"), Slider(0, 100, 1), INFINITE] = math.inf
    time_constant: TimeConstant = 0.0
    torque_ratio: Annotated[float, Unit("m"), Slider(-0.1, 0.1, 0.001)] = 0.0
    name: Label = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        self.unit_direction()
        if not self.min_thrust < self.max_thrust:
            raise RobotError(
                f"Propeller min_thrust must be less than max_thrust, got {self.min_thrust:g} and {self.max_thrust:g} N"
            )
        self.curve_points()

    def unit_direction(self) -> FloatArray:
        """Return the direction as a unit vector, shape (3,)."""
        if isinstance(self.direction, str):
            name = self.direction.removeprefix("-")
            if name not in DIRECTIONS:
                raise RobotError(
                    f"Propeller direction must be x, y, z, -x, -y, -z or three numbers, got {self.direction!r}"
                )
            return np.array(DIRECTIONS[name]) * (-1 if self.direction.startswith("-") else 1)
        along = vector(self.direction, "Propeller direction", RobotError, size=3)
        size = np.abs(along).max()
        if not size > 0:
            raise RobotError(f"Propeller direction must not be zero, got {self.direction!r}; write direction='x'")
        along = along / size  # squares of very large or small numbers would overflow or vanish
        return along / np.linalg.norm(along)

    def curve_points(self) -> FloatArray:
        """Return commands and thrusts of the curve, shape (m, 2); empty without a curve."""
        if self.curve is None:
            return np.zeros((0, 2))
        try:
            points = floats(self.curve)
        except ValueError:
            points = np.zeros(0)
        if points.ndim != 2 or points.shape[1] != 2 or len(points) < 2 or not np.isfinite(points).all():
            raise RobotError(
                f"Propeller curve must be at least two pairs (command, thrust), got {self.curve!r}; write [(-1, -30), "
                f"(0, 0), (1, 40)]"
            )
        if not (np.diff(points[:, 0]) > 0).all():
            raise RobotError(f"Propeller curve must have ascending commands, got {points[:, 0].tolist()}")
        return points


@kernel
def thrust_of(z, gain, minimum, maximum, points, first, n):
    """Thrust of the lagged command z: by the n points of a curve from row `first`, or by the gain where n is 0 [N]."""
    thrust = gain * z
    if n > 0:
        last = first + n - 1
        thrust = points[first, 1] if z <= points[first, 0] else points[last, 1]
        for i in range(first, last):
            if points[i, 0] < z <= points[i + 1, 0]:
                fraction = (z - points[i, 0]) / (points[i + 1, 0] - points[i, 0])
                thrust = points[i, 1] + fraction * (points[i + 1, 1] - points[i, 1])
    return min(max(thrust, minimum), maximum)
