"""Which samples count, and how much."""

import numpy as np
import pytest

from snakelab.control.plan_sampling import (
    CrossEntropy,
    EliteMean,
    PathIntegral,
    elite,
    exponential_weights,
    mean_and_spread,
    shifted,
)
from snakelab.errors import ControlError

COSTS = np.random.default_rng(0).uniform(1e3, 2e3, 1000)


@pytest.mark.parametrize(
    "weighting", [EliteMean(), EliteMean(0.05, 10.0, False), PathIntegral(30.0), CrossEntropy(0.1)]
)
def test_weights_add_up_to_one_and_fall_with_the_cost(weighting):
    numbers, weights = weighting.choose(COSTS)
    assert weights.sum() == pytest.approx(1.0)
    assert np.all(np.diff(weights) <= 0) and np.all(np.diff(COSTS[numbers]) >= 0)
    assert numbers[0] == np.argmin(COSTS)


def test_the_elite_fraction_is_that_of_the_paper():
    for n, few in ((8640, 86), (5760, 57), (2880, 28)):
        assert len(EliteMean().choose(np.arange(n, dtype=float))[0]) == few
    assert len(elite(np.ones(5), 0.01)) == 1


def test_weights_are_the_exponential_ones():
    costs = np.array([4.0, 1.0, 2.0])
    w = np.exp(-np.array([1.0, 2.0, 4.0]) / 1.5)
    numbers, weights = EliteMean(1.0, 1.5, relative=False).choose(costs)
    assert numbers.tolist() == [1, 2, 0] and np.allclose(weights, w / w.sum())
    assert np.allclose(PathIntegral(1.5).choose(costs)[1], w / w.sum())
    assert np.allclose(EliteMean(1.0, 0.5).choose(costs)[1], exponential_weights(np.array([1.0, 2.0, 4.0]), 2.0))


def test_a_common_cost_does_not_matter_and_a_huge_one_does_no_harm():
    numbers, weights = EliteMean(0.1, 5.0, relative=False).choose(COSTS)
    again, same = EliteMean(0.1, 5.0, relative=False).choose(COSTS + 1e7)
    assert np.array_equal(numbers, again) and np.allclose(weights, same)


def test_at_a_low_temperature_the_best_sample_alone_counts():
    numbers, weights = EliteMean(0.1, 1e-9).choose(COSTS)
    assert weights[0] == pytest.approx(1.0) and numbers[0] == np.argmin(COSTS)
    assert exponential_weights(np.zeros(3), 0.0).tolist() == [1 / 3] * 3


def test_diverged_samples_never_count():
    costs = np.array([np.inf, 3.0, np.nan, 2.0])
    for weighting in (EliteMean(1.0), PathIntegral(), CrossEntropy(1.0)):
        assert weighting.choose(costs)[0].tolist() == [3, 1]
    with pytest.raises(ControlError, match="all roll-outs diverged"):
        EliteMean().choose(np.full(4, np.inf))


def test_mean_and_spread_are_weighted():
    inputs, weights = np.array([[0.0, 1.0], [4.0, 1.0]]), np.array([0.75, 0.25])
    mean, spread = mean_and_spread(inputs, weights)
    assert mean.tolist() == [1.0, 1.0] and np.allclose(spread, [np.sqrt(3.0), 0.0])


def test_a_spent_plan_shifts_and_repeats_its_last():
    assert shifted([1.0, 2.0, 3.0]).tolist() == [2.0, 3.0, 3.0]
    assert shifted([1.0, 2.0, 3.0], 2).tolist() == [3.0, 3.0, 3.0]
    assert shifted([1.0, 2.0], 5).tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    "make", [lambda: EliteMean(0), lambda: EliteMean(0.1, 0), lambda: CrossEntropy(2), lambda: PathIntegral(-1)]
)
def test_what_cannot_be_is_refused(make):
    with pytest.raises(ControlError):
        make()


def test_the_elite_are_the_first_of_a_stable_sort_also_among_equal_costs_and_samples_that_diverged():
    draw = np.random.default_rng(3)
    for n in (1, 7, 400):
        costs = draw.integers(0, 9, n).astype(float)
        costs[draw.random(n) < 0.3] = np.nan
        costs[0] = 4.0
        for fraction in (0.01, 0.2, 1.0):
            keep = min(max(1, int(fraction * n)), int(np.isfinite(costs).sum()))
            expected = np.argsort(np.where(np.isfinite(costs), costs, np.inf), kind="stable")[:keep]
            assert elite(costs, fraction).tolist() == expected.tolist()
