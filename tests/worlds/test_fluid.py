"""A fluid: added mass, drag, buoyancy, streams, free surfaces; what it must obey, and what papers tell of it."""

import math
import warnings

import numpy as np
import pytest

import snakelab as sl

RHO, R, L = 1000.0, 0.045, 0.2
M = RHO * math.pi * R**2 * L
IDEAL = {"linear_drag": 0, "cross_drag": 0, "axial_drag": 0, "roll_drag": 0}
AXES = np.eye(3)


def module(z_com=0.0, mass=M, **more):
    return sl.Link(L, mass=mass, section=sl.Cylinder(R), com=(L / 2, 0, z_com), **more)


def pushed(direction, point=(L / 2, 0, 0), **more):
    """One neutral module with a propeller."""
    return sl.Robot([module()], propellers=[sl.Propeller("link1", point, direction, **more)])


def water(*media, gravity=True, **more):
    return sl.World([*([sl.Gravity()] if gravity else []), sl.Fluid(**more), *media])


def hinged(n=3, base="floating", seed=0, actuator=None):
    """Links and soft sections in a row, unequal, with off-axis centres of mass."""
    rng = np.random.default_rng(seed)
    parts = [module(-0.005)]
    for i in range(n):
        drive = actuator or sl.Passive()
        parts += [sl.Revolute("yz"[i % 2], actuator=drive), module(*rng.uniform(-0.01, 0.01, 1))]
    soft = sl.SoftSection(0.2, mass=0.4, actuator_radius=0.024, skin_radius=0.04, actuators=actuator or sl.Passive())
    return sl.Robot([*parts, soft, module(-0.005)], base=base)


def random_state(model, seed=0, rate=0.5):
    rng = np.random.default_rng(seed)
    quat = rng.normal(size=4)
    return sl.initial_state(
        model,
        q=0.02 * rng.normal(size=model.n_coordinates),
        v=0.1 * rng.normal(size=model.n_coordinates),
        quaternion=quat,
        velocity=rate * rng.normal(size=6),
    )


# ---- what starts, what stays ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("axis", "added"), [(0, 0.2), (1, 1.0), (2, 1.0)])
def test_a_force_starts_a_body_with_its_mass_and_the_added_mass(axis, added):
    model = sl.build_model(pushed(AXES[axis]), water())
    acceleration = sl.forward_dynamics(model, sl.initial_state(model), [3.0])
    expected = 3.0 / (M + added * M) * np.concatenate([AXES[axis], np.zeros(3)])
    np.testing.assert_allclose(acceleration, expected, atol=1e-12)


def test_a_moment_starts_a_module_with_the_added_inertia_of_its_strips():
    model = sl.build_model(pushed("y", (L, 0, 0)), water())
    state = sl.initial_state(model)
    rate = sl.forward_dynamics(model, state, [1.0])[5]
    own = M * (R**2 / 4 + L**2 / 12)
    assert rate == pytest.approx(L / 2 / (own + M * L**2 / 12), rel=1e-12)


def test_the_module_has_the_eigenvalues_of_its_papers_inertia():
    """Rigid and added mass of Zhang et al.'s module about its tail end, with the centre of mass 5 mm below the axis."""
    model = sl.build_model(sl.Robot([module(-0.005)]), water(gravity=False))
    state = sl.initial_state(model)
    columns = [sl.inverse_dynamics(model, state, unit) for unit in np.eye(6)]
    expected = [1.30415e-3, 9.03575e-3, 9.04084e-3, 1.52684, 2.57022, 2.57025]
    np.testing.assert_allclose(np.linalg.eigvalsh(np.array(columns)), expected, rtol=5e-6)


def test_a_neutral_body_at_rest_stays_at_rest():
    robot = sl.Robot([module(), sl.SoftSection(0.2, 0.3, 0.024, 0.045), module()])
    recording = sl.simulate(sl.build_model(robot, water()), duration=2.0, step=0.01)
    assert np.abs(recording["base_velocity"].values).max() < 1e-9


