"""Trees: their dynamics against MuJoCo and against themselves, their couplings, and what they conserve."""

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations, hybrid, random_state
from mujoco_chains import Oracle, random_tree, relative
from optional_packages import mujoco  # noqa: F401
from trees import STANDING, lizard, standing_lizard

Branch = sl.robots.Branch


def planar_tree(rng, base="planar"):
    """A tree in the plane: every axis is vertical."""

    def link():
        return sl.Link(
            rng.uniform(0.1, 0.3),
            rng.uniform(0.2, 1.0),
            com=(0.1, 0.02, 0.0),
            inertia=tuple(rng.uniform(2e-3, 3e-3, 3)),
        )

    def chain(n):
        return [part for _ in range(n) for part in (sl.Revolute("z", sl.Motor()), link())]

    branches = [
        Branch("link2", chain(2), at=(0.1, 0.05, 0.0), rotation=(0, 0, 1.0)),
        Branch("link2", [sl.Prismatic("y", sl.Motor()), link()], at=(0.1, -0.05, 0.0), rotation=(0, 0, -1.0)),
        Branch("branch1_link1", chain(1), at=(0.1, -0.05, 0.0)),
    ]
    return sl.build_model(sl.Robot([link(), *chain(3)], base, branches=branches))


# ----------------------------------------------------------------------------------------------------------------------
# MuJoCo
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.thorough
@pytest.mark.parametrize("base_end", ["tail", "head"])
@pytest.mark.parametrize("base", ["floating", "fixed"])
def test_two_hundred_random_trees_accelerate_as_in_mujoco(base, base_end):
    rng, sizes = np.random.default_rng(5), []
    for trial in range(50):
        model = random_tree(rng, base, 1 + trial % 16, base_end, length=1 + trial % 6)
        sizes.append(model.n_stations)
        state = random_state(model, rng)
        forces = rng.normal(size=model.n_coordinates)
        ours = np.concatenate(accelerations(model, state, forces))
        assert relative(ours, Oracle(model, state).accelerations(forces)) < 1e-10, (trial, model)
    assert min(sizes) <= 3 and max(sizes) >= 50


def test_planar_trees_accelerate_as_in_mujoco():
    rng = np.random.default_rng(6)
    for _ in range(5):
        model = planar_tree(rng)
        state, forces = random_state(model, rng), rng.normal(size=model.n_coordinates)
        ours = np.concatenate(accelerations(model, state, forces))
        assert relative(ours, Oracle(model, state).accelerations(forces)) < 1e-11


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_mass_matrix_inverse_and_hybrid_dynamics_of_a_tree_are_those_of_mujoco(base_end):
    rng = np.random.default_rng(7)
    model = random_tree(rng, "floating", 5, base_end)
    state = random_state(model, rng)
    oracle, n = Oracle(model, state), model.n_coordinates
    assert relative(sl.mass_matrix(model, state), oracle.mass_matrix()) < 1e-11
    wanted = rng.normal(size=6 + n)
    assert relative(sl.inverse_dynamics(model, state, wanted), oracle.forces(wanted)) < 1e-11
    forces = rng.normal(size=n)
    a, qdd = accelerations(model, state, forces)
    driven = rng.random(n) < 0.5
    a2, qdd2, tau = hybrid(model, state, driven, forces, qdd)
    assert relative(a2, a) < 1e-10
    assert relative(qdd2, qdd) < 1e-10
    assert relative(tau[driven], forces[driven]) < 1e-9


# ----------------------------------------------------------------------------------------------------------------------
# Kinematics, and soft parts on branches
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_the_frame_tree_has_the_stations_of_the_recursion(base_end):
    rng = np.random.default_rng(8)
    model = random_tree(rng, "floating", 6, base_end)
    state = random_state(model, rng)
    tree, poses = sl.frame_tree(model, state), sl.forward_kinematics(model, state)
    links = [part for part in model.robot.parts if isinstance(part, sl.Link)]
    for name, link in zip(model.robot.part_names, links, strict=True):
        T = tree.T_world[name]
        np.testing.assert_allclose(T[:3, :3] @ link.com_point() + T[:3, 3], poses[name][:3, 3], atol=1e-12)
        np.testing.assert_allclose(T[:3, :3], poses[name][:3, :3], atol=1e-12)
    np.testing.assert_allclose(tree.T_world["head"], poses["head"], atol=1e-12)


