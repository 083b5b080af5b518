"""Meshes of recorded surfaces: planes, height fields, blocks, poles, pipes, upright walls."""

import itertools
from typing import Any

import numpy as np

from snakelab.bridges.rendering.scene.meshes import Mesh, box, rectangle, tube
from snakelab.results.recorded_objects.surfaces import walls_in
from snakelab.types import FloatArray
from snakelab.view.world_outlines.ground import rotated
from snakelab.view.world_outlines.walls import cut

MAX_LINES = 200  # of a height field in each direction
TILE = 1.0  # extent of a piece of texture [m]
RIM = 3.0  # extent of the end face of a pipe through rock, in radii
ENDLESS = 50.0  # half of an infinite pole [m]
OPEN_RIM = 0.15  # thickness of the visible end face of an open pipe, in radii
WALL_HEIGHT = 0.5  # of upright walls above and below the region of interest [m]


def surface_mesh(
    surface: dict[str, Any],
    meshes: dict[str, Mesh],
    rng: np.random.Generator,
    extent: float,
    low: FloatArray,
    high: FloatArray,
) -> None:
    """Add one recorded surface to the mesh of its texture; unknown kinds are left out.

    Args:
        surface: Kind and arguments.
        meshes: Meshes "ground", "wall" and "box".
        rng: Generator of random numbers.
        extent: Of a texture [m].
        low, high: Corners of the region in which unbounded surfaces are drawn [m].
    """
    match surface.get("kind"):
        case "Plane":
            _plane(surface, meshes["ground"], rng, extent, low, high)
        case "HeightField":
            _height_field(surface, meshes["ground"], rng, extent, low, high)
        case "Block":
            axes = rotated(surface["rotation"], np.eye(3)).T
            box(
                meshes["box"],
                rng,
                np.asarray(surface["centre"], float),
                axes,
                np.asarray(surface["size"], float) / 2,
                extent,
            )
        case "Pole":
            _pole(surface, meshes["box"], rng, extent)
        case "Pipe":
            _pipe(surface, meshes["wall"], rng, extent)
        case "Extruded":
            _walls(surface, meshes["wall"], rng, extent, low, high)


def _plane(
    surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float, low: FloatArray, high: FloatArray
) -> None:
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
    rectangle(mesh, rng, middle - u / 2 - v / 2, u, v, extent, TILE)


