"""Import of a serial chain from URDF: the robot, and a report of the kept, changed and dropped contents of the file."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np

from snakelab.errors import RobotError
from snakelab.files import Document, read_xml
from snakelab.geometry.cross_sections import Section
from snakelab.parameters.arguments import choice, instance, number
from snakelab.parameters.declarations import check_arguments
from snakelab.plugins.mujoco.robot_files.body_tree import ROUNDING, TreeBody, TreeJoint, frozen_joints, with_limbs
from snakelab.plugins.mujoco.robot_files.imported_robot import (
    AUTO,
    COLLISIONS,
    Faults,
    Findings,
    Import,
    couplings_on_chain,
    in_file,
    lists_of,
    with_friction,
    with_gains,
    with_gears,
)
from snakelab.plugins.mujoco.robot_files.link_shapes import MeshFiles
from snakelab.plugins.mujoco.robot_files.trunk_conversion import chain_in_world
from snakelab.plugins.mujoco.robot_files.trunk_selection import trunk_of
from snakelab.plugins.mujoco.robot_files.urdf_export import label_of, numbers, quarter_turn
from snakelab.plugins.mujoco.robot_files.urdf_tree import (
    FIXED,
    MotionReader,
    UrdfTree,
    base_of,
    bodies_of,
    link_of,
    tree_of,
)
from snakelab.plugins.mujoco.robot_files.wheel_detection import why_wheels_are_fixed, with_wheels
from snakelab.plugins.mujoco.robot_files.xacro_and_sdf import check_root, expanded, urdf_of_sdf
from snakelab.robots.actuators import Actuator
from snakelab.robots.robot import BASES, Robot
from snakelab.worlds.world import World


def from_urdf(
    source: str | Path,
    *,
    base: str | None = None,
    actuator: Actuator | None = None,
    freeze: Sequence[str] = (),
    head: str = "",
    section: Section | None = None,
    density: float | None = None,
    collision: str = AUTO,
    spinning_wheels: bool = True,
) -> Import:
    """Read a serial chain from URDF, or from the model of an SDF file.

    A link with mass becomes a `Link` from its joint to the next, with the file's mass, centre and inertia; revolute and
    continuous joints become `Revolute`, prismatic ones `Prismatic`, with damping and range. Bodies fixed to a link are
    part of it; massless links fixed to one become a `Frame`, and round links on free hinges at it wheels that spin, as those of
    `SpinningWheel`. A massless link named "world" defines the motion of the base by its one joint; without it the base floats.
    Of a tree the longest chain is the trunk; moving bodies beside it are branches.

    Args:
        source: A file, or the text of one. Its meshes (STL, OBJ, DAE, GLB) are found relative to it; reading them needs
            the extra `meshes`.
        base: "floating", "planar" or "fixed", in place of the file's.
        actuator: Actuator of every joint; the file's effort and velocity limit a `Servo`, its effort a `Motor`.
            Default: a `Servo` with these limits and chosen gains if the file has an effort limit, otherwise
                `Prescribed()`.
        freeze: Joints to fix at zero, by name or pattern (`wheel_*`); the links that they carry remain as
            mass.
        head: Link at the head end of the robot. Default: a massless link named "head", an end whose name contains
            "head", the end opposite to one named "tail", the only end with a camera, or the last link of the chain,
            which is listed as changed.
        section: Cross-section of links without a shape in the file.
        density: Density of links with shapes and without `<inertial>` [kg/m^3]; without it they are an error.
        collision: Shape of a link for contact: "primitive", a bar with the cross-section of its largest shape or of the
            box, cylinder or capsule fitted to its mesh, on the line of the joints; "hull", the vertices of the convex
            hulls of all its shapes; "auto", the bar, or where its shape is beside that line, at most 60 of the vertices.
        spinning_wheels: False for wheels that are fixed to their links and roll by friction, each a `Wheel`, as always on a
            planar base. Wheels that spin are driven if `<ros2_control>` commands their joint or a `<transmission>` names it.

    Returns:
        Robot, pose of the base, and the kept, changed and dropped contents of the file. URDF has no gravity: the world
        is empty.

    Raises:
        RobotError: if the file is not URDF, or contains no such chain; the message has a line for each fault.
    """
    check_arguments(from_urdf, {"freeze": freeze, "head": head, "spinning_wheels": spinning_wheels}, RobotError)
    document, converted = expanded(read_xml(source, "URDF")), Findings()
    try:
        if document.root.tag == "sdf":
            document = replace(document, root=urdf_of_sdf(document.root, converted))
        if base is not None:
            choice(base, "base", BASES, RobotError)
        if actuator is not None:
            instance(actuator, "actuator", get_args(Actuator), RobotError)
        if section is not None:
            instance(section, "section", get_args(Section), RobotError)
        if density is not None:
            number(density, "density", RobotError, above=0, unit="kg/m^3")
        shapes = section, density, choice(collision, "collision", COLLISIONS, RobotError)
        imported = _import(document, base, actuator, freeze, head, shapes, converted, spinning_wheels=spinning_wheels)
    except RobotError as problem:
        raise in_file(document.name, problem) from problem
    return imported


def _import(
    document: Document,
    base: str | None,
    actuator: Actuator | None,
    freeze: Sequence[str],
    head: str,
    shapes: tuple,
    findings: Findings,
    *,
    spinning_wheels: bool,
) -> Import:
    """Return the robot."""
    root, faults = document.root, Faults()
    section, density, collision = shapes
    check_root(root)
    blocks = [one for block in root.findall("ros2_control") for one in block.findall("joint")]
    blocks.sort(key=lambda one: one.find("command_interface") is not None)  # sensors of a joint may be in another block
    control = {one.get("name", ""): one for one in blocks}
    reader = MotionReader(actuator, control)
    files = MeshFiles(document.path.parent if document.path else None)
    tree = tree_of(
        root,
        lambda names: frozen_joints(freeze, names),
        faults,
        reader,
        lambda element: link_of(element, files, density, findings),
    )
    first, placed, kind = base_of(tree, base, findings)
    read = bodies_of(tree, first, reader, faults)
    p, R = (np.zeros(3), np.eye(3)) if placed is None else (placed.p, placed.R)
    driven = _driven_joints(root, control)
    fixed = why_wheels_are_fixed(kind, spinning_wheels)
    bodies = with_wheels(read, R[2], findings, lambda joint: joint.name in driven, fixed)
    trunk = trunk_of(bodies, free=kind != FIXED, head=head, unusable=reader.faults)
    faults.add(reader.faults[name] for name in reader.faults if name in trunk.joints)
    faults.add(trunk.faults)
    if kind != FIXED and not any(body.mass for body in _rigid(trunk.bodies)):
        faults.add([f"link {first!r} is a {kind} base and has no mass; give it <inertial>, or write base='fixed'"])
    chain, initial = chain_in_world(trunk, kind, p, R, faults, section, collision)
    for part in (chain.findings, trunk.findings):
        findings.extend(part)
    free = [body.joints[0] for body in with_limbs(trunk.bodies) if body.rims and body.joints[0].name not in driven]
    findings.extend(reader.findings, trunk.joints - {joint.name for joint in free})
    _note_free_wheels(tree, free, findings)
    couplings = couplings_on_chain(reader.couplings, trunk.joints, findings)
    _note_angles(tree, findings)
    if tree.frozen:
        findings.changed.add(f"joints as joints: frozen at zero are {', '.join(tree.frozen)}")
    _note_unread(root, tree, files, reader.controlled, findings)
    name = root.get("name", "").strip() or (document.path.stem if document.path else "robot")
    robot = Robot(chain.parts, kind, name, frames=chain.frames, base_end=chain.base_end, branches=chain.branches)
    robot = with_gains(robot, findings)
    robot = with_gears(robot, couplings)
    robot, friction = _friction(root, robot, findings)
    speeds = {name: speed for name, speed in reader.speed_limits.items() if name in trunk.joints}
    return Import(
        robot, World(), initial, *lists_of(findings), couplings=couplings, speed_limits=speeds, friction=friction
    )


def _driven_joints(root: ET.Element, control: Mapping[str, ET.Element]) -> set[str]:
    """Names of the joints with a command or gains in `<ros2_control>`, or with a transmission."""
    driven = {name for name, one in control.items() if {"command_interface", "param"} & {child.tag for child in one}}
    return driven | {joint.get("name", "") for one in root.findall("transmission") for joint in one.iter("joint")}


def _note_free_wheels(tree: UrdfTree, joints: Sequence[TreeJoint], findings: Findings) -> None:
    """Note the contents of the joints of wheels that nothing drives."""
    for joint in joints:
        for what, value in (("damping", joint.spring.damping), ("friction", joint.dry_friction)):
            if value:
                findings.kept.add(f"{what} in the joint", joint.name)
        if tree.joint_elements[joint.name].find("limit") is not None:
            findings.dropped.add("effort and velocity limits", joint.name, "nothing in the file drives these wheels")


FRICTION_TAGS = ("mu1", "mu2")


def _friction(root: ET.Element, robot: Robot, findings: Findings) -> tuple[Robot, float | None]:
    """Return the robot with the friction of its links in `<gazebo>`, and that of most of them; None if there is none."""
    given, carriers = {}, _carriers(root)
    for element in root.findall("gazebo"):
        link, values = element.get("reference", ""), {}
        for key in FRICTION_TAGS:
            mu = element.find(key)
            try:
                if mu is not None:
                    values[key] = float((mu.text or mu.get("value") or "").strip())
            except ValueError:
                findings.dropped.add("<gazebo> friction", link, "it is no number")
        if "mu1" in values:
            given[link] = values["mu1"]
            if (other := values.get("mu2", values["mu1"])) != values["mu1"]:
                why = f"mu1 {values['mu1']:g} and mu2 {other:g}, here mu1 in all directions"
                findings.changed.add("friction of <gazebo>", link, why)
        for child in element if link else ():
            if str(child.tag) not in FRICTION_TAGS:
                findings.dropped.add(f"<{child.tag}> of <gazebo>", link)
    of_links = dict[str, float]()
    for link, value in given.items():
        part = link
        while part not in robot.part_names and part in carriers:
            part = carriers[part]
        if part not in robot.part_names:
            findings.dropped.add("friction of <gazebo>", link, "it is no link of the chain")
        elif part == link or (part not in given and part not in of_links):
            of_links[part] = value
        elif of_links.get(part, given.get(part)) != value:
            findings.dropped.add("friction of <gazebo>", link, f"it is part of {part}, which has its own")
    if not of_links:
        return robot, None
    robot, usual = with_friction(robot, of_links)
    findings.kept.add("friction of <gazebo>", ", ".join(of_links), f"{usual:g}, for --ground")
    if unlike := [f"{link} {value:g}" for link, value in of_links.items() if value != usual]:
        findings.kept.add(f"friction of <gazebo> that differs, as the friction_factor of the link: {', '.join(unlike)}")
    missing = [name for name in robot.part_names if name not in of_links]
    if missing:
        findings.changed.add("friction, which <gazebo> does not state, taken as that of most links", ", ".join(missing))
    return robot, usual


def _carriers(root: ET.Element) -> dict[str, str]:
    """The link to which each link is fixed by a fixed joint."""
    carriers = {}
    for joint in root.findall("joint"):
        parent, child = joint.find("parent"), joint.find("child")
        if joint.get("type") == "fixed" and parent is not None and child is not None:
            carriers[child.get("link", "")] = parent.get("link", "")
    return carriers


def _rigid(bodies: Sequence[TreeBody]) -> list[TreeBody]:
    """Bodies that move with the base."""
    moving = next((i for i, body in enumerate(bodies) if body.joints), len(bodies))
    return list(bodies[:moving])


def _note_angles(tree: UrdfTree, findings: Findings) -> None:
    """Note the angles that are taken as multiples of a quarter rotation."""
    texts: dict[str, None] = {}
    for element in tree.joint_elements.values():
        angles = numbers(element.find("origin"), "rpy", label_of(element), size=3, default=(0.0, 0.0, 0.0)).tolist()
        texts |= dict.fromkeys(f"{angle:g}" for angle in angles if abs(quarter_turn(angle) - angle) > ROUNDING)
        _note_degrees(element, angles, findings)
    for link in tree.elements.values():
        for origin in link.iter("origin"):
            _note_degrees(link, [float(word) for word in origin.get("rpy", "").split()], findings)
    if texts:
        findings.changed.add(f"angles of joints as written, {', '.join(texts)}", why="rounded to whole quarter turns")


def _note_degrees(owner: ET.Element, angles: Sequence[float], findings: Findings) -> None:
    """Note angles of an `<origin>` that are probably in degrees, since they exceed a full turn."""
    for angle in angles:
        if abs(angle) > 2 * np.pi + ROUNDING:
            why = f"more than a full turn; if it is in degrees, write {np.radians(angle):.6g}"
            findings.changed.add(f"the angle {angle:g} rad in <origin>", owner.get("name", ""), why)


def _note_unread(root: ET.Element, tree: UrdfTree, files: MeshFiles, controlled: set[str], findings: Findings) -> None:
    """Note the contents of the file besides links and joints, and the ignored contents of links."""
    dropped = findings.dropped
    for element in root:
        used = element.tag == "ros2_control" and any(one.get("name") in controlled for one in element.findall("joint"))
        if (
            str(element.tag) not in ("link", "joint", "material")
            and not used
            and not (element.tag == "gazebo" and element.get("reference"))
        ):
            dropped.add(label_of(element))
    for name, element in tree.elements.items():
        for child in element:
            if str(child.tag) not in ("inertial", "visual", "collision"):
                dropped.add(f"<{child.tag}>", f"link {name!r}")
    for name, link in tree.links.items():
        for mesh in link.meshes:
            if mesh in files.unread:
                dropped.add(f"mesh {mesh}", name, files.unread[mesh])
            elif mesh in files.moved:
                findings.changed.add(f"mesh {mesh}", name, f"there is no such file; {files.moved[mesh]} is read")
    if any(element.find("collision") is not None for element in tree.elements.values()):
        dropped.add("contact between links: their collision shapes touch surfaces only")
    if next(root.iter("material"), None) is not None:
        dropped.add("colours and materials")
