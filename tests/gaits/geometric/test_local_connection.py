"""Local connection: symmetry, invariance, kinds, refusals."""

import numpy as np
import pytest

import snakelab as sl
from three_links import swimmer

LINK = sl.Link(0.1, mass=0.1)


def chain(world, **joint):
    robot = sl.Robot([LINK, sl.Revolute("z", **joint), LINK, sl.Revolute("z", **joint), LINK], base="planar")
    return sl.build_model(robot, world)


@pytest.fixture(scope="module")
def coulomb():
    return chain(sl.World([sl.LinkFriction(0.1, 0.5, shape="elliptic")]))


@pytest.mark.thorough
def test_the_connection_balances_the_forces_on_the_base():
    model, q, rate = swimmer(), np.array([0.4, -0.9]), np.array([0.3, 0.7])
    xi = -sl.gaits.connection(model, q).A @ rate
    velocity = np.array([xi[0], xi[1], 0, 0, 0, xi[2]])
    forward = sl.inverse_dynamics(model, sl.initial_state(model, q=q, v=rate, velocity=velocity), np.zeros(5))
    backward = sl.inverse_dynamics(model, sl.initial_state(model, q=q, v=-rate, velocity=-velocity), np.zeros(5))
    assert (forward - backward)[:3] == pytest.approx(np.zeros(3), abs=1e-12)


def test_the_metric_is_the_dissipated_power():
    model, q, rate = swimmer(), np.array([0.4, -0.9]), np.array([0.3, 0.7])
    connection = sl.gaits.connection(model, q)
    xi = -connection.A @ rate
    state = sl.initial_state(model, q=q, v=rate, velocity=(xi[0], xi[1], 0, 0, 0, xi[2]))
    back = sl.initial_state(model, q=q, v=-rate, velocity=(-xi[0], -xi[1], 0, 0, 0, -xi[2]))
    forces = [sl.inverse_dynamics(model, one, np.zeros(5)) for one in (state, back)]
    assert rate @ connection.metric @ rate == pytest.approx(np.concatenate([xi, rate]) @ (forces[0] - forces[1]) / 2)


def test_dampers_and_springs_of_joints_do_not_change_it():
    plain = chain(sl.World([sl.ViscousFriction(1.0, 5.0)]))
    damped = chain(sl.World([sl.ViscousFriction(1.0, 5.0)]), spring=sl.Spring(2.0, 0.5))
    first, second = (sl.gaits.connection(model, [0.3, 0.2]) for model in (plain, damped))
    assert second.A == pytest.approx(first.A) and second.metric == pytest.approx(first.metric)


def test_without_a_medium_momentum_is_conserved():
    space = sl.gaits.ShapeSpace(chain(sl.World([])))
    loop = sl.gaits.ShapeLoop([0.5, 0.1], [0.0, 0.6], [0.4, 0.3])
    moved = sl.gaits.cycle_displacement(space, loop, 64)
    assert space.kind == "inertial"
    assert abs(moved.pose[2]) > 1e-3
    centre = np.append(_centre_of_mass(space, loop), [0.0, 1.0])
    assert (moved.T @ centre)[:3] == pytest.approx(centre[:3], abs=1e-7)


def _centre_of_mass(space, loop):
    poses = sl.forward_kinematics(space.model, sl.initial_state(space.model, q=loop.point(np.zeros(1))[0]))
    return np.mean([poses[f"link{i}"][:2, 3] for i in (1, 2, 3)], axis=0)


def test_added_mass_lets_a_robot_swim_without_drag():
    link = sl.Link(0.1, mass=0.1, section=sl.Ellipse(0.02, 0.06))
    robot = sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("z"), link], base="planar")
    space = sl.gaits.ShapeSpace(sl.build_model(robot, sl.World([sl.Fluid(1000.0)])), kind="inertial")
    assert sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(1.0)).distance > 0.01


@pytest.mark.slow
def test_inertia_does_not_matter_in_slow_cycles():
    space = sl.gaits.ShapeSpace(chain(sl.World([sl.ViscousFriction(1.0, 10.0)])))
    kinematic = sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(1.0))
    slow = sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(1.0), period=60.0)
    assert slow.kind == "full"
    assert slow.pose == pytest.approx(kinematic.pose, abs=1e-3)


