"""Files that anyone may have written: regular ones, of bounded size."""

import os
import socket
from pathlib import Path

import pytest

import snakelab as sl
from snakelab.errors import RecordingError, RobotError, ScenarioError, WorldError
from snakelab.files import check_file, read_file
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf
from snakelab.scenarios import yaml_document


def pipe_at(path: Path) -> Path:
    os.mkfifo(path)
    return path


def test_a_regular_file_is_read_whole_up_to_the_limit(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 8192)
    assert read_file(path, 2**21) == path.read_bytes()
    check_file(path, 2**21)
    for read in (read_file, check_file):
        with pytest.raises(OSError, match="it has 2097152 bytes; at most 2097151 bytes are read"):
            read(path, 2**21 - 1)


def test_a_link_to_a_regular_file_is_followed(tmp_path):
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    assert read_file(tmp_path / "link", 4) == b"text"


@pytest.mark.parametrize("read", [read_file, check_file])
def test_what_is_no_regular_file_is_refused_without_opening_it(read, tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        for path, word in (
            (pipe_at(tmp_path / "pipe"), "a named pipe"),
            (Path("/dev/zero"), "a device"),
            (tmp_path, "a folder"),
            (tmp_path / "socket", "a socket"),
        ):
            with pytest.raises(OSError, match=f"it is {word}; only regular files are read"):
                read(path, 100)


def test_a_file_without_a_stated_size_is_read_up_to_the_limit():
    with pytest.raises(OSError, match="it has at least 11 bytes; at most 10 bytes are read"):
        read_file("/proc/self/status", 10)


@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_every_reader_refuses_named_pipes_and_devices(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pipe_at(tmp_path / "pipe")
    for ending in (".stl", ".obj", ".yaml"):
        (tmp_path / f"x{ending}").symlink_to(name)
    (tmp_path / "variant.yaml").write_text("base: ./x.yaml\n")
    words = "only regular files are read"
    readers = [
        (WorldError, lambda: sl.Terrain(sl.geometry.HeightTable(name), (1, 1))),
        (WorldError, lambda: sl.Terrain(sl.geometry.HeightImage(name, 0.1, 0, 1), (1, 1))),
        (WorldError, lambda: sl.Terrain(sl.geometry.HeightMesh("x.stl"), (1, 1))),
        (WorldError, lambda: sl.Terrain(sl.geometry.HeightMesh("x.obj"), (1, 1))),
        (ScenarioError, lambda: sl.load_scenario("x.yaml")),
        (ScenarioError, lambda: sl.load_scenario("variant.yaml")),
        (ScenarioError, lambda: sl.plugins.studies.load_sweep("x.yaml")),
        (RobotError, lambda: from_urdf(name)),
        (RecordingError, lambda: sl.load(name)),
    ]
    for error, read in readers:
        with pytest.raises(error, match=words):
            read()


def test_a_large_scenario_is_refused_with_its_size_and_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(yaml_document, "MAX_BYTES", 1000)
    path = tmp_path / "large.yaml"
    path.write_text("#" * 1001)
    with pytest.raises(ScenarioError, match=r"large\.yaml: it has 1001 bytes; at most 1000 bytes are read"):
        sl.load_scenario(path)


def test_values_of_a_scenario_are_counted_while_they_are_read(monkeypatch):
    monkeypatch.setattr(yaml_document, "MAX_VALUES", 100)
    with pytest.raises(ScenarioError, match="more than 100 keys and values"):
        yaml_document.parse("a: [" + "1," * 101 + " !!broken", "x.yaml")  # broken only after the limit


def test_a_file_that_is_no_scenario_is_not_quoted(tmp_path):
    path = tmp_path / "private.yaml"
    path.write_text("root:x:0:0:secret\n")
    with pytest.raises(ScenarioError, match="holds text without keys") as caught:
        sl.load_scenario(path)
    assert "secret" not in str(caught.value)
