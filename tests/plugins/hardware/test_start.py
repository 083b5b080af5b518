"""Start of a run with a single fault of the line or of a servo: a refusal before any torque, or a safe run."""

import os

import numpy as np
import pytest

from plugins.hardware.faulty_line import BUSES, fault, line_of, put, random_line
from snakelab.errors import HardwareError, ScenarioError
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.servo_driver import ServoDriver
from snakelab.plugins.hardware.supervision import SafetyError

N_CASES = int(os.environ.get("SNAKELAB_BUS_FAULTS", "20"))
LIMITS = "limits: [-1.5, 1.5]\n"


def driver_on(line, ids="1-4", more=""):
    robot = robot_from_text(f"ids: {ids}\n{LIMITS}{more}", "robot.yaml")
    return ServoDriver(BUSES[line.protocol](line), robot)


def drive(driver, cycles=60, period=0.01):
    """Command the measured shape for a while; return it."""
    q = driver.begin().q.copy()
    driver.engage()
    for _ in range(cycles):
        due = driver.clock.now() + period
        driver.command(q, due)
        driver.clock.sleep_until(due - driver.read_time)
        driver.measure()
        driver.clock.sleep_until(due)
        driver.settle()
    return q


@pytest.mark.parametrize("protocol", list(BUSES))
@pytest.mark.parametrize("seed", range(N_CASES))
def test_a_single_fault_of_28_servos_ends_in_a_refusal_or_a_safe_run(seed, protocol):
    kind, line, ids = random_line(seed, protocol=protocol)
    driver = driver_on(line, "1-28", f"protocol: {protocol}\nsafety: {{hold_after: 1.0}}\n")
    reason = ""
    try:
        drive(driver)
    except HardwareError as problem:
        reason = str(problem)
        assert "\n" not in reason and len(reason) > 20
    # no shaft has moved: those of the robot were commanded to stay, others must not be touched
    assert line.travel.max() < 0.02, (kind, reason)
    torque, reachable = line.bank.get("torque_enable"), line.line.cut is None
    idents = line.bank.idents
    assert not torque[~np.isin(idents, ids)].any(), (kind, reason)
    if not reason:
        assert driver.mode is Mode.ACTIVE and np.isfinite(driver.reading.q).all(), kind
        assert (torque[np.isin(idents, ids)] == 1).all() or kind == "restart", kind
    elif reachable and kind not in ("deaf", "left with torque"):
        driver.close()
        assert not line.bank.get("torque_enable").any(), (kind, reason)
    if kind in ("wheel mode", "narrow limits", "outside limits", "deaf"):
        assert reason, kind


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([put("mode", 1, 3)], r"servo 3 is in wheel mode, .* type: snakelab bus write robot.yaml 3 mode 0"),
        ([put("mode", 1, 3), put("mode", 1, 4)], r"servo 3 is in wheel mode, .* \(the same of 4\)"),
        (
            [put("lower_limit", -0.2, 2)],
            r"servo 2 limits itself to -0.199 to .* type: snakelab bus set-limits robot.yaml 2",
        ),
        (
            [lambda line: line.bank.memory[2 - 1 : 2, 11:13].__setitem__(slice(None), (0x1B, 0xED))],
            r"servo 2 limits itself to -3.14 to \+90 rad, which is no part of its range -3.14 to \+3.14 rad, .* type: "
            r"snakelab bus set-limits robot.yaml 2",
        ),
        (
            [put("lower_limit", 1.0, 2), put("upper_limit", -1.0, 2)],
            r"servo 2 limits itself to \+1 to -1 rad, which is no",
        ),
        ([fault(0b100, 1)], r"servo 1 reports: temperature; check it with snakelab bus watch robot.yaml"),
        ([put("byte_order", 1, 1)], "servo 1 is of the SCS series, which is not supported"),
        (
            [lambda line: line.bank.overrides.update({(2, "present_voltage"): 4.5})],
            r"servo 2 measures a supply voltage of 4.5 V, and the median of all servos is 12 V; check supply and cable",
        ),
    ],
)
def test_what_must_not_get_torque_is_refused_with_the_command_that_mends_it(actions, words):
    line = line_of(range(1, 5), at=[(0.0, act) for act in actions])
    driver = driver_on(line)
    with pytest.raises(HardwareError, match=f"robot.yaml: {words}") as caught:
        driver.begin()
    assert "\n" not in str(caught.value) and not line.bank.get("torque_enable").any()


