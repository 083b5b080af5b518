"""Outward pass, stage 1, from base to tip: poses and velocities of all stations, and bias accelerations of all joints."""

from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.spatial import (
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
    twist_into,
    twist_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    BIAS,
    BODY,
    JOINT_ROTATION,
    JOINT_TRAVEL,
    LINK,
    MOUNT,
    QUAT,
    ROD,
    SOCKET,
    VELOCITY,
    P,
    Q,
    axis_of,
    offset_of,
    rotation_of,
)
from snakelab.physics.free_body_motion import place_body
from snakelab.physics.rod_recursion import rod_outward
from snakelab.physics.section_recursion import follow_section, soft_outward
from snakelab.physics.station_forces import place_station
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.worlds.force_law import POSITION, ROTATION, TWIST, station_frame


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
    head_placed = False
    parts = model.parts
    for i in range(len(parts)):
        kind = parts[i].kind
        if kind == LINK:
            k = parts[i].station
            # the frame then moves to the link's far end
            place_station(model.stations, k, ws.stations, r, p, t)
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
            if parts[i].n_coordinates > 0:
                follow_section(model, parts[i].coordinate, y)
        elif kind == SOCKET:
            # the trunk, or the branch before, is complete; this branch begins at a station that was placed already
            if parts[i].soft == 1:
                head_placed = True
                set_head(ws, r, p, t)
            r, p, t = station_frame(ws.stations, parts[i].carrier)
            offset = offset_of(parts, i)
            p = add(p, mat_vec(r, offset))
            rotation = rotation_of(parts, i)
            t = twist_into(twist_shift(t, offset), rotation)
            r = mat_mat(r, rotation)
        elif kind == BODY:
            place_body(model, i, y, ws)
        else:
            r, p, t = deformable_outward(model.rods, model, i, y, ws, (r, p, t))
    if model.from_head:
        set_head(ws, base_r, base_p, base_t)
    elif not head_placed:
        set_head(ws, r, p, t)


@kernel(inline=True)
def set_head(ws, r, p, t):
    """Write the frame of the head."""
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
