"""CMA-ES: a search that learns from ranks alone which way and how far to look."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.types import FloatArray, count


@dataclass(frozen=True)
class CmaEs:
    """The state of a search in the cube [0, 1]^n, between two generations.

    A generation is drawn from N(mean, sigma^2 C). Its better half, weighted by rank, gives the next mean; the paths of the mean
    tell whether sigma should grow or shrink; C learns the directions in which steps succeeded. Of the figures only the order
    counts, so that diverged trials and broken bounds need no penalty, just the last places. Points that leave the cube are
    mirrored at its faces.

    Args:
        n: Dimensions [-].
        population: Points of a generation; None for 4 + 3 ln n.
        seed: Of the draws: the same seed and the same ranks give the same points.
        mean: Middle of the next generation, shape (n,); None for the middle of the cube.
        sigma: Its width, a share of the cube.

    Source: Hansen, The CMA evolution strategy: a tutorial, 2016; its default numbers, without negative weights.
    """

    n: int
    population: Any = None
    seed: int = 0
    mean: Any = None
    sigma: float = 0.3
    generation: int = 0
    covariance: Any = field(default=None, repr=False)
    path_sigma: Any = field(default=None, repr=False)
    path: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        n = count(self.n, "CmaEs n", SimulationError, least=1)
        usual = 4 + int(3 * math.log(n))
        size = (
            usual if self.population is None else count(self.population, "CmaEs population", SimulationError, least=4)
        )
        start = {"mean": np.full(n, 0.5), "covariance": np.eye(n), "path_sigma": np.zeros(n), "path": np.zeros(n)}
        object.__setattr__(self, "population", size)
        for name, value in start.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)

    def ask(self) -> FloatArray:
        """The points of the next generation before they are mirrored, shape (population, n)."""
        draw = np.random.default_rng([self.seed, self.generation]).standard_normal((self.population, self.n))
        root, _ = self._roots()
        return np.asarray(self.mean + self.sigma * draw @ root.T)

    def tell(self, points: FloatArray) -> "CmaEs":
        """The state after a generation.

        Args:
            points: From `ask`, the best first.
        """
        n, mu = self.n, len(points) // 2
        raw = math.log((len(points) + 1) / 2) - np.log(np.arange(1, mu + 1))
        weights = raw / raw.sum()
        mu_eff = 1.0 / float(np.sum(weights**2))
        c_sigma = (mu_eff + 2) / (n + mu_eff + 5)
        damping = 1 + 2 * max(0.0, math.sqrt((mu_eff - 1) / (n + 1)) - 1) + c_sigma
        c_path = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n)
        c_one = 2 / ((n + 1.3) ** 2 + mu_eff)
        c_mu = min(1 - c_one, 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) ** 2 + mu_eff))
        usual = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))  # length of a normal vector
        steps = (points[:mu] - self.mean) / self.sigma
        step = weights @ steps
        _, inverse_root = self._roots()
        path_sigma = (1 - c_sigma) * self.path_sigma + math.sqrt(c_sigma * (2 - c_sigma) * mu_eff) * inverse_root @ step
        length = float(np.linalg.norm(path_sigma)) / math.sqrt(1 - (1 - c_sigma) ** (2 * (self.generation + 1)))
        # A path that is long for want of sigma must not stretch C along itself.
        steady = float(length < (1.4 + 2 / (n + 1)) * usual)
        path = (1 - c_path) * self.path + steady * math.sqrt(c_path * (2 - c_path) * mu_eff) * step
        lost = (1 - steady) * c_path * (2 - c_path)
        covariance = (1 - c_one - c_mu + c_one * lost) * self.covariance
        covariance = covariance + c_one * np.outer(path, path) + c_mu * (steps.T * weights) @ steps
        sigma = self.sigma * math.exp(c_sigma / damping * (float(np.linalg.norm(path_sigma)) / usual - 1))
        return replace(
            self, mean=self.mean + self.sigma * step, sigma=sigma, covariance=covariance, path_sigma=path_sigma, path=path,
            generation=self.generation + 1,
        )  # fmt: skip

    @property
    def spread(self) -> float:
        """Widest standard deviation of the next generation, a share of the cube."""
        return self.sigma * math.sqrt(float(np.max(np.diag(self.covariance))))

    def _roots(self) -> tuple[FloatArray, FloatArray]:
        """C^1/2 and C^-1/2."""
        values, vectors = np.linalg.eigh(self.covariance)
        lengths = np.sqrt(np.maximum(values, 1e-300))
        return vectors * lengths @ vectors.T, vectors / lengths @ vectors.T


def mirrored(points: FloatArray) -> FloatArray:
    """The points with what left the cube [0, 1]^n thrown back at its faces."""
    return np.asarray(1.0 - np.abs(1.0 - np.mod(points, 2.0)))
