"""Bus of FEETECH servos on an emulated line: requests, lost and damaged packets, and servos that do not answer."""

import numpy as np
import pytest

from plugins.hardware.faulty_line import line_of
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.emulated_servos import EmulatedLine
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.feetech_protocol import Code, FeetechServos, Packet, Parser
from snakelab.plugins.hardware.robot_file import BrownOut, LineSettings, ServoSettings
from snakelab.plugins.hardware.serial_exchanges import BROADCAST, write_each

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


@pytest.mark.thorough
def test_a_scan_finds_servos_in_spite_of_a_lost_packet():
    found = [
        set(bus_of(line=LineSettings(return_delay=0.0, lost=0.005, seed=seed)).scan(range(30))) for seed in range(10)
    ]
    assert all(one == set(IDS) for one in found)


def test_a_servo_behind_a_slow_adapter_is_read_by_a_patient_try():
    bus = bus_of((1,), line=LineSettings(return_delay=0.0, usb_delay=0.016))
    assert bus.read(1, "present_voltage") == pytest.approx(12.0, abs=0.2)


@pytest.mark.parametrize("seconds", [0.002, 0.005, 0.01, 0.016, 0.03])
def test_answers_that_arrive_in_two_parts_are_read(seconds):
    line = line_of((1, 2, 3, 4), angles=[0.1, 0.2, 0.3, 0.4], split=seconds)
    bus = FeetechBus(line)
    assert bus.scan(range(6)) == dict.fromkeys((1, 2, 3, 4), 777)
    for ident in (1, 2, 3, 4):
        assert bus.read(ident, "present_position") == pytest.approx(0.1 * ident, abs=2e-3)
        assert bus.read(ident, "present_voltage") == pytest.approx(12.0, abs=0.2)
    assert not any(bus.statistics.shared(ident) for ident in range(6))
    # answers of several servos arrive one after the other; what arrives is that of the right servo and register
    read = np.array([bus.sync_read((1, 2, 3, 4), ("present_position",)).ravel() for _ in range(5)])
    assert np.nanmax(np.abs(read - [0.1, 0.2, 0.3, 0.4])) < 2e-3


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


# ---- the line: answers are matched to their requests ------------------------------------------------------------------


def faulty(idents=(1, 2), **faults):
    line = line_of(idents, [0.5] * len(idents), **faults)
    bus = FeetechBus(line)
    bus.expect_return_delay(5e-4)
    return bus, line


@pytest.mark.parametrize("delay", [0.006, 0.02, 0.05])
def test_late_answers_are_never_values_of_another_register(delay):
    bus, _ = faulty(late={None: delay})
    for _ in range(3):
        assert bus.read(1, "present_voltage") == pytest.approx(12.0, abs=0.2)
        assert bus.read(1, "present_temperature") == pytest.approx(25.0)
        assert bus.read(1, "torque_enable") == 0 and bus.read(1, "model") == 777
        assert bus.read(1, "present_position") == pytest.approx(0.5, abs=1e-3)
        assert bus.read(1, "present_speed") == 0.0
    assert bus.statistics.late > 0 and bus.patience > delay


@pytest.mark.thorough
def test_one_late_answer_to_any_request_leaves_all_values_right():
    wanted = {"present_voltage": 12.0, "present_temperature": 25.0, "torque_enable": 0.0, "id": 1.0, "model": 777.0}
    for number in range(1, 12):
        for delay in (0.005, 0.009, 0.013, 0.03):
            bus, _ = faulty(late={number: delay})
            for name, value in wanted.items():
                assert bus.read(1, name) == pytest.approx(value, abs=0.1), (number, delay)
            read = bus.sync_read((1, 2), bus.feedback)[:, 0]
            assert read[np.isfinite(read)] == pytest.approx(0.5, abs=1e-3), (number, delay)


def test_a_late_answer_to_a_position_is_not_the_present_one():
    bus, line = faulty(late={1: 0.006})
    assert np.isnan(bus.sync_read((1, 2), bus.feedback)[0]).all()  # that of servo 1 is late
    line.bank.plant.angle[:] = -0.7
    bus.clock.sleep_until(bus.clock.now() + 5e-4)
    for _ in range(3):
        values = bus.sync_read((1, 2), bus.feedback)[:, 0]
        assert values[np.isfinite(values)] == pytest.approx(-0.7, abs=1e-3)


