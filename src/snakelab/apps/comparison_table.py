"""Runs side by side, as the terminal shows them."""

import math

from rich.table import Table

from snakelab.results.comparison import Comparison
from snakelab.results.metrics import WORK, unit_of

SAME = 5e-7  # a share of the first run's figure that six digits do not show


def comparison_table(comparison: Comparison) -> Table:
    """A column for each run, and behind every run but the first its difference to the first, in per cent too.

    Work terms that did nothing in any run are left out.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("metric", overflow="fold")
    for i, name in enumerate(comparison.names):
        table.add_column(name, justify="right", overflow="fold")
        if i:
            table.add_column("difference", justify="right", overflow="fold")
    table.add_column("unit")
    for metric in comparison.metrics:
        values = comparison.values(metric)
        if metric.startswith(WORK) and not any(value for value in values if math.isfinite(value)):
            continue
        cells = []
        for i, value in enumerate(values):
            cells.append("-" if math.isnan(value) else f"{value:.6g}")
            if i:
                cells.append(_difference(comparison.differences(metric)[i], comparison.shares(metric)[i]))
        table.add_row(metric, *cells, "" if unit_of(metric) == "-" else unit_of(metric))
    return table


def _difference(difference: float, share: float) -> str:
    """The difference with its sign, and in per cent of the first run's figure."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(share) < SAME:
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * share:+.3g} %)" if math.isfinite(share) else "")
