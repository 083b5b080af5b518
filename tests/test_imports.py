"""Rules on imports beyond import-linter, and the place of a test: no cycles, independent models, tests next to modules."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "snakelab"
REFERENCE_MODELS = ROOT / "tests" / "reference_models"
OUTSIDE = {"reference_models", "reproductions", "tests", "benchmarks", "examples"}  # in the repository, not installed
SHARED = {"snakelab.errors", "snakelab.types"}
# The records of parameters that a reference model takes as input, one line a model.
RECORDS = {
    "planar_swimmer": {
        "snakelab.planar_batch.robot.joint_law",
        "snakelab.planar_batch.robot.state",
        "snakelab.planar_batch.robot.swimmer",
        "snakelab.planar_batch.world.ground_friction",
        "snakelab.planar_batch.world.planar_world",
    }
}
# Folders of tests of the repository as a whole.
WHOLE = {"benchmarks", "browser", "docs", "hostile", "packaging", "reference_models", "reproductions"}
# Packages in which imports for type checkers alone still form cycles.
UNFINISHED = ("snakelab.control.",)


def name_of(path: Path) -> str:
    """The full name of a module of the package."""
    *folders, last = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(folders if last == "__init__" else [*folders, last])


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def names(node: ast.stmt) -> set[str]:
    """The modules that an import statement names; of `from a import b` both a.b, where that is a module, and a."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if not isinstance(node, ast.ImportFrom) or not node.module:
        return set()
    return {full if (full := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names}


def imported(path: Path) -> set[str]:
    """All that a file imports, inside functions too."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return set().union(*(names(node) for node in nodes if isinstance(node, ast.stmt)))


def at_module_level(body: list[ast.stmt], *, typing: bool) -> Iterator[str]:
    """What statements import outside of functions.

    Args:
        body: The statements.
        typing: Whether to count what stands under `if TYPE_CHECKING:`.
    """
    for node in body:
        yield from names(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not typing:
            continue
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in ("body", "orelse", "finalbody"):
                yield from at_module_level(getattr(node, inner, []), typing=typing)


def test_no_files_import_each_other_in_a_circle():
    """Imports inside functions do not count: they wait until both files are there."""
    graph = {}
    for name, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        actual = set(at_module_level(tree.body, typing=not name.startswith(UNFINISHED)))
        graph[name] = (actual & MODULES.keys()) - {name}
    assert len(graph) > 300 and sum(map(len, graph.values())) > 1000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        pytest.fail(" imports ".join(reversed(cycle.args[1])))


MODELS = sorted(path for path in REFERENCE_MODELS.rglob("*.py") if not path.name.startswith("test_"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.relative_to(REFERENCE_MODELS).as_posix())
def test_a_reference_model_imports_nothing_of_what_it_tests(path):
    ours = {name for name in imported(path) if name.partition(".")[0] == "snakelab"}
    assert ours <= SHARED | RECORDS.get(path.stem, set())


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
