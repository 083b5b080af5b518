"""README, features and installation: programs, command lines, and every file, module and name that they mention."""

import importlib
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import snakelab as sl
from snakelab.cli.main import app

ROOT = Path(__file__).parent.parent
# With the table of features, whose links are relative to docs.
FEATURES = (ROOT / "docs" / "features.md").read_text(encoding="utf-8").replace("](", "](docs/")
INSTALL = (ROOT / "docs" / "install.md").read_text(encoding="utf-8").replace("](", "](docs/")
README = (ROOT / "README.md").read_text(encoding="utf-8") + FEATURES + INSTALL


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


PROSE = re.sub(r"^```.*?^```", "", README, flags=re.MULTILINE | re.DOTALL)
MENTIONS = re.findall(r"`([^`\n]+)`", PROSE)
LINES = [line for block in blocks("sh") for line in block.splitlines()] + MENTIONS
COMMANDS = [
    shlex.split(found[1], comments=True)
    for line in LINES
    if (found := re.match(r"(?:\.venv/bin/)?snakelab (.+)", line))
]
# Headings after `#` are checked by `tests/docs/test_site.py`.
PATHS = {m for m in MENTIONS if re.fullmatch(r"[\w./-]+/[\w./-]+", m)} | {
    target for target in re.findall(r"\]\(([^)#]+)[^)]*\)", README) if "://" not in target
}
# What takes long is cut short; each runs at full length in tests of its own: tests/cli, tests/plugins/studies, benchmarks.
SHORT = {
    "run": ["--set", "duration=0.1", "--no-figures", "--quiet"],
    "validate": ["--only", "planar_viscous", "--quiet"],
}


def arguments(command: list[str]) -> tuple[list[str], str | None]:
    """The arguments, and the file that the shell writes the output to."""
    return (command[:-2], command[-1]) if ">" in command else (command, None)


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


def test_the_readme_shows_programs_commands_files_and_modules():
    assert blocks("python") and blocks("text") and len(COMMANDS) > 3 and len(PATHS) > 5


@pytest.mark.parametrize("program", blocks("python"))
def test_a_program_prints_the_numbers_below_it(program, empty_folder, capsys):
    exec(compile(program, "README.md", "exec"), {"__name__": "__main__"})
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    shown = [line.split() for line in blocks("text")[0].splitlines()]
    assert [(name, unit) for name, _, *unit in printed] == [(name, unit) for name, _, *unit in shown]
    for (name, value, *_), (_, other, *_) in zip(printed, shown, strict=True):
        assert float(value) == pytest.approx(float(other), rel=5e-3), name  # of three digits


def test_the_citation_has_the_version_and_title_of_the_package():
    (entry,) = blocks("bibtex")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (version,) = re.findall(r"^version: (\S+)", citation, re.MULTILINE)
    assert f"version = {{{version}}}" in entry and "{snakelab:" in entry


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_line_can_be_parsed(command):
    group = typer.main.get_command(app)
    words, _ = arguments(command)
    with group.make_context("snakelab", list(words)) as context:
        name, subcommand, rest = group.resolve_command(context, list(words))
        parsed = subcommand.make_context(name, rest, parent=context)
    assert parsed.command.name == words[0] and not parsed.args  # nothing is left over


ENDLESS = {"studio", "ros2", "foxglove", "bus"}  # they serve until they are stopped, or need a robot


def run_line(line: tuple[str, ...]) -> None:
    """Run a command line in this process, cut short."""
    words, output = arguments(list(line))
    result = CliRunner().invoke(app, [*words, *SHORT.get(words[0], [])])
    assert result.exit_code == 0, (words, result.stderr)
    if output:
        Path(output).write_text(result.stdout, encoding="utf-8")


@pytest.mark.usefixtures("undrawn_reports")
def test_the_command_lines_run_one_after_the_other(empty_folder):
    for line in dict.fromkeys(map(tuple, COMMANDS)):
        if "mujoco" not in line and line[0] not in ENDLESS and ("mcap" not in line or find_spec("rosbags")):
            run_line(line)
    assert (empty_folder / "out" / "my_snake" / "results.nc").exists()


@pytest.mark.parametrize("command", [line for line in COMMANDS if "mujoco" in line], ids=" ".join)
def test_a_command_line_with_mujoco_runs(command, empty_folder):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    run_line(tuple(command))


@pytest.mark.parametrize("path", sorted(PATHS))
def test_a_file_that_is_mentioned_exists(path):
    assert path.startswith(".venv/") or (ROOT / path).exists() or (ROOT / "src" / "snakelab" / path).exists()


@pytest.mark.parametrize("name", sorted({m for m in MENTIONS if re.match(r"snakelab\.[\w.]+", m)}))
def test_a_module_that_is_mentioned_exists(name):
    dotted = re.match(r"[\w.]+", name)[0]
    try:
        if name == dotted:
            importlib.import_module(dotted)
        else:
            module, function = dotted.rsplit(".", 1)
            assert callable(getattr(importlib.import_module(module), function))
    except ModuleNotFoundError as problem:
        if str(problem.name).startswith("snakelab"):
            raise
        pytest.skip(f"{problem.name} is not installed")


def test_every_name_of_the_package_that_is_mentioned_exists():
    names = set(re.findall(r"\bsl\.(\w+)", README))
    assert len(names) > 5
    assert names <= set(sl.__all__)


def test_every_make_target_that_is_mentioned_exists():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    mentioned = set(re.findall(r"^make (\w+)|`make (\w+)`", README, re.MULTILINE))
    assert {a or b for a, b in mentioned} <= set(targets)


def test_every_page_of_the_docs_is_linked():
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    # Linked from docs/gallery.md, docs/notebooks.md, docs/reference/python.md and scenario.md, or written by a build.
    below = ("docs/_", "docs/gallery/", "docs/notebooks/", "docs/reference/python/", "docs/reference/scenario/")
    pages = {page for page in pages if not page.startswith(below)}
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages -= {f"docs/{page}" for page in re.findall(r"\]\(([\w./]+\.md)\)", index)}
    assert pages - PATHS == set()
