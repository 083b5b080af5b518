"""What a sweep costs beside its simulations, and what a second worker gives.

Overhead: CPU time of a sweep in one process over that of the same scenarios built and run by hand, trials of about a second,
best of three, interleaved. Speed-up: wall time of one worker process over that of two, both without their start.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import sized
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_run import run_sweep
from snakelab.plugins.studies.task_execution import ProcessExecutor
from snakelab.scenarios.scenario import load_scenario, run_scenario

AMPLITUDE = "controller.serpenoid_gait.amplitude"
DURATION = sized(300, 1)  # of a trial [s]
CONFIGURATION = {
    "scenario": "planar_viscous",
    "set": {"duration": DURATION, "solver.record_rate": 20},
    "parameters": {AMPLITUDE: {"from": 0.2, "to": 1.0, "count": sized(8, 2)}},
}
REPEATS = sized(3, 1)


def cpu(work: Callable[[], object]) -> float:
    """CPU time of a call [s]."""
    began = time.process_time()
    work()
    return time.process_time() - began


def by_hand() -> None:
    """The trials without a sweep."""
    for trial in load_sweep(CONFIGURATION).trials:
        run_scenario(
            load_scenario(
                "planar_viscous", [f"duration={DURATION}", "solver.record_rate=20", f"{AMPLITUDE}={trial.values[0]}"]
            )
        )


def swept(workers: object) -> None:
    """The same trials as a sweep, from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        run_sweep(CONFIGURATION, Path(folder), workers=workers)  # type: ignore[arg-type]


def wall(workers: int) -> float:
    """Wall time of a sweep with processes that are running and warm [s]."""
    executor = ProcessExecutor(workers)
    try:
        swept(executor)
        times = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            swept(executor)
            times.append(time.perf_counter() - began)
        return min(times)
    finally:
        executor.close()


def main() -> None:
    """Print the two ratios."""
    by_hand()
    alone, together = [], []
    for _ in range(REPEATS):
        alone.append(cpu(by_hand))
        together.append(cpu(lambda: swept(1)))
    n = len(load_sweep(CONFIGURATION).trials)
    print(f"{n} trials of {min(alone) / n:.2f} s: overhead of the sweep {100 * (min(together) / min(alone) - 1):.1f} %")
    print(f"two workers: {wall(1) / wall(2):.2f} times one, on {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
