"""Contacts of free bodies with surfaces beside their vertices: lines on edges and ridges, and corners of surfaces in faces.

First the prediction of a contact, which `contact_detection` uses for the rings of the skin as well.
"""

import math

from snakelab.geometry.distances import (
    BLOCK,
    HEIGHT_FIELD,
    INFINITE_DISTANCE,
    PLANE,
    REVOLVED,
    field_height,
    is_pole,
    segment_contact,
    surface_gap,
)
from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    set3,
    set_twist,
    sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    ACTIVE,
    ALONG,
    CONTACT_OFFSET,
    FRICTION_FACTOR,
    GAP,
    GAP_ACCELERATION,
    LOAD,
    NORMAL,
    NOT_ROLLING,
    ROLL,
    SHARE,
    SLIP_ACCELERATION,
    SLIP_POINT,
    SLIP_RATE,
    START_SLIP,
    USER_TWIST,
)
from snakelab.physics.contacts import (
    DAMPING,
    FRAME,
    SHAPE,
    STIFFNESS,
    SURFACE,
    point_velocity,
    slip_twist,
    start_rates,
)
from snakelab.physics.skin_tables import END_CORNERS
from snakelab.worlds.contact_laws import WORLD
from snakelab.worlds.force_law import station_frame
from snakelab.worlds.friction import FIRST_HALF, USER_FRICTION

# Gap below which a point may come into contact within a step, as a fraction of the radius of its ring.
GAP_MARGIN = 0.05
# Sine of the largest angle between a face of a body and one of a block, or the end of a pole, at which all corners of the latter
# touch; at larger ones, the farthest corner alone.
CORNER_TILT = 0.17
# Sum of the rises from a node of a height field to its two neighbours, in the spacing, below minus which it is on a ridge.
FLAT_RIDGE = 1e-6


# ----------------------------------------------------------------------------------------------------------------------
# Prediction of a contact
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def clear_contact(contacts, row, gap, offset, part):
    """Set gap and place of a point that does not touch, and in the first solve of a step forget its rate of slip."""
    contacts[row, ACTIVE], contacts[row, LOAD], contacts[row, GAP] = 0.0, 0.0, gap
    set3(contacts, row, CONTACT_OFFSET, offset)
    if part < FIRST_HALF:
        contacts[row, SLIP_RATE] = math.inf


@kernel(inline=True)
def append_contact(par, place, geometry, skin, extra, solve, count, ws):
    """Set the row of a contact, predict its forces, and append it to the list; return the new length.

    Args:
        par: Parameters of all laws.
        place: Law, index of its first parameter, row and station of the point.
        geometry: Gap [m], offset [m], normal, and first direction of friction, station axes.
        skin: Rolling friction of a wheel or NOT_ROLLING, factor of the friction, and share of stiffness and damping [-].
        extra: Acceleration of the point less that of the material point there, and second derivative of the gap less the normal
            acceleration of the latter [m/s^2].
        solve: Step [s] and part, see `find_contacts`.
        count: Length of the list.
        ws: Workspace.
    """
    law, a, row, station = place
    gap, offset, n, along = geometry
    dt, part = solve
    ws.contacts[row, GAP] = gap
    set3(ws.contacts, row, CONTACT_OFFSET, offset)
    set3(ws.contacts, row, NORMAL, n)
    set3(ws.contacts, row, ALONG, along)
    ws.contacts[row, ROLL], ws.contacts[row, FRICTION_FACTOR], ws.contacts[row, SHARE] = skin
    ws.contacts[row, SLIP_ACCELERATION] = dot(along, extra[0])
    ws.contacts[row, SLIP_ACCELERATION + 1] = dot(cross(n, along), extra[0])
    ws.contacts[row, GAP_ACCELERATION] = extra[1]
    start_rates(ws, row, station, dt)
    solved = part >= FIRST_HALF and ws.contacts[row, SLIP_RATE] < math.inf
    guess_contact(par, a, row, dt, solved, dot(n, point_velocity(ws, station, offset)), ws.contacts)
    if par[a + SHAPE] == USER_FRICTION:
        set_twist(ws.contacts, row, USER_TWIST, slip_twist(row, station, 0.0, ws))
    count += 1
    ws.near[count, 0] = row
    ws.near[count, 1] = station
    ws.near[count, 2] = law
    return count


