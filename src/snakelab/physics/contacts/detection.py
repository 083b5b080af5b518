"""Contact detection before the solve: distance of every skin ring to every surface, and the predicted active points."""

import math

from snakelab.compiling import kernel
from snakelab.geometry.signed_distance import HEIGHT_FIELD, PLANE, REVOLVED, nearest_on_segment, surface_gap
from snakelab.geometry.vectors import add, add_scaled, cross, dot, get3, mat_t_vec, mat_vec, scale, set3, sub
from snakelab.physics.contacts.law import DAMPING, FRAME, STIFFNESS, SURFACE
from snakelab.physics.contacts.sliding import set_sliding
from snakelab.physics.model_tables.skin import EDGE, FIXED_POINTS, WHEEL
from snakelab.physics.model_tables.workspace import (
    ACTIVE,
    ALONG,
    CONTACT_OFFSET,
    GAP,
    GAP_ACCELERATION,
    LOAD,
    NORMAL,
    NOT_ROLLING,
    ROLL,
)
from snakelab.worlds.ground_friction.contact import WORLD
from snakelab.worlds.law import CONTACT, station_frame

# Gap below which a point may come into contact within a step, as a fraction of the radius of its ring.
NEAR = 0.05
# Contacts nearer to the end of a segment than this fraction of it are those of the ring there.
END = 0.02


@kernel(stage=True)
def find_contacts(model, dt, ws):
    """Geometry of all contacts at the present pose, and the initial active set from the present velocity."""
    count = 0
    n_points = len(model.points)
    for law in range(len(model.laws)):
        if model.laws[law].code != CONTACT:
            continue
        base = model.laws[law].address * n_points
        for i in range(len(model.rings)):
            count = ring_contacts(model, law, base, i, dt, count, ws)
    ws.near[0, 0] = count


@kernel
def ring_contacts(model, law, base, i, dt, count, ws):
    """Contacts of one ring with one surface; those near it are appended to the list; return its new length."""
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    kind = int(par[a + SURFACE])
    r, p, twist = station_frame(ws.stations, ring.station)
    centre = (ring.offset[0], ring.offset[1], ring.offset[2])
    spin = math.sqrt(dot(twist[1], twist[1]))
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + (ring.radius + abs(centre[0])) * spin) + NEAR * ring.radius
    different = False
    if ring.kind == EDGE:
        centre, different = edge_centre(ring, par, a, kind, r, p, centre, margin)
    gap, normal = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, centre)))
    different = different or gap - ring.radius > margin
    local = mat_t_vec(r, normal)
    for m in range(ring.n_points):
        row = base + ring.first + m
        ws.contacts[row, ACTIVE] = 0.0
        ws.contacts[row, LOAD] = 0.0
        n, own_gap, offset = local, gap - ring.radius, centre
        if not different:
            if ring.kind == FIXED_POINTS:
                arm = (0.0, model.points[ring.first + m, 0], model.points[ring.first + m, 1])
            elif ring.kind == WHEEL:
                arm = rim((ring.axle[0], ring.axle[1], ring.axle[2]), ring.radius, n)
            else:
                size = math.sqrt(n[1] * n[1] + n[2] * n[2])
                away = ring.radius / size if size > 1e-9 else 0.0
                arm = (0.0, -away * n[1], -away * n[2])
            offset = add(centre, arm)
            # a round ring is treated as a ball: at a sharp edge its lowest point may be beside the solid, so the axis is used
            if kind == PLANE or (ring.kind != FIXED_POINTS and kind != HEIGHT_FIELD):
                own_gap = gap + dot(n, arm)
            else:
                own_gap, out = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, offset)))
                n = mat_t_vec(r, out)
        ws.contacts[row, GAP] = own_gap
        set3(ws.contacts, row, CONTACT_OFFSET, offset)
        if not different and own_gap <= margin:
            set3(ws.contacts, row, NORMAL, n)
            set3(ws.contacts, row, ALONG, first_direction(par[a + FRAME], r, n))
            ws.contacts[row, ROLL] = NOT_ROLLING
            ws.contacts[row, GAP_ACCELERATION] = 0.0
            axle = (1.0, 0.0, 0.0)
            if ring.kind == WHEEL:
                axle = (ring.axle[0], ring.axle[1], ring.axle[2])
            if ring.kind != FIXED_POINTS:
                ws.contacts[row, GAP_ACCELERATION] = ring_gap_acceleration(axle, ring.radius, n, twist[1])
            if kind == REVOLVED and dt > 0.0:
                foot = offset if ring.kind == FIXED_POINTS else centre
                velocity = add(twist[0], cross(twist[1], foot))
                ahead = add(p, mat_vec(r, add_scaled(foot, dt, velocity)))
                _, out = surface_gap(kind, par, a + SURFACE + 1, ahead)
                normal_rate = scale(1.0 / dt, sub(mat_t_vec(r, out), n))
                ws.contacts[row, GAP_ACCELERATION] += dot(velocity, normal_rate)
                if ring.kind != FIXED_POINTS:
                    ws.contacts[row, GAP_ACCELERATION] += rotating_normal_acceleration(
                        axle, ring.radius, n, normal_rate, twist[1]
                    )
            if ring.kind == WHEEL:
                rolling(ring, row, n, ws.contacts)
            guess_contact(
                par, a, row, dt, model.stations[ring.station].mass, add(twist[0], cross(twist[1], offset)), ws.contacts
            )
            count += 1
            ws.near[count, 0] = row
            ws.near[count, 1] = ring.station
            ws.near[count, 2] = law
    return count


