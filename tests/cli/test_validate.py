"""`snakelab validate`: what it prints, what it writes, and how it ends."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import snakelab.plugins.studies.validation
from bounded_waits import bounded_process
from snakelab.cli.main import app
from snakelab.plugins.studies import validation as running
from snakelab.results.recording import load

SMALL = """\
base: planar_prototype
duration: 0.5
reference_values:
  - {case: how long, metric: duration, value: VALUE, tolerance: 1e-9, source: the clock}
"""


@pytest.fixture
def validate(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, ["validate", *arguments])


@pytest.fixture
def file(tmp_path):
    """Write a small scenario that expects a duration; returns its name."""

    def file(name="small", value="0.5", more=""):
        path = tmp_path / f"{name}.yaml"
        path.write_text(SMALL.replace("VALUE", value) + more, encoding="utf-8")
        return path.name

    return file


@pytest.fixture
def no_simulation(monkeypatch):
    """A simulation would be a fault."""

    def refuse(*arguments, **options):
        raise AssertionError("a scenario was run")

    monkeypatch.setattr(snakelab.plugins.studies.validation, "validate", refuse)


def row(result, name):
    """The table's row that begins with a word."""
    (line,) = [line for line in result.stdout.splitlines() if line.startswith(f"{name} ")]
    return line.split()


def test_a_file_of_ones_own_that_agrees_ends_with_0(validate, file):
    result = validate(file())
    assert result.exit_code == 0
    assert row(result, "how") == [
        "how",
        "long:",
        "duration",
        "0.5",
        "s",
        "0.5",
        "1e-09",
        "+0",
        "+0",
        "%",
        "regression",
        "agrees",
        "1",
    ]
    lines = result.stdout.splitlines()
    assert "  1  the clock (1 statement)" in lines
    assert lines[-2:] == ["1 statement in 1 scenario, from 1 source: 1 regression", "agrees: 1"]
    assert "validating 1 scenario ..." in result.stderr.splitlines()
    heads = next(line for line in lines if line.split()[:1] == ["snakelab"])
    assert heads.split() == [
        "snakelab",
        "unit",
        "reference",
        "tolerance",
        "error",
        "relative",
        "kind",
        "verdict",
        "source",
    ]


def test_what_differs_without_a_reason_ends_with_1(validate, file):
    result = validate(file(value="0.6"))
    assert result.exit_code == 1
    assert row(result, "how")[-3:] == ["differs,", "unexplained", "1"]
    assert "error: small.yaml: duration differs, unexplained" in result.stderr.splitlines()


def test_what_differs_with_a_reason_ends_with_0_and_tells_it(validate, file):
    Path(file(value="0.6")).write_text(
        SMALL.replace("VALUE", "0.6").replace("clock}", "clock, explained: their clock is slow, explained_up_to: 0.2}"),
        encoding="utf-8",
    )
    result = validate("small.yaml")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    (i,) = [i for i, line in enumerate(lines) if line.startswith("how long: duration ")]
    assert lines[i + 1] == "    their clock is slow"
    assert lines[-1] == "Passed: no difference is without a reason; 1 difference with a stated reason counts as passed."


def test_a_wrong_reference_value_fails_though_a_difference_is_explained(validate, file):
    """151 s for .5 s is no difference that the reason covers, whatever it says."""
    text = SMALL.replace("VALUE", "151").replace("clock}", "clock, explained: no reason at all, explained_up_to: 0.2}")
    Path(file()).write_text(text, encoding="utf-8")
    result = validate("small.yaml")
    assert result.exit_code == 1
    assert "error: small.yaml: duration differs, unexplained" in result.stderr.splitlines()
    assert "the difference is 150.5, and the reason covers at most 0.2; find why it has grown" in result.stdout


def test_a_reason_on_a_terminal_is_indented_in_every_line(validate, file, monkeypatch):
    reason = " ".join(30 * ["slow"])
    Path(file(value="0.6")).write_text(
        SMALL.replace("VALUE", "0.6").replace("clock}", f"clock, explained: {reason}, explained_up_to: 0.2}}"),
        encoding="utf-8",
    )
    monkeypatch.setattr("snakelab.cli.console.ResultsConsole.is_terminal", property(lambda self: True))
    monkeypatch.setenv("COLUMNS", "100")
    values = [line for line in validate("small.yaml").stdout.splitlines() if "slow slow" in line]
    assert len(values) > 1 and all(line.replace("\x1b[2m", "").startswith("    slow") for line in values)


def test_a_stale_explanation_is_a_warning(validate, file):
    text = SMALL.replace("VALUE", "0.5").replace(
        "clock}", "clock, explained: their clock is slow, explained_up_to: 0.2}"
    )
    Path(file()).write_text(text, encoding="utf-8")
    result = validate("small.yaml")
    assert result.exit_code == 0
    assert "warning: stale explanation: the value agrees" in result.stdout
    assert "warning: small.yaml: duration agrees, but the file explains a difference" in result.stderr.splitlines()


def test_a_run_that_diverges_ends_with_1_and_the_others_are_judged(validate, file):
    wild = file("wild", more="initial: {velocity: [1e7, 0, 0, 0, 0, 0]}\n")
    result = validate(wild, file())
    assert result.exit_code == 1
    assert "error: wild.yaml: the run diverged at t = " in result.stderr
    verdicts = [line.split()[-3:-1] for line in result.stdout.splitlines() if line.startswith("how long: duration ")]
    assert [words[-1] for words in verdicts] == ["result", "agrees"]


