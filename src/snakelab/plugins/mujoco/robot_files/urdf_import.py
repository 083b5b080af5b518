"""Import of a serial chain from URDF.

In reading order: the contents of a link, those of a joint, the tree of bodies that both form, and `from_urdf`, which
returns the robot and a report of the kept, changed and dropped contents of the file.
"""

import math
import re
import sys
import warnings
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import get_args

import numpy as np

from snakelab.errors import RobotError, SnakelabWarning, nearest
from snakelab.files import Document, read_xml
from snakelab.geometry.rotations import rotation_matrices
from snakelab.geometry.sections import Section
from snakelab.parameters.arguments import FloatArray, choice, instance, number
from snakelab.parameters.declarations import check_arguments
from snakelab.plugins.mujoco.robot_files.chain import chain_in_world, with_wheels
from snakelab.plugins.mujoco.robot_files.exporting import UNBOUNDED, WHEEL_MARKER, WORLD
from snakelab.plugins.mujoco.robot_files.imported import (
    COLLISIONS,
    HULL,
    PRIMITIVE,
    Coupling,
    Faults,
    Findings,
    Import,
    in_file,
    limited_actuator,
    limits_of,
    lists_of,
    with_gains,
)
from snakelab.plugins.mujoco.robot_files.shapes import MeshFiles, fitted_mesh, package_folders, solid_of
from snakelab.plugins.mujoco.robot_files.tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    PRISMATIC,
    REVOLUTE,
    ROUNDING,
    SPHERE,
    TreeBody,
    TreeJoint,
    TreeShape,
    TreeWheel,
    couplings_on_chain,
    frozen_joints,
    spine_of,
    tidy,
)
from snakelab.plugins.mujoco.robot_files.urdf_export import (
    label_of,
    matrix_from_rpy,
    name_of,
    numbers,
    origin_of,
    quarter_turn,
    rpy_from_matrix,
    scalar,
)
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Motor, Passive, Servo, Spring
from snakelab.robots.robot import BASES, Robot
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Link of a URDF file: its inertia and its visible solids
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinkRecord:
    """Contents of a link, in its own frame.

    Attributes:
        mass: Mass [kg]; 0 without `<inertial>`.
        com: Centre of mass, shape (3,), [m].
        inertia: About it, in the link's axes, shape (3, 3), [kg m^2].
        shapes: Shapes for collisions, or else those that are visible; a mesh is a fitted primitive.
        solid: True if there is any geometry, and the file does not give the link the mass 0.
        meshes: Names of the meshes.
    """

    mass: float
    com: FloatArray
    inertia: FloatArray
    shapes: tuple[TreeShape, ...]
    solid: bool
    meshes: tuple[str, ...]


def link_of(element: ET.Element, files: MeshFiles, density: float | None, findings: Findings) -> LinkRecord:
    """Read a link.

    Args:
        element: The `<link>` element.
        files: Reader of its meshes.
        density: Density of a link with shapes and without `<inertial>` [kg/m^3]; None if unknown.
        findings: Lists to which an assumed density and omitted shapes are added.

    Raises:
        RobotError: if a number is missing or impossible.
    """
    where = label_of(element)
    mass, com, inertia = _inertial(element.find("inertial"), where)
    if not mass and inertia.any():
        why = "it has no mass, like the dummy links that some tools write"
        findings.dropped.add("the inertia", name_of(element), why)
        inertia = np.zeros((3, 3))
    solids = [*element.findall("visual"), *element.findall("collision")]
    shapes: tuple[TreeShape, ...] = ()
    for tag in ("collision", "visual"):
        shapes = shapes or tuple(
            shape for solid in element.findall(tag) for shape in _shapes(solid, element, files, findings)
        )
    if density is not None and element.find("inertial") is None:
        lump = solid_of(shapes, density)
        if lump is not None:
            mass, com, inertia = lump
            why = f"the file has none; it is that of its shapes at {density:g} kg/m^3, as asked"
            findings.changed.add("mass, centre of mass and inertia", name_of(element), why)
    meshes = tuple(dict.fromkeys(mesh.get("filename", "") for solid in solids for mesh in solid.iter("mesh")))
    massless = element.find("inertial") is not None and mass == 0
    return LinkRecord(mass, com, inertia, shapes, bool(solids) and not massless, meshes)


