"""Kernels of contact and friction of a block of lanes: kinematics, proximity query, walls, corners and ground.

In reading order: `tip_kinematics` and `query_current`; `query_proximity`, which finds the walls and corners within
reach; `wall_contact` and `corner_contact`; `ground_secants`. Their results enter the solve of `step`.
"""

from typing import Any, NamedTuple

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.model.lane_model import (
    ALONG_LINK,
    CONTACT_DAMPING,
    CONTACT_STIFFNESS,
    CORNER_REACH,
    CURRENT_X,
    CURRENT_Y,
    DRY_BACKWARD,
    DRY_NORMAL,
    DRY_TANGENTIAL,
    FRICTION,
    GROUND_PER_EPS,
    HALF_LENGTH,
    LAST_COLUMN,
    LAST_ROW,
    LENGTH,
    ORIGIN_X,
    ORIGIN_Y,
    PER_EPS,
    PER_SPACING,
    REACH,
    TIP_LEVER,
    VISCOUS_BACKWARD,
    VISCOUS_NORMAL,
    VISCOUS_TANGENTIAL,
    VX,
    VY,
    X,
    Y,
)
from snakelab.plugins.lanes.model.planar_world import DRY
from snakelab.plugins.lanes.vector.lane_value import (
    any_lane,
    convert,
    floor,
    gather_four,
    gather_pair,
    load,
    sine_cosine,
    sqrt,
    store,
    tanh_over_x,
    where,
    zeros,
)
from snakelab.worlds.friction import ALONG_SLIP, ELLIPTIC, PER_AXIS, RATIONAL, SHAPES, SQRT

# ----------------------------------------------------------------------------------------------------------------------
# Kinematics of a block: angles, head tip, and the current at the links
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | theta_k, omega_k | angle of link k from the world's x axis, its rate | rad, rad/s | |
# | p, v | centre of mass and its velocity, world axes | m, m/s | |
# | P_tip | head tip | m | p + sum_k lever_k (cos theta_k, sin theta_k) |
# | u | velocity of the head tip | m/s | v + sum_k lever_k omega_k (-sin theta_k, cos theta_k) |
# | a | acceleration of the head tip from rotation alone | m/s^2 | -sum_k lever_k omega_k^2 (cos theta_k, sin theta_k) |
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True, ordered=True)
def tip_kinematics(model, lanes):
    """Sines and cosines of all links; position, velocity and rotational acceleration of the head tip, world axes.

    The other ends follow from the tip, link by link.

    Returns:
        x, y [m], u_x, u_y [m/s], a_x, a_y [m/s^2].
    """
    x, y, ux, uy = load(lanes.body, X), load(lanes.body, Y), load(lanes.body, VX), load(lanes.body, VY)
    ax, ay = zeros(model.world[0]), zeros(model.world[0])
    for i in range(len(model.per_link)):
        s, c = sine_cosine(load(lanes.angle, i))
        store(lanes.sine, i, s)
        store(lanes.cosine, i, c)
        o = load(lanes.omega, i)
        s, c = model.links[i, TIP_LEVER] * s, model.links[i, TIP_LEVER] * c
        x, y = x + c, y + s
        ux, uy = ux - o * s, uy + o * c
        ax, ay = ax - o * o * c, ay - o * o * s
    return x, y, ux, uy, ax, ay


