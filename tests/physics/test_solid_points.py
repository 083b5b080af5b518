"""Contacts of cuboids and convex hulls: crossed edges, capsules on edges, hulls against cuboids, and conservation laws."""

import itertools
import math

import numpy as np
import pytest

import snakelab as sl
from free_bodies import FAR, G, change, ground, momenta, restitution, robot, simulated
from snakelab.geometry.polyhedra import solid_separation
from snakelab.geometry.rotations import matrix_of, quat_exp, quat_log, quat_multiply
from snakelab.geometry.sections import Cylinder
from snakelab.worlds import Ball, Capsule, ConvexHull, Cuboid, FreeBody

PHI = (1 + math.sqrt(5)) / 2
ICOSAHEDRON = tuple(
    tuple(0.02 * x for x in p)
    for a, b in itertools.product((-1, 1), (-PHI, PHI))
    for p in ((0, a, b), (a, b, 0), (b, 0, a))
)
SIZE = (0.1, 0.06, 0.04)
CORNERS = tuple(itertools.product(*((-x / 2, x / 2) for x in SIZE)))
UP = math.pi / 4  # of a bar about its axis: it lies on an edge


def separation(shapes, data, row):
    """Separation of the first two bodies at a record."""
    first, second = (shape.polyhedron.numbers() for shape in shapes)
    R, S = (matrix_of(data.object_quaternion.values[row, i]) for i in range(2))
    p, q = data.object_position.values[row, :2]
    turn, way = tuple((R.T @ S).ravel().tolist()), tuple((R.T @ (q - p)).tolist())
    return solid_separation(np.append(first, second), 0, len(first), turn, way)


def bars(turn=math.pi / 2, offset=(0.0, 0.0), velocity=(0, 0, -1.0), **numbers):
    """Two square bars on their edges, along x and y for a right angle, of which the upper one moves down."""
    lower = FreeBody(Cuboid((0.3, 0.02, 0.02)), 1.0, (0, 0, 0), rotation=(UP, 0, 0), **numbers)
    rotation = rotation_vector((0, 0, turn), (UP, 0, 0))
    height = 0.02 * math.sqrt(2) + 0.01
    return [lower, FreeBody(Cuboid((0.3, 0.02, 0.02)), 1.0, (*offset, height), rotation, velocity, **numbers)]


def rotation_vector(*rotations):
    """Rotation vector of a product of rotations."""
    total = (1.0, 0.0, 0.0, 0.0)
    for one in rotations:
        total = quat_multiply(total, quat_exp(tuple(map(float, one))))
    return tuple(map(float, quat_log(total)))


# ----------------------------------------------------------------------------------------------------------------------
# Edges
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [math.pi / 2, 0.6])
def test_bars_that_meet_by_their_edges_bounce_by_their_stiffness_and_damping(turn):
    bodies = bars(turn, stiffness=1e4, damping=4.0, friction=None)
    model, data = simulated(bodies, duration=0.1, step=1e-4, record_rate=1000)
    velocity = data.object_velocity.values
    assert data.object_contact_points.values.max() == 1
    assert velocity[-1, 1, 2] - velocity[-1, 0, 2] == pytest.approx(restitution(1e4, 4.0, 0.5), rel=2e-3)
    np.testing.assert_allclose(velocity[-1, :, :2], 0, atol=1e-12)  # the normal is the common perpendicular
    linear, angular = momenta(model, data, with_robot=False)
    assert change(linear) < 1e-12
    assert change(angular) < 1e-12


def test_bars_that_meet_beside_their_centres_turn_and_keep_their_momenta():
    bodies = bars(0.8, (0.03, 0.02), friction=sl.SurfaceFriction(0.3), damping=2.0)
    model, data = simulated(bodies, duration=0.2, integrator="plain", step=5e-4, record_rate=500)
    assert data.object_contact_points.values.max() >= 1
    assert np.abs(data.object_velocity.values[-1, :, 3:]).max() > 0.5
    linear, angular = momenta(model, data, with_robot=False)
    assert change(linear) < 1e-12
    assert change(angular) < 1e-12


def test_bars_that_are_pressed_together_by_their_edges_overlap_by_the_force_over_the_stiffness():
    """Two forces press them against each other."""
    lower, upper = bars(velocity=(0, 0, 0), stiffness=1e4, damping=40.0, friction=None)
    pull = 2.0
    upper = FreeBody(
        upper.shape, 1.0, (0, 0, 0.02 * math.sqrt(2)), upper.rotation, stiffness=1e4, damping=40.0, friction=None
    )
    held = sl.ExternalWrench("object2", force=(0, 0, -pull)), sl.ExternalWrench("object1", force=(0, 0, pull))
    _, data = simulated([lower, upper], held, duration=1.0)
    z = data.object_position.values[-1, :, 2]
    depth = 0.02 * math.sqrt(2) - (z[1] - z[0])
    assert depth == pytest.approx(pull / 1e4, rel=1e-3)
    np.testing.assert_allclose(data.object_force.values[-1, 1], (0, 0, 0), atol=2e-3)


