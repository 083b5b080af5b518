"""Tables of servos for the terminal."""

import math
from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from snakelab.bridges.servo_bus.driver.interface import QUANTITIES

COLUMNS = {quantity.column: quantity for quantity in QUANTITIES.values()}


def servo_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return a table with one row for each servo."""
    table = Table(box=None, pad_edge=False)
    for name in rows[0]:
        unit = COLUMNS[name].unit if name in COLUMNS else "1"
        table.add_column(name if unit == "1" else f"{name} [{unit}]", justify="right")
    for row in rows:
        silent = any(isinstance(value, float) and math.isnan(value) for value in row.values())
        cells = ["-" if _missing(value) else format(value, _digits(name)) for name, value in row.items()]
        table.add_row(*cells, style="red" if silent else None)
    return table


def result_table(idents: Sequence[int], moved: Sequence[float], wanted: float) -> Table:
    """Return the result of a test: how far each joint moved."""
    table = Table(box=None, pad_edge=False)
    for name in ("joint", "id", "moved [rad]", "of [rad]", ""):
        table.add_column(name, justify="right")
    for i, (ident, travel) in enumerate(zip(idents, moved, strict=True)):
        good = travel > 0.5 * wanted
        table.add_row(
            str(i + 1),
            str(ident),
            f"{travel:.3f}",
            f"{wanted:.3f}",
            Text("yes", "green") if good else Text("no", "red"),
        )
    return table


def _digits(name: str) -> str:
    return COLUMNS[name].digits if name in COLUMNS else "g"


def _missing(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)
