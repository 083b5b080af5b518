"""IMU and measured motion in visual SLAM: prediction, initialisation and supervision of the calibration.

In reading order: the predicted motion between two images; the start and supervision of the IMU; and the comparison
of the calibration with the images and the measured motion.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.geometry.rotations import adjoint_of, inverse_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import (
    CalibrationErrors,
    CalibrationEstimate,
    ImuSamples,
    PosePrior,
    StereoBundle,
    StereoModel,
)
from snakelab.perception.inertial_data import (
    GRAVITY,
    ImuBuffer,
    align_gravity,
    estimate_clock_offset,
    find_rest,
    level_rotation,
    path_ratio,
    rotation_between,
    rotation_over,
    rotation_ratio,
    scale_ratio,
)
from snakelab.perception.odometry import RelativePose
from snakelab.plugins.slam.image_features import Rectifier
from snakelab.plugins.slam.keyframes import PIXEL_SIGMA, Keyframe, KeyframeWindow
from snakelab.plugins.slam.local_map import LocalMap

# ----------------------------------------------------------------------------------------------------------------------
# Motion between two images from other measurements: odometry, IMU, or the last velocity
# ----------------------------------------------------------------------------------------------------------------------

Odometry = Callable[[float, float], RelativePose | None]


@dataclass(frozen=True, eq=False)
class Predicted:
    """Predicted pose of the left camera, and its source: "odometry", "imu" or "velocity"."""

    prior: PosePrior
    source: str


class MotionModel:
    """Prediction of the next pose.

    Args:
        model: Rectified stereo pair.
        imu: Samples of the IMU, or None.
        odometry: Motion of the body between two times, or None where it is not known.
    """

    def __init__(self, model: StereoModel, imu: ImuBuffer | None, odometry: Odometry | None) -> None:
        self._T_body_left, self._T_left_body = model.T_body_left, inverse_of(model.T_body_left)
        self._imu, self._odometry = imu, odometry
        self._twist = np.zeros(6)  # of the camera in its axes, per second
        self.gyroscope_bias: FloatArray = np.zeros(3)

    def observe(self, before: FloatArray, after: FloatArray, duration: float) -> None:
        """Compute the velocity from two poses of the camera."""
        T = inverse_of(before) @ after
        self._twist = np.concatenate([rotation_log(T[:3, :3]), T[:3, 3]]) / duration

    def leave_out_imu(self) -> None:
        """Predict without the IMU from now on."""
        self._imu = None

    def stop(self) -> None:
        """Forget the velocity."""
        self._twist = np.zeros(6)

    def predict(self, T_map_left: FloatArray, start: float, end: float) -> Predicted:
        """Return the pose at `end` from that at `start`."""
        duration = end - start
        step = self._twist * min(duration, 0.2)
        T = transforms_of(rotation_exp(step[:3]), step[3:])
        sigmas = np.array([0.03] * 3 + [0.02 + 0.2 * min(duration, 0.2)] * 3)
        source = "velocity"
        interval = self._imu.interval(start, end) if self._imu is not None else None
        if interval is not None:
            R = rotation_over(interval, self.gyroscope_bias)
            T[:3, :3] = self._T_left_body[:3, :3] @ R @ self._T_body_left[:3, :3]
            sigmas[:3] = 0.01
        information = np.diag(1.0 / sigmas**2)
        measured = self._odometry(start, end) if self._odometry is not None else None
        if measured is not None:
            T = self._T_left_body @ measured.T @ self._T_body_left
            A = adjoint_of(self._T_left_body)
            covariance = A @ measured.covariance @ A.T + np.diag([1e-3**2] * 3 + [1e-3**2] * 3)
            information, source = np.asarray(np.linalg.inv(covariance), np.float64), "odometry"
        return Predicted(PosePrior(T_map_left @ T, information), source)

    def predict_inertial(
        self, window: KeyframeWindow, keyframe: Keyframe, end: float
    ) -> tuple[Predicted, FloatArray] | None:
        """Return the pose and the velocity at `end` from a keyframe and the IMU; None where samples are missing."""
        inertial = self.preintegrate(window, keyframe, end)
        if inertial is None:
            return None
        T, velocity = window.predict(keyframe, inertial)
        t = end - keyframe.time
        sigmas = np.array([0.004 + 0.01 * t] * 3 + [0.003 + 0.03 * t + 0.2 * t * t] * 3)
        return Predicted(PosePrior(T, np.diag(1.0 / sigmas**2)), "imu"), velocity

    def preintegrate(self, window: KeyframeWindow, keyframe: Keyframe, end: float) -> Any:
        """Return the preintegrated IMU since a keyframe, or None where samples are missing."""
        interval = self._imu.interval(keyframe.time, end) if self._imu is not None else None
        return None if interval is None else window.preintegrate(interval, keyframe.bias)

    def between(self, start: float, end: float) -> RelativePose | None:
        """Return the measured motion of the body between two times."""
        return self._odometry(start, end) if self._odometry is not None else None


# ----------------------------------------------------------------------------------------------------------------------
# Start and supervision of the IMU: offset of the clocks, gravity, gyroscope bias, velocities
# ----------------------------------------------------------------------------------------------------------------------

Warn = Callable[[str, str], None]


@dataclass(frozen=True)
class CalibrationTolerances:
    """Differences between cameras, IMU and odometry beyond which a calibration does not fit.

    Attributes:
        clock_offset: Offset of the clocks that is not corrected, since errors of vision have the same effect [s].
        rotation: Of the camera's rotation, relative to the gyroscope's [-].
        tilt: Of the axes of the camera's rotations against the gyroscope's [rad].
        wrong_rotation, wrong_tilt: Likewise; beyond these the IMU is not used.
        scale: Of the camera's path, relative to the accelerometer's [-].
        path: Of the camera's path, relative to that by the odometry [-].
        row: Median difference of the rows of the two images [pixel].
        focal_length: Relative to the focal length [-].
        principal_point: Relative to the focal length [-].
        disparity: Of all points [pixel].
        points: Number of points that a keyframe must have for a comparison [-].
    """

    clock_offset: float = 0.005
    rotation: float = 0.025
    tilt: float = 0.02
    wrong_rotation: float = 0.15
    wrong_tilt: float = 0.05
    scale: float = 0.03
    path: float = 0.15
    row: float = 0.7
    focal_length: float = 0.01
    principal_point: float = 0.01
    disparity: float = 0.25
    points: int = 25


class InertialState:
    """State of the IMU relative to the cameras and the map.

    The IMU's factors enter the graph after about two seconds of tracking: the offset of the clocks is estimated from the
    camera's and the gyroscope's rotation, and gravity and the velocities from the keyframes. The map is then rotated once so that
    its z axis points up.

    Args:
        model: Rectified stereo pair.
        imu: Samples.
        window: Optimisation of the latest keyframes.
        motion: Prediction, which uses the gyroscope's bias.
        warn: Called with a key and a line.

    Attributes:
        is_ready: True when the IMU takes part in the optimisation.
        is_dropped: True when the IMU contradicts the cameras, and is not used any more.
        gravity: In the map frame, shape (3,), [m/s^2].
    """

    def __init__(
        self, model: StereoModel, imu: ImuBuffer, window: KeyframeWindow, motion: MotionModel, warn: Warn
    ) -> None:
        self.is_ready = self.is_dropped = False
        self._tolerances = CalibrationTolerances()
        self.gravity: FloatArray = np.array([0.0, 0.0, -9.81])
        self._model, self._imu, self._window, self._motion, self._warn = model, imu, window, motion, warn
        self._T_left_body = inverse_of(model.T_body_left)
        self._rotations: deque[tuple[float, float, FloatArray]] = deque(maxlen=300)
        self._counts: deque[int] = deque(maxlen=300)  # of the points at the end of each rotation
        self._checked = self._refined = self._started = self._compared = -np.inf
        self._doubts = 0  # checks in a row in which the scale was doubtful

    def first_pose(self, time: float) -> FloatArray:
        """Return T_map_left at the first image: origin at the body, z up according to the specific force so far."""
        samples = self._imu.samples()
        now = samples.time <= time + 0.1
        rest = find_rest(ImuSamples(samples.time[now], samples.angular_rate[now], samples.specific_force[now]))
        if rest is not None:
            self._motion.gyroscope_bias = rest.gyroscope_bias
            force = rest.specific_force
        elif now.any():
            force = samples.specific_force[now][-50:].mean(0)
        else:
            return self._model.T_body_left.copy()
        if np.linalg.norm(force) < 1.0:
            return self._model.T_body_left.copy()
        return transforms_of(level_rotation(force), np.zeros(3)) @ self._model.T_body_left

    def observe(self, before: FloatArray, after: FloatArray, start: float, end: float, count: int) -> None:
        """Keep the rotation between two images for the comparison with the gyroscope, if enough points were seen."""
        seen = count >= self._tolerances.points
        rotation_vector = rotation_log((inverse_of(before) @ after)[:3, :3]) if seen else np.full(3, np.nan)
        self._rotations.append((start, end, self._model.T_body_left[:3, :3] @ rotation_vector))
        self._counts.append(count)

    def update(self, local: LocalMap, time: float) -> None:
        """Start the IMU, or check its clock and gravity, after a new keyframe."""
        if self.is_ready:
            if time > self._checked + 5.0:
                self._check_clock(time)
            if time > self._compared + 0.5:
                self._compared = time
                if self.compare_rotations():
                    self._drop(local)
                    return
                self._check_scale(local)
            if time > self._refined + 3.0 and time < self._started + 60.0:
                self._align(local, time, at_start=False)
        elif len(local.recent) >= 5 and time - local.recent[0].time > 0.8 and len(self._rotations) >= 30:
            segment = local.recent[-1].segment
            if any(k.segment != segment for k in local.recent):
                return
            seen = time - self._rotations[0][0]
            aligned = self._check_clock(time)  # fails where the axes of the IMU are wrong, or without rotation
            if (aligned or seen > 3.0) and self.compare_rotations():
                self._drop(local)
            elif aligned or seen > 4.0:
                self._align(local, time, at_start=True)

    def _check_clock(self, time: float) -> bool:
        """Estimate the offset of the clocks, correct it, and return True if it could be estimated."""
        self._checked = time
        contiguous = [t for t in self._rotations if t[1] - t[0] < 0.3]
        if len(contiguous) < 20:
            return False
        starts = np.array([t[0] for t in contiguous])
        rotations = np.array([t[2] for t in contiguous])
        times = np.append(starts, contiguous[-1][1])
        follows = np.abs(times[1:] - np.array([t[1] for t in contiguous])) < 1e-6
        rotations[~follows] = np.nan
        offset = estimate_clock_offset(times, rotations, self._imu.samples())
        if offset is None:
            return False
        if not self.is_ready:
            self._motion.gyroscope_bias = offset.bias
        if abs(offset.offset) > max(self._tolerances.clock_offset, 5.0 * offset.sigma):
            self._imu.offset += offset.offset
            total = 1e3 * self._imu.offset
            if abs(total) > 1e3 * self._tolerances.clock_offset:
                self._warn(
                    "clock", f"the IMU's clock is {total:.1f} ms behind the cameras'; its stamps are corrected by this much"
                    if total > 0 else
                    f"the IMU's clock is {-total:.1f} ms ahead of the cameras'; its stamps are corrected by this much"
                )  # fmt: skip
        return True

    def compare_rotations(self) -> bool:
        """Compare the camera's rotations with the gyroscope's: in size for the focal length, in their axes for the mount.

        Returns:
            True if they differ by more than an error of the cameras explains: the IMU is wrong.
        """
        starts, ends, rotations = (np.array(column) for column in zip(*self._rotations, strict=True))
        ratio = rotation_ratio(starts, ends, rotations, self._imu.samples(), self._motion.gyroscope_bias)
        if ratio is None:
            return False
        if ratio.is_tilted(self._tolerances.tilt):
            self._warn(
                "tilt",
                f"the calibration does not fit: the cameras rotate about other axes than the gyroscope, by "
                f"{np.degrees(ratio.tilt):.1f} degrees; check the pose of the IMU",
            )
        if ratio.contradicts(self._tolerances.rotation):
            self._warn(
                "turns",
                rotations_message(ratio.ratio, [count for count in self._counts if count >= self._tolerances.points]),
            )
        return ratio.is_tilted(self._tolerances.wrong_tilt) or ratio.contradicts(self._tolerances.wrong_rotation)

    def _drop(self, local: LocalMap) -> None:
        """Leave the IMU out from now on, also between the keyframes that are optimised again."""
        self.is_ready, self.is_dropped = False, True
        self._motion.leave_out_imu()
        for keyframe in local.keyframes.values():
            keyframe.inertial = None
        self._warn(
            "dropped", "the IMU contradicts the cameras and is not used; the poses are those of the cameras alone"
        )

    def _check_scale(self, local: LocalMap) -> None:
        """Compare the path of the camera with the accelerometer: their scales differ if the baseline is wrong."""
        keyframes = list(local.keyframes.values())[-60:]
        while len(keyframes) > 1 and any(
            k.inertial is None or len(k.ids) < self._tolerances.points for k in keyframes[1:]
        ):
            keyframes = keyframes[1:]
        if len(keyframes) < 5:
            return
        poses, durations, dp, dv = self._preintegrated(keyframes)
        ratio = scale_ratio(poses[:, :3, 3], poses[:, :3, :3], durations, dp, dv)
        if ratio is None:
            return
        doubtful = ratio.contradicts(self._tolerances.scale, 2.5)
        self._doubts = self._doubts + 1 if doubtful else 0
        # five standard deviations once, or half of them in three checks in a row
        if self._doubts >= 3 or ratio.contradicts(self._tolerances.scale):
            self._warn(
                "scale",
                f"the calibration does not fit: the path of the cameras is {ratio.ratio:.2f} times that of the accelerometer; "
                "check the baseline",
            )

    def _preintegrated(self, keyframes: list[Keyframe]) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return poses of the body, and durations, positions and velocities of the IMU between them."""
        pieces = [k.inertial for k in keyframes[1:]]
        return (
            np.array([k.T_map_left @ self._T_left_body for k in keyframes]),
            np.array([p.deltaTij() for p in pieces]),
            np.array([p.deltaPij() for p in pieces]),
            np.array([p.deltaVij() for p in pieces]),
        )

    def _align(self, local: LocalMap, time: float, at_start: bool) -> None:
        """Estimate gravity and, at the start, the velocities, from consecutive keyframes."""
        keyframes = local.recent if at_start else list(local.keyframes.values())[-40:]
        if at_start:
            for before, keyframe in pairwise(keyframes):
                before.bias = np.concatenate([np.zeros(3), self._motion.gyroscope_bias])
                keyframe.inertial = self._motion.preintegrate(self._window, before, keyframe.time)
        while len(keyframes) > 1 and any(k.inertial is None for k in keyframes[1:]):
            keyframes = keyframes[1:]
        if len(keyframes) < 5:
            return
        poses, durations, dp, dv = self._preintegrated(keyframes)
        alignment = align_gravity(poses[:, :3, 3], poses[:, :3, :3], durations, dp, dv)
        if alignment is None:
            if at_start:
                self._warn(
                    "gravity", "the IMU does not agree with the cameras (gravity is not 9.8 m/s^2); it is not used yet"
                )
            return
        self._refined = time
        self.gravity = alignment.gravity
        if at_start:
            bias = np.concatenate([np.zeros(3), self._motion.gyroscope_bias])
            for keyframe, velocity in zip(keyframes, alignment.velocities, strict=True):
                keyframe.velocity, keyframe.bias = velocity, bias.copy()
            self.is_ready, self._started = True, time
            if local.recent[-1].segment == 0:
                local.rotate(
                    transforms_of(rotation_between(alignment.gravity, np.array([0.0, 0.0, -1.0])), np.zeros(3))
                )
                self.gravity = np.array([0.0, 0.0, -GRAVITY])
        self._window.set_gravity(self.gravity)


