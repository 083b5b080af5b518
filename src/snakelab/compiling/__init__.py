"""Compilation: one decorator for every hot function, and a disk cache that cannot return outdated physics."""

from snakelab.compiling.cache.folder import cache_folder, cache_root, root_refusal, usual_root
from snakelab.compiling.cache.marks import is_warm, mark_warm, note_use
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
    "is_warm",
    "kernel",
    "mark_warm",
    "note_use",
    "read_shared",
    "require_compiler",
    "resolve_globals",
    "root_refusal",
    "usual_root",
]