@pytest.mark.filterwarnings("ignore:'robot'")
@pytest.mark.parametrize(("mass", "way"), [(1.1 * M, -1), (0.9 * M, 1)])
def test_a_heavy_module_sinks_and_a_light_one_rises(mass, way):
    model = sl.build_model(sl.Robot([module(mass=mass)]), water())
    recording = sl.simulate(model, duration=1.0)
    assert way * recording["base_position"].values[-1, 2] > 0.02
    start = sl.forward_dynamics(model, sl.initial_state(model))
    assert start[2] == pytest.approx((M - mass) * 9.81 / (mass + M), rel=1e-12)


def test_a_light_module_floats_at_its_line():
    """Half the mass of the water that it displaces: its axis lies in the surface."""
    model = sl.build_model(sl.Robot([module(-0.01, mass=M / 2)]), water(surface=0.0))
    recording = sl.simulate(model, duration=12.0, state=sl.initial_state(model, position=(0, 0, 0.03)), step=5e-3)
    assert abs(recording["base_position"].values[-1, 2]) < 2e-4
    assert np.abs(recording["base_velocity"].values[-1]).max() < 2e-3
    three_quarters = sl.build_model(sl.Robot([module(-0.01, mass=0.75 * M)]), water(surface=0.0))
    deep = sl.simulate(three_quarters, duration=12.0, step=5e-3)["base_position"].values[-1, 2]
    h = deep / R  # the immersed share of its section is its density
    assert (math.acos(h) - h * math.sqrt(1 - h * h)) / math.pi == pytest.approx(0.75, abs=3e-3)


def test_a_robot_goes_from_the_ground_into_water():
    """It drops onto a floor outside, is driven in, and its buoyancy lifts it there."""
    region = sl.Region(lower=(0.3, -math.inf, -math.inf))
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.1)), sl.Fluid(region=region)])
    robot = sl.Robot([module(-0.005, mass=0.8 * M)], propellers=[sl.Propeller("link1", (0, 0, 0))])
    model = sl.build_model(robot, world)
    recording = sl.simulate(
        model, sl.gaits.SteadyGait(thrust=[3.0]), duration=4.0, state=sl.initial_state(model, position=(0, 0, 0.1))
    )
    x, z = recording["base_position"].values[:, 0], recording["base_position"].values[:, 2]
    lift = recording["water_buoyancy_force"].values[:, 0, 2]
    assert recording.finished and x[-1] > 0.6
    assert abs(z[x < 0.05][-1] - R) < 2e-3 and (lift[x < 0.05] == 0).all()
    assert z[-1] > R + 0.05 and lift[-1] == pytest.approx(M * 9.81)


# ---- streams -------------------------------------------------------------------------------------------------------------
def test_still_water_seen_from_a_moving_frame():
    """In a uniform stream a robot that drifts with it moves as in still water, thrust and all."""
    stream = np.array([0.3, -0.2, 0.1])
    still = sl.build_model(pushed((1, 0.4, 0.2), (0, 0.02, 0.01)), water())
    moving = sl.build_model(pushed((1, 0.4, 0.2), (0, 0.02, 0.01)), water(currents=[sl.Current(stream)]))
    start = random_state(still, rate=0.3)
    drifting = sl.initial_state(
        moving, quaternion=start.base_quaternion, velocity=start.base_velocity + np.concatenate([stream, np.zeros(3)])
    )
    gait = sl.gaits.SteadyGait(thrust=[2.0])
    one = sl.simulate(still, gait, duration=2.0, state=start)
    other = sl.simulate(moving, gait, duration=2.0, state=drifting)
    carried = one["time"].values[:, None] * stream
    np.testing.assert_allclose(other["base_position"].values - carried, one["base_position"].values, atol=1e-6)
    np.testing.assert_allclose(other["base_quaternion"].values, one["base_quaternion"].values, atol=1e-6)


def test_a_neutral_body_follows_an_accelerating_stream():
    stream = sl.Current(pulsation=(0.2, 0.1, -0.15), angular_frequency=3.0)
    robot = sl.Robot(
        [module(), sl.SoftSection(0.2, 0.3, 0.024, 0.045, actuators=sl.Passive(), springs=sl.Spring(900, 9)), module()]
    )
    model = sl.build_model(robot, water(currents=[stream]))
    recording = sl.simulate(model, duration=2.0, step=5e-3)
    expected = np.outer(np.sin(3.0 * recording["time"].values), stream.pulsation)
    np.testing.assert_allclose(recording["com_velocity"].values, expected, atol=2e-5)
    np.testing.assert_allclose(recording["current"].values, expected, atol=1e-12)


