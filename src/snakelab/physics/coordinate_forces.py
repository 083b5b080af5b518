"""Forces of coordinates: elastomers, dry friction, springs, dampers, joint limits and actuators.

Elastomers and dry friction are linearised before the solve; the linearisation is checked and improved after each pass.
"""

import math

from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import (
    ACTUATOR,
    ACTUATOR_WORK,
    DAMPER,
    DAMPER_WORK,
    DRAG,
    DRIVE_WORK,
    DRY,
    DRY_OFFSET,
    DRY_POINT,
    DRY_SLOPE,
    DRY_WORK,
    FIRST_LAW_WORK,
    FOLLOWER,
    FORCE,
    FORCE_SET,
    GIVEN,
    HELD,
    INERTIA,
    INVERSE,
    LIMIT_WORK,
    LIMITED,
    MOTOR,
    MOUNT,
    PIVOT,
    PROPORTIONAL_SET,
    PULL,
    QDD,
    SERVO,
    SLOPE,
    SOFT,
    SPRING,
    SPRING_WORK,
    STOP,
    STOP_SET,
    TARGET,
    TARGET_ACCELERATION,
    TARGET_RATE,
    TAU,
    Q,
)
from snakelab.physics.rod_recursion import add_rod_forces, apply_rod_forces, start_rods, take_rod_forces
from snakelab.physics.section_recursion import pass_on
from snakelab.robots.actuators import lag
from snakelab.robots.materials import (
    CONSISTENCY,
    NO_MATERIAL,
    damped_rate,
    elastic_force,
    viscous_force,
    viscous_secant,
)
from snakelab.worlds.friction import SECOND_HALF, TANH, secant_and_slope
from snakelab.worlds.implicit_friction import braked_speed

# ----------------------------------------------------------------------------------------------------------------------
# Elastomers of coordinates: their state at a step, and the linearised viscous force at the final rate
#
# The elastic force enters a step by its tangent. The viscous force is iterated: the slope of a power law is nearly infinite at
# rest, so the slope at the start of the step would hold a joint back for many steps. In each pass of the solve the force is
#
#     f = pull + drag v1,
#
# the tangent of the law at an estimate of the final rate v1. The next estimate solves v + S f(v) = v0, with the rate S that
# a force of 1 N gives this coordinate while the others keep theirs, and the rate v0 without this force: the solution is
# unique and found from any estimate. The tangents contain the coupling of the coordinates, so that passes converge as in
# Newton's method. If the last allowed pass is needed, it uses the secant, which dissipates energy at any rate.
# ----------------------------------------------------------------------------------------------------------------------

# A line that meets the law within this fraction needs no other pass; coordinates that deviate by more than REPORTED_MISS are
# reported.
TOLERANCE, REPORTED_MISS = 1e-9, 1e-2


@kernel
def start_materials(model, y, ws):
    """Elastic force and stiffness of every elastomer at the state, and its linearised viscous force there."""
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        if c.material != NO_MATERIAL:
            row = ws.coordinates[j]
            force, slope = elastic_force(c.material, c.numbers, y[Q + j])
            row[HELD] = force
            row[SLOPE] = max(slope, 0.0)  # a negative slope could make the inertia negative
            set_line(c.numbers, y[Q + j], y[Q + nv + j], False, row)


@kernel(inline=True)
def set_line(m, q, v, secant, row):
    """Write the secant or tangent of the law at the rate v to the row of a coordinate."""
    if secant:
        row[PULL], row[DRAG] = 0.0, viscous_secant(m, q, v)
    else:
        force, row[DRAG] = viscous_force(m, q, v)
        row[PULL] = force - row[DRAG] * v


