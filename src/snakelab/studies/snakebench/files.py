"""Files of SnakeBench: a table of all runs as JSON and CSV, and the page."""

import csv
import json
import math
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.sim.dataset import package_version
from snakelab.studies.execution.task import Result
from snakelab.studies.snakebench.entries import Entry
from snakelab.studies.snakebench.page import bench_page
from snakelab.studies.snakebench.score import Score

if TYPE_CHECKING:
    from snakelab.studies.snakebench.cell import Cell

FORMAT = "snakelab-snakebench-1"
COLUMNS = ("task", "method", "seed", "metric", "unit", "value", "success", "status", "cpu_time", "reported")


def rows_of(cells: Sequence["Cell"], results: Mapping[str, Result], entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return one row for each run with a result, and each reported one."""
    rows = []
    for cell in cells:
        result = results.get(cell.key)
        if result is None:
            continue
        value = result["value"]
        row = (cell.task.name, cell.method, cell.seed, cell.task.measure.name, cell.task.measure.unit, value)
        success = value is not None and cell.task.succeeds(value)
        rest = (success, result["status"], round(result["cpu_time"], 3), False)
        rows.append(dict(zip(COLUMNS, (*row, *rest), strict=True)))
    measures = {cell.task.name: cell.task.measure for cell in cells}
    for entry in entries:
        for published in entry.reported:
            known = measures.get(published.task)
            name, unit = (known.name, known.unit) if known else ("", "")
            reported = (
                published.task,
                entry.name,
                published.seed,
                name,
                unit,
                published.value,
                published.success,
                "reported",
                None,
                True,
            )
            rows.append(dict(zip(COLUMNS, reported, strict=True)))
    return rows


def scores_of(rows: Sequence[Mapping[str, Any]], folder: Path) -> list[Score]:
    """Return the score of each task and method."""
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["task"], row["method"]), []).append(row)
    return [_score(task, method, runs, folder) for (task, method), runs in groups.items()]


def _score(task: str, method: str, runs: Sequence[Mapping[str, Any]], folder: Path) -> Score:
    values = np.array([run["value"] for run in runs if run["value"] is not None])
    times = [run["cpu_time"] for run in runs if run["cpu_time"] is not None]
    page = f"replays/{task}_{method}_{runs[0]['seed']}/report.html"
    return Score(
        task,
        method,
        runs[0]["metric"],
        runs[0]["unit"],
        float(values.mean()) if len(values) else math.nan,
        float(values.std()) if len(values) else math.nan,
        sum(bool(run["success"]) for run in runs),
        len(runs),
        float(np.mean(times)) if times else math.nan,
        bool(runs[0]["reported"]),
        page if (folder / page).is_file() else "",
    )


def write_files(
    cells: Sequence["Cell"],
    results: Mapping[str, Result],
    entries: Sequence[Entry],
    not_run: Sequence[str],
    folder: Path,
) -> list[Path]:
    """Write results.json, results.csv and snakebench.html; return their paths."""
    rows = rows_of(cells, results, entries)
    total = sum(row["cpu_time"] or 0.0 for row in rows)
    document = {
        "format": FORMAT,
        "version": package_version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cpu_time": round(total, 1),
        "not_run": list(not_run),
        "runs": rows,
    }
    paths = [folder / name for name in ("results.json", "results.csv", "snakebench.html")]
    scores = scores_of(rows, folder)
    try:
        paths[0].write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        with paths[1].open("w", newline="", encoding="utf-8") as text:
            table = csv.DictWriter(text, COLUMNS)
            table.writeheader()
            table.writerows(rows)
        tasks = list({cell.task.name: cell.task for cell in cells}.values())
        paths[2].write_text(bench_page(tasks, scores, total, not_run), encoding="utf-8")
    except OSError as problem:
        raise RecordingError(f"cannot write {problem.filename}: {problem.strerror}") from problem
    return paths
