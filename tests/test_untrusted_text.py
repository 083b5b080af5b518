"""Text that anyone may have written, on a terminal, in XML and in a spreadsheet."""

import time
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from snakelab.errors import ScenarioError
from snakelab.files import control_character, spreadsheet_cell, visible
from snakelab.plugins.studies.evolution_strategy import bound_of
from snakelab.scenarios.yaml_document import advice_for, parse, quantity


def test_control_characters_are_written_out_and_other_text_stays():
    assert visible("a\x1b[2Jb\x00\x9b\x85\ufffe") == r"a\x1b[2Jb\x00\x9b\x85\ufffe"
    plain = "tab\tline\nümläut 蛇 \U0001f40d"
    assert visible(plain) == plain and control_character(plain) is None


def test_what_is_visible_is_xml():
    every = "".join(map(chr, [*range(0x300), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF]))
    ET.fromstring(f"<a>{visible(every).replace('&', '').replace('<', '')}</a>")


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "-", "+1-2"])
def test_text_that_a_spreadsheet_would_compute_gets_an_apostrophe(text):
    assert spreadsheet_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [-1.5, 3, np.float64(-2e-3), True, None, "-1.5", "+2e-3", "a = b", "", "1-2"])
def test_numbers_and_other_text_stay_as_they_are(value):
    assert spreadsheet_cell(value) is value


@pytest.mark.parametrize("escape", ["\\e[2J", "\\x07", "\\x9b", "\\x00", "\\r"])
def test_a_scenario_with_a_control_character_is_refused_with_its_line(escape):
    with pytest.raises(ScenarioError, match=r"x\.yaml:2: the text contains the control character '\\"):
        parse(f'name: a\ntitle: "{escape}"\n', "x.yaml")


@pytest.mark.parametrize("text", ["1" * 200_000, " " * 200_000, "1 " * 100_000, "1." * 100_000, "pi" + "*pi" * 60_000])
def test_long_texts_are_no_quantities_and_take_no_time(text):
    began = time.process_time()
    with pytest.raises(ValueError, match="is not a number"):
        quantity(text)
    with pytest.raises(ScenarioError, match="a bound has at most 200 letters"):
        bound_of(text)
    assert not advice_for(text)
    assert time.process_time() - began < 0.5


def test_degrees_and_units_are_still_read():
    assert advice_for("-5. deg") == "write -5.*pi/180" and advice_for(".5e1°") == "write .5e1*pi/180"
    assert advice_for("0.5 MPa") == "write 500000" and advice_for("5.m") == "write 5."
