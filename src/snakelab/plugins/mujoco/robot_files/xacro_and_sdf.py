"""Document of a URDF file: macros of xacro expanded, and the model of an SDF file converted."""

import difflib
import math
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.files import Document, read_xml
from snakelab.parameters.arguments import FloatArray, choice
from snakelab.plugins.mujoco.robot_files.body_tree import tidy
from snakelab.plugins.mujoco.robot_files.imported_robot import Findings, listed
from snakelab.plugins.mujoco.robot_files.link_shapes import package_folders
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED, WORLD
from snakelab.plugins.mujoco.robot_files.urdf_export import (
    label_of,
    matrix_from_rpy,
    name_of,
    quarter_turn,
    rotation_of_xyzw,
    rpy_from_matrix,
)

# ----------------------------------------------------------------------------------------------------------------------
# Macros of xacro
# ----------------------------------------------------------------------------------------------------------------------


def expanded(document: Document) -> Document:
    """Return a document without macros: those of xacro are expanded, if it is installed and they stand in a file.

    Elements in the namespace of the root, such as Drake's, lose it.
    """
    namespace, closed, _ = document.root.tag.rpartition("}")
    if closed and document.root.tag != f"{namespace}}}mujoco":
        for element in document.root.iter():
            element.tag = str(element.tag).removeprefix(f"{namespace}}}")
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


def check_root(root: ET.Element) -> None:
    """Raise RobotError unless the element is that of a robot, without macros."""
    if root.tag != "robot":
        hint = "; read it with from_mjcf" if root.tag == "mujoco" else nearest(root.tag, ["robot"])
        raise RobotError(f"the root element of URDF is <robot>, got <{root.tag}>{hint}")
    if _has_macros(root):
        raise RobotError(
            "it contains xacro macros; pip install xacro, or expand them first: xacro robot.urdf.xacro > robot.urdf"
        )


def _has_macros(root: ET.Element) -> bool:
    return any("xacro" in str(element.tag) for element in root.iter())


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


# ----------------------------------------------------------------------------------------------------------------------
# Model of an SDF file as URDF: poses in any frame of the model, and joints of one or two axes
# ----------------------------------------------------------------------------------------------------------------------

MODEL_FRAME = "__model__"
FIXED_JOINT = "fixed"
SDF_JOINTS = ("revolute", "continuous", "prismatic", "fixed", "universal")
# How a joint of another type is written.
IN_PLACE_OF = {
    "revolute2": "write two revolute joints with a light link between them, or universal if its axes are perpendicular",
    "ball": "write three revolute joints with two light links between them",
    "screw": "write the prismatic joint of its nut, and apply its pitch to the motor",
    "gearbox": "leave it out, and write a <mimic> with its ratio into the axis of the driven joint",
}
# Default limit of SDF, which means none.
SDF_UNBOUNDED = 1e15
SDF_BOUNDS = {"lower": -1e16, "upper": 1e16}
FLATTEN = "write one file without includes: gz sdf -p robot.sdf > flat.sdf"


class SdfModel:
    """Frames of a model.

    Args:
        model: The `<model>` element.
        version: Version of the format, such as 1.9.
    """

    def __init__(self, model: ET.Element, version: float) -> None:
        self.elements = {name_of(one): one for tag in ("link", "frame", "joint") for one in model.findall(tag)}
        self.known: dict[str, tuple[FloatArray, FloatArray]] = {MODEL_FRAME: (np.zeros(3), np.eye(3))}
        self.first = model.get("canonical_link") or next((name_of(one) for one in model.findall("link")), "")
        self.version = version

    def in_world(self, model: ET.Element) -> tuple[FloatArray, FloatArray]:
        """Pose of the model, which its `<pose>` gives for one of its frames, in the world."""
        pose = model.find("pose")
        frame = "" if pose is None else _relative_to(pose)
        if frame not in ("", WORLD):
            raise RobotError(f"{label_of(model)}: its pose is relative to {frame!r}; {FLATTEN}")
        p, R = _sdf_pose(pose, label_of(model))
        q, turn = self.pose(model.get("placement_frame") or MODEL_FRAME)
        return p - R @ turn.T @ q, tidy(R @ turn.T)

    def link(self, name: str, waiting: tuple[str, ...] = ()) -> str:
        """Name of the link to which a link, frame or joint is attached."""
        if name in waiting:
            raise RobotError(f"the frames {', '.join(waiting)} are attached to each other in a circle")
        if name == WORLD:
            return name
        element = self.elements.get(name)
        if element is None or element.tag == "link":
            return name
        to = _text(element, "child") if element.tag == "joint" else element.get("attached_to", "")
        return self.link(self.first if to in ("", MODEL_FRAME) else to, (*waiting, name))

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
        p, R = self.pose(("" if pose is None else _relative_to(pose)) or frame, waiting)
        q, turn = _sdf_pose(pose, label_of(element) if element.get("name") else f"<{element.tag}>")
        return p + R @ q, tidy(R @ turn)


