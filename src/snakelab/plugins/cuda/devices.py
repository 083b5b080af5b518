"""Devices on which the kernels of a batch run: a GPU through Numba, or the emulator of its threads. Their arrays and launches.

Compiled code is kept on disk: by the sources of the kernels, the structure of the model and the types of the arguments.
"""

import ctypes
import hashlib
import importlib
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import numpy as np

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.kernels.cache import cache_folder, make_private
from snakelab.plugins.cuda.emulator import EmulatedKernel
from snakelab.plugins.cuda.lane_tables import ROBOTS, plain_indices
from snakelab.system import install_line

Kernel = Callable[..., None]  # of the number of threads, then the arguments
CAPABILITY = (9, 0)  # of the GPU for which the emulator compiles


class Device(Protocol):
    """Memory and launches of a device."""

    name: str

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """New array, with any contents."""

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array on the device."""

    def download(self, array: Any) -> np.ndarray:
        """Copy of an array of the device."""

    def own(self, array: Any) -> Any:
        """Array of another package on this device, without a copy; None for an array of the CPU."""

    def kernel(self, entry: Callable[..., None], digest: str) -> Kernel:
        """Launch of a kernel, which is compiled at its first call.

        Args:
            entry: Copy of the kernel, see `KernelCopies`.
            digest: Of all that its code depends on.
        """


# ----------------------------------------------------------------------------------------------------------------------
# Search for a GPU
# ----------------------------------------------------------------------------------------------------------------------


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
    """Find the GPU, or the reason why there is none. Never raises."""
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
        raise SimulationError("a kernel that adds 1 to 0 gave another number")


def _add_one(numbers):
    numbers[0] += 1


def _reason(error: Any) -> str:
    """Reason why the driver did not start."""
    return _line(error) if error else "the driver sees no GPU, or the compiler for it (NVVM) is missing"


def _line(error: Any) -> str:
    """Message of an error, on one line."""
    return " ".join(str(error).split()) or type(error).__name__


# ----------------------------------------------------------------------------------------------------------------------
# GPU
# ----------------------------------------------------------------------------------------------------------------------


class CudaDevice:
    """The current GPU of Numba.

    Attributes:
        name: Its name.
        threads: Threads of a block: one warp or several.
    """

    threads = 64

    def __init__(self, name: str) -> None:
        self.name = name

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """New array, with any contents."""
        from numba import cuda

        return cuda.device_array(shape, dtype)

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array on the GPU."""
        from numba import cuda

        return cuda.to_device(array)

    def download(self, array: Any) -> np.ndarray:
        """Copy of an array of the GPU; waits for the kernels that were launched before."""
        return np.asarray(array.copy_to_host())

    def own(self, array: Any) -> Any:
        """Array of another package on the GPU, by `__cuda_array_interface__`; None for an array of the CPU."""
        from numba import cuda

        return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else None

    def kernel(self, entry: Callable[..., None], digest: str) -> Kernel:
        """Launch of a kernel."""
        compiled = kept_kernel(entry, digest)

        def launch(n_threads: int, *arguments: Any) -> None:
            with plain_indices(), warnings.catch_warnings():
                warnings.filterwarnings("ignore", message=".*Grid size")
                compiled[-(-n_threads // self.threads), self.threads](*arguments)

        return launch


def kept_kernel(entry: Callable[..., None], digest: str, kinds: tuple[Any, ...] | None = None) -> Any:
    """Dispatcher of Numba whose compiled code is kept in a folder of the cache that a digest names; in memory if there is none.

    Args:
        entry: The kernel, which takes no placeholders.
        digest: Of all that its code depends on.
        kinds: Types of its only arguments, for which it is compiled or loaded now; None to compile it at the first launch.
    """
    from numba import cuda

    def made(cache: bool) -> Any:
        if kinds is None:
            return cuda.jit(entry, cache=cache)
        with plain_indices():
            return cuda.jit(cuda.types.void(*kinds), cache=cache)(entry)

    folder = cache_folder() / f"cuda-{digest}"
    try:
        make_private(folder)
        with _cache_in(folder):
            return made(cache=True)
    except (OSError, RuntimeError):  # no folder that can be written, or no file of the source
        return made(cache=False)


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Context in which Numba takes a folder as that of its cache."""
    from numba.cuda import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


# ----------------------------------------------------------------------------------------------------------------------
# Emulator
# ----------------------------------------------------------------------------------------------------------------------


class EmulatedDevice:
    """Emulator of a GPU's threads: for tests without a GPU. It needs the compiler for GPUs, but neither a GPU nor its driver."""

    name = "emulated"

    def __init__(self) -> None:
        require_compiler()

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """New array, filled with NaN or a large number, as nothing is known of it on a GPU."""
        dtype = np.dtype(dtype)
        return np.full(shape, np.nan if dtype.kind == "f" else 1 if dtype.kind == "b" else 2**31 - 1, dtype)

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array."""
        return np.array(array, order="C")

    def download(self, array: Any) -> np.ndarray:
        """Copy of an array."""
        return np.array(array)

    def own(self, array: Any) -> Any:
        """The array itself, if it is one of this device."""
        return array if isinstance(array, np.ndarray) else None

    def kernel(self, entry: Callable[..., None], digest: str) -> Kernel:
        """Run of a kernel, one thread after the other."""
        compiled: dict[Any, EmulatedKernel] = {}

        def run(n_threads: int, *arguments: Any) -> None:
            kinds = argument_types(arguments)
            if kinds not in compiled:
                compiled[kinds] = EmulatedKernel(kept_ptx(entry, kinds, digest))
            compiled[kinds](n_threads, arguments, ROBOTS)

        return run


def require_compiler() -> None:
    """Raise MissingExtraError without numba-cuda and its compiler."""
    try:
        nvvm = importlib.import_module("numba.cuda.cudadrv.nvvm")
        importlib.import_module("numba_cuda")
        found = nvvm.is_available()
    except Exception as problem:  # a damaged installation can raise any exception
        raise MissingExtraError(f"device code needs numba-cuda ({problem}); type: {install_line('cuda')}") from None
    if not found:
        raise MissingExtraError(f"device code needs the compiler of CUDA (NVVM); type: {install_line('cuda')}")


def argument_types(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Types of Numba of the arguments of a kernel."""
    typeof = importlib.import_module("numba.cuda.typing.typeof").typeof
    return tuple(typeof(argument) for argument in arguments)


def kept_ptx(entry: Callable[..., None], kinds: tuple[Any, ...], digest: str) -> str:
    """PTX of a kernel, from the disk if it was compiled before.

    Args:
        entry: Copy of the kernel.
        kinds: Types of its arguments.
        digest: Of all that its code depends on.
    """
    named = hashlib.sha256(repr((digest, str(kinds), CAPABILITY)).encode()).hexdigest()[:16]
    path = cache_folder() / f"cuda-{digest}" / f"{entry.__name__}.{named}.ptx"
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        text = compile_ptx(entry, kinds)
    try:
        make_private(path.parent)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError:  # a read-only home: compile every time
        pass
    return text


def compile_ptx(entry: Callable[..., None], kinds: tuple[Any, ...], capability: tuple[int, int] = CAPABILITY) -> str:
    """Compile a kernel to PTX. Neither a GPU nor a driver is needed.

    Args:
        entry: Copy of the kernel.
        kinds: Types of its arguments.
        capability: Compute capability of the GPU.
    """
    from numba import cuda

    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    current = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)  # of device functions
    try:
        with plain_indices():
            text, _ = cuda.compile_ptx(entry, kinds, device=False, cc=capability)
    finally:
        dispatcher.get_current_device = current
    return str(text).replace("\0", "")


def code_digest(*parts: object) -> str:
    """Digest of device code: of the modules that make it, the compiler, and further properties.

    Args:
        parts: Properties, which their texts represent.
    """
    try:
        from importlib.metadata import version

        compiler = version("numba-cuda")
    except ImportError:
        compiler = "none"
    names = ("device_code.py", "kernel_copies.py", "lane_tables.py")
    texts = [(Path(__file__).parent / name).read_text(encoding="utf-8") for name in names]
    text = repr((texts, compiler, *parts))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ----------------------------------------------------------------------------------------------------------------------
# Exchange of arrays with other packages
# ----------------------------------------------------------------------------------------------------------------------


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER))
_HELD: dict[int, tuple[Any, ...]] = {}  # what exported arrays refer to, by the address of each
CPU, CUDA = 1, 2  # types of devices in DLPack


