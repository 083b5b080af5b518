"""MuJoCo's compiled model and its bodies, and the size limits of a document before it is compiled."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError, RobotError
from snakelab.files import Document, check_file, read_xml, reason
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import HEAD
from snakelab.plugins.mujoco.robot_files.body_tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    ELLIPSOID,
    OTHER,
    SPHERE,
    TreeBody,
    TreeEllipsoid,
    TreeFrame,
    TreeJoint,
    TreeMesh,
    TreeShape,
    TreeWheel,
    tidy,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import Findings
from snakelab.plugins.mujoco.robot_files.link_shapes import fitted, resolved
from snakelab.plugins.mujoco.robot_files.motion_export import MESH_MARKER, WHEEL_MARKER
from snakelab.system import install_line

FLAT = 1  # MuJoCo's type of a texture of one colour
# MuJoCo's types of geoms.
PLANE, HEIGHT_FIELD, MESH = 0, 1, 7
SHAPES = {2: SPHERE, 3: CAPSULE, 4: ELLIPSOID, 5: CYLINDER, 6: BOX}


@dataclass(frozen=True)
class DocumentLimits:
    """Largest contents of a document that MuJoCo may compile, far above those of a chain.

    Attributes:
        elements: Elements after the expansion of copies.
        documents: Documents that include one another.
        file_bytes: Size of a mesh, a height field or a picture [B].
        points: Points of a height field or a texture.
        user_data: Numbers of user data of each element.
    """

    elements: int = 10_000
    documents: int = 100
    file_bytes: int = 2**26
    points: int = 16_000_000
    user_data: int = 1000


LIMITS = DocumentLimits()


def compiled(document: Document, findings: Findings) -> tuple[Any, dict[str, str]]:
    """Return the document as a `mujoco.MjModel`, with all bodies that it names, and the files of its meshes by name.

    Attributes of older versions of MuJoCo are removed, and files that are elsewhere on this computer are found, as those
    of a URDF are.

    Args:
        document: The document.
        findings: Lists to which both are added.

    Raises:
        RobotError: if MuJoCo rejects it, or it has more copies than a chain can need.
        MissingExtraError: if MuJoCo is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError(f"reading MJCF needs MuJoCo; type: {install_line('mujoco')}") from None
    check_extent(document)
    old = _old_attributes(document.root, findings)
    try:
        if document.path is None or old:
            spec = mujoco.MjSpec.from_string(_text_without(document, old))
            spec.modelfiledir = str(document.path.parent.absolute()) if document.path else ""
        else:  # from the file itself, so that includes and meshes are found relative to it
            spec = mujoco.MjSpec.from_file(str(document.path))
        if document.path is not None:
            _find_files(spec, document, findings)
        spec.compiler.fusestatic = False
        m = spec.compile()
        if old.get(("option", "collision")) == "predefined":
            m.geom_contype[:] = m.geom_conaffinity[:] = 0
        folder = document.path.parent.absolute() if document.path else Path().absolute()
        return m, {mesh.name: str(path) for mesh, path in _mesh_files(spec, folder) if path.is_file()}
    except (ValueError, mujoco.FatalError) as problem:
        why = "; ".join(line.strip() for line in str(problem).splitlines() if line.strip())
        raise RobotError(f"{document.name}: MuJoCo cannot read it: {why}") from problem


# Attributes of older versions of MuJoCo that newer ones reject, with their meaning for a robot.
OLD_ATTRIBUTES = {
    ("option", "collision"): "contact is that of the geoms, or with 'predefined' that of the pairs, as it was",
    ("option", "apirate"): "",
    ("option", "mpr_iterations"): "",
    ("option", "mpr_tolerance"): "",
    ("compiler", "convexhull"): "",
    ("flag", "sensornoise"): "",
}


def _old_attributes(root: ET.Element, findings: Findings) -> dict[tuple[str, str], str]:
    """Return the values of the attributes of older versions in a document, by element and attribute."""
    values = {}
    for (tag, key), meaning in OLD_ATTRIBUTES.items():
        for element in root.iter(tag):
            if key in element.attrib:
                values[tag, key] = element.attrib[key]
                why = meaning or "it has no effect on the robot"
                findings.changed.add(f"{key}={element.attrib[key]!r} of <{tag}>", why=f"of an older MuJoCo; {why}")
    return values


