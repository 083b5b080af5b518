"""Maps and estimates stored with the true motion in a recording: mapped points, the estimated body, its uncertainty."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray, floats

POINTS, BODY, COVARIANCE, KEYFRAMES = "map_points", "estimated_body", "estimated_covariance", "keyframe_poses"


@dataclass(frozen=True, eq=False)
class MappedBody:
    """Map and estimates of a recording.

    Attributes:
        points: Map points, shape (n, 3), [m]; empty where there are none.
        body: Estimated places along the body at every record, shape (n_rows, k, 3), [m]; None without an estimate.
        covariance: Of these places, world axes, shape (n_rows, k, 3, 3), [m^2]; None without one.
        keyframes: T_map_camera of keyframes, optical axes, shape (n, 4, 4), [m]; empty where there are none.
    """

    points: FloatArray
    body: FloatArray | None
    covariance: FloatArray | None
    keyframes: FloatArray


@checked_arguments(RecordingError)
def with_map(
    recording: Recording, points: Any = None, body: Any = None, covariance: Any = None, keyframes: Any = None
) -> Recording:
    """Return the recording with a map and estimates, which files keep and the report page shows.

    Args:
        recording: The run.
        points: Map points, shape (n, 3), [m].
        body: Estimated places along the body at every record, from tail to head or the reverse, shape (n_rows, k, 3), [m].
        covariance: Of these places, world axes, shape (n_rows, k, 3, 3), [m^2].
        keyframes: T_map_camera of keyframes, optical axes (z ahead, y down), shape (n, 4, 4), [m].

    Raises:
        RecordingError: if a shape does not fit the recording, a covariance is not positive semidefinite, or a keyframe
            is not a pose.
    """
    n = recording.dataset.sizes["time"]
    data = recording.dataset.copy()
    if points is not None:
        data[POINTS] = (("map_point", "axis"), _shaped(points, POINTS, (-1, 3)), {"units": "m"})
    if body is not None:
        data[BODY] = (("time", "estimated_place", "axis"), _shaped(body, BODY, (n, -1, 3)), {"units": "m"})
    if covariance is not None:
        if BODY not in data:
            raise RecordingError(f"{COVARIANCE} needs the estimated places; give body as well")
        array = _shaped(covariance, COVARIANCE, (n, data[BODY].shape[1], 3, 3))
        if np.linalg.eigvalsh(array)[..., 0].min(initial=0) < -1e-9 * max(float(np.abs(array).max(initial=0)), 1e-300):
            raise RecordingError(f"{COVARIANCE} must be positive semidefinite")
        data[COVARIANCE] = (("time", "estimated_place", "axis", "other_axis"), array, {"units": "m^2"})
    if keyframes is not None:
        poses = _shaped(keyframes, KEYFRAMES, (-1, 4, 4))
        R = poses[:, :3, :3]
        wrong = np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max(initial=0) > 1e-6 or (np.linalg.det(R) < 0).any()
        if wrong or (poses[:, 3] != (0, 0, 0, 1)).any():
            raise RecordingError(f"{KEYFRAMES} must be poses: a rotation, a position [m] and the row 0, 0, 0, 1")
        data[KEYFRAMES] = (("keyframe", "pose_row", "pose_column"), poses)
    return Recording(data, recording.status, recording.state)


def mapped_in(recording: Recording) -> MappedBody | None:
    """Return the map and the estimates of a recording; None if it has neither."""
    data = recording.dataset
    if not any(name in data for name in (POINTS, BODY, KEYFRAMES)):
        return None
    points = data[POINTS].values if POINTS in data else np.zeros((0, 3))
    body, covariance = (data[name].values if name in data else None for name in (BODY, COVARIANCE))
    keyframes = data[KEYFRAMES].values if KEYFRAMES in data else np.zeros((0, 4, 4))
    return MappedBody(points, body, covariance, keyframes)


def _shaped(values: Any, name: str, shape: tuple[int, ...]) -> FloatArray:
    try:
        array: FloatArray = floats(values)
    except ValueError:
        array = np.zeros(0)
    if array.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, array.shape, strict=True)):
        raise RecordingError(f"{name} must have shape {shape} with -1 for any size, got {array.shape}")
    if not np.isfinite(array).all():
        raise RecordingError(f"{name} must be finite numbers")
    return array