@kernel(inner=True, ordered=True)
def query_current(model, tip, lanes):
    """Current at the centre of each link [m/s], world axes: that of the nearest grid point, or the uniform one."""
    n = len(model.per_link)
    if len(model.current) == 0:
        for i in range(n):
            store(lanes.current_x, i, model.law[CURRENT_X])
            store(lanes.current_y, i, model.law[CURRENT_Y])
        return
    per, columns = model.world[PER_SPACING], np.int32(model.columns)
    x, y = tip[0], tip[1]
    for r in range(n):
        i = n - 1 - r
        # from the head end of link i by half a link to its centre (half_x, half_y) [m]
        half_x, half_y = (
            model.links[i, HALF_LENGTH] * load(lanes.cosine, i),
            model.links[i, HALF_LENGTH] * load(lanes.sine, i),
        )
        column = clamp((x - half_x - model.world[ORIGIN_X]) * per + 0.5, model.columns - 1)
        row = clamp((y - half_y - model.world[ORIGIN_Y]) * per + 0.5, model.rows - 1)
        index = (convert(row, columns) * columns + convert(column, columns)) * 2
        wx, wy = gather_pair(model.current, index)
        store(lanes.current_x, i, wx)
        store(lanes.current_y, i, wy)
        x, y = x - half_x - half_x, y - half_y - half_y


@kernel(inner=True, ordered=True)
def clamp(value, maximum):
    """Value limited to the range from zero to `maximum`; NaN becomes zero."""
    value = where(value > 0.0, value, 0.0)
    return where(value < maximum, value, maximum)


# ----------------------------------------------------------------------------------------------------------------------
# Proximity query: planes that represent the walls near the ends, and corners within reach of the links
#
# A query is made every `query_interval` steps; its planes and corner bits are used until the next one.
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | phi(r) | signed distance of the walls, positive in free water, bilinear on the grid | m | |
# | n_e | unit normal of the plane at end e, out of the wall | - | grad phi / sqrt(\|grad phi\|^2 + 1e-12) |
# | gap | distance of end e from its plane | m | n_e . r + offset, offset = phi(r_0) - n_e . r_0 at the query |
# | T | time until the next query | s | query_interval dt |
# | travel | bound on the path of the centre of mass until then | m | T (\|v_x\| + \|v_y\|) |
# ----------------------------------------------------------------------------------------------------------------------

# Result of a query: no contact is possible, or ends may touch walls; plus twice the bits of the corners that links may
# meet.
NO_CONTACT, WALLS = range(2)
# Distance of the walls in open water, and plane offset in lanes that are far from walls [m].
NO_WALL = 1e3


@kernel(inner=True, ordered=True)
def query_proximity(model, dt, query_interval, tip, lanes):
    """Planes of the walls near the ends, and the corners that links may meet until the next query.

    Where no lane can touch a wall, nothing is computed. A lane that is far from walls by itself gets no planes either,
    so that its motion does not depend on its neighbours, except for rounding.

    Args:
        model: LaneModel.
        dt: Time step [s].
        query_interval: Steps until the next query [-].
        tip: From `tip_kinematics`.
        lanes: The block.

    Returns:
        NO_CONTACT, or WALLS plus twice the bits of the corners that links may meet.
    """
    if len(model.distances) == 0:
        return np.int32(NO_CONTACT)
    duration = query_interval * dt
    # however the snake bends, no point is farther than REACH from the centre of mass: no contact while phi - REACH >
    # travel
    travel = duration * (abs(load(lanes.body, VX)) + abs(load(lanes.body, VY)))
    gap, _, _ = signed_distance(model, load(lanes.body, X), load(lanes.body, Y))
    near = gap - model.world[REACH] - travel <= 0.0
    if not any_lane(near):
        return np.int32(NO_CONTACT)
    query_walls(model, near, tip, lanes)
    which = corners_in_reach(model, travel, near, lanes)
    if which != 0 and query_corners(model, duration, which, near, tip, lanes):
        return np.int32(WALLS) + 2 * which
    return np.int32(WALLS)


