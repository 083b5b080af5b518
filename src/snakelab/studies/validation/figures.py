"""The number of a run that a published figure speaks of: a metric, of the whole run or a part, or a variable at one instant."""

import math

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.recording import Recording
from snakelab.results.variables import curves


def figure_of(
    recording: Recording,
    *,
    metric: str = "",
    window: tuple[float, float] | None = None,
    variable: str = "",
    time: float | None = None,
) -> tuple[float, str]:
    """A figure's value in this run, NaN where the run has none, and its unit, "-" for a number without one.

    Args:
        recording: The run.
        metric: A name in `metrics`; empty where a variable is read.
        window: Part of the run that the metric is taken of, from and to, edges included [s]; None for all of it.
        variable: One recorded number, such as "tau.joint1"; it is linear between the rows, and NaN outside of them.
        time: When the variable is read [s]; None for the last row.
    """
    try:
        if variable:
            (curve,) = curves(recording, variable)
            times = recording["time"].values
            at = times[-1:] if time is None else time
            return float(np.interp(at, times, curve.values, left=math.nan, right=math.nan).item()), curve.unit
        found = metrics(recording if window is None else _part(recording, window))
        value = found.get(metric, math.nan)
    except (SnakelabError, ValueError, IndexError):  # an empty window, a robot without such a number
        return math.nan, unit_of(metric) if metric else "-"
    return math.nan if isinstance(value, str) else float(value), unit_of(metric)


def _part(recording: Recording, window: tuple[float, float]) -> Recording:
    """The rows of a window, its edges included."""
    tie = 1e-9 * max(1.0, window[1])
    return Recording(recording.dataset.sel(time=slice(window[0] - tie, window[1] + tie)), recording.status)
