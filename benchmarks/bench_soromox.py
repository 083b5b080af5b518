"""A clamped planar arm of segments of constant strain, released in gravity, beside SoRoMoX.

`SOROMOX_PYTHON=/path/to/python python -m benchmarks.bench_soromox` names the interpreter of an environment with SoRoMoX
(`pip install soromox`). Without it, only our side runs. The model is the same in both programs: four round segments (`Rod`
of degree 0; `PlanarPCS`), the same stiffness and Kelvin-Voigt damping, at float64. One arm bends only, and the other
stretches and shears too, which is stiff. Errors are the largest distance of the tip, at twenty times, from the reference of
the same program. For each error, each program has the solver, step and quadrature that need the least CPU time. Compilation
is not counted, both run on one core, and the repetitions of the programs alternate.

Like `rollout_to` in SoRoMoX, the rows "snakelab" are a prepared integration: start, steps and records of a `Simulation`. The
rows "simulate()" are the whole call, with its checks before and after the run and the dataset of all variables.
"""

import json
import math
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import snakelab as sl
from benchmarks.timing import header, sized
from snakelab.parameters.arguments import FloatArray
from snakelab.sim.engine import SnakelabEngine

PEER = Path(__file__).parent / "soromox_peer" / "arm.py"
SEGMENTS, LENGTH, RADIUS, DENSITY = 4, 0.1, 0.01, 1000.0  # [-], [m], [m], [kg/m^3]
YOUNG, SHEAR, DAMPING, GRAVITY = 5e5, 5e5 / 3, 0.005, 9.80665  # [Pa], [Pa], [s], [m/s^2]
AREA, MOMENT = math.pi * RADIUS**2, math.pi * RADIUS**4 / 4
DURATION = sized(1.0, 0.1)  # [s]
RATE = 20.0  # records a second
ARMS = {"bends": ("bend_z",), "bends, stretches, shears": ("bend_z", "stretch", "shear_y")}
TARGETS = (1e-3, 1e-4)  # error of the tip [m]
STEPS, FINE_STEPS = 6, sized(20, 6)  # steps along a segment of ours, and of our reference
POINTS, FINE_POINTS = 3, 5  # Gauss points of a segment of theirs (2 err by 1.4 mm), and of their reference
REPEATS = sized(5, 1)

Setting = dict[str, Any]
OURS: dict[str, list[Setting]] = {
    "bends": sized(
        [{"integrator": "rk4", "step": step, "n_steps": 4} for step in (5e-2 / 3, 1.25e-2)]
        + [{"integrator": "rk4", "step": step} for step in (1.25e-2, 1e-2, 6.25e-3, 5e-3)]
        + [{"integrator": "extrapolated4", "step": step, "n_steps": 4} for step in (2.5e-2, 5e-2 / 3, 1.25e-2)]
        + [{"integrator": "extrapolated4", "step": step} for step in (2.5e-2, 5e-2 / 3, 1.25e-2, 1e-2, 5e-3)]
        + [{"integrator": "extrapolated", "step": step} for step in (5e-3, 2e-3, 1e-3)],
        [{"integrator": "extrapolated", "step": 1e-2}],
    ),
    "bends, stretches, shears": sized(
        [{"integrator": "extrapolated4", "step": step, "n_steps": 4} for step in (5e-2 / 3, 1.25e-2)]
        + [{"integrator": "extrapolated4", "step": step} for step in (2.5e-2, 5e-2 / 3, 1.25e-2, 1e-2, 5e-3)]
        + [{"integrator": "extrapolated", "step": step} for step in (5e-3, 2e-3, 1e-3)],
        [{"integrator": "extrapolated", "step": 1e-2}],
    ),
}
REFERENCE: dict[str, Setting] = {
    "bends": {"integrator": "rk4", "step": sized(1e-3, 1e-2)},
    "bends, stretches, shears": {"integrator": "extrapolated", "step": sized(1e-4, 1e-2)},
}
THEIRS: dict[str, list[Setting]] = {
    "bends": [{"solver": "Tsit5", "tolerance": tolerance} for tolerance in sized((1e-2, 3e-3, 1e-3), (1e-2,))],
    "bends, stretches, shears": sized(
        [
            {"solver": "Tsit5", "tolerance": 1e-2},
            {"solver": "Kvaerno3", "tolerance": 1e-2},
            {"solver": "Kvaerno3", "tolerance": 1e-3},
        ],
        [{"solver": "Tsit5", "tolerance": 1e-2}],
    ),
}
THEIR_REFERENCE: Setting = {"solver": "Dopri8", "tolerance": sized(1e-10, 1e-6)}

OUR_RUNS = {"snakelab": False, "simulate()": True}  # whether the whole call is timed
Run = Callable[[], tuple[float, FloatArray]]  # CPU time [s], and positions of the tip [m], shape (n, 2)


