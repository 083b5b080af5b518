"""Searches of gaits that are Python files: `snakelab optimise my_search.py`."""

import hashlib
import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.errors import ScenarioError, SnakelabError, nearest
from snakelab.results.recording_files.atomic_writing import write_whole

if TYPE_CHECKING:
    from snakelab.studies.optimisation.gait_search import GaitOptimum

FORMAT = "snakelab-gait-optimum-1"
VARIABLE = "search"
TRIALS, POPULATION, LEAST = 200, 16, 4  # trials, and runs of a generation, by default; smallest generation
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
        search = runpy.run_path(str(file)).get(VARIABLE)
    except SnakelabError:
        raise
    except Exception as problem:  # of a user-defined program
        raise ScenarioError(f"{file} failed: {type(problem).__name__}: {problem}") from problem
    if not isinstance(search, Mapping):
        raise ScenarioError(
            f"{file} must define {VARIABLE} = {{'model': ..., 'gait': ..., 'ranges': {{...}}}}, the arguments of optimise_gait"
        )
    for name in search:
        if name not in NAMES:
            raise ScenarioError(f"{file}: {VARIABLE} has an unknown key {name!r}{nearest(str(name), NAMES)}")
    for name in REQUIRED:
        if name not in search:
            raise ScenarioError(f"{file}: {VARIABLE} needs the key {name!r}")
    return dict(search)


def generations_of(search: Mapping[str, Any], trials: int | None, population: int | None) -> dict[str, int]:
    """Return population and number of generations of a search, whose product is at most the number of trials.

    Args:
        search: From `read_search`.
        trials: Maximum number of trials; None for the generations of the search, or `TRIALS`.
        population: Runs of a generation; None for that of the search, or at most `POPULATION`.

    Raises:
        ScenarioError: if the trials are fewer than a generation.
    """
    given = population or search.get("population")
    if trials is None and "generations" in search:
        return {"population": given or POPULATION, "generations": search["generations"]}
    maximum = trials or TRIALS
    n = given or max(min(POPULATION, maximum), LEAST)
    if not isinstance(n, int) or n < 1:
        return {"population": n}  # the search refuses it
    if maximum < n:
        hint = "" if n == LEAST else f", or a smaller --population, at least {LEAST}"
        raise ScenarioError(f"--trials {maximum} is less than one generation of {n} runs; give --trials {n}{hint}")
    return {"population": n, "generations": maximum // n}


def file_digest(file: Path) -> str:
    """Digest of the text of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


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
