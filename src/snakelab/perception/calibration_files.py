"""Calibration files of cameras and inertial units, in the formats of Kalibr, OpenVINS, OpenCV, ROS and ORB-SLAM."""

import difflib
import math
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from snakelab.errors import RecordingError, SnakelabError, nearest
from snakelab.files import check_extent, read_file, read_xml, reason, write_whole
from snakelab.parameters.arguments import FloatArray, plain_data
from snakelab.parameters.declarations import checked_arguments
from snakelab.perception.cameras import Distortion, ImuNoise, PinholeModel, StereoModel

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


def check_baseline(values: CalibrationValues, T_left_right: FloatArray) -> FloatArray:
    """Return the transform of a pair; an error if both cameras are at one place."""
    if not np.linalg.norm(T_left_right[:3, 3]) > 1e-9:
        raise RecordingError(f"{values.name}: the two cameras have the same position; a stereo pair needs a baseline")
    return T_left_right


def _has_switch(value: Any, depth: int = 0) -> bool:
    if isinstance(value, (list, tuple)):
        return depth > 3 or any(_has_switch(one, depth + 1) for one in value)
    return isinstance(value, (bool, str)) or value is None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"


# ----------------------------------------------------------------------------------------------------------------------
# Calibration of Kalibr: camchain.yaml, camchain-imucam.yaml and imu.yaml; OpenVINS writes T_imu_cam for T_cam_imu
#
# Source: https://github.com/ethz-asl/kalibr/wiki/yaml-formats, https://docs.openvins.com/gs-calibration.html
# ----------------------------------------------------------------------------------------------------------------------

KALIBR_MODELS: dict[str, Distortion] = {
    "radtan": "radial_tangential",
    "equidistant": "equidistant",
    "equi": "equidistant",
    "none": "none",
}
KALIBR_KEYS = (
    "camera_model",
    "intrinsics",
    "distortion_model",
    "distortion_coeffs",
    "resolution",
    "T_cn_cnm1",
    "T_cam_imu",
    "T_imu_cam",
)
MAX_CONTRADICTION = 5e-3  # between two ways to the pose of a camera [m, -]
KALIBR_NAMES = {"none": "none", "radial_tangential": "radtan", "equidistant": "equidistant"}
NOISE = {
    "gyroscope": "gyroscope_noise_density",
    "accelerometer": "accelerometer_noise_density",
    "gyroscope_walk": "gyroscope_random_walk",
    "accelerometer_walk": "accelerometer_random_walk",
}


def is_kalibr(data: dict[str, Any]) -> bool:
    """Return True for the content of a camera chain."""
    return "cam0" in data


def kalibr_calibration(values: CalibrationValues) -> PinholeModel | StereoModel:
    """Return the first camera of a chain, or the pair of its first two; T_body_left is that of cam0 in the IMU's axes."""
    zero = values.inner("cam0")
    first = kalibr_camera(zero)
    if "cam1" not in values:
        return first
    second = values.inner("cam1")
    T_imu_zero, T_imu_one = _pose_in_imu(zero), _pose_in_imu(second)
    by_imu = None if T_imu_zero is None or T_imu_one is None else inverse(T_imu_zero) @ T_imu_one
    if "T_cn_cnm1" in second:
        T_left_right = inverse(transform(second, "T_cn_cnm1"))
        if by_imu is not None and np.abs(by_imu - T_left_right).max() > MAX_CONTRADICTION:
            raise second.fault("T_cn_cnm1", "contradicts the poses of both cameras in the IMU; remove one of them")
    elif by_imu is not None:
        T_left_right = by_imu
    else:
        raise RecordingError(f"{second.name} has no T_cn_cnm1, and the two cameras have no T_cam_imu or T_imu_cam")
    T_body_left = np.eye(4) if T_imu_zero is None else T_imu_zero
    return StereoModel(first, kalibr_camera(second), check_baseline(second, T_left_right), T_body_left)


def _pose_in_imu(values: CalibrationValues) -> FloatArray | None:
    """Pose of a camera in the axes of the IMU: `T_imu_cam` of OpenVINS, or the inverse of Kalibr's `T_cam_imu`."""
    if "T_imu_cam" in values:
        return transform(values, "T_imu_cam")
    return inverse(transform(values, "T_cam_imu")) if "T_cam_imu" in values else None


