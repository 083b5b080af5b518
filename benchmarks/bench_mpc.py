"""The Monte Carlo controller of the underwater snake: where a cycle's time goes, what walls cost, what better samples save.

Four tables. The share of a control cycle that is not the roll-out. Roll-outs along a pipe at several counts of substeps and of
samples. The same with the walls left out of the prediction, over states of a run into a pipe that steps down. And what a
run costs, as a mean over seeds, with white noise and with a quarter of the samples from knots and a low-discrepancy sequence.
Ratios compare CPU times on one thread, best of several, interleaved. Takes two minutes.
"""

import os
import time
from dataclasses import replace
from functools import partial

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, header, sized, verdict
from snakelab.control.plan_sampling import Sampling
from snakelab.control.sampling_mpc import SamplingPlanner
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.plugins.lanes.model.conversion import lane_model_of, measured_state
from snakelab.plugins.lanes.mpc.rollouts import roll_out
from snakelab.plugins.lanes.mpc.settings import LaneStepping
from snakelab.scenarios.scenario import load_scenario

SCENARIO = "pipe_step_in"
BESIDES, WALLS = 0.25, 1.25  # most: share of a cycle besides the roll-out; time with walls over time without
SAMPLES, STEPS, SUBSTEPS, COUNTS = (
    sized(8640, 64),
    sized(100, 10),
    (1, 2, 4),
    sized((2880, 8640, 17280, 34560), (64, 128)),
)
SEEDS, MANY, DURATION, LOOK = sized(12, 2), sized(1024, 64), sized(8.0, 0.5), sized(60, 10)
START = (-3.2, -4.8, 0.0)  # of the tail, near the mouth
SCENE = load_scenario(SCENARIO)
SETTINGS = {"step": 5e-3, "tolerance": 3e-3, "record_rate": 10.0}


def controller(sampling: Sampling, steps: int = STEPS) -> sl.SamplingMpc:
    """The scenario's controller with other samples."""
    mpc = SCENE.controller
    assert isinstance(mpc, sl.SamplingMpc)
    return replace(mpc, sampling=sampling, horizon=replace(mpc.horizon, steps=steps), threads=1)


def run(model: Model, mpc: sl.SamplingMpc, duration: float, near: bool = True) -> sl.Recording:
    """From near the mouth, or from where the scenario starts."""
    state = sl.initial_state(model, **SCENE.initial | ({"position": START} if near else {}))
    return sl.simulate(model, mpc, duration, state=state, **SETTINGS)


def measured(recording: sl.Recording, i: int) -> Measurement:
    """Return the measurement of a robot without sensors at one record."""
    q, v, *base = (
        recording[name].values[i] for name in ("q", "v", "base_position", "base_quaternion", "base_velocity")
    )
    return Measurement(float(recording["time"].values[i]), q, v, np.zeros(len(q)), *base)


def cycle_split(planner: SamplingPlanner, known: Measurement) -> None:
    """How much of a cycle is not the roll-out."""
    own, model, lanes = planner.mpc, planner.model, planner.prediction.lanes
    state, memory = measured_state(model, known), planner.start(model, 0.0)[1]
    sampling = replace(own.sampling, sigma=memory["sigma"])

    def rolled() -> object:
        return roll_out(lanes, state, memory["plan"][:, 1:], sampling, own.costs()[-1], own.horizon, threads=1)

    best = best_of({"cycle": lambda: planner.command(known, memory), "roll-out": rolled}, 15, time.thread_time)
    rest, cores = best["cycle"] - best["roll-out"], os.cpu_count() or 1
    print(
        f"cycle of {own.sampling.n_samples} samples, ms of CPU: roll-out {1e3 * best['roll-out']:.1f}, the rest {1e3 * rest:.1f}"
    )
    for n in dict.fromkeys((1, cores)):
        share = rest / (rest + best["roll-out"] / n)
        met = verdict(share, BESIDES)
        print(f"  share of the rest, the roll-out on {n} cores: {share:.2f} (target at most {BESIDES}: {met})")


