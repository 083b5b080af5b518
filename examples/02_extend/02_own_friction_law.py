"""A user-defined friction law: a patch of ice.

A law is one function that Numba compiles. Its arguments are the pose, the velocity and the load of one station of the robot; it
writes the force on the station in the axes of the station, and the negative derivative of the force with respect to the
velocity, or the secant (`damping`). The step treats it implicitly, and remains stable even if friction is stiff. New parameter
values need no recompilation.

Ideas: A `UserLaw` is used like any other medium; its force and its work are recorded under its name.
"""

import math

import snakelab as sl


def ice_patch(pose, twist, load, parameters, wrench, damping, stiffness):
    """Coulomb friction along and across the body, `slippery` times weaker where x is beyond `edge`."""
    along, across, edge, slippery, eps = parameters
    x = pose[0, 3]
    grip = load * (slippery if x > edge else 1.0)
    for axis, mu in ((0, along), (1, across)):
        speed = max(abs(twist[axis]), 1e-9)
        drag = mu * grip * math.tanh(speed / eps) / speed  # force = -drag * velocity never adds energy
        damping[axis, axis] = drag
        wrench[axis] = -drag * twist[axis]


robot = sl.Robot([sl.Link(0.11, mass=0.08), *6 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
gait = sl.SerpenoidGait(amplitude=0.6, angular_frequency=3.0, phase_lag=0.7, ramp=1.0)


def run(edge: float) -> sl.Recording:
    """Simulate the snake on a ground with ice beyond x = `edge` [m]."""
    law = sl.UserLaw(ice_patch, parameters=(0.05, 0.6, edge, 0.1, 1e-3), name="ground")
    return sl.simulate(sl.build_model(robot, sl.World([law])), gait, duration=12.0)


print("ice begins at    head after 12 s    speed at the end    work lost to friction")
for edge in (100.0, 1.5, 1.0):
    recording = run(edge)
    reached = float(recording["head_position"][-1, 0])
    speed = float(recording["com_position"].sel(time=slice(10, None), axis="x").diff("time").sum()) / 2
    lost = -float(recording["work"].sel(term="ground")[-1])
    where = "no ice" if edge == 100.0 else f"{edge:.1f} m"
    print(f"{where:>13} {reached:16.2f} m {speed:15.2f} m/s {lost:22.2f} J")
