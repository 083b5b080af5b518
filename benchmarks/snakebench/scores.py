"""Scores of SnakeBench: a row for each run, the score of each task and method, and the files: JSON, CSV and an HTML page."""

import csv
import json
import math
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.snakebench.task import METHODS, BenchTask
from snakelab.errors import RecordingError
from snakelab.plugins.studies.study_pages import page, section
from snakelab.plugins.studies.task_execution import Result
from snakelab.system import package_version

if TYPE_CHECKING:
    from benchmarks.snakebench.runs import Cell, Entry


@dataclass(frozen=True)
class Score:
    """Score of a method on a task over its seeds.

    Attributes:
        task, method, metric, unit: Names.
        mean, deviation: Of the metric over the runs that have a value; NaN without any.
        successes, runs: Numbers of runs [-].
        cpu_time: Mean of a run [s].
        reported: True if the numbers come from an entry and were not computed here.
        replay: Page of the first seed, relative to the folder; "" without one.
    """

    task: str
    method: str
    metric: str
    unit: str
    mean: float
    deviation: float
    successes: int
    runs: int
    cpu_time: float
    reported: bool
    replay: str = ""


FORMAT = "snakelab-snakebench-1"
COLUMNS = ("task", "method", "seed", "metric", "unit", "value", "success", "status", "cpu_time", "reported")


def rows_of(cells: Sequence["Cell"], results: Mapping[str, Result], entries: Sequence["Entry"]) -> list[dict[str, Any]]:
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
    entries: Sequence["Entry"],
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


STYLE = """
th, td { text-align: left; }
td b { padding: 0; font-size: 1rem; }
td span, .note { font-size: .85rem; display: block; }
.all { color: var(--good); } .some { color: var(--fair); } .none { color: var(--bad); }
"""


def bench_page(tasks: Sequence[BenchTask], scores: Sequence[Score], cpu_time: float, not_run: Sequence[str]) -> str:
    """Return the page: one row for each task, one column for each method with a result."""
    by_cell = {(score.task, score.method): score for score in scores}
    used = {score.method for score in scores}
    columns = [method for method in METHODS if method in used] + sorted(used - set(METHODS))
    runs = sum(score.runs for score in scores if not score.reported)
    opening = (
        f"{runs} runs, {cpu_time:.0f} s of processor time, snakelab {package_version()}. Mean and standard deviation of "
        "the metric over the runs that have a value; successes of all runs; processor time of one run."
    )
    heads = "".join(f'<th scope="col">{escape(name.upper() if name in METHODS else name)}</th>' for name in columns)
    rows = "\n".join(_row(task, [by_cell.get((task.name, name)) for name in columns]) for task in tasks)
    notes = "".join(f"<li>{escape(line)}</li>" for line in not_run)
    body = [
        f'<div class="wide"><table>\n<thead><tr><th scope="col">task</th>{heads}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table></div>",
        section("Not run", "", f"<ul>{notes}</ul>") if notes else "",
    ]
    return page("SnakeBench", opening, body, style=STYLE)


def _row(task: BenchTask, scores: Sequence[Score | None]) -> str:
    sign = "at least" if task.better == "higher" else "at most"
    unit = "" if task.measure.unit == "-" else f" {task.measure.unit}"
    goal = f"{task.measure.name}, success {sign} {task.limit:g}{unit} within {task.time_limit:g} s"
    note = f"<span>{escape(task.note)}</span>" if task.note else ""
    head = (
        f'<th scope="row">{escape(task.title)}<span class="note">{escape(task.name)}: {escape(goal)}</span>{note}</th>'
    )
    return f"<tr>{head}{''.join(map(_cell, scores))}</tr>"


def _cell(score: Score | None) -> str:
    if score is None:
        return "<td><span>not run</span></td>"
    kind = "all" if score.successes == score.runs else "some" if score.successes else "none"
    spread = f" ± {score.deviation:.2g}" if score.runs > 1 else ""
    value = "no value" if math.isnan(score.mean) else f"{score.mean:.3g}{spread} {score.unit}".rstrip(" -")
    time = "reported, not run here" if score.reported else f"{score.cpu_time:.2g} s of processor time"
    link = f'<span><a href="{escape(score.replay)}">replay</a></span>' if score.replay else ""
    successes = f'<span class="{kind}">{score.successes} of {score.runs} succeed</span>'
    return f"<td><b>{value}</b>{successes}<span>{time}</span>{link}</td>"
