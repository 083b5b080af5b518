"""Interface of built-in and user-defined sensors."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from snakelab.errors import RobotError
from snakelab.robots.sensors.instant import Instant
from snakelab.robots.sensors.sampling import check_sampling
from snakelab.types import FloatArray, label, term_name


@runtime_checkable
class Sensor(Protocol):
    """Interface of the sensors of a robot: samples at a given rate, with delay and noise.

    Any object with these attributes and methods is a sensor. A frozen dataclass is recommended, because its `repr`
    identifies the stored samples when a run is continued. Two attributes are optional:

    - `needs_acceleration`: True if `read` uses the accelerations of `Instant.motion`, which are NaN otherwise.
    - `units`: units of its quantities by name, for the recording, such as `{"range": "m"}`.
    """

    @property
    def rate(self) -> float:
        """Samples per second [Hz]."""

    @property
    def delay(self) -> float:
        """Time from the sample to its availability [s]."""

    @property
    def name(self) -> str:
        """First part of the names of its variables in a recording; empty for "measured"."""

    @property
    def on(self) -> str:
        """Frame that `Instant.motion` describes: "base", "head", the name of a part, or empty for a sensor without a
        position."""

    def fields(self, n_coordinates: int) -> Mapping[str, int]:
        """Return the names of the quantities of one sample, in order, with the number of values of each.

        A name of a field of `Measurement`, such as "depth", fills that field. Any other name, such as "range", is found in
        `Measurement.readings` under its name in the recording, "measured_range".
        """

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array.

        Args:
            instant: State of the robot.
            normal: As many standard normal numbers as the sample has values; they depend on the run's seed, the
                position of the sensor among the sensors of the robot, and the number of the sample only.
        """


def needs_acceleration(sensor: Sensor) -> bool:
    """Return True if a sensor uses the accelerations of its frame."""
    return bool(getattr(sensor, "needs_acceleration", False))


def checked_sensors(sensors: object, kinds: Sequence[type]) -> tuple[Sensor, ...]:
    """The sensors as a tuple.

    Args:
        sensors: One or several.
        kinds: Built-in classes, for the message.

    Raises:
        RobotError: if one of them does not implement `Sensor`.
    """
    names = ", ".join(kind.__name__ for kind in kinds)
    if _is_sensor(sensors):
        sensors = (sensors,)
    if not isinstance(sensors, Iterable):
        hint = f"; write {sensors.__name__}(...)" if isinstance(sensors, type) else ""
        raise RobotError(f"Robot sensors must be a list of {names}, got {sensors!r}{hint}")
    items = tuple(sensors)
    for i, sensor in enumerate(items):
        if not _is_sensor(sensor):
            hint = f"; write {sensor.__name__}(...)" if isinstance(sensor, type) else _missing(sensor)
            raise RobotError(f"Robot sensors[{i}] must be one of {names} or implement Sensor; got {sensor!r}{hint}")
        if not isinstance(sensor, tuple(kinds)):
            check_sampling(sensor)
            label(sensor.on, f"{type(sensor).__name__} on", RobotError)
    return items


def checked_fields(sensor: Sensor, n_coordinates: int, known: Mapping[str, int]) -> dict[str, int]:
    """Return the checked fields of a sensor.

    Args:
        sensor: Built-in or user-defined sensor.
        n_coordinates: Of the robot.
        known: Number of values of each field of `Measurement`.

    Raises:
        RobotError: if a name is not a plain word, or a number of values is not positive or not that of the field of
            `Measurement`.
    """
    who = f"{type(sensor).__name__} fields"
    fields: Any = sensor.fields(n_coordinates)
    if not isinstance(fields, Mapping) or not fields:
        raise RobotError(f"{who} must be a mapping from names to numbers of values, got {fields!r}")
    for name, size in fields.items():
        term_name(name, who, RobotError)
        if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 1:
            raise RobotError(f"{who}: {name} must have a whole number of values, at least 1, got {size!r}")
        if size != known.get(name, size):
            raise RobotError(f"{who}: {name} must have {known[name]} values, as in Measurement, got {size}")
    return {name: int(size) for name, size in fields.items()}


def checked_sample(sensor: Sensor, sample: object, size: int) -> FloatArray:
    """Return the checked sample of a sensor.

    Raises:
        RobotError: if the number of values is not that of the fields of the sensor.
    """
    try:
        values = np.asarray(sample, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.zeros((0, 0))
    if values.shape != (size,):
        raise RobotError(f"{type(sensor).__name__} read must return {size} numbers, got {sample!r}")
    return values


def _is_sensor(value: object) -> bool:
    return isinstance(value, Sensor) and not isinstance(value, type)


def _missing(value: object) -> str:
    """Missing attributes of a sensor, for a message; empty for an object without any of them."""
    wanted = ("rate", "delay", "name", "on", "fields", "read")
    lacking = [name for name in wanted if not hasattr(value, name)]
    return f", which lacks {', '.join(lacking)}" if len(lacking) < len(wanted) - 1 else ""
