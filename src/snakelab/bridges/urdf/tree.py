"""Links and joints of a URDF file as a tree of bodies."""

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import ROUND, Body
from snakelab.bridges.robot_files.findings import Faults, Findings
from snakelab.bridges.urdf.elements import name_of
from snakelab.bridges.urdf.joints import FIXED, FLOATING, MOVING, PLANAR, JointRecord, MotionReader, joint_of
from snakelab.bridges.urdf.links import LinkRecord, link_of
from snakelab.bridges.urdf.pieces import WORLD
from snakelab.errors import RobotError

# Replaces a link that cannot be read, so that the faults of the others are also found.
UNREADABLE = LinkRecord(1.0, np.zeros(3), 1e-3 * np.eye(3), (), False, ())


@dataclass(frozen=True)
class Tree:
    """Links and joints of a file.

    Attributes:
        elements: The `<link>` elements by name.
        links: Contents of the links.
        joints: All joints; frozen ones are fixed.
        joint_elements: The `<joint>` elements by name.
        root: Name of the link without a parent.
        frozen: Names of the joints that are taken as fixed.
    """

    elements: dict[str, ET.Element]
    links: dict[str, LinkRecord]
    joints: tuple[JointRecord, ...]
    joint_elements: dict[str, ET.Element]
    root: str
    frozen: tuple[str, ...]


def tree_of(
    root: ET.Element, frozen_of: Callable[[Sequence[str]], set[int]], faults: Faults, reader: MotionReader
) -> Tree:
    """Read the links and joints, and check that they form a tree.

    Args:
        root: The `<robot>` element.
        frozen_of: Indices of the joints to take as fixed, of all names.
        faults: Faults of single links, which are added.
        reader: Reader of the joints' motion, for their faults.

    Raises:
        RobotError: with all faults, if there is no tree.
    """
    elements = _named(root, "link", faults)
    joint_elements = _named(root, "joint", faults)
    frozen = frozen_of(list(joint_elements))
    links = dict.fromkeys(elements, UNREADABLE)
    damaged = bool(faults)
    for name, element in elements.items():
        with faults.noting():
            links[name] = link_of(element)
    joints, before = [], len(faults)
    for i, element in enumerate(joint_elements.values()):
        with faults.noting():
            joints.append(joint_of(element, elements, i in frozen))
    if damaged or len(faults) > before:
        _raise_with_motions(joints, reader, faults)
    carried = _carried(joints, faults)
    with faults.noting():
        top = _root(elements, carried)
        _check_reached(elements, carried, top)
    if len(faults) > before:
        _raise_with_motions(joints, reader, faults)
    names = tuple(joints[i].name for i in sorted(frozen))
    return Tree(elements, links, tuple(joints), joint_elements, top, names)


def _raise_with_motions(joints: Iterable[JointRecord], reader: MotionReader, faults: Faults) -> None:
    """Raise all faults, including those of the motion of single joints."""
    for joint in joints:
        if joint.kind in MOVING:
            reader.read(joint)
    faults.add(reader.faults.values())
    faults.raise_all()


def _named(root: ET.Element, tag: str, faults: Faults) -> dict[str, ET.Element]:
    """Return the elements of a kind by name."""
    elements: dict[str, ET.Element] = {}
    for element in root.findall(tag):
        with faults.noting():
            if (name := name_of(element)) in elements:
                raise RobotError(f"two {tag}s are named {name!r}; names must be unique")
            elements[name] = element
    if tag == "link" and not elements and not faults:
        raise RobotError("it has no <link>; a robot needs one with <inertial>")
    return elements


def _carried(joints: Iterable[JointRecord], faults: Faults) -> dict[str, JointRecord]:
    """Return the joint that carries each link."""
    carried: dict[str, JointRecord] = {}
    for joint in joints:
        if (other := carried.get(joint.child)) is not None:
            faults.add(
                [
                    f"link {joint.child!r} has two parent joints, {other.name!r} and {joint.name!r}: that is a loop, and a "
                    "snakelab robot is an open chain; remove one of them"
                ]
            )
        carried[joint.child] = joint
    return carried


