"""Overview figure of a run: the body in the plane, its mid link, the joint torques and the speed."""

import math
from contextlib import suppress
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.metrics import cost_of_transport, duration, fixed, mean_power, mean_speed, peak_force, peak_torque
from snakelab.results.recording import Recording
from snakelab.types import number
from snakelab.view.body_outlines.line import mid_link, mid_word
from snakelab.view.figures.drawing.bodies import draw_bodies
from snakelab.view.figures.drawing.efforts import acts, draw_efforts
from snakelab.view.figures.drawing.style import (
    BLUE,
    DASHED,
    GREEN,
    GREY,
    INK,
    VERMILION,
    NotebookFigure,
    legend,
    quiet,
    shortened,
    text_width,
    title,
)

# All in inches. Left, bottom, width and height of the plane; bottom and height of the bar of its colours; left, bottom
# and width of the panels at its right, their heights from the top, the gap between them, and the distance of their labels.
SIZE = (11.0, 6.4)
PLANE, BAR = (0.72, 1.08, 5.05, 4.64), (0.46, 0.12)
PANELS, HEIGHTS, GAP, LABEL = (6.52, 0.52, 4.30), (1.32, 1.68, 1.32), 0.44, 0.52
HEADLINE, FACTS, BOLD = 14.0, 10.0, 1.15  # font sizes [pt], and relative width of bold letters
RIGHT_AXIS = 0.55  # for an axis at the right of the efforts


@checked_arguments(RecordingError)
def overview_figure(recording: Recording, *, torque_limit: float | None = None) -> Figure:
    """Body, mid-link position, joint torques and speed of a run in one figure.

    Planar robots are drawn as they are, others in the plane between whose axes they extend most. Colours go from light
    (start) to dark (end), distinguishable for the colour-blind. No global state is changed, so the figure works on a
    machine without a screen; write it with `figure.savefig(path)`.

    Args:
        recording: The run; also a stopped or diverged one.
        torque_limit: Level of the dashed line, [N m]. Default: the recording's attribute `torque_reference`, if any.
    """
    if torque_limit is None:
        torque_limit = recording.dataset.attrs.get("torque_reference")
    else:
        number(torque_limit, "overview_figure torque_limit", RecordingError, unit="N m")
    figure = NotebookFigure(figsize=SIZE, dpi=150, facecolor="white")
    units = {str(unit) for unit in recording["coordinate_unit"].values}
    right = PANELS[2] - (RIGHT_AXIS if {"rad", "m"} <= units else 0.0)
    plane = _panel(figure, *PLANE)
    bar = _panel(figure, PLANE[0], BAR[0], PLANE[2], BAR[1])
    title(plane, "a", f"Body and path of the centre of the middle {mid_word(recording)}")
    draw_bodies(plane, recording, bar=bar)
    panels: list[Axes] = []
    bottom = PANELS[1]
    for height in HEIGHTS[::-1]:
        panels.append(_panel(figure, PANELS[0], bottom, right, height, sharex=panels[0] if panels else None))
        panels[-1].yaxis.set_label_coords(-LABEL / right, 0.5)
        bottom += height + GAP
    draw_mid_link(panels[2], recording)
    draw_efforts(panels[1], recording, torque_limit)
    draw_speed(panels[0], recording)
    _time_axis(panels[0], recording)
    for ax in panels[1:]:
        ax.tick_params(labelbottom=False)
    for ax in (plane, *panels):
        quiet(ax)
    _headline(figure, recording)
    return figure


def _panel(figure: Figure, left: float, bottom: float, width: float, height: float, **options: Any) -> Axes:
    """Add axes at a position in inches: Matplotlib's automatic layouts take longer than all the rest."""
    x, y = SIZE
    return figure.add_axes((left / x, bottom / y, width / x, height / y), **options)


def draw_mid_link(ax: Axes, recording: Recording) -> None:
    """Draw the position of the centre of the mid link over time: x and y, and z if the robot leaves the plane."""
    position, time = mid_link(recording), recording["time"].values
    title(ax, "b", f"Centre of the middle {mid_word(recording)}")
    planar = not position.size or np.ptp(position[:, 2]) < 1e-9
    for name, i, colour in (("x", 0, BLUE), ("y", 1, VERMILION), ("z", 2, GREEN))[: 2 if planar else 3]:
        ax.plot(time, position[:, i], color=colour, label=name)
    ax.set_ylabel("position [m]")
    legend(ax)


def draw_speed(ax: Axes, recording: Recording) -> None:
    """Draw the speed of the centre of mass, with the net displacement over time as a dashed line if the base is free."""
    speed, mean = np.linalg.norm(recording["com_velocity"].values, axis=1), mean_speed(recording)
    title(ax, "d", "Speed of the centre of mass")
    ax.plot(recording["time"].values, speed, color=BLUE)
    if math.isfinite(mean) and not fixed(recording):
        ax.axhline(mean, color=INK, linewidth=1.0, linestyle=DASHED, label="mean (net)")
    ax.set_ylabel("speed [m/s]")
    ax.set_ylim(0, 1.08 * ax.get_ylim()[1] or 1.0)
    legend(ax)


def _time_axis(ax: Axes, recording: Recording) -> None:
    """Format the common time axis of all panels."""
    time = recording["time"].values
    if len(time) > 1 and time[-1] > time[0]:
        ax.set_xlim(time[0], time[-1])
    ax.set_xlabel("time [s]")


def _headline(figure: Figure, recording: Recording) -> None:
    facts = [f"{duration(recording):.4g} s", *(_of_an_arm(recording) if fixed(recording) else _of_a_way(recording))]
    text = "   |   ".join(facts)
    figure.text(0.988, 0.985, text, ha="right", va="top", fontsize=FACTS, color=GREY)
    ill = not recording.status.completed
    status = "" if recording.finished else f", {recording.status}"
    room = (72 * SIZE[0] * 0.96 - text_width(text, FACTS)) / BOLD - text_width(status, HEADLINE)
    words = shortened(recording.title.replace("_", " "), room, HEADLINE) + status
    figure.suptitle(
        words,
        x=0.012,
        ha="left",
        fontsize=HEADLINE,
        fontweight="bold",
        color=VERMILION if ill else INK,
        parse_math=False,
    )


def _of_a_way(recording: Recording) -> list[str]:
    """Metrics of a robot with a free base, as far as they are known."""
    speed, power, cost = mean_speed(recording), math.nan, math.nan
    with suppress(RecordingError):  # a recording without the positions of its propellers
        power, cost = mean_power(recording), cost_of_transport(recording)
    driven = recording["tau"].size > 0
    facts = (
        (f"mean speed {speed:.3g} m/s", math.isfinite(speed)),
        (f"mean power {power:.3g} W", driven and math.isfinite(power)),
        (f"cost of transport {cost:.3g}", driven and math.isfinite(cost)),
    )
    return [fact for fact, known in facts if known]


def _of_an_arm(recording: Recording) -> list[str]:
    """Metrics of a robot with a fixed base, as far as they are known."""
    peaks = (("rad", "peak torque", peak_torque(recording), "N m"), ("m", "peak force", peak_force(recording), "N"))
    return [f"{name} {x:.3g} {unit}" for kind, name, x, unit in peaks if math.isfinite(x) and acts(recording, kind)]
