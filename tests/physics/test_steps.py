"""Steps: measured order, balances, saturation and joint limits, adaptivity."""

import numpy as np
import pytest

import snakelab as sl
from chains import mixed_robot, p1, planar_snake, random_state
from snakelab.physics.columns import CORRECTION_WORK
from snakelab.results.metrics.motion import path_length

SOFT_WORLD = [sl.Gravity(), sl.ViscousFriction(0.5, 2.0)]


@pytest.fixture(scope="module")
def tumbling():
    """A floating chain of all parts, thrown through a viscous medium, and its end state at rtol 1e-10."""
    rng = np.random.default_rng(5)
    model = sl.build_model(mixed_robot(rng), sl.World(SOFT_WORLD))
    state = random_state(model, rng, speed=0.5)
    exact = sl.simulate(model, duration=0.2, state=state, integrator="Radau", tolerance=1e-9, record_rate=10)
    assert exact.finished
    return model, state, exact


def end_error(recording, exact):
    """Largest difference of the end states but for the quaternion's sign."""
    a, b = recording.state.row(), exact.state.row()
    return np.abs(a - b)[: 13 + 2 * len(recording.state.q)].max()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("integrator", "order", "steps"), [("plain", 1, (4e-4, 2e-4)), ("extrapolated", 2, (4e-4, 2e-4))]
)
def test_each_step_has_its_order_on_a_chain_of_all_parts(tumbling, integrator, order, steps):
    model, state, exact = tumbling
    errors = [
        end_error(sl.simulate(model, duration=0.2, state=state, integrator=integrator, step=h, record_rate=10), exact)
        for h in steps
    ]
    measured = np.log2(errors[0] / errors[1])
    assert order - 0.15 < measured < order + 0.6, errors


def test_runge_kutta_is_of_fourth_order_and_agrees_with_dop853():
    rng = np.random.default_rng(6)
    links = [sl.Link(0.2, 0.5), sl.Link(0.3, 0.4), sl.Link(0.25, 0.6)]
    joints = [sl.Revolute(tuple(rng.normal(size=3)), sl.Motor(), sl.Spring(1.0, 0.02)) for _ in range(2)]
    model = sl.build_model(sl.Robot([links[0], joints[0], links[1], joints[1], links[2]]), sl.World(SOFT_WORLD))
    state = random_state(model, rng, speed=2.0)
    exact = sl.simulate(model, duration=1.0, state=state, integrator="DOP853", tolerance=1e-12, record_rate=10)
    errors = [
        end_error(sl.simulate(model, duration=1.0, state=state, integrator="rk4", step=h, record_rate=10), exact)
        for h in (0.005, 0.0025)
    ]
    assert 3.8 < np.log2(errors[0] / errors[1]) < 4.5
    assert errors[1] < 2e-6


@pytest.mark.parametrize(("integrator", "order"), [("plain", 1), ("extrapolated", 2), ("rk4", 4)])
def test_the_energy_balance_closes_at_the_order_of_the_step(integrator, order):
    rng = np.random.default_rng(8)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("y", sl.Motor(), sl.Spring(2.0, 0.05)), sl.Link(0.3, 0.4)])
    model = sl.build_model(robot, sl.World(SOFT_WORLD))
    state = random_state(model, rng, speed=2.0)
    residuals = []
    for h in (0.004, 0.002):
        run = sl.simulate(model, duration=1.0, state=state, integrator=integrator, step=h, record_rate=10).dataset
        energy = run.kinetic_energy + run.gravity_energy + run.elastic_energy
        work = run.work.sum("term") - run.work.sel(term="gravity") - run.work.sel(term="spring")
        residuals.append(abs(float(energy[-1] - energy[0] - work[-1])))
    assert np.log2(residuals[0] / residuals[1]) > order - 0.3, residuals


