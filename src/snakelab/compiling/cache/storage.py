"""Storage of compiled code on disk, with checksums, so that a damaged file is compiled again and never run."""

import contextlib
import hashlib
import os
import pickle
import uuid
import zlib
from pathlib import Path
from types import FunctionType
from typing import Any

from filelock import FileLock, Timeout
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from snakelab.compiling.cache.digest import source_state, sources_changed
from snakelab.compiling.cache.folder import LOST
from snakelab.compiling.cache.ownership import is_own_file
from snakelab.compiling.cache.place import FiledByModule
from snakelab.memory import fewer_collections

SEAL = 4  # bytes
COLLECTED_AT = 200_000  # objects; at the usual 700, a tenth of a compilation is a search for garbage


class CodeFiles:
    """The compiled code of one function, a file for each signature.

    Each names the signature that it is for, and there is no list of them: processes that compile at once cannot mix them up.

    Args:
        folder: Of the files.
        base: Prefix of their names.
        stamp: Stamp of the source of the function.
    """

    def __init__(self, folder: Path, base: str, stamp: str):
        self._folder, self._base, self._stamp = folder, base, stamp

    def load(self, key: Any) -> Any:
        """Return the data saved under a key; None if there are none, or if another user could have written them.

        Raises:
            pickle.UnpicklingError: if the file is not as it was written.
        """
        try:
            with self._path(key).open("rb") as file:
                if not is_own_file(os.fstat(file.fileno())):
                    return None
                sealed = file.read()
        except FileNotFoundError:
            return None
        text, seal = sealed[:-SEAL], sealed[-SEAL:]
        if not text or _seal(text) != seal:
            raise pickle.UnpicklingError(f"{self._path(key)} is damaged")
        of, data = pickle.loads(text)
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
        """Forget all of the function."""
        for path in self._folder.glob(f"{self._base}.*.nbc"):
            path.unlink(missing_ok=True)

    def _path(self, key: Any) -> Path:
        named = hashlib.sha256(repr((self._stamp, key)).encode()).hexdigest()[:16]
        return self._folder / f"{self._base}.{named}.nbc"


def _opened_privately(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _seal(text: bytes) -> bytes:
    return zlib.crc32(text).to_bytes(SEAL, "big")


class KeptCode(FunctionCache):
    """Cache of the compiled code of one function, for its dispatcher; a failure costs time only.

    Args:
        function: The Python function.
        part: The code is for calls from other kernels, see `LazyKernel`.

    Raises:
        OSError: if there is no folder for it.
    """

    _impl_class = FiledByModule

    def __init__(self, function: FunctionType, part: bool = False):
        super().__init__(function)
        place = self._impl.locator
        self._locked: FileLock | None = None
        base = f"{self._impl.filename_base}{'-part' if part else ''}"
        self._cache_file = CodeFiles(Path(place.get_cache_path()), base, place.get_source_stamp())

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
            from snakelab.compiling.notice import COMPILING_AGAIN, announce_compiling

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
        """Store the compiled code of a signature, if the disk permits."""
        try:
            super().save_overload(sig, data)
        except OSError:
            LOST.append(self)


def keep(compiled: Any, state: Any, part: bool = False) -> None:
    """Cache on disk the code compiled by a dispatcher, if there is a folder for it.

    Args:
        compiled: Result of `numba.njit`.
        state: State of the function's source when the function was defined, see `source_state`. Code compiled from an older text
            than that on the disk is not stored.
        part: The code is for calls from other kernels, see `LazyKernel`.
    """
    if sources_changed() or source_state(compiled.py_func.__code__.co_filename) != state:
        LOST.append(compiled)
        return
    try:
        cache = KeptCode(compiled.py_func, part)
    except OSError:  # compile every time, but run
        return

    def compiled_once(signature: Any) -> Any:
        with global_compiler_lock:  # a later thread must not unlock the compilation of the first one
            try:
                with fewer_collections(COLLECTED_AT):
                    return type(compiled).compile(compiled, signature)
            finally:
                cache.unlock()

    compiled._cache, compiled.compile = cache, compiled_once
