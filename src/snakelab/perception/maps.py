"""Maps: map points, distance grids, fitted pipes, a simulated range sensor, and the distance of a body to a map."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.distances import surface_gap
from snakelab.geometry.rotations import inverse_of
from snakelab.parameters.arguments import FloatArray, checked_array, count, named_arguments, number
from snakelab.perception.body_kinematics import HEAD, BodyKinematics
from snakelab.physics.model import Model
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Map points in arrays, with increasing identifiers and an information matrix from past observations
# ----------------------------------------------------------------------------------------------------------------------


class MapPoints:
    """Points of a map.

    Attributes:
        id: Increasing, shape (n,).
        position: In the map frame, shape (n, 3), [m].
        information: Of the position, from observations by keyframes that left the optimised window, shape (n, 3, 3), [1/m^2].
        mean: Position to which that information refers, shape (n, 3), [m].
        keyframe: Keyframe that saw the point first, shape (n,).
        pixel: Where it saw the point, shape (n, 2), [pixel].
        observations: Number of keyframes that saw the point, shape (n,).
        seen: Latest keyframe that saw it, shape (n,).
    """

    def __init__(self) -> None:
        self.id = np.zeros(0, np.int64)
        self.position: FloatArray = np.zeros((0, 3))
        self.information: FloatArray = np.zeros((0, 3, 3))
        self.mean: FloatArray = np.zeros((0, 3))
        self.keyframe = np.zeros(0, np.int64)
        self.pixel: FloatArray = np.zeros((0, 2))
        self.observations = np.zeros(0, np.int64)
        self.seen = np.zeros(0, np.int64)
        self._next = 0

    def __len__(self) -> int:
        return len(self.id)

    def add(self, position: FloatArray, pixel: FloatArray, keyframe: int) -> np.ndarray:
        """Append points that a keyframe sees, and return their identifiers."""
        n = len(position)
        ids = np.arange(self._next, self._next + n)
        self._next += n
        self.id = np.concatenate([self.id, ids])
        self.position = np.concatenate([self.position, position])
        self.information = np.concatenate([self.information, np.zeros((n, 3, 3))])
        self.mean = np.concatenate([self.mean, position])
        self.keyframe = np.concatenate([self.keyframe, np.full(n, keyframe)])
        self.pixel = np.concatenate([self.pixel, pixel])
        self.observations = np.concatenate([self.observations, np.ones(n, np.int64)])
        self.seen = np.concatenate([self.seen, np.full(n, keyframe)])
        return ids

    def rows(self, ids: np.ndarray) -> np.ndarray:
        """Return the rows of identifiers, -1 for those that have been removed."""
        if not len(self.id):
            return np.full(len(ids), -1)
        k = np.minimum(np.searchsorted(self.id, ids), len(self.id) - 1)
        return np.where(self.id[k] == ids, k, -1)

    def keep(self, kept: np.ndarray) -> None:
        """Remove the points whose entry in `kept`, shape (n,), is False."""
        for name in ("id", "position", "information", "mean", "keyframe", "pixel", "observations", "seen"):
            setattr(self, name, getattr(self, name)[kept])

    def absorb(self, rows: np.ndarray, information: FloatArray, gradient: FloatArray) -> None:
        """Add observations to the information of points.

        Args:
            rows: Of the points, shape (m,), each at most once.
            information: J^T W J of the observations at the points' positions, shape (m, 3, 3).
            gradient: J^T W r at the points' positions, shape (m, 3).
        """
        x = self.position[rows]
        before = self.information[rows]
        after = before + information
        b = np.einsum("nij,nj->ni", before, self.mean[rows] - x) - gradient
        regular = after + 1e-6 * np.trace(after, axis1=1, axis2=2)[:, None, None] * np.eye(3)
        self.mean[rows] = x + np.linalg.solve(regular, b[:, :, None])[:, :, 0]
        self.information[rows] = after

    def move(self, rows: np.ndarray, T: FloatArray) -> None:
        """Move points and the means of their information by rigid transforms of the map frame, shape (m, 4, 4)."""
        R, p = T[:, :3, :3], T[:, :3, 3]
        for name in ("position", "mean"):
            values = getattr(self, name)
            values[rows] = np.einsum("nij,nj->ni", R, values[rows]) + p
        self.information[rows] = R @ self.information[rows] @ np.swapaxes(R, 1, 2)


# ----------------------------------------------------------------------------------------------------------------------
# Maps of points: a Euclidean distance grid, and exact distances to points
# ----------------------------------------------------------------------------------------------------------------------


class PointMap:
    """Points of the surroundings in one frame.

    Args:
        points: Shape (n, 3), [m].

    Raises:
        PerceptionError: if there is no point, or one is not finite.
    """

    def __init__(self, points: Any) -> None:
        from scipy.spatial import cKDTree

        self.points = checked_array(points, "map points", (-1, 3), "m")
        if not len(self.points):
            raise PerceptionError("the map is empty: it has no points")
        self.tree = cKDTree(self.points)

    def distances(self, places: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Distance to the nearest point and its index, whole numbers, for places of shape (..., 3)."""
        distance, index = self.tree.query(places)
        return np.asarray(distance, dtype=np.float64), np.asarray(index)

    def grid(self, cell: float, margin: float = 0.5) -> "DistanceGrid":
        """Distance grid of the points; see `DistanceGrid.from_points`."""
        return DistanceGrid.from_points(self.points, cell, margin)


