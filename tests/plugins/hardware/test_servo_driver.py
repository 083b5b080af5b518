"""Driver and its safety limits, on emulated servos."""

import numpy as np
import pytest

from plugins.hardware.small_robots import N, robot
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.emulated_servos import FreeShafts
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.supervision import SafetyError


def driver_of(more="", shape=(0.0,) * N):
    file = robot(more)
    driver = open_driver(file, FreeShafts(file.calibration.to_servo(np.array(shape))))
    driver.begin()
    driver.engage()
    return driver


def bank(driver):
    return driver.bus.transport.servos.bank


def run(driver, target, duration, period=0.01):
    """Command a constant target for a while; return the measured angles."""
    shapes = []
    for _ in range(round(duration / period)):
        due = driver.clock.now() + period
        driver.command(np.asarray(target, dtype=float), due)
        driver.clock.sleep_until(due - driver.read_time)
        shapes.append(driver.measure().q)
        driver.clock.sleep_until(due)
    return np.array(shapes)


def test_it_begins_in_the_measured_shape_with_torque_and_without_return_delay():
    driver = driver_of(shape=(0.5, -0.4, 0.3, 0.0))
    assert driver.reading.q == pytest.approx([0.5, -0.4, 0.3, 0.0], abs=2e-3)
    assert (bank(driver).get("torque_enable") == 1).all() and (bank(driver).get("return_delay") == 0).all()
    assert np.isfinite(driver.reading.temperature).all() and driver.reading.voltage == pytest.approx(12.0)


