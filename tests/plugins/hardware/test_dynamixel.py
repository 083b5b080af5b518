"""Dynamixel servos as the second implementation of the bus, and the maker's library on the emulated ones."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import snakelab as sl
from plugins.hardware.faulty_line import line_of
from plugins.hardware.small_robots import TEXT, model
from servo_terminal import ServoTerminal, checksum, status_packet
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.dynamixel import DynamixelBus
from snakelab.plugins.hardware.dynamixel_protocol import (
    DynamixelServos,
    Instruction,
    Status,
    StatusParser,
    crc,
    encoded,
)
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.imu import EmulatedImu, ImuDevice
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.serial_exchanges import BROADCAST, SerialTransport, write_each
from snakelab.plugins.hardware.supervision import SafetyError


@pytest.fixture
def terminal():
    pytest.importorskip("serial", reason="pyserial is not installed")
    with ServoTerminal(DynamixelServos((1, 2, 3, 4))) as terminal:
        yield terminal


def test_the_checksum_is_that_of_the_manual():
    assert checksum(bytes.fromhex("ff ff fd 00 01 03 00 01")) == 0x4E19
    assert encoded(1, Instruction.PING).hex(" ") == "ff ff fd 00 01 03 00 01 19 4e"


# ---- packets -----------------------------------------------------------------------------------------------------------

# bytes in which headers and their beginnings are frequent
BYTES = st.lists(st.sampled_from([b"\xff", b"\xff\xff\xfd", b"\xfd", b"\x00", b"\x55", b"\x07"]), max_size=30).map(
    b"".join
)


@pytest.mark.thorough
@given(BYTES, st.integers(0, 252), st.integers(0, 255), st.integers(1, 5), BYTES)
def test_an_answer_with_stuffed_bytes_arrives_in_pieces_after_noise(data, ident, error, size, noise):
    packet, parser = status_packet(ident, error, data), StatusParser()
    sent = noise + packet + packet
    found = [answer for at in range(0, len(sent), size) for answer in parser.feed(sent[at : at + size])]
    found += parser.finish()
    assert Status(ident, error, data) in found and parser.pending == 0


@given(BYTES, st.integers(0, 10_000), st.integers(1, 255))
def test_a_damaged_answer_is_never_taken(data, at, change):
    packet = bytearray(status_packet(3, 0, data))
    packet[at % len(packet)] ^= change
    parser = StatusParser()
    assert Status(3, 0, data) not in parser.feed(bytes(packet)) + parser.finish()
    assert status_packet(3, 0, data)[-2:] == crc(status_packet(3, 0, data)[:-2])


@given(BYTES)
def test_requests_are_those_of_the_makers_library(data):
    packets = pytest.importorskip("dynamixel_sdk", reason="dynamixel-sdk is not installed").PacketHandler(2.0)
    body = [0xFF, 0xFF, 0xFD, 0, 7, (len(data) + 3) & 255, (len(data) + 3) >> 8, Instruction.WRITE, *data, 0, 0]
    body[5:7] = (len(data) + 3).to_bytes(2, "little")
    stuffed = packets.addStuffing(body)
    ours = encoded(7, Instruction.WRITE, data)
    # the library also counts the length as a beginning of FF FF FD
    assert bytes(stuffed[: len(ours) - 2]) == ours[:-2] or data.startswith(b"\xfd")
    assert packets.updateCRC(0, list(ours), len(ours) - 2) == int.from_bytes(ours[-2:], "little")


# ---- the bus -----------------------------------------------------------------------------------------------------------


def test_servos_are_found_read_and_written(terminal):
    bus = DynamixelBus(SerialTransport(terminal.port))
    scans = (bus.scan(range(3)) for _ in range(50))  # on a loaded machine, answers may come later than a scan waits
    assert {1: 1060, 2: 1060} in scans and bus.ping(3) == 1060
    bus.write(2, "return_delay", 0.0)
    assert bus.read(2, "return_delay") == 0.0
    assert bus.read(2, "present_position") == 0.0
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == []
    bus.sync_write((1, 2), bus.goal, np.array([[2.0, 0.3], [2.0, -0.3]]))
    there, deadline = pytest.approx([0.3, -0.3, 0.0, 0.0], abs=2e-3), time.monotonic() + 600.0
    values = bus.sync_read((1, 2, 3, 4), bus.feedback)
    while values[:, 0] != there and time.monotonic() < deadline:
        values = bus.sync_read((1, 2, 3, 4), bus.feedback)
    assert values[:, 0] == there
    bus.change_id(4, 9)
    assert bus.ping(9) == 1060
    with pytest.raises(HardwareError, match="id 1 is in use"):
        bus.change_id(9, 1)
    bus.centre(1)
    assert bus.read(1, "present_position") == pytest.approx(0.0, abs=2e-3)
    bus.close()


@pytest.mark.thorough
def test_a_run_in_real_time_counts_its_late_periods(terminal):
    text = f"{TEXT}port: {terminal.port}\nprotocol: dynamixel\nrate: 50\nsafety: {{soft_start: 0.2}}\n"
    engine = HardwareEngine(robot_from_text(text))
    recording = sl.simulate(model(), sl.SerpenoidGait(0.3, 3.0, 0.8), 0.6, engine=engine, record_rate=50.0)
    assert recording.finished and set(recording.dataset.data_vars) >= {"q", "v", "target", "servo_temperature"}
    assert "base_position" not in recording.dataset and recording.dataset.attrs["exchanges"] >= 2
    error = recording["q"].values - recording["target"].values
    if recording.dataset.attrs["late_periods"] < 3:  # the machine keeps pace
        assert recording.dataset.attrs["exchanges"] > 5 and np.abs(error[-5:]).max() < 0.2
    assert {"late_periods", "jitter", "longest_delay"} <= set(recording.dataset.attrs)


def test_the_imu_of_the_line_is_measured():
    measure = lambda: np.array([0.5, -0.25, 9.75, 0.25, -0.5, 1.0, 1.0, 0.0, 0.0, 0.0])  # noqa: E731
    with ServoTerminal(DynamixelServos((1, 2, 3, 4), imu=EmulatedImu(200, measure))) as terminal:
        text = f"{TEXT}port: {terminal.port}\nprotocol: dynamixel\nrate: 20\nimu: {{id: 200}}\nsafety: {{soft_start: 0.2}}\n"
        engine = HardwareEngine(robot_from_text(text))
        recording = sl.simulate(model(), sl.SerpenoidGait(0.1, 3.0, 0.8), 1.0, engine=engine, record_rate=20.0)
    rate, force = recording["measured_angular_rate"].values, recording["measured_specific_force"].values
    known = np.isfinite(rate).all(axis=1)
    assert known.sum() > 3
    np.testing.assert_allclose(rate[known], [[0.25, -0.5, 1.0]] * known.sum(), atol=2e-3)
    np.testing.assert_allclose(force[known], [[0.5, -0.25, 9.75]] * known.sum(), atol=6e-3)


def test_an_imu_that_is_missing_is_reported():
    with ServoTerminal(DynamixelServos((1,))) as terminal:
        bus = DynamixelBus(SerialTransport(terminal.port))
        assert "the IMU 200 does not answer" in ImuDevice(bus, 200).check()
        bus.close()


# ---- lines with faults -------------------------------------------------------------------------------------------------

WANTED = {
    "present_voltage": 12.0,
    "present_temperature": 25.0,
    "torque_enable": 0.0,
    "id": 1.0,
    "model": 1060.0,
    "mode": 3.0,
}


def faulty(idents=(1, 2), **faults):
    line = line_of(idents, [0.5] * len(idents), "dynamixel", **faults)
    return DynamixelBus(line), line


def assert_values_right(bus, *note):
    """Check that single reads give the value of their own register, and reads of both servos none but the right angle."""
    for name, value in WANTED.items():
        assert bus.read(1, name) == pytest.approx(value, abs=0.1), (name, *note)
    read = bus.sync_read((1, 2), ("present_position",))[:, 0]
    assert read[np.isfinite(read)] == pytest.approx(0.5, abs=2e-3), note


@pytest.mark.parametrize("delay", [0.005, 0.02, 0.05])
def test_late_answers_are_never_values_of_another_register(delay):
    bus, _ = faulty(late={None: delay})
    for _ in range(3):
        assert_values_right(bus, delay)
        assert bus.scan(range(4)) == {1: 1060, 2: 1060}
    assert bus.statistics.late > 0 and bus.patience > delay
    assert np.isfinite(bus.sync_read((1, 2), bus.feedback)).all()


@pytest.mark.parametrize("delay", [0.005, 0.02, 0.05])
def test_a_late_refusal_is_that_of_the_write_and_not_of_the_next_read(delay):
    bus, line = faulty()
    bus.write(1, "torque_enable", 1)
    line.late = {None: delay}
    with pytest.raises(HardwareError, match="servo 1 refuses goal_position: the value is beyond a limit of the servo"):
        bus.write(1, "goal_position", 9.0)
    bus.write(1, "goal_position", 1.0)  # the refusal of the other value is forgotten
    assert bus.read(1, "goal_position") == pytest.approx(1.0, abs=2e-3)


@pytest.mark.few(1)
@pytest.mark.parametrize("fault", ["late", "lose", "damage", "foreign"])
def test_one_faulty_answer_to_any_request_leaves_all_values_right(fault):
    for number in range(1, 14):
        for delay in (0.005, 0.013, 0.03) if fault == "late" else (0.0,):
            bus, _ = faulty(**{fault: {number: delay} if fault == "late" else frozenset({number})})
            assert bus.ping(2) == 1060
            bus.write(2, "torque_enable", 1)
            assert bus.read(2, "torque_enable") == 1
            assert_values_right(bus, fault, number, delay)


def test_an_echo_is_no_answer():
    bus, line = faulty(echo=True)
    assert bus.scan(range(6)) == {1: 1060, 2: 1060}
    with pytest.raises(HardwareError, match="no answer from servo 5"):
        bus.ping(5)
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == [] and bus.sync_read((1, 2), bus.feedback)[0, 0] > 0.49
    line.bank.faults[:] = 1
    assert bus.scan(range(4)) == {1: 1060, 2: 1060}
    assert bus.sync_read((1, 2), bus.health)[:, 1].tolist() == [1, 1] and bus.faults == {1: 1, 2: 1}


@pytest.mark.parametrize("error", [2, 3, 4])
def test_an_answer_with_an_error_is_no_value(error):
    bus, line = faulty()
    line._changed = lambda time, packet: iter([(time, status_packet(packet[4], error, b""))])
    words = {2: "the instruction is unknown", 3: "the request arrived damaged", 4: "the value is out of range"}
    for name in ("torque_enable", "present_voltage", "present_position"):
        with pytest.raises(HardwareError, match=f"servo 1 refuses to read {name}: {words[error]}"):
            bus.read(1, name)
    assert np.isnan(bus.sync_read((1, 2), ("torque_enable",))).all() and bus.read_block(1, 0, 2) is None
    assert write_each(bus, (1, 2), "torque_enable", 1.0) == [1, 2]


def test_two_servos_with_one_id_are_reported():
    bus, _ = faulty((1, 2, 2))
    bus.transport.bank.plant.angle[2] = -0.4
    bus.clock.sleep_until(0.1)
    with pytest.raises(HardwareError, match="if two servos have this id, connect one of them alone"):
        bus.read(2, "present_position")


def test_servos_after_a_dead_one_are_read():
    bus, line = faulty((1, 2, 3, 4))
    line.silent_after = {2: 0}
    read = bus.sync_read((1, 2, 3, 4), bus.feedback)
    assert np.isfinite(read[:, 0]).tolist() == [True, False, True, True] and bus.statistics.missed == {2: 1}


def test_the_baud_rate_is_changed_and_checked():
    bus, line = faulty((1,))
    bus.change_baud(1, 57_600)
    assert line.bank.get("baud_code")[0] == 1 and bus.scan(range(3)) == {}
    bus.transport.set_baud(57_600)
    assert bus.scan(range(3)) == {1: 1060}
    with pytest.raises(HardwareError, match="Dynamixel servos have no 9601 baud; allowed: 9600, 57600"):
        bus.change_baud(1, 9601)


def test_the_packet_that_switches_off_reaches_every_id():
    bus, line = faulty((1, 252))
    assert write_each(bus, (1, 252), "torque_enable", 1.0) == []
    line.write(bus.switch_off_packets(range(253)))
    assert not line.bank.get("torque_enable").any()
    assert bus.switch_off_packets((1,))[4] == BROADCAST


# ---- the maker's library on the emulated servos -----------------------------------------------------------------------


@pytest.fixture
def library(terminal):
    """The port and the handler of the maker's library, and a call that is repeated until it is answered."""
    sdk = pytest.importorskip("dynamixel_sdk", reason="dynamixel-sdk is not installed")
    port, handler = sdk.PortHandler(terminal.port), sdk.PacketHandler(2.0)
    assert port.openPort() and port.setBaudRate(1_000_000)

    def asked(name, *values):
        """Return the first answer: on a loaded machine, one may come later than the library waits.

        The library takes it for that of its next call then, and raises IndexError if it is shorter: it is waited for and dropped.
        """
        for _ in range(50):
            try:
                answer = getattr(handler, name)(port, *values)
            except IndexError:
                continue
            if answer[-2] == sdk.COMM_SUCCESS:
                return answer
            time.sleep(0.05)
            port.clearPort()
        raise AssertionError(f"no answer to {name} {values}")

    yield sdk, port, handler, asked
    port.closePort()


