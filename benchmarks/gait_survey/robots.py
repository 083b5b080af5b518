"""Robots of the gait survey, library or user-defined, with suitable gaits and terrains and the settings of their runs."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.gait_survey.helical_start import bends, climbing_helix
from benchmarks.gait_survey.terrains import Footing, Terrain, footing_of, lying
from snakelab.control.autopilot import Autopilot
from snakelab.errors import ScenarioError, nearest
from snakelab.gaits.constant_commands import SteadyGait
from snakelab.gaits.gait import TableGait
from snakelab.gaits.orthogonal_gaits import GAITS, NamedGait
from snakelab.gaits.serpenoid import RollingGait, SerpenoidGait
from snakelab.geometry.cross_sections import Box
from snakelab.geometry.rotations import quat_multiply
from snakelab.geometry.surfaces import HeightField, Plane
from snakelab.geometry.terrain import Terrain as Relief
from snakelab.robots import library
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
from snakelab.robots.robot import Part, Robot
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.catalogue import LIBRARY, SUFFIXES
from snakelab.scenarios.class_registry import plain
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.worlds.world import World

RAMP = 2.0  # smooth start of every gait [s]
AHEAD = 1.0  # thrust of each propeller that pushes forward [N]
WAVE = 1.5e5  # mean pressure of a chamber in a wave [Pa]
PERIOD = 2.0  # of that wave [s]
TIGHT, WIDE = 0.8, 1.25  # radius of a helix that presses on a pole inside it, and on a pipe around it [-]
BEND = 1 / 12  # elongation of a rolling soft section, fraction of its length [-]


@dataclass(frozen=True)
class SurveyGait:
    """One gait of the survey.

    Attributes:
        name: Name for selection.
        controller: Gait or controller.
    """

    name: str
    controller: Any


def named(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return every gait of the table of orthogonal snakes, and two helices for a pole and a standing pipe.

    Gaits of the table with equal numbers are one gait, run once.
    """
    first: dict[Any, str] = {}
    table = [SurveyGait(row.name, NamedGait(first.setdefault(row.gait, row.name), ramp=RAMP)) for row in GAITS]
    link = footing_of(robot).link
    helices = {"tight helix": climbing_helix(link, TIGHT), "wide helix": climbing_helix(link, WIDE, -1.0)}
    return (*table, *(SurveyGait(name, replace(gait, ramp=RAMP)) for name, gait in helices.items()))


