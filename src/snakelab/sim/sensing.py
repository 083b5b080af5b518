"""Sensing in a run: channels of the sensors, sampling, measurements for a controller, and recorded variables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.control.controller import Controller
from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Measurement, Reference
from snakelab.physics.kinematics import body_motion, motion_in, sensed_gravity
from snakelab.physics.model import Model
from snakelab.physics.model_tables import BASE, frame_of
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import SensorState, State
from snakelab.results.recording_checks import SIZES
from snakelab.robots.sensors import (
    Instant,
    Motion,
    Sensor,
    carried_to,
    checked_fields,
    checked_sample,
    needs_acceleration,
)
from snakelab.sim.run_integration import Layout, sample_times, state_part, tick, tie

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Channels of the sensors of a robot: the quantities that they measure, their values, and the names in a recording
# ----------------------------------------------------------------------------------------------------------------------

# Dimensions after time, unit, and description.
QUANTITIES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "tau": (
        ("coordinate",),
        "N m or N",
        "generalised force of the actuators: torque of angles, force of displacements",
    ),
    "base_position": (("axis",), "m", "position of the base (tail end, or head end, depending on base_end)"),
    "base_quaternion": (("quaternion",), "1", "attitude of the base, wxyz"),
    "base_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the base, world axes"),
    "head_position": (("axis",), "m", "position of the head end"),
    "head_quaternion": (("quaternion",), "1", "attitude of the head end, wxyz"),
    "head_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the head end, world axes"),
    "specific_force": (("axis",), "m/s^2", "acceleration less gravity, sensor axes"),
    "angular_rate": (("axis",), "rad/s", "angular velocity, sensor axes"),
    "attitude": (("quaternion",), "1", "attitude of the sensor, wxyz"),
    "depth": ((), "m", "depth below the level"),
}


def sizes(n_coordinates: int) -> dict[str, int]:
    """Return the number of values of each field of `Measurement`."""
    lengths = SIZES | {"coordinate": n_coordinates}
    return {name: lengths[dims[0]] if dims else 1 for name, (dims, _, _) in QUANTITIES.items()}


MEASURED = "measured"


@dataclass(frozen=True)
class SensorReading:
    """One quantity of one sensor.

    Attributes:
        field: Name of the quantity at the sensor; a field of `Measurement`, or specific to the sensor.
        name: Name in a recording.
        place: Columns of its values in the row of all sensors.
    """

    field: str
    name: str
    place: slice


@dataclass(frozen=True)
class Channel:
    """One sensor, its place on the body, and its place in the row of all sensors.

    Attributes:
        sensor: The sensor.
        row: Row of `body_motion` of the body that carries the sensor.
        offset: Position of the sensor frame in the axes of this body, shape (3,), [m].
        readings: Its quantities, in order.
        place: Columns of all its values.
    """

    sensor: Sensor
    row: int
    offset: FloatArray
    readings: tuple[SensorReading, ...]
    place: slice


def channels(model: Model) -> tuple[Channel, ...]:
    """Return the channels of the robot's sensors; a duplicate name gets a number: measured_q_2."""
    if not model.robot.sensors:
        return ()
    sensor_channels: list[Channel] = []
    taken, known = set(record_layout(model)), sizes(model.n_coordinates)
    at = 0
    for sensor in model.robot.sensors:
        row, offset = frame_of(model.robot, model.station_names, sensor.on or BASE, type(sensor).__name__)
        readings, start = [], at
        for field, size in checked_fields(sensor, model.n_coordinates, known).items():
            name = _free(f"{sensor.name or MEASURED}_{field}", taken)
            taken.add(name)
            readings.append(SensorReading(field, name, slice(at, at + size)))
            at += size
        sensor_channels.append(Channel(sensor, row, offset, tuple(readings), slice(start, at)))
    return tuple(sensor_channels)


def _free(name: str, taken: set[str]) -> str:
    choices = (name, *(f"{name}_{k}" for k in range(2, 3 + len(taken))))
    return next(choice for choice in choices if choice not in taken)


# ----------------------------------------------------------------------------------------------------------------------
# Sampling of sensors, each with its own rate and noise; a value is held until the next one arrives
#
# Noise comes from a counter-based generator (Philox): its key is the run's seed and the index of the sensor in the
# robot's list, its counter the number of the sample. The noise is therefore independent of records and restarts.
# ----------------------------------------------------------------------------------------------------------------------

# Of the body, for sensors that sit nowhere on it.
UNKNOWN = Motion(*(np.full(shape, np.nan) for shape in ((3, 3), 4, 3, 6, 6)))


