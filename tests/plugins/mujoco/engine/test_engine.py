"""MuJoCo as engine: the same gait, controller and recording, and the same motion where the laws are the same."""

import sys

import numpy as np
import pytest

from optional_packages import mujoco  # noqa: F401 (these tests run its engine)
from snakelab.errors import MissingExtraError, SimulationError
from snakelab.gaits.orthogonal_gaits import WindingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import Box, Cylinder
from snakelab.geometry.surfaces import Plane, Pole
from snakelab.physics.command import Command
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.results.metrics.metric_table import metrics
from snakelab.robots.actuators import Follower, Limits, Motor, Prescribed, Servo, Spring
from snakelab.robots.joints import Revolute
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.link import Link, Propeller
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import Imu
from snakelab.sim.run_integration import StopWhen
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.1, mass=0.2, section=Cylinder(0.02))
SERVO = Servo(kp=8.0, kd=0.1, ki=1.0, torque_limit=1.5)
GAIT = SerpenoidGait(amplitude=0.5, angular_frequency=4.0, phase_lag=0.9, ramp=0.2)
GRIPPY = SurfaceFriction(0.1, 0.5, shape="elliptic")


def snake(actuator, n=3, base="floating", **joint):
    parts = [LINK]
    for _ in range(n):
        parts += [Revolute("z", actuator=actuator, spring=Spring(0.1, 0.02), **joint), LINK]
    return Robot(parts, base=base)


def on_ground(friction, robot=None):
    return build_model(robot or snake(SERVO), World([Gravity(), Contact(friction=friction)]))


def start(model, **more):
    return initial_state(model, position=(0, 0, 0.0199), **more)


def both(model, gait, duration, step=1e-3, **settings):
    ours = simulate(model, gait, duration, step=step, **settings)
    return ours, simulate(model, gait, duration, engine=MujocoEngine(step), **settings)


@pytest.fixture(scope="module")
def creeping():
    model = on_ground(GRIPPY)
    return both(model, GAIT, 0.6, step=5e-4, state=start(model), record_rate=2000)


@pytest.mark.thorough
def test_a_run_records_what_our_own_records(creeping):
    ours, theirs = creeping
    assert theirs.finished
    assert set(theirs.dataset.variables) == set(ours.dataset.variables)
    for name in ours.dataset.data_vars:
        if name not in ("error_estimate", "base_position_error", "q_error"):  # fixed steps of MuJoCo have none
            assert np.isfinite(theirs[name]).all(), name
    np.testing.assert_array_equal(theirs["time"], ours["time"])
    assert theirs.dataset.attrs["steps"] == 1200
    assert "MujocoEngine" in theirs.dataset.attrs["settings"]


def test_a_creeping_snake_moves_alike(creeping):
    ours, theirs = creeping
    assert np.abs(theirs["q"] - ours["q"]).max() < 0.02  # of 0.5 rad
    went = [run["com_position"][-1] - run["com_position"][0] for run in creeping]
    np.testing.assert_allclose(went[1], went[0], atol=1e-3)  # of 20 mm


def test_the_ground_carries_the_weight_and_its_forces_are_the_skins(creeping):
    _, theirs = creeping
    weight = 4 * 0.2 * 9.81
    assert theirs["skin_load"][-1].sum() == pytest.approx(weight, rel=0.02)
    whole = theirs["contact_force"] + theirs["contact_friction_force"]
    np.testing.assert_allclose(theirs["skin_force"].sum(axis=1), whole.sum(axis=1), atol=1e-9)
    gained = 0.8 * np.diff(theirs["com_velocity"], axis=0) / 5e-4
    missing = gained - (whole.sum(axis=1)[1:] - [0, 0, weight])
    assert np.abs(missing).mean() < 0.03 * np.abs(gained).mean()


def test_the_works_of_all_terms_are_the_change_of_energy(creeping):
    _, theirs = creeping
    data = theirs.dataset
    stored = data.kinetic_energy + data.gravity_energy + data.elastic_energy
    outside = data.work.sel(term=[t for t in data.term.values if t not in ("gravity", "spring")]).sum("term")
    spent = float(-data.work.sel(term="contact_friction")[-1])
    assert spent > 0.01
    np.testing.assert_allclose(outside, stored - stored[0], atol=0.02 * spent)
    assert metrics(theirs)["energy_residual_ratio"] < 0.02


