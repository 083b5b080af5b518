"""Thrust allocation: distribution of a desired force and moment to the propellers."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.arguments import checked_arguments
from snakelab.control.propellers.thrusters import COM, thrust_matrix, thrusters_of
from snakelab.errors import ControlError
from snakelab.geometry.poses import rotation_matrices
from snakelab.notebook.registry import Displayed
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray, floats, vector

DIRECTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
# Among equivalent thrusts the smallest are selected, by this fraction of the matrix's size.
SMALL = 1e-4
# Two thrusts, or a thrust and its limit, are one if they differ by this fraction.
SAME = 1e-9


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
    thrust: FloatArray = np.asarray(np.linalg.lstsq(A, b, rcond=SAME)[0], dtype=np.float64)
    if (thrust < minimum).any() or (thrust > maximum).any():
        thrust = _bounded(A, b, minimum, maximum)
    given = matrix @ thrust
    near = SAME * (1.0 + np.abs(thrust))
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
    return 1.0 / np.where(levers > SAME, levers, 1.0)


def _bounded(A: FloatArray, b: FloatArray, minimum: FloatArray, maximum: FloatArray) -> FloatArray:
    """Solve least squares within bounds; a propeller with equal limits gives that thrust."""
    from scipy.optimize import lsq_linear

    free = minimum < maximum
    thrust = np.where(free, 0.0, minimum)
    n = int(free.sum())
    if n:
        size = SMALL * max(np.abs(A).max(), SAME)
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
    B[np.abs(B) < SAME * max(np.abs(B).max(), SAME)] = 0.0
    limits = list(zip(thrusters.minimum, thrusters.maximum, strict=True))
    return {name: (0.0 - _push(B, i, -1, limits), _push(B, i, 1, limits)) for i, name in enumerate(DIRECTIONS)}


def _push(B: FloatArray, i: int, sign: int, limits: list[tuple[float, float]]) -> float:
    """Largest p with B u = sign p e_i; zero if there is none."""
    from scipy.optimize import linprog

    m = B.shape[1]
    wrench = np.zeros((6, 1))
    wrench[i] = -sign
    solution = linprog(
        np.append(np.zeros(m), -1.0),
        A_eq=np.hstack([B, wrench]),
        b_eq=np.zeros(6),
        bounds=[*limits, (0.0, None)],
    )
    if solution.status == 3:
        return math.inf
    return max(0.0, float(solution.x[-1])) if solution.status == 0 else 0.0
