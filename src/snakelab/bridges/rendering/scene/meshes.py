"""Triangle meshes with texture coordinates for the surfaces of a world."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.types import FloatArray


@dataclass
class Mesh:
    """Triangles of one texture, collected piece by piece; a triangle is visible from the side from which it is anticlockwise.

    Attributes:
        vertices: Pieces of shape (n, 3), [m].
        texture: Texture coordinates of the vertices, pieces of shape (n, 2), in units of the texture's size.
        faces: Pieces of shape (m, 3).
    """

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


def rectangle(
    mesh: Mesh,
    rng: np.random.Generator,
    origin: FloatArray,
    u: FloatArray,
    v: FloatArray,
    size: float,
    tile: float = 1.0,
) -> None:
    """Add a flat rectangle as tiles, each with a random piece of the texture, visible from the side of u x v.

    Args:
        mesh: Mesh to add to.
        rng: Generator of random numbers.
        origin: Corner, shape (3,), [m].
        u, v: Edges, shape (3,), [m].
        size: Extent of the texture [m].
        tile: Largest extent of a tile [m].
    """
    n, m = (max(1, int(np.ceil(np.linalg.norm(edge) / tile - 1e-9))) for edge in (u, v))
    i, j = (axis.ravel() for axis in np.meshgrid(np.arange(n), np.arange(m), indexing="ij"))
    corners = np.stack([np.stack((i + di, j + dj), 1) for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1))], axis=1)
    points = origin + corners[..., :1] / n * u + corners[..., 1:] / m * v
    extent = np.array([np.linalg.norm(u) / n, np.linalg.norm(v) / m]) / size
    corner_offsets = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * extent
    mesh.add_quads(points, rng.random((len(i), 1, 2)) + corner_offsets)


def box(
    mesh: Mesh, rng: np.random.Generator, centre: FloatArray, axes: FloatArray, half: FloatArray, size: float
) -> None:
    """Add the six faces of a box.

    Args:
        mesh: Mesh to add to.
        rng: Generator of random numbers.
        centre: Shape (3,), [m].
        axes: Its axes as columns, shape (3, 3).
        half: Half sizes, shape (3,), [m].
        size: Extent of the texture [m].
    """
    for k in range(3):
        n, u, v = (axes[:, (k + i) % 3] * half[(k + i) % 3] for i in range(3))
        rectangle(mesh, rng, centre + n - u - v, 2 * u, 2 * v, size)
        rectangle(mesh, rng, centre - n - u - v, 2 * v, 2 * u, size)


def tube(
    mesh: Mesh,
    rng: np.random.Generator,
    line: FloatArray,
    radii: FloatArray,
    size: float,
    inside: bool,
    around: int = 32,
) -> None:
    """Add the wall of a pipe along a polyline, visible from inside or from outside.

    Args:
        mesh: Mesh to add to.
        rng: Generator of random numbers.
        line: Centre line, shape (n, 3), [m].
        radii: At each point, shape (n,), [m].
        size: Extent of the texture [m].
        inside: True for the side of the centre line.
        around: Number of points of a circle.
    """
    sides = frames_along(line)
    angle = np.linspace(0, 2 * np.pi, around + 1)
    out = np.cos(angle)[:, None] * sides[:, None, 0] + np.sin(angle)[:, None] * sides[:, None, 1]
    points = line[:, None] + radii[:, None, None] * out
    away = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    # a whole number of texture pieces around would repeat; the seam is one more edge
    texture = np.stack(np.broadcast_arrays(away[:, None] / size, angle * radii.mean() / size), axis=-1)
    points, texture = (points, texture) if not inside else (points[:, ::-1], texture[:, ::-1])
    mesh.add_grid(points[:, ::-1], texture[:, ::-1] + rng.random(2))


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
