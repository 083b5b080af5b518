"""Logs that were not ended: of a killed process, of a cut file, and files that declare more than they may."""

import os
import signal
import struct
import subprocess
import sys

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import bounded_process
from optional_packages import rosbags  # noqa: F401
from ros_runs import run
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.plugins.ros.bag_reading import MCAP_MAGIC, McapReader
from snakelab.plugins.ros.bag_writing import log_live, save_bag
from snakelab.plugins.ros.log_reading import read_log
from snakelab.plugins.ros.topics import type_store

MAPPING = "scenario: planar_prototype\nrate: 50\nvariables:\n  q: {topic: /joint_states, field: position}\n"


@pytest.fixture
def mapping(tmp_path):
    path = tmp_path / "map.yaml"
    path.write_text(MAPPING)
    return path


@pytest.fixture(scope="module")
def bag(tmp_path_factory):
    """A complete bag of one chunk for each tenth of a second, and its recording."""
    path = tmp_path_factory.mktemp("bag") / "live"
    with sl.start_scenario(sl.load_scenario("planar_prototype", ["solver.record_rate=50"])) as simulation:
        log = log_live(simulation, path)
        log.writer._interval = 0.0
        simulation.advance(2.0)
        log.close()
        return path, simulation.recording()


def cut(bag, folder, n, name="live.part"):
    """A copy of the first bytes of a bag, without its metadata, as a killed process leaves it."""
    (folder / name).mkdir()
    file = folder / name / "live.part.mcap"
    file.write_bytes(next(bag[0].glob("*.mcap")).read_bytes()[:n])
    return folder / name


def test_messages_are_those_of_the_library(bag):
    from rosbags.highlevel import AnyReader

    reader = McapReader(sorted(bag[0].glob("*.mcap")), type_store("mcap"))
    assert reader.lost == ""
    with AnyReader([bag[0]]) as other:
        assert {(c.topic, c.msgtype, c.msgcount) for c in reader.connections} == {
            (c.topic, c.msgtype, c.msgcount) for c in other.connections
        }
        ours = sorted((c.topic, time, bytes(data)) for c, time, data in reader.messages(reader.connections))
        theirs = sorted((c.topic, time, bytes(data)) for c, time, data in other.messages())
    assert ours == theirs


def test_a_cut_log_is_read_up_to_its_last_complete_message(bag, mapping, tmp_path):
    size = next(bag[0].glob("*.mcap")).stat().st_size
    lengths = []
    for k, n in enumerate(np.linspace(0.2, 0.9, 8)):
        folder = cut(bag, tmp_path, int(n * size), f"{k}.part")
        with pytest.warns(SnakelabWarning, match="was not ended: .* messages were read") as told:
            recording = read_log(folder, mapping).recording
        assert "lost" in str(told[0].message)
        q = recording["q"].values
        np.testing.assert_allclose(q, bag[1]["q"].values[1 : len(q) + 1], atol=1e-9)
        lengths.append(len(q))
    assert lengths == sorted(lengths) and lengths[0] > 1 and lengths[-1] < 101


