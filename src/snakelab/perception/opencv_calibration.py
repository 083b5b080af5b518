"""Calibration files in OpenCV's FileStorage: of its samples, of a stereo pair, and the settings files of ORB-SLAM."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.calibration_values import (
    CalibrationValues,
    as_numbers,
    camera_matrix,
    check_baseline,
    inverse,
    pinhole,
    rectified_pair,
    rotation,
    transform,
    whole,
)
from snakelab.perception.camera_models import Distortion, PinholeModel, StereoModel

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
    K = camera_matrix(values, matrix)
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
