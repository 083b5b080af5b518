"""Bus of FEETECH servos of the STS and SMS series: requests, answers, and timeouts on one line."""

import math
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.feetech_protocol import (
    BAUD_RATES,
    CENTRE_HERE,
    FAULTS,
    MAX_LENGTH,
    NO_LIMITS,
    Code,
    Packet,
    Parser,
    sync_read_packet,
    sync_write_packets,
)
from snakelab.plugins.hardware.serial_exchanges import (
    BITS_PER_BYTE,
    LONGEST_DELAY,
    LONGEST_PATIENCE,
    PATIENCES,
    TURNAROUND,
    DueAnswers,
    Request,
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
from snakelab.plugins.hardware.servo_registers import (
    COUNT,
    FEETECH_TABLE,
    MAX_ID,
    Register,
    RegisterBlock,
    Table,
    block,
    register,
    writable,
    writable_block,
)

# Bytes of an answer besides its data.
ANSWER_OVERHEAD = 6
# Requests without any byte in return after which the adapter counts as one without an echo.
SILENT_PROBES = 3


class FeetechBus:
    """Servos of the FEETECH STS and SMS series on one line.

    Answers carry no number of their request. A late answer could therefore be taken for that to a later request of the same
    servo: received bytes are discarded before a request, and as long as an answer may still arrive, the next reads of this
    servo ask for a different number of bytes. Late answers also show that the timeout is too short, which is then raised. An
    adapter that returns all sent bytes is recognised, and its echo is removed.

    Args:
        transport: Line to the servos, with its clock.
        patience: Timeout for a response [s]. It must exceed the delay of the USB adapter.

    Attributes:
        echo: True if the adapter returns the sent bytes; None while this is not known.
    """

    table = FEETECH_TABLE
    last_id = MAX_ID
    fault_names = FAULTS
    feedback = ("present_position", "present_speed", "present_load")
    health = ("torque_enable", "present_voltage", "present_temperature", "status", "present_current")
    configuration = (
        "firmware_major", "firmware_minor", "byte_order", "model", "answer_level", "lower_limit", "upper_limit",
        "largest_voltage", "least_voltage", "mode",
    )  # fmt: skip
    condition = (
        "torque_enable", "goal_position", "present_position", "present_voltage", "present_temperature", "status",
    )  # fmt: skip
    goal = ("goal_position", "goal_time", "goal_speed")
    position_modes = limited_modes = (0,)

    def __init__(self, transport: Transport, patience: float = 4e-3) -> None:
        self.transport, self.patience = transport, patience
        self.clock = transport.clock
        self.statistics = BusStatistics()
        self.faults: dict[int, int] = {}
        self.echo: bool | None = None
        self._parser = Parser()
        # until a driver sets it
        self._delay = 5e-4
        self._blocks: dict[Any, RegisterBlock] = {}
        self._due = DueAnswers(self.clock, self.statistics)
        self._ahead, self._rest, self._probes, self._counted = b"", b"", 0, 0
        self._answered: tuple[Container[int], int] = (), 0  # ids and size of the last answers
        self._unlike = deque[bytes](maxlen=8)  # last requests that no answer equals
        self._least, self._delays = patience, deque[float](maxlen=5)
        self._unacknowledged = set[int]()
        # advances emulated servos to the present time
        self.settle: Callable[[], None] = getattr(transport, "settle", lambda: None)

    @property
    def file(self) -> int | None:
        """File descriptor of the line; see `Bus`."""
        return self.transport.file

    # ---- one servo -------------------------------------------------------------------------------------------------
    def ping(self, ident: int) -> int:
        """Return the model number; see `Bus`."""
        self._exchange(Packet(checked_id(ident), Code.PING))
        self.read(ident, "present_position")  # differs between two servos with the same id and model
        return self._model(ident)

    def scan(self, idents: Iterable[int] = range(MAX_ID + 1)) -> dict[int, int]:
        """Return the servos that answer; see `Bus`."""
        wanted, servos = list(idents), dict[int, int]()
        for _ in range(2):  # a single packet can be lost
            for ident in wanted:
                if ident not in servos and self._request(Packet(checked_id(ident), Code.PING)) is not None:
                    with suppress(HardwareError):  # damaged answers are counted
                        servos[ident] = self._model(ident)
        return {ident: servos[ident] for ident in wanted if ident in servos}

    def _answers(self, ident: int) -> bool:
        return self._request(Packet(ident, Code.PING)) is not None

    def _model(self, ident: int) -> int:
        """Return the model number, read with the byte before it: no echo is then equal to the answer."""
        start = self.table["byte_order"].address
        return int.from_bytes(self._exchange(Packet(ident, Code.READ, bytes((start, 3)))).parameters[1:], "little")

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register; see `Bus`."""
        item = register(self.table, name)
        return float(item.decode(np.frombuffer(self._stored(ident, item), dtype=np.uint8)[None])[0])

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register, and read it back; see `Bus`."""
        item = writable(self.table, name)
        check_own_command(name)
        item.check(name, value)
        self._check_motion(checked_id(ident), name, value)
        if not item.permanent:
            self._store(checked_id(ident), name, value)
            return
        with self._unlocked(ident):
            self._store(ident, name, value)
        if name == "return_delay":
            self._delay = max(self._delay, value)

    def _check_motion(self, ident: int, name: str, value: float) -> None:
        """Check a value that determines where a servo moves.

        Raises:
            HardwareError: for a goal beyond the limits of the servo, which would move to the limit and state the goal; and
                for limits of which the lower one is not the smaller.
        """
        if name in ("lower_limit", "upper_limit"):
            check_limit(self, ident, name, value, NO_LIMITS)
        elif name == "goal_position" and self.read(ident, "mode") in self.limited_modes:
            low, high = self.read(ident, "lower_limit"), self.read(ident, "upper_limit")
            if low < high and not low - COUNT < value < high + COUNT:
                raise HardwareError(
                    f"goal_position must be within the limits of servo {ident}, {low:.6g} to {high:.6g} rad, got {value:g}"
                )

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo; see `Bus`."""
        check_new_id(self._answers, old, new, self.last_id)
        check_alone(self, checked_id(old))
        self._store(old, "lock", 0)
        item = self.table["id"]
        self._ask(Packet(old, Code.WRITE, bytes((item.address, new))).encoded(), (old, new), None, 0, n=1)
        check_changed_id(self, self._answers, old, new)
        self._store(new, "lock", 1)

    def change_baud(self, ident: int, baud: int) -> None:
        """Change the baud rate of a servo; see `Bus`."""
        if baud not in BAUD_RATES:
            raise HardwareError(f"FEETECH servos have no {baud} baud; allowed: {', '.join(map(str, BAUD_RATES))}")
        check_alone(self, checked_id(ident))
        self._store(ident, "lock", 0)
        code = bytes((self.table["baud_code"].address, BAUD_RATES.index(baud)))
        self._send(Packet(ident, Code.WRITE, code).encoded())  # its answer may have either baud rate
        with other_baud(self.transport, ident, baud):
            self._exchange(Packet(ident, Code.PING))
            self._store(ident, "lock", 1)

    def centre(self, ident: int) -> None:
        """Set the middle of the range to the present angle; see `Bus`."""
        check_alone(self, checked_id(ident))
        code = Packet(ident, Code.WRITE, bytes((self.table["torque_enable"].address, CENTRE_HERE)))
        self._acknowledged(code)
        check_centred(self, ident)

    # ---- several servos --------------------------------------------------------------------------------------------
    def sync_read(self, idents: Sequence[int], names: Sequence[str], patience: float = 1.0) -> FloatArray:
        """Return registers of several servos; see `Bus`."""
        asked = self._block(tuple(names), block)
        size = asked.size if not self._due.requests else self._due.distinct_size(idents, asked.size)
        answers = self._ask(sync_read_packet(asked.start, size, idents), idents, asked.start, size, patience)
        return asked.of_servos(size, idents, answers, self.statistics.miss)

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos; see `Bus`."""
        written = self._block(tuple(names), writable_block)
        if self.echo is None:
            self._probe(idents[0])
        for packet in sync_write_packets(written.start, idents, written.encode(values)):
            self._send(packet)

    def switch_off_packets(self, idents: Sequence[int]) -> bytes:
        """Return the packets that switch the torque off; see `Bus`."""
        address = self.table["torque_enable"].address
        return b"".join(sync_write_packets(address, idents, np.zeros((len(idents), 1), np.uint8)))

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
        answer = self._request(Packet(checked_id(ident), Code.READ, bytes((start, size))))
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

    # ---- registers of one servo ------------------------------------------------------------------------------------
    @contextmanager
    def _unlocked(self, ident: int) -> Iterator[None]:
        """Context in which the permanent registers of a servo can be written."""
        self._store(checked_id(ident), "lock", 0)
        try:
            yield
        finally:
            self._store(ident, "lock", 1)

    def _stored(self, ident: int, item: Register) -> bytes:
        """Return the bytes of a register."""
        return self._exchange(Packet(checked_id(ident), Code.READ, bytes((item.address, item.size)))).parameters

    def _store(self, ident: int, name: str, value: float) -> None:
        """Write a register, and read it back.

        Raises:
            HardwareError: if the servo does not answer, or does not store the value.
        """
        item = self.table[name]
        data, stored = item.encode(np.array([value])).tobytes(), b""
        for _ in PATIENCES:
            self._acknowledged(Packet(ident, Code.WRITE, bytes((item.address,)) + data))
            if (stored := self._stored(ident, item)) == data:
                return
        kept = float(item.decode(np.frombuffer(stored, dtype=np.uint8)[None])[0])
        raise HardwareError(f"servo {ident} does not store {name} = {value:g}: it keeps {kept:g}")

    def _acknowledged(self, packet: Packet) -> None:
        """Send a request to write, and wait for its acknowledgement, which a servo with answer level 0 does not send."""
        if packet.ident in self._unacknowledged:
            self._send(packet.encoded())
        elif self._request(packet) is None and self._stored(packet.ident, self.table["answer_level"]) == b"\0":
            self._unacknowledged.add(packet.ident)

    # ---- requests and answers --------------------------------------------------------------------------------------
    def _exchange(self, packet: Packet) -> Packet:
        """Send a request to one servo and return its response; retry after a timeout.

        Raises:
            HardwareError: if it does not answer.
        """
        damaged, before, since = self.statistics.damaged.get(packet.ident, 0), self.patience, self.clock.now()
        for patience in PATIENCES:
            if (answer := self._request(packet, patience, since)) is not None:
                if self.statistics.answers_twice(packet.ident):
                    raise HardwareError(shared_id(packet.ident))
                return answer
            self.statistics.miss(packet.ident)
        if self.patience > before and (answer := self._request(packet, 2.0, since)) is not None:
            return answer  # late answers have shown the delay of the line meanwhile
        raise no_answer(packet.ident, self.statistics, damaged)

    def _request(self, packet: Packet, patience: float = 1.0, since: float = math.inf) -> Packet | None:
        """Send a request to one servo and return its answer; None if none comes.

        Args:
            packet: The request.
            patience: Multiple of the patience of the bus [-].
            since: Time from which late answers to the same request are accepted [s].
        """
        reads = packet.code == Code.READ
        start, asked = packet.parameters if reads else (None, 0)
        size = self._due.distinct_size((packet.ident,), asked) if reads and self._due.requests else asked
        sent = replace(packet, parameters=bytes((start, size))) if start is not None else packet
        answers = self._ask(sent.encoded(), (packet.ident,), start, size, patience, since=since, least=asked)
        data = answers.get(packet.ident)
        if data is not None:
            self.statistics.damaged.pop(packet.ident, None)
        elif self.statistics.bad > self._counted:
            self.statistics.damage(packet.ident)
        return None if data is None else Packet(packet.ident, self.faults.get(packet.ident, 0), data[:asked])

    def _ask(
        self, request: bytes, idents: Sequence[int], start: int | None, size: int, patience: float = 1.0,
        n: int | None = None, since: float = math.inf, least: int = 0,
    ) -> dict[int, bytes]:  # fmt: skip
        """Send a request, and return the data of the answers, which arrive in sequence, so that a pause ends the wait.

        Args:
            request: The packet.
            idents: Ids of the expected answers.
            start: First address of the data; None for answers without data.
            size: Number of data bytes of each answer.
            patience: Multiple of the patience of the bus [-].
            n: Number of answers; None for one of each id.
            since: Time from which late answers to equal requests are accepted, if they have at least `least` bytes [s].
            least: Number of bytes that are needed [-].
        """
        # an answer can equal the request only if it has two bytes of data, or neither has any
        unlike = start is not None and size != 2
        if self.echo is None and not unlike:
            self._probe(idents[0])
        if late := self._ahead + self.transport.waiting():
            self._discard(self._rest + late)
            self._rest = b""
        if self.patience > self._least and any(request.ident in self.faults for request in self._due.requests):
            self._wait_for_late()
        self._counted = self.statistics.bad
        n, length = len(idents) if n is None else n, ANSWER_OVERHEAD + size
        each = length * BITS_PER_BYTE / self.transport.baud + TURNAROUND + self._delay
        sent, silence = self.clock.now(), patience * self.patience
        alone = self._send(request)
        end = self.clock.now() + n * (each + silence)
        wanted = n * length
        data = self._collect(wanted, each, silence, end)
        rest, self._rest = self._rest, b""
        if len(data) == wanted and (answers := self._sequence(idents, length, data)):
            self.echo = False if self.echo is None and unlike else self.echo
            self._answered = answers, size
            if n == 1 and self.patience > self._least:
                self._shorten(self.clock.now() - sent)
            return answers
        if not alone or (unlike and not self.echo):
            data = self._without_echo(request, data, wanted, each, silence, end)
        answers, before, patient = {}, self._parser.bad, False
        while True:
            for packet in self._parser.feed(rest + data):
                self._sort(packet, answers, idents, size, start, since, least)
            rest = b""
            if len(answers) >= n or self.clock.now() >= end:
                break
            if len(data) < wanted:  # a pause; the rest of a packet that has begun is awaited once more
                if patient or not self._parser.pending:
                    break
                patient = True
            wanted = max(1, (n - len(answers)) * length - self._parser.pending)
            data = self._collect(wanted, each, patience * self.patience, end)
        rest, bad = self._parser.rest, self._parser.bad
        for packet in self._parser.finish():
            self._sort(packet, answers, idents, size, start, since, least)
            rest = b""
        if answers and unlike and self.echo is None:
            self.echo = False
        if len(answers) < n:
            self._due.expect(idents, answers, start, size, sent, n)
            if rest and self._begins(rest):
                self._rest, self._parser.bad = rest, bad
        self.statistics.bad += self._parser.bad - before
        self._answered = answers, size
        return answers

    def _begins(self, rest: bytes) -> bool:
        """Return True for the beginning of an answer that may still be completed."""
        heads = (bytes((255, 255, request.ident, request.size + 2)) for request in self._due.requests)
        return any(head.startswith(rest[:4]) for head in heads)

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

    def _sort(
        self, packet: Packet, answers: dict[int, bytes], idents: Sequence[int], size: int, start: int | None, since: float,
        least: int,
    ) -> None:  # fmt: skip
        """Add a packet to the answers if it belongs to the request, by id, length and order."""
        ident = packet.ident
        if ident in idents and len(packet.parameters) == size:
            if ident in answers:
                self.statistics.double(ident)
            # servos answer in the order of their ids: what came before its turn, or twice, was not from that servo
            for other in idents[idents.index(ident) :]:
                self.statistics.bad += answers.pop(other, None) is not None
            answers[ident], self.faults[ident] = packet.parameters, packet.code
            self.statistics.received += 1
            return
        late = self._late(packet)
        if late is None:
            self._count_stray(packet)
        elif late.start == start and late.sent >= since and late.size >= least and ident not in answers:
            answers[ident], self.faults[ident] = packet.parameters, packet.code
            now = self.clock.now()
            self._due.requests.append(Request(ident, start, size, now, 1, now + 0.1))  # its own answer is yet to come

    # ---- late answers and echoes -----------------------------------------------------------------------------------
    def _late(self, packet: Packet) -> Request | None:
        """Return the earlier request that a packet answers, and raise the patience to its delay; None for none."""
        if (found := self._due.take(packet.ident, len(packet.parameters))) is None:
            return None
        request, patience = found
        self.patience = max(self.patience, patience)
        self._delays.clear()
        return request

    def _wait_for_late(self) -> None:
        """Wait on a slow line until no more late answers arrive, which would collide with those to the next request."""
        end = max(request.until for request in self._due.requests)
        while self.clock.now() < end and (data := self.transport.collect(MAX_LENGTH, 0.0, self.patience, end)):
            self._discard(data)
            if not self._due:
                return
        self._due.forget()

    def _shorten(self, delay: float) -> None:
        """Lower a patience that was raised to twice the longest of the last delays of single answers [s]."""
        self._delays.append(delay)
        if len(self._delays) == self._delays.maxlen:
            self.patience = max(self._least, min(self.patience, 2.0 * max(self._delays)))

    def _discard(self, data: bytes) -> None:
        """Discard bytes that arrived between two requests; late answers are counted, and a late echo is recognised."""
        self._ahead = b""
        if not self.echo and any(request in data for request in self._unlike):
            self.echo, self.patience = True, max(self.patience, LONGEST_DELAY)
        parser = Parser()
        for packet in parser.feed(data) + parser.finish():
            if self._late(packet) is None:
                self._count_stray(packet)
        self.statistics.bad += parser.bad

    def _count_stray(self, packet: Packet) -> None:
        """Count an answer to no request, which may be the second one to the last request."""
        self.statistics.bad += 1
        answered, size = self._answered
        if packet.ident in answered and len(packet.parameters) == size:
            self.statistics.double(packet.ident)

    def _send(self, data: bytes) -> bool:
        """Send a packet, and remove its echo; return False if there should be one and it has not arrived."""
        self._parser.reset()
        self.statistics.sent += 1
        self.transport.write(data)
        if not self.echo:
            if self.echo is None and data[4] in (Code.SYNC_READ, Code.SYNC_WRITE):
                self._unlike.append(data)
            return True
        each, began = len(data) * BITS_PER_BYTE / self.transport.baud + TURNAROUND, self.clock.now()
        end, received = began + each + LONGEST_PATIENCE, b""
        while (found := received.find(data)) < 0 and self.clock.now() < end:
            received += self._collect(len(data) - len(received) % len(data), each, self.patience, end)
        if self.clock.now() - began > each + self.patience:  # the answer comes no sooner than the echo
            self.patience = min(LONGEST_PATIENCE, 1.5 * (self.clock.now() - began))
        self._ahead = received if found < 0 else received[found + len(data) :]
        return found >= 0

    def _collect(self, size: int, each: float, silence: float, end: float) -> bytes:
        """Return the bytes that arrive, with those that came after the last echo; see `Transport`."""
        ahead, self._ahead = self._ahead, b""
        return ahead if len(ahead) >= size else ahead + self.transport.collect(size - len(ahead), each, silence, end)

    def _probe(self, ident: int) -> None:
        """Recognise an echo by a request that no answer equals; that to a ping can be equal to it."""
        request = Packet(ident, Code.READ, bytes((0, 5))).encoded()
        self._unlike.append(request)
        self._ask(request, (ident,), 0, 5)
        self._probes += 1
        if self.echo is None and self._probes >= SILENT_PROBES:
            self.echo = False

    def _without_echo(self, request: bytes, data: bytes, wanted: int, each: float, silence: float, end: float) -> bytes:
        """Return what arrives besides the echo of a request; an echo that was not expected is thereby recognised."""
        if not any(request.startswith(data[at:]) for at in range(max(0, len(data) - len(request) + 1), len(data))):
            tail = b""
        else:  # the data ends with the beginning of the request
            tail = self.transport.collect(len(request), each, silence, end)
        at = (data := data + tail).find(request)
        if at < 0:
            return data
        self.echo, self._ahead = True, data[:at] + data[at + len(request) :]
        return self._collect(wanted, each, silence, end)