@_DELETER
def _release(managed: Any) -> None:
    _HELD.pop(ctypes.addressof(managed.contents), None)


class DeviceArray:
    """Array of a device that other packages read without a copy, by DLPack or by `__cuda_array_interface__`.

    `torch.from_dlpack(array)` and `jax.dlpack.from_dlpack(array)` take it; so does `numpy.asarray(array)`, which copies it from
    the device. The next call of the batch overwrites it.

    Args:
        array: Array of Numba, or of NumPy on the emulator.
        device: Its device.
    """

    def __init__(self, array: Any, device: Device):
        self._array, self._device = array, device
        if hasattr(array, "__cuda_array_interface__"):
            self.__cuda_array_interface__ = array.__cuda_array_interface__

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""
        return tuple(self._array.shape)

    @property
    def dtype(self) -> Any:
        """Type of the numbers."""
        return self._array.dtype

    @property
    def on_device(self) -> Any:
        """Array of Numba, or of NumPy on the emulator."""
        return self._array

    def first(self, n_rows: int) -> "DeviceArray":
        """The first rows, without a copy."""
        return DeviceArray(self._array[:n_rows], self._device)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Copy on the CPU."""
        return self._device.download(self._array).astype(dtype or self.dtype, copy=False)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Type and number of the device."""
        return (CPU, 0) if isinstance(self._array, np.ndarray) else (CUDA, 0)

    def __dlpack__(self, **options: Any) -> Any:
        """Capsule of a tensor of DLPack 0.8, whose kernels were launched before."""
        kind, number = self.__dlpack_device__()
        if kind == CUDA:
            from numba import cuda

            cuda.synchronize()
        if self.dtype.kind not in "fiu":
            raise SimulationError(f"DLPack has no type for {self.dtype}")
        address = self._array.ctypes.data if kind == CPU else self._array.__cuda_array_interface__["data"][0]
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        code = {"i": 0, "u": 1, "f": 2}[self.dtype.kind]
        tensor = _Tensor(
            address, kind, number, len(self.shape), _Type(code, 8 * self.dtype.itemsize, 1), shape, None, 0
        )
        managed = _Managed(tensor, None, _release)
        _HELD[ctypes.addressof(managed)] = (managed, shape, self._array)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(managed), b"dltensor", None)
