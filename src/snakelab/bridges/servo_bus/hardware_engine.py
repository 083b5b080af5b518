"""Engine that moves a physical robot, or emulated servos, in place of a simulation."""

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.servo_bus.devices.ros_imu import RosImu
from snakelab.bridges.servo_bus.driver.driver import ServoDriver
from snakelab.bridges.servo_bus.driver.interface import Driver, Mode, Reading
from snakelab.bridges.servo_bus.emulated_bus import EmulatedBus
from snakelab.bridges.servo_bus.emulator import SimulatedSnake
from snakelab.bridges.servo_bus.gait_check import SelfIntersectionCheck
from snakelab.bridges.servo_bus.measured_log import IMU, STALE, Entry, MeasuredLog
from snakelab.bridges.servo_bus.opening import driver_for, emulated_snake, open_ros_imu
from snakelab.bridges.servo_bus.robot_file import EMULATED, RobotFile, emulated_robot, read_robot_file
from snakelab.bridges.servo_bus.schedule import Schedule
from snakelab.errors import HardwareError
from snakelab.physics.command import Measurement, Reference, constant_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State
from snakelab.physics.targets import targets_at
from snakelab.results.status import RunStatus
from snakelab.robots.sensors import Imu
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engines.engine import Engine, Outcome, SnakelabEngine
from snakelab.sim.engines.engine_choice import make_engine
from snakelab.sim.engines.live_engine import Variable
from snakelab.sim.instants import tie
from snakelab.types import FloatArray

# Variables of a record that follow from the measured shape; they are drawn, not recorded.
SHAPE = (
    "base_position", "base_quaternion", "base_velocity", "com_position", "head_position", "head_quaternion", "link_position",
    "link_quaternion", "skin_position", "work", "z", "unconverged", "error_estimate",
)  # fmt: skip


