"""Signed distances of points and segments from surfaces, for compiled code."""

import math

from snakelab.geometry.spatial import add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub
from snakelab.kernels.decorator import kernel

# ----------------------------------------------------------------------------------------------------------------------
# Signed distance and normal of every kind of surface: positive in free space, negative inside the solid
#
# Each function reads its numbers from a row at index `a` and returns (gap [m], unit normal out of the solid). Distances are
# exact except for height fields, where they are exact to first order in the change of slope over the gap.
# ----------------------------------------------------------------------------------------------------------------------

PLANE, HEIGHT_FIELD, BLOCK, REVOLVED, EXTRUDED = range(5)
INFINITE_DISTANCE = 1e30  # distance of a point without a surface; larger than any body [m]
GAP_TOLERANCE = 1e-12  # difference below which the gaps at two points of a segment are equal [m]


@kernel
def surface_gap(kind, par, a, p):
    """Signed distance and normal of a surface.

    Args:
        kind: PLANE, HEIGHT_FIELD, BLOCK, REVOLVED or EXTRUDED.
        par: Numbers of all surfaces in a row.
        a: Index of the first number of this surface.
        p: Point, world axes [m].

    Returns:
        Gap [m], and unit normal in world axes.
    """
    if kind == PLANE:
        normal = (par[a], par[a + 1], par[a + 2])
        return dot(normal, p) - par[a + 3], normal
    if kind == HEIGHT_FIELD:
        return height_field_gap(par, a, p)
    if kind == BLOCK:
        return block_gap(par, a, p)
    if kind == EXTRUDED:
        return extruded_gap(par, a, p)
    return revolved_gap(par, a, p)


@kernel(inline=True)
def nearest_on_segments(a, b, p, q):
    """Fractions of the nearest points of two segments from a to b and from p to q; of parallel ones, any.

    Source: Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
    """
    u, v, w = sub(b, a), sub(q, p), sub(a, p)
    uu, vv, uv, uw, vw = dot(u, u), dot(v, v), dot(u, v), dot(u, w), dot(v, w)
    if uu < 1e-18:
        return 0.0, min(1.0, max(0.0, vw / vv)) if vv >= 1e-18 else 0.0
    if vv < 1e-18:
        return min(1.0, max(0.0, -uw / uu)), 0.0
    det = uu * vv - uv * uv
    s = min(1.0, max(0.0, (uv * vw - uw * vv) / det)) if det > 1e-12 * uu * vv else 0.5
    t = (uv * s + vw) / vv
    if t < 0.0 or t > 1.0:
        t = min(1.0, max(0.0, t))
        s = min(1.0, max(0.0, (uv * t - uw) / uu))
    return s, t


@kernel
def height_field_gap(par, a, p):
    """Height over a bilinear field, times the cosine of its slope; the height is constant beyond its edges.

    Numbers: n_x, n_y, x of the first column, y of the first row, spacing along x and along y, heights row by row.
    """
    nx, ny = int(par[a]), int(par[a + 1])
    dx, dy = par[a + 4], par[a + 5]
    x, y = (p[0] - par[a + 2]) / dx, (p[1] - par[a + 3]) / dy
    i, j = min(max(math.floor(x), 0), nx - 2), min(max(math.floor(y), 0), ny - 2)
    u, v = min(max(x - float(i), 0.0), 1.0), min(max(y - float(j), 0.0), 1.0)
    at = a + 6 + j * nx + i
    h00, h10, h01, h11 = par[at], par[at + 1], par[at + nx], par[at + nx + 1]
    height = (1.0 - v) * ((1.0 - u) * h00 + u * h10) + v * ((1.0 - u) * h01 + u * h11)
    rise_x = ((1.0 - v) * (h10 - h00) + v * (h11 - h01)) / dx if x - float(i) == u else 0.0
    rise_y = ((1.0 - u) * (h01 - h00) + u * (h11 - h10)) / dy if y - float(j) == v else 0.0
    cosine = 1.0 / math.sqrt(1.0 + rise_x * rise_x + rise_y * rise_y)
    return (p[2] - height) * cosine, (-rise_x * cosine, -rise_y * cosine, cosine)


