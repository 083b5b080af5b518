"""The checksum of a recording's file: a last line of text after the NetCDF-4 content, over all bytes before it.

Programs that read NetCDF-4 or HDF5 ignore what follows the end of the content; those that change the file remove it. A
file without the line, such as one written by another program, has no checksum.
"""

import hashlib
import re
from pathlib import Path
from typing import BinaryIO

HDF5 = b"\x89HDF\r\n\x1a\n"  # the first bytes of every NetCDF-4 file
LABEL = b"\nsha256 of the bytes before this line: "
LENGTH = len(LABEL) + 64 + 1
LINE = re.compile(re.escape(LABEL) + rb"([0-9a-f]{64})\n")
# Position of the end-of-file address in the superblock of each version (HDF5 file format specification 3.0, section
# II.A), [bytes].
END_ADDRESS = {0: 40, 1: 44, 2: 28, 3: 28}
BLOCK = 1 << 20


def with_checksum(content: bytes) -> bytes:
    """Return the content of a file followed by the line that contains its checksum."""
    return b"%b%b%b\n" % (content, LABEL, hashlib.sha256(content).hexdigest().encode())


def damage(path: Path) -> str:
    """Return the reason why the content of a file does not match its checksum; "" if it matches.

    Raises:
        OSError: if the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(64)
        file.seek(max(0, size - LENGTH))
        line = LINE.fullmatch(file.read(LENGTH))
        if line:
            file.seek(0)
            return "" if _sha256(file, size - LENGTH) == line[1] else "its content does not agree with its checksum"
    end = _end_of_content(head)
    if end is None or size == end:
        return ""
    if size < end:
        return f"{end - size} of {end} bytes are missing"
    return "its checksum is damaged"


def _sha256(file: BinaryIO, length: int) -> bytes:
    digest = hashlib.sha256()
    while length > 0 and (block := file.read(min(BLOCK, length))):
        digest.update(block)
        length -= len(block)
    return digest.hexdigest().encode()


def _end_of_content(head: bytes) -> int | None:
    """Size of an HDF5 file according to its first bytes; None if they do not contain it."""
    if len(head) < 64 or not head.startswith(HDF5) or head[8] not in END_ADDRESS:
        return None
    at = END_ADDRESS[head[8]]
    return int.from_bytes(head[at : at + 8], "little")
