"""Every change of a live run can be undone: parameter, gait, goal, waypoint and obstacle."""

import pytest

import snakelab as sl
from snakelab.control.controller import Teleop
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.session import Session

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")


@pytest.fixture
def opened(tmp_path):
    made = []

    def open_session(name):
        made.append(Session(sl.load_scenario(name), tmp_path))
        return made[-1]

    yield open_session
    for session in made:
        session.close()


def test_a_change_of_gait_is_undone(opened):
    session = opened("snakesys_creeping")
    before = session.simulation.controller
    session.edits.change_controller("snakesys_arc_rolling")
    session.run.advance(3)
    assert session.simulation.controller != before and session.state()["undo"] == 1
    session.edits.take_back()
    assert session.simulation.controller == before and session.state()["undo"] == 0


def test_a_driven_gait_becomes_the_gait_again(opened):
    session = opened("snakesys_creeping")
    before = session.simulation.controller
    session.edits.drive(1.0, 0.0)
    assert isinstance(session.simulation.controller, Teleop)
    session.edits.take_back()
    session.run.advance(3)
    assert session.simulation.controller == before


@pytest.mark.thorough
def test_goal_and_waypoints_are_undone_click_by_click(opened):
    session = opened("orthogonal_goal_estimated")
    before = session.state()["aims"]["goal"][0][:2]
    session.edits.aim("goal", [1.0, 0.5, 0.0], True)
    session.edits.aim("goal", [2.0, 0.5, 0.0], True)
    session.edits.take_back()
    assert session.state()["aims"]["goal"][0][:2] == [1.0, 0.5]
    session.edits.take_back()
    assert session.state()["aims"]["goal"][0][:2] == pytest.approx(before)
    session = opened("pilot_waypoints")
    waypoints = session.state()["aims"]["waypoints"]
    session.edits.aim("waypoint", [3.0, 1.0, 0.0], False)
    assert len(session.state()["aims"]["waypoints"]) == len(waypoints) + 1
    session.edits.take_back()
    assert session.state()["aims"]["waypoints"] == waypoints


@pytest.mark.thorough
def test_placing_moving_and_removing_a_post_are_undone(opened):
    session = opened("snakesys_creeping")
    x, y, _ = map(float, session.simulation["com_position"])
    session.edits.place("post", [x, y + 0.6, 0.0])
    first = session.state()["obstacles"]
    session.edits.move("post_1", [x, y + 0.7, 0.0])
    session.edits.move("post_1", [x, y + 0.8, 0.0])  # the same drag
    session.edits.remove("post_1")
    assert session.state()["obstacles"] == [] and session.state()["undo"] == 3
    session.edits.take_back()
    assert session.state()["obstacles"][0]["centre"][1] == pytest.approx(y + 0.8)
    session.edits.take_back()
    assert session.state()["obstacles"] == first
    session.edits.take_back()
    assert session.state()["obstacles"] == []
    with pytest.raises(SimulationError, match="no change to undo"):
        session.edits.take_back()


def test_one_slider_is_one_change_and_later_ones_are_changes_of_their_own(opened):
    session = opened("planar_viscous")
    before = session.simulation.controller.amplitude
    for value in (0.3, 0.31, 0.32):
        session.edits.set({"controller.amplitude": value})
    assert session.state()["undo"] == 1
    session.run.changes.together = 0.0
    session.edits.set({"controller.amplitude": 0.4})
    assert session.state()["undo"] == 2
    session.edits.take_back()
    assert session.simulation.controller.amplitude == pytest.approx(0.32)
    session.edits.take_back()
    assert session.simulation.controller.amplitude == pytest.approx(before)


def test_changes_after_an_instant_are_forgotten_when_the_run_goes_back_to_it(opened):
    session = opened("planar_viscous")
    session.run.advance(200)
    session.edits.set({"controller.amplitude": 0.3})
    session.seek(0.5)
    assert session.state()["undo"] == 0
