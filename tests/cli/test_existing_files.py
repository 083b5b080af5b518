"""Commands that write one file do not replace one of the user without `--force`."""

import pytest
from typer.testing import CliRunner

from snakelab.cli.main import app

COMMANDS = {
    "schema": ["schema"],
    "loops": ["loops", "planar_viscous", "--limit", "0.5", "--quiet"],
    "export": ["export", "planar_viscous", "--to", "urdf"],
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) if name == "loops" else name for name in COMMANDS]
)
def test_a_file_is_not_replaced_without_force(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if name == "export":
        pytest.importorskip("mujoco", reason="mujoco is not installed")
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    refused = CliRunner().invoke(app, [*COMMANDS[name], "--out", str(mine)])
    assert refused.exit_code != 0 and "exists already" in refused.stderr and mine.read_text() == "mine"
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "nowhere")
    assert CliRunner().invoke(app, [*COMMANDS[name], "--out", str(link)]).exit_code != 0
    done = CliRunner().invoke(app, [*COMMANDS[name], "--out", str(mine), "--force"])
    assert done.exit_code == 0 and mine.read_text() != "mine", done.output
