"""The clock: rates, restart, events, controllers, what a recording holds."""

import errno
import json
from types import SimpleNamespace

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import ctrl_c_after
from chains import p1, planar_snake, s1
from snakelab.results.netcdf_files import Journal
from snakelab.sim import checks_before_run
from snakelab.sim.engine import Engine, SnakelabEngine
from snakelab.sim.recording_assembly import RunJournal
from snakelab.sim.scipy_engine import ScipyEngine

GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


class Walker:
    """A controller with memory: it counts its calls and turns the wave by what it has counted."""

    period = 0.07

    def start(self, model, time):
        self.n = model.n_coordinates
        return sl.Command(np.zeros(self.n)), 0

    def command(self, measurement, memory):
        angle = 0.4 * np.sin(1.5 * (measurement.time + self.period) + np.arange(len(measurement.q)) + 0.01 * memory)
        return sl.Command(angle), memory + 1


SERVO = sl.Servo(kp=2.0, kd=0.05, ki=0.5, torque_limit=0.3)
DRIVES = {
    "prescribed": lambda: p1(),
    "servo": lambda: planar_snake(5, friction=sl.LinkFriction(0.05, 0.56, shape="per_axis"), actuator=SERVO),
    "motor": lambda: planar_snake(
        5, friction=sl.ViscousFriction(1, 9), actuator=sl.Motor(0.2, 0.05), spring=sl.Spring(0.2, 0.02)
    ),
}


@pytest.mark.few(9)
@pytest.mark.parametrize("drive", DRIVES)
@pytest.mark.parametrize(
    "controller",
    [GAIT, Walker(), sl.FunctionGait(lambda t: 0.3 * np.sin(t + np.arange(4)), period=0.05)],
    ids=["gait", "memory", "function"],
)
@pytest.mark.parametrize(
    "settings",
    [{}, {"tolerance": 1e-4, "step": 0.02}, {"integrator": "plain", "step": 7e-3}],
    ids=["fixed", "adaptive", "plain"],
)
def test_a_run_goes_on_from_its_state_bit_for_bit(drive, controller, settings):
    model = DRIVES[drive]()
    if drive == "motor" and controller is GAIT:
        controller = sl.TableGait(np.linspace(0, 3, 7), 0.1 * np.sin(np.arange(28).reshape(7, 4)))
    whole = sl.simulate(model, controller, 2.1, **settings)
    first = sl.simulate(model, controller, 0.7, **settings)
    second = sl.simulate(model, controller, 1.4, state=first.state, **settings)
    assert np.array_equal(second.state.row(), whole.state.row())
    assert second.state.time == whole.state.time
    later = whole["com_position"].sel(time=second["time"][1:], method="nearest")
    assert np.array_equal(later.values, second["com_position"].values[1:])


def test_a_recording_holds_every_variable_with_dimensions_and_units():
    run = sl.simulate(p1(), GAIT, 1.0, scenario={"name": "p1"}, seed=7)
    data = run.dataset
    assert run.finished and data.sizes == {
        "time": 101,
        "axis": 3,
        "quaternion": 4,
        "twist": 6,
        "coordinate": 4,
        "link": 5,
        "term": 10,
    }
    for name in (
        "base_position",
        "base_quaternion",
        "base_velocity",
        "com_position",
        "com_velocity",
        "head_position",
        "link_position",
        "q",
        "v",
        "tau",
        "friction_force",
        "kinetic_energy",
        "work",
    ):
        assert data[name].attrs["units"], name
    np.testing.assert_allclose(data.time, np.arange(101) / 100, atol=1e-12)
    assert json.loads(data.attrs["scenario"]) == {"name": "p1"} and data.attrs["seed"] == 7
    assert data.attrs["snakelab_version"] and data.attrs["host"]


def test_recorded_kinematics_are_those_of_the_queries():
    model = p1()
    run = sl.simulate(model, GAIT, 1.0)
    poses = sl.forward_kinematics(model, run.state)
    np.testing.assert_allclose(run["head_position"][-1], poses["head"][:3, 3], atol=1e-14)
    np.testing.assert_allclose(
        run["link_position"][-1], [poses[name][:3, 3] for name in model.station_names], atol=1e-14
    )
    np.testing.assert_allclose(
        run["com_position"][-1], np.mean([poses[name][:3, 3] for name in model.station_names], axis=0), atol=1e-14
    )


