"""Slender hulls in a free surface at any slope: hydrostatics against the exact solution, bobbing, energy."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import brentq

import snakelab as sl

RHO, G, R, L = 1000.0, 9.81, 0.05, 1.0
IDEAL = {"linear_drag": 0, "cross_drag": 0, "axial_drag": 0, "roll_drag": 0}
FULL = RHO * math.pi * R**2 * L

pytestmark = pytest.mark.filterwarnings("ignore:'robot'")


def spar(density=0.5, links=1, base="floating", **fluid):
    """A cylinder of a share of the water's density, in one link or in several joined rigidly."""
    parts = []
    for k in range(links):
        parts += [sl.Mount()] * (k > 0) + [sl.Link(L / links, mass=density * FULL / links, section=sl.Cylinder(R))]
    return sl.build_model(sl.Robot(parts, base=base), sl.World([sl.Gravity(), sl.Fluid(surface=0.0, **fluid)]))


def pitched(model, height, slope, velocity=(0.0,) * 6):
    """The tail end at a height, the axis at a slope above the horizontal [rad]."""
    turn = (math.cos(slope / 2), 0, -math.sin(slope / 2), 0)
    return sl.initial_state(model, position=(0, 0, height), quaternion=turn, velocity=velocity)


def net_wrench(model, height, slope):
    """Upward force, and moment about y at the tail end, of buoyancy and weight."""
    wrench = -sl.inverse_dynamics(model, pitched(model, height, slope), np.zeros(6 + model.n_coordinates))
    return wrench[2], wrench[4]


def exact_wrench(height, slope, density):
    """The same by summing thin sections of the cylinder, each a disc that the surface cuts."""
    x = (np.arange(20000) + 0.5) / 20000 * L
    h = np.clip((height + x * math.sin(slope)) / (R * max(math.cos(slope), 1e-9)), -1, 1)
    share = (np.arccos(h) - h * np.sqrt(1 - h**2)) / math.pi
    below = 2 / (3 * math.pi) * (1 - h**2) ** 1.5 * R  # first moment of the wet part, from the axis
    force = FULL * G * share.mean() - density * FULL * G
    arm = (x * share).mean() * math.cos(slope) + below.mean() * math.sin(slope)
    return force, -FULL * G * arm + density * FULL * G * L / 2 * math.cos(slope)


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("slope_deg", [0, 1, 5, 30, 60, 85, 90])
@pytest.mark.parametrize(("links", "strips"), [(1, 1), (1, 4), (5, 4)])
def test_buoyancy_and_righting_moment_are_those_of_the_wetted_volume(density, slope_deg, links, strips):
    slope = math.radians(slope_deg)
    model = spar(density, links, strips=strips)
    reach = R * math.cos(slope) + L / 2 * math.sin(slope)
    for part in (-0.7, -0.2, 0.1, 0.6):
        height = part * reach - L / 2 * math.sin(slope)
        force, moment = net_wrench(model, height, slope)
        expected = exact_wrench(height, slope, density)
        assert force == pytest.approx(expected[0], abs=1e-4 * FULL * G)
        assert moment == pytest.approx(expected[1], abs=1e-4 * FULL * G * L)


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_an_upright_spar_rests_at_its_density_of_depth(density):
    model = spar(density)
    rest = brentq(lambda height: net_wrench(model, height, math.pi / 2)[0], -1.2, 0.2)
    assert rest == pytest.approx(-density * L, abs=1e-6 * L)


def test_an_upright_spar_comes_to_rest_at_half_its_length():
    """Released 0.1 m too high, with drag: the default step and the default strips."""
    model = spar(0.5, axial_drag=20.0, linear_drag=10.0)
    recording = sl.simulate(model, duration=12.0, state=pitched(model, -0.4, math.pi / 2))
    assert recording["base_position"].values[-1, 2] == pytest.approx(-0.5, abs=0.01 * L)


@pytest.mark.parametrize(("added_mass", "strips", "amplitude"), [(0.0, 4, 0.1), (1.0, 4, 0.1), (1.0, 16, 0.3)])
def test_bobbing_without_drag_keeps_its_energy_and_has_the_analytic_frequency(added_mass, strips, amplitude):
    """omega^2 = g / (draught (1 + axial added mass)); the amplitude after five cycles, at the default step."""
    model = spar(0.5, strips=strips, added_mass=added_mass, **IDEAL)
    period = 2 * math.pi * math.sqrt(0.5 * L * (1 + 0.2 * added_mass) / G)
    recording = sl.simulate(
        model, duration=5.3 * period, state=pitched(model, -0.5 - amplitude, math.pi / 2), record_rate=500
    )
    z, t = recording["base_position"].values[:, 2] + 0.5, recording["time"].values
    low = [k for k in range(1, len(z) - 1) if z[k - 1] >= z[k] < z[k + 1]]
    assert t[low[4]] == pytest.approx(5 * period, rel=0.01 if amplitude > 0.1 else 2e-3)
    assert 1 - (z[low[4]] / amplitude) ** 2 < 0.01  # in five cycles; the bound is 1 % in one


def bobbing(lift, **settings):
    """Energy that a level hull, half immersed, keeps in each of three cycles [-]."""
    volume, length, radius = math.pi * 0.05**2 * 0.4, 0.4, 0.05
    link = sl.Link(length, 500 * volume, section=sl.Cylinder(radius), volume=volume)
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), sl.Fluid(surface=0.0, **settings)]))
    recording = sl.simulate(model, duration=2.5, state=sl.initial_state(model, position=(0, 0, lift)), record_rate=500)
    z = recording["com_position"].values[:, 2]
    tops = [z[k] for k in range(1, len(z) - 1) if z[k - 1] < z[k] >= z[k + 1]]
    return [(after / before) ** 2 for before, after in pairwise(tops[:4])]


