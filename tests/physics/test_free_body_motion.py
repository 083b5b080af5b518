"""Free bodies of a world: conservation laws, closed forms of contact and friction, and what is refused."""

import itertools
import math
import re
import warnings
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from free_bodies import FAR, G, change, ground, momenta, restitution, robot, rotations, simulated
from snakelab.geometry.cross_sections import Cylinder
from snakelab.scenarios.class_registry import plain
from snakelab.scenarios.scenario import scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.worlds import Ball, Capsule, ConvexHull, Cuboid, FreeBody

# ----------------------------------------------------------------------------------------------------------------------
# Conservation
# ----------------------------------------------------------------------------------------------------------------------


def test_a_ball_and_a_link_in_free_space_conserve_their_momenta():
    ball = FreeBody(Ball(0.03), 0.2, (0.05, 0.01, 0.2), velocity=(0.1, 0, -1.0), angular_velocity=(3, -7, 5))
    model, data = simulated([ball], duration=0.4, position=(0, 0, 0), record_rate=500)
    linear, angular = momenta(model, data, with_robot=True)
    assert data.object_contact_points.values.max() == 1
    assert np.linalg.norm(data.com_velocity.values[-1]) > 0.1
    assert change(linear) < 1e-12
    assert change(angular) < 1e-13


def test_a_limb_is_hit_as_the_same_link_of_a_chain():
    link = sl.Link(0.1, mass=0.1, section=Cylinder(0.02), name="trunk")
    outer = [sl.Revolute("y"), sl.Link(0.1, mass=0.1, section=Cylinder(0.02))]
    chain = sl.Robot([link, *outer])
    limb = sl.robots.Branch("trunk", outer, at=(0.1, 0, 0))
    side = sl.robots.Branch("trunk", [sl.Revolute("z"), sl.Link(0.05, mass=1e-9)], at=(0.05, 0, 0), rotation=(0, 0, 1))
    ball = FreeBody(Ball(0.03), 0.2, (0.15, 0.005, 0.2), velocity=(0, 0, -1.0))
    every = []
    for own in (chain, sl.Robot([link], branches=[side, limb])):
        model, data = simulated([ball], duration=0.3, own=own, position=(0, 0, 0), record_rate=500)
        linear = model.mass * data.com_velocity.values + 0.2 * data.object_velocity.values[:, 0, :3]
        assert data.object_contact_points.values.max() == 1
        assert change(linear) < 1e-12
        every.append(data)
    one, other = every
    np.testing.assert_allclose(other.object_velocity.values, one.object_velocity.values, atol=2e-7)
    np.testing.assert_allclose(other.base_position.values, one.base_position.values, atol=2e-8)


@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_three_bodies_conserve_their_momenta_and_lose_energy_in_impacts(integrator):
    bodies = [
        FreeBody(Cuboid((0.1, 0.06, 0.04)), 0.3, (0, 0, 0), angular_velocity=(3, 2, 5), name="box"),
        FreeBody(Ball(0.03), 0.2, (0.01, 0.01, 0.15), velocity=(0.1, 0, -1.0), angular_velocity=(3, -7, 5)),
        FreeBody(Capsule(0.02, 0.1), 0.2, (0, -0.2, 0), velocity=(0, 1.0, 0), angular_velocity=(0, 0.5, 0)),
    ]
    model, data = simulated(bodies, integrator=integrator, record_rate=500)
    linear, angular = momenta(model, data, with_robot=False)
    assert data.object_contact_points.values.max() >= 1
    assert change(linear) < 1e-12
    assert change(angular) < 1e-13
    energy = data.kinetic_energy.values
    assert energy[-1] < 0.6 * energy[0]
    assert data.unconverged.values.sum() == 0


def test_a_tumbling_cuboid_keeps_its_angular_momentum_and_energy():
    box = FreeBody(Cuboid((0.2, 0.1, 0.03)), 0.5, (0, 0, 0), angular_velocity=(0.02, 6.0, 0.01))
    model, data = simulated([box], duration=5.0)
    _, angular = momenta(model, data, with_robot=False)
    energy = data.kinetic_energy.values
    # it turned over: its spin is about the axis of the middle moment
    assert rotations(data.object_quaternion.values[:, 0])[:, 1, 1].min() < -0.9
    assert change(angular) < 1e-13
    np.testing.assert_allclose(energy, energy[0], rtol=1e-3)


# ----------------------------------------------------------------------------------------------------------------------
# Ground: closed forms
# ----------------------------------------------------------------------------------------------------------------------


def slope(angle):
    return sl.Gravity((G * math.sin(angle), 0.0, -G * math.cos(angle)))


def test_a_ball_falls_and_rests_at_the_depth_of_its_weight():
    _, data = simulated([FreeBody(Ball(0.05), 0.2, (0.5, 0, 0.3))], [sl.Gravity(), ground(0.5)], duration=1.5)
    z = data.object_position.values[:, 0, 2]
    np.testing.assert_allclose(z[20], 0.3 - G * 0.2**2 / 2, rtol=1e-9)
    np.testing.assert_allclose(z[-1], 0.05 - 0.2 * G / 1e4, rtol=1e-8)


@pytest.mark.parametrize("shape", [Ball(0.05), Capsule(0.05, 0.2)])
def test_round_bodies_roll_and_slip_down_a_slope(shape):
    angle, mass = math.radians(10), 0.2
    points = 1 if isinstance(shape, Ball) else 2
    place = (0, 0, 0.05 - mass * G * math.cos(angle) / 1e4 / points)
    turn = (0, 0, math.pi / 2)  # the axis of the capsule across the slope
    ratio = shape.inertia(mass)[0] / (mass * 0.05**2)
    body = FreeBody(shape, mass, place, rotation=turn)
    _, rolling = simulated([body], [slope(angle), ground(0.5)], duration=1.0)
    np.testing.assert_allclose(rolling.object_velocity.values[-1, 0, 0], G * math.sin(angle) / (1 + ratio), rtol=1e-5)
    _, slipping = simulated([body], [slope(angle), ground(0.02)], duration=1.0)
    velocity = slipping.object_velocity.values[-1, 0]
    np.testing.assert_allclose(velocity[0], G * (math.sin(angle) - 0.02 * math.cos(angle)), rtol=1e-5)
    np.testing.assert_allclose(velocity[4], 0.02 * G * math.cos(angle) / (ratio * 0.05), rtol=1e-4)


