"""Extrapolation to fourth order: measured order of smooth motions, stiffness, and what happens where forces are not smooth."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import snakelab as sl
from chains import mixed_robot, planar_snake, random_state
from snakelab.errors import SimulationError
from snakelab.physics.columns import Q
from snakelab.physics.integrators import FOURTH_ORDER
from snakelab.results.step_accuracy import motion_error
from snakelab.worlds.free_bodies import Ball, FreeBody

FOURTH = {"integrator": "extrapolated4"}


def end(model, gait, state, step, duration, integrator="extrapolated4", **settings):
    run = sl.simulate(
        model,
        gait,
        duration,
        state=state,
        step=step,
        integrator=integrator,
        record_rate=10,
        check_step="never",
        **settings,
    )
    assert run.finished
    return run


def motion(run):
    """Pose, coordinates and velocities of the last state, the quaternion with a positive first number."""
    row = run.state.row()[: Q + 2 * len(run.state.q)].copy()
    row[3:7] *= np.sign(row[3])
    return row


def ratios(model, gait, state, steps, duration, **settings):
    """Ratios of the differences of runs whose steps are halved: 2^p for order p, without another reference."""
    ends = [motion(end(model, gait, state, step, duration, **settings)) for step in steps]
    differences = [np.abs(one - other).max() for one, other in pairwise(ends)]
    return [one / other for one, other in pairwise(differences)]


def growth(z):
    """Factor of y' = A y over a step, z = dt A."""
    weights = (*FOURTH_ORDER, 1.0 - sum(FOURTH_ORDER))
    return sum(w * (1 - z / n) ** -n for n, w in enumerate(weights, 1))


def test_the_weights_give_fourth_order_and_stability_within_89_degrees():
    small = np.array([0.02, 0.01])
    errors = (growth(small) - np.exp(small)) / small**5
    assert errors == pytest.approx(-1 / 120, rel=0.1)
    sizes = np.logspace(-3, 6, 2000)
    assert np.abs(growth(sizes * np.exp(1j * np.pi * 91 / 180))).max() < 1
    assert np.abs(growth(1j * sizes)).max() < 1.0049 and np.abs(growth(1j * sizes[sizes > 2])).max() < 1
    assert abs(growth(-1e6)) < 1e-5


def section(actuator, stiffness=400.0, damping=4.0):
    return sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 4, actuator, sl.Spring(stiffness, damping))


def eel():
    """Links and soft sections with pneumatic actuators, and a servo, under a time-dependent command in a viscous medium."""
    muscle = sl.Motor(time_constant=0.05)
    link = sl.Link(0.1, 0.2, section=sl.Cylinder(0.02))
    joint = sl.Revolute("z", sl.Servo(kp=2.0, kd=0.05))
    robot = sl.Robot([link, section(muscle), link, joint, link, section(muscle), link])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.ViscousFriction(0.5, 2.0)]))
    rows = np.random.default_rng(3).normal(size=(5, model.n_commands)) * [*3 * [1.0], 0.3, *3 * [1.0]]
    rows[-1] = rows[0]
    return model, sl.TableGait(np.linspace(0.0, 1.6, 5), rows, repeat=True)


def test_soft_sections_in_a_viscous_medium_have_fourth_order_under_a_time_dependent_command():
    """The spline of the command has a jerk that jumps at its knots, which are ends of steps."""
    model, gait = eel()
    state = random_state(model, np.random.default_rng(1), speed=0.5)
    coarse, fine = ratios(model, gait, state, (8e-3, 4e-3, 2e-3, 1e-3), 0.4)
    assert fine > coarse and 2**3.4 < fine < 2**4.5
    assert max(ratios(model, gait, state, (4e-3, 2e-3, 1e-3), 0.4, integrator="extrapolated")) < 5


def test_a_tumbling_chain_of_all_parts_has_fourth_order():
    """The rotation of the base is combined on its group."""
    model = sl.build_model(
        mixed_robot(np.random.default_rng(5)), sl.World([sl.Gravity(), sl.ViscousFriction(0.5, 2.0)])
    )
    state = random_state(model, np.random.default_rng(5), speed=0.5)
    (ratio,) = ratios(model, None, state, (1e-3, 5e-4, 2.5e-4), 0.2)
    assert 2**3.8 < ratio < 2**4.3


@pytest.mark.parametrize("world", [[], [sl.ViscousFriction(0.5, 2.0)], [sl.Fluid()]], ids=["free", "viscous", "fluid"])
def test_prescribed_joints_have_fourth_order_and_the_corrections_of_the_momentum_keep_it(world):
    """The cross drag of a fluid changes its sign with a jump of its second derivative."""
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    model = sl.build_model(sl.Robot([link, *5 * [sl.Revolute("z"), link]], base="planar"), sl.World(world))
    gait = sl.SerpenoidGait(0.5, 6.0, 0.8, ramp=0.5)
    (ratio,) = ratios(model, gait, None, (5e-3, 2.5e-3, 1.25e-3), 0.5)
    assert 2**3.6 < ratio < 2**4.2
    run = end(model, gait, None, 5e-3, 0.5)
    if not world:
        centre = run["com_position"].values
        assert np.abs(centre - centre[0]).max() < 1e-12
    targets = end(model, gait, None, 5e-3, 0.5, integrator="plain").state.q
    assert np.abs(run.state.q - targets).max() < 1e-14


