"""Supervision of a robot: its readings within the limits of safety, targets within these limits, and the acquisition of readings.

In reading order: `Supervision` of the readings; `LimitedMotion` of the targets; and `Acquisition`, which reads the servos and
the IMU.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray, floats, shown
from snakelab.plugins.hardware.imu import ImuDevice
from snakelab.plugins.hardware.readings import QUANTITIES, Reading
from snakelab.plugins.hardware.serial_exchanges import more_patience
from snakelab.plugins.hardware.servo_bus import Bus

if TYPE_CHECKING:
    from snakelab.plugins.hardware.robot_file import RobotFile, Safety


# ----------------------------------------------------------------------------------------------------------------------
# Supervision of the readings
# ----------------------------------------------------------------------------------------------------------------------


class SafetyError(HardwareError):
    """A limit that ended the motion; commands are refused until a new start."""


# Measured speed of a joint, relative to that of its targets, above which it is reported [-]; readings in a row for this.
SPEED_MARGIN, SPEED_READINGS = 1.5, 3
# Distance of a measured angle from the limits of a joint above which it is reported [rad].
LIMIT_MARGIN = 0.1


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
        self._outside = np.zeros(len(self.ids), dtype=np.int64)
        self._fast = {kind: np.zeros(len(self.ids), dtype=np.int64) for kind in ("fast", "speed_stop")}
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

    def check_speed(self, reading: Reading) -> None:
        """Compare the measured speeds of joints that follow goals with the limits; a single reading may be disturbed.

        Raises:
            SafetyError: if `speed_stop` is exceeded.
        """
        safety, speed = self.safety, np.abs(reading.v)
        advice = "check that nothing turns the joint, and that the servo is in position mode"
        for kind, limit in (("fast", SPEED_MARGIN * safety.speed), ("speed_stop", safety.speed_stop)):
            if limit is None:
                continue
            counted = np.where(speed > limit, self._fast[kind] + 1, 0)
            self._fast[kind] = np.where(reading.answered, counted, self._fast[kind])
            for i in np.flatnonzero(self._fast[kind] >= SPEED_READINGS).tolist():
                text = f"servo {self.ids[i]}: measured speed {speed[i]:.3g} rad/s"
                if kind == "speed_stop":
                    raise SafetyError(f"{text}, limit {limit:g} (safety.speed_stop); {advice}, then start again")
                self.warn(
                    self.ids[i], kind,
                    f"{text}, more than {SPEED_MARGIN:g} times safety.speed ({safety.speed:g} rad/s), which limits targets, not "
                    f"the joint; {advice}; safety.speed_stop ends a run at such a speed",
                )  # fmt: skip

    def check_angles(self, reading: Reading, limits: FloatArray) -> None:
        """Warn of joints that are measured outside of their limits, shape (n, 2), [rad], in several readings in a row.

        Goals never leave the limits: the joint was turned, or its servo has lost its zero or counted a turn.
        """
        beyond = np.maximum(limits[:, 0] - reading.q, reading.q - limits[:, 1])
        counted = np.where(beyond > LIMIT_MARGIN, self._outside + 1, 0)
        self._outside = np.where(reading.answered, counted, self._outside)
        for i in np.flatnonzero(self._outside >= SPEED_READINGS).tolist():
            low, high = limits[i].tolist()
            self.warn(
                self.ids[i], "angle",
                f"servo {self.ids[i]}: the joint is measured at {reading.q[i]:+.3g} rad, outside of its limits {low:+.3g} to "
                f"{high:+.3g} rad, to which goals are limited; check that nothing turns it, and the zero of the servo",
            )  # fmt: skip

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
# Motion within the limits: targets after the soft start, within the joint limits and the largest speed
# ----------------------------------------------------------------------------------------------------------------------


class SoftStart:
    """Offset between the shape of a robot and the first target, which fades out.

    Args:
        duration: Time of the fade [s].
    """

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self._offset: FloatArray | None = None
        self._start = 0.0

    def start(self, target: FloatArray, shape: FloatArray, now: float) -> None:
        """Note the first target and the shape at that time; later calls have no effect."""
        if self._offset is None:
            self._offset, self._start = shape - target, now
            # offsets below 0.2 rad fade sooner
            self.duration *= min(1.0, float(np.abs(self._offset).max()) / 0.2)

    def ended(self, time: float) -> bool:
        """Return True once the offset has faded at a time [s]."""
        return self._offset is None or time >= self._start + self.duration

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or self.ended(time) or not self.duration > 0.0:
            return target
        x = max(0.0, (time - self._start) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)


# Difference between two angles that the resolution of a servo explains [rad].
RESOLUTION = 4e-3
# Commands in a row that are limited in speed before this is reported; a single one may only have been late.
FAST = 3
# Delay of a target, relative to its duration, from which it counts as late [-].
LATE = 0.5


def checked_target(target: object, until: object, n: int) -> FloatArray:
    """Return the angles of a command, shape (n,), [rad].

    Args:
        target: The angles.
        until: Time at which the joints reach them [s].
        n: Number of servos.

    Raises:
        HardwareError: unless these are finite numbers, one angle for each servo.
    """
    try:
        angles = target if isinstance(target, np.ndarray) and target.dtype == np.float64 else floats(target)
        time = np.asarray(until) if isinstance(until, float) else floats(until)
    except ValueError:
        raise HardwareError(f"a target must be {n} angles [rad] and a time [s]; got {shown(target)}") from None
    if angles.shape != (n,) or time.shape:
        raise HardwareError(
            f"a target must have one angle for each of the {n} servos, shape ({n},); got {angles.shape}"
        )
    if not (np.isfinite(angles).all() and np.isfinite(time)):
        raise HardwareError("a target is not a finite number; the robot holds its shape")
    return angles


def _angle(angle: float) -> str:
    return f"{angle:+.3f}" if abs(angle) < 1e4 else f"{angle:+.4g}"


class LimitedMotion:
    """Targets within the limits of a robot.

    Args:
        robot: Robot file.

    Attributes:
        commanded: Last target, shape (n,), [rad].
        clipped: Number of targets that were changed by a limit [-].
        on_limit: Called with the name of the limit and a text when a limit changes a target.
    """

    def __init__(self, robot: "RobotFile", on_limit: Callable[[str, str], object] = lambda kind, text: None) -> None:
        self.robot, self.clipped, self.on_limit = robot, 0, on_limit
        self.commanded: FloatArray = np.zeros(len(robot.ids))
        self._soft, self._fast = SoftStart(robot.safety.soft_start), 0
        self._due, self._delay = (
            math.inf,
            0.0,
        )  # time of the last target; longest delay since a target was not limited [s]
        self._free: tuple[FloatArray, float] | None = None  # last target that was not limited, and its time

    def begin(self, q: FloatArray) -> None:
        """Start from a measured shape [rad], with a new soft start."""
        self.commanded = q
        self._soft = SoftStart(self.robot.safety.soft_start)
        self._due, self._delay, self._free = math.inf, 0.0, None

    def allowed(self, target: FloatArray, now: float, until: float, duration: float) -> FloatArray:
        """Return the target within the limits.

        Args:
            target: Joint angles, shape (n,), [rad].
            now, until: Times of the clock: the present, and that of the target [s].
            duration: Time in which the joints move there [s].
        """
        limits = self.robot.limits
        self._soft.start(target, self.commanded, now)
        wanted = self._soft.blended(target, until)
        inside = np.clip(wanted, limits[:, 0], limits[:, 1])
        reach = self.robot.safety.speed * duration
        allowed = self.commanded + np.clip(inside - self.commanded, -reach, reach)
        self._delay, self._due = max(self._delay, now - self._due), until
        if (np.abs(allowed - wanted) > 1e-9).any():
            self.clipped += 1
            self._report(wanted, inside, allowed, until, duration)
        else:
            self._fast = 0
        if not (np.abs(allowed - inside) > 1e-9).any():
            self._delay, self._free = 0.0, (inside, until)
        return np.asarray(allowed)

    def _report(
        self, wanted: FloatArray, inside: FloatArray, allowed: FloatArray, until: float, duration: float
    ) -> None:
        """Report which joints are limited, by their limits or, after the soft start, by the largest speed.

        The speed of a target is its mean since the last one that was not limited: where this is below the largest speed, the
        targets were late, and the joints catch up.
        """
        excess = np.abs(inside - wanted)
        if (excess > RESOLUTION).any():
            i = int(np.argmax(excess))
            text = f"servo {self.robot.ids[i]}: the target {_angle(wanted[i])} rad is limited to {inside[i]:+.3f} rad (limits"
            self.on_limit("limits", f"{text} of {self.robot.origin}){self._others(excess, i)}")
        excess = np.abs(allowed - inside)
        self._fast = self._fast + 1 if (excess > 1e-9).any() and self._soft.ended(until) else 0
        if self._fast >= FAST:
            i = int(np.argmax(excess))
            begin, since = self._free or (self.commanded, until - FAST * duration)
            speed = float(np.abs(inside - begin)[i]) / max(until - since, duration)
            servo, largest = self.robot.ids[i], f"{self.robot.safety.speed:g} rad/s (safety.speed)"
            if self._delay > LATE * duration and speed <= self.robot.safety.speed:
                text = f"servo {servo}: targets came up to {self._delay:.2g} s late, and the joint catches up at"
                advice = "check the link, and the load of the computers"
                self.on_limit("late", f"{text} {largest}{self._others(excess, i)}; {advice}")
            else:
                text = f"servo {servo}: the target moves at {speed:.3g} rad/s and is limited to"
                self.on_limit("speed", f"{text} {largest}{self._others(excess, i)}")

    def _others(self, excess: FloatArray, i: int) -> str:
        others = [str(self.robot.ids[k]) for k in np.flatnonzero(excess > RESOLUTION).tolist() if k != i]
        return f"; also servo{'s' * (len(others) > 1)} {', '.join(others)}" if others else ""


# ----------------------------------------------------------------------------------------------------------------------
# Acquisition: readings of all servos of a robot, and of its IMU if the bus has one; the devices that answer
# ----------------------------------------------------------------------------------------------------------------------


# Largest change of an angle between two readings [rad]; a robot without torque may be moved by hand.
STILL = 0.1


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

    def __init__(self, bus: Bus, robot: "RobotFile", polling: Polling = Polling()) -> None:
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
