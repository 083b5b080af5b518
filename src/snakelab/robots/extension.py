"""The quiet length under a force: where a spring or an elastomer holds it."""

import math

from snakelab.errors import RobotError
from snakelab.robots.compliance import Holder, Spring
from snakelab.robots.materials.elastomer import Elastomer, elastic_force
from snakelab.types import number

MOST_STRETCH = 100.0  # where the search for a length ends: a hundred times the length at rest


def extension_under(holder: Holder, force: float) -> float:
    """Coordinate at which a spring or an elastomer is in quiet under a force: f(q) = force.

    A spring's is rest + force / stiffness. An elastomer's lies between bounds that are widened until they hold it, and is found
    between them to rounding; where several lengths fit, the one nearest to rest.

    Args:
        holder: What holds the coordinate.
        force: [N] or [N m]; infinite for an infinite coordinate.

    Raises:
        RobotError: if a spring has no stiffness, or an elastomer gives in at that force.
    """
    number(force, "force", RobotError, infinite=True)
    if math.isinf(force):
        return force
    if isinstance(holder, Spring):
        if not holder.stiffness > 0:
            raise RobotError("a force has no quiet length without a spring; write Spring(stiffness, damping)")
        return holder.rest + force / holder.stiffness
    return _between(holder, force)


def _between(elastomer: Elastomer, force: float) -> float:
    from scipy.optimize import brentq

    law, m = elastomer.law, elastomer.numbers()

    def missing(q: float) -> float:
        return float(elastic_force(law, m, q)[0]) - force

    if missing(0.0) == 0.0:
        return 0.0
    way = math.copysign(0.05 * elastomer.length, force)
    near, far = 0.0, way
    while missing(far) * force < 0:  # equal signs beyond the length
        near, far = far, 1.5 * far
        if abs(far) > MOST_STRETCH * elastomer.length:
            raise RobotError(
                f"{force:g} N stretch an elastomer of {elastomer.length:g} m more than {MOST_STRETCH:g} times; lower the "
                "pressure, or check its constants"
            )
    return float(brentq(missing, near, far, xtol=1e-16, rtol=1e-14))
