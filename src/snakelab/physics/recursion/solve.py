"""One solve: the stages in order, repeated until no contact or saturation set changes."""

from snakelab.compiling import kernel
from snakelab.physics.recursion.accelerations import accelerations, base_acceleration
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.contacts.outcome import LOADS_SETTLED, settle_contacts
from snakelab.physics.recursion.coordinate_forces import coordinate_forces, find_sets, predict_sets
from snakelab.physics.recursion.dry_joints import settle_dry_joints, start_dry_joints
from snakelab.physics.recursion.friction import settle_friction, start_friction
from snakelab.physics.recursion.inward import inward
from snakelab.physics.recursion.materials import settle_materials
from snakelab.physics.recursion.propellers import thrusts
from snakelab.physics.recursion.slice_forces import slice_forces
from snakelab.physics.targets import references

MOST_PASSES = 8


@kernel
def solve(model, reference, y, t, dt, continues, ws):
    """Accelerations of the linearly implicit step of length dt from the state y; dt = 0: those of the state itself.

    `outward` must have run on y. Targets are taken at the end of the step.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        y: State row.
        t: Time at the start of the step [s].
        dt: Step [s].
        continues: Whether the workspace's last solve led to this state by a step: its friction is then the first estimate.
        ws: Workspace; fills accelerations, forces of driven coordinates, sets.

    Returns:
        How many sets of coordinates and contacts, and lines of friction, had not settled after the last pass [-]; 0 is the rule.
    """
    references(reference, t + dt, ws.coordinates)
    if len(model.rings) > 0:
        find_contacts(model, dt, ws)
    if len(model.propellers) > 0:  # the call itself costs a short chain more than its loop
        thrusts(model, y, dt, ws)
    if len(model.laws) > 0:
        start_friction(model, dt, continues, ws)
    elastomers = predict_sets(model, reference, y, dt, ws)
    dry_joints = start_dry_joints(model, y, continues, ws)
    unsettled, forces_changed = 0, True
    for k in range(MOST_PASSES):
        if forces_changed:
            slice_forces(model, y, t + dt, dt, k == MOST_PASSES - 1, ws)
        coordinate_forces(model, reference, y, dt, ws)
        inward(model, ws)
        base_acceleration(model.base, ws.body)
        accelerations(model, ws)
        if dt == 0.0:
            break
        more = k < MOST_PASSES - 1
        unsettled = find_sets(model, reference, y, dt, more, ws)
        rough, lines, loose, loads_changed = 0, 0, 0, False
        if len(model.laws) > 0:
            rough = settle_friction(model, dt, k, ws)
        if ws.near[0, 0] > 0:
            changed, moved = settle_contacts(model, dt, more, ws)
            unsettled += changed
            loads_changed = changed > 0 or moved >= LOADS_SETTLED
        forces_changed = rough > 0 or loads_changed
        if dry_joints > 0:
            rough += settle_dry_joints(model, y, dt, MOST_PASSES - 1 - k, ws)
        if elastomers > 0:
            lines, loose = settle_materials(model, y, dt, MOST_PASSES - 1 - k, ws)
        if unsettled == 0 and not forces_changed and rough == 0 and lines == 0:
            break
        unsettled += loose + rough
    return unsettled
