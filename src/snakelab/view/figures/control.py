"""Figure of a controller: cost, commands and torques, contact load, and cycle times."""

from collections.abc import Iterator

import numpy as np
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recorded_objects.commands import COSTS, CYCLES, PREFIX, control_notes, cycle_budget, inputs_in
from snakelab.results.recording import Recording
from snakelab.results.variables import Curve
from snakelab.types import FloatArray
from snakelab.view.body_outlines.skin import has_skin
from snakelab.view.figures.drawing.panels import Panel, panels_figure

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
            "such as MonteCarloMpc; for a gait, use torques_figure"
        )
    cycles = recording[CYCLES].values
    costs = [Curve(words, "-", notes[name]) for name, words in COSTS.items() if name in notes]
    panels = [Panel("cost", costs, time=cycles, log=_falls_far(costs))] if costs else []
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


def _falls_far(costs: list[Curve]) -> bool:
    """Return True if a linear axis would hide most of the run."""
    values = np.concatenate([curve.values for curve in costs]) if costs else np.zeros(0)
    values = values[np.isfinite(values)]
    return bool(values.size and values.min() > 0 and values.max() > 100 * values.min())
