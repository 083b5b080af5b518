"""A soft arm: two sections hanging under gravity, with one muscle contracted.

A soft section is one arc. Three actuators run along it at 0, 120 and 240 degrees about its axis; its coordinates are their
changes of length, and a force on one of them bends the whole section. The actuators are motors, which apply forces, against
springs, which give the section its stiffness. One muscle of the upper section contracts slowly, and the arm swings sideways.

Ideas: A `Mount` rotates a fixed base so that the arm hangs down; a `TableGait` commands forces of motors, where a negative
force shortens a muscle; the energy balance gives the distribution of the work of the muscle.
"""

import math

import numpy as np

import snakelab as sl

PULL = 12.0  # [N]

section = sl.SoftSection(
    length=0.20,
    mass=0.15,
    actuator_radius=0.02,
    skin_radius=0.03,
    n_steps=10,
    actuators=sl.Motor(force_limit=20.0),
    springs=sl.Spring(stiffness=600.0, damping=6.0),
)
hang = sl.Mount(rotation=(0.0, math.pi / 2, 0.0))  # x, along the arm, now points down; y stays sideways
robot = sl.Robot([hang, section, section], base="fixed", name="soft_arm")
model = sl.build_model(robot, sl.World([sl.Gravity()]))

# Six forces, three per section: zero for one second, while the arm settles, then an increasing pull of the first muscle. A
# table is constant beyond its ends.
rest, pull = np.zeros(6), np.array([-PULL, 0, 0, 0, 0, 0])
gait = sl.TableGait(times=[1.0, 3.0], angles=[rest, pull])
recording = sl.simulate(model, gait, duration=5.0, tolerance=1e-5)

print("time [s]   bend of upper, lower [deg]      tip y, z [m]")
for time in (0.0, 1.0, 2.0, 3.0, 5.0):
    now = recording.dataset.sel(time=time, method="nearest")
    strains = now["q"].values.reshape(2, 3) @ section.strain_columns()
    upper, lower = np.rad2deg(np.linalg.norm(strains[:, 3:], axis=1))
    _, y, z = now["head_position"].values
    print(f"{time:8.1f} {upper:15.1f} {lower:10.1f} {y:15.3f} {z:7.3f}")

work = {str(term): float(recording["work"].sel(term=term)[-1]) for term in recording["term"].values}
print(f"\nthe muscles gave {work['actuator']:.4f} J, gravity {work['gravity']:.4f} J, springs {work['spring']:.4f} J,")
print(
    f"dampers took {-work['damper']:.4f} J; the balance is off by {abs(sl.metrics(recording)['energy_residual']):.1e} J"
)
