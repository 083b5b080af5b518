"""Geoms of MuJoCo for the surfaces of a world, and for the skin and the wheels of a robot.

In reading order: `pipe_facets`, the inside of a pipe; `write_surface`, the other surfaces; `skin_geoms`, the skin;
`write_wheel`, the body of a wheel that spins.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Lump, as_one, disc
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.surfaces import INFINITE_EXTENT, Block, Extruded, HeightField, Pipe, Plane, Pole, Surface
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.capsules import capsules
from snakelab.physics.model import Model
from snakelab.physics.skin_tables import CORNERS, FACE, FIXED_POINTS, LINES, WHEEL, between_rings
from snakelab.plugins.mujoco.robot_files.motion_export import pose, text
from snakelab.robots.link import Link, Wheel
from snakelab.worlds.free_bodies import Capsule, ConvexHull, Cuboid, FreeBody

# ----------------------------------------------------------------------------------------------------------------------
# Inside of a pipe as boxes: MuJoCo has no hollow geoms, so flat facets surround the bore
#
# The bore becomes a prism of `FACETS` sides that touches the circle at the middle of each side and leaves room at the
# corners: a body at a distance e from the axis moves farther by e (1 - cos(pi / FACETS)) at most, half a percent of its
# play. Where the line bends, the facets of two pieces meet at the plane that halves the bend.
# ----------------------------------------------------------------------------------------------------------------------

FACETS = 32
MAX_BEND = math.radians(30.0)  # at one point of the line
MAX_PIECES = 30  # each has a contact pair for each facet and each capsule of the skin
COLLINEAR = 1e-9  # two directions or slopes that differ by less are one


class Facet(NamedTuple):
    """One box of the wall.

    Attributes:
        centre: Centre in world axes, shape (3,), [m].
        rotation: Its axes as columns: along the pipe, across, out of the bore, shape (3, 3).
        half: Half sizes along them, shape (3,), [m].
    """

    centre: FloatArray
    rotation: FloatArray
    half: FloatArray


class _Piece(NamedTuple):
    """Straight piece between two points of the line, whose bore may taper."""

    start: FloatArray
    end: FloatArray
    radii: tuple[float, float]

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.start))

    @property
    def direction(self) -> FloatArray:
        return (self.end - self.start) / self.length

    @property
    def slope(self) -> float:
        return (self.radii[1] - self.radii[0]) / self.length


def pipe_fault(pipe: Pipe) -> str:
    """Reason for which facets cannot represent this pipe, and the alternative; empty if they can."""
    pieces = _pieces(pipe)
    if len(pieces) > MAX_PIECES:
        return f"a Pipe of {len(pieces)} pieces (at most {MAX_PIECES}: write its line with fewer points)"
    bends = [_bend(*pair) for pair in pairwise(pieces)]
    if any(bend > MAX_BEND for bend in bends):
        return (
            f"a Pipe that bends by {math.degrees(max(bends)):.3g} degrees at a point (at most {math.degrees(MAX_BEND):.3g}: "
            "write the bend as an arc of more points)"
        )
    return ""


def pipe_facets(pipe: Pipe) -> list[Facet]:
    """Return the boxes around a pipe's bore, those of each straight piece in a row, the lowest side first.

    Args:
        pipe: One without a `pipe_fault`.
    """
    pieces = _pieces(pipe)
    straight = all(_bend(a, b) < COLLINEAR for a, b in pairwise(pieces))
    facets = []
    for i, piece in enumerate(pieces):
        before = pieces[i - 1].direction if i else piece.direction
        after = pieces[i + 1].direction if i + 1 < len(pieces) else piece.direction
        # an end face can also be touched; in bends a thicker wall could protrude into the bore of another piece
        thick = min(pipe.wall, 10.0 if straight else max(piece.radii))
        facets += [_facet(piece, out, before, after, thick) for out in _side_normals(piece.direction)]
    return [facet for facet in facets if facet is not None]


def _pieces(pipe: Pipe) -> list[_Piece]:
    """Return straight pieces of positive length; collinear pieces with the same taper are joined."""
    line = np.asarray(pipe.line, dtype=np.float64)
    radii = np.broadcast_to(np.asarray(pipe.radii, dtype=np.float64), len(line)).tolist()
    pieces: list[_Piece] = []
    for start, end, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        if np.array_equal(start, end):
            continue
        piece = _Piece(start, end, (first, last))
        if pieces and _is_collinear(pieces[-1], piece):
            piece = _Piece(pieces[-1].start, end, (pieces[-1].radii[0], last))
            pieces.pop()
        pieces.append(piece)
    return pieces


def _is_collinear(before: _Piece, after: _Piece) -> bool:
    same_wall = before.radii[1] == after.radii[0] and abs(before.slope - after.slope) < COLLINEAR
    return same_wall and _bend(before, after) < COLLINEAR


def _bend(before: _Piece, after: _Piece) -> float:
    """Angle between two pieces [rad]."""
    a, b = before.direction, after.direction
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))


def _side_normals(direction: FloatArray) -> FloatArray:
    """Unit vectors across a direction, the first as near to down as possible, shape (FACETS, 3)."""
    down = np.array([0.0, 0.0, -1.0]) if abs(direction[2]) < 0.999 else np.array([0.0, -1.0, 0.0])
    first = down - (down @ direction) * direction
    first /= np.linalg.norm(first)
    second = np.cross(direction, first)
    angles = 2 * np.pi * np.arange(FACETS)[:, None] / FACETS
    return np.asarray(np.cos(angles) * first + np.sin(angles) * second)


def _facet(piece: _Piece, out: FloatArray, before: FloatArray, after: FloatArray, thick: float) -> Facet | None:
    """Return the box on one side of a piece; None if it vanishes on the inside of a bend."""
    t = piece.direction
    low = _mitre(t, before, out, piece.radii[0])
    high = piece.length + _mitre(t, after, out, piece.radii[1])
    if low >= high:
        return None
    radii = [piece.radii[0] + piece.slope * s for s in (low, high)]
    ends = [piece.start + s * t + r * out for s, r in zip((low, high), radii, strict=True)]
    along = ends[1] - ends[0]
    length = float(np.linalg.norm(along))
    along /= length
    outward = out - (out @ along) * along
    outward /= np.linalg.norm(outward)
    wide = (max(radii) + thick) * math.tan(math.pi / FACETS)
    rotation = np.column_stack((along, np.cross(outward, along), outward))
    return Facet((ends[0] + ends[1]) / 2 + thick / 2 * outward, rotation, np.array([length / 2, wide, thick / 2]))


def _mitre(t: FloatArray, other: FloatArray, out: FloatArray, radius: float) -> float:
    """Distance along t from a bend's point at which a side reaches the plane that halves the bend [m]."""
    halving = t + other
    return float(-radius * (out @ halving) / (t @ halving))


