"""Interface of drivers with their schedule and watchdog, supervision of readings by the safety limits, check before a start."""

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus, Clock, shared_id
from snakelab.plugins.hardware.exchanges import more_patience
from snakelab.plugins.hardware.imu import ImuSample

if TYPE_CHECKING:
    from snakelab.plugins.hardware.robot_file import RobotFile, Safety

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
# Safety limits of a robot
# ----------------------------------------------------------------------------------------------------------------------


class SafetyError(HardwareError):
    """A limit that ended the motion; commands are refused until a new start."""


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

    safety: "Safety"
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
# Check of all servos before the torque is switched on
# ----------------------------------------------------------------------------------------------------------------------

# Rounds in which the servos are read; each needs two equal readings.
ROUNDS = 12
# Largest change of an angle between two readings [rad]; a robot without torque may be moved by hand.
STILL = 0.1
# Difference between two angles that the resolution of a servo explains [rad].
RESOLUTION = 4e-3
# Largest difference between the supply voltage of a servo and the median of all, as a fraction of the median [-].
VOLTAGE_DIFFERENCE = 0.25
# Modes of FEETECH servos by the value of the register.
MODES = {1: "wheel mode", 2: "open-loop mode", 3: "step mode"}


@dataclass(frozen=True)
class Problem:
    """Reason why a servo must not get torque.

    Attributes:
        kind: Name of the reason; problems of the same kind are reported once, with all servos.
        ident: Id of the servo.
        text: Sentence for the user, with what to do.
        severe: False for a problem with which a run may continue without this servo, or with a warning.
    """

    kind: str
    ident: int
    text: str
    severe: bool = True