def kalibr_camera(values: CalibrationValues) -> PinholeModel:
    """Return one camera of a chain."""
    values.check_keys(KALIBR_KEYS)
    if values.get("camera_model") != "pinhole":
        raise values.fault("camera_model", f"must be pinhole, got {values.get('camera_model')!r}")
    distortion_model = str(values.data.get("distortion_model", "none"))
    if distortion_model not in KALIBR_MODELS:
        raise values.fault(
            "distortion_model",
            f"{distortion_model!r} is not supported{nearest(distortion_model, ('radtan', 'equidistant'))}",
        )
    resolution = as_numbers(values, "resolution", values.get("resolution"), (2,))
    width, height = (whole(values, "resolution", value) for value in resolution.tolist())
    needed = KALIBR_MODELS[distortion_model] != "none"
    coefficients = values.numbers("distortion_coeffs").tolist() if needed or "distortion_coeffs" in values else []
    return pinhole(
        values,
        (width, height),
        values.numbers("intrinsics", (4,)).tolist(),
        KALIBR_MODELS[distortion_model],
        coefficients,
        ("intrinsics", "distortion_coeffs"),
    )


def imu_noise(values: CalibrationValues) -> ImuNoise:
    """Return the noise densities of an imu.yaml, which may be under `imu0`, or of settings of ORB-SLAM."""
    if any(key in values for key in ORB_NOISE.values()):
        return ImuNoise(**{name: values.number(key) for name, key in ORB_NOISE.items()})
    values = values.inner("imu0") if "imu0" in values else values
    densities: dict[str, float] = {}
    for name, key in NOISE.items():
        value = values.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6:
            raise values.fault(key, f"must be a number of at least 0, got {value!r}")
        densities[name] = float(value)
    return ImuNoise(**densities)


def document(model: PinholeModel | StereoModel) -> dict[str, Any]:
    """Return the content of a camera chain."""
    if isinstance(model, PinholeModel):
        return {"cam0": _kalibr_camera(model)}
    right = inverse(model.T_left_right)
    left = _kalibr_camera(model.left) | {"T_cam_imu": inverse(model.T_body_left).tolist()}
    T_right_imu = right @ inverse(model.T_body_left)
    second = _kalibr_camera(model.right) | {"T_cn_cnm1": right.tolist(), "T_cam_imu": T_right_imu.tolist()}
    return {"cam0": left, "cam1": second}


def _kalibr_camera(model: PinholeModel) -> dict[str, Any]:
    coefficients = [float(value) for value in model.coefficients]
    if model.distortion == "radial_tangential" and len(coefficients) == 5:
        if coefficients[4] != 0:
            raise RecordingError("Kalibr's radtan has no k3; write the calibration in the format 'ros' or 'opencv'")
        coefficients = coefficients[:4]
    return {
        "camera_model": "pinhole",
        "intrinsics": [float(value) for value in (model.fx, model.fy, model.cx, model.cy)],
        "distortion_model": KALIBR_NAMES[model.distortion],
        "distortion_coeffs": coefficients,
        "resolution": [model.width, model.height],
    }


# ----------------------------------------------------------------------------------------------------------------------
# Calibration in OpenCV's FileStorage, YAML or XML: names of the calibration samples, and those of a stereo pair
#
# Source: https://docs.opencv.org/4.x/da/d56/classcv_1_1FileStorage.html and the sample stereo_calib.cpp. In a pair,
# p_right = R p_left + T.
# ----------------------------------------------------------------------------------------------------------------------

MATRICES = ("camera_matrix", "cameraMatrix", "Camera_Matrix", "K", "M")
COEFFICIENTS = ("distortion_coefficients", "distCoeffs", "dist_coeffs", "Distortion_Coefficients", "D")
WIDTHS, HEIGHTS = ("image_width", "image_Width", "width"), ("image_height", "image_Height", "height")
SIZES = ("image_size", "imageSize", "size")
PAIRS = (
    ("M1", "D1", "M2", "D2"),
    ("K1", "D1", "K2", "D2"),
    ("cameraMatrix1", "distCoeffs1", "cameraMatrix2", "distCoeffs2"),
)


