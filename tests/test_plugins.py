"""Plug-ins: the core does not import them, and a package of a third party adds to it by entry points."""

import ast
import functools
import importlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import snakelab as sl
from snakelab.cli.main import COMMAND_ORDER
from snakelab.entry_points import BUILT_IN, COMMANDS, ENGINES, PACKAGE, entry_points, load
from snakelab.errors import PluginError, SnakelabWarning

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
CORE = "core"
# Which plug-in may import which.
BETWEEN = {
    "mujoco": {"ros"},  # `snakelab export --to mcap`
    "studies": {"learn"},
    "studio": {"hardware", "mujoco", "slam"},
    "hardware": {"ros"},  # an IMU that is a topic
    "ros": {"hardware", "mujoco", "slam"},
    "slam": {"mujoco", "ros"},
    "lanes": {"cuda"},
    "learn": {"cuda", "lanes", "studies"},
}
CODE = re.compile(r"\b(?:from|import) (snakelab(?:\.\w+)+)")


def plugin_of(name: str) -> str:
    """The plug-in of a module or of an object in it."""
    words = name.split(".")
    return words[2] if words[:2] == ["snakelab", "plugins"] and len(words) > 2 else CORE


def module_names(path: Path) -> set[str]:
    """All modules of snakelab that a file names: in imports, inside functions too, and in strings that are code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            found |= set(CODE.findall(node.value))
            if re.fullmatch(r"snakelab(\.\w+)+(:\w+)?", node.value):
                found.add(node.value.replace(":", "."))
    return {name for name in found if name.startswith("snakelab.")}


@functools.cache
def imports_between() -> dict[tuple[str, str], list[str]]:
    """The imports from one plug-in, or the core, to another plug-in."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted((SOURCES / "snakelab").rglob("*.py")):
        name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for other in sorted(module_names(path)):
            pair = plugin_of(name), plugin_of(other)
            if pair[0] != pair[1] and pair[1] != CORE:
                found.setdefault(pair, []).append(f"{name} imports {other}")
    return found


def test_the_core_does_not_import_a_plugin():
    found = imports_between()
    upward = [line for (one, other), lines in found.items() if one == CORE for line in lines]
    assert not upward, "\n".join(upward)


def test_plugins_import_each_other_only_where_it_is_listed():
    others = {pair: lines for pair, lines in imports_between().items() if pair[0] != CORE}
    unlisted = [lines for (one, other), lines in others.items() if other not in BETWEEN.get(one, ())]
    assert not unlisted, unlisted


