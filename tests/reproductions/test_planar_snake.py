"""The path of the prototype's middle link, and the program that draws it."""

import numpy as np

import snakelab as sl
from reproductions.planar_snake import middle_path, path_figure
from reproductions.planar_snake.lagrangian import Chain, serpenoid, solve, viscous
from snakelab.scenarios.scenario import load_scenario, run_scenario


def test_the_path_of_the_middle_link_is_that_of_the_third_of_five():
    run = run_scenario(load_scenario("planar_prototype", ["duration=0.4"]))
    path = middle_path(run)
    np.testing.assert_array_equal(path, run["link_position"].sel(link="link3").values)
    (ax,) = path_figure({"flat": run}).axes
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), path[:, :2])
    assert [row["motor"] for row in sl.results.motor_table(run)] == ["joint1", "joint2", "joint3", "joint4"]


def test_the_papers_equations_and_the_recursion_agree():
    """Lagrange's equations as the paper prints them, against the recursion, over 4 s of viscous friction."""
    ours = run_scenario(load_scenario("planar_viscous_fine", ["duration=4"]))
    time = ours["time"].values
    chain = Chain(1.0, 2.0, 0.33, viscous(1.0, 1.0), viscous(1.0, 30.0))
    theirs = solve(chain, serpenoid(np.pi / 4, 1.0, np.pi / 4, 4), time)
    moved = ours["com_position"].values[:, :2] - ours["com_position"].values[0, :2]
    np.testing.assert_allclose(theirs.centre - theirs.centre[0], moved, atol=1e-6)
    np.testing.assert_allclose(theirs.torque[1:], ours["tau"].values[1:], atol=1e-4)


def test_isotropic_friction_gives_no_shift_in_the_papers_equations():
    chain = Chain(1.0, 2.0, 0.33, viscous(1.0, 5.0), viscous(1.0, 5.0))
    shift = solve(chain, serpenoid(np.pi / 4, 1.0, np.pi / 4, 4), np.linspace(0, 20, 201)).centre
    # Only what is left of the impulse of the start, which friction takes up: nothing after two seconds.
    assert np.linalg.norm(shift[-1] - shift[20]) < 1e-3
