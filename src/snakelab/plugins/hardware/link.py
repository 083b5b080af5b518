"""Drivers of robots: over a link between the computer of a robot and a controller on another, and on this computer.

In reading order: the datagrams; `RemoteDriver` and `RobotServer`, the ends of the link; `open_driver` and `driver_for`, which
open the driver that a robot file describes.
"""

import hashlib
import hmac
import json
import os
import secrets
import select
import socket
import struct
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus, SerialTransport, WallClock
from snakelab.plugins.hardware.driver import ServoDriver
from snakelab.plugins.hardware.emulated_servos import (
    EmulatedLine,
    FeetechServos,
    FreeShafts,
    Plant,
    SimulatedClock,
    SimulatedSnake,
)
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.imu import EmulatedImu, ImuSample, SimulatedImu, resting
from snakelab.plugins.hardware.readings import QUANTITIES, Mode, Reading, SafetyError
from snakelab.plugins.hardware.robot_file import EMULATED, RobotFile

# ----------------------------------------------------------------------------------------------------------------------
# Datagrams of a link: authenticated, numbered, and small enough for one packet
#
# A datagram consists of a kind, the session, an increasing number, the payload as JSON, and an HMAC of all of it.
# Datagrams with a wrong HMAC, of another session or with a number that is not the largest so far are ignored: they
# cannot be forged or repeated.
# ----------------------------------------------------------------------------------------------------------------------

HEAD = struct.Struct("<4sB8sQ")
MAGIC = b"SLB1"
DIGEST_SIZE = 16
MAX_DATAGRAM = 32_000
NO_SESSION = bytes(8)
SAMPLE_FIELDS = ("specific_force", "angular_rate", "attitude")


class DatagramKind(IntEnum):
    """Kind of a datagram."""

    HELLO = 1
    WELCOME = 2
    COMMAND = 3
    STATE = 4
    STOP = 5
    BYE = 6
    BUSY = 7


@dataclass(frozen=True)
class Message:
    """A datagram.

    Attributes:
        kind: Kind of message.
        session: Session that it belongs to, 8 bytes.
        number: Number within the session.
        data: Payload.
    """

    kind: DatagramKind
    session: bytes
    number: int
    data: Mapping[str, Any] = field(default_factory=dict)

    def encoded(self, token: str) -> bytes:
        """Return the bytes of the datagram."""
        body = HEAD.pack(MAGIC, self.kind, self.session, self.number) + json.dumps(self.data).encode()
        return body + _code(body, token)


def message_of(data: bytes, token: str) -> Message | None:
    """Return a datagram; None unless it is authentic."""
    if not HEAD.size + DIGEST_SIZE <= len(data) <= MAX_DATAGRAM:
        return None
    body, code = data[:-DIGEST_SIZE], data[-DIGEST_SIZE:]
    if not hmac.compare_digest(_code(body, token), code):
        return None
    magic, kind, session, number = HEAD.unpack_from(body)
    try:
        content = json.loads(body[HEAD.size :])
        return (
            Message(DatagramKind(kind), session, number, content)
            if magic == MAGIC and isinstance(content, dict)
            else None
        )
    except (ValueError, RecursionError):
        return None


