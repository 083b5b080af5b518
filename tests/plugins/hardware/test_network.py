"""Robot and controller as two processes, with a link that delays and loses datagrams."""

import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import snakelab as sl
from plugins.hardware.small_robots import model
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.link import DatagramKind, Message, RemoteDriver, message_of, token_in
from snakelab.plugins.hardware.robot_file import read_robot_file

ROBOT = "name: far\nids: 1-4\nrate: 50\nsafety: {soft_start: 0.2, hold_after: 0.3, limp_after: 0.8}\n"


class Link(threading.Thread):
    """Relay of datagrams that delays and loses some."""

    def __init__(self, port, delay=0.02, lost=0.1):
        super().__init__(daemon=True)
        self.delay, self.lost, self.cut = delay, lost, threading.Event()
        self.random = random.Random(1)
        self.near = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.near.bind(("127.0.0.1", 0))
        self.far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.far.connect(("127.0.0.1", port))
        self.port, self.peer, self.waiting = self.near.getsockname()[1], None, []

    def run(self):
        while True:
            ready = select.select([self.near, self.far], [], [], 0.002)[0]
            for end in ready:
                try:
                    data, peer = end.recvfrom(65536)
                except OSError:
                    continue
                if end is self.near:
                    self.peer = peer
                if not self.cut.is_set() and self.random.random() >= self.lost:
                    self.waiting.append((time.perf_counter() + self.delay, end is self.near, data))
            while self.waiting and self.waiting[0][0] <= time.perf_counter():
                _, to_robot, data = self.waiting.pop(0)
                self.far.send(data) if to_robot else self.near.sendto(data, self.peer)


@pytest.fixture
def served(tmp_path, default_interrupt):
    """A robot that is served by another process, and what that process printed."""
    (tmp_path / "robot.yaml").write_text(ROBOT, encoding="utf-8")
    free = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    words = ["-m", "snakelab", "bus", "serve", str(tmp_path / "robot.yaml"), "--port", str(port)]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert "driving far at 127.0.0.1" in process.stdout.readline()
        yield tmp_path, port, process
        process.send_signal(signal.SIGINT)
        process.wait(600)
    finally:
        process.kill()
        process.wait(600)
        process.stdout.close()


def test_a_run_goes_over_a_link_and_a_lost_link_ends_in_the_safe_state(served):
    folder, port, process = served
    link = Link(port)
    link.start()
    (folder / "far.yaml").write_text(
        ROBOT + f"port: udp://127.0.0.1:{link.port}\ntoken: robot.token\n", encoding="utf-8"
    )
    engine = HardwareEngine(read_robot_file(folder / "far.yaml"))
    with sl.Simulation(model(), sl.SerpenoidGait(0.4, 3.0, 0.8), engine=engine, record_rate=50.0) as simulation:
        assert simulation.advance(1.5) is None
        data = simulation.recording().dataset
        moved = np.abs(data["q"].values).max(axis=0)
        assert (moved > 0.05).all() and (moved < 0.6).all() and data.attrs["link_received"] > 10
        link.cut.set()
        status = simulation.advance(5.0)
    assert status.kind == "failed" and "link to the robot" in status.reason
    assert simulation.recording().dataset.sizes["time"] > 76
    said = [process.stdout.readline(), process.stdout.readline()]
    assert "no command for 0.3 s: the robot holds its shape" in said[0]
    assert "no command for 0.8 s: the torque is off" in said[1]


def test_a_wrong_token_and_a_second_controller_are_refused(served, monkeypatch):
    folder, port, _ = served
    monkeypatch.setattr("snakelab.plugins.hardware.link.GREETING", 0.5)
    with pytest.raises(HardwareError, match=r"no robot answers at 127.0.0.1:\d+; start snakelab bus serve there"):
        RemoteDriver("127.0.0.1", port, "x" * 32).begin()
    token = token_in(folder / "robot.token")
    first, second = RemoteDriver("127.0.0.1", port, token), RemoteDriver("127.0.0.1", port, token)
    first.begin()
    first.command(np.zeros(4), first.clock.now() + 0.02)
    time.sleep(0.1)
    with pytest.raises(HardwareError, match="has another controller"):
        second.begin()
    first.emergency_stop("key")
    time.sleep(0.1)
    with pytest.raises(HardwareError, match="emergency stop by key"):
        first.measure()
    first.close()
    second.close()


def test_datagrams_that_were_changed_are_ignored():
    data = Message(DatagramKind.COMMAND, bytes(8), 7, {"target": [1.0]}).encoded("a" * 20)
    assert message_of(data, "a" * 20).number == 7
    assert message_of(data, "b" * 20) is None
    for at in range(0, len(data), 5):
        assert message_of(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :], "a" * 20) is None
    assert message_of(b"", "a" * 20) is None


def test_the_token_is_made_for_its_owner_only(tmp_path):
    token = token_in(tmp_path / "x.token")
    assert len(token) >= 16 and token_in(tmp_path / "x.token") == token
    assert (tmp_path / "x.token").stat().st_mode & 0o077 == 0
    (tmp_path / "short").write_text("abc", encoding="ascii")
    with pytest.raises(HardwareError, match="shorter than 16"):
        token_in(tmp_path / "short")