@pytest.mark.slow
def test_isotropic_friction_gives_no_net_motion_in_either_engine():
    gait, cycle = WindingGait(np.radians(50), 0.0, 1.0, 4.0, ramp=0.4), 2 * np.pi / 4.0
    moved = []
    for friction in (SurfaceFriction(0.4), SurfaceFriction(0.05, 0.5, shape="elliptic")):
        model = on_ground(friction, snake_iii(8))
        state = initial_state(model, position=(0, 0, 0.0548))
        for run in both(model, gait, 0.4 + 1.5 * cycle, step=2e-3, state=state):
            places = run["com_position"].values
            moved.append(np.linalg.norm(places[-1] - places[-1 - round(100 * cycle)]))
    assert max(moved[:2]) < 0.05 * min(moved[2:])
    assert moved[3] == pytest.approx(moved[2], rel=0.03)  # on wheels: 0.65 m a cycle


@pytest.mark.parametrize("mu", [(0.1, 0.1), (0.5, 0.5)])
def test_a_link_slides_to_rest_by_the_friction_of_its_direction(mu):
    sledge = Link(0.1, mass=0.2, section=Box(0.1, 0.04))  # which does not roll
    model = build_model(Robot([sledge]), World([Gravity(), Contact(friction=GRIPPY)]))
    turn, along = (np.cos(0.4), 0, 0, np.sin(0.4)), mu[0] == 0.1
    angle = 0.8 if along else 0.8 + np.pi / 2
    velocity = (0.3 * np.cos(angle), 0.3 * np.sin(angle), 0, 0, 0, 0)
    run = simulate(model, None, 0.04, state=start(model, quaternion=turn, velocity=velocity), engine=MujocoEngine(5e-4))
    lost = 0.3 - np.linalg.norm(run["com_velocity"][-1, :2])
    assert lost == pytest.approx(mu[0] * 9.81 * 0.04, rel=0.06)


def test_a_servo_obeys_our_law_with_its_integral_and_its_ceiling():
    model = build_model(snake(Servo(2.0, 0.02, ki=5.0, torque_limit=0.4), base="fixed"), World([Gravity((0, -2, 0))]))
    ours, theirs = both(model, GAIT, 0.5, step=5e-4)
    assert np.abs(ours["tau"]).max() == pytest.approx(0.4)
    assert np.abs(theirs["tau"]).max() == pytest.approx(0.4)
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=4e-3)
    np.testing.assert_allclose(theirs["z"], ours["z"], atol=1e-3)


def test_a_motor_with_lag_and_a_joint_limit_obey_the_laws_of_the_engine():
    class Push:
        period = 0.05

        def start(self, model, time):
            return Command(np.zeros(1)), None

        def command(self, known, memory):
            return Command(np.array([0.3])), None

    robot = snake(Motor(time_constant=0.05), 1, "fixed", limits=Limits(-0.2, 0.2, 20.0, 0.1))
    ours, theirs = both(build_model(robot), Push(), 0.5, step=5e-4)
    np.testing.assert_allclose(theirs["z"], ours["z"], atol=1e-6)
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=4e-3)
    assert theirs["joint_limit_torque"][-1] == pytest.approx(ours["joint_limit_torque"][-1], rel=0.02)


def test_prescribed_joints_are_on_their_targets_and_their_torques_are_the_inverse_dynamics():
    model = build_model(snake(Prescribed(), base="fixed"), World([Gravity((0, -3, 0))]))
    ours, theirs = both(model, GAIT, 0.3, record_rate=1000)
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=1e-5)
    largest = np.abs(ours["tau"]).max()
    # the recorded force is that of the last step, in which the acceleration was that of the step's start
    np.testing.assert_allclose(theirs["tau"][2:], ours["tau"][1:-1], atol=0.01 * largest)
    drive = [float(run.dataset.work.sel(term="drive")[-1]) for run in (ours, theirs)]
    assert drive[1] == pytest.approx(drive[0], rel=0.02)


