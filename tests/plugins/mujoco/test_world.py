"""Surfaces, skin and contact pairs in MuJoCo: the same geometry, stiffness and friction as ours."""

import numpy as np
import pytest

from optional_packages import mujoco
from snakelab.geometry.cross_sections import Box, Cylinder
from snakelab.geometry.surfaces import Block, HeightField, Pipe, Plane, Pole, signed_distance
from snakelab.geometry.terrain import Incline, RoughGround, Stairs, Terrain
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.contact_parameters import inverse_weights
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, mujoco_state, to_mjcf
from snakelab.robots.actuators import Limits, Servo
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link, Skin
from snakelab.robots.robot import Robot
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.2, mass=0.5, section=Cylinder(0.03))
GRIPPY = SurfaceFriction(0.1, 0.5, shape="elliptic")


def chain(n, **joint):
    parts = [LINK]
    for i in range(n):
        parts += [Revolute("zy"[i % 2], actuator=Servo(5.0), **joint), LINK]
    return parts


def loaded(robot, contact, state=None):
    model = build_model(robot, World([Gravity(), contact]))
    m = load_mujoco(to_mjcf(model, world=True))
    d = mujoco.MjData(m)
    if state is not None:
        d.qpos[:], d.qvel[:] = mujoco_state(model, initial_state(model, **state))
    mujoco.mj_forward(m, d)
    return m, d


def test_links_and_joints_have_the_inverse_weights_that_mujoco_finds():
    model = build_model(Robot(chain(3)))
    weights, m = inverse_weights(model), load_mujoco(to_mjcf(model))
    np.testing.assert_allclose(weights.links, m.body_invweight0[1:, 0], rtol=1e-9)
    np.testing.assert_allclose(weights.joints, m.dof_invweight0[6:], rtol=1e-9)


@pytest.mark.parametrize("friction", [None, SurfaceFriction(0.3), GRIPPY])
def test_a_contact_has_our_stiffness_and_damping(friction):
    state = {"position": (0, 0, 0.029), "velocity": (0.01, 0, -0.02, 0, 0, 0)}
    contact = Contact(stiffness=7e3, damping=30.0, friction=friction)
    _, d = loaded(Robot([LINK]), contact, state)
    normal = d.contact.efc_address
    K, B, impedance, _ = d.efc_KBIP[normal].T
    np.testing.assert_allclose(K * impedance / d.efc_R[normal], 7e3, rtol=1e-9)
    np.testing.assert_allclose(B / d.efc_R[normal], 30.0, rtol=1e-9)


@pytest.mark.parametrize("friction", [SurfaceFriction(0.3), GRIPPY])
def test_friction_at_rest_has_our_slope_across_the_body(friction):
    _, d = loaded(Robot([LINK]), Contact(friction=friction), {"position": (0, 0, 0.029)})
    across = d.contact.efc_address + 2
    most = friction.mu_normal or friction.mu_tangential
    load = 0.5 * 9.81 / 2
    np.testing.assert_allclose(d.efc_KBIP[across, 1] / d.efc_R[across], most * load / friction.eps, rtol=1e-9)


def test_the_first_friction_direction_is_the_axis_of_the_link():
    half = 0.35
    state = {"position": (0, 0, 0.029), "quaternion": (np.cos(half), 0, 0, np.sin(half))}
    _, d = loaded(Robot([LINK]), Contact(friction=GRIPPY), state)
    axis = np.array([np.cos(2 * half), np.sin(2 * half), 0])
    assert d.ncon == 2
    for frame, friction in zip(d.contact.frame.reshape(-1, 3, 3), d.contact.friction, strict=True):
        assert abs(frame[1] @ axis) == pytest.approx(1.0, abs=1e-9)
        assert friction[:2].tolist() == [0.1, 0.5]


