"""Calibration of Kalibr: camchain.yaml, camchain-imucam.yaml and imu.yaml.

Source: https://github.com/ethz-asl/kalibr/wiki/yaml-formats
"""

from typing import Any

import numpy as np

from snakelab.bridges.camera_calibration.values import (
    Values,
    as_numbers,
    check_baseline,
    inverse,
    pinhole,
    transform,
    whole,
)
from snakelab.errors import RecordingError, nearest
from snakelab.perception.camera_imu.pinhole import Distortion, PinholeModel, StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise

MODELS: dict[str, Distortion] = {
    "radtan": "radial_tangential",
    "equidistant": "equidistant",
    "equi": "equidistant",
    "none": "none",
}
WORDS = {"none": "none", "radial_tangential": "radtan", "equidistant": "equidistant"}
NOISE = {
    "gyroscope": "gyroscope_noise_density",
    "accelerometer": "accelerometer_noise_density",
    "gyroscope_walk": "gyroscope_random_walk",
    "accelerometer_walk": "accelerometer_random_walk",
}


def is_kalibr(data: dict[str, Any]) -> bool:
    """Return True for the content of a camera chain."""
    return "cam0" in data


def calibration(values: Values) -> PinholeModel | StereoModel:
    """Return the first camera of a chain, or the pair of its first two; T_body_left is that of cam0 in the IMU's axes."""
    first = camera(values.inner("cam0"))
    if "cam1" not in values:
        return first
    second = values.inner("cam1")
    T_left_right = inverse(transform(second, "T_cn_cnm1"))
    zero = values.inner("cam0")
    T_body_left = inverse(transform(zero, "T_cam_imu")) if "T_cam_imu" in zero else np.eye(4)
    return StereoModel(first, camera(second), check_baseline(second, T_left_right), T_body_left)


def camera(values: Values) -> PinholeModel:
    """Return one camera of a chain."""
    if values.get("camera_model") != "pinhole":
        raise values.fault("camera_model", f"must be pinhole, got {values.get('camera_model')!r}")
    distortion_model = str(values.data.get("distortion_model", "none"))
    if distortion_model not in MODELS:
        raise values.fault(
            "distortion_model",
            f"{distortion_model!r} is not supported{nearest(distortion_model, ('radtan', 'equidistant'))}",
        )
    resolution = as_numbers(values, "resolution", values.get("resolution"), (2,))
    width, height = (whole(values, "resolution", value) for value in resolution.tolist())
    coefficients = values.numbers("distortion_coeffs").tolist() if "distortion_coeffs" in values else []
    return pinhole(
        values,
        (width, height),
        values.numbers("intrinsics", (4,)).tolist(),
        MODELS[distortion_model],
        coefficients,
        ("intrinsics", "distortion_coeffs"),
    )


def imu_noise(values: Values) -> ImuNoise:
    """Return the noise densities of an imu.yaml, which may be under `imu0`."""
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
        return {"cam0": _camera(model)}
    right = inverse(model.T_left_right)
    left = _camera(model.left) | {"T_cam_imu": inverse(model.T_body_left).tolist()}
    T_right_imu = right @ inverse(model.T_body_left)
    second = _camera(model.right) | {"T_cn_cnm1": right.tolist(), "T_cam_imu": T_right_imu.tolist()}
    return {"cam0": left, "cam1": second}


def _camera(model: PinholeModel) -> dict[str, Any]:
    coefficients = [float(value) for value in model.coefficients]
    if model.distortion == "radial_tangential" and len(coefficients) == 5:
        if coefficients[4] != 0:
            raise RecordingError("Kalibr's radtan has no k3; write the calibration in the format 'ros' or 'opencv'")
        coefficients = coefficients[:4]
    return {
        "camera_model": "pinhole",
        "intrinsics": [float(value) for value in (model.fx, model.fy, model.cx, model.cy)],
        "distortion_model": WORDS[model.distortion],
        "distortion_coeffs": coefficients,
        "resolution": [model.width, model.height],
    }
