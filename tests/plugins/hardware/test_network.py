"""Robot and controller as two processes, over a link that delays and stops."""

import contextlib
import queue
import signal
import socket
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from bounded_waits import bounded_process
from plugins.hardware.link_ends import ROBOT, Served, drive
from plugins.hardware.small_robots import model
from snakelab.cli.main import app
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.remote_driver import RemoteDriver, driver_for, open_driver
from snakelab.plugins.hardware.robot_file import read_robot_file, robot_from_text
from snakelab.plugins.hardware.robot_server import MAX_GUESTS, RobotServer
from snakelab.plugins.hardware.tls_channel import LinkDelay, make_keys, read_key

pytest.importorskip("cryptography", reason="it makes the keys: pip install '.[bus]'")


class DelayedLink(threading.Thread):
    """Relay of one connection that delays all bytes, and can stop passing them on."""

    def __init__(self, port, delay=0.02):
        super().__init__(daemon=True)
        self.delay, self.far, self.cut = delay, port, threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self):
        near, _ = self.listener.accept()
        far = socket.create_connection(("127.0.0.1", self.far))
        for here, there in ((near, far), (far, near)):
            waiting = queue.SimpleQueue()
            threading.Thread(target=self.read, args=(here, waiting), daemon=True).start()
            threading.Thread(target=self.write, args=(there, waiting), daemon=True).start()

    def read(self, here, waiting):
        with contextlib.suppress(OSError):  # one side has ended the connection
            while data := here.recv(65536):
                waiting.put((time.perf_counter() + self.delay, data))

    def write(self, there, waiting):
        while True:
            due, data = waiting.get()
            time.sleep(max(0.0, due - time.perf_counter()))
            if not self.cut.is_set():
                try:
                    there.sendall(data)
                except OSError:  # it has ended the connection
                    return


