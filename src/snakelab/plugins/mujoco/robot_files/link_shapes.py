"""Shapes of the links of a robot file: meshes, the primitives fitted to them, convex hulls, and solids of uniform density.

In reading order: `MeshFiles`, which finds and reads the meshes of a URDF; `fitted`, the primitive nearest to a set of
points; `hull_points`; `solid_of`, mass properties; `main_shape` and `section_of`, the cross-section of a link.
"""

import math
import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from snakelab.errors import MissingExtraError, WorldError
from snakelab.files import read_xml
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse, Lump, Section, as_one
from snakelab.geometry.mesh_files import read_triangles
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.robot_files.body_tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    ELLIPSOID,
    OTHER,
    SPHERE,
    TreeBody,
    TreeShape,
)

# ----------------------------------------------------------------------------------------------------------------------
# Mesh files of a URDF: names resolved as ROS does, and from the file itself
# ----------------------------------------------------------------------------------------------------------------------

SCHEMES = ("package://", "model://")


@dataclass
class MeshFiles:
    """Reader of the meshes of a file.

    Args:
        folder: Folder of the file; None for a document without one.

    Attributes:
        unread: Reason why a mesh is not read, by its name in the file.
        moved: File that is read in place of an absolute path that does not exist, by the name in the file.
        triangles: Corners of the triangles of each mesh, shape (n, 3, 3), in its own unit.
    """

    folder: Path | None
    unread: dict[str, str] = field(default_factory=dict)
    moved: dict[str, Path] = field(default_factory=dict)
    triangles: dict[str, FloatArray] = field(default_factory=dict)

    def path(self, name: str) -> Path | None:
        """File of a mesh that is or can be read; None for others."""
        return None if self.read(name) is None else resolved(name, self.folder)

    def read(self, name: str) -> FloatArray | None:
        """Corners of the triangles of a mesh, shape (n, 3, 3); None if it cannot be read."""
        if name not in self.triangles and name not in self.unread:
            path = resolved(name, self.folder)
            if path is None:
                self.unread[name] = "there is no such file"
                return None
            given = _written_path(name)
            if given.is_absolute() and given != path:
                self.moved[name] = path
            try:
                self.triangles[name] = read_triangles(str(path), "mesh", upright=False)
            except WorldError as problem:
                self.unread[name] = str(problem).removeprefix("mesh: ")
            except MissingExtraError as problem:
                self.unread[name] = str(problem)
        return self.triangles.get(name)


def _written_path(name: str) -> Path:
    """Path of a name in a file, which may be written as on Windows."""
    return Path(re.sub(r"^[A-Za-z]:(?=/)", "", name.removeprefix("file://").replace("\\", "/")))


def resolved(name: str, folder: Path | None) -> Path | None:
    """Return the file of a mesh; None if there is none.

    `package://NAME/REST` is REST in a folder of `package_folders`, or in one of the nearest three folders, for a package
    that was copied without its name. Other paths are relative to the file. An absolute path of another computer is
    looked for by its last two or more names in the nearest three folders.

    Args:
        name: In the file.
        folder: Folder of the file.
    """
    around = _around_file(folder)
    scheme = next((word for word in SCHEMES if name.startswith(word)), None)
    if scheme is None:
        path = _written_path(name)
        candidates = [path] if path.is_absolute() else [place / path for place in around[:1]]
        if path.is_absolute():
            ends = [Path(*path.parts[k:]) for k in range(1, len(path.parts) - 1)]
            candidates += [place / end for end in ends for place in around[:3]]
    else:
        package, _, rest = name.removeprefix(scheme).partition("/")
        candidates = [place / rest for place in (*package_folders(package, folder), *around[:3])]
    return next((path for path in candidates if path.is_file()), None)


def package_folders(package: str, folder: Path | None) -> list[Path]:
    """Return the folders of a ROS package by its name, nearest to the file first.

    A folder of that name that contains the file or stands beside one that does, a folder whose package.xml has that
    name, or a package of ROS_PACKAGE_PATH or AMENT_PREFIX_PATH.

    Args:
        package: Its name.
        folder: Folder of the file.
    """
    around = _around_file(folder)
    places = [place for place in around if place.name == package or _package_name(place) == package]
    places += [place / package for place in around]
    places += [Path(place) / package for place in _paths("ROS_PACKAGE_PATH")]
    places += [Path(place) / "share" / package for place in _paths("AMENT_PREFIX_PATH")]
    return [place for place in places if place.is_dir()]


def _around_file(folder: Path | None) -> list[Path]:
    return [] if folder is None else [folder.absolute(), *folder.absolute().parents]


