"""Roll-outs of the planar swimmer beside two twins in C++: one of the same model, one of about the least a swimmer can cost.

The twins are compiled here, with g++ and OpenMP, for this machine; the first must give the same costs. Times are per step of one
roll-out, on all cores, best of several, interleaved. Where there is no g++, only our own times are shown.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from snakelab.apps.benchmarks.timing import best_of, header, verdict
from snakelab.control.rollout import Horizon, Sampling, TravelCost, roll_out
from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.physics.lanes.model import LaneModel, lane_model, state_row
from snakelab.physics.swimmer.joint_law import curvature_derivative_law
from snakelab.physics.swimmer.state import SwimmerState, straight_state
from snakelab.physics.swimmer.swimmer import elliptic_swimmer
from snakelab.worlds.planar import PipeCurrent, PlanarWorld

SAME, SIMPLE = 1.15, 2.0  # most, of the twins' times
SAMPLES, STEPS, PERIOD = 8640, 100, 0.1
FLAGS = (
    "-O3",
    "-march=native",
    "-ffast-math",
    "-fopenmp",
    "-mprefer-vector-width=512",
    "-shared",
    "-fPIC",
    "-DLINKS=10",
)
THREADS = os.cpu_count() or 1
SNAKE, LAW = elliptic_swimmer(), curvature_derivative_law(9)
SAMPLING, COST, HORIZON = Sampling(SAMPLES, 0.5, seed=1), TravelCost(), Horizon(STEPS, PERIOD)
NOMINAL = 0.8 * np.sin(0.22 * np.arange(STEPS))
Pointer, f, i = ctypes.c_void_p, ctypes.c_float, ctypes.c_int


class World(ctypes.Structure):
    """As in lanes_same_model.cpp."""

    _fields_ = (("link", Pointer), ("joint", Pointer), ("wall", 12 * f), ("heights", Pointer), ("columns", i), ("rows", i),
                ("corners", Pointer), ("n_corners", i), ("stream", Pointer))  # fmt: skip


class Task(ctypes.Structure):
    """As in lanes_same_model.cpp."""

    _fields_ = (("state", Pointer), ("nominal", Pointer), ("sigma", Pointer), ("limit", f), ("dt", f), ("keys", 3 *
    ctypes.c_uint32),
                ("n_steps", i), ("substeps", i), ("solves", i), ("cost", 7 * f))  # fmt: skip


def library(name: str, folder: Path) -> ctypes.CDLL | None:
    """A twin, compiled for this machine; None without a compiler."""
    if shutil.which("g++") is None:
        return None
    made = folder / f"{name}.so"
    subprocess.run(["g++", *FLAGS, str(Path(__file__).with_name(f"{name}.cpp")), "-o", str(made)], check=True)
    return ctypes.CDLL(str(made))


def same_model(twin: ctypes.CDLL, model: LaneModel, state: SwimmerState) -> tuple[Callable[[], object], np.ndarray]:
    """The twin's roll-out with the same arrays, and where its costs appear."""
    draw = SAMPLING.draw(STEPS, 0)
    row, nominal, costs = state_row(state, np.float32), NOMINAL.astype(np.float32), np.zeros(SAMPLES, np.float32)
    cost = COST.numbers().astype(np.float32)

    def at(array: np.ndarray) -> int | None:
        return array.ctypes.data if array.size else None

    world = World(at(model.links), at(model.joints), tuple(model.wall), at(model.heights), model.columns, model.rows,
                  at(model.corners), len(model.corners), at(model.stream))  # fmt: skip
    task = Task(at(row), at(nominal), at(draw.sigma), draw.limit[0], PERIOD, (*(int(k) for k in draw.key), 0), STEPS, 1,
                HORIZON.solves, tuple(cost))  # fmt: skip
    keep = (draw, row, nominal, model)

    def run() -> object:
        twin.roll_out(ctypes.byref(world), ctypes.byref(task), i(SAMPLES // 16), i(THREADS), Pointer(costs.ctypes.data))
        return keep

    return run, costs


def simple_model(twin: ctypes.CDLL) -> Callable[[], object]:
    """The simpler twin, with four times the steps: its damping is explicit."""
    inputs = np.random.default_rng(0).normal(0, 0.5, (STEPS, SAMPLES)).astype(np.float32)
    costs = np.zeros(SAMPLES, np.float32)

    def run() -> object:
        twin.roll_out(Pointer(inputs.ctypes.data), i(SAMPLES // 16), i(STEPS), i(4), f(PERIOD / 4), i(THREADS),
                      Pointer(costs.ctypes.data))  # fmt: skip
        return inputs

    return run


def cases() -> dict[str, tuple[LaneModel, SwimmerState]]:
    """Open water; a narrow pipe with a current, where every lane touches."""
    hull = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
    pipe = PlanarWorld([hull], [PipeCurrent(hull, [0.2, 0.2, 0.1, 0.1])]).surroundings()
    return {
        "open water": (lane_model(SNAKE, LAW), straight_state(SNAKE)),
        "far from the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE)),
        "in the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-8.0, -5.0))),
    }


def main() -> None:
    """Print the table."""
    print(f"{SAMPLES} roll-outs of {STEPS} steps, 10 links, {THREADS} threads")
    print(header("numba", "numpy"))
    steps = SAMPLES * STEPS
    with tempfile.TemporaryDirectory() as folder:
        same, simple = (library(f"lanes_{kind}_model", Path(folder)) for kind in ("same", "simple"))
        print(
            f"{'':18} {'ours ms':>8} {'ns a step':>10} {'same ns':>8} {'ratio':>6} {'':7} {'simple ns':>9} {'ratio':>6} {'':7}"
        )
        for name, (model, state) in cases().items():
            ours: list[np.ndarray] = []

            def run(model: LaneModel = model, state: SwimmerState = state, ours: list = ours) -> None:
                ours[:] = [roll_out(model, state, NOMINAL, SAMPLING, COST, HORIZON, threads=THREADS)]

            began = time.perf_counter()
            run()
            first = time.perf_counter() - began
            works: dict[str, Callable[[], object]] = {"ours": run}
            costs = None
            if same is not None and simple is not None:
                works["same"], costs = same_model(same, model, state)
                works["simple"] = simple_model(simple)
            best = best_of(works, 15)
            line = f"{name:18} {1e3 * best['ours']:8.1f} {1e9 * best['ours'] / steps:10.1f}"
            if costs is not None:
                ratio = best["ours"] / best["same"]
                line += f" {1e9 * best['same'] / steps:8.1f} {ratio:6.2f} {verdict(ratio, SAME):7}"
                least = best["simple"] / 4
                line += (
                    f" {1e9 * least / steps:9.1f} {best['ours'] / least:6.2f} {verdict(best['ours'] / least, SIMPLE):7}"
                )
                apart = np.median(np.abs(ours[0] / costs - 1))
                line += f" median cost apart by {apart:.0e}"
            print(line + (f" (first call {first:.1f} s)" if first > 2 else ""))


if __name__ == "__main__":
    main()
