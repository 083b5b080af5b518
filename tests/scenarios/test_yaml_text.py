"""Data written as YAML are read back the same."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.class_registry import yaml_text
from snakelab.scenarios.overrides import read_scenario
from snakelab.scenarios.yaml_document import parse

TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=30)
SINGLE = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False) | TEXTS
DATA = st.recursive(
    SINGLE, lambda item: st.lists(item, max_size=4) | st.dictionaries(TEXTS, item, max_size=4), max_leaves=20
)


@pytest.mark.thorough
@settings(max_examples=60)
@given(st.dictionaries(TEXTS, DATA, max_size=5))
def test_any_data_come_back(data):
    assert parse(yaml_text(data), "s.yaml")[0] == data


ODD = ["true", "null", "1e-3", "0.2", "pi/4", "2020-01-01", "0o7", "<<", "=", "~", "- a", "a: b", " ", "#"]


@pytest.mark.parametrize("text", ODD)
def test_text_that_looks_like_something_else_stays_text(text):
    assert parse(yaml_text({"key": text}), "s.yaml")[0] == {"key": text}


@pytest.mark.slow
def test_scenarios_of_the_library_come_back_in_their_order():
    for name in library():
        data = read_scenario(find(name)).data
        actual, _ = parse(yaml_text(data), "s.yaml")
        assert actual == data, name
        assert list(actual) == list(data), name


def test_scalars_are_written_in_one_line_without_anchors():
    link = {"length": 0.11, "mass": 0.08}
    assert yaml_text({"parts": [{"link": link}, {"link": link}]}) == (
        "parts:\n- link: {length: 0.11, mass: 0.08}\n- link: {length: 0.11, mass: 0.08}\n"
    )
