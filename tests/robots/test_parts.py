"""Parts: their masses, their strains, and what cannot be one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.geometry.cross_sections import simpson_weights
from snakelab.geometry.rotations import exponential
from snakelab.robots.joints import unit_axis

# The papers' soft section has its tangent along z, ours along x. Theirs (x, y, z) are our (y, z, x): a cyclic change of
# axes, T_ours = P T_theirs P^T. It takes their bends kx, ky to ours about y and z, and their plane angle Theta, counted
# from x toward y, to ours from y toward z; so the actuators keep their numbers.
P = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
RADIUS, REST = 0.0125, 0.15
SECTION = sl.SoftSection(REST, mass=0.35 / 3, actuator_radius=RADIUS, skin_radius=0.0225)
lengths = st.floats(-0.05, 0.08)
changes = st.tuples(lengths, lengths, lengths)


def pose(section: sl.SoftSection, q: object) -> np.ndarray:
    """T_base_tip of a soft section, by its strain."""
    strain = np.array([section.length, 0, 0, 0, 0, 0]) + section.strain_columns().T @ np.asarray(q)
    rotation, translation = exponential((tuple(strain[:3].tolist()), tuple(strain[3:].tolist())))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), translation
    return T


def theirs(T: np.ndarray) -> np.ndarray:
    """The transform in the papers' axes."""
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = P.T @ T[:3, :3] @ P, P.T @ T[:3, 3]
    return out


# ---- links -------------------------------------------------------------------------------------------------------------
def test_a_link_is_a_round_bar_with_its_centre_in_the_middle_by_default():
    (piece,) = sl.Link(0.16, mass=0.5).stations
    assert_allclose(piece.offset, [0.08, 0, 0])
    assert_allclose(piece.inertia, np.diag(sl.Cylinder(0.02).inertia(0.5, 0.16)))
    assert piece.mass == 0.5


def test_a_links_section_gives_its_inertia():
    box = sl.Box(0.04, 0.03)
    assert_allclose(sl.Link(0.16, mass=0.5, section=box).inertia_matrix(), np.diag(box.inertia(0.5, 0.16)))


def test_a_stated_inertia_and_centre_are_taken_as_they_are():
    tensor = [[2e-4, 1e-5, 0], [1e-5, 3e-4, 0], [0, 0, 4e-4]]
    assert_allclose(sl.Link(0.1, mass=0.1, inertia=tensor, com=(0.03, 0.01, 0)).inertia_matrix(), tensor)
    assert_allclose(sl.Link(0.1, mass=0.1, inertia=(2e-4, 3e-4, 4e-4)).inertia_matrix(), np.diag([2e-4, 3e-4, 4e-4]))
    assert_allclose(sl.Link(0.1, mass=0.1, com=0.03).com_point(), [0.03, 0, 0])
    assert_allclose(sl.Link(0.1, mass=0.1, com=(0.03, 0.01, 0)).com_point(), [0.03, 0.01, 0])


# ---- joints and mounts -------------------------------------------------------------------------------------------------
def test_an_axis_is_a_word_or_any_vector_and_becomes_a_unit_vector():
    assert_allclose([unit_axis(word, "axis") for word in ("x", "y", "z")], np.eye(3))
    assert_allclose([unit_axis(word, "axis") for word in ("-x", "-y", "-z")], -np.eye(3))
    assert_allclose(unit_axis((0, 3, 4), "axis"), (0, 0.6, 0.8))


def test_a_joint_has_one_coordinate_and_no_mass():
    hinge, slide = sl.Revolute("z"), sl.Prismatic("x")
    assert [len(part.coordinates) for part in (hinge, slide)] == [1, 1]
    assert (hinge.coordinates[0].unit, slide.coordinates[0].unit) == ("rad", "m")
    assert hinge.stations == slide.stations == sl.Mount().stations == ()
    assert isinstance(hinge.coordinates[0].actuator, sl.Prescribed)


