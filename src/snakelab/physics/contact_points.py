"""Points of contact between the parts of a robot: search of near pairs of capsules, and gap, normal and motion of each point."""

import math

from snakelab.geometry.distances import box_gap, nearest_on_segments, nearest_to_box
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
from snakelab.physics.capsules import (
    ARM,
    AT_BUILT,
    AT_CELLS,
    AT_ENDS,
    AT_PAIRS,
    AT_POINTS,
    BUILT_WIDTH,
    CAPSULE_WIDTH,
    CELL_WIDTH,
    ENDS_WIDTH,
    FIRST_END,
    HALF,
    IGNORED,
    ITSELF,
    MAX_PAIRS,
    MAX_POINTS,
    N_IGNORED,
    N_PAIR_NUMBERS,
    OBJECT,
    PAIR_NUMBERS,
    PAIR_WIDTH,
    POINT_WIDTH,
    RADIUS,
    STATIONS,
)
from snakelab.worlds.friction import FIRST_HALF
from snakelab.worlds.law import POSITION, ROTATION, TWIST

# ----------------------------------------------------------------------------------------------------------------------
# The scratch, one row of numbers
# ----------------------------------------------------------------------------------------------------------------------

# The head: margin of the list of pairs, 0 without one, and their number; displacement of the capsules against each other between
# its making and the last measurement of its gaps; points of contact, of the last solve too; which of the two lists of points is
# the present one; which of the three steps of an extrapolated one; normal force of the full step in points that are no more near;
# approaches since the last record that are announced; touching points, sweeps; 1 if the results of the last solve are zero.
LIST_MARGIN, N_PAIRS, MOVED, N_POINTS, N_LAST, PRESENT, PART, BEFORE, FAST, N_TOUCHING, SWEEPS, CLEARED = range(12)
TOO_MANY = -1.0  # in place of the number of points: they exceed the scratch
# A point: its capsules and its number in the pair, which identify it; four stations with their shares of its motion, those of the
# second capsule negative; gap; place; normal and two tangents; rates at the start, their drift, rates without the forces of the
# points, forces, rates reached; length of its rows; mobilities; its normal force in the full step of an extrapolated one; the
# forces that the accelerations of the pass contain; mobilities of the normal against the two tangents.
FIRST, SECOND, NUMBER, ON, SHARE, GAP, PLACE, AXES, RATE, DRIFT = 0, 1, 2, 3, 7, 11, 12, 15, 24, 27
FREE, FORCE, END, LENGTH, MOBILITY, TANGENT_MOBILITY, FULL, HELD, CROSS = 30, 33, 36, 39, 40, 41, 42, 43, 46
# The law of the pair, in the order of PAIR_NUMBERS of a capsule.
LAW, STIFFNESS, DAMPING, FRICTION, SMOOTHING, EPS = range(48, 54)


@kernel(inline=True)
def vec(x, i):
    """Three numbers of a row."""
    v = x[i : i + 3]  # of a slice, the places are known not to be negative
    return (v[0], v[1], v[2])


@kernel(inline=True)
def put(x, i, a):
    """Write three numbers of a row."""
    v = x[i : i + 3]
    v[0], v[1], v[2] = a


@kernel(inline=True)
def six(x, i):
    """A twist of a row."""
    v = x[i : i + 6]
    return ((v[0], v[1], v[2]), (v[3], v[4], v[5]))


@kernel(inline=True)
def put_six(x, i, a):
    """Write a twist of a row."""
    v = x[i : i + 6]
    v[0], v[1], v[2] = a[0]
    v[3], v[4], v[5] = a[1]


@kernel(inline=True)
def points_at(c, x, present):
    """First number of the present list of points, or of the last one."""
    other = x[PRESENT] if present else 1.0 - x[PRESENT]
    return int(c.numbers[AT_POINTS]) + int(other) * POINT_WIDTH * int(c.numbers[MAX_POINTS])


# ----------------------------------------------------------------------------------------------------------------------
# Search: pairs of capsules nearer than a margin, in a list that holds until some have moved by the margin against each other
#
# Each pair keeps its gap, and is measured again when the motion since then may have closed it. The rows of a solve depend on the
# present state only, never on the age of the list.
# ----------------------------------------------------------------------------------------------------------------------

# Margin of the list in the largest radius. Fraction of the margin: motion from which gaps are renewed if pairs were measured in
# vain. Gap below which a pair has a row in any case, in the sum of the radii.
MARGIN, RENEWAL, NEAR = 1.0, 0.2, 0.025
MAX_VAIN = 3  # pairs measured in vain that require a renewal


