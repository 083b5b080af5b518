"""HTML of a table of metrics in a notebook: groups, rounded values, units and definitions."""

import itertools

from snakelab.notebook.elements import card, escaped, notes, number, table
from snakelab.results.metrics.declared import describe
from snakelab.results.metrics.table import Metrics, metric_rows


def metrics_html(metrics: Metrics) -> str:
    """Return a card of all metrics; laws that did no work are left out."""
    return card("Metrics", str(metrics.get("status", "")), metrics_table(metrics), notes(metrics.notes))


def metrics_table(metrics: Metrics) -> str:
    """Return the metrics by group; the definition of each is shown at the pointer."""
    rows: list[tuple[str, ...]] = []
    used = (row for row in metric_rows([metrics]) if not row.is_idle)
    for group, members in itertools.groupby(used, lambda row: row.group):
        rows += [(escaped(group),)] if group else []
        rows += [(named(row.name), number(row.values[0]), escaped(row.unit)) for row in members]
    return table(rows)


def named(metric: str) -> str:
    return f'<span title="{escaped(describe(metric))}">{escaped(metric)}</span>'