@pytest.mark.parametrize(
    ("part", "q", "position", "x_axis"),
    [
        (sl.Revolute("z"), 0.3, (0, 0, 0), (math.cos(0.3), math.sin(0.3), 0)),
        (sl.Revolute("-z"), 0.3, (0, 0, 0), (math.cos(0.3), -math.sin(0.3), 0)),
        (sl.Revolute("y"), 0.3, (0, 0, 0), (math.cos(0.3), 0, -math.sin(0.3))),
        (sl.Prismatic("x"), 0.02, (0.02, 0, 0), (1, 0, 0)),
        (sl.Prismatic((0, 0, -2)), 0.02, (0, 0, -0.02), (1, 0, 0)),
        (sl.Mount(rotation=(0, 0, math.pi / 2), offset=(0.1, 0.2, 0)), None, (0.1, 0.2, 0), (0, 1, 0)),
    ],
)
def test_a_part_carries_what_follows_along_and_about_its_axis(part, q, position, x_axis):
    model = sl.build_model(sl.Robot([part, sl.Link(0.1, mass=0.1)], base="fixed"))
    head = sl.forward_kinematics(model, sl.initial_state(model, q=None if q is None else [q]))["head"]
    assert_allclose(head[:3, 0], x_axis, atol=1e-15)
    assert_allclose(head[:3, 3], np.add(position, 0.1 * np.array(x_axis)), atol=1e-15)


# ---- soft sections -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n_steps", [2, 4, 10])
def test_simpson_weights_integrate_cubics_exactly(n_steps):
    s, w = np.linspace(0, 1, n_steps + 1), simpson_weights(n_steps)
    assert_allclose([w @ s**k for k in range(4)], [1, 1 / 2, 1 / 3, 1 / 4])


def test_two_steps_weigh_one_four_one():
    assert_allclose(simpson_weights(2), np.array([1, 4, 1]) / 6)


def test_a_soft_sections_stations_sum_to_its_mass_and_are_discs():
    stations = SECTION.stations
    assert [piece.step for piece in stations] == list(range(11))
    assert_allclose(sum(piece.mass for piece in stations), SECTION.mass)
    for piece in stations:
        assert_allclose(piece.inertia, piece.mass * 0.0225**2 * np.diag([1 / 2, 1 / 4, 1 / 4]))


def test_its_stations_weigh_a_bent_section_as_the_integral_does():
    """Second moment about the base of a section bent by one radian: Simpson against a fine sum."""
    q = REST / 2 * np.array([0.0, 0.1, 0.1])
    fine = [np.sum((pose_at(q, s)[:3, 3]) ** 2) for s in (np.arange(2000) + 0.5) / 2000]
    coarse = sum(piece.mass * np.sum(pose_at(q, piece.step / 10)[:3, 3] ** 2) for piece in SECTION.stations)
    assert_allclose(coarse / SECTION.mass, np.mean(fine), rtol=3e-5)


def pose_at(q: np.ndarray, s: float) -> np.ndarray:
    """T_base_station at the share s of the section."""
    partial = sl.SoftSection(s * REST or 1e-300, mass=1.0, actuator_radius=RADIUS, skin_radius=0.01)
    return pose(partial, s * q)


@given(changes)
def test_strain_columns_are_the_bends_of_the_matrix_form_without_an_angle(q):
    l1, l2, l3 = q
    bend_y, bend_z = (l2 - l3) / (math.sqrt(3) * RADIUS), (l2 + l3 - 2 * l1) / (3 * RADIUS)
    assert_allclose(np.dot(q, SECTION.strain_columns()), [(l1 + l2 + l3) / 3, 0, 0, 0, bend_y, bend_z], atol=1e-12)


def test_equal_length_changes_stretch_without_a_bend():
    assert_allclose(SECTION.strain_columns().sum(axis=0), [1, 0, 0, 0, 0, 0], atol=1e-12)


@pytest.mark.parametrize(("actuator", "angle_deg"), [(0, 0), (1, 120), (2, 240)])
def test_a_section_bends_away_from_the_actuator_that_grows(actuator, angle_deg):
    tip = pose(SECTION, 1e-4 * np.eye(3)[actuator])[1:3, 3]
    angle = np.deg2rad(angle_deg)  # where it stands, from y toward z
    assert_allclose(tip / np.linalg.norm(tip), [-np.cos(angle), -np.sin(angle)], atol=1e-6)


