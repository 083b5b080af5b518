"""Contacts of the skin with surfaces: friction, forces in each pass of the solve, the outcome, and impacts.

Normal force and friction are those of `worlds.contact_laws.Contact`. The sections follow the order of a step after
`contact_detection`: linearised friction, friction by a user law, forces in each pass, and the check and application after it.
"""

import math

from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_rotate,
    inertia_shift,
    mass_at,
    mat_mat,
    mat_vec,
    scale,
    set3,
    set_inertia,
    set_twist,
    twist_add,
    twist_add_scaled,
    twist_into,
    twist_out,
    twist_sub,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_kernel
from snakelab.physics.columns import (
    ACTIVE,
    ALONG,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    FREE_RATE,
    FREE_SLIP,
    FRICTION_FACTOR,
    FRICTION_OFFSET,
    FRICTION_SLOPE,
    FULL_RATE,
    GAP,
    GAP_ACCELERATION,
    IMPACT_COUPLINGS,
    IMPACT_ERROR,
    IMPACT_EVENT,
    LOAD,
    NORMAL,
    NORMAL_FORCE,
    ROLL,
    SHARE,
    SLIP,
    SLIP_ACCELERATION,
    SLIP_POINT,
    SLIP_RATE,
    START_SLIP,
    USER_INERTIA,
    USER_TWIST,
    USER_WRENCH,
    n_bodies,
)
from snakelab.physics.user_laws import call_user_law, user_inertia, user_wrench
from snakelab.worlds.force_law import ACCELERATION, CONTACT, LAW_APPLIED, LAW_INERTIA, LAW_WRENCH, TWIST, station_frame
from snakelab.worlds.friction import ELLIPTIC, PER_AXIS, USER_FRICTION, CoulombLaw, coulomb_drag
from snakelab.worlds.implicit_friction import braked_velocity, linearised_friction

# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of a contact law in its row
# ----------------------------------------------------------------------------------------------------------------------

STIFFNESS, DAMPING, FRAME, MU_TANGENTIAL, MU_BACKWARD, MU_NORMAL, SHAPE, SMOOTHING, EPS, SURFACE = range(10)


# ----------------------------------------------------------------------------------------------------------------------
# Linearised friction of a contact in its two slip velocities: the tangent of the law at an estimate of the velocity reached
#
# Resistance at the slip velocity v (2,):  f(v) = offset + slope v.
#
# The method is that of friction at link centres in `worlds.implicit_friction`, with the normal force of the pass, in the
# directions that the body has at the end of the step, and with the slip velocity of the point that then touches the surface.
# ----------------------------------------------------------------------------------------------------------------------

# Deviation of the linearisation from the law that needs no further pass, as a fraction of the friction limit: of laws per axis
# and elliptic ones, whose linearisation has their curvature, and of those along the slip.
CONTACT_FRICTION_TOLERANCE, CONTACT_SLIP_TOLERANCE = 2e-3, 4e-6
# Tangents of several coupled points may lead to the same estimates again and again. Therefore some of the passes from the first
# period on use the secant at the velocity reached: each such pass reduces the error of friction at given normal forces, though
# slowly.
SECANT_PERIOD, SECANT_PASSES = 8, 3


@kernel(inline=True)
def secant_pass(k_pass):
    """Return True if friction of contacts uses the secant at the last velocity in this pass of a solve."""
    return k_pass >= SECANT_PERIOD and k_pass % SECANT_PERIOD < SECANT_PASSES


@kernel(inline=True)
def start_rates(ws, row, k, dt):
    """Set the slip velocity of a contact at the start of the step, and its rates at the end without accelerations."""
    c, n, along = (
        get3(ws.contacts, row, CONTACT_OFFSET), get3(ws.contacts, row, NORMAL), get3(ws.contacts, row, ALONG),
    )  # fmt: skip
    across, spin = cross(n, along), get_twist(ws.stations, k, TWIST)[1]
    u = point_velocity(ws, k, c)
    # classical acceleration of the point relative to the centre of the station
    free = add_scaled(u, dt, cross(spin, cross(spin, c)))
    ws.contacts[row, START_SLIP], ws.contacts[row, START_SLIP + 1] = dot(along, u), dot(across, u)
    ws.contacts[row, FREE_RATE] = dot(n, free) + dt * ws.contacts[row, GAP_ACCELERATION]
    ws.contacts[row, FREE_SLIP] = dot(along, free) + dt * ws.contacts[row, SLIP_ACCELERATION]
    ws.contacts[row, FREE_SLIP + 1] = dot(across, free) + dt * ws.contacts[row, SLIP_ACCELERATION + 1]


