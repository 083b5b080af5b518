"""File of images stored next to a recording."""

from snakelab.results.camera_images.image_file import CameraImages, ImageFile, load_images
from snakelab.results.camera_images.writing import ImageWriter

__all__ = ["CameraImages", "ImageFile", "ImageWriter", "load_images"]