@pytest.mark.thorough
def test_soft_sections_and_rods_on_branches_have_the_mass_matrix_of_their_jacobians():
    rng = np.random.default_rng(9)
    section = sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 10, sl.Motor(), sl.Spring(1900.0, 9.0))
    rod = sl.robots.Rod(0.2, radius=0.01, mass=0.05, E=1e6, strains=("bend_y", "bend_z", "twist"), degree=1)
    link = sl.Link(0.2, 0.3, inertia=(1e-3, 2e-3, 2e-3))
    robot = sl.Robot(
        [link, sl.Revolute("z", sl.Motor()), link],
        branches=[
            Branch("link1", [section, link], at=(0.1, 0.02, 0.01), rotation=(0.1, 0.2, 1.3)),
            Branch("branch1_link2", [rod], at=(0.1, 0.0, 0.01), rotation=(0.1, 0.2, -1.3)),
        ],
    )
    model = sl.build_model(robot, sl.World([sl.Gravity()]))
    state = sl.initial_state(
        model, q=0.01 * rng.normal(size=model.n_coordinates), v=rng.normal(size=model.n_coordinates)
    )
    n = 6 + model.n_coordinates
    bias = sl.inverse_dynamics(model, state, np.zeros(n))
    columns = np.array([sl.inverse_dynamics(model, state, unit) - bias for unit in np.eye(n)]).T
    M = sl.mass_matrix(model, state)
    np.testing.assert_allclose(columns, M, atol=1e-12 * np.abs(M).max())
    a = sl.forward_dynamics(model, state)
    back = sl.inverse_dynamics(model, state, a)
    assert np.isfinite(a).all() and np.abs(back[:6]).max() < 1e-9 * np.abs(bias).max()


# ----------------------------------------------------------------------------------------------------------------------
# Couplings on trees: the response to loads passes through the sockets
# ----------------------------------------------------------------------------------------------------------------------


def test_a_gear_and_a_loop_between_branches_accelerate_as_constrained_equations_say():
    """M a + b = J^T f with J a = 0 at rest."""
    rng = np.random.default_rng(10)
    model = planar_tree(rng, "floating")
    gear = sl.robots.Gear("branch3_joint1", "joint3", ratio=-1.5)
    robot = sl.Robot(model.robot.trunk, branches=model.robot.branches, gears=[gear])
    geared = sl.build_model(robot, sl.World([sl.Gravity()]))
    free = sl.build_model(model.robot, sl.World([sl.Gravity()]))
    q = rng.normal(size=model.n_coordinates)
    names = model.robot.coordinate_names
    q[names.index("branch3_joint1")] = -1.5 * q[names.index("joint3")]
    state = sl.initial_state(free, q=q)
    J = np.zeros((1, 6 + len(q)))
    J[0, 6 + names.index("branch3_joint1")], J[0, 6 + names.index("joint3")] = 1.0, 1.5
    forces = rng.normal(size=len(q))
    M, b = sl.mass_matrix(free, state), sl.inverse_dynamics(free, state, np.zeros(6 + len(q)))
    KKT = np.block([[M, J.T], [J, np.zeros((1, 1))]])
    expected = np.linalg.solve(KKT, np.concatenate([np.append(np.zeros(6), forces) - b, np.zeros(1)]))[:-1]
    ours = sl.forward_dynamics(geared, sl.initial_state(geared, q=q), forces)
    assert relative(ours, expected) < 1e-8


