"""Link of a URDF file: its inertia and its visible solids."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import BOX, CYLINDER, SPHERE, Shape
from snakelab.bridges.urdf.elements import label_of, numbers, origin_of, scalar
from snakelab.errors import RobotError
from snakelab.types import FloatArray

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


@dataclass(frozen=True)
class LinkRecord:
    """Contents of a link, in its own frame.

    Attributes:
        mass: Mass [kg]; 0 without `<inertial>`.
        com: Centre of mass, shape (3,), [m].
        inertia: About it, in the link's axes, shape (3, 3), [kg m^2].
        shapes: Boxes, cylinders and spheres that are visible, or else those for collisions.
        solid: True if there is any geometry.
        meshes: Files of meshes, which are not read.
    """

    mass: float
    com: FloatArray
    inertia: FloatArray
    shapes: tuple[Shape, ...]
    solid: bool
    meshes: tuple[str, ...]


def link_of(element: ET.Element) -> LinkRecord:
    """Read a link.

    Raises:
        RobotError: if a number is missing or impossible.
    """
    where = label_of(element)
    mass, com, inertia = _inertial(element.find("inertial"), where)
    solids = [*element.findall("visual"), *element.findall("collision")]
    shapes: tuple[Shape, ...] = ()
    for tag in ("visual", "collision"):
        shapes = shapes or tuple(shape for solid in element.findall(tag) for shape in _shapes(solid, where))
    meshes = tuple(dict.fromkeys(mesh.get("filename", "") for solid in solids for mesh in solid.iter("mesh")))
    return LinkRecord(mass, com, inertia, shapes, bool(solids), meshes)


def _inertial(element: ET.Element | None, where: str) -> tuple[float, FloatArray, FloatArray]:
    if element is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    p, R = origin_of(element, where)
    mass = scalar(_child(element, "mass", where), "value", where)
    if mass < 0:
        raise RobotError(f"{where}: mass must be at least 0 kg, got {mass:g}")
    moments = _child(element, "inertia", where)
    xx, xy, xz, yy, yz, zz = (scalar(moments, key, where) for key in MOMENTS)
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if not mass and inertia.any():
        raise RobotError(f"{where}: it has an inertia and no mass; give it a mass, or remove <inertial>")
    return mass, p, R @ inertia @ R.T


def _child(element: ET.Element, tag: str, where: str) -> ET.Element:
    child = element.find(tag)
    if child is None:
        raise RobotError(f"{where}: <{element.tag}> needs <{tag}>")
    return child


def _shapes(solid: ET.Element, where: str) -> Iterator[Shape]:
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
                case _:
                    continue
            if not half.min() > 0:
                raise RobotError(
                    f"{where}: a <{element.tag}> must be larger than 0 in all directions, got {element.attrib}"
                )
            yield Shape(kind, half, p, R)
