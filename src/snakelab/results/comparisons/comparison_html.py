"""HTML of a comparison of runs in a notebook: a column for each run, and relative differences from the first."""

import math
from typing import TYPE_CHECKING

from snakelab.notebook.elements import card, escaped, notes, number, table
from snakelab.results.metrics import WORK
from snakelab.results.metrics.metrics_html import named, unit_text

if TYPE_CHECKING:
    from snakelab.results.comparisons.comparison import Comparison


def comparison_html(comparison: "Comparison") -> str:
    """Return a card of a comparison."""
    rows: list[tuple[str, ...]] = []
    for group, names in comparison.groups.items():
        used = [name for name in names if not name.startswith(WORK) or any(comparison.shown(name))]
        rows += [(escaped(group),)] if used and group else []
        rows += [(named(name), *cells(comparison, name), unit_text(name)) for name in used]
    return card(
        "Comparison",
        f"{len(comparison.names)} runs; differences are relative to {comparison.names[0]}",
        table(rows, ("metric", *map(escaped, comparison.names), "unit")),
        notes(comparison.notes),
    )


def cells(comparison: "Comparison", metric: str) -> list[str]:
    """Return the value of each run, with its relative difference from the first."""
    shown = comparison.shown(metric)
    texts = ["" if math.isnan(value) else number(value) for value in shown]
    for i, (value, ratio) in enumerate(zip(shown, comparison.shares(metric), strict=True)):
        if i and shown[0] and value and math.isfinite(ratio):
            percent = round(100 * ratio)
            texts[i] += f" <small>({percent:{'+' if percent else ''}d} %)</small>".replace("-", "\N{MINUS SIGN}")
    return texts