@kernel(inline=True)
def point_acceleration(ws, row, k):
    """Classical acceleration of the point of a contact, less its part without acceleration of the station, see `start_rates`."""
    twist, acc = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, k, ACCELERATION)
    return add(add(acc[0], cross(twist[1], twist[0])), cross(acc[1], get3(ws.contacts, row, CONTACT_OFFSET)))


@kernel(inline=True)
def reached_rate(contacts, row, a, dt):
    """Rate of the gap of a contact at the end of the step; a: `point_acceleration`."""
    return contacts[row, FREE_RATE] + dt * dot(get3(contacts, row, NORMAL), a)


@kernel(inline=True)
def reached_slip(contacts, row, a, dt):
    """Slip velocity of a contact at the end of the step along the two directions of friction, and zero; a as above."""
    along = get3(contacts, row, ALONG)
    across = cross(get3(contacts, row, NORMAL), along)
    return contacts[row, FREE_SLIP] + dt * dot(along, a), contacts[row, FREE_SLIP + 1] + dt * dot(across, a), 0.0


@kernel(inline=True)
def contact_law(par, a, row, contacts):
    """Coulomb friction of a contact at its normal force; along the rolling direction of a wheel that of its bearing."""
    mu_tangential, mu_backward = par[a + MU_TANGENTIAL], par[a + MU_BACKWARD]
    if contacts[row, ROLL] >= 0.0:
        mu_tangential = mu_backward = contacts[row, ROLL]
    return CoulombLaw(
        contacts[row, LOAD] * contacts[row, FRICTION_FACTOR], mu_tangential, mu_backward, par[a + MU_NORMAL],
        par[a + SHAPE], par[a + SMOOTHING], par[a + EPS],
    )  # fmt: skip


@kernel(inline=True)
def set_friction_line(par, a, row, secant, contacts):
    """Linearise the friction at the present normal force and the estimated slip velocity."""
    v = (contacts[row, SLIP_POINT], contacts[row, SLIP_POINT + 1], 0.0)
    offset, d = linearised_friction(v, secant, contact_law(par, a, row, contacts))
    contacts[row, FRICTION_OFFSET] = offset[0]
    contacts[row, FRICTION_OFFSET + 1] = offset[1]
    contacts[row, FRICTION_SLOPE] = d[0]
    contacts[row, FRICTION_SLOPE + 1] = d[1]
    contacts[row, FRICTION_SLOPE + 2] = d[3]


@kernel(inline=True)
def resistance(contacts, row, v):
    """Linearised friction at the slip velocity v, along the two directions [N]."""
    xy = contacts[row, FRICTION_SLOPE + 1]
    return (
        contacts[row, FRICTION_OFFSET] + contacts[row, FRICTION_SLOPE] * v[0] + xy * v[1],
        contacts[row, FRICTION_OFFSET + 1] + xy * v[0] + contacts[row, FRICTION_SLOPE + 2] * v[1],
    )


@kernel(inline=True)
def estimate_slip(v, f, mobility, missed, law, row, contacts):
    """Set the velocity of the next linearisation from the slip velocity v reached under the linearised friction f.

    mobility: change of the slip velocity per unit of friction force over the step [s/kg].
    """
    if missed and mobility > 0.0:
        v = braked_velocity((v[0] + mobility * f[0], v[1] + mobility * f[1], 0.0), mobility, law)
    contacts[row, SLIP_POINT] = v[0]
    contacts[row, SLIP_POINT + 1] = v[1]


# ----------------------------------------------------------------------------------------------------------------------
# Friction of a contact by a user law, called for every contact point with its normal force; implicit with its D and K
#
# As for built-in friction, a step requires it at the slip velocity and spin v1 that it reaches. A pass uses
#
#     f = f(v) - D (v1 - v) - dt K v1
#
# with the law's f, D and K at an estimate v of v1, for which the next pass takes the v1 of this one. The last allowed pass uses
# the law at the start of the step.
# ----------------------------------------------------------------------------------------------------------------------

# Deviation of the force that needs no further pass, as a fraction of it.
USER_FRICTION_TOLERANCE = 2e-4


