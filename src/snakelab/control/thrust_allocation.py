"""Propellers of a robot, and the allocation of thrust: distribution of a desired force and moment to the propellers."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.errors import ControlError, nearest
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray, floats, named_arguments, vector
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.robots.link import Propeller

# ----------------------------------------------------------------------------------------------------------------------
# Table of a robot's propellers: positions, directions, limits, and the commands for given thrusts
# ----------------------------------------------------------------------------------------------------------------------

COM, BASE = "com", "base"


@dataclass(frozen=True)
class Thrusters:
    """Parameters of the propellers for an allocation.

    Attributes:
        propellers: The propellers, in the order of the robot.
        stations: Index of the station on which each is mounted, shape (m,), [-].
        offsets: Offset of each from its station's centre of mass, in the station's axes, shape (m, 3), [m].
        directions: Direction of positive thrust in the station's axes, shape (m, 3).
        torque_ratios: Ratio of torque to thrust, shape (m,), [m].
        minimum, maximum: Limits of the thrust, from its limits, gain and curve, shape (m,), [N].
    """

    propellers: tuple[Propeller, ...]
    stations: tuple[int, ...]
    offsets: FloatArray
    directions: FloatArray
    torque_ratios: FloatArray
    minimum: FloatArray
    maximum: FloatArray

    def matrix(self, poses: FloatArray, point: FloatArray) -> FloatArray:
        """Return the wrench (force, moment about a point) of a unit thrust of each propeller, in world axes, shape
        (6, m).

        Args:
            poses: Of the stations, as returned by `jacobians`.
            point: Point in world axes, shape (3,), [m].
        """
        wrenches = np.zeros((6, len(self.stations)))
        for i, k in enumerate(self.stations):
            R = poses[k, :9].reshape(3, 3)
            force = R @ self.directions[i]
            arm = poses[k, 9:] + R @ self.offsets[i] - point
            wrenches[:3, i], wrenches[3:, i] = force, np.cross(arm, force) + self.torque_ratios[i] * force
        return wrenches

    def commands(self, thrust: FloatArray) -> FloatArray:
        """Return the commands that give the thrusts in steady state, each of the smallest absolute value, shape (m,)."""
        return np.array(
            [command_for(propeller, float(t)) for propeller, t in zip(self.propellers, thrust, strict=True)]
        )


@checked_arguments(ControlError)
def thrusters_of(model: Model) -> Thrusters:
    """Return the propellers of a model's robot."""
    table, propellers = model.arrays.propellers, tuple(model.robot.propellers)
    ranges = np.array([thrust_range(propeller) for propeller in propellers]).reshape(-1, 2)
    return Thrusters(
        propellers,
        tuple(int(k) for k in table["station"]),
        table["offset"],
        table["direction"],
        table["torque_ratio"],
        ranges[:, 0],
        ranges[:, 1],
    )


@checked_arguments(ControlError)
def thrust_matrix(model: Model, state: State, about: str = COM) -> FloatArray:
    """Return the matrix B: wrench (force, moment) of a unit thrust of each propeller on the robot in its present shape.

    Args:
        model: The model.
        state: State; only pose and shape are used.
        about: Point of the moments: "com" (the robot's centre of mass), "base" (the origin of its base), "head", or the
            name of a station, for its centre of mass.

    Returns:
        World axes, shape (6, n_propellers), [N, N m per N].

    Raises:
        ControlError: if there is no such point.
    """
    poses, _ = jacobians(model, state)
    return thrusters_of(model).matrix(poses, _point(model, state, poses, about))


def _point(model: Model, state: State, poses: FloatArray, about: str) -> FloatArray:
    names = (COM, BASE, *model.station_names, "head")
    if about not in names:
        raise ControlError(f"the robot has no point {about!r}{nearest(str(about), names)}")
    if about == COM:
        return centre_of_mass(model, poses)
    return state.base_position if about == BASE else poses[names.index(about) - 2, 9:]


def centre_of_mass(model: Model, poses: FloatArray) -> FloatArray:
    """Centre of mass of the robot, world axes, shape (3,), [m]."""
    return model.stations["mass"] @ poses[:-1, 9:] / model.mass


