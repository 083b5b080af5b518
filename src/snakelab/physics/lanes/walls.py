"""Where ends and links meet walls and corners, which of them touch, and what friction holds them."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import tanh_share
from snakelab.physics.lanes.kinematics import inside
from snakelab.physics.lanes.model import (
    ALONG_LINK,
    CORNER_REACH,
    HALF,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    REACH,
    WALL_D,
    WALL_EPS,
    WALL_K,
    WALL_MU,
    X,
    Y,
)
from snakelab.physics.lanes.stack import LANES, like


@kernel(inner=True)
def distance(model, x, y):
    """Signed distance, and its slope along x and y: bilinear between the points of the grid."""
    one = like(x, 1.0)
    per = model.wall[PER_SPACING]
    u = inside((x - model.wall[ORIGIN_X]) * per, like(x, model.columns - 1))
    v = inside((y - model.wall[ORIGIN_Y]) * per, like(x, model.rows - 1))
    low_u, low_v = np.floor(u), np.floor(v)
    low_u = inside(low_u, like(x, model.columns - 2))
    low_v = inside(low_v, like(x, model.rows - 2))
    u, v = u - low_u, v - low_v
    columns = np.int32(model.columns)
    at = np.int32(np.int32(low_v) * columns) + np.int32(low_u)
    h00, h10 = model.heights[np.uint32(at)], model.heights[np.uint32(at + np.int32(1))]
    h01, h11 = model.heights[np.uint32(at + columns)], model.heights[np.uint32(at + columns + np.int32(1))]
    low, high = h00 + u * (h10 - h00), h01 + u * (h11 - h01)
    along = (one - v) * (h10 - h00) + v * (h11 - h01)
    return low + v * (high - low), along * per, (high - low) * per


@kernel(inner=True)
def walls_near(model, dt, lanes):
    """Whether in any lane a part of the snake may touch within this step; where not, no end need look."""
    if len(model.heights) == 0:
        return False
    zero = like(dt, 0.0)
    for w in range(LANES):
        lanes.flag[1, w] = zero
    for i in range(len(model.each)):
        for w in range(LANES):
            spin = abs(lanes.spin[i, w])
            lanes.flag[1, w] = spin if spin > lanes.flag[1, w] else lanes.flag[1, w]
    for w in range(LANES):
        gap, _, _ = distance(model, lanes.body[X, w], lanes.body[Y, w])
        speed = abs(lanes.body[2, w]) + abs(lanes.body[3, w]) + model.wall[REACH] * lanes.flag[1, w]
        lanes.flag[1, w] = gap - model.wall[REACH] - dt * speed
    near = False
    for w in range(LANES):
        near |= not lanes.flag[1, w] > zero
    return near


@kernel(inner=True)
def find_walls(model, dt, lanes):
    """Gap, normal, speeds and friction of the tail end, the joints and the head tip."""
    n = len(model.each)
    zero, one, tiny = like(dt, 0.0), like(dt, 1.0), like(dt, 1e-12)
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    rub, per_eps = dt * model.wall[WALL_MU] / model.wall[WALL_EPS], one / model.wall[WALL_EPS]
    turned = model.wall[ALONG_LINK]
    for row in range(4):
        for w in range(LANES):
            lanes.walk[row, w] = lanes.tip[row, w]
    for r in range(n + 1):
        end = n - r
        i = end if end < n else n - 1
        back = end - 1 if end > 0 else 0
        length = model.links[back, HALF] + model.links[back, HALF]
        for w in range(LANES):
            gap, nx, ny = distance(model, lanes.walk[0, w], lanes.walk[1, w])
            size = one / np.sqrt(nx * nx + ny * ny + tiny)
            s, c = lanes.sine[i, w], lanes.cosine[i, w]
            nx, ny = nx * size, ny * size
            side = one if c * ny - s * nx >= zero else -one
            nx += turned * (-s * side - nx)
            ny += turned * (c * side - ny)
            ux, uy = lanes.walk[2, w], lanes.walk[3, w]
            out = nx * ux + ny * uy
            load = -k * gap - d * out
            load = load if load > zero else zero
            load = load if gap < zero else zero
            slip = c * ux + s * uy
            lanes.gap[end, w] = gap
            lanes.normal_x[end, w] = nx
            lanes.normal_y[end, w] = ny
            lanes.outward[end, w] = out
            lanes.slip[end, w] = slip
            lanes.grip[end, w] = rub * load * tanh_share(abs(slip) * per_eps)
            lanes.touch[end, w] = zero
            s, c = length * lanes.sine[back, w], length * lanes.cosine[back, w]
            lanes.walk[0, w] -= c
            lanes.walk[1, w] -= s
            lanes.walk[2, w] += lanes.spin[back, w] * s
            lanes.walk[3, w] -= lanes.spin[back, w] * c


@kernel(inner=True)
def touch_walls(model, dt, lanes):
    """Which ends touch at the velocity that the last solve gave; adds what changed to the flags."""
    zero, one = like(dt, 0.0), like(dt, 1.0)
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    for end in range(len(model.each) + 1):
        for w in range(LANES):
            after = (
                lanes.outward[end, w]
                + lanes.normal_x[end, w] * lanes.change_x[end, w]
                + lanes.normal_y[end, w] * lanes.change_y[end, w]
            )
            ahead = lanes.gap[end, w] + dt * after
            load = -k * ahead - d * after
            before = lanes.touch[end, w]
            reached = one if ahead < zero else before
            now = reached if load > zero else zero
            lanes.touch[end, w] = now
            lanes.flag[0, w] += abs(now - before)


@kernel(inner=True)
def find_corners(model, dt, lanes):
    """What corners do to each link, at the velocity that the last solve gave; adds what changed to the flags."""
    n = len(model.each)
    zero, one = like(dt, 0.0), like(dt, 1.0)
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    gain, reach = d + dt * k, model.wall[CORNER_REACH]
    rub, per_eps = dt * model.wall[WALL_MU] / model.wall[WALL_EPS], one / model.wall[WALL_EPS]
    for row in range(4):
        for w in range(LANES):
            lanes.walk[row, w] = lanes.tip[row, w]
    for r in range(n):
        i = n - 1 - r
        half = model.links[i, HALF]
        for w in range(LANES):
            lanes.block[0, w] = lanes.edge_hold[i, w]
            lanes.edge_push[i, w] = zero
            lanes.edge_hold[i, w] = zero
            lanes.edge_grip[i, w] = zero
            s, c, o = half * lanes.sine[i, w], half * lanes.cosine[i, w], lanes.spin[i, w]
            lanes.walk[0, w] -= c
            lanes.walk[1, w] -= s
            lanes.walk[2, w] += o * s
            lanes.walk[3, w] -= o * c
        for corner in range(len(model.corners)):
            at_x, at_y = model.corners[corner, 0], model.corners[corner, 1]
            for w in range(LANES):
                s, c = lanes.sine[i, w], lanes.cosine[i, w]
                away_x, away_y = at_x - lanes.walk[0, w], at_y - lanes.walk[1, w]
                across = c * away_y - s * away_x
                gap = abs(across) - reach
                side = -one if across >= zero else one
                out = side * (c * lanes.walk[3, w] - s * lanes.walk[2, w])
                more = c * lanes.change_y[i, w] - s * lanes.change_x[i, w] + half * lanes.change[i, w]
                after = out + side * more
                load = -k * (gap + dt * after) - d * after
                on = one if load > zero else zero
                on = on if gap < zero else zero
                on = on if abs(c * away_x + s * away_y) <= half else zero
                now = -k * gap - d * out
                now = now if now > zero else zero
                slip = abs(c * lanes.walk[2, w] + s * lanes.walk[3, w])
                lanes.edge_push[i, w] -= on * side * (k * gap + gain * out)
                lanes.edge_hold[i, w] += on * dt * gain
                lanes.edge_grip[i, w] += on * rub * now * tanh_share(slip * per_eps)
        for w in range(LANES):
            lanes.flag[0, w] += abs(lanes.edge_hold[i, w] - lanes.block[0, w])
            s, c, o = half * lanes.sine[i, w], half * lanes.cosine[i, w], lanes.spin[i, w]
            lanes.walk[0, w] -= c
            lanes.walk[1, w] -= s
            lanes.walk[2, w] += o * s
            lanes.walk[3, w] -= o * c
