"""Underwater snake of rigid thruster modules and soft hydraulic joints."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.arguments import checked_arguments
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Cylinder
from snakelab.parameter_declarations.check import declared_arguments
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, Choices, Slider
from snakelab.parameter_declarations.quantities import Length, PositiveLength, PositiveMass, Radius
from snakelab.robots.library.hydraulic_joint import MATERIALS, hydraulic_joint
from snakelab.robots.parts import Link, Part, SoftSection
from snakelab.robots.parts.propeller import Propeller
from snakelab.robots.robot import Robot
from snakelab.types import instance

PRESETS = ("paper", "literal")
# 90 mm of the table, interpreted as diameter; as published: a radius.
RADII = {"paper": 0.045, "literal": 0.09}
WATER = 1000.0  # density at which the modules are neutrally buoyant [kg/m^3]


@checked_arguments(RobotError)
@declared_arguments(RobotError)
def hybrid_underwater(
    modules: Annotated[int, Ge(1), Le(1000), Slider(1, 30, 1)] = 3,
    *,
    preset: Annotated[str, Choices(PRESETS)] = "paper",
    radius: Radius | None = None,
    module_length: PositiveLength = 0.2,
    module_mass: Annotated[PositiveMass, CHECKED_ELSEWHERE] | None = None,
    com_below: Annotated[Length, Slider(-0.05, 0.05, 0.001)] = 0.005,
    propellers: Sequence[Propeller] | None = None,
    side: Annotated[Length, Slider(0, 0.5, 0.001), CHECKED_ELSEWHERE] = 0.076,
    joint: SoftSection | None = None,
    material: Annotated[str, Choices(tuple(MATERIALS)), CHECKED_ELSEWHERE] = "linear",
    wet_joints: bool = False,
    name: str = "hybrid_underwater",
) -> Robot:
    """The hybrid snake of Zhang et al.: rigid modules module1 (the tail), module2, ..., connected by soft joints
    joint1, joint2, ...

    Args:
        modules: Number of modules [-].
        preset: "paper" (the 90 mm of the table are a diameter) or "literal" (a radius, as published: the side propellers
            are then inside the hull, and the static bends are a fifth).
        radius: Radius of modules and joints [m]; None for that of the preset.
        module_length: Length of a module [m].
        module_mass: Mass of a module [kg]; None for the mass of the water that it displaces. The robot of the paper is
            neutrally buoyant, but with the published 0.563 kg it would rise for either radius; the modules are therefore
            assumed to be flooded.
        com_below: Distance of the centre of mass of a module below its axis, which is its centre of buoyancy [m]; the
            paper says only "slightly".
        propellers: Propellers; None for the six of the paper, on the first and the last module: forward at +side,
            upward in the middle, forward at -side.
        side: Distance of the side propellers from the axis [m].
        joint: Soft section used for all joints; None for `hydraulic_joint(material)`.
        material: Material of the default joint: "linear", "yeoh" or "yeoh_ring".
        wet_joints: True if fluid forces also act on the joints; in the equations of the paper they do not. The joints
            are neutrally buoyant in both cases.
        name: Name in titles and files.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, J. Mar.
    Sci. Eng. 2022, tables 1 and 2. The layout of the propellers is shown in a drawing only; it is inferred from the
    motions.
    """
    R = RADII[preset] if radius is None else float(radius)
    L = float(module_length)
    mass = WATER * math.pi * R**2 * L if module_mass is None else module_mass
    if joint is not None:
        instance(joint, "hybrid_underwater joint", (SoftSection,), RobotError)
    soft = joint or hydraulic_joint(material, radius=R, n_steps=6)
    parts: list[Part] = []
    for i in range(modules):
        if i > 0:
            parts.append(_named(soft, f"joint{i}", wet_joints))
        parts.append(Link(L, mass, Cylinder(R), com=(L / 2, 0.0, -com_below), name=f"module{i + 1}"))
    ends = ("module1", f"module{modules}")[: min(modules, 2)]
    if propellers is None:
        propellers = [propeller for end in ends for propeller in _three(end, L / 2, side)]
    return Robot(parts, name=name, propellers=propellers)


def _three(on: str, middle: float, side: float) -> list[Propeller]:
    """Return three propellers: forward at +side, upward in the middle, forward at -side."""
    return [
        Propeller(on, (middle, side, 0.0), "x"),
        Propeller(on, (middle, 0.0, 0.0), "z"),
        Propeller(on, (middle, -side, 0.0), "x"),
    ]


def _named(joint: SoftSection, name: str, wet: bool) -> SoftSection:
    """Return the joint with another name, with or without fluid forces."""
    return replace(joint, name=name, hull_radius=joint.hull_radius if wet else 0.0)