def _text_without(document: Document, old: dict[tuple[str, str], str]) -> str:
    """Return the document without the attributes, its includes inserted."""
    if not old:
        return document.text
    root = ET.fromstring(document.text)
    folder = document.path.parent if document.path else Path()
    for parent in list(root.iter()):
        for i, child in reversed(list(enumerate(parent))):
            if child.tag == "include":
                parent[i : i + 1] = [one for included in _included(folder / child.get("file", "")) for one in included]
    for tag, key in old:
        for element in root.iter(tag):
            element.attrib.pop(key, None)
    return ET.tostring(root, encoding="unicode")


def _find_files(spec: Any, document: Document, findings: Findings) -> None:
    """Replace the paths of meshes and height fields that do not exist, by files around the document; omit pictures."""
    assert document.path is not None
    folder = document.path.parent.absolute()
    paths = _mesh_files(spec, folder)
    lost = {path for _, path in paths if not path.is_file()}
    found = {path: file for path in lost if (file := resolved(str(path), folder)) is not None}
    for path, file in found.items():
        check_file(file, LIMITS.file_bytes)
        findings.changed.add(f"the file {path}", why=f"there is no such file; {file} is read")
    if found:
        spec.strippath = False
        for one, path in paths:
            one.file = str(found.get(path, path))
    for texture in spec.textures:
        name = Path(texture.file).name if spec.strippath else texture.file
        if texture.file and not (folder / spec.texturedir / name).is_file():
            texture.file, texture.builtin, texture.width, texture.height = "", FLAT, 1, 6


def _mesh_files(spec: Any, folder: Path) -> list[tuple[Any, Path]]:
    """Meshes and height fields with a file, and its path."""
    named = [(one, Path(one.file).name if spec.strippath else one.file) for one in (*spec.meshes, *spec.hfields)]
    return [(one, folder / spec.meshdir / name) for one, name in named if name]


def meshes_of(m: Any, i: int, files: dict[str, str]) -> tuple[TreeMesh, ...]:
    """Return the meshes by which a body is drawn: those that do not touch, or else all.

    Args:
        m: The `mujoco.MjModel`.
        i: The body.
        files: Files of the meshes by name.
    """
    geoms = [g for g in range(m.ngeom) if m.geom_bodyid[g] == i and m.geom_type[g] == MESH]
    geoms = [g for g in geoms if not touches(m, g)] or geoms
    meshes = []
    for g in geoms:
        k = int(m.geom_dataid[g])
        if (file := files.get(m.mesh(k).name)) is None:
            continue
        # MuJoCo moves a mesh to its centre of mass and its principal axes
        R = rotation(m.geom_quat[g]) @ rotation(m.mesh_quat[k]).T
        p = np.array(m.geom_pos[g]) - R @ m.mesh_pos[k]
        meshes.append(TreeMesh(file, p, R, np.array(m.mesh_scale[k])))
    return tuple(meshes)


def joint_names(m: Any) -> list[str]:
    """Names of all joints; empty for joints without a name."""
    return [m.joint(j).name for j in range(m.njnt)]


def rotation(quat_wxyz: FloatArray) -> FloatArray:
    """Rotation matrix, shape (3, 3)."""
    return tidy(rotation_matrices(quat_wxyz))


def body_name(m: Any, body: int) -> str:
    """Name of a body; of one without a name body_1 and so on, by its number."""
    name = str(m.body(body).name)
    if name:
        return name
    taken = {m.body(i).name for i in range(m.nbody)}
    name = f"body_{body}"
    while name in taken:
        name += "_"
    return name


def body_of(m: Any, i: int, parent: int, joints: tuple[TreeJoint, ...], files: dict[str, str]) -> TreeBody:
    """Convert a body of the compiled model, whose meshes have files by name."""
    axes = rotation(m.body_iquat[i])
    geoms = range(int(m.body_geomadr[i]), int(m.body_geomadr[i]) + int(m.body_geomnum[i]))
    solid = [g for g in geoms if m.geom_type[g] not in (PLANE, HEIGHT_FIELD)]
    seen = [g for g in solid if not _only_for_fluid(m, g) and not MESH_MARKER.search(m.geom(g).name)]
    touching = [g for g in seen if touches(m, g)]
    shapes = tuple(_shape(m, g) for g in touching or seen or solid)
    return TreeBody(
        body_name(m, i),
        parent,
        np.zeros(3) if parent < 0 else np.array(m.body_pos[i]),
        np.eye(3) if parent < 0 else rotation(m.body_quat[i]),
        joints,
        float(m.body_mass[i]),
        np.array(m.body_ipos[i]),
        axes @ np.diag(m.body_inertia[i]) @ axes.T,
        shapes,
        bool(shapes),
        meshes=meshes_of(m, i, files),
        wheels=wheels_of(m, i),
        frames=frames_of(m, i),
        ellipsoids=tuple(_ellipsoid(m, g) for g in geoms if m.geom_fluid[g, 0] > 0),
        sees=any(_looks_out(m, c) for c in range(m.ncam) if m.cam_bodyid[c] == i),
    )


