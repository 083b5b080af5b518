"""NetCDF files of datasets: the same bytes and values as xarray writes and reads by itself."""

import numpy as np
import pytest
import xarray

from recordings import planar_recording
from snakelab.results.netcdf_files import OpenedOnce, netcdf_of, read_netcdf

TIMES = np.linspace(0.0, 1.0, 5)
DATASETS = {
    "recording": planar_recording(TIMES, np.outer(TIMES, [0.1, 0.2, 0.3]), np.zeros((5, 2))).dataset,
    "table": xarray.Dataset({"speed": ("trial", [0.1, np.nan]), "done": ("trial", [True, False]), "n": ((), 3)}),
    "no rows": xarray.Dataset({"q": (("time", "joint"), np.zeros((0, 2)))}, {"joint": ["one", "two"]}),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", DATASETS)
def test_the_file_is_that_of_xarray_byte_by_byte_and_is_read_alike(name, tmp_path):
    content = netcdf_of(DATASETS[name])
    assert content == bytes(DATASETS[name].to_netcdf(engine="h5netcdf"))
    path = tmp_path / "file.nc"
    path.write_bytes(content)
    xarray.testing.assert_identical(read_netcdf(path), xarray.load_dataset(path, engine="h5netcdf"))


def test_an_object_that_is_replaced_through_its_group_is_opened_anew(tmp_path):
    with OpenedOnce(tmp_path / "file.h5", "w") as file:
        file["/"]["a"] = [1.0]
        assert file["/a"] is file["/a"]
        del file["/"]["a"]
        file["/"]["a"] = [1.0, 2.0]
        assert file["/a"].shape == (2,)
