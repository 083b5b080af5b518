"""One figure that tells a run: the body in the plane, its mid link, the joint torques and the speed."""

import itertools
import math

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure

from snakelab.results.metrics import cost_of_transport, duration, fixed, mean_speed, peak_force, peak_torque
from snakelab.results.recording import FINISHED, Recording
from snakelab.types import FloatArray
from snakelab.view.body import AXES, body_length, body_pieces, finite_rows, mid_link, mid_word, view_plane
from snakelab.view.efforts import acts, draw_efforts
from snakelab.view.style import BLUE, DASHED, GREEN, GREY, INK, VERMILION, legend, quiet, say, title

N_BODIES = 9
BODY_WIDTH = 0.045  # of the body's length: a recording does not hold the cross-section
LEAST_WIDTH = 0.016  # of the way's extent, so that a long way leaves the body to be seen


def overview_figure(recording: Recording, *, torque_limit: float | None = None) -> Figure:
    """Body, mid-link position, joint torques and speed of a run in one figure.

    Planar robots are drawn as they are, others in the plane between whose axes they extend most. Colours go from light
    (start) to dark (end) and the colour-blind can tell them apart. Nothing global is touched, so the figure works on a
    machine without a screen; write it with `figure.savefig(path)`.

    Args:
        recording: The run; a stopped or diverged one too.
        torque_limit: Level of the dashed line, [N m]. Default: the recording's attribute `torque_reference`, if any.
    """
    if torque_limit is None:
        torque_limit = recording.dataset.attrs.get("torque_reference")
    figure = Figure(figsize=(11.0, 6.4), dpi=150, layout="constrained", facecolor="white")
    left, right = np.asarray(figure.subfigures(1, 2, width_ratios=(1.15, 1.0)))
    plane, panels = left.subplots(), right.subplots(3, 1, sharex=True, height_ratios=(1.0, 1.25, 1.0))
    draw_bodies(plane, recording)
    draw_mid_link(panels[0], recording)
    draw_efforts(panels[1], recording, torque_limit)
    draw_speed(panels[2], recording)
    _time_axis(panels[2], recording)
    right.align_ylabels(panels)
    for ax in (plane, *panels):
        quiet(ax)
    _headline(figure, recording)
    figure.draw_without_rendering()  # equal axes take their limits at a draw, and only the next one fits their labels
    return figure


def draw_bodies(ax: Axes, recording: Recording, n_bodies: int = N_BODIES) -> None:
    """The body at equal intervals of time, light to dark, with a dot at its head, and the path of the mid link.

    It is seen along the axis that hides least of it, see `view_plane`. What has no mass (a slide, a mount) is thin; a
    square is where a fixed base stands.
    """
    pieces, known, plane = body_pieces(recording), np.flatnonzero(finite_rows(recording)), list(view_plane(recording))
    title(ax, "a", f"Body and path of the mid {mid_word(recording)}'s centre")
    ax.set(xlabel=f"{AXES[plane[0]]} [m]", ylabel=f"{AXES[plane[1]]} [m]")
    ax.set_aspect("equal", adjustable="datalim")
    if not known.size:
        return say(ax, "no finite positions")
    rows = np.unique(known[np.linspace(0, len(known) - 1, n_bodies).round().astype(int)])
    colours = colormaps["YlGnBu"](np.linspace(0.22, 1.0, len(rows)))
    extent = max(float(np.ptp(np.concatenate(pieces, axis=1)[known][..., i])) for i in plane)
    width = max(BODY_WIDTH * body_length(pieces, known[0]), LEAST_WIDTH * extent)
    base, head = (recording[f"{end}_position"].values[:, plane] for end in ("base", "head"))
    for layer, (row, colour) in enumerate(zip(rows, colours, strict=True)):
        lines = [piece[row][:, plane] for piece in pieces]
        chain = [base[row, None], *lines] if fixed(recording) else lines
        outlines = [_capsule(a, b, width) for line in lines for a, b in itertools.pairwise(line)]
        outlines += [_capsule(a[-1], b[0], 0.3 * width) for a, b in itertools.pairwise(chain)]
        order = 2 + layer / len(rows)
        ax.add_collection(PolyCollection(outlines, facecolor="white", edgecolor="white", linewidth=2.0, zorder=order))
        ax.add_collection(PolyCollection(outlines, facecolor=colour, edgecolor="none", zorder=order))
        ax.plot(*head[row], "o", color="white", markersize=2.2, zorder=order)
    path = mid_link(recording)[known][:, plane]
    ax.plot(path[:, 0], path[:, 1], color="white", linewidth=2.4, zorder=4)
    ax.plot(path[:, 0], path[:, 1], color=VERMILION, linewidth=1.2, zorder=4)
    ax.plot(*path[-1], "o", color=VERMILION, markeredgecolor="white", markersize=6, zorder=4)
    if fixed(recording):
        ax.plot(*base[known[0]], "s", color=INK, markeredgecolor="white", markersize=8, zorder=4)
    ax.autoscale_view()
    _time_bar(ax, recording["time"].values[rows], colours)