def test_works_and_the_estimate_of_the_error_have_fourth_order():
    model, gait = eel()
    state = random_state(model, np.random.default_rng(1), speed=0.5)
    exact = end(model, gait, state, 5e-4, 0.4).state.q
    residuals, estimates, errors = [], [], []
    for step in (8e-3, 4e-3):
        run = end(model, gait, state, step, 0.4)
        energy = sum(run[f"{kind}_energy"].values for kind in ("kinetic", "gravity", "elastic"))
        work = run["work"].sum("term") - run["work"].sel(term="gravity") - run["work"].sel(term="spring")
        residuals.append(abs(float(energy[-1] - energy[0] - work[-1])))
        estimates.append(float(np.nansum(run["q_error"].values, axis=0).max()))
        errors.append(np.abs(run.state.q - exact).max())
    assert residuals[0] / residuals[1] > 2**3.5 and residuals[0] < 1e-5
    assert 2**2 < estimates[0] / estimates[1] < 2**4.5
    assert np.all(np.array(errors) < estimates)
    assert motion_error(end(model, gait, state, 4e-3, 0.4, integrator="extrapolated")) > 50 * motion_error(run)


def test_springs_far_beyond_explicit_stability_decay():
    """Modes at 3e4 1/s with steps of 5 ms."""
    model = sl.build_model(sl.Robot([section(sl.Passive(), 4e6, 40.0)], "fixed"), sl.World([sl.Gravity()]))
    run = end(model, None, sl.initial_state(model, q=[1e-3, 0.0, 0.0]), 5e-3, 0.5)
    assert np.abs(run.state.v).max() < 1e-12
    at_rest = end(model, None, None, 5e-3, 0.5, integrator="extrapolated").state.q
    assert np.abs(run.state.q - at_rest).max() < 1e-12
    assert sl.simulate(model, None, 0.5, step=5e-3, integrator="rk4").status.is_error


def test_where_a_set_changes_the_step_is_the_extrapolated_one_bit_for_bit():
    stops = sl.Limits(-1.0, 0.2, stiffness=1e4, damping=1.0)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z", sl.Passive(), limits=stops), sl.Link(0.3, 0.4)], "fixed")
    model = sl.build_model(robot)
    state = sl.initial_state(model, q=[0.2 - 0.015], v=[2.0])  # touches after 7.5 ms
    second, fourth = (
        sl.simulate(model, None, 0.01, state=state, step=0.01, record_rate=100, integrator=name).state.row()
        for name in ("extrapolated", "extrapolated4")
    )
    assert np.array_equal(second, fourth)


def test_a_contact_that_begins_within_a_step_falls_back_and_a_lasting_one_does_not():
    link = sl.Link(0.2, 0.5, section=sl.Cylinder(0.02))
    robot = sl.Robot([link, sl.Revolute("y", sl.Passive(), sl.Spring(5.0, 0.05)), link], skin=sl.Skin())
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(stiffness=200.0, damping=1.0, friction=None)]))
    fallen = sl.simulate(model, None, 1.0, state=sl.initial_state(model, position=(0, 0, 0.03)), step=5e-3).state
    pushed = replace(fallen, v=np.array([0.05]))
    runs = [end(model, None, pushed, step, 0.2, integrator=name) for name, step in
            (("extrapolated", 5e-3), ("extrapolated4", 5e-3), ("extrapolated4", 1e-3))]  # fmt: skip
    second, fourth, exact = (motion(run) for run in runs)
    assert np.abs(fourth - exact).max() < 0.1 * np.abs(second - exact).max()


def test_adaptive_steps_of_fourth_order_meet_the_tolerance_in_fewer_steps():
    model, gait = eel()
    state = random_state(model, np.random.default_rng(1), speed=0.5)
    exact = motion(end(model, gait, state, 5e-4, 0.4))
    steps = {}
    for name in ("extrapolated", "extrapolated4"):
        run = end(model, gait, state, 0.05, 0.4, integrator=name, tolerance=1e-5)
        steps[name] = run.dataset.attrs["steps"]
        assert np.abs(motion(run) - exact).max() < 3e-4
        assert float(np.nanmax(run["error_estimate"])) <= 1.0
    assert 5 * steps["extrapolated4"] < steps["extrapolated"]


def test_a_batch_is_equal_to_runs_bit_for_bit():
    model, gait = eel()
    state = random_state(model, np.random.default_rng(1), speed=0.5)
    run = sl.simulate(model, gait, 0.1, state=state, step=5e-3, record_rate=10, **FOURTH)
    batch = sl.Batch(model, n=3, period=0.1, step=5e-3, threads=2, **FOURTH)
    batch.reset(states=state)
    batch.advance(gait, 0.1)
    for row in batch.states:
        assert np.array_equal(row, run.state.row())


def test_it_refuses_free_bodies_in_one_line_and_other_explicit_steps_have_no_tolerance():
    block = FreeBody(Ball(0.05), 0.1, (1.0, 0.0, 0.05))
    model = sl.build_model(planar_snake(3).robot, sl.World([], objects=[block]))
    for call in (lambda: sl.simulate(model, None, 0.1, **FOURTH), lambda: sl.Batch(model, n=2, period=0.1, **FOURTH)):
        with pytest.raises(
            SimulationError, match=r"'extrapolated4' supports a robot without objects.*write integrator="
        ):
            call()
    with pytest.raises(
        SimulationError, match="'extrapolated' or 'extrapolated4', which has an error estimate; got 'rk4'"
    ):
        sl.SnakelabEngine(integrator="rk4", tolerance=1e-4)
    assert sl.SnakelabEngine(integrator="extrapolated4", tolerance=1e-4).tolerance == 1e-4
