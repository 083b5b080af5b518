"""Keyframes, settings and results of the SLAM estimator.

In reading order: OpenCV and GTSAM, imported when they are used; settings and the estimate of a frame; keyframes,
which form the map; and the log of the poses of all frames.
"""

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from snakelab.errors import MissingExtraError, install_line
from snakelab.geometry.rotations import inverse_of, quaternion_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.cameras import Image
from snakelab.perception.trajectories import Trajectory

# ----------------------------------------------------------------------------------------------------------------------
# OpenCV and GTSAM, imported when they are used
# ----------------------------------------------------------------------------------------------------------------------


def opencv() -> ModuleType:
    """Return OpenCV.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import cv2
    except ImportError as problem:
        raise MissingExtraError(f"OpenCV is not installed: {install_line('perception')}") from problem
    return cv2


def factor_graphs() -> ModuleType:
    """Return GTSAM.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import gtsam
    except ImportError as problem:
        raise MissingExtraError(f"GTSAM is not installed: {install_line('perception')}") from problem
    return gtsam


# ----------------------------------------------------------------------------------------------------------------------
# Settings and results of the estimator
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlamSettings:
    """Settings of `StereoInertialSlam`.

    Args:
        features: Corners that are tracked [-].
        window: Keyframes that are optimised together [-].
        max_keyframes: Keyframes that are kept; the most redundant is removed first [-].
        max_points: Map points that are kept; those not seen for the longest time are removed first [-].
        least_inliers: Number of points below which a pose is not estimated from vision [-].
        good_inliers: Minimum number of points for the status "tracking" [-].
        bridge: Longest time without vision that the IMU covers [s].
        loops: Recognise places and close loops.
        restart: Time after which a lost estimator begins a new segment of the map [s].
    """

    features: int = 180
    window: int = 10
    max_keyframes: int = 300
    max_points: int = 20_000
    least_inliers: int = 12
    good_inliers: int = 25
    bridge: float = 1.0
    loops: bool = True
    restart: float = 1.5


@dataclass(frozen=True, eq=False)
class FrameEstimate:
    """Estimate for one image pair.

    Attributes:
        time: Time [s].
        status: "tracking"; "degraded" if few points, a doubtful calibration or a prediction without vision determine the
            pose; or "lost", where the pose is the last known one.
        T_map_left: Pose of the left camera, shape (4, 4).
        covariance: Of (rotation vector, translation) relative to the first keyframe, in the camera's axes, shape (6, 6).
        points: Number of map points that agree with the pose.
        is_keyframe: True if the pair became a keyframe.
        seconds: CPU time of tracking, and of the map's update (zero without a keyframe) [s].
    """

    time: float
    status: str
    T_map_left: FloatArray
    covariance: FloatArray
    points: int
    is_keyframe: bool = False
    seconds: tuple[float, float] = (0.0, 0.0)


# ----------------------------------------------------------------------------------------------------------------------
# Keyframes: images whose pose and measurements are stored in the map
# ----------------------------------------------------------------------------------------------------------------------


class Motion(Protocol):
    """Measured motion of the body, from joint encoders and contacts for example.

    Attributes:
        T: Pose of the body at the second instant in its axes at the first, shape (4, 4), [m].
        covariance: Of (rotation vector, translation) in the axes at the second instant, shape (6, 6), [rad, m].
    """

    @property
    def T(self) -> FloatArray: ...

    @property
    def covariance(self) -> FloatArray: ...


@dataclass(frozen=True, eq=False)
class RelativePose:
    """Measured motion of the body (a `Motion`).

    Args:
        T: Pose of the body at the second instant in its axes at the first, shape (4, 4), [m].
        covariance: Of (rotation vector, translation) in the axes at the second instant, shape (6, 6), [rad, m].
    """

    T: FloatArray
    covariance: FloatArray


