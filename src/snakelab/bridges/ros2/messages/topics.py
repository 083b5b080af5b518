"""Description of the node: topics, services and their qualities of service, for both backends and for logs."""

import re
from dataclasses import dataclass

NODE = "snakelab"


@dataclass(frozen=True)
class Topic:
    """Topic of the node.

    Attributes:
        name: Name with its slash.
        kind: Type, such as "sensor_msgs/msg/JointState".
        reliable: True for reliable delivery, False for best effort.
        latched: True if late subscribers get the last message.
        depth: Queue length [-].
        rate: Largest number of messages per second [Hz]; 0 for no limit.
    """

    name: str
    kind: str
    reliable: bool = True
    latched: bool = False
    depth: int = 10
    rate: float = 0.0


JOINT_STATES = Topic("/joint_states", "sensor_msgs/msg/JointState")
TF = Topic("/tf", "tf2_msgs/msg/TFMessage", depth=100)
TF_STATIC = Topic("/tf_static", "tf2_msgs/msg/TFMessage", latched=True, depth=1)
ROBOT_DESCRIPTION = Topic("/robot_description", "std_msgs/msg/String", latched=True, depth=1)
CLOCK = Topic("/clock", "rosgraph_msgs/msg/Clock", depth=1)
ODOM = Topic("/odom", "nav_msgs/msg/Odometry")
IMU = Topic("/imu", "sensor_msgs/msg/Imu", reliable=False, depth=5)
DIAGNOSTICS = Topic("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", rate=1.0)
BATTERY = Topic("/battery_state", "sensor_msgs/msg/BatteryState", rate=1.0)
CONTACTS = Topic("/contacts", "visualization_msgs/msg/MarkerArray", rate=25.0)
MAP_POINTS = Topic("/map_points", "sensor_msgs/msg/PointCloud2", latched=True, depth=1)


def temperature_of(joint: str) -> Topic:
    """Return the topic of the temperature of a joint's servo."""
    name = re.sub(r"\W", "_", joint, flags=re.ASCII)
    return Topic(
        f"/servos/{name if name[:1].isalpha() else 'joint_' + name}/temperature",
        "sensor_msgs/msg/Temperature",
        rate=1.0,
    )


OUT = (JOINT_STATES, TF, TF_STATIC, ROBOT_DESCRIPTION, CLOCK, ODOM, IMU, DIAGNOSTICS, BATTERY, CONTACTS)

CMD_VEL = Topic("/cmd_vel", "geometry_msgs/msg/Twist")
JOY = Topic("/joy", "sensor_msgs/msg/Joy")
JOINT_COMMAND = Topic("/joint_commands", "sensor_msgs/msg/JointState")
JOINT_TRAJECTORY = Topic("/joint_trajectory", "trajectory_msgs/msg/JointTrajectory")
GAIT = Topic(f"/{NODE}/gait", "std_msgs/msg/String")
STOP = Topic(f"/{NODE}/stop", "std_msgs/msg/Empty")
EMERGENCY_STOP = Topic("/emergency_stop", "std_msgs/msg/Bool")
IN = (CMD_VEL, JOY, JOINT_COMMAND, JOINT_TRAJECTORY, GAIT, STOP, EMERGENCY_STOP)
# Topics that can stop the robot; they are always accepted, also without commands.
STOPPING = (STOP, EMERGENCY_STOP, JOY)


@dataclass(frozen=True)
class Service:
    """Service of the node; only with the backend rclpy.

    Attributes:
        name: Name below the node's.
        kind: Type, such as "std_srvs/srv/Trigger".
    """

    name: str
    kind: str


RESET = Service("reset", "std_srvs/srv/Trigger")
PAUSE = Service("pause", "std_srvs/srv/SetBool")
CHANGE_GAIT = Service("gait", "std_srvs/srv/Trigger")
CALL_EMERGENCY_STOP = Service("emergency_stop", "std_srvs/srv/Trigger")
