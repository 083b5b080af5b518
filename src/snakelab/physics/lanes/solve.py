"""The linearly implicit solve, from the head tip to the tail end and back: one division a link.

The unknowns are the changes of the spins, and of the tail end's velocity, over the step. What the links from i to the head demand
is a quadratic form in the change (A_x, A_y) of the velocity of link i's tail end and the change of link i - 1's spin,

    1/2 (A, z)^T [[K, g], [g^T, h]] (A, z) - b . A - e z,

which the damped joint between them couples: so a 3 x 3 block is carried, and link i's own change is eliminated from it.
"""

from snakelab.compiling import kernel
from snakelab.physics.lanes.model import (
    ADDED,
    DAMPING,
    DRAG_N,
    DRAG_T,
    FEED,
    FOLLOW,
    HALF,
    LIMIT,
    MASS,
    SPIN_LIN,
    SPIN_MASS,
    SPIN_QUAD,
    STIFFNESS,
    TAIL_LEVER,
    VX,
    VY,
    WALL_D,
    WALL_K,
)
from snakelab.physics.lanes.stack import LANES, like

# Rows of `block`: K, g and h; rows of `walk`: velocity and acceleration of the link's end, then b. e is kept in `flag`.
KXX, KXY, KYY, GX, GY, H = range(6)
UX, UY, AX, AY, BX, BY = range(6)
E = 2


@kernel(inner=True)
def inward(model, target, rate, dt, walled, lanes):
    """From the head tip to the tail end: eliminate the change of each link's spin.

    Args:
        model: LaneModel.
        target: Angle of the head joint in each lane, shape (16,), [rad].
        rate: Its rate, shape (16,), [rad/s].
        dt: [s].
        walled: Whether any end may touch a wall.
        lanes: The block.
    """
    n = len(model.each)
    zero, one, two = like(dt, 0.0), like(dt, 1.0), like(dt, 2.0)
    walk, block = lanes.walk, lanes.block
    for w in range(LANES):
        for row in range(6):
            block[row, w] = zero
        walk[UX, w] = lanes.tip[2, w]
        walk[UY, w] = lanes.tip[3, w]
        walk[AX, w] = lanes.tip[4, w]
        walk[AY, w] = lanes.tip[5, w]
        walk[BX, w] = zero
        walk[BY, w] = zero
        lanes.flag[E, w] = zero
    if walled:
        add_wall(model, dt, n, n - 1, lanes)
    for r in range(n):
        i = n - 1 - r
        behind = i - 1 if i > 0 else 0
        ahead = i + 1 if i < n - 1 else i
        joined = one if i > 0 else zero
        half, mass, added = model.links[i, HALF], model.links[i, MASS], model.links[i, ADDED]
        length = half + half
        heavy, spin_mass = mass + added, model.links[i, SPIN_MASS]
        drag_t, drag_n = model.links[i, DRAG_T], model.links[i, DRAG_N]
        spin_lin, spin_quad = model.links[i, SPIN_LIN], model.links[i, SPIN_QUAD]
        follow, limit = model.joints[behind, FOLLOW], model.joints[behind, LIMIT]
        stiffness, feed = model.joints[behind, STIFFNESS], model.joints[behind, FEED]
        gain = joined * (model.joints[behind, DAMPING] + dt * stiffness)
        kappa = dt * gain
        for w in range(LANES):
            s, c, o = lanes.sine[i, w], lanes.cosine[i, w], lanes.spin[i, w]
            oo = o * o
            # velocity and turning acceleration of the centre, then of the link's tail end
            hs, hc = half * s, half * c
            ux, uy = walk[UX, w] + o * hs, walk[UY, w] - o * hc
            ax, ay = walk[AX, w] + oo * hc, walk[AY, w] + oo * hs
            walk[UX, w] = ux + o * hs
            walk[UY, w] = uy - o * hc
            walk[AX, w] = ax + oo * hc
            walk[AY, w] = ay + oo * hs
            # drag, added mass, corners: along and across the link
            wx, wy = lanes.stream_x[i, w], lanes.stream_y[i, w]
            stream = c * wx + s * wy
            vx, vy = ux - wx, uy - wy
            vt, vn = c * vx + s * vy, c * vy - s * vx
            gt, gn = drag_t * (one + abs(vt)), drag_n * (one + abs(vn))
            gs = spin_lin + spin_quad * abs(o)
            grip = lanes.edge_grip[i, w]
            mt, mn = mass + dt * gt + grip, heavy + dt * gn + lanes.edge_hold[i, w]
            ft = -dt * (gt * vt + mass * (c * ax + s * ay)) - grip * (vt + stream)
            fn = -dt * (gn * vn + heavy * (c * ay - s * ax) + added * o * stream - lanes.edge_push[i, w])
            # the joint at the link's tail end
            bend = lanes.angle[i, w] - lanes.angle[behind, w]
            passed = follow * (lanes.angle[ahead, w] - lanes.angle[i, w] - bend)
            passed = passed if passed < limit else limit
            passed = passed if passed > -limit else -limit
            u = joined * (passed + stiffness * (target[w] - bend) + feed * rate[w]) - gain * (o - lanes.spin[behind, w])
            u = dt * u
            # gather in (A, change of spin)
            kxx, kxy, kyy = block[KXX, w], block[KXY, w], block[KYY, w]
            gx, gy = block[GX, w], block[GY, w]
            knx, kny = length * (c * kxy - s * kxx), length * (c * kyy - s * kxy)
            hx, hy = knx + gx - hs * mn, kny + gy + hc * mn
            lone = spin_mass + dt * gs + half * half * mn + block[H, w]
            lone += length * (c * (kny + two * gy) - s * (knx + two * gx))
            rest = u - dt * gs * o + half * fn + length * (c * walk[BY, w] - s * walk[BX, w]) + lanes.flag[E, w]
            pivot = one / (lone + kappa)
            # eliminate
            px, py, pr = hx * pivot, hy * pivot, rest * pivot
            block[KXX, w] = kxx + mt * c * c + mn * s * s - hx * px
            block[KXY, w] = kxy + (mt - mn) * s * c - hx * py
            block[KYY, w] = kyy + mt * s * s + mn * c * c - hy * py
            block[GX, w] = kappa * px
            block[GY, w] = kappa * py
            block[H, w] = kappa * lone * pivot
            walk[BX, w] += c * ft - s * fn - hx * pr
            walk[BY, w] += s * ft + c * fn - hy * pr
            lanes.flag[E, w] = kappa * pr - u
            lanes.pivot[i, w] = kappa * pivot
            lanes.row_x[i, w] = px
            lanes.row_y[i, w] = py
            lanes.rest[i, w] = pr
        if walled:
            add_wall(model, dt, i, i, lanes)


