"""Contact detection before a solve: distance of each ring of the skin to each surface, and the points predicted to touch."""

import math

from snakelab.geometry.distances import (
    HEIGHT_FIELD,
    PLANE,
    REVOLVED,
    nearest_on_segment,
    surface_gap,
)
from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    mat_t_vec,
    mat_vec,
    scale,
    sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import NOT_ROLLING
from snakelab.physics.contacts import FRAME, SURFACE
from snakelab.physics.skin_tables import BALL, CORNERS, EDGE, FIXED_POINTS, LINE, LINES, WHEEL
from snakelab.physics.surface_edges import (
    GAP_MARGIN,
    append_contact,
    clear_contact,
    corner_contacts,
    first_direction,
    line_contacts,
    summit_contacts,
)
from snakelab.worlds.force_law import CONTACT, station_frame

# Contacts nearer to the end of a segment than the first fraction of it are those of the ring there; up to the second, their
# stiffness and damping rise in proportion to the distance from the end, so that no force jumps as a contact moves along a link.
END, BLEND = 0.002, 0.1


@kernel(stage=True)
def find_contacts(model, dt, part, ws):
    """Geometry of all contacts at the present pose, and the initial active set from the present velocity.

    part: see `solve`; a half step uses the rates of the slip velocities from the previous solve.
    """
    count = 0
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT:
            count = contacts_of_law(model, law, dt, part, count, ws)
    ws.near[0, 0] = count


# One call for all rings: a call passes every array of the model and the workspace, which takes as long as the contacts of a ring.
@kernel
def contacts_of_law(model, law, dt, part, count, ws):
    """Contacts of all rings with one surface; those near it are appended to the list; return its new length."""
    base = model.laws[law].address * len(model.points)
    for i in range(len(model.rings)):
        if model.rings[i].kind == LINE:
            count = line_contacts(model, law, base, i, dt, part, count, ws)
        elif model.rings[i].kind == CORNERS and model.law_parameters[model.laws[law].first + SURFACE] == HEIGHT_FIELD:
            count = summit_contacts(model, law, base, i, dt, part, count, ws)
        elif model.rings[i].kind == CORNERS:
            count = corner_contacts(model, law, base, i, dt, part, count, ws)
        else:
            count = ring_contacts(model, law, base, i, dt, part, count, ws)
    return count


@kernel(inner=True)
def ring_contacts(model, law, base, i, dt, part, count, ws):
    """Contacts of one ring with one surface; those near it are appended to the list; return its new length."""
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    kind = int(par[a + SURFACE])
    r, p, twist = station_frame(ws.stations, ring.station)
    centre = (ring.offset[0], ring.offset[1], ring.offset[2])
    spin = math.sqrt(dot(twist[1], twist[1]))
    arm = max(abs(centre[0]), abs(centre[0] + ring.reach)) + abs(centre[1]) + abs(centre[2]) + ring.radius
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + arm * spin) + GAP_MARGIN * ring.radius
    different, share, tail = False, 1.0, centre
    if ring.kind == EDGE or ring.kind == LINES:
        centre, share = edge_centre(ring, par, a, kind, r, p, tail, margin)
        different = share == 0.0
    gap, normal = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, centre)))
    different = different or (ring.kind != LINES and gap - ring.radius > margin)
    local = mat_t_vec(r, normal)
    for m in range(ring.n_points):
        row = base + ring.first + m
        n, own_gap, offset, missed = local, gap - (0.0 if ring.kind == LINES else ring.radius), centre, different
        if ring.kind == LINES and not missed:
            offset, share = line_point(ring, m, par, a, kind, (r, p), (tail, margin), model.points)
            missed = share == 0.0
            if not missed:
                own_gap, out = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, offset)))
                n = mat_t_vec(r, out)
        elif not missed:
            if ring.kind == FIXED_POINTS:
                arm = (0.0, model.points[ring.first + m, 0], model.points[ring.first + m, 1])
            elif ring.kind == BALL:
                arm = scale(-ring.radius, n)
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
        clear_contact(ws.contacts, row, own_gap, offset, part)
        if not missed and own_gap <= margin:
            turn = rotation_within_step(scale(dt, twist[1]))
            along, roll, axle = first_direction(par[a + FRAME], r, n, turn), NOT_ROLLING, (1.0, 0.0, 0.0)
            if ring.kind == WHEEL:
                axle = (ring.axle[0], ring.axle[1], ring.axle[2])
                along, roll = rolling(ring, n, mat_vec(turn, axle), along)
            extra = ZERO
            if ring.kind == BALL:  # the lowest point stays below the centre
                extra = scale(ring.radius, cross(twist[1], cross(twist[1], n)))
            elif ring.kind != FIXED_POINTS and ring.kind != LINES:
                extra = ring_acceleration(axle, ring.radius, n, twist[1])
            turning = dot(n, extra)
            if kind == REVOLVED and dt > 0.0:
                angular = ring.kind == FIXED_POINTS or ring.kind == LINES
                foot = offset if angular else centre
                velocity = add(twist[0], cross(twist[1], foot))
                ahead = add(p, mat_vec(r, add_scaled(foot, dt, velocity)))
                _, out = surface_gap(kind, par, a + SURFACE + 1, ahead)
                normal_rate = scale(1.0 / dt, sub(mat_t_vec(r, out), n))
                turning += dot(velocity, normal_rate)
                if not angular and ring.kind != BALL:
                    turning += rotating_normal_acceleration(axle, ring.radius, n, normal_rate, twist[1])
            place, geometry = (law, a, row, ring.station), (own_gap, offset, n, along)
            skin = roll, ring.friction, share
            count = append_contact(par, place, geometry, skin, (extra, turning), (dt, part), count, ws)
    return count


