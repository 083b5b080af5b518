"""Contacts of the skin with surfaces: detection, friction, forces in each pass of the solve, and the outcome.

Normal force and friction are those of `worlds.contact_laws.Contact`. The sections follow the order of a step: linearised
friction, detection before the solve, friction by a user law, forces in each pass, and the check and application after it.
"""

import math

from snakelab.geometry.distances import (
    BLOCK,
    HEIGHT_FIELD,
    INFINITE_DISTANCE,
    PLANE,
    REVOLVED,
    nearest_on_segment,
    segment_contact,
    surface_gap,
)
from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    ZERO,
    ZERO_MAT,
    ZERO_SYM,
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
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    set3,
    set_inertia,
    set_twist,
    sub,
    twist_add,
    twist_add_scaled,
    twist_into,
    twist_out,
    twist_sub,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    ACTIVE,
    ALONG,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    FRICTION_FACTOR,
    FRICTION_OFFSET,
    FRICTION_SLOPE,
    FULL_RATE,
    GAP,
    GAP_ACCELERATION,
    LOAD,
    NORMAL,
    NORMAL_FORCE,
    NOT_ROLLING,
    ROLL,
    SHARE,
    SLIP,
    SLIP_ACCELERATION,
    SLIP_POINT,
    SLIP_RATE,
    USER_INERTIA,
    USER_TWIST,
    USER_WRENCH,
    n_bodies,
)
from snakelab.physics.skin_tables import BALL, CORNERS, EDGE, FIXED_POINTS, LINE, LINES, WHEEL
from snakelab.physics.user_laws import call_user_law, user_inertia, user_wrench
from snakelab.worlds.contact_laws import WORLD
from snakelab.worlds.force_law import ACCELERATION, CONTACT, LAW_APPLIED, LAW_INERTIA, LAW_WRENCH, TWIST, station_frame
from snakelab.worlds.friction import (
    ELLIPTIC,
    FIRST_HALF,
    PER_AXIS,
    USER_FRICTION,
    CoulombLaw,
    braked_velocity,
    coulomb_drag,
    linearised_friction,
)

# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of a contact law in its row
# ----------------------------------------------------------------------------------------------------------------------

STIFFNESS, DAMPING, FRAME, MU_TANGENTIAL, MU_BACKWARD, MU_NORMAL, SHAPE, SMOOTHING, EPS, SURFACE = range(10)


# ----------------------------------------------------------------------------------------------------------------------
# Linearised friction of a contact in its two slip velocities: the tangent of the law at an estimate of the velocity reached
#
# Resistance at the slip velocity v (2,):  f(v) = offset + slope v.
#
# The method is that of friction at link centres in `worlds.friction`, with the normal force of the pass, in the directions that
# the body has at the end of the step, and with the slip velocity of the point that then touches the surface.
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
def slip_velocity(contacts, row, u, dt):
    """Slip velocity of a contact along the two directions of friction, and zero.

    u: velocity of the material point at the start of the step, or dt after it; dt = 0 at the start.
    """
    along = get3(contacts, row, ALONG)
    return (
        dot(along, u) + dt * contacts[row, SLIP_ACCELERATION],
        dot(cross(get3(contacts, row, NORMAL), along), u) + dt * contacts[row, SLIP_ACCELERATION + 1],
        0.0,
    )


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


@kernel
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


@kernel
def estimate_slip(v, f, mobility, missed, law, row, contacts):
    """Set the velocity of the next linearisation from the slip velocity v reached under the linearised friction f.

    mobility: change of the slip velocity per unit of friction force over the step [s/kg].
    """
    if missed and mobility > 0.0:
        v = braked_velocity((v[0] + mobility * f[0], v[1] + mobility * f[1], 0.0), mobility, law)
    contacts[row, SLIP_POINT] = v[0]
    contacts[row, SLIP_POINT + 1] = v[1]


# ----------------------------------------------------------------------------------------------------------------------
# Contact detection before the solve: distance of every skin ring to every surface, and the predicted active points
# ----------------------------------------------------------------------------------------------------------------------

