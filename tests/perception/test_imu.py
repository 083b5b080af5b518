"""Buffer of IMU samples, rest, gravity and the offset of clocks."""

from itertools import pairwise

import numpy as np
import pytest

from snakelab.geometry.rotations import rotation_exp
from snakelab.perception.camera_models import ImuSamples
from snakelab.perception.inertial_data import (
    ImuBuffer,
    align_gravity,
    estimate_clock_offset,
    find_rest,
    level_rotation,
    rotation_over,
    rotation_ratio,
)


def samples(n: int = 400, rate: float = 200.0) -> ImuSamples:
    t = np.arange(n) / rate
    w = np.stack([0.3 * np.sin(5 * t), 0.5 * np.sin(3 * t + 1), 0.2 * np.cos(4 * t)], 1)
    return ImuSamples(t, w, np.tile([0.0, 0.0, 9.81], (n, 1)))


def test_invalid_and_unordered_samples_are_left_out_and_counted():
    made = samples(100)
    made.angular_rate[10] = np.nan
    made.time[20] = made.time[19]
    buffer = ImuBuffer()
    buffer.add(made)
    assert (buffer.invalid, buffer.unordered, len(buffer)) == (1, 1, 98)


def test_an_interval_is_covered_to_its_ends():
    buffer = ImuBuffer()
    buffer.add(samples())
    durations, rates, _ = buffer.interval(0.1021, 0.3333)
    assert durations.sum() == pytest.approx(0.2312) and len(rates) == len(durations)


def test_an_interval_with_a_gap_is_refused():
    made = samples()
    kept = (made.time < 0.5) | (made.time > 0.6)
    buffer = ImuBuffer()
    buffer.add(ImuSamples(made.time[kept], made.angular_rate[kept], made.specific_force[kept]))
    assert buffer.interval(0.4, 0.7) is None and buffer.interval(0.1, 0.4) is not None
    assert buffer.interval(1.9, 2.5) is None


def test_the_buffer_forgets_old_samples():
    buffer = ImuBuffer(length=1.0)
    buffer.add(samples(4000))
    assert len(buffer) <= 201


def test_rotation_over_an_interval_subtracts_the_bias():
    buffer = ImuBuffer()
    n = 200
    buffer.add(ImuSamples(np.arange(n) / 200.0, np.tile([0.1, 0.0, 0.52], (n, 1)), np.zeros((n, 3))))
    R = rotation_over(buffer.interval(0.1, 0.6), np.array([0.1, 0.0, 0.02]))
    assert np.allclose(R, rotation_exp(np.array([0.0, 0.0, 0.25])), atol=1e-12)


def test_rest_gives_gravity_and_the_gyroscopes_bias():
    rng = np.random.default_rng(0)
    n = 100
    force = np.tile([9.81 * np.sin(0.3), 0.0, 9.81 * np.cos(0.3)], (n, 1)) + rng.normal(0, 0.03, (n, 3))
    rest = find_rest(
        ImuSamples(np.arange(n) / 200.0, np.array([0.01, -0.02, 0.0]) + rng.normal(0, 0.003, (n, 3)), force)
    )
    assert np.allclose(rest.gyroscope_bias, [0.01, -0.02, 0.0], atol=1e-3)
    up = level_rotation(rest.specific_force) @ [np.sin(0.3), 0.0, np.cos(0.3)]
    assert np.allclose(up, [0.0, 0.0, 1.0], atol=2e-3)
    assert find_rest(samples()) is None


def test_gravity_and_velocities_follow_from_poses_and_forces():
    g, dt = np.array([0.3, -0.2, -9.8]), 0.25
    g *= 9.81 / np.linalg.norm(g)
    times = np.arange(8) * dt
    a = np.array([0.2, 0.1, -0.1])
    p = 0.5 * a * times[:, None] ** 2 + [0.1, 0.0, 0.0] * times[:, None]
    R = np.array([rotation_exp(np.array([0.1, 0.2, 0.3]) * t) for t in times])
    dv = np.einsum("nji,j->ni", R[:-1], (a - g) * dt)
    dp = np.einsum("nji,j->ni", R[:-1], 0.5 * (a - g) * dt**2)
    actual = align_gravity(p, R, np.full(7, dt), dp, dv)
    assert np.allclose(actual.gravity, g, atol=1e-9)
    assert np.allclose(actual.velocities, a * times[:, None] + [0.1, 0.0, 0.0], atol=1e-9)


@pytest.mark.parametrize("offset", [0.02, -0.013])
def test_the_offset_of_two_clocks_follows_from_rotations(offset):
    made = samples(1000)
    times = np.arange(0.3, 4.5, 0.05)
    buffer = ImuBuffer()
    buffer.add(made)
    pairs = pairwise(times)
    turns = np.array([(buffer.interval(a, b)[1] * buffer.interval(a, b)[0][:, None]).sum(0) for a, b in pairs])
    late = ImuSamples(made.time - offset, made.angular_rate + np.array([0.01, 0.0, -0.02]), made.specific_force)
    actual = estimate_clock_offset(times, turns, late)
    assert actual.offset == pytest.approx(offset, abs=2e-4)
    assert np.allclose(actual.bias, [0.01, 0.0, -0.02], atol=1e-3)


def test_without_rotation_no_offset_is_estimated():
    made = samples(1000)
    still = ImuSamples(made.time, np.random.default_rng(0).normal(0, 0.003, (1000, 3)), made.specific_force)
    assert estimate_clock_offset(np.arange(0.3, 4.5, 0.05), np.zeros((83, 3)), still) is None


def test_the_ratio_of_turns_is_that_of_the_focal_lengths() -> None:
    time = np.arange(0.0, 4.0, 0.005)
    rate = np.stack([np.sin(3.0 * time), np.cos(2.0 * time), 0.3 * np.sin(5.0 * time)], axis=1)
    bias = np.array([0.01, -0.02, 0.03])
    samples = ImuSamples(time, rate + bias, np.zeros((len(time), 3)))
    starts = np.arange(0.0, 3.0, 0.05)
    integral = [
        np.stack([-np.cos(3.0 * t) / 3.0, np.sin(2.0 * t) / 2.0, -0.06 * np.cos(5.0 * t)], axis=1)
        for t in (starts, starts + 0.05)
    ]
    turns = 1.04 * (integral[1] - integral[0])
    found = rotation_ratio(starts, starts + 0.05, turns, samples, bias)
    assert found is not None and abs(found.ratio - 1.04) < 1e-3 and found.contradicts(0.025)
    assert not found.contradicts(0.05)
    assert found.tilt < 2e-3 and not found.is_tilted(0.02)
    tilted = rotation_ratio(starts, starts + 0.05, turns @ rotation_exp(np.array([0.03, 0.05, 0.0])).T, samples, bias)
    assert tilted is not None and tilted.is_tilted(0.02)
    assert abs(tilted.tilt - np.hypot(0.03, 0.05)) < 5e-3
    slow = ImuSamples(time, 0.03 * rate + bias, np.zeros((len(time), 3)))
    assert rotation_ratio(starts, starts + 0.05, 0.03 * turns, slow, bias) is None
    turns[10:] = np.nan
    assert rotation_ratio(starts, starts + 0.05, turns, samples, bias) is None
