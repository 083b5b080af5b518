"""User laws as friction of contacts: the actual normal force, implicit in the step, recorded like built-in friction."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import ControlError, SimulationError
from snakelab.plugins.lanes.model.conversion import surroundings_of
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.sim.compiled_loop import advance

MASS, G = 0.1, 9.81
ANGLE = 40.0  # of the slope [deg]


def coulomb(pose, twist, load, parameters, wrench, damping, stiffness):
    """Isotropic Coulomb friction mu N tanh(|u| / eps)."""
    mu, eps = parameters[0], parameters[1]
    speed = math.sqrt(twist[0] ** 2 + twist[1] ** 2)
    c = mu * load * (math.tanh(speed / eps) / speed if speed > 1e-12 else 1.0 / eps)
    for i in range(2):
        wrench[i] = -c * twist[i]
        damping[i, i] = c


def directed(pose, twist, load, parameters, wrench, damping, stiffness):
    """Coulomb friction per axis, as SurfaceFriction(..., shape="per_axis")."""
    eps = parameters[2]
    for i in range(2):
        speed = abs(twist[i])
        c = parameters[i] * load * (math.tanh(speed / eps) / speed if speed > 1e-12 else 1.0 / eps)
        wrench[i] = -c * twist[i]
        damping[i, i] = c


def shown(pose, twist, load, parameters, wrench, damping, stiffness):
    """A force along the contact's first direction that shows the load."""
    wrench[0] = load


def drilling(pose, twist, load, parameters, wrench, damping, stiffness):
    """A torque against the spin about the normal."""
    damping[5, 5] = parameters[0] * load
    wrench[5] = -damping[5, 5] * twist[5]


def normal_frame(pose, twist, load, parameters, wrench, damping, stiffness):
    """A force along the normal that shows one number of the pose."""
    wrench[2] = 1e-3 * pose[int(parameters[0]), int(parameters[1])]


def worn(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """Friction whose coefficient falls with time."""
    c = (
        parameters[0]
        * max(0.0, 1.0 - state.time)
        * load
        / 1e-3
        / math.sqrt(1.0 + (twist[0] ** 2 + twist[1] ** 2) / 1e-6)
    )
    for i in range(2):
        wrench[i] = -c * twist[i]
        damping[i, i] = c


def slope(friction: object, angle: float = ANGLE, **contact: float) -> tuple[sl.Model, sl.State]:
    """A link at rest on a slope that falls along +x, pressed in by its weight."""
    turn = math.radians(angle)
    normal = np.array([math.sin(turn), 0.0, math.cos(turn)])
    stiffness = contact.get("stiffness", 1e5)
    ground = sl.Contact(sl.Plane(normal), stiffness=stiffness, damping=contact.get("damping", 300.0), friction=friction)
    link = sl.Link(0.1, mass=MASS, section=sl.Box(0.04, 0.04))
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), ground]))
    quaternion = (math.cos(turn / 2), 0.0, math.sin(turn / 2), 0.0)
    sunk = MASS * G * math.cos(turn) / (len(model.skin_names) or 1) / stiffness
    return model, sl.initial_state(model, position=(0.02 - sunk) * normal, quaternion=quaternion)


def run(friction: object, duration: float = 0.3, angle: float = ANGLE, **options: object) -> sl.Recording:
    model, state = slope(friction, angle)
    return sl.simulate(model, duration=duration, state=state, **options)


def test_the_load_is_the_normal_force_of_the_contact_not_the_weight():
    run_result = run(sl.UserLaw(shown), 0.02)
    force = np.linalg.norm(run_result["contact_friction_force"].values[-1].sum(axis=0))
    assert_allclose(force, run_result["skin_load"].values[-1].sum(), rtol=1e-3)
    assert_allclose(force, MASS * G * math.cos(math.radians(ANGLE)), rtol=0.02)  # 0.751 N, of a weight of 0.981 N


def apart(own, built_in, name):
    """Largest difference of a variable between two runs, relative to its largest value [-]."""
    return np.abs(own[name].values - built_in[name].values).max() / np.abs(built_in[name].values).max()


@pytest.mark.thorough
@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_coulomb_friction_as_a_user_law_is_the_built_in_one(integrator):
    own = run(sl.UserLaw(coulomb, (0.3, 0.3)), integrator=integrator)
    built_in = run(sl.SurfaceFriction(0.3, eps=0.3), integrator=integrator)
    # the passes of the built-in law end at 2e-3 of the friction limit and at a change of the loads by 1e-2
    for name in ("com_position", "com_velocity", "kinetic_energy", "work"):
        assert apart(own, built_in, name) < 1e-4
    for name in ("contact_friction_force", "skin_load"):
        assert apart(own, built_in, name) < 3e-3
    assert apart(own, built_in, "contact_force") < 1e-11
    assert own["unconverged"].sum() == 0


