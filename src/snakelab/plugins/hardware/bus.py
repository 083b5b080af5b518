"""Servo bus: registers in SI units, clocks, the interface common to all protocols, and serial lines.

In reading order: `Register` and `RegisterBlock`, the conversion of bytes; `Clock`, the time of a robot; `Bus`, the interface
that `feetech` and `dynamixel` implement; `Transport`, the line to the servos; `Guard`, a process that ends their torque.
"""

import errno
import inspect
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from snakelab.errors import HardwareError, MissingExtraError, nearest
from snakelab.parameters.arguments import FloatArray

# ----------------------------------------------------------------------------------------------------------------------
# Registers of servos: names, addresses, number formats and units, and the conversion of many at once
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Register:
    """A value in the memory of a servo.

    Attributes:
        address: First address.
        size: Number of bytes, least significant first [-].
        scale: Value of one count in `unit`.
        unit: Unit of the value.
        zero: Count that represents zero.
        sign_bit: Bit that marks negative values (sign and magnitude); None for none.
        two_complement: True for negative values in two's complement.
        permanent: True if the value survives a loss of power; writing it may need an unlocked memory.
        writable: False for measured values.
    """

    address: int
    size: int
    scale: float = 1.0
    unit: str = "-"
    zero: int = 0
    sign_bit: int | None = None
    two_complement: bool = False
    permanent: bool = False
    writable: bool = True

    @property
    def end(self) -> int:
        """Address after the last byte."""
        return self.address + self.size

    @cached_property
    def _block(self) -> "RegisterBlock":
        return RegisterBlock((self,))

    def encode(self, values: FloatArray) -> np.ndarray:
        """Return values as bytes, shape (n, size), uint8."""
        return self._block.encode(np.asarray(values).reshape(-1, 1))

    def decode(self, data: np.ndarray) -> FloatArray:
        """Return the values of bytes, shape (n, size)."""
        return self._block.decode(data)[:, 0]


class RegisterBlock:
    """Registers that are read or written together: values and bytes of several servos at once.

    Args:
        registers: The registers, in the order of the values.

    Attributes:
        start: First address.
        size: Number of bytes from the first to the last [-].
        n: Number of registers [-].
        places: Positions of the bytes of the registers within those of the block, in the order of the registers.
    """

    def __init__(self, registers: Sequence[Register]) -> None:
        self.start = min(item.address for item in registers)
        self.size, self.n = max(item.end for item in registers) - self.start, len(registers)
        bits = [8 * item.size for item in registers]
        signed = [item.two_complement for item in registers]
        self._scale = np.array([item.scale for item in registers])
        self._zero = np.array([item.zero for item in registers])
        self._sign = np.array([0 if item.sign_bit is None else 1 << item.sign_bit for item in registers])
        self._half = np.array([1 << n - 1 if two else 0 for n, two in zip(bits, signed, strict=True)])
        self._all = np.array([(1 << n) - 1 for n in bits])
        self._minimum = -np.where(self._sign > 0, self._sign - 1, self._half)
        positive = np.where(self._half > 0, self._half - 1, self._all)
        self._maximum = np.where(self._sign > 0, self._sign - 1, positive)
        pairs = [(i, k) for i, item in enumerate(registers) for k in range(item.size)]
        self._register, self._byte = (np.array(column) for column in zip(*pairs, strict=True))
        self.places = np.array([registers[i].address + k - self.start for i, k in pairs])

    def encode(self, values: FloatArray) -> np.ndarray:
        """Return values within the ranges of the registers as the bytes at `places`, shape (n, n_bytes), uint8.

        Args:
            values: Shape (n, n_registers).
        """
        counts = np.rint(np.asarray(values, dtype=np.float64) / self._scale).astype(np.int64) + self._zero
        counts = np.clip(counts, self._minimum, self._maximum)
        negative = np.where(self._sign > 0, -counts | self._sign, counts & self._all)
        counts = np.where(counts < 0, negative, counts)
        return counts.astype("<i8", order="C").view(np.uint8).reshape(*counts.shape, 8)[:, self._register, self._byte]

    def decode(self, data: np.ndarray) -> FloatArray:
        """Return the values in the bytes from the first to the last, shape (n, size), uint8; shape (n, n_registers)."""
        wide = np.zeros((len(data), len(self._scale), 8), np.uint8)
        wide[:, self._register, self._byte] = data[:, self.places]
        counts = wide.view("<i8")[:, :, 0]
        counts = (counts ^ self._half) - self._half  # of two's complement
        counts = np.where(counts & self._sign, -(counts & (self._sign - 1)), counts)
        return np.asarray((counts - self._zero).astype(np.float64) * self._scale)


