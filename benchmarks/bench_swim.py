"""The hybrid underwater snake on its spiral: real time at long steps, SciPy's solvers, and time against the number of modules.

Base and joints are solved at once (mode B). All runs are in memory. An error is the largest distance of the centre of mass from
the converged path at the same time, beside the length of that path.
"""

import math

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, growth, header, sized, verdict
from snakelab.robots.library.soft_robots import hybrid_underwater

DURATION = sized(60.0, 1.0)  # [s]
STEPS = sized((1e-1, 5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3), (1e-2, 5e-3, 2e-3, 1e-3))
FINE = sized(2e-4, 1e-3)
CLOSE, REAL_TIME, SCIPY, SLOPE = 5e-3, 100.0, 5.0, 1.15  # of the path; times real time; times; at most
MODULES = sized((6, 12, 24, 48), (3, 6))
WORLD = sl.World([sl.Gravity(), sl.Fluid()])
SPIRAL = 1e6 * np.array((0.2, 0.2, 0.3, 0.3, 0.0, 0.0))
FORWARD = (1.0, 0.0, 1.0, 1.0, 0.0, 1.0)
TOLERANCES = (1e-2, 1e-3, 1e-4)  # of our adaptive step
SOLVERS = (("LSODA", 1e-2), ("LSODA", 1e-3), ("LSODA", 1e-4), ("BDF", 1e-2), ("BDF", 1e-3), ("Radau", 1e-2))


def spiral(model: sl.Model, duration: float = DURATION, **settings: object) -> sl.Recording:
    """Thrust and pressures of the paper's spiral, from rest."""
    return sl.simulate(model, sl.gaits.SteadyGait(SPIRAL, FORWARD), duration, record_rate=10, **settings)


def path(recording: sl.Recording) -> np.ndarray:
    """Where the centre of mass was, every tenth of a second; NaN where the run did not finish."""
    return recording["com_position"].values if recording.finished else np.full((1, 3), math.nan)


def error(actual: np.ndarray, true: np.ndarray) -> float:
    """Largest distance from the converged path over its length."""
    length = np.linalg.norm(np.diff(true, axis=0), axis=1).sum()
    return float(np.linalg.norm(actual - true, axis=1).max() / length)


def long_steps(model: sl.Model, true: np.ndarray) -> None:
    """Error and real-time factor of every step; the verdict is that of the largest step that is close."""
    errors = {step: error(path(spiral(model, step=step)), true) for step in STEPS}
    best = best_of({step: lambda step=step: spiral(model, step=step) for step in STEPS}, 3)
    print(f"{'step ms':>8} {'error':>10} {'real time':>10}")
    for step, wall in best.items():
        print(f"{1e3 * step:8g} {100 * errors[step]:8.3f} % {DURATION / wall:9.0f}x")
    step = next((step for step in STEPS if errors[step] < CLOSE), math.nan)
    factor = DURATION / best[step] if step in best else math.nan
    print(f"largest step within {100 * CLOSE:g} %: {1e3 * step:g} ms, {factor:.0f} times real time (target {REAL_TIME:g}: "
          f"{verdict(factor, REAL_TIME, at_most=False)})")  # fmt: skip


def beside_scipy(model: sl.Model, true: np.ndarray) -> None:
    """The same right-hand side by SciPy's solvers, beside the fastest of our settings of the same error or less."""
    settings = {
        **{f"{1e3 * step:g} ms": {"step": step} for step in STEPS[:4]},
        **{f"tolerance {tol:g}": {"step": STEPS[0], "tolerance": tol} for tol in TOLERANCES},
        **{f"{solver} rtol {rtol:g}": {"integrator": solver, "tolerance": rtol} for solver, rtol in SOLVERS},
    }
    works = {name: lambda given=given: spiral(model, **given) for name, given in settings.items()}
    errors = {name: error(path(work()), true) for name, work in works.items()}
    best = best_of(works, 3)
    mine = [name for name, given in settings.items() if "integrator" not in given]
    print(f"\n{'SciPy':16} {'error':>9} {'s':>7}   {'ours, as good':16} {'error':>9} {'s':>7} {'times less':>11}")
    ratios = []
    for name in (name for name in settings if name not in mine):
        ours = min((one for one in mine if errors[one] <= errors[name]), key=best.get, default="")
        message = f"{name:16} {errors[name]:9.1e} {best[name]:7.3f}   "
        if not ours:
            print(f"{message}none of these")
            continue
        ratio = best[name] / best[ours]
        print(f"{message}{ours:16} {errors[ours]:9.1e} {best[ours]:7.3f} {ratio:11.1f}")
        if errors[name] < CLOSE:
            ratios.append((best[name], name))
    quickest = min(ratios)[1]
    ours = min((one for one in mine if errors[one] < CLOSE), key=best.get)
    ratio = best[quickest] / best[ours]
    print(f"both within {100 * CLOSE:g} %: {quickest} {best[quickest]:.3f} s, ours at {ours} {best[ours]:.3f} s; "
          f"{ratio:.1f} times less (target {SCIPY:g}: {verdict(ratio, SCIPY, at_most=False)})")  # fmt: skip


def modules(step: float = 1e-2, horizon: float = sized(5.0, 0.05)) -> None:
    """Time of a step against the number of modules; the whole body bends alike, by the first chamber of each joint."""
    works = {}
    for n in MODULES:
        model = sl.build_model(hybrid_underwater(n), WORLD)
        pressures = np.tile((3e5 / n, 0.0, 0.0), n - 1)
        gait = sl.gaits.SteadyGait(pressures, FORWARD)
        works[n] = lambda model=model, gait=gait: sl.simulate(model, gait, horizon, step=step, record_rate=2)
    times = {n: time * step / horizon for n, time in best_of(works, 5).items()}
    print("\n" + growth(times, "modules", SLOPE))


def main() -> None:
    model = sl.build_model(hybrid_underwater(), WORLD)
    print(f"Hybrid underwater snake, three modules, two soft joints, spiral of {DURATION:g} simulated seconds")
    print(header("numba", "scipy"))
    true = path(spiral(model, step=FINE))
    long_steps(model, true)
    beside_scipy(model, true)
    modules()


if __name__ == "__main__":
    main()
