"""Calibration files of other tools: settings of ORB-SLAM, chains of OpenVINS, misspelt keys, and pairs of ROS."""

import warnings

import numpy as np
import pytest

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.perception import load_calibration, load_imu_noise

ORB3 = """%YAML:1.0
---
File.version: "1.0"
Camera.type: "PinHole"
Camera1.fx: 400.0
Camera1.fy: 401.0
Camera1.cx: 320.0
Camera1.cy: 240.0
Camera1.k1: -0.1
Camera1.k2: 0.02
Camera1.p1: 0.001
Camera1.p2: -0.002
Camera2.fx: 402.0
Camera2.fy: 403.0
Camera2.cx: 321.0
Camera2.cy: 239.0
Camera2.k1: -0.11
Camera2.k2: 0.021
Camera2.p1: 0.0
Camera2.p2: 0.001
Camera.width: 640
Camera.height: 480
IMU.NoiseGyro: 1.7e-4
IMU.NoiseAcc: 2.0e-3
IMU.GyroWalk: 1.9e-5
IMU.AccWalk: 3.0e-3
IMU.T_b_c1: !!opencv-matrix
  rows: 4
  cols: 4
  dt: f
  data:[0, 0, 1, 0.1, -1, 0, 0, 0.2, 0, -1, 0, 0.3, 0, 0, 0, 1]
Stereo.T_c1_c2: !!opencv-matrix
  rows: 4
  cols: 4
  dt: f
  data: [1.0, 0.0, 0.0, 0.06, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
"""
MATRIX = "{name}: !!opencv-matrix\n   rows: {rows}\n   cols: {cols}\n   dt: d\n   data:[{data}]\n"


def opencv_matrix(name, values):
    rows, cols = np.atleast_2d(values).shape
    return MATRIX.format(name=name, rows=rows, cols=cols, data=", ".join(map(str, np.ravel(values).tolist())))


def chain(camera="T_imu_cam", between=""):
    camera_text = (
        "{name}:\n  {camera}: {T}\n  camera_model: pinhole\n  distortion_model: radtan\n"
        "  distortion_coeffs: [0.1, 0.02, 0.0, 0.0]\n  intrinsics: [400, 400, 320, 240]\n  resolution: [640, 480]\n"
    )
    T0, T1 = np.eye(4), np.eye(4)
    T0[:3, 3], T1[:3, 3] = (0.1, 0.2, 0.3), (0.21, 0.2, 0.3)
    poses = (T0, T1) if camera == "T_imu_cam" else (np.linalg.inv(T0), np.linalg.inv(T1))
    texts = [camera_text.format(name=f"cam{i}", camera=camera, T=T.tolist()) for i, T in enumerate(poses)]
    return "%YAML:1.0\n---\n" + "".join(texts) + between


def written(folder, text, name="calibration.yaml"):
    path = folder / name
    path.write_text(text)
    return path


def test_settings_of_orb_slam3_are_a_pair(tmp_path):
    path = written(tmp_path, ORB3)
    pair = load_calibration(path)
    assert (pair.left.fx, pair.left.fy, pair.right.cx) == (400.0, 401.0, 321.0)
    assert pair.left.coefficients == (-0.1, 0.02, 0.001, -0.002)
    assert pair.right.coefficients == (-0.11, 0.021, 0.0, 0.001)
    np.testing.assert_allclose(pair.T_left_right[:3, 3], (0.06, 0, 0))
    np.testing.assert_allclose(pair.T_body_left[:3], [[0, 0, 1, 0.1], [-1, 0, 0, 0.2], [0, -1, 0, 0.3]], atol=1e-12)
    noise = load_imu_noise(path)
    assert (noise.gyroscope, noise.accelerometer_walk) == (1.7e-4, 3.0e-3)


def test_other_cameras_of_orb_slam(tmp_path):
    fisheye = ORB3.replace("PinHole", "KannalaBrandt8")
    for i in (1, 2):
        fisheye = fisheye.replace(f"Camera{i}.p1", f"Camera{i}.k3").replace(f"Camera{i}.p2", f"Camera{i}.k4")
    assert load_calibration(written(tmp_path, fisheye)).left.distortion == "equidistant"
    rectified = "Camera.type: Rectified\n" + "".join(
        f"Camera1.{key}: {value}\n" for key, value in {"fx": 400, "fy": 400, "cx": 320, "cy": 240}.items()
    )
    pair = load_calibration(written(tmp_path, rectified + "Camera.width: 640\nCamera.height: 480\nStereo.b: 0.11\n"))
    assert (pair.baseline, pair.left, pair.left.distortion) == (pytest.approx(0.11), pair.right, "none")
    old = "".join(f"Camera.{key}: {value}\n" for key, value in {"fx": 400, "fy": 400, "cx": 320, "cy": 240}.items())
    old += "".join(f"Camera.{key}: 0.0\n" for key in ("k1", "k2", "p1", "p2"))
    with pytest.raises(RecordingError, match=r"has no Camera.width and Camera.height; write load_calibration"):
        load_calibration(written(tmp_path, old))
    assert load_calibration(written(tmp_path, old), size=(640, 480)).width == 640
    assert load_calibration(written(tmp_path, old + "Camera.bf: 44.0\n"), size=(640, 480)).baseline == pytest.approx(
        0.11
    )
    depth = load_calibration(written(tmp_path, old + "Camera.bf: 44.0\nDepthMapFactor: 5000.0\n"), size=(640, 480))
    assert not hasattr(depth, "baseline")


