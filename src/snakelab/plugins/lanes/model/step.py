"""Time step of a block of lanes: linearly implicit Euler, solved from the head tip to the tail end and back.

In reading order: `joint_drive` and `eliminate`, from the head tip to the tail end; `substitute`, the changes of the
velocities over the step, and `advance`, which also adds them to the state; `lane_step`, the stages of a step in their
order; `step_driven`, the loop over steps with driven joints.
"""

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.model.contact import (
    NO_CONTACT,
    WALLS,
    EndMotion,
    LastSolve,
    contact_parameters,
    corner_contact,
    ground_secants,
    query_current,
    query_proximity,
    tip_kinematics,
    wall_contact,
)
from snakelab.plugins.lanes.model.lane_model import (
    ADDED_MASS,
    DAMPING,
    DRAG_NORMAL,
    DRAG_TANGENTIAL,
    FOLLOW,
    HALF_LENGTH,
    LENGTH,
    LIMIT,
    MASS,
    NORMAL_MASS,
    RATE_GAIN,
    ROTARY_DRAG,
    ROTARY_DRAG_QUADRATIC,
    ROTARY_INERTIA,
    STIFFNESS,
    TAIL_LEVER,
    TURNING_ADDED_MASS,
    VX,
    VY,
    X,
    Y,
    new_lanes,
)
from snakelab.plugins.lanes.model.planar_world import NO_GROUND
from snakelab.plugins.lanes.vector.lane_value import any_lane, load, rows, several_lanes, store, where, zeros
from snakelab.plugins.lanes.vector.vector_type import LANES

# ----------------------------------------------------------------------------------------------------------------------
# Linearly implicit solve, from the head tip to the tail end and back: one division a link
#
# The unknowns are the changes over the step of the angular velocities, d(omega), and of the velocity of the tail end.
# For the links from i to the head they enter by a quadratic form in the change A = (A_x, A_y) of the velocity of link
# i's tail end and the change z = d(omega_{i-1}) of the link behind,
#
#     1/2 (A, z)^T [[K, g], [g^T, h]] (A, z) - b . A - e z,
#
# because the damped joint couples the two links. So a 3 x 3 block is carried from link to link, and d(omega_i) is
# eliminated from it.
#
# | symbol | name | meaning | unit | equation |
# |---|---|---|---|---|
# | K | kxx, kxy, kyy | effective mass at the tail end of link i, world axes | kg | |
# | g, h | gx, gy, h | coupling to z, effective inertia of z | kg m, kg m^2 | |
# | b, e | bx, by, e | impulses conjugate to A and z | N s, N m s | |
# | t, n | c, s | directions along and across the link | - | t = (c, s), n = (-s, c) |
# | l, L | half, length | half the link's length, and its length | m | L = 2 l |
# | V_t, V_n | vt, vn | velocity of the link's centre through the water, link frame | m/s | |
# | v_t | slip | velocity over ground along the link | m/s | t . u |
# | a_t, a_n | at, an | acceleration of the centre from rotation alone, link frame | m/s^2 | |
# | g_t, g_n | gt, gn | drag secants | N s/m | c_t (1 + \|V_t\|), c_n (1 + \|V_n\|) |
# | c_t, c_n | ct, cn | secants of ground friction | N s/m | see `contact.ground_secants` |
# | g_s | gs | secant of rotary drag | N m s | lambda_2 + lambda_3 \|omega\| |
# | M_t, M_n | mt, mn | effective masses along and across the link | kg | m + dt (g_t + c_t), m + mu_n + dt (g_n + c_n) |
# | J_t, J_n | ft, fn | impulses along and across the link over the step | N s | |
# | dt c | friction_dt | friction secant times dt, see `contact.friction_secant_dt` | kg | dt mu N_0 tanh(v_t / eps) / v_t |
# | dt N | normal_impulse | normal impulse of corners, across the link | N s | |
# | dt (B + dt K) | contact_damping | dt times the contact damping | kg | |
# | U | joint_impulse | angular impulse of the joint at the tail end | N m s | see `joint_drive` |
# | kappa | joint_damping | decrease of U per change of the joint's rate | kg m^2 | dt (D + dt K) |
# | c_x, c_y | coupling_x, coupling_y | coupling of d(omega_i) to A | kg m | |
# | I | inertia | effective inertia of d(omega_i) without the joint behind | kg m^2 | |
# | r | rhs | impulse conjugate to d(omega_i) | N m s | |
# | 1 / (I + kappa) | pivot | inverse pivot of the elimination | 1/(kg m^2) | |
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True, ordered=True)
def joint_drive(model, i, target, rate, dt, lanes):
    """Angular impulse of the joint at the tail end of link i over the step [N m s], and its decrease per change of rate
    [kg m^2].

    U = dt (clip(k (phi_{i+1} - phi_i), -limit, limit) + K (r - phi_i) + f r' - (D + dt K) phi_i'),   kappa = dt (D + dt K)
    """
    behind, ahead = i - 1 if i > 0 else 0, i + 1 if i < len(model.per_link) - 1 else i
    stiffness, limit = model.joints[i, STIFFNESS], model.joints[i, LIMIT]
    gain = model.joints[i, DAMPING] + dt * stiffness
    angle = load(lanes.angle, i)
    bend = angle - load(lanes.angle, behind)
    following = model.joints[i, FOLLOW] * (load(lanes.angle, ahead) - angle - bend)
    following = where(following < limit, following, limit)
    following = where(following > -limit, following, -limit)
    servo = stiffness * (load(target, behind) - bend) + model.joints[i, RATE_GAIN] * load(rate, behind)
    torque = following + servo - gain * (load(lanes.omega, i) - load(lanes.omega, behind))
    return dt * torque, dt * gain