@pytest.mark.parametrize(("integrator", "order"), [("plain", 1), ("rk4", 4)])
def test_free_flight_keeps_momentum_at_the_order_of_the_step(integrator, order):
    rng = np.random.default_rng(9)
    model = sl.build_model(mixed_robot(rng), sl.World())
    model.arrays.coordinates["damping"][:] = 0.0
    model.arrays.coordinates["stiffness"][:] = np.minimum(model.arrays.coordinates["stiffness"], 20.0)
    state = random_state(model, rng, speed=0.3)

    def drift(h):
        run = sl.simulate(model, duration=0.2, state=state, integrator=integrator, step=h, record_rate=10)
        p = model.mass * run["com_velocity"].values
        L0, L1 = angular_momentum(model, state), angular_momentum(model, run.state)
        return np.abs(p[-1] - p[0]).max() + np.abs(L1 - L0).max()

    coarse, fine = drift(1e-3), drift(5e-4)
    assert coarse < 0.02
    assert np.log2(coarse / fine) > order - 0.4 or fine < 1e-12


@pytest.mark.parametrize("gravity", [(0.0, 0.0, 0.0), (1.0, 0.0, -3.0)])
@pytest.mark.parametrize("tolerance", [None, 1e-4])
def test_internal_forces_keep_the_momentum_of_a_chain_of_all_parts_in_free_flight(gravity, tolerance):
    rng = np.random.default_rng(9)
    model = sl.build_model(mixed_robot(rng), sl.World([sl.Gravity(gravity)]))
    state = random_state(model, rng, speed=0.3)
    run = sl.simulate(model, duration=0.5, state=state, tolerance=tolerance)
    t, v, centre = (run[name].values for name in ("time", "com_velocity", "com_position"))
    free = t[:, None] * np.array(gravity)
    assert np.abs(v - v[0] - free).max() < 1e-9
    assert np.abs(centre - centre[0] - t[:, None] * (v[0] + 0.5 * free)).max() < 1e-9
    spins = [
        angular_momentum(model, state) - model.mass * np.cross(centre[i], v[i])
        for i, state in ((0, state), (-1, run.state))
    ]
    assert np.abs(spins[1] - spins[0]).max() < 1e-9
    assert np.linalg.norm(run["base_velocity"].values[-1] - run["base_velocity"].values[0]) > 0.1


@pytest.mark.parametrize("base", ["planar", "floating"])
@pytest.mark.parametrize("actuator", [sl.Servo(kp=5, kd=0.05), sl.Prescribed()])
def test_a_gait_in_free_space_does_not_move_the_centre(actuator, base):
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    robot = sl.Robot([link, *7 * [sl.Revolute("z", actuator), link]], base=base)
    model = sl.build_model(robot, sl.World([]))
    run = sl.simulate(model, sl.SerpenoidGait(0.5, 6.0, 0.8, ramp=0.5), 5.0)
    centre = run["com_position"].values
    assert np.abs(centre - centre[0]).max() < 1e-9
    assert np.abs(run["head_position"].values - run["head_position"].values[0]).max() > 0.02
    speed = np.linalg.norm(run["com_velocity"].values, axis=1)
    assert speed.max() < 1e-9


def swimmer(base, actuator, masses=(0.2, 0.1, 0.4, 0.15), **joint):
    """Four unequal links."""
    axes = "zyz" if base == "floating" else "zzz"
    joints = [sl.Revolute(axis, actuator, **joint) for axis in axes]
    lengths = (0.12, 0.08, 0.1, 0.15)
    links = [sl.Link(length, m, section=sl.Cylinder(0.02)) for length, m in zip(lengths, masses, strict=True)]
    return sl.Robot([links[0], *(part for pair in zip(joints, links[1:], strict=True) for part in pair)], base=base)


