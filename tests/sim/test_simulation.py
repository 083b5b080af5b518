"""A stepwise simulation has the records of `simulate`, can be stopped, restored and watched, and ends in one line."""

import importlib
import threading
import time

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ControlError, SimulationError
from snakelab.sim.scipy_engine import make_engine

LINK = sl.Link(0.1, mass=0.1)


def snake(n=4, actuator=None, **more):
    joint = sl.Revolute("z", actuator=actuator or sl.Servo(kp=2.0, kd=0.05))
    return sl.build_model(
        sl.Robot([LINK, *((n - 1) * [joint, LINK])], base="planar", **more),
        sl.World([sl.ViscousFriction(0.2, 2.0)]),
    )


GAIT = sl.SerpenoidGait(0.5, 4.0, 0.7)


class Follow:
    """Controller with a memory: the number of its calls."""

    period = 0.03

    def start(self, model, now):
        return sl.Command(np.zeros(model.n_coordinates)), 0

    def command(self, known, memory):
        angle = 0.3 * np.sin(4.0 * (known.time + self.period) + np.arange(len(known.q)))
        return sl.Command(angle, notes={"calls": memory}), memory + 1


def equal(a, b):
    return [
        name
        for name in a.dataset.data_vars
        if name != "control_cycle_time"
        and not np.array_equal(a[name].values, b[name].values, equal_nan=a[name].dtype.kind == "f")
    ] == [] and set(a.dataset.data_vars) == set(b.dataset.data_vars)


@pytest.mark.few(6)
@pytest.mark.parametrize("controller", [GAIT, Follow(), None], ids=["gait", "controller", "none"])
@pytest.mark.parametrize(
    "sensors", [(), (sl.Encoders(rate=70, noise=0.01), sl.Imu(on="head", rate=45))], ids=["bare", "sensors"]
)
@pytest.mark.parametrize(
    "settings", [{}, {"tolerance": 1e-5}, {"integrator": "plain"}], ids=["default", "tolerance", "plain"]
)
def test_stepping_gives_the_records_of_simulate(controller, sensors, settings):
    model = snake(sensors=sensors)
    whole = sl.simulate(model, controller, 0.9, **settings)
    simulation = sl.Simulation(model, controller, engine=sl.SnakelabEngine(**settings), period=0.05)
    while simulation.time < 0.9 - 1e-9:
        simulation.step()
    assert equal(simulation.recording(), whole)
    halves = sl.Simulation(model, controller, engine=sl.SnakelabEngine(**settings))
    halves.advance(0.3)
    halves.advance(0.6)
    assert equal(halves.recording(), whole)


def test_steps_of_a_controller_end_at_the_record_that_differs_from_the_boundary_by_rounding():
    """Three periods of 0.1 s end at 0.30000000000000004 s: without rounding a further step of 6e-17 s followed the record."""
    controller = Follow()
    controller.period = 0.1
    whole = sl.simulate(snake(), controller, 0.7)
    simulation = sl.Simulation(snake(), controller)
    for _ in range(7):
        simulation.step()
    stepped = simulation.recording()
    assert equal(stepped, whole) and stepped.dataset.attrs["steps"] == whole.dataset.attrs["steps"]


def test_a_time_between_two_records_is_in_the_recording_of_that_moment_only():
    simulation = sl.Simulation(snake(), GAIT)
    simulation.advance(0.1234)
    assert simulation.recording()["time"].values[-1] == pytest.approx(0.1234)
    simulation.advance(0.01)
    times = simulation.recording()["time"].values
    assert len(times) == 15 and 0.1234 not in times.round(6)


FEW_SAMPLES = {
    "pipe_step_in": ["controller.sampling_mpc.sampling.n_samples=32"],
    "orthogonal_goal": ["controller.sampling_mpc.sampling.n_samples=4", "controller.sampling_mpc.horizon.steps=5"],
}


@pytest.mark.parametrize(
    "controller",
    [GAIT, Follow(), "snakesys_creeping", "pipe_step_in", "orthogonal_goal", "pilot_waypoints"],
    ids=["gait", "controller", "oscillators", "mpc", "engine mpc", "autopilot"],
)
def test_a_simulation_goes_on_exactly_from_a_snapshot(controller):
    if isinstance(controller, str):
        simulation = sl.start_scenario(sl.load_scenario(controller, FEW_SAMPLES.get(controller, [])))
    else:
        simulation = sl.Simulation(snake(), controller)
    simulation.advance(0.2)
    snapshot = simulation.snapshot()
    simulation.advance(0.15)
    first = simulation.recording()
    simulation.restore(snapshot)
    assert simulation.time == pytest.approx(0.2)
    simulation.advance(0.15)
    assert equal(simulation.recording(), first)


