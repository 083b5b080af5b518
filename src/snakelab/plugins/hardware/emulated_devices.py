"""Emulated devices on a servo bus: an IMU, FEETECH servos, and the line to them.

The devices answer packets as the physical ones do. They belong to the mechanism and the bank of servos of
`emulated_servos`.
"""

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.kinematics import body_motion, motion_in, sensed_gravity
from snakelab.physics.model_tables import frame_of
from snakelab.physics.record import record_layout
from snakelab.plugins.hardware.bus import SimulatedClock
from snakelab.plugins.hardware.emulated_servos import Plant, ServoBank, SimulatedSnake
from snakelab.plugins.hardware.feetech import ALL, CENTRE_HERE, FEETECH_SIZE, FEETECH_TABLE, Code, Packet, Parser
from snakelab.plugins.hardware.imu import CHIP, IMU_SIZE, IMU_TABLE, SAMPLE
from snakelab.plugins.hardware.robot_file import LineSettings, ServoSettings
from snakelab.robots.sensors import Imu, Instant, carried_to
from snakelab.sim.records import state_part
from snakelab.worlds.gravity import STANDARD

# ----------------------------------------------------------------------------------------------------------------------
# Emulated IMU on the line of the servos: the registers of a BNO055, with the samples of an `Imu` of the simulated robot
# ----------------------------------------------------------------------------------------------------------------------

# Specific force, angular rate and attitude in a row, shape (10,).
Measure = Callable[[], FloatArray]


@dataclass
class EmulatedImu:
    """Memory of a device with the registers of a BNO055.

    Attributes:
        ident: Id on the line.
        measure: Returns the sample at the present time.
        dead: True for a device without answers.
    """

    ident: int
    measure: Measure
    dead: bool = False

    def read(self, start: int, size: int) -> bytes | None:
        """Return bytes of its memory as they are now; None without an answer."""
        if self.dead or start + size > IMU_SIZE:
            return None
        memory = np.zeros(IMU_SIZE, dtype=np.uint8)
        memory[IMU_TABLE["chip"].address] = CHIP
        for name, value in zip(SAMPLE, self.measure(), strict=True):
            memory[IMU_TABLE[name].address : IMU_TABLE[name].end] = IMU_TABLE[name].encode(np.array([value]))[0]
        return memory[start : start + size].tobytes()


class SimulatedImu:
    """Readings of the first `Imu` of a simulated robot; without one, of an ideal IMU in the head.

    Args:
        snake: The simulated robot.
        seed: Seed of the noise.
    """

    def __init__(self, snake: SimulatedSnake, seed: int) -> None:
        self.snake, model = snake, snake.model
        imus = [sensor for sensor in model.robot.sensors if isinstance(sensor, Imu)]
        imu = imus[0] if imus else Imu()
        self.imu = replace(imu, attitude_noise=imu.attitude_noise or 0.0)
        self._row, self._offset = frame_of(model.robot, model.station_names, imu.on, "Imu")
        self._gravity, self._random = sensed_gravity(model), np.random.default_rng(seed)
        self._layout = record_layout(model)

    def __call__(self) -> FloatArray:
        """Return specific force, angular rate and attitude in a row, shape (10,)."""
        snake = self.snake
        state, nothing = state_part(self._layout, snake.row), np.zeros(0)
        rows = body_motion(snake.model, snake.reference, state, snake.state.time, accelerated=True)
        motion = carried_to(motion_in(rows[self._row]), self._offset)
        instant = Instant(nothing, nothing, nothing, motion, self._gravity, np.ones(6, bool))
        return self.imu.read(instant, self._random.standard_normal(9))


def resting() -> FloatArray:
    """Return what an IMU feels at rest on level ground, shape (10,)."""
    return np.array([0.0, 0.0, STANDARD, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])


# ----------------------------------------------------------------------------------------------------------------------
# Emulated FEETECH servos: answers to packets
# ----------------------------------------------------------------------------------------------------------------------

