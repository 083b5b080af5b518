"""Server on the computer of a robot: driver and watchdog, commanded by a controller on another computer."""

import select
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import HardwareError, counted
from snakelab.files import visible
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.emulated_servos import SimulatedClock
from snakelab.plugins.hardware.readings import Mode, plain_reading
from snakelab.plugins.hardware.servo_driver import ServoDriver
from snakelab.plugins.hardware.tls_channel import (
    BUSY,
    BYE,
    COMMAND,
    PILOT,
    SERVER,
    STATE,
    STOP,
    VIEWER,
    WELCOME,
    Channel,
    LinkClosedError,
    LinkDelay,
    LinkKey,
    tls_settings,
    tuned,
    words_of,
)

# ----------------------------------------------------------------------------------------------------------------------
# Server on the computer of a robot: driver and watchdog, commanded by a controller on another computer
# ----------------------------------------------------------------------------------------------------------------------

# A pilot without messages for this time may be replaced by another [s].
IDLE = 1.0
# Time for a handshake [s], simultaneous handshakes, connections accepted per second, and viewers.
HANDSHAKE, MAX_GUESTS, MAX_RATE, MAX_VIEWERS = 3.0, 16, 20.0, 20
# Largest delay of a command beyond the least of its connection, above which it is ignored [s].
LATE = 0.5
# Further pilots that were refused, as one is in control, and that may stop the robot.
MAX_STOPPERS = 4


@dataclass
class Guest:
    """A connection whose handshake is not complete."""

    stream: ssl.SSLSocket
    address: str
    until: float
    waits_to_write: bool = False

    def fileno(self) -> int:
        """Return the descriptor, for `select`."""
        return self.stream.fileno()


@dataclass
class ServerLog:
    """Lines of a server, of a limited number; how many were left out is stated in the next one.

    Attributes:
        say: Called with each line.
        burst: Largest number of lines at once [-].
        rate: Lines per second after these [Hz].
    """

    say: Callable[[str], object]
    burst: float
    rate: float
    left_out: int = 0

    def __post_init__(self) -> None:
        self._allowance, self._seen = self.burst, time.perf_counter()

    def __call__(self, text: str) -> None:
        """Write a line."""
        now = time.perf_counter()
        self._allowance, self._seen = min(self.burst, self._allowance + self.rate * (now - self._seen)), now
        if self._allowance < 1.0:
            self.left_out += 1
            return
        self._allowance -= 1.0
        more = (
            f" ({counted(self.left_out, 'more line')} {'was' if self.left_out == 1 else 'were'} left out)"
            if self.left_out
            else ""
        )
        self.left_out = 0
        self.say(visible(text) + more)


