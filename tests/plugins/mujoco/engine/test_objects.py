"""Free bodies of a world in MuJoCo as the engine, against the built-in engine, conservation laws and closed forms."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.mujoco import MujocoEngine
from snakelab.worlds import Ball, Capsule, ConvexHull, Cuboid, FreeBody

FAR = (0.0, 0.0, 50.0)  # of a robot that touches nothing
LINK = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
G = sl.Gravity()


def chain(n=1, actuator=None):
    return sl.Robot([LINK] + (n - 1) * [sl.Revolute("z", actuator or sl.Passive()), LINK])


def ground(mu=0.4, surface=None):
    return sl.Contact(*([] if surface is None else [surface]), friction=sl.SurfaceFriction(mu))


def both(objects, media=(), duration=0.3, robot=None, position=FAR, step=5e-4):
    """Runs by the built-in engine and by MuJoCo."""
    model = sl.build_model(robot or chain(), sl.World(media, objects=objects))
    state = sl.initial_state(model, position=position)
    own = sl.simulate(model, None, duration, state=state, step=2e-4)
    return model, own.dataset, sl.simulate(model, None, duration, state=state, engine=MujocoEngine(step=step)).dataset


# A slanted prism, whose axes are not principal ones.
PRISM = ConvexHull([(0.05 * x + 0.1 * z, 0.04 * y, z) for x in (-1, 1) for y in (-1, 0.5, 1) for z in (0.0, 0.05)])
PRISM_BOTTOM = float(PRISM.polyhedron.vertices[:, 2].min())
MOVING = {
    "a ball rolls": (FreeBody(Ball(0.05), 0.2, (0, 0, 0.05), velocity=(1.0, 0, 0)), ground(), 1e-3),
    "a capsule rolls": (
        FreeBody(Capsule(0.03, 0.1), 0.2, (0, 0, 0.03), rotation=(0, 0, np.pi / 2), velocity=(0.5, 0, 0)),
        ground(),
        1e-3,
    ),
    "a box slides and turns": (
        FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.5, (0, 0, 0.03), velocity=(1.0, 0.5, 0), angular_velocity=(0, 0, 3.0)),
        ground(0.3),
        1e-3,
    ),
    "a box falls on an edge": (
        FreeBody(Cuboid((0.1, 0.2, 0.06)), 0.5, (0, 0, 0.1), rotation=(0.3, 0.2, 0)),
        ground(0.3),
        2e-3,
    ),
    "a rough box slides": (
        FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.5, (0, 0, 0.03), velocity=(1.0, 0, 0), friction_factor=2.0),
        ground(0.2),
        1e-3,
    ),
    "a prism slides and turns": (
        FreeBody(PRISM, 0.5, (0, 0, -PRISM_BOTTOM), velocity=(1.0, 0.5, 0), angular_velocity=(0, 0, 3.0)),
        ground(0.3),
        2e-3,
    ),
    "a plank on a narrow block": (
        FreeBody(Cuboid((0.3, 0.04, 0.02)), 0.3, (0.01, 0, 0.01), velocity=(0.3, 0, 0)),
        ground(0.3, sl.geometry.Block((0.1, 0.2, 0.1), (0, 0, -0.05))),
        2e-3,
    ),
    "a box on a pole": (
        FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.5, (0.0, 0.0, 0.13), velocity=(0.4, 0.0, 0)),
        ground(0.3, sl.geometry.Pole(0.1, (0, 0, 0), (0, 1, 0))),
        2e-3,
    ),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", MOVING)
def test_a_free_body_moves_on_a_surface_as_in_the_built_in_engine(name):
    body, surface, tolerance = MOVING[name]
    _, own, other = both([body], [G, surface])
    assert set(own) == set(other)
    assert np.linalg.norm(np.ptp(own.object_position.values[:, 0], axis=0)) > 0.01
    np.testing.assert_allclose(other.object_position.values, own.object_position.values, atol=tolerance)


def test_friction_of_a_sliding_box_is_mu_g():
    body = FreeBody(Cuboid((0.2, 0.2, 0.05)), 0.5, (0, 0, 0.025), velocity=(1.0, 0, 0))
    _, _, data = both([body], [G, ground(0.3)])
    speed = data.object_velocity.values[:, 0, 0]
    assert (speed[10] - speed[-1]) / (data.time.values[-1] - data.time.values[10]) == pytest.approx(
        0.3 * 9.81, rel=0.01
    )


def test_a_stack_stays_where_it_is():
    objects = [
        FreeBody(Cuboid((0.2, 0.2, 0.06)), 0.5, (0, 0, 0.03)),
        FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.2, (0.02, 0.01, 0.09), stiffness=1e4),
        FreeBody(Ball(0.03), 0.1, (0.02, 0.01, 0.15)),
    ]
    _, own, other = both(objects, [G, ground(0.3)])
    np.testing.assert_allclose(other.object_position.values, own.object_position.values, atol=1e-4)
    assert other.object_contact_points.values[-1] >= 4


def test_a_hull_lies_on_a_box_on_the_ground():
    objects = [
        FreeBody(Cuboid((0.2, 0.2, 0.06)), 0.5, (0, 0, 0.03)),
        FreeBody(PRISM, 0.2, (0.02, 0.01, 0.06 - PRISM_BOTTOM), (0, 0, 0.3)),
    ]
    _, own, other = both(objects, [G, ground(0.3)])
    np.testing.assert_allclose(other.object_position.values, own.object_position.values, atol=1e-4)
    assert other.object_contact_points.values[-1] >= 3


def test_a_ball_that_hits_a_chain_in_free_space_conserves_momentum():
    ball = FreeBody(Ball(0.03), 0.2, (0.05, 0.01, 0.1), velocity=(0.1, 0, -1.0), angular_velocity=(3, -7, 5))
    model, own, data = both([ball], duration=0.2, robot=chain(3), position=(0, 0, 0), step=1e-4)
    assert np.linalg.norm(data.com_velocity.values[-1]) > 0.1
    linear = model.mass * data.com_velocity.values + 0.2 * data.object_velocity.values[:, 0, :3]
    assert np.abs(linear - linear[0]).max() < 3e-4  # of 0.2 N s; the step is of first order
    np.testing.assert_allclose(data.object_velocity.values[-1, 0, :3], own.object_velocity.values[-1, 0, :3], atol=0.02)


@pytest.mark.slow
def test_a_snake_pushes_a_box_as_far_as_with_the_built_in_engine():
    scenario = sl.load_scenario("box_pushing")
    model = sl.build_model(scenario.robot, scenario.world)
    state = sl.initial_state(model, **scenario.initial)
    own, other = (
        sl.simulate(model, scenario.controller, 1.4, state=state, engine=engine)
        for engine in (None, MujocoEngine(1e-3))
    )
    way = own["object_position"].values[:, 0] - own["object_position"].values[0, 0]
    assert np.linalg.norm(way[-1]) > 0.03
    np.testing.assert_allclose(other["object_position"].values, own["object_position"].values, atol=2e-3)
    np.testing.assert_allclose(other["head_position"].values, own["head_position"].values, atol=2e-3)
    spent = other["work"].sel(term=["object_contact", "object_contact_friction"]).values[-1].sum()
    assert spent == pytest.approx(
        own["work"].sel(term=["object_contact", "object_contact_friction"]).values[-1].sum(), rel=0.1
    )


def test_the_works_of_all_terms_are_the_change_of_energy():
    body = FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.5, (0, 0, 0.03), velocity=(1.0, 0.5, 0))
    _, _, data = both([body], [G, ground(0.3)])
    energy = data.kinetic_energy + data.gravity_energy
    outside = data.work.sel(term=[t for t in data.term.values if t not in ("gravity", "spring")]).sum("term")
    assert float(-outside[-1]) > 0.2
    np.testing.assert_allclose(outside, energy - energy[0], atol=0.01 * float(-outside[-1]))


def test_a_run_in_two_calls_is_that_in_one():
    ball = FreeBody(Ball(0.03), 0.1, (0.2, 0.055, 0.03), velocity=(0, -0.5, 0))
    model = sl.build_model(chain(4, sl.Servo(5.0, 0.1)), sl.World([G, ground()], objects=[ball]))
    engine, state = MujocoEngine(5e-4), sl.initial_state(model, position=(0, 0, 0.02))
    gait = sl.gaits.SteadyGait([0.0] * 3)
    whole = sl.simulate(model, gait, 0.1, state=state, engine=engine)
    half = sl.simulate(model, gait, 0.05, state=state, engine=engine)
    rest = sl.simulate(model, gait, 0.05, state=half, engine=engine)
    np.testing.assert_array_equal(rest.state.row(), whole.state.row())
    assert whole["object_contact_points"].values.max() >= 1


def test_what_mujoco_cannot_do_beside_free_bodies_is_refused_in_one_line():
    ball = FreeBody(Ball(0.03), 0.1, (0.2, 0.2, 0.03))
    for medium, words in (
        (sl.worlds.SelfContact(), "SelfContact"),
        (sl.Fluid(), "Fluid"),
        (sl.LinkFriction(0.1), "LinkFriction together with a Contact"),
    ):
        model = sl.build_model(chain(2), sl.World([G, ground(), medium], objects=[ball]))
        state = sl.initial_state(model, position=(0, 0, 0.02))
        with pytest.raises(SimulationError, match=f"does not support .*{words}") as caught:
            sl.simulate(model, None, 0.01, state=state, engine=MujocoEngine())
        assert "\n" not in str(caught.value)