@kernel
def extruded_gap(par, a, p):
    """Distance from upright walls given in plan view, bilinear between the points of a grid and constant beyond its edges.

    Numbers: n_x, n_y, x of the first column, y of the first row, spacing, signed distances row by row.
    """
    nx, ny = int(par[a]), int(par[a + 1])
    x, y = (p[0] - par[a + 2]) / par[a + 4], (p[1] - par[a + 3]) / par[a + 4]
    x, y = min(max(x, 0.0), float(nx - 1)), min(max(y, 0.0), float(ny - 1))
    i, j = min(math.floor(x), nx - 2), min(math.floor(y), ny - 2)
    u, v = x - float(i), y - float(j)
    at = a + 5 + j * nx + i
    h00, h10, h01, h11 = par[at], par[at + 1], par[at + nx], par[at + nx + 1]
    low, high = h00 + u * (h10 - h00), h01 + u * (h11 - h01)
    along, across = (1.0 - v) * (h10 - h00) + v * (h11 - h01), high - low
    size = math.sqrt(along * along + across * across)
    gap = low + v * (high - low)
    if size < 1e-12:  # in the middle of a channel, both walls are equally near
        return gap, (0.0, 1.0, 0.0)
    return gap, (along / size, across / size, 0.0)


@kernel
def block_gap(par, a, p):
    """Distance to a box: nine numbers of its rotation, its centre, its half sizes."""
    r = (par[a], par[a + 1], par[a + 2], par[a + 3], par[a + 4], par[a + 5], par[a + 6], par[a + 7], par[a + 8])
    x = mat_t_vec(r, sub(p, (par[a + 9], par[a + 10], par[a + 11])))
    gap, local = box_gap(x, (par[a + 12], par[a + 13], par[a + 14]))
    return gap, mat_vec(r, local)


@kernel(inline=True)
def box_gap(x, half):
    """Signed distance of a point from a box about the origin with the given half sizes, and its normal."""
    over = (abs(x[0]) - half[0], abs(x[1]) - half[1], abs(x[2]) - half[2])
    side = (math.copysign(1.0, x[0]), math.copysign(1.0, x[1]), math.copysign(1.0, x[2]))
    out = (max(over[0], 0.0), max(over[1], 0.0), max(over[2], 0.0))
    distance = math.sqrt(dot(out, out))
    if distance > 0.0:
        return distance, (side[0] * out[0] / distance, side[1] * out[1] / distance, side[2] * out[2] / distance)
    # inside: distance to the nearest face
    if over[0] >= over[1] and over[0] >= over[2]:
        return over[0], (side[0], 0.0, 0.0)
    if over[1] >= over[2]:
        return over[1], (0.0, side[1], 0.0)
    return over[2], (0.0, 0.0, side[2])


@kernel
def nearest_to_box(a, b, half):
    """Fraction along a segment from a to b at which a box about the origin is nearest; where it enters the box, the deepest.

    The squared distance is convex along the segment: bisection of its slope.
    """
    u = sub(b, a)
    low, high = 0.0, 1.0
    for _ in range(50):
        at = 0.5 * (low + high)
        x, slope = add_scaled(a, at, u), 0.0
        for k in range(3):
            over = abs(x[k]) - half[k]
            if over > 0.0:
                slope += math.copysign(over, x[k]) * u[k]
        if slope > 0.0:
            high = at
        elif slope < 0.0:
            low = at
        else:
            break
    at = 0.5 * (low + high)
    if low == 0.0 or high == 1.0:  # at an end
        if box_gap(a, half)[0] <= box_gap(add_scaled(a, at, u), half)[0]:
            at = 0.0
        elif box_gap(b, half)[0] <= box_gap(add_scaled(a, at, u), half)[0]:
            at = 1.0
    if box_gap(add_scaled(a, at, u), half)[0] > 0.0:
        return at
    low, high = 0.0, 1.0
    for _ in range(6):
        best, first, spacing = INFINITE_DISTANCE, low, (high - low) / 6.0
        for k in range(7):
            gap, _ = box_gap(add_scaled(a, first + k * spacing, u), half)
            if gap < best - GAP_TOLERANCE:
                best, at = gap, first + k * spacing
        low, high = max(at - spacing, 0.0), min(at + spacing, 1.0)
    return at


