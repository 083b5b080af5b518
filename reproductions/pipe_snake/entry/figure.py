"""Rates of entering and arriving against the number of samples, with their confidence intervals."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reproductions.pipe_snake.entry.rates import Rate, wilson
from snakelab.figures.style import BLUE, INK, PRINT, VERMILION, quiet

CURVES = {True: ("walls predicted", BLUE, "o"), False: ("walls not predicted", VERMILION, "s")}
PANELS = {"entered": "a  entered", "arrived": "b  arrived"}
APART = 0.012  # horizontal offset between the two curves, as a fraction of the largest number of samples


def rates_figure(rates: Sequence[Rate]) -> Figure:
    """Figure of two panels: the fractions of trials that entered and that arrived, with Wilson intervals of 95 %.

    Args:
        rates: From `rates`.
    """
    figure = Figure(figsize=(7.16, 2.8), layout="constrained")
    for ax, (what, title) in zip(figure.subplots(1, 2, sharey=True), PANELS.items(), strict=True):
        _panel(ax, rates, what)
        ax.set_title(title, loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)
        ax.set(xlabel="samples a cycle", ylim=(-0.03, 1.03))
    figure.axes[0].set_ylabel("fraction of the trials")
    figure.axes[0].legend(frameon=False, fontsize=PRINT)
    return figure


def _panel(ax: Axes, rates: Sequence[Rate], what: str) -> None:
    quiet(ax, PRINT)
    width = APART * max((rate.n_samples for rate in rates), default=0)
    for contact, (label, colour, mark) in CURVES.items():
        curve = [rate for rate in rates if rate.contact == contact]
        shares = [getattr(rate, what) / rate.trials for rate in curve]
        ends = [wilson(getattr(rate, what), rate.trials) for rate in curve]
        bars = [
            [share - low for share, (low, _) in zip(shares, ends, strict=True)],
            [high - share for share, (_, high) in zip(shares, ends, strict=True)],
        ]
        at = [rate.n_samples + (-width if contact else width) / 2 for rate in curve]
        if curve:
            ax.errorbar(
                at, shares, bars, color=colour, marker=mark, markersize=4, linewidth=1, capsize=2.5, label=label
            )
    ax.set_xticks(sorted({rate.n_samples for rate in rates}))