def _paths(variable: str) -> list[str]:
    return [place for place in os.environ.get(variable, "").split(os.pathsep) if place]


def _package_name(folder: Path) -> str:
    """Name in the package.xml of a folder; empty if there is none."""
    file = folder / "package.xml"
    if not file.is_file():
        return ""
    try:
        return (read_xml(file, "package.xml").root.findtext("name") or "").strip()
    except (OSError, ValueError, ET.ParseError):
        return ""


# ----------------------------------------------------------------------------------------------------------------------
# Primitive fitted to points: the box, cylinder or capsule around them with the smallest volume
# ----------------------------------------------------------------------------------------------------------------------


def fitted(points: FloatArray, p: FloatArray, R: FloatArray) -> TreeShape:
    """Return the smallest box, cylinder or capsule around points; its `fit` states the error.

    The candidates have the given axes; boxes also the principal axes of the hull, if that saves a tenth of the volume.

    Args:
        points: In the frame (p, R), shape (n, 3), [m].
        p, R: Frame of the points in the body's frame.
    """
    hull, volume = _hull(points)
    candidates = [_around(hull, kind, axis) for kind in (CYLINDER, CAPSULE) for axis in range(3)]
    straight = _around(hull, BOX, 2)
    _, axes = np.linalg.eigh(np.cov(hull.T))
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    turned = _around(hull @ axes, BOX, 2)
    turned = replace(turned, p=axes @ turned.p, R=axes)
    candidates.insert(0, turned if _volume(turned) < 0.9 * _volume(straight) else straight)
    best = min(candidates, key=_volume)
    best = replace(best, half=np.round(best.half, 7))  # meshes are stored in single precision
    excess = _volume(best) / volume - 1 if volume > 0 else math.inf
    size = " x ".join(f"{2e3 * half:.3g}" for half in best.half)
    fit = f"{best.kind} of {size} mm, {_excess_text(100 * excess)}"
    placed = replace(best, p=p + R @ best.p, R=R @ best.R, fit=fit)
    return replace(placed, points=(hull - best.p) @ best.R)


def _excess_text(percent: float) -> str:
    """Return by how many percent the volume of a primitive exceeds that of the convex hull, as text."""
    if math.isinf(percent):
        return "around points in a plane"
    if percent < 0.05:  # rounding of the coordinates
        return "with the volume of the convex hull"
    return f"whose volume exceeds that of the convex hull by {percent:.{0 if percent >= 10 else 1}f} %"


def fitted_mesh(triangles: FloatArray, p: FloatArray, R: FloatArray) -> TreeShape:
    """Return the primitive fitted to a mesh, with its triangles.

    Args:
        triangles: Corners in the frame (p, R), shape (n, 3, 3), [m].
        p, R: Frame of the mesh in the body's frame.
    """
    shape = fitted(triangles.reshape(-1, 3), p, R)
    return replace(shape, triangles=((triangles @ R.T + p) - shape.p) @ shape.R)


def _hull(points: FloatArray) -> tuple[FloatArray, float]:
    """Vertices of the convex hull, and its volume; all points and 0 if they lie in a plane."""
    from scipy.spatial import ConvexHull, QhullError  # takes long to import

    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return points, 0.0
    return points[hull.vertices], float(hull.volume)


