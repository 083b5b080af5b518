"""Resistive force theory: stresses, depth, and a sandfish."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.physics.granular import MATERIALS

N, LENGTH, RADIUS = 16, 0.1, 0.0075


def sandfish(medium=None, **arguments):
    """A body of a sandfish's size, with one wave along it."""
    link = sl.Link(LENGTH / N, mass=0.016 / N)
    robot = sl.Robot([link, *(N - 1) * [sl.Revolute("z"), link]], base="planar")
    sand = sl.granular_resistance(robot, **({"radius": RADIUS, "depth": 0.03, "eps": 1e-4} | arguments))
    return sl.ShapeSpace(sl.build_model(robot, sl.World([sand if medium is None else medium])), kind="fitted")


def sinusoid(amplitude):
    """Loop of a wave y = A sin(2 pi x / wavelength) along the body, and its wavelength; A by wavelength is given."""
    x = np.linspace(0.0, 2.0, 8001)
    arc = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(amplitude * np.sin(2 * np.pi * x)))))
    period = np.interp(1.0, x, arc)
    places = (np.arange(N) + 0.5) / N + np.arange(64)[:, None] / 64
    slopes = 2 * np.pi * amplitude * np.cos(2 * np.pi * np.interp(places % 1.0 * period, arc, x))
    harmonics = np.fft.rfft(np.diff(np.arctan(slopes), axis=1), axis=0) / 64
    loop = sl.ShapeLoop(2 * harmonics[1:6].real, -2 * harmonics[1:6].imag, harmonics[0].real)
    return loop, LENGTH / period


def moved(space, amplitude):
    loop, wavelength = sinusoid(amplitude)
    distance = sl.cycle_displacement(space, loop, 6).distance
    return distance, distance / wavelength


def test_the_stress_of_a_plate_is_that_of_the_coefficients():
    poppy = MATERIALS["loose_poppy_seed"]
    assert poppy.stresses(math.pi / 2, 0.0)[0] == pytest.approx(0.083e6)
    assert poppy.stresses(0.0, 0.0)[0] == pytest.approx(0.031e6)
    assert poppy.stresses(0.0, math.pi / 2)[1] == pytest.approx((0.051 + 0.047 + 0.053 + 0.083 + 0.020) * 1e6)


def test_a_sandfish_swims_with_half_the_speed_of_its_wave():
    distance, efficiency = moved(sandfish(), 0.2)
    assert efficiency == pytest.approx(0.5, abs=0.08)
    assert 0.3 < distance / LENGTH < 0.5


@pytest.mark.slow
def test_its_speed_has_a_flat_maximum_from_a_fifth_of_the_wavelength_on():
    amplitudes, space = np.array([0.1, 0.15, 0.2, 0.25, 0.3, 0.4]), sandfish()
    speeds = np.array([moved(space, amplitude)[0] for amplitude in amplitudes])
    # published: fastest at 0.2; here within a tenth of the maximum, which lies between 0.25 and 0.3
    assert 0.2 <= amplitudes[speeds.argmax()] <= 0.3
    assert speeds[2] > 0.9 * speeds.max()


def test_depth_scales_all_forces_and_not_the_motion():
    deep, shallow = (moved(sandfish(depth=depth), 0.2)[0] for depth in (0.06, 0.03))
    assert deep == pytest.approx(shallow, rel=1e-4)


def test_forces_grow_with_depth_and_vanish_above_the_surface():
    laws = [sandfish(depth=depth).model.world.media[0].parameters[0] for depth in (-RADIUS, 0.0, RADIUS, 0.03)]
    assert laws[0] == 0.0 and laws[1] == pytest.approx(0.083e6 * RADIUS**2 / 2)
    assert laws[3] == pytest.approx(0.083e6 * 2 * RADIUS * 0.03)


def test_there_is_no_progress_on_a_rigid_isotropic_floor():
    floor = sandfish(sl.LinkFriction(0.3, shape="elliptic", eps=1e-4))
    assert moved(floor, 0.2)[0] < 0.05 * moved(sandfish(), 0.2)[0]


def test_the_engine_moves_as_the_balance_of_forces():
    space, (loop, _) = sandfish(), sinusoid(0.2)
    run = sl.simulate(space.model, sl.loop_gait(space, loop, 1.0), 2.0, step=2e-3, record_rate=1.0)
    steps = np.diff(run["base_position"].values[:, :2], axis=0)
    assert np.hypot(*steps[-1]) == pytest.approx(sl.cycle_displacement(space, loop, 6).distance, rel=0.05)


@pytest.mark.parametrize(
    "arguments, message",
    [({"material": "loose_popy"}, "loose_poppy_seed"), ({"radius": 0.0}, "radius"), ({"depth": -1.0}, "depth")],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(sl.WorldError, match=message):
        sandfish(**arguments)
