"""The back end: what goes to the GPU, and the costs that come back."""

import warnings
from functools import cache
from typing import Any

import numpy as np

from snakelab.control.sampling_mpc.kernels import Task
from snakelab.control.sampling_mpc.sampling import Draw
from snakelab.planar_batch.dynamics.lane_model import LaneModel

# Threads of one block: a single warp, so that few samples still reach all multiprocessors. A thread of a snake of ten links
# takes about 250 registers, so that larger blocks would not fit in greater number.
THREADS = 32


class CudaLanes:
    """Rolls samples out on a GPU, one sample to a thread.

    A sample has the same inputs as on the processor, and the same motion but for rounding: a GPU fuses products and sums. The
    same call gives the same bits again on the same GPU.

    The arrays of the last model stay on the GPU, so that a controller sends its map of the walls once.

    Attributes:
        name: Of the GPU.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._last: tuple[LaneModel, Any] | None = None

    def costs(self, model: LaneModel, draw: Draw, task: Task, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `control.sampling_mpc.backend.Backend`."""
        from numba import cuda

        costs = cuda.device_array(n_samples, model.links.dtype)
        there = self._model(model)
        with warnings.catch_warnings():
            # few samples fill no GPU, as Numba would tell: the first call of a controller only compiles
            warnings.filterwarnings("ignore", message=".*Grid size")
            # words of random numbers are cut to 32 bits, as the simulator would tell
            warnings.filterwarnings("ignore", message="overflow encountered in scalar")
            grid = _kernel()[-(-n_samples // THREADS), THREADS]
            grid(there, _sent(draw), _sent(task), costs)
        return costs.copy_to_host()

    def _model(self, model: LaneModel) -> Any:
        """The model's arrays on the GPU."""
        last = self._last
        if last is None or last[0] is not model:
            last = self._last = (model, _sent(model))
        return last[1]


def _sent(record: Any) -> Any:
    """A named tuple with its arrays on the GPU."""
    from numba import cuda

    return type(record)(*(cuda.to_device(value) if isinstance(value, np.ndarray) else value for value in record))


@cache
def _kernel() -> Any:
    """The kernel; Numba compiles it for each number of links and kind of number."""
    from numba import cuda

    from snakelab.bridges.cuda.kernel import roll_samples
    from snakelab.bridges.cuda.plain import in_plain_python

    return cuda.jit(in_plain_python(roll_samples) if cuda.config.ENABLE_CUDASIM else roll_samples)
