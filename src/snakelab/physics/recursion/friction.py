"""Coulomb friction at link centres: its line at the start of a solve, and how well it meets the law after each pass.

The method is that of `snakelab.worlds.friction_line`; contacts do the same in `contacts/`, dry joints in `dry_joints`.
"""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_twist
from snakelab.geometry.vectors import add, add_scaled, cross, get3, scale, set3
from snakelab.physics.layout.tables import COULOMB
from snakelab.physics.layout.workspace import ACCELERATION, LAW_FULL, LAW_INERTIA, LAW_POINT, LAW_WRENCH, TWIST
from snakelab.worlds.friction import ELLIPTIC, coulomb_drag
from snakelab.worlds.friction_line import braked_velocity

# A line that misses its law by less than this fraction of the friction limit needs no other pass.
FRICTION_SETTLED = 1e-2
# Which solve of a step: the only one or the full step; the first and the second half step.
WHOLE, FIRST_HALF, SECOND_HALF = range(3)


@kernel(inline=True)
def first_estimate(start, full, phase):
    """Estimate of the velocity that a solve reaches: that of its start, or from what the full step reached."""
    if phase == WHOLE:
        return start
    if phase == FIRST_HALF:
        return scale(0.5, add(start, full))
    return full


@kernel(stage=True)
def start_friction(model, phase, ws):
    """Velocities at which the friction of all slices is linearised first."""
    n = len(model.slices)
    for law in range(len(model.laws)):
        if model.laws[law].code == COULOMB:
            for k in range(n):
                u = get_twist(ws.slices, k, TWIST)[0]
                full = get3(ws.laws, law * n + k, LAW_FULL)
                set3(ws.laws, law * n + k, LAW_POINT, first_estimate(u, full, phase))


@kernel(inline=True)
def misses(line, u, c, load, along, normal, shape):
    """Whether a line's force misses the law's, c u, by more than FRICTION_SETTLED of the most that friction can be."""
    first, second = FRICTION_SETTLED * load * along, FRICTION_SETTLED * load * normal
    if shape == ELLIPTIC:
        first = second = max(first, second)
    return (
        abs(line[0] - c[0] * u[0]) > first or abs(line[1] - c[1] * u[1]) > second or abs(line[2] - c[2] * u[2]) > second
    )


@kernel(stage=True)
def settle_friction(model, dt, phase, ws):
    """Compare the friction of all slices with the law at the velocity reached, and estimate that velocity again.

    Returns:
        Slices whose line misses the law [-].
    """
    n = len(model.slices)
    par = model.law_parameters
    open_lines = 0
    for law in range(len(model.laws)):
        if model.laws[law].code != COULOMB:
            continue
        a = model.laws[law].first
        forward, backward, normal = par[a], par[a + 1], par[a + 2]
        shape, smoothing, eps = par[a + 3], par[a + 4], par[a + 5]
        for k in range(n):
            row = law * n + k
            mass = model.slices[k].mass
            load = mass * par[a + 6]
            twist, acc = get_twist(ws.slices, k, TWIST), get_twist(ws.slices, k, ACCELERATION)
            change = add(acc[0], cross(twist[1], twist[0]))
            u = add_scaled(twist[0], dt, change)
            if phase == WHOLE:
                set3(ws.laws, row, LAW_FULL, u)
            # the line, as it stands in the row: wrench at the start, and dt times its slope
            block = ws.laws[row, LAW_INERTIA:]
            line = (
                block[0] * change[0] + block[1] * change[1] + block[2] * change[2] - ws.laws[row, LAW_WRENCH],
                block[1] * change[0] + block[3] * change[1] + block[4] * change[2] - ws.laws[row, LAW_WRENCH + 1],
                block[2] * change[0] + block[4] * change[1] + block[5] * change[2] - ws.laws[row, LAW_WRENCH + 2],
            )
            c = coulomb_drag(u, load, forward, backward, normal, shape, smoothing, eps)
            if misses(line, u, c, load, max(forward, backward), normal, shape):
                open_lines += 1
                mobility = dt / mass
                free = add_scaled(u, mobility, line)
                u = braked_velocity(free, mobility, load, forward, backward, normal, shape, smoothing, eps)
            set3(ws.laws, row, LAW_POINT, u)
    return open_lines