def is_opencv(data: dict[str, Any]) -> bool:
    """Return True for the content of a file with a camera matrix under one of OpenCV's usual names."""
    return any(key in data for key in (*MATRICES, *(names[0] for names in PAIRS)))


def opencv_calibration(values: CalibrationValues, size: tuple[int, int] | None) -> PinholeModel | StereoModel:
    """Return the camera or the pair of a file.

    Args:
        values: The file.
        size: Columns and rows, for a file without them; else None.
    """
    for K1, D1, K2, D2 in PAIRS:
        if K1 in values and K2 in values:
            image_size = _size(values, size)
            T_right_left = np.eye(4)
            T_right_left[:3, :3] = rotation(values, "R", values.numbers("R", (3, 3)))
            T_right_left[:3, 3] = values.numbers("T", (3,))
            T = check_baseline(values, inverse(T_right_left))
            T_body_left = np.eye(4)
            if "T_body_left" in values:
                T_body_left = values.numbers("T_body_left", (4, 4))
                T_body_left[:3, :3] = rotation(values, "T_body_left", T_body_left[:3, :3])
            return StereoModel(
                _opencv_camera(values, K1, D1, image_size), _opencv_camera(values, K2, D2, image_size), T, T_body_left
            )
    K = next((key for key in MATRICES if key in values), "")
    if not K:  # one of a pair
        first, _, second, _ = next(names for names in PAIRS if names[0] in values)
        raise RecordingError(f"{values.name} has no {second}, the matrix of the other camera of {first}")
    D = next((key for key in COEFFICIENTS if key in values), "")
    return _opencv_camera(values, K, D, _size(values, size))


def _opencv_camera(values: CalibrationValues, matrix: str, coefficients: str, size: tuple[int, int]) -> PinholeModel:
    K = values.numbers(matrix, (3, 3))
    if not coefficients or coefficients not in values:
        values.check_keys([*COEFFICIENTS, *(names[i] for names in PAIRS for i in (1, 3))])
        similar = next((key for key in map(str, values.data) if re.search("dist|coef", key, re.IGNORECASE)), None)
        if similar is not None:
            raise RecordingError(f"{values.name}: unknown key {similar!r}; the coefficients are {COEFFICIENTS[0]!r}")
    D = values.numbers(coefficients).tolist() if coefficients in values else []
    fisheye = bool(values.data.get("fisheye_model", 0))
    distortion: Distortion = "equidistant" if fisheye else "radial_tangential"
    intrinsics = K[0, 0], K[1, 1], K[0, 2], K[1, 2]
    return pinhole(values, size, intrinsics, distortion, D, (matrix, coefficients))


def _size(values: CalibrationValues, size: tuple[int, int] | None) -> tuple[int, int]:
    width = next((key for key in WIDTHS if key in values), None)
    height = next((key for key in HEIGHTS if key in values), None)
    if width is not None and height is not None:
        return values.size(width), values.size(height)
    for key in SIZES:
        if key in values:
            columns, rows = as_numbers(values, key, values.get(key), (2,)).tolist()
            return whole(values, key, columns), whole(values, key, rows)
    if size is None:
        raise RecordingError(
            f"{values.name} has no image_width and image_height; write load_calibration(..., size=(640, 400))"
        )
    return size


def plain_yaml(text: str) -> str:
    """Return YAML of OpenCV as YAML of others: without its directive and its tags."""
    text = re.sub(r"!!opencv-[\w-]+", "", re.sub(r"\A%YAML[: ][^\n]*\n", "", text))
    return re.sub(r"^([ \t]*[\w.]+):(?=[\[{0-9.+-])", r"\1: ", text, flags=re.MULTILINE)  # "data:[" without a blank


def plain_xml(root: ET.Element) -> dict[str, Any]:
    """Return the content of an XML file as numbers and lists."""
    return {child.tag: _element(child) for child in root}


def _element(element: ET.Element) -> Any:
    data = element.find("data")
    text = (element.text if data is None else data.text) or ""
    numbers: list[Any] = []
    for word in text.split():
        try:
            numbers.append(int(word))
        except ValueError:
            try:
                numbers.append(float(word))
            except ValueError:
                return text.strip()
    return numbers[0] if data is None and len(numbers) == 1 else numbers


