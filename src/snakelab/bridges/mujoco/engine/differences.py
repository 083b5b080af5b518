"""Known differences of MuJoCo from the built-in engine, for the notes of a run."""

from snakelab.physics.model import Model
from snakelab.worlds import Contact, SurfaceFriction


def differences(model: Model) -> tuple[str, ...]:
    """Known reasons for which a run differs from one of the built-in engine, one line each."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    eps = [contact.friction.eps for contact in contacts if isinstance(contact.friction, SurfaceFriction)]
    lines = ["MuJoCo's step is of first order, ours of second: halve both steps and compare again"]
    if eps:
        lines.append(
            "below its limit the friction of a contact is a straight line, as steep as ours at the load that it carries, but no "
            f"less than at rest and no more than the step bears: speeds approach each other as eps (here {max(eps):g} m/s) "
            "and the step fall"
        )
    if contacts:
        lines.append(
            "contacts resist like ours and a mass: a thousandth of the link's along the normal, and along the ground a tenth "
            "where the step bears it, else about the link's own"
        )
    if (model.arrays.coordinates["dry_friction"] > 0).any():
        lines.append(
            "dry friction of a joint is, below its limit, a straight line with the slope of ours at rest, or the steepest that "
            "its step bears"
        )
    if model.driven.any():
        lines.append("torques of prescribed joints are those of the step before the record")
    return tuple(lines)