def test_a_neutral_body_on_a_particle_of_a_straining_stream_stays_on_it():
    """v_c = (a x, -a y, 0): Dv_c/Dt = a^2 (x, y, 0), so the rate along the water's own path is what counts."""
    a = 0.3
    stream = sl.Current(gradient=[[a, 0, 0], [0, -a, 0], [0, 0, 0]])
    ideal = sl.Fluid(currents=[stream], **IDEAL)
    model = sl.build_model(
        sl.Robot([sl.Link(1e-3, 1e-3, com=0, section=sl.Cylinder(0.01), volume=1e-6)]), sl.World([ideal])
    )
    state = sl.initial_state(model, position=(0.5, 0.4, 0), velocity=(0.15, -0.12, 0, 0, 0, 0))
    acceleration = sl.forward_dynamics(model, state)
    np.testing.assert_allclose(acceleration[:3], [a**2 * 0.5, a**2 * 0.4, 0], atol=1e-7)


def test_a_current_acts_only_in_its_region_and_sheared_ones_by_height():
    region = sl.Region(lower=(1.0, -math.inf, -math.inf))
    model = sl.build_model(hinged(), water(currents=[sl.Current((0.1, 0, 0), region=region, edge=0.1)]))
    from snakelab.physics.kinematics import current_at

    points = np.array([[0.9, 0, 0], [1.05, 0, 0], [1.2, 0, 0]])
    np.testing.assert_allclose(current_at(model, np.zeros(3), points)[:, 0], [0, 0.05, 0.1], atol=1e-12)
    sheared = sl.build_model(hinged(), water(currents=[sl.Current(gradient=[[0, 0, 0.2], [0, 0, 0], [0, 0, 0]])]))
    np.testing.assert_allclose(current_at(sheared, np.zeros(1), np.array([[0, 0, -2.0]]))[0], [-0.4, 0, 0], atol=1e-12)


def swirl(position, time, parameters, velocity):
    velocity[0] = -parameters[0] * position[1]
    velocity[1] = parameters[0] * position[0]


@pytest.mark.thorough
def test_a_current_of_ones_own_is_the_same_as_the_built_in_one():
    turning = sl.Current(gradient=[[0, -0.5, 0], [0.5, 0, 0], [0, 0, 0]])
    runs = [
        sl.simulate(sl.build_model(hinged(), water(currents=[current])), duration=0.5, state=None)
        for current in (turning, sl.worlds.UserCurrent(swirl, [0.5]))
    ]
    np.testing.assert_allclose(runs[0]["base_position"].values, runs[1]["base_position"].values, atol=1e-10)
    assert np.abs(runs[0]["base_velocity"].values).max() > 0.01


# ---- balances ------------------------------------------------------------------------------------------------------------
def moving_water(model, state):
    """Kinetic energy of body and water, 1/2 zeta^T M zeta with the added mass, by inverse dynamics of unit accelerations [J]."""
    at_rest = sl.initial_state(model, q=state.q, position=state.base_position, quaternion=state.base_quaternion)
    bias = sl.inverse_dynamics(model, at_rest, np.zeros(6 + model.n_coordinates))
    M_total = np.array([sl.inverse_dynamics(model, at_rest, e) - bias for e in np.eye(6 + model.n_coordinates)])
    np.testing.assert_allclose(M_total, M_total.T, atol=1e-9)
    assert np.linalg.eigvalsh(M_total)[0] > 0
    zeta = np.concatenate([state.base_velocity, state.v])
    return 0.5 * zeta @ M_total @ zeta


@pytest.mark.parametrize("seed", range(3))
def test_body_and_ideal_water_keep_their_energy(seed):
    """Added mass with Kirchhoff's terms neither makes nor takes energy: C is power-neutral."""
    model = sl.build_model(hinged(seed=seed), water(gravity=False, **IDEAL))
    state = random_state(model, seed)
    recording = sl.simulate(model, duration=1.0, state=state, integrator="DOP853", tolerance=1e-10)
    before, after = moving_water(model, state), moving_water(model, recording.state)
    assert after == pytest.approx(before, rel=1e-7)


