"""Pose of all frames of the body from joint angles and one pose, with covariance."""
