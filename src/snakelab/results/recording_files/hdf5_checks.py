"""Checks of a NetCDF-4 file before its variables are read: the sizes that it declares, and its collections of texts.

A file can declare more than fits into memory, and a damaged collection of texts may cause an
endless loop in the HDF5 library.

Layout of a collection: HDF5 file format specification 3.0, section III.E. "GCOL", version 1, three bytes 0, size of the
collection in eight bytes; then objects, each with a header of 16 bytes whose last eight are its size. The object of
index 0 is the free space, whose size counts its header.
"""

import math
import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.memory import machine_memory

if TYPE_CHECKING:
    import h5py

MAX_RATIO = 100  # size in memory over size of the file, for files that another program has compressed
CHUNK_ENTRY = 8  # minimum size of an entry in the index of chunks [bytes]
REFERENCE = 8  # overhead of a text in addition to its characters [bytes]
COLLECTION = b"GCOL\x01\x00\x00\x00"
HEADER = 16  # of a collection, and of each object in it [bytes]


def excess(path: Path) -> str:
    """Return the reason for which a file must not be read into memory; "" if there is none.

    It declares more than a file of its size can contain, or parts of it are in other files.

    Args:
        path: An existing file; h5py raises an error if it is no HDF5 file.
    """
    import h5py

    size, total, maximum = path.stat().st_size, 0, most_declared(path)
    with h5py.File(path, "r") as file:
        for name in file:
            if not isinstance(file.get(name, getlink=True), h5py.HardLink):
                return f"{name!a} is a link to another location"
            if not isinstance(file[name], h5py.Dataset):
                continue
            if fault := layout_fault(file[name], size):
                return f"{name!a} {fault}"
            total += declared(file[name])
            if total > maximum:
                return (
                    f"up to {name!a}, it declares {total:.3g} bytes in a file of {size}; decompress it with nccopy -d 0"
                )
    return ""


def layout_fault(dataset: "h5py.Dataset", size: int) -> str:
    """Fault in the storage layout of a dataset, in a file of that size."""
    if dataset.is_virtual or dataset.external:
        return "takes its values from another file"
    if dataset.chunks is not None:
        chunks = math.prod(-(-n // maximum) for n, maximum in zip(dataset.shape, dataset.chunks, strict=True))
        if chunks * CHUNK_ENTRY > max(size, 1024):
            return f"declares {chunks} chunks in a file of {size} bytes"
    return ""


def most_declared(path: Path) -> float:
    """Return the most memory that the arrays of a file may declare [bytes]."""
    return min(MAX_RATIO * path.stat().st_size, machine_memory())


def declared(dataset: "h5py.Dataset") -> int:
    """Minimum memory that a dataset and its attributes require [bytes]."""
    amount = _extent(dataset.shape, dataset.dtype)
    if dataset.chunks is not None:
        amount += _extent(dataset.chunks, dataset.dtype)
    return amount


def _extent(shape: tuple[int, ...] | None, dtype: Any) -> int:
    return math.prod(shape or ()) * max(dtype.itemsize, REFERENCE)


def heap_damage(path: Path) -> str:
    """Return the reason for which a collection cannot be traversed to its end; "" if all can."""
    if path.stat().st_size < HEADER:
        return ""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at = content.find(COLLECTION)
        while at >= 0:
            if not _ends(content, at):
                return "a collection of its texts is damaged"
            at = content.find(COLLECTION, at + 1)
    return ""


def _ends(content: mmap.mmap, at: int) -> bool:
    """Return True if the objects of the collection at an address lead to its end."""
    end = at + _number(content, at + 8)
    if end > len(content):
        return False
    at += HEADER
    while end - at >= HEADER:
        index, size = content[at : at + 2], _number(content, at + 8)
        if index == b"\x00\x00":
            return HEADER <= size <= end - at
        at += HEADER + (size + 7) // 8 * 8
    return at <= end


def _number(content: mmap.mmap, at: int) -> int:
    return int.from_bytes(content[at : at + 8], "little")
