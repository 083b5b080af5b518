"""Readings of a robot: what its servos and its IMU measure, the interface of the drivers that read them, and plain data."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.imu import ImuSample
from snakelab.plugins.hardware.servo_bus import Clock

# ----------------------------------------------------------------------------------------------------------------------
# Interface of drivers, on this computer or on that of the robot: mode, readings, members
# ----------------------------------------------------------------------------------------------------------------------


class Mode(StrEnum):
    """Mode of a driver."""

    OFF = "off"
    ACTIVE = "active"
    HOLDING = "holding"
    LIMP = "limp"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Quantity:
    """Quantity that a servo measures.

    Attributes:
        unit: SI unit, or degC; "1" for a fraction.
        text: Description.
        register: Register of the bus.
        digits: Number format in tables.
    """

    unit: str
    text: str
    register: str
    digits: str

    @property
    def column(self) -> str:
        """Name in tables of registers."""
        return self.register.removeprefix("present_")


# By the field of `Reading`: the one declaration for logs, recordings, the network, ROS messages, tables and the studio.
QUANTITIES = {
    "q": Quantity("rad", "angle of the joint", "present_position", "+.3f"),
    "v": Quantity("rad/s", "rate of the joint", "present_speed", "+.2f"),
    "load": Quantity("1", "torque of the servo as a fraction of its stall torque", "present_load", "+.2f"),
    "voltage": Quantity("V", "supply voltage at the servo", "present_voltage", ".1f"),
    "temperature": Quantity("degC", "temperature of the servo", "present_temperature", ".0f"),
    "current": Quantity("A", "current of the servo", "present_current", ".2f"),
}


@dataclass(frozen=True)
class ServoReading:
    """State of one servo; NaN for a quantity that was not measured.

    Attributes:
        id: Its number on the bus.
        temperature: [degC].
        voltage: [V].
        load: Torque as a fraction of the stall torque [-].
        current: [A].
        faults: Bits of the faults that it reports.
        answers: False if it did not answer.
    """

    id: int
    temperature: float
    voltage: float
    load: float
    current: float
    faults: int
    answers: bool

    def values(self) -> dict[str, float]:
        """Return the measured quantities by name; see `QUANTITIES`."""
        return {name: getattr(self, name) for name in ("temperature", "voltage", "load", "current")}


@dataclass(frozen=True)
class Reading:
    """Measured values of all joints; NaN before the first measurement.

    Attributes:
        time: Time of the reading [s].
        q: Angles, shape (n,), [rad].
        v: Rates, shape (n,), [rad/s].
        load: Torque as a fraction of the stall torque, shape (n,), [-].
        voltage: Shape (n,), [V].
        temperature: Shape (n,), [degC].
        current: Shape (n,), [A].
        faults: Bits of the faults that the servos report, shape (n,).
        answered: Servos that answered, shape (n,), bool.
        imu: Last sample of the IMU on the bus; None without one.
    """

    time: float
    q: FloatArray
    v: FloatArray
    load: FloatArray
    voltage: FloatArray
    temperature: FloatArray
    current: FloatArray
    faults: np.ndarray
    answered: np.ndarray
    imu: ImuSample | None = None

    @classmethod
    def empty(cls, n: int) -> "Reading":
        """Return a reading without values."""
        nothing = np.full(n, np.nan)
        return cls(0.0, nothing, nothing, nothing, nothing, nothing, nothing, np.zeros(n, np.int64), np.zeros(n, bool))

    def servos(self, ids: Sequence[int]) -> list[ServoReading]:
        """Return the state of each servo.

        Args:
            ids: Numbers of the servos on the bus, in the order of the joints.
        """
        return [
            ServoReading(
                ident,
                float(self.temperature[i]),
                float(self.voltage[i]),
                float(self.load[i]),
                float(self.current[i]),
                int(self.faults[i]),
                bool(self.answered[i]),
            )
            for i, ident in enumerate(ids[: len(self.q)])
        ]


class Driver(Protocol):
    """Driver of a robot; see `ServoDriver` for the meaning of its members."""

    mode: Mode
    reason: str

    @property
    def reading(self) -> Reading:
        """Last reading."""

    @property
    def clock(self) -> Clock:
        """Its clock."""

    @property
    def write_time(self) -> float:
        """Duration of a command on the line [s]."""

    @property
    def read_time(self) -> float:
        """Duration of a measurement on the line [s]."""

    def begin(self) -> Reading:
        """Find the servos, and switch the torque on at the measured shape."""

    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints to be at a target at a time."""

    def measure(self) -> Reading:
        """Read angles, rates and loads."""

    def settle(self) -> None:
        """Advance an emulated robot to the present time of its clock."""

    def stop(self, reason: str) -> None:
        """Stop the robot."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once."""

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording."""

    def close(self) -> None:
        """Bring the robot to its end state and disconnect."""


def servo_readings(engine: Any) -> list[ServoReading]:
    """Return the state of each servo of an engine's robot; empty for a simulation, and for a robot without servos.

    Args:
        engine: Engine of a run.
    """
    robot, driver = getattr(engine, "robot", None), getattr(engine, "driver", None)
    if robot is None or driver is None or not hasattr(robot, "ids"):  # without servos, such as thrusters
        return []
    return list(driver.reading.servos(robot.ids))


# ----------------------------------------------------------------------------------------------------------------------
# Readings as plain data, for the messages of a link
# ----------------------------------------------------------------------------------------------------------------------

SAMPLE_FIELDS = ("specific_force", "angular_rate", "attitude")


def plain_reading(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain data; what was not measured is null."""
    data: dict[str, Any] = {
        name: [round(float(x), 6) if math.isfinite(x) else None for x in getattr(reading, name)] for name in QUANTITIES
    }
    imu = None if reading.imu is None else plain_sample(reading.imu, reading.time)
    return data | {"faults": reading.faults.tolist(), "answered": reading.answered.tolist(), "imu": imu}


def plain_sample(sample: ImuSample, now: float) -> dict[str, Any]:
    """Return a sample of an IMU as plain data, with its age [s]."""
    data: dict[str, Any] = {"age": now - sample.time}
    for name in SAMPLE_FIELDS:
        values = getattr(sample, name)
        data[name] = None if values is None or not np.isfinite(values).all() else np.round(values, 7).tolist()
    return data


def sample_of(data: Mapping[str, Any], now: float) -> ImuSample:
    """Return a sample of an IMU from plain data that arrived at a time [s]."""
    values = {name: None if data[name] is None else np.array(data[name], dtype=np.float64) for name in SAMPLE_FIELDS}
    return ImuSample(now - float(data["age"]), **values)


def reading_of(data: Mapping[str, Any], time: float) -> Reading:
    """Return a reading from plain data, with the time at which it arrived [s]."""
    values = {name: np.array([np.nan if x is None else x for x in data[name]], dtype=np.float64) for name in QUANTITIES}
    imu = None if data.get("imu") is None else sample_of(data["imu"], time)
    faults, answered = np.array(data["faults"], np.int64), np.array(data["answered"], bool)
    return Reading(time=time, faults=faults, answered=answered, imu=imu, **values)
