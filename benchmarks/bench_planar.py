"""Case S1 of the planar snake, 20 simulated seconds: how many times real time, at a step that keeps the speed right.

The step is the largest of a few whose mean speed is within 0.5 % of the converged one (RK4 at 0.5 ms). Records hold all
variables at 100 Hz. The peer is SciPy's LSODA on the closed matrix form in NumPy. Then: how long it takes to begin.
"""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, header, sized, verdict

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from reference_models import planar_lagrangian as closed

DURATION = sized(20.0, 0.5)
CLOSE = 5e-3  # of the converged mean speed
STEPS = sized((1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4), (1e-2, 1e-3))
IN_MEMORY, WITH_FILE, IMPORT, WARM_RUN = 500.0, 100.0, 0.6, 5.0  # times real time, at least; seconds, at most
GAIT = sl.SerpenoidGait(amplitude=np.pi / 4, angular_frequency=1.0, phase_lag=np.pi / 4)


def s1() -> sl.Model:
    """Five links of 2 m and 1 kg under viscous friction."""
    link = sl.Link(2.0, mass=1.0, inertia=(0.33, 0.33, 0.33))
    robot = sl.Robot([link, *4 * [sl.Revolute("z"), link]], base="planar")
    return sl.build_model(robot, sl.World([sl.ViscousFriction(tangential=1.0, normal=30.0)]))


def speed(model: sl.Model, **settings: object) -> float:
    """Mean speed of the centre of mass [m/s]."""
    recording = sl.simulate(model, GAIT, DURATION, **settings)
    position = recording["com_position"].values
    return float(np.linalg.norm(position[-1] - position[0])) / DURATION if recording.finished else np.nan


def largest_step(model: sl.Model, integrator: str, converged: float) -> tuple[float, float]:
    """The largest step that keeps the mean speed, and its relative error."""
    for step in STEPS:
        error = speed(model, integrator=integrator, step=step) / converged - 1
        if abs(error) < CLOSE:
            return step, error
    return np.nan, np.nan


def lsoda(rtol: float) -> tuple[Callable[[], closed.ShapeMotion], float]:
    """The peer: SciPy's LSODA on the closed form with the same records, and its mean speed [m/s]."""
    links = closed.PlanarSnake(np.full(5, 2.0), np.ones(5), np.ones(5), np.full(5, 0.33))
    shape, times = closed.serpenoid_shape(np.pi / 4, 1.0, np.pi / 4, 4), np.arange(round(100 * DURATION) + 1) / 100

    def run() -> closed.ShapeMotion:
        law = closed.ViscousLaw(1.0, 30.0)
        return closed.simulate_shape(links, law, shape, DURATION, times, rtol, rtol / 100, method="LSODA")

    com = run().com
    return run, float(np.linalg.norm(com[-1] - com[0])) / DURATION


def simulation() -> None:
    """Real-time factors, ours in memory and with the file, and the peer's."""
    model = s1()
    converged = speed(model, integrator="rk4", step=5e-4)
    print(f"S1, {DURATION:g} simulated seconds, records at 100 Hz; converged mean speed {converged:.6f} m/s")
    print(header("numba", "numpy", "scipy", "xarray", "h5netcdf"))
    folder = tempfile.TemporaryDirectory()
    works: dict[str, Callable[[], object]] = {}
    errors: dict[str, float] = {}
    for integrator in ("plain", "extrapolated"):
        step, error = largest_step(model, integrator, converged)
        settings = {"integrator": integrator, "step": step}

        def in_memory(settings: dict = settings) -> sl.Recording:
            return sl.simulate(model, GAIT, DURATION, **settings)

        def with_file(settings: dict = settings) -> Path:
            return sl.simulate(model, GAIT, DURATION, **settings).save(Path(folder.name) / "results.nc")

        name = f"{integrator}, {1e3 * step:g} ms"
        works |= {name: in_memory, f"{name}, with the file": with_file}
        errors |= {name: error, f"{name}, with the file": error}
    for rtol in (1e-4, 1e-8):
        name = f"LSODA on NumPy, rtol {rtol:g}"
        works[name], reached = lsoda(rtol)
        errors[name] = reached / converged - 1
    best = best_of(works)
    peer = best["LSODA on NumPy, rtol 0.0001"]
    print(f"{'':36} {'time ms':>8} {'real time':>10} {'target':>7} {'':7} {'peer':>6} {'speed error':>12}")
    for name, wall in best.items():
        factor, goal = DURATION / wall, f"{'':15}"
        if "LSODA" not in name:
            least = WITH_FILE if "file" in name else IN_MEMORY
            goal = f"{least:6.0f}x {verdict(factor, least, at_most=False):7}"
        print(f"{name:36} {1e3 * wall:8.1f} {factor:9.0f}x {goal} {peer / wall:5.1f}x {errors[name]:12.1e}")
    folder.cleanup()


def fresh(code: str) -> float:
    """What a new process prints: a time it measured [s]."""
    timed = f"import time; began = time.perf_counter(); {code}; print(time.perf_counter() - began)"
    answer = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, encoding="utf-8", check=True)
    return float(answer.stdout.split()[-1])


def beginnings(repeats: int = sized(5, 1)) -> None:
    """Import in a fresh process, and a whole run of the command line with warm caches."""
    bare = min(fresh("import snakelab") for _ in range(repeats))
    whole = min(fresh("import snakelab; snakelab.simulate") for _ in range(repeats))
    print(f"import snakelab, fresh process: {bare:.3f} s (target at most {IMPORT} s: {verdict(bare, IMPORT)})")
    print(f"import snakelab; snakelab.simulate: {whole:.3f} s")
    if importlib.util.find_spec("snakelab.cli") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        main = "from snakelab.cli.main import main; main()"
        command = [sys.executable, "-c", main, "run", "planar_prototype", "--out", folder]
        run = best_of({"run": lambda: subprocess.run(command, capture_output=True, check=True)}, sized(3, 1))["run"]
    print(f"snakelab run planar_prototype, warm: {run:.2f} s (target at most {WARM_RUN:g} s: {verdict(run, WARM_RUN)})")


if __name__ == "__main__":
    simulation()
    beginnings()
