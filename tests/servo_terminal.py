"""Emulated servos on a pseudo-terminal, for programs that open a serial port, and emulated Dynamixel servos. Linux and macOS."""

import os
import select
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from snakelab.plugins.hardware.dynamixel import DYNAMIXEL_TABLE as TABLE
from snakelab.plugins.hardware.emulated_servos import Answer, Plant, ServoBank
from snakelab.plugins.hardware.imu import EmulatedImu
from snakelab.plugins.hardware.robot_file import ServoSettings

HEADER, ALL = b"\xff\xff\xfd\x00", 254
PING, READ, WRITE, STATUS, SYNC_READ, SYNC_WRITE = 1, 2, 3, 0x55, 0x82, 0x83
MODEL, FIRMWARE = 1060, 46  # XL430-W250
SIZE = 160  # of the control table [bytes]
POLL = 0.05  # [s]


class EmulatedServos(Protocol):
    """Servos of any protocol."""

    bank: ServoBank

    @property
    def baud(self) -> float:
        """Baud rate of the servos [Hz]."""

    def hear(self, data: bytes) -> Sequence[Answer | None]:
        """Return the answers to bytes."""


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


class DynamixelServos:
    """Emulated Dynamixel servos on one line.

    Args:
        idents: Ids.
        plant: Driven mechanism.
        settings: Properties.
        baud: Baud rate that the servos are set to [Hz].
        imu: IMU on the same line; None for none.
    """

    def __init__(
        self,
        idents: Sequence[int],
        plant: Plant | None = None,
        settings: ServoSettings | None = None,
        baud: float = 1e6,
        imu: EmulatedImu | None = None,
    ) -> None:
        defaults = {"model": MODEL, "firmware": FIRMWARE, "return_delay": 5e-4}
        self.bank, self.baud = ServoBank(idents, TABLE, SIZE, plant, settings, defaults), baud
        self._buffer, self.imu = b"", imu

    def hear(self, data: bytes) -> list[Answer]:
        """Return the answers to bytes on the line, in turn."""
        self._buffer += data
        answers = []
        while (start := self._buffer.find(HEADER)) >= 0 and len(self._buffer) >= start + 7:
            end = start + 7 + int.from_bytes(self._buffer[start + 5 : start + 7], "little")
            if len(self._buffer) < end:
                break
            packet, self._buffer = self._buffer[start:end], self._buffer[end:]
            if checksum(packet[:-2]) == int.from_bytes(packet[-2:], "little"):
                content = packet[8:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd")
                answers += [Answer(answer, 0.0) for answer in self._answers(packet[4], packet[7], content)]
        return answers

    def _answers(self, ident: int, instruction: int, data: bytes) -> Iterator[bytes]:
        bank = self.bank
        rows = bank.living() if ident == ALL else bank.rows(ident)
        address, size = int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")
        if self.imu is not None and ident == self.imu.ident and instruction == READ:
            if (block := self.imu.read(address, size)) is not None:
                yield status_packet(ident, 0, block)
            return
        if instruction == PING:
            for i in rows:
                yield self._status(i, bank.memory[i, 0:2].tobytes() + bank.memory[i, 6:7].tobytes())
        elif instruction == READ:
            for i in rows:
                yield self._status(i, bank.memory[i, address : address + size].tobytes())
        elif instruction == WRITE:
            for i in rows:
                answer = self._status(i, b"")
                self._store(i, address, data[2:])
                if ident != ALL:
                    yield answer
        elif instruction == SYNC_READ:
            for other in data[4:]:
                for i in bank.rows(other):
                    yield self._status(i, bank.memory[i, address : address + size].tobytes())
        elif instruction == SYNC_WRITE:
            for at in range(4, len(data) - size, size + 1):
                for i in bank.rows(data[at]):
                    self._store(i, address, data[at + 1 : at + 1 + size])

    def _store(self, row: int, address: int, data: bytes) -> None:
        before = float(self.bank.get("position_offset")[row])
        self.bank.memory[row, address : address + len(data)] = np.frombuffer(data, dtype=np.uint8)
        if float(self.bank.get("position_offset")[row]) != before:
            self.bank.centre(row)

    def _status(self, row: int, data: bytes) -> bytes:
        """Return the packet of an answer."""
        return status_packet(int(self.bank.idents[row]), int(self.bank.faults[row] != 0) << 7, data)


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
