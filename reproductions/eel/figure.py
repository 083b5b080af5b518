"""Figure of speed and power over amplitude, frequency and lag, as in the paper on both."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reproductions.eel.sweep import VARIED, Case, Swum
from snakelab.figures.style import BLUE, DASHED, INK, PRINT, VERMILION, quiet

CURVES = {"even": ("lateral undulation", BLUE), "eel": ("eel-like motion", VERMILION)}
LABELS = {"amplitude": "amplitude α  [°]", "angular_frequency": "frequency ω  [°/s]", "phase_lag": "phase lag δ  [°]"}


def trends_figure(swum: Sequence[Swum], middle: Case | None = None) -> Figure:
    """Figure of six panels: speed (top) and power (bottom) over each of the three parameters of the gait.

    In the lower panels, solid lines are the sums of the absolute powers of the joints, dashed lines the net power.

    Args:
        swum: Results of `swim` for lines through `middle`; cases that differ from it in two parameters are not drawn.
        middle: Case that the lines have in common; None for that of `line`.
    """
    middle = middle or Case()
    figure = Figure(figsize=(7.16, 4.2), layout="constrained")
    axes = figure.subplots(2, 3, sharex="col", sharey="row")
    for column, varied in enumerate(VARIED):
        others = [name for name in VARIED if name != varied]
        for profile, (label, colour) in CURVES.items():
            curve = sorted(
                (
                    one
                    for one in swum
                    if one.case.profile == profile
                    and all(math.isclose(getattr(one.case, name), getattr(middle, name)) for name in others)
                ),
                key=lambda one: getattr(one.case, varied),
            )
            at = [math.degrees(getattr(one.case, varied)) for one in curve]
            axes[0, column].plot(at, [one.speed for one in curve], ".-", color=colour, label=label)
            axes[1, column].plot(at, [one.power for one in curve], ".-", color=colour)
            axes[1, column].plot(at, [one.net_power for one in curve], color=colour, linestyle=DASHED)
        axes[1, column].set_xlabel(LABELS[varied])
    for ax, letter in zip(axes.flat, "abcdef", strict=True):
        _dress(ax, letter)
    axes[0, 0].set_ylim(0, None)
    axes[1, 0].set_yscale("log")  # three decades
    axes[0, 0].set_ylabel("speed  [m/s]")
    axes[1, 0].set_ylabel("power  [W]")
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False, fontsize=PRINT
    )
    return figure


def _dress(ax: Axes, letter: str) -> None:
    quiet(ax, PRINT)
    ax.set_title(letter, loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)
