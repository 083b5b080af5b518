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
    TURNING,
    VX,
    VY,
    WALL_D,
    WALL_K,
    X,
    Y,
)
from snakelab.physics.lanes.vector import any_lane, load, store, where, zeros


@kernel(inner=True)
def inward(model, target, rate, dt, walled, tip, lanes):
    """From the head tip to the tail end: eliminate the change of each link's spin.

    Args:
        model: LaneModel.
        target: Angles that the joints should take, a row for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s].
        walled: Whether any end may touch a wall.
        tip: From `find_tip`.
        lanes: The block.

    Returns:
        K (xx, xy, yy) and b (x, y) at the tail end.
    """
    n = len(model.each)
    _, _, ux, uy, ax, ay = tip
    none = zeros(dt)
    kxx, kxy, kyy, gx, gy, h, bx, by, e = none, none, none, none, none, none, none, none, none
    if walled:
        kxx, kxy, kyy, bx, by = add_wall(model, dt, n, n - 1, kxx, kxy, kyy, bx, by, lanes)
    for r in range(n):
        i = n - 1 - r
        behind = i - 1 if i > 0 else 0
        half, mass = model.links[i, HALF], model.links[i, MASS]
        length = half + half
        heavy = mass + model.links[i, ADDED]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.spin, i)
        oo, hs, hc = o * o, half * s, half * c
        # velocity and turning acceleration of the centre, then of the link's tail end
        cux, cuy, cax, cay = ux + o * hs, uy - o * hc, ax + oo * hc, ay + oo * hs
        ux, uy, ax, ay = cux + o * hs, cuy - o * hc, cax + oo * hc, cay + oo * hs
        # drag, added mass, corners: along and across the link
        wx, wy = load(lanes.stream_x, i), load(lanes.stream_y, i)
        stream, vx, vy = c * wx + s * wy, cux - wx, cuy - wy
        vt, vn = c * vx + s * vy, c * vy - s * vx
        gt, gn = model.links[i, DRAG_T] * (1.0 + abs(vt)), model.links[i, DRAG_N] * (1.0 + abs(vn))
        gs = model.links[i, SPIN_LIN] + model.links[i, SPIN_QUAD] * abs(o)
        grip = load(lanes.edge_grip, i)
        mt, mn = mass + dt * gt + grip, heavy + dt * gn + load(lanes.edge_hold, i)
        # added momentum that turns with the link
        turning = model.links[i, TURNING] * vn
        ft = -dt * (gt * vt + mass * (c * cax + s * cay) - turning * o) - grip * (vt + stream)
        carried = o * (model.links[i, ADDED] * stream - model.links[i, TURNING] * (vt + stream))
        fn = -dt * (gn * vn + heavy * (c * cay - s * cax) + carried - load(lanes.edge_push, i))
        u, kappa = joint_push(model, i, behind, target, rate, dt, lanes)
        # gather in (A, change of spin)
        knx, kny = length * (c * kxy - s * kxx), length * (c * kyy - s * kxy)
        hx, hy = knx + gx - hs * mn, kny + gy + hc * mn
        lone = model.links[i, SPIN_MASS] + dt * gs + half * half * mn + h
        lone = lone + length * (c * (kny + 2.0 * gy) - s * (knx + 2.0 * gx))
        rest = u - dt * (gs * o + turning * vt) + half * fn + length * (c * by - s * bx) + e
        pivot = 1.0 / (lone + kappa)
        # eliminate
        px, py, pr = hx * pivot, hy * pivot, rest * pivot
        kxx = kxx + mt * c * c + mn * s * s - hx * px
        kxy = kxy + (mt - mn) * s * c - hx * py
        kyy = kyy + mt * s * s + mn * c * c - hy * py
        gx, gy, h = kappa * px, kappa * py, kappa * lone * pivot
        bx, by = bx + c * ft - s * fn - hx * pr, by + s * ft + c * fn - hy * pr
        e = kappa * pr - u
        store(lanes.pivot, i, kappa * pivot)
        store(lanes.row_x, i, px)
        store(lanes.row_y, i, py)
        store(lanes.rest, i, pr)
        if walled:
            kxx, kxy, kyy, bx, by = add_wall(model, dt, i, i, kxx, kxy, kyy, bx, by, lanes)
    return kxx, kxy, kyy, bx, by


