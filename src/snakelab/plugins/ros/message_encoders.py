"""Encoders of recorded variables as ROS messages, and the topics that a robot publishes.

In reading order: the encoders, one for each topic; the state of the servos of a physical robot; and `publications`,
which chooses the topics and encoders for the recorded variables of a robot.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from snakelab.geometry.rotations import conjugate, rotate_by
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model
from snakelab.plugins.hardware.readings import QUANTITIES, ServoReading, servo_readings
from snakelab.plugins.mujoco.robot_files.motion_export import objects_left_out
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.ros_frames import (
    ODOM,
    WORLD,
    ChainFrames,
    Frames,
    LinkFrames,
    Series,
    Transform,
    imu_frame,
    is_rigid,
)
from snakelab.plugins.ros.ros_run import control_description
from snakelab.plugins.ros.topics import Template, Topic, stamp_paths, stamps, template
from snakelab.worlds.gravity import STANDARD_GRAVITY

# ----------------------------------------------------------------------------------------------------------------------
# Encoders: recorded variables of many records, or of one, as CDR messages of one topic
# ----------------------------------------------------------------------------------------------------------------------

XYZ, XYZW = ("x", "y", "z"), ("x", "y", "z", "w")
TO_XYZW = [1, 2, 3, 0]


class Encoder(Protocol):
    """Messages of one topic."""

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the CDR messages of n records.

        Args:
            series: Recorded variables by name, each with a leading axis of n.
            times: Time stamps, shape (n,), [s].
        """