Table = Mapping[str, Register]


def register(table: Table, name: str) -> Register:
    """Return a register by its name.

    Raises:
        HardwareError: if there is no such register.
    """
    if name not in table:
        raise HardwareError(f"this servo has no register {name!r}{nearest(name, table)}")
    return table[name]


def writable(table: Table, name: str) -> Register:
    """Return a register that can be written.

    Raises:
        HardwareError: if there is no such register, or it cannot be written.
    """
    entry = register(table, name)
    if not entry.writable:
        raise HardwareError(f"the register {name!r} is measured by the servo and cannot be written")
    return entry


def block(table: Table, names: Sequence[str]) -> RegisterBlock:
    """Return the smallest block that contains the named registers.

    Raises:
        HardwareError: if there is no such register.
    """
    return RegisterBlock([register(table, name) for name in names])


def writable_block(table: Table, names: Sequence[str]) -> RegisterBlock:
    """Return the block of named registers that can be written at once.

    Args:
        table: Registers of the servos.
        names: Names in the order of their addresses, without gaps.

    Raises:
        HardwareError: if a register cannot be written, or they are not adjacent.
    """
    entries = [writable(table, name) for name in names]
    for before, after, name in zip(entries, entries[1:], names[1:], strict=False):
        if before.end != after.address:
            raise HardwareError(f"registers of one write must be adjacent; {name!r} does not follow the one before it")
    return RegisterBlock(entries)


@dataclass(frozen=True)
class Calibration:
    """q = sign (servo - zero) / gear.

    Attributes:
        zero: Servo angle of the straight joint, from the middle of the servo's range, shape (n,), [rad].
        sign: 1 or -1, shape (n,).
        gear: Revolutions of the servo for one revolution of the joint, shape (n,), [-].
    """

    zero: FloatArray
    sign: FloatArray
    gear: FloatArray

    @classmethod
    def identity(cls, n: int) -> "Calibration":
        """Return the calibration of n servos whose angles are those of the joints."""
        return cls(np.zeros(n), np.ones(n), np.ones(n))

    def to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the joint angles of servo angles [rad]."""
        return self.sign * (servo - self.zero) / self.gear

    def to_servo(self, joint: FloatArray) -> FloatArray:
        """Return the servo angles of joint angles [rad]."""
        return self.zero + self.sign * joint * self.gear

    def rate_to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the rates of joints from those of servos [rad/s]."""
        return self.sign * servo / self.gear

    def rate_to_servo(self, joint: FloatArray) -> FloatArray:
        """Return the rates of servos from those of joints [rad/s]."""
        return self.sign * joint * self.gear


# ----------------------------------------------------------------------------------------------------------------------
# Clock of a robot
# ----------------------------------------------------------------------------------------------------------------------


class Clock(Protocol):
    """Time of a robot [s], from an arbitrary origin."""

    def now(self) -> float:
        """Return the present time [s]."""

    def sleep_until(self, time: float) -> None:
        """Wait until a time [s]; return at once if it has passed."""


class WallClock:
    """Monotonic clock of the computer."""

    def now(self) -> float:
        """Return the present time [s]."""
        return time.perf_counter()

    def sleep_until(self, time_: float) -> None:
        """Wait until a time [s]."""
        left = time_ - time.perf_counter()
        # the end of a wait is polled, since sleep may last longer
        if left > 2e-4:
            time.sleep(left - 2e-4)
        while time.perf_counter() < time_:
            time.sleep(0)


# ----------------------------------------------------------------------------------------------------------------------
# Interface of servo buses, independent of the protocol: registers by name, with values in SI units
# ----------------------------------------------------------------------------------------------------------------------


# Damaged answers in a row, without a valid one, that suggest two servos with one id.
SHARED = 3


