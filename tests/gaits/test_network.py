"""The network of oscillators: its weights, its law in two forms, and what it refuses."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from oscillators import BLOCK, YAW, creeping_circles
from snakelab.gaits.cpg import TOPOLOGIES, coupled, laplacian

PAIRS = {"FCS": 378, "NNS": 40, "NNNS": 66, "SCS1": 27, "SCS2": 27, "BS": 196, "DS": 27}


def test_the_weights_are_the_sources():
    w = sl.gaits.HopfNetwork().weight_matrix(YAW, BLOCK)
    assert_allclose(w.sum(), 503.998, atol=5e-4)
    assert_allclose(w.sum(axis=1)[:3], [13.413, 13.413, 15.303], atol=5e-4)
    assert_allclose(w, w.T, atol=0)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_each_topology_couples_its_pairs_both_ways_and_leaves_none_loose(topology):
    pairs = coupled(topology, YAW, BLOCK)
    assert (pairs == pairs.T).all() and not np.diag(pairs).any()
    assert pairs.sum() == 2 * PAIRS[topology]
    sl.gaits.HopfNetwork(topology).weight_matrix(YAW, BLOCK)


def test_the_chains_couple_the_joints_that_they_say():
    joint = np.arange(1, 29)
    one = {(i, j) for i in joint for j in joint if coupled("SCS2", YAW, BLOCK)[i - 1, j - 1]}
    assert one == {(i, j) for i in joint for j in joint if abs(i - j) == 1}
    two = coupled("SCS1", YAW, BLOCK)
    assert two[0, 1] and two[0, 2] and two[1, 3] and not two[2, 3] and not two[1, 2]
    assert coupled("DS", YAW, BLOCK)[2, 3] and not coupled("DS", YAW, BLOCK)[1, 3]


def test_the_weights_do_not_depend_on_the_order_in_which_joints_are_given():
    for net in (
        sl.gaits.HopfNetwork("SCS1"),
        sl.gaits.HopfNetwork(weights=sl.gaits.HopfNetwork("DS").weight_matrix(YAW, BLOCK)),
    ):
        assert_allclose(net.weight_matrix(YAW[::-1], BLOCK[::-1]), net.weight_matrix(YAW, BLOCK)[::-1, ::-1], atol=0)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_the_matrix_and_the_sum_over_pairs_are_one_law(topology):
    rng = np.random.default_rng(3)
    net = sl.gaits.HopfNetwork(topology)
    w, (rho, theta, _) = net.weight_matrix(YAW, BLOCK), creeping_circles()
    x = rho * (rng.normal(size=28) + 1j * rng.normal(size=28))
    by_matrix = (0.7j + net.pull(np.abs(x) ** 2 / rho**2)) * x + net.coupling_matrix(w, rho, theta) @ x
    assert_allclose(by_matrix, net.rate(x, w, rho, theta, 0.7), rtol=1e-12, atol=1e-12)


def test_a_settled_gait_feels_no_coupling_and_no_pull():
    net, (rho, theta, _) = sl.gaits.HopfNetwork(), creeping_circles()
    x = rho * np.exp(1j * theta)
    assert_allclose(net.rate(x, net.weight_matrix(YAW, BLOCK), rho, theta, 0.7), 0.7j * x, atol=1e-14)
    other = theta + np.where(YAW, 0.0, 0.3)  # the phases of another gait are no rest
    off = net.rate(rho * np.exp(1j * other), net.weight_matrix(YAW, BLOCK), rho, theta, 0.0)
    assert np.abs(off / rho).max() > 0.01


def test_the_pull_is_the_error_inside_and_saturates_outside():
    net, old = sl.gaits.HopfNetwork(growth=0.2), sl.gaits.HopfNetwork(growth=0.2, bounded_contraction=False)
    square = np.array([0.0, 0.25, 1.0, 2.0, 1e6])
    assert_allclose(net.pull(square)[:3], [0.2, 0.15, 0.0], atol=1e-15)
    assert_allclose(net.pull(square)[3:], [0.2 * (2 / (1 + math.e) - 1), -0.2], rtol=1e-12)
    assert_allclose(old.pull(square), 0.2 * (1 - square))
    assert_allclose(sl.gaits.HopfNetwork(sigma=0.5).pull(np.array([0.5, 0.0])), [0.0, 0.1], atol=1e-15)


def test_equal_weights_are_all_one():
    w = sl.gaits.HopfNetwork("NNS", weight_spread=np.inf).weight_matrix(YAW, BLOCK)
    assert set(np.unique(w)) == {0.0, 1.0}
    assert_allclose(laplacian(w).sum(axis=1), 0)


def test_oscillators_that_hang_loose_are_named():
    w = np.zeros((5, 5))
    w[0, 2] = w[2, 0] = w[1, 4] = w[4, 1] = 1.0
    with pytest.raises(sl.errors.GaitError, match=r"those of joints 2, 4, 5, counted from the head, are not coupled"):
        sl.gaits.HopfNetwork(weights=w)
    with pytest.raises(
        sl.errors.GaitError, match=r"SCS1 \(weight_spread = 0\.01\).*those of joints 2, 3, .*, 28, counted"
    ):
        sl.gaits.HopfNetwork("SCS1", weight_mean=2.0, weight_spread=0.01).weight_matrix(YAW[::-1], BLOCK[::-1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"topology": "FSC"}, "did you mean 'FCS'"),
        ({"coupling": 0.0}, "coupling must be greater than 0 1/s"),
        ({"growth": -1.0}, "growth must be greater than 0"),
        ({"sigma": 0}, "sigma must be greater than 0"),
        ({"bounded_contraction": 1}, "bounded_contraction must be True or False"),
        ({"weight_spread": 0}, "weight_spread must be greater than 0"),
        ({"weights": [[0, 1], [2, 0]]}, "alike both ways"),
        ({"weights": [[1, 1], [1, 0]]}, "0 on the diagonal"),
        ({"weights": [[0, -1], [-1, 0]]}, "at least 0"),
        ({"weights": [[0, 1]]}, r"a square of numbers, got shape \(1, 2\)"),
        ({"weights": [[0, 1], [1]]}, "rows of numbers of equal length"),
    ],
)
def test_impossible_networks_are_refused(arguments, message):
    with pytest.raises(sl.errors.GaitError, match=message):
        sl.gaits.HopfNetwork(**arguments)


def test_own_weights_must_be_for_as_many_joints():
    with pytest.raises(sl.errors.GaitError, match="for 2 oscillators, and the robot has 28 joints"):
        sl.gaits.HopfNetwork(weights=[[0, 1], [1, 0]]).weight_matrix(YAW, BLOCK)
