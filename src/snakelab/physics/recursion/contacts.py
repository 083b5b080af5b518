"""Contact of skin points with surfaces: which points touch, what they feel, and what was applied.

A point at offset c from its slice's centre, with velocity u = v + omega x c and the surface's normal n, feels

    f = -(K (gap + dt w) + B w) n - c_1 u_1 e_1 - c_2 u_2 e_2,    w = n . u,

at the velocity that the step reaches, so with G = (B + dt K) n n^T + c_1 e_1 e_1^T + c_2 e_2 e_2^T it adds dt G to the
inertia at that point. The friction secants c_i hold the load of the last pass. Everything here is in slice axes.
"""

import math

from snakelab.compiling import kernel
from snakelab.geometry.signed_distance import HEIGHT_FIELD, PLANE, nearest_on_segment, surface_gap
from snakelab.geometry.spatial import (
    get_inertia,
    get_twist,
    inertia_add,
    inertia_shift,
    set_inertia,
    set_twist,
    twist_add,
)
from snakelab.geometry.vectors import (
    ZERO_MAT,
    ZERO_SYM,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    mat_t_vec,
    mat_vec,
    scale,
    set3,
)
from snakelab.physics.model import CONTACT
from snakelab.physics.recursion.outward import slice_frame
from snakelab.physics.skin import EDGE, FIXED_POINTS
from snakelab.physics.workspace import (
    ACCELERATION,
    ACTIVE,
    ALONG,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    GAP,
    LAW_APPLIED,
    LAW_INERTIA,
    LAW_WRENCH,
    LOAD,
    NORMAL,
    NORMAL_FORCE,
    SECANTS,
    SLIP,
    TWIST,
)
from snakelab.worlds.contact import WORLD
from snakelab.worlds.friction import coulomb_drag

# Places of a contact law's numbers
STIFFNESS, DAMPING, FRAME, FORWARD, BACKWARD, ACROSS, SHAPE, SMOOTHING, EPS, SURFACE = range(10)
# A point this much of its ring's radius away may still be reached within a step.
NEAR = 0.05
# Loads for friction that change by less than this share from one pass to the next need no other: an impact does,
# rolling does not, and what remains is of the step's own order.
LOADS_SETTLED = 0.2


@kernel
def find_contacts(model, dt, ws):
    """Geometry of all contacts at the present pose, and the first guess of which touch, at the present velocity."""
    count = 0
    n_points = len(model.points)
    for law in range(len(model.laws)):
        if model.laws[law].code != CONTACT:
            continue
        base = model.laws[law].address * n_points
        for i in range(len(model.rings)):
            count = ring_contacts(model, law, base, i, dt, count, ws)
    ws.near[0, 0] = count


@kernel
def ring_contacts(model, law, base, i, dt, count, ws):
    """Contacts of one ring with one surface; those near it join the list, whose new length is returned."""
    ring = model.rings[i]
    par, a = model.law_parameters, model.laws[law].first
    kind = int(par[a + SURFACE])
    k = ring.slice
    r, p, twist = slice_frame(ws.slices, k)
    centre = (ring.offset[0], ring.offset[1], ring.offset[2])
    if ring.kind == EDGE:
        start = add(p, mat_vec(r, centre))
        end = add(start, mat_vec(r, (ring.reach, 0.0, 0.0)))
        share = nearest_on_segment(kind, par, a + SURFACE + 1, start, end)
        if share < 0.02 or share > 0.98:  # the rings at the ends see to that
            share = -1.0
        centre = (centre[0] + max(share, 0.0) * ring.reach, centre[1], centre[2])
        if share < 0.0:
            ws.contacts[base + ring.first, ACTIVE] = 0.0
            ws.contacts[base + ring.first, GAP] = 1.0
            set3(ws.contacts, base + ring.first, CONTACT_OFFSET, centre)
            return count
    place = add(p, mat_vec(r, centre))
    gap, normal = surface_gap(kind, par, a + SURFACE + 1, place)
    speed = math.sqrt(dot(twist[0], twist[0])) + (ring.radius + abs(centre[0])) * math.sqrt(dot(twist[1], twist[1]))
    margin = dt * speed + NEAR * ring.radius
    local = mat_t_vec(r, normal)
    for m in range(ring.n_points):
        row = base + ring.first + m
        ws.contacts[row, ACTIVE] = 0.0
        ws.contacts[row, LOAD] = 0.0
        if gap - ring.radius > margin:
            ws.contacts[row, GAP] = gap - ring.radius
            set3(ws.contacts, row, CONTACT_OFFSET, centre)
            continue
        n, own_gap = local, gap
        if ring.kind == FIXED_POINTS:
            arm = (0.0, model.points[ring.first + m, 0], model.points[ring.first + m, 1])
        else:
            size = math.sqrt(n[1] * n[1] + n[2] * n[2])
            away = ring.radius / size if size > 1e-9 else 0.0
            arm = (0.0, -away * n[1], -away * n[2])
        offset = add(centre, arm)
        # of a round ring as of a ball: at a sharp edge its lowest point may stand beside the solid, and its axis tells more
        if kind == PLANE or (ring.kind != FIXED_POINTS and kind != HEIGHT_FIELD):
            own_gap = gap + dot(n, arm)
        else:
            own_gap, out = surface_gap(kind, par, a + SURFACE + 1, add(p, mat_vec(r, offset)))
            n = mat_t_vec(r, out)
        ws.contacts[row, GAP] = own_gap
        set3(ws.contacts, row, CONTACT_OFFSET, offset)
        if own_gap > margin:
            continue
        set3(ws.contacts, row, NORMAL, n)
        set3(ws.contacts, row, ALONG, first_direction(par[a + FRAME], r, n))
        w = dot(n, add(twist[0], cross(twist[1], offset)))
        load = -par[a + STIFFNESS] * (own_gap + dt * w) - par[a + DAMPING] * w
        if own_gap + dt * w < 0.0 and load > 0.0:
            ws.contacts[row, ACTIVE] = 1.0
            ws.contacts[row, LOAD] = load
        count += 1
        ws.near[count, 0] = row
        ws.near[count, 1] = k
        ws.near[count, 2] = law
    return count


