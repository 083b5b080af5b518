"""Files of recordings whose bytes have changed: each is refused in one line, or gives the numbers that were written."""

import random
from pathlib import Path

import h5py
import numpy as np
import pytest
import xarray

from recordings import serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import load
from snakelab.results.recording_checks import LENGTH

SEED = 16


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return serpenoid_recording(n_rows=9).save(tmp_path / "whole.nc")


def without_checksum(path: Path) -> Path:
    """The file without the line of its checksum."""
    path.write_bytes(path.read_bytes()[:-LENGTH])
    return path


def refused(path: Path) -> str:
    with pytest.raises(RecordingError) as caught:
        load(path)
    text = str(caught.value)
    assert "\n" not in text and len(text) < 500
    text.encode("utf-8")
    return text


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with one kind of damage at a random place."""
    changed, size = bytearray(content), min(len(content), 2 ** chance.randrange(14))
    at = chance.randrange(len(content) - size + 1)
    kind = chance.choice(("one bit", "some bits", "cut off", "zeros", "noise"))
    if kind == "cut off":
        return content[: chance.randrange(len(content))]
    if kind == "zeros":
        changed[at : at + size] = bytes(size)
    elif kind == "noise":
        changed[at : at + size] = chance.randbytes(size)
    else:
        for _ in range(1 if kind == "one bit" else 20):
            changed[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(changed)


@pytest.mark.thorough
@pytest.mark.parametrize("n_files", [200, pytest.param(2000, marks=pytest.mark.slow)])
def test_every_damaged_file_is_refused_or_gives_equal_numbers(whole: Path, n_files: int) -> None:
    content, written, chance = whole.read_bytes(), load(whole).dataset, random.Random(SEED)
    n_refused = 0
    for _ in range(n_files):
        whole.write_bytes(damaged(content, chance))
        try:
            again = load(whole).dataset
        except RecordingError as problem:
            n_refused += 1
            assert "\n" not in str(problem)
            str(problem).encode("utf-8")
        else:
            assert again.identical(written)
    assert n_refused > 0.8 * n_files


def test_a_changed_number_or_text_does_not_agree_with_the_checksum(whole: Path) -> None:
    content = whole.read_bytes()
    for value in (np.float64(0.2).tobytes(), b"finished"):
        assert value in content
        whole.write_bytes(content.replace(value, value[:-1] + bytes([value[-1] ^ 1]), 1))
        assert "its content does not agree with its checksum" in refused(whole)


def test_a_damaged_checksum_and_missing_bytes_are_named(whole: Path) -> None:
    content = whole.read_bytes()
    whole.write_bytes(content[:-5])
    assert "its checksum is damaged" in refused(whole)
    whole.write_bytes(content[: -LENGTH - 1000])
    assert f"1000 of {len(content) - LENGTH} bytes are missing" in refused(whole)


@pytest.mark.thorough
def test_an_older_recording_without_a_checksum_comes_back(whole: Path) -> None:
    written = load(whole).dataset
    assert load(without_checksum(whole)).dataset.identical(written)


@pytest.mark.thorough
def test_a_recording_that_another_program_has_written_or_changed_comes_back(whole: Path) -> None:
    with h5py.File(whole, "r+") as file:
        file["q"][0, 0] = 0.25
    dataset = load(whole).dataset
    assert float(dataset["q"][0, 0]) == 0.25
    encoding = {"q": {"zlib": True, "complevel": 9, "fletcher32": True}}
    dataset.to_netcdf(whole, engine="h5netcdf", encoding=encoding)
    assert load(whole).dataset.identical(dataset)


@pytest.mark.thorough
def test_the_file_opens_in_other_programs(whole: Path) -> None:
    with xarray.open_dataset(whole) as dataset, h5py.File(whole) as file:
        assert np.array_equal(dataset["q"].values, file["q"][:])


def with_dataset(path: Path, **settings: object) -> Path:
    """A file in which one more variable is declared and nothing of it written."""
    with h5py.File(without_checksum(path), "r+") as file:
        file.create_dataset("more_force", dtype="f8", **settings)
    return path


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"shape": (10**9,)}, "'more_force', it declares 8e+09 bytes in a file of"),
        ({"shape": (10**9,), "chunks": (10**8,)}, "'more_force', it declares 8.8e+09 bytes in a file of"),
        ({"shape": (10,), "maxshape": (None,), "chunks": (5 * 10**8,)}, "'more_force', it declares 4e+09 bytes"),
        ({"shape": (10**5,), "chunks": (1,)}, "'more_force' declares 100000 chunks in a file of"),
        ({"shape": (9,), "external": "/etc/hostname"}, "'more_force' takes its values from another file"),
    ],
    ids=["contiguous", "chunked", "large chunk", "many chunks", "external"],
)
def test_a_file_that_declares_more_than_it_can_hold_is_refused_unread(
    whole: Path, settings: dict[str, object], reason: str
) -> None:
    assert reason in refused(with_dataset(whole, **settings))


def test_a_variable_in_another_file_is_refused(whole: Path) -> None:
    with h5py.File(without_checksum(whole), "r+") as file:
        file["more_force"] = h5py.ExternalLink("other.nc", "q")
    assert "'more_force' is a link to another location" in refused(whole)


def test_a_collection_of_texts_that_does_not_end_is_refused(whole: Path) -> None:
    content = bytearray(without_checksum(whole).read_bytes())
    at = content.index(b"GCOL") + 64
    content[at : at + 256] = bytes(256)
    whole.write_bytes(content)
    assert "a collection of its texts is damaged" in refused(whole)


@pytest.mark.thorough
def test_text_that_is_not_utf_8_is_refused(whole: Path) -> None:
    content = without_checksum(whole).read_bytes()
    for text, reason in ((b"five_links", "attribute 'robot' is not UTF-8 text"), (b"joint3", "can't decode byte 0xff")):
        whole.write_bytes(content.replace(text, text[:-1] + b"\xff"))
        assert reason in refused(whole)


@pytest.mark.thorough
def test_a_state_whose_array_is_wider_than_the_memory_is_refused(whole: Path) -> None:
    state = '{"time": {"__array__": ["a"], "dtype": "<U400000000", "shape": [1]}}'
    xarray.load_dataset(whole).assign_attrs(state=state).to_netcdf(whole, engine="h5netcdf")
    assert "is too wide for its values" in refused(whole)
