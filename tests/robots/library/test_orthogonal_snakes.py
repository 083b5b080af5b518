"""The three orthogonal snakes of the library: the numbers of their source."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.gaits.orthogonal_gaits import hinges_of
from snakelab.robots.library.orthogonal_robots import (
    T_HEAD_BASE,
    angles_from_coordinates,
    joint_frames,
    snake_i,
    snake_ii,
    snake_iii,
)


@pytest.mark.parametrize(
    ("make", "length", "mass", "stop"),
    [
        (snake_i, 29 * 0.0764, 0.0484 + 28 * 0.3886, math.radians(120)),
        (snake_ii, 29 * 0.106, 0.3036 + 28 * 0.5778, math.radians(90)),
        (snake_iii, 4.64, 0.95365 + 28 * 1.33104, 1.57),
    ],
)
def test_length_mass_and_stops_are_those_of_the_source(make, length, mass, stop):
    robot = make()
    assert robot.n_coordinates == 28 and robot.base == "floating"
    assert_allclose([robot.length, robot.mass], [length, mass])
    for part in robot.parts:
        for coordinate in part.coordinates:
            assert (coordinate.limits.lower, coordinate.limits.upper) == (-stop, stop)
            assert coordinate.actuator == sl.Servo(kp=50.001, kd=0.103, ki=1.002, torque_limit=8.3)
            assert coordinate.spring.damping == 0.1


def test_the_base_is_the_head_and_the_joints_run_from_there():
    model = sl.build_model(snake_iii(6))
    assert model.robot.base_end == "head" and model.station_names[0] == "head_link"
    assert model.coordinate_names == ("yaw1", "pitch1", "yaw2", "pitch2", "yaw3", "pitch3")
    axes = [part.axis for part in model.robot.parts if isinstance(part, sl.Revolute)]
    assert axes == ["z", "y", "z", "y", "z", "y"]
    poses = sl.forward_kinematics(model, sl.initial_state(model))
    assert_allclose(poses["head"], np.eye(4))
    assert poses["link7"][0, 3] < poses["link2"][0, 3] < 0


@pytest.mark.parametrize("kind", [0, 1])
def test_the_moments_of_inertia_turn_with_the_hinges(kind):
    """About the hinge 1.0637e-2, along the body 2.072e-3, in the frames of the joints."""
    model = sl.build_model(snake_iii(2))
    link = [part for part in model.robot.parts if isinstance(part, sl.Link)][2 - kind]  # behind pitch1, behind yaw1
    phi = angles_from_coordinates(np.zeros(2))
    x, _, z = (joint_frames(phi, 0.16)[1 - kind][:3, :3]).T
    R = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # from B to the straight links
    inertia = link.inertia_matrix()
    assert_allclose((R @ x) @ inertia @ (R @ x), 2.072e-3)
    assert_allclose((R @ z) @ inertia @ (R @ z), 1.0637e-2)


def test_sections_and_servos_can_be_chosen():
    assert {part.section for part in snake_iii(section="box").parts if isinstance(part, sl.Link)} == {
        sl.Box(0.11, 0.11)
    }
    assert {part.section for part in snake_iii().parts if isinstance(part, sl.Link)} == {sl.Cylinder(0.055)}
    assert snake_i(4, actuator=sl.Prescribed()).parts[1].actuator == sl.Prescribed()
    with pytest.raises(sl.errors.RobotError, match="section must be one of round, box; got 'square'"):
        snake_iii(section="square")


def test_its_servos_hold_an_arc_in_free_space():
    model = sl.build_model(snake_iii(8))
    gait = sl.HelixRollingGait(2.0, angular_frequency=0.5, ramp=1.0)
    run = sl.simulate(model, gait, 3.0, record_rate=20)
    assert run.finished
    assert np.abs(run["tau"].values).max() <= 8.3 + 1e-9
    waves = gait.waves(hinges_of(model, "test"))
    wanted = waves.amplitude * np.cos(0.5 * 3.0 + waves.phase)
    assert np.abs(run["q"].values[-1] - wanted).max() < 0.02


def test_wheels_bring_the_mass_of_the_source():
    """Two wheels of 38.46 g with brackets of 52.77 g on the head and behind 14 yaws: the source's total is 2.7 kg."""
    bare, wheeled = snake_iii(), snake_iii(wheels=True)
    assert_allclose(wheeled.mass - bare.mass, 30 * (0.05277 + 0.03846))
    links = [part for part in wheeled.parts if isinstance(part, sl.Link)]
    assert [len(link.wheels) for link in links] == [2, *14 * [2, 0]]
    assert links[1].com_point()[2] < -0.005 and links[2] == [p for p in bare.parts if isinstance(p, sl.Link)][2]
    centre = links[1].wheels[0].point
    assert_allclose(centre, (0.0, 0.049, -0.055))


def test_a_link_with_wheels_has_the_inertia_of_its_pieces():
    """Against the sum over the pieces about the joint, by MuJoCo's way round: I_0 = I_c + m (|c|^2 - c c^T)."""
    bare, wheeled = (snake_iii(2, wheels=w).parts[2] for w in (False, True))

    def about_tail(link):
        c = link.com_point()
        return link.inertia_matrix() + link.mass * (c @ c * np.eye(3) - np.outer(c, c))

    more = about_tail(wheeled) - about_tail(bare)
    m, y, z, r = 0.05277 + 0.03846, 0.049, -0.055, 0.018
    disc = 0.03846 * r**2
    assert_allclose(more[0, 0], 2 * (m * (y**2 + z**2) + disc / 4 + 0.03846 * 0.005**2 / 12), rtol=1e-9)
    assert_allclose(more[1, 1], 2 * (m * z**2 + disc / 2), rtol=1e-9)
    assert_allclose(more[1, 2], 0, atol=1e-12)


def test_the_camera_looks_ahead_and_five_degrees_up():
    model = sl.build_model(snake_iii(4))
    tree = sl.frame_tree(model)
    T_base_camera = np.linalg.inv(T_HEAD_BASE) @ tree.transform("head_link", "camera_left")
    R = [[-1, 0, 0], [0, -0.0871557, -0.9961947], [0, -0.9961947, 0.0871557]]
    assert_allclose(T_base_camera[:3, :3], R, atol=1e-7)
    assert_allclose(T_base_camera[:3, 3], [0.06, -0.284, 0], atol=1e-12)
    ahead = tree.T_world["camera_left"][:3, 2]
    assert_allclose(np.degrees(np.arctan2(ahead[2], ahead[0])), 5.0, atol=1e-4)
    assert tree.path("imu") == ("world", "base", "head_link", "imu")


@pytest.mark.parametrize("make", [snake_i, snake_ii, snake_iii])
def test_dry_friction_of_the_joints_is_an_argument(make):
    def dry(robot):
        return {part.dry_friction for part in robot.parts if isinstance(part, sl.Revolute)}

    assert (dry(make(4)), dry(make(4, dry_friction=0.1))) == ({0.0}, {0.1})


def test_the_middle_snake_is_round_as_in_its_model_files_or_square_as_in_the_paper():
    round_one, square = snake_ii(4), snake_ii(4, section="box")
    assert round_one == snake_ii(4, section="round")
    assert square.parts[0].section == sl.Box(0.072, 0.072)
    assert square.parts[0].mass == round_one.parts[0].mass