@kernel(inner=True, ordered=True)
def eliminate(model, target, rate, dt, contacts, last, tip, lanes):
    """Elimination from the head tip to the tail end: of the change of each link's angular velocity.

    Args:
        model: LaneModel.
        target: Target angles of the joints, a row for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: Time step [s].
        contacts: Possible contacts, from `query_proximity`; NO_CONTACT leaves walls out.
        last: LastSolve, which determines the active contacts.
        tip: From `tip_kinematics`.
        lanes: The block.

    Returns:
        K (xx, xy, yy) [kg] and b (x, y) [N s] at the tail end, world axes.
    """
    n = len(model.per_link)
    x, y, ux, uy, ax, ay = tip
    none = zeros(dt)
    kxx, kxy, kyy, gx, gy, h, bx, by, e = none, none, none, none, none, none, none, none, none
    law, tip_friction_dt, in_contact = contact_parameters(model, dt), none, False
    if contacts > NO_CONTACT:
        slip = load(lanes.cosine, n - 1) * ux + load(lanes.sine, n - 1) * uy
        motion = EndMotion(x, y, ux, uy, slip)
        in_contact, tip_friction_dt = wall_contact(model, law, dt, n, last, motion, lanes)
        if in_contact:
            kxx, kxy, kyy, bx, by = add_wall(n, kxx, kxy, kyy, bx, by, lanes)
    for r in range(n):
        i = n - 1 - r
        half, length = model.links[i, HALF_LENGTH], model.links[i, LENGTH]
        mass, normal_mass = model.links[i, MASS], model.links[i, NORMAL_MASS]
        s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.omega, i)
        ls, lc = length * s, length * c
        # link frame: V_t = t . (u - w), V_n = n . (u - w) - l omega with u at the head end and the current w
        wx, wy = load(lanes.current_x, i), load(lanes.current_y, i)
        slip, current = c * ux + s * uy, c * wx + s * wy
        vt, vn = slip - current, c * (uy - wy) - s * (ux - wx) - half * o
        # a_t = t . a + l omega^2, a_n = n . a
        oo = o * o
        at, an = c * ax + s * ay + half * oo, c * ay - s * ax
        # drag secants, and effective masses M_t = m + dt g_t, M_n = m + mu_n + dt g_n
        gt = model.links[i, DRAG_TANGENTIAL] + model.links[i, DRAG_TANGENTIAL] * abs(vt)
        gn = model.links[i, DRAG_NORMAL] + model.links[i, DRAG_NORMAL] * abs(vn)
        gs = model.links[i, ROTARY_DRAG] + model.links[i, ROTARY_DRAG_QUADRATIC] * abs(o)
        mt, mn = mass + dt * gt, normal_mass + dt * gn
        # added momentum mu_n V_n: rotating with the link it adds mu_n omega V_n along and -mu_n omega V_t across, else
        # mu_n omega w_t across
        turning = model.links[i, TURNING_ADDED_MASS] * vn
        carried = model.links[i, ADDED_MASS] * current - model.links[i, TURNING_ADDED_MASS] * slip
        # J_t, J_n: drag, inertia of the rotational acceleration, added momentum
        ft = -dt * (gt * vt + mass * at - turning * o)
        fn = -dt * (gn * vn + normal_mass * an + carried * o)
        if len(model.ground_kind) > NO_GROUND:
            # ground friction at the link's centre, over ground: M += dt c, J -= dt c u
            un = c * uy - s * ux - half * o
            ct, cn = ground_secants(model, dt, i, slip, un)
            mt, ft, mn, fn = mt + dt * ct, ft - dt * (ct * slip), mn + dt * cn, fn - dt * (cn * un)
        if contacts > WALLS and any_lane(load(lanes.corner_bits, i) > 0.0):
            # corners: M_n += dt (B + dt K), J_n += N dt; friction: M_t += friction_dt, J_t -= friction_dt v_t
            contact_damping, normal_impulse, friction_dt = corner_contact(
                model, law, contacts >> 1, dt, i, last, EndMotion(x, y, ux, uy, slip), lanes
            )
            mn, fn, mt, ft = mn + contact_damping, fn + normal_impulse, mt + friction_dt, ft - friction_dt * slip
        # velocity and rotational acceleration of the tail end, world axes
        ux, uy, ax, ay = ux + o * ls, uy - o * lc, ax + oo * lc, ay + oo * ls
        if contacts > NO_CONTACT:
            x, y = x - lc, y - ls
            motion = EndMotion(x, y, ux, uy, slip)
            in_contact, friction_dt = wall_contact(model, law, dt, i, last, motion, lanes)
            # friction acts along the link, on which all points are equally fast
            if r == 0:
                friction_dt = friction_dt + tip_friction_dt
            mt, ft = mt + friction_dt, ft - friction_dt * slip
        joint_impulse, joint_damping = joint_drive(model, i, target, rate, dt, lanes)
        # block in (A, d(omega_i)): the link's centre moves by A + l d(omega_i) n, its head end by A + L d(omega_i) n
        arm = 0.5 * mn
        coupling_x = lc * kxy + gx - ls * (kxx + arm)
        coupling_y = gy - ls * kxy + lc * (kyy + arm)
        inertia = model.links[i, ROTARY_INERTIA] + dt * gs - half * (half * mn) + h
        inertia = inertia + lc * (coupling_y + gy) - ls * (coupling_x + gx)
        rhs = joint_impulse + e - dt * (gs * o + turning * vt) + half * fn + lc * by - ls * bx
        pivot = 1.0 / (inertia + joint_damping)
        # eliminate d(omega_i) = pivot (r + kappa z - c_x A_x - c_y A_y)
        elim_x, elim_y, elim_rhs, elim_joint = (
            coupling_x * pivot,
            coupling_y * pivot,
            rhs * pivot,
            joint_damping * pivot,
        )
        # K = M_n 1 + (M_t - M_n) t t^T + K_ahead - c c^T pivot
        anisotropy = (mt - mn) * c
        kxx, kxy, kyy = (
            kxx + (mn + anisotropy * c) - coupling_x * elim_x,
            kxy + anisotropy * s - coupling_x * elim_y,
            kyy + (mt - anisotropy * c) - coupling_y * elim_y,
        )
        gx, gy, h, e = (
            joint_damping * elim_x,
            joint_damping * elim_y,
            inertia * elim_joint,
            joint_damping * elim_rhs - joint_impulse,
        )
        bx, by = bx + (c * ft - s * fn) - coupling_x * elim_rhs, by + (s * ft + c * fn) - coupling_y * elim_rhs
        store(lanes.elim_joint, i, elim_joint)
        store(lanes.elim_x, i, elim_x)
        store(lanes.elim_y, i, elim_y)
        store(lanes.elim_rhs, i, elim_rhs)
        if in_contact:
            kxx, kxy, kyy, bx, by = add_wall(i, kxx, kxy, kyy, bx, by, lanes)
    return kxx, kxy, kyy, bx, by


