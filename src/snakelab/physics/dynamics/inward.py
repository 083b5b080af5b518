"""Stage 4, tip to base: articulated inertia and bias; each force-driven coordinate is eliminated at its part.

At every frame the rest of the chain is represented by  wrench = I a + b.  A link adds its own mass; a joint with unit twist t has
U = I t, D = t . U (+ added inertia), r = t . (b + I bias) - force, and leaves I - U U^T / D and b + I bias - U r / D. A
motion-driven joint does not change I and adds U times its given acceleration.
"""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import (
    NO_INERTIA,
    NO_TWIST,
    body_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_minus_outer,
    inertia_rotate,
    inertia_shift,
    inertia_shift_x,
    set_inertia,
    set_twist,
    twist_add,
    twist_add_scaled,
    twist_out,
    wrench_shift,
)
from snakelab.geometry.vectors import add, dot, get3, get9, mat_vec, scale, sym_vec
from snakelab.physics.dynamics.soft_section import soft_inward
from snakelab.physics.force_kernels.station_forces import law_inertia
from snakelab.physics.model_tables.records import axis_of, com_of, inertia_of, offset_of, rotation_of
from snakelab.physics.model_tables.tables import LINK, MOUNT
from snakelab.physics.model_tables.workspace import (
    BIAS,
    COLUMN,
    FORCE,
    GIVEN,
    INERTIA,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    PIVOT,
    REST,
)
from snakelab.robots.parts.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.law import BASE_INERTIA, BASE_WRENCH, WRENCH


@kernel(stage=True)
def inward(model, ws):
    """Articulated inertia and bias wrench of the whole chain at the base; columns and pivots of every joint."""
    # articulated inertia I [kg, kg m, kg m^2] and bias wrench b [N, N m] of everything tipward, local axes, at the local origin
    inertia, bias = NO_INERTIA, NO_TWIST
    parts = model.parts
    for back in range(len(parts)):
        i = len(parts) - 1 - back
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            # I = shift(I, L e_x) + I_link + dt D + dt^2 K of the laws; b likewise, with the link's own bias wrench
            com = com_of(model.stations, k)
            length = parts[i].length
            inertia = inertia_shift_x(inertia, length)
            inertia = inertia_add(inertia, body_inertia(model.stations[k].mass, inertia_of(model.stations, k), com))
            if len(model.laws) > 0:
                inertia = inertia_add(inertia, inertia_shift(law_inertia(model, k, ws), com))
            moment = (bias[1][0], bias[1][1] - length * bias[0][2], bias[1][2] + length * bias[0][1])
            bias = twist_add((bias[0], moment), wrench_shift(get_twist(ws.stations, k, WRENCH), com))
        elif kind == REVOLUTE:
            axis = axis_of(parts, i)
            # U = I t with t = (0, axis); D = axis . U_omega; r = axis . (b + I bias)_omega
            u = (mat_vec(inertia[1], axis), sym_vec(inertia[2], axis))
            bias = twist_add(bias, inertia_dot(inertia, get_twist(ws.joints, i, BIAS)))
            inertia, bias = eliminate(model, ws, i, u, dot(axis, u[1]), dot(axis, bias[1]), inertia, bias)
            rotation = get9(ws.joints, i, JOINT_ROTATION)
            inertia = inertia_rotate(inertia, rotation)
            bias = twist_out(bias, rotation)
        elif kind == PRISMATIC:
            axis = axis_of(parts, i)
            # U = I t with t = (axis, 0)
            u = (sym_vec(inertia[0], axis), transpose_product(inertia[1], axis))
            bias = twist_add(bias, inertia_dot(inertia, get_twist(ws.joints, i, BIAS)))
            inertia, bias = eliminate(model, ws, i, u, dot(axis, u[0]), dot(axis, bias[0]), inertia, bias)
            travel = get3(ws.joints, i, JOINT_TRAVEL)
            inertia = inertia_shift(inertia, travel)
            bias = wrench_shift(bias, travel)
        elif kind == MOUNT:
            rotation = rotation_of(parts, i)
            offset = offset_of(parts, i)
            inertia = inertia_shift(inertia_rotate(inertia, rotation), offset)
            bias = wrench_shift(twist_out(bias, rotation), offset)
        else:
            inertia, bias = soft_inward(model, ws, i, inertia, bias)
    set_inertia(ws.body, 0, BASE_INERTIA, inertia)
    set_twist(ws.body, 0, BASE_WRENCH, bias)


@kernel(inline=True)
def transpose_product(c, a):
    """C^T a."""
    return add(add(scale(a[0], (c[0], c[1], c[2])), scale(a[1], (c[3], c[4], c[5]))), scale(a[2], (c[6], c[7], c[8])))


@kernel(inline=True)
def eliminate(model, ws, i, u, pivot, rest, inertia, bias):
    """Eliminate the coordinate of joint i from (inertia, bias), or add its prescribed acceleration."""
    j = model.parts[i].coordinate
    # r = r - tau [N m or N], D = D + added inertia of actuator, spring and damper
    rest -= ws.coordinates[j, FORCE]
    pivot += ws.coordinates[j, INERTIA]
    if model.coordinates[j].driven != 0:
        bias = twist_add_scaled(bias, ws.coordinates[j, GIVEN], u)
    else:
        # I - U U^T / D,  b - U r / D
        pivot = 1.0 / pivot
        inertia = inertia_minus_outer(inertia, u, pivot)
        bias = twist_add_scaled(bias, -rest * pivot, u)
    set_twist(ws.joints, i, COLUMN, u)
    ws.joints[i, PIVOT] = pivot
    ws.joints[i, REST] = rest
    return inertia, bias
