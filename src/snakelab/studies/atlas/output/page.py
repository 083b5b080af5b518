"""HTML page of an atlas: a map of gaits and terrains for each metric, and the best gaits."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from snakelab.results.metrics import describe
from snakelab.sim.dataset import package_version
from snakelab.studies.atlas.atlas import Atlas, Cell
from snakelab.studies.atlas.output.table import FIGURES, names_of, unit
from snakelab.studies.atlas.score import MAX_FAILURES, MIN_TRAVEL, Score, nominal, unbeaten
from snakelab.studies.html_page import document
from snakelab.studies.sweeps.page.page import STYLE
from snakelab.studies.sweeps.page.scale import colour

ABOUT = {
    "success": "Fraction of trials that were completed and advanced by a twentieth of the body's length, without descending "
    "a slope; on a pole and in a standing pipe, upward.",
    "drift": "Absolute drift rate of the heading.",
}
LOG = {"cost"}  # metrics that span decades have a logarithmic colour scale
DECADES = 3.0  # range of costs with distinct colours
MORE = {"speed", "success"}  # metrics for which larger is better
PALE = "59"  # opacity of the colour of a failure, 0 to ff
MAPS = """
.map td { text-align: center; padding: 0; }
.map td a { display: block; padding: 0.3rem 0.6rem; text-decoration: none; color: inherit; }
.map td a:hover, .map td a:focus { outline: 2px solid var(--ink); } .map th[scope=row] { text-align: right; }
.map td:last-child, .map thead th { text-align: center; }
"""


def atlas_page(
    atlas: Atlas, all_scores: Sequence[Score], effort: str, files: Mapping[Cell, str], replays: Mapping[Cell, str]
) -> str:
    """Return the page.

    Args:
        atlas: The atlas.
        all_scores: From `scores`.
        effort: Metric that measures the effort.
        files: Path of the scenario of each run, relative to the page.
        replays: Pages of those runs that have one.
    """
    cells, names = nominal(atlas), names_of(effort)
    body = [f"<header><h1>Atlas of {escape(atlas.robot)}</h1><p>{escape(_opening(atlas, all_scores))}</p></header>"]
    body.append(_best(all_scores, effort, cells, files, replays))
    for figure in FIGURES:
        about = ABOUT.get(figure) or describe(names[figure])
        drawn = _map(atlas, all_scores, figure, {cell: replays.get(cell, files[cell]) for cell in cells.values()})
        body.append(
            f"<section><h2>{escape(names[figure])} [{escape(unit(figure, effort))}]</h2><p>{escape(about)}</p>{drawn}</section>"
        )
    body.append(_terrains(atlas))
    return document(f"Atlas of {atlas.robot}", body, STYLE + MAPS)


def _opening(atlas: Atlas, all_scores: Sequence[Score]) -> str:
    begin, end = atlas.window
    runs = sum(score.trials for score in all_scores)
    other = "; friction, initial heading and random grounds vary in all but the first" if atlas.trials > 1 else ""
    return (
        f"{len(atlas.gaits)} gaits on {len(atlas.terrains)} terrains, {runs} of {len(atlas.cells)} runs done, "
        f"{atlas.trials} of each pair{other}. Metrics are means of {begin:g} s to {end:g} s of each run. A star marks a "
        "Pareto-optimal gait of its terrain in speed, cost of transport and effort, among those that succeed in "
        f"more than {100 * MAX_FAILURES:g} % of the runs, that is, advance by {100 * MIN_TRAVEL:g} % of the body's length. "
        f"The others are pale. On every map dark is good and light is bad. "
        f"A cell links to its replay, or to the scenario of its first run. snakelab {package_version()}."
    )


def _map(atlas: Atlas, all_scores: Sequence[Score], figure: str, links: Mapping[Cell, str]) -> str:
    """Return the map of one metric: a row per gait, a column per terrain; failed gaits are pale."""
    at, cells = {(score.gait, score.terrain): score for score in all_scores}, nominal(atlas)
    fractions = _fractions([getattr(score, figure) for score in all_scores], figure in LOG)
    if figure in MORE:
        fractions = [1.0 - fraction for fraction in fractions]
    shaded = dict(zip(at, fractions, strict=True))
    rows = []
    for gait in atlas.gaits:
        row = []
        for terrain in atlas.terrains:
            pair = (gait.name, terrain.name)
            row.append(_cell(at.get(pair), figure, shaded.get(pair, math.nan), links.get(cells[pair], "")))
        rows.append(f'<tr><th scope="row">{escape(gait.name)}</th>{"".join(row)}</tr>')
    head = "".join(f'<th scope="col">{escape(terrain.name)}</th>' for terrain in atlas.terrains)
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
            else f' style="background:{fill}{PALE}"'
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
    heads = [
        "terrain",
        "gait",
        *(f"{names[figure]} [{unit(figure, effort)}]" for figure in FIGURES),
        "scenario",
        "replay",
    ]
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
            rows.append(f"<tr>{''.join(f'<td>{entry}</td>' for entry in data)}</tr>")
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in heads)
    return (
        "<section><h2>Pareto-optimal gaits</h2><p>Speed against cost of transport and effort, on each terrain. "
        "Run the commands in the folder of this page.</p>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{chr(10).join(rows)}</tbody></table></div></section>'
    )


def _terrains(atlas: Atlas) -> str:
    lines = "".join(f"<li>{escape(row.name)}: {escape(row.does)}</li>" for row in atlas.terrains)
    return f"<section><h2>Terrains</h2><ul>{lines}</ul></section>"
