"""Our engine beside MuJoCo's on the same snake, gait and ground: 28 joints, 29 capsules, 58 skin points, one thread.

Each engine takes the largest step from which on all smaller ones, too, keep the mean speed of the base over one cycle within
2 % of its own at the finest step: a long step alone may be right by chance. MuJoCo uses `implicitfast` without sensors, and
is timed with Newton and with CG, the latter also with a tolerance of 1e-4 in place of 1e-8 and with at most 10 iterations in
place of 100, dense and sparse. The finest step is solved by Newton to 1e-8, so that a loose tolerance is an error as well;
each setting has its own largest step, and the ratio is to the fastest of them. Ours is timed with one record a second; MuJoCo
in its own C loop, `mujoco.rollout`, on the exported world with the same controls and no Python inside. Both begin in the
middle of the gait. Times are CPU times of this process, which runs one thread; best of several, interleaved.
"""

import math
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import mujoco
import numpy as np
from mujoco import rollout

import snakelab as sl
from benchmarks.timing import Work, header, sized, verdict
from snakelab.errors import SnakelabWarning
from snakelab.gaits.orthogonal_gaits import ARC_ROLLING, CREEPING, SIDEWINDING
from snakelab.physics.command import targets_at
from snakelab.physics.record_kernels import record_width
from snakelab.plugins.mujoco.engine.compiled_model import CompiledModel
from snakelab.plugins.mujoco.engine.contact_parameters import longest_step
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.engine.step_stages import set_step
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.sim.engine import SnakelabEngine
from snakelab.worlds.contact_laws import SurfaceFriction

CLOSE, TARGET = 0.02, 0.2  # of the converged speed; of MuJoCo's time
RAMP, SETTLED = 1.0, sized(2.0, 0.2)  # [s]
ISOTROPIC = SurfaceFriction(0.3)
# Along and across the body: what passive wheels come to.
WHEELED = SurfaceFriction(0.05, 0.5, shape="elliptic")
CASES = {"CL": (CREEPING, WHEELED), "SWL": (SIDEWINDING, ISOTROPIC), "ARL": (ARC_ROLLING, ISOTROPIC)}
NAMES = sized(tuple(CASES), ("SWL",))
FINE = sized(5e-4, 5e-3)
STEPS = sized((5e-2, 4e-2, 3e-2, 2e-2, 1e-2, 5e-3, 4e-3, 2e-3, 1e-3), (1e-2, 5e-3))
OURS = {f"snakelab, {name}": name for name in ("plain", "extrapolated")}
JACOBIANS = ("DENSE", "SPARSE")


@dataclass(frozen=True)
class Solver:
    """Settings of MuJoCo's solver of constraints."""

    name: str
    tolerance: float = 1e-8
    iterations: int = 100


EXACT = Solver("NEWTON")
SOLVERS = {
    "MuJoCo, Newton": EXACT,
    "MuJoCo, CG": Solver("CG"),
    "MuJoCo, CG, 1e-4": Solver("CG", tolerance=1e-4),
    "MuJoCo, CG, 10 passes": Solver("CG", iterations=10),
}


@dataclass(frozen=True)
class Case:
    """One gait on one ground."""

    name: str

    @property
    def gait(self) -> object:
        """With a smooth start."""
        return replace(CASES[self.name][0], ramp=RAMP)

    def model(self) -> sl.Model:
        """The snake on level ground."""
        return sl.build_model(snake_iii(28), sl.World([sl.Gravity(), sl.Contact(friction=CASES[self.name][1])]))


def run(case: Case, model: sl.Model, engine: object, duration: float) -> sl.Recording:
    """The gait from rest on the ground."""
    start = sl.initial_state(model, position=(0.0, 0.0, 0.055))
    return sl.simulate(model, case.gait, duration, state=start, record_rate=10.0, engine=engine)


def speed(case: Case, model: sl.Model, engine: object) -> float:
    """Mean speed of the base over the ground, of one whole cycle after the start [m/s]; NaN where the run did not finish."""
    cycle = 2 * math.pi / case.gait.angular_frequency
    recording = run(case, model, engine, SETTLED + cycle)
    if not recording.finished:
        return math.nan
    path, since = recording["base_position"].values, round(SETTLED * 10)
    return float(np.linalg.norm((path[-1] - path[since])[:2]) / cycle)


def our_speed(case: Case, model: sl.Model, name: str, step: float) -> float:
    """Mean speed by our engine [m/s]."""
    return speed(case, model, SnakelabEngine(step, OURS[name]))


def mujoco_speed(case: Case, model: sl.Model, solver: Solver, step: float) -> float:
    """Mean speed by MuJoCo with settings of its solver, of one cycle of the gait after the start [m/s]."""
    cycle = 2 * math.pi / case.gait.angular_frequency
    start = sl.initial_state(model, position=(0.0, 0.0, 0.055))
    settings = EXACT if step == FINE else solver, "AUTO"
    states = mujoco_run(model, case.gait.reference(model), start, step, settings, SETTLED + cycle)()[0]
    path = states[0, :, 1:3]  # of the base, after the time
    return float(np.linalg.norm(path[-1] - path[round(SETTLED / step) - 1])) / cycle


