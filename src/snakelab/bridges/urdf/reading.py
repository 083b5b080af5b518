"""Import of a serial chain from URDF."""

import warnings
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.bridges.robot_files.chain_from_tree.couplings import couplings_on_chain, is_frozen
from snakelab.bridges.robot_files.chain_from_tree.main_path import spine_of
from snakelab.bridges.robot_files.chain_from_tree.parts import chain_of
from snakelab.bridges.robot_files.chain_from_tree.placing import base_axes, initial_pose
from snakelab.bridges.robot_files.chain_from_tree.tree import ROUND, Body, tidy
from snakelab.bridges.robot_files.chain_from_tree.wheels import with_wheels
from snakelab.bridges.robot_files.findings import Faults, Findings, in_file
from snakelab.bridges.robot_files.imported import Import, lists_of
from snakelab.bridges.robot_files.limiting import with_gains
from snakelab.bridges.robot_files.xml_input import Document, read_xml
from snakelab.bridges.urdf.elements import label_of, numbers, quarter_turn
from snakelab.bridges.urdf.joints import FIXED, MotionReader
from snakelab.bridges.urdf.tree import Tree, base_of, bodies_of, tree_of
from snakelab.errors import RobotError, SnakelabWarning, nearest
from snakelab.robots.actuators import Actuator
from snakelab.robots.robot import BASES, Robot
from snakelab.types import choice, instance
from snakelab.worlds import World

KNOWN = {"link", "joint", "material"}
LINK_KNOWN = {"inertial", "visual", "collision"}


def from_urdf(
    source: str | Path,
    *,
    base: str | None = None,
    actuator: Actuator | None = None,
    freeze: Sequence[str] = (),
) -> Import:
    """Read a serial chain from URDF.

    A link with mass becomes a `Link` from its joint to the next, with the file's mass, centre and inertia; revolute and
    continuous joints become `Revolute`, prismatic ones `Prismatic`, with damping and range. Bodies fixed to a link are
    part of it; massless links fixed to one become a `Frame`, and round links on free hinges at it a `Wheel`. A massless
    link named "world" defines the motion of the base by its one joint; without it the base floats. Of a tree the
    longest chain is taken: branches are fixed at zero, with a `SnakelabWarning`.

    Args:
        source: A file, or the text of one. Meshes are not read.
        base: "floating", "planar" or "fixed", in place of the file's.
        actuator: Actuator of every joint; the file's effort and velocity limit a `Servo`, its effort a `Motor`.
            Default: a `Servo` with these limits and chosen gains if the file has an effort limit, otherwise
                `Prescribed()`.
        freeze: Joints to fix at zero, by name or pattern (`wheel_*`); the links that they carry remain as
            mass.

    Returns:
        Robot, pose of the base, and the kept, changed and dropped contents of the file. URDF has no gravity: the world
        is empty.

    Raises:
        RobotError: if the file is not URDF, or contains no such chain; the message has a line for each fault.
    """
    check_arguments(from_urdf, {"freeze": freeze}, RobotError)
    document = read_xml(source, "URDF")
    try:
        if base is not None:
            choice(base, "base", BASES, RobotError)
        if actuator is not None:
            instance(actuator, "actuator", get_args(Actuator), RobotError)
        imported, branches = _import(document, base, actuator, freeze)
    except RobotError as problem:
        raise in_file(document.name, problem) from problem
    if branches:
        warnings.warn(branches, SnakelabWarning, stacklevel=2)
    return imported


