"""Messages of a robot: frames against the kinematics, numbers against the recording, bytes against rosbags."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import snakelab as sl
from optional_packages import rosbags  # noqa: F401
from ros_runs import run, series_of
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.physics.kinematics import frame_tree
from snakelab.plugins.mujoco.cameras.camera_motion import carrier_poses, recorded_cameras
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.message_encoders import publications
from snakelab.plugins.ros.ros_run import control_description, write_ros_files
from snakelab.plugins.ros.topics import decoded, type_store

RUNS = ("snakesys_creeping", "planar_prototype", "pilot_waypoints", "hybrid_straight")


def made_of(name):
    model, recording = run(name)
    series = series_of(recording)
    return model, recording, series, publications(model, series)


def matrix(transform):
    """Homogeneous matrix of a geometry_msgs/Transform."""
    p, q = transform.translation, transform.rotation
    T = np.eye(4)
    T[:3, :3] = np.reshape(quat_to_matrix((q.w, q.x, q.y, q.z)), (3, 3))
    T[:3, 3] = p.x, p.y, p.z
    return T


def in_world(moving, still):
    """World pose of every frame, from the messages of /tf and /tf_static."""
    parents = {
        t.child_frame_id: (t.header.frame_id, matrix(t.transform)) for m in (moving, still) for t in m.transforms
    }
    poses = {"world": np.eye(4)}

    def pose(name):
        if name not in poses:
            parent, T = parents[name]
            poses[name] = pose(parent) @ T
        return poses[name]

    return {name: pose(name) for name in parents}


@pytest.mark.parametrize("name", RUNS)
def test_every_message_equals_that_of_rosbags_byte_for_byte(name):
    _, recording, series, made = made_of(name)
    times = recording["time"].values
    for topic, encoder in made.moving.items():
        for content in encoder.encode(series, times)[::7]:
            assert bytes(type_store().serialize_cdr(decoded(content, topic.kind), topic.kind)) == content, topic
    for topic, content in made.latched.items():
        assert bytes(type_store().serialize_cdr(decoded(content, topic.kind), topic.kind)) == content, topic


@pytest.mark.parametrize("name", ["snakesys_creeping", "planar_prototype", "pilot_waypoints"])
def test_frames_agree_with_the_kinematics(name):
    model, recording, series, made = made_of(name)
    still = decoded(made.latched[topics.TF_STATIC], topics.TF_STATIC.kind)
    moving = made.moving[topics.TF].encode(series, recording["time"].values)
    for i in (0, len(moving) // 2, len(moving) - 1):
        poses = in_world(decoded(moving[i], topics.TF.kind), still)
        q, p, quat = (series[key][i] for key in ("q", "base_position", "base_quaternion"))
        tree = frame_tree(model, sl.initial_state(model, q=q, position=p, quaternion=quat))
        head = "head" if not model.robot.from_head else "tail"
        np.testing.assert_allclose(poses["base_link"], tree.T_world["base"], atol=1e-12)
        if head == "head":
            np.testing.assert_allclose(poses["head"], tree.T_world["head"], atol=1e-12)
        for frame in {sensor.name or "imu" for sensor in model.robot.sensors if isinstance(sensor, sl.Imu)}:
            np.testing.assert_allclose(poses[frame], tree.T_world[frame], atol=1e-12)


def test_joint_states_and_odometry_hold_the_recorded_numbers():
    model, recording, series, made = made_of("snakesys_creeping")
    times = recording["time"].values
    states = [decoded(c, topics.JOINT_STATES.kind) for c in made.moving[topics.JOINT_STATES].encode(series, times)]
    assert states[0].name == list(model.coordinate_names)
    for key, name in (("position", "q"), ("velocity", "v"), ("effort", "tau")):
        np.testing.assert_array_equal([getattr(state, key) for state in states], series[name])
    last = decoded(made.moving[topics.ODOM].encode(series, times)[-1], topics.ODOM.kind)
    R = np.reshape(quat_to_matrix(tuple(series["base_quaternion"][-1])), (3, 3))
    twist = last.twist.twist
    linear, angular = ([getattr(v, c) for c in "xyz"] for v in (twist.linear, twist.angular))
    np.testing.assert_allclose(R @ linear, series["base_velocity"][-1, :3], atol=1e-12)
    np.testing.assert_allclose(R @ angular, series["base_velocity"][-1, 3:], atol=1e-12)
    assert (last.header.frame_id, last.pose.pose.position.x) == ("odom", series["base_position"][-1, 0])


def test_contact_lines_begin_at_touching_points_and_run_along_the_force():
    _, recording, series, made = made_of("snakesys_creeping")
    messages = made.moving[topics.CONTACTS].encode(series, recording["time"].values)
    touching = series["skin_load"][-1] > 0
    assert touching.any()
    (marker,) = decoded(messages[-1], topics.CONTACTS.kind).markers
    ends = np.array([[p.x, p.y, p.z] for p in marker.points]).reshape(-1, 2, 3)
    np.testing.assert_array_equal(ends[:, 0], series["skin_position"][-1][touching])
    along, force = ends[:, 1] - ends[:, 0], series["skin_force"][-1][touching]
    np.testing.assert_allclose(np.cross(along, force), 0.0, atol=1e-9)
    assert (np.einsum("ij,ij->i", along, force) > 0).all()


def test_an_imu_that_a_robot_lacks_gives_the_attitude_of_the_head_and_no_acceleration():
    _, recording, series, made = made_of("snakesys_creeping")
    message = decoded(made.moving[topics.IMU].encode(series, recording["time"].values)[-1], topics.IMU.kind)
    w, x, y, z = series["head_quaternion"][-1]
    q = message.orientation
    assert (q.w, q.x, q.y, q.z, message.header.frame_id) == (w, x, y, z, "head")
    assert (message.linear_acceleration_covariance[0], message.orientation_covariance[0]) == (-1.0, 0.0)


def test_a_soft_robot_has_frames_of_its_links_and_no_urdf():
    model, recording, series, made = made_of("hybrid_straight")
    assert topics.ROBOT_DESCRIPTION not in made.latched
    assert made.left_out == ("/robot_description: soft sections",)
    transforms = decoded(made.moving[topics.TF].encode(series, recording["time"].values)[-1], topics.TF.kind).transforms
    poses = {t.child_frame_id: matrix(t.transform)[:3, 3] for t in transforms}
    for i, name in enumerate(model.station_names):
        np.testing.assert_array_equal(poses[name], series["link_position"][-1, i])


def test_the_description_has_the_links_of_the_frames_and_the_joints_of_ros2_control():
    model, _, _, made = made_of("snakesys_creeping")
    text = decoded(made.latched[topics.ROBOT_DESCRIPTION], topics.ROBOT_DESCRIPTION.kind).data
    root = ET.fromstring(text)
    links = {link.get("name") for link in root.findall("link")}
    still = decoded(made.latched[topics.TF_STATIC], topics.TF_STATIC.kind).transforms
    moving = made.moving[topics.TF].frames.names
    assert links <= {child for _, child in moving} | {t.child_frame_id for t in still}
    control = root.find("ros2_control")
    assert control.find("hardware/plugin").text == "topic_based_ros2_control/TopicBasedSystem"
    assert [joint.get("name") for joint in control.findall("joint")] == list(model.coordinate_names)
    kinds = {joint.get("type") for joint in root.findall("joint")}
    assert kinds <= {"revolute", "continuous", "prismatic", "fixed"}
    assert all(visual.find("material") is not None for visual in root.iter("visual"))


def test_the_description_is_read_by_another_reader():
    urdf_parser = pytest.importorskip("urdf_parser_py.urdf")
    robot = urdf_parser.URDF.from_xml_string(control_description(run("snakesys_creeping")[0]))
    assert len([joint for joint in robot.joints if joint.type == "revolute"]) == 28


def test_files_for_ros_tools_are_written(tmp_path):
    from ruamel.yaml import YAML

    paths = write_ros_files(sl.load_scenario("snakesys_creeping"), tmp_path / "files")
    names = ["robot.urdf", "controllers.yaml", "robot.launch.py", "robot.rviz", "foxglove.json"]
    assert [path.name for path in paths] == names
    compile(paths[2].read_text(), "robot.launch.py", "exec")
    controllers = YAML(typ="safe").load(paths[1].read_text())
    joints = controllers["joint_trajectory_controller"]["ros__parameters"]["joints"]
    assert joints == list(run("snakesys_creeping")[0].coordinate_names)
    rviz = YAML(typ="safe").load(paths[3].read_text())["Visualization Manager"]
    assert {display["Name"] for display in rviz["Displays"]} >= {"Robot", "Contacts"}
    layout = json.loads(paths[4].read_text())
    assert layout["layout"]["first"] in layout["configById"]


def test_variables_that_were_not_measured_leave_out_their_topics():
    model, recording, series, _ = made_of("snakesys_creeping")
    measured = {"q": series["q"]}
    made = publications(model, measured, clock=False)
    assert {topic.name for topic in made.moving} == {"/joint_states", "/tf"}
    state = decoded(
        made.moving[topics.JOINT_STATES].encode(measured, recording["time"].values)[0], topics.JOINT_STATES.kind
    )
    assert (len(state.position), len(state.velocity), len(state.effort)) == (28, 0, 0)
    frames = decoded(made.moving[topics.TF].encode(measured, recording["time"].values)[0], topics.TF.kind).transforms
    assert "world" not in {t.header.frame_id for t in frames}


def test_instruments_of_a_soft_robot_are_where_the_recording_has_them():
    parts = [
        sl.Link(0.2, 0.5, name="tail"),
        sl.SoftSection(0.2, 0.2, 0.024, skin_radius=0.03, springs=sl.Spring(500.0, 5.0)),
    ]
    robot = sl.Robot(
        [*parts, sl.Link(0.1, 0.2, name="nose")],
        base="fixed",
        cameras=[
            sl.Camera(on="eye", lens=sl.robots.Lens(32, 20)),
            sl.StereoCamera(on="nose", lens=sl.robots.Lens(32, 20)),
        ],
        frames=[sl.Frame("eye", "tail", (0.1, 0.0, 0.02), (0.0, 0.0, 0.4))],
        sensors=[sl.Imu(on="head", point=(-0.01, 0.0, 0.02))],
    )
    model = sl.build_model(robot, sl.World([]))
    recording = sl.simulate(model, None, 0.02, record_rate=100)
    known = [str(name) for name in recording.dataset.data_vars]
    made = publications(model, known)
    static = {t.child_frame_id: t for t in decoded(made.latched[topics.TF_STATIC], topics.TF_STATIC.kind).transforms}
    assert {"eye", "imu", "camera_optical", "stereo_optical"} <= set(static)
    assert (static["imu"].header.frame_id, static["imu"].transform.translation.z) == ("head", 0.02)
    mounted = {one.camera.name: one for one in recorded_cameras(recording)}
    for name in ("camera", "stereo"):
        pose, at = mounted[name], static[f"{name}_optical"]
        assert at.header.frame_id == pose.carrier
        p = at.transform.translation
        np.testing.assert_allclose([p.x, p.y, p.z], pose.T_carrier_camera[:3, 3], atol=1e-12)
    tree = frame_tree(model)
    for name in ("camera", "stereo"):
        carrier = tree.T_world[mounted[name].camera.on]
        np.testing.assert_allclose(
            tree.T_world[f"{name}_optical"], carrier @ mounted[name].camera.transform, atol=1e-12
        )
        position, quaternion = carrier_poses(recording, mounted[name].carrier)
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = np.reshape(quat_to_matrix(tuple(quaternion[0])), (3, 3)), position[0]
        np.testing.assert_allclose(tree.T_world[f"{name}_optical"], T @ mounted[name].T_carrier_camera, atol=1e-9)
