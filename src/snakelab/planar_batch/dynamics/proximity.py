"""Proximity query: planes that represent the walls near the ends, and corners within reach of the links.

A query is made every `query_interval` steps; its planes and corner bits are used until the next one.

| symbol | meaning | unit | equation |
|---|---|---|---|
| phi(r) | signed distance of the walls, positive in free water, bilinear on the grid | m | |
| n_e | unit normal of the plane at end e, out of the wall | - | grad phi / sqrt(\\|grad phi\\|^2 + 1e-12) |
| gap | distance of end e from its plane | m | n_e . r + offset, offset = phi(r_0) - n_e . r_0 at the query |
| T | time until the next query | s | query_interval dt |
| travel | bound on the path of the centre of mass until then | m | T (\\|v_x\\| + \\|v_y\\|) |
"""

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import any_lane, convert, floor, gather_four, load, sqrt, store, where, zeros
from snakelab.planar_batch.dynamics.kinematics import clamp
from snakelab.planar_batch.dynamics.lane_model import (
    CORNER_REACH,
    HALF_LENGTH,
    LAST_COLUMN,
    LAST_ROW,
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

# Result of a query: no contact is possible, or ends may touch walls; plus twice the bits of the corners that links may
# meet.
NO_CONTACT, WALLS = range(2)
# Plane offset in lanes that are far from walls [m].
FAR = 1e3


@kernel(inner=True, ordered=True)
def query_proximity(model, dt, query_interval, tip, lanes):
    """Planes of the walls near the ends, and the corners that links may meet until the next query.

    Where no lane can touch a wall, nothing is computed. A lane that is far from walls by itself gets no planes either,
    so that its motion does not depend on its neighbours, except for rounding.

    Args:
        model: LaneModel.
        dt: Time step [s].
        query_interval: Steps until the next query [-].
        tip: From `tip_kinematics`.
        lanes: The block.

    Returns:
        NO_CONTACT, or WALLS plus twice the bits of the corners that links may meet.
    """
    if len(model.distances) == 0:
        return np.int32(NO_CONTACT)
    duration = query_interval * dt
    # however the snake bends, no point is farther than REACH from the centre of mass: no contact while phi - REACH >
    # travel
    travel = duration * (abs(load(lanes.body, VX)) + abs(load(lanes.body, VY)))
    gap, _, _ = signed_distance(model, load(lanes.body, X), load(lanes.body, Y))
    near = gap - model.world[REACH] - travel <= 0.0
    if not any_lane(near):
        return np.int32(NO_CONTACT)
    query_walls(model, near, tip, lanes)
    which = corners_in_reach(model, travel, near, lanes)
    if which != 0 and query_corners(model, duration, which, near, tip, lanes):
        return np.int32(WALLS) + 2 * which
    return np.int32(WALLS)


@kernel(inner=True, ordered=True)
def signed_distance(model, x, y):
    """Signed distance phi at a point, bilinear in its cell, and its growth over one grid spacing along x and y, [m]."""
    per, columns = model.world[PER_SPACING], np.int32(model.columns)
    u = clamp((x - model.world[ORIGIN_X]) * per, model.world[LAST_COLUMN])
    v = clamp((y - model.world[ORIGIN_Y]) * per, model.world[LAST_ROW])
    low_u, low_v = floor(u), floor(v)
    u, v = u - low_u, v - low_v
    index = convert(low_v, columns) * columns + convert(low_u, columns)
    h00, h01, h10, h11 = gather_four(model.distances, index + index)
    # phi = h00 + u slope_x + v slope_y + u v twist, with the last two joined
    slope_x, slope_y = h10 - h00, h01 - h00
    twist = (h11 - h01) - slope_x
    slope_y = slope_y + u * twist
    return h00 + u * slope_x + v * slope_y, slope_x + v * twist, slope_y


@kernel(inner=True, ordered=True)
def query_walls(model, near, tip, lanes):
    """Plane of the wall nearest to the tail end, to each joint and to the head tip, in lanes near walls; world axes."""
    per = model.world[PER_SPACING]
    regular = 1e-12 / (per * per)
    x, y = tip[0], tip[1]
    for r in range(len(model.per_link) + 1):
        end = len(model.per_link) - r
        gap, nx, ny = signed_distance(model, x, y)
        # n = grad phi / |grad phi|, regularised where the slope vanishes
        size = 1.0 / sqrt(nx * nx + ny * ny + regular)
        nx, ny = nx * size, ny * size
        store(lanes.plane_x, end, nx)
        store(lanes.plane_y, end, ny)
        store(lanes.plane_offset, end, where(near, gap - nx * x - ny * y, FAR))
        if end > 0:
            length = model.links[end - 1, LENGTH]
            x, y = x - length * load(lanes.cosine, end - 1), y - length * load(lanes.sine, end - 1)


@kernel(inner=True, ordered=True)
def corners_in_reach(model, travel, near, lanes):
    """Bits of the corners that in any lane may touch the snake while its centre of mass travels so far [m]."""
    which, within = np.int32(0), model.world[REACH] + model.world[CORNER_REACH] + travel
    for corner in range(len(model.corners)):
        x, y = load(lanes.body, X) - model.corners[corner, 0], load(lanes.body, Y) - model.corners[corner, 1]
        if any_lane(near & (x * x + y * y <= within * within)):
            which |= corner_bit(corner)
    return which


@kernel(inner=True, ordered=True)
def corner_bit(corner):
    """Bit of a corner: float32 represents 24 bits exactly; further corners share the last."""
    return np.int32(1) << np.int32(corner if corner < 23 else 23)


@kernel(inner=True, ordered=True)
def query_corners(model, duration, which, near, tip, lanes):
    """Corners, of those in `which`, that each link may meet within a duration [s]; returns whether there is any."""
    none = zeros(model.world[0])
    x, y, ux, uy, any_near = tip[0], tip[1], tip[2], tip[3], none > 0.0
    for r in range(len(model.per_link)):
        i = len(model.per_link) - 1 - r
        half = model.links[i, HALF_LENGTH]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.omega, i)
        s, c = half * s, half * c
        # centre of the link, world axes [m, m/s]
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
        # link frame, all lengths times half: way at the present speed, and a margin of an eighth of a link for its
        # change
        margin, bits = 0.25 * half, zeros(np.int32(0))
        bound_across = half * (model.world[CORNER_REACH] + margin) + duration * abs(c * uy - s * ux)
        bound_along = half * (half + margin) + duration * abs(c * ux + s * uy)
        for corner in range(len(model.corners)):
            if which & corner_bit(corner):
                away_x, away_y = model.corners[corner, 0] - x, model.corners[corner, 1] - y
                reached = (
                    near
                    & (abs(c * away_y - s * away_x) <= bound_across)
                    & (abs(c * away_x + s * away_y) <= bound_along)
                )
                bits = bits | where(reached, zeros(np.int32(0)) + corner_bit(corner), 0)
        any_near = any_near | (bits != 0)
        store(lanes.corner_bits, i, convert(bits, model.world[0]))
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
    return any_lane(any_near)
