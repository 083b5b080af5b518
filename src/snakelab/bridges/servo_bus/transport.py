"""Lines to servos: bytes out, bytes in until a deadline. A serial port, or an emulated line with a separate clock."""

import errno
import os
import select
import sys
from typing import Any, Protocol

from snakelab.bridges.servo_bus.clocks import Clock, WallClock
from snakelab.errors import HardwareError, MissingExtraError

MAX_BYTES = 4096


class Transport(Protocol):
    """A line to servos."""

    @property
    def clock(self) -> Clock:
        """Its clock."""

    @property
    def baud(self) -> float:
        """Bits per second [Hz]."""

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            HardwareError: if the line is interrupted.
        """

    def read(self, deadline: float) -> bytes:
        """Return the bytes that have arrived; wait for the first until a time of the clock [s], then return nothing."""

    def close(self) -> None:
        """Release the line."""


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
            from snakelab.installation import install_line

            raise MissingExtraError(f"a serial port needs pyserial; type: {install_line('bus')}") from None
        self.baud, self.port, self.clock = float(baud), port, WallClock()
        try:
            self._serial = serial.Serial(port, int(baud), timeout=0, write_timeout=1.0, exclusive=True)
        except (OSError, ValueError) as problem:
            raise HardwareError(port_problem(port, baud, problem)) from problem
        _set_low_latency(self._serial)

    def write(self, data: bytes) -> None:
        """Send bytes; see `Transport`."""
        try:
            self._serial.write(data)
        except OSError as problem:
            raise HardwareError(self._lost(problem)) from problem

    def read(self, deadline: float) -> bytes:
        """Return the bytes that have arrived; see `Transport`."""
        left = max(0.0, deadline - self.clock.now())
        try:
            if not hasattr(self._serial, "fd"):  # Windows, where `select` accepts sockets only
                return self._read_by_timeout(left)
            if not select.select([self._serial.fd], [], [], left)[0]:
                return b""
            data = os.read(self._serial.fd, MAX_BYTES)
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
        return first + self._serial.read(min(self._serial.in_waiting, MAX_BYTES - 1)) if first else b""

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
    """Return the group that may use a port."""
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