class RobotServer:
    """Server of one robot, one pilot at a time, and viewers.

    The driver of the robot supervises the commands: when they stop, the robot holds its shape, then becomes limp. A viewer
    receives reports, and can stop the robot.

    Args:
        driver: Driver of the robot.
        key: Key of the robot's computer.
        host: Address to listen on; by default the loopback address.
        port: TCP port; 0 for any.
        log: Called with a line on each connection that begins, ends or is replaced.
        on_warning: Called with a line on each connection that is refused, and each command that is ignored; None for `log`.

    Raises:
        HardwareError: if the address or the key cannot be used.
    """

    def __init__(
        self,
        driver: ServoDriver,
        key: LinkKey,
        host: str = "127.0.0.1",
        port: int = 8710,
        log: Callable[[str], object] = lambda text: None,
        on_warning: Callable[[str], object] | None = None,
    ) -> None:
        if key.role != SERVER:
            raise HardwareError(f"{key.path} is the key of a {key.role}; the server needs that of the robot's computer")
        self.driver, self.key = driver, key
        warn = on_warning or log
        self._log, self._warn = ServerLog(log, burst=50.0, rate=5.0), ServerLog(warn, burst=50.0, rate=5.0)
        self._log_strangers = ServerLog(warn, burst=5.0, rate=1.0)
        self._settings = tls_settings(key)
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            self._listener = socket.create_server((host, port), family=family, backlog=128)
        except (OSError, UnicodeError, OverflowError) as problem:
            why = getattr(problem, "strerror", None) or "no such address"
            raise HardwareError(
                f"cannot listen at {host}:{port}: {why}; choose others with --listen and --port"
            ) from None
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self.ended = False
        self._guests: list[Guest] = []
        self._viewers: list[Channel] = []
        self._pilot: Channel | None = None
        self._pilot_address, self._commanded = "", False
        self._delay = LinkDelay()
        self._allowance, self._seen = MAX_RATE, time.perf_counter()

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
            for one in (self._listener, *(guest.stream for guest in self._guests)):
                one.close()
            for channel in (*self._viewers, *filter(None, [self._pilot])):
                channel.close()

    def end(self) -> None:
        """End `run` after the present cycle."""
        self.ended = True

    # ---- cycle -----------------------------------------------------------------------------------------------------
    def _wait(self, due: float) -> None:
        """Exchange messages until the next cycle is due."""
        while (left := due - time.perf_counter()) > 0:
            channels: list[Any] = [*self._viewers, *filter(None, [self._pilot])]
            reading = [guest for guest in self._guests if not guest.waits_to_write]
            writing = [guest for guest in self._guests if guest.waits_to_write]
            listening = [self._listener] if self._may_accept() else []
            ready, writable, _ = select.select([*listening, *channels, *reading], writing, [], left)
            for one in (*ready, *writable):
                if one is self._listener:
                    self._accept()
                elif isinstance(one, Guest):
                    if one in self._guests:  # another one may have taken its place just now
                        self._shake_hands(one)
                else:
                    self._receive(one)

    def _cycle(self) -> None:
        driver, now = self.driver, time.perf_counter()
        for guest in [guest for guest in self._guests if now > guest.until]:
            self._refuse(guest, f"no TLS handshake within {HANDSHAKE:g} s")
        try:
            driver.watch()  # after a stop, it tries again to switch off servos that have not confirmed it
            if driver.mode is not Mode.STOPPED:
                driver.measure()
        except HardwareError as problem:
            driver.stop(str(problem))
        report = self._report()
        for channel in (*self._viewers, *filter(None, [self._pilot if self._commanded else None])):
            self._send(channel, STATE, **report)

    def _report(self) -> dict[str, Any]:
        driver = self.driver
        return {
            "mode": driver.mode.value,
            "reason": driver.reason,
            "stop_problem": driver.stop_problem,
            "at_stop": driver.robot.safety.at_stop,
            "warnings": driver.warnings[-20:],
            "write_time": driver.write_time,
            "reading": plain_reading(driver.reading),
            "sent": time.perf_counter(),
        }

    # ---- connections -----------------------------------------------------------------------------------------------
    def _may_accept(self) -> bool:
        """Return True if another handshake may begin: their rate is limited, so that they cannot delay the robot."""
        now = time.perf_counter()
        self._allowance, self._seen = min(MAX_RATE, self._allowance + MAX_RATE * (now - self._seen)), now
        return self._allowance >= 1.0

    def _accept(self) -> None:
        try:
            plain, address = self._listener.accept()
        except OSError:
            return
        self._allowance -= 1.0
        try:
            plain.setblocking(False)
            tuned(plain)
            stream = self._settings.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        except OSError as problem:  # it has gone already
            plain.close()
            self._log_strangers(f"refused {address[0]}: {words_of(problem)}")
            return
        if len(self._guests) >= MAX_GUESTS:  # those that keep all places must not keep the pilot out
            self._refuse(self._guests[0], "other connections need its place")
        guest = Guest(stream, f"{address[0]}:{address[1]}", time.perf_counter() + HANDSHAKE)
        self._guests.append(guest)
        self._shake_hands(guest)

    def _shake_hands(self, guest: Guest) -> None:
        try:
            guest.stream.do_handshake()
        except ssl.SSLWantReadError:
            guest.waits_to_write = False
            return
        except ssl.SSLWantWriteError:
            guest.waits_to_write = True
            return
        except (OSError, ValueError) as problem:
            self._refuse(guest, f"it has no valid key ({words_of(problem)})")
            return
        role = self.key.role_of(guest.stream.getpeercert(binary_form=True))
        if role is None:
            self._refuse(guest, "its certificate is unknown")
            return
        self._guests.remove(guest)
        self._welcome(Channel(guest.stream), role, guest.address)

    def _refuse(self, guest: Guest, reason: str) -> None:
        self._guests.remove(guest)
        guest.stream.close()
        self._log_strangers(f"refused {guest.address}: {reason}")

    def _welcome(self, channel: Channel, role: str, address: str) -> None:
        """Admit a pilot, unless another one is in control, or a viewer."""
        now = time.perf_counter()
        busy = self._pilot is not None and now - self._pilot.heard <= IDLE
        if (role == PILOT and busy) or (role == VIEWER and len(self._viewers) >= MAX_VIEWERS):
            who = f"the pilot {self._pilot_address}" if role == PILOT else f"{MAX_VIEWERS} viewers"
            self._warn(f"refused the {role} {address}: the robot has {who} already")
            self._send(channel, BUSY, reason=f"it has {who} already")
            if role == PILOT and len(self._viewers) < MAX_VIEWERS + MAX_STOPPERS:
                self._viewers.append(channel)  # it may stop the robot, and hears of it
            else:
                channel.close()
            return
        if role == VIEWER:
            self._viewers.append(channel)
        else:
            if self._pilot is not None:
                self._log(f"{self._pilot_address} has sent nothing for {now - self._pilot.heard:.1f} s and is replaced")
                self._pilot.close()
            self._pilot, self._pilot_address, self._commanded = channel, address, False
            self._delay = LinkDelay()
        self._log(f"{role} {address} is connected")
        self._send(channel, WELCOME, **self._report())

    def _drop(self, channel: Channel, reason: str) -> None:
        """Forget a connection that has ended; the watchdog of the driver acts if it was that of the pilot."""
        if channel is self._pilot:
            self._pilot, self._commanded = None, False
            self._log(f"the connection of the pilot {self._pilot_address} has ended: {reason}")
        elif channel in self._viewers:
            self._viewers.remove(channel)
        channel.close()

    def _send(self, channel: Channel, kind: str, **data: Any) -> None:
        try:
            channel.send(kind, **data)
        except LinkClosedError as closed:
            self._drop(channel, str(closed))

    # ---- messages --------------------------------------------------------------------------------------------------
    def _receive(self, channel: Channel) -> None:
        """Obey the messages of a connection; of several commands that arrive together, the last one."""
        try:
            messages = channel.receive()
        except LinkClosedError as closed:
            self._drop(channel, str(closed))
            return
        commands = [message for message in messages if message["kind"] == COMMAND]
        for message in messages:
            if message["kind"] != COMMAND or message is commands[-1]:
                self._obey(channel, message)

    def _obey(self, channel: Channel, message: Mapping[str, Any]) -> None:
        driver, kind = self.driver, message["kind"]
        try:
            if kind == STOP:
                reason = message.get("reason", "")
                driver.stop(visible(reason)[:200] if isinstance(reason, str) and reason else "stopped over the link")
            elif channel is not self._pilot:
                self._drop(channel, "")
                self._warn("a viewer sent a command and was disconnected")
            elif kind == BYE:
                driver.hold() if driver.robot.safety.at_end == "hold" else driver.limp()
                self._drop(channel, "it was closed")
            elif kind == COMMAND and driver.mode is not Mode.STOPPED:
                late = self._delay.beyond_least(message.get("sent"), channel.heard)
                if late > LATE:
                    raise ValueError(
                        f"it comes {late:.2g} s late, and at most {LATE:g} s are allowed; check the network"
                    )
                self._commanded = True
                target, duration = command_of(message, driver.n)
                driver.command(target, driver.clock.now() + duration)
        except ValueError as problem:
            self._warn(f"ignored a command of the pilot {self._pilot_address}: {problem}")
        except HardwareError as problem:
            driver.stop(str(problem))


def command_of(message: Mapping[str, Any], n: int) -> tuple[FloatArray, float]:
    """Return the target [rad] of n joints and the time to it [s] of a command.

    Raises:
        ValueError: if they are not finite numbers, in one line.
    """
    target, duration = message.get("target"), message.get("duration")
    given = [*(target if isinstance(target, list) else [None]), duration]
    if len(given) != n + 1:
        raise ValueError(f"it has {counted(len(given) - 1, 'target')} for {counted(n, 'joint')}")
    if not all(type(value) in (int, float) and -1e9 < value < 1e9 for value in given):
        raise ValueError("its target and duration must be finite numbers")
    # longest duration of a commanded motion
    return np.array(target, dtype=np.float64), min(1.0, max(1e-3, float(given[-1])))
