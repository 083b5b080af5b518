"""A robot with four legs, shared by tests of trees."""

import numpy as np

import snakelab as sl

STANDING = [0.0] * 4 + 4 * [0.0, 1.2]


def lizard(actuator=None, base="floating", **other):
    """A trunk of five links with four legs of two links."""
    trunk, leg = [sl.Link(0.1, 0.1)], []
    for _ in range(4):
        trunk += [sl.Revolute("z", actuator or sl.Passive()), sl.Link(0.1, 0.1)]
    for axis in "zy":
        leg += [sl.Revolute(axis, actuator or sl.Passive()), sl.Link(0.05, 0.03)]
    legs = [
        sl.robots.Branch(
            f"link{k}", leg, at=(0.05, side * 0.02, 0.0), rotation=(0.0, 0.0, side * np.pi / 2), name=f"{word}{k}"
        )
        for k in (2, 4)
        for side, word in ((1, "left"), (-1, "right"))
    ]
    return sl.Robot(trunk, base, branches=legs, **other)


def standing_lizard(base_end="tail"):
    """Its model on the ground, and the state in which it stands."""
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.4))])
    model = sl.build_model(lizard(sl.Servo(kp=2.0, kd=0.02), base_end=base_end), world)
    return model, sl.initial_state(model, position=(0.0, 0.0, 0.06), q=STANDING)