@kernel(inner=True, ordered=True)
def signed_distance(model, x, y):
    """Signed distance phi at a point, bilinear in its cell, and its growth over one grid spacing along x and y, [m]."""
    per, columns = model.world[PER_SPACING], np.int32(model.columns)
    u = clamp((x - model.world[ORIGIN_X]) * per, model.world[LAST_COLUMN])
    v = clamp((y - model.world[ORIGIN_Y]) * per, model.world[LAST_ROW])
    low_u, low_v = floor(u), floor(v)
    u, v = u - low_u, v - low_v
    index = convert(low_v, columns) * columns + convert(low_u, columns)
    h00, h01, h10, h11 = gather_four(model.distances, index + index)
    # phi = h00 + u slope_x + v slope_y + u v twist, with the last two joined
    slope_x, slope_y = h10 - h00, h01 - h00
    twist = (h11 - h01) - slope_x
    slope_y = slope_y + u * twist
    return h00 + u * slope_x + v * slope_y, slope_x + v * twist, slope_y


@kernel(inner=True, ordered=True)
def query_walls(model, near, tip, lanes):
    """Plane of the wall nearest to the tail end, to each joint and to the head tip, in lanes near walls; world axes."""
    per = model.world[PER_SPACING]
    regular = 1e-12 / (per * per)
    x, y = tip[0], tip[1]
    for r in range(len(model.per_link) + 1):
        end = len(model.per_link) - r
        gap, nx, ny = signed_distance(model, x, y)
        # n = grad phi / |grad phi|, regularised where the slope vanishes
        size = 1.0 / sqrt(nx * nx + ny * ny + regular)
        nx, ny = nx * size, ny * size
        store(lanes.plane_x, end, nx)
        store(lanes.plane_y, end, ny)
        store(lanes.plane_offset, end, where(near, gap - nx * x - ny * y, NO_WALL))
        if end > 0:
            length = model.links[end - 1, LENGTH]
            x, y = x - length * load(lanes.cosine, end - 1), y - length * load(lanes.sine, end - 1)


@kernel(inner=True, ordered=True)
def corners_in_reach(model, travel, near, lanes):
    """Bits of the corners that in any lane may touch the snake while its centre of mass travels so far [m]."""
    which, within = np.int32(0), model.world[REACH] + model.world[CORNER_REACH] + travel
    for corner in range(len(model.corners)):
        x, y = load(lanes.body, X) - model.corners[corner, 0], load(lanes.body, Y) - model.corners[corner, 1]
        if any_lane(near & (x * x + y * y <= within * within)):
            which |= corner_bit(corner)
    return which


@kernel(inner=True, ordered=True)
def corner_bit(corner):
    """Bit of a corner: float32 represents 24 bits exactly; further corners share the last."""
    return np.int32(1) << np.int32(corner if corner < 23 else 23)


@kernel(inner=True, ordered=True)
def query_corners(model, duration, which, near, tip, lanes):
    """Corners, of those in `which`, that each link may meet within a duration [s]; returns whether there is any."""
    none = zeros(model.world[0])
    x, y, ux, uy, any_near = tip[0], tip[1], tip[2], tip[3], none > 0.0
    for r in range(len(model.per_link)):
        i = len(model.per_link) - 1 - r
        half = model.links[i, HALF_LENGTH]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.omega, i)
        s, c = half * s, half * c
        # centre of the link, world axes [m, m/s]
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
        # link frame, all lengths times half: way at the present speed, and a margin of an eighth of a link for its
        # change
        margin, bits = 0.25 * half, zeros(np.int32(0))
        bound_across = half * (model.world[CORNER_REACH] + margin) + duration * abs(c * uy - s * ux)
        bound_along = half * (half + margin) + duration * abs(c * ux + s * uy)
        for corner in range(len(model.corners)):
            if which & corner_bit(corner):
                away_x, away_y = model.corners[corner, 0] - x, model.corners[corner, 1] - y
                reached = (
                    near
                    & (abs(c * away_y - s * away_x) <= bound_across)
                    & (abs(c * away_x + s * away_y) <= bound_along)
                )
                bits = bits | where(reached, zeros(np.int32(0)) + corner_bit(corner), 0)
        any_near = any_near | (bits != 0)
        store(lanes.corner_bits, i, convert(bits, model.world[0]))
        x, y, ux, uy = x - c, y - s, ux + o * s, uy - o * c
    return any_lane(any_near)


