"""Velocity of a fluid at a point: the sum of its currents, and its material derivative."""

import math

from snakelab.compiling import call_address, kernel
from snakelab.geometry.vectors import ZERO, add, add_scaled, scale, sub
from snakelab.worlds.fluid.current_numbers import (
    ADDRESS,
    EDGE,
    FREQUENCY,
    GRADIENT,
    MAP,
    N_USER,
    ORIGIN,
    PHASE,
    PULSATION,
    REGION,
    SIZE,
    USER,
    VELOCITY,
)
from snakelab.worlds.fluid.region import outside

# Half the interval of the central difference for the material derivative [s]; the error is of second order in it.
ALONG = 1e-4


@kernel
def stream_velocity(par, a, n, p, t, scratch):
    """Velocity of the fluid at a point, the sum of its currents.

    Args:
        par: Numbers of all laws in a row.
        a: Index of the first number of the first current.
        n: Number of currents.
        p: Point, world axes [m].
        t: [s].
        scratch: Shape (6 or more,), for user-defined functions.

    Returns:
        World axes [m/s].
    """
    total = ZERO
    for _ in range(n):
        distance = outside(par, a + int(par[a + REGION]), p)
        if distance < 0.0:
            if par[a + ADDRESS] == MAP:
                flow = mapped_stream(par, a + int(par[a + USER]), p)
            elif par[a + ADDRESS] != 0.0:
                flow = user_stream(par, a, p, t, scratch)
            else:
                flow = plain_stream(par, a, p, t)
            x = min(1.0, -distance / par[a + EDGE]) if par[a + EDGE] > 0.0 else 1.0
            total = add(total, scale(x * x * (3.0 - 2.0 * x), flow))
        a += int(par[a + SIZE])
    return total


@kernel(inline=True)
def plain_stream(par, a, p, t):
    """Velocity of a `Current` without its region."""
    s = math.sin(par[a + FREQUENCY] * t + par[a + PHASE])
    d = sub(p, (par[a + ORIGIN], par[a + ORIGIN + 1], par[a + ORIGIN + 2]))
    g = a + GRADIENT
    return (
        par[a + VELOCITY] + par[g] * d[0] + par[g + 1] * d[1] + par[g + 2] * d[2] + s * par[a + PULSATION],
        par[a + VELOCITY + 1] + par[g + 3] * d[0] + par[g + 4] * d[1] + par[g + 5] * d[2] + s * par[a + PULSATION + 1],
        par[a + VELOCITY + 2] + par[g + 6] * d[0] + par[g + 7] * d[1] + par[g + 8] * d[2] + s * par[a + PULSATION + 2],
    )


@kernel
def mapped_stream(par, a, p):
    """Velocity of a `CurrentMap`. Numbers: n_x, n_y, x and y of the first point, spacing, u and v row by row."""
    nx, ny = int(par[a]), int(par[a + 1])
    x = min(max((p[0] - par[a + 2]) / par[a + 4], 0.0), nx - 1.0)
    y = min(max((p[1] - par[a + 3]) / par[a + 4], 0.0), ny - 1.0)
    i, j = min(math.floor(x), nx - 2), min(math.floor(y), ny - 2)
    s, t = x - i, y - j
    u = a + 5 + j * nx + i
    v = u + nx * ny
    return (
        (1 - t) * ((1 - s) * par[u] + s * par[u + 1]) + t * ((1 - s) * par[u + nx] + s * par[u + nx + 1]),
        (1 - t) * ((1 - s) * par[v] + s * par[v + 1]) + t * ((1 - s) * par[v + nx] + s * par[v + nx + 1]),
        0.0,
    )


@kernel(inline=True)
def user_stream(par, a, p, t, scratch):
    """Velocity of a `UserCurrent`."""
    for i in range(3):
        scratch[i] = p[i]
        scratch[3 + i] = 0.0
    start = scratch.ctypes.data
    numbers = par[a + int(par[a + USER]) :]
    call_address(int(par[a + ADDRESS]), (start, t, numbers.ctypes.data, int(par[a + N_USER]), start + 24))
    return (scratch[3], scratch[4], scratch[5])


@kernel
def stream_acceleration(par, a, n, p, t, velocity, scratch):
    """Material derivative D v_c / D t of the stream by a central difference [m/s^2]."""
    later = stream_velocity(par, a, n, add_scaled(p, ALONG, velocity), t + ALONG, scratch)
    before = stream_velocity(par, a, n, add_scaled(p, -ALONG, velocity), t - ALONG, scratch)
    return scale(0.5 / ALONG, sub(later, before))
