"""How snakelab compiles: one decorator for every hot function, and a disk cache that cannot serve old physics."""

from snakelab.compiling.decorator import kernel
from snakelab.compiling.folder import cache_folder, cache_root, root_refusal, usual_root
from snakelab.compiling.marks import is_warm, mark_warm, note_use
from snakelab.compiling.notice import announce_compiling
from snakelab.compiling.shared_memory import read_shared

__all__ = [
    "announce_compiling",
    "cache_folder",
    "cache_root",
    "is_warm",
    "kernel",
    "mark_warm",
    "note_use",
    "read_shared",
    "root_refusal",
    "usual_root",
]