@dataclass(eq=False)
class Keyframe:
    """Keyframe of the map.

    Attributes:
        id: Increasing.
        time: Time [s].
        T_map_left: Pose of the left camera, shape (4, 4).
        image: Rectified left image; None after it has been released.
        ids: Map points seen, shape (n,).
        measured: Their columns in both images and their row, shape (n, 3), [pixel].
        velocity: Of the body in the map frame, shape (3,), [m/s].
        bias: Of accelerometer and gyroscope, shape (6,).
        inertial: Preintegrated IMU since the previous keyframe, or None.
        odometry: Measured motion since the previous keyframe, or None.
        covariance: Of the pose relative to the first keyframe, in the camera's axes, shape (6, 6).
        corner_pixels: Of the ORB features, shape (m, 2).
        corner_points: Positions of the ORB features in the camera's axes, shape (m, 3), NaN without depth, [m].
        descriptors: Of the ORB features, shape (m, 32), uint8.
        factors: Factors of its measurements, by map point.
        segment: Number of the map segment; a loss of tracking begins a new one.
    """

    id: int
    time: float
    T_map_left: FloatArray
    image: Image | None
    ids: np.ndarray
    measured: FloatArray
    velocity: FloatArray = field(default_factory=lambda: np.zeros(3))
    bias: FloatArray = field(default_factory=lambda: np.zeros(6))
    inertial: Any = None
    odometry: Motion | None = None
    covariance: FloatArray = field(default_factory=lambda: np.zeros((6, 6)))
    corner_pixels: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    corner_points: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    descriptors: np.ndarray = field(default_factory=lambda: np.zeros((0, 32), np.uint8))
    factors: dict[int, Any] = field(default_factory=dict)
    segment: int = 0


# ----------------------------------------------------------------------------------------------------------------------
# Poses of all frames, each relative to a keyframe, so that corrections of the map also apply to them
# ----------------------------------------------------------------------------------------------------------------------


class FrameLog:
    """Estimates of all frames."""

    def __init__(self) -> None:
        self._time: list[float] = []
        self._status: list[str] = []
        self._keyframe: list[int] = []
        self._relative: list[FloatArray] = []
        self._covariance: list[FloatArray] = []
        self._frames_of: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._time)

    def add(self, estimate: FrameEstimate, keyframe: Keyframe | None) -> None:
        """Append an estimate; without a keyframe its pose is in the map frame."""
        key = -1 if keyframe is None else keyframe.id
        T = estimate.T_map_left if keyframe is None else inverse_of(keyframe.T_map_left) @ estimate.T_map_left
        self._frames_of.setdefault(key, []).append(len(self._time))
        self._time.append(estimate.time)
        self._status.append(estimate.status)
        self._keyframe.append(key)
        self._relative.append(T)
        self._covariance.append(estimate.covariance.astype(np.float32))

    def discard(self) -> None:
        """Mark all frames as lost: their poses are those of a map that is discarded."""
        self._status = ["lost"] * len(self)
        self._keyframe = [-1] * len(self)
        self._frames_of = {-1: list(range(len(self)))}

    def attach(self, removed: Keyframe, kept: Keyframe) -> None:
        """Attach the frames of a keyframe that is removed to another one."""
        T_kept_removed = inverse_of(kept.T_map_left) @ removed.T_map_left
        for k in self._frames_of.pop(removed.id, []):
            self._relative[k] = T_kept_removed @ self._relative[k]
            self._keyframe[k] = kept.id
            self._frames_of.setdefault(kept.id, []).append(k)

    def trajectory(self, keyframes: dict[int, Keyframe]) -> Trajectory:
        """Return the poses of the left camera with the keyframes where they are now."""
        T = [r if k < 0 else keyframes[k].T_map_left @ r for k, r in zip(self._keyframe, self._relative, strict=True)]
        poses = np.array(T).reshape(-1, 4, 4)
        quaternions = np.array([quaternion_of(p[:3, :3]) for p in poses]).reshape(-1, 4)
        covariance = np.array(self._covariance, np.float64).reshape(-1, 6, 6)
        return Trajectory(np.array(self._time), poses[:, :3, 3].copy(), quaternions, np.array(self._status), covariance)