@kernel(inline=True)
def first_direction(frame, r, n):
    """The friction's first direction: the body's or the world's x in the tangent plane; any other where x is the normal."""
    e = (1.0, 0.0, 0.0)
    if frame == WORLD:
        e = (r[0], r[1], r[2])
    e = add_scaled(e, -dot(e, n), n)
    size = math.sqrt(dot(e, e))
    if size < 1e-6:
        e = cross(n, (0.0, 1.0, 0.0))
        size = math.sqrt(dot(e, e))
        if size < 1e-6:
            return cross(n, (0.0, 0.0, 1.0))
    return scale(1.0 / size, e)


@kernel
def contact_forces(model, dt, ws):
    """Wrenches and added inertias of all active contacts with their friction, summed into the rows of law and slice."""
    n = len(model.slices)
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
        twist = get_twist(ws.slices, k, TWIST)
        c = get3(ws.contacts, row, CONTACT_OFFSET)
        nor = get3(ws.contacts, row, NORMAL)
        turned = cross(twist[1], c)
        u = add(twist[0], turned)
        # classical acceleration of the point beyond that of the slice's centre
        inward = cross(twist[1], turned)
        g = par[a + DAMPING] + dt * par[a + STIFFNESS]
        push = -par[a + STIFFNESS] * ws.contacts[row, GAP] - g * dot(nor, add_scaled(u, dt, inward))
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        drag = coulomb_drag(
            (dot(along, u), dot(across, u), 0.0), ws.contacts[row, LOAD], par[a + FORWARD], par[a + BACKWARD], par[a + ACROSS],
            par[a + SHAPE], par[a + SMOOTHING], par[a + EPS],
        )  # fmt: skip
        ws.contacts[row, SECANTS] = drag[0]
        ws.contacts[row, SECANTS + 1] = drag[1]
        ahead = add_scaled(u, dt, inward)
        rub = add(scale(-drag[0] * dot(along, ahead), along), scale(-drag[1] * dot(across, ahead), across))
        block = outer(dt * g, nor, dt * drag[0], along, dt * drag[1], across)
        add_point(ws.laws, law * n + k, c, add_scaled(rub, push, nor), block)


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


@kernel
def add_point(laws, row, c, force, block):
    """Add a force at offset c, and what it adds to the inertia there, to a law's row."""
    set_twist(laws, row, LAW_WRENCH, twist_add(get_twist(laws, row, LAW_WRENCH), (force, cross(c, force))))
    shifted = inertia_shift((block, ZERO_MAT, ZERO_SYM), c)
    set_inertia(laws, row, LAW_INERTIA, inertia_add(get_inertia(laws, row, LAW_INERTIA), shifted))


@kernel(inline=True)
def point_velocity(ws, k, c):
    """Velocity of the point at offset c of slice k."""
    twist = get_twist(ws.slices, k, TWIST)
    return add(twist[0], cross(twist[1], c))


