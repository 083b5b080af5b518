"""Random robots that can exist, in random worlds: no number is lost, and no energy comes from nowhere, without a word of it."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
from benchmarks.random_worlds import drawn_model
from hostile.bounds import bounded
from snakelab.results.metrics.effort import exchanged_energy

RANDOM = st.randoms(use_true_random=True)  # whose seed Hypothesis draws
SHORT, LONG = 20, 2000
QUICK = {"suppress_health_check": list(HealthCheck), "database": None}
SHARE, LEAST = 0.02, 1e-7  # of the energies exchanged, and of what rounding may add [J]
NAMES = ("q", "v", "tau", "base_position", "base_quaternion", "base_velocity", "com_position", "kinetic_energy", "work")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    sl.warmup()


def growth(recording):
    """Energy at the end beyond that at the start and what actuators and prescribed motion put in [J].

    What else acts takes energy: friction, drag, dampers, and contact that begins without pressure. Bodies in a fluid start at
    rest, as moving water gives back what it took to move it.
    """
    energy = sum(recording[f"{kind}_energy"].values for kind in ("kinetic", "gravity", "elastic"))
    given = recording["work"].sel(term=[name for name in ("actuator", "drive") if name in recording["term"]]).values
    return float(energy[-1] - energy[0] - (given[-1] - given[0]).sum())


def check(random):
    with bounded(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model, gait, state = drawn_model(random)
        recording = sl.simulate(model, gait, 0.3, state=state)
        messages = [*sl.remarks(recording), *(str(one.message) for one in caught)]
    if recording.status == "finished":
        for name in NAMES:
            assert np.isfinite(recording[name].values).all(), name
        announced = any("energy" in line or "step" in line for line in messages)
        with np.errstate(all="ignore"):
            allowed = SHARE * exchanged_energy(recording) + LEAST
        assert announced or growth(recording) < allowed, (growth(recording), allowed)
    else:
        assert recording.status.startswith(("diverged", "stopped")), recording.status


@given(random=RANDOM)
@settings(max_examples=SHORT, **QUICK)
def test_random_robots_lose_no_number_and_gain_no_energy_in_silence(random):
    check(random)


@pytest.mark.slow
@given(random=RANDOM)
@settings(max_examples=LONG, **QUICK)
def test_two_thousand_random_robots_lose_no_number_and_gain_no_energy_in_silence(random):
    check(random)