def test_the_literal_form_does_not_keep_it():
    model = sl.build_model(hinged(), water(gravity=False, form="simplified", **IDEAL))
    state = random_state(model)
    recording = sl.simulate(model, duration=1.0, state=state, integrator="DOP853", tolerance=1e-10)
    assert abs(moving_water(model, recording.state) / moving_water(model, state) - 1) > 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_drag_in_still_water_never_gives_energy(seed):
    model = sl.build_model(hinged(seed=seed), water())
    recording = sl.simulate(model, duration=1.0, state=random_state(model, seed, rate=2.0), step=5e-3)
    work = recording["work"].sel(term="water_drag").values
    assert (np.diff(work) <= 1e-12).all() and work[-1] < -0.1


@pytest.mark.filterwarnings("ignore:'robot'")
def test_the_balance_of_energy_closes():
    model = sl.build_model(hinged(), water())
    recording = sl.simulate(model, duration=1.0, state=random_state(model, rate=1.0), step=2e-3)
    kinetic = recording["kinetic_energy"].values
    balance = recording["work"].sum("term").values - (kinetic - kinetic[0])
    assert np.abs(balance).max() < 2e-4 * np.abs(recording["work"].sel(term="water_drag").values[-1])


def test_a_long_body_turns_broadside_to_its_way():
    """Munk's moment: in ideal water, moving along its axis is unstable."""
    model = sl.build_model(sl.Robot([module()]), water(gravity=False, **IDEAL))
    state = sl.initial_state(model, velocity=(1, 0.05, 0, 0, 0, 0))
    rate = sl.forward_dynamics(model, state)[5]
    own = M * (R**2 / 4 + L**2 / 3)
    assert rate < 0  # v_y > 0 at first: the head turns away from the way
    assert abs(rate) < (1.0 - 0.2) * M * 0.05 / own * 10


def test_a_body_with_ten_times_its_mass_of_water_is_calm_at_5_ms():
    robot = sl.Robot([module(mass=M), sl.Revolute(actuator=sl.Servo(5.0, 0.5)), module(mass=M)], base="planar")
    model = sl.build_model(robot, water(gravity=False, added_mass=10, axial_added_mass=0))
    recording = sl.simulate(model, sl.SerpenoidGait(0.5, 2 * math.pi, 0.0), duration=5.0, step=5e-3)
    fine = sl.simulate(model, sl.SerpenoidGait(0.5, 2 * math.pi, 0.0), duration=5.0, step=5e-4)
    assert recording.finished
    np.testing.assert_allclose(recording["q"].values, fine["q"].values, atol=0.01)


# ---- rigid and soft ------------------------------------------------------------------------------------------------------
def test_a_straight_soft_section_feels_what_a_rigid_link_of_its_shape_feels():
    soft = sl.Robot([sl.SoftSection(L, M, 0.024, R, n_steps=20)])
    rigid = sl.Robot(
        [
            sl.Link(
                L,
                M,
                section=sl.Cylinder(R),
                inertia=M * np.array([R**2 / 2, R**2 / 4 + L**2 / 12, R**2 / 4 + L**2 / 12]),
            )
        ]
    )
    velocity = (0.3, 0.4, -0.2, 0.5, 0.8, -1.2)
    values = []
    for robot in (soft, rigid):
        model = sl.build_model(robot, water(strips=20))
        state = sl.initial_state(model, velocity=velocity)
        values.append(sl.inverse_dynamics(model, state, np.zeros(model.n_coordinates + 6))[:6])
    # Simpson's rule against Gauss's, and drag that bends where the flow changes its side
    np.testing.assert_allclose(values[0], values[1], rtol=2e-3, atol=2e-4)


def test_straight_speed_is_that_of_the_closed_form():
    """3 (rho R L C_L beta u + 1/2 rho pi R^2 C_1 u^2) = F, for both radii, both forces and three drags of Zhang et
    al.'s robot.
    """
    for radius, force, axial, expected in [
        (0.045, 4, 1.0, 0.424), (0.045, 4, 0.2, 0.609), (0.045, 4, 0.0, 0.741), (0.045, 2, 0.2, 0.332),
        (0.090, 4, 0.2, 0.305), (0.090, 2, 1.0, 0.128),
    ]:  # fmt: skip
        link = sl.Link(3 * L, mass=1.0, section=sl.Cylinder(radius), volume="neutral")
        robot = sl.Robot([link], propellers=[sl.Propeller("link1", (0.3, 0, 0))])
        fluid = sl.Fluid(axial_drag=3 * axial)  # one link of three modules' length
        recording = sl.simulate(
            sl.build_model(robot, sl.World([fluid])),
            sl.gaits.SteadyGait(thrust=[force]),
            duration=30,
            step=0.02,
            record_rate=1,
        )
        assert recording["base_velocity"].values[-1, 0] == pytest.approx(expected, abs=6e-4)


