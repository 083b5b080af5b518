"""Contact kernels: walls at the ends of a snake, and corners at its links; the law is that of `world.contact_law`.

| symbol | meaning | unit | equation |
|---|---|---|---|
| gap | signed distance from the wall's plane or the corner, negative inside | m | see `proximity` |
| w | velocity out of the wall before the step (`speed`) | m/s | n . u |
| dw | change of w over the step (`change`) | m/s | n . delta u |
| B, K | contact damping and stiffness | N s/m, N/m | |
| gain | contact damping with the implicit part of the stiffness | N s/m | B + dt K |
| N | implicit normal force, positive out of the wall | N | -K (gap + dt (w + dw)) - B (w + dw) |
| contact | active set, by the change of the last solve | | N > 0 and (gap + dt (w + dw) < 0, or in contact before) |
| N_0 | normal force of the present state (`normal_force`), for friction | N | max(0, -K gap - B w) where gap < 0 |
| v_t | slip: velocity along the link | m/s | t . u |
| dt c | friction secant times dt (`friction_dt`) | kg | c = mu N_0 tanh(\\|v_t\\| / eps) / \\|v_t\\| |
| | friction impulse | N s | -dt c (v_t + dv_t) |
"""

from typing import Any, NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import any_lane, convert, load, store, where, zeros
from snakelab.compiling.vector.elementary import tanh_over_x
from snakelab.planar_batch.dynamics.lane_model import (
    ALONG_LINK,
    CONTACT_DAMPING,
    CONTACT_STIFFNESS,
    CORNER_REACH,
    FRICTION,
    HALF_LENGTH,
    PER_EPS,
)
from snakelab.planar_batch.dynamics.proximity import corner_bit


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
