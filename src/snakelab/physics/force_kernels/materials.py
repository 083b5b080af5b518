"""Elastomers on coordinates: their state at a step, and the line that approximates the viscous force at the final rate.

The elastic force enters a step by its tangent. The viscous one is solved for: the slope of a power law is nearly infinite at
rest, so that of the step's start would hold a joint back for many steps. In each pass of the solve the force is the line

    f = pull + drag v1,

the law's tangent at a guess of the rate v1 that the step reaches. The next guess answers v + S f(v) = v0, with S the rate that
a newton gives this coordinate while the others keep theirs, and v0 the rate without this force: one answer, found from
anywhere. The tangents carry the coordinates' hold on each other, so that passes close in as Newton's method does. If the last
allowed pass is needed, its line is the secant, which takes energy whatever the rate.
"""

from snakelab.compiling import kernel
from snakelab.physics.model_tables.tables import SOFT
from snakelab.physics.model_tables.workspace import DRAG, HELD, INVERSE, PIVOT, PULL, QDD, SLOPE
from snakelab.physics.state import Q
from snakelab.robots.materials.elastomer import elastic_force
from snakelab.robots.materials.places import CONSISTENCY, NO_MATERIAL
from snakelab.robots.materials.viscous import damped_rate, viscous_force, viscous_secant

# A line that meets the law within this fraction needs no other pass; coordinates that miss it by more than LOOSE are
# reported.
TOLERANCE, LOOSE = 1e-9, 1e-2


@kernel
def start_materials(model, y, ws):
    """Elastic force and slope of every elastomer at the state, and its viscous line there."""
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        if c.material != NO_MATERIAL:
            row = ws.coordinates[j]
            force, slope = elastic_force(c.material, c.numbers, y[Q + j])
            row[HELD] = force
            row[SLOPE] = max(slope, 0.0)  # a negative one could make the inertia negative
            set_line(c.numbers, y[Q + j], y[Q + nv + j], False, row)


@kernel(inline=True)
def set_line(m, q, v, secant, row):
    """Put the law's secant or tangent at the rate v into a coordinate's row."""
    if secant:
        row[PULL], row[DRAG] = 0.0, viscous_secant(m, q, v)
    else:
        force, row[DRAG] = viscous_force(m, q, v)
        row[PULL] = force - row[DRAG] * v


@kernel
def check_materials(model, y, dt, left, ws):
    """Error of the viscous lines at the rates reached; where passes are left, new lines.

    Args:
        model: ModelArrays.
        y: State row at the start of the step.
        dt: Step [s].
        left: Passes that may follow [-].
        ws: Workspace after a pass.

    Returns:
        Coordinates that need another pass [-], and those that miss the law noticeably [-].
    """
    nv = len(model.coordinates)
    open_lines, loose = 0, 0
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
            loose += missed > LOOSE * abs(wanted)
            if left > 0:
                # what the line itself takes out of the admittance is put back
                given = admittance(model, i, k, ws)
                free = max(1.0 - given * dt * row[DRAG], 1e-300)
                mobility = dt * given / free
                rate = damped_rate(c.numbers, y[Q + j], reached + mobility * applied, mobility)
                set_line(c.numbers, y[Q + j], rate, left == 1, row)
    return open_lines, loose


@kernel(inline=True)
def admittance(model, i, k, ws):
    """Acceleration of coordinate k of part i for each newton on it, at a base of the part that does not yield; 0 where driven."""
    part = model.parts[i]
    if model.coordinates[part.coordinate + k].driven != 0:
        return 0.0
    if part.kind == SOFT:
        return ws.soft[part.soft, INVERSE + (0, 3, 5)[k]]
    return ws.joints[i, PIVOT]
