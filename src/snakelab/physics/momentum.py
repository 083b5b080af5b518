"""Momentum: corrections of the base, with which the momentum of a robot changes by the impulse of the external forces alone.

A step solves for the accelerations in its initial shape, so the momentum of its final state has an error of the order of the
step, also where all forces are internal. Free space does not damp this error, and a medium with little drag hardly, so that the
position drifts. The base is corrected as if the body were rigid, which leaves the coordinates as they are.
"""

from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    ZERO_SYM,
    add,
    add6,
    add_scaled,
    cross,
    dot,
    get3,
    get_inertia,
    mat_t_vec,
    mat_vec,
    rotate_sym,
    scale,
    sub,
    sym_vec,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    CORRECTION_WORK,
    FIRST_LAW_WORK,
    FORCE,
    GRAVITY_WORK,
    PLANAR,
    VELOCITY,
    P,
    inertia_of,
    n_bodies,
)
from snakelab.physics.outward_pass import outward
from snakelab.physics.station_forces import thrust_wrench
from snakelab.worlds.currents import ADDRESS, EVERYWHERE, GRADIENT, PULSATION, SIZE
from snakelab.worlds.currents import REGION as CURRENT_REGION
from snakelab.worlds.currents import VELOCITY as STREAM
from snakelab.worlds.fluid import CURRENTS, N_CURRENTS, REGION, SIMPLIFIED
from snakelab.worlds.force_law import (
    COUPLING_LAW,
    FLUID,
    GRANULAR,
    LAW_APPLIED,
    LAW_INERTIA,
    POSITION,
    SELF_CONTACT_LAW,
    gravity_of,
    station_frame,
)

# ----------------------------------------------------------------------------------------------------------------------
# Momentum in free space: internal forces and uniform gravity leave the angular momentum about the centre of mass, and move that
# centre on a parabola
#
# A step solves for the accelerations in its initial shape, so the momentum of its final state has an error of the order of the
# step. From event to event the base is shifted and its twist changed as if the body were rigid, which leaves the coordinates as
# they are.
# ----------------------------------------------------------------------------------------------------------------------

NO_MOMENTUM = (0.0, ZERO, ZERO, ZERO, ZERO_SYM)


@kernel
def momentum(model, n, y, ws):
    """Mass, centre of mass, its velocity, angular momentum and inertia about it, all in world axes, of the first n stations."""
    outward(model, y, ws)
    mass, first, linear, angular, second = 0.0, ZERO, ZERO, ZERO, ZERO_SYM
    origin = get3(ws.stations, 0, POSITION)  # near the body, for the precision of second moments
    for k in range(n):
        r, p, twist = station_frame(ws.stations, k)
        m, p, v = model.stations[k].mass, sub(p, origin), mat_vec(r, twist[0])
        mass += m
        first, linear = add_scaled(first, m, p), add_scaled(linear, m, v)
        spin = mat_vec(r, sym_vec(inertia_of(model.stations, k), twist[1]))
        angular = add(angular, add_scaled(spin, m, cross(p, v)))
        second = point_inertia(rotate_sym(r, inertia_of(model.stations, k)), m, p, second)
    centre, velocity = scale(1.0 / mass, first), scale(1.0 / mass, linear)
    angular = add_scaled(angular, -mass, cross(centre, velocity))
    return mass, add(origin, centre), velocity, angular, point_inertia(second, -mass, centre, ZERO_SYM)


@kernel(inline=True)
def point_inertia(a, m, p, b):
    """a + b + m (p . p I - p p^T), symmetric."""
    return (
        a[0] + b[0] + m * (p[1] * p[1] + p[2] * p[2]),
        a[1] + b[1] - m * p[0] * p[1],
        a[2] + b[2] - m * p[0] * p[2],
        a[3] + b[3] + m * (p[0] * p[0] + p[2] * p[2]),
        a[4] + b[4] - m * p[1] * p[2],
        a[5] + b[5] + m * (p[0] * p[0] + p[1] * p[1]),
    )


