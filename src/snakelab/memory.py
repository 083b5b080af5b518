"""Memory that this process may still use: the least of the machine's memory and of the limits on the process."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNKNOWN = 1 << 36  # where the platform reports no size [bytes]
# Limits of a container, as it sees its own: control groups of version 2 and 1. Without a limit: "max", or a huge number.
CONTAINER = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
ADDRESSES_IN_USE = Path("/proc/self/statm")


def machine_memory() -> int:
    """Return the memory of the machine; 64 GiB if the platform does not report it [bytes]."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return UNKNOWN


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
