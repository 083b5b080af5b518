"""Figures of the quantities of a run: overview, curves of variables, servo tracking, and the controller."""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snakelab.errors import RecordingError, nearest
from snakelab.figures.body_outlines import has_skin, silhouette
from snakelab.figures.panels import Panel, acts, draw_bodies, draw_efforts, efforts_as_map, panels_figure
from snakelab.figures.picture_geometry import finite_rows, mid_link, mid_word, view_plane
from snakelab.figures.style import (
    BLUE,
    DASHED,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PRINT,
    VERMILION,
    NotebookFigure,
    PlotLayout,
    column_width,
    cut,
    legend,
    quiet,
    text_width,
    title,
)
from snakelab.parameters.arguments import FloatArray, count, number
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.metrics.effort import cost_of_transport, mean_power, peak_force, peak_torque
from snakelab.results.metrics.motion import duration, fixed, mean_speed
from snakelab.results.motor_signals import COSTS, CYCLES, PREFIX, control_notes, cycle_budget, inputs_in, led
from snakelab.results.recording import Curve, Recording, curves

# ----------------------------------------------------------------------------------------------------------------------
# Overview figure of a run: the body in the plane, its mid link, the joint torques and the speed
# ----------------------------------------------------------------------------------------------------------------------

# All in inches. Left, bottom, width and height of the plane; bottom and height of the bar of its colours; left, bottom
# and width of the panels at its right, their heights from the top, the gap between them, and the distance of their labels.
SIZE = (11.0, 6.7)
PLANE, OVERVIEW_BAR = (0.72, 1.08, 5.05, 4.64), (0.46, 0.12)
PANELS, HEIGHTS, GAP, LABEL = (6.52, 0.52, 4.30), (1.32, 1.68, 1.32), 0.44, 0.52
EFFORT_BAR = (0.74, 0.08, 0.09)  # width that the colours of a map of efforts take, their distance, and their own width
HEADLINE, FACTS, BOLD = 14.0, 10.0, 1.15  # font sizes [pt], and relative width of bold letters


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
    mapped = efforts_as_map(recording)
    # room for an axis, or for the colours of a map, at the right of the efforts
    right = PANELS[2] - (EFFORT_BAR[0] if mapped else 0.55 if {"rad", "m"} <= units else 0.0)
    plane = _panel(figure, *PLANE)
    bar = _panel(figure, PLANE[0], OVERVIEW_BAR[0], PLANE[2], OVERVIEW_BAR[1])
    title(plane, "a", f"Body and path of the centre of the middle {mid_word(recording)}")
    draw_bodies(plane, recording, bar=bar)
    panels: list[Axes] = []
    bottom = PANELS[1]
    for height in HEIGHTS[::-1]:
        panels.append(_panel(figure, PANELS[0], bottom, right, height, sharex=panels[0] if panels else None))
        panels[-1].yaxis.set_label_coords(-LABEL / right, 0.5)
        bottom += height + GAP
    draw_mid_link(panels[2], recording)
    colours = None
    if mapped:
        left, width = PANELS[0] + right + EFFORT_BAR[1], EFFORT_BAR[2]
        colours = _panel(figure, left, PANELS[1] + HEIGHTS[2] + GAP, width, HEIGHTS[1])
    draw_efforts(panels[1], recording, torque_limit, colours)
    draw_speed(panels[0], recording)
    _time_axis(panels[0], recording)
    for ax in panels[1:]:
        ax.tick_params(labelbottom=False)
    for ax in (plane, *panels):
        quiet(ax)
    if mapped:
        panels[1].grid(False)
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
    facts = [
        f"{duration(recording):.4g} s",
        *(_fixed_base_metrics(recording) if fixed(recording) else _free_base_metrics(recording)),
    ]
    text = "   |   ".join(facts)
    figure.text(0.012, 1 - 0.42 / SIZE[1], text, ha="left", va="top", fontsize=FACTS, color=GREY)
    ill = not recording.status.completed
    status = "" if recording.finished else f", {recording.status}"
    room = 72 * SIZE[0] * 0.97 / BOLD - text_width(status, HEADLINE)
    words = cut(recording.title.replace("_", " "), room, HEADLINE) + status
    figure.suptitle(
        words,
        x=0.012,
        y=1 - 0.1 / SIZE[1],
        ha="left",
        va="top",
        fontsize=HEADLINE,
        fontweight="bold",
        color=VERMILION if ill else INK,
        parse_math=False,
    )


