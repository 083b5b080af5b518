"""Resistive force theory: stresses, depth, and a sandfish."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.gaits.geometric.local_connection import BodyForces

N, LENGTH, RADIUS = 16, 0.1, 0.0075
POPPY = sl.worlds.loose_poppy_seed()


def sandfish(medium=None, base="planar", n=N, **arguments):
    """A body of a sandfish's size, with one wave along it; of more than 16 links, a longer one."""
    link = sl.Link(LENGTH / N, mass=0.016 / N, section=sl.Cylinder(RADIUS))
    robot = sl.Robot([link, *(n - 1) * [sl.Revolute("z"), link]], base=base)
    sand = sl.GranularMedium(**({"material": POPPY, "depth": 0.03, "eps": 1e-4} | arguments))
    return sl.gaits.ShapeSpace(sl.build_model(robot, sl.World([sand if medium is None else medium])), kind="fitted")


def sinusoid(amplitude, n=N):
    """Loop of a wave y = A sin(2 pi x / wavelength) along the body, and its wavelength; A by wavelength is given."""
    x = np.linspace(0.0, 1.0 + n / N, 8001)
    arc = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(amplitude * np.sin(2 * np.pi * x)))))
    period = np.interp(1.0, x, arc)
    places = (np.arange(n) + 0.5) / N + np.arange(64)[:, None] / 64
    slopes = 2 * np.pi * amplitude * np.cos(2 * np.pi * np.interp(places % 1.0 * period, arc, x))
    harmonics = np.fft.rfft(np.diff(np.arctan(slopes), axis=1), axis=0) / 64
    loop = sl.gaits.ShapeLoop(2 * harmonics[1:6].real, -2 * harmonics[1:6].imag, harmonics[0].real)
    return loop, LENGTH / period


def moved(space, loop, wavelength):
    distance = sl.gaits.cycle_displacement(space, loop, 24).distance
    return distance, distance / wavelength


def plain_wrench(u, w, links, depth, front, eps):
    """Force and moment about the origin of straight links in a row along x, by the published law, point by point."""
    k = 1 / math.tan(math.radians(13.84))
    immersed = (max(depth + RADIUS, 0) ** 2 - max(depth - RADIUS, 0) ** 2) / 2
    nodes, weights = np.polynomial.legendre.leggauss(3)
    total = np.zeros(3)
    for start, end in links:
        for node, weight in zip(nodes, weights, strict=True):
            x = (start + end) / 2 + node * (end - start) / 2
            across = u[1] + w * x
            size = math.sqrt(u[0] ** 2 + across**2 + eps**2)
            sine, cosine = across / size, u[0] / size
            each = weight / 2 * (end - start) * immersed
            normal = 0.083e6 * each * sine * math.sqrt((1 + k * k) / (1 + (k * sine) ** 2))
            total -= [0.031e6 * each * cosine, normal, normal * x]
    if u[0] > 0:  # x is that of the foremost point
        total[0] -= front * 0.083e6 * immersed * math.pi * RADIUS / 2 * cosine
    return total


