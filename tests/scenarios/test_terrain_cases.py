"""The cases of the library on terrain: the numbers that they expect are computed here again, by other ways."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import snakelab as sl
from snakelab.scenarios.scenario import load_scenario, run_scenario

G, DENSITY, RADIUS, LENGTH, SLOPE = 9.80665, 1000.0, 0.055, 0.16, 0.15


@pytest.fixture(scope="module")
def beach():
    return load_scenario("terrain_beach")


@pytest.fixture(scope="module")
def links(beach):
    """Masses, places of the masses along the body and beside its axis, and the moment of inertia about it."""
    parts = [part for part in beach.robot.parts if isinstance(part, sl.Link)]
    masses = np.array([part.mass for part in parts])
    ends = -LENGTH * np.arange(len(parts))  # headward ends, from the head
    along = ends - LENGTH + np.array([part.com[0] for part in parts])
    beside = np.array([part.com[1:] for part in parts])
    inertia = sum(part.inertia[0] + part.mass * (np.array(part.com[1:]) ** 2).sum() for part in parts)
    return masses, along, ends, masses @ beside / masses.sum(), inertia


def expected(scenario, figure):
    return next(
        reference for reference in scenario.reference_values if figure in (reference.variable, reference.metric)
    )


def test_it_floats_where_buoyancy_and_weight_balance_in_force_and_trim(beach, links):
    masses, along, ends, *_ = links
    strips = (np.arange(200) + 0.5) / 200 * LENGTH - LENGTH

    def unbalanced(at):
        height = np.clip((at[0] + at[1] * (ends[:, None] + strips)) / RADIUS, -1, 1)
        wet = (np.arccos(height) - height * np.sqrt(1 - height**2)) / np.pi
        lift = DENSITY * np.pi * RADIUS**2 * LENGTH * wet / strips.size
        return [lift.sum() - masses.sum(), (lift * (ends[:, None] + strips)).sum() - masses @ along]

    z, trim = fsolve(unbalanced, (-0.03, 0.0))
    reference = expected(beach, "com_position.z")
    assert reference.value == pytest.approx(z + trim * (masses @ along) / masses.sum(), abs=2e-5)
    assert masses.sum() == pytest.approx(38.22, abs=0.01)
    assert masses.sum() < DENSITY * np.pi * RADIUS**2 * LENGTH * len(masses)


def test_down_the_beach_it_rolls_as_an_eccentric_log_does(beach, links):
    masses, _, _, (e_y, e_z), inertia = links
    mass = masses.sum()
    about = inertia - mass * (e_y**2 + e_z**2)

    def rates(_, state):
        p, w = state
        c, s = np.cos(p), np.sin(p)
        v = np.array([-RADIUS * np.cos(SLOPE) - e_y * s - e_z * c, -RADIUS * np.sin(SLOPE) + e_y * c - e_z * s])
        turning = np.array([-e_y * c + e_z * s, -e_y * s - e_z * c])  # of v, by the angle
        return [w, (-mass * G * v[1] - mass * w * w * (v @ turning)) / (mass * (v @ v) + about)]

    run = solve_ivp(rates, (0, 1.5), (0, 0), rtol=1e-9, atol=1e-12, dense_output=True)
    axis = [1 - RADIUS * np.cos(SLOPE) * run.sol(t)[0] for t in (1.0, 1.4, 1.44, 1.5)]
    p = run.sol(1.0)[0]
    reference = expected(beach, "com_position.y")
    assert reference.value == pytest.approx(axis[0] + e_y * np.cos(p) - e_z * np.sin(p), abs=2e-4)
    edge = -RADIUS * np.tan(SLOPE / 2)  # where a round body on the slope first touches the water
    assert axis[1] > axis[2] > edge - 5e-3 > axis[3]


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("terrain_gravel", sl.worlds.gravel(1, (5.2, 3.2), centre=(2.3, 1))),
        ("terrain_beach", sl.worlds.sand(body=sl.worlds.Bearing(spread=0.08))),
    ],
)  # fmt: skip
def test_the_ground_has_the_numbers_of_the_preset(name, preset):
    _, actual, *_ = load_scenario(name).world.media
    assert actual.name == preset.name and actual.friction.mu_tangential == preset.friction.mu_tangential
    assert actual.stiffness == pytest.approx(preset.stiffness, rel=1e-3)
    assert actual.damping == pytest.approx(preset.damping, rel=1e-3)
    if name == "terrain_gravel":
        assert actual.surface == preset.surface


def test_at_the_edge_of_the_water_some_links_are_wet_and_sand_carries_the_rest():
    scenario = load_scenario("terrain_beach", ("duration=0.6", "initial.position=[4.64, -0.35, 0.0035]"))
    run = run_scenario(scenario)
    lift, sand = (run[f"{name}_force"].values[-1][:, 2] for name in ("water_buoyancy", "sand"))
    assert 0.5 < lift.sum() / (G * 38.22) < 1
    assert sand.sum() > 0