def test_a_loop_between_two_legs_accelerates_as_constrained_equations_say():
    leg = [sl.Revolute("z", sl.Motor()), sl.Link(0.1, 0.1), sl.Revolute("z", sl.Motor()), sl.Link(0.08, 0.1)]
    branches = [
        Branch("link1", leg, at=(0.05, 0.05, 0.0), rotation=(0, 0, 1.2), name="left"),
        Branch("link2", leg, at=(0.05, 0.05, 0.0), rotation=(0, 0, 1.9), name="right"),
    ]
    trunk = [sl.Link(0.1, 0.3), sl.Revolute("z", sl.Motor()), sl.Link(0.1, 0.2)]
    loop = sl.robots.Loop(
        "left_link2", second="right_link2", first_point=(0.08, 0.0, 0.0), second_point=(0.08, 0.0, 0.0), fix="point"
    )
    world = sl.World([sl.Gravity((3.0, -2.0, 0.0))])
    closed = sl.build_model(sl.Robot(trunk, "planar", branches=branches, loops=[loop]), world)
    free = sl.build_model(sl.Robot(trunk, "planar", branches=branches), world)
    q = sl.initial_state(closed).q
    state = sl.initial_state(free, q=q)
    poses = sl.forward_kinematics(free, state)
    J, ends = [], []
    for name in ("left_link2", "right_link2"):
        arm = poses[name][:3, :3] @ [0.04, 0.0, 0.0]
        ends.append(poses[name][:3, 3] + arm)
        twist = sl.jacobian(free, state, name)
        J.append((twist[:3] + np.cross(twist[3:].T, arm).T)[:2])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-10)
    J, forces = J[0] - J[1], np.random.default_rng(1).normal(size=len(q))
    M, b = sl.mass_matrix(free, state), sl.inverse_dynamics(free, state, np.zeros(3 + len(q)))
    KKT = np.block([[M, J.T], [J, np.zeros((2, 2))]])
    expected = np.linalg.solve(KKT, np.concatenate([np.append(np.zeros(3), forces) - b, np.zeros(2)]))[:-2]
    ours = sl.forward_dynamics(closed, sl.initial_state(closed), forces)
    assert relative(ours, expected) < 1e-7


# ----------------------------------------------------------------------------------------------------------------------
# Simulation
# ----------------------------------------------------------------------------------------------------------------------


def moments(model, state):
    """Kinetic energy, linear and angular momentum about the origin."""
    energy, linear, angular = 0.0, np.zeros(3), np.zeros(3)
    zeta = np.concatenate([state.base_velocity[model.arrays.base], state.v])
    poses = sl.forward_kinematics(model, state)
    for name, row in zip(model.station_names, model.arrays.stations, strict=True):
        twist, T = sl.jacobian(model, state, name) @ zeta, poses[name]
        xx, xy, xz, yy, yz, zz = row["inertia"]
        spin = T[:3, :3] @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ T[:3, :3].T @ twist[3:]
        energy += 0.5 * (row["mass"] * twist[:3] @ twist[:3] + spin @ twist[3:])
        linear += row["mass"] * twist[:3]
        angular += spin + row["mass"] * np.cross(T[:3, 3], twist[:3])
    return energy, linear, angular


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_tree_in_free_space_keeps_energy_and_momentum_at_the_order_of_the_step(base_end):
    model = sl.build_model(lizard(base_end=base_end))
    rng = np.random.default_rng(2)
    n = model.n_coordinates
    velocity = np.array([0.1, -0.2, 0.1, 1.0, -0.5, 0.7])
    start = sl.initial_state(model, q=0.3 * rng.normal(size=n), v=rng.normal(size=n), velocity=velocity)
    e0, p0, l0 = moments(model, start)
    errors = []
    for step in (0.004, 0.002, 0.001):
        simulation = sl.Simulation(model, None, state=start, engine=sl.SnakelabEngine(step=step))
        simulation.advance(0.5)
        e, p, l = moments(model, simulation.state)
        errors.append(abs(e - e0) / e0)
        np.testing.assert_allclose(p, p0, atol=1e-12)
        np.testing.assert_allclose(l, l0, atol=1e-12)
    assert errors[0] < 1e-4 and errors[2] < 1e-6 and errors[2] < errors[0] / 3


