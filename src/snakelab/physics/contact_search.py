"""Search of near pairs of capsules, and the points of contact of a solve with their forces in the last one."""

import math

from snakelab.geometry.distances import nearest_on_segments
from snakelab.geometry.spatial import dot, get3, get9, get_twist, mat_vec, sub
from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import (
    ARM,
    AT_BUILT,
    AT_CELLS,
    AT_ENDS,
    AT_PAIRS,
    BUILT_WIDTH,
    CAPSULE_WIDTH,
    CELL_WIDTH,
    ENDS_WIDTH,
    IGNORED,
    ITSELF,
    MAX_PAIRS,
    N_IGNORED,
    OBJECT,
    OFF_AXIS,
    PAIR_WIDTH,
    POINT_WIDTH,
    RADIUS,
    SOLID,
    STATIONS,
)
from snakelab.physics.contact_points import (
    AXES,
    BEFORE,
    END,
    FAST_BODIES,
    FORCE,
    FULL,
    FULL_RATE,
    LIST_MARGIN,
    MOVED,
    N_LAST,
    N_PAIRS,
    N_POINTS,
    NEAR,
    PRESENT,
    along,
    end_of,
    pair_points,
    point_force,
    points_at,
    put,
    vec,
)
from snakelab.physics.solid_points import solid_points
from snakelab.worlds.force_law import POSITION, ROTATION, TWIST
from snakelab.worlds.friction import FIRST_HALF

# ----------------------------------------------------------------------------------------------------------------------
# Search: pairs of capsules nearer than a margin, in a list that holds until some have moved by the margin against each other
#
# Each pair keeps its gap, and is measured again when the motion since then may have closed it. The rows of a solve depend on the
# present state only, never on the age of the list.
# ----------------------------------------------------------------------------------------------------------------------

# Margin of the list in the largest radius. Fraction of the margin: motion from which gaps are renewed if pairs were measured in
# vain.
MARGIN, RENEWAL = 1.0, 0.2
MAX_VAIN = 3  # pairs measured in vain that require a renewal


@kernel
def displacement(model, c, x, ws):
    """Bound of how far any two capsules have moved against each other since the gaps were measured, and of their speeds."""
    low, high = (math.inf, math.inf, math.inf), (-math.inf, -math.inf, -math.inf)
    built, turn, off_axis, fastest, turning = int(c.numbers[AT_BUILT]), 0.0, c.mask & OFF_AXIS != 0, 0.0, 0.0
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
def gap_of(par, c, x, i, j):
    """Gap of two capsules between the ends that are written."""
    ends = int(c.numbers[AT_ENDS])
    e, f = ends + ENDS_WIDTH * i, ends + ENDS_WIDTH * j
    s, t = nearest_on_segments(vec(x, e), vec(x, e + 3), vec(x, f), vec(x, f + 3))
    apart = sub(along(vec(x, e), vec(x, e + 3), s), along(vec(x, f), vec(x, f + 3), t))
    reach = par[c.second + CAPSULE_WIDTH * i + RADIUS] + par[c.second + CAPSULE_WIDTH * j + RADIUS]
    return math.sqrt(dot(apart, apart)) - reach


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
    if part < FIRST_HALF:
        x[FAST_BODIES] = 0.0
    vain, pairs = 0, int(c.numbers[AT_PAIRS])
    for k in range(int(x[N_PAIRS])):
        at = pairs + PAIR_WIDTH * k
        if x[at + 2] - moved > reach or x[at + 2] - moved > reach_of(model, c, int(x[at]), int(x[at + 1]), dt, ws):
            continue
        found = points_of_pair(model, c, int(x[at]), int(x[at + 1]), dt, x, ws)
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
def points_of_pair(model, c, i, j, dt, x, ws):
    """Append the points of a pair that may touch within the step; return their number, or -1 if there is no place left."""
    par = model.law_parameters
    if par[c.second + CAPSULE_WIDTH * i + SOLID] > 0.0 or par[c.second + CAPSULE_WIDTH * j + SOLID] > 0.0:
        return solid_points(model, c, i, j, dt, x, ws)
    return pair_points(model, c, i, j, dt, x, ws)


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


@kernel
def recall_forces(c, part, x):
    """Take the forces of each point in the last solve of the same step: those of the same pair, in the present axes."""
    before, now = points_at(c, x, False), points_at(c, x, True)
    last, k = int(x[N_LAST]) if part >= FIRST_HALF else 0, 0
    for p in range(int(x[N_POINTS])):
        row = now + POINT_WIDTH * p
        x[row + FULL], x[row + FULL_RATE] = 0.0, math.inf
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
            x[row + FULL_RATE] = x[old + END] if part == FIRST_HALF else x[old + FULL_RATE]
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
