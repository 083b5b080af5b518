"""IMU of the SLAM estimator: its start and supervision, and the motion between two images."""
