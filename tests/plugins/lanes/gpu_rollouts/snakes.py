"""A short snake in open water and in a pipe, and what to roll out of it; as a program, prints the costs by CUDA."""

import json
from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np

from snakelab.control.plan_sampling import Horizon, Sampling
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.plugins.lanes.model.lane_model import (
    JointLaw,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import PipeCurrent, PlanarWorld
from snakelab.plugins.lanes.mpc.kernels import PlannedWave
from snakelab.plugins.lanes.mpc.rollouts import best_of_roll_outs, roll_out
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost

KINDS = {"float32": np.float32, "float64": np.float64}
PLACES = ("open water", "pipe")
HULL = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
CASES = {
    "held": (Sampling(5, 0.6, seed=4, knot_every=2), Horizon(6), LaneStepping()),
    "ramp": (Sampling(5, 0.6, seed=7, source="sobol", antithetic=True), Horizon(4), LaneStepping(3, ramp=True)),
    "wave": (Sampling(5, [[0.6], [0.3], [0.6]], 1.0, knot_every=3, seed=4), Horizon(10), LaneStepping(2)),
    "joints": (
        Sampling(5, [[0.6], [0.3]], [1.04, 0.4], knot_every=5, seed=4),
        Horizon(22, 0.05),
        LaneStepping(2, ramp=True),
    ),
}


def task(place: str, kind: str, case: str, n_links: int = 3, n_samples: int | None = None) -> dict[str, Any]:
    """Arguments of `roll_out`; in the pipe the snake touches its walls."""
    snake, law = elliptic_swimmer(n_links), curvature_derivative_law(n_links - 1)
    around, at = None, (0.0, 0.0)
    if place == "pipe":
        around = PlanarWorld([HULL], [PipeCurrent(HULL, [0.2, 0.2, 0.1, 0.1])]).surroundings((-13, -7), (-3, -3))
        at = (-6.203, -5.15)
    sampling, horizon, stepping = CASES[case]
    if n_samples is not None:
        sampling = replace(sampling, n_samples=n_samples)
    nominal, last, joints = 0.5 * np.sin(np.arange(horizon.steps)), np.array([0.2]), (n_links - 2,)
    if case == "joints":  # the joint behind the head's is a servo too
        joints, last = (n_links - 2, n_links - 3), np.array([0.2, -0.1])
        nominal = np.stack((nominal, 0.3 * np.cos(np.arange(horizon.steps))))
        law = with_servo(law, n_links - 3)
    more: dict[str, Any] = {}
    if case == "wave":  # both joints carry it
        joints, last, nominal = (0, 1), np.array([-1.5, 0.0, 0.3]), 0.2 * np.stack(3 * [nominal])
        law, more = with_servo(law, 0), {"wave": PlannedWave((0.2, 0.7), (1.0, 4.0), (-0.2, 0.2), 0.9), "phase": 2.0}
    return more | {
        "model": lane_model(snake, law, around, KINDS[kind]),
        "state": straight_state(snake, at),
        "nominal": nominal,
        "sampling": sampling,
        "cost": TravelCost(angle_limit=0.8, penalty=37.0),
        "horizon": horizon,
        "stepping": stepping,
        "cycle": 2,
        "last_input": last,
        "joints": joints,
    }


def kernel_arguments(arguments: dict[str, Any]) -> tuple[Any, Any]:
    """The draw and the task that `roll_out` gives to a back end."""
    given = []

    class Recorder:
        def costs(self, model: Any, draw: Any, task: Any, n_samples: int) -> np.ndarray:
            given.append((draw, task))
            return np.zeros(n_samples)

    with mock.patch("snakelab.plugins.lanes.mpc.rollouts.find_backend", lambda name: Recorder()):
        roll_out(**arguments, backend="cuda")
    return given[0]


def with_servo(law: JointLaw, joint: int) -> JointLaw:
    """The law with the head joint's servo at one more joint, which then follows no longer."""
    one = {"follow": 0.0} | {name: getattr(law, name)[-1] for name in ("stiffness", "damping", "feed")}
    rows = {name: np.array(getattr(law, name)) for name in one}
    for name, value in one.items():
        rows[name][joint] = value
    return replace(law, **rows)


if __name__ == "__main__":
    found: dict[str, Any] = {}
    for place in PLACES:
        for kind in KINDS:
            for case in CASES:
                given, name = task(place, kind, case), f"{place}, {kind}, {case}"
                found[name] = roll_out(**given, backend="cuda").tolist()
                if kind == "float64":
                    indices, costs, n_diverged = best_of_roll_outs(3, **given, backend="cuda")
                    found[f"{name}, best"] = indices.tolist(), costs.tolist(), n_diverged
    print(json.dumps(found))
