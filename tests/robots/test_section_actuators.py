"""Soft sections with any number of actuators at any angles and radii: forces, stiffness, lengths, and what they refuse."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import GaitError, RobotError
from snakelab.scenarios.class_registry import robot_data

Spring, Tendon, Passive, Motor, Hydraulic = (
    getattr(sl.robots, n) for n in "Spring Tendon Passive Motor Hydraulic".split()
)
FOUR = tuple(math.pi / 2 * k for k in range(4))
LENGTH, RADIUS, STIFFNESS = 0.3, 0.02, 800.0


def section(actuators=None, springs=None, angles=FOUR, **more) -> sl.SoftSection:
    springs = springs or Spring(STIFFNESS, 40.0)
    return sl.SoftSection(
        LENGTH, 0.2, RADIUS, 0.03, actuators=actuators or Tendon(), springs=springs, angles=angles, **more
    )


def model(*parts, base="fixed", world=None, **more) -> sl.Model:
    return sl.build_model(sl.Robot(list(parts), base=base, **more), world)


def commands(model, *values) -> sl.gaits.SteadyGait:
    return sl.gaits.SteadyGait(np.concatenate([np.zeros(model.n_coordinates - len(values)), values]))


def settled(model, *values, duration=6.0) -> sl.Recording:
    run = sl.simulate(model, commands(model, *values), duration, record_rate=20)
    assert run.finished
    return run


def arc(length, theta_y, theta_z):
    """Tip of an arc of constant curvature that bends by these angles about y and z."""
    theta = math.hypot(theta_y, theta_z)
    side, height = length * (1 - math.cos(theta)) / theta, length * math.sin(theta) / theta
    return np.array([height, side * theta_z / theta, -side * theta_y / theta])


# ---- forces and shapes -------------------------------------------------------------------------------------------------
def test_three_at_120_degrees_move_as_the_section_whose_coordinates_they_are():
    angles = tuple(2 * math.pi * k / 3 for k in range(3))
    world = sl.World([sl.Gravity()])
    usual = model(section(Motor(), angles=None), world=world)
    own = model(section(Motor(), angles=angles), world=world)
    assert own.coordinate_names[3:] == ("section1.actuator1", "section1.actuator2", "section1.actuator3")
    one, other = (sl.simulate(m, commands(m, 3.0, -1.0, 2.0), 0.5) for m in (usual, own))
    assert_allclose(other["q"].values[:, 3:], one["q"].values, atol=1e-14)
    assert_allclose(other["q"].values[:, :3], one["q"].values, atol=1e-14)
    assert_allclose(other["tau"].values[:, 3:], one["tau"].values, atol=1e-14)
    assert_allclose(other["work"].values, one["work"].values, atol=1e-12)


def test_a_four_tendon_arm_has_the_arc_of_the_closed_form():
    m = model(section(springs=(*4 * (Spring(STIFFNESS, 40.0),),)))
    tensions = np.array([6.0, 0.0, 1.0, 2.5])
    run = settled(m, *tensions)
    # force on the axis -sum T against 4 k; moments r (T4 - T2) about y, r (T1 - T3) about z against 2 k r^2
    shortening = -tensions.sum() / (4 * STIFFNESS)
    theta_y = -RADIUS * (tensions[1] - tensions[3]) / (2 * STIFFNESS * RADIUS**2)
    theta_z = RADIUS * (tensions[0] - tensions[2]) / (2 * STIFFNESS * RADIUS**2)
    assert_allclose(run["head_position"].values[-1], arc(LENGTH + shortening, theta_y, theta_z), atol=1e-8)
    lengths = shortening + RADIUS * (np.sin(FOUR) * theta_y - np.cos(FOUR) * theta_z)
    assert_allclose(run["q"].values[-1, 3:], lengths, atol=1e-9)
    assert_allclose(run["tau"].values[-1, 3:], -tensions, atol=1e-12)
    assert_allclose(run["tau"].values[-1, :3], 0, atol=1e-12)


def test_an_inextensible_backbone_is_a_passive_actuator_on_the_axis():
    """With E I of the tendons' springs alone and a stiff axis, the shortening is that of the backbone."""
    angles, radii = (*FOUR, 0.0), (*4 * (RADIUS,), 0.0)
    springs = (*4 * (Spring(STIFFNESS, 40.0),), Spring(1e6, 100.0))
    m = model(section((*4 * (Tendon(),), Passive()), springs, angles, radii=radii))
    run = settled(m, 6.0, 0.0, 0.0, 0.0, 0.0)
    theta, shortening = 6.0 / (2 * STIFFNESS * RADIUS), -6.0 / (4 * STIFFNESS + 1e6)
    assert_allclose(run["head_position"].values[-1], arc(LENGTH + shortening, 0.0, theta), atol=1e-7)
    assert run["q"].values[-1, -1] == pytest.approx(shortening, abs=1e-9)


