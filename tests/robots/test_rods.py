"""Rods as descriptions: coordinates, cross-sections, stiffness, mass, and messages for invalid ones."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RobotError, SimulationError, SnakelabError
from snakelab.robots.rods import STRAINS, area_moments

ROUND = {"length": 0.4, "radius": 0.01, "density": 1000.0, "E": 1e6}


def test_a_rod_has_one_coordinate_for_each_strain_and_degree():
    rod = sl.Rod(**ROUND, strains=("bend_y", "stretch"), degree=(2, 0), name="arm")
    assert rod.coordinate_labels == ("bend_y0", "bend_y1", "bend_y2", "stretch0")
    assert [coordinate.unit for coordinate in rod.coordinates] == ["rad", "rad", "rad", "m"]
    robot = sl.Robot([rod], base="fixed")
    assert repr(robot) == "<Robot 'robot': 1 part, 1 rod, 4 coordinates, fixed base, 0.1257 kg>"
    assert sl.build_model(robot).coordinate_names == ("arm.bend_y0", "arm.bend_y1", "arm.bend_y2", "arm.stretch0")


def test_default_names_count_all_parts_with_mass():
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Rod(**ROUND, strains=("twist",), degree=0), sl.Link(0.1, 0.1)])
    assert robot.part_names == ("link1", "rod2", "link3")
    assert sl.build_model(robot).coordinate_names == ("rod2.twist0",)


def test_a_uniform_rod_has_the_stiffness_of_its_beam():
    rod = sl.Rod(**ROUND, G=4e5, degree=2)
    area, inertia = math.pi * 0.01**2, math.pi / 4 * 0.01**4
    section = {
        "stretch": 1e6 * area,
        "shear_y": 27 / 28 * 4e5 * area,
        "shear_z": 27 / 28 * 4e5 * area,
        "twist": 4e5 * 2 * inertia,
        "bend_y": 1e6 * inertia,
        "bend_z": 1e6 * inertia,
    }
    expected = [section[label[:-1]] / 0.4 / (2 * int(label[-1]) + 1) for label in rod.coordinate_labels]
    np.testing.assert_allclose(rod.stiffness_matrix, np.diag(expected), atol=1e-14 * max(expected))


def test_the_bending_energy_of_a_tapered_rod_is_the_integral_over_its_sections():
    rod = sl.Rod(0.4, taper=(0.02, 0.005), density=1000, E=1e6, strains=("bend_z",), degree=3)
    q = np.array([0.7, -0.4, 0.3, 0.2])
    s = np.linspace(0, 1, 20_001)
    curvature = rod.strain(q, s)[:, 5] / 0.4
    stiffness = 1e6 * math.pi / 4 * (0.02 - 0.015 * s) ** 4
    energy = 0.5 * 0.4 * np.trapezoid(stiffness * curvature**2, s)
    assert 0.5 * q @ rod.stiffness_matrix @ q == pytest.approx(energy, rel=1e-8)


def test_cross_sections_have_their_moments_of_area():
    area, about_y, about_z, torsion = area_moments(sl.Box(0.03, 0.01))
    assert (area, about_y, about_z) == pytest.approx((3e-4, 0.03 * 0.01**3 / 12, 0.01 * 0.03**3 / 12))
    # series of Saint-Venant for a rectangle
    odd = np.arange(1, 60, 2)
    series = 1 / 3 * (1 - 192 / math.pi**5 / 3 * np.sum(np.tanh(odd * math.pi * 3 / 2) / odd**5))
    assert torsion == pytest.approx(0.03 * 0.01**3 * series, rel=2e-3)
    assert area_moments(sl.Ellipse(0.02, 0.02)) == pytest.approx(area_moments(sl.Cylinder(0.01)))


def test_mass_and_inertia_of_a_cone_are_those_of_a_frustum():
    rod = sl.Rod(0.4, taper=(0.02, 0.01), density=1000, E=1e6)
    mass = 1000 * math.pi * 0.4 / 3 * (0.02**2 + 0.02 * 0.01 + 0.01**2)
    assert rod.whole_mass == pytest.approx(mass, rel=1e-12)
    spin = 1000 * math.pi / 2 * 0.4 * (0.02**5 - 0.01**5) / (5 * 0.01)
    assert sum(station.inertia[0, 0] for station in rod.stations) == pytest.approx(spin, rel=1e-4)
    assert sum(hull.volume for hull in rod.hulls) == pytest.approx(mass / 1000, rel=1e-12)
    given = sl.Rod(0.4, taper=(0.02, 0.01), mass=0.3, E=1e6, volume="neutral")
    assert given.whole_mass == pytest.approx(0.3) and given.hulls[0].volume is None


@pytest.mark.thorough
@pytest.mark.parametrize("base_end", ("tail", "head"))
def test_the_thin_end_of_a_rod_does_not_depend_on_the_end_of_the_base(base_end):
    rod = sl.Rod(0.4, taper=(0.02, 0.01), density=1000, E=1e6)
    model = sl.build_model(sl.Robot([rod], base="floating", base_end=base_end))
    head = model.robot.from_head
    masses = model.arrays.stations["mass"][:: -1 if head else 1]
    assert masses[0] > 2 * masses[-1]
    start = sl.initial_state(model, position=(0.4 * head, 0, 0))
    M = sl.mass_matrix(model, start)
    centre = M[1, 5] / M[0, 0] + 0.4 * head  # of mass, from the tail end
    s = np.linspace(0, 1, 10_001)
    weight = (0.02 - 0.01 * s) ** 2
    assert centre == pytest.approx(0.4 * np.trapezoid(weight * s, s) / np.trapezoid(weight, s), rel=1e-6)


def test_constant_strains_give_the_exponential():
    rod = sl.Rod(**ROUND, degree=0, n_steps=8)
    q = np.array([0.3, -0.5, 0.2, 0.05, 0.02, -0.01])  # bend_y, bend_z, twist, stretch, shear_y, shear_z
    from scipy.linalg import expm

    v, w = np.array([0.45, 0.02, -0.01]), np.array([0.2, 0.3, -0.5])
    x = np.zeros((4, 4))
    x[:3, :3] = [[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]]
    x[:3, 3] = v
    np.testing.assert_allclose(rod.transform(q), expm(x), atol=1e-14)


def test_a_step_is_of_fourth_order():
    rng = np.random.default_rng(0)
    ends = []
    for n_steps in (10, 20, 40, 640):
        rod = sl.Rod(1.0, 0.02, 1000, 1e6, degree=2, n_steps=n_steps)
        q = np.repeat([2, 2, 2, 0.1, 0.1, 0.1], 3) * rng.normal(size=18) if not ends else q  # noqa: F821
        ends.append(rod.transform(q)[:3, 3])
    errors = [np.linalg.norm(end - ends[-1]) for end in ends[:-1]]
    assert errors[0] / errors[1] > 13 and errors[1] / errors[2] > 13 and errors[1] < 2e-5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"length": -0.4}, "length must be"),
        ({"radius": 0.0}, "radius must be"),
        ({"radius": None}, "needs one of radius, section and taper, got none"),
        ({"taper": (0.01, 0.02)}, "got radius and taper"),
        ({"radius": None, "taper": (0.01, -0.02)}, "taper must be"),
        ({"density": None}, "either density or mass"),
        ({"mass": 0.2}, "either density or mass"),
        ({"E": -1e6}, "E must be"),
        ({"E": None}, "no stiffness in bend_y, and loads excite it: write E=1e6"),
        ({"degree": 4}, "from 0 to 3, got 4; write degree=3, or several rods"),
        ({"degree": 1.5}, "degree must be"),
        ({"degree": (1, 2)}, "one for all strains or one for each of 6, got 2"),
        ({"strains": ("bend_x",)}, "must be one of stretch, shear_y"),
        ({"strains": "bend_y"}, "strains must be a list of"),
        ({"strains": ()}, "strains must be a list of"),
        ({"strains": ("twist", "twist")}, "each strain once"),
        ({"E": None, "stiffness": (1, 1, 1, 1, 1, 0)}, "no stiffness in bend_z"),
        ({"stiffness": (1, 1, 1, 1, 1, 1)}, "stiffness replaces E and G"),
        ({"E": None, "stiffness": (1, 1, 1)}, "six numbers, or a 6 x 6 matrix"),
        ({"E": None, "stiffness": -np.eye(6)}, "without negative eigenvalues"),
        ({"E": None, "G": 1e6}, "needs E too"),
        ({"incompressible": True, "strains": ("bend_y",)}, "needs E and the strain 'stretch'"),
        ({"damping": -1.0}, "damping must be"),
        ({"n_steps": 7}, "must be even"),
        ({"actuators": sl.robots.Follower()}, "cannot be a Follower"),
        ({"actuators": sl.Pneumatic(1e-4)}, "Pneumatic has a force, and bend_y needs a moment"),
        ({"actuators": (sl.Motor(), sl.Motor())}, "one for each of 6 strains or of 12 coordinates, got 2"),
        ({"actuators": sl.Spring(1.0)}, "actuator must be"),
        ({"section": 3, "radius": None}, "section must be"),
    ],
)
def test_an_impossible_rod_is_refused_in_one_line(change, words):
    with pytest.raises(RobotError) as problem:
        sl.Rod(**(ROUND | change))
    assert words in str(problem.value) and "\n" not in str(problem.value)


def test_a_strain_without_stiffness_may_be_held_by_an_actuator():
    rod = sl.Rod(0.4, 0.01, 1000, strains=("bend_z",), actuators=sl.Prescribed())
    assert np.all(rod.stiffness_matrix == 0)
    sl.Rod(0.4, 0.01, 1000, strains=("bend_z",), actuators=sl.Servo(kp=1.0))


@pytest.mark.thorough
def test_a_stretch_is_actuated_by_pressure():
    rod = sl.Rod(**ROUND, strains=("stretch", "bend_z"), degree=0, actuators=(sl.Pneumatic(1e-4), sl.Motor()))
    model = sl.build_model(sl.Robot([rod], base="fixed"))
    state = sl.initial_state(model)
    force = sl.mass_matrix(model, state) @ sl.forward_dynamics(model, state, (1e5, 0.0))
    assert force == pytest.approx([10.0, 0.0])


def test_a_rod_compressed_to_nothing_is_refused():
    model = sl.build_model(sl.Robot([sl.Rod(**ROUND, strains=("stretch",), degree=1)], base="fixed"))
    with pytest.raises(SimulationError, match=r"rod1 starts with a stretch of -0.25 at 0 of its length"):
        sl.simulate(model, None, 0.1, state=sl.initial_state(model, q=(0.0, 0.5)))


def test_coordinates_are_directions_of_a_twist():
    rod = sl.Rod(**ROUND, strains=STRAINS, degree=0)
    x = rod.strain(np.arange(1.0, 7.0), np.array([0.3]))[0]
    np.testing.assert_allclose(x, [1.4, 2, 3, 4, 5, 6])


@pytest.mark.thorough
def test_formats_without_rods_refuse_them_in_one_line():
    robot = sl.Robot([sl.Rod(**ROUND)], base="fixed", name="arm")
    with pytest.raises(SnakelabError, match="cannot be written as URDF"):
        sl.plugins.mujoco.to_urdf(robot)
    with pytest.raises(SnakelabError, match="does not support Rod"):
        sl.simulate(sl.build_model(robot), None, 0.1, engine=sl.plugins.mujoco.MujocoEngine())


@pytest.mark.parametrize("degree", [2, 2.0, np.int64(2), (2.0,), np.array([2])])
def test_a_degree_may_be_a_whole_number_of_any_type(degree):
    rod = sl.Rod(**ROUND, strains=("bend_y",), degree=degree)
    assert rod.coordinate_labels == ("bend_y0", "bend_y1", "bend_y2")
    assert all(type(k) is int for k in rod.degrees)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ({"radius": 1e-300}, "Rod radius must be at least 1e-50 m, got 1e-300"),
        ({"taper": (0.1, 1e-160)}, "Rod taper must be at least 1e-50 m, got 1e-160"),
        ({"section": sl.Box(1e-200, 0.1)}, "Rod section, half extents must be at least 1e-50 m, got 5e-201"),
    ],
)
def test_a_cross_section_whose_moments_are_no_numbers_is_refused(size, message):
    with pytest.raises(RobotError, match=message):
        sl.Rod(0.4, **size, density=1000.0, E=1e6)


def test_a_taper_ends_exactly_at_the_radius_of_the_head():
    for tail, head in ((0.02, 0.008), (0.1, 1e-40), (1e-40, 0.1)):
        rod = sl.Rod(0.4, taper=(tail, head), density=1000.0, E=1e6, strains=("stretch",))
        assert (rod.section_at(0).half_width, rod.section_at(1).half_width) == (tail, head)