@kernel
def conserve_momentum(model, before, interval, y, ws):
    """Correct the base of a state y in free space, so that it has the momentum and the centre that follow from an earlier state.

    A planar base keeps its height and its tilt. The energy of the correction is added to its term.

    Args:
        model: ModelArrays.
        before: See `momentum`, of the earlier state.
        interval: Time since then [s].
        y: State row; base and works are updated.
        ws: Workspace.
    """
    mass, centre0, v0, spin0, _ = before
    _, centre1, v1, spin1, inertia = momentum(model, len(model.stations) - n_bodies(model.parts), y, ws)
    g = gravity_of(model)
    dv, lost = sub(add_scaled(v0, interval, g), v1), sub(spin0, spin1)
    move = sub(add_scaled(add_scaled(centre0, interval, v0), 0.5 * interval * interval, g), centre1)
    if len(model.base) == PLANAR:
        dv, move = (dv[0], dv[1], 0.0), (move[0], move[1], 0.0)
        dw = (0.0, 0.0, lost[2] / inertia[5] if inertia[5] > 0.0 else 0.0)
    else:
        dw = sym_solve(inertia, lost)
    arm = sub((y[P], y[P + 1], y[P + 2]), centre1)
    base = add(dv, cross(dw, arm))
    for i in range(3):
        y[P + i] += move[i]
        y[VELOCITY + i] += base[i]
        y[VELOCITY + 3 + i] += dw[i]
    work = len(y) - FIRST_LAW_WORK - len(model.laws)
    y[work + GRAVITY_WORK] += mass * dot(g, move)
    y[work + CORRECTION_WORK] += mass * dot(dv, add_scaled(v1, 0.5, dv)) + dot(dw, add_scaled(spin1, 0.5, lost))


@kernel(inline=True)
def touches_bodies(model, ws):
    """True if the last plain step had a force between the robot and a free body, or between parts of the robot."""
    n = len(model.stations)
    for law in range(len(model.laws)):
        if model.laws[law].code == SELF_CONTACT_LAW:
            for row in range(law * n, law * n + n - n_bodies(model.parts)):
                for i in range(3):
                    if ws.laws[row, LAW_APPLIED + i] != 0.0:
                        return True
    return False


@kernel
def conserve_with_bodies(model, before, interval, y, ws):
    """`conserve_momentum` for the robot and all free bodies together, whose steps conserve their own momenta."""
    mass, centre0, v0, spin0, _ = before
    n = len(model.stations)
    own, centre, v_own, _, _ = momentum(model, n - n_bodies(model.parts), y, ws)
    _, centre1, _, _, _ = momentum(model, n, y, ws)
    g, planar = gravity_of(model), len(model.base) == PLANAR
    target = add_scaled(add_scaled(centre0, interval, v0), 0.5 * interval * interval, g)
    move = scale(mass / own, sub(target, centre1))
    if planar:
        move = (move[0], move[1], 0.0)
    for i in range(3):
        y[P + i] += move[i]
    _, centre1, v1, spin1, _ = momentum(model, n, y, ws)
    _, centre, v_own, spin_own, inertia = momentum(model, n - n_bodies(model.parts), y, ws)
    dv = scale(mass / own, sub(add_scaled(v0, interval, g), v1))
    if planar:
        dv = (dv[0], dv[1], 0.0)
    lost = sub(sub(spin0, spin1), scale(own, cross(sub(centre, centre1), dv)))
    if planar:
        dw = (0.0, 0.0, lost[2] / inertia[5] if inertia[5] > 0.0 else 0.0)
    else:
        dw = sym_solve(inertia, lost)
    base = add(dv, cross(dw, sub((y[P], y[P + 1], y[P + 2]), centre)))
    for i in range(3):
        y[VELOCITY + i] += base[i]
        y[VELOCITY + 3 + i] += dw[i]
    work = len(y) - FIRST_LAW_WORK - len(model.laws)
    y[work + GRAVITY_WORK] += own * dot(g, move)
    y[work + CORRECTION_WORK] += own * dot(dv, add_scaled(v_own, 0.5, dv)) + dot(dw, add_scaled(spin_own, 0.5, lost))


@kernel(inline=True)
def sym_solve(a, b):
    """Solution of a x = b for an inertia a; zero if the body has none about some axis."""
    x, y, z = a[3] * a[5] - a[4] * a[4], a[2] * a[4] - a[1] * a[5], a[1] * a[4] - a[2] * a[3]
    determinant = a[0] * x + a[1] * y + a[2] * z
    size = a[0] + a[3] + a[5]
    if not determinant > 1e-14 * size * size * size:
        return ZERO
    inverse = (x, y, z, a[0] * a[5] - a[2] * a[2], a[1] * a[2] - a[0] * a[4], a[0] * a[3] - a[1] * a[1])
    return scale(1.0 / determinant, sym_vec(inverse, b))


