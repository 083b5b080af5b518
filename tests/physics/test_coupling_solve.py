"""Gears and loops: against closed forms and Lagrange's equations, and what they must conserve."""

import pickle
import time
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import snakelab as sl
from snakelab.physics.coupling_assembly import closing

PASSIVE = sl.robots.Passive()
G = 9.81


def bar(length, mass, **more):
    """A thin bar."""
    inertia = mass * length**2 / 12
    return sl.Link(length, mass, sl.Cylinder(0.01), inertia=(1e-6, inertia, inertia), **more)


def hinge(actuator=PASSIVE, **more):
    return sl.Revolute("z", actuator, **more)


# ---- four-bar ---------------------------------------------------------------------------------------------------------
CRANK, COUPLER, M_CRANK, M_COUPLER = 0.3, 0.5, 0.4, 0.7


def four_bar(fix="point", actuator=PASSIVE, **more):
    """A parallelogram: crank, coupler and follower, which ends in the base."""
    parts = [
        hinge(actuator, name="crank"), bar(CRANK, M_CRANK), hinge(), bar(COUPLER, M_COUPLER), hinge(), bar(CRANK, M_CRANK),
    ]  # fmt: skip
    loop = sl.robots.Loop("base", (COUPLER, 0, 0), "link3", (CRANK, 0, 0), fix, **more)
    return sl.Robot(parts, base="fixed", loops=[loop])


def parallelogram(angle):
    """Coordinates where the crank is at an angle from straight down."""
    return np.array([angle - np.pi / 2, np.pi / 2 - angle, np.pi / 2 + angle])


def pendulum(angle, duration):
    """Angle of the crank: (2 m l^2 / 3 + mc l^2) a = -(m + mc) g l sin(angle)."""
    inertia = 2 * M_CRANK * CRANK**2 / 3 + M_COUPLER * CRANK**2
    factor = (M_CRANK + M_COUPLER) * G * CRANK / inertia
    equation = solve_ivp(lambda _, y: [y[1], -factor * np.sin(y[0])], (0, duration), [angle, 0], rtol=1e-11, atol=1e-12)
    return equation.y[0, -1]


DOWN = sl.World([sl.Gravity((0.0, -G, 0.0))])


def error_of_four_bar(robot, step, integrator, duration=3.0, **more):
    model = sl.build_model(robot, DOWN)
    state = sl.initial_state(model, q=parallelogram(1.2))
    run = sl.simulate(model, None, duration, state=state, step=step, integrator=integrator, record_rate=50, **more)
    assert run.finished
    return abs(run["q"].values[-1, 0] + np.pi / 2 - pendulum(1.2, duration)), run


@pytest.mark.parametrize("fix", ["point", "hinge"])
def test_a_parallelogram_is_a_pendulum(fix):
    error, run = error_of_four_bar(four_bar(fix), 2e-3, "extrapolated")
    assert error < 1.3e-4
    assert run["coupling_gap"].values.max() < 1e-6
    energy = (run["kinetic_energy"] + run["gravity_energy"]).values
    assert abs(energy[-1] - energy[0]) < 1e-5
    assert abs(run["work"].sel(term="coupling").values[-1]) < 1e-9


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize(("integrator", "order", "largest"), [("plain", 1, 6e-3), ("extrapolated", 2, 1.3e-4)])
def test_a_four_bar_has_the_order_of_the_scheme(integrator, order, largest):
    coarse, fine = (error_of_four_bar(four_bar(), step, integrator)[0] for step in (4e-3, 2e-3))
    assert fine < largest
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.15)


@pytest.mark.thorough
def test_a_four_bar_of_fourth_order_errs_by_rounding_errors_where_second_order_errs_by_a_milliradian():
    second, fourth = (error_of_four_bar(four_bar(), 8e-3, name) for name in ("extrapolated", "extrapolated4"))
    assert fourth[0] < 1e-8 < 1e-4 < second[0]
    assert fourth[1]["coupling_gap"].values.max() < 1e-12


@pytest.mark.thorough
def test_a_four_bar_with_adaptive_and_explicit_steps():
    assert error_of_four_bar(four_bar(), 5e-3, "extrapolated", 1.0, tolerance=1e-6)[0] < 1e-5
    assert error_of_four_bar(four_bar(), 1e-3, "rk4", 1.0)[0] < 1e-6
    assert error_of_four_bar(four_bar(), 1e-3, "DOP853", 1.0, tolerance=1e-9)[0] < 1e-6


