"""Height fields and upright walls on MuJoCo: every skin point stands on a plane at our own gap, normal and place."""

import numpy as np
import pytest

from optional_packages import mujoco
from snakelab.geometry.cross_sections import Cylinder
from snakelab.geometry.planar_solids import Post
from snakelab.geometry.surfaces import Extruded, HeightField, Plane, signed_distance
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.compiled_model import CompiledModel
from snakelab.plugins.mujoco.engine.contact_parameters import UNEVEN_STEP_RATIO, longest_step
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.engine.step_stages import Planes
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.robots.link import Link, Skin
from snakelab.robots.robot import Robot
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.2, mass=1.0, section=Cylinder(0.03))
LEVEL = HeightField(np.zeros((9, 9)), spacing=0.1, origin=(-0.3, -0.4))


def model_on(surface, rings=2, friction=None):
    contact = Contact(surface, stiffness=4e3, damping=60.0, friction=friction or SurfaceFriction(0.5))
    return build_model(Robot([LINK], skin=Skin(rings_per_link=rings)), World([Gravity(), contact]))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "place", [(0.0, 0.0), *(pytest.param(at, marks=pytest.mark.slow) for at in ((0.03, 0.0), (0.02, 0.04)))]
)
def test_a_body_rests_as_deep_on_a_corner_of_four_squares_as_on_a_plane(place):
    model = model_on(LEVEL)
    state = initial_state(model, position=(*place, 0.029))
    run = simulate(model, None, 0.6, state=state, engine=MujocoEngine(step=1e-3))
    sunk = 0.03 - run["com_position"].values[-1, 2]
    assert sunk == pytest.approx(9.80665 / 8e3, rel=2e-3)
    assert run["skin_load"].values[-1] == pytest.approx([9.80665 / 2] * 2, rel=2e-3)


@pytest.mark.thorough
def test_friction_over_a_height_field_is_that_on_a_plane():
    slope = Gravity((2.0, 0.0, -9.8))  # under a limit of 4.9
    ways = []
    for surface in (LEVEL, Plane()):
        contact = Contact(surface, stiffness=4e3, damping=60.0, friction=SurfaceFriction(0.5, eps=0.02))
        model = build_model(Robot([LINK]), World([slope, contact]))
        state = initial_state(model, position=(-0.15, 0, 0.0288))
        run = simulate(model, None, 0.5, state=state, engine=MujocoEngine(step=1e-3))
        ways.append(run["com_velocity"].values[-1, 0])
    assert ways[0] == pytest.approx(ways[1], rel=0.02)


def test_over_uneven_ground_each_ring_is_separate_and_the_step_is_shorter():
    uneven, even = model_on(LEVEL, rings=4), model_on(Plane(), rings=4)
    assert longest_step(uneven) == pytest.approx(UNEVEN_STEP_RATIO * longest_step(even))
    kinds = [load_mujoco(to_mjcf(model, world=True, visual=False)).geom_type.tolist() for model in (uneven, even)]
    assert [(kind.count(2), kind.count(3)) for kind in kinds] == [(4, 0), (2, 1)]  # spheres and capsules


@pytest.mark.slow
def test_a_short_snake_falls_on_stones_and_is_not_thrown():
    short = "robot={snake_iii: {joints: 8, rings_per_link: 4}}"
    scenario = load_scenario("snakesys_field_arl3", (short, "duration=1.3"))
    run = run_scenario(scenario, engine=MujocoEngine(step=8e-3))
    assert run.finished
    assert run["link_position"].values[:, :, 2].max() < 0.2


ROUGH = HeightField(0.01 * np.random.default_rng(3).standard_normal((15, 15)), spacing=0.06, origin=(-0.4, -0.4))
SLOPE = Gravity((2.0, 1.5, -9.2))


def test_every_contact_has_our_gap_normal_and_place():
    model = model_on(ROUGH, rings=4)
    state = initial_state(model, position=(0, 0, 0.025), quaternion=(np.cos(0.1), np.sin(0.1), 0.02, 0.0))
    instance = CompiledModel(model, 1e-3, "implicitfast", state)
    instance.set_state(state)
    planes = Planes(instance)
    planes.place(instance.row(state, state.z), 1e-3)
    mujoco.mj_step1(instance.m, instance.d)
    assert instance.d.ncon >= 2
    for contact in instance.d.contact:
        normal = contact.frame[:3]
        gap, ours = signed_distance(ROUGH, contact.pos + contact.dist / 2 * normal)
        assert contact.dist == pytest.approx(gap, abs=1e-12)
        np.testing.assert_allclose(normal, ours, atol=1e-12)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("surface", "friction", "apart"),
    [
        pytest.param(ROUGH, SurfaceFriction(0.2, eps=5e-3), 1e-3, marks=pytest.mark.slow),
        (ROUGH, SurfaceFriction(0.1, mu_normal=0.6, shape="elliptic", eps=5e-3), 1e-3),
        (Extruded([Post((0.3, 0.02), 0.1)], (-1, -1), (1, 1)), SurfaceFriction(0.3, eps=5e-3), 1e-3),
    ],
    ids=["isotropic", "along and across", "a post"],
)
def test_a_body_goes_the_way_that_it_goes_in_our_engine(surface, friction, apart):
    contact = Contact(surface, stiffness=4e3, damping=60.0, friction=friction)
    floor = Contact(stiffness=4e3, damping=60.0, friction=SurfaceFriction(0.1), name="floor")
    media = [contact, floor] if isinstance(surface, Extruded) else [contact]
    model = build_model(Robot([LINK], skin=Skin(rings_per_link=4)), World([SLOPE, *media]))
    state = initial_state(model, position=(-0.1, 0, 0.035))
    ours = simulate(model, None, 0.4, step=2e-4, state=state)["com_position"].values
    theirs = simulate(model, None, 0.4, state=state, engine=MujocoEngine(step=2e-4))["com_position"].values
    assert np.linalg.norm(ours[-1] - ours[0]) > 0.03
    np.testing.assert_allclose(theirs, ours, atol=apart)


@pytest.mark.thorough
def test_beyond_the_edges_the_ground_goes_on_level():
    model = model_on(LEVEL)
    state = initial_state(model, position=(3.0, 0, 0.03))
    run = simulate(model, None, 0.4, state=state, engine=MujocoEngine(step=1e-3))
    assert run["com_position"].values[-1, 2] == pytest.approx(0.03 - 9.80665 / 8e3, rel=2e-3)
