"""Cameras as topics of ROS: images, camera_info and points, each with its frame."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.bridges.ros2.messages.cdr import HEADER, Template, stamp_paths, stamps, template
from snakelab.bridges.ros2.messages.frames import optical_frame
from snakelab.bridges.ros2.messages.topics import Topic
from snakelab.perception.camera_imu.pinhole import PinholeModel, StereoModel
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.types import FloatArray

IMAGE, INFO, POINTS = "sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo", "sensor_msgs/msg/PointCloud2"
# Encodings of images by type and number of channels.
ENCODINGS = {("u1", 1): "mono8", ("u1", 3): "rgb8", ("f4", 1): "32FC1"}
FLOAT32 = 7  # of sensor_msgs/PointField


@dataclass(frozen=True, eq=False)
class Stream:
    """Images of one eye of a camera.

    Attributes:
        name: Name of the images in `LiveCameras.images`: "image", "left", "right" or "depth".
        image, info: Topics.
        frame: Frame of the optical axes.
        facts: Content of camera_info besides its header.
    """

    name: str
    image: Topic
    info: Topic
    frame: str
    facts: dict[str, Any]


def streams(camera: AnyCamera) -> tuple[Stream, ...]:
    """Return the streams of a camera; images of a lens without distortion are rectified."""
    from snakelab.bridges.camera_calibration.ros import documents
    from snakelab.bridges.rendering.image_formation.projection import pinhole_model

    lens = pinhole_model(camera.lens)
    kind = "image_rect" if lens.distortion == "none" else "image_raw"
    if isinstance(camera, StereoCamera):
        T = np.eye(4)
        T[0, 3] = camera.baseline
        pair = documents(StereoModel(lens, lens, T))
        return tuple(
            _stream(camera, eye, f"/{camera.name}/{eye}", kind, facts)
            for eye, facts in zip(("left", "right"), pair, strict=True)
        )
    depth = isinstance(camera, DepthCamera)
    return (_stream(camera, "depth" if depth else "image", f"/{camera.name}", kind, documents(lens)[0]),)


def points_topic(camera: AnyCamera) -> Topic:
    """Return the topic of the points of a depth camera."""
    return Topic(f"/{camera.name}/points", POINTS, reliable=False, depth=1)


def _stream(camera: AnyCamera, name: str, folder: str, kind: str, document: dict[str, Any]) -> Stream:
    facts = {
        "height": document["image_height"],
        "width": document["image_width"],
        "distortion_model": document["distortion_model"],
        "d": document["distortion_coefficients"]["data"],
        "k": document["camera_matrix"]["data"],
        "r": document["rectification_matrix"]["data"],
        "p": document["projection_matrix"]["data"],
    }
    image = Topic(f"{folder}/{kind}", IMAGE, reliable=False, depth=1)
    info = Topic(f"{folder}/camera_info", INFO, reliable=False, depth=1)
    # both images of a pair have the frame of the left one; the projection of the right one holds the baseline
    return Stream(name, image, info, optical_frame(camera), facts)


class Stamped:
    """Message whose stamp changes, and, if it has any, the bytes of its list `data`.

    Args:
        form: Template with an empty list `data`.
    """

    def __init__(self, form: Template) -> None:
        self._places = [len(HEADER) + form.places[path] for path in stamp_paths()]
        count = form.places.get("data.size")
        self._count = None if count is None else len(HEADER) + count
        self._content = form.content

    def message(self, time: float, data: bytes = b"") -> bytes:
        """Return the message at a time [s] with its data."""
        out = bytearray(self._content)
        for place, number in zip(self._places, stamps(np.array([time]))[0].tolist(), strict=True):
            out[place : place + 4] = int(number).to_bytes(4, "little")
        if self._count is None:
            return bytes(out)
        out[self._count : self._count + 4] = len(data).to_bytes(4, "little")
        return bytes(out[: self._count + 4]) + data + bytes(out[self._count + 4 :])


def camera_info(stream: Stream) -> Stamped:
    """Return the messages of camera_info of a stream."""
    return Stamped(template(INFO, {"header": {"frame_id": stream.frame}, **stream.facts}))


@dataclass
class ImageMessages:
    """Images of one frame as messages.

    Attributes:
        frame: Frame of the optical axes.
    """

    frame: str
    _forms: dict[tuple[Any, ...], Stamped] = field(default_factory=dict)

    def message(self, time: float, image: np.ndarray) -> bytes:
        """Return the message of an image: uint8 of shape (height, width) or (height, width, 3), or float32 depths [m]."""
        key = (image.shape, image.dtype.str[1:])
        if key not in self._forms:
            height, width, channels = (*image.shape, 1)[:3]
            values = {
                "header": {"frame_id": self.frame},
                "height": height,
                "width": width,
                "encoding": ENCODINGS[key[1], channels],
                "step": width * channels * image.dtype.itemsize,
            }
            self._forms[key] = Stamped(template(IMAGE, values))
        return self._forms[key].message(time, np.ascontiguousarray(image).tobytes())


class PointMessages:
    """Points of one frame as messages of PointCloud2 with x, y and z, 12 bytes a point.

    Args:
        frame: Frame of the points.
    """

    def __init__(self, frame: str) -> None:
        self.frame = frame

    def message(self, time: float, points: FloatArray) -> bytes:
        """Return the message of points, shape (n, 3), [m]; those that are not finite are left out."""
        kept = np.asarray(points, dtype="<f4").reshape(-1, 3)
        kept = kept[np.isfinite(kept).all(axis=1)]
        fields = [{"name": axis, "offset": 4 * i, "datatype": FLOAT32, "count": 1} for i, axis in enumerate("xyz")]
        values = {
            "header": {"frame_id": self.frame},
            "height": 1,
            "width": len(kept),
            "fields": fields,
            "point_step": 12,
            "row_step": 12 * len(kept),
            "is_dense": True,
        }
        return Stamped(template(POINTS, values)).message(time, kept.tobytes())


def depth_points(depth: np.ndarray, lens: PinholeModel) -> FloatArray:
    """Return the points of a depth image in its optical axes, shape (n, 3), [m]; pixels without a depth are left out.

    Args:
        depth: Distance along the optical axis, shape (height, width), [m].
        lens: Camera model without distortion.
    """
    rows, columns = np.nonzero(np.isfinite(depth) & (depth > 0.0))
    z = depth[rows, columns].astype(np.float64)
    return np.column_stack(((columns - lens.cx) / lens.fx * z, (rows - lens.cy) / lens.fy * z, z))
