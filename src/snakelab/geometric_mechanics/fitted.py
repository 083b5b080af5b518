"""Numerical equivalent of a connection, where resistance is not linear in the rates: quasi-static balance of forces."""

import numpy as np
from scipy.optimize import root

from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.body_forces import BodyForces
from snakelab.types import FloatArray

RATE = 1.0  # shape rate of the balances [rad/s], at which smoothed friction is near its limit
STEP = 1.5  # from rate to rate of a continuation
CONTINUATION = STEP ** np.arange(-24.0, 0.0)
TOLERANCE = 1e-6  # of the balance, of the largest force


def balanced_velocity(forces: BodyForces, q: FloatArray, rate: FloatArray, guess: FloatArray) -> FloatArray:
    """Body velocity at which the forces of the media on the base balance, shape (n_base,).

    Args:
        forces: Of the model.
        q: Coordinates, shape (n,).
        rate: Shape rate, shape (n,).
        guess: Velocity to start from, shape (n_base,).

    Raises:
        SimulationError: if no balance is found.
    """

    def unbalanced(xi: FloatArray) -> FloatArray:
        force: FloatArray = forces.media(q, np.concatenate([xi, rate]))[: forces.n_base]
        return force

    size = np.abs(unbalanced(np.ones(forces.n_base))).max()

    def solved(start: FloatArray) -> FloatArray | None:
        for method in ("hybr", "lm"):
            solution: FloatArray = root(unbalanced, start, method=method).x
            if np.isfinite(solution).all() and np.abs(unbalanced(solution)).max() <= TOLERANCE * size:
                return solution
        return None

    wanted = rate
    if (velocity := solved(guess)) is not None:
        return velocity
    start = np.zeros(forces.n_base)
    for fraction in CONTINUATION:  # smoothed friction is linear in small rates
        rate = fraction * wanted
        solution = root(unbalanced, start, method="hybr").x
        start = solution if np.isfinite(solution).all() else start
        start = start * min(STEP, 1.0 / fraction)
    rate = wanted
    if (velocity := solved(start)) is not None:
        return velocity
    raise SimulationError(
        f"no balance of forces found at shape {np.round(q, 6).tolist()}; the media must resist motion in every direction"
    )


def fitted_connection(forces: BodyForces, q: FloatArray, modes: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Least-squares connection over directions of the shape rate, its metric, and its relative residual.

    Args:
        forces: Of the model.
        q: Coordinates, shape (n,).
        modes: Coordinates for each unit of a shape variable, shape (n, m).

    The metric is the square of a quadratic fit to the dissipated power at unit shape rate: power is of first order in the
    rate for dry friction, so that its square is of second order, and the length of a loop is the energy that it costs.
    """
    directions = rate_directions(modes.shape[1])
    velocities, powers, guess = [], [], np.zeros(forces.n_base)
    for direction in directions:
        rate = RATE * (modes @ direction)
        guess = balanced_velocity(forces, q, rate, guess)
        zeta = np.concatenate([guess, rate])
        velocities.append(guess / RATE)
        powers.append(float(zeta @ forces.media(q, zeta)) / RATE)
    xi = np.array(velocities)
    fit = np.asarray(np.linalg.lstsq(directions, xi, rcond=None)[0], np.float64)
    error = np.sqrt(np.mean((xi - directions @ fit) ** 2) / max(float(np.mean(xi**2)), 1e-300))
    return -fit.T, _metric(directions, np.array(powers) ** 2), float(error)


def rate_directions(n: int) -> FloatArray:
    """Unit vectors that are spread over shape rates of dimension n, each with its opposite, shape (m, n)."""
    if n == 1:
        return np.array([[1.0], [-1.0]])
    if n == 2:
        angles = 2 * np.pi * np.arange(12) / 12
        return np.column_stack([np.cos(angles), np.sin(angles)])
    half = np.random.default_rng(0).standard_normal((3 * n + n * (n + 1) // 2, n))
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    return np.vstack([half, -half])


def _metric(directions: FloatArray, squares: FloatArray) -> FloatArray:
    """Symmetric matrix G with d^T G d nearest to given values."""
    n = directions.shape[1]
    rows, columns = np.triu_indices(n)
    terms = directions[:, rows] * directions[:, columns] * np.where(rows == columns, 1.0, 2.0)
    fit, *_ = np.linalg.lstsq(terms, squares, rcond=None)
    G = np.zeros((n, n))
    G[rows, columns] = fit
    G[columns, rows] = fit
    return G
