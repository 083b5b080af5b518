"""HTML page of a sweep, self-contained except for links to scenarios: no script, no request, light and dark."""

import itertools
import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from snakelab.results.metrics import describe, unit_of
from snakelab.sim.dataset import package_version
from snakelab.studies.execution.task import Result, status_of
from snakelab.studies.html_page import document
from snakelab.studies.sweeps.page.drawing import Point
from snakelab.studies.sweeps.page.figures import plots
from snakelab.studies.sweeps.page.scale import text
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import seed_of
from snakelab.studies.sweeps.units import parameter_units, with_unit

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
MAX_ROWS = 1000  # of the table; the file has all


def sweep_page(sweep: Sweep, results: Mapping[str, Result], files: Sequence[str]) -> str:
    """Return the page: a plot for each metric of the sweep, and a table of the trials.

    A grid over one parameter is a curve with the spread over the seeds, over two a map, over more several maps; anything else
    is a cloud over each parameter. Points, cells and rows lead to the scenarios of their trials.

    Args:
        sweep: The sweep.
        results: Results of the finished trials by their keys.
        files: Relative path of the scenario of each trial.
    """
    done = [(i, trial) for i, trial in enumerate(sweep.trials) if trial.key in results]
    ends = [status_of(results[trial.key]).kind for _, trial in done]
    counts = ", ".join(f"{ends.count(end)} {end}" for end in dict.fromkeys(ends))
    title = str(sweep.base.data.get("title") or sweep.base.data.get("name", ""))
    part = "" if sweep.window is None else f" Metrics of {sweep.window[0]:g} s to {sweep.window[1]:g} s."
    opening = (
        f"{title}. {len(done)} of {len(sweep.trials)} trials: {counts or 'none'}.{part} snakelab {package_version()}."
    )
    shown = [name for name in sweep.metrics if any(name in results[trial.key]["metrics"] for _, trial in done)]
    names = short_names(sweep)
    units = parameter_units(sweep)
    labels = [with_unit(name, unit) for name, unit in zip(names, units, strict=True)]
    body = [f"<header><h1>{escape(sweep.name)}</h1><p>{escape(opening)}</p></header>"]
    for name in shown:
        points = [
            Point(trial.values, figure_of(results[trial.key], name), files[i], tooltip(sweep, names, i, results, name))
            for i, trial in done
        ]
        body.append(
            f"<section><h2>{escape(name)}</h2><p>{escape(describe(name))}</p>"
            f'<div class="plots">{"".join(plots(sweep, labels, points, name))}</div></section>'
        )
    body.append(trials_table(sweep, results, labels, shown, files))
    return document(sweep.name, body, STYLE)


def short_names(sweep: Sweep) -> list[str]:
    """Return the shortest unambiguous suffix of the name of each parameter."""
    paths = [parameter.name.split(".") for parameter in sweep.parameters]
    names = []
    for keys in paths:
        n = next(
            n for n in range(1, len(keys) + 1) if n == len(keys) or sum(other[-n:] == keys[-n:] for other in paths) == 1
        )
        names.append(".".join(keys[-n:]))
    return names


def figure_of(result: Result, metric: str) -> float:
    """Return the metric; NaN if a trial does not have it, or did not finish."""
    if status_of(result).is_error:
        return math.nan
    return float(result["metrics"].get(metric, math.nan))


def tooltip(sweep: Sweep, names: Sequence[str], i: int, results: Mapping[str, Result], metric: str) -> str:
    """Return the tooltip of a trial."""
    trial = sweep.trials[i]
    result = results[trial.key]
    lines = [f"trial {i + 1}, seed {seed_of(sweep, trial)}"]
    lines += [f"{name} = {text(value)}" for name, value in zip(names, trial.values, strict=True)]
    value = figure_of(result, metric)
    return "\n".join([*lines, f"{metric} = {value:.6g}" if math.isfinite(value) else result["status"]])


def trials_table(
    sweep: Sweep, results: Mapping[str, Result], names: Sequence[str], shown: Sequence[str], files: Sequence[str]
) -> str:
    """Return the table of the trials."""
    heads = ["trial", *names, "seed", *(f"{name} [{unit_of(name)}]" for name in shown), "status"]
    rows = []
    done = [(i, trial) for i, trial in enumerate(sweep.trials) if trial.key in results]
    for i, trial in itertools.islice(done, MAX_ROWS):
        result = results[trial.key]
        figures = (result["metrics"].get(name, math.nan) for name in shown)
        cells = [f'<a href="{escape(files[i])}">{i + 1}</a>', *(escape(text(value)) for value in trial.values)]
        cells += [str(seed_of(sweep, trial)), *(f"{value:.6g}" if math.isfinite(value) else "–" for value in figures)]
        bad = ' class="bad"' if status_of(result).is_error else ""
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}<td{bad}>{escape(result['status'])}</td></tr>")
    note = f"<p>The first {MAX_ROWS} of {len(done)}; table.csv has all.</p>" if len(done) > MAX_ROWS else ""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in heads)
    return (
        f'<section><h2>Trials</h2>{note}<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div></section>"
    )
