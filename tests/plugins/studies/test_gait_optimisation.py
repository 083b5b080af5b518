"""Search for the parameters of gaits that are built in Python."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import cma  # noqa: F401
from three_links import centre_drag_swimmer

LINK = sl.Link(0.1, mass=0.1)
ARGUMENTS = {"duration": 2.0, "step": 0.02, "integrator": "plain", "population": 8, "generations": 12, "threads": 1}


@pytest.fixture(scope="module")
def model():
    return centre_drag_swimmer(5.0)


def wave(lag, amplitude=0.5):
    return sl.SerpenoidGait(amplitude, 2 * np.pi, lag)


def test_the_best_phase_lag_of_a_three_link_swimmer_is_that_of_a_scan(model):
    optimum = sl.optimise_gait(model, wave, {"lag": (0.2, 2.9)}, **ARGUMENTS)
    lags = np.linspace(0.2, 2.9, 28)
    batch = sl.Batch(model, len(lags), period=2.0, observation=("com_position",), step=0.02, integrator="plain")
    seen = batch.advance([wave(lag) for lag in lags], 2.0, rate=0.5)
    distances = np.hypot(*(seen[:, -1, :2] - seen[:, 0, :2]).T)
    assert -optimum.cost >= distances.max() * (1 - 1e-3)
    assert optimum.values["lag"] == pytest.approx(lags[distances.argmax()], abs=0.1)


def test_a_gait_object_and_a_cost_of_ones_own(model):
    cost = lambda seen: (seen["values"]["amplitude"] - 0.3) ** 2 + 0 * seen["q"][-1, 0]  # noqa: E731
    gait = sl.SerpenoidGait(0.5, 2 * np.pi, 1.0)
    optimum = sl.optimise_gait(model, gait, {"amplitude": (0.1, 1.0)}, cost, observation=["q"], **ARGUMENTS)
    assert optimum.values["amplitude"] == pytest.approx(0.3, abs=0.02) and optimum.gait.phase_lag == 1.0
    assert optimum.n_runs == 8 * len(optimum.history)


def test_the_same_seed_finds_the_same(model):
    runs = [sl.optimise_gait(model, wave, {"lag": (0.2, 2.9)}, **(ARGUMENTS | {"generations": 3})) for _ in range(2)]
    assert runs[0].values == runs[1].values and np.array_equal(runs[0].history, runs[1].history)


def test_each_generation_is_reported_with_the_best_so_far_and_the_first_one_is_a_grid(model):
    lines, lags = [], []

    def noted(lag):
        lags.append(lag)
        return wave(lag)

    optimum = sl.optimise_gait(
        model, noted, {"lag": (0.2, 2.9)}, done=lambda *line: lines.append(line), **(ARGUMENTS | {"generations": 3})
    )
    assert [line[:2] for line in lines] == [(1, 3), (2, 3), (3, 3)]
    assert [line[2] for line in lines] == np.minimum.accumulate(optimum.history).tolist()
    assert lines[-1][2:] == (optimum.cost, optimum.values)
    assert sorted(lags[:8]) == pytest.approx(np.linspace(0.2, 2.9, 8))


@pytest.mark.parametrize(
    "change, message",
    [
        ({"ranges": {}}, "at least one parameter"),
        ({"ranges": {"lag": (1.0, 0.5)}}, "low < high"),
        ({"gait": sl.SerpenoidGait(0.5, 1.0, 1.0)}, "SerpenoidGait has no parameter 'lag'"),
        ({"cost": lambda seen: "far"}, "must return a number"),
        ({"cost": "speed"}, "cost must be 'distance' or a function"),
        ({"gait": lambda lag: sl.SerpenoidGait(50.0, 1.0, lag)}, "no run of a generation has a cost"),
        ({"cost": lambda seen: seen["com_positio"]}, "cost reads 'com_positio'; did you mean 'com_position'"),
        ({"cost": lambda seen: 1 / 0}, "the cost failed for {'lag': .*}: ZeroDivisionError: division by zero"),
        ({"gait": lambda lag: 1 / 0}, "the gait function failed for {'lag': .*}: ZeroDivisionError"),
    ],
)
def test_wrong_arguments_are_refused(model, change, message):
    with pytest.raises(sl.errors.SimulationError, match=message):
        sl.optimise_gait(**({"model": model, "gait": wave, "ranges": {"lag": (0.2, 2.9)}} | ARGUMENTS | change))