@kernel
def revolved_gap(par, a, p):
    """Distance to a body of revolution about a centre line: poles, pipes, walls with a mouth.

    Numbers: points of the centre line, points of the profile, then for each of the line its x, y, z and its arc length,
    then for each of the profile its arc length and its distance from the line. The profile is a closed polygon, solid
    inside. A point is at the arc length and the distance of the centre line's nearest point, so that distances are
    exact along straight lines and first-order in bends; the line continues straight beyond its ends.
    """
    n_line, n_profile = int(par[a]), int(par[a + 1])
    s, rho, along, across = line_coordinates(par, a + 2, n_line, p)
    gap, n_s, n_rho = polygon_gap(par, a + 2 + 4 * n_line, n_profile, s, rho)
    return gap, add_scaled(scale(n_s, along), n_rho, across)


@kernel
def line_coordinates(par, a, n, p):
    """Arc length, distance, direction along and direction across of a point relative to a polyline."""
    best, s_best = INFINITE_DISTANCE, 0.0
    along, across = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    rho_best = 0.0
    for i in range(n - 1):
        b = a + 4 * i
        start = (par[b], par[b + 1], par[b + 2])
        length = par[b + 7] - par[b + 3]
        if length <= 0.0:
            continue
        t = scale(1.0 / length, sub((par[b + 4], par[b + 5], par[b + 6]), start))
        offset = sub(p, start)
        s = dot(offset, t)
        low = -INFINITE_DISTANCE if i == 0 else 0.0
        high = INFINITE_DISTANCE if i == n - 2 else length
        s = min(max(s, low), high)
        away = add_scaled(offset, -s, t)
        rho = math.sqrt(dot(away, away))
        # a straight extension must not be preferred to a nearer piece elsewhere
        reach = max(-s, s - length, 0.0)
        distance = math.hypot(rho, reach)
        if distance < best:
            best, s_best, rho_best, along = distance, par[b + 3] + s, rho, t
            if rho > 1e-12:
                across = scale(1.0 / rho, away)
    return s_best, rho_best, along, across


@kernel
def polygon_gap(par, a, n, x, y):
    """Signed distance to a closed polygon in the plane and its normal, positive outside.

    Source: distance to each edge's nearest point; inside by the parity of crossings.
    """
    best, nx, ny = INFINITE_DISTANCE, 0.0, 1.0
    inside = False
    for i in range(n):
        j = i - 1 if i > 0 else n - 1
        x0, y0, x1, y1 = par[a + 2 * j], par[a + 2 * j + 1], par[a + 2 * i], par[a + 2 * i + 1]
        ex, ey = x1 - x0, y1 - y0
        size = ex * ex + ey * ey
        if size <= 0.0:
            continue
        t = min(max(((x - x0) * ex + (y - y0) * ey) / size, 0.0), 1.0)
        dx, dy = x - x0 - t * ex, y - y0 - t * ey
        distance = math.sqrt(dx * dx + dy * dy)
        if distance < best:
            best = distance
            if distance > 1e-12:
                nx, ny = dx / distance, dy / distance
            else:  # on the edge: perpendicular to it, the side is determined below
                nx, ny = ey / math.sqrt(size), -ex / math.sqrt(size)
        if (y1 > y) != (y0 > y) and x < x0 + (y - y0) * ex / ey:
            inside = not inside
    if inside:
        return -best, -nx, -ny
    return best, nx, ny