def _height_field(
    surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float, low: FloatArray, high: FloatArray
) -> None:
    """Add the heights within the region, level beyond their edges, in blocks of about `TILE` with different texture."""
    heights = np.asarray(surface["heights"], float)
    spacing = np.broadcast_to(np.asarray(surface["spacing"], float), 2)
    lines, rows = [], []
    for axis, n in enumerate(heights.shape[::-1]):
        grid = surface["origin"][axis] + spacing[axis] * np.arange(n)
        keep = np.flatnonzero((grid > low[axis] - spacing[axis]) & (grid < high[axis] + spacing[axis]))
        keep = keep if len(keep) else np.array([0 if grid[0] > high[axis] else n - 1])
        keep = keep[:: max(1, -(-len(keep) // MAX_LINES))]
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
            mesh.add_grid(piece, piece[..., :2] / extent + rng.random(2))


def _pole(surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float) -> None:
    axis = np.asarray(surface["axis"], float)
    axis = axis / np.linalg.norm(axis)
    half = ENDLESS if surface["length"] is None else surface["length"] / 2
    point = np.asarray(surface["point"], float)
    ends = np.array([point - half * axis, point + half * axis])
    radii = np.full(2, float(surface["radius"]))
    tube(mesh, rng, ends, radii, extent, inside=False)
    for end, direction in ((ends[0], -axis), (ends[1], axis)):
        _ring(mesh, rng, end, direction, 0.0, float(surface["radius"]), extent)


def _pipe(surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float) -> None:
    line = np.asarray(surface["line"], float)
    radii = np.broadcast_to(np.asarray(surface["radii"], float), len(line)).astype(float)
    line, radii = _refined(line, radii)
    tube(mesh, rng, line, radii, extent, inside=True)
    wall = surface["wall"]
    if wall is not None:
        tube(mesh, rng, line, radii + wall, extent, inside=False)
    for end, other, radius in ((line[0], line[1], radii[0]), (line[-1], line[-2], radii[-1])):
        out = (end - other) / np.linalg.norm(end - other)
        _ring(mesh, rng, end, out, radius, radius + (RIM * radius if wall is None else wall), extent)


def _refined(line: FloatArray, radii: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a polyline with points at most a diameter apart, so that light varies smoothly along it."""
    points, sizes = [line[:1]], [radii[:1]]
    for a, b, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        n = max(1, int(np.ceil(np.linalg.norm(b - a) / max(2 * float(radii.max()), 0.05))))
        n = min(n, 200)
        fraction = np.arange(1, n + 1)[:, None] / n
        points.append(a + fraction * (b - a))
        sizes.append(first + fraction[:, 0] * (last - first))
    return np.concatenate(points), np.concatenate(sizes)


def _ring(
    mesh: Mesh,
    rng: np.random.Generator,
    centre: FloatArray,
    normal: FloatArray,
    inner: float,
    outer: float,
    extent: float,
) -> None:
    """Add a flat ring, or a disc, visible from the side of its normal."""
    first = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    first /= np.linalg.norm(first)
    second = np.cross(normal, first)
    angle = np.linspace(0, 2 * np.pi, 33)
    direction = np.cos(angle)[:, None] * first + np.sin(angle)[:, None] * second
    flat = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    points = np.stack((centre + inner * direction, centre + outer * direction))
    texture = np.stack((inner * flat, outer * flat)) / extent + rng.random(2)
    mesh.add_grid(points, texture)


def _walls(
    surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float, low: FloatArray, high: FloatArray
) -> None:
    """Add upright walls, visible from both sides."""
    bottom, top = (low[2] + high[2]) / 2 - WALL_HEIGHT, (low[2] + high[2]) / 2 + WALL_HEIGHT
    up = np.array([0.0, 0.0, top - bottom])
    for wall in walls_in(surface):
        points = np.clip(wall.points, low[:2] - 1, high[:2] + 1)
        for a, b in zip(points, np.roll(points, -1, axis=0), strict=True):
            u = np.append(b - a, 0.0)
            if np.linalg.norm(u) > 1e-9:
                origin = np.append(a, bottom)
                rectangle(mesh, rng, origin, u, up, extent)
                rectangle(mesh, rng, origin, up, u, extent)


def cut_walls(
    surface: dict[str, Any],
    mesh: Mesh,
    rng: np.random.Generator,
    extent: float,
    low: FloatArray,
    high: FloatArray,
    heights: tuple[float, float],
) -> None:
    """Add upright walls between two heights, with a cut face at the upper one.

    Args:
        surface: An `Extruded` surface.
        mesh: Mesh to add to.
        rng: Generator of random numbers.
        extent: Of a texture [m].
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
            mesh.add_quads(np.concatenate((corners, level), axis=2), corners / extent + rng.random(2))
        for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            u = np.append(b - a, 0.0)
            if np.linalg.norm(u) > 1e-9:
                origin = np.append(a, bottom)
                rectangle(mesh, rng, origin, u, up, extent)
                rectangle(mesh, rng, origin, up, u, extent)


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


def open_pipe(surface: dict[str, Any], mesh: Mesh, rng: np.random.Generator, extent: float) -> None:
    """Add the inner face of a pipe, which is visible from inside only, so that a pipe is open towards the camera."""
    line = np.asarray(surface["line"], float)
    radii = np.broadcast_to(np.asarray(surface["radii"], float), len(line)).astype(float)
    line, radii = _refined(line, radii)
    tube(mesh, rng, line, radii, extent, inside=True)
    for end, other, radius in ((line[0], line[1], radii[0]), (line[-1], line[-2], radii[-1])):
        out = (end - other) / np.linalg.norm(end - other)
        for side in (out, -out):
            _ring(mesh, rng, end, side, radius, (1 + OPEN_RIM) * radius, extent)