class DistanceGrid:
    """Euclidean distance to the nearest occupied cell, trilinear between the centres of cells.

    Args:
        distance: Shape (n_x, n_y, n_z), [m].
        origin: Centre of the first cell, shape (3,), [m].
        cell: Edge of a cell [m].
        nearest: Indices of the nearest occupied cell of each, whole numbers, shape (3, n_x, n_y, n_z).
        counts: Samples in each cell, likewise.

    A distance is wrong by at most sqrt(3) cells: half a diagonal each from the cell of the point and of the place.
    """

    def __init__(
        self, distance: FloatArray, origin: FloatArray, cell: float, nearest: FloatArray, counts: FloatArray
    ) -> None:
        self.distance, self.origin, self.cell, self.nearest, self.counts = distance, origin, cell, nearest, counts

    @classmethod
    def from_points(cls, points: Any, cell: float, margin: float = 0.5, min_points: int = 1) -> "DistanceGrid":
        """Build the grid around points.

        Args:
            points: Shape (n, 3), [m].
            cell: Edge of a cell [m].
            margin: By which the grid reaches beyond the points [m].
            min_points: Number of points from which a cell is occupied [-].

        Raises:
            PerceptionError: if no cell is occupied, or the grid would have more than 50 million cells.
        """
        from scipy.ndimage import distance_transform_edt

        given = PointMap(points).points
        if not (cell > 0 and margin >= 0):
            raise PerceptionError(
                f"a distance grid needs cells larger than 0 and a margin of at least 0, got {cell:g} and {margin:g} m"
            )
        border = int(np.ceil(margin / cell))
        first = np.floor(given.min(axis=0) / cell).astype(np.int64) - border
        size = np.floor(given.max(axis=0) / cell).astype(np.int64) + border + 1 - first
        if np.prod(size.astype(float)) > 50_000_000:
            raise PerceptionError(
                f"a grid of {size.tolist()} cells of {cell:g} m is too large; use larger cells or remove far points"
            )
        index = np.floor(given / cell).astype(np.int64) - first
        counts = np.zeros(tuple(size), dtype=np.int32)
        np.add.at(counts, tuple(index.T), 1)
        if not (counts >= min_points).any():
            raise PerceptionError(f"the map is empty: no cell of {cell:g} m holds {min_points} points")
        distance, nearest = distance_transform_edt(counts < min_points, sampling=cell, return_indices=True)
        return cls(distance, (first + 0.5) * cell, cell, nearest, counts)

    @property
    def occupied(self) -> FloatArray:
        """Centres of the occupied cells, shape (n, 3), [m]."""
        return np.asarray(self.origin + self.cell * np.argwhere(self.distance == 0))

    def distances(self, places: FloatArray) -> FloatArray:
        """Distance at places of shape (..., 3), [m]; outside the grid at least the distance to its border."""
        x = (np.asarray(places, dtype=np.float64) - self.origin) / self.cell
        top = np.array(self.distance.shape) - 1.0
        inside = np.clip(x, 0, top)
        outside = self.cell * np.linalg.norm(x - inside, axis=-1)
        low = np.minimum(np.floor(inside).astype(np.int64), np.maximum(top.astype(np.int64) - 1, 0))
        fraction = inside - low
        value = np.zeros(x.shape[:-1])
        for corner in np.ndindex(2, 2, 2):
            at = np.minimum(low + corner, top.astype(np.int64))
            weight = np.where(np.array(corner) == 1, fraction, 1 - fraction).prod(axis=-1)
            value += weight * self.distance[tuple(np.moveaxis(at, -1, 0))]
        return np.hypot(value, outside)

    def nearest_points(self, places: FloatArray) -> FloatArray:
        """Centre of the nearest occupied cell for places of shape (..., 3), [m]."""
        x = np.rint((np.asarray(places) - self.origin) / self.cell).astype(np.int64)
        at = np.clip(x, 0, np.array(self.distance.shape) - 1)
        index = self.nearest[(slice(None), *np.moveaxis(at, -1, 0))]
        return np.asarray(self.origin + self.cell * np.moveaxis(index, 0, -1))


