"""Points of contact of solid free bodies, cuboids and convex hulls: with a capsule, and with each other.

A capsule touches a solid at the nearest point of its axis, or at two where the axis is nearly parallel to a face. Two solids are
treated by their separating axes: that of the largest separation is the normal of a face, or the common perpendicular of an edge
of each. In the first case the points are the corners of the part in which the two faces that touch overlap, in the second one
point on the edges.
"""

import math

from snakelab.geometry.distances import nearest_on_segments
from snakelab.geometry.polyhedra import (
    FACE_COUNT,
    FACE_WIDTH,
    N_EDGES,
    N_FACES,
    TIE,
    beyond_side,
    beyond_sides,
    edge_at,
    edge_separation,
    face_at,
    face_gap,
    face_separation,
    face_vertex,
    nearest_to_solid,
    solid_gap,
    triple,
    vertex_of,
)
from snakelab.geometry.rotations import rotation_within_step
from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get9,
    get_twist,
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import CAPSULE_WIDTH, MAX_POINTS, POINT_WIDTH, RADIUS, SOLID, STATIONS, THICKNESS
from snakelab.physics.contact_points import (
    AXES,
    DRIFT,
    FAST_APPROACH,
    FIRST,
    FORCE,
    GAP,
    N_POINTS,
    NEAR,
    NUMBER,
    ON,
    OVERLAP,
    PARALLEL,
    PLACE,
    RATE,
    SECOND,
    SHARE,
    along,
    announce,
    end_motion,
    end_of,
    moved_end,
    points_at,
    put,
    relative_motion,
    set_axes,
    set_law,
    vec,
)
from snakelab.worlds.force_law import POSITION, ROTATION, TWIST

# Square of the cosine between a normal and that of a face above which it belongs to the face.
FACE = 0.97
# Share of the thickness of a solid within which a corner on the border of a face belongs to it.
BORDER = 1e-6
NEAREST_FACE = -1  # in place of a face: the nearest feature
# Numbers of the points of two solids: vertices of the face of the first, then of the second, each at most MAX_SIDES; crossings of
# the sides of both faces; crossed edges. They do not depend on which of the faces gives the normal.
MAX_SIDES = 256
FACE_NUMBERS = MAX_SIDES * (MAX_SIDES + 2)


@kernel
def solid_points(model, c, i, j, dt, x, ws):
    """Append the points of a pair with a solid; return their number, or -1 if there is no place left."""
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * i, c.second + CAPSULE_WIDTH * j
    if par[ci + SOLID] > 0.0 and par[cj + SOLID] > 0.0:
        return two_solids(model, c, (i, j), dt, x, ws)
    flip = par[ci + SOLID] > 0.0
    own, solid = (cj, ci) if flip else (ci, cj)
    k, s = int(par[solid + STATIONS]), int(par[solid + SOLID])
    r, p = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION)
    a, b = mat_t_vec(r, sub(end_of(par, own, 0, ws), p)), mat_t_vec(r, sub(end_of(par, own, 1, ws), p))
    nearest = nearest_to_solid(par, s, a, b)
    low, high, on_face = beside_face(par, s, a, b, nearest)
    two = on_face and high - low > OVERLAP
    count = 0
    for number in range(2 if two else 1):
        at = (high if number == 1 else low) if two else nearest
        point = (ZERO, (at, 1.0, par[own + RADIUS]))
        found = solid_point(model, c, (i, j, number, int(flip)), point, NEAREST_FACE, dt, x, ws)
        if found < 0:
            return -1
        count += found
    return count


@kernel
def beside_face(par, a, p, q, nearest):
    """Fractions of a segment between which it is beside the face that is nearest to it, and True if it is nearly parallel to it.

    par, a: numbers of the solid; p, q: ends of the segment in its axes; nearest: fraction of its nearest point.
    """
    u = sub(q, p)
    uu = dot(u, u)
    if not uu > 1e-18:
        return 0.0, 0.0, False
    _, n = solid_gap(par, a, along(p, q, nearest))
    most, face = -1.0, 0
    for f in range(int(par[a + N_FACES])):
        cosine = dot(n, triple(par, face_at(par, a, f)))
        if cosine > most:
            most, face = cosine, f
    n = triple(par, face_at(par, a, face))
    slope = dot(n, u)
    if not (most > 0.0 and most * most > FACE and slope * slope < PARALLEL * uu):
        return 0.0, 0.0, False
    low, high = 0.0, 1.0
    for k in range(int(par[face_at(par, a, face) + FACE_COUNT])):
        start, end = beyond_side(par, a, face, n, k, p), beyond_side(par, a, face, n, k, q)
        if abs(end - start) <= 1e-12:
            high = low if start > 0.0 else high
        elif end > start:
            high = min(high, -start / (end - start))
        else:
            low = max(low, -start / (end - start))
    return low, high, True


