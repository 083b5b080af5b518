"""Statistics of a fit: covariance, intervals, correlations and identifiability."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.studies.identification.unknown_parameter import Unknown
from snakelab.types import FloatArray

CONFIDENCE = 0.95
NOT_DETERMINED = "not determined"
DETERMINED, WEAK = 0.5, 2.0  # half-widths of an interval in the scaled parameter, for the verdicts
SHARE = 0.15  # minimum component of a parameter in a direction
COLLINEAR = 3e-3  # minimum independent fraction of a column of the Jacobian: the accuracy of finite differences
FLAT = 1e-12  # minimum eigenvalue of the information, as a fraction of the largest
LAG_ONE = 0.5  # autocorrelation of the residuals from which intervals are reported as too narrow


@dataclass(frozen=True)
class Uncertainty:
    """Covariance of the scaled parameters, and derived quantities.

    Attributes:
        covariance: Shape (n, n).
        half_width: Half of the 95 % interval in the scaled parameters, shape (n,).
        directions: Directions that the data do not determine, unit vectors, shape (k, n).
        quantile: Of Student's distribution, for 95 %.
        effect: Root mean square of the residuals' derivatives, shape (n,).
    """

    covariance: FloatArray
    half_width: FloatArray
    directions: FloatArray
    quantile: float
    effect: FloatArray

    @property
    def deviation(self) -> FloatArray:
        """Standard deviations of the scaled parameters, shape (n,)."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def undetermined(self) -> np.ndarray:
        """Mask of the parameters with a component in a direction that the data do not determine, shape (n,), bool."""
        return np.any(np.abs(self.directions) > SHARE, axis=0)

    @property
    def correlations(self) -> FloatArray:
        """Correlations of the parameters, shape (n, n)."""
        deviation = self.deviation
        return self.covariance / np.outer(deviation, deviation)


def uncertainty(
    residuals: FloatArray, jacobian: FloatArray, n_values: int, loss: str, robust_scale: float
) -> Uncertainty:
    """Return the uncertainty of a least-squares fit.

    C = s^2 (J^T J)^-1 with s^2 = max(1, |r|^2 / (m - n)); for a robust loss the sandwich (J^T W J)^-1 J^T W R^2 W J (J^T W J)^-1
    with the weights W of the loss.

    Args:
        residuals: Weighted residuals, those of the priors last, shape (m + k,).
        jacobian: Their derivatives by the scaled parameters, shape (m + k, n).
        n_values: Number m of measured values [-].
        loss, robust_scale: Of the fit.

    Source: Seber, Wild, Nonlinear Regression, 1989; Huber, Robust Statistics, 1981, for the sandwich.
    """
    from scipy.stats import t

    n = jacobian.shape[1]
    freedom = max(1, n_values - n)
    weights = loss_weights(residuals, loss, robust_scale)
    information = (jacobian * weights[:, None]).T @ jacobian
    inverse = pseudo_inverse(information)
    if loss == "linear":
        covariance = max(1.0, float(residuals[:n_values] @ residuals[:n_values]) / freedom) * inverse
    else:
        covariance = inverse @ _middle(jacobian, weights * residuals) @ inverse
    quantile = float(t.ppf(0.5 + CONFIDENCE / 2, freedom))
    half = quantile * np.sqrt(np.diag(covariance))
    effect = np.sqrt(np.mean(jacobian[:n_values] ** 2, axis=0))
    return Uncertainty(covariance, half, _undetermined(information, quantile), quantile, effect)


def _undetermined(information: FloatArray, quantile: float) -> FloatArray:
    """Return the directions whose 95 % interval is too wide, or which are collinear within the accuracy of finite differences."""
    values, vectors = np.linalg.eigh(information)
    directions = list(vectors.T[quantile > WEAK * np.sqrt(np.maximum(values, 0.0))])
    sizes = np.sqrt(np.diag(information))
    effective = np.flatnonzero(sizes > 0)
    if len(effective) > 1:
        scaled = information[np.ix_(effective, effective)] / np.outer(sizes[effective], sizes[effective])
        values, vectors = np.linalg.eigh(scaled)
        for vector in vectors.T[values < COLLINEAR**2]:
            direction = np.zeros(len(sizes))
            direction[effective] = vector / sizes[effective]
            direction /= np.linalg.norm(direction)
            if sum(float(direction @ other) ** 2 for other in directions) < 0.5:
                directions.append(direction)
    return np.array(directions).reshape(-1, len(sizes))


def _middle(jacobian: FloatArray, scores: FloatArray) -> FloatArray:
    """Return the sum of the outer products of the scores' gradients, shape (n, n)."""
    gradients = jacobian * scores[:, None]
    return gradients.T @ gradients


def loss_weights(residuals: FloatArray, loss: str, robust_scale: float) -> FloatArray:
    """Return the derivative of a loss of `scipy.optimize.least_squares` by the squared residual, shape (m,)."""
    z = (residuals / robust_scale) ** 2
    match loss:
        case "soft_l1":
            return (1.0 + z) ** -0.5
        case "huber":
            return np.where(z <= 1.0, 1.0, np.maximum(z, 1.0) ** -0.5)
        case "cauchy":
            return 1.0 / (1.0 + z)
        case "arctan":
            return 1.0 / (1.0 + z**2)
    return np.ones_like(z)


def pseudo_inverse(information: FloatArray) -> FloatArray:
    """Return the inverse of a symmetric matrix, whose least eigenvalues are raised to a fraction of the largest."""
    values, vectors = np.linalg.eigh(information)
    maximum = max(float(values[-1]), 1e-300)
    inverse: FloatArray = (vectors / np.maximum(values, FLAT * maximum)) @ vectors.T
    return inverse


def verdict(half_width: float) -> str:
    """Return "determined", "weakly determined" or "not determined"."""
    return "determined" if half_width <= DETERMINED else "weakly determined" if half_width <= WEAK else NOT_DETERMINED


def direction_remark(
    direction: FloatArray, unknowns: Sequence[Unknown], effect: FloatArray, variables: Sequence[str]
) -> str:
    """Return the sentence about a direction that the data do not determine."""
    part = np.abs(direction) > SHARE
    names = [unknown.name for unknown, taken in zip(unknowns, part, strict=True) if taken]
    shown = " and ".join(variables)
    if len(names) == 1:
        i = int(np.flatnonzero(part)[0])
        none = effect[i] <= 1e-3
        why = f"it has no effect on {shown}" if none else f"its effect on {shown} is less than the noise"
        return f"{shown} alone {'do' if len(variables) > 1 else 'does'} not determine {names[0]}: {why}"
    ratios = direction / direction[int(np.argmax(np.abs(direction)))]
    together = ", ".join(
        f"{unknown.name} {'x' if unknown.log else ''}{ratio:+.2f}"
        for unknown, ratio, taken in zip(unknowns, ratios, part, strict=True)
        if taken
    )
    return (
        f"{shown} alone {'do' if len(variables) > 1 else 'does'} not determine {', '.join(names[:-1])} and {names[-1]} "
        f"separately: they may change together, relative to their first values in the ratio {together}"
    )


def autocorrelation(tables: Sequence[FloatArray]) -> float:
    """Return the correlation of neighbouring residuals, pooled over the columns of tables, each of shape (n, width)."""
    products = squares = 0.0
    for table in tables:
        table = np.nan_to_num(table)
        products += float(np.sum(table[1:] * table[:-1]))
        squares += float(np.sum(table**2))
    return products / squares if squares > 0 else 0.0