@kernel
def slip_twist(row, k, dt, ws):
    """Slip velocity and spin of a contact point of station k, station axes; dt after the start of the step, or 0."""
    c, twist = get3(ws.contacts, row, CONTACT_OFFSET), get_twist(ws.stations, k, TWIST)
    if dt == 0.0:
        return point_velocity(ws, k, c), twist[1]
    along = get3(ws.contacts, row, ALONG)
    u = add_scaled(reached(ws, k, c, dt), dt * ws.contacts[row, SLIP_ACCELERATION], along)
    across = cross(get3(ws.contacts, row, NORMAL), along)
    u = add_scaled(u, dt * ws.contacts[row, SLIP_ACCELERATION + 1], across)
    return u, add_scaled(twist[1], dt, get_twist(ws.stations, k, ACCELERATION)[1])


@kernel
def call_contact_law(model, law, k, row, v, y, t, ws):
    """Call the user law of a contact at the slip velocity and spin v, station axes.

    The law's frame has its origin at the point, x along the first direction of friction and z along the normal.
    """
    r, p, _ = station_frame(ws.stations, k)
    axes = contact_axes(ws.contacts, row)
    frame = (mat_mat(r, axes), add(p, mat_vec(r, get3(ws.contacts, row, CONTACT_OFFSET))), twist_into(v, axes))
    call_user_law(model, law + 1, k, frame, ws.contacts[row, LOAD] * ws.contacts[row, FRICTION_FACTOR], y, t, ws)


@kernel
def user_friction(model, i, y, t, dt, last, ws):
    """Wrench and added inertia of a user law at the i-th point near a surface, stored in its row and added to the contact law."""
    row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
    c = get3(ws.contacts, row, CONTACT_OFFSET)
    axes = contact_axes(ws.contacts, row)
    start = slip_twist(row, k, 0.0, ws)
    v = start if last else get_twist(ws.contacts, row, USER_TWIST)
    call_contact_law(model, law, k, row, v, y, t, ws)
    wrench, block = twist_out(user_wrench(dt, ws), axes), inertia_rotate(user_inertia(dt, ws), axes)
    along = get3(ws.contacts, row, ALONG)
    across = cross(get3(ws.contacts, row, NORMAL), along)
    rate = add(
        scale(ws.contacts[row, SLIP_ACCELERATION], along), scale(ws.contacts[row, SLIP_ACCELERATION + 1], across)
    )
    wrench = twist_sub(wrench, inertia_dot(block, (rate, ZERO)))
    if dt > 0.0:
        wrench = twist_add_scaled(wrench, 1.0 / dt, inertia_dot(block, twist_sub(v, start)))
    set_twist(ws.contacts, row, USER_WRENCH, wrench)
    set_inertia(ws.contacts, row, USER_INERTIA, block)
    # classical acceleration of the point relative to the centre of the station
    spin = start[1]
    wrench = twist_sub(wrench, inertia_dot(block, (cross(spin, cross(spin, c)), ZERO)))
    total = law * len(model.stations) + k
    set_twist(ws.laws, total, LAW_WRENCH, twist_add(get_twist(ws.laws, total, LAW_WRENCH), wrench_shift(wrench, c)))
    block = inertia_add(get_inertia(ws.laws, total, LAW_INERTIA), inertia_shift(block, c))
    set_inertia(ws.laws, total, LAW_INERTIA, block)


@kernel
def check_user_friction(model, i, y, t, dt, active, ws):
    """Store the slip that the i-th point near a surface reaches for the next pass; return True if the friction applied
    deviates from the law there.
    """
    row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
    v = slip_twist(row, k, dt, ws)
    set_twist(ws.contacts, row, USER_TWIST, v)
    if not active:
        return False
    applied = twist_into(applied_user_friction(k, row, ws), contact_axes(ws.contacts, row))
    call_contact_law(model, law, k, row, v, y, t, ws)
    wanted = user_wrench(dt, ws)
    deviation, most = twist_sub(applied, wanted), USER_FRICTION_TOLERANCE * USER_FRICTION_TOLERANCE
    force = dot(deviation[0], deviation[0]) > most * dot(wanted[0], wanted[0])
    return force or dot(deviation[1], deviation[1]) > most * dot(wanted[1], wanted[1])


