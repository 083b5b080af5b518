"""Bank of emulated servos: their memories, and the motion of their setpoints; independent of the protocol."""

from collections.abc import Sequence

import numpy as np

from snakelab.bridges.servo_bus.emulated_bus import ServoSettings
from snakelab.bridges.servo_bus.emulator.plants import FreeShafts, Plant
from snakelab.bridges.servo_bus.registers import Table
from snakelab.types import FloatArray

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
