"""Convex polyhedra: hull of points, mass properties, and for compiled code the distances of points, segments and polyhedra."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.distances import nearest_on_segments
from snakelab.geometry.spatial import add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray

# ----------------------------------------------------------------------------------------------------------------------
# Polyhedron: vertices, faces and edges, and its mass properties
# ----------------------------------------------------------------------------------------------------------------------

# Numbers of a polyhedron in a row: its counts, places of the records of faces and of edges, then the vertices. A face: its
# outward normal and distance from the origin, place and number of its vertices' numbers, anticlockwise from outside, and the
# width of the polyhedron along the normal. An edge: its two vertices, in the order of the first of its two faces, and these.
N_VERTICES, N_FACES, N_EDGES, AT_FACES, AT_EDGES, VERTICES = range(6)
FACE_OFFSET, FACE_FIRST, FACE_COUNT, FACE_WIDTH, FACE_SIZE = 3, 4, 5, 6, 7
EDGE_SIZE = 4


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """Convex polyhedron.

    Attributes:
        vertices: Shape (n, 3), [m].
        faces: Numbers of the vertices of each face, anticlockwise from outside.
    """

    vertices: FloatArray
    faces: tuple[tuple[int, ...], ...]

    @cached_property
    def normals(self) -> FloatArray:
        """Outward unit normals of the faces, shape (n_faces, 3)."""
        rows = []
        for face in self.faces:
            points = self.vertices[list(face)]
            normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)  # Newell
            rows.append(normal / np.linalg.norm(normal))
        return np.array(rows)

    @cached_property
    def edges(self) -> np.ndarray:
        """Vertices of each edge in the order of its first face, then its two faces, shape (n_edges, 4)."""
        owner = {}
        for i, face in enumerate(self.faces):
            for one, two in zip(face, (*face[1:], face[0]), strict=True):
                owner[one, two] = i
        return np.array([(one, two, i, owner[two, one]) for (one, two), i in owner.items() if one < two])

    @cached_property
    def triangles(self) -> np.ndarray:
        """Faces as triangles, shape (m, 3)."""
        return np.array([(face[0], b, c) for face in self.faces for b, c in itertools.pairwise(face[1:])])

    @cached_property
    def thickness(self) -> float:
        """Half of the smallest width along the normal of a face [m]."""
        return float(np.ptp(self.vertices @ self.normals.T, axis=0).min()) / 2

    @cached_property
    def _moments(self) -> tuple[float, FloatArray, FloatArray]:
        """Volume, centroid, and integral of x x^T about it: sums of tetrahedra, exact."""
        middle = self.vertices.mean(axis=0)
        corners = (self.vertices - middle)[self.triangles]
        six_volumes = np.linalg.det(corners)
        volume, total = six_volumes.sum() / 6, corners.sum(axis=1)
        centroid = (six_volumes[:, None] * total).sum(axis=0) / 24 / volume
        products = np.einsum("tki,tkj->tij", corners, corners) + np.einsum("ti,tj->tij", total, total)
        second = (six_volumes[:, None, None] * products).sum(axis=0) / 120
        return float(volume), middle + centroid, second - volume * np.outer(centroid, centroid)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return self._moments[0]

    @property
    def centroid(self) -> FloatArray:
        """Centre of the homogeneous body, shape (3,), [m]."""
        return self._moments[1]

    def inertia(self, mass: float) -> FloatArray:
        """Return the inertia of the homogeneous body about its centre, shape (3, 3), [kg m^2]; rounding is set to zero."""
        volume, _, second = self._moments
        inertia = mass / volume * (np.trace(second) * np.eye(3) - second)
        return np.asarray(np.where(np.abs(inertia) < 1e-12 * np.trace(inertia), 0.0, inertia))

    def moved(self, origin: FloatArray) -> "Polyhedron":
        """Return the polyhedron with the coordinates from another origin, shape (3,), [m]."""
        return Polyhedron(self.vertices - origin, self.faces)

    def numbers(self) -> FloatArray:
        """Numbers of the polyhedron for compiled code, see N_VERTICES."""
        n, normals = len(self.vertices), self.normals
        heights = self.vertices @ normals.T
        at_faces = VERTICES + 3 * n
        at_loops = at_faces + FACE_SIZE * len(self.faces)
        records, loops = list[float](), list[int]()
        for normal, face, height in zip(normals, self.faces, heights.T, strict=True):
            records += [*normal, height.max(), at_loops + len(loops), len(face), np.ptp(height)]
            loops += face
        head = [n, len(self.faces), len(self.edges), at_faces, at_loops + len(loops)]
        return np.array([*head, *self.vertices.ravel(), *records, *loops, *self.edges.ravel()], dtype=np.float64)


def cuboid(size: Sequence[float]) -> Polyhedron:
    """Box about the origin with extents along x, y and z [m]."""
    vertices = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * np.array(size)
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return Polyhedron(vertices, faces)


# ----------------------------------------------------------------------------------------------------------------------
# Convex hull of points
# ----------------------------------------------------------------------------------------------------------------------

# Thickness below which points are flat, and distance from a face within which a point belongs to it, in their largest extent: the
# coordinates of mesh files have six to seven digits.
FLAT, COPLANAR = 1e-4, 1e-5
MERGED = 1000  # largest number of vertices of a hull before those within faces and edges are left out


def convex_hull(points: FloatArray, max_vertices: int, name: str) -> tuple[Polyhedron, float]:
    """Convex hull of points, and the largest distance of one of them outside it.

    If the hull has more than `max_vertices`, the hull of some of its vertices: starting with the outermost ones along
    three axes, the vertex that is farthest outside is added until the number is reached.

    Args:
        points: Shape (n, 3), [m].
        max_vertices: Largest number of vertices.
        name: Name of the argument, for messages.

    Raises:
        WorldError: if the points are fewer than four or flat.
    """
    if len(points) < 4:
        raise WorldError(f"{name} must be at least 4 points, got {len(points)}")
    low, size = points.min(axis=0), float(np.ptp(points, axis=0).max())
    axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2]
    thinnest = float(np.ptp(points @ axes[2]))
    if not thinnest > FLAT * size:
        raise WorldError(
            f"{name} must span a volume, got points {thinnest:.3g} m apart along their thinnest direction and {size:.3g} m along "
            "the longest; write Cuboid((length, width, height)) for a thin plate"
        )
    unit = (points - low) / size
    simplices, equations = _simplices(unit)
    if len(np.unique(simplices)) <= max(max_vertices, MERGED):
        hull = _merged(unit, simplices, equations)
        if len(hull.vertices) <= max_vertices:
            return Polyhedron(low + size * hull.vertices, hull.faces), 0.0
    unit = unit[np.unique(simplices)]
    chosen = _outermost(unit, axes)
    while True:
        own = unit[chosen]
        simplices, equations = _simplices(own)
        outside = (unit @ equations[:, :3].T + equations[:, 3]).max(axis=1)
        if len(chosen) >= max_vertices or not outside.max() > COPLANAR:
            hull = _merged(own, simplices, equations)
            return Polyhedron(low + size * hull.vertices, hull.faces), size * max(float(outside.max()), 0.0)
        chosen.append(int(outside.argmax()))


def _outermost(points: FloatArray, axes: FloatArray) -> list[int]:
    """Numbers of the outermost points along three axes, and of the one farthest from the plane of these if they are flat."""
    along = points @ axes.T
    chosen = list(dict.fromkeys([*along.argmin(axis=0).tolist(), *along.argmax(axis=0).tolist()]))
    while True:
        offsets = points - points[chosen[0]]
        values, directions = np.linalg.svd(offsets[chosen], full_matrices=True)[1:]
        rank = int(np.count_nonzero(values > 10 * COPLANAR))
        if rank == 3:
            return chosen
        chosen.append(int(np.linalg.norm(offsets @ directions[rank:].T, axis=1).argmax()))


def _simplices(points: FloatArray) -> tuple[np.ndarray, FloatArray]:
    """Triangles of the hull of points, anticlockwise from outside, shape (n, 3), and their planes, shape (n, 4)."""
    from scipy.spatial import ConvexHull

    hull = ConvexHull(points)
    simplices, equations = np.array(hull.simplices), np.array(hull.equations)
    a, b, c = (points[simplices[:, k]] for k in range(3))
    turned = (np.cross(b - a, c - a) * equations[:, :3]).sum(axis=1) < 0
    simplices[turned] = simplices[turned][:, [0, 2, 1]]
    return simplices, equations


def _merged(points: FloatArray, simplices: np.ndarray, equations: FloatArray) -> Polyhedron:
    """Polyhedron of the triangles of a hull, joined in each plane; vertices within faces and edges are left out."""
    a, b, c = (points[simplices[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    free, faces = np.ones(len(simplices), bool), list[list[int]]()
    for seed in np.argsort(-area, kind="stable"):
        if free[seed]:
            plane = np.abs(points @ equations[seed, :3] + equations[seed, 3]) < COPLANAR
            own = free & plane[simplices].all(axis=1) & (equations[:, :3] @ equations[seed, :3] > 0)
            free &= ~own
            faces.append(_border(simplices[own]))
    count = np.bincount([i for face in faces for i in face], minlength=len(points))
    kept = np.flatnonzero(count > 2)
    number = {int(old): new for new, old in enumerate(kept)}
    loops = tuple(tuple(number[i] for i in face if i in number) for face in faces)
    return Polyhedron(points[kept], tuple(face for face in loops if len(face) > 2))


def _border(triangles: np.ndarray) -> list[int]:
    """Vertices around a patch of triangles."""
    sides = {(int(t[k]), int(t[(k + 1) % 3])) for t in triangles for k in range(3)}
    following = {one: two for one, two in sides if (two, one) not in sides}
    start = at = min(following)
    loop = [start]
    while (at := following[at]) != start and len(loop) <= len(following):
        loop.append(at)
    return loop


# ----------------------------------------------------------------------------------------------------------------------
# Distances of points and segments from a polyhedron, in its axes
#
# `par` holds the numbers of the polyhedron from the index `a` on.
# ----------------------------------------------------------------------------------------------------------------------

NO_DISTANCE = 1e-12  # distance below which a point lies on the surface [m]


@kernel(inline=True)
def triple(par, i):
    """Three numbers of a row."""
    return (par[i], par[i + 1], par[i + 2])


@kernel(inline=True)
def vertex_of(par, a, i):
    """Vertex i."""
    return triple(par, a + VERTICES + 3 * i)


@kernel(inline=True)
def face_at(par, a, f):
    """Place of the record of face f."""
    return a + int(par[a + AT_FACES]) + FACE_SIZE * f


@kernel(inline=True)
def edge_at(par, a, e):
    """Place of the record of edge e."""
    return a + int(par[a + AT_EDGES]) + EDGE_SIZE * e


@kernel(inline=True)
def face_vertex(par, a, f, k):
    """Vertex k of face f; they go around it."""
    at = face_at(par, a, f)
    count = int(par[at + FACE_COUNT])
    k = k - count if k >= count else k
    return vertex_of(par, a, int(par[a + int(par[at + FACE_FIRST]) + k]))


@kernel(inline=True)
def face_gap(par, a, f, x):
    """Distance of a point from the plane of face f."""
    at = face_at(par, a, f)
    return dot(triple(par, at), x) - par[at + FACE_OFFSET]


@kernel
def beyond_sides(par, a, f, x, left_out):
    """Largest distance of a point beyond the sides of face f, in its plane, except one; negative within all."""
    n, most = triple(par, face_at(par, a, f)), -math.inf
    for k in range(int(par[face_at(par, a, f) + FACE_COUNT])):
        if k != left_out:
            most = max(most, beyond_side(par, a, f, n, k, x))
    return most


@kernel(inline=True)
def beyond_side(par, a, f, n, k, x):
    """Distance of a point beyond side k of face f, whose normal is n."""
    start = face_vertex(par, a, f, k)
    u = sub(face_vertex(par, a, f, k + 1), start)
    return dot(cross(u, n), sub(x, start)) / math.sqrt(dot(u, u))


@kernel
def solid_gap(par, a, x):
    """Signed distance of a point from a polyhedron, and its normal; inside, those of the nearest face."""
    best, face = -math.inf, 0
    for f in range(int(par[a + N_FACES])):
        gap = face_gap(par, a, f, x)
        if gap > best:
            best, face = gap, f
    n = triple(par, face_at(par, a, face))
    if best <= 0.0 or beyond_sides(par, a, face, x, -1) <= 0.0:
        return best, n
    least, foot = math.inf, x
    for e in range(int(par[a + N_EDGES])):
        at = edge_at(par, a, e)
        p, q = vertex_of(par, a, int(par[at])), vertex_of(par, a, int(par[at + 1]))
        s, _ = nearest_on_segments(p, q, x, x)
        y = add_scaled(p, s, sub(q, p))
        d = sub(x, y)
        if dot(d, d) < least:
            least, foot = dot(d, d), y
    for f in range(int(par[a + N_FACES])):
        gap = face_gap(par, a, f, x)
        if gap > 0.0 and gap * gap < least and beyond_sides(par, a, f, x, -1) <= 0.0:
            return gap, triple(par, face_at(par, a, f))
    distance = math.sqrt(least)
    if distance < NO_DISTANCE:
        return best, n
    return distance, scale(1.0 / distance, sub(x, foot))


@kernel
def nearest_to_solid(par, a, p, q):
    """Fraction along a segment from p to q at which a polyhedron is nearest; where it enters the polyhedron, the deepest.

    Outside, one of the ends or a point nearest to an edge; inside, the largest distance from a face is convex along the segment:
    bisection of its slope.
    """
    u = sub(q, p)
    if dot(u, u) < 1e-18:
        return 0.0
    low, high = 0.0, 1.0
    for f in range(int(par[a + N_FACES])):
        gap, rate = face_gap(par, a, f, p), dot(triple(par, face_at(par, a, f)), u)
        if rate > 0.0:
            high = min(high, -gap / rate)
        elif rate < 0.0:
            low = max(low, -gap / rate)
        elif gap > 0.0:
            high = -1.0
    if low < high:
        for _ in range(50):
            at = 0.5 * (low + high)
            x, most, slope = add_scaled(p, at, u), -math.inf, 0.0
            for f in range(int(par[a + N_FACES])):
                gap = face_gap(par, a, f, x)
                if gap > most:
                    most, slope = gap, dot(triple(par, face_at(par, a, f)), u)
            if slope > 0.0:
                high = at
            elif slope < 0.0:
                low = at
            else:
                break
        return 0.5 * (low + high)
    best, at = solid_gap(par, a, p)[0], 0.0
    gap = solid_gap(par, a, q)[0]
    if gap < best - NO_DISTANCE:
        best, at = gap, 1.0
    for e in range(int(par[a + N_EDGES])):
        i = edge_at(par, a, e)
        start, end = vertex_of(par, a, int(par[i])), vertex_of(par, a, int(par[i + 1]))
        s, t = nearest_on_segments(p, q, start, end)
        d = sub(add_scaled(p, s, u), add_scaled(start, t, sub(end, start)))
        gap = math.sqrt(dot(d, d))
        if gap < best - NO_DISTANCE:
            best, at = gap, s
    return at


# ----------------------------------------------------------------------------------------------------------------------
# Separation of two polyhedra: the largest over the normals of their faces and over the pairs of edges that are faces of their
# Minkowski difference; negative, it is minus the smallest translation that separates them
#
# Source: Gregorius, The Separating Axis Test between Convex Polyhedra, Game Developers Conference 2013.
# ----------------------------------------------------------------------------------------------------------------------

# Share of the thickness by which a later separation must exceed an earlier one, so that rounding does not choose.
TIE = 1e-6
PARALLEL_EDGES = 1e-8  # square of the sine of the angle below which two edges are parallel


@kernel
def face_separation(par, a, b, r, p, tie):
    """Largest separation of the polyhedron b from the planes of the faces of a, and the face.

    Args:
        par: Row of numbers.
        a, b: Indices of the first numbers of the two polyhedra.
        r, p: Rotation and origin of the axes of b in those of a.
        tie: Difference below which the earlier of two faces is taken [m].
    """
    best, face = -math.inf, 0
    for f in range(int(par[a + N_FACES])):
        at = face_at(par, a, f)
        n = triple(par, at)
        m, lowest = mat_t_vec(r, n), math.inf
        for i in range(int(par[b + N_VERTICES])):
            lowest = min(lowest, dot(m, vertex_of(par, b, i)))
        gap = lowest + dot(n, p) - par[at + FACE_OFFSET]
        if gap > best + tie:
            best, face = gap, f
    return best, face


@kernel
def edge_separation(par, a, b, r, p):
    """Largest separation along the common perpendicular of an edge of each of two polyhedra, the edges, and it, from a to b.

    Arguments as `face_separation`. Without any such pair, the separation is -inf.
    """
    best, first, second, normal = -math.inf, 0, 0, (0.0, 0.0, 1.0)
    for j in range(int(par[b + N_EDGES])):
        other = edge_at(par, b, j)
        q = vertex_of(par, b, int(par[other]))
        v = mat_vec(r, sub(vertex_of(par, b, int(par[other + 1])), q))
        left = mat_vec(r, triple(par, face_at(par, b, int(par[other + 2]))))
        right = mat_vec(r, triple(par, face_at(par, b, int(par[other + 3]))))
        q = add(p, mat_vec(r, q))
        for i in range(int(par[a + N_EDGES])):
            own = edge_at(par, a, i)
            start = vertex_of(par, a, int(par[own]))
            u = sub(vertex_of(par, a, int(par[own + 1])), start)
            across = dot(right, u)
            if not across * dot(left, u) < 0.0:
                continue
            one, two = triple(par, face_at(par, a, int(par[own + 2]))), triple(par, face_at(par, a, int(par[own + 3])))
            beside = dot(one, v)
            if not (beside * dot(two, v) < 0.0 and across * beside < 0.0):
                continue
            n = cross(u, v)
            size = dot(n, n)
            if size < PARALLEL_EDGES * dot(u, u) * dot(v, v):
                continue
            outward = 1.0 if dot(n, one) + dot(n, two) > 0.0 else -1.0
            n = scale(outward / math.sqrt(size), n)
            gap = dot(n, sub(q, start))
            if gap > best:
                best, first, second, normal = gap, i, j, n
    return best, first, second, normal


@kernel
def solid_separation(par, a, b, r, p):
    """Separation of two polyhedra; arguments as `face_separation`."""
    back = (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])
    one, _ = face_separation(par, a, b, r, p, 0.0)
    two, _ = face_separation(par, b, a, back, scale(-1.0, mat_t_vec(r, p)), 0.0)
    return max(max(one, two), edge_separation(par, a, b, r, p)[0])
