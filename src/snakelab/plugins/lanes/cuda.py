"""Backend "cuda" of the roll-outs: a kernel for NVIDIA GPUs, its launch, the search for a GPU, and its simulation."""

import os
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from snakelab.errors import ControlError, MissingExtraError, install_line
from snakelab.kernels.lazy_kernel import LazyIntrinsic, resolve_globals, resolved
from snakelab.plugins.lanes.model import lane_model
from snakelab.plugins.lanes.model.lane_model import LaneModel
from snakelab.plugins.lanes.mpc.kernels import RolloutTask, roll
from snakelab.plugins.lanes.mpc.settings import Draw
from snakelab.plugins.lanes.vector import lane_value
from snakelab.plugins.lanes.vector.lane_value import consecutive, rows, store

# ----------------------------------------------------------------------------------------------------------------------
# CUDA kernel: each thread rolls out one sample
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Backend "cuda": search for a GPU, transfer of arguments to it, launch, and transfer of the costs back
# ----------------------------------------------------------------------------------------------------------------------


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

    def costs(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        from numba import cuda

        costs = cuda.device_array(n_samples, model.links.dtype)
        device_model = self._model(model)
        with warnings.catch_warnings():
            # Numba warns of a grid too small for the GPU: the first call of a controller only compiles
            warnings.filterwarnings("ignore", message=".*Grid size")
            # the simulator warns where words of random numbers are truncated to 32 bits
            warnings.filterwarnings("ignore", message="overflow encountered in scalar")
            # blocks of one warp, so that few samples still reach all multiprocessors; a thread of a snake of ten links
            # takes about 250 registers, so that larger blocks would not increase the occupancy
            grid = _kernel()[-(-n_samples // 32), 32]
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

    return cuda.jit(in_plain_python(roll_samples) if cuda.config.ENABLE_CUDASIM else compilable_kernel())


def compilable_kernel() -> Callable[..., None]:
    """Return `roll_samples` for Numba's compiler for GPUs, which takes no placeholders of operations and kernels."""
    resolve_globals(roll_samples)
    return roll_samples


CPU_HINT = 'backend="cpu" needs no GPU'


class Found(NamedTuple):
    """Result of the search for a CUDA device.

    Attributes:
        name: Name of the GPU, or empty.
        why_not: Reason why no GPU is available, or empty.
        install: True where a package is missing.
    """

    name: str
    why_not: str
    install: bool = False


def find_gpu() -> Found:
    """Find the GPU for roll-outs, or the reason why there is none. Never raises."""
    simulated = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
    if not simulated and find_spec("numba_cuda") is None:
        return Found("", "numba-cuda is not installed", install=True)
    try:
        from numba import cuda

        if simulated:
            return Found("simulated in Python", "")
        if cuda.is_available():
            _try_to_compile()
            name = cuda.get_current_device().name
            return Found(name.decode() if isinstance(name, bytes) else str(name), "")
        return Found("", _reason(cuda.cuda_error()))
    except ImportError as broken:
        return Found("", f"numba-cuda does not start: {_line(broken)}", install=True)
    except Exception as broken:  # drivers can raise any exception
        return Found("", _line(broken))


def _try_to_compile() -> None:
    """Compile and run a kernel that adds one; raises what the compiler, the driver or an unfit NumPy raises."""
    from numba import cuda

    numbers = cuda.to_device(np.zeros(1, np.int32))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Grid size")
        cuda.jit(_add_one)[1, 1](numbers)
    if numbers.copy_to_host()[0] != 1:
        raise ControlError("a kernel that adds 1 to 0 gave another number")


def _add_one(numbers):
    numbers[0] += 1


def start() -> CudaLanes:
    """Start the backend "cuda".

    Raises:
        MissingExtraError: if numba-cuda is not installed.
        ControlError: if no GPU is found.
    """
    gpu = find_gpu()
    if gpu.install:
        raise MissingExtraError(
            f"roll-outs on a GPU need numba-cuda ({gpu.why_not}); type: {install_line('cuda')}; {CPU_HINT}"
        )
    if not gpu.name:
        raise ControlError(f"no NVIDIA GPU that CUDA can use was found ({gpu.why_not}); {CPU_HINT}")
    return CudaLanes(gpu.name)


def _reason(error: Any) -> str:
    """Reason why the driver did not start."""
    return _line(error) if error else "the driver sees no GPU, or the compiler for it (NVVM) is missing"


def _line(error: Any) -> str:
    """Message of an error, on one line."""
    return " ".join(str(error).split()) or type(error).__name__


# ----------------------------------------------------------------------------------------------------------------------
# Kernels as plain Python for Numba's CUDA simulator, which does not run compiled code
#
# Each kernel is copied with its own code, and its globals are replaced: another kernel by its copy, an operation on lane
# values by the operation on one NumPy number. A plain Python number combined with a NumPy number takes its dtype, as a
# scalar combined with a lane value does.
# ----------------------------------------------------------------------------------------------------------------------


class OneLane:
    """Operations on lane values, for a single NumPy number."""

    floor, sqrt, any_lane = np.floor, np.sqrt, bool

    @staticmethod
    def rows(x: Any, each: tuple[int, ...]) -> Any:
        """Array of rows of one number, of x's dtype."""
        return np.empty((len(each) + 1, 1), x.dtype)

    @staticmethod
    def load(array: Any, row: int) -> Any:
        """Load a row."""
        return array[row, 0]

    @staticmethod
    def store(array: Any, row: int, value: Any) -> None:
        """Store a row."""
        array[row, 0] = value

    @staticmethod
    def gather(array: Any, index: Any) -> Any:
        """Element of an array."""
        return array[int(index)]

    @staticmethod
    def gather_pair(array: Any, index: Any) -> Any:
        """Element and the next one."""
        return array[int(index)], array[int(index) + 1]

    @staticmethod
    def gather_four(array: Any, index: Any) -> Any:
        """Element and the next three."""
        return tuple(array[int(index) + k] for k in range(4))

    @staticmethod
    def where(mask: Any, a: Any, b: Any) -> Any:
        """Select a where the mask is true, else b; of the dtype of the operand that is not a plain number."""
        typed = a if isinstance(a, np.generic) else b
        return typed.dtype.type(a if mask else b)

    @staticmethod
    def zeros(x: Any) -> Any:
        """Zero, of x's dtype."""
        return x.dtype.type(0)

    @staticmethod
    def consecutive(first: Any) -> Any:
        """The first of the consecutive numbers."""
        return first

    @staticmethod
    def convert(a: Any, scalar: Any) -> Any:
        """Convert to the dtype of the scalar; fractions and upper bits are truncated."""
        with np.errstate(all="ignore"):
            return np.asarray(a).astype(scalar.dtype)[()]

    @staticmethod
    def bitcast(a: Any, scalar: Any) -> Any:
        """Reinterpret the bits in the dtype of the scalar."""
        return a.view(scalar.dtype)

    @staticmethod
    def power_of_two(power: Any, scalar: Any) -> Any:
        """2 to an integer power."""
        return np.ldexp(scalar.dtype.type(1), power)

    @staticmethod
    def is_float64(a: Any) -> bool:
        """Return whether it is a float64."""
        return bool(a.dtype == np.float64)


@cache
def _replacements() -> dict[int, Any]:
    """Operations on one number, by the intrinsics in the globals of a kernel, or their placeholders."""
    operations = {id(resolved(getattr(lane_value, name))): getattr(OneLane, name, None) for name in lane_value.__all__}

    def new_lanes(x: Any, each: tuple[int, ...]) -> Any:  # at least four rows each
        return lane_model.Lanes(*(OneLane.rows(x, (*each, 0, 0, 0)) for _ in lane_model.Lanes._fields))

    operations[id(resolved(lane_model.new_lanes))] = new_lanes
    return {key: operation for key, operation in operations.items() if operation is not None}


def in_plain_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """Uncompiled, one-lane version of a function and of all functions that it calls.

    Args:
        function: A Python function or a kernel.
    """
    return _plain(function, {})


def _plain(function: Any, done: dict[int, Any]) -> Any:
    """Copy of a function with replaced globals."""
    source = getattr(function, "py_func", function)
    if id(source) not in done:
        names: dict[str, Any] = {}
        done[id(source)] = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        used = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
        names |= {name: _replaced(value, done) for name, value in used.items()}
    return done[id(source)]


def _replaced(value: Any, done: dict[int, Any]) -> Any:
    """Replacement of a value that a kernel uses."""
    if isinstance(value, LazyIntrinsic):
        value = value.made
    replacements = _replacements()
    if id(value) in replacements:
        return replacements[id(value)]
    return _plain(value, done) if hasattr(value, "py_func") else value