# ---- the eel's fluid -----------------------------------------------------------------------------------------------------
def eel(n=10, mass=0.1, **fluid):
    section = sl.Ellipse(width=0.1, height=0.06)
    joints = [sl.Revolute(actuator=sl.Motor()) for _ in range(n - 1)]
    inertia = mass * 0.07**2 / 3
    links = [sl.Link(0.14, mass, section, inertia=(inertia, inertia, inertia)) for _ in range(n)]
    parts = [links[0], *(part for pair in zip(joints, links[1:], strict=True) for part in pair)]
    return sl.build_model(sl.Robot(parts, base="planar"), sl.World([sl.worlds.LumpedFluid(**fluid)]))


def test_the_lumped_fluid_has_the_coefficients_of_its_paper():
    """Kelasidi et al. 2014: 2l = 0.14, a = 0.03, b = 0.05, C_f = 0.03, C_D = 2, C_A = C_M = 1."""
    hull = sl.Link(0.14, 0.6597, sl.Ellipse(0.1, 0.06)).hulls[0]
    c = sl.worlds.LumpedFluid().coefficients(hull)
    values = [
        c.linear[0, 0],
        c.linear[0, 1],
        c.added[0, 1],
        c.added_inertia[2],
        c.linear_moment[2],
        c.quadratic_moment[2],
    ]
    np.testing.assert_allclose(values, [0.2639, 8.4, 0.3958, 2.2988e-7, 4.3103e-4, 2.2629e-5], rtol=3e-4)
    assert hull.volume == pytest.approx(0.6597e-3, rel=1e-4)  # the paper's links are neutral


def test_the_eel_accelerates_as_its_equations_say():
    """Kelasidi's model at one state, solved in its own coordinates (link angles and centre of mass) to ten digits."""
    n = 10
    i = np.arange(1, n + 1)
    theta, rate = math.pi + 0.2 * np.sin(i), 0.5 * np.cos(i)
    model = eel(added_inertia=0.5)
    q, v = np.diff(theta), np.diff(rate)
    # the centre of mass moves with (-0.1, 0.05): find the tail end's velocity
    half = 0.07
    along, across = np.array([np.cos(theta), np.sin(theta)]), np.array([-np.sin(theta), np.cos(theta)])
    turning = half * across * rate
    middle = np.cumsum(2 * turning, axis=1) - turning
    tail = np.array([-0.1, 0.05]) - middle.mean(axis=1)
    state = sl.initial_state(
        model,
        q=q,
        v=v,
        quaternion=(math.cos(theta[0] / 2), 0, 0, math.sin(theta[0] / 2)),
        velocity=(*tail, 0, 0, 0, rate[0]),
    )
    accelerations = sl.forward_dynamics(model, state, 0.02 * (np.arange(1, n) - 5))
    angular = accelerations[2] + np.concatenate([[0], np.cumsum(accelerations[3:])])
    expected = [193.89042314, -136.3060564, 84.16586181, -34.88114417, 9.38929375, 4.85348781, -42.87542706, 78.13361517,
                -130.45322147, 198.11112687]  # fmt: skip
    np.testing.assert_allclose(angular, expected, rtol=1e-8)
    swing = half * (across * angular - along * rate**2)
    centre = accelerations[:2] + (np.cumsum(2 * swing, axis=1) - swing).mean(axis=1)
    np.testing.assert_allclose(centre, [0.25336479, -0.91887242], rtol=1e-7)