def _root(links: dict[str, ET.Element], carried: dict[str, JointRecord]) -> str:
    roots = [name for name in links if name not in carried]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise RobotError(f"every link has a parent ({', '.join(list(links)[:6])}): the joints close a loop")
    more = ", ..." if len(roots) > 6 else ""
    raise RobotError(
        f"{len(roots)} links have no parent: {', '.join(map(repr, roots[:6]))}{more}; one of them is the base, connect the others"
    )


def _check_reached(links: Iterable[str], carried: dict[str, JointRecord], root: str) -> None:
    """Raise an error for links in a closed loop."""
    children = defaultdict(list)
    for joint in carried.values():
        children[joint.parent].append(joint.child)
    reached, waiting = {root}, [root]
    for name in waiting:  # grows in the loop
        reached.update(children[name])
        waiting += children[name]
    if lost := [name for name in links if name not in reached]:
        more = ", ..." if len(lost) > 6 else ""
        raise RobotError(
            f"{', '.join(map(repr, lost[:6]))}{more} are connected to each other, but not to the base link {root!r}: their "
            "joints close a loop; remove one of them"
        )


def base_of(tree: Tree, asked: str | None, findings: Findings) -> tuple[str, JointRecord | None, str]:
    """Return the base link, the joint that places it in the world, and the kind of base.

    Raises:
        RobotError: if the requested base does not fit the file.
    """
    first = tree.root
    outward = [joint for joint in tree.joints if joint.parent == first]
    if first != WORLD or tree.elements[first].find("inertial") is not None:
        if asked is None:
            why = "not defined in the file, and floating here; base='fixed' or 'planar' changes that"
            findings.changed.add("how the base moves", why=why)
        return first, None, asked or FLOATING
    if len(outward) == 1 and outward[0].kind not in MOVING:
        joint = outward[0]
        if joint.kind == PLANAR and asked is None and abs(abs((joint.R @ joint.axis)[2]) - 1) > ROUND:
            raise RobotError(
                f"joint {joint.name!r}: a planar base moves in the world's x-y plane, and its axis is that plane's normal; "
                f'write <axis xyz="0 0 1"/>, got {joint.axis.tolist()}'
            )
        if asked not in (None, joint.kind):
            findings.changed.add(f"the {joint.kind} joint {joint.name!r}", why=f"the base is {asked} as asked")
        else:
            findings.kept.add(f"{joint.kind} base")
        return joint.child, joint, asked or joint.kind
    if asked not in (None, FIXED):
        raise RobotError(
            f"base {asked!r} does not fit: link {WORLD!r} carries the chain by its joints; write base='fixed'"
        )
    findings.kept.add(f"{FIXED} base")
    return first, None, FIXED


def bodies_of(tree: Tree, first: str, reader: MotionReader, faults: Faults) -> list[Body]:
    """Return records of the base link and all its descendants, parents first."""
    outward = defaultdict(list)
    for joint in tree.joints:
        outward[joint.parent].append(joint)
    bodies = [_body(tree.links[first], first)]
    waiting = [(0, joint) for joint in outward[first]]
    for parent, joint in waiting:  # grows in the loop
        if joint.kind in (FLOATING, PLANAR):
            faults.add(
                [
                    f"joint {joint.name!r} is {joint.kind} between links {joint.parent!r} and {joint.child!r}: only the base "
                    f"can be; allowed here: {', '.join((*MOVING, FIXED))}"
                ]
            )
        moves = (reader.read(joint),) if joint.kind in MOVING else ()
        bodies.append(_body(tree.links[joint.child], joint.child, parent, joint, moves))
        waiting += [(len(bodies) - 1, following) for following in outward[joint.child]]
    return bodies


def _body(link: LinkRecord, name: str, parent: int = -1, joint: JointRecord | None = None, moves: tuple = ()) -> Body:
    p, R = (np.zeros(3), np.eye(3)) if joint is None else (joint.p, joint.R)
    return Body(name, parent, p, R, moves, link.mass, link.com, link.inertia, link.shapes, link.solid)
