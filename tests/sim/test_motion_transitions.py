"""Transitions between motions are continuous in value, rate and acceleration, and keep the phase."""

import math
from itertools import pairwise

import numpy as np
import pytest

from snakelab.physics.command import (
    Command,
    constant_reference,
    periodic_reference,
    piecewise_reference,
    quintic,
    targets_at,
    wave_reference,
)
from snakelab.sim.motion_transitions import Fade, in_phase, settling, shifted, transition, weight, with_rows
from snakelab.sim.run_integration import ReferenceMotion


def wave(amplitude, frequency, lag=0.5, offset=0.0, n=4, phase=0.0):
    rows = np.zeros((n, 4))
    rows[:, 0], rows[:, 1], rows[:, 3] = amplitude, frequency, offset
    rows[:, 2] = phase + lag * np.arange(n)
    return wave_reference(rows)


def table(period=2.0, n=4, periodic=True):
    knots = np.linspace(0.0, period, 9)
    angle = 2 * np.pi * knots / period
    rate = 2 * np.pi / period
    values = [
        np.array([np.sin(a + np.arange(n)), rate * np.cos(a + np.arange(n)), -(rate**2) * np.sin(a + np.arange(n))])
        for a in angle
    ]
    pieces = np.array([quintic(a, b, knots[1]) for a, b in pairwise(values)])
    return periodic_reference(knots, pieces) if periodic else piecewise_reference(knots, pieces)


MOTIONS = {
    "wave": wave(0.5, 3.0),
    "faster wave": wave(0.3, 8.0, lag=0.9, offset=0.1),
    "backward wave": wave(0.4, -2.0),
    "resting": constant_reference(np.array([0.1, 0.0, -0.2, 0.3])),
    "table": table(),
    "table that runs once": table(periodic=False),
    "two frequencies": wave_reference(
        np.array([[0.4, 2.0, 0, 0], [0.3, 4.0, 1, 0], [0.4, 2.0, 2, 0], [0.3, 4.0, 3, 0]])
    ),
}


def derivative(motion, time, h=1e-4):
    """Central differences of the values."""
    return (motion.targets(time + h)[0] - motion.targets(time - h)[0]) / (2 * h)


@pytest.mark.parametrize("old", MOTIONS)
@pytest.mark.parametrize("new", MOTIONS)
def test_any_motion_passes_to_any_other_without_a_jump(old, new):
    begin, duration = 1.3, 1.7
    before = ReferenceMotion((0.0,), (MOTIONS[old],))
    after = transition(before, MOTIONS[new], begin, duration)
    for time in (begin, begin + duration):
        ahead, behind = after.targets(time + 1e-7), (before if time == begin else after).targets(time - 1e-7)
        scale = 1 + np.abs(behind).max(axis=1, keepdims=True)
        assert np.abs(ahead - behind).max() <= 2e-6 * scale.max() ** 2
    for time in np.linspace(begin + 0.01, begin + duration - 0.01, 23):
        assert after.targets(time)[1] == pytest.approx(derivative(after, time), abs=2e-4)


@pytest.mark.parametrize("new", ["wave", "faster wave", "backward wave", "table", "two frequencies"])
def test_the_motion_after_a_transition_is_the_gait_at_another_phase(new):
    after = transition(ReferenceMotion((0.0,), (MOTIONS["wave"],)), MOTIONS[new], 1.0, 0.5)
    end = after.references[-1]
    times = np.linspace(0, 2 * np.pi, 400)
    orbit = np.array([targets_at(MOTIONS[new], t)[0] for t in times])
    for time in (1.6, 2.3, 4.0):
        assert np.abs(orbit - targets_at(end, time)[0]).max(axis=1).min() < 0.02


