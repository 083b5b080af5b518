"""Autopilot: settling, path following in currents, restart, and error messages."""

import math

import numpy as np
import pytest

import snakelab as sl

L, R = 0.2, 0.045
M = 1000 * math.pi * R**2 * L
BEND = sl.control.AutopilotGains(bend=0.3, bend_limit=0.3)


def module(name):
    return sl.Link(L, M, section=sl.Cylinder(R), com=(L / 2, 0, -0.005), name=name)


def hybrid(limit=10.0, soft=True, **more):
    """Three modules with two soft sections or two stiff hinges, and six propellers."""
    drive = sl.Pneumatic(math.pi * 0.008**2, 5e5, 0.2)
    soft_joint = sl.SoftSection(L, 0.158, 0.024, R, 4, drive, sl.Spring(1592.0, 30.0))
    joint = soft_joint if soft else sl.Revolute("z", sl.Servo(kp=20.0, kd=2.0))
    propellers = [
        sl.Propeller(on, (L / 2, y, 0), d, min_thrust=-limit, max_thrust=limit, time_constant=0.1)
        for on in ("tail", "front")
        for y, d in ((0.076, "x"), (0.0, "z"), (-0.076, "x"))
    ]
    return sl.Robot([module("tail"), joint, module("middle"), joint, module("front")], propellers=propellers, **more)


def eel(base="planar"):
    """A swimmer of nine links without propellers."""
    link = sl.Link(0.14, 0.8, section=sl.Cylinder(0.03))
    return sl.Robot([link, *8 * [sl.Revolute("z"), link]], base=base)


GAIT = sl.SerpenoidGait(0.5, 3.0, 0.7, ramp=2.0)


def sea(robot, *velocity, **more):
    currents = [sl.Current(velocity)] if velocity else []
    return sl.build_model(robot, sl.World([sl.Gravity(), sl.Fluid(currents=currents, **more)]))


def heading(recording):
    """Mean direction of the links over time, by their masses."""
    w, x, y, z = np.moveaxis(recording["link_quaternion"].values, -1, 0)
    mass = recording["link_mass"].values
    along = [(1 - 2 * (y * y + z * z)) @ mass, (2 * (x * y + w * z)) @ mass]
    return np.unwrap(np.arctan2(along[1], along[0]))


def lines_of(recording):
    return recording.dataset.attrs["notes"].splitlines()


@pytest.mark.parametrize("soft", [pytest.param(True, marks=pytest.mark.slow), False])
def test_depth_heading_and_speed_settle(soft):
    model = sea(hybrid(soft=soft))
    recording = sl.simulate(model, sl.Autopilot(depth=1.0, heading=0.5, speed=0.3), duration=30.0, step=0.01)
    z, speed = recording["com_position"].values[:, 2], np.linalg.norm(recording["com_velocity"].values, axis=1)
    assert z[-1] == pytest.approx(-1.0, abs=0.02) and z.min() > -1.1
    assert heading(recording)[-1] == pytest.approx(0.5, abs=0.01) and heading(recording).max() < 0.55
    assert speed[-1] == pytest.approx(0.3, rel=0.02)
    assert np.abs(recording["propeller_thrust"].values).max() <= 10.0


