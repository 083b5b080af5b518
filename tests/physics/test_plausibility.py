"""Robots and worlds that cannot exist are refused; those that are probably not meant are built with a warning."""

import re
import warnings

import pytest

import snakelab as sl
from snakelab.errors import SnakelabError, SnakelabWarning
from snakelab.worlds import Ball, FreeBody

LINK = sl.Link(0.1, 0.1, sl.Cylinder(0.02))
GROUND = [sl.Gravity(), sl.Contact()]
WHEELED = sl.Link(0.1, 0.1, sl.Cylinder(0.02), wheels=[sl.Wheel((0.05, y, -0.01), 0.02) for y in (-0.03, 0.03)])


def built(link=LINK, media=GROUND, **options):
    parts = [link, sl.Revolute("z"), link]
    return sl.build_model(sl.Robot(parts, **options), sl.World(media))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: sl.Gravity(-9.81),
            r"must be at least 0 m/s\^2, a magnitude along -z, got -9\.81; write 9\.81, or \(0, 0, 9",
        ),
        (lambda: sl.Gravity(1e300), r"Gravity acceleration must be at most 100000 m/s\^2, got 1e\+300"),
        (lambda: sl.Gravity((0, 0, 1e9)), r"its magnitude, must be at most 100000 m/s\^2"),
        (lambda: sl.Link(0.1, 1e300), r"Link mass must be greater than 0 and at most 1e\+09 kg, got 1e\+300"),
        (lambda: sl.Link(0.1, 1, com=1e9), r"Link com, .*must be at most 1e\+06 m, got 1e\+09"),
        (lambda: sl.Link(0.1, 1, com=(0, -1e9, 0)), r"Link com, .*must be at most 1e\+06 m, got 1e\+09"),
        (lambda: sl.Link(0.1, 1, volume=1e9), r"Link volume must be at least 0 and at most 1e\+06 m\^3, got 1e\+09"),
        (
            lambda: sl.Link(0.1, 1, inertia=(0, 0, 0)),
            r"must be greater than 0 kg m\^2, got .* write \(1e-06, 1e-06, 1e-06\)",
        ),
        (lambda: sl.Link(0.1, 1, inertia=(1e300,) * 3), r"radius of gyration, must be at most 1e\+06 m, got 1e\+150"),
        (lambda: sl.SoftSection(0.1, 1e300, 0.01, 0.02), r"SoftSection mass must be .* at most 1e\+09 kg"),
        (lambda: sl.SoftSection(0.1, 1, 0.01, 0.02, volume=1e9), r"SoftSection volume must be .* at most 1e\+06 m\^3"),
        (lambda: sl.Wheel((0, 0, 0), 0.1, mass=1e300), r"Wheel mass must be .* at most 1e\+09 kg"),
        (lambda: sl.Encoders(noise=1e300), r"Encoders noise must be at least 0 and at most 1e\+06, got 1e\+300"),
        (lambda: sl.Imu(gyroscope_bias=(0, -1e300, 0)), r"Imu gyroscope_bias must be at most 1e\+06 rad/s"),
        (lambda: sl.PoseSensor(position_noise=1e300), r"position_noise must be at least 0 and at most 1e\+06 m"),
        (lambda: sl.DepthSensor(noise=1e300), r"DepthSensor noise must be at least 0 and at most 1e\+06 m"),
        (lambda: sl.TorqueSensors(noise=1e300), r"TorqueSensors noise must be at least 0 and at most 1e\+06"),
    ],
)
def test_what_cannot_exist_is_refused_with_value_and_bound(make, message):
    with pytest.raises(SnakelabError, match=message):
        make()


def test_gravity_that_pulls_upward_is_written_as_a_vector():
    assert sl.Gravity((0, 0, 9.81)).vector()[2] == 9.81


