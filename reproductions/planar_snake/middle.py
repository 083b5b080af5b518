"""Path of the centre of the middle link, as in figure 13 of the paper, which contains no numbers."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from snakelab.figures.style import INK, PALETTE, PRINT, quiet
from snakelab.parameters.arguments import FloatArray
from snakelab.results.recording import Recording


def middle_path(recording: Recording) -> FloatArray:
    """Return the path of the centre of the middle link, world axes, shape (n, 3), [m].

    If the number of links is even, it is the one nearer to the head.
    """
    positions = np.asarray(recording["link_position"].values, dtype=np.float64)
    return positions[:, positions.shape[1] // 2]


def path_figure(runs: Mapping[str, Recording]) -> Figure:
    """Return a figure of the paths of the middle link in the plane, one line for each run.

    Args:
        runs: Recordings by their labels.
    """
    figure = Figure(figsize=(3.5, 3.2), layout="constrained")
    ax = figure.subplots()
    quiet(ax, PRINT)
    for i, (label, run) in enumerate(runs.items()):
        path = middle_path(run)
        ax.plot(path[:, 0], path[:, 1], color=PALETTE[i % len(PALETTE)], linewidth=1.0, label=label)
        ax.plot(*path[0, :2], "o", color=INK, markersize=3)
    ax.set(xlabel="x  [m]", ylabel="y  [m]", aspect="equal")
    ax.legend(frameon=False, fontsize=PRINT)
    return figure
