"""All that needs a GPU, in ten minutes: tests, agreement with the CPU, speeds and a peer; `make gpu` runs it and writes a table.

    python -m benchmarks.on_gpu [--limit 600] [--out out/gpu] [--emulate]

First comes the measurement that decides whether one robot to a thread is worth while: 28 joints on the ground, 65,536 robots,
float32. Below `DECISIVE` steps per second the other measurements of robots are not run, but those of planar roll-outs are.
Agreement of eleven models is checked in several processes, since each compiles for half a minute. Each part has a limit of time,
and the table is written line by line, so that a part that fails or takes too long leaves the others. `--emulate` runs everything
with a few robots on the emulator, which shows that the script runs; it takes a few minutes to compile.
"""

import argparse
import importlib
import importlib.util
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import snakelab as sl
from benchmarks.timing import versions
from snakelab.gaits.gait import Gait
from snakelab.gaits.orthogonal_gaits import SIDEWINDING
from snakelab.physics.command import AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, constant_reference
from snakelab.plugins.cuda import CudaBatch, EmulatedDevice
from snakelab.plugins.cuda.batch import find_device
from snakelab.plugins.cuda.devices import Device, DeviceArray
from snakelab.robots.library.orthogonal_robots import snake_iii

DECISIVE = 15e6  # steps of 28 joints on the ground per second, in float32
PERIOD, STEPS = 0.1, 20  # of the timed motions: control period [s], and its steps
SCENARIOS = (
    "hybrid_spiral", "eel_lateral", "pipe_bend", "soft_planar_rolling", "soft_goal",
    "snakesys_sidewinding", "snakesys_pole", "snakesys_field_arl1", "sandfish_floor",
)  # fmt: skip
MODELS = ("planar", "ground", *SCENARIOS)
# Differences of pose and velocity after 25 steps: largest in float64, and of the base in float32.
ALLOWED = {"float64": 1e-10, "float32": 1e-3}


# ----------------------------------------------------------------------------------------------------------------------
# Models
# ----------------------------------------------------------------------------------------------------------------------


def planar() -> tuple[sl.Model, Reference, sl.State]:
    """Planar chain of ten links and nine servos, with per-axis friction."""
    link, joint = sl.Link(0.11, mass=0.08), sl.Revolute("z", sl.Servo(kp=2.0, kd=0.05))
    parts: list[Any] = [link, *9 * [joint, link]]
    robot = sl.Robot(parts, base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")]))
    return model, sl.SerpenoidGait(0.785, 1.57, 0.785).reference(model), sl.initial_state(model)


def ground() -> tuple[sl.Model, Reference, sl.State]:
    """Spatial chain of 28 prescribed joints that sidewinds on the ground."""
    model = sl.build_model(snake_iii(28), sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))]))
    return model, replace(SIDEWINDING, ramp=1.0).reference(model), sl.initial_state(model, position=(0.0, 0.0, 0.055))


def case(name: str) -> tuple[sl.Model, Reference, sl.State]:
    """Model, motion and initial state of that name; a scenario without a gait holds a bent shape."""
    if name in ("planar", "ground"):
        return {"planar": planar, "ground": ground}[name]()
    given = sl.load_scenario(name)
    model = sl.build_model(given.robot, given.world)
    reference = constant_reference(0.1 * np.sin(1.3 * np.arange(model.n_coordinates) + 0.7))
    if isinstance(given.controller, Gait):
        reference = given.controller.reference(model)
    return model, reference, sl.initial_state(model, **given.initial)


# ----------------------------------------------------------------------------------------------------------------------
# Speed
# ----------------------------------------------------------------------------------------------------------------------


