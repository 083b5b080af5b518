"""Sampled futures of a controller in a recording."""

from dataclasses import dataclass

import numpy as np

from snakelab.results.recording import Recording
from snakelab.results.recording_files.form import FUTURES
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class RecordedFutures:
    """Futures that a controller sampled at one moment of a run.

    Attributes:
        moment: Time of the sampling [s].
        time: Time after the moment, shape (n_places,), [s].
        head: Positions of the head's tip, shape (n, n_places, 3), [m].
        costs: Cost of each future, shape (n,).
        n_elite: Number of elite futures, which are the first, best first [-].
    """

    moment: float
    time: FloatArray
    head: FloatArray
    costs: FloatArray
    n_elite: int


def futures_in(recording: Recording) -> list[RecordedFutures]:
    """Return the sampled futures of a recording in order of time; empty if there are none."""
    data = recording.dataset
    if not {*FUTURES, "futures_time", "futures_ahead"} <= set(map(str, data.variables)):
        return []
    futures = []
    for i, moment in enumerate(data["futures_time"].values):
        head = np.asarray(data["futures_head"].values[i], dtype=np.float64)
        known = np.asarray(np.isfinite(head).all(axis=(1, 2)))
        costs, elite = data["futures_cost"].values[i], int(data["futures_elite"].values[i])
        time = np.asarray(data["futures_ahead"].values, dtype=np.float64)
        futures.append(
            RecordedFutures(float(moment), time, head[known], costs[known], int(np.count_nonzero(known[:elite])))
        )
    return futures
