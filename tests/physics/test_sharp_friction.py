"""Sharp Coulomb friction at the default step: closed forms, a converged run, and the bound mu N."""

import math

import numpy as np
import pytest

import snakelab as sl

G = 9.80665
RADIUS, K = 0.05, 1e4
SIDEWAYS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # the link lies along y


def cylinder(contact):
    robot = sl.Robot([sl.Link(0.1, mass=1.0, section=sl.Cylinder(RADIUS))])
    return sl.build_model(robot, sl.World([sl.Gravity(G), contact]))


@pytest.mark.parametrize(("spin", "settings"), [(20.0, {}), (40.0, {"step": 5e-4}), (80.0, {"tolerance": 1e-4})])
def test_a_spinning_cylinder_accelerates_at_mu_g(spin, settings):
    model = cylinder(sl.Contact())
    sink = G / (2 * K)  # the ends touch
    start = sl.initial_state(model, position=(0, 0, RADIUS - sink), quaternion=SIDEWAYS, velocity=(0, 0, 0, 0, spin, 0))
    slips = spin * RADIUS / (3 * 0.5 * G)  # until it rolls
    recording = sl.simulate(model, duration=0.95 * slips, state=start, record_rate=500, **settings)
    v, t = recording["com_velocity"].values[:, 0], recording["time"].values
    late = len(t) // 4
    assert (v[-1] - v[late]) / (t[-1] - t[late]) == pytest.approx(0.5 * G, rel=1e-3)
    assert recording["skin_load"].values[late:].sum(axis=1).mean() == pytest.approx(G, rel=2e-3)


@pytest.mark.parametrize("step", [2e-3, 1e-3])
def test_a_cylinder_slips_down_a_slope_by_coulombs_law(step):
    angle, mu = math.pi / 4, 0.2
    normal = np.array([math.sin(angle), 0.0, math.cos(angle)])
    model = cylinder(sl.Contact(sl.Plane(normal=tuple(normal)), friction=sl.SurfaceFriction(mu)))
    sink = G * math.cos(angle) / (2 * K)
    start = sl.initial_state(model, position=(RADIUS - sink) * normal, quaternion=SIDEWAYS)
    recording = sl.simulate(model, duration=1.0, state=start, step=step)
    spin = np.linalg.norm(recording["base_velocity"].values[-1, 3:])
    assert spin == pytest.approx(2 * mu * G * math.cos(angle) / RADIUS, rel=2e-3)


@pytest.mark.filterwarnings("ignore::snakelab.SnakelabWarning")  # the bounce itself is not resolved
@pytest.mark.parametrize(
    ("stiffness", "damping", "step"), [(1e4, 50.0, 2e-3), (1e5, 100.0, 1e-3), (1e4, 0.0, 2e-3), (1e5, 0.0, 1e-3)]
)
@pytest.mark.parametrize("height", [0.05, 0.1, 0.13, 0.4])
def test_friction_of_an_impact_is_mu_times_its_impulse(stiffness, damping, step, height):
    mu, sideways = 0.3, 8.0  # it slides throughout
    model = cylinder(sl.Contact(stiffness=stiffness, damping=damping, friction=sl.SurfaceFriction(mu)))
    velocity = (sideways, 0, 0, 0, 0, 0)
    start = sl.initial_state(model, position=(0, 0, RADIUS + height), quaternion=SIDEWAYS, velocity=velocity)
    end = 1.5 * math.sqrt(2 * height / G)
    recording = sl.simulate(model, duration=end, state=start, step=step)
    v = recording["com_velocity"].values[-1]
    assert (sideways - v[0]) / (mu * (v[2] + G * end)) == pytest.approx(1.0, abs=0.01)


# Steady speed of the prototype at 2 pi rad/s: LSODA at a tolerance of 1e-8, mean of 3 to 6 s.
CONVERGED = 0.60280
MU_T, MU_N, MASS = 0.05, 0.56, 0.08


def prototype(shape="per_axis", duration=6.0, **settings):
    section = sl.Box(0.04, 0.03)
    links = [sl.Link(0.11, mass=MASS, section=section) for _ in range(5)]
    parts = [links[0], *(part for link in links[1:] for part in (sl.Revolute("z"), link))]
    world = sl.World([sl.LinkFriction(MU_T, MU_N, shape=shape, gravity=G)])
    gait = sl.SerpenoidGait(amplitude=math.pi / 4, angular_frequency=2 * math.pi, phase_lag=math.pi / 4)
    model = sl.build_model(sl.Robot(parts, base="planar"), world)
    return sl.simulate(model, gait, duration=duration, record_rate=100, **settings)


def steady_speed(recording):
    com, t = recording["com_position"].values, recording["time"].values
    late = int(np.searchsorted(t, 3.0 - 1e-9))
    return np.linalg.norm(com[-1] - com[late]) / (t[-1] - t[late])