@kernel
def displacement(model, c, x, ws):
    """Bound of how far any two capsules have moved against each other since the gaps were measured, and of their speeds."""
    low, high = (math.inf, math.inf, math.inf), (-math.inf, -math.inf, -math.inf)
    built, turn, off_axis, fastest, turning = int(c.numbers[AT_BUILT]), 0.0, c.mask != 0, 0.0, 0.0
    for k in range(len(model.stations)):
        at, twist = built + BUILT_WIDTH * k, get_twist(ws.stations, k, TWIST)
        fastest, turning = max(fastest, dot(twist[0], twist[0])), max(turning, dot(twist[1], twist[1]))
        r = get9(ws.stations, k, ROTATION)
        d = sub(get3(ws.stations, k, POSITION), vec(x, at))
        low = (min(low[0], d[0]), min(low[1], d[1]), min(low[2], d[2]))
        high = (max(high[0], d[0]), max(high[1], d[1]), max(high[2], d[2]))
        e = sub((r[0], r[3], r[6]), vec(x, at + 3))
        size = dot(e, e)
        if off_axis:  # the chord of a rotation is shorter than those of two axes together
            e = sub((r[1], r[4], r[7]), vec(x, at + 6))
            size += dot(e, e)
        turn = max(turn, size)
    spread, arm = sub(high, low), c.numbers[ARM]
    moved = math.sqrt(dot(spread, spread)) + 2.0 * arm * math.sqrt(turn)
    return moved, math.sqrt(fastest) + arm * math.sqrt(turning)


@kernel
def place_capsules(model, c, x, ws):
    """Write the ends of all capsules, and the frames of all stations, from which motions are measured."""
    par, ends, built = model.law_parameters, int(c.numbers[AT_ENDS]), int(c.numbers[AT_BUILT])
    for i in range(c.count):
        for side in range(2):
            put(x, ends + ENDS_WIDTH * i + 3 * side, end_of(par, c.second + CAPSULE_WIDTH * i, side, ws))
    for k in range(len(model.stations)):
        r, at = get9(ws.stations, k, ROTATION), built + BUILT_WIDTH * k
        put(x, at, get3(ws.stations, k, POSITION))
        put(x, at + 3, (r[0], r[3], r[6]))
        put(x, at + 6, (r[1], r[4], r[7]))


@kernel(inline=True)
def end_of(par, a, side, ws):
    """Place of an end of a capsule."""
    k = int(par[a + STATIONS + side])
    offset = vec(par, a + FIRST_END + 3 * side)
    return add(get3(ws.stations, k, POSITION), mat_vec(get9(ws.stations, k, ROTATION), offset))


@kernel(inline=True)
def gap_of(par, c, x, i, j):
    """Gap of two capsules between the ends that are written."""
    ends = int(c.numbers[AT_ENDS])
    e, f = ends + ENDS_WIDTH * i, ends + ENDS_WIDTH * j
    s, t = nearest_on_segments(vec(x, e), vec(x, e + 3), vec(x, f), vec(x, f + 3))
    apart = sub(along(vec(x, e), vec(x, e + 3), s), along(vec(x, f), vec(x, f + 3), t))
    reach = par[c.second + CAPSULE_WIDTH * i + RADIUS] + par[c.second + CAPSULE_WIDTH * j + RADIUS]
    return math.sqrt(dot(apart, apart)) - reach


@kernel(inline=True)
def along(a, b, s):
    """The point a + s (b - a)."""
    return add_scaled(a, s, sub(b, a))


@kernel(inline=True)
def slot(a, b, d, size):
    """Place of a cell in a table of heads."""
    return (a * 73856093 + b * 19349663 + d * 83492791) % size


