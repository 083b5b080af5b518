"""Driver: commands to the servos of a robot and their measurements, within the safety limits.

It runs on the computer of the robot. Its commands may come from another computer, may be late, and may be invalid. In
reading order: `Supervision` of the limits; `Setpoints` and `Goals` of the servos; `LimitedMotion`; `Acquisition` of readings;
and `ServoDriver`, which combines them.
"""

import math
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus, Clock, Register, Table, shared_id
from snakelab.plugins.hardware.imu import ImuDevice
from snakelab.plugins.hardware.readings import QUANTITIES, Mode, Reading, Safety, SafetyError
from snakelab.plugins.hardware.robot_file import RobotFile

# ----------------------------------------------------------------------------------------------------------------------
# Supervision of the safety limits
# ----------------------------------------------------------------------------------------------------------------------


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
# Setpoints of servos: goals and speeds with which they follow a path with a finer resolution than that of the goals
#
# A servo moves its setpoint at the commanded speed towards the commanded goal. If the resolution of the speed is finer,
# the goal is given one period ahead, so that the speed alone determines the setpoint at the end of the period. After a
# lost command the servo then moves for at most one more period.
# ----------------------------------------------------------------------------------------------------------------------


class Setpoints:
    """Estimated setpoints of servos.

    Args:
        table: Registers of the servos.
        n: Number of servos.
    """

    def __init__(self, table: Table, n: int) -> None:
        self._position: Register = table["goal_position"]
        self._speed: Register | None = table.get("goal_speed")
        self._at = self._goal = self._rate = np.zeros(n)
        self._time = 0.0

    def reset(self, angles: FloatArray, time: float) -> None:
        """Set the setpoints to the angles at which the servos stand [rad], at a time [s]."""
        self._at = self._goal = np.asarray(angles, dtype=np.float64)
        self._rate, self._time = np.zeros(len(angles)), time

    def towards(self, target: FloatArray, now: float, duration: float) -> tuple[FloatArray, FloatArray]:
        """Return goals and speeds with which the servos are at a target after a duration.

        Args:
            target: Servo angles, shape (n,), [rad].
            now: Time of the command [s].
            duration: Time to the target [s].

        Returns:
            Goals [rad] and speeds [rad/s], each of shape (n,).
        """
        self._at = self._position_after(now - self._time)
        change = target - self._at
        speed = np.abs(change) / duration
        finer = self._speed is not None and self._speed.scale * duration < 0.25 * self._position.scale
        if finer:
            assert self._speed is not None
            speed = np.maximum(np.rint(speed / self._speed.scale), 1.0) * self._speed.scale
        step = self._position.scale
        goal = np.rint(target / step) * step
        if finer:
            ahead = np.where(change > 0, np.ceil((target + change) / step), np.floor((target + change) / step)) * step
            # smaller changes do not count as motion
            goal = np.where(np.abs(change) > 1e-6, ahead, goal)
        self._goal, self._rate, self._time = goal, speed, now
        return goal, speed

    def _position_after(self, duration: float) -> FloatArray:
        left = self._goal - self._at
        reach = self._rate * max(duration, 0.0)
        return self._at + np.clip(left, -reach, reach)


class Goals:
    """Goals of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
    """

    def __init__(self, bus: Bus, robot: RobotFile) -> None:
        self.bus, self.robot, self.n = bus, robot, len(robot.ids)
        self._setpoints = Setpoints(bus.table, self.n)

    def go_to(self, q: FloatArray) -> None:
        """Move the joints to angles [rad] at the maximum speed of the robot file."""
        calibration = self.robot.calibration
        angles = calibration.to_servo(q)
        self._setpoints.reset(angles, self.bus.clock.now())
        self._write(angles, np.full(self.n, self.robot.safety.speed) * calibration.gear)

    def follow(self, q: FloatArray, now: float, duration: float) -> None:
        """Move the joints to angles [rad] within a duration [s] from now [s]."""
        self._write(*self._setpoints.towards(self.robot.calibration.to_servo(q), now, duration))

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        bus.sync_write(self.robot.ids, bus.goal, values)


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

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or time >= self._start + self.duration:
            return target
        x = max(0.0, (time - self._start) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)


