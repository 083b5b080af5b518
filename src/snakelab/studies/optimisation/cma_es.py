"""CMA-ES of the library `cma`: a search that adapts its distribution by the ranks of the points."""

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.installation import install_line
from snakelab.types import FloatArray, count

WIDTH = 0.3  # of the first generation, a fraction of the cube
MIN_DIMENSIONS = 2  # allowed by the library
MOST = 100_000  # points of a generation


class CmaEs:
    """Search in the cube [0, 1]^n by generations: `ask` for points, evaluate them, and pass their order to `tell`.

    Only the order of the values is used, so that diverged trials and violated bounds need no penalty, only the last
    places. The random numbers come from a separate generator: the same seed and the same orders give the same points,
    so that a search continues by reporting the known results again. For n = 1 a second dimension without effect is
    added.

    Args:
        n: Dimensions [-].
        population: Points of a generation; None for 4 + 3 ln n.
        seed: Of the draws.

    Attributes:
        generation: Number of reported generations [-].

    Raises:
        MissingExtraError: if `cma` is not installed.

    Source: Hansen, The CMA evolution strategy: a tutorial, 2016; the numbers are the library's own.
    """

    def __init__(self, n: int, population: int | None = None, seed: int = 0) -> None:
        self._n = count(n, "CmaEs n", SimulationError, minimum=1)
        draw = np.random.default_rng(seed)
        options: dict[str, Any] = {
            "bounds": [0, 1],
            "verbose": -9,  # prints nothing and writes no files
            "seed": np.nan,  # NumPy's global generator is not changed
            "randn": lambda *shape: draw.standard_normal(shape),
        }
        if population is not None:
            options["popsize"] = count(population, "CmaEs population", SimulationError, minimum=4, maximum=MOST)
        start = np.full(max(self._n, MIN_DIMENSIONS), 0.5)
        self._search = _library().CMAEvolutionStrategy(start, WIDTH, options)
        self._asked: list[FloatArray] = []
        self.generation = 0

    def ask(self) -> FloatArray:
        """Return the points of the next generation, shape (population, n)."""
        self._asked = self._search.ask()
        return np.clip(np.array(self._asked)[:, : self._n], 0.0, 1.0)

    def tell(self, order: Sequence[int]) -> None:
        """Update the distribution from a generation.

        Args:
            order: Indices of the points of the last `ask`, the best first.
        """
        ranks = np.empty(len(self._asked))
        ranks[list(order)] = np.arange(len(self._asked))
        self._search.tell(self._asked, ranks.tolist())
        self.generation += 1

    @property
    def population(self) -> int:
        """Points of a generation."""
        return int(self._search.popsize)

    @property
    def spreads(self) -> FloatArray:
        """Standard deviation of the next generation along each dimension, a fraction of the cube, shape (n,)."""
        return np.array(self._search.stds[: self._n], float)

    @property
    def spread(self) -> float:
        """Largest of the standard deviations."""
        return float(np.max(self.spreads))

    @property
    def middle(self) -> FloatArray:
        """Mean of the next generation, shape (n,)."""
        return np.asarray(self._search.result.xfavorite)[: self._n]


def _library() -> Any:
    try:
        return importlib.import_module("cma")
    except ImportError:
        raise MissingExtraError(f"the search needs the library cma; type: {install_line('optimise')}") from None
