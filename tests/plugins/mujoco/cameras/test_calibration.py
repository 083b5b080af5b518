"""Calibration files of ROS, Kalibr and OpenCV: read, written, and refused with one line."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.perception.camera_models import PinholeModel, StereoModel

ROS = """\
image_width: 640
image_height: 400
camera_name: left
camera_matrix:
  rows: 3
  cols: 3
  data: [331.5, 0., 319.25, 0., 332., 201.5, 0., 0., 1.]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.3, 0.1, 1e-3, -2.5e-04, 0.]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1., 0., 0., 0., 1., 0., 0., 0., 1.]
projection_matrix:
  rows: 3
  cols: 4
  data: [330., 0., 320., 0., 0., 330., 200., 0., 0., 0., 1., 0.]
"""
ROS_RIGHT = ROS.replace("330., 0., 320., 0.,", "330., 0., 320., -39.6,").replace(
    "camera_name: left", "camera_name: right"
)
KALIBR = """\
cam0:
  T_cam_imu:
  - [0.0, -1.0, 0.0, 0.06]
  - [0.0, 0.0, -1.0, 0.1]
  - [1.0, 0.0, 0.0, -0.05]
  - [0.0, 0.0, 0.0, 1.0]
  cam_overlaps: [1]
  camera_model: pinhole
  distortion_coeffs: [-0.28, 0.07, 0.0002, 1.8e-05]
  distortion_model: radtan
  intrinsics: [458.7, 457.3, 367.2, 248.4]
  resolution: [752, 480]
  rostopic: /cam0/image_raw
  timeshift_cam_imu: 0.0
cam1:
  T_cn_cnm1:
  - [1.0, 0.0, 0.0, -0.11]
  - [0.0, 1.0, 0.0, 0.0]
  - [0.0, 0.0, 1.0, 0.0]
  - [0.0, 0.0, 0.0, 1.0]
  camera_model: pinhole
  distortion_coeffs: [0.01, -0.02, 0.003, -0.0004]
  distortion_model: equidistant
  intrinsics: [457.6, 456.1, 379.9, 255.2]
  resolution: [752, 480]
"""
IMU = """\
accelerometer_noise_density: 2.0e-3
accelerometer_random_walk: 3.0e-3
gyroscope_noise_density: 1.7e-4
gyroscope_random_walk: 2.0e-05
rostopic: /imu0
update_rate: 200.0
"""
OPENCV = """\
%YAML:1.0
---
image_width: 640
image_height: 400
M1: !!opencv-matrix
   rows: 3
   cols: 3
   dt: d
   data: [ 331., 0., 320., 0., 331., 200., 0., 0., 1. ]
D1: !!opencv-matrix
   rows: 1
   cols: 5
   dt: d
   data: [ -1.5e-01, 2.e-02, 0., 0., 0. ]
M2: !!opencv-matrix
   rows: 3
   cols: 3
   dt: d
   data: [ 331., 0., 320., 0., 331., 200., 0., 0., 1. ]
D2: !!opencv-matrix
   rows: 1
   cols: 8
   dt: d
   data: [ 0., 0., 0., 0., 0., 0., 0., 0. ]
R: !!opencv-matrix
   rows: 3
   cols: 3
   dt: d
   data: [ 1., 0., 0., 0., 1., 0., 0., 0., 1. ]
T: !!opencv-matrix
   rows: 3
   cols: 1
   dt: d
   data: [ -0.12, 0., 0. ]
"""
XML = """\
<?xml version="1.0"?>
<opencv_storage>
<image_width>640</image_width>
<image_height>400</image_height>
<camera_matrix type_id="opencv-matrix"><rows>3</rows><cols>3</cols><dt>d</dt>
  <data>331. 0. 320. 0. 331. 200. 0. 0. 1.</data></camera_matrix>
<distortion_coefficients type_id="opencv-matrix"><rows>4</rows><cols>1</cols><dt>d</dt>
  <data>-0.15 0.02 0. 1e-3</data></distortion_coefficients>