def test_a_cuboid_slides_to_rest_by_dry_friction():
    box = FreeBody(Cuboid((0.1, 0.08, 0.06)), 0.2, (0, 0, 0.03 - 0.2 * G / 4e4), velocity=(1.0, 0.5, 0))
    _, data = simulated([box], [sl.Gravity(), ground(0.3)])
    way = np.linalg.norm(data.object_position.values[-1, 0, :2])
    np.testing.assert_allclose(way, 1.25 / (2 * 0.3 * G), rtol=1e-3)
    np.testing.assert_allclose(data.object_velocity.values[-1, 0], 0, atol=1e-4)


def test_the_friction_factor_of_a_body_multiplies_the_friction_of_surfaces():
    box = FreeBody(
        Cuboid((0.1, 0.08, 0.06)), 0.2, (0, 0, 0.03 - 0.2 * G / 4e4), velocity=(1, 0, 0), friction_factor=0.5
    )
    _, data = simulated([box], [sl.Gravity(), ground(0.3)], duration=0.2)
    np.testing.assert_allclose(data.object_velocity.values[-1, 0, 0], 1 - 0.15 * G * 0.2, rtol=1e-4)


def test_restitution_on_the_ground_is_that_of_stiffness_and_damping():
    ball = FreeBody(Ball(0.05), 0.2, (0, 0, 0.06), velocity=(0, 0, -1))
    _, data = simulated([ball], [ground(None, stiffness=1e4, damping=2.0)], duration=0.1, step=1e-4)
    np.testing.assert_allclose(data.object_velocity.values[-1, 0, 2], restitution(1e4, 2.0, 0.2), rtol=1e-3)


def test_restitution_of_two_balls_is_that_of_the_softer_contact():
    hard = FreeBody(Ball(0.05), 0.2, (0, 0, 0), velocity=(1, 0, 0), stiffness=5e4, damping=9.0, friction=None)
    soft = FreeBody(Ball(0.05), 0.2, (0.11, 0, 0), stiffness=1e4, damping=2.0, friction=None)
    _, data = simulated([hard, soft], duration=0.1, step=1e-4)
    first, second = data.object_velocity.values[-1, :, 0]
    np.testing.assert_allclose(second - first, restitution(1e4, 2.0, 0.1), rtol=1e-3)
    np.testing.assert_allclose(first + second, 1, rtol=1e-12)


