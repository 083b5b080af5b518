"""Emulated FEETECH servos: answers to packets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.servo_bus.devices.feetech import CENTRE_HERE, SIZE, TABLE
from snakelab.bridges.servo_bus.devices.feetech_packets import ALL, Code, Packet, Parser
from snakelab.bridges.servo_bus.emulated_bus import ServoSettings
from snakelab.bridges.servo_bus.emulator.bank import ServoBank
from snakelab.bridges.servo_bus.emulator.imu import EmulatedImu
from snakelab.bridges.servo_bus.emulator.plants import Plant

MODEL = 777  # STS3215
DEFAULTS = {
    "firmware_major": 3,
    "model": MODEL,
    "answer_level": 1,
    "torque_limit": 1.0,
    "largest_torque": 1.0,
    "largest_temperature": 70,
    "lock": 1,
}
BAUD_RATES = (1_000_000, 500_000, 250_000, 128_000, 115_200, 76_800, 57_600, 38_400)


@dataclass(frozen=True)
class Answer:
    """Bytes sent by a servo, and the pause before them.

    Attributes:
        data: The packet.
        delay: Return delay of the servo [s].
    """

    data: bytes
    delay: float


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
        self.bank = ServoBank(idents, TABLE, SIZE, plant, settings, defaults)
        self.parser, self.imu = Parser(), imu

    @property
    def baud(self) -> float:
        """Baud rate that the first servo is set to [Hz]."""
        return float(BAUD_RATES[int(self.bank.get("baud_code")[0])])

    def hear(self, data: bytes) -> list[Answer | None]:
        """Return the answers to bytes on the line, in turn; None for the turn of a servo that does not answer."""
        return [answer for packet in self.parser.feed(data) for answer in self._answers(packet)]

    def _answers(self, packet: Packet) -> Iterator[Answer | None]:
        data, bank = packet.parameters, self.bank
        if self.imu is not None and packet.ident == self.imu.ident:
            yield self._of_imu(self.imu, packet)
            return
        match packet.code:
            case Code.SYNC_WRITE if len(data) > 2:
                self._write_several(data)
            case Code.SYNC_READ if len(data) > 2 and data[0] + data[1] <= SIZE:
                for ident in data[2:]:
                    yield self._together([self._memory(i, data[0], data[1]) for i in bank.rows(ident)])
            case Code.WRITE if data:
                rows = bank.living() if packet.ident == ALL else bank.rows(packet.ident)
                answers = [self._written(i, data[0], data[1:]) for i in rows]
                if packet.ident != ALL:
                    yield self._together(answers)
            case Code.READ if len(data) == 2 and data[0] + data[1] <= SIZE:
                yield self._together([self._memory(i, data[0], data[1]) for i in bank.rows(packet.ident)])
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
        for at in range(2, len(data) - size, size + 1):
            for i in self.bank.rows(data[at]):
                self._store(i, address, data[at + 1 : at + 1 + size])

    def _written(self, row: int, address: int, data: bytes) -> Answer:
        """Store bytes in a memory and return the answer."""
        answer = self._memory(row, 0, 0)
        self._store(row, address, data)
        return answer

    def _store(self, row: int, address: int, data: bytes) -> None:
        memory, table = self.bank.memory[row], self.bank.table
        if address == table["torque_enable"].address and data[:1] == bytes((CENTRE_HERE,)):
            self.bank.centre(row)
            return
        locked = memory[table["lock"].address] == 1
        for i, byte in enumerate(data):
            at = address + i
            if at >= SIZE or (locked and at < table["torque_enable"].address) or at in _MEASURED:
                continue
            memory[at] = byte

    def _memory(self, row: int, address: int, size: int) -> Answer:
        memory, table = self.bank.memory[row], self.bank.table
        ident, code = int(memory[table["id"].address]), int(self.bank.faults[row])
        delay = float(memory[table["return_delay"].address]) * table["return_delay"].scale
        return Answer(Packet(ident, code, memory[address : address + size].tobytes()).encoded(), delay)

    @staticmethod
    def _together(answers: list[Answer]) -> Answer | None:
        """Return what arrives when several servos answer at once: a bit is low if one of them pulls it down."""
        if not answers:
            return None
        data = np.bitwise_and.reduce([np.frombuffer(answer.data, dtype=np.uint8) for answer in answers])
        return Answer(data.tobytes(), answers[0].delay)


_MEASURED = frozenset(at for item in TABLE.values() if not item.writable for at in range(item.address, item.end))
