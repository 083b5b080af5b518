"""Robot files with outputs: thrusters behind speed controllers, and pressure regulators, on an I2C line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import HardwareError, ScenarioError
from snakelab.parameters.arguments import FloatArray, instance
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.plugins.hardware.robot_file import EMULATED, OUTPUT_KEYS, Each, LongTime, WaitTime, ids_of
from snakelab.scenarios.forms import Derived, Form, Rule, read_form
from snakelab.scenarios.yaml_document import Document, parse, read_document

# ----------------------------------------------------------------------------------------------------------------------
# Thrust and pulse: a table of points
# ----------------------------------------------------------------------------------------------------------------------

KILOGRAM_FORCE = 9.80665  # [N]
SHORTEST, LONGEST = 0.8e-3, 2.2e-3  # range of pulses [s]
# Points (pulse [s], thrust [N]) of the T200 with the Basic ESC of Blue Robotics: full thrust in both directions as their page of
# the thruster states it for 12, 16 and 20 V, 1100 and 1900 us, and the dead band of 25 us around 1500 us of the speed controller.
THRUSTERS = {
    f"t200_{volts}V": (
        (1100e-6, -backward * KILOGRAM_FORCE), (1475e-6, 0.0), (1525e-6, 0.0), (1900e-6, forward * KILOGRAM_FORCE),
    )
    for volts, backward, forward in ((12, 2.92, 3.71), (16, 4.1, 5.25), (20, 5.05, 6.7))
}  # fmt: skip


@dataclass(frozen=True)
class ThrustTable:
    """Relation of thrust and pulse, linear between points.

    Attributes:
        pulses: Increasing, shape (n,), [s].
        thrusts: Not decreasing, one of them 0, shape (n,), [N].
    """

    pulses: FloatArray
    thrusts: FloatArray

    @property
    def neutral(self) -> float:
        """Pulse without thrust: the middle of the dead band [s]."""
        return float(self.pulses[self.thrusts == 0.0].mean())

    def thrust(self, pulse: float | FloatArray) -> FloatArray:
        """Return the thrust of a pulse [N]."""
        return np.asarray(np.interp(pulse, self.pulses, self.thrusts))

    def pulse(self, thrust: FloatArray) -> FloatArray:
        """Return the pulse of a thrust [s]."""
        ahead, astern = self.thrusts >= 0.0, self.thrusts <= 0.0
        last, first = np.flatnonzero(self.thrusts == 0.0)[[-1, 0]]
        ahead[:last], astern[first + 1 :] = False, False
        forward = np.interp(thrust, self.thrusts[ahead], self.pulses[ahead])
        backward = np.interp(thrust, self.thrusts[astern], self.pulses[astern])
        return np.where(thrust > 0.0, forward, np.where(thrust < 0.0, backward, self.neutral))


def _table(value: Any) -> tuple[tuple[float, float], ...]:
    """Return the points of a table, or of a named thruster."""
    if isinstance(value, str):
        if value not in THRUSTERS:
            raise ScenarioError(f"must be a list of [pulse, thrust], or one of {', '.join(THRUSTERS)}; got {value!r}")
        return THRUSTERS[value]
    points = [row for row in value if isinstance(row, tuple) and len(row) == 2]
    if len(points) != len(value) or len(points) < 2:
        raise ScenarioError("must be a list of at least two points [pulse, thrust], such as [1500e-6, 0]")
    pulses, thrusts = np.array(points, dtype=np.float64).T
    if not (np.diff(pulses) > 0).all() or not (np.diff(thrusts) >= 0).all():
        raise ScenarioError("pulses must increase from point to point, and thrusts must not decrease")
    if not ((pulses >= SHORTEST) & (pulses <= LONGEST)).all():
        raise ScenarioError(f"pulses must be from {SHORTEST:g} to {LONGEST:g} s, got {pulses[0]:g} to {pulses[-1]:g}")
    if not (thrusts == 0.0).any():
        raise ScenarioError("must contain the neutral pulse, a point with thrust 0")
    return tuple((float(p), float(t)) for p, t in points)


# ----------------------------------------------------------------------------------------------------------------------
# Keys of the file
# ----------------------------------------------------------------------------------------------------------------------

Address = Annotated[int, Ge(0x08), Le(0x77)]
Voltage = Annotated[float, Gt(0), Le(6), Unit("V")]
Pair = tuple[float, ...]


def _addresses(value: Any) -> tuple[int, ...]:
    """Return the addresses of chips."""
    if any(isinstance(one, tuple) or one != round(one) or not 0x08 <= one <= 0x77 for one in value) or not value:
        raise ScenarioError("must be addresses from 8 to 119, such as [96, 97]")
    if len(set(value)) < len(value):
        raise ScenarioError("an address is given twice")
    return tuple(int(one) for one in value)


Addresses = Annotated[tuple[int, ...], Derived(tuple[float, ...]), Rule(_addresses)]
Channels = Annotated[tuple[int, ...], Derived(str | tuple[float, ...]), Rule(ids_of)]


class ThrusterForm(Form):
    """Thrusters behind speed controllers (ESC), whose pulses a PCA9685 gives.

    Args:
        address: Address of the PCA9685.
        channels: Its channels in the order of the robot's propellers: a list, or a range such as 0-5.
        table: Points [pulse [s], thrust [N]], or the name of a thruster.
        sign: 1, or -1 for a propeller that is mounted the other way round; one number or one for each.
        limits: Smallest and largest thrust, one pair or one for each; by default those of the table [N].
        slew: Largest rate of the thrust [N/s].
        pulse_rate: Pulses per second [Hz].
        oscillator: Frequency of the oscillator of the PCA9685 [Hz].
        arming: Time of the neutral pulse before the first thrust [s].
    """

    address: Address = 0x40
    channels: Channels
    table: Annotated[tuple[tuple[float, float], ...], Derived(str | tuple[float, ...]), Rule(_table)]
    sign: Each = 1.0
    limits: Pair | None = None
    slew: Annotated[float, Gt(0), Le(1e6), Unit("N/s")] = 20.0
    pulse_rate: Annotated[float, Ge(40), Le(400), Unit("Hz")] = 200.0
    oscillator: Annotated[float, Ge(20e6), Le(50e6), Unit("Hz")] = 25e6
    arming: LongTime = 3.0


class MonitorForm(Form):
    """Pressures that the regulators measure, as voltages that ADS1115 read.

    Args:
        addresses: Addresses of the ADS1115; each has four inputs.
        channels: Inputs in the order of the regulators, 4 to 7 of the second chip; by default from 0 on.
        signal: Voltages at the smallest and the largest pressure [V].
    """

    addresses: Addresses
    channels: Channels | None = None
    signal: Pair = (1.0, 5.0)


class RegulatorForm(Form):
    """Pressure regulators with a voltage as their input, which MCP4728 give.

    Args:
        addresses: Addresses of the MCP4728; each has four channels.
        channels: Channels in the order of the robot's pressures, 4 to 7 of the second chip; by default from 0 on.
        supply: Supply of the MCP4728 [V].
        signal: Voltages at the smallest and the largest pressure [V].
        pressure: Smallest and largest pressure of the regulators, the smallest is 0 [Pa].
        limits: Smallest and largest pressure, one pair or one for each; by default those of the regulators [Pa].
        slew: Largest rate of the pressure [Pa/s].
        monitor: Measured pressures; none by default.
    """

    addresses: Addresses
    channels: Channels
    supply: Voltage = 5.0
    signal: Pair = (0.0, 5.0)
    pressure: Pair
    limits: Pair | None = None
    slew: Annotated[float, Gt(0), Le(1e9), Unit("Pa/s")] = 1e6
    monitor: MonitorForm | None = None


class OutputSafety(Form):
    """Limits of a run with outputs, and what ends it.

    Args:
        soft_start: Time in which the outputs rise from neutral to the command [s].
        neutral_after: Time without a command after which thrusters are neutral and regulators vent [s].
        lost_after: Time without an answer after which a chip counts as lost, which ends the run [s].
        deviation: Largest difference of a measured pressure from the command [Pa].
        deviation_time: Time for which a difference must last to end the run [s].
    """

    soft_start: LongTime = 2.0
    neutral_after: WaitTime = 0.3
    lost_after: WaitTime = 0.5
    deviation: Annotated[float, Gt(0), Unit("Pa")] = 5e4
    deviation_time: LongTime = 1.0


@dataclass(frozen=True)
class EmulatedOutputs:
    """Emulated speed controllers and regulators.

    Args:
        arming: Time of the neutral pulse before a speed controller gives thrust [s].
        time_constant: Time constant of the regulators [s].
        lost: Address of a chip that stops answering; 0 for none.
        lost_at: Time of the clock at which it does [s].
    """

    arming: Annotated[float, Ge(0), Unit("s"), Slider(0, 5, 0.1)] = 2.0
    time_constant: Annotated[float, Ge(0), Unit("s"), Slider(0, 1, 0.01)] = 0.05
    lost: Annotated[int, Ge(0), Le(0x77)] = 0
    lost_at: Annotated[float, Ge(0), Unit("s")] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)


class OutputForm(Form):
    """A robot with thrusters, pressure regulators, or both.

    Args:
        name: Name for messages.
        port: I2C adapter such as /dev/i2c-1, or emulated.
        rate: Commands per second [Hz].
        thrusters: Thrusters.
        regulators: Pressure regulators.
        safety: Limits.
        emulated: Properties of emulated devices, for port: emulated.
    """

    name: str = "robot"
    port: str = EMULATED
    rate: Annotated[float, Ge(1), Le(200), Unit("Hz")] = 50.0
    thrusters: ThrusterForm | None = None
    regulators: RegulatorForm | None = None
    safety: OutputSafety = OutputSafety()
    emulated: Annotated[EmulatedOutputs, Derived(EmulatedOutputs)] = EmulatedOutputs()


# ----------------------------------------------------------------------------------------------------------------------
# A robot with outputs
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Thrusters:
    """Thrusters of a robot, in the order of its propellers.

    Attributes:
        form: Keys of the file.
        table: Relation of thrust and pulse.
        sign: Shape (n,).
        limits: Smallest and largest thrust, shape (n, 2), [N].
    """

    form: ThrusterForm
    table: ThrustTable
    sign: FloatArray
    limits: FloatArray

    @property
    def channels(self) -> tuple[int, ...]:
        """Channels of the chip."""
        return self.form.channels

    def pulses(self, thrust: FloatArray) -> FloatArray:
        """Return the pulses of thrusts along the propellers' axes [s]."""
        return self.table.pulse(self.sign * thrust)

    def thrusts(self, pulses: FloatArray) -> FloatArray:
        """Return the thrusts of pulses [N]."""
        return self.sign * self.table.thrust(pulses)


