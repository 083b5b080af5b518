"""Engine of a robot with thrusters and pressure regulators, in place of a simulation: the emulated robot, and `OutputEngine`."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import MOTOR, PASSIVE
from snakelab.physics.command import Measurement, Reference, constant_reference, piecewise_reference, targets_at
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State
from snakelab.plugins.hardware.hardware_run import Connection, RunLog, Schedule, advance_run
from snakelab.plugins.hardware.i2c import (
    EmulatedChip,
    EmulatedI2c,
    EmulatedMeasuringChip,
    EmulatedPulseChip,
    EmulatedRegulator,
    EmulatedThruster,
    EmulatedVoltageChip,
    I2cLine,
    LinuxI2c,
)
from snakelab.plugins.hardware.output_driver import RECORDED, OutputDriver, OutputReading
from snakelab.plugins.hardware.output_file import OutputFile, read_output_file
from snakelab.plugins.hardware.robot_file import EMULATED
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engine import Engine, Outcome, SnakelabEngine, Variable
from snakelab.sim.run_integration import tie

# ----------------------------------------------------------------------------------------------------------------------
# Emulated robot: chips, speed controllers and regulators, and the simulated body that they drive
# ----------------------------------------------------------------------------------------------------------------------


class EmulatedRobot:
    """Emulated devices of a robot file, which drive a simulated robot.

    Args:
        robot: Robot file.
        model: Model of the robot; None for devices without a body.
        state: Its state.
        engine: Engine that moves it.

    Attributes:
        line: Line with the emulated chips.
        thrusters, regulators: Emulated devices.
        state: Present state of the body.
        row: Record of this state.
        started: False holds the body while a driver prepares the devices.
    """

    def __init__(
        self, robot: OutputFile, model: Model | None = None, state: State | None = None, engine: Engine | None = None
    ) -> None:
        self.robot, self.model, self.state, self.engine, self.started = robot, model, state, engine, False
        emulated, thrusters, regulators = robot.emulated, robot.thrusters, robot.regulators
        self.line, self.thrusters, self.regulators = (
            EmulatedI2c({}),
            list[EmulatedThruster](),
            list[EmulatedRegulator](),
        )
        self._pulses, chips = EmulatedPulseChip(), dict[int, EmulatedChip]()
        self._voltages = list[EmulatedVoltageChip]()
        if thrusters is not None:
            chips[thrusters.form.address] = self._pulses
            table = thrusters.table
            self.thrusters = [
                EmulatedThruster(lambda pulse: float(table.thrust(pulse)), emulated.arming) for _ in thrusters.channels
            ]
        if regulators is not None:
            form = regulators.form
            self._voltages = [EmulatedVoltageChip(form.supply) for _ in form.addresses]
            chips |= dict(zip(form.addresses, self._voltages, strict=True))
            self.regulators = [
                EmulatedRegulator(lambda volts: float(regulators.pressures(np.array(volts))), emulated.time_constant)
                for _ in regulators.channels
            ]
            for k, address in enumerate(() if form.monitor is None else form.monitor.addresses):
                chips[address] = EmulatedMeasuringChip(partial(self._monitor, 4 * k), lambda: self.line.clock.now())
        self.line.chips = chips
        self._time = self.line.clock.now()
        if model is not None:
            self.layout, self.row = record_layout(model), np.zeros(record_width(model))
            self._advance(constant_reference(np.zeros(model.n_commands)), np.array([self._state.time]))

    @property
    def thrust(self) -> FloatArray:
        """Present thrusts along the propellers' axes [N]."""
        sign = 1.0 if self.robot.thrusters is None else self.robot.thrusters.sign
        return sign * np.array([one.thrust for one in self.thrusters])

    @property
    def pressure(self) -> FloatArray:
        """Present pressures [Pa]."""
        return np.array([one.pressure for one in self.regulators])

    def change_model(self, model: Model, state: State) -> None:
        """Continue with another model of the same robot, such as one with an obstacle or a push."""
        self.model, self.layout = model, record_layout(model)
        self.state = replace(self._state, control=state.control, sensing=state.sensing)
        self.row = np.zeros(record_width(model))

    def settle(self) -> None:
        """Advance the devices and the body to the present time of the clock."""
        now, emulated = self.line.clock.now(), self.robot.emulated
        duration, self._time = now - self._time, now
        if duration <= 0.0:
            return
        if emulated.lost and now >= emulated.lost_at:
            self.line.broken.add(emulated.lost)
        begin = self.pressure
        if self.robot.thrusters is not None:
            for channel, thruster in zip(self.robot.thrusters.channels, self.thrusters, strict=True):
                thruster.advance(self._pulses.pulse(channel, self.robot.thrusters.form.oscillator), duration)
        if self.robot.regulators is not None:
            for channel, regulator in zip(self.robot.regulators.channels, self.regulators, strict=True):
                regulator.advance(self._voltages[channel // 4].volts(channel % 4), duration)
        if self.model is None or not self.started:
            return
        n = self.model.n_commands
        coefficients = np.zeros((1, n, 6))
        driven = pressure_rows(self.model)
        coefficients[0, driven, 0], coefficients[0, driven, 1] = begin, (self.pressure - begin) / duration
        coefficients[0, n - len(self.thrusters) :, 0] = self.thrust
        ends = np.array([self._state.time, self._state.time + duration])
        self._advance(piecewise_reference(ends, coefficients, np.zeros(n)), ends[1:])

    @property
    def _state(self) -> State:
        assert self.state is not None
        return self.state

    def _advance(self, reference: Reference, times: FloatArray) -> None:
        assert self.model is not None and self.engine is not None
        rows = np.zeros((len(times), len(self.row)))
        self.state = self.engine.advance(self.model, reference, self._state, times, rows).state
        self.row = rows[-1]

    def _monitor(self, first: int, channel: int) -> float:
        """Return the voltage at an input of the chip whose inputs begin at `first` [V]."""
        regulators, place = self.robot.regulators, first + channel
        assert regulators is not None
        if place not in regulators.inputs:
            return 0.0
        return regulators.monitor(self.regulators[regulators.inputs.index(place)].pressure)


def pressure_rows(model: Model) -> np.ndarray:
    """Return the coordinates of a model that a pressure drives."""
    coordinates = model.arrays.coordinates
    return np.flatnonzero((coordinates["actuator"] == MOTOR) & (coordinates["force_floor"] == 0.0))


# ----------------------------------------------------------------------------------------------------------------------
# Engine
# ----------------------------------------------------------------------------------------------------------------------


class OutputEngine:
    """Engine that drives thrusters and pressure regulators; see `LiveEngine`.

    With emulated devices, a simulated robot is driven by them on a simulated clock: equal runs give equal bits. The shape of
    a physical robot is not measured: its recording contains the commands, what is read back, and the measured pressures.

    Args:
        robot: Path of a robot file, or the result of `read_output_file`.
        body: Engine of the emulated robot; None for the built-in one.
        line: I2C line; None opens that of the robot file.
        on_warning: Called with each warning of the driver.

    Attributes:
        emulation: Emulated devices and robot; None for a physical robot.
    """

    def __init__(
        self,
        robot: OutputFile | str | Path,
        *,
        body: Engine | None = None,
        line: I2cLine | None = None,
        on_warning: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.robot = robot if isinstance(robot, OutputFile) else read_output_file(robot)
        self.body, self.on_warning, self._line = body or SnakelabEngine(), on_warning, line
        self.emulation: EmulatedRobot | None = None
        self._connection = Connection[OutputDriver]()
        self._schedule: Schedule | None = None
        self._log: RunLog[OutputReading] | None = None
        self._moving = False
        self._model: Model | None = None

    def __repr__(self) -> str:
        return f"OutputEngine({self.robot.name!r}, port={self.robot.port!r})"

    @property
    def driver(self) -> OutputDriver:
        """The driver.

        Raises:
            HardwareError: before `begin`.
        """
        return self._connection.driver

    @property
    def emulated(self) -> bool:
        """True for emulated devices."""
        return self._line is None and self.robot.port == EMULATED

    @property
    def measured(self) -> frozenset[str]:
        """Recorded variables: none of a physical robot; of an emulated one, those of its simulation."""
        return frozenset() if self.emulation is None else frozenset(self.emulation.layout)

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self, model: Model, state: State) -> State:
        """Connect and return the state; see `LiveEngine`.

        Raises:
            HardwareError: if the robot does not fit the model, or a chip does not answer.
        """
        self.check_model(model)
        line = self._line
        if self.emulated:
            self.emulation = EmulatedRobot(self.robot, model, state, self.body)
            line = self.emulation.line
        driver = OutputDriver(line or LinuxI2c(self.robot.port), self.robot, self.on_warning)
        self._connection.open(driver)
        if self.emulation is not None:
            driver.settle = self.emulation.settle
        self._moving = False
        self._model = model
        try:
            reading = driver.begin()
        except BaseException:
            self.close()
            raise
        self._schedule = Schedule(driver.clock, state.time, self.robot.rate, 0.0, driver.read_time)
        self._log = RunLog(state.time, reading)
        return state

    def close(self) -> None:
        """Set the outputs to neutral and disconnect; see `LiveEngine`."""
        self._connection.close()

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread."""
        self._connection.emergency_stop(source)

    # ---- motion ----------------------------------------------------------------------------------------------------
    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Command and measure through all times; see `Engine.advance`. A stop ends the run, and its records are kept."""
        schedule, log = self._schedule, self._log
        if schedule is None or log is None:
            raise HardwareError("the robot is not connected yet; start a run with this engine")
        if model is not self._model and self.emulation is not None:
            self.emulation.change_model(model, state)
        self._model = model

        def start() -> None:
            if not self._moving and float(np.max(times)) > state.time + tie(state.time):
                self._start(state.time, schedule)

        def cycle(end: float) -> None:
            self._cycle(model, reference, end, schedule)

        def measured(before: State, time: float) -> State:
            log.add(time, self.driver.reading)
            return self._state(before, time)

        def fill(i: int, now: State, time: float) -> None:
            self._fill(rows[i], model, reference, time)

        return advance_run(self.driver, schedule, state, times, cycle, measured, fill, start)

    def _start(self, time: float, schedule: Schedule) -> None:
        """Arm the devices, and let the time of the run begin at the present [s]."""
        self.driver.engage()
        if self.emulation is not None:
            self.driver.settle()
            self.emulation.started = True
        else:
            self._connection.watch(self.driver, self.robot.safety.neutral_after)
        schedule.begin(time)
        self._moving = True

    def _cycle(self, model: Model, reference: Reference, end: float, schedule: Schedule) -> None:
        """Command once, for the time up to `end` [s], with the values at the middle of the period."""
        if schedule.skip(end):
            return
        values = targets_at(reference, end - 0.5 / self.robot.rate)[0]
        n = len(model.arrays.coordinates)
        thrust = np.zeros(self.robot.n_thrusters)
        thrust[: len(values) - n] = values[n:]
        self.driver.command(thrust, values[pressure_rows(model)], schedule.due(end))
        schedule.wait_to_read(end)
        self.driver.settle()
        self.driver.measure()
        schedule.finish(end)
        self.driver.settle()

    def check_model(self, model: Model) -> None:
        """Raise HardwareError unless the outputs fit the robot of a model."""
        robot, coordinates = self.robot, model.arrays.coordinates
        driven = pressure_rows(model)
        others = np.flatnonzero(coordinates["actuator"] != PASSIVE).tolist()
        if others := [i for i in others if i not in driven]:
            raise HardwareError(
                f"{robot.origin}: {model.coordinate_names[others[0]]} of robot {model.robot.name!r} is not driven by a pressure; "
                "outputs drive propellers and pressures only"
            )
        for kind, n, wanted, word in (
            ("thrusters", robot.n_thrusters, len(model.arrays.propellers), "propellers"),
            ("regulators", robot.n_regulators, len(driven), "pressures"),
        ):
            if n != wanted:
                raise HardwareError(
                    f"{robot.origin}: {kind}: there are {n} channels, and robot {model.robot.name!r} has {wanted} {word}; name "
                    "one channel for each, in their order"
                )

    # ---- records ---------------------------------------------------------------------------------------------------
    def measurement(self, state: State) -> Measurement:
        """Return the state of an emulated robot, as from motion capture; of a physical one, the pressures only."""
        readings = {}
        if self._log is not None and self.robot.regulators is not None:
            readings = {"measured_pressure": self._log.last.measured}
        if self.emulation is None:
            return Measurement(state.time, None, None, None, None, None, None, readings=readings)  # type: ignore[arg-type]
        pose = (state.base_position, state.base_quaternion, state.base_velocity)
        tau = self.emulation.row[self.emulation.layout["tau"][0]].copy()
        return Measurement(state.time, state.q.copy(), state.v.copy(), tau, *pose, readings=readings)

    def variables(self, times: FloatArray) -> Mapping[str, Variable]:
        """Return commands, what was read back, and measured pressures at the times of a recording."""
        chosen = [] if self._log is None else self._log.at(times)
        return {
            name: Variable(np.array([getattr(one, key) for one in chosen]), unit, text, (dim,))
            for name, (key, unit, text, dim) in RECORDED.items()
            if (self.robot.thrusters if dim == "thruster" else self.robot.regulators) is not None
        }

    def drop_before(self, time: float) -> None:
        """Discard readings before a time [s], for unlimited runs."""
        if self._log is not None:
            self._log.drop_before(time)

    def attributes(self) -> Mapping[str, Any]:
        """Return counters, late periods and jitter, and warnings."""
        timing = {} if self._schedule is None else self._schedule.attributes()
        return {"hardware": self.robot.name, "hardware_port": self.robot.port, **timing, **self.driver.attributes()}

    def _state(self, state: State, time: float) -> State:
        """Return the state at a time; that of a physical robot is not measured."""
        if self.emulation is None or self.emulation.state is None:
            return replace(state, time=time)
        return replace(self.emulation.state, time=time, control=state.control, sensing=state.sensing)

    def _fill(self, row: FloatArray, model: Model, reference: Reference, time: float) -> None:
        layout = record_layout(model)
        row[:] = math.nan if self.emulation is None else self.emulation.row
        row[layout["time"][0]] = time
        if "target" in layout:
            row[layout["target"][0]] = targets_at(reference, time)[0, : len(model.arrays.coordinates)]


def output_engine_of(file: Path, on_warning: Callable[[str], object]) -> Callable[[Scenario], OutputEngine]:
    """Return a factory of the engine of a robot file with outputs, which is its attribute `robot`.

    Raises:
        HardwareError, ScenarioError: if the robot file is invalid.
    """
    robot = read_output_file(file)

    def make(scenario: Scenario) -> OutputEngine:
        engine = OutputEngine(robot, body=SnakelabEngine(scenario.settings.step), on_warning=on_warning)
        engine.check_model(build_model(scenario.robot, scenario.world))  # before anything is announced
        return engine

    make.robot = robot  # type: ignore[attr-defined]
    return make
