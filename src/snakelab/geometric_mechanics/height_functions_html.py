"""HTML of height functions in a notebook: a map for each of x, y and heading."""

from typing import TYPE_CHECKING

import numpy as np

from snakelab.notebook.drawing import heat_map
from snakelab.notebook.elements import card, escaped, number, table

if TYPE_CHECKING:
    from snakelab.geometric_mechanics.height_functions import HeightFunctions

ROWS = (("x", "m/rad²"), ("y", "m/rad²"), ("heading", "1/rad"))


def height_functions_html(heights: "HeightFunctions") -> str:
    """Return a card of height functions."""
    maps = "".join(
        f"<figure style='display:inline-block;margin:4px'>{heat_map(values, f'Height function of {name}')}"
        f"<figcaption>{name}: {number(np.nanmin(values))} to {number(np.nanmax(values))} {unit}</figcaption></figure>"
        for (name, unit), values in zip(ROWS, heights.values, strict=True)
    )
    ranges = [
        (escaped(name), f"{number(values[0])} to {number(values[-1])} rad, {len(values)} values")
        for name, values in zip(heights.names, (heights.first, heights.second), strict=True)
    ]
    about = f"{heights.kind} connection, {heights.coordinates.replace('_', ' ')} coordinates; blue is negative"
    return card("HeightFunctions", about, maps, table(ranges))
