"""HTML page of a search: best point, course of the search, and active bounds."""

from collections.abc import Sequence
from html import escape

from snakelab.results.metrics import describe, unit_of
from snakelab.sim.dataset import package_version
from snakelab.studies.optimising.goal import figure
from snakelab.studies.optimising.optimum import Optimum
from snakelab.studies.optimising.plots import parameter_plot, progress_plot
from snakelab.studies.optimising.search import Progress
from snakelab.studies.sweeps.page.drawing import HEIGHT, WIDTH, Point
from snakelab.studies.sweeps.page.page import STYLE, document, short_names
from snakelab.studies.sweeps.parameter import Range

BEST = "best.yaml"


def optimum_page(found: Optimum, points: Sequence[Point], progress: Progress, report: str = "") -> str:
    """Return the page, which refers only to the files in its folder.

    Args:
        found: The best point.
        points: Each point of the search, from `points_of`.
        progress: Of the search.
        report: Where the report page of the best point is; empty for none.
    """
    goal, names = found.goal, short_names(found.sweep)
    value = f"{goal.metric} {found.value:.6g} {unit_of(goal.metric)}".rstrip(" -")
    seeds = f", the mean of {len(found.sweep.seeds)} seeds" if len(found.sweep.seeds) > 1 else ""
    lead = f"Best: {value}{seeds}" if found.kept else f"No point keeps every bound; the nearest has {value}{seeds}"
    opening = f"{goal}. {len(found.results)} trials. snakelab {package_version()}."
    links = [(BEST, BEST), *([("its report", report)] if report else []), ("all trials", "sweep.html")]
    links += [("table.csv", "table.csv"), ("search.svg", "search.svg")]
    remarks = "".join(f"<p>{escape(line[0].upper() + line[1:])}.</p>" for line in found.remarks)
    led = " · ".join(f'<a href="{escape(to)}">{escape(word)}</a>' for word, to in links)
    drawn = [
        f"<figure>{parameter_plot(points, k, parameter, name, progress.generations)}</figure>"
        for k, (parameter, name) in enumerate(zip(found.sweep.parameters, names, strict=True))
    ]
    body = [
        f"<header><h1>{escape(found.sweep.name)}</h1><p>{escape(opening)}</p></header>",
        f"<section><h2>{escape(lead)}</h2>{_table(found, names)}{remarks}<p>{led}</p></section>",
        f"<section><h2>{escape(goal.metric)}</h2><p>{escape(describe(goal.metric))} A dot is a point, a ring one that breaks a "
        "bound, a cross one whose run diverged or failed; the line is the best so far.</p>"
        f'<div class="plots"><figure>{progress_plot(points, goal)}</figure></div></section>',
        "<section><h2>Parameters</h2><p>Over its whole range, where each generation was drawn: the band is a standard "
        f'deviation to each side of its middle.</p><div class="plots">{"".join(drawn)}</div></section>',
    ]
    return document(found.sweep.name, body, STYLE)


def standalone(drawn: str) -> str:
    """Return a plot as a separate file."""
    size = f'xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
    style = "<style>:root{--paper:#fff;--ink:#1d2127;--soft:#5b6470;--mark:#1f5fa8;--bad:#a3231b}" + "".join(
        line + "\n" for line in STYLE.splitlines() if line.startswith("svg ") and ":hover" not in line
    )
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return drawn.replace("<svg ", f"<svg {size}", 1).replace(">", f">{style}</style>{paper}", 1)


def _table(found: Optimum, names: Sequence[str]) -> str:
    """Return a table of the best values with their ranges, and of the bounds with the metrics."""
    rows = []
    for parameter, name in zip(found.sweep.parameters, names, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        at = {"from": "at the lower end", "to": "at the upper end"}.get(found.at_ends.get(parameter.name, ""), "")
        rows.append((name, f"{found.best[parameter.name]:.6g}", f"{ends.low:g} to {ends.high:g}", at))
    trial = found.sweep.trials[found.number - 1]
    runs = [found.results[other.key] for other in found.sweep.trials if other.values == trial.values]
    for bound in found.goal.bounds:
        worst = max((figure(run, bound.metric) for run in runs), key=lambda x: bound.sign * x)
        state = "broken" if any(bound.breach(run) for run in runs) else "just kept" if bound in found.tight else "kept"
        rows.append((bound.metric, f"{worst:.6g}", str(bound).removeprefix(f"{bound.metric} "), state))
    cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    heads = "".join(f'<th scope="col">{word}</th>' for word in ("", "best", "range or bound", ""))
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table></div>'