def test_unequal_radii_and_angles_balance_the_matrix_of_their_stiffnesses():
    angles, radii = (0.1, 1.2, 2.9, 3.5, 5.0), (0.02, 0.01, 0.025, 0.0, 0.015)
    stiffness = np.array([300.0, 900.0, 500.0, 2000.0, 700.0])
    part = section(Motor(), tuple(Spring(k, 40.0) for k in stiffness), angles, radii=radii)
    forces = np.array([2.0, -1.0, 3.0, 0.5, -2.0])
    S = part.line_map()
    q = np.linalg.solve(S.T @ np.diag(stiffness) @ S, S.T @ forces)
    m = model(part)
    run = settled(m, *forces)
    assert_allclose(run["q"].values[-1], np.concatenate([q, S @ q]), atol=1e-9)
    assert_allclose(sl.gaits.static_equilibrium(m, [0, 0, 0, *forces]), np.concatenate([q, S @ q]), atol=1e-12)


@pytest.mark.thorough
def test_the_arm_with_cables_through_its_stations_has_the_same_shape():
    """`Tendon`s follow the arc, `Cable`s the chords between 31 guides."""
    tensions, n = [5.0, 0.0, 1.0, 2.0], 30
    passive = section(Passive(), n_steps=n, name="arm")
    guides = [
        [("arm", (LENGTH * i / n, RADIUS * math.cos(a), RADIUS * math.sin(a))) for i in range(n + 1)] for a in FOUR
    ]
    cables = [sl.robots.Cable(g, actuator=sl.robots.Winch(Motor(), damping=5.0)) for g in guides]
    cabled = model(passive, cables=cables)
    assert cabled.coordinate_names[3:7] == ("cable1", "cable2", "cable3", "cable4")
    gait = sl.gaits.SteadyGait([0, 0, 0, *tensions, 0, 0, 0, 0])
    run = sl.simulate(cabled, gait, 6.0, record_rate=10)
    assert run.finished
    assert_allclose(run["coupling_load"].values[-1], tensions, atol=1e-3)
    own = settled(model(section(n_steps=n)), *tensions)
    assert_allclose(run["head_position"].values[-1], own["head_position"].values[-1], atol=2e-5)
    # the elongations of the actuators that follow, with cables that pull the section
    assert_allclose(run["q"].values[-1, 7:], own["q"].values[-1, 3:], atol=2e-5)


@pytest.mark.thorough
def test_the_arm_moves_as_a_rod_of_constant_strain_with_the_same_stiffness():
    k, d = STIFFNESS, 40.0
    stiffness = [4 * k * LENGTH, 1e9, 1e9, 1e9, 2 * k * RADIUS**2 * LENGTH, 2 * k * RADIUS**2 * LENGTH]
    strains = ("stretch", "bend_y", "bend_z")
    rod = sl.robots.Rod(LENGTH, 0.03, mass=0.2, strains=strains, degree=0, stiffness=stiffness, damping=d / k,
                        actuators=Motor(), shear_factor=1.0)  # fmt: skip
    tensions = np.array([4.0, 0.0, 0.0, 2.0])
    names = model(rod).coordinate_names
    loads = {
        "stretch": -tensions.sum(),
        "bend_y": -RADIUS * (np.sin(FOUR) * tensions).sum(),
        "bend_z": RADIUS * (np.cos(FOUR) * tensions).sum(),
    }
    gait = sl.gaits.SteadyGait([next(loads[s] for s in strains if f".{s}" in name) for name in names])
    one = sl.simulate(model(rod), gait, 1.0, record_rate=50)
    other = sl.simulate((m := model(section())), commands(m, *tensions), 1.0, record_rate=50)
    gap = np.abs(one["head_position"].values - other["head_position"].values).max()
    assert gap < 1e-5, gap


