"""Live run of a ROS node, and the files with which ROS tools connect to it.

In reading order: the run, which follows commands; the URDF with `<ros2_control>`; and the files
for controllers, launch, RViz and Foxglove.
"""

import json
import math
import time as clock
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.control.autopilot import Autopilot
from snakelab.control.controller import Teleop
from snakelab.errors import SimulationError
from snakelab.files import write_whole
from snakelab.gaits.cpg import CpgGait
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Command
from snakelab.physics.model import Model, build_model
from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf
from snakelab.plugins.ros.ros_frames import ChainFrames
from snakelab.plugins.ros.topics import JOINT_COMMAND, JOINT_STATES
from snakelab.robots.actuators import Follower, Motor, Passive
from snakelab.robots.joints import Joint
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.engine import LiveEngine
from snakelab.sim.interventions import SetParameter, value_at
from snakelab.sim.live_run import Failed, LiveLoop, LiveRun, Order, Pace
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# Run of a node: a live run that follows the commands of ROS, and starts again
# ----------------------------------------------------------------------------------------------------------------------


# Parameters of teleoperation that drive commands set.
INPUTS = ("controller.forward", "controller.turn")


@dataclass(frozen=True)
class DriveSettings:
    """Settings of driving by commands.

    Attributes:
        timeout: Time without drive commands after which the robot stops [s].
        transition: Duration of the transition to another gait or value [s].
        interval: Shortest time between two changes of an input [s].
        resolution: Change of an input that is too small to count [-].
    """

    timeout: float = 0.5
    transition: float = 0.5
    interval: float = 0.05
    resolution: float = 0.01


