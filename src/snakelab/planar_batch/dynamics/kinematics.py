"""Kinematics of a block: angles, head tip, and the current at the links.

| symbol | meaning | unit | equation |
|---|---|---|---|
| theta_k, omega_k | angle of link k from the world's x axis, its rate | rad, rad/s | |
| p, v | centre of mass and its velocity, world axes | m, m/s | |
| P_tip | head tip | m | p + sum_k lever_k (cos theta_k, sin theta_k) |
| u | velocity of the head tip | m/s | v + sum_k lever_k omega_k (-sin theta_k, cos theta_k) |
| a | acceleration of the head tip from rotation alone | m/s^2 | -sum_k lever_k omega_k^2 (cos theta_k, sin theta_k) |
"""

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import convert, gather_pair, load, store, where, zeros
from snakelab.compiling.vector.elementary import sine_cosine
from snakelab.planar_batch.dynamics.lane_model import (
    CURRENT_X,
    CURRENT_Y,
    HALF_LENGTH,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    TIP_LEVER,
    VX,
    VY,
    X,
    Y,
)


@kernel(inner=True, ordered=True)
def tip_kinematics(model, lanes):
    """Sines and cosines of all links; position, velocity and rotational acceleration of the head tip, world axes.

    The other ends follow from the tip, link by link.

    Returns:
        x, y [m], u_x, u_y [m/s], a_x, a_y [m/s^2].
    """
    x, y, ux, uy = load(lanes.body, X), load(lanes.body, Y), load(lanes.body, VX), load(lanes.body, VY)
    ax, ay = zeros(model.world[0]), zeros(model.world[0])
    for i in range(len(model.per_link)):
        s, c = sine_cosine(load(lanes.angle, i))
        store(lanes.sine, i, s)
        store(lanes.cosine, i, c)
        o = load(lanes.omega, i)
        s, c = model.links[i, TIP_LEVER] * s, model.links[i, TIP_LEVER] * c
        x, y = x + c, y + s
        ux, uy = ux - o * s, uy + o * c
        ax, ay = ax - o * o * c, ay - o * o * s
    return x, y, ux, uy, ax, ay


@kernel(inner=True, ordered=True)
def query_current(model, tip, lanes):
    """Current at the centre of each link [m/s], world axes: that of the nearest grid point, or the uniform one."""
    n = len(model.per_link)
    if len(model.current) == 0:
        for i in range(n):
            store(lanes.current_x, i, model.law[CURRENT_X])
            store(lanes.current_y, i, model.law[CURRENT_Y])
        return
    per, columns = model.world[PER_SPACING], np.int32(model.columns)
    x, y = tip[0], tip[1]
    for r in range(n):
        i = n - 1 - r
        # from the head end of link i by half a link to its centre (half_x, half_y) [m]
        half_x, half_y = (
            model.links[i, HALF_LENGTH] * load(lanes.cosine, i),
            model.links[i, HALF_LENGTH] * load(lanes.sine, i),
        )
        column = clamp((x - half_x - model.world[ORIGIN_X]) * per + 0.5, model.columns - 1)
        row = clamp((y - half_y - model.world[ORIGIN_Y]) * per + 0.5, model.rows - 1)
        index = (convert(row, columns) * columns + convert(column, columns)) * 2
        wx, wy = gather_pair(model.current, index)
        store(lanes.current_x, i, wx)
        store(lanes.current_y, i, wy)
        x, y = x - half_x - half_x, y - half_y - half_y


@kernel(inner=True, ordered=True)
def clamp(value, maximum):
    """Value limited to the range from zero to `maximum`; NaN becomes zero."""
    value = where(value > 0.0, value, 0.0)
    return where(value < maximum, value, maximum)
