"""Driving on wheels that spin: angles of the joints and the wheels along a path, and the paths of the units."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import GaitError
from snakelab.gaits.wheeled_driving import Heading, steering_of
from snakelab.physics.command import Measurement
from snakelab.robots.library import active_wheel_snake

DrivingGait = sl.gaits.DrivingGait


def command(robot, gait, t):
    model = sl.build_model(robot)
    _, memory = gait.start(model, 0.0)
    known = Measurement(t - gait.period, *6 * (np.zeros(0),))
    return gait.command(known, memory)[0], model.coordinate_names


def test_the_heading_is_the_integral_of_the_curvature():
    heading = Heading(np.array([0.2, 0.5, 0.9]), np.array([0.5, 2.0, -1.0]))
    s = np.linspace(-0.5, 1.5, 2001)
    slope = np.gradient(heading.at(s), s)
    expected = np.interp(s, heading.distances, heading.curvatures)
    np.testing.assert_allclose(slope[5:-5], expected[5:-5], atol=5e-3)
    assert heading.at(np.array(0.2)) == 0.0


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_joints_take_the_angle_of_the_path_where_they_are_and_wheels_roll_along_it(base_end):
    unit = active_wheel_snake(3).trunk[0]
    wheels = [sl.robots.SpinningWheel((0.08, y, 0), 0.06, 0.1, actuator=sl.Servo(0, 0.1)) for y in (0.05, -0.05)]
    unit = sl.Link(0.16, 1.0, section=unit.section, wheels=wheels)
    parts = [part for _ in range(4) for part in (sl.Revolute("z"), unit)][1:]
    robot = sl.Robot(parts[::-1] if base_end == "head" else parts, base_end=base_end)
    gait = DrivingGait(0.5, path=[(0.0, 1.5)], ramp=0.0)
    # on a circle from the start: all joints have its angle, and the outer wheels are faster
    (target, names) = command(robot, gait, 2.0)
    joints = [i for i, name in enumerate(names) if name.startswith("joint")]
    np.testing.assert_allclose(target.target[joints], 1.5 * 0.16, atol=1e-12)
    left = [i for i, name in enumerate(names) if name.endswith("wheel1")]
    right = [i for i, name in enumerate(names) if name.endswith("wheel2")]
    np.testing.assert_allclose(target.rate[left], 0.5 * (1 - 1.5 * 0.05) / 0.06, rtol=1e-6)
    np.testing.assert_allclose(target.rate[right], 0.5 * (1 + 1.5 * 0.05) / 0.06, rtol=1e-6)


def test_a_bend_passes_along_the_body_from_the_head_with_the_distance_travelled():
    robot = active_wheel_snake(4)
    gait = DrivingGait(0.4, path=[(0.5, 0.0), (0.6, 2.0), (0.7, 0.0)], ramp=0.0)
    # the head side of joint3 is 0.08 m behind the head end, that of joint2 0.24 m
    at = {
        k: np.array([command(robot, gait, (0.6 + c) / 0.4)[0].target[k]]) for k, c in ((2, 0.16), (1, 0.32), (0, 0.48))
    }
    assert at[0] == pytest.approx(at[1], abs=1e-12) and at[1] == pytest.approx(at[2], abs=1e-12)
    assert at[2] == pytest.approx(0.2 - 2 * 0.0 - 0.0, abs=0.02)


def test_mounts_opposite_axles_and_joints_about_other_axes_are_taken_into_account():
    wheel = sl.robots.SpinningWheel((0.05, -0.05, 0), 0.03, 0.1, axle="-y", actuator=sl.Servo(0, 0.1))
    unit = sl.Link(0.1, 0.5, section=sl.Box(0.06, 0.04), wheels=[wheel])
    turned = sl.Mount(rotation=(math.pi / 2, 0, 0))
    back = sl.Mount(rotation=(-math.pi / 2, 0, 0))
    robot = sl.Robot([unit, sl.Revolute("y"), turned, sl.Revolute("y"), back, unit, sl.Revolute("-z"), unit])
    own = steering_of(robot)
    assert own.joints == [1, 2]  # the second joint of the first pair turns about z
    np.testing.assert_array_equal(own.signs, [1.0, -1.0])
    np.testing.assert_allclose(own.radii, -0.03)
    np.testing.assert_allclose(own.places, [0.25, 0.15, 0.05])
    np.testing.assert_allclose(own.sides, -0.05)


@pytest.mark.thorough
def test_every_unit_drives_the_path_of_the_head():
    scenario = sl.load_scenario("active_wheel_driving", ["duration=8"])
    run = sl.run_scenario(scenario)
    assert run.finished
    names = [str(name) for name in run["link"].values]
    track = run["link_position"].values[:, [names.index(f"link{k}") for k in range(1, 7)], :2]
    head = track[:, -1]
    for k in range(5):
        late = track[run["time"].values > 5.0, k]
        # of the later places of a unit, the distance to the path that the middle of the head unit has driven
        away = np.linalg.norm(late[:, None] - head[None], axis=2).min(axis=1)
        assert away.max() < 0.02
    # no skid: the sum of the friction's work is small beside that of the motors
    work = {str(name): float(run["work"].values[-1, i]) for i, name in enumerate(run["term"].values)}
    assert 0 < -work["contact_friction"] < 0.3 * work["actuator"]


@pytest.mark.thorough
def test_it_drives_backward_and_steers_there():
    robot = active_wheel_snake(3)
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.7))]))
    gait = DrivingGait(-0.3, path=[(-0.5, 1.0)], ramp=0.5)
    run = sl.simulate(model, gait, 3.0, state=sl.initial_state(model, position=(0, 0, 0.06), q=gait_q(model, gait)))
    # on the left circle backward: it turns to the right
    assert run["base_velocity"].values[-1, 5] == pytest.approx(-0.3, rel=0.02)


def gait_q(model, gait):
    return gait.start(model, 0.0)[0].target


def test_robots_without_driven_wheels_and_bad_paths_are_refused():
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1)]))
    with pytest.raises(GaitError, match="needs wheels that spin"):
        sl.simulate(model, DrivingGait(), 0.1)
    for path in ([(0.5, 0), (0.5, 1)], [(1, 2, 3)], "straight", [(0, math.nan)], 3.0):
        with pytest.raises(GaitError, match="path must be"):
            DrivingGait(path=path)


@pytest.mark.thorough
def test_a_saved_run_continues_bit_for_bit_from_its_file(tmp_path):
    model = sl.build_model(active_wheel_snake(2), sl.World([sl.Gravity(), sl.Contact()]))
    gait = DrivingGait(0.4, path=[(0.0, 0.0), (0.1, 2.0)], ramp=0.1)
    run = sl.simulate(model, gait, 0.2, state=sl.initial_state(model, position=(0, 0, 0.06)))
    run.save(tmp_path / "run.nc")
    one, other = (sl.simulate(model, gait, 0.1, state=given) for given in (run, sl.load(tmp_path / "run.nc")))
    for name in ("q", "v", "target", "base_position"):
        np.testing.assert_array_equal(one[name].values, other[name].values)


def test_a_period_that_would_never_end_is_refused():
    with pytest.raises(GaitError, match=r"DrivingGait period must be at least 0.0001 s, got 1e-09"):
        DrivingGait(period=1e-9)


@pytest.mark.thorough
def test_a_change_of_the_speed_continues_from_the_place_of_the_head():
    model = sl.build_model(active_wheel_snake(3), sl.World([sl.Gravity(), sl.Contact()]))
    gait = DrivingGait(0.2, path=[(0.2, 0.0), (0.6, 2.0), (1.0, 0.0)], ramp=0.2)
    simulation = sl.Simulation(model, gait, state=sl.initial_state(model, position=(0, 0, 0.06)))
    simulation.advance(2.0)
    simulation.set("controller.speed", 0.4)
    simulation.advance(0.5)
    target = simulation.recording()["target"].values
    # the distance grows by 2 mm in a record, then by 4 mm; wheels have a radius of 0.06 m
    assert np.abs(np.diff(target, axis=0)).max() < 1.2 * 0.004 / 0.06
    wheel = model.coordinate_names.index("link1_wheel1")
    grown = np.diff(target[:, wheel])
    assert grown[-20:].mean() > 1.5 * grown[180:200].mean()
