"""Plots of the course of a search: the metric of each point with the best so far, and each parameter."""

import math
from collections.abc import Mapping, Sequence

from snakelab.results.metrics import unit_of
from snakelab.studies.optimising.goal import Goal
from snakelab.studies.optimising.optimum import Optimum
from snakelab.studies.optimising.search import Generation, Values
from snakelab.studies.running.task import Result, status_of
from snakelab.studies.sweeps.files import trial_file
from snakelab.studies.sweeps.page.drawing import Point, across, dots, frame, svg, up
from snakelab.studies.sweeps.page.page import short_names
from snakelab.studies.sweeps.page.scale import Axis, spanned, text
from snakelab.studies.sweeps.parameter import Parameter, Range

LABEL = "point, in the order of the search"


def points_of(found: Optimum, runs: Mapping[Values, Sequence[Result]]) -> list[Point]:
    """Return each point as a dot: hollow if it breaks a bound, without a value if a run diverged or failed.

    Args:
        found: The best point, and the trials.
        runs: Of each point whose every run is done.

    Returns:
        Points whose values are their number, from 1, and then those of the parameters.
    """
    names, tried = short_names(found.sweep), []
    numbers = {trial.values: i for i, trial in reversed(list(enumerate(found.sweep.trials, 1)))}
    for values, results in runs.items():
        broken = [bound for bound in found.goal.bounds if any(bound.breach(result) for result in results)]
        bad = [result["status"] for result in results if status_of(result).is_error]
        value = math.nan if bad else found.goal.value(results)
        lines = [f"trial {numbers[values]}", *(f"{name} = {text(x)}" for name, x in zip(names, values, strict=True))]
        lines.append(bad[0] if bad else f"{found.goal.metric} = {value:.6g}")
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
        k: Which parameter.
        parameter: The same.
        name: What it is called.
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
                share = min(max(generation.middle[k] + side * generation.spreads[k], 0.0), 1.0)
                edge.append(f"{x(at):.1f},{y(_smooth(ends, share)):.1f}")
    band = f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>'
    drawn = [
        Point(point.values, float(point.values[k + 1]), point.link, point.said, point.hollow)
        if math.isfinite(point.figure)
        else Point(point.values, math.nan, point.link, point.said)
        for point in points
    ]
    return svg(band + dots(drawn, lambda point: x(point.values[0]), y) + frame(level, high), name)


def _smooth(ends: Range, share: float) -> float:
    """Return the value at a fraction of a range, also between whole numbers."""
    return float(Range(ends.low, ends.high, log=ends.log).at(share))


def _numbers(points: Sequence[Point]) -> Axis:
    return spanned(LABEL, [float(point.values[0]) for point in points])
