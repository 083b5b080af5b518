"""Comparison of runs as a table for the terminal."""

import math
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from snakelab.results.diagnostics.comparison import Comparison, differences, shares
from snakelab.results.metrics import WORK, unit_of

SAME = 5e-7  # a share of the first run's figure that six digits do not show


def comparison_table(comparison: Comparison) -> Table:
    """Return a table with one column per run, and the difference of each further run from the first, also in per cent.

    Metrics are grouped; work terms that are zero in all runs are omitted.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("metric", overflow="fold")
    for i, name in enumerate(comparison.names):
        table.add_column(name, justify="right", overflow="fold")
        if i:
            table.add_column("difference", justify="right", overflow="fold")
    table.add_column("unit")
    for group, names in comparison.groups.items():
        used = [name for name in names if not name.startswith(WORK) or _acts(comparison, name)]
        if used and table.row_count:
            table.add_row()
        if used and group:
            table.add_row(Text(f"{group}:", "bold"))
        _add_rows(table, comparison, used)
    return table


def _acts(comparison: Comparison, name: str) -> bool:
    """Return True if a term did work in any run."""
    return any(value for value in comparison.shown(name) if math.isfinite(value))


def _add_rows(table: Table, comparison: Comparison, names: Sequence[str]) -> None:
    for metric in names:
        values = comparison.shown(metric)
        off, share = differences(values), shares(values)
        cells = []
        for i, value in enumerate(values):
            cells.append("-" if math.isnan(value) else f"{value:.6g}")
            if i:
                cells.append(_difference(off[i], share[i]))
        table.add_row(metric, *cells, "" if unit_of(metric) == "-" else unit_of(metric))


def _difference(difference: float, share: float) -> str:
    """Return the difference with its sign, and in per cent of the value of the first run."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(share) < SAME:
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * share:+.3g} %)" if math.isfinite(share) else "")
