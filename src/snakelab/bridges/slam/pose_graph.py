"""Pose graph of all keyframes: corrects the map after a loop has been closed (GTSAM)."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.bridges.slam.keyframe import Keyframe
from snakelab.bridges.slam.packages import factor_graphs
from snakelab.perception.poses import inverse_of
from snakelab.types import FloatArray


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
    turn = float(np.arccos(np.clip((np.trace(T_first_second[:3, :3]) - 1.0) / 2.0, -1.0, 1.0)))
    return np.diag([(2e-4 + 2e-3 * turn) ** 2] * 3 + [(5e-4 + 0.01 * distance) ** 2] * 3)


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