@dataclass
class BusStatistics:
    """Counters of a bus since it was opened.

    Attributes:
        sent, received: Number of packets [-].
        missed: Number of missing answers of each servo, by id [-].
        bad: Number of packets that were damaged or did not belong to a request [-].
        late: Number of answers that arrived after the wait for them had ended; they are discarded [-].
        damaged: Number of requests to each servo in a row that brought a damaged answer only, by id [-].
    """

    sent: int = 0
    received: int = 0
    missed: dict[int, int] = field(default_factory=dict)
    bad: int = 0
    late: int = 0
    damaged: dict[int, int] = field(default_factory=dict)

    def miss(self, ident: int) -> None:
        """Count a missing answer."""
        self.missed[ident] = self.missed.get(ident, 0) + 1

    def damage(self, ident: int) -> None:
        """Count a request with only a damaged response; a valid response resets the count."""
        self.damaged[ident] = self.damaged.get(ident, 0) + 1

    def shared(self, ident: int) -> bool:
        """Return True if damaged answers suggest that several servos have an id: single damaged packets are noise."""
        return self.damaged.get(ident, 0) >= SHARED


def shared_id(ident: int) -> str:
    """Return the message for an id that several servos seem to have."""
    return (
        f"the answers of servo {ident} are damaged; if two servos have this id, connect one of them alone and type: "
        f"snakelab bus set-id PORT {ident} NEW"
    )


def named(idents: Sequence[int]) -> str:
    """Return servos in words: "servo 3", or "servos 1, 2 and 3"."""
    *most, last = map(str, idents)
    return f"servos {', '.join(most)} and {last}" if most else f"servo {last}"