def test_the_number_of_lost_messages_is_told_where_the_bag_states_it(bag, mapping, tmp_path):
    path = next(bag[0].glob("*.mcap"))
    folder = cut(bag, tmp_path, path.stat().st_size // 2)
    (folder / "metadata.yaml").write_text((bag[0] / "metadata.yaml").read_text())
    whole = McapReader([path], type_store("mcap"))
    total = sum(c.msgcount for c in whole.connections)
    with pytest.warns(SnakelabWarning) as told:
        read_log(folder, mapping)
    read, lost = (int(word) for word in str(told[0].message).replace(",", "").split() if word.isdecimal())
    assert read + lost == total and lost > 0


@pytest.mark.parametrize("n", [0, 5, 8, 30, 200])
def test_a_log_without_any_message_is_one_line(bag, mapping, tmp_path, n):
    with pytest.raises(RecordingError) as caught, pytest.warns():
        import warnings

        warnings.warn("for files without a warning", stacklevel=1)
        read_log(cut(bag, tmp_path, n), mapping)
    assert "\n" not in str(caught.value)


def test_a_log_that_was_not_ended_is_not_overwritten(bag, tmp_path):
    part = cut(bag, tmp_path, 1000)
    before = (part / "live.part.mcap").read_bytes()
    with pytest.raises(RecordingError, match="was not ended"):
        save_bag(run("planar_prototype")[1], tmp_path / "live")
    assert (part / "live.part.mcap").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_killed_process_loses_less_than_one_second(tmp_path, mapping):
    program = (
        "import time, snakelab as sl\nfrom snakelab.plugins.ros.bag_writing import log_live\n"
        "simulation = sl.start_scenario(sl.load_scenario('planar_prototype', ['solver.record_rate=50']))\n"
        "log_live(simulation, 'live')\n"
        "begin = time.monotonic()\n"
        "while True:\n"
        "    simulation.step()\n"
        "    time.sleep(max(0, begin + simulation.time - time.monotonic()))\n"
        "    print(simulation.time, flush=True)\n"
    )
    command, reached = [sys.executable, "-c", program], 0.0
    with bounded_process(command, "2.3 s of the log", cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            reached = float(line)
            if reached > 2.3:
                break
        process.send_signal(signal.SIGKILL)
        reached = max([reached, *(float(line) for line in process.stdout if line.strip().replace(".", "").isdigit())])
    with pytest.warns(SnakelabWarning, match="was not ended"):
        recording = read_log(tmp_path / "live.part", mapping).recording
    assert recording["time"].values[-1] > reached - 1.0


def record(code, content):
    return struct.pack("<BQ", code, len(content)) + content


def chunk(content, size, compression, start=0):
    head = struct.pack("<QQQI", start, start, size, 0) + struct.pack("<I", len(compression)) + compression.encode()
    return record(0x06, head + struct.pack("<Q", len(content)) + content)


def bombs():
    zstd = __import__("snakelab.plugins.ros.bag_reading", fromlist=["_zstd"])._zstd()
    zeros = zstd.compress(bytes(2**30))
    header = MCAP_MAGIC + record(0x01, bytes(8))
    yield "declared", header + chunk(zeros, 2**30, "zstd")
    yield "undeclared", header + chunk(zeros, 1000, "zstd")
    yield "many", header + b"".join(chunk(zstd.compress(bytes(2**24)), 2**24, "zstd") for _ in range(100))
    yield "length", header + struct.pack("<BQ", 0x05, 2**62)
    yield "unknown", header + chunk(b"", 0, "brotli")


def test_a_small_file_that_would_take_gigabytes_is_refused(tmp_path, mapping):
    from hostile.bounds import bounded

    for name, content in bombs():
        path = tmp_path / f"{name}.mcap"
        path.write_bytes(content)
        before = peak_memory()
        with bounded(), pytest.raises(RecordingError) as caught:
            read_log(path, mapping)
        assert "\n" not in str(caught.value), name
        assert peak_memory() - before < 300, name


def peak_memory():
    """Largest memory of this process so far [MiB]."""
    resource = pytest.importorskip("resource", reason="POSIX")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_the_time_of_a_chunk_orders_messages_of_overlapping_chunks(tmp_path):
    schema = record(
        0x03,
        struct.pack("<H", 1)
        + b"".join(struct.pack("<I", len(t)) + t for t in (b"std_msgs/msg/String", b"ros2msg", b"string data")),
    )
    channel = record(
        0x04,
        struct.pack("<HH", 1, 1)
        + b"".join(struct.pack("<I", len(t)) + t for t in (b"/a", b"cdr"))
        + struct.pack("<I", 0),
    )

    def message(time):
        return record(0x05, struct.pack("<HIQQ", 1, 0, time, time) + b"\x00\x01\x00\x00\x02\x00\x00\x00a\x00")

    parts = [schema + channel + message(5) + message(1), message(4) + message(9), message(2)]
    starts = [1, 4, 2]
    file = tmp_path / "a.mcap"
    chunks = b"".join(chunk(part, len(part), "", start) for part, start in zip(parts, starts, strict=True))
    file.write_bytes(MCAP_MAGIC + record(0x01, bytes(8)) + chunks + message(7) + message(6))
    reader = McapReader([file], type_store("mcap"))
    got = [time for _, time, _ in reader.messages(reader.connections)]
    assert got == [1, 2, 4, 5, 6, 7, 9] and reader.connections[0].msgcount == 7
    assert reader.deserialize(next(iter(reader.messages(reader.connections)))[2], "std_msgs/msg/String").data == "a"
