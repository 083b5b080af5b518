"""Cameras as topics of ROS: bytes against rosbags, frames against the kinematics, images and a map of a run under way."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import rosbags  # noqa: F401
from plugins.ros.memory_backend import Memory, until
from snakelab.plugins.mujoco.cameras.optics import pinhole_model
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.message_encoders import publications
from snakelab.plugins.ros.node import Node
from snakelab.plugins.ros.ros_frames import (
    IMAGE,
    INFO,
    ODOM,
    POINTS,
    ImageMessages,
    PointMessages,
    camera_info,
    depth_points,
    points_topic,
    streams,
)
from snakelab.plugins.ros.topics import decoded, type_store
from snakelab.plugins.slam.stereo_sequences import image_of

LENS = sl.robots.Lens(64, 40)
STEREO = sl.StereoCamera(point=(0.0, 0.03, 0.05), lens=LENS, rate=10)
DEPTH = sl.DepthCamera(on="eye", lens=sl.robots.Lens(16, 8), rate=5)
MONO = sl.Camera(lens=sl.robots.Lens(32, 20, distortion="radial_tangential", coefficients=(0.1, 0.0, 0.0, 0.0)), rate=5)


def model(*cameras, lens=None):
    """A snake in the plane that carries cameras."""
    parts = [sl.Link(0.2, 0.5, name="tail"), sl.Revolute("z"), sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5)]
    frame = sl.Frame("eye", "tail", (0.1, 0.0, 0.02), (0.0, 0.0, 0.4))
    robot = sl.Robot(parts, base="planar", cameras=cameras, frames=[frame])
    world = sl.World([sl.ViscousFriction(0.1, 5.0)], scenery=sl.worlds.Scenery(room=(4.0, 4.0, 1.0)))
    return sl.build_model(robot, world)


def again(kind, content):
    """The bytes of a message that rosbags has read and written."""
    return bytes(type_store().serialize_cdr(decoded(content, kind), kind))


@pytest.mark.parametrize(
    ("shape", "dtype", "encoding"),
    [((5, 7), "u1", "mono8"), ((5, 7, 3), "u1", "rgb8"), ((3, 4), "f4", "32FC1")],
)
def test_images_equal_those_of_rosbags_byte_for_byte(shape, dtype, encoding):
    image = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    content = ImageMessages("eye_optical").message(1.25, image)
    assert again(IMAGE, content) == content
    message = decoded(content, IMAGE)
    assert (message.height, message.width, message.encoding) == (*shape[:2], encoding)
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == (1, 250_000_000)
    assert message.data.tobytes() == image.tobytes() and len(message.data) == message.step * message.height
    if dtype == "u1":
        assert image_of(message).shape[:2] == shape[:2]


def test_camera_info_equals_that_of_rosbags_and_holds_the_baseline():
    left, right = streams(STEREO)
    assert (left.image.name, right.info.name) == ("/stereo/left/image_rect", "/stereo/right/camera_info")
    for stream in (left, right, *streams(DEPTH), *streams(MONO)):
        content = camera_info(stream).message(2.5)
        assert again(INFO, content) == content
    message = decoded(camera_info(right).message(0.0), INFO)
    assert -message.p[3] / message.p[0] == pytest.approx(STEREO.baseline)
    assert (message.width, message.distortion_model, message.header.frame_id) == (64, "plumb_bob", "stereo_optical")
    (mono,) = streams(MONO)
    assert mono.image.name == "/camera/image_raw" and decoded(camera_info(mono).message(0.0), INFO).d[0] == 0.1


def test_points_equal_those_of_rosbags_and_are_where_the_depth_says():
    depth = np.full((8, 16), np.nan, np.float32)
    depth[2, 5] = 1.5
    lens = pinhole_model(DEPTH.lens)
    points = depth_points(depth, lens)
    np.testing.assert_allclose(points, [[(5 - lens.cx) / lens.fx * 1.5, (2 - lens.cy) / lens.fy * 1.5, 1.5]])
    for cloud in (points, np.zeros((0, 3)), np.array([[1.0, 2.0, 3.0], [np.nan, 0.0, 0.0], [4.0, 5.0, 6.0]])):
        content = PointMessages("map").message(0.5, cloud)
        assert again(POINTS, content) == content
    message = decoded(content, POINTS)
    assert (message.width, message.point_step, [one.name for one in message.fields]) == (2, 12, ["x", "y", "z"])
    np.testing.assert_array_equal(np.frombuffer(message.data.tobytes(), "<f4").reshape(-1, 3)[1], [4.0, 5.0, 6.0])


def test_the_frames_of_cameras_are_those_of_their_mounting():
    made = model(STEREO, DEPTH)
    still = decoded(
        publications(made, {"q", "base_position", "base_quaternion"}).latched[topics.TF_STATIC], topics.TF.kind
    )
    frames = {t.child_frame_id: t for t in still.transforms}
    assert {"stereo_optical", "depth_optical", "odom", "base_link"} <= set(frames)
    assert frames["stereo_optical"].header.frame_id == "head"
    p = frames["stereo_optical"].transform.translation
    assert (p.x, p.y, p.z) == pytest.approx((0.0, 0.03, 0.05))
    q = frames["depth_optical"].transform.rotation  # z of the optical axes along x of the frame, which is turned by 0.4
    ahead = (2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x))
    assert ahead == pytest.approx((np.cos(0.4), np.sin(0.4)))


def test_below_a_map_the_base_is_in_odom():
    made = publications(model(), {"q", "base_position", "base_quaternion"}, root=ODOM)
    assert made.moving[topics.TF].frames.names[0][0] == "odom"
    still = decoded(made.latched[topics.TF_STATIC], topics.TF.kind).transforms
    assert ("odom", "world") in {(t.header.frame_id, t.child_frame_id) for t in still}
    assert len({t.child_frame_id for t in still}) == len(still)


@pytest.fixture
def opengl():
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    from snakelab.plugins.mujoco.cameras.renderer import open_context

    try:
        open_context(8, 8).free()
    except sl.errors.SimulationError as problem:
        pytest.skip(str(problem))


def started(made, **options):
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=3.0, phase_lag=1.0)
    node = Node(
        lambda: sl.Simulation(made, gait, record_rate=50.0, keep=1.0), Memory(), report=lambda line: None, **options
    )
    node.start()
    return node


@pytest.mark.thorough
def test_a_run_publishes_images_and_points(opengl):
    node = started(model(STEREO, DEPTH), cameras=True)
    try:
        sent = node.backend.sent
        until(lambda: len(sent.get("/stereo/right/camera_info", ())) > 3 and len(sent.get("/depth/points", ())) > 1)
        images = [decoded(content, IMAGE) for content in sent["/stereo/left/image_rect"]]
        assert images[0].data.std() > 1.0 and (images[0].width, images[0].header.frame_id) == (64, "stereo_optical")
        times = np.array([one.header.stamp.sec + 1e-9 * one.header.stamp.nanosec for one in images])
        assert np.diff(times).min() > 0.099
        cloud = decoded(sent["/depth/points"][-1], POINTS)
        points = np.frombuffer(cloud.data.tobytes(), "<f4").reshape(-1, 3)
        assert len(points) > 20 and 0.0 < points[:, 2].max() < 5.0 and cloud.header.frame_id == "depth_optical"
        assert decoded(sent["/depth/image_rect"][-1], IMAGE).encoding == "32FC1"
        assert int(node.state()[2]["images"]) > 5
    finally:
        node.close()


@pytest.mark.thorough
def test_a_live_map_gives_the_transform_to_odom_and_points(opengl):
    pytest.importorskip("cv2", reason="opencv is not installed")
    pytest.importorskip("gtsam", reason="gtsam is not installed")
    camera = sl.StereoCamera(point=(0.0, 0.0, 0.05), lens=sl.robots.Lens(320, 200), rate=10)
    node = started(model(camera), slam=True)
    try:
        sent = node.backend.sent
        until(lambda: node.cameras.status == "tracking" and len(sent.get("/map_points", ())) > 0, 60.0)

        def corrections():
            values = [decoded(content, topics.TF.kind).transforms[0] for content in list(sent["/tf"])]
            return [one for one in values if one.header.frame_id == "map"]

        until(lambda: len(corrections()) > 5, 60.0)
        first, last = corrections()[0], corrections()[-1]
        assert (last.child_frame_id, node.state()[2]["slam"]) == ("odom", "tracking")
        moved = [getattr(last.transform.translation, c) - getattr(first.transform.translation, c) for c in "xyz"]
        assert np.abs(moved).max() < 0.03  # odom -> base is exact: what is left is the error of the estimate
        assert decoded(sent["/map_points"][-1], POINTS).header.frame_id == "map"
    finally:
        node.close()


@pytest.mark.parametrize(("options", "words"), [({"cameras": True}, "no camera"), ({"slam": True}, "no stereo_camera")])
def test_a_robot_without_the_camera_is_refused(options, words):
    with pytest.raises(sl.errors.SimulationError, match=words):
        started(model(), **options)


def test_topics_of_points_have_the_name_of_their_camera():
    assert points_topic(DEPTH).name == "/depth/points"
