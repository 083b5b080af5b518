"""Lazy kernels: the conditions and version of the compiler, and placeholders that import Numba at their first use."""

import functools
import hashlib
import importlib
import operator
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from snakelab.errors import SnakelabError

# ----------------------------------------------------------------------------------------------------------------------
# Compiler: conditions without which no kernel can be compiled, its version, and the sources that control or extend it
# ----------------------------------------------------------------------------------------------------------------------

COMPILER = Path(__file__).parent
# Files of this folder that do not affect compiled code: they choose the cache folder and print messages.
NOT_COMPILER = ("__init__.py", "cache.py", "threads.py")


# ---- conditions -----------------------------------------------------------------------------------------------------
def require_sources() -> None:
    """Raise SnakelabError if the package has no source files."""
    package = Path(__file__).parent.parent
    if not package.is_dir():
        raise SnakelabError(
            f"snakelab does not run from a zip archive, got {package.parent}: its kernels are compiled from source files; "
            "unpack the archive, or install it with pip"
        )


def require_compiler() -> None:
    """Import Numba, the compiler.

    Raises:
        SnakelabError: if it does not start, or if it is switched off.
    """
    try:
        from numba import config
    except Exception as problem:  # a wrong setting or a damaged installation can raise any exception
        reason = " ".join(str(problem).split()) or type(problem).__name__
        raise SnakelabError(f"Numba, the compiler, does not start: {reason}{_settings()}") from None
    if config.DISABLE_JIT:
        raise SnakelabError("NUMBA_DISABLE_JIT is set: nothing is compiled, and snakelab does not run so; unset it")