@pytest.mark.parametrize("base", ["planar", "floating"])
@pytest.mark.parametrize("tolerance", [None, 1e-4])
def test_a_gait_in_an_ideal_fluid_keeps_the_momentum_of_robot_and_fluid(base, tolerance):
    drags = ("linear_drag", "axial_linear_drag", "roll_linear_drag", "cross_drag", "axial_drag", "roll_drag")
    model = sl.build_model(
        swimmer(base, sl.Servo(5.0, 0.05)), sl.World([sl.Fluid(1000.0, **dict.fromkeys(drags, 0.0))])
    )
    run = sl.simulate(model, sl.SerpenoidGait(0.6, 6.0, 0.9, ramp=0.2), 1.0, tolerance=tolerance)
    state, total, moving = run.state, np.zeros(3), 0.0
    zeta = np.concatenate([state.base_velocity[model.arrays.base], state.v])
    poses = sl.forward_kinematics(model, state)
    for name, record, part in zip(model.station_names, model.arrays.stations, model.robot.parts[::2], strict=True):
        v, R = (sl.jacobian(model, state, name) @ zeta)[:3], poses[name][:3, :3]
        displaced = 1000.0 * np.pi * 0.02**2 * part.length
        momentum = (record["mass"] * np.eye(3) + displaced * R @ np.diag([0.2, 1.0, 1.0]) @ R.T) @ v
        total, moving = total + momentum, moving + np.linalg.norm(momentum)
    assert moving > 0.02
    assert np.abs(total).max() < 1e-12


@pytest.mark.parametrize("base", ["planar", "floating"])
def test_a_gait_under_isotropic_viscous_friction_does_not_move_the_centre(base):
    model = sl.build_model(swimmer(base, sl.Servo(5.0, 0.05)), sl.World([sl.ViscousFriction(0.5, 0.5)]))
    run = sl.simulate(model, sl.SerpenoidGait(0.6, 6.0, 0.9, ramp=0.2), 2.0)
    centre = run["com_position"].values
    assert np.abs(centre - centre[0]).max() < 2e-5
    assert np.linalg.norm(run["com_velocity"].values, axis=1).max() < 1e-5
    assert np.abs(run["head_position"].values - run["head_position"].values[0]).max() > 0.02


@pytest.mark.few(1)
@pytest.mark.parametrize("world", [sl.Fluid(1000.0), sl.ViscousFriction(0.5, 5.0)], ids=["water", "viscous"])
@pytest.mark.parametrize("base", ["planar", "floating"])
def test_the_speed_of_a_swimmer_is_right_at_the_default_step(base, world):
    """Without a correction, the speed has an error that drag hardly damps."""
    robot = swimmer(base, sl.Passive(), (0.03, 0.1, 0.7, 0.2), spring=sl.Spring(2.0, 0.005))
    model = sl.build_model(robot, sl.World([world]))
    state = sl.initial_state(model, q=[0.3, -0.2, 0.25], velocity=(0.1, 0.1, 0.0, 0.0, 0.0, 0.5))
    run, exact = (sl.simulate(model, duration=1.0, state=state, tolerance=h) for h in (None, 1e-7))
    errors = np.linalg.norm(run["com_position"].values - exact["com_position"].values, axis=1)
    assert errors.max() < 0.005 * path_length(exact)


def angular_momentum(model, state):
    """About the world origin, from station Jacobians."""
    total, zeta = np.zeros(3), np.concatenate([state.base_velocity, state.v])
    poses = sl.forward_kinematics(model, state)
    for name, record in zip(model.station_names, model.arrays.stations, strict=True):
        twist = sl.jacobian(model, state, name) @ zeta
        xx, xy, xz, yy, yz, zz = record["inertia"]
        R, p = poses[name][:3, :3], poses[name][:3, 3]
        I = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        total += np.cross(p, record["mass"] * twist[:3]) + I @ twist[3:]
    return total


def test_one_spinning_link_keeps_its_energy_because_world_axes_are_advanced():
    model = sl.build_model(sl.Robot([sl.Link(0.3, 1.0, com=0.1, inertia=(3e-3, 6e-3, 8e-3))]))
    state = sl.initial_state(model, velocity=[0.5, 0.2, 0.1, 3.0, 2.0, 4.0])
    run = sl.simulate(model, duration=2.0, state=state, step=1e-3)
    energy = run["kinetic_energy"].values
    assert np.abs(energy / energy[0] - 1).max() < 1e-3


def test_friction_never_gives_energy():
    model = p1()
    run = sl.simulate(
        model, sl.SerpenoidGait(0.785, 1.57, 0.785), duration=4.0, step=5e-3, integrator="plain", record_rate=200
    )
    assert (np.diff(run["work"].sel(term="friction")) <= 0).all()


