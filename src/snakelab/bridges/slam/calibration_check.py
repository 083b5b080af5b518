"""Supervision of the calibration: rows of the two images, intrinsics by the images, scale by the measured motion."""

from collections.abc import Callable

import numpy as np

from snakelab.bridges.slam.map.factor_graph import SIGMA
from snakelab.bridges.slam.map.keyframe import Keyframe
from snakelab.bridges.slam.map.local_map import LocalMap
from snakelab.perception.camera_imu.calibration_errors import CalibrationErrors, CalibrationEstimate, StereoBundle
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.scale_ratio import path_ratio
from snakelab.types import FloatArray

ROW_TOLERANCE = 0.7  # median difference of the rows of two images [pixel]
FOCAL_TOLERANCE = 0.01  # of the focal length [-]
CENTRE_TOLERANCE = 0.01  # of the principal point, relative to the focal length [-]
DISPARITY_TOLERANCE = 0.25  # [pixel]
PATH_TOLERANCE = 0.15  # of the path by the cameras, relative to that by measured motion [-]
STRIDE = 3  # keyframes between the poses of which the paths are compared
GOOD_POINTS = 25  # that a keyframe must have for the comparison of paths
LEAST = 150  # measurements in a bundle

Warn = Callable[[str, str], None]


class CalibrationCheck:
    """Comparison of the calibration with the images and with the motion of the body that is measured besides them.

    Args:
        model: Rectified stereo pair.
        warn: Called with a key and a line.
    """

    def __init__(self, model: StereoModel, warn: Warn) -> None:
        self._model, self._warn = model, warn
        self._rows: list[float] = []
        self._estimate = CalibrationEstimate()
        self._next = 0

    def update(self, local: LocalMap) -> None:
        """Check the calibration after a new keyframe."""
        self._check_rows(local)
        self._check_paths(local)
        latest = local.recent[-1].id
        if len(local.recent) == local.settings.window and latest >= self._next:
            self._next = latest + local.settings.window  # windows without common keyframes
            self._check_intrinsics(local)

    def _check_rows(self, local: LocalMap) -> None:
        """Compare the rows of both images: they differ where the calibration does not fit."""
        if local.quality.matched >= 20:
            self._rows = [*self._rows[-19:], local.quality.row_error]
        if len(self._rows) >= 3 and (error := float(np.median(self._rows))) > ROW_TOLERANCE:
            self._warn(
                "calibration",
                f"the calibration does not fit: rows of the two images differ by {error:.1f} pixel (median)",
            )

    def _check_intrinsics(self, local: LocalMap) -> None:
        """Estimate focal length, principal point and disparity by the images of the window."""
        bundle = bundle_of(local)
        if bundle is None:
            return
        self._estimate.add(self._model, bundle, SIGMA)
        errors, f = self._estimate.errors(), self._model.left.fx
        assert errors is not None
        centre = CENTRE_TOLERANCE * f
        wrong = errors.significant(np.array([FOCAL_TOLERANCE, centre, centre, DISPARITY_TOLERANCE]))
        if wrong.any():
            self._warn("intrinsics", self._explained(errors, wrong))

    def _explained(self, errors: CalibrationErrors, wrong: np.ndarray) -> str:
        camera = self._model.left
        focal, column, row, disparity = errors.values.tolist()
        parts = []
        if wrong[1] or wrong[2]:
            parts.append(
                f"a principal point at ({camera.cx + column:.1f}, {camera.cy + row:.1f}) pixels, not "
                f"({camera.cx:.1f}, {camera.cy:.1f})"
            )
        if wrong[0]:
            parts.append(f"a focal length of {camera.fx * (1.0 + focal):.1f} pixels, not {camera.fx:.1f}")
        if wrong[3]:
            parts.append(
                f"disparities that are {abs(disparity):.1f} pixel too {'large' if disparity > 0.0 else 'small'}: check the "
                "principal points of both cameras and the angle between them"
            )
        return f"the calibration does not fit: the (rectified) images suggest {' and '.join(parts)}"

    def _check_paths(self, local: LocalMap) -> None:
        """Compare the path of the cameras with the measured motion of the body: they differ where the baseline is wrong."""
        keyframes = list(local.keyframes.values())[-60:]
        while len(keyframes) > 1 and any(k.odometry is None or len(k.ids) < GOOD_POINTS for k in keyframes[1:]):
            keyframes = keyframes[1:]
        steps = [self._steps(keyframes[i : i + STRIDE + 1]) for i in range(len(keyframes) - STRIDE)]
        if not steps:
            return
        camera, odometry = (np.array(column) for column in zip(*steps, strict=True))
        ratio = path_ratio(camera, odometry, STRIDE)
        if ratio is not None and ratio.contradicts(PATH_TOLERANCE):
            self._warn(
                "path",
                f"the calibration does not fit: the path of the cameras is {ratio.ratio:.2f} times that of the odometry; "
                "check the baseline, or if the body slips",
            )

    def _steps(self, keyframes: list[Keyframe]) -> tuple[FloatArray, FloatArray]:
        """Return the translation from the first to the last of some keyframes by the cameras, and by the odometry."""
        T_left_body = np.linalg.inv(self._model.T_body_left)
        first, last = (keyframes[i].T_map_left @ T_left_body for i in (0, -1))
        T = np.eye(4)
        for keyframe in keyframes[1:]:
            assert keyframe.odometry is not None
            T = T @ keyframe.odometry.T
        return (np.linalg.inv(first) @ last)[:3, 3], T[:3, 3]


def bundle_of(local: LocalMap) -> StereoBundle | None:
    """Return the measurements of points that two keyframes of the window or more see; None for too few."""
    frame = np.concatenate([np.full(len(k.ids), i) for i, k in enumerate(local.recent)])
    measured = np.concatenate([k.measured for k in local.recent])
    rows = local.points.rows(np.concatenate([k.ids for k in local.recent]))
    _, index, counts = np.unique(rows, return_inverse=True, return_counts=True)
    used = (counts[index] >= 2) & (rows >= 0)
    if used.sum() < LEAST:
        return None
    seen, point = np.unique(rows[used], return_inverse=True)
    poses = np.array([k.T_map_left for k in local.recent])
    return StereoBundle(poses, local.points.position[seen], frame[used], point, measured[used])
