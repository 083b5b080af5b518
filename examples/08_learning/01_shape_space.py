"""From shape space to a running gait.

The local connection of a slow swimmer gives the displacement for every loop of its joint angles without a simulation. The best
loop is converted to a gait, which the engine then simulates with inertia.

Ideas: `ShapeSpace`; `height_functions` and their figure; `optimal_loop` by displacement and by cost; `loop_gait`.
"""

import numpy as np

import snakelab as sl

link = sl.Link(0.1, mass=0.1)
joint = sl.Revolute("z")
robot = sl.Robot([link, joint, link, joint, link], base="planar")
model = sl.build_model(robot, sl.World([sl.ViscousFriction(tangential=20.0, normal=60.0)]))

space = sl.gaits.ShapeSpace(model)
heights = sl.gaits.height_functions(space, 2.0, n=21)
print(f"displacement of a small loop per area: {heights.values[0, 10, 10]:.4f} m/rad^2")

best = {measure: sl.gaits.optimal_loop(space, measure, limit=2.0) for measure in ("cycle", "dissipation")}
for measure, found in best.items():
    radius, moved = found.loop.cosine[0, 0], found.displacement
    print(f"best circle by {measure}: radius {radius:.3f} rad, {1000 * moved.distance:.2f} mm per cycle")

loops = [found.loop for found in best.values()]
sl.figures.height_function_figure(heights, loops).savefig("height_functions.png")
sl.figures.connection_figure(heights, loops).savefig("connection.png")

period = 4.0
gait = sl.gaits.loop_gait(space, best["dissipation"].loop, period)
run = sl.simulate(model, gait, 3 * period, record_rate=1 / period)
steps = np.diff(run["base_position"].values[:, :2], axis=0)
print(f"the engine, with inertia: {1000 * np.hypot(*steps[-1]):.2f} mm per cycle")
