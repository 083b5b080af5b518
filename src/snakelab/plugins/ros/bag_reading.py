"""Bags of bounded size: MCAP files, also without their end, and other files of rosbag2 by the library rosbags."""

import heapq
import io
import itertools
import re
import sqlite3
import struct
import sys
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

from snakelab.errors import RecordingError, SnakelabWarning, counted
from snakelab.files import check_file
from snakelab.plugins.ros.topics import type_store

# ----------------------------------------------------------------------------------------------------------------------
# Bags: MCAP files, read one record after another, and other files of rosbag2 by the library rosbags
#
# Layout: the MCAP format specification, version 0. A record is an operation code, a length and its content; a chunk is a
# record with compressed records. A file that was not ended, since a program was killed or the power failed, has no index;
# its records are read up to the last complete one. What a file may take in memory is bounded before it is decompressed.
# ----------------------------------------------------------------------------------------------------------------------

MCAP_MAGIC = b"\x89MCAP0\r\n"
RECORD, CHUNK_HEAD, MESSAGE_HEAD = struct.Struct("<BQ"), struct.Struct("<QQQI"), struct.Struct("<HIQQ")
FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, STATISTICS = 0x02, 0x03, 0x04, 0x05, 0x06, 0x0B
MAX_LOG_SIZE = 2**33  # of a file [bytes]
MAX_CHUNK = 2**28  # decompressed [bytes]
# Decompressed over stored size of a file, above which it is refused, and a size that is always allowed [bytes].
MAX_GROWTH, ALWAYS = 100, 2**26
GROUP = 2**20  # of messages outside chunks that are read together [bytes]


@dataclass(frozen=True)
class McapTopic:
    """One channel of an MCAP file.

    Attributes:
        topic: Name of the topic.
        msgtype: Type of its messages.
        msgcount: Number of messages.
        definition: Encoding and text of the definition of the type.
        key: Number of the file, and of the channel in it.
    """

    topic: str
    msgtype: str
    msgcount: int
    definition: tuple[str, str]
    key: tuple[int, int]


@dataclass(frozen=True)
class _Chunk:
    """Records that are read together: where they are stored, and how."""

    file: int
    offset: int
    stored: int
    compression: str
    size: int
    checksum: int
    start: int
    cut: bool = False