@kernel
def nearest_on_segment(kind, par, a, start, end, limit):
    """Fraction along a segment at which the surface is nearest; for a segment parallel to it the start, independent of rounding.

    Where the gap exceeds the limit [m] all along, it may be the start instead.

    The gap to a convex solid is convex along the segment: the zero of its slope. Otherwise seven samples, then seven around the
    best, five times.

    Sharp edges and thin poles can touch a link between its ends, where a sampled skin would miss them.
    """
    if kind == BLOCK or (kind == REVOLVED and is_pole(par, a)):
        return nearest_to_convex(kind, par, a, start, sub(end, start), limit)
    way = sub(end, start)
    near, far = surface_gap(kind, par, a, start)[0], surface_gap(kind, par, a, end)[0]
    if 0.5 * (near + far - math.sqrt(dot(way, way))) > limit:  # no point is nearer
        return 0.0
    low, high = 0.0, 1.0
    at = 0.0
    for _ in range(6):
        best, first, spacing = INFINITE_DISTANCE, low, (high - low) / 6.0
        for k in range(7):
            fraction = first + k * spacing
            gap, _ = surface_gap(kind, par, a, add_scaled(start, fraction, sub(end, start)))
            if gap < best - GAP_TOLERANCE:
                best, at = gap, fraction
        low, high = max(at - spacing, 0.0), min(at + spacing, 1.0)
    return at


# Square of the cosine between a normal and that of a face above which it belongs to the face, and square of the sine of the angle
# below which a segment is parallel to it.
FACE, PARALLEL = 0.97, 0.02
HALF = 0.47  # not the middle, at which a ridge often is
EDGE_END = 1e-3  # contacts nearer to the end of a segment than this fraction of it are those of its end


@kernel
def segment_contact(kind, par, a, start, run, second):
    """Contact of a segment with a surface between its ends.

    With a block, a segment that is nearly parallel to a face has two, where it crosses the border of the face; else one, where
    it crosses an edge, along the common perpendicular of both. With the end of a pole likewise two where it crosses the rim, with
    the ridges of a height field two at most, and with other surfaces one, at the nearest point.

    Args:
        kind, par, a: Surface, see `surface_gap`.
        start, run: Start of the segment, and its vector to the end, world axes [m].
        second: True for the second of the contacts.

    Returns:
        True if there is one; the fraction along the segment; gap of the segment there [m], and its unit normal, world axes.
    """
    if kind == BLOCK:
        return block_contact(par, a, start, run, second)
    if kind == HEIGHT_FIELD:
        return ridge_contact(par, a, start, run, second)
    pole = kind == REVOLVED and is_pole(par, a)
    if second and not pole:
        return False, 0.0, INFINITE_DISTANCE, (0.0, 0.0, 1.0)
    at = nearest_on_segment(kind, par, a, start, add(start, run), INFINITE_DISTANCE)
    gap, normal = surface_gap(kind, par, a, add_scaled(start, at, run))
    if pole:
        axis = scale(1.0 / par[a + 9], sub((par[a + 6], par[a + 7], par[a + 8]), (par[a + 2], par[a + 3], par[a + 4])))
        out, along = dot(normal, axis), dot(run, axis)
        if out * out > FACE and along * along < PARALLEL * dot(run, run):
            low, high = beside_end(par, a, axis, start, run)
            at = high if second else low
            gap, side = dot(axis, sub(add_scaled(start, at, run), (par[a + 2], par[a + 3], par[a + 4]))), axis
            if out < 0.0:
                gap, side = -gap, scale(-1.0, axis)
            else:
                gap -= par[a + 9]
            return low < high and EDGE_END < at < 1.0 - EDGE_END, at, gap, side
        if second:
            return False, 0.0, INFINITE_DISTANCE, normal
    return EDGE_END < at < 1.0 - EDGE_END, at, gap, normal


@kernel(inline=True)
def beside_end(par, a, axis, start, run):
    """Fractions along a segment between which it is beside the ends of a pole, within its radius; equal if it is not."""
    offset = sub(start, (par[a + 2], par[a + 3], par[a + 4]))
    p, u = add_scaled(offset, -dot(offset, axis), axis), add_scaled(run, -dot(run, axis), axis)
    uu, middle = dot(u, u), dot(p, u)
    root = middle * middle - uu * (dot(p, p) - par[a + 13] * par[a + 13])
    if not (root > 0.0 and uu > 0.0):
        return 0.0, 0.0
    root = math.sqrt(root)
    low = max(0.0, (-middle - root) / uu)
    return low, max(low, min(1.0, (-middle + root) / uu))


