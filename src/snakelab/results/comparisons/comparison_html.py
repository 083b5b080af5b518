"""HTML of a comparison of runs in a notebook: a column for each run, and relative differences from the first."""

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from snakelab.notebook.elements import card, escaped, notes, number, table
from snakelab.results.metrics.metrics_html import named
from snakelab.results.metrics.table import metric_rows

if TYPE_CHECKING:
    from snakelab.results.comparisons.comparison import Comparison


def comparison_html(comparison: "Comparison") -> str:
    """Return a card of a comparison."""
    rows: list[tuple[str, ...]] = []
    used = (row for row in metric_rows(comparison.tables) if not row.is_idle)
    for group, members in itertools.groupby(used, lambda row: row.group):
        rows += [(escaped(group),)] if group else []
        rows += [
            (named(row.name), *cells(row.values, comparison.shares(row.name)), escaped(row.unit)) for row in members
        ]
    return card(
        "Comparison",
        f"{len(comparison.names)} runs; differences are relative to {comparison.names[0]}",
        table(rows, ("metric", *map(escaped, comparison.names), "unit")),
        notes(comparison.notes),
    )


def cells(shown: Sequence[float], shares: Sequence[float]) -> list[str]:
    """Return the value of each run, with its relative difference from the first."""
    texts = ["" if math.isnan(value) else number(value) for value in shown]
    for i, (value, ratio) in enumerate(zip(shown, shares, strict=True)):
        if i and shown[0] and value and math.isfinite(ratio):
            percent = round(100 * ratio)
            texts[i] += f" <small>({percent:{'+' if percent else ''}d} %)</small>".replace("-", "\N{MINUS SIGN}")
    return texts
