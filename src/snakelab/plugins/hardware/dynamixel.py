"""Dynamixel X-series servos, protocol 2: packets, registers (4096 counts per turn) and bus."""

import math
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.serial_exchanges import (
    BITS_PER_BYTE,
    BROADCAST,
    LONGEST_PATIENCE,
    PATIENCES,
    TURNAROUND,
    DueAnswers,
    Transport,
    check_alone,
    check_centred,
    check_changed_id,
    check_limit,
    check_new_id,
    check_own_command,
    checked_id,
    no_answer,
    other_baud,
)
from snakelab.plugins.hardware.servo_bus import BusStatistics, shared_id
from snakelab.plugins.hardware.servo_registers import Register, block, register, writable, writable_block

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
# Largest length of a packet that is expected, the request to 253 servos included [bytes].
LONGEST = 1100
# Bits of the error byte: a hardware fault, and the number of the error.
ALERT, NUMBER = 128, 127


class Instruction(IntEnum):
    """Instruction of a packet."""

    PING = 1
    READ = 2
    WRITE = 3
    STATUS = 0x55
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83


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
# Registers of the X series, and their bus
# ----------------------------------------------------------------------------------------------------------------------

COUNTS = 4096
COUNT = math.tau / COUNTS
SPEED = 0.229 * math.tau / 60
# Largest speed limit [counts] (of the XL330), and largest goal of the extended mode [counts] (256 turns).
FASTEST, TURNS = 2047, 1_048_575
# Largest position offset in the position mode of one turn [rad]; the servo stores a larger one, and ignores it.
LARGEST_OFFSET = 1024 * COUNT

