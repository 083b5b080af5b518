"""Resistance of a granular medium on one station. The law is described in `worlds.ground_friction.granular`."""

import math

from snakelab.compiling import kernel
from snakelab.geometry.spatial import set_inertia, set_twist
from snakelab.worlds.ground_friction.granular_numbers import (
    ACROSS,
    ALONG,
    DEPTH,
    EPS,
    FRONT,
    HALF_HEIGHT,
    LENGTH,
    MIDDLE,
    STATION_WIDTH,
    STATIONS,
    STEEP,
    THIN,
)
from snakelab.worlds.law import LAW_INERTIA, LAW_WRENCH, station_frame

GAUSS = 0.3872983346207415  # sqrt(3/5) / 2: outer points of three, over the length


@kernel
def granular_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of one station, written to its row; three Gauss points along a link, one on a thin disc."""
    par = model.law_parameters
    a = model.laws[law].first
    at = a + STATIONS + k * STATION_WIDTH
    _, p, twist = station_frame(ws.stations, k)
    u, w = twist
    depth, half = par[a + DEPTH] - p[2], par[at + HALF_HEIGHT]
    top, bottom = max(depth - half, 0.0), max(depth + half, 0.0)
    immersed = 0.5 * (bottom * bottom - top * top)  # integral of depth over the height that grains cover
    eps, steep = par[a + EPS], par[a + STEEP]
    n = 1 if par[at + THIN] > 0.0 else 3
    ct = cn = first = second = 0.0
    for i in range(n):
        x = par[at + MIDDLE]
        fraction = 1.0
        if n == 3:
            x += (i - 1) * GAUSS * par[at + LENGTH]
            fraction = (8.0 if i == 1 else 5.0) / 18.0
        v1, v2 = u[1] + w[2] * x, u[2] - w[1] * x
        across = v1 * v1 + v2 * v2
        square = u[0] * u[0] + across + eps * eps
        size = fraction * par[at + LENGTH] * immersed / math.sqrt(square)
        c = size * par[a + ACROSS] * math.sqrt((1.0 + steep * steep) / (1.0 + steep * steep * across / square))
        ct += size * par[a + ALONG]
        if i == n - 1 and u[0] > 0.0:
            ct += par[at + FRONT] * par[a + ACROSS] * immersed / math.sqrt(square)
        cn += c
        first += c * x
        second += c * x * x
    force = (-ct * u[0], -cn * u[1] - first * w[2], -cn * u[2] + first * w[1])
    moment = (0.0, first * u[2] - second * w[1], -first * u[1] - second * w[2])
    set_twist(ws.laws, row, LAW_WRENCH, (force, moment))
    linear = (dt * ct, 0.0, 0.0, dt * cn, 0.0, dt * cn)
    coupling = (0.0, 0.0, 0.0, 0.0, 0.0, dt * first, 0.0, -dt * first, 0.0)
    angular = (0.0, 0.0, 0.0, dt * second, 0.0, dt * second)
    set_inertia(ws.laws, row, LAW_INERTIA, (linear, coupling, angular))
