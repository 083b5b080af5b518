"""What a controller looked at: sampled futures at a few moments of a run, as variables of its recording."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from snakelab.physics.command import Measurement
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

# A recording holds at most this many moments, paths at each, and places along each path.
MOMENTS, PATHS, PLACES = 8, 32, 34
DIMENSIONS = ("futures_time", "future", "futures_ahead")


class Ahead(Protocol):
    """Some futures of one moment, as `MonteCarloMpc` gives them."""

    @property
    def time(self) -> FloatArray:
        """From now, shape (n_steps + 1,), [s]."""

    @property
    def head(self) -> FloatArray:
        """Places of the head's tip, shape (n, n_steps + 1, 2), [m]."""

    @property
    def costs(self) -> FloatArray:
        """Shape (n,)."""

    @property
    def n_elite(self) -> int:
        """How many of the first count, best first [-]."""


@runtime_checkable
class LooksAhead(Protocol):
    """A controller that can show what it looks at."""

    def futures(self, known: Measurement, memory: Any, n: int) -> Ahead:
        """Some of the futures that a cycle compares; it changes nothing."""


class Glimpse(NamedTuple):
    """What was looked at, at one moment."""

    time: float  # [s]
    futures: Ahead


def moments(begin: float, end: float) -> FloatArray:
    """When a run of that time shows what its controller looks at, at equal distances from its start, [s]."""
    return np.linspace(begin, end, MOMENTS, endpoint=False)


def with_futures(dataset: "xarray.Dataset", glimpses: Sequence[Glimpse]) -> "xarray.Dataset":
    """The recording with its futures, thinned to few places along each; as it was where there are none.

    Args:
        dataset: The recording's.
        glimpses: In their order; the horizon is that of the first.
    """
    if not glimpses:
        return dataset
    steps = np.asarray(glimpses[0].futures.time)
    kept = np.arange(0, len(steps), max(1, -(-len(steps) // PLACES)))
    heads = np.full((len(glimpses), PATHS, len(kept), 3), np.nan, np.float32)
    costs, elite = np.full(heads.shape[:2], np.nan), np.zeros(len(glimpses))
    for i, (_, found) in enumerate(glimpses):
        paths = np.asarray(found.head)[:PATHS, kept]
        with np.errstate(over="ignore"):  # a future that diverges is infinite
            heads[i, : len(paths)] = np.pad(paths, ((0, 0), (0, 0), (0, 3 - paths.shape[2])))
        costs[i, : len(paths)], elite[i] = found.costs[:PATHS], found.n_elite
    told = {
        "futures_head": ((*DIMENSIONS, "axis"), heads, {"units": "m", "long_name": "head in sampled futures"}),
        "futures_cost": (DIMENSIONS[:2], costs, {"units": "-", "long_name": "cost of sampled futures"}),
        "futures_elite": (DIMENSIONS[:1], elite, {"units": "-", "long_name": "how many of the first futures count"}),
    }
    places = {
        DIMENSIONS[0]: (DIMENSIONS[0], np.array([one.time for one in glimpses]), {"units": "s"}),
        DIMENSIONS[2]: (DIMENSIONS[2], steps[kept], {"units": "s", "long_name": "time from the moment on"}),
    }
    return dataset.assign(told).assign_coords(places)
