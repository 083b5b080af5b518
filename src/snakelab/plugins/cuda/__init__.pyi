"""Public names of the package, imported at their first use."""

from .batch import CudaBatch as CudaBatch, CudaEngine as CudaEngine
from .devices import DeviceArray as DeviceArray, EmulatedDevice as EmulatedDevice, Found as Found, find_gpu as find_gpu

__all__ = ["CudaBatch", "CudaEngine"]
