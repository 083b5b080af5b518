"""One figure that tells a run: the body in the plane, its mid link, the joint torques and the speed."""

import math

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure

from snakelab.results.metrics import START, cost_of_transport, duration, mean_speed
from snakelab.results.recording import FINISHED, Recording
from snakelab.types import FloatArray

N_BODIES = 9
BODY_WIDTH = 0.045  # of the body's length: a recording does not hold the cross-section
INK, GREY, FAINT = "#222222", "#6b6b6b", "#e4e4e4"
# Okabe and Ito's colours, which the colour-blind can tell apart, without the yellow (too faint on white).
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)


def overview_figure(recording: Recording, *, torque_limit: float | None = None) -> Figure:
    """Body, mid-link position, joint torques and speed of a run in one figure.

    Planar robots are drawn as they are, others as seen from above. Colours go from light (start) to dark (end) and the
    colour-blind can tell them apart. Nothing global is touched, so the figure works on a machine without a screen;
    write it with `figure.savefig(path)`.

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
        _style(ax)
    _headline(figure, recording)
    figure.draw_without_rendering()  # equal axes take their limits at a draw, and only the next one fits their labels
    return figure


def draw_bodies(ax: Axes, recording: Recording, n_bodies: int = N_BODIES) -> None:
    """The body at equal intervals of time, light to dark, with a dot at its head, and the path of the mid link."""
    ends, known = body_ends(recording), np.flatnonzero(_finite_rows(recording))
    _title(ax, "a", "Body and path of the mid link's centre")
    ax.set(xlabel="x [m]", ylabel="y [m]")
    ax.set_aspect("equal", adjustable="datalim")
    if not known.size:
        return _say(ax, "no finite positions")
    rows = np.unique(known[np.linspace(0, len(known) - 1, n_bodies).round().astype(int)])
    colours = colormaps["YlGnBu"](np.linspace(0.22, 1.0, len(rows)))
    width = BODY_WIDTH * float(np.linalg.norm(np.diff(ends[known[0]], axis=0), axis=1).sum())
    head = recording["head_position"].values[:, :2]
    for layer, (row, colour) in enumerate(zip(rows, colours, strict=True)):
        outlines = [_capsule(a, b, width) for a, b in zip(ends[row][:-1], ends[row][1:], strict=True)]
        order = 2 + layer / len(rows)
        ax.add_collection(PolyCollection(outlines, facecolor="white", edgecolor="white", linewidth=2.0, zorder=order))
        ax.add_collection(PolyCollection(outlines, facecolor=colour, edgecolor="none", zorder=order))
        ax.plot(*head[row], "o", color="white", markersize=2.2, zorder=order)
    path = _mid_link(recording)[known]
    ax.plot(path[:, 0], path[:, 1], color="white", linewidth=2.4, zorder=4)
    ax.plot(path[:, 0], path[:, 1], color=VERMILION, linewidth=1.2, zorder=4)
    ax.plot(*path[-1, :2], "o", color=VERMILION, markeredgecolor="white", markersize=6, zorder=4)
    ax.autoscale_view()
    _time_bar(ax, recording["time"].values[rows], colours)


def draw_mid_link(ax: Axes, recording: Recording) -> None:
    """Where the centre of the mid link is, over time: x and y, and z if the robot leaves the plane."""
    position, time = _mid_link(recording), recording["time"].values
    _title(ax, "b", "Centre of the mid link")
    planar = not position.size or np.ptp(position[:, 2]) < 1e-9
    for name, i, colour in (("x", 0, BLUE), ("y", 1, VERMILION), ("z", 2, GREEN))[: 2 if planar else 3]:
        ax.plot(time, position[:, i], color=colour, label=name)
    ax.set_ylabel("position [m]")
    _legend(ax)


def draw_efforts(ax: Axes, recording: Recording, torque_limit: float | None = None) -> None:
    """Joint torques over time, with a dashed line at the limit; forces where a coordinate is a length."""
    time, tau = recording["time"].values, recording["tau"].values
    units = {"N" if unit == "m" else "N m" for unit in recording["coordinate_unit"].values}
    what = {"N": "force"}.get("".join(units), "torque") if len(units) < 2 else "effort"
    _title(ax, "c", f"{'Joint' if what == 'torque' else 'Coordinate'} {what}s")
    ax.set_ylabel(f"{what} [{', '.join(sorted(units, reverse=True)) or 'N m'}]")
    if not tau.size:
        return _say(ax, "no joints")
    names = [str(name) for name in recording["coordinate"].values]
    few = len(names) <= len(PALETTE) and sum(map(len, names)) <= 40
    colours = PALETTE if few else [*colormaps["viridis"](np.linspace(0, 0.88, len(names)))]
    for i, name in enumerate(names):
        named = few or i in (0, len(names) - 1)
        ax.plot(time, tau[:, i], color=colours[i], label=name if named else f"_{name}", linewidth=1.2)
    _clip_start(ax, time, tau, what, "/".join(sorted(units)))
    if torque_limit is not None and "N m" in units:
        _draw_limit(ax, abs(float(torque_limit)))
    _legend(ax)


def draw_speed(ax: Axes, recording: Recording) -> None:
    """Speed of the centre of mass over time, with the net displacement over time as a dashed line."""
    speed, mean = np.linalg.norm(recording["com_velocity"].values, axis=1), mean_speed(recording)
    _title(ax, "d", "Speed of the centre of mass")
    ax.plot(recording["time"].values, speed, color=BLUE)
    if math.isfinite(mean):
        ax.axhline(mean, color=INK, linewidth=1.0, linestyle=(0, (5, 3)), label="mean (net)")
    ax.set_ylabel("speed [m/s]")
    ax.set_ylim(0, 1.08 * ax.get_ylim()[1] or 1.0)
    _legend(ax)


def body_ends(recording: Recording) -> FloatArray:
    """Both ends of every link in the order of the chain, from above, shape (n_rows, 2 n_links, 2), [m].

    tail end = centre - e_x link_com, head end = tail end + e_x link_length, with e_x the link's forward axis.
    """
    w, x, y, z = np.moveaxis(recording["link_quaternion"].values, -1, 0)
    forward = np.stack((1 - 2 * (y * y + z * z), 2 * (x * y + w * z)), axis=-1)
    length, com = (np.nan_to_num(recording[name].values)[:, None] for name in ("link_length", "link_com"))
    tail = recording["link_position"].values[..., :2] - forward * com
    head = tail + forward * length
    known = np.flatnonzero(_finite_rows(recording))
    if known.size and tail.shape[1] > 1:
        # A robot numbered from its head: there the next link begins at this one's tail.
        first = known[0]
        if math.dist(tail[first, 0], head[first, 1]) < math.dist(head[first, 0], tail[first, 1]):
            tail, head = head, tail
    return np.stack((tail, head), axis=2).reshape(len(tail), 2 * tail.shape[1], 2)


def _mid_link(recording: Recording) -> FloatArray:
    """Centre of mass of the mid link, shape (n_rows, 3), [m]."""
    position = recording["link_position"].values
    return np.asarray(position[:, position.shape[1] // 2], dtype=np.float64)


def _finite_rows(recording: Recording) -> np.ndarray:
    return np.isfinite(recording["link_position"].values).all(axis=(1, 2))


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


def _clip_start(ax: Axes, time: FloatArray, tau: FloatArray, what: str, unit: str) -> None:
    """Keep a start's peak from squeezing the rest flat: cut the axis and say how high the peak is."""
    late = tau[time >= time[0] + START]
    peak, usual = float(np.nanmax(np.abs(tau))), float(np.nanmax(np.abs(late))) if late.size else 0.0
    if math.isfinite(peak) and usual > 0 and peak > 2 * usual:
        ax.set_ylim(1.6 * min(late.min(), 0), 1.15 * max(late.max(), 0))
        words = f"{what} at the start: up to {peak:.3g} {unit}"
        ax.annotate(words, (0.012, 0.03), xycoords="axes fraction", fontsize=8, color=GREY)


