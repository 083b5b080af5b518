"""One time step of a block of lanes: its stages in order, and loops over steps."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import LANES, load, rows, store, zeros
from snakelab.planar_batch.dynamics.contact import LastSolve
from snakelab.planar_batch.dynamics.ground import ground_secants
from snakelab.planar_batch.dynamics.kinematics import query_current, tip_kinematics
from snakelab.planar_batch.dynamics.lane_model import (
    DRAG_NORMAL,
    HALF_LENGTH,
    LENGTH,
    MASS,
    NORMAL_MASS,
    ROTARY_INERTIA,
    new_lanes,
)
from snakelab.planar_batch.dynamics.proximity import NO_CONTACT, query_proximity
from snakelab.planar_batch.dynamics.solve import advance, joint_drive, solve
from snakelab.planar_batch.world.ground_friction import NO_GROUND


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
    if contacts == NO_CONTACT:
        solve(model, target, rate, dt, NO_CONTACT, LastSolve(n, False), tip, lanes)
    else:
        first_known = n + 1 if n < 2 else estimate_changes(model, target, rate, dt, tip, lanes)
        solve(model, target, rate, dt, contacts, LastSolve(first_known, False), tip, lanes)
        for _ in range(1, solves):
            solve(model, target, rate, dt, contacts, LastSolve(0, True), tip, lanes)
    advance(model, dt, lanes)
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
    for i in range(len(model.per_link) + 1):
        store(targets, i, 0.0)
        store(rates, i, 0.0)
