"""Coulomb friction at link centres: linearisation at the start of a solve, and its error after each pass.

The method is that of `snakelab.worlds.ground_friction.friction_line`. Contacts: see `contacts/sliding.py`.
"""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_twist
from snakelab.geometry.vectors import add, add_scaled, cross, dot, get3, set3, sub
from snakelab.worlds.ground_friction.friction import (
    ACROSS,
    BACKWARD,
    ELLIPTIC,
    FORWARD,
    GRAVITY,
    PER_AXIS,
    coulomb_drag,
    law_at_centre,
)
from snakelab.worlds.ground_friction.friction_line import braked_velocity, first_estimate
from snakelab.worlds.law import (
    ACCELERATION,
    COULOMB,
    LAW_APPLIED,
    LAW_FULL,
    LAW_INERTIA,
    LAW_POINT,
    LAW_VELOCITY_CHANGE,
    LAW_WRENCH,
    TWIST,
)

# Deviation of the linearisation from the law that needs no further pass, as a fraction of the friction limit.
FRICTION_TOLERANCE = 5e-3
# The slopes of the laws by the direction of the slip are approximate, with an error of first order in the step.
SLIP_FRICTION_TOLERANCE = 2e-5
# The full step of an extrapolated step is only compared with the half steps, whose friction is applied: its deviation may be
# larger by this factor.
FULL_STEP_TOLERANCE = 4.0
# Mobility of a station in a chain relative to a free one: for the first estimate, for that of a half step, and for those after
# the first passes. Only the number of passes depends on them; the larger the last, the more reliable the convergence.
FIRST_MOBILITY, HALF_MOBILITY, NEXT_MOBILITY, CONVERGING_MOBILITY, QUICK_PASSES = 0.7, 0.35, 0.5, 1.0, 3

# Step to be solved: the only one, or one of the three of an extrapolated step, in this order.
ONLY_STEP, FULL_STEP, FIRST_HALF, SECOND_HALF = range(4)

# Friction of two steps counts as different above this fraction of its limit.
DIFFERENT = 0.5


@kernel(stage=True)
def start_friction(model, dt, part, ws):
    """First estimates of the final velocities of a step, at which friction is linearised.

    A half step uses the other forces on a station from the previous solve: those of the full step act half as long.
    """
    n = len(model.stations)
    par = model.law_parameters
    for law in range(len(model.laws)):
        if model.laws[law].code == COULOMB:
            a = model.laws[law].first
            for k in range(n):
                mass = model.stations[k].mass
                u = get_twist(ws.stations, k, TWIST)[0]
                if part >= FIRST_HALF:
                    free = add_scaled(
                        u, 0.5 if part == FIRST_HALF else 1.0, get3(ws.laws, law * n + k, LAW_VELOCITY_CHANGE)
                    )
                    u = braked_velocity(free, HALF_MOBILITY * dt / mass, law_at_centre(par, a, mass))
                elif dt > 0.0:
                    u = first_estimate(u, FIRST_MOBILITY * dt / mass, law_at_centre(par, a, mass))
                set3(ws.laws, law * n + k, LAW_POINT, u)


@kernel(inline=True)
def misses(line, u, c, friction, part):
    """Return True if the linearised force differs from the law's, c u, by more than a small fraction of the friction limit."""
    tolerance = SLIP_FRICTION_TOLERANCE
    if friction.shape == PER_AXIS or friction.shape == ELLIPTIC:
        tolerance = FRICTION_TOLERANCE * (FULL_STEP_TOLERANCE if part == FULL_STEP else 1.0)
    first = tolerance * friction.load * max(friction.forward, friction.backward)
    second = tolerance * friction.load * friction.normal
    if friction.shape != PER_AXIS:
        first = second = max(first, second)
    return (
        abs(line[0] - c[0] * u[0]) > first or abs(line[1] - c[1] * u[1]) > second or abs(line[2] - c[2] * u[2]) > second
    )


@kernel(stage=True)
def check_friction(model, dt, k_pass, part, ws):
    """Compare the friction of all stations with the law at the velocity reached, and update the estimate of that velocity.

    Returns:
        Number of stations whose linearisation deviates from the law [-].
    """
    n = len(model.stations)
    par = model.law_parameters
    open_lines = 0
    trust = NEXT_MOBILITY if k_pass < QUICK_PASSES else CONVERGING_MOBILITY
    for law in range(len(model.laws)):
        if model.laws[law].code != COULOMB:
            continue
        a = model.laws[law].first
        for k in range(n):
            row = law * n + k
            mass = model.stations[k].mass
            friction = law_at_centre(par, a, mass)
            twist, acc = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, k, ACCELERATION)
            change = add(acc[0], cross(twist[1], twist[0]))
            u = add_scaled(twist[0], dt, change)
            # the linearisation as stored in the row: wrench at the start, and dt times its slope
            block = ws.laws[row, LAW_INERTIA:]
            line = (
                block[0] * change[0] + block[1] * change[1] + block[2] * change[2] - ws.laws[row, LAW_WRENCH],
                block[1] * change[0] + block[3] * change[1] + block[4] * change[2] - ws.laws[row, LAW_WRENCH + 1],
                block[2] * change[0] + block[4] * change[1] + block[5] * change[2] - ws.laws[row, LAW_WRENCH + 2],
            )
            set3(ws.laws, row, LAW_VELOCITY_CHANGE, add_scaled(sub(u, twist[0]), HALF_MOBILITY * dt / mass, line))
            c = coulomb_drag(u, friction)
            if misses(line, u, c, friction, part):
                open_lines += 1
                mobility = trust * dt / mass
                free = add_scaled(u, mobility, line)
                u = braked_velocity(free, mobility, friction)
            set3(ws.laws, row, LAW_POINT, u)
    return open_lines


@kernel
def friction_differs(model, full, ws):
    """Store the friction applied in the full step, or compare that of a half step with it, for the extrapolated step.

    Returns:
        Limit of the friction that differs by more than DIFFERENT of it, and of all friction, [N].
    """
    n = len(model.stations)
    par = model.law_parameters
    different, total = 0.0, 0.0
    for law in range(len(model.laws)):
        code, a = model.laws[law].code, model.laws[law].first
        if code != COULOMB:
            continue
        for k in range(n):
            row = law * n + k
            force = get3(ws.laws, row, LAW_APPLIED)
            if full:
                set3(ws.laws, row, LAW_FULL, force)
                continue
            maximum = max(par[a + FORWARD], par[a + BACKWARD], par[a + ACROSS])
            limit = model.stations[k].mass * par[a + GRAVITY] * maximum
            change = add_scaled(force, -1.0, get3(ws.laws, row, LAW_FULL))
            total += limit
            if dot(change, change) > DIFFERENT * DIFFERENT * limit * limit:
                different += limit
    return different, total