# ----------------------------------------------------------------------------------------------------------------------
# Contact kernels: walls at the ends of a snake, and corners at its links; the law is that of `planar_world.WallLaw`
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | gap | signed distance from the wall's plane or the corner, negative inside | m | see `query_proximity` |
# | w | velocity out of the wall before the step (`speed`) | m/s | n . u |
# | dw | change of w over the step (`change`) | m/s | n . delta u |
# | B, K | contact damping and stiffness | N s/m, N/m | |
# | gain | contact damping with the implicit part of the stiffness | N s/m | B + dt K |
# | N | implicit normal force, positive out of the wall | N | -K (gap + dt (w + dw)) - B (w + dw) |
# | contact | active set, by the change of the last solve | | N > 0 and (gap + dt (w + dw) < 0, or in contact before) |
# | N_0 | normal force of the present state (`normal_force`), for friction | N | max(0, -K gap - B w) where gap < 0 |
# | v_t | slip: velocity along the link | m/s | t . u |
# | dt c | friction secant times dt (`friction_dt`) | kg | c = mu N_0 tanh(\|v_t\| / eps) / \|v_t\| |
# | | friction impulse | N s | -dt c (v_t + dv_t) |
# ----------------------------------------------------------------------------------------------------------------------


class LastSolve(NamedTuple):
    """Results of the last solve, from which the next determines the active contacts.

    Attributes:
        first_known: First link or end for which it gave changes [-].
        walls_known: True if it included contacts with walls; an end in contact then remains so until N is zero.
    """

    first_known: int
    walls_known: bool


class EndMotion(NamedTuple):
    """Motion of the end of a link.

    Attributes:
        x, y: Position, world axes [m].
        ux, uy: Velocity, world axes [m/s].
        slip: Velocity along the link [m/s].
    """

    x: Any
    y: Any
    ux: Any
    uy: Any
    slip: Any


@kernel(inner=True, ordered=True)
def contact_parameters(model, dt):
    """Numbers of the contact law that are equal for all ends.

    Returns:
        K [N/m], B [N s/m], gain = B + dt K [N s/m], K / gain [1/s]; dt mu / eps [s^2/m] and 1 / eps [s/m] of friction;
        True if the contact normal is that of the link.
    """
    k, d, per_eps = model.law[CONTACT_STIFFNESS], model.law[CONTACT_DAMPING], model.law[PER_EPS]
    gain = d + dt * k
    return k, d, gain, k / gain, dt * model.law[FRICTION] * per_eps, per_eps, model.world[ALONG_LINK] > 0.0


@kernel(inner=True, ordered=True)
def wall_contact(model, law, dt, end, last, motion, lanes):
    """Contact of one end with its plane, active according to the velocity of the last solve.

    Args:
        model: LaneModel.
        law: From `contact_parameters`.
        dt: Time step [s].
        end: From 0, the tail end, to n, the head tip [-].
        last: LastSolve.
        motion: EndMotion.
        lanes: The block. Writes `contact_damping`, and where any lane is in contact `normal_x`, `normal_y` and
            `contact_velocity`.

    Returns:
        True if any lane is in contact; friction secant times dt of each lane [kg].
    """
    none, (k, d, gain, k_per_gain, _, _, link_normal) = zeros(dt), law
    x, y, ux, uy, slip = motion
    # gap = n . r + offset
    nx, ny = load(lanes.plane_x, end), load(lanes.plane_y, end)
    gap = nx * x + ny * y + load(lanes.plane_offset, end)
    if link_normal:
        # normal of the link, on the wall's side
        i = end if end < len(model.per_link) else end - 1
        s, c = load(lanes.sine, i), load(lanes.cosine, i)
        side = where(c * ny - s * nx >= 0.0, none + 1.0, -1.0)
        nx, ny = -side * s, side * c
    # w, and w + dw
    speed = nx * ux + ny * uy
    speed_after = speed
    if end >= last.first_known:
        speed_after = speed + nx * load(lanes.delta_vx, end) + ny * load(lanes.delta_vy, end)
    # N > 0, divided by -gain; gap + dt (w + dw) < 0
    active, inside = k_per_gain * gap + speed_after < 0.0, gap + dt * speed_after < 0.0
    if last.walls_known:
        inside = inside | (load(lanes.contact_damping, end) > 0.0)
    active = active & inside
    in_contact, friction_dt = any_lane(active), none
    store(lanes.contact_damping, end, where(active, none + dt * gain, 0.0))
    if in_contact:
        store(lanes.normal_x, end, nx)
        store(lanes.normal_y, end, ny)
        store(lanes.contact_velocity, end, speed + k_per_gain * gap)
        normal_force = where(active & (gap < 0.0), -k * gap - d * speed, 0.0)
        friction_dt = friction_secant_dt(law, dt, normal_force, slip)
    return in_contact, friction_dt


