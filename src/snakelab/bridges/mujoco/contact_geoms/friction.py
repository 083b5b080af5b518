"""Friction in MuJoCo: anisotropic on planes only, wheels as points with less friction in rolling direction; deviations."""

from dataclasses import replace

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import MIN_SHARE, coefficients
from snakelab.bridges.mujoco.contact_geoms.surfaces import is_followed
from snakelab.geometry.surfaces import Plane
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.worlds import Contact, LinkFriction, SurfaceFriction, UserLaw, ViscousFriction
from snakelab.worlds.ground_friction.contact import BODY, FRAMES, WORLD
from snakelab.worlds.ground_friction.friction import ELLIPTIC, SHAPES

STATED = (LinkFriction, ViscousFriction)  # friction with a given normal force


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
    friction, surface = contact.friction, contact.surface
    plane = isinstance(surface, Plane) or (moved and is_followed(surface))
    if (
        not isinstance(friction, SurfaceFriction)
        or not directed(contact)
        or (plane and friction.frame != FRAMES[WORLD])
    ):
        return contact
    exported = replace(
        friction, mu_tangential=max(coefficients(contact)), mu_normal=None, mu_backward=None, shape=SHAPES[ELLIPTIC]
    )
    return replace(contact, friction=exported)


def wheel_contact(contact: Contact, roll: float, spins: bool) -> Contact:
    """Contact of a wheel, along its axle and along its roll; of a spinning one equal in both directions."""
    friction = contact.friction
    assert isinstance(friction, SurfaceFriction)
    across = friction.mu_tangential if friction.mu_normal is None else friction.mu_normal
    exported = replace(
        friction,
        mu_tangential=across,
        mu_normal=None if spins else roll,
        mu_backward=None,
        frame=FRAMES[BODY],
        shape=SHAPES[ELLIPTIC],
    )
    return replace(contact, friction=exported)


def wheels_left_out(model: Model, contact: Contact, name: str, spins: bool, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's wheels."""
    parts = [part for part in model.robot.parts if isinstance(part, Link)]
    wheels = {wheel.friction for part in parts for wheel in part.wheels}
    if spins or not wheels or contact.friction is None:
        return []
    minimum = min(wheels)
    exported = wheel_contact(contact, minimum, spins)
    if turned(exported, moved) is not exported:
        return [f"the roll of the wheels on {name}: MuJoCo's friction has a direction on a Plane only"]
    if coefficients(exported)[1] != minimum:
        return [f"friction of the wheels on {name} along their roll below {MIN_SHARE:.2g} of that across"]
    return []


def friction_left_out(contact: Contact, name: str, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's friction."""
    friction = contact.friction
    if friction is None:
        return []
    if isinstance(friction, UserLaw):
        return [f"friction of {name}, which is a UserLaw"]
    sentences = []
    if friction.mu_backward not in (None, friction.mu_tangential):
        sentences.append(f"backward friction of {name}: MuJoCo's is the same both ways")
    if not directed(contact):
        return sentences
    if turned(contact, moved) is not contact:
        sentences.append(f"direction of friction of {name}: MuJoCo's follows the body's axis on a Plane only")
        return sentences
    if coefficients(contact) != (friction.mu_tangential, friction.mu_normal):
        sentences.append(
            f"friction of {name} below {MIN_SHARE:.2g} of that across the body, which MuJoCo does not support"
        )
    shape = SHAPES[int(friction.numbers()[4])]
    if shape != SHAPES[ELLIPTIC]:
        sentences.append(f"shape {shape!r} of the friction of {name}: MuJoCo's is elliptic")
    return sentences
