"""Prints costs by the code of a GPU's thread, one number for each value of lanes, compiled for the processor."""

import json

import numba
import numpy as np

from plugins.lanes.gpu_rollouts.snakes import CASES, PLACES, kernel_arguments, task
from snakelab.plugins.lanes.vector import memory
from snakelab.plugins.lanes.vector import vector_type as conversion

conversion.lanes_of = memory.lanes_of = lambda typingctx: 1

from snakelab.plugins.lanes.mpc.kernels import roll  # noqa: E402
from snakelab.plugins.lanes.vector.lane_value import consecutive, rows, store  # noqa: E402


@numba.njit(error_model="numpy")
def roll_all(model, draw, task, costs):
    """What `cuda_backend` does, for one sample after the other."""
    out = rows(task.nominal[0, 0], (0,))
    for sample in range(len(costs)):
        store(out, 0, roll(model, draw, task, consecutive(np.uint32(sample))))
        costs[sample] = out[0, 0]


def costs(place: str, kind: str, case: str) -> list[float]:
    """Cost of each sample."""
    arguments = task(place, kind, case)
    model, sampling = arguments["model"], arguments["sampling"]
    values = np.zeros(sampling.n_samples, model.links.dtype)
    roll_all(model, *kernel_arguments(arguments), values)
    return values.tolist()


if __name__ == "__main__":
    cases = [(place, kind, case) for kind in ("float32", "float64") for place in PLACES for case in CASES]
    print(json.dumps({", ".join(case): costs(*case) for case in cases}))