@dataclass(frozen=True)
class Sensing:
    """Sensors of one model in one run.

    Attributes:
        model: Model of the robot.
        channels: One channel per sensor.
        seed: Seed of the noise.
        layout: Layout of a record.
        gravity: Gravity in the specific force of an accelerometer, world axes, shape (3,), [m/s^2].
        free: Possible components of the base twist, shape (6,), bool; all, unless the base is planar.
    """

    model: Model
    channels: tuple[Channel, ...]
    seed: int
    layout: Layout
    gravity: FloatArray
    free: np.ndarray

    @property
    def width(self) -> int:
        """Number of values of all sensors [-]."""
        return self.channels[-1].place.stop

    @property
    def whose(self) -> str:
        """Identification of the sensors, stored with their memory."""
        return repr([channel.sensor for channel in self.channels])

    def times(self, begin: float, end: float) -> FloatArray:
        """Return the instants after begin and up to end at which a sensor samples [s], possibly with duplicates."""
        instants = np.concatenate([sample_times(begin, end, channel.sensor.rate) for channel in self.channels])
        return instants[(instants > begin + tie(begin)) & (instants <= end)]

    def begin(self, state: State) -> State:
        """Return the state, without the memory of other sensors than these."""
        ours = state.sensing is not None and state.sensing.sensors == self.whose
        return state if ours else replace(state, sensing=None)

    def after(self, last: SensorState | None, reference: Reference, record: FloatArray, time: float) -> SensorState:
        """Return the sensor values at an instant, after due samples were taken and delayed ones have arrived.

        The first sample is available at once, for any delay: the robot is assumed to be at rest before the run.

        Args:
            last: Previous values; None before the first sample.
            reference: Reference motion of the coordinates.
            record: Record of this instant, see `physics.record_kernels.record_layout`.
            time: Time [s].
        """
        ticks = np.array([tick(time, channel.sensor.rate) for channel in self.channels])
        due = np.arange(len(ticks)) if last is None else np.flatnonzero(ticks > last.taken)
        fresh = self._samples(due.tolist(), ticks, reference, record, time)
        if last is None:
            return SensorState(self.whose, ticks, np.concatenate(list(fresh.values())))
        late = [(i, time + self.channels[i].sensor.delay, values) for i, values in fresh.items()]
        held, waiting = last.held.copy(), []
        for i, arrives, values in (*last.waiting, *late):
            if arrives <= time + tie(time):
                held[self.channels[i].place] = values
            else:
                waiting.append((i, arrives, values))
        taken = last.taken.copy()
        taken[due] = ticks[due]
        return SensorState(last.sensors, taken, held, tuple(waiting))

    def through(
        self, last: SensorState | None, reference: Reference, records: FloatArray
    ) -> tuple[FloatArray, SensorState | None]:
        """Return the sensor values at every record, shape (n, width), and their memory after the last one.

        Args:
            last: Previous values; None before the first sample.
            reference: Reference motion of the coordinates.
            records: Records in order of time, shape (n, record width).
        """
        held = np.zeros((len(records), self.width))
        for i, record in enumerate(records):
            last = self.after(last, reference, record, float(record[0]))
            held[i] = last.held
        return held, last

    def _samples(
        self, due: list[int], ticks: np.ndarray, reference: Reference, record: FloatArray, time: float
    ) -> dict[int, FloatArray]:
        asked = [self.channels[i].sensor for i in due]
        state = state_part(self.layout, record)
        rows = np.zeros((0, 0))
        if any(sensor.on for sensor in asked):
            needs_accelerations = any(map(needs_acceleration, asked))
            rows = body_motion(self.model, reference, state, time, accelerated=needs_accelerations)
        samples = {}
        for i in due:
            channel = self.channels[i]
            motion = carried_to(motion_in(rows[channel.row]), channel.offset) if channel.sensor.on else UNKNOWN
            q, v, tau = (record[self.layout[name][0]] for name in ("q", "v", "tau"))
            size = channel.place.stop - channel.place.start
            normal = self._noise(i, int(ticks[i]), size)
            sample = channel.sensor.read(Instant(q, v, tau, motion, self.gravity, self.free), normal)
            samples[i] = checked_sample(channel.sensor, sample, size)
        return samples

    def _noise(self, which: int, number: int, size: int) -> FloatArray:
        key, counter = np.array([self.seed, which], np.uint64), np.array([0, max(0, number), 0, 0], np.uint64)
        return np.random.Generator(np.random.Philox(key=key, counter=counter)).standard_normal(size)


def sensing_of(model: Model, seed: int) -> Sensing | None:
    """Return the sensors of the model's robot; None without any."""
    if not model.robot.sensors:
        return None
    free = np.ones(6, bool)
    if model.robot.base == "planar":
        free[:] = False
        free[model.arrays.base] = True
    return Sensing(model, channels(model), seed, record_layout(model), sensed_gravity(model), free)


# ----------------------------------------------------------------------------------------------------------------------
# Measurements for a controller, from the exact state or from sensors, and the check of declared needs
# ----------------------------------------------------------------------------------------------------------------------

# Sensor that gives each field of `Measurement`.
SENSOR_OF = {
    "q": "Encoders()",
    "v": "Encoders()",
    "tau": "TorqueSensors()",
    "base_position": "PoseSensor()",
    "base_quaternion": "PoseSensor()",
    "base_velocity": "PoseSensor()",
    "head_position": "PoseSensor(on='head')",
    "head_quaternion": "PoseSensor(on='head')",
    "head_velocity": "PoseSensor(on='head')",
    "specific_force": "Imu()",
    "angular_rate": "Imu()",
    "attitude": "Imu(attitude_noise=0)",
    "depth": "DepthSensor()",
}
# Fields that a robot without sensors has.
IDEAL = ("q", "v", "tau", "base_position", "base_quaternion", "base_velocity")


