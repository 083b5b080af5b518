"""Where links meet the corners of walls, and what these do to them."""

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import tanh_share
from snakelab.physics.lanes.kinematics import step_back
from snakelab.physics.lanes.model import CORNER_REACH, HALF, REACH, WALL_D, WALL_EPS, WALL_K, WALL_MU, X, Y
from snakelab.physics.lanes.vector import any_lane, load, store, where, zeros


@kernel(inner=True, ordered=True)
def corners_near(model, lanes):
    """Whether in any lane a corner may lie on a part of the snake; where not, no link need look."""
    near = zeros(model.wall[0]) > 0.0
    far = model.wall[REACH] + model.wall[CORNER_REACH]
    for corner in range(len(model.corners)):
        x, y = load(lanes.body, X) - model.corners[corner, 0], load(lanes.body, Y) - model.corners[corner, 1]
        near = near | (x * x + y * y <= far * far)
    return any_lane(near)


@kernel(inner=True, ordered=True)
def find_corners(model, dt, first, tip, lanes):
    """What corners do to each link, at the velocity that the last solve gave, and the lanes in which that changed.

    Args:
        model: LaneModel.
        dt: [s].
        first: Whether this is the step's first look, which finds the links that corners reach; later ones pass over the others.
        tip: From `find_tip`.
        lanes: The block.
    """
    n = len(model.each)
    changed = zeros(dt) > 0.0
    x, y, ux, uy = tip[0], tip[1], tip[2], tip[3]
    for r in range(n):
        i = n - 1 - r
        if first or any_lane(load(lanes.edge_met, i) > 0.0):
            before = load(lanes.edge_hold, i)
            find_corners_of(model, dt, i, x, y, ux, uy, lanes)
            changed = changed | (load(lanes.edge_hold, i) != before)
        x, y, ux, uy = step_back(model, i, x, y, ux, uy, lanes)
    return changed


@kernel(inner=True, ordered=True)
def find_corners_of(model, dt, i, x, y, ux, uy, lanes):
    """What corners do to link i, whose head end is at (x, y) and moves with (ux, uy)."""
    half, o = model.links[i, HALF], load(lanes.spin, i)
    s, c = load(lanes.sine, i), load(lanes.cosine, i)
    store(lanes.edge_push, i, 0.0)
    store(lanes.edge_hold, i, 0.0)
    store(lanes.edge_grip, i, 0.0)
    store(lanes.edge_met, i, 0.0)
    middle_x, middle_y = x - half * c, y - half * s
    for corner in range(len(model.corners)):
        away_x, away_y = model.corners[corner, 0] - middle_x, model.corners[corner, 1] - middle_y
        across = c * away_y - s * away_x
        gap = abs(across) - model.wall[CORNER_REACH]
        met = (gap < 0.0) & (abs(c * away_x + s * away_y) <= half)
        if any_lane(met):
            store(lanes.edge_met, i, where(met, zeros(dt) + 1.0, load(lanes.edge_met, i)))
            push_corner(model, dt, i, met, across, gap, ux + half * o * s, uy - half * o * c, lanes)


@kernel(inner=True, ordered=True)
def push_corner(model, dt, i, met, across, gap, ux, uy, lanes):
    """Add what one corner does to link i, whose centre moves with (ux, uy), in the lanes where it meets it."""
    k, d = model.wall[WALL_K], model.wall[WALL_D]
    gain, rub = d + dt * k, dt * model.wall[WALL_MU] / model.wall[WALL_EPS]
    s, c = load(lanes.sine, i), load(lanes.cosine, i)
    side = where(across >= 0.0, zeros(dt) - 1.0, 1.0)
    out = side * (c * uy - s * ux)
    more = c * load(lanes.change_y, i) - s * load(lanes.change_x, i) + model.links[i, HALF] * load(lanes.change, i)
    after = out + side * more
    on = met & (-k * (gap + dt * after) - d * after > 0.0)
    pressed = -k * gap - d * out
    pressed = where(pressed > 0.0, pressed, 0.0)
    grip = rub * pressed * tanh_share(abs(c * ux + s * uy) * (1.0 / model.wall[WALL_EPS]), dt)
    store(lanes.edge_push, i, load(lanes.edge_push, i) - where(on, side * (k * gap + gain * out), 0.0))
    store(lanes.edge_hold, i, load(lanes.edge_hold, i) + where(on, zeros(dt) + dt * gain, 0.0))
    store(lanes.edge_grip, i, load(lanes.edge_grip, i) + where(on, grip, 0.0))
