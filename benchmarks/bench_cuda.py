"""Roll-outs on a GPU beside the processor's lanes: time of a cycle, and steps of a lane in a second, for few and many samples.

A cycle is one call of `roll_out`: the state and the plan go to the GPU, the costs come back. Best of several, interleaved, wall
time; the processor uses all its cores. Without a GPU it says so, and why.
"""

import os

import numpy as np

from benchmarks.timing import best_of, header, processor_name, sized
from snakelab.control.sampling import Horizon, Sampling
from snakelab.geometry.planar import HullWall, PlanarPipe
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
from snakelab.plugins.lanes.mpc.rollouts import roll_out
from snakelab.plugins.lanes.mpc.settings import TravelCost

SAMPLES = sized((2880, 8640, 32768, 131072, 524288), (2880,))
BESIDE = 131072  # most samples that the processor rolls out too
STEPS = 100
SNAKE, LAW = elliptic_swimmer(), curvature_derivative_law(9)
NOMINAL = 0.8 * np.sin(0.22 * np.arange(STEPS))


def cases() -> dict[str, tuple[LaneModel, SwimmerState]]:
    """Open water; a narrow pipe with a current, where every lane touches."""
    hull = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
    pipe = PlanarWorld([hull], [PipeCurrent(hull, [0.2, 0.2, 0.1, 0.1])]).surroundings()
    return {
        "open water": (lane_model(SNAKE, LAW), straight_state(SNAKE)),
        "in the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-8.0, -5.0))),
    }


def line(name: str, model: LaneModel, state: SwimmerState, n_samples: int) -> str:
    """One row of the table."""

    def run(backend: str) -> np.ndarray:
        sampling = Sampling(n_samples, 0.5, seed=1)
        return roll_out(model, state, NOMINAL, sampling, TravelCost(), Horizon(STEPS), backend=backend)

    works = {"cuda": lambda: run("cuda")} | ({"cpu": lambda: run("cpu")} if n_samples <= BESIDE else {})
    best = best_of(works, 5)
    text = f"{name:12} {n_samples:8} {1e3 * best['cuda']:9.2f} {n_samples * STEPS / best['cuda'] / 1e6:13.1f}"
    if "cpu" not in works:
        return text
    apart = np.median(np.abs(run("cuda") / run("cpu") - 1.0))
    return f"{text} {1e3 * best['cpu']:9.1f} {best['cpu'] / best['cuda']:6.1f} {apart:7.0e}"


def main() -> None:
    """Print the table, or why there is none."""
    gpu = find_gpu()
    if not gpu.name:
        print(f"no GPU was found ({gpu.why_not}), so there is nothing to measure")
        return
    print(f"{gpu.name} beside {processor_name()}, {os.cpu_count()} threads; {STEPS} steps of 10 links, float32")
    print(header("numba-cuda", "numba", "numpy"))
    print(f"{'':12} {'samples':>8} {'cycle ms':>9} {'M lane-steps/s':>13} {'cpu ms':>9} {'ratio':>6} {'apart':>7}")
    for name, (model, state) in cases().items():
        for n_samples in SAMPLES:
            print(line(name, model, state, n_samples), flush=True)


if __name__ == "__main__":
    main()
