"""Maps of gaits and terrains for each metric: the HTML page of a survey, and a figure."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from benchmarks.gait_survey.plan import Cell, Survey
from benchmarks.gait_survey.scores import FIGURES, MAX_FAILURES, MIN_TRAVEL, Score, names_of, nominal, unbeaten, unit
from snakelab.figures.notebook_html import table as html_table
from snakelab.figures.style import INK, PRINT, NotebookFigure
from snakelab.plugins.studies.study_pages import colour, page, section
from snakelab.results.metrics.metric_table import describe
from snakelab.system import package_version

if TYPE_CHECKING:
    import xarray

ABOUT = {
    "success": "Fraction of trials that were completed and advanced by a twentieth of the body's length, without descending "
    "a slope; on a pole and in a standing pipe, upward.",
    "drift": "Absolute drift rate of the heading.",
}
LOGARITHMIC = {"cost"}  # metrics that span decades have a logarithmic colour scale
DECADES = 3.0  # range of costs with distinct colours
LARGER_IS_BETTER = {"speed", "success"}  # metrics for which larger is better
FAILURE_OPACITY = "59"  # opacity of the colour of a failure, 0 to ff
MAP_STYLE = """
td:last-child, th:last-child { text-align: left; }
.map td { text-align: center; padding: 0; }
.map td a { display: block; padding: 0.3rem 0.6rem; text-decoration: none; color: inherit; }
.map td a:hover, .map td a:focus { outline: 2px solid var(--ink); } .map th[scope=row] { text-align: right; }
.map td:last-child, .map thead th { text-align: center; }
"""


def survey_page(
    survey: Survey, all_scores: Sequence[Score], effort: str, files: Mapping[Cell, str], replays: Mapping[Cell, str]
) -> str:
    """Return the page.

    Args:
        survey: The survey.
        all_scores: From `scores`.
        effort: Metric that measures the effort.
        files: Path of the scenario of each run, relative to the page.
        replays: Pages of those runs that have one.
    """
    cells, names = nominal(survey), names_of(effort)
    body = [_best(all_scores, effort, cells, files, replays)]
    for figure in FIGURES:
        about = ABOUT.get(figure) or describe(names[figure])
        drawn = _map(survey, all_scores, figure, {cell: replays.get(cell, files[cell]) for cell in cells.values()})
        body.append(section(f"{names[figure]} [{unit(figure, effort)}]", about, drawn))
    body.append(_terrains(survey))
    return page(f"Survey of {survey.robot}", _opening(survey, all_scores), body, style=MAP_STYLE)


def _opening(survey: Survey, all_scores: Sequence[Score]) -> str:
    begin, end = survey.window
    runs = sum(score.trials for score in all_scores)
    other = "; friction, initial heading and random grounds vary in all but the first" if survey.trials > 1 else ""
    return (
        f"{len(survey.gaits)} gaits on {len(survey.terrains)} terrains, {runs} of {len(survey.cells)} runs done, "
        f"{survey.trials} of each pair{other}. Metrics are means of {begin:g} s to {end:g} s of each run. A star marks a "
        "Pareto-optimal gait of its terrain in speed, cost of transport and effort, among those that succeed in "
        f"more than {100 * MAX_FAILURES:g} % of the runs, that is, advance by {100 * MIN_TRAVEL:g} % of the body's length. "
        f"The others are pale. On every map dark is good and light is bad. "
        f"A cell links to its replay, or to the scenario of its first run. snakelab {package_version()}."
    )


def _map(survey: Survey, all_scores: Sequence[Score], figure: str, links: Mapping[Cell, str]) -> str:
    """Return the map of one metric: a row per gait, a column per terrain; failed gaits are pale."""
    at, cells = {(score.gait, score.terrain): score for score in all_scores}, nominal(survey)
    fractions = _fractions([getattr(score, figure) for score in all_scores], figure in LOGARITHMIC)
    if figure in LARGER_IS_BETTER:
        fractions = [1.0 - fraction for fraction in fractions]
    shaded = dict(zip(at, fractions, strict=True))
    rows = []
    for gait in survey.gaits:
        row = []
        for terrain in survey.terrains:
            pair = (gait.name, terrain.name)
            row.append(_cell(at.get(pair), figure, shaded.get(pair, math.nan), links.get(cells[pair], "")))
        rows.append(f'<tr><th scope="row">{escape(gait.name)}</th>{"".join(row)}</tr>')
    head = "".join(f'<th scope="col">{escape(terrain.name)}</th>' for terrain in survey.terrains)
    return (
        f'<div class="wide"><table class="map"><thead><tr><th></th>{head}</tr></thead>\n<tbody>{chr(10).join(rows)}</tbody>'
        "</table></div>"
    )


def _cell(score: Score | None, figure: str, fraction: float, link: str) -> str:
    if score is None:
        return "<td>–</td>"
    value = getattr(score, figure)
    tooltip = f"{score.gait} on {score.terrain}: {value:.4g}, success {score.success:.3g} of {score.trials} trials"
    tooltip += f"; {score.note}" if score.note else ""
    text = f"{value:.3g}{' ★' if score.best else ''}" if math.isfinite(value) else "×"
    paint = ""
    if math.isfinite(fraction):
        fill, ink = colour(fraction)
        # Failures have a transparent colour and the text colour of the page, so they are readable in light and dark mode.
        paint = (
            f' style="background:{fill};color:{ink}"'
            if score.success > MAX_FAILURES
            else f' style="background:{fill}{FAILURE_OPACITY}"'
        )
    return f'<td{paint}><a href="{escape(link)}" title="{escape(tooltip)}">{text}</a></td>'


def _fractions(values: Sequence[float], log: bool) -> list[float]:
    """Return values scaled to the interval from 0 to 1, linearly or by their logarithms."""
    scaled = [math.log10(v) if log and math.isfinite(v) and v > 0 else (math.nan if log else v) for v in values]
    known = [value for value in scaled if math.isfinite(value)]
    if not known:
        return list(scaled)
    if log:  # the cost of a robot that hardly moves is arbitrary
        scaled = [min(value, min(known) + DECADES) if math.isfinite(value) else value for value in scaled]
        known = [value for value in scaled if math.isfinite(value)]
    low, width = min(known), (max(known) - min(known)) or 1.0
    return [(value - low) / width for value in scaled]


def _best(
    all_scores: Sequence[Score],
    effort: str,
    cells: Mapping[tuple[str, str], Cell],
    files: Mapping[Cell, str],
    replays: Mapping[Cell, str],
) -> str:
    """Return the best gaits by terrain, the fastest first."""
    names = names_of(effort)
    metric_heads = (escape(f"{names[figure]} [{unit(figure, effort)}]") for figure in FIGURES)
    heads = ["terrain", "gait", *metric_heads, "scenario", "replay"]
    rows = []
    for terrain in dict.fromkeys(score.terrain for score in all_scores):
        for gaits, score in unbeaten(all_scores, terrain):
            cell = cells[score.gait, score.terrain]
            replay = (
                f'<a href="{escape(replays[cell])}">open</a>'
                if cell in replays
                else f"<code>snakelab run {escape(files[cell])}</code>"
            )
            data = [escape(terrain), escape(gaits), *(f"{getattr(score, figure):.3g}" for figure in FIGURES)]
            data += [f'<a href="{escape(files[cell])}">open</a>', replay]
            rows.append(data)
    about = "Speed against cost of transport and effort, on each terrain. Run the commands in the folder of this page."
    return section(
        "Pareto-optimal gaits", about, f'<div class="wide">{html_table(rows, heads, maximum=len(rows))}</div>'
    )


def _terrains(survey: Survey) -> str:
    lines = "".join(f"<li>{escape(row.name)}: {escape(row.does)}</li>" for row in survey.terrains)
    return section("Terrains", "", f"<ul>{lines}</ul>")


PANELS = {
    "mean_speed": "speed  [m/s]",
    "cost_of_transport": "cost of transport  [-]",
    "success_fraction": "success  [-]",
}
# Perceptually uniform, also for colour-blind readers; dark is good on every map.
DARK_LARGEST, DARK_SMALLEST = "viridis_r", "viridis"
BRIGHT = 0.6  # fraction of the colour scale above which text is dark
FAILURE_ALPHA = 0.45  # opacity of gaits with too many failures for a comparison [-]
SPAN = 1e3  # range of costs with distinct colours [-]


def survey_figure(table: "xarray.Dataset") -> Figure:
    """Return a figure with a panel per metric, a row per terrain, a column per gait; a star marks the best gaits.

    Args:
        table: Dataset from `SurveyResult.dataset`.
    """
    gaits, terrains = table["gait"].values.tolist(), table["terrain"].values.tolist()
    size = (max(6.0, 1.6 + 0.46 * len(gaits)), 1.9 + len(PANELS) * (0.3 + 0.22 * len(terrains)))
    figure = NotebookFigure(figsize=size, layout="constrained")
    panels = figure.subplots(len(PANELS), 1)
    for k, (ax, (name, title)) in enumerate(zip(panels, PANELS.items(), strict=True)):
        values = table[name].transpose("terrain", "gait").values
        less = name == "cost_of_transport"
        norm = _norm(values, less)
        strong = np.where(
            table["success_fraction"].transpose("terrain", "gait").values > MAX_FAILURES, 1.0, FAILURE_ALPHA
        )
        ax.imshow(
            np.ma.masked_invalid(values),
            aspect="auto",
            cmap=DARK_SMALLEST if less else DARK_LARGEST,
            norm=norm,
            alpha=strong,
        )
        for (i, j), value in np.ndenumerate(values):
            star = "*" if name == "mean_speed" and table["pareto"].values[i, j] else ""
            known = math.isfinite(value)
            light = (float(norm(value)) if less else 1 - float(norm(value))) if known else 1.0
            ink = "black" if light > BRIGHT or strong[i, j] < 1 else "white"
            cell_text = f"{_short(value)}{star}" if known else "x"
            ax.text(j, i, cell_text, ha="center", va="center", fontsize=PRINT - 3, color=ink)
        caption = f"{title}; dark is good on every map, pale is failure" if k == 0 else title
        ax.set_title(caption, loc="left", fontsize=PRINT, color=INK)
        last = k == len(PANELS) - 1
        ax.set_xticks(range(len(gaits)), gaits if last else [], rotation=40, ha="right", fontsize=PRINT - 2)
        ax.set_yticks(range(len(terrains)), terrains, fontsize=PRINT - 2)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    return figure


def _short(value: float) -> str:
    """Return a number with two digits, without a power of ten."""
    if abs(value) >= 1e3:
        return ">999"
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) >= 5e-4 else "0"


def _norm(values: np.ndarray, log: bool) -> Normalize:
    """Normalisation of colours from zero to the maximum; for costs, over at most three decades from the minimum."""
    known = values[np.isfinite(values) & (values > 0)]
    if not known.size:
        return LogNorm(0.1, 1.0, clip=True) if log else Normalize(0.0, 1.0, clip=True)
    if not log:
        return Normalize(0.0, float(known.max()), clip=True)
    minimum = float(known.min())
    return LogNorm(minimum, min(max(float(known.max()), 1.01 * minimum), SPAN * minimum), clip=True)
