"""Bags as databases, and compressed ones: read, or refused before they take more memory than their size explains."""

import io
import shutil
import sqlite3
from importlib import import_module

import numpy as np
import pytest

from hostile.bounds import bounded
from optional_packages import rosbags  # noqa: F401
from snakelab.errors import RecordingError
from snakelab.plugins.ros.bag_reading import _zstd, open_bag
from snakelab.plugins.ros.topics import type_store

KIND = "std_msgs/msg/Float64MultiArray"


def write_bag(path, plugin, mode=None):
    """Write a bag of 20 messages."""
    parts = import_module("rosbags.rosbag2")
    writer, store = parts.Writer(path, version=9, storage_plugin=parts.StoragePlugin[plugin]), type_store("mcap")
    if mode is not None:
        writer.set_compression(parts.CompressionMode[mode], parts.CompressionFormat.ZSTD)
    layout = store.types["std_msgs/msg/MultiArrayLayout"](dim=[], data_offset=0)
    with writer:
        connection = writer.add_connection("/a", KIND, typestore=store)
        for k in range(20):
            message = store.types[KIND](layout=layout, data=np.arange(4.0) * k)
            writer.write(connection, k * 10**7, store.serialize_cdr(message, KIND))
    return path


def last_value(path):
    """Return number of messages, and the last value of the last one."""
    with bounded(), open_bag(path) as reader:
        messages = list(reader.messages(reader.connections))
        return len(messages), reader.deserialize(messages[-1][2], KIND).data[-1]


@pytest.mark.parametrize("mode", [None, "FILE", "MESSAGE"])
@pytest.mark.parametrize("plugin", ["SQLITE3", "MCAP"])
def test_all_kinds_of_bags_are_read(plugin, mode, tmp_path):
    path = write_bag(tmp_path / "bag", plugin, mode)
    assert last_value(path) == (20, 57.0)
    if mode is None and plugin == "SQLITE3":
        assert last_value(next(path.glob("*.db3"))) == (20, 57.0)


COLUMNS = "id INTEGER PRIMARY KEY, topic_id INTEGER, timestamp INTEGER"
COMPUTED = {
    "column": f"""
        CREATE TABLE other({COLUMNS}, data BLOB GENERATED ALWAYS AS (zeroblob(1000000000)) VIRTUAL);
        INSERT INTO other(id, topic_id, timestamp) SELECT id, topic_id, timestamp FROM messages;
        DROP TABLE messages; ALTER TABLE other RENAME TO messages;""",
    "view": """
        DROP TABLE messages;
        CREATE VIEW messages AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS id, 1 AS topic_id, i AS timestamp, zeroblob(1000) AS data FROM n;""",
}


@pytest.mark.parametrize("how", COMPUTED)
def test_a_database_that_computes_its_messages_is_refused(how, tmp_path):
    path = next(write_bag(tmp_path / "bag", "SQLITE3").glob("*.db3"))
    base = sqlite3.connect(path)
    base.executescript(COMPUTED[how])
    base.close()
    with pytest.raises(RecordingError, match="its table messages is computed, not stored"):
        last_value(path)


def zeros(n, declared=True):
    zstd = _zstd()
    if declared:
        return zstd.compress(bytes(n))
    compressor = zstd.ZstdCompressor()
    return compressor.compress(bytes(n)) + compressor.flush()


@pytest.mark.parametrize("content", ["declared", "undeclared", "many frames"])
def test_messages_that_would_take_gigabytes_are_refused(content, tmp_path):
    data = {"declared": zeros(2**28), "undeclared": zeros(2**28, False), "many frames": 400 * zeros(2**20)}[content]
    path = write_bag(tmp_path / "bag", "SQLITE3", "MESSAGE")
    base = sqlite3.connect(next(path.glob("*.db3")))
    base.execute("UPDATE messages SET data = ?", (data,))
    base.commit()
    base.close()
    with pytest.raises(RecordingError, match="contains more than"):
        last_value(path)


@pytest.mark.parametrize("plugin", ["SQLITE3", "MCAP"])
def test_a_compressed_file_that_would_take_gigabytes_is_refused(plugin, tmp_path):
    path = write_bag(tmp_path / "bag", plugin, "FILE")
    next(path.glob("*.zstd")).write_bytes(zeros(2**28))
    with pytest.raises(RecordingError, match="contains more than"):
        last_value(path)


def test_a_line_of_the_metadata_does_not_lift_the_bound_of_chunks(tmp_path):
    path = write_bag(tmp_path / "bag", "MCAP")
    metadata = path / "metadata.yaml"
    text = metadata.read_text().replace("compression_mode: ''", "compression_mode: message")
    metadata.write_text(text.replace("compression_format: ''", "compression_format: zstd"))
    assert "mode: message" in metadata.read_text()
    shutil.copyfileobj(io.BytesIO(bomb()), next(path.glob("*.mcap")).open("wb"))
    with pytest.raises(RecordingError, match="declares"):
        last_value(path)


def bomb():
    """Return an MCAP file with a chunk that declares its 1 GB."""
    from plugins.ros.test_killed_log import bombs

    return dict(bombs())["declared"]


def write_ros1_bag(path, compression):
    """Write a bag of ROS 1 with 20 messages in chunks."""
    parts, store = import_module("rosbags.rosbag1"), type_store("mcap")
    writer = parts.Writer(path)
    if compression is not None:
        writer.set_compression(getattr(writer.CompressionFormat, compression))
    layout = store.types["std_msgs/msg/MultiArrayLayout"](dim=[], data_offset=0)
    with writer:
        connection = writer.add_connection("/a", KIND, typestore=store)
        for k in range(20):
            message = store.types[KIND](layout=layout, data=np.arange(4.0) * k)
            writer.write(connection, k * 10**7, store.serialize_ros1(message, KIND))
    return path


def record(header, data):
    """Return a record of a bag of ROS 1."""
    fields = b"".join(len(one).to_bytes(4, "little") + one for one in header)
    return len(fields).to_bytes(4, "little") + fields + len(data).to_bytes(4, "little") + data


@pytest.mark.parametrize("compression", [None, "BZ2", "LZ4"])
def test_bags_of_ros_1_are_read_unless_their_chunks_would_take_gigabytes(compression, tmp_path):
    path = write_ros1_bag(tmp_path / "a.bag", compression)
    assert last_value(path) == (20, 57.0)
    if compression is None:
        return
    name = compression.lower()
    packed = import_module("bz2" if name == "bz2" else "lz4.frame").compress(bytes(2**28))
    chunk = record([b"op=\x05", b"compression=" + name.encode(), b"size=\x00\x00\x00\x10"], packed)
    path.write_bytes(path.read_bytes() + chunk)
    with pytest.raises(RecordingError, match="contains more than"):
        last_value(path)
