"""IMU of a robot: on the emulated bus and as a topic; in the measurement and the recording with its times, absent without one."""

import functools
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from plugins.hardware.small_robots import model as weightless
from plugins.hardware.small_robots import robot
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.emulated_servos import SimulatedClock
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.imu import ImuSample, RosImu, StampOffset
from snakelab.plugins.hardware.readings import plain_reading, reading_of
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.supervision import SafetyError
from snakelab.sim.engine import LiveEngine

QUICK = "safety: {soft_start: 0.3}\nimu: {id: 200}\n"
GAIT = sl.SerpenoidGait(0.4, 3.0, 0.8)
NAMES = {"measured_specific_force", "measured_angular_rate", "measured_attitude", "measured_imu_time"}


def model():
    """A planar snake with four servo joints, under gravity."""
    made = weightless()
    return sl.build_model(made.robot, sl.World([sl.Gravity(), *made.world.media]))


class FakeBackend:
    """Back end of ROS whose messages a test passes on."""

    def __init__(self, installed=True):
        self.installed, self.handler, self.closed = installed, None, False

    def subscribe(self, topic, handler):
        self.topic, self.handler = topic, handler
        return self.installed

    def close(self):
        self.closed = True


def imu_message(stamp=1.0, rate=0.5, known=True):
    """CDR bytes of sensor_msgs/Imu."""
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    from snakelab.plugins.ros.topics import template

    values = {
        "header": {"stamp": {"sec": int(stamp), "nanosec": round(stamp % 1 * 1e9)}},
        "linear_acceleration": {"z": 9.81},
        "angular_velocity": {"z": rate},
        "orientation_covariance": [0.0 if known else -1.0, *(8 * [0.0])],
        "orientation": {"w": 2.0},
    }
    return template("sensor_msgs/msg/Imu", values).content


def run(more=QUICK, **settings):
    engine = HardwareEngine(robot(more))
    return engine, sl.simulate(model(), GAIT, 0.6, engine=engine, record_rate=50.0, **settings)


def test_the_imu_of_the_bus_is_recorded_with_its_times():
    engine, recording = run()
    data = recording.dataset
    assert isinstance(engine, LiveEngine) and set(data.data_vars) >= NAMES
    assert data["measured_specific_force"].dims == ("time", "axis")
    assert data["measured_angular_rate"].values[5:, 2] == pytest.approx(
        data["head_velocity"].values[5:, 5], abs=0.02 + 0.1 * np.abs(data["head_velocity"].values[:, 5]).max()
    )
    assert data["measured_specific_force"].values[:, 2] == pytest.approx(9.80665, abs=0.01)
    age = data["time"].values - data["measured_imu_time"].values
    assert (age > 0.0).all() and age[1:].max() < 0.011
    apart = np.abs((data["measured_attitude"].values * data["head_quaternion"].values).sum(axis=1))
    assert apart[1:] == pytest.approx(1.0, abs=1e-4)


def test_without_an_imu_nothing_is_recorded_and_nothing_measured():
    engine, recording = run("safety: {soft_start: 0.3}\n")
    assert not NAMES & set(recording.dataset.data_vars)
    known = engine.measurement(recording.state)
    assert (known.angular_rate, known.attitude, known.specific_force, dict(known.readings)) == (None, None, None, {})


def test_a_controller_gets_the_imu():
    seen = []

    class Watch:
        period = 0.02

        def start(self, model, now):
            return sl.Command(np.zeros(4)), None

        def command(self, known, memory):
            seen.append(known)
            return sl.Command(np.zeros(4)), None

    sl.simulate(model(), Watch(), 0.2, engine=HardwareEngine(robot(QUICK)))
    last = seen[-1]
    assert last.specific_force == pytest.approx([0, 0, 9.81], abs=0.02) and last.attitude.shape == (4,)
    assert set(last.readings) == NAMES and 0.0 < last.time - last.readings["measured_imu_time"] < 0.011


@pytest.mark.thorough
def test_noise_of_the_declared_imu_is_emulated_and_names_its_variables():
    imu = sl.Imu(name="back", gyroscope_noise=0.05, gyroscope_bias=(0.0, 0.0, 0.2))
    noisy = sl.build_model(replace(model().robot, sensors=(imu,)), model().world)
    records = [
        sl.simulate(noisy, None, 0.4, engine=HardwareEngine(robot(QUICK), seed=seed), record_rate=100.0)
        for seed in (1, 1, 2)
    ]
    rate = records[0]["back_angular_rate"].values
    assert (
        rate[1:].mean(axis=0) == pytest.approx([0.0, 0.0, 0.2], abs=0.03) and 0.03 < rate[1:].std(axis=0).min() < 0.08
    )
    assert records[0].dataset.equals(records[1].dataset) and not records[0].dataset.equals(records[2].dataset)


def test_a_missing_imu_is_reported_once_and_left_out():
    messages = []
    engine = HardwareEngine(robot(QUICK + "emulated: {dead: [200]}\n"), on_warning=messages.append)
    recording = sl.simulate(model(), GAIT, 0.2, engine=engine)
    assert recording.finished and not NAMES & set(recording.dataset.data_vars)
    assert messages == [
        "the IMU 200 does not answer; check its cable and id with snakelab bus scan; the run continues without it"
    ]


@pytest.mark.thorough
def test_an_imu_that_falls_silent_gives_nan_and_the_run_goes_on():
    engine = HardwareEngine(robot(QUICK))
    with sl.Simulation(model(), GAIT, engine=engine, record_rate=50.0) as simulation:
        simulation.advance(0.3)
        engine.driver.bus.transport.servos.imu.dead = True
        simulation.advance(1.0)
        known, recording = simulation.measurement, simulation.recording()
    assert known.angular_rate is None and np.isnan(recording["measured_angular_rate"].values[-1]).all()
    assert np.isfinite(recording["measured_angular_rate"].values[:15]).all()
    assert "the IMU 200 does not answer any more" in recording.dataset.attrs["hardware_warnings"]


