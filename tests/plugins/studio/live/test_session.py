"""A live session obeys orders between its ticks, keeps the last minutes, and saves runs that can be repeated."""

import time

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.interaction import Pulling
from snakelab.plugins.studio.live.session import Session
from snakelab.scenarios.scenario import start_scenario

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")


@pytest.fixture
def session(tmp_path):
    made = Session(sl.load_scenario("planar_viscous"), tmp_path)
    yield made
    made.close()


def wait(condition, seconds=600.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.005)


def test_it_plays_at_a_pace_and_pauses(session):
    frames = []
    session.on_frame = lambda one: frames.append(one.simulation.time)
    session.start()
    session.order(lambda: session.pace.set_factor(4.0), pytest.fail)
    session.order(session.play, pytest.fail)
    wait(lambda: session.simulation.time > 0.8)
    session.order(session.pause, pytest.fail)
    wait(lambda: not session.playing)
    stands = session.simulation.time
    time.sleep(0.1)
    assert session.simulation.time == stands and len(frames) >= 5 and np.all(np.diff(frames) >= 0)


def test_a_parameter_changes_and_is_taken_back(session):
    session.edits.set({"controller.amplitude": 0.3})
    session.run.advance(3)
    assert session.simulation.controller.amplitude == 0.3
    assert session.state()["values"]["controller.amplitude"] == 0.3
    session.edits.take_back()
    session.run.advance(3)
    assert session.simulation.controller.amplitude == pytest.approx(
        sl.load_scenario("planar_viscous").controller.amplitude
    )
    with pytest.raises(SimulationError, match="no change to undo"):
        session.edits.take_back()


def test_it_goes_back_to_an_instant_and_on_from_there_as_it_did(session):
    session.run.advance(250)
    there = session.simulation.state.row().copy()
    end = session.simulation.time
    session.seek(1.3)
    assert session.simulation.time == pytest.approx(1.3)
    session.run.advance(120)
    assert session.simulation.time == pytest.approx(end) and np.array_equal(session.simulation.state.row(), there)
    session.seek(0.0)
    with pytest.raises(SimulationError, match="no longer kept"):
        session.seek(-5.0)


def test_an_instant_that_is_still_to_come_is_the_present_one(session):
    session.run.advance(50)
    before = session.simulation.time
    session.seek(1e300)
    assert session.simulation.time == pytest.approx(before)