@kernel(inline=True)
def ring_acceleration(axle, radius, n, spin):
    """Rate of the velocity at a round ring's lowest point less the acceleration of the material point there.

    With the axle t, the angular velocity w and c^2 = 1 - (t . n)^2, the lowest point moves along the ring at
    q R / c t x n, q = (w . t - (t . n) (w . n)) / c^2, as it rotates; then the velocity changes by w x (q R / c t x n). Its
    normal component is -R q^2 c: only the material point has a centripetal acceleration.
    """
    s = dot(axle, n)
    c = math.sqrt(max(1.0 - s * s, 0.0))
    if not c > 1e-3:
        return ZERO
    rate, about = dot(spin, axle), dot(spin, n)
    return scale(radius * (rate - s * about) / (c * c * c), add_scaled(scale(about, axle), -rate, n))


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
def rolling(ring, n, axle, along):
    """Rolling direction of a wheel, and its friction in this direction; a wheel that lies flat does not roll."""
    tangent = cross(axle, n)
    size = math.sqrt(dot(tangent, tangent))
    return (scale(1.0 / size, tangent), ring.roll) if size > 1e-6 else (along, NOT_ROLLING)


@kernel
def edge_centre(ring, par, a, kind, r, p, tail, margin):
    """The point of a link's axis that is nearest to the surface, and its share of stiffness, 0 at an end.

    The middle where that is too far, and of straight lines of the skin, whose points `line_point` finds.
    """
    middle = (tail[0] + 0.5 * ring.reach, tail[1], tail[2])
    if kind == PLANE or (kind == HEIGHT_FIELD and ring.kind == LINES):  # the rings at the ends are nearer to a plane
        return middle, 0.0
    gap, _ = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, middle)))
    if gap - ring.radius - 0.5 * ring.reach > margin:
        return middle, 0.0
    if ring.kind == LINES:
        return middle, 1.0
    start = add(p, mat_vec(r, tail))
    end = add(start, mat_vec(r, (ring.reach, 0.0, 0.0)))
    fraction = nearest_on_segment(kind, par, a + SURFACE + 1, start, end, ring.radius + margin)
    return (tail[0] + fraction * ring.reach, tail[1], tail[2]), share_at(fraction)


@kernel(inline=True)
def share_at(fraction):
    """Share of the stiffness and damping of a contact at a fraction of a segment: 0 at the ends, 1 beyond BLEND."""
    beside = min(fraction, 1.0 - fraction)
    return min(beside / BLEND, 1.0) if beside > END else 0.0


@kernel
def line_point(ring, m, par, a, kind, pose, place, points):
    """The point of line m of a skin that is nearest to the surface, and its share of stiffness, 0 at an end or if it is too far.

    Args:
        ring: Record of `RING` of kind LINES.
        m: Number of the line: those along x first, then those along y and z, half of these at the tail and half at the head.
        par: Numbers of all laws.
        a: Index of the first number of the contact.
        kind: Kind of its surface.
        pose: Rotation and position of the station.
        place: Centre of the section at the tail, from the station [m]; gap below which a point may touch [m].
        points: y and z of the start of each line [m].
    """
    tail, margin = place
    y, z = points[ring.first + m, 0], points[ring.first + m, 1]
    x, u = 0.0, (ring.reach, 0.0, 0.0)
    n_along, n_across = int(ring.axle[0]), int(ring.axle[1])
    if m >= n_along:
        other = m - n_along
        if other < n_across:
            u, first = (0.0, -2.0 * y, 0.0), other < n_across // 2
        else:
            u, first = (0.0, 0.0, -2.0 * z), other - n_across < int(ring.axle[2]) // 2
        x = 0.0 if first else ring.reach
    offset = (tail[0] + x, tail[1] + y, tail[2] + z)
    start = add(pose[1], mat_vec(pose[0], offset))
    end = add(start, mat_vec(pose[0], u))
    fraction = nearest_on_segment(kind, par, a + SURFACE + 1, start, end, margin)
    return add_scaled(offset, fraction, u), share_at(fraction)
