"""Figure of grounds seen from above, lit from the upper left, with the body of a robot on them."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LightSource
from matplotlib.figure import Figure

from snakelab.figures.style import INK, PALETTE, PRINT, quiet
from snakelab.geometry.terrain import Terrain
from snakelab.results.recording import Recording

LIGHT = LightSource(azdeg=315, altdeg=35)
MOMENTS = 4  # number of bodies that are drawn
STEEPER = 3.0  # factor by which slopes are exaggerated


def grounds_figure(grounds: Mapping[str, Terrain], runs: Mapping[str, Recording]) -> Figure:
    """Return a figure with one panel for each ground, with equal scales in both directions.

    Args:
        grounds: Grounds by title.
        runs: Runs by the title of their ground; none for an empty ground.
    """
    figure = Figure(figsize=(7.16, 3.4 * ((len(grounds) + 1) // 2) + 0.4), layout="constrained")
    axes = np.ravel(figure.subplots((len(grounds) + 1) // 2, 2, squeeze=False))
    for ax, (title, terrain) in zip(axes, grounds.items(), strict=False):
        quiet(ax, PRINT)
        _shade(ax, terrain)
        ax.grid(False)
        if title in runs:
            _bodies(ax, runs[title])
        ax.set_title(title, loc="left", fontsize=PRINT + 1, color=INK)
        ax.set(xlabel="x  [m]", ylabel="y  [m]")
    return figure


def _shade(ax: Axes, terrain: Terrain) -> None:
    heights, (x, y) = terrain.heights, terrain.origin
    shade = LIGHT.hillshade(heights, vert_exag=STEEPER, dx=terrain.spacing, dy=terrain.spacing)
    end = x + terrain.spacing * (heights.shape[1] - 1), y + terrain.spacing * (heights.shape[0] - 1)
    ax.imshow(shade, cmap="gray", vmin=0, vmax=1, origin="lower", extent=(x, end[0], y, end[1]))


def _bodies(ax: Axes, recording: Recording) -> None:
    """Draw the body, from light (tail) to dark (head), with a dot at the head."""
    links, heads = recording["link_position"].values, recording["head_position"].values
    for k, i in enumerate(np.linspace(0, len(links) - 1, MOMENTS).astype(int)):
        strength = 0.3 + 0.7 * k / (MOMENTS - 1)
        ax.plot(*links[i, :, :2].T, color=PALETTE[1], alpha=strength, linewidth=2)
        ax.plot(*heads[i, :2], "o", color=PALETTE[1], alpha=strength, markersize=3)
