"""First stages of a step: where the links are, how the tip moves, what the water does there."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.lane_model import (
    HALF,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    STREAM_X,
    STREAM_Y,
    TIP_LEVER,
    VX,
    VY,
    X,
    Y,
)
from snakelab.planar_batch.vector import convert, gather_pair, load, store, where, zeros
from snakelab.planar_batch.vector.elementary import sine_cosine


@kernel(inner=True, ordered=True)
def find_tip(model, lanes):
    """Sines and cosines of all links; place, velocity and turning acceleration of the head tip from those of the centre of mass.

    P_tip = p + sum_k lever_k (cos theta_k, sin theta_k); the other ends follow from it link by link.

    Returns:
        x, y, their rates, and the accelerations from turning alone.
    """
    x, y, ux, uy = load(lanes.body, X), load(lanes.body, Y), load(lanes.body, VX), load(lanes.body, VY)
    ax, ay = zeros(model.wall[0]), zeros(model.wall[0])
    for i in range(len(model.each)):
        s, c = sine_cosine(load(lanes.angle, i))
        store(lanes.sine, i, s)
        store(lanes.cosine, i, c)
        o = load(lanes.spin, i)
        s, c = model.links[i, TIP_LEVER] * s, model.links[i, TIP_LEVER] * c
        x, y = x + c, y + s
        ux, uy = ux - o * s, uy + o * c
        ax, ay = ax - o * o * c, ay - o * o * s
    return x, y, ux, uy, ax, ay


@kernel(inner=True, ordered=True)
def find_stream(model, tip, lanes):
    """Current at the centre of each link: that of the nearest grid point, or one for everywhere."""
    n = len(model.each)
    if len(model.stream) == 0:
        for i in range(n):
            store(lanes.stream_x, i, model.wall[STREAM_X])
            store(lanes.stream_y, i, model.wall[STREAM_Y])
        return
    per, columns = model.wall[PER_SPACING], np.int32(model.columns)
    x, y = tip[0], tip[1]
    for r in range(n):
        i = n - 1 - r
        sx, sy = model.links[i, HALF] * load(lanes.cosine, i), model.links[i, HALF] * load(lanes.sine, i)
        column = inside((x - sx - model.wall[ORIGIN_X]) * per + 0.5, model.columns - 1)
        row = inside((y - sy - model.wall[ORIGIN_Y]) * per + 0.5, model.rows - 1)
        at = (convert(row, columns) * columns + convert(column, columns)) * 2
        wx, wy = gather_pair(model.stream, at)
        store(lanes.stream_x, i, wx)
        store(lanes.stream_y, i, wy)
        x, y = x - sx - sx, y - sy - sy


@kernel(inner=True, ordered=True)
def inside(value, most):
    """The value, brought between zero and `most`; what is no number counts as zero."""
    value = where(value > 0.0, value, 0.0)
    return where(value < most, value, most)