def entries(model: PinholeModel | StereoModel) -> dict[str, Any]:
    """Return what is written: whole numbers and matrices by name."""
    if isinstance(model, PinholeModel):
        named = {"camera_matrix": model.matrix, "distortion_coefficients": np.array([_coefficients(model)])}
        return {"image_width": model.width, "image_height": model.height, "fisheye_model": _fisheye(model), **named}
    left, right = model.left, model.right
    if (left.width, left.height, _fisheye(left)) != (right.width, right.height, _fisheye(right)):
        raise RecordingError(
            "OpenCV's file of a pair has one image size and one kind of lens, and these cameras differ; write the format 'ros'"
        )
    T = inverse(model.T_left_right)
    return {
        "image_width": left.width,
        "image_height": left.height,
        "fisheye_model": _fisheye(left),
        "M1": left.matrix,
        "D1": np.array([_coefficients(left)]),
        "M2": right.matrix,
        "D2": np.array([_coefficients(right)]),
        "R": T[:3, :3],
        "T": T[:3, 3:],
        "T_body_left": model.T_body_left,
    }


def yaml_text(values: dict[str, Any]) -> str:
    """Return a FileStorage YAML document."""
    lines = ["%YAML:1.0", "---"]
    for key, value in values.items():
        if isinstance(value, np.ndarray):
            rows, columns = value.shape
            lines += [f"{key}: !!opencv-matrix", f"   rows: {rows}", f"   cols: {columns}", "   dt: d"]
            lines.append(f"   data: [ {', '.join(map(_number, value.ravel().tolist()))} ]")
        else:
            lines.append(f"{key}: {value}")
    return "\n".join(lines) + "\n"


def xml_text(values: dict[str, Any]) -> str:
    """Return a FileStorage XML document."""
    lines = ['<?xml version="1.0"?>', "<opencv_storage>"]
    for key, value in values.items():
        if isinstance(value, np.ndarray):
            rows, columns = value.shape
            data = " ".join(map(_number, value.ravel().tolist()))
            head = f'<{key} type_id="opencv-matrix"><rows>{rows}</rows><cols>{columns}</cols><dt>d</dt>'
            lines.append(f"{head}<data>{data}</data></{key}>")
        else:
            lines.append(f"<{key}>{value}</{key}>")
    return "\n".join([*lines, "</opencv_storage>"]) + "\n"


def _coefficients(model: PinholeModel) -> FloatArray:
    return np.asarray(model.coefficients or 5 * (0.0,), dtype=np.float64)


def _fisheye(model: PinholeModel) -> int:
    return int(model.distortion == "equidistant")


def _number(value: float) -> str:
    text = repr(value)
    return text.removesuffix("0") if text.endswith(".0") else text


# ----------------------------------------------------------------------------------------------------------------------
# Calibration of ROS: one YAML file of a camera_info for each camera
#
# Source: sensor_msgs/CameraInfo, https://docs.ros.org/en/api/sensor_msgs/html/msg/CameraInfo.html
# ----------------------------------------------------------------------------------------------------------------------

ROS_MODELS: dict[str, Distortion] = {
    "plumb_bob": "radial_tangential",
    "equidistant": "equidistant",
    "fisheye": "equidistant",
    "": "none",
    "none": "none",
}
ROS_KEYS = (
    "image_width",
    "image_height",
    "camera_matrix",
    "distortion_model",
    "distortion_coefficients",
    "rectification_matrix",
    "projection_matrix",
)
ROS_NAMES = {"none": "plumb_bob", "radial_tangential": "plumb_bob", "equidistant": "equidistant"}


def is_ros(data: dict[str, Any]) -> bool:
    """Return True for the content of a camera_info file."""
    return "camera_matrix" in data and ("image_width" in data or "projection_matrix" in data)


