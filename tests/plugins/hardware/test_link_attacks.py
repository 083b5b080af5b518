"""Attacks on the link of a robot by somebody without a key, who sees or changes what is sent, or with the key of a viewer.

Each is refused and printed by the server, while the pilot keeps control.
"""

import json
import os
import random
import select
import socket
import ssl
import struct
import threading
import time

import numpy as np
import pytest

pytest.importorskip("cryptography", reason="it makes the keys: pip install '.[bus]'")

from plugins.hardware.link_ends import Served, drive, until
from snakelab.errors import HardwareError
from snakelab.plugins.hardware import remote_driver, robot_server
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.tls_channel import Channel, make_keys, read_key, tls_settings


@pytest.fixture
def served(tmp_path):
    with Served(tmp_path) as served:
        yield served


class Eavesdropper(threading.Thread):
    """Relay on the path of a connection: it stores what passes in both directions, and can change or stop it.

    Attributes:
        to_robot, to_pilot: Blocks of bytes so far.
        change: Changes a block on its way, by its direction.
        cut: Set to pass nothing on.
    """

    def __init__(self, port):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.far = self.listener.getsockname()[1], port
        self.to_robot, self.to_pilot, self.cut = [], [], threading.Event()
        self.change = lambda data, to_robot: data
        self.robot = None
        self.start()

    def run(self):
        while True:
            pilot, _ = self.listener.accept()
            self.robot = socket.create_connection(("127.0.0.1", self.far))
            try:
                self.relay(pilot, self.robot)
            except OSError:
                pass
            pilot.close()
            self.robot.close()

    def relay(self, pilot, robot):
        while True:
            for end in select.select([pilot, robot], [], [], 0.1)[0]:
                data = end.recv(65536)
                if not data:
                    return
                (self.to_robot if end is pilot else self.to_pilot).append(data)
                if not self.cut.is_set():
                    (robot if end is pilot else pilot).sendall(self.change(data, end is pilot))