@kernel
def list_pairs(model, c, x, margin):
    """List all pairs nearer than the margin, by a hashed grid; return False if there are too many for the list."""
    par, ends, cells = model.law_parameters, int(c.numbers[AT_ENDS]), int(c.numbers[AT_CELLS])
    n, pairs = c.count, int(c.numbers[AT_PAIRS])
    heads, size = cells + CELL_WIDTH * n, 2 * n + 1
    widest = 0.0
    for i in range(n):
        e = ends + ENDS_WIDTH * i
        axis = sub(vec(x, e + 3), vec(x, e))
        widest = max(widest, 0.5 * math.sqrt(dot(axis, axis)) + par[c.second + CAPSULE_WIDTH * i + RADIUS])
    side = 2.0 * widest + margin
    for h in range(size):
        x[heads + h] = -1.0
    for i in range(n):
        e, at = ends + ENDS_WIDTH * i, cells + CELL_WIDTH * i
        for q in range(3):
            x[at + q] = math.floor(0.5 * (x[e + q] + x[e + 3 + q]) / side)
        h = heads + slot(int(x[at]), int(x[at + 1]), int(x[at + 2]), size)
        x[at + 3], x[h] = x[h], i
    count = 0
    for i in range(n):
        start, at = count, cells + CELL_WIDTH * i
        ignored, n_ignored = (
            int(par[c.second + CAPSULE_WIDTH * i + IGNORED]),
            int(par[c.second + CAPSULE_WIDTH * i + N_IGNORED]),
        )
        for cell in range(27):
            p = int(x[at]) + cell % 3 - 1
            q = int(x[at + 1]) + cell // 3 % 3 - 1
            r = int(x[at + 2]) + cell // 9 - 1
            j = int(x[heads + slot(p, q, r, size)])
            while j >= 0:
                other = cells + CELL_WIDTH * j
                following = int(x[other + 3])
                if j > i and x[other] == p and x[other + 1] == q and x[other + 2] == r:
                    gap = gap_of(par, c, x, i, j)
                    one, two = par[c.second + CAPSULE_WIDTH * i + OBJECT], par[c.second + CAPSULE_WIDTH * j + OBJECT]
                    allowed = gap < margin and (one != two or (one == 0.0 and c.numbers[ITSELF] != 0.0))
                    for k in range(ignored, ignored + n_ignored):
                        allowed = allowed and par[k] != j
                    if allowed:
                        if count == int(c.numbers[MAX_PAIRS]):
                            return False
                        place = count  # in the order of the second capsule
                        while place > start and x[pairs + PAIR_WIDTH * (place - 1) + 1] > j:
                            before, own = pairs + PAIR_WIDTH * (place - 1), pairs + PAIR_WIDTH * place
                            x[own], x[own + 1], x[own + 2] = x[before], x[before + 1], x[before + 2]
                            place -= 1
                        own = pairs + PAIR_WIDTH * place
                        x[own], x[own + 1], x[own + 2] = i, j, gap
                        count += 1
                j = following
    x[N_PAIRS] = count
    return True


@kernel
def find_points(model, c, dt, part, x, ws):
    """Find the points of contact of a solve, with their forces in the last solve of a step; False if there are too many."""
    widest = c.rest
    moved, speed = displacement(model, c, x, ws)
    # bound of the approach of any two capsules in the step, and of the gap below which they have a row
    reach = 2.0 * dt * speed + 2.0 * NEAR * widest
    if not x[MOVED] + moved + reach < x[LIST_MARGIN]:  # also for NaN
        place_capsules(model, c, x, ws)
        margin = MARGIN * widest + reach
        while not list_pairs(model, c, x, margin):
            if margin == reach:
                return False
            margin = max(0.5 * margin, reach)
        x[LIST_MARGIN], x[MOVED], moved = margin, 0.0, 0.0
    x[PRESENT], x[N_LAST], x[N_POINTS] = 1.0 - x[PRESENT], x[N_POINTS], 0.0
    vain, pairs = 0, int(c.numbers[AT_PAIRS])
    for k in range(int(x[N_PAIRS])):
        at = pairs + PAIR_WIDTH * k
        if x[at + 2] - moved > reach or x[at + 2] - moved > reach_of(model, c, int(x[at]), int(x[at + 1]), dt, ws):
            continue
        found = pair_points(model, c, int(x[at]), int(x[at + 1]), dt, x, ws)
        if found < 0:
            return False
        vain += found == 0
    if vain > MAX_VAIN and moved > RENEWAL * x[LIST_MARGIN]:
        place_capsules(model, c, x, ws)
        for k in range(int(x[N_PAIRS])):
            at = pairs + PAIR_WIDTH * k
            x[at + 2] = gap_of(model.law_parameters, c, x, int(x[at]), int(x[at + 1]))
        x[MOVED] += moved
    x[BEFORE] = 0.0
    if x[N_POINTS] + x[N_LAST] > 0.0:
        recall_forces(c, part, x)
    return True


@kernel(inline=True)
def reach_of(model, c, i, j, dt, ws):
    """Bound of the approach of two links in the step, and of the gap below which they have a row; infinite for other parts."""
    par, a, p = model.law_parameters, c.second + CAPSULE_WIDTH * i, c.second + CAPSULE_WIDTH * j
    k, m = int(par[a + STATIONS]), int(par[p + STATIONS])
    if par[a + STATIONS + 1] != k or par[p + STATIONS + 1] != m:
        return math.inf
    one, other = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, m, TWIST)
    d = sub(mat_vec(get9(ws.stations, k, ROTATION), one[0]), mat_vec(get9(ws.stations, m, ROTATION), other[0]))
    turning = math.sqrt(dot(one[1], one[1])) + math.sqrt(dot(other[1], other[1]))
    return dt * (math.sqrt(dot(d, d)) + c.numbers[ARM] * turning) + 2.0 * NEAR * c.rest


