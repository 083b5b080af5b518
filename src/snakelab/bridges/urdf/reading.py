"""A serial chain from URDF."""

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import get_args

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.bridges.chain.base import base_axes, initial_pose
from snakelab.bridges.chain.freezing import is_frozen
from snakelab.bridges.chain.parts import parts_of
from snakelab.bridges.chain.spine import spine_of
from snakelab.bridges.chain.tree import ROUND, Body, tidy
from snakelab.bridges.imported import Import
from snakelab.bridges.urdf.angles import quarter_turn
from snakelab.bridges.urdf.elements import label_of, name_of, numbers
from snakelab.bridges.urdf.joints import FIXED, FLOATING, MOVING, PLANAR, JointRecord, MotionReader, joint_of
from snakelab.bridges.urdf.links import LinkRecord, link_of
from snakelab.bridges.urdf.pieces import WORLD
from snakelab.bridges.xml_input import Document, read_xml
from snakelab.errors import RobotError, nearest
from snakelab.robots.actuators import Actuator, Prescribed
from snakelab.robots.robot import BASES, Robot
from snakelab.types import choice, instance

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
    continuous joints become `Revolute`, prismatic ones `Prismatic`, with damping and range. What is fixed to a link is part
    of it. A massless link named "world" says by its one joint how the base moves; without it the base floats.

    Args:
        source: A file, or the text of one. Meshes are not read.
        base: "floating", "planar" or "fixed", in place of what the file says.
        actuator: What drives every joint; the file's effort limits a `Motor` or a `Servo`. Default: `Prescribed()`.
        freeze: Joints to take as fixed at zero, by name or pattern (`wheel_*`); what they carry stays as mass.

    Returns:
        Robot, pose of the base, and what the file says besides. URDF says nothing of gravity: the world is empty.

    Raises:
        RobotError: if the file is no URDF, or no serial chain of such joints.
    """
    check_arguments(from_urdf, {"freeze": freeze}, RobotError)
    document = read_xml(source, "URDF")
    try:
        if base is not None:
            choice(base, "base", BASES, RobotError)
        moved = Prescribed() if actuator is None else actuator
        instance(moved, "actuator", get_args(Actuator), RobotError)
        return _import(document, base, moved, freeze)
    except RobotError as problem:
        raise RobotError(f"{document.name}: {problem}") from problem


def _import(document: Document, base: str | None, actuator: Actuator, freeze: Sequence[str]) -> Import:
    root = document.root
    _check_root(root)
    links = _named(root, "link")
    elements = _named(root, "joint")
    frozen = is_frozen(freeze, list(elements))
    joints = [joint_of(element, links, i in frozen) for i, element in enumerate(elements.values())]
    carried = _carried(joints)
    root_link = _root(links, carried)
    first, placed, kind, said = _base(root_link, joints, links, base)
    reader = MotionReader(actuator)
    bodies = _bodies(first, joints, links, reader)
    _check_reached(links, {root_link, *(body.name for body in bodies)}, first)
    spine = spine_of(bodies)
    if kind != FIXED and not any(body.mass for body in _rigid(spine.bodies)):
        raise RobotError(f"link {first!r} is a {kind} base and has no mass; give it <inertial>, or write base='fixed'")
    p, R = (np.zeros(3), np.eye(3)) if placed is None else (placed.p, placed.R)
    R_world_base = base_axes(kind, R)
    parts, more = parts_of(spine, tidy(R.T @ R_world_base), R[2])
    told = (*said, *spine.left_out, *more, *reader.left_out, *_rounded(elements))
    left_out = (*told, *_frozen(joints, frozen), *_unread(root, links))
    robot = Robot(parts, kind, root.get("name", "").strip() or (document.path.stem if document.path else "robot"))
    return Import(robot, initial=initial_pose(p, R_world_base), left_out=tuple(left_out))


def _rounded(elements: dict[str, ET.Element]) -> list[str]:
    """A sentence on the angles that are taken as whole quarter turns."""
    texts: dict[str, None] = {}
    for element in elements.values():
        angles = numbers(element.find("origin"), "rpy", label_of(element), size=3, default=(0.0, 0.0, 0.0)).tolist()
        texts |= dict.fromkeys(f"{angle:g}" for angle in angles if abs(quarter_turn(angle) - angle) > ROUND)
    return [f"angles of joints as written, {', '.join(texts)}: they are taken as whole quarter turns"] if texts else []


def _check_root(root: ET.Element) -> None:
    if root.tag != "robot":
        hint = "; read it with from_mjcf" if root.tag == "mujoco" else nearest(root.tag, ["robot"])
        raise RobotError(f"the root element of URDF is <robot>, got <{root.tag}>{hint}")
    for element in root.iter():
        if "xacro" in str(element.tag):
            raise RobotError("it holds xacro macros; expand them first: xacro robot.urdf.xacro > robot.urdf")


def _named(root: ET.Element, tag: str) -> dict[str, ET.Element]:
    """The elements of a kind by their names."""
    found: dict[str, ET.Element] = {}
    for element in root.findall(tag):
        if (name := name_of(element)) in found:
            raise RobotError(f"two {tag}s are named {name!r}; give each a name of its own")
        found[name] = element
    if tag == "link" and not found:
        raise RobotError("it has no <link>; a robot needs one with <inertial>")
    return found


def _carried(joints: Iterable[JointRecord]) -> dict[str, JointRecord]:
    """The joint that carries each link."""
    carried: dict[str, JointRecord] = {}
    for joint in joints:
        if (other := carried.get(joint.child)) is not None:
            raise RobotError(
                f"link {joint.child!r} hangs on two joints, {other.name!r} and {joint.name!r}: that is a loop, and a "
                "snakelab robot is an open chain; remove one of them"
            )
        carried[joint.child] = joint
    return carried


def _root(links: dict[str, ET.Element], carried: dict[str, JointRecord]) -> str:
    roots = [name for name in links if name not in carried]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise RobotError(f"every link hangs on another one ({', '.join(list(links)[:6])}): the joints close a loop")
    raise RobotError(
        f"{len(roots)} links hang on nothing: {', '.join(map(repr, roots))}; one of them is the base, join the others"
    )


def _base(
    first: str, joints: Sequence[JointRecord], links: dict[str, ET.Element], asked: str | None
) -> tuple[str, JointRecord | None, str, list[str]]:
    """The base link, the joint that places it in the world, the kind of base, and what to say of it."""
    outward = [joint for joint in joints if joint.parent == first]
    if first != WORLD or links[first].find("inertial") is not None:
        said = (
            []
            if asked
            else [
                "how the base moves: the file does not say, and it floats here; base='fixed' or 'planar' changes that"
            ]
        )
        return first, None, asked or FLOATING, said
    if len(outward) == 1 and outward[0].kind not in MOVING:
        joint = outward[0]
        if joint.kind == PLANAR and asked is None and abs(abs((joint.R @ joint.axis)[2]) - 1) > ROUND:
            raise RobotError(
                f"joint {joint.name!r}: a planar base moves in the world's x-y plane, and its axis is that plane's normal; "
                f'write <axis xyz="0 0 1"/>, got {joint.axis.tolist()}'
            )
        said = (
            [f"the {joint.kind} joint {joint.name!r}: the base is {asked} as asked"]
            if asked not in (None, joint.kind)
            else []
        )
        return joint.child, joint, asked or joint.kind, said
    if asked not in (None, FIXED):
        raise RobotError(
            f"base {asked!r} does not fit: link {WORLD!r} carries the chain by its own joints; write base='fixed'"
        )
    return first, None, FIXED, []


def _bodies(
    first: str, joints: Sequence[JointRecord], links: dict[str, ET.Element], reader: MotionReader
) -> list[Body]:
    """Records of the base link and all that hangs on it, parents first."""
    outward = defaultdict(list)
    for joint in joints:
        outward[joint.parent].append(joint)
    bodies = [_body(link_of(links[first]), first)]
    waiting = [(0, joint) for joint in outward[first]]
    while waiting:
        parent, joint = waiting.pop(0)
        if joint.kind in (FLOATING, PLANAR):
            raise RobotError(
                f"joint {joint.name!r} is {joint.kind} between links {joint.parent!r} and {joint.child!r}: only the base can be; "
                f"allowed here: {', '.join((*MOVING, FIXED))}"
            )
        moves = (reader.read(joint),) if joint.kind in MOVING else ()
        bodies.append(_body(link_of(links[joint.child]), joint.child, parent, joint, moves))
        waiting += [(len(bodies) - 1, following) for following in outward[joint.child]]
    return bodies


def _check_reached(links: Iterable[str], reached: set[str], first: str) -> None:
    """Refuse links that hang on each other only."""
    if lost := [name for name in links if name not in reached]:
        more = ", ..." if len(lost) > 6 else ""
        raise RobotError(
            f"{', '.join(map(repr, lost[:6]))}{more} hang on each other, and not on the base link {first!r}: their joints close "
            "a loop; remove one of them"
        )


def _body(link: LinkRecord, name: str, parent: int = -1, joint: JointRecord | None = None, moves: tuple = ()) -> Body:
    p, R = (np.zeros(3), np.eye(3)) if joint is None else (joint.p, joint.R)
    return Body(name, parent, p, R, moves, link.mass, link.com, link.inertia, link.shapes, link.solid)


def _rigid(bodies: Sequence[Body]) -> list[Body]:
    """The bodies that move with the base."""
    moving = next((i for i, body in enumerate(bodies) if body.joints), len(bodies))
    return list(bodies[:moving])


def _frozen(joints: Sequence[JointRecord], frozen: set[int]) -> list[str]:
    names = [joints[i].name for i in sorted(frozen)]
    return [f"joints as joints: frozen at zero are {', '.join(names)}"] if names else []


def _unread(root: ET.Element, links: dict[str, ET.Element]) -> list[str]:
    """What the file holds besides links and joints, and what of a link is not read."""
    said = [label_of(element) for element in root if str(element.tag) not in KNOWN]
    for name, element in links.items():
        said += [f"<{child.tag}> of link {name!r}" for child in element if str(child.tag) not in LINK_KNOWN]
    meshes = [f"{mesh} ({name})" for name, element in links.items() for mesh in link_of(element).meshes]
    if meshes:
        said.append(f"meshes: {', '.join(meshes)}")
    if any(element.find("collision") is not None for element in links.values()):
        said.append("collision shapes: links do not touch each other")
    if next(root.iter("material"), None) is not None:
        said.append("colours and materials")
    return list(dict.fromkeys(said))
