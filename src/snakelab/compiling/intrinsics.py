"""Intrinsics for all kernels, each imported when a kernel that uses it is compiled."""

from snakelab.compiling.lazy_kernel import lazy_intrinsic

call_address = lazy_intrinsic("snakelab.compiling.intrinsic_code", "call_address")
read_shared = lazy_intrinsic("snakelab.compiling.intrinsic_code", "read_shared")