@pytest.mark.parametrize("settings", [{"integrator": "plain", "step": 5e-4}, {}, {"tolerance": 1e-5}])
def test_the_energies_of_a_tree_that_drops_on_its_legs_balance(settings):
    model, _ = standing_lizard()
    state = sl.initial_state(model, position=(0.0, 0.0, 0.08), q=STANDING)
    recording = sl.simulate(model, sl.gaits.SteadyGait(STANDING), 1.0, state=state, **settings)
    assert str(recording.status) == "finished"
    assert sl.metrics(recording, ["energy_residual_ratio"])["energy_residual_ratio"] < 0.05
    names = [str(name) for name in recording["link"].values]
    assert names[:5] == [f"link{i}" for i in range(1, 6)] and names[5] == "left2_link1"
    # the feet carry the weight at the end
    feet = [i for i, name in enumerate(recording["skin"].values) if "_link2" in str(name)]
    load = recording["skin_load"].values[-10:].mean(axis=0)
    assert load[feet].sum() == pytest.approx(9.81 * model.mass, rel=0.02)
    assert load[feet].min() == 0.0 and (load[feet] > 0).sum() == 4


def test_a_branch_weighs_and_swims_as_the_same_parts_on_the_trunk_do():
    """A chain of three links is the same robot as a link with two branches, one ahead and one behind."""
    link = sl.Link(0.1, 0.1, sl.geometry.Ellipse(0.02, 0.03), volume="neutral")
    world = sl.World([sl.Gravity(), sl.Fluid(1000.0)])
    joint = sl.Revolute("z", sl.Passive(), sl.Spring(0.02, 0.001))
    chain = sl.build_model(sl.Robot([link, joint, link, joint, link]), world)
    ahead = Branch("link1", [joint, link], at=(0.1, 0.0, 0.0))
    behind = Branch("link1", [joint, link], at=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, np.pi))
    tree = sl.build_model(sl.Robot([link], branches=[ahead, behind]), world)
    q, fine = np.array([0.4, -0.3]), sl.SnakelabEngine(step=1e-3)
    one = sl.Simulation(chain, None, state=sl.initial_state(chain, q=q), engine=fine)
    T = sl.frame_tree(chain, sl.initial_state(chain, q=q)).T_world["link2"]
    from snakelab.geometry.rotations import matrix_to_quat

    quaternion = matrix_to_quat(tuple(T[:3, :3].ravel()))
    # the coordinate of the branch behind turns its link against the trunk, that of the chain the trunk against the link
    other_state = sl.initial_state(tree, q=[q[1], -q[0]], position=T[:3, 3], quaternion=quaternion)
    other = sl.Simulation(tree, None, state=other_state, engine=fine)
    for simulation in (one, other):
        simulation.advance(0.6)
    np.testing.assert_allclose(other.state.q, [one.state.q[1], -one.state.q[0]], atol=2e-5)
    np.testing.assert_allclose(other["com_position"], one["com_position"], atol=2e-6)


# ----------------------------------------------------------------------------------------------------------------------
# Inverse kinematics along a branch
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_inverse_kinematics_of_any_point_of_a_tree_has_the_pose_and_rates_of_the_model(base_end):
    rng = np.random.default_rng(31)
    model = random_tree(rng, "fixed", 8, base_end)
    state = random_state(model, rng)
    poses = sl.forward_kinematics(model, state)
    for point in (*model.station_names, "head"):
        kinematics = sl.InverseKinematics(model, point)
        np.testing.assert_allclose(kinematics.pose(state), poses[point], atol=1e-12)
        J = sl.jacobian(model, state, point)
        zeta = rng.normal(size=model.n_coordinates)
        rates = kinematics.rates(state, J @ zeta)
        np.testing.assert_allclose(J @ rates, J @ zeta, atol=1e-5 * np.abs(J @ zeta).max())


def test_a_foot_reaches_a_place_without_moving_the_trunk():
    model, state = standing_lizard()
    leg = [model.coordinate_names.index(f"left4_joint{i}") for i in (1, 2)]
    q = state.q.copy()
    q[leg] += [0.3, -0.2]
    place = sl.forward_kinematics(model, sl.initial_state(model, q=q, position=(0.0, 0.0, 0.06)))["left4_link2"][:3, 3]
    held = [f"joint{i}" for i in range(1, 5)]
    solution = sl.InverseKinematics(model, "left4_link2", orientation=False, held=held).solve(place, state)
    assert solution.reached
    np.testing.assert_allclose(solution.state.q, q, atol=1e-9)