def ros_camera(values: CalibrationValues) -> PinholeModel:
    """Return the camera model of a camera_info."""
    distortion_model = str(values.data.get("distortion_model", ""))
    if distortion_model not in ROS_MODELS:
        raise values.fault(
            "distortion_model",
            f"{distortion_model!r} is not supported{nearest(distortion_model, ('plumb_bob', 'equidistant'))}",
        )
    K = values.numbers("camera_matrix", (3, 3))
    values.check_keys(ROS_KEYS)
    needed = ROS_MODELS[distortion_model] != "none"
    D = values.numbers("distortion_coefficients") if needed or "distortion_coefficients" in values else np.zeros(0)
    return pinhole(
        values,
        (values.size("image_width"), values.size("image_height")),
        (K[0, 0], K[1, 1], K[0, 2], K[1, 2]),
        ROS_MODELS[distortion_model],
        D.tolist(),
        ("camera_matrix", "distortion_coefficients"),
    )


def pair(left: CalibrationValues, right: CalibrationValues) -> StereoModel:
    """Return the pair of two camera_info files.

    With rectified coordinates R p, the right camera is at (B, 0, 0) of the left one, and P_right[0, 3] = P_left[0, 3] - f B.
    """
    keys = "rectification_matrix", "projection_matrix"
    return StereoModel(ros_camera(left), ros_camera(right), rectified_pair((left, *keys), (right, *keys)))


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


def ros_documents(model: PinholeModel | StereoModel) -> list[dict[str, Any]]:
    """Return the content of the camera_info files, one for each camera."""
    if isinstance(model, PinholeModel):
        f = model.fx
        return [_document(model, "camera", np.eye(3), _projection(f, model.cx, model.cy, 0.0))]
    rectified = rectification(model)
    f = (model.left.fx + model.left.fy + model.right.fx + model.right.fy) / 4
    cx, cy = (model.left.cx + model.right.cx) / 2, (model.left.cy + model.right.cy) / 2
    return [
        _document(one, name, R, _projection(f, cx, cy, shift))
        for one, name, R, shift in (
            (model.left, "left", rectified[0], 0.0),
            (model.right, "right", rectified[1], model.baseline),
        )
    ]


def rectification(model: StereoModel) -> tuple[FloatArray, FloatArray]:
    """Return the rotations from each camera's axes to rectified ones, whose x is along the baseline.

    Source: Fusiello, Trucco and Verri, A compact algorithm for rectification of stereo pairs, 2000.
    """
    R_left_right, t = model.T_left_right[:3, :3], model.T_left_right[:3, 3]
    x = t / np.linalg.norm(t)
    ahead = np.array([0.0, 0.0, 1.0]) + R_left_right[:, 2]
    y = np.cross(ahead, x)
    y /= np.linalg.norm(y)
    R_rectified_left = np.stack((x, y, np.cross(x, y)))
    return R_rectified_left, R_rectified_left @ R_left_right


def _projection(f: float, cx: float, cy: float, baseline: float) -> FloatArray:
    return np.array([[f, 0.0, cx, -f * baseline], [0.0, f, cy, 0.0], [0.0, 0.0, 1.0, 0.0]])


def _document(model: PinholeModel, name: str, R: FloatArray, P: FloatArray) -> dict[str, Any]:
    if model.distortion == "equidistant":
        coefficients = list(model.coefficients)
    else:
        coefficients = [*model.coefficients, *(5 - len(model.coefficients)) * [0.0]]
    return {
        "image_width": model.width,
        "image_height": model.height,
        "camera_name": name,
        "camera_matrix": _matrix(model.matrix),
        "distortion_model": ROS_NAMES[model.distortion],
        "distortion_coefficients": _matrix(np.array([coefficients])),
        "rectification_matrix": _matrix(R),
        "projection_matrix": _matrix(P),
    }


def _matrix(values: FloatArray) -> dict[str, Any]:
    return {"rows": values.shape[0], "cols": values.shape[1], "data": [float(one) for one in values.ravel()]}


# ----------------------------------------------------------------------------------------------------------------------
# Calibration of the EuRoC data sets: one sensor.yaml for each camera, with its pose T_BS in the axes of the IMU
# ----------------------------------------------------------------------------------------------------------------------

EUROC_MODELS: dict[str, Distortion] = {"radial-tangential": "radial_tangential", "equidistant": "equidistant"}
EUROC_KEYS = ("T_BS", "resolution", "camera_model", "intrinsics", "distortion_model", "distortion_coefficients")


