"""Robot files: a physical robot with servos on a bus, and emulated servos in its place."""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.entry_points import SERVICES, load
from snakelab.errors import HardwareError, ScenarioError
from snakelab.parameters.arguments import FloatArray, count, instance
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Choices,
    Duration,
    PositiveDuration,
    Slider,
    Unit,
    check_declared,
)
from snakelab.plugins.hardware.servo_registers import (
    DYNAMIXEL_TABLE,
    FEETECH_TABLE,
    MAX_ID,
    Calibration,
    Table,
    range_of,
)
from snakelab.scenarios.forms import Derived, Form, Rule, read_form
from snakelab.scenarios.value_types import fault
from snakelab.scenarios.yaml_document import Document, parse, read_document

if TYPE_CHECKING:
    from snakelab.scenarios.scenario import Scenario
    from snakelab.sim.engine import Engine


# ----------------------------------------------------------------------------------------------------------------------
# Settings of emulated servos and of the line to them, and of both as the engine of a scenario
# ----------------------------------------------------------------------------------------------------------------------

Probability = Annotated[float, Ge(0), Le(1), Slider(0, 1, 0.01)]
Delay = Annotated[float, Ge(0), Le(10), Unit("s"), Slider(0, 0.01, 1e-5)]
BaudRate = Annotated[float, Ge(1), Le(2e7), Unit("Hz"), Slider(9600, 4e6, 100)]
ServoSpeed = Annotated[float, Gt(0), Unit("rad/s"), Slider(0.1, 20, 0.1)]
Backlash = Annotated[float, Ge(0), Unit("rad"), Slider(0, 0.1, 0.001)]
StallTorque = Annotated[float, Gt(0), Unit("N m"), Slider(0.1, 50, 0.1)]
Voltage = Annotated[float, Gt(0), Unit("V"), Slider(1, 30, 0.1)]
Resistance = Annotated[float, Ge(0), Unit("ohm"), Slider(0, 1, 0.01)]


@dataclass(frozen=True)
class BrownOut:
    """A supply voltage that collapses: the servos neither receive nor answer, then start without torque.

    Args:
        at: Start [s].
        duration: Duration [s].
    """

    at: Duration
    duration: PositiveDuration = 0.2

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)

    def covers(self, time: float) -> bool:
        """Return True during the collapse."""
        return self.at <= time < self.at + self.duration


@dataclass(frozen=True)
class LineSettings:
    """Line between computer and servos.

    Args:
        baud: Bits per second [Hz].
        return_delay: Return delay of the servos at the start [s]; a driver sets it to zero.
        turnaround: Pause of a servo before it answers, besides the return delay [s].
        usb_delay: Delay of the adapter in each direction [s].
        lost: Probability that a packet is lost, in either direction.
        noise: Probability that a byte of a packet is damaged or that noise precedes the packet.
        seed: Seed of losses and noise.
    """

    baud: BaudRate = 1e6
    return_delay: Annotated[float, Ge(0), Le(508e-6), Unit("s")] = 5e-4
    turnaround: Delay = 5e-5
    usb_delay: Delay = 0.0
    lost: Probability = 0.0
    noise: Probability = 0.0
    seed: Annotated[int, Ge(0)] = 0

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)


@dataclass(frozen=True)
class ServoSettings:
    """Properties of the servos.

    Args:
        largest_speed: Speed of a motion without a given speed [rad/s].
        backlash: Play between shaft and sensor [rad].
        stall_torque: Torque that corresponds to a load of 1 [N m].
        stall_current: Current at a load of 1 [A].
        voltage: Supply voltage without current [V].
        resistance: Resistance of supply and cable [ohm].
        dead: Ids of servos without an answer, which do not move either.
        brown_out: Collapse of the supply; None for none.
        ambient: Temperature at rest [degC].
        cooling_time: Time constant of the cooling [s].
        heating: Rate of the temperature at a load of 1 [K/s].
    """

    largest_speed: ServoSpeed = 6.0
    backlash: Backlash = 0.0
    stall_torque: StallTorque = 3.0
    stall_current: Annotated[float, Gt(0), Unit("A")] = 2.4
    voltage: Voltage = 12.0
    resistance: Resistance = 0.05
    dead: tuple[int, ...] = ()
    brown_out: BrownOut | None = None
    ambient: Annotated[float, Unit("degC")] = 25.0
    cooling_time: Annotated[float, Gt(0), Unit("s")] = 300.0
    heating: Annotated[float, Ge(0), Unit("K/s")] = 0.4

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)


