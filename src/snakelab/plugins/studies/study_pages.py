"""HTML pages of studies: one template for all of them, plots by Matplotlib, and the page of a sweep.

A page is self-contained except for links to the files of its folder: no script, no request, light and dark. In reading
order: the template; plots of trials over a parameter; maps over two parameters; and `sweep_page`.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import counted
from snakelab.figures.notebook_html import table
from snakelab.plugins.studies.sweeps.sweep_parameters import Parameter, Range
from snakelab.plugins.studies.sweeps.trials import Sweep, parameter_units, seed_of, with_unit
from snakelab.plugins.studies.task_execution import Result, status_of
from snakelab.results.metrics.metric_table import describe, unit_of
from snakelab.system import package_version

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

# ----------------------------------------------------------------------------------------------------------------------
# Template of a page, its sections and links
# ----------------------------------------------------------------------------------------------------------------------

ASSETS = Path(__file__).parent / "assets"


def page(title: str, opening: str, body: Iterable[str], header: str = "", style: str = "") -> str:
    """Return a self-contained HTML page.

    Args:
        title: Title of the page, plain text.
        opening: Sentences below the title, plain text.
        body: Sections, HTML.
        header: Further HTML below the opening.
        style: Further CSS.
    """
    template = Template((ASSETS / "page.html").read_text(encoding="utf-8"))
    style = (ASSETS / "page.css").read_text(encoding="utf-8") + style
    return template.substitute(
        title=escape(title), opening=escape(opening), header=header, style=style, body="\n".join(filter(None, body))
    )


def section(heading: str, about: str, *parts: str) -> str:
    """Return a section: a heading and sentences, both plain text, and further HTML."""
    lead = f"<p>{escape(about)}</p>" if about else ""
    return f"<section><h2>{escape(heading)}</h2>{lead}{''.join(parts)}</section>"


def wide_table(heads: Sequence[str], rows: Iterable[Sequence[object]], maximum: int = 1000) -> str:
    """Return a table of plain text that scrolls if it is wider than the page."""
    cells = [[escape(str(cell)) for cell in row] for row in rows]
    return f'<div class="wide">{table(cells, [escape(head) for head in heads], maximum)}</div>'


def links(targets: Mapping[str, str]) -> str:
    """Return a line of links: files by their text."""
    anchors = (f'<a href="{escape(file)}">{escape(name)}</a>' for name, file in targets.items())
    return f"<p>{' · '.join(anchors)}</p>"


def paragraphs(remarks: Iterable[str]) -> str:
    """Return remarks as paragraphs of one sentence each."""
    return "".join(f"<p>{escape(sentence(line))}</p>" for line in remarks)


def sentence(line: str) -> str:
    """Return a remark as a sentence: with a capital and a full stop; a name of a parameter or a key keeps its letters."""
    first, _, rest = line.partition(" ")
    name = any(mark in first for mark in "._") or rest.startswith("= ")
    return f"{line if name else line[:1].upper() + line[1:]}."


def text(value: Any) -> str:
    """Return a value of a parameter as text."""
    if isinstance(value, float):
        return f"{value:.4g}"
    words = str(value)
    return words if len(words) <= 24 else f"{words[:23]}…"  # the width of a column and of a tick label


# ----------------------------------------------------------------------------------------------------------------------
# Plots of trials: dots that are linked to their scenarios, over one parameter
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """One trial, or the mean of those with other seeds.

    Attributes:
        values: Values of the plotted parameters.
        metric: Value of the metric; NaN without one.
        link: Link to the scenario.
        tooltip: Tooltip.
        hollow: True for a ring.
    """

    values: tuple[Any, ...]
    metric: float
    link: str
    tooltip: str
    hollow: bool = False


class Plot:
    """Axes of one plot of a page, in its style.

    Args:
        horizontal, vertical: Labels of the axes.
        caption: Text below the plot.
    """

    def __init__(self, horizontal: str, vertical: str, caption: str = "") -> None:
        from matplotlib.figure import Figure

        from snakelab.figures.style import plain, quiet

        self.figure: Figure = Figure(figsize=(5.6, 3.2), layout="constrained")
        self.axes: Axes = self.figure.add_subplot()
        self.caption = caption
        self._targets: list[tuple[str, str]] = []
        quiet(self.axes)
        self.axes.set(xlabel=plain(horizontal), ylabel=plain(vertical))

    def positions(self, values: Sequence[Any], log: bool = False) -> np.ndarray:
        """Set the scale of the horizontal axis, and return the positions of values; each non-numeric one has its tick."""
        if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
            labels = categories(values)
            self.axes.set_xticks(range(len(labels)), list(labels.values()))
            self.axes.margins(x=0.15)
            keys = list(labels)
            return np.array([keys.index(repr(value)) for value in values], dtype=float)
        if log:
            self.axes.set_xscale("log")
            set_log_ticks(self.axes.xaxis, min(values), max(values))
        return np.array(values, dtype=float)

    def dots(self, points: Sequence[Point], positions: np.ndarray) -> None:
        """Draw a dot for each trial, or for every k-th of many; a cross at the bottom for one without a value."""
        from snakelab.figures.style import BLUE, GREY, VERMILION

        every = -(-len(points) // 1500) or 1  # more would only cover each other
        shown = [(point, x) for point, x in list(zip(points, positions, strict=True))[::every]]
        finite = [(point, x) for point, x in shown if math.isfinite(point.metric)]
        kinds: list[tuple[list[tuple[Point, Any]], dict[str, Any]]] = [
            ([one for one in finite if not one[0].hollow], {"color": BLUE, "alpha": 0.75, "linewidths": 0}),
            ([one for one in finite if one[0].hollow], {"facecolors": "none", "edgecolors": GREY}),
        ]
        for members, style in kinds:
            if not members:
                continue
            heights = [point.metric for point, _ in members]
            drawn = self.axes.scatter([x for _, x in members], heights, s=20, zorder=3, **style)
            drawn.set_urls([self.target(point) for point, _ in members])
        crosses = [(point, x) for point, x in shown if not math.isfinite(point.metric)]
        if crosses:
            at_bottom: dict[str, Any] = {
                "transform": self.axes.get_xaxis_transform(),
                "color": VERMILION,
                "marker": "x",
            }
            at = [x for _, x in crosses]
            self.axes.update_datalim([(x, 0.0) for x in at], updatey=False)  # else they lie beyond the axis
            drawn = self.axes.scatter(at, [0.03] * len(at), zorder=3, **at_bottom)
            drawn.set_urls([self.target(point) for point, _ in crosses])

    def target(self, point: Point) -> str:
        """Return the URL of an artist that is linked to the scenario of a point."""
        self._targets.append((point.link, point.tooltip))
        return str(len(self._targets) - 1)

    def mark(self, x: float, y: float, label: str) -> None:
        """Mark a point with a ring and a label."""
        from snakelab.figures.style import INK

        self.axes.scatter([x], [y], s=90, facecolors="none", edgecolors=INK, linewidths=1.4, zorder=4)
        at: dict[str, Any] = {"xytext": (0, -9), "va": "top"} if label == "lowest" else {"xytext": (0, 9)}
        self.axes.annotate(label, (x, y), textcoords="offset points", ha="center", fontsize=9, color=INK, **at)
        self.axes.margins(y=0.12)

    def html(self, files: Mapping[str, str] | None = None) -> str:
        """Return the plot as a figure of the page, with links to files by their text."""
        from snakelab.figures.style import inline_svg

        drawn = inline_svg(self.figure, self.axes.get_ylabel(), self._targets)
        words = [escape(self.caption)] if self.caption else []
        words += [f'<a href="{escape(file)}">{escape(name)}</a>' for name, file in (files or {}).items()]
        caption = f"<figcaption>{' · '.join(words)}</figcaption>" if words else ""
        return f"<figure>{drawn}{caption}</figure>"


def set_log_ticks(axis: "Axis", low: float, high: float) -> None:
    """Set round numbers as the ticks of a logarithmic axis between two values."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

    decades = math.log10(high / low)
    # Less than a decade contains too few powers of ten and their multiples.
    ticks = MaxNLocator(5, steps=[1, 2, 5, 10]) if decades < 1 else LogLocator(subs=(1, 2, 5) if decades < 3 else (1,))
    axis.set(major_locator=ticks, major_formatter="{x:g}", minor_locator=NullLocator())