# ---- entry points of snakelab itself ---------------------------------------------------------------------------------
def declared() -> dict[str, dict[str, str]]:
    """The entry points in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["entry-points"]


def test_the_entry_points_of_this_version_are_those_of_its_metadata():
    assert {group: set(names) for group, names in BUILT_IN.items()} == {
        group: set(points) for group, points in declared().items()
    }
    for group, points in declared().items():
        assert {name: point.value for name, point in entry_points(group).items() if point.package == PACKAGE} == points


def test_each_entry_point_is_that_of_a_plugin_and_can_be_loaded():
    for group, names in BUILT_IN.items():
        for name in names:
            point = entry_points(group)[name]
            if group == "snakelab.display":  # modules, which register displays; those of the core too
                assert load(group, name) is importlib.import_module(point.value)
                continue
            assert plugin_of(point.value.replace(":", ".")) != CORE, point
            assert callable(load(group, name)), point
    assert {name for name, value in COMMAND_ORDER.items() if not value} == set(BUILT_IN[COMMANDS])


def written(folder: Path, package: str, groups: dict[str, dict[str, str]], version: str = "1.0") -> Path:
    """Write the metadata of an installed package."""
    info = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    text = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items()) + "\n"
        for group, points in groups.items()
    )
    (info / "entry_points.txt").write_text(text)
    return folder


def test_metadata_that_are_older_than_the_source_are_reported(monkeypatch, tmp_path):
    older = {group: dict(points) for group, points in declared().items()}
    del older[COMMANDS]["sweep"]
    monkeypatch.syspath_prepend(written(tmp_path, PACKAGE, older, "0"))
    with pytest.raises(
        PluginError, match=r"older than its source: 'sweep' in snakelab.commands .*; install it again: pip"
    ):
        entry_points(COMMANDS)
    moved = {**declared(), ENGINES: dict.fromkeys(declared()[ENGINES], "snakelab.was_here:Engine")}
    monkeypatch.syspath_prepend(written(tmp_path / "moved", PACKAGE, moved, "0"))
    with pytest.raises(PluginError, match=r"older than its source: 'mujoco' in snakelab\.engines"):
        load(ENGINES, "mujoco")


def test_the_command_line_reports_older_metadata_in_one_line(tmp_path):
    older = {group: points for group, points in declared().items() if group != ENGINES}
    done = command(written(tmp_path, PACKAGE, older), "--help")
    assert done.returncode == 2 and not done.stdout
    assert len(done.stderr.splitlines()) == 1 and "install it again: pip install -e" in done.stderr


# ---- packages of third parties ---------------------------------------------------------------------------------------
def test_of_two_equal_names_that_of_snakelab_is_used_with_a_warning(monkeypatch, tmp_path):
    groups = {COMMANDS: {"sweep": "theirs:sweep", "polish": "theirs:polish"}}
    monkeypatch.syspath_prepend(written(tmp_path / "1", "their-tools", groups))
    monkeypatch.syspath_prepend(written(tmp_path / "2", "other-tools", {COMMANDS: {"polish": "others:polish"}}))
    with pytest.warns(SnakelabWarning) as warned:
        points = entry_points(COMMANDS)
    assert points["sweep"].package == PACKAGE and points["polish"].package == "other-tools"
    said = " ".join(str(one.message) for one in warned)
    assert "'sweep' in snakelab.commands of the package 'their-tools' is not used: 'snakelab' has" in said
    assert "'polish' in snakelab.commands of the package 'their-tools' is not used: 'other-tools' has" in said


def test_a_package_that_cannot_be_imported_is_left_out_with_one_line(tmp_path):
    (tmp_path / "broken_tools.py").write_text("import no_such_library\n")
    values = {"polish": "broken_tools:polish", "no-value": "broken_tools", "typing": "this:s"}
    engines = {"broken": "broken_tools:Engine"}
    words = {
        "medium.mud": "broken_tools:mud",
        "sky.rain": "broken_tools:rain",
        "medium.gravity": "broken_tools:gravity",
    }
    written(tmp_path, "broken-tools", {COMMANDS: values, ENGINES: engines, "snakelab.scenario": words})
    done = command(tmp_path, "--help")
    assert done.returncode == 0 and "sweep" in done.stdout and "polish" not in done.stdout
    lines = done.stderr.splitlines()
    assert len(lines) == 3 and all("'broken-tools'" in line for line in lines)
    assert "ModuleNotFoundError: No module named 'no_such_library'" in lines[0]
    done = command(tmp_path, "run", "planar_prototype", "--engine", "broken")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "error: 'broken' of the package 'broken-tools'" in done.stderr
    assert "'sky.rain' of the package 'broken-tools'" in done.stderr  # no such group of types
    assert "'snakelab' has a type 'gravity' in medium already" in done.stderr
    (tmp_path / "muddy.yaml").write_text("base: planar_prototype\nworld: {media: [mud]}\n")
    done = command(tmp_path, "check", str(tmp_path / "muddy.yaml"))
    assert done.returncode != 0 and "Traceback" not in done.stderr + done.stdout
    assert "'medium.mud' of the package 'broken-tools'" in done.stderr + done.stdout


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with a folder of installed packages before the others."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(SOURCES)])}
    line = [sys.executable, "-m", "snakelab", *words]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def extras(tmp_path_factory):
    """The package of docs/extending.md, as it is installed, with its scenario."""
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    section = page.split("\n## A package with plug-ins\n")[1].split("\n## ")[0]
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL))
    folder = tmp_path_factory.mktemp("site-packages")
    (folder / "snake_extras.py").write_text(f"import snakelab as sl\n{blocks['python']}", encoding="utf-8")
    (folder / "dragged.yaml").write_text(blocks["yaml"], encoding="utf-8")
    return written(folder, "snake-extras", tomllib.loads(blocks["toml"])["project"]["entry-points"])


def test_an_outside_package_adds_a_command(extras):
    done = command(extras, "count-joints", "planar_prototype")
    assert done.stdout.split()[1] == "joints" and int(done.stdout.split()[0]) > 2, done.stderr
    listed = command(extras, "--help").stdout
    assert "count-joints" in listed and "Print the number of joints" in listed


def test_an_outside_package_adds_an_engine_and_a_medium_to_scenario_files(extras):
    done = command(extras, "run", "dragged.yaml", "--no-figures", "--out", "dragged")
    assert done.returncode == 0, done.stderr
    recording = sl.load(extras / "dragged" / "results.nc")
    assert "quadratic_drag" in recording["work"].term
    assert "SnakelabEngine(step=0.0005" in recording.dataset.attrs["settings"]
    schema = command(extras, "schema").stdout
    assert '"quadratic_drag"' in schema and '"fine_steps"' in schema
    wrong = command(extras, "check", "dragged.yaml", "--set", "engine.fine_steps.fraction=2")
    assert "fraction" in wrong.stdout + wrong.stderr


def test_an_outside_engine_is_chosen_on_the_command_line(extras):
    words = ("run", "planar_prototype", "--engine", "fine_steps", "--no-figures", "--set", "duration=0.05")
    done = command(extras, *words, "--out", "fine")
    assert done.returncode == 0, done.stderr
    assert "engine: SnakelabEngine(" in done.stdout
