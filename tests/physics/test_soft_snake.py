"""The soft pneumatic snake of Arachchige et al.: the drop, planar and spatial rolling, and what they must obey."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.scenarios.scenario import load_scenario

GAIT = "controller.rolling_gait"
SECTION = "robot.parts.0.repeat.parts.0.soft_section"
SPATIAL, ALONG_X = f"{GAIT}.section_lag=pi/3", "initial.quaternion=[1, 0, 0, 0]"


def snake(*changes):
    """A run of the snake with some values changed."""
    recording = sl.run_scenario(load_scenario("soft_planar_rolling", changes))
    assert recording.finished
    return recording


def velocity(recording, since=5.0):
    """Mean velocity of the centre of mass over the last ten seconds, x and y [m/s]."""
    time, com = recording["time"].values, recording["com_position"].values
    k = np.searchsorted(time, since - 1e-9)
    return (com[-1, :2] - com[k, :2]) / (time[-1] - time[k])


def speed(*changes):
    return np.linalg.norm(velocity(snake(*changes)))


@pytest.fixture(scope="module")
def planar():
    return snake()


@pytest.fixture(scope="module")
def spatial():
    return snake(SPATIAL)


@pytest.fixture(scope="module")
def dropped():
    """The fall, every step of it recorded."""
    return snake("controller=null", "duration=4", "solver.record_rate=200")


def test_it_falls_as_any_body_until_it_touches(dropped):
    time, height = dropped["time"].values, dropped["com_position"].values[:, 2]
    falling = time < 0.33  # sqrt(2 (0.6 m - 0.0225 m) / g) = 0.343 s
    np.testing.assert_allclose(height[falling], 0.6 - 9.81 / 2 * time[falling] ** 2, atol=1e-6)


def test_it_is_at_rest_within_two_seconds_on_62_points(dropped):
    rest = dropped.dataset.sel(time=slice(2.0 - 1e-9, None))
    assert np.abs(rest["com_velocity"].values).max() < 1e-5
    touching = dropped["skin_load"].values[-1] > 0
    sinkage = 0.0225 * math.cos(math.pi / 10) - rest["com_position"].values[-1, 2]
    assert touching.sum() == 62
    assert sinkage == pytest.approx(0.35 * 9.81 / (62 * 1000), rel=0.05)
    assert dropped["skin_load"].values[-1].sum() == pytest.approx(0.35 * 9.81, rel=1e-6)


def test_the_impact_hardly_penetrates(dropped):
    assert -0.1 * 0.0225 < dropped["skin_gap"].values.min() < 0


def test_the_ground_and_its_friction_only_take_energy(dropped, planar):
    for run in (dropped, planar):
        assert np.diff(run["work"].sel(term="contact_friction").values).max() <= 1e-12
        assert sl.metrics(run)["energy_residual_ratio"] < 0.01


def test_a_body_along_minus_y_rolls_toward_minus_x_and_one_along_x_toward_minus_y(planar):
    vx, vy = velocity(planar)
    assert vx < -0.05 and abs(vy) < 0.05 * abs(vx)
    wx, wy = velocity(snake(ALONG_X))
    assert wy < -0.05 and abs(wx) < 0.05 * abs(wy)


@pytest.mark.slow
def test_turning_the_plane_the_other_way_rolls_back_as_fast(planar):
    back = velocity(snake(f"{GAIT}.frequency=-0.5"))
    assert back[0] == pytest.approx(-velocity(planar)[0], rel=0.01)


def test_the_three_sections_overlap_in_planar_rolling_and_follow_in_spatial(planar, spatial):
    late = planar["time"].values >= 5.0
    q = planar["q"].values[late].reshape(-1, 3, 3)
    assert np.abs(q - q[:, :1]).max() < 0.1 * 28 / 1900
    turn = np.exp(2j * np.pi * np.arange(3) / 3)
    waves = [run["q"].values[late].reshape(-1, 3, 3) @ turn for run in (planar, spatial)]
    lags = [np.abs(np.angle(wave[:, 1:] / wave[:, :-1])).mean() for wave in waves]
    assert lags[0] < 0.1 and lags[1] == pytest.approx(math.pi / 3, abs=0.1)


@pytest.mark.slow
def test_isotropic_friction_rolls_too(planar):
    level = ["mu_tangential=0.4", "mu_normal=0.4", "shape=elliptic"]
    isotropic = snake(*(f"world.media.1.contact.friction.{change}" for change in level))
    assert np.linalg.norm(velocity(isotropic)) == pytest.approx(np.linalg.norm(velocity(planar)), rel=0.05)


@pytest.mark.slow
def test_without_friction_rolling_pushes_nothing():
    """The ground only lifts: the centre of mass keeps its level velocity while the body turns."""
    smooth = load_scenario("soft_planar_rolling", ["world.media.1.contact.friction=null", "duration=2"])
    model = sl.build_model(smooth.robot, smooth.world)
    run = sl.simulate(model, smooth.controller, 1.0, state=sl.run_scenario(smooth), tolerance=1e-5)
    level = run["com_velocity"].values[:, :2]
    assert np.abs(level - level[0]).max() < 1e-4


def test_pressure_on_an_area_is_the_force():
    pressed = f"{SECTION}.actuators={{pneumatic: {{area: 9.333333333333333e-5, max_pressure: 3.0e+5}}}}"
    runs = [snake(*changes, "duration=6") for changes in ((pressed,), ())]
    early = runs[0]["time"].values <= 1.5
    np.testing.assert_allclose(*(run["com_position"].values[early] for run in runs), atol=1e-12)
    # later, the last digits of the force decide once about a further pass of friction, and the rolling body amplifies that
    np.testing.assert_allclose(*(velocity(run, 3.0) for run in runs), atol=1e-5)


def test_a_mounting_rotation_and_an_equal_lag_cancel():
    """With sections mounted pi/3 on, the gait of spatial rolling bends all of them in one plane."""
    section = sl.SoftSection(0.15, 0.35 / 3, 0.0125, 0.0225)
    turned = sl.Mount(rotation=(math.pi / 3, 0.0, 0.0))
    straight = sl.build_model(sl.Robot([section] * 3), sl.World([]))
    mounted = sl.build_model(sl.Robot([section, turned, section, turned, section]), sl.World([]))
    tips = []
    for model, lag in ((straight, 0.0), (mounted, math.pi / 3), (mounted, 0.0)):
        run = sl.simulate(model, sl.RollingGait(28 / 1900, 0.5, lag), 0.1, state=None)
        base, tip = run["base_position"].values[0], run["head_position"].values[0]
        tips.append(tip - base)
    np.testing.assert_allclose(tips[1], tips[0], atol=1e-12)
    assert np.linalg.norm(tips[2] - tips[0]) > 0.02


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "expected"),
    [((), 0.062), ((SPATIAL,), 0.067), ((f"{GAIT}.amplitude=0.007368421",), 0.067)],
    ids=["planar", "spatial", "planar at half the force"],
)
def test_the_converged_speed_is_that_of_the_reference(changes, expected):
    coarse, fine = speed(*changes), speed(*changes, "solver.step=5e-4")
    assert fine == pytest.approx(expected, rel=0.05)
    assert coarse == pytest.approx(fine, rel=0.01)


@pytest.mark.slow
def test_planar_rolling_keeps_below_the_bound_at_every_force():
    from reproductions.soft_snake import rolling_bound

    for amplitude in (0.0074, 0.0147, 0.02):
        bend = 3 * amplitude / (2 * 0.0125)
        assert speed(f"{GAIT}.amplitude={amplitude}") < rolling_bound(0.0225, 0.5, bend)
