"""Meshes of the visible objects of a run: triangles, the objects themselves, and the surfaces of the world.

In reading order: `Mesh`, the triangles of one texture; `Stage`, all visible objects of a run; `surface_mesh`, the mesh
of a recorded surface.
"""

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabError
from snakelab.figures.picture_geometry import cut, fluids_of, rotated
from snakelab.parameters.arguments import FloatArray
from snakelab.results.recorded_objects import (
    MeshFacts,
    ObjectFacts,
    PropellerFacts,
    WheelFacts,
    meshes_of,
    objects_of,
    propellers_of,
    surfaces_of,
    trunk_links,
    walls_in,
    wheels_of,
)
from snakelab.results.recording import Recording
from snakelab.worlds.world import Scenery

# ----------------------------------------------------------------------------------------------------------------------
# Triangle meshes with texture coordinates for the surfaces of a world
# ----------------------------------------------------------------------------------------------------------------------


TILE = 1.0  # largest extent of a piece of texture [m]


@dataclass
class Mesh:
    """Triangles of one texture, collected piece by piece; a triangle is visible from the side from which it is anticlockwise.

    Args:
        rng: Generator of the positions of the pieces in the texture.
        extent: Of the texture [m].

    Attributes:
        vertices: Pieces of shape (n, 3), [m].
        texture: Texture coordinates of the vertices, pieces of shape (n, 2), in units of the texture's size.
        faces: Pieces of shape (m, 3).
    """

    rng: np.random.Generator
    extent: float
    vertices: list[FloatArray] = field(default_factory=list)
    texture: list[FloatArray] = field(default_factory=list)
    faces: list[np.ndarray] = field(default_factory=list)
    n_vertices: int = 0

    def add(self, vertices: FloatArray, texture: FloatArray, faces: np.ndarray) -> None:
        """Add a piece, whose faces count its own vertices from 0."""
        self.vertices.append(vertices)
        self.texture.append(texture)
        self.faces.append(faces + self.n_vertices)
        self.n_vertices += len(vertices)

    def add_grid(self, points: FloatArray, texture: FloatArray) -> None:
        """Add a curved rectangle.

        Args:
            points: Shape (n, m, 3), visible from the side of (direction of n) x (direction of m).
            texture: Shape (n, m, 2).
        """
        n, m = points.shape[:2]
        i = np.arange(n * m).reshape(n, m)
        a, b, c, d = i[:-1, :-1].ravel(), i[1:, :-1].ravel(), i[1:, 1:].ravel(), i[:-1, 1:].ravel()
        faces = np.concatenate((np.stack((a, b, c), 1), np.stack((a, c, d), 1)))
        self.add(points.reshape(-1, 3), texture.reshape(-1, 2), faces)

    def add_quads(self, corners: FloatArray, texture: FloatArray) -> None:
        """Add separate quadrilaterals, corners anticlockwise, shape (n, 4, 3), texture shape (n, 4, 2)."""
        first = 4 * np.arange(len(corners))[:, None]
        faces = np.concatenate((first + np.array([0, 1, 2]), first + np.array([0, 2, 3])))
        self.add(corners.reshape(-1, 3), texture.reshape(-1, 2), faces)

    def add_rectangle(self, origin: FloatArray, u: FloatArray, v: FloatArray) -> None:
        """Add a flat rectangle as tiles, each with a random piece of the texture, visible from the side of u x v.

        Args:
            origin: Corner, shape (3,), [m].
            u, v: Edges, shape (3,), [m].
        """
        n, m = (max(1, int(np.ceil(np.linalg.norm(edge) / TILE - 1e-9))) for edge in (u, v))
        i, j = (axis.ravel() for axis in np.meshgrid(np.arange(n), np.arange(m), indexing="ij"))
        corners = np.stack([np.stack((i + di, j + dj), 1) for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1))], axis=1)
        points = origin + corners[..., :1] / n * u + corners[..., 1:] / m * v
        extent = np.array([np.linalg.norm(u) / n, np.linalg.norm(v) / m]) / self.extent
        corner_offsets = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * extent
        self.add_quads(points, self.rng.random((len(i), 1, 2)) + corner_offsets)

    def add_box(self, centre: FloatArray, axes: FloatArray, half: FloatArray) -> None:
        """Add the six faces of a box with its axes as columns, shape (3, 3), and its half sizes, shape (3,), [m]."""
        for k in range(3):
            n, u, v = (axes[:, (k + i) % 3] * half[(k + i) % 3] for i in range(3))
            self.add_rectangle(centre + n - u - v, 2 * u, 2 * v)
            self.add_rectangle(centre - n - u - v, 2 * v, 2 * u)

    def add_faces(self, outline: FloatArray, bottom: float, up: FloatArray) -> None:
        """Add an upright face on each edge of a closed outline, shape (n, 2), visible from both sides."""
        for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            u = np.append(b - a, 0.0)
            if np.linalg.norm(u) > 1e-9:
                origin = np.append(a, bottom)
                self.add_rectangle(origin, u, up)
                self.add_rectangle(origin, up, u)

    def add_tube(self, line: FloatArray, radii: FloatArray, inside: bool) -> None:
        """Add the wall of a pipe along a polyline, visible from inside or from outside.

        Args:
            line: Centre line, shape (n, 3), [m].
            radii: At each point, shape (n,), [m].
            inside: True for the side of the centre line.
        """
        sides = frames_along(line)
        angle = np.linspace(0, 2 * np.pi, 33)
        out = np.cos(angle)[:, None] * sides[:, None, 0] + np.sin(angle)[:, None] * sides[:, None, 1]
        points = line[:, None] + radii[:, None, None] * out
        away = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
        # a whole number of texture pieces around would repeat; the seam is one more edge
        texture = np.stack(
            np.broadcast_arrays(away[:, None] / self.extent, angle * radii.mean() / self.extent), axis=-1
        )
        points, texture = (points, texture) if not inside else (points[:, ::-1], texture[:, ::-1])
        self.add_grid(points[:, ::-1], texture[:, ::-1] + self.rng.random(2))

    def add_ring(self, centre: FloatArray, normal: FloatArray, inner: float, outer: float) -> None:
        """Add a flat ring, or a disc, of two radii [m], visible from the side of its normal."""
        first = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
        first /= np.linalg.norm(first)
        second = np.cross(normal, first)
        angle = np.linspace(0, 2 * np.pi, 33)
        direction = np.cos(angle)[:, None] * first + np.sin(angle)[:, None] * second
        flat = np.stack((np.cos(angle), np.sin(angle)), axis=1)
        points = np.stack((centre + inner * direction, centre + outer * direction))
        texture = np.stack((inner * flat, outer * flat)) / self.extent + self.rng.random(2)
        self.add_grid(points, texture)