def moved(asked, ident, count):
    """Return True once the position of a servo is a count [-]."""
    until = time.monotonic() + 60.0
    while time.monotonic() < until:
        if asked("read4ByteTxRx", ident, 132)[0] == count % (1 << 32):
            return True
    return False


@pytest.mark.thorough
def test_the_makers_library_finds_moves_and_configures_the_servos(terminal, library):
    sdk, port, handler, asked = library
    found = [handler.broadcastPing(port)[0] for _ in range(3)]
    assert {ident: [1060, 46] for ident in (1, 2, 3, 4)} in found
    assert handler.ping(port, 9)[1] == sdk.COMM_RX_TIMEOUT
    asked("write1ByteTxRx", 1, 64, 1)
    asked("write4ByteTxRx", 1, 116, 3000)
    assert moved(asked, 1, 3000)
    assert any(asked("read1ByteTxRx", 1, 122)[0] == 0 for _ in range(100))  # at rest
    # extended mode: several turns, and no limits
    asked("write1ByteTxRx", 2, 11, 4)
    asked("write1ByteTxRx", 2, 64, 1)
    asked("write4ByteTxRx", 2, 116, -5000 % (1 << 32))
    assert moved(asked, 2, -5000)
    # velocity mode
    asked("write1ByteTxRx", 3, 11, 1)
    asked("write1ByteTxRx", 3, 64, 1)
    assert asked("write4ByteTxRx", 3, 104, 300)[1] == 6 and asked("write4ByteTxRx", 3, 104, 100)[1] == 0
    until = time.monotonic() + 60.0
    while asked("read4ByteTxRx", 3, 132)[0] < 5000 and time.monotonic() < until:
        assert asked("read1ByteTxRx", 3, 122)[0] in (0, 1)
    assert asked("read4ByteTxRx", 3, 132)[0] >= 5000 and asked("read4ByteTxRx", 3, 128)[0] == 100
    asked("write4ByteTxRx", 3, 104, 0)
    # registered writes, and writes to several servos
    asked("regWriteTxRx", 1, 116, 4, [0, 4, 0, 0])
    assert asked("read4ByteTxRx", 1, 116)[0] == 3000
    handler.action(port, 254)
    assert moved(asked, 1, 1024)
    group = sdk.GroupBulkWrite(port, handler)
    group.addParam(1, 116, 4, [0, 8, 0, 0])
    group.addParam(4, 65, 1, [1])
    group.txPacket()
    assert moved(asked, 1, 2048) and asked("read1ByteTxRx", 4, 65)[0] == 1
    # reads of several servos
    group = sdk.GroupSyncRead(port, handler, 132, 4)
    for ident in (1, 2):
        group.addParam(ident)
    for read in (group.txRxPacket, *([group.fastSyncRead] if hasattr(group, "fastSyncRead") else [])):
        assert any(read() == sdk.COMM_SUCCESS for _ in range(50))
        assert [group.getData(ident, 132, 4) for ident in (1, 2)] == [2048, -5000 % (1 << 32)]
    # id, baud rate and the first values of registers
    handler.write1ByteTxRx(port, 4, 7, 8)  # once: the servo does not answer with this id again
    assert asked("ping", 8)[0] == 1060
    asked("write1ByteTxRx", 8, 11, 4)
    assert asked("factoryReset", 8, 2)[1] == 0 and asked("read1ByteTxRx", 8, 11)[0] == 3
    assert asked("write1ByteTxRx", 1, 64, 0)[1] == 0
    handler.write1ByteTxRx(port, 1, 8, 2)  # the terminal has the baud rate of the first servo
    assert handler.ping(port, 1)[1] == sdk.COMM_RX_TIMEOUT
    port.setBaudRate(115_200)
    assert asked("ping", 1)[0] == 1060


