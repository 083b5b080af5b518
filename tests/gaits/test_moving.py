"""Where the gaits of orthogonal snakes go: on ground that carries the snake of the source, in a pipe."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import snakelab as sl
from snakelab.gaits.orthogonal_gaits import (
    ARC_ROLLING,
    CONCERTINA,
    CREEPING,
    POLE_CLIMBING,
    SIDEWINDING,
    TRAVELLING_WAVE,
)
from snakelab.physics.command import targets_at
from snakelab.robots.library.orthogonal_robots import snake_iii

HURRY = 3.0  # times the frequency of the source: speeds are compared per radian, and inertia is still small


@cache
def ground(section, *friction):
    law = sl.SurfaceFriction(*friction, shape="per_axis" if len(friction) > 1 else None, eps=5e-3)
    contact = sl.Contact(stiffness=2e4, damping=400.0, friction=law)
    return sl.build_model(snake_iii(section=section, actuator=sl.Prescribed()), sl.World([sl.Gravity(), contact]))


def way(model, gait, duration=15.0, x=0.0, z=0.06):
    """Forward and to the left by radian of the gait [m/rad], and the turn to the left [deg], without the first third."""
    omega = HURRY * gait.angular_frequency
    start = sl.initial_state(model, position=(x, 0, z))
    run = sl.simulate(
        model, replace(gait, ramp=1.0, angular_frequency=omega), duration, state=start, step=4e-3, record_rate=20
    )
    assert run.finished
    com, links = run["com_position"].values, run["link_position"].values
    along = links[:, 0, :2] - links[:, -1, :2]  # the head is the first
    heading = np.unwrap(np.arctan2(along[:, 1], along[:, 0]))
    k = len(com) // 3
    speed = (com[-1] - com[k])[:2] / (run["time"].values[-1] - run["time"].values[k]) / abs(omega)
    c, s = np.cos(heading[k]), np.sin(heading[k])
    return c * speed[0] + s * speed[1], c * speed[1] - s * speed[0], np.rad2deg(heading[-1] - heading[k])


WHEELS, FLAT = ("round", 0.05, 0.5), ("round", 0.4)


def test_creeping_goes_headward_and_its_offset_steers():
    ahead, aside, turned = way(ground(*WHEELS), CREEPING)
    assert 0.2 < ahead < 0.2918 and abs(aside) < 0.01 and abs(turned) < 3  # without slip 0.2918 m/rad
    left, right = (way(ground(*WHEELS), replace(CREEPING, yaw_offset=s * np.radians(2)))[2] for s in (1, -1))
    assert left > 20 and right < -20


@pytest.mark.slow
def test_an_upright_wave_goes_headward_with_a_negative_frequency():
    box = ground("box", 0.4)
    ahead, back = (
        way(box, replace(TRAVELLING_WAVE, angular_frequency=s * TRAVELLING_WAVE.angular_frequency))[0] for s in (-1, 1)
    )
    assert ahead > 0.05 and back < -0.05


@pytest.mark.slow
def test_sidewinding_goes_sideways_and_a_taper_turns_it():
    ahead, left, _ = way(ground(*FLAT), SIDEWINDING)
    assert left < -0.1 and abs(ahead) < 0.3 * abs(left)
    turned = [way(ground(*FLAT), replace(SIDEWINDING, taper=t), 20.0)[2] for t in (0.3, -0.3)]
    assert turned[0] > 10 and turned[1] < -10


@pytest.mark.slow
def test_an_arc_rolls_to_the_left_a_little_slower_than_a_wheel_and_a_taper_turns_it():
    _, left, turned = way(ground(*FLAT), ARC_ROLLING)
    assert 0.9 * 0.0493 < left < 0.055 * 1.01 and abs(turned) < 1  # the body's radius; less where it is curved
    cones = [way(ground(*FLAT), replace(ARC_ROLLING, radius=1.2, taper=t))[2] for t in (0.6, -0.6)]
    assert cones[0] > 20 and cones[1] < -20


@pytest.mark.slow
def test_creeping_is_fastest_then_sidewinding_then_rolling():
    creeping = way(ground(*WHEELS), CREEPING)[0]
    sidewinding = -way(ground(*FLAT), SIDEWINDING, 30.0)[1]
    rolling = way(ground(*FLAT), replace(ARC_ROLLING, radius=1.0))[1]
    assert 0.4 < sidewinding / creeping < 0.7  # 0.554 of the source's experiment
    assert 0.08 < rolling / creeping < 0.25  # 0.171 there; 0.09 without slip


@pytest.mark.slow
def test_concertina_goes_headward_in_a_pipe_and_back():
    bore = sl.Contact(sl.Pipe([(-3, 0, 0), (8, 0, 0)], 0.16), 2e4, 400.0, sl.SurfaceFriction(0.4, eps=5e-3))
    model = sl.build_model(snake_iii(actuator=sl.Prescribed()), sl.World([sl.Gravity(), bore]))
    ahead, back = (way(model, replace(CONCERTINA, waves_of_bracing=m), x=4.64, z=-0.1)[0] for m in (1.0, -1.0))
    assert ahead > 0.03 and back < -0.03


def upright(model, q):
    """Position and quaternion of the base with the helix of the shape around the world's z, and its mean radius."""
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    P = np.array([T[:3, 3] for name, T in poses.items() if name != "head"])
    axis = np.linalg.svd(np.diff(P, 2, axis=0))[2][-1]
    axis *= np.sign(axis @ (P[0] - P[-1]))
    e = np.linalg.svd(axis[None])[2][1]
    R = np.array([e, np.cross(axis, e), axis])  # to the world
    X = P @ R.T
    middle = np.linalg.lstsq(np.c_[2 * X[:, :2], np.ones(len(X))], (X[:, :2] ** 2).sum(axis=1), rcond=None)[0]
    offset = np.array([*-middle[:2], 0.0])
    x, y, z, w = Rotation.from_matrix(R).as_quat()
    return offset, (w, x, y, z), np.linalg.norm(X[:, :2] - middle[:2], axis=1).mean()