def _relative_to(pose: ET.Element) -> str:
    """Frame in which a pose is given; the attribute was "frame" before version 1.7. Empty for the usual one."""
    return pose.get("relative_to") or pose.get("frame") or ""


ROTATION_FORMATS = ("euler_rpy", "quat_xyzw")


def _sdf_pose(pose: ET.Element | None, where: str) -> tuple[FloatArray, FloatArray]:
    if pose is None or not (pose.text or "").strip():
        return np.zeros(3), np.eye(3)
    given = choice(pose.get("rotation_format", "euler_rpy"), f"{where}: rotation_format", ROTATION_FORMATS, RobotError)
    quaternion = given == "quat_xyzw"
    values = _sdf_numbers(pose.text or "", 7 if quaternion else 6, f"{where}: <pose>")
    if quaternion:
        return np.array(values[:3]), rotation_of_xyzw(values[3:], f"{where}: <pose>")
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


# Contents of the elements whose values are read; those that have no effect on a robot are among them.
SDF_CONTENTS = {
    "inertial": ("pose", "mass", "inertia", "density", "fluid_added_mass"),
    "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    "axis": ("xyz", "limit", "dynamics", "use_parent_model_frame", "initial_position", "mimic"),
    "limit": ("lower", "upper", "effort", "velocity", "stiffness", "dissipation"),
    "dynamics": ("damping", "friction", "spring_reference", "spring_stiffness"),
    "mimic": ("multiplier", "offset", "reference"),
    "box": ("size",),
    "sphere": ("radius",),
    "cylinder": ("radius", "length"),
    "capsule": ("radius", "length"),
    "mesh": ("uri", "scale", "submesh"),
}
SDF_CONTENTS["axis2"] = SDF_CONTENTS["axis"]
# Values that say nothing, which tools write everywhere.
SDF_PLAIN = {"gravity": ("true", "1"), "self_collide": ("false", "0"), "enable_wind": ("false", "0")}


def _check_contents(element: ET.Element, owner: ET.Element, findings: Findings) -> None:
    """List what an element of a link or joint contains that is not read.

    Raises:
        RobotError: for names that are misspelt.
    """
    for one in element.iter():
        known = SDF_CONTENTS.get(str(one.tag))
        for child in one if known else ():
            check_known(child.tag, known or (), one.tag, owner, findings)


def check_known(word: str, known: Sequence[str], tag: str, owner: ET.Element, findings: Findings | None) -> None:
    """List a child or an attribute of an element that is not read as dropped.

    Args:
        word: Its name.
        known: Names that are read.
        tag: The element that has it.
        owner: The link or joint of the element.
        findings: Lists to which it is added; None to leave it to the caller.

    Raises:
        RobotError: if it is a misspelt one of those that are read, whose default would be taken instead.
    """
    if word in known or ":" in word or word.startswith("{"):
        return
    names = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.75)
    if close:
        raise RobotError(f"{label_of(owner)}: <{tag}> has no {word!r}; did you mean {names[close[0]]!r}?")
    if findings is not None:
        findings.dropped.add(f"{word!r} in <{tag}>", owner.get("name", ""))


