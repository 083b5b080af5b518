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
    """A batch on some threads.

    Attributes:
        workers: Threads [-].
        runs: In the batch [-].
        duration: Simulated in each run [s].
        wall: Shortest wall time of the batch [s].
        speedup: One thread's wall time over this one [-].
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
    """1, 2, 4, ... and the number of cores itself."""
    counts = [1]
    while 2 * counts[-1] < cores:
        counts.append(2 * counts[-1])
    return [*counts, cores] if cores > 1 else counts


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batch_times(
    cores: int | None = None, *, runs: int = RUNS, duration: float = DURATION, repeats: int = 3
) -> list[BatchTime]:
    """Time a batch of the planar prototype on 1, 2, 4, ... threads.

    Args:
        cores: Most threads; None for as many as there are cores [-].
        runs: In the batch; at least as many as threads, so that each has work [-].
        duration: Simulated in each run [s].
        repeats: Timed batches of each [-].
    """
    scenario = load_scenario(SCENARIO)
    model = build_model(scenario.robot, scenario.world)
    counts = worker_counts(cores or available_cores())
    many = [scenario.controller] * max(runs, counts[-1])
    works = {str(n): partial(simulate_batch, model, many, duration, workers=n) for n in counts}
    best = best_of(works, repeats)
    return [BatchTime(n, len(many), duration, best[str(n)], best["1"] / best[str(n)]) for n in counts]
