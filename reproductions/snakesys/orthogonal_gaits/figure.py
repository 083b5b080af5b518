"""Figure of the motion of each gait, seen from above: body and path of the centre of mass."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from snakelab.figures.style import INK, PALETTE, PRINT, quiet
from snakelab.results.recording import Recording

MOMENTS = 5  # number of bodies that are drawn
COLUMNS = 3


def tracks_figure(runs: Sequence[tuple[str, Recording]]) -> Figure:
    """Return a figure with one panel for each run, with equal scales in both directions.

    Args:
        runs: Title and recording of each.
    """
    rows = math.ceil(len(runs) / COLUMNS)
    figure = Figure(figsize=(7.16, 2.4 * rows), layout="constrained")
    axes = np.atleast_1d(figure.subplots(rows, COLUMNS, squeeze=False)).ravel()
    for ax in axes[len(runs) :]:
        ax.set_axis_off()
    for ax, (title, recording) in zip(axes, runs, strict=False):
        quiet(ax, PRINT)
        links, com = recording["link_position"].values, recording["com_position"].values
        for k, i in enumerate(np.linspace(0, len(links) - 1, MOMENTS).astype(int)):
            ax.plot(*links[i, :, :2].T, color=PALETTE[0], alpha=0.2 + 0.8 * k / (MOMENTS - 1), linewidth=1.6)
            ax.plot(
                *recording["head_position"].values[i, :2],
                "o",
                color=PALETTE[0],
                alpha=0.2 + 0.8 * k / (MOMENTS - 1),
                markersize=3,
            )
        ax.plot(com[:, 0], com[:, 1], color=PALETTE[1], linewidth=1.2)
        ax.set_title(title, loc="left", fontsize=PRINT + 1, color=INK)
        ax.set_aspect("equal", adjustable="datalim")
        ax.set(xlabel="x  [m]", ylabel="y  [m]")
    return figure
