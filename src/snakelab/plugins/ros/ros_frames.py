"""Frames of a robot and of its cameras as transforms and topics of ROS.

In reading order: the frames of the body, which are the links of the URDF, or, where there is none, the centres of
the links; and the cameras, whose images, camera_info and points each have a frame.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.geometry.rotations import about_axis, matrix_to_quat, product
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import PinholeModel, StereoModel
from snakelab.physics.model import Model
from snakelab.physics.model_tables import BASE, HEAD_FRAME
from snakelab.plugins.mujoco.robot_files.urdf_export import pieces_of, wheel_frames
from snakelab.plugins.ros.topics import HEADER, Template, Topic, stamp_paths, stamps, template
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.robots.joints import Prismatic
from snakelab.robots.link import placed
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import Imu
from snakelab.robots.soft_sections import SoftSection
from snakelab.sim.recording_assembly import camera_facts, frame_facts, imu_facts

# ----------------------------------------------------------------------------------------------------------------------
# Frames of a robot: the links of its URDF, or, where it has none, the centres of its links
# ----------------------------------------------------------------------------------------------------------------------

WORLD, ODOM, BASE_LINK, MAP = "world", "odom", "base_link", "map"
# Recorded variables by name, each with a leading axis of n records.
Series = Mapping[str, FloatArray]


@dataclass(frozen=True)
class Transform:
    """Constant pose of a frame in its parent.

    Attributes:
        parent, child: Names of the frames.
        p: Shape (3,), [m].
        quat: wxyz, shape (4,).
    """

    parent: str
    child: str
    p: tuple[float, ...] = (0.0, 0.0, 0.0)
    quat: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class ChainFrames:
    """Frames of the links of the URDF, each at its parent joint, from the coordinates and the pose of the base.

    Args:
        model: Model without soft sections.
        free: True if the pose of the base is known; otherwise the base has no parent.
        root: Parent of the base: the world, or odom below a map.

    Attributes:
        names: Parent and child of each moving frame.
        fixed: Frames that do not move in their parents.
        base: Name of the frame of the base.
    """

    model: Model
    free: bool = True
    root: str = WORLD
    names: tuple[tuple[str, str], ...] = field(init=False)
    fixed: tuple[Transform, ...] = field(init=False)
    base: str = field(init=False)
    _joints: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        pieces = pieces_of(self.model)
        base = pieces[0].name
        names, still = ([(self.root, base)] if self.free else []), []
        rows: list[tuple[Any, ...]] = []
        for piece in pieces[1:]:
            parent = base if piece.carrier is None else piece.carrier.name
            quat = quaternion(piece.R)
            if piece.part is None:
                still.append(Transform(parent, piece.name, tuple(piece.p.tolist()), tuple(quat.tolist())))
            else:
                i = self.model.coordinate_names.index(piece.joint)
                names.append((parent, piece.name))
                rows.append((i, piece.p, quat, piece.axis, piece.R @ piece.axis, isinstance(piece.part, Prismatic)))
        for name, parent, _, (p, R) in wheel_frames(self.model, pieces):
            still.append(Transform(parent, name, tuple(p.tolist()), tuple(quaternion(R).tolist())))
        still += [*_instruments(self.model), *_roots(base, {piece.name for piece in pieces}, self.free, self.root)]
        columns = [np.array(column) for column in zip(*rows, strict=True)] if rows else None
        for key, value in {"names": tuple(names), "fixed": tuple(still), "base": base, "_joints": columns}.items():
            object.__setattr__(self, key, value)

    @property
    def frames_of_joints(self) -> dict[int, str]:
        """Child frame of each joint, by the index of its coordinate."""
        children = [child for _, child in self.names[1 if self.free else 0 :]]
        return {} if self._joints is None else dict(zip(self._joints[0].tolist(), children, strict=True))

    def poses(self, series: Series) -> tuple[FloatArray, FloatArray]:
        """Return positions in the parents, shape (n, k, 3), [m], and quaternions wxyz, shape (n, k, 4)."""
        n = len(series["q"])
        places, quaternions = [], []
        if self.free:
            places.append(series["base_position"][:, None])
            quaternions.append(series["base_quaternion"][:, None])
        if self._joints is not None:
            index, p, quat, axis, direction, slides = self._joints
            q = series["q"][:, index]
            places.append(p + np.where(slides, q, 0.0)[..., None] * direction)
            quaternions.append(
                product(np.broadcast_to(quat, (n, *quat.shape)), about_axis(axis, np.where(slides, 0.0, q)))
            )
        if not places:
            return np.zeros((n, 0, 3)), np.zeros((n, 0, 4))
        return np.concatenate(places, axis=1), np.concatenate(quaternions, axis=1)


@dataclass(frozen=True, eq=False)
class LinkFrames:
    """Frames at the centres of mass of the links and stations, all in the world: for soft robots and unknown models.

    Args:
        links: Names of the links.
        base: Name of the frame of the base.
        model: Model, whose IMUs, named frames and cameras become fixed frames; None if it is not known.
    """

    links: tuple[str, ...]
    base: str = BASE_LINK
    model: Model | None = None
    names: tuple[tuple[str, str], ...] = field(init=False)
    fixed: tuple[Transform, ...] = field(init=False)

    def __post_init__(self) -> None:
        head = next(name for name in ("head", "head_end", "head_end_") if name not in self.links)
        children = (self.base, *self.links, head)
        places = {BASE: self.base, HEAD_FRAME: head} | {name: name for name in self.links}
        fixed = [] if self.model is None else _carried(self.model, places)
        object.__setattr__(self, "names", tuple((WORLD, child) for child in children))
        object.__setattr__(self, "fixed", (Transform(WORLD, ODOM), *fixed))

    def poses(self, series: Series) -> tuple[FloatArray, FloatArray]:
        """Return the poses; see `ChainFrames`."""
        ends = ("base", "head")
        p = [series[f"{end}_position"][:, None] for end in ends]
        quat = [series[f"{end}_quaternion"][:, None] for end in ends]
        return (
            np.concatenate((p[0], series["link_position"], p[1]), axis=1),
            np.concatenate((quat[0], series["link_quaternion"], quat[1]), axis=1),
        )


Frames = ChainFrames | LinkFrames


def is_rigid(model: Model) -> bool:
    """Return True if a robot can be written as URDF: it has no soft sections or rods."""
    return not any(isinstance(part, (SoftSection, Rod)) for part in model.robot.parts)


def imu_frame(model: Model | None) -> tuple[str, str]:
    """Return the frame of the first IMU of a robot and the first part of its variables; the head for a robot without."""
    imus = [] if model is None else [sensor for sensor in model.robot.sensors if isinstance(sensor, Imu)]
    return (imus[0].name or "imu", imus[0].name or "measured") if imus else ("head", "")


def quaternion(R: FloatArray) -> FloatArray:
    """Return the quaternion wxyz of a rotation matrix, shape (3, 3)."""
    return np.array(matrix_to_quat(tuple(float(value) for value in np.asarray(R).ravel())))


def _instruments(model: Model) -> list[Transform]:
    """Return the frames of IMUs and the frames of the robot relative to their links."""
    pieces = pieces_of(model)
    places = {piece.name: (piece.name, piece.R_link, piece.p_link) for piece in pieces if piece.link is not None}
    places |= {"base": (pieces[0].name, np.eye(3), np.zeros(3)), "head": (pieces[-1].name, np.eye(3), np.zeros(3))}
    items: list[tuple[str, Any]] = [
        (sensor.name or "imu", sensor) for sensor in model.robot.sensors if isinstance(sensor, Imu)
    ]
    transforms: list[Transform] = []
    poses = [(name, item.on, placed(item.point, item.rotation)) for name, item in items]
    poses += [(frame.name, frame.on, frame.transform) for frame in model.robot.frames]
    poses += [(optical_frame(camera), *_mounting(model, camera)) for camera in model.robot.cameras]
    for name, on, T_on_own in poses:
        if on not in places or name in {one.child for one in transforms} | {piece.name for piece in pieces}:
            continue
        parent, R, p = places[on]
        T_station = np.eye(4)
        T_station[:3, :3], T_station[:3, 3] = R, p
        T = T_station @ T_on_own
        transforms.append(Transform(parent, name, tuple(T[:3, 3].tolist()), tuple(quaternion(T[:3, :3]).tolist())))
    return transforms


def _carried(model: Model, places: Mapping[str, str]) -> list[Transform]:
    """Return the frames of IMUs, cameras and the frames of the robot relative to their recorded parents.

    Args:
        model: Model of any robot.
        places: Name of the frame of each carrier: "base", "head" and the links or stations.
    """
    imus = [sensor.name or "imu" for sensor in model.robot.sensors if isinstance(sensor, Imu)]
    poses = [
        *((name, fact["carrier"], fact["T_carrier_imu"]) for name, fact in zip(imus, imu_facts(model), strict=True)),
        *frame_facts(model),
        *(
            (optical_frame(camera), fact["carrier"], fact["T_carrier_camera"])
            for camera, fact in zip(model.robot.cameras, camera_facts(model), strict=True)
        ),
    ]
    transforms: list[Transform] = []
    taken = set(places.values())
    for name, carrier, pose in poses:
        if name not in taken:
            T = np.asarray(pose, dtype=np.float64)
            p, quat = T[:3, 3].tolist(), quaternion(T[:3, :3]).tolist()
            transforms.append(Transform(places[carrier], name, tuple(p), tuple(quat)))
            taken.add(name)
    return transforms


def _mounting(model: Model, camera: AnyCamera) -> tuple[str, FloatArray]:
    """Return the part that carries a camera, and the pose of the optical axes in the axes of that part."""
    for frame in model.robot.frames:
        if frame.name == camera.on:
            return frame.on, frame.transform @ camera.transform
    return camera.on, camera.transform


def optical_frame(camera: AnyCamera) -> str:
    """Return the name of the frame of a camera's optical axes, of the left camera of a pair."""
    return f"{camera.name}_optical"


