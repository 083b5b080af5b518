"""Driver: commands to the servos of a robot and their measurements, within the safety limits.

It runs on the computer of the robot. Whoever commands it may be elsewhere, may be late, and may be wrong.
"""

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np

from snakelab.bridges.bus.clocks import Clock
from snakelab.bridges.bus.driver.limits import SafetyError, Supervision
from snakelab.bridges.bus.driver.reading import Reading
from snakelab.bridges.bus.driver.setpoints import Setpoints
from snakelab.bridges.bus.driver.soft_start import SoftStart
from snakelab.bridges.bus.interface import Bus
from snakelab.bridges.bus.robot_file import RobotFile
from snakelab.errors import HardwareError
from snakelab.types import FloatArray

# Servos whose voltage, temperature and current are read in one cycle.
HEALTH_PER_CYCLE = 2
# A servo that missed so many cycles in a row is asked only every so many cycles.
MISSED_CYCLES, RETRY_CYCLES = 5, 50
# Missed cycles in a row after which a servo may have restarted.
RESTARTED = 3
# A servo that has no speed register, or a jump of the clock, must not lead to a division by zero [s].
LEAST_DURATION = 1e-3


class Mode(StrEnum):
    """Mode of a driver."""

    OFF = "off"
    ACTIVE = "active"
    HOLDING = "holding"
    LIMP = "limp"
    STOPPED = "stopped"


