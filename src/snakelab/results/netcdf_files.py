"""Datasets in files: NetCDF-4, and the journal to which a recording in progress is appended.

In reading order: NetCDF-4 by xarray and h5netcdf; the journal of a run; and the dataset that a journal holds.
"""

import io
import json
import math
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import h5netcdf
import h5py
import numpy as np
import xarray
from xarray.backends import H5NetCDFStore

# ----------------------------------------------------------------------------------------------------------------------
# Datasets as NetCDF-4 files, by xarray and h5netcdf
#
# h5netcdf opens an object of the file again whenever it reads a property of a variable or dimension, 40 times per
# variable. This takes most of the time of a short recording, so it receives a file that opens each object once.
# ----------------------------------------------------------------------------------------------------------------------


class OpenedOnce(h5py.File):
    """HDF5 file that opens each of its objects once.

    A group is opened anew, and all other objects after it: only through a group can an object be replaced by another one.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._opened: dict[str, Any] = {}

    def __getitem__(self, name: Any) -> Any:
        """Return the object of a path, or of a reference."""
        if not isinstance(name, str):
            return super().__getitem__(name)
        if name not in self._opened:
            item = super().__getitem__(name)
            if isinstance(item, h5py.Group) and self.mode != "r":
                self._opened.clear()
                return item
            self._opened[name] = item
        return self._opened[name]


def netcdf_of(dataset: xarray.Dataset) -> bytes:
    """Return the contents of a NetCDF-4 file with a dataset."""
    content = io.BytesIO()
    with OpenedOnce(content, "w", track_order=True) as file, h5netcdf.File(file, "w") as written:
        dataset.dump_to_store(H5NetCDFStore(written, mode="w"))
    return content.getvalue()


def read_netcdf(path: Path) -> xarray.Dataset:
    """Return the dataset of a NetCDF-4 file, read into memory."""
    with OpenedOnce(path, "r") as file, h5netcdf.File(file, "r", decode_vlen_strings=True) as read:
        return xarray.load_dataset(H5NetCDFStore(read), engine="store")


# ----------------------------------------------------------------------------------------------------------------------
# Journal of a recording in progress: a file to which the new rows are appended while the run advances
#
# A journal is a first line of text and parts. Each part has a header, a description in JSON, and the values of its arrays,
# little-endian, one after another; the header holds both lengths and a checksum of both. A process that is killed, or a
# full disk, can leave the last part incomplete; the parts before it remain readable. NetCDF-4 cannot be appended to
# safely: HDF5 changes its index in place.
# ----------------------------------------------------------------------------------------------------------------------

JOURNAL = "recording.journal"
FIRST_LINE = b"snakelab-journal-1\n"
PART = struct.Struct("<4sIQI")  # mark, bytes of the description, bytes of the values, checksum
MARK = b"part"
# Dimensions along which a run grows; each has a coordinate of that name, which ascends.
GROWING = ("time", "control_time", "futures_time")
NUMBERS = "fiub"  # kinds of arrays that are stored as bytes; text is stored in the description


class Journal:
    """Journal of one run, a new file.

    Only what is new is written: rows, and attributes and constant variables that have changed.

    Args:
        path: Path of the file, which must not exist.

    Raises:
        OSError: if it cannot be created.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)
        self._length = 0
        self._constants: list[_Described] = []
        self._attributes: dict[str, Any] = {}
        self._append(FIRST_LINE)

    def append(self, dataset: xarray.Dataset, after: float) -> None:
        """Append the rows of a dataset after a time. Rows of the journal after that time are replaced by them.

        Args:
            dataset: Dataset of the run, or of its last rows.
            after: Time [s].

        Raises:
            OSError: if it cannot be written, such as on a full disk; the journal is then as before.
        """
        new = dataset.isel({dim: dataset[dim].values > after for dim in GROWING if dim in dataset.dims})
        described = [_described(str(name), array, name in new.coords) for name, array in new.variables.items()]
        constants = [one for one in described if not _growing(one.about["dims"])]
        written = [one for one in described if _growing(one.about["dims"]) or constants != self._constants]
        attributes = {str(key): _plain(value) for key, value in new.attrs.items()}
        description = {
            "after": None if math.isinf(after) else after,
            "attributes": {key: value for key, value in attributes.items() if self._attributes.get(key) != value},
            "variables": [one.about for one in written],
        }
        self._append(_part(json.dumps(description).encode(), b"".join(one.values for one in written)))
        self._constants, self._attributes = constants, attributes

    def close(self) -> None:
        """Close the file. A second call has no effect."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def remove(self) -> None:
        """Close and delete the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _append(self, content: bytes) -> None:
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            os.ftruncate(self._file, self._length)
            os.lseek(self._file, self._length, os.SEEK_SET)
            raise
        self._length += len(content)


class _Described(NamedTuple):
    """Array in a part: its description, and its values as bytes; of text, the values stand in the description."""

    about: dict[str, Any]
    values: bytes


def _described(name: str, array: xarray.Variable, is_coordinate: bool) -> _Described:
    values = np.asarray(array.values)
    about = {
        "name": name,
        "dims": [str(dim) for dim in array.dims],
        "shape": list(values.shape),
        "attributes": {str(key): _plain(value) for key, value in array.attrs.items()},
        "coordinate": is_coordinate,
    }
    if values.dtype.kind not in NUMBERS:
        return _Described(about | {"text": values.astype(str).ravel().tolist()}, b"")
    values = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return _Described(about | {"type": values.dtype.str}, values.tobytes())


