"""Cameras as part of a robot: where they are, and what cannot be."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.scenarios.scenario import load_scenario
from snakelab.sim.recording_assembly import camera_facts


def test_a_camera_looks_along_x_with_z_up():
    T = sl.Camera(point=(1.0, 2.0, 3.0)).transform
    assert_allclose(T @ [0, 0, 1, 0], [1, 0, 0, 0])  # the optical axis
    assert_allclose(T @ [0, -1, 0, 0], [0, 0, 1, 0])  # up in the image
    assert_allclose(T[:3, 3], [1, 2, 3])


def test_a_turn_about_y_looks_down_and_optical_axes_are_taken_as_they_are():
    assert_allclose(sl.StereoCamera(rotation=(0.0, np.pi / 2, 0.0)).transform @ [0, 0, 1, 0], [0, 0, -1, 0], atol=1e-15)
    assert_allclose(sl.DepthCamera(axes="optical").transform, np.eye(4))


def test_the_lens_follows_from_its_field_of_view():
    lens = sl.robots.Lens(640, 400, field_of_view=np.pi / 2)
    assert lens.focal_lengths == pytest.approx((320.0, 320.0))
    assert lens.principal_point == (319.5, 199.5)
    assert sl.robots.Lens(fx=300.0, cx=310.0).focal_lengths == (300.0, 300.0)


def test_a_camera_on_a_frame_has_the_place_of_the_frame():
    frame = sl.Frame("eye", on="nose", point=(0.1, 0.0, 0.02), rotation=(0.0, 0.3, 0.0))
    camera = sl.Camera(on="eye", point=(0.0, 0.05, 0.0))
    link = sl.Link(0.2, 1.0, name="nose")
    (facts,) = camera_facts(sl.build_model(sl.Robot([link], frames=[frame], cameras=[camera])))
    from_centre = np.eye(4)
    from_centre[0, 3] = -0.1  # the recorded pose of a link is that of its centre
    assert facts["carrier"] == "nose"
    assert_allclose(facts["T_carrier_camera"], from_centre @ frame.transform @ camera.transform, atol=1e-15)


def test_a_scenario_adds_cameras_to_a_robot_of_the_library():
    change = "cameras=[{stereo_camera: {on: camera_left, axes: optical}}]"
    robot = load_scenario("snakesys_creeping", (change,)).robot
    assert [camera.name for camera in robot.cameras] == ["stereo"]
    assert robot.cameras[0].on == "camera_left"


def test_cameras_do_not_change_a_run():
    def run(**more):
        robot = sl.Robot([sl.Link(0.2, 1.0), sl.Revolute("z"), sl.Link(0.2, 1.0)], base="planar", **more)
        model = sl.build_model(robot, sl.World([sl.ViscousFriction(0.1, 1.0)]))
        return sl.simulate(model, sl.SerpenoidGait(0.5, 3.0, 1.0), 0.1)

    plain, seeing = run(), run(cameras=[sl.StereoCamera()])
    assert (plain["q"].values == seeing["q"].values).all()
    assert (plain["com_position"].values == seeing["com_position"].values).all()


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: sl.robots.Lens(width=0), "Lens width must be a whole number of at least 8"),
        (lambda: sl.robots.Lens(field_of_view=3.2), "field_of_view must be greater than 0 and less than 3.14159 rad, got 3.2"),
        (lambda: sl.robots.Lens(fx=-300.0), "Lens fx must be greater than 0"),
        (lambda: sl.robots.Lens(distortion="fisheye"), "Lens distortion must be one of .*equidistant"),
        (lambda: sl.robots.Lens(coefficients=(0.1,)), "Lens coefficients must be 0 numbers with distortion 'none'"),
        (lambda: sl.robots.Lens(distortion="equidistant", coefficients=(0.1,)), "Lens coefficients must be 4 numbers"),
        (lambda: sl.robots.ImageSensor(gain=-1.0), "ImageSensor gain must be at least 0"),
        (lambda: sl.robots.ImageSensor(covered=(2.0, 1.0)), "ImageSensor covered end must be at least 2"),
        (lambda: sl.robots.Lamp(reach=0.0), "Lamp reach must be greater than 0"),
        (lambda: sl.StereoCamera(baseline=0.0), "StereoCamera baseline must be greater than 0"),
        (lambda: sl.StereoCamera(lens=3), r"StereoCamera lens must be .*Lens.*got 3"),
        (lambda: sl.Camera(name="my camera"), "Camera name must be a plain word"),
        (lambda: sl.Camera(axes="world"), "Camera axes must be one of"),
        (lambda: sl.DepthCamera(nearest=2.0, farthest=1.0), "DepthCamera nearest must be less than farthest"),
        (lambda: sl.worlds.Scenery(boxes=3), "Scenery boxes must be 0 without a room"),
        (lambda: sl.World(scenery=3), "World scenery must be .*Scenery.*got 3"),
        (lambda: sl.Robot([sl.Link(1, 1)], cameras=[sl.Camera]), r"Robot cameras\[0\] must be one of Camera, "),
        (lambda: sl.Robot([sl.Link(1, 1)], cameras=[sl.Camera(on="haed")]), "Camera on 'haed': .*did you mean 'head'"),
        (lambda: sl.Robot([sl.Link(1, 1)], cameras=2 * [sl.Camera()]), "two cameras are named 'camera'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(sl.SnakelabError, match=message):
        make()


def test_a_wrong_camera_of_a_scenario_is_refused_with_its_place():
    with pytest.raises(
        sl.errors.ScenarioError, match=r"cameras=.*: Camera on 'camera_lift': .*did you mean 'camera_left'"
    ):
        load_scenario("snakesys_creeping", ("cameras=[{camera: {on: camera_lift}}]",))
