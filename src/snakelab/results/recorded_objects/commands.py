"""Commands of valves, motors and controllers in a recording, as curves."""

import json
import math
import re
from dataclasses import dataclass

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

# Words of a scenario for actuators with a memory; that of a servo is the integral of its error.
WORDS = ("motor", "servo", "pneumatic")
PREFIX, CYCLES = "control_", "control_time"
COSTS = {"cost": "of the plan", "best_cost": "best sample"}  # notes with a common axis, and their names


@dataclass(frozen=True)
class Commands:
    """Coordinates whose actuators have a memory.

    Attributes:
        columns: Indices of the coordinates.
        title, quantity, unit: Texts for the display.
    """

    columns: list[int]
    title: str
    quantity: str
    unit: str


def commands(recording: Recording) -> Commands | None:
    """Return the coordinates with a command that is not zero throughout, and its description; None if there are none.

    A recording holds actuator memory in "z": the command of a motor or a muscle behind its lag, the integral of a
    servo; only the scenario states which. Without one it is called a command, without unit, and a robot with
    revolute joints is omitted, because servos usually drive these.
    """
    if "z" not in recording.dataset or not recording["z"].size:
        return None
    memory = np.nan_to_num(recording["z"].values)
    columns = [int(i) for i in np.flatnonzero(np.any(memory != 0, axis=0))]
    units = {str(recording["coordinate_unit"].values[i]) for i in columns}
    words = _words(recording)
    if not columns or "servo" in words:
        return None
    if words == {"pneumatic"}:
        return Commands(columns, "Pressures of the muscles", "pressure", "Pa")
    if words == {"motor"}:
        unit = "N m" if units == {"rad"} else "N" if units == {"m"} else "-"
        return Commands(columns, "Commands of the motors", "command", unit)
    return Commands(columns, "Commands, after their lag", "command", "-") if units == {"m"} else None


def led(recording: Recording) -> list[int]:
    """Indices of the coordinates whose servo follows a target that is known all the time."""
    if "target" not in recording.dataset or not len(recording["time"]):
        return []
    return [int(i) for i in np.flatnonzero(np.isfinite(recording["target"].values).all(axis=0))]


def _words(recording: Recording) -> set[str]:
    """Return the names of the actuators in the scenario's robot."""
    try:
        robot = recording.scenario.get("robot", {})
    except RecordingError:
        return set()
    return set(re.findall(rf'"({"|".join(WORDS)})"', json.dumps(robot)))


def control_notes(recording: Recording) -> dict[str, FloatArray]:
    """Return the numbers of the cycle log, by name without `control_`, each of shape (n_cycles,).

    Lists, such as a whole plan, are left out. Empty if the recording has no `control_<name>` over `control_time`.
    """
    if CYCLES not in recording.dataset.variables:
        return {}
    return {
        str(name).removeprefix(PREFIX): np.asarray(array.values, dtype=np.float64)
        for name, array in recording.dataset.data_vars.items()
        if str(name).startswith(PREFIX) and array.dims == (CYCLES,) and array.dtype.kind in "fiub"
    }


def inputs_in(notes: dict[str, FloatArray]) -> dict[str, FloatArray]:
    """Return the inputs of the controller in each cycle, by joint or parameter; the name of a single input is empty.

    Args:
        notes: From `control_notes`.
    """
    named = {name: values for name, values in notes.items() if name == "input" or name.startswith("input_")}
    return {name.removeprefix("input").removeprefix("_"): values for name, values in named.items()}


def cycle_budget(recording: Recording) -> float | None:
    """Control period, in which a cycle should end, [s]; None if it is not recorded."""
    period = recording.dataset.attrs.get("control_period")
    return float(period) if isinstance(period, int | float | np.number) and math.isfinite(period) else None