def plain_reading(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain data; what was not measured is null."""
    data: dict[str, Any] = {
        name: [None if np.isnan(x) else round(float(x), 6) for x in getattr(reading, name)] for name in QUANTITIES
    }
    imu = None if reading.imu is None else plain_sample(reading.imu, reading.time)
    return data | {"faults": reading.faults.tolist(), "answered": reading.answered.tolist(), "imu": imu}


def plain_sample(sample: ImuSample, now: float) -> dict[str, Any]:
    """Return a sample of an IMU as plain data, with its age [s]."""
    data: dict[str, Any] = {"age": now - sample.time}
    for name in SAMPLE_FIELDS:
        values = getattr(sample, name)
        data[name] = None if values is None else np.round(values, 7).tolist()
    return data


def sample_of(data: Mapping[str, Any], now: float) -> ImuSample:
    """Return a sample of an IMU from plain data that arrived at a time [s]."""
    values = {name: None if data[name] is None else np.array(data[name], dtype=np.float64) for name in SAMPLE_FIELDS}
    return ImuSample(now - float(data["age"]), **values)


def reading_of(data: Mapping[str, Any], time: float) -> Reading:
    """Return a reading from plain data, with the time at which it arrived [s]."""
    values = {name: np.array([np.nan if x is None else x for x in data[name]], dtype=np.float64) for name in QUANTITIES}
    imu = None if data.get("imu") is None else sample_of(data["imu"], time)
    faults, answered = np.array(data["faults"], np.int64), np.array(data["answered"], bool)
    return Reading(time=time, faults=faults, answered=answered, imu=imu, **values)


def _code(body: bytes, token: str) -> bytes:
    return hmac.new(token.encode(), body, hashlib.sha256).digest()[:DIGEST_SIZE]


def token_in(path: Path) -> str:
    """Return the token in a file; it is created, readable by its owner only, if it does not exist.

    Raises:
        HardwareError: if the file cannot be used, or its token is too short.
    """
    try:
        if not path.exists():
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as file:
                file.write(f"{secrets.token_urlsafe(24)}\n")
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise HardwareError(f"cannot use the token file {path}: {problem}; choose another with --token-file") from None
    if len(token) < 16:
        raise HardwareError(f"the token in {path} is shorter than 16 characters; remove the file to get a new one")
    return token


# ----------------------------------------------------------------------------------------------------------------------
# Driver of a robot on another computer, for `HardwareEngine`
# ----------------------------------------------------------------------------------------------------------------------

# Timeout for finding the robot, and time between two attempts [s].
GREETING = 5.0
# Time without messages after which the link is lost [s].
LOST = 0.5


class RemoteDriver:
    """Driver on the computer of a robot, where `snakelab bus serve` runs.

    Args:
        host: Address of that computer.
        port: UDP port.
        token: Secret of the link.
        on_warning: Called with each warning.
    """

    def __init__(
        self, host: str, port: int, token: str, on_warning: Callable[[str], object] = lambda text: None
    ) -> None:
        self.place, self.token, self.on_warning = (host, port), token, on_warning
        self.clock = WallClock()
        self.mode, self.reason = Mode.OFF, ""
        self.reading = Reading.empty(0)
        self.write_time, self.read_time = 0.0, 1e-3
        self.warnings: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._session, self._sent, self._newest = NO_SESSION, 0, -1
        self._heard, self._received, self._commanded = 0.0, 0, False

    def begin(self) -> Reading:
        """Find the robot; see `Driver`.

        Raises:
            HardwareError: if it does not answer, or has another controller.
        """
        nonce, until = secrets.token_hex(8), time.perf_counter() + GREETING
        while time.perf_counter() < until:
            self._send(DatagramKind.HELLO, {"nonce": nonce})
            message = self._next(0.2)
            if message is None or message.data.get("nonce") != nonce:
                continue
            if message.kind is DatagramKind.BUSY:
                raise HardwareError(f"the robot at {self._address_text()} has another controller; end that one")
            self._session = message.session
            self.write_time = float(message.data["write_time"])
            self.reading = reading_of(message.data["reading"], self.clock.now())
            self.mode, self._heard = Mode.ACTIVE, time.perf_counter()
            return self.reading
        raise HardwareError(
            f"no robot answers at {self._address_text()}; start snakelab bus serve there, and compare address, port and token"
        )

    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints; see `Driver`."""
        if not self._commanded:  # the robot reports from the first command on
            self._commanded, self._heard = True, time.perf_counter()
        self._take()
        duration = max(1e-3, until - self.clock.now())
        self._send(DatagramKind.COMMAND, {"target": np.round(target, 6).tolist(), "duration": duration})
        return target

    def measure(self) -> Reading:
        """Return the newest reading; see `Driver`."""
        self._take()
        return self.reading

    def settle(self) -> None:
        """Do nothing: the robot has its own time."""

    def stop(self, reason: str) -> None:
        """Stop the robot; the request is repeated, as datagrams may be lost."""
        self.mode, self.reason = Mode.STOPPED, self.reason or reason
        for _ in range(5):
            self._send(DatagramKind.STOP, {"reason": reason})

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once."""
        self.stop(f"emergency stop by {source}")

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording."""
        return {
            "link_sent": self._sent,
            "link_received": self._received,
            "hardware_warnings": "\n".join(self.warnings),
        }

    def close(self) -> None:
        """Bring the robot to its end state, and disconnect."""
        if self._socket.fileno() < 0:
            return
        if self.mode is Mode.ACTIVE:
            for _ in range(3):
                self._send(DatagramKind.BYE, {})
        self.mode = self.mode if self.mode is Mode.STOPPED else Mode.OFF
        self._socket.close()

    def _take(self) -> None:
        """Process messages of the robot.

        Raises:
            SafetyError: if it has stopped.
            HardwareError: if there was no message for too long.
        """
        while (message := self._next(0.0)) is not None:
            if (
                message.kind is DatagramKind.STATE
                and message.session == self._session
                and message.number > self._newest
            ):
                self._newest, self._heard = message.number, time.perf_counter()
                self._received += 1
                self._learn(message)
        if self.mode is Mode.STOPPED:
            raise SafetyError(self.reason)
        if time.perf_counter() - self._heard > LOST:
            raise HardwareError(
                f"the link to the robot at {self._address_text()} is lost; the robot holds, then becomes limp; check the network"
            )

    def _learn(self, message: Message) -> None:
        self.reading = reading_of(message.data["reading"], self.clock.now())
        if message.data["mode"] == Mode.STOPPED.value:
            self.mode, self.reason = Mode.STOPPED, str(message.data["reason"])
        for text in message.data["warnings"]:
            if text not in self.warnings:
                self.warnings.append(text)
                self.on_warning(text)

    def _next(self, patience: float) -> Message | None:
        """Return the next authentic datagram that arrives within a time [s]."""
        until = time.perf_counter() + patience
        while select.select([self._socket], [], [], max(0.0, until - time.perf_counter()))[0]:
            try:
                message = message_of(self._socket.recv(MAX_DATAGRAM), self.token)
            except OSError:  # no process listens there
                time.sleep(min(patience, 0.05))
                return None
            if message is not None:
                return message
        return None

    def _send(self, kind: DatagramKind, data: dict[str, Any]) -> None:
        self._sent += 1
        try:
            self._socket.sendto(Message(kind, self._session, self._sent, data).encoded(self.token), self.place)
        except OSError:
            return

    def _address_text(self) -> str:
        return f"{self.place[0]}:{self.place[1]}"


# ----------------------------------------------------------------------------------------------------------------------
# Server on the computer of a robot: driver and watchdog, commanded by a controller on another computer
# ----------------------------------------------------------------------------------------------------------------------

# A session without datagrams for this time may be replaced by another [s].
IDLE = 1.0


class RobotServer:
    """Server of one robot and one controller at a time.

    The driver of the robot supervises the commands: when they stop, the robot holds its shape, then becomes limp.

    Args:
        driver: Driver of the robot.
        token: Secret shared with the controller.
        host: Address to listen on; by default the loopback address.
        port: UDP port; 0 for any.

    Raises:
        HardwareError: if the address cannot be used.
    """

    def __init__(self, driver: ServoDriver, token: str, host: str = "127.0.0.1", port: int = 8710) -> None:
        self.driver, self.token = driver, token
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((host, port))
        except OSError as problem:
            self._socket.close()
            raise HardwareError(
                f"cannot listen at {host}:{port}: {problem.strerror}; choose others with --listen and --port"
            ) from None
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self.ended = False
        self._peer: Any = None
        self._session, self._number, self._heard = NO_SESSION, -1, -np.inf
        self._offered: dict[bytes, float] = {}
        self._began = False

    def run(self) -> None:
        """Serve until Ctrl-C or `end`; the robot is then left in its end state."""
        try:
            self.driver.begin()
            clock, wall = self.driver.clock, time.perf_counter()
            origin, period = clock.now(), 1.0 / self.driver.robot.rate
            due = wall
            while not self.ended:
                due = max(due + period, time.perf_counter() - period)
                self._wait(due)
                if isinstance(clock, SimulatedClock):
                    clock.sleep_until(origin + time.perf_counter() - wall)
                self._cycle()
        finally:
            self.driver.close()
            self._socket.close()

    def end(self) -> None:
        """End `run` after the present cycle."""
        self.ended = True

    def _wait(self, due: float) -> None:
        while (left := due - time.perf_counter()) > 0:
            if select.select([self._socket], [], [], left)[0]:
                self._receive()

    def _cycle(self) -> None:
        driver = self.driver
        try:
            if driver.mode is not Mode.STOPPED:
                driver.watch()
                driver.measure()
        except HardwareError as problem:
            driver.stop(str(problem))
        self._report()

    def _receive(self) -> None:
        try:
            data, peer = self._socket.recvfrom(MAX_DATAGRAM)
        except OSError:
            return
        message = message_of(data, self.token)
        if message is None:
            return
        if message.kind is DatagramKind.HELLO:
            self._welcome(message, peer)
            return
        now = time.perf_counter()
        if message.session in self._offered and now - self._heard > IDLE:
            self._session, self._number = message.session, -1
            self._offered.clear()
        if message.session != self._session or message.number <= self._number:
            return
        self._number, self._heard, self._peer = message.number, now, peer
        self._obey(message)

    def _welcome(self, message: Message, peer: Any) -> None:
        """Offer a session; it begins with its first command."""
        now = time.perf_counter()
        if now - self._heard <= IDLE:
            self._send(DatagramKind.BUSY, {"nonce": message.data.get("nonce")}, peer)
            return
        session = secrets.token_bytes(8)
        self._offered = dict(list(self._offered.items())[-7:]) | {session: now}
        data = {
            "nonce": message.data.get("nonce"),
            "n": self.driver.n,
            "write_time": self.driver.write_time,
            "reading": plain_reading(self.driver.reading),
        }
        self._socket.sendto(Message(DatagramKind.WELCOME, session, 0, data).encoded(self.token), peer)

    def _obey(self, message: Message) -> None:
        driver, data = self.driver, message.data
        try:
            if message.kind is DatagramKind.STOP:
                driver.stop(str(data.get("reason", "stopped by the controller"))[:200])
            elif message.kind is DatagramKind.BYE:
                driver.hold() if driver.robot.safety.at_end == "hold" else driver.limp()
                self._heard = -np.inf
            elif message.kind is DatagramKind.COMMAND and driver.mode is not Mode.STOPPED:
                target = np.array(data["target"], dtype=np.float64)
                if target.shape == (driver.n,):
                    # longest duration of a commanded motion
                    driver.command(target, driver.clock.now() + min(1.0, float(data["duration"])))
        except (KeyError, TypeError, ValueError):
            return
        except HardwareError as problem:
            driver.stop(str(problem))

    def _report(self) -> None:
        if self._peer is None:
            return
        driver = self.driver
        data = {
            "mode": driver.mode.value,
            "reason": driver.reason,
            "warnings": driver.warnings[-20:],
            "reading": plain_reading(driver.reading),
        }
        self._send(DatagramKind.STATE, data, self._peer)

    def _send(self, kind: DatagramKind, data: dict[str, Any], peer: Any) -> None:
        try:
            self._socket.sendto(Message(kind, self._session, time.monotonic_ns(), data).encoded(self.token), peer)
        except OSError:  # the controller is gone: the watchdog acts
            return


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
        HardwareError: if the port cannot be opened.
        MissingExtraError: if a package is missing.
    """
    if robot.port == EMULATED:
        if robot.protocol != "feetech":
            raise HardwareError(f"{robot.origin}: protocol: emulated servos are feetech, got {robot.protocol}")
        return emulated_bus(robot, plant, seed)
    if robot.protocol == "dynamixel":
        from snakelab.plugins.hardware.dynamixel import DynamixelBus

        return DynamixelBus(robot.port, robot.baud)
    return FeetechBus(SerialTransport(robot.port, robot.baud), robot.patience)


def emulated_bus(robot: RobotFile, plant: Plant | None = None, seed: int = 0) -> FeetechBus:
    """Return a bus with emulated servos on a simulated clock."""
    line = robot.emulated.line(seed)
    plant = plant or FreeShafts(robot.calibration.to_servo(np.zeros(len(robot.ids))))
    imu = None
    if robot.imu_id is not None:
        measure = SimulatedImu(plant, seed) if isinstance(plant, SimulatedSnake) else resting
        imu = EmulatedImu(robot.imu_id, measure, robot.imu_id in robot.emulated.dead)
    settings = robot.emulated.servos()
    servos = FeetechServos(robot.ids, plant, settings, line.return_delay, line.baud, imu)
    return FeetechBus(EmulatedLine(servos, line), robot.patience + 2.0 * line.usb_delay)


def open_driver(
    robot: RobotFile, plant: Plant | None = None, seed: int = 0, on_warning: Callable[[str], object] = lambda text: None
) -> ServoDriver:
    """Return the driver of a robot; see `open_bus`."""
    return ServoDriver(open_bus(robot, plant, seed), robot, on_warning)


def driver_for(
    robot: RobotFile, plant: Plant | None, seed: int, on_warning: Callable[[str], object]
) -> ServoDriver | RemoteDriver:
    """Return the driver of a robot, on this computer or on that of the robot.

    Raises:
        HardwareError: if the address is invalid, or the robot cannot be reached.
    """
    if not robot.port.startswith("udp://"):
        return open_driver(robot, plant, seed, on_warning)
    host, _, port = robot.port.removeprefix("udp://").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise HardwareError(f"{robot.origin}: port: must be like udp://192.168.0.7:8710, got {robot.port}")
    if not robot.token or not (place := Path(robot.origin).parent / robot.token).is_file():
        raise HardwareError(
            f"{robot.origin}: token: name the file with the token of the robot's computer; copy it from there"
        )
    return RemoteDriver(host, int(port), token_in(place), on_warning)
