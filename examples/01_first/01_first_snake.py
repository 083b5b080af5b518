"""The first snake: a robot, a world and a gait.

Five links slide on a ground with high friction across the body and low friction along it, as with wheels or scales. A wave runs
from the head to the tail and propels the body forward.

Ideas: A robot is a list of parts, and a world a list of media; a gait is defined by a few parameters; the result is a
recording, from which metrics, files and figures are computed.
"""

import snakelab as sl

robot = sl.Robot([sl.Link(0.11, mass=0.08), *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
world = sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")])
gait = sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)

recording = sl.simulate(sl.build_model(robot, world), gait, duration=10.0)

figures = sl.metrics(recording)
print(f"The run {recording.status}; {robot.length:.2f} m of snake, {robot.mass:.2f} kg, {robot.n_coordinates} joints")
print(f"speed              {figures['mean_speed']:8.4f} m/s")
print(f"path               {figures['path_length']:8.4f} m")
print(f"peak torque        {figures['peak_torque']:8.4f} N m")
print(f"cost of transport  {figures['cost_of_transport']:8.4f}")

for path in sl.report(recording, "out/first_snake"):
    print(f"wrote {path}")
