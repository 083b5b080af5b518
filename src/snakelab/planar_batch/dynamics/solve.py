"""The linearly implicit solve, from the head tip to the tail end and back: one division a link.

The unknowns are the changes of the spins, and of the tail end's velocity, over the step. What the links from i to the head demand
is a quadratic form in the change (A_x, A_y) of the velocity of link i's tail end and the change of link i - 1's spin,

    1/2 (A, z)^T [[K, g], [g^T, h]] (A, z) - b . A - e z,

which the damped joint between them couples: so a 3 x 3 block is carried, and link i's own change is eliminated from it.
"""

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.contact import meet_corners, meet_wall, wall_law
from snakelab.planar_batch.dynamics.joints import joint_push
from snakelab.planar_batch.dynamics.lane_model import (
    ADDED,
    DRAG_N,
    DRAG_T,
    HALF,
    HEAVY,
    LENGTH,
    MASS,
    SPIN_LIN,
    SPIN_MASS,
    SPIN_QUAD,
    TAIL_LEVER,
    TURNING,
    VX,
    VY,
    X,
    Y,
)
from snakelab.planar_batch.dynamics.proximity import OPEN, WALLED
from snakelab.planar_batch.vector import any_lane, load, store, zeros


@kernel(inner=True, ordered=True)
def solve(model, target, rate, dt, near, known, again, tip, lanes):
    """Changes of spins and of the ends' velocities over the step; see `inward` for the arguments."""
    kxx, kxy, kyy, bx, by = inward(model, target, rate, dt, near, known, again, tip, lanes)
    outward(model, dt, kxx, kxy, kyy, bx, by, lanes)


@kernel(inner=True, ordered=True)
def inward(model, target, rate, dt, near, known, again, tip, lanes):
    """From the head tip to the tail end: eliminate the change of each link's spin.

    Args:
        model: LaneModel.
        target: Angles that the joints should take, a row for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s].
        near: What may touch, from `look_around`: OPEN to leave walls out.
        known: From this link on the last solve gave changes, by which this one judges what touches [-].
        again: Whether the last solve knew of walls; what it held is held on by less.
        tip: From `find_tip`.
        lanes: The block.

    Returns:
        K (xx, xy, yy) and b (x, y) at the tail end.
    """
    n = len(model.each)
    x, y, ux, uy, ax, ay = tip
    none = zeros(dt)
    kxx, kxy, kyy, gx, gy, h, bx, by, e = none, none, none, none, none, none, none, none, none
    law, tip_grip, touched = wall_law(model, dt), none, False
    if near > OPEN:
        slip = load(lanes.cosine, n - 1) * ux + load(lanes.sine, n - 1) * uy
        touched, tip_grip = meet_wall(model, law, dt, n, known, again, x, y, ux, uy, slip, lanes)
        if touched:
            kxx, kxy, kyy, bx, by = add_wall(n, kxx, kxy, kyy, bx, by, lanes)
    for r in range(n):
        i = n - 1 - r
        half, length = model.links[i, HALF], model.links[i, LENGTH]
        mass, heavy = model.links[i, MASS], model.links[i, HEAVY]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.spin, i)
        ls, lc = length * s, length * c
        # along and across the link: velocity of its centre in the water, and turning acceleration
        wx, wy = load(lanes.stream_x, i), load(lanes.stream_y, i)
        slip, stream = c * ux + s * uy, c * wx + s * wy
        vt, vn = slip - stream, c * (uy - wy) - s * (ux - wx) - half * o
        oo = o * o
        at, an = c * ax + s * ay + half * oo, c * ay - s * ax
        # drag, added mass
        gt = model.links[i, DRAG_T] + model.links[i, DRAG_T] * abs(vt)
        gn = model.links[i, DRAG_N] + model.links[i, DRAG_N] * abs(vn)
        gs = model.links[i, SPIN_LIN] + model.links[i, SPIN_QUAD] * abs(o)
        mt, mn = mass + dt * gt, heavy + dt * gn
        # added momentum that turns with the link
        turning = model.links[i, TURNING] * vn
        carried = model.links[i, ADDED] * stream - model.links[i, TURNING] * slip
        ft = -dt * (gt * vt + mass * at - turning * o)
        fn = -dt * (gn * vn + heavy * an + carried * o)
        if near > WALLED and any_lane(load(lanes.corners, i) > 0.0):
            firm, push, grip = meet_corners(model, law, near >> 1, dt, i, known, x, y, ux, uy, slip, lanes)
            mn, fn, mt, ft = mn + firm, fn + push, mt + grip, ft - grip * slip
        # of its tail end
        ux, uy, ax, ay = ux + o * ls, uy - o * lc, ax + oo * lc, ay + oo * ls
        if near > OPEN:
            x, y = x - lc, y - ls
            touched, grip = meet_wall(model, law, dt, i, known, again, x, y, ux, uy, slip, lanes)
            # friction acts along the link, on which all points are equally fast
            if r == 0:
                grip = grip + tip_grip
            mt, ft = mt + grip, ft - grip * slip
        u, kappa = joint_push(model, i, target, rate, dt, lanes)
        # gather in (A, change of spin)
        arm = 0.5 * mn
        hx, hy = lc * kxy + gx - ls * (kxx + arm), gy - ls * kxy + lc * (kyy + arm)
        lone = model.links[i, SPIN_MASS] + dt * gs - half * (half * mn) + h
        lone = lone + lc * (hy + gy) - ls * (hx + gx)
        rest = u + e - dt * (gs * o + turning * vt) + half * fn + lc * by - ls * bx
        pivot = 1.0 / (lone + kappa)
        # eliminate
        px, py, pr, passed = hx * pivot, hy * pivot, rest * pivot, kappa * pivot
        lean = (mt - mn) * c
        kxx, kxy, kyy = kxx + (mn + lean * c) - hx * px, kxy + lean * s - hx * py, kyy + (mt - lean * c) - hy * py
        gx, gy, h, e = kappa * px, kappa * py, lone * passed, kappa * pr - u
        bx, by = bx + (c * ft - s * fn) - hx * pr, by + (s * ft + c * fn) - hy * pr
        store(lanes.pivot, i, passed)
        store(lanes.row_x, i, px)
        store(lanes.row_y, i, py)
        store(lanes.rest, i, pr)
        if touched:
            kxx, kxy, kyy, bx, by = add_wall(i, kxx, kxy, kyy, bx, by, lanes)
    return kxx, kxy, kyy, bx, by


