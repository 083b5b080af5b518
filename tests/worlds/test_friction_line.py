"""The line that stands for Coulomb friction in a step, and the velocity that friction leaves a free point."""

import numpy as np
import pytest

from snakelab.worlds.friction import (
    ALONG_SLIP,
    ELLIPTIC,
    PER_AXIS,
    SHAPES,
    SMOOTHINGS,
    WEIGHTED_SLIP,
    CoulombLaw,
    coulomb_drag,
)
from snakelab.worlds.implicit_friction import braked_velocity, linearised_friction

LOAD, EPS = 3.0, 1e-2
MU = (0.1, 0.3, 0.5)  # forward, backward, normal
ISOTROPIC = (0.4, 0.4, 0.4)


def resistance(v, mu, shape, smoothing):
    return np.array(coulomb_drag(tuple(v), CoulombLaw(LOAD, *mu, shape, smoothing, EPS))) * v


def line(v, mu, shape, smoothing, secant=False):
    offset, s = linearised_friction(tuple(v), secant, CoulombLaw(LOAD, *mu, shape, smoothing, EPS))
    return np.array(offset), np.array([[s[0], s[1], s[2]], [s[1], s[3], s[4]], [s[2], s[4], s[5]]])


def velocities():
    rng = np.random.default_rng(4)
    return [EPS * 10 ** rng.uniform(-2, 2) * rng.normal(size=3) for _ in range(40)]


@pytest.mark.parametrize("smoothing", range(len(SMOOTHINGS)))
@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_tangent_and_secant_meet_the_law_where_they_are_taken(shape, smoothing):
    for v in velocities():
        law = resistance(v, MU, shape, smoothing)
        for secant in (False, True):
            offset, slope = line(v, MU, shape, smoothing, secant)
            assert offset + slope @ v == pytest.approx(law, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("smoothing", range(len(SMOOTHINGS)))
@pytest.mark.parametrize(
    ("shape", "mu"), [(PER_AXIS, MU), (ELLIPTIC, MU), (ALONG_SLIP, ISOTROPIC), (WEIGHTED_SLIP, ISOTROPIC)]
)
def test_the_slope_is_the_derivative_of_the_law(shape, mu, smoothing):
    for v in velocities():
        h = 1e-6 * np.linalg.norm(v)
        steps = np.eye(3) * h
        wanted = np.array(
            [
                (resistance(v + d, mu, shape, smoothing) - resistance(v - d, mu, shape, smoothing)) / (2 * h)
                for d in steps
            ]
        ).T
        slope = line(v, mu, shape, smoothing)[1]
        assert slope == pytest.approx(wanted, rel=1e-4, abs=1e-5 * LOAD / EPS)


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_the_slope_takes_energy_in_every_direction(shape):
    for v in velocities():
        assert np.linalg.eigvalsh(line(v, MU, shape, 0)[1])[0] >= -1e-9 * LOAD / EPS


@pytest.mark.parametrize("smoothing", range(len(SMOOTHINGS)))
@pytest.mark.parametrize(
    ("shape", "mu"), [(PER_AXIS, MU), (ELLIPTIC, ISOTROPIC), (ELLIPTIC, MU), (ALONG_SLIP, MU), (WEIGHTED_SLIP, MU)]
)
def test_a_braked_velocity_solves_its_equation(shape, mu, smoothing):
    mobility = 1e-2
    for free in velocities():
        v = np.array(braked_velocity(tuple(free), mobility, CoulombLaw(LOAD, *mu, shape, smoothing, EPS)))
        back = v + mobility * resistance(v, mu, shape, smoothing)
        assert back == pytest.approx(free, rel=1e-2, abs=1e-2 * np.linalg.norm(free))
        assert np.all(v * free >= 0)


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_friction_that_is_absent_brakes_nothing(shape):
    for free in (np.zeros(3), np.array([0.1, -0.2, 0.0])):
        for law in (CoulombLaw(LOAD, 0.0, 0.0, 0.0, shape, 0, EPS), CoulombLaw(0.0, *MU, shape, 0, EPS)):
            assert braked_velocity(tuple(free), 1e-2, law) == pytest.approx(free)