@kernel(inline=True)
def guess_contact(par, a, row, dt, solved, w, contacts):
    """Predict the contact of a point at the present rate w of its gap: its active flag, normal force, and slip velocity.

    solved: True if the point was in contact in the previous solve of an extrapolated step, which has its rate of slip.
    """
    gap = contacts[row, GAP]
    load = contacts[row, SHARE] * (-par[a + STIFFNESS] * (gap + dt * w) - par[a + DAMPING] * w)
    if gap + dt * w < 0.0 and load > 0.0:
        contacts[row, ACTIVE], contacts[row, LOAD] = 1.0, load
    first, second = contacts[row, START_SLIP], contacts[row, START_SLIP + 1]
    if solved:
        first += dt * contacts[row, SLIP_RATE]
        second += dt * contacts[row, SLIP_RATE + 1]
    contacts[row, SLIP_POINT], contacts[row, SLIP_POINT + 1] = first, second
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
# Lines: edges of solids, and axes of capsules
# ----------------------------------------------------------------------------------------------------------------------


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
    motion = dt * (math.sqrt(dot(twist[0], twist[0])) + size * spin)
    margin = motion + GAP_MARGIN * ring.radius
    start, run = add(p, mat_vec(r, tail)), mat_vec(r, along)
    far = kind == PLANE
    if not far and kind != HEIGHT_FIELD:
        far = (
            surface_gap(kind, par, a + SURFACE + 1, add_scaled(start, 0.5, run))[0] - 0.5 * length
            > margin + ring.radius
        )
    for m in range(ring.n_points):
        row = base + ring.first + m
        clear_contact(ws.contacts, row, INFINITE_DISTANCE, tail, part)
        if far:
            continue
        touches, at, gap, normal = segment_contact(kind, par, a + SURFACE + 1, start, run, m == 1)
        if not touches or not gap - ring.radius <= margin:
            continue
        n = mat_t_vec(r, normal)
        offset = add_scaled(add_scaled(tail, at, along), -ring.radius, n)
        turn = rotation_within_step(scale(dt, twist[1]))
        velocity, turning = add(twist[0], cross(twist[1], offset)), 0.0
        if dt > 0.0:
            there = add_scaled(p, dt, mat_vec(r, twist[0]))
            ahead = mat_mat(r, turn)
            touches, _, later, out = segment_contact(
                kind, par, a + SURFACE + 1, add(there, mat_vec(ahead, tail)), mat_vec(ahead, along), m == 1
            )
            if touches and dot(out, normal) > 0.5 and abs(later - gap) <= motion:  # else it is another contact
                rate = dot(n, add_scaled(velocity, dt, cross(twist[1], cross(twist[1], offset))))
                turning = ((later - gap) / dt - rate) / dt
        extra = scale(ring.radius, cross(twist[1], cross(twist[1], n))), turning
        geometry = gap - ring.radius, offset, n, first_direction(par[a + FRAME], r, n, turn)
        skin = NOT_ROLLING, ring.friction, 1.0
        count = append_contact(par, (law, a, row, ring.station), geometry, skin, extra, (dt, part), count, ws)
    return count


