"""The figures whose source is the paper's equations in matrix form come out of them again."""

import numpy as np
import pytest

from reference_models import planar_lagrangian as paper
from snakelab.physics.model import build_model
from snakelab.robots.link import Link
from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.scenario import load_scenario
from snakelab.worlds.friction import LinkFriction


def computed(reference):
    """Whether the source of a figure is this oracle."""
    return reference.source.startswith("matrix form") and "planar_lagrangian solves" in reference.source


# The text of the file decides; to load all scenarios would take seconds of every collection.
NAMES = [name for name in library() if "planar_lagrangian solves" in find(name).read_text(encoding="utf-8")]


def motion(scenario):
    """The scenario in the paper's own equations, every 10 ms."""
    links = [part for part in scenario.robot.parts if isinstance(part, Link)]
    numbers = [(link.length, link.com_point()[0], link.mass, link.inertia_matrix()[2, 2]) for link in links]
    snake = paper.PlanarSnake(*np.array(numbers).T)
    (friction,), gait = scenario.world.media, scenario.controller
    coulomb = isinstance(friction, LinkFriction)
    law = (
        paper.CoulombLaw(friction.mu_tangential, friction.mu_normal, friction.eps, friction.parameters()[-1])
        if coulomb
        else paper.ViscousLaw(friction.tangential, friction.normal)
    )
    shape = paper.serpenoid_shape(gait.amplitude, gait.angular_frequency, gait.phase_lag, len(links) - 1)
    method, rtol = ("LSODA", 1e-9) if coulomb else ("DOP853", 1e-10)
    duration = scenario.settings.duration
    times = np.linspace(0.0, duration, round(100 * duration) + 1)
    return paper.simulate_shape(snake, law, shape, duration, times, rtol=rtol, method=method)


def figure(run, reference):
    """A mean velocity or speed of the centre of mass."""
    first, last = reference.window or (run.times[0], run.times[-1])
    i, k = np.searchsorted(run.times, (first - 1e-9, last - 1e-9))
    velocity = (run.com[k] - run.com[i]) / (run.times[k] - run.times[i])
    return {"mean_speed": np.hypot(*velocity), "mean_velocity_x": velocity[0], "mean_velocity_y": velocity[1]}[
        reference.metric
    ]


def test_the_library_has_such_reference_values():
    assert len(NAMES) == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_reference_comes_out_of_the_matrix_form(name):
    scenario = load_scenario(name)
    assert build_model(scenario.robot, scenario.world).n_coordinates == 4
    run = motion(scenario)
    reference_values = [reference for reference in scenario.reference_values if computed(reference)]
    assert reference_values
    for reference in reference_values:
        digits = len(f"{reference.value:.10g}".split(".")[1])
        assert figure(run, reference) == pytest.approx(reference.value, abs=0.6 * 10**-digits), reference.quantity