def test_a_thin_rod_without_inertia_about_its_axis_is_a_limit_that_exists():
    assert sl.Link(0.1, 1, inertia=(0.0, 0.01, 0.01)).inertia_matrix()[0, 0] == 0


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        (sl.Link(70, 160), "70 m and a mass of 160 kg .2 links are as large.: .*did you mean length 0.07, mass 0.16"),
        (sl.Link(70, 0.2), "did you mean length 0.07\\?"),
        (sl.Link(0.1, 0.2, section=sl.Cylinder(25)), "50 m wide and 0.1 m long .2 links are as wide.: .*mean 0.05 m"),
        (sl.Link(0.07, 160), "did you mean mass 0.16\\?"),
    ],
)
def test_a_link_in_mm_or_g_is_warned_of(link, meant):
    with pytest.warns(SnakelabWarning, match=meant):
        built(link, media=[])


@pytest.mark.parametrize(
    ("actuator", "words"),
    [
        (sl.Servo(5, 0.1, torque_limit=1500), "joint 1: Servo torque_limit = 1500 N m is .* N mm, write 1.5"),
        (sl.Motor(force_limit=1500), "joint 1: Motor force_limit = 1500 N m is .* N mm, write 1.5"),
        (sl.Servo(5, 0.1, torque_limit=90), None),
    ],
)
def test_a_torque_limit_in_newton_millimetres_is_warned_of(actuator, words):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sl.build_model(sl.Robot([LINK, sl.Revolute("z", actuator=actuator), LINK]))
    assert [str(one.message) for one in caught] == [] if words is None else re.search(words, str(caught[0].message))


def test_a_large_link_in_m_and_kg_is_not_warned_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        built(sl.Link(5.0, 100.0), media=[])


@pytest.mark.parametrize("com", [5.0, (0.05, 0, -1.0), -0.3])
def test_a_centre_of_mass_far_outside_its_link_is_warned_of(com):
    with pytest.warns(SnakelabWarning, match=r"far outside of its link: link1 .* m \(its size is 0.1 m\)"):
        built(sl.Link(0.1, 0.1, sl.Cylinder(0.02), com=com), [])


def test_a_volume_far_larger_than_the_section_is_warned_of_in_a_fluid_only():
    link = sl.Link(0.1, 0.1, sl.Cylinder(0.02), volume=10.0)
    with pytest.warns(SnakelabWarning, match=r"more than 1000 times the volume of their section: link1 10 m\^3"):
        built(link, [sl.Fluid()])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        built(link)


