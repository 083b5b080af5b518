"""Calibration in OpenCV's FileStorage, YAML or XML: names of the calibration samples, and those of a stereo pair.

Source: https://docs.opencv.org/4.x/da/d56/classcv_1_1FileStorage.html and the sample stereo_calib.cpp. In a pair,
p_right = R p_left + T.
"""

import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from snakelab.bridges.camera_calibration.values import (
    Values,
    as_numbers,
    check_baseline,
    inverse,
    pinhole,
    rotation,
    whole,
)
from snakelab.errors import RecordingError
from snakelab.perception.camera_imu.pinhole import Distortion, PinholeModel, StereoModel
from snakelab.types import FloatArray

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


def calibration(values: Values, size: tuple[int, int] | None) -> PinholeModel | StereoModel:
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
            return StereoModel(_camera(values, K1, D1, image_size), _camera(values, K2, D2, image_size), T, T_body_left)
    K = next(key for key in MATRICES if key in values)
    D = next((key for key in COEFFICIENTS if key in values), "")
    return _camera(values, K, D, _size(values, size))


def _camera(values: Values, matrix: str, coefficients: str, size: tuple[int, int]) -> PinholeModel:
    K = values.numbers(matrix, (3, 3))
    D = values.numbers(coefficients).tolist() if coefficients in values else []
    fisheye = bool(values.data.get("fisheye_model", 0))
    distortion: Distortion = "equidistant" if fisheye else "radial_tangential"
    intrinsics = K[0, 0], K[1, 1], K[0, 2], K[1, 2]
    return pinhole(values, size, intrinsics, distortion, D, (matrix, coefficients))


def _size(values: Values, size: tuple[int, int] | None) -> tuple[int, int]:
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
    return re.sub(r"!!opencv-[\w-]+", "", re.sub(r"\A%YAML[: ][^\n]*\n", "", text))


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
