"""Cycle log of a controller in a recording."""

import math

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray

PREFIX, CYCLES = "control_", "control_time"
COSTS = {"cost": "of the plan", "best_cost": "best sample"}  # notes that share an axis, and what they are called


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