def test_the_torque_of_a_commanded_crank_is_that_of_the_whole_mechanism():
    """Held at an angle, the crank carries the weight of all bars; the joint of the loop takes its share."""
    model = sl.build_model(four_bar(actuator=sl.robots.Prescribed()), DOWN)
    state = sl.initial_state(model, q=parallelogram(0.7))
    run = sl.simulate(model, None, 0.2, state=state)
    torque = (M_CRANK + M_COUPLER) * G * CRANK * np.sin(0.7)
    assert_allclose(run["tau"].values[-1, 0], torque, rtol=1e-9)
    assert_allclose(run["q"].values[-1], parallelogram(0.7), atol=1e-9)


def test_an_elastic_loop_stretches_by_its_force():
    rigid = sl.simulate(sl.build_model(four_bar(actuator=sl.robots.Prescribed()), DOWN), None, 0.2,
                        state=sl.initial_state(sl.build_model(four_bar(), DOWN), q=parallelogram(0.7)))  # fmt: skip
    load = rigid["coupling_load"].values[-1, 0]
    robot = four_bar(actuator=sl.robots.Prescribed(), stiffness=1e5, damping=300.0)
    model = sl.build_model(robot, DOWN)
    run = sl.simulate(model, None, 2.0, state=sl.initial_state(model, q=parallelogram(0.7)))
    assert_allclose(run["coupling_load"].values[-1, 0], load, rtol=1e-3)
    assert_allclose(run["coupling_gap"].values[-1, 0], load / 1e5, rtol=1e-3)


# ---- gear -------------------------------------------------------------------------------------------------------------
def geared(ratio=-3.0, actuator=None, **more):
    """Two links that turn about parallel axes: the rotor of the first coordinate is seen through the gear."""
    first = hinge(actuator or sl.robots.Motor(), name="a", armature=0.01)
    second = hinge(sl.robots.Passive(), name="b", armature=0.02)
    disc = sl.Link(0.1, 1.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.05))
    other = sl.Link(0.1, 1.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.2))
    gears = [sl.robots.Gear("b", "a", ratio, **more)]
    return sl.Robot([first, disc, sl.Mount(offset=(-0.1, 0, 0)), second, other], base="fixed", gears=gears)


def test_a_gear_has_the_rate_of_the_closed_form():
    """Both bodies turn about one axis: kinetic energy 1/2 (J1 + r1) a'^2 + 1/2 r2 b'^2 + 1/2 J2 (a' + b')^2, b' = ratio a'."""
    ratio, torque = -3.0, 0.5
    model = sl.build_model(geared(ratio))
    run = sl.simulate(model, sl.gaits.SteadyGait([torque, 0.0]), 1.0, integrator="plain")
    inertia = 0.05 + 0.01 + 0.02 * ratio**2 + 0.2 * (1 + ratio) ** 2
    assert_allclose(run["v"].values[-1], torque / inertia * np.array([1.0, ratio]), rtol=1e-10)
    assert abs(run["q"].values[-1] @ [ratio, -1.0]) < 1e-11
    assert_allclose(
        run["coupling_load"].values[-1, 0], (0.02 * ratio + 0.2 * (1 + ratio)) * torque / inertia, rtol=1e-9
    )


def test_a_gear_drives_the_joint_of_a_commanded_one():
    model = sl.build_model(geared(2.0, sl.robots.Prescribed(), offset=0.3))
    assert_allclose(model.rest @ [2.0, -1.0], -0.3, atol=1e-12)
    gait = sl.FunctionGait(lambda t: np.array([0.4 * np.sin(3 * t), 0.0]))
    run = sl.simulate(model, gait, 1.0)
    a, b = run["q"].values.T
    assert_allclose(b, 2.0 * a + 0.3, rtol=0, atol=1e-5)
    inertia = 0.05 + 0.01 + 0.02 * 4 + 0.2 * 9
    t = run["time"].values
    assert_allclose(run["tau"].values[5:, 0], (-inertia * 0.4 * 9 * np.sin(3 * t))[5:], atol=0.02 * inertia)


