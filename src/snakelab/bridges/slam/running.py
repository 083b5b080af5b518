"""Processing of a complete sequence by the estimator."""

from collections.abc import Callable

import numpy as np

from snakelab.bridges.slam.estimator import StereoInertialSlam
from snakelab.bridges.slam.imu.predicted_motion import Odometry
from snakelab.bridges.slam.settings import FrameEstimate, SlamSettings
from snakelab.perception.camera_imu.sequence import ImuSamples, StereoSequence

AHEAD = 0.12  # time by which samples of the IMU precede the image [s]


def run_slam(
    sequence: StereoSequence,
    settings: SlamSettings | None = None,
    use_imu: bool = True,
    odometry: Odometry | None = None,
    progress: Callable[[FrameEstimate, int, int], None] | None = None,
) -> StereoInertialSlam:
    """Estimate the trajectory and the map of a sequence.

    Args:
        sequence: Image pairs, calibration and IMU.
        settings: Of the estimator.
        use_imu: False to ignore the IMU.
        odometry: Measured motion of the body between two times, see `StereoInertialSlam`.
        progress: Called with each estimate, its number and the number of image pairs.

    Returns:
        The estimator, with its trajectory, map and warnings.
    """
    imu = sequence.imu if use_imu else None
    slam = StereoInertialSlam(sequence.model, None if imu is None else sequence.imu_noise, settings, odometry)
    given, n = 0, len(sequence)
    for k, frame in enumerate(sequence.frames()):
        if imu is not None:
            until = max(given, int(np.searchsorted(imu.time, frame.time + AHEAD, side="right")))
            part = slice(given, until)
            slam.add_imu(ImuSamples(imu.time[part], imu.angular_rate[part], imu.specific_force[part]))
            given = until
        estimate = slam.add_frame(frame)
        if progress is not None:
            progress(estimate, k + 1, n)
    return slam