def test_force_driven_torques_as_recorded_are_those_that_moved_the_robot():
    """Newton's second law on the records: the friction forces are the rate of the momentum."""
    model = planar_snake(5, friction=sl.ViscousFriction(1.0, 9.0), actuator=SERVO)
    run = sl.simulate(model, GAIT, 1.0, step=1e-4, record_rate=1000)
    momentum = model.mass * run["com_velocity"].values
    rate = (momentum[2:] - momentum[:-2]) / 0.002
    np.testing.assert_allclose(run["friction_force"].sum("link")[1:-1], rate, atol=2e-3)


def test_prescribed_joints_are_on_their_targets_at_every_record():
    run = sl.simulate(p1(), GAIT, 3.0, step=0.01)
    t = run["time"].values[:, None]
    np.testing.assert_allclose(run["q"], 0.785 * np.sin(1.57 * t + 0.785 * np.arange(4)), atol=1e-12)
    np.testing.assert_allclose(run["v"], 0.785 * 1.57 * np.cos(1.57 * t + 0.785 * np.arange(4)), atol=1e-12)


def test_steps_records_and_control_periods_need_not_divide_each_other():
    run = sl.simulate(p1(), Walker(), 0.5, step=0.003, record_rate=60.0)
    np.testing.assert_allclose(run["time"], [*np.arange(30) / 60, 0.5])
    assert run.finished


def test_a_goal_ends_the_run_there():
    goal = sl.GoalReached((0.3, 0.2, 0.0), radius=0.15)
    run = sl.simulate(p1(), GAIT, 20.0, stop_when=[goal])
    assert run.status.startswith("stopped: goal (0.3, 0.2, 0.0) reached at t = ")
    assert np.linalg.norm(run["com_position"][-1].values - [0.3, 0.2, 0.0]) <= 0.15
    assert run.state.time == run["time"][-1]


def test_a_function_of_the_record_ends_a_controlled_run():
    stop = sl.StopWhen(lambda record: record["time"] > 0.33, "bored")
    run = sl.simulate(p1(), Walker(), 2.0, stop_when=[stop])
    assert run.status == "stopped: bored at t = 0.34 s" and float(run["time"][-1]) == pytest.approx(0.34)


def test_ctrl_c_returns_what_there_is():
    def press(fraction, time):
        if time > 0.5:
            raise KeyboardInterrupt

    run = sl.simulate(p1(), GAIT, 1e4, progress=press)
    assert run.status.startswith("interrupted at t = ")
    assert run.dataset.sizes["time"] > 10 and np.isfinite(run["com_position"]).all()
    assert run.state.time == pytest.approx(float(run["time"][-1]))


@pytest.mark.parametrize("settings", [{"step": 2e-9}, {"tolerance": 1e-13}], ids=["tiny step", "tiny tolerance"])
def test_ctrl_c_reaches_even_one_endless_compiled_call(settings, default_interrupt):
    sl.simulate(p1(), GAIT, 0.1)
    with ctrl_c_after(0.5):
        run = sl.simulate(p1(), GAIT, 10.0, record_rate=0.2, **settings)
    assert run.status.startswith("interrupted at t = ")
    assert run.dataset.sizes["time"] == 1 and 0 < run.state.time < 5


def test_ctrl_c_after_the_last_look_of_the_compiled_loop_ends_the_run(monkeypatch):
    class Late:
        def __init__(self, call):
            self.call, self.ended = call, False

        def done(self):
            return self.ended

        def exception(self, timeout):
            self.value, self.ended = self.call(), True
            if presses.pop():
                raise KeyboardInterrupt

        def result(self):
            return self.value

    sl.simulate(p1(), Walker(), 0.1)
    presses = [False] * 1000 + [True, False, False]
    monkeypatch.setattr("snakelab.sim.engine._threads", lambda process: SimpleNamespace(submit=Late))
    monkeypatch.setattr(SnakelabEngine, "_is_short", lambda *_: False)
    run = sl.simulate(p1(), Walker(), 1.0)
    assert run.status == "interrupted at t = 0.14 s"
    assert run.state.time == pytest.approx(0.14)


def test_progress_rises_to_one():
    seen = []
    sl.simulate(p1(), GAIT, 5.0, progress=lambda fraction, time: seen.append(fraction))
    assert seen == sorted(seen) and seen[-1] == pytest.approx(1.0)


def test_a_batch_on_threads_equals_single_runs_bit_for_bit():
    gaits = [sl.SerpenoidGait(a, 1.57, 0.785) for a in (0.2, 0.4, 0.6, 0.8)]
    together = sl.simulate_batch(p1(), gaits, 1.0, workers=2)
    for gait, run in zip(gaits, together, strict=True):
        assert np.array_equal(run.state.row(), sl.simulate(p1(), gait, 1.0).state.row())


