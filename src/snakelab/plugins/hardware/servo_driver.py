"""Driver: commands to the servos of a robot and their measurements, within the safety limits.

It runs on the computer of the robot. Its commands may come from another computer, may be late, and may be invalid.
"""

import math
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.hardware_run import check_running, stop_with_error
from snakelab.plugins.hardware.readings import Mode, Reading
from snakelab.plugins.hardware.robot_file import RobotFile
from snakelab.plugins.hardware.serial_exchanges import more_patience, unconfirmed, write_each
from snakelab.plugins.hardware.servo_bus import Bus, Clock, Guard, start_guard
from snakelab.plugins.hardware.servo_registers import Calibration, Register, Table
from snakelab.plugins.hardware.start_check import StartCheck, fault_text, one_line, outside
from snakelab.plugins.hardware.supervision import (
    RESOLUTION,
    Acquisition,
    LimitedMotion,
    SafetyError,
    Supervision,
    checked_target,
    prepare,
)
from snakelab.system import held_interrupts

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
        ends: Smallest and largest angles of the servos, beyond which no goal is given ahead, shape (2, n), [rad].
    """

    def __init__(self, table: Table, n: int, ends: FloatArray | None = None) -> None:
        self._position: Register = table["goal_position"]
        self._speed: Register | None = table.get("goal_speed")
        unlimited = np.full((2, n), np.inf) * np.array([[-1.0], [1.0]])
        low, high = unlimited if ends is None else ends
        self._low: FloatArray = low
        self._high: FloatArray = high
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
        if self._speed is not None:
            speed = np.minimum(speed, self._speed.range[1])
        step = self._position.scale
        goal = np.rint(target / step) * step
        if finer:
            ahead = np.where(change > 0, np.ceil((target + change) / step), np.floor((target + change) / step)) * step
            # smaller changes do not count as motion
            ahead = np.where(np.abs(change) > 1e-6, ahead, goal)
            goal = np.clip(ahead, np.minimum(self._low, goal), np.maximum(self._high, goal))
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
        ids: Ids of the servos.
        calibration: Relation of servo angles and joint angles.
        speed: Largest speed of a joint [rad/s]; that of the servos if it is smaller.
        limits: Smallest and largest joint angles, shape (n, 2), [rad]; None for none.

    Attributes:
        active: Servos that get goals, shape (n,), bool.
    """

    def __init__(
        self, bus: Bus, ids: tuple[int, ...], calibration: Calibration, speed: float, limits: FloatArray | None = None
    ) -> None:
        self.bus, self.ids, self.calibration, self.speed, self.n = bus, ids, calibration, speed, len(ids)
        self.active = np.ones(self.n, dtype=bool)
        ends = None if limits is None else np.sort(calibration.to_servo(limits.T), axis=0)
        self._setpoints = Setpoints(bus.table, self.n, ends)

    def go_to(self, q: FloatArray, speed: float | None = None) -> None:
        """Move the joints to angles [rad] at a speed [rad/s]; by default at the largest speed."""
        angles = self.calibration.to_servo(q)
        self._setpoints.reset(angles, self.bus.clock.now())
        fastest = self.speed if speed is None else min(speed, self.speed)
        speeds = np.full(self.n, fastest) * self.calibration.gear
        if "goal_speed" in self.bus.table:
            speeds = np.minimum(speeds, self.bus.table["goal_speed"].range[1])
        self._write(angles, speeds)

    def taken(self, q: FloatArray, patience: float) -> np.ndarray:
        """Return True for each servo that has the angles [rad] as its goal, shape (n,); False if it does not answer."""
        goals, rows = np.full(self.n, np.nan), np.flatnonzero(self.active)
        if not len(rows):
            return np.zeros(self.n, dtype=bool)
        goals[rows] = self.bus.sync_read([self.ids[i] for i in rows], ("goal_position",), patience)[:, 0]
        wanted = self.calibration.to_servo(q)
        return np.asarray(np.abs(goals - wanted) <= 1.01 * self.bus.table["goal_position"].scale)

    def follow(self, q: FloatArray, now: float, duration: float) -> None:
        """Move the joints to angles [rad] within a duration [s] from now [s]."""
        self._write(*self._setpoints.towards(self.calibration.to_servo(q), now, duration))

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the active servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        if self.active.all():
            bus.sync_write(self.ids, bus.goal, values)
        elif self.active.any():
            rows = np.flatnonzero(self.active)
            bus.sync_write([self.ids[i] for i in rows], bus.goal, values[rows])


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
        stop_problem: What the servos have not confirmed at the last stop; empty if they have confirmed it.
        settle: Advances emulated servos to the present time of their clock.
    """

    def __init__(self, bus: Bus, robot: RobotFile, on_warning: Callable[[str], object] = lambda text: None) -> None:
        self.bus, self.robot, self.on_warning = bus, robot, on_warning
        self.clock: Clock = bus.clock
        self.ids, self.n = robot.ids, len(robot.ids)
        self.mode, self.reason, self.requested = Mode.OFF, "", ""  # the last: reason of a stop that waits for the lock
        self.stop_problem = ""
        self.lock = threading.RLock()
        self.settle: Callable[[], None] = getattr(bus, "settle", lambda: None)
        self._acquisition = Acquisition(bus, robot)
        self._supervision = Supervision(robot.safety, robot.ids, lambda text: self.on_warning(text))
        self._motion = LimitedMotion(robot, lambda kind, text: self._supervision.warn(0, kind, text))
        self._goals = Goals(bus, robot.ids, robot.calibration, robot.safety.speed, robot.limits)
        self._last_command, self._last_answer = math.inf, 0.0
        self._fault_cycles = np.zeros(self.n, dtype=np.int64)
        self._least_voltage = np.full(self.n, np.nan)
        self._begun = self._energised = False
        self._left, self._tried = list[int](), 0.0  # servos that have not confirmed that their torque is off
        self._guard: Guard | None = None

    @property
    def reading(self) -> Reading:
        """Last reading."""
        return self._acquisition.reading

    @property
    def commanded(self) -> FloatArray:
        """Last angles that were commanded, within the limits; NaN while the robot is not driven, shape (n,), [rad]."""
        return self._motion.commanded if self.mode is Mode.ACTIVE else np.full(self.n, np.nan)

    @property
    def active(self) -> np.ndarray:
        """Servos that get torque and goals, shape (n,), bool."""
        return self._goals.active

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self) -> Reading:
        """Find the servos, check them, and read the shape of the robot. Their torque remains as it is until `engage`.

        Raises:
            HardwareError: if a servo does not answer, or must not get torque: in one line with what to do.
        """
        with self.lock:
            self.mode, self.reason, self.requested = Mode.OFF, "", ""
            self._check_servos()
            if problem := self._acquisition.find_imu():
                self._supervision.warn(-1, "imu", f"{problem}; the run continues without it")
            self.measure(health=self.n)
            self._check_pace()
            self._begun = True
            return self.reading

    def engage(self) -> None:
        """Switch the torque on at the measured shape; `command` does this if it is off.

        A joint outside its limits moves to the nearest limit slowly, if the robot file permits this.

        Raises:
            SafetyError: after a stop.
            HardwareError: if a servo does not answer, is outside its limits, or does not confirm its goal and torque.
        """
        with self.lock:
            check_running(self)
            rows = np.flatnonzero(self.active)
            q = self._acquisition.complete(rows)
            if (problems := outside(self.robot, q)) and self.robot.safety.outside_limits == "refuse":
                raise HardwareError(f"{self.robot.origin}: {one_line(problems)}")
            low, high = self.robot.limits.T
            known = np.where(np.isfinite(q), q, np.clip(0.0, low, high))  # of inactive servos, which get no goal
            margin = np.minimum(ARRIVED, 0.25 * (high - low))
            inside = np.clip(known, low + margin, high - margin)
            target = (
                np.where((known < low - RESOLUTION) | (known > high + RESOLUTION), inside, known) if problems else known
            )
            self._switch_on(rows, target, RETURN_SPEED if problems else None)
            self._motion.begin(target)
            self._acquisition.torque[rows] = 1.0
            self._acquisition.last[:] = self.clock.now()
            self.mode, self._last_command = Mode.ACTIVE, self.clock.now()
            if problems:
                self._return(target, float(np.abs(known - target).max()))

    def close(self) -> None:
        """Bring the robot to the state that its file gives for the end; a second call has no effect.

        Ctrl-C waits until then. If a servo has not confirmed that its torque is off, the second process tries it too.
        """
        safety = self.robot.safety
        with self.lock, held_interrupts():
            stays = safety.at_stop if self.mode is Mode.STOPPED else safety.at_end
            try:
                if self._left or (self._energised and stays == "limp"):
                    self.limp()
                elif self.mode in (Mode.ACTIVE, Mode.HOLDING):
                    self.hold()
                self._disarm()
            except HardwareError as problem:  # a servo is silent, or the line is lost
                self._supervision.warn(0, "end", str(problem))
            finally:
                if self.mode is not Mode.STOPPED:
                    self.mode = Mode.OFF
                if self._guard is not None:
                    self._guard.close(switch_off=bool(self._left))
                    self._guard = None
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
            HardwareError: unless target and time are finite numbers, one angle for each servo, or if the line is lost.
        """
        with self.lock:
            check_running(self)
            target = checked_target(target, until, self.n)
            self.watch()
            now = self.clock.now()
            if self.mode is not Mode.ACTIVE:
                self._resume()
                until += self.clock.now() - now
                now = self.clock.now()
            # a jump of the clock must not lead to a division by zero
            duration = max(until - now, 1e-3)
            allowed = self._motion.allowed(target, now, until, duration)
            self._goals.follow(allowed, now, duration)
            self._motion.commanded, self._last_command = allowed, self.clock.now()
            self._beat()
            return allowed

    def measure(self, health: int | None = None) -> Reading:
        """Read angles, rates and loads of all servos, and torque and health of the next few.

        Raises:
            SafetyError: if a limit is exceeded or a servo has a fault; the robot is stopped.
            HardwareError: if no servo answers any more.
        """
        with self.lock:
            reading = self._acquisition.read(health)
            self._check_answers(reading.answered)
            self._check_torque()
            self._check_faults()
            try:
                self._supervision.check(reading)
                if self.mode in (Mode.ACTIVE, Mode.HOLDING):  # without torque, it may be moved by hand
                    self._supervision.check_speed(reading)
                    if self.robot.safety.outside_limits == "refuse":  # else a joint may be on its way back
                        self._supervision.check_angles(reading, self.robot.limits)
            except SafetyError as problem:
                stop_with_error(self, str(problem))
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
        """Hold the present shape, and read the goals back; without torque, nothing is sent.

        Raises:
            HardwareError: if a servo does not confirm its goal.
        """
        with self.lock:
            q = self.reading.q
            q = np.where(np.isfinite(q), q, self._motion.commanded)
            if not self._energised:  # a goal may switch the torque of a servo on
                return
            if self.mode is not Mode.STOPPED:
                self.mode = Mode.HOLDING
            self._motion.commanded = q
            self._confirm_goals(q, None, HOLD_ATTEMPTS, ("that it holds", "that they hold"), "switch the supply off")

    def limp(self) -> None:
        """Switch the torque of all servos of the robot off, and read it back.

        Raises:
            HardwareError: if a servo does not confirm it.
        """
        with self.lock:
            if self.mode is not Mode.STOPPED:
                self.mode = Mode.LIMP
            self._left, self._tried, self._energised = list(self.ids), self.clock.now(), False
            self._left = write_each(self.bus, self.ids, "torque_enable", 0.0)
            self.stop_problem = ""
            if self._left:
                missing = unconfirmed(self._left, "that its torque is off", "that their torque is off")
                self.stop_problem = f"{missing}; switch the supply off"
                raise HardwareError(self.stop_problem)

    def stop(self, reason: str) -> None:
        """Stop the robot: it holds or becomes limp as defined in its file, and refuses commands until a new start."""
        self.requested = self.requested or reason  # ends a start or a return to the limits, which keeps the lock
        with self.lock:
            if self.mode is not Mode.STOPPED:
                self.mode, self.reason = Mode.STOPPED, reason
            try:
                if self.robot.safety.at_stop == "limp":
                    self.limp()
                else:
                    self.hold()
                self.stop_problem = ""
            except HardwareError as problem:
                self.stop_problem = str(problem)
                self._supervision.warn(0, "stop", str(problem))

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread, such as those of a key, a gamepad or a ROS topic."""
        self.stop(f"emergency stop by {source}")

    def watch(self) -> None:
        """Hold, then become limp, if no command has arrived within the times of the robot file."""
        with self.lock:
            silent = self.clock.now() - self._last_command
            safety = self.robot.safety
            self._beat()
            if self._left and self.mode in (Mode.LIMP, Mode.STOPPED) and self.clock.now() > self._tried + RETRY:
                self._tried = self.clock.now()
                self._left = write_each(self.bus, self._left, "torque_enable", 0.0, attempts=1)
                self.stop_problem = self.stop_problem if self._left else ""
            if self.mode in (Mode.ACTIVE, Mode.HOLDING) and silent > safety.limp_after:
                self._supervision.warn(0, "limp", f"no command for {safety.limp_after:g} s: the torque is off")
                try:
                    self.limp()
                except HardwareError as problem:
                    self._supervision.warn(0, "stop", str(problem))
            elif self.mode is Mode.ACTIVE and silent > safety.hold_after:
                self._supervision.warn(0, "hold", f"no command for {safety.hold_after:g} s: the robot holds its shape")
                try:
                    self.hold()
                except HardwareError as problem:
                    self._supervision.warn(0, "stop", str(problem))

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
            "bus_answers_late": statistics.late,
            "bus_packets_damaged": statistics.bad,
            "commands_clipped": self.clipped,
            "hardware_warnings": "\n".join(self.warnings),
        }

    # ---- start -----------------------------------------------------------------------------------------------------
    def _check_servos(self) -> None:
        """Read and check all servos, and set their return delay."""
        check = StartCheck(self.bus, self.robot)
        for text in check.run():
            self._supervision.warn(0, text, text)
        self._goals.active, self._least_voltage = check.read.copy(), check.least_voltage
        prepare(self.bus, [self.ids[i] for i in np.flatnonzero(check.read)], self._supervision)
        self._acquisition.begin(check.q, check.read)
        self._last_answer = self.clock.now()

    def _check_pace(self) -> None:
        """Compare the duration of an exchange with the times of the robot file.

        Raises:
            HardwareError: if the robot would hold after each command, since the next one comes too late.
        """
        idents, took = [self.ids[i] for i in np.flatnonzero(self.active)], math.inf
        for _ in range(3):
            began = self.clock.now()
            self.bus.sync_read(idents, self.bus.feedback)
            took = min(took, self.clock.now() - began + self.write_time)
        advice = "shorten the latency of the adapter, or set a higher baud rate"
        if took > self.robot.safety.hold_after:
            raise HardwareError(
                f"{self.robot.origin}: an exchange with the servos takes {took:.2g} s, and without a command for "
                f"{self.robot.safety.hold_after:g} s (safety.hold_after) the robot holds; {advice}, or raise hold_after"
            )
        if took > 1.5 / self.robot.rate:
            self._supervision.warn(
                0, "pace", f"an exchange with the servos takes {1e3 * took:.3g} ms, so {self.robot.rate:g} per second (rate) "
                f"cannot be reached; {advice}, or lower rate",
            )  # fmt: skip

    def _limit_torque(self, rows: np.ndarray) -> None:
        """Set the largest torque of servos.

        Raises:
            HardwareError: if one of them does not confirm it.
        """
        if "torque_limit" in self.bus.table:
            left = write_each(self.bus, [self.ids[i] for i in rows], "torque_limit", self.robot.safety.torque)
            if left:
                missing = unconfirmed(left, "its largest torque", "their largest torque")
                raise HardwareError(f"{missing}; check cable and power, then start again")

    def _switch_on(self, rows: np.ndarray, target: FloatArray, speed: float | None) -> None:
        """Give servos their goals, and switch their torque on; off again at any failure, and at a stop meanwhile.

        Raises:
            SafetyError: after a stop.
            HardwareError: if one of them does not confirm a value.
        """
        idents = [self.ids[i] for i in rows]
        self._guard_line()
        self._energised = True  # a goal may switch the torque of a servo on
        try:
            self._limit_torque(rows)
            advice = "check cable and power, then start again"
            self._confirm_goals(target, speed, GOAL_ATTEMPTS, ("its goal", "their goals"), advice)
            self._arm(rows)
            check_running(self)
            if left := write_each(self.bus, idents, "torque_enable", 1.0):
                missing = unconfirmed(left, "its torque", "their torque")
                raise HardwareError(f"{missing}; check cable and power, then start again")
            check_running(self)
        except BaseException as problem:
            self.mode, self.reason = Mode.STOPPED, self.reason or str(problem) or "interrupted"
            with held_interrupts():
                try:
                    self.limp()
                except HardwareError as failure:
                    self.stop_problem = str(failure)
                    self._supervision.warn(0, "stop", str(failure))
            raise

    def _confirm_goals(
        self, q: FloatArray, speed: float | None, attempts: int, missing: tuple[str, str], advice: str
    ) -> None:
        """Move the joints to angles [rad], and read the goals back.

        Raises:
            HardwareError: if servos do not confirm what is `missing` then, of one servo or of several.
        """
        rows, taken = np.flatnonzero(self.active), np.zeros(self.n, dtype=bool)
        for attempt in range(attempts):
            self._goals.go_to(q, speed)
            taken = self._goals.taken(q, more_patience(self.bus, attempt))
            if taken[rows].all():
                return
        raise HardwareError(f"{unconfirmed([self.ids[i] for i in rows if not taken[i]], *missing)}; {advice}")

    def _return(self, target: FloatArray, distance: float) -> None:
        """Wait until joints outside their limits have reached them.

        Raises:
            SafetyError: if they do not arrive.
        """
        end, q = self.clock.now() + 2.0 * distance / RETURN_SPEED + 1.0, self.reading.q
        while self.clock.now() < end:
            self._last_command = self.clock.now()
            self._beat()
            self.clock.sleep_until(self.clock.now() + 0.05)
            self.settle()
            check_running(self)
            q = self.measure().q
            if (np.abs(q - target)[self.active] < ARRIVED).all():
                self._motion.begin(target)
                self._goals.go_to(target)
                self._last_command = self.clock.now()
                return
        i = int(np.argmax(np.where(self.active, np.abs(q - target), 0.0)))
        stop_with_error(
            self, f"servo {self.ids[i]} does not reach its limit {target[i]:+.3g} rad: it stands at {q[i]:+.3g} rad"
        )

    def _resume(self) -> None:
        """Continue after a pause without commands: from the held shape, or after a new check with the torque on again."""
        if self.mode is Mode.HOLDING:
            self._arm(np.flatnonzero(self.active))
            self._motion.begin(self._motion.commanded)
            self.mode = Mode.ACTIVE
            return
        if self.mode is Mode.LIMP:
            self._check_servos()
            self.on_warning("commands have arrived again: the torque is on again, from the measured shape")
        self.engage()

    # ---- end of the torque with the program, the computer or the line --------------------------------------------------
    def _guard_line(self) -> None:
        """Start the process that switches the torque off when this one ends."""
        safety = self.robot.safety
        if self._guard is None and safety.at_stop == "limp":
            self._guard = start_guard(self.bus, self.ids, safety.limp_after + 1.0)

    def _arm(self, rows: np.ndarray) -> None:
        """Start the timeout of the servos, after which they stop without a packet."""
        safety = self.robot.safety
        if "bus_watchdog" in self.bus.table:
            idents = [self.ids[i] for i in rows]
            timeout = min(2.5, 2.0 * max(safety.hold_after, 5.0 / self.robot.rate))
            left = write_each(self.bus, idents, "bus_watchdog", 0.0) or write_each(
                self.bus, idents, "bus_watchdog", timeout
            )
            if left:
                raise HardwareError(unconfirmed(left, "its timeout (bus watchdog)", "their timeouts (bus watchdog)"))

    def _disarm(self) -> None:
        """End the timeout of the servos, which would otherwise refuse the goals of other programs."""
        if "bus_watchdog" in self.bus.table:
            write_each(self.bus, [self.ids[i] for i in np.flatnonzero(self.active)], "bus_watchdog", 0.0)

    def _beat(self) -> None:
        if self._guard is not None:
            self._guard.beat()

    # ---- checks ----------------------------------------------------------------------------------------------------
    def _check_answers(self, answered: np.ndarray) -> None:
        """Count missing responses, and end the motion if a servo, or the line, does not respond any more."""
        now = self.clock.now()
        gone, back = self._acquisition.count(answered, now)
        if self._acquisition.imu_is_gone:
            self._supervision.warn(-1, "imu gone", f"the IMU {self.robot.imu_id} does not answer any more")
        if answered.any():
            self._last_answer = now
        elif now - self._last_answer > self.robot.safety.lost_after:
            stop_with_error(self, "no servo answers any more; check power and cable, then start again")
        for i in gone if answered.any() else ():
            self._fault(i, "gone", f"servo {self.ids[i]} does not answer any more; check its cable", silent=True)
        for i in back:
            with suppress(HardwareError):  # it is asked again with its health
                self._acquisition.torque[i] = self.bus.read(self.ids[i], "torque_enable")

    def _check_torque(self) -> None:
        """End the motion if a servo has lost its torque: it has restarted, or protects itself."""
        if self.mode not in (Mode.ACTIVE, Mode.HOLDING):
            return
        for i in np.flatnonzero(self.active & (self._acquisition.torque == 0.0)).tolist():
            try:
                self._acquisition.torque[i] = self.bus.read(self.ids[i], "torque_enable")
            except HardwareError:
                continue
            if self._acquisition.torque[i] == 0.0:
                ident = self.ids[i]
                text = f"servo {ident} has restarted, its supply collapsed; check the supply"
                if bits := int(self.reading.faults[i]):
                    text = f"servo {ident} has switched its torque off and reports: {fault_text(self.bus.fault_names, bits)}"
                self._fault(i, "restarted", text, silent=True)

    def _check_faults(self) -> None:
        """End the motion if a servo reports a fault in two readings in a row, or its supply is below its own limit."""
        reading = self.reading
        if (low := reading.answered & (reading.voltage < self._least_voltage - 0.05)).any():
            i = int(np.argmax(low))
            text = (
                f"servo {self.ids[i]} measures a supply voltage of {reading.voltage[i]:g} V, and its own lower limit is"
            )
            self._fault(i, "voltage", f"{text} {self._least_voltage[i]:g} V; charge the battery or check the supply")
        if not reading.faults.any():
            self._fault_cycles[:] = 0
            return
        reports = reading.answered & (reading.faults != 0)
        self._fault_cycles = np.where(reports, self._fault_cycles + 1, 0)
        for i in np.flatnonzero(self._fault_cycles >= 2).tolist():
            bits = int(reading.faults[i])
            self._fault(i, f"fault {bits}", f"servo {self.ids[i]} reports: {fault_text(self.bus.fault_names, bits)}")

    def _fault(self, i: int, kind: str, text: str, silent: bool = False) -> None:
        """Stop, or warn and continue, as the robot file defines; a servo without torque gets none again."""
        if silent:
            self._goals.active[i] = False
        if self.robot.safety.at_fault == "stop" and self._begun:
            stop_with_error(self, f"{text}, then start again")
        self._supervision.warn(self.ids[i], kind, text)


# Speed at which a joint outside its limits returns to them [rad/s]; distance at which it has arrived [rad].
RETURN_SPEED, ARRIVED = 0.3, 0.02
# Attempts to write the goals of the servos before their torque is switched on, and to hold a shape.
GOAL_ATTEMPTS, HOLD_ATTEMPTS = 6, 4
# Interval of the attempts to switch off the torque of a servo that has not confirmed it [s].
RETRY = 0.5