def _free_base_metrics(recording: Recording) -> list[str]:
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


def _fixed_base_metrics(recording: Recording) -> list[str]:
    """Metrics of a robot with a fixed base, as far as they are known."""
    peaks = (("rad", "peak torque", peak_torque(recording), "N m"), ("m", "peak force", peak_force(recording), "N"))
    return [f"{name} {x:.3g} {unit}" for kind, name, x, unit in peaks if math.isfinite(x) and acts(recording, kind)]


# ----------------------------------------------------------------------------------------------------------------------
# Figures of one kind of quantity each: trajectory, joints, torques, speeds, energies, and any variables
# ----------------------------------------------------------------------------------------------------------------------

TRAJECTORY_LAYOUT = PlotLayout(left=0.60, right=0.12, bottom=0.95, top=0.08, bar=(0.38, 0.11))
WORDS = {
    "q": {"rad": "joint angle", "m": "displacement"},
    "v": {"rad/s": "joint rate", "m/s": "displacement rate"},
    "tau": {"N m": "joint torque", "N": "actuator force"},
}
COUPLING_WORDS = {
    ("cable", "N"): "cable tension",
    ("loop", "N"): "loop force",
    ("gear", "N m"): "gear torque",
    ("gear", "N"): "gear force",
}
ROUNDING = 1e-9  # fraction of the largest value; smaller ones are rounding errors


@checked_arguments(RecordingError)
def trajectory_figure(recording: Recording, *, column: str = "double") -> Figure:
    """Body at equal intervals of time and path of its middle, in the plane in which it extends most.

    Args:
        recording: The run.
        column: "single" or "double": the width of a journal's column, or of two.
    """
    width = column_width(column)
    layout = TRAJECTORY_LAYOUT
    inner = width - layout.left - layout.right
    height = inner * _shape(recording)
    total = layout.bottom + height + layout.top
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    ax = figure.add_axes((layout.left / width, layout.bottom / total, inner / width, height / total))
    bar = figure.add_axes(
        (
            layout.left / width,
            layout.bar[0] / total,
            inner / width,
            layout.bar[1] / total,
        )
    )
    draw_bodies(ax, recording, size=PRINT, bar=bar)
    quiet(ax, PRINT)
    ax.yaxis.set_label_coords(-0.47 / inner, 0.5)
    return figure


@checked_arguments(RecordingError)
def joints_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Joint coordinates over time, angles and displacements in separate panels.

    If there are more joints than fit in a legend, they are drawn twice: as curves, with one colour per joint, and as an
    image over joint number and time with the value as colour, in which a wave along the body is a stripe. `column` is
    as in `trajectory_figure`.
    """
    return panels_figure(recording["time"].values, _with_maps(_by_unit(recording, "q")), column)


@checked_arguments(RecordingError)
def torques_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Torques of angles and forces of displacements over time, with the recording's `torque_reference` as a dashed line.

    A peak within the first 0.1 s that would compress the remaining range is cut off, with its height as text. Many
    joints are drawn as in `joints_figure`, and `column` is as in `trajectory_figure`.
    """
    limit = recording.dataset.attrs.get("torque_reference")
    panels = [
        replace(panel, starts=True, limit=limit if panel.curves[0].unit == "N m" else None)
        for panel in _by_unit(recording, "tau")
    ]
    return panels_figure(recording["time"].values, _with_maps(panels), column)