def test_a_batch_of_unequal_lists_is_refused():
    with pytest.raises(sl.errors.SimulationError, match="equally many"):
        sl.simulate_batch([p1(), p1()], [GAIT] * 3, 1.0)


def test_engines_are_handed_in():
    assert isinstance(SnakelabEngine(), Engine) and isinstance(ScipyEngine(), Engine)
    ours = sl.simulate(s1(), GAIT, 1.0, engine=SnakelabEngine(step=1e-3))
    theirs = sl.simulate(s1(), GAIT, 1.0, engine=ScipyEngine("DOP853", 1e-10))
    np.testing.assert_allclose(ours["base_position"], theirs["base_position"], atol=1e-4)


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("method", ["Radau", "BDF", "LSODA", "RK45"])
def test_the_stiff_solvers_agree_with_the_explicit_ones(method):
    exact = sl.simulate(s1(), GAIT, 2.0, integrator="DOP853", tolerance=1e-10)
    run = sl.simulate(s1(), GAIT, 2.0, integrator=method, tolerance=1e-8)
    np.testing.assert_allclose(run["base_position"], exact["base_position"], atol=1e-5)


def test_without_a_controller_the_robot_holds_still():
    state = sl.initial_state(p1(), q=[0.1, -0.2, 0.3, 0.4])
    run = sl.simulate(p1(), None, 0.5, state=state)
    assert np.abs(run["com_position"] - run["com_position"][0]).max() < 1e-12
    assert np.array_equal(run["q"][-1], state.q)


WRONG = [
    ({"duration": -1.0}, "duration must be greater than 0 s, got -1"),
    ({"duration": float("nan")}, "duration must be a finite number"),
    ({"step": 0}, "step must be greater than 1e-09 s, got 0"),
    ({"integrator": "extrapolate"}, "did you mean 'extrapolated'"),
    ({"tolerance": -1}, "tolerance must be at least 1e-15"),
    ({"tolerance": 1e-3, "integrator": "rk4"}, "has an error estimate"),
    ({"record_rate": "fast"}, "record_rate must be a number in Hz, got 'fast'"),
    ({"stop_when": ["goal"]}, "stop_when"),
    ({"duration": 1e9, "record_rate": 1e4}, "lower duration or record_rate"),
]


@pytest.mark.parametrize(("settings", "message"), WRONG)
def test_a_setting_that_cannot_work_says_what_would(settings, message):
    with pytest.raises(sl.errors.SimulationError, match=message):
        sl.simulate(p1(), GAIT, **{"duration": 1.0} | settings)


def test_a_recording_larger_than_the_usable_memory_is_refused_before_the_run(monkeypatch):
    monkeypatch.setattr(checks_before_run, "usable_memory", lambda: 2_000_000_000)
    message = r"would take 2\.\d+ GB \(2e\+06 records of \d+ values\).*may use 2 GB: lower duration or record_rate"
    with pytest.raises(sl.errors.SimulationError, match=message):
        sl.simulate(p1(), GAIT, 0.02, record_rate=1e8)


def test_what_is_no_gait_or_controller_is_refused_with_an_example():
    with pytest.raises(sl.errors.SimulationError, match=r"SerpenoidGait\("):
        sl.simulate(p1(), "serpenoid", 1.0)
    with pytest.raises(sl.errors.SimulationError, match=r"build_model\(robot, world\)"):
        sl.simulate(sl.Robot([sl.Link(0.1, 0.1)]), GAIT, 1.0)


def test_a_controller_of_the_wrong_size_or_kind_is_named_with_its_time():
    class Wrong(Walker):
        def command(self, measurement, memory):
            return self.answer, memory

    for answer, message in [
        (sl.Command(np.zeros(3)), r"t = 0 s, Command.target must be 4 numbers"),
        ([0, 0, 0, 0], "must return a Command"),
        (sl.Command([0, 0, 0, np.nan]), "finite"),
    ]:
        wrong = Wrong()
        wrong.answer = answer
        with pytest.raises(sl.errors.ControlError, match=message):
            sl.simulate(p1(), wrong, 1.0)