def test_a_joint_outside_its_limits_is_refused_or_returns_slowly():
    line = line_of(range(1, 5), [0.0, 2.0, 0.0, 0.0])
    with pytest.raises(
        HardwareError, match=r"servo 2: the joint stands at \+2 rad, .* type: snakelab bus return robot.yaml"
    ):
        driver_on(line).begin()
    assert line.travel.max() == 0.0
    driver = driver_on(line, more="safety: {outside_limits: return}\n")
    driver.begin()
    began = driver.clock.now()
    driver.engage()
    assert 1.5 < driver.clock.now() - began < 3.0  # 0.5 rad at 0.3 rad/s
    assert driver.bus.transport.bank.plant.angles() == pytest.approx([0.0, 1.5, 0.0, 0.0], abs=0.03)


def test_the_start_reads_everything_twice_and_writes_nothing_before_it_knows():
    line = line_of(range(1, 5))
    for ident in range(1, 5):
        put("return_delay", 0.0, ident)(line)
    before = line.bank.memory[:, :56].copy()
    driver = driver_on(line)
    driver.begin()
    assert (line.bank.memory[:, :56] == before).all() and driver.mode is Mode.OFF
    driver.engage()
    assert driver.mode is Mode.ACTIVE and line.bank.get("torque_enable").all()


def test_a_lost_answer_is_read_again_and_the_robot_does_not_move():
    for number in range(1, 60):
        line = line_of(range(1, 5), [0.4, -0.3, 1.2, 0.8], lose=frozenset({number}))
        drive(driver_on(line), 5)
        assert line.travel.max() < 5e-3, number


def test_a_servo_that_ignores_its_torque_leaves_all_others_without():
    line = line_of(range(1, 5), at=[(0.0, put("return_delay", 0.0, k)) for k in range(1, 5)])
    driver = driver_on(line)
    driver.begin()
    line.deaf = frozenset({3})
    with pytest.raises(HardwareError, match="servo 3 does not confirm its"):
        driver.engage()
    assert not line.bank.get("torque_enable").any()


def test_a_line_that_is_slower_than_the_watchdog_is_refused():
    driver = driver_on(line_of(range(1, 29), late={None: 0.4}), "1-28", "patience: 0.5\n")
    driver.bus.patience = 0.5
    with pytest.raises(HardwareError, match=r"an exchange with the servos takes .* s, and without a command for 0.3 s"):
        driver.begin()


@pytest.mark.parametrize("at_fault", ["stop", "warn"])
def test_a_servo_that_restarts_without_a_missing_answer_gets_no_torque_again(at_fault):
    line = line_of(range(1, 5))
    driver = driver_on(line, more=f"safety: {{at_fault: {at_fault}}}\n")
    drive(driver, 10)
    line.bank.restart(2)
    problem = None
    try:
        for _ in range(50):
            driver.command(np.zeros(4), driver.clock.now() + 0.01)
            driver.measure()
    except SafetyError as stop:
        problem = str(stop)
    assert line.bank.get("torque_enable")[2] == 0
    if at_fault == "stop":
        assert "servo 3 has restarted, its supply collapsed; check the supply, then start again" in problem
        assert driver.mode is Mode.STOPPED and not line.bank.get("torque_enable").any()
    else:
        assert problem is None and any("servo 3 has restarted" in text for text in driver.warnings)
        assert line.bank.get("torque_enable").tolist() == [1, 1, 0, 1]


def test_a_supply_below_the_limit_of_a_servo_stops_the_run():
    line = line_of(range(1, 5))
    driver = driver_on(line)
    drive(driver, 10)
    line.bank.overrides[3, "present_voltage"] = 3.2
    with pytest.raises(
        SafetyError, match=r"servo 3 measures a supply voltage of 3.2 V, and its own lower limit is 4 V"
    ):
        for _ in range(20):
            driver.command(np.zeros(4), driver.clock.now() + 0.01)
            driver.measure()
    assert not line.bank.get("torque_enable").any()