def test_the_soft_start_goes_smoothly_from_the_measured_shape_to_the_target():
    driver = driver_of("safety: {soft_start: 1}\n", shape=(0.8, 0.0, -0.8, 0.0))
    shapes = run(driver, np.zeros(N), 1.2)
    assert shapes[0] == pytest.approx([0.8, 0.0, -0.8, 0.0], abs=5e-3)
    assert shapes[len(shapes) * 5 // 12, 0] == pytest.approx(0.4, abs=0.1)
    assert shapes[-1] == pytest.approx(np.zeros(N), abs=3e-3)
    assert np.abs(np.diff(shapes[:, 0])).max() < 0.025


@pytest.mark.thorough
def test_speed_and_angles_stay_within_their_limits():
    driver = driver_of("safety: {soft_start: 0, speed: 0.5}\n")
    shapes = run(driver, np.full(N, 9.0), 1.0)
    assert np.abs(np.diff(shapes, axis=0)).max() < 0.5 * 0.01 + 4e-3 and shapes[-1] == pytest.approx(0.5, abs=0.02)
    assert driver.clipped > 90
    assert run(driver, np.full(N, 9.0), 3.0)[-1] == pytest.approx(1.5, abs=3e-3)


def test_the_torque_limit_is_sent_to_the_servos():
    driver = driver_of("safety: {torque: 0.4}\n")
    assert bank(driver).get("torque_limit") == pytest.approx(0.4)


def test_without_commands_the_robot_holds_then_becomes_limp_and_can_start_again():
    driver = driver_of("safety: {hold_after: 0.2, limp_after: 1, soft_start: 0}\n")
    run(driver, np.full(N, 0.2), 0.1)
    driver.clock.sleep_until(driver.clock.now() + 0.3)
    driver.watch()
    assert driver.mode is Mode.HOLDING and (bank(driver).get("torque_enable") == 1).all()
    driver.clock.sleep_until(driver.clock.now() + 1.0)
    driver.watch()
    assert driver.mode is Mode.LIMP and (bank(driver).get("torque_enable") == 0).all()
    messages = []
    driver.on_warning = messages.append
    run(driver, np.full(N, 0.2), 0.2)
    assert driver.mode is Mode.ACTIVE and (bank(driver).get("torque_enable") == 1).all()
    assert any(text.startswith("no command for 0.2 s") for text in driver.warnings)
    assert "the torque is on again, from the measured shape" in messages[0]


@pytest.mark.parametrize(
    ("name", "value", "more", "words"),
    [
        ("present_temperature", 75.0, "", "servo 2: temperature 75 degC, limit 70; let it cool down, then start again"),
        (
            "present_voltage",
            9.0,
            "safety: {voltage_stop: 9.5}\n",
            "servo 2: voltage 9 V, limit 9.5; charge the battery",
        ),
        (
            "present_load",
            0.99,
            "safety: {load_time: 0.1}\n",
            "servo 2: load 0.99 of the stall torque, limit 0.95; free",
        ),
    ],
)
def test_a_limit_stops_the_robot_limp(name, value, more, words):
    driver = driver_of(more)
    bank(driver).overrides[2, name] = value
    with pytest.raises(SafetyError, match=words):
        run(driver, np.zeros(N), 1.0)
    assert driver.mode is Mode.STOPPED and (bank(driver).get("torque_enable") == 0).all()
    with pytest.raises(SafetyError, match=words):
        driver.command(np.zeros(N), 1.0)


def test_a_warning_comes_once_and_the_run_goes_on():
    messages = []
    driver = driver_of()
    driver.on_warning = messages.append
    bank(driver).overrides[3, "present_temperature"] = 65.0
    run(driver, np.zeros(N), 0.3)
    assert messages == ["servo 3: temperature 65 degC, limit 60"] and driver.mode is Mode.ACTIVE


def test_a_short_load_does_not_count():
    driver = driver_of()
    bank(driver).overrides[3, "present_load"] = 1.0
    run(driver, np.zeros(N), 0.2)
    del bank(driver).overrides[3, "present_load"]
    run(driver, np.zeros(N), 0.5)
    assert driver.mode is Mode.ACTIVE and driver.warnings == []


@pytest.mark.parametrize(("at_stop", "torque"), [("limp", 0), ("hold", 1)])
def test_an_emergency_stop_acts_at_once_and_lasts(at_stop, torque):
    driver = driver_of(f"safety: {{at_stop: {at_stop}}}\n")
    run(driver, np.full(N, 0.5), 0.3)
    driver.emergency_stop("gamepad")
    assert (bank(driver).get("torque_enable") == torque).all()
    where = bank(driver).plant.angle.copy()
    driver.clock.sleep_until(driver.clock.now() + 0.5)
    driver.settle()
    assert bank(driver).plant.angle == pytest.approx(where, abs=0.02)
    with pytest.raises(SafetyError, match="emergency stop by gamepad"):
        driver.command(np.zeros(N), driver.clock.now() + 0.01)


@pytest.mark.parametrize(("at_end", "torque"), [("limp", 0), ("hold", 1)])
def test_the_end_leaves_the_robot_as_configured(at_end, torque):
    driver = driver_of(f"safety: {{at_end: {at_end}}}\n")
    driver.close()
    assert (bank(driver).get("torque_enable") == torque).all()
    driver.close()


def test_a_servo_that_does_not_answer_ends_the_start_or_is_omitted_as_configured():
    with pytest.raises(HardwareError, match="servo 2 does not answer; check its cable and id with snakelab bus scan"):
        driver_of("emulated: {dead: [2]}\n")
    driver = driver_of("emulated: {dead: [2]}\nsafety: {soft_start: 0.1, at_fault: warn}\n")
    shapes = run(driver, np.full(N, 0.2), 0.5)
    assert shapes[-1, [0, 2, 3]] == pytest.approx(0.2, abs=3e-3)
    assert len(driver.warnings) == 1 and driver.warnings[0].startswith("servo 2 does not answer; check its cable")
    assert bank(driver).get("torque_enable")[1] == 0


def test_a_robot_without_any_answer_is_reported():
    with pytest.raises(HardwareError, match=r"no servo of small.yaml answers at 1000000 baud; check power and cable"):
        driver_of("emulated: {dead: [1, 2, 3, 4]}\n")


@pytest.mark.thorough
def test_a_collapse_of_the_supply_ends_the_motion():
    driver = driver_of("emulated: {brown_out: {at: 1.0, duration: 0.2}}\n")
    with pytest.raises(SafetyError, match="has restarted, its supply collapsed; check the supply"):
        run(driver, np.zeros(N), 2.0)
    driver = driver_of("emulated: {brown_out: {at: 1.0, duration: 9}}\n")
    with pytest.raises(SafetyError, match="no servo answers any more; check power and cable"):
        run(driver, np.zeros(N), 3.0)


def test_a_reported_fault_stops_the_run_or_only_warns_as_configured():
    driver = driver_of()
    bank(driver).faults[0] = 0b100100
    with pytest.raises(SafetyError, match="servo 1 reports: temperature, overload, then start again"):
        run(driver, np.zeros(N), 0.05)
    assert driver.mode is Mode.STOPPED and (bank(driver).get("torque_enable") == 0).all()
    driver = driver_of("safety: {at_fault: warn}\n")
    bank(driver).faults[0] = 0b100100
    run(driver, np.zeros(N), 0.05)
    assert driver.warnings == ["servo 1 reports: temperature, overload"] and driver.mode is Mode.ACTIVE


@pytest.mark.parametrize(
    ("target", "until", "words"),
    [
        ([0.0, np.nan, 0.0, 0.0], 1.0, "not a finite number"),
        (np.zeros(4), np.nan, "not a finite number"),
        (np.zeros(4), np.inf, "not a finite number"),
        (np.zeros(3), 1.0, r"one angle for each of the 4 servos, shape \(4,\); got \(3,\)"),
        (np.zeros((4, 1)), 1.0, r"got \(4, 1\)"),
        (["0", "0", "0", "0"], 1.0, r"must be 4 angles \[rad\] and a time"),
        (np.zeros(4) + 1j, 1.0, "must be 4 angles"),
        (np.ones(4, dtype=bool), 1.0, "must be 4 angles"),
        (None, 1.0, "must be 4 angles"),
    ],
)
def test_a_target_that_is_no_number_is_refused(target, until, words):
    driver = driver_of()
    goals = bank(driver).get("goal_position").copy()
    with pytest.raises(HardwareError, match=words):
        driver.command(target, until)
    assert (bank(driver).get("goal_position") == goals).all()


def test_a_target_in_the_past_and_a_huge_one_are_limited():
    messages = []
    driver = driver_of("safety: {soft_start: 0.5}\n")
    driver.on_warning = messages.append
    q = driver.reading.q.copy()
    driver.command(q, driver.clock.now() + 0.01)
    assert driver.command(q, driver.clock.now() - 5.0) == pytest.approx(q)
    assert np.abs(driver.command(np.full(N, 1e300), driver.clock.now() + 0.01) - q).max() < 0.1
    assert any("the target +1e+300 rad is limited to" in text for text in messages)


def test_a_joint_that_is_measured_outside_its_limits_is_reported_once():
    messages = []
    driver = driver_of("safety: {soft_start: 0}\n")
    driver.on_warning = messages.append
    run(driver, np.zeros(N), 0.1)
    bank(driver).overrides[3, "present_position"] = 1.55  # within the resolution and the overshoot of a servo
    run(driver, np.zeros(N), 0.1)
    assert messages == []
    bank(driver).overrides[3, "present_position"] = 2 * np.pi
    run(driver, np.zeros(N), 0.1)
    assert (
        len(messages) == 1
        and messages[0].startswith(
            "servo 3: the joint is measured at +6.18 rad, outside of its limits -1.5 to +1.5 rad"  # with the zero of the file
        )
    )
