"""Calibration files of cameras and inertial units, in the formats of Kalibr, OpenVINS, OpenCV, ROS and ORB-SLAM."""

import warnings
from pathlib import Path
from typing import Any, Literal

import numpy as np

from snakelab.errors import RecordingError, SnakelabError, SnakelabWarning, nearest
from snakelab.files import check_extent, read_file, read_xml, reason, write_whole
from snakelab.parameters.arguments import FloatArray, plain_data
from snakelab.parameters.declarations import checked_arguments
from snakelab.perception.calibration_values import (
    CalibrationValues,
    as_numbers,
    camera_matrix,
    check_baseline,
    inverse,
    pinhole,
    rectified_pair,
    transform,
    whole,
)
from snakelab.perception.camera_models import Distortion, ImuNoise, PinholeModel, StereoModel
from snakelab.perception.opencv_calibration import (
    ORB_NOISE,
    entries,
    is_opencv,
    is_orb,
    opencv_calibration,
    orb_calibration,
    plain_xml,
    plain_yaml,
    xml_text,
    yaml_text,
)

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
    if "cam2" in values:
        warnings.warn(f"{values.name}: cam0 and cam1 are read; cam2 and others are not", SnakelabWarning, stacklevel=3)
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
    K = camera_matrix(values, "camera_matrix")
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
