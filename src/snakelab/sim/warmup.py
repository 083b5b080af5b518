"""Compile everything once, so that the first real run is as quick as the others."""

from collections.abc import Callable

import numpy as np

from snakelab.compiling import is_warm, mark_warm
from snakelab.gaits import SerpenoidGait
from snakelab.physics.model import build_model
from snakelab.robots.parts import Link, Revolute
from snakelab.robots.robot import Robot
from snakelab.sim.simulate import simulate
from snakelab.worlds import Gravity, LinkFriction, World

NOTICE = "Compiling the engine (first run on this machine only, about half a minute) ..."


def warmup(say: Callable[[str], None] | None = None) -> bool:
    """Compile the engine if this machine has not done so; returns whether it had to.

    Args:
        say: Called with one line before the work begins.
    """
    if is_warm():
        return False
    if say is not None:
        say(NOTICE)
    robot = Robot([Link(0.1, mass=0.1), Revolute(), Link(0.1, mass=0.1)], base="planar")
    model = build_model(robot, World([Gravity(), LinkFriction(0.1, 0.5)]))
    recording = simulate(model, SerpenoidGait(0.1, 1.0, 0.0), duration=0.02)
    assert np.isfinite(recording["q"]).all()
    mark_warm()
    return True
