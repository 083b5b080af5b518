"""Recordings of older versions, with the former names of variables and attributes."""

import json

import numpy as np
import pytest

import snakelab as sl
from chains import p1
from snakelab.results import metrics
from snakelab.results.metrics.declared import FORMER_METRICS, describe
from snakelab.results.recorded_objects.propellers import propellers_of
from snakelab.results.recorded_objects.surfaces import surfaces_of
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


@pytest.mark.parametrize(("former", "present"), FORMER_METRICS.items())
def test_the_former_name_of_a_metric_still_works_with_a_warning(former, present):
    run = sl.simulate(p1(), sl.SerpenoidGait(0.4, 1.0, 0.7), 0.1)
    warning = f"{former!r} is now {present!r}"
    with pytest.warns(DeprecationWarning, match=warning):
        assert getattr(metrics, former) is getattr(metrics, present)
    with pytest.warns(DeprecationWarning, match=warning):
        assert describe(former) == describe(present)
    with pytest.warns(DeprecationWarning, match=warning):
        assert list(sl.metrics(run, names=[former])) == list(sl.metrics(run, names=[present]))
    if present in (values := sl.metrics(run)):
        with pytest.warns(DeprecationWarning, match=warning):
            assert values[former] == values[present]


def test_reference_values_and_observed_metrics_of_older_scenarios_keep_their_names(tmp_path):
    file = tmp_path / "scenario.yaml"
    case = {"case": "limits", "metric": "torque_limit_share", "below": 0.5, "source": "requirement"}
    file.write_text(json.dumps({"base": "planar_prototype", "reference_values": [case]}))
    with pytest.warns(DeprecationWarning, match="'torque_limit_share' is now 'torque_limit_fraction'"):
        scenario = sl.load_scenario(file)
    assert scenario.reference_values[0].metric == "torque_limit_fraction"


def test_propellers_and_blocks_of_older_recordings_are_read():
    model = sl.build_model(
        sl.Robot(
            [sl.Link(0.2, mass=0.4)], propellers=[sl.Propeller("link1", min_thrust=-3.0, max_thrust=4.0)], name="boat"
        ),
        sl.World([sl.Contact(sl.Block((1.0, 2.0, 0.5), (3.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.4)))]),
    )
    run = sl.simulate(model, sl.SteadyGait(()), 0.05)
    attrs = dict(run.dataset.attrs)
    facts, surfaces = propellers_of(run), surfaces_of(run)
    former = {"min_thrust": "least", "max_thrust": "greatest", "rotation": "turn"}
    for name in ("propellers", "surfaces"):
        text = attrs[name]
        for present, old in former.items():
            text = text.replace(f'"{present}"', f'"{old}"')
        assert text != attrs[name]
        attrs[name] = text
    old = sl.Recording(run.dataset.assign_attrs(attrs), run.status, run.state)
    assert surfaces_of(old) == surfaces and repr(propellers_of(old)) == repr(facts)
    assert (facts[0].min_thrust, facts[0].max_thrust) == (-3.0, 4.0)


def test_the_former_name_of_the_stations_still_works_with_a_warning():
    model = p1()
    with pytest.warns(DeprecationWarning, match="station_names"):
        assert model.slice_names == model.station_names
