"""Loop closure: recognition of an earlier place, and correction of all keyframes and points.

Two consecutive recognitions must agree on the correction, since textures may repeat.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.geometry.rotations import inverse_of, rotation_log
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.slam.keyframes import Keyframe, factor_graphs
from snakelab.plugins.slam.local_map import LocalMap


@dataclass(frozen=True, eq=False)
class Edge:
    """Measured pose of one keyframe in the axes of another.

    Attributes:
        first: Identifier.
        second: Identifier.
        T_first_second: Shape (4, 4).
        covariance: In the axes of the second, shape (6, 6).
    """

    first: int
    second: int
    T_first_second: FloatArray
    covariance: FloatArray


def drift_covariance(T_first_second: FloatArray) -> FloatArray:
    """Return the covariance of tracked motion: 1 % of the distance, 0.002 rad of each radian, and a small constant."""
    distance = float(np.linalg.norm(T_first_second[:3, 3]))
    angle = float(np.arccos(np.clip((np.trace(T_first_second[:3, :3]) - 1.0) / 2.0, -1.0, 1.0)))
    return np.diag([(2e-4 + 2e-3 * angle) ** 2] * 3 + [(5e-4 + 0.01 * distance) ** 2] * 3)


def optimise_poses(keyframes: list[Keyframe], edges: list[Edge]) -> dict[int, FloatArray]:
    """Return new poses T_map_left of keyframes by identifier; the first keeps its pose.

    Args:
        keyframes: In order of time.
        edges: Between them.
    """
    g = factor_graphs()
    graph, values = g.NonlinearFactorGraph(), g.Values()
    for keyframe in keyframes:
        values.insert(keyframe.id, g.Pose3(keyframe.T_map_left))
    first = keyframes[0]
    graph.add(g.PriorFactorPose3(first.id, g.Pose3(first.T_map_left), g.noiseModel.Isotropic.Sigma(6, 1e-6)))
    for edge in edges:
        noise = g.noiseModel.Gaussian.Covariance(edge.covariance)
        graph.add(g.BetweenFactorPose3(edge.first, edge.second, g.Pose3(edge.T_first_second), noise))
    settings = g.LevenbergMarquardtParams()
    settings.setMaxIterations(20)
    estimate = g.LevenbergMarquardtOptimizer(graph, values, settings).optimize()
    return {k.id: np.asarray(estimate.atPose3(k.id).matrix()) for k in keyframes}


def consecutive_edges(keyframes: list[Keyframe]) -> list[Edge]:
    """Return the edges between neighbours in time within a segment, from the poses that they have now."""
    edges = []
    for a, b in pairwise(keyframes):
        T = inverse_of(a.T_map_left) @ b.T_map_left
        covariance = drift_covariance(T) if a.segment == b.segment else np.diag([0.5**2] * 3 + [1.0] * 3)
        edges.append(Edge(a.id, b.id, T, covariance))
    return edges


class Loops:
    """Loops closed so far.

    Attributes:
        recognised: Number of earlier places that were recognised and confirmed, also without a drift to correct.
        closed: Number of corrections of the map.
        separate: Segments that are not connected with the first one by a recognised place.
    """

    def __init__(self) -> None:
        self.recognised = self.closed = 0
        self.separate: set[int] = set()
        self._edges: list[Edge] = []
        self._last = self._searched = -np.inf
        self._pending: FloatArray | None = None

    def close(self, local: LocalMap, keyframe: Keyframe) -> FloatArray | None:
        """Look for the place of a keyframe among earlier ones, and correct the map if its pose has drifted.

        Returns:
            The change of the keyframe's pose, T_new T_old^-1, or None without a correction.
        """
        waiting = keyframe.segment in self.separate
        if keyframe.time < max(self._last + (0.0 if waiting else 2.0), self._searched + 0.5):
            return None
        self._searched = keyframe.time
        # at least 8 s earlier
        recognition = local.places.find(keyframe.corner_pixels, keyframe.descriptors, keyframe.time - 8.0, tries=2)
        if recognition is None:
            self._pending = None
            return None
        earlier = recognition.keyframe
        difference = inverse_of(earlier.T_map_left @ recognition.T_earlier_now) @ keyframe.T_map_left
        shift = float(np.linalg.norm(difference[:3, 3]))
        angle = float(np.linalg.norm(rotation_log(difference[:3, :3])))
        if not waiting and earlier.segment == keyframe.segment and not self._plausible(local, keyframe, shift, angle):
            return None
        if not self._is_confirmed(earlier.T_map_left @ recognition.T_earlier_now @ inverse_of(keyframe.T_map_left)):
            return None
        self._last = keyframe.time
        self.recognised += 1
        floor = np.diag([1e-3**2] * 3 + [3e-3**2] * 3)
        edge = Edge(earlier.id, keyframe.id, recognition.T_earlier_now, recognition.covariance + floor)
        error = np.concatenate([rotation_log(difference[:3, :3]), difference[:3, 3]])
        if not waiting and error @ np.linalg.solve(edge.covariance, error) < 30.0:  # 6 components: 4e-5 by chance
            return None  # no drift beyond the error of the recognition
        self._edges.append(edge)
        if waiting and earlier.segment not in self.separate:
            self.separate.discard(keyframe.segment)
        return self._correct(local, keyframe)

    def _is_confirmed(self, correction: FloatArray) -> bool:
        """Return True if the place recognised before asked for the same correction of the map frame."""
        before, self._pending = self._pending, correction
        if before is None:
            return False
        change = inverse_of(before) @ correction
        near = float(np.linalg.norm(change[:3, 3])) < 0.05
        return near and float(np.linalg.norm(rotation_log(change[:3, :3]))) < 0.03

    def _plausible(self, local: LocalMap, keyframe: Keyframe, shift: float, angle: float) -> bool:
        """Return False for a change of the pose that is too large for the drift along the path so far."""
        poses = np.array([k.T_map_left[:3, 3] for k in local.keyframes.values()])
        path = float(np.linalg.norm(np.diff(poses, axis=0), axis=1).sum())
        return shift < 0.1 + 0.03 * path and angle < 0.1 + 0.01 * path

    def _correct(self, local: LocalMap, keyframe: Keyframe) -> FloatArray:
        keyframes = list(local.keyframes.values())
        new = optimise_poses(keyframes, consecutive_edges(keyframes) + self._edges)
        moved = {k.id: new[k.id] @ inverse_of(k.T_map_left) for k in keyframes}
        rows = np.flatnonzero(np.isin(local.points.keyframe, np.array(list(moved))))
        if len(rows):
            local.points.move(rows, np.array([moved[int(k)] for k in local.points.keyframe[rows]]))
        for k in keyframes:
            k.velocity = moved[k.id][:3, :3] @ k.velocity
            k.T_map_left = new[k.id]
        self.closed += 1
        return moved[keyframe.id]

    def replace(self, pairs: list[tuple[int, int]], local: LocalMap) -> None:
        """Forget the edges of keyframes that have been removed."""
        gone = {removed for removed, _ in pairs}
        self._edges = [e for e in self._edges if e.first not in gone and e.second not in gone]