def thrust_range(propeller: Propeller) -> tuple[float, float]:
    """Smallest and largest thrust of a propeller, by its limits and its gain or curve [N]."""
    low_limit, high_limit = propeller.min_thrust, propeller.max_thrust
    points = propeller.curve_points()
    if len(points):
        low, high = points[:, 1].min(), points[:, 1].max()
        return float(np.clip(low, low_limit, high_limit)), float(np.clip(high, low_limit, high_limit))
    if propeller.gain == 0:
        return (float(np.clip(0.0, low_limit, high_limit)),) * 2
    return low_limit, high_limit


def command_for(propeller: Propeller, thrust: float) -> float:
    """Smallest command that gives a thrust, or the nearest possible thrust: the inverse of gain and curve.

    Args:
        propeller: The propeller.
        thrust: Thrust [N].
    """
    wanted = float(np.clip(thrust, *thrust_range(propeller)))
    points = propeller.curve_points()
    if not len(points):
        return 0.0 if propeller.gain == 0 else wanted / propeller.gain
    candidates = [_on_line(one, other, wanted) for one, other in pairwise(points)]
    return min((command for command in candidates if command is not None), key=abs)


def _on_line(one: FloatArray, other: FloatArray, thrust: float) -> float | None:
    """Smallest command on one segment of a curve that gives the thrust; None if there is none."""
    (u0, t0), (u1, t1) = one, other
    if not min(t0, t1) <= thrust <= max(t0, t1):
        return None
    if t0 == t1:
        return float(np.clip(0.0, u0, u1))
    return float(u0 + (thrust - t0) / (t1 - t0) * (u1 - u0))


# ----------------------------------------------------------------------------------------------------------------------
# Thrust allocation: distribution of a desired force and moment to the propellers
# ----------------------------------------------------------------------------------------------------------------------

DIRECTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
RELATIVE_TOLERANCE = 1e-9  # difference of two thrusts, or of a thrust and its limit, that count as equal


@dataclass(frozen=True)
class Allocation(Displayed):
    """Allocated thrusts, and the missing part of the desired wrench.

    Attributes:
        thrust: Thrust of each propeller, shape (m,), [N].
        wrench: Wrench of these thrusts, shape (6,), [N, N m].
        missing: Desired wrench minus `wrench`, shape (6,), [N, N m].
        saturated: True if a propeller is at a limit.
    """

    thrust: FloatArray
    wrench: FloatArray
    missing: FloatArray
    saturated: bool


@named_arguments
def allocate(
    matrix: FloatArray, wrench: object, minimum: FloatArray, maximum: FloatArray, weights: object = None
) -> Allocation:
    """Return the thrusts within their limits whose wrench is nearest to the desired one.

    The thrusts minimise the sum of (weight_i (B u - w)_i)^2; of several solutions, the one with the smallest thrusts is
    returned.

    Args:
        matrix: B, from `thrust_matrix`, shape (6, m).
        wrench: Desired force and moment, about the point and in the axes of B, shape (6,), [N, N m].
        minimum, maximum: Limits of the thrusts, shape (m,), [N].
        weights: Weight of each component of the wrench, shape (6,); None for a weight of 1 for forces, and for each
            moment the reciprocal of the longest lever arm of a propeller.

    Raises:
        ControlError: if a size is wrong, a weight is negative, or a lower limit is above the upper one.
    """
    wanted = vector(wrench, "wrench", ControlError, size=6)
    matrix = _matrix(matrix)
    minimum, maximum = _limits(minimum, maximum, matrix.shape[1])
    weigh = default_weights(matrix) if weights is None else vector(weights, "weights", ControlError, size=6)
    if (weigh < 0).any():
        raise ControlError(
            f"weights must not be negative, got {weigh.tolist()}; write 0 for components that do not matter"
        )
    if not matrix.shape[1]:
        return Allocation(np.zeros(0), np.zeros(6), wanted, False)
    A, b = weigh[:, None] * matrix, weigh * wanted
    thrust: FloatArray = np.asarray(np.linalg.lstsq(A, b, rcond=RELATIVE_TOLERANCE)[0], dtype=np.float64)
    if (thrust < minimum).any() or (thrust > maximum).any():
        thrust = _bounded(A, b, minimum, maximum)
    given = matrix @ thrust
    near = RELATIVE_TOLERANCE * (1.0 + np.abs(thrust))
    saturated = bool(((thrust <= minimum + near) | (thrust >= maximum - near)).any())
    return Allocation(thrust, given, wanted - given, saturated)


