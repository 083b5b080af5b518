"""Batches: actions per second of `Batch` over the bare compiled loop and over MuJoCo's `rollout`, and complete runs on threads.

An action is 20 ms of four plain steps of 5 ms, on all cores. Bare: the same number of steps in one call of the loop on each
core, without actions, observations or Python in between. MuJoCo runs all actions in one call of its thread pool (which favours
it), with the best of Newton and CG, dense and sparse. MuJoCo, and one row of ours, take the largest step from which on all
smaller ones keep the mean speed of the gait to 2 %. The share of the bare loop is that of CPU times, so that other programs
hardly change it; actions per second and the ratio to MuJoCo are by the clock.
"""

import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

import snakelab as sl
from benchmarks.timing import available_cores, best_of, header, sized, verdict
from snakelab.gaits.orthogonal_gaits import SIDEWINDING
from snakelab.physics.command import targets_at
from snakelab.physics.record_kernels import record_width
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.sim.engine import SnakelabEngine

PERIOD, STEP = 0.02, 5e-3  # [s]
OF_BARE = 0.8
CLOSE, FINE = 0.02, sized(5e-4, 4e-3)  # of an engine's own converged speed; its finest step [s]
STEPS = sized((2e-2, 1e-2, 5e-3, 4e-3, 2e-3, 1e-3), (5e-3,))
RAMP, SETTLED = 1.0, sized(2.0, 0.2)  # [s]
ENGINE = SnakelabEngine(STEP, "plain")
SCENARIO, RUNS, DURATION = (
    "planar_prototype",
    sized(16, 2),
    sized(20.0, 1.0),
)  # of the complete runs: name, number [-], simulated time [s]


@dataclass(frozen=True)
class Case:
    """A snake and its gait.

    Attributes:
        name: Name in the table.
        model: Model of the snake.
        gait: Gait whose targets are the actions.
        height: Height of the base at the start [m].
        n_actions: Number of actions of one timed call [-].
        target: Least number of actions per second [1/s].
    """

    name: str
    model: sl.Model
    gait: sl.gaits.SteadyGait
    height: float
    n_actions: int
    target: float

    @property
    def start(self) -> sl.State:
        """State in the middle of the gait."""
        start = sl.initial_state(self.model, position=(0.0, 0.0, self.height))
        return sl.simulate(self.model, self.gait, SETTLED, state=start, record_rate=10.0, engine=ENGINE).state


def planar() -> Case:
    """Ten links with servos under planar viscous friction."""
    link, joint = sl.Link(0.11, mass=0.08), sl.Revolute("z", sl.Servo(kp=2.0, kd=0.05))
    robot = sl.Robot([link, *9 * [joint, link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(1.0, 9.0)]))
    return Case("planar, 10 links", model, sl.SerpenoidGait(0.785, 1.57, 0.785), 0.0, sized(4096, 16), 200_000)


def ground() -> Case:
    """Twenty-eight joints that sidewind on level ground."""
    model = sl.build_model(snake_iii(28), sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))]))
    return Case("ground, 28 joints", model, replace(SIDEWINDING, ramp=RAMP), 0.055, sized(1024, 16), 20_000)


def batch_work(case: Case, n: int, step: float = STEP) -> Callable[[], object]:
    """All actions by n rows at a time."""
    state, reference, periods = case.start, case.gait.reference(case.model), case.n_actions // n
    ends = state.time + PERIOD * np.arange(1, periods + 1)
    actions = [np.tile(targets_at(reference, end)[0], (n, 1)) for end in ends]
    batch = sl.Batch(case.model, n, period=PERIOD, step=step, integrator="plain")

    def work() -> None:
        batch.reset(states=state)
        for action in actions:
            batch.step(action)

    return work


def bare_work(case: Case) -> Callable[[], object]:
    """As many steps in one call of the loop on each core."""
    state, reference, cores = case.start, case.gait.reference(case.model), available_cores()
    times = np.array([state.time + PERIOD * case.n_actions / cores])
    rows = np.zeros((cores, 1, record_width(case.model)))
    pool = ThreadPoolExecutor(cores)

    def work() -> None:
        list(pool.map(lambda own: ENGINE.advance(case.model, reference, state, times, own), rows))

    return work


# ---- MuJoCo ----------------------------------------------------------------------------------------------------------
def mujoco_run(case: Case, state: sl.State, step: float, solver: str, jacobian: str, n: int, duration: float):  # type: ignore[no-untyped-def]
    """A call of MuJoCo's `rollout` for n equal states along the gait."""
    import mujoco
    from mujoco import rollout

    from snakelab.plugins.mujoco.engine.compiled_model import CompiledModel
    from snakelab.plugins.mujoco.engine.step_stages import set_step

    machine = CompiledModel(case.model, step, "implicitfast", state)
    set_step(machine, step)
    machine.set_state(state)
    machine.m.opt.solver = getattr(mujoco.mjtSolver, f"mjSOL_{solver}")
    machine.m.opt.jacobian = getattr(mujoco.mjtJacobian, f"mjJAC_{jacobian}")
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    full = np.zeros(mujoco.mj_stateSize(machine.m, kind))
    mujoco.mj_getState(machine.m, machine.d, full, kind)
    reference, controls = case.gait.reference(case.model), np.zeros((round(duration / step), machine.m.nu))
    for k, row in enumerate(controls):
        targets = targets_at(reference, state.time + k * step)
        row[machine.places], row[machine.rates] = targets[0], targets[1]
        row[machine.more] = case.model.arrays.coordinates["ki"] * state.z
    cores = available_cores()
    pool, data = rollout.Rollout(nthread=cores), [mujoco.MjData(machine.m) for _ in range(cores)]
    states, inputs = np.tile(full, (n, 1)), np.tile(controls, (n, 1, 1))
    return lambda: pool.rollout(machine.m, data, states, inputs)[0]


