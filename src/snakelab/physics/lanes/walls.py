"""Where ends meet walls, which of them touch, and what friction holds them."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import tanh_share
from snakelab.physics.lanes.kinematics import inside, step_back
from snakelab.physics.lanes.model import (
    ALONG_LINK,
    LAST_U,
    LAST_V,
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

# Stands for the distance of walls that a lane need not look at [m].
FAR = 1e3


@kernel(inner=True, ordered=True)
def distance(model, x, y):
    """Signed distance, bilinear between the grid's points, and how much it grows from one point to the next along x and y."""
    per, columns = model.wall[PER_SPACING], np.int32(model.columns)
    u = inside((x - model.wall[ORIGIN_X]) * per, model.wall[LAST_U])
    v = inside((y - model.wall[ORIGIN_Y]) * per, model.wall[LAST_V])
    low_u, low_v = floor(u), floor(v)
    u, v = u - low_u, v - low_v
    at = convert(low_v, columns) * columns + convert(low_u, columns)
    h00, h01, h10, h11 = gather_four(model.heights, at + at)
    along, up = h10 - h00, h01 - h00
    twist = (h11 - h01) - along
    up = up + u * twist
    return h00 + u * along + v * up, along + v * twist, up


@kernel(inner=True, ordered=True)
def look_at_walls(model, dt, steps, tip, lanes):
    """The plane of the wall nearest to the tail end, the joints and the head tip; and whether any may touch within some steps.

    Where none may in any lane, no plane is found. A lane that is far from walls by itself gets none either, so that it moves
    alike beside any neighbours.

    Args:
        model: LaneModel.
        dt: [s].
        steps: That the planes are to serve [-].
        tip: From `find_tip`.
        lanes: The block.
    """
    near = walls_near(model, dt, steps, lanes)
    if not any_lane(near):
        return False
    per = model.wall[PER_SPACING]
    flat = 1e-12 / (per * per)
    x, y, ux, uy = tip[0], tip[1], tip[2], tip[3]
    for r in range(len(model.each) + 1):
        end = len(model.each) - r
        gap, nx, ny = distance(model, x, y)
        size = 1.0 / root(nx * nx + ny * ny + flat)
        nx, ny = nx * size, ny * size
        store(lanes.wall_x, end, nx)
        store(lanes.wall_y, end, ny)
        store(lanes.wall, end, where(near, gap - nx * x - ny * y, FAR))
        if end > 0:
            x, y, ux, uy = step_back(model, end - 1, x, y, ux, uy, lanes)
    return True


@kernel(inner=True, ordered=True)
def walls_near(model, dt, steps, lanes):
    """The lanes in which a part of the snake may touch within some steps, at the speeds that it has."""
    if len(model.heights) == 0:
        return zeros(dt) > 0.0
    fastest = zeros(dt)
    for i in range(len(model.each)):
        spin = abs(load(lanes.spin, i))
        fastest = where(spin > fastest, spin, fastest)
    gap, _, _ = distance(model, load(lanes.body, X), load(lanes.body, Y))
    speed = abs(load(lanes.body, VX)) + abs(load(lanes.body, VY)) + model.wall[REACH] * fastest
    return gap - model.wall[REACH] - (steps * dt) * speed <= 0.0


@kernel(inner=True, ordered=True)
def find_walls(model, dt, tip, lanes):
    """Speeds from the walls, and friction, of the tail end, the joints and the head tip."""
    n = len(model.each)
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    gain, per_dt, per_eps = d + dt * k, 1.0 / dt, 1.0 / model.wall[WALL_EPS]
    rub, share = dt * model.wall[WALL_MU] * per_eps, k / gain
    turned = model.wall[ALONG_LINK] > 0.0
    x, y, ux, uy = tip[0], tip[1], tip[2], tip[3]
    for r in range(n + 1):
        end = n - r
        i = end if end < n else n - 1
        nx, ny = load(lanes.wall_x, end), load(lanes.wall_y, end)
        gap = nx * x + ny * y + load(lanes.wall, end)
        s, c = load(lanes.sine, i), load(lanes.cosine, i)
        if turned:
            side = where(c * ny - s * nx >= 0.0, zeros(dt) + 1.0, -1.0)
            nx, ny = -side * s, side * c
        out = nx * ux + ny * uy
        leaving, nearing = out + share * gap, out + per_dt * gap
        pressed = where(gap < 0.0, -k * gap - d * out, 0.0)
        pressed = where(pressed > 0.0, pressed, 0.0)
        store(lanes.normal_x, end, nx)
        store(lanes.normal_y, end, ny)
        store(lanes.leaving, end, leaving)
        store(lanes.nearing, end, nearing)
        grip = zeros(dt)
        if any_lane(pressed > 0.0):
            grip = rub * pressed * tanh_share(abs(c * ux + s * uy) * per_eps, dt)
        store(lanes.grip, end, grip)
        if end > 0:
            x, y, ux, uy = step_back(model, end - 1, x, y, ux, uy, lanes)


@kernel(inner=True, ordered=True)
def touch_walls(model, dt, first, lanes):
    """Which ends touch at the velocity that the last solve gave, and the lanes in which that changed.

    The first look knows of none that touched before.
    """
    hold = dt * (model.wall[WALL_D] + dt * model.wall[WALL_K])
    changed = zeros(dt) > 0.0
    for end in range(len(model.each) + 1):
        moved = load(lanes.normal_x, end) * load(lanes.change_x, end) + load(lanes.normal_y, end) * load(
            lanes.change_y, end
        )
        held = zeros(dt) > 0.0
        if not first:
            held = load(lanes.hold, end) > 0.0
        on = (load(lanes.leaving, end) + moved < 0.0) & (held | (load(lanes.nearing, end) + moved < 0.0))
        store(lanes.hold, end, where(on, zeros(dt) + hold, 0.0))
        store(lanes.rub, end, where(on, load(lanes.grip, end), 0.0))
        changed = changed | (on ^ held)
    return changed
