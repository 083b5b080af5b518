"""Backend "cuda" of the roll-outs: calls on an NVIDIA GPU, the search for it, and the simulation in plain Python.

The kernels are in `thread_kernel` and `selection`, memory and launches in `launches`.
"""

import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda

from snakelab.control.plan_sampling import BestSamples
from snakelab.errors import ControlError, MissingExtraError
from snakelab.kernels.lazy_kernel import LazyIntrinsic, resolved
from snakelab.plugins.cuda.devices import find_gpu
from snakelab.plugins.lanes.gpu_rollouts.launches import Gpu, Side, SimulatedGpu
from snakelab.plugins.lanes.gpu_rollouts.selection import Selection
from snakelab.plugins.lanes.gpu_rollouts.thread_kernel import Arguments, Structure, kernel_of, structure_of
from snakelab.plugins.lanes.model import lane_model
from snakelab.plugins.lanes.model.lane_model import LaneModel
from snakelab.plugins.lanes.mpc.kernels import RolloutTask, roll
from snakelab.plugins.lanes.mpc.settings import Draw
from snakelab.plugins.lanes.vector import lane_value
from snakelab.plugins.lanes.vector.lane_value import consecutive, rows, store
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Backend "cuda": transfer of arguments to the GPU, launch, and transfer of the costs back
# ----------------------------------------------------------------------------------------------------------------------

# Launches that are kept; alignment of each array in the memory of one [bytes].
MAX_CALLS, ALIGNMENT = 8, 256


