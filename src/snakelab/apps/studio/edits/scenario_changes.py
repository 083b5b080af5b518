"""Scenarios from which a session starts again: with another value, another ground, a spare block, or from the library."""

from dataclasses import replace
from typing import Any

from snakelab.apps.studio.edits import placing
from snakelab.apps.studio.edits.ground_choice import PATH as GROUND
from snakelab.apps.studio.edits.ground_choice import with_ground
from snakelab.errors import SimulationError
from snakelab.physics.model import build_model
from snakelab.scenarios import Scenario, library, load_scenario
from snakelab.scenarios.writing import plain
from snakelab.sim.interventions import replaced_at
from snakelab.sim.interventions.obstacles import check_skin
from snakelab.sim.simulation import Simulation


def with_value(scenario: Scenario, path: str, value: Any) -> Scenario:
    """Return a scenario with another value of a parameter that cannot change during a run.

    Raises:
        SnakelabError: if no model can be built with it.
    """
    if path == GROUND:
        on_ground = with_ground(scenario, str(value))
        build_model(on_ground.robot, on_ground.world)
        return on_ground
    roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
    changed = replaced_at(roots, path, value)
    build_model(changed["robot"], changed["world"])
    plain_data = {key: plain(changed[key]) for key in changed if changed[key] is not roots[key]}
    return replace(scenario, **changed, data=scenario.data | plain_data)


def with_blocks(scenario: Scenario, simulation: Simulation) -> Scenario:
    """Return the scenario of a run with a spare block far away: blocks require a skin with edge points.

    Raises:
        SnakelabError: if the robot has no skin that blocks could touch.
    """
    world = placing.with_spare_block(scenario.world, placing.body_radius(simulation))
    check_skin(simulation.model)
    build_model(scenario.robot, world)
    return replace(scenario, world=world, data=scenario.data | {"world": plain(world)})


def library_scenario(name: str) -> Scenario:
    """Return a scenario of the library; a page opens no files.

    Raises:
        SimulationError: if the library has no such scenario.
    """
    if name not in library():
        raise SimulationError(f"the library has no scenario {name[:60]!r}")
    return load_scenario(name)