class ServoDriver:
    """Driver of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
        on_warning: Called with each warning.

    Attributes:
        mode: Present mode.
        reading: Last reading.
        reason: Reason of a stop; empty without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile, on_warning: Callable[[str], object] = lambda text: None) -> None:
        self.bus, self.robot, self.on_warning = bus, robot, on_warning
        self.clock: Clock = bus.clock
        self.ids, self.n = robot.ids, len(robot.ids)
        self.mode, self.reason = Mode.OFF, ""
        self.reading = Reading.empty(self.n)
        self.lock = threading.RLock()
        self.clipped, self.cycles = 0, 0
        self._supervision = Supervision(robot.safety, robot.ids)
        self._told = 0
        self._soft = SoftStart(robot.safety.soft_start)
        self._commanded: FloatArray = np.zeros(self.n)
        self._setpoints = Setpoints(bus.table, self.n)
        self._last_command = math.inf
        self._last_answer = 0.0
        self._next_health = 0
        self._gone = np.zeros(self.n, dtype=np.int64)

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self) -> Reading:
        """Find the servos, read the shape of the robot, and switch the torque on at this shape.

        Raises:
            HardwareError: if a servo does not answer.
        """
        with self.lock:
            self._check_present()
            self._prepare()
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
            except HardwareError:  # the line is lost: nothing can be sent
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
            duration = max(until - now, LEAST_DURATION)
            self._soft.start(target, self._commanded, now)
            wanted = self._soft.blended(target, until)
            inside = np.clip(wanted, self.robot.limits[:, 0], self.robot.limits[:, 1])
            reach = self.robot.safety.speed * duration
            allowed = self._commanded + np.clip(inside - self._commanded, -reach, reach)
            self.clipped += int((np.abs(allowed - wanted) > 1e-9).any())
            calibration = self.robot.calibration
            self._write(*self._setpoints.towards(calibration.to_servo(allowed), now, duration))
            self._commanded, self._last_command = allowed, self.clock.now()
            return allowed

    def measure(self, health: int = HEALTH_PER_CYCLE) -> Reading:
        """Read angles, rates and loads of all servos, and the health of the next few.

        Raises:
            SafetyError: if a limit is exceeded; the robot is stopped.
            HardwareError: if no servo answers any more.
        """
        with self.lock:
            self.cycles += 1
            bus, old = self.bus, self.reading
            asked = np.flatnonzero((self._gone < MISSED_CYCLES) | (self.cycles % RETRY_CYCLES == 0))
            asked = asked if len(asked) else np.arange(self.n)
            values = np.full((self.n, len(bus.feedback)), np.nan)
            if len(asked):
                values[asked] = bus.sync_read([self.ids[i] for i in asked], bus.feedback)
            answered = np.isfinite(values[:, 0])
            calibration = self.robot.calibration
            now = self.clock.now()
            reading = replace(
                old,
                time=now,
                q=np.where(answered, calibration.to_joint(values[:, 0]), old.q),
                v=np.where(answered, calibration.rate_to_joint(values[:, 1]), old.v),
                load=np.where(answered, calibration.sign * values[:, 2], old.load),
                faults=np.array([bus.faults.get(ident, 0) for ident in self.ids]),
                answered=answered,
            )
            self.reading = self._with_health(reading, health)
            self._check_answers(answered)
            self._check_limits()
            return self.reading

    def settle(self) -> None:
        """Let emulated servos reach the present time of their clock."""
        settle = getattr(self.bus, "settle", None)
        if callable(settle):
            settle()

    @property
    def write_time(self) -> float:
        """Duration of a command on the line [s]."""
        return self.bus.wire_time(self.n, self.bus.goal, True)

    @property
    def read_time(self) -> float:
        """Duration of a measurement on the line [s]."""
        feedback = self.bus.wire_time(self.n, self.bus.feedback, False)
        return feedback + self.bus.wire_time(min(self.n, HEALTH_PER_CYCLE), self.bus.health, False)

    def hold(self) -> None:
        """Hold the present shape, with torque."""
        with self.lock:
            q = self.reading.q
            q = np.where(np.isfinite(q), q, self._commanded)
            if self.mode is not Mode.OFF:
                self._send(q, np.full(self.n, self.robot.safety.speed))
                self._commanded = q
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
        """Stop the robot: it holds or becomes limp as its file says, and refuses commands until a new start."""
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
        """Hold, then become limp, if no command has come for the times of the robot file."""
        with self.lock:
            silent = self.clock.now() - self._last_command
            safety = self.robot.safety
            if self.mode in (Mode.ACTIVE, Mode.HOLDING) and silent > safety.limp_after:
                self._warn(0, "limp", f"no command for {safety.limp_after:g} s: the torque is off")
                self.limp()
            elif self.mode is Mode.ACTIVE and silent > safety.hold_after:
                self._warn(0, "hold", f"no command for {safety.hold_after:g} s: the robot holds its shape")
                self.hold()

    # ---- report ----------------------------------------------------------------------------------------------------
    @property
    def warnings(self) -> list[str]:
        """Warnings so far."""
        return self._supervision.warnings

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording: numbers and text."""
        statistics = self.bus.statistics
        missed = {ident: n for ident, n in sorted(statistics.missed.items()) if ident in self.ids}
        return {
            "bus_cycles": self.cycles,
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
        """Raise an error that names the servos without an answer."""
        present = np.zeros(self.n, dtype=bool)
        for _ in range(3):
            present |= np.isfinite(self.bus.sync_read(self.ids, ("present_position",))[:, 0])
        if not present.any():
            raise HardwareError(
                f"no servo of {self.robot.origin} answers at {self.robot.baud} baud; check power and cable, and find the "
                "baud rate with snakelab bus scan"
            )
        missing = [ident for ident, there in zip(self.ids, present, strict=True) if not there]
        for ident in missing:
            self._warn(
                ident, "missing", f"servo {ident} does not answer; check its cable and id with snakelab bus scan"
            )
        self._gone[~present] = MISSED_CYCLES

    def _prepare(self) -> None:
        """Set return delay and torque limit of the servos that answer."""
        table = self.bus.table
        for ident, gone in zip(self.ids, self._gone, strict=True):
            if gone:
                continue
            if "return_delay" in table and self.bus.read(ident, "return_delay") > 0.0:
                self.bus.write(ident, "return_delay", 0.0)
        expect = getattr(self.bus, "expect_return_delay", None)
        if callable(expect):
            expect(0.0)
        if "torque_limit" in table:
            self.bus.write_all("torque_limit", self.robot.safety.torque)

    def _engage(self, q: FloatArray) -> None:
        """Switch the torque on, with the measured shape as the target."""
        q = np.where(np.isfinite(q), q, 0.0)
        self._commanded = q
        self._send(q, np.full(self.n, self.robot.safety.speed))
        self.bus.write_all("torque_enable", 1)
        self._soft = SoftStart(self.robot.safety.soft_start)
        self.mode, self._last_command = Mode.ACTIVE, self.clock.now()

    # ---- checks ----------------------------------------------------------------------------------------------------
    def _check_running(self) -> None:
        if self.mode is Mode.STOPPED:
            raise SafetyError(self.reason)

    def _check_answers(self, answered: np.ndarray) -> None:
        """Count missing answers, and end the motion if nobody answers or a servo has restarted."""
        now = self.clock.now()
        back = answered & (self._gone >= RESTARTED)
        self._gone = np.where(answered, 0, self._gone + 1)
        for i in np.flatnonzero(self._gone == MISSED_CYCLES).tolist():
            self._warn(self.ids[i], "gone", f"servo {self.ids[i]} does not answer any more")
        if answered.any():
            self._last_answer = now
        elif now - self._last_answer > self.robot.safety.lost_after:
            self._stop("no servo answers any more; check power and cable, then start again")
        if self.mode is Mode.ACTIVE:
            for i in np.flatnonzero(back).tolist():
                if self.bus.read(self.ids[i], "torque_enable") == 0.0:
                    self._stop(
                        f"servo {self.ids[i]} has restarted, its supply collapsed; check the supply, then start again"
                    )

    def _check_limits(self) -> None:
        """Compare the reading with the limits and report the faults of servos."""
        for i in np.flatnonzero(np.where(self.reading.answered, self.reading.faults, 0)).tolist():
            bits = int(self.reading.faults[i])
            names = [name for k, name in enumerate(self.bus.fault_names) if bits >> k & 1]
            self._warn(self.ids[i], f"fault {bits}", f"servo {self.ids[i]} reports: {', '.join(names) or bits}")
        try:
            self._supervision.check(self.reading)
        except SafetyError as problem:
            self._stop(str(problem))
        self._tell()

    def _stop(self, reason: str) -> None:
        self.stop(reason)
        raise SafetyError(self.reason)

    def _warn(self, ident: int, kind: str, text: str) -> None:
        self._supervision.warn(ident, kind, text)
        self._tell()

    def _tell(self) -> None:
        """Pass on new warnings."""
        for text in self.warnings[self._told :]:
            self.on_warning(text)
        self._told = len(self.warnings)

    # ---- bus -------------------------------------------------------------------------------------------------------
    def _send(self, q: FloatArray, speed: FloatArray) -> None:
        """Let the joints go to angles [rad] at a speed [rad/s]."""
        angles = self.robot.calibration.to_servo(q)
        self._setpoints.reset(angles, self.clock.now())
        self._write(angles, speed * self.robot.calibration.gear)

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        bus.sync_write(self.ids, bus.goal, values)

    def _with_health(self, reading: Reading, n: int) -> Reading:
        """Return the reading with the health of the next n servos."""
        bus, rows = self.bus, list[int]()
        for _ in range(self.n):
            if len(rows) == n:
                break
            if self._gone[self._next_health] < MISSED_CYCLES:
                rows.append(self._next_health)
            self._next_health = (self._next_health + 1) % self.n
        if not rows:
            return reading
        values = bus.sync_read([self.ids[i] for i in rows], bus.health)
        out = {}
        for field, register in (
            ("voltage", "present_voltage"),
            ("temperature", "present_temperature"),
            ("current", "present_current"),
        ):
            column = getattr(reading, field).copy()
            if register in bus.health:
                new = values[:, bus.health.index(register)]
                column[rows] = np.where(np.isfinite(new), new, column[rows])
            out[field] = column
        return replace(reading, **out)