def touches(m: Any, g: int) -> bool:
    """Return True for a geom that can be in contact: by its bits, or in a pair."""
    return bool(m.geom_contype[g] or m.geom_conaffinity[g] or (m.pair_geom1 == g).any() or (m.pair_geom2 == g).any())


def _looks_out(m: Any, c: int) -> bool:
    """Return True for a camera that is mounted on its body, not one that films it from outside."""
    i = int(m.cam_bodyid[c])
    near = 3 * max((float(m.geom_rbound[g]) for g in range(m.ngeom) if m.geom_bodyid[g] == i), default=0.0)
    return int(m.cam_mode[c]) == 0 and float(np.linalg.norm(m.cam_pos[c])) <= near  # 0: fixed to the body


def head_of(m: Any, i: int, index: int) -> list[TreeBody]:
    """Return the site that marks the head end, as a frame fixed to its body."""
    heads = [s for s in range(m.nsite) if m.site_bodyid[s] == i and m.site(s).name == HEAD]
    return [TreeBody(HEAD, index, np.array(m.site_pos[s]), rotation(m.site_quat[s])) for s in heads]


def _is_wheel(m: Any, s: int) -> bool:
    """Return True for the marker of a passive wheel in an exported file."""
    return bool(WHEEL_MARKER.search(m.site(s).name) and SHAPES.get(int(m.site_type[s])) == CYLINDER)


def wheels_of(m: Any, i: int) -> tuple[TreeWheel, ...]:
    """Return the passive wheels of a body that exported files mark."""
    marked = [s for s in range(m.nsite) if m.site_bodyid[s] == i and _is_wheel(m, s)]
    return tuple(
        TreeWheel(m.site(s).name, np.array(m.site_pos[s]), rotation(m.site_quat[s])[:, 2], float(m.site_size[s, 0]))
        for s in marked
    )


def frames_of(m: Any, i: int) -> tuple[TreeFrame, ...]:
    """Return the other sites of a body, and its cameras, as frames on it."""
    sites = [
        TreeFrame(m.site(s).name or f"site_{s + 1}", np.array(m.site_pos[s]), rotation(m.site_quat[s]))
        for s in range(m.nsite)
        if m.site_bodyid[s] == i and m.site(s).name != HEAD and not _is_wheel(m, s)
    ]
    cameras = [
        TreeFrame(m.camera(c).name or f"camera_{c + 1}", np.array(m.cam_pos[c]), rotation(m.cam_quat[c]))
        for c in range(m.ncam)
        if m.cam_bodyid[c] == i
    ]
    return (*sites, *cameras)


def _shape(m: Any, g: int) -> TreeShape:
    R = rotation(m.geom_quat[g])
    if m.geom_type[g] == MESH:
        k = int(m.geom_dataid[g])
        first = int(m.mesh_vertadr[k])
        return fitted(np.array(m.mesh_vert[first : first + int(m.mesh_vertnum[k])], float), np.array(m.geom_pos[g]), R)
    box = np.array(m.geom_aabb[g])  # middle and half extents, in the geom's axes
    return TreeShape(SHAPES.get(int(m.geom_type[g]), OTHER), box[3:], m.geom_pos[g] + R @ box[:3], R)


def _only_for_fluid(m: Any, g: int) -> bool:
    """Return True for a shape in the fluid that is neither a mass nor touches anything."""
    return bool(m.geom_fluid[g, 0] > 0 and SHAPES.get(int(m.geom_type[g])) == ELLIPSOID) and not touches(m, g)


