"""Laws of media: their codes and rows, and the laws of Coulomb friction by shape, here and in other models of them."""

import itertools

import numpy as np
import pytest

import snakelab as sl
from snakelab.perception.contact_loads import SUPPORTED_SHAPES, Friction, _dampers
from snakelab.physics.model_tables import RobotStations
from snakelab.worlds.friction import SHAPES, SMOOTHINGS, CoulombLaw, coulomb_drag
from snakelab.worlds.world import World

EPS, MU = 0.05, (0.1, 0.3, 0.6)
SLIPS = [(0.04, 0.03, 0.0), (-0.5, 0.2, 0.0), (0.2, -0.9, 0.0)]
MEDIA = (
    sl.LinkFriction(0.3), sl.ViscousFriction(1.0, 2.0), sl.Contact(), sl.Fluid(), sl.worlds.InertiaBoxFluid(),
    sl.GranularMedium(sl.worlds.loose_poppy_seed(), 0.1), sl.ExternalWrench("link1"),
)  # fmt: skip


def drags(shape, smoothing):
    return np.array([coulomb_drag(slip, CoulombLaw(2.0, *MU, shape, smoothing, EPS)) for slip in SLIPS])


def test_every_shape_and_smoothing_is_a_law_of_its_own():
    laws = {(a, b): drags(a, b) for a in range(len(SHAPES)) for b in range(len(SMOOTHINGS))}
    for one, other in itertools.combinations(laws, 2):
        assert not np.allclose(laws[one], laws[other], rtol=1e-3), (one, other)


@pytest.mark.parametrize("shape", SUPPORTED_SHAPES)
def test_odometry_has_the_law_of_every_shape(shape):
    """Its secant is the hyperbolic tangent, at a slip velocity in the plane of the ground."""
    slip = np.array(SLIPS)[None, :, :2]
    along, across = np.zeros_like(slip), np.zeros_like(slip)
    along[..., 0] = across[..., 1] = 1.0
    tangential, backward, normal = (np.full(len(SLIPS), mu) for mu in MU)
    friction = Friction(tangential, backward, normal, shape, EPS, False)
    found = np.stack(_dampers(slip, along, across, np.full((1, len(SLIPS)), 2.0), friction, EPS), axis=-1)[0]
    assert np.allclose(found, drags(SHAPES.index(shape), SMOOTHINGS.index("tanh"))[:, :2], rtol=1e-9)


def test_no_two_media_share_a_code_or_are_without_one():
    robot = sl.Robot([sl.Link(0.1, mass=0.1), sl.Revolute("z"), sl.Link(0.1, mass=0.1)], base="planar")
    rows = [medium.tables(RobotStations(robot, 9.81)).rows for medium in MEDIA]
    codes = [row.code for own in rows for row in own]
    assert all(rows) and len(set(codes)) == len(codes)
    assert sl.Gravity().tables(RobotStations(robot, 9.81)).rows == ()


def test_a_world_lists_its_media_by_what_they_are():
    world = World((sl.Gravity(), *MEDIA, sl.worlds.LumpedFluid(name="sea")))
    assert world.contacts == (MEDIA[2],) and world.fluids == (MEDIA[3], world.media[-1])
    assert world.centre_frictions == MEDIA[:2] and world.user_laws == ()


def test_a_scaled_law_has_the_coefficients_times_the_factor():
    law = sl.LinkFriction(0.1, 0.4, shape="elliptic").scaled(2.0)
    assert law == sl.LinkFriction(0.2, 0.8, shape="elliptic")
    assert sl.ViscousFriction(1.0, 2.0, 3.0).scaled(0.5) == sl.ViscousFriction(0.5, 1.0, 1.5)
    assert sl.Contact(friction=sl.SurfaceFriction(0.2)).scaled(3.0).friction.mu_tangential == pytest.approx(0.6)
    assert sl.Contact(friction=None).scaled(3.0) == sl.Contact(friction=None)


def no_force(pose, twist, load, parameters, wrench, damping, stiffness):
    """No force."""


@pytest.mark.thorough
def test_a_user_law_cannot_be_scaled():
    with pytest.raises(sl.errors.WorldError, match="'contact' has a UserLaw as its friction"):
        sl.Contact(friction=sl.UserLaw(no_force)).scaled(2.0)
