"""Collections of texts in an HDF5 file, whose damage may keep the HDF5 library in an endless loop.

Layout: HDF5 file format specification 3.0, section III.E. "GCOL", version 1, three bytes 0, size of the collection in eight
bytes; then objects, each with a header of 16 bytes whose last eight are its size. The object of index 0 is the free space,
whose size counts its header.
"""

import mmap
from pathlib import Path

BEGIN = b"GCOL\x01\x00\x00\x00"
HEADER = 16


def heap_damage(path: Path) -> str:
    """Reason for which a collection cannot be walked to its end; empty where all can."""
    if path.stat().st_size < HEADER:
        return ""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at = content.find(BEGIN)
        while at >= 0:
            if not _ends(content, at):
                return "a collection of its texts is damaged"
            at = content.find(BEGIN, at + 1)
    return ""


def _ends(content: mmap.mmap, at: int) -> bool:
    """Whether the objects of the collection at an address lead to its end."""
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
