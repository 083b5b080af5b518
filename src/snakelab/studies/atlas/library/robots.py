"""Robots of the atlas with suitable gaits and terrains, and the settings of their runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from snakelab.geometry.shapes import Box
from snakelab.robots import library
from snakelab.robots.parts import Link, Part, Revolute
from snakelab.robots.robot import Robot
from snakelab.studies.atlas.library import gaits
from snakelab.studies.atlas.library.gaits import AtlasGait, Gaits
from snakelab.studies.atlas.library.terrain import Footing, Terrain

WEIGHTLESS = Footing(0.0, 0.0)  # without contact
SKIM = Footing(500.0, 5.0)  # walls of a pipe


@dataclass(frozen=True)
class Own:
    """World and settings of a user-defined robot.

    Attributes:
        name: Of the robot, or of the scenario.
        gaits: Before the ready ones.
        terrains: Before the ready ones.
    """

    name: str
    gaits: tuple[AtlasGait, ...] = ()
    terrains: tuple[Terrain, ...] = ()


@dataclass(frozen=True)
class Kit:
    """Robot of the atlas, with its gaits and settings.

    Attributes:
        make: The robot.
        kind: Of its surroundings, a key of `TERRAINS`.
        gaits: Those that suit it.
        footing: Contact parameters of its skin; None for those that follow from its weight.
        duration: Of each run [s].
        begin: Start of the evaluated part of a run [s].
        step: Of the solver [s].
        solver: Further keys of the solver, as in a scenario.
        own: Gaits and terrains of the robot, listed before the predefined ones: those of a scenario.
    """

    make: Callable[[], Robot]
    kind: str
    gaits: Gaits
    footing: Footing | None = WEIGHTLESS
    duration: float = 20.0
    begin: float = 10.0
    step: float = 8e-3
    solver: Mapping[str, Any] = field(default_factory=dict)
    own: Own | None = None


def planar_prototype() -> Robot:
    """Five Plexiglas links of 80 g on passive wheels, of Bamshad, Akbarzadeh Tootoonchi and Hasanzadeh, Design, Construction and
    Dynamic Modeling of a Snake Robot."""
    link = Link(0.11, mass=0.08, section=Box(0.04, 0.03))
    bent: list[Part] = [Revolute("z"), link]
    return Robot([link, *4 * bent], base="planar", name="planar_prototype")


def _orthogonal(make: Callable[[], Robot], radius: float) -> Kit:
    # Stiffness and damping as in the scenarios of the largest snake, which has four times the mass of a link of the smallest.
    return Kit(make, "snake", gaits.named, Footing(2e4, 400.0, radius))


KITS: dict[str, Kit] = {
    "snake_iii": _orthogonal(library.snake_iii, 0.055),
    "snake_ii": _orthogonal(library.snake_ii, 0.036),
    "snake_i": _orthogonal(library.snake_i, 0.03),
    "planar_prototype": Kit(planar_prototype, "plane", gaits.serpenoid, duration=14.0, begin=6.0, step=2e-3),
    "soft_pneumatic": Kit(
        library.soft_pneumatic, "ground", gaits.rolling, Footing(1000.0, 130.0, 0.0225), 12.0, 4.0, 5e-3
    ),
    "eel": Kit(library.eel, "water", gaits.swimming, duration=18.0, begin=6.0, step=5e-3),
    "mamba": Kit(library.mamba, "water", gaits.swimming, duration=18.0, begin=6.0, step=5e-3),
    "hybrid_underwater": Kit(library.hybrid_underwater, "deep", gaits.thrusting, duration=30.0, begin=20.0, step=1e-2),
    "pipe_snake": Kit(library.pipe_snake, "pipe", gaits.head_waves, SKIM, 30.0, 15.0, 5e-3),
}
