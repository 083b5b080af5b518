"""Document of a URDF file: macros of xacro expanded, and the model of an SDF file converted."""

import math
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.files import Document, read_xml
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.robot_files.body_tree import tidy
from snakelab.plugins.mujoco.robot_files.import_report import Findings, listed
from snakelab.plugins.mujoco.robot_files.link_shapes import package_folders
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED, WORLD
from snakelab.plugins.mujoco.robot_files.urdf_export import (
    label_of,
    matrix_from_rpy,
    name_of,
    quarter_turn,
    rpy_from_matrix,
)

# ----------------------------------------------------------------------------------------------------------------------
# Macros of xacro
# ----------------------------------------------------------------------------------------------------------------------


def expanded(document: Document) -> Document:
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
    moving = [one for one in models if _text(one, "static") not in ("1", "true")]
    models = [one for one in models if one.find("joint") is not None] or moving
    if not models:
        raise RobotError("it has no model with joints, and none that can move; the model of a robot is needed")
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
    for world in root.findall("world"):
        around = [one.tag for one in world if one is not model]
        if around:
            findings.dropped.add("the world around the model", why=listed(list(dict.fromkeys(around))))
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
                friction = ET.SubElement(robot, "gazebo", {"reference": name})
                ET.SubElement(friction, "mu1").text = mu
                ET.SubElement(friction, "mu2").text = _text(solid, "surface/friction/ode/mu2", mu)
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
