"""From links and hinges to a robot: the chain of any orthogonal-joint snake, from the head on."""

from snakelab.errors import RobotError
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.compliance import Limits, Spring
from snakelab.robots.kinematics.craig import paired_joints
from snakelab.robots.library.orthogonal.bodies import Body
from snakelab.robots.library.orthogonal.undercarriage import on_wheels
from snakelab.robots.parts import Part, Revolute
from snakelab.robots.robot import Robot
from snakelab.robots.skin import Skin
from snakelab.types import instance, number

SERVO = Servo(kp=50.001, kd=0.103, ki=1.002, torque_limit=8.3)
DAMPING = 0.1  # of a joint [N m s/rad]
WHEEL_FRICTION = 0.02  # along the roll [-]


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
    number(wheel_friction, f"{name} wheel_friction", RobotError, least=0)
    head, yaw, pitch = body.head, body.yaw, body.pitch
    if wheels:
        head, yaw = on_wheels(head, head.length, wheel_friction), on_wheels(yaw, 0.0, wheel_friction)
    parts: list[Part] = [head]
    for i in range(1, joints + 1):
        kind, axis, link = ("yaw", "z", yaw) if i % 2 else ("pitch", "y", pitch)
        held = Spring(damping=DAMPING), Limits(-body.stop, body.stop)
        parts += [Revolute(axis, actuator, *held, f"{kind}{(i + 1) // 2}", dry_friction=dry_friction), link]
    return Robot(parts, name=name, base_end="head", skin=Skin(rings_per_link=rings_per_link), frames=body.frames)