@kernel(inner=True, ordered=True)
def add_wall(end, kxx, kxy, kyy, bx, by, lanes):
    """Wall contact at one end, world axes: K += D n n^T, b -= D contact_velocity n, with D = contact_damping [kg]."""
    damping, nx, ny = load(lanes.contact_damping, end), load(lanes.normal_x, end), load(lanes.normal_y, end)
    dx, dy, velocity = damping * nx, damping * ny, load(lanes.contact_velocity, end)
    kxx, kxy, kyy = kxx + dx * nx, kxy + dx * ny, kyy + dy * ny
    return kxx, kxy, kyy, bx - dx * velocity, by - dy * velocity


@kernel(inner=True, ordered=True)
def tail_change(system):
    """Change A = K^-1 b of the velocity of the tail end over the step, from the result of `eliminate` [m/s]."""
    kxx, kxy, kyy, bx, by = system
    scale = 1.0 / (kxx * kyy - kxy * kxy)
    return (kyy * bx - kxy * by) * scale, (kxx * by - kxy * bx) * scale


@kernel(inner=True, ordered=True)
def substitute_link(model, i, x, y, change, lanes):
    """Back substitution of link i: change of its angular velocity [rad/s], and of the velocity of its head end [m/s].

    `x` and `y` are the changes of the velocity of its tail end, `change` that of the angular velocity of the link behind.
    """
    # d(omega_i) = pivot (r + kappa d(omega_{i-1}) - c_x A_x - c_y A_y)
    change = (
        load(lanes.elim_rhs, i)
        + load(lanes.elim_joint, i) * change
        - load(lanes.elim_x, i) * x
        - load(lanes.elim_y, i) * y
    )
    # the head end moves by A + L d(omega_i) n
    length = model.links[i, LENGTH]
    return x - length * load(lanes.sine, i) * change, y + length * load(lanes.cosine, i) * change, change


