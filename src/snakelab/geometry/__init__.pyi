"""Public names of the package, imported at their first use."""

from .height_maps import HeightImage as HeightImage, HeightMesh as HeightMesh, HeightTable as HeightTable
from .planar_solids import HullWall as HullWall, Outline as Outline, PlanarPipe as PlanarPipe, Post as Post
from .rotations import matrix_of as matrix_of, quaternion_of as quaternion_of
from .cross_sections import Box as Box, Cylinder as Cylinder, Ellipse as Ellipse
from .surfaces import (
    Block as Block,
    Extruded as Extruded,
    HeightField as HeightField,
    Pipe as Pipe,
    Plane as Plane,
    Pole as Pole,
    signed_distance as signed_distance,
)
from .terrain import (
    Boulders as Boulders,
    Incline as Incline,
    Ripples as Ripples,
    RoughGround as RoughGround,
    Stairs as Stairs,
    Terrain as Terrain,
)

__all__ = [
    "Block",
    "Boulders",
    "Box",
    "Cylinder",
    "Ellipse",
    "Extruded",
    "HeightField",
    "HeightImage",
    "HeightMesh",
    "HeightTable",
    "HullWall",
    "Incline",
    "Outline",
    "Pipe",
    "PlanarPipe",
    "Plane",
    "Pole",
    "Post",
    "Ripples",
    "RoughGround",
    "Stairs",
    "Terrain",
    "signed_distance",
]