def test_a_controller_that_fails_costs_nothing_computed():
    class Failing(Walker):
        def command(self, measurement, memory):
            if measurement.time > 0.5:
                raise ZeroDivisionError("oops")
            return super().command(measurement, memory)

    with pytest.raises(
        sl.errors.ControlError, match=r"the controller raised ZeroDivisionError\('oops'\) at t = 0\.56 s"
    ) as caught:
        sl.simulate(p1(), Failing(), 1.0)
    kept = caught.value.recording
    assert kept.status.startswith("failed: the controller raised") and float(kept["time"][-1]) > 0.5


def test_a_controller_that_forgets_its_memory_is_reported_what_to_return():
    class Forgetful(Walker):
        def command(self, measurement, memory):
            return sl.Command(np.zeros(4))

    with pytest.raises(sl.errors.ControlError, match=r"write return Command\(\.\.\.\), memory"):
        sl.simulate(p1(), Forgetful(), 1.0)


def test_a_state_that_the_base_cannot_have_is_refused():
    with pytest.raises(sl.errors.SimulationError, match="planar base moves in x, y and heading only"):
        sl.initial_state(p1(), velocity=[0, 0, 1, 0, 0, 0])
    with pytest.raises(sl.errors.SimulationError, match="q must be 4 numbers"):
        sl.initial_state(p1(), q=[0.0, 0.0])


def test_a_robot_with_a_singular_mass_matrix_is_refused_with_the_likely_reason():
    twice = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z", sl.Motor()), sl.Revolute("z", sl.Motor()), sl.Link(0.1, 0.1)])
    with pytest.raises(sl.errors.SimulationError, match="two joints that turn about one axis"):
        sl.simulate(sl.build_model(twice), None, 0.1)


@pytest.mark.parametrize("base", ["floating", "fixed"])
def test_a_joint_without_mass_behind_it_is_refused(base):
    with pytest.raises(sl.errors.RobotError, match="put a Link after it"):
        sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z")], base)


def test_a_state_of_another_robot_is_refused():
    five = sl.simulate(p1(), GAIT, 0.1)
    for n in (4, 12):
        with pytest.raises(sl.errors.SimulationError, match="it is a state of another robot"):
            sl.simulate(planar_snake(n), GAIT, 0.1, state=five.state)
    with pytest.raises(sl.errors.SimulationError, match="it is a state of another robot"):
        sl.mass_matrix(planar_snake(4), five.state)
    with pytest.raises(sl.errors.SimulationError, match="not finite"):
        sl.simulate(p1(), GAIT, 0.1, state=five.state.at(0.0, np.nan * five.state.row()))


def test_a_state_from_another_world_goes_on_with_works_counted_anew():
    rubbed = sl.simulate(p1(), GAIT, 0.5)
    free = planar_snake(5, section=sl.Box(0.04, 0.03))
    again = sl.simulate(free, GAIT, 0.5, state=rubbed)
    fresh = sl.initial_state(
        free,
        q=rubbed.state.q,
        v=rubbed.state.v,
        position=rubbed.state.base_position,
        quaternion=rubbed.state.base_quaternion,
        velocity=rubbed.state.base_velocity,
    )
    assert np.array_equal(again.state.q, rubbed.state.q) is False
    assert float(again["work"][0].sum()) == 0.0
    assert (
        np.abs(again["tau"][0] - sl.inverse_dynamics(free, fresh, accelerations(free, rubbed.state))[3:]).max() < 1e-9
    )


def accelerations(model, state):
    """Of the base and the gait's coordinates at the state's time, from the equation of motion without outer forces."""
    t = state.time
    qdd = -0.785 * 1.57**2 * np.sin(1.57 * t + 0.785 * np.arange(4))
    bare = state.__class__(**{**state.__dict__, "work": np.zeros(7)})
    M = sl.mass_matrix(model, bare)
    bias = sl.inverse_dynamics(model, bare, np.zeros(7))
    base = np.linalg.solve(M[:3, :3], -(bias[:3] + M[:3, 3:] @ qdd))
    return np.concatenate([base, qdd])


