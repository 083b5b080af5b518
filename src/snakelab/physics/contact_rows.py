"""Rows of the points of contact between the parts of a robot: mobilities of the chain by the factors of a pass.

With A = L D L^T of all local laws and a row J of a point, the vector Y = D^-1/2 L^-1 J^T has one number for each component of
the base and each coordinate. It is what the elimination of the coordinates leaves of a unit load, tip to base.
"""

import math

from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    add,
    cross,
    get3,
    get9,
    get_twist,
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    sub,
    twist_add,
    twist_add_scaled,
    twist_dot,
    twist_scale,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.capsules import (
    AT_MOMENTA,
    AT_MOTIONS,
    AT_ROWS,
    BLOCK,
    BLOCK_WIDTH,
    CAPSULE_WIDTH,
    COLUMN,
    COORDINATE_OF,
    FIRST_BODY,
    LANES,
    PARENT,
    PLACE_WIDTH,
    POINT_WIDTH,
    ROW_WIDTH,
    SIZE,
    TIP,
)
from snakelab.physics.columns import (
    BODY,
    COLUMNS,
    FREE_BASE,
    INVERSE,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    MAX_ROD_COORDINATES,
    MOUNT,
    PIVOT,
    QUAT,
    ROD,
    ROD_BLOCK,
    ROD_COLUMNS,
    ROD_H,
    ROD_PIVOT,
    ROD_ROTATION,
    ROD_STEP,
    SOCKET,
    STEP,
    STEP_ROTATION,
    TANGENT,
    P,
    axis_of,
    offset_of,
    rotation_of,
)
from snakelab.physics.columns import COLUMN as JOINT_COLUMN
from snakelab.physics.contact_points import (
    AXES,
    CROSS,
    DAMPING,
    LENGTH,
    N_POINTS,
    ON,
    PLACE,
    SHARE,
    SHARE_OF_LAW,
    STIFFNESS,
    TANGENT_MOBILITY,
    points_at,
    put_six,
    six,
    vec,
)
from snakelab.physics.coupling_rows import n_rows
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.force_law import POSITION, ROTATION, SCRATCH

# ----------------------------------------------------------------------------------------------------------------------
# Columns of the coordinates with the present factors, in world axes about the position of the base
#
# Of each free coordinate the motion s that it gives to what is tipward, and the momentum u = I s, both divided by the root of its
# pivot: then the elimination of the coordinates from a load b is  y = s . b,  b -= u y. The coordinates of a soft section or rod
# are combined so that their block is the unit matrix; their motions differ from station to station.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def world_motion(r, p, twist):
    """A motion in a frame with the rotation r and the origin p, in world axes about their origin."""
    w = mat_vec(r, twist[1])
    return (add(mat_vec(r, twist[0]), cross(p, w)), w)


@kernel(inline=True)
def world_wrench(r, p, wrench):
    """A wrench likewise."""
    f = mat_vec(r, wrench[0])
    return (f, add(mat_vec(r, wrench[1]), cross(p, f)))


@kernel
def set_columns(model, c, y, x, ws):
    """Motions and momenta of all coordinates with the factors of the last `inward`."""
    par, numbers = model.law_parameters, c.second + CAPSULE_WIDTH * c.count + PLACE_WIDTH * len(model.stations)
    momenta, motions = int(c.numbers[AT_MOMENTA]), int(c.numbers[AT_MOTIONS])
    r, p = quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])), ZERO
    base = (y[P], y[P + 1], y[P + 2])
    block = numbers
    for i in range(len(model.parts)):
        kind = model.parts[i].kind
        if kind == BODY:
            break
        j, motion = model.parts[i].coordinate, 0
        if model.parts[i].n_coordinates > 0 and kind != MOUNT:
            motion = motions + 6 * int(par[block + TIP])
            block += BLOCK_WIDTH
        if kind == LINK:
            p = add(p, mat_vec(r, (model.parts[i].length, 0.0, 0.0)))
        elif kind == MOUNT or kind == SOCKET:
            if kind == SOCKET:  # a branch begins at a station of what came before
                carrier = model.parts[i].carrier
                r, p = get9(ws.stations, carrier, ROTATION), sub(get3(ws.stations, carrier, POSITION), base)
            p = add(p, mat_vec(r, offset_of(model.parts, i)))
            r = mat_mat(r, rotation_of(model.parts, i))
        elif kind == REVOLUTE or kind == PRISMATIC:
            own = (axis_of(model.parts, i), ZERO)
            if kind == REVOLUTE:
                r, own = mat_mat(r, get9(ws.joints, i, JOINT_ROTATION)), (ZERO, own[0])
            else:
                p = add(p, mat_vec(r, get3(ws.joints, i, JOINT_TRAVEL)))
            root = 0.0 if model.coordinates[j].driven != 0 else math.sqrt(max(ws.joints[i, PIVOT], 0.0))
            put_six(x, motion, world_motion(r, p, twist_scale(root, own)))
            put_six(x, momenta + 6 * j, world_wrench(r, p, twist_scale(root, get_twist(ws.joints, i, JOINT_COLUMN))))
        else:
            r, p = deformable_columns(model.rods, model, i, x, (momenta + 6 * j, motion), (r, p), ws)


