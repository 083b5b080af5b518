"""Recordings on disk."""

import numpy as np
import pytest
import xarray

import snakelab as sl
from chains import p1

GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


def test_a_recording_survives_the_round_trip_through_netcdf(tmp_path):
    run = sl.simulate(p1(), GAIT, 0.5)
    again = sl.load(run.save(tmp_path / "deep" / "results.nc"))
    assert again.status == "finished"
    xarray.testing.assert_identical(again.dataset.drop_attrs(), run.dataset.drop_attrs())
    assert np.array_equal(sl.load(tmp_path / "deep")["q"], run["q"])


def test_an_unknown_variable_is_named_with_the_nearest():
    run = sl.simulate(p1(), GAIT, 0.1)
    with pytest.raises(sl.RecordingError, match="no variable 'com_positon'; did you mean 'com_position'"):
        run["com_positon"]


def test_files_that_are_no_recordings_are_refused(tmp_path):
    with pytest.raises(sl.RecordingError, match="no recording at"):
        sl.load(tmp_path / "none.nc")
    broken = tmp_path / "broken.nc"
    broken.write_bytes(b"not netcdf at all")
    with pytest.raises(sl.RecordingError, match="not a readable NetCDF-4 file"):
        sl.load(broken)
    other = tmp_path / "other.nc"
    xarray.Dataset({"a": ("x", [1.0])}).to_netcdf(other, engine="h5netcdf")
    with pytest.raises(sl.RecordingError, match="not a snakelab recording"):
        sl.load(other)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    run = sl.simulate(p1(), GAIT, 0.1)
    with pytest.raises(sl.RecordingError, match=r"cannot write .*results\.nc"):
        run.save(tmp_path / "file" / "results.nc")
