"""Files for ROS tools: URDF, controllers, launch file, and layouts of RViz and Foxglove."""

import json
from pathlib import Path

from snakelab.bridges.ros2.control_description import control_description, controlled_joints
from snakelab.bridges.ros2.messages.frames import ChainFrames
from snakelab.physics.model import build_model
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.scenarios import Scenario

CONTROLLERS = """controller_manager:
  ros__parameters:
    update_rate: {rate}
    use_sim_time: true
    joint_state_broadcaster:
      type: joint_state_broadcaster/JointStateBroadcaster
    joint_trajectory_controller:
      type: joint_trajectory_controller/JointTrajectoryController

# the states of the robot are on /joint_states already
joint_state_broadcaster:
  ros__parameters:
    use_local_topics: true

joint_trajectory_controller:
  ros__parameters:
    joints: {joints}
    command_interfaces: [position]
    state_interfaces: [position, velocity]
"""

LAUNCH = '''"""Starts snakelab as a node, RViz, and, with control:=true, the controllers of ros2_control."""

from pathlib import Path

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

FOLDER = Path(__file__).parent
SCENARIO = {scenario!r}


def generate_launch_description():
    """Processes of the launch."""
    clock = {{"use_sim_time": True}}
    control = IfCondition(LaunchConfiguration("control"))
    description = {{"robot_description": (FOLDER / "robot.urdf").read_text(encoding="utf-8")}}
    return LaunchDescription([
        DeclareLaunchArgument("rviz", default_value="true"),
        DeclareLaunchArgument("control", default_value="false"),
        ExecuteProcess(cmd=["snakelab", "ros2", SCENARIO, "--network", "--commands"], output="screen"),
        Node(package="rviz2", executable="rviz2", arguments=["-d", str(FOLDER / "robot.rviz")], parameters=[clock],
             condition=IfCondition(LaunchConfiguration("rviz"))),
        Node(package="controller_manager", executable="ros2_control_node",
             parameters=[description, str(FOLDER / "controllers.yaml")], condition=control),
        Node(package="controller_manager", executable="spawner",
             arguments=["joint_state_broadcaster", "joint_trajectory_controller"], condition=control),
    ])
'''

RVIZ = """Visualization Manager:
  Global Options:
    Fixed Frame: world
    Background Color: 240; 240; 240
    Frame Rate: 30
  Displays:
    - {{Class: rviz_default_plugins/Grid, Name: Grid, Enabled: true, Plane Cell Count: 40, Cell Size: 0.25, Color: 180; 180; 180}}
    - Class: rviz_default_plugins/RobotModel
      Name: Robot
      Enabled: true
      Description Source: Topic
      Description Topic: {{Value: /robot_description, Durability Policy: Transient Local, Reliability Policy: Reliable, Depth: 1}}
    - Class: rviz_default_plugins/MarkerArray
      Name: Contacts
      Enabled: true
      Topic: {{Value: /contacts, Reliability Policy: Reliable, Depth: 10}}
    - Class: rviz_default_plugins/Odometry
      Name: Odometry
      Enabled: false
      Topic: {{Value: /odom}}
    - {{Class: rviz_default_plugins/TF, Name: Frames, Enabled: false}}
  Tools:
    - {{Class: rviz_default_plugins/MoveCamera}}
    - {{Class: rviz_default_plugins/FocusCamera}}
    - {{Class: rviz_default_plugins/Measure}}
  Views:
    Current:
      Class: rviz_default_plugins/ThirdPersonFollower
      Name: Current View
      Target Frame: {base}
      Distance: {distance:.3g}
      Pitch: 0.6
      Yaw: 0.8
Window Geometry: {{Width: 1400, Height: 900}}
"""


def write_ros_files(scenario: Scenario, folder: Path) -> list[Path]:
    """Write the files of a scenario for ROS tools.

    Args:
        scenario: The scenario.
        folder: Folder; created if it does not exist.

    Returns:
        Paths of the files.

    Raises:
        RobotError: if the robot cannot be written as URDF.
        RecordingError: if a file cannot be written.
    """
    model = build_model(scenario.robot, scenario.world)
    description = control_description(model)
    names = controlled_joints(model)
    base = ChainFrames(model).base
    contents = {
        "robot.urdf": description,
        "controllers.yaml": CONTROLLERS.format(rate=100, joints=json.dumps(names)),
        "robot.launch.py": LAUNCH.format(scenario=scenario.name),
        "robot.rviz": RVIZ.format(base=base, distance=3.0 * model.robot.length),
        "foxglove.json": json.dumps(foxglove_layout(names, base), indent=2) + "\n",
    }
    return [write_whole(Path(folder) / name, content.encode()) for name, content in contents.items()]


def foxglove_layout(joints: list[str], base: str) -> dict:
    """Return a layout of Foxglove: the robot, its joint angles, its torques and its diagnostics.

    Args:
        joints: Names of the joints, of which the first six are plotted.
        base: Frame that the view follows.
    """

    def plot(field: str) -> dict:
        paths = [
            {"value": f"/joint_states.{field}[{i}]", "label": name, "enabled": True, "timestampMethod": "receiveTime"}
            for i, name in enumerate(joints[:6])
        ]
        return {"paths": paths, "title": field, "showLegend": True, "followingViewWidth": 10}

    view = {
        "followMode": "follow-position",
        "followTf": base,
        "scene": {"enableStats": False},
        "layers": {"grid": {"layerId": "foxglove.Grid", "size": 10, "divisions": 40, "visible": True}},
        "topics": {"/contacts": {"visible": True}, "/robot_description": {"visible": True}},
    }
    panels = {
        "3D!robot": view,
        "Plot!angles": plot("position"),
        "Plot!torques": plot("effort"),
        "DiagnosticSummary!state": {"topicToRender": "/diagnostics", "minLevel": 0},
    }
    plots: dict = {"first": "Plot!angles", "direction": "column", "splitPercentage": 40}
    plots["second"] = {"first": "Plot!torques", "second": "DiagnosticSummary!state", "direction": "column"}
    layout = {"first": "3D!robot", "second": plots, "direction": "row", "splitPercentage": 60}
    return {
        "configById": panels,
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": layout,
    }
