"""Linearised friction of a contact in its two slip velocities: the tangent of the law if it slides, else a secant.

Resistance at the slip velocity v (2,):  f(v) = offset + slope v.

The tangent at the velocity at the start of the step gives Coulomb friction its limit mu N at any velocity that the step
reaches, but would drive the motion beyond v = 0. It is used for contacts that certainly slide throughout the step; others use the
secant, which dissipates at any velocity. A tangent that drives the motion is replaced by the secant, and the step is solved
again. For the per-axis law the two directions are treated separately.
"""

import math

from snakelab.compiling import kernel
from snakelab.geometry.vectors import cross, dot, get3
from snakelab.physics.contacts.law import ACROSS, BACKWARD, EPS, FORWARD, SHAPE, SMOOTHING
from snakelab.physics.model_tables.workspace import ALONG, FRICTION_OFFSET, FRICTION_SLOPE, LOAD, NORMAL, ROLL, SLIDES
from snakelab.worlds.ground_friction.friction import PER_AXIS, USER_FRICTION, CoulombLaw
from snakelab.worlds.ground_friction.friction_line import linearised_friction

# A contact certainly slides if the friction of the step changes its slip velocity by less than 1 / SLIDING_MARGIN, with
# the mass of its station; a skin point of a rolling cylinder has three times the mobility of the centre of mass.
SLIDING_MARGIN = 3.0
# Smoothed laws are nearly at their limit above this multiple of the smoothing speed.
SATURATED = 5.0


@kernel(inline=True)
def slip_velocity(contacts, row, u):
    """Velocity u of a contact point along the two directions of friction, and zero."""
    along = get3(contacts, row, ALONG)
    return (dot(along, u), dot(cross(get3(contacts, row, NORMAL), along), u), 0.0)


@kernel(inline=True)
def coefficients(par, a, contacts, row):
    """Coefficients forward, backward and across; along the rolling direction of a wheel those of its bearing."""
    if contacts[row, ROLL] >= 0.0:
        return contacts[row, ROLL], contacts[row, ROLL], par[a + ACROSS]
    return par[a + FORWARD], par[a + BACKWARD], par[a + ACROSS]


@kernel(inline=True)
def set_sliding(par, a, row, mobility, u, contacts):
    """Select the directions in which friction uses the tangent, from the velocity u at the start and the expected normal force.

    mobility: change of the slip velocity per unit of friction force over the step, of the free station: dt / m [s/kg].
    """
    v = slip_velocity(contacts, row, u)
    forward, backward, normal = coefficients(par, a, contacts, row)
    along = forward if v[0] >= 0.0 else backward
    minimum = SATURATED * par[a + EPS]
    braking = SLIDING_MARGIN * mobility * contacts[row, LOAD]
    first, second = 0.0, 0.0
    if par[a + SHAPE] == PER_AXIS:
        first = 1.0 if abs(v[0]) > minimum + braking * along else 0.0
        second = 1.0 if abs(v[1]) > minimum + braking * normal else 0.0
    elif par[a + SHAPE] != USER_FRICTION:
        speed = math.sqrt(v[0] * v[0] + v[1] * v[1])
        first = second = 1.0 if speed > minimum + braking * max(along, normal) else 0.0
    contacts[row, SLIDES] = first
    contacts[row, SLIDES + 1] = second


@kernel
def set_friction_line(par, a, row, u, contacts):
    """Linearise the friction at the present normal force and the velocity u at the start of the step."""
    v = slip_velocity(contacts, row, u)
    forward, backward, normal = coefficients(par, a, contacts, row)
    law = CoulombLaw(contacts[row, LOAD], forward, backward, normal, par[a + SHAPE], par[a + SMOOTHING], par[a + EPS])
    first, second = contacts[row, SLIDES] != 0.0, contacts[row, SLIDES + 1] != 0.0
    offset, d = linearised_friction(v, not (first or second), law)
    xx, xy, yy = d[0], d[1], d[3]
    along, across = offset[0], offset[1]
    if first != second:  # per axis: the other direction uses the secant, through the force at v
        if first:
            yy += across / v[1] if v[1] != 0.0 else 0.0
            across = 0.0
        else:
            xx += along / v[0] if v[0] != 0.0 else 0.0
            along = 0.0
    contacts[row, FRICTION_OFFSET] = along
    contacts[row, FRICTION_OFFSET + 1] = across
    contacts[row, FRICTION_SLOPE] = xx
    contacts[row, FRICTION_SLOPE + 1] = xy
    contacts[row, FRICTION_SLOPE + 2] = yy


@kernel(inline=True)
def resistance(contacts, row, v):
    """Linearised friction at the slip velocity v, along the two directions [N]."""
    xy = contacts[row, FRICTION_SLOPE + 1]
    return (
        contacts[row, FRICTION_OFFSET] + contacts[row, FRICTION_SLOPE] * v[0] + xy * v[1],
        contacts[row, FRICTION_OFFSET + 1] + xy * v[0] + contacts[row, FRICTION_SLOPE + 2] * v[1],
    )


@kernel(inline=True)
def stop_sliding(shape, row, v, contacts):
    """Use the secant in directions in which the tangent drives at the slip velocity v reached; True if there is one."""
    if contacts[row, SLIDES] == 0.0 and contacts[row, SLIDES + 1] == 0.0:
        return False
    f = resistance(contacts, row, v)
    if shape == PER_AXIS:
        first = contacts[row, SLIDES] != 0.0 and f[0] * v[0] < 0.0
        second = contacts[row, SLIDES + 1] != 0.0 and f[1] * v[1] < 0.0
    else:
        first = second = f[0] * v[0] + f[1] * v[1] < 0.0
    if first:
        contacts[row, SLIDES] = 0.0
    if second:
        contacts[row, SLIDES + 1] = 0.0
    return first or second
