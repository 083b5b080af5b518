"""Memory and launches of a GPU for the roll-outs: of Numba's current GPU, and of the emulator and the simulator without one."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numba import cuda

from snakelab.plugins.cuda.devices import argument_types, kept_kernel, kept_ptx
from snakelab.plugins.cuda.emulator import EmulatedKernel
from snakelab.plugins.lanes.gpu_rollouts.thread_kernel import CompiledKernel

Launch = Callable[..., None]  # of the arguments of the kernel


class Side(Protocol):
    """Memory and launches of a GPU."""

    name: str

    def host(self, n: int, dtype: Any) -> Any:
        """New flat array of the CPU, for transfers."""

    def device(self, n: int, dtype: Any) -> Any:
        """New flat array of the GPU."""

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array on the GPU."""

    def send(self, array: np.ndarray, device: Any) -> None:
        """Copy an array to one of the GPU."""

    def fetch(self, device: Any, array: np.ndarray) -> np.ndarray:
        """Copy an array of the GPU to one of the CPU, after the kernels that were launched before, and return a copy of that."""

    def launch(self, kernel: CompiledKernel, arguments: Sequence[Any], n_threads: int) -> Launch:
        """Compile a kernel for arguments, or load it from disk, and return its launch with so many threads."""


class Gpu:
    """The current GPU of Numba; its transfers use page-locked memory of the CPU.

    Attributes:
        name: Its name.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def host(self, n: int, dtype: Any) -> Any:
        """New flat array in page-locked memory."""
        return cuda.pinned_array(n, dtype)

    def device(self, n: int, dtype: Any) -> Any:
        """New flat array of the GPU."""
        return cuda.device_array(n, dtype)

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array on the GPU."""
        return cuda.to_device(array)

    def send(self, array: np.ndarray, device: Any) -> None:
        """Copy an array to one of the GPU."""
        device.copy_to_device(array)

    def fetch(self, device: Any, array: np.ndarray) -> np.ndarray:
        """Copy an array of the GPU to one of the CPU; it waits for the kernels that were launched before."""
        return np.array(device.copy_to_host(array))

    def launch(self, kernel: CompiledKernel, arguments: Sequence[Any], n_threads: int) -> Launch:
        """Launch of a kernel that is compiled for one set of types, so that a call does not look at them."""
        with warnings.catch_warnings():
            # Numba warns of a grid too small for the GPU: the first call of a controller only compiles
            warnings.filterwarnings("ignore", message=".*Grid size")
            compiled = kept_kernel(kernel.entry, kernel.digest, argument_types(arguments))
            configured: Launch = compiled[-(-n_threads // kernel.threads), kernel.threads]
        return configured


class EmulatedGpu:
    """Emulator of a GPU's threads, for tests without a GPU; it needs the compiler for GPUs."""

    name = "emulated"

    def host(self, n: int, dtype: Any) -> Any:
        """New flat array."""
        return np.zeros(n, dtype)

    def device(self, n: int, dtype: Any) -> Any:
        """New flat array, whose bytes are known to nobody."""
        return np.frombuffer(bytearray(b"\xff" * (n * np.dtype(dtype).itemsize)), dtype)

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array."""
        return np.array(array)

    def send(self, array: np.ndarray, device: Any) -> None:
        """Copy an array to another."""
        device[...] = array

    def fetch(self, device: Any, array: np.ndarray) -> np.ndarray:
        """Copy of an array."""
        return np.array(device)

    def launch(self, kernel: CompiledKernel, arguments: Sequence[Any], n_threads: int) -> Launch:
        """Run of a kernel, one thread after the other."""
        emulated = EmulatedKernel(kept_ptx(kernel.entry, argument_types(arguments), kernel.digest))
        return lambda *given: emulated(n_threads, given, kernel.threads)


class SimulatedGpu:
    """Numba's CUDA simulator, which runs kernels in Python."""

    name = "simulated in Python"

    def host(self, n: int, dtype: Any) -> Any:
        """New flat array."""
        return np.zeros(n, dtype)

    def device(self, n: int, dtype: Any) -> Any:
        """New flat array."""
        return np.zeros(n, dtype)

    def upload(self, array: np.ndarray) -> Any:
        """Copy of an array."""
        return np.array(array)

    def send(self, array: np.ndarray, device: Any) -> None:
        """Copy an array to another."""
        device[...] = array

    def fetch(self, device: Any, array: np.ndarray) -> np.ndarray:
        """Copy of an array."""
        return np.array(device)

    def launch(self, kernel: CompiledKernel, arguments: Sequence[Any], n_threads: int) -> Launch:
        """Run of a kernel in Python."""
        configured: Launch = cuda.jit(kernel.entry)[-(-n_threads // kernel.threads), kernel.threads]
        return configured