def _import(
    document: Document, base: str | None, actuator: Actuator | None, freeze: Sequence[str]
) -> tuple[Import, str]:
    """Return the robot, and a warning on its branches; empty if it has none."""
    root, faults = document.root, Faults()
    _check_root(root)
    reader, findings = MotionReader(actuator), Findings()
    tree = tree_of(root, lambda names: is_frozen(freeze, names), faults, reader)
    first, placed, kind = base_of(tree, base, findings)
    read = bodies_of(tree, first, reader, faults)
    p, R = (np.zeros(3), np.eye(3)) if placed is None else (placed.p, placed.R)
    bodies = with_wheels(read, R[2], findings)
    spine = spine_of(bodies, free=kind != FIXED)
    faults.add(reader.faults[name] for name in reader.faults if name in spine.joints)
    faults.add(spine.faults)
    if kind != FIXED and not any(body.mass for body in _rigid(spine.bodies)):
        faults.add([f"link {first!r} is a {kind} base and has no mass; give it <inertial>, or write base='fixed'"])
    p, R = p + R @ spine.p, tidy(R @ spine.R)
    R_world_base = base_axes(kind, R)
    with faults.noting():
        chain = chain_of(spine, tidy(R.T @ R_world_base), R[2])
    faults.raise_all()
    for part in (chain.findings, spine.findings):
        findings.extend(part)
    findings.extend(reader.findings, spine.joints)
    couplings = couplings_on_chain(reader.couplings, spine, findings)
    _note_angles(tree, findings)
    if tree.frozen:
        findings.changed.add(f"joints as joints: frozen at zero are {', '.join(tree.frozen)}")
    _note_unread(root, tree, findings)
    name = root.get("name", "").strip() or (document.path.stem if document.path else "robot")
    robot = with_gains(Robot(chain.parts, kind, name, frames=chain.frames), findings)
    speeds = {name: speed for name, speed in reader.speed_limits.items() if name in spine.joints}
    initial = initial_pose(p, R_world_base)
    lists = lists_of(findings)
    return Import(robot, World(), initial, *lists, couplings=couplings, speed_limits=speeds), spine.branches


def _check_root(root: ET.Element) -> None:
    if root.tag != "robot":
        hint = "; read it with from_mjcf" if root.tag == "mujoco" else nearest(root.tag, ["robot"])
        raise RobotError(f"the root element of URDF is <robot>, got <{root.tag}>{hint}")
    for element in root.iter():
        if "xacro" in str(element.tag):
            raise RobotError("it contains xacro macros; expand them first: xacro robot.urdf.xacro > robot.urdf")


def _rigid(bodies: Sequence[Body]) -> list[Body]:
    """Names of the bodies that move with the base."""
    moving = next((i for i, body in enumerate(bodies) if body.joints), len(bodies))
    return list(bodies[:moving])


def _note_angles(tree: Tree, findings: Findings) -> None:
    """Note the angles that are taken as multiples of a quarter rotation."""
    texts: dict[str, None] = {}
    for element in tree.joint_elements.values():
        angles = numbers(element.find("origin"), "rpy", label_of(element), size=3, default=(0.0, 0.0, 0.0)).tolist()
        texts |= dict.fromkeys(f"{angle:g}" for angle in angles if abs(quarter_turn(angle) - angle) > ROUND)
    if texts:
        findings.changed.add(
            f"angles of joints as written, {', '.join(texts)}", why="they are taken as whole quarter turns"
        )


def _note_unread(root: ET.Element, tree: Tree, findings: Findings) -> None:
    """Note the contents of the file besides links and joints, and the ignored contents of links."""
    dropped = findings.dropped
    for element in root:
        if str(element.tag) not in KNOWN:
            dropped.add(label_of(element))
    for name, element in tree.elements.items():
        for child in element:
            if str(child.tag) not in LINK_KNOWN:
                dropped.add(f"<{child.tag}>", f"link {name!r}")
    meshes = [f"{mesh} ({name})" for name, link in tree.links.items() for mesh in link.meshes]
    if meshes:
        dropped.add(f"meshes: {', '.join(meshes)}")
    if any(element.find("collision") is not None for element in tree.elements.values()):
        dropped.add("collision shapes: links do not touch each other")
    if next(root.iter("material"), None) is not None:
        dropped.add("colours and materials")
