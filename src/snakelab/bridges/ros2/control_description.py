"""URDF with `<ros2_control>` for the topic-based hardware interface, and with shapes that RViz shows."""

import math
import xml.etree.ElementTree as ET

from snakelab.bridges.ros2.messages.topics import JOINT_COMMAND, JOINT_STATES
from snakelab.bridges.urdf import to_urdf
from snakelab.physics.model import Model
from snakelab.robots.actuators import Follower, Motor, Passive
from snakelab.robots.parts import Joint

PLUGIN = "topic_based_ros2_control/TopicBasedSystem"
# Change of the sum of all joints below which commands are not sent [rad or m], by which the plugin drops equal commands.
THRESHOLD = 1e-5


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
    if names := controlled_joints(model):
        _control(root, names)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _control(root: ET.Element, names: list[str]) -> None:
    """Add the elements of ros2_control for joints."""
    control = ET.SubElement(root, "ros2_control", {"name": "snakelab", "type": "system"})
    hardware = ET.SubElement(control, "hardware")
    ET.SubElement(hardware, "plugin").text = PLUGIN
    parameters = {
        "joint_commands_topic": JOINT_COMMAND.name,
        "joint_states_topic": JOINT_STATES.name,
        "trigger_joint_command_threshold": f"{THRESHOLD:g}",
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


def _floating_base(root: ET.Element) -> None:
    """Remove the link of the world: the node publishes the pose of the base, and ROS refuses floating and planar joints."""
    for joint in [joint for joint in root.findall("joint") if joint.get("type") in ("floating", "planar")]:
        root.remove(joint)
        for world in [link for link in root.findall("link") if link.get("name") == "world"]:
            root.remove(world)


def _colour(root: ET.Element, from_head: bool) -> None:
    """Set the colours of the links, different for the head and the body."""
    for name, rgba in (("body", "0.20 0.45 0.70 1"), ("head", "0.85 0.45 0.10 1")):
        material = ET.Element("material", {"name": name})
        ET.SubElement(material, "color", {"rgba": rgba})
        root.insert(0, material)
    visuals = list(root.iter("visual"))
    head = 0 if from_head else len(visuals) - 1
    for i, visual in enumerate(visuals):
        ET.SubElement(visual, "material", {"name": "head" if i == head else "body"})