@kernel(inner=True, ordered=True)
def friction_secant_dt(law, dt, normal_force, slip):
    """Friction secant times dt [kg]: dt mu N_0 tanh(|v_t| / eps) / |v_t|, where N_0 > 0 [N]."""
    _, _, _, _, friction_scale, per_eps, _ = law
    return friction_scale * where(normal_force > 0.0, normal_force, 0.0) * tanh_over_x(abs(slip) * per_eps, dt)


@kernel(inner=True, ordered=True)
def corner_contact(model, law, which, dt, i, last, motion, lanes):
    """Contact of link i with the corners within reach; a corner acts on the link's centre, across the link.

    Args:
        model: LaneModel.
        law: From `contact_parameters`.
        which: Bits of the corners that any link may meet.
        dt: Time step [s].
        i: Link [-].
        last: LastSolve.
        motion: EndMotion of its head end.
        lanes: The block.

    Returns:
        dt times the contact damping across the link [kg], normal impulse across it over the step [N s], friction secant
        times dt [kg].
    """
    none, (k, d, gain, _, _, _, _) = zeros(dt), law
    x, y, ux, uy, slip = motion
    half, bits = model.links[i, HALF_LENGTH], convert(load(lanes.corner_bits, i), np.int32(0))
    s, c = load(lanes.sine, i), load(lanes.cosine, i)
    # centre of the link, world axes; its velocity across the link, and the change of that
    x, y = x - half * c, y - half * s
    across_v = c * uy - s * ux - half * load(lanes.omega, i)
    change = none
    if i >= last.first_known:
        change = c * load(lanes.delta_vy, i) - s * load(lanes.delta_vx, i) + half * load(lanes.delta_omega, i)
    damping_dt, impulse, normal_force = none, none, none
    for corner in range(len(model.corners)):
        if which & corner_bit(corner):
            # corner in the link frame: gap = |across| - reach, w = side across_v
            away_x, away_y = model.corners[corner, 0] - x, model.corners[corner, 1] - y
            across = c * away_y - s * away_x
            gap = abs(across) - model.world[CORNER_REACH]
            side = where(across >= 0.0, none - 1.0, 1.0)
            speed = side * across_v
            # -N before the change: K gap + (B + dt K) w; active while N > 0 after it
            minus_force = k * gap + gain * speed
            active = (bits & corner_bit(corner)) != 0
            active = (
                active
                & (gap < 0.0)
                & (abs(c * away_x + s * away_y) <= half)
                & (minus_force + gain * (side * change) < 0.0)
            )
            present_force = where(active, -k * gap - d * speed, 0.0)
            damping_dt = damping_dt + where(active, none + dt * gain, 0.0)
            impulse = impulse - where(active, dt * (side * minus_force), 0.0)
            normal_force = normal_force + where(present_force > 0.0, present_force, 0.0)
    return damping_dt, impulse, friction_secant_dt(law, dt, normal_force, slip)


