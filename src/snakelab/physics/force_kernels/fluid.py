"""A fluid on one station: added mass, drag and buoyancy, strip by strip. The law is described in `worlds.fluid.fluid`.

Three rows are filled, one for each of the laws that a fluid is. With the classical acceleration a = V' + omega x v, the
added mass A is inertia, and -A (V' - V_c') - Kirchhoff's terms = -A a + A (omega x (v - v_c) + Dv_c/Dt) - Kirchhoff's
terms.
"""

import math

from snakelab.compiling import kernel
from snakelab.geometry.spatial import (
    NO_INERTIA,
    get_inertia,
    get_twist,
    inertia_add,
    inertia_dot,
    set_inertia,
    set_twist,
    twist_sub,
)
from snakelab.geometry.vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub
from snakelab.worlds.fluid.numbers import (
    ADDED,
    ADDED_ROTARY_INERTIA,
    ALONG,
    BUOYANCY,
    COUNT,
    CURRENTS,
    DENSITY,
    FIRST,
    FRACTION,
    LENGTH,
    LINEAR,
    LINEAR_MOMENT,
    LITERAL,
    MIDDLE,
    N_CURRENTS,
    PER_AXIS,
    PIECE,
    QUADRATIC,
    QUADRATIC_MOMENT,
    RADIUS,
    REACH,
    REGION,
    STATION_WIDTH,
    STATIONS,
    STRIP_WIDTH,
    VOLUME,
)
from snakelab.worlds.fluid.region import EVERYWHERE, boundary, outside
from snakelab.worlds.fluid.stream import stream_acceleration, stream_velocity
from snakelab.worlds.fluid.wetting import UPRIGHT, wet_fraction, wet_moments
from snakelab.worlds.law import LAW_INERTIA, LAW_WRENCH, SCRATCH, gravity_of, station_frame

# Interval for the rate of entering water without a step: rk4, SciPy's solvers, queries [s].
INSTANT = 1e-7


@kernel(inline=True)
def moments_added(total, x, c):
    """Sums of c, x c and x^2 c over strips, with c along x, y and z: (c_x, c_y, c_z, x c_y, x c_z, x^2 c_y, x^2 c_z)."""
    return (
        total[0] + c[0],
        total[1] + c[1],
        total[2] + c[2],
        total[3] + x * c[1],
        total[4] + x * c[2],
        total[5] + x * x * c[1],
        total[6] + x * x * c[2],
    )


@kernel(inline=True)
def along_axis(s, oy, oz, rotary):
    """Inertia, or damping, about the centre of mass of strips on an axis at the distance (oy, oz), from their sums.

    For one strip at o = (x, oy, oz): the wrench (-c u, o x -c u) of the velocity u = v + omega x o.
    """
    m = (s[0], 0.0, 0.0, s[1], 0.0, s[2])
    c = (0.0, s[0] * oz, -s[0] * oy, -s[1] * oz, 0.0, s[3], s[2] * oy, -s[4], 0.0)
    j = (
        s[1] * oz * oz + s[2] * oy * oy + rotary[0],
        -s[4] * oy,
        -s[3] * oz,
        s[0] * oz * oz + s[6] + rotary[1],
        -s[0] * oy * oz,
        s[0] * oy * oy + s[5] + rotary[2],
    )
    return m, c, j


@kernel(inline=True)
def scaled_inertia(k, a):
    """k A."""
    m, c, j = a
    return (
        (k * m[0], k * m[1], k * m[2], k * m[3], k * m[4], k * m[5]),
        (k * c[0], k * c[1], k * c[2], k * c[3], k * c[4], k * c[5], k * c[6], k * c[7], k * c[8]),
        (k * j[0], k * j[1], k * j[2], k * j[3], k * j[4], k * j[5]),
    )