@checked_arguments(RecordingError)
def couplings_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Tensions of cables, forces of loops, and torques or forces of gears over time, in separate panels.

    `column` is as in `trajectory_figure`.

    Raises:
        RecordingError: if the robot has no gears, loops or cables.
    """
    if "coupling_kind" not in recording.dataset.coords:
        raise RecordingError("the robot of this recording has no gears, loops or cables")
    return panels_figure(recording["time"].values, _with_maps(coupling_panels(recording)), column)


def coupling_panels(recording: Recording) -> list[Panel]:
    """Return the loads of couplings over time: a panel for each kind and unit."""
    kinds, units = (recording[f"coupling_{name}"].values.astype(str) for name in ("kind", "unit"))
    names, loads = recording["coupling"].values.astype(str), recording["coupling_load"].values
    panels = []
    for (kind, unit), word in COUPLING_WORDS.items():
        columns = np.flatnonzero((kinds == kind) & (units == unit))
        shown = [Curve(str(names[i]), unit, loads[:, i]) for i in columns]
        if shown:
            panels.append(Panel(word, shown, starts=True, from_zero=kind != "gear"))
    return panels


@checked_arguments(RecordingError)
def speeds_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Speed and velocity of the centre of mass, and rates of the joints. `column` is as in `trajectory_figure`."""
    components = [
        Curve(curve.name.replace("com_velocity.", "v"), "m/s", curve.values)
        for curve in curves(recording, "com_velocity")
        if np.nanmax(np.abs(curve.values), initial=0.0) > ROUNDING or curve.name.endswith(("x", "y"))
    ]
    speed = Curve("speed", "m/s", np.linalg.norm(recording["com_velocity"].values, axis=1))
    mean = None if fixed(recording) else mean_speed(recording)
    rates = [panel.mapped for panel in _by_unit(recording, "v")]
    panels = [Panel("centre of mass", [speed, *components], mean=mean, from_zero=True), *rates]
    return panels_figure(recording["time"].values, panels, column)