@pytest.mark.thorough
def test_the_default_heading_is_the_initial_one_and_depth_is_measured_from_the_surface():
    model = sea(hybrid(soft=False), surface=5.0)
    start = sl.initial_state(model, position=(0, 0, 4.0), quaternion=(math.cos(0.4), 0, 0, math.sin(0.4)))
    recording = sl.simulate(model, sl.Autopilot(depth=1.5, thrust=2.0), duration=40.0, state=start, step=0.01)
    assert heading(recording)[-1] == pytest.approx(0.8, abs=0.01)
    assert recording["com_position"].values[-1, 2] == pytest.approx(3.5, abs=0.03)
    forward = recording["propeller_thrust"].values[-1, [0, 2, 3, 5]]
    assert forward.sum() == pytest.approx(2.0, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    "steer", [*(pytest.param(alone, marks=pytest.mark.slow) for alone in ("thrust", "bend")), "both"]
)
def test_waypoints_are_passed_within_the_radius_in_a_side_current(steer):
    model = sea(hybrid(), 0.0, 0.1, 0.0)
    points = np.array([(5.0, 0.0, -1.0), (5.0, 5.0, -1.0)])
    start = sl.initial_state(model, position=(0, 0, -1))
    autopilot = sl.Autopilot(waypoints=points, speed=0.4, radius=0.5, steer=steer)
    recording = sl.simulate(model, autopilot, duration=35.0, state=start, step=0.01)
    path = recording["com_position"].values
    gaps = [np.linalg.norm(path - point, axis=1) for point in points]
    assert [gap.min() < 0.5 for gap in gaps] == [True, True]
    assert gaps[0].argmin() < gaps[1].argmin()
    assert gaps[1][-1] < 1.0  # it stays there, against the current
    assert [line[:17] for line in lines_of(recording)] == ["passed waypoint 1", "passed waypoint 2"]


@pytest.mark.slow
def test_the_integral_line_of_sight_rejects_a_constant_current():
    """Without its integral the robot stays off the line by lookahead times current over speed."""
    model = sea(hybrid(soft=False), 0.0, 0.1, 0.0)
    off = {}
    for drift in (0.0, 0.25):
        gains = sl.control.AutopilotGains(drift=drift)
        autopilot = sl.Autopilot(waypoints=[(30.0, 0.0, 0.0)], speed=0.4, lookahead=1.2, gains=gains)
        off[drift] = sl.simulate(model, autopilot, duration=45.0, step=0.01)["com_position"].values[-1, 1]
    assert off[0.0] == pytest.approx(1.2 * 0.1 / 0.4, rel=0.1)
    assert abs(off[0.25]) < 0.03


@pytest.mark.thorough
@pytest.mark.parametrize(
    "wanted", [pytest.param(0.6, marks=pytest.mark.slow), -0.6, pytest.param(2.0, marks=pytest.mark.slow)]
)
def test_a_swimmer_without_propellers_is_steered_by_the_offset_of_its_gait(wanted):
    model = sl.build_model(eel(), sl.World([sl.Fluid()]))
    recording = sl.simulate(model, sl.Autopilot(heading=wanted, steer="bend", joints=GAIT, gains=BEND), 30.0, step=0.01)
    late = recording["com_position"].values[2000:]
    travels = late[-1] - late[0]
    assert math.atan2(travels[1], travels[0]) == pytest.approx(wanted, abs=0.05)
    assert np.linalg.norm(travels) > 1.0


@pytest.mark.thorough
def test_a_swimmer_passes_waypoints():
    model = sl.build_model(eel(), sl.World([sl.Fluid()]))
    autopilot = sl.Autopilot(waypoints=[(4, 2, 0), (4, 6, 0)], steer="bend", joints=GAIT, gains=BEND)
    recording = sl.simulate(model, autopilot, 45.0, step=0.01)
    assert [line[:17] for line in lines_of(recording)] == ["passed waypoint 1", "passed waypoint 2"]


def test_pressures_bend_the_body_toward_the_turn_and_are_never_negative():
    model = sea(hybrid())
    for wanted in (1.0, -1.0):
        autopilot = sl.Autopilot(heading=wanted, thrust=1.0, steer="bend")
        recording = sl.simulate(model, autopilot, duration=2.0, step=0.01)
        q = recording["q"].values[-1]
        columns = model.robot.parts[1].strain_columns()
        for section in (q[:3], q[3:]):
            assert np.sign(section @ columns[:, 5]) == np.sign(wanted) and abs(section @ columns[:, 4]) < 1e-3
        assert recording["z"].values.min() >= 0.0


@pytest.mark.thorough
def test_the_robot_turns_back_to_a_missed_waypoint():
    model = sea(hybrid(soft=False))
    autopilot = sl.Autopilot(waypoints=[(0.9, 0.8, 0.0)], speed=0.5, radius=0.15)
    recording = sl.simulate(model, autopilot, duration=40.0, step=0.01)
    assert [line[:17] for line in lines_of(recording)] == ["missed waypoint 1", "passed waypoint 1"]