@kernel(inner=True, ordered=True)
def substitute(model, dt, system, lanes):
    """Back substitution from the tail end to the head tip: changes of angular and end velocities, for the next solve."""
    x, y = tail_change(system)
    change = zeros(dt)
    for i in range(len(model.per_link)):
        store(lanes.delta_vx, i, x)
        store(lanes.delta_vy, i, y)
        x, y, change = substitute_link(model, i, x, y, change, lanes)
        store(lanes.delta_omega, i, change)
    store(lanes.delta_vx, len(model.per_link), x)
    store(lanes.delta_vy, len(model.per_link), y)


@kernel(inner=True, ordered=True)
def advance(model, dt, system, lanes):
    """Back substitution of the last solve, and semi-implicit update, world axes: v += dv and omega += d(omega), then
    p += dt v and theta += dt omega."""
    body, change = lanes.body, zeros(dt)
    x, y = tail_change(system)
    # velocity of the centre of mass from that of the tail end: dv = A - sum_i tail_lever_i d(omega_i) n_i
    vx, vy = load(body, VX) + x, load(body, VY) + y
    for i in range(len(model.per_link)):
        x, y, change = substitute_link(model, i, x, y, change, lanes)
        lever = model.links[i, TAIL_LEVER] * change
        vx, vy = vx + lever * load(lanes.sine, i), vy - lever * load(lanes.cosine, i)
        omega = load(lanes.omega, i) + change
        store(lanes.omega, i, omega)
        store(lanes.angle, i, load(lanes.angle, i) + dt * omega)
    store(body, VX, vx)
    store(body, VY, vy)
    store(body, X, load(body, X) + dt * vx)
    store(body, Y, load(body, Y) + dt * vy)


