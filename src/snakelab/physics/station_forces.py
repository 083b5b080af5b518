"""Forces on stations: thrust of propellers, mass, gravity, and the laws of the media."""

from snakelab.geometry.spatial import (
    NO_INERTIA,
    ZERO,
    add,
    add_scaled,
    body_inertia,
    cross,
    dot,
    get9,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    inertia_shift,
    mat_t_vec,
    mat_vec,
    scale,
    set3,
    set9,
    set_twist,
    sub,
    sym_vec,
    twist_add,
    twist_dot,
    twist_out,
    twist_scale,
    twist_shift,
    twist_sub,
    wrench_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_kernel
from snakelab.physics.columns import (
    APPLY_COUPLINGS,
    BRANCH_INERTIA,
    BRANCH_WRENCH,
    FIRST_LAW_WORK,
    FORCE,
    GRAVITY_WORK,
    PROPELLER_WORK,
    TARGET,
    Q,
    com_of,
    inertia_of,
)
from snakelab.physics.contacts import apply_contacts, contact_forces
from snakelab.physics.user_laws import user_law_on_station
from snakelab.robots.actuators import lag
from snakelab.robots.link import thrust_of
from snakelab.worlds.force_law import (
    ACCELERATION,
    CONTACT,
    CONTACT_FRICTION,
    COUPLING_LAW,
    EXTERNAL,
    FLUID,
    LAW_APPLIED,
    LAW_INERTIA,
    LAW_WRENCH,
    POSITION,
    ROTATION,
    TWIST,
    USER,
    WRENCH,
    gravity_of,
    station_frame,
)
from snakelab.worlds.world import law_on_stations

# ----------------------------------------------------------------------------------------------------------------------
# Propellers: lagged thrust, as a wrench on the station on which each is mounted
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def thrusts(model, y, dt, ws):
    """Thrust of every propeller at the end of the step, written to its row [N]."""
    nv = len(model.coordinates)
    for i in range(len(model.propellers)):
        c = model.propellers[i]
        z = lag(y[Q + 3 * nv + i], ws.coordinates[nv + i, TARGET], c.time_constant, dt)
        ws.coordinates[nv + i, FORCE] = thrust_of(
            z, c.gain, c.min_thrust, c.max_thrust, model.curves, c.curve, c.n_curve
        )


@kernel(inline=True)
def thrust_wrench(c, thrust):
    """Wrench of a propeller about the centre of mass of its station: (d, o x d + torque_ratio d) thrust."""
    d = (c.direction[0], c.direction[1], c.direction[2])
    o = (c.offset[0], c.offset[1], c.offset[2])
    return scale(thrust, d), scale(thrust, add_scaled(cross(o, d), c.torque_ratio, d))


@kernel
def add_thrusts(model, ws):
    """Subtract the wrench of every propeller from the bias wrench of its station."""
    nv = len(model.coordinates)
    for i in range(len(model.propellers)):
        c = model.propellers[i]
        wrench = thrust_wrench(c, ws.coordinates[nv + i, FORCE])
        set_twist(ws.stations, c.station, WRENCH, twist_sub(get_twist(ws.stations, c.station, WRENCH), wrench))


@kernel
def apply_thrusts(model, dt, y_out, weight, ws):
    """Add the propellers' work on the body over the step after the solve. Arguments as `apply_station_forces`."""
    nv = len(model.coordinates)
    work = len(y_out) - FIRST_LAW_WORK - len(model.laws)
    for i in range(len(model.propellers)):
        c = model.propellers[i]
        _, _, twist = station_frame(ws.stations, c.station)
        acc = get_twist(ws.stations, c.station, ACCELERATION)
        reached = (
            add_scaled(add_scaled(twist[0], dt, acc[0]), dt, cross(twist[1], twist[0])),
            add_scaled(twist[1], dt, acc[1]),
        )
        wrench = thrust_wrench(c, ws.coordinates[nv + i, FORCE])
        y_out[work + PROPELLER_WORK] += weight * dt * twist_dot(wrench, reached)


@kernel
def advance_thrust(model, y, dt, y_out, ws):
    """Lagged commands at the end of the step."""
    nv = len(model.coordinates)
    for i in range(len(model.propellers)):
        at = Q + 3 * nv + i
        y_out[at] = lag(y[at], ws.coordinates[nv + i, TARGET], model.propellers[i].time_constant, dt)


@kernel(inline=True)
def thrust_rate(c, z, target):
    """Rate of a lagged command."""
    return (target - z) / c.time_constant if c.time_constant > 0.0 else 0.0


# ----------------------------------------------------------------------------------------------------------------------
# Stage 2 of `solve`: mass, gravity and media on every station, as a bias wrench and the added inertia of each law
#
# A law with stiffness K and damping D at the twist u enters as  inertia += dt D + dt^2 K,  wrench = f - dt K u,  with
# respect to the classical acceleration (spatial + omega x velocity): the implicit step then costs what an explicit one does.
# ----------------------------------------------------------------------------------------------------------------------


@kernel(stage=True)
def station_forces(model, y, t, dt, secant, contact_secant, ws):
    """Bias wrench of every station: omega x (I twist), minus gravity, minus the forces of media and propellers.

    y, t: state row and time, for streams and user laws; secant: True if friction uses its secant, not its tangent, as in the
    last allowed pass; contact_secant: likewise for that of contacts, which uses it in others, too.
    """
    g = gravity_of(model)
    weighs = g[0] != 0.0 or g[1] != 0.0 or g[2] != 0.0
    n = len(model.stations)
    if len(model.rings) > 0:
        contact_forces(model, y, t, dt, contact_secant, secant, ws)
    for law in range(len(model.laws)):
        law_on_stations(model, law, t, dt, secant, ws)
    for k in range(n):
        mass = model.stations[k].mass
        twist = get_twist(ws.stations, k, TWIST)
        force = scale(mass, cross(twist[1], twist[0]))
        if weighs:
            force = sub(force, scale(mass, mat_t_vec(get9(ws.stations, k, ROTATION), g)))
        moment = cross(twist[1], sym_vec(inertia_of(model.stations, k), twist[1]))
        wrench = (force, moment)
        for law in range(len(model.laws)):
            row = law * n + k
            if model.laws[law].code == CONTACT_FRICTION:  # it is in the row of the contact
                continue
            if model.laws[law].code == USER:
                user_law_on_station(model, law, k, row, y, t, dt, ws)
            wrench = twist_sub(wrench, get_twist(ws.laws, row, LAW_WRENCH))
            w_cross_v = (cross(twist[1], twist[0]), ZERO)
            wrench = twist_add(wrench, inertia_dot(get_inertia(ws.laws, row, LAW_INERTIA), w_cross_v))
        set_twist(ws.stations, k, WRENCH, wrench)
    if len(model.propellers) > 0:
        add_thrusts(model, ws)


@kernel(inline=True)
def acts_on_stations(model):
    """True if a law adds forces or inertia to stations: all but those between parts of the robot, which are rows of couplings."""
    for law in range(len(model.laws)):
        code = model.laws[law].code
        if code != CONTACT_FRICTION and code != COUPLING_LAW:
            return True
    return False


@kernel(inline=True)
def law_inertia(model, k, ws):
    """Sum of the inertia that all laws add to station k."""
    total = NO_INERTIA
    for law in range(len(model.laws)):
        if model.laws[law].code == CONTACT_FRICTION:
            continue
        total = inertia_add(total, get_inertia(ws.laws, law * len(model.stations) + k, LAW_INERTIA))
    return total


@kernel(inline=True)
def place_station(stations, k, out, r, p, t):
    """Write the frame of station k, whose centre is at its offset c from the present frame: p + R c, twist shifted by c.

    Args:
        stations: Records of `STATION`.
        k: Station.
        out: Rows of the stations.
        r, p, t: Present frame: rotation, position and twist.
    """
    com = com_of(stations, k)
    set9(out, k, ROTATION, r)
    set3(out, k, POSITION, add(p, mat_vec(r, com)))
    set_twist(out, k, TWIST, twist_shift(t, com))


@kernel(inline=True)
def add_station(model, k, ws, inertia, bias):
    """Add station k, whose centre is at its offset from the present frame."""
    com = com_of(model.stations, k)
    inertia = inertia_add(inertia, body_inertia(model.stations[k].mass, inertia_of(model.stations, k), com))
    if len(model.laws) > 0:
        inertia = inertia_add(inertia, inertia_shift(law_inertia(model, k, ws), com))
    return inertia, twist_add(bias, wrench_shift(get_twist(ws.stations, k, WRENCH), com))


@kernel
def add_branches(model, k, ws, inertia, bias):
    """Add all branches that begin on station k, whose centre is at its offset from the present frame."""
    com, i = com_of(model.stations, k), model.stations[k].socket
    while i > 0:
        inertia = inertia_add(inertia, inertia_shift(get_inertia(ws.joints, i, BRANCH_INERTIA), com))
        bias = twist_add(bias, wrench_shift(get_twist(ws.joints, i, BRANCH_WRENCH), com))
        i = model.parts[i].next_socket
    return inertia, bias


@kernel(inline=True)
def twist_mean(x, y):
    """(x + y) / 2."""
    return twist_scale(0.5, twist_add(x, y))


@kernel(stage=True)
def apply_station_forces(model, dt, y_out, weight, ws):
    """Compute the forces of the media as applied after the solve, and their work over the step.

    A force is applied at the final twist u1 = u + dt (classical acceleration) of the step; its work is force . u1 dt.

    Args:
        model: ModelArrays.
        dt: The step [s].
        y_out: State row: `weight` times the work is added to its work terms.
        weight: 1 to count the work, 0 to leave it out.
        ws: Workspace; fills law_applied.
    """
    n = len(model.stations)
    g = gravity_of(model)
    weighs = g[0] != 0.0 or g[1] != 0.0 or g[2] != 0.0
    if len(model.propellers) > 0:
        apply_thrusts(model, dt, y_out, weight, ws)
    if not weighs and len(model.laws) == 0:
        return
    work = len(y_out) - FIRST_LAW_WORK - len(model.laws)
    if len(model.rings) > 0:
        apply_contacts(model, dt, y_out, weight, ws)
    if len(model.couplings) > 0:
        call_kernel(model.couplings[0].address, (APPLY_COUPLINGS, model, y_out, dt, y_out, weight, ws))
        if not weighs and not acts_on_stations(model):
            return
    for k in range(n):
        r, _, twist = station_frame(ws.stations, k)
        acc = get_twist(ws.stations, k, ACCELERATION)
        w_cross_v = cross(twist[1], twist[0])
        acc = ((acc[0][0] + w_cross_v[0], acc[0][1] + w_cross_v[1], acc[0][2] + w_cross_v[2]), acc[1])
        reached = (
            (twist[0][0] + dt * acc[0][0], twist[0][1] + dt * acc[0][1], twist[0][2] + dt * acc[0][2]),
            (twist[1][0] + dt * acc[1][0], twist[1][1] + dt * acc[1][1], twist[1][2] + dt * acc[1][2]),
        )
        if weighs:
            y_out[work + GRAVITY_WORK] += weight * dt * model.stations[k].mass * dot(mat_t_vec(r, g), reached[0])
        for law in range(len(model.laws)):
            if model.laws[law].code == CONTACT or model.laws[law].code == CONTACT_FRICTION:
                continue
            if model.laws[law].code == COUPLING_LAW:
                continue
            row = law * n + k
            applied = twist_sub(
                get_twist(ws.laws, row, LAW_WRENCH), inertia_dot(get_inertia(ws.laws, row, LAW_INERTIA), acc)
            )
            # added mass and external wrenches by the mean velocity: their work is then the transferred energy
            code = model.laws[law].code
            along = twist_mean(twist, reached) if code == FLUID or code == EXTERNAL else reached
            y_out[work + FIRST_LAW_WORK + law] += weight * dt * twist_dot(applied, along)
            set3(ws.laws, row, LAW_APPLIED, twist_out(applied, r)[0])
