"""Calibration of ROS: camera_info as camera models, and transforms of /tf_static."""

from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.geometry.poses import inverse_of, matrix_of, transforms_of
from snakelab.perception.camera_imu.pinhole import Distortion, PinholeModel, StereoModel
from snakelab.types import FloatArray

DISTORTIONS: dict[str, Distortion] = {
    "plumb_bob": "radial_tangential",
    "rational_polynomial": "radial_tangential",
    "equidistant": "equidistant",
    "fisheye": "equidistant",
    "": "none",
    "none": "none",
}


def pinhole_from_info(info: Any) -> PinholeModel:
    """Return the camera of a camera_info message, with its lens distortion.

    Raises:
        RecordingError: if it is not calibrated, or its distortion model is unknown.
    """
    k = np.asarray(info.k, np.float64)
    if k[0] <= 0.0:
        raise RecordingError("camera_info holds no calibration (k[0] is 0); give a calibration file with --calibration")
    if info.distortion_model not in DISTORTIONS:
        raise RecordingError(
            f"distortion model {info.distortion_model!r} is not supported; supported: {', '.join(filter(None, DISTORTIONS))}"
        )
    kind = DISTORTIONS[info.distortion_model]
    values = tuple(float(x) for x in info.d)
    if not any(values):
        kind, values = "none", ()
    return PinholeModel(int(info.width), int(info.height), k[0], k[4], k[2], k[5], kind, values)


def rectified_camera(left: Any, right: Any) -> tuple[PinholeModel, float]:
    """Return the common camera of rectified images and the baseline [m], from the projection matrices."""
    p, q = np.asarray(left.p, np.float64), np.asarray(right.p, np.float64)
    if p[0] <= 0.0 or q[3] >= 0.0:
        raise RecordingError(
            f"camera_info of the right camera contains no baseline: p[3] = {q[3]:g}; it is -fx times the baseline"
        )
    return PinholeModel(int(left.width), int(left.height), p[0], p[5], p[2], p[6]), float(-q[3] / q[0])


def stereo_from_infos(left: Any, right: Any) -> StereoModel:
    """Return the calibration of a pair of unrectified images from two camera_info messages.

    The rotations of both cameras to the rectified axes (r) and the projection matrix of the right one (p) give the relative pose.
    """
    _, baseline = rectified_camera(left, right)
    R_left, R_right = (np.asarray(info.r, np.float64).reshape(3, 3) for info in (left, right))
    T = transforms_of(R_left.T @ R_right, R_left.T @ np.array([baseline, 0.0, 0.0]))
    return StereoModel(pinhole_from_info(left), pinhole_from_info(right), T)


class TransformTree:
    """Fixed transforms between frames, by their names."""

    def __init__(self) -> None:
        self._parents: dict[str, tuple[str, FloatArray]] = {}

    def add(self, message: Any) -> None:
        """Add the transforms of a message tf2_msgs/TFMessage."""
        for one in message.transforms:
            q, p = one.transform.rotation, one.transform.translation
            R = matrix_of(np.array([[q.w, q.x, q.y, q.z]]))[0]
            self._parents[one.child_frame_id] = (one.header.frame_id, transforms_of(R, np.array([p.x, p.y, p.z])))

    def between(self, first: str, second: str) -> FloatArray | None:
        """Return the pose of the second frame in the axes of the first, or None if they are not connected."""
        if first == second:
            return np.eye(4)
        up, down = self._to_root(first), self._to_root(second)
        common = next((name for name in up if name in down), None)
        return None if common is None else inverse_of(up[common]) @ down[common]

    def _to_root(self, name: str) -> dict[str, FloatArray]:
        """Return the poses of a frame in the axes of itself and of all frames above it."""
        T, transforms = np.eye(4), {name: np.eye(4)}
        while name in self._parents and len(transforms) < 1000:
            name, step = self._parents[name]
            T = step @ T
            transforms[name] = T
        return transforms
