"""Dry friction of joints: linearisation at the start of a solve, and its error after each pass.

The method is that of `snakelab.worlds.ground_friction.friction_line`, with the joint's own mobility.
"""

from snakelab.compiling import kernel
from snakelab.physics.force_kernels.friction import FRICTION_TOLERANCE, SECOND_HALF
from snakelab.physics.force_kernels.materials import admittance
from snakelab.physics.model_tables.workspace import DRY_OFFSET, DRY_POINT, DRY_SLOPE, QDD
from snakelab.physics.state import Q
from snakelab.worlds.ground_friction.friction import TANH
from snakelab.worlds.ground_friction.friction_line import braked_speed, secant_and_slope


@kernel
def start_dry_joints(model, y, part, ws):
    """First linearisation of the dry friction of every joint: at its present rate, in a second half step at the final
    one of the first.

    Returns:
        Joints with dry friction [-].
    """
    nv = len(model.coordinates)
    count = 0
    for j in range(nv):
        c = model.coordinates[j]
        if c.dry_friction > 0.0:
            rate = ws.coordinates[j, DRY_POINT] if part == SECOND_HALF else y[Q + nv + j]
            set_dry_line(c, rate, False, ws.coordinates[j])
            count += 1
    return count


@kernel(inline=True)
def set_dry_line(c, rate, secant, row):
    """Linearise the dry friction of a joint at a rate."""
    sigma, rise = secant_and_slope(abs(rate), c.dry_eps, TANH)
    slope = c.dry_friction * (sigma if secant else rise)
    row[DRY_POINT], row[DRY_SLOPE], row[DRY_OFFSET] = rate, slope, (c.dry_friction * sigma - slope) * rate


@kernel
def check_dry_joints(model, y, dt, left, ws):
    """Compare the dry friction of all joints with the law at the rates reached; linearise again if passes remain.

    Args:
        model: ModelArrays.
        y: State row at the start of the step.
        dt: Step [s].
        left: Number of remaining passes [-].
        ws: Workspace after a pass.

    Returns:
        Number of joints whose linearisation deviates from the law [-].
    """
    nv = len(model.coordinates)
    open_lines = 0
    for i in range(len(model.parts)):
        first = model.parts[i].coordinate
        for k in range(model.parts[i].n_coordinates):
            j = first + k
            c = model.coordinates[j]
            if not c.dry_friction > 0.0:
                continue
            row = ws.coordinates[j]
            rate = y[Q + nv + j] + dt * row[QDD]
            applied = row[DRY_OFFSET] + row[DRY_SLOPE] * rate
            sigma, _ = secant_and_slope(abs(rate), c.dry_eps, TANH)
            missed = abs(applied - c.dry_friction * sigma * rate) > FRICTION_TOLERANCE * c.dry_friction
            open_lines += missed
            if left > 0:
                if missed:
                    # the contribution of the linearisation itself to the admittance is removed
                    given = admittance(model, i, k, ws)
                    mobility = dt * given / max(1.0 - given * dt * row[DRY_SLOPE], 1e-12)
                    rate = braked_speed(rate + mobility * applied, mobility * c.dry_friction, c.dry_eps, TANH)
                set_dry_line(c, rate, left == 1, row)
    return open_lines
