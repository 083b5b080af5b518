"""Kernels of inverse kinematics: frame and derivatives of one point of the body, and the search for a pose."""

import math
from typing import Any, NamedTuple

from snakelab.compiling import kernel
from snakelab.geometry.rotations import (
    matrix_to_quat,
    quat_exp,
    quat_log,
    quat_multiply,
    quat_normalise,
    quat_to_matrix,
)
from snakelab.geometry.se3 import exponential, tangent
from snakelab.geometry.spatial import twist_add_scaled, twist_scale
from snakelab.geometry.vectors import ZERO, add, axis_rotation, cross, mat_mat, mat_mat_t, mat_vec, scale, sub
from snakelab.physics.model_tables.records import axis_of, column_of, offset_of, rotation_of
from snakelab.physics.model_tables.tables import LINK, MOUNT
from snakelab.physics.state import QUAT, P, Q
from snakelab.robots.parts.joints import PRISMATIC, REVOLUTE

# Columns of a derivative: velocity of a point, angular velocity, both in world axes; during the computation, followed
# by the point itself.
LINEAR, ANGULAR, ORIGIN, COLUMN_WIDTH = 0, 3, 6, 9
# Places of the result
POSITION_ERROR, ANGLE_ERROR, ITERATIONS, GRADIENT, OUTCOME_WIDTH = 0, 1, 2, 3, 4
ROUNDS = 12  # in which coordinates are set to their limits
MIN_DAMPING = 1e-14
# Rows of base and coordinates in the scratch of a search: limits, preferred step, step, mobility of those that are at no limit.
LOW, HIGH, BIAS, STEP, MOVABLE, N_STEP_ROWS = range(6)
SMALL_STEP, SMALL_GRADIENT = 1e-13, 1e-12


class Search(NamedTuple):
    """Settings of the pose search: free coordinates, limits and tolerances.

    Attributes:
        stop, steps, offset: Point of the body, as in `point_frame`.
        mobility: Of base and coordinates, (6 + nv,); zero for those that are held.
        lower, upper: Limits of the coordinates, (nv,).
        rest: Preferred coordinates, (nv,).
        pull: Fraction of the way to them in each iteration [-].
        tolerance: Tolerance of position [m] and angle [rad].
        max_iterations: Iterations at most [-].
    """

    stop: int
    steps: int
    offset: tuple[float, float, float]
    mobility: Any
    lower: Any
    upper: Any
    rest: Any
    pull: float
    tolerance: float
    max_iterations: int


@kernel
def point_frame(model, y, stop, steps, offset, columns):
    """Rotation and position of a point, and its derivatives with respect to base velocities and coordinates.

    Args:
        model: ModelArrays.
        y: State row; velocities are not read.
        stop: Part that carries the point; the number of parts for the tip.
        steps: In a soft section, steps from its base end to the point's station.
        offset: Point in the axes of that frame, three numbers [m].
        columns: Out: derivatives, rows of the base (6) and of the coordinates, shape (6 + nv, COLUMN_WIDTH).
    """
    parts = model.parts
    r = quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    p = (y[P], y[P + 1], y[P + 2])
    base = p
    columns[:, :] = 0.0
    for i in range(len(parts)):
        if i > stop or (i == stop and parts[i].kind == LINK):
            break
        kind = parts[i].kind
        if kind == LINK:
            p = add(p, mat_vec(r, (parts[i].length, 0.0, 0.0)))
        elif kind == REVOLUTE:
            axis = axis_of(parts, i)
            _put(columns, 6 + parts[i].coordinate, ZERO, mat_vec(r, axis), p)
            r = mat_mat(r, axis_rotation(axis, y[Q + parts[i].coordinate]))
        elif kind == PRISMATIC:
            axis = axis_of(parts, i)
            _put(columns, 6 + parts[i].coordinate, mat_vec(r, axis), ZERO, p)
            p = add(p, mat_vec(r, scale(y[Q + parts[i].coordinate], axis)))
        elif kind == MOUNT:
            p = add(p, mat_vec(r, offset_of(parts, i)))
            r = mat_mat(r, rotation_of(parts, i))
        else:
            part = parts[i]
            fraction = steps / part.n_steps if i == stop else 1.0
            x = ((part.length * fraction, 0.0, 0.0), ZERO)
            for k in range(part.n_coordinates):
                x = twist_add_scaled(x, fraction * y[Q + part.coordinate + k], column_of(parts, i, k))
            rotation, reach = exponential(x)
            p = add(p, mat_vec(r, reach))
            r = mat_mat(r, rotation)
            for k in range(part.n_coordinates):
                linear, angular = tangent(x, twist_scale(fraction, column_of(parts, i, k)))
                _put(columns, 6 + part.coordinate + k, mat_vec(r, linear), mat_vec(r, angular), p)
    p = add(p, mat_vec(r, offset))
    for k in range(3):
        columns[k, LINEAR + k] = 1.0
        columns[3 + k, ANGULAR + k] = 1.0
        for i in range(3):
            columns[3 + k, ORIGIN + i] = base[i]
    for j in range(len(columns)):
        c = columns[j]
        away = sub(p, (c[ORIGIN], c[ORIGIN + 1], c[ORIGIN + 2]))
        along = cross((c[ANGULAR], c[ANGULAR + 1], c[ANGULAR + 2]), away)
        for i in range(3):
            c[LINEAR + i] += along[i]
    return r, p