def largest_step(speed_at: Callable[[float], float], longest: float = math.inf) -> tuple[float, float, float]:
    """Largest step from which on all smaller ones keep the speed, the converged speed, and by what share it is missed.

    Args:
        speed_at: Mean speed at a step [m/s].
        longest: Longest step that the engine takes [s].
    """
    converged = speed_at(FINE)
    actual = (FINE, converged, 0.0)
    for step in (step for step in reversed(STEPS) if step <= longest):
        error = speed_at(step) / converged - 1
        if not abs(error) <= CLOSE:
            break
        actual = (step, converged, error)
    return actual


def our_second(model: sl.Model, reference: object, state: sl.State, name: str, step: float) -> Work:
    """One simulated second of ours."""
    engine, rows = SnakelabEngine(step, OURS[name]), np.zeros((1, record_width(model)))
    times = np.array([state.time + 1.0])
    return lambda: engine.advance(model, reference, state, times, rows)


def mujoco_run(
    model: sl.Model, reference: object, state: sl.State, step: float, solver: tuple[Solver, str], duration: float
) -> Work:
    """A run of MuJoCo's, in C, with settings of its solver and one kind of Jacobian."""
    machine = CompiledModel(model, step, "implicitfast", state)
    set_step(machine, step)
    machine.set_state(state)
    machine.m.opt.solver = getattr(mujoco.mjtSolver, f"mjSOL_{solver[0].name}")
    machine.m.opt.tolerance, machine.m.opt.iterations = solver[0].tolerance, solver[0].iterations
    machine.m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_SENSOR)
    machine.m.opt.jacobian = getattr(mujoco.mjtJacobian, f"mjJAC_{solver[1]}")
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    full = np.zeros(mujoco.mj_stateSize(machine.m, kind))
    mujoco.mj_getState(machine.m, machine.d, full, kind)
    controls = np.zeros((round(duration / step), machine.m.nu))
    for k, row in enumerate(controls):
        targets = targets_at(reference, state.time + k * step)
        row[machine.places], row[machine.rates] = targets[0], targets[1]
        row[machine.more] = model.arrays.coordinates["ki"] * state.z  # of snakes without feed-forward
    return lambda: rollout.rollout(machine.m, machine.d, full, controls)


def best_of(works: dict[str, Work], repeats: int = 7) -> dict[str, float]:
    """Shortest CPU time of each [s]; they take turns, and the first round does not count."""
    best = dict.fromkeys(works, math.inf)
    for counts in (False, *repeats * [True]):
        for name, work in works.items():
            began = time.process_time()
            work()
            took = time.process_time() - began
            best[name] = min(best[name], took) if counts else best[name]
    return best


def found_text(actual: tuple[float, float, float]) -> str:
    """Return the columns of the largest step, the converged speed and its error."""
    step, converged, error = actual
    return f"{1e3 * step:8g} {converged:10.4f} {100 * error:6.2f} %"


def main(names: list[str]) -> None:
    """Print the table: steps as they are found, then with the times of each gait."""
    warnings.simplefilter("ignore", SnakelabWarning)  # long steps are tried on purpose
    print(header("numba", "mujoco"))
    print(f"{'gait':5} {'engine':29} {'step ms':>8} {'speed m/s':>10} {'error':>8} {'CPU ms/s':>9} {'of MuJoCo':>10}")
    for case in map(Case, names or NAMES):
        model = case.model()
        reference, works, rows = case.gait.reference(model), {}, {}
        for name, solver in SOLVERS.items():
            actual = largest_step(partial(mujoco_speed, case, model, solver), longest_step(model))
            print(f"{case.name:5} {name:29} {found_text(actual)}", flush=True)
            state = run(case, model, MujocoEngine(actual[0], works=False), SETTLED).state
            for jacobian in JACOBIANS:
                row = f"{name}, {jacobian.lower()}"
                rows[row], works[row] = actual, mujoco_run(model, reference, state, actual[0], (solver, jacobian), 1.0)
        for name in OURS:
            rows[name] = largest_step(partial(our_speed, case, model, name))
            print(f"{case.name:5} {name:29} {found_text(rows[name])}", flush=True)
            state = run(case, model, SnakelabEngine(rows[name][0], OURS[name]), SETTLED).state
            works[name] = our_second(model, reference, state, name, rows[name][0])
        times = best_of(works)
        fastest = min(times[name] for name in times if name not in OURS)
        for name in rows:
            share = times[name] / fastest
            message = f"{share:10.3f}" + (f" target {TARGET:g} {verdict(share, TARGET)}" if name in OURS else "")
            print(f"{case.name:5} {name:29} {found_text(rows[name])} {1e3 * times[name]:9.2f} {message}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
