"""Friction of a contact by a user law, called for every contact point with its normal force; implicit with its D and K."""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import (
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_rotate,
    inertia_shift,
    set_inertia,
    set_twist,
    twist_add,
    twist_into,
    twist_out,
    twist_sub,
    wrench_shift,
)
from snakelab.geometry.vectors import ZERO, add, cross, get3, mat_mat, mat_vec
from snakelab.physics.force_kernels.user_laws import call_user_law, user_inertia, user_wrench
from snakelab.physics.model_tables.workspace import ALONG, CONTACT_OFFSET, LOAD, NORMAL, USER_INERTIA, USER_WRENCH
from snakelab.worlds.law import ACCELERATION, LAW_INERTIA, LAW_WRENCH, station_frame


@kernel
def user_friction(model, law, k, row, y, t, dt, ws):
    """Wrench and added inertia of a user law at one contact point, stored in its row and added to that of the contact law.

    The law's frame has its origin at the point, x along the first direction of friction and z along the normal.
    """
    r, p, twist = station_frame(ws.stations, k)
    c = get3(ws.contacts, row, CONTACT_OFFSET)
    axes = contact_axes(ws.contacts, row)
    w_cross_c = cross(twist[1], c)
    slip = twist_into((add(twist[0], w_cross_c), twist[1]), axes)
    frame = (mat_mat(r, axes), add(p, mat_vec(r, c)), slip)
    call_user_law(model, law + 1, k, frame, ws.contacts[row, LOAD], y, t, ws)
    wrench, block = twist_out(user_wrench(dt, ws), axes), inertia_rotate(user_inertia(dt, ws), axes)
    set_twist(ws.contacts, row, USER_WRENCH, wrench)
    set_inertia(ws.contacts, row, USER_INERTIA, block)
    # classical acceleration of the point relative to the centre of the station
    wrench = twist_sub(wrench, inertia_dot(block, (cross(twist[1], w_cross_c), ZERO)))
    total = law * len(model.stations) + k
    set_twist(ws.laws, total, LAW_WRENCH, twist_add(get_twist(ws.laws, total, LAW_WRENCH), wrench_shift(wrench, c)))
    block = inertia_add(get_inertia(ws.laws, total, LAW_INERTIA), inertia_shift(block, c))
    set_inertia(ws.laws, total, LAW_INERTIA, block)


@kernel
def applied_user_friction(k, row, ws):
    """Wrench at the contact point as applied in the step, station axes."""
    _, _, twist = station_frame(ws.stations, k)
    c = get3(ws.contacts, row, CONTACT_OFFSET)
    acc = get_twist(ws.stations, k, ACCELERATION)
    u = add(twist[0], cross(twist[1], c))
    classical = (add(add(acc[0], cross(acc[1], c)), cross(twist[1], u)), acc[1])
    resisted = inertia_dot(get_inertia(ws.contacts, row, USER_INERTIA), classical)
    return twist_sub(get_twist(ws.contacts, row, USER_WRENCH), resisted)


@kernel(inline=True)
def contact_axes(contacts, row):
    """Rotation from contact axes to station axes: along, across, normal."""
    x, z = get3(contacts, row, ALONG), get3(contacts, row, NORMAL)
    y = cross(z, x)
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