# ----------------------------------------------------------------------------------------------------------------------
# Corners of surfaces in the faces of solids
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def block_corner(par, block, m):
    """Corner m of a block, and the directions of its three edges there, world axes."""
    r, sign = block_axes(par, block), (1.0 if m & 1 else -1.0, 1.0 if m & 2 else -1.0, 1.0 if m & 4 else -1.0)
    half = (sign[0] * par[block + 12], sign[1] * par[block + 13], sign[2] * par[block + 14])
    corner = add((par[block + 9], par[block + 10], par[block + 11]), mat_vec(r, half))
    one, two = (-sign[0] * r[0], -sign[0] * r[3], -sign[0] * r[6]), (-sign[1] * r[1], -sign[1] * r[4], -sign[1] * r[7])
    return corner, one, two, (-sign[2] * r[2], -sign[2] * r[5], -sign[2] * r[8])


@kernel(inline=True)
def pole_corner(par, pole, m):
    """Corner m of the prism inscribed in a pole, with END_CORNERS at each end, and the directions of its three edges there.

    Of a pole that does not stand, a corner of each end is the highest point of its rim.
    """
    first, length, radius = (par[pole + 2], par[pole + 3], par[pole + 4]), par[pole + 9], par[pole + 13]
    axis = scale(1.0 / length, sub((par[pole + 6], par[pole + 7], par[pole + 8]), first))
    up = add_scaled((0.0, 0.0, 1.0), -axis[2], axis)
    if dot(up, up) < 1e-12:
        up = add_scaled((1.0, 0.0, 0.0), -axis[0], axis)
    up = scale(1.0 / math.sqrt(dot(up, up)), up)
    side, half = cross(axis, up), math.pi / END_CORNERS
    turn = 2.0 * half * (m % END_CORNERS)
    out = add_scaled(scale(math.cos(turn), up), math.sin(turn), side)
    around = add_scaled(scale(-math.sin(turn), up), math.cos(turn), side)
    end = add_scaled(first, length if m >= END_CORNERS else 0.0, axis)
    one, two = scale(math.cos(half), around), scale(-math.sin(half), out)
    inward = axis if m < END_CORNERS else scale(-1.0, axis)
    return add_scaled(end, radius, out), add(two, one), sub(two, one), inward


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
    """Contacts of the corners of a block, or of the ends of a pole, with the faces of a free body; as `line_contacts`.

    A corner acts along the inward normal of the face under which it is, if it is the farthest point of the block in that
    direction, up to CORNER_TILT: the body must move along it to leave the block.
    """
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    kind, block = int(par[a + SURFACE]), a + SURFACE + 1
    pole = kind == REVOLVED and is_pole(par, block)
    n_corners = 2 * END_CORNERS if pole else 8
    r, p, twist = station_frame(ws.stations, ring.station)
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + ring.reach * math.sqrt(dot(twist[1], twist[1])))
    far = kind != BLOCK and not pole
    if not far:
        far = surface_gap(kind, par, block, p)[0] > ring.reach + margin
    for m in range(ring.n_points):
        row = base + ring.first + m
        clear_contact(ws.contacts, row, INFINITE_DISTANCE, ZERO, part)
        if far or m >= n_corners:
            continue
        corner, one, two, three = pole_corner(par, block, m) if pole else block_corner(par, block, m)
        offset = mat_t_vec(r, sub(corner, p))
        face, gap = face_at(model.rings, i + 1, int(ring.roll), offset)
        if face < 0 or not gap <= margin:
            continue
        out = (model.rings[face].axle[0], model.rings[face].axle[1], model.rings[face].axle[2])
        n = scale(-1.0, out)
        own = mat_vec(r, n)
        if max(dot(one, own), max(dot(two, own), dot(three, own))) > CORNER_TILT:
            continue
        count = corner_in_face(model, (law, row, i), (corner, n, gap), dt, part, count, ws)
    return count


