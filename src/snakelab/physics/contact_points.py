"""Points of contact between the parts of a robot: their numbers in the scratch, and of two capsules gap, normal and motion."""

import math

from snakelab.geometry.distances import nearest_on_segments
from snakelab.geometry.spatial import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get9,
    get_twist,
    mat_t_vec,
    mat_vec,
    scale,
    sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import (
    AT_POINTS,
    CAPSULE_WIDTH,
    FIRST_END,
    MAX_POINTS,
    N_PAIR_NUMBERS,
    OBJECT,
    OBJECT_LAW,
    PAIR_NUMBERS,
    POINT_WIDTH,
    RADIUS,
    STATIONS,
)
from snakelab.physics.columns import BODY, IMPACT_ERROR, IMPACT_EVENT, body_state, inertia_of, n_bodies
from snakelab.physics.contacts import REST_COMPRESSION, allowed_error, error_of_rate, time_to_event
from snakelab.worlds.force_law import POSITION, ROTATION, TWIST, gravity_of
from snakelab.worlds.friction import FULL_STEP

# ----------------------------------------------------------------------------------------------------------------------
# The scratch, one row of numbers
# ----------------------------------------------------------------------------------------------------------------------

# The head: margin of the list of pairs, 0 without one, and their number; displacement of the capsules against each other between
# its making and the last measurement of its gaps; points of contact, of the last solve too; which of the two lists of points is
# the present one; which of the three steps of an extrapolated one; normal force of the full step in points that are no more near;
# approaches since the last record that are announced; touching points, sweeps; 1 if the results of the last solve are zero; those
# of the announced approaches that are of free bodies in this step.
LIST_MARGIN, N_PAIRS, MOVED, N_POINTS, N_LAST, PRESENT, PART, BEFORE, FAST, N_TOUCHING, SWEEPS, CLEARED, FAST_BODIES = (
    range(13)
)
TOO_MANY = -1.0  # in place of the number of points: they exceed the scratch
# A point: its capsules and its number in the pair, which identify it; four stations with their shares of its motion, those of the
# second capsule negative; gap; place; normal and two tangents; rates at the start, their drift, rates without the forces of the
# points, forces, rates reached; length of its rows; share of its law, see `contact_rows.set_mobilities`, and mobility of the
# tangents; its normal force in the full step of an extrapolated one; the forces that the accelerations of the pass contain;
# mobilities of the normal against the two tangents.
FIRST, SECOND, NUMBER, ON, SHARE, GAP, PLACE, AXES, RATE, DRIFT = 0, 1, 2, 3, 7, 11, 12, 15, 24, 27
FREE, FORCE, END, LENGTH, SHARE_OF_LAW, TANGENT_MOBILITY, FULL, HELD, CROSS = 30, 33, 36, 39, 40, 41, 42, 43, 46
# The law of the pair, in the order of PAIR_NUMBERS of a capsule; rate reached in the full step of an extrapolated one.
LAW, STIFFNESS, DAMPING, FRICTION, SMOOTHING, EPS, FULL_RATE = range(48, 55)


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
# Points of contact of a pair: one, or the two ends of the overlap of parallel axes
# ----------------------------------------------------------------------------------------------------------------------

# Square of the sine of the angle below which two axes touch at two points, and fraction of the axis over which they must overlap.
PARALLEL, OVERLAP = 0.02, 0.1
# Gap below which a pair has a row in any case, in the sum of the radii.
NEAR = 0.025
# Approach within a step, in the sum of the radii, that is announced: bodies may pass through each other.
FAST_APPROACH = 0.5


@kernel(inline=True)
def end_of(par, a, side, ws):
    """Place of an end of a capsule."""
    k = int(par[a + STATIONS + side])
    offset = vec(par, a + FIRST_END + 3 * side)
    return add(get3(ws.stations, k, POSITION), mat_vec(get9(ws.stations, k, ROTATION), offset))


@kernel(inline=True)
def along(a, b, s):
    """The point a + s (b - a)."""
    return add_scaled(a, s, sub(b, a))


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
        set_shares(x, row, par, ci, 0, s, 1.0)
        set_shares(x, row, par, cj, 2, t, -1.0)
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
            announce(c, x, row)
        x[N_POINTS] += 1.0
        count += 1
    return count


@kernel(inline=True)
def announce(c, x, row):
    """Count an approach that is too fast for the step."""
    x[FAST] += 1.0
    x[FAST_BODIES] += x[row + LAW] == c.numbers[OBJECT_LAW]


@kernel(inline=True)
def set_shares(x, row, par, capsule, side, fraction, sign):
    """Stations of a capsule and their shares of its motion at a fraction of its axis: all of it on one that is both ends."""
    one, other = par[capsule + STATIONS], par[capsule + STATIONS + 1]
    if one == other:
        fraction = 0.0
    x[row + ON + side], x[row + ON + side + 1] = one, other
    x[row + SHARE + side], x[row + SHARE + side + 1] = sign * (1.0 - fraction), sign * fraction


