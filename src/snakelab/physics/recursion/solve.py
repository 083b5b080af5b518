"""One solve: the stages in order, repeated until no contact or saturation set changes."""

from snakelab.compiling import kernel
from snakelab.physics.recursion.accelerations import accelerations, base_acceleration
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.contacts.outcome import LOADS_SETTLED, settle_contacts
from snakelab.physics.recursion.coordinate_forces import coordinate_forces, find_sets, predict_sets
from snakelab.physics.recursion.inward import inward
from snakelab.physics.recursion.materials import settle_materials
from snakelab.physics.recursion.propellers import thrusts
from snakelab.physics.recursion.slice_forces import slice_forces
from snakelab.physics.targets import references

MOST_PASSES = 8


@kernel
def solve(model, reference, y, t, dt, ws):
    """Accelerations of the linearly implicit step of length dt from the state y; dt = 0: those of the state itself.

    `outward` must have run on y. Targets are taken at the end of the step.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        y: State row.
        t: Time at the start of the step [s].
        dt: Step [s].
        ws: Workspace; fills accelerations, forces of driven coordinates, sets.

    Returns:
        How many coordinates had not settled in a set after the last pass [-]; 0 is the rule.
    """
    references(reference, t + dt, ws.coordinates)
    if len(model.rings) > 0:
        find_contacts(model, dt, ws)
    if len(model.propellers) > 0:  # the call itself costs a short chain more than its loop
        thrusts(model, y, dt, ws)
    elastomers = predict_sets(model, reference, y, dt, ws)
    unsettled, loads_changed = 0, True
    for k in range(MOST_PASSES):
        if loads_changed:
            slice_forces(model, y, t + dt, dt, ws)
        coordinate_forces(model, reference, y, dt, ws)
        inward(model, ws)
        base_acceleration(model.base, ws.body)
        accelerations(model, ws)
        if dt == 0.0:
            break
        more = k < MOST_PASSES - 1
        unsettled = find_sets(model, reference, y, dt, more, ws)
        loads_changed, lines, loose = False, 0, 0
        if ws.near[0, 0] > 0:
            changed, moved = settle_contacts(model, dt, more, ws)
            unsettled += changed
            loads_changed = changed > 0 or moved >= LOADS_SETTLED
        if elastomers > 0:
            lines, loose = settle_materials(model, y, dt, MOST_PASSES - 1 - k, ws)
        if unsettled == 0 and not loads_changed and lines == 0:
            break
        unsettled += loose
    return unsettled
