"""Figure of the static test: bend and blocked force over pressure."""

import math
from collections.abc import Sequence

from matplotlib.figure import Figure

from reproductions.hybrid_snake.static_test import Pressed
from snakelab.figures.style import DASHED, INK, PALETTE, PRINT, quiet

MPA = 1e6
FULL_TURN = 360.0  # limit of the drawn bend: a joint bent further would intersect itself


def static_figure(pressed: Sequence[Pressed]) -> Figure:
    """Figure of two panels over the pressure in one chamber: bend of the free joint, and force of the held tip.

    Each case is a line, solid for the thinner body and dashed for the others.

    Args:
        pressed: From `press`.
    """
    figure = Figure(figsize=(7.16, 2.8), layout="constrained")
    axes = figure.subplots(1, 2)
    cases = list(dict.fromkeys(one.case for one in pressed))
    materials = list(dict.fromkeys(case.material for case in cases))
    thin = min((case.radius for case in cases), default=0.0)
    for case in cases:
        line = [one for one in pressed if one.case == case]
        style = {
            "color": PALETTE[materials.index(case.material) % len(PALETTE)],
            "linestyle": "-" if case.radius == thin else DASHED,
            "label": f"{case.material}, {1e3 * case.radius:g} mm",
        }
        shown = [one for one in line if math.degrees(one.bend) <= FULL_TURN]
        axes[0].plot([one.pressure / MPA for one in shown], [math.degrees(one.bend) for one in shown], **style)
        axes[1].plot([one.pressure / MPA for one in line], [one.force for one in line], **style)
    for ax, letter, words in zip(axes, "ab", ("tip free", "tip held sideways"), strict=True):
        quiet(ax, PRINT)
        ax.set_title(f"{letter}  {words}", loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)
        ax.set(xlabel="pressure in one chamber  [MPa]", xlim=(0, None), ylim=(0, None))
    axes[0].set_ylabel("bend  [deg]")
    axes[1].set_ylabel("force of the tip  [N]")
    if cases:
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside right center", frameon=False, fontsize=PRINT)
    return figure
