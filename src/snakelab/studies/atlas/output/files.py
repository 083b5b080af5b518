"""Files of an atlas: page, table, a scenario for every run, and report pages of the best gaits."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError
from snakelab.results.recording import write_whole
from snakelab.scenarios.running import run_scenario
from snakelab.scenarios.writing import flat_yaml, yaml_text
from snakelab.studies.atlas.atlas import Atlas, Cell
from snakelab.studies.atlas.output.page import atlas_page
from snakelab.studies.atlas.output.table import atlas_table, csv_text
from snakelab.studies.atlas.score import Score, effort_of, nominal, scores
from snakelab.studies.execution.task import Result
from snakelab.view.report import report

TRIALS, REPLAYS, SCENARIO = "trials", "replays", "scenario.yaml"
PAGE = "report.html"


def write_files(atlas: Atlas, results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `atlas.html`, `table.nc`, `table.csv` and the scenarios.

    Returns:
        Names of the files, without the scenarios of the runs.

    Raises:
        RecordingError: if one cannot be written.
    """
    from snakelab.results.recording_files.netcdf import netcdf_of

    rows, effort = scores(atlas, results), effort_of(results)
    files = {cell: f"{TRIALS}/{cell.file}.yaml" for cell in atlas.cells}
    replays = _replays_there(atlas, folder)
    _write_scenarios(atlas, files, folder)
    contents = {
        "atlas.html": atlas_page(atlas, rows, effort, files, replays).encode(),
        "table.nc": netcdf_of(atlas_table(atlas, rows, effort)),
        "table.csv": csv_text(rows, effort).encode(),
    }
    return [write_whole(folder / name, content) for name, content in contents.items()]


def write_replays(
    atlas: Atlas, all_scores: Sequence[Score], folder: Path, done: Callable[[int, int], Any] | None = None
) -> list[Path]:
    """Repeat the first trial of each Pareto-optimal gait, and write its report page; existing pages are kept.

    Gaits with equal numbers are one run, and have one page.

    Args:
        atlas: The atlas.
        all_scores: From `scores`.
        folder: Of the atlas.
        done: Callback after each, with the number done and the total.

    Returns:
        The pages.
    """
    cells, paths = nominal(atlas), []
    best = [cells[score.gait, score.terrain] for score in all_scores if score.best]
    wanted = list({cell.key: cell for cell in reversed(best)}.values())[::-1]
    replays = _replays_there(atlas, folder)
    for i, cell in enumerate(wanted, 1):
        path = folder / replays.get(cell, f"{REPLAYS}/{cell.file}/{PAGE}")
        if not path.is_file():
            report(run_scenario(atlas.scenario(cell)), path.parent, figures=False)
        paths.append(path)
        if done is not None:
            done(i, len(wanted))
    return paths


def _replays_there(atlas: Atlas, folder: Path) -> dict[Cell, str]:
    """Return the report page of each run, or that of an equal run."""
    written = {cell: name for cell in atlas.cells if (folder / (name := f"{REPLAYS}/{cell.file}/{PAGE}")).is_file()}
    equal = {cell.key: written[cell] for cell in reversed(written)}
    return {cell: written.get(cell, equal[cell.key]) for cell in atlas.cells if cell.key in equal}


def scenario_text(atlas: Atlas, cell: Cell) -> str:
    """Return the text of the scenario file of one run."""
    return flat_yaml({"name": cell.file, "base": f"../{SCENARIO}", "set": cell.changes})


def _write_scenarios(atlas: Atlas, files: Mapping[Cell, str], folder: Path) -> None:
    try:
        (folder / TRIALS).mkdir(parents=True, exist_ok=True)
        for cell, name in files.items():
            write_whole(folder / name, scenario_text(atlas, cell).encode())
    except OSError as problem:
        raise RecordingError(f"cannot write {folder}: {problem.strerror or problem}; give another folder") from problem
    # Differences of single runs, such as a finer skin, remain in their files.
    first = {key: value for key, value in atlas.cells[0].changes.items() if "." not in key}
    write_whole(folder / SCENARIO, yaml_text(atlas.base.data | first).encode())
