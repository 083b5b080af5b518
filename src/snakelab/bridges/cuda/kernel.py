"""CUDA kernel: each thread rolls out one sample."""

import numpy as np
from numba import cuda

from snakelab.compiling.vector import consecutive, rows, store
from snakelab.control.sampling_mpc.kernels import roll


def roll_samples(model, draw, task, costs):
    """Compute the cost of one sample.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        costs: Shape (n_samples,), to fill.
    """
    sample = cuda.grid(1)
    if sample < len(costs):
        out = rows(task.nominal[0, 0], (0,))
        store(out, 0, roll(model, draw, task, consecutive(np.uint32(sample))))
        costs[sample] = out[0, 0]
