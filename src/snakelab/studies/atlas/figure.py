"""The maps of an atlas as one figure for print: speed, cost of transport, success."""

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from snakelab.view.figures.style import INK, PRINT

if TYPE_CHECKING:
    import xarray

MAPS = {"mean_speed": "speed  [m/s]", "cost_of_transport": "cost of transport  [-]", "success_share": "success  [-]"}
BRIGHT = 0.6  # share of the colours from which text on them is dark


def atlas_figure(table: "xarray.Dataset") -> Figure:
    """A panel for each of three figures, a cell for each gait and terrain; a star where no other gait beats it.

    Args:
        table: From `AtlasResult.dataset`.
    """
    gaits, terrains = table["gait"].values.tolist(), table["terrain"].values.tolist()
    figure = Figure(figsize=(9.6, 1.0 + 0.24 * len(gaits)), layout="constrained")
    for k, (ax, (name, title)) in enumerate(zip(figure.subplots(1, len(MAPS)), MAPS.items(), strict=True)):
        values = table[name].transpose("gait", "terrain").values
        norm = _norm(values, name == "cost_of_transport")
        ax.imshow(np.ma.masked_invalid(values), aspect="auto", cmap="viridis", norm=norm)
        for (i, j), value in np.ndenumerate(values):
            star = " *" if name == "mean_speed" and table["pareto"].values[j, i] else ""
            ink = "black" if math.isfinite(value) and norm(value) > BRIGHT else "white"
            words = f"{value:.2g}{star}" if math.isfinite(value) else "x"
            ax.text(j, i, words, ha="center", va="center", fontsize=PRINT - 2, color=ink)
        ax.set_title(title, loc="left", fontsize=PRINT + 1, color=INK)
        ax.set_xticks(range(len(terrains)), terrains, rotation=35, ha="right", fontsize=PRINT - 1)
        ax.set_yticks(range(len(gaits)), gaits if k == 0 else [], fontsize=PRINT - 1)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    return figure


def _norm(values: np.ndarray, log: bool) -> Normalize:
    known = values[np.isfinite(values) & ((values > 0) | (not log))]
    ends = (float(known.min()), float(known.max())) if known.size else (0.1, 1.0)
    return LogNorm(*ends) if log else Normalize(*ends)