def test_the_original_cameras_of_a_rectified_pair(tmp_path):
    c, s = np.cos(0.1), np.sin(0.1)
    R = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    K, P = [[400, 0, 320], [0, 400, 240], [0, 0, 1]], [[380, 0, 310, 0], [0, 380, 230, 0], [0, 0, 1, 0]]
    Pr = [[380, 0, 310, -38.0], *P[1:]]
    text = "%YAML:1.0\n"
    for side, projection in (("LEFT", P), ("RIGHT", Pr)):
        text += f"{side}.width: 640\n{side}.height: 480\n"
        for key, value in (
            ("K", K),
            ("D", [[-0.1, 0.02, 0, 0, 0]]),
            ("R", R if side == "LEFT" else np.eye(3)),
            ("P", projection),
        ):
            text += opencv_matrix(f"{side}.{key}", value)
    pair = load_calibration(written(tmp_path, text))
    assert pair.left.coefficients == (-0.1, 0.02, 0.0, 0.0, 0.0)
    np.testing.assert_allclose(pair.T_left_right[:3, 3], R.T @ [0.1, 0, 0], atol=1e-12)
    with pytest.raises(RecordingError, match=r"has no LEFT.K"):
        load_calibration(
            written(tmp_path, "%YAML:1.0\nLEFT.height: 480\nLEFT.width: 640\n" + opencv_matrix("LEFT.D", [[0.0] * 5]))
        )


@pytest.mark.parametrize("camera", ["T_imu_cam", "T_cam_imu"])
def test_the_poses_in_the_imu_are_the_extrinsics_of_a_pair(tmp_path, camera):
    pair = load_calibration(written(tmp_path, chain(camera)))
    np.testing.assert_allclose(pair.T_left_right[:3, 3], (0.11, 0, 0), atol=1e-12)
    np.testing.assert_allclose(pair.T_body_left[:3, 3], (0.1, 0.2, 0.3))
    T = np.eye(4)
    T[0, 3] = -0.11
    agreeing = load_calibration(written(tmp_path, chain(camera, f"  T_cn_cnm1: {T.tolist()}\n")))
    np.testing.assert_allclose(agreeing.T_left_right[:3, 3], (0.11, 0, 0))
    T[0, 3] = -0.2
    with pytest.raises(RecordingError, match="T_cn_cnm1 contradicts the poses of both cameras in the IMU"):
        load_calibration(written(tmp_path, chain(camera, f"  T_cn_cnm1: {T.tolist()}\n")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("distortion_coeffs", "distortion_coefs", "unknown key 'distortion_coefs'; did you mean 'distortion_coeffs'"),
        ("distortion_model", "distorsion_model", "unknown key 'distorsion_model'; did you mean 'distortion_model'"),
        ("  distortion_coeffs: [0.1, 0.02, 0.0, 0.0]\n", "", "has no distortion_coeffs"),
    ],
)
def test_a_misspelt_or_missing_distortion_of_a_chain_is_an_error(tmp_path, old, new, message):
    with pytest.raises(RecordingError, match=message):
        load_calibration(written(tmp_path, chain().replace(old, new)))


