"""The maker's own library drives the emulated servos over a pseudo-terminal."""

import time

import numpy as np
import pytest

from servo_terminal import ServoTerminal
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.feetech_protocol import FeetechServos
from snakelab.plugins.hardware.serial_exchanges import SerialTransport

pytest.importorskip("serial", reason="pyserial is not installed")


def test_the_makers_library_finds_reads_and_moves_the_servos():
    pytest.importorskip("scservo_sdk.sms_sts", reason="ftservo-python-sdk is not installed")
    from scservo_sdk import COMM_SUCCESS, GroupSyncRead, PortHandler
    from scservo_sdk.sms_sts import sms_sts

    with ServoTerminal(FeetechServos((1, 2, 3))) as terminal:
        port = PortHandler(terminal.port)
        assert port.openPort() and port.setBaudRate(1_000_000)
        handler = sms_sts(port)

        def asked(call):
            """Return the first good answer of several: on a loaded machine, one may come later than the library waits."""
            answers = (call() for _ in range(50))
            return next(
                answer for answer in answers if (answer if isinstance(answer, int) else answer[-2]) == COMM_SUCCESS
            )

        assert asked(lambda: handler.ping(2))[0] == 777
        assert handler.ping(9)[1] != COMM_SUCCESS
        assert asked(lambda: handler.ReadPos(1))[0] == 2048
        asked(lambda: handler.write1ByteTxRx(1, 40, 1))
        asked(lambda: handler.WritePosEx(1, 3000, 0, 0))
        group = GroupSyncRead(handler, 56, 6)
        for ident in (1, 2, 3):
            group.addParam(ident)
        until = time.perf_counter() + 60.0
        while time.perf_counter() < until:
            asked(group.txRxPacket)
            if group.getData(1, 56, 2) == 3000:
                break
        assert group.getData(1, 56, 2) == 3000 and group.getData(2, 56, 2) == 2048
        asked(lambda: handler.write1ByteTxRx(2, 40, 1))
        asked(lambda: handler.RegWritePosEx(2, 2500, 0, 0))
        time.sleep(0.1)
        assert asked(lambda: handler.ReadPos(2))[0] == 2048
        handler.RegAction()
        until = time.perf_counter() + 60.0
        while time.perf_counter() < until and asked(lambda: handler.ReadPos(2))[0] != 2500:
            pass
        assert asked(lambda: handler.ReadPos(2))[0] == 2500
        asked(lambda: handler.unLockEprom(3))
        handler.write1ByteTxRx(3, 5, 8)
        assert asked(lambda: handler.ping(8))[0] == 777
        port.closePort()


def test_the_bus_of_lerobot_calibrates_and_moves_the_servos():
    reason = "lerobot with feetech-servo-sdk is not installed"
    feetech = pytest.importorskip("lerobot.motors.feetech", reason=reason, exc_type=ImportError)
    from lerobot.motors import Motor, MotorNormMode

    with ServoTerminal(FeetechServos((1, 2, 3))) as terminal:
        motors = {f"joint_{i}": Motor(i, "sts3215", MotorNormMode.DEGREES) for i in (1, 2, 3)}
        bus = feetech.FeetechMotorsBus(port=terminal.port, motors=motors)
        bus.connect()
        assert bus.broadcast_ping() == {1: 777, 2: 777, 3: 777}
        bus.configure_motors()
        for name in motors:
            bus.write("Operating_Mode", name, feetech.OperatingMode.POSITION.value)
        assert set(bus.set_half_turn_homings()) == set(motors)
        bus.enable_torque()
        goals = {"joint_1": 2500, "joint_2": 1500, "joint_3": 2048}
        bus.sync_write("Goal_Position", goals, normalize=False)
        until = time.perf_counter() + 60.0
        while time.perf_counter() < until and bus.sync_read("Present_Position", normalize=False) != goals:
            pass
        assert bus.sync_read("Present_Position", normalize=False) == goals
        bus.disable_torque()
        assert set(bus.sync_read("Torque_Enable", normalize=False).values()) == {0}
        bus.disconnect()


def test_our_bus_serves_them_over_a_serial_port_too():
    servos = FeetechServos(range(1, 29), return_delay=0.0)
    with ServoTerminal(servos) as terminal:
        bus = FeetechBus(SerialTransport(terminal.port), patience=0.02)
        assert set(bus.scan(range(4))) == {1, 2, 3}
        assert np.isfinite(bus.sync_read(range(1, 29), bus.feedback)).all()
        with pytest.raises(HardwareError, match="in use by another program"):
            SerialTransport(terminal.port)
        terminal.close()
        with pytest.raises(HardwareError, match=r"connection to .* is lost; check cable and power"):
            for _ in range(10):
                bus.sync_read((1, 2), bus.feedback)
        bus.close()


def test_a_missing_port_is_reported():
    with pytest.raises(HardwareError, match="there is no port /dev/ttyNONE; plug in the adapter"):
        SerialTransport("/dev/ttyNONE")


def test_a_wrong_baud_rate_gives_no_answer():
    with ServoTerminal(FeetechServos((1,), baud=115200)) as terminal:
        bus = FeetechBus(SerialTransport(terminal.port, 1_000_000), patience=0.01)
        with pytest.raises(HardwareError, match=r"no answer from servo 1; check .* the baud rate"):
            bus.ping(1)
        bus.close()
