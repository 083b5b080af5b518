"""Which numbers the sensors of a robot give, and under which names they are recorded."""

from dataclasses import dataclass

from snakelab.physics.layout.frames import BASE, frame_of
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.robots.sensors.sensor import Sensor, checked_fields
from snakelab.sim.sensing.quantities import sizes
from snakelab.types import FloatArray

MEASURED = "measured"


@dataclass(frozen=True)
class Reading:
    """One quantity of one sensor.

    Attributes:
        field: As the sensor names it; of `Measurement`, or the sensor's own.
        name: In a recording.
        place: Its numbers in the row of all sensors.
    """

    field: str
    name: str
    place: slice


@dataclass(frozen=True)
class Channel:
    """One sensor, its place on the body, and its place in the row of all sensors.

    Attributes:
        sensor: The sensor.
        row: Of `body_motion`, that its frame is tied to.
        offset: Of its frame in the row's axes, shape (3,), [m].
        readings: Its quantities, in order.
        place: All its numbers.
    """

    sensor: Sensor
    row: int
    offset: FloatArray
    readings: tuple[Reading, ...]
    place: slice


def channels(model: Model) -> tuple[Channel, ...]:
    """The sensors of the model's robot; a name that is taken already gets a number: measured_q_2."""
    sensor_channels: list[Channel] = []
    taken, known = set(record_layout(model)), sizes(model.n_coordinates)
    at = 0
    for sensor in model.robot.sensors:
        row, offset = frame_of(model.robot, model.slice_names, sensor.on or BASE, type(sensor).__name__)
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
