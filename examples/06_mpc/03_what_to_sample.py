"""Inputs of sampling MPC: angles of one joint, of two joints, or the parameters of a wave.

A snake in open water swims to a goal 3.6 m away. In the first two cases only some joints are servos, and the others follow the
joint ahead: the controller samples the angles of those servos, ten times per second. In the third case all joints are servos,
and the controller samples the amplitude, the frequency and the offset of a wave on all of them; the offset steers.

Ideas: `LaneRollouts(joints=[...])` gives each joint its own sequence; with a `PlannedWave` three parameters control any number
of joints; inputs are recorded by name.
"""

from dataclasses import replace

import numpy as np

import snakelab as sl
from snakelab.robots.library.rigid_robots import eel, pipe_snake

GOAL = (3.0, 2.0)
SERVO = sl.Servo(kp=20, kd=1)
WATER = sl.World([sl.worlds.LumpedFluid(added_inertia=0.5)])
WAVE = sl.plugins.lanes.PlannedWave(
    amplitude=(0.1, 0.7), angular_frequency=(1.0, 4.0), offset=(-0.25, 0.25), phase_lag=0.7
)
JOINTS = [f"joint{i}" for i in range(1, 10)]

head_alone = pipe_snake()
parts = list(head_alone.parts)
parts[9] = replace(parts[9], actuator=SERVO)  # joint 5; links and joints alternate
two_joints = replace(head_alone, parts=parts)
all_joints = eel(10, link_length=0.14, mass=0.1, half_width=0.05, half_height=0.03, joints=SERVO)

MPC = sl.SamplingMpc(
    sl.plugins.lanes.LaneRollouts(),
    cost=sl.plugins.lanes.TravelCost(goal=GOAL, weights=(10.0, 10.0)),
    sampling=sl.control.Sampling(512, sigma=0.5, knot_every=5),
    horizon=sl.control.Horizon(60),
)
plans = {
    "head joint": (head_alone, MPC),
    "joints 9 and 5": (two_joints, replace(MPC, rollouts=sl.plugins.lanes.LaneRollouts(["joint9", "joint5"]))),
    "wave on all nine": (
        all_joints,
        replace(MPC, rollouts=sl.plugins.lanes.LaneRollouts([f"joint{i}" for i in range(1, 10)], WAVE)),
    ),
}

print(f"{'sampled':18} {'at the goal after [s]':>22} {'largest joint angle [rad]':>26}")
for name, (robot, mpc) in plans.items():
    there = sl.GoalReached((*GOAL, 0.0), radius=0.2)
    model = sl.build_model(robot, WATER)
    recording = sl.simulate(model, mpc, 40.0, step=5e-3, tolerance=3e-3, record_rate=10.0, stop_when=[there])
    after = recording["time"].values[-1] if "goal" in recording.status else np.inf
    print(f"{name:18} {after:22.1f} {np.abs(recording['q'].values).max():26.2f}")
asked = {name: recording[f"control_input_{name}"].values[-1] for name in ("amplitude", "angular_frequency", "offset")}
print("the wave's last parameters:", ", ".join(f"{name} {value:.2f}" for name, value in asked.items()))
