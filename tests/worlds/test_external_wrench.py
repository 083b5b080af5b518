"""External wrenches: what they do to a body, in windows and tables of time, in all integrators, and their work."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.scenarios.scenario import load_scenario
from snakelab.worlds.external_wrench import Damper

L, M = 0.2, 1.5
LINK = sl.Link(L, mass=M, section=sl.Cylinder(0.03))
I_Z = M * (0.03**2 / 4 + L**2 / 12)


def run(*wrenches, robot=None, duration=1.0, state=None, media=(), **more):
    model = sl.build_model(robot or sl.Robot([LINK]), sl.World([*media, *wrenches]))
    return sl.simulate(model, duration=duration, state=state, **more)


def chain(n=3, base="floating", base_end="tail"):
    parts = [LINK]
    for k in range(n):
        parts += [sl.Revolute("yz"[k % 2], actuator=sl.Passive(), spring=sl.Spring(1.0, 0.01)), LINK]
    return sl.Robot(parts, base=base, base_end=base_end)


@pytest.mark.parametrize(
    "integrator",
    ["plain", "extrapolated", pytest.param("extrapolated4", marks=pytest.mark.thorough), "rk4", "DOP853", "Radau"],
)
def test_a_constant_force_accelerates_a_free_body_by_its_mass(integrator):
    recording = run(sl.ExternalWrench("link1", force=(3.0, 0, -1.5)), integrator=integrator)
    np.testing.assert_allclose(recording["com_velocity"].values[-1], [3.0 / M, 0, -1.5 / M], rtol=1e-9, atol=1e-12)
    position = recording["com_position"].values
    tolerance = 3e-3 if integrator == "plain" else 1e-9
    np.testing.assert_allclose(position[-1] - position[0], [1.5 / M, 0, -0.75 / M], rtol=tolerance, atol=1e-12)
    np.testing.assert_allclose(recording["external_force"].values[-1, 0], [3.0, 0, -1.5], atol=1e-12)


def test_a_torque_turns_a_free_body_by_its_inertia():
    recording = run(sl.ExternalWrench("link1", torque=(0, 0, 0.02)))
    velocity = recording["base_velocity"].values[-1]
    assert velocity[5] == pytest.approx(0.02 / I_Z, rel=1e-4)
    np.testing.assert_allclose(recording["com_velocity"].values[-1], 0, atol=5e-6)  # the step's error in 14 turns


def test_a_force_beside_the_centre_turns_the_body_too():
    model = sl.build_model(sl.Robot([LINK]), sl.World([sl.ExternalWrench("link1", force=(0, 1, 0), point=(L, 0, 0))]))
    rate = sl.forward_dynamics(model, sl.initial_state(model))
    assert rate[5] == pytest.approx(L / 2 / I_Z, rel=1e-12)
    assert rate[1] == pytest.approx(1 / M - L / 2 * rate[5], rel=1e-12)  # of the tail end


def test_body_axes_turn_with_the_part():
    quarter = (math.cos(math.pi / 4), 0, 0, math.sin(math.pi / 4))
    for axes, expected in (("body", (0, 2 / M, 0)), ("world", (2 / M, 0, 0))):
        model = sl.build_model(sl.Robot([LINK]), sl.World([sl.ExternalWrench("link1", (2, 0, 0), axes=axes)]))
        accelerations = sl.forward_dynamics(model, sl.initial_state(model, quaternion=quarter))
        np.testing.assert_allclose(accelerations[:3], expected, atol=1e-12)


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_weights_at_all_centres_of_mass_are_gravity(base_end):
    robot = chain(base_end=base_end)
    pulls = [sl.ExternalWrench(name, force=(0, 0, -M * 9.81), name=f"pull_{name}") for name in robot.part_names]
    state = None
    runs = []
    for media in ([sl.Gravity()], pulls):
        model = sl.build_model(robot, sl.World(media))
        rng = np.random.default_rng(3)
        state = sl.initial_state(model, q=0.3 * rng.normal(size=3), v=rng.normal(size=3), velocity=rng.normal(size=6))
        runs.append(sl.simulate(model, duration=0.5, state=state, integrator="rk4"))
        taken = sl.inverse_dynamics(model, state, rng.normal(size=9))
        runs[-1] = (runs[-1], taken)
    np.testing.assert_allclose(runs[1][1], runs[0][1], atol=1e-12)
    for variable in ("base_position", "base_velocity", "q", "v"):
        np.testing.assert_allclose(runs[1][0][variable].values, runs[0][0][variable].values, atol=1e-10)
    works = [one[0]["work"].sum("term").values for one in runs]
    np.testing.assert_allclose(works[1], works[0], rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("integrator", ["extrapolated", "rk4", "DOP853"])
def test_the_balance_of_energy_closes(integrator):
    push = sl.ExternalWrench("link2", (0.5, 1, 0.2), (0.01, 0, 0.02), point=(0.05, 0.02, 0), axes="body", start=0.2)
    recording = run(push, robot=chain(), duration=1.0, integrator=integrator)
    kinetic, elastic = recording["kinetic_energy"].values, recording["elastic_energy"].values
    work = recording["work"].drop_sel(term="spring").sum("term").values
    assert kinetic[-1] > 0.05
    assert np.abs(work - kinetic - elastic).max() < 1e-3 * kinetic.max()


@pytest.mark.parametrize(("start", "end"), [(0.1, 0.3), (0.1003, 0.2996), (0.1001, 0.1009), (-1.0, 0.0507)])
@pytest.mark.parametrize("step", [2e-3, 7e-3])
def test_the_impulse_of_a_window_is_exact_wherever_it_begins_and_ends(start, end, step):
    recording = run(sl.ExternalWrench("link1", (0, 4, 0), start=start, end=end), duration=0.5, step=step)
    impulse = 4 * (end - max(start, 0.0))
    assert M * recording["com_velocity"].values[-1, 1] == pytest.approx(impulse, rel=1e-6)
    assert recording["external_force"].values[-1, 0, 1] == 0


def test_a_table_is_linear_between_its_instants():
    ramp = sl.ExternalWrench("link1", force=[(0, 0, 0), (6, 0, 0), (0, 0, 0)], times=[0.2, 0.4, 0.5])
    recording = run(ramp, duration=1.0)
    assert M * recording["com_velocity"].values[-1, 0] == pytest.approx(6 * 0.3 / 2, rel=1e-5)
    force = recording["external_force"].values[:, 0, 0]
    assert force[recording["time"].values < 0.19].max() == 0 and force.max() == pytest.approx(6, abs=0.2)


def swing(time, parameters, wrench):
    wrench[1] = parameters[0] * math.sin(parameters[1] * time)


@pytest.mark.thorough
def test_a_function_of_time_moves_a_body_as_its_closed_form():
    """m y'' = F sin(w t): y' = F / (m w) (1 - cos w t)."""
    recording = run(sl.worlds.UserWrench("link1", swing, [2.0, 9.0]), duration=1.0)
    t = recording["time"].values
    expected = 2.0 / (M * 9.0) * (1 - np.cos(9.0 * t))
    np.testing.assert_allclose(recording["com_velocity"].values[:, 1], expected, atol=1e-5)