@dataclass(frozen=True, eq=False)
class Numbers:
    """Template whose stamps and float64 numbers are written for each record."""

    form: Template
    stamps: Sequence[str]
    paths: Sequence[str]
    _stamps: np.ndarray = field(init=False, repr=False)
    _places: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_stamps", self.form.indices(self.stamps, 4))
        object.__setattr__(self, "_places", self.form.indices(self.paths))

    def messages(self, times: FloatArray, values: FloatArray | None = None) -> list[bytes]:
        """Return the messages of n times [s], with values of shape (n, number of paths)."""
        rows = self.form.blank(len(times))
        if len(self._stamps):
            pairs = stamps(times)
            rows.view("<u4")[:, self._stamps] = np.tile(pairs, (1, len(self._stamps) // 2))
        if values is not None and len(self._places):
            rows.view("<f8")[:, self._places] = values
        return self.form.messages(rows)


class ClockEncoder:
    """Messages of /clock."""

    def __init__(self) -> None:
        self.numbers = Numbers(template("rosgraph_msgs/msg/Clock", {}), stamp_paths("clock"), ())

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`."""
        return self.numbers.messages(times)


class JointStateEncoder:
    """Messages of /joint_states: positions, and the rates and efforts that are known.

    Args:
        names: Names of the coordinates.
        known: Names of the recorded variables.
    """

    FIELDS = (("position", "q"), ("velocity", "v"), ("effort", "tau"))

    def __init__(self, names: Sequence[str], known: Sequence[str]) -> None:
        self.variables = [name for _, name in self.FIELDS if name in known]
        fields = [key for key, name in self.FIELDS if name in known]
        empty = {key: [0.0] * len(names) for key in fields}
        form = template("sensor_msgs/msg/JointState", {"name": list(names), **empty})
        paths = [f"{key}.{i}" for key in fields for i in range(len(names))]
        self.numbers = Numbers(form, stamp_paths(), paths)

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`."""
        return self.numbers.messages(times, np.concatenate([series[name] for name in self.variables], axis=1))


class TransformEncoder:
    """Messages of /tf.

    Args:
        frames: Frames of the robot.
    """

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        items = [{"header": {"frame_id": parent}, "child_frame_id": child} for parent, child in frames.names]
        n = range(len(items))
        parts = (*(f"translation.{c}" for c in XYZ), *(f"rotation.{c}" for c in XYZW))
        self.numbers = Numbers(
            template("tf2_msgs/msg/TFMessage", {"transforms": items}),
            [path for i in n for path in stamp_paths(f"transforms.{i}.header.stamp")],
            [f"transforms.{i}.transform.{part}" for i in n for part in parts],
        )

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`."""
        p, quat = self.frames.poses(series)
        values = np.concatenate((p, quat[..., TO_XYZW]), axis=-1)
        return self.numbers.messages(times, values.reshape(len(times), -1))


def static_transforms(fixed: Sequence[Transform]) -> bytes:
    """Return the message of /tf_static."""
    items = [
        {
            "header": {"frame_id": one.parent},
            "child_frame_id": one.child,
            "transform": {
                "translation": dict(zip(XYZ, one.p, strict=True)),
                "rotation": dict(zip(XYZW, np.array(one.quat)[TO_XYZW], strict=True)),
            },
        }
        for one in fixed
    ]
    return template("tf2_msgs/msg/TFMessage", {"transforms": items}).content


class OdometryEncoder:
    """Messages of /odom: pose of the base in the frame odom, twist in the axes of the base.

    Args:
        parent, child: Names of the frames.
    """

    def __init__(self, parent: str, child: str) -> None:
        pose = [*(f"pose.pose.position.{c}" for c in XYZ), *(f"pose.pose.orientation.{c}" for c in XYZW)]
        twist = [f"twist.twist.{kind}.{c}" for kind in ("linear", "angular") for c in XYZ]
        form = template("nav_msgs/msg/Odometry", {"header": {"frame_id": parent}, "child_frame_id": child})
        self.numbers = Numbers(form, stamp_paths(), [*pose, *twist])

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`."""
        quat, twist = series["base_quaternion"], series["base_velocity"]
        back = conjugate(quat)
        components = [rotate_by(back, twist[:, place]) for place in (slice(0, 3), slice(3, 6))]
        values = np.concatenate((series["base_position"], quat[:, TO_XYZW], *components), axis=1)
        return self.numbers.messages(times, values)


class ImuEncoder:
    """Messages of /imu: of the robot's IMU, or, without one, attitude and rate of the head.

    Args:
        frame: Name of the frame.
        sensor: First part of the recorded names of the IMU; empty without one.
        known: Names of the recorded variables.
    """

    def __init__(self, frame: str, sensor: str, known: Sequence[str]) -> None:
        self.sensor = sensor
        names = [f"{sensor}_{field}" for field in ("attitude", "angular_rate", "specific_force")]
        self.names = names if sensor else ["head_quaternion", "head_velocity", ""]
        keys = (("orientation", XYZW), ("angular_velocity", XYZ), ("linear_acceleration", XYZ))
        lacking = [not (name and name in known) for name in self.names]
        # covariance of quantities that are not measured, see sensor_msgs/Imu
        unknown = {
            f"{key}_covariance": (-1.0, *8 * (0.0,)) for (key, _), lacks in zip(keys, lacking, strict=True) if lacks
        }
        form = template("sensor_msgs/msg/Imu", {"header": {"frame_id": frame}, **unknown})
        given = [(key, xyz) for (key, xyz), lacks in zip(keys, lacking, strict=True) if not lacks]
        paths = [f"{key}.{c}" for key, xyz in given for c in xyz] + [f"{key}_covariance.0" for key, _ in given]
        self.names = [name for name, lacks in zip(self.names, lacking, strict=True) if not lacks]
        self.numbers = Numbers(form, stamp_paths(), paths)

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`. What was not measured at a time is marked as unknown, and zero."""
        if self.sensor:
            given = [series[name] for name in self.names]
        else:
            quat = series["head_quaternion"]
            given = [quat, rotate_by(conjugate(quat), series["head_velocity"][:, 3:])]
        given = [values[:, TO_XYZW] if values.shape[1] == 4 else values for values in given]
        unknown = [np.where(np.isfinite(values).all(axis=1), 0.0, -1.0)[:, None] for values in given]
        return self.numbers.messages(times, np.concatenate([*map(np.nan_to_num, given), *unknown], axis=1))


class BatteryEncoder:
    """Messages of /battery_state: median of the voltages at the servos, and the sum of their currents, which discharges.

    Args:
        known: Names of the recorded variables.
    """

    def __init__(self, known: Sequence[str]) -> None:
        unknown = dict.fromkeys(
            ("temperature", "current", "charge", "capacity", "design_capacity", "percentage"), np.nan
        )
        self.has_current = "servo_current" in known
        form = template("sensor_msgs/msg/BatteryState", {**unknown, "present": True, "power_supply_status": 2})
        self.form, self.numbers = form, Numbers(form, stamp_paths(), ())
        self.places = form.indices(("voltage", "current"), 4)

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`."""
        voltage = _median(series["servo_voltage"])
        current = np.full(len(times), np.nan)
        if self.has_current:
            amperes = np.abs(series["servo_current"])
            known = np.isfinite(amperes).any(axis=1)
            current[known] = -np.nansum(amperes[known], axis=1)
        rows = self.form.blank(len(times))
        rows.view("<u4")[:, self.numbers._stamps] = stamps(times)
        rows.view("<f4")[:, self.places] = np.column_stack((voltage, current))
        return self.form.messages(rows)


class TemperatureEncoder:
    """Messages of the temperature of one servo.

    Args:
        coordinate: Number of the joint [-].
        frame: Frame moved by the joint.
    """

    def __init__(self, coordinate: int, frame: str) -> None:
        form = template("sensor_msgs/msg/Temperature", {"header": {"frame_id": frame}})
        self.coordinate, self.numbers = coordinate, Numbers(form, stamp_paths(), ("temperature",))

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`. NaN is a temperature that was not measured."""
        return self.numbers.messages(times, series["servo_temperature"][:, self.coordinate, None])


def _median(values: FloatArray) -> FloatArray:
    """Return the median of each row without NaN; NaN for a row without numbers."""
    medians = np.full(len(values), np.nan)
    known = np.isfinite(values).any(axis=1)
    medians[known] = np.nanmedian(values[known], axis=1)
    return medians


class ContactEncoder:
    """Messages of /contacts: one marker with a line for each touching skin point, along the force on it.

    Args:
        scale: Length of a line per force [m/N].
        width: Width of the lines [m].
    """

    def __init__(self, scale: float, width: float = 0.004) -> None:
        self.scale = scale
        marker = {
            "header": {"frame_id": WORLD},
            "ns": "contacts",
            "type": 5,  # LINE_LIST
            "pose": {"orientation": {"w": 1.0}},
            "scale": {"x": width},
            "color": {"r": 0.9, "g": 0.3, "b": 0.1, "a": 1.0},
            "points": [{}, {}],
        }
        self.form = template("visualization_msgs/msg/MarkerArray", {"markers": [marker]})
        self.numbers = Numbers(self.form, stamp_paths("markers.0.header.stamp"), ())
        self.count = 4 + self.form.places["markers.0.points.size"]
        self.first = 4 + self.form.places["markers.0.points.0.x"]

    def encode(self, series: Series, times: FloatArray) -> list[bytes]:
        """Return the messages; see `Encoder`. A line without length means no contact."""
        lines = np.stack(
            (series["skin_position"], series["skin_position"] + self.scale * series["skin_force"]), axis=-2
        )
        touching = series["skin_load"] > 0.0
        return [
            self._with_lines(message, lines[i][touching[i]]) for i, message in enumerate(self.numbers.messages(times))
        ]

    def _with_lines(self, message: bytes, lines: FloatArray) -> bytes:
        """Return a message with other lines, shape (m, 2, 3); the points take 24 bytes each, which keeps the alignment."""
        if not len(lines):
            return message
        count = np.uint32(2 * len(lines)).astype("<u4").tobytes()
        before = message[: self.count] + count + message[self.count + 4 : self.first]
        return before + lines.astype("<f8").tobytes() + message[self.first + 48 :]


# ----------------------------------------------------------------------------------------------------------------------
# State of the servos of a physical robot, for /diagnostics
# ----------------------------------------------------------------------------------------------------------------------


class Level(IntEnum):
    """Level of diagnostic_msgs/DiagnosticStatus."""

    OK = 0
    WARN = 1
    ERROR = 2


def servo_statuses(engine: Any) -> list[dict[str, Any]]:
    """Return a diagnostic_msgs/DiagnosticStatus for each servo, as plain data; none for a simulation.

    Args:
        engine: Engine of the run.
    """
    statuses = []
    for servo in servo_readings(engine):
        level, message = _level(servo, engine.robot.safety)
        pairs = [
            {"key": f"{name} [{_unit(name)}]", "value": f"{x:.4g}"} for name, x in servo.values().items() if x == x
        ]
        pairs.append({"key": "faults", "value": str(servo.faults)})
        statuses.append(
            {
                "level": level,
                "name": f"snakelab: servo {servo.id}",
                "message": message,
                "hardware_id": str(servo.id),
                "values": pairs,
            }
        )
    return statuses


def _unit(name: str) -> str:
    unit = QUANTITIES[name].unit
    return "of the stall torque" if unit == "1" else unit


def source_of_imu(engine: Any) -> str:
    """Return the topic of the IMU of a physical robot, empty if there is none; it is not published."""
    imu = getattr(getattr(engine, "robot", None), "imu", None)
    return "" if imu is None else str(imu.topic)


def _level(servo: ServoReading, safety: Any) -> tuple[Level, str]:
    """Return level and message of one servo; a value that was not measured exceeds no limit."""
    if not servo.answers:
        return Level.ERROR, "no answer"
    limits = (
        (Level.ERROR, "too hot", servo.temperature > safety.temperature_stop),
        (Level.ERROR, "voltage too low", servo.voltage < _limit(safety.voltage_stop)),
        (Level.WARN, "reports a fault", servo.faults != 0),
        (Level.WARN, "hot", servo.temperature > safety.temperature_warning),
        (Level.WARN, "voltage low", servo.voltage < _limit(safety.voltage_warning)),
        (Level.WARN, "load high", abs(servo.load) > safety.load_warning),
    )
    return next(((level, text) for level, text, exceeded in limits if exceeded), (Level.OK, "ok"))


def _limit(value: float | None) -> float:
    return -math.inf if value is None else value


# ----------------------------------------------------------------------------------------------------------------------
# Publications of a robot: topics of its recorded variables, and their messages
# ----------------------------------------------------------------------------------------------------------------------

BASE_VARIABLES = {"base_position", "base_quaternion"}
LINK_VARIABLES = {"link_position", "link_quaternion", "head_position", "head_quaternion"} | BASE_VARIABLES
HEAD_VARIABLES = {"head_quaternion", "head_velocity"}
CONTACT_VARIABLES = {"skin_position", "skin_force", "skin_load"}


@dataclass(frozen=True, eq=False)
class Publications:
    """Topics of a robot with their encoders.

    Attributes:
        moving: Encoder of each topic with a message for each record.
        latched: Message of each latched topic.
        left_out: Topics without data of this robot, each with the reason, and free bodies of the world.
    """

    moving: dict[Topic, Encoder]
    latched: dict[Topic, bytes] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics."""
        return (*self.latched, *self.moving)


def publications(
    model: Model | None,
    known: Collection[str],
    *,
    coordinates: Sequence[str] = (),
    links: Sequence[str] = (),
    mass: float = 1.0,
    clock: bool = True,
    root: str = WORLD,
) -> Publications:
    """Return the publications of a robot.

    Args:
        model: Model of the robot; None if only its recording is known.
        known: Names of the recorded variables.
        coordinates, links: Names of coordinates and links; those of the model, if there is one.
        mass: Mass of the robot, which scales the lines of contacts [kg].
        clock: True to publish the simulated time.
        root: Parent of the base of a rigid robot: the world, or odom below a map.
    """
    known = set(known)
    if model is not None:
        coordinates, links, mass = model.coordinate_names, model.station_names, model.mass
    moving: dict[Topic, Encoder] = {topics.CLOCK: ClockEncoder()} if clock else {}
    latched: dict[Topic, bytes] = {}
    left_out = []
    if "q" in known:
        moving[topics.JOINT_STATES] = JointStateEncoder(coordinates, tuple(known))
    frames = _frames(model, known, links, root)
    if frames is None:
        left_out.append("/tf: neither the coordinates of a known robot nor the poses of links are recorded")
    else:
        if frames.names:
            moving[topics.TF] = TransformEncoder(frames)
        latched[topics.TF_STATIC] = static_transforms(frames.fixed)
        if known >= {*BASE_VARIABLES, "base_velocity"}:
            moving[topics.ODOM] = OdometryEncoder(ODOM, frames.base)
    if model is None or not is_rigid(model):
        left_out.append(f"/robot_description: {'the scenario is not recorded' if model is None else 'soft sections'}")
    else:
        latched[topics.ROBOT_DESCRIPTION] = template(
            "std_msgs/msg/String", {"data": control_description(model)}
        ).content
    if model is not None:
        left_out += objects_left_out(model)
    frame, sensor = imu_frame(model)
    if model is not None and not sensor and "measured_angular_rate" in known:  # of a physical robot
        sensor = "measured"
    if sensor and f"{sensor}_angular_rate" not in known:
        frame, sensor = "head", ""
    if sensor or known >= HEAD_VARIABLES:
        moving[topics.IMU] = ImuEncoder(frame, sensor, tuple(known))
    if "servo_voltage" in known:
        moving[topics.BATTERY] = BatteryEncoder(tuple(known))
    if "servo_temperature" in known:
        places = frames.frames_of_joints if isinstance(frames, ChainFrames) else {}
        for i, name in enumerate(coordinates):
            moving[topics.temperature_of(name)] = TemperatureEncoder(i, places.get(i, ""))
    if known >= CONTACT_VARIABLES:
        moving[topics.CONTACTS] = ContactEncoder(0.5 / (STANDARD_GRAVITY * mass))  # 0.5 m for the weight of the robot
    return Publications(moving, latched, tuple(left_out))


def _frames(model: Model | None, known: Collection[str], links: Sequence[str], root: str) -> Frames | None:
    """Return the frames that the recorded variables give; None if they give none."""
    if model is not None and is_rigid(model) and "q" in known:
        return ChainFrames(model, free=set(known) >= BASE_VARIABLES, root=root)
    return LinkFrames(tuple(links), model=model) if set(known) >= LINK_VARIABLES else None
