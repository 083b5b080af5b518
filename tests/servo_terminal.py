"""Emulated servos on a pseudo-terminal, for programs that open a serial port. Linux and macOS."""

import os
import select
import threading
import time
from types import TracebackType
from typing import Self

from snakelab.plugins.hardware.emulated_servos import EmulatedServos

HEADER, STATUS = b"\xff\xff\xfd\x00", 0x55
POLL = 0.05  # [s]


class ServoTerminal:
    """Thread in which emulated servos respond on a pseudo-terminal, as fast as possible.

    Args:
        servos: The servos.

    Attributes:
        port: Path to open in place of a serial port.
    """

    def __init__(self, servos: EmulatedServos) -> None:
        import tty  # not on Windows

        self.servos = servos
        self._own, self._other = os.openpty()
        tty.setraw(self._own)
        tty.setraw(self._other)
        self.port = os.ttyname(self._other)
        self._stop = threading.Event()
        self._began = time.perf_counter()
        self.lock = threading.RLock()
        self._thread = threading.Thread(target=self._serve, name="snakelab-servos", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the thread and remove the terminal: for a connected program, the cable is pulled."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._thread.join(5)
        os.close(self._own)
        os.close(self._other)

    def _serve(self) -> None:
        while not self._stop.is_set():
            if not select.select([self._own], [], [], POLL)[0]:
                self._advance()  # a long pause at once would delay the first answer after it
                continue
            try:
                data = os.read(self._own, 4096)
            except OSError:
                return
            with self.lock:
                self._advance()
                answers = self.servos.hear(data) if self._same_baud() else ()
                out = b"".join(answer.data for answer in answers if answer is not None)
            if out:
                os.write(self._own, out)

    def _advance(self) -> None:
        """Advance the servos to the present time."""
        with self.lock:
            self.servos.bank.advance(time.perf_counter() - self._began)

    def _same_baud(self) -> bool:
        """Return True if the terminal is set to the baud rate of the servos, where the system defines its code."""
        import termios

        code = termios.tcgetattr(self._own)[5]
        wanted = getattr(termios, f"B{self.servos.baud:.0f}", None)
        return wanted is None or code == wanted or code == termios.B38400


def status_packet(ident: int, error: int, data: bytes) -> bytes:
    """Return an answer.

    Args:
        ident: Id of the device.
        error: Byte of the error.
        data: Its data.
    """
    body = bytes((STATUS, error)) + data.replace(b"\xff\xff\xfd", b"\xff\xff\xfd\xfd")
    packet = HEADER + bytes((ident,)) + (len(body) + 2).to_bytes(2, "little") + body
    return packet + checksum(packet).to_bytes(2, "little")


def checksum(data: bytes) -> int:
    """Return the CRC-16 of protocol 2 (polynomial 0x8005, most significant bit first)."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x8005 if value & 0x8000 else value << 1) & 0xFFFF
    return value
