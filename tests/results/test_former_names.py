"""Recordings of older versions, with the former names of variables and attributes."""

import numpy as np
import pytest

import snakelab as sl
from chains import p1


def test_a_former_variable_name_still_works_with_a_warning():
    run = sl.simulate(p1(), sl.SerpenoidGait(0.4, 1.0, 0.7), 0.1)
    with pytest.warns(DeprecationWarning, match="'unsettled' is now 'unconverged'"):
        assert run["unsettled"].identical(run["unconverged"])


def test_a_file_with_former_names_is_loaded_under_the_present_ones(tmp_path):
    run = sl.simulate(p1(), sl.SerpenoidGait(0.4, 1.0, 0.7), 0.1)
    dataset = run.dataset.rename({"unconverged": "unsettled"})
    dataset.attrs["unsettled_steps"] = dataset.attrs.pop("unconverged_steps")
    sl.Recording(dataset, run.status, run.state).save(tmp_path / "results.nc")
    loaded = sl.load(tmp_path)
    assert (
        "unsettled" not in loaded.dataset
        and loaded.dataset.attrs["unconverged_steps"] == run.dataset.attrs["unconverged_steps"]
    )
    np.testing.assert_array_equal(loaded["unconverged"], run["unconverged"])


def test_the_former_name_of_the_stations_still_works_with_a_warning():
    model = p1()
    with pytest.warns(DeprecationWarning, match="station_names"):
        assert model.slice_names == model.station_names