@dataclass(frozen=True)
class EmulatedBus:
    """Emulated servos and the line to them, on a simulated clock.

    Args:
        baud: Bits per second [Hz].
        return_delay: Return delay of the servos before the driver sets it to zero [s].
        turnaround: Pause of a servo before it answers [s].
        usb_delay: Delay of the adapter in each direction [s].
        lost: Probability that a packet is lost.
        noise: Probability that a packet is damaged.
        largest_speed: Largest speed of a servo [rad/s].
        backlash: Play of each servo [rad].
        stall_torque: Torque that corresponds to a load of 1 [N m].
        voltage: Supply voltage without current [V].
        resistance: Resistance of the supply [ohm].
        dead: Ids of servos that do not answer.
        brown_out: Collapse of the supply.
    """

    baud: BaudRate = 1e6
    return_delay: Delay = 5e-4
    turnaround: Delay = 5e-5
    usb_delay: Delay = 0.0
    lost: Probability = 0.0
    noise: Probability = 0.0
    largest_speed: ServoSpeed = 6.0
    backlash: Backlash = 0.0
    stall_torque: StallTorque = 25.0
    voltage: Voltage = 12.0
    resistance: Resistance = 0.05
    dead: Annotated[tuple[float, ...], Slider(0, 252, 1), CHECKED_ELSEWHERE, FIXED] = ()
    brown_out: BrownOut | None = None

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)

    def make(self, scenario: "Scenario") -> "Engine":
        """Return the engine of a scenario: its robot, driven by emulated servos. The seed is that of the scenario.

        Raises:
            HardwareError: if a setting is out of range.
        """
        engine: Engine = load(SERVICES, "emulated_bus")(scenario, self)
        return engine

    def line(self, seed: int) -> LineSettings:
        """Return the settings of the line."""
        return LineSettings(self.baud, self.return_delay, self.turnaround, self.usb_delay, self.lost, self.noise, seed)

    def servos(self) -> ServoSettings:
        """Return the settings of the servos."""
        return ServoSettings(
            largest_speed=self.largest_speed,
            backlash=self.backlash,
            stall_torque=self.stall_torque,
            voltage=self.voltage,
            resistance=self.resistance,
            dead=tuple(int(ident) for ident in self.dead),
            brown_out=self.brown_out,
        )


# ----------------------------------------------------------------------------------------------------------------------
# Safety limits of a robot
# ----------------------------------------------------------------------------------------------------------------------

LongTime = Annotated[float, Ge(0), Le(3600), Unit("s")]
WaitTime = Annotated[float, Gt(0), Le(3600), Unit("s")]
Temperature = Annotated[float, Ge(-100), Le(200), Unit("degC")]
SupplyLimit = Annotated[float, Ge(0), Le(1000), Unit("V")]
Ratio = Annotated[float, Gt(0), Le(10)]