# Gap below which a point may come into contact within a step, as a fraction of the radius of its ring.
GAP_MARGIN = 0.05
# Contacts nearer to the end of a segment than the first fraction of it are those of the ring there; up to the second, their
# stiffness and damping rise in proportion to the distance from the end, so that no force jumps as a contact moves along a link.
END, BLEND = 0.002, 0.1
# Sine of the largest angle between a face of a body and one of a block at which all corners of the latter touch; at larger ones,
# the farthest corner alone.
CORNER_TILT = 0.17


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
    margin = (
        dt * (math.sqrt(dot(twist[0], twist[0])) + (ring.radius + abs(centre[0])) * spin) + GAP_MARGIN * ring.radius
    )
    different, share, tail = False, 1.0, centre
    if ring.kind == EDGE or ring.kind == LINES:
        centre, share = edge_centre(ring, par, a, kind, r, p, tail, margin)
        different = share == 0.0
    gap, normal = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, centre)))
    different = different or (ring.kind != LINES and gap - ring.radius > margin)
    local = mat_t_vec(r, normal)
    for m in range(ring.n_points):
        row = base + ring.first + m
        ws.contacts[row, ACTIVE] = 0.0
        ws.contacts[row, LOAD] = 0.0
        if part < FIRST_HALF:
            ws.contacts[row, SLIP_RATE] = math.inf
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
        ws.contacts[row, GAP] = own_gap
        set3(ws.contacts, row, CONTACT_OFFSET, offset)
        if not missed and own_gap <= margin:
            set3(ws.contacts, row, NORMAL, n)
            turn = rotation_within_step(scale(dt, twist[1]))
            set3(ws.contacts, row, ALONG, first_direction(par[a + FRAME], r, n, turn))
            ws.contacts[row, ROLL] = NOT_ROLLING
            ws.contacts[row, FRICTION_FACTOR] = ring.friction
            ws.contacts[row, SHARE] = share
            ws.contacts[row, GAP_ACCELERATION] = 0.0
            axle = (1.0, 0.0, 0.0)
            if ring.kind == WHEEL:
                axle = (ring.axle[0], ring.axle[1], ring.axle[2])
                rolling(ring, row, n, mat_vec(turn, axle), ws.contacts)
            extra = ZERO
            if ring.kind == BALL:  # the lowest point stays below the centre
                extra = scale(ring.radius, cross(twist[1], cross(twist[1], n)))
                ws.contacts[row, GAP_ACCELERATION] = dot(n, extra)
            elif ring.kind != FIXED_POINTS and ring.kind != LINES:
                extra = ring_acceleration(axle, ring.radius, n, twist[1])
                ws.contacts[row, GAP_ACCELERATION] = dot(n, extra)
            along = get3(ws.contacts, row, ALONG)
            ws.contacts[row, SLIP_ACCELERATION] = dot(along, extra)
            ws.contacts[row, SLIP_ACCELERATION + 1] = dot(cross(n, along), extra)
            if kind == REVOLVED and dt > 0.0:
                angular = ring.kind == FIXED_POINTS or ring.kind == LINES
                foot = offset if angular else centre
                velocity = add(twist[0], cross(twist[1], foot))
                ahead = add(p, mat_vec(r, add_scaled(foot, dt, velocity)))
                _, out = surface_gap(kind, par, a + SURFACE + 1, ahead)
                normal_rate = scale(1.0 / dt, sub(mat_t_vec(r, out), n))
                ws.contacts[row, GAP_ACCELERATION] += dot(velocity, normal_rate)
                if not angular and ring.kind != BALL:
                    ws.contacts[row, GAP_ACCELERATION] += rotating_normal_acceleration(
                        axle, ring.radius, n, normal_rate, twist[1]
                    )
            solved = part >= FIRST_HALF and ws.contacts[row, SLIP_RATE] < math.inf
            guess_contact(par, a, row, dt, solved, add(twist[0], cross(twist[1], offset)), ws.contacts)
            if par[a + SHAPE] == USER_FRICTION:
                set_twist(ws.contacts, row, USER_TWIST, slip_twist(row, ring.station, 0.0, ws))
            count += 1
            ws.near[count, 0] = row
            ws.near[count, 1] = ring.station
            ws.near[count, 2] = law
    return count


