"""Scaling of a batch of runs with the number of threads, relative to one thread."""

import os
from dataclasses import dataclass
from functools import partial

from snakelab.apps.benchmarks.timing import best_of
from snakelab.physics.model import build_model
from snakelab.scenarios import load_scenario
from snakelab.sim.batch import simulate_batch

SCENARIO = "planar_prototype"
RUNS = 16
DURATION = 20.0  # [s]


@dataclass(frozen=True)
class BatchTime:
    """Duration of a batch for a number of threads.

    Attributes:
        workers: Number of threads [-].
        runs: Number of runs in the batch [-].
        duration: Simulated in each run [s].
        wall: Shortest wall time of the batch [s].
        speedup: Wall time with one thread over this one [-].
    """

    workers: int
    runs: int
    duration: float
    wall: float
    speedup: float

    @property
    def efficiency(self) -> float:
        """Speed-up for each thread, 1 at best [-]."""
        return self.speedup / self.workers


def worker_counts(cores: int) -> list[int]:
    """Return 1, 2, 4, ... up to the number of cores, which is included."""
    counts = [1]
    while 2 * counts[-1] < cores:
        counts.append(2 * counts[-1])
    return [*counts, cores] if cores > 1 else counts


def available_cores() -> int:
    """Return the number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batch_times(
    cores: int | None = None, *, runs: int = RUNS, duration: float = DURATION, repeats: int = 3
) -> list[BatchTime]:
    """Time a batch of the planar prototype on 1, 2, 4, ... threads.

    Args:
        cores: Maximum number of threads [-]; None for the number of cores.
        runs: Number of runs in the batch, at least the number of threads [-].
        duration: Simulated in each run [s].
        repeats: Number of timed batches of each [-].
    """
    scenario = load_scenario(SCENARIO)
    model = build_model(scenario.robot, scenario.world)
    counts = worker_counts(cores or available_cores())
    many = [scenario.controller] * max(runs, counts[-1])
    works = {str(n): partial(simulate_batch, model, many, duration, workers=n) for n in counts}
    best = best_of(works, repeats)
    return [BatchTime(n, len(many), duration, best[str(n)], best["1"] / best[str(n)]) for n in counts]