@kernel(inline=True)
def deformable_columns(rods, model, i, x, places, frame, ws):
    """Columns of a soft section or a rod; return the frame at its tip."""
    if rods is None:
        return section_columns(model, i, x, places, frame, ws)
    if model.parts[i].kind == ROD:
        return rod_columns(rods, model, i, x, places, frame, ws)
    return section_columns(model, i, x, places, frame, ws)


@kernel
def section_columns(model, i, x, places, frame, ws):
    """Columns of a soft section, whose block has the inverse C C^T; return the frame at its tip."""
    momentum, tip = places
    r, p = frame
    part = model.parts[i]
    a, b, e, d, f, g = (
        ws.soft[part.soft, INVERSE], ws.soft[part.soft, INVERSE + 1], ws.soft[part.soft, INVERSE + 2],
        ws.soft[part.soft, INVERSE + 3], ws.soft[part.soft, INVERSE + 4], ws.soft[part.soft, INVERSE + 5],
    )  # fmt: skip
    # driven coordinates have zero rows in the inverse, and zero columns
    c00 = math.sqrt(max(a, 0.0))
    c10, c20 = (b / c00, e / c00) if c00 > 0.0 else (0.0, 0.0)
    c11 = math.sqrt(max(d - c10 * c10, 0.0))
    c21 = (f - c10 * c20) / c11 if c11 > 0.0 else 0.0
    c22 = math.sqrt(max(g - c20 * c20 - c21 * c21, 0.0))
    factors = ((c00, c10, c20), (0.0, c11, c21), (0.0, 0.0, c22))
    rotation, step = get9(ws.soft, part.soft, STEP_ROTATION), get3(ws.soft, part.soft, STEP)
    first = tip - 18 * part.n_steps
    for m in range(3):
        put_six(x, momentum + 6 * m, world_wrench(r, p, combined(ws.soft, part.soft, COLUMNS, factors[m])))
        put_six(x, first + 6 * m, NO_TWIST)
    for s in range(1, part.n_steps + 1):
        p = add(p, mat_vec(r, step))
        r = mat_mat(r, rotation)
        for m in range(3):
            own = world_motion(r, p, combined(ws.soft, part.soft, TANGENT, factors[m]))
            put_six(x, first + 18 * s + 6 * m, twist_add(six(x, first + 18 * (s - 1) + 6 * m), own))
    return r, p


@kernel(inline=True)
def combined(soft, own, at, factors):
    """Sum of three columns of a section with factors."""
    total = twist_scale(factors[0], get_twist(soft, own, at))
    total = twist_add_scaled(total, factors[1], get_twist(soft, own, at + 6))
    return twist_add_scaled(total, factors[2], get_twist(soft, own, at + 12))


@kernel
def rod_columns(rods, model, i, x, places, frame, ws):
    """Columns of a rod, with the factors L D L^T of its block; return the frame at its tip."""
    momentum, tip = places
    r, p = frame
    part = model.parts[i]
    n, j, own, rows, steps = part.n_coordinates, part.coordinate, part.soft, ws.rods.rows, ws.rods.steps
    first = tip - 6 * n * part.n_steps
    for m in range(n):
        root = 0.0 if model.coordinates[j + m].driven != 0 else math.sqrt(max(rows[own, ROD_PIVOT + m], 0.0))
        put_six(x, momentum + 6 * m, world_wrench(r, p, twist_scale(root, get_twist(rows, own, ROD_H + 6 * m))))
        put_six(x, first + 6 * m, NO_TWIST)
    for s in range(1, part.n_steps + 1):
        at, here = rods.table[own].step + s - 1, first + 6 * n * s
        p = add(p, mat_vec(r, get3(steps, at, ROD_STEP)))
        r = mat_mat(r, get9(steps, at, ROD_ROTATION))
        for m in range(n):
            put_six(x, here + 6 * m, world_motion(r, p, get_twist(steps, at, ROD_COLUMNS + 6 * m)))
        for k in range(n):
            if model.coordinates[j + k].driven != 0:
                put_six(x, here + 6 * k, NO_TWIST)
                continue
            pivot = rows[own, ROD_PIVOT + k]
            for m in range(k + 1, n):
                factor = rows[own, ROD_BLOCK + MAX_ROD_COORDINATES * k + m] * pivot
                if model.coordinates[j + m].driven == 0:
                    put_six(x, here + 6 * m, twist_add_scaled(six(x, here + 6 * m), -factor, six(x, here + 6 * k)))
            put_six(x, here + 6 * k, twist_scale(math.sqrt(max(pivot, 0.0)), six(x, here + 6 * k)))
        for m in range(n):
            put_six(x, here + 6 * m, twist_add(six(x, here + 6 * m), six(x, here - 6 * n + 6 * m)))
    return r, p