class Safety(Form):
    """Limits of the motion, and what happens when one is exceeded.

    Args:
        soft_start: Time in which the robot goes from its measured shape to the gait [s].
        speed: Largest speed of the targets of a joint; a joint that turns faster than 1.5 times this is reported [rad/s].
        speed_stop: Measured speed of a joint that ends a run, greater than `speed`; none by default [rad/s].
        torque: Largest torque, as a fraction of the stall torque [-].
        hold_after: Time without a command after which the robot holds its shape [s].
        limp_after: Time without a command after which the torque is switched off [s].
        lost_after: Time without an answer after which a servo, or the line, counts as lost [s].
        temperature_warning, temperature_stop: [degC].
        voltage_warning, voltage_stop: Lower limits of the supply; none by default [V].
        load_warning, load_stop: Fraction of the stall torque [-].
        load_time: Time for which a load must last to count [s].
        at_fault: Action if a servo reports a fault, does not answer, or has restarted: stop, or warn and continue without
            the servo if it has no torque.
        outside_limits: Start with a joint outside its limits: refuse, or return to the nearest limit at 0.3 rad/s.
        at_end: State after a run and after Ctrl-C: hold or limp.
        at_stop: State after a limit was exceeded, after an emergency stop, and after the program was killed: hold or limp.
    """

    soft_start: LongTime = 2.0
    speed: Annotated[float, Gt(0), Le(1000), Unit("rad/s")] = 4.0
    speed_stop: Annotated[float, Gt(0), Le(1000), Unit("rad/s")] | None = None
    torque: Annotated[float, Gt(0), Le(1)] = 1.0
    hold_after: WaitTime = 0.3
    limp_after: WaitTime = 5.0
    lost_after: WaitTime = 0.5
    temperature_warning: Temperature = 60.0
    temperature_stop: Temperature = 70.0
    voltage_warning: SupplyLimit | None = None
    voltage_stop: SupplyLimit | None = None
    load_warning: Ratio = 0.8
    load_stop: Ratio = 0.95
    load_time: LongTime = 0.5
    at_fault: Annotated[str, Choices(("stop", "warn"))] = "stop"
    outside_limits: Annotated[str, Choices(("refuse", "return"))] = "refuse"
    at_end: Annotated[str, Choices(("hold", "limp"))] = "limp"
    at_stop: Annotated[str, Choices(("hold", "limp"))] = "limp"

    def __post_init__(self) -> None:
        if self.speed_stop is not None and not self.speed_stop > self.speed:
            raise fault(
                f"must be greater than safety.speed ({self.speed:g} rad/s), at which joints may turn, got {self.speed_stop:g} "
                f"rad/s; write {2 * self.speed:g}, or lower safety.speed",
                "speed_stop",
            )


# ----------------------------------------------------------------------------------------------------------------------
# Robot files: port, protocol, servos in joint order, and safety limits of a physical robot
# ----------------------------------------------------------------------------------------------------------------------


PROTOCOLS = ("feetech", "dynamixel")
OUTPUT_KEYS = ("thrusters", "regulators")  # of a robot file with outputs in place of servos, see `output_file`
EMULATED = "emulated"
# Largest angle [rad] and gear ratio [-].
LARGEST = 1e4


def ids_of(value: Any) -> tuple[int, ...]:
    """Return ids from "1-28", or a list of whole numbers."""
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*", value)
        if not match or int(match[1]) > int(match[2]):
            raise ScenarioError(f"must be a list such as [1, 2, 3], or a range such as 1-28; got {value!r}")
        value = tuple(range(int(match[1]), int(match[2]) + 1))
    for ident in value:
        if isinstance(ident, tuple) or not 0 <= ident <= MAX_ID or ident != round(ident):
            given = f"{ident:g}" if isinstance(ident, float | int) else "a list"
            raise ScenarioError(f"ids are whole numbers from 0 to {MAX_ID}; got {given}")
    ids = tuple(int(ident) for ident in value)
    if not ids:
        raise ScenarioError("must name at least one servo")
    for ident in ids:
        if ids.count(ident) > 1:
            raise ScenarioError(f"id {ident} is given twice; each servo needs a unique id")
    return ids


Each = float | tuple[float, ...]  # one number, or one for each servo


