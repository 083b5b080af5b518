"""Remote driver of a robot, over a link to the server on its computer, and the opening of any driver.

In reading order: `RemoteDriver`, the controller's end of the link, whose other end is `robot_server.RobotServer`; `open_driver`
and `driver_for`, which open the driver that a robot file describes.
"""

import select
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.files import visible
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.emulated_servos import EmulatedLine, FreeShafts, Plant, SimulatedSnake
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.feetech_protocol import NO_LIMITS, FeetechServos
from snakelab.plugins.hardware.imu import EmulatedImu, SimulatedImu, resting
from snakelab.plugins.hardware.readings import Mode, Reading, reading_of
from snakelab.plugins.hardware.robot_file import EMULATED, RobotFile
from snakelab.plugins.hardware.serial_exchanges import SerialTransport
from snakelab.plugins.hardware.servo_bus import Bus, WallClock
from snakelab.plugins.hardware.servo_driver import ServoDriver
from snakelab.plugins.hardware.supervision import SafetyError, checked_target
from snakelab.plugins.hardware.tls_channel import (
    BUSY,
    BYE,
    COMMAND,
    PILOT,
    SCHEME,
    SERVER,
    STATE,
    STOP,
    WELCOME,
    Channel,
    LinkClosedError,
    LinkDelay,
    LinkKey,
    read_key,
    tls_settings,
    tuned,
    words_of,
)

# ----------------------------------------------------------------------------------------------------------------------
# Driver of a robot on another computer, for `HardwareEngine`
# ----------------------------------------------------------------------------------------------------------------------

# Timeout for finding the robot [s].
GREETING = 5.0
# Time without messages after which the link is lost [s].
LOST = 0.5
# How a robot on another computer is started again after a stop.
GO_ON = "to go on, end snakelab bus serve on the robot's computer and start it again"