def test_a_force_on_a_soft_section_acts_at_its_station():
    soft = sl.SoftSection(0.2, 0.3, 0.024, 0.03, springs=sl.Spring(1e3, 10))
    model = sl.build_model(sl.Robot([soft]), sl.World([sl.ExternalWrench("section1", (0, 0, 3.0))]))
    wrench = -sl.inverse_dynamics(model, sl.initial_state(model), np.zeros(9))
    np.testing.assert_allclose(wrench[:6], [0, 0, 3, 0, -0.3, 0], atol=1e-12)


def test_a_scenario_says_it_in_the_same_words(tmp_path):
    path = tmp_path / "pushed.yaml"
    path.write_text(
        """
name: pushed
robot: {parts: [link: {length: 0.2, mass: 1.5, name: hull}]}
world:
  media:
    - external_wrench: {part: hull, force: [3, 0, 0], start: 0.25, end: 0.5}
duration: 1
"""
    )
    recording = sl.run_scenario(load_scenario(path))
    assert recording["com_velocity"].values[-1, 0] == pytest.approx(0.5, rel=1e-9)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.ExternalWrench("link1", force=(1, 2)), "force must be 3 numbers"),
        (lambda: sl.ExternalWrench("link1", torque="up"), "torque must be"),
        (lambda: sl.ExternalWrench("link1", axes="local"), "world, body"),
        (lambda: sl.ExternalWrench("", (1, 0, 0)), "name of a part"),
        (lambda: sl.ExternalWrench("link1", (1, 0, 0), start=2, end=1), "later than its start"),
        (lambda: sl.ExternalWrench("link1", (1, 0, 0), times=[0, 0]), "times must increase"),
        (lambda: sl.ExternalWrench("link1", [(1, 0, 0)], times=[0, 1]), "2 rows of three"),
        (lambda: sl.worlds.UserWrench("link1", 3), "must be a function"),
        (lambda: sl.worlds.UserWrench("link1", lambda time, parameters, wrench: 1.0), "must fill wrench"),
        (lambda: run(sl.ExternalWrench("tail", (1, 0, 0))), "part must be"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(make, message):
    with pytest.raises(sl.errors.WorldError, match=message):
        make()


@pytest.mark.parametrize("integrator", ["extrapolated", "rk4", "DOP853"])
def test_a_part_on_a_spring_is_an_oscillator(integrator):
    stiffness, damping, displacement = 60.0, 3.0, 0.1
    spring = sl.ExternalWrench("link1", target=(L / 2 + displacement, 0, 0), stiffness=stiffness, damping=damping)
    recording = run(spring, integrator=integrator)
    time, decay = recording["time"].values, damping / (2 * M)
    omega = math.sqrt(stiffness / M - decay**2)
    expected = displacement * (
        1 - np.exp(-decay * time) * (np.cos(omega * time) + decay / omega * np.sin(omega * time))
    )
    moved = recording["com_position"].values[:, 0] - L / 2
    np.testing.assert_allclose(moved, expected, atol=5e-5 if integrator == "extrapolated" else 1e-8)
    np.testing.assert_allclose(
        recording["external_force"].values[-1, 0, 0],
        stiffness * (displacement - moved[-1]) - damping * recording["com_velocity"].values[-1, 0],
        rtol=0.05,
    )


@pytest.mark.parametrize(
    ("stiffness", "damping", "max_force", "away"),
    [(1e9, 0.0, math.inf, 0.0), (1e9, 1e5, math.inf, 0.0), (1e5, 200.0, 300.0, 0.3)],
)
@pytest.mark.filterwarnings("ignore:the energy balance")
def test_a_stiff_spring_beside_the_centre_is_stable_at_the_default_step(stiffness, damping, max_force, away):
    """The step of 2 ms is up to 20 times the time of one radian; with an explicit force the run diverges."""
    target, robot = np.array([0.0, 0.03 + away, away]), chain()
    spring = sl.ExternalWrench(
        "link1", point=(0, 0.03, 0), target=target, stiffness=stiffness, damping=damping, max_force=max_force
    )
    recording = run(spring, robot=robot, media=[sl.Gravity()], duration=5.0)
    assert recording.status.kind == "finished"
    place = recording["base_position"].values[-1] + 0.03 * rotated_y(recording["base_quaternion"].values[-1])
    np.testing.assert_allclose(place, target, atol=2e-3)
    assert np.abs(recording["com_velocity"].values).max() < 10.0


def rotated_y(quaternion):
    w, x, y, z = quaternion
    return np.array([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)])


