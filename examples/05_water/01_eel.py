"""Speed and power of an eel in lateral undulation and in eel-like motion.

The robot is the planar underwater snake of Kelasidi et al.: ten links with elliptic sections, a servo in each joint. The
amplitude of the wave is constant along the body, or grows toward the tail. The first gait is faster, the second more efficient.

Ideas: A robot of the library; a fluid with the coefficients of the papers; the amplitude profile of a gait; the energy error of
the added mass as published, and the form that conserves energy.
"""

import math

import snakelab as sl
from snakelab.robots.library.rigid_robots import eel

gaits = {"lateral undulation": "even", "eel-like motion": "eel"}
print("gait                form        speed [m/s]  power [W]  cost of transport  work of the added mass [J]")
for label, profile in gaits.items():
    gait = sl.SerpenoidGait(
        amplitude=math.radians(30),
        angular_frequency=math.radians(90),
        phase_lag=math.radians(40),
        ramp=2.0,
        profile=profile,
    )
    for form in ("simplified", "kirchhoff"):
        model = sl.build_model(eel(), sl.World([sl.worlds.LumpedFluid(drag=1.0, form=form)]))
        recording = sl.simulate(model, gait, duration=20.0, step=5e-3)
        found = sl.metrics(recording)
        print(
            f"{label:19} {form:10} {found['mean_speed']:12.3f} {found['mean_power']:10.3f} {found['cost_of_transport']:18.3f} "
            f"{found['work_water_added_mass']:27.3f}"
        )