@pytest.mark.few(1)
@pytest.mark.parametrize("lift", [5e-4, 2e-3, 1e-2, 2e-2])
def test_a_level_hull_that_bobs_without_drag_keeps_its_energy_unless_its_entry_has_a_loss(lift):
    assert bobbing(lift, **IDEAL) == pytest.approx(3 * [1.0], abs=1e-3)
    slammed = bobbing(lift, **IDEAL, water_entry=True)
    assert max(slammed) < 1 - 10 * lift
    assert bobbing(lift, **IDEAL, water_entry=False) == bobbing(lift, **IDEAL)


def test_water_entry_has_its_loss_by_default_where_drag_is_on():
    assert bobbing(0.01) == bobbing(0.01, water_entry=True)
    assert bobbing(0.01)[0] < 0.95 * bobbing(0.01, water_entry=False)[0]


@pytest.mark.thorough
def test_a_spar_that_rolls_over_in_the_surface_keeps_its_energy():
    """Without added mass and drag, from 60 degrees: pitching and heaving, kinetic energy against weight and buoyancy."""
    model = spar(0.5, added_mass=0.0, **IDEAL)
    start = pitched(model, -0.4, math.radians(60))
    recording = sl.simulate(model, duration=6.0, state=start)
    kinetic = recording["kinetic_energy"].values
    tails, heads = recording["base_position"].values[:, 2], recording["head_position"].values[:, 2]
    potential = np.array([potential_energy(*pair, 0.5) for pair in zip(tails, heads, strict=True)])
    assert kinetic.max() > 1.0
    assert np.abs(kinetic + potential - potential[0]).max() < 2e-3 * kinetic.max()
    work = recording["work"].sum("term").values
    assert np.abs(kinetic - work).max() < 2e-3 * kinetic.max()
    # back at the same height and slope the work is zero, by whatever way
    assert net_work(model, [(-0.4, 60), (-0.2, 10), (-0.5, 80), (-0.4, 60)]) == pytest.approx(0.0, abs=1e-3)


def potential_energy(tail, head, density):
    """Of weight and buoyancy, by the heights of the ends: -rho g times the integral of z over the wet volume [J]."""
    sine = (head - tail) / L
    cosine = math.sqrt(max(1 - sine**2, 0.0))
    x = (np.arange(20000) + 0.5) / 20000
    z = tail + (head - tail) * x
    h = np.clip(z / (R * max(cosine, 1e-9)), -1, 1)
    share = (np.arccos(h) - h * np.sqrt(1 - h**2)) / math.pi
    below = 2 / (3 * math.pi) * (1 - h**2) ** 1.5 * R * cosine
    return FULL * G * (density * (tail + head) / 2 - (share * z - below).mean())


def net_work(model, stations, steps=400):
    """Work of weight and buoyancy along straight lines between (height, slope in degrees) [J]."""
    total = 0.0
    for (h0, s0), (h1, s1) in pairwise(stations):
        for k in range(steps):
            part = (k + 0.5) / steps
            force, moment = net_wrench(model, h0 + part * (h1 - h0), math.radians(s0 + part * (s1 - s0)))
            total += (force * (h1 - h0) - moment * math.radians(s1 - s0)) / steps
    return total


def test_sliding_in_and_out_along_the_axis_never_gives_energy():
    """Pushed in at speed and pulled out slowly: body and water together never end with more than what was put in."""
    model = spar(0.5, added_mass=1.0, **IDEAL)
    for speed in (-2.0, -1.0, 1.0):
        start = pitched(model, -0.4, math.radians(75), (0, 0, speed, 0, 0, 0))
        recording = sl.simulate(model, duration=2.0, state=start, step=1e-3)
        drag = recording["work"].sel(term="water_drag").values
        assert (np.diff(drag) <= 1e-9).all()
        kinetic = recording["kinetic_energy"].values
        balance = recording["work"].sum("term").values - (kinetic - kinetic[0])
        assert np.abs(balance).max() < 2e-3 * kinetic.max()


def test_a_soft_section_floats_upright_as_a_rigid_hull_of_its_shape():
    soft = sl.SoftSection(L, 0.5 * FULL, 0.024, R, n_steps=20, volume=FULL / RHO, springs=sl.Spring(1e5, 1e2))
    model = sl.build_model(sl.Robot([soft]), sl.World([sl.Gravity(), sl.Fluid(surface=0.0)]))
    rest = brentq(lambda height: net_wrench(model, height, math.pi / 2)[0], -1.2, 0.2)
    assert rest == pytest.approx(-0.5 * L, abs=0.01 * L)


def test_a_hull_that_crosses_the_side_of_its_water_is_lifted_by_its_wet_part():
    """A level link, its head half in the water behind a wall at x = 0.5: half its buoyancy, at the middle of that half."""
    region = sl.Region(lower=(0.5, -math.inf, -math.inf))
    link = sl.Link(L, mass=0.5 * FULL, section=sl.Cylinder(R))
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), sl.Fluid(region=region)]))
    wrench = -sl.inverse_dynamics(model, sl.initial_state(model), np.zeros(6))
    assert wrench[2] == pytest.approx(0.0, abs=1e-9)
    assert wrench[4] == pytest.approx(-0.25 * L * 0.5 * FULL * G, rel=1e-9)
