"""Conversion of values to plain data and to what JSON can represent."""

import json
from types import MappingProxyType

import numpy as np
import pytest

from snakelab.parameters.arguments import json_data, plain_data


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (np.float64(1.5), 1.5),
        (np.int32(3), 3),
        (np.bool_(True), True),
        (np.array([[1, 2]]), [[1, 2]]),
        ((1, (2.0, "a")), [1, [2.0, "a"]]),
        (MappingProxyType({"a": np.zeros(1)}), {"a": [0.0]}),
        (None, None),
    ],
)
def test_numpy_values_tuples_and_mappings_become_plain(value, plain):
    converted = plain_data(value)
    assert converted == plain and type(converted) is type(plain)
    assert json_data(value) == plain


def test_other_objects_are_left_or_converted():
    thing = object()
    assert plain_data([thing]) == [thing]
    assert plain_data([thing], lambda item: "thing") == ["thing"]


def test_numbers_that_are_not_finite_are_null_in_json_only():
    value = {"a": (np.nan, 1.0), "b": np.array([np.inf])}
    assert json.dumps(json_data(value), allow_nan=False) == '{"a": [null, 1.0], "b": [null]}'
    assert plain_data(value)["b"] == [np.inf]