# ----------------------------------------------------------------------------------------------------------------------
# Points of contact of a pair: one, or the two ends of the overlap of parallel axes
# ----------------------------------------------------------------------------------------------------------------------

# Square of the sine of the angle below which two axes touch at two points, and fraction of the axis over which they must overlap.
PARALLEL, OVERLAP = 0.02, 0.1
# Approach within a step, in the sum of the radii, that is announced: bodies may pass through each other.
FAST_APPROACH = 0.5


@kernel(inline=True)
def is_parallel(a, b, p, q):
    """True if the axes ab and pq overlap nearly in parallel."""
    u, v = sub(b, a), sub(q, p)
    uu, vv, uv = dot(u, u), dot(v, v), dot(u, v)
    if not (uu > 1e-18 and vv > 1e-18 and uu * vv - uv * uv < PARALLEL * uu * vv):
        return False
    low, high = overlap(a, u, uu, p, q)
    return high - low > OVERLAP


@kernel(inline=True)
def overlap(a, u, uu, p, q):
    """Fractions of the axis a + s u between which the points p and q are beside it."""
    s, t = dot(sub(p, a), u) / uu, dot(sub(q, a), u) / uu
    return max(0.0, min(s, t)), min(1.0, max(s, t))


@kernel(inline=True)
def fractions(a, b, p, q, parallel, number):
    """Fractions of the axes ab and pq of their nearest points, or of one end of the overlap of parallel ones."""
    if not parallel:
        return nearest_on_segments(a, b, p, q)
    u, v = sub(b, a), sub(q, p)
    low, high = overlap(a, u, dot(u, u), p, q)
    s = low if number == 0 else high
    t = dot(sub(along(a, b, s), p), v) / dot(v, v)
    return s, min(1.0, max(0.0, t))


@kernel(inline=True)
def end_motion(par, a, side, ws):
    """Velocity and centripetal acceleration of an end of a capsule, world axes."""
    k = int(par[a + STATIONS + side])
    r, twist = get9(ws.stations, k, ROTATION), get_twist(ws.stations, k, TWIST)
    v = add(twist[0], cross(twist[1], vec(par, a + FIRST_END + 3 * side)))
    return mat_vec(r, v), mat_vec(r, cross(twist[1], v))


@kernel(inline=True)
def moved_end(place, motion, dt):
    """Place that an end of a capsule reaches within the step without accelerations."""
    return add_scaled(add_scaled(place, dt, motion[0]), dt * dt, motion[1])


@kernel
def pair_points(model, c, i, j, dt, x, ws):
    """Append the points of a pair that may touch within the step; return their number, or -1 if there is no place left."""
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * i, c.second + CAPSULE_WIDTH * j
    if par[ci + HALF] > 0.0 or par[cj + HALF] > 0.0:
        return cuboid_points(model, c, i, j, dt, x, ws)
    a, b, p, q = end_of(par, ci, 0, ws), end_of(par, ci, 1, ws), end_of(par, cj, 0, ws), end_of(par, cj, 1, ws)
    motion_a, motion_b = end_motion(par, ci, 0, ws), end_motion(par, ci, 1, ws)
    motion_p, motion_q = end_motion(par, cj, 0, ws), end_motion(par, cj, 1, ws)
    parallel = is_parallel(a, b, p, q)
    radii = par[ci + RADIUS] + par[cj + RADIUS]
    count = 0
    for number in range(2 if parallel else 1):
        s, t = fractions(a, b, p, q, parallel, number)
        xi, xj = along(a, b, s), along(p, q, t)
        apart = sub(xi, xj)
        distance = math.sqrt(dot(apart, apart))
        gap = distance - radii
        velocity = sub(along(motion_a[0], motion_b[0], s), along(motion_p[0], motion_q[0], t))
        way = dt * math.sqrt(dot(velocity, velocity))
        if not gap < way + NEAR * radii:
            continue
        if int(x[N_POINTS]) == int(c.numbers[MAX_POINTS]):
            return -1
        normal = scale(1.0 / distance, apart) if distance > 1e-12 else (0.0, 0.0, 1.0)
        row = points_at(c, x, True) + POINT_WIDTH * int(x[N_POINTS])
        x[row + FIRST], x[row + SECOND], x[row + NUMBER], x[row + GAP] = i, j, number, gap
        set_law(par, ci, cj, x, row)
        for side in range(2):
            x[row + ON + side], x[row + SHARE + side] = par[ci + STATIONS + side], s if side == 1 else 1.0 - s
            x[row + ON + 2 + side], x[row + SHARE + 2 + side] = par[cj + STATIONS + side], -t if side == 1 else t - 1.0
        put(x, row + PLACE, add_scaled(xj, par[cj + RADIUS] + 0.5 * gap, normal))
        set_axes(x, row, normal)
        put(x, row + FORCE, ZERO)
        rate, drift = relative_motion(x, row, ws)
        for m in range(3):
            axis = vec(x, row + AXES + 3 * m)
            x[row + RATE + m], x[row + DRIFT + m] = dot(axis, rate), dot(axis, drift)
        if dt > 0.0 and way < FAST_APPROACH * radii and distance > 0.1 * radii:
            # the gap one step ahead without accelerations: its normal turns and its nearest points move along the axes
            a1, b1 = moved_end(a, motion_a, dt), moved_end(b, motion_b, dt)
            p1, q1 = moved_end(p, motion_p, dt), moved_end(q, motion_q, dt)
            s1, t1 = fractions(a1, b1, p1, q1, parallel, number)
            there = sub(along(a1, b1, s1), along(p1, q1, t1))
            gap_ahead = math.sqrt(dot(there, there)) - radii
            x[row + DRIFT] = ((gap_ahead - gap) / dt - x[row + RATE]) / dt
        elif -dt * x[row + RATE] > FAST_APPROACH * radii:
            x[FAST] += 1.0
        x[N_POINTS] += 1.0
        count += 1
    return count


