"""Tables of servos for the terminal."""

import math
from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

UNITS = {
    "position": "rad",
    "speed": "rad/s",
    "load": "",
    "voltage": "V",
    "temperature": "degC",
    "current": "A",
}
FORMATS = {
    "position": "+.3f",
    "speed": "+.2f",
    "load": "+.2f",
    "voltage": ".1f",
    "temperature": ".0f",
    "current": ".2f",
}


def servo_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return a table with one row for each servo."""
    table = Table(box=None, pad_edge=False)
    for name in rows[0]:
        unit = UNITS.get(name, "")
        table.add_column(f"{name} [{unit}]" if unit else name, justify="right")
    for row in rows:
        silent = any(isinstance(value, float) and math.isnan(value) for value in row.values())
        cells = ["-" if _missing(value) else format(value, FORMATS.get(name, "g")) for name, value in row.items()]
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


def _missing(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)
