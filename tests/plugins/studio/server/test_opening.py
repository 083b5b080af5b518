"""The page is served while the studio is still being made; a failure ends the server with its reason."""

import asyncio
import json
import threading
import time
import urllib.request

import pytest

from snakelab.errors import ScenarioError, SimulationError

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
import websockets

from snakelab.plugins.studio.server.launch import library_studio_server
from snakelab.scenarios import scenario as loading


def started(bound):
    bound.server.install_signal_handlers = lambda: None
    problems = []

    def run():
        try:
            bound.run()
        except Exception as problem:
            problems.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    end = time.monotonic() + 600.0
    while not bound.server.started and thread.is_alive():
        assert time.monotonic() < end
        time.sleep(0.01)
    return thread, problems


def test_the_page_is_there_before_the_run_and_joins_it_when_it_is_made(monkeypatch, tmp_path):
    permitted, load = threading.Event(), loading.load_scenario

    def slow(name):
        permitted.wait(30.0)
        return load(name)

    monkeypatch.setattr(loading, "load_scenario", slow)
    bound = library_studio_server("planar_viscous", tmp_path, 18970)
    thread, problems = started(bound)
    address, token = bound.url.split("/#")

    async def joined():
        async with websockets.connect(
            f"ws{address[4:]}/live", origin=address, open_timeout=60, max_size=2**26
        ) as socket:
            await socket.send(json.dumps({"do": "hello", "token": token}))
            while json.loads(text := await socket.recv())["kind"] != "state":
                pass
            return json.loads(text)["name"]

    try:
        with urllib.request.urlopen(f"{address}/", timeout=500.0) as page:
            assert b"page.js" in page.read()
        with pytest.raises(SimulationError, match="still being prepared"):
            _ = bound.studio
        threading.Timer(0.2, permitted.set).start()
        assert asyncio.run(joined()) == "planar_viscous"
        assert bound.studio.session.scenario.name == "planar_viscous"
    finally:
        bound.server.should_exit = True
        thread.join(30.0)
    assert problems == [] and not thread.is_alive()


def test_a_studio_that_cannot_be_made_ends_the_server_with_its_reason(tmp_path):
    thread, problems = started(library_studio_server("no_such_scenario", tmp_path, 18975))
    thread.join(30.0)
    assert not thread.is_alive() and isinstance(problems[0], ScenarioError)