def plots_html(plots: Iterable[str]) -> str:
    """Return figures side by side."""
    return f'<div class="plots">{"".join(plots)}</div>'


def categories(values: Sequence[Any]) -> dict[str, str]:
    """Return a label for each different value by its key, `repr(value)`; equal labels of different values are numbered."""
    from snakelab.figures.style import plain

    different = list({repr(value): value for value in values}.items())
    labels = [plain(text(value)) for _, value in different]
    return {
        key: f"{label} ({i})" if labels.count(label) > 1 else label
        for i, ((key, _), label) in enumerate(zip(different, labels, strict=True), 1)
    }


@dataclass(frozen=True)
class Extreme:
    """Highest or lowest value of a metric, the mean over the seeds.

    Attributes:
        word: "best", if the sweep has this objective, else "highest" or "lowest".
        point: The point.
    """

    word: str
    point: Point


def extremes(sweep: Sweep, points: Sequence[Point], metric: str) -> list[Extreme]:
    """Return the best point, if the configuration maximises or minimises the metric; else the highest and the lowest one."""
    cells = [mean(group) for group in grouped(points, range(len(sweep.parameters)))]
    known = sorted((cell for cell in cells if math.isfinite(cell.metric)), key=lambda cell: cell.metric)
    if not known or known[0].metric == known[-1].metric:
        return []
    if metric in (sweep.aim.get("maximise"), sweep.aim.get("minimise")):
        return [Extreme("best", known[-1 if sweep.aim.get("maximise") == metric else 0])]
    return [Extreme("highest", known[-1]), Extreme("lowest", known[0])]


