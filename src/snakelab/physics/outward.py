"""Stage 1, base to tip: poses and velocities of all stations, and bias accelerations of all joints."""

from snakelab.geometry.rotations import exponential, quat_to_matrix, tangent, tangent_rate
from snakelab.geometry.spatial import (
    NO_TWIST,
    ZERO,
    add,
    axis_rotation,
    bracket,
    mat_mat,
    mat_vec,
    scale,
    set3,
    set9,
    set_twist,
    twist_add,
    twist_add_scaled,
    twist_into,
    twist_scale,
    twist_shift,
    twist_sub,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.rods import rod_outward
from snakelab.physics.tables import (
    BIAS,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    MOUNT,
    QUAT,
    ROD,
    STEP,
    STEP_ROTATION,
    TANGENT,
    VELOCITY,
    P,
    Q,
    axis_of,
    column_of,
    com_of,
    offset_of,
    rotation_of,
)
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.law import DRIFT, POSITION, ROTATION, TWIST


@kernel
def outward(model, y, ws):
    """Poses and twists of all stations and of the head; rotations and bias accelerations of the joints.

    A joint of unit twist b transforms the twist to its tip axes and adds b v; its bias acceleration is -ad(b v) of the
    transformed twist. A soft section does the same N times with one exponential.

    Args:
        model: ModelArrays.
        y: State row.
        ws: Workspace: fills stations, joints, soft and the head's frame.
    """
    nv = len(model.coordinates)
    r = quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    p = (y[P], y[P + 1], y[P + 2])
    # r: rotation local frame -> world; p: its origin in the world [m]; t: its twist (v, omega) in its own axes
    # [m/s, rad/s]. The state holds the base velocity in world axes.
    t = twist_into(
        ((y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]), (y[VELOCITY + 3], y[VELOCITY + 4], y[VELOCITY + 5])), r
    )
    base_r, base_p, base_t = r, p, t
    parts = model.parts
    for i in range(len(parts)):
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            # centre of mass c: p + R c, twist shifted by c; the frame then moves to the link's far end
            com = com_of(model.stations, k)
            set9(ws.stations, k, ROTATION, r)
            set3(ws.stations, k, POSITION, add(p, mat_vec(r, com)))
            set_twist(ws.stations, k, TWIST, twist_shift(t, com))
            end = (parts[i].length, 0.0, 0.0)
            p = (p[0] + r[0] * end[0], p[1] + r[3] * end[0], p[2] + r[6] * end[0])
            t = twist_shift(t, end)
        elif kind == REVOLUTE:
            j = parts[i].coordinate
            axis = axis_of(parts, i)
            # t' = R_j^T t + b qd with b = (0, axis); bias acceleration (R_j^T t) x b qd
            rotation = axis_rotation(axis, y[Q + j])
            carried = twist_into(t, rotation)
            motion = (ZERO, scale(y[Q + nv + j], axis))
            t = twist_add(carried, motion)
            r = mat_mat(r, rotation)
            set9(ws.joints, i, JOINT_ROTATION, rotation)
            set_twist(ws.joints, i, BIAS, bracket(carried, motion))
        elif kind == PRISMATIC:
            j = parts[i].coordinate
            axis = axis_of(parts, i)
            # t' = shift(t, q axis) + b qd with b = (axis, 0)
            travel = scale(y[Q + j], axis)
            carried = twist_shift(t, travel)
            motion = (scale(y[Q + nv + j], axis), ZERO)
            t = twist_add(carried, motion)
            p = add(p, mat_vec(r, travel))
            set3(ws.joints, i, JOINT_TRAVEL, travel)
            set_twist(ws.joints, i, BIAS, bracket(carried, motion))
        elif kind == MOUNT:
            # fixed offset [m] and rotation
            offset = offset_of(parts, i)
            p = add(p, mat_vec(r, offset))
            rotation = rotation_of(parts, i)
            t = twist_into(twist_shift(t, offset), rotation)
            r = mat_mat(r, rotation)
        else:
            r, p, t = deformable_outward(model.rods, model, i, y, ws, (r, p, t))
    if model.from_head:
        r, p, t = base_r, base_p, base_t
    set9(ws.body, 0, ROTATION, r)
    set3(ws.body, 0, POSITION, p)
    set_twist(ws.body, 0, TWIST, t)


@kernel(inline=True)
def deformable_outward(rods, model, i, y, ws, frame):
    """Walk a soft section or a rod; return the frame at its tip. For a robot without rods, this is the soft section's kernel."""
    nv = len(model.coordinates)
    if rods is None:
        return soft_outward(model.parts, i, model.stations, y, nv, ws.stations, ws.soft, frame)
    if model.parts[i].kind == ROD:
        return rod_outward(rods, model, i, y, ws, frame)
    return soft_outward(model.parts, i, model.stations, y, nv, ws.stations, ws.soft, frame)


@kernel
def soft_outward(parts, i, stations, y, nv, out, soft, frame):
    """Walk one soft section: N equal steps exp(x / N) that share their exponential, tangent and tangent rate."""
    r, p, t = frame
    # strain coordinates of one step: x = (L e_x + sum_k q_k column_k) / N, and its rate
    part = parts[i]
    h = 1.0 / part.n_steps
    x = ((part.length * h, 0.0, 0.0), ZERO)
    rate = NO_TWIST
    for k in range(3):
        column = column_of(parts, i, k)
        x = twist_add_scaled(x, h * y[Q + part.coordinate + k], column)
        rate = twist_add_scaled(rate, h * y[Q + nv + part.coordinate + k], column)
    # step exp(x) = (rotation, step); tangent T = dexp_{-x}: twist across one step T xd, its rate of change `drift`
    rotation, step = exponential(x)
    for k in range(3):
        set_twist(soft, part.soft, TANGENT + 6 * k, tangent(x, twist_scale(h, column_of(parts, i, k))))
    motion = tangent(x, rate)
    drift = tangent_rate(x, rate)
    set9(soft, part.soft, STEP_ROTATION, rotation)
    set3(soft, part.soft, STEP, step)
    for s in range(part.n_steps + 1):
        # t' = Ad(exp(x))^-1 t + T xd; bias acceleration drift - ad(T xd) carried
        if s > 0:
            carried = twist_into(twist_shift(t, step), rotation)
            set_twist(out, part.station + s, DRIFT, twist_sub(drift, bracket(motion, carried)))
            t = twist_add(carried, motion)
            p = add(p, mat_vec(r, step))
            r = mat_mat(r, rotation)
        k = part.station + s
        offset = com_of(stations, k)
        set9(out, k, ROTATION, r)
        set3(out, k, POSITION, add(p, mat_vec(r, offset)))
        set_twist(out, k, TWIST, twist_shift(t, offset))
    return r, p, t