@kernel
def check_materials(model, y, dt, left, ws):
    """Error of the linearised viscous forces at the rates reached; linearise again if passes remain.

    Args:
        model: ModelArrays.
        y: State row at the start of the step.
        dt: Step [s].
        left: Number of remaining passes [-].
        ws: Workspace after a pass.

    Returns:
        Number of coordinates that need another pass, and number of those with a reported deviation [-].
    """
    nv = len(model.coordinates)
    open_lines, n_missed = 0, 0
    for i in range(len(model.parts)):
        first = model.parts[i].coordinate
        for k in range(model.parts[i].n_coordinates):
            j = first + k
            c = model.coordinates[j]
            if c.material == NO_MATERIAL or c.numbers[CONSISTENCY] == 0.0:
                continue
            row = ws.coordinates[j]
            reached = y[Q + nv + j] + dt * row[QDD]
            applied = row[PULL] + row[DRAG] * reached
            wanted, _ = viscous_force(c.numbers, y[Q + j], reached)
            missed = abs(applied - wanted)
            open_lines += missed > TOLERANCE * abs(wanted)
            n_missed += missed > REPORTED_MISS * abs(wanted)
            if left > 0:
                # the contribution of the linearisation itself to the admittance is removed
                given = admittance(model, i, k, ws)
                free = max(1.0 - given * dt * row[DRAG], 1e-300)
                mobility = dt * given / free
                rate = damped_rate(c.numbers, y[Q + j], reached + mobility * applied, mobility)
                set_line(c.numbers, y[Q + j], rate, left == 1, row)
    return open_lines, n_missed


@kernel(inline=True)
def admittance(model, i, k, ws):
    """Acceleration of coordinate k of part i for each newton on it, with the base of the part held; 0 if driven."""
    part = model.parts[i]
    if model.coordinates[part.coordinate + k].driven != 0:
        return 0.0
    if part.kind == SOFT:
        return ws.soft[part.soft, INVERSE + (0, 3, 5)[k]]
    if part.kind == MOUNT:  # an actuator that follows a section
        line = model.coordinates[part.coordinate].line
        inverse = ws.soft[part.soft, INVERSE : INVERSE + 6]
        return (
            line[0] * line[0] * inverse[0] + line[1] * line[1] * inverse[3] + line[2] * line[2] * inverse[5]
            + 2.0 * (line[0] * line[1] * inverse[1] + line[0] * line[2] * inverse[2] + line[1] * line[2] * inverse[4])
        )  # fmt: skip
    return ws.joints[i, PIVOT]


# ----------------------------------------------------------------------------------------------------------------------
# Dry friction of joints: linearisation at the start of a solve, and its error after each pass
#
# The method is that of Coulomb friction in `worlds.implicit_friction`, with the mobility of the joint.
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def start_dry_joints(model, y, part, ws):
    """First linearisation of the dry friction of every joint: at its present rate, in a second half step at the final
    one of the first.

    Returns:
        Joints with dry friction [-].
    """
    nv = len(model.coordinates)
    count = 0
    for j in range(nv):
        c = model.coordinates[j]
        if c.dry_friction > 0.0:
            rate = ws.coordinates[j, DRY_POINT] if part == SECOND_HALF else y[Q + nv + j]
            set_dry_line(c, rate, False, ws.coordinates[j])
            count += 1
    return count


@kernel(inline=True)
def set_dry_line(c, rate, secant, row):
    """Linearise the dry friction of a joint at a rate."""
    sigma, rise = secant_and_slope(abs(rate), c.dry_eps, TANH)
    slope = c.dry_friction * (sigma if secant else rise)
    row[DRY_POINT], row[DRY_SLOPE], row[DRY_OFFSET] = rate, slope, (c.dry_friction * sigma - slope) * rate


@kernel
def check_dry_joints(model, y, dt, left, ws):
    """Compare the dry friction of all joints with the law at the rates reached; linearise again if passes remain.

    Args:
        model: ModelArrays.
        y: State row at the start of the step.
        dt: Step [s].
        left: Number of remaining passes [-].
        ws: Workspace after a pass.

    Returns:
        Number of joints whose linearisation deviates from the law [-].
    """
    nv = len(model.coordinates)
    open_lines = 0
    for i in range(len(model.parts)):
        first = model.parts[i].coordinate
        for k in range(model.parts[i].n_coordinates):
            j = first + k
            c = model.coordinates[j]
            if not c.dry_friction > 0.0:
                continue
            row = ws.coordinates[j]
            rate = y[Q + nv + j] + dt * row[QDD]
            applied = row[DRY_OFFSET] + row[DRY_SLOPE] * rate
            sigma, _ = secant_and_slope(abs(rate), c.dry_eps, TANH)
            missed = abs(applied - c.dry_friction * sigma * rate) > 5e-3 * c.dry_friction
            open_lines += missed
            if left > 0:
                if missed:
                    # the contribution of the linearisation itself to the admittance is removed
                    given = admittance(model, i, k, ws)
                    mobility = dt * given / max(1.0 - given * dt * row[DRY_SLOPE], 1e-12)
                    rate = braked_speed(rate + mobility * applied, mobility * c.dry_friction, c.dry_eps, TANH)
                set_dry_line(c, rate, left == 1, row)
    return open_lines


