"""Rules on imports that import-linter does not check: independent reference models, and a package that needs no other folder."""

import ast
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
        "snakelab.physics.swimmer.joint_law",
        "snakelab.physics.swimmer.state",
        "snakelab.physics.swimmer.swimmer",
        "snakelab.worlds.planar.surroundings",
    }
}


def imported(path: Path) -> set[str]:
    """The full names of all modules that a file imports, inside functions too."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


MODELS = sorted(path for path in REFERENCE_MODELS.rglob("*.py") if not path.name.startswith("test_"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.relative_to(REFERENCE_MODELS).as_posix())
def test_a_reference_model_imports_nothing_of_what_it_tests(path):
    ours = {name for name in imported(path) if name.partition(".")[0] == "snakelab"}
    assert ours <= SHARED | RECORDS.get(path.stem, set())


def test_the_package_imports_only_what_is_installed_with_it():
    for path in PACKAGE.rglob("*.py"):
        assert not {name.partition(".")[0] for name in imported(path)} & OUTSIDE, path
