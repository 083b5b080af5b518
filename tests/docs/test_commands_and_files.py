"""Every command line and every YAML block of the pages is accepted by the program that it is for."""

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer
from ruamel.yaml import YAML

import snakelab as sl
from snakelab.cli.main import app
from snakelab.scenarios.scenario import load_scenario

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
# Languages of blocks; another one has no test.
LANGUAGES = {"python", "sh", "bibtex", "toml", "yaml", "text"}
ELSEWHERE = {"scenarios", "extending"}  # pages with tests of their own; the package of extending: test_plugins
# First words of command lines of other programs; `make` and `python` are checked below.
FOREIGN = {"dask", "git", "openssl", "pip", "ssh", "elastica/bin/pip", "soromox/bin/pip"}
# Keys at the top of settings of other programs.
SETTINGS = {"distributed", "jobqueue"}


def blocks(path: Path, *languages: str) -> list[tuple[str, str]]:
    """Language and text of the blocks of a page."""
    found = re.findall(r"^```([\w{}-]*)[^\n]*\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    found = [
        ("python" if language == "py" else language, text) for language, text in found
    ]  # `py`: in the package itself
    return [(language, text) for language, text in found if not languages or language in languages]


def command_lines() -> list[tuple[str, list[str]]]:
    lines = [(path.stem, line) for path in PAGES for _, text in blocks(path, "sh") for line in text.splitlines()]
    return [(page, words) for page, line in lines if (words := shlex.split(line, comments=True))]


LINES = command_lines()
COMMANDS = [(page, words[1:]) for page, words in LINES if words[0] == "snakelab"]
FILES = [(path.stem, text) for path in PAGES if path.stem not in ELSEWHERE for _, text in blocks(path, "yaml")]


def test_blocks_have_a_language_that_is_tested_and_text_holds_no_code():
    for path in PAGES:
        for language, text in blocks(path):
            assert language in LANGUAGES or language.startswith("{"), (path.name, text)
            code = re.search(r"^(import |from \w+ import |snakelab |pip |\w+ = sl\.)", text, re.MULTILINE)
            assert language != "text" or not code, (path.name, text)


@pytest.mark.parametrize(("page", "words"), COMMANDS, ids=[f"{page}: {' '.join(words)}" for page, words in COMMANDS])
def test_a_command_line_of_a_page_can_be_parsed(page, words):
    if words == ["--version"]:
        return
    group = typer.main.get_command(app)
    with group.make_context("snakelab", list(words)) as context:
        while isinstance(group, typer.core.TyperGroup):
            name, group, words = group.resolve_command(context, list(words))
            context = group.make_context(name, list(words), parent=context)
            words = [*context._protected_args, *context.args] if isinstance(group, typer.core.TyperGroup) else []
    assert not context.args


def test_other_command_lines_name_targets_modules_and_files_that_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page, words in LINES:
        words = [word for word in words if not re.fullmatch(r"[A-Z_]+=.*", word)]
        if words[0] == "make":
            assert set(words[1:]) <= targets, (page, words)
        elif Path(words[0]).name == "python" and words[1] == "-m":
            module = ROOT / words[2].replace(".", "/")
            assert words[2] in {"pip", "venv"} or module.is_dir() or module.with_suffix(".py").is_file(), (page, words)
        elif Path(words[0]).name == "python":
            assert (ROOT / words[1]).exists(), (page, words)
        else:
            assert words[0] in FOREIGN | {"snakelab"}, (page, words)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that the blocks name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crawl.onnx").touch()
    from snakelab.scenarios.scenario import starter

    name, text = starter("scenario", "my_snake")
    Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def kind(data) -> str:
    """What a YAML block is."""
    keys = set(data) if isinstance(data, dict) else set()
    if keys & SETTINGS:
        return "settings"
    if "sweep" in keys:
        return "sweep"
    if "methods" in keys:
        return "task"
    if "policies" in keys:
        return "entry"
    if "parameters" in keys:
        return "identification"
    if "variables" in keys:
        return "log"
    if "ids" in keys:
        return "robot"
    if keys & {"thrusters", "regulators"}:
        return "outputs"
    return "scenario" if keys & {"base", "robot"} else "part"