class CudaLanes:
    """Roll-outs on a GPU, one sample to a thread.

    A sample has the same inputs as on the processor, and the same motion except for rounding: a GPU fuses products and
    sums. Repeated calls are bit-equal on the same GPU.

    The arrays of the last model stay on the GPU, so that a controller transfers its map of the walls once.

    Attributes:
        name: Name of the GPU.
    """

    def __init__(self, side: Side) -> None:
        self.name, self._side = side.name, side
        self._last: tuple[LaneModel, tuple[Any, ...]] | None = None
        self._calls: dict[Any, _Call] = {}

    def costs(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        return self._call(model, draw, task, n_samples).costs(draw, task)

    def best(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int, n_best: int) -> BestSamples:
        """Best samples, whose costs are the only ones that are transferred; see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        return self._call(model, draw, task, n_samples).best(draw, task, n_best)

    def _call(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> "_Call":
        """Launch for these arguments, with the memory of earlier ones of their shapes."""
        structure = structure_of(model, draw, task)
        key = (structure, n_samples, task.nominal.shape, draw.table.size)
        call = self._calls.get(key)
        if call is None or call.model is not model:
            if len(self._calls) >= MAX_CALLS:
                self._calls.clear()
            call = self._calls[key] = _Call(self._side, structure, model, self._maps(model), draw, task, n_samples)
        return call

    def launch_again(self) -> None:
        """Launch the kernel of the last new call again, without transfers, to measure it."""
        next(reversed(self._calls.values())).launch()

    def _maps(self, model: LaneModel) -> tuple[Any, ...]:
        """Arrays of the model on the GPU: distances, corners and current."""
        last = self._last
        if last is None or last[0] is not model:
            arrays = (model.distances, model.corners.ravel(), model.current)
            last = self._last = (model, tuple(self._side.upload(array) for array in arrays))
        return last[1]


class _Call:
    """Launch for one model and one shape of its arguments: its memory on both sides and its compiled kernel are kept.

    The arrays of a call lie in one piece of page-locked memory, so that one transfer brings them to the GPU.

    Args:
        side: Memory and launches.
        structure: Of the arguments.
        model: The model, which must live as long as the call.
        maps: Its arrays on the GPU.
        draw, task: Arguments of the shapes of later ones.
        n_samples: Number of samples [-].
    """

    def __init__(
        self,
        side: Side,
        structure: Structure,
        model: LaneModel,
        maps: tuple[Any, ...],
        draw: Draw,
        task: RolloutTask,
        n_samples: int,
    ) -> None:
        self.model, self._side = model, side
        lengths, dtype = Arguments.lengths(structure, draw, task), model.links.dtype
        kinds = (dtype, dtype, np.dtype(np.uint32), np.dtype(np.uint32))
        sizes = [length * kind.itemsize for length, kind in zip(lengths, kinds, strict=True)]
        starts = np.cumsum([0, *(-(-size // ALIGNMENT) * ALIGNMENT for size in sizes)]).tolist()
        self._host, self._device = side.host(starts[-1], np.uint8), side.device(starts[-1], np.uint8)
        parts = [
            (slice(start, start + size), kind) for start, size, kind in zip(starts[:-1], sizes, kinds, strict=True)
        ]
        numbers, sequences, whole, words = (
            (self._device[part].view(kind) if part.stop > part.start else side.upload(np.zeros(0, kind)))
            for part, kind in parts
        )
        self._arguments = Arguments(structure, *(self._host[part].view(kind) for part, kind in parts))
        self._arguments.set_model(model)
        self._costs, self._host_costs = side.device(n_samples, dtype), side.host(n_samples, dtype)
        self._given = (numbers, sequences, whole, *maps, words, self._costs)
        self._launch = side.launch(kernel_of(structure), self._given, n_samples)
        self._selection = Selection(side, self._costs)

    def costs(self, draw: Draw, task: RolloutTask) -> Any:
        """Cost of each sample."""
        self._begin(draw, task)
        self.launch()
        return self._side.fetch(self._costs, self._host_costs)

    def best(self, draw: Draw, task: RolloutTask, n_best: int) -> BestSamples:
        """Best samples."""
        self._begin(draw, task)
        self._selection.begin(n_best)
        self.launch()
        return self._selection.best()

    def _begin(self, draw: Draw, task: RolloutTask) -> None:
        """Send what may differ from call to call."""
        self._arguments.set_task(draw, task)
        self._side.send(self._host, self._device)

    def launch(self) -> None:
        """Launch the kernel."""
        self._launch(*self._given)


CPU_HINT = 'backend="cpu" needs no GPU'


def start() -> "CudaLanes | SimulatedLanes":
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
    return SimulatedLanes(gpu.name) if cuda.config.ENABLE_CUDASIM else CudaLanes(Gpu(gpu.name))


# ----------------------------------------------------------------------------------------------------------------------
# Kernels as plain Python for Numba's CUDA simulator, which does not run compiled code
#
# Each kernel is copied with its own code, and its globals are replaced: another kernel by its copy, an operation on lane
# values by the operation on one NumPy number. A plain Python number combined with a NumPy number takes its dtype, as a
# scalar combined with a lane value does.
# ----------------------------------------------------------------------------------------------------------------------


def roll_sample(model, draw, task, costs):
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


class SimulatedLanes:
    """Roll-outs in Numba's CUDA simulator.

    Attributes:
        name: "simulated in Python".
    """

    def __init__(self, name: str) -> None:
        self.name, self._kernel = name, cuda.jit(in_plain_python(roll_sample))

    def costs(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,); see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        costs = np.zeros(n_samples, model.links.dtype)
        with warnings.catch_warnings():
            # words of random numbers are truncated to 32 bits
            warnings.filterwarnings("ignore", message="overflow encountered in scalar")
            self._kernel[-(-n_samples // 32), 32](model, draw, task, costs)
        return costs

    def best(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int, n_best: int) -> BestSamples:
        """Best samples; see `plugins.lanes.mpc.rollouts.RolloutBackend`."""
        selection = Selection(SimulatedGpu(), self.costs(model, draw, task, n_samples))
        selection.begin(n_best)
        return selection.best()


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
    def several_lanes(x: Any) -> bool:
        """Return False: it is one number."""
        return False

    @staticmethod
    def is_float64(a: Any) -> bool:
        """Return whether it is a float64."""
        return bool(a.dtype == np.float64)


@cache
def _replacements() -> dict[int, Any]:
    """Operations on one number, by the intrinsics in the globals of a kernel, or their placeholders."""
    operations = {id(resolved(getattr(lane_value, name))): getattr(OneLane, name, None) for name in lane_value.__all__}

    for made, record in ((lane_model.new_lanes, lane_model.Lanes), (lane_model.new_inputs, lane_model.JointInputs)):
        operations[id(resolved(made))] = _rows_of(record)
    return {key: operation for key, operation in operations.items() if operation is not None}


def _rows_of(record: Any) -> Callable[[Any, tuple[int, ...]], Any]:
    """Function that returns a record of arrays of rows, at least four rows each."""
    return lambda x, each: record(*(OneLane.rows(x, (*each, 0, 0, 0)) for _ in record._fields))


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