def frames_along(line: FloatArray) -> FloatArray:
    """Two unit vectors across a polyline at each point, twisted as little as possible, shape (n, 2, 3)."""
    steps = np.diff(line, axis=0)
    steps = steps[np.linalg.norm(steps, axis=1) > 0]
    along = np.zeros_like(line)
    k = 0
    for i in range(len(line)):
        before, after = steps[max(k - 1, 0)], steps[min(k, len(steps) - 1)]
        along[i] = before / np.linalg.norm(before) + after / np.linalg.norm(after)
        if i + 1 < len(line) and np.linalg.norm(line[i + 1] - line[i]) > 0:
            k += 1
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    side = np.cross(along[0], np.eye(3)[np.abs(along[0]).argmin()])
    sides = np.zeros((len(line), 2, 3))
    for i, t in enumerate(along):
        side = side - (side @ t) * t
        side /= np.linalg.norm(side)
        sides[i] = side, np.cross(t, side)
    return sides


# ----------------------------------------------------------------------------------------------------------------------
# Visible objects of a run: the links of the robot, the surfaces and fluids of the world, and its scenery
# ----------------------------------------------------------------------------------------------------------------------

MAX_DISTANCE = 1e4  # distance beyond which a body is not drawn [m]


@dataclass(frozen=True)
class VisibleLink:
    """Link or station of a soft section, drawn along its x from `back` to `front` of its centre.

    Attributes:
        kind: Cross-section: "box", "cylinder", "ellipse", "skin" or "".
        back, front: Ends [m].
        width, height: Extents across [m].
    """

    kind: str
    back: float
    front: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Stage:
    """All visible objects.

    Attributes:
        links: Links and stations in the order of their poses.
        surfaces: As recorded, see `surface_facts`.
        fluids: As recorded.
        scenery: Textures, light, room.
        low, high: Corners of the region of interest, each of shape (3,), [m].
        planar: True for a robot in the plane.
        from_head: True if the links are numbered from the head.
        wheels, propellers: Of the robot, on links by their index.
        meshes: Meshes in place of the cross-sections of links, likewise.
        n_trunk: Number of the links of the trunk, which are the first; None for all.
        objects: Free bodies, whose poses follow those of the links.
    """

    links: tuple[VisibleLink, ...]
    surfaces: list[dict[str, Any]]
    fluids: list[dict[str, Any]]
    scenery: Scenery
    low: FloatArray
    high: FloatArray
    planar: bool
    from_head: bool = False
    wheels: tuple[WheelFacts, ...] = ()
    propellers: tuple[PropellerFacts, ...] = ()
    meshes: tuple[MeshFacts, ...] = ()
    n_trunk: int | None = None
    objects: tuple[ObjectFacts, ...] = ()