@pytest.mark.thorough
def test_the_motion_with_inertia_is_that_of_the_engine():
    space, loop = (
        sl.gaits.ShapeSpace(chain(sl.World([sl.ViscousFriction(1.0, 10.0)]))),
        sl.gaits.circle_loop(1.0),
    )
    moved = sl.gaits.cycle_displacement(space, loop, period=2.0)
    run = sl.simulate(space.model, sl.gaits.loop_gait(space, loop, 2.0), 20.0, step=4e-3, record_rate=0.5)
    steps = np.diff(run["base_position"].values[:, :2], axis=0)
    assert moved.distance == pytest.approx(np.hypot(*steps[-1]), rel=2e-4)


def test_a_soft_robot_has_a_connection_in_its_bending_modes():
    soft = sl.SoftSection(0.3, 0.3, 0.01, 0.02)
    model = sl.build_model(sl.Robot([soft, soft], base="planar"), sl.World([sl.ViscousFriction(1.0, 3.0)]))
    modes = np.zeros((6, 2))
    modes[[1, 4], [0, 1]], modes[[2, 5], [0, 1]] = 0.01, -0.01
    moved = sl.gaits.cycle_displacement(sl.gaits.ShapeSpace(model, modes), sl.gaits.circle_loop(0.5))
    assert moved.distance > 0.01


def test_coulomb_friction_has_no_exact_connection(coulomb):
    with pytest.raises(sl.errors.SimulationError, match=r"not linear in the rates.*kind='fitted'"):
        sl.gaits.connection(coulomb, [0.0, 0.0])


@pytest.mark.thorough
def test_the_numerical_equivalent_agrees_with_a_slow_run(coulomb):
    space, loop = sl.gaits.ShapeSpace(coulomb, kind="fitted"), sl.gaits.circle_loop(1.0)
    moved = sl.gaits.cycle_displacement(space, loop, 16)
    run = sl.simulate(coulomb, sl.gaits.loop_gait(space, loop, 4.0), 12.0, step=4e-3, record_rate=0.25)
    steps = np.diff(run["base_position"].values[:, :2], axis=0)
    assert moved.kind == "fitted"
    assert moved.distance == pytest.approx(np.hypot(*steps[-1]), rel=0.04)
    assert sl.gaits.connection(coulomb, [0.3, 0.2], "fitted").residual > 1e-4


def test_a_robot_without_resistance_across_is_singular():
    model = chain(sl.World([sl.ViscousFriction(0.0, 5.0)]))
    with pytest.raises(sl.errors.SimulationError, match=r"singular at shape \[0.0, 0.0\]"):
        sl.gaits.connection(model, [0.0, 0.0])


def test_loops_beyond_joint_limits_are_refused():
    model = chain(sl.World([sl.ViscousFriction(1.0, 5.0)]), limits=sl.Limits(-0.8, 0.8))
    with pytest.raises(sl.errors.SimulationError, match=r"joint1 from .* beyond its limits -0.8 to 0.8"):
        sl.gaits.cycle_displacement(sl.gaits.ShapeSpace(model), sl.gaits.circle_loop(1.0))


@pytest.mark.parametrize("kind", ["auto", "inertial", "fitted"])
def test_shapes_beyond_joint_limits_are_refused(kind):
    model = chain(sl.World([sl.ViscousFriction(1.0, 5.0)]), limits=sl.Limits(-0.8, 0.8))
    for call in (
        lambda s: sl.gaits.connection(model, s, kind),
        sl.gaits.ShapeSpace(model, kind=kind).connection,
    ):
        assert call([0.8, -0.8]).A.shape == (3, 2)
        with pytest.raises(
            sl.errors.SimulationError, match=r"joint2 at -0\.81, beyond its limits -0\.8 to 0\.8"
        ) as caught:
            call([0.8, -0.81])
        assert "\n" not in str(caught.value)


def test_a_fixed_base_has_no_connection():
    fixed = sl.build_model(sl.Robot([LINK, sl.Revolute("z"), LINK], base="fixed"))
    with pytest.raises(sl.errors.SimulationError, match="base='planar'"):
        sl.gaits.connection(fixed, [0.0])


def test_the_virtual_chassis_of_a_straight_robot_lies_along_it():
    T = sl.gaits.virtual_chassis(swimmer(), [0.0, 0.0])
    assert T[:3, :3] == pytest.approx(np.eye(3)) and T[:3, 3] == pytest.approx([0.5, 0.0, 0.0])
    bent = sl.gaits.virtual_chassis(swimmer(), [0.5, -0.5])
    assert np.linalg.det(bent[:3, :3]) == pytest.approx(1.0) and abs(bent[1, 0]) > 0.01