def _flatten_inplace(model: ET.Element) -> None:
    """Move links, joints and frames of nested models to the model, as "arm::link1"; the frame of a nested model has its name.

    Source: sdformat.org, Specification, "Pose Frame Semantics" and "Composition", version 1.8.
    """
    for nested in model.findall("model"):
        _flatten_inplace(nested)
        scope = name_of(nested)
        if nested.get("placement_frame") or _text(nested, "static") in ("1", "true"):
            raise RobotError(
                f"{label_of(nested)} in another model is static, or placed by one of its frames; {FLATTEN}"
            )
        model.remove(nested)
        first = nested.get("canonical_link") or next((name_of(one) for one in nested.findall("link")), "")
        frame = ET.SubElement(model, "frame", {"name": scope, "attached_to": f"{scope}::{first}" if first else ""})
        given = nested.find("pose")
        pose = ET.SubElement(frame, "pose", {} if given is None else dict(given.attrib))
        pose.text = "" if given is None else given.text
        if not _relative_to(pose):
            pose.set("relative_to", MODEL_FRAME)
        for element in nested:
            if element.tag not in ("pose", "static", "self_collide", "enable_wind"):
                model.append(_scoped(element, scope))


def _scoped(element: ET.Element, scope: str) -> ET.Element:
    """Return an element of a nested model with the names that it has in the model around it."""

    def outer(name: str) -> str:
        return scope if name == MODEL_FRAME else name if name in ("", WORLD) else f"{scope}::{name}"

    element = deepcopy(element)
    if element.tag not in ("link", "joint", "frame"):
        return element
    element.set("name", outer(name_of(element)))
    for one in element.iter():
        for key in ("relative_to", "expressed_in"):
            if key in one.attrib:
                one.set(key, outer(one.attrib[key]))
        if one.tag == "pose" and one.get("frame"):
            one.set("frame", outer(one.attrib["frame"]))
        if one.tag == "mimic" and one.get("joint"):
            one.set("joint", outer(one.attrib["joint"]))
    if element.tag == "frame":
        element.set("attached_to", outer(element.get("attached_to") or MODEL_FRAME))
    elif element.tag == "joint":
        for end in (one for one in element if one.tag in ("parent", "child")):
            end.text = outer((end.text or "").strip())
    elif (pose := element.find("pose")) is None:
        ET.SubElement(element, "pose", {"relative_to": scope})
    elif not _relative_to(pose):
        pose.set("relative_to", scope)
    return element


def urdf_of_sdf(root: ET.Element, findings: Findings) -> ET.Element:
    """Return the model of an SDF file as URDF.

    Args:
        root: The `<sdf>` element.
        findings: Lists to which what has no place in URDF is added.

    Raises:
        RobotError: if it has several models or includes, or a joint of another type.
    """
    models = [*root.findall("model"), *(one for world in root.findall("world") for one in world.findall("model"))]
    moving = [one for one in models if _text(one, "static") not in ("1", "true")]
    for one in moving:  # static models are scenery, unless there is no other
        _flatten_inplace(one)
    models = [one for one in models if one.find("joint") is not None] or moving
    if not models:
        raise RobotError("it has no model with joints, and none that can move; the model of a robot is needed")
    if len(models) != 1:
        raise RobotError(f"it has {len(models)} models with joints; keep one of them, or {FLATTEN}")
    model = models[0]
    _flatten_inplace(model)
    if model.find("include") is not None:
        raise RobotError(f"its model includes others; {FLATTEN}")
    frames = SdfModel(model, _version(root))
    robot = ET.Element("robot", {"name": model.get("name", "robot")})
    joints = {frames.link(_text(one, "child")): one for one in model.findall("joint")}
    fixed = _text(model, "static") in ("1", "true")
    placed = frames.in_world(model)
    held = fixed or any(_text(one, "parent") == WORLD for one in joints.values())
    if held:
        ET.SubElement(robot, "link", {"name": WORLD})
    for link in model.findall("link"):
        name = name_of(link)
        joint = joints.get(name)
        place = frames.pose(name if joint is None else name_of(joint))
        _sdf_link(robot, link, frames, place, findings)
    loose = [name for link in model.findall("link") if (name := name_of(link)) not in joints]
    if not fixed and not held and len(loose) == 1:
        _place_base(robot, loose[0], "floating", placed, frames)
    for name in loose if fixed else ():
        _place_base(robot, name, FIXED_JOINT, placed, frames)
    for joint in model.findall("joint"):
        _sdf_joint(robot, joint, frames, joints, placed, findings)
    for world in root.findall("world"):
        around = [one.tag for one in world if one is not model]
        if around:
            findings.dropped.add("the world around the model", why=listed(list(dict.fromkeys(around))))
    for element in model:
        if element.tag not in ("link", "joint", "frame", "pose", "static", "self_collide", "enable_wind"):
            findings.dropped.add(f"<{element.tag}>", element.get("name", ""))
    return robot