class Wave:
    """A smooth wave that gives only targets, or rates and accelerations too."""

    def __init__(self, period, full, ramp=True):
        self.period, self.full, self.ramp = period, full, ramp

    def angles(self, t):
        x = min(1.0, max(0.0, t / 2)) if self.ramp else 1.0
        return (10 * x**3 - 15 * x**4 + 6 * x**5) * 0.5 * np.sin(3 * t + 0.7 * np.arange(4))

    def start(self, model, time):
        return sl.Command(self.angles(time) if self.ramp else np.zeros(4)), None

    def command(self, measurement, memory):
        t, h = measurement.time + self.period, 1e-3
        a, b, c = (self.angles(t + k * h) for k in (-1, 0, 1))
        return (sl.Command(b, (c - a) / (2 * h), (a - 2 * b + c) / h**2) if self.full else sl.Command(b)), memory


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("period", [0.02, 0.005])
def test_targets_alone_give_the_torques_of_the_whole_motion(period):
    runs = [sl.simulate(p1(), Wave(period, full), 5.0, record_rate=500) for full in (True, False)]
    whole, targets = (np.abs(run["tau"].values) for run in runs)
    assert np.sqrt((targets**2).mean()) == pytest.approx(np.sqrt((whole**2).mean()), rel=0.02)
    assert targets.max() == pytest.approx(whole.max(), rel=0.05)


def test_a_jump_of_the_target_leaves_little_momentum_behind():
    """Inner forces cannot move the centre of mass. A jump within one period is a jolt, but not a rocket."""
    run = sl.simulate(planar_snake(5), Wave(0.01, False, ramp=False), 1.0)
    jolt = np.abs(run["v"]).max() * 0.11
    assert np.linalg.norm(run["com_velocity"][-1]) < 0.02 * jolt


def test_a_gait_of_angles_is_refused_where_a_motor_wants_a_force():
    with pytest.raises(sl.errors.GaitError, match=r"joint1 is a Motor, which needs a force; use Servo\(kp="):
        sl.simulate(DRIVES["motor"](), GAIT, 0.1)
    with pytest.raises(sl.errors.GaitError, match="no joint to drive"):
        sl.simulate(planar_snake(3, actuator=sl.Passive()), GAIT, 0.1)


def test_degrees_are_met_with_radians():
    with pytest.raises(sl.errors.GaitError, match=r"at most one turn; got 45; did you mean 0\.785"):
        sl.simulate(p1(), sl.SerpenoidGait(45, 1.57, 0.785), 0.1)
    with pytest.raises(sl.errors.RobotError, match=r"must be in rad, got -90; did you mean -1\.57"):
        sl.Revolute("z", limits=sl.Limits(-90, 90))


def test_a_floating_snake_on_stated_friction_is_warned_of_the_fall():
    robot = sl.Robot([sl.Link(0.1, 0.1)])
    with pytest.warns(UserWarning, match="use base='planar'"):
        sl.build_model(robot, sl.World([sl.Gravity(), sl.LinkFriction(0.1, 0.5, shape="per_axis")]))


def test_a_model_is_shown_in_one_line():
    assert repr(p1()) == "<Model 'robot': 9 parts, 4 coordinates, planar base, 0.4 kg; friction>"


def test_a_stop_condition_met_at_the_start_ends_every_kind_of_run_there():
    stop = sl.StopWhen(lambda record: record["time"] == 0.0, "at once")
    for controller in (GAIT, Walker(), None):
        run = sl.simulate(p1(), controller, 1.0, stop_when=[stop])
        assert run.status == "stopped: at once at t = 0 s" and run.dataset.sizes["time"] == 1


def test_stop_conditions_are_tested_at_records_only():
    stop = sl.StopWhen(lambda record: record["time"] > 0.25, "late")
    for controller in (GAIT, Walker()):
        run = sl.simulate(p1(), controller, 2.0, stop_when=[stop], record_rate=1.0)
        assert run.status == "stopped: late at t = 1 s"


def test_a_controller_that_changes_its_memory_in_place_does_not_change_a_saved_state():
    class InPlace(Walker):
        def start(self, model, time):
            return sl.Command(np.zeros(4)), [0]

        def command(self, measurement, memory):
            memory[0] += 1
            return sl.Command(0.01 * memory[0] * np.ones(4)), memory

    first = sl.simulate(p1(), InPlace(), 0.7)
    a, b = (sl.simulate(p1(), InPlace(), 0.7, state=first.state) for _ in range(2))
    assert np.array_equal(a.state.row(), b.state.row())


def test_large_works_are_no_divergence():
    heavy = sl.build_model(sl.Robot([sl.Link(1.0, mass=1000.0)]), sl.World([sl.Gravity()]))
    run = sl.simulate(heavy, None, 6.0)
    assert run.finished and float(run["work"].sel(term="gravity")[-1]) > 1.5e6