class RemoteDriver:
    """Driver on the computer of a robot, where `snakelab bus serve` runs.

    Args:
        host: Address of that computer.
        port: TCP port.
        key: Key of a pilot, or of a viewer, who cannot command.
        on_warning: Called with each warning.
    """

    def __init__(
        self, host: str, port: int, key: LinkKey, on_warning: Callable[[str], object] = lambda text: None
    ) -> None:
        if key.role == SERVER:
            raise HardwareError(f"{key.path} is the key of the robot's computer; use that of the pilot or a viewer")
        self.place, self.key, self.on_warning = (host, port), key, on_warning
        self.clock = WallClock()
        self.mode, self.reason = Mode.OFF, ""
        self.reading = Reading.empty(0)
        self.write_time, self.read_time = 0.0, 1e-3
        self.warnings: list[str] = []
        self._channel: Channel | None = None
        self._heard, self._received, self._waits = 0.0, 0, False
        self._delay = LinkDelay()

    def begin(self) -> Reading:
        """Connect to the robot; see `Driver`.

        Raises:
            HardwareError: if it does not answer, has another pilot, or does not know the key.
        """
        until = time.perf_counter() + GREETING
        self._channel = channel = Channel(self._connected(until))
        self._delay = LinkDelay()
        while time.perf_counter() < until:
            for message in self._received_by(channel, until):
                if message["kind"] == BUSY:
                    self._disconnect()
                    reason = visible(str(message.get("reason", "it is busy")))[:200]
                    raise HardwareError(f"the robot at {self._address_text()} refused the {self.key.role}: {reason}")
                if message["kind"] == WELCOME:
                    self._learn(message)
                    self.mode, self._heard = (
                        self.mode if self.mode is Mode.STOPPED else Mode.ACTIVE,
                        time.perf_counter(),
                    )
                    self._waits = self.key.role == PILOT
                    return self.reading
        self._disconnect()
        raise HardwareError(
            f"the robot at {self._address_text()} does not answer; start snakelab bus serve there again"
        )

    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints; see `Driver`.

        Raises:
            HardwareError: with the key of a viewer, if target or time are no finite numbers, or if the link is lost.
        """
        if self.key.role != PILOT:
            raise HardwareError(f"{self.key.path} is the key of a viewer, who cannot command the robot")
        target = checked_target(target, until, len(self.reading.q))
        if self._waits:  # the robot reports to its pilot from the first command on
            self._waits, self._heard = False, time.perf_counter()
        self._take()
        duration = max(1e-3, until - self.clock.now())
        self._send(COMMAND, target=np.round(target, 6).tolist(), duration=duration, sent=time.perf_counter())
        return target

    def measure(self) -> Reading:
        """Return the newest reading; see `Driver`."""
        self._take()
        return self.reading

    def settle(self) -> None:
        """Do nothing: the robot has its own time."""

    def stop(self, reason: str) -> None:
        """Stop the robot."""
        self.mode, self.reason = Mode.STOPPED, self.reason or reason
        with suppress(HardwareError):
            self._send(STOP, reason=reason[:200])

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once."""
        self.stop(f"emergency stop by {source}")

    def stop_and_confirm(self, source: str) -> str:
        """Stop the robot at once, also while another pilot is in control, and return what it reports then, in words.

        Raises:
            HardwareError: if it cannot be reached, does not report the stop, or a servo does not confirm it.
        """
        until = time.perf_counter() + GREETING
        self._channel = channel = Channel(self._connected(until))
        try:
            while time.perf_counter() < until:
                for message in self._received_by(channel, until):
                    if message["kind"] in (WELCOME, BUSY):
                        self._send(STOP, reason=f"emergency stop by {source}"[:200])
                    # one that had stopped before says so in its welcome, and reports to no pilot without a command
                    if message["kind"] not in (STATE, WELCOME) or message.get("mode") != Mode.STOPPED.value:
                        continue
                    where, why = self._address_text(), visible(str(message.get("reason", "")))[:200]
                    if problem := visible(str(message.get("stop_problem", "")))[:500]:
                        raise HardwareError(f"the robot at {where} has stopped ({why}), but {problem}")
                    state = "it holds its shape" if message.get("at_stop") == "hold" else "its torque is off"
                    return f"the robot at {where} has stopped ({why}); {state}; {GO_ON}"
        finally:
            self._disconnect()
        raise HardwareError(
            f"the robot at {self._address_text()} does not report that it has stopped; switch its supply off"
        )

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording."""
        return {
            "link_sent": 0 if self._channel is None else self._channel.sent,
            "link_received": self._received,
            "hardware_warnings": "\n".join(self.warnings),
        }

    def close(self) -> None:
        """Bring the robot to its end state, and disconnect."""
        if self.mode is Mode.ACTIVE and self.key.role == PILOT:
            with suppress(HardwareError):
                self._send(BYE)
        self.mode = self.mode if self.mode is Mode.STOPPED else Mode.OFF
        self._disconnect()

    def _reached(self, until: float) -> socket.socket:
        """Return a connection to the computer, before the handshake."""
        where = self._address_text()
        while True:
            try:
                return socket.create_connection(self.place, max(0.1, until - time.perf_counter()))
            except (OSError, UnicodeError, OverflowError) as problem:  # no text of the Internet's names, no port
                unknown = isinstance(problem, (socket.gaierror, UnicodeError))
                if time.perf_counter() > until or unknown or isinstance(problem, (TimeoutError, OverflowError)):
                    why = f"; the name {visible(self.place[0])[:80]!r} is not known on this network" if unknown else ""
                    raise HardwareError(
                        f"no robot answers at {where}; start snakelab bus serve there, and compare address and port{why}"
                    ) from None
                time.sleep(0.05)

    def _connected(self, until: float) -> ssl.SSLSocket:
        """Return a connection with a completed handshake, in which the computer has proved to be that of the key."""
        settings, where, plain = tls_settings(self.key), self._address_text(), self._reached(until)
        try:
            tuned(plain)
            plain.settimeout(max(0.1, until - time.perf_counter()))
            stream = settings.wrap_socket(plain)
            if self.key.role_of(stream.getpeercert(binary_form=True)) != SERVER:
                raise ssl.SSLError("another certificate")
            return stream
        except OSError as problem:
            plain.close()
            if isinstance(problem, TimeoutError):
                raise HardwareError(
                    f"something at {where} takes connections, but does not answer within {GREETING:g} s; start snakelab bus "
                    "serve there again, and compare address and port"
                ) from None
            if isinstance(problem, ssl.SSLCertVerificationError) or "another" in str(problem):
                raise HardwareError(
                    f"the computer at {where} is not that of {self.key.path}; compare address and port, or copy the key again"
                ) from None
            raise HardwareError(f"no robot answers at {where}, but something else ({words_of(problem)})") from None

    def _received_by(self, channel: Channel, until: float) -> list[dict[str, Any]]:
        """Return the messages that arrive before a wall time [s], with the reason why a connection was refused."""
        select.select([channel], [], [], max(0.0, until - time.perf_counter()))
        try:
            return channel.receive()
        except LinkClosedError as closed:
            self._disconnect()
            raise HardwareError(
                f"the robot at {self._address_text()} refused the connection ({closed}); copy the key {self.key.path} "
                "from its computer again, and read what snakelab bus serve prints there"
            ) from None

    def _take(self) -> None:
        """Process messages of the robot.

        Raises:
            SafetyError: if it has stopped.
            HardwareError: if there was no message for too long.
        """
        closed, late = "no message for 0.5 s", 0.0
        if self._channel is not None:
            try:
                self._channel.flush()
                messages = self._channel.receive()
            except LinkClosedError as problem:
                messages, closed = [], str(problem)
                self._disconnect()
            for message in messages:
                self._heard = time.perf_counter()
                self._received += 1
                self._learn(message)
            late = self._delay.beyond_least(messages[-1].get("sent"), self._heard) if messages else 0.0
        if self.mode is Mode.STOPPED:
            raise SafetyError(f"{self.reason} ({GO_ON})")
        if not self._waits and (self._channel is None or time.perf_counter() - self._heard > LOST):
            raise HardwareError(
                f"the link to the robot at {self._address_text()} is lost ({closed}); the robot holds, then becomes limp; "
                "check the network"
            )
        if late > LOST:
            raise HardwareError(
                f"the link to the robot at {self._address_text()} has become slow: its readings come {late:.2g} s late, "
                f"and at most {LOST:g} s are allowed; check the network"
            )

    def _learn(self, message: Mapping[str, Any]) -> None:
        """Read a report; one that cannot be read is told once."""
        try:
            self.reading = reading_of(message["reading"], self.clock.now())
            self.write_time = float(message["write_time"])
            if message["mode"] == Mode.STOPPED.value:
                self.mode, self.reason = Mode.STOPPED, visible(str(message["reason"]))[:500]
            texts = [visible(str(text))[:500] for text in message["warnings"]]
        except (KeyError, TypeError, ValueError, OverflowError):
            texts = ["the robot's computer sends reports that cannot be read; install the same version on both"]
        for text in texts:
            if text not in self.warnings:
                self.warnings.append(text)
                self.on_warning(text)

    def _send(self, kind: str, **data: Any) -> None:
        try:
            if self._channel is not None:
                self._channel.send(kind, **data)
        except LinkClosedError:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._channel is not None:
            self._channel.close()
        self._channel = None

    def _address_text(self) -> str:
        return f"{self.place[0]}:{self.place[1]}"


# ----------------------------------------------------------------------------------------------------------------------
# Opening of the driver that a robot file describes: on a serial port, or with emulated servos
# ----------------------------------------------------------------------------------------------------------------------


def open_bus(robot: RobotFile, plant: Plant | None = None, seed: int = 0) -> Bus:
    """Return the bus of a robot.

    Args:
        robot: Robot file.
        plant: Mechanism driven by emulated servos; None for free shafts.
        seed: Seed of the emulated line.

    Raises:
        HardwareError: if the port cannot be opened, or is the address of another computer.
        MissingExtraError: if a package is missing.
    """
    if robot.port == EMULATED:
        return emulated_bus(robot, plant, seed)
    _check_scheme(robot)
    if robot.port.startswith(SCHEME):
        file = robot.origin if robot.origin.endswith((".yaml", ".yml")) else "ROBOT.yaml"
        raise HardwareError(
            f"{robot.origin}: scan, test, limp and other commands for single servos do not work over a link ({robot.port}); use "
            f"them on the computer of the robot. To stop the robot from here, type: snakelab bus stop {file}"
        )
    if robot.protocol == "dynamixel":
        from snakelab.plugins.hardware.dynamixel import DynamixelBus

        return DynamixelBus(SerialTransport(robot.port, robot.baud), robot.patience)
    return FeetechBus(SerialTransport(robot.port, robot.baud), robot.patience)


def _check_scheme(robot: RobotFile) -> None:
    """Raise HardwareError for an address of another kind than that of `snakelab bus serve`."""
    scheme, found, _ = robot.port.partition("://")
    if found and f"{scheme}://" != SCHEME:
        raise HardwareError(
            f"{robot.origin}: port: {robot.port}: only {SCHEME} addresses are served, by snakelab bus serve on the robot's "
            f"computer; write {SCHEME}192.168.0.7:8710, or a serial port such as /dev/ttyUSB0"
        )


def fault_names(protocol: str) -> tuple[str, ...]:
    """Return the names of the fault bits of the servos of a protocol."""
    if protocol == "dynamixel":
        from snakelab.plugins.hardware.dynamixel_protocol import FAULTS

        return FAULTS
    return FeetechBus.fault_names


def emulated_bus(robot: RobotFile, plant: Plant | None = None, seed: int = 0) -> Bus:
    """Return a bus with emulated servos of the protocol of a robot, on a simulated clock."""
    line = robot.emulated.line(seed)
    plant = plant or FreeShafts(robot.calibration.to_servo(np.zeros(len(robot.ids))))
    imu = None
    if robot.imu_id is not None:
        measure = SimulatedImu(plant, seed) if isinstance(plant, SimulatedSnake) else resting
        imu = EmulatedImu(robot.imu_id, measure, robot.imu_id in robot.emulated.dead)
    of_servos = (robot.ids, plant, robot.emulated.servos(), line.return_delay, line.baud, imu)
    patience = robot.patience + 2.0 * line.usb_delay
    if robot.protocol == "dynamixel":
        from snakelab.plugins.hardware.dynamixel import DynamixelBus
        from snakelab.plugins.hardware.dynamixel_protocol import EXTENDED, DynamixelServos

        of_x_series = DynamixelServos(*of_servos)
        if robot.multi_turn:
            of_x_series.bank.put(slice(None), "mode", np.full(len(robot.ids), float(EXTENDED)))
        return DynamixelBus(EmulatedLine(of_x_series, line), patience)
    servos = FeetechServos(*of_servos)
    if robot.multi_turn:
        for name in ("lower_limit", "upper_limit"):
            servos.bank.put(slice(None), name, np.full(len(robot.ids), NO_LIMITS))
    return FeetechBus(EmulatedLine(servos, line), patience)


def open_driver(
    robot: RobotFile, plant: Plant | None = None, seed: int = 0, on_warning: Callable[[str], object] = lambda text: None
) -> ServoDriver:
    """Return the driver of a robot; see `open_bus`."""
    return ServoDriver(open_bus(robot, plant, seed), robot, on_warning)


def driver_for(
    robot: RobotFile, plant: Plant | None, seed: int, on_warning: Callable[[str], object], commands: bool = True
) -> ServoDriver | RemoteDriver:
    """Return the driver of a robot, on this computer or on that of the robot; with `commands=False` for one who only watches it.

    Raises:
        HardwareError: if the address is invalid, the robot cannot be reached, or commands need the key of a pilot.
    """
    if not robot.port.startswith(SCHEME):
        return open_driver(robot, plant, seed, on_warning)
    remote = remote_driver(robot, on_warning)
    if commands and remote.key.role != PILOT:  # before it connects: its end would stop the robot
        raise HardwareError(
            f"{robot.origin}: key: {remote.key.path} is the key of a {remote.key.role}, who cannot command the robot; name that "
            "of the pilot"
        )
    return remote


def remote_driver(robot: RobotFile, on_warning: Callable[[str], object] = lambda text: None) -> RemoteDriver:
    """Return the driver of a robot on another computer.

    Raises:
        HardwareError: if the address is invalid, or there is no key.
    """
    host, _, port = robot.port.removeprefix(SCHEME).rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port[:6]) < 65536:
        raise HardwareError(f"{robot.origin}: port: must be like {SCHEME}192.168.0.7:8710, got {robot.port}")
    if not robot.key:
        raise HardwareError(
            f"{robot.origin}: key: name the key file of the pilot, made by snakelab bus keys on the robot's computer"
        )
    return RemoteDriver(host.strip("[]"), int(port), read_key(Path(robot.origin).parent / robot.key), on_warning)
