"""Cache of compiled code in a folder of the user, and messages while the user waits for the compiler.

The cache has a subfolder for each version of the compiler. In a subfolder, each file of compiled code is named by its
kernel and the kernel's digest. Marks, empty files that are named likewise, show that all code for some purpose is
present. Files that were not used for long are removed.

Loading compiled code unpickles it, so a user who can write such a file can run code as the user who loads it: code is
loaded only from folders in which no other user can put files.
"""

import atexit
import contextlib
import functools
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from snakelab.kernels.digest import kernel_digest
from snakelab.kernels.lazy_kernel import version_digest

# ----------------------------------------------------------------------------------------------------------------------
# Cache of compiled code: its folder, marks and last use, ownership
# ----------------------------------------------------------------------------------------------------------------------

Name = TypeVar("Name", bound=Hashable)

ROOT = "SNAKELAB_CACHE"
NOWHERE = Path(os.devnull) / "snakelab"  # is not writable
LOST: list[Any] = []  # compiled code that could not be written in this process
POSIX = hasattr(os, "geteuid")  # elsewhere the folders of users are private by default
CODE, MARK = ".nbc", ".mark"  # suffixes of compiled code and marks
VERSION = re.compile(r"[0-9a-f]{16}")  # name of a subfolder; the root may hold other files
DAY = 24 * 3600.0  # [s]
DAYS_IN_USE = 3.0  # time for which up to `MAX_DIGESTS` unused digests of one kernel, or versions, are kept [days]
DAYS_KEPT = 90.0  # time after which the code of a kernel is removed, since the kernel may not exist any more [days]
MAX_DIGESTS = 16  # number of digests of one kernel, or versions, that are kept: every edit of a law makes one


# ---- the folder ------------------------------------------------------------------------------------------------------
def usual_root() -> Path | None:
    """The user's cache folder for compiled code: `$SNAKELAB_CACHE`, else the default of the platform; None without a home."""
    if named := os.environ.get(ROOT):
        return Path(named)
    try:
        if platform.system() == "Windows":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "snakelab" / "cache"
        if platform.system() == "Darwin":
            return Path.home() / "Library" / "Caches" / "snakelab"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snakelab"
    except RuntimeError:  # neither HOME nor an entry among the users
        return None


def root_refusal() -> str:
    """Reason against the use of the default cache folder; empty if there is none."""
    root = usual_root()
    if str(root) in _PRIVATE:
        return _PRIVATE[str(root)]
    return "this user has no home folder" if root is None else refusal(root / version_digest())


def cache_root() -> Path:
    """Folder of all compiled code: the default one, or a private one of this process if that cannot be used."""
    root = usual_root()
    if root is None:
        return _private_root(root_refusal())
    if str(root) in _PRIVATE:
        return root
    reason = root_refusal() or _creation_fault(root)
    return _private_root(reason) if reason else root


def _creation_fault(root: Path) -> str:
    """Reason why a cache folder is not writable; empty after it was created."""
    try:
        make_private(root)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as problem:
        return f"{root} is not writable ({problem.strerror or problem})"
    return refusal(root / version_digest())  # another user may have created one of them meanwhile


_PRIVATE: dict[str, str] = {}  # private folders of this process, and why each is needed


def _private_root(reason: str) -> Path:
    """New folder that only this user can read or write. It is removed at the end of the process.

    Child processes get it by their environment, and share the compiled code.
    """
    try:
        root = Path(tempfile.mkdtemp(prefix="snakelab-"))
        atexit.register(_remove, root, os.getpid())
    except OSError:
        root = NOWHERE
    if refusal(root):  # in a folder for temporary files that belongs to another user
        root = NOWHERE
    _PRIVATE[str(root)] = reason
    os.environ[ROOT] = str(root)
    _print_reason(reason)
    return root