# ----------------------------------------------------------------------------------------------------------------------
# One time step of a block of lanes: its stages in order, and loops over steps
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True, ordered=True)
def lane_step(model, target, rate, dt, solves, query_interval, contacts, lanes):
    """One linearly implicit Euler step of sixteen snakes.

        (M + dt D + dt B^T (K_d + dt K_p) B) dv = dt (Q - dt B^T K_p B v),   v += dv,   q += dt v

    with D the secants of drag, walls and friction, and B from link angles to joint angles. Derivation: docs/batch_model.md.

    Args:
        model: LaneModel.
        target: Target angles of the joints, a row of sixteen numbers for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: Time step [s], of the model's dtype.
        solves: All but the first use the active contacts of the previous one [-].
        query_interval: Steps until the next query of walls and current, which is made now; 0 to keep the last query
            [-].
        contacts: Value returned by the last step; NO_CONTACT before the first.
        lanes: The block. Lanes are independent of each other, except for rounding: near walls a block takes another
            path.

    Returns:
        Possible contacts until the next query, as from `query_proximity`.
    """
    n = len(model.per_link)
    tip = tip_kinematics(model, lanes)
    if query_interval > 0:
        query_current(model, tip, lanes)
        contacts = query_proximity(model, dt, query_interval, tip, lanes)
    if contacts == NO_CONTACT and several_lanes(dt):  # without contact, sixteen lanes take code without its tests
        system = eliminate(model, target, rate, dt, NO_CONTACT, LastSolve(n, False), tip, lanes)
    else:
        first_known = n + 1
        if n >= 2 and contacts > NO_CONTACT:
            first_known = estimate_changes(model, target, rate, dt, tip, lanes)
        system = eliminate(model, target, rate, dt, contacts, LastSolve(first_known, False), tip, lanes)
        for _ in range(1, solves if contacts > NO_CONTACT else 1):
            substitute(model, dt, system, lanes)
            system = eliminate(model, target, rate, dt, contacts, LastSolve(0, True), tip, lanes)
    advance(model, dt, system, lanes)
    return contacts


@kernel(inner=True, ordered=True)
def estimate_changes(model, target, rate, dt, tip, lanes):
    """Estimate of the changes at the head, from which the first solve determines the active contacts.

    The two links at the head, a (head) and b, move as a double pendulum about the joint behind them, which is at rest;
    their joints and the drag across them act:

        [[I_aa, I_ab], [I_ab, I_bb]] (d(omega_a), d(omega_b)) = (r_a, r_b).

    Returns:
        The number of the first link that moves, b.
    """
    a, b = len(model.per_link) - 1, len(model.per_link) - 2
    half_a, half_b, length = model.links[a, HALF_LENGTH], model.links[b, HALF_LENGTH], model.links[b, LENGTH]
    sa, ca, sb, cb = load(lanes.sine, a), load(lanes.cosine, a), load(lanes.sine, b), load(lanes.cosine, b)
    # M_n = m + mu_n + dt g_n and the drag impulse -dt g_n V_n across each link
    _, _, ux, uy, _, _ = tip
    mn_a, fn_a = normal_drag(model, dt, a, ux, uy, lanes)
    o = model.links[a, LENGTH] * load(lanes.omega, a)
    mn_b, fn_b = normal_drag(model, dt, b, ux + o * sa, uy - o * ca, lanes)
    impulse_a, damping_a = joint_drive(model, a, target, rate, dt, lanes)
    impulse_b, damping_b = joint_drive(model, b, target, rate, dt, lanes)
    # lever of link b's head end across link a [m]; I_aa, I_ab, I_bb [kg m^2]
    arm = length * (ca * cb + sa * sb)
    inertia_aa = (model.links[a, ROTARY_INERTIA] + damping_a) + half_a * half_a * mn_a
    inertia_ab = half_a * (mn_a * arm) - damping_a
    mass = model.links[a, MASS]
    inertia_bb = (
        model.links[b, ROTARY_INERTIA] + (damping_a + damping_b) + length * length * mass
    ) + half_b * half_b * mn_b
    inertia_bb = inertia_bb + (mn_a - mass) * (arm * arm)
    rhs_a, rhs_b = impulse_a + half_a * fn_a, impulse_b - impulse_a + half_b * fn_b + arm * fn_a
    # Cramer's rule
    scale = 1.0 / (inertia_aa * inertia_bb - inertia_ab * inertia_ab)
    change_a, change_b = (
        (inertia_bb * rhs_a - inertia_ab * rhs_b) * scale,
        (inertia_aa * rhs_b - inertia_ab * rhs_a) * scale,
    )
    store(lanes.delta_omega, a, change_a)
    store(lanes.delta_omega, b, change_b)
    # ends, world axes: the tail end of b is at rest, each head end moves by L d(omega) n more
    x, y = -(length * sb) * change_b, (length * cb) * change_b
    store(lanes.delta_vx, b, zeros(dt))
    store(lanes.delta_vy, b, zeros(dt))
    store(lanes.delta_vx, a, x)
    store(lanes.delta_vy, a, y)
    length = model.links[a, LENGTH]
    store(lanes.delta_vx, a + 1, x - (length * sa) * change_a)
    store(lanes.delta_vy, a + 1, y + (length * ca) * change_a)
    return b


