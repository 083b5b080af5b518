"""Fixed-step integrators on soft robots, at equal error: `extrapolated`, `extrapolated4` and `rk4`.

The arm is that of `bench_soromox`, with stretch and shear and without; the eel is `hybrid_undulating` of the library, five rigid
modules and four hydraulic joints in water, its first period. The error is the largest distance of the head, at all records, from
a fine run of `extrapolated4`. For each error, each integrator has the largest step that meets it.
Timed is the CPU time of start, steps and records of a `Simulation`; the repetitions of all runs alternate.
"""

import math
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import snakelab as sl
from benchmarks.bench_soromox import (
    AREA,
    ARMS,
    DAMPING,
    DENSITY,
    GRAVITY,
    LENGTH,
    MOMENT,
    RADIUS,
    SEGMENTS,
    SHEAR,
    STEPS,
    YOUNG,
)
from benchmarks.timing import best_of, header, sized
from snakelab.parameters.arguments import FloatArray
from snakelab.sim.engine import SnakelabEngine

RATE = 20.0  # records a second
# Steps of each integrator [s], and that of the reference.
STEPS_OF = {
    name: tuple(0.05 / 2**k for k in range(sized(finest, 0) + 1))
    for name, finest in (("extrapolated", 7), ("extrapolated4", 5), ("rk4", 7))
}
FINE = sized(0.05 / 2**7, 0.025)
TARGETS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)  # [m]
REPEATS = 5

Run = Callable[[str, float], tuple[float, FloatArray]]


def arm(strains: tuple[str, ...]) -> Run:
    """The clamped arm, released in gravity for a second."""
    shear = SHEAR * AREA
    rod = sl.Rod(
        LENGTH, RADIUS, DENSITY, strains=strains, degree=0, damping=DAMPING, n_steps=STEPS,
        stiffness=(YOUNG * AREA, shear, shear, SHEAR * 2 * MOMENT, YOUNG * MOMENT, YOUNG * MOMENT),
    )  # fmt: skip
    model = sl.build_model(sl.Robot(SEGMENTS * [rod], "fixed"), sl.World([sl.Gravity((0.0, -GRAVITY, 0.0))]))
    return run_of(model, None, sl.initial_state(model), 1.0)


def eel() -> Run:
    """The hybrid snake that swims by its joints."""
    scenario = sl.load_scenario("hybrid_undulating")
    model = sl.build_model(scenario.robot, scenario.world)
    return run_of(model, scenario.controller, sl.initial_state(model), 2.0)


def run_of(model: sl.Model, gait: Any, state: sl.State, duration: float) -> Run:
    """Run of a model by integrator and step: CPU time [s] and positions of the head [m]; NaN where it diverged."""

    def run(integrator: str, step: float) -> tuple[float, FloatArray]:
        began = time.process_time()
        simulation = sl.Simulation(model, gait, state=state, engine=SnakelabEngine(step, integrator), record_rate=RATE)
        simulation.advance(sized(duration, 0.1))
        took = time.process_time() - began
        recording = simulation.recording()
        if recording.status.is_error:
            return took, np.full((1, 3), math.nan)
        return took, recording["head_position"].values

    return run


def compare(name: str, run: Run) -> None:
    """Print errors and CPU times of a case, and the ratios at each error."""
    _, exact = run("extrapolated4", FINE)
    runs = [(integrator, step) for integrator, steps in STEPS_OF.items() for step in steps]
    errors = {one: float(np.linalg.norm(run(*one)[1] - exact, axis=1).max()) for one in runs}
    finite = [one for one in runs if math.isfinite(errors[one])]
    best = best_of({one: partial(run, *one) for one in finite}, REPEATS, time.process_time)
    for one in runs:
        spent = f"{1e3 * best[one]:8.1f}" if one in best else "diverges"
        print(f"{name:26} {one[0]:14} {1e3 * one[1]:8.3g} {errors[one]:10.1e} {spent}")
    for target in TARGETS:
        least = {
            integrator: min(
                (best[one] for one in finite if one[0] == integrator and errors[one] <= target), default=math.nan
            )
            for integrator in STEPS_OF
        }
        ratios = ", ".join(f"{other} {least[other] / least['extrapolated4']:.2g}" for other in ("extrapolated", "rk4"))
        print(f"{name}: error at most {target:g} m: CPU time over that of extrapolated4: {ratios}", flush=True)


def main() -> None:
    """Run all cases."""
    print(header("numba"))
    print(f"{'robot':26} {'integrator':14} {'step ms':>8} {'error m':>10} {'CPU ms':>8}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)  # long steps are what is measured
        for name, strains in sized(ARMS, {}).items():  # the loops of rods compile for a minute each
            compare(f"arm: {name}", arm(strains))
        compare("hybrid eel", eel())


if __name__ == "__main__":
    main()
