"""Emulated servos: the mechanisms that they drive, their memories and setpoints, and the line to them.

Their answers to packets are part of their protocol: `feetech_protocol`, `dynamixel_protocol`.
"""

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Reference, constant_reference, piecewise_reference
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State
from snakelab.plugins.hardware.readings import QUANTITIES
from snakelab.plugins.hardware.robot_file import LineSettings, ServoSettings
from snakelab.plugins.hardware.serial_exchanges import BITS_PER_BYTE
from snakelab.plugins.hardware.servo_registers import Calibration, Table, block
from snakelab.sim.engine import Engine

# ----------------------------------------------------------------------------------------------------------------------
# Mechanisms driven by emulated servos: free shafts, or a simulated snake
# ----------------------------------------------------------------------------------------------------------------------


class Plant(Protocol):
    """Mechanism that is moved by the setpoints of servos.

    Attributes:
        largest_move: Longest time of one move [s].
    """

    largest_move: float

    def angles(self) -> FloatArray:
        """Return the present angles of the servos, shape (n,), [rad]."""

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move the setpoints from start to end at constant rates.

        Args:
            start, end: Setpoints, shape (n,), [rad].
            enabled: Servos with torque, shape (n,), bool.
            duration: [s].

        Returns:
            Angles [rad], rates [rad/s] and loads as a fraction of the stall torque [-], each of shape (n,).
        """


@dataclass
class FreeShafts:
    """Servos without a load: they follow their setpoints exactly.

    Attributes:
        angle: Present angles, shape (n,), [rad].
        largest_move: See `Plant`.
    """

    angle: FloatArray
    largest_move: float = 0.1

    def angles(self) -> FloatArray:
        """Return the present angles; see `Plant`."""
        return self.angle

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move to the setpoints; see `Plant`."""
        new = np.where(enabled, end, self.angle)
        rate = (new - self.angle) / duration
        self.angle = new
        return new, rate, np.zeros(len(new))


