"""Contents of a URDF file that the robot does not have."""

import xml.etree.ElementTree as ET

from snakelab.bridges.chain.tree import ROUND
from snakelab.bridges.findings import Findings
from snakelab.bridges.urdf.angles import quarter_turn
from snakelab.bridges.urdf.elements import label_of, numbers
from snakelab.bridges.urdf.tree import Tree

KNOWN = {"link", "joint", "material"}
LINK_KNOWN = {"inertial", "visual", "collision"}


def note_angles(tree: Tree, findings: Findings) -> None:
    """Note the angles that are taken as whole quarter turns."""
    texts: dict[str, None] = {}
    for element in tree.joint_elements.values():
        angles = numbers(element.find("origin"), "rpy", label_of(element), size=3, default=(0.0, 0.0, 0.0)).tolist()
        texts |= dict.fromkeys(f"{angle:g}" for angle in angles if abs(quarter_turn(angle) - angle) > ROUND)
    if texts:
        findings.changed.add(
            f"angles of joints as written, {', '.join(texts)}", why="they are taken as whole quarter turns"
        )


def note_unread(root: ET.Element, tree: Tree, findings: Findings) -> None:
    """Note what the file holds besides links and joints, and what of a link is not read."""
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
