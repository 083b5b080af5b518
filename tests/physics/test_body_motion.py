"""Motion of the body's frames: against the queries, and accelerations against differences of velocities along a run."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from chains import mixed_robot, random_state
from snakelab.physics.command import constant_reference
from snakelab.physics.kinematics import body_motion, motion_in, sensed_gravity
from snakelab.physics.model_tables import frame_of
from snakelab.robots.sensors import carried_to

TUBE = sl.Link(0.2, mass=0.3, section=sl.Cylinder(0.03))


def rest(model):
    return constant_reference(np.zeros(model.n_coordinates))


def idle(model):
    """Motors that give nothing."""
    return sl.TableGait([0.0, 1.0], np.zeros((2, model.n_coordinates)))


def motions(model, state):
    rows = body_motion(model, rest(model), state.row(), state.time, accelerated=True)
    return [motion_in(row) for row in rows]


@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_poses_and_velocities_are_those_of_the_queries(base):
    model = sl.build_model(mixed_robot(np.random.default_rng(3), base), sl.World([sl.Gravity()]))
    state = random_state(model, np.random.default_rng(4))
    actual = motions(model, state)
    zeta = np.concatenate([state.base_velocity[model.arrays.base], state.v])
    for motion, (name, T) in zip(actual[1:], sl.forward_kinematics(model, state).items(), strict=True):
        assert_allclose(motion.rotation, T[:3, :3], atol=1e-13)
        assert_allclose(motion.position, T[:3, 3], atol=1e-13)
        assert_allclose(motion.velocity, sl.jacobian(model, state, name) @ zeta, atol=1e-12)
    assert np.array_equal(actual[0].position, state.base_position)
    assert np.array_equal(actual[0].velocity, state.base_velocity)


@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_accelerations_are_the_rates_of_the_velocities(base):
    """On a chain of links, joints, mounts and soft sections: one-sided differences of second order along an accurate run."""
    model = sl.build_model(mixed_robot(np.random.default_rng(5), base), sl.World([sl.Gravity()]))
    state, h = random_state(model, np.random.default_rng(6)), 1e-5
    start = motions(model, state)
    later = [
        motions(model, sl.simulate(model, idle(model), k * h, state=state, integrator="rk4", step=h / 4).state)
        for k in (1, 2)
    ]
    for a, b, c in zip(start, *later, strict=True):
        assert_allclose(a.acceleration, (4 * b.velocity - 3 * a.velocity - c.velocity) / (2 * h), rtol=2e-4, atol=2e-3)


def test_a_sliding_link_is_slowed_by_its_friction():
    """Full sliding: a = -mu g along the motion, with the load of the contact that carries it."""
    sunk = 0.3 * 9.81 / 2 / 1e5
    ground = sl.Contact(stiffness=1e5, damping=0.0, friction=sl.SurfaceFriction(mu_tangential=0.4))
    model = sl.build_model(sl.Robot([TUBE]), sl.World([sl.Gravity(9.81), ground]))
    state = sl.initial_state(model, position=(0, 0, 0.03 - sunk), velocity=(1, 0, 0, 0, 0, 0))
    base = motions(model, state)[0]
    middle = carried_to(base, np.array([0.1, 0, 0]))
    assert_allclose(middle.acceleration[:3], [-0.4 * 9.81, 0, 0], atol=1e-6)
    assert base.acceleration[4] > 0  # friction below the centre pitches it forward


def test_ground_friction_on_links_stands_for_gravity_where_there_is_none():
    robot = sl.Robot([TUBE, sl.Revolute(), TUBE], base="planar")
    assert_allclose(
        sensed_gravity(sl.build_model(robot, sl.World([sl.LinkFriction(0.1, 0.5, shape="per_axis")]))), [0, 0, -9.81]
    )
    assert_allclose(sensed_gravity(sl.build_model(robot)), 0)
    lunar = sl.World([sl.LinkFriction(0.1, 0.5, shape="per_axis"), sl.Gravity(1.62)])
    assert_allclose(sensed_gravity(sl.build_model(robot, lunar)), [0, 0, -1.62])


def test_a_name_means_the_frame_at_the_base_end_of_its_part():
    soft = sl.SoftSection(0.3, 0.2, 0.01, 0.02, n_steps=4, name="arm")
    link = sl.Link(0.2, mass=0.3, com=(0.15, 0.01, 0.0), name="neck")
    model = sl.build_model(sl.Robot([TUBE, sl.Revolute(), soft, sl.Revolute("y"), link]))
    state = sl.initial_state(model, position=(1, 0, 0))
    actual = motions(model, state)

    def place(on):
        row, offset = frame_of(model.robot, model.station_names, on, "Imu on")
        return actual[row].position + actual[row].rotation @ offset

    for on, x in {"base": 1.0, "link1": 1.0, "arm": 1.2, "arm.2": 1.35, "neck": 1.5, "head": 1.7}.items():
        assert_allclose(place(on), [x, 0, 0], atol=1e-14, err_msg=on)
    with pytest.raises(sl.errors.RobotError, match=r"Imu on must be .* got 'nec'; did you mean 'neck'"):
        place("nec")