@pytest.mark.thorough
def test_missing_progress_in_a_strong_current_is_reported():
    model = sea(hybrid(limit=1.0), -0.6, 0.0, 0.0)
    with pytest.warns(sl.errors.SnakelabWarning, match="no progress toward waypoint 1"):
        recording = sl.simulate(model, sl.Autopilot(waypoints=[(5, 0, 0)], speed=0.4, patience=8.0), 12.0, step=0.01)
    (line,) = lines_of(recording)
    assert "at full thrust: the current may be stronger than the robot" in line
    assert recording["com_position"].values[-1, 0] < -1.0


@pytest.mark.slow
def test_missing_progress_on_a_circle_around_a_waypoint_is_reported():
    """The turning circle of a swimmer is too wide for a waypoint beside it."""
    model = sl.build_model(eel(), sl.World([sl.Fluid()]))
    tight = sl.control.AutopilotGains(bend=0.05, bend_limit=0.05)
    autopilot = sl.Autopilot(
        waypoints=[(0.56, 0.8, 0)], radius=0.05, steer="bend", joints=GAIT, gains=tight, patience=15.0
    )
    with pytest.warns(sl.errors.SnakelabWarning, match="no progress toward waypoint 1"):
        recording = sl.simulate(model, autopilot, 30.0, step=0.01)
    assert lines_of(recording)[0].startswith("missed waypoint 1")


@pytest.mark.thorough
def test_slow_progress_is_not_reported():
    model = sea(hybrid(), -0.2, 0.0, 0.0)
    recording = sl.simulate(model, sl.Autopilot(waypoints=[(9, 0, 0)], speed=0.1, patience=5.0), 20.0, step=0.01)
    assert "notes" not in recording.dataset.attrs
    assert recording["com_position"].values[-1, 0] > 1.8


@pytest.mark.slow
def test_integrals_do_not_wind_up_at_the_limits():
    """Thrusters too weak for the speed: the integral of the speed error stays bounded."""
    model = sea(hybrid(limit=0.4, soft=False))
    autopilot = sl.Autopilot(speed=1.0).for_model(model)
    long = sl.simulate(model, sl.Autopilot(speed=1.0), duration=60.0, step=0.01)
    assert long.state.control.memory["integrals"][0] < 1.5
    assert np.abs(long["propeller_thrust"].values[:, [0, 2, 3, 5]]).max() == pytest.approx(0.4)
    assert autopilot.inertia[0] == pytest.approx(3 * 1.2 * M)


@pytest.mark.thorough
def test_a_restart_is_bit_for_bit(tmp_path):
    model = sea(hybrid(), 0.0, 0.05, 0.0)
    autopilot = sl.Autopilot(waypoints=[(2, 0.5, -0.2), (2, 3, -0.2)], speed=0.4, steer="both")
    whole = sl.simulate(model, autopilot, duration=8.0, step=0.01)
    sl.simulate(model, autopilot, duration=3.55, step=0.01).save(tmp_path / "part.nc")
    rest = sl.simulate(model, autopilot, duration=4.45, step=0.01, state=sl.load(tmp_path / "part.nc"))
    for name in ("base_position", "q", "propeller_command"):
        np.testing.assert_array_equal(rest[name].values[-1], whole[name].values[-1])
    assert rest.dataset.attrs["notes"] == whole.dataset.attrs["notes"]


@pytest.mark.thorough
def test_left_and_right_are_mirror_images():
    model = sea(hybrid(soft=False))
    paths = [
        sl.simulate(
            model, sl.Autopilot(waypoints=[(2, s, -1), (2, 3 * s, -1)], speed=0.4, steer="both"), 15.0, step=0.01
        )
        for s in (1, -1)
    ]
    left, right = (path["com_position"].values for path in paths)
    np.testing.assert_allclose(left, right * [1, -1, 1], atol=1e-6)