@kernel(inline=True)
def field_height(par, a, i, j):
    """Height of a node of a height field; beyond its edges that of the nearest one."""
    nx, ny = int(par[a]), int(par[a + 1])
    return par[a + 6 + min(max(j, 0), ny - 1) * nx + min(max(i, 0), nx - 1)]


@kernel(inline=True)
def beside_grid_line(par, a, i, y, across):
    """Height on grid line i at the place y, in spacings, and its rises before, along and after the line, in a spacing.

    across: True for a line along x, number i along y.
    """
    n = int(par[a]) if across else int(par[a + 1])
    j = min(max(math.floor(y), 0), n - 2)
    v = min(max(y - float(j), 0.0), 1.0)
    at, before, after = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    if across:
        at = (field_height(par, a, j, i), field_height(par, a, j + 1, i))
        before = (field_height(par, a, j, i - 1), field_height(par, a, j + 1, i - 1))
        after = (field_height(par, a, j, i + 1), field_height(par, a, j + 1, i + 1))
    else:
        at = (field_height(par, a, i, j), field_height(par, a, i, j + 1))
        before = (field_height(par, a, i - 1, j), field_height(par, a, i - 1, j + 1))
        after = (field_height(par, a, i + 1, j), field_height(par, a, i + 1, j + 1))
    height = at[0] + v * (at[1] - at[0])
    along = at[1] - at[0] if 0.0 < v < 1.0 else 0.0
    return height, (
        height - before[0] - v * (before[1] - before[0]),
        along,
        after[0] + v * (after[1] - after[0]) - height,
    )


@kernel
def ridge_contact(par, a, start, run, second):
    """Contact of a segment with the ridges of a height field between its ends; see `segment_contact`.

    A ridge is a grid line to which the segment comes nearer than on both sides of it; the contact is along their common
    perpendicular. The deepest one in the first part of the segment, up to HALF, or in the second.
    """
    best, found, normal = INFINITE_DISTANCE, -1.0, (0.0, 0.0, 1.0)
    low, high = (HALF, 1.0) if second else (0.0, HALF)
    spacing = (par[a + 4], par[a + 5])
    place = ((start[0] - par[a + 2]) / spacing[0], (start[1] - par[a + 3]) / spacing[1])
    way = (run[0] / spacing[0], run[1] / spacing[1])
    size = math.sqrt(dot(run, run))
    for k in range(2):  # grid lines along y, then along x
        if way[k] == 0.0:
            continue
        one, two = place[k] + low * way[k], place[k] + high * way[k]
        last = int(par[a + k]) - 1
        for i in range(max(math.ceil(min(one, two)), 0), min(math.floor(max(one, two)), last) + 1):
            t = (float(i) - place[k]) / way[k]
            if (t < HALF) == second:
                continue
            height, rise = beside_grid_line(par, a, i, place[1 - k] + t * way[1 - k], k == 1)
            above = start[2] + t * run[2] - height
            if not above < best:
                continue
            falls, rises = (rise[0], rise[2]) if way[k] > 0.0 else (rise[2], rise[0])
            slope = run[2] - rise[1] * way[1 - k]
            if not (slope - falls * way[k] < 0.0 < slope - rises * way[k]):
                continue
            edge = (0.0, spacing[1], rise[1]) if k == 0 else (spacing[0], 0.0, rise[1])
            n = cross(edge, run)
            length = math.sqrt(dot(n, n))
            if length < 0.1 * size * math.sqrt(dot(edge, edge)) or n[2] == 0.0:
                continue
            n = scale(math.copysign(1.0 / length, n[2]), n)
            if n[2] * above < best:
                best, found, normal = n[2] * above, t, n
    return EDGE_END < found < 1.0 - EDGE_END, found, best, normal


