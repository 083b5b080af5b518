"""Inverse kinematics: base pose and coordinates that bring a point of the body to a pose, and rates along a twist.

The kernels of the search come first, then `InverseKinematics`, which calls them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.geometry.rotations import matrix_to_quat, quat_exp, quat_log, quat_multiply, quat_normalise
from snakelab.geometry.spatial import mat_mat_t
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, choice, count, number, vector
from snakelab.parameters.declarations import check_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import BODY, HEAD, LINK, MOUNT, QUAT, SOCKET, ModelArrays, P, Q
from snakelab.physics.kinematics import COLUMN_WIDTH, point_frame
from snakelab.physics.model import Model, check_open
from snakelab.physics.state import State, fitting_state

# ----------------------------------------------------------------------------------------------------------------------
# Kernels of the search for a pose; frame and derivatives of a point are in `kinematics`
# ----------------------------------------------------------------------------------------------------------------------

# Places of the result
POSITION_ERROR, ANGLE_ERROR, ITERATIONS, GRADIENT, OUTCOME_WIDTH = 0, 1, 2, 3, 4
ROUNDS = 12  # in which coordinates are set to their limits
MIN_DAMPING = 1e-14
# Rows of base and coordinates in the scratch of a search: limits, preferred step, step, mobility of those that are at no limit.
LOW, HIGH, BIAS, STEP, MOVABLE, N_STEP_ROWS = range(6)
SMALL_STEP, SMALL_GRADIENT = 1e-13, 1e-12
# Tolerance of the limits of actuators that follow soft sections [m], and the damping at which no step within them helps.
LINE_TOLERANCE, MAX_LINE_FACTOR = 1e-9, 1e8


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


# ----------------------------------------------------------------------------------------------------------------------
# Inverse kinematics of one point of the body: poses, trajectories and rates
# ----------------------------------------------------------------------------------------------------------------------

BASE = "base"
HELD, FREE = "held", "free"


@dataclass(frozen=True)
class PoseSolution(Displayed):
    """Result of inverse kinematics.

    Attributes:
        state: State with the found base pose and coordinates, at rest.
        reached: True if both errors are within the tolerance.
        position_error: Distance of the point from its target [m].
        angle_error: Angle between its orientation and that of the target [rad]; 0 if the orientation is free.
        iterations: Number of iterations [-].
    """

    state: State
    reached: bool
    position_error: float
    angle_error: float
    iterations: int

    @property
    def q(self) -> FloatArray:
        """Coordinates, shape (nv,)."""
        return self.state.q

    def __str__(self) -> str:
        """One line: the pose is reached, or the remaining errors."""
        if self.reached:
            return f"reached in {self.iterations} iterations"
        return f"out of reach: the nearest pose is {self.position_error:.6g} m and {self.angle_error:.6g} rad away"


class InverseKinematics:
    """Inverse kinematics of one point of the body: for a pose, along a trajectory, and differential.

    Each iteration takes the minimum-norm step D J^T (J D J^T + lambda)^-1 e with the position error and the rotation
    vector to the target (times a length) in e, their derivatives J, the mobilities D, and lambda proportional to |e|^2;
    it converges quadratically to reachable poses. Coordinates that would exceed a limit are set to it, and the step is
    solved again for the others. For a redundant robot, the solution is near the initial state or, with a pull, near the
    preferred coordinates. For an unreachable pose, the result is the nearest reachable one (a local minimum of |e|).

    Args:
        model: The model.
        point: "head", "base", or the name of a link or a station of a soft section (at its centre of mass).
        offset: Point relative to it, in its axes, shape (3,), [m].
        orientation: True if the orientation of the target is also matched.
        base: "held" for a fixed base, or "free" if its pose is also computed.
        held: Names of coordinates that keep their value.
        angle_length: Length by which angles are multiplied to compare them with positions [m].
        rest: Preferred coordinates, shape (nv,); None for zeros. They have an effect only with a pull.
        pull: Fraction of the distance to the preferred coordinates that each iteration moves in the null space of the
            task [-].
        tolerance: Tolerance of position [m] and angle [rad].
        iterations: Maximum number of iterations [-].

    Raises:
        SimulationError: if an argument is invalid, or no coordinate is free.

    Source: Sugihara, Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method, IEEE Trans. Robotics
    27, 2011. Not for several points at once, nor for contacts (see `static_equilibrium`).
    """

    def __init__(
        self,
        model: Model,
        point: str = HEAD,
        *,
        offset: Sequence[float] = (0.0, 0.0, 0.0),
        orientation: bool = True,
        base: str = HELD,
        held: Sequence[str] = (),
        angle_length: float = 0.3,
        rest: Sequence[float] | FloatArray | None = None,
        pull: float = 0.0,
        tolerance: float = 1e-11,
        iterations: int = 500,
    ) -> None:
        given = {"point": point, "orientation": orientation, "base": base, "held": held}
        check_arguments(InverseKinematics, given, SimulationError)
        check_open(model, "InverseKinematics")
        name = "InverseKinematics"
        angle_length = number(angle_length, f"{name} angle_length", SimulationError, above=0, unit="m")
        pull = number(pull, f"{name} pull", SimulationError, minimum=0, maximum=1)
        choice(base, "InverseKinematics base", (HELD, FREE), SimulationError)
        self.model, self.point, nv = model, point, model.n_coordinates
        shift = vector(offset, "InverseKinematics offset", SimulationError, size=3, unit="m")
        stop, steps, centre = _place(model, str(point))
        path, stop = _path(model.arrays, stop)
        self._arrays = model.arrays._replace(parts=path)
        x, y, z = (np.asarray(centre) + shift).tolist()
        self._weights = np.array([1.0] * 3 + [angle_length if orientation else 0.0] * 3)
        mobility = _mobility(model, base == FREE, held)
        coordinates = model.arrays.coordinates
        units = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates]
        self._bend = (
            np.where(np.array(units, dtype=str) == "m", 0.003, 0.1) * (mobility[6:] > 0) * (-1.0) ** np.arange(nv)
        )
        self._settings = Search(
            stop,
            steps,
            (x, y, z),
            mobility,
            coordinates["lower"].copy(),
            coordinates["upper"].copy(),
            np.zeros(nv) if rest is None else vector(rest, "InverseKinematics rest", SimulationError, size=nv),
            pull,
            number(tolerance, f"{name} tolerance", SimulationError, above=0, unit="m"),
            count(iterations, f"{name} iterations", SimulationError, minimum=1),
        )
        width = max(Q + 2 * nv, 1)
        self._scratch = (
            np.zeros((6 + nv, COLUMN_WIDTH)), np.zeros((6 + nv, COLUMN_WIDTH)), np.zeros((N_STEP_ROWS, 6 + nv)),
            np.zeros(width),
            np.zeros((6, 6)), np.zeros((4, 6)),
        )  # fmt: skip
        self._outcome = np.zeros(OUTCOME_WIDTH)

    def pose(self, state: State) -> FloatArray:
        """Return the pose of the point, T_world_point, shape (4, 4)."""
        return self._pose(self._row(state))

    def solve(self, target: Sequence[float] | FloatArray, state: State) -> PoseSolution:
        """Return the state, near a given one, in which the point has the given pose, or the nearest reachable pose.

        Args:
            target: T_world_point, shape (4, 4); or a position, shape (3,), which leaves the orientation free.
            state: Start; its velocities are not used.
        """
        return self._solve(_target(target), np.ndim(target) == 1, self._row(state), state)

    def follow(self, targets: Sequence[FloatArray] | FloatArray, state: State) -> list[PoseSolution]:
        """Return a solution for each pose of a trajectory, each computed from the previous one.

        Args:
            targets: Poses, shape (n, 4, 4), or positions, shape (n, 3).
            state: Start.
        """
        solutions, row = list[PoseSolution](), self._row(state)
        for target in targets:
            solutions.append(self._solve(_target(target), np.ndim(target) == 1, row, state))
        return solutions

    def rates(
        self,
        state: State,
        twist: Sequence[float] | FloatArray,
        *,
        rate_limit: float = np.inf,
        horizon: float = 0.05,
        damping: float = 1e-12,
    ) -> FloatArray:
        """Return the minimum-norm velocities for a given twist of the point: differential inverse kinematics.

        Coordinates are slowed so that they do not pass their limits within the horizon. The pull moves the redundancy to the
        preferred coordinates.

        Args:
            state: The state; its velocities are not used.
            twist: Velocity of the point and angular velocity, world axes, shape (6,), [m/s, rad/s].
            rate_limit: Largest rate of a coordinate [rad/s or m/s].
            horizon: Time in which limits must be kept [s].
            damping: Of the least squares, in units of the weights squared; greater near singular postures.

        Returns:
            zeta, shape (n_base + nv,), as the columns of `jacobian`; a base that is held has zeros.
        """
        wanted = vector(twist, "rates twist", SimulationError, size=6)
        row, nv = self._row(state), self.model.n_coordinates
        columns, _, rows, _, a, errors = self._scratch
        settings = self._settings
        point_frame(self._arrays, row, settings.stop, settings.steps, settings.offset, columns)
        low, high, bias = rows[LOW], rows[HIGH], rows[BIAS]
        low[:6], high[:6], bias[:6] = -np.inf, np.inf, 0.0
        q = row[Q : Q + nv]
        low[6:] = np.clip((settings.lower - q) / horizon, -rate_limit, 0.0)
        high[6:] = np.clip((settings.upper - q) / horizon, 0.0, rate_limit)
        bias[6:] = np.where(settings.mobility[6:] > 0, settings.pull * (settings.rest - q) / horizon, 0.0)
        damped_step(columns, wanted, self._weights, settings.mobility, damping, rows, a, errors[2])
        step, share = rows[STEP], 1.0
        rates, lines = self.model.following(step[6:]), self.model.lines
        if len(lines):  # slowed as a whole, so that the point still moves as desired
            high = np.maximum(settings.upper - self.model.following(q), 0.0)[lines] / horizon
            low = np.minimum(settings.lower - self.model.following(q), 0.0)[lines] / horizon
            room = np.where(rates[lines] > 0, high, low)
            share = float(np.divide(room, rates[lines], out=np.ones(len(lines)), where=rates[lines] != 0).min())
        share = min(1.0, share)
        return np.concatenate([step[self.model.arrays.base], rates]) * share

    def _row(self, state: State) -> FloatArray:
        """Return the pose and the coordinates of a state as the kernels' row."""
        nv = self.model.n_coordinates
        if len(state.q) != nv:
            state = fitting_state(self.model, state)
        row = np.zeros(Q + 2 * nv)
        row[P:QUAT], row[QUAT : QUAT + 4], row[Q : Q + nv] = state.base_position, state.base_quaternion, state.q
        return row

    def _pose(self, row: FloatArray) -> FloatArray:
        settings = self._settings
        r, p = point_frame(self._arrays, row, settings.stop, settings.steps, settings.offset, self._scratch[0])
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = np.reshape(r, (3, 3)), p
        return T

    def _solve(self, target: FloatArray, position_only: bool, row: FloatArray, state: State) -> PoseSolution:
        """Search from a row, which becomes the result."""
        weights = self._weights
        if position_only and weights[3] > 0:
            weights = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
        start = row.copy()
        tolerance, lower, upper = self._settings.tolerance, self._settings.lower, self._settings.upper
        place, angle = self._search(target, weights, row)
        if place > tolerance or angle > tolerance:
            # the Jacobian of a straight arm is singular along the arm, and the search may end in a local minimum: bend it first
            for side in (1.0, -1.0):
                other = start.copy()
                other[Q : Q + len(self._bend)] = np.clip(
                    other[Q : Q + len(self._bend)] + side * self._bend, lower, upper
                )
                errors = self._search(target, weights, other)
                if np.hypot(*errors) < np.hypot(place, angle):
                    (place, angle), row[:] = errors, other
        nv = self.model.n_coordinates
        if len(self.model.lines):
            place, angle = self._within_lines(target, weights, row, (place, angle))
        solution = replace(
            state, base_position=row[P:QUAT].copy(), base_quaternion=row[QUAT : QUAT + 4].copy(), base_velocity=np.zeros(6),
            q=self.model.following(row[Q : Q + nv].copy()), v=np.zeros(nv),
        )  # fmt: skip
        reached = place <= tolerance and angle <= tolerance
        return PoseSolution(solution, reached, place, angle, int(self._outcome[ITERATIONS]))

    def _within_lines(
        self, target: FloatArray, weights: FloatArray, row: FloatArray, errors: tuple[float, float]
    ) -> tuple[float, float]:
        """Bring actuators that follow soft sections within their limits, in place, and the point as near to its pose as possible.

        First with the sections as near as possible to the shape that was found, then with all coordinates but the base.

        Returns:
            Errors of position [m] and angle [rad].
        """
        nv, lines, settings = self.model.n_coordinates, self.model.lines, self._settings
        lower, upper, table = settings.lower, settings.upper, self.model.arrays.coordinates
        q = row[Q : Q + nv]
        q[:] = self.model.following(q)
        if ((q >= lower - LINE_TOLERANCE) & (q <= upper + LINE_TOLERANCE)).all():
            return errors
        own = np.flatnonzero((settings.mobility[6:] > 0) & (table["section"] < 0))
        moves = self.model.following(np.eye(nv)[own]).T  # of all coordinates for those that are free
        bounded = np.isfinite(np.concatenate([upper, lower]))
        G = np.vstack([-moves, moves])[bounded]

        def room() -> FloatArray:
            """What is left to the limits."""
            return np.concatenate([upper - q, q - lower])[bounded]

        q += moves @ _least_squares_within(np.eye(len(own)), np.zeros(len(own)), G, -room())
        held = settings.mobility.copy()
        held[6 + lines] = 0.0
        held[6 + (table["section"][lines][:, None] + np.arange(3))] = 0.0
        if held.any():
            trial = row.copy()
            self._settings = settings._replace(mobility=held)
            errors = self._search(target, weights, trial)
            self._settings = settings
            row[:] = trial
            if max(errors) <= settings.tolerance:
                return errors

        def residual() -> tuple[FloatArray, FloatArray]:
            """Errors of the point and the derivatives of its pose."""
            r, p = point_frame(self.model.chain, row, settings.stop, settings.steps, settings.offset, self._scratch[0])
            e = np.zeros(6)
            _errors(r, p, target, e)
            return e * (weights > 0), self._scratch[0][6 + own, :6].T * weights[:, None]

        factor, (e, J) = 1e-2, residual()
        for _ in range(settings.max_iterations):
            cost, before = float(((weights * e) ** 2).sum()), q.copy()
            if max(np.linalg.norm(e[:3]), np.linalg.norm(e[3:])) <= settings.tolerance or factor > MAX_LINE_FACTOR:
                break
            E = np.vstack([J, math.sqrt(factor * cost + MIN_DAMPING) * np.eye(len(own))])
            wanted = np.concatenate([weights * e, np.zeros(len(own))])
            q += moves @ _least_squares_within(E, wanted, G, -room())
            found, derivatives = residual()
            if ((weights * found) ** 2).sum() < cost:
                e, J, factor = found, derivatives, 0.2 * factor
            else:
                q[:], factor = before, 10.0 * factor
        return float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))

    def _search(self, target: FloatArray, weights: FloatArray, row: FloatArray) -> tuple[float, float]:
        """Search from a row, in place; return the errors of position [m] and angle [rad]."""
        search(self._arrays, row, self._settings, target, weights, self._scratch, self._outcome)
        return float(self._outcome[POSITION_ERROR]), float(self._outcome[ANGLE_ERROR])


