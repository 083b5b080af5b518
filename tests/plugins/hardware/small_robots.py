"""Small robots for the tests of the bus: four joints on a plane, with emulated servos."""

import snakelab as sl
from snakelab.plugins.hardware.robot_file import RobotFile, robot_from_text

LINK = sl.Link(0.1, mass=0.1)
N = 4
TEXT = """
name: small
ids: 1-4
sign: [1, -1, 1, -1]
zero: 0.1
limits: [-1.5, 1.5]
"""


def model(amplitude: float = 0.0) -> sl.Model:
    """A planar snake with four servo joints."""
    parts = [LINK]
    for _ in range(N):
        parts += [sl.Revolute("z", actuator=sl.Servo(kp=5.0, kd=0.05)), LINK]
    world = sl.World([sl.ViscousFriction(0.5, 5.0)])
    return sl.build_model(sl.Robot(parts, base="planar"), world)


def robot(more: str = "", text: str = TEXT) -> RobotFile:
    """The robot file of four emulated servos, with further lines."""
    return robot_from_text(text + more, "small.yaml")