@kernel
def block_contact(par, a, start, run, second):
    """Contact of a segment with a block; see `segment_contact`."""
    r = (par[a], par[a + 1], par[a + 2], par[a + 3], par[a + 4], par[a + 5], par[a + 6], par[a + 7], par[a + 8])
    half = (par[a + 12], par[a + 13], par[a + 14])
    p, u = mat_t_vec(r, sub(start, (par[a + 9], par[a + 10], par[a + 11]))), mat_t_vec(r, run)
    q, uu = add(p, u), dot(u, u)
    at = nearest_to_box(p, q, half)
    x = add_scaled(p, at, u)
    gap, n = box_gap(x, half)
    f = 0 if abs(n[0]) >= max(abs(n[1]), abs(n[2])) else (1 if abs(n[1]) >= abs(n[2]) else 2)
    if gap <= 0.0 and u[f] * u[f] < PARALLEL * uu:
        f = shallower_face(p, u, half, x, f)
        n = (1.0 if f == 0 else 0.0, 1.0 if f == 1 else 0.0, 1.0 if f == 2 else 0.0)
    if n[f] * n[f] > FACE and u[f] * u[f] < PARALLEL * uu:
        low, high = beside_block_face(p, u, half, f)
        at = high if second else low
        side = math.copysign(1.0, x[f])
        n = (side if f == 0 else 0.0, side if f == 1 else 0.0, side if f == 2 else 0.0)
        gap = side * (p[f] + at * u[f]) - half[f]
        return low < high and EDGE_END < at < 1.0 - EDGE_END, at, gap, mat_vec(r, n)
    if second:
        return False, 0.0, INFINITE_DISTANCE, (0.0, 0.0, 1.0)
    if gap <= 0.0:  # on the edge of the two nearest faces
        over = (abs(x[0]) - half[0], abs(x[1]) - half[1], abs(x[2]) - half[2])
        k = 0 if over[0] <= min(over[1], over[2]) else (1 if over[1] <= over[2] else 2)
        n = (0.0 if k == 0 else x[0], 0.0 if k == 1 else x[1], 0.0 if k == 2 else x[2])
        e = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        across = cross(u, e)
        size = math.sqrt(dot(across, across))
        if size < 1e-6 * math.sqrt(uu):
            return False, at, gap, mat_vec(r, e)
        outward = across[0] * n[0] + across[1] * n[1] + across[2] * n[2]
        n = scale((1.0 if outward > 0.0 else -1.0) / size, across)
        if n[0] * x[0] < 0.0 or n[1] * x[1] < 0.0 or n[2] * x[2] < 0.0:  # not between the normals of the two faces
            return False, at, gap, mat_vec(r, n)
        gap = dot(n, p) - abs(n[0]) * half[0] - abs(n[1]) * half[1] - abs(n[2]) * half[2]
        corner = (
            0.0 if k == 0 else math.copysign(half[0], n[0]),
            0.0 if k == 1 else math.copysign(half[1], n[1]),
            0.0 if k == 2 else math.copysign(half[2], n[2]),
        )
        reach = (e[0] * half[0], e[1] * half[1], e[2] * half[2])
        at, _ = nearest_on_segments(p, q, sub(corner, reach), add(corner, reach))
        # a segment that ends inside before it is as deep below one face as below the other touches by its end, a vertex
        i, j = (k + 1) % 3, (k + 2) % 3
        one, two = math.copysign(1.0, corner[i]), math.copysign(1.0, corner[j])
        deeper, slope = one * p[i] - half[i] - two * p[j] + half[j], two * u[j] - one * u[i]
        if not 0.0 < deeper * slope < slope * slope:
            return False, at, gap, mat_vec(r, n)
    return EDGE_END < at < 1.0 - EDGE_END, at, gap, mat_vec(r, n)


@kernel(inline=True)
def beside_block_face(p, u, half, f):
    """Fractions along the segment p + t u between which it is beside face f of a block about the origin; equal if it is not."""
    low, high = 0.0, 1.0
    for k in range(3):
        if k != f and abs(u[k]) > 1e-12:
            one, two = (-half[k] - p[k]) / u[k], (half[k] - p[k]) / u[k]
            low, high = max(low, min(one, two)), min(high, max(one, two))
        elif k != f and abs(p[k]) > half[k]:
            high = low
    return low, max(low, high)


