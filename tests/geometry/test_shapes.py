"""Cross-sections: inertias by summing small pieces, volumes, and sizes that cannot be."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box, Cylinder, Section

LENGTH, MASS = 0.3, 0.7
SECTIONS = [Box(0.05, 0.02), Cylinder(0.03)]


def pieces(section: Section, n: int = 40) -> np.ndarray:
    """Points that fill a bar of the section evenly, shape (k, 3): midpoints of equal volumes."""
    u = (np.arange(n) + 0.5) / n
    x = LENGTH * (u - 0.5)
    if isinstance(section, Box):
        y, z = np.meshgrid(section.width * (u - 0.5), section.height * (u - 0.5))
    else:
        r, a = np.meshgrid(section.radius * np.sqrt(u), 2 * np.pi * u)  # rings of equal area
        y, z = r * np.cos(a), r * np.sin(a)
    return np.stack([np.repeat(x, y.size), np.tile(y.ravel(), n), np.tile(z.ravel(), n)], axis=-1)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_inertia_is_the_sum_over_small_pieces(section):
    points = pieces(section)
    squares = (points**2).mean(axis=0)
    expected = MASS * (squares.sum() - squares)
    assert_allclose(section.inertia(MASS, LENGTH), expected, rtol=2e-3)


def test_the_inertias_are_the_handbooks():
    x, y, z = LENGTH, 0.05, 0.02
    assert_allclose(Box(y, z).inertia(MASS, x), MASS / 12 * np.array([y**2 + z**2, x**2 + z**2, x**2 + y**2]))
    r, across = 0.03, MASS * (3 * 0.03**2 + LENGTH**2) / 12
    assert_allclose(Cylinder(r).inertia(MASS, LENGTH), [MASS * r**2 / 2, across, across])


def test_volume_and_half_width_follow_the_section():
    assert_allclose(Box(0.05, 0.02).volume(LENGTH), 0.05 * 0.02 * LENGTH)
    assert_allclose(Cylinder(0.03).volume(LENGTH), math.pi * 0.03**2 * LENGTH)
    assert (Box(0.05, 0.02).half_width, Cylinder(0.03).half_width) == (0.025, 0.03)


@pytest.mark.parametrize("section", SECTIONS)
def test_principal_inertias_obey_the_triangle_inequality(section):
    largest, *others = sorted(section.inertia(MASS, LENGTH), reverse=True)
    assert largest <= sum(others) * (1 + 1e-15)


IMPOSSIBLE = [
    (lambda: Box(-0.05, 0.02), ["Box width", "greater than 0 m", "-0.05"]),
    (lambda: Box(0.05, 0), ["Box height", "greater than 0 m", "got 0"]),
    (lambda: Box(0.05, "2 cm"), ["Box height", "a number in m", "'2 cm'"]),
    (lambda: Cylinder(math.nan), ["Cylinder radius", "finite", "nan"]),
    (lambda: Cylinder(math.inf), ["Cylinder radius", "finite", "inf"]),
    (lambda: Cylinder(None), ["Cylinder radius", "a number in m", "None"]),
    (lambda: Cylinder(True), ["Cylinder radius", "a number in m", "True"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_size_that_cannot_be_is_named_with_what_is_allowed(make, words):
    with pytest.raises(RobotError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)