</opencv_storage>
"""


@pytest.fixture
def write(tmp_path):
    def written(text, name="camera.yaml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return written


def test_a_camera_info_of_ros(write):
    model = sl.perception.load_calibration(write(ROS))
    coefficients = (-0.3, 0.1, 1e-3, -2.5e-4, 0.0)
    assert model == PinholeModel(640, 400, 331.5, 332.0, 319.25, 201.5, "radial_tangential", coefficients)


def test_a_pair_of_camera_infos_has_the_baseline_of_the_projection(write):
    model = sl.perception.load_calibration(write(ROS), right=write(ROS_RIGHT, "right.yaml"))
    assert_allclose(model.T_left_right[:3, 3], [0.12, 0, 0], atol=1e-15)
    assert_allclose(model.T_left_right[:3, :3], np.eye(3))


def test_a_camera_chain_of_kalibr(write):
    model = sl.perception.load_calibration(write(KALIBR))
    assert (model.left.distortion, model.right.distortion) == ("radial_tangential", "equidistant")
    assert (model.left.width, model.left.height, model.left.fx) == (752, 480, 458.7)
    assert_allclose(model.T_left_right[:3, 3], [0.11, 0, 0], atol=1e-15)
    assert_allclose(model.T_body_left @ [0, 0, 1, 0], [1, 0, 0, 0], atol=1e-15)  # the camera looks along the IMU's x
    assert_allclose(model.T_body_left[:3, 3], [0.05, 0.06, 0.1], atol=1e-15)


def test_noise_densities_of_an_imu(write):
    noise = sl.perception.load_imu_noise(write(IMU))
    assert (noise.gyroscope, noise.accelerometer) == (1.7e-4, 2e-3)
    assert (noise.gyroscope_walk, noise.accelerometer_walk) == (2e-5, 3e-3)
    assert sl.perception.load_imu_noise(write("imu0:\n" + "".join(f"  {line}\n" for line in IMU.splitlines()))) == noise


def test_a_pair_of_opencv(write):
    model = sl.perception.load_calibration(write(OPENCV))
    assert model.left.coefficients == (-0.15, 0.02, 0.0, 0.0, 0.0)
    assert (model.right.distortion, model.right.coefficients) == ("none", ())
    assert_allclose(model.T_left_right[:3, 3], [0.12, 0, 0], atol=1e-15)


def test_a_camera_of_opencv_in_xml_and_a_size_from_outside(write):
    model = sl.perception.load_calibration(write(XML, "camera.xml"))
    assert model == PinholeModel(640, 400, 331, 331, 320, 200, "radial_tangential", (-0.15, 0.02, 0.0, 1e-3))
    bare = OPENCV.replace("image_width: 640\nimage_height: 400\n", "")
    assert sl.perception.load_calibration(write(bare), size=(640, 400)).left.width == 640
    with pytest.raises(sl.errors.RecordingError, match="has no image_width and image_height; write load_calibration"):
        sl.perception.load_calibration(write(bare))


def rotated(angle):
    T = np.eye(4)
    T[:3, :3] = [[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]]
    T[:3, 3] = [0.12, 0.002, -0.003]
    return T


LEFT = PinholeModel(640, 400, 331.5, 332.0, 319.25, 201.5, "radial_tangential", (-0.3, 0.1, 1e-3, -2.5e-4))
RIGHT = PinholeModel(640, 400, 330.0, 331.0, 321.0, 199.0)
FISHEYE = PinholeModel(640, 400, 300.0, 301.0, 320.0, 200.0, "equidistant", (0.01, -0.02, 0.003, -4e-4))
PAIRS = [StereoModel(LEFT, RIGHT, rotated(0.02), rotated(-0.3)), StereoModel(FISHEYE, FISHEYE, rotated(0.0))]


def same(a, b):
    for name in ("left", "right"):
        one, other = getattr(a, name), getattr(b, name)
        assert_allclose(one.matrix, other.matrix, rtol=1e-12)
        assert (one.width, one.height, one.distortion) == (other.width, other.height, other.distortion)
        n = max(len(one.coefficients), len(other.coefficients))
        padded = [[*c.coefficients, *(n - len(c.coefficients)) * [0.0]] for c in (one, other)]
        assert_allclose(*padded, rtol=1e-12)
    assert_allclose(a.T_left_right, b.T_left_right, atol=1e-12)


@pytest.mark.parametrize("model", PAIRS, ids=["radial", "fisheye"])
@pytest.mark.parametrize("name", ["pair.yaml", "pair.xml"])
@pytest.mark.parametrize("form", ["ros", "kalibr", "opencv"])
def test_what_is_written_is_read_again(tmp_path, model, form, name):
    paths = sl.perception.save_calibration(model, tmp_path / name, form)
    again = sl.perception.load_calibration(*paths)
    same(model, again)
    if form != "ros":  # which has no pose of the cameras on a body
        assert_allclose(again.T_body_left, model.T_body_left, atol=1e-12)


@pytest.mark.parametrize("model", [LEFT, RIGHT, FISHEYE], ids=["radial", "plain", "fisheye"])
@pytest.mark.parametrize("form", ["ros", "kalibr", "opencv"])
def test_one_camera_is_read_again(tmp_path, model, form):
    (path,) = sl.perception.save_calibration(model, tmp_path / "camera.yaml", form)
    again = sl.perception.load_calibration(path)
    assert_allclose(again.matrix, model.matrix, rtol=1e-12)
    assert again.coefficients[: len(model.coefficients)] == model.coefficients
    assert again.distortion == model.distortion


def test_the_rectification_of_a_pair_makes_its_rows_equal():
    from snakelab.perception.calibration_files import rectification

    model = PAIRS[0]
    R_left, R_right = rectification(model)
    points = np.random.default_rng(0).uniform((-1, -1, 1), (1, 1, 5), (50, 3))  # in the left camera's axes
    T_right_left = np.linalg.inv(model.T_left_right)
    a = points @ R_left.T
    b = (points @ T_right_left[:3, :3].T + T_right_left[:3, 3]) @ R_right.T
    assert_allclose(a[:, 1] / a[:, 2], b[:, 1] / b[:, 2], atol=1e-12)
    assert_allclose(a - b, np.tile([model.baseline, 0, 0], (50, 1)), atol=1e-12)


@pytest.mark.parametrize(
    "text, message",
    [
        (ROS.replace("640", "0"), "image_width must be from 1 to 65536 pixels, got 0"),
        (ROS.replace("640", "64.5"), "image_width must be a whole number of pixels, got 64.5"),
        (ROS.replace("image_height: 400\n", ""), "has no image_height; did you mean 'image_width'"),
        (ROS.replace("[331.5, 0.,", "[-331.5, 0.,"), "camera_matrix must have positive focal lengths, got -331.5 and 332"),
        (ROS.replace("319.25", ".nan"), "camera_matrix must be a list of finite numbers"),
        (ROS.replace("319.25", "9e9"), "camera_matrix must have a principal point near the image of 640 x 400"),
        (ROS.replace("[331.5, 0.,", "[331.5,"), "camera_matrix must have 3 x 3 numbers, got 8"),
        (ROS.replace("[331.5, 0.,", "[yes, 0.,").replace("yes", "true"), "camera_matrix must be a list of finite numbers"),
        (ROS.replace("plumb_bob", "rational_polynomial"), "distortion_model 'rational_polynomial' is not supported"),
        (ROS.replace("-0.3, 0.1, ", ""), "distortion_coefficients must have 4 or 5 coefficients .* got 3"),
        (KALIBR.replace("[1.0, 0.0, 0.0, -0.11]", "[1.1, 0.0, 0.0, -0.11]"), "T_cn_cnm1 must be a rotation, but R R"),
        (KALIBR.replace("[1.0, 0.0, 0.0, -0.11]", "[-1.0, 0.0, 0.0, -0.11]"), "T_cn_cnm1 must be a rotation, but it is a refl"),
        (KALIBR.replace("-0.11", "0.0"), "the two cameras have the same position"),
        (KALIBR.replace("pinhole", "omni"), "camera_model must be pinhole, got 'omni'"),
        (KALIBR.replace("[752, 480]", "[752]"), "resolution must have 2 numbers, got 1"),
        (KALIBR.replace("radtan", "fov"), "distortion_model 'fov' is not supported"),
        (OPENCV.replace("rows: 3\n   cols: 1\n   dt: d\n   data: [ -0.12, 0., 0. ]", "a: 1"), "T must be a list of finite"),
        ("cam0: 3", "cam0 must be a mapping, got 3"),
        ("- 1\n- 2\n", "is not a calibration file: it contains a list"),
        ("", "is not a calibration file: it contains nothing"),
        ("a: [", "is not YAML"),
        ("a: 1", "is no calibration: it needs camera_matrix"),
        ("<a><b></a>", "is not XML"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "document type"),
    ],
)  # fmt: skip
def test_a_wrong_calibration_is_refused_with_one_line(write, text, message):
    with pytest.raises(sl.errors.RecordingError, match=message) as caught:
        sl.perception.load_calibration(write(text))
    assert "\n" not in str(caught.value) and "camera.yaml" in str(caught.value)


def test_wrong_files_of_a_pair_and_of_noise_are_refused(write, tmp_path):
    left = write(ROS)
    with pytest.raises(sl.errors.RecordingError, match="give the left camera first"):
        sl.perception.load_calibration(write(ROS_RIGHT, "right.yaml"), right=left)
    with pytest.raises(sl.errors.RecordingError, match="only there a pair is two files"):
        sl.perception.load_calibration(left, right=write(KALIBR, "chain.yaml"))
    with pytest.raises(
        sl.errors.RecordingError, match="gyroscope_noise_density must be a number of at least 0, got -1"
    ):
        sl.perception.load_imu_noise(write(IMU.replace("1.7e-4", "-1.0"), "imu.yaml"))
    with pytest.raises(sl.errors.RecordingError, match="there is no file"):
        sl.perception.load_calibration(tmp_path / "nowhere.yaml")
    with pytest.raises(sl.errors.RecordingError, match="a folder"):
        sl.perception.load_calibration(tmp_path)


def test_what_a_format_cannot_hold_is_refused(tmp_path):
    five = PinholeModel(640, 400, 331, 331, 320, 200, "radial_tangential", (-0.1, 0.0, 0.0, 0.0, 0.2))
    with pytest.raises(sl.errors.RecordingError, match="has no k3"):
        sl.perception.save_calibration(five, tmp_path / "a.yaml", "kalibr")
    with pytest.raises(sl.errors.RecordingError, match="one kind of lens"):
        sl.perception.save_calibration(StereoModel(LEFT, FISHEYE, rotated(0)), tmp_path / "a.yaml", "opencv")