def ros(name, shift=0.0, coefficients="distortion_coefficients", model="plumb_bob"):
    P = [400.0, 0.0, 320.0, shift, 0.0, 400.0, 240.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    K, R = [400.0, 0.0, 320.0, 0.0, 400.0, 240.0, 0.0, 0.0, 1.0], np.eye(3).ravel().tolist()
    line = f"{coefficients}: {{rows: 1, cols: 5, data: [-0.2, 0.05, 0.0, 0.0, 0.0]}}\n" if coefficients else ""
    return (
        f"image_width: 640\nimage_height: 480\ncamera_name: {name}\ncamera_matrix: {{rows: 3, cols: 3, data: {K}}}\n"
        f"distortion_model: {model}\n{line}rectification_matrix: {{rows: 3, cols: 3, data: {R}}}\n"
        f"projection_matrix: {{rows: 3, cols: 4, data: {P}}}\n"
    )


def test_a_misspelt_or_missing_distortion_of_ros_is_an_error(tmp_path):
    right = written(tmp_path, ros("right", -24.0), "right.yaml")
    with pytest.raises(RecordingError, match="unknown key 'distortion_coefs'; did you mean 'distortion_coefficients'"):
        load_calibration(written(tmp_path, ros("left", coefficients="distortion_coefs")), right)
    with pytest.raises(RecordingError, match="has no distortion_coefficients"):
        load_calibration(written(tmp_path, ros("left", coefficients="")), right)
    assert load_calibration(written(tmp_path, ros("left", coefficients="", model="none"))).distortion == "none"


def test_a_misspelt_distortion_of_opencv_is_an_error(tmp_path):
    text = "%YAML:1.0\nimage_width: 640\nimage_height: 480\n" + opencv_matrix("camera_matrix", np.diag([400.0, 400, 1]))
    text += opencv_matrix("distortion_coeficients", [[-0.2, 0.05, 0, 0, 0]])
    with pytest.raises(
        RecordingError, match="unknown key 'distortion_coeficients'; did you mean 'distortion_coefficients'"
    ):
        load_calibration(written(tmp_path, text))


def test_the_baseline_is_the_difference_of_both_projections(tmp_path):
    left, right = written(tmp_path, ros("left", 8.0), "left.yaml"), written(tmp_path, ros("right", -16.0), "right.yaml")
    assert load_calibration(left, right).baseline == pytest.approx(0.06)
    with pytest.raises(RecordingError, match="give the left camera first"):
        load_calibration(right, left)


def euroc(x, coefficients="distortion_coefficients"):
    T = np.eye(4)
    T[:3, 3] = (x, 0.2, 0.3)
    return (
        f"sensor_type: camera\nT_BS:\n  cols: 4\n  rows: 4\n  data: {T.ravel().tolist()}\nrate_hz: 20\n"
        "resolution: [752, 480]\ncamera_model: pinhole\nintrinsics: [458.6, 457.3, 367.2, 248.4]\n"
        f"distortion_model: radial-tangential\n{coefficients}: [-0.28, 0.07, 0.0002, 1.8e-05]\n"
    )


def test_two_cameras_of_euroc_are_a_pair_by_their_poses_in_the_imu(tmp_path):
    left, right = written(tmp_path, euroc(0.1), "left.yaml"), written(tmp_path, euroc(0.21), "right.yaml")
    pair = load_calibration(left, right)
    assert (pair.baseline, pair.left.fx, pair.left.coefficients[0]) == (pytest.approx(0.11), 458.6, -0.28)
    np.testing.assert_allclose(pair.T_body_left[:3, 3], (0.1, 0.2, 0.3))
    assert load_calibration(left).width == 752
    with pytest.raises(RecordingError, match="unknown key 'distortion_coeffs'; did you mean 'distortion_coefficients'"):
        load_calibration(written(tmp_path, euroc(0.1, "distortion_coeffs")))


def test_one_matrix_of_a_pair_alone_and_numbers_too_large_are_refused_in_one_line(tmp_path):
    text = "image_width: 640\nimage_height: 480\n" + opencv_matrix("M1", [[400, 0, 320], [0, 400, 240], [0, 0, 1]])
    with pytest.raises(RecordingError, match="has no M2, the matrix of the other camera of M1"):
        load_calibration(written(tmp_path, text))
    with pytest.raises(RecordingError, match=r"IMU.NoiseGyro must be a finite number"):
        load_imu_noise(written(tmp_path, ORB3.replace("1.7e-4", "9" * 400)))


@pytest.mark.parametrize("place", ["image_width", "camera_matrix", "cam0"])
def test_aliases_that_make_a_great_many_values_are_refused(tmp_path, place):
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    (tmp_path / "c.yaml").write_text("\n".join([*lines, f"{place}: *a8"]))
    with pytest.raises(RecordingError, match="more than 100000 values; a few aliases of aliases"):
        load_calibration(tmp_path / "c.yaml")


@pytest.mark.parametrize(
    ("pose", "words"),
    [
        ("60.0, 0.0, 1.0", "the cameras are 60 m apart; lengths are in m: if the file is in mm, write 0.06"),
        ("-0.06, 0.0, 1.0", "the second camera is to the left of the first one"),
    ],
)
def test_a_baseline_in_mm_or_of_exchanged_cameras_is_a_warning(tmp_path, pose, words):
    with pytest.warns(SnakelabWarning, match=words):
        load_calibration(written(tmp_path, ORB3.replace("0.06, 0.0, 1.0", pose)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_calibration(written(tmp_path, ORB3))


def test_a_third_camera_of_a_chain_is_named(tmp_path):
    text = chain()
    third = text[text.index("cam1:") :].replace("cam1", "cam2")
    with pytest.warns(SnakelabWarning, match="cam0 and cam1 are read; cam2 and others are not"):
        load_calibration(written(tmp_path, text + third))


@pytest.mark.parametrize("transposed", [True, False])
def test_a_matrix_that_is_transposed_or_has_a_skew_is_refused(tmp_path, transposed):
    K = np.array([[400.0, 0.0 if transposed else 5.0, 320], [0, 400, 240], [0, 0, 1]])
    text = "%YAML:1.0\nimage_width: 640\nimage_height: 480\n" + opencv_matrix("camera_matrix", K.T if transposed else K)
    text += opencv_matrix("distortion_coefficients", [[-0.2, 0.05, 0, 0, 0]])
    with pytest.raises(RecordingError, match=r"camera_matrix must be \[fx, 0, cx, 0, fy, cy, 0, 0, 1\], got"):
        load_calibration(written(tmp_path, text))
