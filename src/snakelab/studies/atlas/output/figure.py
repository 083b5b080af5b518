"""Figure of the maps of an atlas: speed, cost of transport, success."""

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from snakelab.studies.atlas.score import MAX_FAILURES
from snakelab.view.figures.drawing.style import INK, PRINT, NotebookFigure

if TYPE_CHECKING:
    import xarray

MAPS = {"mean_speed": "speed  [m/s]", "cost_of_transport": "cost of transport  [-]", "success_fraction": "success  [-]"}
# Perceptually uniform, also for colour-blind readers; dark is good on every map.
MORE, LESS = "viridis_r", "viridis"
BRIGHT = 0.6  # fraction of the colour scale above which text is dark
PALE = 0.45  # opacity of gaits with too many failures for a comparison [-]
SPAN = 1e3  # range of costs with distinct colours [-]


def atlas_figure(table: "xarray.Dataset") -> Figure:
    """Return a figure with a panel per metric, a row per terrain, a column per gait; a star marks the best gaits.

    Args:
        table: Dataset from `AtlasResult.dataset`.
    """
    gaits, terrains = table["gait"].values.tolist(), table["terrain"].values.tolist()
    size = (max(6.0, 1.6 + 0.46 * len(gaits)), 1.9 + len(MAPS) * (0.3 + 0.22 * len(terrains)))
    figure = NotebookFigure(figsize=size, layout="constrained")
    panels = figure.subplots(len(MAPS), 1)
    for k, (ax, (name, title)) in enumerate(zip(panels, MAPS.items(), strict=True)):
        values = table[name].transpose("terrain", "gait").values
        less = name == "cost_of_transport"
        norm = _norm(values, less)
        strong = np.where(table["success_fraction"].transpose("terrain", "gait").values > MAX_FAILURES, 1.0, PALE)
        ax.imshow(np.ma.masked_invalid(values), aspect="auto", cmap=LESS if less else MORE, norm=norm, alpha=strong)
        for (i, j), value in np.ndenumerate(values):
            star = "*" if name == "mean_speed" and table["pareto"].values[i, j] else ""
            known = math.isfinite(value)
            light = (float(norm(value)) if less else 1 - float(norm(value))) if known else 1.0
            ink = "black" if light > BRIGHT or strong[i, j] < 1 else "white"
            cell_text = f"{_short(value)}{star}" if known else "x"
            ax.text(j, i, cell_text, ha="center", va="center", fontsize=PRINT - 3, color=ink)
        caption = f"{title}; dark is good on every map, pale is failure" if k == 0 else title
        ax.set_title(caption, loc="left", fontsize=PRINT, color=INK)
        last = k == len(MAPS) - 1
        ax.set_xticks(range(len(gaits)), gaits if last else [], rotation=40, ha="right", fontsize=PRINT - 2)
        ax.set_yticks(range(len(terrains)), terrains, fontsize=PRINT - 2)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    return figure


def _short(value: float) -> str:
    """Return a number with two digits, without a power of ten."""
    if abs(value) >= 1e3:
        return ">999"
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) >= 5e-4 else "0"


def _norm(values: np.ndarray, log: bool) -> Normalize:
    """Normalisation of colours from zero to the maximum; for costs, over at most three decades from the minimum."""
    known = values[np.isfinite(values) & (values > 0)]
    if not known.size:
        return LogNorm(0.1, 1.0, clip=True) if log else Normalize(0.0, 1.0, clip=True)
    if not log:
        return Normalize(0.0, float(known.max()), clip=True)
    minimum = float(known.min())
    return LogNorm(minimum, min(max(float(known.max()), 1.01 * minimum), SPAN * minimum), clip=True)