def draw_mid_link(ax: Axes, recording: Recording) -> None:
    """Where the centre of the mid link is, over time: x and y, and z if the robot leaves the plane."""
    position, time = mid_link(recording), recording["time"].values
    title(ax, "b", f"Centre of the mid {mid_word(recording)}")
    planar = not position.size or np.ptp(position[:, 2]) < 1e-9
    for name, i, colour in (("x", 0, BLUE), ("y", 1, VERMILION), ("z", 2, GREEN))[: 2 if planar else 3]:
        ax.plot(time, position[:, i], color=colour, label=name)
    ax.set_ylabel("position [m]")
    legend(ax)


def draw_speed(ax: Axes, recording: Recording) -> None:
    """Speed of the centre of mass over time, with the net displacement over time as a dashed line if the base is free."""
    speed, mean = np.linalg.norm(recording["com_velocity"].values, axis=1), mean_speed(recording)
    title(ax, "d", "Speed of the centre of mass")
    ax.plot(recording["time"].values, speed, color=BLUE)
    if math.isfinite(mean) and not fixed(recording):
        ax.axhline(mean, color=INK, linewidth=1.0, linestyle=DASHED, label="mean (net)")
    ax.set_ylabel("speed [m/s]")
    ax.set_ylim(0, 1.08 * ax.get_ylim()[1] or 1.0)
    legend(ax)


def _capsule(a: FloatArray, b: FloatArray, width: float) -> FloatArray:
    """Outline of the segment from a to b with round ends, shape (18, 2)."""
    along = math.atan2(b[1] - a[1], b[0] - a[0])
    arc = along - np.pi / 2 + np.linspace(0, np.pi, 9)
    round_end = width / 2 * np.stack((np.cos(arc), np.sin(arc)), axis=1)
    return np.concatenate((b + round_end, a - round_end))


def _time_bar(ax: Axes, times: FloatArray, colours: np.ndarray) -> None:
    """A bar that says which colour is which instant."""
    bar = ScalarMappable(BoundaryNorm(np.arange(len(times) + 1), len(times)), ListedColormap(colours))
    assert ax.figure is not None
    colorbar = ax.figure.colorbar(bar, ax=ax, location="bottom", aspect=45, pad=0.02, ticks=np.arange(len(times)) + 0.5)
    colorbar.ax.set_xticklabels([f"{time:.3g}" for time in times])
    colorbar.set_label("time of the drawn body [s]", color=INK, fontsize=9)
    colorbar.ax.tick_params(length=0, labelsize=8, labelcolor=INK)
    colorbar.minorticks_off()
    colorbar.outline.set_visible(False)


def _time_axis(ax: Axes, recording: Recording) -> None:
    """The time axis that all panels share, from end to end."""
    time = recording["time"].values
    if len(time) > 1:
        ax.set_xlim(time[0], time[-1])
    ax.set_xlabel("time [s]")


def _headline(figure: Figure, recording: Recording) -> None:
    name = str(recording.dataset.attrs.get("robot", "robot")).replace("_", " ")
    ill = not recording.status.startswith((FINISHED, "stopped"))
    words = name if recording.finished else f"{name}, {recording.status}"
    figure.suptitle(
        words, x=0.012, ha="left", fontsize=14, fontweight="bold", color=VERMILION if ill else INK, parse_math=False
    )
    facts = [f"{duration(recording):.4g} s", *(_of_an_arm(recording) if fixed(recording) else _of_a_way(recording))]
    figure.text(0.988, 0.985, "   |   ".join(facts), ha="right", va="top", fontsize=10, color=GREY)


def _of_a_way(recording: Recording) -> list[str]:
    """The figures of merit of a robot that goes somewhere, as far as they are known."""
    speed, cost = mean_speed(recording), cost_of_transport(recording)
    facts = [f"mean speed {speed:.3g} m/s"] if math.isfinite(speed) else []
    return [*facts, f"cost of transport {cost:.3g}"] if math.isfinite(cost) and recording["tau"].size else facts


def _of_an_arm(recording: Recording) -> list[str]:
    """The figures of merit of a robot that stands, as far as they are known."""
    peaks = (("rad", "peak torque", peak_torque(recording), "N m"), ("m", "peak force", peak_force(recording), "N"))
    return [f"{name} {x:.3g} {unit}" for kind, name, x, unit in peaks if math.isfinite(x) and acts(recording, kind)]
