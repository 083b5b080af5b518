"""Inverse kinematics: coordinates, and base, that bring a point of the body to a pose; and rates that move it along a twist."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.errors import SimulationError, nearest
from snakelab.notebook.registry import Displayed
from snakelab.physics.kinematics.pose_search import (
    ANGLE_ERROR,
    BIAS,
    COLUMN_WIDTH,
    HIGH,
    ITERATIONS,
    LOW,
    N_STEP_ROWS,
    OUTCOME_WIDTH,
    POSITION_ERROR,
    STEP,
    Search,
    damped_step,
    point_frame,
    search,
)
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.tables import HEAD, LINK
from snakelab.physics.state import QUAT, P, Q, State, fitting_state
from snakelab.types import FloatArray, choice, count, number, vector

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
        check_model(model, "InverseKinematics")
        name = "InverseKinematics"
        angle_length = number(angle_length, f"{name} angle_length", SimulationError, above=0, unit="m")
        pull = number(pull, f"{name} pull", SimulationError, minimum=0, maximum=1)
        choice(base, "InverseKinematics base", (HELD, FREE), SimulationError)
        self.model, self.point, nv = model, point, model.n_coordinates
        shift = vector(offset, "InverseKinematics offset", SimulationError, size=3, unit="m")
        stop, steps, centre = _place(model, str(point))
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
        point_frame(self.model.arrays, row, settings.stop, settings.steps, settings.offset, columns)
        low, high, bias = rows[LOW], rows[HIGH], rows[BIAS]
        low[:6], high[:6], bias[:6] = -np.inf, np.inf, 0.0
        q = row[Q : Q + nv]
        low[6:] = np.clip((settings.lower - q) / horizon, -rate_limit, 0.0)
        high[6:] = np.clip((settings.upper - q) / horizon, 0.0, rate_limit)
        bias[6:] = np.where(settings.mobility[6:] > 0, settings.pull * (settings.rest - q) / horizon, 0.0)
        damped_step(columns, wanted, self._weights, settings.mobility, damping, rows, a, errors[2])
        step = rows[STEP]
        return np.concatenate([step[self.model.arrays.base], step[6:]])

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
        r, p = point_frame(self.model.arrays, row, settings.stop, settings.steps, settings.offset, self._scratch[0])
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
        solution = replace(
            state, base_position=row[P:QUAT].copy(), base_quaternion=row[QUAT : QUAT + 4].copy(), base_velocity=np.zeros(6),
            q=row[Q : Q + nv].copy(), v=np.zeros(nv),
        )  # fmt: skip
        reached = place <= tolerance and angle <= tolerance
        return PoseSolution(solution, reached, place, angle, int(self._outcome[ITERATIONS]))

    def _search(self, target: FloatArray, weights: FloatArray, row: FloatArray) -> tuple[float, float]:
        """Search from a row, in place; return the errors of position [m] and angle [rad]."""
        search(self.model.arrays, row, self._settings, target, weights, self._scratch, self._outcome)
        return float(self._outcome[POSITION_ERROR]), float(self._outcome[ANGLE_ERROR])


def _place(model: Model, point: str) -> tuple[int, int, tuple[float, float, float]]:
    """Return part, steps within it and offset of a point."""
    parts, stations = model.arrays.parts, model.arrays.stations
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
