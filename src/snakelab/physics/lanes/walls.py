"""Where ends meet walls, which of them touch, and what friction holds them."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import tanh_share
from snakelab.physics.lanes.kinematics import inside, step_back
from snakelab.physics.lanes.model import (
    ALONG_LINK,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    REACH,
    VX,
    VY,
    WALL_D,
    WALL_EPS,
    WALL_K,
    WALL_MU,
    X,
    Y,
)
from snakelab.physics.lanes.vector import any_lane, convert, floor, gather_four, load, root, store, where, zeros


@kernel(inner=True)
def distance(model, x, y):
    """Signed distance, and its slope along x and y: bilinear between the points of the grid."""
    per, columns = model.wall[PER_SPACING], np.int32(model.columns)
    u = inside((x - model.wall[ORIGIN_X]) * per, model.columns - 1)
    v = inside((y - model.wall[ORIGIN_Y]) * per, model.rows - 1)
    low_u, low_v = inside(floor(u), model.columns - 2), inside(floor(v), model.rows - 2)
    u, v = u - low_u, v - low_v
    at = convert(low_v, columns) * columns + convert(low_u, columns)
    h00, h01, h10, h11 = gather_four(model.heights, at + at)
    low, high = h00 + u * (h10 - h00), h01 + u * (h11 - h01)
    along = (1.0 - v) * (h10 - h00) + v * (h11 - h01)
    return low + v * (high - low), along * per, (high - low) * per


@kernel(inner=True)
def walls_near(model, dt, lanes):
    """Whether in any lane a part of the snake may touch within this step; where not, no end need look."""
    if len(model.heights) == 0:
        return False
    fastest = zeros(dt)
    for i in range(len(model.each)):
        spin = abs(load(lanes.spin, i))
        fastest = where(spin > fastest, spin, fastest)
    gap, _, _ = distance(model, load(lanes.body, X), load(lanes.body, Y))
    speed = abs(load(lanes.body, VX)) + abs(load(lanes.body, VY)) + model.wall[REACH] * fastest
    return any_lane(gap - model.wall[REACH] - dt * speed <= 0.0)


@kernel(inner=True)
def find_walls(model, dt, tip, lanes):
    """Gap, normal, speeds and friction of the tail end, the joints and the head tip, and which of them touch as they move."""
    n = len(model.each)
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    rub, per_eps = dt * model.wall[WALL_MU] / model.wall[WALL_EPS], 1.0 / model.wall[WALL_EPS]
    x, y, ux, uy = tip[0], tip[1], tip[2], tip[3]
    for r in range(n + 1):
        end = n - r
        i = end if end < n else n - 1
        gap, nx, ny = distance(model, x, y)
        size = 1.0 / root(nx * nx + ny * ny + 1e-12)
        s, c = load(lanes.sine, i), load(lanes.cosine, i)
        nx, ny = nx * size, ny * size
        side = where(c * ny - s * nx >= 0.0, zeros(dt) + 1.0, -1.0)
        nx, ny = nx - model.wall[ALONG_LINK] * (s * side + nx), ny + model.wall[ALONG_LINK] * (c * side - ny)
        out, slip = nx * ux + ny * uy, c * ux + s * uy
        pressed = where(gap < 0.0, -k * gap - d * out, 0.0)
        pressed = where(pressed > 0.0, pressed, 0.0)
        store(lanes.gap, end, gap)
        store(lanes.normal_x, end, nx)
        store(lanes.normal_y, end, ny)
        store(lanes.outward, end, out)
        store(lanes.slip, end, slip)
        store(lanes.grip, end, 0.0)
        ahead = gap + dt * out
        touch = where((-k * ahead - d * out > 0.0) & (ahead < 0.0), zeros(dt) + 1.0, 0.0)
        store(lanes.touch, end, touch)
        if any_lane(pressed > 0.0):
            store(lanes.grip, end, rub * pressed * tanh_share(abs(slip) * per_eps, dt))
        if end > 0:
            x, y, ux, uy = step_back(model, end - 1, x, y, ux, uy, lanes)


@kernel(inner=True)
def touch_walls(model, dt, lanes):
    """Which ends touch at the velocity that the last solve gave, and the lanes in which that changed."""
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    changed = zeros(dt) > 0.0
    for end in range(len(model.each) + 1):
        moved = load(lanes.normal_x, end) * load(lanes.change_x, end) + load(lanes.normal_y, end) * load(
            lanes.change_y, end
        )
        after = load(lanes.outward, end) + moved
        ahead = load(lanes.gap, end) + dt * after
        before = load(lanes.touch, end)
        now = where(-k * ahead - d * after > 0.0, where(ahead < 0.0, zeros(dt) + 1.0, before), 0.0)
        store(lanes.touch, end, now)
        changed = changed | (now != before)
    return changed