# ---- closed chains in space -------------------------------------------------------------------------------------------
def ring(fix="point", n=5, base="floating", soft=False, **more):
    """A chain whose ends are held together, of links that turn about all axes."""
    parts = [bar(0.2, 0.3)]
    for i in range(1, n):
        joint = sl.Revolute(
            ("z", "y", (1.0, 1.0, 2.0))[i % 3] if base != "planar" else "z", PASSIVE, sl.robots.Spring(0.3, 0.01, 0.2)
        )
        section = sl.SoftSection(0.2, 0.2, 0.02, 0.02, 4, sl.robots.Passive(), sl.robots.Spring(900.0, 4.0))
        parts += [joint, section if soft and i == 2 else bar(0.2, 0.3)]
    robot = sl.Robot(parts, base)
    loop = sl.robots.Loop("link1", (0, 0.01, 0), robot.part_names[-1], (0.2, 0, 0), fix, **more)
    return sl.Robot(parts, base, loops=[loop])


def momentum(run, model):
    """Linear and angular momentum about the origin of the last record."""
    mass = model.arrays.stations["mass"]
    poses, columns = sl.physics.kinematics.jacobians(model, run.state)
    zeta = np.concatenate([run.state.base_velocity[model.arrays.base], run.state.v])
    twists = np.einsum("j,jkc->kc", zeta, columns)[:-1]
    linear = mass @ twists[:, :3]
    angular = np.zeros(3)
    for pose, twist, m, inertia in zip(poses[:-1], twists, mass, model.arrays.stations["inertia"], strict=True):
        R = pose[:9].reshape(3, 3)
        xx, xy, xz, yy, yz, zz = inertia
        angular += (
            m * np.cross(pose[9:], twist[:3])
            + R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T @ twist[3:]
        )
    return linear, angular


@pytest.mark.few(1)
@pytest.mark.parametrize("soft", [False, True])
def test_a_closed_chain_in_free_space_keeps_its_momentum(soft):
    model = sl.build_model(ring(n=8, soft=soft))
    rng = np.random.default_rng(4)
    n = model.n_coordinates
    v = rng.normal(size=n) * model.closure.scale
    _, v, _ = closing(model.closure, model.rest, v, np.ones(n, bool))
    state = sl.initial_state(model, v=v, velocity=(0.1, -0.2, 0.3, 1.0, -0.5, 0.7))
    first = sl.simulate(model, None, 0.01, state=state)
    last = sl.simulate(model, None, 0.3, state=first)
    for one, other in zip(momentum(first, model), momentum(last, model), strict=True):
        assert_allclose(one, other, atol=1e-9)
    assert np.abs(last["coupling_load"].values).max() > 0.1
    assert last["coupling_gap"].values.max() < 1e-4


def test_the_forces_of_a_loop_are_opposite_and_on_one_line():
    model = sl.build_model(ring(n=8))
    run = sl.simulate(model, None, 0.1)
    forces = run["coupling_force"].values
    assert np.abs(forces).max() > 0.1
    assert_allclose(forces.sum(axis=1), 0.0, atol=1e-12 * np.abs(forces).max())


def closed_masses(model, q):
    """Mass matrix reduced to the motions that keep the loops closed, and their basis."""
    rows = model.closure.rows()
    J = model.closure.jacobian(q, rows) / model.closure.scale
    return np.linalg.svd(J)[2][len(rows) :].T


@pytest.mark.few(3, others="slow")
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
@pytest.mark.parametrize("fix", ["point", "hinge", "weld"])
def test_accelerations_are_those_of_the_principle_of_gauss(base, fix):
    """At rest: a = Z (Z^T M Z)^-1 Z^T f for a basis Z of the motions that keep the loop closed."""
    robot = ring(fix, 9, base, axis="z", rotation=(0.0, 0.0, 0.4))
    model = sl.build_model(robot, sl.World([sl.Gravity((1.0, -2.0, -3.0))]))
    state = sl.initial_state(model)
    M = sl.mass_matrix(model, state)
    n_base = len(model.arrays.base)
    open_model = sl.build_model(sl.Robot(robot.parts, base), model.world)
    free = sl.forward_dynamics(open_model, sl.initial_state(open_model, q=model.rest))
    force = M @ free
    Z = closed_masses(model, model.rest)
    basis = np.zeros((len(M), n_base + Z.shape[1]))
    basis[:n_base, :n_base], basis[n_base:, n_base:] = np.eye(n_base), Z
    expected = basis @ np.linalg.solve(basis.T @ M @ basis, basis.T @ force)
    assert_allclose(sl.forward_dynamics(model, state), expected, atol=1e-6 * np.abs(expected).max() + 1e-8)