def test_an_answer_of_another_servo_or_a_damaged_one_is_not_taken():
    bus, _ = faulty(foreign=frozenset(range(1, 40)))
    assert bus.read(1, "model") == 777 and bus.read(2, "present_position") == pytest.approx(0.5, abs=1e-3)
    bus, _ = faulty(damage=frozenset({2, 3}))
    assert [bus.read(1, "model") for _ in range(5)] == [777] * 5


def test_an_echo_is_recognised_and_removed():
    bus, _ = faulty(echo=True)
    assert bus.scan(range(6)) == {1: 777, 2: 777} and bus.echo is True
    with pytest.raises(HardwareError, match="no answer from servo 5"):
        bus.ping(5)
    assert not any(bus.statistics.shared(ident) for ident in range(6))
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == [] and bus.sync_read((1, 2), bus.feedback)[0, 0] > 0.49
    # the answer to a ping of a servo with a voltage fault has the bytes of the ping
    for echo in (True, False):
        bus, line = faulty(echo=echo)
        line.bank.faults[:] = 1
        assert bus.scan(range(4)) == {1: 777, 2: 777} and bus.echo is echo and bus.faults[1] == 1


def test_servos_that_do_not_acknowledge_writes_are_read_back():
    bus, line = faulty()
    line.bank.put(slice(None), "answer_level", np.zeros(2))
    bus.write(1, "torque_limit", 0.5)
    bus.write(1, "lower_limit", -1.0)
    assert bus.read(1, "torque_limit") == 0.5 and bus.read(1, "lower_limit") == pytest.approx(-1.0, abs=1e-3)
    bus.change_id(2, 7)
    assert bus.scan(range(9)) == {1: 777, 7: 777}


def test_a_value_that_is_not_stored_is_an_error():
    bus, _ = faulty(deaf=frozenset({2}))
    with pytest.raises(HardwareError, match=r"servo 2 does not store torque_limit = 0.5: it keeps 1"):
        bus.write(2, "torque_limit", 0.5)
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == [2]
    with pytest.raises(HardwareError, match=r"measures \+0.5\d* rad after its middle was set"):
        bus.centre(2)
    with pytest.raises(HardwareError, match="id has a command of its own; type: snakelab bus set-id"):
        bus.write(1, "id", 3)


def test_the_baud_rate_is_changed_and_checked():
    bus, line = faulty((1,))
    bus.change_baud(1, 500_000)
    assert line.bank.get("baud_code")[0] == 1 and bus.scan(range(3)) == {}
    bus.transport.set_baud(500_000)
    assert bus.scan(range(3)) == {1: 777} and bus.read(1, "lock") == 1
    with pytest.raises(HardwareError, match="FEETECH servos have no 9600 baud; allowed: 1000000, 500000"):
        bus.change_baud(1, 9600)


def test_noise_that_begins_like_a_packet_does_not_hide_the_answer():
    parser = Parser()
    answer = Packet(1, 0, b"\x05").encoded()
    assert parser.feed(b"\xff\xff\x01\x60" + answer) == [] and parser.finish() == [Packet(1, 0, b"\x05")]


# ---- the emulated servos -----------------------------------------------------------------------------------------------


def test_an_emulated_servo_has_limits_an_offset_and_a_wheel_mode():
    bus, line = faulty((1, 2))
    angle = lambda: line.bank.plant.angles().copy()  # noqa: E731
    bus.write(1, "upper_limit", 0.8)
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == []
    bus.sync_write((1, 2), bus.goal, np.array([[1.5, 0, 0], [1.5, 0, 0]]))
    bus.clock.sleep_until(bus.clock.now() + 1.0)
    assert bus.sync_read((1, 2), ("present_position",))[:, 0] == pytest.approx([0.8, 1.5], abs=2e-3)
    bus.write(2, "position_offset", 0.3)  # the goal remains, and the shaft follows
    bus.clock.sleep_until(bus.clock.now() + 1.0)
    assert bus.read(2, "present_position") == pytest.approx(1.5, abs=2e-3) and angle()[1] == pytest.approx(
        1.8, abs=4e-3
    )
    bus.write(1, "goal_speed", -2.0)
    bus.write(1, "mode", 1)
    before = angle()[0]
    bus.clock.sleep_until(bus.clock.now() + 0.5)
    bus.settle()
    assert angle()[0] == pytest.approx(before - 1.0, abs=0.05)


