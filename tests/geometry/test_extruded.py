"""Upright walls of a plan as a surface, and streams on a map."""

import math
import warnings

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.planar_solids import HullWall, PlanarPipe, Post
from snakelab.physics.kinematics import current_at
from snakelab.results.metrics.passages import free_width
from snakelab.results.recorded_objects import walls_of

HULL = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-14, -5)], [0.2, 0.2, 0.1, 0.1]))


def surface(*solids, spacing=0.02):
    return sl.geometry.Extruded(solids or (HULL,), (-12, -7), (-3, -3), spacing)


def test_the_gap_in_a_pipe_is_that_to_its_wall_at_any_height():
    for z in (-3.0, 0.0, 2.0):
        gap, normal = sl.geometry.signed_distance(surface(), (-6.0, -5.15, z))
        assert gap == pytest.approx(0.05, abs=1e-9)
        np.testing.assert_allclose(normal, [0, 1, 0], atol=1e-9)
    gap, _ = sl.geometry.signed_distance(surface(), (-11.0, -5.04, 0.0))
    assert gap == pytest.approx(0.06, abs=1e-9)


def test_before_the_hull_it_is_that_to_the_wall_and_inside_it_is_negative():
    gap, normal = sl.geometry.signed_distance(surface(), (-4.0, -4.0, 0.0))
    assert gap == pytest.approx(1.0, abs=1e-9) and normal[0] == pytest.approx(1.0)
    assert sl.geometry.signed_distance(surface(), (-5.5, -4.5, 0.0))[0] < -0.2


def test_a_post_is_round_within_its_grid():
    round_one = surface(Post((-6, -5), 0.3))
    for angle in np.linspace(0, 6, 7):
        p = (-6 + 0.5 * math.cos(angle), -5 + 0.5 * math.sin(angle), 0.0)
        gap, normal = sl.geometry.signed_distance(round_one, p)
        assert gap == pytest.approx(0.2, abs=4e-4)
        np.testing.assert_allclose(normal[:2], [math.cos(angle), math.sin(angle)], atol=0.03)


@pytest.mark.thorough
def test_a_swimmer_is_held_by_the_walls_of_a_pipe():
    """Pushed sideways in a narrow pipe it comes to rest on the wall, its joints one skin point each."""
    links = [sl.Link(0.14, 0.1, sl.Ellipse(0.1, 0.06)) for _ in range(3)]
    parts = [
        links[0],
        sl.Revolute(actuator=sl.Servo(5, 0.1)),
        links[1],
        sl.Revolute(actuator=sl.Servo(5, 0.1)),
        links[2],
    ]
    robot = sl.Robot(
        parts,
        base="planar",
        skin=sl.Skin(joined=True, radius=0.0),
        propellers=[sl.Propeller(f"link{i}", (0.07, 0, 0), "y") for i in (1, 2, 3)],
    )
    contact = sl.Contact(
        surface(HULL, Post((-3.5, -3.5), 0.1)), stiffness=500, damping=5, friction=sl.SurfaceFriction(0.2)
    )
    model = sl.build_model(robot, sl.World([sl.worlds.LumpedFluid(), contact]))
    assert len([name for name in model.skin_names if "edge" not in name]) == 4  # tail, two joints, head
    state = sl.initial_state(model, position=(-6.0, -5.0, 0.0))
    recording = sl.simulate(model, sl.gaits.SteadyGait(thrust=(0.5, 0.5, 0.5)), duration=5.0, state=state, step=5e-3)
    y = recording["skin_position"].values[-1, :, 1]
    assert recording.finished
    # with added mass the four points take turns in carrying the load, and the body rocks by up to 0.01 rad/s at any step
    assert np.abs(recording["base_velocity"].values[-1]).max() < 2e-2
    assert np.abs(recording["com_velocity"].values[-100:].mean(0)).max() < 1e-4
    np.testing.assert_allclose(y, -4.8, atol=2e-3)
    walls = walls_of(recording)
    assert [wall.solid_outside for wall in walls] == [True, False]
    assert free_width(walls, np.array([-6.0, -5.0])) == pytest.approx(0.4, rel=1e-4)
    assert recording["skin_load"].values[-100:].sum(1).mean() == pytest.approx(1.5, rel=5e-3)


