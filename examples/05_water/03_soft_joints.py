"""Soft joints under water: how the motion of the robot bends its joints.

Three rigid modules with six propellers, and two soft hydraulic joints between them. Pressure in one chamber of each joint bends
the robot, which circles under thrust. The program compares three models: joints frozen in static equilibrium; joints simulated
alone, whose motion is imposed on the robot, as in some papers; and joints and robot solved together, as `simulate` does. Joints
simulated alone carry neither the modules nor their drag, so that they bend further and the robot turns too fast.

Ideas: `SteadyGait` commands pressures and thrusts; `static_equilibrium` returns the shape under pressures; `imposed_joints`
returns a table of the motion of the joints alone, to which `ThrustGait` adds propellers; `circle_of` fits the path.
"""

import math
import sys
from pathlib import Path

import numpy as np

import snakelab as sl
from snakelab.robots.library.soft_robots import hybrid_underwater

sys.path.insert(0, str(Path(__file__).parents[2]))  # the source tree, which contains `reproductions`
from reproductions.hybrid_snake import circle_of, imposed_joints, with_imposed_joints

DURATION = 20.0  # [s]
PRESSURES = np.array([3e5, 0, 0, 3e5, 0, 0])  # chambers of joint 1, of joint 2 [Pa]
THRUST = (1.0, 0.0, 1.0, 1.0, 0.0, 1.0)  # tail: left, up, right; head: left, up, right [N]

robot = hybrid_underwater()
world = sl.World([sl.Gravity(), sl.Fluid()])
whole = sl.build_model(robot, world)
led = sl.build_model(with_imposed_joints(robot), world)

runs = {
    "frozen": (led, sl.gaits.SteadyGait(sl.gaits.static_equilibrium(whole, PRESSURES), THRUST)),
    "imposed": (led, sl.ThrustGait(imposed_joints(robot, PRESSURES, DURATION), THRUST)),
    "solved at once": (whole, sl.gaits.SteadyGait(PRESSURES, THRUST)),
}
print(f"after {DURATION:g} s     bend of joint 1 [deg]   turning [rad/s]   radius [m]   speed of the tail [m/s]")
for name, (model, gait) in runs.items():
    run = sl.simulate(model, gait, DURATION, step=5e-3, record_rate=20)
    q = run["q"].values[-1, :3]
    bend = 2 / (3 * 0.024) * math.sqrt((q**2).sum() - q[0] * q[1] - q[1] * q[2] - q[2] * q[0])
    circle = circle_of(run, since=DURATION - 5)
    print(f"{name:15}{math.degrees(bend):15.1f}{circle.rate:22.3f}{circle.radius:15.3f}{circle.speed:17.3f}")
