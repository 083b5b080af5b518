"""What MuJoCo always does otherwise than our own engine, for the notes of a run."""

from snakelab.physics.model import Model
from snakelab.worlds import Contact


def differences(model: Model) -> tuple[str, ...]:
    """Known reasons why a run differs from one of our own engine, one line each."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    eps = [contact.friction.eps for contact in contacts if contact.friction is not None]
    lines = ["MuJoCo's step is of first order, ours of second: halve both steps and compare again"]
    if eps:
        lines.append(
            "below its limit friction is a straight line with the slope of the resting load, ours follows each point's load: "
            f"speeds approach each other as eps falls (here {max(eps):g} m/s)"
        )
    if contacts:
        lines.append("contacts resist like ours and a mass, along the ground about that of the link")
    if (model.arrays.coordinates["dry_friction"] > 0).any():
        lines.append(
            "dry friction of a joint is, below its limit, a straight line with the slope of ours at rest, or the steepest that "
            "its step bears"
        )
    if model.driven.any():
        lines.append("torques of prescribed joints are those of the step before the record")
    return tuple(lines)