def test_the_makers_library_meets_the_rules_of_the_servos(terminal):
    sdk = pytest.importorskip("dynamixel_sdk", reason="dynamixel-sdk is not installed")
    COMM_SUCCESS, GroupBulkRead = sdk.COMM_SUCCESS, sdk.GroupBulkRead
    port, handler = sdk.PortHandler(terminal.port), sdk.PacketHandler(2.0)
    assert port.openPort() and port.setBaudRate(1_000_000)

    def error_of(call):
        """Return the error of the first acknowledged call: on a loaded machine, an answer may come too late."""
        return next(answer[-1] for answer in (call() for _ in range(50)) if answer[-2] == COMM_SUCCESS)

    assert error_of(lambda: handler.write1ByteTxRx(port, 1, 64, 1)) == 0
    assert (
        error_of(lambda: handler.write1ByteTxRx(port, 1, 9, 0)) == 7
    )  # permanent registers are locked with the torque
    assert error_of(lambda: handler.write4ByteTxRx(port, 1, 116, 5000)) == 6  # beyond the limits
    assert error_of(lambda: handler.write1ByteTxRx(port, 1, 64, 2)) == 4
    assert error_of(lambda: handler.write2ByteTxRx(port, 1, 116, 5)) == 5  # a part of a register
    assert error_of(lambda: handler.write1ByteTxRx(port, 2, 11, 5)) == 4  # a mode that this model has not
    assert error_of(lambda: handler.readTxRx(port, 2, 660, 4)) == 4
    assert error_of(lambda: handler.write2ByteTxRx(port, 1, 144, 0)) == 7  # measured
    group = GroupBulkRead(port, handler)
    group.addParam(1, 64, 1)
    group.addParam(2, 132, 4)
    assert any(group.txRxPacket() == COMM_SUCCESS for _ in range(50))
    assert group.getData(1, 64, 1) == 1 and group.getData(2, 132, 4) == 2048
    terminal.servos.bank.faults[0] = 1 << 5
    handler.reboot(port, 1)
    assert handler.read1ByteTxRx(port, 1, 64)[0] == 0 and terminal.servos.bank.faults[0] == 0
    port.closePort()


