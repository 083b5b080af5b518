"""How snakelab compiles: one decorator for every hot function, and a disk cache that cannot serve old physics.

Numba's own cache looks at the file of the compiled function only, so an edited law in *another* file would go unseen.
Here the cache folder is named by a digest of all kernel sources and of the compiler's version: any edit starts a new one.
"""

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.options import DefaultOptions
from numba.extending import intrinsic

from snakelab import cache_place, cache_use
from snakelab.kernel_sources import kernel_sources
from snakelab.own_code import OwnCodeCompiler

PACKAGE = Path(__file__).parent
# Without `nnan` and `ninf`: they would let the compiler delete the checks that detect divergence.
FASTMATH = {"contract", "reassoc", "nsz", "arcp", "afn"}
# Numba does not document this option; where a version lacks it, everything runs, only slower.
COUNTING_CAN_BE_OFF = hasattr(DefaultOptions, "_nrt")


def cache_root() -> Path:
    """The user's cache folder for compiled code: `$SNAKELAB_CACHE`, else the platform's usual place."""
    if named := os.environ.get("SNAKELAB_CACHE"):
        return Path(named)
    if platform.system() == "Windows":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "snakelab" / "cache"
    if platform.system() == "Darwin":
        return _home() / "Library" / "Caches" / "snakelab"
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "snakelab"


def _home() -> Path:
    """The user's home, or the place of temporary files where there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir())


def kernel_digest(package: Path = PACKAGE) -> str:
    """Hexadecimal digest of every source that compiled code is made of and of the versions that compile it."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), platform.machine())
    digest.update(repr(versions).encode())
    for path, text in kernel_sources(package).items():
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(text.encode())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path:
    """Where this version's compiled code lives."""
    return cache_root() / kernel_digest()


_PLACE = "shared" if cache_place.IS_SHARED else hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:8]
WARM_MARK, WHOLE_MARK = f"warm-{_PLACE}", f"whole-{_PLACE}"
NOTICE = "Compiling the engine (first run on this machine only, under a minute) ..."


def is_warm(whole: bool = False) -> bool:
    """Whether the loop of these sources, or the whole of them, has been compiled on this machine before."""
    try:
        return (cache_folder() / (WHOLE_MARK if whole else WARM_MARK)).exists()
    except OSError:  # a folder that may not be looked into
        return False


def note_use() -> None:
    """Date the cache of these sources by now, for `mark_warm` to know it is in use."""
    cache_use.note_use(cache_folder() / WARM_MARK)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


_announced = False


def announce_compiling(say: Callable[[str], None] = _tell) -> None:
    """Say once, on stderr unless told otherwise, that compiling takes a while."""
    global _announced
    if not _announced:
        _announced = True
        say(NOTICE)


def mark_warm(keep: int = 4, whole: bool = False) -> None:
    """Note that the loop, or the whole, is compiled, and drop the caches out of use.

    Args:
        keep: So many of those used last stay at least; see `drop_unused`.
        whole: Whether all of the package is compiled.
    """
    try:
        (cache_folder() / WARM_MARK).touch()
        if whole:
            (cache_folder() / WHOLE_MARK).touch()
        cache_use.drop_unused(cache_root(), keep)
    except OSError:  # a read-only home: compile every time, but run
        pass


_KERNELS: list[Any] = []


def drop_cache() -> None:
    """Go on without a cache, and empty it: after a damaged file, or a disk without room."""
    for compiled in _KERNELS:
        compiled._cache = NullCache()
    shutil.rmtree(cache_folder(), ignore_errors=True)


@intrinsic
def read_shared(typingctx: Any, array: Any, place: Any) -> Any:
    """array[place] of an int64 array as another thread may have changed it: the compiler may not keep an old value."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load_atomic(builder.gep(data, [args[1]]), "acquire", 8)

    return numba.int64(array, numba.int64), codegen


def kernel(
    function: Callable[..., Any] | None = None,
    *,
    inline: bool = False,
    allocates: bool = False,
    inner: bool = False,
    stage: bool = False,
    ordered: bool = False,
) -> Any:
    """Compile a hot function: scalar loops, no allocation, no Python inside.

    Args:
        function: The Python function.
        inline: Force the compiler to inline it: for the small algebra of vectors and blocks.
        allocates: The function makes arrays. Others need no reference counting, which would cost a short chain more than its
            physics: half of every step.
        inner: Only other kernels call it, never Python: it compiles in half the time. Inlined.
        stage: Likewise, but a large one, which is kept on disk for the next kernel that calls it. A call would hand over
            every array of the model and the scratch, number by number.
        ordered: Sums keep the order in which they are written: what comes late can be added last, and nothing waits for it.
    """
    if function is None:
        return functools.partial(kernel, inline=inline, allocates=allocates, inner=inner, stage=stage, ordered=ordered)
    small = inline or inner
    options: dict[str, Any] = {
        "fastmath": FASTMATH - {"reassoc"} if ordered else FASTMATH,
        "error_model": "numpy",
        "nogil": True,
        "forceinline": small or stage,
        "pipeline_class": OwnCodeCompiler,
    }
    options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner or stage}
    if not allocates and COUNTING_CAN_BE_OFF:
        options["_nrt"] = False
    try:
        with _filed_for(function):
            compiled = numba.njit(cache=not small, **options)(function)
        _KERNELS.append(compiled)
        return compiled
    except (OSError, RuntimeError):  # no place to write a cache to
        return numba.njit(**options)(function)


@contextmanager
def _filed_for(function: Callable[..., Any]) -> Iterator[None]:
    """Only ours go to our folder, and under their module's name: Numba reads the settings while it decorates."""
    settings = {"CACHE_DIR": str(cache_folder())}
    if cache_place.IS_SHARED and cache_place.is_ours(function.__code__.co_filename):
        settings["CACHE_LOCATOR_CLASSES"] = cache_place.NAME
    before = {name: getattr(numba.config, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(numba.config, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(numba.config, name, value)