@kernel(inner=True)
def line_contacts(model, law, base, i, dt, part, count, ws):
    """Contacts of an edge of a free body, or of a capsule, with an edged surface between its ends; as `ring_contacts`.

    The rate of the gap contains that of the geometry: the point moves along the edge, and the normal turns.
    """
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    kind = int(par[a + SURFACE])
    r, p, twist = station_frame(ws.stations, ring.station)
    tail, along = (ring.offset[0], ring.offset[1], ring.offset[2]), (ring.axle[0], ring.axle[1], ring.axle[2])
    spin, length = math.sqrt(dot(twist[1], twist[1])), math.sqrt(dot(along, along))
    size = ring.radius + math.sqrt(dot(tail, tail)) + length
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + size * spin) + GAP_MARGIN * ring.radius
    start, run = add(p, mat_vec(r, tail)), mat_vec(r, along)
    far = kind == PLANE or kind == HEIGHT_FIELD
    if not far:
        far = (
            surface_gap(kind, par, a + SURFACE + 1, add_scaled(start, 0.5, run))[0] - 0.5 * length
            > margin + ring.radius
        )
    for m in range(ring.n_points):
        row = base + ring.first + m
        ws.contacts[row, ACTIVE] = 0.0
        ws.contacts[row, LOAD] = 0.0
        ws.contacts[row, GAP] = INFINITE_DISTANCE
        set3(ws.contacts, row, CONTACT_OFFSET, tail)
        if part < FIRST_HALF:
            ws.contacts[row, SLIP_RATE] = math.inf
        if far:
            continue
        touches, at, gap, normal = segment_contact(kind, par, a + SURFACE + 1, start, run, m == 1)
        if not touches or not gap - ring.radius <= margin:
            continue
        n = mat_t_vec(r, normal)
        offset = add_scaled(add_scaled(tail, at, along), -ring.radius, n)
        turn = rotation_within_step(scale(dt, twist[1]))
        direction = first_direction(par[a + FRAME], r, n, turn)
        velocity = add(twist[0], cross(twist[1], offset))
        ws.contacts[row, GAP] = gap - ring.radius
        set3(ws.contacts, row, CONTACT_OFFSET, offset)
        set3(ws.contacts, row, NORMAL, n)
        set3(ws.contacts, row, ALONG, direction)
        ws.contacts[row, ROLL] = NOT_ROLLING
        ws.contacts[row, FRICTION_FACTOR] = ring.friction
        ws.contacts[row, SHARE] = 1.0
        extra = scale(ring.radius, cross(twist[1], cross(twist[1], n)))
        ws.contacts[row, SLIP_ACCELERATION] = dot(direction, extra)
        ws.contacts[row, SLIP_ACCELERATION + 1] = dot(cross(n, direction), extra)
        ws.contacts[row, GAP_ACCELERATION] = 0.0
        if dt > 0.0:
            there = add_scaled(p, dt, mat_vec(r, twist[0]))
            ahead = mat_mat(r, turn)
            touches, _, later, out = segment_contact(
                kind, par, a + SURFACE + 1, add(there, mat_vec(ahead, tail)), mat_vec(ahead, along), m == 1
            )
            if touches and dot(out, normal) > 0.5:
                rate = dot(n, add_scaled(velocity, dt, cross(twist[1], cross(twist[1], offset))))
                ws.contacts[row, GAP_ACCELERATION] = ((later - gap) / dt - rate) / dt
        count = append_contact(par, a, (law, row, ring.station), dt, part, velocity, count, ws)
    return count


@kernel(inline=True)
def block_corner(par, block, m):
    """Corner m of a block, and the signs of its three half sizes."""
    sign = (1.0 if m & 1 else -1.0, 1.0 if m & 2 else -1.0, 1.0 if m & 4 else -1.0)
    half = (sign[0] * par[block + 12], sign[1] * par[block + 13], sign[2] * par[block + 14])
    corner = add((par[block + 9], par[block + 10], par[block + 11]), mat_vec(block_axes(par, block), half))
    return corner, sign


