"""Bus of FEETECH servos on an emulated line: requests, lost and damaged packets, and servos that do not answer."""

import numpy as np
import pytest

from snakelab.errors import HardwareError
from snakelab.plugins.hardware.bus import write_each
from snakelab.plugins.hardware.emulated_servos import EmulatedLine, FeetechServos
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.robot_file import BrownOut, LineSettings, ServoSettings

IDS = tuple(range(1, 29))


def bus_of(idents=IDS, settings=None, line=None, delay=0.0):
    line = line or LineSettings(return_delay=delay)
    bus = FeetechBus(EmulatedLine(FeetechServos(idents, settings=settings, return_delay=line.return_delay), line))
    bus.expect_return_delay(line.return_delay)
    return bus


def goals(angle):
    return np.column_stack((np.full(28, angle), np.zeros(28), np.full(28, 3.0)))


def test_servos_are_found_read_and_written():
    bus = bus_of((1, 7))
    assert bus.ping(7) == 777 and bus.scan(range(10)) == {1: 777, 7: 777}
    bus.write(7, "return_delay", 1e-4)
    assert bus.read(7, "return_delay") == pytest.approx(1e-4)
    bus.write(7, "lower_limit", -1.0)
    assert bus.read(7, "lower_limit") == pytest.approx(-1.0, abs=1e-3) and bus.read(7, "lock") == 1


def test_a_scan_finds_servos_in_spite_of_a_lost_packet():
    found = [
        set(bus_of(line=LineSettings(return_delay=0.0, lost=0.005, seed=seed)).scan(range(30))) for seed in range(10)
    ]
    assert all(one == set(IDS) for one in found)


def test_a_servo_behind_a_slow_adapter_is_read_by_a_patient_try():
    bus = bus_of((1,), line=LineSettings(return_delay=0.0, usb_delay=0.016))
    assert bus.read(1, "present_voltage") == pytest.approx(12.0, abs=0.2)


def test_an_id_is_changed_unless_it_is_taken():
    bus = bus_of((1, 2))
    with pytest.raises(HardwareError, match="id 2 is in use"):
        bus.change_id(1, 2)
    bus.change_id(1, 5)
    assert set(bus.scan(range(10))) == {2, 5}


def test_the_present_angle_becomes_the_middle():
    bus = bus_of((1,))
    bus.transport.servos.bank.plant.angle[:] = 0.7
    bus.clock.sleep_until(0.1)
    assert bus.read(1, "present_position") == pytest.approx(0.7, abs=1e-3)
    bus.centre(1)
    assert bus.read(1, "present_position") == 0.0


def test_servos_move_to_their_goals_at_the_given_speed():
    bus = bus_of()
    assert write_each(bus, IDS, "torque_enable", 1.0) == []
    bus.sync_write(IDS, bus.goal, goals(0.6))
    began = bus.clock.now()
    bus.clock.sleep_until(began + 0.1)
    state = bus.sync_read(IDS, bus.feedback)
    assert state[:, 0] == pytest.approx(0.3, abs=0.01) and state[:, 1] == pytest.approx(3.0, abs=0.01)
    bus.clock.sleep_until(began + 0.5)
    assert bus.sync_read(IDS, bus.feedback)[:, 0] == pytest.approx(0.6, abs=1e-3)


def test_28_servos_are_served_100_times_a_second_at_1_mbit():
    bus = bus_of()
    began = bus.clock.now()
    for _ in range(20):
        bus.sync_write(IDS, bus.goal, goals(0.1))
        assert np.isfinite(bus.sync_read(IDS, bus.feedback)).all()
    assert 20 / (bus.clock.now() - began) > 100.0
    assert bus.wire_time(28, bus.goal, True) + bus.wire_time(28, bus.feedback, False) == pytest.approx(
        (bus.clock.now() - began) / 20, rel=0.02
    )


