"""Files: reading of untrusted files and text, bounded XML, and atomic writing."""

import contextlib
import errno
import os
import re
import stat
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError, RobotError

# ----------------------------------------------------------------------------------------------------------------------
# Untrusted input: files, their names, and text that is displayed
# ----------------------------------------------------------------------------------------------------------------------

MEBIBYTE = 2**20
PICTURE_FORMATS = ("svg", "png", "pdf")  # of figures that are written
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# Opening a named pipe would wait for its writer, a terminal could become that of the process.
FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def read_file(path: str | Path, maximum: int) -> bytes:
    """Return the content of a regular file.

    Args:
        path: The file.
        maximum: Largest size [bytes].

    Raises:
        OSError: if there is no such file, it is not a regular file, it is larger, or it cannot be read. Its `strerror` is a
            sentence without the path, which the caller adds.
    """
    descriptor = _opened(path)
    try:
        _check_size(descriptor, maximum)
        content = bytearray()
        while block := os.read(descriptor, min(MEBIBYTE, maximum + 1 - len(content)) or 1):
            content += block
            if len(content) > maximum:  # a file that grows, or that has no size, as in /proc
                raise _too_large(f"at least {len(content)}", maximum)
        return bytes(content)
    finally:
        os.close(descriptor)


def check_file(path: str | Path, maximum: int) -> None:
    """Raise OSError as `read_file` does; for files that another library opens.

    Args:
        path: The file.
        maximum: Largest size [bytes].
    """
    descriptor = _opened(path)
    try:
        _check_size(descriptor, maximum)
    finally:
        os.close(descriptor)


def check_extent(data: Any, maximum: int = 100_000) -> None:
    """Raise ValueError if plain data have more values than a maximum, where an alias of YAML repeats many or itself.

    Args:
        data: Mappings, sequences and scalars.
        maximum: Largest number of values, those that are repeated included [-].
    """
    n, left = 0, [data]
    while left:
        n, value = n + 1, left.pop()
        if n > maximum:
            raise ValueError(f"it has more than {maximum} values; a few aliases of aliases make a great many")
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list | tuple | set):
            left += value


def reason(problem: OSError | ValueError) -> str:
    """Return the error as words for a message, without the path."""
    return getattr(problem, "strerror", None) or str(problem)


def _opened(path: str | Path) -> int:
    """Return the descriptor of a regular file."""
    _check_kind(os.stat(path))  # opening a device can have effects already
    descriptor = os.open(path, FLAGS)
    try:
        _check_kind(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(status: os.stat_result) -> None:
    for is_kind, word in KINDS:
        if is_kind(status.st_mode):
            raise OSError(errno.EINVAL, f"it is {word}; only regular files are read")


def _check_size(descriptor: int, maximum: int) -> None:
    size = os.fstat(descriptor).st_size
    if size > maximum:
        raise _too_large(str(size), maximum)


def _too_large(size: str, maximum: int) -> OSError:
    return OSError(errno.EFBIG, f"it has {size} bytes; at most {maximum} bytes are read")


RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{k}" for port in ("com", "lpt") for k in "0123456789¹²³"}
)


def is_reserved(name: str) -> bool:
    """Return True for a file name that Windows reserves, such as `nul.yaml`; refused everywhere, to share files."""
    return name.split(".")[0].rstrip(" ").lower() in RESERVED


# Control characters other than tab and line feed, those that reverse the direction of text (Unicode TR 36, section 2.10), halves
# of surrogate pairs, and the noncharacters that XML does not allow.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def control_character(text: str) -> str | None:
    """Return the first character that a terminal could interpret or XML cannot contain; None if there is none."""
    match = _CONTROL.search(text)
    return match[0] if match else None


def visible(text: str) -> str:
    r"""Return the text with its control characters escaped, as in `\x1b` and `\u202e`; tab and line feed are unchanged."""
    return _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)


def spreadsheet_cell(value: object) -> object:
    """Prepare a value for a spreadsheet: an apostrophe precedes text that would be a formula; numbers are unchanged.

    Source: OWASP, CSV Injection.
    """
    if not isinstance(value, str) or not value.startswith(FORMULA) or _is_number(value):
        return value
    return f"'{value}"