def _version(root: ET.Element) -> float:
    """Version of the format; the newest if it is no number."""
    try:
        return float(root.get("version", ""))
    except ValueError:
        return math.inf


def _place_base(
    robot: ET.Element, link: str, kind: str, placed: tuple[FloatArray, FloatArray], frames: SdfModel
) -> None:
    """Write the joint of a link to the world; none for a free one at the origin, which needs none."""
    (p, R), (q, turn) = placed, frames.pose(link)
    p, R = p + R @ q, tidy(R @ turn)
    if kind == FIXED_JOINT or p.any() or not np.array_equal(R, np.eye(3)):
        if robot.find(f"link[@name='{WORLD}']") is None:
            ET.SubElement(robot, "link", {"name": WORLD})
        _urdf_joint(robot, f"{link}_static" if kind == FIXED_JOINT else f"{link}_free", kind, (WORLD, link), p, R)


def _sdf_link(
    robot: ET.Element, link: ET.Element, frames: SdfModel, place: tuple[FloatArray, FloatArray], findings: Findings
) -> None:
    """Write a link whose frame in URDF is at a place of the model."""
    name, where = name_of(link), label_of(link)
    element = ET.SubElement(robot, "link", {"name": name})

    def origin(parent: ET.Element, given: ET.Element) -> None:
        p, R = frames.placed(given, name)
        _urdf_origin(parent, place[1].T @ (p - place[0]), tidy(place[1].T @ R))

    given = link.find("inertial")
    if given is not None:
        _check_contents(given, link, findings)
    if given is not None and given.get("auto") in ("true", "1"):
        element.set(DENSITY_OF_SHAPES, repr(_density(link, given, where)))
    else:
        _sdf_inertial(ET.SubElement(element, "inertial"), link, given, origin, findings)
    for tag in ("visual", "collision"):
        for solid in link.findall(tag):
            shapes = list(solid.find("geometry") or ())
            for shape in shapes:
                _check_contents(shape, link, findings)
                written = _sdf_geometry(shape, f"{where}: {tag}")
                if written is None:
                    findings.dropped.add(f"<{shape.tag}> of <{tag}>", name)
                    continue
                one = ET.SubElement(element, tag)
                origin(one, solid)
                ET.SubElement(one, "geometry").append(written)
            engine = next((one for one in FRICTIONS if _text(solid, f"surface/friction/{one[0]}")), None)
            if engine is not None:
                mu = _text(solid, f"surface/friction/{engine[0]}")
                friction = ET.SubElement(robot, "gazebo", {"reference": name})
                ET.SubElement(friction, "mu1").text = mu
                ET.SubElement(friction, "mu2").text = _text(solid, f"surface/friction/{engine[1]}", mu)
    for child in link:
        value = (child.text or "").strip()
        plain = value in SDF_PLAIN[child.tag] if child.tag in SDF_PLAIN else _decays_by_zero(child)
        if child.tag not in ("pose", "inertial", "visual", "collision") and not plain:
            findings.dropped.add(f"<{child.tag}>", name, value)


# Friction coefficients of a contact along its two tangents, by engine.
FRICTIONS = (("ode/mu", "ode/mu2"), ("bullet/friction", "bullet/friction2"), ("dart/mu", "dart/mu2"))


def _decays_by_zero(child: ET.Element) -> bool:
    return child.tag == "velocity_decay" and all((one.text or "").strip() in ("0", "0.0", "") for one in child)


# Attribute of a link of the written URDF: its mass and inertia are those of its shapes at this density [kg/m^3].
DENSITY_OF_SHAPES = "density"
WATER = 1000.0  # SDF's default density [kg/m^3]


