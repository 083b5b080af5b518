"""The compiled oscillators against the written law, SciPy, and the figures of the source."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import snakelab as sl
from oscillators import BLOCK, SPARK, YAW, creeping_circles, oscillate

START = np.full((2, 28), SPARK)
RNG = np.random.default_rng(5)
WILD = creeping_circles() + np.array([[0.2], [0.0], [0.1]]) * RNG.normal(size=(3, 28))
SOMEWHERE = 0.5 * RNG.normal(size=(2, 28))


def written(net, circles, omega):
    """z' of the law as `HopfNetwork` writes it."""
    w, (rho, theta, c) = net.weight_matrix(YAW, BLOCK), circles
    return lambda z: net.rate(z - c, w, rho, theta, omega)


@pytest.mark.parametrize(
    "net", [sl.gaits.HopfNetwork(), sl.gaits.HopfNetwork("DS", sigma=0.7, steepness=3.0, coupling=0.5)]
)
@pytest.mark.parametrize("saturated", [True, False])
def test_rate_and_acceleration_are_those_of_the_written_law(net, saturated):
    net = sl.gaits.HopfNetwork(net.topology, net.coupling, net.growth, net.sigma, net.steepness, saturated)
    law, z = written(net, WILD, 1.3), SOMEWHERE[0] + 1j * SOMEWHERE[1]
    (u, v, rate, acceleration), _ = oscillate(SOMEWHERE, 0.0, WILD, net, 1.3)
    assert_allclose(u + 1j * v, z, rtol=1e-13)
    assert_allclose(rate, law(z).real, rtol=1e-11, atol=1e-11)
    h, dz = 1e-5 / np.abs(law(z)).max(), law(z)
    by_differences = (law(z + h * dz) - law(z - h * dz)).real / (2 * h)
    assert_allclose(acceleration, by_differences, rtol=1e-5, atol=1e-6 * np.abs(by_differences).max())


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("omega", [0.6, -9.0])
def test_an_interval_agrees_with_scipy(omega):
    net = sl.gaits.HopfNetwork("NNNS", coupling=0.2)
    law = written(net, WILD, omega)
    z0 = SOMEWHERE[0] + 1j * SOMEWHERE[1]
    true = solve_ivp(lambda _, z: law(z), (0, 2.0), z0, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    (u, v, _, _), _ = oscillate(SOMEWHERE, 2.0, WILD, net, omega, tolerance=1e-11)
    assert_allclose(u + 1j * v, true, atol=1e-9)


def test_the_error_of_one_output_is_below_a_millionth_where_an_oscillator_crosses_its_circle():
    law = written(sl.gaits.HopfNetwork(), creeping_circles(), np.pi / 5)
    z0 = SOMEWHERE[0] + 1j * SOMEWHERE[1]
    true = solve_ivp(lambda _, z: law(z), (0, 1 / 30), z0, "DOP853", rtol=1e-13, atol=1e-15).y[:, -1]
    (u, v, _, _), steps = oscillate(SOMEWHERE, 1 / 30, creeping_circles(), tolerance=1e-8)
    assert np.abs(u + 1j * v - true).max() < 1e-6 and steps < 10
    assert np.median(np.abs(u + 1j * v - true)) < 1e-11


def test_the_tolerance_is_what_a_long_interval_keeps():
    fine, n_fine = oscillate(START, 20.0, creeping_circles(), tolerance=1e-12)
    errors, steps = [], []
    for tolerance in (1e-6, 1e-8):
        z, n = oscillate(START, 20.0, creeping_circles(), tolerance=tolerance)
        errors.append(np.abs(z - fine)[:2].max())
        steps.append(n)
    assert errors[0] < 1e-3 and errors[1] < 0.05 * errors[0]
    assert steps[0] < steps[1] < n_fine < 1000


def test_creeping_grows_as_the_source_s_oscillators_do():
    z, amplitude = START, []
    for _ in range(3):
        (u, v, _, _), _ = oscillate(z, 10.0, creeping_circles())
        z = np.array([u, v])
        amplitude.append(np.rad2deg(np.hypot(*z)[0]))
    assert_allclose(amplitude, [7.963, 22.387, 35.270], atol=5e-4)


def test_phases_lock_and_amplitudes_settle_at_the_values_of_the_source():
    (u, v, _, _), _ = oscillate(START, 400.0, creeping_circles())
    z = u + 1j * v
    assert_allclose(np.rad2deg(np.abs(z[YAW])), 43.388, atol=1e-3)
    assert_allclose(np.rad2deg(np.abs(z[~YAW])), 0.1, rtol=1e-3)
    assert_allclose(np.angle(z[YAW][:-1] / z[YAW][1:]), 4 * np.pi / 14, atol=1e-4)
    assert_allclose(np.angle(z[YAW] / z[~YAW]), np.pi / 2, atol=1e-4)


def test_equal_weights_from_one_start_die_out_and_from_another_do_not():
    net = sl.gaits.HopfNetwork(weight_spread=np.inf)
    (u, v, _, _), _ = oscillate(START, 100.0, creeping_circles(40.0, 40.0), net)
    assert np.hypot(u, v).max() < 1e-3 * SPARK
    (u, v, _, _), _ = oscillate(START * (1 + 0.1 * RNG.normal(size=28)), 400.0, creeping_circles(40.0, 40.0), net)
    assert_allclose(np.rad2deg(np.hypot(u, v)), 40.0, rtol=1e-4)


@pytest.mark.parametrize("topology", ["NNS", "NNNS", "BS", "SCS1", "SCS2", "DS"])
def test_every_topology_locks_the_same_gait(topology):
    net = sl.gaits.HopfNetwork(topology, coupling=1.0, growth=2.0)
    circles = creeping_circles(30.0, 20.0)
    start = circles[0] * np.array([np.cos(circles[1]), np.sin(circles[1])]) * 0.1 + 1e-3 * RNG.normal(size=(2, 28))
    (u, v, _, _), _ = oscillate(start, 400.0, circles, net, tolerance=1e-8)
    z = (u + 1j * v) / np.exp(1j * circles[1])
    assert_allclose(np.rad2deg(np.abs(z)), np.rad2deg(circles[0]), rtol=1e-3)
    assert_allclose(np.angle(z / z[0]), 0, atol=1e-3)


def test_a_large_circle_shrinks_gently_where_the_original_law_falls():
    small = creeping_circles(0.1, 0.1)
    large = np.deg2rad(40.0) * np.array([np.cos(small[1]), np.sin(small[1])])
    (u, v, _, _), steps = oscillate(large, 1.0, small)
    assert_allclose(np.rad2deg(np.hypot(u, v)), 40.0 * np.exp(-0.2), rtol=1e-3)
    (u, v, _, _), many = oscillate(large, 1.0, small, sl.gaits.HopfNetwork(bounded_contraction=False))
    assert np.rad2deg(np.hypot(u, v)).max() < 0.4
    assert many > 3 * steps


def test_an_interval_that_cannot_be_ended_says_so():
    _, steps = oscillate(np.full((2, 28), np.nan), 1.0, creeping_circles())
    assert steps == -1
