"""Impacts of rods: Saint-Venant's axial impact, and an oblique fall that PyElastica has computed too."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.rotations import tangent, tangent_rate
from snakelab.kernels.decorator import kernel
from snakelab.physics.rod_recursion import rod_tangent, rod_tangent_rate, tangent_series

# undamped waves of high frequency, which the motion of the centre does not need, exceed the estimated error of the steps
pytestmark = pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")

LENGTH, RADIUS, DENSITY, YOUNG, SPEED = 0.5, 0.01, 1000.0, 1e6, 0.3
MASS = DENSITY * math.pi * RADIUS**2 * LENGTH
WAVE = math.sqrt(YOUNG / DENSITY)
STIFFNESS = 20 * YOUNG * math.pi * RADIUS**2 / LENGTH
# Tail end, middle and head end at 0.1 s: x and z [m]
PYELASTICA = ((-0.0029410, 0.0101521), (0.2468641, 0.0095065), (0.4905494, 0.0634830))


def saint_venant(end, step=2e-6):
    """Times, height gained by the centre of mass, and its velocity, of an elastic rod that hits a spring on a wall end on.

    Along the characteristics of the wave equation v + N / Z and v - N / Z are constant, with the velocity v toward the wall, the
    compressive force N and the impedance Z = m c / L. The free end reflects the wave that left the spring at t - 2 L / c:
    with the force F of the spring, v + N / Z = u arrives and u - 2 F / Z leaves. Barre de Saint-Venant and Flamant 1883, for a
    rigid wall: the contact lasts 2 L / c, and the rod leaves with the velocity at which it came.
    """
    impedance, lag = MASS * WAVE / LENGTH, round(2 * LENGTH / WAVE / step)
    step, n = 2 * LENGTH / WAVE / lag, round(end / step)
    arriving, force, depth = np.full(n, SPEED), np.zeros(n), 0.0
    for i in range(n):
        if i >= lag:
            arriving[i] = arriving[i - lag] - 2 * force[i - lag] / impedance
        force[i] = STIFFNESS * max(depth, 0.0)
        # the midpoint of the step
        middle = depth + 0.5 * step * (arriving[i] - force[i] / impedance)
        depth += step * (arriving[i] - STIFFNESS * max(middle, 0.0) / impedance)
    velocity = -SPEED + np.cumsum(force) * step / MASS
    return (np.arange(n) + 1) * step, np.cumsum(velocity) * step, velocity


@pytest.mark.parametrize(
    ("n", "degree", "n_steps", "step", "tolerance"), [(1, 3, 10, 1e-3, 0.012), (5, 3, 4, 5e-4, 0.003)]
)
def test_an_axial_impact_is_that_of_saint_venant(n, degree, n_steps, step, tolerance):
    rod = sl.Rod(LENGTH / n, RADIUS, DENSITY, YOUNG, strains=("stretch",), degree=degree, n_steps=n_steps)
    model = sl.build_model(sl.Robot(n * [rod]), sl.World([sl.Contact(stiffness=STIFFNESS, damping=0, friction=None)]))
    half = math.sqrt(0.5)
    start = sl.initial_state(model, quaternion=(half, 0, -half, 0), velocity=(0, 0, -SPEED, 0, 0, 0))
    recording = sl.simulate(model, None, 0.05, state=start, step=step, record_rate=1000, check_step="never")
    times, height, velocity = saint_venant(0.05)
    reached = recording["com_position"].values[:, 2]
    expected = np.interp(recording["time"].values, times, height)
    assert np.abs(reached - reached[0] - expected).max() < tolerance * np.abs(height).max()
    assert recording["com_velocity"].values[-1, 2] == pytest.approx(velocity[-1], rel=1.2 * tolerance)
    # the spring is nearly rigid: almost no energy remains in the waves
    assert velocity[-1] == pytest.approx(SPEED, rel=3e-3)


def test_an_oblique_fall_is_that_of_pyelastica():
    """The limit of PyElastica 1.0.0, from 96 and 192 elements by Richardson extrapolation (`bench_elastica_contact`)."""
    strains = ("stretch", "bend_y", "shear_z")
    rod = sl.Rod(LENGTH / 8, RADIUS, DENSITY, YOUNG, strains=strains, degree=2, n_steps=6)
    contact = sl.Contact(stiffness=100.0, damping=0.1, friction=None)
    model = sl.build_model(sl.Robot(8 * [rod]), sl.World([contact, sl.Gravity(9.81)]))
    start = sl.initial_state(
        model,
        position=(0, 0, RADIUS * math.cos(0.2) + 0.005),
        quaternion=(math.cos(0.1), 0.0, -math.sin(0.1), 0.0),
    )
    recording = sl.simulate(model, None, 0.1, state=start, step=1e-3, check_step="never")
    reached = recording["link_position"].values[-1, [0, 27, 55]]
    np.testing.assert_allclose(reached[:, [0, 2]], PYELASTICA, atol=2e-5)


def test_the_tangent_of_a_step_of_a_rod_is_that_of_the_series():
    rng = np.random.default_rng(0)
    for angle in (0.0, 1e-3, 0.1, 0.31, 0.32, 2.0):
        axis = rng.normal(size=3)
        x = (tuple(0.3 * rng.normal(size=3)), tuple(angle * axis / np.linalg.norm(axis)))
        y = (tuple(rng.normal(size=3)), tuple(rng.normal(size=3)))
        np.testing.assert_allclose(_tangent(x, y), tangent(x, y), atol=3e-15)
        np.testing.assert_allclose(_tangent_rate(x, y), tangent_rate(x, y), atol=3e-15)


@kernel
def _tangent(x, y):
    return rod_tangent(tangent_series(x), x, y)


@kernel
def _tangent_rate(x, y):
    return rod_tangent_rate(tangent_series(x), x, y)
