"""Datasets as NetCDF-4 files, by xarray and h5netcdf.

h5netcdf opens an object of the file again whenever it reads a property of a variable or dimension, 40 times per
variable. This takes most of the time of a short recording, so it receives a file that opens each object once.
"""

import io
from pathlib import Path
from typing import Any

import h5netcdf
import h5py
import xarray
from xarray.backends import H5NetCDFStore


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
