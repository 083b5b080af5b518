"""From a planar to a spatial model: the wheeled snake on level and sloping ground.

In the planar model the load of each link is given, at its middle. Here the base is floating and a `Contact` supports the robot
against gravity, so that the loads follow from the motion. On level ground with contact points under the middle of each link,
both models give the same motion. With contact points at both ends, where the rotation of the links makes the wheels slip
sideways, the same gait is less than half as fast. Uphill the robot needs more work, until it slides back.

Ideas: `Contact` with a plane of any slope; friction along and across the body; the rings of a `Skin`; an initial state on the
ground, aligned with it.
"""

import math

import numpy as np

import snakelab as sl

LINK = sl.Link(0.11, mass=0.08, section=sl.Box(0.04, 0.03))
PARTS = [LINK, *4 * [sl.Revolute("z"), LINK]]
GAIT = sl.SerpenoidGait(amplitude=math.pi / 4, angular_frequency=math.pi / 2, phase_lag=math.pi / 4)
FRICTION = {"mu_tangential": 0.05, "mu_normal": 0.56, "shape": "per_axis"}
DURATION = 12.0  # three cycles


def planar() -> sl.Recording:
    """The planar model, in which every link carries its own weight."""
    model = sl.build_model(sl.Robot(PARTS, base="planar"), sl.World([sl.LinkFriction(**FRICTION)]))
    return sl.simulate(model, GAIT, DURATION)


def on_slope(angle: float, rings: int = 1) -> sl.Recording:
    """The same robot in space, on a plane that rises along x, with a number of skin rings per link."""
    normal = np.array([-math.sin(angle), 0.0, math.cos(angle)])
    ground = sl.Contact(sl.Plane(normal), stiffness=5e3, damping=30.0, friction=sl.SurfaceFriction(**FRICTION))
    robot = sl.Robot(PARTS, skin=sl.Skin(rings_per_link=rings))
    model = sl.build_model(robot, sl.World([sl.Gravity(), ground]))
    lying = (math.cos(angle / 2), 0.0, -math.sin(angle / 2), 0.0)
    start = sl.initial_state(model, position=0.015 * normal, quaternion=lying, q=GAIT_START)
    return sl.simulate(model, GAIT, DURATION, state=start)


GAIT_START = GAIT.amplitude * np.sin(GAIT.phase_lag * np.arange(4))


print("ground             speed [m/s]   drive [W]   load [N]")
runs = {"planar model": planar(), "level, ends touch": on_slope(0.0, rings=2)}
runs |= {f"slope of {deg:2d} deg": on_slope(math.radians(deg)) for deg in (0, 2, 5, 10)}
for name, recording in runs.items():
    metrics = sl.metrics(recording)
    load = recording["skin_load"].values[-1].sum() if "skin_load" in recording.dataset else 5 * 0.08 * 9.81
    forward = recording["com_position"].values[-1] - recording["com_position"].values[0]
    speed = np.linalg.norm(forward) / DURATION * (1 if forward[0] > 0 else -1)
    print(f"{name:18s} {speed:+11.4f} {metrics['work_drive'] / DURATION:11.4f} {load:10.3f}")