@kernel(inline=True)
def set_law(par, a, p, x, row):
    """Law of a point between two capsules: that of a free body, if one is; of two, the smaller numbers; else of the robot."""
    both = par[a + OBJECT] > 0.0
    for k in range(N_PAIR_NUMBERS):
        value = par[p + PAIR_NUMBERS + k]
        if both and STIFFNESS <= LAW + k <= FRICTION:
            value = min(value, par[a + PAIR_NUMBERS + k])
        x[row + LAW + k] = value


# ----------------------------------------------------------------------------------------------------------------------
# Points of contact of a cuboid: with a capsule one, or two where its axis is nearly parallel to the face; with another cuboid the
# corners of the part in which the two faces that touch overlap
# ----------------------------------------------------------------------------------------------------------------------

# Square of the cosine between a normal and that of a face above which it belongs to the face.
FACE = 0.97


@kernel(inline=True)
def half_sizes(par, a):
    """Half sizes of a cuboid."""
    return (par[a + HALF], par[a + HALF + 1], par[a + HALF + 2])


@kernel
def cuboid_points(model, c, i, j, dt, x, ws):
    """Append the points of a pair with a cuboid; return their number, or -1 if there is no place left."""
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * i, c.second + CAPSULE_WIDTH * j
    if par[ci + HALF] > 0.0 and par[cj + HALF] > 0.0:
        return facing_points(model, c, (i, j), dt, x, ws)
    flip = par[ci + HALF] > 0.0
    own, solid = (cj, ci) if flip else (ci, cj)
    a, b = end_of(par, own, 0, ws), end_of(par, own, 1, ws)
    k = int(par[solid + STATIONS])
    r, p, half = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION), half_sizes(par, solid)
    low, high, on_face = clipped(mat_t_vec(r, sub(a, p)), mat_t_vec(r, sub(b, p)), half)
    count = 0
    for number in range(2 if on_face and high - low > OVERLAP else 1):
        s = low if number == 0 else high
        if not (on_face and high - low > OVERLAP):
            s = nearest_to_box(mat_t_vec(r, sub(a, p)), mat_t_vec(r, sub(b, p)), half)
        found = solid_point(
            model, c, (i, j, number, int(flip)), (ZERO, (s, 1.0, par[own + RADIUS])), NEAREST_FACE, dt, x, ws
        )
        if found < 0:
            return -1
        count += found
    return count


@kernel
def touching_face(par, ci, cj, ws):
    """Face towards which two cuboids overlap least: 0 if it is one of the first, 1 of the second; its axis, side, and gap."""
    first, second = int(par[ci + STATIONS]), int(par[cj + STATIONS])
    r, s = get9(ws.stations, first, ROTATION), get9(ws.stations, second, ROTATION)
    h, g = half_sizes(par, ci), half_sizes(par, cj)
    way = sub(get3(ws.stations, second, POSITION), get3(ws.stations, first, POSITION))
    size = min(h[0], min(h[1], h[2]))
    best, which, axis, side = -math.inf, 0, 0, 1.0
    for turn in range(2):
        own, half = (r, h) if turn == 0 else (s, g)
        other, reach = (s, g) if turn == 0 else (r, h)
        for k in range(3):
            n = (own[k], own[3 + k], own[6 + k])
            towards = dot(n, way) if turn == 0 else -dot(n, way)
            apart = abs(towards) - half[k]
            for m in range(3):
                apart -= reach[m] * abs(dot(n, (other[m], other[3 + m], other[6 + m])))
            if apart > best + 1e-6 * size:  # equal ones: the first, so that rounding does not choose
                best, which, axis, side = apart, turn, k, 1.0 if towards >= 0.0 else -1.0
    return which, axis, side, best


