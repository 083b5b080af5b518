"""Interface of drivers, safety limits and schedule of the exchanges with a robot."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Protocol

import numpy as np
from annotated_types import Ge, Gt

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Choices
from snakelab.plugins.hardware.bus import Clock
from snakelab.plugins.hardware.imu import ImuSample
from snakelab.scenarios.forms import Form

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
    """Return the state of each servo of an engine's robot; empty for a simulation.

    Args:
        engine: Engine of a run.
    """
    robot, driver = getattr(engine, "robot", None), getattr(engine, "driver", None)
    return [] if robot is None or driver is None else driver.reading.servos(robot.ids)


# ----------------------------------------------------------------------------------------------------------------------
# Safety limits of a robot
# ----------------------------------------------------------------------------------------------------------------------


class SafetyError(HardwareError):
    """A limit that ended the motion; commands are refused until a new start."""


Positive = Annotated[float, Gt(0)]
NonNegative = Annotated[float, Ge(0)]


class Safety(Form):
    """Limits of the motion, and what happens when one is exceeded.

    Args:
        soft_start: Time in which the robot goes from its measured shape to the gait [s].
        speed: Largest speed of a joint [rad/s].
        torque: Largest torque, as a fraction of the stall torque [-].
        hold_after: Time without a command after which the robot holds its shape [s].
        limp_after: Time without a command after which the torque is switched off [s].
        lost_after: Time without any answer after which the run ends [s].
        temperature_warning, temperature_stop: [degC].
        voltage_warning, voltage_stop: Lower limits of the supply; none by default [V].
        load_warning, load_stop: Fraction of the stall torque [-].
        load_time: Time for which a load must last to count [s].
        at_end: State after a run and after Ctrl-C: hold or limp.
        at_stop: State after a limit was exceeded and after an emergency stop: hold or limp.
    """

    soft_start: NonNegative = 2.0
    speed: Positive = 4.0
    torque: Positive = 1.0
    hold_after: Positive = 0.3
    limp_after: Positive = 5.0
    lost_after: Positive = 0.5
    temperature_warning: float = 60.0
    temperature_stop: float = 70.0
    voltage_warning: float | None = None
    voltage_stop: float | None = None
    load_warning: Positive = 0.8
    load_stop: Positive = 0.95
    load_time: NonNegative = 0.5
    at_end: Annotated[str, Choices(("hold", "limp"))] = "limp"
    at_stop: Annotated[str, Choices(("hold", "limp"))] = "limp"
