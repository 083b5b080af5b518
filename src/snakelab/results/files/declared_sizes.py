"""Sizes that a NetCDF-4 file declares, compared with its true size before its variables are read into memory."""

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import h5py

MOST_RATIO = 100  # size in memory over size of the file, for files that another program has compressed
CHUNK_ENTRY = 8  # the index of chunks takes more than this for each [bytes]
REFERENCE = 8  # what a text takes beside its characters [bytes]


def excess(path: Path) -> str:
    """Reason for which a file must not be read into memory; empty where there is none.

    It declares more than a file of its size can hold, or parts of it stand in other files.

    Args:
        path: A file that is there; what is no HDF5 file raises an error of h5py.
    """
    import h5py

    size, total = path.stat().st_size, 0
    most = min(MOST_RATIO * size, _memory())
    with h5py.File(path, "r") as file:
        for name in file:
            if not isinstance(file.get(name, getlink=True), h5py.HardLink):
                return f"{name!a} is a link to another place"
            if not isinstance(file[name], h5py.Dataset):
                continue
            if fault := _layout_fault(file[name], size):
                return f"{name!a} {fault}"
            total += _declared(file[name])
            if total > most:
                return (
                    f"up to {name!a}, it declares {total:.3g} bytes in a file of {size}; decompress it with nccopy -d 0"
                )
    return ""


def _layout_fault(dataset: "h5py.Dataset", size: int) -> str:
    """What is wrong with how a dataset is stored, in a file of that size."""
    if dataset.is_virtual or dataset.external:
        return "takes its values from another file"
    if dataset.chunks is not None:
        chunks = math.prod(-(-n // most) for n, most in zip(dataset.shape, dataset.chunks, strict=True))
        if chunks * CHUNK_ENTRY > max(size, 1024):
            return f"declares {chunks} chunks in a file of {size} bytes"
    return ""


def _declared(dataset: "h5py.Dataset") -> int:
    """What a dataset and its attributes take in memory at least [bytes]."""
    amount = _extent(dataset.shape, dataset.dtype)
    if dataset.chunks is not None:
        amount += _extent(dataset.chunks, dataset.dtype)
    return amount


def _extent(shape: tuple[int, ...] | None, dtype: Any) -> int:
    return math.prod(shape or ()) * max(dtype.itemsize, REFERENCE)


def _memory() -> int:
    """Memory of the machine [bytes]; 64 GB where the platform does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 36