# ----------------------------------------------------------------------------------------------------------------------
# Robot
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape", [Ball(0.03), Capsule(0.03, 0.1), Cuboid((0.06, 0.06, 0.06))], ids=["ball", "capsule", "cuboid"]
)
def test_bodies_rest_on_a_fixed_link(shape):
    """The link lies along x; its force carries the weight, and the depth is that of one or two points."""
    mass, stiffness = 0.2, 2e4
    points = 1 if isinstance(shape, Ball) else 2
    height = 0.05 - mass * G / (points * stiffness)
    body = FreeBody(shape, mass, (0.05, 0, height), damping=50.0)
    own = robot(length=0.1, base="fixed")
    _, data = simulated([body], [sl.Gravity()], own=own, position=(0, 0, 0), duration=0.5)
    np.testing.assert_allclose(data.object_position.values[-1, 0], (0.05, 0, height), atol=1e-7)
    np.testing.assert_allclose(data.object_contact_force.values[-1, 0], (0, 0, -mass * G), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(data.object_force.values[-1, 0], (0, 0, mass * G), rtol=1e-5, atol=1e-5)
    assert data.object_contact_points.values[-1] == points


def test_a_link_pushes_a_cuboid_with_the_friction_of_the_ground():
    """A prismatic joint moves a link against the box at constant speed: the force of the drive is mu m g."""
    own = sl.Robot(
        [sl.Link(0.1, mass=0.1), sl.Prismatic("x", name="push"), sl.Link(0.05, mass=0.1, section=Cylinder(0.02))],
        base="fixed",
    )
    box = FreeBody(Cuboid((0.1, 0.1, 0.08)), 0.4, (0.25, 0, 0.04 - 0.4 * G / 4e4), friction=None)
    model = sl.build_model(own, sl.World([sl.Gravity(), ground(0.3)], objects=[box]))
    gait = sl.TableGait([0.0, 0.5, 2.0], [[0.0], [0.05], [0.2]])
    data = sl.simulate(model, gait, 1.8, state=sl.initial_state(model, position=(0, 0, 0.04))).dataset
    moved = data.object_position.values[-1, 0, 0] - 0.25
    assert 0.09 < moved < 0.16
    pushed = data.object_contact_force.values[-40:, 1, 0].mean()
    np.testing.assert_allclose(pushed, -0.3 * 0.4 * G, rtol=0.02)


def test_a_planar_robot_pushes_a_ball_that_rolls_away():
    ball = FreeBody(Ball(0.02), 0.05, (0.16, 0.0, 0.02), friction=None)
    own = robot(n=2, base="planar")
    model = sl.build_model(own, sl.World([sl.Gravity(), ground(0.2)], objects=[ball]))
    state = sl.initial_state(model, position=(-0.1, 0, 0.02), velocity=(0.5, 0, 0, 0, 0, 0))
    data = sl.simulate(model, None, 1.0, state=state).dataset
    assert data.object_position.values[-1, 0, 0] > 0.2
    spin, speed = data.object_velocity.values[-1, 0, 4], data.object_velocity.values[-1, 0, 0]
    np.testing.assert_allclose(spin * 0.02, speed, rtol=1e-2)


def test_a_chain_without_contact_is_not_changed_by_an_object():
    own, start = robot(n=4), {"v": [1.0, -2.0, 0.5]}
    ball = FreeBody(Ball(0.05), 0.2, (0, 0, 5))
    _, alone = simulated([], [sl.Gravity(), ground(0.5)], own=own, position=(0, 0, 0.3), start=dict(start))
    _, beside = simulated([ball], [sl.Gravity(), ground(0.5)], own=own, position=(0, 0, 0.3), start=dict(start))
    np.testing.assert_allclose(beside.q.values, alone.q.values, atol=1e-12)
    np.testing.assert_allclose(beside.com_position.values, alone.com_position.values, atol=1e-12)


def test_a_run_continues_from_its_state_bit_for_bit():
    box = FreeBody(Cuboid((0.1, 0.08, 0.06)), 0.2, (0, 0, 0.1), velocity=(0.3, 0, 0), angular_velocity=(1, 2, 3))
    model = sl.build_model(robot(), sl.World([sl.Gravity(), ground(0.4)], objects=[box]))
    start = sl.initial_state(model, position=FAR)
    whole = sl.simulate(model, None, 0.4, state=start)
    half = sl.simulate(model, None, 0.2, state=start)
    rest = sl.simulate(model, None, 0.2, state=half)
    np.testing.assert_array_equal(rest.dataset.object_position.values[-1], whole.dataset.object_position.values[-1])


def test_the_energy_balance_contains_the_work_of_contacts():
    box = FreeBody(Cuboid((0.1, 0.08, 0.06)), 0.2, (0, 0, 0.1), velocity=(0.3, 0, 0), angular_velocity=(1, 2, 3))
    _, data = simulated([box], [sl.Gravity(), ground(0.4)], duration=1.0, step=5e-4)
    energy = data.kinetic_energy.values
    assert abs(energy[-1] - energy[0] - data.work.values[-1].sum()) < 0.01 * data.work.sel(term="gravity").values[-1]


# ----------------------------------------------------------------------------------------------------------------------
# MuJoCo
# ----------------------------------------------------------------------------------------------------------------------


def mujoco_pushing(scenario, dt):
    """Box (x, y, sine of half its angle) and head (x) of the scenario box_pushing at the end of its run, in MuJoCo."""
    mujoco = pytest.importorskip("mujoco")
    links = [part for part in scenario.robot.parts if isinstance(part, sl.Link)]
    gait, box, servo = scenario.controller, scenario.world.objects[0], scenario.robot.parts[1].actuator
    viscous, mu = scenario.world.media[1], scenario.world.contacts[0].friction.mu_tangential
    half, bodies = [extent / 2 for extent in box.shape.extents], ""
    touch = 'condim="3" solref="0.004 1"'
    for i, link in enumerate(links):
        joints = f'<joint name="j{i}" type="hinge" axis="0 0 1"/>'
        if i == 0:
            slides = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>'
            joints = f'{slides}<joint type="hinge" axis="0 0 1"/>'
        x, y, z = link.section.inertia(link.mass, link.length)
        bodies += (
            f'<body name="link{i}" pos="{0.1 if i else 0} 0 {0 if i else 0.02}">{joints}'
            f'<inertial pos="{link.length / 2} 0 0" mass="{link.mass}" diaginertia="{x} {y} {z}"/>'
            f'<geom type="capsule" fromto="0 0 0 {link.length} 0 0" size="{link.section.radius}" contype="2" conaffinity="0" '
            f'friction="{box.friction.mu_tangential} 0 0" {touch}/>'
        )
    actuators = "".join(
        f'<general joint="j{i}" biastype="affine" biasprm="0 -{servo.kp} -{servo.kd}"/>' for i in range(1, len(links))
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{dt}" integrator="implicitfast" cone="elliptic" impratio="100" iterations="200" '
        f'tolerance="1e-12"/><worldbody><geom type="plane" size="5 5 1" contype="1" conaffinity="0" friction="{mu} 0 0" '
        f'priority="1" {touch}/><body name="box" pos="{box.position[0]} {box.position[1]} {box.position[2]}"><freejoint/>'
        f'<geom type="box" size="{half[0]} {half[1]} {half[2]}" mass="{box.mass}" contype="0" conaffinity="3" '
        f'friction="{box.friction.mu_tangential} 0 0" {touch}/></body>{bodies}{"</body>" * len(links)}</worldbody>'
        f"<actuator>{actuators}</actuator></mujoco>"
    )
    data, velocity, drag = mujoco.MjData(model), np.zeros(6), np.array([viscous.tangential, viscous.normal, 0.0])
    numbers = [model.body(f"link{i}").id for i in range(len(links))]
    mujoco.mj_forward(model, data)
    for k in range(round(2.5 / dt)):
        t = (k + 1) * dt
        x = min(t / gait.ramp, 1.0)
        grown, rate = 10 * x**3 - 15 * x**4 + 6 * x**5, (30 * x**2 - 60 * x**3 + 30 * x**4) / gait.ramp
        angle = gait.angular_frequency * t + gait.phase_lag * np.arange(len(links) - 1)
        target = gait.amplitude * grown * np.sin(angle)
        target_rate = gait.amplitude * (rate * np.sin(angle) + grown * gait.angular_frequency * np.cos(angle))
        data.ctrl[:] = servo.kp * target + servo.kd * target_rate
        for number, link in zip(numbers, links, strict=True):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, number, velocity, 0)
            R, arm = data.xmat[number].reshape(3, 3), data.xipos[number] - data.xpos[number]
            own = R.T @ (velocity[3:] + np.cross(velocity[:3], arm))
            data.xfrc_applied[number, :3] = R @ (-link.mass * drag * own)
        mujoco.mj_step(model, data)
    body = model.body("box").id
    head = data.xpos[numbers[-1]] + data.xmat[numbers[-1]].reshape(3, 3) @ [links[-1].length, 0, 0]
    return np.array([*data.xpos[body][:2], data.xquat[body][3], head[0]])


