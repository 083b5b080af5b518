"""Roll-outs on an NVIDIA GPU by CUDA: the stages of the processor's lanes, with one lane in each thread.

Nothing of the mechanics is written again. The stages speak of lanes in a few words (`load`, `store`, `where`, `zeros` ...), and
a value of lanes is sixteen numbers on a processor and one number in a thread of a GPU; see `planar_batch.vector`.
"""

from snakelab.bridges.cuda.backend import CudaLanes
from snakelab.bridges.cuda.device import Found, find_gpu, start

__all__ = ["CudaLanes", "Found", "find_gpu", "start"]
