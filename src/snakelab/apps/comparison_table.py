"""Runs side by side, as the terminal shows them."""

import math
from collections.abc import Sequence

from rich.table import Table

from snakelab.results.metrics import WORK, unit_of
from snakelab.results.telling.comparison import Comparison

SAME = 5e-7  # a share of the first run's figure that six digits do not show


# What tells of the computation and its machine and not of the robot: apart, at the end.
COMPUTATION = ("energy_residual", "energy_residual_share", "work_correction", "correction_power_share", "wall_time",
               "real_time_factor")  # fmt: skip


def comparison_table(comparison: Comparison) -> Table:
    """A column for each run, and behind every run but the first its difference to the first, in per cent too.

    Work terms that did nothing in any run are left out; what tells of the computation alone stands apart, at the end.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("metric", overflow="fold")
    for i, name in enumerate(comparison.names):
        table.add_column(name, justify="right", overflow="fold")
        if i:
            table.add_column("difference", justify="right", overflow="fold")
    table.add_column("unit")
    of_the_robot = [metric for metric in comparison.metrics if metric not in COMPUTATION]
    of_the_computation = [metric for metric in COMPUTATION if metric in comparison.metrics]
    _add_rows(table, comparison, of_the_robot)
    if of_the_computation:
        table.add_row()
        table.add_row("of the computation:")
        _add_rows(table, comparison, of_the_computation)
    return table


def _add_rows(table: Table, comparison: Comparison, metrics: Sequence[str]) -> None:
    for metric in metrics:
        values = comparison.values(metric)
        if metric.startswith(WORK) and not any(value for value in values if math.isfinite(value)):
            continue
        cells = []
        for i, value in enumerate(values):
            cells.append("-" if math.isnan(value) else f"{value:.6g}")
            if i:
                cells.append(_difference(comparison.differences(metric)[i], comparison.shares(metric)[i]))
        table.add_row(metric, *cells, "" if unit_of(metric) == "-" else unit_of(metric))


def _difference(difference: float, share: float) -> str:
    """The difference with its sign, and in per cent of the first run's figure."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(share) < SAME:
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * share:+.3g} %)" if math.isfinite(share) else "")
