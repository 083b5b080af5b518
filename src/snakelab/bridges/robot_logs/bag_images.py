"""Images of a run in its bag: compressed grey and RGB images, depths as they are, and camera_info."""

import io
from collections.abc import Iterator

import numpy as np

from snakelab.bridges.ros2.messages.cdr import template
from snakelab.bridges.ros2.messages.images import ImageMessages, Stamped, Stream, camera_info, streams
from snakelab.bridges.ros2.messages.topics import Topic
from snakelab.errors import RecordingError
from snakelab.results.camera_images.image_file import CameraImages, ImageFile
from snakelab.robots.cameras import AnyCamera

COMPRESSED = "sensor_msgs/msg/CompressedImage"
FORMATS = {2: "mono8; png compressed mono8", 3: "rgb8; png compressed rgb8"}
# Message: topic, time stamp [s], CDR bytes.
Message = tuple[Topic, float, bytes]


def image_messages(images: ImageFile, start: float = 0.0) -> Iterator[Message]:
    """Yield the messages of all cameras in a file.

    Args:
        images: Images of the run.
        start: Time stamp at t = 0 [s].

    Raises:
        RecordingError: if a camera is described wrongly, or an image is damaged.
    """
    for taken in images.cameras.values():
        for stream in streams(_camera(images, taken)):
            topic, info = image_topic(stream), camera_info(stream)
            encode = (
                ImageMessages(stream.frame).message if topic is stream.image else CompressedImages(stream.frame).message
            )
            for time, image in zip((taken.time + start).tolist(), taken.images(stream.name), strict=True):
                yield stream.info, time, info.message(time)
                yield topic, time, encode(time, image)


def _camera(images: ImageFile, taken: CameraImages) -> AnyCamera:
    """Return the camera of some images."""
    from snakelab.bridges.rendering.camera_motion.mounted_cameras import mounted_camera

    try:
        return mounted_camera(taken.facts).camera
    except Exception as problem:  # a damaged description can raise any exception
        raise RecordingError(f"{images.path} is damaged: camera {taken.name!r}: {problem}") from problem


def image_topic(stream: Stream) -> Topic:
    """Return the topic of a stream in a bag: compressed, except for depths."""
    if stream.name == "depth":
        return stream.image
    return Topic(f"{stream.image.name}/compressed", COMPRESSED, reliable=False, depth=1)


class CompressedImages:
    """Images of one frame as messages of CompressedImage with PNG, which is lossless.

    Args:
        frame: Frame of the optical axes.
    """

    def __init__(self, frame: str) -> None:
        self._forms = {
            axes: Stamped(template(COMPRESSED, {"header": {"frame_id": frame}, "format": text}))
            for axes, text in FORMATS.items()
        }

    def message(self, time: float, image: np.ndarray) -> bytes:
        """Return the message of an image: uint8 of shape (height, width) or (height, width, 3)."""
        return self._forms[image.ndim].message(time, png(image))


def png(image: np.ndarray) -> bytes:
    """Return an image as the bytes of a PNG file."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image)).save(out, "PNG", compress_level=1)
    return out.getvalue()
