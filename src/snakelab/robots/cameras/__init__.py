"""Cameras of a robot: single, stereo, depth."""

from snakelab.robots.cameras.camera import AnyCamera, Camera, DepthCamera, StereoCamera
from snakelab.robots.cameras.image_sensor import ImageSensor, Lamp
from snakelab.robots.cameras.lens import Lens

__all__ = ["AnyCamera", "Camera", "DepthCamera", "ImageSensor", "Lamp", "Lens", "StereoCamera"]
