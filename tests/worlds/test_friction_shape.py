"""Shape of anisotropic friction: one coefficient is isotropic, several name their shape."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from ruamel.yaml import YAML

import snakelab as sl

MU, G = 0.4, 9.81
LAWS = (sl.LinkFriction, sl.SurfaceFriction)
DIAGONAL = np.array([1.0, 1.0]) / np.sqrt(2)


def deceleration(friction: object, direction: np.ndarray) -> np.ndarray:
    """Mean acceleration of a ball-shaped link or a link on a planar base that slides at 1 m/s, over mu g."""
    velocity = (*direction, 0, 0, 0, 0)
    if isinstance(friction, sl.SurfaceFriction):
        contact = sl.Contact(stiffness=1e5, damping=100.0, friction=friction)
        model = sl.build_model(
            sl.Robot([sl.Link(0.1, mass=0.5, section=sl.Box(0.04, 0.04))]), sl.World([sl.Gravity(), contact])
        )
        start = sl.initial_state(model, position=(0, 0, 0.02 - 0.5 * G / 4 / 1e5), velocity=velocity)
    else:
        model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.5)], base="planar"), sl.World([friction]))
        start = sl.initial_state(model, velocity=velocity)
    run = sl.simulate(model, duration=0.1, state=start)
    return (run["com_velocity"].values[-1, :2] - direction) / (0.1 * MU * G)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("shape", [None, "elliptic", "along_slip", "weighted_slip"])
def test_friction_of_one_coefficient_brakes_every_slip_by_mu_g(law, shape):
    for direction in (np.array([1.0, 0.0]), np.array([0.0, -1.0]), DIAGONAL):
        assert_allclose(deceleration(law(MU, shape=shape), direction), -direction, atol=0.01)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("shape", ["elliptic", "along_slip", "weighted_slip"])
def test_almost_equal_coefficients_brake_a_diagonal_slip_almost_as_equal_ones(law, shape):
    equal, other = (deceleration(law(MU, MU + apart, shape=shape), DIAGONAL) for apart in (0.0, 1e-6))
    assert_allclose(equal, -DIAGONAL, atol=0.01)
    assert_allclose(other, equal, atol=1e-5)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("more", [{"mu_normal": MU}, {"mu_backward": MU}, {"mu_normal": MU, "mu_backward": MU}])
def test_equal_coefficients_without_a_shape_are_refused(law, more):
    with pytest.raises(sl.errors.WorldError) as caught:
        law(MU, **more)
    for words in (
        law.__name__,
        "equal coefficients 0.4",
        f"{law.__name__}(0.4)",
        "elliptic",
        "per_axis",
        "0.566 times the normal",
    ):
        assert words in str(caught.value)


@pytest.mark.parametrize("law", LAWS)
def test_different_coefficients_without_a_shape_are_a_box_and_say_so_at_the_callers_line(law):
    with pytest.warns(
        sl.SnakelabWarning,
        match="states no shape: per_axis is used.* reaches 0.5 times the normal force; write shape='per_axis'",
    ) as messages:
        unnamed = law(0.3, 0.4)
    assert [one.filename for one in messages] == [__file__]
    numbers = (lambda one: one.parameters()) if law is sl.LinkFriction else (lambda one: one.numbers())
    assert numbers(unnamed) == numbers(law(0.3, 0.4, shape="per_axis"))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    "arguments", [{}, {"mu_normal": 0.6, "shape": "per_axis"}, {"mu_normal": MU, "shape": "elliptic"}]
)
def test_one_coefficient_and_named_shapes_need_no_word(law, arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        law(MU, **arguments)


@pytest.mark.parametrize("law", LAWS)
def test_equal_coefficients_that_name_the_box_keep_it(law):
    """As the reference runs of the planar prototype have it."""
    assert_allclose(deceleration(law(MU, MU, shape="per_axis"), DIAGONAL), [-1.0, -1.0], atol=0.015)


def frictions(node: object) -> list[dict]:
    """All mappings with two coefficients in a document."""
    items = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    values = [node] if isinstance(node, dict) and {"mu_tangential", "mu_normal"} <= set(node) else []
    return values + [mapping for item in items for mapping in frictions(item)]


@pytest.mark.thorough
def test_every_scenario_of_the_library_names_the_shape_of_its_friction():
    folder = Path(sl.__file__).parent / "scenarios" / "library"
    values = [mapping for path in folder.glob("*.yaml") for mapping in frictions(YAML(typ="safe").load(path))]
    assert len(values) > 3
    assert all("shape" in mapping for mapping in values)