def whole_scenario(data) -> dict:
    """A scenario with the parts that a block shows."""
    if isinstance(data, list):
        data = {"world": {"media": ["gravity", *data]}}
    if "controller" in data:
        ((kind_of_rollouts, rollouts),) = data["controller"]["sampling_mpc"]["rollouts"].items()
        rollouts.pop("backend")  # it needs a GPU
        return {"base": "pipe_step_in" if kind_of_rollouts == "lane_rollouts" else "orthogonal_goal", **data}
    media = data["world"]["media"]
    return {"base": "sandfish" if "granular_medium" in media[0] else "snakesys_sidewinding", **data}


@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
@pytest.mark.parametrize(("page", "text"), FILES, ids=[f"{page}-{i}" for i, (page, _) in enumerate(FILES)])
def test_a_yaml_block_of_a_page_is_a_file_that_can_be_read(page, text, folder):
    data = YAML(typ="safe").load(text)
    path = folder / "block.yaml"
    path.write_text(text, encoding="utf-8")
    match kind(data):
        case "settings":
            return
        case "sweep":
            assert sl.plugins.studies.load_sweep(path).trials
        case "task":
            from benchmarks.snakebench.task import load_task

            assert load_task(path).succeeds(1.0)
        case "entry":
            from benchmarks.snakebench.runs import load_entry

            assert load_entry(path).name
        case "identification":
            from snakelab.plugins.studies.identification.problem import load_problem

            sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=0.1"])).save("run.nc")
            assert load_problem(path, ["run.nc"])
        case "log":
            from snakelab.plugins.ros.log_columns import read_mapping

            assert read_mapping(path).variables
        case "robot":
            from snakelab.plugins.hardware.robot_file import read_robot_file

            assert read_robot_file(path)
        case "outputs":
            from snakelab.plugins.hardware.output_file import read_output_file

            assert read_output_file(path)
        case "scenario":
            assert load_scenario(path).robot.parts
        case "part":
            with path.open("w", encoding="utf-8") as file:
                YAML().dump(whole_scenario(data), file)
            assert load_scenario(path).world.media


# Pages whose scenario is checked in every run of the tests: with events, and with a base.
QUICK = {"stepwise", "tutorial"}
SCENARIOS = [
    pytest.param(text, id=f"{page}-{i}", marks=() if page in QUICK else pytest.mark.slow)
    for i, (page, text) in enumerate(FILES)
    if kind(YAML(typ="safe").load(text)) in ("scenario", "part")
]
RUNS = sorted(
    {
        tuple(words)
        for _, words in COMMANDS
        if words[0] == "run" and words[1] in sl.scenarios.library() and "--hardware" not in words
    }
)


def run_fresh(folder: Path, *words: str) -> subprocess.CompletedProcess:
    """Run a command line in a process of its own, in which no module has been imported before."""
    command = [sys.executable, "-m", "snakelab", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900)


@pytest.mark.parametrize("text", SCENARIOS)
def test_a_scenario_of_a_page_passes_the_check_of_the_command_line(text, folder):
    data = YAML(typ="safe").load(text)
    if "engine" in data:
        pytest.skip("it needs a robot")
    if kind(data) == "part":
        with (folder / "block.yaml").open("w", encoding="utf-8") as file:
            YAML().dump(whole_scenario(data), file)
    else:
        (folder / "block.yaml").write_text(text, encoding="utf-8")
    checked = run_fresh(folder, "check", "block.yaml")
    assert checked.returncode == 0, checked.stderr


def test_the_events_of_a_scenario_of_a_page_take_effect_in_a_run_of_the_command_line(folder):
    (text,) = (text for page, text in FILES if page == "stepwise")
    (folder / "events.yaml").write_text(text, encoding="utf-8")
    done = run_fresh(folder, "run", "events.yaml", "--set", "duration=2.1", "--out", "out", "--no-figures", "--quiet")
    assert done.returncode == 0, done.stderr
    assert "events" in sl.load(folder / "out").dataset.attrs


@pytest.mark.slow
@pytest.mark.parametrize("words", RUNS, ids=" ".join)
def test_a_run_of_a_page_runs_in_a_fresh_process(words, folder):
    if "mujoco" in words and find_spec("mujoco") is None:
        pytest.skip("mujoco is not installed")
    done = run_fresh(folder, *words, "--set", "duration=0.1", "--no-figures", "--quiet")
    assert done.returncode == 0, done.stderr
