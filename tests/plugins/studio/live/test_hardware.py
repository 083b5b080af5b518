"""A robot in the studio: its servos are reported, it can be stopped at once, and a reset starts it anew."""

import json
import time
from types import SimpleNamespace

import numpy as np
import pytest

import snakelab as sl

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.cli.run_command import hardware_factory
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.readings import Mode, Reading
from snakelab.plugins.studio.live.replay import engine_choices
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.live.studio_run import hardware_state
from snakelab.plugins.studio.server.feeds import CameraFeed, MapFeed
from snakelab.plugins.studio.server.messages import FREE, Requests, message_of
from snakelab.plugins.studio.server.viewers import Viewer, Viewers, Watched, has_temperature, surroundings

SCENARIO = """
name: small
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.1}
    - repeat: {times: 3, parts: [{revolute: {axis: z, actuator: {servo: {kp: 5, kd: 0.05}}}}, {link: {length: 0.1, mass: 0.1}}]}
world: {media: [{viscous_friction: {tangential: 0.5, normal: 5}}]}
controller: {serpenoid_gait: {amplitude: 0.4, angular_frequency: 3, phase_lag: 0.8}}
duration: 5
"""


@pytest.fixture
def session(tmp_path):
    (tmp_path / "small.yaml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "robot.yaml").write_text("name: mine\nids: 1-3\n", encoding="utf-8")
    make = hardware_factory(tmp_path / "robot.yaml", "snakelab")
    made = Session(sl.load_scenario(tmp_path / "small.yaml"), tmp_path, engine=make)
    yield made
    made.close()


def wait(condition, seconds=600.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.005)


def torque(session):
    return session.simulation.engine.driver.bus.transport.servos.bank.get("torque_enable")


def test_the_page_gets_the_servos_and_stops_the_robot(session):
    state = session.state()["hardware"]
    # the torque is off until the run moves
    assert state["name"] == "mine" and state["mode"] == "off" and len(state["servos"]) == 3
    assert state["servos"][0] == {
        "id": 1, "faults": "", "answers": True, "angle": 0.0, "target": None,
        "temperature": 25.0, "load": 0.0, "voltage": 12.0, "current": 0.0,
    }  # fmt: skip
    session.start()
    session.order(session.play, print)
    wait(lambda: session.simulation.time > 0.3)
    assert session.state()["hardware"]["mode"] == "active" and (torque(session) == 1).all()
    moving = session.state()["hardware"]["servos"]
    assert all(abs(servo["angle"] - servo["target"]) < 0.5 for servo in moving) and any(
        servo["target"] for servo in moving
    )
    assert np.isfinite(session.simulation["link_position"]).all()
    session.emergency_stop()
    assert (torque(session) == 0).all()
    wait(lambda: session.simulation.status is not None and session.run.note)
    state = session.state()["hardware"]
    assert state["mode"] == "stopped" and state["reason"] == "emergency stop by the studio"
    assert session.run.note.endswith("press Restart to connect to the robot again, then Play")
    with pytest.raises(sl.errors.SimulationError, match="press Restart"):
        session.play()
    session.order(session.reset, print)
    wait(lambda: session.simulation.status is None)
    assert session.state()["hardware"]["mode"] == "off"


def test_a_robot_that_is_stopped_while_it_is_paused_or_at_rest_says_how_it_is_started_again(session):
    for moves in (False, True):
        session.begin(session.scenario)
        if moves:
            session.run.advance(5)
        session.emergency_stop()
        session._loop.orders.carry_out()
        assert "emergency stop by the studio" in session.run.note
        assert session.run.note.endswith("press Restart to connect to the robot again, then Play")


def test_the_page_gets_faults_in_words_and_no_targets_of_a_robot_elsewhere():
    n, angles = 2, np.array([0.1234, -0.5])
    reading = Reading(0.0, angles, *np.zeros((5, n)), np.array([0b100001, 0]), np.array([True, False]))
    driver = SimpleNamespace(reading=reading, mode=Mode.ACTIVE, reason="", warnings=[])
    robot = SimpleNamespace(ids=[4, 7], protocol="feetech", name="far", port="tls://far:5")
    servos = hardware_state(SimpleNamespace(robot=robot, driver=driver))["servos"]
    seen = [(one["id"], one["faults"], one["answers"], one["angle"], one["target"]) for one in servos]
    assert seen == [(4, "voltage, overload", True, 0.123, None), (7, "", False, -0.5, None)]


def test_the_temperatures_of_the_servos_are_a_layer(session):
    row, layout = session.row()
    assert has_temperature(session)
    around = surroundings(session, row, layout, Watched(colour="temperature"))
    assert around.temperature.tolist() == [25.0, 25.0, 25.0]


def test_a_reset_closes_the_run_and_connects_again(session):
    first = session.simulation.engine
    session.begin(session.scenario)
    assert session.simulation.engine is not first and first.driver.mode == "off"
    assert session.state()["hardware"]["mode"] == "off" and not torque(session).any()


def test_the_page_chooses_between_simulation_emulated_servos_and_the_robot_file(session):
    engines = session.state()["engines"]
    assert [(one["name"], one["word"], one["physical"]) for one in engines] == [
        ("simulation", "Simulation", False), ("emulated", "Emulated servos", False), ("hardware", "Robot mine", False)
    ]  # fmt: skip
    robot = session.simulation.engine
    session.use_engine("simulation")
    state = session.state()
    assert state["engine"] == "simulation" and state["hardware"] is None and robot.driver.mode == "off"
    generation = session.generation
    session.use_engine("emulated")
    state = session.state()
    assert state["hardware"]["name"] == "emulated robot" or len(state["hardware"]["servos"]) == 3
    assert session.generation > generation and not session.playing
    session.run.advance(5)
    session.use_engine("hardware")
    assert session.state()["hardware"]["name"] == "mine" and session.simulation.time == 0.0


def test_a_robot_file_that_does_not_fit_leaves_the_simulation(tmp_path):
    (tmp_path / "robot.yaml").write_text("name: mine\nids: 1-3\n", encoding="utf-8")
    make = hardware_factory(tmp_path / "robot.yaml", "snakelab")
    made = Session(sl.load_scenario("planar_viscous"), tmp_path)
    with pytest.raises(sl.errors.SimulationError, match="--hardware FILE"):
        made.use_engine("hardware")
    made.engines = engine_choices(make)
    made.run.advance(5)
    time_before = made.simulation.time
    with pytest.raises(HardwareError, match="3 servos"):
        made.use_engine("hardware")
    assert made.engine.name == "simulation" and made.simulation.time == time_before
    made.close()


def test_another_scenario_that_does_not_fit_the_robot_is_refused_and_the_last_one_is_simulated(session):
    with pytest.raises(HardwareError, match="3 servos"):
        session.begin(sl.load_scenario("planar_viscous"))
    assert session.scenario.name == "small" and session.state()["hardware"] is None
    session.run.advance(3)
    assert session.simulation.time > 0.0


def test_a_robot_at_a_port_is_marked_as_physical(tmp_path):
    (tmp_path / "robot.yaml").write_text("name: mine\nport: /dev/ttyUSB0\nids: 1-3\n", encoding="utf-8")
    assert engine_choices(hardware_factory(tmp_path / "robot.yaml", "snakelab"))[-1].physical


def test_every_viewer_may_stop_the_robot():
    assert message_of('{"do": "estop"}').do == "estop" and "estop" in FREE


def test_a_gamepad_stops_the_robot_also_after_too_many_messages(session):
    viewers, viewer = Viewers(), Viewer()
    cameras = CameraFeed(session, lambda name, data: None, pytest.fail)
    mapping = MapFeed(session, lambda message: None, pytest.fail)
    requests = Requests(session, viewers, cameras, mapping, lambda act: act())
    while viewer.may_send():
        pass
    requests.take(viewer, '{"do": "estop", "source": "gamepad"}')
    assert (torque(session) == 0).all()
    assert session.simulation.engine.driver.reason == "emergency stop by a gamepad"


def test_a_simulation_has_no_servos(tmp_path):
    made = Session(sl.load_scenario("planar_viscous"), tmp_path)
    assert made.state()["hardware"] is None
    made.emergency_stop()
    made.close()


def test_an_emulated_robot_feels_a_push(session):
    from snakelab.plugins.studio.server.messages import order_of

    session.use_engine("emulated")
    session.run.advance(5)
    before = session.simulation["base_position"].copy()
    message = json.dumps({"do": "push", "part": "link1", "force": [0.0, 3.0, 0.0]})
    order_of(session, message_of(message))()
    session.run.advance(20)
    assert "the run failed" not in session.run.note
    pushed = session.simulation["base_position"].copy()
    assert pushed[1] - before[1] > 0.01
    order_of(session, message_of(json.dumps({"do": "release"})))()
    session.run.advance(5)
    assert "the run failed" not in session.run.note and session.simulation.status is None
    assert np.isfinite(session.simulation.state.row()).all()
