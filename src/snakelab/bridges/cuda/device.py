"""Search for a CUDA device, and start of the back end."""

import os
from importlib.util import find_spec
from typing import Any, NamedTuple

from snakelab.bridges.cuda.backend import CudaLanes
from snakelab.errors import ControlError, MissingExtraError
from snakelab.installation import install_line

INSTEAD = 'backend="cpu" needs no GPU'


class Found(NamedTuple):
    """Result of the search for a CUDA device.

    Attributes:
        name: Name of the GPU, or empty.
        why_not: Reason why there is none, or empty.
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
            name = cuda.get_current_device().name
            return Found(name.decode() if isinstance(name, bytes) else str(name), "")
        return Found("", _reason(cuda.cuda_error()))
    except ImportError as broken:
        return Found("", f"numba-cuda does not start: {_line(broken)}", install=True)
    except Exception as broken:  # drivers fail in any way
        return Found("", _line(broken))


def start() -> CudaLanes:
    """Start the back end "cuda".

    Raises:
        MissingExtraError: if numba-cuda is not installed.
        ControlError: if no GPU is found.
    """
    gpu = find_gpu()
    if gpu.install:
        raise MissingExtraError(
            f"roll-outs on a GPU need numba-cuda ({gpu.why_not}); type: {install_line('cuda')}; {INSTEAD}"
        )
    if not gpu.name:
        raise ControlError(f"no NVIDIA GPU that CUDA can use was found ({gpu.why_not}); {INSTEAD}")
    return CudaLanes(gpu.name)


def _reason(error: Any) -> str:
    """Reason why the driver did not start."""
    return _line(error) if error else "the driver sees no GPU, or the compiler for it (NVVM) is missing"


def _line(error: Any) -> str:
    """Message of an error, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