# Ranges are those of the control tables in the e-manual of ROBOTIS, for all models of the X series: 3.1 V is the lowest
# voltage limit of the XL330, and 30 V the highest of the XH540-V. Within these, a servo refuses what its model has not.
DYNAMIXEL_TABLE: dict[str, Register] = {
    "model": Register(0, 2, permanent=True, writable=False),
    "firmware": Register(6, 1, permanent=True, writable=False),
    "id": Register(7, 1, permanent=True, counts=(0, 252)),
    "baud_code": Register(8, 1, permanent=True, counts=(0, 7)),
    "return_delay": Register(9, 1, 2e-6, "s", permanent=True, counts=(0, 254)),
    "mode": Register(11, 1, permanent=True, choices=(0, 1, 3, 4, 5, 16)),
    "position_offset": Register(
        20, 4, COUNT, "rad", two_complement=True, permanent=True, counts=(-1_044_479, 1_044_479)
    ),
    "largest_temperature": Register(31, 1, 1.0, "degC", permanent=True, counts=(0, 100)),
    "largest_voltage": Register(32, 2, 0.1, "V", permanent=True, counts=(31, 300)),
    "least_voltage": Register(34, 2, 0.1, "V", permanent=True, counts=(31, 300)),
    "velocity_limit": Register(44, 4, SPEED, "rad/s", permanent=True, counts=(0, FASTEST)),
    "upper_limit": Register(48, 4, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4095)),
    "lower_limit": Register(52, 4, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4095)),
    "torque_enable": Register(64, 1, counts=(0, 1)),
    "answer_level": Register(68, 1, counts=(0, 2)),
    "status": Register(70, 1, writable=False),
    "bus_watchdog": Register(98, 1, 0.02, "s", counts=(0, 127)),
    "goal_velocity": Register(104, 4, SPEED, "rad/s", two_complement=True, counts=(-FASTEST, FASTEST)),
    "goal_speed": Register(112, 4, SPEED, "rad/s", counts=(0, 32_767)),
    "goal_position": Register(116, 4, COUNT, "rad", COUNTS // 2, two_complement=True, counts=(-TURNS, TURNS)),
    "moving": Register(122, 1, writable=False),
    "present_load": Register(126, 2, 1e-3, two_complement=True, writable=False),
    "present_speed": Register(128, 4, SPEED, "rad/s", two_complement=True, writable=False),
    "present_position": Register(132, 4, COUNT, "rad", COUNTS // 2, two_complement=True, writable=False),
    "present_voltage": Register(144, 2, 0.1, "V", writable=False),
    "present_temperature": Register(146, 1, 1.0, "degC", writable=False),
}

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
# Servos without an answer in one read, after which the others are not waited for.
MOST_SILENT = 3


class DynamixelBus:
    """Servos of the Dynamixel X series on one line.

    In a synchronous read each servo waits for the answer of the one before it: servos after one that does not respond are
    asked again without it, and a driver omits one that does not respond.

    Answers carry no number of their request: as long as an answer may still arrive, the next reads of this servo ask for a
    different number of bytes, so that a late answer is not taken for that to a later request. Late answers also raise the
    timeout. An answer that states an error has no data, and is never taken for a value.

    Args:
        transport: Line to the servos, with its clock.
        patience: Timeout for a response [s].
    """

    table = DYNAMIXEL_TABLE
    last_id = 252
    fault_names = FAULTS
    feedback = ("present_position", "present_speed", "present_load")
    health = ("torque_enable", "status", "present_voltage", "present_temperature")
    configuration = ("model", "firmware", "largest_voltage", "least_voltage", "upper_limit", "lower_limit", "mode")
    condition = (
        "torque_enable", "answer_level", "status", "goal_position", "present_position", "present_voltage",
        "present_temperature",
    )  # fmt: skip
    goal = ("goal_speed", "goal_position")
    position_modes, limited_modes = (3, 4, 5), (3,)

    def __init__(self, transport: Transport, patience: float = 4e-3) -> None:
        self.transport, self.patience, self.clock = transport, patience, transport.clock
        self.statistics = BusStatistics()
        self.faults: dict[int, int] = {}
        # until a driver sets it
        self._delay = 5e-4
        self._due = DueAnswers(self.clock, self.statistics)
        self._unacknowledged = set[int]()
        self._late_refusals: dict[int, int] = {}  # by id, of a write whose answer has come late
        self._answered: tuple[Container[int], int] = (), 0  # ids and size of the last answers
        self._parser = StatusParser()
        # advances emulated servos to the present time
        self.settle: Callable[[], None] = getattr(transport, "settle", lambda: None)

    @property
    def file(self) -> int | None:
        """File descriptor of the line; see `Bus`."""
        return self.transport.file

    # ---- one servo -------------------------------------------------------------------------------------------------
    def ping(self, ident: int) -> int:
        """Return the model number; see `Bus`."""
        return self._model(self._exchange(checked_id(ident), Instruction.PING, b"", PING_SIZE))

    def scan(self, idents: Iterable[int] = range(253)) -> dict[int, int]:
        """Return the servos that answer; see `Bus`."""
        wanted, servos = list(idents), dict[int, int]()
        for ident in wanted * 2:  # a single packet can be lost
            if ident not in servos and (answer := self._request(checked_id(ident), Instruction.PING, b"", PING_SIZE)):
                servos[ident] = self._model(answer)
        for ident in [one for one in servos if self.statistics.doubled.get(one)]:
            with suppress(HardwareError):  # it is counted
                check_alone(self, ident)
        return {ident: servos[ident] for ident in wanted if ident in servos}

    def _answers(self, ident: int) -> bool:
        return ident in self.scan((ident,))

    @staticmethod
    def _model(answer: Status) -> int:
        return int.from_bytes(answer.parameters[:2], "little")

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register; see `Bus`."""
        return self._value(self._stored(checked_id(ident), name), name)

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register, and read it back; a permanent one needs the torque off; see `Bus`."""
        item = writable(self.table, name)
        check_own_command(name)
        item.check(name, value)
        if name in ("lower_limit", "upper_limit"):
            check_limit(self, checked_id(ident), name, value)
        elif (
            name == "position_offset" and abs(value) > LARGEST_OFFSET and self.read(ident, "mode") in self.limited_modes
        ):
            raise HardwareError(
                f"position_offset of servo {ident} must be within {LARGEST_OFFSET:.5g} rad in a mode of one turn, got {value:g}; "
                "the servo ignores others"
            )
        data = item.encode(np.array([value]))[0].tobytes()
        self._write(checked_id(ident), name, data)
        if (stored := self._stored(ident, name)) != data:
            kept = self._value(stored, name)
            raise HardwareError(f"servo {ident} does not store {name} = {value:g}: it keeps {kept:g}")

    def _stored(self, ident: int, name: str) -> bytes:
        """Return the bytes of a register.

        Raises:
            HardwareError: if there is no such register, or the servo does not answer or refuses.
        """
        item = register(self.table, name)
        answer = self._exchange(ident, Instruction.READ, _words(item.address, item.size), item.size)
        if answer.number:
            raise HardwareError(f"servo {ident} refuses to read {name}: {_refusal(answer.number)}")
        return answer.parameters

    def _value(self, data: bytes, name: str) -> float:
        return float(self.table[name].decode(np.frombuffer(data, dtype=np.uint8)[None])[0])

    def _write(self, ident: int, name: str, data: bytes) -> None:
        """Write the bytes of a register; a servo with answer level 0 or 1 does not acknowledge it.

        Raises:
            HardwareError: if the servo refuses the value.
        """
        parameters = self.table[name].address.to_bytes(2, "little") + data
        if ident in self._unacknowledged:
            self._send(encoded(ident, Instruction.WRITE, parameters))
            return
        self._late_refusals.pop(ident, None)
        answer = self._request(ident, Instruction.WRITE, parameters, 0)
        if answer is None:
            if self.read(ident, "answer_level") < 2:
                self._unacknowledged.add(ident)
            # answers arrive in order: a late one to the write has come before that to the read
            number = self._late_refusals.pop(ident, 0)
        else:
            number = answer.number
        if number and number != DAMAGED:  # else what it has stored is read back
            raise HardwareError(f"servo {ident} refuses {name}: {_refusal(number)}")

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo; see `Bus`."""
        check_new_id(self._answers, old, new, self.last_id)
        check_alone(self, old)
        self.write(old, "torque_enable", 0)
        # its acknowledgement may have either id
        parameters = self.table["id"].address.to_bytes(2, "little") + bytes((new,))
        self._ask(encoded(old, Instruction.WRITE, parameters), (old, new), None, 0, n=1)
        check_changed_id(self, self._answers, old, new)

    def change_baud(self, ident: int, baud: int) -> None:
        """Change the baud rate of a servo; see `Bus`."""
        if baud not in BAUD_RATES:
            raise HardwareError(f"Dynamixel servos have no {baud} baud; allowed: {', '.join(map(str, BAUD_RATES))}")
        check_alone(self, checked_id(ident))
        self.write(ident, "torque_enable", 0)
        code = bytes((BAUD_RATES.index(baud),))
        parameters = self.table["baud_code"].address.to_bytes(2, "little") + code
        self._send(encoded(ident, Instruction.WRITE, parameters))  # its answer may have either baud rate
        with other_baud(self.transport, ident, baud):
            self.ping(ident)

    def centre(self, ident: int) -> None:
        """Set the middle of the range to the present angle; see `Bus`."""
        check_alone(self, checked_id(ident))
        self.write(ident, "torque_enable", 0)
        offset = self.read(ident, "position_offset") - self.read(ident, "present_position")
        self.write(ident, "position_offset", offset)
        check_centred(self, ident)

    # ---- several servos --------------------------------------------------------------------------------------------
    def sync_read(self, idents: Sequence[int], names: Sequence[str], patience: float = 1.0) -> FloatArray:
        """Return registers of several servos; see `Bus`."""
        asked, found, left, n_silent = block(self.table, names), dict[int, bytes](), list(idents), 0
        while left and n_silent < MOST_SILENT:
            size = self._due.distinct_size(left, asked.size, PING_SIZE)
            request = encoded(BROADCAST, Instruction.SYNC_READ, _words(asked.start, size) + bytes(left))
            answers = self._ask(request, left, asked.start, size, patience)
            found |= {ident: answer.parameters[: asked.size] for ident, answer in answers.items() if not answer.number}
            silent = next((i for i, ident in enumerate(left) if ident not in found), None)
            if silent is None:
                break
            n_silent += 1
            left = [ident for ident in left[silent + 1 :] if ident not in found]
        out = asked.of_servos(asked.size, idents, found, self.statistics.miss)
        if "status" in names:
            faults = out[:, list(names).index("status")].tolist()
            self.faults |= {ident: int(bits) for ident, bits in zip(idents, faults, strict=True) if ident in found}
        return out

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos; see `Bus`."""
        written = writable_block(self.table, names)
        blocks = np.concatenate([np.asarray(idents, dtype=np.uint8)[:, None], written.encode(values)], axis=1)
        self._send(encoded(BROADCAST, Instruction.SYNC_WRITE, _words(written.start, written.size) + blocks.tobytes()))

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the duration of a synchronous read or write; see `Bus`."""
        size, each = block(self.table, names).size, BITS_PER_BYTE / self.transport.baud
        if write:  # a packet has 14 bytes besides the data
            return (14 + n_servos * (1 + size)) * each
        return (14 + n_servos) * each + n_servos * ((STATUS_OVERHEAD + size) * each + TURNAROUND)

    def switch_off_packets(self, idents: Sequence[int]) -> bytes:
        """Return the packet that switches the torque off; see `Bus`."""
        item = self.table["torque_enable"]
        blocks = b"".join(bytes((ident, 0)) for ident in idents)
        return encoded(BROADCAST, Instruction.SYNC_WRITE, _words(item.address, item.size) + blocks)

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device; see `Bus`."""
        answer = self._request(checked_id(ident), Instruction.READ, _words(start, size), size)
        if answer is None or answer.number:
            self.statistics.miss(ident)
            return None
        return answer.parameters

    def block_time(self, size: int) -> float:
        """Return the duration of `read_block`; see `Bus`."""
        return (14 + STATUS_OVERHEAD + size) * BITS_PER_BYTE / self.transport.baud + TURNAROUND

    def expect_return_delay(self, delay: float) -> None:
        """Set the largest return delay of the servos, which determines how long answers are awaited [s]."""
        self._delay = delay

    def close(self) -> None:
        """Release the port."""
        self.transport.close()

    # ---- requests and answers --------------------------------------------------------------------------------------
    def _exchange(self, ident: int, instruction: Instruction, parameters: bytes, size: int) -> Status:
        """Return the answer to a request to one servo; try again if it does not answer, or the request arrived damaged.

        Raises:
            HardwareError: if it does not answer.
        """
        damaged, refused = self.statistics.damaged.get(ident, 0), None
        for patience in (*PATIENCES, 0.0):  # the last one lasts as long as any late answer
            answer = self._request(
                ident, instruction, parameters, size, patience or max(1.0, LONGEST_PATIENCE / self.patience)
            )
            if answer is not None and self.statistics.answers_twice(ident):
                raise HardwareError(shared_id(ident))
            if answer is not None and answer.number != DAMAGED:
                return answer
            refused = answer or refused
            self.statistics.miss(ident)
        if refused is not None:
            return refused
        raise no_answer(ident, self.statistics, damaged)

    def _request(
        self, ident: int, instruction: Instruction, parameters: bytes, size: int, patience: float = 1.0
    ) -> Status | None:
        """Return the answer to a request to one servo; None if none comes.

        Args:
            ident: Id.
            instruction: Instruction.
            parameters: Its parameters.
            size: Number of data bytes of the answer [-].
            patience: Multiple of the patience of the bus [-].
        """
        asked, start = size, None
        if instruction == Instruction.READ:
            start = int.from_bytes(parameters[:2], "little")
            size = self._due.distinct_size((ident,), size, PING_SIZE)
            parameters = _words(start, size)
        bad = self.statistics.bad
        answer = self._ask(encoded(ident, instruction, parameters), (ident,), start, size, patience).get(ident)
        if answer is not None:
            self.statistics.damaged.pop(ident, None)
            return Status(ident, answer.error, answer.parameters[:asked])
        if self.statistics.bad > bad:
            self.statistics.damage(ident)
        return None

    def _ask(
        self,
        request: bytes,
        idents: Sequence[int],
        start: int | None,
        size: int,
        patience: float = 1.0,
        n: int | None = None,
    ) -> dict[int, Status]:
        """Send a request, and return the answers, which arrive in sequence, so that a pause ends the wait.

        Args:
            request: The packet.
            idents: Ids of the expected answers.
            start: First address of the data; None for answers to other requests than reads.
            size: Number of data bytes of each answer.
            patience: Multiple of the patience of the bus [-].
            n: Number of answers; None for one of each id.
        """
        for answer in self._parser.feed(self.transport.waiting()) + self._parser.finish():
            self._discard(answer)
        n, length, answers = len(idents) if n is None else n, STATUS_OVERHEAD + size, dict[int, Status]()
        each = length * BITS_PER_BYTE / self.transport.baud + TURNAROUND + self._delay
        silence = patience * self.patience
        self._send(request)
        sent, paused = self.clock.now(), False
        end = sent + n * (each + silence)
        while len(answers) < n and self.clock.now() < end:
            wanted = max(1, (n - len(answers)) * length - self._parser.pending)
            data = self.transport.collect(wanted, each, silence, end)
            for answer in self._parser.feed(data):
                self._sort(answer, answers, idents, size)
            if len(data) < wanted and len(answers) < n:  # a pause; the rest of a packet is awaited once more
                if paused or not self._parser.pending:
                    break
                paused = True
        if len(answers) < n:
            for answer in self._parser.finish():
                self._sort(answer, answers, idents, size)
            self._due.expect(idents, answers, start, size, sent, n)
        self.statistics.bad, self._parser.bad = self.statistics.bad + self._parser.bad, 0
        self._answered = answers, size
        return answers

    def _send(self, packet: bytes) -> None:
        self.statistics.sent += 1
        self.transport.write(packet)

    def _sort(self, answer: Status, answers: dict[int, Status], idents: Sequence[int], size: int) -> None:
        """Add an answer to those of a request if it belongs to it, by id, length and order; one with an error has no data.

        One without data belongs to an earlier write if that still waits for its answer.
        """
        ident, n = answer.ident, len(answer.parameters)
        refusal = n == 0 and answer.number > 0
        if ident in idents and (n == size or refusal) and not (n == 0 and self._due.waits(ident, 0)):
            if ident in answers:
                self.statistics.double(ident)
            # servos answer in the order of their ids: what came before its turn, or twice, was not from that servo
            for other in idents[idents.index(ident) :]:
                self.statistics.bad += answers.pop(other, None) is not None
            answers[ident] = answer
            if not answer.error & ALERT:
                self.faults[ident] = 0
            self.statistics.received += 1
        else:
            self._discard(answer)

    def _discard(self, answer: Status) -> None:
        """Count a late answer, and raise the patience to its delay, or count an answer to no request."""
        if (found := self._due.take(answer.ident, len(answer.parameters))) is not None:
            self.patience = max(self.patience, found[1])
            if answer.number:
                self._late_refusals[answer.ident] = answer.number
            return
        self.statistics.bad += 1
        answered, size = self._answered
        if answer.ident in answered and len(answer.parameters) == size:
            self.statistics.double(answer.ident)


def _words(*values: int) -> bytes:
    return b"".join(value.to_bytes(2, "little") for value in values)


def _refusal(number: int) -> str:
    return REFUSALS.get(number, f"error {number}")
