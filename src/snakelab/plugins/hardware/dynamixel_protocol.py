"""Dynamixel protocol 2 of the X series: packets, registers (4096 counts per turn), and emulated servos that answer packets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from snakelab.plugins.hardware.emulated_servos import Answer, Plant, ServoBank
from snakelab.plugins.hardware.imu import EmulatedImu
from snakelab.plugins.hardware.robot_file import ServoSettings
from snakelab.plugins.hardware.serial_exchanges import BROADCAST
from snakelab.plugins.hardware.servo_registers import COUNT, DYNAMIXEL_TABLE

# ----------------------------------------------------------------------------------------------------------------------
# Packets of protocol 2
#
# A packet is FF FF FD 00, the id, the length in two bytes, an instruction, parameters and a CRC in two bytes; the length is
# the number of bytes after it. An answer has the instruction 55 hex and an error byte before its data. A byte FD is inserted
# after each FF FF FD behind the length ("stuffing"), so that a header cannot occur there.
# ----------------------------------------------------------------------------------------------------------------------

HEADER, STUFFED = b"\xff\xff\xfd\x00", b"\xff\xff\xfd"
# Bytes of a packet before those that the length counts; bytes of an answer besides its data.
PREFIX, STATUS_OVERHEAD = 7, 11
# Largest length of a packet that is expected, a request to 253 servos included [bytes].
LONGEST = 1100
# Bits of the error byte: a hardware fault, and the number of the error.
ALERT, NUMBER = 128, 127


class Instruction(IntEnum):
    """Instruction of a packet."""

    PING = 1
    READ = 2
    WRITE = 3
    REG_WRITE = 4
    ACTION = 5
    RESET = 6
    REBOOT = 8
    CLEAR = 0x10
    STATUS = 0x55
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83
    FAST_SYNC_READ = 0x8A
    BULK_READ = 0x92
    BULK_WRITE = 0x93
    FAST_BULK_READ = 0x9A


@dataclass(frozen=True)
class Status:
    """Answer of a servo.

    Attributes:
        ident: Id of the servo.
        error: Error byte.
        parameters: Data.
    """

    ident: int
    error: int
    parameters: bytes = b""

    @property
    def number(self) -> int:
        """Number of the error; 0 for none."""
        return self.error & NUMBER


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x8005 if value & 0x8000 else value << 1) & 0xFFFF
        table.append(value)
    return table


_CRC = _crc_table()


def crc(data: bytes) -> bytes:
    """Return the CRC-16 of bytes (polynomial 0x8005, most significant bit first), least significant byte first."""
    value = 0
    for byte in data:
        value = (value << 8 & 0xFFFF) ^ _CRC[value >> 8 ^ byte]
    return value.to_bytes(2, "little")


def encoded(ident: int, instruction: int, parameters: bytes = b"") -> bytes:
    """Return the bytes of a packet."""
    body = (bytes((instruction,)) + parameters).replace(STUFFED, STUFFED + b"\xfd")
    packet = HEADER + bytes((ident,)) + (len(body) + 2).to_bytes(2, "little") + body
    return packet + crc(packet)


class StatusParser:
    """Parser of a stream of bytes: noise, damaged packets and requests (the echo of an adapter) are skipped.

    Attributes:
        bad: Number of damaged packets [-].
    """

    def __init__(self) -> None:
        self.bad = 0
        self._buffer = bytearray()

    @property
    def pending(self) -> int:
        """Number of bytes of a packet that is not complete [-]."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Status]:
        """Return the answers that are complete with these bytes."""
        buffer, answers = self._buffer, list[Status]()
        buffer += data
        while (start := buffer.find(HEADER)) >= 0:
            del buffer[:start]
            if len(buffer) < PREFIX:
                return answers
            length = int.from_bytes(buffer[5:PREFIX], "little")
            if not 3 <= length <= LONGEST:
                self._skip()
                continue
            if len(buffer) < PREFIX + length:
                return answers
            packet = bytes(buffer[: PREFIX + length])
            if crc(packet[:-2]) != packet[-2:]:
                self._skip()
                continue
            del buffer[: PREFIX + length]
            body = packet[PREFIX:-2].replace(STUFFED + b"\xfd", STUFFED)
            if body[0] == Instruction.STATUS and len(body) > 1:
                answers.append(Status(packet[4], body[1], body[2:]))
        kept = next((n for n in (3, 2, 1) if buffer.endswith(HEADER[:n])), 0)  # the beginning of a header
        del buffer[: len(buffer) - kept]
        return answers

    def finish(self) -> list[Status]:
        """Return the answers after the beginning of a packet that has not been completed, and forget the rest."""
        answers = []
        while self._buffer.startswith(HEADER):
            self._skip()
            answers += self.feed(b"")
        self._buffer.clear()
        return answers

    def _skip(self) -> None:
        """Skip the header of a damaged packet; another may begin within it."""
        self.bad += 1
        del self._buffer[: len(HEADER)]


