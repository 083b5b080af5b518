"""Images from files and messages as grey or RGB arrays."""

from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.slam.packages import opencv
from snakelab.errors import RecordingError
from snakelab.perception.camera_imu.sequence import Image

RAW = {"mono8": 1, "8UC1": 1, "rgb8": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4}
MAX_PIXELS = 8192 * 8192


def read_image(path: Path) -> Image:
    """Return the grey levels of an image file.

    Raises:
        RecordingError: if it cannot be read.
    """
    cv2 = opencv()
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if image is None:
        raise RecordingError(f"cannot read the image {path}")
    return image


def image_of(message: Any) -> Image:
    """Return the grey levels or RGB values of a message sensor_msgs/Image or CompressedImage.

    Raises:
        RecordingError: if its encoding is not supported, or its data are too short.
    """
    cv2 = opencv()
    data = np.frombuffer(bytes(message.data), np.uint8)
    if not hasattr(message, "encoding"):
        image = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if len(data) else None
        if image is None:
            raise RecordingError(f"a compressed image ({message.format!r}) cannot be decoded")
        return image
    if message.encoding not in RAW:
        raise RecordingError(f"images are encoded as {message.encoding!r}; supported: {', '.join(RAW)}, or compressed")
    channels = RAW[message.encoding]
    height, width, step = int(message.height), int(message.width), int(message.step)
    if not 0 < height * width <= MAX_PIXELS or step < width * channels or len(data) < height * step:
        raise RecordingError(f"an image of {width} x {height} pixels has {len(data)} bytes and rows of {step}")
    image = data[: height * step].reshape(height, step)[:, : width * channels].reshape(height, width, channels)
    if channels == 1:
        return image[:, :, 0]
    return image[:, :, [2, 1, 0]] if message.encoding.startswith("bgr") else image[:, :, :3]