# ----------------------------------------------------------------------------------------------------------------------
# Linear momentum in media: it changes by the impulse of the external forces as they were solved for
#
# In each solve the forces on the stations are the rate of the momentum exactly. Their sum times the step is the impulse of a
# plain step; impulses are combined like the states that they lead to. The next step evaluates the momentum of its initial state
# anyway: what is missing there is a velocity that this step adds to the base, which is as if it had moved with it throughout. The
# last step before a record is corrected at once.
#
# The added mass of a fluid that surrounds the robot, at rest or in uniform motion, is constant in the axes of a station, and
# counts as mass: the momentum of the fluid depends on the shape as well. Elsewhere its force counts as an external one.
#
# Angular momentum is not corrected: in media its error has no effect on the speed, and that on the heading is small.
# ----------------------------------------------------------------------------------------------------------------------

# Masses of which the momentum is balanced: see `balanced_masses`.
NOT_BALANCED, OWN_MASS, WITH_ADDED_MASS = range(3)
# Places in the row of the balance in the scratch of a step: momentum expected at its start, impulse in it, velocity that is
# missing at its start, momentum of the robot alone there, its mass, whether a step precedes, and whether the robot has touched
# a free body since the last event.
EXPECTED, IMPULSE, MISSING, OWN, MASS, FOLLOWS, TOUCHED = 0, 3, 6, 9, 12, 13, 14


@kernel
def balanced_masses(model):
    """WITH_ADDED_MASS where all added mass is constant, else OWN_MASS.

    NOT_BALANCED for a fixed base, in free space and in grains.
    """
    external, fluids, constant = len(model.propellers) > 0, 0, 0
    for law in model.laws:
        # the contact of the robot with itself has the code of the friction of a contact, which follows that contact
        external = external or (law.code != COUPLING_LAW and law.code != SELF_CONTACT_LAW)
        if law.code == GRANULAR:  # their resistance stops a body in a thousandth of a step
            return NOT_BALANCED
        if law.code == FLUID:
            fluids += 1
            steady, _ = uniform_stream(model.law_parameters, law.first)
            constant += steady
    if len(model.base) == 0 or not external:
        return NOT_BALANCED
    return WITH_ADDED_MASS if 0 < fluids == constant else OWN_MASS


@kernel
def uniform_stream(par, a):
    """Return whether a fluid, with its first number at a, fills all space in uniform steady motion, and its velocity."""
    steady = par[a + SIMPLIFIED] == 0.0 and par[a + int(par[a + REGION])] == EVERYWHERE
    velocity, at = ZERO, a + int(par[a + CURRENTS])
    for _ in range(int(par[a + N_CURRENTS])):
        steady = steady and par[at + ADDRESS] == 0.0 and par[at + int(par[at + CURRENT_REGION])] == EVERYWHERE
        for i in range(GRADIENT, GRADIENT + 9):
            steady = steady and par[at + i] == 0.0
        for i in range(PULSATION, PULSATION + 3):
            steady = steady and par[at + i] == 0.0
        velocity = add(velocity, (par[at + STREAM], par[at + STREAM + 1], par[at + STREAM + 2]))
        at += int(par[at + SIZE])
    return steady, velocity


@kernel(inner=True)
def linear_momentum(model, ws):
    """Linear momentum of the robot in world axes; `outward` must have run on the state."""
    total = ZERO
    for k in range(len(model.stations) - n_bodies(model.parts)):
        r, _, twist = station_frame(ws.stations, k)
        total = add_scaled(total, model.stations[k].mass, mat_vec(r, twist[0]))
    return total


@kernel(inner=True)
def added_momentum(model, ws):
    """Linear momentum of the fluid that moves with the robot, and the sum of the added masses, in world axes."""
    total, masses = ZERO, ZERO_SYM
    n = len(model.stations)
    for law in range(len(model.laws)):
        if model.laws[law].code == FLUID:
            _, stream = uniform_stream(model.law_parameters, model.laws[law].first)
            for k in range(n - n_bodies(model.parts)):
                r, _, twist = station_frame(ws.stations, k)
                m, c, _ = get_inertia(ws.laws, law * n + k, LAW_INERTIA)
                u = sub(twist[0], mat_t_vec(r, stream))
                total = add(total, mat_vec(r, add(sym_vec(m, u), mat_vec(c, twist[1]))))
                masses = add6(masses, rotate_sym(r, m))
    return total, masses


