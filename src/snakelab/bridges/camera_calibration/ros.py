"""Calibration of ROS: one YAML file of a camera_info for each camera.

Source: sensor_msgs/CameraInfo, https://docs.ros.org/en/api/sensor_msgs/html/msg/CameraInfo.html
"""

from typing import Any

import numpy as np

from snakelab.bridges.camera_calibration.values import Values, check_baseline, pinhole, rotation
from snakelab.errors import RecordingError, nearest
from snakelab.perception.camera_imu.pinhole import Distortion, PinholeModel, StereoModel
from snakelab.types import FloatArray

MODELS: dict[str, Distortion] = {
    "plumb_bob": "radial_tangential",
    "equidistant": "equidistant",
    "fisheye": "equidistant",
    "": "none",
    "none": "none",
}
WORDS = {"none": "plumb_bob", "radial_tangential": "plumb_bob", "equidistant": "equidistant"}


def is_ros(data: dict[str, Any]) -> bool:
    """Return True for the content of a camera_info file."""
    return "camera_matrix" in data and ("image_width" in data or "projection_matrix" in data)


def camera(values: Values) -> PinholeModel:
    """Return the camera model of a camera_info."""
    distortion_model = str(values.data.get("distortion_model", ""))
    if distortion_model not in MODELS:
        raise values.fault(
            "distortion_model",
            f"{distortion_model!r} is not supported{nearest(distortion_model, ('plumb_bob', 'equidistant'))}",
        )
    K = values.numbers("camera_matrix", (3, 3))
    D = values.numbers("distortion_coefficients") if "distortion_coefficients" in values else np.zeros(0)
    return pinhole(
        values,
        (values.size("image_width"), values.size("image_height")),
        (K[0, 0], K[1, 1], K[0, 2], K[1, 2]),
        MODELS[distortion_model],
        D.tolist(),
        ("camera_matrix", "distortion_coefficients"),
    )


def pair(left: Values, right: Values) -> StereoModel:
    """Return the pair of two camera_info files.

    With rectified coordinates R p, the right camera is at (B, 0, 0) of the left one, and P_right[0, 3] = -f B.
    """
    models = camera(left), camera(right)
    R = [rotation(one, "rectification_matrix", one.numbers("rectification_matrix", (3, 3))) for one in (left, right)]
    P = right.numbers("projection_matrix", (3, 4))
    if not P[0, 0] > 0:
        raise right.fault("projection_matrix", f"must have a positive focal length, got {P[0, 0]:g} pixels")
    baseline = -P[0, 3] / P[0, 0]
    if not baseline > 0:
        raise RecordingError(
            f"{right.name}: projection_matrix must have a negative entry [0, 3], -f times the baseline, got {P[0, 3]:g}; "
            "give the left camera first"
        )
    T = np.eye(4)
    T[:3, :3] = R[0].T @ R[1]
    T[:3, 3] = R[0].T @ [baseline, 0.0, 0.0]
    return StereoModel(*models, check_baseline(right, T))


def documents(model: PinholeModel | StereoModel) -> list[dict[str, Any]]:
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
        "distortion_model": WORDS[model.distortion],
        "distortion_coefficients": _matrix(np.array([coefficients])),
        "rectification_matrix": _matrix(R),
        "projection_matrix": _matrix(P),
    }


def _matrix(values: FloatArray) -> dict[str, Any]:
    return {"rows": values.shape[0], "cols": values.shape[1], "data": [float(one) for one in values.ravel()]}
