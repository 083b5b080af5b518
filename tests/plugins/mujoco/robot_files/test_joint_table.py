"""Joint tables: the angles that a gait asks for, as CSV and as a C header."""

import csv
import shutil
import subprocess

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from snakelab.cli.main import app
from snakelab.plugins.mujoco.robot_files.motion_export import c_header, joint_table


@pytest.mark.parametrize("name", ["planar_prototype", "snakesys_sidewinding"])
def test_a_table_holds_the_targets_of_a_gait(name):
    table = joint_table(sl.load_scenario(name, ["duration=1"]), 20.0)
    assert table.times == pytest.approx(np.arange(21) / 20) and np.isfinite(table.angles).all()
    assert np.ptp(table.angles, axis=0).max() > 1e-3 and len(table.names) == table.angles.shape[1]


def test_the_command_writes_csv(tmp_path):
    out = tmp_path / "gait.csv"
    result = CliRunner().invoke(
        app, ["export", "planar_prototype", "--to", "csv", "--rate", "10", "--set", "duration=1", "--out", str(out)]
    )
    assert result.exit_code == 0 and "11 rows" in result.output, result.output
    rows = list(csv.DictReader(out.open(encoding="utf-8")))
    assert len(rows) == 11 and float(rows[-1]["time"]) == 1.0


def test_a_compiler_takes_the_header(tmp_path):
    if shutil.which("cc") is None:
        pytest.skip("no C compiler is installed")
    (tmp_path / "gait.h").write_text(c_header(joint_table(sl.load_scenario("planar_prototype", ["duration=1"]), 10.0)))
    test = "PLANAR_PROTOTYPE_ROWS == 11 && PLANAR_PROTOTYPE_ANGLES[0][0] < 9 ? 0 : 1"
    main = f'#include "gait.h"\nint main(void) {{ return {test}; }}\n'
    (tmp_path / "main.c").write_text(main)
    subprocess.run(
        ["cc", "-Wall", "-Werror", "-o", tmp_path / "main", tmp_path / "main.c"], check=True, cwd=tmp_path, timeout=600
    )
    assert subprocess.run([tmp_path / "main"], check=False, timeout=600).returncode == 0
