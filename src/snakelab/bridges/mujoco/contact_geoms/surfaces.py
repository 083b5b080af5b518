"""Surfaces as MuJoCo's geoms."""

import math
import xml.etree.ElementTree as ET

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.pipes import pipe_facets, pipe_fault
from snakelab.bridges.robot_files.export import text
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.surfaces import FAR, Block, Extruded, HeightField, Pipe, Plane, Pole, Surface, Terrain
from snakelab.types import FloatArray

UNTOUCHED = {"contype": "0", "conaffinity": "0"}  # only pairs touch
# no geom of MuJoCo has the contact points of our rings
FOLLOWED = (HeightField, Terrain, Extruded)
BASE = 0.1  # depth of a height field below its lowest point [m]


def surface_fault(surface: Surface) -> str:
    """Name of a surface element without a MuJoCo geom; empty if there is a geom."""
    if isinstance(surface, Pipe):
        return pipe_fault(surface)
    return "an Extruded" if isinstance(surface, Extruded) else ""


def is_followed(surface: Surface) -> bool:
    """Return True if the engine moves a plane along this surface for each skin point, for lack of an equal geom."""
    return isinstance(surface, FOLLOWED) or bool(surface_fault(surface))


def plane_name(number: int) -> str:
    """Name of the plane below a ball of the skin."""
    return f"plane/{number}"


def write_plane(world: ET.Element, number: int) -> None:
    """Write the plane below a ball of the skin; its initial position is far below."""
    body = ET.SubElement(world, "body", {"name": plane_name(number), "mocap": "true", "pos": text(0.0, 0.0, -FAR)})
    ET.SubElement(body, "geom", {"name": plane_name(number), "type": "plane", "size": "0 0 1", **UNTOUCHED})


def write_surface(world: ET.Element, assets: ET.Element, name: str, surface: Surface) -> None:
    """Write a surface as geoms of the world, with the names of `surface_names`.

    Args:
        world: The `worldbody` element.
        assets: The `asset` element, which height fields need.
        name: Name of the geom.
        surface: A surface without a `surface_fault`.
    """
    for geom_name, geom in zip(surface_names(name, surface), _geoms(assets, name, surface), strict=True):
        ET.SubElement(world, "geom", {"name": geom_name, **geom, **UNTOUCHED})


def surface_names(name: str, surface: Surface) -> list[str]:
    """Names of a surface's geoms: its own, or one for each facet of a pipe; empty if MuJoCo has no equal geom."""
    if surface_fault(surface):
        return []
    return [f"{name}/facet/{i}" for i in range(len(pipe_facets(surface)))] if isinstance(surface, Pipe) else [name]


def _geoms(assets: ET.Element, name: str, surface: Surface) -> list[dict[str, str]]:
    """Attributes of the geoms of a surface, besides their names."""
    match surface:
        case Plane():
            numbers = surface.numbers()
            normal = numbers[:3]
            turned = {"pos": text(*(numbers[3] * normal)), "quat": _turned_to(normal)}
            return [{"type": "plane", "size": "0 0 1", **turned}]
        case Block():
            numbers = surface.numbers()
            return [_box(numbers[:9], numbers[9:12], numbers[12:15])]
        case Pole():
            return [_pole(surface)]
        case Pipe():
            return [_box(facet.rotation.ravel(), facet.centre, facet.half) for facet in pipe_facets(surface)]
        case HeightField() | Terrain():
            return [{"type": "hfield", "hfield": name, "pos": _height_field(assets, name, surface)}]
        case _:
            return []


def _box(rotation: FloatArray, centre: FloatArray, half: FloatArray) -> dict[str, str]:
    """Attributes of a box; its rotation row by row, shape (9,)."""
    quat = text(*matrix_to_quat(tuple(rotation)))
    return {"type": "box", "size": text(*half), "pos": text(*centre), "quat": quat}


def _pole(pole: Pole) -> dict[str, str]:
    """Attributes of a cylinder; without ends a capsule, whose contacts are exact."""
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
    """Write the heights; return the position of the field. MJCF needs the row of the greatest y first, and a centre."""
    numbers = field.numbers()
    n_x, n_y = int(numbers[0]), int(numbers[1])
    origin, spacing = numbers[2:4], numbers[4:6]
    heights = numbers[6:].reshape(n_y, n_x)
    low, high = float(heights.min()), float(heights.max())
    half = spacing * np.array([n_x - 1, n_y - 1]) / 2
    asset = {"name": name, "nrow": str(n_y), "ncol": str(n_x), "elevation": text(*heights[::-1].ravel())}
    # MuJoCo scales heights to the range from 0 to 1, which is not possible for level ground.
    asset["size"] = text(*half, max(high - low, 1e-6), BASE)
    ET.SubElement(assets, "hfield", asset)
    return text(*(origin + half), low)


def _turned_to(direction: FloatArray) -> str:
    """Quaternion of the shortest rotation that takes z to a unit direction."""
    w = 1.0 + direction[2]
    if w < 1e-12:
        return text(0.0, 1.0, 0.0, 0.0)
    quat = np.array([w, -direction[1], direction[0], 0.0])
    return text(*(quat / np.linalg.norm(quat)))