def _ellipsoid(m: Any, g: int) -> TreeEllipsoid:
    """Shape of a geom in the fluid: the ellipsoid whose semi-axes are the half extents of the geom."""
    size = np.array(m.geom_size[g])
    kind = int(m.geom_type[g])
    if SHAPES.get(kind) == SPHERE:
        size[:] = size[0]
    elif SHAPES.get(kind) in (CAPSULE, CYLINDER):
        size = np.array([size[0], size[0], size[1] + (size[0] if SHAPES[kind] == CAPSULE else 0.0)])
    return TreeEllipsoid(np.array(m.geom_pos[g]), rotation(m.geom_quat[g]), size, np.array(m.geom_fluid[g, 1:6]))


def check_extent(document: Document) -> None:
    """Raise an error for documents that declare millions of bodies, and for files that are not regular or too large.

    Documents that this one includes, or takes models from, are counted as its own.

    Raises:
        RobotError: with the document, the requested size, and the limit.
    """
    folder = document.path.parent if document.path else Path()
    waiting, total, documents = [(document.root, 1.0)], 0.0, 1
    folders = {folder}
    files: list[str] = []
    while waiting:
        element, copies = waiting.pop()
        if element.tag in ("replicate", "composite", "flexcomp"):
            copies *= _count(element)
        total += copies
        if total > LIMITS.elements and copies > 1:
            raise RobotError(
                f"{document.name}: <{element.tag}> makes {copies:g} copies; at most {LIMITS.elements} elements are read where "
                "any are copied"
            )
        _check_numbers(document, element)
        folders |= {folder / element.get(key, "") for key in ("assetdir", "meshdir", "texturedir")}
        waiting += [(child, copies) for child in element]
        if element.tag in ("include", "model"):
            documents += 1
            if documents > LIMITS.documents:
                raise RobotError(f"{document.name}: it includes more than {LIMITS.documents} files")
            waiting += [(root, copies) for root in _included(folder / element.get("file", ""))]
        else:
            files += [value for key, value in element.attrib.items() if key.startswith("file")]
    _check_files(document, {place / file for place in folders for file in files})


def _included(path: Path) -> Iterator[ET.Element]:
    """Return the root of an included document; nothing for a missing one, for which MuJoCo raises the error."""
    if path.exists() and not path.is_dir():
        yield read_xml(path, "MJCF").root


def _check_files(document: Document, paths: set[Path]) -> None:
    """Raise RobotError for a file that is not regular, or too large, also if MuJoCo would not open it."""
    for path in paths:
        try:
            if path.exists() and not path.is_dir():
                check_file(path, LIMITS.file_bytes)
        except (OSError, ValueError) as problem:
            raise RobotError(f"{document.name}: cannot read {path}: {reason(problem)}") from problem


# Attributes that are names, of the element or of another one.
NAMES = {"name", "class", "childclass", "file", "model", "mesh", "material", "texture", "body", "body1", "body2"}
NAMES |= {"joint", "joint1", "joint2", "geom", "geom1", "geom2", "site", "tendon", "actuator", "target"}


def _check_numbers(document: Document, element: ET.Element) -> None:
    """Raise RobotError for a height field, a texture or user data without bounds, and for values that are no numbers.

    MuJoCo takes the default for a value that is not a number, such as the mass of a geom.
    """
    for keys in (("nrow", "ncol"), ("width", "height")):
        points = math.prod(_number(element.get(key, "1")) for key in keys)
        if points > LIMITS.points:
            raise RobotError(
                f"{document.name}: <{element.tag}> has {' x '.join(keys)} = {points:g} points; at most {LIMITS.points} are read"
            )
    for key, value in element.attrib.items():
        if key not in NAMES and any(word.lower().lstrip("+-") == "nan" for word in value.split()):
            raise RobotError(f"{document.name}: <{element.tag}> has {key}={value[:60]!r}; write finite numbers")
        if key.startswith("nuser_") and _number(value) > LIMITS.user_data:
            raise RobotError(f"{document.name}: {key} must be at most {LIMITS.user_data}, got {value[:40]}")


def _count(element: ET.Element) -> float:
    """Number of copies that an element requests."""
    return math.prod(max(_number(word), 1.0) for word in element.get("count", "1").split())


def _number(word: str) -> float:
    """Return the number of a word; 1 for another word, for which MuJoCo raises the error."""
    try:
        return float(word)
    except ValueError:
        return 1.0
