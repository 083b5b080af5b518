"""Monte Carlo MPC of an underwater snake that enters a pipe, with the head joint as the only input.

A pipe begins in a wall at x = -5, 0.4 m wide; at x = -7.5 it steps down to 0.2 m. The head joint is steered, and every other
joint follows the one ahead of it. Ten times per second, input sequences for the next ten seconds are sampled and rolled out,
including the walls, and the best are averaged. The engine simulates the robot with a tolerance, because the target of the servo
in the head jumps.

Ideas: `LaneRollouts` derive their prediction from the model; `futures` are the predicted paths; the computing time of each
cycle is recorded. The published setting has 8640 samples and a start at (0, 0); this program uses 512 samples and starts near
the mouth.

Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive
control and curvature derivative control.
"""

import numpy as np

import snakelab as sl
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.robots.library.rigid_robots import pipe_snake

STEP = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-10, -5)], [0.2, 0.2, 0.1, 0.1]))
WALLS = sl.Contact(
    sl.geometry.Extruded([STEP], (-13, -8), (1, 1)), stiffness=500, damping=5, friction=sl.SurfaceFriction(0.2)
)

model = sl.build_model(pipe_snake(), sl.World([sl.worlds.LumpedFluid(added_inertia=0.5), WALLS]))
state = sl.initial_state(
    model, position=(-3.0, -4.6, 0.0), quaternion=(0.0, 0.0, 0.0, 1.0)
)  # the tail; it points to -x
mpc = sl.SamplingMpc(
    sl.plugins.lanes.LaneRollouts(), goal=(-11.0, -5.0), sampling=sl.control.Sampling(512, sigma=0.5, knot_every=5)
)

recording = sl.simulate(model, mpc, duration=20.0, state=state, step=5e-3, tolerance=3e-3, record_rate=10.0)

print("time [s]   head x, y [m]      cost   peak load [N]")
cost, times = recording["control_cost"].values, recording["time"].values
for i in range(0, len(times), 40):
    x, y, _ = recording["head_position"].values[i]
    load = recording["skin_load"].values[max(0, i - 40) : i + 1].sum(axis=1).max()
    print(f"{times[i]:7.1f} {x:10.2f} {y:6.2f} {cost[min(i, len(cost) - 1)]:10.0f} {load:10.2f}")

planner = mpc.for_model(model)
end = recording.state
known = sl.Measurement(end.time, end.q, end.v, np.zeros(9), end.base_position, end.base_quaternion, end.base_velocity)
futures = planner.futures(known, end.control.memory, n=32)
spread = np.ptp(futures.head[:, -1], axis=0)
print(f"in ten seconds the head may be anywhere within {spread[0]:.2f} x {spread[1]:.2f} m")
