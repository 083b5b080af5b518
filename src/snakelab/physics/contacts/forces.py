"""Forces of all active contacts with their friction on the stations, in each pass of the solve."""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import (
    get_inertia,
    get_twist,
    inertia_add,
    inertia_shift,
    set_inertia,
    set_twist,
    twist_add,
)
from snakelab.geometry.vectors import ZERO_MAT, ZERO_SYM, add, add_scaled, cross, dot, get3, scale
from snakelab.physics.contacts.law import DAMPING, SHAPE, STIFFNESS
from snakelab.physics.contacts.sliding import resistance, set_friction_line
from snakelab.physics.contacts.user_friction import user_friction
from snakelab.physics.model_tables.workspace import (
    ACTIVE,
    ALONG,
    CONTACT_OFFSET,
    FRICTION_SLOPE,
    GAP,
    GAP_ACCELERATION,
    NORMAL,
)
from snakelab.worlds.ground_friction.friction import USER_FRICTION
from snakelab.worlds.law import CONTACT, LAW_INERTIA, LAW_WRENCH, TWIST


@kernel(stage=True)
def contact_forces(model, y, t, dt, ws):
    """Wrenches and added inertias of all active contacts with their friction, summed into the rows of law and station."""
    n = len(model.stations)
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT:
            for row in range(law * n, (law + 1) * n):
                for i in range(LAW_WRENCH, LAW_INERTIA + 21):
                    ws.laws[row, i] = 0.0
    par = model.law_parameters
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        if ws.contacts[row, ACTIVE] == 0.0:
            continue
        a = model.laws[law].first
        twist = get_twist(ws.stations, k, TWIST)
        c = get3(ws.contacts, row, CONTACT_OFFSET)
        nor = get3(ws.contacts, row, NORMAL)
        w_cross_c = cross(twist[1], c)
        u = add(twist[0], w_cross_c)
        # classical acceleration of the point relative to the centre of the station
        centripetal = cross(twist[1], w_cross_c)
        g = par[a + DAMPING] + dt * par[a + STIFFNESS]
        rate = dot(nor, add_scaled(u, dt, centripetal)) + dt * ws.contacts[row, GAP_ACCELERATION]
        normal_force = -par[a + STIFFNESS] * ws.contacts[row, GAP] - g * rate
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        set_friction_line(par, a, row, u, ws.contacts)
        ahead = add_scaled(u, dt, centripetal)
        f = resistance(ws.contacts, row, (dot(along, ahead), dot(across, ahead)))
        friction = add(scale(-f[0], along), scale(-f[1], across))
        d = get3(ws.contacts, row, FRICTION_SLOPE)
        block = sym_add(
            outer(dt * g, nor, dt * d[0], along, dt * d[2], across), symmetric_outer(dt * d[1], along, across)
        )
        add_point(ws.laws, law * n + k, c, add_scaled(friction, normal_force, nor), block)
        if par[a + SHAPE] == USER_FRICTION:
            user_friction(model, law, k, row, y, t, dt, ws)


@kernel(inline=True)
def outer(s, a, t, b, u, c):
    """s a a^T + t b b^T + u c c^T as (xx, xy, xz, yy, yz, zz)."""
    return (
        s * a[0] * a[0] + t * b[0] * b[0] + u * c[0] * c[0],
        s * a[0] * a[1] + t * b[0] * b[1] + u * c[0] * c[1],
        s * a[0] * a[2] + t * b[0] * b[2] + u * c[0] * c[2],
        s * a[1] * a[1] + t * b[1] * b[1] + u * c[1] * c[1],
        s * a[1] * a[2] + t * b[1] * b[2] + u * c[1] * c[2],
        s * a[2] * a[2] + t * b[2] * b[2] + u * c[2] * c[2],
    )


@kernel(inline=True)
def symmetric_outer(s, a, b):
    """s (a b^T + b a^T) as (xx, xy, xz, yy, yz, zz)."""
    return (
        2.0 * s * a[0] * b[0],
        s * (a[0] * b[1] + a[1] * b[0]),
        s * (a[0] * b[2] + a[2] * b[0]),
        2.0 * s * a[1] * b[1],
        s * (a[1] * b[2] + a[2] * b[1]),
        2.0 * s * a[2] * b[2],
    )


@kernel(inline=True)
def sym_add(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel
def add_point(laws, row, c, force, block):
    """Add a force at offset c and its added inertia to the row of a law."""
    set_twist(laws, row, LAW_WRENCH, twist_add(get_twist(laws, row, LAW_WRENCH), (force, cross(c, force))))
    shifted = inertia_shift((block, ZERO_MAT, ZERO_SYM), c)
    set_inertia(laws, row, LAW_INERTIA, inertia_add(get_inertia(laws, row, LAW_INERTIA), shifted))
