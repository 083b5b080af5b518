"""Cameras with an IMU: camera models, image sequences, pose of a camera, and alignment of both."""