GOLDEN_BEND = [
    [0.70211806, -0.17198222, 0.69097927, 0.06329991],
    [-0.17198222, 0.90070602, 0.39893707, 0.03654622],
    [-0.69097927, -0.39893707, 0.60282408, 0.14683309],
]


def test_the_tip_of_a_bent_section_is_where_the_reference_says():
    assert_allclose(theirs(pose(SECTION, (0.01, 0.02, 0.03)))[:3], GOLDEN_BEND, atol=1e-8)
    T = theirs(pose(SECTION, (0.03, 0, 0)))
    assert_allclose(T[:3, 3], [-0.10291995, 0, 0.09995736], atol=1e-8)
    assert_allclose([T[0, 0], T[2, 2]], -0.02919951, atol=1e-8)


def test_three_sections_in_a_row_end_where_the_reference_says():
    model = sl.build_model(sl.Robot(3 * [SECTION], base="fixed"))
    q = [0.01, 0.02, 0.03, 0.03, 0.01, 0.02, 0, 0.03, 0.015]
    T = theirs(sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"])
    assert_allclose(T[:3, 3], [0.19218095, 0.21886578, 0.36766002], atol=1e-8)
    assert_allclose(T[0, :3], [0.37246807, 0.01834129, 0.92786375], atol=1e-8)


def by_bending_plane(length: float, bend: float, plane: float) -> np.ndarray:
    """The arc's transform by its bending plane, for bend > 0: the textbook form that is singular when straight."""
    c, s, ca, sa = math.cos(plane), math.sin(plane), math.cos(bend), math.sin(bend)
    return np.array([
        [ca, -c * sa, -s * sa, length / bend * sa],
        [c * sa, c**2 * (ca - 1) + 1, s * c * (ca - 1), length / bend * c * (1 - ca)],
        [s * sa, s * c * (ca - 1), s**2 * (ca - 1) + 1, length / bend * s * (1 - ca)],
        [0, 0, 0, 1],
    ])  # fmt: skip


@given(st.floats(0.05, 0.4), st.floats(1e-3, 3), st.floats(-math.pi, math.pi))
def test_any_bend_in_any_plane_comes_from_its_inverse_formula(length, bend, plane):
    """l_j = L - L0 - r theta cos(phi - a_j), then forward again to the textbook transform."""
    q = length - REST - RADIUS * bend * np.cos(plane - 2 * np.pi * np.arange(3) / 3)
    assert_allclose(pose(SECTION, q), by_bending_plane(length, bend, plane), atol=1e-12)


@given(changes)
def test_bend_and_plane_angle_are_those_of_the_papers(q):
    l1, l2, l3 = q
    bend = 2 / (3 * RADIUS) * math.sqrt(max(0.0, l1**2 + l2**2 + l3**2 - l1 * l2 - l1 * l3 - l2 * l3))
    plane = math.atan2(math.sqrt(3) * (l3 - l2), l2 + l3 - 2 * l1)
    angular = np.dot(q, SECTION.strain_columns())[4:]
    assert_allclose(angular, bend * np.array([-math.sin(plane), math.cos(plane)]), atol=1e-7)


def test_three_actuators_may_each_have_their_own_spring_limits_and_drive():
    section = sl.SoftSection(
        REST, mass=0.1, actuator_radius=RADIUS, skin_radius=0.02,
        actuators=(sl.Motor(), sl.Passive(), sl.Prescribed()),
        springs=[sl.Spring(1900.0), sl.Spring(1800.0), sl.Spring(1700.0)],
        limits=(sl.Limits(0, 0.05), sl.Limits(0, 0.06), sl.Limits(0, 0.07)),
    )  # fmt: skip
    assert [c.spring.stiffness for c in section.coordinates] == [1900, 1800, 1700]
    assert [c.limits.upper for c in section.coordinates] == [0.05, 0.06, 0.07]
    assert [type(c.actuator) for c in section.coordinates] == [sl.Motor, sl.Passive, sl.Prescribed]


# ---- what cannot be ----------------------------------------------------------------------------------------------------
def soft(**changed: object) -> sl.SoftSection:
    return sl.SoftSection(**({"length": 0.15, "mass": 0.1, "actuator_radius": 0.01, "skin_radius": 0.02} | changed))


IMPOSSIBLE = [
    (lambda: sl.Link(0.1, mass=-0.6), ["Link mass", "greater than 0 and at most 1e+09 kg", "-0.6"]),
    (lambda: sl.Link(0.1, mass=0), ["Link mass", "greater than 0 and at most 1e+09 kg", "got 0"]),
    (lambda: sl.Link(0.1, mass="80 g"), ["Link mass", "a number in kg", "'80 g'"]),
    (lambda: sl.Link(0.1, mass=None), ["Link mass", "a number in kg", "None"]),
    (lambda: sl.Link(math.nan, mass=0.1), ["Link length", "finite", "greater than 0", "nan"]),
    (lambda: sl.Link(-0.1, mass=0.1), ["Link length", "greater than 0", "-0.1"]),
    (lambda: sl.Link(math.inf, mass=0.1), ["Link length", "finite", "inf"]),
    (lambda: sl.Link(0.1, mass=0.1, com=math.nan), ["Link com", "finite number in m", "nan"]),
    (lambda: sl.Link(0.1, mass=0.1, com=(0.1, 0.2)), ["Link com", "3 numbers in m", "(0.1, 0.2)"]),
    (lambda: sl.Link(0.1, mass=0.1, com="middle"), ["Link com", "number in m", "'middle'"]),
    (lambda: sl.Link(0.1, mass=0.1, inertia=(1.0, 2.0)), ["Link inertia", "(Ixx, Iyy, Izz)", "(1.0, 2.0)"]),
    (lambda: sl.Link(0.1, mass=0.1, inertia=(1.0, math.nan, 1.0)), ["Link inertia", "finite numbers in kg m^2", "nan"]),
    (lambda: sl.Link(0.1, mass=0.1, inertia=(1.0, 1.0, -0.25)), ["Link inertia", "negative", "-0.25"]),
    (lambda: sl.Link(0.1, mass=0.1, inertia=[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), ["Link inertia", "symmetric", "0.5"]),
    (lambda: sl.Link(0.1, mass=0.1, inertia="round"), ["Link inertia", "(Ixx, Iyy, Izz)", "'round'"]),
    (lambda: sl.Link(0.1, mass=0.1, section=0.02), ["Link section", "Cylinder(radius)", "0.02"]),
    (lambda: sl.Link(0.1, mass=0.1, section=sl.Cylinder), ["Link section", "Cylinder(radius)", "class"]),
    (lambda: sl.Revolute("w"), ["Revolute axis", "x, y, z", "'w'"]),
    (lambda: sl.Revolute("-zz"), ["Revolute axis", "'-zz'", "did you mean '-z'?"]),
    (lambda: sl.Revolute((0, 0, 0)), ["Revolute axis", "not be zero", "(0, 0, 0)", "axis='z'"]),
    (lambda: sl.Revolute((0, 1)), ["Revolute axis", "3 numbers", "(0, 1)"]),
    (lambda: sl.Revolute((0, math.nan, 1)), ["Revolute axis", "finite", "nan"]),
    (lambda: sl.Revolute(("0", "0", "1")), ["Revolute axis", "numbers", "'1'"]),
    (lambda: sl.Prismatic(1), ["Prismatic axis", "3 numbers", "got 1"]),
    (lambda: sl.Revolute(actuator=sl.Servo), ["Revolute actuator", "Servo(...)"]),
    (lambda: sl.Revolute(actuator="servo"), ["Revolute actuator", "Prescribed, Passive, Motor, Servo", "'servo'"]),
    (lambda: sl.Revolute(spring=0.5), ["Revolute spring", "Spring", "0.5"]),
    (lambda: sl.Revolute(spring=sl.Spring), ["Revolute spring", "Spring(...)"]),
    (lambda: sl.Revolute(limits=(-1, 1)), ["Revolute limits", "Limits", "(-1, 1)"]),
    (lambda: sl.Mount(rotation=(0, 0)), ["Mount rotation", "3 numbers in rad", "(0, 0)"]),
    (lambda: sl.Mount(offset=(0, 0, math.inf)), ["Mount offset", "finite numbers in m", "inf"]),
    (lambda: soft(mass=-0.1), ["SoftSection mass", "greater than 0 and at most 1e+09 kg", "-0.1"]),
    (lambda: soft(actuator_radius=0), ["SoftSection actuator_radius", "greater than 0", "got 0"]),
    (lambda: soft(skin_radius="thick"), ["SoftSection skin_radius", "a number in m", "'thick'"]),
    (lambda: soft(length=math.nan), ["SoftSection length", "finite", "nan"]),
    (lambda: soft(n_steps=9), ["SoftSection n_steps", "even", "9", "10"]),
    (lambda: soft(n_steps=0), ["SoftSection n_steps", "at least 2", "0"]),
    (lambda: soft(n_steps=10.0), ["SoftSection n_steps", "whole number", "10.0"]),
    (lambda: soft(actuators=[sl.Motor(), sl.Motor()]), ["SoftSection actuators", "one for all or 3", "2"]),
    (lambda: soft(springs=3 * [None]), ["SoftSection spring", "Spring", "None"]),
    (lambda: soft(springs=sl.Spring), ["SoftSection spring", "Spring(...)"]),
    (lambda: soft(limits=0.05), ["SoftSection limits", "Limits", "0.05"]),
    (lambda: sl.Spring(-1.0), ["Spring stiffness", "at least 0", "-1"]),
    (lambda: sl.Spring(damping=math.nan), ["Spring damping", "finite", "nan"]),
    (lambda: sl.Spring(rest="slack"), ["Spring rest", "a number", "'slack'"]),
    (lambda: sl.Limits(1.0, -1.0), ["lower must be less than upper", "lower=1", "upper=-1"]),
    (lambda: sl.Limits(0.5, 0.5), ["lower must be less than upper", "lower=0.5"]),
    (lambda: sl.Limits(math.nan, 1.0), ["Limits lower", "nan"]),
    (lambda: sl.Limits(-1.0, 1.0, stiffness=0), ["Limits stiffness", "greater than 0", "got 0"]),
    (lambda: sl.Servo(kp=-2.0), ["Servo kp", "at least 0", "-2"]),
    (lambda: sl.Servo(kp=2.0, torque_limit=0), ["Servo torque_limit", "greater than 0", "got 0"]),
    (lambda: sl.Servo(kp=2.0, proportional_limit=math.nan), ["Servo proportional_limit", "nan"]),
    (lambda: sl.Motor(force_limit=-1.0), ["Motor force_limit", "greater than 0", "-1"]),
    (lambda: sl.Motor(time_constant=-0.1), ["Motor time_constant", "at least 0 s", "-0.1"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_part_that_cannot_be_says_the_value_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.RobotError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_what_a_caller_does_to_the_inertia_of_a_link_does_not_change_the_link():
    link = sl.Link(0.1, mass=0.2)
    before = link.com_point().copy(), link.inertia_matrix().copy()
    link.com_point()[:], link.inertia_matrix()[:] = 1.0, 1.0
    assert_allclose(link.com_point(), before[0], atol=0)
    assert_allclose(link.inertia_matrix(), before[1], atol=0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: sl.Revolute("pitch"),
            "Revolute axis must be one of x, y, z, -x, -y, -z; got 'pitch'; did you mean 'y'?",
        ),
        (lambda: sl.Revolute("pich"), "Revolute axis must be one of x, y, z, -x, -y, -z; got 'pich'"),
        (
            lambda: sl.Revolute(limits=(-1, 1)),
            "Revolute limits must be one of Limits; got (-1, 1); write Limits(-1, 1)",
        ),
        (lambda: sl.Revolute(limits=(1, -1)), "Revolute limits must be one of Limits; got (1, -1)"),
        (lambda: sl.Revolute(limits=3), "Revolute limits must be one of Limits; got 3"),
        (lambda: sl.WindingGait(50, 0), "at least -12.5 and at most 12.5 rad, got 50; degrees? write 50*pi/180"),
        (lambda: sl.WindingGait(800, 0), "at least -12.5 and at most 12.5 rad, got 800"),
    ],
)
def test_the_message_on_a_common_mistake_ends_with_what_to_write(make, words):
    with pytest.raises(sl.SnakelabError) as refused:
        make()
    assert str(refused.value).endswith(words)
