"""A short snake in open water and in a pipe, and what to roll out of it; as a program, prints the costs by CUDA."""

import json
from typing import Any

import numpy as np

from snakelab.control.rollout import Horizon, Sampling, TravelCost, roll_out
from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.physics.lanes.model import lane_model
from snakelab.physics.swimmer.joint_law import curvature_derivative_law
from snakelab.physics.swimmer.state import straight_state
from snakelab.physics.swimmer.swimmer import elliptic_swimmer
from snakelab.worlds.planar import PipeCurrent, PlanarWorld

KINDS = {"float32": np.float32, "float64": np.float64}
PLACES = ("open water", "pipe")
HULL = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
CASES = {
    "held": (Sampling(5, 0.6, seed=4, knot_every=2), Horizon(6, 0.1)),
    "ramp": (Sampling(5, 0.6, seed=7, source="sobol", antithetic=True), Horizon(4, 0.1, 3, ramp=True)),
}


def task(place: str, kind: str, case: str, n_links: int = 3, n_samples: int | None = None) -> tuple[Any, ...]:
    """Arguments of `roll_out`; in the pipe the snake touches its walls."""
    snake = elliptic_swimmer(n_links)
    around, at = None, (0.0, 0.0)
    if place == "pipe":
        around = PlanarWorld([HULL], [PipeCurrent(HULL, [0.2, 0.2, 0.1, 0.1])]).surroundings((-13, -7), (-3, -3))
        at = (-6.203, -5.15)
    sampling, horizon = CASES[case]
    if n_samples is not None:
        sampling = Sampling(n_samples, 0.6, seed=sampling.seed, source=sampling.source, antithetic=sampling.antithetic)
    model = lane_model(snake, curvature_derivative_law(n_links - 1), around, KINDS[kind])
    cost = TravelCost(angle_limit=0.8, penalty=37.0)
    return model, straight_state(snake, at), 0.5 * np.sin(np.arange(horizon.steps)), sampling, cost, horizon, 2, 0.2


if __name__ == "__main__":
    found = {
        f"{place}, {kind}, {case}": roll_out(*task(place, kind, case), backend="cuda").tolist()
        for place in PLACES
        for kind in KINDS
        for case in CASES
    }
    print(json.dumps(found))
