"""Duration of one step of a free chain or tree with damped joints, compared with MuJoCo on the exported model.

All loops run many steps in one call, so that the overhead of a call is negligible. None has contact, friction or gravity; all
treat the joint damping implicitly, MuJoCo in its Euler integrator, with dense or sparse matrices, whichever is faster. The
plain step is of first order as MuJoCo's; that of the default integrator is of second order. Where MuJoCo is not installed the
peer is SciPy's RK45 on our right-hand side, with steps of the same length at most: it shows what the compiled loop saves over
a solver that calls back, and nothing about another engine.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.timing import best_of, header, sized, verdict
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_width
from snakelab.physics.state import State, initial_state
from snakelab.robots.actuators import Passive, Spring
from snakelab.robots.branches import Branch
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.engine import SnakelabEngine
from snakelab.sim.scipy_engine import ScipyEngine

MUJOCO, SCIPY = "MuJoCo", "SciPy RK45"
PEERS = (MUJOCO, SCIPY)
PLAIN, DEFAULT = "plain", "extrapolated"
LINKS = sized((10, 20, 50, 100), (10, 20, 50))
STEP = 1e-3  # [s]
WORK = sized(40_000, 400)  # steps times links in one call
TARGETS = {10: 2.0, 50: 1.0, 100: 1.0}  # largest ratio to MuJoCo's time, by number of links [-]
TREE, TREE_TARGET = 40, 1.0  # links of the tree, and its largest ratio [-]
SLOPE = 1.15  # largest exponent of the number of links from 20 to 100 [-]
SCIPY_STEPS = sized(40, 4)  # in one call: each calls Python six times

Peer = Callable[[], FloatArray]


@dataclass(frozen=True)
class StepTime:
    """Duration of one step.

    Attributes:
        n_links: Number of links [-].
        ours: Duration of one step of snakelab [s].
        peer: Name of the reference program.
        theirs: Duration of one step of the reference program, or of the same simulated time [s].
        apart: Distance between the final shapes, relative to the motion [-].
        default: Duration of one step of snakelab's default integrator, the extrapolated one [s].
    """

    n_links: int
    ours: float
    peer: str
    theirs: float
    apart: float
    default: float = math.nan

    @property
    def ratio(self) -> float:
        """Ratio of the durations, snakelab over the reference program."""
        return self.ours / self.theirs

    @property
    def default_ratio(self) -> float:
        """The same with the default integrator, which is of second order, while the steps of the others are of first order."""
        return self.default / self.theirs


def default_peer() -> str:
    """Return MuJoCo if it is installed and can be imported, else SciPy."""
    try:
        import mujoco  # noqa: F401
    except Exception:  # a broken installation can raise any exception
        return SCIPY
    return MUJOCO


def chain(n_links: int) -> Model:
    """Return a floating chain of links with passive damped hinges, alternately about y and z."""
    link = Link(0.1, mass=0.1)
    joints = [Revolute("yz"[i % 2], Passive(), Spring(damping=0.01)) for i in range(n_links - 1)]
    return build_model(Robot([link, *(part for joint in joints for part in (joint, link))]))


def tree(n_links: int) -> Model:
    """Return a floating tree: a trunk of 2 n / 5 links, and legs of three links on it in pairs."""
    n_trunk = max(2, 2 * n_links // 5)
    link, bone, damping = Link(0.1, mass=0.1), Link(0.05, mass=0.03), Spring(damping=0.01)
    leg = [part for axis in "zyy" for part in (Revolute(axis, Passive(), damping), bone)]
    joints = [Revolute("yz"[i % 2], Passive(), damping) for i in range(n_trunk - 1)]
    legs = [
        Branch(f"link{2 * i + 2}", leg, at=(0.05, 0.02, 0.0), rotation=(0.0, 0.0, 1.57), mirror=f"mirror{i}")
        for i in range((n_links - n_trunk) // 6)
    ]
    return build_model(Robot([link, *(part for joint in joints for part in (joint, link))], branches=legs))


def step_time(
    n_links: int, peer: str, *, work: int = WORK, repeats: int = 7, make: Callable[[int], Model] = chain
) -> StepTime:
    """Time one plain step of snakelab and of the reference program.

    Args:
        n_links: Number of links, at least 2 [-].
        peer: MUJOCO or SCIPY.
        make: `chain` or `tree`.
        work: Number of steps times number of links of one timed call [-].
        repeats: Number of timed calls of each [-].
    """
    model, steps = make(n_links), max(1, work // n_links)
    nv, rng = model.n_coordinates, np.random.default_rng(0)
    state = initial_state(model, q=0.2 * rng.normal(size=nv), v=rng.normal(size=nv))
    their_steps = steps if peer == MUJOCO else min(steps, SCIPY_STEPS)
    theirs = (_mujoco if peer == MUJOCO else _scipy)(model, state, their_steps)
    ours: dict[str, Peer] = {name: partial(shape_after, model, state, steps, name) for name in (PLAIN, DEFAULT)}
    best = best_of(ours | theirs, repeats)
    fastest = min(theirs, key=lambda name: best[name])
    q = shape_after(model, state, their_steps)
    apart = np.abs(q - theirs[fastest]()).max() / np.abs(q - state.q).max()
    default = best[DEFAULT] / steps
    return StepTime(n_links, best[PLAIN] / steps, peer, best[fastest] / their_steps, float(apart), default)


def shape_after(model: Model, state: State, steps: int, integrator: str = PLAIN) -> FloatArray:
    """Return the coordinates after steps from a state, shape (n_coordinates,)."""
    times, rows = np.array([steps * STEP]), np.zeros((1, record_width(model)))
    reference = constant_reference(np.zeros(model.n_coordinates))
    return SnakelabEngine(STEP, integrator).advance(model, reference, state, times, rows).state.q


def slope(times: Sequence[StepTime], minimum: int = 20) -> float:
    """Slope of log time over log n for chains of at least `minimum` links: 1 is a cost linear in the links."""
    far = [time for time in times if time.n_links >= minimum]
    return float(np.polyfit(np.log([t.n_links for t in far]), np.log([t.ours for t in far]), 1)[0])


def _mujoco(model: Model, state: State, steps: int) -> dict[str, Peer]:
    """MuJoCo with dense and with sparse matrices."""
    import mujoco

    kinds = {"dense": mujoco.mjtJacobian.mjJAC_DENSE, "sparse": mujoco.mjtJacobian.mjJAC_SPARSE}
    return {name: _mujoco_loop(model, state, steps, kind) for name, kind in kinds.items()}


def _mujoco_loop(model: Model, state: State, steps: int, jacobian: Any) -> Peer:
    import mujoco

    from snakelab.plugins.mujoco.robot_files.mjcf_export import document_order, load_mujoco, mujoco_state, to_mjcf

    mj = load_mujoco(to_mjcf(model, timestep=STEP, integrator="Euler", visual=False))
    mj.opt.jacobian = jacobian
    data, start, order = mujoco.MjData(mj), mujoco_state(model, state), np.argsort(document_order(model))

    def run() -> FloatArray:
        mujoco.mj_resetData(mj, data)
        data.qpos[:], data.qvel[:] = start
        mujoco.mj_step(mj, data, steps)
        return np.array(data.qpos[7:])[order]

    return run


def _scipy(model: Model, state: State, steps: int) -> dict[str, Peer]:
    engine = ScipyEngine("RK45", rtol=1e-3, max_step=STEP)
    reference, times = constant_reference(np.zeros(model.n_coordinates)), np.array([steps * STEP])
    rows = np.zeros((1, record_width(model)))
    return {SCIPY: lambda: engine.advance(model, reference, state, times, rows).state.q}


def main() -> None:
    """Print the table and the exponent, compared with their targets."""
    peer = default_peer()
    print(f"One plain step, floating chain of n links, damped hinges, beside {peer}")
    print(header("numba", "mujoco"))
    print(f"{'n':>5} {'ours us':>9} {'peer us':>10} {'ratio':>7} {'target':>7} {'':7} {'apart':>8} {'default':>8}")
    times = [step_time(n, peer) for n in (5, *LINKS)]
    for time in times:
        n, ratio = time.n_links, time.ratio
        goal = f"{TARGETS[n]:7.2f} {verdict(ratio, TARGETS[n]):7}" if n in TARGETS else f"{'':15}"
        durations = f"{n:5d} {1e6 * time.ours:9.3f} {1e6 * time.theirs:10.3f}"
        print(f"{durations} {ratio:7.2f} {goal} {time.apart:8.1e} {time.default_ratio:8.2f}")
    branched = step_time(TREE, peer, make=tree)
    durations = f"{branched.n_links:5d} {1e6 * branched.ours:9.3f} {1e6 * branched.theirs:10.3f}"
    goal = f"{TREE_TARGET:7.2f} {verdict(branched.ratio, TREE_TARGET):7}"
    print(f"{durations} {branched.ratio:7.2f} {goal} {branched.apart:8.1e} {branched.default_ratio:8.2f}  a tree")
    steep = slope(times)
    print(f"log-log slope of our time, n = 20 to 100: {steep:.2f} (target at most {SLOPE}: {verdict(steep, SLOPE)})")


if __name__ == "__main__":
    main()
