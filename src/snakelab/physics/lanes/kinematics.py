"""First stages of a step: where the links are, how the tip moves, what the water does there."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import sine_cosine
from snakelab.physics.lanes.model import (
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
from snakelab.physics.lanes.stack import LANES, like


@kernel(inner=True)
def find_tip(model, lanes):
    """Sines and cosines of all links; place, velocity and turning acceleration of the head tip from those of the centre of mass.

    P_tip = p + sum_k lever_k (cos theta_k, sin theta_k); the other ends follow from it link by link.
    """
    zero = like(model.wall[0], 0.0)
    tip, body = lanes.tip, lanes.body
    for w in range(LANES):
        tip[0, w] = body[X, w]
        tip[1, w] = body[Y, w]
        tip[2, w] = body[VX, w]
        tip[3, w] = body[VY, w]
        tip[4, w] = zero
        tip[5, w] = zero
    for i in range(len(model.each)):
        lever = model.links[i, TIP_LEVER]
        for w in range(LANES):
            s, c = sine_cosine(lanes.angle[i, w])
            lanes.sine[i, w] = s
            lanes.cosine[i, w] = c
            o = lanes.spin[i, w]
            s, c = lever * s, lever * c
            tip[0, w] += c
            tip[1, w] += s
            tip[2, w] -= o * s
            tip[3, w] += o * c
            tip[4, w] -= o * o * c
            tip[5, w] -= o * o * s


@kernel(inner=True)
def find_stream(model, lanes):
    """Current at the centre of each link: that of the nearest grid point, or one for everywhere."""
    n = len(model.each)
    if len(model.stream) == 0:
        for i in range(n):
            for w in range(LANES):
                lanes.stream_x[i, w] = model.wall[STREAM_X]
                lanes.stream_y[i, w] = model.wall[STREAM_Y]
        return
    half = like(model.wall[0], 0.5)
    most_x, most_y = like(half, model.columns - 1), like(half, model.rows - 1)
    columns = np.int32(model.columns)
    per = model.wall[PER_SPACING]
    x0, y0 = model.wall[ORIGIN_X], model.wall[ORIGIN_Y]
    for w in range(LANES):
        lanes.walk[0, w] = lanes.tip[0, w]
        lanes.walk[1, w] = lanes.tip[1, w]
    for r in range(n):
        i = n - 1 - r
        length = model.links[i, 0]
        for w in range(LANES):
            sx, sy = length * lanes.cosine[i, w], length * lanes.sine[i, w]
            column = inside((lanes.walk[0, w] - sx - x0) * per + half, most_x)
            row = inside((lanes.walk[1, w] - sy - y0) * per + half, most_y)
            at = np.uint32((np.int32(row) * columns + np.int32(column)) * np.int32(2))
            lanes.stream_x[i, w] = model.stream[at]
            lanes.stream_y[i, w] = model.stream[at + np.uint32(1)]
            lanes.walk[0, w] -= sx + sx
            lanes.walk[1, w] -= sy + sy


@kernel(inner=True)
def inside(value, most):
    """The value, brought between zero and `most`; what is no number counts as zero."""
    zero = like(value, 0.0)
    value = value if value > zero else zero
    return value if value < most else most