def test_fixed_steps_tell_their_error_and_others_that_they_have_none():
    coarse, fine = (sl.simulate(p1(), GAIT, 1.0, step=h)["error_estimate"][1:] for h in (5e-3, 2.5e-3))
    assert float(coarse.max()) > 1.5 * float(fine.max()) > 0
    for integrator in ("plain", "rk4", "DOP853"):
        assert np.isnan(sl.simulate(p1(), GAIT, 0.1, integrator=integrator)["error_estimate"]).all()


@pytest.mark.thorough
@pytest.mark.parametrize("integrator", ["LSODA", "DOP853", "Radau"])
def test_scipys_solvers_say_when_they_diverge(integrator):
    def blow_up(pose, twist, load, parameters, wrench, damping, stiffness):
        wrench[0] = 1e3 * twist[0] ** 2

    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([sl.UserLaw(blow_up)]))
    state = sl.initial_state(model, velocity=[0.01, 0, 0, 0, 0, 0])
    run = sl.simulate(model, None, 5.0, state=state, integrator=integrator, tolerance=1e-6)
    assert run.status.startswith(("diverged at t = 0.1", "diverged at t = 0.09", "failed"))
    assert run.dataset.sizes["time"] >= 5 and np.isfinite(run["com_position"]).all()


def test_a_failing_run_of_a_batch_ends_the_batch():
    started = []

    class Counting(Walker):
        def start(self, model, time):
            started.append(1)
            if len(started) == 1:
                raise ValueError("no")
            return super().start(model, time)

    with pytest.raises(ValueError, match="no"):
        sl.simulate_batch(p1(), [Counting() for _ in range(50)], 5.0, workers=1)
    assert len(started) < 10


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seed": -1}, "seed must be a whole number"),
        ({"seed": 10**30}, "at most"),
        ({"scenario": {"a": np.zeros(2)}}, "plain values"),
    ],
)
def test_what_no_file_could_hold_is_refused_before_the_run(settings, message):
    with pytest.raises(sl.errors.SimulationError, match=message):
        sl.simulate(p1(), GAIT, 1.0, **settings)


def test_a_controller_that_listens_to_torques_goes_on_bit_for_bit():
    class Listening(Walker):
        def command(self, measurement, memory):
            command, memory = super().command(measurement, memory)
            return sl.Command(command.target + 0.5 * measurement.tau), memory

    model = DRIVES["servo"]()
    whole = sl.simulate(model, Listening(), 1.4)
    first = sl.simulate(model, Listening(), 0.7)
    second = sl.simulate(model, Listening(), 0.7, state=first)
    assert np.array_equal(second.state.row(), whole.state.row())
    assert np.array_equal(second.state.control.tau, whole.state.control.tau)


@pytest.mark.parametrize("tolerance", [0.0, 1e-300, 1e-16])
@pytest.mark.parametrize(
    ("integrator", "least"), [("extrapolated", "at least 1e-15"), ("Radau", r"(greater than 0|at least 2.22e-14)")]
)
def test_a_tolerance_below_rounding_errors_is_refused_by_every_engine(tolerance, integrator, least):
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1)]))
    with pytest.raises(sl.errors.SimulationError, match=rf"tolerance must be .*{least}"):
        sl.simulate(model, duration=0.1, integrator=integrator, tolerance=tolerance)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("there", "exists already; move or delete it"),
        ("link", "exists already"),
        (".", "exists already"),
        ("none/journal", "none is no folder; create it"),
        ("there/journal", "is no path of a new file"),
        ("a" * 300, "is no path of a new file"),
        ("a\0b", "is no path of a new file"),
    ],
)
def test_a_journal_that_cannot_be_created_is_refused_before_the_run(tmp_path, name, words):
    (tmp_path / "there").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    scenario = sl.load_scenario("planar_viscous")
    model = sl.build_model(scenario.robot, scenario.world)
    with pytest.raises(sl.errors.SimulationError, match=words):
        sl.simulate(model, scenario.controller, 0.1, journal=tmp_path / name)
    assert (tmp_path / "there").read_text() == "mine"


def test_a_journal_whose_last_part_cannot_be_written_is_reported(tmp_path, monkeypatch):
    def full(journal, dataset, after):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Journal, "append", full)
    monkeypatch.setattr(RunJournal, "due", property(lambda journal: journal._pending is None))
    scenario = sl.load_scenario("planar_viscous")
    model = sl.build_model(scenario.robot, scenario.world)
    with pytest.warns(sl.errors.SnakelabWarning, match="kept in memory only: .*No space left"):
        recording = sl.simulate(model, scenario.controller, 0.5, journal=tmp_path / "journal")
    assert recording.status.kind == "finished"
