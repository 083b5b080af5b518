"""Map of a live run in the studio: made in a thread of its own while it is watched, from the images of a stereo camera."""

import time
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import MissingExtraError, SimulationError

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server.feeds import MapFeed, StereoMapper, stereo_camera

SCENARIO = """
base: planar_prototype
name: mapping
duration: 5
cameras:
  - stereo_camera: {name: eyes, "on": head, point: [0.05, 0.06, 0.2], rate: 10,
                    lens: {width: 320, height: 200, field_of_view: 1.4}}
world: {scenery: {room: [6, 6, 2], seed: 1}}
"""


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "mapping.yaml").write_text(SCENARIO, encoding="utf-8")
    return sl.load_scenario(tmp_path / "mapping.yaml")


class Fake:
    """Mapper whose messages hold the time; `wait` makes it slow."""

    wait, made = 0.0, 0

    def __init__(self, simulation, camera):
        Fake.made += 1
        self.number = Fake.made

    def message(self, row, layout, with_map):
        time.sleep(self.wait)
        return {"time": float(row[0]), "with_map": with_map, "mapper": self.number}

    def close(self):
        pass


class Kept:
    """What a feed shows and complains about."""

    def __init__(self, session):
        self.messages, self.problems = [], []
        self.feed = MapFeed(session, self.messages.append, self.problems.append)
        self.feed.start()

    def wait(self, condition, seconds=600.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this took too long"
            time.sleep(0.005)


@pytest.fixture
def fake(monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.StereoMapper", Fake)
    monkeypatch.setattr(Fake, "made", 0)
    return Fake


@pytest.fixture
def kept(scenario, tmp_path):
    session = Session(scenario, tmp_path)
    one = Kept(session)
    one.session = session
    yield one
    one.feed.close()
    session.close()


def test_estimates_come_at_the_rate_of_the_camera_while_they_are_watched(fake, kept):
    simulation = kept.session.simulation
    time.sleep(0.05)
    assert kept.messages == []
    kept.feed.watch(1)
    kept.wait(lambda: len(kept.messages) == 1)
    simulation.advance(0.05)
    time.sleep(0.1)
    assert len(kept.messages) == 1
    simulation.advance(0.06)
    kept.wait(lambda: len(kept.messages) == 2)
    assert [message["with_map"] for message in kept.messages] == [True, False]
    kept.feed.watch(2)  # the second viewer needs all points
    simulation.advance(0.11)
    kept.wait(lambda: len(kept.messages) == 3)
    assert kept.messages[2]["with_map"] and kept.problems == []


def test_the_map_begins_again_when_the_run_goes_back_or_is_another_one(fake, kept):
    kept.feed.watch(1)
    kept.wait(lambda: len(kept.messages) == 1)
    kept.session.run.advance(130)
    kept.wait(lambda: kept.messages[-1]["time"] > 1.0)
    kept.session.seek(0.0)
    kept.wait(lambda: kept.messages[-1]["mapper"] == 2)
    kept.session.begin(kept.session.scenario)
    kept.wait(lambda: kept.messages[-1]["mapper"] == 3)
    assert [message["time"] for message in kept.messages if message["mapper"] > 1] == [0.0, 0.0]


def test_a_slow_map_does_not_delay_the_run(fake, kept, monkeypatch):
    monkeypatch.setattr(Fake, "wait", 0.5)
    kept.feed.watch(1)
    kept.session.start()
    kept.session.order(kept.session.play, print)
    kept.wait(lambda: kept.session.simulation.time > 0.3)
    assert len(kept.messages) <= 1 + kept.session.simulation.time / 0.5


@pytest.mark.parametrize("error", [MissingExtraError("GTSAM is not\ninstalled"), SimulationError("no\nOpenGL")])
def test_without_packages_or_opengl_the_reason_is_one_line(kept, monkeypatch, error):
    def failing(simulation, camera):
        raise error

    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.StereoMapper", failing)
    kept.feed.watch(1)
    kept.wait(lambda: kept.problems)
    time.sleep(0.1)
    assert kept.problems == [str(error).replace("\n", " ")] and kept.messages == []


def test_a_robot_without_a_stereo_camera_has_no_map(scenario):
    model = sl.build_model(scenario.robot, scenario.world)
    assert stereo_camera(model).name == "eyes"
    alone = sl.build_model(replace(scenario.robot, cameras=(sl.Camera(),)), scenario.world)
    assert stereo_camera(alone) is None


@pytest.mark.slow
def test_the_estimated_body_lies_on_the_true_one(scenario, tmp_path):
    from optional_packages import cv2, gtsam, mujoco  # noqa: F401
    from snakelab.plugins.mujoco.cameras.renderer import open_context

    try:
        open_context(8, 8).free()
    except SimulationError as problem:
        pytest.skip(str(problem))
    session = Session(scenario, tmp_path)
    mapper = StereoMapper(session.simulation, stereo_camera(session.simulation.model))
    try:
        for _ in range(20):
            session.simulation.advance(0.1)
            row, layout = session.row()
            message = mapper.message(row, layout, True)
            place, shape = layout["head_position"]
            head = np.reshape(message["body"], (-1, 3))[-1]
            assert message["status"] == "tracking" and np.linalg.norm(head - row[place].reshape(shape)) < 0.02
    finally:
        mapper.close()
        session.close()
    assert len(message["places"]) == 3 and len(message["ellipsoids"]) == 27
    assert np.all(np.isfinite(message["ellipsoids"])) and len(message["content"]) > 500
