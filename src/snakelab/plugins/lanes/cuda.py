"""Backend "cuda" of the roll-outs: a kernel for NVIDIA GPUs, its launch, the search for a GPU, and its simulation."""

import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda

from snakelab.errors import ControlError, MissingExtraError, install_line
from snakelab.kernels.digest import kernel_digest
from snakelab.kernels.lazy_kernel import LazyIntrinsic, resolve_globals, resolved
from snakelab.plugins.cuda.devices import code_digest, find_gpu, kept_kernel
from snakelab.plugins.cuda.lane_tables import plain_indices
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
    """Roll-outs on a GPU, one sample per thread.

    A sample has the same inputs as on the processor, and the same motion except for rounding: a GPU fuses products and
    sums. Repeated calls are bit-equal on the same GPU.

    The arrays of the last model stay on the GPU, so that a controller transfers its map of the walls once.

    Attributes:
        name: Name of the GPU.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._last: tuple[LaneModel, Any] | None = None
        self._calls: dict[Any, _Call] = {}

    def costs(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        key = (model.links.dtype, n_samples, *(np.shape(value) for value in (*draw, *task)))
        call = self._calls.get(key)
        if call is None or call.model is not model:
            if len(self._calls) >= MAX_CALLS:
                self._calls.clear()
            call = self._calls[key] = _Call(model, self._model(model), draw, task, n_samples)
        return call.costs(draw, task)

    def _model(self, model: LaneModel) -> Any:
        """Model with its arrays on the GPU."""
        last = self._last
        if last is None or last[0] is not model:
            last = self._last = (model, _on_device(model))
        return last[1]


# Launches that are kept; alignment of each array in the memory of one [bytes].
MAX_CALLS, ALIGNMENT = 8, 256


class _Call:
    """Launch for one model and one shape of its arguments: its memory on both sides and its compiled kernel are kept.

    The arrays of a call lie in one piece of page-locked memory, so that one transfer brings them to the GPU.

    Args:
        model: The model, which must live as long as the call.
        device_model: The same on the GPU.
        draw, task: Arguments of the shapes of later ones.
        n_samples: Number of samples [-].
    """

    def __init__(self, model: LaneModel, device_model: Any, draw: Draw, task: RolloutTask, n_samples: int) -> None:
        self.model, self._device_model = model, device_model
        arrays = [value for value in (*draw, *task) if isinstance(value, np.ndarray) and value.size]
        starts = np.cumsum([0, *(-(-value.nbytes // ALIGNMENT) * ALIGNMENT for value in arrays)]).tolist()
        self._host, self._device = cuda.pinned_array(starts[-1], np.uint8), cuda.device_array(starts[-1], np.uint8)
        self._views, on_device = [], []
        for start, value in zip(starts, arrays, strict=False):
            part = slice(start, start + value.nbytes)
            self._views.append(self._host[part].view(value.dtype).reshape(value.shape))
            on_device.append(self._device[part].view(value.dtype).reshape(value.shape))
        found = iter(on_device)
        self._fixed = [
            [
                (next(found) if value.size else cuda.to_device(value)) if isinstance(value, np.ndarray) else None
                for value in record
            ]
            for record in (draw, task)
        ]
        self._costs = cuda.device_array(n_samples, model.links.dtype)
        self._host_costs = cuda.pinned_array(n_samples, model.links.dtype)
        # blocks of one warp, so that few samples still reach all multiprocessors; a thread of a snake of ten links takes about
        # 250 registers, so that larger blocks would not increase the occupancy
        self._grid = (-(-n_samples // 32), 32)

    def costs(self, draw: Draw, task: RolloutTask) -> Any:
        """Cost of each sample."""
        arrays = (value for value in (*draw, *task) if isinstance(value, np.ndarray) and value.size)
        for view, value in zip(self._views, arrays, strict=True):
            view[...] = value
        self._device.copy_to_device(self._host)
        given: tuple[Any, ...] = (draw, task)
        records = (
            type(record)(*(value if fixed is None else fixed for value, fixed in zip(record, kept, strict=True)))
            for record, kept in zip(given, self._fixed, strict=True)
        )
        with plain_indices(), warnings.catch_warnings():
            # Numba warns of a grid too small for the GPU: the first call of a controller only compiles
            warnings.filterwarnings("ignore", message=".*Grid size")
            # the simulator warns where words of random numbers are truncated to 32 bits
            warnings.filterwarnings("ignore", message="overflow encountered in scalar")
            _kernel()[self._grid](self._device_model, *records, self._costs)
        return self._costs.copy_to_host(self._host_costs).copy()


def _on_device(record: Any) -> Any:
    """Named tuple with its arrays on the GPU."""
    return type(record)(*(cuda.to_device(value) if isinstance(value, np.ndarray) else value for value in record))


@cache
def _kernel() -> Any:
    """Kernel; Numba compiles it for each number of links and dtype, and keeps the code on disk."""
    if cuda.config.ENABLE_CUDASIM:
        return cuda.jit(in_plain_python(roll_samples))
    digest = code_digest(kernel_digest(roll_samples))  # before the placeholders are replaced
    return kept_kernel(compilable_kernel(), digest)


def compilable_kernel() -> Callable[..., None]:
    """Return `roll_samples` for Numba's compiler for GPUs, which takes no placeholders of operations and kernels."""
    resolve_globals(roll_samples)
    return roll_samples


CPU_HINT = 'backend="cpu" needs no GPU'


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
