"""Compilation: one decorator for every hot function, and a disk cache that cannot return outdated physics."""

from snakelab.compiling.cache import (
    cache_folder,
    cache_root,
    is_compiled,
    mark_compiled,
    root_refusal,
    usual_root,
    version_folders,
)
from snakelab.compiling.decorator import kernel
from snakelab.compiling.environment import require_compiler, require_sources
from snakelab.compiling.intrinsics import call_address, read_shared
from snakelab.compiling.lazy_kernel import interpreted, resolve_globals
from snakelab.compiling.notice import announce_compiling

require_sources()

__all__ = [
    "announce_compiling",
    "call_address",
    "cache_folder",
    "cache_root",
    "interpreted",
    "is_compiled",
    "kernel",
    "mark_compiled",
    "read_shared",
    "require_compiler",
    "resolve_globals",
    "root_refusal",
    "usual_root",
    "version_folders",
]