@pytest.mark.parametrize("surface", [sl.Plane(), sl.Plane((-0.6, 0, 0.8)), sl.HeightField([[0, 0], [0, 0]])])
def test_ground_in_which_the_body_would_sink_by_more_than_its_radius_is_warned_of(surface):
    with pytest.warns(
        SnakelabWarning, match=r"'contact' is too soft .* more than its radius of 0\.02 m.*; write stiffness="
    ) as messages:
        built(media=[sl.Gravity(), sl.Contact(surface, stiffness=15.0)])
    stiffness = float(str(messages[0].message).rpartition("stiffness=")[2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        built(media=[sl.Gravity(), sl.Contact(surface, stiffness=stiffness)])


def test_ground_below_a_planar_base_and_wheels_without_contact_are_warned_of():
    with pytest.warns(SnakelabWarning, match="a planar base keeps its height, so the ground 'contact' carries none"):
        built(base="planar")
    for friction in (sl.LinkFriction(0.1), sl.ViscousFriction(0.1, 1.0)):
        message = f"{type(friction).__name__} acts at the centres of the links and ignores the 4 wheels"
        with pytest.warns(SnakelabWarning, match=message):
            built(WHEELED, base="planar", media=[sl.Gravity(), friction])


@pytest.mark.parametrize(
    "make",
    [
        built,
        lambda: built(base="planar", media=[sl.Gravity(), sl.Contact(sl.Plane((1, 0, 0)), stiffness=1.0)]),
        lambda: built(
            WHEELED, base="planar", media=[sl.Gravity(), sl.LinkFriction(0.1), sl.Contact(sl.Pole(0.05, (1, 0, 0)))]
        ),
        lambda: built(WHEELED),
        lambda: built(media=[sl.Contact(stiffness=1.0)]),
        lambda: built(media=[*GROUND, sl.Contact(sl.Plane((1, 0, 0)), stiffness=1.0, name="wall")]),
        lambda: built(sl.Link(0.1, 0.1, sl.Cylinder(0.02), volume="neutral"), [*GROUND, sl.Fluid()]),
        lambda: built(sl.Link(0.1, 0.1, com=(0.05, 0, -0.1)), []),
    ],
)
def test_what_may_well_be_meant_is_built_without_a_warning(make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make()


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ([sl.Revolute("y")], r"joint number 1, Revolute\(axis='y'\) moves links out of the plane of a planar base"),
        ([sl.Revolute("z"), LINK, sl.Revolute("y", name="lift")], "joint 'lift', "),
        ([sl.Prismatic((1.0, 0.0, 0.2))], r"Prismatic\(axis=\[1, 0, 0.2\]\)"),
        ([sl.Mount((0.3, 0.0, 0.0)), sl.Revolute("z")], "Revolute"),
        ([sl.Revolute("y"), LINK, sl.Revolute("x")], ", like 1 more, "),
    ],
)
def test_a_joint_out_of_the_plane_of_a_planar_base_is_warned_of(parts, named):
    friction = sl.LinkFriction(mu_tangential=0.1, mu_normal=0.5)
    for media, rubs in [([], False), ([friction], True)]:
        with pytest.warns(SnakelabWarning, match=named) as messages:
            sl.build_model(sl.Robot([LINK, *parts, LINK], base="planar"), sl.World(media))
        assert ("friction acts on them as on the plane" in str(messages[0].message)) is rubs
        assert messages[0].filename == __file__


@pytest.mark.parametrize(
    ("parts", "base"),
    [
        ([sl.Revolute("z"), LINK, sl.Revolute("-z"), LINK, sl.Prismatic((0.6, 0.8, 0.0))], "planar"),
        ([sl.Mount((1.2, 0.0, 0.0)), sl.Mount((-1.2, 0.0, 0.0)), sl.Revolute("z")], "planar"),
        ([sl.Mount((0.0, 0.0, 0.7)), sl.Revolute("z")], "planar"),
        ([sl.SoftSection(0.15, 0.12, 0.0125, 0.02)], "planar"),
        ([sl.Revolute("y")], "floating"),
        ([sl.Revolute("y")], "fixed"),
    ],
)
def test_other_joints_are_built_without_a_warning(parts, base):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.build_model(sl.Robot([LINK, *parts, LINK], base=base))


@pytest.mark.parametrize(
    ("mass", "media", "words"),
    [
        (0.1, (sl.Gravity(), sl.Contact()), ""),
        (0.1, (sl.LinkFriction(0.1, 0.3),), ""),
        (
            0.1,
            (sl.Gravity(), sl.LinkFriction(0.1, 0.3)),
            "load falls, as no Contact carries it; add contact to the media",
        ),
        (
            1e4,
            (sl.Gravity(), sl.Contact()),
            "'contact' is too soft for load: at rest load sinks in by .* more than half its",
        ),
    ],
)
def test_a_free_body_that_falls_or_sinks_is_warned_of(mass, media, words):
    robot = sl.Robot([sl.Link(0.1, mass=0.1)], base="planar")
    world = sl.World(media, objects=[FreeBody(Ball(0.03), mass, (1.0, 0.0, 0.03), name="load")])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sl.build_model(robot, world)
    lines = [str(one.message) for one in caught if "load" in str(one.message)]
    assert len(lines) == bool(words) and all(re.search(words, line) for line in lines), lines