def _is_number(text: str) -> bool:
    return len(text) <= 64 and re.fullmatch(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?", text) is not None


# Far above any file in practice: bodies of MJCF are nested.
MAX_ELEMENTS, MAX_DEPTH = 200_000, 2_000


class XmlError(ValueError):
    """XML that is refused, with a sentence that does not quote it."""


class _BoundedTree(ET.TreeBuilder):
    """Tree builder that raises an error for constructs of unbounded size."""

    elements = depth = 0

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise XmlError(f"it has a document type (<!DOCTYPE ...>), which is not allowed in {self.kind}; remove it")

    def start(self, tag: Any, attrs: Any) -> ET.Element:
        self.elements += 1
        self.depth += 1
        if self.elements > MAX_ELEMENTS:
            raise XmlError(f"it has more than {MAX_ELEMENTS} elements")
        if self.depth > MAX_DEPTH:
            raise XmlError(f"its elements are nested more than {MAX_DEPTH} deep")
        return super().start(tag, attrs)

    def end(self, tag: str) -> ET.Element:
        self.depth -= 1
        return super().end(tag)


def parse_xml(content: bytes, kind: str) -> ET.Element:
    """Return the root element of XML without a document type (and hence without entities), of bounded size and depth.

    Args:
        content: The file; its size is checked by the caller.
        kind: Kind of file for messages, in the plural, such as "robot files".

    Raises:
        XmlError: if it has a document type, or too many or too deeply nested elements.
        ET.ParseError: if it is not XML.
        LookupError, ValueError: if its encoding is unknown or not that of its text.
    """
    parser = ET.XMLParser(target=_BoundedTree(kind))
    parser.feed(content)
    return parser.close()


# ----------------------------------------------------------------------------------------------------------------------
# Untrusted XML files: of bounded size, without document types and their entities
# ----------------------------------------------------------------------------------------------------------------------

# Far above any chain; meshes are separate files.
MAX_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Document:
    """XML document.

    Attributes:
        name: Name in messages.
        path: Its file; None if the text itself was given.
        text: The whole text.
        root: The root element.
    """

    name: str
    path: Path | None
    text: str
    root: ET.Element


def read_xml(source: str | Path, kind: str) -> Document:
    """Read an XML file, or take the text of one.

    Args:
        source: A file, or a text that begins with `<`.
        kind: Expected format, such as "URDF", for messages.

    Raises:
        RobotError: if there is no such file, it is empty or too large, or it is not XML.
    """
    if isinstance(source, str) and source.lstrip().startswith("<"):
        name, path, content = f"the {kind} text", None, source.encode()
    elif isinstance(source, (str, Path)):
        path, name = Path(source), str(source)
        content = _bytes(path, kind)
    else:
        raise RobotError(f"{kind} must be a file or a text, got {source!r}; write for example 'snake.urdf'")
    if len(content) > MAX_BYTES:
        raise RobotError(f"{name} has {len(content)} bytes; at most {MAX_BYTES} are read")
    if not content.strip():
        raise RobotError(f"{name} is empty; a {kind} file is XML")
    try:
        root = parse_xml(content, "robot files")
    except XmlError as problem:
        raise RobotError(f"{name}: {problem}") from None
    except ET.ParseError as problem:
        raise RobotError(f"{name} is not XML: {problem}; a {kind} file is XML") from None
    except (LookupError, ValueError) as problem:
        raise RobotError(f"{name} cannot be read as text: {problem}") from None
    return Document(name, path, content.decode("utf-8", errors="replace"), root)


def _bytes(path: Path, kind: str) -> bytes:
    try:
        if path.is_dir():
            raise RobotError(f"{path} is a folder; name a {kind} file in it")
        return read_file(path, MAX_BYTES)
    except FileNotFoundError:
        raise RobotError(f"there is no file {path}; give the path of a {kind} file") from None
    except (OSError, ValueError) as problem:
        raise RobotError(f"cannot read {path}: {reason(problem)}") from problem


# ----------------------------------------------------------------------------------------------------------------------
# Atomic writing of files
# ----------------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path that replaces the file at the end; after an error, an older file remains unchanged.

    Args:
        path: Path of the file; its folder is created if it does not exist.

    Raises:
        RecordingError: if it cannot be written.
    """
    import secrets

    # 40 letters of the name, for file systems that limit its length
    part = path.with_name(f"{path.name[:40]}.{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # new and with an unpredictable name: in a shared folder another user could have created a link
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o666))
        yield part
        os.replace(part, path)
    except OSError as problem:
        raise RecordingError(
            f"cannot write {path}: {problem}; free disk space, or choose another folder, such as --out /tmp/run"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file atomically; its folder is created if it does not exist.

    Raises:
        RecordingError: if it cannot be written. An older file of that name remains.
    """
    with whole_file(path) as part:
        part.write_bytes(content)
    return path