@kernel
def fluid_on_station(model, law, k, t, dt, ws):
    """Added mass, drag and buoyancy on station k, written to the rows of laws law, law + 1 and law + 2.

    Args:
        model: ModelArrays.
        law: The fluid's first law.
        k: The station.
        t: Time of the stream [s].
        dt: Step [s].
        ws: Workspace: fills rows of `laws`.
    """
    par = model.law_parameters
    a = model.laws[law].first
    w = a + int(par[a + STATIONS]) + k * STATION_WIDTH
    frame = station_frame(ws.stations, k)
    r, _, twist = frame
    scratch = ws.body[0, SCRATCH:]
    weight = scale(-par[a + DENSITY] * par[w + VOLUME], mat_t_vec(r, gravity_of(model)))
    added, damping, drag, lift, inside, surge = over_strips(par, a, w, frame, weight, t, dt, scratch)
    n = len(model.stations)
    row = law * n + k
    oy, oz, omega = par[w + MIDDLE + 1], par[w + MIDDLE + 2], twist[1]
    rotary_damping = rotary_drag(par, w, omega, inside)
    moment = sub(drag[1], (rotary_damping[0] * omega[0], rotary_damping[1] * omega[1], rotary_damping[2] * omega[2]))
    set_twist(ws.laws, row + n, LAW_WRENCH, (drag[0], moment))
    set_inertia(ws.laws, row + n, LAW_INERTIA, scaled_inertia(dt, along_axis(damping, oy, oz, rotary_damping)))
    set_twist(ws.laws, row + 2 * n, LAW_WRENCH, lift)
    set_inertia(ws.laws, row + 2 * n, LAW_INERTIA, NO_INERTIA)
    rotary_inertia = (
        inside * par[w + ADDED_ROTARY_INERTIA],
        inside * par[w + ADDED_ROTARY_INERTIA + 1],
        inside * par[w + ADDED_ROTARY_INERTIA + 2],
    )
    inertia = along_axis(added, oy, oz, rotary_inertia)
    wrench, stream = added_mass_wrench(par, a, w, inertia, inside, frame, t, scratch)
    set_twist(ws.laws, row, LAW_WRENCH, wrench)
    set_inertia(ws.laws, row, LAW_INERTIA, inertia)
    if surge != 0.0:
        add_surge(surge, sub(twist[0], stream), omega, oy, oz, dt, ws.laws, row)


@kernel
def over_strips(par, a, w, frame, weight, t, dt, scratch):
    """Sums over the strips of a station, weighted by the immersed fraction of the section.

    Returns:
        Added mass and drag coefficients as `moments_added` sums them, the wrenches of drag and of buoyancy about the station's
        centre of mass, the fraction of the station in the fluid, and half the rate of its added mass along the axis by its
        motion along the axis [kg/s].
    """
    r, p, (v, omega) = frame
    oy, oz = par[w + MIDDLE + 1], par[w + MIDDLE + 2]
    region = a + int(par[a + REGION])
    bounded = par[region] != EVERYWHERE
    if bounded:
        # no query for the strips of a station that is fully immersed throughout the step at any orientation
        far = par[w + REACH]
        speed = math.sqrt(dot(v, v)) + far * math.sqrt(dot(omega, omega))
        bounded = outside(par, region, p) > -far - (dt if dt > 0.0 else INSTANT) * speed
    n_currents = int(par[a + N_CURRENTS])
    none = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    added, damping = none, none
    drag_force, drag_moment, buoyancy, buoyancy_moment = ZERO, ZERO, ZERO, ZERO
    inside, surge = 0.0, 0.0
    for s in range(int(par[w + COUNT])):
        at = a + int(par[w + FIRST]) + s * STRIP_WIDTH
        o = (par[at + ALONG], oy, oz)
        u = add(v, cross(omega, o))
        fraction, moment, sideways, growth, entry = 1.0, ZERO, 0.0, 0.0, 0.0
        if bounded:
            middle = (par[at + PIECE], oy, oz)
            place, velocity = add(p, mat_vec(r, middle)), add(v, cross(omega, middle))
            radius, length = par[at + RADIUS], par[at + LENGTH]
            fraction, moment, sideways, growth = wetted_fraction(par, region, r, place, velocity, radius, length, dt)
            entry = max(0.0, sideways + growth)
            if fraction <= 0.0 and entry <= 0.0 and sideways <= 0.0:
                continue
        if n_currents > 0:
            flow = stream_velocity(par, a + int(par[a + CURRENTS]), n_currents, add(p, mat_vec(r, o)), t, scratch)
            u = sub(u, mat_t_vec(r, flow))
        mass = (par[at + ADDED], par[at + ADDED + 1], par[at + ADDED + 2])
        c = add(
            scale(fraction, strip_drag(par, at, par[a + PER_AXIS] != 0.0, u)),
            (max(0.0, sideways) * mass[0], entry * mass[1], entry * mass[2]),
        )
        surge += 0.5 * growth * mass[0]
        added = moments_added(added, o[0], scale(fraction, mass))
        damping = moments_added(damping, o[0], c)
        drag = (-c[0] * u[0], -c[1] * u[1], -c[2] * u[2])
        drag_force, drag_moment = add(drag_force, drag), add(drag_moment, cross(o, drag))
        station_fraction = fraction * par[at + FRACTION]
        inside += station_fraction
        part = scale(station_fraction, weight)
        centre = (par[w + BUOYANCY] + par[at + PIECE] - par[w + MIDDLE], par[w + BUOYANCY + 1], par[w + BUOYANCY + 2])
        buoyancy, buoyancy_moment = add(buoyancy, part), add(buoyancy_moment, cross(centre, part))
        if bounded:
            buoyancy_moment = add(buoyancy_moment, cross(scale(par[at + FRACTION], moment), weight))
    return added, damping, (drag_force, drag_moment), (buoyancy, buoyancy_moment), inside, surge