# ----------------------------------------------------------------------------------------------------------------------
# Rows of the points: the loads of three unit forces, tip to base
#
# The loads on the two capsules pass down their own chains, always that of the higher block first, until the chains meet.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def dot_rows(x, i, j, n):
    """Product of n numbers from two places."""
    one, other, total = x[i : i + n], x[j : j + n], 0.0
    for q in range(n):
        total += one[q] * other[q]
    return total


@kernel(inline=True)
def dot_sum(x, row, total, m, n):
    """Y^T y of a row; m, n: numbers of a row before its place, and from there."""
    return dot_rows(x, row - m, total - m, m + n)


@kernel(inline=True)
def dot_sums(x, row, width, total, m, n):
    """Y^T y of the three rows of a point; each number of y is read once."""
    first, second = x[row - m : row + n], x[row + width - m : row + width + n]
    third, y = x[row + 2 * width - m : row + 2 * width + n], x[total - m : total + n]
    a, b, c = 0.0, 0.0, 0.0
    for q in range(m + n):
        a += first[q] * y[q]
        b += second[q] * y[q]
        c += third[q] * y[q]
    return a, b, c


@kernel(inline=True)
def add_row(x, total, factor, row, m, n):
    """Add a force times its row to the sum y."""
    own, y = x[row : row + n], x[total : total + n]
    for q in range(n):
        y[q] += factor * own[q]
    if m > 0:
        own, y = x[row - m : row], x[total - m : total]
        for q in range(m):
            y[q] -= factor * own[q]


@kernel(inline=True)
def add_rows(x, total, factors, row, width, m, n):
    """Add three forces times their rows to the sum y."""
    add_three(x, total, factors, row, width, n)
    if m > 0:
        add_three(x, total - m, (-factors[0], -factors[1], -factors[2]), row - m, width, m)


@kernel(inline=True)
def add_three(x, total, factors, row, width, n):
    """Add three rows with factors to n numbers."""
    y, a, b, c = x[total : total + n], factors[0], factors[1], factors[2]
    first, second = x[row : row + n], x[row + width : row + width + n]
    third = x[row + 2 * width : row + 2 * width + n]
    for q in range(n):  # from zero: of a first number that may be negative, each place would be checked for its sign
        y[q] += a * first[q] + b * second[q] + c * third[q]


@kernel(inline=True)
def mobility_of(x, i, j, m, n):
    """Mobility of two rows."""
    value = dot_rows(x, i, j, n)
    return value if m == 0 else value - dot_rows(x, i - m, j - m, m)


@kernel(inline=True)
def dot_nine(x, i, j, width, n):
    """Products of three rows with three others, row by row; each number is read once for three products."""
    p, q, r = x[i : i + n], x[i + width : i + width + n], x[i + 2 * width : i + 2 * width + n]
    s, t, u = x[j : j + n], x[j + width : j + width + n], x[j + 2 * width : j + 2 * width + n]
    ps, pt, pu, qs, qt, qu, rs, rt, ru = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(n):
        ps += p[k] * s[k]
        pt += p[k] * t[k]
        pu += p[k] * u[k]
        qs += q[k] * s[k]
        qt += q[k] * t[k]
        qu += q[k] * u[k]
        rs += r[k] * s[k]
        rt += r[k] * t[k]
        ru += r[k] * u[k]
    return ps, pt, pu, qs, qt, qu, rs, rt, ru


@kernel
def mobility_block(x, i, j, width, m, n):
    """Mobilities of the three rows of a point against those of another."""
    g = dot_nine(x, i, j, width, n)
    if m == 0:
        return g
    h = dot_nine(x, i - m, j - m, width, m)
    return (
        g[0] - h[0], g[1] - h[1], g[2] - h[2], g[3] - h[3], g[4] - h[4], g[5] - h[5], g[6] - h[6], g[7] - h[7], g[8] - h[8],
    )  # fmt: skip