def test_energy_is_balanced_with_saturated_servos_elastomers_and_limits():
    chamber = sl.robots.library.silicone_chamber("yeoh", length=LENGTH, body_radius=0.03)
    limits = sl.Limits(-0.01, 0.008, 5e4, 50.0)
    servo = sl.robots.Servo(2000.0, kd=10.0, torque_limit=8.0)
    actuators, springs = (servo, servo, Motor(), Motor()), (Spring(300.0, 4.0), chamber, chamber, Spring(200.0, 4.0))
    m = model(section(actuators, springs, limits=limits), sl.Link(0.1, 0.1), base="floating", world=sl.World([]))

    def at(t):
        out = np.zeros(m.n_coordinates)
        out[-4:] = [0.006 * np.sin(8 * t), 0.02, 5.0 * np.sin(5 * t), -3.0]
        return out

    run = sl.simulate(m, sl.FunctionGait(at), 0.6, step=1e-4, record_rate=200)
    assert run.finished
    energy = run["kinetic_energy"].values
    work = run["work"].values.sum(axis=1)
    assert np.abs(energy - energy[0] - (work - work[0])).max() < 2e-4 * np.abs(run["work"].values).max()
    assert_allclose(run["q"].values[:, 3:], run["q"].values[:, :3] @ section().line_map().T, atol=1e-12)


def test_a_slack_tendon_has_no_force_and_an_antagonist_only_stiffens():
    m = model(section())
    run = settled(m, 4.0, 0.0, -3.0, 0.0)
    assert_allclose(run["tau"].values[-1, 3:], [-4.0, 0.0, 0.0, 0.0], atol=1e-12)
    limited = model(section(Tendon(max_tension=2.5)))
    assert_allclose(settled(limited, 4.0, 0, 0, 0)["tau"].values[-1, 3:], [-2.5, 0, 0, 0], atol=1e-12)


def test_four_hydraulic_chambers_bend_away_from_the_pressure():
    area = 1e-4
    m = model(section(Hydraulic(area)))
    run = settled(m, 2e5, 0.0, 0.0, 0.0)
    theta = -area * 2e5 / (2 * STIFFNESS * RADIUS)
    assert_allclose(run["head_position"].values[-1], arc(LENGTH + area * 2e5 / (4 * STIFFNESS), 0, theta), atol=1e-8)
    with pytest.raises(GaitError, match=r"section1\.actuator2 to have -1 bar"):
        sl.simulate(m, commands(m, 0.0, -1e5, 0.0, 0.0), 0.1)


# ---- prescribed lengths ------------------------------------------------------------------------------------------------
def test_prescribed_lengths_that_conflict_give_the_nearest_shape_and_the_forces_of_least_squares():
    part = section(sl.Prescribed())
    lengths = np.array([-0.006, 0.003, 0.002, -0.001])
    q, conflict = part.shape_for(lengths)
    S = part.line_map()
    assert_allclose(q, np.linalg.lstsq(S, lengths, rcond=None)[0], atol=1e-15)
    assert conflict == pytest.approx(abs(lengths @ [1, -1, 1, -1]) / 4)
    m = model(part, sl.Link(0.1, 0.1), world=sl.World([sl.Gravity()]))
    run = sl.simulate(m, commands(m, *lengths), 0.2, record_rate=50)
    assert_allclose(run["q"].values[:, :3], np.tile(q, (len(run["time"]), 1)), atol=1e-14)
    assert_allclose(run["q"].values[:, 3:], np.tile(S @ q, (len(run["time"]), 1)), atol=1e-14)
    # the three coordinates of a section without `angles` need the forces S^T f, of which f has the smallest norm
    usual = model(
        section(sl.Prescribed(), angles=None, springs=Spring(4 / 3 * STIFFNESS, 160 / 3)),
        sl.Link(0.1, 0.1),
        world=m.world,
    )
    tau = sl.simulate(usual, sl.gaits.SteadyGait(q), 0.2, record_rate=50)["tau"].values[-1]
    assert_allclose(run["tau"].values[-1, 3:], np.linalg.pinv(S.T) @ tau, rtol=1e-9)
    assert_allclose(run["tau"].values[-1, :3], 0.0, atol=1e-12)