def test_one_pilot_serves_many_models():
    models = [sea(hybrid()), sea(hybrid(soft=False))]
    both = sl.simulate_batch(models, sl.Autopilot(depth=0.5), 1.0, step=0.01)
    alone = sl.simulate(models[1], sl.Autopilot(depth=0.5), 1.0, step=0.01)
    np.testing.assert_array_equal(both[1]["base_position"].values, alone["base_position"].values)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.Autopilot(depth=-1), "Autopilot depth must be at least 0 m"),
        (lambda: sl.Autopilot(waypoints=[(1, 2)]), r"waypoints\[0\] \(x, y, z\) must be 3 numbers"),
        (lambda: sl.Autopilot(waypoints=3), r"list of points.*write \[\(5, 0, -2\)\]"),
        (lambda: sl.Autopilot(waypoints=[(1, 2, 3)], heading=1), "exclude each other"),
        (lambda: sl.Autopilot(speed=1, thrust=1), "exclude each other"),
        (lambda: sl.Autopilot(waypoints=[(1, 2, 3)], speed=-1), "must not be negative"),
        (lambda: sl.Autopilot(steer="wing"), "steer must be one of thrust, bend, both"),
        (lambda: sl.Autopilot(period=0), "period must be greater than 0"),
        (lambda: sl.Autopilot(joints=sl.SerpenoidGait), "joints must be a gait"),
        (lambda: sl.Autopilot(gains=3), "gains must be one of AutopilotGains"),
        (lambda: sl.control.AutopilotGains(depth=(1, -1, 1)), "AutopilotGains depth must be numbers at least 0"),
        (lambda: sl.control.AutopilotGains(speed=(1, 1, 1)), "AutopilotGains speed must be 2 numbers"),
        (lambda: sl.control.AutopilotGains(bend=-1), "AutopilotGains bend must be at least 0"),
    ],
)
def test_invalid_arguments_raise_control_errors(make, message):
    with pytest.raises(sl.errors.ControlError, match=message):
        make()


@pytest.mark.parametrize(
    ("robot", "autopilot", "message"),
    [
        (eel(), sl.Autopilot(heading=1.0), "no propellers; write steer='bend'"),
        (eel(), sl.Autopilot(heading=1.0, speed=1.0, steer="bend"), "speed and thrust need propellers"),
        (eel("floating"), sl.Autopilot(depth=1.0, steer="bend"), "depth needs a vertical propeller"),
        (eel("floating"), sl.Autopilot(waypoints=[(1, 0, 0), (2, 0, -5)], steer="bend"), "differ by 5 m in depth"),
        (eel("fixed"), sl.Autopilot(steer="bend"), "is fixed"),
        (sl.Robot([module("a")], propellers=[sl.Propeller("a")]), sl.Autopilot(), "its propellers cannot turn it"),
        (
            sl.Robot([module("a")], propellers=[sl.Propeller("a")]),
            sl.Autopilot(steer="bend"),
            "no joint or soft section",
        ),
        (hybrid(), sl.Autopilot(waypoints=[(1, 0, -1), (3, 0, 0.5)]), r"waypoints\[1\] is 0.5 m above the surface"),
    ],
)
def test_a_robot_without_the_needed_actuators_raises_before_the_run(robot, autopilot, message):
    model = sl.build_model(robot, sl.World([sl.Fluid(surface=0.0)]))
    with pytest.raises(sl.errors.ControlError, match=message):
        sl.simulate(model, autopilot, duration=1.0)


def test_the_error_names_a_missing_sensor():
    controller = sl.Autopilot().for_model(sea(hybrid()))
    _, memory = controller.start(controller.model, 0.0)
    blind = sl.Measurement(0.0, np.zeros(6), np.zeros(6), np.zeros(6), None, np.array([1.0, 0, 0, 0]), np.zeros(6))
    with pytest.raises(sl.errors.ControlError, match=r"needs base_position, .* sensors=\[\.\.\., PoseSensor\(\)"):
        controller.command(blind, memory)