def is_euroc(data: dict[str, Any]) -> bool:
    """Return True for the content of a sensor.yaml of a camera."""
    return "T_BS" in data and "intrinsics" in data


def euroc_camera(values: CalibrationValues) -> PinholeModel:
    """Return the camera of a sensor.yaml."""
    values.check_keys(EUROC_KEYS)
    if values.get("camera_model") != "pinhole":
        raise values.fault("camera_model", f"must be pinhole, got {values.get('camera_model')!r}")
    model = str(values.get("distortion_model"))
    if model not in EUROC_MODELS:
        raise values.fault("distortion_model", f"{model!r} is not supported{nearest(model, EUROC_MODELS)}")
    resolution = as_numbers(values, "resolution", values.get("resolution"), (2,))
    width, height = (whole(values, "resolution", value) for value in resolution.tolist())
    keys = "intrinsics", "distortion_coefficients"
    intrinsics, coefficients = values.numbers(keys[0], (4,)).tolist(), values.numbers(keys[1]).tolist()
    return pinhole(values, (width, height), intrinsics, EUROC_MODELS[model], coefficients, keys)


def euroc_pair(left: CalibrationValues, right: CalibrationValues) -> StereoModel:
    """Return the pair of two files, whose poses in the IMU give the extrinsics."""
    T_body_left, T_body_right = transform(left, "T_BS"), transform(right, "T_BS")
    T = check_baseline(right, inverse(T_body_left) @ T_body_right)
    return StereoModel(euroc_camera(left), euroc_camera(right), T, T_body_left)


# ----------------------------------------------------------------------------------------------------------------------
# Settings files of ORB-SLAM: cameras under Camera1 and Camera2 (version 1.0), Camera, or LEFT and RIGHT (before)
#
# Stereo.T_c1_c2 and Tlr are the pose of the right camera in the left one, IMU.T_b_c1 and Tbc that of the left one in the IMU.
# ----------------------------------------------------------------------------------------------------------------------

ORB_MODELS: dict[str, tuple[Distortion, tuple[str, ...], tuple[str, ...]]] = {  # with required and further coefficients
    "PinHole": ("radial_tangential", ("k1", "k2", "p1", "p2"), ("k3",)),
    "Pinhole": ("radial_tangential", ("k1", "k2", "p1", "p2"), ("k3",)),
    "KannalaBrandt8": ("equidistant", ("k1", "k2", "k3", "k4"), ()),
    "Rectified": ("none", (), ()),
}
ORB_NOISE = {
    "gyroscope": "IMU.NoiseGyro",
    "accelerometer": "IMU.NoiseAcc",
    "gyroscope_walk": "IMU.GyroWalk",
    "accelerometer_walk": "IMU.AccWalk",
}


def is_orb(data: dict[str, Any]) -> bool:
    """Return True for the content of a settings file."""
    return any(str(key).startswith(("Camera1.", "Camera.f", "Camera.type", "LEFT.")) for key in data)


def orb_calibration(values: CalibrationValues, given: tuple[int, int] | None) -> PinholeModel | StereoModel:
    """Return the camera or the pair of a settings file.

    Args:
        values: The file.
        given: Columns and rows, for a file without them; else None.
    """
    if any(str(key).startswith("LEFT.") for key in values.data):
        return _orb_rectified(values)
    first = "Camera1" if "Camera1.fx" in values else "Camera"
    model = str(values.data.get("Camera.type", "PinHole"))
    if model not in ORB_MODELS:
        raise values.fault("Camera.type", f"{model!r} is not supported{nearest(model, ORB_MODELS)}")
    if "Camera.width" not in values and given is None:
        raise RecordingError(
            f"{values.name} has no Camera.width and Camera.height; write load_calibration(..., size=(640, 480))"
        )
    size = given or (values.size("Camera.width"), values.size("Camera.height"))
    left = _orb_camera(values, first, model, size)
    if model == "Rectified" or "Camera2.fx" not in values:
        baseline = _orb_baseline(values, left.fx)
        if baseline is None:
            return left
        T = np.eye(4)
        T[0, 3] = baseline
        return StereoModel(left, left, check_baseline(values, T), _orb_body(values))
    right = _orb_camera(values, "Camera2", model, size)
    key = "Tlr" if "Stereo.T_c1_c2" not in values and "Tlr" in values else "Stereo.T_c1_c2"
    T = transform(_squared(values, key), key)
    return StereoModel(left, right, check_baseline(values, T), _orb_body(values))


