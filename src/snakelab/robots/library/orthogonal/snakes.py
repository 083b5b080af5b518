"""Orthogonal-joint snakes of Liu, Zang and Gao in three sizes: position servos, joints alternately about z and y."""

from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.shapes import Box, Cylinder
from snakelab.parameter_declarations.check import declared_arguments
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Coefficient
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.library.orthogonal.bodies import MIDDLE, MIDDLE_SQUARE, SMALL, Body, built, on_wheels
from snakelab.robots.library.orthogonal.denavit_hartenberg import paired_joints
from snakelab.robots.parts import Part, Revolute
from snakelab.robots.parts.compliance import Limits, Spring
from snakelab.robots.parts.skin import Skin
from snakelab.robots.robot import Robot
from snakelab.types import instance

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
    instance(wheels, f"{name} wheels", (bool,), RobotError)
    head, yaw, pitch = body.head, body.yaw, body.pitch
    if wheels:
        head, yaw = on_wheels(head, head.length, wheel_friction), on_wheels(yaw, 0.0, wheel_friction)
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
    `snakelab.robots.library.orthogonal.denavit_hartenberg.angles_from_coordinates(q)` converts to the
    angles of the source. The frames `camera_left`, `camera_right` and `imu` are on the head, see
    `snakelab.robots.library.orthogonal.bodies`.

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
