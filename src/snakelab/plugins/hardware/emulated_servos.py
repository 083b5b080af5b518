"""Emulated servos: the mechanisms that they drive, and their memories and setpoints."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Reference, constant_reference, piecewise_reference
from snakelab.physics.model import Model
from snakelab.physics.record import record_layout, record_width
from snakelab.physics.state import State
from snakelab.plugins.hardware.bus import Table
from snakelab.plugins.hardware.robot_file import Calibration, ServoSettings
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
        self._layout = record_layout(self.model)
        self.row = np.zeros(record_width(self.model))
        self._advance(constant_reference(self.state.q), np.array([self.state.time]))

    def angles(self) -> FloatArray:
        """Return the angles of the servos; see `Plant`."""
        return self.calibration.to_servo(self.state.q)

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move the robot; see `Plant`."""
        if not self.started:
            return self.angles(), np.zeros(len(start)), np.zeros(len(start))
        q = self.state.q
        begin = np.where(enabled, self.calibration.to_joint(start), q)
        rate = np.where(enabled, self.calibration.to_joint(end) - begin, 0.0) / duration
        coefficients = np.zeros((1, len(q), 6))
        coefficients[0, :, 0], coefficients[0, :, 1] = begin, rate
        now = self.state.time
        reference = piecewise_reference(np.array([now, now + duration]), coefficients)
        self._advance(reference, np.array([now + duration]))
        load = np.where(enabled, self.row[self._layout["tau"][0]] / self.stall_torque, 0.0)
        return self.angles(), self.calibration.rate_to_servo(self.state.v), self.calibration.sign * load

    def _advance(self, reference, times) -> None:  # type: ignore[no-untyped-def]
        rows = np.zeros((len(times), len(self.row)))
        self.reference = reference
        self.state = self.engine.advance(self.model, reference, self.state, times, rows).state
        self.row = rows[-1]


# ----------------------------------------------------------------------------------------------------------------------
# Bank of emulated servos: their memories, and the motion of their setpoints; independent of the protocol
# ----------------------------------------------------------------------------------------------------------------------

AMBIENT, COOLING, HEATING = 25.0, 300.0, 0.4  # [degC], [s], temperature rate at a load of 1 [K/s]
# Counts of the middle position differ between protocols; the initial goal of a servo is its present position.
MEASURED = (
    "present_position",
    "present_speed",
    "present_load",
    "present_voltage",
    "present_temperature",
    "present_current",
)