def test_the_largest_force_of_a_spring_is_kept():
    spring = sl.ExternalWrench("link1", target=(10.0, 0, 0), stiffness=1e4, damping=10.0, max_force=3.0)
    recording = run(spring, duration=0.5)
    force = recording["external_force"].values[1:, 0]
    np.testing.assert_allclose(np.linalg.norm(force, axis=1), 3.0, rtol=1e-3)
    assert recording["com_velocity"].values[-1, 0] == pytest.approx(0.5 * 3.0 / M, rel=1e-3)


def test_a_spring_needs_a_target():
    with pytest.raises(
        sl.errors.WorldError, match=r"stiffness of 5 N/m .* but no target; add .* target=\(1.0, 0.0, 0.5\)"
    ):
        sl.ExternalWrench("link1", stiffness=5.0)


@pytest.mark.parametrize("integrator", ["extrapolated", "rk4", "DOP853"])
@pytest.mark.parametrize("turned", [0.0, math.pi / 2])
def test_a_damper_slows_a_body_exponentially_along_and_about_the_axes_of_the_world(integrator, turned):
    """At the centre of mass: u = u0 exp(-D t / m) along x, none along y, and r = r0 exp(-E t / I) about z."""
    quaternion = (math.cos(turned / 2), 0, 0, math.sin(turned / 2))
    linear, angular = 2.0, 0.004
    across = Damper("link1", translation=(linear, 0, 0))
    model = sl.build_model(sl.Robot([LINK]), sl.World([across]))
    start = sl.initial_state(model, quaternion=quaternion, velocity=(0.5, 0.3, 0, 0, 0, 0))
    moved = sl.simulate(model, duration=1.0, state=start, integrator=integrator)
    expected = 0.5 * math.exp(-linear / M)
    np.testing.assert_allclose(moved["com_velocity"].values[-1], [expected, 0.3, 0], rtol=2e-5, atol=1e-9)

    about = Damper("link1", rotation=(0, 0, angular))
    model = sl.build_model(sl.Robot([LINK]), sl.World([about]))
    start = sl.initial_state(
        model, quaternion=quaternion, velocity=(L * math.sin(turned), -L * math.cos(turned), 0, 0, 0, 2.0)
    )
    turning = sl.simulate(model, duration=1.0, state=start, integrator=integrator)
    assert turning["base_velocity"].values[-1, 5] == pytest.approx(2.0 * math.exp(-angular / I_Z), rel=2e-4)
