"""Contact of a robot with itself: rows, laws, momentum, energy, restitution, fast meetings, restarts and bad input."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError, SnakelabWarning, WorldError
from snakelab.kernels.decorator import kernel
from snakelab.physics import capsules as tables
from snakelab.physics import contact_points as points
from snakelab.physics import contact_search
from snakelab.physics.articulated_body import solve
from snakelab.physics.clearance import station_frames
from snakelab.physics.columns import workspace
from snakelab.physics.command import constant_reference
from snakelab.physics.contact_relaxation import extrapolate, relax, relax_dense, saturation
from snakelab.physics.contact_rows import eliminate_load, row_at, set_mobilities
from snakelab.physics.momentum import momentum
from snakelab.physics.outward_pass import outward
from snakelab.results.diagnostics import remarks
from snakelab.worlds.force_law import ACCELERATION, POSITION, ROTATION, TWIST
from snakelab.worlds.friction import SMOOTHINGS, secant_and_slope

Passive, Prescribed, Spring = sl.robots.Passive, sl.robots.Prescribed, sl.robots.Spring
SelfContact = sl.worlds.SelfContact
LENGTH, RADIUS, MASS, STEP = 0.05, 0.02, 0.1, 2e-3


def chain(n, axes="z", actuator=None, spring=None, **settings):
    parts = []
    for i in range(n):
        if i:
            parts.append(sl.Revolute(axes[i % len(axes)], actuator or Passive(), spring or Spring(0.0, 1e-3)))
        parts.append(sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS)))
    return sl.Robot(parts, **settings)


def model_of(robot, *media, **law):
    return sl.build_model(robot, sl.World([*media, SelfContact(**law)]))


def scratch(model, ws):
    record, end = model.arrays.couplings[-1], len(ws.coupling) - len(model.arrays.couplings)
    return record, ws.coupling[end - record["n_terms"] : end].reshape(-1)


def solved(model, state, targets=None):
    """Points of contact of one solve, and the rates that its accelerations give them, shape (n, 3)."""
    ws, y = workspace(model.arrays), state.row()
    outward(model.arrays, y, ws)
    reference = constant_reference(np.zeros(model.n_commands) if targets is None else targets)
    assert solve(model.arrays, reference, y, 0.0, STEP, 0, ws) == 0
    record, x = scratch(model, ws)
    first = int(record["numbers"][tables.AT_POINTS])
    first += int(x[points.PRESENT]) * tables.POINT_WIDTH * int(record["numbers"][tables.MAX_POINTS])
    found = x[first : first + tables.POINT_WIDTH * int(x[points.N_POINTS])].reshape(-1, tables.POINT_WIDTH)
    rates = []
    for point in found:
        total = np.zeros(3)
        for share, k in zip(point[points.SHARE : points.SHARE + 4], point[points.ON : points.ON + 4], strict=True):
            row = ws.stations[int(k)]
            r, twist, acc = row[ROTATION : ROTATION + 9].reshape(3, 3), row[TWIST : TWIST + 6], row[ACCELERATION:]
            arm = r.T @ (point[points.PLACE : points.PLACE + 3] - row[POSITION : POSITION + 3])
            v, a = twist[:3] + np.cross(twist[3:], arm), acc[:3] + np.cross(acc[3:6], arm)
            total += share * r @ (v + STEP * a)
        axes = point[points.AXES : points.AXES + 9].reshape(3, 3)
        rates.append(axes @ total + STEP * point[points.DRIFT : points.DRIFT + 3])
    return found, np.array(rates)


def soft(actuator, **settings):
    section = sl.SoftSection(0.25, 0.2, 0.02, 0.025, n_steps=8, actuators=actuator, springs=Spring(300.0, 0.5))
    return sl.Robot([section] * 3, **settings)


def rod(**settings):
    link = sl.Link(0.3, 0.1, section=sl.Cylinder(RADIUS))
    body = sl.robots.Rod(0.6, radius=RADIUS, density=1000.0, E=1e5, degree=1, n_steps=20)
    return sl.Robot([body, sl.Revolute("z", Passive()), link, sl.Revolute("z", Passive()), link], **settings)


def coupled():
    parts = []
    for i in range(14):
        if i:
            parts.append(sl.Revolute("z", Passive(), Spring(0.0, 1e-3), name=f"j{i}"))
        parts.append(sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS), name=f"b{i}"))
    gears = [sl.robots.Gear("j3", "j5"), sl.robots.Gear("j4", "j8", stiffness=50.0, damping=0.1)]
    guides = [("b0", (0, 0.015, 0)), ("b1", (0.02, 0.015, 0)), ("b3", (0.02, 0.015, 0))]
    cables = [sl.robots.Cable(guides, stiffness=100.0, damping=1.0, rest=0.1)]
    return sl.Robot(parts, gears=gears, cables=cables)


def legged(actuator=None, prismatic=False, **settings):
    """A trunk of five links, four legs of two links that meet it and each other, and a finger on one of them."""
    joint, bone = actuator or Passive(), sl.Link(LENGTH, 0.03, section=sl.Cylinder(0.012))
    trunk = [sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS))]
    for _ in range(4):
        trunk += [sl.Revolute("z", joint, Spring(0.0, 1e-3)), trunk[0]]
    leg = [sl.Revolute("z", joint), bone, sl.Revolute((0.0, 0.6, 0.8), joint), bone]
    if prismatic:
        leg[2] = sl.Prismatic((0.6, 0.8, 0.0), joint)
    branches = [
        sl.robots.Branch(
            f"link{k}",
            leg,
            at=(LENGTH / 2, 0.02, 0.0),
            rotation=(0.0, 0.0, math.pi / 2),
            name=f"left{k}",
            mirror=f"right{k}",
        )
        for k in (2, 4)
    ]
    finger = sl.robots.Branch("right2_link2", [sl.Revolute("y", joint), bone], at=(0.04, 0.0, 0.0), name="finger")
    return sl.Robot(trunk, branches=[*branches, finger], **settings)


def soft_legged():
    """A soft trunk between two links, with a rod on one of them and a soft section on the other."""
    section = sl.SoftSection(0.2, 0.2, 0.02, 0.025, n_steps=8, actuators=Passive(), springs=Spring(300.0, 0.5))
    body = sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS))
    tail = sl.robots.Rod(0.4, radius=0.015, density=1000.0, E=1e5, degree=1, n_steps=16)
    branches = [
        sl.robots.Branch("link1", [tail], at=(0.02, 0.0, 0.0), rotation=(0.0, 0.0, 1.4)),
        sl.robots.Branch("link3", [section], at=(0.03, 0.0, 0.0), rotation=(0.0, 0.0, 1.6)),
    ]
    return sl.Robot([body, section, body], branches=branches)


def shape_of(name, model, rng):
    n = model.n_coordinates
    if name.startswith("legs"):
        q, v = 0.05 * rng.normal(size=n), rng.normal(size=n)
        forward = -1.0 if model.robot.from_head else 1.0
        angles = {
            "left2_joint1": -1.0,
            "left4_joint1": 0.05,
            "right2_joint1": -1.2,
            "right2_joint2": -0.5,
            "right4_joint1": -0.1,
        }
        for label, angle in angles.items():
            q[model.coordinate_names.index(label)] += 0.0 if "slides" in name and angle == -0.5 else forward * angle
        for gear in model.robot.gears:
            driven, by = (model.coordinate_names.index(label) for label in (gear.driven, gear.by))
            q[driven], v[driven] = gear.ratio * q[by], gear.ratio * v[by]
        return q, v
    if name == "soft legs":
        q = np.zeros(n)
        for label, value in {
            "branch1_rod1.bend_z0": -3.0,
            "branch1_rod1.bend_y0": 0.2,
            "branch2_section1.2": 0.02,
        }.items():
            q[model.coordinate_names.index(label)] = value
        return q + 0.01 * rng.normal(size=n), 0.1 * rng.normal(size=n)
    if name.startswith("soft"):
        return np.tile([0.0, 0.065, -0.065], 3) + 0.002 * rng.normal(size=9), 0.1 * rng.normal(size=9)
    if name.startswith("rod"):
        q = np.zeros(n)
        q[model.coordinate_names.index("rod1.bend_z0")], q[-2:] = 6.2, (0.3, 2.9)
        return q + 0.01 * rng.normal(size=n), 0.1 * rng.normal(size=n)
    q, v = np.full(n, 0.62) + 0.03 * rng.normal(size=n), rng.normal(size=n)
    if name == "gears and a cable":
        q[2], q[3], v[2] = q[4], q[7], v[4]
    return q, v


ROBOTS = {
    "floating": lambda: chain(14),
    "planar": lambda: chain(14, base="planar"),
    "fixed": lambda: chain(14, base="fixed"),
    "base at the head": lambda: chain(14, base_end="head"),
    "commanded": lambda: chain(14, actuator=Prescribed()),
    "soft": lambda: soft(Passive()),
    "soft, base at the head": lambda: soft(Passive(), base_end="head"),
    "soft, partly commanded": lambda: soft((Prescribed(), Passive(), Prescribed())),
    "rod": rod,
    "rod, base at the head": lambda: rod(base_end="head"),
    "gears and a cable": coupled,
    "legs": legged,
    "legs, base at the head": lambda: legged(base_end="head"),
    "legs, fixed": lambda: legged(base="fixed"),
    "legs, commanded": lambda: legged(Prescribed()),
    "legs, with slides": lambda: legged(prismatic=True),
    "legs, with a gear": lambda: legged(gears=[sl.robots.Gear("left2_joint1", "right4_joint1", ratio=-1.0)]),
    "soft legs": soft_legged,
}


# The loop of robots with rods is compiled for itself, for a minute.
WITH_RODS = {"rod", "rod, base at the head", "soft legs"}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in WITH_RODS else name for name in ROBOTS]
)
def test_each_point_has_the_force_of_its_law_at_the_rates_that_the_step_reaches(name):
    model = model_of(ROBOTS[name](), sl.Gravity())
    q, v = shape_of(name, model, np.random.default_rng(2))
    found, rates = solved(model, sl.initial_state(model, q=q, v=v), q if model.driven.any() else None)
    # the accelerations of the recursion are those that the rows predict
    scale = np.abs(rates).max()
    np.testing.assert_allclose(found[:, points.END : points.END + 3], rates, atol=1e-10 * scale)
    forces = found[:, points.FORCE : points.FORCE + 3]
    acting = forces[:, 0] > 0
    assert acting.sum() >= 3
    assert np.all(forces[~acting] == 0)
    law = model.world.self_contact
    largest = forces[:, 0].max()
    ahead = found[:, points.GAP] + STEP * rates[:, 0]
    normal = -law.stiffness * ahead - law.damping * rates[:, 0]
    np.testing.assert_allclose(forces[acting, 0], normal[acting], atol=1e-3 * largest)
    assert np.all((ahead[~acting] > -1e-9) | (normal[~acting] <= 1e-3 * largest))
    # in the cone, and against the slip
    assert np.all(np.hypot(forces[:, 1], forces[:, 2]) <= 0.3 * forces[:, 0] * (1 + 1e-6))
    slip = np.hypot(rates[:, 1], rates[:, 2])
    expected = -0.3 * forces[:, :1] * (np.tanh(slip / 1e-3) / np.maximum(slip, 1e-12))[:, None] * rates[:, 1:]
    np.testing.assert_allclose(forces[:, 1:], expected, atol=3e-3 * largest)


@kernel
def relaxed(model, dense, x, ws):
    """Relax the points of the last pass again, from no forces."""
    c = model.couplings[len(model.couplings) - 1]
    for k in range(int(x[points.N_POINTS])):
        for i in range(3):
            x[points.points_at(c, x, True) + tables.POINT_WIDTH * k + points.FORCE + i] = 0.0
    if dense:
        return relax_dense(c, STEP, x, ws)
    set_mobilities(c, STEP, x, ws)
    return relax(c, STEP, x, ws)


@pytest.mark.parametrize("friction", [None, sl.SurfaceFriction(0.3)], ids=["smooth", "rough"])
@pytest.mark.parametrize("name", ["floating", "gears and a cable", "legs"])
def test_few_points_have_the_same_forces_and_rates_by_the_mobilities_of_all_rows(name, friction):
    model = model_of(ROBOTS[name](), friction=friction)
    q, v = shape_of(name, model, np.random.default_rng(2))
    ws, y = workspace(model.arrays), sl.initial_state(model, q=q, v=v).row()
    outward(model.arrays, y, ws)
    assert solve(model.arrays, constant_reference(np.zeros(model.n_commands)), y, 0.0, STEP, 0, ws) == 0
    record, x = scratch(model, ws)
    first = int(record["numbers"][tables.AT_POINTS])
    first += int(x[points.PRESENT]) * tables.POINT_WIDTH * int(record["numbers"][tables.MAX_POINTS])
    n, at, every = 3 if friction else 1, int(record["numbers"][tables.AT_SUM]), []
    for dense in (False, True):
        assert relaxed(model.arrays, dense, x, ws) == 0
        found = x[first : first + tables.POINT_WIDTH * int(x[points.N_POINTS])].reshape(-1, tables.POINT_WIDTH)
        total = x[at : at + 6 + model.n_coordinates].copy()
        every.append(
            (found[:, points.FORCE : points.FORCE + n].copy(), found[:, points.END : points.END + n].copy(), total)
        )
    (force, rate, total), (other_force, other_rate, other_total) = every
    assert (force[:, 0] > 0).sum() >= 3
    np.testing.assert_allclose(other_force, force, atol=1e-9 * force.max())
    np.testing.assert_allclose(other_rate, rate, atol=1e-9 * np.abs(rate).max())
    if name == "gears and a cable":  # whose forces follow from the sum y
        np.testing.assert_allclose(other_total, total, atol=1e-9 * np.abs(total).max())


@kernel
def extrapolated(x, number, size, sweep, n_differences):
    """One extrapolation after a sweep."""
    return extrapolate(x, 0, number, size, sweep % 2, n_differences)


def test_an_error_along_two_eigenvectors_is_extrapolated_to_the_solution():
    # sweeps x -> x* + A (x - x*), of which plain ones leave 0.9 of the error
    rng = np.random.default_rng(4)
    size, sums = 6, 4
    vectors = np.linalg.qr(rng.normal(size=(size, size)))[0]
    decay = vectors @ np.diag([0.9, -0.7, 0.0, 0.0, 0.0, 0.0]) @ vectors.T
    solution, forces, rows = rng.normal(size=size), rng.normal(size=size), rng.normal(size=(sums, size))
    number, kept = sums + size, -1
    x = np.full(4 * number + 4 * size, np.nan)
    for sweep in range(1, 5):
        x[4 * number : 4 * number + size] = forces  # the forces at the start of the sweep
        forces = solution + decay @ (forces - solution)
        x[:number] = np.concatenate([rows @ forces, forces])
        kept = extrapolated(x, number, size, sweep, kept)
        forces = x[sums:number].copy()
        np.testing.assert_allclose(x[:sums], rows @ forces, atol=1e-12)  # the sum is combined with the forces
    assert kept >= 2
    np.testing.assert_allclose(forces, solution, atol=1e-10)


@pytest.mark.parametrize("smoothing", ["tanh", "sqrt", "rational"])
def test_friction_of_a_relaxation_has_the_smoothing_of_the_law(smoothing):
    for speed in (1e-9, 9.99e-7, 1.01e-6, 1e-4, 1e-3, 5e-3, 0.019, 0.021, 3.0):
        secant, slope = secant_and_slope(speed, 1e-3, SMOOTHINGS.index(smoothing))
        share, rise = saturation(speed, 1e-3, SMOOTHINGS.index(smoothing))
        assert share == pytest.approx(secant * speed, rel=1e-12)
        assert rise == pytest.approx(slope, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("friction", [None, sl.SurfaceFriction(0.3)], ids=["smooth", "rough"])
def test_stiff_contacts_of_a_spiral_converge_in_few_sweeps(friction):
    n = 24
    model = model_of(chain(n), stiffness=2e5, friction=friction)
    q = np.linspace(0.75, 0.45, n - 1)
    q[::3] *= 0.9
    state = sl.initial_state(model, q=q, v=0.3 * np.cos(np.arange(n - 1)))
    ws, y = workspace(model.arrays), state.row()
    outward(model.arrays, y, ws)
    assert solve(model.arrays, constant_reference(np.zeros(model.n_commands)), y, 0.0, STEP, 0, ws) == 0
    _, x = scratch(model, ws)
    assert x[points.N_POINTS] > 50
    # plain sweeps: 155 without friction, more than 200 with it
    assert x[points.SWEEPS] < (80 if friction is None else 150)


@kernel
def rows_one_by_one(model, y, x, ws):
    """Write the rows of all points of the last pass, eliminated one by one."""
    c = model.couplings[len(model.couplings) - 1]
    for k in range(int(x[points.N_POINTS])):
        point = points.points_at(c, x, True) + tables.POINT_WIDTH * k
        eliminate_load(model, c, y, x, point, row_at(c, ws, k), ws)


@pytest.mark.parametrize("friction", [None, sl.SurfaceFriction(0.3)], ids=["smooth", "rough"])
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_rows_that_are_eliminated_side_by_side_are_those_of_each_point(base, friction):
    # two turns of a spiral: each link meets several of the other turn, more points than are eliminated at once
    n = 24
    model = model_of(chain(n, base=base), friction=friction)
    q = np.linspace(0.75, 0.45, n - 1)
    q[::3] *= 0.9
    state = sl.initial_state(model, q=q, v=0.3 * np.cos(np.arange(n - 1)))
    ws, y = workspace(model.arrays), state.row()
    outward(model.arrays, y, ws)
    solve(model.arrays, constant_reference(np.zeros(model.n_commands)), y, 0.0, STEP, 0, ws)
    record, x = scratch(model, ws)
    assert record["mask"] & tables.PLAIN
    count, width, at = (
        int(x[points.N_POINTS]),
        int(record["numbers"][tables.ROW_WIDTH]),
        int(record["numbers"][tables.AT_ROWS]),
    )
    assert count > (tables.LANES if friction is None else tables.LANES // 3)
    written = x[at : at + 3 * width * count].reshape(count, 3, width)[:, : 3 if friction else 1]
    found = written.copy()
    rows_one_by_one(model.arrays, y, x, ws)
    np.testing.assert_allclose(found, written, atol=1e-12 * np.abs(written).max())


def clap(**law):
    """A free chain in space whose ends clap together."""
    n = 12
    model = model_of(chain(n, axes="zy"), **law)
    i = np.arange(1, n)
    q, v = 2 * np.pi / (n + 0.5) * (i % 2 == 0) * 1.7, 3.0 * (i % 2 == 0) + 0.3 * np.sin(i)
    return model, sl.initial_state(model, q=q, v=v, velocity=[0.3, -0.2, 0.5, 1, 2, 3])


def test_a_free_chain_keeps_its_linear_and_angular_momentum_through_impacts():
    model, state = clap()
    run = sl.simulate(model, state=state, duration=0.7, record_rate=500)
    assert run["self_contact_points"].values.max() > 0
    force = run["self_contact_force"].values + run["self_contact_friction_force"].values
    assert np.abs(force).max() > 1.0
    assert np.abs(force.sum(axis=1)).max() < 1e-12 * np.abs(force).max()
    ws = workspace(model.arrays)
    _, _, v0, spin0, _ = momentum(model.arrays, model.n_stations, state.row(), ws)
    _, _, v1, spin1, _ = momentum(model.arrays, model.n_stations, run.state.row(), ws)
    np.testing.assert_allclose(v1, v0, atol=1e-12)
    np.testing.assert_allclose(spin1, spin0, atol=1e-12)


def test_a_free_salamander_keeps_its_momentum_while_its_legs_meet():
    trunk_and_legs = sl.robots.library.salamander(joints=Passive())
    model = model_of(trunk_and_legs)
    hips = {"hind_left_joint1": -6.0, "fore_left_joint1": 5.0, "hind_right_joint1": -4.0, "fore_right_joint1": 7.0}
    v = 0.3 * np.random.default_rng(3).normal(size=model.n_coordinates)
    for label, rate in hips.items():
        v[model.coordinate_names.index(label)] = rate
    state = sl.initial_state(model, v=v, velocity=[0.3, -0.2, 0.5, 0.1, 0.2, 0.3])
    run = sl.simulate(model, state=state, duration=0.6, record_rate=500)
    force = run["self_contact_force"].values + run["self_contact_friction_force"].values
    legs = np.array(["_link" in str(name) for name in run["link"].values])
    assert run["self_contact_points"].values.max() > 0
    assert np.abs(force[:, legs]).max() > 1.0
    assert np.abs(force.sum(axis=1)).max() < 1e-12 * np.abs(force).max()
    ws = workspace(model.arrays)
    _, _, v0, spin0, _ = momentum(model.arrays, model.n_stations, state.row(), ws)
    _, _, v1, spin1, _ = momentum(model.arrays, model.n_stations, run.state.row(), ws)
    np.testing.assert_allclose(v1, v0, atol=1e-12)
    np.testing.assert_allclose(spin1, spin0, atol=1e-12)


def test_the_forces_of_a_point_have_no_sum_and_no_moment():
    model, state = clap()
    run = sl.simulate(model, state=state, duration=0.46, record_rate=500)
    found, _ = solved(model, run.state)
    assert found[:, points.FORCE].max() > 0
    # one force at one place: its shares of the first and of the second capsule cancel
    np.testing.assert_allclose(found[:, points.SHARE : points.SHARE + 4].sum(axis=1), 0.0, atol=1e-15)


def pendulum(K, B, friction=None):
    """Two long links of a fixed chain, of which the last falls flat on the first; the middle ones are short."""
    link = sl.Link(0.3, 0.2, section=sl.Cylinder(0.01))
    joint = sl.Revolute("y", Passive())
    parts = [link, sl.Revolute("y", Prescribed()), sl.Link(0.06, 0.05, section=sl.Cylinder(0.01)), joint, link]
    return model_of(sl.Robot(parts, base="fixed"), sl.Gravity(), stiffness=K, damping=B, friction=friction)


def test_a_bounce_has_the_restitution_of_stiffness_and_damping():
    results = {}
    for damping in (0.0, 20.0):
        model = pendulum(2e4, damping)
        # the middle link stands upright, the last link turns about its end and falls onto the first
        q = np.array([-math.pi / 2, -1.2])
        gait = sl.gaits.SteadyGait([q[0], 0.0])
        state = sl.initial_state(model, q=q)
        run = sl.simulate(model, gait, 0.5, state=state, step=2e-5, record_rate=2000, integrator="plain")
        rate, touching = run["v"].values[:, 1], run["self_contact_points"].values > 0
        assert touching.any()
        start = int(np.argmax(touching))
        end = start + int(np.argmax(~touching[start:]))
        results[damping] = -rate[end] / rate[start - 1]
    assert results[0.0] == pytest.approx(1.0, abs=0.05)
    assert 0.1 < results[20.0] < 0.9


# ----------------------------------------------------------------------------------------------------------------------
# A chain that winds itself tight on the ground
# ----------------------------------------------------------------------------------------------------------------------


def coil(n=30, stiffness=2e4):
    target = 0.35 + 0.85 * np.arange(n - 1) / n
    servo = sl.robots.Servo(kp=2.0, kd=0.05)
    ground = sl.Contact(stiffness=2e4, damping=20, friction=sl.SurfaceFriction(0.3))
    robot = chain(n, actuator=servo, spring=Spring())
    model = model_of(robot, sl.Gravity(), ground, stiffness=stiffness, damping=20)
    gait = sl.FunctionGait(lambda t: (target * min(t, 1.5) / 1.5).tolist())
    return model, gait, sl.initial_state(model, position=(0, 0, RADIUS))


@pytest.mark.slow
@pytest.mark.parametrize("stiffness", [2e4, 2e6])
def test_a_tight_coil_converges_does_not_overlap_and_never_gains_energy(stiffness):
    model, gait, state = coil(stiffness=stiffness)
    run = sl.simulate(model, gait, 2.2, state=state, record_rate=500, integrator="plain")
    assert not run.status.is_error
    assert run["self_contact_points"].values.max() >= 10
    assert -np.nanmin(run["self_contact_gap"].values) < (1.5e-3 if stiffness == 2e4 else 1e-4)
    assert run.dataset.attrs["unconverged_steps"] <= 0.005 * run.dataset.attrs["steps"]
    work = {str(name): run["work"].values[:, i] for i, name in enumerate(run["term"].values)}
    # friction only takes energy; of the normal forces, all but what the compressed skins hold
    assert np.diff(work["self_contact_friction"]).max() <= 0
    held = work["self_contact"] + elastic_energy(model, run)
    assert np.diff(held).max() < 2e-3 * abs(work["self_contact"][-1])


def elastic_energy(model, run):
    """Energy of the compressed skins at each record."""
    own = tables.capsules(model.robot)
    rest = station_frames(model, sl.initial_state(model))
    first, second = (i[~tables.ignored_pairs(model.robot, own, rest, model.world.self_contact)[0]] for i in own.pairs)
    energies = []
    for k in range(len(run["time"])):
        frames = np.tile(np.eye(4), (model.n_stations, 1, 1))
        w, x, y, z = run["link_quaternion"].values[k].T
        frames[:, 0, 0], frames[:, 1, 0], frames[:, 2, 0] = (
            1 - 2 * (y * y + z * z),
            2 * (x * y + w * z),
            2 * (x * z - w * y),
        )
        frames[:, 0, 1], frames[:, 1, 1], frames[:, 2, 1] = (
            2 * (x * y - w * z),
            1 - 2 * (x * x + z * z),
            2 * (y * z + w * x),
        )
        frames[:, 0, 2], frames[:, 1, 2], frames[:, 2, 2] = (
            2 * (x * z + w * y),
            2 * (y * z - w * x),
            1 - 2 * (x * x + y * y),
        )
        frames[:, :3, 3] = run["link_position"].values[k]
        gaps = np.minimum(own.gaps(frames, first, second), 0.0)
        energies.append(0.5 * model.world.self_contact.stiffness * float((gaps**2).sum()))
    return np.array(energies)


@pytest.mark.slow
def test_extrapolated_and_adaptive_steps_agree_with_short_plain_ones():
    model, gait, state = coil(n=16)
    reference = sl.simulate(model, gait, 2.2, state=state, step=2e-4, integrator="plain")
    assert reference["self_contact_points"].values.max() > 0
    for settings in ({"step": 1e-3}, {"tolerance": 1e-5}):
        run = sl.simulate(model, gait, 2.2, state=state, **settings)
        assert not run.status.is_error
        np.testing.assert_allclose(run["q"].values[-1], reference["q"].values[-1], atol=0.02)


@pytest.mark.thorough
def test_a_run_continues_bit_for_bit_while_the_body_touches_itself():
    model, gait, state = coil(n=16)
    whole = sl.simulate(model, gait, 2.4, state=state)
    first = sl.simulate(model, gait, 2.0, state=state)
    assert first["self_contact_points"].values[-1] > 0
    second = sl.simulate(model, gait, 0.4, state=first)
    np.testing.assert_array_equal(second.state.row(), whole.state.row())


@pytest.mark.thorough
def test_batches_and_stepwise_runs_are_equal_bit_for_bit():
    model, gait, state = coil(n=16)
    run = sl.simulate(model, gait, 2.0, state=state)
    assert run["self_contact_points"].values[-1] > 0
    batch = sl.simulate_batch([model, model], gait, 2.0, state=state)
    simulation = sl.Simulation(model, gait, state=state)
    while simulation.time < 2.0 - 1e-9:
        simulation.advance(0.1)
    for other in (*batch, simulation):
        np.testing.assert_array_equal(other.state.row(), run.state.row())


def test_deep_overlaps_and_fast_approaches_are_remarked():
    scenario = sl.load_scenario("coiling_snake")
    soft_world = sl.World([scenario.world.media[0], SelfContact(200.0, 5.0, None)])
    run = sl.simulate(sl.build_model(scenario.robot, soft_world), scenario.controller, 3.0)
    assert any("overlapped another part of the body" in line for line in remarks(run))
    model = pendulum(2e5, 20.0)
    state = sl.initial_state(model, q=[-math.pi / 2, -1.4], v=[0.0, -60.0])
    run = sl.simulate(model, sl.gaits.SteadyGait([-math.pi / 2, 0.0]), 0.05, state=state, record_rate=500)
    assert any("more than half of their diameter within a step" in line for line in remarks(run))


def test_a_world_whose_parts_never_touch_moves_as_without():
    gait = sl.SerpenoidGait(amplitude=0.3, angular_frequency=3.0, phase_lag=0.8)
    ground = sl.LinkFriction(mu_tangential=0.05, mu_normal=0.5, shape="elliptic")
    robot = chain(8, actuator=Prescribed(), spring=Spring(), base="planar")
    plain = sl.simulate(sl.build_model(robot, sl.World([ground])), gait, 2.0)
    run = sl.simulate(model_of(robot, ground), gait, 2.0)
    np.testing.assert_allclose(run["com_position"].values, plain["com_position"].values, atol=1e-12)
    assert np.isnan(run["self_contact_gap"].values).all()


# ----------------------------------------------------------------------------------------------------------------------
# MuJoCo's contacts of capsules
# ----------------------------------------------------------------------------------------------------------------------


def mujoco_shape(targets, kp, kd, duration, dt):
    """Angles at the end of a planar chain of capsules whose position actuators wind it up, in MuJoCo."""
    mujoco = pytest.importorskip("mujoco")
    x, y, z = sl.Cylinder(RADIUS).inertia(MASS, LENGTH)
    bodies = ""
    for i in range(len(targets) + 1):
        joints = f'<joint name="j{i}" type="hinge" axis="0 0 1"/>'
        if i == 0:
            joints = (
                '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="hinge" axis="0 0 1"/>'
            )
        bodies += (
            f'<body pos="{LENGTH if i else 0} 0 0">{joints}'
            f'<inertial pos="{LENGTH / 2} 0 0" mass="{MASS}" diaginertia="{x} {y} {z}"/>'
            f'<geom type="capsule" fromto="0 0 0 {LENGTH} 0 0" size="{RADIUS}" condim="1" solref="0.002 1" '
            'solimp="0.99 0.999 0.0001"/>'
        )
    actuators = "".join(
        f'<general joint="j{i + 1}" gainprm="{kp}" biastype="affine" biasprm="0 -{kp} -{kd}"/>'
        for i in range(len(targets))
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 0" timestep="{dt}" integrator="implicitfast"/><worldbody>{bodies}'
        f"{'</body>' * (len(targets) + 1)}</worldbody><actuator>{actuators}</actuator></mujoco>"
    )
    data = mujoco.MjData(model)
    for k in range(round(duration / dt)):
        data.ctrl[:] = targets * min((k + 1) * dt / 1.5, 1.0)
        mujoco.mj_step(model, data)
    return data.qpos[3:].copy(), data.ncon


def test_a_body_wound_up_tightly_has_the_shape_and_the_contacts_that_mujoco_finds():
    scenario = sl.load_scenario("coiling_snake")
    targets = np.array(scenario.controller.angles[-1])
    expected, contacts = mujoco_shape(targets, 2.0, 0.05, 3.0, 5e-4)
    model = sl.build_model(scenario.robot, scenario.world)
    run = sl.simulate(model, scenario.controller, 3.0)
    q = run["q"].values[-1]
    assert np.abs(q - targets).max() > 0.25  # the links hold each other
    assert run["self_contact_points"].values[-1] == contacts
    np.testing.assert_allclose(q, expected, atol=3e-3)


def arm_robot(lower, actuator, base):
    """A rigid trunk of three links with an arm beside it whose links reach the last of them."""
    body = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    parts = []
    for length in lower:
        parts += [sl.Revolute("z", actuator), sl.Link(length, 0.05, section=sl.Cylinder(0.008))]
    arm = sl.robots.Branch("link1", parts, at=(0.05, 0.1, 0.0), name="arm")
    return sl.Robot([body, body, body], base, branches=[arm])


def arm_in_mujoco(lower, base, gains, law, dt):
    """The same robot in MuJoCo, whose arm meets the last link of the trunk."""
    mujoco = pytest.importorskip("mujoco")

    def link(x0, length, mass, radius, meets):
        x, y, z = sl.Cylinder(radius).inertia(mass, length)
        return (
            f'<geom type="capsule" fromto="{x0} 0 0 {x0 + length} 0 0" size="{radius}" condim="1" contype="{meets == 1:d}" '
            f'conaffinity="{meets == 2:d}" mass="0" {law}/>'
        ), (x, y, z)

    trunk = "".join(link(0.1 * i, 0.1, 0.1, 0.02, int(i == 2))[0] for i in range(3))
    x, y, z = sl.Cylinder(0.02).inertia(0.1, 0.1)
    whole = f'<inertial pos="0.15 0 0" mass="0.3" diaginertia="{3 * x} {3 * y + 0.002} {3 * z + 0.002}"/>'
    bodies = f"<body>{'<freejoint/>' if base == 'floating' else ''}{whole}{trunk}"
    for i, length in enumerate(lower):
        geom, (x, y, z) = link(0.0, length, 0.05, 0.008, 2)
        place = "0.05 0.1 0" if i == 0 else f"{lower[i - 1]} 0 0"
        bodies += (
            f'<body pos="{place}"><joint name="j{i}" type="hinge" axis="0 0 1"/>'
            f'<inertial pos="{length / 2} 0 0" mass="0.05" diaginertia="{x} {y} {z}"/>{geom}'
        )
    servos = "".join(
        f'<general joint="j{i}" gainprm="{kp}" biastype="affine" biasprm="0 -{kp} -{kd}"/>'
        for i, (kp, kd) in enumerate(gains)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 0 0" timestep="{dt}" integrator="implicitfast"><flag filterparent="disable"/>'
        f"</option><worldbody>{bodies}{'</body>' * (1 + len(lower))}</worldbody><actuator>{servos}</actuator></mujoco>"
    )
    return mujoco, model, mujoco.MjData(model)


def test_a_limb_pressed_against_the_trunk_rests_as_in_mujoco():
    lower, kp, kd, targets = (0.12, 0.12), 2.0, 0.05, np.array([-0.5, -0.6])
    mujoco, other, data = arm_in_mujoco(
        lower, "fixed", [(kp, kd)] * 2, 'solref="0.002 1" solimp="0.99 0.999 0.0001"', 5e-4
    )
    for k in range(4000):
        data.ctrl[:] = targets * min((k + 1) * 5e-4, 1.0)
        mujoco.mj_step(other, data)
    model = model_of(arm_robot(lower, sl.Servo(kp=kp, kd=kd), "fixed"), stiffness=1e5, friction=None)
    gait = sl.FunctionGait(lambda t: (targets * min(t, 1.0)).tolist())
    run = sl.simulate(model, gait, 2.0)
    q = run["q"].values[-1]
    assert np.abs(q - targets).max() > 0.1  # the trunk holds the arm
    np.testing.assert_allclose(q, data.qpos, atol=1e-3)
    assert run["self_contact_points"].values[-1] == data.ncon == 1
    force = np.zeros(6)
    mujoco.mj_contactForce(other, data, 0, force)
    assert np.linalg.norm(run["self_contact_force"].values[-1, 2]) == pytest.approx(force[0], rel=3e-3)


def test_a_limb_that_meets_the_trunk_of_a_free_robot_bounces_as_in_mujoco():
    speed, k, b = 4.0, 4e4, 60.0
    model = model_of(arm_robot((0.2,), Passive(), "floating"), friction=None)
    # MuJoCo's stiffness and damping are those of the gap's acceleration: those of our law over the effective mass
    touch = -math.asin(0.072 / 0.2)
    turn = np.array([[math.cos(touch), -math.sin(touch)], [math.sin(touch), math.cos(touch)]])
    place = turn @ [0.2, 0.0] + [0.05, 0.1]
    J = np.array([0, 0, 0, 0, 0, 0, 0.2 * math.cos(touch)])  # the trunk and the arm move as one but for the hip
    mobility = J @ np.linalg.solve(sl.mass_matrix(model, sl.initial_state(model, q=[touch])), J)
    assert 0.2 < place[0] < 0.3
    law = {"stiffness": k / mobility, "damping": b / mobility, "friction": None}
    model = model_of(arm_robot((0.2,), Passive(), "floating"), **law)
    state = sl.initial_state(model, v=[-speed])
    run = sl.simulate(model, state=state, duration=0.25, step=1e-4, record_rate=1000)
    mujoco, other, data = arm_in_mujoco(
        (0.2,), "floating", [(0.0, 0.0)], f'solref="{-k} {-b}" solimp="0.9999 0.9999 0.001"', 1e-4
    )
    data.qvel[-1] = -speed
    for _ in range(2500):
        mujoco.mj_step(other, data)
    assert run["self_contact_points"].values.max() == 1
    assert run["v"].values[-1, 0] > 0.2 * speed  # it has bounced
    assert run["v"].values[-1, 0] == pytest.approx(data.qvel[-1], rel=0.03)
    np.testing.assert_allclose(
        run["base_velocity"].values[-1, :2], data.qvel[:2], atol=0.03 * np.abs(data.qvel[:2]).max()
    )
    assert run["base_velocity"].values[-1, 5] == pytest.approx(data.qvel[5], rel=0.03)


# ----------------------------------------------------------------------------------------------------------------------
# Search
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("n", [30, 100, 400])
def test_the_list_of_near_pairs_is_complete_and_grows_with_the_length_of_the_body(n):
    model = model_of(chain(n, axes="zy"), sl.Gravity())
    rng = np.random.default_rng(n)
    state = sl.initial_state(model, q=rng.uniform(-1.2, 1.2, n - 1))
    ws = workspace(model.arrays)
    outward(model.arrays, state.row(), ws)
    record, x = scratch(model, ws)
    assert contact_search.find_points(model.arrays, record, 0.0, 0, x, ws)
    count, at = int(x[points.N_PAIRS]), int(record["numbers"][tables.AT_PAIRS])
    listed = x[at : at + tables.PAIR_WIDTH * count].reshape(-1, tables.PAIR_WIDTH)
    own = tables.capsules(model.robot)
    frames = station_frames(model, state)
    ignored, _ = tables.ignored_pairs(model.robot, own, station_frames(model, sl.initial_state(model)), SelfContact())
    first, second = (i[~ignored] for i in own.pairs)
    gaps = own.gaps(frames, first, second)
    near = gaps < x[points.LIST_MARGIN]
    np.testing.assert_array_equal(listed[:, 0], first[near])
    np.testing.assert_array_equal(listed[:, 1], second[near])
    np.testing.assert_allclose(listed[:, 2], gaps[near], atol=1e-12)
    assert count < 12 * n


@pytest.mark.thorough
def test_links_that_meet_fast_do_not_pass_through_each_other_unannounced():
    """The last of three links is thrown onto the first at up to four diameters in a step."""
    rng, passed = np.random.default_rng(5), 0
    model = pendulum(2e5, 20.0, sl.SurfaceFriction(0.3))
    for _ in range(100):
        speed = rng.uniform(5.0, 4 * 0.02 / STEP / 0.3)
        q = np.array([-math.pi / 2, -rng.uniform(0.9, 1.4)])
        state = sl.initial_state(model, q=q, v=[0.0, -speed])
        run = sl.simulate(
            model, sl.gaits.SteadyGait([q[0], 0.0]), 0.05, state=state, record_rate=500, integrator="plain"
        )
        through = run["q"].values[:, 1].min() < -math.pi / 2 - 0.3
        announced = run["self_contact_fast"].values.max() > 0
        passed += through and not announced
    assert passed == 0


# ----------------------------------------------------------------------------------------------------------------------
# Bad input
# ----------------------------------------------------------------------------------------------------------------------


def test_a_body_that_starts_inside_itself_is_refused_with_the_place_the_depth_and_a_remedy():
    model = model_of(chain(12))
    with pytest.raises(SimulationError, match=r"starts inside itself: link\d+ and link\d+ overlap by 0\.0.*ignore="):
        sl.simulate(model, duration=0.1, state=sl.initial_state(model, q=np.full(11, 0.75)))


def test_parts_that_overlap_at_rest_are_named_and_left_out():
    short = sl.Robot(
        [part for _ in range(5) for part in (sl.Link(0.02, 0.1, section=sl.Cylinder(0.03)), sl.Revolute("z"))][:-1]
    )
    with pytest.warns(SnakelabWarning, match="SelfContact ignores link1 and link3"):
        model = model_of(short)
    assert sl.simulate(model, duration=0.02)["self_contact_points"].values.max() == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"stiffness": 0.0}, "stiffness"),
        ({"friction": 0.3}, r"SurfaceFriction\(0.3\)"),
        ({"friction": sl.SurfaceFriction(0.1, 0.3, shape="elliptic")}, "isotropic"),
        ({"ignore": "link1"}, "pairs of names"),
        ({"ignore": [("link1",)]}, "pairs of different names"),
        ({"ignore": [("link1", "link1")]}, "pairs of different names"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(settings, message):
    with pytest.raises(WorldError, match=message):
        SelfContact(**settings)


def test_unknown_parts_and_second_media_are_refused():
    with pytest.raises(WorldError, match="no such part"):
        model_of(chain(4), ignore=[("link1", "link33")])
    with pytest.raises(WorldError, match="at most one SelfContact"):
        sl.World([SelfContact(), SelfContact()])


def test_ignored_parts_pass_through_each_other():
    model = pendulum(2e4, 20.0)
    free = model_of(model.robot, sl.Gravity(), ignore=[("link1", "link3")])
    state = sl.initial_state(free, q=[-math.pi / 2, -1.2])
    run = sl.simulate(free, sl.gaits.SteadyGait([-math.pi / 2, 0.0]), 0.5, state=state)
    assert run["self_contact_points"].values.max() == 0


def test_wide_boxes_and_ellipses_are_several_capsules_inside_them():
    for section in (sl.Box(0.08, 0.02), sl.Ellipse(0.08, 0.02)):
        own = tables.capsules(sl.Robot([sl.Link(0.1, 0.1, section=section)]))
        assert len(own.radius) > 3
        y = own.ends[:, 0, 1]
        assert np.max(np.abs(y) + own.radius) == pytest.approx(0.04)
        assert own.radius.max() == pytest.approx(0.01)
