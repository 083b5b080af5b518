"""The studio with a file of one's own, a recording, and a server that is started again, in a headless Chromium."""

import base64
import threading
import time

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import MissingExtraError
from snakelab.plugins.studio.page.scene_data import Packer, pyramids

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")

from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.server.launch import studio_server

from .test_studio import shown, wait_until

pytestmark = pytest.mark.browser

GOOD = "base: planar_viscous\nname: mine\ntitle: My own snake\n"


class Started:
    """A studio with its server in a thread."""

    def __init__(self, scenario, folder, port, **options):
        self.bound = studio_server(scenario, folder, port, **options)
        self.session = self.bound.studio.session
        self.thread = threading.Thread(target=self.bound.run)
        self.thread.start()
        while not self.bound.server.started:
            time.sleep(0.01)

    def close(self):
        self.bound.server.should_exit = True
        self.thread.join(30)
        self.bound.socket.close()


def test_a_saved_file_and_a_restarted_server_reach_the_open_page(browsers, tmp_path, monkeypatch):
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    started = Started(sl.load_scenario(path), tmp_path, 18840, file=path)
    page = browsers[True].new_page(device_scale_factor=0.5)
    page.goto(started.bound.url)
    page.wait_for_selector("html[data-ready=yes]")
    path.write_text(GOOD + "durations: 3\n")
    page.wait_for_selector("#file-error:visible")
    assert "mine.yaml, line 4" in page.inner_text("#file-error") and "durations" in page.inner_text("#file-error")
    path.write_text(GOOD.replace("My own", "Another"))
    page.wait_for_selector("#file-error", state="hidden")
    wait_until(lambda: page.inner_text("h1") == "Another snake")
    port = started.bound.socket.getsockname()[1]
    started.close()
    page.wait_for_selector(".live-message:visible")
    again = Started(sl.load_scenario(path), tmp_path, port, file=path)
    assert again.bound.url == started.bound.url
    page.wait_for_selector(".live-message", state="hidden")
    page.click("#play")
    wait_until(lambda: again.session.simulation.time > 0.1)
    page.close()
    again.close()


def test_the_map_of_a_recording_is_a_layer_of_its_replay(browsers, tmp_path):
    recording = sl.run_scenario(sl.load_scenario("planar_viscous", ["duration=2"]))
    body = recording["link_position"].values[:, ::2] + [0.0, 0.05, 0.0]
    covariance = np.broadcast_to(1e-4 * np.eye(3), (*body.shape, 3))
    points, keyframes = np.random.default_rng(0).normal(size=(50, 3)), np.tile(np.eye(4), (4, 1, 1))
    sl.results.with_map(recording, points, body, covariance, keyframes).save(tmp_path / "results.nc")
    replay = Replay.of(tmp_path)
    started = Started(replay.scenario, tmp_path, 18880, replay=replay)
    page = browsers[True].new_page(device_scale_factor=0.5)
    try:
        page.goto(started.bound.url)
        page.wait_for_selector("html[data-ready=yes]")
        assert page.is_visible("#map-legend")
        sizes = (
            "(({points, keyframes, body, times}) => [points.nRows, keyframes.nRows, body.nCurves, times.nRows])"
            "(snakelabStudio.live.replay.map)"
        )
        assert page.evaluate(sizes) == [50, 64, 3 * body.shape[1], len(recording["time"])]
        page.click("#layers summary")
        page.click("#show-map")
        assert page.is_hidden("#map-legend")
    finally:
        page.close()
        started.close()


class SmallMap:
    """Mapper of 40 points and one keyframe, and of a body on the true one."""

    def __init__(self, simulation, camera):
        pass

    def message(self, row, layout, with_map):
        packer, place = Packer(), layout["link_position"][0]
        content = {
            "points": packer.curves(np.random.default_rng(0).normal(size=(3, 40)), 1e-3),
            "keyframes": packer.curves(pyramids(np.eye(4)[None], 0.1).T, 1e-4),
        }
        packed = base64.b64encode(packer.container(content)).decode() if with_map else None
        message = {
            "time": float(row[0]),
            "status": "degraded",
            "note": "few features",
            "places": [0],
            "content": packed,
        }
        return message | {"body": row[place].tolist(), "ellipsoids": (0.1 * np.eye(3)).ravel().tolist()}

    def close(self):
        pass


