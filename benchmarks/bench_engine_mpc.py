"""One plan by `EngineRollouts`: 32 samples of 3 s for 28 joints on the ground, and the share of it that the engine takes.

The engine alone: the same roll-outs, from references that are ready. Both use all cores; best of several, interleaved.
"""

from dataclasses import replace

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, header, sized, verdict
from snakelab.control.engine_rollouts import references
from snakelab.gaits.orthogonal_gaits import SIDEWINDING
from snakelab.physics.command import Measurement
from snakelab.robots.library.orthogonal_robots import snake_iii

SAMPLES, HORIZON, PERIOD, STEP = sized(32, 4), sized(3.0, 0.3), 0.1, 5e-3
MOST, SHARE = 1.0, 0.8  # time of a plan [s]; of the engine
GOAL = np.array([1.0, 1.0])


def distance(path: sl.control.Trajectory) -> float:
    """Squared distance from the goal at the end."""
    return float(((path["com_position"][-1, :2] - GOAL) ** 2).sum())


def main() -> None:
    """Print the times."""
    model = sl.build_model(snake_iii(28), sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))]))
    gait = replace(SIDEWINDING, ramp=1.0)
    policy = sl.control.GaitParameters(gait, {"yaw_offset": (-0.05, 0.05), "tempo": (0.5, 1.5)})
    engine = sl.SnakelabEngine(STEP)
    mpc = sl.SamplingMpc(
        sl.control.EngineRollouts(policy, engine), cost=distance, sampling=sl.control.Sampling(SAMPLES),
        horizon=sl.control.Horizon(round(HORIZON / PERIOD), PERIOD), every=sized(5, 1),
    )  # fmt: skip
    start = sl.initial_state(model, position=(0.0, 0.0, 0.055))
    state = replace(sl.simulate(model, gait, 2.0, state=start, step=STEP).state, control=None)
    known = Measurement(
        state.time, state.q, state.v, np.zeros(len(state.q)), state.base_position, state.base_quaternion, state.base_velocity
    )  # fmt: skip
    planner = mpc.for_model(model)
    memory = planner.start(model, state.time)[1]
    prediction, present = planner.prediction, memory["plan"][:, :1]
    samples = prediction.sequences(memory, 0, slice(None))
    plans = [prediction._plan(memory | {"plan": np.concatenate((present, values), axis=1)}) for values in samples]
    ready = references(plans, memory["ends"], state.time, PERIOD, round(HORIZON / PERIOD))
    best = best_of(
        {
            "plan": lambda: planner.command(known, memory),
            "engine": lambda: engine.roll_out(model, ready, state, ready[0].knots[1:]),
        },
        5,
    )
    share = best["engine"] / best["plan"]
    print(header("numba"))
    print(f"a plan: {best['plan']:.3f} s (target at most {MOST:g}: {verdict(best['plan'], MOST)})")
    print(f"share of the engine: {share:.2f} (target at least {SHARE:g}: {verdict(share, SHARE, at_most=False)})")


if __name__ == "__main__":
    main()
