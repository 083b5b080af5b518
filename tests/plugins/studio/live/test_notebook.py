"""A studio from Python: the simulation is in the hands of the page and of the program at the same time."""

import threading
import urllib.request

import pytest

import snakelab as sl
from snakelab.errors import SimulationError

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")


@pytest.fixture
def opened(tmp_path):
    scenario = sl.load_scenario("planar_viscous")
    with sl.studio(sl.build_model(scenario.robot, scenario.world), scenario.controller, folder=tmp_path) as made:
        yield made
    assert made.closed


def test_python_advances_and_changes_what_the_page_shows(opened):
    frames = []
    opened._bound.studio.session.on_frame = lambda session: frames.append(session.time)
    opened.simulation.advance(0.5)
    opened.simulation.set("controller.amplitude", 0.2)
    opened.simulation.step()
    assert opened.simulation.controller.amplitude == 0.2
    for _ in range(200):
        if frames and frames[-1] == opened.simulation.time:
            break
        threading.Event().wait(0.01)
    assert frames[-1] == opened.simulation.time > 0.5
    assert "amplitude: 0.2" in opened._bound.studio.session.text("yaml")


def test_printing_gives_the_bare_address_and_the_repr_has_it_apart(opened):
    assert str(opened) == opened.url
    assert f" {opened.url} " in repr(opened) and "Simulation of" in repr(opened)
    opened.close()
    assert str(opened) == "closed studio" and repr(opened).endswith(" closed>")


@pytest.mark.thorough
def test_many_threads_have_the_playing_simulation_in_their_hands(opened):
    opened.play(10.0)
    assert opened.playing

    def change(k):
        for i in range(10):
            opened.simulation.set("controller.amplitude", 0.2 + 0.01 * k + 0.001 * i)
            opened.simulation.push("link2", force=(0.0, 0.01, 0.0), duration=0.01)
            opened.simulation.step()

    threads = [threading.Thread(target=change, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    opened.pause()
    assert not opened.playing and opened.simulation.status is None
    opened.simulation.advance(0.1)
    assert len(opened.simulation.events) == 60
    times = opened.simulation.recording()["time"].values
    assert (times[1:] > times[:-1]).all()


def test_a_notebook_shows_the_page_in_a_frame_and_only_local_pages_may(opened):
    assert f'<iframe src="{opened.url}"' in opened._repr_html_() and opened.url in repr(opened)
    with urllib.request.urlopen(opened.url.split("#")[0], timeout=10) as page:
        policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors http://127.0.0.1:* http://localhost:*" in policy


def test_a_closed_studio_and_wrong_arguments_say_so(opened):
    opened.close()
    opened.close()
    assert "closed" in repr(opened) and "closed" in opened._repr_html_()
    with pytest.raises(SimulationError, match="closed"):
        opened.play()
    with pytest.raises(SimulationError, match="own controller"):
        sl.studio(sl.load_scenario("planar_viscous"), sl.SerpenoidGait(0.5, 1.0, 0.5))


def test_a_law_in_python_runs_but_cannot_be_copied_as_a_scenario(tmp_path):
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)], base="planar")
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(0.1, 1.0)]))
    with sl.studio(model, sl.FunctionGait(lambda t: [0.1 * t]), folder=tmp_path) as opened:
        opened.simulation.advance(0.1)
        with pytest.raises(SimulationError, match="functions of Python"):
            opened._bound.studio.session.text("yaml")
