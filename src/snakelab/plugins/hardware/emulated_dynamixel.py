"""Emulated Dynamixel servos of the X series: answers to packets of protocol 2, on the line of `emulated_servos`."""

from collections.abc import Iterator, Sequence

import numpy as np

from snakelab.plugins.hardware.dynamixel import BAUD_RATES, HEADER, crc, encoded
from snakelab.plugins.hardware.dynamixel import DYNAMIXEL_TABLE as TABLE
from snakelab.plugins.hardware.emulated_servos import Answer, Plant, ServoBank
from snakelab.plugins.hardware.imu import EmulatedImu
from snakelab.plugins.hardware.robot_file import ServoSettings

ALL = 254  # id of a packet for all servos
PING, READ, WRITE, REG_WRITE, ACTION, RESET, REBOOT, CLEAR = 1, 2, 3, 4, 5, 6, 8, 0x10
STATUS, SYNC_READ, SYNC_WRITE, FAST_SYNC_READ = 0x55, 0x82, 0x83, 0x8A
BULK_READ, BULK_WRITE, FAST_BULK_READ = 0x92, 0x93, 0x9A
# Errors of an answer.
FAILED, UNKNOWN, RANGE, LENGTH, LIMIT, ACCESS = 1, 2, 4, 5, 6, 7
# Parameters of CLEAR: the turns of the position are forgotten.
CLEAR_TURNS = b"\x01\x44\x58\x4c\x22"
VELOCITY, POSITION, EXTENDED, PWM = 1, 3, 4, 16  # modes
# Ranges of the XL430-W250 that are narrower than those of the series [counts].
BOUNDS = {"velocity_limit": (0, 1023), "largest_voltage": (60, 140), "least_voltage": (60, 140)}
# Largest length of an instruction that a servo expects [bytes], and pause after which it forgets the beginning of one [s].
LONGEST, PAUSE = 1100, 0.1
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
        count = TABLE["lower_limit"].scale
        code = min(range(len(BAUD_RATES)), key=lambda i: abs(BAUD_RATES[i] - baud))
        defaults = {
            "model": MODEL, "firmware": FIRMWARE, "return_delay": return_delay, "mode": 3, "answer_level": 2,
            "lower_limit": -2048 * count, "upper_limit": 2047 * count, "largest_voltage": 14.0, "least_voltage": 6.0,
            "velocity_limit": 265 * TABLE["velocity_limit"].scale, "baud_code": code,
        }  # fmt: skip
        self.bank = ServoBank(
            idents, TABLE, SIZE, plant, settings, defaults=defaults,
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
        if self.imu is not None and ident == self.imu.ident:
            if instruction == READ and (block := self.imu.read(address, size)) is not None:
                yield _status_packet(ident, 0, block)
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
                    yield _status_packet(ident, self._alert(i) | error, b"")  # of the id that was asked
        elif instruction == ACTION:
            waiting, self._registered = self._registered, {}
            for i, (where, content) in waiting.items():
                self._store(i, where, content)
        elif instruction == REBOOT:
            for i in rows:
                bank.faults[i] = 0
                bank.restart(i)
                yield self._status(i, b"")
        elif instruction in (RESET, CLEAR):
            for i in rows:
                change = self._reset if instruction == RESET else self._clear
                yield self._status(i, b"", change(i, data))
        elif instruction in (SYNC_READ, FAST_SYNC_READ):
            asked = [(i, address, size) for other in data[4:] for i in bank.rows(other)]
            yield from self._in_turn(asked, len(data) - 4, instruction == FAST_SYNC_READ)
        elif instruction in (BULK_READ, FAST_BULK_READ):
            parts = [data[at : at + 5] for at in range(0, len(data) - 4, 5)]
            asked = [
                (i, int.from_bytes(part[1:3], "little"), int.from_bytes(part[3:5], "little"))
                for part in parts
                for i in bank.rows(part[0])
            ]
            yield from self._in_turn(asked, len(parts), instruction == FAST_BULK_READ)
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
        elif ident != ALL:
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
        packet = HEADER + bytes((ALL,)) + length.to_bytes(2, "little") + bytes((STATUS,))
        for i, address, size in asked if len(asked) == n else []:
            packet += bytes((self._alert(i), int(bank.idents[i]))) + bank.present[i, address : address + size].tobytes()
            packet += crc(packet)
        if len(asked) == n:
            yield packet

    def _reset(self, row: int, data: bytes) -> int:
        """Set the permanent registers to their first values, except for the id and the baud rate as asked."""
        kept = {b"\xff": (), b"\x01": ("id",), b"\x02": ("id", "baud_code")}.get(data[:1])
        if kept is None or self.bank.present[row, TABLE["torque_enable"].address]:
            return RANGE if kept is None else ACCESS
        values = {"id": 1, "position_offset": 0.0, **self._defaults}
        for name in set(values) - set(kept):
            if TABLE[name].permanent:
                self.bank.put(row, name, np.array([values[name]]))
        return 0

    def _clear(self, row: int, data: bytes) -> int:
        """Forget the turns of the position; the shaft must be without torque or at rest."""
        if data != CLEAR_TURNS:
            return RANGE
        if self.bank.present[row, TABLE["moving"].address]:
            return FAILED
        angle = self.bank.plant.angles()
        angle[row] = (angle[row] + np.pi) % (2 * np.pi) - np.pi
        self.bank.restart(row)
        return 0

    def _content(self, row: int, address: int, size: int) -> Iterator[bytes]:
        """Return the answer to a read, which a servo with answer level 0 does not send."""
        if self.bank.present[row, TABLE["answer_level"].address] > 0:
            outside = address + size > SIZE
            yield self._status(row, b"" if outside else self._bytes(row, address, size), RANGE if outside else 0)

    def _bytes(self, row: int, address: int, size: int) -> bytes:
        return self.bank.present[row, address : address + size].tobytes()

    def _store(self, row: int, address: int, data: bytes, later: bool = False) -> int:
        """Store bytes unless the servo refuses them; return the error of the answer."""
        bank = self.bank
        torque = bank.present[row, TABLE["torque_enable"].address]
        for name, item in TABLE.items():
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
            if name in ("goal_position", "goal_velocity") and bank.present[row, TABLE["bus_watchdog"].address] == 255:
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
    return encoded(ident, STATUS, bytes((error,)) + data)