def test_a_servo_at_its_limit_is_a_constant_force_and_lets_go_again():
    actuator = sl.Servo(kp=50.0, kd=5.0, torque_limit=0.2)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", actuator), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    gait = sl.TableGait([0.0, 10.0], [[1.0], [1.0]])
    run = sl.simulate(model, gait, duration=3.0, step=0.01)
    tau = run["tau"].values[:, 0]
    assert np.abs(tau).max() <= 0.2 * (1 + 1e-12)
    assert tau[1:20] == pytest.approx(0.2, abs=1e-12)
    assert abs(float(run["q"][-1, 0]) - 1.0) < 1e-3
    assert run["unconverged"].sum() == 0
    exact = sl.simulate(model, gait, duration=3.0, integrator="LSODA", tolerance=1e-9)
    fine = sl.simulate(model, gait, duration=3.0, step=1e-3)
    assert np.abs(fine["q"].values - exact["q"].values).max() < 2e-3


def test_the_proportional_limit_leaves_the_damping_unlimited():
    actuator = sl.Servo(kp=50.0, kd=2.0, proportional_limit=0.1)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", actuator), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    state = sl.initial_state(model, q=[-1.0], v=[1.0])
    run = sl.simulate(model, sl.TableGait([0.0, 1.0], [[0.0], [0.0]]), duration=0.02, state=state, step=1e-3)
    assert float(run["tau"][0, 0]) == pytest.approx(0.1 - 2.0 * 1.0)


def test_a_joint_limit_pushes_and_never_pulls():
    stops = sl.Limits(-0.2, 0.2, stiffness=500.0, damping=5.0)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", sl.Passive(), limits=stops), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    run = sl.simulate(model, duration=2.0, state=sl.initial_state(model, v=[2.0]), step=2e-3, record_rate=500)
    q, push = run["q"].values[:, 0], run["joint_limit_torque"].values[:, 0]
    assert q.max() > 0.2 and q.min() < -0.2  # it bounces between both stops
    assert (push[q > 0] <= 0).all() and (push[q < 0] >= 0).all()
    energy = run["kinetic_energy"].values
    assert energy[-1] < energy[0]
    assert float(run["work"].sel(term="end_stop")[-1]) < 0


def test_the_adaptive_step_holds_its_tolerance_through_an_impact():
    stops = sl.Limits(-0.2, 0.2, stiffness=2e4, damping=5.0)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", sl.Passive(), limits=stops), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    state = sl.initial_state(model, v=[2.0])
    exact = sl.simulate(model, duration=0.5, state=state, integrator="rk4", step=1e-5)
    errors = []
    for tolerance in (1e-2, 1e-4):
        run = sl.simulate(model, duration=0.5, state=state, step=0.02, tolerance=tolerance)
        assert run["error_estimate"].max() <= 1.0
        errors.append(np.abs(run["q"].values - exact["q"].values).max())
    assert errors[1] < 2e-3 and errors[1] < errors[0] / 5


@pytest.mark.thorough
def test_a_tolerance_that_no_step_can_hold_ends_the_run_with_what_it_has():
    @sl.UserLaw
    def jump(pose, twist, load, parameters, wrench, damping, stiffness):
        if pose[0, 3] > 0.1:  # noise in space: no step resolves it
            wrench[0] = 1e4 * np.sin(1e14 * pose[0, 3])

    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([jump]))
    state = sl.initial_state(model, velocity=[1.0, 0, 0, 0, 0, 0])
    run = sl.simulate(model, duration=1.0, state=state, tolerance=1e-9)
    assert run.status.startswith("failed: at t = 0.05") and "tolerance=1e-09" in run.status
    assert 3 <= run.dataset.sizes["time"] < 10 and np.isfinite(run["base_position"]).all()


