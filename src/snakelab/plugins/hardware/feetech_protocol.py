"""FEETECH protocol of the STS and SMS series: packets, registers, and emulated servos that answer packets as physical ones do.

One pass of an emulation handles all servos of a packet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from snakelab.plugins.hardware.emulated_servos import Answer, Plant, ServoBank
from snakelab.plugins.hardware.imu import EmulatedImu
from snakelab.plugins.hardware.robot_file import ServoSettings
from snakelab.plugins.hardware.serial_exchanges import BROADCAST
from snakelab.plugins.hardware.servo_registers import COUNT, COUNTS, FEETECH_TABLE, RegisterBlock

# ----------------------------------------------------------------------------------------------------------------------
# Packets of the FEETECH STS and SMS protocol
#
# A packet is FF FF, the id, the length, an instruction or the error bits of an answer, parameters and a checksum: the
# inverted sum of all bytes after the header. The length is the number of parameters plus two.
# ----------------------------------------------------------------------------------------------------------------------

# Largest length byte.
MAX_LENGTH = 253


class Code(IntEnum):
    """Instruction of a packet."""

    PING = 1
    READ = 2
    WRITE = 3
    REG_WRITE = 4
    ACTION = 5
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83


@dataclass(frozen=True)
class Packet:
    """One packet.

    Attributes:
        ident: Id of the servo that it is for, or from.
        code: Instruction, or the error bits of an answer.
        parameters: Data.
    """

    ident: int
    code: int
    parameters: bytes = b""

    def encoded(self) -> bytes:
        """Return the bytes of the packet."""
        body = bytes((self.ident, len(self.parameters) + 2, self.code)) + self.parameters
        return b"\xff\xff" + body + bytes((~sum(body) & 255,))


class Parser:
    """Parser of a stream of bytes; noise and damaged packets are skipped and counted.

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

    @property
    def rest(self) -> bytes:
        """The beginning of a packet that is not complete."""
        return bytes(self._buffer)

    def reset(self) -> None:
        """Forget the beginning of a packet."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Packet]:
        """Return the packets that are complete with these bytes."""
        buffer = self._buffer
        if not buffer and _is_whole(data):  # the usual case
            return [Packet(data[2], data[4], data[5:-1])]
        packets = []
        buffer += data
        while (start := buffer.find(b"\xff\xff")) >= 0:
            del buffer[:start]
            if len(buffer) < 4:
                break
            ident, length = buffer[2], buffer[3]
            if ident == 255:  # three in a row: the header begins one byte later
                del buffer[0]
                continue
            if not 2 <= length <= MAX_LENGTH:
                self._skip()
                continue
            if len(buffer) < 4 + length:
                break
            body = buffer[2 : 3 + length]
            if ~sum(body) & 255 != buffer[3 + length]:
                self._skip()
                continue
            packets.append(Packet(ident, body[2], bytes(body[3:])))
            del buffer[: 4 + length]
        if not buffer.startswith(b"\xff\xff") and buffer[-1:] != b"\xff":
            buffer.clear()
        return packets

    def finish(self) -> list[Packet]:
        """Return the packets after the beginning of one that has not been completed, such as noise like a header."""
        packets = []
        while self._buffer.startswith(b"\xff\xff"):
            self._skip()
            packets += self.feed(b"")
        return packets

    def _skip(self) -> None:
        """Skip the header of a damaged packet; another may begin within it."""
        self.bad += 1
        del self._buffer[:2]


def _is_whole(data: bytes) -> bool:
    n = len(data)
    return (
        n > 5 and data[:2] == b"\xff\xff" and data[2] < 255 and n == 4 + data[3] and ~sum(data[2:-1]) & 255 == data[-1]
    )


def sync_read_packet(address: int, size: int, idents: Sequence[int]) -> bytes:
    """Return the request that several servos answer in turn."""
    return Packet(BROADCAST, Code.SYNC_READ, bytes((address, size, *idents))).encoded()


def sync_write_packets(address: int, idents: Sequence[int], data: np.ndarray) -> list[bytes]:
    """Return the packets that write a block to each of several servos; more than one if they do not fit.

    Args:
        address: First address.
        idents: Ids.
        data: One block for each servo, shape (n, size), uint8.
    """
    size = data.shape[1]
    each = max(1, (MAX_LENGTH - 4) // (size + 1))
    blocks = np.concatenate([np.asarray(idents, dtype=np.uint8)[:, None], data], axis=1)
    head = bytes((address, size))
    return [
        Packet(BROADCAST, Code.SYNC_WRITE, head + blocks[at : at + each].tobytes()).encoded()
        for at in range(0, len(blocks), each)
    ]


# ----------------------------------------------------------------------------------------------------------------------
# Values of registers of the STS3215 and relatives
# ----------------------------------------------------------------------------------------------------------------------

FAULTS = ("voltage", "angle sensor", "temperature", "current", "angle", "overload")
# Value of both limits with which a servo has none, and turns several times [rad].
NO_LIMITS = -COUNTS // 2 * COUNT
# Value of torque_enable that sets the middle of the range to the present angle.
CENTRE_HERE = 128
FEETECH_SIZE = 96
# Baud rates by the value of baud_code [Hz].
BAUD_RATES = (1_000_000, 500_000, 250_000, 128_000, 115_200, 76_800, 57_600, 38_400)


# ----------------------------------------------------------------------------------------------------------------------
# Emulated FEETECH servos: answers to packets
# ----------------------------------------------------------------------------------------------------------------------

DEFAULTS = {
    "firmware_major": 3,
    "model": 777,  # STS3215
    "answer_level": 1,
    "lower_limit": -COUNTS // 2 * COUNT,
    "upper_limit": (COUNTS // 2 - 1) * COUNT,
    "largest_voltage": 14.0,
    "least_voltage": 4.0,
    "torque_limit": 1.0,
    "largest_torque": 1.0,
    "largest_temperature": 70,
    "lock": 1,
}


class FeetechServos:
    """Emulated FEETECH servos on one line.

    Args:
        idents: Ids; equal ids create servos that respond simultaneously.
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
        code = min(range(len(BAUD_RATES)), key=lambda i: abs(BAUD_RATES[i] - baud))
        defaults = DEFAULTS | {"return_delay": return_delay, "baud_code": code}
        self.bank = ServoBank(idents, FEETECH_TABLE, FEETECH_SIZE, plant, settings, defaults=defaults)
        self.parser, self.imu = Parser(), imu
        self._registered: dict[int, tuple[int, bytes]] = {}
        self._goal_blocks: dict[tuple[int, int], RegisterBlock | None] = {}

    @property
    def baud(self) -> float:
        """Baud rate that the first servo is set to [Hz]."""
        return float(BAUD_RATES[self.bank.code("baud_code")])

    def hear(self, data: bytes, whole: bool = False) -> list[Answer | None]:
        """Return the answers to bytes on the line, in order; None in place of a servo that does not answer.

        Args:
            data: The bytes.
            whole: True if the bytes are one undamaged packet.
        """
        packets = [Packet(data[2], data[4], data[5:-1])] if whole else self.parser.feed(data)
        return [answer for packet in packets for answer in self._answers(packet)]

    def _answers(self, packet: Packet) -> Iterator[Answer | None]:
        data, bank = packet.parameters, self.bank
        if self.imu is not None and packet.ident == self.imu.ident:
            yield self._of_imu(self.imu, packet)
            return
        match packet.code:
            case Code.SYNC_WRITE if len(data) > 2:
                self._write_several(data)
            case Code.SYNC_READ if len(data) > 2 and data[0] + data[1] <= FEETECH_SIZE:
                if (rows := bank.single_rows(data[2:])) is not None:
                    yield from self._in_turn(rows, data[0], data[1])
                    return
                for ident in data[2:]:
                    yield self._together([self._memory(i, data[0], data[1]) for i in bank.rows(ident)])
            case Code.WRITE | Code.REG_WRITE if data:
                rows = bank.living() if packet.ident == BROADCAST else bank.rows(packet.ident)
                answers = [self._write(i, data[0], data[1:], packet.code == Code.REG_WRITE) for i in rows]
                if packet.ident != BROADCAST:
                    yield self._together([answer for answer in answers if answer is not None])
            case Code.ACTION:
                waiting, self._registered = self._registered, {}
                for i, (address, content) in waiting.items():
                    self._store(i, address, content)
            case Code.READ if len(data) == 2 and data[0] + data[1] <= FEETECH_SIZE:
                yield self._together([self._memory(i, data[0], data[1]) for i in bank.rows(packet.ident)])
            case Code.PING if packet.ident == BROADCAST:  # each answers in turn
                for ident in sorted({int(ident) for ident in bank.idents[bank.living()]}):
                    yield self._together([self._memory(i, 0, 0) for i in bank.rows(ident)])
            case Code.PING:
                yield self._together([self._memory(i, 0, 0) for i in bank.rows(packet.ident)])

    @staticmethod
    def _of_imu(imu: EmulatedImu, packet: Packet) -> Answer | None:
        """Return the answer of the IMU: to PING and READ only."""
        data = packet.parameters
        if packet.code == Code.PING:
            return Answer(Packet(imu.ident, 0, b"").encoded(), 0.0)
        if packet.code == Code.READ and len(data) == 2 and (block := imu.read(data[0], data[1])) is not None:
            return Answer(Packet(imu.ident, 0, block).encoded(), 0.0)
        return None

    def _write_several(self, data: bytes) -> None:
        address, size = data[0], data[1]
        blocks = np.frombuffer(data[2:], np.uint8)
        blocks = blocks[: len(blocks) // (size + 1) * (size + 1)].reshape(-1, size + 1)
        rows = (
            self.bank.single_rows(blocks[:, 0].tobytes()) if _GOALS.issuperset(range(address, address + size)) else None
        )
        if rows is not None and self._accepted(address, blocks[:, 1:]):
            self.bank.write_goals(rows, address, blocks[:, 1:])
            return
        for at in range(2, len(data) - size, size + 1):
            for i in self.bank.rows(data[at]):
                self._store(i, address, data[at + 1 : at + 1 + size])

    def _accepted(self, address: int, blocks: np.ndarray) -> bool:
        """Return True if goals, shape (n, size), are complete registers whose values a servo accepts."""
        end = address + blocks.shape[1]
        if (address, end) not in self._goal_blocks:
            inside = [item for item in FEETECH_TABLE.values() if item.address < end and item.end > address]
            whole = bool(inside) and all(item.address >= address and item.end <= end for item in inside)
            self._goal_blocks[address, end] = RegisterBlock(inside) if whole else None
        asked = self._goal_blocks[address, end]
        return asked is not None and bool(asked.holds(blocks[:, asked.start - address :][:, : asked.size]).all())

    def _write(self, row: int, address: int, data: bytes, later: bool) -> Answer | None:
        """Store data, or register it for an ACTION; return the acknowledgement, which depends on the answer level."""
        answer = self._memory(row, 0, 0) if self.bank.present[row, self.bank.table["answer_level"].address] else None
        if later:
            self._registered[row] = (address, data)
        else:
            self._store(row, address, data)
        return answer

    def _store(self, row: int, address: int, data: bytes) -> None:
        """Store bytes; a register keeps its value if the new one is out of its range, for which an answer has no error bit."""
        memory, table = self.bank.memory[row], self.bank.table
        if address == table["torque_enable"].address and data[:1] == bytes((CENTRE_HERE,)):
            self.bank.centre(row)
            return
        locked = memory[table["lock"].address] == 1
        new = memory.copy()
        new[address : address + len(data)] = np.frombuffer(data, dtype=np.uint8)[: max(0, FEETECH_SIZE - address)]
        touched = [item for item in table.values() if item.address < address + len(data) and item.end > address]
        refused = [item for item in touched if not item.holds(new[None, item.address : item.end])[0]]
        kept = _MEASURED.union(*(range(item.address, item.end) for item in refused))
        for at, byte in enumerate(data, address):
            if at >= FEETECH_SIZE or at in kept:
                continue
            if at < table["torque_enable"].address:  # of the lasting memory, which keeps it only when unlocked
                if locked:
                    self.bank.unsaved.setdefault((row, at), int(memory[at]))
                else:
                    self.bank.unsaved.pop((row, at), None)
            memory[at] = byte

    def _memory(self, row: int, address: int, size: int) -> Answer:
        memory, table = self.bank.memory[row], self.bank.table
        ident, code = int(memory[table["id"].address]), int(self.bank.faults[row])
        delay = float(memory[table["return_delay"].address]) * table["return_delay"].scale
        return Answer(Packet(ident, code, memory[address : address + size].tobytes()).encoded(), delay)

    def _in_turn(self, rows: list[int], address: int, size: int) -> list[Answer | None]:
        memory, table, length = self.bank.present[rows], self.bank.table, size + 6
        packets = np.full((len(rows), length), 255, np.uint8)
        packets[:, 2], packets[:, 3] = memory[:, table["id"].address], size + 2
        packets[:, 4], packets[:, 5:-1] = self.bank.faults[rows], memory[:, address : address + size]
        packets[:, -1] = ~packets[:, 2:-1].sum(axis=1) & 255
        delays, data = memory[:, table["return_delay"].address] * table["return_delay"].scale, packets.tobytes()
        return [Answer(data[k * length : (k + 1) * length], delay) for k, delay in enumerate(delays.tolist())]

    @staticmethod
    def _together(answers: list[Answer]) -> Answer | None:
        """Return what arrives when several servos answer at once: a bit is low if one of them pulls it down."""
        if not answers:
            return None
        data = np.bitwise_and.reduce([np.frombuffer(answer.data, dtype=np.uint8) for answer in answers])
        return Answer(data.tobytes(), answers[0].delay)


# Addresses of goals, which a servo stores in any state.
_GOALS = frozenset(range(FEETECH_TABLE["acceleration"].address, FEETECH_TABLE["torque_limit"].end))
_MEASURED = frozenset(
    at for item in FEETECH_TABLE.values() if not item.writable for at in range(item.address, item.end)
)
