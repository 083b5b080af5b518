"""Values of a log by name: the mapping file, and the columns of tables and topics of bags.

In reading order: the mapping file, which assigns columns or topics to variables; `open_bag`, which reads MCAP files of
bounded size, also when their end is missing; and `read_values`, which reads the mapped values from a table (CSV,
Parquet) or a bag (MCAP and other files of rosbag2).
"""

import csv
import dataclasses
import heapq
import io
import itertools
import math
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
from typing import Annotated, Any
from urllib.parse import quote

import numpy as np
from annotated_types import Gt

from snakelab.errors import MissingExtraError, RecordingError, ScenarioError, SnakelabWarning, nearest
from snakelab.files import check_file, read_file, reason
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Choices, Unit
from snakelab.plugins.ros.topics import type_store
from snakelab.results.recording_files import DIMENSIONS
from snakelab.scenarios.document import read_document, shown
from snakelab.scenarios.forms import Before, Form, Rule, read_form
from snakelab.scenarios.value_types import fault

# ----------------------------------------------------------------------------------------------------------------------
# Mapping file of a log: variables of columns or topics, with unit, sign and zero
# ----------------------------------------------------------------------------------------------------------------------

# Factor to SI.
UNITS = {
    "1": 1.0, "-": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "rad": 1.0, "deg": math.pi / 180, "turn": 2 * math.pi,
    "rad/s": 1.0, "deg/s": math.pi / 180, "rpm": math.pi / 30, "m": 1.0, "cm": 1e-2, "mm": 1e-3, "m/s": 1.0, "mm/s": 1e-3,
    "m/s^2": 1.0, "g": 9.80665, "N": 1.0, "N m": 1.0, "mN m": 1e-3, "A": 1.0, "mA": 1e-3, "V": 1.0, "mV": 1e-3, "degC": 1.0,
}  # fmt: skip
TIME_UNITS = ("s", "ms", "us", "ns")
STAMP, RECEIVED = "stamp", "received"


