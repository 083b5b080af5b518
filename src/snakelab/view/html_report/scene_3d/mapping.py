"""Map points, keyframes, estimated body and ellipsoids of its uncertainty on the page."""

from typing import Any

import numpy as np

from snakelab.results.recorded_objects.maps import mapped_in
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.html_report.packing import Packer

MAX_POINTS = 20_000  # of a map; of a larger one, every second, third, ... point is shown
FINE = 1e-3  # tolerance of a position [m]
MAX_KEYFRAMES = 500
PYRAMID = 0.03  # height of the pyramid of a keyframe, of the length of the body
SIGMA = 2.0  # half axes of an ellipsoid, of the standard deviation


def mapping(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the map and the estimates at the replay's frames; None for a run without. See `payload`."""
    mapped = mapped_in(recording)
    if mapped is None:
        return None
    points = mapped.points[:: max(1, -(-len(mapped.points) // MAX_POINTS))]
    body = None if mapped.body is None else mapped.body[rows]
    axes, places = None, []
    if body is not None and mapped.covariance is not None:
        places = sorted({0, body.shape[1] // 2, body.shape[1] - 1})
        axes = half_axes(mapped.covariance[rows][:, places])
    keyframes = mapped.keyframes[:: max(1, -(-len(mapped.keyframes) // MAX_KEYFRAMES))]
    height = PYRAMID * float(np.nan_to_num(recording["link_length"].values).sum())
    return {
        "keyframes": packer.curves(pyramids(keyframes, height).T, FINE / 10) if len(keyframes) else None,
        "points": packer.curves(points.T, FINE) if len(points) else None,
        "body": None if body is None else packer.curves(body.reshape(len(rows), -1).T, FINE),
        "places": places,
        "ellipsoids": None if axes is None else packer.curves(axes.reshape(len(rows), -1).T, FINE / 10),
    }


def pyramids(poses: FloatArray, height: float) -> FloatArray:
    """Return the ends of the edges of a pyramid for each camera pose, open toward the viewing direction, shape (16 n, 3), [m].

    Args:
        poses: T_map_camera, optical axes, shape (n, 4, 4), [m].
        height: Along the optical axis [m].
    """
    corners = np.array([(-0.8, -0.5, 1.0), (0.8, -0.5, 1.0), (0.8, 0.5, 1.0), (-0.8, 0.5, 1.0)])
    top, following = np.zeros((4, 3)), np.roll(corners, -1, axis=0)
    edges = np.stack((np.concatenate((top, corners)), np.concatenate((corners, following))), axis=1).reshape(-1, 3)
    placed = np.einsum("nij,kj->nki", poses[:, :3, :3], height * edges) + poses[:, None, :3, 3]
    return np.asarray(placed.reshape(-1, 3))


def half_axes(covariance: FloatArray) -> FloatArray:
    """Symmetric square roots of covariances, times `SIGMA`: they map a unit sphere to the ellipsoid, shape (..., 3, 3)."""
    values, vectors = np.linalg.eigh(covariance)
    roots = np.sqrt(np.maximum(values, 0))
    return np.asarray(SIGMA * (vectors * roots[..., None, :]) @ np.swapaxes(vectors, -1, -2))
