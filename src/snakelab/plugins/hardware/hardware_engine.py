"""Hardware engine: motion of a physical robot, or of emulated servos, in place of a simulation.

In reading order: `MeasuredLog`, the measurements of a run as variables of a recording; `SelfIntersectionCheck` of the targets;
`HardwareEngine`, which commands the servos.
"""

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import HardwareError, SnakelabWarning, counted
from snakelab.parameters.arguments import FloatArray, count
from snakelab.physics.command import FREQUENCY, PERIODIC, WAVE, Measurement, Reference, constant_reference, targets_at
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State
from snakelab.plugins.hardware.emulated_servos import SimulatedSnake
from snakelab.plugins.hardware.hardware_run import Connection, RunLog, Schedule, advance_run
from snakelab.plugins.hardware.imu import ImuSample, RosImu
from snakelab.plugins.hardware.readings import QUANTITIES, Driver, Mode, Reading
from snakelab.plugins.hardware.remote_driver import GO_ON, driver_for
from snakelab.plugins.hardware.robot_file import EMULATED, EmulatedBus, RobotFile, emulated_robot, read_robot_file
from snakelab.plugins.hardware.servo_bus import Clock
from snakelab.plugins.hardware.servo_driver import ServoDriver
from snakelab.plugins.hardware.supervision import SoftStart
from snakelab.robots.sensors import Imu
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engine import Engine, LiveEngine, Outcome, SnakelabEngine, Variable
from snakelab.sim.run_integration import Layout, tie
from snakelab.sim.scipy_engine import make_engine

if TYPE_CHECKING:
    from snakelab.physics.clearance import StationPairs
    from snakelab.robots.robot import Robot


# ----------------------------------------------------------------------------------------------------------------------
# Log of the measurements of a robot, and their conversion to variables of a recording
# ----------------------------------------------------------------------------------------------------------------------

SERVO = {
    f"servo_{name}": (name, quantity.unit, quantity.text)
    for name, quantity in QUANTITIES.items()
    if name not in ("q", "v")  # recorded as those of every run
} | {"servo_faults": ("faults", "1", "fault bits that the servo reports")}
IMU = {
    "specific_force": (("axis",), 3, "m/s^2", "measured acceleration less gravity, sensor axes"),
    "angular_rate": (("axis",), 3, "rad/s", "measured angular velocity, sensor axes"),
    "attitude": (("quaternion",), 4, "1", "measured attitude of the sensor, wxyz"),
}
IMU_TIME = "imu_time"


@dataclass(frozen=True)
class Entry:
    """Measurements of a time of the run.

    Attributes:
        reading: Reading of the servos.
        imu: Sample of the IMU with its time of the run; None without a recent one.
    """

    reading: Reading
    imu: ImuSample | None = None


class MeasuredLog:
    """Measured values of a run.

    Args:
        time: Time of the first entry [s].
        first: First entry.
        prefix: First part of the names of the IMU's variables.
    """

    def __init__(self, time: float, first: Entry, prefix: str = "measured") -> None:
        self._log, self.prefix = RunLog(time, first), prefix
        self.fields = () if first.imu is None else tuple(f for f in IMU if getattr(first.imu, f) is not None)

    def __len__(self) -> int:
        return len(self._log)

    @property
    def last(self) -> Entry:
        """Last entry."""
        return self._log.last

    def add(self, time: float, entry: Entry) -> None:
        """Append the entry of a time of the run [s]."""
        self._log.add(time, entry)

    def drop_before(self, time: float) -> None:
        """Forget entries before a time [s], but not the last one."""
        self._log.drop_before(time)

    def variables(self, times: FloatArray) -> dict[str, Variable]:
        """Return loads, voltages, temperatures, currents, faults and the values of the IMU at times [s]; NaN for no value."""
        chosen = self._log.at(times)
        made = {
            name: Variable(np.array([getattr(e.reading, field) for e in chosen], dtype=np.float64), unit, text)
            for name, (field, unit, text) in SERVO.items()
        }
        for field in self.fields:
            dims, size, unit, text = IMU[field]
            values = np.array([imu_values(entry.imu, field, size) for entry in chosen])
            made[f"{self.prefix}_{field}"] = Variable(values, unit, text, dims)
        if self.fields:
            stamps = np.array([np.nan if entry.imu is None else entry.imu.time for entry in chosen])
            made[f"{self.prefix}_{IMU_TIME}"] = Variable(stamps, "s", "time of the sample of the IMU", ())
        return made

    def readings(self) -> dict[str, FloatArray]:
        """Return the last values of the IMU by name."""
        last = self.last.imu
        made = {f"{self.prefix}_{field}": imu_values(last, field, IMU[field][1]) for field in self.fields}
        if self.fields:
            made[f"{self.prefix}_{IMU_TIME}"] = np.array(np.nan if last is None else last.time)
        return made