def _one_or_more(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _one_or_row(value: Any) -> Any:
    if isinstance(value, tuple) and not all(isinstance(item, float) for item in value):
        raise ScenarioError(f"must be a number, or one for each component; got {shown(value)}")
    return value


def _column_name(value: Any) -> Any:
    """Return the number of a column as text; other values as they are."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else value


def _column_names(value: Any) -> Any:
    given = [value] if isinstance(value, (str, int)) else value
    return [_column_name(one) for one in given] if isinstance(given, list) else given


class TimeForm(Form):
    """Time of a log.

    Args:
        column: Column of a table: its name, or its number from 0.
        along: For a curve without times, such as y over x of a path: the variable by which the rows are ordered. Each row
            takes the time at which the reference run is nearest to it.
        unit: s, ms, us or ns.
        clock: Of a bag: stamp (of each message) or received (by the recorder).
    """

    column: Annotated[str, Before(_column_name)] = "time"
    along: str = ""
    unit: Annotated[str, Choices(TIME_UNITS)] = "s"
    clock: Annotated[str, Choices((STAMP, RECEIVED))] = STAMP


class VariableForm(Form):
    """One variable.

    Args:
        columns: Columns of a table in the order of the coordinates or components: names, or numbers from 0; a name with {}
            stands for all, with numbers from 1.
        topic: Topic of a bag.
        field: Field of its messages, such as position or pose.pose.position.
        components: Components of the variable that the log has, such as [x, y] or [joint2]; the others are NaN. Default: all.
        names: Names in the messages in the order of the coordinates, of messages with names. Default: those of the coordinates.
        unit: Unit in the log.
        sign: 1 or -1, one number or one for each.
        zero: Value in the log that is zero, one number or one for each, in the unit of the log.
        scale: Further factor.
    """

    columns: Annotated[tuple[str, ...], Before(_column_names)] = ()
    topic: str = ""
    field: str = ""
    components: Annotated[tuple[str, ...], Before(_one_or_more)] = ()
    names: tuple[str, ...] = ()
    unit: Annotated[str, Choices(tuple(UNITS))] = "1"
    sign: Annotated[float | tuple[float, ...], Rule(_one_or_row)] = 1.0
    zero: Annotated[float | tuple[float, ...], Rule(_one_or_row)] = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        if bool(self.columns) == bool(self.topic):
            raise fault("must have either columns (of a table), or topic and field (of a bag)")
        if self.topic and not self.field:
            raise fault(f"needs the field of {self.topic}, such as field: position")
        if any(abs(sign) != 1.0 for sign in (self.sign if isinstance(self.sign, tuple) else (self.sign,))):
            raise fault(f"sign must be 1 or -1, got {shown(self.sign)}; write scale for another factor")


def _interval(value: Any) -> Any:
    if len(value) != 2 or not all(isinstance(edge, float) for edge in value) or not value[0] < value[1]:
        raise ScenarioError("must be two times, the earlier first")
    return value


class LogForm(Form):
    """Mapping of a log.

    Args:
        scenario: Scenario of the library, or a file, with the robot of the log.
        time: Time of the log.
        window: Part of the log, two times after its beginning [s]. Default: all of it.
        rate: Records per second [Hz].
        offset: Time of the recording at the beginning of the log [s]. Default: 0, or found with a reference.
        gap: Longest time without values that is interpolated [s].
        variables: Recorded variables by name, such as q.
    """

    scenario: str
    time: TimeForm = TimeForm()
    window: Annotated[tuple[float, ...], Rule(_interval)] | None = None
    rate: Annotated[float, Gt(0), Unit("Hz")] = 100.0
    offset: float | None = None
    gap: Annotated[float, Gt(0), Unit("s")] = 0.5
    variables: dict[str, VariableForm] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.variables:
            raise fault("needs variables, such as variables: {q: {columns: [angle_{}], unit: deg}}")
        if self.time.along and self.time.along not in self.variables:
            raise fault(
                f"time: along: {self.time.along} must be one of the variables{nearest(self.time.along, self.variables)}"
            )
        for name in self.variables:
            if not name.isidentifier() or name in ("time", "link_position", "link_quaternion"):
                raise fault(f"there is no variable {name!r} for a log{nearest(name, DIMENSIONS)}")


def read_mapping(path: str | Path) -> LogForm:
    """Read a mapping file.

    Raises:
        ScenarioError: if the file is invalid; one line per fault, with its file and line.
    """
    path = Path(path)
    if not path.exists():
        raise ScenarioError(f"there is no file {path}; docs/logs.md shows a mapping file")
    return read_form(LogForm, read_document(path, "mapping file"))


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
            return f"{read} messages were read, and {max(0, int(stated[1]) - read)} are lost"
        lost = (
            "at most the message that was being written is lost"
            if unread == 0
            else f"{unread} bytes of messages are lost"
        )
        return f"{read} messages were read; {lost}"


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
                _check_growth(path, compression)
                reader = stack.enter_context(AnyReader([path], default_typestore=store))
            if lost := getattr(reader, "lost", ""):
                warnings.warn(f"{path} was not ended: {lost}", SnakelabWarning, stacklevel=4)
            yield reader
        except (RecordingError, GeneratorExit, SnakelabWarning):
            raise
        except Exception as problem:  # damaged files can raise any exception
            words = " ".join(str(problem).split())[:120] or type(problem).__name__
            raise RecordingError(f"cannot read {path} as a bag: {words}") from problem


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


# ----------------------------------------------------------------------------------------------------------------------
# Values of a log by name: of tables (CSV, Parquet) and of bags (MCAP and other files of rosbag2)
# ----------------------------------------------------------------------------------------------------------------------

MAX_LOG_SIZE, MAX_TABLE_SIZE = 2**33, 2**30  # of a file, and of the numbers of a compressed table [bytes]
TABLES, BAGS = (".csv", ".parquet"), (".mcap", ".db3")
# Fields of messages that consist of several numbers, in the order of a recording.
COMPONENTS = {
    "Vector3": ("x", "y", "z"),
    "Point": ("x", "y", "z"),
    "Quaternion": ("w", "x", "y", "z"),
    "Twist": ("linear.x", "linear.y", "linear.z", "angular.x", "angular.y", "angular.z"),
}


@dataclass(frozen=True, eq=False)
class LogSeries:
    """Values of one variable, as they are in the log.

    Attributes:
        time: Shape (n,), [s].
        values: Shape (n, m).
    """

    time: FloatArray
    values: FloatArray


def read_values(path: Path, mapping: LogForm, sizes: dict[str, tuple[str, ...]]) -> dict[str, LogSeries]:
    """Return the values of every mapped variable.

    Args:
        path: The log.
        mapping: Its mapping.
        sizes: Labels of the components of each variable; of one of unknown size, none.

    Raises:
        RecordingError: if the log cannot be read, or lacks a column, a topic or a field.
        MissingExtraError: if the package that reads it is not installed.
    """
    kind = "bag" if path.is_dir() else path.suffix.lower()
    if not path.exists():
        raise RecordingError(f"there is no log {path}")
    if kind == "bag" or kind in BAGS:
        _check_source(mapping, "topic", f"{path} is a bag, with topics")
        return _from_bag(path, mapping, sizes)
    if kind not in TABLES:
        raise RecordingError(f"{path}: a log is a file .csv, .parquet, .mcap or .db3, or the folder of a bag")
    _check_source(mapping, "columns", f"{path} is a table, with columns")
    columns = _csv(path) if kind == ".csv" else _parquet(path)
    if mapping.time.along:  # rows in order, before they have times from a reference run
        time = np.arange(len(next(iter(columns.values()))), dtype=np.float64)
    else:
        time = _column(columns, mapping.time.column, "time", path) * UNITS[mapping.time.unit]
    by_name = {}
    for name, variable in mapping.variables.items():
        names = _expanded(variable, len(sizes.get(name, ())))
        by_name[name] = LogSeries(time, np.column_stack([_column(columns, column, name, path) for column in names]))
    return by_name


def _check_source(mapping: LogForm, key: str, what: str) -> None:
    for name, variable in mapping.variables.items():
        if not getattr(variable, key):
            raise RecordingError(f"{what}; write {key}: for {name} in the mapping file")


def _expanded(variable: VariableForm, n: int) -> list[str]:
    """Return the names of columns, a name with {} n times."""
    names: list[str] = []
    for name in variable.columns:
        names += [name.replace("{}", str(k + 1)) for k in range(n)] if "{}" in name else [name]
    return names


def _column(columns: dict[str, FloatArray], name: str, variable: str, path: Path) -> FloatArray:
    if name not in columns and name.isdecimal() and int(name) < len(columns):
        name = list(columns)[int(name)]
    if name not in columns:
        raise RecordingError(f"{path} has no column {name!r} for {variable}{nearest(name, columns)}")
    return columns[name]


def _csv(path: Path) -> dict[str, FloatArray]:
    """Read comma-separated values, or values separated by semicolons, tabs or blanks; empty cells are NaN.

    The first line has the names of the columns. If it contains numbers, it is a row, and the names are "0", "1" and so on,
    unless it contains just these, as tables without names of some tools do.
    """
    try:
        text = read_file(path, MAX_LOG_SIZE).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise RecordingError(
            f"cannot read {path}: {reason(problem) if isinstance(problem, OSError) else 'it is no text in UTF-8'}"
        ) from problem
    head, _, body = text.partition("\n")
    head = head.strip("\r")
    separator = next((one for one in (",", ";", "\t") if one in head), None)
    if separator is None and len(head.split()) > 1:
        names = head.split()
    else:
        separator = separator or ","
        names = [name.strip() for name in next(csv.reader([head], delimiter=separator), [])]
    numbered = [str(k) for k in range(len(names))]
    if names and names != numbered and all(_is_number(name) for name in names):
        names, body = numbered, text
    if not names or not body.strip():
        raise RecordingError(
            f"{path} has no rows; a table has the names of its columns in the first line, and a row per time"
        )
    try:
        rows = np.genfromtxt(io.StringIO(body), delimiter=separator, dtype=np.float64, ndmin=2)
    except ValueError as problem:
        raise RecordingError(
            f"{path}: every row must have {len(names)} numbers, as the first line has names"
        ) from problem
    if rows.shape[1] != len(names):
        raise RecordingError(
            f"{path}: every row must have {len(names)} numbers, as the first line has names; got {rows.shape[1]}"
        )
    return dict(zip(names, rows.T, strict=True))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _parquet(path: Path) -> dict[str, FloatArray]:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        from snakelab.errors import install_line

        raise MissingExtraError(f"reading Parquet needs pyarrow; type: {install_line('parquet')}") from None
    try:
        check_file(path, MAX_LOG_SIZE)
        facts = parquet.read_metadata(path)
        if (size := 8 * facts.num_rows * facts.num_columns) > MAX_TABLE_SIZE:
            raise RecordingError(f"{path} declares {size} bytes of numbers; at most {MAX_TABLE_SIZE} are read")
        table = parquet.read_table(path)
    except RecordingError:
        raise
    except Exception as problem:  # damaged files can raise any exception
        raise RecordingError(f"cannot read {path}: it is no valid Parquet file") from problem
    columns = {}
    for name in table.column_names:
        values = table.column(name).to_numpy()
        if values.dtype.kind in "fiub":
            columns[name] = values.astype(np.float64)
    return columns


def _from_bag(path: Path, mapping: LogForm, sizes: dict[str, tuple[str, ...]]) -> dict[str, LogSeries]:
    wanted: dict[str, list[str]] = {}
    for name, variable in mapping.variables.items():
        wanted.setdefault(variable.topic, []).append(name)
    times: dict[str, list[float]] = {name: [] for name in mapping.variables}
    rows: dict[str, list[FloatArray]] = {name: [] for name in mapping.variables}
    with open_bag(path) as reader:
        topics = {connection.topic for connection in reader.connections}
        for topic, names in wanted.items():
            if topic not in topics:
                raise RecordingError(f"{path} has no topic {topic!r} for {', '.join(names)}{nearest(topic, topics)}")
        for connection, received, content in reader.messages([c for c in reader.connections if c.topic in wanted]):
            message = reader.deserialize(content, connection.msgtype)
            for name in wanted[connection.topic]:
                times[name].append(_time(message, received, mapping))
                rows[name].append(_field(message, name, mapping.variables[name], sizes.get(name, ())))
    empty = next((name for name in rows if not rows[name]), None)
    if empty is not None:
        raise RecordingError(f"{path} has no message of {mapping.variables[empty].topic} for {empty}")
    return {name: LogSeries(np.array(times[name]), np.array(rows[name])) for name in rows}


def _time(message: Any, received: int, mapping: LogForm) -> float:
    """Return the time of a message [s]: its stamp, if it has one."""
    stamp = getattr(getattr(message, "header", None), "stamp", None)
    if mapping.time.clock != STAMP or stamp is None:
        return 1e-9 * received
    return float(stamp.sec) + 1e-9 * stamp.nanosec


def _field(message: Any, name: str, variable: VariableForm, labels: Sequence[str]) -> FloatArray:
    """Return the numbers of a field, in the order of the labels."""
    value = message
    for step in variable.field.split("."):
        if not hasattr(value, step):
            known = [key for key in getattr(value, "__dataclass_fields__", {}) if not key.startswith("__")]
            raise RecordingError(f"{variable.topic} has no field {variable.field!r} for {name}{nearest(step, known)}")
        value = getattr(value, step)
    parts = COMPONENTS.get(type(value).__name__.rpartition("__")[2])
    if parts is not None:
        return np.array([_nested(value, part) for part in parts], dtype=np.float64)
    numbers = np.atleast_1d(np.asarray(value, dtype=np.float64))
    given = list(getattr(message, "name", ()))
    wanted = variable.names or tuple(labels)
    if not given or len(given) != len(numbers):
        return numbers
    if missing := [label for label in wanted if label not in given]:
        raise RecordingError(
            f"{variable.topic} has no joint {missing[0]!r} for {name}; it has {', '.join(given[:5])}{' ...' * (len(given) > 5)}; "
            "write their names in the order of the robot's coordinates as names: [...]"
        )
    return numbers[[given.index(label) for label in wanted]]


def _nested(value: Any, path: str) -> float:
    for step in path.split("."):
        value = getattr(value, step)
    return float(value)