@kernel(inline=True)
def face_corner(half, face, k):
    """Corner k of a face of a box in its axes, in the order around it."""
    axis, side = face
    one = half[(axis + 1) % 3] * (1.0 if k == 1 or k == 2 else -1.0)
    two = half[(axis + 2) % 3] * (1.0 if k >= 2 else -1.0)
    out = side * half[axis]
    return (
        out if axis == 0 else (one if axis == 2 else two),
        out if axis == 1 else (one if axis == 0 else two),
        out if axis == 2 else (one if axis == 1 else two),
    )


@kernel(inline=True)
def is_beside(u, half, axis, share):
    """True if a point in the axes of a box lies beside its face of this axis, within a share of its sizes."""
    one, two = (axis + 1) % 3, (axis + 2) % 3
    return abs(u[one]) <= share * half[one] and abs(u[two]) <= share * half[two]


@kernel
def facing_points(model, c, pair, dt, x, ws):
    """Append the points of two cuboids: the corners of the part in which the faces that touch overlap.

    The face towards which they overlap least is met by the face of the other cuboid that looks most towards it: of this one, its
    corners beside the first face, and where its edges cross the border of that face; and the corners of the first face
    beside the second.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    which, axis, side, apart = touching_face(par, ci, cj, ws)
    solid, own = (ci, cj) if which == 0 else (cj, ci)
    k, m = int(par[solid + STATIONS]), int(par[own + STATIONS])
    r, p, half = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION), half_sizes(par, solid)
    s, q, other = get9(ws.stations, m, ROTATION), get3(ws.stations, m, POSITION), half_sizes(par, own)
    n = scale(side, (r[axis], r[3 + axis], r[6 + axis]))
    most, axis2, side2 = -1.0, 0, 1.0
    for b in range(3):
        cosine = dot(n, (s[b], s[3 + b], s[6 + b]))
        if abs(cosine) > most:
            most, axis2, side2 = abs(cosine), b, -1.0 if cosine > 0.0 else 1.0
    face, met = (axis, side), (axis2, side2)
    count, number = 0, 24 * which
    for e in range(4):  # corners of the face that is met, and its edges
        one, two = face_corner(other, met, e), face_corner(other, met, (e + 1) % 4)
        u = mat_t_vec(r, sub(add(q, mat_vec(s, one)), p))
        v = mat_t_vec(r, sub(add(q, mat_vec(s, two)), p))
        if is_beside(u, half, axis, 1.0 + BORDER):
            found = solid_point(model, c, (pair[0], pair[1], number + e, 1 - which), (one, ZERO), face, dt, x, ws)
            if found < 0:
                return -1
            count += found
        for crossing in range(4):
            across = (axis + 1 + crossing % 2) % 3
            end = half[across] * (1.0 if crossing < 2 else -1.0)
            run = v[across] - u[across]
            if abs(run) > 1e-9 * half[across]:
                f = (end - u[across]) / run
                along_edge = (axis + 2 - crossing % 2) % 3
                if (
                    BORDER < f < 1.0 - BORDER
                    and abs(u[along_edge] + f * (v[along_edge] - u[along_edge])) <= half[along_edge]
                ):
                    found = solid_point(
                        model, c, (pair[0], pair[1], number + 4 + 4 * e + crossing, 1 - which), (along(one, two, f), ZERO),
                        face, dt, x, ws,
                    )  # fmt: skip
                    if found < 0:
                        return -1
                    count += found
    for e in range(4):  # corners of the first face
        one = face_corner(half, face, e)
        u = mat_t_vec(s, sub(add(p, mat_vec(r, one)), q))
        if is_beside(u, other, axis2, 1.0 - BORDER):
            found = solid_point(model, c, (pair[0], pair[1], number + 20 + e, which), (one, ZERO), met, dt, x, ws)
            if found < 0:
                return -1
            count += found
    if count == 0 and apart < -CROSSED * min(half[axis], other[axis2]) and edges_overlap(r, s, half, other, sub(q, p)):
        x[FAST] += 1.0
    return count


@kernel
def edges_overlap(r, s, h, g, way):
    """True if no plane along an edge of each of two boxes lies between them."""
    for i in range(3):
        for j in range(3):
            n = cross((r[i], r[3 + i], r[6 + i]), (s[j], s[3 + j], s[6 + j]))
            size = math.sqrt(dot(n, n))
            if size > 1e-6:
                apart = abs(dot(n, way))
                for k in range(3):
                    apart -= h[k] * abs(dot(n, (r[k], r[3 + k], r[6 + k])))
                    apart -= g[k] * abs(dot(n, (s[k], s[3 + k], s[6 + k])))
                if apart > 0.0:
                    return False
    return True


# Overlap without a point of contact, as of crossed edges, in half sizes, above which it is counted as a meeting that was missed.
CROSSED = 0.1
# Share of the size of a face within which a corner on its border belongs to it.
BORDER = 1e-6
# In place of a face: the face that is nearest to the point.
NEAREST_FACE = (-1, 0.0)


@kernel(inline=True)
def gap_to(local, half, face):
    """Gap of a point in the axes of a box to one of its faces, or to the nearest; and the normal there."""
    axis, side = face
    if axis < 0:
        return box_gap(local, half)
    n = (side if axis == 0 else 0.0, side if axis == 1 else 0.0, side if axis == 2 else 0.0)
    return side * local[axis] - half[axis], n


@kernel
def clipped(a, b, half):
    """Fractions of a segment between which it is beside a face of a box, and True if it is nearly parallel to that face."""
    u = sub(b, a)
    uu = dot(u, u)
    if not uu > 1e-18:
        return 0.0, 0.0, False
    _, n = box_gap(along(a, b, nearest_to_box(a, b, half)), half)
    low, high, on_face = 0.0, 1.0, False
    for k in range(3):
        if n[k] * n[k] > FACE:
            on_face = u[k] * u[k] < PARALLEL * uu
        elif abs(u[k]) > 1e-12:
            one, two = (-half[k] - a[k]) / u[k], (half[k] - a[k]) / u[k]
            low, high = max(low, min(one, two)), min(high, max(one, two))
        elif abs(a[k]) > half[k]:
            high = low
    return low, high, on_face


@kernel
def solid_point(model, c, pair, point, face, dt, x, ws):
    """Append the point of a capsule or corner on a cuboid, if it may touch within the step; return 1, 0, or -1 for no place left.

    Args:
        model: ModelArrays.
        c: Record of the contact.
        pair: The two capsules, the number of the point in the pair, and 1 if the cuboid is the first of the two, else 0.
        point: A corner in the axes of its cuboid, and zeros; or zeros, and of the capsule the fraction of its axis, 1 and its
            radius.
        face: Axis and side of the face of the cuboid, or NEAREST_FACE.
        dt: The step [s].
        x: Scratch.
        ws: Workspace.
    """
    par = model.law_parameters
    ci, cj = c.second + CAPSULE_WIDTH * pair[0], c.second + CAPSULE_WIDTH * pair[1]
    number, flip = pair[2], pair[3] == 1
    own, solid = (cj, ci) if flip else (ci, cj)
    k, other = int(par[solid + STATIONS]), int(par[own + STATIONS])
    s, on_axis, radius = point[1]
    if on_axis > 0.0:
        place = along(end_of(par, own, 0, ws), end_of(par, own, 1, ws), s)
        first, second = end_motion(par, own, 0, ws), end_motion(par, own, 1, ws)
        motion = (along(first[0], second[0], s), along(first[1], second[1], s))
    else:
        r, twist = get9(ws.stations, other, ROTATION), get_twist(ws.stations, other, TWIST)
        v = add(twist[0], cross(twist[1], point[0]))
        place = add(get3(ws.stations, other, POSITION), mat_vec(r, point[0]))
        motion = (mat_vec(r, v), mat_vec(r, cross(twist[1], v)))
    r, p, half = get9(ws.stations, k, ROTATION), get3(ws.stations, k, POSITION), half_sizes(par, solid)
    twist = get_twist(ws.stations, k, TWIST)
    local = mat_t_vec(r, sub(place, p))
    distance, n = gap_to(local, half, face)
    gap, normal = distance - radius, mat_vec(r, n)
    velocity = sub(motion[0], mat_vec(r, add(twist[0], cross(twist[1], local))))
    way = dt * math.sqrt(dot(velocity, velocity))
    size = radius + min(half[0], min(half[1], half[2]))
    if not gap < way + NEAR * size:
        return 0
    if face[0] >= 0 and gap < -2.0 * half[face[0]]:
        return 0  # beyond the opposite face
    if int(x[N_POINTS]) == int(c.numbers[MAX_POINTS]):
        return -1
    row = points_at(c, x, True) + POINT_WIDTH * int(x[N_POINTS])
    x[row + FIRST], x[row + SECOND], x[row + NUMBER], x[row + GAP] = pair[0], pair[1], number, gap
    set_law(par, ci, cj, x, row)
    at, on = (2, 0) if flip else (0, 2)
    sign = -1.0 if flip else 1.0
    for side in range(2):
        x[row + ON + at + side] = par[own + STATIONS + side]
        x[row + SHARE + at + side] = sign * (s if side == 1 else 1.0 - s)
        x[row + ON + on + side], x[row + SHARE + on + side] = k, -sign if side == 0 else 0.0
    put(x, row + PLACE, add_scaled(place, -radius - 0.5 * gap, normal))
    set_axes(x, row, scale(sign, normal))
    put(x, row + FORCE, ZERO)
    rate, drift = relative_motion(x, row, ws)
    for m in range(3):
        axis = vec(x, row + AXES + 3 * m)
        x[row + RATE + m], x[row + DRIFT + m] = dot(axis, rate), dot(axis, drift)
    if dt > 0.0 and way < FAST_APPROACH * size:
        # the gap one step ahead without accelerations
        ahead = mat_mat(r, rotation_within_step(scale(dt, twist[1])))
        centre = moved_end(p, (mat_vec(r, twist[0]), mat_vec(r, cross(twist[1], twist[0]))), dt)
        there, _ = gap_to(mat_t_vec(ahead, sub(moved_end(place, motion, dt), centre)), half, face)
        x[row + DRIFT] = ((there - distance) / dt - x[row + RATE]) / dt
    elif -dt * x[row + RATE] > FAST_APPROACH * size:
        x[FAST] += 1.0
    x[N_POINTS] += 1.0
    return 1


@kernel(inline=True)
def set_axes(x, row, normal):
    """Normal and two tangents of a point."""
    helper = (0.0, 1.0, 0.0) if abs(normal[0]) >= 0.6 else (1.0, 0.0, 0.0)
    tangent = add_scaled(helper, -dot(helper, normal), normal)
    tangent = scale(1.0 / math.sqrt(dot(tangent, tangent)), tangent)
    put(x, row + AXES, normal)
    put(x, row + AXES + 3, tangent)
    put(x, row + AXES + 6, cross(normal, tangent))


@kernel(inline=True)
def relative_motion(x, row, ws):
    """Velocity of the first skin against the second at a point, and its rate without accelerations, world axes."""
    rate, drift = ZERO, ZERO
    for side in range(4):
        share = x[row + SHARE + side]
        if share == 0.0:
            continue
        k = int(x[row + ON + side])
        r, twist = get9(ws.stations, k, ROTATION), get_twist(ws.stations, k, TWIST)
        arm = mat_t_vec(r, sub(vec(x, row + PLACE), get3(ws.stations, k, POSITION)))
        v = add(twist[0], cross(twist[1], arm))
        rate = add_scaled(rate, share, mat_vec(r, v))
        drift = add_scaled(drift, share, mat_vec(r, cross(twist[1], v)))
    return rate, drift


@kernel
def recall_forces(c, part, x):
    """Take the forces of each point in the last solve of the same step: those of the same pair, in the present axes."""
    before, now = points_at(c, x, False), points_at(c, x, True)
    last, k = int(x[N_LAST]) if part >= FIRST_HALF else 0, 0
    for p in range(int(x[N_POINTS])):
        row = now + POINT_WIDTH * p
        x[row + FULL] = 0.0
        while k < last and is_earlier(x, before + POINT_WIDTH * k, row):
            x[BEFORE] += full_force(x, before + POINT_WIDTH * k, part)
            k += 1
        old = before + POINT_WIDTH * k
        if k < last and not is_earlier(x, row, old):
            force = point_force(x, old, FORCE)
            for m in range(3):
                x[row + FORCE + m] = dot(vec(x, row + AXES + 3 * m), force)
            x[row + FORCE] = max(x[row + FORCE], 0.0)
            x[row + FULL] = full_force(x, old, part)
            k += 1
    for p in range(k, last):
        x[BEFORE] += full_force(x, before + POINT_WIDTH * p, part)


@kernel(inline=True)
def is_earlier(x, row, other):
    """True if a point comes before another in a list."""
    for m in range(3):
        if x[row + m] != x[other + m]:
            return x[row + m] < x[other + m]
    return False


@kernel(inline=True)
def full_force(x, row, part):
    """Normal force of a point of the last solve in the full step."""
    return x[row + FORCE] if part == FIRST_HALF else x[row + FULL]


@kernel(inline=True)
def point_force(x, row, at):
    """Force of three numbers along the axes of a point, world axes."""
    force = scale(x[row + at], vec(x, row + AXES))
    force = add_scaled(force, x[row + at + 1], vec(x, row + AXES + 3))
    return add_scaled(force, x[row + at + 2], vec(x, row + AXES + 6))
