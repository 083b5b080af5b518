"""Our surfaces as MuJoCo's geoms."""

import math
import xml.etree.ElementTree as ET

import numpy as np

from snakelab.bridges.export import text
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.surfaces import FAR, Block, HeightField, Plane, Pole, Surface, Terrain
from snakelab.types import FloatArray

UNTOUCHED = {"contype": "0", "conaffinity": "0"}  # only pairs touch
BASE = 0.1  # how far a height field goes on below its lowest point [m]


def write_surface(world: ET.Element, assets: ET.Element, name: str, surface: Surface) -> bool:
    """Write a surface as a geom of the world; False where MuJoCo has none like it: pipes, and walls of a plan.

    Args:
        world: The `worldbody` element.
        assets: The `asset` element, which height fields need.
        name: Of the geom.
        surface: Any.
    """
    match surface:
        case Plane():
            numbers = surface.numbers()
            normal = numbers[:3]
            turned = {"pos": text(*(numbers[3] * normal)), "quat": _turned_to(normal)}
            geom = {"type": "plane", "size": "0 0 1", **turned}
        case Block():
            numbers = surface.numbers()
            quat = text(*matrix_to_quat(tuple(numbers[:9])))
            geom = {"type": "box", "size": text(*numbers[12:15]), "pos": text(*numbers[9:12]), "quat": quat}
        case Pole():
            geom = _pole(surface)
        case HeightField() | Terrain():
            geom = {"type": "hfield", "hfield": name, "pos": _height_field(assets, name, surface)}
        case _:
            return False
    ET.SubElement(world, "geom", {"name": name, **geom, **UNTOUCHED})
    return True


def _pole(pole: Pole) -> dict[str, str]:
    """A cylinder; without ends a capsule, whose contacts are exact."""
    axis = np.asarray(pole.axis, dtype=np.float64)
    endless = math.isinf(pole.length)
    half = FAR / 2 if endless else pole.length / 2
    return {
        "type": "capsule" if endless else "cylinder",
        "size": text(pole.radius, half),
        "pos": text(*np.asarray(pole.point, dtype=np.float64)),
        "quat": _turned_to(axis / np.linalg.norm(axis)),
    }


def _height_field(assets: ET.Element, name: str, field: HeightField | Terrain) -> str:
    """Write the heights; returns where the field stands. MJCF wants the row of the greatest y first, and a middle."""
    numbers = field.numbers()
    n_x, n_y = int(numbers[0]), int(numbers[1])
    origin, spacing = numbers[2:4], numbers[4:6]
    heights = numbers[6:].reshape(n_y, n_x)
    low, high = float(heights.min()), float(heights.max())
    half = spacing * np.array([n_x - 1, n_y - 1]) / 2
    asset = {"name": name, "nrow": str(n_y), "ncol": str(n_x), "elevation": text(*heights[::-1].ravel())}
    # MuJoCo scales the least height to 0 and the greatest to 1; level ground has no height to scale.
    asset["size"] = text(*half, max(high - low, 1e-6), BASE)
    ET.SubElement(assets, "hfield", asset)
    return text(*(origin + half), low)


def _turned_to(direction: FloatArray) -> str:
    """Quaternion of the shortest turn that takes z to a unit direction."""
    w = 1.0 + direction[2]
    if w < 1e-12:
        return text(0.0, 1.0, 0.0, 0.0)
    quat = np.array([w, -direction[1], direction[0], 0.0])
    return text(*(quat / np.linalg.norm(quat)))
