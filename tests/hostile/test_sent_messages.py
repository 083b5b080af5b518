"""What a page sends to the studio, and what a pilot or a stranger sends to a robot, in random order: none ends the run."""

import json
import socket
import struct
import time
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
from plugins.hardware.link_ends import Served, drive, until
from snakelab.errors import SnakelabError

SHORT, LONG = 12, 250
QUICK = {"suppress_health_check": list(HealthCheck), "database": None, "deadline": None}
NUMBERS = st.sampled_from([0, 1, -1, 0.3, 1e6, 1e300, -1e300, 5e-324, 10**400])
JUNK = st.one_of(
    NUMBERS,
    st.booleans(),
    st.none(),
    st.text(max_size=5),
    st.lists(NUMBERS, max_size=5),
    st.dictionaries(st.text(max_size=3), NUMBERS, max_size=2),
)

# ----------------------------------------------------------------------------------------------------------------------
# Studio
# ----------------------------------------------------------------------------------------------------------------------

TRIPLES = st.lists(st.sampled_from([0.0, 0.5, -1.0, 1e6]), min_size=3, max_size=3)
WORDS = st.sampled_from(
    ["play", "pause", "step", "reset", "undo", "stop", "release", "record", "save", "live", "blocks", "hello", "x"]
)
SCENARIOS = ("planar_viscous", "snakesys_sidewinding")


@pytest.fixture(scope="module", params=[SCENARIOS[0], pytest.param(SCENARIOS[1], marks=pytest.mark.slow)])
def session(request, tmp_path_factory):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    from snakelab.plugins.studio.live.session import Session

    session = Session(sl.load_scenario(request.param), tmp_path_factory.mktemp("out"))
    session.original = session.scenario
    yield session
    session.close()


@st.composite
def requests(draw, paths, parts):
    """A request with valid keys, some of whose values are not."""
    part = st.sampled_from([*parts, "nose"])
    made = st.one_of(
        st.builds(lambda word: {"do": word}, WORDS),
        st.builds(
            lambda path, value, again: {"do": "set", "path": path, "value": value, "restart": again},
            st.sampled_from(paths),
            JUNK,
            st.booleans(),
        ),
        st.builds(lambda name, force: {"do": "push", "part": name, "force": force}, part, TRIPLES),
        st.builds(lambda name, point: {"do": "drag", "part": name, "target": point}, part, TRIPLES),
        st.builds(lambda do, point: {"do": do, "point": point}, st.sampled_from(["goal", "waypoint"]), TRIPLES),
        st.builds(
            lambda kind, point: {"do": "place", "kind": kind, "point": point},
            st.sampled_from(["post", "block"]),
            TRIPLES,
        ),
        st.builds(
            lambda do, name, point: {"do": do, "name": name, "point": point},
            st.sampled_from(["move", "remove"]),
            st.sampled_from(["post1", "block1"]),
            TRIPLES,
        ),
        st.builds(lambda f, t: {"do": "drive", "forward": f, "turn": t}, NUMBERS, NUMBERS),
        st.builds(lambda time: {"do": "seek", "time": time}, NUMBERS),
        st.builds(lambda name: {"do": "controller", "name": name}, st.sampled_from([*SCENARIOS, "no"])),
        st.builds(lambda value: {"do": "pace", "value": value}, NUMBERS),
    )
    message = draw(made)
    if draw(st.integers(0, 5)) == 0:
        message[draw(st.sampled_from([*message, "more"]))] = draw(JUNK)
    return message


def send_all(session, data):
    from snakelab.plugins.studio.live.edits import form
    from snakelab.plugins.studio.server.messages import message_of, order_of
    from snakelab.sim.live_run import OrderQueue

    queue = OrderQueue()
    session.begin(session.original)  # an earlier example may have restarted it with other values
    model = session.simulation.model
    paths = [item["path"] for item in form(model, session.simulation.controller, session.simulation.course.n_media)]
    for _ in range(data.draw(st.integers(1, 15))):
        message, said = data.draw(requests(paths, list(model.robot.part_names))), []
        try:
            request = message_of(json.dumps(message))
        except SnakelabError as problem:
            assert "\n" not in str(problem) and len(str(problem)) < 300
            continue
        if request.do in ("hello",):
            continue
        queue.put(order_of(session, request), said.append)
        queue.carry_out()
        assert not any("could not be done" in line for line in said), (message, said)
        if session.simulation.status is None:
            session.run.tick(1)
        assert "the run failed:" not in session.run.note, (message, session.run.note)
        json.dumps(session.state(), default=str)
    session.begin(session.original)
    assert not session.run.tick(2)


@given(data=st.data())
@settings(max_examples=SHORT, **QUICK)
def test_requests_of_a_page_end_neither_the_run_nor_in_an_error_of_another_kind(session, data):
    send_all(session, data)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=LONG, **QUICK)
def test_thousands_of_requests_end_neither_the_run_nor_in_an_error_of_another_kind(session, data):
    send_all(session, data)


VALUES = [
    0,
    1,
    -1,
    0.3,
    0.05,
    2.0,
    1e6,
    1e300,
    -1e300,
    5e-324,
    10**400,
    True,
    None,
    "x",
    "",
    [],
    [1, 2, 3],
    {},
    {"a": 1},
]
POINTS = [[0, 0, 0], [0.5, -1.0, 0.2], [1e6, 0, 0], [0.1, 0.1], [1e300, -1e300, 0], ["a", 0, 0], None, [0, 0, 10**400]]
ORDERS = [
    "play", "pause", "step", "reset", "undo", "stop", "release", "record", "save", "live", "blocks", "x", "open", "engine",
    "controller", "seek", "pace", "drive", "goal", "waypoint", "place", "move", "remove", "push", "drag", "set", "set", "set",
]  # fmt: skip


