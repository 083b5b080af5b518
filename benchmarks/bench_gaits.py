"""Ten thousand planar gaits by lanes beside the same gaits one by one: how many times less time.

The snake of ten links follows its head joint, in still water, for 10 s at steps of 10 ms. A gait is a wave of the head, linear
between angles every half a second, drawn about a sine. Lanes give each gait's cost, the engine a whole recording; of the gaits
that both ran the costs are compared: they differ by the step and by the engine's spline through the angles, 0.5 % at steps of
1 ms. One by one only some are run: their time stands for all.
"""

import os
import time

import numpy as np

import snakelab as sl
from benchmarks.timing import header, sized
from snakelab.control.plan_sampling import Horizon, Sampling
from snakelab.plugins.lanes.model.conversion import lane_model_of, swimmer_of
from snakelab.plugins.lanes.model.lane_model import straight_state
from snakelab.plugins.lanes.mpc.rollouts import roll_out, sequences
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost
from snakelab.robots.library.rigid_robots import pipe_snake

GAITS, SINGLE, PERIOD, STEPS, SUBSTEPS = sized(10_000, 64), sized(60, 2), 0.1, sized(100, 10), 10
REPEATS = sized(3, 1)
COST = TravelCost(goal=(0.0, 0.0), weights=(1.0, 1.0), input_weight=0.0, penalty=0.0)
HORIZON = Horizon(STEPS, PERIOD)
STEPPING = LaneStepping(SUBSTEPS, ramp=True)
SAMPLING = Sampling(GAITS, 0.3, knot_every=5, seed=1)
NOMINAL = 0.8 * np.sin(0.22 * np.arange(1, STEPS + 1))


def table_of(wave: np.ndarray) -> sl.TableGait:
    """A head wave as a gait of all nine joints, of which eight follow and take no notice."""
    angles = np.zeros((STEPS + 1, 9))
    angles[1:, -1] = wave
    return sl.TableGait((PERIOD * np.arange(STEPS + 1)).tolist(), angles.tolist())


def main() -> None:
    """Print both times for each gait, the ratios, and how far the costs are apart."""
    model = sl.build_model(pipe_snake(), sl.World([sl.worlds.LumpedFluid(added_inertia=0.5)]))
    lanes, start = lane_model_of(model), straight_state(swimmer_of(model), head=(10 * 0.14, 0.0), heading=0.0)
    settings = {"duration": STEPS * PERIOD, "step": PERIOD / SUBSTEPS, "integrator": "plain", "record_rate": 1 / PERIOD}
    waves = sequences(NOMINAL, SAMPLING, np.arange(SINGLE))
    gaits = [table_of(wave) for wave in waves]
    given = (lanes, start, NOMINAL, SAMPLING, COST, HORIZON)
    rolled = lambda threads: roll_out(*given, stepping=STEPPING, threads=threads)  # noqa: E731
    costs, recordings = rolled(1), [sl.simulate(model, gait, **settings) for gait in gaits]
    theirs = np.array([(one["com_position"].values[1:, :2] ** 2).sum() for one in recordings])
    apart = np.abs(costs[:SINGLE] / theirs - 1)
    times = {"lanes, one thread": [], "one by one": []}
    walls = {"lanes, all cores": [], "a batch, all cores": []}
    for _ in range(REPEATS):
        began = time.process_time()
        rolled(1)
        times["lanes, one thread"].append((time.process_time() - began) / GAITS)
        began = time.process_time()
        for gait in gaits:
            sl.simulate(model, gait, **settings)
        times["one by one"].append((time.process_time() - began) / SINGLE)
        began = time.perf_counter()
        rolled(None)
        walls["lanes, all cores"].append((time.perf_counter() - began) / GAITS)
        began = time.perf_counter()
        sl.simulate_batch(model, gaits, **settings)
        walls["a batch, all cores"].append((time.perf_counter() - began) / SINGLE)
    print(header("numba", "numpy"))
    print(f"{GAITS} gaits of {STEPS * PERIOD:g} s, {STEPS * SUBSTEPS} steps each; load {os.getloadavg()[0]:.1f}")
    for kind, measured in (("CPU time", times), ("wall time", walls)):
        (first, quick), (second, slow) = ((name, min(values)) for name, values in measured.items())
        print(
            f"{kind}: {first} {1e6 * quick:.0f} us a gait, {second} {1e6 * slow:.0f} us: {slow / quick:.0f} times, "
            f"{GAITS * slow:.0f} s become {GAITS * quick:.1f} s"
        )
    print(
        f"costs of {SINGLE} gaits by both: apart by {100 * np.median(apart):.2f} % (median), {100 * apart.max():.1f} % (most)"
    )


if __name__ == "__main__":
    main()
