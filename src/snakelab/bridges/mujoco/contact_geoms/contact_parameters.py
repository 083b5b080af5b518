"""Contact law as MuJoCo's parameters.

MuJoCo solves a_1 + R f = a_ref at every contact, with a_1 the resulting acceleration, a_ref = -b w - k gap, and
R = (1 - d) / d A, where A is the inverse mass of the link and d the impedance. With k = K R and b = B R that is

    f = -(K gap + B w) - a_1 / R,

the spring and damper of the built-in engine, and an apparent mass 1 / R of the contact. A small d makes it small.

Friction below its limit is viscous in MuJoCo, f = -(b_t / R_t) u - a_1 / R_t, and mu N s(u / eps) in the built-in
engine: b_t gives the two the same slope S at rest, for the load of the link's own weight. MuJoCo's step is explicit in u,
and stable where dt b_t A / (A + R_t) is small. With R_t = g A that is dt A S g / (1 + g): a long step requires a small g,
and with it a large 1 / R_t, so that rolling bodies slip; below the minimum of g a smaller slope is used, so that bodies
creep.

MuJoCo's cone is convex: a sliding contact is lifted, less with a greater ratio of R of the normal to R_t, `impratio`.

Along the normal the step is also explicit: it is stable if n dt B A and n dt^2 K A are small.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from snakelab.worlds import Contact, SurfaceFriction

# g of the direction with the larger friction; and the maximum of dt A S g / (1 + g).
MIN_COMPLIANCE, MAX_COMPLIANCE, STABLE = 0.1, 10.0, 1.0
# Maximum of g for a spinning wheel, whose rim is much lighter than its link.
WHEEL_COMPLIANCE = 1.0
# Bound of n dt B A and n dt^2 K A, with n contact points of a link: with 1.1 a snake on two points of 400 N s/m is unstable.
MAX_DAMPED, MAX_SPRUNG = 0.8, 1.0
# MuJoCo's ratio of R along the normal to R of the first friction direction, one for all contacts.
IMPRATIO = 100.0
# Minimum depth of a point, for the slope of its friction [m].
MIN_DEPTH = 1e-6
# MuJoCo's bounds of d.
MIN_IMPEDANCE, MAX_IMPEDANCE = 1e-4, 0.9999
# Minimum ratio of two coefficients in MuJoCo with these bounds and impratio.
MIN_SHARE = math.sqrt(MIN_COMPLIANCE * IMPRATIO * MIN_IMPEDANCE)
# Width over which MuJoCo's impedance increases; without effect, since the impedance is constant here [m].
MARGIN = 1e-3
# Impedance of a joint limit: its spring and damper, and an apparent inertia of a tenth of that of the joint.
STOP_IMPEDANCE = 0.1


class PairNumbers(NamedTuple):
    """Parameters of a contact pair, as in MJCF.

    Attributes:
        friction: Along the link, across it [-]; empty where there is none.
        solref: -k, -b of the normal.
        solreffriction: Likewise of the tangents.
        impedance: d.
        load: That one of MuJoCo's contacts carries at rest, for which the slope of its friction is [N].
        room: The steepest slope that is stable, fraction of that one [-].
    """

    friction: tuple[float, ...]
    solref: tuple[float, float]
    solreffriction: tuple[float, float]
    impedance: float
    load: float = 0.0
    room: float = 1.0


def pair_numbers(
    contact: Contact,
    inverse_mass: float,
    load: float,
    fraction: float,
    timestep: float,
    max_compliance: float = MAX_COMPLIANCE,
) -> PairNumbers:
    """Parameters of one link on one surface.

    Args:
        contact: The law.
        inverse_mass: Inverse mass of the link, see `inverse_weights` [1/kg].
        load: Load of one point when the link rests on the surface [N].
        fraction: Number of MuJoCo's contacts for each skin point, which share its stiffness [-].
        timestep: Longest step [s].
        max_compliance: Largest g.
    """
    along, across = coefficients(contact)
    maximum = max(along, across)
    if not maximum:
        d = 1.0 / (1.0 + IMPRATIO)
        return PairNumbers((), _normal(contact, d, inverse_mass, fraction), (0.0, 0.0), d)
    assert isinstance(contact.friction, SurfaceFriction)
    load = max(load, MIN_DEPTH * contact.stiffness)  # without weight
    stiff = inverse_mass * maximum * load / fraction / contact.friction.eps  # A S [1/s]
    ratio = (
        IMPRATIO * (maximum / along) ** 2
    )  # ratio of R along the normal to R of the direction with the larger friction
    compliance, room = _compliance(stiff, timestep, max_compliance, (1.0 / MIN_IMPEDANCE - 1.0) / ratio)
    stiff *= min(1.0, room)
    d = max(1.0 / (1.0 + compliance * ratio), MIN_IMPEDANCE)
    held = -d * compliance * stiff
    return PairNumbers(
        (along, across), _normal(contact, d, inverse_mass, fraction), (held, held), d, load / fraction, max(room, 1.0)
    )


def _normal(contact: Contact, d: float, inverse_mass: float, fraction: float) -> tuple[float, float]:
    return -_direct(contact.stiffness / fraction, d, inverse_mass), -_direct(
        contact.damping / fraction, d, inverse_mass
    )


def stable_step(contacts: Sequence[Contact], inverse_mass: float) -> float:
    """Longest step with which these contacts are stable in MuJoCo; infinite without any [s].

    Args:
        contacts: Their laws.
        inverse_mass: Largest of a link, see `inverse_weights`, times the number of its contact points [1/kg].
    """
    steps = [math.sqrt(MAX_SPRUNG / (inverse_mass * contact.stiffness)) for contact in contacts if inverse_mass > 0]
    steps += [MAX_DAMPED / (inverse_mass * c.damping) for c in contacts if inverse_mass * c.damping > 0]
    return min(steps, default=math.inf)


def coefficients(contact: Contact) -> tuple[float, float]:
    """Coefficients of friction along and across the link, each at least the minimum fraction of the other [-]."""
    friction = contact.friction
    if not isinstance(friction, SurfaceFriction):
        return 0.0, 0.0
    along, across = friction.mu_tangential, friction.mu_tangential if friction.mu_normal is None else friction.mu_normal
    minimum = MIN_SHARE * max(along, across)
    return max(along, minimum), max(across, minimum)


def stop_numbers(stiffness: float, damping: float, inverse_inertia: float) -> tuple[tuple[float, float], float]:
    """-k and -b, and d, of a joint limit with this stiffness and damping."""
    d = STOP_IMPEDANCE
    return (-_direct(stiffness, d, inverse_inertia), -_direct(damping, d, inverse_inertia)), d


def joint_friction_numbers(slope: float, inverse_inertia: float, timestep: float) -> tuple[tuple[float, float], float]:
    """-k and -b, and d, of dry friction in a joint: below its limit a damper, as steep as its step allows.

    Args:
        slope: Of our friction at rest, f / eps [N m s/rad] or [N s/m].
        inverse_inertia: Of the joint, see `inverse_weights`.
        timestep: The longest [s].
    """
    stiff = inverse_inertia * slope
    compliance, room = _compliance(stiff, timestep)
    d = 1.0 / (1.0 + compliance)
    return (0.0, -d * compliance * stiff * min(1.0, room)), d


def _compliance(
    stiff: float, timestep: float, maximum: float = MAX_COMPLIANCE, bound: float = math.inf
) -> tuple[float, float]:
    """g of friction whose slope times the inverse mass is `stiff`, and the steepest stable slope as a fraction of that one.

    Args:
        stiff: A S [1/s].
        timestep: Timestep [s].
        maximum: Of g.
        bound: Bound of g due to MuJoCo's minimum impedance.
    """
    excess = stiff * timestep / STABLE - 1.0
    compliance = max(MIN_COMPLIANCE, min(1.0 / max(excess, 1.0 / maximum), bound))
    return compliance, STABLE * (1.0 + compliance) / (compliance * timestep) / stiff if stiff > 0.0 else 1.0


def _direct(coefficient: float, d: float, inverse_mass: float) -> float:
    """Product K R d: MuJoCo divides its input by d."""
    return coefficient * (1.0 - d) * inverse_mass
