"""What walls do to the ends of a snake, and corners to its links."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.lane_model import (
    ALONG_LINK,
    CORNER_REACH,
    HALF,
    WALL_D,
    WALL_K,
    WALL_MU,
    WALL_PER_EPS,
)
from snakelab.planar_batch.dynamics.proximity import corner_bit
from snakelab.planar_batch.vector import any_lane, convert, load, store, where, zeros
from snakelab.planar_batch.vector.elementary import tanh_share


@kernel(inner=True, ordered=True)
def wall_law(model, dt):
    """Of the law of walls, what does not change from end to end.

    Returns:
        Stiffness k, damping d, both over the step d + dt k, and k / (d + dt k); of friction dt mu / eps and 1 / eps; whether
        walls push along the normal of links.
    """
    k, d, per_eps = model.wall[WALL_K], model.wall[WALL_D], model.wall[WALL_PER_EPS]
    gain = d + dt * k
    return k, d, gain, k / gain, dt * model.wall[WALL_MU] * per_eps, per_eps, model.wall[ALONG_LINK] > 0.0


@kernel(inner=True, ordered=True)
def meet_wall(model, law, dt, end, known, again, x, y, ux, uy, slip, lanes):
    """Whether an end touches in any lane, by the velocity that the last solve gave; where it does, what holds it.

    It is pushed while that would leave it inside the wall, or keeps it from leaving faster than the push itself would.

    Args:
        model: LaneModel.
        law: From `wall_law`.
        dt: [s].
        end: From 0, the tail end, to n, the head tip [-].
        known: From this end on the last solve gave changes [-].
        again: Whether it knew of walls.
        x: Place [m].
        y: Place [m].
        ux: Velocity [m/s].
        uy: Velocity [m/s].
        slip: Velocity along the link [m/s].
        lanes: The block. Gets `hold`, dt times the damping of a lane that touches, and where any does `normal` and `leaving`.

    Returns:
        Whether any lane touches; dt times the secant of friction, lane by lane.
    """
    none, (k, d, gain, share, _, _, turned) = zeros(dt), law
    nx, ny = load(lanes.wall_x, end), load(lanes.wall_y, end)
    gap = nx * x + ny * y + load(lanes.wall, end)
    if turned:
        i = end if end < len(model.each) else end - 1
        s, c = load(lanes.sine, i), load(lanes.cosine, i)
        side = where(c * ny - s * nx >= 0.0, none + 1.0, -1.0)
        nx, ny = -side * s, side * c
    out = nx * ux + ny * uy
    after = out
    if end >= known:
        after = out + nx * load(lanes.change_x, end) + ny * load(lanes.change_y, end)
    # pushed, k (gap + dt after) + d after < 0, and inside, gap + dt after < 0
    on, inside = share * gap + after < 0.0, gap + dt * after < 0.0
    if again:
        inside = inside | (load(lanes.hold, end) > 0.0)
    on = on & inside
    touched, grip = any_lane(on), none
    store(lanes.hold, end, where(on, none + dt * gain, 0.0))
    if touched:
        store(lanes.normal_x, end, nx)
        store(lanes.normal_y, end, ny)
        store(lanes.leaving, end, out + share * gap)
        pressed = where(on & (gap < 0.0), -k * gap - d * out, 0.0)
        grip = friction(law, dt, pressed, slip)
    return touched, grip


@kernel(inner=True, ordered=True)
def friction(law, dt, pressed, slip):
    """dt times the secant of friction, mu N tanh(v / eps) / v, where N > 0 [N]."""
    _, _, _, _, rub, per_eps, _ = law
    return rub * where(pressed > 0.0, pressed, 0.0) * tanh_share(abs(slip) * per_eps, dt)


@kernel(inner=True, ordered=True)
def meet_corners(model, law, which, dt, i, known, x, y, ux, uy, slip, lanes):
    """What corners do to link i in the lanes where they are within reach.

    Args:
        model: LaneModel.
        law: From `wall_law`.
        which: Bits of the corners that any link may meet.
        dt: [s].
        i: Link [-].
        known: From this link on the last solve gave changes, by which touching is judged [-].
        x: Place of its head end [m].
        y: Place of its head end [m].
        ux: Velocity of its head end [m/s].
        uy: Velocity of its head end [m/s].
        slip: Velocity along it [m/s].
        lanes: The block.

    Returns:
        dt times damping across the link, the push across it over the step, dt times the secant of friction.
    """
    none, (k, d, gain, _, _, _, _) = zeros(dt), law
    half, noted = model.links[i, HALF], convert(load(lanes.corners, i), np.int32(0))
    s, c = load(lanes.sine, i), load(lanes.cosine, i)
    x, y = x - half * c, y - half * s
    across_v = c * uy - s * ux - half * load(lanes.spin, i)
    more = none
    if i >= known:
        more = c * load(lanes.change_y, i) - s * load(lanes.change_x, i) + half * load(lanes.change, i)
    firm, push, pressed = none, none, none
    for corner in range(len(model.corners)):
        if which & corner_bit(corner):
            away_x, away_y = model.corners[corner, 0] - x, model.corners[corner, 1] - y
            across = c * away_y - s * away_x
            gap = abs(across) - model.wall[CORNER_REACH]
            side = where(across >= 0.0, none - 1.0, 1.0)
            out = side * across_v
            deep = k * gap + gain * out
            on = (noted & corner_bit(corner)) != 0
            on = on & (gap < 0.0) & (abs(c * away_x + s * away_y) <= half) & (deep + gain * (side * more) < 0.0)
            load_now = where(on, -k * gap - d * out, 0.0)
            firm = firm + where(on, none + dt * gain, 0.0)
            push = push - where(on, dt * (side * deep), 0.0)
            pressed = pressed + where(load_now > 0.0, load_now, 0.0)
    return firm, push, friction(law, dt, pressed, slip)