def rotations_message(ratio: float, counts: list[int]) -> str:
    """Return the warning for rotations of the cameras that differ from the gyroscope's.

    In the dark, points at the edge of a lamp's light move with the camera: in the pipe course its rotations are 3 to 20 %
    too small.

    Args:
        ratio: Of the rotations [-].
        counts: Numbers of points with which the rotations were estimated [-].
    """
    check = "check the focal length and the pose of the IMU"
    if np.median(counts) < 80:  # below, errors of rotations may be due to the points
        return (
            f"rotations of the cameras are {ratio:.3f} times the gyroscope's: the few points that are seen may move with "
            f"the camera, as the edge of a lamp's light does, or the calibration does not fit ({check})"
        )
    return f"the calibration does not fit: rotations of the cameras are {ratio:.3f} times the gyroscope's; {check}"


# ----------------------------------------------------------------------------------------------------------------------
# Supervision of the calibration: rows of the two images, intrinsics by the images, scale by the measured motion
# ----------------------------------------------------------------------------------------------------------------------


class CalibrationCheck:
    """Comparison of the calibration with the images and with the motion of the body that is measured besides them.

    Args:
        rectifier: Of the images.
        given: Calibration of the images before they are rectified.
        warn: Called with a key and a line.
    """

    def __init__(self, rectifier: Rectifier, given: StereoModel, warn: Warn) -> None:
        self._given, self._model = given, rectifier.model
        self._warn, self._tolerances = warn, CalibrationTolerances()
        self._rows: list[float] = []
        unrectified = None if rectifier.is_identity else rectifier.unrectified
        self._estimate = CalibrationEstimate(rectifier.model, PIXEL_SIGMA, unrectified)
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
        if len(self._rows) >= 3 and (error := float(np.median(self._rows))) > self._tolerances.row:
            self._warn(
                "calibration",
                f"the calibration does not fit: rows of the two images differ by {error:.1f} pixel (median)",
            )

    def _check_intrinsics(self, local: LocalMap) -> None:
        """Estimate focal length, principal point and disparity by the images of the window."""
        bundle = bundle_of(local)
        if bundle is None:
            return
        self._estimate.add(bundle)
        errors, f = self._estimate.errors(), self._model.left.fx
        assert errors is not None
        centre = self._tolerances.principal_point * f
        wrong = errors.significant(
            np.array([self._tolerances.focal_length, centre, centre, self._tolerances.disparity])
        )
        if wrong.any():
            self._warn("intrinsics", self._explained(errors, wrong))

    def _explained(self, errors: CalibrationErrors, wrong: np.ndarray) -> str:
        camera = self._given.left
        focal, column, row, disparity = errors.values.tolist()
        sigmas, parts = errors.sigmas, list[str]()
        if wrong[1] or wrong[2]:
            parts.append(
                f"a principal point at ({camera.cx + column:.1f}, {camera.cy + row:.1f}) pixels (standard deviations "
                f"{sigmas[1]:.1f}, {sigmas[2]:.1f}), not ({camera.cx:.1f}, {camera.cy:.1f})"
            )
        if wrong[0]:
            parts.append(
                f"a focal length of {camera.fx * (1.0 + focal):.1f} pixels (standard deviation {camera.fx * sigmas[0]:.1f}), "
                f"not {camera.fx:.1f}"
            )
        if wrong[3]:
            parts.append(
                f"disparities that are {abs(disparity):.1f} pixel too {'large' if disparity > 0.0 else 'small'}: check the "
                "principal points of both cameras and the angle between them"
            )
        return f"the calibration does not fit: the images suggest {' and '.join(parts)}"

    def _check_paths(self, local: LocalMap) -> None:
        """Compare the path of the cameras with the measured motion of the body: they differ where the baseline is wrong."""
        keyframes = list(local.keyframes.values())[-60:]
        while len(keyframes) > 1 and any(
            k.odometry is None or len(k.ids) < self._tolerances.points for k in keyframes[1:]
        ):
            keyframes = keyframes[1:]
        stride = 3  # keyframes between the poses that are compared: noise has less effect
        steps = [self._steps(keyframes[i : i + stride + 1]) for i in range(len(keyframes) - stride)]
        if not steps:
            return
        camera, odometry = (np.array(column) for column in zip(*steps, strict=True))
        ratio = path_ratio(camera, odometry, stride)
        if ratio is not None and ratio.contradicts(self._tolerances.path):
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
    if used.sum() < 150:
        return None
    seen, point = np.unique(rows[used], return_inverse=True)
    poses = np.array([k.T_map_left for k in local.recent])
    return StereoBundle(poses, local.points.position[seen], frame[used], point, measured[used])