def _least_squares_within(E: FloatArray, f: FloatArray, G: FloatArray, h: FloatArray) -> FloatArray:
    """Solution x of min |E x - f| with G x >= h, zero if there is none. E has full column rank.

    Source: Lawson and Hanson, Solving least squares problems, 1974, chapter 23 (by a problem of least distance).
    """
    from scipy.optimize import nnls

    orthogonal, triangle = np.linalg.qr(E)
    centre = np.linalg.solve(triangle, orthogonal.T @ f)
    if (G @ centre >= h - 1e-12).all():
        return np.asarray(centre)
    reduced = np.linalg.solve(triangle.T, G.T).T
    shifted = h - G @ centre
    system, unit = np.vstack([reduced.T, shifted]), np.zeros(E.shape[1] + 1)
    unit[-1] = 1.0
    rest = system @ nnls(system, unit)[0] - unit
    if np.linalg.norm(rest) < 1e-9:
        return np.zeros(E.shape[1])
    return np.asarray(centre - np.linalg.solve(triangle, rest[:-1] / rest[-1]))


def _place(model: Model, point: str) -> tuple[int, int, tuple[float, float, float]]:
    """Return part, steps within it and offset of a point."""
    parts, stations = model.parts, model.stations
    if point == BASE or (point == HEAD and model.robot.from_head):
        return -1, 0, (0.0, 0.0, 0.0)
    if point == HEAD:
        return len(parts), 0, (0.0, 0.0, 0.0)
    names = model.station_names
    if point not in names:
        raise SimulationError(f"the robot has no point {point!r}{nearest(point, (*names, HEAD, BASE))}")
    k = names.index(point)
    for i, part in enumerate(parts):
        if part["n_stations"] and part["station"] <= k < part["station"] + part["n_stations"]:
            x, y, z = (float(number) for number in stations[k]["offset"])
            return i, 0 if part["kind"] == LINK else int(k - part["station"]), (x, y, z)
    raise SimulationError(f"the point {point!r} is on no part")