def imu_values(sample: ImuSample | None, field: str, size: int) -> FloatArray:
    """Return a field of a sample; NaN where there is none."""
    values = None if sample is None else getattr(sample, field)
    return np.full(size, np.nan) if values is None else np.asarray(values)


# ----------------------------------------------------------------------------------------------------------------------
# Check of targets for self-intersection before they are sent to a robot
# ----------------------------------------------------------------------------------------------------------------------


class SelfIntersectionCheck:
    """Check of references: a cycle of each gait, the end of each command.

    Raises an error before the first command of a motion in which the robot would touch itself.

    Args:
        n_shapes: Shapes per cycle of a gait [-].
        longest_cycle: Longest cycle that is searched, of gaits with several frequencies [s].
    """

    def __init__(self, n_shapes: int = 48, longest_cycle: float = 120.0) -> None:
        self.n_shapes, self.longest_cycle = n_shapes, longest_cycle
        self._checked: Reference | None = None
        self._robot: Robot | None = None
        self._pairs: StationPairs | None = None

    def prepare(self, model: Model) -> None:
        """Compute what depends on the robot only; the check of a motion then takes some milliseconds."""
        if self._pairs is None or self._robot is not model.robot:
            from snakelab.physics.clearance import StationPairs  # imports SciPy's trees

            self._robot, self._pairs = model.robot, StationPairs(model.robot)
            self._pairs.nearest(np.zeros((1, model.n_coordinates)))

    def check(self, model: Model, reference: Reference, time: float) -> None:
        """Check a reference from a time on [s], unless it was checked before.

        Raises:
            HardwareError: with the links and the time of the first intersection.
        """
        if self._checked is reference:
            return
        self._checked = reference
        self.prepare(model)
        assert self._pairs is not None
        times = self._times(reference, time)
        targets = [targets_at(reference, at)[0] for at in times]
        distance = self._pairs.nearest(np.array(targets)[:, : len(model.arrays.coordinates)]).distance
        if (distance < 0.0).any():
            k = int(np.argmax(distance < 0.0))
            raise HardwareError(
                f"the motion is refused: at t = {times[k]:.3g} s the robot intersects itself by {-1e3 * distance[k]:.3g} mm; "
                "lower the amplitude of the gait"
            )

    def check_start(self, model: Model, reference: Reference, time: float, q: FloatArray, duration: float) -> None:
        """Check the way from a measured shape to a motion.

        Args:
            model: Model of the run.
            reference: The motion.
            time: Begin of the motion [s].
            q: Measured joint angles, shape (n,); NaN for a joint that is not driven [rad].
            duration: Duration of the soft start [s].

        Raises:
            HardwareError: if the robot would intersect itself on the way, and more than in the measured shape.
        """
        self.prepare(model)
        assert self._pairs is not None
        n = len(model.arrays.coordinates)
        times = time + duration * np.linspace(0.0, 1.0, self.n_shapes // 2)
        targets = np.array([targets_at(reference, at)[0, :n] for at in times])
        shape = np.where(np.isfinite(q), q, targets[0])
        soft = SoftStart(duration)
        soft.start(targets[0], shape, time)
        way = np.vstack((shape, [soft.blended(target, at) for target, at in zip(targets, times, strict=True)]))
        distance = self._pairs.nearest(way).distance
        allowed = min(0.0, float(distance[0])) - 1e-3
        if (distance[1:] < allowed).any():
            k = int(np.argmax(distance[1:] < allowed))
            raise HardwareError(
                f"the motion is refused: {times[k] - time:.3g} s after the start, on the way from the measured shape, the robot "
                f"intersects itself by {-1e3 * distance[k + 1]:.3g} mm; straighten the robot by hand, or lower the amplitude"
            )

    def _times(self, reference: Reference, time: float) -> FloatArray:
        phases = np.arange(self.n_shapes) / self.n_shapes
        if reference.kind == WAVE:
            frequencies = np.abs(reference.wave[:, FREQUENCY])
            slowest = frequencies[frequencies > 0].min(initial=math.inf)
            cycle = min(self.longest_cycle, math.tau / slowest) if math.isfinite(slowest) else 0.0
            begin = max(time, float(reference.ramp[0] + reference.ramp[1]))
            return begin + cycle * phases if cycle else np.array([begin])
        if reference.kind == PERIODIC:
            cycle = float(reference.knots[-1] - reference.knots[0])
            return time + float(reference.ramp[1]) + cycle * phases
        last = float(reference.knots[-1])
        if len(reference.knots) <= 2:
            return np.array([last])
        return np.linspace(max(time, float(reference.knots[0])), last, self.n_shapes)


# ----------------------------------------------------------------------------------------------------------------------
# Engine that moves a physical robot, or emulated servos, in place of a simulation
# ----------------------------------------------------------------------------------------------------------------------

# Variables of a record that follow from the measured shape; they are drawn, not recorded.
SHAPE = (
    "base_position", "base_quaternion", "base_velocity", "com_position", "head_position", "head_quaternion", "link_position",
    "link_quaternion", "skin_position", "work", "z", "unconverged", "error_estimate",
    "base_position_error", "q_error",
)  # fmt: skip


class HardwareEngine:
    """Engine that commands servos and measures their motion; see `sim.engine.LiveEngine`.

    The run begins in the measured shape, from which the driver goes to the motion in the time of the soft start. With emulated
    servos, the model of the run is the robot that they turn, on a simulated clock: equal seeds give equal bits.

    Args:
        robot: Path of a robot file, or the result of `read_robot_file`.
        seed: Seed of the emulated line.
        driver: Driver of the robot, such as one on another computer; None opens that of the robot file.
        body: Engine of the emulated robot; None for the built-in one.
        on_warning: Called with each warning of the driver.

    Attributes:
        driver: The driver, after `begin`.
        snake: Emulated robot; None for a physical one.
        ros: Backend of ROS for an IMU that is a topic; None opens one.
    """

    def __init__(
        self,
        robot: RobotFile | str | Path,
        *,
        seed: int = 0,
        driver: Driver | None = None,
        body: Engine | None = None,
        on_warning: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.robot = robot if isinstance(robot, RobotFile) else read_robot_file(robot)
        seed = count(seed, "HardwareEngine seed", HardwareError, minimum=0)
        self.seed, self.body, self.on_warning = seed, body or SnakelabEngine(), on_warning
        self._given = driver
        self._connection = Connection[Driver](driver)
        self.snake: SimulatedSnake | None = None
        self._schedule: Schedule | None = None
        self._check = SelfIntersectionCheck()
        self._log: MeasuredLog | None = None
        self._ros_imu: RosImu | None = None
        self.ros: Any = None
        self._moving = False
        self._model: Model | None = None
        self._layout: Layout = {}

    def __repr__(self) -> str:
        return f"HardwareEngine({self.robot.name!r}, port={self.robot.port!r})"

    @property
    def driver(self) -> Driver:
        """The driver.

        Raises:
            HardwareError: before `begin`.
        """
        return self._connection.driver

    @property
    def emulated(self) -> bool:
        """True for emulated servos."""
        return self._given is None and self.robot.port == EMULATED

    @property
    def measured(self) -> frozenset[str]:
        """Recorded variables: angles and rates; of an emulated robot also those of its simulation."""
        if self.snake is None:
            return frozenset({"q", "v"})
        return frozenset(record_layout(self.snake.model))

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self, model: Model, state: State) -> State:
        """Connect and return the measured state; see `LiveEngine`.

        Raises:
            HardwareError: if the robot does not fit the model, or cannot be reached.
        """
        check_count(self.robot, model.robot.name, model.n_coordinates)
        if self.emulated:
            self.snake = emulated_snake(self.robot, model, state, self.body)
        driver = self._given or driver_for(self.robot, self.snake, self.seed, self.on_warning)
        self._connection.open(driver)
        try:
            reading = driver.begin()
            if driver.mode is Mode.STOPPED:  # over a link, before this run
                raise HardwareError(f"{self.robot.origin}: this robot was stopped before: {driver.reason} ({GO_ON})")
            if self.robot.imu is not None and self.robot.imu.topic:
                self._ros_imu = open_ros_imu(self.robot, self.driver.clock, self.ros)
                self._ros_imu.begin()
        except BaseException:
            self.close()
            raise
        clock = self.driver.clock
        self._schedule = Schedule(clock, state.time, self.robot.rate, self.driver.write_time, self.driver.read_time)
        self._check.prepare(model)
        self._moving = False
        imus = [sensor.name for sensor in model.robot.sensors if isinstance(sensor, Imu)]
        self._log = MeasuredLog(state.time, self._entry(reading), (imus or [""])[0] or "measured")
        return self._measured_state(state, reading, state.time)

    def close(self) -> None:
        """Bring the robot to the state that its file gives for the end, and disconnect; see `LiveEngine`."""
        if self._ros_imu is not None:
            self._ros_imu.close()
        self._connection.close()

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread."""
        self._connection.emergency_stop(source)

    # ---- motion ----------------------------------------------------------------------------------------------------
    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Command and measure through all times; see `Engine.advance`. A stop ends the run, and its records are kept."""
        schedule, log = self._schedule, self._log
        if model is not self._model:
            self._model, self._layout = model, record_layout(model)
            if self.snake is not None and model is not self.snake.model:
                self.snake.change_model(model, state)
        if schedule is None or log is None:
            raise HardwareError("the robot is not connected yet; start a run with this engine")
        self._check.check(model, reference, state.time)
        if not self._moving and float(np.max(times)) > state.time + tie(state.time):
            self._start(model, reference, state.time)

        def measured(before: State, time: float) -> State:
            reading = self.driver.reading
            log.add(time, self._entry(reading))
            return self._measured_state(before, reading, time)

        def cycle(end: float) -> None:
            self._cycle(reference, end)

        def fill(i: int, now: State, time: float) -> None:
            self._fill(rows[i], model, reference, now, time)

        return advance_run(self.driver, schedule, state, times, cycle, measured, fill)

    def _start(self, model: Model, reference: Reference, time: float) -> None:
        """Check the way to the motion, switch the torque on, and let the time of the run begin at the present [s]."""
        if isinstance(driver := self.driver, ServoDriver):
            q = driver.measure().q
            self._check.check_start(model, reference, time, q, self.robot.safety.soft_start)
            driver.engage()
            if self.snake is None:
                self._connection.watch(driver, self.robot.safety.hold_after)
        if self.snake is not None:
            self.snake.started = True
        assert self._schedule is not None
        self._schedule.begin(time)
        self._moving = True

    def _cycle(self, reference: Reference, end: float) -> None:
        """Exchange commands and measurements once, for the time up to `end` [s]."""
        schedule, driver = self._schedule, self.driver
        assert schedule is not None
        if schedule.skip(end):
            return
        value, rate, _ = targets_at(reference, end)
        n = len(self.robot.ids)
        driver.command(value[:n] + rate[:n] * schedule.lead, schedule.due(end))
        schedule.wait_to_read(end)
        driver.measure()
        schedule.finish(end)
        if self.snake is not None:
            driver.settle()

    # ---- records ---------------------------------------------------------------------------------------------------
    def measurement(self, state: State) -> Measurement:
        """Return the measured angles and rates; of an emulated robot also the pose of its base, as from motion capture."""
        q, v = state.q.copy(), state.v.copy()
        imu = self._log.last.imu if self._log is not None else None
        imu_values = {} if imu is None else {field: getattr(imu, field) for field in IMU}
        readings = {} if self._log is None else self._log.readings()
        if self.snake is None:
            return Measurement(state.time, q, v, None, None, None, None, **imu_values, readings=readings)  # type: ignore[arg-type]
        body = self.snake.state
        tau = self.snake.row[self.snake.layout["tau"][0]].copy()
        pose = (body.base_position, body.base_quaternion, body.base_velocity)
        return Measurement(state.time, q, v, tau, *pose, **imu_values, readings=readings)

    def variables(self, times: FloatArray) -> Mapping[str, Variable]:
        """Return loads, voltages, temperatures, currents, faults and the values of the IMU at the times of a recording."""
        return {} if self._log is None else self._log.variables(times)

    def drop_before(self, time: float) -> None:
        """Discard measurements before a time [s], for unlimited runs."""
        if self._log is not None:
            self._log.drop_before(time)

    def _entry(self, reading: Reading) -> Entry:
        """Return the entry of the log, with the last sample of the IMU."""
        sample = self._ros_imu.sample if self._ros_imu is not None else reading.imu
        # an older sample does not describe the present state
        if sample is None or self._schedule is None or self.driver.clock.now() - sample.time > 0.5:
            return Entry(reading)
        return Entry(reading, replace(sample, time=self._schedule.time_of(sample.time)))

    def attributes(self) -> Mapping[str, Any]:
        """Return counters of the bus, late periods and jitter, and warnings."""
        schedule = self._schedule
        timing = {} if schedule is None else schedule.attributes()
        return {"hardware": self.robot.name, "hardware_port": self.robot.port, **timing, **self.driver.attributes()}

    def _measured_state(self, state: State, reading: Reading, time: float) -> State:
        """Return the state with measured values; what is not measured is kept."""
        q = np.where(np.isfinite(reading.q), reading.q, state.q)
        v = np.where(np.isfinite(reading.v), reading.v, 0.0)
        if self.snake is None:
            return replace(state, time=time, q=q, v=v)
        return replace(self.snake.state, time=time, q=q, v=v, control=state.control, sensing=state.sensing)

    def _fill(self, row: FloatArray, model: Model, reference: Reference, state: State, time: float) -> None:
        layout = self._layout
        if self.snake is not None:
            row[:] = self.snake.row
        else:
            row[:] = math.nan
            shape = np.zeros((1, record_width(model)))
            self.body.advance(model, constant_reference(state.q), state, np.array([state.time]), shape)
            for name in SHAPE:
                if name in layout:
                    row[layout[name][0]] = shape[0, layout[name][0]]
        row[layout["time"][0]] = time
        row[layout["q"][0]], row[layout["v"][0]] = state.q, state.v
        if "target" in layout:
            row[layout["target"][0]] = targets_at(reference, time)[0, : len(state.q)]


def emulated_bus_engine(scenario: Scenario, emulated: EmulatedBus) -> HardwareEngine:
    """Return the engine of a scenario with emulated servos; its seed is that of the scenario.

    Raises:
        HardwareError: if a setting is out of range.
    """
    settings = scenario.settings
    body = make_engine(settings.step, settings.integrator, settings.tolerance)
    return HardwareEngine(
        emulated_robot(scenario.robot.n_coordinates, emulated), seed=settings.seed, body=body, on_warning=_warn
    )


def _warn(text: str) -> None:
    warnings.warn(text, SnakelabWarning, stacklevel=2)


def engine_of_robot_file(file: Path, on_warning: Callable[[str], object]) -> Callable[[Scenario], LiveEngine]:
    """Return a factory of the engine that moves the robot of a robot file, which is its attribute `robot`.

    Raises:
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    from snakelab.plugins.hardware.output_file import has_outputs

    if has_outputs(file):
        from snakelab.plugins.hardware.output_engine import output_engine_of

        return output_engine_of(file, on_warning)
    robot = read_robot_file(file)

    def make(scenario: Scenario) -> HardwareEngine:
        check_count(robot, scenario.robot.name, scenario.robot.n_coordinates)  # before anything is announced
        body = SnakelabEngine(scenario.settings.step)
        return HardwareEngine(robot, seed=scenario.settings.seed, body=body, on_warning=on_warning)

    make.robot = robot  # type: ignore[attr-defined]
    return make


def check_count(robot: RobotFile, name: str, n_joints: int) -> None:
    """Raise HardwareError unless a robot file has a servo for each of the joints of the robot `name`."""
    if (n := len(robot.ids)) != n_joints:
        raise HardwareError(
            f"{robot.origin}: ids: there {'is' if n == 1 else 'are'} {counted(n, 'servo')}, and robot {name!r} has "
            f"{counted(n_joints, 'joint')}; name one servo for each joint, starting at the base"
        )


def emulated_snake(robot: RobotFile, model: Model, state: State, engine: Engine) -> SimulatedSnake:
    """Return a simulated snake that emulated servos turn."""
    stall = np.full(model.n_coordinates, robot.emulated.stall_torque)
    return SimulatedSnake(model, engine, robot.calibration, state, stall)


def open_ros_imu(robot: RobotFile, clock: Clock, backend: Any = None) -> RosImu:
    """Subscribe to the IMU of a robot.

    Args:
        robot: Robot file with a topic.
        clock: Clock of the robot.
        backend: Backend of ROS; None for one of its own.

    Raises:
        HardwareError: if the messages are not installed.
        MissingExtraError: without a backend.
    """
    assert robot.imu is not None
    if backend is not None:
        return RosImu(backend, robot.imu.topic, clock)
    from snakelab.plugins.ros.node import make_backend
    from snakelab.plugins.ros.topics import RosNetwork, default_domain

    made = make_backend("auto", RosNetwork(robot.imu.network, default_domain()), "snakelab_imu")
    return RosImu(made, robot.imu.topic, clock, owned=True)