@kernel
def applied_user_friction(k, row, ws):
    """Wrench at the contact point as applied in the step, station axes."""
    _, _, twist = station_frame(ws.stations, k)
    c = get3(ws.contacts, row, CONTACT_OFFSET)
    acc = get_twist(ws.stations, k, ACCELERATION)
    u = add(twist[0], cross(twist[1], c))
    classical = (add(add(acc[0], cross(acc[1], c)), cross(twist[1], u)), acc[1])
    resisted = inertia_dot(get_inertia(ws.contacts, row, USER_INERTIA), classical)
    return twist_sub(get_twist(ws.contacts, row, USER_WRENCH), resisted)


@kernel(inline=True)
def contact_axes(contacts, row):
    """Rotation from contact axes to station axes: along, across, normal."""
    x, z = get3(contacts, row, ALONG), get3(contacts, row, NORMAL)
    y = cross(z, x)
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


# ----------------------------------------------------------------------------------------------------------------------
# Forces of all active contacts with their friction on the stations, in each pass of the solve
# ----------------------------------------------------------------------------------------------------------------------


@kernel(stage=True)
def contact_forces(model, y, t, dt, secant, last, ws):
    """Wrenches and added inertias of all active contacts with their friction, summed into the rows of law and station.

    secant: True if friction uses its secant, not its tangent; last: True in the last allowed pass.
    """
    n = len(model.stations)
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT:
            for row in range(law * n, (law + 1) * n):
                for i in range(LAW_WRENCH, LAW_INERTIA + 21):
                    ws.laws[row, i] = 0.0
    par = model.law_parameters
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        if ws.contacts[row, ACTIVE] == 0.0:
            continue
        a = model.laws[law].first
        c = get3(ws.contacts, row, CONTACT_OFFSET)
        nor = get3(ws.contacts, row, NORMAL)
        share = ws.contacts[row, SHARE]
        g = share * (par[a + DAMPING] + dt * par[a + STIFFNESS])
        normal_force = -share * par[a + STIFFNESS] * ws.contacts[row, GAP] - g * ws.contacts[row, FREE_RATE]
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        set_friction_line(par, a, row, secant, ws.contacts)
        f = resistance(ws.contacts, row, (ws.contacts[row, FREE_SLIP], ws.contacts[row, FREE_SLIP + 1]))
        friction = add(scale(-f[0], along), scale(-f[1], across))
        d = get3(ws.contacts, row, FRICTION_SLOPE)
        block = sym_add(
            outer(dt * g, nor, dt * d[0], along, dt * d[2], across), symmetric_outer(dt * d[1], along, across)
        )
        add_point(ws.laws, law * n + k, c, add_scaled(friction, normal_force, nor), block)
        if par[a + SHAPE] == USER_FRICTION:
            user_friction(model, i, y, t, dt, last, ws)


@kernel(inline=True)
def outer(s, a, t, b, u, c):
    """s a a^T + t b b^T + u c c^T as (xx, xy, xz, yy, yz, zz)."""
    return (
        s * a[0] * a[0] + t * b[0] * b[0] + u * c[0] * c[0],
        s * a[0] * a[1] + t * b[0] * b[1] + u * c[0] * c[1],
        s * a[0] * a[2] + t * b[0] * b[2] + u * c[0] * c[2],
        s * a[1] * a[1] + t * b[1] * b[1] + u * c[1] * c[1],
        s * a[1] * a[2] + t * b[1] * b[2] + u * c[1] * c[2],
        s * a[2] * a[2] + t * b[2] * b[2] + u * c[2] * c[2],
    )


@kernel(inline=True)
def symmetric_outer(s, a, b):
    """s (a b^T + b a^T) as (xx, xy, xz, yy, yz, zz)."""
    return (
        2.0 * s * a[0] * b[0],
        s * (a[0] * b[1] + a[1] * b[0]),
        s * (a[0] * b[2] + a[2] * b[0]),
        2.0 * s * a[1] * b[1],
        s * (a[1] * b[2] + a[2] * b[1]),
        2.0 * s * a[2] * b[2],
    )


