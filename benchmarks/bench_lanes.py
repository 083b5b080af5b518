"""Roll-outs of the planar swimmer beside two twins in C++: one of the same model, one of about the least a swimmer can cost.

The twins are compiled here, with g++ and OpenMP, for this machine; the first must give the same costs. Ratios compare CPU times
on one thread, best of several, interleaved; the last column is wall time on all cores. The simpler twin has a straight
channel without friction, which it looks for at every step and does not reach, and no current: it does the work of neither the
current nor the walls that ours has in the pipe. Without g++, only our own times are shown. Where JAX is installed, the simpler
model in JAX is shown too, in CPU time of all threads; reported, no target.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.timing import best_of, header, sized, verdict
from snakelab.control.plan_sampling import Horizon, Sampling
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.plugins.lanes.model.lane_model import (
    LaneModel,
    SwimmerState,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    state_row,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import PipeCurrent, PlanarWorld
from snakelab.plugins.lanes.mpc.rollouts import roll_out
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost, draw_of

SAME, SIMPLE = 1.15, 2.0  # most, of the twins' times
SAMPLES, STEPS, PERIOD = sized(8640, 64), sized(100, 10), 0.1
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
SAMPLING, COST, HORIZON, STEPPING = Sampling(SAMPLES, 0.5, seed=1), TravelCost(), Horizon(STEPS, PERIOD), LaneStepping()
NOMINAL = 0.8 * np.sin(0.22 * np.arange(STEPS))
Pointer, f, i = ctypes.c_void_p, ctypes.c_float, ctypes.c_int


class World(ctypes.Structure):
    """As in lanes_same_model.cpp."""

    _fields_ = (("link", Pointer), ("joint", Pointer), ("world", 14 * f), ("distances", Pointer), ("columns", i), ("rows", i),
                ("corners", Pointer), ("n_corners", i), ("stream", Pointer))  # fmt: skip


class RolloutTask(ctypes.Structure):
    """As in lanes_same_model.cpp."""

    _fields_ = (("state", Pointer), ("nominal", Pointer), ("sigma", Pointer), ("limit", f), ("dt", f),
                ("keys", 3 * ctypes.c_uint32),
                ("n_steps", i), ("substeps", i), ("solves", i), ("query_interval", i), ("cost", 7 * f))  # fmt: skip


def library(name: str, folder: Path) -> ctypes.CDLL | None:
    """A twin, compiled for this machine; None without a compiler."""
    if shutil.which("g++") is None:
        return None
    made = folder / f"{name}.so"
    subprocess.run(["g++", *FLAGS, str(Path(__file__).with_name(f"{name}.cpp")), "-o", str(made)], check=True)
    return ctypes.CDLL(str(made))


def same_model(
    twin: ctypes.CDLL, model: LaneModel, state: SwimmerState, stepping: LaneStepping = STEPPING
) -> tuple[Callable[[], object], np.ndarray]:
    """The twin's roll-out with the same arrays, and where its costs appear."""
    draw = draw_of(SAMPLING, STEPS, 0)
    row, nominal, costs = state_row(state, np.float32), NOMINAL.astype(np.float32), np.zeros(SAMPLES, np.float32)
    cost = COST.numbers().astype(np.float32)

    def at(array: np.ndarray) -> int | None:
        return array.ctypes.data if array.size else None

    world = World(at(model.links), at(model.joints), tuple(model.world), at(model.distances), model.columns, model.rows,
                  at(model.corners), len(model.corners), at(model.current))  # fmt: skip
    task = RolloutTask(at(row), at(nominal), at(draw.sigma), draw.limit[0], PERIOD, (*(int(k) for k in draw.key), 0), STEPS, 1,
                STEPPING.solves, stepping.steps_between_queries(PERIOD), tuple(cost))  # fmt: skip
    keep = (draw, row, nominal, model)

    def run() -> object:
        twin.roll_out(ctypes.byref(world), ctypes.byref(task), i(SAMPLES // 16), i(1), Pointer(costs.ctypes.data))
        return keep

    return run, costs


def simple_model(twin: ctypes.CDLL, steps: int = STEPS) -> tuple[Callable[[], object], np.ndarray]:
    """The simpler twin, with four times the steps: its damping is explicit; and where its costs appear."""
    inputs, costs = simple_inputs(steps), np.zeros(SAMPLES, np.float32)

    def run() -> object:
        twin.roll_out(Pointer(inputs.ctypes.data), i(SAMPLES // 16), i(steps), i(4), f(PERIOD / 4), i(1),
                      Pointer(costs.ctypes.data))  # fmt: skip
        return inputs

    return run, costs


def simple_inputs(steps: int) -> np.ndarray:
    """What the simpler model is driven by, shape (steps, SAMPLES), [rad]."""
    return np.random.default_rng(0).normal(0, 0.5, (steps, SAMPLES)).astype(np.float32)


def beside_jax(twin: ctypes.CDLL) -> str:
    """The simpler model in JAX and in C++: CPU times of a step, and how far their costs are apart; or why there is nothing.

    Explicit as it is, white noise drives it apart later on: only the first three periods can be compared.
    """
    if find_spec("jax") is None:
        return "JAX is not installed: nothing to compare with it"
    from jax_simple_model import rollout

    (short, costs), (ours, _) = simple_model(twin, 3), simple_model(twin)
    short()
    apart = np.abs(np.asarray(rollout(simple_inputs(3), 4, PERIOD / 4)()) / costs - 1).max()
    best, theirs = {"c": float("inf"), "jax": float("inf")}, rollout(simple_inputs(STEPS), 4, PERIOD / 4)
    theirs()  # compiles
    for _ in range(5):
        for name, work in (("c", ours), ("jax", theirs)):
            began = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - began)
    c, jax = (1e9 * best[name] / (4 * SAMPLES * STEPS) for name in ("c", "jax"))
    message = f"the simple model in JAX: {jax:.0f} ns of CPU for each step, {jax / c:.0f} times C++"
    return f"{message} ({c:.1f}); costs of three periods {apart:.0e} apart"


def cases() -> dict[str, tuple[LaneModel, SwimmerState, LaneStepping]]:
    """Open water; a narrow pipe with a current, where every lane touches, also with a proximity query at every step."""
    every = LaneStepping(query_interval=1)
    hull = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-7.5, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
    pipe = PlanarWorld([hull], [PipeCurrent(hull, [0.2, 0.2, 0.1, 0.1])]).surroundings()
    return {
        "open water": (lane_model(SNAKE, LAW), straight_state(SNAKE), STEPPING),
        "far from the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE), STEPPING),
        "in the pipe": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-8.0, -5.0)), STEPPING),
        "in it, every step": (lane_model(SNAKE, LAW, pipe), straight_state(SNAKE, (-8.0, -5.0)), every),
    }