@pytest.mark.slow
def test_a_snake_pushes_a_box_as_far_as_in_mujoco():
    scenario = sl.load_scenario("box_pushing")
    data = sl.run_scenario(scenario).dataset
    place, turn = data.object_position.values[-1, 0], data.object_quaternion.values[-1, 0]
    expected = mujoco_pushing(scenario, 1e-3)
    assert expected[0] - scenario.world.objects[0].position[0] > 0.2
    np.testing.assert_allclose([*place[:2], turn[3], data.head_position.values[-1, 0]], expected, atol=5e-3)


# ----------------------------------------------------------------------------------------------------------------------
# Fluids
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape", [Ball(0.05), Capsule(0.05, 0.1), Cuboid((0.1, 0.1, 0.1))], ids=["ball", "capsule", "box"]
)
def test_a_submerged_body_has_the_buoyancy_of_its_volume(shape):
    volume = {Ball: 4 / 3 * math.pi * 0.05**3, Capsule: math.pi * 0.05**2 * (0.1 + 4 / 3 * 0.05), Cuboid: 1e-3}[
        type(shape)
    ]
    water = sl.Fluid(density=1000.0)
    _, data = simulated([FreeBody(shape, 1000 * volume, (0, 0, 0))], [sl.Gravity(), water], duration=1.0)
    np.testing.assert_allclose(data.object_position.values[-1, 0], 0, atol=1e-9)


@pytest.mark.parametrize(
    "shape", [Ball(0.05), Capsule(0.05, 0.1), Cuboid((0.3, 0.3, 0.1))], ids=["ball", "capsule", "box"]
)
def test_a_body_of_half_the_density_of_water_floats_at_half_its_height(shape):
    volume = {Ball: 4 / 3 * math.pi * 0.05**3, Capsule: math.pi * 0.05**2 * (0.1 + 4 / 3 * 0.05), Cuboid: 9e-3}[
        type(shape)
    ]
    water = sl.Fluid(density=1000.0, surface=0.0)
    _, data = simulated([FreeBody(shape, 500 * volume, (0, 0, 0.06))], [sl.Gravity(), water], duration=10.0)
    assert data.object_position.values[:100, 0, 2].min() < -0.005  # it dips
    np.testing.assert_allclose(data.object_position.values[-1, 0, 2], 0, atol=3e-3)


def test_rows_of_a_batch_with_objects_are_single_runs():
    ball = FreeBody(Ball(0.05), 0.2, (0.0, 0.0, 0.3), velocity=(1.0, 0, 0))
    model = sl.build_model(robot(n=2), sl.World([sl.Gravity(), ground(0.4)], objects=[ball]))
    state = sl.initial_state(model, position=FAR)
    single = sl.simulate(model, None, 0.5, state=state).dataset
    batch = sl.simulate_batch(model, [None, None], 0.5, state=state)
    for run in batch:
        np.testing.assert_array_equal(run.dataset.object_position.values, single.object_position.values)


# ----------------------------------------------------------------------------------------------------------------------
# Density
# ----------------------------------------------------------------------------------------------------------------------

CORNERS = [(x, y, z) for x in (0.0, 0.1) for y in (0.0, 0.06) for z in (0.0, 0.04)]
TETRAHEDRON = [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1)]


@pytest.mark.parametrize(
    ("shape", "volume", "moments"),  # of unit mass
    [
        (Ball(0.05), 4 / 3 * math.pi * 0.05**3, [0.4 * 0.05**2] * 3),
        (Capsule(0.05, 0.0), 4 / 3 * math.pi * 0.05**3, [0.4 * 0.05**2] * 3),
        (Cuboid((0.1, 0.06, 0.04)), 2.4e-4, [0.0052 / 12, 0.0116 / 12, 0.0136 / 12]),
        (ConvexHull(CORNERS), 2.4e-4, [0.0052 / 12, 0.0116 / 12, 0.0136 / 12]),
        # 3/40 a^2 on the diagonal, 1/80 a^2 off it
        (ConvexHull(TETRAHEDRON), 1e-3 / 6, [6.25e-4, 6.25e-4, 1e-3]),
    ],
    ids=["ball", "capsule", "cuboid", "hull of a cuboid", "tetrahedron"],
)
def test_a_density_gives_mass_and_moments_of_the_homogeneous_shape(shape, volume, moments):
    body = FreeBody(shape, density=450.0, position=(0, 0, 0))
    np.testing.assert_allclose(body.total_mass, 450 * volume, rtol=1e-12)
    np.testing.assert_allclose(sorted(body.moments), 450 * volume * np.array(moments), rtol=1e-12)
    model = sl.build_model(robot(), sl.World(objects=[body]))
    same = sl.build_model(robot(), sl.World(objects=[FreeBody(shape, body.total_mass, (0, 0, 0))]))
    np.testing.assert_array_equal(model.arrays.stations, same.arrays.stations)
    assert model.arrays.stations["mass"][-1] == body.total_mass


def test_a_body_of_a_scenario_has_a_density_in_place_of_its_mass():
    ball = {"name": "ball", "shape": {"ball": {"radius": 0.05}}, "density": 450, "position": [0, 0, 1]}
    data = {
        "name": "fall",
        "robot": {"parts": [{"link": {"length": 0.1, "mass": 0.1}}]},
        "world": {"media": ["gravity"], "objects": [ball]},
        "initial": {"position": [0, 0, 9]},
        "duration": 0.1,
    }
    scenario = scenario_of(Document("fall", data, {}))
    (body,) = scenario.world.objects
    assert (body.mass, body.density) == (None, 450.0)
    run = sl.run_scenario(scenario)
    np.testing.assert_allclose(run["object_mass"].values, [450 * 4 / 3 * math.pi * 0.05**3], rtol=1e-12)
    again = scenario_of(Document("fall", data | {"world": {"media": ["gravity"], "objects": [plain(body)]}}, {}))
    assert again.world == scenario.world
    for wrong in ({"mass": 0.1}, {"density": None}):
        with pytest.raises(sl.SnakelabError, match=r"FreeBody needs either mass or density, got .*density=500"):
            scenario_of(Document("fall", data | {"world": {"objects": [ball | wrong]}}, {}))


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------


