"""One plain step of a free chain with damped joints: our compiled loop against MuJoCo's, on the exported model.

Both loops run many steps in one call, so that what a call costs once does not count. Neither has contact, friction or
gravity; both treat the joint damping implicitly, MuJoCo in its Euler integrator.
"""

import mujoco
import numpy as np
from timing import best_of, verdict, versions

import snakelab as sl
from snakelab.bridges.mujoco import load_mujoco, mujoco_state, to_mjcf
from snakelab.physics.command import constant_reference
from snakelab.physics.observe import record_width
from snakelab.sim.loop import N_STATS, PLAIN, advance

LINKS = (5, 10, 20, 50, 100)
TARGETS = {10: 2.0, 50: 1.0, 100: 1.0}  # most of MuJoCo's time
SLOPE = 1.15  # most, of log time over log n from 20 to 100
STEP = 1e-3
WORK = 40_000  # steps times links in one call


def chain(n_links: int) -> sl.Model:
    """Links with passive damped hinges, in turn about y and z, floating in free space."""
    link = sl.Link(0.1, mass=0.1)
    joints = [sl.Revolute("yz"[i % 2], sl.Passive(), sl.Spring(damping=0.01)) for i in range(n_links - 1)]
    return sl.build_model(sl.Robot([link, *(part for joint in joints for part in (joint, link))]))


def measure(n_links: int) -> tuple[float, float, float]:
    """Time of one step, ours and MuJoCo's [s], and how far apart the shapes end, relative to how far they moved."""
    model, steps = chain(n_links), WORK // n_links
    nv, rng = model.n_coordinates, np.random.default_rng(0)
    state = sl.initial_state(model, q=0.2 * rng.normal(size=nv), v=rng.normal(size=nv))
    reference, stats = constant_reference(np.zeros(nv)), np.zeros(N_STATS, np.int64)
    times, rows, row = np.array([steps * STEP]), np.zeros((1, record_width(model))), state.row()
    mj = load_mujoco(to_mjcf(model, timestep=STEP, integrator="Euler", visual=False))
    data = mujoco.MjData(mj)
    start = mujoco_state(model, state)

    def ours() -> None:
        row[:] = state.row()
        advance(model.arrays, reference, PLAIN, STEP, 0.0, row, 0.0, times, rows, 0.0, stats)

    def theirs() -> None:
        mujoco.mj_resetData(mj, data)
        data.qpos[:], data.qvel[:] = start
        mujoco.mj_step(mj, data, steps)

    best = best_of({"ours": ours, "theirs": theirs})
    q = state.at(times[0], row).q
    apart = np.abs(q - data.qpos[7:]).max() / np.abs(q - state.q).max()
    return best["ours"] / steps, best["theirs"] / steps, float(apart)


def main() -> None:
    print("One plain step, floating chain of n links, damped hinges")
    print(versions("numba", "mujoco"))
    print(f"{'n':>5} {'ours us':>9} {'MuJoCo us':>10} {'ratio':>7} {'target':>7} {'':7} {'apart':>8}")
    ours = {}
    for n in LINKS:
        ours[n], theirs, apart = measure(n)
        ratio = ours[n] / theirs
        goal = f"{TARGETS[n]:7.2f} {verdict(ratio, TARGETS[n]):7}" if n in TARGETS else f"{'':15}"
        print(f"{n:5d} {1e6 * ours[n]:9.3f} {1e6 * theirs:10.3f} {ratio:7.2f} {goal} {apart:8.1e}")
    far = [n for n in LINKS if n >= 20]
    slope = float(np.polyfit(np.log(far), np.log([ours[n] for n in far]), 1)[0])
    print(f"log-log slope of our time, n = 20 to 100: {slope:.2f} (target at most {SLOPE}: {verdict(slope, SLOPE)})")


if __name__ == "__main__":
    main()