# ---- bad input -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.Fluid(cross_drag=-1), "cross_drag must be at least 0"),
        (lambda: sl.Fluid(density=0), "greater than 0"),
        (lambda: sl.Fluid(form="exact"), "kirchhoff, simplified"),
        (lambda: sl.Fluid(strips=0), "at least 1"),
        (lambda: sl.Fluid(currents=[(0.1, 0, 0)]), "Current, CurrentMap, UserCurrent"),
        (lambda: sl.Fluid(region=(0, 1)), "Region, Pipe"),
        (lambda: sl.Fluid(surface=-1, region=sl.Region(lower=(0, 0, 0))), "floor"),
        (lambda: sl.Region(lower=(0, 0, 0), upper=(1, 0, 1)), "less than upper, got y"),
        (lambda: sl.Region(lower=3), "three numbers"),
        (lambda: sl.Current((1, 2)), "velocity must be 3"),
        (lambda: sl.Current(gradient=[1, 2, 3]), "three rows"),
        (lambda: sl.Current(edge=0), "greater than 0"),
        (lambda: sl.worlds.LumpedFluid(drag=-2), "drag must be at least 0"),
        (lambda: sl.worlds.UserCurrent(3), "must be a function"),
        (lambda: sl.worlds.UserCurrent(lambda position, time, parameters, velocity: 1.0), "must fill velocity"),
        (lambda: sl.Link(0.1, 0.1, volume="light"), "neutral"),
        (lambda: sl.Link(0.1, 0.1, volume=-1), "at least 0"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(make, message):
    with pytest.raises(sl.SnakelabError, match=message):
        make()


def test_an_unbalanced_robot_is_reported_its_net_buoyancy_and_trim():
    with pytest.warns(UserWarning, match=r"sinks: it weighs 13.73 N and displaces 12.48 N"):
        sl.build_model(sl.Robot([module(mass=1.1 * M)]), water())
    nose = sl.Link(L, M, section=sl.Cylinder(R), com=(L / 2 + 0.002, 0, -0.005))
    with pytest.warns(UserWarning, match=r"lies 21.8 degrees head down"):
        sl.build_model(sl.Robot([nose]), water())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.build_model(sl.Robot([module(-0.005)]), water())


@pytest.mark.parametrize(
    ("fluids", "warned"),
    [
        ([sl.Fluid(), sl.Fluid()], True),
        ([sl.Fluid(surface=0.0), sl.worlds.LumpedFluid(region=sl.Region(upper=(np.inf, np.inf, 1.0)))], True),
        ([sl.Fluid(surface=0.0), sl.Fluid(region=sl.Region(lower=(-np.inf, -np.inf, 0.0)), name="oil")], False),
        ([sl.Fluid(surface=0.0)], False),
    ],
)
def test_two_fluids_in_one_place_are_reported(fluids, warned):
    robot = sl.Robot([module()], base="planar")
    with warnings.catch_warnings(record=True) as catch_warnings:
        warnings.simplefilter("always")
        sl.build_model(robot, sl.World(fluids))
    assert [("fill one place" in str(one.message)) for one in catch_warnings] == [True] * warned


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sl.Current(gradient=3 * [["1", "0", "0"]]), "three rows of three finite numbers"),
        (lambda: sl.worlds.CurrentMap([["1", "2"], ["3", "4"]], np.zeros((2, 2))), "rows of numbers of equal length"),
        (lambda: sl.worlds.CurrentMap([[1, 2], [3]], np.zeros((2, 2))), "rows of numbers of equal length"),
        (lambda: sl.worlds.CurrentMap([[1, 2], [3, np.nan]], np.zeros((2, 2))), "got nan in row 1, column 1"),
    ],
)
def test_streams_are_made_of_finite_numbers(make, words):
    with pytest.raises(sl.errors.WorldError, match=words):
        make()


def test_entering_water_slows_a_body_alike_by_every_integrator():
    robot = sl.Robot([module(mass=1.5 * M)])
    model = sl.build_model(robot, water(surface=0.0, **IDEAL))
    start = sl.initial_state(model, position=(0, 0, 1.2 * R), velocity=(0, 0, -1, 0, 0, 0))

    def speed(integrator, step):
        recording = sl.simulate(model, duration=0.2, state=start, integrator=integrator, step=step)
        return recording["com_velocity"].values[-1, 2]

    exact = speed("DOP853", 1e-3)
    assert speed("rk4", 2e-4) == pytest.approx(exact, rel=1e-4)
    errors = [abs(speed("extrapolated", step) - exact) for step in (2e-3, 5e-4)]
    assert errors[1] < 0.3 * errors[0] < 0.01
