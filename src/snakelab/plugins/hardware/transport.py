"""Lines to servos: bytes out, bytes in until a deadline."""

import errno
import os
import select
import sys
from typing import Any, Protocol

from snakelab.errors import HardwareError, MissingExtraError
from snakelab.plugins.hardware.bus import Clock, WallClock

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