@pytest.mark.thorough
def test_a_controller_gets_the_same_measurements_and_gives_the_same_commands():
    asked = []

    class Feedback:
        period = 0.1

        def start(self, model, time):
            return Command(np.zeros(3)), 0

        def command(self, known, memory):
            asked.append((known.time, known.q.copy(), known.tau.copy()))
            return Command(np.full(3, 0.3) - 0.5 * known.q), memory + 1

    model = on_ground(GRIPPY)
    ours, theirs = both(model, Feedback(), 0.4, state=start(model))
    first, second = asked[:4], asked[4:]
    assert [a[0] for a in first] == [a[0] for a in second]
    np.testing.assert_allclose([a[1] for a in second], [a[1] for a in first], atol=5e-3)
    assert theirs.state.control.memory == ours.state.control.memory == 4


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_a_run_goes_on_bit_for_bit(base):
    robot = snake(SERVO, base=base)
    model = build_model(robot, World([Gravity(), Contact(friction=GRIPPY)] if base == "floating" else []))
    engine, state = MujocoEngine(), start(model)
    whole = simulate(model, GAIT, 0.2, state=state, engine=engine)
    half = simulate(model, GAIT, 0.1, state=state, engine=engine)
    rest = simulate(model, GAIT, 0.1, state=half, engine=MujocoEngine())
    np.testing.assert_array_equal(rest.state.row(), whole.state.row())


def test_stop_conditions_end_a_run():
    model = on_ground(GRIPPY)
    stop = StopWhen(lambda now: now["time"] >= 0.05, "enough")
    run = simulate(model, GAIT, 0.2, state=start(model), stop_when=[stop], engine=MujocoEngine())
    assert run.status == "stopped: enough at t = 0.05 s"


def test_a_run_that_diverges_keeps_what_it_has(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = build_model(snake(Motor(), 1, "fixed"))

    class Mad:
        period = 0.02

        def start(self, model, time):
            return Command(np.zeros(1)), None

        def command(self, known, memory):
            return Command(np.full(1, 1e9 if known.time > 0.05 else 0.0), hold=True), None

    run = simulate(model, Mad(), 0.2, engine=MujocoEngine())
    assert run.status.startswith("diverged at t = 0.06")
    assert run["time"][-1] == pytest.approx(0.06)
    assert np.isfinite(run["q"]).all()
    assert not list(tmp_path.iterdir())  # no log


def test_ctrl_c_keeps_what_there_is():
    model = on_ground(GRIPPY)

    def interrupt(share, time):
        if time > 0.02:
            raise KeyboardInterrupt

    class Asked:
        period = 0.01

        def start(self, model, time):
            return Command(np.zeros(3)), None

        def command(self, known, memory):
            return Command(np.zeros(3)), None

    run = simulate(model, Asked(), 0.2, state=start(model), progress=interrupt, engine=MujocoEngine())
    assert run.status.startswith("interrupted")
    assert len(run["time"]) == 4


@pytest.mark.parametrize(
    ("robot", "world", "word"),
    [
        (snake(SERVO), [Fluid()], "Fluid"),
        (snake(SERVO), [Contact(Pole(0.1, (0, 1, 0)), friction=GRIPPY)], "two coefficients on a Pole"),
        (
            snake(SERVO),
            [Contact(Plane(point=(0, 0, -1)), friction=SurfaceFriction(0.1, mu_backward=0.3, shape="per_axis"))],
            "mu_backward",
        ),
        (snake(Follower()), [], "Follower"),
        (Robot([LINK], propellers=[Propeller("link1")]), [], "Propeller"),
        (Robot([LINK], sensors=[Imu()]), [], "Imu"),
    ],
)
def test_what_mujoco_has_nothing_for_is_refused_by_its_word(robot, world, word):
    with pytest.raises(SimulationError, match=word):
        simulate(build_model(robot, World(world)), None, 0.01, engine=MujocoEngine())


def test_a_missing_package_is_reported_with_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(MissingExtraError, match=r'pip install "\.\[mujoco\]" in the folder'):
        MujocoEngine()
