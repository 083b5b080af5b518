"""Advice on options that are keys of the scenario."""

import pytest
from typer.testing import CliRunner

from snakelab.cli.main import app


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("run", "planar_viscous", "--duration", "3"), "write --set duration=3"),
        (("run", "planar_viscous", "--record-rate=50"), "write --set solver.record_rate=50"),
        (("run", "planar_viscous", "--step", "--quiet"), "write --set solver.step=VALUE"),
    ],
)
def test_an_option_that_is_a_key_of_the_scenario_gets_set(words, advice):
    refused = CliRunner().invoke(app, words)
    assert refused.exit_code == 2 and advice in refused.stderr


def test_a_command_without_set_gets_no_such_advice():
    refused = CliRunner().invoke(app, ("list", "--duration", "3"))
    assert refused.exit_code == 2 and "--set" not in refused.stderr


def test_a_command_without_arguments_is_refused_as_usual():
    refused = CliRunner().invoke(app, ("check",))
    assert refused.exit_code == 2 and "Missing argument" in refused.stderr


def test_a_python_program_is_not_read_as_a_scenario(tmp_path):
    program = tmp_path / "robot.py"
    program.write_text("import snakelab as sl\n", encoding="utf-8")
    refused = CliRunner().invoke(app, ("run", str(program)))
    assert f"{program} is a Python program, not a scenario; run it with: python {program}" in refused.stderr


@pytest.mark.parametrize("words", [["--port", "99999"], ["--port=99999"]])
def test_a_number_out_of_range_is_in_the_message(words):
    result = CliRunner().invoke(app, ["studio", *words])
    assert result.exit_code == 2 and "99999" in result.stderr and "65535" in result.stderr