@dataclass(frozen=True)
class Regulators:
    """Pressure regulators of a robot, in the order of its pressures.

    Attributes:
        form: Keys of the file.
        channels: Channels of all chips, four of each.
        limits: Smallest and largest pressure, shape (n, 2), [Pa].
        inputs: Inputs of all measuring chips, four of each; empty without monitor.
    """

    form: RegulatorForm
    channels: tuple[int, ...]
    limits: FloatArray
    inputs: tuple[int, ...] = ()

    @property
    def vented(self) -> float:
        """Signal at which a regulator vents [V]."""
        return self.form.signal[0]

    def volts(self, pressure: FloatArray) -> FloatArray:
        """Return the signals of pressures [V]."""
        return _line(pressure, self.form.pressure, self.form.signal)

    def pressures(self, volts: FloatArray) -> FloatArray:
        """Return the pressures that signals demand [Pa]."""
        return _line(volts, self.form.signal, self.form.pressure)

    def measured(self, volts: float) -> float:
        """Return the pressure at a voltage of the monitor [Pa]."""
        assert self.form.monitor is not None
        return float(_line(np.array(volts), self.form.monitor.signal, self.form.pressure))

    def monitor(self, pressure: float) -> float:
        """Return the voltage of the monitor at a pressure [V]."""
        assert self.form.monitor is not None
        return float(_line(np.array(pressure), self.form.pressure, self.form.monitor.signal))