def test_an_emulated_servo_in_wheel_mode_counts_within_one_turn_and_tells_that_it_moves():
    bus, line = faulty((1, 2))
    bus.write(1, "mode", 1)
    assert write_each(bus, (1,), "torque_enable", 1.0) == []
    bus.write(1, "goal_speed", 3.0)
    for _ in range(40):
        bus.clock.sleep_until(bus.clock.now() + 0.1)
        assert -np.pi - 1e-3 <= bus.read(1, "present_position") <= np.pi
    bus.settle()
    assert line.bank.plant.angles()[0] > 12.0
    assert bus.read(1, "moving") == 1 and bus.read(2, "moving") == 0
    bus.write(1, "goal_speed", 0.0)
    bus.clock.sleep_until(bus.clock.now() + 0.01)
    assert bus.read(1, "moving") == 0


def test_an_emulated_servo_forgets_what_was_written_under_the_lock_when_it_restarts():
    bus, line = faulty((1,))
    bus._store(1, "lower_limit", -0.5)  # takes effect at once
    bus.write(1, "upper_limit", 0.5)  # unlocked, and so stays
    line.bank.restart()
    assert bus.read(1, "lower_limit") == pytest.approx(-np.pi) and bus.read(1, "upper_limit") == pytest.approx(
        0.5, abs=2e-3
    )
    bus._ask(Packet(1, Code.WRITE, bytes((bus.table["id"].address, BROADCAST))).encoded(), (1,), None, 0)
    assert bus.scan(range(3)) == {1: 777}  # an id of all servos is not taken


def test_an_answer_before_its_turn_is_not_that_of_the_servo():
    for number in range(1, 60):
        bus, _ = faulty((1, 2, 3, 4), foreign=frozenset({number}))
        for _ in range(6):
            read = bus.sync_read((1, 2, 3, 4), ("present_position",))[:, 0]
            assert read[np.isfinite(read)] == pytest.approx(0.5, abs=1e-3), number


def test_registered_writes_wait_for_the_action():
    bus, line = faulty((1, 2))
    for ident, value in ((1, 0.25), (2, 0.75)):
        item = bus.table["torque_limit"]
        data = bytes((item.address,)) + item.encode(np.array([value])).tobytes()
        assert bus._request(Packet(ident, Code.REG_WRITE, data)) is not None
    assert line.bank.get("torque_limit").tolist() == [1.0, 1.0]
    bus._send(Packet(BROADCAST, Code.ACTION).encoded())
    assert line.bank.get("torque_limit").tolist() == [0.25, 0.75]


def test_all_servos_answer_a_broadcast_ping_in_turn():
    servos = FeetechServos((7, 3, 5))
    answers = servos.hear(Packet(BROADCAST, Code.PING).encoded())
    assert [answer.data[2] for answer in answers] == [3, 5, 7]


@pytest.mark.parametrize("together", [False, True])
def test_an_emulated_servo_keeps_a_value_when_it_is_sent_one_outside_of_the_range(together):
    """The answer of an STS servo has no bit for a value out of range: only reading back shows it."""
    bus, line = faulty((1, 2))
    for name, count in (("torque_limit", 3000), ("goal_position", 31_000), ("lower_limit", 5000), ("lock", 7)):
        item, before = bus.table[name], line.bank.get(name).copy()
        data = count.to_bytes(item.size, "little")
        if together:
            line.write(Packet(254, 0x83, bytes((item.address, item.size, 1)) + data).encoded())
        else:
            line.write(Packet(1, 3, bytes((item.address,)) + data).encoded())
        assert (line.bank.get(name) == before).all(), name


def test_a_servo_that_keeps_its_old_value_is_an_error():
    bus, line = faulty((1, 2))
    line.deaf = frozenset({1})
    with pytest.raises(HardwareError, match=r"servo 1 does not store torque_limit = 0.5: it keeps 1"):
        bus.write(1, "torque_limit", 0.5)
    assert write_each(bus, (1, 2), "torque_limit", 0.5) == [1]
    with pytest.raises(HardwareError, match="torque_limit must be 0 to 1, got 3; it is not sent"):
        write_each(bus, (1, 2), "torque_limit", 3.0)