def test_the_present_is_known_at_any_time():
    simulation = sl.Simulation(snake(), GAIT)
    simulation.advance(0.05)
    assert simulation.measurement.q == pytest.approx(simulation.state.q)
    assert simulation.measurement.tau == pytest.approx(simulation["tau"])
    assert simulation["link_position"].shape == (4, 3)
    assert simulation.status is None and "not finished" in repr(simulation)
    with pytest.raises(SimulationError, match="link_position"):
        simulation["link_positions"]


def test_commands_from_outside_move_the_robot():
    simulation = sl.Simulation(snake(), period=0.02)
    for _ in range(20):
        simulation.step(sl.Command(np.array([0.2, -0.2, 0.2])))
    assert simulation.time == pytest.approx(0.4)
    assert simulation.state.q == pytest.approx([0.2, -0.2, 0.2], abs=0.05)
    with pytest.raises(ControlError, match="target"):
        simulation.step(sl.Command(np.array([0.2, np.nan, 0.2])))
    with pytest.raises(SimulationError, match="without a controller"):
        sl.Simulation(snake(), GAIT).step(sl.Command(np.zeros(3)))


def test_a_stop_condition_ends_a_stepwise_run_and_what_comes_after_is_refused_in_one_line():
    simulation = sl.Simulation(snake(), GAIT, stop_when=[sl.StopWhen(lambda record: record["time"] >= 0.1, "enough")])
    status = simulation.advance(1.0)
    assert status == "stopped: enough at t = 0.1 s" and simulation.time == pytest.approx(0.1)
    with pytest.raises(SimulationError, match=r"has ended \(stopped: enough"):
        simulation.advance(0.1)
    assert simulation.recording().status == status


def test_a_controller_that_fails_leaves_the_records_so_far():
    class Fails(Follow):
        def command(self, known, memory):
            if memory == 3:
                raise ValueError("no more")
            return super().command(known, memory)

    simulation = sl.Simulation(snake(), Fails())
    with pytest.raises(ControlError, match="no more"):
        simulation.advance(1.0)
    assert simulation.status.kind == "failed"
    assert simulation.recording()["time"].values[-1] == pytest.approx(0.09)


def test_a_subscriber_that_blocks_delays_nothing_and_loses_the_oldest_records():
    gate, ended = threading.Event(), []
    with sl.Simulation(snake(), GAIT) as simulation:
        blocked = simulation.subscribe(lambda record: ended.append(gate.wait(500)), size=5)
        fast = simulation.subscribe(size=1000)
        slow = simulation.subscribe(rate=10)
        simulation.advance(1.0)
        assert not ended  # it was not waited for
        gate.set()
    records = list(fast)
    assert len(records) == 100 and fast.dropped == 0 and blocked.dropped >= 90
    assert [record.time for record in records] == pytest.approx(0.01 * np.arange(1, 101))
    assert records[-1]["q"] == pytest.approx(simulation.state.q) and "q" in records[-1]
    assert [record.time for record in slow] == pytest.approx(0.01 + 0.1 * np.arange(10), abs=0.011)


def test_the_exception_of_a_handler_ends_its_subscription_only():
    def handler(record):
        raise RuntimeError("broken page")

    with sl.Simulation(snake(), GAIT) as simulation:
        subscription = simulation.subscribe(handler)
        simulation.advance(0.1)
        subscription.join(600)
        simulation.advance(0.1)
        assert subscription.closed and "broken page" in str(subscription.error)


def test_a_paced_run_takes_its_time_and_counts_what_is_late():
    simulation = sl.Simulation(snake(), GAIT, period=0.05)
    began = time.perf_counter()
    simulation.run(0.4, pace=2.0)
    assert time.perf_counter() - began >= 0.19
    assert simulation.pace.periods == 8
    attrs = simulation.recording().dataset.attrs
    assert attrs["pace"] == 2.0 and attrs["paced_periods"] == 8 and attrs["late_periods"] == simulation.pace.late

    class Slow(Follow):
        def command(self, known, memory):
            time.sleep(0.02)
            return super().command(known, memory)

    late = sl.Simulation(snake(), Slow())
    late.run(0.15, pace=10.0)
    assert late.pace.late == late.pace.periods and late.pace.worst > 0.01


