"""The hybrid snake's figures whose source is the paper's equations in matrix form come out of them again."""

import numpy as np
import pytest

from reference_models import underwater_lagrangian as uw
from snakelab.robots.link import Link
from snakelab.robots.materials import Yeoh
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.scenario import load_scenario


def computed(reference):
    """Whether the source of a figure is this oracle."""
    return reference.source.startswith("matrix form") and "underwater_lagrangian solves" in reference.source


# The text of the file decides; to load all scenarios would take seconds of every collection.
NAMES = [name for name in library() if "underwater_lagrangian solves" in find(name).read_text(encoding="utf-8")]


def snake_of(scenario):
    """The robot of a scenario in matrix form."""
    module = next(part for part in scenario.robot.parts if isinstance(part, Link))
    radius = module.section.radius
    section = next(part for part in scenario.robot.parts if isinstance(part, SoftSection))
    law = "yeoh" if isinstance(section.coordinates[0].spring.elastic, Yeoh) else "linear"
    snake = uw.UnderwaterSnake(R_r=radius, z_g=module.com[2], joint=uw.HydraulicJoint(R_s=radius, law=law))
    assert module.mass == pytest.approx(snake.module_mass)
    return snake


def figures(name):
    """The reference values, and the robot of the scenario after ten seconds in matrix form."""
    scenario = load_scenario(name)
    snake = snake_of(scenario)
    gait = scenario.controller
    pressures = 1e-6 * np.array(gait.targets)
    motion = uw.simulate_whole(snake, gait.thrust, pressures, 10, times=[10], rtol=1e-6, atol=1e-8, method="BDF")
    assert motion.status == "finished"
    return [reference for reference in scenario.reference_values if computed(reference)], motion


def test_the_library_has_such_reference_values():
    assert len(NAMES) == 15


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_swimmers_reference_comes_out_of_the_matrix_form(name):
    reference_values, motion = figures(name)
    for reference in reference_values:
        variable, place = reference.variable.split(".", 1)
        if variable == "q":
            joint, actuator = int(place[len("section")]), int(place[-1])
            actual, digit = motion.q[-1, 3 * joint + actuator - 4], 1e-6
        else:
            actual, digit = motion.position[-1, "xyz".index(place)], 1e-5
        # The integrator's own error is a digit or two of the position.
        assert reference.time == 10 and actual == pytest.approx(reference.value, abs=5 * digit), reference.quantity


@pytest.mark.slow
def test_a_finer_integration_moves_the_spiral_by_less_than_its_tolerance():
    reference_values, motion = figures("hybrid_spiral")
    scenario = load_scenario("hybrid_spiral")
    fine = uw.simulate_whole(
        snake_of(scenario),
        scenario.controller.thrust,
        1e-6 * np.array(scenario.controller.targets),
        10,
        times=[10],
        rtol=1e-8,
        atol=1e-10,
        method="BDF",
    )
    assert motion.position[-1] == pytest.approx(fine.position[-1], abs=1e-4)
    assert 1e-4 < 0.1 * min(
        reference.tolerance for reference in reference_values if reference.variable.startswith("base")
    )
