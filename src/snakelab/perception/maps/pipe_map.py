"""Centre line and radius of a pipe from mapped points."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import PerceptionError
from snakelab.parameter_declarations.array_checks import checked_array
from snakelab.perception.maps.distance_grid import PointMap
from snakelab.types import FloatArray, number

LEAST = 12  # points of a slice
PASSES = 3
MAX_SLICES = 20_000


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
    if np.ptp(cloud, axis=0).max() > MAX_SLICES * spacing:
        raise PerceptionError(
            f"spacing {spacing:g} m makes more than {MAX_SLICES} slices of this map; use a larger one"
        )
    shape = None
    for _ in range(PASSES):
        shape = _slices(cloud, _even(line, cloud, spacing))
        line = shape.centre
        if len(line) < 3:
            break
    assert shape is not None
    return shape


def _even(line: FloatArray, cloud: FloatArray, spacing: float) -> FloatArray:
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
        if len(slice_points) < LEAST:
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
        raise PerceptionError(f"the map shows no pipe: no slice has {LEAST} points")
    return PipeShape(np.array(centres), np.array(radii), np.array(deviations))