@kernel(inline=True)
def rows_of(c):
    """Rows of a point: three, or one without friction."""
    return 3 if c.ratio > 0.0 else 1


@kernel(inline=True)
def row_at(c, ws, k):
    """Place of the first row of a point: of its numbers for the base, after those for the rows of other couplings."""
    return int(c.numbers[AT_ROWS]) + n_rows(ws) + 3 * int(c.numbers[ROW_WIDTH]) * k


@kernel(inline=True)
def fill_rows(c, x, point, row):
    """Extend the rows of a point by zeros to a multiple of lanes, so that sums over them have no remainder; return the length."""
    length, width = int(x[point + LENGTH]), int(c.numbers[ROW_WIDTH])
    whole = (length + LANES - 1) // LANES * LANES
    for i in range(rows_of(c)):
        own = x[row + i * width + length : row + i * width + whole]
        for q in range(len(own)):
            own[q] = 0.0
    x[point + LENGTH] = whole
    return whole


@kernel
def set_mobilities(c, dt, x, ws):
    """Mobilities of all points, of the normal as 1 / (1 + slope dt mobility): the share of its law that a force takes."""
    width, m = int(c.numbers[ROW_WIDTH]), n_rows(ws)
    for k in range(int(x[N_POINTS])):
        point, row = points_at(c, x, True) + POINT_WIDTH * k, row_at(c, ws, k)
        length = fill_rows(c, x, point, row)
        slope = dt * (x[point + DAMPING] + dt * x[point + STIFFNESS])
        if rows_of(c) == 1:
            x[point + SHARE_OF_LAW] = 1.0 / (1.0 + slope * mobility_of(x, row, row, m, length))
            continue
        g = mobility_block(x, row, row, width, m, length)
        x[point + SHARE_OF_LAW], x[point + CROSS], x[point + CROSS + 1] = 1.0 / (1.0 + slope * g[0]), g[1], g[2]
        x[point + TANGENT_MOBILITY] = abs(g[5]) + max(g[4], g[8])


NONE = -2  # no block: the chains of both capsules have met


