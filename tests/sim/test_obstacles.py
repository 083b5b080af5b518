"""Posts and blocks are placed and moved during a run, stop the robot, and are repeated bit for bit."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.scenarios.document import Document
from snakelab.scenarios.scenario import scenario_of
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