def test_a_dead_servo_costs_little_and_the_others_are_served():
    bus = bus_of()
    began = bus.clock.now()
    bus.sync_read(IDS, bus.feedback)
    usual = bus.clock.now() - began
    bus = bus_of(settings=ServoSettings(dead=(12,)))
    began = bus.clock.now()
    state = bus.sync_read(IDS, bus.feedback)
    assert np.isnan(state[11]).all() and np.isfinite(np.delete(state, 11, axis=0)).all()
    assert bus.clock.now() - began - usual < 0.01 and bus.statistics.missed == {12: 1}


def test_lost_and_damaged_packets_are_counted_and_repeated():
    bus = bus_of(line=LineSettings(return_delay=0.0, lost=0.05, noise=0.05, seed=4))
    for _ in range(50):
        state = bus.sync_read(IDS, bus.feedback)
        assert state[np.isfinite(state[:, 0]), 0] == pytest.approx(0.0)
    assert 20 < sum(bus.statistics.missed.values()) < 400
    assert bus.read(3, "model") == 777


def test_equal_seeds_give_equal_bytes():
    def run(seed):
        bus = bus_of(line=LineSettings(return_delay=0.0, lost=0.1, noise=0.1, seed=seed))
        return [bus.sync_read(IDS, bus.feedback) for _ in range(5)], bus.clock.now(), bus.statistics

    first, second, third = run(1), run(1), run(2)
    assert np.array_equal(first[0], second[0], equal_nan=True) and first[1:] == second[1:]
    assert first[1] != third[1]


@pytest.mark.parametrize(
    ("idents", "line", "words"),
    [
        ((1,), LineSettings(baud=115200), None),
        ((1,), None, "no answer from servo 9; check its power, its id and the baud rate"),
    ],
)
def test_a_servo_that_does_not_answer_is_reported(idents, line, words):
    bus = bus_of(idents, line=line)
    if words is None:
        servos = FeetechServos(idents, baud=1e6)
        bus = FeetechBus(EmulatedLine(servos, line))
        assert bus.scan(range(3)) == {}
        return
    with pytest.raises(HardwareError, match=words):
        bus.ping(9)


def test_two_servos_with_one_id_are_reported():
    bus = bus_of((3, 3))
    bus.transport.servos.bank.put(0, "goal_time", np.array([3.0]))
    with pytest.raises(HardwareError, match=r"two servos have this id.*snakelab bus set-id PORT 3 NEW"):
        bus.read(3, "goal_time")
    assert bus.statistics.shared(3) and not bus.statistics.shared(1)


def test_single_damaged_packets_are_not_another_servo():
    bus = bus_of((1,), line=LineSettings(return_delay=0.0, noise=0.05, seed=4))
    for _ in range(50):
        bus.ping(1)
    assert bus.statistics.bad > 2 and not bus.statistics.shared(1)


def test_after_a_brown_out_the_servos_have_no_torque():
    bus = bus_of(settings=ServoSettings(brown_out=BrownOut(0.2, 0.1)))
    assert write_each(bus, IDS, "torque_enable", 1.0) == []
    assert bus.read(1, "torque_enable") == 1
    bus.clock.sleep_until(0.25)
    assert np.isnan(bus.sync_read(IDS, bus.feedback)).all()
    bus.clock.sleep_until(0.4)
    assert bus.read(1, "torque_enable") == 0


def test_backlash_is_measured_as_play():
    bus = bus_of((1,), settings=ServoSettings(backlash=0.02))
    bus.write(1, "torque_enable", 1)
    for goal, seen in ((0.5, 0.49), (0.4, 0.41)):
        bus.write(1, "goal_position", goal)
        bus.clock.sleep_until(bus.clock.now() + 0.5)
        assert bus.read(1, "present_position") == pytest.approx(seen, abs=2e-3)


def test_a_pulled_cable_is_reported():
    bus = bus_of()
    bus.transport.cut = bus.clock.now()
    with pytest.raises(HardwareError, match="connection to the emulated servos is lost"):
        bus.sync_read(IDS, bus.feedback)
