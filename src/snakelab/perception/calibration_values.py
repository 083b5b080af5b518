"""Values of a calibration file, checked: each error names the file, the key, the value and what is allowed."""

import difflib
import math
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import Distortion, PinholeModel

# ----------------------------------------------------------------------------------------------------------------------
# Values of a calibration file, checked
#
# Each error names the file, the key, the value and what is allowed.
# ----------------------------------------------------------------------------------------------------------------------

N_COEFFICIENTS = {"none": (0,), "radial_tangential": (4, 5), "equidistant": (4,)}


class CalibrationValues:
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

    def inner(self, key: str) -> "CalibrationValues":
        """Return a mapping inside."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.fault(key, f"must be a mapping, got {_shown(value)}")
        return CalibrationValues(f"{self.name}: {key}", value)

    def check_keys(self, known: Sequence[str]) -> None:
        """Raise an error for a key that looks like a misspelt one of those known, which is missing."""
        for key in map(str, self.data):
            if key in known:
                continue
            near = difflib.get_close_matches(key, [word for word in known if word not in self.data], 1, 0.8)
            if near:
                raise RecordingError(f"{self.name}: unknown key {key!r}; did you mean {near[0]!r}?")

    def number(self, key: str) -> float:
        """Return a finite number."""
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= sys.float_info.max:
            raise self.fault(key, f"must be a finite number, got {_shown(value)}")
        return float(value)

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


def as_numbers(values: CalibrationValues, key: str, value: Any, shape: tuple[int, ...] | None) -> FloatArray:
    """Return finite numbers of a shape from nested or flat lists."""
    try:
        array = (
            np.asarray(value, dtype=np.float64)
            if isinstance(value, (list, tuple)) and not _has_switch(value)
            else np.array(math.nan)
        )
    except (TypeError, ValueError, OverflowError):
        array = np.array(math.nan)
    if not np.isfinite(array).all() or array.size > 10_000:
        raise values.fault(key, f"must be a list of finite numbers, got {_shown(value)}")
    if shape is None:
        return array.ravel()
    if array.size != math.prod(shape):
        raise values.fault(key, f"must have {' x '.join(map(str, shape))} numbers, got {array.size}")
    return array.reshape(shape)


def whole(values: CalibrationValues, key: str, value: Any) -> int:
    """Return a positive whole number of pixels."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not abs(value) < 2**53 or int(value) != value:  # NaN too
        raise values.fault(key, f"must be a whole number of pixels, got {_shown(value)}")
    if not 1 <= value <= 65536:
        raise values.fault(key, f"must be from 1 to 65536 pixels, got {_shown(value)}")
    return int(value)


def pinhole(
    values: CalibrationValues,
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


def rotation(values: CalibrationValues, key: str, matrix: FloatArray) -> FloatArray:
    """Return the rotation nearest to a matrix of shape (3, 3).

    Raises:
        RecordingError: if it is no rotation.
    """
    off, tolerance = float(np.abs(matrix @ matrix.T - np.eye(3)).max()), 1e-3  # by the rounding of a file
    if off > tolerance or np.linalg.det(matrix) < 0:
        what = f"R R^T differs from the identity by {off:.2g}" if off > tolerance else "it is a reflection"
        raise values.fault(key, f"must be a rotation, but {what}")
    u, _, v = np.linalg.svd(matrix)
    return np.asarray(u @ v)


def transform(values: CalibrationValues, key: str) -> FloatArray:
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


def camera_matrix(values: CalibrationValues, key: str) -> FloatArray:
    """Return a matrix of focal lengths and principal point, shape (3, 3), [pixel].

    Raises:
        RecordingError: if it has a skew, or is transposed, as in exports of MATLAB.
    """
    K = values.numbers(key, (3, 3))
    if K[0, 1] or K[1, 0] or K[2].tolist() != [0.0, 0.0, 1.0]:
        raise values.fault(key, f"must be [fx, 0, cx, 0, fy, cy, 0, 0, 1], got {K.ravel().tolist()}")
    return K


LONGEST_BASELINE = 2.0  # of a pair, above which a user is warned [m]


def check_baseline(values: CalibrationValues, T_left_right: FloatArray) -> FloatArray:
    """Return the transform of a pair; an error if both cameras are at one place, and a warning if it is probably wrong."""
    x, y, _ = T_left_right[:3, 3].tolist()
    baseline = float(np.linalg.norm(T_left_right[:3, 3]))
    if not baseline > 1e-9:
        raise RecordingError(f"{values.name}: the two cameras have the same position; a stereo pair needs a baseline")
    line = ""
    if baseline > LONGEST_BASELINE:
        line = f"the cameras are {baseline:.4g} m apart; lengths are in m: if the file is in mm, write {1e-3 * baseline:.3g}"
    elif abs(x) < abs(y):
        line = "the second camera is above or below the first one, and a stereo pair is horizontal: rotate the images"
    elif x < 0:
        line = "the second camera is to the left of the first one; give the left camera first"
    if line:
        warnings.warn(f"{values.name}: {line}", SnakelabWarning, stacklevel=4)
    return T_left_right


def rectified_pair(left: tuple[CalibrationValues, str, str], right: tuple[CalibrationValues, str, str]) -> FloatArray:
    """Return T_left_right of two cameras with a rectification and a projection each.

    Args:
        left, right: The file, and the keys of the two matrices.
    """
    R, x = [], []
    for values, rectification_key, projection_key in (left, right):
        R.append(rotation(values, rectification_key, values.numbers(rectification_key, (3, 3))))
        P = values.numbers(projection_key, (3, 4))
        if not P[0, 0] > 0:
            raise values.fault(projection_key, f"must have a positive focal length, got {P[0, 0]:g} pixels")
        if abs(P[1, 3]) > 1e-6 * P[0, 0]:
            raise values.fault(projection_key, f"must have no vertical baseline, got [1, 3] = {P[1, 3]:g}")
        x.append(-P[0, 3] / P[0, 0])
    baseline = x[1] - x[0]
    if not baseline > 0:
        values, _, key = right
        raise RecordingError(
            f"{values.name}: {key} must have a smaller entry [0, 3] than that of the left camera, by f times the baseline; the "
            f"baseline is {baseline:g} m; give the left camera first"
        )
    T = np.eye(4)
    T[:3, :3] = R[0].T @ R[1]
    T[:3, 3] = R[0].T @ [baseline, 0.0, 0.0]
    return check_baseline(right[0], T)


def _has_switch(value: Any, depth: int = 0) -> bool:
    if isinstance(value, (list, tuple)):
        return depth > 3 or any(_has_switch(one, depth + 1) for one in value)
    return isinstance(value, (bool, str)) or value is None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
