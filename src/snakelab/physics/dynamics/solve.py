"""One solve: the stages in order, repeated until no contact or saturation set changes."""

from snakelab.compiling import kernel
from snakelab.physics.contacts.detection import find_contacts
from snakelab.physics.contacts.outcome import LOAD_TOLERANCE, check_contacts
from snakelab.physics.dynamics.accelerations import accelerations, base_acceleration
from snakelab.physics.dynamics.inward import inward
from snakelab.physics.force_kernels.coordinate_forces import coordinate_forces, find_sets, predict_sets
from snakelab.physics.force_kernels.dry_joints import check_dry_joints, start_dry_joints
from snakelab.physics.force_kernels.friction import check_friction, start_friction
from snakelab.physics.force_kernels.materials import check_materials
from snakelab.physics.force_kernels.propellers import thrusts
from snakelab.physics.force_kernels.station_forces import station_forces
from snakelab.physics.targets import references

MAX_PASSES = 8


@kernel
def solve(model, reference, y, t, dt, part, ws):
    """Accelerations of the linearly implicit step of length dt from the state y; dt = 0: those of the state itself.

    `outward` must have run on y. Targets are taken at the end of the step.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row.
        t: Time at the start of the step [s].
        dt: Step [s].
        part: ONLY_STEP, or which of the three steps of an extrapolated step: a half step starts from the previous solve.
        ws: Workspace; fills accelerations, forces of driven coordinates, sets.

    Returns:
        Number of coordinates, contacts and friction linearisations that had not converged after the last pass [-]; usually 0.
    """
    # targets q*, v*, a* of every coordinate at t + dt [rad or m, and per second]
    references(reference, t + dt, ws.coordinates)
    # contact points near a surface: gap [m], normal and slip in station axes
    if len(model.rings) > 0:
        find_contacts(model, dt, ws)
    if len(model.propellers) > 0:  # for a short chain the call costs more than its loop
        thrusts(model, y, dt, ws)
    if len(model.laws) > 0:
        start_friction(model, dt, part, ws)
    # first guesses: friction velocity, saturated actuators and reached joint limits
    elastomers = predict_sets(model, reference, y, dt, ws)
    dry_joints = start_dry_joints(model, y, part, ws)
    unconverged, forces_changed, coordinates_changed = 0, True, True
    for k in range(MAX_PASSES):
        # per station: bias wrench b [N, N m] and added inertia dt D + dt^2 K of all force laws
        if forces_changed:
            station_forces(model, y, t + dt, dt, k == MAX_PASSES - 1, ws)
        # per coordinate: force [N m or N] and added inertia dt d + dt^2 k of actuator, spring, damper and joint limit
        if coordinates_changed:
            coordinate_forces(model, reference, y, dt, ws)
        # (I + dt D + dt^2 K) a + b = 0 along the chain: tip to base, base, base to tip
        inward(model, ws)
        base_acceleration(model.base, ws.body)
        accelerations(model, ws)
        if dt == 0.0:
            break
        # check each assumption at the velocity reached, v + dt a; change those that are violated, and repeat the pass
        more = k < MAX_PASSES - 1
        unconverged = find_sets(model, reference, y, dt, more, ws)
        coordinates_changed = unconverged + dry_joints + elastomers > 0
        rough, lines, n_missed, loads_changed = 0, 0, 0, False
        if len(model.laws) > 0:
            rough = check_friction(model, dt, k, part, ws)
        if ws.near[0, 0] > 0:
            changed, moved = check_contacts(model, dt, more, ws)
            unconverged += changed
            loads_changed = changed > 0 or moved >= LOAD_TOLERANCE
        forces_changed = rough > 0 or loads_changed
        if dry_joints > 0:
            rough += check_dry_joints(model, y, dt, MAX_PASSES - 1 - k, ws)
        if elastomers > 0:
            lines, n_missed = check_materials(model, y, dt, MAX_PASSES - 1 - k, ws)
        if unconverged == 0 and not forces_changed and rough == 0 and lines == 0:
            break
        unconverged += n_missed + rough
    return unconverged