@pytest.mark.thorough
def test_a_run_that_diverges_keeps_what_it_has_and_says_when():
    @sl.UserLaw
    def blow_up(pose, twist, load, parameters, wrench, damping, stiffness):
        wrench[0] = 1e3 * twist[0] ** 2

    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([blow_up]))
    run = sl.simulate(model, duration=5.0, state=sl.initial_state(model, velocity=[0.01, 0, 0, 0, 0, 0]))
    assert run.status.startswith("diverged at t = ")
    assert 5 < run.dataset.sizes["time"] < 400
    assert np.isfinite(run["base_position"]).all()


def test_a_motor_lags_exactly_and_stops_at_its_ceiling():
    robot = sl.Robot(
        [sl.Link(0.2, 0.5), sl.Revolute("z", sl.Motor(force_limit=0.5, time_constant=0.1)), sl.Link(0.3, 0.4)], "fixed"
    )
    model = sl.build_model(robot)
    gait = sl.TableGait([0.0, 10.0], [[1.0], [1.0]])
    run = sl.simulate(model, gait, duration=0.5, step=0.01)
    z = run["z"].values[:, 0]
    np.testing.assert_allclose(z, 1 - np.exp(-run["time"] / 0.1), atol=2e-4)
    assert float(run["tau"][-1, 0]) == 0.5


def test_the_integral_of_a_servo_removes_the_offset_under_load():
    actuator = sl.Servo(kp=5.0, kd=0.5, ki=10.0)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("y", actuator), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot, sl.World([sl.Gravity()]))
    run = sl.simulate(model, sl.TableGait([0.0, 20.0], [[0.3], [0.3]]), duration=6.0, step=5e-3)
    assert float(run["q"][-1, 0]) == pytest.approx(0.3, abs=1e-4)


def test_joint_damping_far_beyond_explicit_stability_is_stable():
    model = planar_snake(5, actuator=sl.Passive(), spring=sl.Spring(damping=10.0))
    state = sl.initial_state(model, v=[1.0, -1.0, 1.0, -1.0])
    run = sl.simulate(model, duration=1.0, state=state, step=0.01)
    energy = run["kinetic_energy"].values
    assert run.finished and energy[-1] < energy[0] and np.abs(run["v"].values[-1]).max() < 1e-3


def test_where_the_sets_differ_the_extrapolated_step_is_its_two_half_steps():
    """A link runs into a stop: the full step and the half steps disagree on who touches, and the halves stand."""
    stops = sl.Limits(-1.0, 0.2, stiffness=1e4, damping=1.0)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", sl.Passive(), limits=stops), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    state = sl.initial_state(model, q=[0.2 - 0.015], v=[2.0])  # touches after 7.5 ms
    ends = {}
    for name, step in (("extrapolated", 0.01), ("plain", 0.005)):
        run = sl.simulate(model, duration=0.01, state=state, integrator=name, step=step, record_rate=100)
        ends[name] = run.state
    assert np.array_equal(ends["extrapolated"].q, ends["plain"].q)
    assert np.array_equal(ends["extrapolated"].v, ends["plain"].v)
    assert ends["extrapolated"].work[CORRECTION_WORK] == 0.0
    free = sl.simulate(model, duration=0.005, state=state, step=0.005, record_rate=200).state
    assert free.q[0] == pytest.approx(0.2 - 0.015 + 2.0 * 0.005, abs=1e-4)


def test_the_work_of_a_servo_and_of_damping_is_counted_in_the_loop():
    """A servo lifts a link against gravity and a damper: at rest again, its work is the height and the heat."""
    actuator = sl.Servo(kp=60.0, kd=2.0)
    joint = sl.Revolute("-y", actuator, sl.Spring(damping=0.5))
    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0), joint, sl.Link(0.4, 0.5)], "fixed"), sl.World([sl.Gravity()]))
    run = sl.simulate(model, sl.SerpenoidGait(0.0, 1.0, 0.0, offset=0.6, ramp=2.0), 6.0, state=hanging(model))
    work = {str(term): float(run["work"].sel(term=term)[-1]) for term in run["term"].values}
    height = float(run["gravity_energy"][-1] - run["gravity_energy"][0])
    assert float(run["kinetic_energy"][-1]) < 1e-9
    assert work["actuator"] == pytest.approx(height - work["damper"], rel=1e-4)
    assert work["gravity"] == pytest.approx(-height, rel=1e-4) and work["damper"] < -0.01