def _settings() -> str:
    """Settings of Numba in the environment, as a hint."""
    given = " ".join(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_"))
    return f"; the environment has {given}" if given else "; type: snakelab doctor"


# ---- version and sources --------------------------------------------------------------------------------------------
@functools.cache
def version_digest() -> str:
    """Hexadecimal digest of the versions of the compiler and of the sources in this folder, which control it.

    Raises:
        SnakelabError: if the compiler does not start.
    """
    require_compiler()
    import llvmlite
    import numba
    import numpy as np

    python = platform.python_version(), getattr(sys, "abiflags", ""), platform.machine()
    versions = numba.__version__, llvmlite.__version__, np.__version__, *python
    return hashlib.sha256(repr((versions, folder_digest(COMPILER))).encode()).hexdigest()[:16]


@functools.cache
def folder_digest(folder: Path) -> str:
    """Hexadecimal digest of the sources in a folder, but not below it, which control or extend the compiler."""
    watch(folder)
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        if folder != COMPILER or path.name not in NOT_COMPILER:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


@functools.cache
def package_folder(package: str) -> Path:
    """Folder of a package, which is imported for this, or of a module in no package."""
    return Path(importlib.import_module(package).__file__ or "").parent


# The text that is read may not be that which was imported, if a file was written after the start of the program.
_AT_START: dict[Path, dict[str, tuple[int, ...]]] = {}


def watch(folder: Path) -> None:
    """Remember the state of the sources in a folder, for `sources_changed`."""
    if folder not in _AT_START:
        _AT_START[folder] = _state(folder)


def sources_changed() -> bool:
    """True if a source of the compiler was written since the start of the program: compiled code must not be stored."""
    return any(_state(folder) != state for folder, state in _AT_START.items())


def _state(folder: Path) -> dict[str, tuple[int, ...]]:
    """Time of the last change, size and number of each source in a folder."""
    try:
        with os.scandir(folder) as entries:
            states = {entry.name: entry.stat() for entry in entries if entry.name.endswith(".py")}
    except OSError:
        return {}
    return {name: (state.st_ctime_ns, state.st_size, state.st_ino) for name, state in states.items()}


watch(COMPILER)


# ----------------------------------------------------------------------------------------------------------------------
# Kernels and intrinsics as placeholders
#
# Numba is imported when the first one is called or compiled, not when one is defined. A placeholder has the Numba type of
# the object that it represents, so that a compiled function may call it as it is.
# ----------------------------------------------------------------------------------------------------------------------

# Roles of kernels in the code of those that call them, see `machine_code`: always inlined; always inlined, but stored on disk;
# others.
PIECE, STAGE, OTHER = "piece", "stage", "other"
_MAKING = threading.RLock()  # one kernel may be called first by several threads at once
_INTERPRETED = ContextVar("interpreted kernels", default=False)


@contextmanager
def interpreted() -> Iterator[None]:
    """Context in which Python runs interpretable kernels that are not compiled yet.

    For commands that compute little and would wait a second for Numba. The last bits of results may differ from those of
    compiled kernels: not for simulations.
    """
    token = _INTERPRETED.set(True)
    try:
        yield
    finally:
        _INTERPRETED.reset(token)


class LazyKernel:
    """A kernel; its first use in Python or in another kernel makes a dispatcher of Numba.

    Calls from Python and from other kernels have separate dispatchers: most kernels are called from one of the two only, and
    only calls from Python need an interface to Python and machine code. All attributes of the dispatcher for calls from Python
    are available, such as `signatures`.

    Args:
        function: The Python function.
        make: Returns the dispatcher of the function; its second argument is True for calls from other kernels.
        interpretable: Python can run the function too, see `interpreted`.
        options: Names of the compiler options that are set, a part of the kernel's digest.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        make: Callable[[Callable[..., Any], bool], Any],
        interpretable: bool = False,
        options: tuple[str, ...] = (),
    ):
        functools.update_wrapper(self, function)
        self.py_func = function
        self.options = options
        self._make = make
        self._interpretable = interpretable
        self._run: Callable[..., Any] = self._run_first
        self._part: Any = None

    # a call runs the dispatcher itself, without a Python function between them
    __call__ = property(operator.attrgetter("_run"))

    @property
    def made(self) -> Any:
        """The dispatcher for calls from Python."""
        if self._run == self._run_first:
            with _MAKING:
                if self._run == self._run_first:
                    self._run = _represented(self, self._make(self.py_func, False))
        return self._run

    @property
    def part(self) -> Any:
        """The dispatcher for calls from other kernels, of which the code becomes a part."""
        if self._part is None:
            with _MAKING:
                if self._part is None:
                    self._part = _represented(self, self._make(self.py_func, True))
        return self._part

    @property
    def _numba_type_(self) -> Any:
        return self.part._numba_type_

    def _run_first(self, *arguments: Any) -> Any:
        if self._interpretable and _INTERPRETED.get():
            return self.py_func(*arguments)
        return self.made(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in (
            "made",
            "part",
            "py_func",
            "options",
            "_run",
            "_part",
            "_make",
            "_interpretable",
        ):  # of a copy that is not complete yet
            raise AttributeError(name)
        return getattr(self.made, name)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__qualname__}>"

    def __reduce__(self) -> Any:
        return _named, (self.__module__, self.__qualname__)


class LazyIntrinsic:
    """An intrinsic of Numba; its first use in a kernel imports the module that defines it.

    Args:
        make: Returns the intrinsic.
        module: Name of the module that defines it, or makes it. Its sources, for the digest of kernels, are all files in the
            folder of that module: other modules may register operators that a kernel uses without a name.
        name: Its name in that module.
        arguments: Values from which it is made.
    """

    def __init__(self, make: Callable[[], Any], module: str, name: str, arguments: tuple[Any, ...] = ()):
        self._make = make
        self.name, self.arguments = f"{module}.{name}", arguments
        self.folder = package_folder(module.rpartition(".")[0])
        watch(self.folder)

    def __call__(self, *arguments: Any) -> Any:
        """Raise what Numba raises where an intrinsic is called from Python."""
        return self.made(*arguments)

    @functools.cached_property
    def made(self) -> Any:
        """The intrinsic."""
        return _represented(self, self._make())

    @property
    def _numba_type_(self) -> Any:
        return self._of_processor

    @functools.cached_property
    def _of_processor(self) -> Any:
        from numba.core.registry import cpu_target

        made = self.made
        cpu_target.typing_context.refresh()  # objects registered during a compilation
        cpu_target.target_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


def lazy_intrinsic(module: str, name: str, *also: str) -> Any:
    """The intrinsic of that name in a module, imported when a kernel uses it.

    Args:
        module: Where it is defined.
        name: Its name.
        also: Modules that are imported with it.
    """

    def make() -> Any:
        for other in also:
            importlib.import_module(other)
        return getattr(importlib.import_module(module), name)

    return LazyIntrinsic(make, module, name)


def _represented(placeholder: Any, made: Any) -> Any:
    """The object that a placeholder represents, with a reference to it for digests."""
    made.placeholder = placeholder
    return made


def resolved(value: Any) -> Any:
    """Object that a placeholder represents; any other value unchanged."""
    return value.made if isinstance(value, LazyKernel | LazyIntrinsic) else value


def _named(module: str, name: str) -> Any:
    """The object of that qualified name."""
    loaded: Any = importlib.import_module(module)
    for part in name.split("."):
        loaded = getattr(loaded, part)
    return loaded


# ----------------------------------------------------------------------------------------------------------------------
# Intrinsics for all kernels, each imported when a kernel that uses it is compiled
# ----------------------------------------------------------------------------------------------------------------------

call_address = lazy_intrinsic("snakelab.kernels.machine_code", "call_address")
call_kernel = lazy_intrinsic("snakelab.kernels.machine_code", "call_kernel")
read_shared = lazy_intrinsic("snakelab.kernels.machine_code", "read_shared")
tables_at = lazy_intrinsic("snakelab.kernels.machine_code", "tables_at")
unwrapped = lazy_intrinsic("snakelab.kernels.machine_code", "unwrapped")
