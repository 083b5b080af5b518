"""Self-contained HTML page of SnakeBench: no script, no request, light and dark."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from snakelab.sim.dataset import package_version
from snakelab.studies.html_page import document
from snakelab.studies.snakebench.task_file import METHODS, BenchTask

if TYPE_CHECKING:
    from snakelab.studies.snakebench.score import Score

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
body { color: light-dark(#1b1f24, #e6e8eb); background: light-dark(#fff, #14171a) }
main { max-width: 72rem; margin: auto; padding: 1.5rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid light-dark(#d5d9de, #343a40) }
td span, .note { font-size: .85rem; display: block; font-weight: normal }
td b { font-variant-numeric: tabular-nums }
.all { color: light-dark(#116329, #5bd07d) }
.some { color: light-dark(#8a5a00, #e0b14a) }
.none { color: light-dark(#a11, #ff8a80) }
a { color: inherit }
"""


def bench_page(tasks: Sequence[BenchTask], scores: Sequence["Score"], cpu_time: float, not_run: Sequence[str]) -> str:
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
        f"<h1>SnakeBench</h1>\n<p>{escape(opening)}</p>",
        f'<div class="wide"><table>\n<thead><tr><th scope="col">task</th>{heads}</tr></thead>',
        f"<tbody>\n{rows}\n</tbody></table></div>",
        f"<h2>Not run</h2>\n<ul>{notes}</ul>" if notes else "",
    ]
    return document("SnakeBench", [part for part in body if part], STYLE)


def _row(task: BenchTask, scores: Sequence["Score | None"]) -> str:
    sign = "at least" if task.better == "higher" else "at most"
    unit = "" if task.measure.unit == "-" else f" {task.measure.unit}"
    goal = f"{task.measure.name}, success {sign} {task.limit:g}{unit} within {task.time_limit:g} s"
    note = f"<span>{escape(task.note)}</span>" if task.note else ""
    head = (
        f'<th scope="row">{escape(task.title)}<span class="note">{escape(task.name)}: {escape(goal)}</span>{note}</th>'
    )
    return f"<tr>{head}{''.join(map(_cell, scores))}</tr>"


def _cell(score: "Score | None") -> str:
    if score is None:
        return "<td><span>not run</span></td>"
    kind = "all" if score.successes == score.runs else "some" if score.successes else "none"
    spread = f" ± {score.deviation:.2g}" if score.runs > 1 else ""
    value = "no value" if math.isnan(score.mean) else f"{score.mean:.3g}{spread} {score.unit}".rstrip(" -")
    time = "reported, not run here" if score.reported else f"{score.cpu_time:.2g} s of processor time"
    link = f'<span><a href="{escape(score.replay)}">replay</a></span>' if score.replay else ""
    successes = f'<span class="{kind}">{score.successes} of {score.runs} succeed</span>'
    return f"<td><b>{value}</b>{successes}<span>{time}</span>{link}</td>"
