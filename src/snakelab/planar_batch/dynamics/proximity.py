"""Where walls and corners are: looked up now and then, and held until the next look."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.kinematics import inside
from snakelab.planar_batch.dynamics.lane_model import (
    CORNER_REACH,
    HALF,
    LAST_U,
    LAST_V,
    LENGTH,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    REACH,
    VX,
    VY,
    X,
    Y,
)
from snakelab.planar_batch.vector import any_lane, convert, floor, gather_four, load, root, store, where, zeros

# What may touch until the next look: nothing, or ends at walls; and with twice `corner_bit` of each, links at corners.
OPEN, WALLED = range(2)
# Stands for the distance of walls that a lane need not look at [m].
FAR = 1e3


@kernel(inner=True, ordered=True)
def look_around(model, dt, steps, tip, lanes):
    """Planes for the walls near the ends, and the links that corners may meet, for some steps.

    Where no wall may be touched in any lane, nothing is looked at. A lane that is far from walls by itself gets none either, so
    that it moves alike beside any neighbours, but for rounding.

    Args:
        model: LaneModel.
        dt: [s].
        steps: That the look is to serve [-].
        tip: From `find_tip`.
        lanes: The block.

    Returns:
        OPEN, or WALLED and twice the bits of corners that links may meet.
    """
    if len(model.heights) == 0:
        return np.int32(OPEN)
    span = steps * dt
    # however the snake bends, no part is farther than REACH from the centre of mass
    way = span * (abs(load(lanes.body, VX)) + abs(load(lanes.body, VY)))
    gap, _, _ = distance(model, load(lanes.body, X), load(lanes.body, Y))
    near = gap - model.wall[REACH] - way <= 0.0
    if not any_lane(near):
        return np.int32(OPEN)
    look_at_walls(model, near, tip, lanes)
    which = corners_near(model, way, near, lanes)
    if which != 0 and look_at_corners(model, span, which, near, tip, lanes):
        return np.int32(WALLED) + 2 * which
    return np.int32(WALLED)


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
def look_at_walls(model, near, tip, lanes):
    """The plane of the wall nearest to the tail end, the joints and the head tip, in the lanes that are near."""
    per = model.wall[PER_SPACING]
    flat = 1e-12 / (per * per)
    x, y = tip[0], tip[1]
    for r in range(len(model.each) + 1):
        end = len(model.each) - r
        gap, nx, ny = distance(model, x, y)
        size = 1.0 / root(nx * nx + ny * ny + flat)
        nx, ny = nx * size, ny * size
        store(lanes.wall_x, end, nx)
        store(lanes.wall_y, end, ny)
        store(lanes.wall, end, where(near, gap - nx * x - ny * y, FAR))
        if end > 0:
            length = model.links[end - 1, LENGTH]
            x, y = x - length * load(lanes.cosine, end - 1), y - length * load(lanes.sine, end - 1)


@kernel(inner=True, ordered=True)
def corners_near(model, way, near, lanes):
    """Bits of the corners that in any lane may lie on a part of the snake when its centre goes so far [m]."""
    which, within = np.int32(0), model.wall[REACH] + model.wall[CORNER_REACH] + way
    for corner in range(len(model.corners)):
        x, y = load(lanes.body, X) - model.corners[corner, 0], load(lanes.body, Y) - model.corners[corner, 1]
        if any_lane(near & (x * x + y * y <= within * within)):
            which |= corner_bit(corner)
    return which


@kernel(inner=True, ordered=True)
def corner_bit(corner):
    """By which a corner is noted: float32 holds 24 bits, and corners beyond share the last."""
    return np.int32(1) << np.int32(corner if corner < 23 else 23)


@kernel(inner=True, ordered=True)
def look_at_corners(model, span, which, near, tip, lanes):
    """Note which of some corners each link may meet within a span of time [s]; whether there is any."""
    none = zeros(model.wall[0])
    x, y, ux, uy, found = tip[0], tip[1], tip[2], tip[3], none > 0.0
    for r in range(len(model.each)):
        i = len(model.each) - 1 - r
        half = model.links[i, HALF]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.spin, i)
        s, c = half * s, half * c
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
        # as fast as now, and an eighth of a link more, for what may change meanwhile
        more, noted = 0.25 * half, zeros(np.int32(0))
        beside = half * (model.wall[CORNER_REACH] + more) + span * abs(c * uy - s * ux)
        beyond = half * (half + more) + span * abs(c * ux + s * uy)
        for corner in range(len(model.corners)):
            if which & corner_bit(corner):
                away_x, away_y = model.corners[corner, 0] - x, model.corners[corner, 1] - y
                met = near & (abs(c * away_y - s * away_x) <= beside) & (abs(c * away_x + s * away_y) <= beyond)
                noted = noted | where(met, zeros(np.int32(0)) + corner_bit(corner), 0)
        found = found | (noted != 0)
        store(lanes.corners, i, convert(noted, model.wall[0]))
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
    return any_lane(found)