# ----------------------------------------------------------------------------------------------------------------------
# Values of registers of the X series
# ----------------------------------------------------------------------------------------------------------------------

# Largest position offset in the position mode of one turn [rad]; the servo stores a larger one, and ignores it.
LARGEST_OFFSET = 1024 * COUNT
# Baud rates by the value of baud_code [Hz].
BAUD_RATES = (9600, 57_600, 115_200, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 4_500_000)
# Errors of an answer, by their number.
REFUSALS = {
    1: "the instruction failed",
    2: "the instruction is unknown to the servo",
    3: "the request arrived damaged",
    4: "the value is out of range",
    5: "the length of the data is wrong",
    6: "the value is beyond a limit of the servo",
    7: "the register cannot be written in this state; switch the torque off first: snakelab bus limp PORT",
}
# Number of the error of a request that arrived damaged; number of data bytes of the answer to a ping.
DAMAGED, PING_SIZE = 3, 3
FAULTS = ("voltage", "hall sensor", "temperature", "encoder", "electric shock", "overload")


# ----------------------------------------------------------------------------------------------------------------------
# Emulated servos: answers to packets
# ----------------------------------------------------------------------------------------------------------------------

# Errors of an answer.
FAILED, UNKNOWN, RANGE, LENGTH, LIMIT, ACCESS = 1, 2, 4, 5, 6, 7
# Parameters of CLEAR: the turns of the position are forgotten.
CLEAR_TURNS = b"\x01\x44\x58\x4c\x22"
VELOCITY, POSITION, EXTENDED, PWM = 1, 3, 4, 16  # modes
# Ranges of the XL430-W250 that are narrower than those of the series [counts].
BOUNDS = {"velocity_limit": (0, 1023), "largest_voltage": (60, 140), "least_voltage": (60, 140)}
PAUSE = 0.1  # after which a servo forgets the beginning of an instruction [s]
MODEL, FIRMWARE = 1060, 46  # XL430-W250
SIZE = 662  # of the control table [bytes]


