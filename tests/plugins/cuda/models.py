"""Models on which the GPU's code must agree with the engine, each with its motion and its initial state."""

from dataclasses import replace

import numpy as np

import snakelab as sl
from snakelab.gaits.gait import Gait
from snakelab.gaits.orthogonal import SIDEWINDING
from snakelab.physics.command import Reference, constant_reference
from snakelab.robots.library.orthogonal import snake_iii

# Scenarios that use soft sections, propellers, all fluids, contact with every kind of surface, and all frictions.
SCENARIOS = (
    "hybrid_spiral",
    "eel_lateral",
    "pipe_bend",
    "soft_planar_rolling",
    "soft_goal",
    "snakesys_sidewinding",
    "snakesys_pole",
    "snakesys_field_arl1",
    "sandfish_floor",
)
NAMES = ("planar", "ground", *SCENARIOS)


def planar(n_joints: int = 9) -> tuple[sl.Model, Reference, sl.State]:
    """Planar chain of servos with per-axis friction."""
    link, joint = sl.Link(0.11, mass=0.08), sl.Revolute("z", sl.Servo(kp=2.0, kd=0.05))
    robot = sl.Robot([link, *n_joints * [joint, link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")]))
    return model, sl.SerpenoidGait(0.785, 1.57, 0.785).reference(model), sl.initial_state(model)


def ground(n_joints: int = 28) -> tuple[sl.Model, Reference, sl.State]:
    """Spatial chain of prescribed joints on level ground."""
    model = sl.build_model(snake_iii(n_joints), sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))]))
    return model, replace(SIDEWINDING, ramp=1.0).reference(model), sl.initial_state(model, position=(0.0, 0.0, 0.055))


def scenario(name: str) -> tuple[sl.Model, Reference, sl.State]:
    """Model of a scenario; where its controller is no gait, a constant bent shape is its target."""
    given = sl.load_scenario(name)
    model = sl.build_model(given.robot, given.world)
    bent = constant_reference(0.1 * np.sin(1.3 * np.arange(model.n_coordinates) + 0.7))
    reference = given.controller.reference(model) if isinstance(given.controller, Gait) else bent
    return model, reference, sl.initial_state(model, **given.initial)


def case(name: str) -> tuple[sl.Model, Reference, sl.State]:
    """Model, motion and initial state of that name."""
    return {"planar": planar, "ground": ground}[name]() if name in ("planar", "ground") else scenario(name)
