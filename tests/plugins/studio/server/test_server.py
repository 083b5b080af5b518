"""The studio's server trusts nobody: host, origin and token are checked, and no message stops the run."""

import asyncio
import gc
import json
import re
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from socket import create_connection

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
import uvicorn
import websockets

from snakelab.plugins.studio.server.launch import free_socket, kept_token
from snakelab.plugins.studio.server.server import Access, Studio
from snakelab.plugins.studio.server.viewers import MAX_BURST, MAX_VIEWERS, Watched, frame


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    bound = free_socket(18700)
    port = bound.getsockname()[1]
    made = Studio(
        sl.load_scenario("planar_viscous"),
        tmp_path_factory.mktemp("studio"),
        Access((f"127.0.0.1:{port}", f"localhost:{port}")),
    )
    server = uvicorn.Server(uvicorn.Config(made.app(), log_level="error", ws="websockets-sansio", ws_max_size=65536))
    server.install_signal_handlers = lambda: None
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    made.address = f"127.0.0.1:{port}"
    yield made
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


class Page:
    """One connection, as the page makes it."""

    def __init__(self, studio, token=None, origin=None):
        self.studio, self.token = studio, studio.token if token is None else token
        self.origin = f"http://{studio.address}" if origin is None else origin

    async def __aenter__(self):
        # one that has not read its frames cannot read the answer to its goodbye either
        self.socket = await websockets.connect(
            f"ws://{self.studio.address}/live", origin=self.origin, max_size=None, close_timeout=1.0
        )
        await self.send(do="hello", token=self.token)
        return self

    async def __aexit__(self, *rest):
        await self.socket.close()

    async def send(self, **message):
        await self.socket.send(json.dumps(message))

    async def until(self, kind, fits=lambda message: True, seconds=600.0):
        """The next message of a kind; a frame's kind is bytes."""
        end = time.monotonic() + seconds
        while True:
            data = await asyncio.wait_for(self.socket.recv(), max(0.01, end - time.monotonic()))
            if isinstance(data, bytes):
                if kind is bytes:
                    return np.frombuffer(data, "<f4")
                continue
            message = json.loads(data)
            if message["kind"] == kind and fits(message):
                return message


def test_a_page_gets_the_scene_and_frames_and_changes_the_run(studio):
    async def talk():
        async with Page(studio) as page:
            library = await page.until("library")
            assert len(library["scenarios"]) > 80
            scene = await page.until("scene")
            assert any(item["path"] == "controller.amplitude" and item["live"] for item in scene["form"])
            await page.send(do="watch", variables=["q.1", "com_position.0"])
            await page.send(do="play")
            await page.until("state", lambda state: state["playing"])
            times = []
            for _ in range(10):
                row = await page.until(bytes)
                n, m = int(row[0]), int(row[1])
                times.append(row[4] + row[5])
            assert n == studio.session.simulation.model.n_stations and m == 2 and np.all(np.diff(times) >= 0)
            await page.send(do="set", path="controller.amplitude", value=0.2)
            await page.until("state", lambda state: state["values"].get("controller.amplitude") == 0.2)
            await page.send(do="copy", language="yaml")
            text = (await page.until("copy"))["text"]
            assert "base: planar_viscous" in text and "controller.amplitude: 0.2" in text
            await page.send(do="pause")
            await page.until("state", lambda state: not state["playing"])

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("token", "origin"),
    [("wrong", None), ("", None), (None, "http://evil.example"), (None, "null"), (None, "http://127.0.0.1:1")],
)
def test_a_wrong_token_or_another_origin_is_refused(studio, token, origin):
    async def talk():
        async with Page(studio, token, origin) as page:
            await page.until("library", seconds=5.0)

    with pytest.raises((websockets.exceptions.WebSocketException, TimeoutError)):
        asyncio.run(talk())


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ('{"do": "hello", "token": "wrong"}', "wrong token; it is the part after #"),
        ('{"do": "play"}', "the first message must be"),
        ("nothing", "the first message must be"),
        (b"\x00", "the first message must be"),
    ],
)
def test_a_connection_that_is_closed_for_its_first_message_gets_the_reason(studio, first, reason):
    async def talk():
        url, origin = f"ws://{studio.address}/live", f"http://{studio.address}"
        async with websockets.connect(url, origin=origin, max_size=None) as socket:
            await socket.send(first)
            await asyncio.wait_for(socket.recv(), 10.0)

    with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
        asyncio.run(talk())
    assert closed.value.rcvd.code == 4401 and reason in closed.value.rcvd.reason


