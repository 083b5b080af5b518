"""Soft snake of pneumatic muscles: a chain of sections with three extending McKibben muscles each."""

import math
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    Angle,
    Area,
    PositiveLength,
    PositiveMass,
    Pressure,
    Radius,
    Slider,
    TimeConstant,
    Unit,
    declared_arguments,
)
from snakelab.robots.actuators import BAR, MIN_CEILING, Limits, Pneumatic, Spring
from snakelab.robots.joints import Mount, SoftSection
from snakelab.robots.link import Skin
from snakelab.robots.robot import Part, Robot

# Stiffness of the sleeve at the end of the stroke of a muscle, relative to that of the muscle [-].
SLEEVE = 10.0


@declared_arguments(RobotError)
def soft_pneumatic(
    sections: Annotated[int, Ge(1), Le(1000), Slider(1, 30, 1)] = 3,
    *,
    length: PositiveLength = 0.15,
    muscle_radius: Annotated[Radius, CHECKED_ELSEWHERE] = 0.0125,
    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 10_000, 10)] = 1900.0,
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1), CHECKED_ELSEWHERE] = 90.0,
    area: Annotated[Area, Le(1.0), CHECKED_ELSEWHERE] = 28.0 / (3 * BAR),
    max_pressure: Annotated[Pressure, Ge(MIN_CEILING), CHECKED_ELSEWHERE] = 3 * BAR,
    time_constant: Annotated[TimeConstant, CHECKED_ELSEWHERE] = 0.0,
    max_extension: Annotated[float, Gt(0), Le(2.0), Slider(0.05, 2, 0.05)] = 0.5,
    skin_radius: Annotated[Radius, CHECKED_ELSEWHERE] = 0.0225,
    mass: PositiveMass = 0.35,
    mounting_rotation: Angle = 0.0,
    n_steps: Annotated[int, Ge(2), Le(1000), Slider(2, 40, 2)] = 10,
    points_around: Annotated[int, Ge(3), Le(1000), Slider(3, 40, 1), CHECKED_ELSEWHERE] | None = 10,
    name: str = "soft_pneumatic",
) -> Robot:
    """The wheelless soft snake of Arachchige et al.: three sections of three muscles each, on a floating base.

    Args:
        sections: Number of sections [-].
        length: Length of a muscle at rest [m].
        muscle_radius: Distance of a muscle from the neutral axis [m]. The muscles are 120 degrees apart; with the 60
            degrees of the paper they would not surround the axis.
        stiffness: Axial stiffness of a muscle [N/m].
        damping: Axial damping of a muscle [N s/m].
        area: Effective area of a muscle [m^2]. Assumed: 3 bar give 28 N, which elongate a muscle by 14.7 mm against its
            stiffness.
        max_pressure: Highest pressure of the supply [Pa].
        time_constant: Time constant of valve and filling [s]; not in the paper.
        max_extension: Largest elongation of a muscle, as a fraction of its length [-]; beyond it, the sleeve is ten
            times as stiff (assumed).
        skin_radius: Outer radius [m]. Not in the paper; assumed from the spacing of its contact points, which
            corresponds to 0.0215 to 0.0265.
        mass: Mass of the whole robot, distributed equally over the sections (assumed) [kg].
        mounting_rotation: Rotation of each section relative to the previous one, about the axis [rad]. It is pi/3 in the
            paper, whose gaits are given without it: increase the lag of RollingGait by this angle.
        n_steps: Number of steps along a section, even [-]; ten give the 31 rings of the paper.
        points_around: Number of skin points on a ring [-]; None for the lowest point of the ring.
        name: Name in titles and files.

    The end plates and frames, 0.15 m of the 0.60 m in the paper, are omitted, as in its model.

    Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage, Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion, 2023.
    """
    spring = Spring(stiffness, damping)
    section = SoftSection(
        length,
        mass=mass / sections,
        actuator_radius=muscle_radius,
        skin_radius=skin_radius,
        n_steps=n_steps,
        actuators=Pneumatic(area, max_pressure, time_constant),
        springs=spring,
        limits=Limits(-math.inf, max_extension * length, SLEEVE * stiffness, damping),
    )
    between: list[Part] = [Mount(rotation=(mounting_rotation, 0.0, 0.0))] if mounting_rotation else []
    parts = [section, *(sections - 1) * [*between, section]]
    return Robot(parts, name=name, skin=Skin(points_around=points_around))
