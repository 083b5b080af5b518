"""Figure of a measured run over a simulated one: the joints that differ most."""

import numpy as np
from matplotlib.figure import Figure

from snakelab.results.diagnostics.measured_differences import common_time, shared_components, values_at
from snakelab.results.recording import Recording
from snakelab.view.figures.drawing.notebook_figure import NotebookFigure
from snakelab.view.figures.drawing.style import BLUE, INK, PRINT, VERMILION, quiet

N_JOINTS = 6
MOST_PANELS, COLUMNS = 12, 2


def measured_figure(measured: Recording, simulated: Recording, n_joints: int = N_JOINTS) -> Figure | None:
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


def measured_variables_figure(measured: Recording, simulated: Recording, most: int = MOST_PANELS) -> Figure | None:
    """Measured and simulated values of the components that differ most, but those of q; None if nothing else is in both.

    Args:
        measured: Recording of a physical robot, or of digitised curves.
        simulated: Simulated run of the same robot.
        most: Largest number of panels [-].
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
    worst = {entry[1] for entry in sorted(curves, key=lambda entry: -entry[0])[:most]}
    chosen = [entry for entry in curves if entry[1] in worst]
    rows = -(-len(chosen) // COLUMNS)
    figure = NotebookFigure(figsize=(7.0, 0.5 + 1.3 * rows), dpi=150, facecolor="white", layout="constrained")
    axes = np.ravel(figure.subplots(rows, COLUMNS, sharex=True, squeeze=False))
    for ax in axes[len(chosen) :]:
        ax.set_axis_off()
    for ax, (_, name, unit, a, b) in zip(axes, chosen, strict=False):
        quiet(ax, PRINT)
        ax.plot(time, a, color=VERMILION, linewidth=1.4, label="measured")
        ax.plot(time, b, color=BLUE, linewidth=0.9, label="simulated")
        ax.set_ylabel(f"{name} [{unit or '-'}]", fontsize=PRINT - 1)
        ax.margins(x=0.0)
    axes[0].legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, frameon=False, fontsize=PRINT)
    for ax in axes[max(0, len(chosen) - COLUMNS) : len(chosen)]:
        ax.set_xlabel("time [s]", color=INK)
    return figure