@pytest.fixture
def served(tmp_path, default_interrupt):
    """A robot that is served by another process, and what that process printed."""
    (tmp_path / "robot.yaml").write_text(ROBOT, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "snakelab", "bus", "serve", str(tmp_path / "robot.yaml"), "--port", str(port)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with bounded_process([sys.executable, *words], "the lines and the end of the server", **pipes) as process:
        assert "made the keys" in process.stdout.readline()
        assert "driving far at 127.0.0.1" in process.stdout.readline()
        yield tmp_path, port, process
        process.send_signal(signal.SIGINT)


def test_a_run_goes_over_a_link_and_a_lost_link_ends_in_the_safe_state(served):
    folder, port, process = served
    link = DelayedLink(port)
    link.start()
    (folder / "far.yaml").write_text(
        ROBOT + f"port: tls://127.0.0.1:{link.port}\nkey: robot.pilot.key\n", encoding="utf-8"
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
    said = ""
    while "the torque is off" not in said:  # on a loaded machine, it also reports that targets came late
        line = process.stdout.readline()
        assert line, said
        said += line
    assert "pilot 127.0.0.1" in said
    assert "no command for 0.3 s: the robot holds its shape" in said
    assert "no command for 0.8 s: the torque is off" in said


def test_a_robot_is_watched_over_a_link(served):
    folder, port, _ = served
    (folder / "far.yaml").write_text(ROBOT + f"port: tls://127.0.0.1:{port}\nkey: robot.viewer.key\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["bus", "watch", str(folder / "far.yaml"), "--duration", "0.5"])
    assert result.exit_code == 0 and "position [rad]" in result.stdout, result.output
    assert "status" in result.stdout and " ok" in result.stdout


def test_a_second_pilot_is_refused_while_the_first_is_in_control_and_admitted_when_it_is_silent(tmp_path):
    with Served(tmp_path) as served, served.driver_at() as first, served.driver_at() as second:
        first.begin()
        drive(first, 0.1, 0.3)
        with pytest.raises(HardwareError, match=r"refused the pilot: it has the pilot 127\.0\.0\.1"):
            second.begin()
        time.sleep(1.2)
        second.begin()
        assert served.said("is replaced")
        drive(second, 0.1, 0.3)
        with pytest.raises(HardwareError, match="link to the robot"):
            drive(first, 0.1, 1.0)


def test_an_emergency_stop_arrives(tmp_path):
    with Served(tmp_path) as served, served.driver_at() as pilot:
        pilot.begin()
        drive(pilot, 0.1, 0.3)
        pilot.emergency_stop("key")
        time.sleep(0.2)
        with pytest.raises(HardwareError, match="emergency stop by key"):
            pilot.measure()
        assert served.driver.mode == "stopped" and served.driver.reason == "emergency stop by key"


@pytest.mark.parametrize("role", ["pilot", "viewer"])
def test_a_command_stops_a_robot_that_another_pilot_drives(tmp_path, role):
    with Served(tmp_path) as served, served.driver_at() as pilot:
        pilot.begin()
        drive(pilot, 0.1, 0.3)
        file = tmp_path / "far.yaml"
        file.write_text(f"ids: 1-4\nport: tls://127.0.0.1:{served.port}\nkey: robot.{role}.key\n", encoding="utf-8")
        result = CliRunner().invoke(app, ["bus", "stop", str(file)])
        assert result.exit_code == 0, result.output
        assert "has stopped (emergency stop by snakelab bus stop); its torque is off" in result.output
        assert "end snakelab bus serve on the robot's computer and start it again" in result.output
        assert (
            served.driver.mode == "stopped" and not served.driver.bus.transport.servos.bank.get("torque_enable").any()
        )
        with pytest.raises(HardwareError, match="snakelab bus stop"):
            drive(pilot, 0.1, 1.0)
        # a robot that had stopped before says so again, to both
        again = CliRunner().invoke(app, ["bus", "stop", str(file)])
        assert again.exit_code == 0 and "its torque is off" in again.output


@pytest.mark.parametrize("source", ["key", "snakelab bus stop"])
def test_a_run_ends_alike_whoever_stops_the_robot_and_tells_how_it_is_started_again(tmp_path, source):
    with Served(tmp_path) as served:
        file = tmp_path / "far.yaml"
        address = f"port: tls://127.0.0.1:{served.port}\nkey: robot.pilot.key\n"
        file.write_text(ROBOT + address, encoding="utf-8")
        engine = HardwareEngine(read_robot_file(file))
        with sl.Simulation(model(), sl.SerpenoidGait(0.4, 3.0, 0.8), engine=engine, record_rate=50.0) as simulation:
            assert simulation.advance(0.3) is None
            if source == "key":
                engine.emergency_stop(source)
            else:
                assert CliRunner().invoke(app, ["bus", "stop", str(file)]).exit_code == 0
            status = simulation.advance(5.0)
        go_on = "(to go on, end snakelab bus serve on the robot's computer and start it again)"
        assert status.kind == "stopped" and status.reason == f"emergency stop by {source} {go_on}"
        words = f"this robot was stopped before: emergency stop by {source}"
        with pytest.raises(HardwareError, match=words):
            sl.Simulation(model(), sl.SerpenoidGait(0.4, 3.0, 0.8), engine=HardwareEngine(read_robot_file(file)))


def test_a_run_with_the_key_of_a_viewer_is_refused_before_it_connects(tmp_path):
    with Served(tmp_path) as served, served.driver_at() as pilot:
        pilot.begin()
        drive(pilot, 0.1, 0.3)
        file = tmp_path / "far.yaml"
        file.write_text(f"ids: 1-4\nport: tls://127.0.0.1:{served.port}\nkey: robot.viewer.key\n", encoding="utf-8")
        with pytest.raises(
            HardwareError, match="key of a viewer, who cannot command the robot; name that of the pilot"
        ):
            driver_for(read_robot_file(file), None, 0, print)
        drive(pilot, 0.1, 0.3)
        assert served.driver.mode == "active"


def test_a_stop_that_a_servo_does_not_confirm_is_an_error(tmp_path):
    with Served(tmp_path) as served, served.driver_at() as pilot:
        pilot.begin()
        drive(pilot, 0.1, 0.3)
        served.driver.limp = lambda: (_ for _ in ()).throw(
            HardwareError("servo 3 does not confirm that its torque is off")
        )
        with (
            served.driver_at(role="viewer") as viewer,
            pytest.raises(HardwareError, match="but servo 3 does not confirm"),
        ):
            viewer.stop_and_confirm("test")
        del served.driver.limp


def test_the_server_reports_connections_as_notices_and_refusals_as_warnings(tmp_path):
    notices, warnings = [], []
    with Served(tmp_path) as served:
        served.server._log.say, served.server._warn.say = notices.append, warnings.append
        with served.driver_at() as first, served.driver_at() as second:
            first.begin()
            drive(first, 0.1, 0.2)
            with pytest.raises(HardwareError, match="refused the pilot"):
                second.begin()
    assert any("is connected" in line for line in notices) and not any("is connected" in line for line in warnings)
    assert any("refused the pilot" in line for line in warnings)


def test_keys_are_made_by_a_command_which_asks_before_it_replaces_them(tmp_path):
    (tmp_path / "robot.yaml").write_text(ROBOT, encoding="utf-8")
    words = ["bus", "keys", str(tmp_path / "robot.yaml")]
    first = CliRunner().invoke(app, words)
    assert first.exit_code == 0 and "robot.pilot.key (copy it to the pilot)" in first.output.replace("\n", "")
    before = (tmp_path / "robot.pilot.key").read_text()
    assert CliRunner().invoke(app, words, input="n\n").exit_code != 0
    assert (tmp_path / "robot.pilot.key").read_text() == before
    assert CliRunner().invoke(app, [*words, "--yes"]).exit_code == 0
    assert (tmp_path / "robot.pilot.key").read_text() != before


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("port: tls://127.0.0.1", "port: must be like tls://"),
        ("port: tls://127.0.0.1:0", "port: must be like tls://"),
        ("port: tls://127.0.0.1:1" + "0" * 5000, "port: must be like tls://"),
        ("port: tls://:8710", "port: must be like tls://"),
        ("port: tls://127.0.0.1:8710", "key: name the key file"),
        ("port: tls://127.0.0.1:8710\nkey: nowhere.key", "there is no key file"),
        ("port: udp://127.0.0.1:8710", "only tls:// addresses are served"),
        ("port: TLS://127.0.0.1:8710", "only tls:// addresses are served"),
        ("port: rfc2217://127.0.0.1:8710", "only tls:// addresses are served"),
    ],
)
def test_a_robot_file_with_a_faulty_address_is_refused_in_one_line(lines, words):
    with pytest.raises(HardwareError, match=words) as caught:
        driver_for(robot_from_text(ROBOT + lines), None, 0, print)
    assert "\n" not in str(caught.value)


def test_no_robot_is_told_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.hardware.remote_driver.GREETING", 0.3)
    key = read_key(make_keys(tmp_path / "robot.yaml")["pilot"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for host in ("127.0.0.1", "no-such-computer.invalid"):
        with pytest.raises(HardwareError, match=r"no robot answers at .*:\d+; start snakelab bus serve there"):
            RemoteDriver(host, port, key).begin()
    for host in ("no-such-computer.invalid", "two..dots", 70 * "a", 70 * "\N{LATIN SMALL LETTER E WITH ACUTE}"):
        with pytest.raises(HardwareError, match=r"; the name '.*' is not known on this network$"):
            RemoteDriver(host, port, key).begin()


def test_a_silent_peer_is_not_called_another_robot(tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.hardware.remote_driver.GREETING", 0.3)
    key = read_key(make_keys(tmp_path / "robot.yaml")["pilot"])
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(HardwareError, match=r"takes connections, but does not answer within 0.3 s"):
            RemoteDriver("127.0.0.1", silent.getsockname()[1], key).begin()


def test_a_server_at_an_address_that_is_none_is_refused(tmp_path):
    driver, key = open_driver(robot_from_text(ROBOT)), read_key(make_keys(tmp_path / "robot.yaml")["server"])
    for host, port in (("two..dots", 0), ("no-such-computer.invalid", 0), ("127.0.0.1", 70_000)):
        with pytest.raises(HardwareError, match=r"cannot listen at .*; choose others with --listen and --port"):
            RobotServer(driver, key, host, port)


def test_a_link_that_becomes_slow_is_lost_before_its_readings_are_old(tmp_path):
    with Served(tmp_path) as served:
        link = DelayedLink(served.port)
        link.start()
        with served.driver_at(link.port) as driver:
            driver.begin()
            drive(driver, 0.1, 0.5)  # the delays of a good link are no fault

            def drive_slower():
                for _ in range(300):  # messages arrive without a gap, later and later
                    link.delay += 0.01
                    driver.command([0.1] * 4, driver.clock.now() + 0.05)
                    time.sleep(0.02)

            with pytest.raises(HardwareError, match=r"has become slow: its readings come \d.* s late"):
                drive_slower()
            assert link.delay < 1.5


def test_late_commands_are_ignored_so_that_the_robot_holds(tmp_path):
    with Served(tmp_path) as served, served.driver_at() as driver:
        driver.begin()
        drive(driver, 0.1, 0.4)
        late = LinkDelay()
        assert late.beyond_least(0.0, 100.0) == 0.0 and late.beyond_least(0.02, 100.02) == pytest.approx(0.0, abs=1e-12)
        assert late.beyond_least(0.1, 100.7) == pytest.approx(0.6, abs=1e-3) and late.beyond_least("x", 0.0) == 0.0
        for _ in range(5):
            command = {"target": [1.0] * 4, "duration": 0.05, "sent": time.perf_counter() - 0.7}
            driver._channel.send("command", **command)
            time.sleep(0.02)
        assert served.said("ignored a command of the pilot") and served.said("s late, and at most 0.5 s are allowed")
        assert served.driver.reading.q.max() < 0.3


def test_a_guest_that_is_replaced_while_it_speaks_does_not_end_the_server(tmp_path):
    driver, key = open_driver(robot_from_text(ROBOT)), read_key(make_keys(tmp_path / "robot.yaml")["server"])
    server = RobotServer(driver, key, port=0)
    with contextlib.ExitStack() as stack:
        guests = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(MAX_GUESTS)]
        while len(server._guests) < MAX_GUESTS:
            server._wait(time.perf_counter() + 0.05)
        guests[0].sendall(b"noise")
        stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        time.sleep(0.1)  # both are ready at once
        server._wait(time.perf_counter() + 0.2)
        assert len(server._guests) <= MAX_GUESTS
        for guest in server._guests:
            guest.stream.close()
        server._listener.close()
    driver.close()
