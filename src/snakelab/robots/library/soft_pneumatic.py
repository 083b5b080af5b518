"""A soft snake of pneumatic muscles: sections in a row, three extending McKibben muscles in each."""

import math

from snakelab.errors import RobotError
from snakelab.robots.actuators import Pneumatic
from snakelab.robots.actuators.pneumatic import BAR
from snakelab.robots.compliance import Limits, Spring
from snakelab.robots.parts import Mount, Part, SoftSection
from snakelab.robots.robot import Robot
from snakelab.robots.skin import Skin
from snakelab.types import count, number

# How much stiffer than a muscle its sleeve is where it ends the muscle's travel [-].
SLEEVE = 10.0


def soft_pneumatic(
    sections: int = 3,
    *,
    length: float = 0.15,
    muscle_radius: float = 0.0125,
    stiffness: float = 1900.0,
    damping: float = 90.0,
    area: float = 28.0 / (3 * BAR),
    max_pressure: float = 3 * BAR,
    time_constant: float = 0.0,
    max_extension: float = 0.5,
    skin_radius: float = 0.0225,
    mass: float = 0.35,
    mounting_turn: float = 0.0,
    n_steps: int = 10,
    points_around: int | None = 10,
    name: str = "soft_pneumatic",
) -> Robot:
    """The wheelless soft snake of Arachchige et al.: three sections of three muscles on a floating base.

    Args:
        sections: In a row [-].
        length: Of a muscle at rest [m].
        muscle_radius: From the neutral axis to a muscle; the three stand 120 degrees apart [m]. The paper prints 60, at which
            they would not stand around the axis.
        stiffness: Along a muscle [N/m].
        damping: Along a muscle [N s/m].
        area: Pressure to force [m^2]. Assumed: 3 bar give 28 N, which hold 14.7 mm against the stiffness.
        max_pressure: Ceiling of the supply [Pa].
        time_constant: Of valve and filling [s]. The paper has none.
        max_extension: End of a muscle's travel, share of its length [-]; there its sleeve is ten times as stiff (assumed).
        skin_radius: [m]. Not in the paper; assumed from the spacing of its contact points, which allows 0.0215 to 0.0265.
        mass: Of the whole robot, shared equally by the sections (assumed) [kg].
        mounting_turn: Each section against the one before, about the axis [rad]. The paper mounts them at pi/3, and its gaits are
            told without: give RollingGait a lag greater by this turn.
        n_steps: Slices along a section, even [-]; ten give the paper's 31 rings.
        points_around: Skin points on a ring [-]; None for the lowest point of a round one.
        name: For titles and files.

    The end plates and frames, 0.15 m of the paper's 0.60 m, are left out, as they are in its model.

    Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage, Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion, 2023.
    """
    count(sections, "soft_pneumatic sections", RobotError, least=1, most=1000)
    count(n_steps, "soft_pneumatic n_steps", RobotError, least=2, most=1000)
    number(mass, "soft_pneumatic mass", RobotError, above=0, unit="kg")
    number(length, "soft_pneumatic length", RobotError, above=0, unit="m")
    number(max_extension, "soft_pneumatic max_extension", RobotError, above=0, most=2.0)
    number(mounting_turn, "soft_pneumatic mounting_turn", RobotError, unit="rad")
    number(stiffness, "soft_pneumatic stiffness", RobotError, above=0, unit="N/m")
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
    between: list[Part] = [Mount(turn=(mounting_turn, 0.0, 0.0))] if mounting_turn else []
    parts = [section, *(sections - 1) * [*between, section]]
    return Robot(parts, name=name, skin=Skin(points_around=points_around))