# ----------------------------------------------------------------------------------------------------------------------
# Surfaces as MuJoCo's geoms
# ----------------------------------------------------------------------------------------------------------------------

PAIRS_ONLY = {"contype": "0", "conaffinity": "0"}  # attributes of a geom that touches in contact pairs only


def surface_fault(surface: Surface) -> str:
    """Name of a surface element without a MuJoCo geom; empty if there is a geom."""
    if isinstance(surface, Pipe):
        return pipe_fault(surface)
    return "an Extruded" if isinstance(surface, Extruded) else ""


def is_followed(surface: Surface) -> bool:
    """Return True if the engine moves a plane along this surface for each skin point, for lack of an equal geom."""
    # MuJoCo has no geom with the contact points of rings on these surfaces
    return isinstance(surface, (HeightField, Terrain, Extruded)) or bool(surface_fault(surface))


def plane_name(number: int) -> str:
    """Name of the plane below a ball of the skin."""
    return f"plane/{number}"


def write_plane(world: ET.Element, number: int) -> None:
    """Write the plane below a ball of the skin; its initial position is far below."""
    body = ET.SubElement(
        world, "body", {"name": plane_name(number), "mocap": "true", "pos": text(0.0, 0.0, -INFINITE_EXTENT)}
    )
    ET.SubElement(body, "geom", {"name": plane_name(number), "type": "plane", "size": "0 0 1", **PAIRS_ONLY})


