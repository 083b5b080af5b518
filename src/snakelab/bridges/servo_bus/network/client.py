"""Driver of a robot on another computer, for `HardwareEngine`."""

import secrets
import select
import socket
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.bridges.servo_bus.clocks import WallClock
from snakelab.bridges.servo_bus.driver.interface import Mode, Reading
from snakelab.bridges.servo_bus.driver.limits import SafetyError
from snakelab.bridges.servo_bus.network.messages import MAX_BYTES, NO_SESSION, Kind, Message, message_of, reading_of
from snakelab.errors import HardwareError
from snakelab.types import FloatArray

# Timeout for finding the robot, and time between two attempts [s].
GREETING, BETWEEN = 5.0, 0.2
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
            self._send(Kind.HELLO, {"nonce": nonce})
            message = self._next(BETWEEN)
            if message is None or message.data.get("nonce") != nonce:
                continue
            if message.kind is Kind.BUSY:
                raise HardwareError(f"the robot at {self._spelt()} has another controller; end that one")
            self._session = message.session
            self.write_time = float(message.data["write_time"])
            self.reading = reading_of(message.data["reading"], self.clock.now())
            self.mode, self._heard = Mode.ACTIVE, time.perf_counter()
            return self.reading
        raise HardwareError(
            f"no robot answers at {self._spelt()}; start snakelab bus serve there, and compare address, port and token"
        )

    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints; see `Driver`."""
        if not self._commanded:  # the robot reports from the first command on
            self._commanded, self._heard = True, time.perf_counter()
        self._take()
        duration = max(1e-3, until - self.clock.now())
        self._send(Kind.COMMAND, {"target": np.round(target, 6).tolist(), "duration": duration})
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
            self._send(Kind.STOP, {"reason": reason})

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
                self._send(Kind.BYE, {})
        self.mode = self.mode if self.mode is Mode.STOPPED else Mode.OFF
        self._socket.close()

    def _take(self) -> None:
        """Process messages of the robot.

        Raises:
            SafetyError: if it has stopped.
            HardwareError: if there was no message for too long.
        """
        while (message := self._next(0.0)) is not None:
            if message.kind is Kind.STATE and message.session == self._session and message.number > self._newest:
                self._newest, self._heard = message.number, time.perf_counter()
                self._received += 1
                self._learn(message)
        if self.mode is Mode.STOPPED:
            raise SafetyError(self.reason)
        if time.perf_counter() - self._heard > LOST:
            raise HardwareError(
                f"the link to the robot at {self._spelt()} is lost; the robot holds, then becomes limp; check the network"
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
                message = message_of(self._socket.recv(MAX_BYTES), self.token)
            except OSError:  # no process listens there
                time.sleep(min(patience, 0.05))
                return None
            if message is not None:
                return message
        return None

    def _send(self, kind: Kind, data: dict[str, Any]) -> None:
        self._sent += 1
        try:
            self._socket.sendto(Message(kind, self._session, self._sent, data).encoded(self.token), self.place)
        except OSError:
            return

    def _spelt(self) -> str:
        return f"{self.place[0]}:{self.place[1]}"