# ----------------------------------------------------------------------------------------------------------------------
# Centre line and radius of a pipe from mapped points
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PipeShape:
    """Fitted pipe.

    Attributes:
        centre: Centre of each cross-section, along the pipe, shape (k, 3), [m].
        radius: Of the bore there, shape (k,), [m].
        deviation: Root mean square distance of the points from their circle, shape (k,), [m].
    """

    centre: FloatArray
    radius: FloatArray
    deviation: FloatArray


@named_arguments
def fit_pipe(points: Any, path: Any, spacing: float = 0.1) -> PipeShape:
    """Fit circles to cross-sections of the points along a path through the pipe.  Cross-sections are `spacing` long.
    The first path is that of the sensor; the fitted centres replace it twice.

    Args:
        points: On the wall, shape (n, 3), [m].
        path: Of the sensor or any line inside the pipe, in order, shape (m, 3), [m]; extended straight at its ends.
        spacing: Length of a cross-section along the path [m].

    Raises:
        PerceptionError: if the map is empty, or no cross-section has at least 12 points.

    Source: circle through points by linear least squares, Kasa 1976.
    """
    cloud = PointMap(points).points
    line = checked_array(path, "path", (-1, 3), "m")
    if not len(line):
        raise PerceptionError("fit_pipe path must hold at least one point, got none")
    number(spacing, "spacing", PerceptionError, above=0, unit="m")
    if np.ptp(cloud, axis=0).max() > 20_000 * spacing:
        raise PerceptionError(f"spacing {spacing:g} m makes more than 20000 slices of this map; use a larger one")
    shape = None
    for _ in range(3):
        shape = _slices(cloud, _resampled(line, cloud, spacing))
        line = shape.centre
        if len(line) < 3:
            break
    assert shape is not None
    return shape


def _resampled(line: FloatArray, cloud: FloatArray, spacing: float) -> FloatArray:
    """Points on a smooth line at equal distances, extended to all of the cloud."""
    keep = np.concatenate([[True], np.linalg.norm(np.diff(line, axis=0), axis=1) > 1e-9])
    line = line[keep]
    if len(line) < 2:
        centred = cloud - cloud.mean(axis=0)
        along = np.linalg.svd(centred, full_matrices=False)[2][0]
        line = cloud.mean(axis=0) + np.outer([-spacing, spacing], along)
    ends = []
    for tip, before in ((line[0], line[min(3, len(line) - 1)]), (line[-1], line[max(-4, -len(line))])):
        ahead = (tip - before) / max(float(np.linalg.norm(tip - before)), 1e-12)
        ends.append(tip + max(float(((cloud - tip) @ ahead).max()), 0.0) * ahead)
    line = np.vstack([ends[0], line, ends[1]])
    arc = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    arc, first = np.unique(arc, return_index=True)
    at = np.arange(spacing / 2, arc[-1], spacing)
    return np.column_stack([np.interp(at, arc, line[first][:, i]) for i in range(3)])