def test_bad_bodies_are_refused():
    for arguments, message in [
        ({"mass": 0.0}, "mass must be greater than 0"),
        ({"shape": "ball"}, "must be a Ball, Capsule, Cuboid or ConvexHull"),
        ({"friction": sl.SurfaceFriction(0.1, 0.2, shape="elliptic")}, "must be isotropic"),
        ({"inertia": (1.0, 1.0, 3.0)}, "belongs to no body"),
        ({"stiffness": 0.0}, "stiffness must be greater than 0"),
        ({"mass": None}, "^FreeBody needs either mass or density, got none; write for example density=500$"),
        ({"density": 500.0}, "^FreeBody needs either mass or density, got mass=0.1 and density=500; write "),
        ({"mass": None, "density": -1.0}, "density must be greater than 0"),
        ({"mass": None, "density": 5e-324}, "density must give a positive finite mass .* got 4.94066e-324 kg/m"),
    ]:
        with pytest.raises(sl.SnakelabError, match=message):
            FreeBody(**({"shape": Ball(0.05), "mass": 0.1, "position": (0, 0, 0)} | arguments))
    for shape in (Ball, lambda radius: Capsule(radius, 0.0)):
        for radius in (0.0, 1e-200, 1e-7, 1e7, 1e200):
            with pytest.raises(sl.SnakelabError, match=r"radius must be at least 1e-06 and at most 1e\+06 m, got "):
                shape(radius)
    for size in (1e-7, 1e200):
        with pytest.raises(sl.SnakelabError, match=r"size must be numbers at least 1e-06 and at most 1e\+06 m, got "):
            Cuboid((size, 1.0, 1.0))
    with pytest.raises(sl.SnakelabError, match="size"):
        Cuboid((0.1, 0.0, 0.1))
    with pytest.raises(sl.SnakelabError, match="length must be at least 0"):
        Capsule(0.1, -0.1)


def test_bad_hulls_are_refused_in_one_line(tmp_path):
    corner = ((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1))
    (tmp_path / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "empty.obj").write_text("v 0 0 0\n")
    (tmp_path / "large.obj").write_text("v 0 0 0\nv 1e8 0 0\nv 0 1e8 0\nv 0 0 1e8\nf 1 2 3\nf 1 2 4\n")
    (tmp_path / "text.txt").write_text("")
    for arguments, message in [
        ({}, "requires points or a file, got neither"),
        ({"points": corner, "file": "stone.stl"}, "requires points or a file, got both"),
        ({"points": corner[:3]}, "must be at least 4 points, got 3"),
        ({"points": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]}, "must span a volume, got points 0 m apart"),
        ({"points": [*corner, (0, 0, math.nan)]}, "points 4 must be finite numbers in m"),
        ({"points": 3.0}, "must be a list of points"),
        (
            {"points": corner, "max_vertices": 3},
            "max_vertices must be a whole number of at least 4 and at most 64, got 3",
        ),
        (
            {"points": corner, "max_vertices": 65},
            "max_vertices must be a whole number of at least 4 and at most 64, got 65",
        ),
        ({"points": corner * 3000}, "ConvexHull points.*at most 10000"),
        ({"file": str(tmp_path / "none.stl")}, "there is no file .*none.stl"),
        ({"file": str(tmp_path / "text.txt")}, "must be a file that ends in .stl, .obj, .dae or .glb"),
        ({"file": str(tmp_path / "empty.obj")}, "must have triangles|cannot be read as a mesh"),
        ({"file": str(tmp_path / "flat.obj")}, "at least 4 points|must span a volume"),
        ({"file": str(tmp_path / "large.obj")}, "at most 1e\\+06 m, got .* change scale"),
    ]:
        with pytest.raises(sl.SnakelabError, match=message) as caught:
            ConvexHull(**arguments)
        assert "\n" not in str(caught.value)


def test_points_in_millimetres_have_a_scale_as_files_have():
    corners = np.array(list(itertools.product((0, 100), (0, 60), (0, 40))), dtype=float)
    hull = ConvexHull(corners, scale=(1e-3, 1e-3, 1e-3))
    np.testing.assert_allclose(hull.extents, (0.1, 0.06, 0.04), rtol=1e-12)
    np.testing.assert_allclose(hull.centre, (0.05, 0.03, 0.02), rtol=1e-12)
    with pytest.raises(sl.SnakelabError, match="ConvexHull scale must be factors other than 0, got"):
        ConvexHull(corners, scale=(0, 1, 1))


