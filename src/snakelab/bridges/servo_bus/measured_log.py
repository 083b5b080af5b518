"""Log of the measurements of a robot, and their conversion to variables of a recording."""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.servo_bus.devices.imu import ImuSample
from snakelab.bridges.servo_bus.driver.interface import QUANTITIES, Reading
from snakelab.sim.engines.live_engine import Variable
from snakelab.types import FloatArray

SERVO = {
    f"servo_{name}": (name, quantity.unit, quantity.text)
    for name, quantity in QUANTITIES.items()
    if name not in ("q", "v")  # recorded as those of every run
} | {"servo_faults": ("faults", "1", "fault bits that the servo reports")}
IMU = {
    "specific_force": (("axis",), 3, "m/s^2", "measured acceleration less gravity, sensor axes"),
    "angular_rate": (("axis",), 3, "rad/s", "measured angular velocity, sensor axes"),
    "attitude": (("quaternion",), 4, "1", "measured attitude of the sensor, wxyz"),
}
IMU_TIME = "imu_time"
# A sample that is older than this is no measurement of the present [s].
STALE = 0.5


@dataclass(frozen=True)
class Entry:
    """Measurements of one time.

    Attributes:
        time: Time of the run [s].
        reading: Reading of the servos.
        imu: Sample of the IMU with its time of the run; None without a recent one.
    """

    time: float
    reading: Reading
    imu: ImuSample | None = None


class MeasuredLog:
    """Measured values of a run.

    Args:
        first: First entry.
        prefix: First part of the names of the IMU's variables.
    """

    def __init__(self, first: Entry, prefix: str = "measured") -> None:
        self.entries, self.prefix = [first], prefix
        self.fields = () if first.imu is None else tuple(f for f in IMU if getattr(first.imu, f) is not None)

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        self.entries.append(entry)

    def drop_before(self, time: float) -> None:
        """Forget entries before a time [s], but not the last one."""
        keep = min(bisect_left(self.entries, time, key=lambda entry: entry.time), len(self.entries) - 1)
        del self.entries[:keep]

    def variables(self, times: FloatArray) -> dict[str, Variable]:
        """Return loads, voltages, temperatures, currents, faults and the values of the IMU at times [s]; NaN for no value."""
        chosen = [self._at(time) for time in np.asarray(times, dtype=np.float64).tolist()]
        made = {
            name: Variable(np.array([getattr(e.reading, field) for e in chosen], dtype=np.float64), unit, text)
            for name, (field, unit, text) in SERVO.items()
        }
        for field in self.fields:
            dims, size, unit, text = IMU[field]
            values = np.array([imu_values(entry.imu, field, size) for entry in chosen])
            made[f"{self.prefix}_{field}"] = Variable(values, unit, text, dims)
        if self.fields:
            stamps = np.array([np.nan if entry.imu is None else entry.imu.time for entry in chosen])
            made[f"{self.prefix}_{IMU_TIME}"] = Variable(stamps, "s", "time of the sample of the IMU", ())
        return made

    def readings(self) -> dict[str, FloatArray]:
        """Return the last values of the IMU by name."""
        last = self.entries[-1].imu
        made = {f"{self.prefix}_{field}": imu_values(last, field, IMU[field][1]) for field in self.fields}
        if self.fields:
            made[f"{self.prefix}_{IMU_TIME}"] = np.array(np.nan if last is None else last.time)
        return made

    def _at(self, time: float) -> Entry:
        i = bisect_left(self.entries, time - 1e-9, key=lambda entry: entry.time)
        return self.entries[min(i, len(self.entries) - 1)]


def imu_values(sample: ImuSample | None, field: str, size: int) -> FloatArray:
    """Return a field of a sample; NaN where there is none."""
    values = None if sample is None else getattr(sample, field)
    return np.full(size, np.nan) if values is None else np.asarray(values)