def test_a_servo_that_falls_silent_stops_the_run_after_a_while():
    line = line_of(range(1, 5))
    driver = driver_on(line)
    drive(driver, 10)
    line.silent_after = {2: line.packets}
    began = driver.clock.now()
    with pytest.raises(SafetyError, match="servo 2 does not answer any more; check its cable, then start again"):
        for _ in range(200):
            driver.command(np.zeros(4), driver.clock.now() + 0.01)
            driver.measure()
            driver.clock.sleep_until(driver.clock.now() + 5e-3)
    assert 0.45 < driver.clock.now() - began < 0.8
    assert any("servo 2 does not confirm that its torque is off" in text for text in driver.warnings)
    line.silent_after = {}
    driver.clock.sleep_until(driver.clock.now() + 1.0)
    driver.watch()  # tries again
    assert not line.bank.get("torque_enable").any()


def test_what_limits_a_command_is_shown():
    driver = driver_on(line_of(range(1, 5)), more="safety: {soft_start: 0, speed: 1.0}\n")
    driver.begin()
    for _ in range(10):
        driver.command(np.array([0.0, 9.0, 0.0, 0.0]), driver.clock.now() + 0.01)
        driver.clock.sleep_until(driver.clock.now() + 0.01)
    limits, speed = driver.warnings
    assert limits == "servo 2: the target +9.000 rad is limited to +1.500 rad (limits of robot.yaml)"
    assert speed.startswith("servo 2: the target moves at ") and speed.endswith("is limited to 1 rad/s (safety.speed)")


def sine(driver, gait, times, sent=0.02):
    """Command the targets of a gait at these times, as they arrive over a link: each for the present and a period."""
    begin = driver.clock.now()
    for time in times:
        driver.clock.sleep_until(begin + time)
        driver.command(np.full(4, gait(time)), driver.clock.now() + sent)


@pytest.mark.parametrize("pause", [0.05, 0.25])
def test_targets_that_come_late_are_reported_as_late_and_not_as_a_fast_gait(pause):
    driver = driver_on(line_of(range(1, 5)), more="safety: {soft_start: 0, speed: 2.0}\n")
    driver.begin()
    times = np.concatenate((np.arange(0.0, 1.01, 0.02), np.arange(1.0 + pause, 2.0, 0.02)))
    sine(driver, lambda time: 0.5 * np.sin(3.0 * time), times)  # at most 1.5 rad/s, as at 1.05 s
    (late,) = driver.warnings
    words = f"targets came up to {pause - 0.02:.2g} s late, and the joint catches up at 2 rad/s (safety.speed)"
    assert words in late and late.endswith("check the link, and the load of the computers"), late


def test_a_fast_gait_is_reported_as_such_with_the_speed_of_its_targets():
    driver = driver_on(line_of(range(1, 5)), more="safety: {soft_start: 0, speed: 1.0}\n")
    driver.begin()
    sine(driver, lambda time: max(0.0, 3.0 * (time - 0.1)), np.arange(0.0, 0.3, 0.02))
    assert driver.warnings[0].startswith("servo 1: the target moves at 3 rad/s and is limited to 1 rad/s")


def turned(more):
    """Return a driver one servo of which turns to another goal at 6 rad/s, and the measurements until a stop."""
    line = line_of(range(1, 5))
    driver = driver_on(line, more=f"safety: {{speed: 2.0{more}}}\n")
    drive(driver, 5)
    put("goal_position", 1.4, 3)(line), put("goal_speed", 6.0, 3)(line)
    for _ in range(15):
        driver.clock.sleep_until(driver.clock.now() + 0.01)
        driver.measure()
    return driver


def test_a_joint_that_turns_faster_than_its_targets_may_is_reported_or_stopped():
    (fast,) = turned("").warnings
    assert fast.startswith(
        "servo 3: measured speed 6 rad/s, more than 1.5 times safety.speed (2 rad/s), which limits"
    ), fast
    assert not turned(", speed_stop: 10").warnings[1:]
    with pytest.raises(SafetyError, match=r"servo 3: measured speed 6 rad/s, limit 5 \(safety.speed_stop\)"):
        turned(", speed_stop: 5")


def test_a_speed_that_ends_a_run_is_above_that_of_the_targets():
    with pytest.raises(
        ScenarioError, match=r"speed_stop: must be greater than safety.speed \(4 rad/s\).*got 4 rad/s; write 8"
    ):
        driver_on(line_of(range(1, 5)), more="safety: {speed: 4.0, speed_stop: 4.0}\n")
    driver_on(line_of(range(1, 5)), more="safety: {speed: 4.0, speed_stop: 4.1}\n")


