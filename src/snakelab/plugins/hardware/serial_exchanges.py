"""Lines to servos, and exchanges on them that both protocols have in common: ids, timeouts, late answers, confirmation.

In reading order: the interface of a line, and serial ports; timing and ids; `DueAnswers`, which recognises late answers;
steps of the commands that set up a servo; and writing with confirmation.
"""

import errno
import os
import select
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from snakelab.errors import HardwareError, MissingExtraError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.servo_bus import TWICE, Bus, BusStatistics, Clock, WallClock, named, shared_id
from snakelab.plugins.hardware.servo_registers import MAX_ID, writable

# ----------------------------------------------------------------------------------------------------------------------
# Lines to servos: bytes out, bytes in until a deadline; a serial port, or an emulated line with its own clock
# ----------------------------------------------------------------------------------------------------------------------


class Transport(Protocol):
    """A line to servos."""

    @property
    def clock(self) -> Clock:
        """Its clock."""

    @property
    def baud(self) -> float:
        """Bits per second [Hz]."""

    @property
    def file(self) -> int | None:
        """File descriptor; None without one."""

    def set_baud(self, baud: float) -> None:
        """Change the bits per second [Hz].

        Raises:
            HardwareError: if the line cannot be used with this baud rate.
        """

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            HardwareError: if the line is interrupted.
        """

    def waiting(self) -> bytes:
        """Return the bytes that have arrived already, without a wait.

        Raises:
            HardwareError: if the line is interrupted.
        """

    def collect(self, size: int, each: float, patience: float, end: float) -> bytes:
        """Return the received bytes, once there are enough of them or after a pause.

        Args:
            size: Number of bytes [-].
            each: Time of one answer on the line [s]; the pause is longer by `patience`.
            patience: Delay of an answer [s].
            end: Time of the clock at which to stop [s].
        """

    def close(self) -> None:
        """Release the line."""


# Bytes that are read at once before a request; a line that brings more is disturbed.
MOST_WAITING = 65_536


class SerialTransport:
    """Serial port, or a pseudo-terminal.

    Args:
        port: Path or name of the port, such as /dev/ttyUSB0.
        baud: Bits per second [Hz].

    Raises:
        MissingExtraError: without pyserial.
        HardwareError: if there is no such port, it is in use, or access is denied.
    """

    def __init__(self, port: str, baud: int = 1_000_000) -> None:
        try:
            import serial
        except ImportError:
            from snakelab.system import install_line

            raise MissingExtraError(f"a serial port needs pyserial; type: {install_line('bus')}") from None
        self.baud, self.port, self.clock = float(baud), port, WallClock()
        try:
            self._serial = serial.Serial(port, int(baud), timeout=0, write_timeout=1.0, exclusive=True)
        except (OSError, ValueError) as problem:
            raise HardwareError(port_problem(port, baud, problem)) from problem
        _set_low_latency(self._serial)

    @property
    def file(self) -> int | None:
        """File descriptor of the port; None on Windows."""
        file: int | None = getattr(self._serial, "fd", None)
        return file

    def set_baud(self, baud: float) -> None:
        """Change the baud rate; see `Transport`."""
        try:
            self._serial.baudrate = int(baud)
        except (OSError, ValueError) as problem:
            raise HardwareError(port_problem(self.port, baud, problem)) from problem
        self.baud = float(baud)

    def write(self, data: bytes) -> None:
        """Send bytes; see `Transport`."""
        try:
            self._serial.write(data)
        except OSError as problem:
            raise HardwareError(self._lost(problem)) from problem

    def waiting(self) -> bytes:
        """Return the bytes that have arrived; see `Transport`."""
        received = bytearray()
        while len(received) < MOST_WAITING and (data := self._read(0.0)):
            received += data
        return bytes(received)

    def collect(self, size: int, each: float, patience: float, end: float) -> bytes:
        """Return the bytes that arrive; see `Transport`."""
        received = bytearray()
        while len(received) < size and (now := self.clock.now()) < end:
            if not (data := self._read(min(end - now, each + patience))):
                break
            received += data
        return bytes(received)

    def _read(self, left: float) -> bytes:
        """Return the bytes that have arrived; wait for the first for at most `left` [s]."""
        try:
            if not hasattr(self._serial, "fd"):  # Windows, where `select` accepts sockets only
                return self._read_by_timeout(left)
            if not select.select([self._serial.fd], [], [], left)[0]:
                return b""
            data = os.read(self._serial.fd, 4096)
        except (OSError, TypeError, ValueError) as problem:
            if getattr(problem, "errno", None) in (errno.EAGAIN, errno.EINTR):
                return b""
            raise HardwareError(self._lost(problem)) from problem
        if not data:
            raise HardwareError(self._lost(None))
        return data

    def _read_by_timeout(self, left: float) -> bytes:
        """Return the bytes that have arrived; wait for the first for at most `left` [s]."""
        self._serial.timeout = left
        first: bytes = self._serial.read(1)
        return first + self._serial.read(min(self._serial.in_waiting, 4095)) if first else b""

    def close(self) -> None:
        """Release the port."""
        self._serial.close()

    def _lost(self, problem: Exception | None) -> str:
        reason = f" ({problem})" if problem is not None and not isinstance(problem, OSError) else ""
        return f"the connection to {self.port} is lost{reason}; check cable and power, and start again"


def port_problem(port: str, baud: float, problem: Exception) -> str:
    """Return the reason why a port cannot be opened, with what to do, in one line."""
    number, text = getattr(problem, "errno", None), str(problem)
    if number == errno.ENOENT or "No such file" in text or "could not find port" in text.lower():
        available = ", ".join(ports()) or "none"
        return f"there is no port {port}; plug in the adapter, or name another port (found: {available})"
    if number in (errno.EACCES, errno.EPERM) or "Permission" in text:
        if sys.platform == "win32":  # also the error of a port in use
            return f"no permission to use {port}; end the program that uses it, or name another port"
        group = _group_of(port)
        return f"no permission to use {port}; type: sudo usermod -a -G {group} $USER, then log in again"
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text:
        return f"{port} is in use by another program; end that program, or name another port"
    if isinstance(problem, ValueError) or "baud" in text.lower():
        return f"{port} cannot be opened with {baud:g} baud: {text}"
    return f"{port} is not a serial port that can be opened: {text}"


def ports() -> list[str]:
    """Return the serial ports of this computer."""
    try:
        from serial.tools.list_ports import comports
    except ImportError:
        return []
    return sorted(item.device for item in comports())


def _group_of(port: str) -> str:
    if sys.platform != "win32":
        import grp

        try:
            return grp.getgrgid(os.stat(port).st_gid).gr_name
        except (OSError, KeyError):
            pass
    return "dialout"


def _set_low_latency(port: Any) -> None:
    """Set the driver of the adapter to deliver bytes at once, where this is supported."""
    try:
        port.set_low_latency_mode(True)
    except (OSError, AttributeError, NotImplementedError, ValueError):
        return


# ----------------------------------------------------------------------------------------------------------------------
# Timing of answers, and ids
# ----------------------------------------------------------------------------------------------------------------------

# Bits per byte on the wire; pause of a servo before it answers [s].
BITS_PER_BYTE, TURNAROUND = 10, 5e-5
# Timeouts of the successive attempts at an exchange with one servo, as multiples of the timeout of the bus.
PATIENCES = (1.0, 2.0, 8.0)
# Largest delay of an answer that is expected; largest timeout that is adopted from late answers [s].
LONGEST_DELAY, LONGEST_PATIENCE = 0.03, 0.1
# Id of a packet for all servos.
BROADCAST = 254


def checked_id(ident: object) -> int:
    """Return an id of one servo.

    Raises:
        HardwareError: if it is not an id.
    """
    if isinstance(ident, bool) or not isinstance(ident, int) or not 0 <= ident <= MAX_ID:
        raise HardwareError(f"a servo id must be a whole number from 0 to {MAX_ID}, got {ident!r}")
    return ident


def no_answer(ident: int, statistics: BusStatistics, damaged: int) -> HardwareError:
    """Return the error for a servo that does not answer.

    Args:
        ident: Its id.
        statistics: Of the bus.
        damaged: Number of its damaged answers before the attempts.
    """
    if statistics.damaged.get(ident, 0) - damaged >= len(PATIENCES):
        return HardwareError(shared_id(ident))
    return HardwareError(
        f"no answer from servo {ident}; check its power, its id and the baud rate: snakelab bus scan lists the servos that "
        "answer"
    )


# ----------------------------------------------------------------------------------------------------------------------
# Late answers: they carry no number of their request, and are recognised by id and size
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """Request whose answer has not arrived in time.

    Attributes:
        ident: Id of the servo.
        start: First address of a read; None for a request without data in its answer.
        size: Number of data bytes of the answer [-].
        sent: Time [s].
        place: Number of the answer in a sequence, from 1 on [-].
        until: Time until which the answer may still arrive [s].
    """

    ident: int
    start: int | None
    size: int
    sent: float
    place: int
    until: float


class DueAnswers:
    """Requests whose answers may still arrive.

    Args:
        clock: Clock of the line.
        statistics: Of the bus, in which late answers are counted.

    Attributes:
        requests: The requests.
    """

    def __init__(self, clock: Clock, statistics: BusStatistics) -> None:
        self.clock, self.statistics = clock, statistics
        self.requests: list[Request] = []

    def __bool__(self) -> bool:
        return bool(self.requests)

    def forget(self) -> None:
        """Remove the requests whose answers cannot arrive any more."""
        now = self.clock.now()
        self.requests = [request for request in self.requests if request.until > now]

    def distinct_size(self, idents: Sequence[int], size: int, avoided: int = 0) -> int:
        """Return the size of a read that no answer of some servos has that may still arrive; at least `size`.

        Args:
            idents: Ids.
            size: Number of bytes that are needed [-].
            avoided: A larger size that is not used [-].
        """
        self.forget()
        wanted = set(idents)
        taken = {request.size for request in self.requests if request.ident in wanted}
        if size not in taken:
            return size
        return next((size + more for more in range(1, 9) if size + more not in taken | {avoided}), size)

    def expect(
        self, idents: Sequence[int], answered: Mapping[int, object], start: int | None, size: int, sent: float, n: int
    ) -> None:
        """Note a request of which some servos have not answered in time.

        Args:
            idents: Ids in the order of the answers.
            answered: The answers that have arrived, by id.
            start: First address of a read; None for other requests.
            size: Number of data bytes of each answer [-].
            sent: Time of the request [s].
            n: Number of expected answers [-].
        """
        until = self.clock.now() + max(0.1, n * LONGEST_DELAY)
        self.requests += [
            Request(ident, start, size, sent, place, until)
            for place, ident in enumerate(idents, 1)
            if ident not in answered
        ]

    def waits(self, ident: int, size: int) -> bool:
        """Return True if an answer of a servo with this number of data bytes may still arrive."""
        self.forget()
        return any(request.ident == ident and request.size == size for request in self.requests)

    def take(self, ident: int, size: int) -> tuple[Request, float] | None:
        """Return the request to which an answer belongs, and a patience for such delays [s]; None for no request."""
        for i, request in enumerate(self.requests):
            if request.ident == ident and request.size == size:
                del self.requests[i]
                self.statistics.late += 1
                delay = (self.clock.now() - request.sent) / request.place
                return request, min(1.5 * delay, LONGEST_PATIENCE)
        return None


# ----------------------------------------------------------------------------------------------------------------------
# Steps of the commands that set up a servo
# ----------------------------------------------------------------------------------------------------------------------

# Time in which a second servo with an id has answered after the first one [s].
SECOND_ANSWER = 2e-3
# Largest angle that a servo measures after its middle was set, which backlash and vibration explain [rad].
CENTRED = 0.01


# Commands that change registers on which the connection depends.
COMMANDS = {"id": "set-id", "baud_code": "set-baud"}


def check_own_command(name: str) -> None:
    """Raise HardwareError for a register that only a command of its own changes."""
    if name in COMMANDS:
        raise HardwareError(f"{name} has a command of its own; type: snakelab bus {COMMANDS[name]} --help")


def check_limit(bus: Bus, ident: int, name: str, value: float, without: float | None = None) -> None:
    """Check a new lower or upper limit of a servo against its other limit.

    Args:
        bus: Bus of the servo.
        ident: Its id.
        name: "lower_limit" or "upper_limit".
        value: New value [rad].
        without: Value of both limits with which a servo has none; None if there is no such value [rad].

    Raises:
        HardwareError: if the lower limit would not be the smaller one.
    """
    other = "upper_limit" if name == "lower_limit" else "lower_limit"
    kept = bus.read(ident, other)
    low, high = (value, kept) if name == "lower_limit" else (kept, value)
    step = bus.table[name].scale
    none = without is not None and abs(low - without) < 0.5 * step and abs(high - without) < 0.5 * step
    if low > high - 0.5 * step and not none:
        raise HardwareError(
            f"servo {ident}: lower_limit must be smaller than upper_limit; got {name} {value:g} rad, and {other} is {kept:.6g} "
            "rad; change that one first"
        )


def write_limits(bus: Bus, ident: int, low: float, high: float) -> tuple[float, float]:
    """Write both limits of a servo [rad], and return them as they are read back [rad].

    Raises:
        HardwareError: if a limit is outside of the range of the register, the servo has torque, or it does not store a limit.
    """
    for name, value in (("lower_limit", low), ("upper_limit", high)):  # before either is written
        bus.table[name].check(name, value)
    if bus.read(ident, "torque_enable"):
        raise HardwareError(
            f"servo {ident} has torque, and new limits could move it; switch the torque off first: snakelab bus limp PORT"
        )
    values = [("lower_limit", low), ("upper_limit", high)]
    if low >= bus.read(ident, "upper_limit"):
        values.reverse()
    for name, value in values:
        bus.write(ident, name, value)
    return bus.read(ident, "lower_limit"), bus.read(ident, "upper_limit")


def check_new_id(answers: Callable[[int], bool], old: int, new: int, last: int = MAX_ID) -> None:
    """Raise HardwareError if a new id is larger than the last one, or another servo answers with it."""
    if checked_id(new) > last:
        raise HardwareError(f"the id of a servo must be a whole number from 0 to {last}, got {new}")
    if new != old and answers(new):
        raise HardwareError(f"id {new} is in use by another servo; choose a free id, or disconnect that servo")


def check_alone(bus: Bus, ident: int) -> None:
    """Raise HardwareError if a servo does not answer, or two of them answer with its id, one after the other."""
    for _ in range(TWICE + 1):
        bus.ping(ident)
        bus.clock.sleep_until(bus.clock.now() + SECOND_ANSWER)


def check_changed_id(bus: Bus, answers: Callable[[int], bool], old: int, new: int) -> None:
    """Raise HardwareError unless a servo has taken its new id, and no other one answers with the old one."""
    if bus.read(new, "id") != new or (new != old and answers(old)):
        raise HardwareError(
            f"servo {old} has not taken the id {new}, or another servo has the id {old} too; connect one of them alone"
        )


@contextmanager
def other_baud(transport: Transport, ident: int, baud: int) -> Iterator[None]:
    """Context with another baud rate of the line, in which a servo must answer."""
    before = transport.baud
    transport.clock.sleep_until(transport.clock.now() + 0.02)
    transport.set_baud(float(baud))
    try:
        yield
    except HardwareError as problem:
        raise HardwareError(f"servo {ident} does not answer at {baud} baud: {problem}") from None
    finally:
        transport.set_baud(before)


def check_centred(bus: Bus, ident: int) -> None:
    """Raise HardwareError unless a servo whose middle was set measures an angle of about 0."""
    if abs(angle := bus.read(ident, "present_position")) > CENTRED:
        raise HardwareError(
            f"servo {ident} measures {angle:+.4f} rad after its middle was set, not 0; hold it still and try again"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Writing with confirmation
# ----------------------------------------------------------------------------------------------------------------------


def unconfirmed(idents: Sequence[int], one: str, several: str) -> str:
    """Return the message for servos that do not confirm `one` thing of one servo, or `several` of several."""
    return f"{named(idents)} {'do' if len(idents) > 1 else 'does'} not confirm {several if len(idents) > 1 else one}"


def more_patience(bus: Bus, attempt: int) -> float:
    """Return the multiple of the patience of a bus for an attempt, from 0 on: it doubles, up to 0.2 s."""
    return float(min(2.0**attempt, max(1.0, 0.2 / bus.patience)))


def write_each(bus: Bus, idents: Sequence[int], name: str, values: FloatArray | float, attempts: int = 6) -> list[int]:
    """Write a register of several servos, each addressed by its id, and read it back; retry the servos that differ.

    Args:
        bus: Bus of the servos.
        idents: Ids.
        name: Name of the register.
        values: One for each servo, or one for all of them.
        attempts: Largest number of attempts.

    Returns:
        Ids of the servos that do not confirm the value.

    Raises:
        HardwareError: if there is no such register, or the line is lost.
    """
    item = writable(bus.table, name)
    left, wanted = np.asarray(idents), np.broadcast_to(np.asarray(values, dtype=np.float64), len(idents))
    for attempt in range(attempts):
        if not len(left):
            break
        asked = left.tolist()
        bus.sync_write(asked, (name,), wanted[:, None])
        read = bus.sync_read(asked, (name,), more_patience(bus, attempt))[:, 0]
        differs = np.isnan(read)
        differs |= np.abs(read - wanted) > 0.501 * item.scale  # a value is rounded to the nearest count
        left, wanted = left[differs], wanted[differs]
    return [int(ident) for ident in left]