def test_a_wave_that_changes_its_amplitude_alone_keeps_its_phase():
    after = transition(ReferenceMotion((0.0,), (wave(0.5, 3.0),)), wave(0.25, 3.0), 2.0, 1.0)
    for time in (3.0, 4.2, 10.0):
        assert after.targets(time)[0] == pytest.approx(targets_at(wave(0.25, 3.0), time)[0], abs=1e-12)


def test_the_wave_in_a_transition_keeps_its_form():
    """From 0.5 to 0.3 rad with equal lags the four joints stay on one travelling wave whose amplitude lies between."""
    after = transition(ReferenceMotion((0.0,), (wave(0.5, 3.0),)), wave(0.3, 6.0), 2.0, 1.0)
    for time in np.linspace(2.0, 3.0, 21):
        q = after.targets(time)[0]
        design = np.stack([np.sin(0.5 * np.arange(4)), np.cos(0.5 * np.arange(4))], axis=1)
        fit, residual = np.linalg.lstsq(design, q, rcond=None)[:2]
        assert residual.size == 0 or residual[0] < 1e-12
        assert 0.3 - 1e-6 <= np.hypot(*fit) <= 0.5 + 1e-6


def test_a_table_that_runs_once_begins_at_the_change():
    after = transition(ReferenceMotion((0.0,), (MOTIONS["resting"],)), table(periodic=False), 5.0, 0.5)
    assert after.targets(6.0)[0] == pytest.approx(targets_at(table(periodic=False), 1.0)[0], abs=1e-9)


def test_without_a_duration_the_motion_changes_at_once():
    after = transition(ReferenceMotion((0.0,), (MOTIONS["resting"],)), MOTIONS["wave"], 2.0, 0.0)
    assert len(after.references) == 1
    assert after.targets(2.0).shape == (3, 4)


def test_in_phase_finds_the_phase_of_a_shifted_copy():
    gait, delay = table(), 0.37
    moved = shifted(gait, delay)
    times = in_phase(targets_at(moved, 3.1), math.pi, gait, 3.1)
    assert targets_at(times, 3.1)[0] == pytest.approx(targets_at(moved, 3.1)[0], abs=1e-3)


def test_settling_starts_with_the_motion_and_comes_to_rest():
    rest = settling(MOTIONS["wave"], 1.1, 2.0)
    assert rest.targets(1.1) == pytest.approx(targets_at(MOTIONS["wave"], 1.1), abs=1e-12)
    assert np.abs(rest.targets(1.4)[1:]).max() == 0.0
    assert np.isfinite(settling(MOTIONS["wave"], 1.1, 0.0).targets(1.1)).all()


def test_the_weight_rises_from_0_to_1_with_its_derivatives():
    for x in (0.0, 0.3, 0.9, 1.0):
        s, ds, dds = weight(2.0 + x, 2.0, 1.0)
        h = 1e-5
        inside = 0 < x < 1
        if inside:
            assert ds == pytest.approx((weight(2 + x + h, 2, 1)[0] - weight(2 + x - h, 2, 1)[0]) / (2 * h), rel=1e-6)
            assert dds == pytest.approx((weight(2 + x + h, 2, 1)[1] - weight(2 + x - h, 2, 1)[1]) / (2 * h), rel=1e-6)
        else:
            assert (s, ds, dds) == (x, 0.0, 0.0)


def test_a_fade_starts_with_the_old_motion_and_ends_with_the_command():
    fade = Fade(ReferenceMotion((0.0,), (with_rows(MOTIONS["wave"], 5),)), 1.0, 1.0)
    command = Command(np.ones(4), np.zeros(4), np.zeros(4), thrust=np.array([2.0]))
    first, last = fade.blended(command, 1.0), fade.blended(command, 2.0)
    assert first.target == pytest.approx(targets_at(MOTIONS["wave"], 1.0)[0]) and first.thrust == pytest.approx([0.0])
    assert last.target == pytest.approx(np.ones(4)) and last.thrust == pytest.approx([2.0])
    assert not fade.over(1.5) and fade.over(2.0)