def _slices(cloud: FloatArray, line: FloatArray) -> PipeShape:
    if len(line) < 2:
        raise PerceptionError("the map shows less than one slice of a pipe; use a smaller spacing")
    nearest = (
        np.linalg.norm(cloud[:, None] - line[None], axis=-1).argmin(axis=1) if len(cloud) * len(line) < 2e7 else None
    )
    if nearest is None:
        nearest = PointMap(line).distances(cloud)[1]
    tangents = np.gradient(line, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    centres, radii, deviations = [], [], []
    for k, (middle, tangent) in enumerate(zip(line, tangents, strict=True)):
        slice_points = cloud[nearest == k]
        if len(slice_points) < 12:
            continue
        u = np.linalg.svd(tangent[None])[2][1:]
        flat = (slice_points - middle) @ u.T
        solution, *_ = np.linalg.lstsq(
            np.column_stack([2 * flat, np.ones(len(flat))]), (flat**2).sum(axis=1), rcond=None
        )
        square = solution[2] + solution[:2] @ solution[:2]
        if square <= 0:
            continue
        radius = float(np.sqrt(square))
        centres.append(middle + solution[:2] @ u)
        radii.append(radius)
        deviations.append(float(np.sqrt(np.mean((np.linalg.norm(flat - solution[:2], axis=1) - radius) ** 2))))
    if not centres:
        raise PerceptionError("the map shows no pipe: no slice has 12 points")
    return PipeShape(np.array(centres), np.array(radii), np.array(deviations))


# ----------------------------------------------------------------------------------------------------------------------
# Simulated range sensor: rays from a frame to the surfaces of a world, by their signed distance, without images
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RangeScanner:
    """Rays over a rectangular field of view about the x axis of a frame (x forward, y left, z up).

    Args:
        width: Columns of rays [-].
        height: Rows of rays [-].
        field_of_view: Angles from the first to the last column and row [rad].
        reach: Longest distance measured [m].
        noise: Standard deviation of a distance, of the distance itself [-].

    Raises:
        PerceptionError: if an argument is out of range.
    """

    width: int = 24
    height: int = 18
    field_of_view: tuple[float, float] = (1.5, 1.1)
    reach: float = 3.0
    noise: float = 0.005
    directions: FloatArray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            count(getattr(self, name), f"RangeScanner {name}", PerceptionError, minimum=1, maximum=2000)
        number(self.reach, "RangeScanner reach", PerceptionError, above=0, unit="m")
        number(self.noise, "RangeScanner noise", PerceptionError, minimum=0)
        across, up = checked_array(self.field_of_view, "RangeScanner field_of_view", (2,), "rad")
        if not (0 < across < np.pi and 0 < up < np.pi):
            raise PerceptionError(
                f"RangeScanner field_of_view must be two angles between 0 and pi, got {across:g} and {up:g} rad"
            )
        yaw, pitch = np.meshgrid(
            np.linspace(-across / 2, across / 2, self.width), np.linspace(-up / 2, up / 2, self.height)
        )
        rays = np.stack([np.cos(pitch) * np.cos(yaw), np.cos(pitch) * np.sin(yaw), np.sin(pitch)], axis=-1)
        object.__setattr__(self, "directions", rays.reshape(-1, 3))

    def scan(self, world: World, T_world_sensor: FloatArray, seed: int = 0) -> FloatArray:
        """Points where rays meet the surfaces of a world, in the axes of the sensor, shape (n, 3), [m].

        Rays that meet nothing within the reach are left out. Sphere tracing: each step is the distance to the nearest surface.

        Args:
            world: Its `Contact` media have the surfaces.
            T_world_sensor: Pose of the sensor, shape (4, 4).
            seed: Seed of the noise.
        """
        T = checked_array(T_world_sensor, "T_world_sensor", (4, 4))
        surfaces = [contact.surface for contact in world.contacts]
        if not surfaces:
            raise PerceptionError("the world has no surface to measure; add Contact(...)")
        numbers = [(surface.kind, surface.numbers()) for surface in surfaces]
        rays = self.directions @ T[:3, :3].T
        distance = np.array([_ray_distance(numbers, T[:3, 3], ray, self.reach) for ray in rays])
        hit = np.isfinite(distance)
        noisy = distance[hit] * (1 + self.noise * np.random.default_rng(seed).normal(size=int(hit.sum())))
        return np.asarray(noisy[:, None] * self.directions[hit])


def _ray_distance(
    surfaces: Sequence[tuple[int, FloatArray]], origin: FloatArray, ray: FloatArray, reach: float
) -> float:
    """Distance along a ray to the nearest surface; infinite beyond the reach."""
    distance = 0.0
    for _ in range(200):
        p = origin + distance * ray
        place = (float(p[0]), float(p[1]), float(p[2]))
        gap = min(float(surface_gap(kind, numbers, 0, place)[0]) for kind, numbers in surfaces)
        if gap < 1e-4:  # the ray has reached the surface [m]
            return distance
        distance += gap
        if distance > reach:
            break
    return float("inf")


# ----------------------------------------------------------------------------------------------------------------------
# Distance of a body to a map: of each link, of planned shapes, and the width of the passage ahead
#
# Each link is a capsule, each step of a soft section another one: the segment between its ends with the radius of the skin.
# ----------------------------------------------------------------------------------------------------------------------

DIRECTIONS = 36  # number of directions in which the passage is measured


@dataclass(frozen=True, eq=False)
class Clearance:
    """Distance of the body to a map at n instants.

    Attributes:
        links: Names of the parts with mass.
        distance: Of the skin of each to the nearest point of the map, negative inside, shape (n, n_links), [m].
        nearest: That point, shape (n, n_links, 3), [m].
        on_axis: The nearest place on the axis of the link, likewise.
    """

    links: tuple[str, ...]
    distance: FloatArray
    nearest: FloatArray
    on_axis: FloatArray

    @property
    def minimum(self) -> FloatArray:
        """Smallest distance of the body at each instant, shape (n,), [m]."""
        return np.asarray(self.distance.min(axis=1))

    @property
    def closest_link(self) -> list[str]:
        """Name of the link with the smallest distance at each instant."""
        return [self.links[i] for i in self.distance.argmin(axis=1)]


class BodyInMap:
    """A robot's body among mapped points.

    Args:
        model: From `build_model`.
        map: Points, or a distance grid made from them, which is faster for many shapes and wrong by up to sqrt(3) cells.
    """

    def __init__(self, model: Model, map: PointMap | DistanceGrid) -> None:
        if not isinstance(map, (PointMap, DistanceGrid)):
            raise PerceptionError(
                f"BodyInMap needs a PointMap or a DistanceGrid, got {type(map).__name__}; write PointMap(points)"
            )
        self.kinematics, self.map = BodyKinematics(model), map
        self.links = self.kinematics.links
        bones = self.kinematics.bones
        self._ends = np.array([[bone.first, bone.last] for bone in bones])
        self._radius = np.array([bone.radius for bone in bones])
        self._link = np.array([self.links.index(bone.name) for bone in bones])

    def axes(self, q: Any, T_map_tracked: Any, tracked: str = HEAD) -> FloatArray:
        """Ends of the axes of all capsules in the map, shape (n, n_capsules, 2, 3), [m]; arguments as `clearance`."""
        angles = self.kinematics.angles(q)
        here = self.kinematics.place(tracked)
        T = checked_array(T_map_tracked, "T_map_tracked", (-1, 4, 4) if np.ndim(T_map_tracked) == 3 else (4, 4))
        if T.ndim == 3 and len(T) != len(angles):
            raise PerceptionError(
                f"T_map_tracked must have one matrix for each of {len(angles)} instants, got {len(T)}"
            )
        knots = self.kinematics.knots(angles)
        T_map_base = T @ inverse_of(knots[:, here.knot] @ here.offset)
        points = np.einsum("nij,nkj->nki", T_map_base, knots[..., :, 3])[..., :3]
        return np.asarray(points[:, self._ends])

    def clearance(self, q: Any, T_map_tracked: Any, tracked: str = HEAD) -> Clearance:
        """Distance of every link to the map.

        Args:
            q: Joint angles, shape (n, n_coordinates) or (n_coordinates,): measured, or planned.
            T_map_tracked: Pose of the tracked frame in the map, shape (n, 4, 4) or (4, 4).
            tracked: Name of that frame.

        Raises:
            PerceptionError: if a shape is wrong or a joint angle is missing.
        """
        ends = self.axes(q, T_map_tracked, tracked)
        fraction = np.linspace(0, 1, 5)[:, None]  # points along each capsule, from end to end
        places = ends[:, :, None, 0] * (1 - fraction) + ends[:, :, None, 1] * fraction  # (n, bones, samples, 3)
        if isinstance(self.map, DistanceGrid):
            distance = self.map.distances(places)
            best = distance.argmin(axis=2)[..., None]
            on_axis = np.take_along_axis(places, best[..., None], axis=2)[:, :, 0]
            nearest, gap = self.map.nearest_points(on_axis), np.take_along_axis(distance, best, axis=2)[..., 0]
        else:
            nearest, on_axis, gap = _to_points(self.map, ends, places)
        return self._by_link(gap - self._radius, nearest, on_axis)

    def _by_link(self, gap: FloatArray, nearest: FloatArray, on_axis: FloatArray) -> Clearance:
        rows = np.arange(len(gap))
        columns = [np.flatnonzero(self._link == i) for i in range(len(self.links))]
        best = np.stack([own[gap[:, own].argmin(axis=1)] for own in columns], axis=1)
        at = (rows[:, None], best)
        return Clearance(self.links, gap[at], nearest[at], on_axis[at])

    def passage_width(self, T_map_tracked: Any, ahead: float, reach: float = 2.0) -> float:
        """Width of the passage at a distance ahead: of the widest gap between opposite map points across the x axis.

        Rays leave the point ahead in the plane across x of the tracked frame, one for each ten degrees; a map point belongs to
        the ray in whose sector it lies, within a quarter of `reach` along x. The width is the least sum of two opposite rays.

        Args:
            T_map_tracked: Pose of the head or camera in the map, shape (4, 4).
            ahead: Distance along its x [m].
            reach: Farthest distance of a wall [m].

        Returns:
            [m]; infinite where no two opposite directions have a wall.
        """
        T = checked_array(T_map_tracked, "T_map_tracked", (4, 4))
        points = self.map.points if isinstance(self.map, PointMap) else self.map.occupied
        local = (points - T[:3, 3]) @ T[:3, :3]
        radius = np.hypot(local[:, 1], local[:, 2])
        near = (np.abs(local[:, 0] - ahead) < reach / 4) & (radius < reach)
        sector = (
            np.floor(np.arctan2(local[near, 2], local[near, 1]) / (2 * np.pi) * DIRECTIONS).astype(int) % DIRECTIONS
        )
        wall = np.full(DIRECTIONS, np.inf)
        np.minimum.at(wall, sector, radius[near])
        return float((wall + np.roll(wall, DIRECTIONS // 2)).min())


def _to_points(map: PointMap, ends: FloatArray, places: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Nearest point of the map to each segment, the place on it, and their distance.

    A point is at most half a sample spacing closer to the segment than to the nearest sample: the candidates of all samples
    decide.
    """
    k = min(8, len(map.points))  # candidates, of which the nearest to the segment counts
    _, index = map.tree.query(places, k=k)
    n, b = places.shape[:2]
    points = map.points[np.asarray(index).reshape(n, b, -1)]  # (n, bones, candidates, 3)
    first, along = ends[:, :, None, 0], (ends[:, :, 1] - ends[:, :, 0])[:, :, None]
    size = np.maximum((along**2).sum(-1), 1e-300)
    fraction = np.clip(((points - first) * along).sum(-1) / size, 0, 1)
    on_axis = first + fraction[..., None] * along
    distance = np.linalg.norm(points - on_axis, axis=-1)
    best = distance.argmin(axis=2)[..., None]
    take = best[..., None]
    nearest, place = (np.take_along_axis(some, take, axis=2)[:, :, 0] for some in (points, on_axis))
    return nearest, place, np.take_along_axis(distance, best, axis=2)[..., 0]
