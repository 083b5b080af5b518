"""Orthogonal-joint snakes of Liu, Zang and Gao: Denavit-Hartenberg frames, bodies by size, and the robots."""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box, Cylinder, Section, as_one, disc
from snakelab.parameters.arguments import FloatArray, choice, count, number, vector
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, Choices, Coefficient, Slider, Unit, declared_arguments
from snakelab.robots.actuators import Actuator, Limits, Servo, Spring
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Frame, Link, Skin, Wheel, rotation_vector
from snakelab.robots.robot import BASE_ENDS, Part, Robot

# ----------------------------------------------------------------------------------------------------------------------
# Denavit-Hartenberg parameters of an orthogonal snake in Craig's convention, from the head
#
# The base frame B is in the head, at joint 1: y_B points to the tail, z_B up, x_B to the left. Joint i rotates about its
# z axis; odd joints are yaw joints, even ones pitch joints. A frame is in front of its link: x_i runs along link i, to the tail.
# ----------------------------------------------------------------------------------------------------------------------

# The head's own frame (x forward, y left, z up, at the head link's tail end) to B.
T_HEAD_BASE = np.array([[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])


def craig_transform(alpha: float, a: float, d: float, theta: float) -> FloatArray:
    """T_{i-1,i} = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d), shape (4, 4).

    Args:
        alpha: Twist from z_{i-1} to z_i about x_{i-1} [rad].
        a: Distance from z_{i-1} to z_i along x_{i-1} [m].
        d: Offset along z_i [m].
        theta: Angle from x_{i-1} to x_i about z_i [rad].
    """
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array(
        [
            [c, -s, 0.0, a],
            [s * ca, c * ca, -sa, -d * sa],
            [s * sa, c * sa, ca, d * ca],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def craig_table(angles: npt.ArrayLike, link_length: float) -> FloatArray:
    """The rows (alpha, a, d, theta) of all joints, shape (n, 4).

    The first joint has alpha = a = 0 and theta = phi_1 + pi/2; even ones alpha = -pi/2, odd ones after it +pi/2, all with
    a = link_length and theta = phi_i. The source prints alpha without its sign.

    Args:
        angles: phi from the head, shape (n,), n even and at least 2, [rad].
        link_length: Length of a link [m].

    Raises:
        RobotError: if the joints are not in pairs.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """
    phi = vector(angles, "craig_table angles", RobotError, unit="rad")
    paired_joints(len(phi), "craig_table angles")
    length = number(link_length, "craig_table link_length", RobotError, above=0, unit="m")
    rows = np.zeros((len(phi), 4))
    rows[1::2, 0], rows[2::2, 0] = -math.pi / 2, math.pi / 2
    rows[1:, 1] = length
    rows[:, 3] = phi
    rows[0, 3] += math.pi / 2
    return rows


def joint_frames(angles: npt.ArrayLike, link_length: float) -> FloatArray:
    """T_B_Ji of every joint i = 1..n from the head, shape (n, 4, 4), [m]. Arguments and errors as `craig_table`."""
    T = np.eye(4)
    frames = []
    for row in craig_table(angles, link_length):
        T = T @ craig_transform(*row)
        frames.append(T)
    return np.array(frames)


def angles_from_coordinates(q: npt.ArrayLike, base_end: str = "head") -> FloatArray:
    """phi from the head, for coordinates of hinges about z and y: phi_yaw = -q, phi_pitch = q, [rad].

    phi is the angle of the link on the tail side of a hinge relative to the link on its head side; pitch is about y to the right.

    Args:
        q: From the robot's base on, shape (n,), n even and at least 2, [rad].
        base_end: Of the robot: "head" or "tail".
    """
    phi = vector(q, "angles_from_coordinates q", RobotError, unit="rad").copy()
    if choice(base_end, "angles_from_coordinates base_end", BASE_ENDS, RobotError) == "tail":
        phi = phi[::-1].copy()
    paired_joints(len(phi), "angles_from_coordinates q")
    phi[::2] *= -1.0
    return phi


def paired_joints(joints: object, name: str) -> int:
    """Return the number of joints, which must be even and positive: a yaw and a pitch joint in every pair."""
    n = count(joints, name, RobotError, minimum=0, maximum=1000)
    if n == 0 or n % 2:
        raise RobotError(
            f"{name} must be an even number of joints, a yaw and a pitch in each pair, got {n}; write {n + n % 2 or 2}"
        )
    return n


# ----------------------------------------------------------------------------------------------------------------------
# Bodies of the orthogonal snakes by size: head, links and joint limits
# ----------------------------------------------------------------------------------------------------------------------

# From the authors' model files: masses [kg], radius and width [m].
BRACKET, WHEEL = 0.05277, 0.03846
RADIUS, WIDTH = 0.018, 0.005
# Lateral distance of the wheels, as a fraction of the half width of the link: 49 mm of 55 mm.
LATERAL = 0.049 / 0.055
# Axes of the left camera (x right, y down, z ahead) in those of B (left, tailward, up): 5 degrees up; its position [m].
R_BASE_CAMERA = np.array([[-1.0, 0.0, 0.0], [0.0, -0.0871557, -0.9961947], [0.0, -0.9961947, 0.0871557]])
P_BASE_CAMERA = (0.06, -0.284, 0.0)


def with_wheels(link: Link, x: float, friction: float) -> Link:
    """Return the link with two wheels below it, with their mass and inertia included.

    The axle is transverse, at the lower edge of the link. A wheel has the inertia of a disc; its bracket, whose shape
    is not published, is a point mass at its centre. The source gives the position for links behind a yaw joint of the
    largest snake, at their tail end. It is assumed that the wheels of the head are at its front end, which spaces all
    pairs evenly, and that positions scale with the size of the snake. Brackets and wheels of 15 pairs have 2.74 kg
    (source: 2.7 kg).

    Args:
        link: Link without wheels.
        x: Position of the axle from the tail end [m].
        friction: Friction coefficient in the rolling direction [-].

    Source: the published model files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots
    with Environmental Adaptability Based on ROS, 2024.
    """
    y, z = LATERAL * link.shape.half_width, -link.shape.half_height
    places = [np.array([x, side * y, z]) for side in (1, -1)]
    body = link.whole_mass, link.com_point(), link.inertia_matrix()
    wheel_inertia = disc(WHEEL, RADIUS, WIDTH, np.array([0.0, 1.0, 0.0]))
    mass, com, inertia = as_one([body, *((BRACKET + WHEEL, place, wheel_inertia) for place in places)])
    wheels = tuple(Wheel((float(p[0]), float(p[1]), float(p[2])), RADIUS, friction) for p in places)
    rows: Any = tuple(tuple(row) for row in inertia.tolist())  # allows comparison of links
    return replace(link, mass=mass, com=tuple(com.tolist()), inertia=rows, wheels=wheels)


def zed_frames(on: str) -> tuple[Frame, ...]:
    """Return the frames `camera_left`, `camera_right` and `imu` on a link whose tail end is joint 1.

    The left camera follows the calibration of the source: T_world_base = T_world_camera T_base_camera^-1. It is assumed
    that the right camera is its mirror image, 0.12 m to the right, and that the IMU is between them, aligned with the
    head.

    Source: the published code of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with
    Environmental Adaptability Based on ROS, 2024.
    """
    x, y, z = P_BASE_CAMERA
    mounting = rotation_vector(T_HEAD_BASE[:3, :3] @ R_BASE_CAMERA)
    return (
        Frame("camera_left", on, _in_link_axes(x, y, z), mounting),
        Frame("camera_right", on, _in_link_axes(-x, y, z), mounting),
        Frame("imu", on, _in_link_axes(0.0, y, z)),
    )


def _in_link_axes(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a point of B in link axes."""
    point: FloatArray = T_HEAD_BASE @ [x, y, z, 1.0]
    return float(point[0]), float(point[1]), float(point[2])


@dataclass(frozen=True)
class Body:
    """Head, links and joint limits of one size.

    Attributes:
        head: The first link.
        yaw: The link behind each yaw joint.
        pitch: The link behind each pitch joint.
        stop: Joint limit to either side [rad].
        frames: Frames on the head.
    """

    head: Link
    yaw: Link
    pitch: Link
    stop: float
    frames: tuple[Frame, ...] = ()


def even(length: float, head: float, link: float, section: Section, stop: float) -> Body:
    """Return a body of solid bars.

    Args:
        length: Length of each link [m].
        head: Mass of the head [kg].
        link: Mass of every other link [kg].
        section: Cross-section of all links.
        stop: Joint limit to either side [rad].
    """
    behind = Link(length, link, section)
    return Body(Link(length, head, section, name="head_link"), behind, behind, stop)


SMALL = even(0.0764, 0.0484, 0.3886, Box(0.06, 0.06), math.radians(120))
# Round in the authors' model files; a rectangle in the paper, whose size is not published: the square around the circle.
MIDDLE = even(0.106, 0.3036, 0.5778, Cylinder(0.036), math.radians(90))
MIDDLE_SQUARE = even(0.106, 0.3036, 0.5778, Box(0.072, 0.072), math.radians(90))


@dataclass(frozen=True)
class Piece:
    """Link in the axes of the model files: mass [kg], centre of mass [m], moments of inertia [kg m^2]."""

    mass: float
    com: tuple[float, float, float]
    inertia: tuple[float, float, float]


# The head in the axes of B (left, tailward, up), a joint's link in those of its joint (x tailward, z the hinge).
HEAD = Piece(0.95365, (-4.2e-5, -0.0800546, 5.7e-5), (8.603e-3, 1.788e-3, 8.604e-3))
LINK = Piece(1.33104, (0.073385, 7.9e-6, 2.85e-4), (2.072e-3, 1.0603e-2, 1.0637e-2))
LENGTH = 0.16  # of each link [m]


def built(section: Section) -> Body:
    """Return the body of the built snake, with the masses and inertias of its model files, for a given
    cross-section."""
    x, y, z = HEAD.com
    across, along, up = HEAD.inertia
    head = Link(LENGTH, HEAD.mass, section, com=(-y, x, z), inertia=(along, across, up), name="head_link")
    x, y, z = LINK.com
    along, second, hinge = LINK.inertia
    # Behind a yaw, z is up and y right; behind a pitch, z is right and y down.
    yaw = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -y, z), inertia=(along, second, hinge))
    pitch = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -z, -y), inertia=(along, hinge, second))
    return Body(head, yaw, pitch, 1.57, zed_frames("head_link"))


# ----------------------------------------------------------------------------------------------------------------------
# Orthogonal-joint snakes of Liu, Zang and Gao in three sizes: position servos, joints alternately about z and y
# ----------------------------------------------------------------------------------------------------------------------

SERVO = Servo(kp=50.001, kd=0.103, ki=1.002, torque_limit=8.3)
DAMPING = 0.1  # of a joint [N m s/rad]
WHEEL_FRICTION = 0.02  # in the rolling direction [-]
SECTIONS = ("round", "box")

PairedJoints = Annotated[int, Ge(2), Le(1000), Slider(2, 60, 2), CHECKED_ELSEWHERE]
RingsPerLink = Annotated[int, Ge(1), Le(1000), Slider(1, 20, 1), CHECKED_ELSEWHERE]
DryFriction = Annotated[float, Ge(0), Unit("N m"), Slider(0, 2, 0.01), CHECKED_ELSEWHERE]


def chain(
    body: Body,
    joints: int,
    wheels: bool,
    wheel_friction: float,
    rings_per_link: int,
    actuator: Actuator,
    dry_friction: float,
    name: str,
) -> Robot:
    """Return the chain from the head: each joint with the link behind it.

    Args:
        body: Head, links and joint limits.
        joints: This and the following arguments as for `snake_iii`.
    """
    paired_joints(joints, f"{name} joints")
    head, yaw, pitch = body.head, body.yaw, body.pitch
    if wheels:
        head, yaw = with_wheels(head, head.length, wheel_friction), with_wheels(yaw, 0.0, wheel_friction)
    parts: list[Part] = [head]
    for i in range(1, joints + 1):
        kind, axis, link = ("yaw", "z", yaw) if i % 2 else ("pitch", "y", pitch)
        held = Spring(damping=DAMPING), Limits(-body.stop, body.stop)
        parts += [Revolute(axis, actuator, *held, f"{kind}{(i + 1) // 2}", dry_friction=dry_friction), link]
    return Robot(parts, name=name, base_end="head", skin=Skin(rings_per_link=rings_per_link), frames=body.frames)


@declared_arguments(RobotError)
def snake_i(
    joints: PairedJoints = 28,
    *,
    wheels: bool = False,
    wheel_friction: Coefficient = WHEEL_FRICTION,
    rings_per_link: RingsPerLink = 2,
    actuator: Actuator = SERVO,
    dry_friction: DryFriction = 0.0,
    name: str = "snake_i",
) -> Robot:
    """The smallest orthogonal snake: links of 0.0764 m and 0.3886 kg, 60 mm square, joint limits +-120 degrees.

    Kinematics and source are those of `snake_iii`. The joint damping is assumed to equal that of `snake_iii`, which has the
    same servo; dry friction is not published.

    Args:
        joints: Number of joints, even, alternately yaw and pitch [-].
        wheels: True for passive wheels, two on the head and two behind each yaw joint.
        wheel_friction: Friction coefficient in the rolling direction (assumed) [-].
        rings_per_link: Number of contact rings of each link [-]; use more on ground that is rough on the scale of a link.
        actuator: Actuator of every joint. Default: the servo of `snake_iii`.
        dry_friction: Dry friction of every joint, in addition to a viscous damping of 0.1 N m s/rad [N m].
        name: Name in titles and files.
    """
    return chain(SMALL, joints, wheels, wheel_friction, rings_per_link, actuator, dry_friction, name)


@declared_arguments(RobotError)
def snake_ii(
    joints: PairedJoints = 28,
    *,
    section: Annotated[str, Choices(SECTIONS)] = "round",
    wheels: bool = False,
    wheel_friction: Coefficient = WHEEL_FRICTION,
    rings_per_link: RingsPerLink = 2,
    actuator: Actuator = SERVO,
    dry_friction: DryFriction = 0.0,
    name: str = "snake_ii",
) -> Robot:
    """The middle-sized orthogonal snake: links of 0.106 m and 0.5778 kg, joint limits +-90 degrees.

    Kinematics and source are those of `snake_iii`. The joint damping is assumed, as for `snake_i`.

    Args:
        joints: Number of joints, even, alternately yaw and pitch [-].
        section: "round" (radius 36 mm, as in the authors' model files) or "box" (a square of 72 mm, in place of the rectangle
            of the paper, whose size is not given).
        wheels: True for passive wheels, two on the head and two behind each yaw joint.
        wheel_friction: Friction coefficient in the rolling direction (assumed) [-].
        rings_per_link: Number of contact rings of each link [-]; use more on ground that is rough on the scale of a link.
        actuator: Actuator of every joint. Default: the servo of `snake_iii`.
        dry_friction: Dry friction of every joint, in addition to a viscous damping of 0.1 N m s/rad [N m].
        name: Name in titles and files.
    """
    body = MIDDLE if section == "round" else MIDDLE_SQUARE
    return chain(body, joints, wheels, wheel_friction, rings_per_link, actuator, dry_friction, name)


@declared_arguments(RobotError)
def snake_iii(
    joints: PairedJoints = 28,
    *,
    section: Annotated[str, Choices(SECTIONS)] = "round",
    wheels: bool = False,
    wheel_friction: Coefficient = WHEEL_FRICTION,
    rings_per_link: RingsPerLink = 2,
    actuator: Actuator = SERVO,
    dry_friction: DryFriction = 0.0,
    name: str = "snake_iii",
) -> Robot:
    """The largest orthogonal snake, which was built: links of 0.16 m and 1.331 kg, joint limits +-1.57 rad.

    The base is the head, and joints are numbered from there: yaw1 about z, pitch1 about y, yaw2, ... The coordinate of
    a joint is the angle of its head side relative to its tail side, for pitch joints about the left;
    `snakelab.robots.library.orthogonal_robots.angles_from_coordinates(q)` converts to the
    angles of the source. The frames `camera_left`, `camera_right` and `imu` are on the head, see
    `snakelab.robots.library.orthogonal_robots`.

    Args:
        joints: Number of joints, even, alternately yaw and pitch [-]; the source has 28.
        section: "round" (radius 55 mm, for creeping, sidewinding and arcs) or "box" (110 mm, for vertical waves and
            helices).
        wheels: True for passive wheels, two on the head and two behind each yaw joint (2.7 kg in total). They raise the
            straight body 18 mm above the ground.
        wheel_friction: Friction coefficient in the rolling direction (assumed; not in the source) [-]; the lateral one
            is that of the ground.
        rings_per_link: Number of contact rings of each link [-]; use more on ground that is rough on the scale of a
            link.
        actuator: Actuator of every joint. Default: the servo of the source's simulation, with a torque limit of 8.3 N m
            that is assumed from the name of the servo. `replace(SERVO, speed_limit=...)` also limits its speed.
        dry_friction: Dry friction of every joint, in addition to a viscous damping of 0.1 N m s/rad [N m]. The
            published model has 0.1 N m; the default omits it, as do the scenarios and figures of this library (see
            Limitations in the documentation).
        name: Name in titles and files.

    Joint limits are springs, those of the source are rigid; dry friction is smoothed (dry_eps of `Revolute`).

    Raises:
        RobotError: if the number of joints is odd, or the section is unknown.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024, and the parameters of their published model files.
    """
    round_one = section == "round"
    body = built(Cylinder(0.055) if round_one else Box(0.11, 0.11))
    return chain(body, joints, wheels, wheel_friction, rings_per_link, actuator, dry_friction, name)
