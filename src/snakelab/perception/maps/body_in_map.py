"""Distance of a body to a map: of each link, of planned shapes, and the width of the passage ahead.

Each link is a capsule, each step of a soft section another one: the segment between its ends with the radius of the skin.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.poses import inverse_of
from snakelab.parameter_declarations.array_checks import checked_array
from snakelab.perception.body_pose.body_kinematics import HEAD, BodyKinematics
from snakelab.perception.maps.distance_grid import DistanceGrid, PointMap
from snakelab.physics.model import Model
from snakelab.types import FloatArray

SAMPLES = 5  # places along each capsule, evenly from end to end
NEIGHBOURS = 8  # map points near each of them, of which the nearest to the segment counts
DIRECTIONS = 36  # in which the passage is measured


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
        fraction = np.linspace(0, 1, SAMPLES)[:, None]
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
    k = min(NEIGHBOURS, len(map.points))
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