@kernel
def eliminate_load(model, c, y, x, point, row, ws):
    """Eliminate all coordinates, and last the base, from the unit forces along the three axes of a point: its rows."""
    par, width = model.law_parameters, int(c.numbers[ROW_WIDTH])
    momenta, motions = int(c.numbers[AT_MOMENTA]), int(c.numbers[AT_MOTIONS])
    places = c.second + CAPSULE_WIDTH * c.count
    blocks = places + PLACE_WIDTH * len(model.stations)
    arm = sub(vec(x, point + PLACE), (y[P], y[P + 1], y[P + 2]))
    w0 = (vec(x, point + AXES), cross(arm, vec(x, point + AXES)))
    w1 = (vec(x, point + AXES + 3), cross(arm, vec(x, point + AXES + 3)))
    w2 = (vec(x, point + AXES + 6), cross(arm, vec(x, point + AXES + 6)))
    # the last blocks that move the two capsules, in order; the second waits until the first chain reaches it or a lower block
    one = int(par[places + PLACE_WIDTH * int(x[point + ON]) + BLOCK])
    other = int(par[places + PLACE_WIDTH * int(x[point + ON + 2]) + BLOCK])
    k, waiting, apart = max(one, other), min(one, other) if one != other else NONE, False
    b0, b1, b2 = NO_TWIST, NO_TWIST, NO_TWIST
    held0, held1, held2 = NO_TWIST, NO_TWIST, NO_TWIST
    length, last = 6, blocks + BLOCK_WIDTH * k
    if k >= 0:
        length += int(par[last + COORDINATE_OF]) + int(par[last + SIZE])
    while k >= 0:
        block = blocks + BLOCK_WIDTH * k
        j, n, tip = int(par[block + COORDINATE_OF]), int(par[block + SIZE]), motions + 6 * int(par[block + TIP])
        inside, sides = 0.0, 4 if k == one or k == other else 0
        for side in range(sides):
            place = places + PLACE_WIDTH * int(x[point + ON + side])
            if par[place + BLOCK] == k:
                share = x[point + SHARE + side]
                if par[place + COLUMN] < 0.0:
                    b0, b1, b2 = (
                        twist_add_scaled(b0, share, w0), twist_add_scaled(b1, share, w1), twist_add_scaled(b2, share, w2),
                    )  # fmt: skip
                elif share != 0.0:
                    inside += share
        at = row + 6 + j
        for m in range(n):
            s = six(x, tip + 6 * m)
            x[at + m] = twist_dot(s, b0)
            x[at + width + m] = twist_dot(s, b1)
            x[at + 2 * width + m] = twist_dot(s, b2)
        for side in range(sides):
            place = places + PLACE_WIDTH * int(x[point + ON + side])
            share = x[point + SHARE + side]
            if par[place + BLOCK] == k and par[place + COLUMN] >= 0.0 and share != 0.0:
                own = motions + 6 * int(par[place + COLUMN])
                for m in range(n):
                    s = twist_scale(share, six(x, own + 6 * m))
                    x[at + m] += twist_dot(s, w0)
                    x[at + width + m] += twist_dot(s, w1)
                    x[at + 2 * width + m] += twist_dot(s, w2)
        for m in range(n):
            u = six(x, momenta + 6 * (j + m))
            b0 = twist_add_scaled(b0, -x[at + m], u)
            b1 = twist_add_scaled(b1, -x[at + width + m], u)
            b2 = twist_add_scaled(b2, -x[at + 2 * width + m], u)
        if inside != 0.0:
            b0, b1, b2 = (
                twist_add_scaled(b0, inside, w0), twist_add_scaled(b1, inside, w1), twist_add_scaled(b2, inside, w2),
            )  # fmt: skip
        above, k = k, int(par[block + PARENT])
        if k < waiting:  # of another branch: what is left waits in turn
            k, waiting, apart = waiting, k, True
            b0, b1, b2, held0, held1, held2 = held0, held1, held2, b0, b1, b2
        elif k == waiting:
            waiting = NONE
            if apart:
                b0, b1, b2 = twist_add(b0, held0), twist_add(b1, held1), twist_add(b2, held2)
        if k < above - 1:  # coordinates of branches that carry neither capsule
            for q in range(row + 6 + int(par[blocks + BLOCK_WIDTH * (k + 1) + COORDINATE_OF]), row + 6 + j):
                x[q] = x[q + width] = x[q + 2 * width] = 0.0
    for side in range(4):  # on what no coordinate moves
        if par[places + PLACE_WIDTH * int(x[point + ON + side]) + BLOCK] == -1.0:
            share = x[point + SHARE + side]
            b0, b1, b2 = (
                twist_add_scaled(b0, share, w0), twist_add_scaled(b1, share, w1), twist_add_scaled(b2, share, w2),
            )  # fmt: skip
    r = quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    base_row(model.base, ws.body, x, row, (mat_t_vec(r, b0[0]), mat_t_vec(r, b0[1])))
    base_row(model.base, ws.body, x, row + width, (mat_t_vec(r, b1[0]), mat_t_vec(r, b1[1])))
    base_row(model.base, ws.body, x, row + 2 * width, (mat_t_vec(r, b2[0]), mat_t_vec(r, b2[1])))
    if model.parts[len(model.parts) - 1].kind == BODY:
        length = body_rows(model, c, x, point, row, length, ws)
    x[point + LENGTH] = length


@kernel
def body_rows(model, c, x, point, row, length, ws):
    """Append the numbers of the free bodies on which a point is to its rows; return the length of these."""
    par, width = model.law_parameters, int(c.numbers[ROW_WIDTH])
    places, first = c.second + CAPSULE_WIDTH * c.count, 6 + len(model.coordinates)
    for side in range(0, 4, 2):  # a body has one station, which has both shares of the first or the second skin
        s = int(x[point + ON + side])
        body = FIRST_BODY - int(par[places + PLACE_WIDTH * s + BLOCK])
        if body < 0:
            continue
        at = first + 6 * body
        for i in range(3):
            for q in range(length, at):
                x[row + i * width + q] = 0.0
            r, share = get9(ws.stations, s, ROTATION), 1.0 if side == 0 else -1.0
            arm = sub(vec(x, point + PLACE), get3(ws.stations, s, POSITION))
            force = scale(share, vec(x, point + AXES + 3 * i))
            own = (mat_t_vec(r, force), mat_t_vec(r, cross(arm, force)))
            base_row(FREE_BASE, ws.body[1 + body : 2 + body], x, row + i * width + at, own)
        length = at + 6
    return length


@kernel(inline=True)
def base_row(base, body, x, row, load):
    """L^-1 of a load on the base in its axes, with the factor that `base_acceleration` left."""
    n = len(base)
    put_six(x, row, load)
    factor = body[0, SCRATCH:]
    for k in range(n):
        i = base[k]
        for s in range(k):
            x[row + i] -= factor[6 * i + base[s]] * x[row + base[s]]
        x[row + i] /= factor[6 * i + i]
    at = 0
    for i in range(6):  # components that are not free
        if at < n and base[at] == i:
            at += 1
        else:
            x[row + i] = 0.0