def extremes_html(found: Sequence[Extreme], labels: Sequence[str], metric: str) -> str:
    """Return a sentence on each extreme, with a link to the scenario of its trial."""
    sentences = []
    for one in found:
        value = f"{one.point.metric:.4g} {unit_of(metric)}".rstrip(" -")
        at = ", ".join(_assigned(label, x) for label, x in zip(labels, one.point.values, strict=True))
        first = one.point.tooltip.partition(",")[0]
        words = f"<b>{one.word.capitalize()}</b>: {escape(value)} at {escape(at)}"
        link = f'<a href="{escape(one.point.link)}">{escape(first).replace(" ", "&nbsp;")}</a>'
        sentences.append(f"{words} ({link}).")
    return f'<p class="extremes">{" ".join(sentences)}</p>' if sentences else ""


def _assigned(label: str, value: Any) -> str:
    """Return a value behind the name of its parameter, with its unit."""
    name, _, unit = label.removesuffix("]").partition(" [")
    return f"{name} = {text(value)} {unit}".rstrip(" -")


def plots(sweep: Sweep, names: Sequence[str], points: Sequence[Point], metric: str) -> list[Plot]:
    """Return the plots of one metric."""
    label = f"{metric} [{unit_of(metric)}]"
    varied = [k for k in range(len(names)) if len({repr(point.values[k]) for point in points}) > 1]
    grid, marks = sweep.sampling.kind == "grid", extremes(sweep, points, metric)
    others = [{repr(point.values[k]) for point in points} for k in varied[2:]]
    if grid and len(varied) >= 2 and math.prod(map(len, others)) <= 12:  # maps side by side
        return maps(names, points, varied, label, marks)
    with_means = grid and len(varied) == 1
    return [over_parameter(sweep.parameters[k], names[k], points, k, label, with_means, marks) for k in varied]


def over_parameter(
    parameter: Parameter,
    name: str,
    points: Sequence[Point],
    k: int,
    label: str,
    with_means: bool,
    marks: Sequence[Extreme] = (),
) -> Plot:
    """Return a plot over one parameter: a dot per trial; with means also a line through them, and a band around it.

    Args:
        parameter: The parameter.
        name: Its label.
        points: The trials.
        k: Index of the parameter.
        label: Label of the metric.
        with_means: True to draw the mean, the minimum and the maximum over the seeds.
        marks: Points that are marked.
    """
    from snakelab.figures.style import BLUE

    plot = Plot(name, label)
    log = isinstance(parameter.values, Range) and parameter.values.log
    x = plot.positions([point.values[k] for point in points], log)
    if with_means:
        groups: dict[float, list[float]] = {}
        for point, at in zip(points, x.tolist(), strict=True):
            if math.isfinite(point.metric):
                groups.setdefault(at, []).append(point.metric)
        known = sorted(groups.items())
        low, mean, high = ([law(values) for _, values in known] for law in (min, lambda v: sum(v) / len(v), max))
        at = [at for at, _ in known]
        plot.axes.fill_between(at, low, high, color=BLUE, alpha=0.16, linewidth=0)
        plot.axes.plot(at, mean, color=BLUE)
    plot.dots(points, x)
    places = {repr(point.values[k]): at for point, at in zip(points, x.tolist(), strict=True)}
    for one in marks:
        plot.mark(places[repr(one.point.values[k])], one.point.metric, one.word)
    return plot


