"""Sensors of a robot: encoders, torque sensors, IMU, depth and pose sensors, and the interface of user-defined ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_to_matrix
from snakelab.parameters.arguments import FloatArray, label, number, term_name
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Label,
    Length,
    Mark,
    Point,
    RotationVector,
    Slider,
    Unit,
    check_declared,
)

# ----------------------------------------------------------------------------------------------------------------------
# State of the robot at one instant: the input of every sensor
# ----------------------------------------------------------------------------------------------------------------------


class Motion(NamedTuple):
    """Pose, velocity and acceleration of a frame of the body, in world axes.

    Attributes:
        rotation: From the frame's axes to the world's, shape (3, 3).
        quaternion: The same, wxyz, shape (4,).
        position: Of its origin, shape (3,), [m].
        velocity: Of its origin, and angular, shape (6,), [m/s, rad/s].
        acceleration: Of its origin (classical), and angular, shape (6,), [m/s^2, rad/s^2]; NaN if not requested.
    """

    rotation: FloatArray
    quaternion: FloatArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


class Instant(NamedTuple):
    """State of the robot at one instant.

    Attributes:
        q, v, tau: Coordinates, rates, forces of the actuators, shape (nv,).
        motion: Of the frame of the sensor; of the base for sensors without a position.
        gravity: World axes, shape (3,), [m/s^2].
        free: Which of the six components of a twist the base can have, shape (6,), bool.
    """

    q: FloatArray
    v: FloatArray
    tau: FloatArray
    motion: Motion
    gravity: FloatArray
    free: np.ndarray


def carried_to(motion: Motion, point: FloatArray) -> Motion:
    """Motion of a parallel frame at a point of the same rigid body: a + alpha x r + w x (w x r).

    Args:
        motion: Of the body's frame.
        point: In its axes, shape (3,), [m].
    """
    if not point.any():
        return motion
    r = motion.rotation @ point
    w, alpha = motion.velocity[3:], motion.acceleration[3:]
    velocity = np.concatenate([motion.velocity[:3] + np.cross(w, r), w])
    relative = np.cross(alpha, r) + np.cross(w, np.cross(w, r))
    acceleration = np.concatenate([motion.acceleration[:3] + relative, alpha])
    return motion._replace(position=motion.position + r, velocity=velocity, acceleration=acceleration)


# ----------------------------------------------------------------------------------------------------------------------
# Common arguments of all sensors: rate, delay, name
# ----------------------------------------------------------------------------------------------------------------------

# Rates above this would only slow down the run [Hz].
MAX_RATE = 1e5
# Of noise, bias and resolution, in SI units: a run in which a position or a velocity is larger has diverged.
MAX_NOISE = 1e6

# Rates and delays of sensors are constant during a run.
SamplingRate = Annotated[float, Gt(0), Le(MAX_RATE), Unit("Hz"), Slider(1, 1000, 1), FIXED]
Delay = Annotated[float, Ge(0), Unit("s"), Slider(0, 1, 0.001), FIXED]
SensorName = Annotated[str, Mark.IDENTIFIER_OR_EMPTY]
Noise = Annotated[float, Ge(0), Le(MAX_NOISE), Slider(0, 0.1, 0.001)]


class Sampled(Protocol):
    """Base of sensors that sample at a rate, with a delay."""

    @property
    def rate(self) -> float:
        """[Hz]."""

    @property
    def delay(self) -> float:
        """[s]."""

    @property
    def name(self) -> str:
        """Name of its recorded variables."""


def check_sampling(sensor: Sampled) -> None:
    """Raise RobotError unless rate, delay and name are valid."""
    kind = type(sensor).__name__
    number(sensor.rate, f"{kind} rate", RobotError, above=0, maximum=MAX_RATE, unit="Hz")
    number(sensor.delay, f"{kind} delay", RobotError, minimum=0, unit="s")
    name: object = sensor.name
    if not (isinstance(name, str) and name == ""):
        term_name(name, f"{kind} name", RobotError)


# ----------------------------------------------------------------------------------------------------------------------
# Interface of built-in and user-defined sensors
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Sensors of every coordinate: encoders, and torque sensors of the actuators
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Encoders:
    """Encoders on all coordinates: q rounded to the resolution, and v. Quantities: `q` and `v`.

    q = resolution round((q + noise n) / resolution),  v = v + velocity_noise n,  n from the standard normal
    distribution.

    Args:
        noise: Standard deviation of one sample of q [rad] or [m].
        velocity_noise: Standard deviation of one sample of v [rad/s] or [m/s].
        resolution: Resolution of q [rad] or [m]; 0 for no rounding.
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    noise: Annotated[Noise, Unit("rad", "m")] = 0.0
    velocity_noise: Annotated[Noise, Unit("rad/s", "m/s")] = 0.0
    resolution: Annotated[Noise, Unit("rad", "m")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    on: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"q": n_coordinates, "v": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        n = len(instant.q)
        q = instant.q + self.noise * normal[:n]
        if self.resolution > 0:
            q = self.resolution * np.round(q / self.resolution)
        return np.concatenate([q, instant.v + self.velocity_noise * normal[n:]])


@dataclass(frozen=True)
class TorqueSensors:
    """Torque sensors on all actuators: the force as applied, plus noise. Quantity: `tau`.

    Args:
        noise: Standard deviation of one sample [N m] or [N].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    noise: Annotated[Noise, Unit("N m", "N")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    on: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"tau": n_coordinates}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        return instant.tau + self.noise * normal


# ----------------------------------------------------------------------------------------------------------------------
# Inertial measurement unit: specific force, angular rate and, optionally, attitude
# ----------------------------------------------------------------------------------------------------------------------

ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Imu:
    """IMU: accelerometer and gyroscope at a point of the body. Quantities: `specific_force`, `angular_rate` and
    optionally `attitude`.

    f = R^T (a - g) + bias + noise,  w = R^T omega + bias + noise, in the sensor's axes: at rest on level ground f
    points up with 9.81 m/s^2; in free fall it is zero. The attitude rotates sensor axes to world axes; its error is a
    small random rotation.

    Args:
        on: "base", "head", or the name of a link or soft section; a part's frame is at its tail end.
        point: Position of the sensor in that frame, shape (3,), [m].
        rotation: Rotation vector of the sensor's axes relative to that frame, shape (3,), [rad].
        accelerometer_noise: Standard deviation of one sample along each axis [m/s^2].
        gyroscope_noise: Standard deviation of one sample about each axis [rad/s].
        accelerometer_bias: Constant error, sensor axes, shape (3,), [m/s^2].
        gyroscope_bias: Constant error, sensor axes, shape (3,), [rad/s].
        attitude_noise: Standard deviation of one sample about each axis [rad]; None gives no attitude.
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    accelerometer_noise: Annotated[Noise, Unit("m/s^2")] = 0.0
    gyroscope_noise: Annotated[Noise, Unit("rad/s")] = 0.0
    accelerometer_bias: Annotated[tuple[float, float, float], Le(MAX_NOISE), Unit("m/s^2"), Slider(-1, 1, 0.01)] = (
        ORIGIN
    )
    gyroscope_bias: Annotated[tuple[float, float, float], Le(MAX_NOISE), Unit("rad/s"), Slider(-0.1, 0.1, 0.001)] = (
        ORIGIN
    )
    attitude_noise: Annotated[Noise, Unit("rad")] | None = None
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""
    needs_acceleration: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        for key, unit in (("accelerometer_bias", "m/s^2"), ("gyroscope_bias", "rad/s")):
            number(float(np.abs(getattr(self, key)).max()), f"Imu {key}", RobotError, maximum=MAX_NOISE, unit=unit)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        attitude = {} if self.attitude_noise is None else {"attitude": 4}
        return {"specific_force": 3, "angular_rate": 3, **attitude}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        motion = carried_to(instant.motion, np.asarray(self.point, dtype=np.float64))
        mounting = quat_exp(tuple(float(x) for x in self.rotation))
        R_world_sensor = motion.rotation @ np.reshape(quat_to_matrix(mounting), (3, 3))
        force = R_world_sensor.T @ (motion.acceleration[:3] - instant.gravity)
        rate = R_world_sensor.T @ motion.velocity[3:]
        sample = [
            force + np.asarray(self.accelerometer_bias) + self.accelerometer_noise * normal[:3],
            rate + np.asarray(self.gyroscope_bias) + self.gyroscope_noise * normal[3:6],
        ]
        if self.attitude_noise is not None:
            wrong = quat_exp(tuple((self.attitude_noise * normal[6:9]).tolist()))
            true = quat_multiply(tuple(motion.quaternion.tolist()), mounting)
            sample.append(np.array(quat_multiply(true, wrong)))
        return np.concatenate(sample)


# ----------------------------------------------------------------------------------------------------------------------
# Depth sensor: pressure gauge
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DepthSensor:
    """Depth of a point of the body below a surface: surface - z, plus noise; positive under water. Quantity: `depth`.

    Args:
        on: "base", "head", or the name of a link or soft section; a part's frame is at its tail end.
        point: Position of the sensor in that frame, shape (3,), [m].
        surface: Height of the surface from which the depth is measured [m].
        noise: Standard deviation of one sample [m].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    surface: Length = 0.0
    noise: Annotated[Noise, Unit("m")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {"depth": 1}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        place = carried_to(instant.motion, np.asarray(self.point, dtype=np.float64)).position
        return self.surface - place[2:] + self.noise * normal


# ----------------------------------------------------------------------------------------------------------------------
# External pose sensor: motion capture, overhead camera, acoustic positioning
# ----------------------------------------------------------------------------------------------------------------------

ENDS = ("base", "head")


@dataclass(frozen=True)
class PoseSensor:
    """Pose and velocity of the base or the head in world axes, plus noise.

    Quantities: `base_position`, `base_quaternion` and `base_velocity` on the base; `head_position`, `head_quaternion`
        and `head_velocity` on the head. The error of the attitude is a random rotation about the world's z. Coordinates
        that a planar base fixes have no noise.

    Args:
        on: "base" or "head".
        position_noise: Standard deviation of one sample along each axis [m].
        heading_noise: Standard deviation of one sample [rad].
        velocity_noise: Standard deviation of one sample of the linear velocity along each axis [m/s].
        angular_velocity_noise: Standard deviation of one sample of the angular velocity about each axis [rad/s].
        rate: Samples per second [Hz].
        delay: Time from the sample to its availability [s].
        name: First part of the names of its variables in a recording; the default is measured.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Annotated[str, Choices(ENDS)] = "base"
    position_noise: Annotated[Noise, Unit("m")] = 0.0
    heading_noise: Annotated[Noise, Unit("rad")] = 0.0
    velocity_noise: Annotated[Noise, Unit("m/s")] = 0.0
    angular_velocity_noise: Annotated[Noise, Unit("rad/s")] = 0.0
    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates: int) -> dict[str, int]:
        """Return the names of the quantities of a sample, in order, with the number of values of each."""
        return {f"{self.on}_position": 3, f"{self.on}_quaternion": 4, f"{self.on}_velocity": 6}

    def read(self, instant: Instant, normal: FloatArray) -> FloatArray:
        """Return one sample: all values in one array; `normal` contains as many standard normal numbers."""
        motion, free = instant.motion, instant.free
        position = motion.position + self.position_noise * np.where(free[:3], normal[:3], 0.0)
        wrong = quat_exp((0.0, 0.0, self.heading_noise * float(normal[3])))
        quaternion = quat_multiply(wrong, tuple(motion.quaternion.tolist()))
        spread = np.repeat([self.velocity_noise, self.angular_velocity_noise], 3)
        velocity = motion.velocity + spread * np.where(free, normal[7:], 0.0)
        return np.concatenate([position, quaternion, velocity])


# ----------------------------------------------------------------------------------------------------------------------
# Built-in sensors, and the type of any sensor
# ----------------------------------------------------------------------------------------------------------------------

BUILT_IN = (Encoders, TorqueSensors, Imu, DepthSensor, PoseSensor)
AnySensor = Encoders | TorqueSensors | Imu | DepthSensor | PoseSensor | Sensor

__all__ = [
    "AnySensor",
    "BUILT_IN",
    "DepthSensor",
    "Encoders",
    "Imu",
    "Instant",
    "Motion",
    "PoseSensor",
    "Sensor",
    "TorqueSensors",
]