def test_a_user_law_is_solved_for_at_the_slip_velocity_that_a_step_reaches():
    """Second order against Runge-Kutta; with the secant at the start of the step the error was ten times as large."""
    law = sl.UserLaw(coulomb, (0.3, 0.3))
    exact = run(law, integrator="rk4", step=5e-5)
    for name in ("com_position", "com_velocity", "kinetic_energy"):
        errors = [apart(run(law, step=step), exact, name) for step in (4e-3, 2e-3)]
        assert errors[1] < 1e-5
        assert errors[0] / errors[1] > 3.5


def test_a_link_slides_down_a_slope_as_in_the_textbook():
    speed = np.linalg.norm(run(sl.UserLaw(coulomb, (0.3, 1e-3)))["com_velocity"].values[-1])
    turn = math.radians(ANGLE)
    assert_allclose(speed, 0.3 * G * (math.sin(turn) - 0.3 * math.cos(turn)), rtol=0.01)


@pytest.mark.thorough
def test_a_user_law_along_and_across_the_body_is_the_built_in_box_on_a_gait():
    gait = sl.SerpenoidGait(0.6, 6.0, 0.9)
    link = sl.Link(0.1, mass=MASS, section=sl.Box(0.04, 0.04))
    robot = sl.Robot([link, *3 * [sl.Revolute(), link]])
    runs = []
    for friction in (sl.UserLaw(directed, (0.1, 0.5, 0.3)), sl.SurfaceFriction(0.1, 0.5, shape="per_axis", eps=0.3)):
        model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(stiffness=5e3, friction=friction)]))
        state = sl.initial_state(model, position=(0, 0, 0.02), q=0.6 * np.sin(0.9 * np.arange(3)))
        runs.append(sl.simulate(model, gait, duration=0.3, state=state))
    # the passes of the built-in law end at a change of the loads by 1e-2, which the steps average out of the motion
    bounds = {"com_position": 3e-4, "q": 1e-12, "tau": 3e-3, "contact_friction_force": 1e-2}
    for name, bound in bounds.items():
        assert apart(*runs, name) < bound


def test_its_work_is_recorded_and_never_positive():
    run_result = run(sl.UserLaw(coulomb, (0.3, 1e-3)), 0.5)
    work = run_result["work"].sel(term="contact_friction").values
    assert work[-1] < -0.01
    assert (np.diff(work) <= 1e-15).all()
    change = run_result["kinetic_energy"].values[-1] - run_result["kinetic_energy"].values[0]
    assert_allclose(run_result["work"].values[-1].sum(), change, atol=1e-4 * abs(work[-1]))


def test_its_error_falls_with_the_step():
    """Friction that is smooth on the scale of the step: second order."""
    law = sl.UserLaw(coulomb, (0.5, 0.3))
    speeds = [
        np.linalg.norm(run(law, 0.2, step=step, record_rate=5)["com_velocity"].values[-1])
        for step in (4e-3, 2e-3, 2.5e-4)
    ]
    errors = [abs(speed - speeds[-1]) for speed in speeds[:2]]
    assert errors[1] < 1e-4
    assert errors[0] / errors[1] > 2.5


@pytest.mark.thorough
def test_a_torque_about_the_normal_slows_a_spinning_link():
    model, _ = slope(sl.UserLaw(drilling, (1e-3,)), 0.0)
    spinning = sl.initial_state(model, position=(0, 0, 0.02 - 2e-6), velocity=(0, -0.05 * 3.0, 0, 0, 0, 3.0))
    simulate = sl.simulate(model, duration=0.3, state=spinning)
    rate = simulate["base_velocity"].values[:, 5]
    inertia = model.arrays.stations["inertia"][0][5]
    expected = 3.0 * np.exp(-1e-3 * MASS * G / inertia * simulate["time"].values)
    assert_allclose(rate[-1], expected[-1], rtol=0.02)
    spent = 0.5 * inertia * (9.0 - rate[-1] ** 2)
    assert_allclose(-simulate["work"].sel(term="contact_friction").values[-1], spent, rtol=0.02)


@pytest.mark.thorough
def test_its_frame_stands_at_the_contact_point_with_z_along_the_normal():
    turn = math.radians(ANGLE)
    normal = [math.sin(turn), 0.0, math.cos(turn)]
    along = [math.cos(turn), 0.0, -math.sin(turn)]
    for column, expected in ((0, along), (1, [0.0, 1.0, 0.0]), (2, normal)):
        for i in range(3):
            run_result = run(sl.UserLaw(normal_frame, (i, column)), 2e-3)
            points = (run_result["skin_load"].values[0] > 0).sum()
            force = run_result["contact_friction_force"].values[0].sum(axis=0) @ normal
            assert_allclose(force, 1e-3 * expected[i] * points, atol=1e-12)


