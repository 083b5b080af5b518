"""Kit of a user-defined robot: suitable gaits and terrains by its joints and its world."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import ScenarioError, nearest
from snakelab.geometry.rotations import quat_multiply
from snakelab.geometry.surfaces import HeightField, Plane
from snakelab.geometry.terrain.terrain import Terrain as Relief
from snakelab.robots.parts import Revolute, SoftSection
from snakelab.robots.robot import Robot
from snakelab.scenarios.file_reading.catalogue import LIBRARY, SUFFIXES
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.scenarios.writing import plain
from snakelab.studies.atlas.library import gaits
from snakelab.studies.atlas.library.helical_start import bends
from snakelab.studies.atlas.library.robots import KITS, Kit, Own
from snakelab.studies.atlas.library.terrain import Footing, Terrain, lying
from snakelab.worlds import Contact, Fluid, LumpedFluid, World

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
    surfaces = [medium.surface for medium in world.media if isinstance(medium, Contact)]
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
    controller = () if scenario.controller is None else (gaits.AtlasGait(OWN, scenario.controller),)
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
    wet = any(isinstance(medium, (Fluid, LumpedFluid)) for medium in world.media)
    if robot.base == "planar":
        return "water" if wet else "plane"
    if robot.propellers or wet:
        return "deep"
    return "snake" if bends(robot) else "ground"


def _gaits(robot: Robot, kind: str) -> gaits.Gaits:
    """Return the gaits that suit the joints; empty for other kinds of joints."""
    moving = [part for part in robot.parts if part.coordinates]
    if robot.propellers:
        return gaits.thrusting
    if moving and all(isinstance(part, SoftSection) for part in moving):
        return gaits.rolling
    if bends(robot):
        return gaits.named
    if moving and all(isinstance(part, Revolute) for part in moving):
        return gaits.swimming if kind in ("water", "deep") else gaits.serpenoid
    return lambda robot: ()


def _hint(name: str) -> str:
    return nearest(name, KITS).split("; allowed")[0]