@checked_arguments(RecordingError)
def energies_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Energies, power by term, and work by term since the start; zero terms are left out.

    Power is the derivative of the recorded work between rows. `column` is as in `trajectory_figure`.
    """
    time = recording["time"].values
    names = ("kinetic", "gravity", "elastic")
    energies = [Curve(name, "J", recording[f"{name}_energy"].values) for name in names]
    works = _significant([Curve(c.name.partition(".")[2], "J", c.values) for c in curves(recording, "work")])
    powers = [Curve(work.name, "W", _rate(work.values, time)) for work in works]
    some = _significant(energies) or energies[:1]
    if len(some) > 1:
        some.append(Curve("total", "J", np.sum([energy.values for energy in some], axis=0)))
    word = "energy" if len(some) > 1 else f"{some[0].name} energy"
    of = f" of {works[0].name}" if len(works) == 1 else ""
    panels = [
        Panel(word, some, from_zero=True),
        Panel(f"power{of}", powers, starts=True),
        Panel(f"work{of}", works),
    ]
    return panels_figure(time, [panel for panel in panels if panel.curves], column)


@checked_arguments(RecordingError)
def variables_figure(recording: Recording, words: Iterable[str], *, column: str = "double") -> Figure:
    """Recorded variables over time; those of one unit share a panel, vectors of many links have one for each axis.

    Curves that are zero throughout are left out if an expression selects others too, see `shown_curves`.

    Args:
        recording: The run.
        words: Expressions such as "q", "tau.joint1", "com_position.x", see `snakelab.results.recording.curves`.
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        RecordingError: if the recording lacks a name, with the nearest, or if there is no name.
    """
    shown, _ = shown_curves(recording, words)
    if not shown:
        raise RecordingError("no variables given; give some, such as q, tau.joint1 or com_position.x")
    panels = [part for panel in unit_panels(shown) for part in _by_axis(recording, panel)]
    return panels_figure(recording["time"].values, panels, column, height=1.6)


def shown_curves(recording: Recording, words: Iterable[str]) -> tuple[list[Curve], list[str]]:
    """Return the curves of expressions, and the names of those left out: zero throughout, while others are not.

    A curve that an expression selects alone is always shown.

    Raises:
        RecordingError: if the recording lacks a name, with the nearest.
    """
    shown: dict[str, Curve] = {}
    left_out: dict[str, None] = {}
    for word in words:
        meant = curves(recording, word)
        acting = [curve for curve in meant if len(meant) == 1 or curve.values.any()] or meant
        shown |= {curve.name: curve for curve in acting}
        left_out |= dict.fromkeys(curve.name for curve in meant if curve.name not in shown)
    return [*shown.values()], [name for name in left_out if name not in shown]


def _by_axis(recording: Recording, panel: Panel) -> list[Panel]:
    """Split a panel by axes if it contains one vector of many links, more than a legend can name."""
    name = panel.curves[0].name.partition(".")[0]
    alone = all(curve.name.startswith(f"{name}.") for curve in panel.curves)
    if not (panel.many and alone and recording[name].dims[1:] in (("link", "axis"), ("link", "quaternion"))):
        return [panel]
    labels = dict.fromkeys(curve.name.rpartition(".")[2] for curve in panel.curves)
    return [
        Panel(f"{name} {label}", [curve for curve in panel.curves if curve.name.endswith(f".{label}")])
        for label in labels
    ]


def unit_panels(some: Sequence[Curve]) -> list[Panel]:
    """Group curves in panels by unit, labelled with their variables."""
    panels = []
    for unit in dict.fromkeys(curve.unit for curve in some):
        chosen = [curve for curve in some if curve.unit == unit]
        names = list(dict.fromkeys(curve.name.partition(".")[0] for curve in chosen))
        whole = names[0] if len(chosen) > 1 else chosen[0].name  # one curve is named on its axis
        panels.append(Panel(whole if len(names) == 1 else ", ".join(names[:3]), chosen))
    return panels


def _by_unit(recording: Recording, name: str) -> list[Panel]:
    """Group the columns of a variable of coordinates in panels by unit; empty for a robot without coordinates."""
    return [
        Panel(WORDS[name].get(panel.curves[0].unit, name), panel.curves)
        for panel in unit_panels(curves(recording, name))
    ]


def _with_maps(panels: Sequence[Panel]) -> list[Panel]:
    """Return the panels, and below each of many curves a map of the same."""
    return [shown for panel in panels for shown in ((panel, panel.mapped) if panel.many else (panel,))]


def _significant(some: list[Curve]) -> list[Curve]:
    """Return the curves that exceed rounding errors of the largest."""
    sizes = [float(np.nanmax(np.abs(curve.values), initial=0.0)) for curve in some]
    return [curve for curve, size in zip(some, sizes, strict=True) if size > ROUNDING * max(sizes)]


def _rate(values: FloatArray, time: FloatArray) -> FloatArray:
    """Derivative over time, zero if there is a single row."""
    return np.gradient(values, time) if len(time) > 1 else np.zeros_like(values)


def _shape(recording: Recording) -> float:
    """Ratio of height to width that suits the trajectory."""
    known, plane = finite_rows(recording), view_plane(recording)
    if not known.any():
        return 0.4
    lines = [line[known].reshape(-1, 2) for line in silhouette(recording, plane).lines]
    points = np.concatenate([*lines, mid_link(recording)[known][:, list(plane)]])
    across, up = np.ptp(points, axis=0)
    return float(np.clip(up / across if across > 0 else 0.3, 0.3, 0.62))


# ----------------------------------------------------------------------------------------------------------------------
# Figure of servo tracking: the joints with the largest errors, thick where a limit is active
# ----------------------------------------------------------------------------------------------------------------------

# Limits of a joint: name, which is also that of its line, and colour.
TORQUE, SPEED, STOP = "torque limit", "speed limit", "joint limit"
COLOURS = {TORQUE: VERMILION, SPEED: ORANGE, STOP: GREEN}
COMMANDED = {"color": INK, "linestyle": (0, (3, 1.5)), "linewidth": 0.9}


@checked_arguments(RecordingError)
def tracking_figure(
    recording: Recording, joints: Sequence[str] = (), *, n_joints: int = 3, column: str = "single"
) -> Figure:
    """Commanded and measured angle of some joints over time, in a panel each.

    The measured curve is thick where the actuator was at its torque limit (which its speed may reduce) or the joint
    at its limit; a text states the fraction of the time.

    Args:
        recording: The run of a robot with servos.
        joints: Names, from the top. Default: those with the largest root mean square error.
        n_joints: Number of joints if no names are given [-].
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        RecordingError: if no joint, or a given one, has a servo.
    """
    count(n_joints, "tracking_figure n_joints", RecordingError, minimum=1)
    names = [str(name) for name in recording["coordinate"].values]
    able = [names[i] for i in led(recording)]
    if not able:
        raise RecordingError(
            "no joint of this recording has a servo, so there is no tracking error; joints_figure draws the angles"
        )
    for name in joints:
        if name not in able:
            raise RecordingError(f"there is no joint {name!r} with a servo{nearest(name, able)}")
    chosen = [names.index(name) for name in joints] or worst_joints(recording)[:n_joints]
    units = recording["coordinate_unit"].values
    target, q = recording["target"].values, recording["q"].values
    panels = [
        Panel(names[i], [Curve("commanded", str(units[i]), target[:, i]), Curve("measured", str(units[i]), q[:, i])])
        for i in chosen
    ]
    figure = panels_figure(recording["time"].values, panels, column)
    for ax, i in zip(figure.axes, chosen, strict=True):
        _mark(ax, recording, i)
    return figure


def worst_joints(recording: Recording) -> list[int]:
    """Indices of the coordinates with a servo, in descending order of the mean error."""
    able = led(recording)
    error = recording["target"].values[:, able] - recording["q"].values[:, able]
    size = np.nanmean(error**2, axis=0)
    return [able[k] for k in np.argsort(-np.nan_to_num(size), kind="stable")]


def _limit_masks(recording: Recording, i: int) -> dict[str, FloatArray]:
    """Masks of the instants at which a coordinate was at each of its limits, shape (n_rows,), bool."""
    masks: dict[str, FloatArray] = {}
    if "actuator_limit" in recording.dataset:
        at = np.abs(recording["actuator_limit"].values[:, i])
        masks |= {TORQUE: at == 1, SPEED: at == 2}
    if "joint_limit_torque" in recording.dataset:
        masks[STOP] = recording["joint_limit_torque"].values[:, i] != 0
    return masks


def _mark(ax: Axes, recording: Recording, i: int) -> None:
    """Draw thick lines over the measured curve at limits, and label them with the fraction of time."""
    commanded, measured = ax.lines[:2]
    samples = [] if (legend := ax.get_legend()) is None else legend.get_lines()  # drawn before the lines change
    for line in (commanded, *samples[:1]):
        line.set(**COMMANDED)
    for line in (measured, *samples[1:]):
        line.set_color(BLUE)
    time, q = recording["time"].values, recording["q"].values[:, i]
    words = []
    for name, at in _limit_masks(recording, i).items():
        fraction = float(np.mean(at))
        if fraction > 0.0005:  # of the time: below, it is not drawn
            ax.plot(time, np.where(at, q, np.nan), color=COLOURS[name], linewidth=2.6, gid=name,
                    solid_capstyle="round", zorder=measured.get_zorder() + 0.1)  # fmt: skip
            words.append((f"{name} {100 * fraction:.2g} %", COLOURS[name]))
    for k, (text, colour) in enumerate(words):
        ax.annotate(text, (0.012, 0.04 + 0.13 * k), xycoords="axes fraction", fontsize=PRINT - 0.5, color=colour,
                    fontweight="bold", bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8})  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Figure of a controller: cost, commands and torques, contact load, and cycle times
# ----------------------------------------------------------------------------------------------------------------------

# Notes with separate panels, and notes on the sampling instead of the robot.
SHOWN, INNER = {*COSTS, "input", "cycle_time"}, {"sigma", "diverged"}
MAX_PLANS = 4  # panels of other notes


@checked_arguments(RecordingError)
def control_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Cost, command and torque of the steered joints, contact load, and cycle times with the control period, over time.

    Cost and cycle time are those of each control cycle, as is the note `input`, which is drawn
    with the angle of the head joint, or as `input_<joint>`, with the angle of that one. Other inputs and other numbers
    in its notes have separate panels, four at most of each. Missing data are omitted. A cost
    that falls more than a hundredfold is on a logarithmic axis.

    Args:
        recording: The run of a controller with a cycle log.
        column: "single" or "double": the width of a journal's column, or of two.

    Raises:
        RecordingError: if the recording has no cycle log.
    """
    notes = control_notes(recording)
    if not notes:
        raise RecordingError(
            f"the recording has no {PREFIX}... over {CYCLES}: this figure requires a controller with a cycle log, "
            "such as SamplingMpc; for a gait, use torques_figure"
        )
    cycles = recording[CYCLES].values
    costs = [Curve(words, "-", notes[name]) for name, words in COSTS.items() if name in notes]
    panels = [Panel("cost", costs, time=cycles, log=_needs_log_axis(costs))] if costs else []
    panels += [*_steered(recording, notes, cycles), *_plans(notes, cycles), *_load(recording)]
    if "cycle_time" in notes:
        took = [Curve("cycle time", "s", notes["cycle_time"])]
        panels.append(
            Panel("cycle time", took, time=cycles, from_zero=True, limit=cycle_budget(recording), limit_label="budget")
        )
    return panels_figure(recording["time"].values, panels, column, height=1.0)