def hanging(model):
    """Where the servo of the last test holds the link against gravity: kp q = moment."""
    q = 0.0
    for _ in range(50):
        q = -0.5 * 9.81 * 0.2 * np.cos(q) / 60.0
    return sl.initial_state(model, q=[q])


@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
@pytest.mark.parametrize(("stiffness", "damping"), [(1e3, 10.0), (1e5, 100.0), (1e7, 1e3), (1e7, 0.0)])
@pytest.mark.parametrize("speed", [1.0, 30.0, 100.0])
def test_a_joint_limit_settles_and_dissipates_energy_at_any_speed(integrator, stiffness, damping, speed):
    stops = sl.Limits(-0.5, 0.5, stiffness, damping)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", sl.Passive(), limits=stops), sl.Link(0.1, 0.1)], "fixed")
    model = sl.build_model(robot)
    run = sl.simulate(
        model, duration=1.0, state=sl.initial_state(model, v=[speed]), integrator=integrator, record_rate=500
    )
    energy = run["kinetic_energy"].values
    assert run.finished and run["unconverged"].sum() == 0
    assert energy.max() <= energy[0] * (1 + 1e-9)
    if integrator == "plain":
        assert (run["joint_limit_torque"].values[run["q"].values > 0.4] <= 0).all()


@pytest.mark.parametrize(("spin", "loss"), [(20.0, 1.6e-3), (50.0, 4.5e-2)])
def test_a_spinning_link_loses_what_the_limitations_say_and_keeps_its_angular_momentum(spin, loss):
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]))
    state = sl.initial_state(model, velocity=[0, 0, 0, spin, spin / 3, spin / 100])
    run = sl.simulate(model, None, 10.0, state=state)
    energy = run["kinetic_energy"].values
    assert 1 - energy[-1] / energy[0] == pytest.approx(loss, rel=0.05)
    assert loss / 5 < sl.metrics(run)["energy_residual_ratio"] < loss
    before, after = angular_momentum(model, state), angular_momentum(model, run.state)
    assert np.abs(after - before).max() < 1e-9


class Jumps:
    """A new target ten times a second, held."""

    period = 0.1

    def start(self, model, time):
        return sl.Command(np.zeros(1), hold=True), None

    def command(self, measurement, memory):
        return sl.Command(np.array([0.5 * np.sin(40.0 * measurement.time)]), hold=True), None


def servo_that_jumps(**settings):
    """A light link on a stiff servo, as the head of the pipe snake."""
    joint = sl.Revolute("z", sl.Servo(kp=20.0, kd=1.0))
    link = sl.Link(0.14, 0.1, inertia=(1.6e-4, 1.6e-4, 1.6e-4))
    model = sl.build_model(sl.Robot([link, joint, link], "fixed"))
    return sl.simulate(model, Jumps(), 2.0, **{"step": 5e-3, "record_rate": 200.0, **settings})


def test_a_plain_step_loses_the_kinetic_energy_of_every_jump_and_its_works_are_right():
    run = servo_that_jumps(integrator="plain")
    inertia = 1.6e-4 + 0.1 * 0.07**2
    jumps = np.diff(run["v"].values[:, 0])  # one record a step
    # tau v1 dt = I (v1 - v0) v1 = change of I v^2 / 2 + I (v1 - v0)^2 / 2
    assert sl.metrics(run)["energy_residual"] == pytest.approx(-0.5 * inertia * (jumps**2).sum(), rel=1e-9)


def test_a_tolerance_follows_the_servo_through_its_jumps_where_a_fixed_step_of_the_same_length_does_not():
    fractions = [
        sl.metrics(servo_that_jumps(**settings))["energy_residual_ratio"]
        for settings in ({"integrator": "plain"}, {}, {"tolerance": 3e-3})
    ]
    assert fractions[0] > fractions[1] > 20 * fractions[2], fractions