def _path(arrays: ModelArrays, stop: int) -> tuple[np.ndarray, int]:
    """Return the parts from the base to a part, along the branches that carry it, with sockets as mounts; and its place there.

    Args:
        arrays: Of the model.
        stop: Number of the part; -1 for the base, the number of all parts for the end of the trunk.
    """
    parts, stations = arrays.parts[arrays.parts["kind"] != BODY], arrays.stations
    sockets = np.flatnonzero(parts["kind"] == SOCKET)
    if not len(sockets):
        return parts, stop
    if stop in (-1, len(parts)):
        trunk = parts[: sockets[0]]
        return trunk, min(stop, len(trunk))
    numbers, last = list[int](), stop
    while (inner := sockets[sockets <= last]).size:
        numbers = [*range(inner[-1], last + 1), *numbers]
        carrier = parts["carrier"][inner[-1]]
        last = int(np.flatnonzero((parts["station"] <= carrier) & (parts["n_stations"] > 0))[-1])
    path = parts[[*range(last + 1), *numbers]]
    for i in np.flatnonzero(path["kind"] == SOCKET):
        # from the end of the link that carries it, where the walk along the path is
        path["kind"][i] = MOUNT
        path["offset"][i] += stations["offset"][path["carrier"][i]] - [path["length"][i - 1], 0.0, 0.0]
    return path, len(path) - 1