def _draw_limit(ax: Axes, limit: float) -> None:
    """A dashed line at the limit, and one at its negative if the torques come near that."""
    low, high = ax.get_ylim()
    for level in (limit, -limit) if low < -limit / 2 else (limit,):
        ax.axhline(level, color=INK, linewidth=1.0, linestyle=(0, (5, 3)))
    ax.set_ylim(min(low, -1.1 * limit if low < -limit / 2 else low), max(high, 1.25 * limit))
    ax.annotate(f"limit {limit:g} N m", (1, limit), xycoords=("axes fraction", "data"), xytext=(-4, 2),
                textcoords="offset points", ha="right", va="bottom", fontsize=8, color=INK)  # fmt: skip


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
    facts = [f"{duration(recording):.4g} s"]
    if math.isfinite(speed := mean_speed(recording)):
        facts.append(f"mean speed {speed:.3g} m/s")
    if math.isfinite(cost := cost_of_transport(recording)) and recording["tau"].size:
        facts.append(f"cost of transport {cost:.3g}")
    figure.text(0.988, 0.985, "   |   ".join(facts), ha="right", va="top", fontsize=10, color=GREY)


def _title(ax: Axes, letter: str, words: str) -> None:
    ax.set_title(f"{letter}   {words}", loc="left", fontsize=10.5, fontweight="bold", color=INK)


def _legend(ax: Axes) -> None:
    """A legend in one line beside the title, where it hides no data."""
    if not ax.get_legend_handles_labels()[0]:
        return
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=9, frameon=False, fontsize=8, borderaxespad=0.2,
              handlelength=1.4, handletextpad=0.5, columnspacing=1.2)  # fmt: skip


def _say(ax: Axes, words: str) -> None:
    ax.text(0.5, 0.5, words, transform=ax.transAxes, ha="center", va="center", color=GREY)


def _style(ax: Axes) -> None:
    """Quiet axes: a faint grid below the data, no box."""
    ax.grid(color=FAINT, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(GREY)
    ax.tick_params(colors=GREY, labelcolor=INK, labelsize=9, length=3)
    ax.xaxis.label.set(color=INK, size=9.5)
    ax.yaxis.label.set(color=INK, size=9.5)
