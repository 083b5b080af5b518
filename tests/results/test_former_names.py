"""Recordings of older versions, with the former names of variables and attributes."""

import numpy as np
import pytest

import snakelab as sl
from chains import p1
from snakelab.results.variables import curves

FORMER = {"unsettled": "unconverged", "end_stop_torque": "joint_limit_torque"}


@pytest.mark.parametrize(("former", "present"), FORMER.items())
def test_a_former_variable_name_still_works_with_a_warning(former, present):
    run = sl.simulate(p1(), sl.SerpenoidGait(0.4, 1.0, 0.7), 0.1)
    with pytest.warns(DeprecationWarning, match=f"{former!r} is now {present!r}"):
        assert run[former].identical(run[present])
    with pytest.warns(DeprecationWarning, match=f"{former!r} is now {present!r}"):
        assert [curve.name for curve in curves(run, former)] == [curve.name for curve in curves(run, present)]


def test_a_batch_observes_a_variable_under_its_former_name_with_a_warning():
    model = p1()
    with pytest.warns(DeprecationWarning, match="'end_stop_torque' is now 'joint_limit_torque'"):
        former = sl.Batch(model, 2, period=0.1, observation=("end_stop_torque",))
    present = sl.Batch(model, 2, period=0.1, observation=("joint_limit_torque",))
    assert list(former.observation.layout) == ["end_stop_torque"]
    np.testing.assert_array_equal(former.observation.columns, present.observation.columns)


def test_a_file_with_former_names_is_loaded_under_the_present_ones(tmp_path):
    run = sl.simulate(p1(), sl.SerpenoidGait(0.4, 1.0, 0.7), 0.1)
    dataset = run.dataset.rename({present: former for former, present in FORMER.items()})
    dataset.attrs["unsettled_steps"] = dataset.attrs.pop("unconverged_steps")
    sl.Recording(dataset, run.status, run.state).save(tmp_path / "results.nc")
    loaded = sl.load(tmp_path)
    assert (
        "unsettled" not in loaded.dataset
        and loaded.dataset.attrs["unconverged_steps"] == run.dataset.attrs["unconverged_steps"]
    )
    assert "end_stop_torque" not in loaded.dataset
    for present in FORMER.values():
        np.testing.assert_array_equal(loaded[present], run[present])


def test_the_former_name_of_the_stations_still_works_with_a_warning():
    model = p1()
    with pytest.warns(DeprecationWarning, match="station_names"):
        assert model.slice_names == model.station_names