def test_what_a_servo_refuses_or_ignores_is_an_error(terminal):
    bus = DynamixelBus(SerialTransport(terminal.port))
    bus.write(1, "torque_enable", 1)
    with pytest.raises(HardwareError, match=r"servo 1 refuses mode: .* switch the torque off first: snakelab bus limp"):
        bus.write(1, "mode", 4)
    with pytest.raises(HardwareError, match="servo 1 refuses goal_position: the value is beyond a limit of the servo"):
        bus.write(1, "goal_position", 9.0)
    bus.write(2, "answer_level", 1)
    bus.write(2, "goal_speed", 1.0)  # without an acknowledgement, but read back
    assert bus.read(2, "goal_speed") == pytest.approx(1.0, abs=0.03)
    bus.close()


def test_a_driver_uses_the_timeout_of_the_servos_and_reads_faults(terminal):
    text = f"{TEXT}port: {terminal.port}\nprotocol: dynamixel\nrate: 20\nsafety: {{hold_after: 0.6}}\n"
    driver = open_driver(robot_from_text(text))
    driver.begin()
    driver.engage()
    bank = terminal.servos.bank
    assert (bank.get("bus_watchdog") == 1.2).all() and (bank.get("torque_enable") == 1).all()
    bank.faults[2] = 1 << 5
    with pytest.raises(SafetyError, match="servo 3 reports: overload, then start again"):
        for _ in range(100):
            driver.command(np.zeros(4), driver.clock.now() + 0.05)
            driver.measure()
    assert not bank.get("torque_enable").any()
    driver.close()


