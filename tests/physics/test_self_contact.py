"""Contact of a robot with itself: rows, laws, momentum, energy, restitution, fast meetings, restarts and bad input."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError, SnakelabWarning, WorldError
from snakelab.physics import capsules as tables
from snakelab.physics import contact_points as points
from snakelab.physics.articulated_body import solve
from snakelab.physics.clearance import station_frames
from snakelab.physics.columns import workspace
from snakelab.physics.command import constant_reference
from snakelab.physics.momentum import momentum
from snakelab.physics.outward import outward
from snakelab.results.diagnostics import remarks
from snakelab.worlds.law import ACCELERATION, POSITION, ROTATION, TWIST

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


def shape_of(name, model, rng):
    n = model.n_coordinates
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
}


@pytest.mark.parametrize("name", ROBOTS)
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
    _, _, v0, spin0, _ = momentum(model.arrays, state.row(), ws)
    _, _, v1, spin1, _ = momentum(model.arrays, run.state.row(), ws)
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


def test_extrapolated_and_adaptive_steps_agree_with_short_plain_ones():
    model, gait, state = coil(n=16)
    reference = sl.simulate(model, gait, 2.2, state=state, step=2e-4, integrator="plain")
    assert reference["self_contact_points"].values.max() > 0
    for settings in ({"step": 1e-3}, {"tolerance": 1e-5}):
        run = sl.simulate(model, gait, 2.2, state=state, **settings)
        assert not run.status.is_error
        np.testing.assert_allclose(run["q"].values[-1], reference["q"].values[-1], atol=0.02)


def test_a_run_continues_bit_for_bit_while_the_body_touches_itself():
    model, gait, state = coil(n=16)
    whole = sl.simulate(model, gait, 2.4, state=state)
    first = sl.simulate(model, gait, 2.0, state=state)
    assert first["self_contact_points"].values[-1] > 0
    second = sl.simulate(model, gait, 0.4, state=first)
    np.testing.assert_array_equal(second.state.row(), whole.state.row())


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


# ----------------------------------------------------------------------------------------------------------------------
# Search
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [30, 100, 400])
def test_the_list_of_near_pairs_is_complete_and_grows_with_the_length_of_the_body(n):
    model = model_of(chain(n, axes="zy"), sl.Gravity())
    rng = np.random.default_rng(n)
    state = sl.initial_state(model, q=rng.uniform(-1.2, 1.2, n - 1))
    ws = workspace(model.arrays)
    outward(model.arrays, state.row(), ws)
    record, x = scratch(model, ws)
    assert points.find_points(model.arrays, record, 0.0, 0, x, ws)
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


def test_robots_with_branches_are_refused():
    leg = sl.robots.Branch("link2", parts=[sl.Revolute("z"), sl.Link(LENGTH, MASS)])
    with pytest.raises(WorldError, match="SelfContact supports chains"):
        model_of(chain(4, branches=[leg]))


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