@kernel
def two_solids(model, c, pair, dt, x, ws):
    """Append the points of two solids; return their number, or -1 if there is no place left.

    Where the perpendicular of two edges is nearly the normal of the face, the faces touch: their points are several, and change
    little as the bodies tilt.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    a, b, k, m = int(par[ci + SOLID]), int(par[cj + SOLID]), int(par[ci + STATIONS]), int(par[cj + STATIONS])
    r, s = get9(ws.stations, k, ROTATION), get9(ws.stations, m, ROTATION)
    one, other = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, m, TWIST)
    v = sub(mat_vec(r, one[0]), mat_vec(s, other[0]))
    turning = par[ci + RADIUS] * math.sqrt(dot(one[1], one[1])) + par[cj + RADIUS] * math.sqrt(dot(other[1], other[1]))
    size = max(par[ci + THICKNESS], par[cj + THICKNESS])
    reach = dt * (math.sqrt(dot(v, v)) + turning) + NEAR * size
    turn = mat_mat((r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]), s)
    way = mat_t_vec(r, sub(get3(ws.stations, m, POSITION), get3(ws.stations, k, POSITION)))
    tie = TIE * par[ci + THICKNESS]
    apart, face = face_separation(par, a, b, turn, way, tie)
    if apart > reach:
        return 0
    back = (turn[0], turn[3], turn[6], turn[1], turn[4], turn[7], turn[2], turn[5], turn[8])
    gap, second_face = face_separation(par, b, a, back, scale(-1.0, mat_t_vec(turn, way)), tie)
    if gap > reach:
        return 0
    first = not gap > apart + tie
    normal = triple(par, face_at(par, a, face))
    if not first:
        apart, face = gap, second_face
        normal = mat_vec(turn, triple(par, face_at(par, b, face)))
    gap, e, f, n = edge_separation(par, a, b, turn, way)
    if gap > reach:
        return 0
    cosine = dot(n, normal)
    count = 0
    if not (gap > apart + tie and cosine * cosine <= FACE):
        count = facing_points(model, c, pair, first, face, dt, x, ws)
    if count == 0 and gap > apart + tie:
        count = edge_point(model, c, pair, (e, f), (gap, mat_vec(r, n)), dt, x, ws)
    return count


@kernel
def facing_points(model, c, pair, first, face, dt, x, ws):
    """Append the points of two solids, of which a face of the first, or else of the second, is met by a face of the other.

    The face of the other is the one that looks most towards it. The points are the corners of the part in which both faces
    overlap, seen along the normal of the given face: vertices of the first solid, then of the second, then crossings of edges.
    Each belongs to the overlap once: where borders coincide within a millionth of the thickness, to the face that is met.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    solid, own = (ci, cj) if first else (cj, ci)
    a, b, k, m = int(par[solid + SOLID]), int(par[own + SOLID]), int(par[solid + STATIONS]), int(par[own + STATIONS])
    r, s = get9(ws.stations, k, ROTATION), get9(ws.stations, m, ROTATION)
    turn = mat_mat((r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]), s)
    way = mat_t_vec(r, sub(get3(ws.stations, m, POSITION), get3(ws.stations, k, POSITION)))
    normal = triple(par, face_at(par, a, face))
    n = mat_t_vec(turn, normal)
    least, met = math.inf, 0
    for f in range(int(par[b + N_FACES])):
        cosine = dot(n, triple(par, face_at(par, b, f)))
        if cosine < least:
            least, met = cosine, f
    n_own, n_met = int(par[face_at(par, a, face) + FACE_COUNT]), int(par[face_at(par, b, met) + FACE_COUNT])
    near = BORDER * min(par[solid + THICKNESS], par[own + THICKNESS])
    flip, count = int(first), 0
    for turned in range(2):
        if turned != flip:  # vertices of the given face
            for e in range(n_own):
                one = face_vertex(par, a, face, e)
                inside = True
                for f in range(n_met):
                    u = add(way, mat_vec(turn, face_vertex(par, b, met, f)))
                    v = add(way, mat_vec(turn, face_vertex(par, b, met, f + 1)))
                    out = cross(normal, sub(v, u))
                    inside = inside and dot(out, sub(one, u)) <= -near * math.sqrt(dot(out, out))
                if inside:
                    point = (pair[0], pair[1], MAX_SIDES * turned + e, 1 - flip)
                    found = solid_point(model, c, point, (one, ZERO), met, dt, x, ws)
                    if found < 0:
                        return -1
                    count += found
            continue
        for e in range(n_met):
            two = face_vertex(par, b, met, e)
            if beyond_sides(par, a, face, add(way, mat_vec(turn, two)), -1) <= near:
                point = (pair[0], pair[1], MAX_SIDES * turned + e, flip)
                found = solid_point(model, c, point, (two, ZERO), face, dt, x, ws)
                if found < 0:
                    return -1
                count += found
    for i in range(n_own if first else n_met):
        for j in range(n_met if first else n_own):
            side, e = (i, j) if first else (j, i)
            one, two = face_vertex(par, b, met, e), face_vertex(par, b, met, e + 1)
            u, v = add(way, mat_vec(turn, one)), add(way, mat_vec(turn, two))
            start = beyond_side(par, a, face, normal, side, u) - near
            end = beyond_side(par, a, face, normal, side, v) - near
            if (start > 0.0) != (end > 0.0):
                f = start / (start - end)
                if beyond_sides(par, a, face, along(u, v, f), side) <= near:
                    point = (pair[0], pair[1], MAX_SIDES * (2 + i) + j, flip)
                    found = solid_point(model, c, point, (along(one, two, f), ZERO), face, dt, x, ws)
                    if found < 0:
                        return -1
                    count += found
    return count


