"""Storage of compiled code on disk, by digests of kernels: an entry is loaded only for the kernel from which it was compiled.

Each file has a checksum, so that a damaged one is compiled again and never run.
"""

import contextlib
import hashlib
import os
import pickle
import re
import uuid
import zlib
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from filelock import FileLock, Timeout
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from snakelab.kernels.cache import CODE, LOST, cache_folder, is_own_file, make_private, note_use, refusal_of
from snakelab.kernels.digest import current_kernel_digest, kernel_digest, layout
from snakelab.kernels.lazy_kernel import LazyKernel, sources_changed
from snakelab.system import fewer_collections

SEAL = 4  # bytes


class CodeFiles:
    """The compiled code of one kernel, a file for each signature.

    Each names the signature that it is for, and there is no list of them: processes that compile at once cannot mix them up.

    Args:
        folder: Of the files.
        base: Prefix of their names.
        digest: Digest of the kernel.
    """

    def __init__(self, folder: Path, base: str, digest: str):
        self._folder, self._base, self._digest = folder, base, digest

    def load(self, key: Any) -> Any:
        """Return the data saved under a key; None if there are none, or if another user could have written them.

        Raises:
            pickle.UnpicklingError: if the file is not as it was written.
        """
        try:
            with self._path(key).open("rb") as file:
                if not is_own_file(status := os.fstat(file.fileno())):
                    return None
                sealed = file.read()
        except FileNotFoundError:
            return None
        text, seal = sealed[:-SEAL], sealed[-SEAL:]
        if not text or _seal(text) != seal:
            raise pickle.UnpicklingError(f"{self._path(key)} is damaged")
        of, data = pickle.loads(text)
        note_use(self._path(key), status)
        return data if of == key else None

    def save(self, key: Any, data: Any) -> None:
        """Store data under a key, atomically.

        Raises:
            OSError: if it cannot be written.
        """
        path, text = self._path(key), dumps((key, data))
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}")
        try:
            with open(part, "wb", opener=_opened_privately) as file:
                file.write(text + _seal(text))
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)

    def lock(self, key: Any) -> FileLock:
        """Lock for compiling the code of a key; the system releases it when the process ends."""
        return FileLock(self._path(key).with_suffix(".lock"), mode=0o600, thread_local=False)

    def flush(self) -> None:
        """Forget all of the kernel, also what was compiled before it was edited."""
        for path in self._folder.glob(f"{self._base}.*{CODE}"):
            path.unlink(missing_ok=True)

    def _path(self, key: Any) -> Path:
        named = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return self._folder / f"{self._base}.{self._digest}.{named}{CODE}"


