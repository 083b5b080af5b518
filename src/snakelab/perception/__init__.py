"""Perception on plain arrays: camera models, image sequences, trajectories, odometry, and the body in a map."""

from snakelab.geometry.poses import matrix_of, quaternion_of
from snakelab.perception.body_pose.body_kinematics import BodyKinematics, BodyPoses
from snakelab.perception.body_pose.pose_estimator import OdometryWithFixes, PoseEstimate, PoseEstimator
from snakelab.perception.camera_imu.pinhole import PinholeModel, StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise, ImuSamples, StereoFrame, StereoSequence
from snakelab.perception.contact_odometry import BodyOdometry, OdometryResult, RelativePose
from snakelab.perception.maps.body_in_map import BodyInMap, Clearance
from snakelab.perception.maps.distance_grid import DistanceGrid, PointMap
from snakelab.perception.maps.pipe_map import PipeShape, fit_pipe
from snakelab.perception.maps.ray_casting import RangeScanner
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.perception.trajectories.trajectory_files import load_trajectory, save_trajectory

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