def _matrix(matrix: object) -> FloatArray:
    """Return B as an array, if it is one of finite numbers."""
    try:
        B = floats(matrix)
    except ValueError:
        B = np.zeros(0)
    if B.ndim != 2 or len(B) != 6 or not np.isfinite(B).all():
        raise ControlError(
            f"matrix must be six rows of finite numbers, a column for each propeller, got {_shown(matrix)}; "
            "write thrust_matrix(model, state)"
        )
    return B


def _shown(value: object) -> str:
    """Return the shape of an array, or else the given value, for a message."""
    return f"shape {value.shape}" if isinstance(value, np.ndarray) else repr(value)


def _limits(minimum: object, maximum: object, n: int) -> tuple[FloatArray, FloatArray]:
    """Return the limits, one for each of n propellers; infinite if there are none."""
    try:
        low, high = (np.broadcast_to(floats(limit), n) for limit in (minimum, maximum))
    except ValueError:
        raise ControlError(
            f"minimum and maximum must be one number for each of the {n} propellers, got {minimum!r} and {maximum!r}"
        ) from None
    wrong = np.flatnonzero(~(low <= high))
    if len(wrong):
        i = int(wrong[0])
        raise ControlError(f"minimum must not be above maximum, got {low[i]:g} and {high[i]:g} N for propeller {i + 1}")
    return low, high


def default_weights(matrix: FloatArray) -> FloatArray:
    """Default weights, which scale moments to forces: one over the longest lever of each."""
    levers = np.abs(matrix).max(axis=1, initial=0.0)
    levers[:3] = 1.0
    return 1.0 / np.where(levers > RELATIVE_TOLERANCE, levers, 1.0)


def _bounded(A: FloatArray, b: FloatArray, minimum: FloatArray, maximum: FloatArray) -> FloatArray:
    """Solve least squares within bounds; a propeller with equal limits gives that thrust."""
    from scipy.optimize import lsq_linear

    free = minimum < maximum
    thrust = np.where(free, 0.0, minimum)
    n = int(free.sum())
    if n:
        size = 1e-4 * max(np.abs(A).max(), RELATIVE_TOLERANCE)  # among equivalent thrusts the smallest
        stacked = np.vstack([A[:, free], size * np.eye(n)])
        rest = np.concatenate([b - A @ thrust, np.zeros(n)])
        solution = lsq_linear(stacked, rest, (minimum[free], maximum[free]), method="bvls", tol=1e-12)
        thrust[free] = np.clip(solution.x, minimum[free], maximum[free])
    return thrust


@checked_arguments(ControlError)
def reachable(model: Model, state: State | None = None, about: str = COM) -> dict[str, tuple[float, float]]:
    """Largest force and moment of the propellers along each axis, in both directions, with all others zero.

    Args:
        model: The model.
        state: State whose shape and pose are used; None for the straight body at rest.
        about: Point of the moments, as for `thrust_matrix`.

    Returns:
        For surge, sway, heave [N] and roll, pitch, yaw [N m] along the axes of the base: the smallest and the largest
        force or moment; (0, 0) if the propellers have no effect along an axis.
    """
    state = initial_state(model) if state is None else state
    thrusters = thrusters_of(model)
    if not len(thrusters.propellers):
        return dict.fromkeys(DIRECTIONS, (0.0, 0.0))
    R = rotation_matrices(state.base_quaternion)
    B = np.kron(np.eye(2), R.T) @ thrust_matrix(model, state, about)
    B[np.abs(B) < RELATIVE_TOLERANCE * max(np.abs(B).max(), RELATIVE_TOLERANCE)] = 0.0
    limits = list(zip(thrusters.minimum, thrusters.maximum, strict=True))
    return {name: (0.0 - _push(B, i, -1, limits), _push(B, i, 1, limits)) for i, name in enumerate(DIRECTIONS)}


def _push(B: FloatArray, i: int, sign: int, limits: list[tuple[float, float]]) -> float:
    """Largest p with B u = sign p e_i; zero if there is none."""
    from scipy.optimize import linprog

    m = B.shape[1]
    wrench = np.zeros((6, 1))
    wrench[i] = -sign
    solution = linprog(
        np.append(np.zeros(m), -1.0), A_eq=np.hstack([B, wrench]), b_eq=np.zeros(6), bounds=[*limits, (0.0, None)]
    )
    if solution.status == 3:
        return math.inf
    return max(0.0, float(solution.x[-1])) if solution.status == 0 else 0.0
