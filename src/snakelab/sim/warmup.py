"""Compile everything once, so that the first real run is as quick as the others."""

from collections.abc import Callable

import numpy as np

from snakelab.compiling import announce_compiling, is_warm, mark_warm
from snakelab.gaits import SerpenoidGait
from snakelab.physics.model import build_model
from snakelab.physics.queries import inverse_dynamics, linearise, mass_matrix
from snakelab.physics.state import initial_state
from snakelab.robots.actuators import Servo
from snakelab.robots.parts import Link, Revolute
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import Imu
from snakelab.sim.simulate import simulate
from snakelab.worlds import Gravity, LinkFriction, World


def warmup(say: Callable[[str], None] | None = None) -> bool:
    """Compile the engine if this machine has not done so; returns whether it had to.

    Args:
        say: Called with one line before the work begins.
    """
    if is_warm(whole=True):
        return False
    announce_compiling(say or (lambda line: None))
    joint = Revolute(actuator=Servo(kp=0.1))
    robot = Robot([Link(0.1, mass=0.1), joint, Link(0.1, mass=0.1)], base="planar", sensors=[Imu()])
    model = build_model(robot, World([Gravity(), LinkFriction(0.1, 0.5)]))
    gait = SerpenoidGait(0.1, 1.0, 0.0)
    recording = simulate(model, gait, duration=0.02)
    simulate(model, gait, duration=0.02, integrator="LSODA")
    inverse_dynamics(model, initial_state(model), mass_matrix(model, initial_state(model))[0])
    linearise(model, initial_state(model))
    assert np.isfinite(recording["q"]).all()
    mark_warm(whole=True)
    return True
