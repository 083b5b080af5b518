"""Dynamixel servos as the second implementation of the bus, by the maker's library over a pseudo-terminal."""

import time

import numpy as np
import pytest

import snakelab as sl
from plugins.hardware.small_robots import TEXT, model
from servo_terminal import DynamixelServos, ServoTerminal, checksum
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.bus import write_each
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.imu import EmulatedImu, ImuDevice
from snakelab.plugins.hardware.link import open_driver
from snakelab.plugins.hardware.readings import SafetyError
from snakelab.plugins.hardware.robot_file import robot_from_text

pytest.importorskip("dynamixel_sdk", reason="dynamixel-sdk is not installed")
from snakelab.plugins.hardware.dynamixel import DynamixelBus


@pytest.fixture
def terminal():
    with ServoTerminal(DynamixelServos((1, 2, 3, 4))) as terminal:
        yield terminal


def test_the_checksum_is_that_of_the_manual():
    assert checksum(bytes.fromhex("ff ff fd 00 01 03 00 01")) == 0x4E19


def test_servos_are_found_read_and_written(terminal):
    bus = DynamixelBus(terminal.port)
    assert bus.scan(range(3)) == {1: 1060, 2: 1060} and bus.ping(3) == 1060
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


def test_a_run_in_real_time_counts_its_late_periods(terminal):
    text = f"{TEXT}port: {terminal.port}\nprotocol: dynamixel\nrate: 50\nsafety: {{soft_start: 0.2}}\n"
    engine = HardwareEngine(robot_from_text(text))
    recording = sl.simulate(model(), sl.SerpenoidGait(0.3, 3.0, 0.8), 0.6, engine=engine, record_rate=50.0)
    assert recording.finished and set(recording.dataset.data_vars) >= {"q", "v", "target", "servo_temperature"}
    assert "base_position" not in recording.dataset and recording.dataset.attrs["exchanges"] > 5
    error = recording["q"].values - recording["target"].values
    if recording.dataset.attrs["late_periods"] < 3:  # the machine keeps pace
        assert np.abs(error[-5:]).max() < 0.2
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
        bus = DynamixelBus(terminal.port)
        assert "the IMU 200 does not answer" in ImuDevice(bus, 200).check()
        bus.close()


def test_the_makers_library_meets_the_rules_of_the_servos(terminal):
    from dynamixel_sdk import COMM_SUCCESS, GroupBulkRead, PacketHandler, PortHandler

    port, handler = PortHandler(terminal.port), PacketHandler(2.0)
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
    bus = DynamixelBus(terminal.port)
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
