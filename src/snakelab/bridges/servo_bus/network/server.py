"""Server on the computer of a robot: driver and watchdog, commanded by a controller on another computer."""

import secrets
import select
import socket
import time
from typing import Any

import numpy as np

from snakelab.bridges.servo_bus.clocks import SimulatedClock
from snakelab.bridges.servo_bus.driver.driver import ServoDriver
from snakelab.bridges.servo_bus.driver.interface import Mode
from snakelab.bridges.servo_bus.network.messages import MAX_BYTES, NO_SESSION, Kind, Message, message_of, plain_reading
from snakelab.errors import HardwareError

# A session without datagrams for this time may be replaced by another [s].
IDLE = 1.0
# Largest duration of a commanded motion [s].
LONGEST = 1.0


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
                f"cannot listen at {host}:{port}: {problem.strerror}; name another with --listen and --port"
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
        """Receive datagrams until a time [s]."""
        while (left := due - time.perf_counter()) > 0:
            if select.select([self._socket], [], [], left)[0]:
                self._receive()

    def _cycle(self) -> None:
        """Measure, supervise and report."""
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
            data, peer = self._socket.recvfrom(MAX_BYTES)
        except OSError:
            return
        message = message_of(data, self.token)
        if message is None:
            return
        if message.kind is Kind.HELLO:
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
            self._send(Kind.BUSY, {"nonce": message.data.get("nonce")}, peer)
            return
        session = secrets.token_bytes(8)
        self._offered = dict(list(self._offered.items())[-7:]) | {session: now}
        data = {
            "nonce": message.data.get("nonce"),
            "n": self.driver.n,
            "write_time": self.driver.write_time,
            "reading": plain_reading(self.driver.reading),
        }
        self._socket.sendto(Message(Kind.WELCOME, session, 0, data).encoded(self.token), peer)

    def _obey(self, message: Message) -> None:
        driver, data = self.driver, message.data
        try:
            if message.kind is Kind.STOP:
                driver.stop(str(data.get("reason", "stopped by the controller"))[:200])
            elif message.kind is Kind.BYE:
                driver.hold() if driver.robot.safety.at_end == "hold" else driver.limp()
                self._heard = -np.inf
            elif message.kind is Kind.COMMAND and driver.mode is not Mode.STOPPED:
                target = np.array(data["target"], dtype=np.float64)
                if target.shape == (driver.n,):
                    driver.command(target, driver.clock.now() + min(LONGEST, float(data["duration"])))
        except (KeyError, TypeError, ValueError):
            return
        except HardwareError as problem:
            driver.stop(str(problem))

    def _report(self) -> None:
        """Send the state to the controller."""
        if self._peer is None:
            return
        driver = self.driver
        data = {
            "mode": driver.mode.value,
            "reason": driver.reason,
            "warnings": driver.warnings[-20:],
            "reading": plain_reading(driver.reading),
        }
        self._send(Kind.STATE, data, self._peer)

    def _send(self, kind: Kind, data: dict[str, Any], peer: Any) -> None:
        try:
            self._socket.sendto(Message(kind, self._session, time.monotonic_ns(), data).encoded(self.token), peer)
        except OSError:  # the controller is gone: the watchdog acts
            return
