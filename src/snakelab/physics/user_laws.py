"""User laws: a compiled function, called by its address, on a station or at a contact point.

The function writes a wrench f and the matrices D and K to scratch. Both are made symmetric, and enter the step as
f - dt K u and  dt D + dt^2 K.
"""

from snakelab.geometry.spatial import set_inertia, set_twist
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_address
from snakelab.physics.columns import Q
from snakelab.worlds.force_law import (
    DAMPING,
    END,
    FORCE,
    LAW_INERTIA,
    LAW_WRENCH,
    POSE,
    SCRATCH,
    STIFFNESS,
    VELOCITY,
    station_frame,
)


@kernel
def user_law_on_station(model, law, k, row, y, t, dt, ws):
    """Wrench and added inertia of a user law on one station, with its weight as load, written to its row."""
    call_user_law(model, law, k, station_frame(ws.stations, k), model.stations[k].weight, y, t, ws)
    set_twist(ws.laws, row, LAW_WRENCH, user_wrench(dt, ws))
    set_inertia(ws.laws, row, LAW_INERTIA, user_inertia(dt, ws))


@kernel
def call_user_law(model, law, k, frame, load, y, t, ws):
    """Call a user law for a frame of station k; it writes wrench, damping and stiffness to scratch.

    Args:
        model: ModelArrays.
        law: Record of the law that holds its address and its parameters.
        k: Station.
        frame: Its rotation and origin in the world [m], and its twist in its own axes [m/s, rad/s]; see `station_frame`.
        load: Normal force [N].
        y: State row.
        t: [s].
        ws: Workspace.
    """
    r, p, twist = frame
    x = ws.body[0, SCRATCH:]
    for i in range(3):
        for j in range(3):
            x[POSE + 4 * i + j] = r[3 * i + j]
        x[POSE + 4 * i + 3] = p[i]
        x[VELOCITY + i] = twist[0][i]
        x[VELOCITY + 3 + i] = twist[1][i]
    for i in range(FORCE, END):
        x[i] = 0.0
    record = model.laws[law]
    numbers = model.law_parameters[record.first :]
    arguments = (
        x.ctypes.data, load, numbers.ctypes.data, record.count, t, y.ctypes.data + 8 * Q, len(model.coordinates), k,
    )  # fmt: skip
    call_address(record.address, arguments)


@kernel
def user_wrench(dt, ws):
    """f - dt K u of the law in scratch."""
    x = ws.body[0, SCRATCH:]
    return (
        (x[FORCE] - dt * pull(x, 0), x[FORCE + 1] - dt * pull(x, 1), x[FORCE + 2] - dt * pull(x, 2)),
        (x[FORCE + 3] - dt * pull(x, 3), x[FORCE + 4] - dt * pull(x, 4), x[FORCE + 5] - dt * pull(x, 5)),
    )


@kernel
def user_inertia(dt, ws):
    """dt D + dt^2 K of the law in scratch."""
    x = ws.body[0, SCRATCH:]
    return (
        (entry(x, 0, 0, dt), entry(x, 0, 1, dt), entry(x, 0, 2, dt), entry(x, 1, 1, dt), entry(x, 1, 2, dt), entry(x, 2, 2, dt)),
        (
            entry(x, 0, 3, dt), entry(x, 0, 4, dt), entry(x, 0, 5, dt),
            entry(x, 1, 3, dt), entry(x, 1, 4, dt), entry(x, 1, 5, dt),
            entry(x, 2, 3, dt), entry(x, 2, 4, dt), entry(x, 2, 5, dt),
        ),
        (entry(x, 3, 3, dt), entry(x, 3, 4, dt), entry(x, 3, 5, dt), entry(x, 4, 4, dt), entry(x, 4, 5, dt), entry(x, 5, 5, dt)),
    )  # fmt: skip


@kernel
def pull(x, i):
    """Component i of K u."""
    total = 0.0
    for j in range(6):
        total += symmetric(x, STIFFNESS, i, j) * x[VELOCITY + j]
    return total


@kernel
def entry(x, i, j, dt):
    """Element (i, j) of dt D + dt^2 K."""
    return dt * symmetric(x, DAMPING, i, j) + dt * dt * symmetric(x, STIFFNESS, i, j)


@kernel(inline=True)
def symmetric(x, at, i, j):
    """Element (i, j) of the symmetric part of the 6x6 matrix at x[at]."""
    return 0.5 * (x[at + 6 * i + j] + x[at + 6 * j + i])
