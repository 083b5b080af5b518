"""Map of rolling: computed speeds over the rolling bound, and velocities compared with the paper's table."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reproductions.soft_snake.published import TABLE_I
from reproductions.soft_snake.sweep import LAGS, Rolled
from snakelab.figures.style import DASHED, GREY, INK, PALETTE, PRINT, quiet

CM = 100.0
MARKERS = {"planar": "o", "spatial": "^"}


def map_figure(rolled: Sequence[Rolled], skin_radius: float = 0.032, frequency: float = 0.5) -> Figure:
    """Figure of three panels: speed over the bound for planar and for spatial rolling, and velocities of bodies along x.

    A hollow marker denotes a body that does not roll. Horizontal lines are the speeds of Table I.

    Args:
        rolled: From `roll`.
        skin_radius: Skin radius of the bodies in the last panel [m].
        frequency: Frequency of the bodies in the last panel [Hz].
    """
    figure = Figure(figsize=(7.16, 3.0), layout="constrained")
    axes = figure.subplots(1, 3)
    forces = sorted({one.case.peak_force for one in rolled})
    colours = {force: PALETTE[i % len(PALETTE)] for i, force in enumerate(forces)}
    for ax, letter, gait in zip(axes, "ab", LAGS, strict=False):
        _speeds(ax, [one for one in rolled if one.case.gait == gait], colours)
        _head(ax, f"{letter}  {gait} rolling")
    alike = [
        one
        for one in rolled
        if abs(one.case.heading) < 1e-9
        and math.isclose(one.case.skin_radius, skin_radius)
        and math.isclose(abs(one.case.frequency), frequency)
    ]
    _velocities(axes[2], alike, colours)
    _head(axes[2], f"c  along x, {1e3 * skin_radius:g} mm, {frequency:g} Hz")
    handles = [
        Line2D([], [], color=colour, marker="s", linestyle="", label=f"{force:g} N")
        for force, colour in colours.items()
    ]
    handles += [
        Line2D([], [], color=GREY, marker=mark, linestyle="", label=f"{gait}") for gait, mark in MARKERS.items()
    ]
    handles += [
        Line2D([], [], color=GREY, marker="o", markerfacecolor="none", linestyle="", label="does not roll"),
        Line2D([], [], color=INK, marker="*", linestyle="", label="Table I, model"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=PRINT,
                  handletextpad=0.1, columnspacing=1.0)  # fmt: skip
    return figure


def _head(ax: Axes, words: str) -> None:
    ax.set_title(words, loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)


def _speeds(ax: Axes, rolled: Sequence[Rolled], colours: dict[float, str]) -> None:
    """Draw the speed over that of a straight cylinder, with the speeds of the table as horizontal lines."""
    quiet(ax, PRINT)
    for one in rolled:
        colour = colours[one.case.peak_force]
        face = colour if one.rolls else "none"
        ax.plot(
            CM * one.bound, CM * one.speed, MARKERS[one.case.gait], color=colour, markerfacecolor=face, markersize=3.5
        )
    most = CM * max((one.bound for one in rolled), default=0.1)
    ax.plot([0, most], [0, most], color=GREY, linewidth=1)
    gait = rolled[0].case.gait if rolled else ""
    for row in TABLE_I:
        if row.gait == gait:
            style = "-" if row.robot == "model" else DASHED
            ax.axhline(CM * row.speed, color=INK, linewidth=0.9, linestyle=style)
            drop = 2 if row.robot == "model" else -8
            ax.annotate(f"{row.robot} {CM * row.speed:.2f}", (0, CM * row.speed), (2, drop), color=INK,
                        textcoords="offset points", fontsize=PRINT - 1.5)  # fmt: skip
    ax.set(xlabel="no slip, 2π f r  [cm/s]", ylabel="mean speed  [cm/s]", xlim=(0, None), ylim=(0, None))


def _velocities(ax: Axes, rolled: Sequence[Rolled], colours: dict[float, str]) -> None:
    """Draw the velocities along and across the initial direction of the body, computed and from the table."""
    quiet(ax, PRINT)
    for gait, mark in MARKERS.items():
        line = [one for one in rolled if one.case.gait == gait]
        along, across = ([CM * abs(one.velocity[axis]) for one in line] for axis in (0, 1))
        ax.plot(along, across, color=GREY, linewidth=0.8)
        for x, y, one in zip(along, across, line, strict=True):
            colour = colours[one.case.peak_force]
            ax.plot(x, y, mark, color=colour, markerfacecolor=colour if one.rolls else "none", markersize=5)
    for row in TABLE_I:
        if row.robot == "model":
            x, y = (CM * part for part in row.velocity)
            ax.plot(x, y, "*", color=INK, markersize=9)
            ax.annotate(f"{row.gait}", (x, y), (5, 4), textcoords="offset points", fontsize=PRINT - 0.5, color=INK)
    ax.margins(0.15)
    ax.set(xlabel="speed along x  [cm/s]", ylabel="speed along y  [cm/s]", xlim=(-0.3, None), ylim=(0, None))
