"""A file of one's own is read again when it is saved, and a recording is replayed and continued."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.live.session import Session

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")


def looked(session):
    session.file._looked = -10.0
    return session.read_file()


def test_a_saved_file_starts_again_and_an_error_keeps_the_last_good_run(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("base: planar_viscous\nname: mine\n")
    session = Session(sl.load_scenario(path), tmp_path, file=path)
    session.run.advance(5)
    assert not looked(session)
    path.write_text("base: planar_viscous\nname: mine\nduration: 4\nrecord_rates: 3\n")
    assert looked(session)
    error = session.state()["file"]["error"]
    assert "mine.yaml" in error and "line 4" in error and "record_rates" in error
    assert session.simulation.time > 0.0
    path.write_text("base: planar_viscous\nname: mine\nduration: 5\n")
    assert looked(session)
    assert session.state()["file"]["error"] == "" and session.simulation.time == 0.0
    assert session.scenario.settings.duration == 5.0
    path.unlink()
    assert not looked(session)
    session.close()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A live run with a changed parameter and a push, saved."""
    folder = tmp_path_factory.mktemp("run")
    session = Session(sl.load_scenario("planar_viscous"), folder)
    session.run.advance(40)
    session.edits.set({"controller.amplitude": 0.3})
    session.edits.push("link2", [0.0, 0.3, 0.0], 0.2)
    session.run.advance(120)
    session.run.save()
    session.close()
    return folder / "planar_viscous_1"


def opened(folder):
    replay = Replay.of(folder)
    return Session(replay.scenario, folder, replay=replay)


@pytest.mark.thorough
def test_a_shorter_run_than_the_published_one_is_replayed(tmp_path):
    sl.run_scenario(sl.load_scenario("pilot_waypoints", ["duration=0.2"])).save(tmp_path / "results.nc")
    assert Replay.of(tmp_path).scenario.settings.duration == 0.2


@pytest.mark.thorough
def test_a_recording_is_replayed_row_by_row(recorded):
    session, recording = opened(recorded), sl.load(recorded)
    session.seek(1.0)
    row, layout = session.row()
    i = int(np.searchsorted(recording["time"].values, 1.0 - 1e-9))
    assert session.state()["time"] == 1.0 and session.state()["end"] == pytest.approx(1.61)
    assert np.array_equal(row[layout["link_position"][0]], recording["link_position"].values[i].ravel())
    assert np.array_equal(row[layout["q"][0]], recording["q"].values[i])
    session.play()
    for _ in range(30):
        session.tick()
    assert not session.playing and session.replay.time == session.replay.end
    with pytest.raises(SimulationError, match="Continue live"):
        session.edits.set({"controller.amplitude": 0.1})
    session.close()


@pytest.mark.thorough
def test_it_goes_on_live_from_any_instant_bit_for_bit(recorded):
    session, recording = opened(recorded), sl.load(recorded)
    session.seek(1.2)
    session.go_on()
    while session.continuation is not None:
        session.catch_up()
    assert session.replay is None and "bit for bit" in session.run.note
    assert session.simulation.time == pytest.approx(1.2) and len(session.simulation.events) == 2
    session.run.advance(41)
    assert np.array_equal(session.simulation["link_position"], recording["link_position"].values[-1])
    session.edits.set({"controller.amplitude": 0.1})
    session.close()


@pytest.mark.thorough
def test_it_goes_on_live_between_two_rows_from_the_row_shown(recorded):
    session = opened(recorded)
    session.seek(1.2037)
    session.go_on()
    while session.continuation is not None:
        session.catch_up()
    assert session.simulation.time == pytest.approx(1.2) and "bit for bit" in session.run.note
    session.close()


def test_a_record_is_compared_with_the_row_of_its_own_time(recorded):
    session = opened(recorded)
    session.seek(1.0)
    row, layout = session.row()
    session.seek(0.7)
    assert session.replay.difference(row, layout) == 0.0
    row[layout["q"][0]] += 0.25
    assert session.replay.difference(row, layout) == pytest.approx(0.25)
    row[layout["q"][0]] = np.nan
    assert session.replay.difference(row, layout) == np.inf
    row[0] += 0.004
    assert session.replay.difference(row, layout) is None
    session.close()


@pytest.mark.thorough
def test_what_cannot_be_replayed_or_continued_says_so(tmp_path):
    scenario = sl.load_scenario("planar_viscous")
    model = sl.build_model(scenario.robot, scenario.world)
    sl.simulate(model, scenario.controller, duration=0.1).save(tmp_path / "results.nc")
    with pytest.raises(SimulationError, match="contains no scenario"):
        Replay.of(tmp_path)
