"""Public names of the package, imported at their first use."""

from .body_kinematics import BodyKinematics as BodyKinematics, BodyPoses as BodyPoses
from .calibration_files import (
    load_calibration as load_calibration,
    load_imu_noise as load_imu_noise,
    save_calibration as save_calibration,
)
from .camera_models import (
    ImuNoise as ImuNoise,
    ImuSamples as ImuSamples,
    PinholeModel as PinholeModel,
    StereoFrame as StereoFrame,
    StereoModel as StereoModel,
    StereoSequence as StereoSequence,
)
from .maps import (
    BodyInMap as BodyInMap,
    Clearance as Clearance,
    DistanceGrid as DistanceGrid,
    PipeShape as PipeShape,
    PointMap as PointMap,
    RangeScanner as RangeScanner,
    fit_pipe as fit_pipe,
)
from .odometry import (
    BodyOdometry as BodyOdometry,
    OdometryResult as OdometryResult,
    OdometryWithFixes as OdometryWithFixes,
    PoseEstimate as PoseEstimate,
    PoseEstimator as PoseEstimator,
    RelativePose as RelativePose,
)
from .trajectories import (
    Trajectory as Trajectory,
    load_trajectory as load_trajectory,
    save_trajectory as save_trajectory,
)

__all__ = [
    "BodyInMap",
    "BodyKinematics",
    "BodyOdometry",
    "DistanceGrid",
    "OdometryWithFixes",
    "PointMap",
    "PoseEstimator",
    "RangeScanner",
    "fit_pipe",
    "load_calibration",
    "load_imu_noise",
    "save_calibration",
]
