"""Channels of the sensors of a robot: the quantities that they measure, their values, and the names in a recording."""

from dataclasses import dataclass

from snakelab.physics.model import Model
from snakelab.physics.model_tables.frames import BASE, frame_of
from snakelab.physics.record_row import record_layout
from snakelab.results.recording_files.form import SIZES
from snakelab.robots.sensors.sensor import Sensor, checked_fields
from snakelab.types import FloatArray

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
class Reading:
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
    readings: tuple[Reading, ...]
    place: slice


def channels(model: Model) -> tuple[Channel, ...]:
    """Return the channels of the robot's sensors; a duplicate name gets a number: measured_q_2."""
    sensor_channels: list[Channel] = []
    taken, known = set(record_layout(model)), sizes(model.n_coordinates)
    at = 0
    for sensor in model.robot.sensors:
        row, offset = frame_of(model.robot, model.station_names, sensor.on or BASE, type(sensor).__name__)
        readings, start = [], at
        for field, size in checked_fields(sensor, model.n_coordinates, known).items():
            name = _free(f"{sensor.name or MEASURED}_{field}", taken)
            taken.add(name)
            readings.append(Reading(field, name, slice(at, at + size)))
            at += size
        sensor_channels.append(Channel(sensor, row, offset, tuple(readings), slice(start, at)))
    return tuple(sensor_channels)


def _free(name: str, taken: set[str]) -> str:
    choices = (name, *(f"{name}_{k}" for k in range(2, 3 + len(taken))))
    return next(choice for choice in choices if choice not in taken)