class RosRun:
    """Live run of one scenario under commands of ROS.

    Args:
        start: Creates the simulation, at the beginning and at each reset.
        pace: Simulated time per wall time; None for a physical robot, whose engine runs in real time [-].
        on_start: Called with each new simulation, before it runs.
        settings: Settings of driving.
        refused: Called with the reason why a command that was accepted could not be applied when it was due.
    """

    def __init__(
        self,
        start: Callable[[], Simulation],
        pace: float | None = 1.0,
        on_start: Callable[[Simulation], None] = lambda simulation: None,
        settings: DriveSettings = DriveSettings(),
        refused: Callable[[str], object] = lambda text: None,
    ) -> None:
        self._refused = refused
        self._start, self._pace_factor, self._on_start, self.settings = start, pace, on_start, settings
        self._loop = LiveLoop("snakelab-ros2-run", self._frame)
        self._begin()

    def _begin(self) -> None:
        self.simulation = simulation = self._start()
        pace = None if self._pace_factor is None else Pace(self._pace_factor)
        self.live = LiveRun(simulation, pace, (self._steer,), self._command, self._refused)
        self._follower: JointFollower | None = None
        self._driven_until: float | None = None
        self._changed_at: dict[str, float] = {}
        self._wanted: dict[str, float] = {}
        self.gait = simulation.controller
        try:
            self._on_start(simulation)
        except BaseException:
            simulation.close()
            raise

    # ---- life ------------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Start the thread."""
        self._play()
        self._loop.start()

    def close(self) -> None:
        """Stop the thread and close the simulation."""
        self._loop.close()
        self.live.close()

    @property
    def ended(self) -> bool:
        """True after `close`, or after an error that ended the thread."""
        return self._loop.ended

    def order(self, order: Order, failed: Failed = lambda text: None) -> None:
        """Have an order carried out between two periods.

        Args:
            order: Function to call.
            failed: Called with the message of an order that could not be carried out.
        """

        def fail(text: str) -> None:
            self.live.note = text
            failed(text)

        self._loop.orders.put(order, fail)

    def ask(self, order: Order) -> str:
        """Carry out an order, and wait for it; return the reason of its failure, or an empty text."""
        if problem := self._loop.ask(order):
            self.live.note = problem
        return problem

    # ---- orders ----------------------------------------------------------------------------------------------------
    def reset(self) -> None:
        """Start the scenario again."""
        if isinstance(self.simulation.engine, LiveEngine) and self._pace_factor is None:
            raise SimulationError("a physical robot cannot be reset; stop the program and start it again")
        self.live.close()
        self._begin()

    def pause(self, paused: bool) -> None:
        """Stop the time of a simulation, or let it go on."""
        if self.live.pace is None:
            raise SimulationError("a physical robot cannot be paused; publish to the stop topic")
        if paused:
            self.live.pace.playing = False
        else:
            self._play()

    def emergency_stop(self, source: str = "ROS", failed: Failed = lambda text: None) -> None:
        """Stop at once, from any thread: a physical robot goes to its safe state, a simulated one holds its shape.

        Args:
            source: Origin of the request.
            failed: Called with the message if a simulated robot could not be stopped.
        """
        self.live.emergency_stop(source)
        self.order(self._hold, failed)

    def set(self, path: str, value: Any) -> None:
        """Change a parameter at the next boundary."""
        self.simulation.set(path, value, self.settings.transition)

    def change_gait(self, name: str) -> None:
        """Change to the gait or controller of a library scenario."""
        controller = load_scenario(name).controller
        if controller is None:
            raise SimulationError(f"the scenario {name} has no gait")
        self.simulation.change_controller(controller, self.settings.transition)
        self._forget_commands()
        self.gait = controller

    def drive(self, forward: float, turn: float) -> None:
        """Drive the robot: its gait runs at a fraction of its speed, and turns. It stops if such orders end."""
        self._driven_until = clock.perf_counter() + self.settings.timeout
        controller = self.simulation.controller
        if isinstance(controller, Autopilot):
            raise SimulationError("an autopilot steers itself; change to a gait first")
        if not isinstance(controller, Teleop):
            gait = self.gait.gait if isinstance(self.gait, (CpgGait, Teleop)) else self.gait
            if not isinstance(gait, Gait):
                raise SimulationError(f"a {type(gait).__name__} cannot be driven; change to a gait first")
            self.simulation.change_controller(Teleop(gait, period=self.simulation.period), self.settings.transition)
            self._forget_commands()
            self._driven_until = clock.perf_counter() + self.settings.timeout
            self.simulation.step()
        self._wanted = dict(zip(INPUTS, (forward, turn), strict=True))

    def follow(self, times: FloatArray, points: FloatArray) -> None:
        """Move the joints through points; see `JointFollower.set_points`."""
        if self._follower is None:
            self._hold()
            self._follower = JointFollower(self._targets(), self.simulation.period)
        self._follower.set_points(self.simulation.time, times, points)

    def limits(self) -> FloatArray:
        """Return smallest and largest target of each coordinate: of the model, and of a robot file; shape (n, 2)."""
        table = self.simulation.model.arrays.coordinates
        limits = np.column_stack((table["lower"], table["upper"]))
        own = getattr(getattr(self.simulation.engine, "robot", None), "limits", None)
        if own is not None and np.shape(own) == limits.shape:
            limits = np.column_stack((np.maximum(limits[:, 0], own[:, 0]), np.minimum(limits[:, 1], own[:, 1])))
        return limits

    # ---- the thread ------------------------------------------------------------------------------------------------
    def _frame(self, ordered: bool) -> float:
        """Advance by one period; return the time until the next one [s]."""
        if self.live.paused or self.simulation.status is not None:
            return 0.02  # wait of a paused run
        self.live.tick()
        return self.live.left()

    def _command(self, time: float) -> Command | None:
        return None if self._follower is None else self._follower.command(time)

    def _steer(self, simulation: Simulation, periods: int) -> None:
        """Set the inputs of teleoperation; to zero when its orders have ended."""
        if not isinstance(simulation.controller, Teleop):
            return
        now, settings = clock.perf_counter(), self.settings
        if self._driven_until is not None and now > self._driven_until:
            self._driven_until, self._wanted = None, dict.fromkeys(self._wanted, 0.0)
        for path, value in self._wanted.items():
            present = value_at({"controller": simulation.controller}, path)
            changed = abs(present - value) > settings.resolution or value == 0.0 != present
            if changed and now >= self._changed_at.get(path, 0.0):
                self._changed_at[path] = now + settings.interval
                simulation.set(path, value, settings.transition)

    def _hold(self) -> None:
        self.simulation.change_controller(None, 0.0)
        self._forget_commands()
        self.simulation.step()

    def _forget_commands(self) -> None:
        """Discard the inputs and targets of the last controller, since another one takes its place."""
        self._follower, self._driven_until, self._wanted = None, None, {}
        self.simulation.withdraw(lambda event: isinstance(event, SetParameter) and event.path in INPUTS)

    def _targets(self) -> FloatArray:
        """Return the present targets; the present position where there is none."""
        q = self.simulation["q"]
        target = self.simulation["target"] if "target" in self.simulation.course.layout else q
        return np.where(np.isfinite(target), target, q)

    def _play(self) -> None:
        if self.live.pace is not None:
            self.live.pace.play()