@kernel(inner=True, ordered=True)
def add_wall(end, kxx, kxy, kyy, bx, by, lanes):
    """Add what a wall does along its normal to an end of the snake: damping into the block, force onto b."""
    hold, nx, ny = load(lanes.hold, end), load(lanes.normal_x, end), load(lanes.normal_y, end)
    firm_x, firm_y, leaving = hold * nx, hold * ny, load(lanes.leaving, end)
    kxx, kxy, kyy = kxx + firm_x * nx, kxy + firm_x * ny, kyy + firm_y * ny
    return kxx, kxy, kyy, bx - firm_x * leaving, by - firm_y * leaving


@kernel(inner=True, ordered=True)
def outward(model, dt, kxx, kxy, kyy, bx, by, lanes):
    """From the tail end, whose change is solved first, to the head tip: changes of spins and of the ends' velocities."""
    scale = 1.0 / (kxx * kyy - kxy * kxy)
    x, y, change = (kyy * bx - kxy * by) * scale, (kxx * by - kxy * bx) * scale, zeros(dt)
    for i in range(len(model.each)):
        store(lanes.change_x, i, x)
        store(lanes.change_y, i, y)
        change = (
            load(lanes.rest, i) + load(lanes.pivot, i) * change - load(lanes.row_x, i) * x - load(lanes.row_y, i) * y
        )
        store(lanes.change, i, change)
        length = model.links[i, LENGTH]
        x, y = x - length * load(lanes.sine, i) * change, y + length * load(lanes.cosine, i) * change
    store(lanes.change_x, len(model.each), x)
    store(lanes.change_y, len(model.each), y)


@kernel(inner=True, ordered=True)
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
