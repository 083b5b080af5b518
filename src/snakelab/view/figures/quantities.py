"""Figures of one kind of quantity each: trajectory, joints, torques, speeds, energies, and any variables."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.metrics import fixed, mean_speed
from snakelab.results.recording import Recording
from snakelab.results.variables import Curve, curves
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import finite_rows, mid_link, view_plane
from snakelab.view.body_outlines.outlines import silhouette
from snakelab.view.figures.drawing.bodies import draw_bodies
from snakelab.view.figures.drawing.panels import Panel, panels_figure
from snakelab.view.figures.drawing.style import PRINT, NotebookFigure, column_width, quiet

# Of a trajectory, in inches: margins left, right, below with the bar of its colours, above; and that bar.
LEFT, RIGHT, BELOW, ABOVE, BAR = 0.60, 0.12, 0.95, 0.08, (0.38, 0.11)
WORDS = {
    "q": {"rad": "joint angle", "m": "displacement"},
    "v": {"rad/s": "joint rate", "m/s": "displacement rate"},
    "tau": {"N m": "joint torque", "N": "actuator force"},
}
NOTHING = 1e-9  # of the largest: rounding


@checked_arguments(RecordingError)
def trajectory_figure(recording: Recording, *, column: str = "double") -> Figure:
    """Body at equal intervals of time and path of its middle, in the plane in which it extends most.

    Args:
        recording: The run.
        column: "single" or "double": the width of a journal's column, or of two.
    """
    width = column_width(column)
    inner = width - LEFT - RIGHT
    height = inner * _shape(recording)
    total = BELOW + height + ABOVE
    figure = NotebookFigure(figsize=(width, total), dpi=150, facecolor="white")
    ax = figure.add_axes((LEFT / width, BELOW / total, inner / width, height / total))
    bar = figure.add_axes((LEFT / width, BAR[0] / total, inner / width, BAR[1] / total))
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
def speeds_figure(recording: Recording, *, column: str = "single") -> Figure:
    """Speed and velocity of the centre of mass, and rates of the joints. `column` is as in `trajectory_figure`."""
    components = [
        Curve(curve.name.replace("com_velocity.", "v"), "m/s", curve.values)
        for curve in curves(recording, "com_velocity")
        if np.nanmax(np.abs(curve.values), initial=0.0) > NOTHING or curve.name.endswith(("x", "y"))
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
    works = _doing([Curve(c.name.partition(".")[2], "J", c.values) for c in curves(recording, "work")])
    powers = [Curve(work.name, "W", _rate(work.values, time)) for work in works]
    some = _doing(energies) or energies[:1]
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
        words: Expressions such as "q", "tau.joint1", "com_position.x", see `snakelab.results.variables.curves`.
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


def _doing(some: list[Curve]) -> list[Curve]:
    """Return the curves that are larger than rounding relative to the largest."""
    sizes = [float(np.nanmax(np.abs(curve.values), initial=0.0)) for curve in some]
    return [curve for curve, size in zip(some, sizes, strict=True) if size > NOTHING * max(sizes)]


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
