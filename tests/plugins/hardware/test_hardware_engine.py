"""Hardware engine on emulated servos: a run starts where the robot is, keeps its records, and ends in a safe state."""

import numpy as np
import pytest

import snakelab as sl
from plugins.hardware.small_robots import N, model, robot
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.sim.engine import LiveEngine

GAIT = sl.SerpenoidGait(0.4, 3.0, 0.8)
QUICK = "safety: {soft_start: 0.3}\n"


def run(more=QUICK, duration=0.6, controller=GAIT, **settings):
    engine = HardwareEngine(robot(more), **settings.pop("engine", {}))
    return engine, sl.simulate(model(), controller, duration, engine=engine, record_rate=50.0, **settings)


def torque(engine):
    return engine.driver.bus.transport.servos.bank.get("torque_enable")


@pytest.mark.thorough
def test_it_is_a_live_engine_and_records_what_the_servos_measure(tmp_path):
    engine, recording = run()
    assert isinstance(engine, LiveEngine) and recording.finished
    data = recording.dataset
    assert {"q", "v", "servo_load", "servo_temperature", "servo_voltage", "servo_current"} <= set(data.data_vars)
    assert data["servo_temperature"].dims == ("time", "coordinate") and data["servo_voltage"].attrs["units"] == "V"
    assert np.abs(data["q"].values[-1] - data["target"].values[-1]).max() < 0.1
    assert data.attrs["late_periods"] == 0 and data.attrs["exchanges"] == 60 and data.attrs["bus_answers_missed"] == 0
    assert (torque(engine) == 0).all()
    recording.save(tmp_path / "run.nc")
    assert sl.load(tmp_path / "run.nc")["servo_load"].shape == (31, N)


@pytest.mark.thorough
def test_equal_seeds_give_equal_bits_and_others_do_not():
    noisy = "safety: {soft_start: 0.3, at_fault: warn}\nemulated: {lost: 0.1, noise: 0.1}\n"
    first, again, other = (run(noisy, engine={"seed": seed})[1] for seed in (1, 1, 2))
    assert first.dataset.equals(again.dataset) and not first.dataset.equals(other.dataset)


def test_a_gait_starts_from_the_measured_shape():
    start = sl.initial_state(model(), q=(0.9, -0.3, 0.5, 0.2))
    _, recording = run(duration=0.2, state=start)
    assert recording["q"].values[0] == pytest.approx(start.q, abs=2e-3)
    assert np.abs(np.diff(recording["q"].values, axis=0)).max() < 0.2


@pytest.mark.thorough
def test_a_controller_gets_the_measured_angles():
    class Feedback:
        period = 0.02

        def start(self, model, now):
            return sl.Command(np.zeros(N)), []

        def command(self, known, memory):
            return sl.Command(0.9 * known.q), [*memory, known.q]

    start = sl.initial_state(model(), q=(0.4,) * N)
    _, recording = run(QUICK, 1.2, Feedback(), state=start)
    counts = recording["q"].values / (2 * np.pi / 4096)
    assert counts == pytest.approx(np.rint(counts + 0.1 / (2 * np.pi / 4096)) - 0.1 / (2 * np.pi / 4096), abs=1.0)
    assert np.abs(recording["q"].values[-1]).max() < 0.2


def test_a_cable_that_is_pulled_ends_the_run_and_keeps_its_records():
    engine = HardwareEngine(robot(QUICK))
    with sl.Simulation(model(), GAIT, engine=engine) as simulation:
        simulation.advance(0.3)
        line = engine.driver.bus.transport
        line.cut = line.clock.now()
        status = simulation.advance(0.3)
        recording = simulation.recording()
    assert status.kind == "failed" and "check cable and power" in status.reason
    assert recording.dataset.sizes["time"] == 31


def test_an_emergency_stop_ends_the_run_with_its_records():
    engine = HardwareEngine(robot(QUICK))
    with sl.Simulation(model(), GAIT, engine=engine) as simulation:
        simulation.advance(0.2)
        engine.emergency_stop("key")
        status = simulation.advance(0.2)
        assert status.kind == "stopped" and "emergency stop by key" in status.reason and (torque(engine) == 0).all()
        assert simulation.recording().dataset.sizes["time"] == 21


