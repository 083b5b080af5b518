"""FEETECH servos of the STS and SMS series: packets, registers and bus."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import (
    BusStatistics,
    Register,
    RegisterBlock,
    Table,
    Transport,
    block,
    register,
    shared_id,
    writable,
    writable_block,
)

# ----------------------------------------------------------------------------------------------------------------------
# Packets of the FEETECH STS and SMS protocol
#
# A packet is FF FF, the id, the length, an instruction or the error bits of an answer, parameters and a checksum: the
# inverted sum of all bytes after the header. The length is the number of parameters plus two.
# ----------------------------------------------------------------------------------------------------------------------

# Id of a packet for all servos.
BROADCAST = 254
# Largest length byte.
MAX_LENGTH = 253


class Code(IntEnum):
    """Instruction of a packet."""

    PING = 1
    READ = 2
    WRITE = 3
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
# FEETECH STS and SMS servos (STS3215 and relatives): their registers (4096 counts per turn) and their bus
# ----------------------------------------------------------------------------------------------------------------------

COUNTS = 4096
COUNT = math.tau / COUNTS
CURRENT = 6.5e-3

FEETECH_TABLE: dict[str, Register] = {
    "firmware_major": Register(0, 1, permanent=True, writable=False),
    "firmware_minor": Register(1, 1, permanent=True, writable=False),
    "model": Register(3, 2, permanent=True, writable=False),
    "id": Register(5, 1, permanent=True),
    "baud_code": Register(6, 1, permanent=True),
    "return_delay": Register(7, 1, 2e-6, "s", permanent=True),
    "answer_level": Register(8, 1, permanent=True),
    "lower_limit": Register(9, 2, COUNT, "rad", COUNTS // 2, permanent=True),
    "upper_limit": Register(11, 2, COUNT, "rad", COUNTS // 2, permanent=True),
    "largest_temperature": Register(13, 1, 1.0, "degC", permanent=True),
    "largest_voltage": Register(14, 1, 0.1, "V", permanent=True),
    "least_voltage": Register(15, 1, 0.1, "V", permanent=True),
    "largest_torque": Register(16, 2, 1e-3, permanent=True),
    "unloading_condition": Register(19, 1, permanent=True),
    "alarm_condition": Register(20, 1, permanent=True),
    "proportional_gain": Register(21, 1, permanent=True),
    "derivative_gain": Register(22, 1, permanent=True),
    "integral_gain": Register(23, 1, permanent=True),
    "clockwise_dead_zone": Register(26, 1, COUNT, "rad", permanent=True),
    "counter_clockwise_dead_zone": Register(27, 1, COUNT, "rad", permanent=True),
    "protection_current": Register(28, 2, CURRENT, "A", permanent=True),
    "position_offset": Register(31, 2, COUNT, "rad", sign_bit=11, permanent=True),
    "mode": Register(33, 1, permanent=True),
    "protection_torque": Register(34, 1, 1e-2, permanent=True),
    "protection_time": Register(35, 1, 1e-2, "s", permanent=True),
    "overload_torque": Register(36, 1, 1e-2, permanent=True),
    "torque_enable": Register(40, 1),
    "acceleration": Register(41, 1, 100 * COUNT, "rad/s^2"),
    "goal_position": Register(42, 2, COUNT, "rad", COUNTS // 2, sign_bit=15),
    "goal_time": Register(44, 2, 1e-3, "s"),
    "goal_speed": Register(46, 2, COUNT, "rad/s", sign_bit=15),
    "torque_limit": Register(48, 2, 1e-3),
    "lock": Register(55, 1),
    "present_position": Register(56, 2, COUNT, "rad", COUNTS // 2, sign_bit=15, writable=False),
    "present_speed": Register(58, 2, COUNT, "rad/s", sign_bit=15, writable=False),
    "present_load": Register(60, 2, 1e-3, sign_bit=10, writable=False),
    "present_voltage": Register(62, 1, 0.1, "V", writable=False),
    "present_temperature": Register(63, 1, 1.0, "degC", writable=False),
    "status": Register(65, 1, writable=False),
    "moving": Register(66, 1, writable=False),
    "present_current": Register(69, 2, CURRENT, "A", sign_bit=15, writable=False),
}

FAULTS = ("voltage", "angle sensor", "temperature", "current", "angle", "overload")
# Value of torque_enable that sets the middle of the range to the present angle.
CENTRE_HERE = 128
FEETECH_SIZE = 96


# Bits per byte on the wire; bytes of an answer besides its data; pause of a servo before it answers [s].
BITS_PER_BYTE, ANSWER_OVERHEAD, TURNAROUND = 10, 6, 5e-5
# Timeouts of the successive attempts at an exchange with one servo, as multiples of the timeout of the bus.
PATIENCES = (1.0, 2.0, 8.0)
MAX_ID = 253


class FeetechBus:
    """Servos of the FEETECH STS and SMS series on one line.

    Args:
        transport: Line to the servos, with its clock.
        patience: Timeout for a response [s]. It must exceed the delay of the USB adapter.
    """

    table = FEETECH_TABLE
    fault_names = FAULTS
    feedback = ("present_position", "present_speed", "present_load")
    health = ("present_voltage", "present_temperature", "status", "present_current")
    goal = ("goal_position", "goal_time", "goal_speed")

    def __init__(self, transport: Transport, patience: float = 4e-3) -> None:
        self.transport, self.patience = transport, patience
        self.clock = transport.clock
        self.statistics = BusStatistics()
        self.faults: dict[int, int] = {}
        self._parser = Parser()
        # until a driver sets it
        self._delay = 5e-4
        self._blocks: dict[Any, RegisterBlock] = {}
        # advances emulated servos to the present time
        self.settle: Callable[[], None] = getattr(transport, "settle", lambda: None)

    # ---- one servo -------------------------------------------------------------------------------------------------
    def ping(self, ident: int) -> int:
        """Return the model number; see `Bus`."""
        self._exchange(Packet(checked_id(ident), Code.PING))
        self.read(ident, "present_position")  # differs between two servos with the same id and model
        return round(self.read(ident, "model"))

    def scan(self, idents: Iterable[int] = range(MAX_ID + 1)) -> dict[int, int]:
        """Return the servos that answer; see `Bus`."""
        wanted, servos = list(idents), dict[int, int]()
        for _ in range(2):  # a single packet can be lost
            for ident in wanted:
                if ident not in servos and self._request(Packet(checked_id(ident), Code.PING)) is not None:
                    with suppress(HardwareError):  # damaged answers are counted
                        servos[ident] = round(self.read(ident, "model"))
        return {ident: servos[ident] for ident in wanted if ident in servos}

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register; see `Bus`."""
        item = register(self.table, name)
        answer = self._exchange(Packet(checked_id(ident), Code.READ, bytes((item.address, item.size))), item.size)
        return float(item.decode(np.frombuffer(answer.parameters, dtype=np.uint8)[None])[0])

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register; see `Bus`."""
        item = writable(self.table, name)
        packet = Packet(
            checked_id(ident), Code.WRITE, bytes((item.address,)) + item.encode(np.array([value])).tobytes()
        )
        if not item.permanent:
            self._exchange(packet)
            return
        with self._unlocked(ident):
            self._exchange(packet)
        if name == "return_delay":
            self._delay = max(self._delay, value)

    def write_all(self, name: str, value: float) -> None:
        """Write a register of all servos; see `Bus`."""
        item = writable(self.table, name)
        data = bytes((item.address,)) + item.encode(np.array([value])).tobytes()
        self._send(Packet(BROADCAST, Code.WRITE, data).encoded())

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo; see `Bus`."""
        checked_id(new)
        if new != old and self._request(Packet(new, Code.PING)) is not None:
            raise HardwareError(f"id {new} is in use by another servo; choose a free id, or disconnect that servo")
        self._exchange(Packet(checked_id(old), Code.PING))
        self.write(old, "lock", 0)
        item = self.table["id"]
        self._ask(Packet(old, Code.WRITE, bytes((item.address, new))).encoded(), (old, new), 0, n=1)
        self.write(new, "lock", 1)

    def centre(self, ident: int) -> None:
        """Set the middle of the range to the present angle; see `Bus`."""
        self.write(ident, "torque_enable", CENTRE_HERE)

    # ---- several servos --------------------------------------------------------------------------------------------
    def sync_read(self, idents: Sequence[int], names: Sequence[str]) -> FloatArray:
        """Return registers of several servos; see `Bus`."""
        asked = self._block(tuple(names), block)
        answers = self._ask(sync_read_packet(asked.start, asked.size, idents), idents, asked.size)
        if len(answers) == len(idents):
            data = np.frombuffer(b"".join([answers[ident] for ident in idents]), dtype=np.uint8)
            return asked.decode(data.reshape(-1, asked.size))
        out = np.full((len(idents), len(names)), np.nan)
        rows = [i for i, ident in enumerate(idents) if ident in answers]
        for ident in idents:
            if ident not in answers:
                self.statistics.miss(ident)
        if rows:
            data = np.frombuffer(b"".join(answers[idents[i]] for i in rows), dtype=np.uint8)
            out[rows] = asked.decode(data.reshape(len(rows), asked.size))
        return out

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos; see `Bus`."""
        written = self._block(tuple(names), writable_block)
        for packet in sync_write_packets(written.start, idents, written.encode(values)):
            self._send(packet)

    def _block(self, names: tuple[str, ...], make: Callable[[Table, Sequence[str]], RegisterBlock]) -> RegisterBlock:
        """Return the block of some registers, made when it is first needed."""
        if (found := self._blocks.get((names, make))) is None:
            found = self._blocks[names, make] = make(self.table, names)
        return found

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the duration of a synchronous read or write; see `Bus`."""
        size = self._block(tuple(names), block).size
        if write:
            return (8 + n_servos * (1 + size)) * BITS_PER_BYTE / self.transport.baud
        request = (8 + n_servos) * BITS_PER_BYTE / self.transport.baud
        return request + n_servos * ((ANSWER_OVERHEAD + size) * BITS_PER_BYTE / self.transport.baud + TURNAROUND)

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device; see `Bus`."""
        answer = self._request(Packet(checked_id(ident), Code.READ, bytes((start, size))), size)
        if answer is None:
            self.statistics.miss(ident)
        return None if answer is None else answer.parameters

    def block_time(self, size: int) -> float:
        """Return the duration of `read_block`; see `Bus`."""
        return (8 + ANSWER_OVERHEAD + size) * BITS_PER_BYTE / self.transport.baud + TURNAROUND

    def expect_return_delay(self, delay: float) -> None:
        """Set the largest return delay of the servos, which determines how long answers are awaited [s]."""
        self._delay = delay

    def close(self) -> None:
        """Release the port."""
        self.transport.close()

    # ---- packets ---------------------------------------------------------------------------------------------------
    @contextmanager
    def _unlocked(self, ident: int) -> Iterator[None]:
        """Context in which the permanent registers of a servo can be written."""
        self._exchange(Packet(ident, Code.WRITE, bytes((self.table["lock"].address, 0))))
        try:
            yield
        finally:
            self._exchange(Packet(ident, Code.WRITE, bytes((self.table["lock"].address, 1))))

    def _send(self, data: bytes) -> None:
        self.statistics.sent += 1
        self.transport.write(data)

    def _exchange(self, packet: Packet, size: int = 0) -> Packet:
        """Send a request to one servo and return its response; retry after a timeout.

        Raises:
            HardwareError: if it does not answer.
        """
        damaged = self.statistics.damaged.get(packet.ident, 0)
        for patience in PATIENCES:
            answer = self._request(packet, size, patience)
            if answer is not None:
                return answer
            self.statistics.miss(packet.ident)
        if self.statistics.damaged.get(packet.ident, 0) - damaged >= len(PATIENCES):
            raise HardwareError(shared_id(packet.ident))
        raise HardwareError(
            f"no answer from servo {packet.ident}; check its power, its id and the baud rate: snakelab bus scan lists the "
            "servos that answer"
        )

    def _request(self, packet: Packet, size: int = 0, patience: float = 1.0) -> Packet | None:
        """Send a request to one servo and return its answer; None if none comes."""
        bad = self.statistics.bad
        answers = self._ask(packet.encoded(), (packet.ident,), size, patience)
        data = answers.get(packet.ident)
        if data is not None:
            self.statistics.damaged.pop(packet.ident, None)
        elif self.statistics.bad > bad:
            self.statistics.damage(packet.ident)
        return None if data is None else Packet(packet.ident, self.faults.get(packet.ident, 0), data)

    def _ask(
        self, request: bytes, idents: Sequence[int], size: int, patience: float = 1.0, n: int | None = None
    ) -> dict[int, bytes]:
        """Send a request, and return the data of the answers, which arrive in sequence, so that a pause ends the wait.

        Args:
            request: The packet.
            idents: Ids of the expected answers.
            size: Number of data bytes of each answer.
            patience: Multiple of the patience of the bus [-].
            n: Number of answers; None for one of each id.
        """
        n, length = len(idents) if n is None else n, ANSWER_OVERHEAD + size
        each = length * BITS_PER_BYTE / self.transport.baud + TURNAROUND + self._delay
        silence = patience * self.patience
        self._parser.reset()
        self.statistics.sent += 1
        self.transport.write(request)
        end = self.clock.now() + n * each + silence
        wanted = n * length
        data = self.transport.collect(wanted, each, silence, end)
        if len(data) == wanted and (answers := self._sequence(idents, length, data)):
            return answers
        answers, before = {}, self._parser.bad
        while True:
            for packet in self._parser.feed(data):
                if packet.ident in idents and len(packet.parameters) == size and packet.ident not in answers:
                    answers[packet.ident], self.faults[packet.ident] = packet.parameters, packet.code
                    self.statistics.received += 1
                else:
                    self.statistics.bad += 1
            if len(answers) >= n or len(data) < wanted or self.clock.now() >= end:
                break
            wanted = max(1, (n - len(answers)) * length - self._parser.pending)
            data = self.transport.collect(wanted, each, silence, end)
        self.statistics.bad += self._parser.bad - before
        return answers

    def _sequence(self, idents: Sequence[int], length: int, data: bytes) -> dict[int, bytes]:
        """Return the data of complete answers of equal length in the order of the ids; empty for any other bytes."""
        packets = np.frombuffer(data, dtype=np.uint8).reshape(-1, length)
        whole = (packets[:, :2] == 255).all() and (packets[:, 3] == length - 4).all()
        if not whole or packets[:, 2].tolist() != list(idents) or not (packets[:, 2:].sum(axis=1) & 255 == 255).all():
            return {}
        self.faults.update(zip(idents, packets[:, 4].tolist(), strict=True))
        self.statistics.received += len(packets)
        return {
            ident: data[at + 5 : at + length - 1] for ident, at in zip(idents, range(0, len(data), length), strict=True)
        }


def checked_id(ident: object) -> int:
    """Return an id of one servo.

    Raises:
        HardwareError: if it is not an id.
    """
    if isinstance(ident, bool) or not isinstance(ident, int) or not 0 <= ident <= MAX_ID:
        raise HardwareError(f"a servo id must be a whole number from 0 to {MAX_ID}, got {ident!r}")
    return ident
