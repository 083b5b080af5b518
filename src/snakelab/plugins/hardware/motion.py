"""Commanded and measured motion of servos: checked targets, setpoints within the limits, and readings.

These are the components of `ServoDriver` in `driver` and of `HardwareEngine`. In reading order: `SelfIntersectionCheck`
of the targets of a gait, `Setpoints` and `Goals` of the servos, `LimitedMotion`, and `Acquisition` of readings.
"""

import math
from dataclasses import replace

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import FREQUENCY, PERIODIC, WAVE, Reference, targets_at
from snakelab.physics.model import Model
from snakelab.plugins.hardware.bus import Bus, Register, Table
from snakelab.plugins.hardware.imu import ImuDevice
from snakelab.plugins.hardware.limits import QUANTITIES, Reading
from snakelab.plugins.hardware.robot_file import RobotFile

# ----------------------------------------------------------------------------------------------------------------------
# Check of targets for self-intersection before they are sent to a robot
# ----------------------------------------------------------------------------------------------------------------------

# Shapes per cycle of a gait.
SHAPES = 48
# Longest interval that is searched for the shapes of a gait with several frequencies [s].
LONGEST = 120.0


class SelfIntersectionCheck:
    """Check of references: a cycle of each gait, the end of each command.

    Raises an error before the first command of a motion in which the robot would touch itself.
    """

    def __init__(self) -> None:
        self._checked: Reference | None = None

    def check(self, model: Model, reference: Reference, time: float) -> None:
        """Check a reference from a time on [s], unless it was checked before.

        Raises:
            HardwareError: with the links and the time of the first intersection.
        """
        if self._checked is reference:
            return
        self._checked = reference
        times = shape_times(reference, time)
        shapes = np.array([targets_at(reference, at)[0, : model.n_coordinates] for at in times])
        problem = first_intersection(model, shapes)
        if problem is not None:
            at, reason = problem
            raise HardwareError(
                f"the motion is refused: at t = {times[at]:.3g} s {reason}; lower the amplitude of the gait"
            )


def shape_times(reference: Reference, time: float) -> FloatArray:
    """Return the times of the shapes to check [s]."""
    if reference.kind == WAVE:
        frequencies = np.abs(reference.wave[:, FREQUENCY])
        slowest = frequencies[frequencies > 0].min(initial=math.inf)
        cycle = min(LONGEST, math.tau / slowest) if math.isfinite(slowest) else 0.0
        begin = max(time, float(reference.ramp[0] + reference.ramp[1]))
        return begin + cycle * np.arange(SHAPES) / SHAPES if cycle else np.array([begin])
    if reference.kind == PERIODIC:
        cycle = float(reference.knots[-1] - reference.knots[0])
        return time + float(reference.ramp[1]) + cycle * np.arange(SHAPES) / SHAPES
    last = float(reference.knots[-1])
    if len(reference.knots) <= 2:
        return np.array([last])
    return np.linspace(max(time, float(reference.knots[0])), last, SHAPES)


def first_intersection(model: Model, shapes: FloatArray) -> tuple[int, str] | None:
    """Return number and description of the first shape in which the robot intersects itself; None if there is none."""
    from snakelab.physics.clearance import self_distances  # imports SciPy's trees

    distances = self_distances(model, shapes)
    inside = np.flatnonzero(distances.distance < 0.0)
    if not len(inside):
        return None
    k = int(inside[0])
    return k, f"the robot intersects itself by {-1e3 * distances.distance[k]:.3g} mm"


# ----------------------------------------------------------------------------------------------------------------------
# Setpoints of servos: goals and speeds with which they follow a path with a finer resolution than that of the goals
#
# A servo moves its setpoint at the commanded speed towards the commanded goal. If the resolution of the speed is finer,
# the goal is given one period ahead, so that the speed alone determines the setpoint at the end of the period. After a
# lost command the servo then moves for at most one more period.
# ----------------------------------------------------------------------------------------------------------------------

# Changes of an angle within this are no motion [rad].
STILL = 1e-6


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
        self._at = self._moved(now - self._time)
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
            goal = np.where(np.abs(change) > STILL, ahead, goal)
        self._goal, self._rate, self._time = goal, speed, now
        return goal, speed

    def _moved(self, duration: float) -> FloatArray:
        """Return the setpoints after a duration [s]."""
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

# Offset above which the fade has its full duration; it is shorter for smaller offsets [rad].
FULL = 0.2


class SoftStart:
    """Offset between the shape of a robot and the first target, which fades out.

    Args:
        duration: Time of the fade [s].
    """

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self._offset: FloatArray | None = None
        self._began = 0.0

    def start(self, target: FloatArray, shape: FloatArray, now: float) -> None:
        """Note the first target and the shape at that time; later calls have no effect."""
        if self._offset is None:
            self._offset, self._began = shape - target, now
            self.duration *= min(1.0, float(np.abs(self._offset).max()) / FULL)

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or time >= self._began + self.duration:
            return target
        x = max(0.0, (time - self._began) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)


# A target that is changed by more than this counts as clipped [rad].
CHANGED = 1e-9


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
        self.clipped += int((np.abs(allowed - wanted) > CHANGED).any())
        return np.asarray(allowed)


