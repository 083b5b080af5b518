"""Settings and results of the estimator."""

from dataclasses import dataclass

from snakelab.types import FloatArray


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