def main() -> None:
    """Print the table."""
    print(f"{SAMPLES} roll-outs of {STEPS} steps, 10 links; ns for each step of each, on one thread")
    print(header("numba", "numpy"))
    print(
        f"{'':18} {'ours':>6} {'same':>6} {'ratio':>6} {'':7} {'simple':>7} {'ratio':>6} {'':7} {'apart':>6} {'wall ms':>8}"
    )
    steps = SAMPLES * STEPS
    with tempfile.TemporaryDirectory() as folder:
        same, simple = (library(f"lanes_{kind}_model", Path(folder)) for kind in ("same", "simple"))
        for name, (model, state, stepping) in cases().items():

            def run(
                threads: int = 1,
                model: LaneModel = model,
                state: SwimmerState = state,
                stepping: LaneStepping = stepping,
            ) -> np.ndarray:
                return roll_out(model, state, NOMINAL, SAMPLING, COST, HORIZON, stepping=stepping, threads=threads)

            costs = run()
            works: dict[str, Callable[[], object]] = {"ours": run}
            theirs = costs
            if same is not None and simple is not None:
                works["same"], theirs = same_model(same, model, state, stepping)
                works["simple"], _ = simple_model(simple)
            best = best_of(works, 9, time.thread_time)
            line = f"{name:18} {1e9 * best['ours'] / steps:6.1f}"
            if "same" in works:
                ratio, least = best["ours"] / best["same"], best["simple"] / 4
                line += f" {1e9 * best['same'] / steps:6.1f} {ratio:6.2f} {verdict(ratio, SAME):7} {1e9 * least / steps:7.1f}"
                met = verdict(best["ours"] / least, SIMPLE) if stepping is STEPPING else ""
                line += f" {best['ours'] / least:6.2f} {met:7} {np.median(np.abs(costs / theirs - 1)):6.0e}"
            wall = min(timed(run) for _ in range(7))
            print(f"{line} {1e3 * wall:8.1f}")
        if simple is not None:
            print(beside_jax(simple))


def timed(run: Callable[..., object]) -> float:
    """Wall time on all cores [s]."""
    began = time.perf_counter()
    run(THREADS)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
