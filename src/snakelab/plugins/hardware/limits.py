"""Interface of drivers, safety limits and schedule of the exchanges with a robot."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Clock
from snakelab.plugins.hardware.imu import ImuSample

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
# Safety limits of a robot, and their supervision
# ----------------------------------------------------------------------------------------------------------------------


class SafetyError(HardwareError):
    """A limit that ended the motion; commands are refused until a new start."""


@dataclass(frozen=True)
class Safety:
    """Limits of the motion; see `robot_file.SafetyForm` for the meaning and the units."""

    soft_start: float = 2.0
    speed: float = 4.0
    torque: float = 1.0
    hold_after: float = 0.3
    limp_after: float = 5.0
    lost_after: float = 0.5
    temperature_warning: float = 60.0
    temperature_stop: float = 70.0
    voltage_warning: float | None = None
    voltage_stop: float | None = None
    load_warning: float = 0.8
    load_stop: float = 0.95
    load_time: float = 0.5
    at_end: str = "limp"
    at_stop: str = "limp"


@dataclass
class Supervision:
    """Comparison of every reading with the limits.

    Args:
        safety: Limits.
        ids: Ids of the servos, for messages.
        on_warning: Called with each warning.

    Attributes:
        warnings: Warnings so far, each once per servo and limit.
    """

    safety: Safety
    ids: tuple[int, ...]
    on_warning: Callable[[str], object] = lambda text: None
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._since = {"warning": np.full(len(self.ids), np.inf), "stop": np.full(len(self.ids), np.inf)}
        self._warned: set[tuple[int, str]] = set()

    def check(self, reading: Reading) -> None:
        """Note warnings.

        Raises:
            SafetyError: if a limit is exceeded.
        """
        safety = self.safety
        load = np.abs(reading.load)
        self._compare(
            "temperature", reading.temperature, safety.temperature_warning, safety.temperature_stop, "degC",
            "let it cool down",
        )  # fmt: skip
        self._compare(
            "voltage", -reading.voltage, _negative(safety.voltage_warning), _negative(safety.voltage_stop), "V",
            "charge the battery or check the supply",
        )  # fmt: skip
        for kind, limit in (("warning", safety.load_warning), ("stop", safety.load_stop)):
            above = load > limit
            self._since[kind] = np.where(above, np.minimum(self._since[kind], reading.time), np.inf)
        lasting = {kind: reading.time - since >= safety.load_time - 1e-9 for kind, since in self._since.items()}
        advice = "free the robot, or lower amplitude and speed of the gait"
        self._compare(
            "load", np.where(lasting["warning"], load, 0.0), safety.load_warning, None, "of the stall torque", advice
        )
        self._compare(
            "load", np.where(lasting["stop"], load, 0.0), None, safety.load_stop, "of the stall torque", advice
        )

    def warn(self, ident: int, kind: str, text: str) -> None:
        """Note a warning once for each servo and kind."""
        if (ident, kind) not in self._warned:
            self._warned.add((ident, kind))
            self.warnings.append(text)
            self.on_warning(text)

    def _compare(
        self, name: str, values: FloatArray, warning: float | None, stop: float | None, unit: str, advice: str
    ) -> None:
        for limit, final in ((stop, True), (warning, False)):
            if limit is None:
                continue
            for i in np.flatnonzero(values > limit).tolist():
                text = f"servo {self.ids[i]}: {name} {abs(values[i]):.3g} {unit}, limit {abs(limit):g}"
                if final:
                    raise SafetyError(f"{text}; {advice}, then start again")
                self.warn(self.ids[i], name, text)


def _negative(value: float | None) -> float | None:
    return None if value is None else -value


# ----------------------------------------------------------------------------------------------------------------------
# Schedule of the exchanges with a robot: due times and delays
# ----------------------------------------------------------------------------------------------------------------------

# Delay above which a run does not catch up, as after a pause [s].
MAX_LAG = 0.25
# Delay above which an exchange counts as late [s].
LATE = 1e-3


class Schedule:
    """Deadlines of the exchanges of a run.

    Args:
        clock: Clock of the robot.
        begin: Time of the run at the present [s].
        rate: Exchanges per second [Hz].
        write_time: Duration of a command on the line [s].
        read_time: Duration of a measurement on the line [s].

    Attributes:
        periods, late, skipped: Numbers of exchanges, late ones, and skipped ones [-].
        worst: Longest delay [s].
        lead: Time by which targets are ahead, so that they arrive in time [s].
    """

    def __init__(self, clock: Clock, begin: float, rate: float, write_time: float, read_time: float) -> None:
        self.clock, self.rate = clock, rate
        self.lead, self.read_time = write_time, read_time
        self._origin = clock.now() - begin
        self.periods = self.late = self.skipped = 0
        self.worst = self._sum = self._squares = 0.0

    def cycles(self, begin: float, end: float) -> Iterator[float]:
        """Return the ends of the exchanges in an interval; at least one [s]."""
        n = max(1, math.ceil((end - begin) * self.rate - 1e-6))
        for k in range(1, n):
            yield begin + k * (end - begin) / n
        yield end

    def due(self, end: float) -> float:
        """Return the time of the clock at which an exchange ends [s]."""
        return self._origin + end

    def time_of(self, clock: float) -> float:
        """Return the time of the run at a time of the clock [s]."""
        return clock - self._origin

    def skip(self, end: float) -> bool:
        """Return True for an exchange whose end has passed; after a long pause, later ones are due later."""
        behind = self.clock.now() - self.due(end)
        if behind > MAX_LAG:
            self._origin += behind
            return False
        if behind > 0.0:
            self.skipped += 1
            return True
        return False

    def wait_to_read(self, end: float) -> None:
        """Wait until the latest start of a measurement that ends in time."""
        self.clock.sleep_until(self.due(end) - self.read_time)

    def finish(self, end: float) -> None:
        """Wait for the end of an exchange, and count its delay."""
        due = self.due(end)
        self.clock.sleep_until(due)
        delay = self.clock.now() - due
        self.periods += 1
        self.late += delay > LATE
        self.worst = max(self.worst, delay)
        self._sum += delay
        self._squares += delay * delay

    def attributes(self) -> dict[str, Any]:
        """Return attributes of the recording."""
        n = max(1, self.periods)
        mean = self._sum / n
        return {
            "exchange_rate": self.rate,
            "exchanges": self.periods,
            "late_periods": self.late,
            "skipped_periods": self.skipped,
            "longest_delay": self.worst,
            "jitter": math.sqrt(max(0.0, self._squares / n - mean * mean)),
        }
