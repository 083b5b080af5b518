"""Impacts that a fixed step does not resolve are announced, with what a bounce keeps of its energy."""

import math
import warnings

import pytest

import snakelab as sl
from benchmarks.bench_truth import drawn_case
from snakelab.errors import SnakelabWarning
from snakelab.results.comparisons import centre_difference
from snakelab.sim.accuracy_checks import bounce_energy, resolved_energy

G, RADIUS, HEIGHT = 9.80665, 0.05, 0.1
SIDEWAYS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


def bounce(stiffness, damping, height=HEIGHT, **settings):
    """Energy that a cylinder keeps in its first bounce on two rings [-]."""
    contact = sl.Contact(stiffness=stiffness, damping=damping, friction=None)
    robot = sl.Robot([sl.Link(0.1, mass=1.0, section=sl.Cylinder(RADIUS))])
    model = sl.build_model(robot, sl.World([sl.Gravity(G), contact]))
    start = sl.initial_state(model, position=(0, 0, RADIUS + height), quaternion=SIDEWAYS)
    fall = math.sqrt(2 * height / G)
    duration = 1.8 * fall + math.pi * math.sqrt(0.5 / stiffness)
    recording = sl.simulate(model, duration=duration, state=start, **settings)
    z, rate = recording["com_position"].values[-1, 2] - RADIUS, recording["com_velocity"].values[-1, 2]
    return (G * z + 0.5 * rate * rate) / (G * height)


@pytest.mark.parametrize(("stiffness", "damping"), [(1e4, 0.0), (1e5, 0.0), (1e5, 50.0)])
def test_the_estimated_energy_of_a_bounce_is_that_of_runs(stiffness, damping):
    contact = sl.Contact(stiffness=stiffness, damping=damping)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)
        kept = [bounce(stiffness, damping, height, integrator="plain") for height in (0.05, 0.07, 0.1, 0.13, 0.2)]
    estimate = bounce_energy(contact, 0.5, 2e-3, "plain", 1.4)
    assert sum(kept) / len(kept) == pytest.approx(estimate, abs=0.1)
    assert bounce(stiffness, damping, tolerance=1e-5) == pytest.approx(resolved_energy(contact, 0.5), abs=0.02)


@pytest.mark.few(6, others="slow")
@pytest.mark.parametrize("height", [0.05, 0.1, 0.3, 1.0])
@pytest.mark.parametrize(
    ("stiffness", "damping"), [(1e4, 0.0), (1e4, 50.0), (1e5, 0.0), (1e5, 100.0), (1e6, 0.0), (1e6, 300.0)]
)
def test_a_bounce_keeps_what_the_law_of_the_contact_says_at_steps_of_2_to_10_ms(stiffness, damping, height):
    fine = bounce(stiffness, damping, height, integrator="rk4", step=2e-5)
    for step, error in ((2e-3, 0.007), (5e-3, 0.005), (1e-2, 0.01)):
        with warnings.catch_warnings():
            warnings.simplefilter("error" if step < 1e-2 else "ignore", SnakelabWarning)
            assert bounce(stiffness, damping, height, step=step) == pytest.approx(fine, abs=error)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [9144, 9504])  # a pair of links that rocks on hard ground, and one of six that tumbles
def test_random_robots_of_few_links_move_on_the_ground_as_with_a_small_tolerance(seed):
    case = drawn_case(seed)[1]
    run, fine = (
        sl.simulate(case.model, case.gait, 2.0, state=case.state, tolerance=tolerance) for tolerance in (None, 1e-6)
    )
    assert centre_difference(run, fine) < 0.01


def test_a_lossless_contact_keeps_all_by_its_law():
    assert resolved_energy(sl.Contact(damping=0.0), 0.5) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("damping", [1.0, 50.0, 100.0, 140.0, 100 * math.sqrt(2), 142.0, 500.0])
def test_the_energy_that_the_law_keeps_is_that_of_a_fine_integration(damping):
    contact = sl.Contact(stiffness=1e4, damping=damping)  # critical at 100 sqrt 2
    fine = bounce_energy(contact, 0.5, math.pi * math.sqrt(0.5 / 1e4) / 2000, "extrapolated", 1.0)
    assert resolved_energy(contact, 0.5) == pytest.approx(fine, rel=2e-3, abs=1e-5)


def test_an_impact_too_short_for_the_step_is_announced_with_both_energies():
    with pytest.warns(
        SnakelabWarning, match=r"does not resolve the impact at t = 0\.1[45].* about \d+ % .* 100 %; try tol"
    ):
        bounce(1e5, 0.0, integrator="plain")


@pytest.mark.parametrize(
    "settings", [{"stiffness": 1e4}, {"stiffness": 1e5, "tolerance": 1e-4}, {"stiffness": 1e4, "damping": 50.0}]
)
def test_resolved_and_damped_impacts_are_not_announced(settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error", SnakelabWarning)
        bounce(settings.pop("stiffness"), settings.pop("damping", 0.0), **settings)


@pytest.mark.parametrize("step", [1e-2, pytest.param(2e-3, marks=pytest.mark.slow)])
def test_the_search_for_the_end_of_a_strongly_damped_bounce_ends(step):
    slow = sl.Contact(sl.Plane(), stiffness=1.0, damping=1e4)
    for integrator in ("plain", "extrapolated"):
        assert 0.0 <= bounce_energy(slow, 0.01, step, integrator, 0.5, n_phases=1) < 1e-3