def test_an_unknown_scenario_is_answered_with_the_most_similar_name(studio):
    async def talk():
        async with Page(studio) as page:
            await page.send(do="open", name="planar_viscus")
            near = (await page.until("problem"))["text"]
            await page.send(do="open", name="0")
            return near, (await page.until("problem"))["text"]

    near, far = asyncio.run(talk())
    assert near == "the library has no scenario 'planar_viscus'; did you mean 'planar_viscous'?"
    assert "`snakelab list`" in far


def test_the_client_of_the_documentation_drives_the_run_and_reads_its_frames(studio, capsys):
    page = (Path(__file__).parents[4] / "docs/studio_protocol.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    for text, value in (("127.0.0.1:8700", studio.address), ('"TOKEN"', repr(studio.token))):
        assert text in program
        program = program.replace(text, value)
    names = {}
    exec(compile(program, "studio_protocol.md", "exec"), names)
    session = studio.session
    session.order(session.pause, lambda message: None)
    printed, model = capsys.readouterr().out, session.simulation.model
    assert "refused" not in printed and len(printed.split()) >= 3
    assert session.simulation.controller.amplitude == pytest.approx(0.3)
    row, layout = session.row()
    watched = Watched((("head_position", 0),), forces=True, colour="effort")
    found = names["frame"](frame(row, layout, watched))
    record = {name: row[place].reshape(shape) for name, (place, shape) in layout.items()}
    assert found["time"] == pytest.approx(row[0], abs=1e-6)
    assert found["link_position"] == pytest.approx(record["link_position"], abs=1e-6)
    assert found["link_quaternion"] == pytest.approx(record["link_quaternion"], abs=1e-6)
    assert found["plotted"] == pytest.approx(record["head_position"][:1], abs=1e-6)
    assert found["colour"] == pytest.approx(record["tau"], rel=1e-5, abs=1e-6)
    assert found["forces"].shape[1:] == (model.n_stations, 3)
    assert (
        sum(part.size for part in found.values() if isinstance(part, np.ndarray)) + 11
        == len(frame(row, layout, watched)) / 4
    )


def test_a_tunnel_may_have_another_port(studio):
    port = int(studio.address.rpartition(":")[2])

    async def talk():
        tunnel = {"host": "127.0.0.1", "port": port, "origin": "http://localhost:1"}
        async with websockets.connect("ws://localhost:1/live", **tunnel, max_size=None) as socket:
            await socket.send(json.dumps({"do": "hello", "token": studio.token}))
            assert isinstance(await asyncio.wait_for(socket.recv(), 10.0), str)

    asyncio.run(talk())


def test_a_request_whose_sender_leaves_in_its_midst_is_dropped_in_silence(studio, caplog):
    host, port = studio.address.split(":")
    head = f"POST /film HTTP/1.1\r\nHost: {studio.address}\r\nOrigin: http://{studio.address}\r\nContent-Length: 200\r\n\r\n{{"
    with caplog.at_level("ERROR"):
        with create_connection((host, int(port))) as leaving:
            leaving.sendall(head.encode())
            time.sleep(0.2)
        time.sleep(0.5)
    assert not caplog.records


def test_another_host_name_gets_no_page(studio):
    request = urllib.request.Request(f"http://{studio.address}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=10)
    with urllib.request.urlopen(f"http://{studio.address}/", timeout=10) as page:
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert studio.token not in page.read().decode()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://{studio.address}/../secret", timeout=10)


def test_invalid_and_too_many_messages_are_reported_and_the_run_goes_on(studio):
    async def talk():
        async with Page(studio) as page:
            await page.until("scene")
            endless = '{"do": "pace", "value": 1' + 400 * "0" + "}"
            no_number = '{"do": "set", "path": "controller.amplitude", "value": NaN}'
            for text in ("{", b"\x00\x01", endless, no_number, '{"do": "erase"}'):
                await page.socket.send(text)
                assert "invalid message" in (await page.until("problem"))["text"]
            await page.send(do="open", name="../../etc/passwd")
            assert (await page.until("problem"))["text"]
            await page.send(do="watch", variables=["nothing.1"])
            assert "nothing.1" in (await page.until("problem"))["text"]
            await page.send(do="play")
            for _ in range(int(3 * MAX_BURST)):
                await page.send(do="release")
            assert "too many messages" in (await page.until("problem"))["text"]
            begin = (await page.until(bytes))[4:6].sum()
            for _ in range(5):
                last = (await page.until(bytes))[4:6].sum()
            assert last > begin

    asyncio.run(talk())


def test_connections_without_a_token_are_limited_and_end(studio, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.server.server.MAX_GREETINGS", 3)

    async def talk():
        address = {"uri": f"ws://{studio.address}/live", "origin": f"http://{studio.address}"}
        silent = [await websockets.connect(**address) for _ in range(3)]
        with pytest.raises(websockets.exceptions.InvalidStatus, match="403"):
            await websockets.connect(**address)
        for socket in silent:
            await socket.close()
        async with Page(studio) as page:
            await page.until("scene")

    asyncio.run(talk())


@pytest.mark.thorough
def test_a_message_of_ten_megabytes_ends_that_connection_only(studio):
    async def talk():
        async with Page(studio) as page:
            await page.until("scene")
            with pytest.raises(websockets.exceptions.ConnectionClosed):
                await page.socket.send("x" * 10_000_000)
                await page.until("never", seconds=10.0)
        async with Page(studio) as page:
            await page.until("scene")

    asyncio.run(talk())


def test_one_viewer_has_control_and_can_hand_it_over(studio):
    async def talk():
        async with Page(studio) as first:
            assert (await first.until("role"))["pilot"]
            async with Page(studio) as second:
                assert not (await second.until("role"))["pilot"]
                await second.send(do="pause")
                assert "another viewer has control" in (await second.until("problem"))["text"]
                await second.send(do="take")
                assert (await second.until("role", lambda role: role["pilot"]))["viewers"] == 2
                await first.until("role", lambda role: not role["pilot"])
            assert (await first.until("role", lambda role: role["pilot"]))["viewers"] == 1

    asyncio.run(talk())


@pytest.mark.thorough
def test_another_scenario_brings_another_scene(studio):
    async def talk():
        async with Page(studio) as page:
            await page.until("scene")
            await page.send(do="open", name="planar_prototype")
            scene = await page.until("scene")
            state = await page.until("state", lambda state: state["name"] == "planar_prototype")
            assert scene["generation"] == state["generation"]

    asyncio.run(talk())


def test_a_port_in_use_gives_way_to_the_next(capsys):
    first = free_socket(18900)
    port = first.getsockname()[1]
    first.listen()
    second = free_socket(port)
    host, other = second.getsockname()
    assert other > port and host == "127.0.0.1"
    first.close(), second.close()
    told = capsys.readouterr().err
    assert f"notice: port {port} is in use; took {other}" in told and "error" not in told
    with pytest.raises(SimulationError, match="is free"):
        taken = [free_socket(65530 + k) for k in range(6)]
        for one in taken:
            one.listen()
        free_socket(65530)


def test_frames_hold_contacts_and_thrusts():
    scenario = sl.load_scenario("snakesys_creeping")
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.2)
    layout, row = simulation.course.layout, simulation.course.records.last
    data = np.frombuffer(frame(row, layout, Watched((("q", 3),), contacts=True), 1.5), "<f4")
    n, m, k, p = data[:4].astype(int)
    assert (n, m, p) == (29, 1, 0) and k > 0 and len(data) == 11 + 3 + 7 * n + m + 4 * k + p
    assert data[4] + data[5] == pytest.approx(0.2) and data[6] == 1.5
    load = data[14 + 7 * n + m :].reshape(k, 4)[:, 3]
    assert load.sum() == pytest.approx(simulation["skin_load"].sum(), rel=1e-5)


@pytest.mark.thorough
def test_a_viewer_that_reads_nothing_loses_frames_and_the_run_goes_on(studio):
    async def talk():
        async with Page(studio) as page, Page(studio) as slow:
            await page.until("scene")
            await slow.until("scene")
            slow.socket.transport.pause_reading()
            await page.send(do="take")
            await page.send(do="pace", value=10.0)
            await page.send(do="play")
            begin = (await page.until(bytes))[4:6].sum()
            for _ in range(60):
                end = (await page.until(bytes))[4:6].sum()
            assert end > begin + 2.0
            assert all(viewer.frames.qsize() <= 2 and viewer.texts.qsize() < 200 for viewer in studio.viewers)
            slow.socket.transport.resume_reading()
            await page.send(do="pace", value=1.0)
            await page.send(do="pause")
            await page.until("state", lambda state: not state["playing"])

    asyncio.run(talk())


def test_a_page_finds_the_server_again_after_a_restart(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "cache"))
    first, second = kept_token(), kept_token()
    assert first == second and len(first) >= 32
    file = tmp_path / "cache" / "studio_token"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("short")
    assert kept_token() != "short"


@pytest.mark.slow
def test_memory_does_not_grow_while_a_viewer_watches(studio):
    """Ten minutes of a gait with a cycle log, at ten times real time: what is kept is limited, and so is the memory."""

    async def talk():
        async with Page(studio) as page:
            await page.until("scene")
            await page.send(do="take")
            await page.send(do="open", name="snakesys_creeping")
            await page.until("state", lambda state: state["time"] == 0.0)
            await page.send(do="watch", variables=["q.0"], metrics=True)
            await page.send(do="pace", value=10.0)
            await page.send(do="play")
            used, objects = [], []
            for until in (150.0, 300.0, 450.0, 600.0):
                while studio.session.simulation.time < until:
                    await page.until(bytes)
                gc.collect()
                used.append(resident())
                objects.append(len(gc.get_objects()))
            await page.send(do="pause")
            return used, objects

    used, objects = asyncio.run(talk())
    session = studio.session
    assert len(session.run.history.times) <= 120
    assert sum(len(rows) for _, rows in session.simulation.course.records.pieces) * 0.01 < 1.5 * 120.0
    assert objects[-1] - objects[1] < 2000, f"the number of objects grew: {objects}"
    assert used[-1] - used[1] < 10.0, f"resident memory grew: {used} MB"


def resident():
    """Resident memory of this process [MB]."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


@pytest.mark.thorough
def test_sixty_pages_that_join_at_once_are_no_more_than_the_twenty_allowed(studio):
    async def joins():
        sockets = [
            await websockets.connect(
                f"ws://{studio.address}/live", origin=f"http://{studio.address}", max_size=None, close_timeout=1.0
            )
            for _ in range(60)
        ]
        hello = json.dumps({"do": "hello", "token": studio.token})
        await asyncio.gather(*(socket.send(hello) for socket in sockets), return_exceptions=True)
        admitted = 0
        for socket in sockets:
            try:
                await asyncio.wait_for(socket.recv(), 30.0)
                admitted += 1
            except websockets.exceptions.ConnectionClosed as closed:
                assert closed.rcvd.code == 4403
        assert admitted == len(studio.viewers) <= MAX_VIEWERS
        await asyncio.gather(*(socket.close() for socket in sockets))
        return admitted

    assert asyncio.run(joins()) > 10


# ---- films -----------------------------------------------------------------------------------------------------------


def film_of(studio, origin=None, **changes):
    """The answer to a request of a film: status, type and content."""
    message = {
        "do": "film",
        "token": studio.token,
        "begin": 0.0,
        "end": 0.3,
        "view": "follow",
        "size": [128, 96],
    } | changes
    origin = f"http://{studio.address}" if origin is None else origin
    request = urllib.request.Request(
        f"http://{studio.address}/film",
        json.dumps(message).encode(),
        {"Origin": origin} if origin else {},
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=500) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.headers["Content-Type"], problem.read()


@pytest.mark.parametrize(
    ("status", "words", "changes"),
    [
        (403, b"wrong token", {"token": "x"}),
        (403, b"wrong host", {"origin": "http://elsewhere.example"}),
        (403, b"wrong host", {"origin": ""}),
        (400, b"view must be", {"view": "under"}),
        (400, b"size", {"size": [128, 100_000]}),
        (400, b"at most 65536 characters", {"view": "x" * 70_000}),
    ],
)
def test_a_film_is_refused_without_token_origin_or_sense(studio, status, words, changes):
    answer = film_of(studio, **changes)
    assert answer[0] == status and words in answer[2]


def test_without_mujoco_the_reason_is_one_line(studio, monkeypatch):
    from snakelab.errors import MissingExtraError
    from snakelab.plugins.mujoco.cameras import movie

    def missing():
        raise MissingExtraError("movies need MuJoCo; type: pip install snakelab[mujoco]")

    monkeypatch.setattr(movie, "require_renderer", missing)
    assert film_of(studio) == (
        501,
        "text/plain; charset=utf-8",
        b"movies need MuJoCo; type: pip install snakelab[mujoco]",
    )


def test_a_film_of_the_run_is_an_mp4_as_snakelab_movie_makes_it(studio):
    pytest.importorskip("mujoco", reason="no mujoco: pip install '.[mujoco]'")
    import shutil

    if shutil.which("ffmpeg") is None:
        pytest.skip("there is no ffmpeg on this machine")
    from snakelab.errors import SnakelabError
    from snakelab.plugins.mujoco.cameras.movie import movie, require_renderer

    try:
        require_renderer()
    except SnakelabError as problem:
        pytest.skip(str(problem))
    session = studio.session
    done = threading.Event()
    session.order(lambda: (session.reset(), session.pause(), session.run.advance(40), done.set()), print)
    assert done.wait(500)
    end = session.simulation.time
    assert end > 0.35
    status, kind, film = film_of(studio)
    assert (status, kind) == (200, "video/mp4") and film[4:8] == b"ftyp"
    from snakelab.results.metrics.metric_table import part_of

    file = movie(part_of(session.simulation.recording(), (0.0, 0.3)), session.folder / "same.mp4", size=(128, 96))
    assert file.read_bytes() == film
    assert film_of(studio, begin=end + 1.0, end=end + 2.0)[0] == 501