@kernel(inner=True)
def external_force(model, ws):
    """Sum of the external forces in the last plain step without those of added mass, and that of added mass, in world axes."""
    mass, force, added = 0.0, ZERO, ZERO
    n = len(model.stations)
    own = n - n_bodies(model.parts)  # the contact with free bodies is external as well
    for law in range(len(model.laws)):
        if model.laws[law].code == FLUID:
            for row in range(law * n, law * n + own):
                added = add(added, get3(ws.laws, row, LAW_APPLIED))
        elif model.laws[law].code != COUPLING_LAW:
            for row in range(law * n, law * n + own):
                force = add(force, get3(ws.laws, row, LAW_APPLIED))
    for k in range(own):
        mass += model.stations[k].mass
    for i in range(len(model.propellers)):
        c = model.propellers[i]
        r, _, _ = station_frame(ws.stations, c.station)
        thrust = ws.coordinates[len(model.coordinates) + i, FORCE]
        force = add(force, mat_vec(r, thrust_wrench(c, thrust)[0]))
    return add_scaled(force, mass, gravity_of(model)), added


@kernel(inner=True)
def begin_balance(model, masses, row, ws):
    """Find the velocity that the initial state of a step lacks, after the first solve from it.

    Args:
        model: ModelArrays.
        masses: See `balanced_masses`.
        row: Row of the balance; EXPECTED is set if no step precedes.
        ws: Workspace.
    """
    own, mass = linear_momentum(model, ws), 0.0
    for k in range(len(model.stations) - n_bodies(model.parts)):
        mass += model.stations[k].mass
    total, inertia = own, (mass, 0.0, 0.0, mass, 0.0, mass)
    if masses == WITH_ADDED_MASS:
        fluid, added = added_momentum(model, ws)
        total, inertia = add(own, fluid), add6(inertia, added)
    if len(model.base) == PLANAR:
        inertia = (inertia[0], inertia[1], 0.0, inertia[3], 0.0, mass)
    missing = ZERO
    if row[FOLLOWS] != 0.0:
        missing = sub((row[EXPECTED], row[EXPECTED + 1], row[EXPECTED + 2]), total)
        if len(model.base) == PLANAR:
            missing = (missing[0], missing[1], 0.0)
        missing = sym_solve(inertia, missing)
    else:
        for i in range(3):
            row[EXPECTED + i] = total[i]
    row[MASS] = mass
    for i in range(3):
        row[MISSING + i], row[OWN + i] = missing[i], own[i]


@kernel(inner=True)
def end_balance(model, masses, force, dt, y_out, row):
    """Add the missing velocity to the state that a step reaches, and keep the impulse of that step.

    Args:
        model: ModelArrays.
        masses: See `balanced_masses`.
        force: Mean external force in the step, and mean force of added mass, see `external_force`.
        dt: The step [s].
        y_out: State row; position and velocity of the base and works are updated.
        row: Row of the balance.
    """
    g, work = gravity_of(model), len(y_out) - FIRST_LAW_WORK - len(model.laws)
    for i in range(3):
        dv, all_forces = row[MISSING + i], force[0][i] + force[1][i]
        y_out[P + i] += dt * dv
        y_out[VELOCITY + i] += dv
        y_out[work + GRAVITY_WORK] += row[MASS] * g[i] * dt * dv
        y_out[work + CORRECTION_WORK] += dv * (row[OWN + i] + dt * all_forces + 0.5 * row[MASS] * dv)
        row[IMPULSE + i] = dt * (force[0][i] if masses == WITH_ADDED_MASS else all_forces)


@kernel(inline=True)
def accept_balance(row):
    """Expect the momentum that follows from an accepted step."""
    for i in range(3):
        row[EXPECTED + i] += row[IMPULSE + i]
    row[FOLLOWS] = 1.0


@kernel
def complete_balance(model, masses, y, row, ws):
    """Correct the state that the last step before a record reached."""
    outward(model, y, ws)
    begin_balance(model, masses, row, ws)
    end_balance(model, masses, NO_TWIST, 0.0, y, row)
    row[FOLLOWS] = 0.0
