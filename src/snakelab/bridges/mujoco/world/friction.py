"""Friction in MuJoCo: anisotropic on planes only, and wheels as points with less friction along their roll."""

from dataclasses import replace

from snakelab.bridges.mujoco.world.numbers import coefficients
from snakelab.bridges.mujoco.world.surfaces import is_followed
from snakelab.geometry.surfaces import Plane
from snakelab.worlds import Contact, LinkFriction, SurfaceFriction, ViscousFriction
from snakelab.worlds.contact import BODY, FRAMES, WORLD
from snakelab.worlds.friction import ELLIPTIC, SHAPES

STATED = (LinkFriction, ViscousFriction)  # friction whose load is stated


def directed(contact: Contact) -> bool:
    """Return True if friction differs along and across the body."""
    along, across = coefficients(contact)
    return along != across


def turned(contact: Contact, moved: bool) -> Contact:
    """Convert a contact for MuJoCo: except on a plane its friction is isotropic, with the greater coefficient.

    Args:
        contact: The contact.
        moved: True if other surfaces that `is_followed` have planes.
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
    """Contact of a wheel, along its axle and along its roll; of a spinning one equal in both directions."""
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