def test_a_conflict_of_commanded_lengths_is_stated_once():
    m = model(section(sl.Prescribed()))
    with pytest.warns(
        sl.errors.SnakelabWarning, match=r"actuator\d would be slack, or stretched, by 0\.001 m"
    ) as given:
        sl.simulate(m, commands(m, 0.004, 0.0, 0.0, 0.0), 0.1)
        sl.simulate(m, commands(m, 0.004, 0.0, 0.0, 0.0), 0.1)
    assert len([one for one in given if "slack" in str(one.message)]) == 1


def test_prescribed_lengths_that_move_do_their_work_once():
    m = model(section(sl.Prescribed()), sl.Link(0.1, 0.1), base="floating")
    gait = sl.FunctionGait(lambda t: np.concatenate([np.zeros(3), 0.004 * np.sin(6 * t + np.array(FOUR))]))
    run = sl.simulate(m, gait, 0.5, step=5e-4, record_rate=100)
    work = run["work"].sel(term=["spring", "damper", "drive", "correction"]).values.sum(axis=1)
    energy = run["kinetic_energy"].values
    assert np.abs(energy - energy[0] - work).max() < 1e-4 * np.abs(run["work"].values).max()


# ---- gaits, kinematics and files ---------------------------------------------------------------------------------------
def test_a_rolling_gait_moves_sections_of_any_actuators_alike():
    gait = sl.RollingGait(0.01, 0.5, section_lag=0.3)
    world = sl.World([sl.Gravity(), sl.Contact(sl.Plane(), friction=sl.SurfaceFriction(0.3))])
    heads = []
    for angles, n in ((None, 3), (FOUR, 4), (tuple(2 * math.pi * k / 6 for k in range(6)), 6)):
        springs = Spring(3 * STIFFNESS / n, 24.0 / n)
        m = model(*2 * [section(Motor(), springs, angles)], base="floating", world=world)
        start = sl.initial_state(m, position=(0, 0, 0.03))
        run = sl.simulate(m, gait, 1.0, state=start)
        assert run.finished
        heads.append(run["head_position"].values)
    assert np.abs(heads[0] - heads[1]).max() < 1e-6
    assert np.abs(heads[0] - heads[2]).max() < 1e-6


def test_a_base_at_the_head_gives_the_same_motion():
    parts = [sl.Link(0.1, 0.2), section(Motor()), sl.Link(0.1, 0.2)]
    forward, backward = model(*parts, base="floating"), model(*parts[::-1], base="floating", base_end="head")
    values = [3.0, -1.0, 0.5, 2.0]
    one = sl.simulate(forward, commands(forward, *values), 0.4)
    other = sl.simulate(backward, commands(backward, *values), 0.4)
    assert_allclose(one["q"].values, other["q"].values, atol=1e-8)


def test_inverse_kinematics_keeps_actuators_within_their_limits():
    limits = sl.Limits(-0.012, 0.0)
    m = model(*3 * [section(limits=limits)])
    goal_state = sl.initial_state(
        m, q=np.concatenate([*3 * [section().shape_for([-0.01, -0.004, 0.0, -0.006])[0]], np.zeros(12)])
    )
    ik = sl.InverseKinematics(m)
    target = ik.pose(goal_state)
    found = ik.solve(target, sl.initial_state(m))
    assert found.reached
    q = found.state.q
    assert q[9:].min() >= -0.012 - 1e-8 and q[9:].max() <= 1e-8
    assert_allclose(ik.pose(found.state), target, atol=1e-9)
    # without the limits the same search shortens or lengthens them more
    free = sl.InverseKinematics(model(*3 * [section()])).solve(target, sl.initial_state(m))
    assert free.state.q[9:].max() > 1e-4
    # what no shape within the limits reaches is reported with its distance
    far = ik.solve(target @ np.array([[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]]), sl.initial_state(m))
    assert not far.reached and far.position_error > 0.05
    assert far.state.q[9:].min() >= -0.012 - 1e-8 and far.state.q[9:].max() <= 1e-8


