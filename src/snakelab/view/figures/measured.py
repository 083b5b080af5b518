"""Figure of a measured run over a simulated one: the joints that differ most."""

import numpy as np
from matplotlib.figure import Figure

from snakelab.results.diagnostics.measured_differences import common_time, values_at
from snakelab.results.recording import Recording
from snakelab.view.figures.drawing.style import BLUE, INK, PRINT, VERMILION, quiet

N_JOINTS = 6


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
    figure = Figure(figsize=(7.0, 0.5 + 1.0 * len(chosen)), dpi=150, facecolor="white", layout="constrained")
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
