"""Stage 3: springs, dampers, end stops and actuators of every coordinate, each stiff part as inertia.

A saturated actuator is a constant force whose gains leave the inertia; an end stop acts only while it pushes. Which is
which is a set: predicted before the solve, tested on what was applied after it, and solved again until no set changes.
"""

from snakelab.compiling import kernel
from snakelab.physics.layout.tables import FOLLOWER, MOTOR, SERVO
from snakelab.physics.recursion.materials import start_materials
from snakelab.physics.state import Q
from snakelab.physics.terms import ACTUATOR_WORK, DAMPER_WORK, DRIVE_WORK, FIRST_LAW_WORK, SPRING_WORK, STOP_WORK
from snakelab.physics.workspace import (
    ACTUATOR,
    DAMPER,
    DRAG,
    FORCE,
    FORCE_SET,
    GIVEN,
    HELD,
    INERTIA,
    PROPORTIONAL_SET,
    PULL,
    QDD,
    SLOPE,
    SPRING,
    STOP,
    STOP_SET,
    TARGET,
    TARGET_ACCELERATION,
    TARGET_RATE,
    TAU,
)
from snakelab.robots.actuators.motor import lag
from snakelab.robots.materials.places import NO_MATERIAL

# How far beyond a stop a coordinate must get to touch it: rounding is no contact [rad or m].
TOUCH = 1e-10


@kernel(stage=True)
def predict_sets(model, reference, y, dt, ws):
    """First guess of the sets: where each coordinate gets at its present rate; its elastomer there.

    Returns:
        How many coordinates have an elastomer [-].
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
    find_sets(model, reference, y, dt, True, ws)
    return elastomers


@kernel(stage=True)
def find_sets(model, reference, y, dt, keep, ws):
    """Sets that fit the accelerations in QDD, written where `keep`; returns how many coordinates changed theirs."""
    nv = len(model.coordinates)
    changed = 0
    for j in range(nv):
        c = model.coordinates[j]
        sets = ws.sets[j]
        v = y[Q + nv + j] + dt * ws.coordinates[j, QDD]
        q = y[Q + j] + dt * v
        # a stop begins to act where the coordinate gets beyond it, and acts on as long as it pushes
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
                pull = proportional * c.proportional_limit
            whole = pull + c.kd * (ws.coordinates[j, TARGET_RATE] - v) + c.ki * y[Q + 2 * nv + j] + reference.force[j]
            limited = limit_set(whole, c.force_limit, sets[FORCE_SET])
        if sets[STOP_SET] != stop or sets[FORCE_SET] != limited or sets[PROPORTIONAL_SET] != proportional:
            changed += 1
        if keep:
            sets[STOP_SET], sets[FORCE_SET], sets[PROPORTIONAL_SET] = stop, limited, proportional
    return changed


@kernel(inline=True)
def limit_set(value, limit, now):
    """At which limit a value is: -1, 0 or 1. From one limit it returns to 0 first, never to the other at once:
    without its gains a stiff servo overshoots so far that it would swing between both limits for ever."""
    if now != 0:
        return now if now * value >= limit else 0
    if abs(value) > limit:
        return 1 if value > 0.0 else -1
    return 0


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
        inertia = dt * (c.damping + dt * c.stiffness)
        if c.material != NO_MATERIAL:
            force -= row[HELD] + row[PULL] + (dt * row[SLOPE] + row[DRAG]) * v
            inertia += dt * (row[DRAG] + dt * row[SLOPE])
        stop = ws.sets[j, STOP_SET]
        if stop != 0:
            bound = c.lower if stop < 0 else c.upper
            force -= c.stop_stiffness * (ahead - bound) + c.stop_damping * v
            inertia += dt * (c.stop_damping + dt * c.stop_stiffness)
        if c.actuator == MOTOR:
            z = lag(y[Q + 2 * nv + j], row[TARGET], c.time_constant, dt)
            force += min(max(c.gain * z, c.force_floor), c.force_limit)
        elif c.actuator == SERVO:
            if ws.sets[j, FORCE_SET] != 0:
                force += ws.sets[j, FORCE_SET] * c.force_limit
            else:
                force += c.kd * (row[TARGET_RATE] - v) + c.ki * y[Q + 2 * nv + j] + reference.force[j]
                inertia += dt * c.kd
                if ws.sets[j, PROPORTIONAL_SET] != 0:
                    force += ws.sets[j, PROPORTIONAL_SET] * c.proportional_limit
                else:
                    force += c.kp * (row[TARGET] - ahead)
                    inertia += dt * dt * c.kp
        elif c.actuator == FOLLOWER:
            ahead_of = y[Q + j + 1] - q if j + 1 < nv else 0.0
            force += min(max(c.kp * ahead_of, -c.proportional_limit), c.proportional_limit) - c.kd * v
            inertia += dt * c.kd
        elif c.driven != 0:
            row[GIVEN] = (row[TARGET_RATE] - v) / dt if dt > 0.0 else row[TARGET_ACCELERATION]
        row[FORCE] = force
        row[INERTIA] = inertia


@kernel(stage=True)
def apply_coordinate_forces(model, y, dt, y_out, weight, ws):
    """After the solve: each force as applied, and its work over the step. Arguments as `apply_slice_forces`."""
    nv = len(model.coordinates)
    work = len(y_out) - FIRST_LAW_WORK - len(model.laws)
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
        y_out[work + STOP_WORK] += travel * row[STOP]
        if c.driven != 0:
            row[ACTUATOR] = row[TAU]
            y_out[work + DRIVE_WORK] += travel * row[TAU]
        else:
            # what the solve was given, less what its added inertia took back, is the sum of all forces on the coordinate
            total = row[FORCE] - row[INERTIA] * row[QDD]
            row[ACTUATOR] = total - row[SPRING] - row[DAMPER] - row[STOP]
            row[TAU] = row[ACTUATOR]
            y_out[work + ACTUATOR_WORK] += travel * row[ACTUATOR]


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