def mujoco_speed(case: Case, solver: str, step: float) -> float:
    """Mean speed over one cycle of the gait after the start [m/s]."""
    cycle = 2 * math.pi / case.gait.angular_frequency  # type: ignore[attr-defined]
    start = sl.initial_state(case.model, position=(0.0, 0.0, case.height))
    states = mujoco_run(case, start, step, solver, "AUTO", 1, SETTLED + cycle)()
    path = states[0, :, 1:3]  # after the time
    return float(np.linalg.norm(path[-1] - path[round(SETTLED / step) - 1])) / cycle


def our_speed(case: Case, step: float) -> float:
    """The same of plain steps of ours."""
    cycle = 2 * math.pi / case.gait.angular_frequency  # type: ignore[attr-defined]
    start, engine = sl.initial_state(case.model, position=(0.0, 0.0, case.height)), SnakelabEngine(step, "plain")
    recording = sl.simulate(case.model, case.gait, SETTLED + cycle, state=start, record_rate=10.0, engine=engine)
    path = recording["base_position"].values[:, :2]
    return float(np.linalg.norm(path[-1] - path[round(10 * SETTLED)])) / cycle


def largest_step(speed: Callable[[float], float]) -> float:
    """Largest step from which on all smaller ones keep the speed [s]."""
    converged, actual = speed(FINE), FINE
    for step in reversed(STEPS):
        if not abs(speed(step) / converged - 1) <= CLOSE:
            break
        actual = step
    return actual


def mujoco_works(case: Case, n: int) -> dict[str, Callable[[], object]]:
    """MuJoCo's roll-outs with each solver."""
    works = {}
    for solver in ("NEWTON", "CG"):
        step = largest_step(partial(mujoco_speed, case, solver))
        for jacobian in ("DENSE", "SPARSE"):
            duration = PERIOD * case.n_actions / n
            name = f"MuJoCo, {solver} {jacobian.lower()}, {1e3 * step:g} ms"
            works[name] = mujoco_run(case, case.start, step, solver, jacobian, n, duration)
    return works


# ---- complete runs on threads ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class BatchTime:
    """Duration of a batch for a number of threads.

    Attributes:
        workers: Number of threads [-].
        runs: Number of runs in the batch [-].
        duration: Simulated in each run [s].
        wall: Shortest wall time of the batch [s].
        speedup: Wall time with one thread over this one [-].
    """

    workers: int
    runs: int
    duration: float
    wall: float
    speedup: float

    @property
    def efficiency(self) -> float:
        """Speed-up for each thread, 1 at best [-]."""
        return self.speedup / self.workers


def worker_counts(cores: int) -> list[int]:
    """Return 1, 2, 4, ... up to the number of cores, which is included."""
    counts = [1]
    while 2 * counts[-1] < cores:
        counts.append(2 * counts[-1])
    return [*counts, cores] if cores > 1 else counts


def batch_times(
    cores: int | None = None, *, runs: int = RUNS, duration: float = DURATION, repeats: int = 3
) -> list[BatchTime]:
    """Time a batch of the planar prototype on 1, 2, 4, ... threads.

    Args:
        cores: Maximum number of threads [-]; None for the number of cores.
        runs: Number of runs in the batch, at least the number of threads [-].
        duration: Simulated in each run [s].
        repeats: Number of timed batches of each [-].
    """
    scenario = sl.load_scenario(SCENARIO)
    model = sl.build_model(scenario.robot, scenario.world)
    counts = worker_counts(cores or available_cores())
    many = [scenario.controller] * max(runs, counts[-1])
    works = {str(n): partial(sl.simulate_batch, model, many, duration, workers=n) for n in counts}
    best = best_of(works, repeats)
    return [BatchTime(n, len(many), duration, best[str(n)], best["1"] / best[str(n)]) for n in counts]


def main(sizes: list[int], with_mujoco: bool) -> None:
    """Print the tables."""
    print(header("numba", "mujoco"))
    print(f"{'snake':18} {'loop':32} {'actions/s':>10} {'of bare':>8} {'of the best MuJoCo':>19}")
    for case in (planar(), ground()):
        works: dict[str, Callable[[], object]] = {"bare": bare_work(case)}
        works |= {f"Batch of {n}": batch_work(case, n) for n in sizes}
        peers = {}
        if with_mujoco and case.height > 0:
            peers = mujoco_works(case, sizes[0])
            step = largest_step(partial(our_speed, case))
            works[f"{sizes[0]} rows, {1e3 * step:g} ms"] = batch_work(case, sizes[0], step)
        cpu = best_of(works, 5, time.process_time)
        best = best_of(works | peers, 5)
        fastest = min((best[name] for name in peers), default=math.nan)
        for name, wall in best.items():
            rate, share = case.n_actions / wall, cpu["bare"] / cpu.get(name, math.inf)
            message = f"{share:8.2f}" if name not in peers else 8 * " "
            message += f" {fastest / wall:19.1f}" if peers else ""
            if name.startswith("Batch"):
                met = verdict(rate, case.target, at_most=False)
                message += f"  {verdict(share, OF_BARE, at_most=False)}, {case.target:g} {met}"
            print(f"{case.name:18} {name:32} {rate:10.0f} {message}", flush=True)
    print(f"\n{'threads':>7} {'runs':>5} {'time s':>8} {'times one':>10} {'efficiency':>11}")
    for batch in batch_times():
        print(
            f"{batch.workers:7d} {batch.runs:5d} {batch.wall:8.3f} {batch.speedup:10.2f} {100 * batch.efficiency:9.0f} %"
        )


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:] if word.isdigit()] or sized([64, 256], [8]), "--no-mujoco" not in sys.argv)
