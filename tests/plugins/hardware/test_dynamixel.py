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