def recorded_stage(recording: Recording, scenery: Scenery | None = None) -> Stage:
    """Return the visible things of a recording.

    Args:
        recording: The run.
        scenery: Replaces that of its world.
    """
    places = recording["link_position"].values.reshape(-1, 3)
    places = places[(np.abs(places) < MAX_DISTANCE).all(axis=1)]
    if not len(places):
        raise RecordingError("the recording has no finite pose to render")
    return Stage(
        tuple(_links(recording)),
        surfaces_of(recording),
        fluids_of(recording),
        recorded_scenery(recording) if scenery is None else scenery,
        places.min(axis=0),
        places.max(axis=0),
        recording.dataset.attrs.get("base") == "planar",
        recording.dataset.attrs.get("base_end") == "head",
        tuple(wheels_of(recording)),
        tuple(propellers_of(recording)),
        tuple(meshes_of(recording)),
        trunk_links(recording).stop,
        tuple(objects_of(recording)),
    )


def lack_of_features(stage: Stage) -> str:
    """Return the reason for which images will show almost no features; empty if they will."""
    if stage.scenery.contrast < 0.05:
        return f"the scenery has no texture (contrast {stage.scenery.contrast:g}; write contrast=0.8)"
    if not stage.surfaces and stage.scenery.room is None and not stage.planar:
        return "there is nothing to see but the robot; write scenery=Scenery(room=(8, 8, 3))"
    return ""


def recorded_scenery(recording: Recording) -> Scenery:
    """Return the scenery of a recording, the default one if there is none.

    Raises:
        RecordingError: if it is damaged.
    """
    try:
        given = json.loads(recording.dataset.attrs.get("scenery", "{}"))
        return replace(Scenery(), **{key: _tuple(value) for key, value in given.items()})
    except (TypeError, ValueError, AttributeError, RecursionError, SnakelabError) as problem:
        raise RecordingError(f"the recording's scenery is damaged: {problem}") from problem


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _links(recording: Recording) -> list[VisibleLink]:
    """Return the links; one without a cross-section is a slim cylinder."""
    dataset = recording.dataset
    length, com = (np.nan_to_num(np.asarray(recording[f"link_{name}"].values, float)) for name in ("length", "com"))
    slim = np.full(len(length), 0.04 * max(float(length.sum()), 1e-3))
    widths, heights = (
        np.nan_to_num(np.asarray(dataset[name].values, float)) if name in dataset.coords else slim
        for name in ("link_width", "link_height")
    )
    kinds = (
        [str(kind) for kind in dataset["link_section"].values] if "link_section" in dataset.coords else [""] * len(com)
    )
    return [
        VisibleLink(kind, -back, -back + reach, width or thin, height or thin)
        for kind, back, reach, width, height, thin in zip(
            kinds, com.tolist(), length.tolist(), widths.tolist(), heights.tolist(), slim.tolist(), strict=True
        )
    ]


# ----------------------------------------------------------------------------------------------------------------------
# Meshes of recorded surfaces: planes, height fields, blocks, poles, pipes, upright walls
# ----------------------------------------------------------------------------------------------------------------------


