"""Goal, waypoints, posts and blocks are placed, moved and removed during a live run."""

import pytest

import snakelab as sl
from snakelab.errors import SimulationError
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


@pytest.mark.parametrize("name", ["pipe_step_in", "pipe_bend_entered", "orthogonal_goal_estimated"])
def test_the_goal_of_a_planner_is_shown_with_or_without_waypoints(name, tmp_path):
    session = Session(sl.load_scenario(name), tmp_path)
    try:
        aims = session.state()["aims"]
        assert len(aims["goal"]) == 1 and all(len(point) == 3 for points in aims.values() for point in points)
        assert ("waypoints" in aims) == (name == "pipe_bend_entered")
    finally:
        session.close()