@pytest.mark.thorough
def test_it_may_depend_on_time():
    """mu g (1 - t) on level ground: dv = -mu g (t - t^2 / 2)."""
    model, _ = slope(sl.UserLaw(worn, (0.3,)), 0.0)
    sliding = sl.initial_state(model, position=(0, 0, 0.02 - 2e-6), velocity=(2.0, 0, 0, 0, 0, 0))
    simulate = sl.simulate(model, duration=0.5, state=sliding)
    t = simulate["time"].values[-1]
    assert_allclose(2.0 - simulate["com_velocity"].values[-1, 0], 0.3 * G * (t - t * t / 2), rtol=0.01)


def test_neither_a_new_law_nor_new_numbers_recompile_the_engine():
    run(sl.UserLaw(coulomb, (0.3, 1e-3)), 0.01)
    compiled = len(advance.signatures)
    run(sl.UserLaw(shown), 0.01)
    run(sl.UserLaw(coulomb, (0.4, 1e-3)), 0.01)
    run(sl.SurfaceFriction(0.3), 0.01)
    assert len(advance.signatures) == compiled


def test_two_contacts_may_have_friction_of_each_kind():
    link = sl.Link(0.1, mass=MASS, section=sl.Box(0.04, 0.04))
    ground = {"stiffness": 1e4, "damping": 10.0}
    media = [
        sl.Gravity(),
        sl.Contact(friction=sl.UserLaw(coulomb, (0.1, 1e-3)), **ground),
        sl.Contact(friction=sl.SurfaceFriction(0.3), name="carpet", **ground),
        sl.Contact(friction=sl.UserLaw(coulomb, (0.5, 1e-3)), name="rubber", **ground),
    ]
    model = sl.build_model(sl.Robot([link]), sl.World(media))
    sunk = MASS * G / 3 / 1e4 / 4
    start = sl.initial_state(model, position=(0, 0, 0.02 - sunk), velocity=(1.0, 0, 0, 0, 0, 0))
    simulate = sl.simulate(model, duration=0.1, state=start)
    forces = [simulate[f"{name}_friction_force"].values[-1].sum(axis=0)[0] for name in ("contact", "carpet", "rubber")]
    assert_allclose(forces, -MASS * G / 3 * np.array([0.1, 0.3, 0.5]), rtol=0.02)


# ---- refused or announced ----------------------------------------------------------------------------------------------
def test_a_load_of_weight_beside_a_contact_is_warned_of():
    link, ground = sl.Link(0.1, mass=MASS), sl.Contact()
    with pytest.warns(
        sl.SnakelabWarning, match=r"UserLaw 'mud' acts on stations: its load is their weight.*Contact\(friction="
    ):
        sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), ground, sl.UserLaw(coulomb, (0.1, 1e-3), name="mud")]))


def test_wheels_are_refused():
    cart = sl.Robot([sl.Link(0.1, mass=MASS, wheels=[sl.Wheel((0.05, 0.0, -0.02), 0.02)])])
    with pytest.raises(
        sl.errors.WorldError, match="Contact 'contact' with a UserLaw as its friction does not support wheels"
    ):
        sl.build_model(cart, sl.World([sl.Gravity(), sl.Contact(friction=sl.UserLaw(shown))]))


def test_mujoco_refuses_it():
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    model, state = slope(sl.UserLaw(shown))
    with pytest.raises(SimulationError, match="UserLaw as the friction of a Contact"):
        sl.simulate(model, duration=0.01, state=state, engine=MujocoEngine())


def test_lanes_refuse_it():
    walls = sl.Contact(
        sl.geometry.Extruded([sl.geometry.Post((1.0, 0.0), 0.1)], (-2, -2), (2, 2)), friction=sl.UserLaw(shown)
    )
    links = [sl.Link(0.1, mass=MASS, section=sl.Ellipse(0.02, 0.04))]
    robot = sl.Robot([links[0], sl.Revolute(), links[0]], base="planar", skin=sl.Skin(joined=True))
    with pytest.raises(ControlError, match="the batch model does not support UserLaw as the friction of"):
        surroundings_of(sl.build_model(robot, sl.World([walls])))


def test_what_is_no_friction_is_refused():
    with pytest.raises(
        sl.errors.WorldError,
        match=r"Contact friction must be a SurfaceFriction, a RegionalFriction, a UserLaw or None, got 0\.5",
    ):
        sl.Contact(friction=0.5)