def write_surface(world: ET.Element, assets: ET.Element, name: str, surface: Surface) -> None:
    """Write a surface as geoms of the world, with the names of `surface_names`.

    Args:
        world: The `worldbody` element.
        assets: The `asset` element, which height fields need.
        name: Name of the geom.
        surface: A surface without a `surface_fault`.
    """
    for geom_name, geom in zip(surface_names(name, surface), _geoms(assets, name, surface), strict=True):
        ET.SubElement(world, "geom", {"name": geom_name, **geom, **PAIRS_ONLY})


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
            pos, quat = text(*(numbers[3] * numbers[:3])), text(*quaternion_from_z(numbers[:3]))
            return [{"type": "plane", "size": "0 0 1", "pos": pos, "quat": quat}]
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
    half = INFINITE_EXTENT / 2 if endless else pole.length / 2
    return {
        "type": "capsule" if endless else "cylinder",
        "size": text(pole.radius, half),
        "pos": text(*np.asarray(pole.point, dtype=np.float64)),
        "quat": text(*quaternion_from_z(axis / np.linalg.norm(axis))),
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
    asset["size"] = text(*half, max(high - low, 1e-6), 0.1)  # which reaches 0.1 m below its lowest point
    ET.SubElement(assets, "hfield", asset)
    return text(*(origin + half), low)


def quaternion_from_z(direction: FloatArray) -> FloatArray:
    """Quaternion of the shortest rotation that takes z to a unit direction, wxyz."""
    w = 1.0 + direction[2]
    if w < 1e-12:
        return np.array([0.0, 1.0, 0.0, 0.0])
    quat = np.array([w, -direction[1], direction[0], 0.0])
    return np.asarray(quat / np.linalg.norm(quat))


# ----------------------------------------------------------------------------------------------------------------------
# Skin as capsules: their ends are the skin points, and MuJoCo's friction on a plane follows a capsule's axis
#
# Two round rings are the ends of one capsule. Fixed points in a row along a link, such as the corners of a box, are the
# ends of a thin one. A single ring is a ball; for anisotropic friction, a very short capsule, whose two
# contacts share its load. In a world with a height field all rings are separate, since the built-in engine tests rings
# only, and not the body between them.
# ----------------------------------------------------------------------------------------------------------------------

POINT_RADIUS = 1e-5  # of the capsule for a row of points [m]
RING_HALF_LENGTH = 1e-4  # of the capsule for a ring [m]


class SkinGeom(NamedTuple):
    """Capsule or ball of the skin.

    Attributes:
        link: Index of its link.
        start, end: Centres of its ends from the link's centre of mass, link axes, shape (3,), [m].
        radius: Radius [m].
        points: Indices of the skin points at its ends.
        fraction: Number of contacts that share the load of one skin point [-].
        wheel: Index of the wheel on its link; None for the link's own skin.
        contact: Index of its contact law, on a plane that the engine moves; None for all that have geoms.
    """

    link: int
    start: FloatArray
    end: FloatArray
    radius: float
    points: tuple[int, int]
    fraction: float
    wheel: int | None = None
    contact: int | None = None


def skin_name(number: int) -> str:
    """Name of a capsule of the skin."""
    return f"skin/{number}"


def site_name(link: int) -> str:
    """Name of the site at a link's centre of mass, in the link's axes."""
    return f"centre/{link}"


def skin_geoms(model: Model, directed: bool, apart: bool = False) -> list[SkinGeom]:
    """Return the whole skin of a robot.

    Args:
        model: A model of rigid links in a world with surfaces.
        directed: True if friction differs along and across the body.
        apart: True to separate all skin points, as over uneven ground: a capsule would touch a stone between two of
            them.
    """
    rings = list(model.rings[~between_rings(model.rings)])
    geoms: list[SkinGeom] = []
    for link in range(model.n_stations):
        link_rings = [ring for ring in rings if ring["station"] == link and ring["kind"] != WHEEL]
        if link_rings and link_rings[0]["kind"] == FIXED_POINTS:
            for m in range(link_rings[0]["n_points"]):
                places = [(_fixed(model, ring, m), int(ring["first"]) + m) for ring in link_rings]
                geoms += _row(places, link, POINT_RADIUS, directed, apart)
        else:
            places = [(ring["offset"].copy(), int(ring["first"])) for ring in link_rings]
            radius = max(link_rings[0]["radius"], POINT_RADIUS) if link_rings else POINT_RADIUS
            geoms += _row(places, link, radius, directed, apart)
        geoms += _wheels([ring for ring in rings if ring["station"] == link and ring["kind"] == WHEEL], link)
    return geoms


def _wheels(rings: list[np.void], link: int) -> list[SkinGeom]:
    """Return wheels as balls: capsules along their axles, too short to be visible."""
    balls = []
    for number, ring in enumerate(rings):
        reach, point = RING_HALF_LENGTH * ring["axle"], int(ring["first"])
        ends = ring["offset"] - reach, ring["offset"] + reach
        balls.append(SkinGeom(link, *ends, float(ring["radius"]), (point, point), 2.0, number))
    return balls


def moved_skin_geoms(model: Model, contact: int, directed: bool) -> list[SkinGeom]:
    """Return every skin point separately, also the moving one of an edge: the engine sets their positions.

    Args:
        model: A model of rigid links.
        contact: Index of their contact law in the world.
        directed: True if friction differs along and across the body.
    """
    geoms, wheels = [], [0] * len(model.arrays.stations)
    rings = model.arrays.rings  # those of free bodies, too, without their faces
    for ring in rings[~np.isin(rings["kind"], (CORNERS, FACE))]:
        link, wheel, reach = int(ring["station"]), None, np.array([RING_HALF_LENGTH if directed else 0.0, 0.0, 0.0])
        if ring["kind"] == WHEEL:
            wheel, reach = wheels[link], RING_HALF_LENGTH * ring["axle"]
            wheels[link] += 1
        radius = POINT_RADIUS if ring["kind"] in (FIXED_POINTS, LINES) else max(float(ring["radius"]), POINT_RADIUS)
        fraction = 2.0 if reach.any() else 1.0
        for point in range(int(ring["first"]), int(ring["first"] + ring["n_points"])):
            ends = ring["offset"] - reach, ring["offset"] + reach
            geoms.append(SkinGeom(link, *ends, radius, (point, point), fraction, wheel, contact))
    return geoms


def resting_points(skin: Sequence[SkinGeom], link: int) -> int:
    """Number of points that support a link that lies flat: the lowest ones."""
    low = [(skin_geom.start[2] - skin_geom.radius, skin_geom.points) for skin_geom in skin if skin_geom.link == link]
    minimum, size = min(z for z, _ in low), max(abs(z) for z, _ in low)
    return sum(len({*points}) for z, points in low if z < minimum + 1e-2 * size)


def _row(places: list[tuple[FloatArray, int]], link: int, radius: float, directed: bool, apart: bool) -> list[SkinGeom]:
    """Capsule of points in a row along a link, from the first to the last, with replacements of those between."""
    alone = places
    geoms = []
    if len(places) > 1 and not apart:
        (start, first), (end, last) = places[0], places[-1]
        geoms, alone = [SkinGeom(link, start, end, radius, (first, last), 1.0)], places[1:-1]
    for centre, point in alone:
        reach = np.array([RING_HALF_LENGTH if directed else 0.0, 0.0, 0.0])
        fraction = 2.0 if directed else 1.0
        geoms.append(SkinGeom(link, centre - reach, centre + reach, radius, (point, point), fraction))
    return geoms


def _fixed(model: Model, ring: np.void, m: int) -> FloatArray:
    """Position of a fixed point, moved inward by the thickness of its capsule."""
    y, z = model.arrays.points[ring["first"] + m]
    out = np.array([0.0, y, z])
    size = float(np.linalg.norm(out))
    return ring["offset"] + out * (max(0.0, 1.0 - POINT_RADIUS / size) if size else 0.0)


# ----------------------------------------------------------------------------------------------------------------------
# Free bodies of the world, and the capsules of the robot that touch them
# ----------------------------------------------------------------------------------------------------------------------


def object_geom(body: FreeBody) -> str:
    """Name of a free body, its joint and its geom."""
    return f"object/{body.name}"


def body_geom(number: int) -> str:
    """Name of a capsule of the robot that touches free bodies."""
    return f"body/{number}"


def write_object(root: ET.Element, world: ET.Element, body: FreeBody) -> ET.Element:
    """Write a free body, and return it; its skin is written with that of the robot, and a mesh among the assets of the root."""
    name, shape = object_geom(body), body.shape
    element = ET.SubElement(world, "body", {"name": name, "pos": text(*body.position), "quat": text(*body.quaternion)})
    ET.SubElement(element, "freejoint", {"name": name})
    inertia = {"pos": "0 0 0", "mass": text(body.total_mass), "diaginertia": text(*body.moments)}
    if isinstance(shape, ConvexHull) and body.inertia is None:
        axes = np.linalg.eigh(body.inertia_matrix)[1]
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        inertia["quat"] = text(*matrix_to_quat(tuple(axes.ravel().tolist())))
    ET.SubElement(element, "inertial", inertia)
    match shape:
        case ConvexHull():
            if (assets := root.find("asset")) is None:
                assets = ET.SubElement(root, "asset")
            vertices, triangles = shape.polyhedron.vertices.ravel(), shape.polyhedron.triangles.ravel()
            mesh = {"name": name, "vertex": text(*vertices), "face": " ".join(map(str, triangles.tolist()))}
            ET.SubElement(assets, "mesh", mesh)
            geom = {"type": "mesh", "mesh": name}
        case Cuboid():
            geom = {"type": "box", "size": text(*(extent / 2 for extent in shape.size))}
        case Capsule() if shape.length > 0:
            half = shape.length / 2
            geom = {"type": "capsule", "fromto": text(-half, 0, 0, half, 0, 0), "size": text(shape.radius)}
        case _:
            geom = {"type": "sphere", "size": text(shape.radius)}
    ET.SubElement(element, "geom", {"name": name, **geom, **PAIRS_ONLY})
    return element


def write_bodies_of_link(body: ET.Element, model: Model, link: int, p: FloatArray, R: FloatArray) -> None:
    """Write the capsules of a link that touch free bodies; its centre of mass is at p, its axes are R in its body."""
    own = capsules(model.robot)
    for number in np.flatnonzero(own.stations[:, 0] == link):
        start, end = p + own.ends[number] @ R.T
        geom = {"type": "capsule", "fromto": text(*start, *end), "size": text(own.radius[number]), "group": "3"}
        ET.SubElement(body, "geom", {"name": body_geom(int(number)), **geom, **PAIRS_ONLY})


# ----------------------------------------------------------------------------------------------------------------------
# Spinning wheels: a body for each, with a hinge along its axle, taken out of its link
#
# A wheel without a specified mass is a disc of steel, 5 mm wide: 38 g at a radius of 18 mm, as in the published model
# files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability
# Based on ROS, 2024. Its friction along the roll is that of its bearing: a constant moment, of the load that a wheel of
# the resting robot carries.
# ----------------------------------------------------------------------------------------------------------------------


def lump_of(wheel: Wheel) -> Lump:
    """Mass, centre from the tail end of its link, and inertia about it, of a wheel in its link."""
    if wheel.mass:
        return wheel.lump()
    width, density = 0.005, 7557.0  # [m], [kg/m^3]
    mass = density * math.pi * wheel.radius**2 * width
    return mass, wheel.centre(), disc(mass, wheel.radius, width, wheel.direction())


def without_wheels(link: Link, name: str) -> Link:
    """Return the link without the discs of its wheels.

    Raises:
        RobotError: if the link is not as heavy as its wheels.
    """
    problem = (
        f"{name} cannot have wheels that spin: they exceed its mass and inertia; "
        "increase those of the link, specify the mass of its wheels, or omit spinning_wheels"
    )
    taken = [(-mass, centre, -inertia) for mass, centre, inertia in map(lump_of, link.friction_wheels)]
    if link.whole_mass + sum(mass for mass, _, _ in taken) <= 0.0:
        raise RobotError(problem)
    mass, com, inertia = as_one([(link.whole_mass, link.com_point(), link.inertia_matrix()), *taken])
    try:
        return replace(link, mass=mass, com=tuple(com.tolist()), inertia=inertia, wheels=())
    except RobotError:
        raise RobotError(problem) from None


def write_wheel(wheel: Wheel, name: str, p: FloatArray, R: FloatArray, load: float) -> ET.Element:
    """Write the body of a wheel, for insertion into its link's body; its contact geometry is written by its skin.

    Args:
        wheel: The wheel.
        name: Name of its body and its joint.
        p, R: Its centre and its link's axes in the link's body.
        load: Load of the wheel [N].
    """
    (mass, _, inertia), axle = lump_of(wheel), wheel.direction()
    body = ET.Element("body", {"name": name, **pose(p, R)})
    loss = wheel.roll * load * wheel.radius
    joint = {"name": name, "type": "hinge", "axis": text(*axle), **({"frictionloss": text(loss)} if loss else {})}
    ET.SubElement(body, "joint", joint)
    axes = _axes(axle)
    # not `fullinertia`: for a thin disc with A + B = C, MuJoCo rejects values that differ by rounding
    across, spin = float(axes[:, 0] @ inertia @ axes[:, 0]), float(axle @ inertia @ axle)
    across = max(across, spin / 2)
    place = pose(np.zeros(3), axes)
    ET.SubElement(body, "inertial", {"mass": text(mass), "diaginertia": text(across, across, spin), **place})
    return body


def _axes(axle: FloatArray) -> FloatArray:
    """Axes of which the third is the axle, as columns, shape (3, 3)."""
    first = np.cross(axle, np.eye(3)[np.argmin(np.abs(axle))])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axle, first), axle])