@kernel
def corner_in_face(model, place, corner, dt, part, count, ws):
    """Append the contact of a corner of a surface with a face of a free body; return the new length of the list.

    Args:
        model: ModelArrays.
        place: Law, row of the contact, and ring of the body.
        corner: Its place in world axes, the inward normal of the face in axes of the body, and the gap.
        dt: The step [s].
        part: See `find_contacts`.
        count: Length of the list.
        ws: Workspace.
    """
    law, row, i = place
    corner, n, gap = corner
    ring, par, a = model.rings[i], model.law_parameters, model.laws[law].first
    r, p, twist = station_frame(ws.stations, ring.station)
    offset = mat_t_vec(r, sub(corner, p))
    turn = rotation_within_step(scale(dt, twist[1]))
    velocity, turning = add(twist[0], cross(twist[1], offset)), 0.0
    if dt > 0.0:
        there = mat_t_vec(mat_mat(r, turn), sub(corner, add_scaled(p, dt, mat_vec(r, twist[0]))))
        later = gap - dot(n, sub(there, offset))
        rate = dot(n, add_scaled(velocity, dt, cross(twist[1], cross(twist[1], offset))))
        turning = ((later - gap) / dt - rate) / dt
    extra = scale(-1.0, cross(twist[1], velocity)), turning  # the corner moves along the body
    geometry, skin = (gap, offset, n, first_direction(par[a + FRAME], r, n, turn)), (NOT_ROLLING, ring.friction, 1.0)
    return append_contact(par, (law, a, row, ring.station), geometry, skin, extra, (dt, part), count, ws)


@kernel
def summit_contacts(model, law, base, i, dt, part, count, ws):
    """Contacts of the summits of a height field, the nodes of its grid on ridges, with the faces of a free body.

    As `corner_contacts`: a node acts along the inward normal of the face under which it is, if it is the farthest point of the
    field in that direction, up to CORNER_TILT. Of more than the ring has points, the first in the order of the grid.
    """
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    field = a + SURFACE + 1
    r, p, twist = station_frame(ws.stations, ring.station)
    margin = dt * (math.sqrt(dot(twist[0], twist[0])) + ring.reach * math.sqrt(dot(twist[1], twist[1])))
    for row in range(base + ring.first, base + ring.first + ring.n_points):
        clear_contact(ws.contacts, row, INFINITE_DISTANCE, ZERO, part)
    found, reach, dx, dy = 0, ring.reach + margin, par[field + 4], par[field + 5]
    x, y = (p[0] - par[field + 2]) / dx, (p[1] - par[field + 3]) / dy
    nx, ny = int(par[field]), int(par[field + 1])
    for j in range(max(math.ceil(y - reach / dy), 0), min(math.floor(y + reach / dy), ny - 1) + 1):
        for m in range(max(math.ceil(x - reach / dx), 0), min(math.floor(x + reach / dx), nx - 1) + 1):
            h = field_height(par, field, m, j)
            if h < p[2] - reach or found == ring.n_points:
                continue
            west, east = field_height(par, field, m - 1, j) - h, field_height(par, field, m + 1, j) - h
            south, north = field_height(par, field, m, j - 1) - h, field_height(par, field, m, j + 1) - h
            if not (west + east < -FLAT_RIDGE * dx or south + north < -FLAT_RIDGE * dy):
                continue
            corner = (par[field + 2] + m * dx, par[field + 3] + j * dy, h)
            face, gap = face_at(model.rings, i + 1, int(ring.roll), mat_t_vec(r, sub(corner, p)))
            if face < 0 or not gap <= margin:
                continue
            n = scale(-1.0, (model.rings[face].axle[0], model.rings[face].axle[1], model.rings[face].axle[2]))
            own = mat_vec(r, n)
            if own[2] * west - own[0] * dx > CORNER_TILT * math.sqrt(dx * dx + west * west):
                continue
            if own[2] * east + own[0] * dx > CORNER_TILT * math.sqrt(dx * dx + east * east):
                continue
            if own[2] * south - own[1] * dy > CORNER_TILT * math.sqrt(dy * dy + south * south):
                continue
            if own[2] * north + own[1] * dy > CORNER_TILT * math.sqrt(dy * dy + north * north):
                continue
            row = base + ring.first + found
            count = corner_in_face(model, (law, row, i), (corner, n, gap), dt, part, count, ws)
            found += 1
    return count