@pytest.mark.thorough
@pytest.mark.parametrize(
    "loop",
    [
        sl.gaits.PolygonLoop([[0.9, 0.2], [-0.5, 0.8], [-0.5, -0.5], [0.5, -0.7]]),
        sl.gaits.ShapeLoop([0.5, 0.1], [0.0, 0.6], [0.4, 0.3]),
    ],
    ids=["corners", "smooth"],
)
def test_the_motion_with_inertia_conserves_momentum_also_at_the_corners_of_a_loop(loop):
    space = sl.gaits.ShapeSpace(chain(sl.World([])))
    kinematic, full = (
        sl.gaits.cycle_displacement(space, loop, 64),
        sl.gaits.cycle_displacement(space, loop, 64, period=1.0),
    )
    assert full.pose == pytest.approx(kinematic.pose, abs=1e-6) and abs(full.pose[2]) > 1e-3


@pytest.mark.thorough
def test_the_motion_in_water_with_drag_and_added_mass_is_that_of_the_engine():
    link = sl.Link(0.1, mass=0.1, section=sl.Ellipse(0.02, 0.06))
    robot = sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("z"), link], base="planar")
    model = sl.build_model(robot, sl.World([sl.Fluid(1000.0)]))
    space, loop = sl.gaits.ShapeSpace(model, kind="fitted"), sl.gaits.circle_loop(1.0)
    moved = sl.gaits.cycle_displacement(space, loop, 16, period=1.0)
    run = sl.simulate(model, sl.gaits.loop_gait(space, loop, 1.0), 10.0, step=2e-3, record_rate=1.0)
    steps = np.diff(run["base_position"].values[:, :2], axis=0)
    assert moved.kind == "full"
    assert moved.distance == pytest.approx(np.hypot(*steps[-1]), rel=1e-3)


@pytest.mark.parametrize("kind", ["auto", "fitted"])
@pytest.mark.parametrize(
    "call",
    [lambda m, k: sl.gaits.connection(m, [0, 0], k), lambda m, k: sl.gaits.ShapeSpace(m, kind=k)],
)
def test_a_robot_that_slides_along_itself_has_no_fitted_connection_either(kind, call):
    with pytest.raises(sl.errors.SimulationError, match=r"singular at shape \[0.0, 0.0\]"):
        space = call(chain(sl.World([sl.ViscousFriction(0.0, 5.0)])), kind)
        space.connection([0.0, 0.0])


def test_without_a_medium_nothing_is_fitted():
    with pytest.raises(sl.errors.SimulationError, match="no medium resists this robot; add ViscousFriction"):
        sl.gaits.connection(chain(sl.World([])), [0.3, 0.2], "fitted")
    with pytest.raises(sl.errors.SimulationError, match="no medium resists this robot; add ViscousFriction"):
        sl.gaits.cycle_displacement(sl.gaits.ShapeSpace(chain(sl.World([])), kind="fitted"), sl.gaits.circle_loop(0.5))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda s: sl.gaits.loop_gait(s, sl.gaits.ShapeLoop([1, 0, 0], [0, 1, 0]), 1.0),
            "the loop has 3 shape variables.* space 2",
        ),
        (
            lambda s: sl.gaits.loop_gait(s, sl.gaits.circle_loop(1.0), 1.0, rows=0),
            "loop_gait rows .* at least 2 .*got 0",
        ),
        (
            lambda s: sl.gaits.optimal_loop(sl.gaits.ShapeSpace(s.model, [[1], [1]]), family="fourier"),
            "runs back along itself",
        ),
        (
            lambda s: sl.gaits.optimal_loop(s, family="fourier", start=sl.gaits.circle_loop(0.0)),
            "it is a point; give one such as",
        ),
    ],
)
def test_wrong_loops_are_refused_in_one_line(call, message):
    with pytest.raises(sl.SnakelabError, match=message) as caught:
        call(sl.gaits.ShapeSpace(swimmer()))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("shape", ["per_axis", "elliptic"])
def test_a_straight_robot_with_dry_friction_has_a_fitted_connection(shape):
    """Translation across and rotation about the tail saturate the same friction, which is not a motion without force."""
    found = sl.gaits.connection(chain(sl.World([sl.LinkFriction(0.05, 0.5, shape=shape)])), [0.0, 0.0], "fitted")
    assert np.isfinite(found.A).all() and np.abs(found.A).max() > 0.1