@pytest.mark.parametrize("name", ["/etc/passwd", "../mine.yaml", "mine.yaml", ".", ""])
def test_a_page_opens_no_files(session, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("base: planar_viscous\nname: mine\n")
    for order in (session.open, session.edits.change_controller):
        with pytest.raises(SimulationError, match="library has no scenario"):
            order(name)


@pytest.mark.thorough
def test_what_was_done_is_saved_and_can_be_repeated_bit_for_bit(session, tmp_path):
    session.run.advance(20)
    session.edits.set({"controller.amplitude": 0.3})
    session.edits.push("link2", [0.0, 0.3, 0.0], 0.2)
    session.run.advance(50)
    session.run.save()
    folder = tmp_path / "planar_viscous_1"
    saved, again = sl.load(folder), sl.run_scenario(sl.load_scenario(folder / "scenario.yaml"))
    for name in saved.dataset.data_vars:
        assert np.array_equal(saved[name].values, again[name].values, equal_nan=True), name
    session.run.save()
    assert (tmp_path / "planar_viscous_2" / "results.nc").exists()
    names = {}
    exec(session.text("python"), names)
    assert np.array_equal(names["simulation"].state.row(), session.simulation.state.row())


def test_the_copied_scenario_holds_only_what_differs_from_its_base(session, tmp_path):
    session.restart_with({"robot.parts.0.length": 1.5})
    session.run.advance(5)
    text = session.text("yaml")
    assert "base: planar_viscous" in text and "world:" not in text and "source:" not in text and "length: 1.5" in text
    file = tmp_path / "copied.yaml"
    file.write_text(text, encoding="utf-8")
    copied = sl.load_scenario(file)
    assert copied.robot == session.scenario.robot and copied.world == session.scenario.world


def test_a_part_is_pulled_to_a_point_and_released(session):
    start = session.simulation["com_position"].copy()
    for _ in range(60):
        session.edits.drag("link3", [float(start[0]), float(start[1]) + 1.0, 0.0])
        session.tick()
    assert session.simulation["com_position"][1] > start[1] + 0.1
    session.run.pulling.end()
    session.tick()
    assert session.run.pulling.pull is None
    with pytest.raises(SimulationError, match="no part"):
        session.edits.drag("nose", [0, 0, 0])


@pytest.mark.thorough
@pytest.mark.parametrize("periods", [1, 6])
def test_a_lifted_part_is_held_for_seconds_at_any_rate_of_messages(periods):
    """An explicit force that was held for three periods made the run diverge after 0.6 s."""
    simulation = start_scenario(sl.load_scenario("snakesys_creeping"))
    start, pulling = simulation["link_position"][14].copy(), Pulling(timeout=np.inf)
    target = start + np.array([0.0, 0.3, 0.6])
    pulling.begin(simulation, "link15", target.tolist())
    while simulation.time < 3.0:
        pulling.apply(simulation, periods)
        for _ in range(periods):
            simulation.step()
    held = simulation["link_position"][14]
    assert np.linalg.norm(held - target) < 0.2  # the weight of the lifted part stretches the spring
    assert np.abs(simulation["base_velocity"][:3]).max() < 1.0


def test_it_is_driven_and_stops_when_the_orders_end(session):
    session.edits.drive(1.0, 0.5)
    session.run.advance(5)
    assert isinstance(session.simulation.controller, sl.Teleop) and session.simulation.controller.turn == 0.5
    session.run.driving.until = 0.0
    session.tick()
    session.tick()
    assert session.simulation.controller.forward == 0.0


def test_an_autopilot_gets_depth_heading_and_speed_and_stops_when_the_orders_end(tmp_path):
    session = Session(sl.load_scenario("pilot_depth_heading"), tmp_path)
    before = session.simulation.controller
    session.edits.drive(0.5, 1.0, 1.0)
    session.run.advance(2)
    driven = session.simulation.controller
    assert driven.speed == pytest.approx(0.5 * before.speed)
    assert driven.heading > before.heading and driven.depth < before.depth
    session.run.driving.until = 0.0
    session.tick()
    session.tick()
    assert session.simulation.controller.speed == 0.0 and session.simulation.controller.depth == driven.depth
    session.close()


def test_a_soft_robot_is_driven_and_one_that_cannot_turn_goes_straight(tmp_path):
    session = Session(sl.load_scenario("soft_planar_rolling"), tmp_path)
    session.edits.drive(1.0, 0.2)
    session.run.advance(3)
    assert session.simulation.controller.forward == 1.0
    session.close()


@pytest.mark.thorough
def test_a_planner_is_given_a_goal_and_not_driven(tmp_path):
    session = Session(sl.load_scenario("pipe_step_in"), tmp_path)
    with pytest.raises(SimulationError, match="a SamplingMpc plans its own motion; set its goal, or change to a gait"):
        session.edits.drive(1.0, 0.0)
    session.close()


def test_the_thrust_of_propellers_is_driven(tmp_path):
    session = Session(sl.load_scenario("hybrid_straight_two"), tmp_path)
    before = session.simulation.controller.thrust
    session.edits.drive(-0.5, 0.0)
    session.run.advance(2)
    assert session.simulation.controller.thrust == tuple(-0.5 * value for value in before)
    session.close()


@pytest.mark.parametrize(("robot", "seconds"), [(False, 2.0), (True, 0.5)])
def test_an_input_to_a_simulation_outlasts_a_page_that_draws_slowly(session, monkeypatch, robot, seconds):
    if robot:
        monkeypatch.setattr(type(session.simulation.engine), "driver", object(), raising=False)
    session.edits.drive(0.5, 0.0)
    assert session.run.driving.until - time.perf_counter() == pytest.approx(seconds, abs=0.4)


@pytest.mark.thorough
def test_another_ground_starts_a_new_run_above_it_and_is_saved(tmp_path):
    session = Session(sl.load_scenario("soft_planar_rolling"), tmp_path)
    session.restart_with({"world.ground": "rocks"})
    session.run.advance(3)
    assert session.simulation.status is None and session.simulation.model.world.media[1].name == "rocks"
    assert "rocks" in session.text("yaml")
    session.restart_with({"world.ground": "flat"})
    session.run.advance(3)
    assert isinstance(session.simulation.model.world.media[1].surface, sl.Plane)
    with pytest.raises(SimulationError, match="grass, sand, gravel, rocks"):
        session.restart_with({"world.ground": "lava"})
    session.close()


def test_another_kind_of_controller_has_another_form(session):
    before = session.form_values.version
    session.edits.set({"controller.amplitude": 0.3})
    session.run.advance(2)
    session.state()
    assert session.form_values.version == before
    session.edits.drive(1.0, 0.0)
    session.state()
    assert session.form_values.version == before + 1
    session.reset()
    assert session.form_values.version == before + 2


def test_values_of_many_parts_are_changed_and_undone_together(session):
    masses = {f"robot.parts.{i}.mass": 0.5 for i in (0, 2, 4)}
    before = [part.mass for part in session.simulation.model.robot.parts[::2]]
    session.edits.set(masses)
    session.run.advance(3)
    parts = session.simulation.model.robot.parts
    assert [part.mass for part in parts[:6:2]] == 3 * [0.5] and parts[6].mass == before[3]
    session.edits.take_back()
    session.run.advance(3)
    assert [part.mass for part in session.simulation.model.robot.parts[::2]] == before
    assert len(session.run.changes) == 0


def test_values_of_many_parts_can_start_a_new_run(session):
    lengths = {f"robot.parts.{i}.length": 0.3 for i in (0, 2)}
    session.restart_with(lengths | {"controller.amplitude": 0.2})
    assert [part.length for part in session.simulation.model.robot.parts[:4:2]] == [0.3, 0.3]
    assert session.simulation.controller.amplitude == 0.2


def test_a_value_of_the_structure_starts_a_new_run(session):
    session.run.advance(10)
    with pytest.raises(SimulationError, match="fixed"):
        session.edits.set({"robot.base": "floating"})
    session.restart_with({"robot.parts.0.length": 0.2})
    assert session.simulation.time == 0.0 and session.simulation.model.robot.parts[0].length == 0.2
    assert "0.2" in session.text("yaml")


def test_a_run_that_diverges_pauses_with_its_reason_and_can_go_back(session):
    session.run.advance(150)
    session.edits.push("link1", [1e12, 0.0, 0.0], 1.0)
    session.pace.playing = True
    session.run.advance(100)
    assert not session.playing and "diverged" in session.state()["note"]
    with pytest.raises(SimulationError, match="has ended"):
        session.play()
    session.seek(1.0)
    session.play()
    assert session.simulation.status is None and session.playing


def test_an_order_that_fails_is_answered_and_the_session_goes_on(session):
    session.start()
    problems = []
    session.order(lambda: session.edits.set({"controller.amplitud": 1.0}), problems.append)
    session.order(lambda: 1 / 0, problems.append)
    session.order(session.play, problems.append)
    wait(lambda: session.simulation.time > 0.05)
    assert "did you mean 'amplitude'" in problems[0] and "ZeroDivisionError" in problems[1] and len(problems) == 2


def test_the_gait_of_another_scenario_moves_the_present_robot():
    session = Session(sl.load_scenario("snakesys_creeping"), None)
    session.run.advance(3)
    session.edits.change_controller("snakesys_sidewinding")
    session.run.advance(5)
    assert session.simulation.controller.gait.name == "SWL"
    session.close()
