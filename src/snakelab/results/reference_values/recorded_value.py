"""Value of a run that is compared with a reference value: a metric of the whole run or a part, or a variable at one instant."""

import math

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.recording import Recording
from snakelab.results.reference_values.reference_value import ReferenceValue
from snakelab.results.variables import curves


def recorded_value(recording: Recording, reference: ReferenceValue) -> tuple[float, str]:
    """Value of the reference value's quantity in this run, NaN if there is none, and its unit, "-" for a number without one.

    A window includes its edges. A variable is linear between the rows, and NaN outside of them.
    """
    try:
        if reference.variable:
            (curve,) = curves(recording, reference.variable)
            times = recording["time"].values
            at = times[-1:] if reference.time is None else reference.time
            return float(np.interp(at, times, curve.values, left=math.nan, right=math.nan).item()), curve.unit
        part = recording if reference.window is None else part_of(recording, reference.window)
        value = metrics(part, (reference.metric,)).get(reference.metric, math.nan)
    except (SnakelabError, ValueError, IndexError):  # an empty window, a robot without such a number
        return math.nan, unit_of(reference.metric) if reference.metric else "-"
    return math.nan if isinstance(value, str) else float(value), unit_of(reference.metric)


def part_of(recording: Recording, window: tuple[float, float]) -> Recording:
    """Rows of a window, its edges included."""
    tie = 1e-9 * max(1.0, window[1])
    return Recording(recording.dataset.sel(time=slice(window[0] - tie, window[1] + tie)), recording.status)
