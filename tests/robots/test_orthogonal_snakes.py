"""The three orthogonal snakes of the library: the numbers of their source."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.gaits.orthogonal.hinges import hinges_of
from snakelab.robots.kinematics.craig import angles_from_coordinates, joint_frames
from snakelab.robots.library import snake_i, snake_ii, snake_iii


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


def test_the_joints_are_named_from_the_head_and_run_from_the_tail():
    model = sl.build_model(snake_iii(6))
    assert model.coordinate_names == ("pitch3", "yaw3", "pitch2", "yaw2", "pitch1", "yaw1")
    axes = [part.axis for part in model.robot.parts if isinstance(part, sl.Revolute)]
    assert axes == ["y", "z", "y", "z", "y", "z"]


@pytest.mark.parametrize("kind", [0, 1])
def test_the_moments_of_inertia_turn_with_the_hinges(kind):
    """About the hinge 1.0637e-2, along the body 2.072e-3, in the frames of the joints."""
    model = sl.build_model(snake_iii(2))
    link = [part for part in model.robot.parts if isinstance(part, sl.Link)][kind]  # behind pitch1, behind yaw1
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
    with pytest.raises(sl.RobotError, match="section must be one of round, box; got 'square'"):
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
