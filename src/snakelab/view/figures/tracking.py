"""Figure of servo tracking: the joints with the largest errors, thick where a limit is active."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError, nearest
from snakelab.results.recorded_objects.commands import led
from snakelab.results.recording import Recording
from snakelab.results.variables import Curve
from snakelab.types import FloatArray, count
from snakelab.view.figures.drawing.panels import Panel, panels_figure
from snakelab.view.figures.drawing.style import BLUE, GREEN, INK, ORANGE, PRINT, VERMILION

WORST = 3  # number of joints that are drawn by default
# Limits of a joint: name, which is also that of its line, and colour.
TORQUE, SPEED, STOP = "torque limit", "speed limit", "joint limit"
COLOURS = {TORQUE: VERMILION, SPEED: ORANGE, STOP: GREEN}
LEAST = 0.0005  # of the time: below, it is not drawn
COMMANDED = {"color": INK, "linestyle": (0, (3, 1.5)), "linewidth": 0.9}


@checked_arguments(RecordingError)
def tracking_figure(
    recording: Recording, joints: Sequence[str] = (), *, n_joints: int = WORST, column: str = "single"
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


def _holds(recording: Recording, i: int) -> dict[str, FloatArray]:
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
    for name, at in _holds(recording, i).items():
        fraction = float(np.mean(at))
        if fraction > LEAST:
            ax.plot(time, np.where(at, q, np.nan), color=COLOURS[name], linewidth=2.6, gid=name,
                    solid_capstyle="round", zorder=measured.get_zorder() + 0.1)  # fmt: skip
            words.append((f"{name} {100 * fraction:.2g} %", COLOURS[name]))
    for k, (text, colour) in enumerate(words):
        ax.annotate(text, (0.012, 0.04 + 0.13 * k), xycoords="axes fraction", fontsize=PRINT - 0.5, color=colour,
                    fontweight="bold", bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8})  # fmt: skip
