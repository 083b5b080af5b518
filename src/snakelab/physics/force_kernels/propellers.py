"""Propellers: lagged thrust, as a wrench on the station on which each is mounted."""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_twist, set_twist, twist_dot, twist_sub
from snakelab.geometry.vectors import add_scaled, cross, scale
from snakelab.physics.model_tables.workspace import FORCE, TARGET
from snakelab.physics.state import Q
from snakelab.physics.terms import FIRST_LAW_WORK, PROPELLER_WORK
from snakelab.robots.actuators.motor import lag
from snakelab.robots.parts.propeller import thrust_of
from snakelab.worlds.law import ACCELERATION, WRENCH, station_frame


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