@pytest.mark.parametrize("seed", range(3))
def test_tumbling_solids_do_not_pass_through_each_other(seed):
    rng = np.random.default_rng(seed)
    for shape in (Cuboid((0.12, 0.05, 0.03)), ConvexHull(ICOSAHEDRON)):
        shapes = [Cuboid((0.1, 0.06, 0.04)), shape]
        bodies = [
            FreeBody(
                shapes[0], 0.3, (0, 0, 0), rng.normal(size=3).tolist(), angular_velocity=rng.normal(0, 5, 3).tolist()
            ),
            FreeBody(
                shape, 0.3, (0.0, 0.01, 0.15), rng.normal(size=3).tolist(), (0, 0, -1.5), rng.normal(0, 5, 3).tolist()
            ),
        ]
        model, data = simulated(bodies, duration=0.3, integrator="plain", step=5e-4, record_rate=1000)
        gaps = [separation(shapes, data, row) for row in range(0, data.sizes["time"], 2)]
        assert data.object_contact_points.values.max() >= 1
        assert min(gaps) > -0.007  # of a half thickness of 0.015: 1.5 m/s sqrt(m / K) = 4 mm at the centre
        linear, angular = momenta(model, data, with_robot=False)
        assert change(linear) < 1e-12
        assert change(angular) < 1e-12


def test_a_capsule_that_falls_across_an_edge_bounces_by_its_stiffness_and_damping():
    numbers = {"stiffness": 1e4, "damping": 4.0, "friction": None}
    bar = FreeBody(Cuboid((0.3, 0.02, 0.02)), 1.0, (0, 0, 0), rotation=(UP, 0, 0), **numbers)
    height = 0.01 * math.sqrt(2) + 0.02 + 0.01
    across = FreeBody(Capsule(0.02, 0.2), 1.0, (0, 0, height), (0, 0, math.pi / 2), (0, 0, -1.0), **numbers)
    _, data = simulated([bar, across], duration=0.1, step=1e-4, record_rate=1000)
    velocity = data.object_velocity.values
    assert data.object_contact_points.values.max() == 1
    assert velocity[-1, 1, 2] - velocity[-1, 0, 2] == pytest.approx(restitution(1e4, 4.0, 0.5), rel=2e-3)
    np.testing.assert_allclose(velocity[-1, :, 3:], 0, atol=1e-9)


def test_a_link_lies_across_the_edge_of_a_hull():
    """A wedge below a fixed link is pressed up against it by a force: one point in the middle of the upper edge."""
    wedge = ConvexHull(
        ((-0.05, -0.03, 0), (0.05, -0.03, 0), (-0.05, 0.03, 0), (0.05, 0.03, 0), (-0.05, 0, 0.06), (0.05, 0, 0.06))
    )
    ridge = 0.06 - wedge.centre[2]
    force, own = 3.0, robot(length=0.1, base="fixed")
    turned = (0, 0, math.pi / 2)  # the ridge along y, across the link along x
    body = FreeBody(wedge, 0.2, (0.05, 0, -0.02 - ridge + 1e-5), turned, damping=50.0, friction=None)
    media = [sl.ExternalWrench("object1", force=(0, 0, force))]
    _, data = simulated([body], media, own=own, position=(0, 0, 0), duration=0.3)
    np.testing.assert_allclose(data.object_position.values[-1, 0], (0.05, 0, -0.02 - ridge + force / 2e4), atol=1e-6)
    np.testing.assert_allclose(data.object_contact_force.values[-1, 0], (0, 0, force), atol=1e-3)
    assert data.object_contact_points.values[-1] == 1


# ----------------------------------------------------------------------------------------------------------------------
# Hulls
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["ground", "link", "cuboid"])
def test_the_hull_of_the_corners_of_a_cuboid_behaves_as_the_cuboid(case):
    runs = []
    for shape in (Cuboid(SIZE), ConvexHull(CORNERS)):
        body = FreeBody(shape, 0.3, (0.0, 0.01, 0.08), (0.2, 0.1, 0.3), (0.1, 0.1, -0.5), (1, 2, 3))
        others = [FreeBody(Cuboid((0.2, 0.2, 0.04)), 2.0, (0, 0, 0))] if case == "cuboid" else []
        media = [sl.Gravity(), ground(0.4)] if case == "ground" else []
        place = (-0.05, 0, 0) if case == "link" else FAR
        runs.append(simulated([body, *others], media, duration=0.3, position=place, step=1e-3, record_rate=500)[1])
    assert np.abs(runs[0].object_force.values).max() > 1
    for name in ("object_position", "object_velocity", "base_position"):
        np.testing.assert_allclose(runs[1][name].values, runs[0][name].values, rtol=0, atol=1e-9)


