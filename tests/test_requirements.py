"""What the tests need comes with the extra `test`, whatever else is installed beside; what is needed at all is pinned."""

import ast
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import optional_packages

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
OWN = {path.stem for folder in (TESTS, DOCS, DOCS / "extensions") for path in folder.iterdir()} | {"snakelab"}
# Half a gigabyte, for those who have a graphics card; 50 megabytes for one more file of a sweep; PyTorch; the extra `docs`;
# videos of Gymnasium, LeRobot (which brings torch): without them tests are skipped.
TOO_LARGE = {"numba_cuda", "pyarrow", "stable_baselines3", "sphinx", "myst_parser", "jupytext", "imageio", "lerobot"}
# A program of an environment of its own, see tests/plugins/ros/make_peer.sh.
ELSEWHERE = TESTS / "plugins" / "ros" / "peer.py"


def brought(requirement: str) -> set[str]:
    """Names of the distributions that come with one, through all that it needs."""
    names: set[tuple[str, str]] = set()
    waiting = [Requirement(requirement)]
    while waiting:
        wanted = waiting.pop()
        for extra in ("", *wanted.extras):
            if (pair := (canonicalize_name(wanted.name), extra)) not in names:
                names.add(pair)
                needs = map(Requirement, requires(wanted.name) or [])
                waiting += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return {name for name, _ in names}


def imported(path: Path) -> set[str]:
    """The top-level modules that a source imports, wherever in it, be it only where they are installed."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    parts = {node.module for node in froms}
    optional = {
        alias.name
        for node in froms
        if node.module == "optional_packages"
        for alias in node.names
        if alias.name not in vars(optional_packages)
    }
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "importorskip"]
    tried = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    return {name.split(".")[0] for name in plain | parts | optional | tried}


@pytest.mark.thorough
def test_what_the_tests_import_comes_with_their_extra():
    sources = [path for path in TESTS.rglob("*.py") if "browser" not in path.parts and path != ELSEWHERE]
    names = set().union(*map(imported, sources)) - set(sys.stdlib_module_names) - OWN - TOO_LARGE
    assert {"numpy", "hypothesis", "mujoco", "docutils"} <= names
    try:
        homes, enough = packages_distributions(), brought("snakelab[test]")
    except PackageNotFoundError as missing:
        pytest.skip(f"the extra `test` is not installed whole: {missing}")
    strangers = {name for name in names if not {canonicalize_name(home) for home in homes.get(name, ())} & enough}
    assert strangers == set()
    assert "ruff" not in enough and "playwright" not in enough


def test_every_requirement_of_the_package_its_extras_and_its_build_is_pinned_at_a_version_that_it_allows():
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    groups = [project["build-system"]["requires"], project["project"]["dependencies"], *extras]
    lines = [line for group in groups for line in group]
    constraints = (TESTS.parent / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in constraints if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    wanted = [need for need in map(Requirement, lines) if need.name != "snakelab"]
    assert {"numpy", "pyarrow", "numba-cuda", "hatchling", "furo"} <= {need.name for need in wanted}
    unpinned = [str(need) for need in wanted if versions.get(canonicalize_name(need.name), "0") not in need.specifier]
    assert unpinned == []
