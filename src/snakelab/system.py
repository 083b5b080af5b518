"""Process and installation: interrupts, usable memory, the installed version, and the line that installs a package."""

import functools
import gc
import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlparse

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# ----------------------------------------------------------------------------------------------------------------------
# Interrupts: sections of code that must not be cut, and names of threads that need not end before the process
# ----------------------------------------------------------------------------------------------------------------------

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
# First words of the name of a daemon thread that may still compile when the process ends; see `snakelab.__main__`.
DAEMON_THREAD = "snakelab daemon"


@contextmanager
def held_interrupts(*names: str) -> Iterator[None]:
    """Keep Ctrl-C and polite ends from outside waiting while the context lasts.

    Args:
        names: Of the signals; without any, all of `SIGNALS`.

    Raises:
        KeyboardInterrupt: at its end, if one came meanwhile and the program has no answer of its own to it.
    """
    if threading.current_thread() is not threading.main_thread():  # no other thread gets signals
        yield
        return
    received: list[tuple[int, Any]] = []
    numbers = [getattr(signal, name) for name in names or SIGNALS if hasattr(signal, name)]

    def receive(number: int, frame: Any) -> None:
        received.append((number, frame))

    before = {n: signal.signal(n, receive) for n in numbers if signal.getsignal(n) not in (signal.SIG_IGN, None)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number, frame in received[:1]:
        answer = before[number]
        if not callable(answer):
            raise KeyboardInterrupt
        answer(number, frame)


# ----------------------------------------------------------------------------------------------------------------------
# Memory that this process may still use: the least of the machine's memory and of the limits on the process
# ----------------------------------------------------------------------------------------------------------------------

# Memory limits of a container, as visible inside it: control groups of version 2 and 1. Without a limit: "max", or a huge number.
CONTAINER = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
ADDRESSES_IN_USE = Path("/proc/self/statm")


def machine_memory() -> int:
    """Return the memory of the machine; 64 GiB if the platform does not report it [bytes]."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 36  # 64 GiB, where the platform reports no size


def usable_memory() -> int:
    """Return the memory that this process may use: of the machine, its container or its address space (`ulimit -v`) [bytes]."""
    return min([machine_memory(), *_container_limits(), *_unused_addresses()])


def _container_limits() -> list[int]:
    limits = []
    for path in CONTAINER:
        try:
            limits.append(int(path.read_text(encoding="ascii")))
        except (OSError, ValueError):
            continue
    return limits


def _unused_addresses() -> list[int]:
    """Return how far the address space of this process can grow; empty if it has no limit."""
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY:
            return []
        pages = int(ADDRESSES_IN_USE.read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError, IndexError):
        return []
    return [max(limit - pages * resource.getpagesize(), 0)]


@contextmanager
def fewer_collections(objects: int) -> Iterator[None]:
    """Context in which garbage is collected less often, for work that makes many objects and little garbage.

    Args:
        objects: New objects between two collections; not less often than before.
    """
    before = gc.get_threshold()
    if before[0]:  # zero: collection is switched off
        gc.set_threshold(max(before[0], objects), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


# ----------------------------------------------------------------------------------------------------------------------
# Installed version, and the line that installs snakelab or one of its extras: it is on no package index yet
# ----------------------------------------------------------------------------------------------------------------------

PACKAGE = "snakelab"
SOURCES = "the folder of snakelab's sources"
UNKNOWN_VERSION = "unknown"


@functools.cache
def package_version() -> str:
    """Return the version of the installed package; "unknown" for sources or a zip archive that are only on the path."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return UNKNOWN_VERSION


def install_line(extra: str = "") -> str:
    """Command to type, and where: `pip install ".[mujoco]" in the folder of snakelab's sources, /home/me/snakelab`.

    Where the installed package names the address of its repository, the line holds that and can be typed anywhere. An
    extra of a package that was installed from a wheel is `pip install "snakelab[mujoco]"`: pip keeps the installed
    package, and installs what the extra requires.

    Args:
        extra: An optional set of packages; empty for snakelab itself.
    """
    wanted = f"[{extra}]" if extra else ""
    if address := _repository():
        return f'pip install "{PACKAGE}{wanted} @ git+{address}"'
    if extra and _from_wheel():
        return f'pip install "{PACKAGE}{wanted}"'
    folder = _folder()
    return f'pip install ".{wanted}" in {SOURCES}' + (f", {folder}" if folder else "")


def _repository() -> str:
    """Address of the source repository in the metadata of the installed package; empty if there is none."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        lines = distribution(PACKAGE).metadata.get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(line.split(", ", 1) for line in lines if ", " in line)
    return next((url for label, url in named.items() if label.lower() in ("repository", "source", "source code")), "")


def _from_wheel() -> bool:
    """Return True if the package was installed from a wheel or another archive, without a source tree."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return _origin(distribution(PACKAGE)).get("dir_info") is None
    except PackageNotFoundError:
        return False


def _origin(package: "Distribution") -> dict[str, Any]:
    """Return what pip has recorded of the place that the package came from; empty for a package from an index."""
    try:
        origin = json.loads(package.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return origin if isinstance(origin, dict) else {}


def _folder() -> str:
    """The folder that the package was installed from, if it was one and is still there; else empty."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        place = urlparse(str(_origin(distribution(PACKAGE)).get("url", "")))
    except (PackageNotFoundError, ValueError):
        return ""
    folder = Path(unquote(place.path))
    return str(folder) if place.scheme == "file" and (folder / "pyproject.toml").is_file() else ""