@kernel(inline=True)
def reached(ws, k, c, dt):
    """Velocity that the step gives the point at offset c of slice k."""
    u, acc = point_velocity(ws, k, c), get_twist(ws.slices, k, ACCELERATION)
    a = add(add(acc[0], cross(acc[1], c)), cross(get_twist(ws.slices, k, TWIST)[1], u))
    return add_scaled(u, dt, a)


@kernel
def settle_contacts(model, dt, keep, ws):
    """Which contacts fit the accelerations, and with what load, written where `keep`.

    Returns:
        How many contacts changed, and the share by which loads changed [-].
    """
    changed, moved, total = 0, 0.0, 0.0
    par = model.law_parameters
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        a = model.laws[law].first
        u = reached(ws, k, get3(ws.contacts, row, CONTACT_OFFSET), dt)
        w = dot(get3(ws.contacts, row, NORMAL), u)
        ahead = ws.contacts[row, GAP] + dt * w
        load = -par[a + STIFFNESS] * ahead - par[a + DAMPING] * w
        active = ws.contacts[row, ACTIVE] != 0.0
        touches = load > 0.0 and (active or ahead < 0.0)
        load = load if touches else 0.0
        if touches != active:
            changed += 1
        if par[a + FORWARD] > 0.0 or par[a + BACKWARD] > 0.0 or par[a + ACROSS] > 0.0:
            moved += abs(load - ws.contacts[row, LOAD])
            total += load
        if keep:
            ws.contacts[row, ACTIVE] = 1.0 if touches else 0.0
            ws.contacts[row, LOAD] = load
    return changed, moved / total if total > 0.0 else 0.0


@kernel
def apply_contacts(model, dt, y_out, weight, ws):
    """After the solve: normal force, friction and slip of every contact as applied; their work; sums for each slice."""
    n = len(model.slices)
    work = len(y_out) - len(model.laws)
    par = model.law_parameters
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT:
            for row in range(law * n, (law + 2) * n):
                for i in range(3):
                    ws.laws[row, LAW_APPLIED + i] = 0.0
            start = model.laws[law].address * len(model.points)
            for row in range(start, start + len(model.points)):
                ws.contacts[row, NORMAL_FORCE] = 0.0
                ws.contacts[row, SLIP] = 0.0
                set3(ws.contacts, row, CONTACT_FORCE, (0.0, 0.0, 0.0))
    for i in range(1, ws.near[0, 0] + 1):
        row, k, law = ws.near[i, 0], ws.near[i, 1], ws.near[i, 2]
        if ws.contacts[row, ACTIVE] == 0.0:
            continue
        a = model.laws[law].first
        r, _, _ = slice_frame(ws.slices, k)
        nor = get3(ws.contacts, row, NORMAL)
        along = get3(ws.contacts, row, ALONG)
        across = cross(nor, along)
        u = reached(ws, k, get3(ws.contacts, row, CONTACT_OFFSET), dt)
        w, first, second = dot(nor, u), dot(along, u), dot(across, u)
        push = -par[a + STIFFNESS] * (ws.contacts[row, GAP] + dt * w) - par[a + DAMPING] * w
        rub = add(
            scale(-ws.contacts[row, SECANTS] * first, along), scale(-ws.contacts[row, SECANTS + 1] * second, across)
        )
        ws.contacts[row, NORMAL_FORCE] = push
        ws.contacts[row, SLIP] = math.sqrt(first * first + second * second)
        # by the mean velocity: all that an impact takes within one step is then in the balance
        before = dot(nor, point_velocity(ws, k, get3(ws.contacts, row, CONTACT_OFFSET)))
        y_out[work + law] += weight * dt * push * 0.5 * (before + w)
        y_out[work + law + 1] += weight * dt * dot(rub, u)
        normal_force, friction = mat_vec(r, scale(push, nor)), mat_vec(r, rub)
        set3(ws.contacts, row, CONTACT_FORCE, add(normal_force, friction))
        for j in range(3):
            ws.laws[law * n + k, LAW_APPLIED + j] += normal_force[j]
            ws.laws[(law + 1) * n + k, LAW_APPLIED + j] += friction[j]


@kernel
def contacts_differ(model, full, ws):
    """For the extrapolated step: keep the loads of the full step, or compare a half step's contacts with them.

    Returns:
        Load of the contacts that only one of the two steps has, and load of all, [N].
    """
    only, total = 0.0, 0.0
    for row in range(len(ws.contacts)):
        load = ws.contacts[row, NORMAL_FORCE]
        if full:
            ws.full_loads[row] = load
            continue
        other = ws.full_loads[row]
        if (load > 0.0) != (other > 0.0):
            only += abs(load) + abs(other)
        total += abs(load)
    return only, total