# ----------------------------------------------------------------------------------------------------------------------
# Maps over two parameters, with a colour for the metric
# ----------------------------------------------------------------------------------------------------------------------


def maps(
    names: Sequence[str], points: Sequence[Point], varied: Sequence[int], label: str, marks: Sequence[Extreme] = ()
) -> list[Plot]:
    """Return a map over the first two parameters for each combination of the others, with the same colour scale."""
    cells = [mean(group) for group in grouped(points, varied)]
    scale = colour_scale([cell.metric for cell in cells])

    def on_map(point: Point) -> Point:
        return replace(point, values=tuple(point.values[k] for k in varied[:2]))

    drawn = []
    for group in grouped(cells, varied[2:]):
        rest = ", ".join(_assigned(names[k], group[0].values[k]) for k in varied[2:])
        plot = Plot(names[varied[0]], names[varied[1]], rest)
        keys = {repr([cell.values[k] for k in varied]) for cell in group}
        marked = [
            replace(one, point=on_map(one.point))
            for one in marks
            if repr([one.point.values[k] for k in varied]) in keys
        ]
        draw_map(plot, [on_map(cell) for cell in group], scale, label, marked)
        drawn.append(plot)
    return drawn


def colour_scale(values: Sequence[float]) -> Any:
    """Return a linear colour scale of values, or a logarithmic one if half of them are below a tenth of the largest."""
    from matplotlib.colors import LogNorm, Normalize

    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    return (LogNorm if low > 0 and float(np.median(finite)) < 0.1 * high else Normalize)(low, high)


