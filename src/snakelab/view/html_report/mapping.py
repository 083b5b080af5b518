"""Map points, estimated body and ellipsoids of its uncertainty on the page."""

from typing import Any

import numpy as np

from snakelab.results.recorded_objects.mapped import mapped_in
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.html_report.packing import Packer

MOST_POINTS = 20_000  # of a map; of a larger one, every second, third, ... point is shown
FINE = 1e-3  # tolerance of a position [m]
SIGMA = 2.0  # half axes of an ellipsoid, of the standard deviation


def mapping(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the map and the estimates at the replay's frames; None for a run without. See `payload`."""
    mapped = mapped_in(recording)
    if mapped is None:
        return None
    points = mapped.points[:: max(1, -(-len(mapped.points) // MOST_POINTS))]
    body = None if mapped.body is None else mapped.body[rows]
    axes, places = None, []
    if body is not None and mapped.covariance is not None:
        places = sorted({0, body.shape[1] // 2, body.shape[1] - 1})
        axes = _half_axes(mapped.covariance[rows][:, places])
    return {
        "points": packer.curves(points.T, FINE) if len(points) else None,
        "body": None if body is None else packer.curves(body.reshape(len(rows), -1).T, FINE),
        "places": places,
        "ellipsoids": None if axes is None else packer.curves(axes.reshape(len(rows), -1).T, FINE / 10),
    }


def _half_axes(covariance: FloatArray) -> FloatArray:
    """Symmetric square roots of covariances, times `SIGMA`: they turn a unit sphere into the ellipsoid, shape (..., 3, 3)."""
    values, vectors = np.linalg.eigh(covariance)
    roots = np.sqrt(np.maximum(values, 0))
    return np.asarray(SIGMA * (vectors * roots[..., None, :]) @ np.swapaxes(vectors, -1, -2))