def _part(description: bytes, values: bytes) -> bytes:
    checksum = zlib.crc32(values, zlib.crc32(description))
    return PART.pack(MARK, len(description), len(values), checksum) + description + values


def _growing(dims: Any) -> bool:
    """Return True for the dimensions of a variable that has values for each row."""
    return bool(dims) and dims[0] in GROWING


def _plain(value: Any) -> Any:
    """Return an attribute as plain data for JSON."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


# ----------------------------------------------------------------------------------------------------------------------
# Dataset that a journal holds, up to its last complete part
# ----------------------------------------------------------------------------------------------------------------------

Variables = dict[str, xarray.Variable]
# size in memory over size of the file, above which a file is refused: texts and late columns are filled up
GROWTH = 100


class Recovered(NamedTuple):
    """Content of a journal."""

    dataset: xarray.Dataset
    unread: int  # bytes of an incomplete or damaged part at its end


def is_journal(path: Path) -> bool:
    """Return True if a file begins as a journal does."""
    with path.open("rb") as file:
        return file.read(len(FIRST_LINE)) == FIRST_LINE


def read_journal(path: Path) -> Recovered:
    """Return the content of a journal, whose run may still advance.

    Raises:
        ValueError: if it has no complete part, or its parts contradict each other.
    """
    content = path.read_bytes()
    attributes: dict[str, Any] = {}
    constants: Variables = {}
    coordinates: set[str] = set()
    pieces: list[Variables] = []
    unread = len(content) - len(FIRST_LINE)
    for description, values, rest in _parts(content):
        unread = rest
        after = -math.inf if description["after"] is None else float(description["after"])
        pieces = [_until(piece, after) for piece in pieces]
        attributes |= description["attributes"]
        variables = _variables(description["variables"], values, GROWTH * len(content))
        coordinates |= {about["name"] for about in description["variables"] if about["coordinate"]}
        constants = {name: one for name, one in variables.items() if not _growing(one.dims)} or constants
        pieces.append({name: one for name, one in variables.items() if _growing(one.dims)})
    if not pieces:
        raise ValueError("it has no rows yet, or its first part is damaged")
    joined = constants | _joined(pieces, GROWTH * len(content))
    dataset = xarray.Dataset(
        {name: one for name, one in joined.items() if name not in coordinates},
        {name: one for name, one in joined.items() if name in coordinates},
        attributes,
    )
    return Recovered(dataset, unread)


def _parts(content: bytes) -> Iterator[tuple[dict[str, Any], memoryview, int]]:
    """Iterate over the parts before the first incomplete or damaged one: description, values, and bytes behind them."""
    at, view = len(FIRST_LINE), memoryview(content)
    while at + PART.size <= len(content):
        mark, length, n_values, checksum = PART.unpack_from(content, at)
        begin, middle = at + PART.size, at + PART.size + length
        at = middle + n_values
        if mark != MARK or at > len(content) or zlib.crc32(view[begin:at]) != checksum:
            return
        yield json.loads(content[begin:middle]), view[middle:at], len(content) - at


def _variables(described: list[dict[str, Any]], values: memoryview, maximum: int) -> Variables:
    """Return the arrays of a part, by name; each text array takes at most so many bytes."""
    variables, at = {}, 0
    for about in described:
        shape = tuple(about["shape"])
        if "text" in about:
            if 4 * len(about["text"]) * max(map(len, about["text"]), default=0) > maximum:
                raise ValueError(f"the texts of {about['name']} take more than {maximum} bytes")
            array = np.array(about["text"], dtype=str).reshape(shape)
        else:
            kind = np.dtype(about["type"])
            if kind.kind not in NUMBERS:
                raise ValueError(f"{about['name']} has values of type {kind}")
            n = math.prod(shape)
            array = np.frombuffer(values, kind, n, at).reshape(shape)
            at += n * kind.itemsize
        variables[about["name"]] = xarray.Variable(about["dims"], array, about["attributes"])
    return variables


def _until(piece: Variables, time: float) -> Variables:
    """Return the rows of a part that are not after a time [s]."""
    kept = {dim: piece[dim].values <= time for dim in GROWING if dim in piece}
    if all(one.all() for one in kept.values()):
        return piece
    return {name: one.isel({one.dims[0]: kept[str(one.dims[0])]}) for name, one in piece.items()}


def _joined(pieces: list[Variables], maximum: int) -> Variables:
    """Return the rows of all parts, one after another, in at most so many bytes.

    A variable or column that a part does not have, since a medium of the world was added later, is zero there; a value of
    a controller is NaN.
    """
    pieces = [{name: one for name, one in piece.items() if len(one)} for piece in pieces[:-1]] + pieces[-1:]
    named = {name: one for piece in pieces for name, one in piece.items()}
    joined = {}
    for name, last in named.items():
        dim = str(last.dims[0])
        width = np.max([piece[name].shape[1:] for piece in pieces if name in piece], axis=0, initial=0).tolist()
        rows = [len(piece[dim]) if dim in piece else 0 for piece in pieces]
        maximum -= math.prod((sum(rows), *width)) * last.dtype.itemsize
        if maximum < 0:
            raise ValueError("its variables take more memory than a journal of its size can hold")
        values = np.full((sum(rows), *width), 0 if dim == "time" else np.nan, last.dtype)
        at = 0
        for piece, n in zip(pieces, rows, strict=True):
            if name in piece:
                own = piece[name].values
                values[(slice(at, at + n), *(slice(size) for size in own.shape[1:]))] = own
            at += n
        joined[name] = xarray.Variable(last.dims, values, last.attrs)
    return joined
