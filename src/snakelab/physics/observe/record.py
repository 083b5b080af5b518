"""Fill one record: a row of numbers."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.physics.layout.tables import SERVO
from snakelab.physics.observe.skin import observe_skin
from snakelab.physics.observe.totals import body_totals
from snakelab.physics.recursion.coordinate_forces import apply_coordinate_forces, has_ceiling
from snakelab.physics.recursion.outward import outward, slice_frame
from snakelab.physics.recursion.slice_forces import apply_slice_forces
from snakelab.physics.recursion.solve import solve
from snakelab.physics.targets import references
from snakelab.physics.workspace import (
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


@kernel
def start_record(model, reference, y, t, ws):
    """Forces at the very start, where no step has applied any: those of the state itself."""
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, ws)
    apply_slice_forces(model, 0.0, y, 0.0, ws)
    apply_coordinate_forces(model, y, 0.0, y, 0.0, ws)


@kernel
def observe(model, reference, y, t, error, unsettled, out, ws):
    """Fill one record: state, forces as last applied, forces of driven coordinates by inverse dynamics, energies.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        y: State row.
        t: [s].
        error: Largest error estimate over tolerance since the last record [-].
        unsettled: Coordinates that had not settled in a set since the last record [-].
        out: Shape (record width,), filled.
        ws: Workspace.
    """
    nv, n = len(model.coordinates), len(model.slices)
    out[0], out[1], out[2] = t, error, unsettled
    at = 3
    for i in range(len(y)):
        out[at + i] = y[i]
    at += len(y)
    outward(model, y, ws)
    driven = False
    for j in range(nv):
        driven = driven or model.coordinates[j].driven != 0
    if driven:
        solve(model, reference, y, t, 0.0, ws)
    served = False
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[TAU] if model.coordinates[j].driven != 0 else row[ACTUATOR]
        served = served or model.coordinates[j].actuator == SERVO
    at += nv
    if served:
        references(reference, t, ws.coordinates)
        for j in range(nv):
            out[at + j] = ws.coordinates[j, TARGET]
        at += nv
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[SPRING]
        out[at + nv + j] = row[DAMPER]
        out[at + 2 * nv + j] = row[STOP]
    at += 3 * nv
    at = body_totals(model, y, out, at, ws)
    for k in range(n):
        r, p, _ = slice_frame(ws.slices, k)
        quat = matrix_to_quat(r)
        for i in range(3):
            out[at + 3 * k + i] = p[i]
        for i in range(4):
            out[at + 3 * n + 4 * k + i] = quat[i]
    at += 7 * n
    for row in range(len(ws.laws)):
        for i in range(3):
            out[at + 3 * row + i] = ws.laws[row, LAW_APPLIED + i]
    at += 3 * len(ws.laws)
    for i in range(len(model.propellers)):
        out[at + i] = ws.coordinates[nv + i, FORCE]
    at += len(model.propellers)
    limited = False
    for j in range(nv):
        limited = limited or has_ceiling(model.coordinates[j])
    if limited:
        for j in range(nv):
            out[at + j] = ws.coordinates[j, LIMITED]
        at += nv
    rubbed = False
    for j in range(nv):
        rubbed = rubbed or model.coordinates[j].dry_friction > 0.0
    if rubbed:
        for j in range(nv):
            out[at + j] = ws.coordinates[j, DRY]
        at += nv
    observe_skin(model, out, at, ws)