def speed(name: str, dtype: Any, integrator: Any, n: int, device: Device, periods: int = 3) -> tuple[float, float]:
    """Steps of all robots per second, and the fraction that still runs. Each robot is at its own phase of the gait."""
    model, reference, state = case(name)
    settings = {"period": PERIOD, "step": PERIOD / STEPS, "integrator": integrator, "dtype": dtype, "device": device}
    batch = CudaBatch(model, n, **settings)
    batch.reset(states=state)
    shift = np.random.default_rng(0).uniform(0.0, 0.5, n)
    wave = reference.wave[:, :, None]

    def actions(k: int) -> DeviceArray:
        grown = min(1.0, (k + 1) / 10.0)  # from the straight shape
        angle = wave[:, FREQUENCY] * ((k + 1) * PERIOD + shift) + wave[:, PHASE]
        targets = grown * (wave[:, OFFSET] + wave[:, AMPLITUDE] * np.sin(angle))
        return DeviceArray(device.upload(np.ascontiguousarray(targets.astype(batch.dtype))), device)

    warm = 1 if n < 1000 else 10
    given = [actions(k) for k in range(warm + periods)]
    for k in range(warm):
        batch.step(given[k])
    device.download(batch.codes.on_device)
    began = time.perf_counter()
    for k in range(warm, warm + periods):
        batch.step(given[k])
    running = batch.running
    return n * periods * STEPS / (time.perf_counter() - began), float(running.mean())


def environment_steps(name: str, n: int, periods: int = 5) -> str:
    """Environment steps per second of a registered environment with random actions, observation, reward and resets."""
    from snakelab.plugins.learn import environments

    settings: dict[str, Any] = {
        "backend": "cuda",
        "step": 5e-3,
        "integrator": "plain",
        "period": PERIOD,
        "autoreset": "same_step",
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)  # of random actions
        rows = getattr(environments, environments.IDS[f"snakelab/{name}-v0"][1])(n, **settings)
    rows.reset(seed=0)
    actions = np.random.default_rng(0).uniform(-1, 1, rows.action_space.shape).astype(np.float32)
    rows.step(actions)
    began = time.perf_counter()
    for _ in range(periods):
        rows.step(actions)
    return f"{n * periods / (time.perf_counter() - began):.4g}"


def planning(engine: Any, n: int) -> str:
    """Seconds of one round of n samples over 2 s of the planar chain, with their costs."""
    model, _, state = planar()
    policy = sl.control.GaitParameters(
        sl.SerpenoidGait(0.6, 3.0, 0.8), {"amplitude": (0.3, 0.9), "offset": (-0.3, 0.3)}
    )
    rollouts, horizon = sl.control.EngineRollouts(policy, engine), sl.control.Horizon(20, PERIOD)
    mpc = sl.SamplingMpc(rollouts, goal=(1.0, 0.5), sampling=sl.control.Sampling(n), horizon=horizon)
    planner = mpc.for_model(model)
    memory, best = planner.start(model, 0.0)[1], math.inf
    for number in range(3):
        began = time.perf_counter()
        planner.prediction.costs_of_samples(state, memory, number)
        best = min(best, time.perf_counter() - began)
    return f"{best:.3g}"


def on_cpu(name: str, integrator: str, n: int) -> float:
    """Steps per second of `Batch` on all cores."""
    model, reference, state = case(name)
    batch = sl.Batch(model, n, period=PERIOD, step=PERIOD / STEPS, integrator=integrator)
    batch.reset(states=state)
    batch.advance(reference, PERIOD)
    began = time.perf_counter()
    batch.advance(reference, PERIOD)
    return n * STEPS / (time.perf_counter() - began)


# ----------------------------------------------------------------------------------------------------------------------
# Agreement
# ----------------------------------------------------------------------------------------------------------------------


