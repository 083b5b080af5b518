"""Acquisition of the readings of a robot: servos and, if the bus has one, the IMU; the devices that answer."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus
from snakelab.plugins.hardware.exchanges import more_patience
from snakelab.plugins.hardware.imu import ImuDevice
from snakelab.plugins.hardware.readings import QUANTITIES, STILL, Reading, Supervision
from snakelab.plugins.hardware.robot_file import RobotFile

# ----------------------------------------------------------------------------------------------------------------------
# Acquisition: readings of all servos of a robot, and of its IMU if the bus has one; the devices that answer
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Polling:
    """Settings of the readings of a robot.

    Attributes:
        health_per_cycle: Servos whose torque, voltage, temperature and current are read in one cycle.
        missed_cycles: Missed cycles in a row after which a device is polled less often.
        retry_cycles: Interval between polls of such a device, in cycles.
        lost_cycles: Interval between polls of a servo that counts as lost, in cycles.
        restart_cycles: Missed cycles in a row after which a servo may have restarted.
    """

    health_per_cycle: int = 2
    missed_cycles: int = 5
    retry_cycles: int = 5
    lost_cycles: int = 50
    restart_cycles: int = 3


class Acquisition:
    """Readings of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
        polling: Settings.

    Attributes:
        reading: Last reading.
        cycles: Number of readings [-].
        missed: Cycles in a row in which each servo did not answer, shape (n,).
        last: Time of the last answer of each servo, shape (n,), [s].
        lost: Servos that are not expected to answer, shape (n,), bool.
        torque: Last known torque of each servo, shape (n,): 1 on, 0 off, NaN unknown.
        imu: IMU on the bus; None without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile, polling: Polling = Polling()) -> None:
        self.bus, self.robot, self.ids, self.n, self.polling = bus, robot, robot.ids, len(robot.ids), polling
        self.reading, self.cycles = Reading.empty(self.n), 0
        self.missed = np.zeros(self.n, dtype=np.int64)
        self.last, self.torque = np.zeros(self.n), np.full(self.n, np.nan)
        self.lost = np.zeros(self.n, dtype=bool)
        self.imu = None if robot.imu_id is None else ImuDevice(bus, robot.imu_id)
        self._missed_imu_cycles = 0
        self._next_health = 0

    @property
    def read_time(self) -> float:
        """Duration of a reading on the line [s]."""
        feedback = self.bus.wire_time(self.n, self.bus.feedback, False)
        health = self.bus.wire_time(min(self.n, self.polling.health_per_cycle), self.bus.health, False)
        return feedback + health + (0.0 if self.imu is None else self.imu.read_time)

    @property
    def imu_is_gone(self) -> bool:
        """True while an IMU that was found does not answer any more."""
        return self._missed_imu_cycles >= self.polling.missed_cycles

    def begin(self, q: FloatArray, read: np.ndarray) -> None:
        """Start from the angles of the servos that were read [rad]; the others are asked rarely from then on."""
        now, nan = self.bus.clock.now(), np.full(self.n, np.nan)
        self.reading = replace(Reading.empty(self.n), time=now, q=q, answered=read)
        self.lost, self.last, self.torque = ~read, np.full(self.n, now), nan
        self.missed = np.where(read, 0, self.polling.missed_cycles)

    def complete(self, rows: np.ndarray, attempts: int = 10) -> FloatArray:
        """Return the present angles of some servos, each from two readings that agree, shape (n,); NaN for the others [rad].

        Raises:
            HardwareError: if one of them does not answer, or moves.
        """
        angles, agreed = np.full(self.n, np.nan), np.zeros(self.n, dtype=bool)
        for attempt in range(attempts):
            left = rows[~agreed[rows]]
            if not len(left):
                break
            idents = [self.ids[i] for i in left]
            read = self.bus.sync_read(idents, ("present_position",), more_patience(self.bus, attempt // 2))[:, 0]
            known = left[np.isfinite(read)]
            new = read[np.isfinite(read)]
            agreed[known] = np.abs(new - angles[known]) < STILL
            angles[known] = new
        for i in rows[~agreed[rows]].tolist():
            if np.isnan(angles[i]):
                raise HardwareError(f"servo {self.ids[i]} does not answer; check its cable and power, then start again")
            raise HardwareError(
                f"servo {self.ids[i]} moves while its torque is off; hold the robot still, then start again"
            )
        return self.robot.calibration.to_joint(angles)

    def find_imu(self) -> str:
        """Search for the IMU, which is omitted if it is missing. Return the reason, empty if it was found."""
        problem = "" if self.imu is None else self.imu.check()
        if problem:
            self.imu = None
        return problem

    def read(self, health: int | None = None) -> Reading:
        """Read angles, rates and loads of all servos, the IMU, and the health of the next few servos."""
        self.cycles += 1
        bus, old, calibration = self.bus, self.reading, self.robot.calibration
        asked = np.flatnonzero(self._asked())
        values = np.full((self.n, len(bus.feedback)), np.nan)
        values[asked] = bus.sync_read([self.ids[i] for i in asked], bus.feedback)
        q, v = calibration.to_joint(values[:, 0]), calibration.rate_to_joint(values[:, 1])
        answered = np.isfinite(values[:, 0])
        reading = replace(
            old,
            time=bus.clock.now(),
            q=np.where(answered, q, old.q),
            v=np.where(answered, v, old.v),
            load=np.where(answered, calibration.sign * values[:, 2], old.load),
            faults=np.array([bus.faults.get(ident, 0) for ident in self.ids]),
            answered=answered,
        )
        self.reading = self._with_imu(
            self._with_health(reading, self.polling.health_per_cycle if health is None else health)
        )
        return self.reading

    def _asked(self) -> np.ndarray:
        """Return the servos that are read in this cycle, shape (n,), bool."""
        if not self.missed.any():
            return np.ones(self.n, dtype=bool)
        interval = np.where(self.lost, self.polling.lost_cycles, self.polling.retry_cycles)
        asked = (self.missed < self.polling.missed_cycles) | (self.cycles % interval == 0)
        return asked if asked.any() else np.ones(self.n, dtype=bool)

    def count(self, answered: np.ndarray, now: float) -> tuple[list[int], list[int]]:
        """Count missing answers; return the servos that do not answer any more, and those that are back after a pause."""
        if answered.all() and not self.missed.any():  # the usual case
            self.last[:] = now
            return [], []
        back = answered & (self.missed >= self.polling.restart_cycles)
        self.missed = np.where(answered, 0, self.missed + 1)
        self.last = np.where(answered, now, self.last)
        gone = ~self.lost & (self.missed > 0) & (now - self.last > self.robot.safety.lost_after)
        self.lost = (self.lost | gone) & ~answered
        return np.flatnonzero(gone).tolist(), np.flatnonzero(back).tolist()

    def _with_health(self, reading: Reading, n: int) -> Reading:
        """Return the reading with the health of the next n servos."""
        bus, rows = self.bus, list[int]()
        for _ in range(self.n):
            if len(rows) == n:
                break
            if self.missed[self._next_health] < self.polling.missed_cycles:
                rows.append(self._next_health)
            self._next_health = (self._next_health + 1) % self.n
        if not rows:
            return reading
        values = bus.sync_read([self.ids[i] for i in rows], bus.health)
        torque = values[:, bus.health.index("torque_enable")]
        self.torque[rows] = np.where(np.isfinite(torque), torque, self.torque[rows])
        changed = {}
        for name, quantity in QUANTITIES.items():
            if quantity.register in bus.health:
                column, new = getattr(reading, name).copy(), values[:, bus.health.index(quantity.register)]
                column[rows] = np.where(np.isfinite(new), new, column[rows])
                changed[name] = column
        return replace(reading, **changed)

    def _with_imu(self, reading: Reading) -> Reading:
        """Return the reading with a new sample of the IMU; with the last one if it does not answer."""
        if self.imu is None or (self.imu_is_gone and self.cycles % self.polling.retry_cycles):
            return reading
        sample = self.imu.sample()
        self._missed_imu_cycles = self._missed_imu_cycles + 1 if sample is None else 0
        return reading if sample is None else replace(reading, imu=sample)


def prepare(bus: Bus, idents: Iterable[int], supervision: Supervision) -> None:
    """Set the return delay of servos to zero.

    Args:
        bus: Bus of the servos.
        idents: Ids of the servos that answer.
        supervision: Takes a warning if a servo keeps its return delay.
    """
    if "return_delay" not in bus.table:
        return
    idents = list(idents)
    delays = bus.sync_read(idents, ("return_delay",))[:, 0]
    longest = 0.0
    for ident, delay in zip(idents, delays.tolist(), strict=True):
        if delay == 0.0:
            continue
        try:
            bus.write(ident, "return_delay", 0.0)
        except HardwareError as problem:
            longest = max(longest, 5e-4 if math.isnan(delay) else delay)
            supervision.warn(ident, "delay", f"servo {ident} keeps its return delay: {problem}")
    expect = getattr(bus, "expect_return_delay", None)
    if callable(expect):
        expect(longest)