class StartCheck:
    """Check of the servos of a robot before any torque: everything is read twice, and nothing is written.

    Args:
        bus: Bus of the servos.
        robot: Robot file.

    Attributes:
        read: Servos that were read completely, shape (n,), bool.
        q: Joint angles, shape (n,), NaN for a servo that was not read [rad].
        least_voltage: Lower limit of the supply that each servo has, shape (n,), NaN for one that was not read [V].
    """

    def __init__(self, bus: Bus, robot: "RobotFile") -> None:
        self.bus, self.robot, self.ids, n = bus, robot, robot.ids, len(robot.ids)
        self._names = (*bus.configuration, *bus.condition)
        self._values = np.full((n, len(self._names)), np.nan)
        self.read, self.q = np.zeros(n, dtype=bool), np.full(n, np.nan)
        self.least_voltage = np.full(n, np.nan)

    def run(self) -> list[str]:
        """Read the servos, and return warnings.

        Raises:
            HardwareError: if the torque must not be switched on; one line with the command that mends it.
        """
        self._read_all()
        if not self.read.any() and not any(map(self.bus.statistics.shared, self.ids)):
            raise HardwareError(
                f"no servo of {self.robot.origin} answers at {self.robot.baud} baud; check power and cable, and find the "
                f"baud rate with snakelab bus scan {target_of(self.robot)}"
            )
        self.q = self.robot.calibration.to_joint(self._column("present_position"))
        self.least_voltage = self._column("least_voltage")
        problems = [*self._unread(), *self._wrong_settings(), *self._outside(), *self._faults(), *self._voltages()]
        final = [problem for problem in problems if problem.severe or self.robot.safety.at_fault == "stop"]
        if final:
            raise HardwareError(f"{self.robot.origin}: {one_line(final)}")
        return [problem.text for problem in problems] + self._differences()

    def _column(self, name: str) -> FloatArray:
        return self._values[:, self._names.index(name)]

    def _read_all(self) -> None:
        """Read all servos until two readings agree: the settings exactly, the angles nearly."""
        bus, n = self.bus, len(self.ids)
        agreed = np.zeros((n, 2), dtype=bool)
        for round_ in range(ROUNDS):
            for k, names in enumerate((bus.configuration, bus.condition)):
                left = np.flatnonzero(~agreed[:, k])
                if not len(left):
                    continue
                columns = slice(0, len(names)) if k == 0 else slice(len(bus.configuration), None)
                patience = more_patience(bus, round_ // 3)
                new, old = bus.sync_read([self.ids[i] for i in left], names, patience), self._values[left, columns]
                tolerance = np.zeros(len(names))
                if k == 1:
                    tolerance[:] = np.inf
                    tolerance[names.index("present_position")] = STILL
                same = (np.abs(new - old) <= tolerance).all(axis=1)
                whole = np.isfinite(new).all(axis=1)
                self._values[left[whole], columns] = new[whole]
                agreed[left[whole & same], k] = True
            self.read[:] = agreed.all(axis=1)
            if self.read.all():
                return
            if round_ in (2, 3):
                for i in np.flatnonzero(~self.read):
                    with suppress(HardwareError):  # a request to this servo alone shows if its answers are damaged
                        bus.ping(self.ids[i])
        self._values[~self.read] = np.nan

    def _unread(self) -> list[Problem]:
        """Return a problem for each servo that could not be read."""
        found = []
        for ident in [ident for ident, read in zip(self.ids, self.read, strict=True) if not read]:
            missing = (
                f"servo {ident} does not answer; check its cable and id with snakelab bus scan {target_of(self.robot)}, or "
                "remove it from ids"
            )
            if self.bus.statistics.shared(ident):
                found.append(Problem("shared", ident, shared_id(ident), severe=True))
            else:
                found.append(Problem("missing", ident, missing, severe=False))
        return found

    def _wrong_settings(self) -> list[Problem]:
        """Return a problem for each servo that would not move to its goal."""
        bus, file, found = self.bus, target_of(self.robot), []
        mode, low, high = (self._column(name) for name in ("mode", "lower_limit", "upper_limit"))
        ends = np.sort(self.robot.calibration.to_servo(self.robot.limits.T), axis=0)
        right = bus.position_modes
        for i in np.flatnonzero(self.read).tolist():
            ident = self.ids[i]
            if "byte_order" in self._names and self._column("byte_order")[i] != 0:
                found.append(Problem("series", ident, f"servo {ident} is of the SCS series, which is not supported"))
            elif mode[i] not in right:
                name = MODES.get(int(mode[i]), f"mode {mode[i]:g}") if right == (0,) else f"mode {mode[i]:g}"
                command = f"snakelab bus write {file} {ident} mode {right[0]}"
                text = f"servo {ident} is in {name}, not in position mode; type: {command}"
                found.append(Problem("mode", ident, text))
            elif mode[i] == right[0] and low[i] < high[i]:  # equal limits mean none
                if low[i] > ends[0, i] + RESOLUTION or high[i] < ends[1, i] - RESOLUTION:
                    text = (
                        f"servo {ident} limits itself to {low[i]:+.3g} to {high[i]:+.3g} rad, and the limits of the robot file "
                        f"are {ends[0, i]:+.3g} to {ends[1, i]:+.3g} rad of the servo; narrow these, or type: "
                        f"snakelab bus set-limits {file} {ident}"
                    )
                    found.append(Problem("limits", ident, text))
        return found

    def _outside(self) -> list[Problem]:
        return [] if self.robot.safety.outside_limits == "return" else outside(self.robot, self.q)

    def _faults(self) -> list[Problem]:
        """Return a problem for each servo that reports a fault."""
        found, status = [], self._column("status")
        for i in np.flatnonzero(self.read).tolist():
            ident = self.ids[i]
            if bits := int(status[i]) | self.bus.faults.get(ident, 0):
                text = (
                    f"servo {ident} reports: {fault_text(self.bus.fault_names, bits)}; check it with snakelab bus watch "
                    f"{target_of(self.robot)}, and switch its supply off and on"
                )
                found.append(Problem("fault", ident, text, severe=False))
        return found

    def _voltages(self) -> list[Problem]:
        """Return a problem for each servo whose supply voltage is below its own limit, or differs from the others."""
        found, voltage, middle = [], self._column("present_voltage"), 0.0
        low = self._column("least_voltage")
        if self.read.any():
            middle = float(np.median(voltage[self.read]))
        for i in np.flatnonzero(self.read).tolist():
            ident, advice = self.ids[i], "check supply and cable: snakelab bus watch"
            if voltage[i] < low[i] - 0.05:
                range_ = f"its own lower limit is {low[i]:g} V"
            elif abs(voltage[i] - middle) > VOLTAGE_DIFFERENCE * middle:
                range_ = f"the median of all servos is {middle:g} V"
            else:
                continue
            text = f"servo {ident} measures a supply voltage of {voltage[i]:g} V, and {range_}; {advice} {target_of(self.robot)}"
            found.append(Problem("voltage", ident, text, severe=False))
        return found

    def _differences(self) -> list[str]:
        """Return a warning if the servos differ in model, and one if the voltage is above their own limit."""
        found, rows = [], np.flatnonzero(self.read)
        models, voltage, high = (self._column(name)[rows] for name in ("model", "present_voltage", "largest_voltage"))
        if (models != models[0]).any():
            other = int(np.argmax(models != models[0]))
            found.append(
                f"servo {self.ids[rows[other]]} is of model {models[other]:g}, and others are of model {models[0]:g}: "
                "check that their ranges and directions are equal"
            )
        if (above := (high > 0.0) & (voltage > high + 0.05)).any():
            other = int(np.argmax(above))
            found.append(
                f"servo {self.ids[rows[other]]} measures a supply voltage of {voltage[other]:g} V, and its own upper limit is "
                f"{high[other]:g} V; check the supply"
            )
        return found


def outside(robot: "RobotFile", q: FloatArray) -> list[Problem]:
    """Return a problem for each joint that stands outside its limits.

    Args:
        robot: Robot file.
        q: Joint angles, shape (n,); NaN is ignored [rad].
    """
    low, high = robot.limits.T
    found = []
    for i in np.flatnonzero((q < low - RESOLUTION) | (q > high + RESOLUTION)).tolist():
        ident = robot.ids[i]
        text = (
            f"servo {ident}: the joint stands at {q[i]:+.3g} rad, outside of its limits {low[i]:+.3g} to {high[i]:+.3g} rad; "
            f"move it by hand, correct zero in the robot file, or type: snakelab bus return {target_of(robot)}"
        )
        found.append(Problem("outside", ident, text))
    return found


def target_of(robot: "RobotFile") -> str:
    """Return the robot file, or without one the port, as an argument of a command."""
    return shlex.quote(robot.origin if robot.origin.endswith((".yaml", ".yml")) else robot.port)


def one_line(problems: Sequence[Problem]) -> str:
    """Return problems in one line: the first of each kind, with the other servos of this kind."""
    parts = []
    for kind in dict.fromkeys(problem.kind for problem in problems):
        of_kind = [problem for problem in problems if problem.kind == kind]
        others = ", ".join(str(problem.ident) for problem in of_kind[1:])
        parts.append(of_kind[0].text + (f" (the same of {others})" if others else ""))
    return "; ".join(parts)


def fault_text(fault_names: Sequence[str], bits: int) -> str:
    """Return the names of the faults that a servo reports."""
    names = [name for k, name in enumerate(fault_names) if bits >> k & 1]
    return ", ".join(names) or f"fault {bits}"
