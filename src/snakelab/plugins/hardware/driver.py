"""Driver: commands to the servos of a robot and their measurements, within the safety limits.

It runs on the computer of the robot. Its commands may come from another computer, may be late, and may be invalid.
"""

import math
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus, Clock, shared_id
from snakelab.plugins.hardware.limits import Mode, Reading, SafetyError, Supervision
from snakelab.plugins.hardware.motion import HEALTH_PER_CYCLE, Acquisition, Goals, LimitedMotion
from snakelab.plugins.hardware.robot_file import RobotFile

# A servo that has no speed register, or a jump of the clock, must not lead to a division by zero [s].
MIN_DURATION = 1e-3


class ServoDriver:
    """Driver of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
        on_warning: Called with each warning.

    Attributes:
        mode: Present mode.
        reason: Reason of a stop; empty without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile, on_warning: Callable[[str], object] = lambda text: None) -> None:
        self.bus, self.robot, self.on_warning = bus, robot, on_warning
        self.clock: Clock = bus.clock
        self.ids, self.n = robot.ids, len(robot.ids)
        self.mode, self.reason = Mode.OFF, ""
        self.lock = threading.RLock()
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
            duration = max(until - now, MIN_DURATION)
            allowed = self._motion.allowed(target, now, until, duration)
            self._goals.follow(allowed, now, duration)
            self._motion.commanded, self._last_command = allowed, self.clock.now()
            return allowed

    def measure(self, health: int = HEALTH_PER_CYCLE) -> Reading:
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
        """Raise an error that names the servos without an answer."""
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
        """Compare the reading with the limits and report the faults of servos."""
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
