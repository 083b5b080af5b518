"""Goal, waypoints, posts and blocks are placed, moved and removed during a live run."""

from dataclasses import replace

import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.interaction import allows_bodies, with_spare_bodies
from snakelab.plugins.studio.live.session import Session

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")


@pytest.fixture(scope="module")
def creeping(tmp_path_factory):
    made = Session(sl.load_scenario("snakesys_creeping"), tmp_path_factory.mktemp("studio"))
    yield made
    made.close()


def near(session, away=0.5):
    x, y, _ = session.simulation["com_position"]
    return [float(x), float(y) + away, 0.0]


def test_a_post_is_placed_moved_and_removed(creeping):
    session = creeping
    session.edits.place("post", near(session))
    placed = session.state()["obstacles"]
    assert [one["name"] for one in placed] == ["post_1"] and placed[0]["centre"] == pytest.approx(
        near(session), abs=0.01
    )
    session.edits.move("post_1", near(session, 0.7))
    assert session.state()["obstacles"][0]["centre"][1] == pytest.approx(near(session, 0.7)[1], abs=0.01)
    session.pace.playing = True
    session.edits.move("post_1", near(session, 2.0))
    session.tick()
    moved = session.state()["obstacles"][0]["centre"][1]
    assert near(session, 0.7)[1] < moved < near(session, 0.8)[1]
    session.pace.playing = False
    with pytest.raises(SimulationError, match="inside the robot"):
        session.edits.move("post_1", near(session, 0.0))
    session.edits.remove("post_1")
    assert session.state()["obstacles"] == []
    session.edits.place("post", near(session))
    assert session.state()["obstacles"][0]["name"] == "post_1"
    listed = session.state()["events"]
    assert len([event for event in listed if "obstacle" in event]) == 1
    with pytest.raises(SimulationError, match="no obstacle"):
        session.edits.remove("post_9")


def test_blocks_need_a_new_start(creeping):
    session = creeping
    with pytest.raises(SimulationError, match="has edges"):
        session.edits.place("block", near(session, 1.0))
    session.restart_with_blocks()
    assert session.simulation.time == 0.0 and session.state()["obstacles"] == []
    session.edits.place("block", near(session, 1.0))
    session.edits.place("block", near(session, 2.0))
    assert [one["name"] for one in session.state()["obstacles"]] == ["block_1", "block_2"]
    assert "block_1" in session.text("yaml")


def test_waypoints_are_added_or_begun_again(tmp_path):
    session = Session(sl.load_scenario("pilot_waypoints"), tmp_path)
    session.run.advance(5)
    session.edits.aim("waypoint", [1.0, 2.0, 0.0], False)
    assert len(session.state()["aims"]["waypoints"]) == 5 and session.state()["aims"]["waypoints"][-1] == [
        1.0,
        2.0,
        -1.5,
    ]
    session.edits.aim("waypoint", [1.0, 2.0, 0.0], True)
    assert session.state()["aims"]["waypoints"] == [[1.0, 2.0, -1.5]]
    with pytest.raises(SimulationError, match="no goal"):
        session.edits.aim("goal", [0.0, 0.0, 0.0], False)
    session.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["pipe_step_in", "pipe_bend_entered", "orthogonal_goal_estimated"])
def test_the_goal_of_a_planner_is_shown_with_or_without_waypoints(name, tmp_path):
    session = Session(sl.load_scenario(name), tmp_path)
    try:
        aims = session.state()["aims"]
        assert len(aims["goal"]) == 1 and all(len(point) == 3 for points in aims.values() for point in points)
        assert ("waypoints" in aims) == (name == "pipe_bend_entered")
    finally:
        session.close()


@pytest.fixture(scope="module")
def boxes(tmp_path_factory):
    made = Session(sl.load_scenario("box_pushing"), tmp_path_factory.mktemp("studio"))
    yield made
    made.close()


def where(session, name):
    return session.simulation["object_position"][list(session.simulation.model.object_names).index(name)]


