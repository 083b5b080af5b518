"""The extra `test` is enough for the tests: what they import comes with it, whatever else is installed beside."""

import ast
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TESTS = Path(__file__).parent
OWN = {path.stem for path in TESTS.iterdir()} | {"snakelab"}
# Half a gigabyte, for those who have a graphics card; 50 megabytes for one more file of a sweep: tests are skipped without them.
TOO_LARGE = {"numba_cuda", "pyarrow"}


def brought(requirement: str) -> set[str]:
    """Names of the distributions that come with one, through all that it needs."""
    found: set[tuple[str, str]] = set()
    waiting = [Requirement(requirement)]
    while waiting:
        wanted = waiting.pop()
        for extra in ("", *wanted.extras):
            if (pair := (canonicalize_name(wanted.name), extra)) not in found:
                found.add(pair)
                needs = map(Requirement, requires(wanted.name) or [])
                waiting += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


def imported(path: Path) -> set[str]:
    """The top-level modules that a source imports, wherever in it, be it only where they are installed."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "importorskip"]
    tried = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    return {name.split(".")[0] for name in plain | parts | tried}


def test_what_the_tests_import_comes_with_their_extra():
    sources = [path for path in TESTS.rglob("*.py") if "browser" not in path.parts]
    names = set().union(*map(imported, sources)) - set(sys.stdlib_module_names) - OWN - TOO_LARGE
    assert {"numpy", "hypothesis", "mujoco", "docutils"} <= names
    homes, enough = packages_distributions(), brought("snakelab[test]")
    strangers = {name for name in names if not {canonicalize_name(home) for home in homes.get(name, ())} & enough}
    assert strangers == set()
    assert "ruff" not in enough and "playwright" not in enough