def test_json_is_one_document_and_nothing_else_on_stdout(validate, file):
    result = validate(file(), file("other", "0.6"), "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["format"] == "snakelab-validation-1" and not document["passed"]
    assert [scenario["name"] for scenario in document["scenarios"]] == ["small.yaml", "other.yaml"]
    assert [s["statements"][0]["verdict"] for s in document["scenarios"]] == ["agrees", "differs, unexplained"]


def test_quiet_prints_only_what_is_wrong(validate, file):
    assert (good := validate(file(), "--quiet")).exit_code == 0
    assert (good.stdout, good.stderr) == ("", "")
    bad = validate(file(value="0.6"), "--quiet")
    assert (bad.exit_code, bad.stdout) == (1, "")
    assert bad.stderr == "error: small.yaml: duration differs, unexplained\n"


@pytest.mark.thorough
def test_the_page_and_the_folder_are_written(validate, file):
    result = validate(file(), "--html", "pages/verdicts.html", "--out", "kept")
    assert result.exit_code == 0, result.stderr
    page = Path("pages/verdicts.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "how long" in page
    assert Path("kept/validation.html").read_text(encoding="utf-8") == page
    assert json.loads(Path("kept/validation.json").read_text(encoding="utf-8"))["passed"] is True
    assert load("kept/small").scenario["duration"] == 0.5
    wrote = {line.split()[1] for line in result.stdout.splitlines() if line.startswith("wrote ")}
    assert wrote == {"pages/verdicts.html", "kept/validation.json", "kept/validation.html"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "planar_viscos"], "no scenario matches 'planar_viscos'; did you mean 'planar_viscous'?"),
        (["planar_viscos"], "unknown scenario 'planar_viscos'; did you mean 'planar_viscous'?"),
        (["absent.yaml"], "no file absent.yaml"),
        (["planar_viscous", "--html", "."], ". is a folder; name a file, for example --html validation.html"),
        (["planar_viscous", "--out", "taken/out"], "cannot write to taken/out: Not a directory"),
        (["planar_viscous", "--html", "taken/page.html"], "cannot write to taken: "),
        (["planar_viscous", "sub/planar_viscous.yaml", "--out", "o"], "have the same folder o/planar_viscous"),
    ],
)
@pytest.mark.usefixtures("no_simulation")
def test_bad_input_ends_with_2_and_one_message_before_any_run(validate, file, tmp_path, arguments, words):
    (tmp_path / "taken").touch()
    (tmp_path / "sub").mkdir()
    Path(file()).rename(tmp_path / "sub" / "planar_viscous.yaml")
    result = validate(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ") and words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.thorough
def test_a_disk_that_fills_costs_no_verdict(validate, file, monkeypatch):
    replace = os.replace

    def full(source, target):
        if Path(target).name == "results.nc":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    result = validate(file(), file("other"), "--out", "kept")
    assert result.exit_code == 2
    assert result.stdout.count(" agrees ") == 2
    assert "No space left on device" in result.stderr
    assert Path("kept/validation.json").exists() and not list(Path("kept").rglob("*.nc*"))


def test_an_interrupt_prints_what_was_finished_and_ends_with_130(validate, file, monkeypatch):
    run_scenario = running.run_scenario

    def interrupted(scenario, progress, **settings):
        if scenario.name == "second":
            raise KeyboardInterrupt
        return run_scenario(scenario, progress, **settings)

    monkeypatch.setattr(running, "run_scenario", interrupted)
    monkeypatch.setattr(running.os, "cpu_count", lambda: 1)
    result = validate(file("first"), file("second"), file("third"), "--html", "part.html")
    assert result.exit_code == 130
    assert "first.yaml" in result.stdout and "third.yaml" not in result.stdout
    assert "error: interrupted before second.yaml, third.yaml" in result.stderr.splitlines()
    assert "Validation: interrupted" in Path("part.html").read_text(encoding="utf-8")


# A real process, which prints the names of finished runs.
LONG_RUN = """
from snakelab.cli import main as cli
from snakelab.plugins.studies import validation
validate = validation.validate
def printed(wanted, done, keep):
    return validate(wanted, workers=1, done=lambda n, name: print(name, flush=True), keep=keep)
validation.validate = printed
cli.main()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_a_long_run_at_once_and_keeps_the_others(file, tmp_path, default_interrupt):
    long = SMALL.replace("0.5", "1.0e+6").replace("VALUE", "1") + "solver: {record_rate: 1}\n"
    (tmp_path / "long.yaml").write_text(long, encoding="utf-8")
    command = [sys.executable, "-c", LONG_RUN, "validate", file(), "long.yaml", "--out", "kept"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with bounded_process(command, "the end after Ctrl-C", cwd=tmp_path, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "small.yaml\n"
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors and "error: interrupted before long.yaml" in errors
    assert " agrees " in printed and load(tmp_path / "kept" / "small").finished


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (40, "    agrees: snakelab 0.5 s, reference 0.5 +- 1e-09, error +0 (+0 %), regression [1]"),
        (200, "how long: duration       0.5  s           0.5      1e-09     +0      +0 %  regression  agrees        1"),
    ],
)
def test_where_the_table_is_too_wide_each_statement_takes_lines(validate, file, monkeypatch, columns, line):
    monkeypatch.setattr("snakelab.cli.console.UNWRAPPED_WIDTH", columns)
    assert line in [row.rstrip() for row in validate(file()).stdout.splitlines()]


def test_help_tells_the_exit_codes_of_a_verdict(validate):
    text = " ".join(validate("--help").stdout.split())
    assert "0 if all values agree, differ with an explanation, or cannot be checked" in text