@pytest.mark.parametrize(("settings", "error"), [({}, 2.5e-3), ({"integrator": "plain"}, 5e-3), ({"step": 5e-3}, 8e-3)])
def test_the_speed_under_sharp_friction_is_right_and_friction_bounded(settings, error):
    recording = prototype(**settings)
    assert steady_speed(recording) == pytest.approx(CONVERGED, rel=error)
    force = np.linalg.norm(recording["friction_force"].values, axis=-1)
    assert force.max() <= 1.01 * MASS * G * math.hypot(MU_T, MU_N)
    assert force.max() >= 0.9 * MASS * G * MU_N


@pytest.mark.parametrize("shape", ["per_axis", "elliptic", "along_slip", "weighted_slip"])
def test_the_friction_of_every_law_is_found_in_all_steps(shape):
    recording = prototype(shape, duration=2.0)
    assert recording.dataset.attrs["unconverged_steps"] == 0


# Displacement after 6 s: LSODA at a tolerance of 1e-8. A separate Lagrangian model of the prescribed joints gives .22839 m.
DISPLACEMENTS = {
    ("elliptic", False): 0.22839,
    ("elliptic", True): 0.13891,
    ("along_slip", False): 0.00797,
    ("along_slip", True): 0.00423,
    ("weighted_slip", False): 0.05413,
    ("weighted_slip", True): 0.03612,
}


@pytest.mark.few(2)
@pytest.mark.parametrize(("shape", "servo"), DISPLACEMENTS)
def test_strongly_anisotropic_friction_converges_at_the_default_step(shape, servo):
    link = sl.Link(0.16, 0.17, section=sl.Cylinder(0.03))
    joint = sl.Revolute("z", sl.Servo(kp=5, kd=0.05) if servo else sl.Prescribed())
    robot = sl.Robot([link, *5 * [joint, link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.Gravity(9.81), sl.LinkFriction(0.07, 0.57, shape=shape)]))
    recording = sl.simulate(model, sl.SerpenoidGait(0.15, 3.0, 0.6, ramp=0.5), 6.0, record_rate=50)
    x = recording["com_position"].values[:, 0]
    assert x[-1] - x[0] == pytest.approx(DISPLACEMENTS[shape, servo], rel=5e-4, abs=1.5e-5)
    assert recording["unconverged"].values.sum() == 0


@pytest.mark.few(1)
@pytest.mark.parametrize("shape", ["per_axis", "elliptic", "along_slip", "weighted_slip"])
def test_servos_on_sharp_friction_converge_at_second_order_from_the_default_step(shape):
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    robot = sl.Robot([link, *7 * [sl.Revolute("z", sl.Servo(kp=5, kd=0.05)), link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape=shape)]))
    gait = sl.SerpenoidGait(0.5, 6.0, 0.8, ramp=0.5)
    fine, default, half = (
        sl.simulate(model, gait, 2.0, step=step, record_rate=50)["com_position"].values for step in (2.5e-4, 2e-3, 1e-3)
    )
    assert np.abs(default - fine).max() / np.abs(half - fine).max() > 3.0
    assert np.abs(default - fine).max() < 1e-3 * np.linalg.norm(np.diff(fine, axis=0), axis=1).sum()


@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_dry_friction_of_a_joint_brakes_by_its_torque_and_holds(integrator):
    torque, rate = 0.02, 5.0
    hinge = sl.Revolute("z", actuator=sl.Passive(), dry_friction=torque)
    robot = sl.Robot([sl.Link(0.1, mass=0.1), hinge, sl.Link(0.1, mass=0.1)], base="fixed")
    model = sl.build_model(robot, sl.World([]))
    inertia = float(np.asarray(sl.mass_matrix(model, sl.initial_state(model)))[0, 0])
    stop = rate * inertia / torque
    recording = sl.simulate(
        model, duration=2 * stop, state=sl.initial_state(model, v=[rate]), record_rate=500, integrator=integrator
    )
    v, t = recording["v"].values[:, 0], recording["time"].values
    braking = t < 0.9 * stop
    assert v[braking] == pytest.approx(rate - torque / inertia * t[braking], rel=1e-3, abs=1e-3)
    assert np.abs(v[t > 1.1 * stop]).max() < 1e-3


@pytest.mark.thorough
@pytest.mark.parametrize("shape", ["per_axis", "elliptic"])
def test_torques_against_anisotropic_friction_are_accurate_at_long_steps(shape):
    """A link that turns while it moves forward needs m w u across: with the axes at the start of a step, 1 % of the energy."""
    link = sl.Link(0.11, mass=0.08)
    robot = sl.Robot([link, *4 * [sl.Revolute("z"), link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape=shape)]))
    gait = sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)
    fine, *runs = (sl.simulate(model, gait, 3.0, step=step) for step in (5e-5, 2e-3, 4e-3))
    late = fine["time"].values > 0.1  # without the start at full speed
    for run in runs:
        error = (run["tau"].values - fine["tau"].values)[late]
        assert np.sqrt((error**2).mean()) < 3e-3 * np.sqrt((fine["tau"].values[late] ** 2).mean())
