"""Roll-outs on a GPU beside the processor's lanes: time of a cycle, and steps of a lane in a second, for few and many samples.

A cycle is one call of `roll_out`: the state and the plan go to the GPU, the costs come back. "best" is one of
`best_of_roll_outs`, which selects the best hundredth on the GPU; "sorted" is one of `roll_out`, from whose costs the processor
selects them. Best of several, interleaved, wall time; the processor uses all its cores. The kernel alone is launched again,
without transfers, for its speed in lane-steps per second; beside it stands that of the same model written by hand in CUDA, on an
H200. Without a GPU it says so, and why.
"""

import math
import os
from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy as np

from benchmarks.timing import best_of, header, processor_name, sized
from snakelab.control.plan_sampling import EliteMean, Horizon, Sampling, best_samples
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.plugins.cuda.devices import find_gpu
from snakelab.plugins.lanes.model.lane_model import (
    LaneModel,
    SwimmerState,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import PipeCurrent, PlanarWorld
from snakelab.plugins.lanes.mpc.rollouts import best_of_roll_outs, find_backend, roll_out
from snakelab.plugins.lanes.mpc.settings import TravelCost

SAMPLES = sized((8640, 131072, 2**20), (2880,))
BESIDE = 131072  # most samples that the processor rolls out too
STEPS = 100
# Speed of the same model written by hand in CUDA, with 2^20 samples on an H200 (2026-11-26) [1e9 lane-steps/s].
BY_HAND = {"open water": 12.5, "mouth": 11.7, "in the pipe": 6.3}
SNAKE, LAW = elliptic_swimmer(), curvature_derivative_law(9)
NOMINAL = 0.8 * np.sin(0.22 * np.arange(STEPS))


def cases() -> dict[str, tuple[LaneModel, SwimmerState]]:
    """Open water; the mouth of a narrow pipe with a current; in the pipe, where every lane touches."""
    hull = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
    pipe = PlanarWorld([hull], [PipeCurrent(hull, [0.2, 0.2, 0.1, 0.1])]).surroundings()
    return {
        "open water": (lane_model(SNAKE, LAW), straight_state(SNAKE)),
        "mouth": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-5.2, -5.0))),
        "in the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-8.0, -5.0))),
    }


def task(model: LaneModel, state: SwimmerState, n_samples: int) -> dict[str, Any]:
    """Arguments of `roll_out`."""
    sampling = Sampling(n_samples, 0.5, seed=1)
    given = (model, state, NOMINAL, sampling, TravelCost(), Horizon(STEPS))
    return dict(zip(("model", "state", "nominal", "sampling", "cost", "horizon"), given, strict=True))


def apart_on(backend: Any, n_samples: int) -> float:
    """Largest relative difference of the costs of a backend from those of the processor, in the pipe.

    Raises:
        RuntimeError: if the backend selects other samples than the processor does from its costs.
    """
    given = task(*cases()["in the pipe"], n_samples)
    with mock.patch("snakelab.plugins.lanes.mpc.rollouts.find_backend", lambda name: backend):
        costs = roll_out(**given, backend="cuda")
        found, expected = best_of_roll_outs(3, **given, backend="cuda"), best_samples(costs, 3)
    if not np.array_equal(found.indices, expected.indices):
        raise RuntimeError(f"the best samples are {expected.indices}, selected were {found.indices}")
    return float(np.abs(costs / roll_out(**given) - 1.0).max())


def kernel_seconds(backend: Any, repeats: int = 5) -> float:
    """Shortest duration of the last kernel, between events of the GPU [s]."""
    from numba import cuda

    best = math.inf
    for _ in range(repeats):
        before, after = cuda.event(), cuda.event()
        before.record()
        backend.launch_again()
        after.record()
        after.synchronize()
        best = min(best, 1e-3 * cuda.event_elapsed_time(before, after))
    return best


def line(name: str, model: LaneModel, state: SwimmerState, n_samples: int) -> str:
    """One row of the table."""
    given = task(model, state, n_samples)
    n_best = EliteMean().n_best(n_samples)
    works: dict[str, Callable[[], Any]] = {
        "cuda": lambda: roll_out(**given, backend="cuda"),
        "best": lambda: best_of_roll_outs(n_best, **given, backend="cuda"),
        "sorted": lambda: best_samples(roll_out(**given, backend="cuda"), n_best),
    }
    if n_samples <= BESIDE:
        works["cpu"] = lambda: roll_out(**given)
    best = best_of(works, 5)
    costs = roll_out(**given, backend="cuda")
    kernel = kernel_seconds(find_backend("cuda"))
    speed, by_hand = n_samples * STEPS / kernel / 1e9, BY_HAND[name] if n_samples == 2**20 else math.nan
    cycles = " ".join(f"{1e3 * best[way]:9.2f}" for way in ("cuda", "best", "sorted"))
    text = f"{name:12} {n_samples:8} {cycles} {1e3 * kernel:9.3f} {speed:8.2f} {by_hand:8.1f}"
    if "cpu" not in works:
        return text
    apart = np.median(np.abs(costs / roll_out(**given) - 1.0))
    return f"{text} {1e3 * best['cpu']:9.1f} {best['cpu'] / best['cuda']:6.1f} {apart:7.0e}"


def main() -> None:
    """Print the table, or why there is none."""
    gpu = find_gpu()
    if not gpu.name:
        print(f"no GPU was found ({gpu.why_not}), so there is nothing to measure")
        return
    print(f"{gpu.name} beside {processor_name()}, {os.cpu_count()} threads; {STEPS} steps of 10 links, float32")
    print(header("numba-cuda", "numba", "numpy"))
    cycles = {"samples": 8, "cycle ms": 9, "best ms": 9, "sorted ms": 9}
    widths = cycles | {"kernel ms": 9, "G/s": 8, "by hand": 8, "cpu ms": 9, "ratio": 6, "apart": 7}
    print(f"{'':12} {' '.join(f'{title:>{width}}' for title, width in widths.items())}")
    for name, (model, state) in cases().items():
        for n_samples in SAMPLES:
            print(line(name, model, state, n_samples), flush=True)


if __name__ == "__main__":
    main()