@pytest.mark.thorough
def test_a_closed_chain_on_the_ground_rests_with_its_weight_on_the_contacts():
    ground = sl.Contact(stiffness=2e4, damping=100.0)
    model = sl.build_model(ring(n=8, stiffness=None), sl.World([sl.Gravity(), ground]))
    height = 0.01 - sl.physics.kinematics.jacobians(model, sl.initial_state(model))[0][:, 11].min() + 0.1
    run = sl.simulate(model, None, 3.0, state=sl.initial_state(model, position=(0, 0, height)))
    assert run.finished
    assert_allclose(run["skin_load"].values[-1].sum(), model.mass * G, rtol=1e-3)
    assert run["coupling_gap"].values.max() < 1e-4
    assert int(run.dataset.attrs["unconverged_steps"]) < 0.01 * int(run.dataset.attrs["steps"])


def test_a_model_with_couplings_survives_a_copy_in_another_process():
    model = sl.build_model(four_bar(), DOWN)
    copy = pickle.loads(pickle.dumps(model))
    start = sl.initial_state(model, q=parallelogram(0.5))
    one, other = (sl.simulate(each, None, 0.1, state=start)["q"].values for each in (model, copy))
    assert np.array_equal(one, other)


def test_a_batch_of_closed_chains_equals_single_runs():
    model = sl.build_model(geared())
    gaits = [sl.gaits.SteadyGait([torque, 0.0]) for torque in (0.1, 0.3)]
    together = sl.simulate_batch(model, gaits, 0.2)
    for gait, run in zip(gaits, together, strict=True):
        assert np.array_equal(run["q"].values, sl.simulate(model, gait, 0.2)["q"].values)


def test_a_run_with_a_loop_goes_on_from_its_state_bit_for_bit():
    model = sl.build_model(ring(n=8))
    whole, half = sl.simulate(model, None, 0.2), sl.simulate(model, None, 0.1)
    again = sl.simulate(model, None, 0.1, state=half)
    assert np.array_equal(whole["q"].values[-1], again["q"].values[-1])


# ---- bad input --------------------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_a_loop_that_cannot_be_closed_says_by_how_much():
    parts = [bar(0.1, 0.1), hinge(), bar(0.1, 0.1), hinge(), bar(0.5, 0.1)]
    with pytest.raises(sl.errors.RobotError, match=r"'loop1' of robot 'robot' cannot be closed: 0\.3 m remain"):
        sl.build_model(sl.Robot(parts, loops=[sl.robots.Loop("link1", (0, 0, 0), "link3", (0.5, 0, 0))]))


def test_couplings_that_repeat_others_are_refused():
    loop = sl.robots.Loop("base", (COUPLER, 0, 0), "link3", (CRANK, 0, 0))
    with pytest.raises(sl.errors.RobotError, match=r"'loop2' .* imposes only what"):
        sl.build_model(sl.Robot(four_bar().parts, base="fixed", loops=[loop, loop]))
    neighbours = sl.robots.Loop("link1", (0.3, 0, 0), "link2", (0, 0, 0))
    with pytest.raises(sl.errors.RobotError, match=r"'loop1' .* imposes only what its joints"):
        sl.build_model(sl.Robot(four_bar().parts, base="fixed", loops=[neighbours]))
    gear = sl.robots.Gear("a", "b")
    with pytest.raises(sl.errors.RobotError, match="gears 'gear1' and 'gear2' join the same two coordinates"):
        sl.Robot(geared().parts, base="fixed", gears=[gear, gear])