def _remove(root: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked process has the same duties
        shutil.rmtree(root, ignore_errors=True)


def _print_reason(reason: str) -> None:
    """Warn on stderr that the cache of this process ends with it; a process calls this once."""
    if sys.stderr is not None:  # closed by the parent process
        line = (
            f"warning: compiled code is not cached, because {reason}; each start compiles for up to a minute. "
            f"Set {ROOT} to a folder that only you can write to"
        )
        print(line, file=sys.stderr, flush=True)


@functools.cache
def cache_folder() -> Path:
    """The folder of the code that this version of the compiler made, with all links followed."""
    return Path(os.path.realpath(cache_root())) / version_digest()


# ---- marks and last use ---------------------------------------------------------------------------------------------
def is_compiled(label: str, *kernels: Any) -> bool:
    """Return True if kernels, as they are now, were compiled on this machine before.

    Args:
        label: Purpose of the compilation, from `mark_compiled`.
        kernels: The kernels.
    """
    mark = _mark(label, kernels)
    try:
        note_use(mark, mark.stat())
    except OSError:  # there is none, or the folder cannot be read
        return False
    return True


def mark_compiled(label: str, *kernels: Any, keep: int = 4) -> None:
    """Mark kernels as compiled, unless some code could not be stored, and remove unused code.

    Args:
        label: Purpose of the compilation, for example the types of arguments. Part of a file name.
        kernels: The kernels.
        keep: Minimum number of recently used digests of each kernel, and of versions, to keep; see `drop_unused`.
    """
    if LOST:
        return
    try:
        _mark(label, kernels).touch()
        drop_unused(cache_root(), keep)
    except OSError:  # a read-only home: compile every time
        pass


def _mark(label: str, kernels: tuple[Any, ...]) -> Path:
    return cache_folder() / f"{label}.{kernel_digest(*kernels)}{MARK}"


def note_use(path: Path, status: os.stat_result) -> None:
    """Set the date of a file to now if it is more than a day old, for `drop_unused`.

    Args:
        path: Of the file.
        status: Of the file.
    """
    if abs(time.time() - status.st_mtime) > DAY:
        with contextlib.suppress(OSError):  # it belongs to another user
            os.utime(path)


def version_folders(root: Path) -> list[Path]:
    """Subfolders of the cache for versions of the compiler, not links.

    Args:
        root: From `cache_root`; it may be missing.
    """
    folders = sorted(root.iterdir()) if root.is_dir() else []
    return [path for path in folders if VERSION.fullmatch(path.name) and path.is_dir() and not path.is_symlink()]


def drop_unused(root: Path, keep: int) -> None:
    """Remove versions and, in each, digests of kernels that are not in use; a kernel with one digest keeps it for `DAYS_KEPT`.

    Args:
        root: Folder of all caches.
        keep: Number of recently used versions, and of digests of one kernel, to keep, and up to `MAX_DIGESTS` that were used
            within `DAYS_IN_USE`.

    Raises:
        OSError: if the root cannot be read.
    """
    files = {folder: list(_dated(folder)) for folder in version_folders(root)}
    last_use = {folder: max([_date(folder), *(date for _, date in dated)]) for folder, dated in files.items()}
    newest = max(last_use.values(), default=0.0)  # and not the clock, since a network folder may have a different one
    for folder in _unused(last_use, keep, newest):
        shutil.rmtree(folder, ignore_errors=True)
        del files[folder]
    for dated in files.values():
        _drop_digests(dated, keep, newest)


def _drop_digests(dated: list[tuple[Path, float]], keep: int, newest: float) -> None:
    """Remove the files of unused digests from one version.

    Args:
        dated: Files and dates.
        keep: See `drop_unused`.
        newest: Date of the last use of the cache.
    """
    last_use: dict[str, dict[str, float]] = {}
    for path, date in dated:
        kernel, digest = _kernel_and_digest(path)
        digests = last_use.setdefault(kernel, {})
        digests[digest] = max(date, digests.get(digest, 0.0))
    gone = {kernel: {*_unused(digests, keep, newest)} for kernel, digests in last_use.items()}
    for path, date in dated:
        kernel, digest = _kernel_and_digest(path)
        if digest in gone[kernel] or date < newest - DAYS_KEPT * DAY:
            with contextlib.suppress(OSError):
                path.unlink()


def _unused(last_use: dict[Name, float], keep: int, newest: float) -> list[Name]:
    """Names that are not in use, by their dates of last use."""
    ranked = sorted(last_use, key=lambda name: -last_use[name])
    rested = newest - DAYS_IN_USE * DAY
    return [
        name for rank, name in enumerate(ranked) if rank >= MAX_DIGESTS or (rank >= keep and last_use[name] < rested)
    ]


def _dated(folder: Path) -> Iterator[tuple[Path, float]]:
    """Files of compiled code and marks, and their dates."""
    for path in folder.iterdir():
        if path.suffix in (CODE, MARK):
            yield path, _date(path)


def _date(path: Path) -> float:
    """Date of the last change [s]; 0 if it was removed."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _kernel_and_digest(path: Path) -> tuple[str, str]:
    """Kernel and digest in the name of a file: `kernel.digest.signature.nbc` or `label.digest.mark`."""
    parts = path.name.rsplit(".", 3 if path.suffix == CODE else 2)
    return parts[0], parts[1] if len(parts) > 1 else ""


# ---- ownership ------------------------------------------------------------------------------------------------------
def refusal(folder: Path) -> str:
    """Reason why a cache folder is unsafe; empty if only this user can write to it, or if it and its parents may be created.

    The folder must belong to this user. Every folder above it must belong to this user or to root. No other user may write to
    any of them; above the cache folder, root's sticky folders such as /tmp are allowed. Links are followed first.
    """
    place = Path(os.path.realpath(folder))
    for above in reversed(place.parents):
        if reason := refusal_of(above, is_above=True):
            return reason
    return refusal_of(place)


def is_own_file(status: os.stat_result) -> bool:
    """Return True if a file belongs to this user or to root, and no other user can write to it.

    Args:
        status: Of the open file.
    """
    return not POSIX or (status.st_uid in (0, os.geteuid()) and not _is_writable_by_others(status))


def make_private(folder: Path) -> None:
    """Create a folder, and its missing parents, for this user only.

    Raises:
        OSError: if it cannot be created.
    """
    if not folder.is_dir():
        make_private(folder.parent)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:  # by another process at the same time
            if not folder.is_dir():
                raise


def refusal_of(folder: Path, is_above: bool = False) -> str:
    """Reason why one folder is unsafe, regardless of its parents; empty if it is safe or absent.

    Args:
        folder: A path without links.
        is_above: True for parents of the cache folder.
    """
    if not POSIX:
        return ""
    try:
        status = folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as problem:
        return f"{folder} cannot be read ({problem.strerror})"
    if status.st_uid != os.geteuid() and not (is_above and status.st_uid == 0):
        return f"{folder} belongs to another user (uid {status.st_uid})"
    roots_sticky = status.st_uid == 0 and status.st_mode & stat.S_ISVTX
    if (_is_writable_by_others(status) or _is_shared_by_list(folder, status)) and not (is_above and roots_sticky):
        return f"other users can write to {folder} (mode {stat.S_IMODE(status.st_mode):o}; chmod go-w cures it)"
    return ""


def _is_writable_by_others(status: os.stat_result) -> bool:
    """Return True if another user than the owner and root can write, by the mode or through a group with other members."""
    by_group = bool(status.st_mode & stat.S_IWGRP) and not _is_private_group(status.st_gid, status.st_uid)
    return by_group or bool(status.st_mode & stat.S_IWOTH)


def _is_shared_by_list(folder: Path, status: os.stat_result) -> bool:
    """Return True if an access control list may let another user write; its mask replaces the group's permissions."""
    if not status.st_mode & stat.S_IWGRP or not hasattr(os, "getxattr"):
        return False
    try:
        return bool(os.getxattr(folder, "system.posix_acl_access"))
    except OSError:  # it has no list
        return False


def _is_private_group(gid: int, uid: int) -> bool:
    """Return True if a group has one member, the user of that number."""
    import grp
    import pwd

    try:
        name, members = pwd.getpwuid(uid).pw_name, set(grp.getgrgid(gid).gr_mem)
    except KeyError:  # no entry, so the members are not known
        return False
    return members | {user.pw_name for user in pwd.getpwall() if user.pw_gid == gid} == {name}


# ----------------------------------------------------------------------------------------------------------------------
# Messages while a user waits for the compiler, each printed once per process
# ----------------------------------------------------------------------------------------------------------------------

ONCE = "once for this version of snakelab, "
COMPILING_AGAIN = "Compiling again what could not be read from the cache ..."

_printed: set[str] = set()


def _print(line: str) -> None:
    if sys.stderr is not None:  # closed by the parent process
        print(line, file=sys.stderr, flush=True)


def announce_compiling(report: Callable[[str], None] = _print, line: str = "", part: str = "the engine") -> None:
    """Report once, by default on stderr, that compiling takes a while.

    Args:
        report: Called with the line.
        line: Message; empty for the default, which states if the next run must compile again.
        part: Name of the compiled part, in the default message.
    """
    line = line or f"Compiling {part} ({'' if root_refusal() else ONCE}up to a minute on two cores) ..."
    if line not in _printed:
        _printed.add(line)
        report(line)