def our_run(arm: str, setting: Setting, whole: bool = False) -> Run:
    """Run of our arm, timed without or with the checks and the dataset of `simulate`."""
    shear, n_steps = SHEAR * AREA, setting.get("n_steps", STEPS)
    solver = {name: value for name, value in setting.items() if name != "n_steps"}
    rod = sl.Rod(
        LENGTH,
        RADIUS,
        DENSITY,
        stiffness=(YOUNG * AREA, shear, shear, SHEAR * 2 * MOMENT, YOUNG * MOMENT, YOUNG * MOMENT),
        strains=ARMS[arm],
        degree=0,
        damping=DAMPING,
        n_steps=n_steps,
    )
    model = sl.build_model(sl.Robot(SEGMENTS * [rod], "fixed"), sl.World([sl.Gravity((0.0, -GRAVITY, 0.0))]))

    def run() -> tuple[float, FloatArray]:
        began = time.process_time()
        if whole:
            recording = sl.simulate(model, None, DURATION, record_rate=RATE, check_step="never", **solver)
            took = time.process_time() - began
        else:
            simulation = sl.Simulation(model, engine=SnakelabEngine(**solver), record_rate=RATE)
            simulation.advance(DURATION)
            took = time.process_time() - began
            recording = simulation.recording()
        return took, recording["head_position"].values[1:, :2]

    return run


class Peer:
    """The program of SoRoMoX, in a process of its own."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, request: Setting) -> tuple[float, FloatArray]:
        """CPU time and positions of the tip; NaN where the solver failed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            return math.nan, np.full((round(DURATION * RATE), 2), math.nan)
        return answer["cpu"], np.array(answer["tip"])

    def run(self, arm: str, points: int, setting: Setting) -> Run:
        """Run of their arm; the first one compiles it."""
        model = {
            "segments": SEGMENTS, "length": LENGTH, "radius": RADIUS, "density": DENSITY, "damping": DAMPING,
            "stiffness": (YOUNG * MOMENT, YOUNG * AREA, SHEAR * AREA), "gravity": GRAVITY, "points": points,
            "stretches": "stretch" in ARMS[arm], "times": [k / RATE for k in range(1, round(DURATION * RATE) + 1)],
        }  # fmt: skip
        case = f"{arm}, {points}, {setting}"
        return lambda: self.ask({"case": case, "model": model, **setting})

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def apart(one: FloatArray, other: FloatArray) -> float:
    """Largest distance of the tip [m]."""
    return float(np.linalg.norm(one - other, axis=1).max())


def compare(arm: str, peer: Peer | None) -> None:
    """Print errors and CPU times of an arm, and the ratio at each error."""
    reference = dict.fromkeys(OUR_RUNS, our_run(arm, REFERENCE[arm] | {"n_steps": FINE_STEPS})()[1])
    runs = {
        (name, str(setting)): our_run(arm, setting, whole) for name, whole in OUR_RUNS.items() for setting in OURS[arm]
    }
    if peer is not None:
        reference["SoRoMoX"] = peer.run(arm, FINE_POINTS, THEIR_REFERENCE)()[1]
        print(f"{arm}: the references differ by {apart(reference['snakelab'], reference['SoRoMoX']):.1e} m")
        runs |= {("SoRoMoX", str(setting)): peer.run(arm, POINTS, setting) for setting in THEIRS[arm]}
    errors = {name: apart(run()[1], reference[name[0]]) for name, run in runs.items()}
    best = dict.fromkeys(runs, math.inf)
    for _ in range(REPEATS):
        for name, run in runs.items():
            best[name] = min(best[name], run()[0])
    for name, took in best.items():
        print(f"{arm:25} {name[0]:10} {name[1]:55} {errors[name]:9.1e} {1e3 * took:10.1f}")
    for target in TARGETS:
        least = {
            program: min(
                (best[name] for name in runs if name[0] == program and errors[name] <= target), default=math.nan
            )
            for program in reference
        }
        for program in OUR_RUNS if peer is not None else ():
            ratio = least["SoRoMoX"] / least[program]
            print(f"{arm}: error at most {target:g} m: {program} {ratio:.2g} times faster than SoRoMoX")
    sys.stdout.flush()


def main() -> None:
    """Run both, and print errors, CPU times and ratios."""
    python = os.environ.get("SOROMOX_PYTHON")
    if python is None:
        print("our side only: SOROMOX_PYTHON names no interpreter with SoRoMoX")
    print(header("numba"))
    print(f"{'arm':25} {'program':10} {'solver':55} {'error m':>9} {'CPU ms':>10}")
    peer = None if python is None else Peer(python)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)  # long steps are what is measured
        for arm in ARMS:
            compare(arm, peer)
    if peer is not None:
        peer.close()


if __name__ == "__main__":
    main()