# ----------------------------------------------------------------------------------------------------------------------
# Acquisition: readings of all servos of a robot, and of its IMU if the bus has one; the devices that answer
# ----------------------------------------------------------------------------------------------------------------------

# Servos whose voltage, temperature and current are read in one cycle.
HEALTH_PER_CYCLE = 2
# Number of consecutive missed cycles after which a device is polled less often, and the interval in cycles.
MISSED_CYCLES, RETRY_CYCLES = 5, 50
# Missed cycles in a row after which a servo may have restarted.
RESTARTED = 3
# Attempts to find the servos at the start.
TRIES = 3
HEALTH = ("voltage", "temperature", "current")


class Acquisition:
    """Readings of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.

    Attributes:
        reading: Last reading.
        cycles: Number of readings [-].
        missed: Cycles in a row in which each servo did not answer, shape (n,).
        imu: IMU on the bus; None without one.
    """

    def __init__(self, bus: Bus, robot: RobotFile) -> None:
        self.bus, self.robot, self.ids, self.n = bus, robot, robot.ids, len(robot.ids)
        self.reading, self.cycles = Reading.empty(self.n), 0
        self.missed = np.zeros(self.n, dtype=np.int64)
        self.imu = None if robot.imu_id is None else ImuDevice(bus, robot.imu_id)
        self._imu_missed = 0
        self._next_health = 0

    @property
    def read_time(self) -> float:
        """Duration of a reading on the line [s]."""
        feedback = self.bus.wire_time(self.n, self.bus.feedback, False)
        health = self.bus.wire_time(min(self.n, HEALTH_PER_CYCLE), self.bus.health, False)
        return feedback + health + (0.0 if self.imu is None else self.imu.read_time)

    @property
    def imu_is_gone(self) -> bool:
        """True while an IMU that was found does not answer any more."""
        return self._imu_missed >= MISSED_CYCLES

    def find(self) -> np.ndarray:
        """Return True for each servo that answers, shape (n,); the others are asked rarely from then on."""
        answering = np.zeros(self.n, dtype=bool)
        for _ in range(TRIES):
            answering |= np.isfinite(self.bus.sync_read(self.ids, ("present_position",))[:, 0])
        self.missed[~answering] = MISSED_CYCLES
        return answering

    def find_imu(self) -> str:
        """Search for the IMU, which is omitted if it is missing. Return the reason, empty if it was found."""
        problem = "" if self.imu is None else self.imu.check()
        if problem:
            self.imu = None
        return problem

    def read(self, health: int = HEALTH_PER_CYCLE) -> Reading:
        """Read angles, rates and loads of all servos, the IMU, and the health of the next few servos."""
        self.cycles += 1
        bus, old, calibration = self.bus, self.reading, self.robot.calibration
        asked = np.flatnonzero((self.missed < MISSED_CYCLES) | (self.cycles % RETRY_CYCLES == 0))
        asked = asked if len(asked) else np.arange(self.n)
        values = np.full((self.n, len(bus.feedback)), np.nan)
        values[asked] = bus.sync_read([self.ids[i] for i in asked], bus.feedback)
        answered = np.isfinite(values[:, 0])
        reading = replace(
            old,
            time=bus.clock.now(),
            q=np.where(answered, calibration.to_joint(values[:, 0]), old.q),
            v=np.where(answered, calibration.rate_to_joint(values[:, 1]), old.v),
            load=np.where(answered, calibration.sign * values[:, 2], old.load),
            faults=np.array([bus.faults.get(ident, 0) for ident in self.ids]),
            answered=answered,
        )
        self.reading = self._with_imu(self._with_health(reading, health))
        return self.reading

    def count(self, answered: np.ndarray) -> tuple[list[int], list[int]]:
        """Count missing answers; return the servos that have just gone, and those that are back after a pause."""
        back = answered & (self.missed >= RESTARTED)
        self.missed = np.where(answered, 0, self.missed + 1)
        return np.flatnonzero(self.missed == MISSED_CYCLES).tolist(), np.flatnonzero(back).tolist()

    def _with_health(self, reading: Reading, n: int) -> Reading:
        """Return the reading with the health of the next n servos."""
        bus, rows = self.bus, list[int]()
        for _ in range(self.n):
            if len(rows) == n:
                break
            if self.missed[self._next_health] < MISSED_CYCLES:
                rows.append(self._next_health)
            self._next_health = (self._next_health + 1) % self.n
        if not rows:
            return reading
        values = bus.sync_read([self.ids[i] for i in rows], bus.health)
        out = {}
        for field in HEALTH:
            register = QUANTITIES[field].register
            column = getattr(reading, field).copy()
            if register in bus.health:
                new = values[:, bus.health.index(register)]
                column[rows] = np.where(np.isfinite(new), new, column[rows])
            out[field] = column
        return replace(reading, **out)

    def _with_imu(self, reading: Reading) -> Reading:
        """Return the reading with a new sample of the IMU; with the last one if it does not answer."""
        if self.imu is None or (self.imu_is_gone and self.cycles % RETRY_CYCLES):
            return reading
        sample = self.imu.sample()
        self._imu_missed = self._imu_missed + 1 if sample is None else 0
        return reading if sample is None else replace(reading, imu=sample)
