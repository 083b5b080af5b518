"""Network of Hopf oscillators: its parameters and its law."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt

from snakelab.errors import GaitError
from snakelab.gaits.cpg.topology import TOPOLOGIES, check_connected, coupled, gaussian_weights
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import INFINITE, LIVE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Flag
from snakelab.types import FloatArray, floats

SYMMETRIC = 1e-12


Rate = Annotated[float, Gt(0), Unit("1/s"), Slider(0.01, 2, 0.01)]


@dataclass(frozen=True)
class HopfNetwork:
    """Network of Hopf oscillators z_i = u_i + i v_i about centres c_i; with x_i = z_i - c_i and r_i = sqrt(sigma)
    rho_i,

        x_i' = (i omega + xi_i) x_i - coupling sum_j w_ij (x_i - (r_i / r_j) exp(i (theta_i - theta_j)) x_j),
        e_i = sigma - |x_i|^2 / rho_i^2,
        xi_i = growth e_i inside the circle, growth sigma (2 / (1 + exp(-steepness e_i)) - 1) outside.

    Each oscillator moves around its centre with radius |r_i| and phase theta_i. The law outside the circle, in which
    the contraction rate is at most growth sigma, is an improvement by the authors: with the original xi_i = growth e_i
    a large amplitude contracts immediately, which makes the equations stiff.

    Args:
        topology: "FCS" (all pairs), "NNS", "NNNS", "SCS1", "SCS2", "BS" or "DS", see `TOPOLOGIES`.
        coupling: Coupling strength alpha [1/s].
        growth: Growth rate lambda [1/s].
        sigma: Square of the radius, as a fraction of rho^2 [-].
        steepness: Steepness k [-].
        saturated: False for the original law outside the circle.
        weight_mean, weight_spread: mu and s of w = exp(-(d - mu)^2 / (2 s^2)), d the distance in blocks [-]; an
            infinite spread gives equal weights. Oscillators with equal weights and equal initial phases decay; start
            each at its own phase.
        weights: User-defined weights, shape (n, n), symmetric, from the head [-]; empty for those above.

    Raises:
        GaitError: if a number is out of range, or the oscillators are not all coupled.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024. The source has sigma in place of sqrt(sigma), with which the radii are consistent.
    """

    topology: Annotated[str, Choices(tuple(TOPOLOGIES)), LIVE] = "FCS"
    coupling: Rate = 0.01
    growth: Rate = 0.2
    sigma: Annotated[float, Gt(0), Slider(0.1, 4, 0.1)] = 1.0
    steepness: Annotated[float, Gt(0), Slider(0.1, 10, 0.1)] = 1.0
    saturated: Flag = True
    weight_mean: Annotated[float, Slider(0, 10, 0.1)] = 1.0
    weight_spread: Annotated[float, Gt(0), Slider(0.1, 20, 0.1), INFINITE] = 5.0
    weights: Sequence[Sequence[float]] = ()

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        given_weights = (
            [] if isinstance(self.weights, (tuple, list)) and not self.weights else _own_weights(self.weights).tolist()
        )
        object.__setattr__(self, "weights", tuple(map(tuple, given_weights)))  # tuples, so that it can be looked up

    def weight_matrix(self, yaw: np.ndarray, block: np.ndarray) -> FloatArray:
        """Return w, shape (n, n), zero without coupling; oscillators are in the order of the arguments.

        Args:
            yaw: Mask of the oscillators of yaw joints, shape (n,), bool.
            block: Their blocks, 1 at the head, shape (n,).

        Raises:
            GaitError: if the user-defined weights have the wrong size, or do not couple all oscillators.
        """
        joint = 2 * block - yaw  # 1, 2, 3, ... from the head
        if len(self.weights):
            given_weights = np.array(self.weights)
            if len(given_weights) != len(joint):
                raise GaitError(
                    f"HopfNetwork weights are for {len(given_weights)} oscillators, and the robot has {len(joint)} joints"
                )
            rank = np.argsort(np.argsort(joint))
            return given_weights[np.ix_(rank, rank)]
        weights = gaussian_weights(yaw, block, self.weight_mean, self.weight_spread)
        weights[~coupled(self.topology, yaw, block)] = 0.0
        order = np.argsort(joint)
        check_connected(
            weights[np.ix_(order, order)], f"HopfNetwork {self.topology} (weight_spread = {self.weight_spread:g})"
        )
        return weights

    def pull(self, square: FloatArray) -> FloatArray:
        """Return xi, shape (n,), [1/s].

        Args:
            square: |x_i|^2 / rho_i^2, shape (n,), [-].
        """
        e = self.sigma - square
        outside = self.sigma * np.tanh(self.steepness * e / 2)  # the same, without overflow
        return self.growth * np.where(self.saturated & (e < 0), outside, e)

    def rate(self, x: FloatArray, weights: FloatArray, rho: FloatArray, theta: FloatArray, omega: float) -> FloatArray:
        """Return x', summed pair by pair as in the law, shape (n,), complex.

        Args:
            x: z - c, shape (n,), complex, [rad].
            weights: Shape (n, n).
            rho: Shape (n,), [rad].
            theta: Shape (n,), [rad].
            omega: [rad/s].
        """
        phasor = rho[:, None] / rho * np.exp(1j * (theta[:, None] - theta))
        pairs = weights * (x[:, None] - phasor * x)
        return (1j * omega + self.pull(np.abs(x) ** 2 / rho**2)) * x - self.coupling * pairs.sum(axis=1)

    def coupling_matrix(self, weights: FloatArray, rho: FloatArray, theta: FloatArray) -> FloatArray:
        """Return the same coupling as one matrix -alpha D L / D, D = diag(rho exp(i theta)), L = `laplacian`, shape
        (n, n), complex."""
        D = rho * np.exp(1j * theta)
        return -self.coupling * D[:, None] * laplacian(weights) / D


def laplacian(weights: FloatArray) -> FloatArray:
    """Sums of the weights on the diagonal, less the weights off it, shape (n, n)."""
    return np.diag(weights.sum(axis=1)) - weights


def _own_weights(given: object) -> FloatArray:
    """Return user-defined weights, or raise a GaitError with the required form."""
    try:
        weights = floats(given)
    except ValueError:
        raise GaitError(f"HopfNetwork weights must be rows of numbers of equal length, got {given!r}") from None
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
        raise GaitError(f"HopfNetwork weights must be a square of numbers, got shape {weights.shape}")
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise GaitError("HopfNetwork weights must be finite and at least 0")
    if np.diag(weights).any() or np.abs(weights - weights.T).max() > SYMMETRIC:
        raise GaitError("HopfNetwork weights must be alike both ways and 0 on the diagonal; write (w + w.T) / 2")
    check_connected(weights, "HopfNetwork weights")
    return weights