def test_the_map_of_a_live_run_is_a_layer_that_is_made_while_it_is_shown(browsers, tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.StereoMapper", SmallMap)
    path = tmp_path / "mapping.yaml"
    path.write_text("base: planar_viscous\nname: mapping\ncameras:\n  - stereo_camera: {name: eyes, rate: 10}\n")
    started = Started(sl.load_scenario(path), tmp_path, 18900)
    page = browsers[True].new_page(device_scale_factor=0.5)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        page.goto(started.bound.url)
        page.wait_for_selector("html[data-ready=yes]")
        assert page.is_hidden("#map-legend") and page.get_attribute("#view", "data-map-time") is None
        page.click("#layers summary")
        page.click("#show-map")
        page.wait_for_selector("#view[data-map-status=degraded]")
        assert page.inner_text("#map-status") == "degraded: few features"
        sizes = (
            "(({points, keyframes, body, ellipsoids}) => [points.nRows, keyframes.nRows, body.nCurves, ellipsoids.nCurves])"
            "(snakelabStudio.live.view.maps[0].map)"
        )
        assert page.evaluate(sizes) == [40, 16, 3 * len(started.session.simulation.model.station_names), 9]
        page.click("#play")
        wait_until(lambda: float(page.get_attribute("#view", "data-map-time")) > 0.5)
        assert page.evaluate(sizes)[0] == 40
        page.click("#layers summary")  # the press elsewhere has closed it
        page.click("#show-map")
        page.wait_for_timeout(500)
        last = page.get_attribute("#view", "data-map-time")
        page.wait_for_timeout(500)
        assert page.get_attribute("#view", "data-map-time") == last

        def missing(simulation, camera):
            raise MissingExtraError("SLAM needs OpenCV; type: pip install snakelab")

        monkeypatch.setattr("snakelab.plugins.studio.server.feeds.StereoMapper", missing)
        started.session.order(started.session.reset, print)
        page.click("#show-map")
        wait_until(lambda: page.inner_text("#map-status") == "SLAM needs OpenCV; type: pip install snakelab")
        assert complaints == []
    finally:
        page.close()
        started.close()


class GreyCamera:
    """Source of grey images in place of MuJoCo's."""

    def __init__(self, simulation):
        pass

    def images(self, camera, row, layout):
        return {stream: np.full((48, 64), 100, dtype=np.uint8) for stream in ("left", "right")}

    def close(self):
        pass


def test_the_camera_tab_shows_the_images_of_the_chosen_stream(browsers, tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.feeds.Rendered", GreyCamera)
    path = tmp_path / "seeing.yaml"
    path.write_text(
        "base: planar_viscous\nname: seeing\ncameras:\n"
        "  - stereo_camera: {name: eyes, rate: 10, lens: {width: 64, height: 48, field_of_view: 1.2}}\n"
    )
    started = Started(sl.load_scenario(path), tmp_path, 18900, file=path)
    page = browsers[True].new_page(device_scale_factor=0.5)
    try:
        page.goto(started.bound.url)
        page.wait_for_selector("html[data-ready=yes]")
        page.click("#play")
        assert started.bound.studio.viewers.pilot.cameras == frozenset()
        page.click("#tab-cameras")
        # `wait_for_function` polls by eval, which the page's content security policy forbids.
        wait_until(lambda: page.evaluate("Number(document.querySelector('.live-camera')?.dataset.time) > 0.3"))
        wait_until(lambda: page.evaluate("document.querySelector('.live-camera img').naturalWidth") == 64)
        page.select_option(".live-camera select", "right")
        wait_until(lambda: started.bound.studio.viewers.pilot.cameras == frozenset({"eyes.right"}))
        page.click("#tab-plots")
        wait_until(lambda: started.bound.studio.viewers.pilot.cameras == frozenset())
    finally:
        page.close()
        started.close()


def test_a_recording_is_replayed_and_goes_on_live(browsers, tmp_path):
    sl.run_scenario(sl.load_scenario("planar_viscous", ["duration=2"])).save(tmp_path / "results.nc")
    replay = Replay.of(tmp_path)
    started = Started(replay.scenario, tmp_path, 18860, replay=replay)
    page = browsers[True].new_page(device_scale_factor=0.5)
    page.goto(started.bound.url)
    page.wait_for_selector("html[data-ready=yes]")
    assert page.inner_text("#kind") == "Recording"
    page.eval_on_selector("#past", "(node) => { node.value = 1; node.dispatchEvent(new Event('change')); }")
    wait_until(lambda: abs(shown(page) - 1.0) < 0.02)
    page.click("#live")
    wait_until(lambda: "bit for bit" in page.inner_text(".live-message"))
    page.wait_for_selector("#live", state="hidden")
    page.click("#play")
    wait_until(lambda: started.session.simulation.time > 1.1)
    page.close()
    started.close()