class ServoBank:
    """Servos of one line.

    Args:
        idents: Ids in the order of the plant's shafts.
        table: Registers.
        size: Size of a memory [bytes].
        plant: Mechanism; None for free shafts at zero.
        settings: Properties of the servos.
        defaults: Initial values of registers.

    Attributes:
        memory: Memory of each servo, shape (n, size), uint8.
        faults: Reported faults of each servo, shape (n,).
        overrides: Values of measured registers that a test prescribes, by id and name.
    """

    def __init__(
        self,
        idents: Sequence[int],
        table: Table,
        size: int,
        plant: Plant | None = None,
        settings: ServoSettings | None = None,
        defaults: dict[str, float] | None = None,
    ) -> None:
        n = len(idents)
        self.table, self.settings = table, settings or ServoSettings()
        self.plant = FreeShafts(np.zeros(n)) if plant is None else plant
        self.memory = np.zeros((n, size), dtype=np.uint8)
        self.faults = np.zeros(n, dtype=np.int64)
        self.overrides: dict[tuple[int, str], float] = {}
        self.time = 0.0
        self._defaults = dict(defaults or {})
        self._temperature = np.full(n, AMBIENT)
        self._play = np.asarray(self.plant.angles(), dtype=np.float64).copy()
        self._offset = np.zeros(n)
        self._setpoint = self._play.copy()
        self._down = False
        for name, value in self._defaults.items():
            self.put(slice(None), name, np.full(n, value))
        self.put(slice(None), "id", np.asarray(idents, dtype=np.float64))
        self._dead = np.isin(idents, self.settings.dead)
        self._listed, self._rows = b"", dict[int, list[int]]()
        self._start()

    # ---- memory ----------------------------------------------------------------------------------------------------
    @property
    def idents(self) -> FloatArray:
        """Ids of the servos, shape (n,)."""
        return self.get("id")

    def rows(self, ident: int) -> list[int]:
        """Return the servos addressed by an id: none if it is dead, both of two servos with the same id."""
        if self._down:
            return []
        key = self.memory[:, self.table["id"].address].tobytes()
        if key != self._listed:
            self._listed, self._rows = key, {}
            for i in np.flatnonzero(~self._dead).tolist():
                self._rows.setdefault(key[i], []).append(i)
        return self._rows.get(ident, [])

    def living(self) -> list[int]:
        """Return the servos that hear a broadcast."""
        return [] if self._down else np.flatnonzero(~self._dead).tolist()

    def get(self, name: str) -> FloatArray:
        """Return a register of all servos, shape (n,)."""
        item = self.table[name]
        return item.decode(self.memory[:, item.address : item.end])

    def put(self, rows: int | slice, name: str, values: FloatArray) -> None:
        """Set a register of some servos."""
        item = self.table[name]
        self.memory[rows, item.address : item.end] = item.encode(np.asarray(values))

    # ---- motion ----------------------------------------------------------------------------------------------------
    def advance(self, time: float) -> None:
        """Move the servos to a time [s]."""
        while time > self.time + 1e-12:
            self._supply()
            until = min(time, self.time + self.plant.largest_move)
            if time - until < 1e-6:  # no sliver behind
                until = time
            self._move(until - self.time)
            self.time = until

    def _move(self, duration: float) -> None:
        goal, speed = self.get("goal_position") + self._offset, np.abs(self.get("goal_speed"))
        speed = np.where(speed > 0.0, np.minimum(speed, self.settings.largest_speed), self.settings.largest_speed)
        enabled = (self.get("torque_enable") == 1) & ~self._dead
        start = np.where(enabled, self._setpoint, self.plant.angles())
        reach = speed * duration
        end = start + np.where(enabled, np.clip(goal - start, -reach, reach), 0.0)
        angle, rate, load = self.plant.move(start, end, enabled, duration)
        self._setpoint = np.where(enabled, end, angle)
        limit = self.get("torque_limit") if "torque_limit" in self.table else 1.0
        load = np.clip(load, -limit, limit)
        self._temperature += duration * (HEATING * load**2 - (self._temperature - AMBIENT) / COOLING)
        self._measure(angle, rate, load)

    def _measure(self, angle: FloatArray, rate: FloatArray, load: FloatArray) -> None:
        """Write the measured registers."""
        half = 0.5 * self.settings.backlash
        self._play = np.clip(self._play, angle - half, angle + half)
        current = self.settings.stall_current * np.abs(load)
        voltage = np.full(len(load), self.settings.voltage - self.settings.resistance * current.sum())
        values = (self._play - self._offset, rate, load, np.maximum(voltage, 0.0), self._temperature, current)
        for name, value in zip(MEASURED, values, strict=True):
            if name not in self.table:
                continue
            self.put(slice(None), name, value)
        for (ident, name), value in self.overrides.items():
            for i in self.rows(ident):
                self.put(i, name, np.array([value]))

    def _start(self) -> None:
        """Start without torque, at the present angles; permanent registers are kept."""
        self.put(slice(None), "torque_enable", np.zeros(len(self.memory)))
        for name, value in self._defaults.items():
            if not self.table[name].permanent:
                self.put(slice(None), name, np.full(len(self.memory), value))
        angle = np.asarray(self.plant.angles(), dtype=np.float64)
        self._setpoint = angle.copy()
        self._measure(angle, np.zeros(len(angle)), np.zeros(len(angle)))
        self.put(slice(None), "goal_position", angle - self._offset)

    def _supply(self) -> None:
        """Switch the servos off and on again with their supply."""
        collapse = self.settings.brown_out
        down = collapse is not None and collapse.covers(self.time)
        if self._down and not down:
            self._down = False
            self._start()
        elif down and not self._down:
            self._down = True
            self.put(slice(None), "torque_enable", np.zeros(len(self.memory)))

    def centre(self, row: int) -> None:
        """Set the middle of the range of a servo to the present angle; the shaft does not move."""
        self._offset[row] = self.plant.angles()[row]
        self._setpoint[row] = self.plant.angles()[row]
        self.put(row, "present_position", np.array([0.0]))
        self.put(row, "goal_position", np.array([0.0]))
