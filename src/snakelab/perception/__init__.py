"""Perception on plain arrays: camera models, image sequences, trajectories, odometry, and the body in a map."""

from snakelab.perception.body_in_map import BodyInMap, Clearance
from snakelab.perception.body_kinematics import BodyKinematics, BodyPoses
from snakelab.perception.distance_grid import DistanceGrid, PointMap
from snakelab.perception.odometry import BodyOdometry, OdometryResult, RelativePose
from snakelab.perception.pinhole import PinholeModel, StereoModel
from snakelab.perception.pipe_map import PipeShape, fit_pipe
from snakelab.perception.pose_estimator import OdometryWithFixes, PoseEstimate, PoseEstimator
from snakelab.perception.poses import matrix_of, quaternion_of
from snakelab.perception.ray_casting import RangeScanner
from snakelab.perception.sequence import ImuNoise, ImuSamples, StereoFrame, StereoSequence
from snakelab.perception.trajectory import Trajectory
from snakelab.perception.trajectory_files import load_trajectory, save_trajectory

__all__ = [
    "BodyInMap",
    "BodyKinematics",
    "BodyOdometry",
    "BodyPoses",
    "Clearance",
    "DistanceGrid",
    "ImuNoise",
    "ImuSamples",
    "OdometryResult",
    "PinholeModel",
    "OdometryWithFixes",
    "PipeShape",
    "PointMap",
    "PoseEstimate",
    "PoseEstimator",
    "RangeScanner",
    "RelativePose",
    "StereoFrame",
    "StereoModel",
    "StereoSequence",
    "Trajectory",
    "fit_pipe",
    "load_trajectory",
    "matrix_of",
    "quaternion_of",
    "save_trajectory",
]
