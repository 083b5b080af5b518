"""Logs without a line of names, with columns by number, and their comparison on any base."""

import numpy as np
import pytest

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
