"""Logs without a line of names, with columns by number, and their comparison on any base."""

import re
import warnings

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RecordingError
from snakelab.plugins.ros.log_reading import read_log

SCENARIO = """name: three
robot:
  base: {base}
  parts:
  - link: {{length: 0.1, mass: 0.1}}
  - revolute: {{axis: z, actuator: {{servo: {{kp: 5.0, kd: 0.1}}}}}}
  - link: {{length: 0.1, mass: 0.1}}
  - revolute: {{axis: z, actuator: {{servo: {{kp: 5.0, kd: 0.1}}}}}}
  - link: {{length: 0.1, mass: 0.1}}
controller:
  serpenoid_gait: {{amplitude: 0.3, angular_frequency: 3.0, phase_lag: 0.7, ramp: 1.0}}
duration: 1
"""
MAP = (
    "scenario: sc.yaml\nrate: 20\ntime: {{column: {time}}}\nvariables:\n"
    "  q: {{columns: {columns}, unit: deg, sign: -1, zero: 90}}\n"
)
TIMES = 0.05 * np.arange(60)


def written(folder, *, base="planar", head="", separator=",", time="2", columns="[0, 1]", shift=0.0):
    (folder / "sc.yaml").write_text(SCENARIO.format(base=base))
    (folder / "map.yaml").write_text(MAP.format(time=time, columns=columns))
    rows = np.column_stack([90 + 10 * np.sin(3 * TIMES + shift), 90 + 10 * np.cos(3 * TIMES + shift), TIMES])
    text = "".join(separator.join(f"{value:.6f}" for value in row) + "\n" for row in rows)
    path = folder / f"log{shift:g}.csv"
    path.write_text(head + text)
    return path


@pytest.mark.parametrize("separator", [",", ";", "\t", " ", ", "])
@pytest.mark.parametrize(("time", "columns"), [("2", "[0, 1]"), ('"2"', '["0", "1"]')])
def test_columns_of_a_table_without_names_are_numbers(tmp_path, separator, time, columns):
    path = written(tmp_path, separator=separator, time=time, columns=columns)
    recording = read_log(path, tmp_path / "map.yaml").recording
    assert len(recording["time"]) == 60
    np.testing.assert_allclose(recording["q"].values[:, 0], -np.radians(10 * np.sin(3 * TIMES)), atol=1e-6)


@pytest.mark.parametrize("head", ["a,b,t\n", "0,1,2\n", "a;b;t\n"])
def test_a_table_with_names_has_numbers_too(tmp_path, head):
    path = written(tmp_path, head=head, separator=";" if ";" in head else ",")
    assert len(read_log(path, tmp_path / "map.yaml").recording["time"]) == 60


def test_a_number_beyond_the_columns_is_an_error(tmp_path):
    path = written(tmp_path, columns="[0, 7]")
    with pytest.raises(RecordingError, match="has no column '7' for q"):
        read_log(path, tmp_path / "map.yaml")


@pytest.mark.thorough
@pytest.mark.parametrize("base", ["planar", "floating", "fixed"])
def test_two_logs_of_joints_are_compared_on_any_base(tmp_path, monkeypatch, base):
    from typer.testing import CliRunner

    from snakelab.cli.main import app

    monkeypatch.chdir(tmp_path)
    for shift in (0.0, 0.1):
        path = written(tmp_path, base=base, shift=shift)
        read_log(path, tmp_path / "map.yaml").recording.save(tmp_path / f"{shift:g}.nc")
    result = CliRunner().invoke(app, ["compare", "0.nc", "0.1.nc", "--no-figures"])
    assert result.exit_code == 0, result.output + str(result.exception)
    assert "joint1" in result.output


def as_written(path, change):
    path.write_text(change(path.read_text()), encoding="utf-8")
    return path


SHEETS = {
    "decimal commas": lambda text: text.replace(",", ";").replace(".", ","),
    "decimal commas and tabs": lambda text: text.replace(",", "\t").replace(".", ","),
    "decimal commas and blanks": lambda text: text.replace(",", " ").replace(".", ","),
    "quotes": lambda text: "\n".join(",".join(f'"{cell}"' for cell in row.split(",")) for row in text.splitlines()),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "Excel": lambda text: "\ufeffsep=;\r\n" + text.replace(",", ";").replace(".", ",").replace("\n", "\r\n"),
    "comments": lambda text: "# a recorder\n# of somebody\n" + text,
    "names in a comment": lambda text: text.replace("a,b,t\n", "# a,b,t\n"),
    "empty lines": lambda text: "\n" + text.replace("\n", "\n\n"),
}


@pytest.mark.parametrize("head", ["a,b,t\n", ""])
@pytest.mark.parametrize("sheet", SHEETS)
def test_tables_of_other_programs_have_the_same_numbers(tmp_path, sheet, head):
    if head:
        path = written(tmp_path, head=head, time="t", columns="[a, b]")
    else:
        path = written(tmp_path)
    recording = read_log(as_written(path, SHEETS[sheet]), tmp_path / "map.yaml").recording
    np.testing.assert_allclose(recording["q"].values[:, 1], -np.radians(10 * np.cos(3 * TIMES)), atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("a,b,t", "a,a,t", "has 2 columns named 'a' for q; write the number of one: 0, 1"),
        (",0.1500", " rad,0.1500", None),
        ("00\n", "00 N\n", "the column 't' for time of"),
    ],
)
def test_columns_that_are_no_numbers_or_not_unique_are_refused(tmp_path, old, new, words):
    path = as_written(
        written(tmp_path, head="a,b,t\n", time="t", columns="[a, b]"), lambda text: text.replace(old, new)
    )
    if words is None:
        with pytest.warns(sl.SnakelabWarning, match="the column 'b' for q .* contains words, which are gaps: '.* rad'"):
            read_log(path, tmp_path / "map.yaml")
    else:
        with pytest.raises(RecordingError, match=words):
            read_log(path, tmp_path / "map.yaml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("unit: deg", "unit: rpm", "q has the unit rad; unit must be one of 1, rad, deg, turn, got rpm"),
        ("unit: deg", "unit: mm", "q has the unit rad; unit must be one of 1, rad, deg, turn, got mm"),
        ("zero: 90", "scale: 0", "scale must be a finite number other than 0, got 0"),
        ("q: {columns: [0, 1]", "base_quaternion: {columns: [0, 1, 2, 2]", "a quaternion of the log has the norm"),
    ],
)
def test_mappings_that_give_other_quantities_are_refused(tmp_path, old, new, words):
    path = written(tmp_path)
    as_written(tmp_path / "map.yaml", lambda text: text.replace(old, new))
    with warnings.catch_warnings(), pytest.raises(sl.errors.SnakelabError, match=re.escape(words)):
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        read_log(path, tmp_path / "map.yaml")


def test_one_column_for_two_coordinates_is_a_warning(tmp_path):
    path = written(tmp_path, columns="[0, 0]")
    with pytest.warns(sl.SnakelabWarning, match="q takes the column '0' 2 times"):
        read_log(path, tmp_path / "map.yaml")
