"""Acquisition: readings of all servos of a robot, and of its IMU where the bus has one; which devices answer."""

from dataclasses import replace

import numpy as np

from snakelab.bridges.servo_bus.devices.imu import ImuDevice
from snakelab.bridges.servo_bus.driver.interface import QUANTITIES, Reading
from snakelab.bridges.servo_bus.interface import Bus
from snakelab.bridges.servo_bus.robot_file import RobotFile

# Servos whose voltage, temperature and current are read in one cycle.
HEALTH_PER_CYCLE = 2
# Number of consecutive missed cycles after which a device is polled less often, and the interval in cycles.
MISSED_CYCLES, RETRY_CYCLES = 5, 50
# Missed cycles in a row after which a servo may have restarted.
RESTARTED = 3
# Attempts to find the servos at the start.
TRIES = 3
HEALTH = ("voltage", "temperature", "current")


class Acquisition:
    """Readings of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.

    Attributes:
        reading: Last reading.
        cycles: Number of readings [-].
        missed: Cycles in a row in which each servo did not answer, shape (n,).
        imu: IMU on the bus; None without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile) -> None:
        self.bus, self.robot, self.ids, self.n = bus, robot, robot.ids, len(robot.ids)
        self.reading, self.cycles = Reading.empty(self.n), 0
        self.missed = np.zeros(self.n, dtype=np.int64)
        self.imu = None if robot.imu_id is None else ImuDevice(bus, robot.imu_id)
        self._imu_missed = 0
        self._next_health = 0

    @property
    def read_time(self) -> float:
        """Duration of a reading on the line [s]."""
        feedback = self.bus.wire_time(self.n, self.bus.feedback, False)
        health = self.bus.wire_time(min(self.n, HEALTH_PER_CYCLE), self.bus.health, False)
        return feedback + health + (0.0 if self.imu is None else self.imu.read_time)

    @property
    def imu_is_gone(self) -> bool:
        """True while an IMU that was found does not answer any more."""
        return self._imu_missed >= MISSED_CYCLES

    def find(self) -> np.ndarray:
        """Return True for each servo that answers, shape (n,); the others are asked rarely from then on."""
        answering = np.zeros(self.n, dtype=bool)
        for _ in range(TRIES):
            answering |= np.isfinite(self.bus.sync_read(self.ids, ("present_position",))[:, 0])
        self.missed[~answering] = MISSED_CYCLES
        return answering

    def find_imu(self) -> str:
        """Search for the IMU, which is omitted if it is missing. Return the reason, empty if it was found."""
        problem = "" if self.imu is None else self.imu.check()
        if problem:
            self.imu = None
        return problem

    def read(self, health: int = HEALTH_PER_CYCLE) -> Reading:
        """Read angles, rates and loads of all servos, the IMU, and the health of the next few servos."""
        self.cycles += 1
        bus, old, calibration = self.bus, self.reading, self.robot.calibration
        asked = np.flatnonzero((self.missed < MISSED_CYCLES) | (self.cycles % RETRY_CYCLES == 0))
        asked = asked if len(asked) else np.arange(self.n)
        values = np.full((self.n, len(bus.feedback)), np.nan)
        values[asked] = bus.sync_read([self.ids[i] for i in asked], bus.feedback)
        answered = np.isfinite(values[:, 0])
        reading = replace(
            old,
            time=bus.clock.now(),
            q=np.where(answered, calibration.to_joint(values[:, 0]), old.q),
            v=np.where(answered, calibration.rate_to_joint(values[:, 1]), old.v),
            load=np.where(answered, calibration.sign * values[:, 2], old.load),
            faults=np.array([bus.faults.get(ident, 0) for ident in self.ids]),
            answered=answered,
        )
        self.reading = self._with_imu(self._with_health(reading, health))
        return self.reading

    def count(self, answered: np.ndarray) -> tuple[list[int], list[int]]:
        """Count missing answers; return the servos that have just gone, and those that are back after a pause."""
        back = answered & (self.missed >= RESTARTED)
        self.missed = np.where(answered, 0, self.missed + 1)
        return np.flatnonzero(self.missed == MISSED_CYCLES).tolist(), np.flatnonzero(back).tolist()

    def _with_health(self, reading: Reading, n: int) -> Reading:
        """Return the reading with the health of the next n servos."""
        bus, rows = self.bus, list[int]()
        for _ in range(self.n):
            if len(rows) == n:
                break
            if self.missed[self._next_health] < MISSED_CYCLES:
                rows.append(self._next_health)
            self._next_health = (self._next_health + 1) % self.n
        if not rows:
            return reading
        values = bus.sync_read([self.ids[i] for i in rows], bus.health)
        out = {}
        for field in HEALTH:
            register = QUANTITIES[field].register
            column = getattr(reading, field).copy()
            if register in bus.health:
                new = values[:, bus.health.index(register)]
                column[rows] = np.where(np.isfinite(new), new, column[rows])
            out[field] = column
        return replace(reading, **out)

    def _with_imu(self, reading: Reading) -> Reading:
        """Return the reading with a new sample of the IMU; with the last one if it does not answer."""
        if self.imu is None or (self.imu_is_gone and self.cycles % RETRY_CYCLES):
            return reading
        sample = self.imu.sample()
        self._imu_missed = self._imu_missed + 1 if sample is None else 0
        return reading if sample is None else replace(reading, imu=sample)
