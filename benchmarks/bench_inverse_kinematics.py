"""Inverse kinematics of 28 joints from a start within 0.1 rad per joint: CPU time per solve and largest error.

`solve` takes one pose and a state; `follow` takes a trajectory, and its cost per pose is nearly that of the compiled search.
Each line names its target, and whether it is met. The reference of the same run is `sl.forward_kinematics`.
"""

import time
from collections.abc import Callable

import numpy as np

import snakelab as sl
from benchmarks.timing import sized

N, POSES, REPEATS = 28, sized(200, 4), sized(7, 1)
LARGEST_ERROR, LARGEST_TIME = 1e-10, 100.0  # [m], [us]


def chain() -> sl.Model:
    """28 joints between links of 0.1 m, about y and z in turn; the base is held."""
    parts: list[sl.Part] = [sl.Link(0.1, 0.2)]
    for i in range(N):
        parts += [sl.Revolute("yz"[i % 2]), sl.Link(0.1, 0.2)]
    return sl.build_model(sl.Robot(parts, base="floating"))


def per_pose(run: Callable[[], object]) -> float:
    """CPU time per pose, best of several [us]."""
    took = []
    for _ in range(REPEATS):
        began = time.process_time()
        run()
        took.append(time.process_time() - began)
    return 1e6 * min(took) / POSES


def main() -> None:
    """Print times and errors."""
    model, draw = chain(), np.random.default_rng(0)
    states = [sl.initial_state(model, q=draw.uniform(-1, 1, N)) for _ in range(POSES)]
    targets = [sl.forward_kinematics(model, state)["head"] for state in states]
    starts = [sl.initial_state(model, q=state.q + draw.uniform(-0.1, 0.1, N)) for state in states]
    solver = sl.InverseKinematics(model)
    solutions = [solver.solve(target, start) for target, start in zip(targets, starts, strict=True)]
    reached = [sl.forward_kinematics(model, solution.state)["head"] for solution in solutions]
    error = max(float(np.abs(a[:3, 3] - b[:3, 3]).max()) for a, b in zip(reached, targets, strict=True))
    print(
        f"largest error of the position: {error:.1e} m (at most {LARGEST_ERROR:g}): {verdict(error <= LARGEST_ERROR)}"
    )
    single = per_pose(lambda: [solver.solve(*pair) for pair in zip(targets, starts, strict=True)])
    print(f"solve, one pose: {single:.0f} us (at most {LARGEST_TIME:g}): {verdict(single <= LARGEST_TIME)}")
    way = [
        sl.forward_kinematics(model, sl.initial_state(model, q=k * 1e-3 * states[0].q))["head"] for k in range(POSES)
    ]
    print(f"follow, per pose of a trajectory: {per_pose(lambda: solver.follow(way, sl.initial_state(model))):.0f} us")
    forward = per_pose(lambda: [sl.forward_kinematics(model, state) for state in states])
    print(f"sl.forward_kinematics of all frames: {forward:.0f} us; iterations of solve: at most "
          f"{max(solution.iterations for solution in solutions)}")  # fmt: skip


def verdict(met: bool) -> str:
    """Return "met" or "missed"."""
    return "met" if met else "missed"


if __name__ == "__main__":
    main()