@kernel(inline=True)
def block_axes(par, block):
    """Rotation from the axes of a block to those of the world."""
    return (
        par[block], par[block + 1], par[block + 2], par[block + 3], par[block + 4], par[block + 5], par[block + 6],
        par[block + 7], par[block + 8],
    )  # fmt: skip


@kernel
def face_at(rings, first, n, x):
    """Ring of the face of a solid above which a point is highest, or -1 if it is beside that face, and its height."""
    best, height = -1, -math.inf
    for f in range(first, first + n):
        own = dot(
            (rings[f].axle[0], rings[f].axle[1], rings[f].axle[2]),
            sub(x, (rings[f].offset[0], rings[f].offset[1], rings[f].offset[2])),
        )
        if own > height:
            best, height = f, own
    out = (rings[best].axle[0], rings[best].axle[1], rings[best].axle[2])
    foot = add_scaled(x, -height, out)
    for f in range(first, first + n):
        if f != best and (
            dot(
                (rings[f].axle[0], rings[f].axle[1], rings[f].axle[2]),
                sub(foot, (rings[f].offset[0], rings[f].offset[1], rings[f].offset[2])),
            )
            > 0.0
        ):
            return -1, height
    return best, height


@kernel
def corner_contacts(model, law, base, i, dt, part, count, ws):
    """Contacts of the corners of a block with the faces of a free body; as `line_contacts`.

    A corner acts along the inward normal of the face under which it is, if it is the farthest point of the block in that
    direction, up to CORNER_TILT: the body must move along it to leave the block.
    """
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    block = a + SURFACE + 1
    r, p, twist = station_frame(ws.stations, ring.station)
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + ring.reach * math.sqrt(dot(twist[1], twist[1])))
    far = int(par[a + SURFACE]) != BLOCK
    if not far:
        far = surface_gap(BLOCK, par, block, p)[0] > ring.reach + margin
    for m in range(ring.n_points):
        row = base + ring.first + m
        ws.contacts[row, ACTIVE] = 0.0
        ws.contacts[row, LOAD] = 0.0
        ws.contacts[row, GAP] = INFINITE_DISTANCE
        set3(ws.contacts, row, CONTACT_OFFSET, ZERO)
        if part < FIRST_HALF:
            ws.contacts[row, SLIP_RATE] = math.inf
        if far:
            continue
        corner, sign = block_corner(par, block, m)
        offset = mat_t_vec(r, sub(corner, p))
        face, gap = face_at(model.rings, i + 1, int(ring.roll), offset)
        if face < 0 or not gap <= margin:
            continue
        out = (model.rings[face].axle[0], model.rings[face].axle[1], model.rings[face].axle[2])
        n = scale(-1.0, out)
        own = mat_t_vec(block_axes(par, block), mat_vec(r, n))
        if min(sign[0] * own[0], min(sign[1] * own[1], sign[2] * own[2])) < -CORNER_TILT:
            continue
        turn = rotation_within_step(scale(dt, twist[1]))
        direction = first_direction(par[a + FRAME], r, n, turn)
        velocity = add(twist[0], cross(twist[1], offset))
        ws.contacts[row, GAP] = gap
        set3(ws.contacts, row, CONTACT_OFFSET, offset)
        set3(ws.contacts, row, NORMAL, n)
        set3(ws.contacts, row, ALONG, direction)
        ws.contacts[row, ROLL] = NOT_ROLLING
        ws.contacts[row, FRICTION_FACTOR] = ring.friction
        ws.contacts[row, SHARE] = 1.0
        extra = scale(-1.0, cross(twist[1], velocity))  # the corner moves along the body
        ws.contacts[row, SLIP_ACCELERATION] = dot(direction, extra)
        ws.contacts[row, SLIP_ACCELERATION + 1] = dot(cross(n, direction), extra)
        ws.contacts[row, GAP_ACCELERATION] = 0.0
        if dt > 0.0:
            there = mat_t_vec(mat_mat(r, turn), sub(corner, add_scaled(p, dt, mat_vec(r, twist[0]))))
            later = gap + dot(out, sub(there, offset))
            rate = dot(n, add_scaled(velocity, dt, cross(twist[1], cross(twist[1], offset))))
            ws.contacts[row, GAP_ACCELERATION] = ((later - gap) / dt - rate) / dt
        count = append_contact(par, a, (law, row, ring.station), dt, part, velocity, count, ws)
    return count


