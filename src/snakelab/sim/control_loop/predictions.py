"""Predictions of a controller: sampled futures at a few instants of a run, as variables of its recording."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from snakelab.physics.command import Measurement
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

# Maximum number of snapshots in a recording, of paths in each, and of points of each path.
MAX_SNAPSHOTS, PATHS, PLACES = 8, 32, 34
DIMENSIONS = ("futures_time", "future", "futures_ahead")


class Prediction(Protocol):
    """Sampled futures from one instant, as `MonteCarloMpc` returns them."""

    @property
    def time(self) -> FloatArray:
        """Time from the instant of the prediction, shape (n_steps + 1,), [s]."""

    @property
    def head(self) -> FloatArray:
        """Positions of the tip of the head, shape (n, n_steps + 1, 2), [m]."""

    @property
    def costs(self) -> FloatArray:
        """Costs of the samples, shape (n,)."""

    @property
    def n_elite(self) -> int:
        """Number of elites, which are the first samples, best first [-]."""


@runtime_checkable
class Predicts(Protocol):
    """Interface of a controller that can return its predictions."""

    def futures(self, known: Measurement, memory: Any, n: int) -> Prediction:
        """Return up to n of the trajectories that a cycle compares, without side effects."""


class PredictionSnapshot(NamedTuple):
    """The predictions of one cycle."""

    time: float  # [s]
    futures: Prediction


def snapshot_times(begin: float, end: float) -> FloatArray:
    """Times of the prediction snapshots of a run, evenly spaced from its start [s]."""
    return np.linspace(begin, end, MAX_SNAPSHOTS, endpoint=False)


def with_futures(dataset: "xarray.Dataset", snapshots: Sequence[PredictionSnapshot]) -> "xarray.Dataset":
    """Add the prediction snapshots to a dataset, with few points along each path; unchanged without any.

    Args:
        dataset: Dataset of the recording.
        snapshots: Snapshots in the order of time; the horizon is that of the first.
    """
    if not snapshots:
        return dataset
    steps = np.asarray(snapshots[0].futures.time)
    kept = np.arange(0, len(steps), max(1, -(-len(steps) // PLACES)))
    heads = np.full((len(snapshots), PATHS, len(kept), 3), np.nan, np.float32)
    costs, elite = np.full(heads.shape[:2], np.nan), np.zeros(len(snapshots))
    for i, (_, prediction) in enumerate(snapshots):
        paths = np.asarray(prediction.head)[:PATHS, kept]
        with np.errstate(over="ignore"):  # a future that diverges is infinite
            heads[i, : len(paths)] = np.pad(paths, ((0, 0), (0, 0), (0, 3 - paths.shape[2])))
        costs[i, : len(paths)], elite[i] = prediction.costs[:PATHS], prediction.n_elite
    variables = {
        "futures_head": ((*DIMENSIONS, "axis"), heads, {"units": "m", "long_name": "head in sampled futures"}),
        "futures_cost": (DIMENSIONS[:2], costs, {"units": "-", "long_name": "cost of sampled futures"}),
        "futures_elite": (DIMENSIONS[:1], elite, {"units": "-", "long_name": "how many of the first futures count"}),
    }
    places = {
        DIMENSIONS[0]: (DIMENSIONS[0], np.array([snapshot.time for snapshot in snapshots]), {"units": "s"}),
        DIMENSIONS[2]: (DIMENSIONS[2], steps[kept], {"units": "s", "long_name": "time from the moment on"}),
    }
    return dataset.assign(variables).assign_coords(places)
