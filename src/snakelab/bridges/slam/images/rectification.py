"""Rectification: image pairs of a calibrated stereo camera to grey images whose rows correspond."""

from dataclasses import replace

import numpy as np

from snakelab.bridges.slam.packages import opencv
from snakelab.errors import RecordingError
from snakelab.geometry.poses import is_rigid, transforms_of
from snakelab.perception.camera_imu.pinhole import PinholeModel, StereoModel
from snakelab.perception.camera_imu.sequence import Image
from snakelab.types import FloatArray


class Rectifier:
    """Maps of a stereo pair to a rectified one.

    Args:
        model: Calibration of the images.

    Attributes:
        model: Calibration of the rectified images: no distortion, equal intrinsics, T_left_right a translation along x.
        is_identity: True where the images are rectified already.

    Raises:
        RecordingError: if the calibration is not finite, or the cameras coincide.
    """

    def __init__(self, model: StereoModel) -> None:
        _check(model)
        self._given = model
        self.is_identity = _is_rectified(model)
        self.model = model
        self._maps: list[tuple[np.ndarray, np.ndarray]] = []
        if not self.is_identity:
            self._prepare(model)

    def __call__(self, left: Image, right: Image) -> tuple[Image, Image]:
        """Return the rectified grey images.

        Raises:
            RecordingError: if the images do not have the size of the calibration.
        """
        cv2 = opencv()
        pair = []
        for image, camera in ((left, self._given.left), (right, self._given.right)):
            if image.shape[:2] != (camera.height, camera.width):
                height, width = image.shape[:2]
                raise RecordingError(
                    f"an image is {width} x {height} pixels, its calibration {camera.width} x {camera.height}"
                )
            grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) if image.ndim == 3 else image
            pair.append(np.ascontiguousarray(grey, dtype=np.uint8))
        if self.is_identity:
            return pair[0], pair[1]
        first, second = (cv2.remap(grey, *maps, cv2.INTER_LINEAR) for grey, maps in zip(pair, self._maps, strict=True))
        return first, second

    def _prepare(self, model: StereoModel) -> None:
        cv2 = opencv()
        size = (model.left.width, model.left.height)
        rotations, K = _new_cameras(model)
        for camera, R in zip((model.left, model.right), rotations, strict=True):
            coefficients = np.array(camera.coefficients, np.float64)
            if camera.distortion == "equidistant":
                maps = cv2.fisheye.initUndistortRectifyMap(camera.matrix, coefficients, R, K, size, cv2.CV_16SC2)
            else:
                none = camera.distortion == "none"
                maps = cv2.initUndistortRectifyMap(
                    camera.matrix, None if none else coefficients, R, K, size, cv2.CV_16SC2
                )
            self._maps.append(maps)
        flat = PinholeModel(*size, K[0, 0], K[1, 1], K[0, 2], K[1, 2])
        T_left_right = transforms_of(np.eye(3), np.array([model.baseline, 0.0, 0.0]))
        T_body_left = model.T_body_left @ transforms_of(rotations[0].T, np.zeros(3))
        self.model = StereoModel(flat, flat, T_left_right, T_body_left)


def _new_cameras(model: StereoModel) -> tuple[tuple[FloatArray, FloatArray], FloatArray]:
    """Return the rotations of both cameras to common axes with x along the baseline, and the common intrinsics."""
    R = model.T_left_right[:3, :3]
    x = model.T_left_right[:3, 3] / model.baseline
    z = np.array([0.0, 0.0, 1.0]) + R[:, 2]
    y = np.cross(z, x)
    y /= np.linalg.norm(y)
    R_new_left = np.stack([x, y, np.cross(x, y)])
    R_new_right = R_new_left @ R
    f = 0.25 * (model.left.fx + model.left.fy + model.right.fx + model.right.fy)
    K = np.array([[f, 0.0, 0.5 * (model.left.width - 1)], [0.0, f, 0.5 * (model.left.height - 1)], [0.0, 0.0, 1.0]])
    return (R_new_left, R_new_right), K


def _is_rectified(model: StereoModel) -> bool:
    intrinsics = replace(model.left) == replace(model.right)
    plain = model.left.distortion == "none" or not any(model.left.coefficients)
    T = np.asarray(model.T_left_right)
    along = np.abs(T[:3, :3] - np.eye(3)).max() < 1e-9 and np.abs(T[1:3, 3]).max() < 1e-9 and T[0, 3] > 0.0
    return bool(intrinsics and plain and along)


def _check(model: StereoModel) -> None:
    for name, T in (("T_left_right", model.T_left_right), ("T_body_left", model.T_body_left)):
        if not is_rigid(T, 1e-3):
            raise RecordingError(f"the calibration's {name} is not a rigid transform: {np.asarray(T).tolist()}")
    for camera in (model.left, model.right):
        numbers = np.array([camera.fx, camera.fy, camera.cx, camera.cy, *camera.coefficients])
        if not np.all(np.isfinite(numbers)) or camera.fx <= 0.0 or camera.fy <= 0.0:
            raise RecordingError(
                f"the calibration has invalid intrinsics: {camera}; fx and fy are positive, all finite"
            )
    if model.baseline < 1e-4:
        raise RecordingError(f"the calibration's baseline is {model.baseline:g} m; the two cameras must be apart")