def _device(value: Any) -> int:
    return ids_of((float(value),))[0]


class ImuForm(Form):
    """Inertial measurement unit of the robot: on the bus, or as a topic of ROS. Give one of both.

    Its pose on the body is that of the first `Imu` of the scenario; without one, that of the head.

    Args:
        id: Id of a device on the bus with the registers of a BNO055.
        topic: Topic of sensor_msgs/Imu, such as /imu.
        network: True for the interfaces of the whole computer, False for the loopback interface only; for the topic.
    """

    id: Annotated[int, Rule(_device)] | None = None
    topic: str = ""
    network: bool = False


class RobotForm(Form):
    """A physical robot with servos on a bus.

    Args:
        name: Name for messages.
        port: Serial port such as /dev/ttyUSB0, emulated, or tls://ADDRESS:PORT of a computer with snakelab bus serve.
        key: Key file of the pilot, or of a viewer, relative to this file; needed for tls only.
        baud: Bits per second [Hz].
        protocol: feetech or dynamixel.
        patience: Timeout for a response; more than the delay of the adapter [s].
        ids: Ids in the order of the joints, starting at the base: a list, or a range such as 1-28.
        zero: Servo angle of the straight joint, one number or one for each servo [rad].
        sign: 1 or -1, one number or one for each servo.
        gear: Revolutions of the servo for one revolution of the joint, one number or one for each servo [-].
        limits: Smallest and largest joint angle, one pair or one for each servo [rad].
        multi_turn: True for servos in a mode of several turns; False keeps the limits within one turn of the servo.
        rate: Exchanges per second [Hz].
        safety: Limits.
        imu: Inertial measurement unit; none by default.
        emulated: Properties of emulated servos, for port: emulated.
    """

    name: str = "robot"
    port: str = EMULATED
    key: str = ""
    baud: Annotated[int, Ge(1), Le(20_000_000), Unit("Hz")] = 1_000_000
    protocol: Annotated[str, Choices(PROTOCOLS)] = "feetech"
    patience: Annotated[float, Gt(0), Le(1), Unit("s")] = 4e-3
    ids: Annotated[tuple[int, ...], Derived(str | tuple[float, ...]), Rule(ids_of)]
    zero: Each = 0.0
    sign: Each = 1.0
    gear: Each = 1.0
    limits: tuple[float, ...] = (-1.6, 1.6)
    multi_turn: bool = False
    rate: Annotated[float, Ge(1), Le(10_000), Unit("Hz")] = 100.0
    safety: Safety = Safety()
    imu: ImuForm | None = None
    emulated: Annotated[EmulatedBus, Derived(EmulatedBus)] = EmulatedBus()


