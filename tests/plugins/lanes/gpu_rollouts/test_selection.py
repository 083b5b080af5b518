"""Selection of the best samples on a GPU, by the emulator: those that the CPU selects from all costs."""

import importlib.util

import numpy as np
import pytest

from snakelab.control.plan_sampling import EliteMean, best_samples
from snakelab.errors import ControlError
from snakelab.plugins.lanes.gpu_rollouts import selection as chapter
from snakelab.plugins.lanes.gpu_rollouts.selection import Selection

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)
RNG = np.random.default_rng(5)
COSTS = {
    "spread": RNG.gamma(2.0, 300.0, 5000),
    "close together": 1e4 + 1e-3 * RNG.random(5000),
    "ties": RNG.integers(0, 40, 5000) / 7.0,
    "all equal": np.full(3000, 2.5),
    "of both signs": np.concatenate((RNG.normal(0.0, 1e-3, 700), [0.0, -0.0, 0.0, -0.0], np.zeros(100))),
    "diverged but for some": np.where(np.arange(3000) % 7 == 0, RNG.random(3000), np.inf),
    "diverged but for few": np.where(np.arange(3000) % 800 == 3, RNG.random(3000), np.inf),
    "one sample": np.array([3.0]),
}


@pytest.fixture(scope="module")
def side():
    """Emulated GPU."""
    from snakelab.plugins.lanes.gpu_rollouts.launches import EmulatedGpu

    return EmulatedGpu()


def selected(side, costs, n_best):
    """Best samples by the kernels."""
    selection = Selection(side, costs)
    selection.begin(n_best)
    return selection.best()


def same(found, expected):
    """Assert that they are the same samples in the same order, with the same costs."""
    assert np.array_equal(found.indices, expected.indices) and np.array_equal(found.costs, expected.costs)
    assert found.n_diverged == expected.n_diverged


@needs_compiler
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("name", COSTS)
def test_the_best_are_those_of_the_cpu(name, kind, side):
    costs = COSTS[name].astype(kind)
    for n_best in (1, EliteMean().n_best(len(costs)), len(costs)):
        same(selected(side, costs, n_best), best_samples(costs.astype(float), n_best))


@needs_compiler
def test_threads_take_several_samples_and_blocks_need_not_be_full(monkeypatch, side):
    monkeypatch.setattr(chapter, "MAX_THREADS", 300)
    costs = COSTS["spread"].astype(np.float32)
    same(selected(side, costs, 50), best_samples(costs.astype(float), 50))


@needs_compiler
def test_more_equal_costs_than_the_memory_holds_are_all_transferred(side):
    costs, fetched = np.full(3000, 2.5, np.float32), []
    plain = side.fetch
    side.fetch = lambda device, array: fetched.append(len(array)) or plain(device, array)
    found = selected(side, costs, 30)
    del side.fetch
    assert found.indices.tolist() == list(range(30)) and fetched[1:] == [3000]


@needs_compiler
def test_few_costs_are_transferred(side):
    costs, fetched = RNG.random(100_000).astype(np.float32), []
    plain = side.fetch
    side.fetch = lambda device, array: fetched.append(array.nbytes) or plain(device, array)
    selection = Selection(side, costs)
    for n_best in (1000, 10):  # another number makes other memory, and the counters are cleared
        selection.begin(n_best)
        same(selection.best(), best_samples(costs.astype(float), n_best))
    del side.fetch
    assert len(fetched) == 2 and max(fetched) < 0.1 * costs.nbytes


@needs_compiler
def test_if_all_diverged_it_says_so(side):
    with pytest.raises(ControlError, match="all roll-outs diverged"):
        selected(side, np.full(100, np.inf, np.float32), 5)