class JointFollower:
    """Targets that follow a piecewise linear trajectory: its goal moves with limited rate, and a filter smooths it.

    x'' = w^2 (goal - x) - 2 w x' with w = 1 / (response period).

    Args:
        q: First targets, shape (n,), [rad or m].
        period: Control period [s].
        max_rate: Largest rate of a goal [rad/s or m/s].
        response: Time constant of the filter in control periods [-].
    """

    def __init__(self, q: FloatArray, period: float, max_rate: float = 3.0, response: float = 2.0) -> None:
        self.period, self.max_rate, self.response = period, max_rate, response
        self._goal, self._x, self._rate = q.copy(), q.copy(), np.zeros(len(q))
        self._times, self._points = np.zeros(1), q[None].copy()

    def set_points(self, now: float, times: FloatArray, points: FloatArray) -> None:
        """Set a trajectory from the present targets on.

        Args:
            now: Present time [s].
            times: Times of the points from now on, increasing, shape (m,), [s].
            points: NaN keeps the present value of a coordinate, shape (m, n), [rad or m].
        """
        filled = [self._goal]
        for point in points:
            filled.append(np.where(np.isfinite(point), point, filled[-1]))
        self._times, self._points = np.concatenate(([now], now + np.asarray(times))), np.array(filled)

    def command(self, now: float) -> Command:
        """Return the command for the period that begins now [s]."""
        end = now + self.period
        goal = np.array([np.interp(end, self._times, column) for column in self._points.T])
        maximum = self.max_rate * self.period
        self._goal = self._goal + np.clip(goal - self._goal, -maximum, maximum)
        w = 1.0 / (self.response * self.period)
        away = self._x - self._goal
        b = self._rate + w * away
        fade = np.exp(-w * self.period)
        self._x = self._goal + (away + b * self.period) * fade
        self._rate = (b - w * (away + b * self.period)) * fade
        return Command(self._x.copy(), self._rate.copy())


# ----------------------------------------------------------------------------------------------------------------------
# URDF with `<ros2_control>` for the topic-based hardware interface, and with shapes that RViz shows
# ----------------------------------------------------------------------------------------------------------------------

PLUGIN = "topic_based_ros2_control/TopicBasedSystem"


def controlled_joints(model: Model) -> list[str]:
    """Return the names of the joints that take positions: those of servos and of prescribed motion."""
    joints = [part for part in model.robot.parts if isinstance(part, Joint)]
    return [
        name
        for name, part in zip(model.coordinate_names, joints, strict=True)
        if not isinstance(part.actuator, (Passive, Motor, Follower))
    ]


def control_description(model: Model) -> str:
    """Return the URDF of a robot with the elements of ros2_control.

    Commands go to `/joint_commands` and states come from `/joint_states`, so that the controllers of ROS move the simulated and
    the physical robot alike. A robot without joints that take positions has no such elements.

    Raises:
        RobotError: if the robot has soft sections.
    """
    root = ET.fromstring(to_urdf(model).xml)
    _floating_base(root)
    _colour(root, from_head=model.robot.from_head)
    _control(root, controlled_joints(model))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _control(root: ET.Element, names: list[str]) -> None:
    """Replace the elements of ros2_control that hold the gains by those of the topic-based interface, with the gains."""
    gains: dict[str, list[ET.Element]] = {}
    for block in root.findall("ros2_control"):
        gains |= {joint.get("name", ""): joint.findall("param") for joint in block.findall("joint")}
        root.remove(block)
    if not names:
        return
    control = ET.SubElement(root, "ros2_control", {"name": "snakelab", "type": "system"})
    hardware = ET.SubElement(control, "hardware")
    ET.SubElement(hardware, "plugin").text = PLUGIN
    parameters = {
        "joint_commands_topic": JOINT_COMMAND.name,
        "joint_states_topic": JOINT_STATES.name,
        # the plugin drops equal commands by the change of the sum of all joints [rad or m]
        "trigger_joint_command_threshold": "1e-05",
    }
    for key, value in parameters.items():
        ET.SubElement(hardware, "param", {"name": key}).text = value
    limits = {joint.get("name"): joint.find("limit") for joint in root.iter("joint") if joint.get("type")}
    for name in names:
        joint = ET.SubElement(control, "joint", {"name": name})
        command = ET.SubElement(joint, "command_interface", {"name": "position"})
        limit = limits.get(name)
        for key, word in (("lower", "min"), ("upper", "max")):
            bound = math.nan if limit is None else float(limit.get(key, "nan"))
            if math.isfinite(bound):
                ET.SubElement(command, "param", {"name": word}).text = repr(bound)
        for interface in ("position", "velocity", "effort"):
            ET.SubElement(joint, "state_interface", {"name": interface})
        joint.extend(gains.get(name, []))


def _floating_base(root: ET.Element) -> None:
    """Remove the link of the world: the node publishes the pose of the base, and ROS refuses floating and planar joints."""
    for joint in [joint for joint in root.findall("joint") if joint.get("type") in ("floating", "planar")]:
        root.remove(joint)
        for world in [link for link in root.findall("link") if link.get("name") == "world"]:
            root.remove(world)


def _colour(root: ET.Element, from_head: bool) -> None:
    for name, rgba in (("body", "0.20 0.45 0.70 1"), ("head", "0.85 0.45 0.10 1")):
        material = ET.Element("material", {"name": name})
        ET.SubElement(material, "color", {"rgba": rgba})
        root.insert(0, material)
    visuals = list(root.iter("visual"))
    head = 0 if from_head else len(visuals) - 1
    for i, visual in enumerate(visuals):
        ET.SubElement(visual, "material", {"name": "head" if i == head else "body"})


# ----------------------------------------------------------------------------------------------------------------------
# Files for ROS tools: URDF, controllers, launch file, and layouts of RViz and Foxglove
# ----------------------------------------------------------------------------------------------------------------------

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
