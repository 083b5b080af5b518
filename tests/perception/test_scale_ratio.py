"""Scale of a path against an accelerometer or an odometry: a wrong scale, a biased sensor, and too few poses."""

import numpy as np
import pytest

from snakelab.geometry.rotations import rotation_exp
from snakelab.perception.inertial_data import path_ratio, scale_ratio

TIME = np.linspace(0.0, 8.0, 41)
FINE = np.linspace(0.0, 8.0, 1601)


def preintegrated(bias: float):
    """Poses that sway, and the specific forces between them, integrated over steps of 5 ms."""
    place = np.column_stack([0.2 * np.sin(2 * FINE), 0.3 * np.cos(1.5 * FINE), 0.1 * FINE])
    R = rotation_exp(np.outer(np.sin(1.3 * FINE), [0.1, 0.2, 0.5]))
    acceleration = np.gradient(np.gradient(place, FINE, axis=0), FINE, axis=0)
    force = np.einsum("nji,nj->ni", R, acceleration + np.array([0, 0, 9.81])) + bias
    durations, dp, dv = np.diff(TIME), [], []
    for k in range(len(TIME) - 1):
        part, step = slice(40 * k, 40 * k + 40), 0.005
        world = np.einsum("nij,nj->ni", R[part.start].T @ R[part], force[part])
        speed = np.cumsum(world, axis=0) * step
        dp.append((speed * step).sum(0) - 0.5 * world.sum(0) * step**2)
        dv.append(speed[-1])
    return place[::40], R[::40], durations, np.array(dp), np.array(dv)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.1])
@pytest.mark.parametrize("bias", [0.0, 0.05])
def test_the_scale_of_a_path_is_found_despite_gravity_and_bias(scale, bias):
    positions, *rest = preintegrated(bias)
    noise = np.random.default_rng(0).normal(0.0, 1e-3, positions.shape)
    found = scale_ratio(scale * positions + noise, *rest)
    assert found.ratio == pytest.approx(scale, abs=max(4 * found.sigma, 5e-3)) and found.sigma < 0.02
    assert found.contradicts(0.03) == (scale != 1.0)


def test_few_poses_give_no_scale():
    positions, rotations, durations, dp, dv = preintegrated(0.0)
    assert scale_ratio(positions[:9], rotations[:9], durations[:8], dp[:8], dv[:8]) is None


def test_impacts_that_the_accelerometer_misses_decide_nothing():
    positions, rotations, durations, dp, dv = preintegrated(0.0)
    # velocity changes that are in the samples and not in the path
    dv[[5, 20, 21, 30]] += np.array([[0.8, 0, 0], [-0.6, 0.9, 0], [0, -0.8, 0.5], [-0.7, 0.8, 0]])
    assert scale_ratio(positions, rotations, durations, dp, dv) is None


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.2])
def test_the_scale_of_a_path_is_found_by_an_odometry(scale):
    random = np.random.default_rng(1)
    odometry = random.normal(0.0, 0.1, (40, 3)) + random.normal(0.0, 2e-3, (40, 3))
    found = path_ratio(scale * odometry + random.normal(0.0, 2e-3, (40, 3)), odometry)
    assert found.ratio == pytest.approx(scale, abs=4 * found.sigma) and 1e-3 < found.sigma < 0.01
    assert found.contradicts(0.1) == (scale != 1.0)


def test_a_short_path_gives_no_scale():
    assert path_ratio(np.full((40, 3), 1e-3), np.full((40, 3), 1e-3)) is None
    assert path_ratio(np.ones((5, 3)), np.ones((5, 3))) is None