def substeps_and_samples(planner: SamplingPlanner, known: Measurement) -> None:
    """CPU time of one round of samples, in the pipe's mouth."""
    own, state, plan = planner.mpc, measured_state(planner.model, known), np.zeros(STEPS)

    def ms(n: int, substeps: int) -> float:
        stepping, sampling = LaneStepping(substeps), replace(own.sampling, n_samples=n)
        given = (planner.prediction.lanes, state, plan, sampling, own.costs()[-1], own.horizon)
        work = partial(roll_out, *given, stepping=stepping, threads=1)
        return 1e3 * best_of({n: work}, 3, time.thread_time)[n]

    print(f"{STEPS} periods in the mouth, ms of CPU")
    print("  substeps " + "".join(f"{k:>9}" for k in SUBSTEPS) + f"   of {SAMPLES} samples")
    print("           " + "".join(f"{ms(SAMPLES, k):9.1f}" for k in SUBSTEPS))
    print("  samples  " + "".join(f"{n:>9}" for n in COUNTS) + "   at one substep")
    print("           " + "".join(f"{ms(n, 1):9.1f}" for n in COUNTS))


def walls_cost(model: Model, planner: SamplingPlanner, recording: sl.Recording) -> None:
    """Roll-outs with and without walls from states along the scenario's own run."""
    own, open_water = planner.mpc, lane_model_of(model, contact=False)
    sums = {"with": 0.0, "without": 0.0}
    for i in np.linspace(0, len(recording["time"]) - 1, 12).astype(int):
        state, plan = measured_state(model, measured(recording, i)), np.zeros(STEPS)
        works = {
            name: partial(roll_out, lanes, state, plan, own.sampling, own.costs()[-1], own.horizon, threads=1)
            for name, lanes in (("with", planner.prediction.lanes), ("without", open_water))
        }
        for name, best in best_of(works, 2, time.thread_time).items():
            sums[name] += best
    ratio = sums["with"] / sums["without"]
    print(f"walls predicted over walls left out: {ratio:.2f} (target at most {WALLS}: {verdict(ratio, WALLS)})")


def run_cost(recording: sl.Recording, mpc: sl.SamplingMpc) -> float:
    """Mean cost of a record of a run: what each roll-out adds up, of what happened."""
    goal_x, goal_y, weight_x, weight_y, weight_input, *_ = mpc.costs()[-1].numbers()
    com, head = recording["com_position"].values, recording["q"].values[:, -1]
    spent = weight_x * (com[:, 0] - goal_x) ** 2 + weight_y * (com[:, 1] - goal_y) ** 2 + weight_input * head**2
    return float(spent.mean())


def samples_saved(model: Model) -> None:
    """Mean cost of runs over seeds, with white noise and with better samples."""
    kinds = {
        f"white noise, {MANY} samples": Sampling(MANY, 0.5),
        f"white noise, {MANY // 4} samples": Sampling(MANY // 4, 0.5),
        f"knots and Sobol, {MANY // 4} samples": Sampling(MANY // 4, 0.5, knot_every=5, source="sobol"),
    }
    means = []
    print(f"mean cost of runs of {DURATION:g} s into the pipe, {SEEDS} seeds, looking {LOOK} periods ahead")
    for name, sampling in kinds.items():
        costs = []
        for seed in range(SEEDS):
            mpc = controller(replace(sampling, seed=seed), LOOK)
            costs.append(run_cost(run(model, mpc, DURATION), mpc))
        means.append(np.mean(costs))
        print(f"  {name:32} {means[-1]:8.1f} +- {np.std(costs, ddof=1) / np.sqrt(SEEDS):.1f}")
    ratio = means[-1] / means[0]
    print(
        f"  a quarter of the samples costs {ratio:.3f} of white noise (target at most 1: {verdict(float(ratio), 1.0)})"
    )


def main() -> None:
    """Print the tables."""
    print(f"Monte Carlo control in {SCENARIO!r}; {header('numba', 'numpy')}")
    model = sl.build_model(SCENE.robot, SCENE.world)
    few = controller(Sampling(sized(512, 32), 0.5, knot_every=5), LOOK)
    recording = run(model, few, sized(12.0, 1.0))
    planner = controller(Sampling(SAMPLES, 0.5, knot_every=5)).for_model(model)
    middle = measured(recording, len(recording["time"]) // 2)
    cycle_split(planner, middle)
    substeps_and_samples(planner, middle)
    whole = run(
        model,
        controller(Sampling(sized(512, 32), 0.5, knot_every=5)),
        sized(SCENE.settings.duration, 1.0),
        near=False,
    )
    walls_cost(model, planner, whole)
    samples_saved(model)


if __name__ == "__main__":
    main()