@kernel(inline=True)
def gap_to(par, a, local, face):
    """Gap of a point in the axes of a solid to the plane of one of its faces, or to its nearest feature; and the normal there."""
    if face < 0:
        return solid_gap(par, a, local)
    return face_gap(par, a, face, local), triple(par, face_at(par, a, face))


@kernel(inline=True)
def station_motion(k, offset, ws):
    """Velocity and centripetal acceleration of a point of a station, given in its axes; world axes."""
    r, twist = get9(ws.stations, k, ROTATION), get_twist(ws.stations, k, TWIST)
    v = add(twist[0], cross(twist[1], offset))
    return mat_vec(r, v), mat_vec(r, cross(twist[1], v))


@kernel(inline=True)
def frame_ahead(k, dt, ws):
    """Rotation and position of a station one step ahead without accelerations."""
    r, p, twist = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION), get_twist(ws.stations, k, TWIST)
    return mat_mat(r, rotation_within_step(scale(dt, twist[1]))), moved_end(p, station_motion(k, ZERO, ws), dt)


@kernel
def solid_point(model, c, pair, point, face, dt, x, ws):
    """Append the point of a capsule or vertex on a solid, if it may touch within the step; return 1, 0, or -1 for no place left.

    Args:
        model: ModelArrays.
        c: Record of the contact.
        pair: The two capsules, the number of the point in the pair, and 1 if the solid is the first of the two, else 0.
        point: A vertex in the axes of its solid, and zeros; or zeros, and of the capsule the fraction of its axis, 1 and its
            radius.
        face: Face of the solid, or NEAREST_FACE.
        dt: The step [s].
        x: Scratch.
        ws: Workspace.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    flip = pair[3] == 1
    own, solid = (cj, ci) if flip else (ci, cj)
    k, other, a = int(par[solid + STATIONS]), int(par[own + STATIONS]), int(par[solid + SOLID])
    s, on_axis, radius = point[1]
    if on_axis > 0.0:
        place = along(end_of(par, own, 0, ws), end_of(par, own, 1, ws), s)
        first, second = end_motion(par, own, 0, ws), end_motion(par, own, 1, ws)
        motion = (along(first[0], second[0], s), along(first[1], second[1], s))
    else:
        place = add(get3(ws.stations, other, POSITION), mat_vec(get9(ws.stations, other, ROTATION), point[0]))
        motion = station_motion(other, point[0], ws)
    r, p = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION)
    local = mat_t_vec(r, sub(place, p))
    distance, n = gap_to(par, a, local, face)
    gap, normal = distance - radius, mat_vec(r, n)
    velocity = sub(motion[0], station_motion(k, local, ws)[0])
    way = dt * math.sqrt(dot(velocity, velocity))
    size = radius + par[solid + THICKNESS]
    if not gap < way + NEAR * size:
        return 0
    if face >= 0 and gap < -par[face_at(par, a, face) + FACE_WIDTH]:
        return 0  # beyond the opposite side
    if int(x[N_POINTS]) == int(c.numbers[MAX_POINTS]):
        return -1
    row = points_at(c, x, True) + POINT_WIDTH * int(x[N_POINTS])
    x[row + FIRST], x[row + SECOND], x[row + NUMBER], x[row + GAP] = pair[0], pair[1], pair[2], gap
    set_law(par, ci, cj, x, row)
    at, on = (2, 0) if flip else (0, 2)
    sign = -1.0 if flip else 1.0
    for side in range(2):
        x[row + ON + at + side] = par[own + STATIONS + side]
        x[row + SHARE + at + side] = sign * (s if side == 1 else 1.0 - s)
        x[row + ON + on + side], x[row + SHARE + on + side] = k, -sign if side == 0 else 0.0
    put(x, row + PLACE, add_scaled(place, -radius - 0.5 * gap, normal))
    set_motion(x, row, scale(sign, normal), ws)
    if dt > 0.0 and way < FAST_APPROACH * size:
        # the gap one step ahead without accelerations
        ahead, centre = frame_ahead(k, dt, ws)
        there, _ = gap_to(par, a, mat_t_vec(ahead, sub(moved_end(place, motion, dt), centre)), face)
        x[row + DRIFT] = ((there - distance) / dt - x[row + RATE]) / dt
    elif -dt * x[row + RATE] > FAST_APPROACH * size:
        announce(c, x, row)
    x[N_POINTS] += 1.0
    return 1


@kernel
def edge_point(model, c, pair, edges, contact, dt, x, ws):
    """Append the point of two crossed edges, if it may touch within the step; return 1, 0, or -1 for no place left.

    Args:
        model: ModelArrays.
        c: Record of the contact.
        pair: The two solids.
        edges: An edge of each.
        contact: Gap along the common perpendicular of the edges, and this, from the first to the second solid, world axes.
        dt: The step [s].
        x: Scratch.
        ws: Workspace.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    a, b, k, m = int(par[ci + SOLID]), int(par[cj + SOLID]), int(par[ci + STATIONS]), int(par[cj + STATIONS])
    r, p = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION)
    s, q = get9(ws.stations, m, ROTATION), get3(ws.stations, m, POSITION)
    gap, normal = contact
    first, second = edge_at(par, a, edges[0]), edge_at(par, b, edges[1])
    one, two = vertex_of(par, a, int(par[first])), vertex_of(par, a, int(par[first + 1]))
    three, four = vertex_of(par, b, int(par[second])), vertex_of(par, b, int(par[second + 1]))
    e, f = add(p, mat_vec(r, one)), add(p, mat_vec(r, two))
    g, h = add(q, mat_vec(s, three)), add(q, mat_vec(s, four))
    t, o = nearest_on_segments(e, f, g, h)
    velocity = sub(station_motion(k, along(one, two, t), ws)[0], station_motion(m, along(three, four, o), ws)[0])
    way = dt * math.sqrt(dot(velocity, velocity))
    size = min(par[ci + THICKNESS], par[cj + THICKNESS])
    if not gap < way + NEAR * size:
        return 0
    if int(x[N_POINTS]) == int(c.numbers[MAX_POINTS]):
        return -1
    row = points_at(c, x, True) + POINT_WIDTH * int(x[N_POINTS])
    number = FACE_NUMBERS + edges[0] * int(par[b + N_EDGES]) + edges[1]
    x[row + FIRST], x[row + SECOND], x[row + NUMBER], x[row + GAP] = pair[0], pair[1], number, gap
    set_law(par, ci, cj, x, row)
    for side in range(2):
        x[row + ON + side], x[row + SHARE + side] = k, 1.0 - side
        x[row + ON + 2 + side], x[row + SHARE + 2 + side] = m, side - 1.0
    put(x, row + PLACE, scale(0.5, add(along(e, f, t), along(g, h, o))))
    set_motion(x, row, scale(-1.0, normal), ws)
    if dt > 0.0 and way < FAST_APPROACH * size:
        r, p = frame_ahead(k, dt, ws)
        s, q = frame_ahead(m, dt, ws)
        n = cross(mat_vec(r, sub(two, one)), mat_vec(s, sub(four, three)))
        size = math.sqrt(dot(n, n))
        if size > 0.0:
            there = dot(n, sub(add(q, mat_vec(s, three)), add(p, mat_vec(r, one)))) / size
            there = there if dot(n, normal) > 0.0 else -there
            x[row + DRIFT] = ((there - gap) / dt - x[row + RATE]) / dt
    elif -dt * x[row + RATE] > FAST_APPROACH * size:
        announce(c, x, row)
    x[N_POINTS] += 1.0
    return 1


@kernel(inline=True)
def set_motion(x, row, normal, ws):
    """Axes of a point of two bodies, its rates and their drift; no force."""
    set_axes(x, row, normal)
    put(x, row + FORCE, ZERO)
    rate, drift = relative_motion(x, row, ws)
    for m in range(3):
        axis = vec(x, row + AXES + 3 * m)
        x[row + RATE + m], x[row + DRIFT + m] = dot(axis, rate), dot(axis, drift)