@pytest.mark.slow
def test_a_helix_climbs_a_pole_head_first_and_comes_down_backward():
    robot = snake_iii(actuator=sl.Prescribed())
    climbed = []
    for sense in (1, -1):
        gait = replace(POLE_CLIMBING, angular_frequency=sense * np.pi / 2)
        free = sl.build_model(robot)
        q = targets_at(gait.reference(free), 0.0)[0]
        position, quaternion, radius = upright(free, q)
        pole = sl.Pole(radius - 0.055 + 0.004)  # held tight
        contact = sl.Contact(pole, 2e4, 400.0, sl.SurfaceFriction(0.5, eps=5e-3))
        model = sl.build_model(robot, sl.World([sl.Gravity(), contact]))
        start = sl.initial_state(model, q=q, position=position, quaternion=quaternion)
        run = sl.simulate(model, gait, 10.0, state=start, step=4e-3, record_rate=10)
        height = run["com_position"].values[:, 2]
        climbed.append(height[-1] - height[20])
    assert climbed[0] > 0.5 and climbed[1] < -0.5


def climb_without_slip(length, joints):
    """Climb by radian on links of a length over that of an even helix that rolls on the pole, r cos(pitch)."""
    link, radius = sl.Link(length, 8 * length, sl.Cylinder(0.055)), 0.055
    pairs = [part for _ in range(joints // 2) for part in (link, sl.Revolute("z"), link, sl.Revolute("y"))]
    robot = sl.Robot([*pairs, link], base_end="head")
    gait = replace(POLE_CLIMBING, angular_frequency=np.pi / 2)
    q = targets_at(gait.reference(sl.build_model(robot)), 0.0)[0]
    position, quaternion, around = upright(sl.build_model(robot), q)
    contact = sl.Contact(sl.Pole(around - radius + 0.004), 2e4, 400.0, sl.SurfaceFriction(0.5, eps=5e-3))
    model = sl.build_model(robot, sl.World([sl.Gravity(), contact]))
    run = sl.simulate(
        model, gait, 8.0, state=sl.initial_state(model, q=q, position=position, quaternion=quaternion), step=8e-3
    )
    height = run["com_position"].values[:, 2]
    climb = (height[-1] - height[400]) / 4.0 / gait.angular_frequency
    return climb / (radius * gait.radius / np.hypot(gait.radius, gait.rise))


@pytest.mark.slow
def test_the_shorter_the_links_the_nearer_a_climb_comes_to_that_of_an_even_helix():
    long, middle, short = climb_without_slip(0.16, 28), climb_without_slip(0.08, 28), climb_without_slip(0.04, 56)
    assert 1.7 < long < 2.0  # links that turn by 69 degrees at a joint roll askew
    assert 1.05 < middle < 1.25
    assert 0.97 < short < 1.06


def roll(radius, length):
    """Speed of rolling by radian, links of a length on even ground, over the radius of the body."""
    joints = 2 * round((4.64 / length - 1) / 2)
    link = sl.Link(length, 8.2 * length, sl.Cylinder(0.055))
    robot = sl.Robot(
        [*[part for _ in range(joints // 2) for part in (link, sl.Revolute("y"), link, sl.Revolute("z"))], link]
    )
    share = length / 0.16
    contact = sl.Contact(stiffness=2e4 * share, damping=400.0 * share, friction=sl.SurfaceFriction(0.4, eps=5e-3))
    model = sl.build_model(robot, sl.World([sl.Gravity(), contact]))
    gait = sl.HelixRollingGait(radius, ramp=2.0)
    run = sl.simulate(model, gait, 8.0, state=sl.initial_state(model, position=(0, 0, 0.055)), step=8e-3)
    com = run["com_position"].values
    return float(np.linalg.norm(com[-1] - com[400])) / 4.0 / gait.angular_frequency / 0.055


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "even"), [(1.0, 0.4809), (2.0, 0.8964)])  # of arcs of 4.64 and 2.32 rad
def test_the_shorter_the_links_the_nearer_rolling_comes_to_the_balance_of_friction_on_an_even_arc(radius, even):
    long, short = roll(radius, 0.16) / even, roll(radius, 0.05) / even
    assert abs(short - 1) < 0.05 and 1.05 < long < 1.2
