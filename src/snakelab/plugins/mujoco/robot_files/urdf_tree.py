"""Tree of bodies of a URDF file: the contents of a link, those of a joint, and the tree that both form."""

import math
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.parameters.arguments import FloatArray, choice
from snakelab.plugins.mujoco.robot_files.body_tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    PRISMATIC,
    REVOLUTE,
    ROUNDING,
    SPHERE,
    TreeBody,
    TreeJoint,
    TreeMesh,
    TreeShape,
    TreeWheel,
    tidy,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import Coupling, Faults, Findings, limited_actuator, limits_of
from snakelab.plugins.mujoco.robot_files.link_shapes import MeshFiles, fitted_mesh, solid_of
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED, WHEEL_MARKER, WORLD
from snakelab.plugins.mujoco.robot_files.urdf_export import label_of, name_of, numbers, origin_of, scalar
from snakelab.plugins.mujoco.robot_files.xacro_and_sdf import DENSITY_OF_SHAPES, check_known
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Motor, Passive, Servo, Spring

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
        solid: True if there is any geometry that has a size, and the file does not give the link the mass 0.
        meshes: Names of the meshes.
        drawn: Meshes by which it is drawn: the visible ones, or else those for collisions.
    """

    mass: float
    com: FloatArray
    inertia: FloatArray
    shapes: tuple[TreeShape, ...]
    solid: bool
    meshes: tuple[str, ...]
    drawn: tuple[TreeMesh, ...] = ()


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
    check_names(element, findings)
    for tag in ("inertial", "inertial/origin", "inertial/mass", "inertial/inertia"):
        if len(element.findall(tag)) > 1:
            findings.dropped.add(f"another <{tag.rpartition('/')[2]}>", name_of(element), "the first one counts")
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
    own = scalar(element, DENSITY_OF_SHAPES, where) if element.get(DENSITY_OF_SHAPES) is not None else None
    density = density if own is None else own
    if density is not None and element.find("inertial") is None:
        lump = solid_of(shapes, density)
        if lump is not None:
            mass, com, inertia = lump
            if own is None:
                why = f"the file has none; it is that of its shapes at {density:g} kg/m^3, as asked"
                findings.changed.add("mass, centre of mass and inertia", name_of(element), why)
            else:
                why = f"that of its shapes at {density:g} kg/m^3, as auto='true' says"
                findings.kept.add("mass, centre of mass and inertia", name_of(element), why)
    meshes = tuple(dict.fromkeys(mesh.get("filename", "") for solid in solids for mesh in solid.iter("mesh")))
    massless = element.find("inertial") is not None and mass == 0
    drawn: tuple[TreeMesh, ...] = ()
    for tag in ("visual", "collision"):
        drawn = drawn or tuple(mesh for solid in element.findall(tag) for mesh in _meshes(solid, where, files))
    return LinkRecord(mass, com, inertia, shapes, bool(shapes or meshes) and not massless, meshes, drawn)


def _meshes(solid: ET.Element, where: str, files: MeshFiles) -> Iterator[TreeMesh]:
    """Meshes of a visible shape, whose files are known."""
    p, R = origin_of(solid, where)
    for mesh in solid.iter("mesh"):
        path = files.path(mesh.get("filename", ""))
        if path is not None:
            yield TreeMesh(str(path), p, R, numbers(mesh, "scale", where, size=3, default=(1.0, 1.0, 1.0)))


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
                    findings.dropped.add(f"<{element.tag}> of <{solid.tag}>", name_of(link))
                    continue
            if half.min() < 0:
                raise RobotError(f"{where}: the size of a <{element.tag}> must not be negative, got {element.attrib}")
            if not half.min() > 0:
                findings.dropped.add(f"a <{element.tag}> of size 0", name_of(link), "it has no volume")
                continue
            yield TreeShape(kind, half, p, R)


# Attributes of the elements whose values are read.
ATTRIBUTES = {
    "origin": ("xyz", "rpy", "quat_xyzw"),
    "mass": ("value",),
    "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
    "capsule": ("radius", "length"),
    "mesh": ("filename", "scale"),
    "axis": ("xyz",),
    "limit": ("lower", "upper", "effort", "velocity"),
    "dynamics": ("damping", "friction"),
    "mimic": ("joint", "multiplier", "offset"),
    "parent": ("link",),
    "child": ("link",),
}


# Children of an element; those of links and joints that are not read are listed elsewhere.
SOLID = ("origin", "geometry", "material")
CHILDREN = {
    "link": ("inertial", "visual", "collision"),
    "joint": ("parent", "child", "origin", "axis", "limit", "dynamics", "mimic"),
    "inertial": ("origin", "mass", "inertia"),
    "visual": SOLID,
    "collision": SOLID,
}


def check_names(element: ET.Element, findings: Findings) -> None:
    """List what a link or joint contains that is not read.

    Raises:
        RobotError: for a misspelt element or attribute, since the default of its value would be taken instead.
    """
    for one in element.iter():
        tag = str(one.tag)
        for key in one.attrib if tag in ATTRIBUTES else ():
            check_known(key, ATTRIBUTES[tag], tag, element, findings)
        for child in one if tag in CHILDREN else ():
            check_known(str(child.tag), CHILDREN[tag], tag, element, None if one is element else findings)


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


def joint_of(element: ET.Element, links: dict[str, ET.Element], frozen: bool, findings: Findings) -> JointRecord:
    """Read the pose of a joint and the links that it connects; attributes that are not read are listed.

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
    check_names(element, findings)
    along = element.find("axis")
    axis = np.array([1.0, 0.0, 0.0]) if along is None else numbers(along, "xyz", where, size=3)
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
            elif element is not joint.element.find(element.tag):
                self.findings.dropped.add(f"another <{element.tag}>", name, "the first one counts")
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
                degrees = f"; if it is in degrees, write {math.radians(bound):.4g}" if abs(bound) <= 360 else ""
                self.findings.changed.add(
                    f"the bound {bound:g} rad", joint.name, f"beyond two turns a joint is free{degrees}"
                )
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
            joints.append(joint_of(element, elements, i in frozen, reader.findings))
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
            why = "not defined in the file, floating is assumed; base='fixed' or 'planar' (--base) changes it"
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
    return TreeBody(
        name,
        parent,
        p,
        R,
        moves,
        link.mass,
        link.com,
        link.inertia,
        link.shapes,
        link.solid,
        sees=sees,
        meshes=link.drawn,
    )