def stranger(port, data, patience=1.0):
    """Send bytes to the server; return what it answers until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port)) as plain:
        plain.settimeout(patience)
        answer = b""
        try:
            plain.sendall(data)
            while block := plain.recv(65536):
                answer += block
        except OSError:
            pass
        return answer


def authentic(served, role="pilot"):
    """A connection with a valid key, for messages that a defective program could send."""
    plain = socket.create_connection(("127.0.0.1", served.port))
    plain.settimeout(5.0)
    channel = Channel(tls_settings(served.keys[role]).wrap_socket(plain))
    assert until(lambda: bool(channel.receive()))
    return channel


def raw(channel, content):
    channel.stream.setblocking(True)
    channel.stream.sendall(struct.pack(">I", len(content)) + content)
    channel.stream.setblocking(False)


def test_what_was_recorded_opens_no_session_and_disturbs_none(served):
    spy = Eavesdropper(served.port)
    with served.driver_at(spy.port) as victim:
        victim.begin()
        assert drive(victim, 0.3, 1.0) == pytest.approx([0.3] * 4, abs=0.05)
        recorded, reports = b"".join(spy.to_robot), b"".join(spy.to_pilot)
        for data in (recorded, reports, reports[::-1], recorded[: len(recorded) // 2]):
            answer = stranger(served.port, data)
            assert b"reading" not in answer and len(answer) < 4000  # at most the beginning of a handshake
        assert sum("refused 127.0.0.1" in line for line in served.lines) >= 2
        assert until(lambda: drive(victim, -0.3, 1.0) == pytest.approx([-0.3] * 4, abs=0.05), 30.0)
    assert b"reading" not in reports and b"target" not in recorded  # it is encrypted


def test_recorded_greetings_between_connection_and_first_command_do_not_evict_the_pilot(served):
    spy = Eavesdropper(served.port)
    with served.driver_at(spy.port) as earlier:
        earlier.begin()
    with served.driver_at() as victim:
        victim.begin()
        for _ in range(10):
            stranger(served.port, b"".join(spy.to_robot), 0.05)
        assert drive(victim, 0.2, 1.0) == pytest.approx([0.2] * 4, abs=0.05)


@pytest.mark.parametrize("to_robot", [True, False])
def test_a_report_that_is_reflected_into_the_connection_ends_it_and_the_robot_is_safe(served, to_robot):
    spy = Eavesdropper(served.port)
    with served.driver_at(spy.port) as victim:
        victim.begin()
        drive(victim, 0.2, 0.5)
        taken = (spy.to_pilot if to_robot else spy.to_robot)[-1]
        spy.change = lambda data, up: taken if up is to_robot else data
        with pytest.raises(HardwareError, match="link to the robot"):
            drive(victim, -0.2, 3.0)
    assert until(lambda: served.driver.mode in (Mode.HOLDING, Mode.LIMP))
    assert served.said("the connection of the pilot")
    assert not to_robot or served.driver.reading.q.min() > 0.1
    with served.driver_at() as again:
        again.begin()
        drive(again, 0.1, 0.5)


def test_changed_bytes_are_never_obeyed(served):
    spy, chance = Eavesdropper(served.port), random.Random(3)

    def flipped(data, up):
        data = bytearray(data)
        if up and data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return bytes(data)

    with served.driver_at(spy.port) as victim:
        victim.begin()
        drive(victim, 0.2, 0.5)
        spy.change = flipped
        with pytest.raises(HardwareError, match="link to the robot"):
            drive(victim, 0.2, 3.0)
    assert served.driver.reading.q == pytest.approx([0.2] * 4, abs=0.06)


def test_the_client_meets_its_own_messages_noise_or_silence_and_says_so(served, monkeypatch):
    monkeypatch.setattr(remote_driver, "GREETING", 1.0)
    answers = {"echo": lambda data: data, "noise": lambda data: random.Random(1).randbytes(500), "silence": None}
    for name, answer in answers.items():
        listener = socket.create_server(("127.0.0.1", 0))

        def serve(listener=listener, answer=answer):
            plain, _ = listener.accept()
            data = plain.recv(65536)
            if answer is not None:
                plain.sendall(answer(data))
            time.sleep(1.5)
            plain.close()

        threading.Thread(target=serve, daemon=True).start()
        with served.driver_at(listener.getsockname()[1]) as victim, pytest.raises(HardwareError) as caught:
            victim.begin()
        assert "\n" not in str(caught.value), name
        listener.close()


def test_nobody_without_a_known_key_gets_in(served, tmp_path):
    (tmp_path / "other").mkdir()
    other = {role: read_key(path) for role, path in make_keys(tmp_path / "other" / "robot.yaml").items()}
    with served.driver_at(key=other["pilot"]) as thief, pytest.raises(HardwareError, match="is not that of"):
        thief.begin()
    keyless = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    keyless.check_hostname, keyless.verify_mode = False, ssl.CERT_NONE
    unknown = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
    pem = tmp_path / "unknown.pem"
    pem.write_text(other["pilot"].private + other["pilot"].certificate)
    unknown.load_cert_chain(pem)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    for settings in (keyless, unknown, old):
        before = len(served.lines)
        with socket.create_connection(("127.0.0.1", served.port)) as plain, pytest.raises((OSError, EOFError)):
            plain.settimeout(3.0)
            stream = settings.wrap_socket(plain)
            stream.sendall(struct.pack(">I", 15) + b'{"kind":"stop"}')
            if not stream.recv(100):
                raise EOFError
        assert until(lambda before=before: any("no valid key" in line for line in served.lines[before:]))
    assert served.driver.mode is not Mode.STOPPED


def test_a_viewer_is_not_taken_for_the_robot(served):
    """Somebody with the key of a viewer answers in place of the robot."""
    settings = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    pem = served.folder / "false.pem"
    pem.write_text(served.keys["viewer"].private + served.keys["viewer"].certificate)
    settings.load_cert_chain(pem)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        plain, _ = listener.accept()
        try:
            settings.wrap_socket(plain, server_side=True)
        except OSError:
            plain.close()

    threading.Thread(target=serve, daemon=True).start()
    with served.driver_at(listener.getsockname()[1]) as victim, pytest.raises(HardwareError, match="is not that of"):
        victim.begin()
    listener.close()


def test_viewers_see_and_stop_but_do_not_command(served):
    with served.driver_at() as pilot, served.driver_at(role="viewer") as viewer:
        pilot.begin()
        viewer.begin()
        drive(pilot, 0.25, 0.8)
        assert viewer.measure().q == pytest.approx([0.25] * 4, abs=0.05)
        with pytest.raises(HardwareError, match="cannot command"):
            viewer.command(np.zeros(4), viewer.clock.now() + 0.1)
        forged = authentic(served, "viewer")
        forged.send("command", target=[-1.0] * 4, duration=0.1)
        assert served.said("a viewer sent a command")
        assert drive(pilot, 0.25, 0.3) == pytest.approx([0.25] * 4, abs=0.05)
        viewer.stop("seen from the side")
        assert until(lambda: served.driver.mode is Mode.STOPPED) and "seen from the side" in served.driver.reason


def test_twenty_viewers_are_admitted_and_the_next_one_is_refused(served):
    viewers = [authentic(served, "viewer") for _ in range(robot_server.MAX_VIEWERS)]
    with served.driver_at(role="viewer") as late, pytest.raises(HardwareError, match="20 viewers"):
        late.begin()
    assert served.said("20 viewers")
    viewers[0].close()
    assert until(lambda: len(served.server._viewers) < robot_server.MAX_VIEWERS)
    authentic(served, "viewer")
    with served.driver_at() as pilot:  # they keep no pilot out
        pilot.begin()
        drive(pilot, 0.1, 0.3)


def test_a_flood_of_connections_and_garbage_does_not_disturb_the_pilot(served):
    chance = random.Random(5)
    ended = threading.Event()

    def flood():
        open_ones = []
        while not ended.is_set():
            try:
                plain = socket.create_connection(("127.0.0.1", served.port), 1.0)
                plain.sendall(chance.randbytes(chance.choice([0, 1, 5, 300, 30_000])))
                open_ones = [*open_ones[-200:], plain]
            except OSError:
                time.sleep(0.01)

    with served.driver_at() as victim:
        victim.begin()
        drive(victim, 0.1, 0.3)
        attackers = [threading.Thread(target=flood, daemon=True) for _ in range(3)]
        for attacker in attackers:
            attacker.start()
        try:
            assert drive(victim, 0.3, 2.0) == pytest.approx([0.3] * 4, abs=0.05)
        finally:
            ended.set()
        for attacker in attackers:
            attacker.join(60.0)
            assert not attacker.is_alive()
    assert served.driver.mode is not Mode.STOPPED
    assert len(served.lines) < 60 and any("left out" in line for line in served.lines)  # the log is bounded, too


MALFORMED = [
    b"{",
    b"[]",
    b"null",
    b'"command"',
    b"{}",
    b'{"kind": 5}',
    b'{"kind": "command", "target": [NaN, 0, 0, 0], "duration": 0.1}',
    b"[" * 60_000,
    b"\xff\xfe",
]
INVALID = [
    {"kind": "command"},
    {"kind": "command", "target": [1e308] * 4, "duration": 1e308},
    {"kind": "command", "target": [[]] * 4, "duration": 0.1},
    {"kind": "command", "target": "x", "duration": []},
    {"kind": "command", "target": [0] * 4, "duration": -1e300},
    {"kind": "command", "target": [None] * 4, "duration": 0.1},
    {"kind": "command", "target": {"a": 1}, "duration": {}},
    {"kind": "command", "target": [10**400] * 4, "duration": 0.1},
    {"kind": "command", "target": [0] * 4, "duration": 10**400},
    {"kind": "command", "target": [True] * 4, "duration": True},
    {"kind": "command", "target": ["1"] * 4, "duration": "1"},
    {"kind": "command", "target": [0.0] * 5, "duration": 0.1},
    {"kind": "\x1b[2J"},
    {"kind": "welcome"},
]


def test_authentic_messages_that_are_malformed_do_not_end_the_server(served):
    for content in MALFORMED:
        channel = authentic(served)
        raw(channel, content)
        assert until(lambda: served.server._pilot is None), content
    channel = authentic(served)
    for message in INVALID:
        raw(channel, json.dumps(message).encode())
        time.sleep(0.02)
    raw(channel, json.dumps({"kind": "stop", "reason": {"a": 1}}).encode())
    assert until(lambda: served.driver.mode is Mode.STOPPED)
    assert np.abs(served.driver.reading.q).max() < 0.01 and "stopped over the link" in served.driver.reason
    assert served.said("ignored a command")
    channel.close()


def test_a_message_that_is_too_long_ends_the_connection(served):
    channel = authentic(served)
    channel.stream.setblocking(True)
    channel.stream.sendall(struct.pack(">I", 2**31))
    assert served.said("more than 64000")


def test_a_stalled_link_ends_in_the_safe_state_and_old_commands_are_not_played_back(served):
    spy = Eavesdropper(served.port)
    with served.driver_at(spy.port) as victim:
        victim.begin()
        drive(victim, 0.2, 0.6)
        kept = []

        def keep(data, up):
            if up:
                kept.append(data)
            return b"" if up else data

        spy.change = keep
        for k in range(40):
            victim.command([1.0 if k < 35 else 0.3] * 4, victim.clock.now() + 0.05)
            time.sleep(0.02)
        assert until(lambda: served.driver.mode in (Mode.HOLDING, Mode.LIMP))
        assert served.driver.reading.q == pytest.approx([0.2] * 4, abs=0.06)
        spy.change = lambda data, up: data
        spy.robot.sendall(b"".join(kept))
        assert drive(victim, 0.3, 0.6).max() < 0.4


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_key_file_that_is_not_its_users_own_is_refused(served, tmp_path):
    text = served.keys["pilot"].path.read_text()
    good = tmp_path / "good.key"

    def refused(path, words):
        with pytest.raises(HardwareError, match=words) as caught:
            read_key(path)
        assert "\n" not in str(caught.value)

    good.write_text(text)
    good.chmod(0o600)
    assert read_key(good).role == "pilot"
    good.chmod(0o640)
    refused(good, "other users can read it; type: chmod 600")
    good.chmod(0o600)
    (tmp_path / "link.key").symlink_to(good)
    refused(tmp_path / "link.key", "it is a link")
    os.mkfifo(tmp_path / "pipe.key", 0o600)
    refused(tmp_path / "pipe.key", "not a regular file")
    refused(tmp_path, "not a regular file|Is a directory")
    refused(tmp_path / "absent.key", "snakelab bus keys")
    for content, words in (
        ("", "no key file"),
        ("abc", "no key file"),
        (text.replace("role: pilot", "role: king"), "no key file"),
        (text.replace("server certificate", "other"), "no key file"),
        ("x" * 70_000, "more than 65536"),
    ):
        good.write_text(content)
        refused(good, words)
    good.write_bytes(b"\xff\xfe")
    refused(good, "cannot use the key file")
    if os.geteuid() == 0:
        good.write_text(text)
        os.chown(good, 12345, 12345)
        refused(good, "belongs to another user")


def test_a_damaged_key_is_told_in_one_line(served, tmp_path):
    text, chance = served.keys["pilot"].path.read_text(), random.Random(2)
    path = tmp_path / "damaged.key"
    for _ in range(40):
        content = list(text)
        content[chance.randrange(len(content))] = chance.choice("A0=+\n-x")
        path.write_text("".join(content))
        path.chmod(0o600)
        try:
            tls_settings(read_key(path))
        except HardwareError as problem:
            assert "\n" not in str(problem)


def test_the_keys_are_readable_by_their_owner_only_and_new_ones_replace_them(served):
    for key in served.keys.values():
        assert os.name == "nt" or key.path.stat().st_mode & 0o077 == 0
    make_keys(served.folder / "robot.yaml")
    again = read_key(served.keys["pilot"].path)
    with served.driver_at(key=again) as pilot, pytest.raises(HardwareError, match="is not that of"):
        pilot.begin()
    with pytest.raises(HardwareError, match="key of the robot's computer"), served.driver_at(role="server"):
        pass