def agreement(name: str, dtype: Any, device: Device) -> dict[str, Any]:
    """Differences of CudaBatch from Batch after 25 plain steps of 2 ms from the same states."""
    model, reference, state = case(name)
    ends = []
    for kind, more in ((sl.Batch, {}), (CudaBatch, {"dtype": dtype, "device": device})):
        batch = kind(model, 2, period=0.05, step=2e-3, integrator="plain", **more)
        batch.reset(states=state)
        batch.advance(reference, 0.05)
        ends.append(batch.states)
    n = 13 + 2 * model.n_coordinates
    apart = np.abs(ends[1] - ends[0])
    worst = float(apart[:, :n].max() if dtype == "float64" else apart[:, :3].max())
    return {"model": name, "dtype": dtype, "apart": worst, "agrees": worst < ALLOWED[dtype]}


def agreements(limit: float, emulate: bool) -> list[dict[str, Any]]:
    """Agreement of all models in both kinds of numbers, in as many processes as cores."""
    waiting = [(name, dtype) for dtype in ("float64", "float32") for name in MODELS]
    if emulate:
        waiting = [("planar", "float32")]
    running: list[tuple[tuple[str, str], subprocess.Popen[str]]] = []
    found, end = [], time.monotonic() + limit
    while waiting or running:
        while waiting and len(running) < min(8, os.cpu_count() or 1):
            pair = waiting.pop(0)
            command = [sys.executable, "-m", "benchmarks.on_gpu", "--agreement", *pair]
            command += ["--emulate"] if emulate else []
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
            )
            running.append((pair, process))
        for pair, process in list(running):
            late = time.monotonic() > end
            if process.poll() is None and not late:
                continue
            if process.poll() is None:
                process.kill()
            running.remove((pair, process))
            lines = (process.communicate()[0] or "").strip().splitlines() or ["no output"]
            try:
                found.append(json.loads(lines[-1]))
            except ValueError:
                why = "stopped: no time left" if late else lines[-1]
                found.append({"model": pair[0], "dtype": pair[1], "apart": why, "agrees": False})
            print("   ", found[-1], flush=True)
        time.sleep(0.2)
    return found


# ----------------------------------------------------------------------------------------------------------------------
# Tests of the roll-outs on a GPU, and the peer
# ----------------------------------------------------------------------------------------------------------------------


