"""Self-contained HTML page of a validation: no script, no request, light and dark."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from snakelab.results.reference_values import Judgement, Verdict
from snakelab.results.reference_values import text as verdict_text
from snakelab.results.reference_values.text import SIGNS
from snakelab.sim.dataset import package_version
from snakelab.studies.html_page import document
from snakelab.studies.validation.trials import Trial, Validation, counted, extent, meaning

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
HEADS = ("statement", "ours", "reference", "tolerance", "error", "relative", "verdict", "source")


def validation_page(validation: Validation) -> str:
    """Return the page. The same validation gives the same text, because wall times are omitted."""
    outcome = "passed" if validation.passed else "interrupted" if validation.interrupted else "not passed"
    numbers = validation.sources
    opening = f"{extent(validation)}. Errors are ours minus the reference. snakelab {package_version()}. {meaning(validation)}"
    body = [
        f"<header><h1>Validation: {outcome}</h1><p>{escape(opening.strip())}</p>",
        f'<ul class="counts">{"".join(_count(verdict, n) for verdict, n in validation.counts.items() if n)}</ul>',
        _left_out(validation),
        "</header>",
        *(_robot(robot, group, numbers) for robot, group in validation.by_robot.items()),
        _sources(validation),
    ]
    return document(f"Validation: {outcome}", [part for part in body if part], STYLE)


def _count(verdict: Verdict, number: int) -> str:
    kind, sign = SIGNS[verdict]
    return f'<li class="{kind}"><b>{number}</b> <span>{sign} {verdict}</span></li>'


def _left_out(validation: Validation) -> str:
    names = ", ".join(validation.left_out)
    return f'<p class="note">Interrupted before: {escape(names)}.</p>' if names else ""


def _sources(validation: Validation) -> str:
    said_by = validation.said_by
    items = "".join(
        f'<li id="source-{number}">{escape(source)} <span>({counted(said_by[source], "statement")})</span></li>'
        for source, number in validation.sources.items()
    )
    return f"<section>\n<h2>Sources</h2>\n<ol>{items}</ol>\n</section>" if items else ""


def _robot(robot: str, trials: Iterable[Trial], numbers: Mapping[str, int]) -> str:
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    groups = "\n".join(_trial(trial, numbers) for trial in trials)
    return (
        f'<section>\n<h2>{escape(robot)}</h2>\n<div class="wide"><table>\n'
        f"<thead><tr>{heads}</tr></thead>\n{groups}\n</table></div>\n</section>"
    )


def _trial(trial: Trial, numbers: Mapping[str, int]) -> str:
    status = "" if trial.status == "finished" else f' <em class="bad">{escape(trial.status)}</em>'
    title = f"<b>{escape(trial.name)}</b> <span>{escape(trial.title)}</span>{status}"
    rows = "\n".join(_judgement(judgement, numbers) for judgement in trial.judgements)
    return f'<tbody>\n<tr class="case"><th scope="rowgroup" colspan="{len(HEADS)}">{title}</th></tr>\n{rows}\n</tbody>'


def _judgement(judgement: Judgement, numbers: Mapping[str, int]) -> str:
    kind, sign = SIGNS[judgement.verdict]
    unit = "" if judgement.unit == "-" else f" <i>{escape(judgement.unit)}</i>"
    columns = (
        verdict_text.ours(judgement) and verdict_text.ours(judgement) + unit,
        escape(verdict_text.reference(judgement)),
        verdict_text.tolerance(judgement) and "± " + verdict_text.tolerance(judgement),
        verdict_text.error(judgement),
        verdict_text.error_percent(judgement),
    )
    cells = "".join(f'<td class="number">{column}</td>' for column in columns)
    verdict = f'<td class="verdict"><span class="{kind}">{sign} {judgement.verdict}</span></td>'
    source = f'<td class="number"><a href="#source-{(n := numbers[judgement.source])}">{n}</a></td>'
    if judgement.verdict is Verdict.UNCHECKED:
        row = f'<tr><th scope="row" colspan="{1 + len(columns)}">{_statement(judgement)}</th>{verdict}{source}</tr>'
    else:
        row = f'<tr><th scope="row">{_statement(judgement)}</th>{cells}{verdict}{source}</tr>'
    below = (f'<tr class="{name}"><td colspan="{len(HEADS)}">{line}</td></tr>' for name, line in _remarks(judgement))
    return "\n".join((row, *below))


def _statement(judgement: Judgement) -> str:
    figure = f"<code>{escape(judgement.quantity)}</code>" if judgement.quantity else ""
    return " ".join(filter(None, (escape(judgement.case), figure)))


def _remarks(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Return kind and text of each line below a statement."""
    if judgement.reason:
        yield "reason", escape(judgement.reason)
    if judgement.stale:
        yield "stale", escape(verdict_text.stale(judgement))