@pytest.mark.parametrize("motion", [(0.1, 0.02, 0.5), (-0.1, 0.3, -2.0), (0.0, 0.1, 0.0), (1e-5, 0.0, 0.0)])
@pytest.mark.parametrize("depth", [0.03, 0.002])
def test_the_compiled_law_is_that_of_single_plates(motion, depth):
    link = sl.Link(0.02, mass=0.01, section=sl.Cylinder(RADIUS))
    robot = sl.Robot([link, sl.Revolute("z"), link], base="planar")
    model = sl.build_model(robot, sl.World([sl.GranularMedium(POPPY, depth, head_drag=0.5, eps=1e-4)]))
    u, v, w = motion
    needed = BodyForces(model).media(np.zeros(1), np.array([u, v, w, 0.0]))[:3]
    expected = plain_wrench((u, v), w, [(0.0, 0.02), (0.02, 0.04)], depth, 0.5, 1e-4)
    np.testing.assert_allclose(-needed, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


def test_the_stress_of_a_plate_is_that_of_the_coefficients():
    assert POPPY.stresses(math.pi / 2, 0.0)[0] == pytest.approx(0.083e6) == pytest.approx(POPPY.across)
    assert POPPY.stresses(0.0, 0.0)[0] == pytest.approx(0.031e6) == pytest.approx(POPPY.along)
    assert POPPY.stresses(0.0, math.pi / 2)[1] == pytest.approx((0.051 + 0.047 + 0.053 + 0.083 + 0.020) * 1e6)
    assert sl.worlds.generic_grains(0.3).across == pytest.approx(0.3 * (0.124 + 0.253 - 0.007) * 1e6)
    # the factor is the stress of a level plate that sinks
    assert sl.worlds.generic_grains(0.3).stresses(0.0, math.pi / 2)[1] == pytest.approx(0.3e6, rel=1e-9)


@pytest.mark.thorough
def test_a_sandfish_swims_with_half_the_speed_of_its_wave():
    distance, efficiency = moved(sandfish(), *sinusoid(0.2))
    assert efficiency == pytest.approx(0.5, abs=0.08)
    assert 0.3 < distance / LENGTH < 0.5
    # the resistance of the head is not published: with a flat front, 0.46
    assert moved(sandfish(head_drag=1.0), *sinusoid(0.2))[1] == pytest.approx(0.5, abs=0.08)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize("n, fastest", [(20, 0.2), (32, 0.2), (16, 0.25)])
def test_a_body_with_more_than_one_wave_is_fastest_at_a_fifth_of_the_wavelength(n, fastest):
    """Published, for a body without yaw: 0.2. With a single wave the body yaws, the more so the smaller the amplitude."""
    amplitudes, space = np.array([0.1, 0.15, 0.2, 0.25, 0.3]), sandfish(n=n)
    speeds = [moved(space, *sinusoid(amplitude, n))[0] for amplitude in amplitudes]
    assert amplitudes[np.argmax(speeds)] == fastest
    assert speeds[2] > 0.94 * max(speeds)


@pytest.mark.thorough
def test_depth_scales_all_forces_and_not_the_motion():
    deep, shallow = (moved(sandfish(depth=depth), *sinusoid(0.2))[0] for depth in (0.06, 0.03))
    assert deep == pytest.approx(shallow, rel=1e-4)


def test_forces_grow_with_depth_and_vanish_above_the_surface():
    pull = np.append([0.0, 0.1, 0.0], np.zeros(N - 1))
    deeper = [
        sandfish(depth=depth).body_forces.media(np.zeros(N - 1), pull)[1] for depth in (-RADIUS, 0.0, RADIUS, 0.03)
    ]
    assert deeper[0] == 0.0 and deeper[1] == pytest.approx(0.083e6 * RADIUS**2 / 2 * LENGTH, rel=1e-4)
    assert deeper[3] == pytest.approx(0.083e6 * 2 * RADIUS * 0.03 * LENGTH, rel=1e-4)


def test_a_soft_section_has_the_resistance_of_links():
    soft = sl.SoftSection(LENGTH, 0.016, actuator_radius=0.004, skin_radius=RADIUS, n_steps=32)
    world = sl.World([sl.GranularMedium(POPPY, 0.03, eps=1e-4)])
    forces = BodyForces(sl.build_model(sl.Robot([soft], base="planar"), world))
    for velocity in ((0.1, 0.0, 0.0), (-0.1, 0.05, 0.0), (0.0, 0.0, 1.0)):
        rigid = sandfish().body_forces.media(np.zeros(N - 1), np.append(velocity, np.zeros(N - 1)))[:3]
        own = forces.media(np.zeros(3), np.append(velocity, np.zeros(3)))[:3]
        np.testing.assert_allclose(own, rigid, rtol=0.02, atol=1e-6)


@pytest.mark.thorough
def test_a_soft_body_swims_in_sand():
    soft = sl.SoftSection(LENGTH / 3, 0.016 / 3, actuator_radius=0.004, skin_radius=RADIUS)
    model = sl.build_model(sl.Robot(4 * [soft], base="planar"), sl.World([sl.GranularMedium(POPPY, 0.03)]))

    def bend(t):
        wave = 0.004 * np.sin(2 * np.pi * (t + np.arange(4) / 4)) * min(1.0, 2 * t)
        return np.column_stack([wave, -wave / 2, -wave / 2]).ravel()

    run = sl.simulate(model, sl.FunctionGait(bend), 1.5, step=2e-3, record_rate=10)
    assert run.finished and abs(float(run["com_position"][-1, 2])) < 1e-12
    assert float(run["work"].sel(term="sand")[-1]) < 0
    assert np.hypot(*(run["com_position"][-1, :2] - run["com_position"][5, :2])) > 0.1 * LENGTH


@pytest.mark.thorough
def test_there_is_no_progress_on_a_rigid_isotropic_floor():
    floor = sandfish(sl.LinkFriction(0.3, shape="elliptic", eps=1e-4))
    assert moved(floor, *sinusoid(0.2))[0] < 0.05 * moved(sandfish(), *sinusoid(0.2))[0]


@pytest.mark.thorough
def test_the_engine_moves_as_the_balance_of_forces():
    space, (loop, _) = sandfish(), sinusoid(0.2)
    run = sl.simulate(space.model, sl.gaits.loop_gait(space, loop, 1.0), 2.0, step=2e-3, record_rate=1.0)
    steps = np.diff(run["base_position"].values[:, :2], axis=0)
    assert np.hypot(*steps[-1]) == pytest.approx(sl.gaits.cycle_displacement(space, loop, 24).distance, rel=0.02)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"material": "loose_poppy"}, "GranularMaterial"),
        ({"depth": -11.0}, "depth must be at least -10 and at most 10 m"),
        ({"head_drag": -0.1}, "head_drag"),
        ({"base": "floating"}, "write base: planar"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(sl.errors.WorldError, match=message):
        sandfish(**arguments)


def test_a_material_that_does_not_resist_is_refused():
    with pytest.raises(sl.errors.WorldError, match=r"along itself \(c11 \+ c01 \+ c_11 > 0\)"):
        sl.worlds.GranularMaterial(0, 0, 0, 0, 0, -0.1, 0.05, 0, 0)


@pytest.mark.few(1)
@pytest.mark.parametrize("step", [2e-3, 4e-3])
def test_a_swimmer_in_sand_is_accurate_at_long_steps(step):
    """The resistance changes fully within 1 mm/s, much faster than a step: a law evaluated at its start errs by a tenth."""
    model = sandfish(n=6).model
    gait = sl.SerpenoidGait(0.6, 6.0, 1.2, ramp=0.5)
    fine, run = (sl.simulate(model, gait, 1.0, step=dt, record_rate=50) for dt in (5e-5, step))
    assert run.dataset.attrs["unconverged_steps"] == 0
    for metric in ("mean_speed", "cost_of_transport"):
        assert sl.metrics(run)[metric] == pytest.approx(sl.metrics(fine)[metric], rel=5e-3)