class LimitedMotion:
    """Targets within the limits of a robot.

    Args:
        robot: Robot file.

    Attributes:
        commanded: Last target, shape (n,), [rad].
        clipped: Number of targets that were changed by a limit [-].
    """

    def __init__(self, robot: RobotFile) -> None:
        self.robot, self.clipped = robot, 0
        self.commanded: FloatArray = np.zeros(len(robot.ids))
        self._soft = SoftStart(robot.safety.soft_start)

    def begin(self, q: FloatArray) -> None:
        """Start from a measured shape [rad], with a new soft start."""
        self.commanded = q
        self._soft = SoftStart(self.robot.safety.soft_start)

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
        self.clipped += int((np.abs(allowed - wanted) > 1e-9).any())
        return np.asarray(allowed)


# ----------------------------------------------------------------------------------------------------------------------
# Acquisition: readings of all servos of a robot, and of its IMU if the bus has one; the devices that answer
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Polling:
    """Settings of the readings of a robot.

    Attributes:
        health_per_cycle: Servos whose voltage, temperature and current are read in one cycle.
        missed_cycles: Missed cycles in a row after which a device is polled less often.
        retry_cycles: Interval between polls of such a device, in cycles.
        restart_cycles: Missed cycles in a row after which a servo may have restarted.
        attempts: Attempts to find the servos at the start.
    """

    health_per_cycle: int = 2
    missed_cycles: int = 5
    retry_cycles: int = 50
    restart_cycles: int = 3
    attempts: int = 3


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
        imu: IMU on the bus; None without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile, polling: Polling = Polling()) -> None:
        self.bus, self.robot, self.ids, self.n, self.polling = bus, robot, robot.ids, len(robot.ids), polling
        self.reading, self.cycles = Reading.empty(self.n), 0
        self.missed = np.zeros(self.n, dtype=np.int64)
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

    def find(self) -> np.ndarray:
        """Return True for each servo that answers, shape (n,); the others are asked rarely from then on."""
        answering = np.zeros(self.n, dtype=bool)
        for _ in range(self.polling.attempts):
            answering |= np.isfinite(self.bus.sync_read(self.ids, ("present_position",))[:, 0])
        self.missed[~answering] = self.polling.missed_cycles
        return answering

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
        asked = np.flatnonzero(
            (self.missed < self.polling.missed_cycles) | (self.cycles % self.polling.retry_cycles == 0)
        )
        asked = asked if len(asked) else np.arange(self.n)
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

    def count(self, answered: np.ndarray) -> tuple[list[int], list[int]]:
        """Count missing answers; return the servos that have just gone, and those that are back after a pause."""
        back = answered & (self.missed >= self.polling.restart_cycles)
        self.missed = np.where(answered, 0, self.missed + 1)
        return np.flatnonzero(self.missed == self.polling.missed_cycles).tolist(), np.flatnonzero(back).tolist()

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


# ----------------------------------------------------------------------------------------------------------------------
# Driver of the servos of one robot
# ----------------------------------------------------------------------------------------------------------------------


