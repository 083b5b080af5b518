"""Roll-outs on an NVIDIA GPU by CUDA: the kernels of the processor, with one lane in each thread.

The dynamics is not implemented twice. The kernels of `planar_batch` and `control.sampling_mpc` use operations on
lane values (`load`, `store`, `where`, `zeros` ...), and a lane value is sixteen numbers on a processor and one number
in a thread of a GPU.
"""

from snakelab.bridges.cuda.backend import CudaLanes, Found, find_gpu, start

__all__ = ["CudaLanes", "Found", "find_gpu", "start"]
