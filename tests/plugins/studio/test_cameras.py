"""Images of the robot's cameras in the studio: rendered in a thread of their own, or read from the file of a recording."""

import io
import json
import time

import numpy as np
import pytest
from PIL import Image

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.results.recorded_images import ImageWriter, motion_digest

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server import feeds as camera_images
from snakelab.plugins.studio.server.feeds import MARK, CameraFeed, MapFeed, known_cameras
from snakelab.plugins.studio.server.messages import Requests
from snakelab.plugins.studio.server.viewers import Viewer, Viewers

SCENARIO = """
base: planar_viscous
name: seeing
duration: 0.5
cameras:
  - stereo_camera: {name: eyes, rate: 10, lens: {width: 64, height: 48, field_of_view: 1.2}}
"""


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "seeing.yaml").write_text(SCENARIO, encoding="utf-8")
    return sl.load_scenario(tmp_path / "seeing.yaml")


class Fake:
    """Source of grey images, whose level is 100 times the time; `wait` makes it slow."""

    wait = 0.0

    def __init__(self, simulation):
        self.closed = False

    def images(self, camera, row, layout):
        time.sleep(self.wait)
        return {stream: np.full((4, 6), 100 * row[0], dtype=np.uint8) for stream in ("left", "right")}

    def close(self):
        self.closed = True


class Kept:
    """What a feed shows and complains about."""

    def __init__(self, session):
        self.images, self.problems = [], []
        self.feed = CameraFeed(session, lambda name, data: self.images.append((name, data)), self.problems.append)
        self.feed.start()

    def wait(self, condition, seconds=600.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this took too long"
            time.sleep(0.005)


def content(data):
    """Head and pixels of a message."""
    length = int.from_bytes(data[4:8], "little")
    assert data[:4] == MARK
    return json.loads(data[8 : 8 + length]), np.asarray(Image.open(io.BytesIO(data[8 + length :])))


def write_images(recording, folder, facts):
    """Write five dark left and bright right images, 0.1 s apart, each brighter than the one before."""
    streams = dict.fromkeys(("left", "right"), ((4, 6), "u1"))
    times, n = np.linspace(0.0, 0.4, 5), 5
    with ImageWriter(folder / "images.h5", {"motion": motion_digest(recording)}) as writer:
        arrays = {"time": times, "position": np.zeros((n, 3)), "quaternion": np.tile([1.0, 0.0, 0.0, 0.0], (n, 1))}
        writer.add_camera("eyes", facts, streams, **arrays)
        for i in range(n):
            writer.add("eyes", left=np.full((4, 6), 10 * i, np.uint8), right=np.full((4, 6), 100 + 10 * i, np.uint8))


def test_images_come_at_the_rate_of_the_camera_while_they_are_watched(scenario, tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.Rendered", Fake)
    session = Session(scenario, tmp_path)
    assert known_cameras(session.simulation, None) == [{"name": "eyes", "streams": ["left", "right"], "rate": 10.0}]
    session.pace.playing = True
    kept = Kept(session)
    try:
        time.sleep(0.05)
        assert kept.images == []
        kept.feed.watch(frozenset({"eyes.right"}))
        kept.wait(lambda: len(kept.images) == 1)
        session.simulation.advance(0.05)
        time.sleep(0.1)
        assert len(kept.images) == 1
        session.simulation.advance(0.06)
        kept.wait(lambda: len(kept.images) == 2)
        head, pixels = content(kept.images[1][1])
        assert kept.images[1][0] == "eyes.right" and head == {
            "camera": "eyes",
            "stream": "right",
            "time": pytest.approx(0.11),
        }
        assert pixels.shape == (4, 6) and abs(int(pixels[0, 0]) - 11) < 3
        session.begin(scenario)
        kept.wait(lambda: len(kept.images) == 3)
    finally:
        kept.feed.close()
        session.close()
    assert kept.problems == []


def test_a_slow_camera_does_not_delay_the_run(scenario, tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.Rendered", Fake)
    monkeypatch.setattr(Fake, "wait", 0.5)
    session = Session(scenario, tmp_path)
    kept = Kept(session)
    kept.feed.watch(frozenset({"eyes.left"}))
    session.start()
    try:
        session.order(session.play, print)
        kept.wait(lambda: session.simulation.time > 0.3)
        assert len(kept.images) <= 1 + session.simulation.time / 0.5
    finally:
        kept.feed.close()
        session.close()


def test_without_opengl_the_reason_is_one_line(scenario, tmp_path, monkeypatch):
    def no_opengl(simulation):
        raise SimulationError("images need OpenGL,\nand none works here")

    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.Rendered", no_opengl)
    session = Session(scenario, tmp_path)
    kept = Kept(session)
    try:
        kept.feed.watch(frozenset({"eyes.left"}))
        kept.wait(lambda: kept.problems)
        time.sleep(0.1)
        assert kept.problems == ["images need OpenGL, and none works here"] and kept.images == []
    finally:
        kept.feed.close()
        session.close()


def test_a_replay_shows_the_images_of_its_file(scenario, tmp_path):
    sl.run_scenario(scenario).save(tmp_path / "results.nc")
    recording = sl.load(tmp_path)
    facts = {"kind": "StereoCamera", "rate": 10.0, "name": "eyes"}
    write_images(recording, tmp_path, facts)
    replay = Replay.of(tmp_path)
    session = Session(replay.scenario, tmp_path, replay=replay)
    assert known_cameras(session.simulation, replay)[0]["streams"] == ["left", "right"]
    session.seek(0.25)
    images = camera_images.stored_images(replay)
    with images:
        row, layout = session.row()
        image = camera_images.Stored(images).images("eyes", row, layout)
        assert image["left"][0, 0] == 20 and image["right"][0, 0] == 120
    session.close()


@pytest.mark.parametrize(
    ("watched", "words"),
    [
        ({"cameras": ["eyes.left"]}, ""),
        ({"cameras": ["eye.left"]}, "there is no image 'eye.left' of this robot; did you mean 'eyes.left'?"),
        ({"cameras": ["eyes"]}, "there is no image 'eyes' of this robot; did you mean 'eyes."),
        ({"cameras": ["nose.grey"]}, "there is no image 'nose.grey' of this robot; allowed: eyes.left, eyes.right"),
        ({"variables": ["head_positon.0"]}, "no recorded value 'head_positon.0'; did you mean 'head_position'?"),
    ],
)
def test_an_unknown_image_or_value_is_refused_with_what_there_is(scenario, tmp_path, watched, words):
    session, viewers, viewer, said = Session(scenario, tmp_path), Viewers(), Viewer(), []
    viewer.say, viewer.problem = lambda **data: said.append(data), lambda: pytest.fail
    requests = Requests(
        session, viewers, Kept(session).feed, MapFeed(session, said.append, said.append), lambda act: act()
    )
    requests.take(viewer, json.dumps({"do": "watch", **watched}))
    session.close()
    assert [data["kind"] for data in said] == ["problem"] * bool(words)
    assert not words or words in said[0]["text"], said
