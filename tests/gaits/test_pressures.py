"""Pressures that a gait asks for: refused or reported before anything moves."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.robots.library.soft_robots import hydraulic_joint

MUSCLE = sl.Hydraulic(max_pressure=8e5)


def joint():
    return sl.build_model(sl.Robot([hydraulic_joint("linear", radius=0.045, actuators=MUSCLE)], base="fixed"))


@pytest.mark.parametrize("targets", [(-1.0, 0, 0), (0, 9e5, 0)])
def test_a_steady_gait_asks_for_no_pressure_that_cannot_be(targets):
    with pytest.raises(sl.errors.GaitError, match=r"SteadyGait requires section1.*between 0 and its limit of 8 bar"):
        sl.gaits.SteadyGait(np.array(targets)).reference(joint())


def test_an_untested_pressure_is_reported():
    with pytest.warns(SnakelabWarning, match="tested up to 500000 Pa only"):
        sl.gaits.SteadyGait((6e5, 0, 0)).reference(joint())


@pytest.mark.parametrize("gait", [sl.gaits.SteadyGait((0.3, 0, 0)), sl.TableGait([0, 1], [[0, 0, 0], [0.3, 0, 0]])])
def test_megapascals_are_reported(gait):
    with pytest.warns(SnakelabWarning, match="1 MPa is 1e6"):
        gait.reference(joint())