# ----------------------------------------------------------------------------------------------------------------------
# Stage 3 of `solve`: springs, dampers, dry friction, joint limits and actuators; stiff parts as added inertia
#
# A saturated actuator is a constant force without gains in the inertia; a joint limit acts only while it pushes. These are
# active sets: predicted before the solve, tested on the forces applied after it, and solved again until no set changes.
#
# The torque limit of a servo decreases with its speed, limit (1 - |v| / speed_limit): there it is linear, and its slope
# is an implicit damping. Its set is then +-2, LINE; at the constant limit +-1.
#
# Dry friction enters by its tangent at an estimate of the rate that the step reaches, improved after each pass: see
# `start_dry_joints` above.
# ----------------------------------------------------------------------------------------------------------------------

# Tolerance of joint limits: rounding errors do not count as contact [rad or m].
TOUCH = 1e-10
# Set of a servo at its torque limit at a speed at which the limit decreases.
LINE = 2


@kernel(stage=True)
def predict_sets(model, reference, y, dt, ws):
    """Initial active sets from the position that each coordinate reaches at its present rate, and its elastomer there.

    Returns:
        Number of coordinates with an elastomer [-].
    """
    elastomers = 0
    for j in range(len(model.coordinates)):
        elastomers += model.coordinates[j].material != NO_MATERIAL
        ws.coordinates[j, QDD] = 0.0
        ws.sets[j, STOP_SET] = 0
        ws.sets[j, FORCE_SET] = 0
        ws.sets[j, PROPORTIONAL_SET] = 0
    if elastomers > 0:
        start_materials(model, y, ws)
    start_rods(model.rods, model, y, ws)
    find_sets(model, reference, y, dt, True, ws)
    return elastomers


@kernel(stage=True)
def find_sets(model, reference, y, dt, keep, ws):
    """Active sets consistent with the accelerations in QDD, written if `keep`; return the number of coordinates with a change."""
    nv = len(model.coordinates)
    changed = 0
    for j in range(nv):
        c = model.coordinates[j]
        sets = ws.sets[j]
        v = y[Q + nv + j] + dt * ws.coordinates[j, QDD]
        q = y[Q + j] + dt * v
        # a joint limit becomes active when the coordinate exceeds it, and remains active as long as it pushes
        stop = 0
        if sets[STOP_SET] < 0 or (sets[STOP_SET] == 0 and q < c.lower - TOUCH):
            stop = -1 if -c.stop_stiffness * (q - c.lower) - c.stop_damping * v > 0.0 else 0
        elif sets[STOP_SET] > 0 or q > c.upper + TOUCH:
            stop = 1 if -c.stop_stiffness * (q - c.upper) - c.stop_damping * v < 0.0 else 0
        limited, proportional = 0, 0
        if c.actuator == SERVO:
            pull = c.kp * (ws.coordinates[j, TARGET] - q)
            proportional = limit_set(pull, c.proportional_limit, sets[PROPORTIONAL_SET])
            if proportional != 0:
                pull = float(proportional) * c.proportional_limit
            total_force = (
                pull - c.kd * v + feedforward_torque(c, y[Q + 2 * nv + j], reference.force[j], ws.coordinates[j])
            )
            limited = ceiling_set(total_force, c.force_limit, c.speed_limit, v, sets[FORCE_SET])
        if sets[STOP_SET] != stop or sets[FORCE_SET] != limited or sets[PROPORTIONAL_SET] != proportional:
            changed += 1
        if keep:
            sets[STOP_SET], sets[FORCE_SET], sets[PROPORTIONAL_SET] = stop, limited, proportional
    return changed