@kernel(inner=True, ordered=True)
def normal_drag(model, dt, i, ux, uy, lanes):
    """Effective mass [kg] across link i, and impulse of drag and ground friction [N s].

    (ux, uy) is the velocity of its head end, world axes [m/s].
    """
    s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.omega, i)
    # V_n = n . (u - w) - l omega,   g_n = c_n (1 + |V_n|)
    vn = c * (uy - load(lanes.current_y, i)) - s * (ux - load(lanes.current_x, i)) - model.links[i, HALF_LENGTH] * o
    gn = model.links[i, DRAG_NORMAL] + model.links[i, DRAG_NORMAL] * abs(vn)
    mn, fn = model.links[i, NORMAL_MASS] + dt * gn, -dt * (gn * vn)
    if len(model.ground_kind) > NO_GROUND:
        un = c * uy - s * ux - model.links[i, HALF_LENGTH] * o
        _, cn = ground_secants(model, dt, i, c * ux + s * uy, un)
        mn, fn = mn + dt * cn, fn - dt * (cn * un)
    return mn, fn


@kernel(ordered=True)
def step_driven(model, joints, target, rate, dt, solves, query_interval, states):
    """Advance sixteen states by some steps, with inputs to some joints.

    Args:
        model: LaneModel.
        joints: Numbers of the joints with an input, shape (m,); the target of the others is straight.
        target: Their angles at each step, shape (n_steps, m, 16), [rad].
        rate: Their rates, likewise [rad/s].
        dt: Time step [s], of the model's dtype.
        solves: In each step, see `lane_step` [-].
        query_interval: Steps from one query of walls and current to the next [-].
        states: The first entry holds the initial states, one row per lane as `state_row` makes them; the others are
            filled with the states after equal numbers of steps, shape (1 + n_samples, 16, 2 n + 4).
    """
    lanes = new_lanes(dt, model.per_link)
    targets, rates = rows(dt, model.per_link), rows(dt, model.per_link)
    clear_inputs(model, targets, rates)
    read_states(model, states[0], lanes)
    contacts, n_samples = np.int32(NO_CONTACT), len(states) - 1
    steps_per_sample = len(target) // n_samples
    for k in range(n_samples * steps_per_sample):
        for m in range(len(joints)):
            for w in range(LANES):
                targets[joints[m], w] = target[k, m, w]
                rates[joints[m], w] = rate[k, m, w]
        query = query_interval if k % query_interval == 0 else 0
        contacts = lane_step(model, targets, rates, dt, solves, query, contacts, lanes)
        if (k + 1) % steps_per_sample == 0:
            write_states(model, lanes, states[(k + 1) // steps_per_sample])


@kernel(inner=True, ordered=True)
def read_states(model, states, lanes):
    """Fill a block with sixteen states, one row each."""
    n = len(model.per_link)
    for w in range(LANES):
        for i in range(n):
            lanes.angle[i, w] = states[w, i]
            lanes.omega[i, w] = states[w, n + i]
        for row in range(4):
            lanes.body[row, w] = states[w, 2 * n + row]


@kernel(inner=True, ordered=True)
def write_states(model, lanes, states):
    """Write the states of a block, one row each."""
    n = len(model.per_link)
    for w in range(LANES):
        for i in range(n):
            states[w, i] = lanes.angle[i, w]
            states[w, n + i] = lanes.omega[i, w]
        for row in range(4):
            states[w, 2 * n + row] = lanes.body[row, w]


@kernel(inner=True, ordered=True)
def clear_inputs(model, targets, rates):
    """Set targets and rates of all joints to zero: straight and at rest."""
    for i in range(len(model.per_link)):
        store(targets, i, 0.0)
        store(rates, i, 0.0)