def test_a_free_body_is_pulled_to_the_pointer_and_only_as_long_as_it_is_held(boxes):
    session = boxes
    session.run.pulling.timeout = 600.0  # seconds of a clock, which a loaded machine may take for these periods
    session.edits.drag("box", [1.2, 0.3, 0.5])
    for _ in range(20):
        session.run.pulling.apply(session.simulation, 1)
        session.run.advance(1)
    pulled = where(session, "box")
    assert pulled[0] > 1.0 and pulled[2] > 0.05
    # the largest force is five weights of the body, not of the robot
    push = session.simulation.events[-1].event
    assert push.part == "box" and push.max_force == pytest.approx(5 * 0.1 * 9.81)
    session.run.pulling.end()
    events = session.state()["events"]
    assert len(events) == 1 and events[0]["push"]["part"] == "box"  # of one pull the last
    assert "part: box" in session.text("yaml")
    with pytest.raises(SimulationError, match="no part 'crate', and the world no such free body"):
        session.edits.drag("crate", [0, 0, 0])
    session.edits.push("box", [0.0, 0.0, 2.0], 0.1)  # out of the plane of the planar robot
    session.run.advance(5)
    assert where(session, "box")[2] > 0.03


def test_a_free_body_is_removed_and_comes_back_by_an_undo(boxes):
    session = boxes
    before = where(session, "box")
    session.edits.remove("box")
    assert session.state()["bodies"] == [] and session.state()["spare"] == {"ball": 0, "box": 1}
    session.edits.take_back()
    assert session.state()["bodies"] == ["box"] and where(session, "box") == pytest.approx(before, abs=0.05)
    session.edits.remove("box")
    x, y, _ = session.simulation["com_position"]
    session.edits.place("box", [float(x), float(y) + 0.6, 0.0])
    assert where(session, "box") == pytest.approx([x, y + 0.6, 0.03], abs=2e-3)
    with pytest.raises(SimulationError, match="would be inside"):
        session.edits.remove("box")
        session.edits.place("box", [float(x), float(y), 0.0])


def test_further_bodies_need_a_new_start_and_are_saved_with_their_places(boxes, tmp_path):
    session = boxes
    with pytest.raises(SimulationError, match="there is no further ball"):
        session.edits.place("ball", [0.0, 0.6, 0.0])
    session.restart_with_bodies("ball")
    assert session.simulation.time == 0.0 and session.state()["bodies"] == ["box"]
    assert session.state()["spare"] == {"ball": 3, "box": 0}
    session.edits.place("ball", [0.0, 0.6, 0.0])
    session.edits.place("ball", [0.3, 0.6, 0.0])
    session.run.advance(3)
    assert session.state()["bodies"] == ["box", "ball_1", "ball_2"] and session.state()["spare"]["ball"] == 1
    file = tmp_path / "again.yaml"
    file.write_text(session.text("yaml"))
    again = sl.run_scenario(sl.load_scenario(file))
    now = session.simulation["object_position"]
    assert again["object_position"].values[-1][:3].tolist() == now[:3].tolist()


def test_the_number_of_free_bodies_is_limited_in_one_line(boxes):
    world = boxes.scenario.world
    many = [replace(world.objects[0], name=f"ball_{k}", position=(5.0 + k, 0.0, 0.03)) for k in range(1, 99)]
    with pytest.raises(SimulationError, match="the world has 98 free bodies; with 3 more there would be more than 100"):
        with_spare_bodies(replace(world, objects=many), "ball", 0.02)


def test_a_ball_is_removed_from_a_pipe(tmp_path):
    session = Session(sl.load_scenario("ball_pushing"), tmp_path)
    try:
        session.edits.remove("ball")
        session.run.advance(5)
        assert session.state()["bodies"] == []
        session.edits.take_back()
        assert session.state()["bodies"] == ["ball"]
    finally:
        session.close()


def test_worlds_without_a_contact_or_fluid_offer_no_free_bodies():
    offers = {
        name: allows_bodies(sl.load_scenario(name).world) for name in ("planar_viscous", "sandfish", "box_pushing")
    }
    assert offers == {"planar_viscous": False, "sandfish": False, "box_pushing": True}
