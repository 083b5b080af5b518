"""A section of constant strain X: its poses exp(s X) and their Jacobians, as power series that complex steps pass through."""

import math

import numpy as np

from reference_models.complex_step import Array
from reference_models.frames import hat

# Enough for bends up to a full turn.
N_TERMS = 40


def section_poses(X: Array, shares: Array) -> Array:
    """T(s) = exp(s X) = sum_k s^k X^k / k! at k shares s of every section, shape (..., n, k, 4, 4); eq. 3."""
    generator = np.zeros((*X.shape[:-1], 4, 4), X.dtype)
    generator[..., :3, :3], generator[..., :3, 3] = hat(X[..., 3:]), X[..., :3]
    return _power_series(generator, np.eye(4), np.array([shares**k / math.factorial(k) for k in range(N_TERMS)]))


def section_jacobians(X: Array, columns: Array, shares: Array) -> Array:
    """Body twist of exp(s X) per elongation, sum_k (-1)^k s^(k+1) / (k+1)! ad_X^k dX/dl, shape (..., n, k, 6, 3)."""
    ad = np.zeros((*X.shape[:-1], 6, 6), X.dtype)
    ad[..., :3, :3] = ad[..., 3:, 3:] = hat(X[..., 3:])
    ad[..., :3, 3:] = hat(X[..., :3])
    factors = [(-1) ** k * shares ** (k + 1) / math.factorial(k + 1) for k in range(N_TERMS)]
    return _power_series(ad, columns, np.array(factors))


def _power_series(matrix: Array, start: Array, factors: Array) -> Array:
    """sum_p factors[p, k] matrix^p start, (..., k, a, b): an entire function, so that complex steps pass through it."""
    power = np.broadcast_to(start, (*matrix.shape[:-1], start.shape[-1]))
    powers = []
    for _ in factors:
        powers.append(power.reshape(*power.shape[:-2], 1, -1))
        power = matrix @ power
    total = factors.T @ np.concatenate(powers, -2)
    return total.reshape(*total.shape[:-1], *power.shape[-2:])
