"""Image sequences as files: EuRoC's layout, bags of ROS, a video with both images side by side."""

from pathlib import Path

import numpy as np

from box_room import BoxRoom
from snakelab.perception.camera_models import StereoFrame


def write_euroc(room: BoxRoom, frames: list[StereoFrame], folder: Path) -> Path:
    """Write a sequence in the ASL layout with exact truth, and return its folder."""
    import cv2

    root = folder / "mav0"
    for name, T, side in (("cam0", np.eye(4), "left"), ("cam1", room.model.T_left_right, "right")):
        (root / name / "data").mkdir(parents=True)
        camera = room.model.left
        (root / name / "sensor.yaml").write_text(
            "%YAML:1.0\nsensor_type: camera\nT_BS:\n  cols: 4\n  rows: 4\n"
            f"  data: {T.ravel().tolist()}\nresolution: [{camera.width}, {camera.height}]\n"
            f"camera_model: pinhole\nintrinsics: [{camera.fx}, {camera.fy}, {camera.cx}, {camera.cy}]\n"
            "distortion_model: radial-tangential\ndistortion_coefficients: [0.0, 0.0, 0.0, 0.0]\n"
        )
        lines = ["#timestamp [ns],filename"]
        for frame in frames:
            stamp = _stamp(frame.time)
            cv2.imwrite(str(root / name / "data" / f"{stamp}.png"), getattr(frame, side))
            lines.append(f"{stamp},{stamp}.png")
        (root / name / "data.csv").write_text("\r\n".join(lines) + "\r\n")
    (root / "imu0").mkdir()
    (root / "imu0" / "sensor.yaml").write_text("gyroscope_noise_density: 2.0e-4\naccelerometer_noise_density: 2.0e-3\n")
    table = np.column_stack([room.imu.angular_rate, room.imu.specific_force])
    _csv(root / "imu0" / "data.csv", room.imu.time, table)
    truth = root / "state_groundtruth_estimate0"
    truth.mkdir()
    extra = np.zeros((len(room.truth), 9))
    _csv(truth / "data.csv", room.truth.time, np.column_stack([room.truth.position, room.truth.quaternion, extra]))
    return folder


def write_bag(
    room: BoxRoom,
    frames: list[StereoFrame],
    path: Path,
    storage: str = "mcap",
    encoding: str = "mono8",
    transforms: bool = True,
) -> Path:
    """Write a bag with raw or compressed images, camera_info, IMU and fixed transforms, and return its path."""
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    types = store.types
    plugin = StoragePlugin.MCAP if storage == "mcap" else StoragePlugin.SQLITE3
    compressed = encoding == "png"
    image_type = "sensor_msgs/msg/CompressedImage" if compressed else "sensor_msgs/msg/Image"
    suffix = "/compressed" if compressed else ""
    with Writer(path, version=9, storage_plugin=plugin) as writer:

        def add(topic: str, kind: str):
            connection = writer.add_connection(topic, kind, typestore=store)
            return lambda time, message: writer.write(connection, _stamp(time), store.serialize_cdr(message, kind))

        def header(time: float, frame: str):
            stamp = types["builtin_interfaces/msg/Time"](_stamp(time) // 10**9, _stamp(time) % 10**9)
            return types["std_msgs/msg/Header"](stamp, frame)

        sides = {}
        for side, shift in (("left", 0.0), ("right", -room.model.baseline)):
            sides[side] = add(f"/stereo/{side}/image_rect{suffix}", image_type)
            info = add(f"/stereo/{side}/camera_info", "sensor_msgs/msg/CameraInfo")
            info(0.0, _camera_info(types, header(0.0, f"{side}_optical"), room, shift))
        if transforms:
            add("/tf_static", "tf2_msgs/msg/TFMessage")(0.0, _same_frame(types, header(0.0, "imu"), "left_optical"))
        imu = add("/imu", "sensor_msgs/msg/Imu")
        vector, zero = types["geometry_msgs/msg/Vector3"], np.zeros(9)
        for t, w, a in zip(room.imu.time, room.imu.angular_rate, room.imu.specific_force, strict=True):
            q = types["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0)
            message = types["sensor_msgs/msg/Imu"](header(t, "imu"), q, zero, vector(*w), zero, vector(*a), zero)
            imu(t, message)
        for frame in frames:
            for side, publish in sides.items():
                publish(frame.time, _image(types, header(frame.time, side), getattr(frame, side), encoding))
    return path


def write_video(frames: list[StereoFrame], path: Path, rate: float) -> Path:
    """Write a video with both images side by side (Motion JPEG), and return its path."""
    import cv2

    height, width = frames[0].left.shape
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), rate, (2 * width, height))
    for frame in frames:
        writer.write(cv2.cvtColor(np.hstack([frame.left, frame.right]), cv2.COLOR_GRAY2BGR))
    writer.release()
    return path


def _image(types, header, image: np.ndarray, encoding: str):
    if encoding == "png":
        import cv2

        return types["sensor_msgs/msg/CompressedImage"](header, "png", cv2.imencode(".png", image)[1].ravel())
    data = image if encoding == "mono8" else np.repeat(image[..., None], 3, axis=2)
    height, width = image.shape
    return types["sensor_msgs/msg/Image"](header, height, width, encoding, 0, data[0].size, data.ravel())


def _camera_info(types, header, room: BoxRoom, shift: float):
    c = room.model.left
    k = np.array([c.fx, 0, c.cx, 0, c.fy, c.cy, 0, 0, 1.0])
    p = np.array([c.fx, 0, c.cx, shift * c.fx, 0, c.fy, c.cy, 0, 0, 0, 1.0, 0])
    roi = types["sensor_msgs/msg/RegionOfInterest"](0, 0, 0, 0, False)
    make = types["sensor_msgs/msg/CameraInfo"]
    return make(header, c.height, c.width, "plumb_bob", np.zeros(5), k, np.eye(3).ravel(), p, 0, 0, roi)


def _same_frame(types, header, child: str):
    vector, turn = (
        types["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0),
        types["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0),
    )
    one = types["geometry_msgs/msg/TransformStamped"](header, child, types["geometry_msgs/msg/Transform"](vector, turn))
    return types["tf2_msgs/msg/TFMessage"]([one])


def _stamp(time: float) -> int:
    return 10**9 + round(1e9 * time)


def _csv(path: Path, times: np.ndarray, table: np.ndarray) -> None:
    rows = [",".join([str(_stamp(t)), *(repr(float(x)) for x in row)]) for t, row in zip(times, table, strict=True)]
    path.write_text("#timestamp [ns],...\n" + "\n".join(rows) + "\n")