@kernel(inner=True)
def add_wall(model, dt, end, i, lanes):
    """Add what a wall does to an end of the snake: damping into the block, force onto b."""
    k, gain = model.wall[WALL_K], model.wall[WALL_D] + dt * model.wall[WALL_K]
    hold = dt * gain
    for w in range(LANES):
        touch = lanes.touch[end, w]
        nx, ny = lanes.normal_x[end, w], lanes.normal_y[end, w]
        s, c = lanes.sine[i, w], lanes.cosine[i, w]
        grip, firm = touch * lanes.grip[end, w], touch * hold
        push = -dt * touch * (k * lanes.gap[end, w] + gain * lanes.outward[end, w])
        rub = -grip * lanes.slip[end, w]
        lanes.block[KXX, w] += firm * nx * nx + grip * c * c
        lanes.block[KXY, w] += firm * nx * ny + grip * c * s
        lanes.block[KYY, w] += firm * ny * ny + grip * s * s
        lanes.walk[BX, w] += push * nx + rub * c
        lanes.walk[BY, w] += push * ny + rub * s


@kernel(inner=True)
def outward(model, dt, lanes):
    """From the tail end, whose change is solved first, to the head tip: changes of spins and of the ends' velocities."""
    one, zero = like(dt, 1.0), like(dt, 0.0)
    block, walk = lanes.block, lanes.walk
    n = len(model.each)
    for w in range(LANES):
        kxx, kxy, kyy = block[KXX, w], block[KXY, w], block[KYY, w]
        scale = one / (kxx * kyy - kxy * kxy)
        lanes.change_x[0, w] = (kyy * walk[BX, w] - kxy * walk[BY, w]) * scale
        lanes.change_y[0, w] = (kxx * walk[BY, w] - kxy * walk[BX, w]) * scale
        lanes.flag[E, w] = zero
    for i in range(n):
        length = model.links[i, HALF] + model.links[i, HALF]
        for w in range(LANES):
            x, y = lanes.change_x[i, w], lanes.change_y[i, w]
            change = (
                lanes.rest[i, w] - lanes.row_x[i, w] * x - lanes.row_y[i, w] * y + lanes.pivot[i, w] * lanes.flag[E, w]
            )
            lanes.flag[E, w] = change
            lanes.change[i, w] = change
            lanes.change_x[i + 1, w] = x - length * lanes.sine[i, w] * change
            lanes.change_y[i + 1, w] = y + length * lanes.cosine[i, w] * change


@kernel(inner=True)
def advance(model, dt, lanes):
    """New velocities, and then new places with them."""
    body = lanes.body
    for w in range(LANES):
        body[VX, w] += lanes.change_x[0, w]
        body[VY, w] += lanes.change_y[0, w]
    for i in range(len(model.each)):
        lever = model.links[i, TAIL_LEVER]
        for w in range(LANES):
            change = lanes.change[i, w]
            body[VX, w] += lever * lanes.sine[i, w] * change
            body[VY, w] -= lever * lanes.cosine[i, w] * change
            lanes.spin[i, w] += change
            lanes.angle[i, w] += dt * lanes.spin[i, w]
    for w in range(LANES):
        body[0, w] += dt * body[VX, w]
        body[1, w] += dt * body[VY, w]
