"""Back end "cuda": transfer of arguments to the GPU, launch, and transfer of the costs back."""

import warnings
from functools import cache
from typing import Any

import numpy as np

from snakelab.compiling import resolve_globals
from snakelab.control.sampling_mpc.kernels import Task
from snakelab.control.sampling_mpc.sampling import Draw
from snakelab.planar_batch.dynamics.lane_model import LaneModel

# Threads of one block: a single warp, so that few samples still reach all multiprocessors. A thread of a snake of ten
# links takes about 250 registers, so that larger blocks would not fit in greater number.
THREADS = 32


class CudaLanes:
    """Roll-outs on a GPU, one sample to a thread.

    A sample has the same inputs as on the processor, and the same motion except for rounding: a GPU fuses products and
    sums. Repeated calls are bit-equal on the same GPU.

    The arrays of the last model stay on the GPU, so that a controller transfers its map of the walls once.

    Attributes:
        name: Name of the GPU.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._last: tuple[LaneModel, Any] | None = None

    def costs(self, model: LaneModel, draw: Draw, task: Task, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `control.sampling_mpc.rollouts.Backend`."""
        from numba import cuda

        costs = cuda.device_array(n_samples, model.links.dtype)
        device_model = self._model(model)
        with warnings.catch_warnings():
            # Numba warns of a grid too small for the GPU: the first call of a controller only compiles
            warnings.filterwarnings("ignore", message=".*Grid size")
            # the simulator warns where words of random numbers are truncated to 32 bits
            warnings.filterwarnings("ignore", message="overflow encountered in scalar")
            grid = _kernel()[-(-n_samples // THREADS), THREADS]
            grid(device_model, _on_device(draw), _on_device(task), costs)
        return costs.copy_to_host()

    def _model(self, model: LaneModel) -> Any:
        """Model with its arrays on the GPU."""
        last = self._last
        if last is None or last[0] is not model:
            last = self._last = (model, _on_device(model))
        return last[1]


def _on_device(record: Any) -> Any:
    """Named tuple with its arrays on the GPU."""
    from numba import cuda

    return type(record)(*(cuda.to_device(value) if isinstance(value, np.ndarray) else value for value in record))


@cache
def _kernel() -> Any:
    """Kernel; Numba compiles it for each number of links and dtype."""
    from numba import cuda

    from snakelab.bridges.cuda.kernel import roll_samples
    from snakelab.bridges.cuda.plain_python import in_plain_python

    if cuda.config.ENABLE_CUDASIM:
        return cuda.jit(in_plain_python(roll_samples))
    resolve_globals(roll_samples)
    return cuda.jit(roll_samples)