@kernel(inline=True)
def sym_add(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel(inline=True)
def add_point(laws, row, c, force, block):
    """Add a force at offset c and its added inertia to the row of a law."""
    set_twist(laws, row, LAW_WRENCH, twist_add(get_twist(laws, row, LAW_WRENCH), (force, cross(c, force))))
    set_inertia(laws, row, LAW_INERTIA, inertia_add(get_inertia(laws, row, LAW_INERTIA), mass_at(block, c)))


# ----------------------------------------------------------------------------------------------------------------------
# Contacts after the solve: consistency with the accelerations, and applied forces
# ----------------------------------------------------------------------------------------------------------------------

# Friction uses the normal forces of the previous pass. A change below this fraction needs no further pass: impacts mostly need
# one, rolling does not.
LOAD_TOLERANCE = 0.01
# From this pass on, the normal forces for friction are weighted means of the last two: friction may change the normal forces so
# much that they alternate.
DAMPED_PASSES, DAMPED_SHARE = 6, 0.3


@kernel(inline=True)
def point_velocity(ws, k, c):
    """Velocity of the point at offset c of station k."""
    twist = get_twist(ws.stations, k, TWIST)
    return add(twist[0], cross(twist[1], c))


@kernel(inline=True)
def reached(ws, k, c, dt):
    """Velocity of the point at offset c of station k at the end of the step."""
    u, acc = point_velocity(ws, k, c), get_twist(ws.stations, k, ACCELERATION)
    a = add(add(acc[0], cross(acc[1], c)), cross(get_twist(ws.stations, k, TWIST)[1], u))
    return add_scaled(u, dt, a)


@kernel(stage=True)
def check_contacts(model, y, t, dt, k_pass, keep, ws):
    """Check the contacts, their normal forces and friction against the accelerations; write the new ones if `keep`.

    Returns:
        Number of contacts that changed, relative change of the loads, and number of contacts whose friction deviates from its
        linearisation [-].
    """
    changed, moved, total, open_lines = 0, 0.0, 0.0, 0
    par = model.law_parameters
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        a = model.laws[law].first
        acc = point_acceleration(ws, row, k)
        w = reached_rate(ws.contacts, row, acc, dt)
        ahead = ws.contacts[row, GAP] + dt * w
        load = ws.contacts[row, SHARE] * (-par[a + STIFFNESS] * ahead - par[a + DAMPING] * w)
        active = ws.contacts[row, ACTIVE] != 0.0
        touches = load > 0.0 and (active or ahead < 0.0)
        load = load if touches else 0.0
        if not touches and not active:
            continue
        if touches != active:
            changed += 1
        has_friction = par[a + MU_TANGENTIAL] > 0.0 or par[a + MU_BACKWARD] > 0.0 or par[a + MU_NORMAL] > 0.0
        has_friction = has_friction or ws.contacts[row, ROLL] > 0.0
        if has_friction or par[a + SHAPE] == USER_FRICTION:
            moved += abs(load - ws.contacts[row, LOAD])
            total += load
            if k_pass >= DAMPED_PASSES and touches:
                load += DAMPED_SHARE * (ws.contacts[row, LOAD] - load)
        if has_friction and touches:
            v, f, missed = reached_slip(ws.contacts, row, acc, dt), (0.0, 0.0), True
            ws.contacts[row, SLIP_RATE] = (v[0] - ws.contacts[row, START_SLIP]) / dt
            ws.contacts[row, SLIP_RATE + 1] = (v[1] - ws.contacts[row, START_SLIP + 1]) / dt
            if active:
                f, friction = resistance(ws.contacts, row, v), contact_law(par, a, row, ws.contacts)
                c = coulomb_drag(v, friction)
                exact = friction.shape == PER_AXIS or friction.shape == ELLIPTIC
                tolerance = CONTACT_FRICTION_TOLERANCE if exact else CONTACT_SLIP_TOLERANCE
                most = tolerance * friction.load * max(friction.mu_tangential, friction.mu_backward, friction.mu_normal)
                missed = abs(f[0] - c[0] * v[0]) > most or abs(f[1] - c[1] * v[1]) > most
                open_lines += missed
            if keep:
                ws.contacts[row, LOAD] = load
                mobility = 0.0 if secant_pass(k_pass + 1) else dt / model.stations[k].mass
                estimate_slip(v, f, mobility, missed, contact_law(par, a, row, ws.contacts), row, ws.contacts)
        if par[a + SHAPE] == USER_FRICTION and touches:
            open_lines += check_user_friction(model, i, y, t, dt, active, ws)
        if keep:
            ws.contacts[row, ACTIVE] = 1.0 if touches else 0.0
            ws.contacts[row, LOAD] = load
    return changed, moved / total if total > 0.0 else 0.0, open_lines


@kernel(stage=True)
def apply_contacts(model, dt, y_out, weight, ws):
    """Normal force, friction and slip of every contact as applied after the solve; their work; sums per station."""
    n = len(model.stations)
    work = len(y_out) - len(model.laws)
    par = model.law_parameters
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT:
            for row in range(law * n, (law + 2) * n):
                for i in range(3):
                    ws.laws[row, LAW_APPLIED + i] = 0.0
            start = model.laws[law].address * len(model.points)
            for row in range(start, start + len(model.points)):
                ws.contacts[row, NORMAL_FORCE] = 0.0
                ws.contacts[row, SLIP] = 0.0
                set3(ws.contacts, row, CONTACT_FORCE, (0.0, 0.0, 0.0))
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        if ws.contacts[row, ACTIVE] == 0.0:
            continue
        a = model.laws[law].first
        r, _, twist = station_frame(ws.stations, k)
        nor = get3(ws.contacts, row, NORMAL)
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        u = reached(ws, k, get3(ws.contacts, row, CONTACT_OFFSET), dt)
        acc = point_acceleration(ws, row, k)
        w, slip = reached_rate(ws.contacts, row, acc, dt), reached_slip(ws.contacts, row, acc, dt)
        force = -par[a + STIFFNESS] * (ws.contacts[row, GAP] + dt * w) - par[a + DAMPING] * w
        force *= ws.contacts[row, SHARE]
        f = resistance(ws.contacts, row, slip)
        friction_force = add(scale(-f[0], along), scale(-f[1], across))
        if par[a + SHAPE] == USER_FRICTION:
            force_and_moment = applied_user_friction(k, row, ws)
            friction_force = add(friction_force, force_and_moment[0])
            angular_velocity = add_scaled(twist[1], dt, get_twist(ws.stations, k, ACCELERATION)[1])
            y_out[work + law + 1] += weight * dt * dot(force_and_moment[1], angular_velocity)
        ws.contacts[row, NORMAL_FORCE] = force
        ws.contacts[row, SLIP] = math.sqrt(slip[0] * slip[0] + slip[1] * slip[1])
        # by the mean velocity: the balance then contains the full energy loss of an impact within one step
        before = dot(nor, point_velocity(ws, k, get3(ws.contacts, row, CONTACT_OFFSET)))
        y_out[work + law] += weight * dt * force * 0.5 * (before + w)
        y_out[work + law + 1] += weight * dt * dot(friction_force, u)
        normal_force, friction = mat_vec(r, scale(force, nor)), mat_vec(r, friction_force)
        set3(ws.contacts, row, CONTACT_FORCE, add(normal_force, friction))
        for j in range(3):
            ws.laws[law * n + k, LAW_APPLIED + j] += normal_force[j]
            ws.laws[(law + 1) * n + k, LAW_APPLIED + j] += friction[j]


@kernel
def contacts_differ(model, full, ws):
    """Store the normal forces of the full step, or compare the contacts of a half step with them, for the extrapolated step.

    Returns:
        Normal force of the contacts that are active in only one of the two steps, and of all contacts [N].
    """
    only, total = 0.0, 0.0
    for row in range(len(ws.contacts)):
        load = ws.contacts[row, NORMAL_FORCE]
        if full:
            ws.full_loads[row] = load
            continue
        other = ws.full_loads[row]
        if (load > 0.0) != (other > 0.0):
            only += abs(load) + abs(other)
        total += abs(load)
    return only, total


# ----------------------------------------------------------------------------------------------------------------------
# Impacts: a fixed step is divided where a point touches or leaves a surface, and where the contact is too short for it
#
# A contact acts throughout a step or not at all, and an impact takes about pi sqrt(m / K).
# ----------------------------------------------------------------------------------------------------------------------


REST_COMPRESSION = 1.5  # compression of a contact at rest over that by the weight of the whole body: not an impact [-]
LIGHT_PARTS = 16.0  # errors of parts with more than 1 / LIGHT_PARTS of the mass matter up to four times as much


@kernel
def impact_of_step(model, part, dt, floor, ws):
    """Event and error of the contacts in one of the three steps of an extrapolated step, after its solve.

    Args:
        model: ModelArrays.
        part: 0 for the full step, 1 and 2 for its halves.
        dt: Duration of the full step [s].
        floor: Normal velocity below which errors do not matter (see LIGHT_PARTS); points with ten times it have events [m/s].
        ws: Workspace.

    Returns:
        Time to just before a point touches or leaves a surface, or the longest step that resolves its contact, at most dt (of the
        full step) [s]; and the largest ratio of a difference of normal velocities of full and half steps to the allowed one [-].
    """
    if part == 0:
        ws.contacts[:, FULL_RATE] = math.inf
    par = model.law_parameters
    g = math.sqrt(model.gravity[0] ** 2 + model.gravity[1] ** 2 + model.gravity[2] ** 2)
    event, worst, own, total = dt, 0.0, 0.0, 0.0
    for k in range(len(model.stations)):
        total += model.stations[k].mass
        own = total if k < len(model.stations) - n_bodies(model.parts) else own
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        gap, c, n = ws.contacts[row, GAP], get3(ws.contacts, row, CONTACT_OFFSET), get3(ws.contacts, row, NORMAL)
        if part == 0:
            w, stiffness = dot(n, point_velocity(ws, k, c)), par[model.laws[law].first + STIFFNESS]
            stiffness *= ws.contacts[row, SHARE]
            lag = par[model.laws[law].first + DAMPING] / par[model.laws[law].first + STIFFNESS]
            after = reached_rate(ws.contacts, row, point_acceleration(ws, row, k), dt)
            rest = REST_COMPRESSION * g * total / stiffness
            time = time_to_event(gap, (w, after), (stiffness, lag), model.stations[k].mass, (rest, g), (dt, floor))
            if 0.0 < time < event:
                event = time
            ws.contacts[row, FULL_RATE] = after
        elif part == 2 and ws.contacts[row, FULL_RATE] < math.inf:
            if gap < 0.0 or ws.contacts[row, NORMAL_FORCE] > 0.0 or ws.full_loads[row] > 0.0:
                other = ws.contacts[row, FULL_RATE]
                w = reached_rate(ws.contacts, row, point_acceleration(ws, row, k), 0.5 * dt)
                worst = max(worst, error_of_rate(w, other, own / model.stations[k].mass, floor))
    return event, worst


@kernel(inline=True)
def time_to_event(gap, rates, law, mass, rest, step):
    """Time to just before a point touches or leaves, or the longest step that resolves its contact; the step without either [s].

    Args:
        gap: Gap at the start [m].
        rates: Its rate at the start and at the end of the step [m/s].
        law: Stiffness [N/m], and the damping over it [s].
        mass: Mass that the point moves [kg].
        rest: Compression that is no impact [m], and gravity [m/s^2].
        step: Duration of the step [s], and floor, see `impact_of_step` [m/s].
    """
    w, after = rates
    stiffness, lag = law
    dt, floor = step
    time, moving = dt, (10.0 * floor) ** 2
    compressed = max(-gap - rest[0], 0.0)
    fast = w * w > moving or (stiffness * compressed * compressed > moving * mass and abs(after - w) > floor)
    if gap > 0.0 and w < -10.0 * floor:
        time = 0.999 * gap / (rest[1] * dt - w)
    elif gap < 0.0 and fast:
        if w > 0.0:  # the force vanishes at K gap + B w = 0
            push = -stiffness * (gap + lag * w) / mass
            time = -0.98 * (gap + lag * w) / (w + lag * max(push, 0.0))
        if not 0.0 < time < 0.25 * math.sqrt(mass / stiffness):
            time = 0.25 * math.sqrt(mass / stiffness)  # the difference of longer steps may be zero by chance
    return time


@kernel(inline=True)
def error_of_rate(w, other, ratio, floor):
    """Ratio of the difference of two normal velocities to the allowed one; ratio: mass of the robot over that which is moved."""
    return abs(w - other) / allowed_error(max(abs(w), abs(other)), ratio, floor)


@kernel(inline=True)
def allowed_error(most, ratio, floor):
    """Allowed error of a normal velocity of size `most` [m/s]; others as in `error_of_rate`."""
    least = floor * min(1.0, max(0.25, ratio / LIGHT_PARTS))
    return 1e-3 * most + least * min(1.0, 10.0 * least / most if most > 0.0 else 1.0)


@kernel
def impact_on_bodies(model, full, half, dt, floor, ws):
    """As `impact_of_step`, of free bodies on the robot and each other, after the full step and after the second half step.

    full, half: State rows that the full step, and after them the half steps, have reached.
    """
    call_kernel(model.couplings[0].address, (IMPACT_COUPLINGS, model, full, dt, half, floor, ws))
    report = len(model.stations) + len(model.coordinates)
    return ws.coupling[report, IMPACT_EVENT], ws.coupling[report, IMPACT_ERROR]