@kernel(inner=True)
def joint_push(model, i, behind, target, rate, dt, lanes):
    """What the joint at the tail end of link i gives over the step, and how much of it falls per change of its rate."""
    joined = 1.0 if i > 0 else 0.0
    ahead = i + 1 if i < len(model.each) - 1 else i
    stiffness, limit = model.joints[behind, STIFFNESS], model.joints[behind, LIMIT]
    gain = joined * (model.joints[behind, DAMPING] + dt * stiffness)
    angle = load(lanes.angle, i)
    bend = angle - load(lanes.angle, behind)
    passed = model.joints[behind, FOLLOW] * (load(lanes.angle, ahead) - angle - bend)
    passed = where(passed < limit, passed, limit)
    passed = where(passed > -limit, passed, -limit)
    held = stiffness * (load(target, behind) - bend) + model.joints[behind, FEED] * load(rate, behind)
    u = joined * (passed + held) - gain * (load(lanes.spin, i) - load(lanes.spin, behind))
    return dt * u, dt * gain


@kernel(inner=True)
def add_wall(model, dt, end, i, kxx, kxy, kyy, bx, by, lanes):
    """Add what a wall does to an end of the snake: damping into the block, force onto b."""
    touch = load(lanes.touch, end)
    if any_lane(touch > 0.0):
        gain = model.wall[WALL_D] + dt * model.wall[WALL_K]
        nx, ny = load(lanes.normal_x, end), load(lanes.normal_y, end)
        s, c = load(lanes.sine, i), load(lanes.cosine, i)
        grip, firm = touch * load(lanes.grip, end), touch * (dt * gain)
        push = -dt * touch * (model.wall[WALL_K] * load(lanes.gap, end) + gain * load(lanes.outward, end))
        rub = -grip * load(lanes.slip, end)
        kxx = kxx + firm * nx * nx + grip * c * c
        kxy = kxy + firm * nx * ny + grip * c * s
        kyy = kyy + firm * ny * ny + grip * s * s
        bx, by = bx + push * nx + rub * c, by + push * ny + rub * s
    return kxx, kxy, kyy, bx, by


@kernel(inner=True)
def outward(model, dt, kxx, kxy, kyy, bx, by, lanes):
    """From the tail end, whose change is solved first, to the head tip: changes of spins and of the ends' velocities."""
    scale = 1.0 / (kxx * kyy - kxy * kxy)
    x, y = (kyy * bx - kxy * by) * scale, (kxx * by - kxy * bx) * scale
    change = zeros(dt)
    for i in range(len(model.each)):
        store(lanes.change_x, i, x)
        store(lanes.change_y, i, y)
        change = (
            load(lanes.rest, i) - load(lanes.row_x, i) * x - load(lanes.row_y, i) * y + load(lanes.pivot, i) * change
        )
        store(lanes.change, i, change)
        length = model.links[i, HALF] + model.links[i, HALF]
        x, y = x - length * load(lanes.sine, i) * change, y + length * load(lanes.cosine, i) * change
    store(lanes.change_x, len(model.each), x)
    store(lanes.change_y, len(model.each), y)


@kernel(inner=True)
def advance(model, dt, lanes):
    """New velocities, and then new places with them."""
    body = lanes.body
    vx, vy = load(body, VX) + load(lanes.change_x, 0), load(body, VY) + load(lanes.change_y, 0)
    for i in range(len(model.each)):
        change = load(lanes.change, i)
        lever = model.links[i, TAIL_LEVER] * change
        vx, vy = vx + lever * load(lanes.sine, i), vy - lever * load(lanes.cosine, i)
        spin = load(lanes.spin, i) + change
        store(lanes.spin, i, spin)
        store(lanes.angle, i, load(lanes.angle, i) + dt * spin)
    store(body, VX, vx)
    store(body, VY, vy)
    store(body, X, load(body, X) + dt * vx)
    store(body, Y, load(body, Y) + dt * vy)
