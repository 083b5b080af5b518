"""Values of a calibration file, checked: each error names the file, the key, the value and what is allowed."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.perception.camera_imu.pinhole import Distortion, PinholeModel
from snakelab.types import FloatArray

LARGEST = 65536  # columns or rows of an image
ORTHONORMAL = 1e-3  # deviation of R R^T from the identity that rounding of a file can cause
N_COEFFICIENTS = {"none": (0,), "radial_tangential": (4, 5), "equidistant": (4,)}


class Values:
    """Mapping of a calibration file.

    Args:
        name: File, for messages.
        data: The mapping.
    """

    def __init__(self, name: str, data: Any) -> None:
        if not isinstance(data, dict):
            raise RecordingError(f"{name} is not a calibration file: it contains {_kind(data)} in place of a mapping")
        self.name, self.data = name, data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def fault(self, key: str, message: str) -> RecordingError:
        """Return an error about a key."""
        return RecordingError(f"{self.name}: {key} {message}")

    def get(self, key: str) -> Any:
        """Return the value of a required key."""
        if key not in self.data:
            raise RecordingError(f"{self.name} has no {key}{nearest(key, map(str, self.data))}")
        return self.data[key]

    def inner(self, key: str) -> "Values":
        """Return a mapping inside."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.fault(key, f"must be a mapping, got {_shown(value)}")
        return Values(f"{self.name}: {key}", value)

    def size(self, key: str) -> int:
        """Return a number of pixels."""
        return whole(self, key, self.get(key))

    def numbers(self, key: str, shape: tuple[int, ...] | None = None) -> FloatArray:
        """Return an array of finite numbers; a matrix may be a flat list, or rows.

        Args:
            key: The key.
            shape: Expected shape; None for a list of any length.
        """
        value = self.get(key)
        if isinstance(value, dict) and "data" in value:
            value = value["data"]
        return as_numbers(self, key, value, shape)


def as_numbers(values: Values, key: str, value: Any, shape: tuple[int, ...] | None) -> FloatArray:
    """Return finite numbers of a shape from nested or flat lists."""
    try:
        array = np.asarray(value, dtype=np.float64) if _is_list(value) else np.array(math.nan)
    except (TypeError, ValueError, OverflowError):
        array = np.array(math.nan)
    if not np.isfinite(array).all() or array.size > 10_000:
        raise values.fault(key, f"must be a list of finite numbers, got {_shown(value)}")
    if shape is None:
        return array.ravel()
    if array.size != math.prod(shape):
        raise values.fault(key, f"must have {' x '.join(map(str, shape))} numbers, got {array.size}")
    return array.reshape(shape)


def whole(values: Values, key: str, value: Any) -> int:
    """Return a positive whole number of pixels."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or int(value) != value:
        raise values.fault(key, f"must be a whole number of pixels, got {_shown(value)}")
    if not 1 <= value <= LARGEST:
        raise values.fault(key, f"must be from 1 to {LARGEST} pixels, got {_shown(value)}")
    return int(value)


def pinhole(
    values: Values,
    size: tuple[int, int],
    intrinsics: Sequence[float],
    distortion: Distortion,
    coefficients: Sequence[float],
    keys: tuple[str, str],
) -> PinholeModel:
    """Return a camera model.

    Args:
        values: The file.
        size: Columns and rows [pixel].
        intrinsics: fx, fy, cx, cy [pixel].
        distortion: Model of the distortion.
        coefficients: Of the distortion; zeros after the fifth are left out.
        keys: Of the intrinsics and of the coefficients, for messages.
    """
    fx, fy, cx, cy = (float(value) for value in intrinsics)
    if not (fx > 0 and fy > 0):
        raise values.fault(keys[0], f"must have positive focal lengths, got {fx:g} and {fy:g} pixels")
    width, height = size
    if not (-width < cx < 2 * width and -height < cy < 2 * height):
        raise values.fault(
            keys[0], f"must have a principal point near the image of {width} x {height} pixels, got ({cx:g}, {cy:g})"
        )
    given = [float(value) for value in coefficients]
    if distortion == "radial_tangential":
        while len(given) > 5 and given[-1] == 0:
            given.pop()
        given = given if any(given) else []
        distortion = distortion if given else "none"
    elif distortion == "none":
        if any(given):
            raise values.fault(keys[1], f"must be empty or zero without a distortion model, got {_shown(given)}")
        given = []
    if len(given) not in N_COEFFICIENTS[distortion]:
        allowed = " or ".join(map(str, N_COEFFICIENTS[distortion]))
        raise values.fault(keys[1], f"must have {allowed} coefficients for the model {distortion}, got {len(given)}")
    return PinholeModel(width, height, fx, fy, cx, cy, distortion, tuple(given))


def rotation(values: Values, key: str, matrix: FloatArray) -> FloatArray:
    """Return the rotation nearest to a matrix of shape (3, 3).

    Raises:
        RecordingError: if it is no rotation.
    """
    off = float(np.abs(matrix @ matrix.T - np.eye(3)).max())
    if off > ORTHONORMAL or np.linalg.det(matrix) < 0:
        what = f"R R^T differs from the identity by {off:.2g}" if off > ORTHONORMAL else "it is a reflection"
        raise values.fault(key, f"must be a rotation, but {what}")
    u, _, v = np.linalg.svd(matrix)
    return np.asarray(u @ v)


def transform(values: Values, key: str) -> FloatArray:
    """Return a rigid transform of shape (4, 4)."""
    T = values.numbers(key, (4, 4))
    if np.abs(T[3] - [0, 0, 0, 1]).max() > 1e-9:
        raise values.fault(key, f"must have the last row 0, 0, 0, 1, got {T[3].tolist()}")
    T[:3, :3] = rotation(values, key, T[:3, :3])
    return T


def inverse(T: FloatArray) -> FloatArray:
    """Return the inverse of a rigid transform."""
    result = np.eye(4)
    result[:3, :3] = T[:3, :3].T
    result[:3, 3] = -T[:3, :3].T @ T[:3, 3]
    return result


def check_baseline(values: Values, T_left_right: FloatArray) -> FloatArray:
    """Return the transform of a pair; an error if both cameras are at one place."""
    if not np.linalg.norm(T_left_right[:3, 3]) > 1e-9:
        raise RecordingError(f"{values.name}: the two cameras have the same position; a stereo pair needs a baseline")
    return T_left_right


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and not _has_switch(value)


def _has_switch(value: Any, depth: int = 0) -> bool:
    if isinstance(value, (list, tuple)):
        return depth > 3 or any(_has_switch(one, depth + 1) for one in value)
    return isinstance(value, (bool, str)) or value is None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