class RobotFile:
    """A physical robot as described by its file.

    Args:
        form: Checked keys.
        origin: Path of the file, for messages.

    Attributes:
        name, port, baud, protocol, patience, rate, emulated: See `RobotForm`.
        ids: Ids in joint order.
        calibration: Relation of servo angles and joint angles.
        limits: Smallest and largest joint angles, within the range of the servos, shape (n, 2), [rad].
        multi_turn: True for servos in a mode of several turns.
        safety: Limits of the motion.
        imu: Inertial measurement unit; None without one.
    """

    def __init__(self, form: RobotForm, origin: str = "robot") -> None:
        instance(form, "RobotFile form", (RobotForm,), HardwareError)
        instance(origin, "RobotFile origin", (str,), HardwareError)
        self.origin, n = origin, len(form.ids)
        self.name, self.port, self.baud, self.protocol = form.name, form.port, form.baud, form.protocol
        self.key = form.key
        self.patience, self.rate, self.emulated = form.patience, form.rate, form.emulated
        self.ids: tuple[int, ...] = form.ids
        sign, gear = self._each("sign", form.sign, n), self._each("gear", form.gear, n)
        if not np.isin(sign, (-1.0, 1.0)).all():
            raise HardwareError(f"{origin}: sign: must be 1 or -1, got {sign[~np.isin(sign, (-1.0, 1.0))][0]:g}")
        if not (gear > 0).all():
            raise HardwareError(
                f"{origin}: gear: must be positive, got {gear.min():g}; write sign: -1 for a reversed direction"
            )
        self.calibration = Calibration(self._each("zero", form.zero, n), sign, gear)
        self.multi_turn = form.multi_turn
        self.limits = self._within_range(self._limits(form.limits, n))
        self.safety = form.safety
        self.imu = self._imu(form.imu)

    @property
    def imu_id(self) -> int | None:
        """Id of the IMU on the bus; None without one."""
        return None if self.imu is None else self.imu.id

    def _imu(self, form: ImuForm | None) -> ImuForm | None:
        """Return the IMU, with either an id or a topic."""
        if form is not None and (form.id is None) == (not form.topic):
            raise HardwareError(f"{self.origin}: imu: name either id (a device on the bus) or topic (of ROS)")
        if form is not None and form.id in self.ids:
            raise HardwareError(f"{self.origin}: imu: id {form.id} is that of a servo; give the IMU a different id")
        return form

    def _each(self, key: str, value: Any, n: int) -> FloatArray:
        if not isinstance(value, float | int) and any(isinstance(item, tuple) for item in value):
            raise HardwareError(f"{self.origin}: {key}: must be numbers, not lists of numbers")
        values = np.full(n, value) if isinstance(value, float | int) else np.asarray(value, dtype=np.float64)
        if values.shape != (n,):
            raise HardwareError(
                f"{self.origin}: {key}: must be one number, or one for each of the {n} servos; got {len(value)}"
            )
        if not (np.abs(values) <= LARGEST).all():
            raise HardwareError(f"{self.origin}: {key}: must be from -{LARGEST:g} to {LARGEST:g}; got {values[0]:g}")
        return values

    def _limits(self, value: tuple, n: int) -> FloatArray:
        """Return least and largest angles, shape (n, 2)."""
        rows = [value] * n if len(value) == 2 and not any(isinstance(end, tuple) for end in value) else list(value)
        if len(rows) != n or not all(isinstance(row, tuple) and len(row) == 2 for row in rows):
            raise HardwareError(
                f"{self.origin}: limits: must be one pair such as [-1.57, 1.57], or one for each of the {n} servos"
            )
        limits = np.array(rows, dtype=np.float64)
        if not (np.abs(limits) <= LARGEST).all():
            raise HardwareError(f"{self.origin}: limits: must be from -{LARGEST:g} to {LARGEST:g} rad")
        if not (limits[:, 0] < limits[:, 1]).all():
            low, high = limits[limits[:, 0] >= limits[:, 1]][0]
            raise HardwareError(
                f"{self.origin}: limits: the first of a pair must be the smaller; got [{low:g}, {high:g}]"
            )
        return limits

    @property
    def servo_range(self) -> tuple[float, float]:
        """Smallest and largest angle that the servos can be commanded to, from the middle of their range [rad]."""
        return range_of(servo_table(self.protocol), self.multi_turn)

    def _within_range(self, limits: FloatArray) -> FloatArray:
        """Return joint limits; those that exceed the range of the servos by their resolution are set to its end.

        Raises:
            HardwareError: if they exceed it by more, as limits in degrees do.
        """
        (low, high), n = self.servo_range, len(self.ids)
        step = servo_table(self.protocol)["goal_position"].scale
        ends = self.calibration.to_servo(limits.T)
        excess = np.maximum(low - ends, ends - high)  # shape (2, n)
        if (far := (excess > 1.01 * step).any(axis=0)).any():
            i = int(np.argmax(far))
            pair, servo = limits[i].tolist(), np.sort(ends[:, i]).tolist()
            given = f"limits: [{pair[0]:g}, {pair[1]:g}] rad"
            if np.abs(limits - limits[0]).any():
                given += f" of servo {self.ids[i]}"
            if np.abs(np.array(servo) - pair).any():
                given += f" are {servo[0]:g} to {servo[1]:g} rad of the servo (zero, sign and gear), and"
            turns = "the range of a servo" if self.multi_turn else "one turn of a servo"
            message = f"{self.origin}: {given} exceed {turns}, {low:.4g} to {high:.4g} rad"
            radians = self.calibration.zero[i] + self.calibration.sign[i] * np.radians(pair) * self.calibration.gear[i]
            if max(map(abs, pair)) > math.tau and ((radians >= low - step) & (radians <= high + step)).all():
                raise HardwareError(f"{message}; degrees? write [{pair[0]:g}*pi/180, {pair[1]:g}*pi/180]")
            more = "" if self.multi_turn else ", or write multi_turn: true for servos that turn several times"
            raise HardwareError(f"{message}; narrow limits{more}")
        if not (excess > 0).any():
            return limits
        inside = np.sort(self.calibration.to_joint(np.clip(ends, low, high)), axis=0).T
        return np.where((excess > 0).T, inside, limits) if n else limits


