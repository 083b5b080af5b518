"""Intrinsics for all kernels, each imported when a kernel that uses it is compiled."""

from snakelab.compiling.lazy_kernel import lazy_intrinsic

call_address = lazy_intrinsic("snakelab.compiling.calling", "call_address")
read_shared = lazy_intrinsic("snakelab.compiling.shared_memory", "read_shared")