@kernel(inline=True)
def shallower_face(p, u, half, x, face):
    """Face of a block by which a segment inside it leaves: of two that it is nearly parallel to, the one less deep at its border.

    The sum of the squares of the depths at both borders, the energy of its contacts, is then continuous as the segment moves.

    Args:
        p, u: Start and vector of the segment in the axes of the block [m].
        half: Half sizes of the block [m].
        x: Deepest point of the segment [m].
        face: The face nearest to it, to which the segment is nearly parallel.
    """
    best, least = face, INFINITE_DISTANCE
    for k in range(3):
        if u[k] * u[k] < PARALLEL * dot(u, u):
            low, high = beside_block_face(p, u, half, k)
            side = math.copysign(1.0, x[k])
            one, two = side * (p[k] + low * u[k]) - half[k], side * (p[k] + high * u[k]) - half[k]
            energy = min(one, 0.0) * min(one, 0.0) + min(two, 0.0) * min(two, 0.0)
            if low < high and energy < least:
                best, least = k, energy
    return best


@kernel(inline=True)
def is_pole(par, a):
    """True for a body of revolution about a straight line whose profile is a rectangle that contains the line."""
    return par[a] == 2.0 and par[a + 1] == 4.0 and par[a + 11] < 0.0


# Slope of a gap, relative to the length of the segment, that counts as zero; precision of the fraction; steps.
FLAT, PRECISION, MAX_STEPS = 1e-9, 1e-6, 60


@kernel
def convex_gap(kind, par, a, p):
    """Signed distance and normal of a block or a pole, without the general profile of a body of revolution."""
    if kind == BLOCK:
        return block_gap(par, a, p)
    first, length, radius = (par[a + 2], par[a + 3], par[a + 4]), par[a + 9], par[a + 13]
    axis = scale(1.0 / length, sub((par[a + 6], par[a + 7], par[a + 8]), first))
    offset = sub(p, first)
    s = dot(offset, axis)
    away = add_scaled(offset, -s, axis)
    rho = math.sqrt(dot(away, away))
    across = scale(1.0 / rho, away) if rho > 1e-12 else (0.0, 1.0, 0.0)
    side, over, beyond = (1.0 if s > 0.5 * length else -1.0), rho - radius, max(-s, s - length)
    if over > 0.0 and beyond > 0.0:
        distance = math.sqrt(over * over + beyond * beyond)
        return distance, add_scaled(scale(over / distance, across), side * beyond / distance, axis)
    return (over, across) if over >= beyond else (beyond, scale(side, axis))


@kernel
def nearest_to_convex(kind, par, a, start, u, limit):
    """Fraction f in [0, 1] at which the gap of start + f u is least: the zero of its slope n . u, by secants and bisection.

    Zero if the tangents at both ends meet at a gap above the limit [m].
    """
    flat = FLAT * math.sqrt(dot(u, u))
    near, n = convex_gap(kind, par, a, start)
    below = dot(n, u)
    if below >= -flat:
        return 0.0
    far, n = convex_gap(kind, par, a, add_scaled(start, 1.0, u))
    above = dot(n, u)
    if above <= flat:
        return 1.0
    if near + below * (far - near - above) / (below - above) > limit:
        return 0.0
    low, high, at = 0.0, 1.0, 0.5
    for k in range(MAX_STEPS):
        at = 0.5 * (low + high) if k % 3 == 2 else low - below * (high - low) / (above - below)
        _, n = convex_gap(kind, par, a, add_scaled(start, at, u))
        slope = dot(n, u)
        if abs(slope) <= flat:
            break
        if slope < 0.0:
            step, low, below = at - low, at, slope
        else:
            step, high, above = high - at, at, slope
        if high - low < PRECISION or step < 0.1 * PRECISION:
            break
    return at