@kernel(inline=True)
def limit_set(value, limit, now):
    """Active limit of a value: -1, 0 or 1. From one limit it returns to 0 first, never to the other at once:
    without its gains a stiff servo overshoots so far that it would alternate between both limits."""
    if now != 0:
        return now if float(now) * value >= limit else 0
    if abs(value) > limit:
        return 1 if value > 0.0 else -1
    return 0


@kernel(inline=True)
def ceiling(side, limit, speed_limit, v):
    """Torque limit of a servo toward one side at the rate v: decreases with the speed toward it, negative beyond the
    speed limit.
    """
    return limit * (1.0 - max(side * v, 0.0) / speed_limit)


@kernel(inline=True)
def ceiling_set(value, limit, speed_limit, v, now):
    """Active torque limit of a servo: 0, +-1 where it is constant, +-LINE where it decreases; see `limit_set`."""
    side = 0.0
    if now != 0:
        side = 1.0 if now > 0 else -1.0
        if side * value < ceiling(side, limit, speed_limit, v):
            side = 0.0
    elif value > ceiling(1.0, limit, speed_limit, v):
        side = 1.0
    elif -value > ceiling(-1.0, limit, speed_limit, v):
        side = -1.0
    falls = side * v > 0.0 and speed_limit < math.inf
    return int(side) * (LINE if falls else 1)


@kernel(inline=True)
def feedforward_torque(c, z, force, row):
    """Torque of a servo independent of angle and rate: integral, command, feed-forward of target rate and acceleration."""
    rate, acceleration = row[TARGET_RATE], row[TARGET_ACCELERATION]
    return (c.kd + c.rate_feed) * rate + c.acceleration_feed * acceleration + c.ki * z + force


@kernel(stage=True)
def coordinate_forces(model, reference, y, dt, ws):
    """Force at the present state and added inertia of every coordinate, by its sets; acceleration of the driven ones.

    A driven coordinate gets the mean acceleration that takes its rate to the target's rate at the end of the step.
    """
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        row = ws.coordinates[j]
        q, v = y[Q + j], y[Q + nv + j]
        ahead = q + dt * v
        force = -c.stiffness * (ahead - c.rest) - c.damping * v
        inertia = c.armature + dt * (c.damping + dt * c.stiffness)
        if c.material != NO_MATERIAL:
            force -= row[HELD] + row[PULL] + (dt * row[SLOPE] + row[DRAG]) * v
            inertia += dt * (row[DRAG] + dt * row[SLOPE])
        if c.dry_friction > 0.0:
            force -= row[DRY_OFFSET] + row[DRY_SLOPE] * v
            inertia += dt * row[DRY_SLOPE]
        stop = ws.sets[j, STOP_SET]
        if stop != 0:
            bound = c.lower if stop < 0 else c.upper
            force -= c.stop_stiffness * (ahead - bound) + c.stop_damping * v
            inertia += dt * (c.stop_damping + dt * c.stop_stiffness)
        if c.actuator == MOTOR:
            z = lag(y[Q + 2 * nv + j], row[TARGET], c.time_constant, dt)
            force += min(max(c.gain * z, c.force_floor), c.force_limit)
        elif c.actuator == SERVO:
            limited = ws.sets[j, FORCE_SET]
            if limited != 0:
                force += c.force_limit if limited > 0 else -c.force_limit
                if abs(limited) == LINE:
                    force -= c.force_limit / c.speed_limit * v
                    inertia += dt * c.force_limit / c.speed_limit
            else:
                force += feedforward_torque(c, y[Q + 2 * nv + j], reference.force[j], row) - c.kd * v
                inertia += dt * c.kd
                if ws.sets[j, PROPORTIONAL_SET] != 0:
                    force += float(ws.sets[j, PROPORTIONAL_SET]) * c.proportional_limit
                else:
                    force += c.kp * (row[TARGET] - ahead)
                    inertia += dt * dt * c.kp
        elif c.actuator == FOLLOWER:
            ahead_of = y[Q + j + c.ahead] - q if 0 <= j + c.ahead < nv else 0.0
            force += min(max(c.kp * ahead_of, -c.proportional_limit), c.proportional_limit) - c.kd * v
            inertia += dt * c.kd
        elif c.driven != 0:
            row[GIVEN] = (row[TARGET_RATE] - v) / dt if dt > 0.0 else row[TARGET_ACCELERATION]
        row[FORCE] = force
        row[INERTIA] = inertia
        if c.section >= 0:
            pass_on(model, j, ws)
    add_rod_forces(model.rods, model, y, dt, ws)