def _roots(base: str, taken: set[str], free: bool, root: str) -> list[Transform]:
    """Return the frames that other ROS packages expect: odom in the world, or the world in odom; base_link at the base."""
    other = Transform(WORLD, ODOM) if root == WORLD else Transform(ODOM, WORLD)
    roots = [other] if free else []
    return roots if BASE_LINK in taken else [*roots, Transform(base, BASE_LINK)]


# ----------------------------------------------------------------------------------------------------------------------
# Cameras as topics of ROS: images, camera_info and points, each with its frame
# ----------------------------------------------------------------------------------------------------------------------

IMAGE, INFO, POINTS = "sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo", "sensor_msgs/msg/PointCloud2"
# Encodings of images by type and number of channels.
ENCODINGS = {("u1", 1): "mono8", ("u1", 3): "rgb8", ("f4", 1): "32FC1"}


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
    from snakelab.perception.calibration_files import ros_documents
    from snakelab.plugins.mujoco.cameras.optics import pinhole_model

    lens = pinhole_model(camera.lens)
    kind = "image_rect" if lens.distortion == "none" else "image_raw"
    if isinstance(camera, StereoCamera):
        T = np.eye(4)
        T[0, 3] = camera.baseline
        pair = ros_documents(StereoModel(lens, lens, T))
        return tuple(
            _stream(camera, eye, f"/{camera.name}/{eye}", kind, facts)
            for eye, facts in zip(("left", "right"), pair, strict=True)
        )
    depth = isinstance(camera, DepthCamera)
    return (_stream(camera, "depth" if depth else "image", f"/{camera.name}", kind, ros_documents(lens)[0]),)


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
        # 7: float32 of sensor_msgs/PointField
        fields = [{"name": axis, "offset": 4 * i, "datatype": 7, "count": 1} for i, axis in enumerate("xyz")]
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
