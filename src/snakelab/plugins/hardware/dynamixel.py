"""Bus of Dynamixel servos of the X series, protocol 2: requests, answers, and timeouts on one line."""

from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.dynamixel_protocol import (
    ALERT,
    BAUD_RATES,
    DAMAGED,
    FAULTS,
    LARGEST_OFFSET,
    PING_SIZE,
    REFUSALS,
    STATUS_OVERHEAD,
    Instruction,
    Status,
    StatusParser,
    encoded,
)
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
from snakelab.plugins.hardware.servo_registers import DYNAMIXEL_TABLE, block, register, writable, writable_block

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
