"""Names and titles of files from others, where they are shown again: tables, pictures, terminals."""

import csv
import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import xarray
from matplotlib.figure import Figure
from rich.table import Table

from snakelab.cli.console import ResultsConsole, VisibleConsole
from snakelab.figures.style import figure_files, inline_svg
from snakelab.plugins.studies.sweeps.trials import csv_text
from snakelab.results.recording import Recording

FORMULA = "=HYPERLINK(A1)"


def test_the_table_of_a_sweep_holds_no_formulas_and_its_numbers_stay_numbers():
    table = xarray.Dataset(coords={"trial": [1, 2]})
    table = table.assign_coords({FORMULA: ("trial", np.array([FORMULA, "-1"])), "mass": ("trial", [-1.5, 2.0])})
    head, first, second = csv.reader(io.StringIO(csv_text(table)))
    assert head == ["trial", f"'{FORMULA}", "mass"]
    assert first == ["1", f"'{FORMULA}", "-1.5"] and second == ["2", "-1", "2.0"]


@pytest.mark.filterwarnings("ignore:Glyph")
def test_pictures_stay_xml_whatever_a_name_holds():
    figure = Figure()
    figure.add_subplot().set_title("a\x1b[2Jb\x00\ufffe--><b")
    ET.fromstring(figure_files(figure, ("svg",))["svg"])
    ET.fromstring(inline_svg(figure, "a\x07<b"))


def test_a_recording_has_no_control_characters_in_its_name_and_title():
    dataset = xarray.Dataset(attrs={"scenario": '{"title": "a\\u001b[2Jb", "name": "\\u0007n"}', "robot": "r"})
    recording = Recording(dataset, "finished")
    assert recording.title == r"a\x1b[2Jb" and recording.name == r"\x07n"


def test_the_terminal_is_not_steered_by_what_is_printed():
    for kind in (VisibleConsole, ResultsConsole):
        for terminal in (False, True):
            out = io.StringIO()
            console = kind(file=out, force_terminal=terminal, markup=False)
            table = Table("head")
            table.add_row("x\x1b]0;title\x07y\x9b")
            console.print(table)
            console.print("a\x1b[2Jb")
            assert r"\x1b]0;" in out.getvalue() and "\x1b[2J" not in out.getvalue()
            assert "\x1b]" not in out.getvalue() and "\x9b" not in out.getvalue()
            assert ("\x1b[" in out.getvalue()) == terminal  # its own styles stay