def test_subscribers_get_the_imu_and_the_servos_with_each_record():
    with sl.Simulation(model(), GAIT, engine=HardwareEngine(robot(QUICK)), keep=0.1, record_rate=50.0) as simulation:
        subscription = simulation.subscribe()
        simulation.advance(0.3)
        assert set(simulation.recorded) >= NAMES | {"servo_temperature"}
        assert len(simulation.engine._log) <= 12
    record = list(subscription)[-1]
    assert record["measured_imu_time"] == pytest.approx(record.time, abs=0.011)
    assert record["servo_temperature"].shape == (4,)


def test_another_device_is_no_imu():
    driver = open_driver(robot("imu: {id: 200}\n"))
    driver.bus.transport.servos.imu.measure = lambda: np.zeros(10)
    driver.bus.transport.servos.imu.read = lambda start, size: bytes(size)
    assert driver.begin().imu is None
    assert driver.warnings == ["device 200 is no BNO055: its chip id is 0x00, not 0xa0; the run continues without it"]


def test_an_imu_does_not_disturb_the_servos_of_the_line():
    driver = open_driver(robot("imu: {id: 200}\n"))
    reading = driver.begin()
    assert reading.answered.all() and reading.imu.specific_force == pytest.approx([0, 0, 9.81], abs=0.01)
    assert driver.bus.scan((1, 200)) == {1: 777, 200: 0}
    assert driver.attributes()["bus_answers_missed"] == 0


@pytest.mark.parametrize(
    ("more", "words"),
    [("imu: {}\n", "name either id"), ("imu: {id: 3}\n", "id 3 is that of a servo"),
     ("imu: {id: 9, topic: /imu}\n", "name either id"), ("imu: {id: 300}\n", "whole numbers from 0 to 253")],
)  # fmt: skip
def test_wrong_descriptions_are_refused(more, words):
    with pytest.raises(sl.SnakelabError, match=words):
        robot(more)


def test_samples_cross_the_network_with_their_age():
    sample = ImuSample(9.5, np.array([0.0, 1.0, 9.0]), None, np.array([1.0, 0, 0, 0]))
    reading = replace(open_driver(robot()).begin(), time=10.0, imu=sample)
    again = reading_of(plain_reading(reading), 100.0).imu
    assert again.time == pytest.approx(99.5) and again.angular_rate is None
    assert again.specific_force == pytest.approx([0.0, 1.0, 9.0])


@pytest.mark.thorough
def test_a_topic_of_ros_gives_the_imu_with_its_stamps():
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    engine = HardwareEngine(robot("safety: {soft_start: 0.3}\nimu: {topic: /head/imu}\n"))
    engine.ros = backend = FakeBackend()

    def publish():
        end = time.monotonic() + 60.0
        while backend.handler is None:
            assert time.monotonic() < end, "nobody subscribes"
            time.sleep(0.001)
        backend.handler(imu_message(stamp=1e9 + 0.25))

    thread = threading.Thread(target=publish, daemon=True)
    thread.start()
    with sl.Simulation(model(), GAIT, engine=engine, record_rate=50.0) as simulation:
        thread.join(60.0)
        assert not thread.is_alive()
        simulation.advance(0.2)
        backend.handler(imu_message(stamp=1e9 + 0.45, rate=0.75))
        simulation.advance(0.02)
        known, recording = simulation.measurement, simulation.recording()
    assert backend.topic.name == "/head/imu" and known.angular_rate == pytest.approx([0, 0, 0.75])
    assert known.attitude == pytest.approx([1, 0, 0, 0])
    stamps = recording["measured_imu_time"].values
    assert stamps[-1] == pytest.approx(0.2, abs=0.025)


def test_a_topic_that_is_silent_or_invalid_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(RosImu, "begin", functools.partialmethod(RosImu.begin, 0.01))
    engine = HardwareEngine(robot("imu: {topic: /imu}\n"))
    engine.ros = FakeBackend()
    with pytest.raises(HardwareError, match="no message on /imu within"):
        sl.Simulation(model(), GAIT, engine=engine)
    with pytest.raises(HardwareError, match="sensor_msgs are not installed"):
        RosImu(FakeBackend(installed=False), "/imu", SimulatedClock())
    imu = RosImu(FakeBackend(), "/imu", SimulatedClock())
    for content in (b"", b"\x00\x01\x00\x00" + bytes(40), imu_message(rate=np.nan)):
        imu.take(content)
    assert imu.sample is None and imu.invalid == 3
    imu.take(imu_message(known=False))
    assert imu.sample.attitude is None and imu.sample.angular_rate == pytest.approx([0, 0, 0.5])


def test_stamps_follow_the_quickest_message_and_a_clock_that_was_set():
    offset = StampOffset()
    assert offset.local(100.0, 5.030) == pytest.approx(5.030)
    assert offset.local(100.1, 5.105) == pytest.approx(5.105)
    assert offset.local(100.2, 5.250) == pytest.approx(5.205)
    assert offset.local(500.0, 5.300) == pytest.approx(5.300)


def test_an_emergency_stop_ends_a_run_with_an_imu():
    engine = HardwareEngine(robot(QUICK))
    with sl.Simulation(model(), GAIT, engine=engine) as simulation:
        simulation.advance(0.1)
        engine.emergency_stop("test")
        assert simulation.advance(0.1).kind == "stopped"
        with pytest.raises(SafetyError):
            engine.driver.command(np.zeros(4), 1.0)