def _around(points: FloatArray, kind: str, axis: int) -> TreeShape:
    """Primitive along one of the axes around points."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2
    if kind == BOX:
        return TreeShape(BOX, half, middle, np.eye(3))
    across = [i for i in range(3) if i != axis]
    R = np.eye(3)[:, [*across, axis]]
    if np.linalg.det(R) < 0:
        R = R[:, [1, 0, 2]]
    distance = np.hypot(*(points[:, across] - middle[across]).T)
    radius, length = float(distance.max()), float(half[axis])
    if kind == CAPSULE:
        # so long that the caps cover each point
        within = np.sqrt(np.maximum(radius**2 - distance**2, 0.0))
        length = max(radius, radius + float((np.abs(points[:, axis] - middle[axis]) - within).max()))
    return TreeShape(kind, np.array([radius, radius, length]), middle, R)


def _volume(shape: TreeShape) -> float:
    x, y, z = shape.half.tolist()
    if shape.kind == CYLINDER:
        return math.pi * x * y * 2 * z
    if shape.kind == CAPSULE:
        return math.pi * x**2 * (2 * (z - x) + 4 / 3 * x)
    if shape.kind in (SPHERE, ELLIPSOID):
        return 4 / 3 * math.pi * x * y * z
    return 8 * x * y * z


# ----------------------------------------------------------------------------------------------------------------------
# Points of contact: vertices of the convex hull of each shape of a link
# ----------------------------------------------------------------------------------------------------------------------

MAX_CONTACT_POINTS = 60  # of a shape; each is tested in every step


def hull_points(shapes: Sequence[TreeShape]) -> FloatArray:
    """Vertices of the convex hulls of all shapes in the body's frame, shape (n, 3), [m].

    Of a hull with more vertices, those that are furthest in 60 evenly distributed directions.
    """
    clouds = []
    for shape in shapes:
        points = _outline(shape) if shape.points is None else _hull(shape.points)[0]
        clouds.append(shape.p + fewer_points(points) @ shape.R.T)
    return np.concatenate(clouds) if clouds else np.empty((0, 3))


def fewer_points(points: FloatArray) -> FloatArray:
    """Of more than 60 points, those that are furthest in 60 evenly distributed directions, shape (n, 3), [m]."""
    if len(points) <= MAX_CONTACT_POINTS:
        return points
    return points[np.unique((points @ _directions(MAX_CONTACT_POINTS).T).argmax(axis=0))]


def _outline(shape: TreeShape) -> FloatArray:
    """Points on the surface of a primitive, in its own frame."""
    x, y, z = shape.half.tolist()
    angles = np.linspace(0, 2 * math.pi, 12, endpoint=False)
    ring = np.column_stack([x * np.cos(angles), y * np.sin(angles), np.zeros(12)])
    end = np.array([0.0, 0.0, z])
    if shape.kind == CYLINDER:
        return np.concatenate([ring - end, ring + end])
    if shape.kind in (SPHERE, ELLIPSOID):
        return _directions(MAX_CONTACT_POINTS) * [x, y, z]
    if shape.kind == CAPSULE:
        ball = x * _directions(MAX_CONTACT_POINTS)
        return ball + np.where(ball[:, 2:] > 0, 1.0, -1.0) * (end - [0.0, 0.0, x])
    return np.array([(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)])


def _directions(n: int) -> FloatArray:
    """n unit vectors on a Fibonacci spiral, shape (n, 3)."""
    i = np.arange(n) + 0.5
    cosine, turn = 1 - 2 * i / n, math.pi * (1 + math.sqrt(5)) * i
    sine = np.sqrt(1 - cosine**2)
    return np.column_stack([sine * np.cos(turn), sine * np.sin(turn), cosine])


# ----------------------------------------------------------------------------------------------------------------------
# Mass, centre of mass and inertia of shapes of uniform density
# ----------------------------------------------------------------------------------------------------------------------


def solid_of(shapes: Sequence[TreeShape], density: float) -> Lump | None:
    """Mass properties of shapes together, in the body's frame; None if they enclose no volume.

    Args:
        shapes: Of one body; they are taken as separate where they overlap.
        density: Density [kg/m^3].
    """
    lumps = [lump for shape in shapes if (lump := _solid(shape)) is not None]
    if not lumps:
        return None
    volume, com, inertia = as_one(lumps)
    return density * volume, com, density * inertia


def _solid(shape: TreeShape) -> Lump | None:
    """Volume, centre and inertia at density 1 of one shape in the body's frame."""
    if shape.triangles is not None:
        volume, com, inertia = _polyhedron(shape.triangles)
        if not volume > 0:
            return None
        return volume, shape.p + shape.R @ com, shape.R @ inertia @ shape.R.T
    volume = _volume(shape)
    x, y, z = shape.half.tolist()
    if shape.kind == CAPSULE:
        return _capsule(shape)
    if shape.kind == CYLINDER:
        moments = [(3 * y * y + 4 * z * z) / 12, (3 * x * x + 4 * z * z) / 12, (x * x + y * y) / 4]
    elif shape.kind in (SPHERE, ELLIPSOID):
        moments = [(y * y + z * z) / 5, (x * x + z * z) / 5, (x * x + y * y) / 5]
    else:
        moments = [(y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3]
    return volume, shape.p, shape.R @ np.diag(volume * np.array(moments)) @ shape.R.T


def _capsule(shape: TreeShape) -> Lump:
    r, half = float(shape.half[0]), float(shape.half[2] - shape.half[0])
    tube, ball = 2 * math.pi * r**2 * half, 4 / 3 * math.pi * r**3
    along = tube * r**2 / 2 + ball * 0.4 * r**2
    across = tube * (3 * r**2 + 4 * half**2) / 12 + ball * (0.4 * r**2 + half**2 + 0.75 * r * half)
    return tube + ball, shape.p, shape.R @ np.diag([across, across, along]) @ shape.R.T


def _polyhedron(triangles: FloatArray) -> Lump:
    """Volume, centre and inertia about it of the solid inside triangles: sums over tetrahedra from the origin."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    volume = float(volumes.sum())
    if volume < 0:  # the faces are turned inside out
        volumes, volume = -volumes, -volume
    if not volume > 1e-18:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    total = a + b + c
    com = (volumes[:, None] * total).sum(axis=0) / (4 * volume)
    second = sum(np.einsum("i,ij,ik->jk", volumes, x, x) for x in (a, b, c, total)) / 20
    about = second - volume * np.outer(com, com)
    return volume, com, np.trace(about) * np.eye(3) - about


# ----------------------------------------------------------------------------------------------------------------------
# Cross-section of a link, from the shapes of its body
# ----------------------------------------------------------------------------------------------------------------------


def main_shape(body: TreeBody) -> TreeShape:
    """Return the largest shape, by the volume of its bounding box."""
    return max(body.shapes, key=lambda shape: float(np.prod(shape.half)))


def section_of(body: TreeBody, start: FloatArray, R: FloatArray, length: float) -> tuple[Section | None, str]:
    """Return a section like the body's largest shape, and a sentence on the geometry that it omits; empty if none.

    Args:
        body: The body.
        start, R: Tail end and axes of the link in the body's frame, shape (3,), [m], and (3, 3).
        length: Length of the link [m].
    """
    if not body.shapes:
        return None, ""
    shape = main_shape(body)
    aligned = R.T @ shape.R
    half = np.abs(aligned) @ shape.half
    if not half[1:].min() > 0:
        return None, "it is flat in the file"
    section: Section
    if shape.kind in (CYLINDER, CAPSULE) and abs(aligned[0, 2]) > 1 - 1e-6:
        section, kept = Cylinder(float(shape.half[0])), shape.kind == CYLINDER
    elif shape.kind == SPHERE:
        section, kept = Cylinder(float(shape.half[0])), False
    elif shape.kind == ELLIPSOID:
        y, z = np.linalg.norm(aligned[1:] * shape.half, axis=1).tolist()
        section, kept = Cylinder(y) if y == z else Ellipse(2 * y, 2 * z), False
    else:
        section = Box(float(2 * half[1]), float(2 * half[2]))
        kept = shape.kind == BOX and bool((np.abs(aligned).max(axis=0) > 1 - 1e-6).all())
    moved = _moved(shape, R.T @ (shape.p - start), float(2 * half[0]), length)
    if shape.fit:
        others = f"; of {len(body.shapes)} shapes, the largest" if len(body.shapes) > 1 else ""
        return section, f"a mesh{others}: {shape.fit}{moved}"
    if kept and len(body.shapes) == 1 and not moved:
        return section, ""
    kind = {OTHER: "a shape", ELLIPSOID: "an ellipsoid"}.get(shape.kind, f"a {shape.kind}")
    what = kind if len(body.shapes) == 1 else f"{len(body.shapes)} shapes, the largest {kind}"
    bar = {Cylinder: "round", Ellipse: "elliptic"}.get(type(section), "rectangular")
    return section, f"{what}; {'an' if bar == 'elliptic' else 'a'} {bar} bar stands for it{moved}"


def _moved(shape: TreeShape, middle: FloatArray, extent: float, length: float) -> str:
    """Sentence on how the bar of a link differs from the shape in place and length; empty for small differences.

    Args:
        shape: The shape.
        middle: Its middle in the axes of the link from the tail end, shape (3,), [m].
        extent: Its extent along the link [m].
        length: Length of the link [m].
    """
    aside, words = float(np.hypot(*middle[1:])), []
    if is_aside(shape, middle):
        words.append(f"{1e3 * aside:.3g} mm beside its middle")
    caps = 2 * float(shape.half[0]) if shape.kind == CAPSULE else 0.0  # they may reach beyond the joints
    if max(extent - caps - length, length - extent) > 0.2 * max(extent, length):
        words.append(f"{1e3 * length:.3g} mm long in place of {1e3 * extent:.3g} mm")
    if not words:
        return ""
    return f"; on the line of the joints, {' and '.join(words)}"


def is_aside(shape: TreeShape, middle: FloatArray) -> bool:
    """Return True for a shape whose middle, in the axes of the link, shape (3,), is not on the line of the joints."""
    return float(np.hypot(*middle[1:])) > 0.1 * float(shape.half.max())