def test_another_thread_ends_a_run_without_an_end():
    simulation, stop = sl.Simulation(snake(), GAIT), threading.Event()
    thread = threading.Thread(target=simulation.run, kwargs={"until": stop})
    thread.start()
    while simulation.time < 0.05:
        time.sleep(0.001)
    stop.set()
    thread.join(600)
    assert not thread.is_alive() and simulation.status is None


def test_only_the_last_seconds_are_kept_if_asked():
    simulation = sl.Simulation(snake(), GAIT, keep=0.2, period=0.05)
    while simulation.time < 1.0:
        simulation.step()
    times = simulation.recording()["time"].values
    assert times[0] >= 0.74 and times[-1] == pytest.approx(1.0)


def test_only_the_last_cycles_of_a_controller_are_kept_if_asked():
    simulation = sl.Simulation(snake(), sl.Teleop(GAIT), keep=0.2)
    while simulation.time < 1.0:
        simulation.step()
    cycles = simulation.course.cycles
    assert len(cycles) * simulation.period <= 0.2 + 2 * simulation.period and cycles[-1].time > 0.9
    assert simulation.recording().dataset.attrs["control_cycles"] == len(cycles)


def test_older_rows_may_be_stored_in_a_file_without_any_change_of_the_recording(tmp_path):
    push = sl.Push("link2", (0.0, 1.0, 0.0), duration=0.1, at=0.5)
    runs = [sl.Simulation(snake(), sl.Teleop(GAIT), events=[push]) for _ in range(2)]
    before = []
    for simulation in runs:
        while simulation.time < 1.0:
            simulation.step()
            if simulation is runs[1] and abs(simulation.time % 0.4) < simulation.period:
                before.append((simulation.snapshot(), simulation.recording()))
                simulation.course.move_to_file(simulation.time - 0.1, tmp_path)
    whole, moved = (simulation.recording() for simulation in runs)
    assert any(isinstance(rows, np.memmap) for _, rows in runs[1].course.records.pieces)
    assert len(runs[1].course.cycles) < len(runs[1].course.all_cycles)
    assert list(tmp_path.iterdir()) == []
    for name in whole.dataset.data_vars:
        if name != "control_cycle_time":
            assert np.array_equal(whole[name], moved[name], equal_nan=True), name
    snapshot, recording = before[-1]
    runs[1].restore(snapshot)
    assert np.array_equal(runs[1].recording()["q"], recording["q"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"period": 0.013}, "multiple of 1 / record_rate"),
        ({"record_rate": 0.0}, "record_rate"),
        ({"keep": -1.0}, "keep"),
        ({"events": "push"}, "must be a list of events"),
        ({"events": [3]}, r"events\[0\]"),
        ({"controller": 3}, "takes a gait"),
        ({"engine": "mujoco"}, "Simulation engine must be an Engine or None"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_settings_are_refused_in_one_line(arguments, words):
    with pytest.raises(SimulationError, match=words) as problem:
        sl.Simulation(snake(), **{"controller": GAIT, **arguments})
    assert "\n" not in str(problem.value)


def test_wrong_times_are_refused_and_a_closed_simulation_says_so():
    simulation = sl.Simulation(snake(), GAIT)
    for duration in (0.0, -1.0, np.nan, "long"):
        with pytest.raises(SimulationError, match="duration"):
            simulation.advance(duration)
    with pytest.raises(SimulationError, match="subscribe handler must be a function or None; got 3"):
        simulation.subscribe(3)
    with pytest.raises(SimulationError, match="pace"):
        simulation.run(1.0, pace=0.0)
    with pytest.raises(SimulationError, match="snapshot"):
        simulation.restore(3)
    with pytest.raises(SimulationError, match="another robot"):
        simulation.restore(sl.Simulation(snake(6), GAIT).snapshot())
    simulation.close()
    simulation.close()
    with pytest.raises(SimulationError, match="closed"):
        simulation.step()


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ["RK45", "mujoco"])
def test_other_engines_are_stepped_too(engine):
    model = snake()
    if engine == "mujoco":
        pytest.importorskip("mujoco")
        made = importlib.import_module("snakelab.plugins.mujoco.engine.mujoco_engine").MujocoEngine()
    else:
        made = make_engine(2e-3, engine, None)
    simulation = sl.Simulation(model, GAIT, engine=made)
    simulation.advance(0.1)
    simulation.set("controller.amplitude", 0.2)
    simulation.advance(0.1)
    assert simulation.recording().finished and simulation.time == pytest.approx(0.2)