def _density(link: ET.Element, inertial: ET.Element, where: str) -> float:
    """Density of the shapes of a link whose inertia SDF computes from them [kg/m^3]."""
    of_link = _sdf_number(inertial, "density", WATER, where)
    found = {_sdf_number(one, "density", of_link, where) for one in link.findall("collision")} or {of_link}
    if len(found) > 1:
        raise RobotError(f"{where}: its collisions have several densities; write its mass and inertia")
    return found.pop()


def _sdf_inertial(
    inertial: ET.Element,
    link: ET.Element,
    given: ET.Element | None,
    origin: Callable[[ET.Element, ET.Element], None],
    findings: Findings,
) -> None:
    """Write mass, centre and inertia of a link with SDF's defaults, which are listed."""
    name = name_of(link)
    keys = SDF_CONTENTS["inertia"]
    if given is None:
        why = "the file has none; it is SDF's default, 1 kg and 1 kg m^2 about each axis"
        findings.changed.add("mass and inertia", name, why)
        given = ET.Element("inertial")
    else:
        if not _text(given, "mass"):
            findings.changed.add("mass", name, "the file has none; it is SDF's default, 1 kg")
        if missing := [key for key in SDF_UNITS if not _text(given, f"inertia/{key}")]:
            findings.changed.add(", ".join(missing), name, "the file has none; it is SDF's default, 1 kg m^2")
        if given.find("fluid_added_mass") is not None:
            findings.dropped.add("<fluid_added_mass>", name)
    origin(inertial, given)
    ET.SubElement(inertial, "mass", {"value": _text(given, "mass", "1")})
    usual = dict.fromkeys(SDF_UNITS, "1")
    ET.SubElement(inertial, "inertia", {key: _text(given, f"inertia/{key}", usual.get(key, "0")) for key in keys})


SDF_UNITS = ("ixx", "iyy", "izz")  # moments of inertia whose default is 1 kg m^2


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
    robot: ET.Element,
    joint: ET.Element,
    frames: SdfModel,
    joints: dict[str, ET.Element],
    placed: tuple[FloatArray, FloatArray],
    findings: Findings,
) -> None:
    """Write a joint, in a model that is placed in the world."""
    name, kind = name_of(joint), joint.get("type", "")
    if kind not in SDF_JOINTS:
        advice = f"; {IN_PLACE_OF[kind]}" if kind in IN_PLACE_OF else ""
        raise RobotError(f"{label_of(joint)}: its type must be one of {', '.join(SDF_JOINTS)}, got {kind!r}{advice}")
    parent, child = frames.link(_text(joint, "parent")), frames.link(_text(joint, "child"))
    above = (-placed[1].T @ placed[0], placed[1].T) if parent == WORLD else (np.zeros(3), np.eye(3))
    if parent != WORLD:
        above = frames.pose(name_of(joints[parent]) if parent in joints else parent)
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
    _check_contents(axis, joint, findings)
    xyz = axis.find("xyz")
    direction = np.array(_sdf_numbers(_text(axis, "xyz", "0 0 1"), 3, f"{where}: <xyz>"))
    in_frame = "" if xyz is None else xyz.get("expressed_in", "")
    # Before version 1.5 an axis was given in the model's frame, as use_parent_model_frame later says.
    usual = "true" if frames.version < 1.5 else "false"
    if in_frame or _text(axis, "use_parent_model_frame", usual) in ("1", "true"):
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
    for path in ("dynamics/spring_stiffness", "initial_position"):
        if value := _sdf_number(axis, path, 0.0, where):
            findings.dropped.add(f"<{path.rpartition('/')[2]}>", name, f"{value:g}")
    _sdf_mimic(element, axis, where)


def _sdf_mimic(element: ET.Element, axis: ET.Element, where: str) -> None:
    """Write that a joint follows another one: multiplier x (angle of that joint - reference) + offset."""
    mimic = axis.find("mimic")
    if mimic is None:
        return
    followed = mimic.get("joint", "") + ("_2" if mimic.get("axis") == "axis2" else "")
    multiplier, offset, reference = (
        _sdf_number(mimic, key, usual, where)
        for key, usual in (("multiplier", 1.0), ("offset", 0.0), ("reference", 0.0))
    )
    values = {"joint": followed, "multiplier": repr(multiplier), "offset": repr(offset - multiplier * reference)}
    ET.SubElement(element, "mimic", values)


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