def test_a_box_touches_at_its_corners_and_a_middle_ring_at_the_middle():
    box = Link(0.2, mass=0.5, section=Box(0.06, 0.04))
    _, d = loaded(Robot([box]), Contact(), {"position": (0, 0, 0.0199)})
    assert sorted(np.round(d.contact.pos[:, :2], 3).tolist()) == [[0, -0.03], [0, 0.03], [0.2, -0.03], [0.2, 0.03]]
    for friction, contacts in ((SurfaceFriction(0.3), 1), (GRIPPY, 2)):
        middle = Robot([LINK], skin=Skin(rings_per_link=1))
        _, d = loaded(middle, Contact(friction=friction), {"position": (0, 0, 0.029)})
        assert d.ncon == contacts
        np.testing.assert_allclose(d.contact.pos[:, 0], 0.1, atol=2e-4)
        K, _, impedance, _ = d.efc_KBIP[d.contact.efc_address].T
        assert np.sum(K * impedance / d.efc_R[d.contact.efc_address]) == pytest.approx(1e4)


HILLS = HeightField([[0.0, 0.1, 0.0], [0.2, -0.1, 0.05]], spacing=(0.5, 1.0), origin=(-0.5, -0.4))


@pytest.mark.parametrize(
    "surface",
    [
        Plane((-0.3, 0.1, 0.9), (0, 0, 0.2)),
        Block((0.8, 0.5, 0.4), (0.1, 0.05, 0.2), (0.0, 0.1, 0.4)),
        Pole(0.4, (0, 0, 0.1), (1, 0.2, 0.1)),
        Pole(0.4, (0, 0, 0.1), (1, 0.2, 0.1), length=3.0),
        HILLS,
        Terrain([RoughGround(0.03, 0.2, seed=4), Incline(0.2), Stairs(0.1, 0.2, 2)], (2.0, 1.6), 0.1),
    ],
)
def test_a_ray_from_above_meets_a_surface_where_our_distance_is_zero(surface):
    model = build_model(Robot([LINK]), World([Contact(surface)]))
    m = load_mujoco(to_mjcf(model, world=True))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    # of height fields at their points: between them MuJoCo's squares are two triangles
    places = [(-0.5, 0.6), (0.0, 0.6), (0.5, -0.4)] if surface is HILLS else [(0.0, 0.0), (0.2, 0.1), (-0.1, 0.2)]
    for x, y in places:
        inward = 1e-7 * np.sign([-x, 0.1 - y])  # a ray beside a field's edge meets nothing
        start, geom = np.array([x + inward[0], y + inward[1], 5.0]), np.zeros(1, np.int32)
        depth = mujoco.mj_ray(m, d, start, np.array([0.0, 0, -1]), None, 1, m.body("link1").id, geom)
        assert m.geom(geom[0]).name == "contact"
        assert signed_distance(surface, (x, y, 5.0 - depth))[0] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("contact", "said"),
    [
        (Contact(Pipe([(0, 0, 0), (1, 0, 0), (1, 1, 0)], 0.2)), "no geom like a Pipe"),
        (Contact(friction=SurfaceFriction(0.1, mu_backward=0.4, shape="per_axis")), "backward friction"),
        (Contact(friction=SurfaceFriction(0.1, 0.5, shape="per_axis")), "elliptic"),
        (Contact(friction=SurfaceFriction(0.1, 0.5, shape="per_axis", frame="world")), "on a Plane only"),
        (Contact(Pole(0.2), friction=GRIPPY), "on a Plane only"),
        (Contact(friction=SurfaceFriction(0.001, 0.5, shape="elliptic")), "does not support"),
    ],
)
def test_contact_properties_without_a_counterpart_in_mujoco_are_reported(contact, said):
    export = to_mjcf(build_model(Robot([LINK]), World([contact])), world=True)
    assert any(said in sentence for sentence in export.left_out)
    load_mujoco(export)


def test_joint_limits_keep_their_stiffness():
    robot = Robot(chain(1, limits=Limits(-0.5, 0.5, stiffness=40.0, damping=0.3)), base="fixed")
    model = build_model(robot)
    m = load_mujoco(to_mjcf(model, world=True))
    d = mujoco.MjData(m)
    d.qpos[0] = 0.52
    mujoco.mj_forward(m, d)
    K, B, impedance, _ = d.efc_KBIP[0]
    assert K * impedance / d.efc_R[0] == pytest.approx(40.0)
    assert B / d.efc_R[0] == pytest.approx(0.3)
