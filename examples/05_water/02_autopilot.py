"""Autopilot: control of depth and heading, and path following, by propellers and by bending.

The robot has three neutrally buoyant modules, two stiff revolute joints and six propellers, four horizontal and two vertical.
The program prints the largest force or moment of the propellers along each axis. An autopilot then follows waypoints in a side
current, steering by thrust and by bending; the notes of the recording list the waypoints passed. In the last run the current is
faster than the robot.

Ideas: `reachable` gives the range of the force or moment of the propellers along each axis; an `Autopilot` is a controller for
any robot, because its loops return accelerations, which the inertia of the robot converts to forces.
"""

import math
import warnings

import numpy as np

import snakelab as sl


def module(name: str) -> sl.Link:
    """Neutrally buoyant cylinder with its centre of mass 5 mm below its axis."""
    mass = 1000 * math.pi * 0.045**2 * 0.2
    return sl.Link(0.2, mass, section=sl.Cylinder(0.045), com=(0.1, 0, -0.005), name=name)


hinge = sl.Revolute("z", sl.Servo(kp=20.0, kd=2.0))
propellers = [
    sl.Propeller(on, (0.1, y, 0), direction, min_thrust=-5, max_thrust=5, time_constant=0.1)
    for on in ("tail", "front")
    for y, direction in ((0.076, "x"), (0.0, "z"), (-0.076, "x"))
]
robot = sl.Robot([module("tail"), hinge, module("middle"), hinge, module("front")], propellers=propellers)


def in_current(*velocity: float) -> sl.Model:
    """Model of the robot in a uniform current [m/s]."""
    return sl.build_model(robot, sl.World([sl.Gravity(), sl.Fluid(currents=[sl.Current(velocity)])]))


for direction, (least, most) in sl.control.reachable(in_current(0, 0, 0)).items():
    print(f"{direction:6} {least:8.2f} to {most:6.2f} {'N' if direction in ('surge', 'sway', 'heave') else 'N m'}")

waypoints = [(4, 0, -1), (4, 4, -1.5)]
for steer in ("thrust", "bend"):
    autopilot = sl.Autopilot(waypoints=waypoints, speed=0.4, steer=steer)
    model = in_current(0, 0.1, 0)
    deep = sl.initial_state(model, position=(0, 0, -1))
    recording = sl.simulate(model, autopilot, duration=30.0, state=deep, step=0.01)
    print(f"\nsteered by {steer}: at {np.round(recording['com_position'].values[-1], 2)} m after 30 s")
    print(recording.dataset.attrs["notes"])

with warnings.catch_warnings():
    warnings.simplefilter("ignore", sl.errors.SnakelabWarning)
    late = sl.simulate(in_current(-1.2, 0, 0), sl.Autopilot(waypoints=waypoints, speed=0.4), duration=25.0, step=0.01)
print(f"\nagainst 1.2 m/s: {late.dataset.attrs['notes']}")