def _opened_privately(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _seal(text: bytes) -> bytes:
    return zlib.crc32(text).to_bytes(SEAL, "big")


class KernelFiles(CompileResultCacheImpl):
    """Location of the compiled code of a kernel, in Numba's interface: one folder for all kernels and installations.

    Numba itself uses the folder of a source: each environment and each copy would compile again.

    Args:
        function: The function.

    Raises:
        OSError: if it has no source, or the folder cannot be created or is accessible to other users.
    """

    def __init__(self, function: Any):
        source = Path(function.__code__.co_filename)
        if not source.is_file():
            raise FileNotFoundError(f"{source} of {function.__qualname__}")
        self._py_file = str(source)  # Numba's warnings name it
        self._lineno = function.__code__.co_firstlineno
        self._locator = self
        self._filename_base = re.sub(r"[^\w.]", "", f"{function.__module__}.{function.__qualname__}")[-150:]
        self.folder = cache_folder()
        self.ensure_cache_path()

    def ensure_cache_path(self) -> None:
        """Create the folder; raise OSError if that fails, or if another user can write to it."""
        make_private(self.folder)
        if reason := refusal_of(self.folder):
            raise PermissionError(reason)

    def reduce(self, data: Any) -> Any:
        """Return what a file contains of a compiled function: Numba's data, and its modules if it is a part of other kernels."""
        library = data.library
        if (pieces := getattr(library, "pieces", None)) is None:
            return super().reduce(data), None
        return super().reduce(data), tuple(tuple(map(_bitcode, modules)) for modules in (pieces, library.bodies))

    def rebuild(self, target_context: Any, data: Any) -> Any:
        """Return the compiled function of which `reduce` returned the data."""
        payload, modules = data
        if modules is None:
            return super().rebuild(target_context, payload)
        from snakelab.kernels.machine_code import PartLoader

        result = super().rebuild(PartLoader(target_context, *modules), payload)
        return result._replace(target_context=target_context)


_BITCODE: MutableMapping[Any, bytes] = WeakKeyDictionary()


def _bitcode(module: Any) -> bytes:
    """A finished module of LLVM as bytes: those of a large kernel are stored with each kernel that calls it."""
    if module not in _BITCODE:
        _BITCODE[module] = module.as_bitcode()
    return _BITCODE[module]


class KeptCode(FunctionCache):
    """Cache of the compiled code of one kernel, for its dispatcher; a failure costs time only.

    Args:
        kernel: The kernel.
        part: The code is for calls from other kernels, see `LazyKernel`.

    Raises:
        OSError: if there is no folder for it.
    """

    def __init__(self, kernel: LazyKernel, part: bool = False):
        self._kernel, self._py_func, self._digest = kernel, kernel.py_func, kernel_digest(kernel)
        self._name, self._impl = repr(kernel), KernelFiles(kernel.py_func)
        self._cache_path = str(self._impl.folder)
        self._cache_file = CodeFiles(
            self._impl.folder, f"{self._impl.filename_base}{'-part' if part else ''}", self._digest
        )
        self._locked: FileLock | None = None
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Key of the code for one signature and processor."""
        return sig, codegen.magic_tuple(), self._digest, layout(getattr(sig, "args", sig))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored code for a signature; None, after a line on stderr, if it is damaged.

        Before None is returned, the function is locked for this process. If another one has the lock, it compiles the same,
        which is loaded as soon as it is saved.
        """
        overload = self._loaded(sig, target_context)
        if overload is None and self._lock(sig, target_context):
            overload = self._loaded(sig, target_context)
        return overload

    def _loaded(self, sig: Any, target_context: Any) -> Any:
        """Return the stored code for a signature.

        Unlike in Numba's own cache, the context is not refreshed: that imports all modules for compilation, for a quarter of a
        second, and the compiler does it itself. Compiled code needs only the memory that Numba counts.
        """
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)
        except Exception:  # damaged contents can raise any exception
            from snakelab.kernels.cache import COMPILING_AGAIN, announce_compiling

            announce_compiling(line=COMPILING_AGAIN)
        return None

    def _lock(self, sig: Any, target_context: Any) -> bool:
        """Lock the function for this process; True if that had to wait for another one."""
        self.unlock()
        lock = self._cache_file.lock(self._index_key(sig, target_context.codegen()))
        try:
            try:
                lock.acquire(blocking=False)
                waited = False
            except Timeout:
                lock.acquire()
                waited = True
        except (OSError, NotImplementedError):  # a folder that is not writable, or a system without locks
            return False
        self._locked = lock
        return waited

    def unlock(self) -> None:
        """Release the lock, and remove its file."""
        if self._locked is not None:
            with contextlib.suppress(PermissionError):  # Windows does not remove open files
                Path(self._locked.lock_file).unlink(missing_ok=True)
            self._locked.release()
            self._locked = None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the compiled code of a signature, if the disk permits, and if nothing on which it depends has changed since."""
        if sources_changed() or current_kernel_digest(self._kernel) != self._digest:
            LOST.append(self)
            return
        try:
            super().save_overload(sig, data)
        except OSError:
            LOST.append(self)


def keep(compiled: Any, kernel: LazyKernel, part: bool = False) -> None:
    """Cache on disk the code compiled by a dispatcher, if there is a folder for it.

    Args:
        compiled: Result of `numba.njit`.
        kernel: The kernel of which it is the dispatcher.
        part: The code is for calls from other kernels, see `LazyKernel`.
    """
    if sources_changed():
        LOST.append(compiled)
        return
    try:
        cache = KeptCode(kernel, part)
    except OSError:  # compile every time, but run
        return

    def compiled_once(signature: Any) -> Any:
        with global_compiler_lock:  # a later thread must not unlock the compilation of the first one
            try:
                # at the usual 700 objects, a tenth of a compilation is a search for garbage
                with fewer_collections(200_000):
                    return type(compiled).compile(compiled, signature)
            finally:
                cache.unlock()

    compiled._cache, compiled.compile = cache, compiled_once