FEETECH_MODEL = 777  # STS3215
DEFAULTS = {
    "firmware_major": 3,
    "model": FEETECH_MODEL,
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
        self.bank = ServoBank(idents, FEETECH_TABLE, FEETECH_SIZE, plant, settings, defaults)
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
            case Code.SYNC_READ if len(data) > 2 and data[0] + data[1] <= FEETECH_SIZE:
                for ident in data[2:]:
                    yield self._together([self._memory(i, data[0], data[1]) for i in bank.rows(ident)])
            case Code.WRITE if data:
                rows = bank.living() if packet.ident == ALL else bank.rows(packet.ident)
                answers = [self._written(i, data[0], data[1:]) for i in rows]
                if packet.ident != ALL:
                    yield self._together(answers)
            case Code.READ if len(data) == 2 and data[0] + data[1] <= FEETECH_SIZE:
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
            if at >= FEETECH_SIZE or (locked and at < table["torque_enable"].address) or at in _MEASURED:
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


_MEASURED = frozenset(
    at for item in FEETECH_TABLE.values() if not item.writable for at in range(item.address, item.end)
)


# ----------------------------------------------------------------------------------------------------------------------
# Line to emulated servos on a simulated clock: bytes need transmission time, and packets may be lost or damaged
# ----------------------------------------------------------------------------------------------------------------------

BITS = 10  # of a byte on the wire
# Tolerance of the relative difference of baud rates.
TOLERANCE = 0.02


class EmulatedLine:
    """Transport to emulated servos; deterministic for equal seeds.

    Args:
        servos: The servos.
        settings: Properties of the line.

    Attributes:
        cut: Time at which the cable is pulled [s]; None for never.
    """

    def __init__(self, servos: FeetechServos, settings: LineSettings | None = None) -> None:
        self.servos, self.settings = servos, settings or LineSettings()
        self.clock, self.baud = SimulatedClock(), self.settings.baud
        self.cut: float | None = None
        self._random = random.Random(self.settings.seed)
        self._queue: deque[tuple[float, bytes]] = deque()

    def write(self, data: bytes) -> None:
        """Send bytes; see `Transport`. The clock advances by their time on the wire."""
        self._check_cable()
        self.clock.time += len(data) * BITS / self.baud
        at = self.clock.time + self.settings.usb_delay
        self.servos.bank.advance(at)
        if not self._same_baud():
            return
        heard = self._disturbed(data)
        for answer in self.servos.hear(heard) if heard is not None else ():
            if answer is None:
                continue
            at += self.settings.turnaround + answer.delay + len(answer.data) * BITS / self.baud
            arriving = self._disturbed(answer.data)
            if arriving is not None:
                self._queue.append((at + self.settings.usb_delay, arriving))

    def read(self, deadline: float) -> bytes:
        """Return the next bytes that arrive until a time; see `Transport`."""
        self._check_cable()
        if self._queue and self._queue[0][0] <= deadline:
            at, data = self._queue.popleft()
            self.clock.sleep_until(at)
            return data
        self.clock.sleep_until(deadline)
        return b""

    def settle(self) -> None:
        """Advance the servos to the present time of the clock."""
        self.servos.bank.advance(self.clock.time)

    def close(self) -> None:
        """Discard pending bytes."""
        self._queue.clear()

    def _same_baud(self) -> bool:
        servo_baud = self.servos.baud
        return abs(servo_baud - self.baud) <= TOLERANCE * servo_baud

    def _disturbed(self, data: bytes) -> bytes | None:
        """Return the bytes as they arrive; None if they are lost."""
        settings = self.settings
        if settings.lost and self._random.random() < settings.lost:
            return None
        if settings.noise and self._random.random() < settings.noise:
            if self._random.random() < 0.5:
                return self._random.randbytes(self._random.randint(1, 4)) + data
            at = self._random.randrange(len(data))
            return data[:at] + bytes((data[at] ^ 1 << self._random.randrange(8),)) + data[at + 1 :]
        return data

    def _check_cable(self) -> None:
        if self.cut is not None and self.clock.time >= self.cut:
            raise HardwareError("the connection to the emulated servos is lost; check cable and power, and start again")
