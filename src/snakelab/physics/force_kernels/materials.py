"""Elastomers of coordinates: their state at a step, and the linearised viscous force at the final rate.

The elastic force enters a step by its tangent. The viscous force is iterated: the slope of a power law is nearly infinite at
rest, so the slope at the start of the step would hold a joint back for many steps. In each pass of the solve the force is

    f = pull + drag v1,

the tangent of the law at an estimate of the final rate v1. The next estimate solves v + S f(v) = v0, with the rate S that
a force of 1 N gives this coordinate while the others keep theirs, and the rate v0 without this force: the solution is
unique and found from any estimate. The tangents contain the coupling of the coordinates, so that passes converge as in
Newton's method. If the last allowed pass is needed, it uses the secant, which dissipates energy at any rate.
"""

from snakelab.compiling import kernel
from snakelab.physics.model_tables.tables import SOFT
from snakelab.physics.model_tables.workspace import DRAG, HELD, INVERSE, PIVOT, PULL, QDD, SLOPE
from snakelab.physics.state import Q
from snakelab.robots.materials.elastomer import elastic_force
from snakelab.robots.materials.places import CONSISTENCY, NO_MATERIAL
from snakelab.robots.materials.viscous import damped_rate, viscous_force, viscous_secant

# A line that meets the law within this fraction needs no other pass; coordinates that deviate by more than REPORTED_MISS are
# reported.
TOLERANCE, REPORTED_MISS = 1e-9, 1e-2


@kernel
def start_materials(model, y, ws):
    """Elastic force and stiffness of every elastomer at the state, and its linearised viscous force there."""
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        if c.material != NO_MATERIAL:
            row = ws.coordinates[j]
            force, slope = elastic_force(c.material, c.numbers, y[Q + j])
            row[HELD] = force
            row[SLOPE] = max(slope, 0.0)  # a negative slope could make the inertia negative
            set_line(c.numbers, y[Q + j], y[Q + nv + j], False, row)


@kernel(inline=True)
def set_line(m, q, v, secant, row):
    """Write the secant or tangent of the law at the rate v to the row of a coordinate."""
    if secant:
        row[PULL], row[DRAG] = 0.0, viscous_secant(m, q, v)
    else:
        force, row[DRAG] = viscous_force(m, q, v)
        row[PULL] = force - row[DRAG] * v


@kernel
def check_materials(model, y, dt, left, ws):
    """Error of the linearised viscous forces at the rates reached; linearise again if passes remain.

    Args:
        model: ModelArrays.
        y: State row at the start of the step.
        dt: Step [s].
        left: Number of remaining passes [-].
        ws: Workspace after a pass.

    Returns:
        Number of coordinates that need another pass, and number of those with a reported deviation [-].
    """
    nv = len(model.coordinates)
    open_lines, n_missed = 0, 0
    for i in range(len(model.parts)):
        first = model.parts[i].coordinate
        for k in range(model.parts[i].n_coordinates):
            j = first + k
            c = model.coordinates[j]
            if c.material == NO_MATERIAL or c.numbers[CONSISTENCY] == 0.0:
                continue
            row = ws.coordinates[j]
            reached = y[Q + nv + j] + dt * row[QDD]
            applied = row[PULL] + row[DRAG] * reached
            wanted, _ = viscous_force(c.numbers, y[Q + j], reached)
            missed = abs(applied - wanted)
            open_lines += missed > TOLERANCE * abs(wanted)
            n_missed += missed > REPORTED_MISS * abs(wanted)
            if left > 0:
                # the contribution of the linearisation itself to the admittance is removed
                given = admittance(model, i, k, ws)
                free = max(1.0 - given * dt * row[DRAG], 1e-300)
                mobility = dt * given / free
                rate = damped_rate(c.numbers, y[Q + j], reached + mobility * applied, mobility)
                set_line(c.numbers, y[Q + j], rate, left == 1, row)
    return open_lines, n_missed


@kernel(inline=True)
def admittance(model, i, k, ws):
    """Acceleration of coordinate k of part i for each newton on it, with the base of the part held; 0 if driven."""
    part = model.parts[i]
    if model.coordinates[part.coordinate + k].driven != 0:
        return 0.0
    if part.kind == SOFT:
        return ws.soft[part.soft, INVERSE + (0, 3, 5)[k]]
    return ws.joints[i, PIVOT]
