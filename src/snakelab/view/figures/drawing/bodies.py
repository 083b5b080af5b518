"""Panel of the body in its plane, at equal intervals of time, with its path."""

from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Polygon

from snakelab.results.metrics import fixed
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import AXES, finite_rows, mid_link, view_plane
from snakelab.view.body_outlines.outlines import Silhouette, silhouette
from snakelab.view.figures.drawing.style import GREY, INK, VERMILION, write_centred
from snakelab.view.world_outlines.ground import ground_areas
from snakelab.view.world_outlines.walls import recorded_wall_areas
from snakelab.view.world_outlines.water import water_areas

N_BODIES = 9
GROUND, WALL, WATER, WAVES = "#efede8", "#dcd8d0", "#eaf3fa", "#7aa8ca"
MIN_WIDTH = 0.016  # limit of the displayed path relative to its extent, so that the body remains visible


def draw_bodies(
    ax: Axes, recording: Recording, n_bodies: int = N_BODIES, size: float = 9.0, bar: Axes | None = None
) -> None:
    """Draw the body at equal intervals of time, light to dark, with a dot at its head, and the path of the mid link.

    It is seen along the axis that hides least of it, see `view_plane`, and as wide as its cross-sections are, but not
    so narrow that it could not be seen. Parts without mass (a slide, a mount) are thin; a square marks a fixed base
    stands. Ground that is seen from the side, blocks, poles, upright walls that are seen from above, and water that
    ends within sight lie behind all.

    Args:
        ax: The panel.
        recording: The run.
        n_bodies: Number of bodies.
        size: Text size [pt].
        bar: Position of the colour bar; default: below the panel.
    """
    plane, known = view_plane(recording), np.flatnonzero(finite_rows(recording))
    i, j = plane
    ax.set(xlabel=f"{AXES[i]} [m]", ylabel=f"{AXES[j]} [m]")
    ax.set_aspect("equal", adjustable="datalim")
    if not known.size:
        if bar is not None:
            bar.set_axis_off()
        return write_centred(ax, "no finite positions")
    rows = np.unique(known[np.linspace(0, len(known) - 1, n_bodies).round().astype(int)])
    body = silhouette(recording, plane)
    minimum = MIN_WIDTH * _extent([line[known] for line in body.lines])
    colours = draw_shapes(ax, recording, body, rows, minimum)
    path = mid_link(recording)[known][:, list(plane)]
    ax.plot(path[:, 0], path[:, 1], color="white", linewidth=2.4, zorder=4)
    ax.plot(path[:, 0], path[:, 1], color=VERMILION, linewidth=1.2, zorder=4)
    ax.plot(*path[-1], "o", color=VERMILION, markeredgecolor="white", markersize=0.67 * size, zorder=4)
    if fixed(recording):
        base = recording["base_position"].values[known[0], list(plane)]
        ax.plot(*base, "s", color=INK, markeredgecolor="white", markersize=0.9 * size, zorder=4)
    ax.autoscale_view()
    draw_world(ax, recording, plane)
    time_bar(ax, bar, recording["time"].values[rows], colours, size)


def draw_shapes(
    ax: Axes, recording: Recording, body: Silhouette, rows: np.ndarray, minimum: float, halo: float = 2.0
) -> np.ndarray:
    """Draw the body at some rows, light to dark, with a dot at its head; parts with mass are at least `minimum` wide, [m].

    A white line of `halo`, [pt], parts each body from those before.

    Returns:
        The colour of each, shape (n_rows, 4).
    """
    colours = np.asarray(colormaps["YlGnBu"](np.linspace(0.22, 1.0, len(rows))))
    head = recording["head_position"].values[:, list(body.plane)]
    for layer, (row, colour) in enumerate(zip(rows, colours, strict=True)):
        shapes = [*body.at(row, minimum), *body.joints_at(row, minimum)]
        order = 2 + layer / len(rows)
        ax.add_collection(PolyCollection(shapes, facecolor="white", edgecolor="white", linewidth=halo, zorder=order))
        ax.add_collection(PolyCollection(shapes, facecolor=colour, edgecolor="none", zorder=order))
        ax.plot(*head[row], "o", color="white", markeredgecolor=colour, markersize=2.2, zorder=order)
    return colours


def draw_world(ax: Axes, recording: Recording, plane: tuple[int, int]) -> None:
    """Draw bounded fluids, ground, blocks, poles and upright walls, behind the body, without changing the view."""
    for area in water_areas(recording, plane):
        # an artist and no patch, so that it does not widen the view
        ax.add_artist(Polygon(area, closed=True, facecolor=WATER, edgecolor=WAVES, linewidth=0.8, zorder=0.9))
    for area in ground_areas(recording, plane):
        ax.add_artist(Polygon(area, closed=True, facecolor=GROUND, edgecolor=GREY, linewidth=0.8, zorder=1))
    for solid, edge in recorded_wall_areas(recording, plane):
        ax.add_artist(Polygon(solid, closed=True, facecolor=WALL, edgecolor="none", zorder=1))
        ax.add_artist(Polygon(edge, closed=True, fill=False, edgecolor=GREY, linewidth=0.8, zorder=1.1))


def _extent(lines: list[FloatArray]) -> float:
    """Larger of the two extents of all points, [m]."""
    points = np.concatenate([line.reshape(-1, 2) for line in lines])
    return float(np.ptp(points, axis=0).max())


def time_bar(ax: Axes, bar: Axes | None, times: FloatArray, colours: np.ndarray, size: float) -> None:
    """Draw the colour bar of the instants."""
    scale = ScalarMappable(BoundaryNorm(np.arange(len(times) + 1), len(times)), ListedColormap(colours))
    below: dict[str, Any] = {"ax": ax, "location": "bottom", "aspect": 45, "pad": 0.02}
    place = below if bar is None else {"cax": bar, "orientation": "horizontal"}
    assert ax.figure is not None
    colorbar = ax.figure.colorbar(scale, ticks=np.arange(len(times)) + 0.5, **place)
    colorbar.ax.set_xticklabels([f"{time:.3g}" for time in times])
    colorbar.set_label("time of the drawn body [s]", color=INK, fontsize=size)
    colorbar.ax.tick_params(length=0, labelsize=size - 1, labelcolor=INK)
    colorbar.minorticks_off()
    colorbar.outline.set_visible(False)