@kernel(inline=True)
def append_contact(par, a, place, dt, part, velocity, count, ws):
    """Predict the contact of a point with the given velocity, and append it to the list; return the new length.

    place: law, row and station of the point.
    """
    law, row, station = place
    solved = part >= FIRST_HALF and ws.contacts[row, SLIP_RATE] < math.inf
    guess_contact(par, a, row, dt, solved, velocity, ws.contacts)
    if par[a + SHAPE] == USER_FRICTION:
        set_twist(ws.contacts, row, USER_TWIST, slip_twist(row, station, 0.0, ws))
    count += 1
    ws.near[count, 0] = row
    ws.near[count, 1] = station
    ws.near[count, 2] = law
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
def rolling(ring, row, n, axle, contacts):
    """Rolling direction of a wheel, and its friction in this direction; a wheel that lies flat does not roll."""
    tangent = cross(axle, n)
    size = math.sqrt(dot(tangent, tangent))
    if size > 1e-6:
        set3(contacts, row, ALONG, scale(1.0 / size, tangent))
        contacts[row, ROLL] = ring.roll


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


@kernel(inline=True)
def guess_contact(par, a, row, dt, solved, u, contacts):
    """Predict the contact of a point at its present velocity u: its active flag, normal force, and slip velocity.

    solved: True if the point was in contact in the previous solve of an extrapolated step, which has its rate of slip.
    """
    w = dot(get3(contacts, row, NORMAL), u)
    ahead = contacts[row, GAP] + dt * w
    load = contacts[row, SHARE] * (-par[a + STIFFNESS] * ahead - par[a + DAMPING] * w)
    if ahead < 0.0 and load > 0.0:
        contacts[row, ACTIVE] = 1.0
        contacts[row, LOAD] = load
    v = slip_velocity(contacts, row, u, 0.0)
    if solved:
        v = (v[0] + dt * contacts[row, SLIP_RATE], v[1] + dt * contacts[row, SLIP_RATE + 1], 0.0)
    contacts[row, SLIP_POINT] = v[0]
    contacts[row, SLIP_POINT + 1] = v[1]
    contacts[row, SLIP_RATE] = math.inf


@kernel(inline=True)
def first_direction(frame, r, n, turn):
    """First direction of friction: x of the body or the world in the tangent plane; an arbitrary one if x is the normal.

    turn: rotation of the body within the step, whose end determines the direction.
    """
    e = (turn[0], turn[3], turn[6])
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
        twist = get_twist(ws.stations, k, TWIST)
        c = get3(ws.contacts, row, CONTACT_OFFSET)
        nor = get3(ws.contacts, row, NORMAL)
        w_cross_c = cross(twist[1], c)
        u = add(twist[0], w_cross_c)
        # classical acceleration of the point relative to the centre of the station
        centripetal = cross(twist[1], w_cross_c)
        share = ws.contacts[row, SHARE]
        g = share * (par[a + DAMPING] + dt * par[a + STIFFNESS])
        rate = dot(nor, add_scaled(u, dt, centripetal)) + dt * ws.contacts[row, GAP_ACCELERATION]
        normal_force = -share * par[a + STIFFNESS] * ws.contacts[row, GAP] - g * rate
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        set_friction_line(par, a, row, secant, ws.contacts)
        f = resistance(ws.contacts, row, slip_velocity(ws.contacts, row, add_scaled(u, dt, centripetal), dt))
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


