"""Files that are there whole or not at all, in folders that others can write to as well."""

import os
import stat

import pytest

from snakelab.errors import RecordingError
from snakelab.files import whole_file, write_whole


def test_a_link_under_the_name_of_the_part_is_not_followed(tmp_path):
    victim = tmp_path / "victim"
    victim.write_bytes(b"keep")
    (tmp_path / "out.csv.part").symlink_to(victim)
    write_whole(tmp_path / "out.csv", b"new")
    assert victim.read_bytes() == b"keep" and (tmp_path / "out.csv").read_bytes() == b"new"


def test_a_link_under_the_name_of_the_file_is_replaced(tmp_path):
    victim = tmp_path / "victim"
    victim.write_bytes(b"keep")
    (tmp_path / "out.csv").symlink_to(victim)
    write_whole(tmp_path / "out.csv", b"new")
    assert victim.read_bytes() == b"keep" and not (tmp_path / "out.csv").is_symlink()


def test_the_part_is_new_has_another_name_each_time_and_is_gone_at_the_end(tmp_path):
    names = set()
    for _ in range(2):
        with whole_file(tmp_path / "out.csv") as part:
            assert part.read_bytes() == b"" and part.parent == tmp_path
            names.add(part.name)
    assert len(names) == 2 and os.listdir(tmp_path) == ["out.csv"]


def test_the_file_has_the_permissions_of_any_new_file(tmp_path):
    write_whole(tmp_path / "whole", b"")
    (tmp_path / "plain").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("whole", "plain")}
    assert len(modes) == 1


def test_after_an_error_there_is_neither_file_nor_part(tmp_path):
    with pytest.raises(RecordingError, match="cannot write"), whole_file(tmp_path / "out.csv"):
        raise OSError("disk is full")
    assert os.listdir(tmp_path) == []


def test_a_name_as_long_as_the_file_system_allows_can_be_written(tmp_path):
    path = tmp_path / ("x" * 251 + ".csv")
    assert write_whole(path, b"1").read_bytes() == b"1"