@kernel(inline=True)
def _put(columns, j, linear, angular, origin):
    """Write the derivative with respect to coordinate j: velocity at the origin and angular velocity."""
    for i in range(3):
        columns[j, LINEAR + i], columns[j, ANGULAR + i], columns[j, ORIGIN + i] = linear[i], angular[i], origin[i]


@kernel(inline=True)
def _errors(r, p, target, errors):
    """Target minus pose: position, and the rotation vector from the pose to the target, world axes."""
    t = (target[0], target[1], target[2], target[3], target[4], target[5], target[6], target[7], target[8])
    rotation_error = quat_log(matrix_to_quat(mat_mat_t(t, r)))
    for i in range(3):
        errors[i] = target[9 + i] - p[i]
        errors[3 + i] = rotation_error[i]


@kernel(inline=True)
def _cost(errors, weights):
    total = 0.0
    for i in range(6):
        total += (weights[i] * errors[i]) ** 2
    return total


@kernel
def _factor(a):
    """Cholesky factor of a symmetric positive definite matrix of six rows, in its lower half."""
    for i in range(6):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = math.sqrt(max(s, 1e-300)) if i == j else s / a[j, j]


@kernel
def _substitute(a, b):
    """Solve with the factor, in place."""
    for i in range(6):
        for k in range(i):
            b[i] -= a[i, k] * b[k]
        b[i] /= a[i, i]
    for i in range(5, -1, -1):
        for k in range(i + 1, 6):
            b[i] -= a[k, i] * b[k]
        b[i] /= a[i, i]


@kernel
def damped_step(columns, wanted, weights, mobility, damping, rows, a, b):
    """Minimum-norm step that moves a point as desired, within limits; the redundancy follows a bias.

    step = D J^T (J D J^T + damping)^-1 (wanted - J bias) + bias, D = diag(mobility). Coordinates that would exceed a
    limit are set to it, and the step is computed again for the others.

    Args:
        columns: Derivatives, from `point_frame`.
        wanted: Motion of the point, (6,).
        weights: Of its components, (6,); zero for those that are free.
        mobility: Of base and coordinates, (6 + nv,); zero for those that are held.
        damping: Damping [weights^2].
        rows: Rows of the limits of the step, of the preferred step and, out, of the step; the last one is scratch,
            (N_STEP_ROWS, 6 + nv).
        a, b: Scratch, (6, 6) and (6,).
    """
    low, high, bias, step, free = rows[LOW], rows[HIGH], rows[BIAS], rows[STEP], rows[MOVABLE]
    n = len(mobility)
    for j in range(n):
        free[j] = mobility[j]
        step[j] = 0.0
    for _ in range(ROUNDS):
        for i in range(6):
            b[i] = weights[i] * wanted[i]
            for k in range(i + 1):
                a[i, k] = 0.0
        for j in range(n):
            given = bias[j] if free[j] > 0.0 else step[j]
            for i in range(6):
                b[i] -= weights[i] * columns[j, i] * given
            if free[j] > 0.0:
                for i in range(6):
                    f = free[j] * weights[i] * columns[j, i]
                    for k in range(i + 1):
                        a[i, k] += f * weights[k] * columns[j, k]
        for i in range(6):
            a[i, i] += damping if weights[i] > 0.0 else 1.0
        _factor(a)
        _substitute(a, b)
        at_limit = False
        for j in range(n):
            if free[j] > 0.0:
                s = 0.0
                for i in range(6):
                    s += weights[i] * columns[j, i] * b[i]
                step[j] = bias[j] + free[j] * s
        for j in range(n):
            if free[j] > 0.0 and (step[j] < low[j] or step[j] > high[j]):
                step[j] = low[j] if step[j] < low[j] else high[j]
                free[j] = 0.0
                at_limit = True
        if not at_limit:
            return