def test_rates_slow_down_before_an_actuator_reaches_its_limit():
    m = model(*2 * [section(limits=sl.Limits(-0.012, 0.0))])
    ik = sl.InverseKinematics(m, orientation=False)
    near = section().shape_for([-0.0119, -0.006, -0.0001, -0.006])[0]
    state = sl.initial_state(m, q=np.concatenate([near, near, np.zeros(8)]))
    twist = [0.0, 0.1, 0.0, 0.0, 0.0, 0.0]
    rates = ik.rates(state, twist, horizon=0.05)
    reached = state.q + 0.05 * rates
    assert reached[6:].min() >= -0.012 - 1e-9 and reached[6:].max() <= 1e-9
    free = sl.InverseKinematics(model(*2 * [section()]), orientation=False).rates(state, twist, horizon=0.05)
    assert 0 < np.abs(rates).max() < 0.5 * np.abs(free).max()
    assert_allclose(rates / np.abs(rates).max(), free / np.abs(free).max(), atol=1e-6)


def test_the_state_follows_its_sections_and_the_linear_model_has_their_coordinates():
    m = model(section(Motor()))
    state = sl.initial_state(m, q=[0.001, 0.002, -0.001, 9, 9, 9, 9])
    assert_allclose(state.q[3:], section().line_map() @ state.q[:3])
    A, B = sl.linearise(m, sl.initial_state(m))
    assert A.shape == (6, 6) and B.shape == (6, 4)
    M = sl.mass_matrix(m, sl.initial_state(m))[:3, :3]
    S = section().line_map()
    assert_allclose(A[3:, :3], -np.linalg.solve(M, STIFFNESS * S.T @ S), rtol=1e-5, atol=1e-3 * np.abs(A).max() * 1e-3)
    assert_allclose(B[3:], np.linalg.solve(M, S.T), rtol=1e-5, atol=1e-6 * np.abs(B).max())


def test_parameters_frames_and_pages_state_each_actuator_once():
    from snakelab.parameters.parameter_descriptions import parameters_of

    robot = sl.Robot([section(), sl.Link(0.1, 0.1)], base="floating")
    paths = [parameter.path for parameter in parameters_of(robot)]
    assert "parts.0.actuators.max_tension" in paths and not any(path.startswith("parts.2") for path in paths)
    m = sl.build_model(robot)
    assert not any("actuator" in name for name in sl.frame_tree(m).parents)
    assert "section1.actuator4" in robot._repr_html_()
    with pytest.raises(sl.errors.SimulationError, match="follows its section"):
        sl.gaits.ShapeSpace(m)


def test_a_section_in_a_file_is_the_same(tmp_path):
    part = section((*4 * (Tendon(20.0, 0.05),), Passive()), angles=(*FOUR, 0.0), radii=(*4 * (0.02,), 0.0))
    robot = sl.Robot([sl.Link(0.1, 0.1), part], base="fixed", name="arm")
    path = tmp_path / "arm.yaml"
    from snakelab.scenarios.class_registry import yaml_text

    data = {
        "name": "arm",
        "robot": robot_data(robot),
        "world": {},
        "controller": {"steady_gait": {"targets": 3 * [0] + 4 * [1] + [0]}},
        "duration": 1,
    }
    path.write_text(yaml_text(data))
    scenario = sl.load_scenario(path)
    assert scenario.robot == robot
    assert scenario.robot.coordinate_names[-1] == "section2.actuator5"


# ---- what is refused ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"angles": (0, 90, 180, 270)}, "must be in rad, within one turn, got 270"),
        ({"angles": ()}, "must be those of 1 to 100 actuators, got 0"),
        ({"angles": None, "radii": (0.02,)}, "radii need angles"),
        ({"radii": (0.02, 0.02, -0.02, 0.02)}, "radii must be 0 to"),
        ({"actuators": 3 * (sl.Motor(),)}, "one for all or 4, got 3"),
        ({"actuators": (sl.Prescribed(), *3 * (sl.Motor(),))}, "must all be Prescribed, or none"),
        ({"actuators": sl.Prescribed(), "angles": (0.0, math.pi, 0.5)[:2]}, "do not determine its shape"),
    ],
)
def test_places_that_make_no_sense_are_refused(more, message):
    with pytest.raises(RobotError, match=message):
        section(**more)


def test_a_tendon_belongs_to_a_section():
    with pytest.raises(RobotError, match="Revolute actuator"):
        sl.Revolute("z", Tendon())