def test_a_map_of_currents_is_bilinear_and_goes_on_at_its_edges():
    stream = sl.worlds.CurrentMap(u=[[0, 0.2], [0.4, 0.6]], v=[[0, 0], [0, 0.8]], origin=(1.0, 2.0), spacing=2.0)
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]), sl.World([sl.Fluid(currents=[stream])]))
    points = np.array([[1, 2, 0], [2, 3, 5], [9, 9, 0], [3, 2, -1.0]])
    expected = [[0, 0, 0], [0.3, 0.2, 0], [0.6, 0.8, 0], [0.2, 0, 0]]
    np.testing.assert_allclose(current_at(model, np.zeros(4), points), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.geometry.Extruded([], (0, 0), (1, 1)), "at least one solid"),
        (lambda: sl.geometry.Extruded([HULL], (0, 0), (0, 1)), "from a lower to an upper"),
        (lambda: sl.geometry.Extruded([3], (0, 0), (1, 1)), "HullWall, Outline, Post"),
        (lambda: sl.worlds.CurrentMap([[0, 0], [0, 0]], [[0, 0, 0], [0, 0, 0]]), "one shape"),
        (lambda: sl.worlds.CurrentMap([[0]], [[0]]), "at least 2 rows"),
        (lambda: sl.Skin(radius=-1), "at least 0"),
        (lambda: sl.Skin(joined=2), "True or False"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(sl.SnakelabError, match=message):
        make()


@pytest.mark.parametrize("post", [Post((10, 0), 0.1), Post((0.55, 0.55), 0.01)], ids=["beyond", "between"])
def test_a_solid_that_no_point_of_the_grid_sees_is_refused(post):
    with pytest.raises(sl.errors.WorldError, match=r"solids\[1\] would have no effect.*below 0.1 m"):
        sl.geometry.Extruded([Post((0, 0), 0.3), post], (-1, -1), (1, 1), spacing=0.1)


def test_a_solid_that_is_not_felt_is_reported_in_one_line():
    with pytest.raises(sl.errors.WorldError, match="would have no effect") as error:
        sl.geometry.Extruded([HULL], (5, 5), (6, 6))
    assert "PlanarPipe" in str(error.value) and "\n" not in str(error.value)


def test_a_grid_too_coarse_for_a_pipe_is_warned_of():
    pipe = sl.geometry.HullWall(sl.geometry.PlanarPipe([(-5, -5), (-10, -5)], 0.1))
    with pytest.warns(
        sl.SnakelabWarning, match=r"0.5 m is too coarse for a pipe of radius 0.1 m.*spacing=0.025"
    ) as messages:
        sl.geometry.Extruded([pipe], (-12, -7), (-3, -3), 0.5)
    assert messages[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.geometry.Extruded([pipe], (-12, -7), (-3, -3), 0.025)


def test_who_starts_inside_a_wall_is_reported_the_way_out():
    walls = sl.geometry.Extruded([Post((0.1, 0.02), 0.15)], (-1, -1), (1, 1))
    robot = sl.Robot([sl.Link(0.2, mass=0.5)], base="planar")
    model = sl.build_model(robot, sl.World([sl.Contact(walls)]))
    with pytest.raises(sl.errors.SimulationError, match="starts inside a surface") as error:
        sl.simulate(model, duration=0.01)
    x, y, z = (float(v) for v in str(error.value).split("position=(")[1].rstrip(")").split(","))
    assert z == 0 and math.hypot(x, y) > 0.1


def test_walls_that_are_laid_twice_have_the_same_distances_of_their_own():
    first, again = surface(), surface()
    np.testing.assert_array_equal(first.numbers(), again.numbers())
    first.numbers()[:] = 0.0
    assert surface().numbers().any()
    assert not np.array_equal(surface(Post((-6, -5), 0.3)).numbers(), again.numbers())