def measured(sensing: Sensing, state: State) -> Measurement:
    """Return the values of the sensors as a measurement; fields without a sensor are None."""
    assert state.sensing is not None
    given: dict[str, Any] = dict.fromkeys(SENSOR_OF)
    readings: dict[str, FloatArray] = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            values = state.sensing.held[reading.place]
            user_defined = reading.field not in QUANTITIES
            single = len(values) == 1 if user_defined else not QUANTITIES[reading.field][0]
            readings[reading.name] = values[0] if single else values.copy()
            if not user_defined and given[reading.field] is None:
                given[reading.field] = float(values[0]) if single else values.copy()
    return Measurement(state.time, **given, readings=readings)


def check_needs(controller: Controller, sensors: Sequence[Sensor]) -> None:
    """Raise ControlError if a controller declares a need that no sensor of the robot provides.

    Args:
        controller: Controller, whose optional attribute `needs` contains fields of `Measurement`.
        sensors: Sensors of the robot; without any, the controller gets the exact state.
    """
    needs = declared_needs(controller)
    given = IDEAL if not sensors else {field for sensor in sensors for field in sensor.fields(1)}
    lacking = [name for name in needs if name not in given]
    if lacking:
        raise ControlError(f"the controller needs {', '.join(lacking)}{_remedy(lacking, needs, bool(sensors))}")


def declared_needs(controller: Controller) -> tuple[str, ...]:
    """Return the fields of `Measurement` that a controller declares in its attribute `needs`.

    Raises:
        ControlError: if one of them is not a field of `Measurement`.
    """
    needs = getattr(controller, "needs", ())
    if isinstance(needs, str) or not all(name in SENSOR_OF for name in needs):
        wrong = needs if isinstance(needs, str) else next(name for name in needs if name not in SENSOR_OF)
        raise ControlError(f"controller needs must be a list of {', '.join(SENSOR_OF)}, got {wrong!r}")
    return tuple(needs)


def advice(known: Measurement, problem: Exception) -> str:
    """Return advice for a controller that failed on a quantity that is None; empty for other errors.

    For a controller with declared needs, `check_needs` raises an error before the run.
    """
    missing = [name for name in SENSOR_OF if getattr(known, name) is None]
    if not missing or not ("None" in str(problem) or (known.readings and "finite" in str(problem))):
        return ""
    if known.readings:
        return _remedy(missing, missing, True)
    return (
        f"; {', '.join(missing)} are None, because the robot has no sensors: give the controller an attribute such as "
        f"needs = ({missing[-1]!r},) for an error that names the sensors to add"
    )


def _remedy(lacking: Sequence[str], needs: Sequence[str], has_sensors: bool) -> str:
    """Return the sensors to add; a robot with a first sensor needs one for every quantity that its controller reads."""
    wanted = ", ".join(dict.fromkeys(SENSOR_OF[name] for name in (lacking if has_sensors else needs)))
    listed = f"[..., {wanted}]" if has_sensors else f"[{wanted}]"
    return f"; no sensor of this robot gives {', '.join(lacking)}: write Robot(..., sensors={listed})"


# ----------------------------------------------------------------------------------------------------------------------
# Measured values as variables of a recording
# ----------------------------------------------------------------------------------------------------------------------


def measured_dimensions(model: Model) -> dict[str, tuple[str, ...]]:
    """Return the variables of the sensors in a recording of this model, and their dimensions after time."""
    return {reading.name: described(channel, reading)[0] for channel in channels(model) for reading in channel.readings}


def described(channel: Channel, reading: SensorReading) -> tuple[tuple[str, ...], str, str]:
    """Return dimensions after time, unit and description of a quantity; a user-defined sensor declares its unit."""
    if reading.field in QUANTITIES:
        return QUANTITIES[reading.field]
    dims = () if reading.place.stop - reading.place.start == 1 else (f"{reading.name}_place",)
    unit = dict(getattr(channel.sensor, "units", {})).get(reading.field, "1")
    return dims, str(unit), reading.field.replace("_", " ")


def with_measured(dataset: "xarray.Dataset", sensing: Sensing | None, held: FloatArray) -> "xarray.Dataset":
    """Add the sensor values at every record to a dataset.

    Args:
        dataset: Dataset of the records.
        sensing: Sensors; None adds nothing.
        held: Sensor values of each record, shape (n, numbers of all sensors).
    """
    if sensing is None:
        return dataset
    variables = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            dims, unit, text = described(channel, reading)
            values = held[:, reading.place] if dims else held[:, reading.place.start]
            about = {"units": unit, "long_name": f"measured {text}", "sensor": repr(channel.sensor)}
            variables[reading.name] = (("time", *dims), values, about)
    return dataset.assign(variables)


def readings_of(sensing: Sensing | None) -> dict[str, slice]:
    """Return the place of each measured quantity in the values of all sensors, by its name in a recording."""
    if sensing is None:
        return {}
    return {reading.name: reading.place for channel in sensing.channels for reading in channel.readings}
