"""From a curve to a gait: a pneumatic snake rolls as a rotating arc.

Three soft sections, each with three muscles that pressure extends, are to lie on a circular arc that rotates about the axis of
the body twice in four seconds. At 36 phases of a rotation an optimiser finds the non-negative lengths closest to the arc. The
springs of the muscles convert them to pressures, and on the ground the snake rolls sideways like a bent wheel.

Ideas: `fit_curve` reports the error of the best shape before a simulation; `Helix`, `EllipticWave` or user-defined points are
used in the same way; the fitted arc is the sine of `RollingGait`.
"""

import math

import numpy as np

import snakelab as sl
from snakelab.robots.library.soft_robots import soft_pneumatic

PEAK, FREQUENCY = 0.014, 0.5  # longest change of a muscle [m], turns per second [Hz]
SKIN = 0.0225

robot = soft_pneumatic(skin_radius=SKIN)
ground = sl.Contact(stiffness=1000.0, damping=130.0, friction=sl.SurfaceFriction(0.6, eps=5e-3))
model = sl.build_model(robot, sl.World([sl.Gravity(), ground]))

# The mean of the three lengths is constant: each section is 0.15 m + PEAK / 2 long, and bends by PEAK / 2r.
section = 0.15 + PEAK / 2
arc = sl.gaits.CircularArc(radius=section / (PEAK / (2 * 0.0125)), length=3 * section)
fit = sl.gaits.fit_curve(model, arc)
print(f"arc of radius {arc.radius:.3f} m; the best shapes are within {1e6 * fit.errors.max():.2f} micrometres of it")

sine = PEAK / 2 * (1 + np.sin(2 * math.pi * (fit.phases[:, None] + np.arange(3) / 3)))
print(f"lengths differ from the sine by at most {1e6 * np.abs(fit.coordinates[:, :3] - sine).max():.2f} micrometres")

gait = fit.gait(model, FREQUENCY, ramp=0.5)
print(f"highest pressure {np.max(gait.angles) / 1e5:.2f} bar")

state = sl.initial_state(model, position=(0.0, 0.0, SKIN))
recording = sl.simulate(model, gait, duration=4.0, state=state)
way = recording["com_position"].sel(time=[2.0, 4.0], method="nearest").values
speed = np.linalg.norm(np.diff(way, axis=0)) / 2.0
print(f"rolls at {100 * speed:.2f} cm/s; a straight cylinder would at {200 * math.pi * FREQUENCY * SKIN:.2f} cm/s")
