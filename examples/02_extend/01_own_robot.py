"""A user-defined robot: a heavy head, servos with limited torque, and a passive tail on a spring.

A robot is a list of parts from the tail to the head, which Python can build with a loop, a function or a comprehension. Each
joint has an actuator. A joint without one follows its gait exactly, and the recording contains the required torque; a `Servo`
follows within its torque limit; a `Passive` joint moves under its spring alone.

Ideas: Cross-sections give links their inertia; prescribed, servo-driven and passive joints can be mixed in one chain; a gait
has a target for every joint, which a passive joint ignores.
"""

import numpy as np

import snakelab as sl

LIMIT = 0.12  # of a servo [N m]

servo = sl.Servo(kp=8.0, kd=0.1, torque_limit=LIMIT)
tail_spring = sl.Spring(stiffness=0.05, damping=0.002)
stops = sl.Limits(-1.5, 1.5, stiffness=20.0, damping=0.05)

body = sl.Link(0.10, mass=0.12, section=sl.Box(width=0.05, height=0.04))
head = sl.Link(0.14, mass=0.35, section=sl.Cylinder(radius=0.03), com=0.08, name="skull")
tail = sl.Link(0.16, mass=0.04, name="tail")

parts = [tail, sl.Revolute("z", actuator=sl.Passive(), spring=tail_spring, limits=stops, name="tail_root"), body]
for i in range(4):
    parts += [sl.Revolute("z", actuator=servo, limits=stops, name=f"servo{i + 1}"), body]
parts += [sl.Revolute("z", name="neck"), head]
robot = sl.Robot(parts, base="planar", name="heavy_head")

model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.08, mu_normal=0.6, shape="per_axis")]))
gait = sl.SerpenoidGait(amplitude=0.6, angular_frequency=3.0, phase_lag=0.8, ramp=1.0)
recording = sl.simulate(model, gait, duration=8.0)

print(f"{robot.name}: {robot.length:.2f} m, {robot.mass:.2f} kg, speed {sl.metrics(recording)['mean_speed']:.3f} m/s\n")
print("joint       swing [deg]  peak torque [N m]  at its limit")
late = recording.dataset.sel(time=slice(4, None))
for name in late["coordinate"].values:
    q, tau = np.rad2deg(late["q"].sel(coordinate=name)), abs(late["tau"].sel(coordinate=name))
    limited = f"{float((tau > 0.999 * LIMIT).mean()):12.0%}" if name.startswith("servo") else f"{'-':>12}"
    print(f"{name:10} {float(q.max() - q.min()) / 2:12.1f} {float(tau.max()):18.3f}  {limited}")
