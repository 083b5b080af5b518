"""Panel of joint efforts: torques of angles, and forces of displacements on a second axis."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from snakelab.results.metrics import GRAVITY, START
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.figures.drawing.style import (
    DASHED,
    GREY,
    INK,
    PALETTE,
    SMALL,
    colours_of,
    fitting,
    legend,
    right_axis,
    title,
    title_width,
    write_centred,
)

ROW = 296.0  # of the panel's title and legend together [pt]
RIGHT_AXIS = 40.0  # width of an axis at the right [pt]
KINDS = {"rad": ("torque", "N m"), "m": ("force", "N")}
AT_LIMIT = "at a limit"  # label of the artist
NOTHING = 1e-12  # of the robot's weight, and its moment: rounding


def draw_efforts(ax: Axes, recording: Recording, torque_limit: float | None = None) -> None:
    """Draw torques of angles and forces of displacements over time, with a dashed line at the limit of the torques.

    Where a robot has both, the forces are dashed and have their axis at the right. The legend names as many as fit. A
    line is thick where its actuator is at a limit.
    """
    units = [str(unit) for unit in recording["coordinate_unit"].values]
    kinds = [unit for unit in KINDS if unit in units]
    both = len(kinds) > 1
    words = "Joint efforts" if both else "Actuator forces [N]" if kinds == ["m"] else "Joint torques"
    title(ax, "c", words)
    ax.set_ylabel("torque [N m]")
    if not units:
        ax.set_yticks([])
        return write_centred(ax, "no joints")
    names = [str(name) for name in recording["coordinate"].values]
    few = len(names) <= len(PALETTE)
    colours = colours_of(len(names))
    lines: dict[int, Line2D] = {}
    for kind in kinds:
        place = right_axis(ax) if both and kind == "m" else ax
        columns = [i for i, unit in enumerate(units) if unit == kind]
        lines |= _draw_kind(place, recording, kind, columns, colours, dashed=place is not ax)
    if torque_limit is not None and "rad" in kinds:
        limit = abs(float(torque_limit))
        draw_limit(ax, limit, f"limit {limit:g} N m")
    # With many curves, the first and the last label show the order of the colours.
    order = [*lines] if few else [0, len(names) - 1, *range(1, len(names) - 1)]
    room = ROW - title_width(ax) - RIGHT_AXIS * both
    legend(ax, fitting([lines[i] for i in order], [names[i] for i in order], room, maximum=len(PALETTE) if few else 2))


def acts(recording: Recording, unit: str) -> bool:
    """Return True if a coordinate measured in `unit` has an effort above rounding, or none is recorded."""
    tau = np.abs(recording["tau"].values[:, recording["coordinate_unit"].values == unit])
    scale = float(recording["link_mass"].values.sum()) * GRAVITY
    if unit == "rad":
        scale *= float(np.nan_to_num(recording["link_length"].values).sum())
    return not tau.size or not bool(np.nanmax(tau, initial=0.0) <= NOTHING * scale)


def _draw_kind(
    ax: Axes, recording: Recording, kind: str, columns: list[int], colours: Sequence[Any], *, dashed: bool
) -> dict[int, Line2D]:
    """Draw the curves of all coordinates of one unit, by their column."""
    what, unit = KINDS[kind]
    time, tau = recording["time"].values, recording["tau"].values[:, columns]
    lines = {}
    for i, values in zip(columns, tau.T, strict=True):
        style = (0, (4, 1.2)) if dashed else "solid"
        (lines[i],) = ax.plot(time, values, color=colours[i], linewidth=1.2, linestyle=style)
        if "actuator_limit" in recording.dataset:  # thick where the actuator is at a limit
            at = recording["actuator_limit"].values[:, i] != 0
            ax.plot(
                time,
                np.where(at, values, np.nan),
                color=colours[i],
                linewidth=3.0,
                solid_capstyle="round",
                gid=AT_LIMIT,
            )
    ax.set_ylabel(f"{what} [{unit}]{', dashed' if dashed else ''}")
    if not acts(recording, kind):
        ax.set_ylim(-1, 1)
        ax.set_yticks([0])
        if not dashed:
            write_centred(ax, f"no actuator {what}", height=0.6)
    else:
        clip_start(ax, time, tau, f"{what} at the start", unit, right=dashed)
    return lines


def clip_start(ax: Axes, time: FloatArray, tau: FloatArray, what: str, unit: str, *, right: bool = False) -> None:
    """Clip the axis below a peak at the start, and annotate the height of the peak."""
    if not tau.size:
        return
    late = tau[time >= time[0] + START]
    peak, usual = (float(np.nanmax(np.abs(values), initial=0.0)) for values in (tau, late))
    if math.isfinite(peak) and usual > 0 and peak > 2 * usual:
        ax.set_ylim(1.6 * min(np.nanmin(late), 0), 1.15 * max(np.nanmax(late), 0))
        place, side = (0.988, "right") if right else (0.012, "left")
        words = f"{what}: up to {peak:.3g} {unit}"
        ax.annotate(words, (place, 0.03), xycoords="axes fraction", ha=side, fontsize=SMALL, color=GREY)


def draw_limit(ax: Axes, limit: float, words: str) -> None:
    """Draw a dashed line at the limit, with a label, and one at its negative if the values come near that."""
    low, high = ax.get_ylim()
    for level in (limit, -limit) if low < -limit / 2 else (limit,):
        ax.axhline(level, color=INK, linewidth=1.0, linestyle=DASHED)
    ax.set_ylim(min(low, -1.1 * limit if low < -limit / 2 else low), max(high, 1.25 * limit))
    ax.annotate(words, (1, limit), xycoords=("axes fraction", "data"), xytext=(-4, 2),
                textcoords="offset points", ha="right", va="bottom", fontsize=SMALL, color=INK)  # fmt: skip