@kernel(inline=True)
def ring_gap_acceleration(axle, radius, n, spin):
    """Second derivative of a round ring's gap less the normal acceleration of the material point at its lowest point.

    -R (w . t - (t . n) (w . n))^2 / c^3 with the axle t, the angular velocity w and c^2 = 1 - (t . n)^2: the lowest point moves
    along the ring as it rotates, and only the material point has a centripetal acceleration.
    """
    s = dot(axle, n)
    c = math.sqrt(max(1.0 - s * s, 0.0))
    rate = dot(spin, axle) - s * dot(spin, n)
    return -radius * rate * rate / (c * c * c) if c > 1e-3 else 0.0


@kernel(inline=True)
def rotating_normal_acceleration(axle, radius, n, normal_rate, spin):
    """Second derivative of a round ring's gap that is due to a normal n that rotates at the rate n' as the ring moves.

    The gap is that of the centre less R c, with c^2 = 1 - s^2 and s = t . n. A rotating normal adds t . n' to s' and
    2 t' . n' + t . n'' to s'', and c'' = -s'^2 / c^3 - s s'' / c. Of n'' only the part -|n'|^2 n is known.
    """
    s = dot(axle, n)
    c = math.sqrt(max(1.0 - s * s, 0.0))
    if not c > 1e-3:
        return 0.0
    moving = cross(spin, axle)
    fixed, added = dot(moving, n), dot(axle, normal_rate)
    second = 2.0 * dot(moving, normal_rate) - s * dot(normal_rate, normal_rate)
    return radius * ((2.0 * fixed + added) * added / (c * c * c) + s * second / c)


@kernel(inline=True)
def rim(axle, radius, n):
    """The point of a wheel that is farthest in the direction -n, from its centre."""
    out = add_scaled(n, -dot(axle, n), axle)
    size = math.sqrt(dot(out, out))
    return scale(-radius / size if size > 1e-9 else 0.0, out)


@kernel(inline=True)
def rolling(ring, row, n, contacts):
    """Rolling direction of a wheel, and its friction in this direction; a wheel that lies flat does not roll."""
    tangent = cross((ring.axle[0], ring.axle[1], ring.axle[2]), n)
    size = math.sqrt(dot(tangent, tangent))
    if size > 1e-6:
        set3(contacts, row, ALONG, scale(1.0 / size, tangent))
        contacts[row, ROLL] = ring.roll


@kernel
def edge_centre(ring, par, a, kind, r, p, tail, margin):
    """The point of a link's axis that is nearest to the surface; True if it is at an end."""
    middle = (tail[0] + 0.5 * ring.reach, tail[1], tail[2])
    gap, _ = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, middle)))
    if gap - ring.radius - 0.5 * ring.reach > margin:
        return middle, True
    start = add(p, mat_vec(r, tail))
    end = add(start, mat_vec(r, (ring.reach, 0.0, 0.0)))
    fraction = nearest_on_segment(kind, par, a + SURFACE + 1, start, end)
    return (tail[0] + fraction * ring.reach, tail[1], tail[2]), not END < fraction < 1.0 - END


@kernel(inline=True)
def guess_contact(par, a, row, dt, mass, u, contacts):
    """Predict the contact of a point at its present velocity u: its active flag, normal force, and sliding flags."""
    w = dot(get3(contacts, row, NORMAL), u)
    ahead = contacts[row, GAP] + dt * w
    load = -par[a + STIFFNESS] * ahead - par[a + DAMPING] * w
    if ahead < 0.0 and load > 0.0:
        contacts[row, ACTIVE] = 1.0
        contacts[row, LOAD] = load
    set_sliding(par, a, row, dt / mass, u, contacts)


@kernel(inline=True)
def first_direction(frame, r, n):
    """First direction of friction: x of the body or the world in the tangent plane; an arbitrary one if x is the normal."""
    e = (1.0, 0.0, 0.0)
    if frame == WORLD:
        e = (r[0], r[1], r[2])
    e = add_scaled(e, -dot(e, n), n)
    size = math.sqrt(dot(e, e))
    if size < 1e-6:
        e = cross(n, (0.0, 1.0, 0.0))
        size = math.sqrt(dot(e, e))
        if size < 1e-6:
            return cross(n, (0.0, 0.0, 1.0))
    return scale(1.0 / size, e)