def random_message(random, paths, parts):
    """Return a message of any kind, most of whose keys and values are valid."""
    point, value, part = random.choice(POINTS), random.choice(VALUES), random.choice([*parts, "nose", None])
    do = random.choice(ORDERS)
    name = random.choice([*SCENARIOS, "hybrid_straight", "no", "", "snakelab", "mujoco", "emulated", "post1", "block1"])
    keys = {
        "open": {"name": name}, "engine": {"name": name}, "controller": {"name": name}, "seek": {"time": value},
        "pace": {"value": value}, "drive": {"forward": value, "turn": random.choice(VALUES)}, "goal": {"point": point},
        "waypoint": {"point": point}, "place": {"kind": random.choice(["post", "block", "x"]), "point": point},
        "move": {"name": name, "point": point}, "remove": {"name": name}, "push": {"part": part, "force": point},
        "drag": {"part": part, "target": point},
        "set": {"path": random.choice([*paths, "x"]), "value": value, "restart": random.random() < 0.2},
    }.get(do, {})  # fmt: skip
    if random.random() < 0.05 and keys:
        keys[random.choice([*keys, "more"])] = value
    return {"do": do} | keys


@pytest.mark.slow
def test_a_long_session_of_random_messages_goes_on(session, request):
    """One session without a restart in between; the number is an option, `--messages`."""
    from snakelab.plugins.studio.live.edits import form
    from snakelab.plugins.studio.server.messages import message_of, order_of
    from snakelab.sim.live_run import OrderQueue

    random = Random(f"{request.config.getoption('--seed')} {session.original.name}")
    queue, history, said = OrderQueue(), [], []
    session.begin(session.original)
    for k in range(request.config.getoption("--messages")):
        if k % 50 == 0:
            simulation = session.simulation
            paths = [item["path"] for item in form(simulation.model, simulation.controller, simulation.course.n_media)]
            parts = list(simulation.model.robot.part_names)
        message = random_message(random, paths, parts)
        history = [*history[-20:], message]
        try:
            wanted = message_of(json.dumps(message))
        except SnakelabError as problem:
            assert "\n" not in str(problem) and len(str(problem)) < 300
            continue
        said.clear()
        queue.put(order_of(session, wanted), said.append)
        queue.carry_out()
        assert not any("could not be done" in line for line in said), (history, said)
        if session.simulation.status is None:
            session.run.tick(1)
        else:
            session.begin(session.original)
        assert "the run failed:" not in session.run.note, (history, session.run.note)
        json.dumps(session.state(), default=str)
    session.begin(session.original)
    assert not session.run.tick(2)


# ----------------------------------------------------------------------------------------------------------------------
# Link between two computers: frames of TLS, and messages of a pilot or a viewer
# ----------------------------------------------------------------------------------------------------------------------

KINDS = st.sampled_from(["command", "state", "welcome", "busy", "x", "", None, 3])
MESSAGES = st.fixed_dictionaries(
    {"kind": KINDS},
    optional={"target": st.one_of(JUNK, st.lists(NUMBERS, min_size=4, max_size=4)), "duration": JUNK, "reason": JUNK},
)
FRAMES = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda version, kind, data: bytes([kind, 3, version]) + struct.pack(">H", len(data)) + data,
        st.integers(0, 4),
        st.integers(20, 25),
        st.binary(max_size=100),
    ),
    st.builds(lambda length: bytes([22, 3, 1]) + struct.pack(">H", length) + b"\1", st.integers(0, 65535)),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    pytest.importorskip("cryptography", reason="it makes the keys: pip install '.[bus]'")
    with Served(tmp_path_factory.mktemp("robot")) as served:
        yield served


def attack(served, role, messages, frames):
    from snakelab.plugins.hardware.tls_channel import Channel, tls_settings

    for frame in frames:
        with socket.create_connection(("127.0.0.1", served.port)) as plain:
            plain.settimeout(0.02)
            try:
                plain.sendall(frame)
                plain.recv(1000)
            except OSError:
                pass
    time.sleep(1.05 if role == "pilot" else 0.0)  # the last pilot is then silent
    with socket.create_connection(("127.0.0.1", served.port)) as plain:
        plain.settimeout(20.0)
        channel = Channel(tls_settings(served.keys[role]).wrap_socket(plain))
        assert until(lambda: bool(channel.receive()))
        channel.stream.setblocking(True)
        for message in messages:
            content = json.dumps(message).encode()
            try:
                channel.stream.sendall(struct.pack(">I", len(content)) + content)
            except OSError:  # the server has ended the connection
                break
        channel.close()
    assert served.alive and served.driver.mode != "stopped"


def still_obeys(served):
    time.sleep(1.05)
    with served.driver_at() as pilot:
        pilot.begin()
        drive(pilot, 0.1, 0.3)
    return served.alive


@given(
    role=st.sampled_from(["pilot", "viewer"]),
    messages=st.lists(MESSAGES, max_size=10),
    frames=st.lists(FRAMES, max_size=4),
)
@settings(max_examples=SHORT // 2, **QUICK)
def test_random_messages_and_frames_do_not_end_the_server(served, role, messages, frames):
    attack(served, role, messages, frames)


@pytest.mark.slow
@given(
    role=st.sampled_from(["pilot", "viewer"]),
    messages=st.lists(MESSAGES, max_size=30),
    frames=st.lists(FRAMES, max_size=8),
)
@settings(max_examples=LONG, **QUICK)
def test_thousands_of_messages_and_frames_do_not_end_the_server(served, role, messages, frames):
    attack(served, role, messages, frames)


def test_the_robot_still_obeys(served):
    assert still_obeys(served)
