"""The orthogonal-joint snakes of Liu, Zang and Gao in their three sizes: position servos, hinges about z and y in turn."""

from typing import Annotated

from annotated_types import Ge, Le

from snakelab.declared.check import declared_arguments
from snakelab.declared.marks import CHECKED_ELSEWHERE, Choices, Slider, Unit
from snakelab.declared.quantities import Coefficient
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Box, Cylinder
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.compliance import Limits, Spring
from snakelab.robots.denavit_hartenberg import paired_joints
from snakelab.robots.library.orthogonal.bodies import MIDDLE, MIDDLE_SQUARE, SMALL, Body, built, on_wheels
from snakelab.robots.parts import Part, Revolute
from snakelab.robots.robot import Robot
from snakelab.robots.skin import Skin
from snakelab.types import instance

SERVO = Servo(kp=50.001, kd=0.103, ki=1.002, torque_limit=8.3)
DAMPING = 0.1  # of a joint [N m s/rad]
WHEEL_FRICTION = 0.02  # along the roll [-]
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
    """The chain from the head: each joint with the link behind it.

    Args:
        body: What it is made of.
        joints: As all that follow, see `snake_iii`.
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
    """The small snake: links of 0.0764 m and 0.3886 kg, 60 mm square, hinges to +-120 degrees. See `snake_iii`.

    The damping of its joints is assumed: that of `snake_iii`, whose servo they have. No dry friction is published for them.
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
    """The middle snake: links of 0.106 m and 0.5778 kg, hinges to +-90 degrees. See `snake_iii`.

    With `section="round"` it has a radius of 36 mm, as in the authors' model files; with "box" it is a square of 72 mm,
    for the paper's rectangle, whose size is not printed. The damping of its joints is assumed, as that of `snake_i`.
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
    """The snake that was built: links of 0.16 m and 1.331 kg, hinges to +-1.57 rad.

    Its base is the head, and all runs from there: joints yaw1 about z, pitch1 about y, yaw2, ... Of a joint the coordinate
    is the angle of its headward side, about left for a pitch; the source's angles are
    `snakelab.robots.denavit_hartenberg.angles_from_coordinates(q)`. Frames `camera_left`, `camera_right` and `imu` stand on
    the head: see `snakelab.robots.library.orthogonal.bodies`.

    Args:
        joints: Even, a yaw and a pitch in each pair [-]; the source has 28.
        section: "round" (radius 55 mm, for creeping, sidewinding and arcs) or "box" (110 mm, for waves upright and
            helices).
        wheels: True for passive wheels, two on the head and two behind each yaw (2.7 kg in all). They carry
            the straight body 18 mm above the ground.
        wheel_friction: Coefficient along their roll (assumed; the source has none); across it is that of the ground [-].
        rings_per_link: Places along each link where it feels the ground [-]: more on ground that is rough on the scale of a link.
        actuator: Of every joint. Default: the servo of the source's simulation, with 8.3 N m at most: an assumption from
            the servo's name, the source has no limit there. `replace(SERVO, speed_limit=...)` limits its speed too.
        dry_friction: Of every joint, in addition to its viscous 0.1 N m s/rad [N m]. The published model has 0.1; the
            default leaves it out, as the scenarios and figures of this library do (see the docs, Limitations).
        name: For titles and files.

    End stops are springs, where the source's are hard, and dry friction is smoothed (`Revolute` dry_eps).

    Raises:
        RobotError: if the joints are not in pairs, or the section is neither.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024, and the numbers of their published model files.
    """
    round_one = section == "round"
    body = built(Cylinder(0.055) if round_one else Box(0.11, 0.11))
    return chain(body, joints, wheels, wheel_friction, rings_per_link, actuator, dry_friction, name)
