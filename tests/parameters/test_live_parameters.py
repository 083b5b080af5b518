"""A parameter that may change during a run can be replaced at its path, and leaves the structure of the model as it is."""

import math
import re
from typing import Any

import numpy as np
import pytest

import snakelab as sl
from snakelab.sim.interventions import replaced_at, value_at

CASES = [
    "planar_viscous",
    "planar_coulomb",
    "hybrid_spiral",
    "hydraulic_joint_static",
    "pipe_bend",
    "pilot_depth_heading",
    "snakesys_creeping",
]


def nudged(parameter: sl.parameters.Parameter) -> float | str | None:
    """A value near that of a number, within its bounds, or another choice; None if the number is infinite."""
    if parameter.choices:
        return parameter.choices[parameter.choices.index(parameter.value) - 1]
    if not math.isfinite(parameter.value):
        return None
    most = math.inf if parameter.maximum is None else parameter.maximum
    higher = parameter.value * 1.001 or (parameter.slider.maximum - parameter.slider.minimum) / 1000
    return higher if higher <= most else parameter.value * 0.999


def structure(value: Any) -> Any:
    """Shapes of arrays, and kinds of all else."""
    if isinstance(value, np.ndarray):
        return value.shape
    return tuple(map(structure, value)) if isinstance(value, tuple) else type(value)


def of_model(model: sl.Model) -> Any:
    names = (model.coordinate_names, model.station_names, model.law_names, model.skin_names)
    return names, structure(tuple(model.arrays))


@pytest.mark.few(3)
@pytest.mark.parametrize("name", CASES)
def test_a_live_parameter_can_be_replaced_and_keeps_the_structure_of_the_model(name):
    scenario = sl.load_scenario(name)
    roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
    before = of_model(sl.build_model(scenario.robot, scenario.world))
    one_of_each_kind = {re.sub(r"\d+", "#", one.path): one for one in sl.parameters.parameters_of(scenario) if one.live}
    assert len(one_of_each_kind) > 10
    for parameter in one_of_each_kind.values():
        assert value_at(roots, parameter.path) == parameter.value
        if (value := nudged(parameter)) is not None:
            after = replaced_at(roots, parameter.path, value)
            assert value_at(after, parameter.path) == value
            assert of_model(sl.build_model(after["robot"], after["world"])) == before, parameter.path
