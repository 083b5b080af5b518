"""Models on which the GPU's code must agree with the engine, each with its motion and its initial state."""

from dataclasses import replace

import numpy as np

import snakelab as sl
from snakelab.gaits.gait import Gait
from snakelab.gaits.orthogonal_gaits import SIDEWINDING
from snakelab.physics.command import Reference, constant_reference
from snakelab.robots.library.orthogonal_robots import snake_iii

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
NAMES = ("planar", "ground", "rods", "rods_on_ground", "grains", *SCENARIOS)


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


def rods() -> tuple[sl.Model, Reference, sl.State]:
    """Links and two rods, one of a material that keeps its volume, in water; they start bent, twisted and stretched."""
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.01))
    soft = sl.Rod(
        0.3, taper=(0.02, 0.01), density=1000, E=1e5, degree=(1, 1, 1, 0, 0, 0), damping=0.02, incompressible=True
    )
    thin = sl.Rod(
        0.2, 0.01, density=1100, E=2e5, strains=("bend_y", "bend_z"), degree=2, actuators=sl.Servo(kp=0.5, kd=0.01)
    )
    return bent(sl.build_model(sl.Robot([link, soft, thin, link]), sl.World([sl.Fluid()])))


def rods_on_ground() -> tuple[sl.Model, Reference, sl.State]:
    """A rod between two links that presses into level ground."""
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.01))
    rod = sl.Rod(0.4, taper=(0.02, 0.01), density=1100, E=2e5, strains=("bend_y", "bend_z"), degree=2, damping=0.02)
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))])
    return bent(sl.build_model(sl.Robot([link, rod, link]), world), position=(0.0, 0.0, 0.017))


def grains() -> tuple[sl.Model, Reference, sl.State]:
    """Planar chain of servos in sand."""
    link, joint = sl.Link(0.02, mass=0.004, section=sl.Cylinder(0.0075)), sl.Revolute("z", sl.Servo(kp=0.05, kd=1e-3))
    sand = sl.GranularMedium(sl.worlds.loose_poppy_seed(), depth=0.03, eps=1e-4)
    model = sl.build_model(sl.Robot([link, *5 * [joint, link]], base="planar"), sl.World([sand]))
    return model, sl.SerpenoidGait(0.6, 6.0, 0.8, ramp=0.15).reference(model), sl.initial_state(model)


def bent(model: sl.Model, **placed: tuple[float, ...]) -> tuple[sl.Model, Reference, sl.State]:
    """A model with targets and an initial shape that differ from zero in all coordinates."""
    shape = 0.01 * np.sin(1.3 * np.arange(model.n_coordinates) + 0.7)
    return model, constant_reference(-shape), sl.initial_state(model, q=shape, **placed)


def scenario(name: str) -> tuple[sl.Model, Reference, sl.State]:
    """Model of a scenario; where its controller is no gait, a constant bent shape is its target."""
    given = sl.load_scenario(name)
    model = sl.build_model(given.robot, given.world)
    constant = constant_reference(0.1 * np.sin(1.3 * np.arange(model.n_coordinates) + 0.7))
    reference = given.controller.reference(model) if isinstance(given.controller, Gait) else constant
    return model, reference, sl.initial_state(model, **given.initial)


def case(name: str) -> tuple[sl.Model, Reference, sl.State]:
    """Model, motion and initial state of that name."""
    made = {"planar": planar, "ground": ground, "rods": rods, "rods_on_ground": rods_on_ground, "grains": grains}
    return made[name]() if name in made else scenario(name)