class DynamixelServos:
    """Emulated Dynamixel servos on one line.

    Args:
        idents: Ids.
        plant: Driven mechanism.
        settings: Properties.
        return_delay: Return delay at the start [s].
        baud: Baud rate that the servos are set to [Hz].
        imu: IMU on the same line; None for none.
    """

    def __init__(
        self,
        idents: Sequence[int],
        plant: Plant | None = None,
        settings: ServoSettings | None = None,
        return_delay: float = 5e-4,
        baud: float = 1e6,
        imu: EmulatedImu | None = None,
    ) -> None:
        count = DYNAMIXEL_TABLE["lower_limit"].scale
        code = min(range(len(BAUD_RATES)), key=lambda i: abs(BAUD_RATES[i] - baud))
        defaults = {
            "model": MODEL, "firmware": FIRMWARE, "return_delay": return_delay, "mode": 3, "answer_level": 2,
            "lower_limit": -2048 * count, "upper_limit": 2047 * count, "largest_voltage": 14.0, "least_voltage": 6.0,
            "velocity_limit": 265 * DYNAMIXEL_TABLE["velocity_limit"].scale, "baud_code": code,
        }  # fmt: skip
        self.bank = ServoBank(
            idents, DYNAMIXEL_TABLE, SIZE, plant, settings, defaults=defaults,
            position_modes=(POSITION, EXTENDED), limited_modes=(POSITION,), wheel_mode=VELOCITY,
            wheel_speed="goal_velocity", wheel_wraps=False, offset_sign=1.0,
        )  # fmt: skip
        self._buffer, self.imu, self._defaults = b"", imu, defaults
        self._registered: dict[int, tuple[int, bytes]] = {}
        self._heard, self._last = 0.0, 0.0

    @property
    def baud(self) -> float:
        """Baud rate that the first servo is set to [Hz]."""
        return float(BAUD_RATES[self.bank.code("baud_code")])

    def hear(self, data: bytes, whole: bool = False) -> list[Answer]:
        """Return the answers to bytes on the line, in turn; `whole` is not used."""
        if self.bank.time - self._last > PAUSE:
            self._buffer = b""
        self._buffer, self._last = self._buffer + data, self.bank.time
        answers = []
        while (start := self._buffer.find(HEADER)) >= 0 and len(self._buffer) >= start + 7:
            length = int.from_bytes(self._buffer[start + 5 : start + 7], "little")
            end = start + 7 + length
            if not 3 <= length <= LONGEST:
                self._buffer = self._buffer[start + 4 :]
                continue
            if len(self._buffer) < end:
                break
            packet = self._buffer[start:end]
            if crc(packet[:-2]) != packet[-2:]:
                self._buffer = self._buffer[start + 4 :]
                continue
            self._buffer = self._buffer[end:]
            self._watch()
            content = packet[8:-2].replace(b"\xff\xff\xfd\xfd", b"\xff\xff\xfd")
            delay, together = self.bank.get("return_delay"), dict[int, list[bytes]]()
            for answer in self._answers(packet[4], packet[7], content):
                together.setdefault(answer[4], []).append(answer)
            for ident, ones in together.items():  # a bit is low if one of several servos with one id pulls it down
                bits = np.bitwise_and.reduce(
                    [np.frombuffer(one[: len(ones[0])].ljust(len(ones[0]), b"\xff"), np.uint8) for one in ones]
                )
                answers.append(Answer(bits.tobytes(), float(next(iter(delay[self.bank.rows(ident)]), 0.0))))
        return answers

    def _watch(self) -> None:
        """Stop servos whose bus watchdog has elapsed; they refuse goals until it is set to 0."""
        bank, at = self.bank, DYNAMIXEL_TABLE["bus_watchdog"].address
        silent, self._heard = bank.time - self._heard, bank.time
        for i in range(len(bank.present)):
            timeout = int(bank.present[i, at])
            if 0 < timeout < 128 and silent > 0.02 * timeout:
                bank.memory[i, at] = 255
                bank.put(i, "goal_position", bank.get("present_position")[i : i + 1])

    def _answers(self, ident: int, instruction: int, data: bytes) -> Iterator[bytes]:
        bank = self.bank
        rows = bank.living() if ident == BROADCAST else bank.rows(ident)
        address, size = int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")
        if self.imu is not None and ident == self.imu.ident:
            if instruction == Instruction.READ and (block := self.imu.read(address, size)) is not None:
                yield _status_packet(ident, 0, block)
            return
        if instruction == Instruction.PING:
            for i in rows:
                yield self._status(i, bank.memory[i, 0:2].tobytes() + bank.memory[i, 6:7].tobytes())
        elif instruction == Instruction.READ:
            for i in rows:
                yield from self._content(i, address, size)
        elif instruction in (Instruction.WRITE, Instruction.REG_WRITE):
            for i in rows:
                level = bank.present[i, DYNAMIXEL_TABLE["answer_level"].address]
                error = self._store(i, address, data[2:], instruction == Instruction.REG_WRITE)
                if ident != BROADCAST and level == 2:
                    yield _status_packet(ident, self._alert(i) | error, b"")  # of the id that was asked
        elif instruction == Instruction.ACTION:
            waiting, self._registered = self._registered, {}
            for i, (where, content) in waiting.items():
                self._store(i, where, content)
        elif instruction == Instruction.REBOOT:
            for i in rows:
                bank.faults[i] = 0
                bank.restart(i)
                yield self._status(i, b"")
        elif instruction in (Instruction.RESET, Instruction.CLEAR):
            for i in rows:
                change = self._reset if instruction == Instruction.RESET else self._clear
                yield self._status(i, b"", change(i, data))
        elif instruction in (Instruction.SYNC_READ, Instruction.FAST_SYNC_READ):
            asked = [(i, address, size) for other in data[4:] for i in bank.rows(other)]
            yield from self._in_turn(asked, len(data) - 4, instruction == Instruction.FAST_SYNC_READ)
        elif instruction in (Instruction.BULK_READ, Instruction.FAST_BULK_READ):
            parts = [data[at : at + 5] for at in range(0, len(data) - 4, 5)]
            asked = [
                (i, int.from_bytes(part[1:3], "little"), int.from_bytes(part[3:5], "little"))
                for part in parts
                for i in bank.rows(part[0])
            ]
            yield from self._in_turn(asked, len(parts), instruction == Instruction.FAST_BULK_READ)
        elif instruction == Instruction.SYNC_WRITE:
            for at in range(4, len(data) - size, size + 1):
                for i in bank.rows(data[at]):
                    self._store(i, address, data[at + 1 : at + 1 + size])
        elif instruction == Instruction.BULK_WRITE:
            at = 0
            while at + 5 <= len(data):
                where, count = (int.from_bytes(data[at + k : at + k + 2], "little") for k in (1, 3))
                for i in bank.rows(data[at]):
                    self._store(i, where, data[at + 5 : at + 5 + count])
                at += 5 + count
        elif ident != BROADCAST:
            for i in rows:
                yield self._status(i, b"", UNKNOWN)

    def _in_turn(self, asked: list[tuple[int, int, int]], n: int, fast: bool) -> Iterator[bytes]:
        """Return the answers to a read of several servos; in a fast one, they are parts of a single packet.

        Args:
            asked: Servo, address and size of each part.
            n: Number of parts that were asked for.
            fast: True for a single packet, which ends before the first servo that does not answer.
        """
        bank = self.bank
        if not fast:
            for part in asked:
                yield from self._content(*part)
            return
        length = 1 + sum(size + 4 for _, _, size in asked)
        packet = HEADER + bytes((BROADCAST,)) + length.to_bytes(2, "little") + bytes((Instruction.STATUS,))
        for i, address, size in asked if len(asked) == n else []:
            packet += bytes((self._alert(i), int(bank.idents[i]))) + bank.present[i, address : address + size].tobytes()
            packet += crc(packet)
        if len(asked) == n:
            yield packet

    def _reset(self, row: int, data: bytes) -> int:
        """Set the permanent registers to their first values, except for the id and the baud rate as asked."""
        kept = {b"\xff": (), b"\x01": ("id",), b"\x02": ("id", "baud_code")}.get(data[:1])
        if kept is None or self.bank.present[row, DYNAMIXEL_TABLE["torque_enable"].address]:
            return RANGE if kept is None else ACCESS
        values = {"id": 1, "position_offset": 0.0, **self._defaults}
        for name in set(values) - set(kept):
            if DYNAMIXEL_TABLE[name].permanent:
                self.bank.put(row, name, np.array([values[name]]))
        return 0

    def _clear(self, row: int, data: bytes) -> int:
        """Forget the turns of the position; the shaft must be without torque or at rest."""
        if data != CLEAR_TURNS:
            return RANGE
        if self.bank.present[row, DYNAMIXEL_TABLE["moving"].address]:
            return FAILED
        angle = self.bank.plant.angles()
        angle[row] = (angle[row] + np.pi) % (2 * np.pi) - np.pi
        self.bank.restart(row)
        return 0

    def _content(self, row: int, address: int, size: int) -> Iterator[bytes]:
        """Return the answer to a read, which a servo with answer level 0 does not send."""
        if self.bank.present[row, DYNAMIXEL_TABLE["answer_level"].address] > 0:
            outside = address + size > SIZE
            yield self._status(row, b"" if outside else self._bytes(row, address, size), RANGE if outside else 0)

    def _bytes(self, row: int, address: int, size: int) -> bytes:
        return self.bank.present[row, address : address + size].tobytes()

    def _store(self, row: int, address: int, data: bytes, later: bool = False) -> int:
        """Store bytes unless the servo refuses them; return the error of the answer."""
        bank = self.bank
        torque = bank.present[row, DYNAMIXEL_TABLE["torque_enable"].address]
        for name, item in DYNAMIXEL_TABLE.items():
            if address + len(data) <= item.address or item.end <= address:
                continue
            if not (address <= item.address and item.end <= address + len(data)):
                return LENGTH
            count = int.from_bytes(
                data[item.address - address : item.end - address], "little", signed=item.two_complement
            )
            if not item.writable or (torque and item.permanent):
                return ACCESS
            low, high = BOUNDS.get(name) or item.counts or item.format_counts
            # a goal beyond the limits of the servo has an error of its own
            outside = not low <= count <= high and not name.startswith("goal_")
            if outside or (name == "mode" and count not in (VELOCITY, POSITION, EXTENDED, PWM)):
                return RANGE
            if (
                name in ("goal_position", "goal_velocity")
                and bank.present[row, DYNAMIXEL_TABLE["bus_watchdog"].address] == 255
            ):
                return RANGE
            if name == "goal_position":
                least, most = (round(bank.get(k)[row] / item.scale) + 2048 for k in ("lower_limit", "upper_limit"))
                if bank.get("mode")[row] == POSITION and not least <= count <= most:
                    return LIMIT
            if name == "goal_velocity" and abs(count) > round(bank.get("velocity_limit")[row] / item.scale):
                return LIMIT
            if not low <= count <= high:
                return RANGE
        if address + len(data) > SIZE:
            return RANGE
        if later:
            self._registered[row] = (address, data)
        else:
            bank.memory[row, address : address + len(data)] = np.frombuffer(data, dtype=np.uint8)
        return 0

    def _status(self, row: int, data: bytes, error: int = 0) -> bytes:
        """Return the packet of an answer."""
        return _status_packet(int(self.bank.idents[row]), self._alert(row) | error, data)

    def _alert(self, row: int) -> int:
        return int(self.bank.faults[row] != 0) << 7


def _status_packet(ident: int, error: int, data: bytes) -> bytes:
    """Return an answer of a device with an error byte and data."""
    return encoded(ident, Instruction.STATUS, bytes((error,)) + data)
