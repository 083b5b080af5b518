"""Friction as MuJoCo can hold it: a direction on planes only, and wheels as points that rub less along their roll."""

from dataclasses import replace

from snakelab.bridges.mujoco.world.numbers import coefficients
from snakelab.bridges.mujoco.world.surfaces import is_followed
from snakelab.geometry.surfaces import Plane
from snakelab.worlds import Contact, LinkFriction, SurfaceFriction, ViscousFriction
from snakelab.worlds.contact import BODY, FRAMES, WORLD
from snakelab.worlds.friction import ELLIPTIC, SHAPES

STATED = (LinkFriction, ViscousFriction)  # friction whose load is stated


def directed(contact: Contact) -> bool:
    """Whether friction differs along and across the body."""
    along, across = coefficients(contact)
    return along != across


def turned(contact: Contact, moved: bool) -> Contact:
    """The contact as MuJoCo can hold it: on anything but a plane its friction has no direction, and takes the greater number.

    Args:
        contact: The contact.
        moved: Whether surfaces that are no planes and `is_followed` have planes.
    """
    rubs, surface = contact.friction, contact.surface
    plane = isinstance(surface, Plane) or (moved and is_followed(surface))
    if not isinstance(rubs, SurfaceFriction) or not directed(contact) or (plane and rubs.frame != FRAMES[WORLD]):
        return contact
    own = replace(
        rubs, mu_tangential=max(coefficients(contact)), mu_normal=None, mu_backward=None, shape=SHAPES[ELLIPTIC]
    )
    return replace(contact, friction=own)


def wheel_contact(contact: Contact, roll: float, spins: bool) -> Contact:
    """The contact of a wheel, along its axle and along its roll; of one that spins the same both ways."""
    rubs = contact.friction
    assert isinstance(rubs, SurfaceFriction)
    across = rubs.mu_tangential if rubs.mu_normal is None else rubs.mu_normal
    own = replace(
        rubs,
        mu_tangential=across,
        mu_normal=None if spins else roll,
        mu_backward=None,
        frame=FRAMES[BODY],
        shape=SHAPES[ELLIPTIC],
    )
    return replace(contact, friction=own)
