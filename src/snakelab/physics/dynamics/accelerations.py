"""Stages 5 and 6: the base, then base to tip: every acceleration, and the force of every driven coordinate."""

import math

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_inertia, get_twist, set_twist, twist_add, twist_dot, twist_into, twist_shift
from snakelab.geometry.vectors import add_scaled, get3, get9
from snakelab.physics.dynamics.soft_section import soft_accelerations
from snakelab.physics.model_tables.records import axis_of, com_of, offset_of, rotation_of
from snakelab.physics.model_tables.tables import LINK, MOUNT
from snakelab.physics.model_tables.workspace import (
    BIAS,
    COLUMN,
    GIVEN,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    PIVOT,
    QDD,
    REST,
    TAU,
)
from snakelab.robots.parts.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.law import ACCELERATION, BASE_ACCELERATION, BASE_INERTIA, BASE_WRENCH, SCRATCH


@kernel(stage=True)
def base_acceleration(base, body):
    """Solve I a = -b over the free components of the base, by Cholesky; the others keep their acceleration.

    Args:
        base: Free components of the twist, shape (6, 3 or 0,).
        body: The body row: inertia and bias at the base are read, its acceleration in body axes is written.
    """
    n = len(base)
    if n == 0:
        return
    m, c, j = get_inertia(body, 0, BASE_INERTIA)
    full = body[0, SCRATCH:]
    for r in range(3):
        for s in range(3):
            at = r * 3 - r * (r + 1) // 2 + s if r <= s else s * 3 - s * (s + 1) // 2 + r
            full[6 * r + s] = m[at]
            full[6 * r + s + 3] = c[3 * r + s]
            full[6 * (s + 3) + r] = c[3 * r + s]
            full[6 * (r + 3) + s + 3] = j[at]
    x = body[0, SCRATCH + 36 :]
    for r in range(n):  # row by row: L into the lower triangle, forward substitution into x
        i = base[r]
        rest = -body[0, BASE_WRENCH + i]
        for s in range(r):
            k = base[s]
            value = full[6 * i + k]
            for q in range(s):
                value -= full[6 * i + base[q]] * full[6 * k + base[q]]
            value /= full[6 * k + k]
            full[6 * i + k] = value
            full[6 * i + i] -= value * value
            rest -= value * x[s]
        full[6 * i + i] = math.sqrt(full[6 * i + i])
        x[r] = rest / full[6 * i + i]
    for r in range(n - 1, -1, -1):
        i = base[r]
        for s in range(r + 1, n):
            x[r] -= full[6 * base[s] + i] * x[s]
        x[r] /= full[6 * i + i]
        body[0, BASE_ACCELERATION + i] = x[r]


@kernel(stage=True)
def accelerations(model, ws):
    """Base to tip: accelerations of coordinates and stations, forces of driven coordinates."""
    acc = get_twist(ws.body, 0, BASE_ACCELERATION)
    parts = model.parts
    for i in range(len(parts)):
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            com = com_of(model.stations, k)
            set_twist(ws.stations, k, ACCELERATION, twist_shift(acc, com))
            acc = twist_shift(acc, (parts[i].length, 0.0, 0.0))
        elif kind == REVOLUTE:
            carried = twist_into(acc, get9(ws.joints, i, JOINT_ROTATION))
            qdd = coordinate_acceleration(model, ws, i, carried)
            axis = axis_of(parts, i)
            acc = twist_add((carried[0], add_scaled(carried[1], qdd, axis)), get_twist(ws.joints, i, BIAS))
        elif kind == PRISMATIC:
            carried = twist_shift(acc, get3(ws.joints, i, JOINT_TRAVEL))
            qdd = coordinate_acceleration(model, ws, i, carried)
            axis = axis_of(parts, i)
            acc = twist_add((add_scaled(carried[0], qdd, axis), carried[1]), get_twist(ws.joints, i, BIAS))
        elif kind == MOUNT:
            offset = offset_of(parts, i)
            acc = twist_into(twist_shift(acc, offset), rotation_of(parts, i))
        else:
            acc = soft_accelerations(model, ws, i, acc)


@kernel(inline=True)
def coordinate_acceleration(model, ws, i, carried):
    """Acceleration of a joint coordinate at the given acceleration of its frame, and its force if it is motion-driven."""
    j = model.parts[i].coordinate
    rest = ws.joints[i, REST] + twist_dot(get_twist(ws.joints, i, COLUMN), carried)
    if model.coordinates[j].driven != 0:
        qdd = ws.coordinates[j, GIVEN]
        ws.coordinates[j, TAU] = rest + ws.joints[i, PIVOT] * qdd
    else:
        qdd = -rest * ws.joints[i, PIVOT]
    ws.coordinates[j, QDD] = qdd
    return qdd