def servo_table(protocol: str) -> Table:
    """Return the registers of the servos of a protocol."""
    return DYNAMIXEL_TABLE if protocol == "dynamixel" else FEETECH_TABLE


def read_robot_file(path: str | Path) -> RobotFile:
    """Read and check a robot file.

    Raises:
        HardwareError: if there is no such file, or its values do not fit each other.
        ScenarioError: if it is invalid; with file and line, one line per fault.
    """
    if not isinstance(path, (str, Path)):
        raise HardwareError(f"a robot file is given by its path, such as 'robot.yaml'; got {path!r}")
    place = Path(path)
    try:
        found = place.exists()
    except (OSError, ValueError):  # such as a name that is too long
        found = False
    if not found:
        raise HardwareError(f"there is no robot file {str(place)[:200]}; docs/hardware.md shows one")
    document = read_document(place, "robot file")
    if any(key in document.data for key in OUTPUT_KEYS):
        raise HardwareError(
            f"{place} describes thrusters or pressure regulators, not servos; see snakelab bus outputs {place}, and run it "
            f"with snakelab run SCENARIO --hardware {place}"
        )
    if "ids" not in document.data and document.data.keys() & {"robot", "world", "controller", "base", "duration"}:
        raise HardwareError(
            f"{place} is a scenario, not a robot file, which has ids: and limits: (docs/hardware.md); to use both: snakelab run "
            f"{place} --hardware ROBOT.yaml"
        )
    return RobotFile(read_form(RobotForm, document), str(place))


def robot_from_text(text: str, name: str = "robot") -> RobotFile:
    """Return the robot that a YAML text describes.

    Raises:
        HardwareError: if its values do not fit each other, or it is not a text.
        ScenarioError: if it is invalid.
    """
    if not isinstance(text, str):
        raise HardwareError(f"the description of a robot is a text such as 'ids: 1-4', got {text!r}")
    data, origins = parse(text, name)
    return RobotFile(read_form(RobotForm, Document(name, data or {}, origins)), name)


def emulated_robot(
    n: int, emulated: EmulatedBus | None = None, safety: Safety | None = None, protocol: str = PROTOCOLS[0]
) -> RobotFile:
    """Return an emulated robot of n servos with the ids 1 to n, in the order of the joints; by default, faults only warn."""
    n = count(n, "number of servos", HardwareError, minimum=1, maximum=MAX_ID)
    form = RobotForm(
        ids=ids_of(f"1-{n}"),
        protocol=protocol,
        limits=(-3.1, 3.1),
        emulated=EmulatedBus() if emulated is None else emulated,
        safety=Safety(at_fault="warn") if safety is None else safety,
    )
    return RobotFile(form, "emulated robot")