@kernel
def wetted_fraction(par, region, r, place, velocity, radius, length, dt):
    """Immersed fraction of a strip, and its rate of change.

    A strip that enters laterally transfers momentum and energy to the water; it recovers none when it leaves. Along its axis it
    slides through the boundary: the force is half the rate of the added mass in both directions, which conserves the energy.

    Args:
        par: Numbers of all laws in a row.
        region: Where the region's begin.
        r: Rotation of the station.
        place: Middle of the strip's piece of the axis, world axes [m].
        velocity: Of that point, station axes [m/s].
        radius: Radius [m].
        length: Of the piece [m].
        dt: Step [s].

    Returns:
        Fraction of its volume [-], the first moments of that fraction from `place` in station axes [m], and its rates
        by the motion across the axis and by the motion along it [1/s].
    """
    distance, normal = boundary(par, region, place)
    n = mat_t_vec(r, normal)
    sine, cosine = n[0], math.sqrt(n[1] * n[1] + n[2] * n[2])
    reach = radius * cosine + 0.5 * length * abs(sine)
    interval = dt if dt > 0.0 else INSTANT
    beside = distance + interval * (n[1] * velocity[1] + n[2] * velocity[2])
    ahead = beside + interval * sine * velocity[0]
    if max(distance, beside, ahead) <= -reach:
        return 1.0, ZERO, 0.0, 0.0
    if min(distance, beside, ahead) >= reach:
        return 0.0, ZERO, 0.0, 0.0
    before = wet_fraction(distance, sine, cosine, radius, length)
    between = wet_fraction(beside, sine, cosine, radius, length)
    after = wet_fraction(ahead, sine, cosine, radius, length)
    moment = ZERO
    if abs(distance) < reach:
        along, deep = wet_moments(distance, sine, cosine, radius, length)
        deep /= max(cosine, UPRIGHT)
        moment = (along, -deep * n[1], -deep * n[2])
    return before, moment, (between - before) / interval, (after - between) / interval


@kernel(inline=True)
def strip_drag(par, at, per_axis, u):
    """Drag coefficients of a strip at its velocity u relative to the water, along x, y and z [N s/m]: linear and quadratic
    by secant.
    """
    across = math.sqrt(u[1] * u[1] + u[2] * u[2])
    return (
        par[at + LINEAR] + par[at + QUADRATIC] * abs(u[0]),
        par[at + LINEAR + 1] + par[at + QUADRATIC + 1] * (abs(u[1]) if per_axis else across),
        par[at + LINEAR + 2] + par[at + QUADRATIC + 2] * (abs(u[2]) if per_axis else across),
    )


@kernel(inline=True)
def rotary_drag(par, w, omega, inside):
    """Rotary drag coefficients about x, y and z [N m s]."""
    return (
        inside * (par[w + LINEAR_MOMENT] + par[w + QUADRATIC_MOMENT] * abs(omega[0])),
        inside * (par[w + LINEAR_MOMENT + 1] + par[w + QUADRATIC_MOMENT + 1] * abs(omega[1])),
        inside * (par[w + LINEAR_MOMENT + 2] + par[w + QUADRATIC_MOMENT + 2] * abs(omega[2])),
    )


@kernel(inline=True)
def added_mass_wrench(par, a, w, inertia, inside, frame, t, scratch):
    """Part of the added-mass force that is not proportional to the acceleration.

    Returns:
        The wrench, and the velocity of the stream at the station's centre of mass, both in the station's axes [N, N m], [m/s].
    """
    r, p, (v, omega) = frame
    stream, rate = ZERO, ZERO
    n_currents = int(par[a + N_CURRENTS])
    if n_currents > 0:
        first = a + int(par[a + CURRENTS])
        flow = stream_velocity(par, first, n_currents, p, t, scratch)
        stream = mat_t_vec(r, flow)
        rate = mat_t_vec(r, stream_acceleration(par, first, n_currents, p, t, flow, scratch))
    against = sub(v, stream)
    if par[a + LITERAL] != 0.0:
        wrench = inertia_dot(inertia, (scale(-1.0, cross(omega, stream)), ZERO))
    else:
        force, moment = inertia_dot(inertia, (add(cross(omega, against), rate), ZERO))
        h = inertia_dot(inertia, (against, omega))
        force = add_scaled(sub(force, cross(omega, h[0])), inside * par[a + DENSITY] * par[w + VOLUME], rate)
        moment = sub(sub(moment, cross(omega, h[1])), cross(against, h[0]))
        wrench = (force, moment)
    return wrench, stream


@kernel
def add_surge(surge, v, omega, oy, oz, dt, rows, row):
    """Add the force -surge u_x on the axis, u = v + omega x o, to the first law's row, implicit as a damping."""
    column = along_axis((surge, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), oy, oz, ZERO)
    set_twist(rows, row, LAW_WRENCH, twist_sub(get_twist(rows, row, LAW_WRENCH), inertia_dot(column, (v, omega))))
    inertia = inertia_add(get_inertia(rows, row, LAW_INERTIA), scaled_inertia(dt, column))
    set_inertia(rows, row, LAW_INERTIA, inertia)
