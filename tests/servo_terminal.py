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
PING, READ, WRITE, REG_WRITE, ACTION, REBOOT = 1, 2, 3, 4, 5, 8
STATUS, SYNC_READ, SYNC_WRITE, BULK_READ, BULK_WRITE = 0x55, 0x82, 0x83, 0x92, 0x93
# Errors of an answer.
RANGE, LIMIT, ACCESS = 4, 6, 7
# Least and largest values of registers [counts].
BOUNDS = {
    "id": (0, 252), "baud_code": (0, 7), "return_delay": (0, 254), "mode": (0, 16), "torque_enable": (0, 1),
    "answer_level": (0, 2), "bus_watchdog": (0, 127), "goal_speed": (0, 32767), "upper_limit": (0, 4095),
    "lower_limit": (0, 4095),
}  # fmt: skip
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
        count = TABLE["lower_limit"].scale
        defaults = {
            "model": MODEL, "firmware": FIRMWARE, "return_delay": 5e-4, "mode": 3, "answer_level": 2,
            "lower_limit": -2048 * count, "upper_limit": 2047 * count, "largest_voltage": 14.0, "least_voltage": 6.0,
        }  # fmt: skip
        modes = {"position_modes": (3, 4, 5), "wheel_mode": None, "offset_sign": 1.0}
        self.bank = ServoBank(idents, TABLE, SIZE, plant, settings, defaults=defaults, **modes)
        self.baud, self._buffer, self.imu = baud, b"", imu
        self._registered: dict[int, tuple[int, bytes]] = {}
        self._heard = 0.0

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
                self._watch()
                content = packet[8:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd")
                answers += [Answer(answer, 0.0) for answer in self._answers(packet[4], packet[7], content)]
        return answers

    def _watch(self) -> None:
        """Stop servos whose bus watchdog has elapsed; they refuse goals until it is set to 0."""
        bank, at = self.bank, TABLE["bus_watchdog"].address
        silent, self._heard = bank.time - self._heard, bank.time
        for i in range(len(bank.present)):
            timeout = int(bank.present[i, at])
            if 0 < timeout < 128 and silent > 0.02 * timeout:
                bank.memory[i, at] = 255
                bank.put(i, "goal_position", bank.get("present_position")[i : i + 1])

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
                yield from self._content(i, address, size)
        elif instruction in (WRITE, REG_WRITE):
            for i in rows:
                level = bank.present[i, TABLE["answer_level"].address]
                error = self._store(i, address, data[2:], instruction == REG_WRITE)
                if ident != ALL and level == 2:
                    yield self._status(i, b"", error)
        elif instruction == ACTION:
            waiting, self._registered = self._registered, {}
            for i, (where, content) in waiting.items():
                self._store(i, where, content)
        elif instruction == REBOOT:
            for i in rows:
                bank.faults[i] = 0
                bank.restart(i)
                yield self._status(i, b"")
        elif instruction == SYNC_READ:
            for other in data[4:]:
                for i in bank.rows(other):
                    yield from self._content(i, address, size)
        elif instruction == BULK_READ:
            for at in range(0, len(data) - 4, 5):
                for i in bank.rows(data[at]):
                    where, count = (int.from_bytes(data[at + k : at + k + 2], "little") for k in (1, 3))
                    yield from self._content(i, where, count)
        elif instruction == SYNC_WRITE:
            for at in range(4, len(data) - size, size + 1):
                for i in bank.rows(data[at]):
                    self._store(i, address, data[at + 1 : at + 1 + size])
        elif instruction == BULK_WRITE:
            at = 0
            while at + 5 <= len(data):
                where, count = (int.from_bytes(data[at + k : at + k + 2], "little") for k in (1, 3))
                for i in bank.rows(data[at]):
                    self._store(i, where, data[at + 5 : at + 5 + count])
                at += 5 + count

    def _content(self, row: int, address: int, size: int) -> Iterator[bytes]:
        """Return the answer to a read, which a servo with answer level 0 does not send."""
        if self.bank.present[row, TABLE["answer_level"].address] > 0:
            yield self._status(row, self.bank.present[row, address : address + size].tobytes())

    def _store(self, row: int, address: int, data: bytes, later: bool = False) -> int:
        """Store bytes unless the servo refuses them; return the error of the answer."""
        bank = self.bank
        torque = bank.present[row, TABLE["torque_enable"].address]
        for name, item in TABLE.items():
            if not (address <= item.address and item.end <= address + len(data)):
                continue
            count = int.from_bytes(
                data[item.address - address : item.end - address], "little", signed=item.two_complement
            )
            if not item.writable or (torque and item.permanent):
                return ACCESS
            low, high = BOUNDS.get(name, (-(1 << 40), 1 << 40))
            if not low <= count <= high:
                return RANGE
            if name == "goal_position":
                if bank.present[row, TABLE["bus_watchdog"].address] == 255:
                    return RANGE
                low, high = (round(bank.get(k)[row] / item.scale) + 2048 for k in ("lower_limit", "upper_limit"))
                if bank.get("mode")[row] == 3 and not low <= count <= high:
                    return LIMIT
        if later:
            self._registered[row] = (address, data)
        else:
            bank.memory[row, address : address + len(data)] = np.frombuffer(data, dtype=np.uint8)
        return 0

    def _status(self, row: int, data: bytes, error: int = 0) -> bytes:
        """Return the packet of an answer."""
        return status_packet(int(self.bank.idents[row]), int(self.bank.faults[row] != 0) << 7 | error, data)


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