@kernel
def add_point(laws, row, c, force, block):
    """Add a force at offset c and its added inertia to the row of a law."""
    set_twist(laws, row, LAW_WRENCH, twist_add(get_twist(laws, row, LAW_WRENCH), (force, cross(c, force))))
    shifted = inertia_shift((block, ZERO_MAT, ZERO_SYM), c)
    set_inertia(laws, row, LAW_INERTIA, inertia_add(get_inertia(laws, row, LAW_INERTIA), shifted))


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
        u = reached(ws, k, get3(ws.contacts, row, CONTACT_OFFSET), dt)
        w = dot(get3(ws.contacts, row, NORMAL), u) + dt * ws.contacts[row, GAP_ACCELERATION]
        ahead = ws.contacts[row, GAP] + dt * w
        load = ws.contacts[row, SHARE] * (-par[a + STIFFNESS] * ahead - par[a + DAMPING] * w)
        active = ws.contacts[row, ACTIVE] != 0.0
        touches = load > 0.0 and (active or ahead < 0.0)
        load = load if touches else 0.0
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
            v, f, missed = slip_velocity(ws.contacts, row, u, dt), (0.0, 0.0), True
            start = slip_velocity(ws.contacts, row, point_velocity(ws, k, get3(ws.contacts, row, CONTACT_OFFSET)), 0.0)
            ws.contacts[row, SLIP_RATE] = (v[0] - start[0]) / dt
            ws.contacts[row, SLIP_RATE + 1] = (v[1] - start[1]) / dt
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
        w, slip = dot(nor, u) + dt * ws.contacts[row, GAP_ACCELERATION], slip_velocity(ws.contacts, row, u, dt)
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
    event, worst, own, total, moving = dt, 0.0, 0.0, 0.0, (10.0 * floor) ** 2
    for k in range(len(model.stations)):
        total += model.stations[k].mass
        own = total if k < len(model.stations) - n_bodies(model.parts) else own
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        gap, c, n = ws.contacts[row, GAP], get3(ws.contacts, row, CONTACT_OFFSET), get3(ws.contacts, row, NORMAL)
        if part == 0:
            w, stiffness = dot(n, point_velocity(ws, k, c)), par[model.laws[law].first + STIFFNESS]
            stiffness *= ws.contacts[row, SHARE]
            time, mass = dt, model.stations[k].mass
            after = dot(n, reached(ws, k, c, dt)) + dt * ws.contacts[row, GAP_ACCELERATION]
            compressed = max(-gap - REST_COMPRESSION * g * total / stiffness, 0.0)
            fast = w * w > moving or (stiffness * compressed * compressed > moving * mass and abs(after - w) > floor)
            if gap > 0.0 and w < -10.0 * floor:
                time = 0.999 * gap / (g * dt - w)
            elif gap < 0.0 and fast:
                if w > 0.0:  # the force vanishes at K gap + B w = 0
                    lag = par[model.laws[law].first + DAMPING] / par[model.laws[law].first + STIFFNESS]
                    push = -stiffness * (gap + lag * w) / mass
                    time = -0.98 * (gap + lag * w) / (w + lag * max(push, 0.0))
                if not 0.0 < time < 0.25 * math.sqrt(mass / stiffness):
                    time = 0.25 * math.sqrt(mass / stiffness)  # the difference of longer steps may be zero by chance
            if 0.0 < time < event:
                event = time
            ws.contacts[row, FULL_RATE] = after
        elif part == 2 and ws.contacts[row, FULL_RATE] < math.inf:
            if gap < 0.0 or ws.contacts[row, NORMAL_FORCE] > 0.0 or ws.full_loads[row] > 0.0:
                other = ws.contacts[row, FULL_RATE]
                w = dot(n, reached(ws, k, c, 0.5 * dt)) + 0.5 * dt * ws.contacts[row, GAP_ACCELERATION]
                most = max(abs(w), abs(other))
                least = floor * min(1.0, max(0.25, own / (LIGHT_PARTS * model.stations[k].mass)))
                allowed = 1e-3 * most + least * min(1.0, 10.0 * least / most if most > 0.0 else 1.0)
                worst = max(worst, abs(w - other) / allowed)
    return event, worst
