"""Deviations of MuJoCo's friction from a contact law, one sentence each."""

from snakelab.bridges.mujoco.world.friction import directed, turned, wheel_contact
from snakelab.bridges.mujoco.world.numbers import LEAST_SHARE, coefficients
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.worlds import Contact, UserLaw
from snakelab.worlds.friction import ELLIPTIC, SHAPES


def wheels_left_out(model: Model, contact: Contact, name: str, spins: bool, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's wheels."""
    parts = [part for part in model.robot.parts if isinstance(part, Link)]
    wheels = {wheel.friction for part in parts for wheel in part.wheels}
    if spins or not wheels or contact.friction is None:
        return []
    least = min(wheels)
    own = wheel_contact(contact, least, spins)
    if turned(own, moved) is not own:
        return [f"the roll of the wheels on {name}: MuJoCo's friction has a direction on a Plane only"]
    if coefficients(own)[1] != least:
        return [f"friction of the wheels on {name} along their roll below {LEAST_SHARE:.2g} of that across"]
    return []


def friction_left_out(contact: Contact, name: str, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's friction."""
    rubs = contact.friction
    if rubs is None:
        return []
    if isinstance(rubs, UserLaw):
        return [f"friction of {name}, which is a UserLaw"]
    sentences = []
    if rubs.mu_backward not in (None, rubs.mu_tangential):
        sentences.append(f"backward friction of {name}: MuJoCo's is the same both ways")
    if not directed(contact):
        return sentences
    if turned(contact, moved) is not contact:
        sentences.append(f"direction of friction of {name}: MuJoCo's follows the body's axis on a Plane only")
        return sentences
    if coefficients(contact) != (rubs.mu_tangential, rubs.mu_normal):
        sentences.append(
            f"friction of {name} below {LEAST_SHARE:.2g} of that across the body, which MuJoCo cannot hold"
        )
    shape = SHAPES[int(rubs.numbers()[4])]
    if shape != SHAPES[ELLIPTIC]:
        sentences.append(f"shape {shape!r} of the friction of {name}: MuJoCo's is elliptic")
    return sentences