class HardwareEngine:
    """Engine that commands servos and measures their motion; see `sim.engines.live_engine.LiveEngine`.

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
        self.seed, self.body, self.on_warning = seed, body or SnakelabEngine(), on_warning
        self._given = driver
        self._driver: Driver | None = driver
        self.snake: SimulatedSnake | None = None
        self._schedule: Schedule | None = None
        self._check = SelfIntersectionCheck()
        self._log: MeasuredLog | None = None
        self._ros_imu: RosImu | None = None
        self.ros: Any = None
        self._closed = False
        self._watchdog: Watchdog | None = None

    def __repr__(self) -> str:
        return f"HardwareEngine({self.robot.name!r}, port={self.robot.port!r})"

    @property
    def driver(self) -> Driver:
        """The driver.

        Raises:
            HardwareError: before `begin`.
        """
        if self._driver is None:
            raise HardwareError("the robot is not connected yet; start a run with this engine")
        return self._driver

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
        n = len(self.robot.ids)
        if n != model.n_coordinates:
            raise HardwareError(
                f"{self.robot.origin}: ids: there are {n} servos, and robot {model.robot.name!r} has {model.n_coordinates} "
                "joints; name one servo for each joint, from the base on"
            )
        if self.emulated:
            self.snake = emulated_snake(self.robot, model, state, self.body)
        if self._given is None:
            self._driver = driver_for(self.robot, self.snake, self.seed, self.on_warning)
        self._closed = False
        try:
            reading = self.driver.begin()
            if self.robot.imu is not None and self.robot.imu.topic:
                self._ros_imu = open_ros_imu(self.robot, self.driver.clock, self.ros)
                self._ros_imu.begin()
        except BaseException:
            self.close()
            raise
        clock = self.driver.clock
        self._schedule = Schedule(clock, state.time, self.robot.rate, self.driver.write_time, self.driver.read_time)
        if self.snake is not None:
            self.snake.started = True
        elif isinstance(self._driver, ServoDriver):
            self._watchdog = Watchdog(self._driver)
        imus = [sensor.name for sensor in model.robot.sensors if isinstance(sensor, Imu)]
        self._log = MeasuredLog(self._entry(state.time, reading), (imus or [""])[0] or "measured")
        return self._measured_state(state, reading, state.time)

    def close(self) -> None:
        """Bring the robot to the state that its file gives for the end, and disconnect; see `LiveEngine`."""
        if self._driver is not None and not self._closed:
            self._closed = True
            if self._watchdog is not None:
                self._watchdog.close()
            if self._ros_imu is not None:
                self._ros_imu.close()
            self._driver.close()

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread."""
        if self._driver is not None:
            self._driver.emergency_stop(source)

    # ---- motion ----------------------------------------------------------------------------------------------------
    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Command and measure through all times; see `Engine.advance`. A stop ends the run, and its records are kept."""
        schedule, log, layout = self._schedule, self._log, record_layout(model)
        if schedule is None or log is None:
            raise HardwareError("the robot is not connected yet; start a run with this engine")
        self._check.check(model, reference, state.time)
        done = 0
        try:
            for i, time in enumerate(np.asarray(times, dtype=np.float64).tolist()):
                if time > state.time + tie(time):
                    for end in schedule.cycles(state.time, time):
                        self._cycle(reference, end)
                    reading = self.driver.reading
                    log.add(self._entry(time, reading))
                    state = self._measured_state(state, reading, time)
                self._fill(rows[i], layout, model, reference, state, time)
                done = i + 1
        except KeyboardInterrupt:
            return Outcome(state, done, RunStatus.interrupted(state.time))
        except HardwareError as problem:
            self._settle()
            stopped = self.driver.mode is Mode.STOPPED and self.driver.reason.startswith("emergency")
            status = (RunStatus.stopped if stopped else RunStatus.failed)(str(problem), state.time)
            return Outcome(state, done, status)
        return Outcome(state, done)

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

    def _settle(self) -> None:
        """Leave the robot in its safe state after an error."""
        if self.driver.mode is not Mode.STOPPED:
            self.driver.stop("the run has failed")

    # ---- records ---------------------------------------------------------------------------------------------------
    def measurement(self, state: State) -> Measurement:
        """Return the measured angles and rates; of an emulated robot also the pose of its base, as from motion capture."""
        q, v = state.q.copy(), state.v.copy()
        imu = self._log.entries[-1].imu if self._log is not None else None
        imu_values = {} if imu is None else {field: getattr(imu, field) for field in IMU}
        readings = {} if self._log is None else self._log.readings()
        if self.snake is None:
            return Measurement(state.time, q, v, None, None, None, None, **imu_values, readings=readings)  # type: ignore[arg-type]
        body = self.snake.state
        tau = self.snake.row[record_layout(self.snake.model)["tau"][0]].copy()
        pose = (body.base_position, body.base_quaternion, body.base_velocity)
        return Measurement(state.time, q, v, tau, *pose, **imu_values, readings=readings)

    def variables(self, times: FloatArray) -> Mapping[str, Variable]:
        """Return loads, voltages, temperatures, currents, faults and the values of the IMU at the times of a recording."""
        return {} if self._log is None else self._log.variables(times)

    def drop_before(self, time: float) -> None:
        """Discard measurements before a time [s], for unlimited runs."""
        if self._log is not None:
            self._log.drop_before(time)

    def _entry(self, time: float, reading: Reading) -> Entry:
        """Return the entry of the log at a time of the run [s]."""
        sample = self._ros_imu.sample if self._ros_imu is not None else reading.imu
        now = self.driver.clock.now()
        if sample is None or now - sample.time > STALE or self._schedule is None:
            return Entry(time, reading)
        return Entry(time, reading, replace(sample, time=self._schedule.time_of(sample.time)))

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

    def _fill(
        self, row: FloatArray, layout: Any, model: Model, reference: Reference, state: State, time: float
    ) -> None:
        """Fill a record."""
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


class Watchdog:
    """Thread that makes the robot hold, then become limp, when commands stop, independent of the main loop.

    Args:
        driver: The driver.
    """

    def __init__(self, driver: ServoDriver) -> None:
        self.driver = driver
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="snakelab-watchdog", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(2)

    def _run(self) -> None:
        while not self._stop.wait(self.driver.robot.safety.hold_after / 4):
            try:
                self.driver.watch()
            except HardwareError:
                return


def emulated_bus_engine(scenario: Scenario, emulated: EmulatedBus) -> HardwareEngine:
    """Return the engine of a scenario with emulated servos; its seed is that of the scenario.

    Raises:
        HardwareError: if a setting is out of range.
    """
    settings = scenario.settings
    body = make_engine(settings.step, settings.integrator, settings.tolerance)
    return HardwareEngine(emulated_robot(scenario.robot.n_coordinates, emulated), seed=settings.seed, body=body)


def engine_of_robot_file(file: Path, on_warning: Callable[[str], object]) -> Callable[[Scenario], HardwareEngine]:
    """Return a factory of the engine that moves the robot of a robot file, which is its attribute `robot`.

    Raises:
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    robot = read_robot_file(file)

    def make(scenario: Scenario) -> HardwareEngine:
        body = SnakelabEngine(scenario.settings.step)
        return HardwareEngine(robot, seed=scenario.settings.seed, body=body, on_warning=on_warning)

    make.robot = robot  # type: ignore[attr-defined]
    return make