def _mobility(model: Model, free_base: bool, held: Sequence[str]) -> FloatArray:
    """Return 1 for coordinates that may move and 0 for those that are held, shape (6 + nv,)."""
    mobility = np.zeros(6 + model.n_coordinates)
    mobility[6:] = 1.0
    if free_base:
        mobility[model.arrays.base] = 1.0
    for name in held:
        if name not in model.coordinate_names:
            raise SimulationError(f"the robot has no coordinate {name!r}{nearest(str(name), model.coordinate_names)}")
        mobility[6 + model.coordinate_names.index(name)] = 0.0
    if not mobility.any():
        raise SimulationError("InverseKinematics needs at least one free motion: a coordinate, or base='free'")
    return mobility


def _target(target: Sequence[float] | FloatArray) -> FloatArray:
    """Return rotation by rows and position, shape (12,)."""
    given = np.asarray(target, dtype=np.float64)
    goal = np.zeros(12)
    if given.shape == (3,) and np.isfinite(given).all():
        goal[[0, 4, 8]], goal[9:] = 1.0, given
        return goal
    if given.shape != (4, 4) or not np.isfinite(given).all():
        raise SimulationError(
            f"a target is a pose of shape (4, 4) or a position of shape (3,), got shape {given.shape}"
        )
    rotation = given[:3, :3]
    if np.abs(rotation @ rotation.T - np.eye(3)).max() > 1e-6 or np.linalg.det(rotation) < 0:
        raise SimulationError("the first three rows and columns of a target must be a rotation matrix")
    goal[:9], goal[9:] = rotation.ravel(), given[:3, 3]
    return goal
