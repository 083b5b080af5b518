"""Comparison of runs in one figure: paths, speeds, torques and energies on common axes; a measured run over a simulated one."""

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snakelab.errors import RecordingError
from snakelab.figures.picture_geometry import AXES, finite_rows, view_plane
from snakelab.figures.style import (
    BLUE,
    COLUMNS,
    INK,
    PRINT,
    VERMILION,
    NotebookFigure,
    PlotLayout,
    colours_of,
    plain,
    quiet,
    shortened,
    text_width,
    write_centred,
)
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.comparisons import common_time, numbered, shared_components, values_at
from snakelab.results.metrics.effort import actuation_power
from snakelab.results.recording import Recording

PANEL_SIZE, PANEL_GAP = (2.85, 1.55), (0.70, 0.52)  # of a panel, and between panels, x and y [inch]
LAYOUT = PlotLayout(left=0.60, right=0.0, bottom=0.42, top=0.12, legend_row=0.16)

Series = Callable[[Recording], tuple[FloatArray, FloatArray]]  # time and values


@checked_arguments(RecordingError)
def comparison_figure(recordings: Sequence[Recording], names: Sequence[str] | None = None) -> Figure:
    """Path of the centre of mass, its speed, the joints' rms torque and the actuation energy of several runs.

    Robots, lengths and record rates may differ. The paths are seen in the plane that suits the first run. A run without
    torques is missing from that panel.

    Args:
        recordings: One or more.
        names: For the legend; default: the names of their scenarios or robots.

    Raises:
        RecordingError: if there is no recording, or not a name for each.
    """
    if not len(recordings) or (names is not None and len(names) != len(recordings)):
        given = "no names" if names is None else f"{len(names)} names"
        raise RecordingError(
            f"comparison_figure needs at least one recording, and a name for each or no names; got {len(recordings)} and {given}"
        )
    called = numbered(list(names) if names is not None else [recording.name for recording in recordings])
    labels = [plain(shortened(name, 170.0, PRINT)) for name in called]  # of a name [pt]
    colours = colours_of(len(recordings))
    width = COLUMNS["double"]
    # width of a line sample with its margins in a legend [pt]
    n_columns = max(1, int((width - LAYOUT.left) * 72 / (max(text_width(label, PRINT) for label in labels) + 26.0)))
    rows = -(-len(labels) // n_columns)
    (wide, tall), (gap_x, gap_y) = PANEL_SIZE, PANEL_GAP
    height = LAYOUT.bottom + 2 * tall + gap_y + LAYOUT.legend_row * rows + LAYOUT.top
    figure = NotebookFigure(figsize=(width, height), dpi=150, facecolor="white")
    axes = [
        figure.add_axes(((LAYOUT.left + i * (wide + gap_x)) / width, (LAYOUT.bottom + j * (tall + gap_y)) / height,
                         wide / width, tall / height))
        for j in (1, 0) for i in (0, 1)
    ]  # fmt: skip
    for ax in axes:
        quiet(ax, PRINT)
        ax.yaxis.set_label_coords(-0.47 / PANEL_SIZE[0], 0.5)
    _draw_paths(axes[0], recordings, colours)
    _draw_series(axes[1], recordings, colours, _speed, "speed [m/s]")
    _draw_series(axes[2], recordings, colours, _torque, "rms joint torque [N m]")
    _draw_series(axes[3], recordings, colours, _energy, "actuation energy [J]")
    lines = [axes[1].plot([], [], color=colour, linewidth=1.4)[0] for colour in colours]
    figure.legend(lines, labels, loc="upper center", bbox_to_anchor=(0.5, 1.0), ncols=min(n_columns, len(labels)),
                  frameon=False, fontsize=PRINT, handlelength=1.4, handletextpad=0.5, columnspacing=1.2, labelspacing=0.25,
                  borderaxespad=0.2)  # fmt: skip
    return figure


def _draw_paths(ax: Axes, recordings: Sequence[Recording], colours: Sequence) -> None:
    seen = next((recording for recording in recordings if "link_position" in recording.dataset), None)
    plane = [0, 1] if seen is None else list(view_plane(seen))
    ax.set(xlabel=f"{AXES[plane[0]]} [m]", ylabel=f"{AXES[plane[1]]} [m]")
    ax.set_aspect("equal", adjustable="datalim")
    drawn = False
    for recording, colour in zip(recordings, colours, strict=True):
        if "com_position" not in recording.dataset:
            continue
        path = recording["com_position"].values[finite_rows(recording)][:, plane]
        if len(path):
            ax.plot(path[:, 0], path[:, 1], color=colour, linewidth=1.0)
            ax.plot(*path[-1], "o", color=colour, markersize=3.5, markeredgecolor="white", markeredgewidth=0.5)
            drawn = True
    if not drawn:
        write_centred(ax, "no finite positions")


def _draw_series(ax: Axes, recordings: Sequence[Recording], colours: Sequence, series: Series, label: str) -> None:
    ax.set_ylabel(label)
    ax.set_xlabel("time [s]", color=INK)
    ax.margins(x=0.0)
    drawn, high = False, 0.0
    for recording, colour in zip(recordings, colours, strict=True):
        time, values = series(recording)
        if values.size:
            ax.plot(time, values, color=colour, linewidth=1.0)
            drawn = True
            finite = values[np.isfinite(values)]
            late = finite[len(finite) // 50 :]  # a peak of the start would squeeze the rest
            high = max(high, float(late.max(initial=0.0)))
    if not drawn:
        ax.set_yticks([])
        return write_centred(ax, "nothing recorded")
    ax.set_ylim(0.0, 1.08 * high or 1.0)
    ax.ticklabel_format(axis="y", scilimits=(-3, 4), useOffset=False)


def _speed(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Speed of the centre of mass; empty if it is not recorded."""
    if "com_velocity" not in recording.dataset:
        return np.zeros(0), np.zeros(0)
    return recording["time"].values, np.linalg.norm(recording["com_velocity"].values, axis=1)


def _torque(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Root mean square over the joints; empty for a robot without angles, or without recorded torques."""
    if "tau" not in recording.dataset:
        return np.zeros(0), np.zeros(0)
    tau = recording["tau"].values[:, recording["coordinate_unit"].values == "rad"]
    return recording["time"].values, np.sqrt((tau**2).mean(axis=1)) if tau.shape[1] else np.zeros(0)


def _energy(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Energy through the actuators since the start; empty for a robot without coordinates, or without recorded power."""
    if not {"tau", "v"} <= set(recording.dataset.data_vars):
        return np.zeros(0), np.zeros(0)
    time, power = recording["time"].values, actuation_power(recording)
    if not recording["tau"].shape[1] or not len(time):
        return time, np.zeros(0)
    return time, np.concatenate(([0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(time))))


MAX_PANELS, N_COLUMNS = 12, 2


def measured_figure(measured: Recording, simulated: Recording, n_joints: int = 6) -> Figure | None:
    """Measured and simulated angle of the joints that differ most, in a panel each; None if no joint is in both.

    Args:
        measured: Recording of a physical robot.
        simulated: Simulated run of the same robot.
        n_joints: Largest number of joints [-].
    """
    time = common_time(measured, simulated)
    q = [values_at(run, "q", time) for run in (measured, simulated)] if len(time) > 1 else [None, None]
    if q[0] is None or q[1] is None or q[0].shape != q[1].shape:
        return None
    size = np.nan_to_num(np.nanmean((q[0] - q[1]) ** 2, axis=0))
    chosen = np.sort(np.argsort(-size, kind="stable")[:n_joints])
    names, units = measured["coordinate"].values, measured["coordinate_unit"].values
    figure = NotebookFigure(figsize=(7.0, 0.5 + 1.0 * len(chosen)), dpi=150, facecolor="white", layout="constrained")
    axes = np.atleast_1d(figure.subplots(len(chosen), 1, sharex=True))
    for ax, i in zip(axes, chosen.tolist(), strict=True):
        quiet(ax, PRINT)
        ax.plot(time, q[0][:, i], color=VERMILION, linewidth=1.4, label="measured")
        ax.plot(time, q[1][:, i], color=BLUE, linewidth=0.9, label="simulated")
        ax.set_ylabel(f"{names[i]} [{units[i]}]")
        ax.margins(x=0.0)
    axes[0].legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, frameon=False, fontsize=PRINT)
    axes[-1].set_xlabel("time [s]", color=INK)
    return figure


def measured_variables_figure(measured: Recording, simulated: Recording, maximum: int = MAX_PANELS) -> Figure | None:
    """Measured and simulated values of the components that differ most, but those of q; None if nothing else is in both.

    Args:
        measured: Recording of a physical robot, or of digitised curves.
        simulated: Simulated run of the same robot.
        maximum: Largest number of panels [-].
    """
    time = common_time(measured, simulated)
    curves = []
    for name, unit, a, b in shared_components(measured, simulated):
        known = np.isfinite(a) & np.isfinite(b)
        if not name.startswith("q.") and known.sum() > 1:
            span = float(np.ptp(a[known])) or 1.0
            curves.append((float(np.sqrt(np.mean((b[known] - a[known]) ** 2))) / span, name, unit, a, b))
    if not curves:
        return None
    worst = {entry[1] for entry in sorted(curves, key=lambda entry: -entry[0])[:maximum]}
    chosen = [entry for entry in curves if entry[1] in worst]
    rows = -(-len(chosen) // N_COLUMNS)
    figure = NotebookFigure(figsize=(7.0, 0.5 + 1.3 * rows), dpi=150, facecolor="white", layout="constrained")
    axes = np.ravel(figure.subplots(rows, N_COLUMNS, sharex=True, squeeze=False))
    for ax in axes[len(chosen) :]:
        ax.set_axis_off()
    for ax, (_, name, unit, a, b) in zip(axes, chosen, strict=False):
        quiet(ax, PRINT)
        ax.plot(time, a, color=VERMILION, linewidth=1.4, label="measured")
        ax.plot(time, b, color=BLUE, linewidth=0.9, label="simulated")
        ax.set_ylabel(f"{name} [{unit or '-'}]", fontsize=PRINT - 1)
        ax.margins(x=0.0)
    axes[0].legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, frameon=False, fontsize=PRINT)
    for ax in axes[max(0, len(chosen) - N_COLUMNS) : len(chosen)]:
        ax.set_xlabel("time [s]", color=INK)
    return figure
