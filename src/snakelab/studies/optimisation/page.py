"""HTML page of a search and its plots: best point, course of the search, and active bounds."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from snakelab.results.metrics import describe, unit_of
from snakelab.sim.dataset import package_version
from snakelab.studies.execution.task import Result, status_of
from snakelab.studies.html_page import document, sentence
from snakelab.studies.optimisation.goal import Goal, figure
from snakelab.studies.optimisation.optimum import Optimum
from snakelab.studies.optimisation.search import Generation, Progress, Values
from snakelab.studies.sweeps.files import trial_file
from snakelab.studies.sweeps.page.drawing import HEIGHT, WIDTH, Point, across, dots, frame, svg, up
from snakelab.studies.sweeps.page.page import STYLE, short_names
from snakelab.studies.sweeps.page.scale import Axis, spanned, text
from snakelab.studies.sweeps.parameter import Parameter, Range

BEST = "best.yaml"
LABEL = "point, in the order of the search"


def optimum_page(optimum: Optimum, points: Sequence[Point], progress: Progress, report: str = "") -> str:
    """Return the page, which refers only to the files in its folder.

    Args:
        optimum: The best point.
        points: Each point of the search, from `points_of`.
        progress: Of the search.
        report: Path of the report page of the best point; empty for none.
    """
    goal, names = optimum.goal, short_names(optimum.sweep)
    value = f"{goal.metric} {optimum.value:.6g} {unit_of(goal.metric)}".rstrip(" -")
    seeds = f", the mean of {len(optimum.sweep.seeds)} seeds" if len(optimum.sweep.seeds) > 1 else ""
    lead = (
        f"Best: {value}{seeds}"
        if optimum.kept
        else f"No point satisfies all constraints; the nearest has {value}{seeds}"
    )
    opening = f"{goal}. {len(optimum.results)} trials. snakelab {package_version()}."
    links = [(BEST, BEST), *([("its report", report)] if report else []), ("all trials", "sweep.html")]
    links += [("table.csv", "table.csv"), ("search.svg", "search.svg")]
    remarks = "".join(f"<p>{escape(sentence(line))}</p>" for line in optimum.remarks)
    led = " · ".join(f'<a href="{escape(to)}">{escape(heading)}</a>' for heading, to in links)
    drawn = [
        f"<figure>{parameter_plot(points, k, parameter, name, progress.generations)}</figure>"
        for k, (parameter, name) in enumerate(zip(optimum.sweep.parameters, names, strict=True))
    ]
    body = [
        f"<header><h1>{escape(optimum.sweep.name)}</h1><p>{escape(opening)}</p></header>",
        f"<section><h2>{escape(lead)}</h2>{_table(optimum, names)}{remarks}<p>{led}</p></section>",
        f"<section><h2>{escape(goal.metric)}</h2><p>{escape(describe(goal.metric))} A dot is a point, a ring one that violates a "
        "constraint, a cross one whose run diverged or failed; the line is the best value so far.</p>"
        f'<div class="plots"><figure>{progress_plot(points, goal)}</figure></div></section>',
        "<section><h2>Parameters</h2><p>Distribution of each generation over the whole range: the band is the mean plus and "
        f'minus one standard deviation.</p><div class="plots">{"".join(drawn)}</div></section>',
    ]
    return document(optimum.sweep.name, body, STYLE)


def standalone(drawn: str) -> str:
    """Return a plot as a separate file."""
    size = f'xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
    style = "<style>:root{--paper:#fff;--ink:#1d2127;--soft:#5b6470;--mark:#1f5fa8;--bad:#a3231b}" + "".join(
        line + "\n" for line in STYLE.splitlines() if line.startswith("svg ") and ":hover" not in line
    )
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return drawn.replace("<svg ", f"<svg {size}", 1).replace(">", f">{style}</style>{paper}", 1)


def _table(optimum: Optimum, names: Sequence[str]) -> str:
    """Return a table of the best values with their ranges, and of the bounds with the metrics."""
    rows = []
    for parameter, name in zip(optimum.sweep.parameters, names, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        at = {"from": "at the lower end", "to": "at the upper end"}.get(optimum.at_ends.get(parameter.name, ""), "")
        rows.append((name, f"{optimum.best[parameter.name]:.6g}", f"{ends.low:g} to {ends.high:g}", at))
    trial = optimum.sweep.trials[optimum.number - 1]
    runs = [optimum.results[other.key] for other in optimum.sweep.trials if other.values == trial.values]
    for bound in optimum.goal.bounds:
        worst = max((figure(run, bound.metric) for run in runs), key=lambda x: bound.sign * x)
        state = "broken" if any(bound.breach(run) for run in runs) else "active" if bound in optimum.tight else "kept"
        rows.append((bound.metric, f"{worst:.6g}", str(bound).removeprefix(f"{bound.metric} "), state))
    cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    heads = "".join(f'<th scope="col">{heading}</th>' for heading in ("", "best", "range or bound", ""))
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table></div>'


def points_of(optimum: Optimum, runs: Mapping[Values, Sequence[Result]]) -> list[Point]:
    """Return each point as a dot: hollow if it breaks a bound, without a value if a run diverged or failed.

    Args:
        optimum: The best point, and the trials.
        runs: Runs of each complete point.

    Returns:
        Points whose values are their number, from 1, and then those of the parameters.
    """
    names, tried = short_names(optimum.sweep), []
    numbers = {trial.values: i for i, trial in reversed(list(enumerate(optimum.sweep.trials, 1)))}
    for values, results in runs.items():
        broken = [bound for bound in optimum.goal.bounds if any(bound.breach(result) for result in results)]
        bad = [result["status"] for result in results if status_of(result).is_error]
        value = math.nan if bad else optimum.goal.value(results)
        lines = [f"trial {numbers[values]}", *(f"{name} = {text(x)}" for name, x in zip(names, values, strict=True))]
        lines.append(bad[0] if bad else f"{optimum.goal.metric} = {value:.6g}")
        lines += [f"breaks {bound}" for bound in broken]
        at = (numbers[values], *values)
        tried.append(Point(at, value, trial_file(numbers[values]), "\n".join(lines), bool(broken)))
    return tried


def progress_plot(points: Sequence[Point], goal: Goal) -> str:
    """Return the plot of the metric of each point, with the best so far within the bounds as a line."""
    label = f"{goal.metric} [{unit_of(goal.metric)}]"
    level, high = _numbers(points), spanned(label, [point.figure for point in points])
    x, y = across(level), up(high)
    steps, best = [], math.nan
    for point in points:
        if not point.hollow and math.isfinite(point.figure) and not goal.sign * point.figure <= goal.sign * best:
            steps += [f"{x(point.values[0]):.1f},{y(best):.1f}"] if math.isfinite(best) else []
            best = point.figure
            steps.append(f"{x(point.values[0]):.1f},{y(best):.1f}")
    if steps:
        steps.append(f"{x(points[-1].values[0]):.1f},{y(best):.1f}")
    line = f'<polyline class="mean" points="{" ".join(steps)}"/>'
    return svg(dots(points, lambda point: x(point.values[0]), y) + line + frame(level, high), label)


def parameter_plot(
    points: Sequence[Point], k: int, parameter: Parameter, name: str, generations: Sequence[Generation]
) -> str:
    """Return the plot of one parameter by point over its range, with a band of one standard deviation to each side.

    Args:
        points: From `points_of`.
        k: Index of the parameter.
        parameter: The same.
        name: Its name.
        generations: Of the search.
    """
    ends = parameter.values
    assert isinstance(ends, Range)
    scale = (lambda value: math.log10(value)) if ends.log else float
    level, high = _numbers(points), spanned(name, [scale(ends.low), scale(ends.high)], ends.log)
    x, y = across(level), up(high)
    upper: list[str] = []
    lower: list[str] = []
    last = points[-1].values[0] if points else 0
    for i, generation in enumerate(generations):
        after = generations[i + 1].first if i + 1 < len(generations) else last
        for at in (generation.first, max(generation.first, after)):
            for side, edge in ((1, upper), (-1, lower)):
                fraction = min(max(generation.middle[k] + side * generation.spreads[k], 0.0), 1.0)
                edge.append(f"{x(at):.1f},{y(_smooth(ends, fraction)):.1f}")
    band = f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>'
    drawn = [
        Point(point.values, float(point.values[k + 1]), point.link, point.tooltip, point.hollow)
        if math.isfinite(point.figure)
        else Point(point.values, math.nan, point.link, point.tooltip)
        for point in points
    ]
    return svg(band + dots(drawn, lambda point: x(point.values[0]), y) + frame(level, high), name)


def _smooth(ends: Range, fraction: float) -> float:
    """Return the value at a fraction of a range, also between whole numbers."""
    return float(Range(ends.low, ends.high, log=ends.log).at(fraction))


def _numbers(points: Sequence[Point]) -> Axis:
    return spanned(LABEL, [float(point.values[0]) for point in points])