@kernel(stage=True)
def apply_coordinate_forces(model, y, dt, y_out, weight, ws):
    """Compute each force as applied after the solve, and its work over the step. Arguments as `apply_station_forces`."""
    nv = len(model.coordinates)
    work = len(y_out) - FIRST_LAW_WORK - len(model.laws)
    take_rod_forces(model.rods, model, ws)
    for j in range(nv):
        c = model.coordinates[j]
        row = ws.coordinates[j]
        v = y[Q + nv + j] + dt * row[QDD]
        q = y[Q + j] + dt * v
        row[SPRING] = -c.stiffness * (q - c.rest)
        row[DAMPER] = -c.damping * v
        if c.material != NO_MATERIAL:
            row[SPRING] = -row[HELD] - row[SLOPE] * dt * v
            row[DAMPER] = -row[PULL] - row[DRAG] * v
        row[STOP] = 0.0
        stop = ws.sets[j, STOP_SET]
        if stop != 0:
            row[STOP] = -c.stop_stiffness * (q - (c.lower if stop < 0 else c.upper)) - c.stop_damping * v
        travel = weight * dt * v
        y_out[work + SPRING_WORK] += travel * row[SPRING]
        y_out[work + DAMPER_WORK] += travel * row[DAMPER]
        y_out[work + LIMIT_WORK] += travel * row[STOP]
        if c.dry_friction > 0.0:
            row[DRY] = -row[DRY_OFFSET] - row[DRY_SLOPE] * v
            y_out[work + DRY_WORK] += travel * row[DRY]
        if c.driven != 0:
            row[ACTUATOR] = row[TAU]
            y_out[work + DRIVE_WORK] += travel * row[TAU]
        else:
            # the force given to the solve, minus that of its added inertia except the rotor's, is the sum of all forces on the
            # coordinate
            total = row[FORCE] - (row[INERTIA] - c.armature) * row[QDD]
            row[ACTUATOR] = total - row[SPRING] - row[DAMPER] - row[STOP] - row[DRY]
            row[TAU] = row[ACTUATOR]
            row[LIMITED] = ws.sets[j, FORCE_SET] if c.actuator == SERVO else motor_limit(c, row[ACTUATOR])
            y_out[work + ACTUATOR_WORK] += travel * row[ACTUATOR]
    apply_rod_forces(model.rods, model, y, dt, y_out, weight, ws)


@kernel(inline=True)
def motor_limit(c, applied):
    """Active limit of a motor: -1, 0 or 1; 0 for a pressure of zero."""
    if c.actuator != MOTOR or c.force_floor == 0.0:
        return 0.0
    if c.force_limit == 0.0:  # a tendon
        return -1.0 if applied <= c.force_floor * (1.0 - 1e-12) else 0.0
    edge = c.force_limit * (1.0 - 1e-12)
    return 1.0 if applied >= edge else -1.0 if applied <= -edge else 0.0


@kernel(inline=True)
def has_ceiling(c):
    """Return True if a servo or motor of the coordinate has a limit; that of a pressure limits the command."""
    return (c.actuator == SERVO or (c.actuator == MOTOR and c.force_floor < 0.0)) and c.force_limit < math.inf


@kernel(stage=True)
def advance_memory(model, y, dt, y_out, ws):
    """Actuator memory at the end of the step: motor lag exactly; servo integral, frozen while saturated."""
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        z = y[Q + 2 * nv + j]
        if c.actuator == MOTOR:
            z = lag(z, ws.coordinates[j, TARGET], c.time_constant, dt)
        elif c.actuator == SERVO and c.ki > 0.0 and ws.sets[j, FORCE_SET] == 0:
            z += dt * (ws.coordinates[j, TARGET] - y_out[Q + j])
        y_out[Q + 2 * nv + j] = z