def output(limit: float, *command: str, **environment: str) -> str:
    """What a program prints, up to the moment at which its time is over."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "encoding": "utf-8"}
    try:
        done = subprocess.run(command, timeout=limit, check=False, env=os.environ | environment, **given)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired as late:
        cut: Any = late.stdout or ""
        printed = cut.decode("utf-8") if isinstance(cut, bytes) else cut
        return f"{printed.strip()}\nstopped after {limit:.0f} s"
    return done.stdout.strip() or "no output"


def lane_tests(limit: float) -> str:
    """Last line of the tests of roll-outs that need a GPU, in several processes: each of 16 kernels compiles for 15 s of CPU."""
    options = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "gpu", "-n", str(min(8, os.cpu_count() or 1)))
    options += ("tests/plugins/lanes/gpu_rollouts/test_cuda_lanes.py",)
    return output(limit, sys.executable, *options).splitlines()[-1]


def lane_speeds(limit: float) -> str:
    """Table of `bench_cuda`."""
    return output(limit, sys.executable, "-m", "benchmarks.bench_cuda")


def memory_check(limit: float) -> str:
    """Last line of compute-sanitizer over a few roll-outs, if it is installed."""
    if shutil.which("compute-sanitizer") is None:
        return "compute-sanitizer is not installed"
    program = ("compute-sanitizer", sys.executable, "-m", "benchmarks.bench_cuda")
    return output(limit, *program, SNAKELAB_BENCH="quick").splitlines()[-1]


def emulated_lanes() -> str:
    """Largest relative difference of the costs of a few samples on the emulator from those on the CPU."""
    from benchmarks.bench_cuda import apart_on
    from snakelab.plugins.lanes.gpu_rollouts.cuda_backend import CudaLanes
    from snakelab.plugins.lanes.gpu_rollouts.launches import EmulatedGpu

    return f"in the pipe, 32 samples: the best are selected, costs {apart_on(CudaLanes(EmulatedGpu()), 32):.0e} apart"


def peer(n: int, steps: int = 200) -> str:
    """Steps per second of mujoco-warp on the same robot, exported to MuJoCo, at its own step of 2 ms."""
    if importlib.util.find_spec("mujoco_warp") is None:
        return "mujoco-warp is not installed"
    import mujoco

    mujoco_warp, warp = importlib.import_module("mujoco_warp"), importlib.import_module("warp")

    from snakelab.plugins.mujoco.engine.compiled_model import CompiledModel

    model, _, state = ground()
    machine = CompiledModel(model, 2e-3, "implicitfast", state)
    machine.set_state(state)
    mujoco.mj_forward(machine.m, machine.d)
    m = mujoco_warp.put_model(machine.m)
    d = mujoco_warp.put_data(machine.m, machine.d, nworld=n, nconmax=64 * n, njmax=256)
    mujoco_warp.step(m, d)
    with warp.ScopedCapture() as capture:
        mujoco_warp.step(m, d)
    warp.synchronize()
    began = time.perf_counter()
    for _ in range(steps):
        warp.capture_launch(capture.graph)
    warp.synchronize()
    return f"{n * steps / (time.perf_counter() - began) / 1e6:.2f} M steps/s of 2 ms with {n} robots, mujoco-warp's defaults"


# ----------------------------------------------------------------------------------------------------------------------
# The run, and its table
# ----------------------------------------------------------------------------------------------------------------------


class Table:
    """Lines of the table, which is written after each of them: a run may be cut off.

    Args:
        folder: Where it is written.
        name: Name of the GPU.
    """

    def __init__(self, folder: Path, name: str):
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.text = folder / f"{name.lower().replace(' ', '_')}.md", ""

    def add(self, line: str) -> None:
        """Add a line, and print it."""
        print(line, flush=True)
        self.text += line + "\n"
        self.path.write_text(self.text, encoding="utf-8")


def attempt(function: Callable[[], str]) -> str:
    """Result of a function, or its error in one line: one failure must not end a run on a lent GPU."""
    try:
        return function()
    except Exception as problem:
        return f"failed: {type(problem).__name__}: {' '.join(str(problem).split())[:300]}"


def measure(table: Table, device: Device, left: Callable[[], float], emulate: bool) -> bool:
    """Fill a table; return False if the decisive measurement failed."""
    large = 64 if emulate else 65536
    reached, best = 0.0, 64
    for threads in (64,) if emulate else (32, 64, 128):
        if hasattr(device, "threads"):
            device.threads = threads
        got, running = speed("ground", "float32", "plain", large, device, 1 if emulate else 3)
        text = f"- 28 joints on the ground, float32, plain, {large} robots, blocks of {threads}"
        table.add(f"{text}: {got / 1e6:.4g} M steps/s, {running:.1%} run")
        if got > reached:
            reached, best = got, threads
    if hasattr(device, "threads"):
        device.threads = best
    if reached < DECISIVE and not emulate:
        table.add(
            f"\nstopped: below {DECISIVE / 1e6:g} M steps/s, so one robot to a thread is not worth while on this GPU"
        )
        return False
    table.add("\n| model | numbers | integrator | robots | M steps/s |\n|---|---|---|---|---|")
    for name in ("planar",) if emulate else ("planar", "ground"):
        for dtype, integrator in (("float32", "plain"), ("float64", "plain"), ("float32", "extrapolated")):
            for n in (32,) if emulate else (4096, 65536):
                if left() > 400.0 and (not emulate or integrator == "plain"):
                    row = attempt(partial(millions, name, dtype, integrator, n, device))
                    table.add(f"| {name} | {dtype} | {integrator} | {n} | {row} |")
        table.add(
            f"| {name} | float64 | plain | 256 on {os.cpu_count()} cores | {on_cpu(name, 'plain', 256) / 1e6:.3f} |"
        )
    return True


def millions(name: str, dtype: str, integrator: str, n: int, device: Device) -> str:
    """Millions of steps per second."""
    return f"{speed(name, dtype, integrator, n, device, 1 if n < 1000 else 3)[0] / 1e6:.4g}"


def main() -> int:
    """Run it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.on_gpu", description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, help="seconds; by default 600, and none with --emulate")
    parser.add_argument("--out", type=Path, default=Path("out/gpu"))
    parser.add_argument("--emulate", action="store_true", help="without a GPU, with a few robots")
    parser.add_argument("--agreement", nargs=2, metavar=("MODEL", "DTYPE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    try:
        device: Device = EmulatedDevice() if given.emulate else find_device()
    except sl.SnakelabError as problem:
        print(f"nothing to measure: {problem}", file=sys.stderr)
        return 1
    if given.agreement:
        name, dtype = given.agreement
        print(json.dumps(agreement(name, dtype, device)))
        return 0
    began = time.monotonic()
    end = began + (given.limit or (math.inf if given.emulate else 600.0))

    def left() -> float:
        return end - time.monotonic()

    table = Table(given.out, device.name)
    found = ", ".join(f"{name} {number}" for name, number in versions("numba", "numba-cuda", "numpy").items())
    table.add(f"# {device.name}\n\n{time.strftime('%Y-%m-%d')}, {platform.node()}, {found}\n")
    try:
        enough = measure(table, device, left, given.emulate)
    except Exception as problem:
        table.add(f"\nfailed: {type(problem).__name__}: {' '.join(str(problem).split())[:300]}")
        enough = False
    if enough:
        robots(table, left, given.emulate)
    table.add("\n## Roll-outs of planar snakes\n")
    if given.emulate:
        table.add(attempt(emulated_lanes))
    else:
        table.add(f"Tests: {lane_tests(max(60.0, min(150.0, left() - 120.0)))}\n")
        table.add(f"```\n{lane_speeds(max(60.0, min(150.0, left() - 60.0)))}\n```\n")
        table.add(f"Memory: {memory_check(max(20.0, min(60.0, left() - 30.0)))}")
        table.add(f"\n## Peer\n\n{attempt(partial(peer, 4096))}")
    print(f"wrote {table.path}, {time.monotonic() - began:.0f} s")
    return 0 if enough else 1


def robots(table: Table, left: Callable[[], float], emulate: bool) -> None:
    """Agreement with `Batch`, environments and plans."""
    table.add("\n## Agreement with Batch\n\n| model | numbers | apart | agrees |\n|---|---|---|---|")
    for one in agreements(max(30.0, left() - 330.0), emulate):
        shown = one["apart"] if isinstance(one["apart"], str) else f"{one['apart']:.1e}"
        table.add(f"| {one['model']} | {one['dtype']} | {shown} | {'yes' if one['agrees'] else 'NO'} |")
    if emulate:
        table.add("\n## Environments and plans\n")
        with mock.patch("snakelab.plugins.cuda.batch.find_device", EmulatedDevice):
            table.add(f"- Crawl, 2 rows: {attempt(partial(environment_steps, 'Crawl', 2, 1))} environment steps/s")
            spent = attempt(partial(planning, sl.plugins.cuda.CudaEngine(5e-3, "plain"), 2))
        table.add(f"- plan of 2 samples, CudaEngine: {spent} s")
    elif left() > 280.0:
        table.add("\n## Environments and plans\n")
        for name, n in (("Crawl", 4096), ("Ground", 4096), ("Ground", 65536)):
            table.add(f"- {name}, {n} rows: {attempt(partial(environment_steps, name, n))} environment steps/s")
        for kind in (sl.plugins.cuda.CudaEngine, sl.SnakelabEngine):
            spent = attempt(partial(planning, kind(5e-3, "plain"), 1024))
            table.add(f"- plan of 1024 samples, {kind.__name__}: {spent} s")


if __name__ == "__main__":
    sys.exit(main())
