"""Rules on imports beyond import-linter, and the place of a test: no circles, each module alone, tests next to modules."""

import ast
import functools
import os
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

from fresh_process import import_each_alone

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "snakelab"
REFERENCE_MODELS = ROOT / "tests" / "reference_models"
OUTSIDE = {"reference_models", "reproductions", "tests", "benchmarks", "examples"}  # in the repository, not installed
SHARED = {"snakelab.errors", "snakelab.parameters.arguments"}
# The records of parameters that a reference model takes as input, one line a model.
RECORDS = {
    "planar_swimmer": {
        "snakelab.plugins.lanes.model.lane_model",
        "snakelab.plugins.lanes.model.planar_world",
    }
}
# Folders of tests of the repository as a whole.
WHOLE = {"benchmarks", "browser", "docs", "hostile", "packaging", "reference_models", "reproductions"}


def name_of(path: Path) -> str:
    """The full name of a module of the package."""
    *folders, last = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(folders if last == "__init__" else [*folders, last])


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def names(node: ast.stmt) -> set[str]:
    """The modules that an import statement names; of `from a import b` both a.b, where that is a module, and a."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if not isinstance(node, ast.ImportFrom) or not node.module:
        return set()
    return {full if (full := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names}


def imported(path: Path) -> set[str]:
    """All that a file imports, inside functions too."""
    nodes = ast.walk(tree_of(path))
    return set().union(*(names(node) for node in nodes if isinstance(node, ast.stmt)))


def at_module_level(body: list[ast.stmt]) -> Iterator[str]:
    """What statements import outside of functions and of `if TYPE_CHECKING:`."""
    for node in body:
        yield from names(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in ("body", "orelse", "finalbody"):
                yield from at_module_level(getattr(node, inner, []))


def folders_above(name: str) -> Iterator[str]:
    """The packages that Python imports before a module, without the root."""
    parts = name.split(".")
    yield from (".".join(parts[:n]) for n in range(2, len(parts)))


@pytest.mark.thorough
def test_no_files_import_each_other_in_a_circle():
    """Imports in functions, those for type checkers, and those of the folders of a module count too."""
    graph = {}
    for name, path in MODULES.items():
        tree = tree_of(path)
        needed = set().union(*(names(node) for node in ast.walk(tree) if isinstance(node, ast.stmt))) & MODULES.keys()
        above = {folder for other in needed for folder in folders_above(other) if not name.startswith(f"{folder}.")}
        graph[name] = (needed | above) - {name}
    assert len(graph) > 250 and sum(map(len, graph.values())) > 1000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        pytest.fail(" imports ".join(reversed(cycle.args[1])))


def errors_of_imports_alone(modules: list[str]) -> dict[str, str]:
    """Errors of modules that are each imported in a process in which no other module of the package has been imported."""
    trees = [tree_of(path) for path in MODULES.values()]
    imports = {name for tree in trees for name in at_module_level(tree.body)}
    others = sorted(name for name in imports if name.partition(".")[0] not in {"snakelab", *sys.stdlib_module_names})
    errors = import_each_alone(modules, others, n_processes=min(4, os.cpu_count() or 1))
    return {
        name: f"{kind}: {message}"
        for name, (kind, message, missing) in errors.items()
        if kind != "MissingExtraError" and not (kind == "ModuleNotFoundError" and is_absent(missing))
    }


@pytest.mark.slow
@needs_fork
def test_every_module_can_be_imported_alone():
    """Circles are found above, without an import; `.ci/thorough` runs this one too."""
    assert not errors_of_imports_alone([name for name in MODULES if not name.endswith("__main__")])


def is_absent(name: str) -> bool:
    """Return True for a package of others that is not installed."""
    package = name.partition(".")[0]
    return bool(package) and package != "snakelab" and find_spec(package) is None


MODELS = sorted(path for path in REFERENCE_MODELS.rglob("*.py") if not path.name.startswith("test_"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.relative_to(REFERENCE_MODELS).as_posix())
def test_a_reference_model_imports_nothing_of_what_it_tests(path):
    ours = {name for name in imported(path) if name.partition(".")[0] == "snakelab"}
    assert ours <= SHARED | RECORDS.get(path.stem, set())


@pytest.mark.thorough
def test_the_package_imports_only_what_is_installed_with_it():
    for path in PACKAGE.rglob("*.py"):
        assert not {name.partition(".")[0] for name in imported(path)} & OUTSIDE, path


def test_tests_are_in_the_folders_of_the_modules_that_they_test():
    """Each folder of tests is one of the package, and a test that is named after a module of its layer is in its folder."""
    homes: dict[tuple[str, str], set[Path]] = {}
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        homes.setdefault((place.parts[0], place.stem), set()).add(place.parent)
    tests = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    tests = [test for test in tests if test.parts[0] not in WHOLE]
    assert len(tests) > 300
    for test in tests:
        assert (PACKAGE / test.parent).is_dir(), f"{test}: the package has no folder {test.parent}"
        home = homes.get((test.parts[0], test.stem.removeprefix("test_")), {test.parent})
        assert test.parent in home, f"{test} is named after a module in {sorted(map(str, home))}"
