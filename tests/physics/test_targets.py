"""References: waves, ramps and pieces, with rates and accelerations that belong to the values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.interpolate import PPoly

from snakelab.physics.command import constant_reference, piecewise_reference, quintic, ramp, targets_at, wave_reference

# Amplitude, angular frequency, phase, offset
WAVE = np.array([[0.8, 3.0, 0.5, 0.1], [-0.3, -7.0, 2.0, 0.0], [0.0, 1.0, 0.0, 0.4]])
numbers = st.floats(-5, 5)
ends = st.tuples(*3 * [st.tuples(numbers, numbers)])


def differences(reference, t: float, h: float = 1e-4) -> np.ndarray:
    """Rate and acceleration at t by differences of the value and of the rate, shape (2, nv)."""
    at = [targets_at(reference, t + k * h)[:2] for k in (-2, -1, 1, 2)]
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h)


def pieces(n_pieces: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Random knots and coefficients of two coordinates."""
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.uniform(0.1, 1.0, n_pieces + 1)), rng.normal(size=(n_pieces, 2, 6))


# ---- waves -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("t", [-1.0, 0.0, 0.37, 12.0])
def test_a_wave_is_offset_plus_amplitude_times_sine(t):
    amplitude, frequency, phase, offset = WAVE.T
    angle = frequency * t + phase
    expected = [
        offset + amplitude * np.sin(angle),
        amplitude * frequency * np.cos(angle),
        -amplitude * frequency**2 * np.sin(angle),
    ]
    assert_allclose(targets_at(wave_reference(WAVE), t), expected, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("t", [0.6, 1.0, 1.49, 2.0])
def test_a_ramped_waves_rates_belong_to_its_values(t):
    reference = wave_reference(WAVE, 0.5, 1.0)
    assert_allclose(targets_at(reference, t)[1:], differences(reference, t), rtol=1e-8, atol=1e-8)


def test_a_ramp_starts_and_ends_without_a_jump_in_rate_or_acceleration():
    reference, whole = wave_reference(WAVE, 0.5, 1.0), wave_reference(WAVE)
    assert_allclose(targets_at(reference, 0.5 + 1e-7), 0, atol=1e-4)
    assert_allclose(targets_at(reference, 1.5 - 1e-7), targets_at(whole, 1.5), atol=1e-4)
    assert (targets_at(reference, 0.5) == 0).all() and (targets_at(reference, -3.0) == 0).all()
    assert (targets_at(reference, 1.5) == targets_at(whole, 1.5)).all()


def test_a_ramp_rises_from_nothing_to_the_whole():
    s = np.array([ramp(t, 2.0, 4.0) for t in np.linspace(2, 6, 41)])
    assert (np.diff(s[:, 0]) > 0).all()
    assert_allclose(s[[0, 20, 40], 0], [0, 0.5, 1])
    assert_allclose(s[[0, 40], 1:], 0, atol=1e-15)
    assert_allclose(s[20, 1], 30 / 16 / 4)


def test_no_duration_is_no_ramp():
    assert ramp(0.0, 0.0, 0.0) == (1.0, 0.0, 0.0)


def test_a_constant_stays():
    for t in (-5.0, 0.0, 3.0):
        assert_allclose(targets_at(constant_reference(np.array([0.3, -0.2])), t), [[0.3, -0.2], [0, 0], [0, 0]])


# ---- pieces ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n_pieces", [1, 2, 3, 8, 33])
def test_pieces_are_scipys_polynomials(n_pieces):
    knots, coefficients = pieces(n_pieces, n_pieces)
    reference = piecewise_reference(knots, coefficients)
    polynomial = PPoly(np.moveaxis(coefficients, -1, 0)[::-1], knots)
    middles = (knots[:-1] + knots[1:]) / 2
    for t in [*knots[:-1], *middles, knots[-1] - 1e-6]:
        expected = [polynomial(t), polynomial(t, 1), polynomial(t, 2)]
        assert_allclose(targets_at(reference, t), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("t", [-100.0, 0.0])
def test_before_the_first_knot_the_first_value_is_held_at_rest(t):
    knots, coefficients = pieces(3)
    assert_allclose(targets_at(piecewise_reference(knots, coefficients), t), [coefficients[0, :, 0], [0, 0], [0, 0]])


@pytest.mark.parametrize("late", [1e-3, 100.0])
def test_after_the_last_knot_the_last_value_is_held_at_rest(late):
    knots, coefficients = pieces(3)
    end = coefficients[-1] @ (knots[-1] - knots[-2]) ** np.arange(6)
    held = targets_at(piecewise_reference(knots, coefficients), knots[-1] + late)
    assert_allclose(held, [end, [0, 0], [0, 0]], rtol=1e-13)


@pytest.mark.parametrize("side", [-1, 0, 1])
@pytest.mark.parametrize("start", [0.0, 1000.0])
def test_a_step_that_misses_the_last_knot_by_rounding_is_still_on_the_move(start, side):
    """The end of a control period counts as inside it, else its rate would be lost on some machines."""
    c = quintic(np.array([[0.0], [1.0], [0.0]]), np.array([[0.01], [1.0], [0.0]]), 0.01)
    end = start + 0.01
    reference = piecewise_reference(np.array([start, end]), c[None])
    assert_allclose(targets_at(reference, end + side * 4 * np.spacing(end)), [[0.01], [1.0], [0.0]], atol=1e-8)


def test_a_knot_belongs_to_the_piece_that_it_opens():
    coefficients = np.zeros((2, 1, 6))
    coefficients[:, 0, 0] = 1.0, 2.0
    reference = piecewise_reference(np.array([0.0, 1.0, 2.0]), coefficients)
    assert targets_at(reference, np.nextafter(1.0, 0))[0, 0] == 1.0
    assert targets_at(reference, 1.0)[0, 0] == 2.0


# ---- quintics ----------------------------------------------------------------------------------------------------------
@pytest.mark.thorough
@given(ends, ends, st.floats(0.05, 3))
def test_a_quintic_meets_value_rate_and_acceleration_at_both_ends(start, end, duration):
    start, end = np.array(start), np.array(end)
    reference = piecewise_reference(np.array([0.0, duration]), quintic(start, end, duration)[None])
    scale = 1 + duration ** -np.arange(3.0)[:, None]  # a short quintic between far ends is steep
    assert_allclose(targets_at(reference, 0.0), start, atol=1e-12)
    assert_allclose(targets_at(reference, duration) / scale, end / scale, atol=1e-9)


def test_two_quintics_join_without_a_jump_in_acceleration():
    rng = np.random.default_rng(3)
    a, b, c = rng.normal(size=(3, 3, 2))
    reference = piecewise_reference(np.array([0.0, 0.5, 1.2]), np.array([quintic(a, b, 0.5), quintic(b, c, 0.7)]))
    assert_allclose(targets_at(reference, 0.5 - 1e-9), targets_at(reference, 0.5), atol=1e-5)
    assert_allclose(targets_at(reference, 0.5), b, atol=1e-12)


@pytest.mark.parametrize("t", [0.1, 0.3, 0.44])
def test_a_quintics_rates_belong_to_its_values(t):
    start, end = np.array([[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]]), np.array([[0.0, 2.5], [1.0, 0.0], [2.0, -1.0]])
    reference = piecewise_reference(np.array([0.0, 0.5]), quintic(start, end, 0.5)[None])
    assert_allclose(targets_at(reference, t)[1:], differences(reference, t), rtol=1e-8, atol=1e-8)


def test_a_quintic_between_equal_ends_at_rest_stays():
    still = np.array([[0.7], [0.0], [0.0]])
    assert_allclose(quintic(still, still, 0.3), [[0.7, 0, 0, 0, 0, 0]], atol=1e-12)