def _squared(values: CalibrationValues, key: str) -> CalibrationValues:
    """Return the values with a transform of shape (3, 4) completed to (4, 4)."""
    rows = values.numbers(key)
    rows = np.append(rows, [0.0, 0.0, 0.0, 1.0]) if rows.size == 12 else rows
    return CalibrationValues(values.name, values.data | {key: rows.tolist()})


def _orb_camera(values: CalibrationValues, name: str, model: str, size: tuple[int, int]) -> PinholeModel:
    distortion, required, further = ORB_MODELS[model]
    intrinsics = [values.number(f"{name}.{key}") for key in ("fx", "fy", "cx", "cy")]
    given = [key for key in (*required, *further) if f"{name}.{key}" in values]
    if distortion == "radial_tangential" and not given:
        values.check_keys([f"{name}.{key}" for key in required])
        return pinhole(values, size, intrinsics, "none", (), (f"{name}.fx", f"{name}.k1"))
    coefficients = [values.number(f"{name}.{key}") for key in required]
    coefficients += [values.number(f"{name}.{key}") for key in further if key in given]
    return pinhole(values, size, intrinsics, distortion, coefficients, (f"{name}.fx", f"{name}.k1"))


def _orb_baseline(values: CalibrationValues, fx: float) -> float | None:
    """Baseline of a rectified pair [m]; None for a single camera, or one with depth. Camera.bf is the baseline times fx."""
    if any(str(key).endswith("DepthMapFactor") for key in values.data):
        return None
    if "Stereo.b" in values:
        return values.number("Stereo.b")
    return values.number("Camera.bf") / fx if "Camera.bf" in values else None


def _orb_body(values: CalibrationValues) -> FloatArray:
    for key in ("IMU.T_b_c1", "Tbc"):
        if key in values:
            return transform(values, key)
    return np.eye(4)


def _orb_rectified(values: CalibrationValues) -> StereoModel:
    """Return the pair of a file with the original cameras under LEFT and RIGHT; Tbc is the pose of the rectified left one."""
    models = []
    for side in ("LEFT", "RIGHT"):
        K = values.numbers(f"{side}.K", (3, 3))
        size = values.size(f"{side}.width"), values.size(f"{side}.height")
        D = values.numbers(f"{side}.D").tolist()
        intrinsics = K[0, 0], K[1, 1], K[0, 2], K[1, 2]
        models.append(pinhole(values, size, intrinsics, "radial_tangential", D, (f"{side}.K", f"{side}.D")))
    T = rectified_pair((values, "LEFT.R", "LEFT.P"), (values, "RIGHT.R", "RIGHT.P"))
    T_rectified_left = np.eye(4)
    T_rectified_left[:3, :3] = rotation(values, "LEFT.R", values.numbers("LEFT.R", (3, 3)))
    T_body_left = _orb_body(values) @ T_rectified_left if "Tbc" in values else np.eye(4)
    return StereoModel(models[0], models[1], T, T_body_left)


# ----------------------------------------------------------------------------------------------------------------------
# Reading and writing of calibration files; the format is recognised by the content
# ----------------------------------------------------------------------------------------------------------------------

Format = Literal["ros", "kalibr", "opencv"]