@dataclass
class SimulatedSnake:
    """Robot with joints driven by the servos, simulated by an engine. A servo without torque holds its joint by
    friction only: its target follows the angle.

    Attributes:
        model: Model of the robot.
        engine: Engine that moves it.
        calibration: Relation of servo angles and joint angles.
        state: Present state.
        stall_torque: Torque that corresponds to a load of 1, shape (n,), [N m].
        layout: Layout of its records.
        row: Record of the present state, shape (record width,).
        reference: Reference of the joints in the last motion.
        largest_move: See `Plant`.
        started: False holds the robot while a driver prepares the servos.
    """

    model: Model
    engine: Engine
    calibration: Calibration
    state: State
    stall_torque: FloatArray
    row: FloatArray = field(init=False)
    reference: Reference = field(init=False)
    started: bool = False
    largest_move: float = 0.01

    def __post_init__(self) -> None:
        self.layout = record_layout(self.model)
        self.row = np.zeros(record_width(self.model))
        self._advance(constant_reference(self.state.q), np.array([self.state.time]))
        n = len(self.state.q)
        self._motion = piecewise_reference(np.zeros(2), np.zeros((1, n, 6)))

    def change_model(self, model: Model, state: State) -> None:
        """Continue with another model of the same robot, such as one with an obstacle or a push.

        Args:
            model: The model.
            state: State whose quantities that are not measured fit the model.
        """
        self.model, self.layout = model, record_layout(model)
        self.state = replace(state, time=self.state.time, q=self.state.q, v=self.state.v)
        self.row, reference = np.zeros(record_width(model)), self.reference
        self._advance(constant_reference(self.state.q), np.array([self.state.time]))
        self.reference = reference

    def angles(self) -> FloatArray:
        """Return the angles of the servos; see `Plant`."""
        calibration = self.calibration
        return calibration.zero + calibration.sign * self.state.q * calibration.gear

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move the robot; see `Plant`."""
        if not self.started:
            return self.angles(), np.zeros(len(start)), np.zeros(len(start))
        q, zero, sign, gear = self.state.q, self.calibration.zero, self.calibration.sign, self.calibration.gear
        begin = np.where(enabled, sign * (start - zero) / gear, q)
        rate = np.where(enabled, sign * (end - zero) / gear - begin, 0.0) / duration
        coefficients = np.zeros((1, len(q), 6))
        coefficients[0, :, 0], coefficients[0, :, 1] = begin, rate
        times = np.array([self.state.time, self.state.time + duration])
        self._advance(self._motion._replace(knots=times, coefficients=coefficients), times[1:])
        load = np.where(enabled, self.row[self.layout["tau"][0]] / self.stall_torque, 0.0)
        return zero + sign * self.state.q * gear, sign * self.state.v * gear, sign * load

    def _advance(self, reference, times) -> None:  # type: ignore[no-untyped-def]
        rows = np.zeros((len(times), len(self.row)))
        self.reference = reference
        self.state = self.engine.advance(self.model, reference, self.state, times, rows).state
        self.row = rows[-1]


# ----------------------------------------------------------------------------------------------------------------------
# Bank of emulated servos: their memories, and the motion of their setpoints; independent of the protocol
# ----------------------------------------------------------------------------------------------------------------------


class ServoBank:
    """Servos of one line.

    Args:
        idents: Ids in the order of the plant's shafts.
        table: Registers.
        size: Size of a memory [bytes].
        plant: Mechanism; None for free shafts at zero.
        settings: Properties of the servos.
        defaults: Initial values of registers.
        position_modes: Values of the register "mode" with which a servo moves to its goal.
        limited_modes: Those in which the goal is limited to the limits of the servo.
        wheel_mode: Value with which it turns continuously.
        wheel_speed: Register of the speed of this mode.
        wheel_wraps: True if its angle stays within one turn in this mode.
        offset_sign: Sign with which the position offset is added to the angle.

    Attributes:
        memory: Memory of each servo, shape (n, size), uint8; measured registers are written when it is read.
        faults: Reported faults of each servo, shape (n,).
        overrides: Values of measured registers that a test prescribes, by id and name.
        unsaved: Bytes of permanent registers to which a servo returns when it restarts, by servo and address.
    """

    def __init__(
        self,
        idents: Sequence[int],
        table: Table,
        size: int,
        plant: Plant | None = None,
        settings: ServoSettings | None = None,
        *,
        defaults: dict[str, float] | None = None,
        position_modes: tuple[int, ...] = (0,),
        limited_modes: tuple[int, ...] = (0,),
        wheel_mode: int = 1,
        wheel_speed: str = "goal_speed",
        wheel_wraps: bool = True,
        offset_sign: float = -1.0,
    ) -> None:
        n = len(idents)
        self.table, self.settings = table, settings or ServoSettings()
        self.plant = FreeShafts(np.zeros(n)) if plant is None else plant
        self._memory = np.zeros((n, size), dtype=np.uint8)
        self._pending: FloatArray | None = None
        self._read: list[FloatArray] = []
        self.faults = np.zeros(n, dtype=np.int64)
        self.overrides: dict[tuple[int, str], float] = {}
        self.unsaved: dict[tuple[int, int], int] = {}
        self.time = 0.0
        self._defaults = dict(defaults or {})
        self._temperature = np.full(n, self.settings.ambient)
        self._play = np.asarray(self.plant.angles(), dtype=np.float64).copy()
        self._modes, self._limited, self._wheel, self._sign = position_modes, limited_modes, wheel_mode, offset_sign
        self._wraps, self._moving = wheel_wraps, np.zeros(n, dtype=bool)
        self._fixed: list[FloatArray] = []
        self._setpoint = self._play.copy()
        self._down = False
        commands = ("goal_position", "goal_speed", wheel_speed, "torque_enable", "torque_limit")
        self._commands = block(table, [name for name in commands if name in table])
        self._permanent = block(table, ("mode", "lower_limit", "upper_limit", "position_offset"))
        measured = [quantity.register for quantity in QUANTITIES.values()]
        self._given = np.array([name in table for name in measured])
        self._measured = block(table, [name for name in measured if name in table])
        for name, value in self._defaults.items():
            self.put(slice(None), name, np.full(n, value))
        self.put(slice(None), "id", np.asarray(idents, dtype=np.float64))
        self._dead = np.isin(idents, self.settings.dead)
        self._listed, self._rows = b"", dict[int, list[int]]()
        self.restart()

    # ---- memory ----------------------------------------------------------------------------------------------------
    @property
    def memory(self) -> np.ndarray:
        """Memory of each servo, which may be changed."""
        self._read, self._fixed = [], []
        return self.present

    def write_goals(self, rows: list[int], address: int, blocks: np.ndarray) -> None:
        """Write adjacent registers of a motion of several servos, shape (len(rows), size), uint8."""
        self._read = []
        self.present[rows, address : address + blocks.shape[1]] = blocks

    @property
    def present(self) -> np.ndarray:
        """Memory of each servo, not to be changed."""
        if self._pending is not None:
            values, self._pending = self._pending, None
            self._memory[:, self._measured.start + self._measured.places] = self._measured.saturated(values)
            self._memory[:, self.table["moving"].address] = self._moving
            for (ident, name), value in self.overrides.items():
                item = self.table[name]
                for i in self.rows(ident):
                    self._memory[i, item.address : item.end] = item.saturated(np.array([value]))[0]
        self._memory[:, self.table["status"].address] = self.faults
        return self._memory

    @property
    def idents(self) -> FloatArray:
        """Ids of the servos, shape (n,)."""
        return self.get("id")

    def rows(self, ident: int) -> list[int]:
        """Return the servos addressed by an id: none if it is dead, both of two servos with the same id."""
        if self._down:
            return []
        key = self._memory[:, self.table["id"].address].tobytes()
        if key != self._listed:
            self._listed, self._rows = key, {}
            for i in np.flatnonzero(~self._dead).tolist():
                self._rows.setdefault(key[i], []).append(i)
        return self._rows.get(ident, [])

    def single_rows(self, idents: bytes) -> list[int] | None:
        """Return the servo of each id; None unless each of them addresses exactly one servo."""
        self.rows(0)
        rows = [self._rows.get(ident, []) for ident in idents]
        single = not self._down and set(map(len, rows)) == {1}
        return [row[0] for row in rows] if single else None

    def living(self) -> list[int]:
        """Return the servos that receive a broadcast."""
        return [] if self._down else np.flatnonzero(~self._dead).tolist()

    def code(self, name: str) -> int:
        """Return the byte of a register of the first servo that is not measured."""
        return int(self._memory[0, self.table[name].address])

    def get(self, name: str) -> FloatArray:
        """Return a register of all servos, shape (n,)."""
        item = self.table[name]
        return item.decode(self.present[:, item.address : item.end])

    def put(self, rows: int | slice, name: str, values: FloatArray) -> None:
        """Set a register of some servos."""
        item = self.table[name]
        self.memory[rows, item.address : item.end] = item.saturated(np.asarray(values))

    # ---- motion ----------------------------------------------------------------------------------------------------
    def advance(self, time: float) -> None:
        """Move the servos to a time [s]."""
        while time > self.time + 1e-12:
            if self.settings.brown_out is not None:
                self._supply()
            until = min(time, self.time + self.plant.largest_move)
            if time - until < 1e-6:  # no sliver behind
                until = time
            self._move(until - self.time)
            self.time = until

    def _move(self, duration: float) -> None:
        if not self._read:
            asked = self._commands
            self._read = list(asked.decode(self._memory[:, asked.start : asked.start + asked.size]).T)
        goal, speed, turning, torque, *limit = self._read
        mode, low, high, offset = self.fixed()
        limited = (low < high) & np.isin(mode, self._limited)
        goal = np.where(limited, np.clip(goal, low, high), goal) - self._sign * offset
        speed, fastest = np.abs(speed), self.settings.largest_speed
        speed = np.where(speed > 0.0, np.minimum(speed, fastest), fastest)
        enabled = (torque == 1) & ~self._dead
        start = np.where(enabled, self._setpoint, self.plant.angles())
        reach = speed * duration
        change = np.clip(goal - start, -reach, reach)
        if mode.any():
            change = np.where(np.isin(mode, self._modes), change, 0.0)
            change = np.where(mode == self._wheel, np.clip(turning, -fastest, fastest) * duration, change)
        change = np.where(enabled, change, 0.0)
        end, self._moving = start + change, change != 0.0
        angle, rate, load = self.plant.move(start, end, enabled, duration)
        self._setpoint = np.where(enabled, end, angle)
        if limit:
            load = np.clip(load, -limit[0], limit[0])
        warmer, settings = self._temperature - self.settings.ambient, self.settings
        self._temperature += duration * (settings.heating * load**2 - warmer / settings.cooling_time)
        self._measure(angle, rate, load)

    def _measure(self, angle: FloatArray, rate: FloatArray, load: FloatArray) -> None:
        half = 0.5 * self.settings.backlash
        self._play = np.clip(self._play, angle - half, angle + half)
        current = self.settings.stall_current * np.abs(load)
        voltage = np.full(len(load), self.settings.voltage - self.settings.resistance * current.sum())
        mode, offset, angle = self.fixed()[0], self.fixed()[3], self._play
        if self._wraps and (mode == self._wheel).any():
            angle = np.where(mode == self._wheel, (angle + np.pi) % (2 * np.pi) - np.pi, angle)
        values = (
            angle + self._sign * offset,
            rate,
            load,
            np.maximum(voltage, 0.0),
            self._temperature,
            current,
        )
        self._pending = np.array(values)[self._given].T

    def fixed(self) -> list[FloatArray]:
        """Return mode, lower limit, upper limit and position offset of the servos, each of shape (n,)."""
        if not self._fixed:
            asked = self._permanent
            self._fixed = list(asked.decode(self._memory[:, asked.start : asked.start + asked.size]).T)
        return self._fixed

    def restart(self, rows: int | slice = slice(None)) -> None:
        """Start servos without torque, at the present angles; permanent registers are kept, if they were saved."""
        restarted = set(np.arange(len(self.memory))[rows].ravel().tolist())
        for row, address in [key for key in self.unsaved if key[0] in restarted]:
            self.memory[row, address] = self.unsaved.pop((row, address))
        self.put(rows, "torque_enable", np.zeros(1))
        self._moving[rows] = False
        for name, value in self._defaults.items():
            if not self.table[name].permanent:
                self.put(rows, name, np.array([value]))
        angle = np.asarray(self.plant.angles(), dtype=np.float64)
        self._setpoint[rows] = angle[rows]
        self._measure(angle, np.zeros(len(angle)), np.zeros(len(angle)))
        self.put(rows, "goal_position", (angle + self._sign * self.fixed()[3])[rows])

    def _supply(self) -> None:
        """Switch the servos off and on again with their supply."""
        collapse = self.settings.brown_out
        assert collapse is not None
        down = collapse.covers(self.time)
        if self._down and not down:
            self._down = False
            self.restart()
        elif down and not self._down:
            self._down = True
            self.put(slice(None), "torque_enable", np.zeros(len(self.memory)))

    def centre(self, row: int) -> None:
        """Set the position offset of a servo such that its present angle is the middle; the shaft does not move."""
        angle = float(self.plant.angles()[row])
        self.put(row, "position_offset", np.array([-self._sign * angle]))
        self._setpoint[row] = angle
        self.put(row, "goal_position", np.array([0.0]))
        self._measure(self.plant.angles(), np.zeros(len(self._setpoint)), np.zeros(len(self._setpoint)))


@dataclass(frozen=True)
class Answer:
    """Bytes sent by a servo, and the pause before them.

    Attributes:
        data: The packet.
        delay: Return delay of the servo [s].
    """

    data: bytes
    delay: float


# ----------------------------------------------------------------------------------------------------------------------
# Line to emulated servos on a simulated clock: bytes need transmission time, and packets may be lost or damaged
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class SimulatedClock:
    """Clock without a relation to real time; runs on it are deterministic.

    Attributes:
        time: Present time [s].
    """

    time: float = 0.0

    def now(self) -> float:
        """Return the present time [s]."""
        return self.time

    def sleep_until(self, time_: float) -> None:
        """Advance to a time [s]."""
        self.time = max(self.time, time_)


class EmulatedServos(Protocol):
    """Servos of any protocol on one line."""

    bank: ServoBank

    @property
    def baud(self) -> float:
        """Baud rate of the servos [Hz]."""

    def hear(self, data: bytes, whole: bool = False) -> Sequence[Answer | None]:
        """Return the answers to bytes on the line, in order; None in place of a servo that does not answer.

        Args:
            data: The bytes.
            whole: True if they are one packet that is not damaged.
        """


class EmulatedLine:
    """Transport to emulated servos; deterministic for equal seeds.

    Args:
        servos: The servos.
        settings: Properties of the line.

    Attributes:
        cut: Time at which the cable is pulled [s]; None for never.
    """

    def __init__(self, servos: EmulatedServos, settings: LineSettings | None = None) -> None:
        self.servos, self.settings = servos, settings or LineSettings()
        self.clock, self.baud = SimulatedClock(), self.settings.baud
        self.cut: float | None = None
        self._random = random.Random(self.settings.seed)
        self._queue: deque[tuple[float, bytes]] = deque()

    def write(self, data: bytes) -> None:
        """Send bytes; see `Transport`. The clock advances by their time on the wire."""
        self._check_cable()
        self.clock.time += len(data) * BITS_PER_BYTE / self.baud
        at = self.clock.time + self.settings.usb_delay
        self.servos.bank.advance(at)
        if not self._same_baud():
            return
        disturbed = self.settings.lost > 0.0 or self.settings.noise > 0.0
        heard = self._with_noise(data) if disturbed else data
        for answer in () if heard is None else self.servos.hear(heard, whole=not disturbed):
            if answer is None:
                continue
            at += self.settings.turnaround + answer.delay + len(answer.data) * BITS_PER_BYTE / self.baud
            arriving = self._with_noise(answer.data) if disturbed else answer.data
            if arriving is not None:
                self._queue.append((at + self.settings.usb_delay, arriving))

    @property
    def file(self) -> int | None:
        """None: an emulated line has no file descriptor."""
        return None

    def set_baud(self, baud: float) -> None:
        """Change the baud rate; see `Transport`."""
        self.baud = baud

    def waiting(self) -> bytes:
        """Return the bytes that have arrived; see `Transport`."""
        received = b""
        while self._queue and self._queue[0][0] <= self.clock.time:
            received += self._queue.popleft()[1]
        return received

    def collect(self, size: int, each: float, patience: float, end: float) -> bytes:
        """Return the bytes that arrive; see `Transport`."""
        self._check_cable()
        received, clock = bytearray(), self.clock
        deadline = min(end, clock.time + each + patience)
        while len(received) < size and clock.time < deadline:
            if not self._queue or self._queue[0][0] > deadline:
                clock.time = deadline
                break
            at, data = self._queue.popleft()
            clock.time = max(clock.time, at)
            received += data
            deadline = min(end, clock.time + each + patience)
            if self.cut is not None:
                self._check_cable()
        return bytes(received)

    def settle(self) -> None:
        """Advance the servos to the present time of the clock."""
        self.servos.bank.advance(self.clock.time)

    def close(self) -> None:
        """Discard pending bytes."""
        self._queue.clear()

    def _same_baud(self) -> bool:
        servo_baud = self.servos.baud
        # baud rates that differ by at most 2 % count as equal
        return abs(servo_baud - self.baud) <= 0.02 * servo_baud

    def _with_noise(self, data: bytes) -> bytes | None:
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
