"""External force and torque on one station. The law is described in `worlds.external_forces.external_wrench`."""

from snakelab.compiling import call_address, kernel
from snakelab.geometry.spatial import NO_TWIST, set_twist
from snakelab.geometry.vectors import add, cross, get9, mat_t_vec, scale
from snakelab.worlds.external_forces.external_numbers import BODY_AXES, END, GIVEN, N_GIVEN, POINT, START, STATION
from snakelab.worlds.law import LAW_WRENCH, ROTATION, SCRATCH


@kernel
def external_wrench_on_station(model, law, k, row, t, dt, ws):
    """Wrench on station k over the step that ends at t, written to its row: zero on all other stations.

    Args:
        model: ModelArrays.
        law: The law.
        k: The station.
        row: Of the law and the station.
        t: End of the step [s].
        dt: Step [s]; 0 for the instantaneous wrench.
        ws: Workspace.
    """
    par = model.law_parameters
    a = model.laws[law].first
    if int(par[a + STATION]) != k:
        set_twist(ws.laws, row, LAW_WRENCH, NO_TWIST)
        return
    begin, end = max(t - dt, par[a + START]), min(t, par[a + END])
    fraction = max(end - begin, 0.0) / dt if dt > 0.0 else (1.0 if par[a + START] <= t < par[a + END] else 0.0)
    if fraction == 0.0:
        set_twist(ws.laws, row, LAW_WRENCH, NO_TWIST)
        return
    x = ws.body[0, SCRATCH:]
    given_wrench(par, a, model.laws[law].address, 0.5 * (begin + end) if dt > 0.0 else t, x)
    force = scale(fraction, (x[0], x[1], x[2]))
    torque = scale(fraction, (x[3], x[4], x[5]))
    if par[a + BODY_AXES] == 0.0:
        r = get9(ws.stations, k, ROTATION)
        force, torque = mat_t_vec(r, force), mat_t_vec(r, torque)
    point = (par[a + POINT], par[a + POINT + 1], par[a + POINT + 2])
    set_twist(ws.laws, row, LAW_WRENCH, (force, add(torque, cross(point, force))))


@kernel
def given_wrench(par, a, address, t, x):
    """Write force and torque at t, in their given axes, to the first six numbers of x."""
    n = int(par[a + N_GIVEN])
    if address != 0:
        for i in range(6):
            x[i] = 0.0
        numbers = par[a + GIVEN :]
        call_address(address, (t, numbers.ctypes.data, n, x.ctypes.data))
        return
    times, rows = a + GIVEN, a + GIVEN + n
    last = 0  # instants at or before t
    while last < n and par[times + last] <= t:
        last += 1
    before, after = max(last - 1, 0), min(last, n - 1)
    part = 0.0
    if after > before:
        part = (t - par[times + before]) / (par[times + after] - par[times + before])
    for i in range(6):
        x[i] = (1.0 - part) * par[rows + 6 * before + i] + part * par[rows + 6 * after + i]
