"""Figure of the speed over the gains of the following joints, and of the amplitude of the wave along the body."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from reproductions.pipe_snake.passage.gains import Swum
from snakelab.figures.style import BLUE, DASHED, GREEN, INK, PRINT, VERMILION, quiet
from snakelab.robots.library.rigid_robots import PRESETS

COLOURS = (GREEN, BLUE, VERMILION)  # of the values of K_c in ascending order


def gains_figure(swum: Sequence[Swum]) -> Figure:
    """Figure of two panels: speed over K_cd for each K_c, with the presets, and amplitude of each joint for the presets.

    Args:
        swum: From `swim`.
    """
    figure = Figure(figsize=(7.16, 2.7), layout="constrained")
    left, right = figure.subplots(1, 2)
    by_gains = {(one.gain, one.damping): one for one in swum}
    colours = dict(zip(sorted({one.gain for one in swum}), COLOURS, strict=False))
    for gain, colour in colours.items():
        curve = sorted((one for one in swum if one.gain == gain), key=lambda one: one.damping)
        at, speeds = [one.damping for one in curve], [one.speed for one in curve]
        left.plot(at, speeds, ".-", color=colour, label=f"$K_c$ = {gain:g} N m/rad")
    for name, gains in PRESETS.items():
        if gains in by_gains:
            one = by_gains[gains]
            left.annotate(name, (one.damping, one.speed), (2, 5), textcoords="offset points", size=PRINT, color=INK)
            joints, colour = np.arange(1, len(one.amplitudes) + 1), colours[one.gain]
            right.plot(
                joints, one.amplitudes, ".", color=colour, linestyle=DASHED if name == "published" else "-", label=name
            )
    left.set_xscale("log")
    left.set_xlabel("$K_{cd}$  [N m s/rad]")
    left.set_ylabel("speed in open water  [m/s]")
    right.set_xlabel("joint, from the tail")
    right.set_ylabel("swing to each side  [rad]")
    for ax, letter in ((left, "a"), (right, "b")):
        quiet(ax, PRINT)
        ax.set_ylim(0, None)
        ax.set_title(letter, loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)
        ax.legend(frameon=False, fontsize=PRINT)
    return figure
