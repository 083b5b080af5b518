"""Searches of gaits that are Python files: `snakelab optimise my_search.py`."""

import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.errors import ScenarioError, SnakelabError, nearest
from snakelab.results.recording_files.whole_file import write_whole

if TYPE_CHECKING:
    from snakelab.studies.optimisation.gait_search import GaitOptimum

FORMAT = "snakelab-gait-optimum-1"
VARIABLE = "search"
REQUIRED = ("model", "gait", "ranges")
NAMES = (
    *REQUIRED, "cost", "duration", "observation", "rate", "generations", "population", "seed", "step", "integrator", "threads",
)  # fmt: skip


def read_search(file: Path) -> dict[str, Any]:
    """Run a Python file, and return the mapping `search` that it defines: the arguments of `optimise_gait`.

    Raises:
        ScenarioError: if the file cannot be run, or defines no such mapping.
    """
    if not file.is_file():
        raise ScenarioError(f"there is no file {file}")
    try:
        found = runpy.run_path(str(file)).get(VARIABLE)
    except SnakelabError:
        raise
    except Exception as problem:  # of the user's own program
        raise ScenarioError(f"{file} failed: {type(problem).__name__}: {problem}") from problem
    if not isinstance(found, Mapping):
        raise ScenarioError(
            f"{file} must define {VARIABLE} = {{'model': ..., 'gait': ..., 'ranges': {{...}}}}, the arguments of optimise_gait"
        )
    for name in found:
        if name not in NAMES:
            raise ScenarioError(f"{file}: {VARIABLE} has an unknown key {name!r}{nearest(str(name), NAMES)}")
    for name in REQUIRED:
        if name not in found:
            raise ScenarioError(f"{file}: {VARIABLE} needs the key {name!r}")
    return dict(found)


def search_document(optimum: "GaitOptimum", file: Path) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "format": FORMAT,
        "file": str(file),
        "cost": optimum.cost,
        "values": optimum.values,
        "runs": optimum.n_runs,
        "history": optimum.history.tolist(),
    }


def write_optimum(optimum: "GaitOptimum", file: Path, folder: Path) -> Path:
    """Write best.json into a folder; return its path."""
    text = json.dumps(search_document(optimum, file), indent=1) + "\n"
    return write_whole(folder / "best.json", text.encode())