# ----------------------------------------------------------------------------------------------------------------------
# Ground friction at link centres as secants in addition to those of drag; laws and parameters are those of
# `worlds.friction`
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | u_t, u_n | velocity of a link's centre over ground, along and across it | m/s | |
# | F_t, F_n | sliding forces, mu N; F_t by the sign of u_t | N | |
# | s(x) | smoothing | - | tanh x, x / sqrt(1 + x^2) or x / (1 + x) |
# | k(w) | secant of the smoothing | s/m | s(w / eps) / w |
# | c_t, c_n | secants: the force is -c_t u_t along and -c_n u_n across the link | N s/m | viscous m C, plus dry by shape |
# | | per axis | | F_t k(\|u_t\|), F_n k(\|u_n\|) |
# | | elliptic | | F_t^2 k(w) / F, F_n^2 k(w) / F with F = max(F_t, F_n), w = sqrt(F_t^2 u_t^2 + F_n^2 u_n^2) / F |
# | | weighted slip | | F_t k(\|u\|), F_n k(\|u\|) |
# | | along slip | | both (F_t u_t^2 + F_n u_n^2) k(\|u\|) / \|u\|^2; at rest as weighted slip |
# ----------------------------------------------------------------------------------------------------------------------

N_SHAPES = len(SHAPES)


@kernel(inner=True, ordered=True)
def ground_secants(model, dt, i, ut, un):
    """Secants of ground friction along and across link i [N s/m].

    Args:
        model: LaneModel.
        dt: Time step, of the model's dtype.
        i: Link [-].
        ut: Velocity of its centre along it [m/s].
        un: Across it [m/s].
    """
    none, moves_forward = zeros(dt), ut >= 0.0
    ct = where(moves_forward, none + model.ground[i, VISCOUS_TANGENTIAL], model.ground[i, VISCOUS_BACKWARD])
    cn = none + model.ground[i, VISCOUS_NORMAL]
    if len(model.ground_kind) >= DRY:
        tangential = where(moves_forward, none + model.ground[i, DRY_TANGENTIAL], model.ground[i, DRY_BACKWARD])
        dry_t, dry_n = dry_secants(model, dt, i, ut, un, tangential, none + model.ground[i, DRY_NORMAL])
        ct, cn = ct + dry_t, cn + dry_n
    return ct, cn


@kernel(inner=True, ordered=True)
def dry_secants(model, dt, i, ut, un, tangential, normal):
    """Secants of dry friction along and across link i [N s/m], from the sliding forces [N]."""
    shape = model.dry_law % N_SHAPES
    if shape == PER_AXIS:
        return tangential * smoothed(model, dt, i, abs(ut)), normal * smoothed(model, dt, i, abs(un))
    if shape == ELLIPTIC:
        maximum = where(tangential > normal, tangential, normal)
        per_most = 1.0 / where(maximum > 0.0, maximum, 1.0)
        wt, wn = tangential * ut, normal * un
        secant = per_most * smoothed(model, dt, i, per_most * sqrt(wt * wt + wn * wn))
        return secant * (tangential * tangential), secant * (normal * normal)
    first, second = ut * ut, un * un
    total = first + second
    secant = smoothed(model, dt, i, sqrt(total))
    if shape == ALONG_SLIP:
        moving = total > 0.0
        mean = (tangential * first + normal * second) / where(moving, total, 1.0)
        tangential, normal = where(moving, mean, tangential), where(moving, mean, normal)
    return secant * tangential, secant * normal


@kernel(inner=True, ordered=True)
def smoothed(model, dt, i, speed):
    """Secant of the smoothing, s(speed / eps) / speed [s/m]."""
    smoothing, per_eps = model.dry_law // N_SHAPES, model.ground[i, GROUND_PER_EPS]
    x = speed * per_eps
    if smoothing == SQRT:
        return per_eps / sqrt(1.0 + x * x)
    if smoothing == RATIONAL:
        return per_eps / (1.0 + x)
    return per_eps * tanh_over_x(x, dt)