def test_the_hull_of_a_mesh_is_in_metres_about_its_centre(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.creation.box(
        (100, 60, 40), transform=np.array([[1, 0, 0, 10], [0, 1, 0, 20], [0, 0, 1, 30], [0, 0, 0, 1]])
    )
    mesh.update_faces(np.arange(len(mesh.faces)) > 1)  # an open mesh: its hull is closed
    for name in ("box.stl", "box.obj"):
        mesh.export(tmp_path / name)
        hull = ConvexHull(file=str(tmp_path / name), scale=(1e-3, 1e-3, 1e-3))
        np.testing.assert_allclose(hull.extents, (0.1, 0.06, 0.04), rtol=1e-6)
        np.testing.assert_allclose(hull.centre, (0.01, 0.02, 0.03), atol=1e-8)
        assert (len(hull.polyhedron.vertices), hull.deviation) == (8, 0.0)
    ball = trimesh.creation.icosphere(subdivisions=4, radius=0.05)
    ball.export(tmp_path / "ball.stl")
    hull = ConvexHull(file=str(tmp_path / "ball.stl"), max_vertices=48)
    assert len(hull.polyhedron.vertices) == 48
    assert 0 < hull.deviation < 0.005


def test_worlds_that_cannot_have_objects_are_refused():
    ball = FreeBody(Ball(0.05), 0.1, (0, 0, 0), name="ball")
    with pytest.raises(sl.SnakelabError, match=r"two objects of the World are named 'ball'"):
        sl.World(objects=[ball, ball])
    with pytest.raises(sl.SnakelabError, match=r"World objects support the media .* got GranularMedium"):
        sl.World([sl.worlds.GranularMedium(sl.worlds.loose_poppy_seed(), depth=0.1)], objects=[ball])
    with pytest.raises(sl.SnakelabError, match="World objects"):
        sl.World(objects=["ball"])
    assert [body.name for body in sl.World(objects=[FreeBody(Ball(0.05), 0.1, (0, 0, 0))]).objects] == ["object1"]


def test_objects_that_start_inside_something_are_refused():
    media = [sl.Gravity(), ground(0.3)]
    with pytest.raises(sl.SnakelabError, match=r"'object1' starts inside a surface: it is 0.03 m deep .*0, 0, 0.05\)"):
        simulated([FreeBody(Ball(0.05), 0.1, (0, 0, 0.02))], media)
    with pytest.raises(sl.SnakelabError, match=r"'object1' starts inside a surface: it is 0.04 m deep"):
        simulated([FreeBody(Cuboid((0.1, 0.1, 0.1)), 0.1, (0, 0, 0.01))], media)
    two = [FreeBody(Ball(0.05), 0.1, (0, 0, 1)), FreeBody(Cuboid((0.1, 0.1, 0.1)), 0.1, (0.05, 0, 1))]
    with pytest.raises(sl.SnakelabError, match=r"object 'object2' starts inside 'object1': they overlap by 0.05"):
        simulated(two, media)
    with pytest.raises(sl.SnakelabError, match=r"object 'object1' starts inside 'link1': they overlap by 0.0"):
        simulated([FreeBody(Ball(0.05), 0.1, (0.05, 0, 0.03))], position=(0, 0, 0))


def test_a_state_of_a_world_with_another_number_of_objects_resets_them_with_a_warning():
    balls = [FreeBody(Ball(0.05), 0.1, (x, 0, 1), velocity=(0, 0, 1)) for x in (0, 1, 2)]
    models = [sl.build_model(robot(), sl.World(objects=balls[:n])) for n in range(4)]
    run = sl.simulate(models[2], None, 0.1, state=sl.initial_state(models[2], position=FAR))
    for n in (1, 3):
        with pytest.warns(
            sl.SnakelabWarning, match=rf"the state has 2 free bodies and the world {n}: these start from"
        ):
            again = sl.simulate(models[n], None, 0.1, state=run)
        assert again["object_position"].values[0, 0].tolist() == [0, 0, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.simulate(models[2], None, 0.1, state=run)
        for n in (0, 3):  # without objects before or after, nothing else could be meant
            sl.simulate(models[n], None, 0.1, state=run if n == 0 else sl.initial_state(models[0], position=FAR))


def test_a_cuboid_of_a_quarter_of_the_density_of_water_floats_as_a_round_body():
    for size, draught in (((0.1, 0.1, 0.1), 0.0298), ((0.3, 0.3, 0.1), 0.0150)):
        body = FreeBody(Cuboid(size), 250 * math.prod(size), (2, 0, 0))
        _, data = simulated([body], [sl.Gravity(), sl.Fluid(density=1000.0, surface=0.0)], duration=10.0)
        assert 0.05 - data.object_position.values[-1, 0, 2] == pytest.approx(draught, abs=2e-4)


def test_what_does_not_support_objects_refuses_them():
    ball = FreeBody(Ball(0.05), 0.1, (0, 0, 1), name="ball")
    model = sl.build_model(robot(n=2), sl.World(objects=[ball]))
    state = sl.initial_state(model)
    for call in (
        lambda: sl.linearise(model, state),
        lambda: sl.inverse_dynamics(model, state, np.zeros(7)),
        lambda: sl.simulate(model, None, 0.1, integrator="rk4"),
        lambda: sl.simulate(model, None, 0.1, integrator="Radau"),
    ):
        with pytest.raises(sl.SnakelabError, match=r"without objects.* ball"):
            call()


def test_kinematics_and_the_mass_matrix_are_those_of_the_robot():
    ball = FreeBody(Ball(0.05), 0.1, (0, 0, 1))
    own = robot(n=3)
    models = [sl.build_model(own, sl.World(objects=objects)) for objects in ([], [ball])]
    states = [sl.initial_state(model, q=[0.2, -0.3]) for model in models]
    M, N = (sl.mass_matrix(*pair) for pair in zip(models, states, strict=True))
    np.testing.assert_array_equal(M, N)
    poses = [sl.forward_kinematics(*pair) for pair in zip(models, states, strict=True)]
    assert list(poses[0]) == list(poses[1])
    assert models[0].mass == models[1].mass


# ----------------------------------------------------------------------------------------------------------------------
# Cuboids on cuboids, and a robot that touches nothing
# ----------------------------------------------------------------------------------------------------------------------

CUBE = Cuboid((0.1, 0.1, 0.1))


@pytest.mark.few(5, others="slow")
@pytest.mark.parametrize("place", [(0, 0), (0.01, 0), (0.02, 0.015)])
@pytest.mark.parametrize("turn", [0.0, 0.3])
@pytest.mark.parametrize("size", [(0.1, 0.1, 0.1), (0.06, 0.12, 0.1), (0.3, 0.05, 0.1)])
def test_a_cuboid_rests_on_another(place, turn, size):
    lower = FreeBody(CUBE, 1.0, (0, 0, 0.0499))
    upper = FreeBody(Cuboid(size), 1.0, (*place, 0.1497), rotation=(0, 0, turn))
    _, data = simulated([lower, upper], [sl.Gravity(), sl.Contact()])
    np.testing.assert_allclose(data.object_position.values[-1, :, 2], [0.0498, 0.1496], atol=5e-4)
    np.testing.assert_allclose(data.object_position.values[-1, 1, :2], place, atol=2e-3)


@pytest.mark.few(5, others="slow")
@pytest.mark.parametrize("offset", [0, 0.001, 0.005, 0.02, 0.04])
@pytest.mark.parametrize("size", [(0.1, 0.1, 0.1), (0.1, 0.12, 0.06), (0.1, 0.08, 0.08)])
def test_cuboids_that_meet_head_on_bounce_by_their_stiffness_and_damping(offset, size):
    bodies = [
        FreeBody(CUBE, 1.0, (-0.3, offset, 0), velocity=(1, 0, 0), friction=None),
        FreeBody(Cuboid(size), 1.0, (0, 0, 0), friction=None),
    ]
    model, data = simulated(bodies, duration=0.6, step=5e-4)
    first, second = data.object_velocity.values[-1, :, 0]
    assert first + second == pytest.approx(1.0, abs=1e-12)
    # four points, or two at the nearer edge where the cubes then turn: restitution 0.37 to 0.52 at the points
    assert 0.2 < second - first < 0.75
    assert change(momenta(model, data, with_robot=False)[1]) < 1e-6


def test_cuboids_apart_along_an_edge_do_not_touch():
    """Two bars that cross at a distance are beside each other's faces, and 30 mm apart."""
    bars = [
        FreeBody(Cuboid((0.02, 0.3, 0.02)), 1.0, (0, 0, 0.058), rotation=(0, math.pi / 4, 0)),
        FreeBody(Cuboid((0.3, 0.02, 0.02)), 1.0, (0, 0, 0), rotation=(math.pi / 4, 0, 0)),
    ]
    _, data = simulated(bars, duration=0.1)
    assert not data.object_velocity.values.any()


def test_impacts_of_other_bodies_leave_a_distant_robot_at_rest():
    balls = [FreeBody(Ball(0.05), 10.0, (-0.5, 0, 0), velocity=(2, 0, 0)), FreeBody(Ball(0.05), 10.0, (0, 0.05, 0))]
    _, data = simulated(balls, duration=1.0, position=(2, 2, 0))
    assert data.object_contact_points.values.max() == 1
    assert not data.base_velocity.values.any()


@pytest.mark.parametrize(
    "media", [[sl.Gravity(), sl.Fluid()], [sl.ViscousFriction(1.0, 8.0)], []], ids=["water", "viscous", "free"]
)
def test_a_robot_moves_as_without_a_body_that_it_does_not_touch(media):
    link = sl.Link(0.1, 0.1, section=Cylinder(0.02), volume="neutral")
    snake = sl.Robot([*[link, sl.Revolute("z", sl.Servo(kp=8, kd=0.15))] * 3, link])
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=6, phase_lag=0.8)
    runs = []
    for objects in ([], [FreeBody(Ball(0.05), 0.52, (50, 50, 0))]):
        model = sl.build_model(snake, sl.World(media, objects=objects))
        runs.append(sl.simulate(model, gait, 0.5).dataset.com_position.values)
    np.testing.assert_allclose(runs[1], runs[0], rtol=0, atol=1e-13)


@pytest.mark.parametrize(("mass", "damping"), [(0.05, 0.0), (0.2, 20.0), (1.0, 20.0)])
def test_an_impact_that_the_step_does_not_resolve_is_warned_of_with_its_loss(mass, damping):
    ball = FreeBody(Ball(0.02), mass, (0.3, 0, 0), damping=damping, friction=None)
    model = sl.build_model(robot(mass=mass), sl.World(objects=[ball]))
    state = sl.initial_state(model, velocity=(1, 0, 0, 0, 0, 0))

    def retained(**settings):
        data = sl.simulate(model, None, 0.4, state=state, **settings).dataset
        return (data.object_velocity.values[-1, 0, 0] - data.base_velocity.values[-1, 0]) ** 2

    with pytest.warns(sl.SnakelabWarning, match="does not resolve the impact .* on 'object1'") as caught:
        actual = retained(integrator="plain")
    (text,) = [str(one.message) for one in caught if "does not resolve" in str(one.message)]  # and an error of the step
    kept, lawful = (float(part.split(" %")[0]) / 100 for part in re.findall(r"\d+ %", text))
    assert actual == pytest.approx(kept, abs=0.06)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for settings in ({}, {"tolerance": 1e-6}):  # the extrapolated step is divided
            assert retained(**settings) == pytest.approx(lawful, abs=0.01)


# ----------------------------------------------------------------------------------------------------------------------
# Impacts at the default step, which they divide
# ----------------------------------------------------------------------------------------------------------------------

BRICK = ConvexHull(list(itertools.product((-0.05, 0.05), (-0.04, 0.04), (-0.03, 0.03))))
PLATE = FreeBody(Cuboid((0.4, 0.4, 0.1)), 1.0, (0, 0, -0.05), friction=None)


@pytest.mark.few(6, others="slow")
@pytest.mark.parametrize("on", ["body", "link", "fixed link", "ground"])
@pytest.mark.parametrize("mass", [0.02, 0.2, 5.0])
@pytest.mark.parametrize("shape", [Ball(0.03), Cuboid((0.1, 0.08, 0.06)), BRICK], ids=["ball", "cuboid", "hull"])
def test_a_bounce_has_the_restitution_of_stiffness_and_damping_at_the_default_step(shape, mass, on):
    """A flat or central impact on a plate, the middle of a link along x, or the ground: one, two or four equal points."""
    stiffness, other = 2e4, {"body": 1.0, "link": 0.3}.get(on, math.inf)
    n = 1 if isinstance(shape, Ball) else (2 if "link" in on else 4)
    reduced = mass / (1 + mass / other)
    damping = 0.2 * math.sqrt(n * stiffness * reduced) / n
    numbers = {"stiffness": stiffness, "damping": damping}
    height = 0.0531 if "link" in on else 0.0331  # first touches within a step
    place = (0.05, 0, height) if "link" in on else (0, 0, height)
    body = FreeBody(shape, mass, place, velocity=(0, 0, -1.0), friction=None, **numbers)
    own = robot(mass=0.3, base="fixed" if on == "fixed link" else "floating")
    _, data = simulated(
        [body, replace(PLATE, **numbers)] if on == "body" else [body],
        [ground(None, **numbers)] if on == "ground" else [],
        duration=0.08,
        own=own,
        position=(0, 0, 0) if "link" in on else FAR,
    )
    velocity = data.object_velocity.values[-1, :, 2]
    away = {"body": lambda: velocity[1], "link": lambda: data.com_velocity.values[-1, 2]}.get(on, lambda: 0.0)()
    assert velocity[0] - away == pytest.approx(restitution(n * stiffness, n * damping, reduced), rel=0.005)
    if on in ("body", "link"):
        assert mass * velocity[0] + other * away == pytest.approx(-mass, abs=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_bodies_that_meet_askew_bounce_as_with_a_small_tolerance_and_keep_their_momenta(seed):
    rng = np.random.default_rng(seed)
    shapes = [Cuboid((0.1, 0.08, 0.06)), ConvexHull(rng.normal(size=(12, 3)) * 0.04), Capsule(0.02, 0.1)]
    bodies = [
        FreeBody(
            shape,
            float(rng.choice([0.02, 0.2, 2.0])),
            (*rng.uniform(-0.02, 0.02, 2), 0.25 * i),
            rotation=tuple(rng.normal(size=3)),
            velocity=(0, 0, -1.5 * i),
            angular_velocity=tuple(rng.normal(size=3)),
            friction=sl.SurfaceFriction(0.3),
            damping=1.0,
        )
        for i, shape in enumerate(shapes)
    ]
    model, data = simulated(bodies, duration=0.3, record_rate=200)
    _, fine = simulated(bodies, duration=0.3, record_rate=200, tolerance=1e-6)
    linear, angular = momenta(model, data, with_robot=False)
    assert change(linear) < 1e-12
    assert change(angular) < 1e-12
    energy, work = data.kinetic_energy.values, data.work.values.sum(axis=1)
    assert energy[-1] < 0.95 * energy[0]
    np.testing.assert_allclose(energy - energy[0], work, atol=2e-3 * energy[0])
    np.testing.assert_allclose(
        data.object_velocity.values[-1, :, :3], fine.object_velocity.values[-1, :, :3], atol=0.02
    )


@pytest.mark.parametrize("along", range(3))
def test_a_tumbling_bar_keeps_its_energy_in_impacts_whichever_of_its_axes_is_the_long_one(along):
    """The ends of a bar move faster than its centre: the step is divided where they touch the ground."""
    size, spin = np.full(3, 0.04), np.zeros(3)
    size[along], spin[0 if along == 1 else 1] = 0.4, 10.0
    bar = FreeBody(Cuboid(tuple(size)), 0.5, (0, 0, 0.35), velocity=(0, 0, -0.5), angular_velocity=tuple(spin))
    _, data = simulated([bar], [sl.Gravity(), ground(None, damping=0.0)], duration=1.0)
    energy = (data.kinetic_energy + data.gravity_energy).values
    force = np.linalg.norm(data.object_force.values[:, 0], axis=1)
    assert (force[1:] > force[:-1]).sum() >= 3  # impacts
    assert energy[force == 0.0] == pytest.approx(energy[0], abs=0.003 * data.kinetic_energy.values[0])


def test_steps_are_divided_at_impacts_only():
    """A pushed box and a stack at rest take as many steps as fit between the records, and a bounce few more."""
    stack = [FreeBody(CUBE, 1.0, (0, 0, 0.0498 + 0.0998 * i), rotation=(0, 0, 0.1 * i)) for i in range(3)]
    model = sl.build_model(robot(), sl.World([sl.Gravity(), sl.Contact()], objects=stack))
    settled = sl.simulate(model, None, 1.0, state=sl.initial_state(model, position=FAR))
    assert sl.simulate(model, None, 1.0, state=settled).dataset.attrs["steps"] == 500
    ball = FreeBody(Ball(0.03), 0.05, (0, 0, 0.1), velocity=(0, 0, -1.0))
    _, data = simulated([ball, PLATE], duration=1.0)
    assert 520 < data.attrs["steps"] < 700


@pytest.mark.parametrize("offset", [(0, 0), (0, 0.001), (0.004, 0.007)])
@pytest.mark.parametrize("size", [(0.1, 0.08, 0.06), (0.2, 0.18, 0.06)], ids=["equal", "larger"])
def test_cuboids_that_meet_flat_have_each_corner_of_the_overlap_once(size, offset):
    """With borders that coincide, and as the faces tilt; on the middle of the corners, restitution is that of four points."""
    damping = 2 * math.sqrt(5.0)
    bodies = [
        FreeBody(
            Cuboid((0.1, 0.08, 0.06)), 1.0, (*offset, 0.0701), velocity=(0, 0, -1), damping=damping, friction=None
        ),
        FreeBody(Cuboid(size), 1.0, (0, 0, 0), damping=damping, friction=None),
    ]
    bounced = []
    for step in (2e-3, 1e-4):
        _, data = simulated(bodies, duration=0.04, record_rate=1000, step=step)
        assert data.object_contact_points.values.max() == 4
        bounced.append(data.object_velocity.values[-1, 0, 2] - data.object_velocity.values[-1, 1, 2])
    assert bounced[0] == pytest.approx(bounced[1], abs=0.002)
    if offset[0] == 0:
        assert bounced[0] == pytest.approx(restitution(4 * 2e4, 4 * damping, 0.5), rel=0.005)