def surface_mesh(surface: dict[str, Any], meshes: dict[str, Mesh], low: FloatArray, high: FloatArray) -> None:
    """Add one recorded surface to the mesh of its texture; unknown kinds are left out.

    Args:
        surface: Kind and arguments.
        meshes: Meshes "ground", "wall" and "box".
        low, high: Corners of the region in which unbounded surfaces are drawn [m].
    """
    match surface.get("kind"):
        case "Plane":
            _plane(surface, meshes["ground"], low, high)
        case "HeightField":
            _height_field(surface, meshes["ground"], low, high)
        case "Block":
            axes = rotated(surface["rotation"], np.eye(3)).T
            centre, half = np.asarray(surface["centre"], float), np.asarray(surface["size"], float) / 2
            meshes["box"].add_box(centre, axes, half)
        case "Pole":
            _pole(surface, meshes["box"])
        case "Pipe":
            _pipe(surface, meshes["wall"])
        case "Extruded":
            _walls(surface, meshes["wall"], low, high)


def _plane(surface: dict[str, Any], mesh: Mesh, low: FloatArray, high: FloatArray) -> None:
    normal = np.asarray(surface["normal"], float)
    normal = normal / np.linalg.norm(normal)
    point = np.asarray(surface["point"], float)
    first = np.eye(3)[0] - normal[0] * normal
    first = first if np.linalg.norm(first) > 0.5 else np.eye(3)[1] - normal[1] * normal
    first = first / np.linalg.norm(first)
    second = np.cross(normal, first)
    middle = (low + high) / 2
    middle = middle - normal * (normal @ (middle - point))
    u, v = (axis * float(np.abs(axis) @ (high - low)) for axis in (first, second))
    mesh.add_rectangle(middle - u / 2 - v / 2, u, v)


