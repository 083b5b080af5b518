"""Publications of a robot: topics of its recorded variables, and their messages."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from snakelab.bridges.ros2.control_description import control_description
from snakelab.bridges.ros2.messages import topics
from snakelab.bridges.ros2.messages.cdr import template
from snakelab.bridges.ros2.messages.encoders import (
    BatteryEncoder,
    ClockEncoder,
    ContactEncoder,
    Encoder,
    ImuEncoder,
    JointStateEncoder,
    OdometryEncoder,
    TemperatureEncoder,
    TransformEncoder,
    static_transforms,
)
from snakelab.bridges.ros2.messages.frames import ODOM, WORLD, ChainFrames, Frames, LinkFrames, imu_frame, is_rigid
from snakelab.bridges.ros2.messages.topics import Topic
from snakelab.physics.model import Model

BASE_VARIABLES = {"base_position", "base_quaternion"}
LINK_VARIABLES = {"link_position", "link_quaternion", "head_position", "head_quaternion"} | BASE_VARIABLES
HEAD_VARIABLES = {"head_quaternion", "head_velocity"}
CONTACT_VARIABLES = {"skin_position", "skin_force", "skin_load"}
# Length of the line of a contact with a normal force equal to the weight of the robot [m].
WEIGHT_LENGTH, GRAVITY = 0.5, 9.81


@dataclass(frozen=True, eq=False)
class Publications:
    """Topics of a robot with their encoders.

    Attributes:
        moving: Encoder of each topic with a message for each record.
        latched: Message of each latched topic.
        left_out: Topics without data of this robot, each with the reason.
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
        moving[topics.CONTACTS] = ContactEncoder(WEIGHT_LENGTH / (GRAVITY * mass))
    return Publications(moving, latched, tuple(left_out))


def _frames(model: Model | None, known: Collection[str], links: Sequence[str], root: str) -> Frames | None:
    """Return the frames that the recorded variables give; None if they give none."""
    if model is not None and is_rigid(model) and "q" in known:
        return ChainFrames(model, free=set(known) >= BASE_VARIABLES, root=root)
    return LinkFrames(tuple(links), model=model) if set(known) >= LINK_VARIABLES else None