class Bus(Protocol):
    """Servos on one line, each with an id.

    The tables of all protocols have the names "torque_enable", "goal_position" [rad], "present_position" [rad],
    "present_speed" [rad/s], "present_load" (of the stall torque) [-], "present_voltage" [V], "present_temperature" [degC]
    and "present_current" [A]. Angles are those of the servo; a `Calibration` converts them to angles of joints.

    Attributes:
        statistics: Counters.
        faults: Last reported faults of each servo, by id: a bit for each of `fault_names`.
        patience: Time in which a servo begins to answer [s].
    """

    statistics: BusStatistics
    faults: dict[int, int]
    patience: float

    @property
    def clock(self) -> Clock:
        """Clock of the bus."""

    @property
    def table(self) -> Table:
        """Registers of its servos by name."""

    @property
    def last_id(self) -> int:
        """Largest id of a servo."""

    @property
    def fault_names(self) -> tuple[str, ...]:
        """Names of the bits of a fault."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """Position, speed and load, from one read."""

    @property
    def health(self) -> tuple[str, ...]:
        """Registers with torque, voltage, temperature and current."""

    @property
    def configuration(self) -> tuple[str, ...]:
        """Registers that are read before the torque is switched on: model, firmware, mode and limits."""

    @property
    def condition(self) -> tuple[str, ...]:
        """Registers that are read before the torque is switched on: torque, position, voltage, temperature and faults."""

    @property
    def position_modes(self) -> tuple[int, ...]:
        """Values of the register "mode" with which a servo moves to its goal position."""

    @property
    def goal(self) -> tuple[str, ...]:
        """Adjacent registers of one write: position, and if the servo has them, time and speed of the motion."""

    def ping(self, ident: int) -> int:
        """Return the model number of a servo.

        Raises:
            HardwareError: if it does not answer.
        """

    def scan(self, idents: Iterable[int] = range(254)) -> dict[int, int]:
        """Return id and model number of each servo that answers; damaged answers are counted in the statistics."""

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register.

        Raises:
            HardwareError: if there is no such register, or the servo does not answer.
        """

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register, also a permanent one, and read it back.

        Raises:
            HardwareError: if there is no such register, it is not writable, the servo does not answer, or it does not
                store the value.
        """

    def sync_read(self, idents: Sequence[int], names: Sequence[str], patience: float = 1.0) -> FloatArray:
        """Return registers of several servos, shape (len(idents), len(names)); NaN for a servo without an answer.

        Args:
            idents: Ids of the servos.
            names: Names of the registers.
            patience: Multiple of the patience of the bus [-].
        """

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos, without answers; values has the shape (len(idents), len(names))."""

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo, and check that it answers with the new id.

        Raises:
            HardwareError: if the new id is in use or invalid, or the servo does not answer.
        """

    def change_baud(self, ident: int, baud: int) -> None:
        """Change the baud rate of a servo, and check that it answers there. The line keeps its own baud rate.

        Raises:
            HardwareError: if the servo has no such baud rate, or does not answer.
        """

    def centre(self, ident: int) -> None:
        """Set the middle of the range of a servo to the present angle, permanently, and check it.

        Raises:
            HardwareError: if the servo does not answer, or measures another angle afterwards.
        """

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the estimated duration of a synchronous read or write [s]."""

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device of any kind, such as an IMU; None without an answer."""

    def block_time(self, size: int) -> float:
        """Return the estimated duration of `read_block` [s]."""

    def switch_off_packets(self, idents: Sequence[int]) -> bytes:
        """Return the bytes of the packets that switch the torque of servos off."""

    @property
    def file(self) -> int | None:
        """File descriptor of the line; None if it has none, as on emulated lines."""

    def close(self) -> None:
        """Release the port."""


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
            from snakelab.errors import install_line

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
# Guard: a process that switches the torque of servos off when the process that commands them ends or stands still
# ----------------------------------------------------------------------------------------------------------------------


class Guard:
    """Process that shares the line and waits for the end of this one; see `guard_line`.

    Args:
        process: The process.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process, self._next = process, 0.0

    def beat(self) -> None:
        """Show that this process works; at most ten times per second."""
        if (now := time.monotonic()) < self._next or self._process.stdin is None:
            return
        self._next = now + 0.1
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(b".")
            self._process.stdin.flush()

    def close(self, switch_off: bool = False) -> None:
        """End the process; the torque remains as it is, or is switched off before."""
        if self._process.stdin is not None:
            with suppress(OSError, ValueError):
                self._process.stdin.write(b"" if switch_off else b"q")
                self._process.stdin.close()
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def start_guard(bus: Bus, idents: Sequence[int], silence: float) -> Guard | None:
    """Start the process that switches the torque off if this one is killed; None where the line cannot be shared.

    Args:
        bus: Bus of the servos.
        idents: Ids of the servos.
        silence: Time without a `Guard.beat` after which the torque is switched off as well [s].
    """
    line = bus.file
    if line is None or sys.platform == "win32":
        return None
    sender = f"import os\ndef send(packets):\n    os.write({line}, packets)"
    return guard_process(sender, bus.switch_off_packets(idents), silence, (line,))


def guard_process(sender: str, messages: object, silence: float, files: Sequence[int] = ()) -> Guard:
    """Start the process that sends messages if this one is killed.

    Args:
        sender: Python source of a function `send(messages)`, without packages of third parties.
        messages: What is sent: bytes, or tuples of numbers and bytes.
        silence: Time without a `Guard.beat` after which they are sent as well [s].
        files: File descriptors that the function needs.
    """
    code = f"{sender}\n{inspect.getsource(guard_line)}\nguard_line(send, {messages!r}, {silence!r}, {os.getpid()})"
    # without site packages, the process is ready within some 20 ms
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=files,
        start_new_session=True,
    )
    return Guard(process)


def guard_line(send, messages, silence, parent):
    """Send messages when the parent process ends without notice or stands still; this function is the whole process.

    Args:
        send: Function that sends the messages, such as packets that switch the torque off.
        messages: The messages.
        silence: Time without a byte on the standard input after which they are sent as well [s].
        parent: Id of the parent process.
    """
    import os
    import select
    import time

    heard, sent = time.monotonic(), False
    while True:
        ready = select.select([0], [], [], 0.1)[0]
        data = os.read(0, 4096) if ready else b""
        if b"q" in data:
            return
        if data:
            heard, sent = time.monotonic(), False
        ended = (bool(ready) and not data) or os.getppid() != parent
        if ended or (not sent and time.monotonic() - heard > silence):
            sent = True
            for pause in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4):  # a packet can be lost
                time.sleep(pause)
                try:
                    send(messages)
                except OSError:
                    pass
        if ended:
            return
