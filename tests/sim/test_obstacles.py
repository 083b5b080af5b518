"""Posts and blocks are placed and moved during a run, stop the robot, and are repeated bit for bit."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.scenarios.scenario import scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.interventions import plain_events


@pytest.fixture(scope="module")
def model():
    box = sl.Robot([sl.Link(0.2, 0.5, section=sl.Cylinder(0.03))])
    return sl.build_model(box, sl.World([sl.Gravity(), sl.Contact()]))


def started(model, **settings):
    """A link that rests on the ground and slides along x."""
    state = sl.initial_state(model, position=(0.0, 0.0, 0.03), velocity=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    return sl.Simulation(model, state=state, **settings)


def post(x, y=0.0, name="post"):
    return sl.Contact(sl.Pole(0.05, (x, y, 0.0)), friction=None, name=name)


def test_a_post_stops_what_slides_into_it(model):
    free, stopped = started(model), started(model)
    stopped.place_obstacle(post(0.3))
    stopped.place_obstacle(post(0.0, 1.0, name="far"))
    free.advance(0.5)
    stopped.advance(0.5)
    assert free["com_position"][0] > stopped["com_position"][0] + 0.02
    assert float(stopped["com_position"][0]) < 0.3 - 0.05 - 0.1 + 0.01
    assert stopped.recording()["post_force"].shape[0] == 51


def test_an_obstacle_is_moved_by_its_name_and_a_push_before_it_is_kept(model):
    simulation = started(model)
    simulation.push("link1", force=(0.0, 0.1, 0.0), duration=0.05)
    simulation.advance(0.05)
    for x in (0.6, 0.5, 0.4):
        simulation.place_obstacle(post(x))
        simulation.advance(0.02)
    posts = [medium for medium in simulation.model.world.media if getattr(medium, "name", "") == "post"]
    assert len(posts) == 1 and posts[0].surface.point == (0.4, 0.0, 0.0)
    simulation.push("link1", force=(0.0, 0.1, 0.0), duration=0.05)
    simulation.advance(0.02)


def test_a_scenario_with_the_events_repeats_the_run_bit_for_bit(model):
    simulation = started(model)
    simulation.advance(0.05)
    simulation.place_obstacle(post(0.5))
    simulation.advance(0.05)
    simulation.place_obstacle(post(0.32))
    simulation.advance(0.3)
    assert float(simulation["com_position"][0]) < 0.18
    data = {
        "name": "slides",
        "duration": simulation.time,
        "robot": {"parts": [{"link": {"length": 0.2, "mass": 0.5, "section": {"cylinder": {"radius": 0.03}}}}]},
        "world": {"media": ["gravity", "contact"]},
        "initial": {"position": [0.0, 0.0, 0.03], "velocity": [1.0, 0, 0, 0, 0, 0]},
        "events": plain_events(simulation.events),
    }
    again = sl.run_scenario(scenario_of(Document("slides", data, {})))
    for name in ("link_position", "post_force", "skin_load"):
        assert np.array_equal(again[name].values, simulation.recording()[name].values), name


def test_a_block_is_moved_where_the_world_had_one(model):
    block = sl.Contact(sl.Block((0.1, 0.1, 0.1), (0.0, 5.0, 0.0)), friction=None, name="block")
    edged = sl.build_model(model.robot, sl.World([*model.world.media, block]))
    simulation = started(edged)
    simulation.place_obstacle(sl.Contact(sl.Block((0.1, 0.1, 0.1), (0.3, 0.0, 0.0)), friction=None, name="block"))
    simulation.place_obstacle(sl.Contact(sl.Block((0.2, 0.1, 0.1), (3.0, 0.0, 0.0)), name="second"))
    simulation.advance(0.5)
    assert float(simulation["com_position"][0]) < 0.3 - 0.05 - 0.1 + 0.01


def test_what_cannot_be_placed_says_why(model):
    simulation = started(model)
    with pytest.raises(SimulationError, match="inside the robot"):
        simulation.place_obstacle(post(0.1))
    with pytest.raises(SimulationError, match="inside the robot"):
        simulation.place_obstacle(post(-0.02))
    with pytest.raises(SimulationError, match="has edges"):
        simulation.place_obstacle(sl.Contact(sl.Block((0.1, 0.1, 0.1), (0.0, 1.0, 0.0)), name="block"))
    with pytest.raises(SimulationError, match="cannot become a Pole"):
        simulation.place_obstacle(post(1.0, name="contact"))
    with pytest.raises(SimulationError, match="Pole or a Block"):
        sl.sim.PlaceObstacle(sl.Contact())
    scenario = sl.load_scenario("planar_viscous")
    with pytest.raises(SimulationError, match="no skin"):
        sl.start_scenario(scenario).place_obstacle(post(1.0))


def test_variables_are_read_right_after_an_intervention_that_adds_a_medium(model):
    simulation = started(model)
    simulation.advance(0.1)
    before = simulation["com_position"].copy()
    snapshot = simulation.snapshot()
    simulation.push("link1", force=(1e12, 0.0, 0.0), duration=0.1)
    simulation.advance(0.1)
    assert str(simulation.status).startswith("diverged") and simulation["com_position"].shape == (3,)
    simulation.restore(snapshot)
    assert np.array_equal(simulation["com_position"], before)


# ----------------------------------------------------------------------------------------------------------------------
# Changes in a world with free bodies, or of a robot with couplings, whose laws follow those of media
# ----------------------------------------------------------------------------------------------------------------------

EVENTS = [sl.Push("link1", force=(0.0, 1.0, 0.0), at=0.1), sl.sim.PlaceObstacle(post(0.0, 1.0), at=0.15)]


@pytest.mark.parametrize("events", [EVENTS[:1], EVENTS[1:], EVENTS])
def test_a_free_body_keeps_its_motion_when_a_medium_is_added(events):
    cube = sl.worlds.Cuboid((0.1, 0.1, 0.1))
    body = sl.worlds.FreeBody(cube, 0.5, (1.0, 0.0, 0.05), velocity=(1.0, 0.0, 0.0), name="box")
    box = sl.Robot([sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))])
    model = sl.build_model(box, sl.World([sl.Gravity(), sl.Contact()], objects=[body]))
    state = sl.initial_state(model, position=(0.0, 0.0, 0.02))
    alone = sl.simulate(model, None, 0.2, state=state).dataset
    changed = sl.simulate(model, None, 0.2, state=state, events=events).dataset
    assert float(alone.object_position[-1, 0, 0]) > 1.05
    for name in ("object_position", "object_quaternion", "object_velocity"):
        np.testing.assert_allclose(changed[name].values, alone[name].values, atol=1e-9)
    if EVENTS[0] in events:
        assert float(changed.base_position[-1, 1]) > 0.01
        # the work of the push is not that of another law
        terms = list(changed.term.values)
        moved = changed.kinetic_energy.values[-1] - alone.kinetic_energy.values[-1]
        assert changed.work.values[-1, terms.index("push")] == pytest.approx(moved, rel=0.2)
    assert not changed.work.sel(term="object_contact").values.any()
    for term in alone.term.values:
        before = slice(None, 10)
        np.testing.assert_array_equal(changed.work.sel(term=term)[before], alone.work.sel(term=term)[before])


def test_a_robot_that_pushes_a_free_body_keeps_its_work_when_it_is_pushed():
    ball = sl.worlds.FreeBody(sl.worlds.Ball(0.03), 0.1, (0.18, 0.0, 0.0), name="ball")
    box = sl.Robot([sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))])
    model = sl.build_model(box, sl.World(objects=[ball]))
    state = sl.initial_state(model, velocity=(0.5, 0, 0, 0, 0, 0))
    simulation = sl.Simulation(model, state=state)
    simulation.advance(0.2)
    simulation.push("link1", force=(0.0, 0.1, 0.0), duration=0.05)
    simulation.advance(0.2)
    work = simulation.recording().dataset.work.sel(term="object_contact").values
    assert work[-1] < -1e-4
    np.testing.assert_array_equal(work[20:], work[20])


def test_a_robot_with_a_gear_is_pushed():
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    parts = [link, sl.Revolute("z"), link, sl.Revolute("z", actuator=sl.Passive()), link]
    geared = sl.Robot(parts, gears=[sl.robots.Gear("joint2", "joint1", ratio=1.0)])
    model = sl.build_model(geared, sl.World([sl.Gravity(), sl.Contact()]))
    state = sl.initial_state(model, position=(0.0, 0.0, 0.02))
    run = sl.simulate(model, None, 0.2, state=state, events=EVENTS).dataset
    assert list(run.term.values)[-4:] == ["push", "post", "post_friction", "coupling"]
    assert float(run.base_position[-1, 1]) > 0.001


def test_an_obstacle_inside_a_free_body_is_refused_where_the_body_is_now():
    ball = sl.worlds.FreeBody(sl.worlds.Ball(0.05), 0.5, (1.0, 0.0, 0.05), velocity=(2.0, 0.0, 0.0), name="ball")
    box = sl.worlds.FreeBody(sl.worlds.Cuboid((0.1, 0.1, 0.1)), 0.5, (0.5, 0.0, 0.05), name="box")
    own = sl.Robot([sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))])
    model = sl.build_model(own, sl.World([sl.Gravity(), sl.Contact()], objects=[ball, box]))
    simulation = sl.Simulation(model, state=sl.initial_state(model, position=(0.0, 0.0, 0.02)))
    simulation.advance(0.2)
    x = float(simulation["object_position"][0, 0])
    assert x > 1.3
    for place, name in ((x, "ball"), (x + 0.06, "ball"), (0.5, "box")):
        with pytest.raises(SimulationError, match=f"would be inside the free body '{name}'; place it farther away"):
            simulation.place_obstacle(post(place))
    simulation.place_obstacle(post(1.0))
    simulation.advance(0.02)
    np.testing.assert_allclose(simulation["object_velocity"][0, 1], 0.0, atol=1e-6)


@pytest.mark.parametrize("placed", ["pole", "block"])
def test_an_obstacle_that_is_placed_touches_bodies_as_one_from_the_start(placed):
    """A plank falls across a thick pole, by its edges, and a plate on a block, whose corners are under its face."""
    link = sl.Robot([sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))])
    if placed == "pole":
        obstacle, shape = sl.Pole(0.3, (0.0, 0.0, -0.3), axis=(0, 1, 0)), sl.worlds.Cuboid((0.3, 0.04, 0.02))
    else:
        obstacle, shape = sl.Block((0.1, 0.1, 0.1), (0.0, 0.0, -0.05)), sl.worlds.Cuboid((0.4, 0.4, 0.02))
    friction = sl.SurfaceFriction(0.5)
    contact = sl.Contact(obstacle, friction=friction, name="obstacle")
    ground = [sl.Gravity(), sl.Contact(sl.Plane(point=(0, 0, -5)))]
    if placed == "block":  # a robot touches blocks that are placed where the world has edges from the start
        ground.append(sl.Contact(sl.Block((0.1, 0.1, 0.1), (50, 0, 0)), name="other"))
    plank = sl.worlds.FreeBody(shape, 0.3, (0.0, 0.0, 0.03), name="plank")
    ends = []
    for media, events in (([*ground, contact], []), (ground, [sl.sim.PlaceObstacle(contact, at=0.01)])):
        model = sl.build_model(link, sl.World(media, objects=[plank]))
        state = sl.initial_state(model, position=(9.0, 0.0, -4.98))
        run = sl.simulate(model, None, 0.5, state=state, events=events).dataset
        ends.append(run.object_position.values[-1, 0])
    assert ends[0][2] > 0.009
    np.testing.assert_allclose(ends[1], ends[0], atol=1e-6)