def test_ctrl_c_keeps_the_records_and_leaves_the_robot_as_configured(monkeypatch):
    engine = HardwareEngine(robot("safety: {at_end: hold}\n"))
    calls = []

    def interrupted(self, end):
        calls.append(end)
        if len(calls) == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr("snakelab.plugins.hardware.hardware_engine.Schedule.wait_to_read", interrupted)
    recording = sl.simulate(model(), GAIT, 1.0, engine=engine)
    assert recording.status.kind == "interrupted" and 10 < recording.dataset.sizes["time"] < 25
    assert (torque(engine) == 1).all()


def test_a_gait_that_intersects_itself_is_refused_before_the_first_command():
    parts = [sl.Link(0.1, mass=0.1)]
    for _ in range(8):
        parts += [sl.Revolute("z", actuator=sl.Servo(kp=5.0)), sl.Link(0.1, mass=0.1)]
    long = sl.build_model(sl.Robot(parts, base="planar"))
    engine = HardwareEngine(robot(text="ids: 1-8\n"))
    with pytest.raises(HardwareError, match=r"the motion is refused: at t = .* the robot intersects itself by"):
        with sl.Simulation(long, sl.SerpenoidGait(1.5, 1.0, 0.1), engine=engine) as simulation:
            simulation.advance(0.1)
    assert engine.driver.attributes()["bus_cycles"] == 1


def test_a_way_to_the_gait_that_intersects_itself_is_refused_before_any_torque():
    parts = [sl.Link(0.1, mass=0.1)]
    for _ in range(8):
        parts += [sl.Revolute("z", actuator=sl.Servo(kp=5.0)), sl.Link(0.1, mass=0.1)]
    long = sl.build_model(sl.Robot(parts, base="planar"))
    start = (1.0, 0.0, -1.3, -0.2, 1.0, -1.2, 1.0, 1.2)
    end = (0.8, -0.8, -0.9, -1.2, 0.0, -1.4, -1.0, -1.0)
    state = sl.initial_state(long, q=start)
    for target, refused in ((end, True), (start, False)):
        engine = HardwareEngine(robot(text="ids: 1-8\n"))
        gait = sl.TableGait([0.0, 10.0], [target, target])
        if not refused:
            assert sl.simulate(long, gait, 0.1, state=state, engine=engine).finished
            continue
        with pytest.raises(HardwareError, match="on the way from the measured shape, the robot intersects itself by"):
            sl.simulate(long, gait, 0.1, state=state, engine=engine)
        assert not torque(engine).any() and engine.driver.attributes()["commands_clipped"] == 0


def test_a_robot_with_another_number_of_servos_is_refused():
    with pytest.raises(HardwareError, match=r"there are 3 servos, and robot .* has 4 joints"):
        sl.simulate(model(), GAIT, 0.1, engine=HardwareEngine(robot(text="ids: 1-3\n")))


@pytest.mark.slow
def test_lost_packets_hardly_change_the_speed():
    speeds = []
    for lost in (0.0, 0.01):
        _, recording = run(f"{QUICK}emulated: {{lost: {lost}}}\n", 3.0)
        path = recording["com_position"].values
        speeds.append(np.linalg.norm(path[-1] - path[50]))
    assert speeds[1] == pytest.approx(speeds[0], rel=0.01)


def test_a_cpg_starts_its_oscillators_at_the_measured_angles():
    gait = sl.CpgGait(sl.gaits.NamedGait("CL"))
    snake = sl.load_scenario("snakesys_creeping").robot
    still = sl.build_model(snake)
    q = np.linspace(-0.5, 0.5, still.n_coordinates)
    started = gait.starting_at(still, q)
    assert started.start(still, 0.0)[0].target == pytest.approx(q)
    assert started.starting_at(still, -q) is started
    assert gait.starting_at(still, np.zeros(still.n_coordinates)) is gait
