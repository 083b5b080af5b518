"""The path of the prototype's middle link, and the program that draws it."""

import numpy as np

import snakelab as sl
from reproductions.planar_snake import middle_path, path_figure
from snakelab.scenarios.scenario import load_scenario, run_scenario


def test_the_path_of_the_middle_link_is_that_of_the_third_of_five():
    run = run_scenario(load_scenario("planar_prototype", ["duration=0.4"]))
    path = middle_path(run)
    np.testing.assert_array_equal(path, run["link_position"].sel(link="link3").values)
    (ax,) = path_figure({"flat": run}).axes
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), path[:, :2])
    assert [row["motor"] for row in sl.results.motor_table(run)] == ["joint1", "joint2", "joint3", "joint4"]