def _line(x: FloatArray, from_: Pair, to: Pair) -> FloatArray:
    return np.asarray(to[0] + (x - from_[0]) * (to[1] - to[0]) / (from_[1] - from_[0]))


class OutputFile:
    """A robot with thrusters and pressure regulators, as described by its file.

    Args:
        form: Checked keys.
        origin: Path of the file, for messages.

    Attributes:
        name, port, rate, safety, emulated: See `OutputForm`.
        thrusters: Thrusters; None without.
        regulators: Pressure regulators; None without.
    """

    def __init__(self, form: OutputForm, origin: str = "robot") -> None:
        instance(form, "OutputFile form", (OutputForm,), HardwareError)
        self.origin = origin
        self.name, self.port, self.rate = form.name, form.port, form.rate
        self.safety, self.emulated = form.safety, form.emulated
        self.thrusters = None if form.thrusters is None else self._thrusters(form.thrusters)
        self.regulators = None if form.regulators is None else self._regulators(form.regulators)
        if self.thrusters is None and self.regulators is None:
            raise HardwareError(f"{origin}: name thrusters, regulators, or both")

    @property
    def n_thrusters(self) -> int:
        """Number of thrusters [-]."""
        return 0 if self.thrusters is None else len(self.thrusters.channels)

    @property
    def n_regulators(self) -> int:
        """Number of pressure regulators [-]."""
        return 0 if self.regulators is None else len(self.regulators.channels)

    def _thrusters(self, form: ThrusterForm) -> Thrusters:
        n = len(form.channels)
        if max(form.channels) > 15:
            raise self._error("thrusters.channels", f"a PCA9685 has the channels 0 to 15, got {max(form.channels)}")
        table = ThrustTable(*np.array(form.table, dtype=np.float64).T)
        if table.pulses[-1] * form.pulse_rate > 0.95:
            raise self._error("thrusters.pulse_rate", f"{form.pulse_rate:g} Hz leaves no time for the longest pulse")
        sign = np.full(n, form.sign) if isinstance(form.sign, float | int) else np.array(form.sign, dtype=np.float64)
        if sign.shape != (n,) or not np.isin(sign, (-1.0, 1.0)).all():
            raise self._error("thrusters.sign", f"must be 1 or -1, or one of them for each of the {n} thrusters")
        whole = (float(table.thrusts[0]), float(table.thrusts[-1]))
        limits = self._limits("thrusters.limits", whole if form.limits is None else form.limits, n)
        ends = np.sort(sign[:, None] * np.array(whole), axis=1)
        if not ((limits[:, 0] >= ends[:, 0] - 1e-9) & (limits[:, 1] <= ends[:, 1] + 1e-9)).all():
            if form.limits is not None:
                raise self._error(
                    "thrusters.limits", f"must be within the table, {ends[0, 0]:.4g} to {ends[0, 1]:.4g} N"
                )
            limits = ends
        return Thrusters(form, table, sign, limits)

    def _regulators(self, form: RegulatorForm) -> Regulators:
        n, outputs = len(form.channels), 4 * len(form.addresses)
        if max(form.channels) >= outputs:
            raise self._error(
                "regulators.channels",
                f"{len(form.addresses)} MCP4728 have the channels 0 to {outputs - 1}, got {max(form.channels)}",
            )
        self._pair("regulators.signal", form.signal, 0.0, form.supply)
        self._pair("regulators.pressure", form.pressure, 0.0, 1e8)
        if form.pressure[0] != 0.0:
            raise self._error(
                "regulators.pressure", f"must start at 0, where a regulator vents, got {form.pressure[0]:g}"
            )
        limits = self._limits("regulators.limits", form.pressure if form.limits is None else form.limits, n)
        if not ((limits >= 0.0) & (limits <= form.pressure[1])).all():
            raise self._error(
                "regulators.limits", f"must be from 0 to {form.pressure[1]:g} Pa, the range of the regulators"
            )
        inputs = tuple[int, ...]()
        if form.monitor is not None:
            self._pair("regulators.monitor.signal", form.monitor.signal, 0.0, 6.144)
            inputs = form.monitor.channels or tuple(range(n))
            chips = len(form.monitor.addresses)
            if len(inputs) != n or max(inputs) >= 4 * chips:
                raise self._error(
                    "regulators.monitor", f"{n} regulators need {n} inputs; {chips} ADS1115 have {4 * chips}"
                )
        return Regulators(form, form.channels, limits, inputs)

    def _pair(self, key: str, pair: Pair, low: float, high: float) -> None:
        """Raise HardwareError unless two numbers increase, within a range."""
        if len(pair) != 2 or any(isinstance(one, tuple) for one in pair) or not low <= pair[0] < pair[1] <= high:
            raise self._error(
                key, f"must be two increasing numbers from {low:g} to {high:g}, such as [{low:g}, {high:g}]"
            )

    def _limits(self, key: str, value: Pair, n: int) -> FloatArray:
        rows = [value] * n if len(value) == 2 and not any(isinstance(one, tuple) for one in value) else list(value)
        if len(rows) != n or not all(isinstance(row, tuple) and len(row) == 2 for row in rows):
            raise self._error(key, f"must be one pair such as [0, 1], or one for each of the {n} channels")
        limits = np.array(rows, dtype=np.float64)
        if not ((limits[:, 0] <= 0.0) & (limits[:, 1] >= 0.0) & (limits[:, 0] < limits[:, 1])).all():
            raise self._error(key, "each pair must increase and contain 0, to which a robot is stopped")
        return limits

    def _error(self, key: str, text: str) -> HardwareError:
        return HardwareError(f"{self.origin}: {key}: {text}")


def read_output_file(path: str | Path) -> OutputFile:
    """Read and check a robot file with outputs.

    Raises:
        HardwareError, ScenarioError: if it is missing or invalid; with file and line.
    """
    place = Path(path)
    if not place.is_file():
        raise HardwareError(f"there is no robot file {str(place)[:200]}; docs/hardware.md shows one")
    document = read_document(place, "robot file")
    if "ids" in document.data and not any(key in document.data for key in OUTPUT_KEYS):
        raise HardwareError(
            f"{place} describes servos, not thrusters or pressure regulators; type: snakelab bus watch {place}, or snakelab bus "
            f"limp {place}"
        )
    return OutputFile(read_form(OutputForm, document), str(place))


def outputs_from_text(text: str, name: str = "robot") -> OutputFile:
    """Return the robot with outputs that a YAML text describes.

    Raises:
        HardwareError, ScenarioError: if it is invalid.
    """
    data, origins = parse(text, name)
    return OutputFile(read_form(OutputForm, Document(name, data or {}, origins)), name)


def has_outputs(path: Path) -> bool:
    """Return True for a robot file with outputs in place of servos."""
    return path.is_file() and any(key in read_document(path, "robot file").data for key in OUTPUT_KEYS)