class McapReader:
    """Messages of MCAP files, with the interface of the reader of rosbags.

    Args:
        files: The files, of one bag.
        store: Definitions of the messages of files without any.

    Attributes:
        connections: Channels with messages of ROS 2.
        lost: What is missing at the end of the files; "" for complete files.

    Raises:
        RecordingError: if a file is no MCAP file, or would take too much memory.
    """

    def __init__(self, files: Sequence[Path], store: Any) -> None:
        self._files, self._chunks = list(files), list[_Chunk]()
        self._schemas: dict[tuple[int, int], tuple[str, str, str]] = {}
        self._channels: dict[tuple[int, int], tuple[int, str, str]] = {}
        self._counts: Counter[tuple[int, int]] = Counter()
        unread = [self._index(k, path) for k, path in enumerate(self._files)]
        self.connections = [
            McapTopic(
                topic, self._schemas[key[0], schema][0], self._counts[key], self._schemas[key[0], schema][1:], key
            )
            for key, (schema, topic, encoding) in self._channels.items()
            if encoding == "cdr" and (key[0], schema) in self._schemas
        ]
        self.lost = self._loss(sum(unread)) if any(n >= 0 for n in unread) else ""
        self._types = _types_of(self.connections, store)

    def messages(self, connections: Collection[McapTopic]) -> Iterator[tuple[McapTopic, int, bytes]]:
        """Yield channel, time [ns] and content of the messages of some channels, in the order of their times."""
        wanted = {connection.key: connection for connection in connections}
        waiting: list[tuple[int, int, McapTopic, bytes]] = []
        order = itertools.count()
        for chunk in sorted(self._chunks, key=lambda one: one.start):
            while waiting and waiting[0][0] < chunk.start:
                time, _, connection, data = heapq.heappop(waiting)
                yield connection, time, data
            for code, content in _records(self._content(chunk)):
                if code == MESSAGE and len(content) >= MESSAGE_HEAD.size:
                    channel, _, time, _ = MESSAGE_HEAD.unpack_from(content)
                    if (found := wanted.get((chunk.file, channel))) is not None:
                        heapq.heappush(waiting, (time, next(order), found, bytes(content[MESSAGE_HEAD.size :])))
        while waiting:
            time, _, connection, data = heapq.heappop(waiting)
            yield connection, time, data

    def deserialize(self, content: bytes, kind: str) -> Any:
        """Return a message from its CDR bytes."""
        return self._types.deserialize_cdr(content, kind)

    # ---- index -----------------------------------------------------------------------------------------------------
    def _index(self, k: int, path: Path) -> int:
        """Find the chunks and the channels of a file; return the bytes that are missing or cut at its end, -1 if it is whole."""
        check_file(path, MAX_LOG_SIZE)
        size, first = path.stat().st_size, len(self._chunks)
        group: _Chunk | None = None
        unread, statistics = size, False
        with path.open("rb") as file:
            if file.read(len(MCAP_MAGIC)) != MCAP_MAGIC:
                raise RecordingError(f"cannot read {path} as a bag: it does not begin as an MCAP file")
            at = len(MCAP_MAGIC)
            while at + RECORD.size <= size:
                file.seek(at)
                code, length = RECORD.unpack(file.read(RECORD.size))
                begin, end = at + RECORD.size, at + RECORD.size + length
                if end > size:
                    if code == CHUNK and (chunk := self._chunk(k, file, begin, size - begin, cut=True)) is not None:
                        self._chunks.append(chunk)
                    break
                if code == FOOTER:
                    unread = -1
                    break
                if code in (SCHEMA, CHANNEL, MESSAGE):
                    group = self._grouped(k, file, at, end, group)
                elif code == CHUNK:
                    chunk = self._chunk(k, file, begin, length)
                    if chunk is None:
                        raise RecordingError(f"cannot read {path} as a bag: the chunk at byte {at} is damaged")
                    self._chunks.append(chunk)
                elif code == STATISTICS:
                    statistics = self._count(k, file.read(min(length, 2**20))) or statistics
                at = end
            unread = unread if unread < 0 else size - at
        self._check_sizes(path, size, self._chunks[first:])
        known = any(key[0] == k for key in self._channels)
        if unread >= 0 or not statistics or not known:
            self._scan(k, self._chunks[first:])
        return unread

    def _chunk(self, k: int, file: Any, begin: int, length: int, cut: bool = False) -> _Chunk | None:
        """Return the description of a chunk; None if it is damaged, or is cut and compressed."""
        head = file.read(min(length, CHUNK_HEAD.size + 4 + 32 + 8))
        if len(head) < CHUNK_HEAD.size + 4:
            return None
        start, _, size, checksum = CHUNK_HEAD.unpack_from(head)
        (n,) = struct.unpack_from("<I", head, CHUNK_HEAD.size)
        at = CHUNK_HEAD.size + 4 + n
        if n > 32 or len(head) < at + 8:
            return None
        compression = head[CHUNK_HEAD.size + 4 : at].decode("ascii", "replace")
        (stored,) = struct.unpack_from("<Q", head, at)
        offset, available = begin + at + 8, length - at - 8
        if cut:
            return None if compression else _Chunk(k, offset, available, "", available, 0, start, True)
        return None if stored > available else _Chunk(k, offset, stored, compression, size, checksum, start)

    def _grouped(self, k: int, file: Any, at: int, end: int, group: _Chunk | None) -> _Chunk:
        """Add a record outside chunks to the group of those before it, or to a new one."""
        file.seek(at + RECORD.size)
        content = file.read(min(end - at - RECORD.size, MESSAGE_HEAD.size))
        is_message = len(content) >= MESSAGE_HEAD.size
        start = MESSAGE_HEAD.unpack_from(content)[2] if is_message else 2**63
        if group is not None and self._chunks and self._chunks[-1] is group and group.offset + group.stored == at:
            if end - group.offset <= GROUP:
                n = end - group.offset
                self._chunks[-1] = _Chunk(k, group.offset, n, "", n, 0, min(group.start, start))
                return self._chunks[-1]
        self._chunks.append(_Chunk(k, at, end - at, "", end - at, 0, start))
        return self._chunks[-1]

    def _count(self, k: int, content: bytes) -> bool:
        """Read the numbers of messages of a complete file."""
        head = struct.Struct("<QHIIIIQQI")
        if len(content) < head.size:
            return False
        n = head.unpack_from(content)[-1]
        for channel, count in struct.iter_unpack("<HQ", content[head.size : head.size + n // 10 * 10]):
            self._counts[k, channel] = count
        return True

    def _check_sizes(self, path: Path, size: int, chunks: Sequence[_Chunk]) -> None:
        largest = max((chunk.size for chunk in chunks), default=0)
        total = sum(chunk.size for chunk in chunks)
        maximum = max(MAX_GROWTH * size, ALWAYS)
        if largest > max(MAX_CHUNK, size) or total > maximum:
            what, limit = (f"{total} bytes", maximum) if total > maximum else (f"a chunk of {largest}", MAX_CHUNK)
            raise RecordingError(
                f"{path} declares {what} in a file of {size} bytes; at most {limit} are read; write it again without compression"
            )

    def _scan(self, k: int, chunks: Sequence[_Chunk]) -> None:
        """Find channels and count messages by reading all records."""
        self._counts = Counter({key: n for key, n in self._counts.items() if key[0] != k})
        for chunk in chunks:
            for code, content in _records(self._content(chunk)):
                if code == MESSAGE and len(content) >= 2:
                    self._counts[k, int.from_bytes(content[:2], "little")] += 1
                elif code in (SCHEMA, CHANNEL):
                    self._learn(k, code, content)

    def _learn(self, k: int, code: int, content: memoryview) -> None:
        if code == SCHEMA:
            number, *texts = _fields(content, "<H", 3)
            self._schemas[k, number] = (str(texts[0]), str(texts[1]), str(texts[2]))
        else:
            number, schema, *texts = _fields(content, "<HH", 2)
            self._channels[k, number] = (schema, str(texts[0]), str(texts[1]))

    def _content(self, chunk: _Chunk) -> memoryview:
        """Return the records of a chunk, at most as many bytes as it declares."""
        path = self._files[chunk.file]
        with path.open("rb") as file:
            file.seek(chunk.offset)
            stored = file.read(chunk.stored)
        content = _decompressed(stored, chunk.compression, chunk.size)
        if len(content) != chunk.size or (chunk.checksum and zlib.crc32(content) != chunk.checksum):
            raise RecordingError(f"cannot read {path} as a bag: the chunk at byte {chunk.offset} is damaged")
        return memoryview(content)

    def _loss(self, unread: int) -> str:
        """Return what is lost of files without an end; the number of messages where `metadata.yaml` states it."""
        read = sum(self._counts.values())
        metadata = self._files[0].with_name("metadata.yaml")
        try:
            stated = re.search(r"^ *message_count: (\d{1,15})$", metadata.read_text("utf-8"), re.MULTILINE)
        except (OSError, UnicodeDecodeError):
            stated = None
        if stated is not None:
            return (
                f"{counted(read, 'message')} {'was' if read == 1 else 'were'} read, and {max(0, int(stated[1]) - read)} "
                "are lost"
            )
        lost = (
            "at most the message that was being written is lost"
            if unread == 0
            else f"{counted(unread, 'byte')} of messages {'is' if unread == 1 else 'are'} lost"
        )
        return f"{counted(read, 'message')} {'was' if read == 1 else 'were'} read; {lost}"


def _records(content: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Iterate over code and content of the records in a chunk, up to the last complete one."""
    at = 0
    while at + RECORD.size <= len(content):
        code, length = RECORD.unpack_from(content, at)
        at += RECORD.size + length
        if at > len(content):
            return
        yield code, content[at - length : at]


def _fields(content: memoryview, head: str, n_texts: int) -> list[Any]:
    """Return the numbers at the beginning of a record, and the texts after them."""
    values: list[Any] = list(struct.unpack_from(head, content))
    at = struct.calcsize(head)
    for _ in range(n_texts):
        (n,) = struct.unpack_from("<I", content, at)
        values.append(bytes(content[at + 4 : at + 4 + n]).decode("utf-8"))
        at += 4 + n
    return values


def _decompressed(content: bytes, compression: str, size: int) -> bytes:
    """Return decompressed bytes, at most one more than a size."""
    if compression == "":
        return content
    if compression == "lz4":
        frame: Any = import_module("lz4.frame")
        return bytes(frame.LZ4FrameDecompressor().decompress(content, max_length=size + 1))
    if compression != "zstd":
        raise RecordingError(f"chunks compressed by {compression[:20]!r} are not read; use zstd, lz4 or none")
    decompressor = _zstd().ZstdDecompressor()
    return bytes(decompressor.decompress(content, max_length=size + 1))


def _zstd() -> Any:
    """Return the module of zstd: that of Python 3.14, or the one that rosbags installs."""
    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def _types_of(connections: Sequence[McapTopic], store: Any) -> Any:
    """Return the definitions of the messages in files; those of a store for files without any."""
    from rosbags.typesys import Stores, get_types_from_idl, get_types_from_msg, get_typestore

    found: dict[str, Any] = {}
    for connection in connections:
        encoding, text = connection.definition
        if encoding == "ros2msg":
            found |= get_types_from_msg(text, connection.msgtype)
        elif encoding in ("ros2idl", "omgidl"):
            line = "=" * 80 + "\n"
            for part in text.split(line)[1:] if text.startswith(f"{line}IDL: ") else [f"\n{text}"]:
                found |= get_types_from_idl(part.split("\n", 1)[1])
    if not found:
        return store
    types = get_typestore(Stores.EMPTY)
    types.register(found)
    return types


@contextmanager
def open_bag(path: Path) -> Iterator[Any]:
    """Context with a reader of a bag: a file, or a folder with files; it has `connections`, `messages` and `deserialize`.

    A bag that was not ended is read up to the last complete message, with a warning.

    Raises:
        RecordingError: if it cannot be read.
        MissingExtraError: if rosbags is not installed.
    """
    store = type_store("mcap")
    from rosbags.highlevel import AnyReader

    files = sorted(path.glob("*.mcap")) if path.is_dir() else [path] if path.suffix.lower() == ".mcap" else []
    with ExitStack() as stack:
        try:
            compression = _compression(path)
            if files and not compression:
                reader: Any = McapReader(files, store)
            else:
                paths = _bag_paths(path)
                _check_growth(path, compression)
                reader = stack.enter_context(AnyReader(paths, default_typestore=store))
            if lost := getattr(reader, "lost", ""):
                warnings.warn(f"{path} was not ended: {lost}", SnakelabWarning, stacklevel=4)
            yield reader
        except (RecordingError, GeneratorExit, SnakelabWarning):
            raise
        except Exception as problem:  # damaged files can raise any exception
            words = " ".join(str(problem).split())[:120] or type(problem).__name__
            raise RecordingError(f"cannot read {path} as a bag: {words}") from problem


def _bag_paths(path: Path) -> list[Path]:
    """Return the bags of ROS 1 in a folder, or the path itself.

    Raises:
        RecordingError: for a folder that is no bag.
    """
    if not path.is_dir() or (path / "metadata.yaml").is_file():
        return [path]
    if bags := sorted(path.glob("*.bag")):
        return bags
    databases = sorted(path.glob("*.db3"))
    if databases:
        raise RecordingError(f"{path} has no metadata.yaml, as a bag needs; give its file instead: {databases[0]}")
    raise RecordingError(f"the folder {path} is no bag: it has no metadata.yaml, and no file .mcap, .db3 or .bag")


def _compression(path: Path) -> str:
    """Return what is compressed in a bag, "message" or "file", which only rosbags reads; "" otherwise."""
    try:
        text = (path / "metadata.yaml").read_text("utf-8")[:100_000]
    except (OSError, UnicodeDecodeError):
        return ""
    found = re.search(r"^ *compression_mode: *['\"]?(message|file)", text, re.MULTILINE | re.IGNORECASE)
    return "" if found is None else found[1].lower()


def _check_growth(path: Path, compression: str) -> None:
    """Refuse a bag that would take much more memory than it has bytes, before rosbags reads it.

    Raises:
        RecordingError: if a database computes its messages instead of storing them, or messages or files are compressed to less
            than 1 / `MAX_GROWTH` of their size.
    """
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        if not file.is_file() or file.name == "metadata.yaml":
            continue
        check_file(file, MAX_LOG_SIZE)
        most = max(MAX_GROWTH * file.stat().st_size, ALWAYS)
        parts: Iterator[bytes | Path] = iter(())
        if compression == "file":
            parts = iter([file])
        elif file.suffix.lower() == ".db3":
            parts = _stored(file)
            if not compression:
                next(parts, None)  # checks the tables
                continue
        elif compression:
            reader = McapReader([file], type_store("mcap"))
            parts = (data for _, _, data in reader.messages(reader.connections))
        opened = ((part, _zstd().open) for part in parts) if file.suffix.lower() != ".bag" else _compressed_chunks(file)
        total = 0
        for part, decompressed in opened:
            total += _expanded_size(part, decompressed, most - total)
            if total > most:
                raise RecordingError(
                    f"{file} contains more than {most} bytes in {file.stat().st_size}; write the bag again without compression"
                )


def _stored(path: Path) -> Iterator[bytes]:
    """Yield the data of the messages in a database whose tables are stored ones."""
    with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1", uri=True)) as base:
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(path.stat().st_size, 2**20))
        base.execute("PRAGMA trusted_schema = OFF")
        kinds = dict(
            base.execute("SELECT name, type FROM sqlite_master WHERE name IN ('messages', 'topics', 'schema')")
        )
        computed = [name for name, kind in kinds.items() if kind != "table"]
        computed += [name for name in kinds if any(row[6] for row in base.execute(f"PRAGMA table_xinfo({name})"))]
        if computed:
            raise RecordingError(f"cannot read {path} as a bag: its table {computed[0]} is computed, not stored")
        if "messages" in kinds:
            for (data,) in base.execute("SELECT data FROM messages"):
                yield data if isinstance(data, bytes) else b""


def _compressed_chunks(path: Path) -> Iterator[tuple[bytes, Callable[..., Any]]]:
    """Yield the compressed chunks of a bag of ROS 1, and the function that opens each: records of header and data in a row."""
    size = path.stat().st_size

    def block() -> bytes:
        n = int.from_bytes(file.read(4), "little")
        return file.read(n) if n <= size - file.tell() else b""

    with path.open("rb") as file:
        file.seek(len("#ROSBAG V2.0\n"))
        while header := block():
            n = int.from_bytes(file.read(4), "little")
            if b"op=\x05" not in header or b"compression=none" in header:  # no chunk, or a plain one
                file.seek(n, io.SEEK_CUR)
            elif n <= size - file.tell():
                name = "bz2" if b"compression=bz2" in header else "lz4.frame"
                yield file.read(n), import_module(name).open


def _expanded_size(part: bytes | Path, decompressed: Callable[..., Any], most: int) -> int:
    """Return the decompressed size of bytes or of a file, counted up to little more than `most` [bytes]."""
    total = 0
    with decompressed(part if isinstance(part, Path) else io.BytesIO(part)) as content:
        while total <= most and (n := len(content.read(2**20))):
            total += n
    return total