def _height_field(surface: dict[str, Any], mesh: Mesh, low: FloatArray, high: FloatArray) -> None:
    """Add the heights within the region, level beyond their edges, in blocks of about `TILE` with different texture."""
    heights = np.asarray(surface["heights"], float)
    spacing = np.broadcast_to(np.asarray(surface["spacing"], float), 2)
    lines, rows = [], []
    for axis, n in enumerate(heights.shape[::-1]):
        grid = surface["origin"][axis] + spacing[axis] * np.arange(n)
        keep = np.flatnonzero((grid > low[axis] - spacing[axis]) & (grid < high[axis] + spacing[axis]))
        keep = keep if len(keep) else np.array([0 if grid[0] > high[axis] else n - 1])
        keep = keep[:: max(1, -(-len(keep) // 200))]  # at most 200 lines in each direction
        place, row = grid[keep], keep
        if low[axis] < place[0]:
            place, row = np.append(low[axis], place), np.append(row[0], row)
        if high[axis] > place[-1]:
            place, row = np.append(place, high[axis]), np.append(row, row[-1])
        lines.append(place)
        rows.append(row)
    x, y = np.meshgrid(*lines, indexing="ij")
    points = np.stack((x, y, heights[np.ix_(rows[1], rows[0])].T), axis=-1)
    steps = [max(1, int(TILE / max(float(np.median(np.diff(line))), 1e-6))) for line in lines]
    for i in range(0, len(lines[0]) - 1, steps[0]):
        for j in range(0, len(lines[1]) - 1, steps[1]):
            piece = points[i : i + steps[0] + 1, j : j + steps[1] + 1]
            mesh.add_grid(piece, piece[..., :2] / mesh.extent + mesh.rng.random(2))


def _pole(surface: dict[str, Any], mesh: Mesh) -> None:
    axis = np.asarray(surface["axis"], float)
    axis = axis / np.linalg.norm(axis)
    half = 50.0 if surface["length"] is None else surface["length"] / 2
    point = np.asarray(surface["point"], float)
    ends = np.array([point - half * axis, point + half * axis])
    radii = np.full(2, float(surface["radius"]))
    mesh.add_tube(ends, radii, inside=False)
    for end, direction in ((ends[0], -axis), (ends[1], axis)):
        mesh.add_ring(end, direction, 0.0, float(surface["radius"]))


def _pipe(surface: dict[str, Any], mesh: Mesh) -> None:
    line, radii = _refined_line(surface)
    mesh.add_tube(line, radii, inside=True)
    wall = surface["wall"]
    if wall is not None:
        mesh.add_tube(line, radii + wall, inside=False)
    for end, other, radius in ((line[0], line[1], radii[0]), (line[-1], line[-2], radii[-1])):
        out = (end - other) / np.linalg.norm(end - other)
        # the end face of a pipe through rock reaches four radii
        mesh.add_ring(end, out, radius, radius + (3.0 * radius if wall is None else wall))


def _refined_line(pipe: dict[str, Any]) -> tuple[FloatArray, FloatArray]:
    """Return the line and the radii of a pipe at points at most a diameter apart, so that light varies smoothly along it."""
    line = np.asarray(pipe["line"], float)
    radii = np.broadcast_to(np.asarray(pipe["radii"], float), len(line)).astype(float)
    points, sizes = [line[:1]], [radii[:1]]
    for a, b, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        n = min(max(1, int(np.ceil(np.linalg.norm(b - a) / max(2 * float(radii.max()), 0.05)))), 200)
        fraction = np.arange(1, n + 1)[:, None] / n
        points.append(a + fraction * (b - a))
        sizes.append(first + fraction[:, 0] * (last - first))
    return np.concatenate(points), np.concatenate(sizes)


def _walls(surface: dict[str, Any], mesh: Mesh, low: FloatArray, high: FloatArray) -> None:
    """Add upright walls, visible from both sides."""
    bottom, top = (low[2] + high[2]) / 2 - 0.5, (low[2] + high[2]) / 2 + 0.5
    up = np.array([0.0, 0.0, top - bottom])
    for wall in walls_in(surface):
        mesh.add_faces(np.clip(wall.points, low[:2] - 1, high[:2] + 1), bottom, up)


def cut_walls(
    surface: dict[str, Any], mesh: Mesh, low: FloatArray, high: FloatArray, heights: tuple[float, float]
) -> None:
    """Add upright walls between two heights, with a cut face at the upper one.

    Args:
        surface: An `Extruded` surface.
        mesh: Mesh to add to.
        low, high: Corners of the region in which walls are drawn [m].
        heights: Lower and upper height [m].
    """
    window = np.array([(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])])
    bottom, up = heights[0], np.array([0.0, 0.0, heights[1] - heights[0]])
    for wall in walls_in(surface):
        outline = cut(wall.points, low, high)
        outlines = [line for line in (outline, *([window] if wall.solid_outside else [])) if len(line) > 2]
        if not outlines:
            continue
        corners = trapezoids(outlines)
        if len(corners):
            level = np.full((*corners.shape[:2], 1), heights[1])
            mesh.add_quads(np.concatenate((corners, level), axis=2), corners / mesh.extent + mesh.rng.random(2))
        mesh.add_faces(outline, bottom, up)


def trapezoids(outlines: list[FloatArray]) -> FloatArray:
    """Divide the area that an odd number of closed outlines encloses into trapezoids between the abscissas of all corners.

    Args:
        outlines: Each of shape (n, 2), [m]. Their edges do not cross.

    Returns:
        Corners, anticlockwise, shape (m, 4, 2), [m].
    """
    begin = np.concatenate(outlines)
    end = np.concatenate([np.roll(outline, -1, axis=0) for outline in outlines])
    lines = np.unique(begin[:, 0])
    corners = []
    for left, right in itertools.pairwise(lines):
        spans = (np.minimum(begin[:, 0], end[:, 0]) <= left) & (np.maximum(begin[:, 0], end[:, 0]) >= right)
        a, b = begin[spans], end[spans]
        slope = (b[:, 1] - a[:, 1]) / (b[:, 0] - a[:, 0])
        edges = np.stack([a[:, 1] + slope * (x - a[:, 0]) for x in (left, right)], axis=1)
        edges = edges[np.argsort(edges.sum(axis=1), kind="stable")]
        for lower, upper in zip(edges[:-1:2], edges[1::2], strict=True):
            corners.append([(left, lower[0]), (right, lower[1]), (right, upper[1]), (left, upper[0])])
    return np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)


def open_pipe(surface: dict[str, Any], mesh: Mesh) -> None:
    """Add the inner face of a pipe, which is visible from inside only, so that a pipe is open towards the camera."""
    line, radii = _refined_line(surface)
    mesh.add_tube(line, radii, inside=True)
    for end, other, radius in ((line[0], line[1], radii[0]), (line[-1], line[-2], radii[-1])):
        out = (end - other) / np.linalg.norm(end - other)
        for side in (out, -out):
            mesh.add_ring(end, side, radius, (1 + 0.15) * radius)  # a thin rim