class ServoDriver:
    """Driver of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
        on_warning: Called with each warning.

    Attributes:
        mode: Present mode.
        reason: Reason of a stop; empty without one.
        settle: Advances emulated servos to the present time of their clock.
    """

    def __init__(self, bus: Bus, robot: RobotFile, on_warning: Callable[[str], object] = lambda text: None) -> None:
        self.bus, self.robot, self.on_warning = bus, robot, on_warning
        self.clock: Clock = bus.clock
        self.ids, self.n = robot.ids, len(robot.ids)
        self.mode, self.reason = Mode.OFF, ""
        self.lock = threading.RLock()
        self.settle: Callable[[], None] = getattr(bus, "settle", lambda: None)
        self._acquisition = Acquisition(bus, robot)
        self._supervision = Supervision(robot.safety, robot.ids, lambda text: self.on_warning(text))
        self._motion, self._goals = LimitedMotion(robot), Goals(bus, robot)
        self._last_command, self._last_answer = math.inf, 0.0

    @property
    def reading(self) -> Reading:
        """Last reading."""
        return self._acquisition.reading

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self) -> Reading:
        """Find the servos, read the shape of the robot, and switch the torque on at this shape.

        Raises:
            HardwareError: if a servo does not answer.
        """
        with self.lock:
            self._check_present()
            answering = [ident for ident, n in zip(self.ids, self._acquisition.missed, strict=True) if not n]
            prepare(self.bus, answering, self.robot.safety.torque)
            self.mode, self.reason = Mode.OFF, ""
            self._last_answer = self.clock.now()
            reading = self.measure(health=self.n)
            self._engage(reading.q)
            return self.reading

    def close(self) -> None:
        """Bring the robot to the state that its file gives for the end; a second call has no effect."""
        with self.lock:
            try:
                if self.mode in (Mode.ACTIVE, Mode.HOLDING):
                    self.hold() if self.robot.safety.at_end == "hold" else self.limp()
            except HardwareError:  # the connection is lost: nothing can be sent
                pass
            finally:
                if self.mode is not Mode.STOPPED:
                    self.mode = Mode.OFF
                self.bus.close()

    # ---- motion ----------------------------------------------------------------------------------------------------
    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints to be at a target at a time.

        Args:
            target: Joint angles, shape (n,), [rad].
            until: Time of the clock [s].

        Returns:
            Target within the limits and the soft start, shape (n,), [rad].

        Raises:
            SafetyError: after a stop.
            HardwareError: if the target is not finite, or the line is lost.
        """
        with self.lock:
            self._check_running()
            if not np.isfinite(target).all():
                raise HardwareError("a target is not a finite number; the robot holds its shape")
            self.watch()
            now = self.clock.now()
            if self.mode is not Mode.ACTIVE:
                self._engage(self.measure().q)
                now = self.clock.now()
            # a jump of the clock must not lead to a division by zero
            duration = max(until - now, 1e-3)
            allowed = self._motion.allowed(target, now, until, duration)
            self._goals.follow(allowed, now, duration)
            self._motion.commanded, self._last_command = allowed, self.clock.now()
            return allowed

    def measure(self, health: int | None = None) -> Reading:
        """Read angles, rates and loads of all servos, and the health of the next few.

        Raises:
            SafetyError: if a limit is exceeded; the robot is stopped.
            HardwareError: if no servo answers any more.
        """
        with self.lock:
            reading = self._acquisition.read(health)
            self._check_answers(reading.answered)
            self._check_limits()
            return reading

    @property
    def write_time(self) -> float:
        """Duration of a command on the line [s]."""
        return self.bus.wire_time(self.n, self.bus.goal, True)

    @property
    def read_time(self) -> float:
        """Duration of a measurement on the line [s]."""
        return self._acquisition.read_time

    def hold(self) -> None:
        """Hold the present shape, with torque."""
        with self.lock:
            q = self.reading.q
            q = np.where(np.isfinite(q), q, self._motion.commanded)
            if self.mode is not Mode.OFF:
                self._goals.go_to(q)
                self._motion.commanded = q
            if self.mode is not Mode.STOPPED:
                self.mode = Mode.HOLDING

    def limp(self) -> None:
        """Switch the torque off; sent three times, because no servo acknowledges it."""
        with self.lock:
            for _ in range(3):
                self.bus.write_all("torque_enable", 0)
            if self.mode is not Mode.STOPPED:
                self.mode = Mode.LIMP

    def stop(self, reason: str) -> None:
        """Stop the robot: it holds or becomes limp as defined in its file, and refuses commands until a new start."""
        with self.lock:
            first = self.mode is not Mode.STOPPED
            if first:
                self.mode, self.reason = Mode.STOPPED, reason
            try:
                self.hold() if self.robot.safety.at_stop == "hold" else self.limp()
            except HardwareError:
                return

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread, such as those of a key, a gamepad or a ROS topic."""
        self.stop(f"emergency stop by {source}")

    def watch(self) -> None:
        """Hold, then become limp, if no command has arrived within the times of the robot file."""
        with self.lock:
            silent = self.clock.now() - self._last_command
            safety = self.robot.safety
            if self.mode in (Mode.ACTIVE, Mode.HOLDING) and silent > safety.limp_after:
                self._supervision.warn(0, "limp", f"no command for {safety.limp_after:g} s: the torque is off")
                self.limp()
            elif self.mode is Mode.ACTIVE and silent > safety.hold_after:
                self._supervision.warn(0, "hold", f"no command for {safety.hold_after:g} s: the robot holds its shape")
                self.hold()

    # ---- report ----------------------------------------------------------------------------------------------------
    @property
    def clipped(self) -> int:
        """Number of targets that a limit has changed [-]."""
        return self._motion.clipped

    @property
    def warnings(self) -> list[str]:
        """Warnings so far."""
        return self._supervision.warnings

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording: numbers and text."""
        statistics = self.bus.statistics
        missed = {ident: n for ident, n in sorted(statistics.missed.items()) if ident in self.ids}
        return {
            "bus_cycles": self._acquisition.cycles,
            "bus_packets_sent": statistics.sent,
            "bus_answers": statistics.received,
            "bus_answers_missed": sum(missed.values()),
            "bus_answers_missed_by_id": ", ".join(f"{ident}: {n}" for ident, n in missed.items()),
            "bus_packets_damaged": statistics.bad,
            "commands_clipped": self.clipped,
            "hardware_warnings": "\n".join(self.warnings),
        }

    # ---- start -----------------------------------------------------------------------------------------------------
    def _check_present(self) -> None:
        answering = self._acquisition.find()
        if not answering.any():
            raise HardwareError(
                f"no servo of {self.robot.origin} answers at {self.robot.baud} baud; check power and cable, and find the "
                "baud rate with snakelab bus scan"
            )
        for ident in [ident for ident, there in zip(self.ids, answering, strict=True) if not there]:
            with suppress(HardwareError):  # a request to this servo only shows if its responses are damaged
                self.bus.ping(ident)
            shared = self.bus.statistics.shared(ident)
            missing = f"servo {ident} does not answer; check its cable and id with snakelab bus scan"
            self._supervision.warn(ident, "missing", shared_id(ident) if shared else missing)
        if problem := self._acquisition.find_imu():
            self._supervision.warn(-1, "imu", f"{problem}; the run continues without it")

    def _engage(self, q: FloatArray) -> None:
        """Switch the torque on, with the measured shape as the target."""
        q = np.where(np.isfinite(q), q, 0.0)
        self._goals.go_to(q)
        self._motion.begin(q)
        self.bus.write_all("torque_enable", 1)
        self.mode, self._last_command = Mode.ACTIVE, self.clock.now()

    # ---- checks ----------------------------------------------------------------------------------------------------
    def _check_running(self) -> None:
        if self.mode is Mode.STOPPED:
            raise SafetyError(self.reason)

    def _check_answers(self, answered: np.ndarray) -> None:
        """Count missing responses, and end the motion if no servo responds or a servo has restarted."""
        now = self.clock.now()
        gone, back = self._acquisition.count(answered)
        for i in gone:
            self._supervision.warn(self.ids[i], "gone", f"servo {self.ids[i]} does not answer any more")
        if self._acquisition.imu_is_gone:
            self._supervision.warn(-1, "imu gone", f"the IMU {self.robot.imu_id} does not answer any more")
        if answered.any():
            self._last_answer = now
        elif now - self._last_answer > self.robot.safety.lost_after:
            self._stop("no servo answers any more; check power and cable, then start again")
        if self.mode is Mode.ACTIVE:
            for i in back:
                if self.bus.read(self.ids[i], "torque_enable") == 0.0:
                    self._stop(
                        f"servo {self.ids[i]} has restarted, its supply collapsed; check the supply, then start again"
                    )

    def _check_limits(self) -> None:
        for i in np.flatnonzero(np.where(self.reading.answered, self.reading.faults, 0)).tolist():
            bits = int(self.reading.faults[i])
            names = [name for k, name in enumerate(self.bus.fault_names) if bits >> k & 1]
            self._supervision.warn(
                self.ids[i], f"fault {bits}", f"servo {self.ids[i]} reports: {', '.join(names) or bits}"
            )
        try:
            self._supervision.check(self.reading)
        except SafetyError as problem:
            self._stop(str(problem))

    def _stop(self, reason: str) -> None:
        self.stop(reason)
        raise SafetyError(self.reason)


def prepare(bus: Bus, idents: Iterable[int], torque: float) -> None:
    """Set the return delay of servos to zero, and limit their torque.

    Args:
        bus: Bus of the servos.
        idents: Ids of the servos that answer.
        torque: Largest torque, as a fraction of the stall torque [-].
    """
    for ident in idents:
        if "return_delay" in bus.table and bus.read(ident, "return_delay") > 0.0:
            bus.write(ident, "return_delay", 0.0)
    expect = getattr(bus, "expect_return_delay", None)
    if callable(expect):
        expect(0.0)
    if "torque_limit" in bus.table:
        bus.write_all("torque_limit", torque)