def _steered(recording: Recording, notes: dict[str, FloatArray], cycles: FloatArray) -> Iterator[Panel]:
    """Return command and coordinate of each input, and the torque of its joint; a single input is that of the head joint."""
    names = [str(name) for name in recording["coordinate"].values]
    head = 0 if recording.dataset.attrs.get("base_end") == "head" else len(names) - 1
    for name, asked in list(inputs_in(notes).items())[:MAX_PLANS]:
        if name and name not in names:  # a parameter
            yield Panel(name.replace("_", " "), [Curve("command", "-", asked)], time=cycles)
        else:
            yield from _joint(recording, names.index(name) if name else head, name or "head", asked, cycles)


def _joint(recording: Recording, joint: int, name: str, asked: FloatArray, cycles: FloatArray) -> Iterator[Panel]:
    """Return command and angle of one joint, and its torque."""
    angles = "q" in recording.dataset and list(recording["coordinate_unit"].values)[joint:][:1] == ["rad"]
    curves = [Curve("command", "rad" if angles else "-", asked)]
    if angles:
        done = np.interp(cycles, recording["time"].values, recording["q"].values[:, joint])
        curves.append(Curve("angle", "rad", done))
    yield Panel("head joint" if name == "head" else name, curves, time=cycles)
    if angles and "tau" in recording.dataset:
        yield Panel(f"{name} torque", [Curve("torque", "N m", recording["tau"].values[:, joint])], starts=True)


def _plans(notes: dict[str, FloatArray], cycles: FloatArray) -> list[Panel]:
    """Return all other values of the cycle log, such as the parameters of a planned gait."""
    panels = {
        name: values
        for name, values in notes.items()
        if name not in SHOWN and name.split("_")[0] not in {"input", *INNER}
    }
    names = [name for name, values in panels.items() if np.isfinite(values).any()]
    return [Panel(name.replace("_", " "), [Curve(name, "-", notes[name])], time=cycles) for name in names[:MAX_PLANS]]


def _load(recording: Recording) -> list[Panel]:
    if not has_skin(recording):
        return []
    return [Panel("contact load", [Curve("load", "N", recording["skin_load"].values.sum(axis=1))], from_zero=True)]


def _needs_log_axis(costs: list[Curve]) -> bool:
    """Return True if a linear axis would hide most of the run."""
    values = np.concatenate([curve.values for curve in costs]) if costs else np.zeros(0)
    values = values[np.isfinite(values)]
    return bool(values.size and values.min() > 0 and values.max() > 100 * values.min())