def _inertial(element: ET.Element | None, where: str) -> tuple[float, FloatArray, FloatArray]:
    if element is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    p, R = origin_of(element, where)
    mass = scalar(_child(element, "mass", where), "value", where)
    if mass < 0:
        raise RobotError(f"{where}: mass must be at least 0 kg, got {mass:g}")
    moments = _child(element, "inertia", where)
    xx, xy, xz, yy, yz, zz = (scalar(moments, key, where) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return mass, p, R @ inertia @ R.T


def _child(element: ET.Element, tag: str, where: str) -> ET.Element:
    child = element.find(tag)
    if child is None:
        raise RobotError(f"{where}: <{element.tag}> needs <{tag}>")
    return child


def _shapes(solid: ET.Element, link: ET.Element, files: MeshFiles, findings: Findings) -> Iterator[TreeShape]:
    where = label_of(link)
    p, R = origin_of(solid, where)
    for geometry in solid.findall("geometry"):
        for element in geometry:
            match element.tag:
                case "box":
                    kind, half = BOX, numbers(element, "size", where, size=3) / 2
                case "cylinder":
                    radius, length = scalar(element, "radius", where), scalar(element, "length", where)
                    kind, half = CYLINDER, np.array([radius, radius, length / 2])
                case "sphere":
                    kind, half = SPHERE, np.full(3, scalar(element, "radius", where))
                case "capsule":
                    radius, length = scalar(element, "radius", where), scalar(element, "length", where)
                    kind, half = CAPSULE, np.array([radius, radius, length / 2 + radius])
                case "mesh":
                    triangles = files.read(element.get("filename", ""))
                    if triangles is not None:
                        scale = numbers(element, "scale", where, size=3, default=(1.0, 1.0, 1.0))
                        yield fitted_mesh(triangles * scale, p, R)
                    continue
                case _:
                    continue
            if half.min() < 0:
                raise RobotError(f"{where}: the size of a <{element.tag}> must not be negative, got {element.attrib}")
            if not half.min() > 0:
                findings.dropped.add(f"a <{element.tag}> of size 0", name_of(link), "it has no volume")
                continue
            yield TreeShape(kind, half, p, R)


# ----------------------------------------------------------------------------------------------------------------------
# Joint of a URDF file: its links, motion and limits
# ----------------------------------------------------------------------------------------------------------------------

# Names of kp, ki and kd in the parameters of ros2_control.
GAIN_NAMES = (
    ("kp", "p", "pos_kp", "position_kp", "p_gain"),
    ("ki", "i", "pos_ki", "position_ki", "i_gain"),
    ("kd", "d", "pos_kd", "position_kd", "d_gain"),
)
FIXED, FLOATING, PLANAR, CONTINUOUS = "fixed", "floating", "planar", "continuous"
MOVING = (REVOLUTE, CONTINUOUS, PRISMATIC)
KINDS = (*MOVING, FIXED, FLOATING, PLANAR)


@dataclass(frozen=True)
class JointRecord:
    """Joint of a URDF file.

    Attributes:
        name: Its name.
        kind: One of KINDS; a frozen joint is fixed.
        parent, child: Names of links.
        p, R: The child's frame in the parent's.
        axis: Unit vector in the child's frame, shape (3,).
        element: The XML element.
    """

    name: str
    kind: str
    parent: str
    child: str
    p: FloatArray
    R: FloatArray
    axis: FloatArray
    element: ET.Element = field(repr=False)


def joint_of(element: ET.Element, links: dict[str, ET.Element], frozen: bool) -> JointRecord:
    """Read the pose of a joint and the links that it connects.

    Raises:
        RobotError: if it has an unknown type, or joins unknown links.
    """
    name, where = name_of(element), label_of(element)
    kind = choice(element.get("type"), f"{where}: its type", KINDS, RobotError)
    ends = []
    for tag in ("parent", "child"):
        child_element = element.find(tag)
        link = "" if child_element is None else child_element.get("link", "").strip()
        if link not in links:
            raise RobotError(f"{where}: its {tag} link {link!r} is not in the file{nearest(link, links)}")
        ends.append(link)
    axis = numbers(element.find("axis"), "xyz", where, size=3, default=(1.0, 0.0, 0.0))
    length = float(np.hypot.reduce(axis))
    if kind not in (FIXED, FLOATING) and not length > 0:
        raise RobotError(f"{where}: its axis must not be zero, got {axis.tolist()}")
    axis = tidy(axis / (length or 1.0))
    return JointRecord(name, FIXED if frozen else kind, ends[0], ends[1], *origin_of(element, where), axis, element)


@dataclass
class MotionReader:
    """Converter of moving joints to records of a tree.

    Args:
        actuator: Actuator of each joint; None for that of `<ros2_control>`, else a servo where the file has an effort limit,
            else prescribed motion.
        control: Elements `<joint>` of `<ros2_control>`, by the joints' names.

    Attributes:
        controlled: Names of the joints whose actuator is that of `<ros2_control>`.
        findings: Kept, changed and dropped contents, with the joints' names.
        faults: Faults of joints that cannot be read, by name.
        couplings: Couplings of joints that copy another one.
        speed_limits: Largest rates, by the joints' names [rad/s] or [m/s].
    """

    actuator: Actuator | None
    control: dict[str, ET.Element] = field(default_factory=dict)
    controlled: set[str] = field(default_factory=set)
    findings: Findings = field(default_factory=Findings)
    faults: dict[str, str] = field(default_factory=dict)
    couplings: dict[str, Coupling] = field(default_factory=dict)
    speed_limits: dict[str, float] = field(default_factory=dict)

    def read(self, joint: JointRecord) -> TreeJoint:
        """Read axis, spring, limits and actuator of a revolute, continuous or prismatic joint.

        A joint that cannot be read is free, and its fault is noted.
        """
        kind = PRISMATIC if joint.kind == PRISMATIC else REVOLUTE
        try:
            return self._joint(joint, kind)
        except RobotError as problem:
            self.faults[joint.name] = str(problem)
            limits = UNLIMITED if joint.kind == CONTINUOUS else Limits(-1.0, 1.0)
            return TreeJoint(joint.name, kind, joint.axis, np.zeros(3), limits=limits)

    def _joint(self, joint: JointRecord, kind: str) -> TreeJoint:
        where, name = label_of(joint.element), joint.name
        dynamics, limit = joint.element.find("dynamics"), joint.element.find("limit")
        damping, friction = (scalar(dynamics, key, where, 0.0) for key in ("damping", "friction"))
        for key, value in (("damping", damping), ("friction", friction)):
            if value < 0:
                raise RobotError(f"{where}: {key} must be at least 0, got {value:g}")
            if value > 0:
                self.findings.kept.add(f"{key} in the joint", name)
        for element in joint.element:
            if element.tag not in ("parent", "child", "origin", "axis", "limit", "dynamics", "mimic"):
                self.findings.dropped.add(f"<{element.tag}>", name)
        speed, effort = (abs(scalar(limit, key, where, UNBOUNDED, finite=False)) for key in ("velocity", "effort"))
        limits = self._limits(joint, limit, where)
        if limit is not None:
            for what, key, value in (("effort", "effort", effort), ("velocity", "velocity", speed)):
                if value == 0 and limit.get(key) is not None:
                    self.findings.changed.add(
                        f"{what} limit 0", name, "tools write 0 for unknown; here there is no limit"
                    )
        effort, speed = (value if 0 < value < UNBOUNDED else math.inf for value in (effort, speed))
        if math.isfinite(speed):
            self.speed_limits[name] = speed
        given = self.actuator or self._controlled(name)
        actuator = limited_actuator(given, effort, speed, name, kind, self.findings)
        self._mimic(joint, where)
        self.findings.kept.add(f"{joint.kind} joint", name)
        return TreeJoint(name, kind, joint.axis, np.zeros(3), actuator, Spring(damping=damping), limits, friction)

    def _controlled(self, name: str) -> Actuator | None:
        """Actuator of a joint by the gains and the interface of its `<ros2_control>`; None if it has neither."""
        element = self.control.get(name)
        if element is None:
            return None
        values: dict[str, float] = {}
        for param in element.iter("param"):
            try:
                values[param.get("name", "").strip().lower()] = float((param.text or "").strip())
            except ValueError:
                continue
        gains = [next((values[key] for key in keys if key in values), None) for keys in GAIN_NAMES]
        commands = [one.get("name", "") for one in element.findall("command_interface")]
        if gains[0] is not None and (not commands or "position" in commands):
            kp, ki, kd = (gain or 0.0 for gain in gains)
            self.controlled.add(name)
            self.findings.kept.add("gains of <ros2_control>", name, f"kp {kp:g}, ki {ki:g}, kd {kd:g}")
            return Servo(kp, kd, ki)
        if not commands and element.find("state_interface") is not None:
            self.controlled.add(name)
            self.findings.kept.add("no command interface in <ros2_control>", name, "as Passive")
            return Passive()
        if commands == ["effort"]:
            self.controlled.add(name)
            self.findings.kept.add("the effort interface of <ros2_control>", name, "as a Motor")
            return Motor()
        return None

    def _mimic(self, joint: JointRecord, where: str) -> None:
        element = joint.element.find("mimic")
        if element is None:
            return
        source = element.get("joint", "").strip()
        if not source:
            raise RobotError(f'{where}: <mimic> requires the joint to copy; write <mimic joint="..."/>')
        multiplier, offset = scalar(element, "multiplier", where, 1.0), scalar(element, "offset", where, 0.0)
        self.couplings[joint.name] = Coupling(source, multiplier, offset)

    def _limits(self, joint: JointRecord, limit: ET.Element | None, where: str) -> Limits:
        if joint.kind == CONTINUOUS:
            return UNLIMITED
        if limit is None:
            other = ", or make it continuous" if joint.kind == REVOLUTE else ""
            raise RobotError(f'{where}: a {joint.kind} joint needs <limit lower="..." upper="...">{other}')
        maximum = UNBOUNDED if joint.kind == PRISMATIC else 4 * math.pi
        bounds = [scalar(limit, key, where, 0.0, finite=False) for key in ("lower", "upper")]
        if not bounds[0] < bounds[1]:
            raise RobotError(
                f"{where}: its limits leave no room, lower {bounds[0]:g} and upper {bounds[1]:g}; make it fixed"
            )
        for bound in bounds:
            if maximum <= abs(bound) < UNBOUNDED:
                self.findings.changed.add(f"the bound {bound:g} rad", joint.name, "beyond two turns a joint is free")
        bounds = [bound if abs(bound) < maximum else math.copysign(math.inf, bound) for bound in bounds]
        return limits_of(bounds, joint.name, self.findings)


# ----------------------------------------------------------------------------------------------------------------------
# Links and joints of a URDF file as a tree of bodies
# ----------------------------------------------------------------------------------------------------------------------

# Replaces a link that cannot be read, so that the faults of the others are also found.
UNREADABLE = LinkRecord(1.0, np.zeros(3), 1e-3 * np.eye(3), (), False, ())


@dataclass(frozen=True)
class UrdfTree:
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
    root: ET.Element,
    frozen_of: Callable[[Sequence[str]], set[int]],
    faults: Faults,
    reader: MotionReader,
    link_reader: Callable[[ET.Element], LinkRecord],
) -> UrdfTree:
    """Read the links and joints, and check that they form a tree.

    Args:
        root: The `<robot>` element.
        frozen_of: Indices of the joints to take as fixed, of all names.
        faults: Faults of single links, which are added.
        reader: Reader of the joints' motion, for their faults.
        link_reader: Reader of a link.

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
            links[name] = link_reader(element)
    joints, before = [], len(faults)
    for i, element in enumerate(joint_elements.values()):
        with faults.noting():
            joints.append(joint_of(element, elements, i in frozen))
    if damaged or len(faults) > before:
        _raise_all_faults(joints, reader, faults)
    parent_joints = _parent_joints(joints, faults)
    with faults.noting():
        top = _root(elements, parent_joints)
        _check_reached(elements, parent_joints, top)
    if len(faults) > before:
        _raise_all_faults(joints, reader, faults)
    names = tuple(joints[i].name for i in sorted(frozen))
    return UrdfTree(elements, links, tuple(joints), joint_elements, top, names)


def _raise_all_faults(joints: Iterable[JointRecord], reader: MotionReader, faults: Faults) -> None:
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


def _parent_joints(joints: Iterable[JointRecord], faults: Faults) -> dict[str, JointRecord]:
    """Return the joint that carries each link."""
    parent_joints: dict[str, JointRecord] = {}
    for joint in joints:
        if (other := parent_joints.get(joint.child)) is not None:
            faults.add(
                [
                    f"link {joint.child!r} has two parent joints, {other.name!r} and {joint.name!r}: that is a loop, and a "
                    "snakelab robot is an open chain; remove one of them"
                ]
            )
        parent_joints[joint.child] = joint
    return parent_joints


def _root(links: dict[str, ET.Element], parent_joints: dict[str, JointRecord]) -> str:
    roots = [name for name in links if name not in parent_joints]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise RobotError(f"every link has a parent ({', '.join(list(links)[:6])}): the joints close a loop")
    more = ", ..." if len(roots) > 6 else ""
    raise RobotError(
        f"{len(roots)} links have no parent: {', '.join(map(repr, roots[:6]))}{more}; one of them is the base, connect the others"
    )


def _check_reached(links: Iterable[str], parent_joints: dict[str, JointRecord], root: str) -> None:
    """Raise an error for links in a closed loop."""
    children = defaultdict(list)
    for joint in parent_joints.values():
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


def base_of(tree: UrdfTree, requested: str | None, findings: Findings) -> tuple[str, JointRecord | None, str]:
    """Return the base link, the joint that places it in the world, and the kind of base.

    Raises:
        RobotError: if the requested base does not fit the file.
    """
    first = tree.root
    children = [joint for joint in tree.joints if joint.parent == first]
    if first == WORLD and tree.elements[first].find("inertial") is not None:
        findings.dropped.add("<inertial>", f"link {WORLD!r}", "it is the world, which does not move")
        tree.links[first] = replace(tree.links[first], mass=0.0, inertia=np.zeros((3, 3)))
    if first != WORLD:
        if requested is None:
            why = "not defined in the file, and floating here; base='fixed' or 'planar' changes that"
            findings.changed.add("how the base moves", why=why)
        return first, None, requested or FLOATING
    if len(children) == 1 and children[0].kind not in MOVING:
        joint = children[0]
        if joint.kind == PLANAR and requested is None and abs(abs((joint.R @ joint.axis)[2]) - 1) > ROUNDING:
            raise RobotError(
                f"joint {joint.name!r}: a planar base moves in the world's x-y plane, and its axis is that plane's normal; "
                f'write <axis xyz="0 0 1"/>, got {joint.axis.tolist()}'
            )
        if requested not in (None, joint.kind):
            findings.changed.add(f"the {joint.kind} joint {joint.name!r}", why=f"the base is {requested} as asked")
        else:
            findings.kept.add(f"{joint.kind} base")
        return joint.child, joint, requested or joint.kind
    if requested not in (None, FIXED):
        raise RobotError(
            f"base {requested!r} does not fit: link {WORLD!r} carries the chain by its joints; write base='fixed'"
        )
    findings.kept.add(f"{FIXED} base")
    return first, None, FIXED


CAMERA_WORD = re.compile(r"camera|realsense|(?<![a-z])(cam|zed)(?![a-z])", re.IGNORECASE)  # in names of links


def bodies_of(tree: UrdfTree, first: str, reader: MotionReader, faults: Faults) -> list[TreeBody]:
    """Return records of the base link and all its descendants, parents first."""
    children = defaultdict(list)
    for joint in tree.joints:
        children[joint.parent].append(joint)
    bodies = [_body(tree.links[first], first)]
    waiting = [(0, joint) for joint in children[first]]
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
        waiting += [(len(bodies) - 1, following) for following in children[joint.child]]
    return bodies


def _body(
    link: LinkRecord, name: str, parent: int = -1, joint: JointRecord | None = None, moves: tuple = ()
) -> TreeBody:
    p, R = (np.zeros(3), np.eye(3)) if joint is None else (joint.p, joint.R)
    if WHEEL_MARKER.search(name) and not link.mass and [shape.kind for shape in link.shapes] == [CYLINDER]:
        (disc,) = link.shapes
        return TreeBody(name, parent, p, R, moves, wheels=(TreeWheel(name, disc.p, disc.R[:, 2], float(disc.half[0])),))
    sees = bool(CAMERA_WORD.search(name))
    return TreeBody(name, parent, p, R, moves, link.mass, link.com, link.inertia, link.shapes, link.solid, sees=sees)


# ----------------------------------------------------------------------------------------------------------------------
# Model of an SDF file as URDF: poses in any frame of the model, and joints of one or two axes
# ----------------------------------------------------------------------------------------------------------------------

MODEL_FRAME = "__model__"
SDF_JOINTS = ("revolute", "continuous", "prismatic", "fixed", "universal")
# Default limit of SDF, which means none.
SDF_UNBOUNDED = 1e15
SDF_BOUNDS = {"lower": -1e16, "upper": 1e16}
FLATTEN = "write one file without includes: gz sdf -p robot.sdf > flat.sdf"


class SdfModel:
    """Frames of a model.

    Args:
        model: The `<model>` element.
    """

    def __init__(self, model: ET.Element) -> None:
        self.elements = {name_of(one): one for tag in ("link", "frame", "joint") for one in model.findall(tag)}
        self.known: dict[str, tuple[FloatArray, FloatArray]] = {MODEL_FRAME: (np.zeros(3), np.eye(3))}

    def pose(self, name: str, waiting: tuple[str, ...] = ()) -> tuple[FloatArray, FloatArray]:
        """Pose of a link, frame or joint in the model."""
        if name in waiting:
            raise RobotError(f"the poses of {', '.join(waiting)} refer to each other in a circle")
        if name not in self.known:
            if name not in self.elements:
                raise RobotError(f"there is no frame {name!r}{nearest(name, self.elements)}")
            element = self.elements[name]
            usual = {"joint": _text(element, "child"), "frame": element.get("attached_to", "")}.get(element.tag, "")
            self.known[name] = self.placed(element, usual or MODEL_FRAME, (*waiting, name))
        return self.known[name]

    def placed(self, element: ET.Element, frame: str, waiting: tuple[str, ...] = ()) -> tuple[FloatArray, FloatArray]:
        """Pose in the model of what has a `<pose>`, which is relative to a frame unless it says another one."""
        pose = element.find("pose")
        given = "" if pose is None else pose.get("relative_to", "")
        p, R = self.pose(given or frame, waiting)
        q, turn = _sdf_pose(pose, label_of(element) if element.get("name") else f"<{element.tag}>")
        return p + R @ q, tidy(R @ turn)


def _sdf_pose(pose: ET.Element | None, where: str) -> tuple[FloatArray, FloatArray]:
    if pose is None or not (pose.text or "").strip():
        return np.zeros(3), np.eye(3)
    quaternion = pose.get("rotation_format") == "quat_xyzw"
    values = _sdf_numbers(pose.text or "", 7 if quaternion else 6, f"{where}: <pose>")
    if quaternion:
        x, y, z, w = values[3:]
        return np.array(values[:3]), rotation_matrices((w, x, y, z))
    angles = [math.radians(one) for one in values[3:]] if pose.get("degrees") in ("true", "1") else values[3:]
    return np.array(values[:3]), matrix_from_rpy(*map(quarter_turn, angles))


def _sdf_numbers(text: str, size: int, where: str) -> list[float]:
    try:
        values = [float(word) for word in text.split()]
    except ValueError:
        values = []
    if len(values) != size or not np.isfinite(values).all():
        raise RobotError(f"{where} must have {size} numbers, got {text.strip()[:60]!r}")
    return values


def _text(element: ET.Element, path: str, default: str = "") -> str:
    return (element.findtext(path) or default).strip()


def _sdf_number(element: ET.Element, path: str, default: float, where: str) -> float:
    """Return the number of an element inside another one, which may be infinite."""
    text = _text(element, path)
    try:
        value = float(text) if text else default
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise RobotError(f"{where}: <{path.rpartition('/')[2]}> must be a number, got {text[:60]!r}")
    return value


def urdf_of_sdf(root: ET.Element, findings: Findings) -> ET.Element:
    """Return the model of an SDF file as URDF.

    Args:
        root: The `<sdf>` element.
        findings: Lists to which what has no place in URDF is added.

    Raises:
        RobotError: if it has several models, includes or nested models, or a joint of another type.
    """
    models = [*root.findall("model"), *(one for world in root.findall("world") for one in world.findall("model"))]
    models = [one for one in models if one.find("joint") is not None] or models
    if len(models) != 1:
        raise RobotError(f"it has {len(models)} models with joints; keep one of them, or {FLATTEN}")
    model = models[0]
    if model.find("include") is not None or model.find("model") is not None:
        raise RobotError(f"its model includes others; {FLATTEN}")
    frames = SdfModel(model)
    robot = ET.Element("robot", {"name": model.get("name", "robot")})
    joints = {_text(one, "child"): one for one in model.findall("joint")}
    fixed = _text(model, "static") in ("1", "true")
    if fixed or any(_text(one, "parent") == WORLD for one in joints.values()):
        ET.SubElement(robot, "link", {"name": WORLD})
    for link in model.findall("link"):
        name = name_of(link)
        joint = joints.get(name)
        place = frames.pose(name if joint is None else name_of(joint))
        _sdf_link(robot, link, frames, place, findings)
        if joint is None and fixed:
            _urdf_joint(robot, f"{name}_static", "fixed", (WORLD, name), *place)
    for joint in model.findall("joint"):
        _sdf_joint(robot, joint, frames, joints, findings)
    for element in model:
        if element.tag not in ("link", "joint", "frame", "pose", "static", "self_collide", "enable_wind"):
            findings.dropped.add(f"<{element.tag}>", element.get("name", ""))
    return robot


def _sdf_link(
    robot: ET.Element, link: ET.Element, frames: SdfModel, place: tuple[FloatArray, FloatArray], findings: Findings
) -> None:
    """Write a link whose frame in URDF is at a place of the model."""
    name, where = name_of(link), label_of(link)
    element = ET.SubElement(robot, "link", {"name": name})

    def origin(parent: ET.Element, given: ET.Element) -> None:
        p, R = frames.placed(given, name)
        _urdf_origin(parent, place[1].T @ (p - place[0]), tidy(place[1].T @ R))

    inertial = ET.SubElement(element, "inertial")
    given = link.find("inertial")
    if given is None:
        why = "the file has none; it is SDF's default, 1 kg and 1 kg m^2 about each axis"
        findings.changed.add("mass and inertia", name, why)
        given = ET.Element("inertial")
    origin(inertial, given)
    ET.SubElement(inertial, "mass", {"value": _text(given, "mass", "1")})
    keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    usual = {"ixx": "1", "iyy": "1", "izz": "1"}
    ET.SubElement(inertial, "inertia", {key: _text(given, f"inertia/{key}", usual.get(key, "0")) for key in keys})
    for tag in ("visual", "collision"):
        for solid in link.findall(tag):
            shapes = list(solid.find("geometry") or ())
            for shape in shapes:
                written = _sdf_geometry(shape, f"{where}: {tag}")
                if written is None:
                    findings.dropped.add(f"<{shape.tag}> of <{tag}>", name)
                    continue
                one = ET.SubElement(element, tag)
                origin(one, solid)
                ET.SubElement(one, "geometry").append(written)
            mu = _text(solid, "surface/friction/ode/mu")
            if mu:
                ET.SubElement(ET.SubElement(robot, "gazebo", {"reference": name}), "mu1").text = mu
    for child in link:
        if child.tag not in ("pose", "inertial", "visual", "collision", "gravity", "self_collide", "velocity_decay"):
            findings.dropped.add(f"<{child.tag}>", name)


def _sdf_geometry(shape: ET.Element, where: str) -> ET.Element | None:
    """Return the geometry of URDF; None for planes and other shapes that a link does not have."""
    match shape.tag:
        case "box":
            return ET.Element("box", {"size": _text(shape, "size")})
        case "sphere":
            return ET.Element("sphere", {"radius": _text(shape, "radius")})
        case "cylinder" | "capsule":
            return ET.Element(shape.tag, {"radius": _text(shape, "radius"), "length": _text(shape, "length")})
        case "mesh":
            scale = " ".join(repr(one) for one in _sdf_numbers(_text(shape, "scale", "1 1 1"), 3, f"{where}: <scale>"))
            return ET.Element("mesh", {"filename": _text(shape, "uri"), "scale": scale})
    return None


def _sdf_joint(
    robot: ET.Element, joint: ET.Element, frames: SdfModel, joints: dict[str, ET.Element], findings: Findings
) -> None:
    name, kind = name_of(joint), joint.get("type", "")
    if kind not in SDF_JOINTS:
        raise RobotError(f"{label_of(joint)}: its type must be one of {', '.join(SDF_JOINTS)}, got {kind!r}")
    parent, child = _text(joint, "parent"), _text(joint, "child")
    above = frames.pose(name_of(joints[parent]) if parent in joints else MODEL_FRAME if parent == WORLD else parent)
    here = frames.pose(name)
    p, R = above[1].T @ (here[0] - above[0]), tidy(above[1].T @ here[1])
    if kind == "universal":  # two hinges with a massless link between them
        between = f"{name}_cross"
        ET.SubElement(robot, "link", {"name": between})
        first = _urdf_joint(robot, name, "revolute", (parent, between), p, R)
        _sdf_axis(first, joint, "axis", frames, here[1], findings)
        second = _urdf_joint(robot, f"{name}_2", "revolute", (between, child), np.zeros(3), np.eye(3))
        _sdf_axis(second, joint, "axis2", frames, here[1], findings)
        return
    element = _urdf_joint(robot, name, kind, (parent, child), p, R)
    if kind != "fixed":
        _sdf_axis(element, joint, "axis", frames, here[1], findings)


def _sdf_axis(
    element: ET.Element, joint: ET.Element, tag: str, frames: SdfModel, R_model_joint: FloatArray, findings: Findings
) -> None:
    """Write axis, limits and dynamics of a joint; a revolute one without limits is continuous."""
    name, where = element.get("name", ""), label_of(joint)
    axis = joint.find(tag)
    axis = ET.Element(tag) if axis is None else axis
    xyz = axis.find("xyz")
    direction = np.array(_sdf_numbers(_text(axis, "xyz", "0 0 1"), 3, f"{where}: <xyz>"))
    in_frame = "" if xyz is None else xyz.get("expressed_in", "")
    if in_frame or _text(axis, "use_parent_model_frame") in ("1", "true"):
        direction = R_model_joint.T @ frames.pose(in_frame or MODEL_FRAME)[1] @ direction
    ET.SubElement(element, "axis", {"xyz": " ".join(map(repr, tidy(direction).tolist()))})
    bounds = {key: _sdf_number(axis, f"limit/{key}", usual, where) for key, usual in SDF_BOUNDS.items()}
    limit = {key: repr(value) for key, value in bounds.items()}
    for key in ("effort", "velocity"):
        value = _sdf_number(axis, f"limit/{key}", -1.0, where)
        limit[key] = repr(value if value >= 0 else UNBOUNDED)
    if min(abs(value) for value in bounds.values()) >= SDF_UNBOUNDED and element.get("type") == "revolute":
        element.set("type", "continuous")
    ET.SubElement(element, "limit", limit)
    dynamics = {key: _text(axis, f"dynamics/{key}", "0") for key in ("damping", "friction")}
    ET.SubElement(element, "dynamics", dynamics)
    if stiffness := _sdf_number(axis, "dynamics/spring_stiffness", 0.0, where):
        findings.dropped.add("<spring_stiffness>", name, f"{stiffness:g}")


def _urdf_joint(
    robot: ET.Element, name: str, kind: str, ends: tuple[str, str], p: FloatArray, R: FloatArray
) -> ET.Element:
    joint = ET.SubElement(robot, "joint", {"name": name, "type": kind})
    ET.SubElement(joint, "parent", {"link": ends[0]})
    ET.SubElement(joint, "child", {"link": ends[1]})
    _urdf_origin(joint, p, R)
    return joint


def _urdf_origin(element: ET.Element, p: FloatArray, R: FloatArray) -> None:
    rpy = " ".join(map(repr, rpy_from_matrix(R)))
    ET.SubElement(element, "origin", {"xyz": " ".join(map(repr, p.tolist())), "rpy": rpy})


# ----------------------------------------------------------------------------------------------------------------------
# Import of a serial chain from URDF
# ----------------------------------------------------------------------------------------------------------------------


def from_urdf(
    source: str | Path,
    *,
    base: str | None = None,
    actuator: Actuator | None = None,
    freeze: Sequence[str] = (),
    head: str = "",
    section: Section | None = None,
    density: float | None = None,
    collision: str = PRIMITIVE,
) -> Import:
    """Read a serial chain from URDF, or from the model of an SDF file.

    A link with mass becomes a `Link` from its joint to the next, with the file's mass, centre and inertia; revolute and
    continuous joints become `Revolute`, prismatic ones `Prismatic`, with damping and range. Bodies fixed to a link are
    part of it; massless links fixed to one become a `Frame`, and round links on free hinges at it a `Wheel`. A massless
    link named "world" defines the motion of the base by its one joint; without it the base floats. Of a tree the
    longest chain is taken: branches are fixed at zero, with a `SnakelabWarning`.

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
            box, cylinder or capsule fitted to its mesh, or "hull", the vertices of the convex hulls of all its shapes.

    Returns:
        Robot, pose of the base, and the kept, changed and dropped contents of the file. URDF has no gravity: the world
        is empty.

    Raises:
        RobotError: if the file is not URDF, or contains no such chain; the message has a line for each fault.
    """
    check_arguments(from_urdf, {"freeze": freeze, "head": head}, RobotError)
    document, converted = _expanded(read_xml(source, "URDF")), Findings()
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
        imported, branches = _import(document, base, actuator, freeze, head, shapes, converted)
    except RobotError as problem:
        raise in_file(document.name, problem) from problem
    if branches:
        warnings.warn(branches, SnakelabWarning, stacklevel=2)
    return imported


def _import(
    document: Document,
    base: str | None,
    actuator: Actuator | None,
    freeze: Sequence[str],
    head: str,
    shapes: tuple,
    findings: Findings,
) -> tuple[Import, str]:
    """Return the robot, and a warning on its branches; empty if it has none."""
    root, faults = document.root, Faults()
    section, density, collision = shapes
    _check_root(root)
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
    bodies = with_wheels(read, R[2], findings)
    spine = spine_of(bodies, free=kind != FIXED, head=head)
    faults.add(reader.faults[name] for name in reader.faults if name in spine.joints)
    faults.add(spine.faults)
    if kind != FIXED and not any(body.mass for body in _rigid(spine.bodies)):
        faults.add([f"link {first!r} is a {kind} base and has no mass; give it <inertial>, or write base='fixed'"])
    chain, initial = chain_in_world(spine, kind, p, R, faults, section, collision == HULL)
    for part in (chain.findings, spine.findings):
        findings.extend(part)
    findings.extend(reader.findings, spine.joints)
    couplings = couplings_on_chain(reader.couplings, spine, findings)
    _note_angles(tree, findings)
    if tree.frozen:
        findings.changed.add(f"joints as joints: frozen at zero are {', '.join(tree.frozen)}")
    _note_unread(root, tree, files, reader.controlled, findings)
    name = root.get("name", "").strip() or (document.path.stem if document.path else "robot")
    robot = with_gains(Robot(chain.parts, kind, name, frames=chain.frames, base_end=chain.base_end), findings)
    friction = _friction(root, findings)
    speeds = {name: speed for name, speed in reader.speed_limits.items() if name in spine.joints}
    return Import(
        robot, World(), initial, *lists_of(findings), couplings=couplings, speed_limits=speeds, friction=friction
    ), spine.branches


def _friction(root: ET.Element, findings: Findings) -> float | None:
    """Smallest friction coefficient of links in `<gazebo>`; None if there is none."""
    given = {}
    for element in root.findall("gazebo"):
        mu = element.find("mu1")
        try:
            if mu is not None:
                given[element.get("reference", "")] = float((mu.text or mu.get("value") or "").strip())
        except ValueError:
            findings.dropped.add("<gazebo> friction", element.get("reference", ""), "it is no number")
    if not given:
        return None
    least = min(given.values())
    findings.kept.add("friction of <gazebo>", ", ".join(given), f"{least:g}, for --ground")
    if len(set(given.values())) > 1:
        findings.changed.add(
            "friction of <gazebo>", why=f"{least:g} to {max(given.values()):g}, here the smallest for all"
        )
    return least


def _check_root(root: ET.Element) -> None:
    if root.tag != "robot":
        hint = "; read it with from_mjcf" if root.tag == "mujoco" else nearest(root.tag, ["robot"])
        raise RobotError(f"the root element of URDF is <robot>, got <{root.tag}>{hint}")
    if _has_macros(root):
        raise RobotError(
            "it contains xacro macros; pip install xacro, or expand them first: xacro robot.urdf.xacro > robot.urdf"
        )


def _has_macros(root: ET.Element) -> bool:
    return any("xacro" in str(element.tag) for element in root.iter())


def _expanded(document: Document) -> Document:
    """Return a document without macros: those of xacro are expanded, if it is installed and they stand in a file."""
    if document.root.tag != "robot" or document.path is None or not _has_macros(document.root):
        return document
    try:
        import xacro
    except ImportError:
        return document
    try:
        with _packages_around(document.path.parent):
            text = str(xacro.process_file(str(document.path)).toxml())
    except Exception as problem:  # macros can raise any exception
        words = " ".join(str(problem).split())[:200]
        hint = "expand it where its packages are installed: xacro robot.urdf.xacro > robot.urdf"
        raise RobotError(f"{document.name}: xacro cannot expand it: {words}; {hint}") from problem
    return replace(document, text=text, root=read_xml(text, "URDF").root)


# Modules of ROS 2 by which xacro finds a package, `$(find NAME)`.
PACKAGES_MODULES = ("ament_index_python", "ament_index_python.packages")


@contextmanager
def _packages_around(folder: Path) -> Iterator[None]:
    """Let xacro find packages in the folders around a file, too: without ROS it finds none."""

    def found(name: str) -> str:
        places = package_folders(name, folder)
        if not places:
            raise LookupError(f"there is no package {name!r} around the file, in ROS_PACKAGE_PATH or AMENT_PREFIX_PATH")
        return str(places[0])

    before = {name: sys.modules.get(name) for name in PACKAGES_MODULES}
    package, module = (ModuleType(name) for name in PACKAGES_MODULES)
    vars(module)["get_package_share_directory"] = found
    vars(package)["packages"] = module
    sys.modules.update(zip(PACKAGES_MODULES, (package, module), strict=True))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del sys.modules[name]
            else:
                sys.modules[name] = value


def _rigid(bodies: Sequence[TreeBody]) -> list[TreeBody]:
    """Names of the bodies that move with the base."""
    moving = next((i for i, body in enumerate(bodies) if body.joints), len(bodies))
    return list(bodies[:moving])


def _note_angles(tree: UrdfTree, findings: Findings) -> None:
    """Note the angles that are taken as multiples of a quarter rotation."""
    texts: dict[str, None] = {}
    for element in tree.joint_elements.values():
        angles = numbers(element.find("origin"), "rpy", label_of(element), size=3, default=(0.0, 0.0, 0.0)).tolist()
        texts |= dict.fromkeys(f"{angle:g}" for angle in angles if abs(quarter_turn(angle) - angle) > ROUNDING)
    if texts:
        findings.changed.add(
            f"angles of joints as written, {', '.join(texts)}", why="they are taken as whole quarter turns"
        )


def _note_unread(root: ET.Element, tree: UrdfTree, files: MeshFiles, controlled: set[str], findings: Findings) -> None:
    """Note the contents of the file besides links and joints, and the ignored contents of links."""
    dropped = findings.dropped
    for element in root:
        used = element.tag == "ros2_control" and any(one.get("name") in controlled for one in element.findall("joint"))
        if (
            str(element.tag) not in ("link", "joint", "material")
            and not used
            and [one.tag for one in element] != ["mu1"]
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
