"""A public function or class that is given a value of the wrong kind raises an error of the project's tree."""

import inspect
import random

import numpy as np
import pytest

import snakelab as sl
from hostile.valid_calls import CLASSES, FUNCTIONS, INTERFACES, PINHOLE, RETURNED
from hostile.wrong_calls import all_calls, baselines, call, ending, public
from snakelab.public_names import public_api

SHORT, LONG = 250, 2000


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def faults(calls):
    return {str(one): problem for one in calls if (problem := ending(one)) is not None}


def test_every_public_name_has_a_call_to_start_from():
    errors = {
        name for name in public_api() if inspect.isclass(public(name)) and issubclass(public(name), Warning | Exception)
    }
    assert set(FUNCTIONS) | set(CLASSES) == set(public_api()) - errors - RETURNED - INTERFACES


@pytest.mark.parametrize("name", ["metrics", "compare", "recorded_frames", "self_distance", "Contact", "CpgGait"])
def test_the_calls_to_start_from_are_right(name):
    call(name, baselines()[name]())


def test_no_wrong_call_ends_in_an_error_of_another_kind():
    assert faults(random.Random(1).sample(list(all_calls()), SHORT)) == {}


def test_no_function_takes_an_object_for_its_first_argument():
    first = {}
    for one in all_calls():
        first.setdefault((one.name, one.value), one)
    assert faults(one for (name, value), one in first.items() if name in FUNCTIONS and value == "an object") == {}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_wrong_calls_end_in_no_error_of_another_kind(part):
    drawn = random.Random(2).sample(list(all_calls()), LONG)
    assert faults(drawn[part::4]) == {}


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: sl.metrics(3), "metrics recording must be a Recording; got 3; write simulate(model, gait), or load(path)"),
        (lambda: sl.load(None), "load path must be text or a path; got None"),
        (lambda: sl.compare("runs"), "compare recordings must be a list of Recordings; got 'runs'"),
        (lambda: sl.load_scenario("planar_viscous", "step=5"), "load_scenario overrides must be a list of strings; got 'step=5'"),
        (lambda: sl.control.save_network("", [np.eye(2)], [np.zeros(2)], {}), "save_network path must name a file, such as"),
        (
            lambda: sl.perception.save_calibration(PINHOLE, "c.yaml", np.array([{}, {}])),
            "save_calibration format must be one of 'ros', 'kalibr', 'opencv'; got",
        ),
        (lambda: sl.run_scenario(sl.Robot), "run_scenario scenario must be a Scenario; got the class Robot; write load_sc"),
        (
            lambda: sl.control.thrusters_of(sl.World()),
            "thrusters_of model must be a Model; got a World; write build_model(robot, world)",
        ),
        (
            lambda: sl.plugins.studies.sweep_grid([1]),
            "sweep_grid table must be a Dataset; got [1]; write run_sweep(configuration).dataset",
        ),
        (lambda: sl.run_sweep("a.yaml", workers=2.5), "run_sweep workers must be a whole number or an Executor or None; got 2.5"),
        (lambda: sl.figures.trajectory_figure(None), "trajectory_figure recording must be a Recording; got None"),
    ],
)  # fmt: skip
def test_the_error_names_the_function_the_argument_the_value_and_what_is_allowed(make, message):
    with pytest.raises(sl.SnakelabError) as caught:
        make()
    assert str(caught.value).startswith(message)


def test_a_missing_argument_is_a_type_error_of_python():
    with pytest.raises(TypeError, match=r"metrics\(\) missing 1 required positional argument: 'recording'"):
        sl.metrics()