def serpenoid(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return planar waves of three amplitudes and three phase lags."""
    return tuple(
        SurveyGait(f"{a} deg lag {lag} deg", SerpenoidGait(math.radians(a), math.pi / 2, math.radians(lag), ramp=RAMP))
        for a in (30, 45, 60)
        for lag in (30, 45, 60)
    )


def swimming(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return lateral undulation and eel-like motion of three amplitudes and two phase lags, at the papers' 120 deg/s."""
    names = {"even": "lateral", "eel": "eel-like"}
    return tuple(
        SurveyGait(
            f"{word} {a} deg lag {lag} deg",
            SerpenoidGait(math.radians(a), 2 * math.pi / 3, math.radians(lag), ramp=RAMP, profile=profile),
        )
        for profile, word in names.items()
        for a in (20, 30, 40)
        for lag in (30, 40)
    )


def rolling(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return rolling as a flat arc and as two helix-like shapes, at two frequencies."""
    reach = BEND * min(part.length for part in robot.parts if isinstance(part, SoftSection))
    return tuple(
        SurveyGait(f"{word} {frequency:g} Hz", RollingGait(reach, frequency, lag, ramp=RAMP))
        for word, lag in (("planar rolling", 0.0), ("spatial rolling pi/6", math.pi / 6), ("spatial rolling pi/3", math.pi / 3))
        for frequency in (0.25, 0.5)
    )  # fmt: skip


def thrusting(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return propeller thrust ahead, back and in a turn; an autopilot with constant heading; a pressure wave."""
    ahead = np.array([AHEAD * (propeller.direction == "x") for propeller in robot.propellers])
    left = np.array([propeller.point[1] < 0 for propeller in robot.propellers])
    pushed = {"ahead": ahead, "back": -ahead, "turning left": ahead * np.where(left, 1.0, 0.5)}
    gaits = [SurveyGait(name, SteadyGait(thrust=thrust.tolist(), ramp=RAMP)) for name, thrust in pushed.items()]
    gaits.append(SurveyGait("pilot", Autopilot(heading=0.0, speed=0.1)))
    if any(isinstance(part, SoftSection) for part in robot.parts):
        gaits.append(SurveyGait("wave of pressures", _pressures(robot)))
    return tuple(gaits)


def head_waves(robot: Robot) -> tuple[SurveyGait, ...]:
    """Return waves of the head joint that the other joints follow."""
    n = sum(len(part.coordinates) for part in robot.parts)
    profile = [0.0] * (n - 1) + [1.0]
    return tuple(
        SurveyGait(f"{a} rad {omega} rad/s", SerpenoidGait(a, omega, 0.0, ramp=RAMP, profile=profile))
        for a in (0.6, 0.8, 1.04)
        for omega in (1.6, 2.2)
    )


def _pressures(robot: Robot) -> TableGait:
    """Return the pressures of each section, p (1 + sin) in the first chamber and p (1 - sin) in the other two.

    The phase is a quarter of a period ahead of the section behind it.
    """
    n = sum(len(part.coordinates) for part in robot.parts) // 3
    times = np.linspace(0.0, PERIOD, 9)
    phases = 2 * math.pi * times[:, None] / PERIOD + math.pi / 2 * np.arange(n)
    swing = np.sin(phases)[..., None] * np.array([1.0, -1.0, -1.0])
    rows = np.round(WAVE * (1 + swing)).reshape(len(times), 3 * n)
    rows[-1] = rows[0]
    return TableGait(times.tolist(), rows.tolist(), repeat=True, ramp=RAMP)


Gaits = Callable[[Robot], tuple[SurveyGait, ...]]


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
    gaits: tuple[SurveyGait, ...] = ()
    terrains: tuple[Terrain, ...] = ()


@dataclass(frozen=True)
class Kit:
    """Robot of the survey, with its gaits and settings.

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
    return Kit(make, "snake", named, Footing(2e4, 400.0, radius))


KITS: dict[str, Kit] = {
    "snake_iii": _orthogonal(library.snake_iii, 0.055),
    "snake_ii": _orthogonal(library.snake_ii, 0.036),
    "snake_i": _orthogonal(library.snake_i, 0.03),
    "planar_prototype": Kit(planar_prototype, "plane", serpenoid, duration=14.0, begin=6.0, step=2e-3),
    "soft_pneumatic": Kit(library.soft_pneumatic, "ground", rolling, Footing(1000.0, 130.0, 0.0225), 12.0, 4.0, 5e-3),
    "eel": Kit(library.eel, "water", swimming, duration=18.0, begin=6.0, step=5e-3),
    "mamba": Kit(library.mamba, "water", swimming, duration=18.0, begin=6.0, step=5e-3),
    "hybrid_underwater": Kit(library.hybrid_underwater, "deep", thrusting, duration=30.0, begin=20.0, step=1e-2),
    "pipe_snake": Kit(library.pipe_snake, "pipe", head_waves, SKIM, 30.0, 15.0, 5e-3),
}


OWN = "own"
DURATION, STEP = 20.0, 2e-3  # of the runs of a robot without a scenario [s]


def kit_of(robot: str | Path | Robot | Scenario) -> Kit:
    """Return gaits, terrains and settings for a robot.

    Args:
        robot: A name, a robot, a scenario, or the file or name of one.

    Raises:
        ScenarioError: if there is none of this name, or its base is fixed.
    """
    if isinstance(robot, Scenario):
        return _kit_of_scenario(robot)
    if isinstance(robot, Robot):
        return _kit(robot, World([]), DURATION, {"step": STEP}, Own(robot.name))
    if robot in KITS:
        return KITS[str(robot)]
    path = Path(robot)
    if path.suffix in SUFFIXES or len(path.parts) > 1 or (LIBRARY / f"{robot}.yaml").is_file():
        return _kit_of_scenario(load_scenario(robot))
    raise ScenarioError(
        f"robot must be one of {', '.join(KITS)}, or the file of a scenario, such as my_robot.yaml; got {str(robot)!r}"
        f"{_hint(str(robot))}"
    )


def terrain_of(name: str, world: World, initial: Mapping[str, Any], does: str = "") -> Terrain:
    """Return a user-defined world as a terrain.

    The heading of a trial rotates the start about the vertical, if the world contains only level or uneven ground.

    Args:
        name: Its name.
        world: The world.
        initial: Initial state of the robot; empty for the straight body above the ground.
        does: Short description.

    Raises:
        ScenarioError: if something in it has no word in a scenario.
    """
    plain(world)
    surfaces = [contact.surface for contact in world.contacts]
    open_ground = all(isinstance(surface, (Plane, HeightField, Relief)) for surface in surfaces)

    def begin(robot: Robot, foot: Footing, there: World, heading: float) -> dict[str, Any]:
        if not initial:
            return lying(foot, there, 0.0, heading if open_ground else 0.0)
        start = {key: np.asarray(value).tolist() for key, value in initial.items()}
        quaternion = (math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2))
        if open_ground and heading and "velocity" not in start:
            at = quat_multiply(quaternion, tuple(start.get("quaternion", (1.0, 0.0, 0.0, 0.0))))
            start["quaternion"] = [float(x) for x in at]
        return start

    return Terrain(name, does or "the user-defined world", lambda foot, seed: tuple(world.media), begin=begin)


def _kit_of_scenario(scenario: Scenario) -> Kit:
    settings = scenario.settings
    controller = () if scenario.controller is None else (SurveyGait(OWN, scenario.controller),)
    own = Own(
        scenario.name, controller, (terrain_of(OWN, scenario.world, scenario.initial, f"the world of {scenario.name}"),)
    )
    solver = {"step": settings.step, "integrator": settings.integrator}
    if settings.tolerance is not None:
        solver["tolerance"] = settings.tolerance
    return _kit(scenario.robot, scenario.world, settings.duration, solver, own)


def _kit(robot: Robot, world: World, duration: float, solver: dict[str, Any], own: Own) -> Kit:
    """Return the kit of a robot with a world; metrics are computed of the second half of a run."""
    kind = _kind(robot, world)
    return Kit(
        lambda: robot, kind, _gaits(robot, kind), None, duration, duration / 2, solver["step"], solver=solver, own=own
    )


def _kind(robot: Robot, world: World) -> str:
    """Return the kind of worlds that suits a robot: a key of `TERRAINS`."""
    if robot.base == "fixed":
        raise ScenarioError(f"the base of {robot.name!r} is fixed, so it cannot move; write base: floating, or planar")
    wet = bool(world.fluids)
    if robot.base == "planar":
        return "water" if wet else "plane"
    if robot.propellers or wet:
        return "deep"
    return "snake" if bends(robot) else "ground"


def _gaits(robot: Robot, kind: str) -> Gaits:
    """Return the gaits that suit the joints; empty for other kinds of joints."""
    moving = [part for part in robot.parts if part.coordinates]
    if robot.propellers:
        return thrusting
    if moving and all(isinstance(part, SoftSection) for part in moving):
        return rolling
    if bends(robot):
        return named
    if moving and all(isinstance(part, Revolute) for part in moving):
        return swimming if kind in ("water", "deep") else serpenoid
    return lambda robot: ()


def _hint(name: str) -> str:
    return nearest(name, KITS).split("; allowed")[0]
