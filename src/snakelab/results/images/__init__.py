"""File of images stored next to a recording."""

from snakelab.results.images.image_file import CameraImages, ImageFile, load_images
from snakelab.results.images.writing import ImageWriter

__all__ = ["CameraImages", "ImageFile", "ImageWriter", "load_images"]