def test_couplings_of_commanded_coordinates_are_refused():
    with pytest.raises(
        sl.errors.RobotError, match=r"Gear 'gear1' joins 'b' and 'a', and the motion of both is commanded"
    ):
        sl.build_model(sl.Robot([hinge(sl.robots.Prescribed(), name="a"), bar(0.1, 0.1), hinge(sl.robots.Prescribed(), name="b"),
                                 bar(0.1, 0.1)], base="fixed", gears=[sl.robots.Gear("b", "a")]))  # fmt: skip
    robot = four_bar()
    parts = [hinge(sl.robots.Prescribed()) if isinstance(part, sl.Revolute) else part for part in robot.parts]
    with pytest.raises(sl.errors.RobotError, match=r"impose 2 conditions, .* can meet only 0; give 2 more of joint1"):
        sl.build_model(sl.Robot(parts, base="fixed", loops=robot.loops))


def with_muscle(key):
    """A robot with a gear to the coordinate of a muscle."""
    muscle = sl.robots.Cable(
        [("base", (0, 0.05, 0)), ("link1", (0.1, 0.02, 0))], actuator=sl.robots.Muscle(10.0), name="flexor"
    )
    names = {"driven": "joint", "by": "joint", key: "flexor"}
    parts = [sl.Revolute("z", sl.Passive(), name="joint"), bar(0.2, 0.1)]
    return sl.Robot(parts, "fixed", cables=[muscle], gears=[sl.robots.Gear(**names)])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.robots.Gear("a", "a"), "must be two coordinates"),
        (lambda: sl.robots.Gear("a", "b", 0.0), "ratio must not be 0"),
        (lambda: sl.robots.Gear("a", "b", damping=1.0), "needs a stiffness"),
        (lambda: sl.robots.Loop("a", (0, 0, 0), "a", (0, 0, 0)), "must be two parts"),
        (lambda: sl.robots.Loop("a", (0, 0, 0), "base", (0, 0, 0)), "write the base as `first`"),
        (lambda: sl.robots.Loop("a", (0, 0, 0), "b", (0, 0, 0), "ball"), "point"),
        (
            lambda: sl.Robot(four_bar().parts, base="fixed", gears=[sl.robots.Gear("crnk", "joint2")]),
            "no such coordinate.*crank",
        ),
        (
            lambda: sl.Robot([bar(0.1, 0.1)], loops=[sl.robots.Loop("base", (0, 0, 0), "link1", (0, 0, 0))]),
            "base='fixed'",
        ),
        (
            lambda: sl.Robot([bar(0.1, 0.1)], loops=[sl.robots.Loop("link1", (0, 0, 0), "lnk", (0, 0, 0))]),
            "no such part",
        ),
        (lambda: with_muscle("driven"), "Gear driven 'flexor': a muscle has no motion .*Winch"),
        (lambda: with_muscle("by"), "Gear by 'flexor': a muscle has no motion .*Winch"),
    ],
)
def test_wrong_couplings_get_one_line(make, message):
    with pytest.raises(sl.errors.RobotError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_an_open_initial_state_gets_the_nearest_closed_one():
    model = sl.build_model(four_bar(), DOWN)
    with pytest.raises(
        sl.errors.SimulationError, match=r"q does not close 'loop1': .* the nearest shape that closes it is q=\["
    ):
        sl.initial_state(model, q=parallelogram(0.7) + np.array([0.0, 0.01, 0.0]))
    with pytest.raises(sl.errors.SimulationError, match=r"v opens 'loop1'; the nearest rates .* v=\["):
        sl.initial_state(model, q=parallelogram(0.7), v=[1.0, 0.0, 0.0])


def test_axes_of_a_hinge_loop_are_rotations():
    for axis in ("x", "y", "-z", (1.0, 2.0, -0.5)):
        for R in sl.robots.Loop("a", (0, 0, 0), "b", (0, 0, 0), "hinge", axis=axis).axes():
            assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
            assert np.linalg.det(R) == pytest.approx(1.0)


@pytest.mark.thorough
def test_the_derivatives_of_the_gaps_are_their_differences():
    parts = [
        bar(0.1, 0.1), hinge(), sl.Mount(offset=(0.01, 0.02, 0.0), rotation=(0.1, 0.2, 0.3)), bar(0.2, 0.1),
        sl.SoftSection(0.2, 0.1, 0.01, 0.02), sl.Prismatic((1.0, 0.5, 0.0), sl.Passive()), bar(0.1, 0.1),
        sl.Revolute("y", sl.Passive()), bar(0.1, 0.1),
    ]  # fmt: skip
    loops = [
        sl.robots.Loop("link2", (0.1, 0, 0), "link5", (0, 0.02, 0), "weld", stiffness=10.0, angular_stiffness=1.0),
        sl.robots.Loop("base", (0.3, 0, 0), "link4", (0, 0.02, 0), "hinge", stiffness=10.0, angular_stiffness=1.0),
    ]
    closure = sl.build_model(sl.Robot(parts, "fixed", loops=loops)).closure
    rows, q = closure.rows(), 0.01 * np.random.default_rng(3).normal(size=6)
    for j, scale in enumerate(closure.scale):
        step = 1e-6 * scale * np.eye(6)[j]
        difference = (closure.chosen(q + step, rows) - closure.chosen(q - step, rows)) / 2e-6
        assert_allclose(closure.jacobian(q, rows)[:, j], difference, atol=1e-8)


@pytest.mark.slow
def test_a_loop_that_cannot_close_on_a_long_chain_is_refused_without_a_long_search():
    parts = [bar(0.05, 0.03)]
    for i in range(20):
        parts += [sl.Revolute("zy"[i % 2], sl.Passive()), bar(0.05, 0.03)]
    begin = time.process_time()
    with pytest.raises(sl.errors.RobotError, match=r"'loop1' .* cannot be closed: 4 m remain"):
        sl.build_model(sl.Robot(parts, "fixed", loops=[sl.robots.Loop("base", (5.05, 0, 0), "link21", (0.05, 0, 0))]))
    assert time.process_time() - begin < 40.0  # some three seconds; four minutes with differences of the whole chain


def test_a_robot_with_couplings_is_described_with_them_and_without_the_coordinates_of_cables():
    robot = sl.robots.library.tendon_arm(2)
    assert repr(robot) == "<Robot 'tendon_arm': 7 parts, 3 links, 4 cables, 8 coordinates, fixed base, 0.1 kg>"
    assert "1 loop" in repr(four_bar())
    with pytest.raises(sl.errors.SimulationError, match=r"write dataclasses.replace\(robot, cables=\(\)\)"):
        sl.linearise(model := sl.build_model(robot), sl.initial_state(model))
    opened = sl.build_model(replace(robot, cables=()))
    assert sl.linearise(opened, sl.initial_state(opened))[0].shape == (8, 8)


@pytest.mark.slow
@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_rod_in_a_closed_chain_keeps_its_energy_and_its_loop(base_end):
    rod = sl.Rod(0.4, 0.01, 1000.0, E=1e6, strains=("bend_y", "bend_z", "twist"), degree=2, name="arm", n_steps=12)
    chain = [rod, sl.Revolute("y", sl.Passive()), bar(0.2, 0.05)]
    parts = chain if base_end == "tail" else chain[::-1]
    free = {"link2": (0.2, 0, 0)} if base_end == "tail" else {"arm": (0.0, 0, 0)}
    ((name, point),) = free.items()
    x = 0.35 if base_end == "tail" else -0.35
    loop = sl.robots.Loop("base", (x, 0, -0.1), name, point)
    model = sl.build_model(
        sl.Robot(parts, "fixed", loops=[loop], base_end=base_end), sl.World([sl.Gravity((0, -3, -9.81))])
    )
    run = sl.simulate(model, None, 0.2, step=2e-4, integrator="rk4", state=sl.initial_state(model))
    assert np.ptp(run["q"].values, axis=0).min() > 0.1
    assert np.abs(run["coupling_gap"].values).max() < 1e-7
    assert sl.metrics(run)["energy_residual_ratio"] < 1e-9


@pytest.mark.thorough
def test_a_gear_joins_a_strain_of_a_rod_and_a_joint():
    rod = sl.Rod(0.3, 0.01, 1000.0, E=1e6, strains=("bend_z",), degree=1, damping=0.02, name="arm")
    parts = [bar(0.1, 0.1), sl.Revolute("z", sl.Passive(), name="hip"), rod]
    gear = sl.robots.Gear("arm.bend_z0", "hip", ratio=-2.0)
    model = sl.build_model(sl.Robot(parts, "fixed", gears=[gear]), sl.World([sl.Gravity((0, -9.81, 0))]))
    run = sl.simulate(model, None, 0.3)
    hip, bend = run["q"].values[:, 0], run["q"].values[:, 1]
    assert np.ptp(hip) > 0.02
    assert_allclose(bend, -2.0 * hip, atol=1e-10)