@checked_arguments(RecordingError)
def load_calibration(
    path: str | Path, right: str | Path | None = None, size: tuple[int, int] | None = None
) -> PinholeModel | StereoModel:
    """Read the calibration of a camera or of a stereo pair.

    Formats: camera_info YAML of ROS (a pair is two files), camera chains of Kalibr and OpenVINS with or without IMU (the
    first two cameras), sensor.yaml of EuRoC (a pair is two files), settings of ORB-SLAM2 and ORB-SLAM3, and OpenCV's
    FileStorage in YAML or XML. Without a pose relative to a body, the body's axes are those of the left camera.

    Args:
        path: The file; with ROS or EuRoC, of the left camera.
        right: With ROS or EuRoC, file of the right camera.
        size: Columns and rows of the images, for a file of OpenCV or ORB-SLAM2 without them [pixel].

    Returns:
        Camera or pair.

    Raises:
        RecordingError: if a file is missing, of no known format, or contains an invalid value.
    """
    values = _read(Path(path))
    if right is not None:
        other = _read(Path(right))
        if is_euroc(values.data) and is_euroc(other.data):
            return euroc_pair(values, other)
        for one in (values, other):
            if not is_ros(one.data):
                raise RecordingError(
                    f"{one.name} is no camera_info of ROS or sensor.yaml of EuRoC; only there a pair is two files"
                )
        return pair(values, other)
    if is_kalibr(values.data):
        return kalibr_calibration(values)
    if is_euroc(values.data):
        return euroc_camera(values)
    if is_orb(values.data):
        return orb_calibration(values, None if "Camera.width" in values else size)
    if is_ros(values.data) and ("projection_matrix" in values or "distortion_model" in values):
        return ros_camera(values)
    if is_opencv(values.data):
        return opencv_calibration(values, size)
    raise RecordingError(
        f"{path} is no calibration: it needs camera_matrix (ROS, OpenCV), M1 and M2 (OpenCV), cam0 (Kalibr, OpenVINS) or "
        "Camera1.fx, Camera.fx or LEFT.K (ORB-SLAM)"
    )


@checked_arguments(RecordingError)
def load_imu_noise(path: str | Path) -> ImuNoise:
    """Read the noise densities of an inertial unit from an imu.yaml of Kalibr, or from settings of ORB-SLAM3.

    Args:
        path: The file.

    Raises:
        RecordingError: if the file is missing, or contains an invalid value.
    """
    return imu_noise(_read(Path(path)))


@checked_arguments(RecordingError)
def save_calibration(model: PinholeModel | StereoModel, path: str | Path, format: Format) -> tuple[Path, ...]:
    """Write a calibration.

    Args:
        model: Camera or pair.
        path: The file. With "ros", a pair is written to two files, whose names end with _left and _right; "opencv" writes XML to
            a file with the suffix .xml, else YAML.
        format: "ros", "kalibr" or "opencv".

    Returns:
        The files.

    Raises:
        RecordingError: if the format cannot represent the calibration, or a file cannot be written.
    """
    path = Path(path)
    if format == "opencv":
        values = entries(model)
        text = xml_text(values) if path.suffix.lower() == ".xml" else yaml_text(values)
        return (write_whole(path, text.encode()),)
    if format == "kalibr":
        return (write_whole(path, _yaml(document(model))),)
    if format != "ros":
        raise RecordingError(f"save_calibration format must be 'ros', 'kalibr' or 'opencv', got {format!r}")
    documents = ros_documents(model)
    paths = [path] if len(documents) == 1 else [path.with_stem(f"{path.stem}_{side}") for side in ("left", "right")]
    return tuple(write_whole(one, _yaml(content)) for one, content in zip(paths, documents, strict=True))


def _read(path: Path) -> CalibrationValues:
    """Read a YAML or XML file as plain data."""
    try:
        content = read_file(path, 2**20)
    except FileNotFoundError:
        raise RecordingError(f"there is no file {path}; give the path of a calibration file") from None
    except (OSError, ValueError) as problem:
        raise RecordingError(f"cannot read {path}: {reason(problem)}") from problem
    text = content.decode("utf-8", errors="replace")
    if text.lstrip().startswith("<"):
        try:
            return CalibrationValues(str(path), plain_xml(read_xml(path, "calibration").root))
        except SnakelabError as problem:
            raise RecordingError(str(problem)) from None
    try:
        data = _yaml_reader().load(plain_yaml(text))
        check_extent(data)
    except Exception as problem:  # damaged YAML can raise any exception
        raise RecordingError(f"{path} is not YAML: {' '.join(str(problem).split())[:160]}") from problem
    return CalibrationValues(str(path), data)


def _yaml_reader() -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True)


def _yaml(data: Any) -> bytes:
    import io

    writer = _yaml_reader()
    writer.default_flow_style = None
    writer.sort_base_mapping_type_on_output = False
    stream = io.BytesIO()
    writer.dump(plain_data(data), stream)
    return stream.getvalue()
