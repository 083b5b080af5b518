"""The door of the command: an interrupt before anything began, a broken installation, and the document for wrong input."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from recordings import serpenoid_recording
from snakelab import __main__ as entry
from snakelab.cli import main as cli


def started_with(tmp_path: Path, module: str, text: str) -> subprocess.CompletedProcess[str]:
    """The command in a folder whose module stands for the real one."""
    (tmp_path / f"{module}.py").write_text(text)
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "snakelab", "list"]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": paths}, timeout=500)


@pytest.mark.parametrize("text", ["raise ImportError('no module of the name')", "x = (", "import os; os.none_such"])
@pytest.mark.parametrize("module", ["typer", "rich"])
def test_a_broken_package_of_the_command_line_is_reported_in_one_line(tmp_path: Path, module: str, text: str) -> None:
    done = started_with(tmp_path, module, text)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("error: the command line cannot start: ")
    assert done.stderr.endswith(" -m pip install --force-reinstall typer rich\n") and done.stderr.count("\n") == 1


@pytest.mark.usefixtures("default_interrupt")
def test_an_interrupt_while_the_command_is_imported_is_one_line(tmp_path: Path) -> None:
    done = started_with(
        tmp_path, "typer", "import os, signal; os.kill(os.getpid(), signal.SIGINT)\nraise SystemExit(7)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "error: interrupted\n")


@pytest.mark.usefixtures("default_interrupt")
def test_a_later_interrupt_is_left_to_the_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture
) -> None:
    seen = []

    def command() -> None:
        seen.append(signal.getsignal(signal.SIGINT))
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", command)
    with pytest.raises(SystemExit) as end:
        entry.main()
    assert end.value.code == 130 and seen == [signal.default_int_handler]
    assert capfd.readouterr().err == "error: interrupted\n"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "planar_prototyp"),
        ("report", "none.nc"),
        ("compare", "none.nc", "none2.nc"),
        ("plot", "none.nc"),
        ("export", "planar_prototyp", "--to", "urdf"),
        ("import", "none.urdf"),
        ("validate", "planar_prototyp"),
    ],
)
def test_wrong_input_gives_the_document_that_json_promises(words: tuple[str, ...], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.app, [*words, "--json"])
    assert result.exit_code == 2
    document = json.loads(result.stdout)
    assert {**document, "error": ""} == {"format": "snakelab-error-1", "error": "", "exit_code": 2}
    assert f"error: {document['error']}\n" == result.stderr
    assert CliRunner().invoke(cli.app, words).stdout == ""


def test_a_word_that_no_command_knows_gives_a_document_too(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["snakelab", "run", "planar_prototype", "--json", "--none"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    output = capsys.readouterr()
    assert end.value.code == 2 and "--none" in output.err
    assert json.loads(output.out)["format"] == "snakelab-error-1"


@pytest.mark.thorough
def test_a_result_is_the_only_document(tmp_path: Path) -> None:
    path = serpenoid_recording(n_rows=9).save(tmp_path / "r.nc")
    result = CliRunner().invoke(cli.app, ["plot", str(path), "--list", "--json"])
    assert result.exit_code == 0 and json.loads(result.stdout)["format"] == "snakelab-variables-1"


def test_help_has_a_short_word_too() -> None:
    for words in ((), ("run",)):
        short, long = (CliRunner().invoke(cli.app, [*words, flag]) for flag in ("-h", "--help"))
        assert short.exit_code == 0 and short.stdout == long.stdout


@pytest.mark.usefixtures("default_interrupt")
def test_an_interrupt_in_a_callback_of_compiled_code_is_repeated_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    others = []

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        time.sleep(1.0)

    def failing() -> None:
        raise ValueError("not an interrupt")

    monkeypatch.setattr(sys, "unraisablehook", cli.repeating_interrupts(others.append))
    with pytest.raises(KeyboardInterrupt):
        ctypes.CFUNCTYPE(None)(interrupted)()
        time.sleep(5.0)
    assert others == []
    monkeypatch.setattr(sys, "unraisablehook", cli.repeating_interrupts(lambda one: others.append(one.exc_type)))
    ctypes.CFUNCTYPE(None)(failing)()
    assert others == [ValueError]


@pytest.mark.parametrize(
    ("words", "default"),
    [
        (["run"], "[default: svg]"),
        (["sweep"], "[default: out/<name of the sweep>]"),
        (["bus", "serve"], "[default: beside the robot file; created if missing]"),
    ],
    ids=" ".join,
)
def test_the_help_shows_the_default_of_an_option(words: list[str], default: str) -> None:
    shown = CliRunner().invoke(cli.app, [*words, "--help"], env={"COLUMNS": "300", "TERMINAL_WIDTH": "300"})
    assert default in " ".join(shown.output.replace("│", " ").split())


@pytest.mark.parametrize("command", ["compare", "sweep", "optimise"])
def test_paragraphs_of_the_help_are_broken_at_the_width_of_the_terminal_only(command: str) -> None:
    shown = CliRunner().invoke(cli.app, [command, "--help"], env={"COLUMNS": "1000", "TERMINAL_WIDTH": "1000"})
    description = shown.output.split("Options")[0].split("Arguments")[0]
    lines = [line.strip() for line in description.splitlines() if line.strip()]
    assert len(lines) >= 3
    assert all(line.startswith("Usage") or (line[0].isupper() and line.endswith((".", ":"))) for line in lines[:-1])