def test_a_hold_is_read_back():
    line = line_of(range(1, 5))
    driver = driver_on(line, more="safety: {at_stop: hold}\n")
    drive(driver, 5)
    line.silent_after = {2: line.packets}
    with pytest.raises(HardwareError, match="servo 2 does not confirm that it holds"):
        driver.hold()
    driver.emergency_stop("key")
    assert any("servo 2 does not confirm that it holds" in text for text in driver.warnings)
    assert driver.mode is Mode.STOPPED and line.bank.get("torque_enable").all()


def test_a_robot_without_torque_gets_no_goals():
    line = line_of(range(1, 5))
    driver = driver_on(line, more="safety: {at_stop: hold, at_end: hold}\n")
    driver.begin()
    goals = line.bank.get("goal_speed").copy()
    driver.hold()
    driver.emergency_stop("key")
    driver.close()
    assert driver.mode is Mode.STOPPED and (line.bank.get("goal_speed") == goals).all()
    assert not line.bank.get("torque_enable").any()


@pytest.mark.parametrize("angle", [0.3, 0.302, 0.6])
def test_two_servos_with_one_id_are_refused_if_one_measured_value_differs(angle):
    line = line_of((1, 2, 3, 4, 2), [0.0, 0.3, 0.0, 0.0, angle])
    if angle == 0.3:
        line.bank._temperature[4] += 1.0
    with pytest.raises(HardwareError, match=r"servo 2 (does not answer|are damaged)"):
        driver_on(line).begin()
    assert not line.bank.get("torque_enable").any()


@pytest.mark.parametrize("protocol", list(BUSES))
@pytest.mark.parametrize("ident", [1, 2, 4])
def test_two_servos_that_answer_one_after_the_other_are_refused(ident, protocol):
    line = line_of((1, 2, 3, 4), protocol=protocol, twice=frozenset({ident}))
    words = f"the answers of servo {ident} are damaged or come twice; if two servos have this id"
    with pytest.raises(HardwareError, match=words):
        driver_on(line, more=f"protocol: {protocol}\n").begin()
    assert not line.bank.get("torque_enable").any()
    bus = BUSES[protocol](line)
    assert not [one for one in bus.scan(range(6)) if bus.statistics.shared(one) != (one == ident)]
    bus = BUSES[protocol](line)
    with pytest.raises(HardwareError, match="come twice"):
        bus.change_id(ident, 9)
    assert 9 not in line.bank.idents


@pytest.mark.parametrize("protocol", list(BUSES))
def test_servos_of_one_turn_are_refused_for_a_robot_of_several(protocol):
    more = f"protocol: {protocol}\nmulti_turn: true\n"
    line = line_of(range(1, 5), protocol=protocol)
    words = (
        r"has multi_turn: true; remove it and narrow limits, or .* snakelab bus write robot.yaml 1 (mode 4|lower_limit)"
    )
    with pytest.raises(HardwareError, match=words):
        driver_on(line, more=more).begin()
    if protocol == "dynamixel":
        actions = [(0.0, put("mode", 4, k)) for k in range(1, 5)]
    else:
        actions = [(0.0, put(name, -np.pi, k)) for k in range(1, 5) for name in ("lower_limit", "upper_limit")]
    driver = driver_on(line_of(range(1, 5), protocol=protocol, at=actions), more=more)
    driver.begin()
    driver.close()


@pytest.mark.parametrize("protocol", list(BUSES))
def test_no_goal_ahead_leaves_the_limits_and_no_speed_leaves_its_register(protocol):
    line = line_of(range(1, 5), protocol=protocol)
    more = f"protocol: {protocol}\nsafety: {{speed: 1000, soft_start: 0}}\n"
    driver, goals = driver_on(line, more=more), []
    driver.begin()
    for k in range(40):
        driver.command(np.full(4, min(1.5, 0.1 * k)), driver.clock.now() + 0.01)
        driver.clock.sleep_until(driver.clock.now() + 0.01)
        goals.append(line.bank.get("goal_position").copy())
    assert np.max(goals) == pytest.approx(1.5, abs=1e-3)
    with pytest.raises(HardwareError, match="not a finite number"):
        driver.command(np.full(4, np.nan), driver.clock.now() + 0.01)
    with pytest.raises(HardwareError, match=r"goal_position must be .* got nan; it is not sent"):
        driver._goals.go_to(np.full(4, np.nan))
    assert (line.bank.get("goal_position") == goals[-1]).all()