def test_a_servo_in_velocity_mode_is_refused(terminal):
    terminal.servos.bank.put(1, "mode", np.array([1.0]))
    text = f"{TEXT}port: {terminal.port}\nprotocol: dynamixel\n"
    driver = open_driver(robot_from_text(text, "robot.yaml"))
    with pytest.raises(
        HardwareError, match=r"servo 2 is in mode 1, not in position mode; type: .* robot.yaml 2 mode 3"
    ):
        driver.begin()
    driver.close()


@pytest.mark.thorough
def test_a_robot_file_with_emulated_dynamixel_servos_runs_like_one_with_feetech_servos():
    runs = {}
    for protocol in ("feetech", "dynamixel"):
        engine = HardwareEngine(robot_from_text(f"{TEXT}protocol: {protocol}\n"), seed=3)
        gait = sl.SerpenoidGait(amplitude=0.3, angular_frequency=3.0, phase_lag=0.8)
        runs[protocol] = sl.simulate(model(), gait, 1.0, engine=engine)
        assert runs[protocol].status.kind == "finished"
    feetech, dynamixel = (runs[protocol].dataset["q"].to_numpy() for protocol in ("feetech", "dynamixel"))
    assert np.ptp(dynamixel) > 0.1 and np.abs(dynamixel - feetech).max() < 0.05


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("upper_limit", 90.0, r"must be -3.14159 to 3.14006 rad, got 90; degrees\?"),
        ("goal_speed", np.nan, "goal_speed must be .* rad/s, got nan"),
        ("bus_watchdog", 5.0, "bus_watchdog must be 0 to 2.54 s, got 5"),
        ("mode", 2.0, "mode must be one of 0, 1, 3, 4, 5, 16, got 2"),
        ("id", 9.0, "id has a command of its own; type: snakelab bus set-id"),
        ("largest_voltage", 24.0, "servo 1 refuses largest_voltage: the value is out of range"),  # of the XL430
        ("goal_velocity", 20.0, "servo 1 refuses goal_velocity: the value is beyond a limit of the servo"),
    ],
)
def test_a_value_outside_of_its_range_is_refused_by_the_bus_or_by_the_servo(name, value, words):
    bus, line = faulty()
    before = line.bank.memory[:, :122].copy()
    with pytest.raises(HardwareError, match=words):
        bus.write(1, name, value)
    assert (line.bank.memory[:, :122] == before).all()
    with pytest.raises(HardwareError, match="must be a whole number from 0 to 252, got 253"):
        bus.change_id(1, 253)


def test_a_position_offset_that_the_servo_would_ignore_is_refused():
    bus, line = faulty()
    line.bank.plant.angle[:] = 2.0
    bus.clock.sleep_until(0.1)
    with pytest.raises(HardwareError, match=r"position_offset of servo 1 must be within 1.5708 rad .* got -2"):
        bus.centre(1)
    assert line.bank.get("position_offset")[0] == 0.0
    bus.write(1, "mode", 4)
    bus.centre(1)
    assert bus.read(1, "present_position") == pytest.approx(0.0, abs=2e-3)