@kernel(inline=True)
def set_law(par, a, p, x, row):
    """Law of a point between two capsules: that of a free body, if one is; of two, the smaller numbers; else of the robot."""
    both = par[a + OBJECT] > 0.0
    for k in range(N_PAIR_NUMBERS):
        value = par[p + PAIR_NUMBERS + k]
        if both and STIFFNESS <= LAW + k <= FRICTION:
            value = min(value, par[a + PAIR_NUMBERS + k])
        x[row + LAW + k] = value


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


@kernel(inline=True)
def point_force(x, row, at):
    """Force of three numbers along the axes of a point, world axes."""
    force = scale(x[row + at], vec(x, row + AXES))
    force = add_scaled(force, x[row + at + 1], vec(x, row + AXES + 3))
    return add_scaled(force, x[row + at + 2], vec(x, row + AXES + 6))


# ----------------------------------------------------------------------------------------------------------------------
# Impacts on free bodies: a fixed step is divided where they touch or leave the robot or each other, as at surfaces
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def impact_of_points(model, c, reached, dt, floor, x, ws):
    """Event and error of the points of free bodies, written in the report of the couplings; see `contacts.impact_of_step`.

    The mass that a point moves is taken as the reduced one of the two stations, which a chain or a fixed base only increases.
    Where points of the full and the half steps are not the same, velocities of the bodies are compared. The step resolves fast
    approaches, which are not announced.

    Args:
        model: ModelArrays.
        c: Record of the contact.
        reached: State rows of the full step and, after them, of the half steps.
        dt: Duration of the full step, after which or after the second half of which this is called [s].
        floor: Normal velocity below which errors do not matter [m/s].
        x: Scratch.
        ws: Workspace.
    """
    g, total, own, full = gravity_of(model), 0.0, 0.0, x[PART] == FULL_STEP
    weight = math.sqrt(dot(g, g))
    for k in range(len(model.stations)):
        total += model.stations[k].mass
        own = total if k < len(model.stations) - n_bodies(model.parts) else own
    event, worst, lost, most = dt, 0.0, x[BEFORE] > 0.0, 0.0
    for k in range(int(x[N_POINTS])):
        row = points_at(c, x, True) + POINT_WIDTH * k
        if x[row + LAW] != c.numbers[OBJECT_LAW]:
            continue
        one, other = station_mass(model, x, row), station_mass(model, x, row + 2)
        mass, stiffness = one * other / (one + other), x[row + STIFFNESS]
        if full:
            rest = REST_COMPRESSION * weight * total / stiffness
            law, rates = (stiffness, x[row + DAMPING] / stiffness), (x[row + RATE], x[row + END])
            time = time_to_event(x[row + GAP], rates, law, mass, (rest, weight), (dt, floor))
            if 0.0 < time < event:
                event = time
            continue
        most = max(most, abs(x[row + END]))
        if x[row + FULL_RATE] == math.inf:
            lost = lost or x[row + FORCE] > 0.0
        elif x[row + GAP] < 0.0 or x[row + FORCE] > 0.0 or x[row + FULL] > 0.0:
            worst = max(worst, error_of_rate(x[row + END], x[row + FULL_RATE], own / mass, floor))
    if lost and not full:
        worst = max(worst, error_of_bodies(model, reached, most, own, floor))
    x[FAST] -= x[FAST_BODIES]
    x[FAST_BODIES] = 0.0
    report = len(model.stations) + len(model.coordinates)
    ws.coupling[report, IMPACT_EVENT], ws.coupling[report, IMPACT_ERROR] = event, worst


@kernel
def error_of_bodies(model, reached, most, own, floor):
    """Largest ratio of the differences of the velocities of free bodies in two state rows to the allowed ones.

    Those of spins are multiplied by the radius of gyration. most: normal velocity of the points; own: mass of the robot.
    """
    full, half = reached
    worst = 0.0
    for i in range(len(model.parts)):
        if model.parts[i].kind == BODY:
            k, (_, _, v) = model.parts[i].station, body_state(model, i)
            mass, inertia = model.stations[k].mass, inertia_of(model.stations, k)
            moved, turned = sub(vec(half, v), vec(full, v)), sub(vec(half, v + 3), vec(full, v + 3))
            size = dot(moved, moved) + 0.5 * (inertia[0] + inertia[3] + inertia[5]) / mass * dot(turned, turned)
            worst = max(worst, math.sqrt(size) / allowed_error(most, own / mass, floor))
    return worst


@kernel(inline=True)
def station_mass(model, x, row):
    """Mass of the station, or mean of those of two stations, on one side of a point."""
    first, second = abs(x[row + SHARE]), abs(x[row + SHARE + 1])
    total = first * model.stations[int(x[row + ON])].mass + second * model.stations[int(x[row + ON + 1])].mass
    return total / (first + second)
