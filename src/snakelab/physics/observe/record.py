"""Fill one record: a row of numbers."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.physics.layout.tables import SERVO
from snakelab.physics.layout.workspace import (
    ACTUATOR,
    DAMPER,
    DRY,
    FORCE,
    LAW_APPLIED,
    LIMITED,
    SPRING,
    STOP,
    TARGET,
    TAU,
)
from snakelab.physics.observe.skin import observe_skin
from snakelab.physics.observe.totals import body_totals
from snakelab.physics.recursion.coordinate_forces import apply_coordinate_forces, has_ceiling
from snakelab.physics.recursion.outward import outward, station_frame
from snakelab.physics.recursion.solve import solve
from snakelab.physics.recursion.station_forces import apply_station_forces
from snakelab.physics.targets import references


@kernel
def start_record(model, reference, y, t, ws):
    """Forces at the very start, where no step has applied any: those of the state itself."""
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, False, ws)
    apply_station_forces(model, 0.0, y, 0.0, ws)
    apply_coordinate_forces(model, y, 0.0, y, 0.0, ws)


@kernel
def observe(model, reference, y, t, error, unconverged, out, ws):
    """Fill one record: state, forces as last applied, forces of driven coordinates by inverse dynamics, energies.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        y: State row.
        t: [s].
        error: Largest error estimate over tolerance since the last record [-].
        unconverged: Coordinates that had not converged in a set since the last record [-].
        out: Shape (record width,), filled.
        ws: Workspace.
    """
    out[0], out[1], out[2] = t, error, unconverged
    at = 3
    for i in range(len(y)):
        out[at + i] = y[i]
    at += len(y)
    outward(model, y, ws)
    at = _efforts(model, reference, y, t, out, at, ws)
    at = _passive_forces(model, out, at, ws)
    at = body_totals(model, y, out, at, ws)
    at = _poses(model, out, at, ws)
    at = _outer_forces(model, out, at, ws)
    at = _ceilings(model, out, at, ws)
    at = _dry_friction(model, out, at, ws)
    observe_skin(model, out, at, ws)


@kernel(inner=True)
def _efforts(model, reference, y, t, out, at, ws):
    """Forces of the coordinates, of driven ones by inverse dynamics, and the targets of a robot with servos."""
    nv = len(model.coordinates)
    driven, served = False, False
    for j in range(nv):
        driven = driven or model.coordinates[j].driven != 0
        served = served or model.coordinates[j].actuator == SERVO
    if driven:
        solve(model, reference, y, t, 0.0, False, ws)
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[TAU] if model.coordinates[j].driven != 0 else row[ACTUATOR]
    at += nv
    if served:
        references(reference, t, ws.coordinates)
        for j in range(nv):
            out[at + j] = ws.coordinates[j, TARGET]
        at += nv
    return at


@kernel(inner=True)
def _passive_forces(model, out, at, ws):
    """Springs, dampers and end stops of the coordinates."""
    nv = len(model.coordinates)
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[SPRING]
        out[at + nv + j] = row[DAMPER]
        out[at + 2 * nv + j] = row[STOP]
    return at + 3 * nv


@kernel(inner=True)
def _poses(model, out, at, ws):
    """Position and quaternion of every station."""
    n = len(model.stations)
    for k in range(n):
        r, p, _ = station_frame(ws.stations, k)
        quat = matrix_to_quat(r)
        for i in range(3):
            out[at + 3 * k + i] = p[i]
        for i in range(4):
            out[at + 3 * n + 4 * k + i] = quat[i]
    return at + 7 * n


@kernel(inner=True)
def _outer_forces(model, out, at, ws):
    """Forces of the world's laws on every station, and thrusts."""
    for row in range(len(ws.laws)):
        for i in range(3):
            out[at + 3 * row + i] = ws.laws[row, LAW_APPLIED + i]
    at += 3 * len(ws.laws)
    for i in range(len(model.propellers)):
        out[at + i] = ws.coordinates[len(model.coordinates) + i, FORCE]
    return at + len(model.propellers)


@kernel(inner=True)
def _ceilings(model, out, at, ws):
    """Actuator limits that are active, of coordinates whose actuator has one."""
    nv = len(model.coordinates)
    limited = False
    for j in range(nv):
        limited = limited or has_ceiling(model.coordinates[j])
    if not limited:
        return at
    for j in range(nv):
        out[at + j] = ws.coordinates[j, LIMITED]
    return at + nv


@kernel(inner=True)
def _dry_friction(model, out, at, ws):
    """Dry friction of the coordinates, where one has any."""
    nv = len(model.coordinates)
    rubbed = False
    for j in range(nv):
        rubbed = rubbed or model.coordinates[j].dry_friction > 0.0
    if not rubbed:
        return at
    for j in range(nv):
        out[at + j] = ws.coordinates[j, DRY]
    return at + nv