@kernel
def _moved(y, step, trial):
    """Write the base and the coordinates after a step to another state row."""
    for i in range(len(y)):
        trial[i] = y[i]
    rotation = quat_exp((step[3], step[4], step[5]))
    quat = quat_normalise(quat_multiply(rotation, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
    for i in range(4):
        trial[QUAT + i] = quat[i]
    for i in range(3):
        trial[P + i] = y[P + i] + step[i]
    for j in range(len(step) - 6):
        trial[Q + j] = y[Q + j] + step[6 + j]


@kernel
def search(model, y, settings, target, weights, scratch, outcome):
    """Search for a state in which a point has a given pose, or the nearest reachable one.

    Args:
        model: ModelArrays.
        y: State row: the start, and out, the result.
        settings: Search.
        target: Rotation by rows and position, (12,).
        weights: Of the six errors: 1 for positions, a length for angles [m], 0 for those that are free.
        scratch: Arrays: columns (6 + nv, 9), trial columns likewise, rows (N_STEP_ROWS, 6 + nv), trial state row, matrix (6, 6),
            errors (4, 6).
        outcome: Out: errors, iterations and gradient, (OUTCOME_WIDTH,).
    """
    stop, steps, offset, mobility, lower, upper, rest, pull, tolerance, maximum = settings
    columns, others, rows, trial, a, errors = scratch
    nv = len(lower)
    low, high, bias, step = rows[LOW], rows[HIGH], rows[BIAS], rows[STEP]
    e, new, b = errors[0], errors[1], errors[2]
    r, p = point_frame(model, y, stop, steps, offset, columns)
    _errors(r, p, target, e)
    cost = _cost(e, weights)
    factor, count, gradient = 1e-2, 0, 0.0
    for j in range(6):
        low[j], high[j], bias[j] = -math.inf, math.inf, 0.0
    while count < maximum:
        place = math.sqrt(e[0] ** 2 * (weights[0] > 0) + e[1] ** 2 * (weights[1] > 0) + e[2] ** 2 * (weights[2] > 0))
        angle = math.sqrt(e[3] ** 2 * (weights[3] > 0) + e[4] ** 2 * (weights[4] > 0) + e[5] ** 2 * (weights[5] > 0))
        if place <= tolerance and angle <= tolerance:
            break
        count += 1
        pull_fraction = pull if factor < 1.0 else 0.0
        for j in range(nv):
            low[6 + j], high[6 + j] = lower[j] - y[Q + j], upper[j] - y[Q + j]
            bias[6 + j] = pull_fraction * (rest[j] - y[Q + j]) * (mobility[6 + j] > 0.0)
        damped_step(columns, e, weights, mobility, factor * cost + MIN_DAMPING, rows, a, b)
        _moved(y, step, trial)
        for j in range(nv):
            trial[Q + j] = min(max(trial[Q + j], lower[j]), upper[j])
        r, p = point_frame(model, trial, stop, steps, offset, others)
        _errors(r, p, target, new)
        trial_cost = _cost(new, weights)
        size, gradient = 0.0, 0.0
        for j in range(6 + nv):
            size = max(size, abs(step[j]))
            slope = 0.0
            for i in range(6):
                slope += weights[i] ** 2 * columns[j, i] * e[i]
            blocked = (slope > 0.0 and high[j] <= 0.0) or (slope < 0.0 and low[j] >= 0.0)
            if mobility[j] > 0.0 and not blocked:
                gradient = max(gradient, abs(slope))
        if trial_cost < cost or (pull_fraction > 0.0 and trial_cost <= 4.0 * cost and place <= 1e-3):
            gained = cost - trial_cost
            for i in range(len(y)):
                y[i] = trial[i]
            columns, others = others, columns
            e, new = new, e
            cost, factor = trial_cost, max(0.2 * factor, 1e-6)
            if gained <= 1e-15 * trial_cost and trial_cost > tolerance**2 and pull_fraction == 0.0:
                break
        else:
            factor *= 10.0
            if factor > 1e12 or gradient <= SMALL_GRADIENT * math.sqrt(cost):
                break
        if size <= SMALL_STEP:
            break
    total, angle_squares = 0.0, 0.0
    for i in range(3):
        total += e[i] ** 2 * (weights[i] > 0.0)
        angle_squares += e[3 + i] ** 2 * (weights[3 + i] > 0.0)
    outcome[POSITION_ERROR], outcome[ANGLE_ERROR] = math.sqrt(total), math.sqrt(angle_squares)
    outcome[ITERATIONS], outcome[GRADIENT] = count, gradient