def colour(fraction: float) -> tuple[str, str]:
    """Return the colour at a fraction from 0 to 1 of a perceptually uniform scale, and that of text on it."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    shade = colormaps["viridis"](min(max(float(fraction), 0.0), 1.0))
    luminance = float(np.dot((0.2126, 0.7152, 0.0722), shade[:3]))
    return to_hex(shade), "#10141a" if luminance > 0.55 else "#ffffff"


def grouped(points: Sequence[Point], by: Sequence[int]) -> list[list[Point]]:
    """Return the points grouped by the values of some parameters."""
    groups: dict[str, list[Point]] = {}
    for point in points:
        groups.setdefault(repr([point.values[k] for k in by]), []).append(point)
    return list(groups.values())


def mean(points: Sequence[Point]) -> Point:
    """Return the mean over several seeds, with the link of the first; NaN if a trial has no value."""
    if len(points) == 1:
        return points[0]
    values = [point.metric for point in points]
    spread = f"mean of {len(points)}, {min(values):.6g} to {max(values):.6g}"
    return replace(points[0], metric=sum(values) / len(values), tooltip=f"{points[0].tooltip}\n{spread}")


def draw_map(plot: Plot, points: Sequence[Point], scale: Any, label: str, marks: Sequence[Extreme] = ()) -> None:
    """Draw a coloured cell for each pair of values; a dashed one without a value, and none for a missing pair.

    Args:
        plot: The plot.
        points: One point per cell, with two values; the first is horizontal.
        scale: Colour scale.
        label: Label of the colour bar.
        marks: Cells that are framed and named.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.patches import Rectangle

    from snakelab.figures.style import INK, VERMILION, plain

    columns, rows = (categories(sorted((point.values[k] for point in points), key=_order)) for k in (0, 1))
    plot.axes.grid(False)
    plot.axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    for axis, labels, maximum in ((plot.axes.xaxis, columns, 9), (plot.axes.yaxis, rows, 12)):
        every = -(-len(labels) // maximum)  # tick labels that do not overlap
        axis.set_ticks(range(0, len(labels), every), list(labels.values())[::every])
    if scale.vmin < scale.vmax:
        bar = plot.figure.colorbar(ScalarMappable(scale, "viridis"), ax=plot.axes, label=plain(label))
        bar.outline.set_visible(False)
        bar.ax.tick_params(
            which="both", color=INK, labelcolor=INK, labelsize=plot.axes.xaxis.get_ticklabels()[0].get_fontsize()
        )
        bar.ax.yaxis.label.set(color=INK, fontsize=plot.axes.xaxis.label.get_fontsize())
        if type(scale).__name__ == "LogNorm":
            set_log_ticks(bar.ax.yaxis, scale.vmin, scale.vmax)
        if bar.solids is not None:
            bar.solids.remove()  # an image, which pages without requests do not show
        edges = scale.inverse(np.linspace(0, 1, 65))
        for low, high in itertools.pairwise(edges):
            bar.ax.axhspan(low, high, color=colour(scale((low + high) / 2))[0], linewidth=0.4)

    def place(point: Point) -> tuple[int, int]:
        i, j = (list(labels).index(repr(value)) for labels, value in zip((columns, rows), point.values, strict=True))
        return i, j

    with_numbers = len(columns) <= 14 and len(rows) <= 16  # they fit into the cells
    named = {place(one.point): one.word for one in marks}
    for point in points:
        i, j = place(point)
        known, url = math.isfinite(point.metric), plot.target(point)
        fill, ink = colour(scale(point.metric)) if known else ("none", "")
        dashed: dict[str, Any] = {} if known else {"edgecolor": VERMILION, "linestyle": "--", "zorder": 2}
        plot.axes.add_patch(Rectangle((i - 0.5, j - 0.5), 1, 1, facecolor=fill, url=url, **dashed))
        if known and with_numbers:
            word, look = named.get((i, j), ""), dict[str, Any](ha="center", fontsize=8, color=ink)
            plot.axes.text(i, j, f"{point.metric:.3g}", va="bottom" if word else "center", url=url, **look)
            plot.axes.text(i, j, word, va="top", **look)
    for (i, j), word in named.items():
        frame: dict[str, Any] = {"facecolor": "none", "edgecolor": VERMILION, "linewidth": 2, "zorder": 3}
        plot.axes.add_patch(Rectangle((i - 0.46, j - 0.46), 0.92, 0.92, **frame))
        if not with_numbers:
            white = {"boxstyle": "round,pad=0.2", "facecolor": "#ffffff", "edgecolor": VERMILION}
            side = -1 if i > len(columns) / 2 else 1
            plot.axes.annotate(
                word, (i, j), (side * 18, 0), textcoords="offset points", fontsize=8, color=INK, bbox=white, zorder=4,
                ha="left" if side > 0 else "right", va="center",
            )  # fmt: skip


def _order(value: Any) -> tuple[int, Any]:
    return (0, value) if isinstance(value, (int, float)) else (1, text(value))


# ----------------------------------------------------------------------------------------------------------------------
# Page of a sweep
# ----------------------------------------------------------------------------------------------------------------------


def sweep_plots(sweep: Sweep, results: Mapping[str, Result], files: Sequence[str]) -> dict[str, list[Plot]]:
    """Return the plots of a sweep by metric.

    A grid over one parameter is a curve with the spread over the seeds, over two a map, over more several maps; anything else
    is a cloud over each parameter. Points and cells lead to the scenarios of their trials; extremes are marked.

    Args:
        sweep: The sweep.
        results: Results of the finished trials by their keys.
        files: Relative path of the scenario of each trial.
    """
    labels = _labels(sweep)
    drawn = {name: plots(sweep, labels, _points(sweep, results, files, name), name) for name in _shown(sweep, results)}
    if [len(figures) for figures in drawn.values()] == [1]:  # it has the width of the page
        next(iter(drawn.values()))[0].figure.set_size_inches(10.4, 4.4)
    return drawn


def sweep_page(
    sweep: Sweep,
    results: Mapping[str, Result],
    files: Sequence[str],
    drawn: Mapping[str, Sequence[Plot]] | None = None,
    pictures: Mapping[str, Sequence[Mapping[str, str]]] | None = None,
) -> str:
    """Return the page: the plots and the extremes of each metric, side by side, and a table of the trials.

    Args:
        sweep: The sweep.
        results: Results of the finished trials by their keys.
        files: Relative path of the scenario of each trial.
        drawn: From `sweep_plots`; None to draw them.
        pictures: By metric, for each of its plots the paths of its files by their formats.
    """
    drawn = sweep_plots(sweep, results, files) if drawn is None else drawn
    done = [trial for trial in sweep.trials if trial.key in results]
    ends = [status_of(results[trial.key]).kind for trial in done]
    counts = ", ".join(f"{ends.count(end)} {end}" for end in dict.fromkeys(ends))
    title = str(sweep.base.data.get("title") or sweep.base.data.get("name", ""))
    part = "" if sweep.window is None else f" Metrics of {sweep.window[0]:g} s to {sweep.window[1]:g} s."
    opening = (
        f"{title}. {len(done)} of {counted(len(sweep.trials), 'trial')}: {counts or 'none'}.{part} snakelab "
        f"{package_version()}."
    )
    labels, body = _labels(sweep), []
    for name, figures in drawn.items():
        marks = extremes(sweep, _points(sweep, results, files, name), name)
        saved = (pictures or {}).get(name, [{}] * len(figures))
        shown = [plot.html(links_of) for plot, links_of in zip(figures, saved, strict=True)]
        body.append(section(name, describe(name), extremes_html(marks, labels, name), plots_html(shown)))
    metrics = f'<div class="{"pairs" if all(len(one) == 1 for one in drawn.values()) else "all"}">{"".join(body)}</div>'
    return page(sweep.name, opening, [metrics, trials_table(sweep, results, labels, list(drawn), files)])


def _labels(sweep: Sweep) -> list[str]:
    """Return the names of the parameters with their units."""
    return [with_unit(name, unit) for name, unit in zip(short_names(sweep), parameter_units(sweep), strict=True)]


def _shown(sweep: Sweep, results: Mapping[str, Result]) -> list[str]:
    """Return the metrics that any trial has."""
    done = [results[trial.key]["metrics"] for trial in sweep.trials if trial.key in results]
    return [name for name in sweep.metrics if any(name in one for one in done)]


def _points(sweep: Sweep, results: Mapping[str, Result], files: Sequence[str], metric: str) -> list[Point]:
    """Return the finished trials with their values of a metric."""
    names = short_names(sweep)
    return [
        Point(trial.values, metric_of(results[trial.key], metric), files[i], tooltip(sweep, names, i, results, metric))
        for i, trial in enumerate(sweep.trials)
        if trial.key in results
    ]


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


def metric_of(result: Result, metric: str) -> float:
    """Return the metric; NaN if a trial does not have it, or did not finish."""
    return math.nan if status_of(result).is_error else float(result["metrics"].get(metric, math.nan))


def tooltip(sweep: Sweep, names: Sequence[str], i: int, results: Mapping[str, Result], metric: str) -> str:
    """Return the tooltip of a trial."""
    trial = sweep.trials[i]
    result = results[trial.key]
    lines = [f"trial {i + 1}, seed {seed_of(sweep, trial)}"]
    lines += [f"{name} = {text(value)}" for name, value in zip(names, trial.values, strict=True)]
    value = metric_of(result, metric)
    return "\n".join([*lines, f"{metric} = {value:.6g}" if math.isfinite(value) else result["status"]])


def trials_table(
    sweep: Sweep, results: Mapping[str, Result], names: Sequence[str], shown: Sequence[str], files: Sequence[str]
) -> str:
    """Return the table of the trials; of many, table.csv has all."""
    maximum = 1000
    heads = ["trial", *names, "seed", *(f"{name} [{unit_of(name)}]" for name in shown), "status"]
    rows = []
    done = [(i, trial) for i, trial in enumerate(sweep.trials) if trial.key in results]
    for i, trial in itertools.islice(done, maximum):
        result = results[trial.key]
        values = (result["metrics"].get(name, math.nan) for name in shown)
        cells = [f'<a href="{escape(files[i])}">{i + 1}</a>', *(escape(text(value)) for value in trial.values)]
        cells += [str(seed_of(sweep, trial)), *(f"{value:.6g}" if math.isfinite(value) else "–" for value in values)]
        status = escape(result["status"])
        rows.append((*cells, f'<b class="bad">{status}</b>' if status_of(result).is_error else status))
    note = f"The first {maximum} of {len(done)}; table.csv has all." if len(done) > maximum else ""
    content = f'<div class="wide">{table(rows, [escape(head) for head in heads], maximum)}</div>'
    return section("Trials", note, content)
