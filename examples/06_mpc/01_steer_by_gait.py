"""Steering by sampled gait parameters: the wheeled snake reaches three goals.

Every half second the controller draws amplitudes and offsets of the serpenoid wave, simulates each of them three seconds ahead
with the engine, and continues with the weighted mean of the best. It does not depend on the type of robot: another robot,
world, gait or cost requires the change of one line.

Ideas: `SamplingMpc` with `EngineRollouts` of `GaitParameters`; a cost is a function of a trajectory; the recording contains
the log of the controller.
"""

import numpy as np

import snakelab as sl

LINK = sl.Link(0.11, mass=0.08)
GAIT = sl.SerpenoidGait(amplitude=0.6, angular_frequency=3.0, phase_lag=0.8, ramp=1.0)
ENGINE = sl.SnakelabEngine(step=0.0125, integrator="plain")  # coarse: for the predictions only

robot = sl.Robot([LINK, *4 * [sl.Revolute("z"), LINK]], base="planar")
model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")]))
policy = sl.control.GaitParameters(GAIT, {"amplitude": (0.3, 0.9), "offset": (-0.3, 0.3)})


def steered_to(x: float, y: float) -> sl.Recording:
    """Simulate a run toward a goal, which ends near the goal."""

    goal = np.array([x, y])

    def cost(path: sl.control.Trajectory) -> np.ndarray:
        return ((path["com_position"][:, :2] - goal) ** 2).sum(axis=1)

    mpc = sl.SamplingMpc(
        sl.control.EngineRollouts(policy, ENGINE),
        cost=cost,
        sampling=sl.control.Sampling(8),
        horizon=sl.control.Horizon(30),
        every=5,
    )
    there = sl.GoalReached((x, y, 0.0), radius=0.1)
    return sl.simulate(model, mpc, duration=20.0, step=5e-3, stop_when=[there])


print("goal [m]         nearest [m]   status")
for goal in ((0.8, 0.0), (0.5, 0.5), (0.5, -0.5)):
    recording = steered_to(*goal)
    away = np.linalg.norm(recording["com_position"].values[:, :2] - goal, axis=1)
    print(f"({goal[0]:4.1f}, {goal[1]:4.1f})   {away.min():14.3f}   {recording.status}")
print("last offset [rad]", f"{recording['control_plan_offset'].dropna('control_time').values[-1, -1]:.3f}")
