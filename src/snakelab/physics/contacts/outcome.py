"""Contacts after the solve: consistency with the accelerations, and applied forces."""

import math

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_twist
from snakelab.geometry.vectors import add, add_scaled, cross, dot, get3, mat_vec, scale, set3
from snakelab.physics.contacts.law import ACROSS, BACKWARD, DAMPING, FORWARD, SHAPE, STIFFNESS
from snakelab.physics.contacts.sliding import resistance, slip_velocity, stop_sliding
from snakelab.physics.contacts.user_friction import applied_user_friction
from snakelab.physics.model_tables.workspace import (
    ACTIVE,
    ALONG,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    GAP,
    GAP_ACCELERATION,
    LOAD,
    NORMAL,
    NORMAL_FORCE,
    ROLL,
    SLIP,
)
from snakelab.worlds.ground_friction.friction import USER_FRICTION
from snakelab.worlds.law import ACCELERATION, CONTACT, LAW_APPLIED, TWIST, station_frame

# Normal forces that change by less than this fraction between passes need no further pass: impacts need one,
# rolling does not, and the remaining error is of the order of that of the step.
LOAD_TOLERANCE = 0.2


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
def check_contacts(model, dt, keep, ws):
    """Check the active set of contacts and their normal forces against the accelerations; write them if `keep`.

    Returns:
        Number of contacts that changed, and the relative change of the loads [-].
    """
    changed, moved, total = 0, 0.0, 0.0
    par = model.law_parameters
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        a = model.laws[law].first
        u = reached(ws, k, get3(ws.contacts, row, CONTACT_OFFSET), dt)
        w = dot(get3(ws.contacts, row, NORMAL), u) + dt * ws.contacts[row, GAP_ACCELERATION]
        ahead = ws.contacts[row, GAP] + dt * w
        load = -par[a + STIFFNESS] * ahead - par[a + DAMPING] * w
        active = ws.contacts[row, ACTIVE] != 0.0
        touches = load > 0.0 and (active or ahead < 0.0)
        load = load if touches else 0.0
        if touches != active:
            changed += 1
        has_friction = par[a + FORWARD] > 0.0 or par[a + BACKWARD] > 0.0 or par[a + ACROSS] > 0.0
        if has_friction or ws.contacts[row, ROLL] > 0.0 or par[a + SHAPE] == USER_FRICTION:
            moved += abs(load - ws.contacts[row, LOAD])
            total += load
        if keep:
            ws.contacts[row, ACTIVE] = 1.0 if touches else 0.0
            ws.contacts[row, LOAD] = load
            if active and stop_sliding(par[a + SHAPE], row, slip_velocity(ws.contacts, row, u), ws.contacts):
                changed += 1
    return changed, moved / total if total > 0.0 else 0.0


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
        w, first, second = dot(nor, u) + dt * ws.contacts[row, GAP_ACCELERATION], dot(along, u), dot(across, u)
        force = -par[a + STIFFNESS] * (ws.contacts[row, GAP] + dt * w) - par[a + DAMPING] * w
        f = resistance(ws.contacts, row, (first, second))
        friction_force = add(scale(-f[0], along), scale(-f[1], across))
        if par[a + SHAPE] == USER_FRICTION:
            force_and_moment = applied_user_friction(k, row, ws)
            friction_force = add(friction_force, force_and_moment[0])
            angular_velocity = add_scaled(twist[1], dt, get_twist(ws.stations, k, ACCELERATION)[1])
            y_out[work + law + 1] += weight * dt * dot(force_and_moment[1], angular_velocity)
        ws.contacts[row, NORMAL_FORCE] = force
        ws.contacts[row, SLIP] = math.sqrt(first * first + second * second)
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