def test_an_icosahedron_rests_on_three_vertices_at_the_depth_of_its_weight():
    hull = ConvexHull(ICOSAHEDRON)
    normal = hull.polyhedron.normals[0]
    axis = np.cross(normal, (0, 0, -1))
    rotation = axis / np.linalg.norm(axis) * math.acos(-normal[2])
    inradius = hull.polyhedron.thickness
    _, data = simulated(
        [FreeBody(hull, 0.2, (0, 0, inradius), rotation.tolist())], [sl.Gravity(), ground(0.5)], duration=1.0
    )
    z = data.object_position.values[-1, 0, 2]
    assert inradius - z == pytest.approx(0.2 * G / (3 * 1e4), rel=1e-4)
    np.testing.assert_allclose(data.object_force.values[-1, 0], (0, 0, 0.2 * G), atol=1e-5)


def test_a_tumbling_hull_keeps_its_angular_momentum_and_energy():
    points = np.random.default_rng(5).normal(size=(12, 3)) * (0.1, 0.06, 0.03)
    hull = ConvexHull(points.tolist())
    assert abs(hull.inertia(0.5)[0, 1]) > 1e-3 * hull.inertia(0.5)[0, 0]  # its axes are no principal ones
    body = FreeBody(hull, 0.5, (0, 0, 0), angular_velocity=(2.0, 5.0, 1.0))
    model, data = simulated([body], duration=2.0, step=1e-3)
    R, v = [matrix_of(q) for q in data.object_quaternion.values[:, 0]], data.object_velocity.values[:, 0]
    angular = np.array([r @ body.inertia_matrix @ r.T @ w for r, w in zip(R, v[:, 3:], strict=True)])
    assert change(angular) < 1e-13
    np.testing.assert_allclose(data.kinetic_energy.values, data.kinetic_energy.values[0], rtol=1e-3)
    assert model.world.objects[0].moments == pytest.approx(np.linalg.eigvalsh(hull.inertia(0.5)))


def test_a_hull_stands_on_a_hull_on_the_ground():
    prism = [(0.05 * math.cos(a), 0.05 * math.sin(a), z) for a in np.arange(6) * math.pi / 3 for z in (-0.02, 0.02)]
    hull = ConvexHull(prism)
    objects = [FreeBody(hull, 0.3, (0, 0, 0.02)), FreeBody(hull, 0.3, (0.01, 0, 0.06), (0, 0, 0.4))]
    _, data = simulated(objects, [sl.Gravity(), ground(0.5)], duration=0.5)
    np.testing.assert_allclose(data.object_position.values[-1, :, 2], (0.02, 0.06), atol=2e-4)
    np.testing.assert_allclose(data.object_position.values[-1, :, :2], ((0, 0), (0.01, 0)), atol=5e-4)


@pytest.mark.parametrize("density", [500, 1000])
def test_a_submerged_hull_has_the_buoyancy_of_its_volume(density):
    hull = ConvexHull(ICOSAHEDRON)
    body = FreeBody(hull, density * hull.volume, (0, 0, 0))
    _, data = simulated([body], [sl.Gravity(), sl.Fluid(density=1000.0)], duration=0.2)
    rise = data.object_position.values[-1, 0, 2]
    assert (abs(rise) < 1e-9) if density == 1000 else (rise > 0.02)


def test_a_hull_that_starts_inside_another_body_is_refused():
    hull, ball = FreeBody(ConvexHull(ICOSAHEDRON), 0.1, (0, 0, 0)), FreeBody(Ball(0.03), 0.1, (0.04, 0, 0))
    for other in (ball, FreeBody(Cuboid((0.1, 0.1, 0.1)), 1.0, (0.06, 0, 0))):
        with pytest.raises(sl.SnakelabError, match=r"object 'object2' starts inside 'object1': they overlap by 0.0"):
            simulated([hull, other])
    with pytest.raises(sl.SnakelabError, match=r"'object1' starts inside a surface"):
        simulated([FreeBody(ConvexHull(ICOSAHEDRON), 0.1, (0, 0, 0.01))], [sl.Gravity(), ground(0.3)])
    own = sl.Robot([sl.Link(0.1, mass=0.1, section=Cylinder(0.02))], base="floating")
    with pytest.raises(sl.SnakelabError, match=r"object 'object1' starts inside 'link1'"):
        simulated([hull], own=own, position=(-0.05, 0, 0.03))
