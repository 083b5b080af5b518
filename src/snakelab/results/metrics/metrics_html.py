"""HTML of a table of metrics in a notebook: groups, rounded values, units and definitions."""

from typing import TYPE_CHECKING

from snakelab.notebook.elements import card, escaped, notes, number, table
from snakelab.results.metrics.declared import WORK, describe, unit_of

if TYPE_CHECKING:
    from snakelab.results.metrics.table import Metrics


def metrics_html(metrics: "Metrics") -> str:
    """Return a card of all metrics; laws that did no work are left out."""
    return card("Metrics", str(metrics.get("status", "")), metrics_table(metrics), notes(metrics.notes))


def metrics_table(metrics: "Metrics") -> str:
    """Return the metrics by group; the definition of each is shown at the pointer."""
    rows: list[tuple[str, ...]] = []
    for group, names in metrics.groups.items():
        used = [name for name in names if not (name.startswith(WORK) and metrics.shown(name) == 0)]
        rows += [(escaped(group),)] if used and group else []
        rows += [(named(name), number(metrics.shown(name)), unit_text(name)) for name in used]
    return table(rows)


def named(metric: str) -> str:
    return f'<span title="{escaped(describe(metric))}">{escaped(metric)}</span>'


def unit_text(metric: str) -> str:
    unit = unit_of(metric)
    return "" if unit == "-" else escaped(unit)
