"""How snakelab compiles: one decorator for every hot function, and a disk cache that cannot serve old physics."""

from snakelab.compiling.environment import require_compiler

require_compiler()  # before anything else imports Numba

from snakelab.compiling.calling import call_address  # noqa: E402
from snakelab.compiling.decorator import kernel  # noqa: E402
from snakelab.compiling.folder import cache_folder, cache_root, root_refusal, usual_root  # noqa: E402
from snakelab.compiling.marks import is_warm, mark_warm, note_use  # noqa: E402
from snakelab.compiling.notice import announce_compiling  # noqa: E402
from snakelab.compiling.shared_memory import read_shared  # noqa: E402

__all__ = [
    "announce_compiling",
    "call_address",
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
